-- Which spec noticed which mutant, and which of its tests: killers.txt, a line each of
--   file, which of the lines that read the same it is, the line, the line changed, the spec, the full name of the test
-- with a tab between. It is knowledge, no verdict: `make mutate` builds every mutant again, and asks the test named here first.
-- A test's name is empty where nothing failed by name, as in a crash. Lines are added at each kill, so that an interrupted run
-- has lost none, and brought in order at the beginning and the end of a run.

local killers = {}

local PATH <const> = "test/mutate/killers.txt"

local function key_of(one) return table.concat({ one.path, one.place, one.before, one.after }, "\t") end

local function lines()
    local handle <close> = io.open(PATH, "rb")
    return (handle and handle:read "a" or ""):gmatch "([^\n]+)\n" -- what has no end was cut off as it was written
end

-- {spec, test} for the words of a mutant; of several the last that was written.
function killers.read()
    local known = {}
    for line in lines() do
        local key, spec, test = line:match "^([^\t]*\t%d+\t[^\t]*\t[^\t]*)\t([^\t]+)\t([^\t]*)$"
        if key then known[key] = { spec = spec, test = test } end
    end
    return known
end

function killers.of(known, one) return known[key_of(one)] end

local function line_of(key, killer) return ("%s\t%s\t%s\n"):format(key, killer.spec, killer.test) end

function killers.add(one, spec, test)
    local handle <close> = assert(io.open(PATH, "ab"))
    handle:write(line_of(key_of(one), { spec = spec, test = test:gsub("%c", " ") }))
end

-- In the order of their words, each mutant once, and without those that are no more.
function killers.tidy(mutants)
    local known, sorted = killers.read(), {}
    for _, one in ipairs(mutants) do
        local killer = killers.of(known, one)
        if killer then sorted[#sorted + 1] = line_of(key_of(one), killer) end
    end
    table.sort(sorted)
    local handle <close> = assert(io.open(PATH .. ".new", "wb"))
    handle:write(table.concat(sorted))
    handle:close()
    assert(os.rename(PATH .. ".new", PATH))
end

return killers
