-- Lays siege to the prompt of the real program, at a terminal. First by names: every name of the standard library is given
-- another value, some hundreds of assignments, and after each the usual entries must do what they do: load, save, plot,
-- view, help, errors with a caret, completion. Then by Ctrl-C, at random moments of every kind of load and of other long
-- work: the prompt must be there again, its values kept, the methods of strings whole. Prints what fell.
-- usage: lua5.4 test/siege.lua [ASSIGNMENTS [INTERRUPTS [SEED]]]
local program = require "spec.support.program"

local ASSIGNMENTS <const>, INTERRUPTS <const> = tonumber(arg[1]) or 800, tonumber(arg[2]) or 1000
local SEED <const> = tonumber(arg[3]) or 1
local PER_SESSION <const> = 25
math.randomseed(SEED)

local fallen = 0
local function fall(what, why)
    fallen = fallen + 1
    print(("FELL: %s: %s"):format(what, why))
end

-- ---- the files ------------------------------------------------------------------------------------------------------

-- A chain of so many links as URDF.
local function urdf(n)
    local parts = {'<robot name="chain"><link name="l0"/>'}
    for i = 1, n do
        parts[#parts + 1] = ([[<link name="l%d"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
            </inertial></link><joint name="j%d" type="revolute"><parent link="l%d"/><child link="l%d"/><axis xyz="0 1 0"/>
            <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>]]):format(i, i, i - 1, i)
    end
    return table.concat(parts) .. "</robot>"
end

-- The same as a script of RBDL's, which does some work with strings as it goes.
local function rbdl(n)
    return ([[
        local frames = {}
        for i = 1, %d do
            local name = ("body" .. i):upper():lower()
            for k = 1, 30 do name = name:sub(1, 20):gsub("%%s", "") .. "" end
            frames[i] = {name = name, parent = i == 1 and "ROOT" or frames[i - 1].name, joint = {{0, 1, 0, 0, 0, 0}},
                body = {mass = 1, com = {0, 0, 0.1}, inertia = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}
        end
        return {frames = frames}]]):format(n)
end

-- And in rigid's own format.
local function own(n)
    local parts = {'return {format = "rigid", name = "chain", bodies = {'}
    for i = 1, n do
        parts[#parts + 1] = ('{name = "b%d", parent = %q, joint = "revolute", inertia = {mass = 1, inertia = {1, 1, 1}}},'):format(i,
            i == 1 and "world" or "b" .. i - 1)
    end
    return table.concat(parts, "\n") .. "}}"
end

-- A ball of so many slices, in STL.
local function ball(n)
    local lines = {"solid ball"}
    local function point(i, k)
        local a, b = math.pi * i / n, 2 * math.pi * k / n
        lines[#lines + 1] = ("vertex %.9g %.9g %.9g"):format(math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a))
    end
    local function facet(...)
        lines[#lines + 1] = "facet normal 0 0 0\nouter loop"
        for _, corner in ipairs {...} do point(corner[1], corner[2] % n) end
        lines[#lines + 1] = "endloop\nendfacet"
    end
    for i = 0, n - 1 do
        for k = 0, n - 1 do
            if i < n - 1 then facet({i, k}, {i + 1, k}, {i + 1, k + 1}) end
            if i > 0 then facet({i, k}, {i + 1, k + 1}, {i, k + 1}) end
        end
    end
    lines[#lines + 1] = "endsolid ball\n"
    return table.concat(lines, "\n")
end

-- A chain of so many links by a macro of xacro's.
local function xacro(n)
    local parts = {[[<robot name="chain" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="l0"/><xacro:macro name="link" params="i"><link name="l${i}">
        <inertial><mass value="${1 + i / 100}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <joint name="j${i}" type="continuous"><parent link="l${i - 1}"/><child link="l${i}"/><axis xyz="0 1 0"/></joint></xacro:macro>]]}
    for i = 1, n do parts[#parts + 1] = ('<xacro:link i="%d"/>'):format(i) end
    return table.concat(parts, "\n") .. "</robot>"
end

local function write_files(directory)
    local function write(name, text) program.write_file(directory .. "/" .. name, text) end
    write("middle.lua", own(400))
    write("chain.xacro", xacro(300))
    local saved = [[./rigid -e "local m = rigid.load '%d/middle.lua'; m:save '%d/chain.sdf'; m:save '%d/chain.xml'"]]
    assert(os.execute((saved:gsub("%%d", directory))))
    write("log.csv", "t,q.b1,v.b1\n" .. ("0.1,0.25,-3.5e-2\n"):rep(200000))
    write("small.urdf", urdf(3))
    write("small.lua", own(3))
    write("chain.urdf", urdf(1500))
    write("rbdl.lua", rbdl(800))
    write("own.lua", own(3000))
    write("ever.lua", "local f = {} while true do f[#f % 100 + 1] = ('link' .. #f):upper() end")
    write("ball.stl", ball(200))
end

-- ---- sessions -------------------------------------------------------------------------------------------------------

-- What every session begins with; `kept` is what must be there in the end.
local function begin(session, directory)
    session:expect "> "
    session:send(('kept = 42; m = rigid.load "%s/small.urdf"; log = m:simulate{duration = 0.1}\n'):format(directory)
        .. ('big = rigid.load "%s/own.lua"; long = m:simulate{duration = 5}\n'):format(directory)
        .. "W, Q = rigid.Matrix(400, 400), rigid.Matrix(300000, 3)\n"
        .. "for i = 1, 400 do for j = 1, 400 do W:set(i, j, math.sin(i * j * j)) end end\n"
        .. '"beg" .. "un"\n')
    session:expect "begun"
end

-- Run body(session) in a session of its own, which must then end as it should. A session that fell is told of.
local function in_session(what, directory, body)
    local ok, problem = pcall(program.at_terminal, {code = 0, columns = 400, lines = 50}, function(session)
        begin(session, directory)
        body(session)
        session:send "\4"
    end)
    if not ok then fall(what(), tostring(problem):sub(-1500)) end
    return ok
end

-- ---- by names -------------------------------------------------------------------------------------------------------

local FUNCTIONS <const> = [[assert collectgarbage dofile error getmetatable ipairs load loadfile next pairs pcall print rawequal
    rawget rawlen rawset require select setmetatable tonumber tostring type warn xpcall _G _VERSION _ _ENV]]
local LIBRARIES <const> = {"string", "table", "math", "utf8", "os", "io", "coroutine", "debug", "package"}
local VALUES <const> = {"5", "nil", "{}", '"x"', "function() end"}

-- So many assignments, to every name in turn, each time with another value.
local function assignments(count)
    local names, list = {}, {}
    for name in FUNCTIONS:gmatch "%S+" do names[#names + 1] = name end
    for _, library in ipairs(LIBRARIES) do
        names[#names + 1] = library
        for field in pairs(package.loaded[library]) do names[#names + 1] = library .. "." .. field end
    end
    table.sort(names)
    for i = 1, count do
        local round = (i - 1) // #names
        list[i] = names[(i - 1) % #names + 1] .. " = " .. VALUES[(i + round) % #VALUES + 1]
    end
    return list, #names
end

-- The usual entries, each with what it must show. %d is the directory.
local ENTRIES <const> = {
    {'a = rigid.load "%d/small.urdf"\na:nv()', "3"},
    {'b = rigid.load "%d/small.lua"\nb:nv()', "3"},
    {"nosuch(1)", "attempt to call a nil value (global 'nosuch')", "  ^"},
    {"x = (1 +* 2)", "unexpected symbol near '*'", "^"},
    {"m:body 'l9'", "'l9'"},
    {'help "Vec3:dot"', "Vec3:dot("},
    {"?SpatialInertia", "Operators"},
    {"kep\t", "\n42\n"},
    {"m:diagnose()", "[identity]"},
    {'log:plot{"q", path = "%d/plot.svg"};', file = "plot.svg"},
    {'a:save "%d/saved.urdf";', file = "saved.urdf"},
    {'rigid.view(a, {path = "%d/view.html"});', file = "view.html"},
    {'save_session "%d/session.lua";', file = "session.lua"},
    {"SpatialInertia.solid_box{mass = 2, size = {1, 1, 1}}:mass()", "\n2.0\n"},
    {"who()", "kept"},
}

-- What went wrong after an assignment; nil where nothing did.
local function usual_entries(session, directory, number)
    for _, entry in ipairs(ENTRIES) do
        if entry.file then os.remove(directory .. "/" .. entry.file) end
    end
    for i, entry in ipairs(ENTRIES) do
        local from = session.seen
        session:send((entry[1]:gsub("%%d", directory)) .. ('\n"do" .. "ne %d %d"\n'):format(number, i))
        session:expect(("done %d %d"):format(number, i))
        local shown = session:screen():sub(from + 1, session.seen)
        for k = 2, #entry do
            if not shown:find(entry[k], 1, true) then return ("%s shows %s"):format(entry[1], shown) end
        end
        local file = entry.file and io.open(directory .. "/" .. entry.file, "r")
        if entry.file and not file then return ("%s wrote nothing: %s"):format(entry[1], shown) end
        if file then file:close() end
    end
end

local function siege_by_names(directory)
    local list, names = assignments(ASSIGNMENTS)
    for first = 1, #list, PER_SESSION do
        local at = first
        in_session(function() return list[at] end, directory, function(session)
            while at < first + PER_SESSION and at <= #list do
                session:send(list[at] .. "\n")
                local problem = usual_entries(session, directory, at)
                if problem then fall(list[at], problem) end
                at = at + 1
            end
        end)
    end
    print(("%d assignments to %d names, %d entries after each"):format(#list, names, #ENTRIES))
end

-- ---- by Ctrl-C ------------------------------------------------------------------------------------------------------

-- Work, and for how long it may go on; a session is begun anew for what is fast the second time.
local WORK <const> = {
    {"URDF", 'rigid.load "%d/chain.urdf";'},
    {"SDF", 'rigid.load "%d/chain.sdf";'},
    {"MJCF", 'rigid.load "%d/chain.xml";'},
    {"xacro", 'rigid.load "%d/chain.xacro";'},
    {"CSV", 'rigid.read_csv "%d/log.csv";'},
    {"RBDL Lua", 'rigid.load "%d/rbdl.lua";'},
    {"own Lua", 'rigid.load "%d/own.lua";'},
    {"Lua that never ends", 'rigid.load "%d/ever.lua";', 0.5},
    {"mesh", 'rigid.load_mesh "%d/ball.stl";'},
    {"mesh inertia", 'SpatialInertia.from_mesh_file("%d/ball.stl", {density = 1000});'},
    {"simulate", "m:simulate{duration = 20};"},
    {"plot", 'long:plot{"q", path = "%d/plot.svg"};'},
    {"view", 'rigid.view(big, {path = "%d/view.html"});'},
    {"help", 'help "Vec3"', 0.05, anew = true},
    {"lookfor", 'for _ = 1, 20 do lookfor "Coriolis" end'},
    {"save", 'for _ = 1, 5 do big:save "%d/saved.lua" end'},
    {"coroutines", "while true do coroutine.wrap(function() local t = {} for i = 1, 100 do t[i] = ('x'):rep(i) end end)() end", 0.3},
    {"pcall", "while true do pcall(function() while true do end end) end", 0.3},
    {"display", "t = {} for i = 1, 60 do t[i] = {} for k = 1, 60 do t[i][k] = m end end return t"},
    {"singular values", "W:svd();"},
    {"eigenvalues", "W:eigen();"},
    {"products", "for _ = 1, 20 do (W * W):determinant() end", 0.5},
    {"batch", "for _ = 1, 50 do m:inverse_dynamics_derivatives_batch(Q, Q, Q, {threads = 2}) end", 0.5},
    {"sums", "for _ = 1, 50 do m:accumulate(Q, Q, Q, Q) end", 0.5},
    {"pattern", '("a"):rep(300000):find(("a*"):rep(30) .. "b")', 0.5},
    {"nothing repeated", "(''):rep(1 << 60)", 0.01},
    {"letters repeated", "for _ = 1, 9 do ('x'):rep(1 << 28) end", 0.5},
    {"entries moved", "table.move({}, 1, 1 << 60, 2)", 0.3},
    {"a length that lies", "table.insert(setmetatable({}, {__len = function() return 1 << 60 end}), 1, 0)", 0.3},
    {"error", "error(setmetatable({}, {__tostring = function() while true do end end}))", 0.3},
}

-- After Ctrl-C: an answer, the values, the methods of strings, and a line that is long. Whether it came while the work ran.
local function is_whole(session, number)
    local from = session.seen
    session:send(('\n"al" .. "ive %d " .. kept .. ("%%s"):format("x"):rep(3):upper() .. #(" "):rep(300) .. "%s"\n'):format(number,
        ("y"):rep(120)))
    session:expect(("alive %d 42XXX300"):format(number))
    return session:screen():find("\ninterrupted", from + 1, true) ~= nil
end

local function sleep(seconds) os.execute(("sleep %.4f"):format(seconds)) end

local function now()
    local file <close> = assert(io.open("/proc/uptime", "r"))
    return file:read "n"
end

-- How long the work takes when it is let be.
local function duration_of(work, entry, session)
    if work[3] then return work[3] end
    local start = now()
    session:send(entry .. '\n"fin" .. "ished"\n')
    session:expect "finished"
    return now() - start
end

local function siege_one(directory, work, count)
    local entry, number, hits, slowest = work[2]:gsub("%%d", directory), 0, 0, 0
    while number < count do
        local last = math.min(count, number + (work.anew and 1 or PER_SESSION))
        local ok = in_session(function() return ("%s, Ctrl-C %d"):format(work[1], number) end, directory, function(session)
            local duration = duration_of(work, entry, session)
            while number < last do
                number = number + 1
                session:send(entry .. "\n")
                sleep(duration * 1.1 * math.random())
                session:send "\3"
                local start = now()
                if is_whole(session, number) then hits = hits + 1 end
                slowest = math.max(slowest, now() - start)
            end
            local problem = not work.anew and usual_entries(session, directory, number)
            if problem then fall(work[1], problem) end
        end)
        if not ok then number = last end
    end
    print(("%5d times Ctrl-C, %d while it ran, in: %s; the prompt was back after %.2f s at the latest"):format(number, hits, work[1],
        slowest))
    return number
end

local function siege_by_interrupts(directory)
    local total, each = 0, math.ceil(INTERRUPTS / #WORK)
    for _, work in ipairs(WORK) do total = total + siege_one(directory, work, math.min(each, INTERRUPTS - total)) end
end

program.in_directory(function(directory)
    io.stdout:setvbuf "line"
    write_files(directory)
    siege_by_names(directory)
    siege_by_interrupts(directory)
end)
print(fallen == 0 and "the prompt holds" or ("%d fell"):format(fallen))
os.exit(fallen == 0)
