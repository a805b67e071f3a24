-- Measured numbers, evenly sampled: low-pass filters without phase, derivatives by local polynomials, how far one lags behind another.
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local Matrix, Vector = core.Matrix, core.Vector

local signals = {}

local LARGEST <const> = 1e150 -- whose square is a number

-- A list of finite numbers at a place, as a plain list of our own.
local function numbers(place, value, least)
    local given, list = core.type(value) == "Vector" and value:table() or value, {}
    if type(given) ~= "table" then place:expected("list of numbers", value) end
    local n = place:list(given, "list of numbers")
    for i = 1, n do
        local x = rawget(given, i)
        if type(x) ~= "number" or not (math.abs(x) <= LARGEST) then place:entry(i):expected("finite number up to 1e150", x) end
        list[i] = x
    end
    if n < least then place:bad("at least %d numbers expected, got %d", least, n) end
    return list
end

signals.numbers = numbers

-- ---- Butterworth, forwards and backwards ------------------------------------------------------------------------------

-- One section of second order by the bilinear transform, w = tan(π cutoff / rate), damping the sine of its pole's angle.
local function section(w, damping)
    local a0 = 1 + 2 * damping * w + w * w
    return {b0 = w * w / a0, a1 = 2 * (w * w - 1) / a0, a2 = (1 - 2 * damping * w + w * w) / a0}
end

-- In place, from the state that the first number would have left if it had been there for ever.
local function run(list, s)
    local z1, z2 = list[1] * (1 - s.b0), list[1] * (s.b0 - s.a2)
    for i = 1, #list do
        local x = list[i]
        local y = s.b0 * x + z1
        z1, z2 = 2 * s.b0 * x - s.a1 * y + z2, s.b0 * x - s.a2 * y
        list[i] = y
    end
end

local function reversed(list)
    local other, n = {}, #list
    for i = 1, n do other[i] = list[n + 1 - i] end
    return other
end

local LOW_PASS = arguments.fields "rate cutoff order"

function signals.low_pass(value, said)
    local list, place = numbers(arguments.at("low_pass", 1), value, 2), arguments.at("low_pass", 2)
    said = place:options(said, LOW_PASS)
    local rate, cutoff = place:field("rate"):finite(said.rate), place:field("cutoff"):finite(said.cutoff)
    if not (rate > 0) then place:field("rate"):expected("positive number", rate) end
    if not (cutoff > 0 and cutoff < 0.5 * rate) then
        place:field("cutoff"):bad("between 0 and half of the rate, %g Hz, expected, got %g", 0.5 * rate, cutoff)
    end
    local order = said.order == nil and 4 or place:field("order"):integer(said.order, 2, 12)
    if order % 2 == 1 then place:field("order"):bad("an even number expected, got %d", order) end
    -- both ways the gain is the square: the cutoff is moved so that it stays where -3 dB is asked for
    local w = math.tan(math.pi * cutoff / rate) / (math.sqrt(2) - 1) ^ (1 / (2 * order))
    local n = #list
    local pad, padded = math.min(n - 1, math.ceil(3 * rate / cutoff)), {}
    for i = pad, 1, -1 do padded[#padded + 1] = 2 * list[1] - list[1 + i] end
    table.move(list, 1, n, #padded + 1, padded)
    for i = 1, pad do padded[#padded + 1] = 2 * list[n] - list[n - i] end
    for _ = 1, 2 do
        for k = 1, order // 2 do run(padded, section(w, math.sin(math.pi * (2 * k - 1) / (2 * order)))) end
        padded = reversed(padded)
    end
    return table.move(padded, pad + 1, pad + n, 1, {})
end

-- ---- Savitzky and Golay -----------------------------------------------------------------------------------------------

local LOCAL = arguments.fields "window degree derivative dt"

-- The weights of a window of 2 half + 1 for the derivative at `at` samples from its middle.
local function weights(half, degree, derivative, at)
    local size = 2 * half + 1
    local V = Matrix(size, degree + 1)
    for i = 1, size do
        for k = 0, degree do V:set(i, k + 1, ((i - 1 - half) / half) ^ k) end
    end
    local c = Vector(degree + 1) -- of the derivative of x^k at `at`
    for k = derivative, degree do
        local f = 1.0
        for j = 0, derivative - 1 do f = f * (k - j) end
        c:set(k + 1, f * (k == derivative and 1 or (at / half) ^ (k - derivative)) / half ^ derivative)
    end
    return V * (V:transpose() * V):solve(c)
end

function signals.savitzky_golay(value, said)
    local place = arguments.at("savitzky_golay", 2)
    said = place:options(said, LOCAL)
    local window = place:field("window"):integer(said.window, 3, 9999)
    if window % 2 == 0 then place:field("window"):bad("an odd number expected, got %d", window) end
    local degree = said.degree == nil and math.min(3, window - 1) or place:field("degree"):integer(said.degree, 1, math.min(9, window - 1))
    local derivative = said.derivative == nil and 0 or place:field("derivative"):integer(said.derivative, 0, degree)
    local dt = said.dt == nil and 1 or place:field("dt"):finite(said.dt)
    if not (dt >= 1e-15) then place:field("dt"):expected("number of 1e-15 or more", dt) end
    local list, half = numbers(arguments.at("savitzky_golay", 1), value, window), window // 2
    local out, n, scale, known = {}, #list, 1 / dt ^ derivative, {}
    for i = 1, n do
        local middle = math.max(half + 1, math.min(n - half, i))
        local at = i - middle
        known[at] = known[at] or weights(half, degree, derivative, at)
        local sum, w = 0.0, known[at]
        for k = -half, half do sum = sum + w[k + half + 1] * list[middle + k] end
        out[i] = sum * scale
    end
    return out
end

-- ---- delays -----------------------------------------------------------------------------------------------------------

-- By how many samples (a fraction) b lags behind a, at most `most` of them, and the correlation there: the best of whole ones, and the parabola
-- through its neighbours. Of lags that are alike the nearest to none.
local COMPARED <const>, BETTER <const> = 4, 1e-9 -- so many samples at least are compared; a lag farther off must correlate better by that

function signals.delay(a, b, most)
    local x, y = numbers(arguments.at("delay", 1), a, 8), numbers(arguments.at("delay", 2), b, 8)
    if #x ~= #y then arguments.at("delay", 2):bad("%d numbers expected, as many as in the first list, got %d", #x, #y) end
    most = most == nil and math.min(100, #x // 4) or arguments.at("delay", 3):integer(most, 1, (#x - COMPARED) // 2)
    local function correlation(lag)
        local first, last = 1 + most, #x - most
        local sx, sy, xx, yy, xy, n = 0.0, 0.0, 0.0, 0.0, 0.0, last - first + 1
        for i = first, last do sx, sy = sx + x[i], sy + y[i + lag] end
        for i = first, last do
            local p, q = x[i] - sx / n, y[i + lag] - sy / n
            xx, yy, xy = xx + p * p, yy + q * q, xy + p * q
        end
        local rounding = 1e-24 * n * math.max(1e-300, (sx / n) ^ 2, (sy / n) ^ 2) -- of numbers that do not change
        return xx > rounding and yy > rounding and xy / math.sqrt(xx * yy) or nil
    end
    local best, at = nil, nil
    for distance = 0, most do
        for _, lag in ipairs {distance, distance > 0 and -distance or nil} do
            local c = correlation(lag)
            if c and (not best or c > best + BETTER) then best, at = c, lag end
        end
    end
    if not best then arguments.no_answer("delay", "nothing changes where the two lists are compared, so that no lag can be told") end
    if math.abs(at) == most then return at, best end
    local before, after = correlation(at - 1), correlation(at + 1)
    local bend = before and after and before - 2 * best + after or 0
    return at + (bend < -BETTER and 0.5 * (before - after) / bend or 0), best
end

return signals
