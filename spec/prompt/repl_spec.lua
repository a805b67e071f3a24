-- The prompt, part by part: how values are shown, history, what is complete and what is an error; then the whole of it
-- through a pipe with -i.
local display = require "rigid.display"
local entry = require "rigid.prompt.entry"
local errors = require "rigid.prompt.errors"
local history = require "rigid.prompt.history"
local program = require "spec.support.program"
local rigid = require "rigid"

local SAMPLES = {Matrix = rigid.Matrix.identity(2), SpatialInertia = rigid.SpatialInertia.unitary()}

describe("a text of many entries", function()
    it("has entries of any length", function()
        for _, inner in ipairs {"    x = 3", "x = {1, {2}}", "-- end end", "if a then b() elseif c then d() else e() end", "repeat until x"} do
            local text = "function f()\n" .. (inner .. "\n"):rep(700) .. "end\nf\n1 +"
            local list, rest = entry.split(text)
            assert.same({2, false, false, "f", 703, "1 +"}, {#list, list[1].wrong, list[2].wrong, list[2].text, list[2].line, rest.text})
        end
        local list = entry.split("t = {\n" .. ("1, 2,\n"):rep(8000) .. "}\nt")
        assert.same({2, false, "t"}, {#list, list[1].wrong, list[2].text})
    end)
end)

describe("a shown value", function()
    local show = display.value

    it("is a string as it reads, quoted where it would act on the terminal", function()
        assert.equal('a "b"\nc', show 'a "b"\nc')
        assert.equal('"\\027[2J"', show "\27[2J")
    end)

    it("is what tostring says for everything but plain tables", function()
        assert.equal("nil", show(nil))
        assert.equal("0.1", show(0.1))
        assert.equal("function", show(print))
        assert.equal("function(a, ...)", show(function(a, ...) return a, ... end))
        assert.equal(tostring(SAMPLES.SpatialInertia), show(SAMPLES.SpatialInertia))
        assert.equal("class Vec3", show(rigid.Vec3))
        assert.equal("mine", show(setmetatable({1}, {__tostring = function() return "mine" end})))
    end)

    it("is the contents of a table, list first, then keys in order", function()
        assert.equal("{}", show {})
        assert.equal('{1, "two", {3}, a = true, b = {}, ["end"] = 1, ["x y"] = 2}',
            show {1, "two", {3}, b = {}, a = true, ["x y"] = 2, ["end"] = 1})
        assert.equal("{1, [2.5] = 1, [4] = 2, [true] = 3}", show {1, [4] = 2, [2.5] = 1, [true] = 3})
        assert.equal('{"a\\"\\n\\0091"}', (show {"a\"\n\t1"}:gsub("\\t", "\\009")))
    end)

    it("takes several lines where it is wide, with what has lines of its own set off", function()
        local long = ("x"):rep(60)
        assert.equal('{\n  a = "' .. long .. '",\n  b = "' .. long .. '"\n}', show {a = long, b = long})
        local text = show {m = SAMPLES.Matrix}
        assert.equal("{\n  m =\n    " .. tostring(SAMPLES.Matrix):gsub("\n", "\n    ") .. "\n}", text)
    end)

    it("is cut where it is long or deep, and ends where it contains itself", function()
        local list = {}
        for i = 1, 1000 do list[i] = i end
        assert.truthy(show(list):find(" 60,%s+%.%.%. 940 more\n}$"))
        assert.equal("{{{{{{...}}}}}}", show {{{{{{{}, 1}}}}}})
        local self = {1}
        self.me = {self}
        assert.equal("{1, me = {{the same again}}}", show(self))
        local wide = {}
        for i = 1, 50 do wide[i] = list end
        assert(#show(wide) < 10000)
    end)

    it("runs no code of the table but tostring, and survives that failing", function()
        local trap = setmetatable({1}, {__index = error, __pairs = error, __len = error})
        assert.equal("{1}", show(trap))
        assert.equal("{<table whose tostring fails>}", show {setmetatable({}, {__tostring = error})})
    end)
end)

describe("history", function()
    it("is kept where XDG says, else below HOME, else nowhere", function()
        local function path(environment)
            return history.path(function(name) return environment[name] end)
        end
        assert.equal("/s/rigid/history", path {XDG_STATE_HOME = "/s", HOME = "/h"})
        assert.equal("/h/.local/state/rigid/history", path {HOME = "/h"})
        assert.equal("/h/.local/state/rigid/history", path {XDG_STATE_HOME = "relative", HOME = "/h"})
        assert.is_nil(path {})
        assert.is_nil(path {XDG_STATE_HOME = "", HOME = ""})
    end)

    it("is read as it was written, the last thousand lines of it, and cut when it grows", function()
        program.in_directory(function(directory)
            local file = directory .. "/history"
            assert.same({}, history.load(file))
            for i = 1, 2000 do assert.is_true(history.append(file, "line " .. i)) end
            local lines = history.load(file)
            assert.equal(1000, #lines)
            assert.equal("line 1001", lines[1])
            assert.equal("line 2000", lines[1000])
            assert.truthy(program.read_file(file):find "^line 1\n")
            history.append(file, "line 2001")
            local alone = false
            local function guard(f)
                alone = true
                f()
            end
            assert.equal("line 2001", history.load(file, guard)[1000])
            assert.is_true(alone)
            assert.truthy(program.read_file(file):find "^line 1002\n")
        end)
    end)

    it("is nothing, without an error, where the file cannot be used", function()
        program.in_directory(function(directory)
            assert.same({}, history.load(directory))
            assert.is_false(history.append(directory, "x"))
            assert.is_false(history.append(directory .. "/no/where", "x"))
        end)
    end)
end)

describe("an entry", function()
    it("is an expression where it can be, else statements", function()
        assert.equal(3, entry.compile("1 + 2", "=stdin")())
        assert.equal(2, select("#", entry.compile("nil, nil", "=stdin")()))
        assert.equal(0, select("#", entry.compile("local x = 1", "=stdin")()))
    end)

    it("is incomplete where more lines could complete it", function()
        for _, text in ipairs {"x = {", "for i = 1, 2 do", "function f()", "1 +", "M:shift{", "[[a", "--[[", "x =", "if x then y()", "f("} do
            local chunk, _, incomplete = entry.compile(text, "=stdin")
            assert.is_nil(chunk)
            assert.is_true(incomplete, text)
        end
        for _, text in ipairs {"x = = 1", "1 2", ")", "end", "x y z(", "'a", "for for"} do
            local chunk, _, incomplete = entry.compile(text, "=stdin")
            assert.is_nil(chunk)
            assert.is_false(incomplete, text)
        end
    end)

    it("that is wrong says what is wrong of what was meant", function()
        local function message(text)
            return errors.message(select(2, entry.compile(text, "=stdin")), "stdin", true)
        end
        assert.equal("unexpected symbol near '*'", message "1 + * 2")
        assert.equal("unexpected symbol near '='", message "x = = 2")
    end)

    it("fails in one line, whatever is thrown", function()
        local function message(err, one_line) return errors.message(err, "stdin", one_line ~= false) end
        assert.equal("no", message "stdin:1: no")
        assert.equal("stdin:2: no", message "stdin:2: no")
        assert.equal("stdin:1: no", message("stdin:1: no", false))
        assert.equal("first second", message "first\n  second")
        assert.equal("module 'x' not found", message "module 'x' not found:\n\tno field\n\tno file")
        assert.equal("a\\027[2Jb", message "a\27[2Jb")
        assert.equal("5", message(5))
        assert.equal("(error object is a nil value)", message(nil))
        assert.equal("(error object is a table value)", message {})
        assert.equal("words", message(setmetatable({}, {__tostring = function() return "words" end})))
        assert.equal("(error object is a table value whose tostring fails)",
            message(setmetatable({}, {__tostring = error})))
    end)

    it("of a piped text is split off as the prompt would", function()
        local entries, rest = entry.split "x = 1\nfor i = 1, 2 do\n  x = i\nend\n\n?x\nx"
        local texts = {}
        for i, item in ipairs(entries) do texts[i] = item.line .. ":" .. item.text end
        assert.same({"1:x = 1", "2:for i = 1, 2 do\n  x = i\nend", "6:?x", "7:x"}, texts)
        assert.equal("help", entries[3].how)
        assert.is_nil(rest)
        entries, rest = entry.split "x x\ny\nz = {\n"
        assert.same({true, false}, {entries[1].wrong, entries[2].wrong})
        assert.same({line = 3, text = "z = {\n"}, rest)
    end)

    it("goes on with a line that begins with an operator, and with an indented one that may", function()
        local function texts(text)
            local list = {}
            for i, item in ipairs((entry.split(text))) do list[i] = item.text end
            return list
        end
        assert.same({"x = a\n  -- and\n    + b", "y = s\n  :upper()", "z = 1\n  - 2", "-z", "(f)()"},
            texts "x = a\n  -- and\n    + b\ny = s\n  :upper()\nz = 1\n  - 2\n-z\n(f)()")
        assert.same({"s = 'a\\\nb'", "#s"}, texts "s = 'a\\\nb'\n#s")
    end)

    it("is a script where it has locals or returns", function()
        for _, script in ipairs {"local x = 1\nx = 2", "x = 1 local y = 2", "return 1", "goto a\n::a::", "if x then return end"} do
            assert.is_true(entry.is_script(script), script)
        end
        for _, text in ipairs {"x = 1", "local x = 1\nx", "function f() local x = 1 return x end", "do local x = 1 end"} do
            assert.is_false(entry.is_script(text), text)
        end
    end)
end)

describe("the prompt", function()
    local function session(input)
        return program.run {"-i", input = input}
    end

    it("shows each value on its own line, nil too, and nothing for statements", function()
        local out, err, code = session "1 + 1\nnil\n'a', nil, {1, 2}\nx = 3\nprint()\nio.write('w\\n')\nx\n(function() end)()\n"
        assert.equal("2\nnil\na\nnil\n{1, 2}\n\nw\n3\n", out)
        assert.equal("", err)
        assert.equal(0, code)
    end)

    it("shows no prompt and no greeting to a pipe", function()
        assert.equal("", (session ""))
    end)

    it("is silent after a semicolon, and keeps the last value in _", function()
        assert.equal("42\n42\n", (session "6 * 7;\n_\nx = _\nx\n"))
    end)

    it("takes an entry of several lines", function()
        assert.equal("3\n1\n2\n", (session "1 +\n2\nfor i = 1, 2 do\nprint(i)\nend\n"))
    end)

    it("goes on after an error, which is one line", function()
        local out, err, code = session "1 2\nerror 'no'\nx.y.z = 1\nSpatialInertia.solid_box{mass = -1, size = {1, 1, 1}}\n'on'\n"
        local lines = {}
        for line in err:gmatch "[^\n]+" do lines[#lines + 1] = line end
        assert.equal(4, #lines)
        assert.equal("<eof> expected near '2'", lines[1])
        assert.equal("no", lines[2])
        assert.equal("attempt to index a nil value (global 'x')", lines[3])
        assert.truthy(lines[4]:find "^bad argument #1 to 'solid_box' %(field 'mass': ")
        assert.equal("on\n", out)
        assert.equal(0, code)
    end)

    it("says that an entry is unfinished when the input ends in it", function()
        local _, err, code = session "x = {\n"
        assert.equal("unexpected symbol near <eof>\n", err)
        assert.equal(0, code)
    end)

    it("leaves by exit and quit, unless those are variables, and helps by help", function()
        assert.equal("1\n", (session "1\nexit\n2\n"))
        assert.equal("1\n", (session "1\n quit \n2\n"))
        assert.equal("5\n2\n", (session "exit = 5\nexit\n2\n"))
        assert.truthy((session "help\n"):find("SpatialInertia", 1, true))
    end)

    it("follows what -e and -l did", function()
        assert.equal("4\n", (program.run {"-e", "y = 4", "-i", input = "y\n"}))
    end)
end)
