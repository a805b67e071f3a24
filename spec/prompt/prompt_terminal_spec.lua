-- The prompt at a terminal: the keys and pastes that people and accidents produce, none of which may end it; and the session
-- that README shows.
local program = require "spec.support.program"
local draw = require "spec.support.draw"

describe("at a terminal", function()
    local has_terminal = program.has_terminal()
    local has_readline = program.has_readline()

    local function at(what, options, body)
        it(what, function()
            if not has_terminal then return pending "script can make no terminal here" end
            if not has_readline then return pending "lua-readline is not installed" end
            options.code = 0
            program.at_terminal(options, function(terminal)
                terminal:expect "> "
                body(terminal)
                terminal:send "\4"
            end)
        end)
    end

    at("a question mark asks", {}, function(terminal)
        terminal:send "?Twist.shift\n"
        terminal:expect "Twist:shift(p_PQ) -> Twist"
        terminal:expect "\n> "
        terminal:send "V = Twist{1, 2, 3, 4, 5, 6}\n"
        terminal:expect "> "
        terminal:send "V.shift?\n"
        terminal:expect "Twist:shift(p_PQ) -> Twist"
        terminal:expect "\n> "
        terminal:send "?shfit\n"
        terminal:expect "Near it: shift"
        terminal:expect "> "
        terminal:send "??passive\n"
        terminal:expect '"passive"'
        terminal:expect "\n> "
        terminal:send "?\n"
        terminal:expect "Topics"
        terminal:expect "\n> "
    end)

    at("errors point at what is wrong, and show the calls", {}, function(terminal)
        terminal:send "x = = 2\n"
        terminal:expect "unexpected symbol near '='\n  x = = 2\n      ^\n"
        terminal:expect "> "
        terminal:send "function f(a) return a.b.c end\n"
        terminal:expect "> "
        terminal:send "f{}\n"
        terminal:expect "\nattempt to index a nil value (field 'b')\n  in f:  function f(a) return a.b.c end\n"
        terminal:expect "^\n  from:  f{}\n"
        terminal:expect "> "
    end)

    at("Tab completes options, words, bodies and files, and closes their quotes", {}, function(terminal)
        terminal:send "m = rigid.Model{}; m:add_body{name = 'forearm', joint = 'revolute', inertia = SpatialInertia.unitary()}\n"
        terminal:expect "> "
        terminal:send 'm:pose({0}, "fo\t):position()\n'
        terminal:expect "\nVec3(0, 0, 0)\n"
        terminal:expect "> "
        terminal:send "SpatialInertia.solid_box{ma\t2, si\t{1, 1, 1}}:mass()\n"
        terminal:expect "\n2.0\n"
        terminal:expect "> "
        terminal:send 'm:jacobian({0}, "forearm", {fr\t"lo\t}):rows()\n'
        terminal:expect "\n6\n"
        terminal:expect "> "
        terminal:send 'io.open("src/core/cor\t):read(2)\n'
        terminal:expect "\n/*\n"
        terminal:expect "> "
    end)

    at("what is typed while the terminal is asked something is not lost", {}, function(terminal)
        terminal:send "#require('rigid.terminal').ask('what ' .. 'can you', 'c', 30)\n"
        terminal:expect "\nwhat "
        terminal:send "7 * 191\n\27[?62;4c"
        terminal:expect "can you8\n"
        terminal:expect "\n1337\n"
        terminal:expect "> "
        terminal:send "#require('rigid.terminal').ask('what ' .. 'can you', 'c', 1)\n"
        terminal:expect "\nwhat "
        terminal:send "7 * 192\n"
        terminal:expect "can you0\n"
        terminal:expect "\n1344\n"
        terminal:expect "> "
    end)

    at("values fit the terminal", {columns = 60}, function(terminal)
        terminal:send "M = Matrix(3, 12); for j = 1, 12 do M:set(1, j, 1 / 3) end\n"
        terminal:expect "> "
        terminal:send "M\n"
        terminal:expect "Matrix 3x12\n"
        terminal:expect "[1]"
        terminal:expect "[12]"
        terminal:expect "\n> "
        terminal:send "print(Matrix{{1e-7, 2e-7}})\n"
        terminal:expect "Matrix 1x2, × 1e-7\n  1  2\n"
        terminal:expect "> "
        terminal:send "tostring(Matrix{{1e-7, 2e-7}})\n"
        terminal:expect "Matrix 1x2\n  1e-07  2e-07\n"
        terminal:expect "> "
    end)

    at("everything is in plain letters where the locale knows no others", {environment = {"LC_ALL=C"}}, function(terminal)
        terminal:send "SpatialInertia.unitary()\n"
        terminal:expect "kg m^2, principal"
        terminal:expect "> "
        terminal:send "?Twist.shift\n"
        terminal:expect "omega x p_PQ"
        terminal:expect "\n> "
    end)

    at("a paste of several lines is run entry by entry, and kept as one", {}, function(terminal)
        terminal:send "\27[200~a = 2\na * 21\n\nfor i = 1, 2 do\n  print('line', i)\nend\27[201~\n"
        terminal:expect "\n42\nline\t1\nline\t2\n"
        terminal:expect "> "
        terminal:send "\27[200~local b = 5\n\nlocal c = 6\nprint(b * c)\27[201~\n"
        terminal:expect "\n30\n"
        terminal:expect "> "
        terminal:send "\27[200~> d = 4\n> d + 1\n5\n> for i = 1, 1 do\n.. print('copied')\n.. end\n\27[201~\n"
        terminal:expect "\n5\ncopied\n"
        terminal:expect "> "
        local kept = program.read_file(terminal.state .. "/rigid/history")
        assert.truthy(kept:find("local b = 5\n\t\n\tlocal c = 6\n\tprint(b * c)\n", 1, true), kept)
    end)

    at("Ctrl-R finds an earlier entry", {}, function(terminal)
        terminal:send "answer = 6 * 7\n"
        terminal:expect "> "
        terminal:send "other = 1\n"
        terminal:expect "> "
        terminal:send "\18answ"
        terminal:expect "answer = 6 * 7"
        terminal:send "\n"
        terminal:expect "> "
        terminal:send "\18answ\3"
        terminal:expect "> "
        terminal:send "answer\n"
        terminal:expect "\n42\n"
        terminal:expect "> "
        terminal:send 'history "ANSWER ="\n'
        terminal:expect "\n  answer = 6 * 7\n"
        terminal:expect "> "
    end)

    at("Ctrl-C in a simulation leaves its log in _", {}, function(terminal)
        terminal:send "m = rigid.Model{}; m:add_body{name = 'b', joint = 'revolute', inertia = SpatialInertia.unitary()}\n"
        terminal:expect "> "
        terminal:send "m:simulate{duration = 1e6, progress = false, controller = function(t) if t > 0.1 and not seen then seen = true print 'on' end return {0} end}\n"
        terminal:expect "\non\n"
        terminal:send "\3"
        terminal:expect "interrupted; the log so far, "
        terminal:expect "> "
        terminal:send "rigid.type(_), #_ > 50\n"
        terminal:expect "\nLog\ntrue\n"
        terminal:expect "> "
    end)

    at("Ctrl-C in a rollout leaves its result in _", {}, function(terminal)
        terminal:send "m = rigid.Model{}; m:add_body{name = 'b', joint = 'revolute', inertia = SpatialInertia.unitary()}; Q = rigid.Matrix(5000, 1)\n"
        terminal:expect "> "
        terminal:send "m:rollout{q = Q, duration = 1e6, progress = false, policy = function(t) if t > 0.1 and not seen then seen = true print 'on' end return Q end}\n"
        terminal:expect "\non\n"
        terminal:send "\3"
        terminal:expect "interrupted; what was done so far, "
        terminal:expect "> "
        terminal:send "_.q:rows(), _.t > 0.1, _.t == _.ticks * _.dt, #_.refused\n"
        terminal:expect "\n5000\ntrue\ntrue\n0\n"
        terminal:expect "> "
    end)

    at("a stop and a change of the window leave the line as it was", {}, function(terminal)
        terminal:send "x = 20 +"
        terminal:expect "x = 20 +"
        terminal:send "\18\7" -- a search begun and left
        terminal:send " 22\n"
        terminal:expect "> "
        terminal:send "x\n"
        terminal:expect "\n42\n"
        terminal:expect "> "
    end)

    at("Ctrl-D in the midst of an entry says that it is not finished", {}, function(terminal)
        terminal:send "x = {\n"
        terminal:expect ".. "
        terminal:send "\4"
        terminal:expect "near <eof>"
        terminal:expect "> "
    end)

    it("vi keys edit the line, and Ctrl-C drops it in either mode", function()
        if not has_terminal or not has_readline then return pending "no terminal, or no lua-readline" end
        program.in_directory(function(directory)
            program.write_file(directory .. "/inputrc", "set editing-mode vi\n")
            program.at_terminal({code = 0, environment = {"INPUTRC=" .. directory .. "/inputrc"}}, function(terminal)
                terminal:expect "> "
                terminal:send "40 + 3\27r2\n"
                terminal:expect "\n42\n"
                terminal:expect "> "
                terminal:send "abc\27"
                terminal:expect "abc"
                terminal:send "\3"
                terminal:expect "> "
                terminal:send "5 + 5\n"
                terminal:expect "\n10\n"
                terminal:send "\4"
            end)
        end)
    end)

    at("two prompts at once both keep their history", {}, function(terminal)
        terminal:send "first = 1\n"
        terminal:expect "> "
        program.at_terminal({code = 0, environment = {"XDG_STATE_HOME=" .. terminal.state}}, function(other)
            other:expect "> "
            other:send "second = 2\n"
            other:expect "> "
            terminal:send "third = 3\n"
            terminal:expect "> "
            other:send "\4"
        end)
        assert.equal("first = 1\nsecond = 2\nthird = 3\n", program.read_file(terminal.state .. "/rigid/history"))
    end)

    it("the start file is run, its errors do not keep the prompt from opening, and -E leaves it out", function()
        if not has_terminal or not has_readline then return pending "no terminal, or no lua-readline" end
        program.in_directory(function(directory)
            assert(os.execute("mkdir -p " .. directory .. "/rigid"))
            program.write_file(directory .. "/rigid/init.lua", "mine = 41\nerror 'in the start file'\n")
            local environment = {"XDG_CONFIG_HOME=" .. directory}
            program.at_terminal({code = 0, environment = environment}, function(terminal)
                terminal:expect "in the start file"
                terminal:expect "> "
                terminal:send "mine + 1\n"
                terminal:expect "\n42\n"
                terminal:send "\4"
            end)
            program.at_terminal({"-E", code = 0, environment = environment}, function(terminal)
                terminal:expect "> "
                terminal:send "mine\n"
                terminal:expect "\nnil\n"
                terminal:send "\4"
            end)
        end)
    end)

    it("-i runs a script first, and the prompt has its globals", function()
        if not has_terminal or not has_readline then return pending "no terminal, or no lua-readline" end
        program.in_directory(function(directory)
            program.write_file(directory .. "/s.lua", "y = 41 print('ran')")
            program.at_terminal({"-i", directory .. "/s.lua", code = 0}, function(terminal)
                terminal:expect "ran"
                terminal:expect "> "
                terminal:send "y + 1\n"
                terminal:expect "\n42\n"
                terminal:send "exit\n"
            end)
        end)
    end)

    -- Every byte but those that are meant to end or stop a program (Ctrl-D, Ctrl-Z, Ctrl-\) or its output (Ctrl-S).
    at("random bytes do not end it", {}, function(terminal)
        local d = draw.stream(74)
        local spared = {[4] = true, [26] = true, [28] = true, [19] = true}
        for _ = 1, 30 do
            local bytes = {}
            for i = 1, 60 do
                local byte = d:integer(0, 255)
                bytes[i] = spared[byte] and "\n" or string.char(byte)
            end
            terminal:send(table.concat(bytes))
            terminal:send "\7\3"
        end
        for _ = 1, 20 do -- out of whatever it is in
            terminal:send "\3"
            os.execute "sleep 0.1"
            terminal:send "\7\n"
            os.execute "sleep 0.1"
        end
        terminal:send "\3"
        os.execute "sleep 0.2"
        terminal:send "\nprint(1234500 + 67)\n"
        terminal:expect "\n1234567\n"
    end)
end)

describe("the session that README shows", function()
    -- The lines that are typed and what they show, of the block that begins with a prompt.
    local function typed()
        local block = program.read_file("README.md"):match "```text\n(> .-)```"
        local list = {}
        for line in block:gmatch "[^\n]*\n" do
            local text = line:match "^> (.*)\n$"
            if text then
                list[#list + 1] = {text = text, shows = ""}
            else
                list[#list].shows = list[#list].shows .. line
            end
        end
        return list
    end

    it("gives what README shows", function()
        if not program.has_terminal() then return pending "script can make no terminal here" end
        local list = typed()
        assert(#list >= 8)
        program.at_terminal({code = 0}, function(terminal)
            terminal:expect "> "
            for _, item in ipairs(list) do
                terminal:send(item.text .. "\n")
                terminal:expect(item.text .. "\n" .. item.shows .. "> ")
            end
            terminal:send "\4"
        end)
    end)
end)
