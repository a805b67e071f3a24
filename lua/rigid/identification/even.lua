-- Measured numbers whose times are not even, as those that a computer notes are: brought to even times, thinned, without what sticks out; and whole logs
-- made ready for rigid.identify. Filters count samples, so that uneven times become noise of what they leave; and what a filter has gone over must be
-- thinned, or it is counted as more than it tells.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local signals = require "rigid.identification.signals"

local Matrix = core.Matrix

local even = {}

-- ---- even times -----------------------------------------------------------------------------------------------------

-- Times that rise, at a place.
local function times_at(place, value)
    local t = signals.numbers(place, value, 2)
    for i = 2, #t do
        if not (t[i] > t[i - 1]) then place:bad("times that rise expected, and entry %d is %.9g after %.9g", i, t[i], t[i - 1]) end
    end
    return t
end

local MOST <const> = 100000000

local function even_times(place, t, rate)
    local count = (t[#t] - t[1]) * rate
    if not (count < MOST) then place:bad("a rate that gives fewer than %d samples expected, got %g Hz", MOST, rate) end
    local list = {}
    for i = 0, math.floor(count + 1e-6) do list[i + 1] = t[1] + i / rate end
    return list
end

local ALIKE <const> = 4 -- times as long a step may be as that beside it, for a parabola: of two samples nearly at once the difference is noise

-- The rate at sample i: of the parabola through it and its neighbours, or of the line between these.
local function rate_at(t, x, i)
    local first, last = math.max(1, i - 1), math.min(#t, i + 1)
    local before, after = t[i] - t[first], t[last] - t[i]
    if before * ALIKE < after or after * ALIKE < before then return (x[last] - x[first]) / (t[last] - t[first]) end
    return (after * (x[i] - x[first]) / before + before * (x[last] - x[i]) / after) / (before + after)
end

-- The cubic between two samples that has their rates, at each of `wanted`, which rise.
local function between(t, x, wanted)
    local n, list, k = #t, {}, 1
    local left, right = rate_at(t, x, 1), rate_at(t, x, 2)
    for i, w in ipairs(wanted) do
        while k < n - 1 and t[k + 1] <= w do
            k = k + 1
            left, right = right, rate_at(t, x, k + 1)
        end
        local h = t[k + 1] - t[k]
        local s = (w - t[k]) / h
        local c = 1 - s
        list[i] = c * c * (1 + 2 * s) * x[k] + s * s * (3 - 2 * s) * x[k + 1] + h * s * c * (c * left - s * right)
    end
    return list
end

function even.resample(t, x, rate)
    t = times_at(arguments.at("resample", 1), t)
    x = signals.numbers(arguments.at("resample", 2), x, 2)
    if #x ~= #t then arguments.at("resample", 2):bad("%d numbers expected, as many as there are times, got %d", #t, #x) end
    local place = arguments.at("resample", 3)
    local wanted = even_times(place, t, place:positive(rate))
    return between(t, x, wanted), wanted
end

-- ---- fewer, and without what sticks out -----------------------------------------------------------------------------

function even.decimate(x, factor)
    x = signals.numbers(arguments.at("decimate", 1), x, 2)
    factor = arguments.at("decimate", 2):integer(factor, 1, 1000000)
    if factor == 1 then return x end
    local slow, list = signals.low_pass(x, {rate = 1, cutoff = 0.4 / factor}), {}
    for i = 1, #x, factor do list[#list + 1] = slow[i] end
    return list
end

local OUTLIERS <const> = arguments.fields "window deviations"
local DEVIATION <const> = 1.4826 -- of a normal distribution, by the median of the absolute deviations

local function median(list)
    table.sort(list)
    local half = #list // 2
    return #list % 2 == 1 and list[half + 1] or 0.5 * (list[half] + list[half + 1])
end

function even.outliers(x, said)
    x = signals.numbers(arguments.at("outliers", 1), x, 3)
    local place = arguments.at("outliers", 2)
    said = said == nil and {} or place:options(said, OUTLIERS)
    local window = said.window == nil and math.min(11, #x - (#x + 1) % 2) or place:field("window"):integer(said.window, 3, 9999)
    if window % 2 == 0 or window > #x then place:field("window"):bad("an odd number up to %d expected, got %d", #x, window) end
    local deviations = said.deviations == nil and 5 or place:field("deviations"):positive(said.deviations)
    local found = {}
    for i = 1, #x do
        local first = math.max(1, math.min(#x - window + 1, i - window // 2))
        local middle, apart = median(table.move(x, first, first + window - 1, 1, {})), {}
        for k = first, first + window - 1 do apart[#apart + 1] = math.abs(x[k] - middle) end
        if math.abs(x[i] - middle) > deviations * DEVIATION * median(apart) + 1e-12 * math.abs(middle) then found[#found + 1] = i end
    end
    return found
end

-- ---- whole logs -----------------------------------------------------------------------------------------------------

local GAP <const>, ASKED <const> = 5, 2000 -- times the usual step; steps, by which that is told

-- The median of the steps between times, of some of them where there are many.
function even.usual(t)
    local steps = {}
    for i = 2, #t, math.max(1, #t // ASKED) do
        local h = t[i] - t[i - 1]
        if h == h then steps[#steps + 1] = h end
    end
    return #steps > 0 and median(steps) or 0
end

-- The first and last sample of each piece of times between gaps, and the usual step; no gap is shorter than `least`.
function even.pieces(t, least)
    local pieces, first, usual = {}, 1, even.usual(t)
    local far = usual > 0 and math.max(GAP * usual, least or 0) or math.huge
    for i = 2, #t do
        if t[i] - t[i - 1] > far then pieces[#pieces + 1], first = {first, i - 1}, i end
    end
    pieces[#pieces + 1] = {first, #t}
    return pieces, usual
end

-- Whether a column is NaN from the second sample on: not measured (unmeasured.lua).
function even.is_empty(M, k)
    for i = 2, M:rows() do
        if M(i, k) == M(i, k) then return false end
    end
    return M:rows() > 1
end

-- Samples at a place, a Matrix with one in each row or a list of Vectors or lists: a Matrix of numbers that are some.
local function samples_at(place, value, count)
    local matrix = core.type(value) == "Matrix" and value
    if not matrix then
        if type(value) ~= "table" or rawlen(value) ~= count then place:expected(("list of %d samples"):format(count), value) end
        local rows = {}
        for i = 1, count do rows[i] = core.type(value[i]) == "Vector" and value[i]:table() or value[i] end
        local made
        made, matrix = pcall(Matrix, rows)
        if not made then place:bad "a Vector or list of as many numbers for each sample expected" end
    end
    if matrix:rows() ~= count then place:bad("%d samples expected, as many as there are times, got %d", count, matrix:rows()) end
    for k = 1, matrix:cols() do
        if not even.is_empty(matrix, k) then signals.numbers(place, matrix:column(k), 2) end
    end
    return matrix
end

local PARTS <const> = {"q", "v", "tau", "a"}
local FIELDS <const> = arguments.fields "cutoff rate every"
local FEWEST <const> = 12 -- samples of a piece, or it is left out
local SHORT <const>, ASIDE <const> = 0.1, 0.25 -- of a cycle of the cutoff: a gap that is gone over; where a filter has nothing on one side
local ENOUGH <const> = 1000 -- samples, which are thinned no more

-- What is left of a column of a piece, filtered, goes into that column of rows; a column at a time, for a log may be long.
local function thin(rows, k, kept, x)
    for n, i in ipairs(kept) do
        rows[n] = rows[n] or {}
        rows[n][k] = x[i]
    end
end

-- What stands in a column that was not measured: what its first sample said, and NaN.
local function unmeasured(rows, M, k, kept)
    local x = {}
    for _, i in ipairs(kept) do x[i] = 0 / 0 end
    if #kept > 0 then x[kept[1]] = M(1, k) end
    thin(rows, k, kept, x)
end

local BESIDE <const> = 4 -- samples at either end, whose rates of rates are told by one side

local function rates(x, rate) return signals.savitzky_golay(x, {window = 5, degree = 4, derivative = 1, dt = 1 / rate}) end

-- What is left of a piece, filtered, at every so many of its even times.
local function smooth_piece(out, t, parts, piece, said)
    local first, last = piece[1], piece[2]
    local own = table.move(t, first, last, 1, {})
    local wanted = even_times(said.place, own, said.rate)
    if #wanted < FEWEST then return end
    local aside, kept = math.ceil(ASIDE * said.rate / said.cutoff), {}
    aside = #wanted > 8 * aside and aside + (parts.v and 0 or BESIDE) or 0
    for i = 1 + aside + said.every // 2, #wanted - aside, said.every do kept[#kept + 1] = i end
    local rows, leads = {q = {}, v = {}, tau = {}, a = {}}, parts.v and "v" or "q" -- to accelerations
    for name, M in pairs(parts) do
        for k = 1, M:cols() do
            if even.is_empty(M, k) then
                unmeasured(rows[name], M, k, kept)
                if name == "q" and not parts.v then unmeasured(rows.v, M, k, kept) end
                if name == leads and not parts.a then unmeasured(rows.a, M, k, kept) end
                goto continue
            end
            local x = between(own, M:block(first, k, last - first + 1, 1):column(1):table(), wanted)
            x = signals.low_pass(x, {rate = said.rate, cutoff = said.cutoff})
            thin(rows[name], k, kept, x)
            if name == "q" and not parts.v then
                x = rates(x, said.rate)
                thin(rows.v, k, kept, x)
            end
            if name == leads and not parts.a then thin(rows.a, k, kept, rates(x, said.rate)) end
            ::continue::
        end
    end
    for n, i in ipairs(kept) do
        out.t[#out.t + 1] = wanted[i]
        for name, list in pairs(rows) do out[name][#out.t] = list[n] end
    end
end

-- place: of the log; at: of what is said.
local function smooth(place, at, log, said)
    said = at:options(said, FIELDS)
    if type(log) ~= "table" and core.type(log) ~= "Log" then place:expected("Log, or table with lists t, q, v, tau", log) end
    local function part(name)
        if core.type(log) == "Log" then return log[name] end
        return rawget(log, name)
    end
    local t = times_at(place:field "t", part "t")
    local parts = {}
    for _, name in ipairs(PARTS) do
        if (name ~= "a" and name ~= "v") or part(name) ~= nil then parts[name] = samples_at(place:field(name), part(name), #t) end
    end
    if parts.q:cols() ~= (parts.v or parts.tau):cols() then
        place:field("q"):bad "joints whose numbers add expected: what is a quaternion is not filtered number by number"
    end
    local way = {place = at:field "rate", cutoff = at:field("cutoff"):positive(said.cutoff)}
    local pieces, usual = even.pieces(t, SHORT / way.cutoff)
    way.rate = said.rate == nil and 1 / usual or at:field("rate"):positive(said.rate)
    if not (way.cutoff < 0.5 * way.rate) then
        at:field("cutoff"):bad("a cutoff below half of the log's rate, %.4g Hz, expected, got %.4g", 0.5 * way.rate, way.cutoff)
    end
    local most = math.floor(math.min(way.rate / (2.5 * way.cutoff), #t / ENOUGH))
    way.every = said.every == nil and math.max(1, most) or at:field("every"):integer(said.every, 1, 1000000)
    local out = {t = {}, q = {}, v = {}, tau = {}, a = {}}
    for _, piece in ipairs(pieces) do smooth_piece(out, t, parts, piece, way) end
    if #out.t == 0 then place:bad("a piece without gaps of %d samples at least expected", FEWEST) end
    for _, name in ipairs(PARTS) do out[name] = Matrix(out[name]) end
    return out
end

function even.smooth_log(log, said) return smooth(arguments.at("smooth_log", 1), arguments.at("smooth_log", 2), log, said) end

-- The same for what is ours, with errors that are values.
function even.asked(log, said) return smooth(arguments.asked("smooth_log", 1), arguments.asked("smooth_log", 2), log, said) end

return even
