-- rigid.minimize(f, x0): the quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno, projected onto bounds. What rests against a
-- bound and is pushed outward stays. [Nocedal & Wright 2006, ch. 6; Bertsekas 1982 for the projection]
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local said = require "rigid.solvers.said"

local Matrix, Vector = core.Matrix, core.Vector

local OPTIONS <const> = arguments.fields "lower upper gradient iterations tolerance"
local MOST <const> = 1000 -- unknowns
local HUGE <const>, ROOT_EPSILON <const> = math.huge, 6e-6

local function value(problem, x)
    local y = said.number("minimize", "the function", problem.f(Vector(x)))
    return y == y and y or HUGE
end

local function gradient(problem, x)
    if problem.gradient then return Vector(said.result("minimize", "the gradient", problem.gradient(Vector(x)), #x)) end
    local g = Vector(#x)
    for k = 1, #x do
        local at, h = x[k], ROOT_EPSILON * math.max(1e-2, math.abs(x[k]))
        local plus, minus = math.min(at + h, problem.upper[k]), math.max(at - h, problem.lower[k])
        if plus > minus then
            x[k] = plus
            local above = value(problem, x)
            x[k] = minus
            local below = value(problem, x)
            x[k] = at
            g:set(k, (above - below) / (plus - minus))
        end
    end
    return g
end

local function is_held(problem, x, g, k)
    return x[k] <= problem.lower[k] and g[k] > 0 or x[k] >= problem.upper[k] and g[k] < 0
end

local function free_part(problem, x, g)
    local p, most = g:copy(), 0
    for k = 1, #x do
        if is_held(problem, x, g, k) then p:set(k, 0) end
        most = math.max(most, math.abs(p[k]))
    end
    return p, most
end

-- Halve the step until it lowers the function enough; nil where none does.
local function line(problem, x, fx, g, direction)
    local size = 1.0
    for _ = 1, 60 do
        local trial, slope = {}, 0
        for k = 1, #x do
            trial[k] = math.min(math.max(x[k] + size * direction[k], problem.lower[k]), problem.upper[k])
            slope = slope + g[k] * (trial[k] - x[k])
        end
        local f = value(problem, trial)
        if slope < 0 and f <= fx + 1e-4 * slope then return trial, f end
        size = size * 0.5
    end
end

-- B ← (1 − s yᵀ/yᵀs) B (1 − y sᵀ/yᵀs) + s sᵀ/yᵀs, of the inverse Hessian, where yᵀs > 0.
local function update(B, s, y)
    local sy = s:dot(y)
    if not (sy > 1e-12 * s:norm() * y:norm()) then return B end
    local By = B * y
    local scale, n = 1 / sy + y:dot(By) / (sy * sy), #s
    for i = 1, n do
        for j = 1, n do B:set(i, j, B(i, j) + scale * s[i] * s[j] - (By[i] * s[j] + s[i] * By[j]) / sy) end
    end
    return B
end

local function search(problem, x, most, tolerance)
    local fx = value(problem, x)
    if fx == HUGE then arguments.no_answer("minimize", "the function is not finite where the search begins") end
    local g, B, fresh = gradient(problem, x), Matrix.identity(#x), true
    for count = 1, most do
        local p, size = free_part(problem, x, g)
        if size <= tolerance * math.max(1, math.abs(fx)) then return x, fx, count, true, size end
        local direction = free_part(problem, x, g) and B * -p
        for k = 1, #x do
            if p[k] == 0 then direction:set(k, 0) end
        end
        if not (direction:dot(p) < 0) then direction, B, fresh = -p, Matrix.identity(#x), true end
        if fresh then direction = direction * math.min(1, 1 / p:norm()) end
        local trial, f = line(problem, x, fx, g, direction)
        if not trial and fresh then return x, fx, count, size <= 1e-5 * math.max(1, math.abs(fx)), size end
        if not trial then
            B, fresh = Matrix.identity(#x), true
        else
            local g_new = gradient(problem, trial)
            B, fresh = update(B, Vector(trial) - Vector(x), g_new - g), false
            x, fx, g = trial, f, g_new
        end
    end
    local _, size = free_part(problem, x, g)
    return x, fx, most, false, size
end

return function(f, x0, options)
    local problem = {f = said.callable(arguments.at("minimize", 1), f, "function of a Vector")}
    local x = said.list(said.vector(arguments.at("minimize", 2), x0, MOST))
    local place = arguments.at("minimize", 3)
    options = options == nil and {} or place:options(options, OPTIONS)
    problem.lower = said.bounds(place:field "lower", options.lower, #x, -HUGE)
    problem.upper = said.bounds(place:field "upper", options.upper, #x, HUGE)
    for k = 1, #x do
        if problem.lower[k] > problem.upper[k] then
            place:field("lower"):bad("[%d] is %.6g, above the upper bound %.6g", k, problem.lower[k], problem.upper[k])
        end
        x[k] = math.min(math.max(x[k], problem.lower[k]), problem.upper[k])
    end
    problem.gradient = options.gradient ~= nil and said.callable(place:field "gradient", options.gradient, "function of a Vector") or nil
    local most = options.iterations == nil and 1000 or place:field("iterations"):integer(options.iterations, 1, 1000000)
    local tolerance = said.positive(place:field "tolerance", options.tolerance, problem.gradient and 1e-10 or 1e-8)
    local fx, count, done, size
    x, fx, count, done, size = search(problem, x, most, tolerance)
    return Vector(x), {
        success = done, value = fx, gradient = size, iterations = count,
        sentence = ("%s after %d iterations at %.9g, gradient %.2g"):format(done and "settled" or "not settled", count, fx, size),
    }
end
