-- Files that are written: whole or not at all, by every writer; what is temporary; pictures.
local rigid = require "rigid"
local files = require "spec.support.files"
local program = require "spec.support.program"

local quote, read_file, write_file, shell = program.quote, program.read_file, program.write_file, program.shell

local ROBOT <const> = [[<robot name="one"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="3" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>
]]

local function is_root() return shell "id -u" == "0\n" end

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
    {"fixed.urdf", ROBOT, COMMAND:format "' check -q --unsafe-fixes --fix ' .. TARGET .. ' ' .. TARGET"},
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
            local function save(before, command)
                write_file(directory .. "/robot.urdf", ROBOT)
                os.execute(("cd %s; chmod 777 . ; chmod 666 robot.urdf; %s"):format(quote(directory), before))
                local said = shell(("cd %s; %s%s %s %s/robot.urdf 2>&1"):format(quote(directory), as_other, quote(program.path), command or "script.lua",
                    quote(directory)))
                os.execute("chmod 755 " .. quote(directory))
                assert.equal(ROBOT, read_file(directory .. "/robot.urdf"), said)
                assert.equal("robot.urdf script.lua ", list_of(directory))
                return said
            end
            assert.truthy(save "chmod 555 ."
                :find("no file can be made in its directory '" .. directory .. "' (Permission denied), and a file is replaced only by one that is whole", 1, true))
            assert.truthy(save "chmod 444 robot.urdf":find "robot.urdf: Permission denied")
            for _, before in ipairs {"chmod 555 .", "chmod 444 robot.urdf"} do
                assert.truthy(save(before, "check --unsafe-fixes --fix"):find "robot.urdf: .*Permission denied", before)
            end
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
        program.in_directory(function(directory)
            for _, call in ipairs {("rigid.plot({1, 2}, {path = %q})"):format(directory .. "/p.svg"), "rigid.view(m, {open = false})"} do
                local out = program.run {"-e", MAKE .. ("print(pcall(function() %s end))"):format(call), environment = {"TMPDIR=/proc"}}
                assert.truthy(out:find("no temporary file can be made in '/proc', which TMPDIR names: ", 1, true), out)
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
