-- The stepper of a run: the model's as it is, made anew where the model or the method has become another; and the method, where "auto" finds
-- on the way that the other would do better.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local forces = require "rigid.simulation.forces"
local methods = require "rigid.simulation.method"
local refusals = require "rigid.simulation.refusals"
local resistance = require "rigid.simulation.resistance"

local stepper, halt = inner.stepper, refusals.halt

local steppers = {}

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
function steppers.renew(run, method)
    local m, old = run.m, run.stepper
    if old and not method and is_fresh(run) then return end
    if m:nq() ~= #run.seen_q or m:nv() ~= #run.seen_v then
        halt(("the model was changed: it has nq %d and nv %d now, and %d and %d when the run began"):format(m:nq(), m:nv(),
            #run.seen_q, #run.seen_v))
    end
    run.method = method or run.method
    local s = resistance.stepper(m, run.method, run.resists)
    local action = forces.action(run)
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

-- ---- "auto" ---------------------------------------------------------------------------------------------------------

-- "auto" looks after so many steps whether the method goes on well: where the explicit one takes too many a tick, the other is tried, and
-- kept where its steps, which cost more, are so much longer. A motion that is fast is not stiff: then the next trial comes later.
-- All is counted in steps, so that a run is the same each time.
local LOOK <const>, TRIAL <const> = 2000, 500
local MOST_STEPS <const> = 50 -- in a tick
local WORTH <const> = 3 -- steps of the one by steps of the other

-- From here on steps are counted, until so many are taken.
function steppers.count_from(run, many)
    local steps = (stepper.told(run.stepper))
    run.look = {at = steps + many, steps = steps, t = run.t}
end

local function change(run, method, why)
    run.tolerance = methods.tolerance(method, run.said_tolerance, true)
    steppers.renew(run, method)
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
        steppers.count_from(run, slow and TRIAL or LOOK)
    elseif each < WORTH * run.before then
        change(run, "rkmk45", ("the motion is fast rather than stiff: steps of implicit were no longer at t = %.6g s"):format(run.t))
        run.patience = 2 * (run.patience or LOOK)
        steppers.count_from(run, run.patience)
    else
        run.look = nil
    end
end

function steppers.begin(run)
    if run.by_itself and run.method ~= "implicit" then steppers.count_from(run, LOOK) end
end

-- After steps: whether it is time to look.
function steppers.look(run)
    if run.look and (stepper.told(run.stepper)) >= run.look.at then reconsider(run) end
end

return steppers
