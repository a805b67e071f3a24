-- A model script is stopped when it runs without end or takes too much memory, in each way that Lua has for that.
local draw = require "spec.support.draw"
local files = require "spec.support.files"
local program = require "spec.support.program"
local sandbox = require "rigid.files.sandbox"

-- What went wrong as text, or nil, and what came back.
local function run(...)
    local problem, model, kind, printed, left_out = sandbox.run(...)
    return problem and tostring(problem), model, kind, printed, left_out
end

-- ---- limits ---------------------------------------------------------------------------------------------------------

-- What goes wrong with a script whose limits are a hundredth of the usual ones, in a process of its own or in this one. Time is
-- short only where it may be what ends the script: elsewhere a slow machine must not change the answer.
local function problem_of(text, where, seconds)
    local limits = {memory = 8 << 20, string = 1 << 20, instructions = 2000000, seconds = seconds or 60, where = where}
    return (run(text, "m.lua", limits))
end

-- A table of so many keys that are found in the same place once it has grown: the growing takes hours. Not in Lua 5.5, which moves keys unseen.
local COLLIDES <const> = _VERSION == "Lua 5.4"
local COLLIDING <const> = "local t, m = {}, (1 << %d) - 1 for i = 1, 1 << %d do t[m * i * 4] = i end\nt.x = 1"

local MEMORY <const>, STRING <const>, INSTRUCTIONS <const> = "needs more than 8 MB of memory", "a string of more than", "more than 2 million instructions"
local EITHER <const> = "the script" -- one limit or the other, by how fast the machine is

-- Each with the line where it must be stopped, and why.
local HOSTILE <const> = {
    {"local t = {b = ('x'):rep(1000)} for i = 1, 60 do t.b=t.b..t.b end", 1, STRING},
    {"local s = \"\\z\n\" local t = ('x'):rep(1000) for i = 1, 60 do t = t .. t end", 2, STRING},
    {"local s = \"a\\\r\nb\" local t = ('x'):rep(1000) for i = 1, 60 do t = t .. t end", 2, STRING},
    {"local s = ('x'):rep(1000000) s = s .. s .. s", 1, STRING},
    {"local s = ('x'):rep(1e9)", 1, STRING},
    {"local s = (''):rep(1 << 60, 'x')", 1, STRING},
    {"local s = string.rep('x', 100, ('y'):rep(100000))", 1, STRING},
    {"local s = ('x'):rep(1000000) return ('%s%s%s'):format(s, s, s)", 1, STRING},
    {"return ('x'):rep(1000000):gsub('x', 'yyyyyyyyyy')", 1, STRING},
    {"return ('x'):rep(1000):gsub('x', function() return ('y'):rep(100000) end)", 1, STRING},
    {"return ('x'):rep(1000):gsub('', ('y'):rep(100000))", 1, STRING},
    {"local s, t = ('x'):rep(100000), {} for i = 1, 1000 do t[i] = s end return table.concat(t)", 1, STRING},
    {"return table.concat({'a', 'b'}, ('x'):rep(1000000) .. ('x'):rep(48576))", 1, STRING},
    {"return ('%99.99f'):rep(30000):format(table.unpack({}, 1, 1))", 1, "number expected, got nil"},
    {"return ('%q'):format(('\\0'):rep(1000000))", 1, STRING},

    {"local t = {} for i = 1, 1e9 do t[i] = {i} end", 1, MEMORY},
    {"local t = {} for i = 1, 1e9 do t = {t} end", 1, MEMORY},
    {"local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(100000) .. i end", 1, MEMORY},
    {"local t = {} for i = 1, 1e9 do t[i .. 'x'] = 1 end", 1, MEMORY},
    {"local t = {} for i = 1, 1e9 do t[i] = function() return i end end", 1, MEMORY},
    {"local t = {} local function f(...) t[#t + 1] = {...} end\nfor i = 1, 1e9 do f(table.unpack({}, 1, 100000)) end", 1, MEMORY},
    {"local function f(...) return 1 + f(1, ...) end\nreturn f()", 1, MEMORY},
    {"local s = ('x'):rep(1000000) local t = {} for i = 1, 100 do t[i] = s end\nreturn s:byte(1, -1)", 2, _VERSION == "Lua 5.4" and "string slice too long" or MEMORY},
    {"local function f() return 1 + f() end\nreturn f()", 1, EITHER},

    {"while true do end", 1, INSTRUCTIONS},
    {"\n::again:: goto again", 2, INSTRUCTIONS},
    {"local function f() return f() end\nreturn f()", 1, INSTRUCTIONS},
    {"for i = 1, math.huge do end", 1, INSTRUCTIONS},
    {"return ('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(40))", 1, INSTRUCTIONS},
    {"return ('a'):rep(100000):find '.-.-.-.-b'", 1, INSTRUCTIONS},
    {"return ('('):rep(1000000):find '%b()'", 1, INSTRUCTIONS},
    {"for a in ('a'):rep(100000):gmatch '.-.-.-b' do end", 1, INSTRUCTIONS},
    {"return ('a'):rep(100000):gsub('.-.-b', '')", 1, INSTRUCTIONS},
    {"return ('a'):rep(100000):find '(a*)%1b'", 1, INSTRUCTIONS},
    {"return ('a'):rep(1000000):find('%f[' .. ('b'):rep(1000000) .. ']')", 1, INSTRUCTIONS},
    {"return ('a'):rep(1000000):find(('a'):rep(500000) .. 'b', 1, true)", 1, INSTRUCTIONS},
    {"local t = {} for i = 1, 20000 do table.insert(t, 1, i) end", 1, INSTRUCTIONS},
    {"local t = {} for i = 1, 20000 do t[i] = i end\nfor i = 1, 20000 do table.remove(t, 1) end", 2, INSTRUCTIONS},
    {"local t = {} for i = 1, 100000 do t[i] = -i end for i = 1, 1000 do table.sort(t) end", 1, INSTRUCTIONS},
    {"local t = {} for i = 1, 100000 do t[i] = i end\ntable.sort(t, function() return true end)", 2, ""},
    {"local t = {} for i = 0, 62 do t[1 << i] = i end\ntable.sort(t, rawequal)", 2, ""},
    {"local t = {} for i = 1, 100 do t[i] = '' end\nfor i = 1, 1e9 do table.concat(t) end", 2, INSTRUCTIONS},

    {"local function f(...) for i = 1, 1e9 do select(-1, ...) end end\nf(table.unpack({}, 1, 100000))", 1, EITHER},
    {"local a, b = ('\\0'):rep(1000000) .. 'a', ('\\0'):rep(1000000) .. 'b'\nfor i = 1, 1e9 do local c = a < b end", 2, EITHER},
    {"local t = {} for i = 1, 100000 do t[i] = 1 end for i = 1, 100000 do t[i] = nil end\nfor i = 1, 1e9 do next(t) end", 2, EITHER},
    {"local keep = {} for i = 1, 60000 do keep[i] = {} end\nfor i = 1, 1e9 do local x = {i, i, i} end", 2, EITHER},
}

describe("a hostile Lua model", function()
    it("meets a limit in each way that Lua has, and the line is named", function()
        for _, case in ipairs(HOSTILE) do
            local text, line, words = table.unpack(case, 1, 3)
            for _, where in ipairs {"here", "apart"} do
                local problem = problem_of(text, where, words == EITHER and 0.5 or nil)
                assert.truthy(problem, text)
                local named = line and words ~= EITHER and ("m.lua:%d: "):format(line) or "m.lua:" -- the clock may end it anywhere
                assert.truthy(problem:find(named, 1, true) == 1, problem .. "\n" .. text)
                assert.truthy(words == EITHER and problem:find("more than", 1, true) or problem:find(words, 1, true), problem .. "\n" .. text)
            end
        end
    end)

    it("gets nowhere by what takes no time or space", function()
        for _, text in ipairs {
            "assert((''):rep(1 << 60) == '')", "assert((''):rep(1 << 60, '') == '')", "assert(('x'):rep(-1 << 60) == '')",
            "assert(table.concat({}, 'x', 1 << 62, 1) == '')", "assert(select('#', ('x'):byte(1 << 60, 1 << 61)) == 0)",
            "local t = {} for i = 0, 62 do t[1 << i] = i end\nfor k = 1, #t, 1 << 60 do end",
        } do
            assert.equal(nil, problem_of(text, "here"))
            assert.equal(nil, problem_of(text, "apart"))
        end
    end)

    local where_it_does = COLLIDES and it or pending
    where_it_does("is ended by the system where a single instruction goes on for hours", function()
        assert.equal("m.lua:2: the script ran for more than 0.5 seconds; a model file is only to describe a model",
            run(COLLIDING:format(18, 17), "m.lua", {seconds = 0.5}))
        assert.equal("m.lua:2: the script ran for more than 0.5 seconds; a model file is only to describe a model",
            run(COLLIDING:format(18, 17), "m.lua", {seconds = 0.5, where = "apart"}))
    end)

    it("is ended while it is compiled, too", function()
        for _, text in ipairs {
            "local x = 0\nif x == 1 then\n" .. ("elseif x == 1 then\n"):rep(300000) .. "end",
            "local a\nlocal x = " .. ("a or "):rep(3000000) .. "a",
        } do
            for _, where in ipairs {"here", "apart"} do
                local problem = run(text, "m.lua", {seconds = 0.3, where = where})
                assert.truthy(problem and problem:find "^m.lua:%d+: the script ran for more than 0.3 seconds", problem)
            end
        end
    end)

    it("may be large all the same", function()
        local text = "local frames = {} for i = 1, 40000 do frames[i] = {name = 'link ' .. i, r = {i, i + 0.5, -i}, on = i % 2 == 0} end\n"
            .. "print 'not shown' return {frames = frames, f = print, [true] = 1, [1.5] = 'x'}"
        for _, where in ipairs {"here", "apart", false} do
            local problem, model, kind, printed, left_out = run(text, "m.lua", {where = where or nil})
            assert.equal(nil, problem)
            assert.same({"table", true, 1}, {kind, printed, left_out})
            assert.equal(40000, #model.frames)
            assert.same({name = "link 777", r = {777, 777.5, -777}, on = false}, model.frames[777])
            assert.equal("x", model[1.5])
            assert.equal(nil, model[true])
            assert.equal("integer", math.type(model.frames[3].r[1]))
        end
    end)

    it("returns no more than tables of bounded depth and size", function()
        for text, words in pairs {
            ["local t = {} t.t = t return t"] = "nested more than 40 deep, or one holds itself",
            ["local t = {} for i = 1, 41 do t = {t} end return t"] = "nested more than 40 deep",
            ["local t = {} for i = 1, 38 do t = {t, t} end return t"] = "more than 3000000 entries",
            ["local s, t = ('x'):rep(1000000), {} for i = 1, 70 do t[i] = s end return t"] = "more than 64 MB of text",
        } do
            for _, where in ipairs {"here", "apart"} do
                local problem = run(text, "m.lua", {where = where})
                assert.truthy(problem and problem:find(words, 1, true), problem)
            end
        end
        assert.equal(nil, (run("local t = {} for i = 1, 39 do t = {t} end return t", "m.lua")))
    end)
end)

-- ---- patterns -------------------------------------------------------------------------------------------------------

describe("a pattern in a Lua model", function()
    local ITEMS <const> = {
        "a", "b", ".", "%a", "%d", "%w", "%s", "%A", "%.", "%%", "[ab]", "[^a]", "[a-c]", "[%a_]", "[]]", "[^]]", "[a-]", "[%-x]", "()", "(",
        ")", "(a)", "(.)", "(%w+)", "%1", "%2", "%bab", "%b()", "%f[%w]", "%f[^a]", "$", "^", "-", "*", "+", "?", "\0", "[", "]", "%", "%f",
        "%b", "x", "(.-)", "(a*)", "%0", "%D", "[%D]", "[a%]b]", "\xFF", "[\x80-\xFF]", "[^^]", "[a^]", "%u", "%l", "%p", "%c", "%x", "%g", "[^%s]",
    }
    local OFTEN <const> = {"", "", "", "", "*", "+", "-", "?"}
    local LETTERS <const> = {"a", "b", "c", "x", "1", " ", "_", "(", ")", ".", "-", "%", "\0", "\xFF", "ab", "]", "^", "$", "B"}
    local BY <const> = {
        "'x'", "'%0'", "'%1'", "'%2'", "'<%1>'", "'%%'", "'%'", "'%a'", "''", "'%9'", "3", "2.5", "{a = 'A', ab = 1, b = false, [''] = 'E'}",
        "function(a, b) return b end", "function() end", "function(a) return '[' .. a .. ']' end", "function() return {} end",
    }

    local function drawn(d, list, most, often)
        local pieces = {}
        for i = 1, d:integer(0, most) do pieces[i] = list[d:integer(1, #list)] .. (often and often[d:integer(1, #often)] or "") end
        return ("%q"):format(table.concat(pieces)):gsub("\\\n", "\\n")
    end

    local function call(d)
        local subject, pattern = drawn(d, LETTERS, 14), drawn(d, ITEMS, 5, OFTEN)
        if d:unit_interval() < 0.2 then pattern = pattern:gsub('^"', '"^') end
        local f = ({"find", "match", "gmatch", "gsub"})[d:integer(1, 4)]
        local third = f == "gsub" and BY[d:integer(1, #BY)] or d:integer(-6, 16)
        local fourth = (f == "find" or f == "gsub") and d:unit_interval() < 0.3 and (f == "gsub" and d:integer(-1, 3) or true) or nil
        return ("%s(string.%s(%s, %s, %s, %s))"):format(f == "gmatch" and "all" or "table.pack", f, subject, pattern, third, fourth)
    end

    local ALL <const> = "local function all(f) local t = {} for a, b, c in f do t[#t + 1] = table.pack(a, b, c) end return t end return "

    it("finds what it finds in Lua, and is refused in the same words", function()
        local refused = 0
        for seed = 1, 4000 do
            local text = ALL .. call(draw.stream(seed))
            local fine, wanted = pcall(load(text, "=m.lua"))
            local problem, got = run(text, "m.lua")
            assert.same(fine and {nil, wanted} or {wanted}, {problem, got}, "seed " .. seed .. ": " .. text)
            refused = refused + (fine and 0 or 1)
        end
        assert.truthy(refused > 10)
    end)
end)

-- ---- the caller -----------------------------------------------------------------------------------------------------

-- A model that goes on for long, and has taken string functions for its own; one that computes, one in the middle of one
-- instruction, one that takes memory, one that is compiled.
local LONG <const> = {
    "string.rep, string.format = nil, function() return 'of the model' end while true do end",
    "return ('a'):rep(100000):find '.-.-.-.-b'",
    COLLIDES and COLLIDING:format(20, 19) or "local keep = {} for i = 1, 60000 do keep[i] = {} end for i = 1, 1e9 do local x = {i, i, i} end",
    "local f = {} for i = 1, 2000000 do local s = 'link' .. i f[#f + 1] = s end while true do end",
    "local a\nlocal x = " .. ("a or "):rep(3000000) .. "a",
}

local ENDLESS <const> = {instructions = 1 << 60, seconds = 5}

describe("while a Lua model runs", function()
    -- As Ctrl-C does, but at a moment of our own.
    it("the caller's hook is called, and may end it", function()
        for i, text in ipairs(LONG) do
            for _, where in ipairs(i == 3 and {"apart"} or {"here", "apart"}) do
                local calls, seen = 0, nil
                local function hook()
                    calls = calls + 1
                    seen = ("%s"):rep(2):format("a", "b")
                    if calls == 20 then error({}, 0) end
                end
                local limits = setmetatable({where = where}, {__index = ENDLESS})
                debug.sethook(hook, "c")
                local ok, problem = pcall(sandbox.run, text, "m.lua", limits)
                debug.sethook()
                assert.same({false, "table", "ab"}, {ok, type(problem), seen})
                assert.equal(string, getmetatable("").__index)
            end
        end
    end)

    it("a hook that waits for instructions is called, too", function()
        for _, where in ipairs {"here", "apart"} do
            local limits = setmetatable({where = where}, {__index = ENDLESS})
            debug.sethook(function() error("enough", 0) end, "", 5000)
            local ok, problem = pcall(sandbox.run, LONG[1], "m.lua", limits)
            debug.sethook()
            assert.same({false, "enough"}, {ok, problem})
        end
    end)

    it("Ctrl-C ends it, in the program, in a coroutine, in plain Lua", function()
        local code = [[
            local rigid = require "rigid"
            local path, coroutines = %q, %s
            local kept = 42
            local function load()
                print "ready"
                io.stdout:flush()
                return rigid.load(path)
            end
            local _, problem = pcall(coroutines and coroutine.wrap(function() return select(2, pcall(load)) end) or load)
            if problem == nil then problem = "nothing" end
            print(problem, kept, getmetatable("").__index == string)]]
        local plain = {program = "lua5.4", environment = {"LUA_PATH=" .. package.path, "LUA_CPATH=build/lib/?.so;" .. package.cpath}}
        for i = 3, 4 do
            files.with("_model.lua", LONG[i], function(path)
                assert.truthy(program.interrupt(code:format(path, "false")):find "ready\n[^\n]*interrupted\t42\ttrue")
                assert.truthy(program.interrupt(code:format(path, "false"), plain):find "ready\n[^\n]*interrupted!\t42\ttrue")
                assert.truthy(program.interrupt(code:format(path, "true"), plain):find "ready\n.*interrupted.*\t42\ttrue")
            end)
        end
    end)

    local terminal = program.has_terminal()
    local at_a_terminal = terminal and it or pending
    at_a_terminal("rigid check obeys the first Ctrl-C", function()
        files.with("_model.lua", LONG[3], function(path)
            program.at_terminal({"check", path, code = 130}, function(session)
                os.execute "sleep 1"
                session:send "\3"
            end)
        end)
    end)

    at_a_terminal("Ctrl-C at the prompt keeps the session and its values", function()
        program.at_terminal({code = 0}, function(session)
            session:expect "> "
            session:send "x, methods = 42, getmetatable('').__index\n"
            session:expect "> "
            for i, text in ipairs(LONG) do
                files.with("_model.lua", text, function(path)
                    session:send(("rigid.load %q\n"):format(path))
                    session:expect "_model.lua\"\n"
                    os.execute(("sleep %g"):format(0.1 * i))
                    session:send "\3"
                    session:expect "interrupted"
                    session:expect "> "
                    session:send "print(x, ('a line that is %s'):format('long enough'):rep(2, '; '), getmetatable('').__index == methods)\n"
                    session:expect "42\ta line that is long enough; a line that is long enough\ttrue"
                    session:expect "> "
                end)
            end
            session:send "\4"
        end)
    end)
end)
