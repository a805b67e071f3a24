-- Standing where one would fall: a cart and an acrobot are linearized where they stand upright and held there by the regulator of that,
-- through the one joint that is driven; and how far each may lean before it cannot be caught, tried run by run.
local rigid = require "rigid"
local Model, SpatialInertia, Transform, Vector = rigid.Model, rigid.SpatialInertia, rigid.Transform, rigid.Vector

local rod = SpatialInertia.thin_rod_about_end { mass = 1, length = 1 } -- upwards

local cart = Model { name = "cart" }
cart:add_body { name = "cart", joint = { type = "prismatic", axis = { 1, 0, 0 }, name = "rail", damping = 0.5 },
    inertia = SpatialInertia.solid_cube { mass = 2, length = 0.3 } }
cart:add_body { name = "pole", parent = "cart", joint = { type = "revolute", axis = { 0, 1, 0 }, name = "pin" }, inertia = rod }

local acrobot = Model { name = "acrobot" }
acrobot:add_body { name = "arm", joint = { type = "revolute", axis = { 0, 1, 0 }, name = "shoulder" }, inertia = rod }
acrobot:add_body { name = "leg", parent = "arm", placement = Transform { position = { 0, 0, 1 } },
    joint = { type = "revolute", axis = { 0, 1, 0 }, name = "elbow" }, inertia = rod }

-- ---- what is reached, what would happen, what is done about it ----------------------------------------------------------

-- Of a model of two joints, whether it is up again five seconds after it leaned so far at the joint of number `leaning`.
local function is_caught(m, controller, leaning, lean)
    local q = Vector(2)
    q[leaning] = math.rad(lean)
    local log = m:simulate { q = q, duration = 5, dt = 0.01, controller = controller }
    return Vector(log.q[#log.q]):norm() < 0.1
end

for _, case in ipairs { { "the cart", cart, "rail", 1, 2, 40, 1 }, { "the acrobot", acrobot, "elbow", 2, 1, 12, 0.1 } } do
    local name, m, driven, column, leaning, most, step = table.unpack(case)
    local A, B = m:linearize(m:neutral())
    local balance, K = m:balance { driven = { driven }, Q = 1, R = 0.1 }
    print(("%s, driven at the %s: %s"):format(name, driven, rigid.controllability(A, B:column(column)).sentence))
    print(("  it falls by e^(%.3f t), and comes back by e^(%.3f t)"):format(rigid.poles(A)[4][1], rigid.poles(A, B:column(column), K)[4][1]))
    local weak, lean = m:actuate { controller = balance, joints = { [driven] = { torque = most } } }, 1
    while is_caught(m, weak, leaning, lean * step) do lean = lean + 1 end
    print(("  a motor of %d %s catches it from a lean of %.4g degrees, not from %.4g"):format(most, column == 1 and "N" or "N m",
        (lean - 1) * step, lean * step))
end
