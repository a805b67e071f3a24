-- Every writer of files, ended by SIGKILL at random moments while it writes over a good file, and let write to a full disk:
-- the file is then the old one or the new one, to the last byte. For `make kill-writers`:
--   lua test/kill_writers.lua KILL_AT PROGRAM [KILLS [SEED]]
-- The moments are uniform from the first change in the file's directory to a little after the last, as runs that are left
-- alone show them; a run that was faster than its moment counts for nothing. A full disk is a small tmpfs, which only root can mount.
local kill_at, program, kills, seed = arg[1], arg[2], tonumber(arg[3] or 100), tonumber(arg[4] or 1)
math.randomseed(seed)

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function shell(command)
    local pipe <close> = assert(io.popen(command, "r"))
    local text = pipe:read "a"
    local _, how, code = pipe:close()
    return text, how == "exit" and code or 128 + (code or 0)
end

local function command_line(words)
    local list = {}
    for i, word in ipairs(words) do list[i] = quote(word) end
    return table.concat(list, " ")
end

-- nil where there is none.
local function read(path)
    local file <close> = io.open(path, "rb")
    return file and file:read "a"
end

local function write(path, text)
    local file <close> = assert(io.open(path, "wb"))
    assert(file:write(text))
end

local scratch = shell "mktemp -d":gsub("%s+$", "")
local place = scratch .. "/place"
os.execute("mkdir " .. quote(place))
program = shell("realpath " .. quote(program)):gsub("%s+$", "")

-- ---- the writers ----------------------------------------------------------------------------------------------------

local BODIES <const>, SAMPLES <const> = 300, 4000

local SOUND <const>, SLIPPED <const> = 'ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"', 'ixx="2661.9e-6" ixy="-31.029e-6" ixz="9.34e-6" iyy="2302.5e-6" '
    .. 'iyz="151.466e-6" izz="1676359e-6"'

-- A chain of links of which every tenth cannot exist, for a slip that is certain, so that there is something to mend.
local function robot()
    local lines = {'<robot name="chain">', '<link name="l0"/>'}
    for i = 1, BODIES do
        local slipped = i % 10 == 0
        lines[#lines + 1] = ('<link name="l%d"><inertial><origin xyz="0.3 0.1 -0.2"/><mass value="%s"/><inertia %s/></inertial></link>'):format(i,
            slipped and "1.559" or i, slipped and SLIPPED or SOUND)
        lines[#lines + 1] = ('<joint name="j%d" type="continuous"><parent link="l%d"/><child link="l%d"/><axis xyz="0 0 1"/></joint>'):format(i, i - 1, i)
    end
    lines[#lines + 1] = "</robot>\n"
    return table.concat(lines, "\n")
end

write(scratch .. "/robot.urdf", robot())
write(scratch .. "/entries", ("-- an entry\n"):rep(200) .. "x = 1\nx + 1\n" .. "save_session 'TARGET'\n")

local LOG <const> = ("local m = rigid.Model{name = 'm'}; m:add_body{name = 'a', inertia = SpatialInertia.solid_sphere{mass = 1, radius = 1}, "
    .. "joint = 'revolute'}; local log = Log(m); for i = 1, %d do log:add(i / 7, {i / 3}, {i / 9}) end; "):format(SAMPLES)

local function lua(text) return {program, "-e", text} end

-- A robot of two joints and a log of its motion: enough for an estimate within a second.
write(scratch .. "/make.lua", ([[
    local m = rigid.Model {name = "two"}
    for i = 1, 2 do
        m:add_body {name = "b" .. i, parent = i > 1 and "b1" or nil, joint = {type = "revolute", axis = {0, i - 1, 2 - i}},
            placement = {position = {0.3, 0, 0}}, inertia = SpatialInertia.solid_box {mass = i, size = {0.1, 0.2, 0.3}}}
    end
    m:save "%d/two.urdf"
    local log = Log(m)
    for i = 0, 400 do
        local t, q, v, a = i / 100, {}, {}, {}
        for k, w in ipairs {3, 4.5} do q[k], v[k], a[k] = math.sin(w * t), w * math.cos(w * t), -w * w * math.sin(w * t) end
        log:add(t, q, v, m:inverse_dynamics(q, v, a))
    end
    log:save "%d/two.csv"]]):gsub("%%d", scratch))
assert(os.execute(command_line {program, scratch .. "/make.lua"}))
write(scratch .. "/points.lua", "return {y = sweep.x * sweep.x}")

-- What a program keeps for its user lies in a folder below one that the environment names; that folder is here the place.
local function kept_in(above, folder)
    os.execute(("mkdir -p %s/%s && ln -sfn %s %s/%s/%s"):format(scratch, above, place, scratch, above, folder))
end
kept_in("state", "rigid")
kept_in("share/jupyter/kernels", "rigid")

local HISTORY <const> = ("an entry\n\tand its second line\n"):rep(2500)

-- Of each: the file, and the command that writes it; the old one is made by hand, but where it is what the command works on.
-- `beside`: a pattern of what else it writes there; `silent`: best effort, which says nothing where it cannot be done;
-- `appends`: it adds a line to the file, of which a full disk may have room for a part.
local WRITERS = {
    {"m:save, URDF", "robot.urdf", function(target) return lua(("rigid.load('%s/robot.urdf'):save '%s'"):format(scratch, target)) end},
    {"m:save, Lua", "robot.lua", function(target) return lua(("rigid.load('%s/robot.urdf'):save '%s'"):format(scratch, target)) end},
    {"m:save, SDF", "robot.sdf", function(target) return lua(("rigid.load('%s/robot.urdf'):save '%s'"):format(scratch, target)) end},
    {"m:save, MJCF", "robot.xml", function(target) return lua(("rigid.load('%s/two.urdf'):save '%s'"):format(scratch, target)) end},
    {"rigid convert", "robot.sdf", function(target) return {program, "convert", scratch .. "/robot.urdf", target} end},
    {"m:write_c", "robot.h", function(target)
        return lua(("rigid.load('%s/two.urdf'):write_c{name = 'robot', dir = '%s'}"):format(scratch, target:match "^(.*)/"))
    end, beside = "^robot[_test]*%.c"},
    {"identify -o", "found.urdf", function(target)
        return {program, "identify", "-q", scratch .. "/two.urdf", scratch .. "/two.csv", "-o", target}
    end},
    {"identify --report", "found.html", function(target)
        return {program, "identify", "-q", scratch .. "/two.urdf", scratch .. "/two.csv", "--report", target}
    end},
    {"rigid sweep", "found.csv", function(target)
        return {program, "sweep", scratch .. "/points.lua", "--param", "x=1..500", "--out", target, "-q"}
    end, beside = "^found%.csv%.parts"},
    {"lessons' progress", "lessons", function()
        return {"env", ("XDG_STATE_HOME=%s/state"):format(scratch), program, "-e", "local progress = require 'rigid.lessons.progress'; progress.keep(); "
            .. "progress.finish '1.1'"}
    end, ("1.2\n"):rep(2000), silent = true},
    {"history, cut", "history", function(target)
        return lua(("require 'rigid.prompt.history'.load('%s', function(f) f() end)"):format(target))
    end, HISTORY, silent = true},
    {"history, an entry", "history", function(target)
        return lua(("require 'rigid.prompt.history'.append('%s', 'the last')"):format(target))
    end, HISTORY, silent = true, appends = true},
    {"jupyter's kernel", "kernel.py", function()
        return {program, "jupyter", "--install", "--prefix", scratch}
    end, beside = "^kernel%.json"},
    {"log:save", "log.csv", function(target) return lua(LOG .. ("log:save '%s'"):format(target)) end},
    {"plot, SVG", "plot.svg", function(target) return lua(LOG .. ("log:plot{'q', 'v', path = '%s'}"):format(target)) end},
    {"plot, PNG", "plot.png", function(target) return lua(LOG .. ("log:plot{'q', 'v', path = '%s'}"):format(target)) end},
    {"rigid view -o", "view.html", function(target) return {program, "view", scratch .. "/robot.urdf", "-o", target} end},
    {"rigid.view", "view.html", function(target)
        return lua(("rigid.view(rigid.load '%s/robot.urdf', {path = '%s'})"):format(scratch, target))
    end},
    {"rigid check --fix", "fixed.urdf", function(target) return {program, "check", "-q", "--fix", target, target} end, robot()},
    {"save_session", "session.lua", function(target)
        local entries = read(scratch .. "/entries"):gsub("TARGET", target)
        write(scratch .. "/typed", entries)
        return {"sh", "-c", ("exec '%s' -i <'%s/typed'"):format(program, scratch)}
    end, "-- A session of rigid, and an old one\n" .. ("-- of many lines\n"):rep(1000)},
}

-- ---- killing --------------------------------------------------------------------------------------------------------

local failures = 0

local function fail(name, ...)
    failures = failures + 1
    print(("  %s: %s"):format(name, (...):format(select(2, ...))))
end

local function run(command, microseconds)
    local said = shell(("%s %s %s %s 2>%s/err"):format(quote(kill_at), quote(place), microseconds, command, scratch))
    said = said:match "[^\n]*\n$" or said -- what the command itself said comes before
    return said:match "^(%a+)", math.tointeger(tonumber(said:match "^ended (%d+)")), tonumber(said:match "(%d+)\n$")
end

-- What is in the directory beside what the writer writes.
local function others(writer)
    local list = {}
    for line in shell("ls -A " .. quote(place)):gmatch "[^\n]+" do
        if line ~= writer[2] and not (writer.beside and line:find(writer.beside)) then list[#list + 1] = line end
    end
    return list
end

local function clear() os.execute(("find %s -mindepth 1 -delete"):format(quote(place))) end

-- Let it write undisturbed a few times: what it writes, and how long that usually takes.
local function measured(writer, target, old)
    local command, times, new = command_line(writer[3](target)), {}, nil
    for i = 1, 5 do
        clear()
        write(target, old)
        local how, code, took = run(command, "-")
        if how ~= "ended" or code > 1 then error(("%s fails (%s %s): %s"):format(writer[1], how, code, read(scratch .. "/err"))) end
        times[i], new = took, read(target)
        if #others(writer) > 0 then fail(writer[1], "leaves %s behind", table.concat(others(writer), " ")) end
    end
    if new == old then error(writer[1] .. " changes nothing") end
    table.sort(times)
    return command, times[3], new
end

local function kill(writer)
    local name, target = writer[1], place .. "/" .. writer[2]
    local old = writer[4] or ("an old file of many lines\n"):rep(4000)
    local command, took, new = measured(writer, target, old)
    local count = {old = 0, new = 0, broken = 0, killed = 0, strays = 0}
    for _ = 1, 5 * kills do
        if count.killed == kills then break end
        clear()
        write(target, old)
        local how = run(command, math.floor(math.random() * 1.1 * took))
        local text = read(target)
        local state = text == old and "old" or text == new and "new" or "broken"
        if how == "killed" then count[state], count.killed = count[state] + 1, count.killed + 1 end
        if how ~= "killed" and state ~= "new" then fail(name, "is not written") end
        for _, other in ipairs(others(writer)) do
            count.strays = count.strays + 1
            if not other:find(writer[2] .. ".rigid-", 1, true) then fail(name, "leaves %s", other) end
        end
    end
    print(("%-18s %3d kills over %6.0f µs, %d bytes: %3d old, %3d new, %d broken; %d strays named as ours"):format(name, count.killed, took, #new,
        count.old, count.new, count.broken, count.strays))
    if count.broken > 0 then fail(name, "the file was neither the old nor the new one") end
end

-- ---- a full disk ----------------------------------------------------------------------------------------------------

local function fill_up(writer)
    local target, old = place .. "/" .. writer[2], writer[4] or ("an old file of many lines\n"):rep(4000)
    clear()
    write(target, old)
    os.execute(("dd if=/dev/zero of=%s/filler bs=1k 2>/dev/null"):format(quote(place)))
    local said = shell(command_line(writer[3](target)) .. " 2>&1 </dev/null")
    os.remove(place .. "/filler")
    local text = read(target)
    if text ~= old and not (writer.appends and text:sub(1, #old) == old) then fail(writer[1], "a full disk cost the old file") end
    if #others(writer) > 0 then fail(writer[1], "leaves %s on a full disk", table.concat(others(writer), " ")) end
    if not writer.silent and not said:find("No space left", 1, true) then fail(writer[1], "does not say that the disk is full, but %s", said) end
end

print(("seed %d, %d kills of each"):format(seed, kills))
for _, writer in ipairs(WRITERS) do kill(writer) end
clear()
if os.execute(("mount -t tmpfs -o size=4m rigid %s 2>/dev/null"):format(quote(place))) then
    for _, writer in ipairs(WRITERS) do fill_up(writer) end
    os.execute("umount " .. quote(place))
    print(("a full disk: %d writers leave the old file, say so, and leave nothing beside it"):format(#WRITERS))
else
    print "a full disk: passed over, for only root can mount one"
end
os.execute("rm -rf " .. quote(scratch))
print(failures == 0 and "no file was lost" or failures .. " failures")
os.exit(failures == 0)
