-- What happens in a run, told to its log: freedoms that meet a limit, stop or slip, what is struck, what is let go; and the samples that stand
-- beside it.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local logs = require "rigid.simulation.log"
local refusals = require "rigid.simulation.refusals"

local stepper = inner.stepper
local halt, demand, joint_of = refusals.halt, refusals.demand, refusals.joint_of

local happenings = {}

-- ---- samples --------------------------------------------------------------------------------------------------------

local MOST_BYTES <const> = 1e9 -- that a log holds, its numbers as Vectors

-- More rows for samples, as long as they are not too many.
function happenings.more(run)
    local count, bytes = logs.count(run.log), 8 * run.width + 250
    if count * bytes > MOST_BYTES then
        halt(("the log holds %d samples, %.1f GB: keep fewer of them, by sample = %.2g or so"):format(count, count * bytes * 1e-9,
            1.2 * run.duration * bytes / MOST_BYTES))
    end
    run.rows = logs.more(run.log, run.stepper, run.expected)
end

-- The state, as it stands, becomes a sample.
function happenings.record(run)
    if run.continuous then demand(run, stepper.begin(run.stepper, run.t)) end -- so that tau is that of this state
    if not stepper.sample(run.stepper, run.rows, run.t, run.tau) then
        happenings.more(run)
        stepper.sample(run.stepper, run.rows, run.t, run.tau)
    end
end

-- ---- events ---------------------------------------------------------------------------------------------------------

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
    local m, t, sample = run.m, run.t, math.max(1, logs.count(run.log))
    for _, one in ipairs(happened) do
        local name, impulse = joint_of(m, one[1]), one[3]
        logs.tell(run.log, {name = name .. ": " .. one[2], joint = name, t = t, sample = sample,
            impulse = impulse ~= 0 and impulse or nil})
    end
end

-- What friction or a limit held, and the forces of this tick no longer let it hold.
function happenings.let_go(run)
    local s = run.stepper
    if not run.resists.friction and not run.resists.lower or stepper.touches(s) then return end
    demand(run, stepper.begin(s, run.t))
    if stepper.lets_go(s) then tell(run, stepper.happened(s)) end
end

-- What happened to freedoms that stopped, slipped or met a limit in the step accepted last. The row before it becomes a
-- sample where a limit was met.
function happenings.meet(run, keeps_row)
    local happened, met = stepper.happened(run.stepper), false
    local struck, settled = stepper.struck(run.stepper)
    for _, one in ipairs(happened) do met = met or one[3] ~= 0 end
    met = met or struck and #struck > 0
    if met and keeps_row then stepper.keep(run.rows) end
    tell(run, happened)
    if struck then strike(run, struck, settled) end
    if met then happenings.record(run) end
end

return happenings
