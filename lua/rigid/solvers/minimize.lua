-- rigid.minimize(f, x0): the quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno, projected onto bounds. What rests against a
-- bound and is pushed outward stays. It goes on while f falls; where it does not, it has settled only if f is as low as rounding lets
-- it be, and higher on all sides. [Nocedal & Wright 2006, ch. 6; Bertsekas 1982 for the projection]
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local bounds = require "rigid.solvers.bounds"
local said = require "rigid.solvers.said"

local Matrix, Vector = core.Matrix, core.Vector

local OPTIONS <const> = arguments.fields "lower upper gradient iterations tolerance"
local MOST <const> = 1000 -- unknowns
local LEAST <const> = 1e-2 -- the scale of an unknown that is smaller
local HUGE <const> = math.huge

local function value(problem, x)
    local y = said.number("minimize", "the function", problem.f(Vector(x)))
    return y == y and y or HUGE
end

local function gradient(problem, x, fx)
    if problem.gradient then return Vector(said.result("minimize", "the gradient", problem.gradient(Vector(x)), #x)) end
    local g = Vector(#x)
    for k = 1, #x do g:set(k, problem.box:slope(function(at) return value(problem, at) end, x, fx, k, LEAST)) end
    return g
end

-- The gradient where x is free and zero where it is held, and its largest component, NaN where there is one.
local function free_part(problem, x, g)
    local p, most = g:copy(), 0
    for k = 1, #x do
        if problem.box:is_held(x, g, k) then p:set(k, 0) end
        if not (math.abs(p[k]) <= most) then most = math.abs(p[k]) end
        if most ~= most then return p, most end
    end
    return p, most
end

-- x + size · direction inside of the box, and whether that is elsewhere than x.
local function moved(problem, x, direction, size)
    local trial, elsewhere = {}, false
    for k = 1, #x do
        trial[k] = problem.box:clamp(k, x[k] + size * direction[k])
        elsewhere = elsewhere or trial[k] ~= x[k]
    end
    return trial, elsewhere
end

-- Halve the step until it lowers the function enough; nil where none does.
local function line(problem, x, fx, g, direction)
    local size = 1.0
    for _ = 1, 60 do
        local trial, elsewhere = moved(problem, x, direction, size)
        if not elsewhere then return nil end
        local slope = g:dot(Vector(trial) - Vector(x))
        local f = value(problem, trial)
        if slope < 0 and f < fx and f <= fx + 1e-4 * slope then return trial, f end
        size = size * 0.5
    end
end

-- B ← (1 − s yᵀ/yᵀs) B (1 − y sᵀ/yᵀs) + s sᵀ/yᵀs, of the inverse Hessian, where yᵀs > 0; the first time from a B of that size.
-- Whether it is still to be made.
local function update(B, s, y, fresh)
    local sy = s:dot(y)
    if not (sy > 1e-12 * s:norm() * y:norm()) then return B, fresh end
    if fresh and y:dot(y) > 0 then B = Matrix.identity(#s) * (sy / y:dot(y)) end
    local By = B * y
    local scale, n = 1 / sy + y:dot(By) / (sy * sy), #s
    for i = 1, n do
        for j = 1, n do B:set(i, j, B(i, j) + scale * s[i] * s[j] - (By[i] * s[j] + s[i] * By[j]) / sy) end
    end
    return B, false
end

-- ---- where nothing lower was found --------------------------------------------------------------------------------------

local SHORT <const> = 1e-8 -- a way, of x

local function scale_of(x)
    local most = LEAST
    for k = 1, #x do most = math.max(most, math.abs(x[k])) end
    return most
end

-- By the curvature along the way down, −p: a lower point that it leads to; or that what there is to gain, or the way to it, is so
-- little that rounding hides it.
local function bottom(problem, x, fx, p)
    local down, h = p * (-1 / p:norm()), 1e-4 * scale_of(x)
    local near, far = value(problem, (moved(problem, x, down, h))), value(problem, (moved(problem, x, down, 2 * h)))
    local curvature = (far - 2 * near + fx) / (h * h)
    if not (curvature > 0 and curvature < HUGE) then return nil, false end
    local way = p:norm() / curvature
    if p:norm() * way <= 1e-13 * math.abs(fx) or way <= SHORT * scale_of(x) then return nil, true end
    local trial = moved(problem, x, down, way)
    local f = value(problem, trial)
    if f < fx then return trial, false, f end
    return nil, false
end

-- Beside x along each axis: a lower point, or whether there is a higher one.
local function sides(problem, x, fx)
    local higher = false
    for k = 1, #x do
        local at = x[k]
        for _, side in ipairs {-1e-3, 1e-3} do
            x[k] = problem.box:clamp(k, at + side * math.max(LEAST, math.abs(at)))
            local f, trial = value(problem, x), {table.unpack(x)}
            x[k] = at
            if f < fx then return trial, false, f end
            higher = higher or f > fx
        end
    end
    return nil, higher
end

local STUCK <const> = "no step lowers it, though its gradient says that one should: the function is noisy or has a kink there, or its gradient is wrong"

-- A lower point and f there; or nil, and what is wrong where this is no minimum.
local function elsewhere(problem, x, fx, p, size)
    local pinned = true
    for k = 1, #x do pinned = pinned and problem.box.lower[k] == problem.box.upper[k] end
    if pinned then return nil end
    if size > 0 then
        local trial, ok, f = bottom(problem, x, fx, p)
        if trial then return trial, f end
        if not ok then return nil, STUCK end
    end
    local trial, higher, f = sides(problem, x, fx)
    if trial then return trial, f end
    return nil, not higher and "nothing near there changes it" or nil
end

-- ---- the search -----------------------------------------------------------------------------------------------------

-- The next point and f there, by B or else straight down; nil where neither leads lower. Whether B was let go.
local function descend(problem, x, fx, g, p, B, fresh)
    local direction = B * -p
    for k = 1, #x do
        if p[k] == 0 then direction:set(k, 0) end
    end
    if fresh or not (direction:dot(p) < 0) then direction, fresh = p * -math.min(1, 1 / p:norm()), true end
    local trial, f = line(problem, x, fx, g, direction)
    if trial or fresh then return trial, f, fresh end
    return descend(problem, x, fx, g, p, B, true)
end

-- x, f, how many iterations, the largest slope that is free, and what is wrong where it has not settled.
local function search(problem, x, most, tolerance)
    local fx = value(problem, x)
    if math.abs(fx) == HUGE then arguments.no_answer("minimize", "the function is not finite where the search begins") end
    local B, fresh = Matrix.identity(#x), true
    local g = gradient(problem, x, fx)
    for count = 1, most do
        local p, size = free_part(problem, x, g)
        if size ~= size or size == HUGE then return x, fx, count, size, "its gradient is not finite there" end
        if tolerance and size > 0 and size <= tolerance then return x, fx, count, size end
        local trial, f
        if size > 0 then trial, f, fresh = descend(problem, x, fx, g, p, B, fresh) end
        if trial and (Vector(trial) - Vector(x)):norm() <= SHORT * scale_of(x) then -- it may have settled
            local lower, wrong = elsewhere(problem, x, fx, p, size)
            if not lower and not wrong then return x, fx, count, size end
        end
        if not trial then
            trial, f = elsewhere(problem, x, fx, p, size)
            if not trial then return x, fx, count, size, f end
        end
        if f == -HUGE then return trial, f, count, size, "it falls without end" end
        local g_new = gradient(problem, trial, f)
        B, fresh = update(B, Vector(trial) - Vector(x), g_new - g, fresh)
        x, fx, g = trial, f, g_new
    end
    local _, size = free_part(problem, x, g)
    return x, fx, most, size, "iterations lets it take more"
end

return function(f, x0, options)
    local problem = {f = said.callable(arguments.at("minimize", 1), f, "function of a Vector")}
    local x = said.list(said.vector(arguments.at("minimize", 2), x0, MOST))
    local place = arguments.at("minimize", 3)
    options = options == nil and {} or place:options(options, OPTIONS)
    problem.box = bounds.read(place, options, x)
    problem.gradient = options.gradient ~= nil and said.callable(place:field "gradient", options.gradient, "function of a Vector") or nil
    local most = options.iterations == nil and 1000 or place:field("iterations"):integer(options.iterations, 1, 1000000)
    local tolerance = said.positive(place:field "tolerance", options.tolerance)
    local fx, count, size, wrong
    x, fx, count, size, wrong = search(problem, x, most, tolerance)
    return Vector(x), {
        success = not wrong, value = fx, gradient = size, iterations = count,
        sentence = ("%s after %d iterations at %.9g, gradient %.2g%s"):format(wrong and "not settled" or "settled", count, fx, size,
            wrong and ": " .. wrong or ""),
    }
end
