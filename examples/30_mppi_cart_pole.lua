-- A pole on a cart is swung up by sampling: at each moment 256 futures are tried at once, each with other forces, and the forces that cost
-- least count most in what is done (model predictive path integral control, Williams et al. 2017). All futures are one m:rollout.
local rigid = require "rigid"
local Model, SpatialInertia, Matrix = rigid.Model, rigid.SpatialInertia, rigid.Matrix

local m = Model {name = "cart-pole"}
m:add_body {name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube {mass = 1, length = 0.2}}
m:add_body {
    name = "pole", parent = "cart", joint = {type = "revolute", axis = {0, 1, 0}, damping = 0.01},
    inertia = SpatialInertia.thin_rod {mass = 0.3, length = 1, axis = {0, 0, 1}}:shift {0, 0, 0.5}, -- it hangs at 0, and stands at pi
}

local FUTURES <const>, STEPS <const>, DT <const> = 256, 30, 0.04
local FORCE <const>, SPREAD <const>, LAMBDA <const> = 15, 5, 2

math.randomseed(1)
local function normal() return math.sqrt(-2 * math.log(1 - math.random())) * math.cos(2 * math.pi * math.random()) end
local function within(x) return math.max(-FORCE, math.min(FORCE, x)) end

-- What a state costs: 0 where the pole stands still over the origin.
local function cost(Q, V, i)
    local x, angle, speed, rate = Q(i, 1), Q(i, 2), V(i, 1), V(i, 2)
    return 8 * (1 + math.cos(angle)) + x * x + 0.1 * speed * speed + 0.1 * rate * rate
end

local function copies(x)
    local rows = {}
    for i = 1, FUTURES do rows[i] = x end
    return Matrix(rows)
end

-- The plan, corrected by what futures that differ from it cost.
local function improve(plan, q, v)
    local noise, forces, costs = {}, {}, {}
    for k = 1, STEPS do
        noise[k], forces[k] = {}, Matrix(FUTURES, 2)
        for i = 1, FUTURES do
            local force = within(plan[k] + (i > 1 and SPREAD * normal() or 0))
            noise[k][i] = force - plan[k]
            forces[k]:set(i, 1, force)
        end
    end
    local r = m:rollout {
        q = copies(q:table()), v = copies(v:table()), duration = STEPS * DT, dt = DT, method = "rk4", log = {every = 1}, progress = false,
        tau = function(t) return forces[math.floor(t / DT + 1.5)] end,
    }
    local least, total = math.huge, 0
    for i = 1, FUTURES do
        costs[i] = 0
        for k = 2, #r.log.t do costs[i] = costs[i] + cost(r.log.q[k], r.log.v[k], i) end
        least = math.min(least, costs[i])
    end
    for i = 1, FUTURES do
        costs[i] = math.exp((least - costs[i]) / LAMBDA)
        total = total + costs[i]
    end
    for k = 1, STEPS do
        for i = 1, FUTURES do plan[k] = plan[k] + costs[i] / total * noise[k][i] end
    end
end

local plan = {}
for k = 1, STEPS do plan[k] = 0.0 end
local q, v = m:neutral(), rigid.Vector(2)
local stood
for tick = 1, 80 do
    improve(plan, q, v)
    q, v = m:step(q, v, {plan[1], 0}, DT, {method = "rk4"})
    table.move(plan, 2, STEPS, 1)
    plan[STEPS] = 0.0
    if math.cos(q[2]) > -0.98 then stood = nil else stood = stood or tick * DT end
end
print(("the pole stands, to 12 degrees: %s"):format(stood and stood < 3 and "in less than 3 s" or "no"))
print(("the cart ends within %.0f m of where it began"):format(math.ceil(math.abs(q[1]))))
