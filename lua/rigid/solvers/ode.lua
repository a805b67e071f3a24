-- rigid.ode(f, x0, {t0, t1}): x' = f(t, x) by Dormand and Prince's method of order 5 with steps that keep a tolerance, or by steps of
-- one length; between steps by the polynomial of order 4 that belongs to it, or by Hermite's cubic. Events are signs that change,
-- looked for along that. [Hairer, Nørsett, Wanner 1993, II.4 to II.6]
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local said = require "rigid.solvers.said"

local Vector = core.Vector

local OPTIONS <const> = arguments.fields "method tolerance dt most_steps events"
local METHODS <const> = {"dopri5", "rk4", "midpoint", "euler", dopri5 = true, rk4 = true, midpoint = true, euler = true}

-- ---- one step -------------------------------------------------------------------------------------------------------

local function derivative(run, t, x)
    return Vector(said.result("ode", "the function", run.f(t, run.scalar and x[1] or x), run.n))
end

local steps = {}

function steps.euler(_, _, x, k1, h) return x + k1 * h end

function steps.midpoint(run, t, x, k1, h) return x + derivative(run, t + h / 2, x + k1 * (h / 2)) * h end

function steps.rk4(run, t, x, k1, h)
    local k2 = derivative(run, t + h / 2, x + k1 * (h / 2))
    local k3 = derivative(run, t + h / 2, x + k2 * (h / 2))
    local k4 = derivative(run, t + h, x + k3 * h)
    return x + (k1 + k2 * 2 + k3 * 2 + k4) * (h / 6)
end

-- x at the end, the derivative there, the error, and what the polynomial between needs.
local function dopri5(run, t, x, k1, h)
    local k2 = derivative(run, t + h / 5, x + k1 * (h / 5))
    local k3 = derivative(run, t + 3 * h / 10, x + (k1 * (3 / 40) + k2 * (9 / 40)) * h)
    local k4 = derivative(run, t + 4 * h / 5, x + (k1 * (44 / 45) - k2 * (56 / 15) + k3 * (32 / 9)) * h)
    local k5 = derivative(run, t + 8 * h / 9,
        x + (k1 * (19372 / 6561) - k2 * (25360 / 2187) + k3 * (64448 / 6561) - k4 * (212 / 729)) * h)
    local k6 = derivative(run, t + h,
        x + (k1 * (9017 / 3168) - k2 * (355 / 33) + k3 * (46732 / 5247) + k4 * (49 / 176) - k5 * (5103 / 18656)) * h)
    local y = x + (k1 * (35 / 384) + k3 * (500 / 1113) + k4 * (125 / 192) - k5 * (2187 / 6784) + k6 * (11 / 84)) * h
    local k7 = derivative(run, t + h, y)
    local err = (k1 * (71 / 57600) - k3 * (71 / 16695) + k4 * (71 / 1920) - k5 * (17253 / 339200) + k6 * (22 / 525) - k7 * (1 / 40)) * h
    local dense = (k1 * (-12715105075 / 11282082432) + k3 * (87487479700 / 32700410799) - k4 * (10690763975 / 1880347072) +
        k5 * (701980252875 / 199316789632) - k6 * (1453857185 / 822651844) + k7 * (69997945 / 29380423)) * h
    return y, k7, err, dense
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

local function finite(x)
    for i = 1, #x do
        if x[i] - x[i] ~= 0 then return false end
    end
    return true
end

-- ---- a run ----------------------------------------------------------------------------------------------------------

local function error_size(x, y, err, tolerance)
    local worst = 0
    for i = 1, #x do
        local size = math.abs(err[i]) / (tolerance * (1e-3 + math.max(math.abs(x[i]), math.abs(y[i]))))
        if not (size <= worst) then worst = size end
    end
    return worst == worst and worst or math.huge
end

-- The first step: one that changes x by about a hundredth of its scale. [Hairer II.4]
local function first_step(x, k1, span)
    local rate = k1:norm()
    local h = rate > 0 and 0.01 * (x:norm() + 1e-3) / rate or 1e-3 * span
    return h == h and math.min(h, 0.1 * span) or 1e-6 * span
end

local function take(run, t, x, k1, h)
    if run.method == "dopri5" then
        local y, k2, err, dense = dopri5(run, t, x, k1, h)
        local size = finite(y) and error_size(x, y, err, run.tolerance) or math.huge
        return {t = t, h = h, x = x, y = y, k1 = k1, k2 = k2, dense = dense, size = size}
    end
    local y = steps[run.method](run, t, x, k1, h)
    if not finite(y) then return {size = math.huge} end
    return {t = t, h = h, x = x, y = y, k1 = k1, k2 = derivative(run, t + h, y), size = 0}
end

-- Where along a step the sign of an event changes, by halving.
local function locate(event, step, from)
    local low, high = 0.0, 1.0
    for _ = 1, 60 do
        local middle = 0.5 * (low + high)
        if middle == low or middle == high then break end
        if (event(step.t + middle * step.h, between(step, middle)) > 0) == (from > 0) then low = middle else high = middle end
    end
    return high
end

-- The events in a step, in order; the share where the first one that ends the run does.
local function happen(run, step)
    local found = {}
    for i, event in ipairs(run.events) do
        local before = event.last
        local after = event.f(step.t + step.h, step.y)
        event.last = after
        local up = run.direction * (after - before) > 0
        if before ~= 0 and (before > 0) ~= (after > 0) and (event.direction == 0 or (event.direction > 0) == up) then
            local s = locate(event.f, step, before)
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
    if not finite(k1) then arguments.no_answer("ode", ("the function is not finite at the beginning, t = %.9g"):format(t0)) end
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
                step.until_share = ended.s
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
            f = function(t, x) return said.number("ode", "an event", f(t, run.scalar and x[1] or x)) end,
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
    run.method = options.method == nil and "dopri5" or place:field("method"):word(options.method, METHODS)
    run.tolerance = said.positive(place:field "tolerance", options.tolerance, 1e-9)
    run.dt = said.positive(place:field "dt", options.dt, run.method ~= "dopri5" and math.max(math.abs(t1 - t0), 1e-300) / 1000 or nil)
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
