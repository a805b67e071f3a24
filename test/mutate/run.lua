-- Does anything notice? Changes the core and the numeric Lua in one place at a time (mutants.lua), builds it in a copy of
-- the tree, and runs the specs that look at the file up to the first that fails. A mutant is killed by a spec that fails, by
-- a crash, or by taking too long; what is left has survived, and is either a spec that is missing or listed with its reason
-- in equivalent.lua. Prints survivors with file:line and the change, and fails where one is not explained.
--
-- usage: lua5.4 test/mutate/run.lua DIRECTORY [JOBS [WORD]]     WORD: only mutants whose file or line has it
--
-- What is killed is remembered in DIRECTORY/killed, by the text of the changed file, and what survived in
-- DIRECTORY/survived, with the state of the tree: an interrupted run goes on where it was, and after a change only changed
-- files and survivors are tried.

package.path = "./?.lua;" .. package.path

local files = require "test.mutate.files"
local mutants = require "test.mutate.mutants"

local directory, jobs, word, worker = arg[1], math.tointeger(arg[2] or "1"), arg[3] or "", math.tointeger(arg[4])
local LUA <const>, BUSTED <const> = os.getenv "LUA" or "lua5.4", os.getenv "BUSTED" or "/usr/bin/busted"
local MAKE <const> = os.getenv "MAKE" or "make"
local SECONDS <const> = 45 -- of the processor, for the specs of one mutant; those of the program itself take 15

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function shell(format, ...) return os.execute(format:format(...)) end

local function run(format, ...)
    local command = format:format(...)
    if not os.execute(command) then error("failed: " .. command, 0) end
end

local function read(path)
    local handle <close> = io.open(path, "rb")
    return handle and handle:read "a"
end

local function write(path, text)
    local handle <close> = assert(io.open(path, "wb"))
    handle:write(text)
end

-- ---- a copy of the tree, built quickly --------------------------------------------------------------------------------

local base = directory .. "/base"

-- Without the copies for wider processors, which `make digits` holds to the plain one.
local function build(where)
    return shell("cd %s && %s -s -j1 COPIES= CFLAGS='-O1 -w' build/lib/rigid/core.so build/lib/rigid/meshes.so >make.log 2>&1",
        quoted(where), MAKE)
end

local function make_base()
    run("cd %s && rm -rf base job* && mkdir base", quoted(directory))
    run("cp -R Makefile .busted include src lua spec test tools doc examples bench README.md CONTRIBUTING.md CHANGELOG.md %s", quoted(base))
    if not build(base) then error(read(base .. "/make.log"), 0) end
end

local function test(where, specs, seconds)
    local list = {}
    for i, name in ipairs(specs) do list[i] = files.spec_path(name) end
    return shell("cd %s && (ulimit -t %d; LUA_PATH='./lua/?.lua;./lua/?/init.lua;./?.lua;;' LUA_CPATH='build/lib/?.so;;' "
        .. "timeout %d %s %s --no-keep-going -o plainTerminal %s >test.log 2>&1)", quoted(where), seconds, 10 * seconds, LUA, BUSTED,
        table.concat(list, " "))
end

-- All specs pass on the program as it is: tried once for a state of the tree.
local function check_base(list, state)
    local specs, seen = {}, {}
    for _, one in ipairs(list) do
        for _, name in ipairs(files.specs(one.path)) do
            if not seen[name] then specs[#specs + 1], seen[name] = name, true end
        end
    end
    table.sort(specs)
    state = state .. table.concat(specs, " ")
    if read(directory .. "/passed") == state then return end
    if not test(base, specs, 20 * SECONDS) then error("the specs fail on the program itself:\n" .. read(base .. "/test.log"), 0) end
    write(directory .. "/passed", state)
end

-- ---- one mutant -------------------------------------------------------------------------------------------------------

-- Put back what the mutant changed: its file, and what was made of it.
local function restore(where, path)
    run("cp -p %s/%s %s/%s", quoted(base), path, quoted(where), path)
    run("cd %s && for f in $(find build -type f -newer stamp); do rm -f $f; cp -p %s/$f $f; done", quoted(where), quoted("../base"))
end

local function verdict_of(where, one)
    run("touch %s/stamp && sleep 0.01", quoted(where))
    write(where .. "/" .. one.path, one.text)
    if one.path:find "%.[ch]$" and not build(where) then return "uncompilable" end
    if test(where, files.specs(one.path), SECONDS) then return "survived" end
    return "killed"
end

local function what_killed(where)
    local log = read(where .. "/test.log") or ""
    return log:match "\nFailure %-> ([^\n]*)" or log:match "\nError %-> ([^\n]*)" or "a crash, or too long"
end

local function told(one) return ("%s:%d: %s\n    -> %s"):format(one.path, one.line, one.before, one.after) end

-- The k-th of the workers takes every jobs-th of the mutants to be tried.
local function work(list, k)
    local where, state = ("%s/job%d"):format(directory, k), read(directory .. "/state")
    run("cp -a %s %s", quoted(base), quoted(where))
    for i = k, #list, jobs do
        local one = list[i]
        local verdict = verdict_of(where, one)
        local by = verdict == "killed" and what_killed(where) or ""
        if verdict == "survived" then
            write(directory .. "/survived/" .. one.id, state)
        else
            write(directory .. "/killed/" .. one.id, ("%s\n%s\n%s\n"):format(verdict, told(one), by))
        end
        print(("%s %s:%d: %s -> %s   %s"):format(verdict, one.name, one.line, one.before, one.after, by))
        restore(where, one.path)
    end
end

-- ---- all --------------------------------------------------------------------------------------------------------------

local all, stale = mutants.all()

if worker then
    io.stdout:setvbuf "line"
    local by_id, list = {}, {}
    for _, one in ipairs(all) do by_id[one.id] = one end
    for id in io.lines(directory .. "/todo") do list[#list + 1] = by_id[id] end
    return work(list, worker)
end

run("mkdir -p %s/killed %s/survived", quoted(directory), quoted(directory))
local listing <close> = assert(io.popen "find Makefile lua src spec -type f | LC_ALL=C sort | xargs cat | cksum")
local state = listing:read "a"
write(directory .. "/state", state)

-- killed, uncompilable, survived, or nil where it is to be tried.
local function known(one)
    local text = read(directory .. "/killed/" .. one.id)
    if text then return text:match "%a+" end
    return read(directory .. "/survived/" .. one.id) == state and "survived" or nil
end

local wanted, todo, ids = {}, {}, {}
for _, one in ipairs(all) do
    if (one.path .. "\n" .. one.before .. "\n" .. one.after):find(word, 1, true) then
        wanted[#wanted + 1] = one
        if not known(one) then todo[#todo + 1], ids[#ids + 1] = one, one.id end
    end
end

print(("%d mutants, %d of them to try"):format(#wanted, #todo))
if #todo > 0 then
    make_base()
    check_base(todo, state)
    write(directory .. "/todo", table.concat(ids, "\n") .. "\n")
    local commands = {}
    for k = 1, jobs do
        commands[k] = ("%s test/mutate/run.lua %s %d '' %d"):format(LUA, quoted(directory), jobs, k)
    end
    run("%s & wait", table.concat(commands, " & "))
end

local counts, unexplained, explained = { killed = 0, uncompilable = 0, survived = 0 }, {}, 0
for _, one in ipairs(wanted) do
    local verdict = known(one)
    if not verdict then error("the run was not finished", 0) end
    counts[verdict] = counts[verdict] + 1
    if verdict == "survived" and one.why then explained = explained + 1 end
    if verdict == "survived" and not one.why then unexplained[#unexplained + 1] = one end
    if verdict == "killed" and one.why then stale[#stale + 1] = "equivalent.lua: this one is killed: " .. told(one) end
end
for _, one in ipairs(unexplained) do print("SURVIVED " .. told(one)) end
for _, complaint in ipairs(stale) do print("STALE " .. complaint) end
print(("mutants: %d, killed: %d, not compiling: %d, explained: %d, unexplained: %d, stale: %d"):format(#wanted, counts.killed,
    counts.uncompilable, explained, #unexplained, #stale))
os.exit(#unexplained == 0 and #stale == 0)
