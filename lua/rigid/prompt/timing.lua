-- time(f, ...) and bench(f, ...): how long a call takes. One call is timed once, by a clock on the wall, and its results are
-- given on. A bench runs many batches of calls, each long enough for the clock, for about a second, and says the median and
-- between what a half and nine tenths of the batches lie; the calls run as they would in a loop of the user's, the collector
-- at work. What a call leaves for the collector is counted apart.
local arguments = require "rigid.arguments"

local timing = {}

local BATCH <const> = 2e-3 -- seconds that a batch takes at least
local TOTAL <const> = 1.0 -- seconds that a bench takes, about
local BATCHES <const> = 200 -- at most

local function clock()
    local found, terminal = pcall(require, "rigid.terminal")
    return found and terminal.seconds or os.clock
end

local function callable(name, f)
    local metatable = type(f) ~= "function" and debug.getmetatable(f)
    if require("rigid.core").type(f) then -- a Matrix is called for an entry: what was meant is a call that makes one
        return arguments.at(name, 1):bad("function expected, got %s: %s(f, ...) calls f(...) itself, so give it function() return ... end",
            arguments.describe(f), name)
    end
    if type(f) == "function" or type(metatable) == "table" and rawget(metatable, "__call") then return f end
    return arguments.at(name, 1):expected("function", f)
end

local UNITS <const> = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {0, "ns"}}

-- A time as people read it, three digits.
function timing.words(seconds)
    for _, unit in ipairs(UNITS) do
        if seconds >= unit[1] then
            return ("%.3g %s"):format(seconds / (unit[1] > 0 and unit[1] or 1e-9), unit[2])
        end
    end
    return "0 ns"
end

local function bytes_in_words(bytes)
    if bytes < 1000 then return ("%.0f bytes"):format(bytes) end
    return bytes < 1e6 and ("%.3g kB"):format(bytes / 1e3) or ("%.4g MB"):format(bytes / 1e6)
end

function timing.time(f, ...)
    callable("time", f)
    local now = clock()
    local start, computing = now(), os.clock()
    local results = table.pack(f(...))
    local wall, cpu = now() - start, os.clock() - computing
    require("rigid.prompt.help").print(("took %s, %s of it computing"):format(timing.words(wall), timing.words(math.min(cpu, wall))))
    return table.unpack(results, 1, results.n)
end

-- Seconds of n calls.
local function batch(now, n, f, ...)
    local start = now()
    for _ = 1, n do f(...) end
    return now() - start
end

-- As many calls as fill a batch, and the seconds of one, about.
local function calibrate(now, f, ...)
    local n, taken = 1, batch(now, 1, f, ...)
    while taken < BATCH do
        n = taken > BATCH / 50 and math.ceil(n * 1.2 * BATCH / taken) or n * 10
        taken = batch(now, n, f, ...)
    end
    return n, taken
end

-- What n calls leave for the collector, which stands still meanwhile; bytes a call.
local function garbage(n, f, ...)
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    local ok, err = pcall(batch, os.clock, n, f, ...)
    local after = collectgarbage "count"
    collectgarbage "restart"
    if not ok then error(err, 0) end
    return math.max(0, (after - before) * 1024 / n)
end

local function quantile(sorted, share)
    local at = 1 + share * (#sorted - 1)
    local below = math.floor(at)
    local above = math.min(below + 1, #sorted)
    return sorted[below] + (at - below) * (sorted[above] - sorted[below])
end

local Bench = {__name = "Bench"}

Bench.__tostring = arguments.printer("a measurement", function(b)
    local said = ("%s a call: median of %d batches of %d\nhalf of them from %s to %s, nine tenths from %s to %s\n%s of garbage a call"):format(
        timing.words(b.median), b.batches, b.calls, timing.words(b.quartiles[1]), timing.words(b.quartiles[2]),
        timing.words(b.range[1]), timing.words(b.range[2]), bytes_in_words(b.bytes))
    if b.batches < 5 then said = said .. "\ntoo slow for more batches: take the spread lightly" end
    return said
end)

function timing.bench(f, ...)
    callable("bench", f)
    local now, times = clock(), {}
    local n, taken = calibrate(now, f, ...)
    local bytes = garbage(math.max(1, math.min(n, 1000)), f, ...)
    local ends = now() + TOTAL - taken
    repeat
        times[#times + 1] = batch(now, n, f, ...) / n
    until #times >= BATCHES or now() > ends
    table.sort(times)
    return setmetatable({
        median = quantile(times, 0.5), quartiles = {quantile(times, 0.25), quantile(times, 0.75)},
        range = {quantile(times, 0.05), quantile(times, 0.95)}, bytes = bytes, batches = #times, calls = n,
    }, Bench)
end

return timing
