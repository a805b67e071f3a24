-- Entries that follow each other: statements and an expression on a line, locals that live on, pastes of many lines, and the
-- blocks of README typed line by line.
local program = require "spec.support.program"

-- What the prompt shows of these lines, typed.
local function typed(...)
    local out, err = program.run {"-i", input = table.concat({...}, "\n") .. "\n"}
    return out, err
end

describe("an entry of statements and an expression", function()
    it("shows the value of the expression", function()
        assert.equal("3\n", (typed "x = 3; x"))
        assert.equal("2.0\n", (typed "H = Matrix{{2, 1}, {1, 3}}; H(1, 1)"))
        assert.equal("1\n2\n7\n", (typed "for i = 1, 2 do print(i) end 3 + 4"))
        assert.equal("-3\n", (typed "x = 3; -x"))
        assert.equal("{3}\n", (typed "x = 3; {x}"))
        assert.equal("A\n", (typed "x = 'a'; x:upper()"))
    end)

    it("is silent after a semicolon, and keeps the value", function()
        assert.equal("3\n", (typed("x = 3; x;", "_")))
    end)

    it("is no licence for what Lua takes as one statement, or refuses", function()
        assert.equal("4\n", (typed("f = function(x) return x end", "y = f", "y = f (4)", "y")))
        local out, err = typed "x = 3 x"
        assert.same({"", "syntax error near <eof>\n"}, {out, err})
    end)
end)

describe("a local", function()
    it("lives on, as the same variable for all that know it", function()
        assert.equal("7\n7\n9\n", (typed("local a = 5", "function get() return a end", "a = 7", "get()", "local a = 9", "get(), a")))
        assert.equal("120\n", (typed("local function f(n) return n == 0 and 1 or n * f(n - 1) end", "f(5)")))
        assert.equal("1\n2\n", (typed("local a, b = 1, 2", "a, b")))
        assert.equal("nil\n", (typed("local a = 1", "_G.a")))
        assert.equal("2\n", (typed("local n = 0", "local function up() n = n + 1 end", "up() up()", "n")))
    end)

    it("that is constant stays so", function()
        local out, err = typed("local k <const> = 4", "k = 5", "k", "local t <const> = {}", "t.x = k", "t.x", "t = 1")
        assert.equal("4\n4\n", out)
        assert.equal("attempt to assign to const variable 'k'\nattempt to assign to const variable 't'\n", err)
    end)

    it("lives on from an entry that fails, as far as it came", function()
        local out, err = typed("local a, b = 1, 2; local n = 0 local function up() n = n + 1 end error 'no' local c = 3", "a + b", "c", "up(); n")
        assert.equal("3\nnil\n1\n", out)
        assert.truthy(err:find("no", 1, true))
        assert.equal("5\n", (typed("local a = 5", "local b = a.x.y local a = 6", "a")))
    end)

    it("called _ leaves the last value what it is", function()
        assert.equal("7\n7\n", (typed("7", "local _, x = 1, 2", "_")))
        assert.equal("7\n2\n8\n8\n", (typed("7", "local _, x = 1, 2; x", "8", "_")))
    end)

    it("of a block, or closed with its entry, does not", function()
        assert.equal("nil\n", (typed("do local a = 1 end", "a")))
        assert.equal("nil\n", (typed("local a <close> = nil", "a")))
        assert.equal("nil\n", (typed("for i = 1, 1 do local a = i end", "a")))
    end)

    it("lives on from an entry that returns, and from one with a label at its end it ends", function()
        assert.equal("3\n4\n", (typed("local a = 3 return a", "a + 1")))
        assert.equal("8\n", (typed("local a = 8", "if a then return a end")))
        local out, err = typed "do goto done end local a = 1 ::done::"
        assert.same({"", ""}, {out, err})
    end)

    it("is listed by who and known to Tab", function()
        assert.truthy((typed("local mine = 5", "who()")):find "mine  integer        5")
        local scope, complete = require "rigid.prompt.scope", require "rigid.prompt.complete"
        scope.set("mine_alone", {inside = 1})
        assert.same({"mine_alone"}, (complete.names("x = mine_a", scope.seen())))
        assert.same({"inside"}, (complete.names("mine_alone.in", scope.seen())))
    end)
end)

describe("an example, entry by entry,", function()
    local DRIVER <const> = [[
        local entry = require "rigid.prompt.entry"
        local file <close> = io.open((...))
        local list, rest = entry.split(file:read "a")
        assert(not rest)
        for _, item in ipairs(list) do assert(entry.compile(item.text, "=stdin", true))() end
    ]]

    it("does what it does as a script", function()
        program.in_directory(function(directory)
            program.write_file(directory .. "/driver.lua", DRIVER)
            for _, name in ipairs {"02_shift_and_re_express", "10_tumbling", "19_frames", "14_chain_by_a_loop"} do
                local file = "examples/" .. name .. ".lua"
                local as_script = program.run {file}
                local as_entries, err = program.run {directory .. "/driver.lua", file}
                assert.equal("", err)
                assert.equal(as_script, as_entries)
                assert(#as_script > 200)
            end
        end)
    end)
end)

describe("through a pipe", function()
    it("texts with shown expressions, locals and questions run as if typed", function()
        local out, err, code = program.run {input = "local x = 3\nx + 4\n-- a comment\n?Vec3.dot\nlocal y = x\ny\n"}
        assert.truthy(out:find "^7\nVec3:dot%(b%) %-> number\n.*\n3\n$", out)
        assert.same({"", 0}, {err, code})
    end)

    it("what does not compile is told by its own line, and nothing is run", function()
        local out, err, code = program.run {input = "1 + 1\nx = 2\nx 3\ny"}
        assert.same({"", "rigid: stdin:3: syntax error near '3'\n", 1}, {out, err, code})
    end)
end)

describe("pasted at a terminal,", function()
    local has_terminal, has_readline = program.has_terminal(), program.has_readline()

    local function pasted(what, text, body)
        it(what, function()
            if not has_terminal or not has_readline then return pending "no terminal, or no lua-readline" end
            program.at_terminal({code = 0}, function(terminal)
                terminal:expect "> "
                terminal:send("\27[200~" .. text .. "\27[201~\n")
                body(terminal)
                terminal:send "\4"
            end)
        end)
    end

    pasted("statements, locals, expressions, questions and comments run one by one", "local x = 3\nx + 4\n-- so\n?Vec3.dot\nlocal y = x\ny",
        function(terminal)
            terminal:expect "\n7\nVec3:dot(b) -> number"
            terminal:expect "--> 32.0\n3\n"
            terminal:expect "> "
            terminal:send "x, y\n"
            terminal:expect "\n3\n3\n"
        end)

    pasted("an error blames its own line, and what comes after it is not run", "a = {}\nb = a.x.y\nc = 3\nd = 4", function(terminal)
        terminal:expect "attempt to index a nil value (field 'x')\n  line 2:  b = a.x.y\n"
        terminal:expect "  the 2 entries after it are not run\n"
        terminal:expect "> "
        terminal:send "a, c\n"
        terminal:expect "\n{}\nnil\n"
    end)

    pasted("what does not compile is told by its line, after what stands before it", "a = 1\na + 1\na 2\na", function(terminal)
        terminal:expect "\n2\n"
        terminal:expect "  line 3:  a 2\n"
        terminal:expect "  the entry after it is not run\n"
    end)

    pasted("what is not finished is asked for", "a = 5\nfor i = 1, 2 do\n  print('number', i)", function(terminal)
        terminal:expect ".. "
        terminal:send "end\n"
        terminal:expect "\nnumber\t1\nnumber\t2\n"
        terminal:expect "> "
        terminal:send "a\n"
        terminal:expect "\n5\n"
        terminal:expect "> "
        assert.equal("a = 5\nfor i = 1, 2 do\n\t  print('number', i)\n\tend\na\n", program.read_file(terminal.state .. "/rigid/history"))
    end)

    local readme = program.read_file "README.md"
    local block = readme:match "```text\n(> .-)```"
    pasted("README's own session gives what README shows", block, function(terminal)
        for shown in ("\n" .. block):gsub("\n>[^\n]*", "\0"):gmatch "%Z+" do
            if shown:find "%S" then terminal:expect((shown:gsub("\n$", ""))) end
        end
    end)

    it("and typed line by line, README's blocks of Lua run", function()
        if not has_terminal or not has_readline then return pending "no terminal, or no lua-readline" end
        program.at_terminal({code = 0}, function(terminal)
            local count = 0
            for text in readme:gmatch "```lua\n(.-)```" do
                local shows = {}
                for line in text:gmatch "[^\n]+" do shows[#shows + 1] = line:match "%-%-> (.*)$" end
                if not text:find "plot{" then
                    for line in text:gmatch "[^\n]*\n" do terminal:send(line) end
                    for _, line in ipairs(shows) do terminal:expect("\n" .. line) end
                    count = count + 1
                end
            end
            assert(count >= 3)
            assert.is_nil(terminal:screen():find "attempt to")
            terminal:send "\n\4"
        end)
    end)
end)
