-- Splines of one joint, functions t → q, v, a: cubic ones through points, of continuous acceleration, and B-splines that points pull
-- along. [de Boor, A Practical Guide to Splines, 1978, ch. IV, X]
local splines = {}

-- Rows a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i, solved from both ends. [Thomas]
local function tridiagonal(a, b, c, d)
    local n = #b
    for i = 2, n do
        local factor = a[i] / b[i - 1]
        b[i], d[i] = b[i] - factor * c[i - 1], d[i] - factor * d[i - 1]
    end
    d[n] = d[n] / b[n]
    for i = n - 1, 1, -1 do d[i] = (d[i] - c[i] * d[i + 1]) / b[i] end
    return d
end

-- Accelerations at the points, M_i: h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (slope_i − slope_{i-1}).
-- At the ends M = 0, or the row that says what the velocity is: ends = {first, last}.
local function accelerations(times, points, ends)
    local n, a, b, c, d = #points, {}, {}, {}, {}
    local function h(i) return times[i + 1] - times[i] end
    local function slope(i) return (points[i + 1] - points[i]) / h(i) end
    for i = 2, n - 1 do a[i], b[i], c[i], d[i] = h(i - 1), 2 * (h(i - 1) + h(i)), h(i), 6 * (slope(i) - slope(i - 1)) end
    if ends == "natural" then
        b[1], c[1], d[1], a[n], b[n], d[n] = 1, 0, 0, 0, 1, 0
    else
        b[1], c[1], d[1] = 2 * h(1), h(1), 6 * (slope(1) - ends[1])
        a[n], b[n], d[n] = h(n - 1), 2 * h(n - 1), 6 * (ends[2] - slope(n - 1))
    end
    c[n] = 0
    return tridiagonal(a, b, c, d)
end

-- The i with times[i] <= t < times[i + 1].
local function interval(times, t, first, last)
    while last - first > 1 do
        local middle = (first + last) // 2
        if times[middle] <= t then first = middle else last = middle end
    end
    return first
end

function splines.cubic(times, points, ends)
    local n, M = #points, accelerations(times, points, ends)
    return function(t)
        local i = interval(times, t, 1, n)
        local h = times[i + 1] - times[i]
        local left, right = times[i + 1] - t, t - times[i]
        local first, last = points[i] / h - M[i] * h / 6, points[i + 1] / h - M[i + 1] * h / 6
        local q = (M[i] * left ^ 3 + M[i + 1] * right ^ 3) / (6 * h) + first * left + last * right
        local v = (M[i + 1] * right ^ 2 - M[i] * left ^ 2) / (2 * h) - first + last
        return q, v, (M[i] * left + M[i + 1] * right) / h
    end
end

-- Knots that begin and end degree + 1 times, even between.
function splines.knots(count, degree, duration)
    local list, pieces = {}, count - degree
    for i = 1, count + degree + 1 do list[i] = duration * math.min(math.max(i - degree - 1, 0), pieces) / pieces end
    return list
end

-- de Boor's recursion: the point at t of the spline of that degree whose knots begin at `shift`.
local function value(points, knots, degree, t, shift)
    local k = shift + interval(knots, t, 1 + degree + shift, #knots - degree - shift) - shift
    local d = {}
    for j = 0, degree do d[j] = points[k - shift - degree + j] end
    for r = 1, degree do
        for j = degree, r, -1 do
            local low, high = knots[k - degree + j], knots[k + 1 + j - r]
            local s = (t - low) / (high - low)
            d[j] = (1 - s) * d[j - 1] + s * d[j]
        end
    end
    return d[degree]
end

-- The points of the derivative: p (P_{i+1} − P_i) / (u_{i+p+1} − u_{i+1}).
local function derived(points, knots, degree, shift)
    local list = {}
    for i = 1, #points - 1 do
        local span = knots[i + degree + 1 + shift] - knots[i + 1 + shift]
        list[i] = span > 0 and degree * (points[i + 1] - points[i]) / span or 0
    end
    return list
end

function splines.basis(points, degree, duration)
    local knots = splines.knots(#points, degree, duration)
    local first = derived(points, knots, degree, 0)
    local second = degree > 1 and derived(first, knots, degree - 1, 1) or nil
    return function(t)
        local q = value(points, knots, degree, t, 0)
        local v = value(first, knots, degree - 1, t, 1)
        return q, v, second and value(second, knots, degree - 2, t, 2) or 0.0
    end
end

return splines
