-- m:simulate{..}: the motion of a model in time, under a controller, external wrenches, the damping and friction of its
-- joints and events, as a Log. Here is what may be asked for, and how a run that cannot go on is reported: the error that
-- is raised is a value with the log so far in it. How a run goes is in run.lua, its methods are in integrators.lua.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local integrators = require "rigid.simulation.integrators"
local logs = require "rigid.simulation.log"
local progress = require "rigid.progress"
local runs = require "rigid.simulation.run"

local Vector = core.Vector

-- ---- what may be said -----------------------------------------------------------------------------------------------

local FIELDS = arguments.fields "q v t duration dt method tolerance controller continuous external damping events log progress"
local LOG = arguments.fields "every"
local EVENT = arguments.fields "name watch direction stop act tolerance"
local DIRECTIONS = {"rising", "falling", "both", rising = 1, falling = 2, both = 3}

local function callable(place, value)
    local metatable = type(value) ~= "function" and debug.getmetatable(value)
    if type(value) == "function" or type(metatable) == "table" and rawget(metatable, "__call") then return value end
    return place:expected("function", value)
end

local function positive(place, value)
    if type(value) ~= "number" or not (value > 0 and value < math.huge) then place:expected("positive finite number", value) end
    return value
end

local function read_configuration(place, m, q)
    if q == nil then return m:neutral() end
    local moved, problem = arguments.try(inner.asked.integrate, m, q, Vector(m:nv()))
    return moved or place:relay(problem)
end

local function read_event(place, said)
    said = place:options(said, EVENT)
    return {
        name = place:field("name"):text(said.name, "name of the event"),
        watch = callable(place:field "watch", said.watch),
        crosses = runs.crosses[said.direction == nil and "both" or place:field("direction"):word(said.direction, DIRECTIONS)],
        stop = said.stop ~= nil and place:field("stop"):boolean(said.stop),
        act = said.act ~= nil and callable(place:field "act", said.act) or nil,
        tolerance = said.tolerance == nil and 1e-9 or positive(place:field "tolerance", said.tolerance),
    }
end

local function read_events(place, said)
    local list = {}
    if said == nil then return list end
    local count = type(said) == "table" and rawlen(said)
    if not count or count == 0 and next(said) ~= nil then place:expected("list of events ({{name = ..., watch = ...}})", said) end
    for i = 1, count do list[i] = read_event(place:entry(i), rawget(said, i)) end
    return list
end

-- Wrenches that stay, or a function; the core says what is wrong with the first.
local function read_external(place, m, q, external)
    if external == nil or type(external) == "function" then return external end
    if type(external) ~= "table" then place:expected("function, or table of external wrenches ({hand = Wrench(...)})", external) end
    local ok, problem = arguments.try(inner.asked.inverse_dynamics, m, q, nil, nil, external)
    return ok and external or place:relay(problem)
end

local function resistance(list)
    for k = 1, #list do
        if list[k] ~= 0 then return true end
    end
    return false
end

-- A tick must move time at every moment of the run, and a run must come to an end.
local MOST_TICKS = 1e9

local function check_ticks(place, start, duration, dt)
    if duration / dt > MOST_TICKS then
        place:field("dt"):bad("%.17g s is more than a billion times shorter than the run of %.17g s", dt, duration)
    end
    local latest = math.max(math.abs(start), math.abs(start + duration))
    if latest + dt == latest then
        place:field("dt"):bad("%.17g s is lost beside a time of %.17g s: t + dt is t", dt, latest)
    end
end

local function prepare(m, said)
    local place = arguments.at("simulate", 1)
    said = place:options(said, FIELDS)
    local q, nv = read_configuration(place:field "q", m, said.q), m:nv()
    local v = Vector(said.v == nil and nv or place:field("v"):numbers(said.v, nv, "v"))
    local run = {
        m = m, start = said.t == nil and 0.0 or place:field("t"):finite(said.t),
        duration = positive(place:field "duration", said.duration),
        dt = said.dt == nil and 1e-3 or positive(place:field "dt", said.dt),
        controller = said.controller ~= nil and callable(place:field "controller", said.controller) or nil,
        external = read_external(place:field "external", m, q, said.external),
        events = read_events(place:field "events", said.events),
        seen_q = Vector(m:nq()), seen_v = Vector(nv), no_motion = Vector(nv), tau = Vector(nv):table(),
        held = Vector(nv), total = Vector(nv):table(), last_error = 1e-4, every = 1,
    }
    check_ticks(place, run.start, run.duration, run.dt)
    local continuous = said.continuous ~= nil and place:field("continuous"):boolean(said.continuous)
    run.continuous = continuous and run.controller ~= nil
    if said.damping == nil or place:field("damping"):boolean(said.damping) then
        local damping, friction = m:damping():table(), m:friction():table()
        if resistance(damping) or resistance(friction) then run.damping, run.friction = damping, friction end
    end
    if said.log ~= nil then
        local here = place:field "log"
        local every = here:options(said.log, LOG).every
        run.every = every == nil and 1 or here:field("every"):integer(every, 1, math.maxinteger)
    end
    local method = said.method == nil and "rk4" or place:field("method"):word(said.method, integrators.names)
    local tolerance = said.tolerance == nil and 1e-8 or positive(place:field "tolerance", said.tolerance)
    run.forward_dynamics = runs.forward_dynamics()
    run.t, run.h = run.start, run.dt
    run.bar = progress.bar(said.progress ~= nil and not place:field("progress"):boolean(said.progress))
    run.stepper = integrators.new(method, m, q, v:table(), function(...) runs.accelerate(run, ...) end, tolerance)
    run.log = logs.new(m)
    run.log.method, run.log.dt, run.log.steps, run.log.rejected = method, run.dt, 0, 0
    return run
end

-- ---- why a run stopped ----------------------------------------------------------------------------------------------

local TORQUE <const>, EXTERNAL <const> = 3, 4 -- among the arguments of forward_dynamics

-- What went wrong, as an error value, a text, or whatever a function of the caller's raised: in words, and the joint where
-- one is to blame. Of what forward_dynamics was given, the torques and the state are the run's own.
local function explain(run, problem)
    local m, said = run.m, run.doing and run.doing .. ": " or ""
    if m:nq() ~= #run.seen_q or m:nv() ~= #run.seen_v then
        return ("%sthe model was changed: it has nq %d and nv %d now, and %d and %d when the run began"):format(said, m:nq(), m:nv(),
            #run.seen_q, #run.seen_v)
    end
    if run.doing or not errors.is(problem) then return said .. tostring(problem) end
    if problem.argument == EXTERNAL then
        return ("external: what it returned is refused: %s"):format(errors.detail(problem))
    elseif problem.argument then
        return runs.not_finite(run, problem.argument == TORQUE)
    end
    return problem.what, problem.joint
end

-- The error of a run: an error value with t, q, v, log, joint (where one is to blame), cause (what was raised, if something
-- was).
local function stop(run, problem)
    local _ <close> = inner.locale.plain()
    local halted = debug.getmetatable(problem) == runs.Halt
    local text, joint
    if halted then
        text, joint = (run.doing and run.doing .. ": " or "") .. problem.text, problem.joint
    else
        text, joint = explain(run, problem)
    end
    local log, stepper, t = run.log, run.stepper, run.now or run.t
    log.stopped = ("error at t = %.14g s: %s"):format(t, text)
    error(errors.new {
        message = ("the simulation of '%s' stopped at t = %.14g s: %s"):format(run.m:name(), t, text), ["function"] = "simulate",
        what = text, t = t, q = stepper.q, v = Vector(stepper.v), log = log, joint = joint, cause = not halted and problem or nil,
    }, 0)
end

-- ---- the method -----------------------------------------------------------------------------------------------------

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("simulate", 0):expected("Model", m) end
    local run = prepare(m, said)
    local ok, problem = errors.try(runs.go, run)
    run.bar:clear()
    if not ok then stop(run, problem) end
    return run.log
end
