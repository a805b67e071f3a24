-- m:simulate{..}: the motion of a model in time, under a controller, external wrenches, the damping and friction of its
-- joints and events, as a Log. Here is what may be asked for, and how a run that cannot go on is reported: the error that
-- is raised is a value with the log so far in it. How a run goes is in run.lua; its steps are the core's (src/bind/stepper.c).
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local crossings = require "rigid.simulation.crossings"
local logs = require "rigid.simulation.log"
local methods = require "rigid.simulation.method"
local momentum = require "rigid.simulation.momentum"
local pace = require "rigid.simulation.pace"
local progress = require "rigid.progress"
local registry = require "rigid.registry"
local refusals = require "rigid.simulation.refusals"
local resistance = require "rigid.simulation.resistance"
local runs = require "rigid.simulation.run"
local steppers = require "rigid.simulation.steppers"

local Vector = core.Vector
local stepper = inner.stepper

-- ---- what may be said -----------------------------------------------------------------------------------------------

local FIELDS = arguments.fields [[q v t duration dt method tolerance controller continuous external damping friction limits restitution effort
    events on sample log progress most_steps]]
local LOG = arguments.fields "every"
local EVENT = arguments.fields "name watch direction stop act tolerance"
local DIRECTIONS = {"rising", "falling", "both", rising = 1, falling = 2, both = 3}

local function callable(place, value)
    local metatable = type(value) ~= "function" and debug.getmetatable(value)
    if type(value) == "function" or type(metatable) == "table" and rawget(metatable, "__call") then return value end
    return place:expected("function", value)
end

local function read_event(place, said)
    said = place:options(said, EVENT)
    return {
        name = place:field("name"):text(said.name, "name of the event"),
        watch = callable(place:field "watch", said.watch),
        crosses = crossings.crosses[said.direction == nil and "both" or place:field("direction"):word(said.direction, DIRECTIONS)],
        stop = said.stop ~= nil and place:field("stop"):boolean(said.stop),
        act = said.act ~= nil and callable(place:field "act", said.act) or nil,
        tolerance = said.tolerance == nil and 1e-12 or place:field("tolerance"):positive(said.tolerance),
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

local switch <const> = resistance.switch

-- Every how many ticks a sample is kept: of log = {every = n}, or of sample = s.
local function read_every(place, said, dt)
    local every = 1
    if said.log ~= nil then
        local here = place:field "log"
        every = here:options(said.log, LOG).every
        every = every == nil and 1 or here:field("every"):integer(every, 1, math.maxinteger)
    end
    if said.sample == nil then return every end
    if said.log ~= nil then place:field("sample"):bad "either this, or log = {every = n}" end
    return math.max(1, math.tointeger(math.floor(place:field("sample"):positive(said.sample) / dt + 0.5)) or 1)
end

-- The method, and the stepper of it.
local function choose_method(place, m, said, run)
    local name = said.method == nil and "auto" or place:field("method"):word(said.method, methods.names)
    run.by_itself = name == "auto"
    run.said_tolerance = said.tolerance ~= nil and place:field("tolerance"):positive(said.tolerance) or nil
    run.method, run.tolerance = run.by_itself and "rkmk45" or name, 0
    steppers.renew(run)
    local stiff = methods.stiffness(m, run.stepper)
    if run.by_itself then
        name, run.log.why = methods.choose(stiff, run.dt)
    else
        local problem = methods.foresee(name, stiff, run.dt)
        if problem then place:field("dt"):bad("%s", problem) end
    end
    run.tolerance = methods.tolerance(name, run.said_tolerance, run.by_itself)
    steppers.renew(run, name)
end

local CLOSED <const> = 1e-6 -- m, rad: what is open by less is not spoken of

-- A run begins where the loops are closed, with velocities that keep them so; what was brought there is said.
local function close_loops(place, run)
    local open, left, speed, torn = stepper.assemble(run.stepper)
    if torn then place:field("q"):bad("%s", (select(2, run.m:assemble(run.q)))) end
    stepper.state(run.stepper, run.q, run.v)
    local notes = {}
    if open > CLOSED then
        notes[1] = ("the loops were open by %.3g (m or rad) at the q that was given: the run begins where m:assemble(q) closes them"):format(open)
    elseif speed > CLOSED then
        notes[1] = ("the loops would have opened at %.3g (m/s or rad/s) by the v that was given: the run begins with the nearest that they allow"):format(speed)
    end
    if left > CLOSED then notes[#notes + 1] = ("the loops are open by %.3g (m or rad): nearer they do not close"):format(left) end
    run.of_loops = notes
end

local function prepare(m, said)
    local place = arguments.at("simulate", 1)
    said = place:options(said, FIELDS)
    local q, nv = said.q == nil and m:neutral() or place:field("q"):configuration(m, said.q), m:nv()
    local run = {
        m = m, start = said.t == nil and 0.0 or place:field("t"):finite(said.t),
        q = q, v = Vector(said.v == nil and nv or place:field("v"):numbers(said.v, nv, "v")):copy(),
        duration = place:field("duration"):positive(said.duration),
        dt = said.dt == nil and 1e-3 or place:field("dt"):positive(said.dt),
        controller = said.controller ~= nil and callable(place:field "controller", said.controller) or nil,
        external = read_external(place:field "external", m, q, said.external),
        events = read_events(place:field "events", said.events),
        seen_q = Vector(m:nq()), seen_v = Vector(nv), no_motion = Vector(nv), tau = Vector(nv),
        steps = 0, rejected = 0, work = 0.0, lost = 0.0, given = 0.0, singular = 1.0,
        most_steps = said.most_steps ~= nil and place:field("most_steps"):integer(said.most_steps, 1, math.maxinteger) or nil,
    }
    pace.begin(run)
    check_ticks(place, run.start, run.duration, run.dt)
    run.ticks, run.ends = math.max(1, math.ceil(run.duration / run.dt - 1e-9)), run.start + run.duration
    run.continuous = switch(place, said, "continuous", false) and run.controller ~= nil
    run.asked = resistance.read(place, said)
    run.resists = resistance.of(m, run.asked, run.q)
    if switch(place, said, "effort", false) then run.effort, run.cut = m:limits().effort, {} end
    run.every = read_every(place, said, run.dt)
    run.width = 1 + m:nq() + 2 * m:nv() + 8 * #m:contacts() -- of a sample, in numbers
    run.t, run.log, run.expected = run.start, logs.of_run(m), run.ticks // run.every + 2
    choose_method(place, m, said, run)
    close_loops(place, run)
    run.rows = logs.more(run.log, run.stepper, run.expected)
    run.bar = progress.bar(said.progress ~= nil and not place:field("progress"):boolean(said.progress))
    run.energy = logs.energy_of(m, run.q, run.v)
    run.free = run.external == nil and momentum.free(m) or nil
    run.momentum = run.free and momentum.at(m, run.q, run.v)
    return run
end

local SINGULAR <const> = 1e-2 -- of the loops' usual condition: what is nearer to a singular configuration than that is said

-- What is to be noted: how it began, and how near the loops came to where they are singular.
local function notes_of(run, singular, t)
    local notes = table.move(run.resists.notes or {}, 1, #(run.resists.notes or {}), 1, {})
    table.move(run.of_loops, 1, #run.of_loops, #notes + 1, notes)
    if singular < run.singular then run.singular, run.time_singular = singular, t end
    if run.singular < SINGULAR then
        notes[#notes + 1] = ("the loops passed by a singular configuration at t = %.6g s (%.2g of their usual condition): there they hold fewer"
            .. " freedoms, which way they go on is not determined, and errors grow; the default method and smaller steps are surer near it"):format(
            run.time_singular, run.singular)
    end
    return #notes > 0 and notes or nil
end

-- What a run tells at its end, however that came.
local function conclude(run)
    local log, m = run.log, run.m
    local steps, rejected, work, lost, singular, t_singular = stepper.told(run.stepper)
    log.method, log.dt, log.steps, log.rejected = run.method, run.dt, run.steps + steps, run.rejected + rejected
    local touches, residual, iterations = stepper.touches(run.stepper)
    if touches then log.residual, log.iterations = residual, iterations end
    log.notes = notes_of(run, singular, t_singular)
    stepper.state(run.stepper, run.q, run.v)
    if m:nq() ~= #run.q or m:nv() ~= #run.v then return end -- a function of the caller's has changed it
    if registry.running then registry.running(m, run.t, function(q, v) stepper.state(run.stepper, q, v) end, true) end
    if run.apart then return end -- with_state.lua keeps no account of the energy
    local ok, energy = errors.try(logs.energy_of, m, run.q, run.v)
    if not ok then return end -- of a state that is not finite
    work, lost = run.work + work + run.given, run.lost + lost
    log.balance = {energy = energy - run.energy, work = work, lost = lost, drift = energy - run.energy - work + lost}
    if run.free then log.balance.momentum = momentum.drift(m, run.momentum, momentum.at(m, run.q, run.v), run.t - run.start) end
end

-- ---- why a run stopped ----------------------------------------------------------------------------------------------

local EXTERNAL <const> = 4 -- among the arguments of forward_dynamics

-- What went wrong, as an error value, a text, or whatever a function of the caller's raised: in words, and the joint where
-- one is to blame. Of what forward_dynamics was given, the torques and the state are the run's own.
local function explain(run, problem)
    local m, said = run.m, run.doing and run.doing .. ": " or ""
    if m:nq() ~= #run.seen_q or m:nv() ~= #run.seen_v then
        return ("%sthe model was changed: it has nq %d and nv %d now, and %d and %d when the run began"):format(said, m:nq(), m:nv(),
            #run.seen_q, #run.seen_v)
    end
    if run.doing or not errors.is(problem) then return said .. (errors.is(problem) and tostring(problem) or errors.what(problem)) end
    if problem.argument == EXTERNAL then
        return ("external: what it returned is refused: %s"):format(errors.detail(problem))
    elseif problem.argument then
        return "the state is no longer finite"
    end
    return problem.what, problem.joint
end

-- Where a run stood: time and state. What breaks it off from outside, as Ctrl-C does, may come when the core has gone on and nobody
-- has noted it yet; then it is the last sample.
local function standing(run, is_from_outside)
    local log, t = run.log, run.now or run.t
    local n = is_from_outside and #log or 0
    if n > 0 and log.t[n] > t then return log.t[n], log.q[n]:copy(), log.v[n]:copy() end
    return t, run.q:copy(), run.v:copy()
end

-- The error of a run: an error value with t, q, v, log, joint (where one is to blame), cause (what was raised, if something
-- was).
local function stop(run, problem)
    local _ <close> = inner.locale.plain()
    local halted = debug.getmetatable(problem) == refusals.Halt
    local text, joint
    if halted then
        text, joint = (run.doing and run.doing .. ": " or "") .. problem.text, problem.joint
    else
        text, joint = explain(run, problem)
    end
    local log, t, q, v = run.log, standing(run, not halted and not run.doing and not errors.is(problem))
    log.stopped = ("error at t = %.14g s: %s"):format(t, text)
    error(errors.new {
        message = ("the simulation of '%s' stopped at t = %.14g s: %s"):format(run.m:name(), t, text), ["function"] = "simulate",
        what = text, t = t, q = q, v = v, log = log, joint = joint, cause = not halted and problem or nil,
    }, 0)
end

-- ---- the method -----------------------------------------------------------------------------------------------------

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("simulate", 0):expected("Model", m) end
    local run = prepare(m, said)
    local ok, problem = errors.try(runs.go, run)
    run.bar:clear()
    conclude(run)
    if not ok then stop(run, problem) end
    return run.log
end
