-- m:follow(trajectory): what a model does on its way: q, v, a and the torques that it takes, those of springs and dampers with it; of a
-- trajectory of poses, the motion of the joints that carries a body along it, by inverse kinematics from sample to sample and a spline
-- between, which begins and ends as fast as the samples do.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local made = require "rigid.trajectories.trajectory"
local passive = require "rigid.passive"
local splines = require "rigid.trajectories.splines"

local Vector = core.Vector
local asked = debug.getmetatable(core).inner.asked

local OPTIONS <const> = arguments.fields "body q0 samples seed"

local function with_torques(m, x, kind)
    return made.new(kind, x.duration, function(t)
        local q, v, a = x.at(t)
        if type(q) == "number" then q, v, a = Vector {q}, Vector {v}, Vector {a} end
        return q, v, a
    end, {corners = x.corners, model = m, load = function(q, v, a) return m:inverse_dynamics(q, v, a) - passive.forces(m, q, v) end})
end

-- The slope at the first of samples an even h apart, by as many as there are up to five: the error falls with that power of h.
local SLOPES <const> = {{}, {-1, 1}, {-3 / 2, 2, -1 / 2}, {-11 / 6, 3, -3 / 2, 1 / 3}, {-25 / 12, 4, -3, 4 / 3, -1 / 4}}

local function end_slope(points, first, step, h)
    local sum = 0.0
    for j, weight in ipairs(SLOPES[math.min(#points, 5)]) do sum = sum + weight * points[first + step * (j - 1)] end
    return sum / (step * h)
end

-- The joints along a trajectory of poses.
local function along(m, x, place, options)
    if m:nq() ~= m:nv() then place:bad "a model whose freedoms are each one number of q expected, for poses" end
    local n = options.samples == nil and 101 or place:field("samples"):integer(options.samples, 2, 100000)
    local times, joints, q = {}, {}, options.q0
    for name, problem in pairs {body = select(2, arguments.try(asked.pose, m, asked.neutral(m), options.body)),
        q0 = q ~= nil and select(2, arguments.try(asked.integrate, m, q, Vector(m:nv()))) or nil} do place:field(name):relay(problem) end
    for i = 1, m:nq() do joints[i] = {} end
    for k = 1, n do
        local t = k == n and x.duration or x.duration * (k - 1) / (n - 1)
        local verdict
        q, verdict = m:inverse_kinematics {target = {[options.body] = (x.at(t))}, q0 = q, seed = options.seed, restarts = k == 1 and 100 or 0}
        if not verdict.success then arguments.no_answer("follow", ("at t = %.6g s: %s"):format(t, verdict.sentence)) end
        times[k] = t
        for i = 1, #joints do joints[i][k] = q[i] end
    end
    local list = {}
    local h = x.duration / (n - 1)
    for i, points in ipairs(joints) do list[i] = splines.cubic(times, points, {end_slope(points, 1, 1, h), end_slope(points, n, -1, h)}) end
    return made.new("followed by " .. options.body, x.duration, made.joined(list, false))
end

return function(m, x, options)
    if core.type(m) ~= "Model" then arguments.at("follow", 0):expected("Model", m) end
    if not made.is(x) then arguments.at("follow", 1):expected("a trajectory", x) end
    local place = arguments.at("follow", 2)
    options = options == nil and {} or place:options(options, OPTIONS)
    local q = x.at(0.0)
    if core.type(q) == "Transform" then
        if options.body == nil then place:field("body"):bad "name of the body that goes along these poses expected, got nil" end
        x = along(m, x, place, options)
    elseif type(q) ~= "number" and core.type(q) ~= "Vector" or (type(q) == "number" and 1 or #q) ~= m:nq() or m:nq() ~= m:nv() then
        arguments.at("follow", 1):bad("a trajectory of %d joints, each one number of q, expected", m:nv())
    end
    return with_torques(m, x, x.kind)
end
