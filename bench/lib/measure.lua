-- How an operation is timed: nanoseconds per turn of a loop, as the median of many short batches.
--
-- A subject is a function f(n) that does one thing n times. All subjects take turns, batch by batch, so that a machine
-- that slows down or wakes up meanwhile does so for everybody; the median then forgets the batches that were disturbed.
-- Each batch begins with a collected heap and pays for the garbage it makes. The turn of the loop itself, one or two
-- nanoseconds, is not subtracted.

local measure = {}

local clock = os.clock

local BATCH_SECONDS = 0.003 -- long against the microsecond of os.clock, short against the machine's moods

-- Stay on one core, the last that this process may use, where the system has taskset: a move costs the caches.
function measure.pin()
    os.execute [[command -v taskset >/dev/null && taskset -cp "$(taskset -cp $PPID | sed 's/.*[-, ]//')" $PPID >/dev/null 2>&1]]
end

-- What the command line of a bench says: whether it wants CSV, how often to repeat, and what it says of options with a value, by name, of
-- which `more` has those of this bench.
function measure.options(name, repeats, more)
    local csv, values, i = false, {}, 1
    while arg and arg[i] do
        local option, value = arg[i]:match "^%-%-(.*)$", arg[i + 1]
        if option == "csv" then
            csv = true
        elseif option == "repeats" and math.tointeger(tonumber(value)) and tonumber(value) >= 1 then
            repeats, i = math.tointeger(tonumber(value)), i + 1
        elseif more and more[option] and value then
            values[option], i = value, i + 1
        else
            local also = ""
            for extra in pairs(more or {}) do also = also .. (" [--%s FILE]"):format(extra) end
            io.stderr:write(("usage: lua5.4 bench/%s.lua [--csv] [--repeats N]%s\n"):format(name, also))
            os.exit(2)
        end
        i = i + 1
    end
    return csv, repeats, values
end

local function batch(f, n)
    collectgarbage()
    local start = clock()
    f(n)
    return clock() - start
end

-- A number of turns that fills a batch.
local function turns_for(f)
    local n = 1
    while true do
        local seconds = batch(f, n)
        if seconds >= BATCH_SECONDS then
            return n
        end
        n = math.ceil(n * math.min(10, 1.1 * BATCH_SECONDS / math.max(seconds, 1e-6)))
    end
end

local function median(list)
    table.sort(list)
    local n = #list
    return (list[(n + 1) // 2] + list[n // 2 + 1]) / 2
end

-- Nanoseconds per turn of each subject, in their order.
function measure.times(subjects, repeats)
    local turns, seconds = {}, {}
    for i, f in ipairs(subjects) do
        turns[i], seconds[i] = turns_for(f), {}
    end
    for r = 1, repeats do
        for i, f in ipairs(subjects) do
            seconds[i][r] = batch(f, turns[i])
        end
    end
    local nanoseconds = {}
    for i in ipairs(subjects) do
        nanoseconds[i] = 1e9 * median(seconds[i]) / turns[i]
    end
    return nanoseconds
end

-- Bytes that one turn leaves to the collector.
function measure.garbage(f)
    local n = 1000
    f(n) -- whatever is made once is made now
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    f(n)
    local after = collectgarbage "count"
    collectgarbage "restart"
    return (after - before) * 1024 / n
end

return measure
