-- Runs specs without busted, whose own libraries are in C: describe, it, setup, teardown, before_each, after_each, finally and pending, in
-- the order in which they stand, with luassert. For interpreters that load no shared libraries, as the one in WebAssembly.
-- usage: INTERPRETER spec/support/plain_busted.lua SPEC...
local assert = require "luassert"

-- Without popen, what a command prints goes through a file, and a command reads from none.
if not pcall(io.popen, "true") then
    function io.popen(command, mode) -- luacheck: ignore 122
        assert(mode == nil or mode == "r", "here a command can only be read from")
        local path = os.tmpname()
        local ok, how, code = os.execute(("(%s\n) >%s"):format(command, path))
        if how == "exit" and code > 255 then code = code // 256 end -- as wait has it
        local file = assert(io.open(path, "rb"))
        os.remove(path)
        local pipe = {}
        function pipe:read(...) return file:read(...) end
        function pipe:lines(...) return file:lines(...) end
        function pipe:close()
            file:close()
            return ok, how, code
        end
        return pipe
    end
end

local not_here = require "spec.support.not_in_wasm"

local counts = {success = 0, failure = 0, pending = 0, excepted = 0}
local excepted = {} -- of the file that runs: names to reasons, until they were passed over
local blocks = {} -- of describe that are open: {name, before_each, after_each, teardown}

local function name_of(name)
    local names = {}
    for i, block in ipairs(blocks) do names[i] = block.name end
    names[#names + 1] = name
    return table.concat(names, " ")
end

local function fail(what)
    counts.failure = counts.failure + 1
    print("failure: " .. what)
end

local PENDING <const> = {}

local globals = setmetatable({assert = assert}, {__index = _G, __newindex = _G})

function globals.describe(name, body)
    blocks[#blocks + 1] = {name = name, before_each = {}, after_each = {}, teardown = {}}
    local ok, problem = xpcall(body, debug.traceback)
    local block = table.remove(blocks)
    for _, f in ipairs(block.teardown) do f() end
    if problem == PENDING then
        counts.pending = counts.pending + 1
    elseif not ok then
        fail(name_of(name) .. ": " .. tostring(problem))
    end
end

-- Whether a spec is one of those that are not for here.
local function passes_over(name)
    local reason = excepted[name]
    if not reason then return false end
    print(("excepted: %s: %s"):format(name, reason))
    excepted[name], counts.excepted = nil, counts.excepted + 1
    return true
end

function globals.it(name, body)
    if passes_over(name_of(name):match " (.*)$") then return end
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

local function run(path)
    blocks = {{name = path, before_each = {}, after_each = {}, teardown = {}}}
    excepted = {}
    for name, reason in pairs(not_here[path] or {}) do excepted[name] = reason end
    local began, ok, problem = os.clock(), xpcall(_G.assert(loadfile(path)), debug.traceback)
    for _, f in ipairs(blocks[1].teardown) do f() end
    if not ok then fail(path .. ": " .. tostring(problem)) end
    for name in pairs(excepted) do fail(("%s: spec/support/not_in_wasm.lua speaks of '%s', which is not there"):format(path, name)) end
    print(("%s: %.1f s"):format(path, os.clock() - began))
end

for _, path in ipairs(arg) do
    if type(not_here[path]) == "string" then
        print(("excepted: %s: %s"):format(path, not_here[path]))
        counts.excepted = counts.excepted + 1
    else
        run(path)
    end
end
print(("%d successes / %d failures / %d pending / %d excepted"):format(counts.success, counts.failure, counts.pending, counts.excepted))
os.exit(counts.failure == 0)
