-- rigid.least_squares(f, x0): Levenberg and Marquardt's method, with bounds. A step is taken on the numbers that are free: one that
-- rests against its bound and is pushed outward stays. What a step would carry beyond a bound ends there. [Madsen, Nielsen, Tingleff
-- 2004, 3.2, for the damping; Kanzow, Yamashita, Fukushima 2004 for the projection]
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local said = require "rigid.solvers.said"

local Matrix, Vector = core.Matrix, core.Vector

local OPTIONS <const> = arguments.fields "lower upper jacobian iterations tolerance"
local MOST <const> = 1000 -- unknowns
local HUGE <const>, ROOT_EPSILON <const> = math.huge, 6e-6 -- eps^(1/3), for central differences

local function clamp(x, lower, upper) return math.min(math.max(x, lower), upper) end

local function residuals(problem, x, count) return Vector(said.result("least_squares", "the function", problem.f(Vector(x)), count)) end

local function cost_of(r)
    local sum = r:dot(r)
    return sum == sum and 0.5 * sum or HUGE
end

-- Central differences, one-sided where a bound is near.
local function differences(problem, x, r)
    local J = Matrix(#r, #x)
    for k = 1, #x do
        local h = ROOT_EPSILON * math.max(1e-3, math.abs(x[k]))
        local plus, minus, at = math.min(x[k] + h, problem.upper[k]), math.max(x[k] - h, problem.lower[k]), x[k]
        if plus > minus then
            x[k] = plus
            local above = residuals(problem, x, #r)
            x[k] = minus
            local below = residuals(problem, x, #r)
            x[k] = at
            for i = 1, #r do J:set(i, k, (above[i] - below[i]) / (plus - minus)) end
        end
    end
    return J
end

local function jacobian(problem, x, r)
    if not problem.jacobian then return differences(problem, x, r) end
    local J = problem.jacobian(Vector(x))
    local ok, M = pcall(Matrix, J)
    if not ok or M:rows() ~= #r or M:cols() ~= #x then
        arguments.at("least_squares", 3):field("jacobian"):bad("it gives %s where %d rows of %d numbers are wanted",
            ok and ("%dx%d"):format(M:rows(), M:cols()) or arguments.describe(J), #r, #x)
    end
    return M
end

-- Whether x[k] rests against a bound that the gradient pushes it against.
local function is_held(problem, x, g, k)
    return x[k] <= problem.lower[k] and g[k] > 0 or x[k] >= problem.upper[k] and g[k] < 0
end

-- The largest component of the gradient among what is free.
local function free_gradient(problem, x, g)
    local most = 0
    for k = 1, #x do
        if not is_held(problem, x, g, k) then most = math.max(most, math.abs(g[k])) end
    end
    return most
end

-- (JᵀJ + μ D) δ = −g over the free ones, D the diagonal of JᵀJ.
local function step_of(problem, x, H, g, damping)
    local n, M, right = #x, H:copy(), Vector(#x)
    local floor = 1e-12 * math.max(H:max(), 1e-300)
    for k = 1, n do
        if is_held(problem, x, g, k) then
            for j = 1, n do M:set(k, j, 0):set(j, k, 0) end
            M:set(k, k, 1)
        else
            M:set(k, k, H(k, k) + damping * math.max(H(k, k), floor))
            right:set(k, -g[k])
        end
    end
    local ok, step = pcall(M.solve, M, right)
    return ok and step or nil
end

local function search(problem, x, most, tolerance)
    local r = residuals(problem, x)
    local cost, damping, grow = cost_of(r), 1e-3, 2
    if cost == HUGE then arguments.no_answer("least_squares", "the function is not finite where the search begins") end
    for count = 1, most do
        local J = jacobian(problem, x, r)
        local T = J:transpose()
        local g, H = T * r, T * J
        if free_gradient(problem, x, g) <= 1e-15 * math.max(1, J:norm()) * math.max(r:norm(), 1e-300) then return x, r, J, count, true end
        while true do
            local step, trial, way = step_of(problem, x, H, g, damping), {}, 0
            for k = 1, #x do
                trial[k] = step and clamp(x[k] + step[k], problem.lower[k], problem.upper[k]) or x[k]
                way = math.max(way, math.abs(trial[k] - x[k]) / math.max(1e-3, math.abs(x[k])))
            end
            local r_new = way > 0 and residuals(problem, trial, #r)
            local better = r_new and cost_of(r_new) < cost
            if better then
                local gained = cost - cost_of(r_new)
                x, r, cost, damping, grow = trial, r_new, cost - gained, math.max(damping / 5, 1e-15), 2
                if way <= tolerance then return x, r, J, count, true end
                break
            end
            if way <= tolerance or damping > 1e15 then return x, r, J, count, true end
            damping, grow = damping * grow, grow * 2
        end
    end
    return x, r, nil, most, false
end

local function held_names(problem, x, J, r)
    local list, g = {}, J:transpose() * r
    for k = 1, #x do
        if is_held(problem, x, g, k) then list[#list + 1] = k end
    end
    return list
end

return function(f, x0, options)
    local problem = {f = said.callable(arguments.at("least_squares", 1), f, "function of a Vector")}
    local x = said.list(said.vector(arguments.at("least_squares", 2), x0, MOST))
    local place = arguments.at("least_squares", 3)
    options = options == nil and {} or place:options(options, OPTIONS)
    problem.lower = said.bounds(place:field "lower", options.lower, #x, -HUGE)
    problem.upper = said.bounds(place:field "upper", options.upper, #x, HUGE)
    for k = 1, #x do
        if problem.lower[k] > problem.upper[k] then
            place:field("lower"):bad("[%d] is %.6g, above the upper bound %.6g", k, problem.lower[k], problem.upper[k])
        end
        x[k] = clamp(x[k], problem.lower[k], problem.upper[k])
    end
    problem.jacobian = options.jacobian ~= nil and said.callable(place:field "jacobian", options.jacobian, "function of a Vector") or nil
    local most = options.iterations == nil and 200 or place:field("iterations"):integer(options.iterations, 1, 1000000)
    local tolerance = said.positive(place:field "tolerance", options.tolerance, 1e-12)
    local r, J, count, done
    x, r, J, count, done = search(problem, x, most, tolerance)
    J = J or jacobian(problem, x, r)
    local held = held_names(problem, x, J, r)
    return Vector(x), {
        success = done, cost = cost_of(r), residual = r:norm(), residuals = r, jacobian = J, iterations = count, bounds = held,
        sentence = ("%s after %d iterations, |r| = %.6g%s"):format(done and "settled" or "not settled", count, r:norm(),
            #held > 0 and (", against the bound of x[%s]"):format(table.concat(held, "], x[")) or ""),
    }
end
