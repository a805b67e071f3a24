-- Files: written whole or left as they were, whoever writes and whatever goes wrong; read only where they are plain files of a
-- size that can be taken; and what is temporary. Most is tried in a process of its own, which may be limited and killed.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"
local program = require "spec.support.program"

local quote, read_file, write_file, shell = program.quote, program.read_file, program.write_file, program.shell
local refuses = compare.refuses

local ROBOT <const> = [[<robot name="one"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="3" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>
]]

local function is_root() return shell "id -u" == "0\n" end

local function arm()
    local m = rigid.Model {name = "arm"}
    m:add_body {name = "rod", joint = {type = "revolute"}, inertia = rigid.SpatialInertia.solid_sphere {mass = 1.5, radius = 1}}
    return m
end

-- Every writer: the name of its file, what the file may hold before, and a script that writes the file named by TARGET.
local MAKE <const> = [[local m = Model{name = "arm"}
    m:add_body{name = "rod", joint = {type = "revolute"}, inertia = SpatialInertia.solid_sphere{mass = 1.5, radius = 1}}
    local log = Log(m):add(0, {0.5}):add(0.5, {1.5})
    ]]
local COMMAND <const> = [[local ok, said, code = os.execute(PROGRAM .. %s .. " 2>&1"); if code ~= 0 then error("code " .. code, 0) end]]
local WRITERS <const> = {
    {"robot.urdf", "old", MAKE .. "m:save(TARGET)"},
    {"robot.lua", "old", MAKE .. "m:save(TARGET)"},
    {"log.csv", "old", MAKE .. "log:save(TARGET)"},
    {"plot.svg", "old", MAKE .. "log:plot{'q', path = TARGET}"},
    {"plot.png", "old", MAKE .. "log:plot{'q', path = TARGET}"},
    {"plot.txt", "old", MAKE .. "rigid.plot({1, 2}, {path = TARGET})"},
    {"view.html", "old", MAKE .. "rigid.view(m, {path = TARGET})"},
    {"session.lua", "-- A session of rigid", "rigid.save_session(TARGET)"},
    {"fixed.urdf", ROBOT, COMMAND:format "' check -q --fix ' .. TARGET .. ' ' .. TARGET"},
    {"viewed.html", "old", COMMAND:format "' view ' .. SOURCE .. ' -o ' .. TARGET"},
}

-- Run body(directory, write), where write(writer, target, before) lets the writer write in a process of its own, `before` its shell
-- commands; it returns what went wrong, or "", and what was said besides.
local function with_writers(body)
    program.in_directory(function(directory)
        write_file(directory .. "/source.urdf", ROBOT)
        os.execute("mkdir " .. directory .. "/place")
        body(directory .. "/place", function(writer, target, before)
            local script = ("local TARGET, SOURCE, PROGRAM = %q, %q, %q\nlocal ok, problem = pcall(function() %s end)\nio.write('\\1', ok and '' or problem)")
                :format(target, directory .. "/source.urdf", program.path, writer[3])
            write_file(directory .. "/script.lua", script)
            local said = shell(("cd %s; %s; %s ../script.lua 2>&1 </dev/null"):format(quote(directory .. "/place"), before or "true", quote(program.path)))
            local others, problem = said:match "^(.-)\1(.*)$"
            assert.truthy(problem, writer[1] .. ": " .. said)
            return problem, others
        end)
    end)
end

local function list_of(directory) return (shell("ls -A " .. quote(directory)):gsub("\n", " ")) end

describe("a file that is written", function()
    it("is the one a link leads to, keeps its mode, and has nothing beside it", function()
        with_writers(function(place, write)
            for _, writer in ipairs(WRITERS) do
                local name, old = writer[1], writer[2]
                write_file(place .. "/" .. name, old)
                os.execute(("cd %s; chmod 640 %s; ln -s %s middle; ln -s %s/middle link"):format(quote(place), name, name, quote(place)))
                if is_root() then os.execute(("chown 1:2 %s/%s"):format(quote(place), name)) end
                assert.equal("", write(writer, name:gsub("^%w+", "link"), ("ln -s %s %s"):format("middle", name:gsub("^%w+", "link"))), name)
                assert.not_equal(old, read_file(place .. "/" .. name), name)
                local kept = shell(("stat -c '%%a %%U' %s/%s"):format(quote(place), name))
                assert.equal(is_root() and "640 daemon\n" or "640 " .. shell "id -un", kept, name)
                assert.equal("link\n", shell(("cd %s; for f in link*; do test -L $f && echo link; done | uniq"):format(quote(place))))
                os.execute(("cd %s; rm middle link link.*; rm %s"):format(quote(place), name))
                assert.equal("", list_of(place), name)
            end
        end)
    end)

    it("is made where a link leads that leads nowhere yet, with what the mask allows", function()
        with_writers(function(place, write)
            assert.equal("", write(WRITERS[1], "link.urdf", "umask 027; ln -s new.urdf link.urdf"))
            assert.equal("link.urdf new.urdf ", list_of(place))
            assert.equal("640\n", shell(("stat -c %%a %s/new.urdf"):format(quote(place))))
        end)
        with_writers(function(place, write)
            assert.truthy(write(WRITERS[1], "a.urdf", "ln -s a.urdf b.urdf; ln -s b.urdf a.urdf"):find "levels of symbolic links")
            assert.equal("a.urdf b.urdf ", list_of(place))
        end)
    end)

    it("keeps lists of who may do what", function()
        if os.execute "command -v setfacl >/dev/null && command -v getfacl >/dev/null" ~= true then return pending "setfacl is not installed" end
        with_writers(function(place, write)
            write_file(place .. "/robot.urdf", "old")
            if os.execute(("setfacl -m u:1:r %s/robot.urdf 2>/dev/null"):format(quote(place))) ~= true then return end
            local before = shell(("getfacl -cn %s/robot.urdf 2>/dev/null"):format(quote(place)))
            assert.equal("", write(WRITERS[1], "robot.urdf"))
            assert.equal(before, (shell(("getfacl -cn %s/robot.urdf 2>/dev/null"):format(quote(place)))))
        end)
    end)

    it("is as it was where it cannot be written whole", function()
        with_writers(function(place, write)
            for _, writer in ipairs(WRITERS) do
                local name, old = writer[1], writer[2]
                write_file(place .. "/" .. name, old)
                local problem, others = write(writer, name, "ulimit -f 0; export TMPDIR=/dev/shm")
                local words = problem .. others
                if name:find "^plot" then -- gnuplot's script is a file too
                    assert.truthy(words:find "File too large", words)
                else
                    assert.truthy(words:find("File too large; the old file is as it was", 1, true), name .. ": " .. words)
                end
                assert.equal(old, read_file(place .. "/" .. name), name)
                assert.equal(name .. " ", list_of(place))
                os.remove(place .. "/" .. name)
            end
        end)
    end)

    it("is not made where it could not be written whole", function()
        with_writers(function(place, write)
            for _, i in ipairs {1, 3, 7} do
                assert.truthy(write(WRITERS[i], WRITERS[i][1], "ulimit -f 0"):find "File too large")
                assert.equal("", list_of(place))
            end
        end)
    end)

    it("needs a directory that it can be made in, and to be writable itself", function()
        if is_root() and os.execute "setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null" ~= true then
            return pending "root may write everywhere, and there is no setpriv"
        end
        if is_root() and os.execute(("setpriv --reuid 65534 --clear-groups test -x %s 2>/dev/null"):format(quote(program.path))) ~= true then
            return pending "nobody but root can run the program here"
        end
        local as_other = is_root() and "setpriv --reuid 65534 --regid 65534 --clear-groups " or ""
        program.in_directory(function(directory)
            write_file(directory .. "/script.lua", MAKE .. "print(pcall(m.save, m, arg[1]))")
            local function save(before)
                write_file(directory .. "/robot.urdf", "old")
                os.execute(("cd %s; chmod 777 . ; chmod 666 robot.urdf; %s"):format(quote(directory), before))
                local said = shell(("cd %s; %s%s script.lua %s/robot.urdf 2>&1"):format(quote(directory), as_other, quote(program.path), quote(directory)))
                os.execute("chmod 755 " .. quote(directory))
                assert.equal("old", read_file(directory .. "/robot.urdf"), said)
                assert.equal("robot.urdf script.lua ", list_of(directory))
                return said
            end
            assert.truthy(save "chmod 555 ."
                :find("no file can be made in its directory '" .. directory .. "' (Permission denied), and a file is replaced only by one that is whole", 1, true))
            assert.truthy(save "chmod 444 robot.urdf":find "robot.urdf: Permission denied")
        end)
    end)

    it("is refused in words where it is a directory, or a pipe that nobody reads", function()
        with_writers(function(place, write)
            os.execute(("mkdir %s/robot.urdf"):format(quote(place)))
            for _, i in ipairs {1, 3, 7} do assert.truthy(write(WRITERS[i], "robot.urdf"):find("Is a directory", 1, true)) end
            assert.equal("", list_of(place .. "/robot.urdf"))
            assert.truthy(write(WRITERS[1], "pipe.urdf", "mkfifo pipe.urdf"):find("nobody reads from this pipe", 1, true))
            assert.equal("fifo\n", shell(("stat -c %%F %s/pipe.urdf"):format(quote(place))))
        end)
    end)

    it("is written to as it stands where it is no plain file", function()
        with_writers(function(place, write)
            for _, writer in ipairs(WRITERS) do
                local name = writer[1]
                if name ~= "fixed.urdf" then
                    assert.equal("", write(writer, name, ("mkfifo %s; (timeout 30 cat %s >../got 2>/dev/null; : >../ended) & true"):format(name, name)), name)
                    os.execute(("cd %s; for i in $(seq 600); do test -e ended && break; sleep 0.05; done; rm ended"):format(quote(place .. "/..")))
                    assert.truthy(#read_file(place .. "/../got") > 10, name)
                    assert.equal("fifo\n", shell(("stat -c %%F %s/%s"):format(quote(place), name)))
                    os.remove(place .. "/" .. name)
                end
                if is_root() and os.execute(("mknod %s/%s c 1 7 2>/dev/null && : >%s/%s 2>/dev/null"):format(quote(place), name, quote(place), name)) then
                    if name ~= "fixed.urdf" then
                        local problem, others = write(writer, name)
                        assert.truthy((problem .. others):find "No space left on device", name .. ": " .. problem .. others)
                    end
                    assert.equal("character special file\n", shell(("stat -c %%F %s/%s"):format(quote(place), name)))
                end
                os.remove(place .. "/" .. name)
                assert.equal("", list_of(place), name)
            end
        end)
    end)

    it("may be an open descriptor, and comes after what was said before", function()
        program.in_directory(function(directory)
            -- as /dev/stdout is, which is left alone: a writer that is wrong, run by root, would put a file in its place
            os.execute(("ln -s /proc/self/fd/1 %s/stdout"):format(quote(directory)))
            local script = MAKE .. ("io.write 'before ' log:save '%s/stdout' io.write 'after'"):format(directory)
            local path = directory .. "/said"
            for _, out in ipairs {">" .. path, "| cat >" .. path} do
                shell(("%s -e %s %s"):format(quote(program.path), quote(script), out))
                assert.truthy(read_file(path):find "^before t %[s%],.*\n0.5,1.5,0,0\nafter$", read_file(path))
            end
        end)
    end)
end)

-- ---- reading --------------------------------------------------------------------------------------------------------

describe("a file that is read", function()
    -- What a script prints; nobody waits for it longer than half a minute.
    local function run(script, before, after)
        return shell(("%s timeout -s KILL 30 %s -e %s %s 2>&1"):format(before or "", quote(program.path), quote(script), after or ""))
    end

    it("is a plain file, whatever else may be named", function()
        program.in_directory(function(directory)
            local pipe = directory .. "/pipe.urdf"
            os.execute("mkfifo " .. quote(pipe))
            for path, kind in pairs {[pipe] = "pipe", ["/dev/zero"] = "device", ["/dev/tty"] = "device", ["/dev/full"] = "device"} do
                assert.equal(("false\t%s: this is a %s, not a file\n"):format(path, kind), run(("print(pcall(rigid.load, %q))"):format(path)))
                for _, call in ipairs {"rigid.load_mesh(%q)", "rigid.diagnose_mesh(%q)", "rigid.SpatialInertia.from_mesh_file(%q, {mass = 1})", "rigid.resolve_mesh(%q)"} do
                    local said = run(("print(pcall(function() return %s end))"):format(call:format(path)))
                    assert.truthy(said:find(("%s (a %s)"):format(path, kind), 1, true), said)
                end
            end
            for _, path in ipairs {"/dev/stdin", "/proc/self/fd/0"} do -- handed to the program, but not for a mesh
                local said = run(("print(pcall(rigid.load_mesh, %q))"):format(path), "", "0<>" .. pipe)
                assert.truthy(said:find(path .. " (a pipe)", 1, true), said)
            end
            local said = run(("print(pcall(rigid.save_session, %q))"):format(pipe))
            assert.truthy(said:find("nobody reads from this pipe", 1, true), said)
        end)
    end)

    it("is none of what a robot file or a mesh names that is not a plain file", function()
        program.in_directory(function(directory)
            os.execute(("cd %s; mkfifo m.stl; mkfifo m.mtl; ln -s /dev/zero z.stl"):format(quote(directory)))
            write_file(directory .. "/box.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
            assert.equal("4\n", run(("print(rigid.load_mesh(%q).face_count)"):format(directory .. "/box.obj")))
            local shapes = {}
            for i, name in ipairs {"m.stl", "z.stl", "/dev/tty", "/dev/stdin", "/proc/self/fd/0", "file:///dev/zero", "package://arm/m.stl"} do
                shapes[i] = ('<%s><geometry><mesh filename="%s"/></geometry></%s>'):format("visual", name, "visual")
                shapes[i] = shapes[i] .. shapes[i]:gsub("visual", "collision")
            end
            write_file(directory .. "/robot.urdf", (ROBOT:gsub("</inertial>", "%0" .. table.concat(shapes))))
            for command, wanted in pairs {["view robot.urdf -o view.html"] = "^view of 'one'.*\n0\n$", ["check --notes robot.urdf"] = "\n1\n$"} do
                local said, code = shell(("cd %s; timeout -s KILL 30 %s %s 0<>m.stl 2>&1; echo $?"):format(quote(directory), quote(program.path), command))
                assert.truthy(said:find(wanted), command .. ": " .. said .. code)
            end
        end)
    end)

    it("may be a pipe that the program was handed", function()
        program.in_directory(function(directory)
            local path = directory .. "/robot.urdf"
            write_file(path, ROBOT)
            for _, after in ipairs {"<" .. path, "3<" .. path} do
                local name = after:find "^3" and "/dev/fd/3" or "/dev/stdin"
                assert.equal("one\n", run(("print(rigid.load(%q):name())"):format(name), "", after))
            end
            assert.equal("one\n", run("print(rigid.load('/dev/stdin'):name())", "cat " .. path .. " |"))
            for _, line in ipairs {"check -q - <" .. path, "check -q /dev/stdin <" .. path} do
                local _, code = shell(("%s %s"):format(quote(program.path), line))
                assert.equal(1, code, line)
                _, code = shell(("cat %s | %s %s"):format(path, quote(program.path), (line:gsub(" <.*", ""))))
                assert.equal(1, code, line)
            end
            local said = shell(("cat %s | %s view /dev/stdin -o %s/view.html"):format(path, quote(program.path), directory))
            assert.truthy(said:find "^view of 'one'", said)
        end)
    end)

    it("is not larger than its reader takes, which is known before it is read", function()
        program.in_directory(function(directory)
            for name, limit in pairs {["large.urdf"] = 64, ["large.lua"] = 32, ["large.stl"] = 512} do
                os.execute(("truncate -s 1100000000 %s/%s"):format(quote(directory), name))
                local call = name:find "stl" and "load_mesh" or "load"
                local said = run(("print(pcall(rigid.%s, %q))"):format(call, directory .. "/" .. name), "ulimit -v 400000;")
                if program.path:find "asan" then said = run(("print(pcall(rigid.%s, %q))"):format(call, directory .. "/" .. name)) end
                assert.truthy(said:find(("%s: larger than %d MB (it has 1049.0)"):format(name, limit), 1, true), said)
            end
        end)
    end)

    it("may be one that the system makes up, and tells no size of", function()
        local text = assert(require("rigid.files.disk").read("/proc/self/status", 1))
        assert.truthy(text:find "^Name:" and text:find "VmRSS" or text:find "^Name:", text)
    end)
end)

describe("the name of a file", function()
    local ZERO <const> = "robot\0.svg"

    it("has no zero byte, wherever one is taken", function()
        local m, log = arm(), rigid.Log(arm()):add(0, {0})
        local calls = {
            ["rigid.load"] = {path = function(p) rigid.load(p) end},
            ["Model:save"] = {path = function(p) m:save(p, {format = "urdf"}) end},
            ["Log:save"] = {path = function(p) log:save(p) end},
            ["rigid.save_session"] = {path = function(p) rigid.save_session(p) end},
            ["rigid.load_mesh"] = {path = function(p) rigid.load_mesh(p) end, directory = function(p) rigid.load_mesh("a.stl", {directory = p}) end},
            ["rigid.resolve_mesh"] = {uri = function(p) rigid.resolve_mesh(p) end, directory = function(p) rigid.resolve_mesh("a.stl", p) end},
            ["rigid.diagnose_mesh"] = {mesh = function(p) rigid.diagnose_mesh(p) end, directory = function(p) rigid.diagnose_mesh("a.stl", {directory = p}) end},
            ["SpatialInertia.from_mesh_file"] = {
                path = function(p) rigid.SpatialInertia.from_mesh_file(p, {mass = 1}) end,
                directory = function(p) rigid.SpatialInertia.from_mesh_file("a.stl", {mass = 1, directory = p}) end,
            },
            ["rigid.plot"] = {path = function(p) rigid.plot({1, 2}, {path = p}) end},
            ["Log:plot"] = {path = function(p) log:plot {"q", path = p} end},
            ["rigid.view"] = {path = function(p) rigid.view(m, {path = p}) end},
        }
        for name, fields in pairs(calls) do
            for field, call in pairs(fields) do
                local message = refuses(function() call(ZERO) end, "bad argument", "expected, got one with a zero byte")
                assert.truthy(message:find("'" .. name:match "%w+[.:]([%w_]+)$" .. "'", 1, true), name .. " " .. field .. ": " .. message)
            end
        end
        -- and nothing else in the typed reference takes one
        for entry, block in shell "cat lua/rigid/meta/*.lua":gmatch "()(%-%-%-[^\n]*\n[^\n]-%f[%w]function [^\n]*)" do
            local name = block:match "function ([%w_.:]+)%("
            if block:find "path%??:string" or block:find "directory%??:string" then assert.truthy(calls[name], name .. entry) end
        end
    end)

    it("in a model has none either, where a mesh is looked for", function()
        local m = arm()
        m:add_body {
            name = "shown", parent = "rod", visuals = {{shape = {type = "mesh", filename = "a\0b.stl"}}},
            inertia = rigid.SpatialInertia.unitary(),
        }
        files.with(".html", "", function(path)
            local view = rigid.view(m, {path = path, open = false})
            assert.equal(0, view.meshes)
        end)
    end)
end)

-- ---- what is temporary ----------------------------------------------------------------------------------------------

describe("what is temporary", function()
    it("goes where TMPDIR says, and is taken away", function()
        program.in_directory(function(directory)
            local place = directory .. "/it's $(here)"
            os.execute("mkdir " .. quote(place))
            local out, err, code = program.run {
                "-e", MAKE .. "rigid.plot({1, 2}, {path = 'p.svg'}) log:plot{'q', path = 'p.png'} pcall(require('rigid.plot.gnuplot').draw, 'plot nothing')",
                environment = {"TMPDIR=" .. place}, directory = directory,
            }
            assert.same({"", "", 0}, {out, err, code})
            assert.equal("", list_of(place))
        end)
    end)

    it("is at most so many pages of views, the newest, for their owner alone", function()
        program.in_directory(function(directory)
            local script = MAKE .. [[local paths = {}
                for i = 1, 20 do paths[i] = rigid.view(m, {open = false}).path end
                for i = 1, 20 do local file = io.open(paths[i]); io.write(file and "x" or "-") if file then file:close() end end
                print() print(paths[20])]]
            local out, err = program.run {"-e", script, environment = {"TMPDIR=" .. directory .. "//"}}
            local kept, path = out:match "^([x-]+)\n(%S+)\n$"
            assert.equal("", err)
            assert.equal(("-"):rep(4) .. ("x"):rep(16), kept)
            local own = directory .. "/rigid-" .. shell "id -u":gsub("\n", "")
            assert.equal(own .. "/arm-", path:match "^(.*/arm%-)%w+%.html$")
            assert.equal("700\n", shell("stat -c %a " .. quote(own)))
            os.execute("chmod 777 " .. quote(own))
            out = program.run {"-e", MAKE .. "print(pcall(rigid.view, m, {open = false}))", environment = {"TMPDIR=" .. directory}}
            assert.truthy(out:find("'" .. own .. "' is no directory that only you can write to", 1, true), out)
        end)
    end)

    it("needs a place, which is named where there is none", function()
        for _, call in ipairs {"rigid.plot{1, 2}", "rigid.view(m, {open = false})"} do
            local out = program.run {"-e", MAKE .. ("print(pcall(function() %s end))"):format(call), environment = {"TMPDIR=/proc"}}
            assert.truthy(out:find("no temporary file can be made in '/proc', which TMPDIR names: ", 1, true), out)
        end
    end)
end)

-- ---- Ctrl-C ---------------------------------------------------------------------------------------------------------

describe("Ctrl-C while a mesh is read", function()
    -- The process that reads stands still, so that only its end can be waited for.
    local LINE <const> = [[cd %s; (exec %s script.lua >out 2>&1) & pid=$!; kid=
        for i in $(seq 2000); do kid=$(cat /proc/$pid/task/$pid/children 2>/dev/null); [ -n "$kid" ] && break; sleep 0.01; done
        kill -STOP $kid; kill -INT $pid
        for i in $(seq 200); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
        kill -KILL $pid 2>/dev/null && echo it hangs; wait $pid; echo $?
        kill -0 $kid 2>/dev/null && echo a process is left && kill -KILL $kid]]

    local function interrupted(command)
        if not io.open "/proc/self/task/self/children" and not io.open "/proc/thread-self/children" then return nil end
        local said, out
        program.in_directory(function(directory)
            local lines = {}
            for i = 1, 120000 do lines[i] = ("v %d %d %d\nf %d %d %d\n"):format(i, i % 1000, i % 77, i, i > 1 and i - 1 or 2, i > 2 and i - 2 or 3) end
            write_file(directory .. "/large.obj", table.concat(lines))
            write_file(directory .. "/script.lua", "local rigid = require 'rigid' rigid.load_mesh '" .. directory .. "/large.obj' while true do end")
            said = shell(LINE:format(quote(directory), command))
            out = read_file(directory .. "/out")
        end)
        return said, out
    end

    it("ends it at once, in the program", function()
        local said, out = interrupted(quote(program.path))
        if not said then return pending "children of a process cannot be seen here" end
        assert.equal("130\n", said, out)
        assert.truthy(out:find "interrupted", out)
    end)

    it("ends it at once, in a plain Lua", function()
        if program.path:find "asan" then return end -- the sanitized module needs the sanitized program
        local here = shell "pwd":gsub("%s+$", "")
        local said, out = interrupted(("env LUA_PATH='%s/lua/?.lua;%s/lua/?/init.lua;;' LUA_CPATH='%s/build/lib/?.so;;' lua5.4"):format(here, here, here))
        if not said then return pending "children of a process cannot be seen here" end
        assert.equal("1\n", said, out)
        assert.truthy(out:find "interrupted", out)
    end)
end)

-- ---- the locale -----------------------------------------------------------------------------------------------------

describe("in a locale with a decimal comma", function()
    local SCRIPT <const> = MAKE .. [[
        local place = arg and arg[1] or ...
        if LOCALE then assert(os.setlocale(LOCALE)); assert(tostring(1.5) == "1,5") end
        m:add_body{name = "hand", parent = "rod", joint = {type = "prismatic"}, placement = {position = {0.25, 0.5, 0}},
            inertia = SpatialInertia.solid_box{mass = 0.75, size = {0.5, 1.5, 2.5}}}
        log = Log(m):add(0, {0.5, 1.5}):add(0.5, {1.5, 2.5})
        local function show(...) io.write(require("rigid.display").value((...)), "\n", tostring((...)), "\n") end
        show(Vec3(1.5, 2.25, -1e-7)) show(Matrix{{1.5, 2}, {3, 4.25}}) show(Vector{1.5, 2}) show(m:body "rod"._inertia or m)
        show(m:body "hand") show(log) show(SpatialInertia.solid_box{mass = 1.5, size = {1, 2, 3.5}}) show(m:diagnose())
        show(SpatialInertia.solid_box{mass = 1.5, size = {1, 2, 3.5}}:explain())
        show(SpatialInertia.from_parameters{1.5, 0, 0, 0, 1.5, 0, 0, 1, 0, 5.5}:diagnose())
        show(select(2, pcall(Vec3, 1.5, 2.5, {}))) show(select(2, pcall(SpatialInertia.solid_sphere, {mass = -1.5, radius = 1})))
        show(select(2, pcall(m.joint, m, 1.5))) show(select(2, pcall(log.interpolate, log, 1.5)))
        show(rigid.plot({1.5, 2.5, 3}, {text = true}))
        rigid.plot({1.5, 2.5, 3}, {path = place .. "/a.svg", name = "x"})
        log:plot{"q", "energy", path = place .. "/b.svg"} log:plot{"q", path = place .. "/c.txt"}
        m:save(place .. "/m.urdf") m:save(place .. "/m.lua") log:save(place .. "/log.csv")
        rigid.view(m, log, {path = place .. "/v.html"})
        show(rigid.load(place .. "/m.urdf")) show(rigid.load(place .. "/m.lua"))]]

    local function locale()
        for line in shell "locale -a 2>/dev/null":gmatch "[^\n]+" do
            if line:find "^de_" or line:find "^fr_" or line:find "^nl_" or line:find "^es_ES" then return line end
        end
    end

    it("everything is written and printed as elsewhere, with points", function()
        local name = locale()
        if not name then return pending "no such locale is installed" end
        program.in_directory(function(directory)
            local said = {}
            for i, lead in ipairs {"", ("LOCALE = %q\n"):format(name)} do
                local place = directory .. "/" .. i
                os.execute("mkdir " .. place)
                write_file(directory .. "/script.lua", lead .. SCRIPT)
                local out, err, code = program.run {directory .. "/script.lua", place}
                assert.same({"", 0}, {err, code})
                said[i] = out:gsub(place, "")
            end
            assert.truthy(said[1]:find "1%.5" and #said[1] > 3000, said[1])
            assert.equal(said[1], said[2])
            for file in shell("ls " .. directory .. "/1"):gmatch "[^\n]+" do
                local usual = read_file(directory .. "/1/" .. file)
                assert.truthy(usual:find "%d%.%d", file)
                assert.truthy(usual == read_file(directory .. "/2/" .. file), file)
            end
        end)
    end)
end)

-- ---- well-formed ----------------------------------------------------------------------------------------------------

describe("a picture", function()
    it("is well-formed XML, whatever the names are", function()
        local lxp = require "lxp"
        local name = "a]]>b<c>&d'\"`]]>\u{FFFE}\u{FFFF}\xED\xA0\x80\1]]>"
        files.with(".svg", "", function(path)
            rigid.plot({x = {1, 2, 3}, y = {1, 4, 2}, name = name}, {title = name, x_label = name, y_label = name, path = path, legend = true})
            local svg, text = read_file(path), {}
            local parser = lxp.new {CharacterData = function(_, piece) text[#text + 1] = piece end}
            local ok, problem, line = parser:parse(svg)
            assert.truthy(ok, tostring(problem) .. " at line " .. tostring(line))
            assert.truthy(parser:parse())
            local _, count = table.concat(text):gsub("a%]%]>b<c>&d'\"`%]%]>", "")
            assert.equal(4, count)
        end)
    end)
end)
