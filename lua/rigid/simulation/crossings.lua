-- Events of the caller's: functions of the state whose sign changes, and where in a step that is.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner
local refusals = require "rigid.simulation.refusals"

local stepper = inner.stepper
local halt, demand = refusals.halt, refusals.demand

local crossings = {}

crossings.crosses = {
    rising = function(before, after) return before < 0 and after >= 0 end,
    falling = function(before, after) return before > 0 and after <= 0 end,
    both = function(before, after) return before < 0 and after >= 0 or before > 0 and after <= 0 end,
}

-- The value of an event's function at the state, or where the step tried ends.
function crossings.watch(run, event, t, where)
    run.doing, run.now = ("event '%s'"):format(event.name), t
    where(run.stepper, run.seen_q, run.seen_v)
    local value = event.watch(t, run.seen_q, run.seen_v)
    if type(value) ~= "number" or value ~= value then
        halt(("number expected from watch, and it returned %s"):format(arguments.describe(value)))
    end
    run.doing = nil
    return value
end

-- Which part of the way from x to y to try next, where f has the values fx and fy, and fz at the end z that was left: the
-- root of the parabola through the three by f, where that is monotonic between them, else the middle. [Chandrupatla 1997]
local function next_part(x, y, z, fx, fy, fz)
    local xi, phi = (x - y) / (z - y), (fx - fy) / (fz - fy)
    if not (phi * phi < xi and (1 - phi) * (1 - phi) < 1 - xi) then return 0.5 end
    return fx / (fy - fx) * (fz / (fy - fz)) + (z - x) / (y - x) * (fx / (fz - fx)) * (fy / (fz - fy))
end

-- How far into a step of size h from t the event comes: where its sign has just changed, to its tolerance. The step is
-- taken anew to each time that is tried: x is the latest of them, y the nearest on the other side of the event.
local function locate(run, event, t, h, at_end)
    local x, y, fx, fy = h, 0.0, at_end, event.value
    local behind, part = true, fx / (fx - fy) -- whether x is behind the event; a secant first
    while math.abs(y - x) > event.tolerance and (behind and fx or fy) ~= 0 do
        local least = 0.5 * event.tolerance / math.abs(y - x)
        if part ~= part then part = 0.5 end
        local middle = x + math.max(least, math.min(1 - least, part)) * (y - x)
        if middle == x or middle == y then break end
        demand(run, stepper.try(run.stepper, t, middle))
        local value = crossings.watch(run, event, t + middle, stepper.tried)
        local crossed = event.crosses(event.value, value)
        local z, fz = x, fx
        if crossed ~= behind then z, fz, y, fy = y, fy, x, fx end
        x, fx, behind = middle, value, crossed
        part = next_part(x, y, z, fx, fy, fz)
    end
    return behind and x or y
end

-- The size of the step just tried from t, or of a shorter one, taken instead, that ends with the first event in it.
function crossings.first(run, t, h)
    local first = h
    for _, event in ipairs(run.events) do
        local value = crossings.watch(run, event, t + h, stepper.tried)
        if event.crosses(event.value, value) then
            first = math.min(first, locate(run, event, t, h, value))
            demand(run, stepper.try(run.stepper, t, h)) -- which the next event looks at
        end
    end
    return first < h and demand(run, stepper.try(run.stepper, t, first)) or h
end

return crossings
