-- Names that a user takes, and whatever else is done to the prompt's own ground: modules of rigid do what they do, and the
-- session goes on. `make siege` tries the same at length.

local program = require "spec.support.program"

-- What the prompt answers to lines through a pipe: standard output, standard error, the exit code.
local function session(lines, options)
    options = options or {}
    return program.run {"-i", input = table.concat(lines, "\n") .. "\n", environment = options.environment, directory = options.directory,
        table.unpack(options)}
end

local LOAD <const> = 'm = rigid.load "examples/data/two_arms.urdf"'

-- Entries that need much of the standard library, and what they show.
local USUAL <const> = {
    {LOAD}, {"m:nv()", "5"}, {"kept", "42"}, {"nosuch(1)"}, {"1 +* 2"}, {"m:body 'nosuch'"},
    {"log = m:simulate{duration = 0.02}"}, {"#log > 1", "true"},
    {'#rigid.load(PATH .. "/own.lua"):body_names()', "1"},
    {'m:save(PATH .. "/saved.urdf");'}, {'log:plot{"q", path = PATH .. "/plot.svg"};'}, {'save_session(PATH .. "/session.lua");'},
    {'rigid.view(m, {path = PATH .. "/view.html"});'}, {"#m:diagnose() >= 0", "true"},
    {"{1, a = {2}}", "{1, a = {2}}"},
}
local FILES <const> = {"saved.urdf", "plot.svg", "session.lua", "view.html"}

-- The errors that they make, as standard error shows them.
local COMPLAINTS <const> = {"global 'nosuch'", "unexpected symbol near '*'", "'nosuch'"}

local OWN <const> = [[return {format = "rigid", name = "one", bodies = {{name = "b", joint = "revolute", inertia = {mass = 1,
    inertia = {1, 1, 1}}}}}]]

-- Each assignment, then the usual entries, in one session.
local function goes_on_after(assignments)
    program.in_directory(function(directory)
        program.write_file(directory .. "/own.lua", OWN)
        local lines, wanted = {"kept = 42", ("PATH = %q"):format(directory)}, {}
        for _, assignment in ipairs(assignments) do
            lines[#lines + 1] = assignment
            for _, usual in ipairs(USUAL) do
                lines[#lines + 1] = usual[1]
                wanted[#wanted + 1] = usual[2]
            end
        end
        local out, err, code = session(lines)
        assert.equal(table.concat(wanted, "\n") .. "\n", out, err)
        assert.equal(0, code)
        local count = 0
        for line in err:gmatch "[^\n]+" do
            count = count + 1
            assert.truthy(line:find(COMPLAINTS[(count - 1) % 3 + 1], 1, true), line)
        end
        assert.equal(#assignments * #COMPLAINTS, count)
        for _, name in ipairs(FILES) do assert(#program.read_file(directory .. "/" .. name) > 50, name) end
    end)
end

describe("a name of the standard library that the user takes", function()
    it("harms neither the prompt nor rigid", function()
        goes_on_after {
            "load, select, next, type, pcall = 5, 1, 2, 'revolute', nil",
            "table, math, utf8, io, os, debug, string, package = {1, 2}, 3, 8, 1, 'os', true, 's', {}",
            "assert, require, ipairs, pairs, rawget, rawset, tonumber, tostring, error = 5, {}, 'x', print, nil, nil, 7, 'x', function() end",
            "setmetatable, getmetatable, xpcall, rawequal, rawlen, collectgarbage, loadfile, dofile, warn, coroutine = 1, 2, 3, 4, 5",
            "_G, _VERSION, arg, _, _ENV, print = 5, 5, 5, 5, 5, 5",
        }
    end)

    it("harms them neither where it is a field of a library", function()
        goes_on_after {
            "for _, name in ipairs {'string', 'table', 'math', 'utf8', 'os', 'io', 'coroutine', 'debug'} do "
                .. "for key in pairs(package.loaded[name]) do package.loaded[name][key] = 5 end end",
            "for _, name in ipairs {'string', 'table', 'math', 'utf8', 'os', 'io', 'coroutine', 'debug'} do "
                .. "for key in pairs(package.loaded[name]) do _G[name][key] = nil end end",
            "package.path, package.cpath, package.loaded, package.preload, package.searchers, package.searchpath = 5, nil, {}, 1, 'x'",
        }
    end)

    it("keeps what it was given, is told by who, and is what it was when it is made nil", function()
        local out = session {"type, string = 'revolute', 5", "type, string", "who()", "type, string = nil", "type(1), string.rep('ab', 2)",
            "print = 1", "print = nil", "print(7)", "help = nil", "help == rigid.help"}
        assert.equal("revolute\n5\n  name    kind     size  value\n  string  integer        5\n  type    string   8     \"revolute\"\n"
            .. "number\nabab\n7\ntrue\n", out)
    end)

    it("does not stand in the way of methods of strings, the user's own among them", function()
        local out, err = session {"function string.twice(s) return s .. s end", "('ab'):twice()", "string.format = 5",
            "('%d'):format(3), string.format", "string.format = nil", "string.format('%d', 4)"}
        assert.equal("abab\n3\n5\n4\n", out)
        assert.equal("", err)
    end)

    it("harms no module in a script, where it means what it means in Lua", function()
        local script = [[
            table.concat, package.path, package.cpath = nil, 1, 2
            table, type, next, select, pcall, require, io, math = {}, 2, 3, 4, 5, 6, 7, 8
            assert(not getmetatable(_G))
            string.mine = print
            assert(("x").mine == print and load "return type"() == 2)
            string.len = nil
            assert(not ("x").len)
            m = rigid.load "examples/data/two_arms.urdf"
            m:save(arg[1])
            print(m:nv(), #m:simulate{duration = 0.02} > 1, rigid.help "Vec3:dot")]]
        program.in_directory(function(directory)
            program.write_file(directory .. "/s.lua", script)
            local out, err, code = program.run {directory .. "/s.lua", directory .. "/saved.urdf"}
            assert.equal("", err)
            assert.truthy(out:find "Vec3:dot" and out:find "5\ttrue", out)
            assert.equal(0, code)
        end)
        local out, err = program.run {"-e", "require, print, tostring = 3", "-e", "Vec3(1, 2, 3)"}
        assert.equal("Vec3(1, 2, 3)\n", out, err)
    end)
end)

describe("the globals at the prompt", function()
    it("are one table by every way to them", function()
        program.in_directory(function(directory)
            program.write_file(directory .. "/file.lua", "from_file = (x or 0) + 1")
            program.write_file(directory .. "/module.lua", "from_module = x return {}")
            program.write_file(directory .. "/first.lua", "function double() return 2 * x end")
            local out, err = session({"x = 5", "_G.x, rawget(_G, 'x'), _G._G == _G", "_G.y = 6", "y", "double()", "dofile 'file.lua'", "from_file",
                "load 'z = x'()", "z", "require 'module';", "from_module", "_ENV == _G, _ENV.x", "require 'string' == string"},
                {"first.lua", directory = directory})
            assert.equal("5\n5\ntrue\n6\n10\n6\n5\n5\ntrue\n5\ntrue\n", out, err)
        end)
    end)

    it("may be given a metatable, as strictness does", function()
        local out, err = session {"setmetatable(_G, {__index = function(_, k) error('undeclared ' .. k, 2) end, __newindex = error});",
            "nosuch", "#tostring(1)", "Vec3(1, 2, 3)", "exit"}
        assert.equal("1\nVec3(1, 2, 3)\n", out)
        assert.equal("undeclared nosuch\n", err)
    end)
end)

describe("a fault of the prompt's own", function()
    local FAULT <const> = "a fault of the prompt's own; the session and its values go on"

    it("is shown, with where it was, and the session goes on", function()
        local out, err, code = session {"x = 42", "require('rigid.prompt.session').begin = function() error 'boom' end", "x", "x",
            "package.loaded['rigid.prompt.session'].begin = nil", "package.loaded['rigid.prompt.session'] = nil", "1", "exit"}
        assert.equal("", out)
        assert.equal(0, code)
        local _, count = err:gsub(FAULT, "")
        assert.equal(5, count)
        assert.truthy(err:find "boom" and err:find "repl%.lua:%d+: in")
    end)

    it("puts back what no prompt can do without", function()
        for _, act in ipairs {"getmetatable('').__index = nil", "debug.setmetatable('', nil);", "getmetatable('').__index.find = 5",
            "getmetatable(io.stdout).__index.write = nil", "getmetatable(io.stdout).__index = 5"} do
            local out, err, code = session {"x = 42", act, "x", "x"}
            assert.truthy(out == "42\n" or out == "42\n42\n", act)
            assert.truthy(err:find(FAULT, 1, true) and err:find("they are as they were", 1, true), act .. err)
            assert.equal(0, code)
        end
    end)

    it("is none where values and errors are hostile", function()
        local out, err, code = session {"x = 42",
            "hostile = {} for _, e in ipairs {'__index', '__len', '__pairs', '__eq', '__call', '__concat', '__close'} do hostile[e] = error end",
            "hostile.__name = hostile", "setmetatable({1}, hostile)", "error(setmetatable({}, hostile))",
            "setmetatable({}, {__tostring = error, __name = 5})", "error(setmetatable({}, {__tostring = error, __index = error}))",
            "error(setmetatable({}, {__tostring = function() return {} end}))", "error(nil)", "error(error)",
            "_ENV = nil", "collectgarbage 'stop';", "io.stdout:close();", "io.output '/dev/null';", "coroutine.wrap = nil",
            "debug.setmetatable(nil, {__index = function() return 1 end});", "debug.setmetatable(nil, nil);", "x"}
        assert.equal("{1}\n42\n", (out:gsub("file [^\n]*\n", "")))
        assert.falsy(err:find(FAULT, 1, true), err)
        assert.equal(0, code)
    end)

    it("is none under a hook of the user's, which is on for the user's code alone and off once it failed", function()
        local out, err = session {"n = 0", "debug.sethook(function() n = n + 1 end, 'l')", "a = 1", "b = n", "a = 2", "n > b",
            "debug.sethook(function() error 'hook' end, 'l')", "c = 3", "c", "debug.gethook()"}
        assert.equal("true\n3\nnil\n", out)
        assert.truthy(err:find "hook\n  the hook of debug.sethook failed, and is off\n$", err)
        local code
        out, err, code = session({"1", "2"}, {"-e", "debug.sethook(function() error 'hook' end, 'l')"}) -- set before the prompt opens
        assert.equal("2\n", out)
        assert.truthy(err:find "hook\n  the hook of debug.sethook failed, and is off\n$", err)
        assert.equal(0, code)
    end)
end)

describe("at a terminal", function()
    -- A spec that needs a terminal.
    local function at(what, options, body)
        it(what, function()
            if not program.has_terminal() then return pending "script can make no terminal here" end
            options.code = options.code or 0
            program.at_terminal(options, function(opened)
                opened:expect "> "
                body(opened)
                opened:send "\4"
            end)
        end)
    end

    at("Ctrl-C lets the one who waits for a coroutine note what came of it, and stops it all the same", {}, function(opened)
        opened:send "function ever() while true do end end\n"
        opened:send "function wait() local _, why = coroutine.resume(coroutine.create(ever)) noted = why ever() end\n"
        opened:send "print 'rea'.. 'dy'\nprint('rea' .. 'dy') pcall(wait) after = 1 ever()\n"
        opened:expect "ready\n"
        opened:send "\3"
        opened:expect "\ninterrupted\n"
        opened:send "noted, after\n"
        opened:expect "interrupted\n1\n"
    end)

    at("Ctrl-C stops what goes on starting coroutines", {}, function(opened)
        opened:send "function nest() while true do pcall(coroutine.wrap(nest)) end end\n"
        for _, loop in ipairs {"while true do coroutine.wrap(function() end)() end", "nest()",
            "while true do pcall(coroutine.wrap(function() while true do end end)) end",
            "old = coroutine.wrap(function() while true do pcall(coroutine.yield) end end) while true do pcall(old) end"} do
            opened:send("print('rea' .. 'dy') " .. loop .. "\n")
            opened:expect "ready\n"
            opened:send "\3"
            opened:expect "\ninterrupted\n"
        end
    end)

    at("Ctrl-C while a model file runs leaves the methods of strings as they are", {}, function(opened)
        program.in_directory(function(directory)
            program.write_file(directory .. "/ever.lua", "local f = {} while true do f[#f % 99 + 1] = ('x'):rep(#f) end")
            opened:send "methods, kept = getmetatable('').__index, 42\n"
            for i = 1, 3 do
                opened:send(("print('rea' .. 'dy%d') rigid.load '%s/ever.lua'\n"):format(i, directory))
                opened:expect("ready" .. i .. "\n")
                os.execute "sleep 0.1"
                opened:send "\3"
                opened:expect "\ninterrupted\n"
                opened:send "getmetatable('').__index == methods, kept, 'this is a line that is long enough to be matched'\n"
                opened:expect "\ntrue\n42\n"
            end
        end)
    end)

    at("Ctrl-C ends the telling of an error that never ends", {}, function(opened)
        opened:send "error(setmetatable({}, {__tostring = function() print('rea' .. 'dy') while true do end end}))\n"
        opened:expect "ready\n"
        opened:send "\3"
        opened:expect "interrupted while it was being told what went wrong\n"
        opened:send "6 * 7\n"
        opened:expect "\n42\n"
    end)

    at("Tab completes what the user took, and what is given", {}, function(opened)
        if not program.has_readline() then return end
        opened:send "table, type, string, next, select = {gripped = 41}, nil, 5, 6, 7\n"
        opened:send "table.gri\t + 1\n"
        opened:expect "\n42\n"
        opened:send "typ\t(1)\n"
        opened:expect "\nnumber\n"
    end)

    at("history is the user's alone, whatever the umask", {program = "/bin/sh", "-c", "umask 0; exec " .. program.path}, function(opened)
        opened:send "6 * 7\n"
        opened:expect "\n42\n"
        assert.equal("600\n", (program.shell("stat -c %a " .. opened.state .. "/rigid/history")))
        opened:send "os.execute 'umask';\n"
        opened:expect "0000\n"
    end)
end)
