-- rigid.find_root(f, a, b): where a function changes its sign. [Brent, Algorithms for Minimization Without Derivatives, 1973, ch. 4]
local arguments = require "rigid.arguments"
local said = require "rigid.solvers.said"

local EPSILON <const>, MOST <const> = 2.0 ^ -52, 10000 -- steps: as many as halving from one end of all numbers to the other takes, four times
local OPTIONS <const> = arguments.fields "tolerance"

local function value(f, x)
    local y = said.number("find_root", "the function", f(x))
    if y ~= y then arguments.no_answer("find_root", ("the function is NaN at %.17g"):format(x)) end
    return y
end

-- Where the parabola through three points, or the line through two, has its root, as a step from b; nil where that is not to be trusted.
local function guess(a, fa, b, fb, c, fc, middle, before)
    local s, p, q = fb / fa
    if a == c then
        p, q = 2 * middle * s, 1 - s
    else
        local t, r = fa / fc, fb / fc
        p, q = s * (2 * middle * t * (t - r) - (b - a) * (r - 1)), (t - 1) * (r - 1) * (s - 1)
    end
    if p > 0 then q = -q else p = -p end
    if 2 * p < math.min(3 * middle * q, math.abs(before * q)) then return p / q end
end

-- The greater of the sizes of two values that is finite.
local function greatest(fa, fb)
    fa, fb = math.abs(fa), math.abs(fb)
    return fa < math.huge and fb < math.huge and math.max(fa, fb) or math.min(fa, fb)
end

-- b, where it ends; but where it has grown beyond both ends, it changes its sign by leaping over a pole.
local function root(b, fb, count, most)
    if math.abs(fb) > most or math.abs(fb) == math.huge then
        arguments.no_answer("find_root", ("the function changes its sign near %.17g by a leap, to %.6g: a pole, and no root"):format(b, fb))
    end
    return b, count, fb
end

-- b is the best, the root lies between b and c, a is the one before.
local function search(f, a, fa, b, fb, tolerance)
    local c, fc, step, before, most = a, fa, b - a, b - a, greatest(fa, fb)
    for count = 1, MOST do
        if math.abs(fc) < math.abs(fb) then a, b, c, fa, fb, fc = b, c, b, fb, fc, fb end
        local least, middle = 2 * EPSILON * math.abs(b) + 0.5 * tolerance, 0.5 * c - 0.5 * b
        if math.abs(middle) <= least or fb == 0 then return root(b, fb, count, most) end
        local better = math.abs(before) >= least and math.abs(fa) > math.abs(fb) and guess(a, fa, b, fb, c, fc, middle, before)
        if better then before, step = step, better else before, step = middle, middle end
        a, fa = b, fb
        b = b + (math.abs(step) > least and step or (middle > 0 and least or -least))
        fb = value(f, b)
        if (fb > 0) == (fc > 0) then c, fc, step, before = a, fa, b - a, b - a end
    end
    return arguments.no_answer("find_root", ("after %d steps the sign still changes somewhere between %.17g and %.17g"):format(MOST, b, c))
end

return function(f, a, b, options)
    f = said.callable(arguments.at("find_root", 1), f, "function of a number")
    a, b = arguments.at("find_root", 2):finite(a) + 0.0, arguments.at("find_root", 3):finite(b) + 0.0
    local place = arguments.at("find_root", 4)
    options = options == nil and {} or place:options(options, OPTIONS)
    local tolerance = said.positive(place:field "tolerance", options.tolerance, 1e-300)
    local fa, fb = value(f, a), value(f, b)
    if fa == 0 then return a, 0, fa end
    if fb == 0 then return b, 0, fb end
    if (fa > 0) == (fb > 0) then
        arguments.no_answer("find_root", ("the function has one sign at both ends: %.6g at %.6g, %.6g at %.6g"):format(fa, a, fb, b))
    end
    return search(f, a, fa, b, fb, tolerance)
end
