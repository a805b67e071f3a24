-- The prompt as a place to work: what errors point at; what a question mark, lookfor and who answer; time and bench; sessions saved as
-- scripts; the history. What the prompt is in itself is in repl_spec.lua, completion in completion_spec.lua.
local entry = require "rigid.prompt.entry"
local errors = require "rigid.prompt.errors"
local help = require "rigid.prompt.help"
local history = require "rigid.prompt.history"
local lookfor = require "rigid.prompt.lookfor"
local program = require "spec.support.program"
local prompted = require "spec.support.prompted"
local session = require "rigid.prompt.session"
local tokens = require "rigid.prompt.tokens"
local who = require "rigid.prompt.who"
local draw = require "spec.support.draw"
local rigid = require "rigid"

local arm, has = prompted.arm, prompted.has

describe("the words of a text", function()
    it("are found whatever the text is, in order, none twice", function()
        local d = draw.stream(72)
        local pieces = {"x", "1e5", ".5", "0x1p", '"a', "'", "[[", "]]", "--", "\n", "=", "==", "...", " ", "\\", "[==[", "end", "\xc3"}
        for _ = 1, 2000 do
            local text, last = "", 0
            for _ = 1, d:integer(0, 12) do text = text .. pieces[d:integer(1, #pieces)] end
            for _, token in ipairs(tokens.of(text)) do
                assert(token.first > last and token.last >= token.first and token.last <= #text, text)
                assert.equal(token.text, text:sub(token.first, token.last))
                last = token.last
            end
        end
    end)
end)

describe("an error of the compiler", function()
    -- What is said of a text, its caret at the mark ^ in the text.
    local function points(marked, said)
        local at = marked:find("^", 1, true)
        local text = marked:gsub("%^", "", 1)
        local _, message, _, prefix = entry.compile(text, "=stdin")
        local shown = errors.of_compiler(text, message, prefix, 80)
        local first, rest = shown:match "^(.-)\n(.*)$"
        assert.truthy((first or shown):find(said, 1, true), shown)
        local line, caret = rest:match "^(.*)\n( *)%^$"
        local _, breaks = text:sub(1, at - 1):gsub("\n", "")
        local column = at - (text:sub(1, at - 1):match ".*\n()" or 1)
        local label = line:match "^  line %d+:  " or "  "
        local lead = 0
        local number = 0
        for source in (text .. "\n"):gmatch "(.-)\n" do
            if number == breaks then lead = #source:match "^%s*" end
            number = number + 1
        end
        assert.equal(#label + column - lead, #caret, shown)
    end

    it("has its caret under the word that is wrong", function()
        points("x = ^= 2", "unexpected symbol near '='")
        points("1 + ^* 2", "unexpected symbol near '*'")
        points("print(1) ^)", "unexpected symbol near ')'")
        points("x = 'a' ^'b' 'c'", "near")
        points("for i = 1, 2 do\n  x ^y\nend", "syntax error near 'y'")
        points("x = ^'abc", "unfinished string")
        points("    if x ^y", "'then' expected near 'y'")
        points("x = ^3x", "malformed number")
    end)

    it("is cut around the caret where the line is long, and safe in odd letters", function()
        local text = ("x = 1; "):rep(60) .. "y = = 2"
        local _, message, _, prefix = entry.compile(text, "=stdin")
        for line in errors.of_compiler(text, message, prefix, 60):gmatch "[^\n]+" do assert(utf8.len(line) <= 60, line) end
        local d = draw.stream(73)
        for _ = 1, 500 do
            local bytes = {}
            for i = 1, d:integer(1, 40) do bytes[i] = string.char(d:integer(1, 255)) end
            local odd = table.concat(bytes)
            local chunk, problem, _, before = entry.compile(odd, "=stdin")
            if not chunk then assert.falsy(errors.of_compiler(odd, problem, before, 80):find "[%z\1-\8\11-\31]") end
        end
    end)
end)

describe("an error of what runs", function()
    local function shown(texts, err, frames)
        local entries = {}
        for i, text in ipairs(texts) do entries["entry " .. i] = text end
        return errors.of_run(err, frames, entries, "entry " .. #texts, 80)
    end
    local function frame(kind, source, line, name) return {kind = kind, source = source, line = line, name = name} end

    it("shows the line of the entry and the caret under what is to blame", function()
        assert.equal("attempt to index a nil value (global 'x')\n  x.y = 1\n  ^", shown({"x.y = 1"},
            "entry 1:1: attempt to index a nil value (global 'x')", {frame("main", "=entry 1", 1)}))
        assert.equal("no such body\n  m:pose(q, 'foo')\n    ^", shown({"m:pose(q, 'foo')"}, "entry 1:1: no such body",
            {frame("C", "=[C]", -1, "pose"), frame("main", "=entry 1", 1)}))
    end)

    it("takes the place from the message where no call led there, as from a coroutine", function()
        assert.equal("attempt to index a nil value (global 'x')\n  in an earlier entry:  x.y = 1\n                        ^\n  from:  f()",
            shown({"x.y = 1", "f()"}, "entry 1:1: attempt to index a nil value (global 'x')", {frame("C", "=[C]", -1, "f"), frame("main", "=entry 2", 1)}))
    end)

    it("says which name may have been meant", function()
        assert.truthy(shown({"M:shfit{}"}, "entry 1:1: attempt to call a nil value (method 'shfit')", {frame("main", "=entry 1", 1)})
            :find("(method 'shfit'); did you mean 'shift'?\n  M:shfit{}\n    ^", 1, true))
        assert.truthy(shown({"pirnt(1)"}, "entry 1:1: attempt to call a nil value (global 'pirnt')", {}):find("did you mean 'print'?", 1, true))
    end)

    it("shows no caret where it cannot be told, and no line where that says nothing", function()
        assert.equal("boom", shown({"f(f(1))"}, "entry 1:1: boom", {frame("C", "=[C]", -1, "f"), frame("main", "=entry 1", 1)}))
        assert.equal("boom", shown({"error 'boom'"}, "boom", nil))
    end)

    it("shows the user's calls that led there, and no others", function()
        assert.equal("attempt to call a nil value (global 'g')\n  in f:  return g(x)\n                ^\n  from:  f(1)",
            shown({"function f(x) return g(x) end", "f(1)"}, "entry 1:1: attempt to call a nil value (global 'g')",
                {frame("Lua", "=entry 1", 1, "f"), frame("main", "=entry 2", 1), frame("Lua", "@" .. package.searchpath("rigid.prompt.repl", package.path), 30, "x")})
                :gsub("function f%(x%) ", ""):gsub(" end", ""):gsub("\n {32}%^", "\n                ^"):gsub("\n +%^", "\n                ^"))
    end)

    it("counts what repeats, and is never longer than a screen", function()
        local frames = {}
        for i = 1, 38 do frames[i] = frame("Lua", "=entry 1", 1, "f") end
        assert.truthy(shown({"function f() return 1 + f() end"}, "stack overflow", frames):find("in f, 38 times:", 1, true))
        for i = 1, 38 do frames[i] = frame("Lua", "=entry 1", i % 2 + 1, "f" .. i) end
        local _, lines = shown({"a\nb"}, "x", frames):gsub("\n", "")
        assert(lines < 10)
    end)
end)

describe("what is asked with a question mark", function()
    it("is told from entries", function()
        assert.same({"M.shift", "help"}, {entry.question "?M.shift"})
        assert.same({"shift", "help"}, {entry.question " shift? "})
        assert.same({"", "help"}, {entry.question "?"})
        assert.same({"bias wrench", "lookfor"}, {entry.question "??bias wrench"})
        assert.same({"lookfor", "help"}, {entry.question "?? "})
        assert.is_nil(entry.question "x = '?'")
        assert.is_nil(entry.question "f(x)")
    end)

    it("is answered for every public name, of the reference and of a value", function()
        for _, name in ipairs(help.names()) do
            local text = help.text(name)
            assert(#text > #name + 10 and not text:find "^Nothing is known", name)
        end
    end)

    it("may be an operator, a topic, or a function of the user's", function()
        assert.truthy(help.text("*"):find("SpatialInertia * Twist -> SpatialMomentum", 1, true))
        assert.truthy(help.text("-"):find("-Twist -> Twist", 1, true))
        assert.truthy(help.text("units"):find("^conventions: "))
        for _, topic in ipairs(help.topics()) do
            assert(#topic.lines >= 2, topic.name)
            for _, name in ipairs(topic.names) do assert.truthy(help.text(name):find(topic.title, 1, true)) end
        end
        local text = help.text(has) -- of this file
        assert.truthy(text:find "^A function, from " and text:find "local function has%(list, wanted%)")
    end)
end)

describe("lookfor", function()
    it("finds every word, names first", function()
        local found = lookfor.find "bias"
        assert.equal("SpatialInertia:bias_wrench", found[1].name)
        assert(#found > 2 and found[#found].rank >= found[1].rank)
        for _, item in ipairs(lookfor.find "BIAS wrench derivative") do assert.truthy(item.name) end
        assert.equal("SpatialInertia:bias_wrench_derivative", lookfor.find("BIAS wrench derivative")[1].name)
        assert.same({}, lookfor.find "no_such_word_anywhere")
        assert.equal('Nothing speaks of "qqqq".', lookfor.text "qqqq")
    end)

    it("is a line for each, but for long names", function()
        for line in lookfor.text("inertia"):gmatch "[^\n]+" do assert((utf8.len(line) or #line) <= 96, line) end
    end)
end)

describe("who", function()
    it("lists what the user made, and nothing else", function()
        local env = {rigid = rigid, print = print, string = string, help = rigid.help, Vec3 = rigid.Vec3, _ = 5, arg = {}, _G = {}}
        assert.equal("No variables yet.", who.text(env))
        env.m, env.f, env.s, env.n, env.J = arm(), function(a, b, ...) return a, b, ... end, "text", 1.5, rigid.Matrix(6, 2)
        env.help = 3
        env.odd = setmetatable({}, {__tostring = error})
        local lines = {}
        for line in who.text(env):gmatch "[^\n]+" do lines[#lines + 1] = line end
        assert.equal(8, #lines)
        assert.truthy(lines[1]:find "^  name +kind +size +value$")
        local all = table.concat(lines, "\n")
        for _, wanted in ipairs {"J +Matrix +6x2", "f +function +%(a, b, %.%.%.%)", "m +Model +nv 2 +'arm'", 's +string +4 +"text"',
            "n +float +1.5", "help +integer +3", "odd +table +0 +its tostring fails"} do
            assert.truthy(all:find(wanted), wanted .. " in\n" .. all)
        end
    end)

    it("tells as much of a value as a line has room for, in whole parts, and its size once", function()
        rigid.format {width = 60}
        local text = who.text {M = rigid.SpatialInertia.solid_box {mass = 2, size = {0.4, 0.3, 0.2}}, v = rigid.Vector {1, 2}, s = ("word "):rep(30)}
        rigid.format {width = "auto"}
        assert.truthy(text:find "M +SpatialInertia +mass 2 kg; com %(0, 0, 0%) m\n", text)
        assert.truthy(text:find "v +Vector +2 +%(1, 2%)$", text)
        assert.truthy(text:find '"word word[ word]* %.%.%.\n', text)
    end)
end)

describe("time and bench", function()
    it("call what they are given, and hand on what it gives", function()
        local out = program.run {"-e", "x, y = time(function(...) return ..., 4 end, 3) print(x, y)"}
        assert.truthy(out:find "^took %S+ %S+, %S+ %S+ of it computing\n3\t4\n$")
    end)

    it("say the median, the spread and the garbage, which is counted exactly", function()
        local result = rigid.bench(function() return {} end)
        assert(result.median > 0 and result.range[1] <= result.median and result.median <= result.range[2])
        assert(result.bytes > 40 and result.bytes < 70, result.bytes) -- by Lua's version
        assert.truthy(tostring(result):find "^%S+ %S+ a call: median of %d+ batches of %d+\nhalf of them")
        assert.equal(0, math.floor(rigid.bench(math.abs, 1).bytes))
    end)

    it("pass on what is thrown, with the collector at work again", function()
        assert.has_error(function() rigid.bench(error, "thrown") end, "thrown")
        assert.is_true(collectgarbage "isrunning")
    end)
end)

describe("a saved session", function()
    local function script(...)
        local list = {}
        for i, item in ipairs {...} do list[i] = {text = item[1], ok = item.ok ~= false, shown = item[2] and {item[2]} or {}} end
        return (session.script(list, "1"):gsub("^[^\n]*\n", ""))
    end

    it("prints what was shown, with that as a comment, and leaves out what failed or was asked", function()
        assert.equal("x = 1\nprint(x + 1)\n--> 2\n", script({"x = 1"}, {"x + 1", "2"}, {"x.y.z = 1", ok = false}, {"who()"}, {"help 'x'"}))
    end)

    it("keeps _ where it is used, locals as they are, and returns from ending it", function()
        assert.equal("_ = 6 * 7\nprint(_)\n--> 42\nx = _\n", script({"6 * 7", "42"}, {"x = _"}))
        assert.equal("local y = 1\nz = y\n", script({"local y = 1"}, {"z = y"}))
        assert.equal("x = 3; print(x)\n--> 3\n", script({"x = 3; x", "3"}))
        assert.equal("print(x -- why\n)\n--> 3\n-- only said\n", script({"x -- why", "3"}, {"-- only said"}))
        assert.equal("(function()\nif x then return end print(2)\nend)()\n", (script({"if x then return end print(2)"}):gsub("^;", "")))
        assert.equal("print(5)\n--> 5\n", script({"return 5", "5"}))
    end)

    it("runs again, and gives what it gave", function()
        program.in_directory(function(directory)
            local file = directory .. "/s.lua"
            local input = "M = SpatialInertia.unitary()\nM:mass()\nlocal k = 3\nfor i = 1, 2 do\n  print(i)\nend\n6 * 7;\n_ + 1\nx.y = 1\n'a', nil\n"
                .. "save_session '" .. file .. "'\n"
            local out = program.run {"-i", input = input}
            assert.equal("1.0\n1\n2\n43\na\nnil\n7 entries written to " .. file .. "\n", out)
            local again, problem, code = program.run {file}
            assert.equal("", problem)
            assert.equal("1.0\n1\n2\n43\na\tnil\n", again)
            assert.equal(0, code)
        end)
    end)

    it("is written over another, and over nothing else", function()
        program.in_directory(function(directory)
            local file = directory .. "/mine.lua"
            program.write_file(file, "precious = 1\n")
            assert.has_error(function() rigid.save_session(file) end)
            assert.equal("precious = 1\n", program.read_file(file))
            rigid.save_session(directory .. "/new.lua")
            rigid.save_session(directory .. "/new.lua")
            assert.has_error(function() rigid.save_session(directory .. "/no/where.lua") end)
        end)
    end)
end)

describe("the history", function()
    it("keeps an entry of several lines as one", function()
        program.in_directory(function(directory)
            local file = directory .. "/h"
            history.append(file, "for i = 1, 2 do\n\tprint(i)\n\nend")
            history.append(file, "\tx = 1\n")
            assert.same({"for i = 1, 2 do\n\tprint(i)\n\nend", "x = 1"}, history.load(file))
        end)
    end)

    it("goes on in a line of its own after an entry that a full disk has cut", function()
        program.in_directory(function(directory)
            program.write_file(directory .. "/h", "x = 1\ny =")
            history.append(directory .. "/h", "z = 3")
            history.append(directory .. "/h", "z")
            assert.same({"x = 1", "y =", "z = 3", "z"}, history.load(directory .. "/h"))
        end)
    end)

    it("is searched in either case, the last of equal ones last", function()
        assert.same({"M = 2", "m = 1"}, history.search({"m = 1", "x", "M = 2", "m = 1"}, "m ="))
    end)
end)
