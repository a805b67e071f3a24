-- Does anything notice? Changes the core and the numeric Lua in one place at a time (mutants.lua), builds it in a copy of
-- the tree, and runs the specs that look at the file up to the first that fails. A mutant is killed by a spec that fails, by
-- a crash, or by taking far longer than the program itself; what is left has survived, and is either a spec that is missing
-- or listed with its reason in equivalent.lua. Prints survivors with file:line and the change, and fails where one is not
-- explained.
--
-- usage: lua5.4 test/mutate/run.lua DIRECTORY [JOBS [WORD]]     WORD: only mutants whose file or line has it
--
-- Of the specs that look at a file the first is the one that has killed most for its seconds so far, in that file above all.
-- Of a changed header only those objects are made anew that have the changed function inside.
--
-- What is killed is remembered in DIRECTORY/killed, by the text of the changed file, and what survived in DIRECTORY/survived,
-- with each spec that let it pass as it and the tree then were: an interrupted run goes on where it was, and after a change
-- only changed files, and of survivors the changed specs, are tried.

package.path = "./?.lua;" .. package.path

local files = require "test.mutate.files"
local mutants = require "test.mutate.mutants"

local directory, jobs, word, worker = arg[1], math.tointeger(arg[2] or "1"), arg[3] or "", math.tointeger(arg[4])
local LUA <const>, BUSTED <const> = os.getenv "LUA" or "lua5.4", os.getenv "BUSTED" or "/usr/bin/busted"
local MAKE <const> = os.getenv "MAKE" or "make"
local PATIENCE <const> = 4 -- times the seconds of the processor that a spec takes of the program itself, and 5 more

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
local CORE <const>, MESHES <const> = "build/lib/rigid/core.so", " build/lib/rigid/meshes.so"
local PROGRAM <const> = " rigid" -- made once, of the core as it is: what a spec starts as a process of its own is no mutant

-- Without the copies for wider processors, which `make digits` holds to the plain one.
local function build(where, modules)
    return shell("cd %s && %s -s -j1 COPIES= CFLAGS='-O1 -w' %s >make.log 2>&1", quoted(where), MAKE, modules)
end

-- Which objects have which functions inside: none is inlined there.
local function note_functions()
    run("cd %s && %s -s -j1 B=plain COPIES= CFLAGS='-O0 -w' plain/lib/rigid/core.so >make.log 2>&1", quoted(base), MAKE)
    run("cd %s/plain && nm -A core/*/*.o bind/*.o | sed -n 's/:.* [tT] / /p' >../functions && cd .. && rm -r plain", quoted(base))
end

-- Made once for a state of the tree; the specs are those of now.
local function make_base(tree)
    if read(base .. "/tree") == tree then return run("rm -rf %s/spec && cp -R spec %s", quoted(base), quoted(base)) end
    run("cd %s && rm -rf base && mkdir base", quoted(directory))
    run("cp -R Makefile .busted include src lua spec test tools doc examples bench README.md CONTRIBUTING.md CHANGELOG.md %s", quoted(base))
    if not build(base, CORE .. MESHES .. PROGRAM) then error(read(base .. "/make.log"), 0) end
    note_functions()
    write(base .. "/tree", tree)
end

local function test(where, name, seconds)
    return shell("cd %s && (ulimit -t %d; LUA_PATH='./lua/?.lua;./lua/?/init.lua;./?.lua;;' LUA_CPATH='build/lib/?.so;;' "
        .. "timeout %d %s %s --no-keep-going -o plainTerminal %s >test.log 2>&1; s=$?; times >spent; exit $s)", quoted(where), seconds,
        20 * seconds, LUA, BUSTED, files.spec_path(name))
end

-- What the last test took of the processor.
local function spent(where)
    local minutes, seconds = read(where .. "/spent"):match "\n(%d+)m([%d.]+)s"
    return 60 * minutes + seconds
end

-- ---- specs: what they take, and what they killed ------------------------------------------------------------------------

local cost, keys, counts = {}, {}, {}

local function key_of(name, tree)
    if not keys[name] then
        local sum <close> = assert(io.popen("cksum <" .. files.spec_path(name)))
        keys[name] = tree .. "-" .. sum:read "n"
    end
    return keys[name]
end

-- All specs of the list pass on the program as it is: tried once for a state of the tree.
local function check_base(list, tree)
    for _, one in ipairs(list) do
        for _, name in ipairs(files.specs(one.path)) do
            local note = directory .. "/passed/" .. name
            local key, seconds = (cost[name] and "" or read(note) or ""):match "^(%S+) (%S+)"
            if not cost[name] and key ~= key_of(name, tree) then
                if not test(base, name, 300) then error("a spec fails on the program itself:\n" .. read(base .. "/test.log"), 0) end
                seconds = spent(base)
                write(note, ("%s %.2f\n"):format(key_of(name, tree), seconds))
            end
            cost[name] = cost[name] or tonumber(seconds)
        end
    end
end

local function count(path, name, kills)
    for _, group in ipairs { path, path:match "^.*/" } do
        local id = group .. "\n" .. name
        local n = counts[id] or { kills = 0, tries = 0 }
        counts[id] = n
        n.kills, n.tries = n.kills + kills, n.tries + 1
    end
end

-- How many kills a second of this spec may bring for that file.
local function promise(path, name)
    local here = counts[path .. "\n" .. name] or { kills = 0, tries = 0 }
    local near = counts[path:match "^.*/" .. "\n" .. name] or { kills = 0, tries = 0 }
    return (3 * here.kills + near.kills + 1) / (3 * here.tries + near.tries + 4) / (cost[name] + 0.1)
end

local function by_promise(path, names)
    table.sort(names, function(a, b)
        local x, y = promise(path, a), promise(path, b)
        if x ~= y then return x > y end
        return a < b
    end)
    return names
end

-- ---- one mutant -------------------------------------------------------------------------------------------------------

-- Put back what the mutant changed: its file, and what was made of it.
local function restore(where, path)
    run("cp -p %s/%s %s/%s", quoted(base), path, quoted(where), path)
    run("cd %s && for f in $(find build -type f -newer stamp); do rm -f $f; cp -p %s/$f $f; done", quoted(where), quoted("../base"))
end

-- The inline function of a header that the changed line is in.
local function function_of(one)
    local found, at = nil, 0
    for line in one.was:gmatch "([^\n]*)\n" do
        at = at + 1
        if line:find "^%S" and not line:find "^[#}]" then
            found = line:match "^static inline [^(]-([%w_]+)%(" or line:match "^RIGID_INLINE [^(]-([%w_]+)%("
        end
        if at == one.line then return found end
    end
end

-- Let make take those objects for new that have nothing of the changed function.
local function spare_objects(where, name)
    local command = "cd %s && grep -q ' %s$' functions && cd build && touch $(ls core/*/*.o bind/*.o | grep -vxF \"$(sed -n 's/ %s$//p' ../functions)\")"
    return shell(command, quoted(where), name, name)
end

local function build_mutant(where, one)
    if not one.path:find "%.[ch]$" then return true end
    local name = one.path:find "%.h$" and function_of(one)
    if name then spare_objects(where, name) end
    local meshes = (" " .. table.concat(files.specs(one.path), " ")):find(" mesh", 1, true)
    return build(where, CORE .. (meshes and MESHES or ""))
end

-- What survived of these specs before, with the same tree, they need not be asked again.
local function known_to_pass(one)
    local passed = {}
    for name, key in (read(directory .. "/survived/" .. one.id) or ""):gmatch "(%S+) (%S+)\n" do passed[name] = key == keys[name] end
    return passed
end

-- The verdict, the spec that killed, and those that let it pass.
local function verdict_of(where, one, tree)
    run("touch %s/stamp && sleep 0.01", quoted(where))
    write(where .. "/" .. one.path, one.text)
    if not build_mutant(where, one) then return "uncompilable", "", {} end
    local passed, let_pass = known_to_pass(one), {}
    for _, name in ipairs(by_promise(one.path, files.specs(one.path))) do
        local killed = not passed[name] and not test(where, name, math.ceil(PATIENCE * cost[name]) + 5)
        if not passed[name] then count(one.path, name, killed and 1 or 0) end
        if killed then return "killed", name, let_pass end
        let_pass[#let_pass + 1] = ("%s %s\n"):format(name, key_of(name, tree))
    end
    return "survived", "", let_pass
end

local function what_killed(where)
    local log = read(where .. "/test.log") or ""
    return log:match "\nFailure %-> ([^\n]*)" or log:match "\nError %-> ([^\n]*)" or "a crash, or too long"
end

local function told(one) return ("%s:%d: %s\n    -> %s"):format(one.path, one.line, one.before, one.after) end

-- What was found in earlier runs, of which specs.
local function recall(all)
    for _, one in ipairs(all) do
        local text = read(directory .. "/killed/" .. one.id) or read(directory .. "/survived/" .. one.id) or ""
        for name in text:gmatch "\n(%S+) %S+%f[\n]" do count(one.path, name, 0) end
        local killer = text:match "\nby (%S+)"
        if killer then count(one.path, killer, 1) end
    end
end

-- The k-th of the workers takes every jobs-th of the mutants to be tried.
local function work(list, k, tree)
    local where = ("%s/job%d"):format(directory, k)
    run("rm -rf %s && cp -a %s %s", quoted(where), quoted(base), quoted(where))
    for i = k, #list, jobs do
        local one = list[i]
        local started = os.time()
        local verdict, killer, let_pass = verdict_of(where, one, tree)
        local by = verdict == "killed" and what_killed(where) or ""
        if verdict == "survived" then
            write(directory .. "/survived/" .. one.id, table.concat(let_pass))
        else
            write(directory .. "/killed/" .. one.id,
                ("%s\n%s\nby %s %s\n%s"):format(verdict, told(one), killer, by, table.concat(let_pass)))
        end
        print(("%s (%d s) %s:%d: %s -> %s   %s"):format(verdict, os.time() - started, one.name, one.line, one.before, one.after, by))
        restore(where, one.path)
    end
end

-- ---- all --------------------------------------------------------------------------------------------------------------

local all, stale = mutants.all()

run("mkdir -p %s/killed %s/survived %s/passed", quoted(directory), quoted(directory), quoted(directory))
-- All but the specs themselves, each of which has a sum of its own.
local listing <close> = assert(io.popen "find Makefile lua src spec -type f -not -name '*_spec.lua' | LC_ALL=C sort | xargs cat | cksum")
local tree = tostring(listing:read "n")

if worker then
    io.stdout:setvbuf "line"
    local by_id, list = {}, {}
    for _, one in ipairs(all) do by_id[one.id] = one end
    for id in io.lines(directory .. "/todo") do list[#list + 1] = by_id[id] end
    recall(all)
    check_base(list, tree) -- for what they take
    return work(list, worker, tree)
end

-- killed, uncompilable, survived, or nil where it is to be tried.
local function known(one)
    local text = read(directory .. "/killed/" .. one.id)
    if text then return text:match "%a+" end
    local specs = files.specs(one.path)
    for _, name in ipairs(specs) do key_of(name, tree) end
    local passed = known_to_pass(one)
    for _, name in ipairs(specs) do
        if not passed[name] then return nil end
    end
    return "survived"
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
    make_base(tree)
    check_base(todo, tree)
    write(directory .. "/todo", table.concat(ids, "\n") .. "\n")
    local commands = {}
    for k = 1, jobs do
        commands[k] = ("%s test/mutate/run.lua %s %d '' %d"):format(LUA, quoted(directory), jobs, k)
    end
    run("%s & wait", table.concat(commands, " & "))
end

local totals, unexplained, explained = { killed = 0, uncompilable = 0, survived = 0 }, {}, 0
for _, one in ipairs(wanted) do
    local verdict = known(one)
    if not verdict then error("the run was not finished", 0) end
    totals[verdict] = totals[verdict] + 1
    if verdict == "survived" and one.why then explained = explained + 1 end
    if verdict == "survived" and not one.why then unexplained[#unexplained + 1] = one end
    if verdict == "killed" and one.why then stale[#stale + 1] = "equivalent.lua: this one is killed: " .. told(one) end
end
for _, one in ipairs(unexplained) do print("SURVIVED " .. told(one)) end
for _, complaint in ipairs(stale) do print("STALE " .. complaint) end
print(("mutants: %d, killed: %d, not compiling: %d, explained: %d, unexplained: %d, stale: %d"):format(#wanted, totals.killed,
    totals.uncompilable, explained, #unexplained, #stale))
os.exit(#unexplained == 0 and #stale == 0)
