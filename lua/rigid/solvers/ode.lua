-- rigid.ode(f, x0, {t0, t1}): x' = f(t, x) by Dormand and Prince's method of order 5 with steps that keep a tolerance, or by steps of
-- one length; between steps by the polynomial of order 4 that belongs to it, or by Hermite's cubic. Events are signs that change,
-- looked for along that. What f is given is a copy of its own. [Hairer, Nørsett, Wanner 1993, II.4 to II.6]
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local runge_kutta = require "rigid.runge_kutta"
local said = require "rigid.solvers.said"

local Vector, combine, is_finite = core.Vector, runge_kutta.combine, said.is_finite

local OPTIONS <const> = arguments.fields "method tolerance dt most_steps events"
local METHODS <const> = {"dopri5", "rk4", "midpoint", "euler", dopri5 = true, rk4 = true, midpoint = true, euler = true}

local function derivative(run, t, x)
    return Vector(said.result("ode", "the function", run.f(t, run.scalar and x[1] or x:copy()), run.n))
end

-- ---- between steps --------------------------------------------------------------------------------------------------

-- x at the share s of a step.
local function between(step, s)
    local rest, way = 1 - s, step.y - step.x
    local bend = step.k1 * step.h - way
    local inner = way - step.k2 * step.h - bend
    if step.dense then inner = inner + step.dense * rest end
    return step.x + (way + (bend + inner * s) * rest) * s
end

-- ---- a run ----------------------------------------------------------------------------------------------------------

-- The greatest share of its tolerance that an error takes.
local function error_size(x, y, err, tolerance)
    local worst = 0
    for i = 1, #x do
        local size = math.abs(err[i]) / (tolerance * (1e-3 + math.max(math.abs(x[i]), math.abs(y[i]))))
        if size ~= size then return math.huge end
        worst = math.max(worst, size)
    end
    return worst
end

-- The first step: one that changes x by about a hundredth of its scale. [Hairer II.4]
local function first_step(x, k1, span)
    local rate = k1:norm()
    local h = rate > 0 and 0.01 * (x:norm() + 1e-3) / rate or 1e-3 * span
    return h == h and math.min(h, 0.1 * span) or 1e-6 * span
end

-- A step: y at its end, the derivatives k1 and k2 at both, how much of the tolerance its error takes, infinite where it is none.
local function take(run, t, x, k1, h)
    local by, k, step, y = run.by, {k1}, {t = t, h = h, x = x, k1 = k1, size = 0}, nil
    for i = 2, #by.a do
        y = combine(x, h, by.a[i], k)
        k[i] = derivative(run, t + by.c[i] * h, y)
    end
    if by.off then -- the last stage is the end
        step.y, step.k2, step.dense = y, k[#k], combine(run.zero, h, by.dense, k)
        step.size = error_size(x, y, combine(run.zero, h, by.off, k), run.tolerance)
    else
        step.y = combine(x, h, by.b, k)
        step.k2 = is_finite(step.y) and derivative(run, t + h, step.y) or step.y
    end
    if not (is_finite(step.y) and is_finite(step.k2)) then step.size = math.huge end
    return step
end

-- Where along a step an event that had the sign of `from` has it no longer, by halving.
local function locate(event, step, from)
    local low, high = 0.0, 1.0
    for _ = 1, 60 do
        local middle = 0.5 * (low + high)
        if middle == low or middle == high then break end
        if event.f(step.t + middle * step.h, between(step, middle)) * from > 0 then low = middle else high = middle end
    end
    return high
end

-- The events in a step, in order; the share where the first one that ends the run does. What is zero at the end of a step has
-- happened there, and does not happen again where the next begins.
local function happen(run, step)
    local found = {}
    for i, event in ipairs(run.events) do
        local before, after = event.last, event.f(step.t + step.h, step.y)
        event.last = after
        local up = run.direction * (after - before) > 0
        local changes = before > 0 and after <= 0 or before < 0 and after >= 0
        if changes and (event.direction == 0 or (event.direction > 0) == up) then
            local s = locate(event, step, before > 0 and 1 or -1)
            found[#found + 1] = {name = event.name, number = i, s = s, t = step.t + s * step.h, x = between(step, s), ends = event.ends}
        end
    end
    table.sort(found, function(a, b) return a.s < b.s end)
    for i, event in ipairs(found) do
        run.happened[#run.happened + 1] = event
        if event.ends then return event, i end
    end
end

local function give_up(t)
    arguments.no_answer("ode", ("from t = %.9g on no step keeps the tolerance: the solution or the function is not finite there, or the problem is stiff")
        :format(t))
end

local function go(run, x, t0, t1)
    local list, span = {}, math.abs(t1 - t0)
    local t, k1 = t0, derivative(run, t0, x)
    if not is_finite(k1) then arguments.no_answer("ode", ("the function is not finite at the beginning, t = %.9g"):format(t0)) end
    local h = run.dt or first_step(x, k1, span)
    while (t1 - t) * run.direction > 0 do
        if #list >= run.most then arguments.no_answer("ode", ("%d steps end at t = %.9g; most_steps lets it take more"):format(#list, t)) end
        local left = math.abs(t1 - t)
        local last = h >= left * (1 - 1e-12)
        local step = take(run, t, x, k1, (last and left or h) * run.direction)
        if step.size <= 1 then
            list[#list + 1] = step
            local ended = happen(run, step)
            if ended then
                return list, ended.t, ended.x
            end
            t, x, k1 = last and t1 or t + step.h, step.y, step.k2
        elseif run.dt then
            give_up(t)
        end
        if not run.dt then
            h = math.abs(step.h or h) * math.min(5, math.max(0.2, 0.9 * (step.size > 0 and step.size ^ -0.2 or 10)))
            if not (h >= 1e-14 * math.max(math.abs(t), span)) then give_up(t) end
        end
    end
    return list, t1, x
end

-- ---- the solution ---------------------------------------------------------------------------------------------------

local Solution = {__name = "Solution"}
Solution.__index = Solution

-- The step in which t lies.
local function step_at(steps_taken, t, direction)
    local low, high = 1, #steps_taken
    while low < high do
        local middle = (low + high + 1) // 2
        if (t - steps_taken[middle].t) * direction >= 0 then low = middle else high = middle - 1 end
    end
    return steps_taken[low]
end

local hidden = setmetatable({}, {__mode = "k"}) -- by solution: its steps

function Solution:__call(t)
    local own = hidden[self]
    t = arguments.at("solution", 1):finite(t)
    local low, high = math.min(self.t0, self.t1), math.max(self.t0, self.t1)
    if t < low or t > high then arguments.at("solution", 1):bad("time from %.9g to %.9g expected, got %.9g", low, high, t) end
    local x = own.x0
    if #own.list > 0 then
        local step = step_at(own.list, t, own.direction)
        x = t == self.t1 and own.x1 or between(step, (t - step.t) / step.h)
    end
    if own.scalar then return x[1] end
    return x:copy()
end

function Solution:__tostring()
    return ("Solution from t = %.6g to %.6g, %d steps, %d events"):format(self.t0, self.t1, self.steps, #self.events)
end

local function read_events(place, events, run)
    local list = {}
    if events == nil then return list end
    for i = 1, place:list(events, "list of functions, or of {f =, name =, direction =, ends =}") do
        local here, event = place:entry(i), rawget(events, i)
        if type(event) ~= "table" then event = {f = event} end
        local o = here:options(event, arguments.fields "f name direction ends")
        local f = said.callable(here:field "f", o.f, "function of t and x")
        list[i] = {
            name = o.name == nil and ("event %d"):format(i) or here:field("name"):text(o.name, "name"),
            direction = o.direction == nil and 0 or here:field("direction"):integer(o.direction, -1, 1),
            ends = o.ends ~= nil and here:field("ends"):boolean(o.ends) or false,
            f = function(t, x)
                local sign = said.number("ode", "an event", f(t, run.scalar and x[1] or x:copy()))
                if sign ~= sign then arguments.no_answer("ode", ("the event %d is NaN at t = %.9g"):format(i, t)) end
                return sign
            end,
        }
    end
    return list
end

return function(f, x0, times, options)
    local run = {f = said.callable(arguments.at("ode", 1), f, "function of t and x"), scalar = type(x0) == "number", happened = {}}
    local x = said.vector(arguments.at("ode", 2), x0)
    local place = arguments.at("ode", 3)
    if type(times) ~= "table" or rawlen(times) ~= 2 then place:expected("{t0, t1}", times) end
    local t0, t1 = place:entry(1):finite(times[1]) + 0.0, place:entry(2):finite(times[2]) + 0.0
    place = arguments.at("ode", 4)
    options = options == nil and {} or place:options(options, OPTIONS)
    run.n, run.direction = #x, t1 >= t0 and 1 or -1
    run.by = runge_kutta[options.method == nil and "dopri5" or place:field("method"):word(options.method, METHODS)]
    run.zero = Vector(run.n)
    run.tolerance = said.positive(place:field "tolerance", options.tolerance, 1e-9)
    run.dt = said.positive(place:field "dt", options.dt, not run.by.off and math.max(math.abs(t1 - t0), 1e-300) / 1000 or nil)
    run.most = options.most_steps == nil and 1000000 or place:field("most_steps"):integer(options.most_steps, 1, 1 << 40)
    run.events = read_events(place:field "events", options.events, run)
    for _, event in ipairs(run.events) do event.last = event.f(t0, x) end
    local list, ended, x1 = go(run, x, t0, t1)
    local solution = {t0 = t0, t1 = ended, steps = #list, events = {}}
    for i, event in ipairs(run.happened) do
        solution.events[i] = {name = event.name, number = event.number, t = event.t, x = run.scalar and event.x[1] or event.x}
    end
    hidden[solution] = {list = list, x0 = x, x1 = x1, direction = run.direction, scalar = run.scalar}
    return setmetatable(solution, Solution)
end
