-- Files that are read: plain ones alone, within limits, by any name, in any locale; and Ctrl-C meanwhile.
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
