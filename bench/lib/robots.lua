-- The robots of the benches: an arm, a quadruped, a humanoid, and chains of equal rods; a state of each, which is nowhere special; and the
-- same robots as others want them: links as numbers for the drivers in bench/peers, and MJCF.
local rigid = require "rigid"

local robots = {}

local function vector(n, f)
    local v = rigid.Vector(n)
    for i = 1, n do v[i] = f(i) end
    return v
end

-- A robot's state number s of as many as are wanted: q, v, a.
function robots.state(m, s)
    local nv = m:nv()
    return m:integrate(m:neutral(), vector(nv, function(i) return math.sin(1.7 * i + 0.37 * s) end)),
        vector(nv, function(i) return math.cos(2.3 * i + 0.11 * s) end), vector(nv, function(i) return 2 * math.sin(0.9 * i + 1 + 0.7 * s) end)
end

-- So many states, a row each.
function robots.states(m, count)
    local Q, V, A = rigid.Matrix(count, m:nq()), rigid.Matrix(count, m:nv()), rigid.Matrix(count, m:nv())
    for s = 1, count do
        local q, v, a = robots.state(m, s)
        for k = 1, #q do Q:set(s, k, q[k]) end
        for k = 1, #v do
            V:set(s, k, v[k])
            A:set(s, k, a[k])
        end
    end
    return Q, V, A
end

-- A chain of `count` equal rods, each turning about an axis of its own.
function robots.chain(count)
    local m = rigid.Model {name = "chain" .. count}
    local rod = rigid.SpatialInertia.solid_capsule {mass = 1, radius = 0.04, length = 0.2, axis = {1, 0, 0}}
    local inertia = rod:shift {-0.15, 0, 0}
    local axes = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}
    for i = 1, count do
        m:add_body {
            name = "rod" .. i, parent = i > 1 and "rod" .. i - 1 or nil, joint = {type = "revolute", axis = axes[i % 3 + 1]},
            placement = rigid.Transform(rigid.Rotation.identity(), i > 1 and {0.3, 0, 0} or {0, 0, 0}), inertia = inertia,
        }
    end
    return m
end

local FILES <const> = {
    {"arm", "arm7.urdf"}, {"quadruped", "quadruped12.urdf", {floating = true}}, {"humanoid", "humanoid30.urdf", {floating = true}},
}

-- {{label =, m =}, ...} of the three robots; `root` is the checkout.
function robots.three(root)
    local list = {}
    for i, file in ipairs(FILES) do list[i] = {label = file[1], m = rigid.load(root .. "/spec/models/" .. file[2], file[3])} end
    return list
end

-- ---- as others want them --------------------------------------------------------------------------------------------

-- Of each moving link: its name, the number of that which carries it, its joint's pose in that, axis, and what it carries.
local function links(m)
    local list, numbers, rest, p = {}, {}, m:neutral(), m:parameters()
    for i, name in ipairs(m:body_names()) do
        local body = m:body(name)
        local carrier = body.parent and body.parent.carrier
        local X = m:pose(rest, name)
        if carrier then X = m:pose(rest, carrier.name):inverse() * X end
        list[i] = {
            name = name, carrier = carrier and carrier.name, parent = carrier and numbers[carrier.name] or 0,
            X = X, axis = body.joint.axis, free = body.joint.type == "floating", v = body.joint.v,
            M = rigid.SpatialInertia.from_parameters(vector(10, function(k) return p[10 * (i - 1) + k] end)),
        }
        numbers[name] = i
    end
    return list
end

-- As bench/peers/driver.h reads them.
function robots.numbers(m)
    local list = {}
    for i, link in ipairs(links(m)) do
        local R, p, a, c = link.X:rotation():matrix(), link.X:position(), link.axis or {x = 0, y = 0, z = 0}, link.M:com()
        local I = link.M:central_inertia():table()
        list[i] = {
            link.parent, link.free and 1 or 0, R(1, 1), R(1, 2), R(1, 3), R(2, 1), R(2, 2), R(2, 3), R(3, 1), R(3, 2), R(3, 3), p.x, p.y, p.z,
            a.x, a.y, a.z, link.M:mass(), c.x, c.y, c.z, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz,
        }
    end
    return list
end

-- ---- what stands ----------------------------------------------------------------------------------------------------

local FOOT <const>, LEG <const> = 0.02, {type = "revolute", stiffness = 200, damping = 2}

-- The quadruped with springs and dampers in its legs and a ball for each foot, come to rest on a ground: the model, q and v.
function robots.standing(root)
    local bare = rigid.load(root .. "/spec/models/" .. FILES[2][2], FILES[2][3])
    local m, q, lowest = rigid.Model {name = "standing"}, bare:neutral(), math.huge
    for _, link in ipairs(links(bare)) do
        local leg = {axis = link.axis}
        for key, value in pairs(LEG) do leg[key] = value end
        m:add_body {name = link.name, parent = link.carrier, joint = link.free and "floating" or leg, placement = link.X, inertia = link.M}
    end
    for _, foot in ipairs(bare:frame_names()) do
        local shank = foot:gsub("foot$", "shank")
        m:add_contact {name = foot, body = shank, shape = {sphere = FOOT}, placement = bare:pose(q, shank):inverse() * bare:pose(q, foot)}
        lowest = math.min(lowest, bare:pose(q, foot):position().z - FOOT)
    end
    m:add_ground {}
    q[3] = -lowest
    local log = m:simulate {q = q, duration = 30, progress = false}
    return m, log.q[#log], log.v[#log]
end

local function say(...) return (table.concat({...}, " "):gsub("[^ ]+", function(x) return ("%.17g"):format(x) end)) end

-- By body, the balls that touch.
local function balls_of(m)
    local balls = {}
    for _, c in ipairs(m:contacts()) do
        local p = c.placement:position()
        balls[c.body] = balls[c.body] or {}
        table.insert(balls[c.body], ("<geom type='sphere' size='%s' pos='%s' friction='%s 0 0'/>"):format(say(c.shape.sphere), say(p.x, p.y, p.z),
            say(c.friction)))
    end
    return balls
end

-- The text, and the numbers in v of its freedoms in MuJoCo's order, depth first; where there is a ground, it is that below z = 0.
function robots.mjcf(m)
    local children, pieces, order = {}, {}, {}
    local stiffness, damping, balls = m:stiffness(), m:damping(), balls_of(m)
    local ground = #m:grounds() > 0 and "<geom type='plane' size='0 0 1'/>" or ""
    for i, link in ipairs(links(m)) do
        children[link.parent] = children[link.parent] or {}
        link.number = i
        table.insert(children[link.parent], link)
    end
    local function add(link)
        local R, p, c, I = link.X:rotation():matrix(), link.X:position(), link.M:com(), link.M:central_inertia():table()
        pieces[#pieces + 1] = ("<body pos='%s' xyaxes='%s'><inertial pos='%s' mass='%s' fullinertia='%s'/>"):format(say(p.x, p.y, p.z),
            say(R(1, 1), R(2, 1), R(3, 1), R(1, 2), R(2, 2), R(3, 2)), say(c.x, c.y, c.z), say(link.M:mass()),
            say(I.xx, I.yy, I.zz, I.xy, I.xz, I.yz))
        pieces[#pieces + 1] = link.free and "<freejoint/>" or ("<joint type='hinge' axis='%s' stiffness='%s' damping='%s'/>"):format(
            say(link.axis.x, link.axis.y, link.axis.z), say(stiffness[link.v]), say(damping[link.v]))
        for _, ball in ipairs(balls[link.name] or {}) do pieces[#pieces + 1] = ball end
        for k = 0, link.free and 5 or 0 do order[#order + 1] = link.v + k end
        for _, child in ipairs(children[link.number] or {}) do add(child) end
        pieces[#pieces + 1] = "</body>"
    end
    for _, link in ipairs(children[0]) do add(link) end
    return "<mujoco><compiler angle='radian'/><option integrator='Euler' timestep='0.001'/><worldbody>" .. ground .. table.concat(pieces, "\n")
        .. "</worldbody></mujoco>", order
end

return robots
