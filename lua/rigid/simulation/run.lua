-- A run of a simulation: forces, events and samples, from the table that init.lua prepares. Time goes in ticks of dt: at each
-- the controller is asked once and its torque held, and a sample is written; between ticks the core's stepper takes one step,
-- or as many as its tolerance asks for, or as freedoms that stop, slip or meet a limit cut it into. Where nothing has to be
-- asked in between, the core runs on through the ticks by itself. What cannot go on is raised as a Halt, or as whatever a
-- function of the caller's raised; run.doing then says whose it was, run.now when.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local crossings = require "rigid.simulation.crossings"
local forces = require "rigid.simulation.forces"
local happenings = require "rigid.simulation.happenings"
local logs = require "rigid.simulation.log"
local registry = require "rigid.registry"
local pace = require "rigid.simulation.pace"
local refusals = require "rigid.simulation.refusals"
local steppers = require "rigid.simulation.steppers"
local with_state = require "rigid.simulation.with_state"

local stepper = inner.stepper
local halt, refused, demand = refusals.halt, refusals.refused, refusals.demand
local take, record, meet = forces.take, happenings.record, happenings.meet

local runs = {}

-- How far it is: for the bar, and for who watches.
local function progress(run)
    run.bar:update((run.t - run.start) / run.duration)
    local watch = registry.running
    if watch then watch(run.m, run.t, function(q, v) stepper.state(run.stepper, q, v) end) end
end

-- ---- events of the caller's -------------------------------------------------------------------------------------------

local function energy(run)
    stepper.state(run.stepper, run.q, run.v)
    return logs.energy_of(run.m, run.q, run.v)
end

-- What an event does to the state: act may return a new q and a new v.
local function act(run, event)
    run.doing = ("event '%s'"):format(event.name)
    stepper.state(run.stepper, run.seen_q, run.seen_v)
    local before = energy(run)
    local q, v = event.act(run.t, run.seen_q, run.seen_v)
    stepper.state(run.stepper, run.q, run.v)
    if v ~= nil then take(run, v, run.v, "v") end
    if q ~= nil then
        local moved, problem = arguments.try(inner.asked.integrate, run.m, q, run.no_motion)
        if not moved then halt("q: " .. problem.what) end
        run.q = moved
    end
    run.doing = nil
    run.free = nil
    steppers.renew(run) -- act may have changed the model
    if q ~= nil or v ~= nil then stepper.set(run.stepper, run.q, run.v) end
    run.given = run.given + energy(run) - before
    if q ~= nil or v ~= nil then record(run) end
end

local function remember(run)
    for _, event in ipairs(run.events) do event.value = crossings.watch(run, event, run.t, stepper.state) end
end

-- After a step: fire the events whose functions have changed sign.
local function fire(run)
    local fired
    for _, event in ipairs(run.events) do
        local value = crossings.watch(run, event, run.t, stepper.state)
        if event.crosses(event.value, value) then
            fired = fired or {}
            fired[#fired + 1] = event
        end
        event.value = value
    end
    if not fired then return end
    for _, event in ipairs(fired) do
        record(run)
        logs.tell(run.log, {name = event.name, t = run.t, sample = logs.count(run.log)})
        if event.act then act(run, event) end
        if event.stop then run.log.stopped = ("event '%s'"):format(event.name) end
    end
    remember(run)
end

-- ---- steps ----------------------------------------------------------------------------------------------------------

local function look_at_steps(run)
    pace.check(run)
    steppers.look(run)
end

-- From run.t to the next tick, or to an event that ends the run, step by step.
local function advance(run, target)
    while run.t < target and not run.log.stopped do
        local h, s = target - run.t, run.stepper
        run.now = run.t
        local taken = demand(run, stepper.pace(s, run.t, h))
        local size = crossings.first(run, run.t, taken)
        local ended = demand(run, stepper.accept(s))
        run.t = size == h and target or run.t + size
        if ended then meet(run) end
        fire(run)
        look_at_steps(run)
        progress(run)
    end
end

-- Ticks from `tick` to before `last` by the core alone; returns the tick that it stands at.
local function run_on(run, tick, last, sampled)
    local s, how, _, why, freedom = run.stepper
    repeat
        run.now = run.t
        how, tick, run.t, sampled, _, why, freedom = stepper.run(s, run.rows, tick, last, run.ticks, run.every, run.start, run.dt,
            run.ends, run.t, sampled, math.min(run.look and run.look.at or math.maxinteger, pace.room(run)))
        run.now = run.t -- of what stops it now: when the core came back last depends on the clock
        if how == "refused" then refused(run, why, freedom) end
        if how == "full" then happenings.more(run) end
        if how == "event" then
            meet(run, true)
            progress(run) -- where events are many the core never tires
        end
        if how == "tired" then
            progress(run)
            look_at_steps(run)
            s = run.stepper
        end
    until how == "done"
    return tick
end

-- A tick at which something is asked.
local function one_tick(run, tick)
    run.now = run.t
    if run.controller and not run.continuous then
        stepper.state(run.stepper, run.seen_q, run.seen_v)
        forces.control(run, run.t, run.seen_q, run.seen_v)
        stepper.torque(run.stepper, run.tau)
    end
    steppers.renew(run)
    if tick % run.every == 0 then record(run) end
    happenings.let_go(run)
    if #run.events == 0 then
        run_on(run, tick, tick + 1, true)
        progress(run)
    else
        advance(run, tick + 1 < run.ticks and run.start + (tick + 1) * run.dt or run.ends)
    end
    return tick + 1
end

-- A run whose controller has a state of its own, which is integrated with the motion.
local function go_with_state(run)
    run.apart = true
    local fine, problem = with_state.go(run, function(y, tick)
        run.t = y.t
        stepper.set(run.stepper, y.q, y.v)
        for k = 1, #run.tau do run.tau[k] = y.tau[k] end
        if tick % run.every == 0 or tick == run.ticks then
            if not stepper.sample(run.stepper, run.rows, run.t, run.tau) then
                happenings.more(run)
                stepper.sample(run.stepper, run.rows, run.t, run.tau)
            end
        end
        progress(run)
    end)
    run.steps, run.rejected = run.steps + run.taken, run.rejected + run.refused
    if not fine then halt(problem) end
end

-- The whole of it.
function runs.go(run)
    if with_state.takes(run) then return go_with_state(run) end
    with_state.restart(run.controller)
    local asked = run.controller or #run.events > 0 or type(run.external) == "function"
    remember(run)
    steppers.begin(run)
    if not asked then
        run_on(run, 0, run.ticks, false)
    else
        local tick = 0
        while tick < run.ticks and not run.log.stopped do tick = one_tick(run, tick) end
    end
    if not run.log.stopped then record(run) end
end

return runs
