-- Runs specs while the collector is forced to run in full at the birth of every object (test/c/gc_step.c does that, and
-- runs this file). busted itself keeps megabytes alive and would make each forced collection a hundred times dearer, so
-- this is the smallest runner that understands our specs: describe, it, before_each, after_each, setup, teardown, finally,
-- and luassert. Each `it` has a collection at each of its first births, as many as WORK / live kilobytes, and then now and
-- then to its end; loops over random draws do the same thing many times, so their beginning is what matters. Of a file with
-- more than MOST of them only some are run, others after each commit: tables of a thousand bad arguments are much the same.
-- And files are run for so many seconds of the processor alone, from another one on after each commit.
--
-- usage: [SEED=N] gc_step test/gc_step.lua SECONDS SCRIPT SPEC_FILE...     SCRIPT is run first, with a collection at every birth.

local WORK = 150000 -- kilobytes swept per `it` at full force: some fifteen milliseconds
local MOST = 20 -- `it`s of one file
local STRIDE = 1 -- afterwards one collection for every (live kilobytes / STRIDE) births, which slows what follows little

local gc_step = assert(_G.gc_step, "run me by the gc_step program")
local seconds, script, specs = tonumber((...)), select(2, ...), { select(3, ...) }

local function report(what, forced, started)
    print(("%-44s %8d collections %6.1f s"):format(what, forced, os.clock() - started))
end

do
    local started = os.clock()
    gc_step(math.maxinteger, 0)
    dofile(script)
    report(script, gc_step(0, 0), started)
end

local seed = tonumber(os.getenv "SEED") or 1
local passed, failed, left_out = 0, 0, 0
local current -- the group whose body is being read

local function full_name(group, name)
    local words = {}
    while group and group.name do
        table.insert(words, 1, group.name)
        group = group.parent
    end
    return table.concat(words, " ") .. (name and " " .. name or "")
end

local function group(name, body)
    local g = { name = name, parent = current, steps = {}, before = {}, after = {}, setup = {}, teardown = {} }
    if current then
        table.insert(current.steps, g)
    end
    local outer = current
    current = g
    body()
    current = outer
    return g
end

local function hook(list)
    return function(f)
        table.insert(current[list], f)
    end
end

local finalizers
local words = {
    describe = group,
    context = group,
    insulate = group,
    expose = group,
    before_each = hook "before",
    after_each = hook "after",
    setup = hook "setup",
    lazy_setup = hook "setup",
    strict_setup = hook "setup",
    teardown = hook "teardown",
    lazy_teardown = hook "teardown",
    strict_teardown = hook "teardown",
    pending = function() end,
    finally = function(f)
        table.insert(finalizers, f)
    end,
}
function words.it(name, body)
    table.insert(current.steps, { name = name, body = body })
end
words.test, words.spec = words.it, words.it

local function around(g, list, outermost_first)
    local chain = {}
    while g do
        table.insert(chain, outermost_first and 1 or #chain + 1, g)
        g = g.parent
    end
    for _, one in ipairs(chain) do
        for _, f in ipairs(one[list]) do
            f()
        end
    end
end

local function describe_error(e)
    if type(e) == "table" and e.message then
        e = e.message
    end
    return debug.traceback(tostring(e), 2)
end

-- Run f, and where it raises count that as a failure of `name`.
local function try(name, f, ...)
    local ok, trouble = xpcall(f, describe_error, ...)
    if not ok then
        failed = failed + 1
        io.stderr:write("FAILED ", name, "\n", trouble, "\n")
    end
    return ok
end

local function run_it(g, it)
    finalizers = {}
    collectgarbage()
    local live = collectgarbage "count"
    gc_step(math.floor(WORK / live), math.ceil(live / STRIDE) + 1)
    local ok = try(full_name(g, it.name), function()
        around(g, "before", true)
        it.body()
    end)
    gc_step(0, 0)
    for i = #finalizers, 1, -1 do
        finalizers[i]()
    end
    around(g, "after", false)
    passed = passed + (ok and 1 or 0)
end

local function count(g)
    local n = 0
    for _, step in ipairs(g.steps) do
        n = n + (step.body and 1 or count(step))
    end
    return n
end

local every, at = 1, 0 -- of each so many `it`s of the file one is run; the number of this one

local function run_group(g)
    for _, f in ipairs(g.setup) do
        f()
    end
    for _, step in ipairs(g.steps) do
        if not step.body then
            try(full_name(step), run_group, step)
        else
            at = at + 1
            if at % every == 0 then
                run_it(g, step)
            else
                left_out = left_out + 1
            end
        end
    end
    for _, f in ipairs(every == 1 and g.teardown or {}) do -- it may look back at all that was to run
        f()
    end
end

for name, word in pairs(words) do
    _G[name] = word
end
_G.assert = require "luassert"

-- A spec's modules and globals are forgotten after it, so that its data do not burden the next; but rigid's own stay, once they
-- are loaded: what they put into the core's classes they would find there and wrap again. Whichever spec asks for one first, it is
-- loaded as rigid loads it: by Lua's require it would have the globals for what are its own, and so would others for all specs after.
local put_back = require "spec.support.put_back"
local own_require <const>, usual_require <const> = require "rigid.environment".require, require
function _G.require(name) return (name:find "^rigid%." and own_require or usual_require)(name) end

local modules, globals = {}, {}
for name in pairs(package.loaded) do
    modules[name] = true
end
for name in pairs(_G) do
    globals[name] = true
end

local STEP = 37 -- files, from one commit to the next
local files = 0
for k = 0, #specs - 1 do
    local file = specs[(seed * STEP + k) % #specs + 1]
    local before, started = gc_step(0, 0), os.clock()
    if started > seconds then
        break
    end
    files = files + 1
    try(file, function()
        local all = group(nil, assert(loadfile(file)))
        every, at = math.ceil(count(all) / MOST), seed
        run_group(all)
    end)
    current = nil
    report(file, gc_step(0, 0) - before, started)
    put_back()
    for name in pairs(package.loaded) do
        if not modules[name] and not name:find "^rigid%." then
            package.loaded[name] = nil
        end
    end
    for name in pairs(_G) do
        if not globals[name] then
            _G[name] = nil
        end
    end
end

print(("gc: %d passed, %d failed, %d left out in %d of %d files, %d full collections forced"):format(
    passed, failed, left_out, files, #specs, gc_step(0, 0)))
if failed > 0 or passed == 0 then
    os.exit(1, true)
end
