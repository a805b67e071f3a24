-- rigid.least_squares(f, x0): Levenberg and Marquardt's method, with bounds. A step is taken on the numbers that are free: one that
-- rests against its bound and is pushed outward stays. What a step would carry beyond a bound ends there. It has settled where the
-- residuals stand at right angles to all that x can do to them; a search that merely cannot go on has not. [Madsen, Nielsen,
-- Tingleff 2004, 3.2, for the damping; Kanzow, Yamashita, Fukushima 2004 for the projection; Moré 1977 for the angle]
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local bounds = require "rigid.solvers.bounds"
local said = require "rigid.solvers.said"

local Matrix, Vector = core.Matrix, core.Vector

local OPTIONS <const> = arguments.fields "lower upper jacobian iterations tolerance"
local MOST <const> = 1000 -- unknowns
local LEAST <const> = 1e-3 -- the scale of an unknown that is smaller
local ROUNDED <const> = 1e-14 -- what rounding leaves of a right angle's cosine
local FLAT <const> = 1e-5 -- a cosine whose square, the share of the cost that is to be gained, no longer shows
local NOTHING <const> = 1e-8 -- a whole step that small, of x, is as near as rounded residuals lead
local HUGE <const> = math.huge

local function residuals(problem, x, count) return Vector(said.result("least_squares", "the function", problem.f(Vector(x)), count)) end

local function cost_of(r)
    local sum = r:dot(r)
    return sum == sum and 0.5 * sum or HUGE
end

local function jacobian(problem, x, r)
    local J = Matrix(#r, #x)
    if not problem.jacobian then
        for k = 1, #x do
            local slope = problem.box:slope(function(at) return residuals(problem, at, #r) end, x, r, k, LEAST)
            for i = 1, #r do J:set(i, k, slope[i]) end
        end
        return J
    end
    local given = problem.jacobian(Vector(x))
    local M = arguments.try(inner.asked.Matrix, nil, given)
    if not M or M:rows() ~= #r or M:cols() ~= #x then
        arguments.at("least_squares", 3):field("jacobian"):bad("it gives %s where %d rows of %d numbers are wanted",
            M and ("%dx%d"):format(M:rows(), M:cols()) or arguments.describe(given), #r, #x)
    end
    return M
end

-- The greatest cosine of an angle between r and what a free x[k] does to it, whatever the units, NaN where it has none; and the list of
-- free ones that do nothing, with how many are free.
local function slant(problem, x, r, J, g)
    local most, idle, free, size = 0, {}, 0, r:norm()
    if size == 0 then return 0, idle, #x end
    for k = 1, #x do
        local length = J:column(k):norm()
        if not problem.box:is_held(x, g, k) or length ~= length then
            free = free + 1
            local cosine = math.abs(g[k]) / length / size
            if length == 0 then idle[#idle + 1] = k elseif not (cosine <= most) then most = cosine end
            if cosine ~= cosine and length ~= 0 then return cosine, idle, free end
        end
    end
    return most, idle, free
end

-- (JᵀJ + μ D) δ = −g over the free ones, D the diagonal of JᵀJ; the x that it leads to, and how far that is, of x.
local function step_from(problem, x, H, g, damping)
    local n, M, right = #x, H:copy(), Vector(#x)
    local floor = 1e-12 * math.max(H:max(), 1e-300)
    for k = 1, n do
        if problem.box:is_held(x, g, k) then
            for j = 1, n do M:set(k, j, 0):set(j, k, 0) end
            M:set(k, k, 1)
        else
            M:set(k, k, H(k, k) + damping * math.max(H(k, k), floor))
            right:set(k, -g[k])
        end
    end
    local step = said.is_finite(right) and said.is_finite(M:norm()) and arguments.try(M.solve, M, right)
    if not step or not said.is_finite(step) then return nil, 0 end
    local trial, way = {}, 0
    for k = 1, n do
        trial[k] = problem.box:clamp(k, x[k] + step[k])
        way = math.max(way, math.abs(trial[k] - x[k]) / math.max(LEAST, math.abs(x[k])))
    end
    return trial, way
end

local STUCK <const> = "no step lowers it, though its slopes say that one should: the function is noisy or has a kink there, or its jacobian is wrong"

-- x, r, J, how many iterations, and what is wrong where it has not settled.
local function search(problem, x, most, tolerance)
    local r = residuals(problem, x)
    if #r == 0 then arguments.at("least_squares", 1):bad "the function gives no numbers; there is nothing to make small" end
    local cost, damping, grow, was_small = cost_of(r), 1e-3, 2, false
    if cost == HUGE then arguments.no_answer("least_squares", "the function is not finite where the search begins") end
    for count = 1, most do
        local J = jacobian(problem, x, r)
        local T = J:transpose()
        local g, H = T * r, T * J
        local cosine, idle, free = slant(problem, x, r, J, g)
        if cosine ~= cosine then return x, r, J, count, "its slopes are not finite there" end
        if free > 0 and #idle == free then return x, r, J, count, "nothing that may move changes it there" end
        if cosine <= (was_small and FLAT or ROUNDED) then return x, r, J, count, nil, idle end
        local better
        repeat
            local trial, way = step_from(problem, x, H, g, damping)
            local r_new = way > 0 and residuals(problem, trial, #r)
            better = r_new and cost_of(r_new) < cost
            if better then
                x, r, cost, damping, grow, was_small = trial, r_new, cost_of(r_new), math.max(damping / 5, 1e-15), 2, way <= tolerance
            elseif trial and way <= tolerance or damping > 1e15 then
                local whole, far = step_from(problem, x, H, g, 1e-12)
                if cosine <= FLAT or whole and far <= NOTHING then return x, r, J, count, nil, idle end
                return x, r, J, count, STUCK
            else
                damping, grow = damping * grow, grow * 2
            end
        until better
    end
    return x, r, jacobian(problem, x, r), most, "iterations lets it take more"
end

local function indices(list) return ("x[%s]"):format(table.concat(list, "], x[")) end

return function(f, x0, options)
    local problem = {f = said.callable(arguments.at("least_squares", 1), f, "function of a Vector")}
    local x = said.list(said.vector(arguments.at("least_squares", 2), x0, MOST))
    local place = arguments.at("least_squares", 3)
    options = options == nil and {} or place:options(options, OPTIONS)
    problem.box = bounds.read(place, options, x)
    problem.jacobian = options.jacobian ~= nil and said.callable(place:field "jacobian", options.jacobian, "function of a Vector") or nil
    local most = options.iterations == nil and 200 or place:field("iterations"):integer(options.iterations, 1, 1000000)
    local tolerance = said.positive(place:field "tolerance", options.tolerance, 1e-12)
    local r, J, count, wrong, idle
    x, r, J, count, wrong, idle = search(problem, x, most, tolerance)
    local g, held = J:transpose() * r, {}
    for k = 1, #x do
        if problem.box:is_held(x, g, k) then held[#held + 1] = k end
    end
    return Vector(x), {
        success = not wrong, cost = cost_of(r), residual = r:norm(), residuals = r, jacobian = J, iterations = count, bounds = held,
        sentence = ("%s after %d iterations, |r| = %.6g%s%s%s"):format(wrong and "not settled" or "settled", count, r:norm(),
            #held > 0 and ", against the bound of " .. indices(held) or "", idle and #idle > 0 and ", which " .. indices(idle) .. " does not change" or "",
            wrong and ": " .. wrong or ""),
    }
end
