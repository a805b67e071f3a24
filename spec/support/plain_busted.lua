-- Runs specs without busted, whose own libraries are in C: describe, it, setup, teardown, before_each, after_each, finally and pending, in
-- the order in which they stand, with luassert. For interpreters that load no shared libraries, as the one in WebAssembly.
-- usage: INTERPRETER spec/support/plain_busted.lua SPEC...
local assert = require "luassert"

local counts = {success = 0, failure = 0, pending = 0}
local blocks = {} -- of describe that are open: {name, before_each, after_each, teardown}

local function name_of(name)
    local names = {}
    for i, block in ipairs(blocks) do names[i] = block.name end
    names[#names + 1] = name
    return table.concat(names, " ")
end

local PENDING <const> = {}

local globals = setmetatable({assert = assert}, {__index = _G, __newindex = _G})

function globals.describe(name, body)
    blocks[#blocks + 1] = {name = name, before_each = {}, after_each = {}, teardown = {}}
    local ok, problem = xpcall(body, debug.traceback)
    local block = table.remove(blocks)
    for _, f in ipairs(block.teardown) do f() end
    if not ok then
        counts.failure = counts.failure + 1
        print("failure: " .. name_of(name) .. ": " .. tostring(problem))
    end
end

function globals.it(name, body)
    local finish = {}
    globals.finally = function(f) finish[#finish + 1] = f end
    local snapshot = assert:snapshot()
    local ok, problem = xpcall(function()
        for _, block in ipairs(blocks) do
            for _, f in ipairs(block.before_each) do f() end
        end
        body()
    end, function(problem)
        if problem == PENDING then return problem end
        return type(problem) == "table" and tostring(problem.message or problem) or debug.traceback(tostring(problem))
    end)
    for i = #blocks, 1, -1 do
        for _, f in ipairs(blocks[i].after_each) do f() end
    end
    for _, f in ipairs(finish) do f() end
    snapshot:revert()
    local kind = ok and "success" or problem == PENDING and "pending" or "failure"
    counts[kind] = counts[kind] + 1
    if kind == "failure" then print("failure: " .. name_of(name) .. ": " .. tostring(problem)) end
end

function globals.pending(_, body)
    if not body then error(PENDING, 0) end
    counts.pending = counts.pending + 1
end

function globals.setup(f) f() end
globals.lazy_setup, globals.before, globals.insulate, globals.expose = globals.setup, globals.setup, globals.describe, globals.describe
for _, name in ipairs {"before_each", "after_each", "teardown"} do
    globals[name] = function(f) table.insert(blocks[#blocks][name], f) end
end
globals.lazy_teardown = globals.teardown
for name, f in pairs(globals) do rawset(_G, name, f) end
setmetatable(globals, nil)
_G.finally = function(f) return globals.finally(f) end

for _, path in ipairs(arg) do
    blocks = {{name = path, before_each = {}, after_each = {}, teardown = {}}}
    local chunk = _G.assert(loadfile(path))
    local began = os.clock()
    local ok, problem = xpcall(chunk, debug.traceback)
    for _, f in ipairs(blocks[1].teardown) do f() end
    if not ok then
        counts.failure = counts.failure + 1
        print("failure: " .. path .. ": " .. tostring(problem))
    end
    print(("%s: %.1f s"):format(path, os.clock() - began))
end
print(("%d successes / %d failures / %d pending"):format(counts.success, counts.failure, counts.pending))
os.exit(counts.failure == 0)
