-- How many steps a run may take. What grows and grows, by a controller that feeds it or for want of inertia, asks for ever shorter steps
-- and never ends: so many are let go without a word, to begin with, for each tick, and for each second of motion, or as many as
-- were said. They are looked at by their number, not by the clock, so that a run ends at the same place each time.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local refusals = require "rigid.simulation.refusals"

local stepper = inner.stepper

local FREE <const>, EACH_TICK <const>, EACH_SECOND <const> = 1e5, 200, 1e5
local GLANCE <const> = 20000 -- steps between two looks

local pace = {}

-- The number of the fastest freedom.
local function fastest(v)
    local at = 1
    for k = 2, #v do
        if math.abs(v[k]) > math.abs(v[at]) then at = k end
    end
    return at
end

local function next_glance(run, steps) return math.min(steps + GLANCE, run.most_steps and run.most_steps + 1 or math.maxinteger) end

function pace.begin(run) run.glance, run.glanced = next_glance(run, 0), {steps = 0, t = run.start} end

-- How many steps the run's own stepper may come to until the next look.
function pace.room(run) return run.glance - run.steps end

function pace.check(run)
    local steps, gone, last = run.steps + (stepper.told(run.stepper)), run.t - run.start, run.glanced
    if steps < run.glance then return end
    if steps > (run.most_steps or FREE + EACH_TICK * gone / run.dt + EACH_SECOND * gone) then
        stepper.state(run.stepper, run.q, run.v)
        local k = fastest(run.v)
        local name = refusals.joint_of(run.m, k)
        refusals.halt(("%d steps were taken, the last %d of them for %.3g s: joint '%s' moves at v[%d] = %.4g. Is it fed by a controller, "
            .. "or does it carry hardly any inertia? most_steps lets it go on"):format(steps, steps - last.steps, run.t - last.t, name, k,
            run.v[k]), name)
    end
    run.glance, run.glanced = next_glance(run, steps), {steps = steps, t = run.t}
end

return pace
