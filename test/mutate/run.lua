-- Does anything notice? Changes the core and the numeric Lua in one place at a time (mutants.lua), builds it in a copy of
-- the tree, and runs the specs that look at the file up to the first that fails. A mutant is killed by a spec that fails, by
-- a crash, or by taking far longer than the program itself; what is left has survived, and is either a spec that is missing
-- or listed with its reason in equivalent.lua. Prints survivors with file:line and the change, and fails where one is not
-- explained.
--
-- usage: lua5.4 test/mutate/run.lua DIRECTORY [JOBS [WORD]]     WORD: only mutants whose file or line has it; `unjudged`: only those of
-- which neither a killer is written down nor a reason
--
-- What noticed a mutant before is asked first (killers.lua), one test alone. Else every spec is asked with a tenth of its draws,
-- and those that draw once more with all: first the one that has killed most for its seconds so far, in that file above all.
--
-- What is killed is remembered in DIRECTORY/killed, by the text of the changed file, and what survived in DIRECTORY/survived,
-- with each spec that let it pass as it and the tree then were: an interrupted run goes on where it was, and after a change
-- only changed files, and of survivors the changed specs, are tried.

package.path = "./?.lua;" .. package.path

local files = require "test.mutate.files"
local killers = require "test.mutate.killers"
local mutants = require "test.mutate.mutants"

local directory, jobs, word = arg[1], math.tointeger(arg[2] or "1"), arg[3] or ""
local worker, master = math.tointeger(arg[4]), arg[5] -- which of the jobs this is, and the process that began it
local LUA <const>, BUSTED <const> = os.getenv "LUA" or "lua5.4", os.getenv "BUSTED" or "/usr/bin/busted"
local MAKE <const> = os.getenv "MAKE" or "make"
local known_killers -- of earlier runs, wherever they were
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
local NOTICING <const> = " -fsanitize=undefined -fsanitize-undefined-trap-on-error " -- ends at an index beyond its array
local STAMPS <const> = "-o build/flags -o build/dense-flags -o build/mesh-flags" -- which make would make anew each time
local PROGRAM <const> = " rigid" -- made once, of the core as it is: what a spec starts as a process of its own is no mutant

-- A changed file is compiled in a hurry; not so what works on registers of states, which then took ten times as long, beyond all patience.
local function noticing(object) return (object:find "core/lanes/" and " -O1" or " -O0") .. NOTICING end

-- With its assertions on, and without the copies for wider processors, which `make digits` holds to the plain one.
local function build(where, modules)
    return shell("cd %s && %s -s -j1 COPIES= CFLAGS='-O1 -w -DRIGID_ASSERTS' %s >make.log 2>&1", quoted(where), MAKE, modules)
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

-- All tests of a spec with that share of their draws, or the one of that full name.
local function test(where, name, seconds, share, only)
    local filter = only and "--filter=" .. quoted("^" .. only:gsub("%p", "%%%0") .. "$") or ""
    return shell("cd %s && (ulimit -t %d; RIGID_DRAW_SHARE=%g LUA_PATH='./lua/?.lua;./lua/?/init.lua;./?.lua;;' LUA_CPATH='build/lib/?.so;;' "
        .. "timeout %d %s %s --no-keep-going -o plainTerminal %s %s >test%d.log 2>&1; s=$?; times >spent%d; exit $s)", quoted(where), seconds,
        share, 20 * seconds, LUA, BUSTED, filter, files.spec_path(name), worker, worker)
end

-- What the last test took of the processor.
local function spent(where)
    local minutes, seconds = read(where .. "/spent" .. worker):match "\n(%d+)m([%d.]+)s"
    return 60 * minutes + seconds
end

-- ---- specs: what they take, and what they killed ------------------------------------------------------------------------

local FEW <const>, ALL <const> = 0.1, 1 -- shares of the draws
local costs, keys, counts = { [FEW] = {}, [ALL] = {} }, {}, {}

local function key_of(name, tree)
    if not keys[name] then
        local sum <close> = assert(io.popen("cksum <" .. files.spec_path(name)))
        keys[name] = tree .. "-" .. sum:read "n"
    end
    return keys[name]
end

-- The seconds that a spec takes of the program as it is, which must pass it: tried once for a state of the tree. Nil where few
-- draws are too few for what it asks, or spare nothing.
local function cost(name, tree, share)
    local known = costs[share]
    if known[name] == nil then
        local note = ("%s/passed/%s-%g"):format(directory, name, share)
        local key, seconds = (read(note) or ""):match "^(%S+) (%S+)"
        if key ~= key_of(name, tree) then
            local passed = test(base, name, 300, share)
            if not passed and share == ALL then error("a spec fails on the program itself:\n" .. read(("%s/test%d.log"):format(base, worker)), 0) end
            seconds = passed and spent(base) or -1
            write(note, ("%s %.2f\n"):format(key_of(name, tree), seconds))
        end
        known[name] = tonumber(seconds)
    end
    return known[name] >= 0 and known[name] or nil
end

-- Does a look with few draws spare anything?
local function draws(name, tree) return cost(name, tree, FEW) and cost(name, tree, FEW) < 0.6 * cost(name, tree, ALL) end

local function count(path, name, kills)
    for _, group in ipairs { path, path:match "^.*/" } do
        local id = group .. "\n" .. name
        local n = counts[id] or { kills = 0, tries = 0 }
        counts[id] = n
        n.kills, n.tries = n.kills + kills, n.tries + 1
    end
end

-- How many kills a second of this spec may bring for that file.
local function promise(path, name, seconds)
    local here = counts[path .. "\n" .. name] or { kills = 0, tries = 0 }
    local near = counts[path:match "^.*/" .. "\n" .. name] or { kills = 0, tries = 0 }
    return (3 * here.kills + near.kills + 1) / (3 * here.tries + near.tries + 4) / (seconds + 0.1)
end

-- What is to be asked: {name, share, seconds}, the most promising first, and what has draws beyond the few at the end.
local function questions(path, tree)
    local list = {}
    for _, name in ipairs(files.specs(path)) do
        local few = draws(name, tree)
        if few then list[#list + 1] = { name = name, share = FEW, seconds = cost(name, tree, FEW), round = 1 } end
        list[#list + 1] = { name = name, share = ALL, seconds = cost(name, tree, ALL), round = few and 2 or 1 }
    end
    for _, one in ipairs(list) do one.promise = promise(path, one.name, one.seconds) end
    table.sort(list, function(a, b)
        if a.round ~= b.round then return a.round < b.round end
        if a.promise ~= b.promise then return a.promise > b.promise end
        return a.name < b.name
    end)
    return list
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

local inlined -- the objects that have a function inside, by its name

-- Does that object have something of an inline function? Of one that no object has, all may.
local function has(object, name)
    if not inlined then
        inlined = {}
        for line in io.lines(base .. "/functions") do
            local path, of = line:match "^(%S+) (%S+)$"
            if of then inlined[of] = inlined[of] or {} end
            if of then inlined[of][path] = true end
        end
    end
    return not inlined[name] or inlined[name][object] == true
end

-- The commands that make gives in a copy of the tree where a file was changed: {object, text}, for objects that end where the
-- language says nothing. By its time, not by `make -W`, which knows a header by one of its names alone and not by "tree/../numbers".
local commands = {}
local function commands_for(where, path, goals)
    if not commands[path] then
        local list = {}
        local format <const> = "cd %s && %s -n COPIES= CFLAGS='-O1 -w -DRIGID_ASSERTS' %s %s 2>/dev/null"
        local said <close> = assert(io.popen(format:format(quoted(where), MAKE, STAMPS, goals)))
        for line in said:lines() do
            local made = line:match "^%S+ .* %-o build/(%S+)"
            local text = made and line:gsub(" %-O1 (.* %-c )", noticing(made) .. "%1")
            if made then list[#list + 1] = { object = made, text = text } end
        end
        commands[path] = list
    end
    return commands[path]
end

-- Of a changed header only those objects are made anew that have the changed function inside.
local function build_mutant(where, one)
    if not one.path:find "%.[ch]$" then return true end
    local meshes = (" " .. table.concat(files.specs(one.path), " ")):find(" mesh", 1, true)
    local name = one.path:find "%.h$" and function_of(one)
    local list = {}
    for _, command in ipairs(commands_for(where, one.path, CORE .. (meshes and MESHES or ""))) do
        if not name or not command.object:find "%.o$" or has(command.object, name) then list[#list + 1] = command.text end
    end
    return #list > 0 and shell("cd %s && (%s) >make.log 2>&1", quoted(where), table.concat(list, " && "))
end

-- What survived of these specs before, with the same tree, they need not be asked again.
local function known_to_pass(one)
    local passed = {}
    for name, key in (read(directory .. "/survived/" .. one.id) or ""):gmatch "(%S+) (%S+)\n" do passed[name] = key == keys[name] end
    return passed
end

-- The full name of the test that failed, or nothing.
local function what_killed(where)
    local log = read(("%s/test%d.log"):format(where, worker)) or ""
    return log:match "\nFailure %-> [^\n]*\n([^\n]*)" or log:match "\nError %-> [^\n]*\n([^\n]*)" or ""
end

local function fails(where, name, seconds, share, only) return not test(where, name, math.ceil(PATIENCE * seconds) + 5, share, only) end

-- Does what noticed this one before do so again?
local function killed_as_before(where, one, tree)
    local killer = killers.of(known_killers, one)
    if not killer or not files.spec_path(killer.spec) then return nil end
    if fails(where, killer.spec, cost(killer.spec, tree, ALL), ALL, killer.test ~= "" and killer.test or nil) then return killer.spec end
end

-- The verdict, the spec that killed, and those that let it pass.
local function verdict_of(where, one, tree)
    run("touch %s/stamp && sleep 0.01", quoted(where))
    write(where .. "/" .. one.path, one.text)
    if not build_mutant(where, one) then return "uncompilable", "", {} end
    local before = killed_as_before(where, one, tree)
    if before then return "killed", before, {} end
    local passed, let_pass = known_to_pass(one), {}
    for _, ask in ipairs(questions(one.path, tree)) do
        if not passed[ask.name] then
            local killed = fails(where, ask.name, ask.seconds, ask.share)
            count(one.path, ask.name, killed and 1 or 0)
            if killed then return "killed", ask.name, let_pass end
        end
        if ask.share == ALL then let_pass[#let_pass + 1] = ("%s %s\n"):format(ask.name, key_of(ask.name, tree)) end
    end
    return "survived", "", let_pass
end

local function told(one) return ("%s:%d: %s\n    -> %s"):format(one.path, one.line, one.before, one.after) end

-- What was found in earlier runs, of which specs.
local function recall(all)
    for _, one in ipairs(all) do
        local text = read(directory .. "/killed/" .. one.id) or read(directory .. "/survived/" .. one.id) or ""
        for name in text:gmatch "\n(%S+) %S+%f[\n]" do count(one.path, name, 0) end
        local killer = killers.of(known_killers, one)
        if killer and files.spec_path(killer.spec) then count(one.path, killer.spec, 1) end
    end
end

-- The k-th of the workers takes every jobs-th of the mutants to be tried, as long as the process that began it is there.
local function work(list, k, tree)
    local where = ("%s/job%d"):format(directory, k)
    run("rm -rf %s && cp -a %s %s", quoted(where), quoted(base), quoted(where))
    for i = k, #list, jobs do
        if not shell("kill -0 %s 2>/dev/null", master) then return end
        local one = list[i]
        local started = os.time()
        local verdict, killer, let_pass = verdict_of(where, one, tree)
        local by = verdict == "killed" and what_killed(where) or ""
        if verdict == "survived" then
            write(directory .. "/survived/" .. one.id, table.concat(let_pass))
        else
            if verdict == "killed" then killers.add(one, killer, by) end
            write(directory .. "/killed/" .. one.id,
                ("%s\n%s\nby %s %s\n%s"):format(verdict, told(one), killer, by, table.concat(let_pass)))
        end
        print(("%s (%d s) %s:%d: %s -> %s   %s"):format(verdict, os.time() - started, one.name, one.line, one.before, one.after, by ~= "" and by or killer))
        restore(where, one.path)
    end
end

-- ---- all --------------------------------------------------------------------------------------------------------------

local all, stale = mutants.all()
known_killers = killers.read()

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

local function is_wanted(one)
    if word == "unjudged" then return not one.why and not killers.of(known_killers, one) end
    return (one.path .. "\n" .. one.before .. "\n" .. one.after):find(word, 1, true)
end

local wanted, todo = {}, {}
for _, one in ipairs(all) do
    if is_wanted(one) then
        wanted[#wanted + 1] = one
        if not known(one) then todo[#todo + 1] = one end
    end
end

-- First those of which nothing is known, for they may survive; then what something killed before; last what survives for a
-- reason. Headers, of which many objects are made, come late among their like.
local function turn(one)
    local late = one.path:find "%.h$" and 1 or 0
    return late + (one.why and 4 or killers.of(known_killers, one) and 2 or 0)
end

local function in_turn(list)
    local ids = {}
    for now = 0, 5 do
        for _, one in ipairs(list) do
            if turn(one) == now then ids[#ids + 1] = one.id end
        end
    end
    return ids
end

print(("%d mutants, %d of them to try"):format(#wanted, #todo))
if #todo > 0 then
    make_base(tree)
    killers.tidy(all)
    write(directory .. "/todo", table.concat(in_turn(todo), "\n") .. "\n")
    local workers = {}
    for k = 1, jobs do
        workers[k] = ("%s test/mutate/run.lua %s %d '' %d $PPID"):format(LUA, quoted(directory), jobs, k)
    end
    run("%s & wait", table.concat(workers, " & "))
    killers.tidy(all)
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
