-- The `rigid` program from outside: options, scripts, exit codes, errors, Ctrl-C, and what of it is global where.

local program = require "spec.support.program"
local run = program.run

local CLASSES = {"Vec3", "Matrix", "Vector", "Rotation", "Quaternion", "Transform", "SpatialMotion", "Twist", "SpatialAcc",
    "SpatialForce", "Wrench", "SpatialMomentum", "RotationalInertia", "SpatialInertia", "ABI", "MassMatrix3", "Inertial"}

-- Run a script of that text, with arguments.
local function run_script(text, ...)
    local arguments, out, err, code = table.pack(...), nil, nil, nil
    program.in_directory(function(directory)
        program.write_file(directory .. "/script.lua", text)
        out, err, code = run {directory .. "/script.lua", table.unpack(arguments)}
        err = err:gsub(directory, "DIR")
    end)
    return out, err, code
end

describe("rigid demo", function()
    it("runs its page, and says how it is called", function()
        local out, err, code = program.run { "demo", environment = { "LC_ALL=C.UTF-8" } }
        assert.equal("", err)
        assert.equal(0, code)
        for _, line in ipairs { "Exactly one slip explains these numbers: izz × 10⁻³.", "6\tIyy of 'upper' + 0.25 m of 'lower'", "a call: median of", "q [rad]" } do
            assert.truthy(out:find(line, 1, true), line)
        end
        assert.truthy(program.run { "demo", "--help" }:find "^NAME\n  rigid demo %- ")
        assert.equal(2, select(3, program.run { "demo", "twice" }))
    end)
end)

describe("what is global", function()
    it("is the module, its classes and help in the program", function()
        for _, name in ipairs(CLASSES) do
            local out = run {"-e", ("return %s == rigid.%s, rigid.type(%s)"):format(name, name, name), "-e", name}
            assert.equal("class " .. name .. "\n", out)
        end
        assert.equal("true\ntrue\n", (run {"-e", "help == rigid.help, rigid == require 'rigid'"}))
    end)

    it("is nothing after a plain require", function()
        local code = [[
            local before = {}
            for name in pairs(_G) do before[name] = true end
            require("rigid").SpatialInertia.unitary()
            for name in pairs(_G) do if not before[name] then print(name) end end
        ]]
        local out, _, exit = run {program = "lua5.4", "-e", code, environment = {
            "LUA_PATH=" .. package.path, "LUA_CPATH=" .. package.cpath}}
        assert.equal("", out)
        assert.equal(0, exit)
    end)

    it("loads help, the reference and the prompt only when they are used", function()
        local probe = "for name in pairs(package.loaded) do print(name) end"
        local loaded = run_script(probe)
        assert.truthy(loaded:find "%f[%w]rigid%.core\n")
        for _, name in ipairs {"prompt.help", "prompt.reference", "prompt.repl", "prompt.complete", "display", "files.load", "files.save",
            "simulation", "files.urdf", "files.luamodel"} do
            assert.truthy(package.searchpath("rigid." .. name, package.path))
            assert.falsy(loaded:find("rigid." .. name .. "\n", 1, true), name)
        end
    end)
end)

describe("a script", function()
    it("gets its arguments as ... and in arg", function()
        local out, err, code = run_script("print(#arg, arg[1], arg[2], arg[-1] ~= nil, ...)", "one", "two words")
        assert.equal("2\tone\ttwo words\ttrue\tone\ttwo words\n", out)
        assert.equal("", err)
        assert.equal(0, code)
    end)

    it("fails with the place, a traceback and exit code 1", function()
        local out, err, code = run_script "print 'before'\nlocal function f()\n error 'boom'\nend\nf()"
        assert.equal("before\n", out)
        assert.truthy(err:find("^rigid: DIR/script.lua:3: boom\nstack traceback:\n"))
        assert.truthy(err:find("DIR/script.lua:5: in main chunk", 1, true))
        assert.equal(1, code)
    end)

    it("shows the frames of the user's own functions", function()
        local _, err = run_script("local m = rigid.Model{}\nlocal function f()\n m:simulate{duration = -1}\nend\nf()")
        assert.equal("\n\tDIR/script.lua:3: in local 'f'\n\tDIR/script.lua:5: in main chunk\n\t[C]: in ?\n", err:match "stack traceback:(.*)$")
        _, err = run_script "local function f(n) return 1 + f(n) end f(1)"
        local _, lines = err:gsub("\n", "")
        assert(lines < 30 and err:find("\t...\n", 1, true) and err:find "in main chunk\n\t%[C%]: in %?\n$", err)
    end)

    it("that fails opens the prompt after -i, with its locals in reach", function()
        program.in_directory(function(directory)
            program.write_file(directory .. "/s.lua", "local size = 3\nlocal function f(mass)\n local half = mass / 2\n error 'no'\nend\nf(4)\n")
            local out, err, code = run {"-i", directory .. "/s.lua", input = "half, mass, size\nhalf = 7\nhalf\n"}
            assert.equal("2.0\n4\n3\n7\n", out)
            assert.truthy(err:find("rigid: it stopped at " .. directory .. "/s.lua:4 in f; in reach: f, half, mass, size\n", 1, true), err)
            assert.equal(1, code)
            out, err, code = run {"-i", "-e", "local a = 1 a.b.c = 2", input = "a\n"}
            assert.equal("1\n", out)
            assert.truthy(err:find("it stopped at (command line):1; in reach: a", 1, true), err)
            program.write_file(directory .. "/deep.lua", "local outermost = 1\nlocal function f(n) return 1 + f(n + outermost) end\nf(1)\n")
            out, err = program.run {"-i", directory .. "/deep.lua", input = "outermost\n"}
            assert.truthy(err:find("in reach: f, n, outermost", 1, true), err:sub(-200))
            assert.equal("1\n", out)
            assert.equal(1, code)
        end)
    end)

    it("of no such name, where it may be a command, says which", function()
        local function said(word) return (select(2, run {word})) end
        assert.truthy(said "chek":find("no command is called 'chek'; did you mean 'rigid check'?\n", 1, true))
        assert.truthy(said "help":find("'rigid --help' lists what there is\n", 1, true))
        assert.truthy(said "zzzzzz":find "the commands are check, ")
        assert.is_nil(said "no/where.lua":find "command")
    end)

    it("that raises something other than a string still fails in words", function()
        local _, err, code = run_script "error(setmetatable({}, {__tostring = function() return 'my words' end}))"
        assert.equal("rigid: my words\n", err)
        assert.equal(1, code)
        _, err, code = run_script "error({})"
        assert.truthy(err:find("^rigid: %(error object is a table value%)\n"))
        assert.equal(1, code)
    end)

    it("that does not compile says where", function()
        local _, err, code = run_script "local x =\n= 1"
        assert.equal("rigid: DIR/script.lua:2: unexpected symbol near '='\n", err)
        assert.equal(1, code)
    end)

    it("leaves with the code it chooses", function()
        local _, _, code = run_script "os.exit(7)"
        assert.equal(7, code)
    end)

    it("may begin with a line for the shell, and shows no values by itself", function()
        local out, _, code = run_script "#!/usr/bin/env rigid\nSpatialInertia.unitary():mass()"
        assert.equal("", out)
        assert.equal(0, code)
    end)

    it("that is missing is an error", function()
        local _, err, code = run {"/nowhere/at_all.lua"}
        assert.equal("rigid: cannot open /nowhere/at_all.lua: No such file or directory\n", err)
        assert.equal(1, code)
    end)

    it("in bytecode is refused", function()
        local out, err, code = run_script(string.dump(load "print 'ran'"))
        assert.equal("", out)
        assert.truthy(err:find "attempt to load a binary chunk")
        assert.equal(1, code)
    end)

    it("can be named like an option after --, and - is standard input", function()
        program.in_directory(function(directory)
            program.write_file(directory .. "/-v", "print('file', ...)")
            assert.equal("file\tx\n", (run {"--", "-v", "x", directory = directory}))
        end)
        assert.equal("in\tx\n", (run {"-", "x", input = "local w = 'in'\nprint(w, ...)"}))
    end)

    it("that cannot write all of its output fails", function()
        local _, _, code = run {"-e", "io.stdout:write(('x'):rep(100000))"}
        assert.equal(0, code)
        local line = program.quote(program.path) .. " -e \"print(('x'):rep(100000))\" 2>/dev/null >/dev/full"
        assert.equal(1, (select(2, program.shell(line))))
    end)
end)

describe("options", function()
    it("-e runs code, in order, and shows the value of an expression", function()
        local out, err, code = run {"-e", "x = 2", "-ex * 3, nil", "-e", "x;", "-e", "print('p')"}
        assert.equal("6\nnil\np\n", out)
        assert.equal("", err)
        assert.equal(0, code)
    end)

    it("-e shows nothing by itself where a script follows", function()
        program.in_directory(function(directory)
            program.write_file(directory .. "/s.lua", "print(x)")
            assert.equal("5\n", (run {"-e", "x = 5", "-e", "math.abs(x)", directory .. "/s.lua"}))
        end)
    end)

    it("-e with an error stops there, with exit code 1", function()
        local out, err, code = run {"-e", "print(1)", "-e", "error 'no'", "-e", "print(2)"}
        assert.equal("1\n", out)
        assert.truthy(err:find "^rigid: %(command line%):1: no\nstack traceback:")
        assert.equal(1, code)
        out, err, code = run {"-e", "x ="}
        assert.equal("", out)
        assert.equal("rigid: (command line):1: unexpected symbol near <eof>\n", err)
        assert.equal(1, code)
    end)

    it("-l requires a module into a global", function()
        assert.equal("true\n", (run {"-l", "string", "-e", "string == require 'string'"}))
        assert.equal("true\n", (run {"-lm=math", "-e", "m == math"}))
        local _, err, code = run {"-l", "no_such_module"}
        assert.truthy(err:find "^rigid: module 'no_such_module' not found")
        assert.equal(1, code)
    end)

    it("-E keeps the environment out, LUA_INIT comes first otherwise", function()
        local environment = {"LUA_INIT=print 'init'", "LUA_PATH=/nowhere/?.lua"}
        assert.equal("init\ntrue\n", (run {"-e", "package.path:find('nowhere') ~= nil", environment = environment}))
        assert.equal("false\n", (run {"-E", "-e", "package.path:find('nowhere') ~= nil", environment = environment}))
    end)

    it("-W turns warnings on", function()
        local _, err = run {"-W", "-e", "warn 'careful'"}
        assert.equal("Lua warning: careful\n", err)
        _, err = run {"-e", "warn 'careful'"}
        assert.equal("", err)
    end)

    it("-v and -h print and leave", function()
        for _, option in ipairs {"-v", "--version"} do
            local out, _, code = run {option}
            assert.truthy(out:find("rigid " .. require("rigid").version .. " (" .. _VERSION, 1, true) == 1)
            assert.truthy(out:find "^rigid %d+%.%d+%.%d+")
            assert.equal(0, code)
        end
        for _, option in ipairs {"-h", "--help"} do
            local out, _, code = run {option}
            assert.truthy(out:find "^usage: rigid")
            for file in program.shell "ls lua/rigid/commands":gmatch "(%l+)%.lua" do assert.truthy(out:find("\n  rigid " .. file .. " [^\n]*\n?[^\n]*\n?[^\n]*%."), file) end
            for line in out:gmatch "[^\n]+" do assert(#line <= 80, line) end
            assert.equal(0, code)
        end
    end)

    it("unknown ones, or ones that lack their argument, are exit code 2 and one line", function()
        for _, case in ipairs {{"-x"}, {"--what"}, {"-iv"}, {"-e"}, {"-l"}} do
            local out, err, code = run(case)
            assert.equal("", out)
            assert.truthy(err:find "^rigid: [^\n]*'rigid %-%-help' lists the options\n$")
            assert.equal(2, code)
        end
    end)
end)

describe("Ctrl-C", function()
    local ready = "io.stdout:write 'ready\\n' io.stdout:flush() "

    -- Each of these would run for ever, or for half a minute.
    local loops = {
        ["a plain loop"] = "while true do end",
        ["a loop in a coroutine"] = "coroutine.wrap(function() while true do end end)()",
        ["a loop of coroutines"] = "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        ["a loop that catches errors"] = "while true do pcall(function() while true do end end) end",
        ["a loop of our own calls"] = "local M = SpatialInertia.unitary() while true do M = M:shift{0, 0, 0} end",
        ["a wait for input"] = "for _ = 1, 30 do io.popen('sleep 1'):read 'a' end",
    }
    for name, loop in pairs(loops) do
        it("stops " .. name .. ", with exit code 130", function()
            local out, err, code = program.interrupt(ready .. loop)
            assert.equal("ready\n", out)
            assert.truthy(err:find "^rigid: [^\n]*interrupted\nstack traceback:")
            assert.equal(130, code)
        end)
    end

    it("lets a script clean up", function()
        local out, _, code = program.interrupt(([[
            local guard <close> = setmetatable({}, {__close = function() print "closed" end})
            %s while true do end]]):format(ready))
        assert.equal("ready\nclosed\n", out)
        assert.equal(130, code)
    end)
end)

describe("coroutines", function()
    -- The program keeps account of which thread runs; nothing else about them may change.
    it("behave as in the stock interpreter", function()
        local script = [[
            local function try(...) print(select("#", ...), ...) end
            local co = coroutine.wrap(function(a, b)
                local c = coroutine.yield(a + b, nil)
                local d = coroutine.yield(c)
                error("oops " .. d)
            end)
            try(co(1, 2)) try(co "c") try(pcall(co, "d")) try(pcall(co))
            co = coroutine.wrap(function() error({}) end)
            try(select("#", pcall(co)), type(select(2, pcall(co))))
            co = coroutine.create(function(...) coroutine.yield(...) return "end" end)
            try(coroutine.resume(co, 1, nil, 3)) try(coroutine.resume(co)) try(coroutine.resume(co)) try(coroutine.status(co))
            co = coroutine.wrap(function()
                local x <close> = setmetatable({}, {__close = function(_, err) print("close", err) end})
                error "inside"
            end)
            try(pcall(co))
            co = coroutine.wrap(function() return pcall(co) end)
            try(co())
            try(pcall(coroutine.resume, coroutine.running()))
            try(coroutine.isyieldable(), coroutine.wrap(coroutine.isyieldable)())
            local function deep(n) return n == 0 and "deep" or coroutine.wrap(deep)(n - 1) end
            try(deep(100)) try(select(2, pcall(deep, 1000)):match "C stack overflow")
            try(pcall(coroutine.resume, print)) try(pcall(coroutine.wrap, 3))
            for i in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) do try(i) end
        ]]
        program.in_directory(function(directory)
            program.write_file(directory .. "/s.lua", script)
            local ours, _, code = run {directory .. "/s.lua"}
            local stock = run {program = "lua5.4", directory .. "/s.lua"}
            assert.equal(0, code)
            assert.equal(stock:gsub("thread expected", "coroutine expected"), ours)
        end)
    end)
end)

describe("an installed program", function()
    it("finds its Lua files beside it, or in share/lua/5.4 (or another version's), wherever it was moved", function()
        program.in_directory(function(directory)
            local share = directory .. "/share/lua/" .. _VERSION:match "%S+$"
            local copy = ("mkdir -p %s/bin %s && cp %s %s/bin/rigid && cp -r lua/rigid %s"):format(
                directory, share, program.quote(program.path), directory, share)
            assert(os.execute(copy))
            local out = run {program = directory .. "/bin/rigid", "-e", "package.searchpath('rigid', package.path)"}
            assert.equal(share .. "/rigid/init.lua\n", out)
        end)
        local out = run {"-e", "package.searchpath('rigid', package.path)", directory = "/"}
        assert.truthy(out:find "/lua/rigid/init%.lua\n$")
    end)
end)

describe("a command", function()
    it("prints its help and nothing else", function()
        for file in program.shell "ls lua/rigid/commands":gmatch "(%l+)%.lua" do
            local out, err, code = program.run {file, "--help"}
            assert.equal("", err)
            assert.equal(0, code)
            assert.truthy(out:find "\n$" and not out:find "manual%.lua\n?$", file .. ": " .. out:sub(-60))
        end
    end)

    it("makes no directory without saying so", function()
        program.in_directory(function(directory)
            local _, err = program.run {"check", "--fix", directory .. "/new/x.urdf", "spec/models/arm7.urdf"}
            assert.truthy(err:find("made the directory " .. directory .. "/new\n", 1, true), err)
            _, err = program.run {"check", "--fix", directory .. "/new/y.urdf", "spec/models/arm7.urdf"}
            assert.is_nil(err:find "made the directory")
        end)
    end)
end)
