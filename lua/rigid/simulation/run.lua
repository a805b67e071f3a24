-- A run of a simulation: forces, events and samples, from the table that init.lua prepares. Time goes in ticks of dt: at each
-- the controller is asked once and its torque held, and a sample is written; between ticks the core's stepper takes one step,
-- or as many as its tolerance asks for, or as freedoms that stop, slip or meet a limit cut it into. Where nothing has to be
-- asked in between, the core runs on through the ticks by itself. What cannot go on is raised as a Halt, or as whatever a
-- function of the caller's raised; run.doing then says whose it was, run.now when.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local crossings = require "rigid.simulation.crossings"
local logs = require "rigid.simulation.log"
local methods = require "rigid.simulation.method"
local registry = require "rigid.registry"
local pace = require "rigid.simulation.pace"
local refusals = require "rigid.simulation.refusals"
local resistance = require "rigid.simulation.resistance"
local with_state = require "rigid.simulation.with_state"

local stepper = inner.stepper
local halt, refused, demand, joint_of = refusals.halt, refusals.refused, refusals.demand, refusals.joint_of

local runs = {}

-- ---- forces ---------------------------------------------------------------------------------------------------------

-- Copy the numbers that a function of the caller's returned, one for each freedom, into the list out.
local function take(run, returned, out, letter)
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

-- How far it is: for the bar, and for who watches.
local function progress(run)
    run.bar:update((run.t - run.start) / run.duration)
    local watch = registry.running
    if watch then watch(run.m, run.t, function(q, v) stepper.state(run.stepper, q, v) end) end
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
local function control(run, t, q, v)
    run.doing, run.now = "controller", t
    take(run, run.controller(t, q, v), run.tau, "tau")
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
function runs.action(run)
    local external, continuous, forward_dynamics = run.external, run.continuous, runs.watched_dynamics()
    if external == nil and not continuous then return nil end
    local is_function = type(external) == "function"
    return function(t, q, v)
        run.now = t
        if continuous then control(run, t, q, v) end
        local wrenches = external
        if is_function then wrenches = push(run, t, q, v) end
        if forward_dynamics and wrenches then forward_dynamics(run.m, q, v, run.tau, wrenches) end
        return wrenches
    end
end

-- The watched forward dynamics, where frames are checked: it looks at the wrenches'.
function runs.watched_dynamics()
    local watch = package.loaded["rigid.frames.watch"]
    return watch and watch.is_watched "Model:forward_dynamics" and getmetatable(core.Model).__instance.__methods.forward_dynamics
end

-- ---- samples --------------------------------------------------------------------------------------------------------

local MOST_BYTES <const> = 1e9 -- that a log holds, its numbers as Vectors

-- More rows for samples, as long as they are not too many.
local function more(run)
    local count, bytes = logs.count(run.log), 8 * run.width + 250
    if count * bytes > MOST_BYTES then
        halt(("the log holds %d samples, %.1f GB: keep fewer of them, by sample = %.2g or so"):format(count, count * bytes * 1e-9,
            1.2 * run.duration * bytes / MOST_BYTES))
    end
    run.rows = logs.more(run.log, run.stepper, run.expected)
end

-- The state, as it stands, becomes a sample.
local function record(run)
    if run.continuous then demand(run, stepper.begin(run.stepper, run.t)) end -- so that tau is that of this state
    if not stepper.sample(run.stepper, run.rows, run.t, run.tau) then
        more(run)
        stepper.sample(run.stepper, run.rows, run.t, run.tau)
    end
end

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
    runs.renew(run) -- act may have changed the model
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

-- What was struck, an event for each two that met; the impulse is all that the first got. One that would have come back within a
-- step stays, and an event says so.
local function strike(run, struck, settled)
    local of = {}
    for _, one in ipairs(struck) do
        local name = ("%s: %s"):format(one.contact, one.other)
        local event = of[name]
        if event then
            event.impulse = event.impulse + one.impulse
        else
            event = {name = name, t = run.t, sample = math.max(1, logs.count(run.log)), contact = one.contact, other = one.other,
                point = one.point, impulse = one.impulse}
            of[name] = event
            logs.tell(run.log, event)
        end
    end
    local first = settled and struck[1]
    if first then
        logs.tell(run.log, {name = ("%s: %s: bounces no more"):format(first.contact, first.other), t = run.t, contact = first.contact,
            other = first.other, sample = math.max(1, logs.count(run.log))})
    end
end

local function tell(run, happened)
    for _, one in ipairs(happened) do
        local name = joint_of(run.m, one[1])
        local event = {name = ("%s: %s"):format(name, one[2]), joint = name, t = run.t, impulse = one[3] ~= 0 and one[3] or nil}
        event.sample = math.max(1, logs.count(run.log))
        logs.tell(run.log, event)
    end
end

-- What friction or a limit held, and the forces of this tick no longer let it hold.
local function let_go(run)
    local s = run.stepper
    if not run.resists.friction and not run.resists.lower or stepper.touches(s) then return end
    demand(run, stepper.begin(s, run.t))
    if stepper.lets_go(s) then tell(run, stepper.happened(s)) end
end

-- What happened to freedoms that stopped, slipped or met a limit in the step accepted last. The row before it becomes a
-- sample where a limit was met.
local function meet(run, keeps_row)
    local happened, met = stepper.happened(run.stepper), false
    local struck, settled = stepper.struck(run.stepper)
    for _, one in ipairs(happened) do met = met or one[3] ~= 0 end
    met = met or #struck > 0
    if met and keeps_row then stepper.keep(run.rows) end
    tell(run, happened)
    strike(run, struck, settled)
    if met then record(run) end
end

-- ---- steps ----------------------------------------------------------------------------------------------------------

local function holds(of) return of.friction ~= nil or of.lower ~= nil end

-- Whether the run's stepper is still that of the model; where joints resist otherwise than before, told so.
local function is_fresh(run)
    local same, changed = stepper.fresh(run.stepper, run.m)
    if not same or not changed then return same end
    local before = run.resists
    run.resists = resistance.of(run.m, run.asked, run.q)
    run.resists.notes = before.notes
    if holds(before) ~= holds(run.resists) then return false end
    resistance.configure(run.stepper, run.resists)
    return true
end

-- The run's stepper, made anew where the model has another structure, or friction and limits where it had none, or the method is another.
function runs.renew(run, method)
    local m, old = run.m, run.stepper
    if old and not method and is_fresh(run) then return end
    if m:nq() ~= #run.seen_q or m:nv() ~= #run.seen_v then
        halt(("the model was changed: it has nq %d and nv %d now, and %d and %d when the run began"):format(m:nq(), m:nv(),
            #run.seen_q, #run.seen_v))
    end
    run.method = method or run.method
    local s = resistance.stepper(m, run.method, run.resists)
    local action = runs.action(run)
    if action then stepper.act(s, action, run.seen_q, run.seen_v, run.tau) end
    stepper.tolerate(s, run.tolerance, run.dt)
    if old then
        local steps, rejected, work, lost, singular, t = stepper.told(old)
        if singular < run.singular then run.singular, run.time_singular = singular, t end
        run.steps, run.rejected, run.work, run.lost = run.steps + steps, run.rejected + rejected, run.work + work, run.lost + lost
        stepper.state(old, run.q, run.v)
    end
    stepper.set(s, run.q, run.v)
    stepper.torque(s, run.tau)
    run.stepper = s
end

-- "auto" looks after so many steps whether the method goes on well: where the explicit one takes too many a tick, the other is tried, and
-- kept where its steps, which cost more, are so much longer. A motion that is fast is not stiff: then the next trial comes later.
-- All is counted in steps, so that a run is the same each time.
local LOOK <const>, TRIAL <const> = 2000, 500
local MOST_STEPS <const> = 50 -- in a tick
local WORTH <const> = 3 -- steps of the one by steps of the other

-- From here on steps are counted, until so many are taken.
local function count_from(run, many)
    local steps = (stepper.told(run.stepper))
    run.look = {at = steps + many, steps = steps, t = run.t}
end

local function change(run, method, why)
    run.tolerance = methods.tolerance(method, run.said_tolerance, true)
    runs.renew(run, method)
    run.log.why = why
end

local function reconsider(run)
    local look = run.look
    local steps = (stepper.told(run.stepper)) - look.steps
    local each = (run.t - look.t) / steps -- s of motion
    if run.method ~= "implicit" then
        run.before = each
        local slow = each * MOST_STEPS < run.dt
        if slow then change(run, "implicit", ("rkmk45 took more than %d steps a tick at t = %.6g s"):format(MOST_STEPS, run.t)) end
        count_from(run, slow and TRIAL or LOOK)
    elseif each < WORTH * run.before then
        change(run, "rkmk45", ("the motion is fast rather than stiff: steps of implicit were no longer at t = %.6g s"):format(run.t))
        run.patience = 2 * (run.patience or LOOK)
        count_from(run, run.patience)
    else
        run.look = nil
    end
end

local function look_at_steps(run)
    pace.check(run)
    if run.look and (stepper.told(run.stepper)) >= run.look.at then reconsider(run) end
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
        if how == "refused" then refused(run, why, freedom) end
        if how == "full" then more(run) end
        if how == "event" then meet(run, true) end
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
        control(run, run.t, run.seen_q, run.seen_v)
        stepper.torque(run.stepper, run.tau)
    end
    runs.renew(run)
    if tick % run.every == 0 then record(run) end
    let_go(run)
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
                more(run)
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
    if run.by_itself and run.method ~= "implicit" then count_from(run, LOOK) end
    if not asked then
        run_on(run, 0, run.ticks, false)
    else
        local tick = 0
        while tick < run.ticks and not run.log.stopped do tick = one_tick(run, tick) end
    end
    if not run.log.stopped then record(run) end
end

return runs
