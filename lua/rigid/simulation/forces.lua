-- What acts in a run that the caller says: torques of a controller, cut to what joints can give where that is asked for, and wrenches; and the
-- one function by which the core's stepper asks for them.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local logs = require "rigid.simulation.log"
local refusals = require "rigid.simulation.refusals"

local stepper = inner.stepper
local halt, joint_of = refusals.halt, refusals.joint_of

local forces = {}

-- Copy the numbers that a function of the caller's returned, one for each freedom, into the list out.
function forces.take(run, returned, out, letter)
    if stepper.fill(out, returned) then return end
    local is_vector = core.type(returned) == "Vector"
    local length = is_vector and #returned or type(returned) == "table" and rawlen(returned)
    if length ~= #out then
        local got = length and (is_vector and "a Vector of %d" or "a table of %d"):format(length) or arguments.describe(returned)
        halt(("Vector or list of %d numbers expected for %s, and it returned %s"):format(#out, letter, got))
    end
    for k = 1, #out do
        local x = returned[k]
        if type(x) ~= "number" or x - x ~= 0 then
            local name = joint_of(run.m, k)
            halt(("it returned %s for joint '%s' (%s[%d])"):format(arguments.describe(x), name, letter, k), name)
        end
        out[k] = x
    end
end

-- Efforts that joints cannot give are cut to what they can, where that is asked for.
local function saturate(run)
    local most, cut = run.effort, run.cut
    for k = 1, #run.tau do
        local beyond = math.abs(run.tau[k]) > most[k]
        if beyond then run.tau[k] = run.tau[k] > 0 and most[k] or -most[k] end
        if beyond and not cut[k] then
            local name = joint_of(run.m, k)
            logs.tell(run.log, {name = name .. ": effort limit", joint = name, t = run.now, sample = math.max(1, logs.count(run.log))})
        end
        cut[k] = beyond
    end
end

-- Torques on what floats push from outside: then there is no momentum to be followed.
local function follow(run)
    for _, k in ipairs(run.free) do
        if run.tau[k] ~= 0 then
            run.free = nil
            return
        end
    end
end

-- What the controller wants, into run.tau.
function forces.control(run, t, q, v)
    run.doing, run.now = "controller", t
    forces.take(run, run.controller(t, q, v), run.tau, "tau")
    run.doing = nil
    if run.effort then saturate(run) end
    if run.free then follow(run) end
end

-- Wrenches that the caller's function gives, or nil.
local function push(run, t, q, v)
    run.doing, run.now = "external", t
    local external = run.external(t, q, v)
    if external ~= nil and type(external) ~= "table" then
        halt(("table of wrenches by body expected, or nil, and it returned %s"):format(arguments.describe(external)))
    end
    run.doing = nil
    return external
end

-- What the core's stepper asks at each stage; nil where it need not ask.
function forces.action(run)
    local external, continuous, forward_dynamics = run.external, run.continuous, forces.watched_dynamics()
    if external == nil and not continuous then return nil end
    local is_function = type(external) == "function"
    return function(t, q, v)
        run.now = t
        if continuous then forces.control(run, t, q, v) end
        local wrenches = external
        if is_function then wrenches = push(run, t, q, v) end
        if forward_dynamics and wrenches then forward_dynamics(run.m, q, v, run.tau, wrenches) end
        return wrenches
    end
end

-- The watched forward dynamics, where frames are checked: it looks at the wrenches'.
function forces.watched_dynamics()
    local watch = package.loaded["rigid.frames.watch"]
    return watch and watch.is_watched "Model:forward_dynamics" and getmetatable(core.Model).__instance.__methods.forward_dynamics
end

return forces
