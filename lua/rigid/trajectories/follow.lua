-- m:follow(trajectory): what a model does on its way: q, v, a and the torques that it takes; of a trajectory of poses, the motion of the
-- joints that carries a body along it, by inverse kinematics from sample to sample and a spline between.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local made = require "rigid.trajectories.trajectory"
local splines = require "rigid.trajectories.splines"

local Vector = core.Vector

local OPTIONS <const> = arguments.fields "body q0 samples seed"

local function with_torques(m, x, kind)
    return made.new(kind, x.duration, function(t)
        local q, v, a = x.at(t)
        if type(q) == "number" then q, v, a = Vector {q}, Vector {v}, Vector {a} end
        return q, v, a, m:inverse_dynamics(q, v, a)
    end)
end

-- The joints along a trajectory of poses.
local function along(m, x, place, options)
    if m:nq() ~= m:nv() then place:bad "a model whose freedoms are each one number of q expected, for poses" end
    local n = options.samples == nil and 101 or place:field("samples"):integer(options.samples, 2, 100000)
    local times, joints, q = {}, {}, options.q0
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
    for i, points in ipairs(joints) do list[i] = splines.cubic(times, points, "clamped") end
    return made.new("followed by " .. options.body, x.duration, made.joined(list, false))
end

return function(m, x, options)
    if core.type(m) ~= "Model" then arguments.at("follow", 0):expected("Model", m) end
    if not made.is(x) then arguments.at("follow", 1):expected("a trajectory", x) end
    local place = arguments.at("follow", 2)
    options = options == nil and {} or place:options(options, OPTIONS)
    local q = x.at(0.0)
    if core.type(q) == "Transform" then
        if options.body == nil then place:field("body"):bad "is missing: name of the body that goes along these poses" end
        x = along(m, x, place, options)
    elseif type(q) ~= "number" and core.type(q) ~= "Vector" or (type(q) == "number" and 1 or #q) ~= m:nq() or m:nq() ~= m:nv() then
        arguments.at("follow", 1):bad("a trajectory of %d joints, each one number of q, expected", m:nv())
    end
    return with_torques(m, x, x.kind)
end
