-- At the prompt, functions of Lua's own that may work for long without an instruction of Lua are there in a form that Ctrl-C ends, and
-- give what Lua's give.
local core = require "rigid.core"
local draw = require "spec.support.draw"
local program = require "spec.support.program"

local of = debug.getmetatable(core).inner.patient.of

local function both(library, name) return _G[library][name], assert(of(library, name, _G[library][name])) end

describe("what is patient at the prompt", function()
    local ITEMS <const> = {"a", "b", ".", "[ab]", "[^a]", "%a", "(a)", "()", "a*", "b-", ".*", "a?", "%b()", "%f[a]", "$", "^", "(.-)", "+", "%1"}
    local CLASSES <const> = {"a", "c", "d", "g", "l", "p", "s", "u", "w", "x", "z"} -- all that there are
    -- Long enough to be no short work of Lua's own, with patterns that come to an end soon.
    local SUBJECT <const> = ("ab (x) bba\n"):rep(40000)

    local function results(f, ...) return table.pack(pcall(f, ...)) end

    it("matches as Lua's own, with its messages", function()
        local d = draw.stream(717)
        local subject = "xx" .. SUBJECT:sub(1, 4000)
        for _ = 1, 60 do
            local parts = {}
            for i = 1, d:integer(1, 3) do parts[i] = ITEMS[d:integer(1, #ITEMS)] end
            local pattern, from = "^x%a-" .. table.concat(parts), d:integer(-30, 3)
            for _, name in ipairs {"find", "match"} do
                local usual, patient = both("string", name)
                assert.same(results(usual, subject, pattern, from), results(patient, subject, pattern, from))
            end
        end
        for _, pattern in ipairs {"[^\n]*\n", "(%a+) (%b())", "%s+", "()b*", "x(.-)b(.-)\n"} do
            local usual, patient = both("string", "gsub")
            assert.same({usual(SUBJECT, pattern, "<%0>")}, {patient(SUBJECT, pattern, "<%0>")})
            assert.same({usual(SUBJECT, pattern, {ab = "c", [" "] = false})}, {patient(SUBJECT, pattern, {ab = "c", [" "] = false})})
            local first, second = {}, {}
            local usual_gmatch, patient_gmatch = both("string", "gmatch")
            for a, b in usual_gmatch(SUBJECT, pattern) do first[#first + 1] = a .. "," .. tostring(b) end
            for a, b in patient_gmatch(SUBJECT, pattern) do second[#second + 1] = a .. "," .. tostring(b) end
            assert.same(first, second)
        end
    end)
    it("knows every class of characters", function()
        local usual, patient = both("string", "gsub")
        local every = {}
        for c = 0, 255 do every[#every + 1] = string.char(c) end
        local subject = table.concat(every):rep(3)
        for _, class in ipairs(CLASSES) do
            for _, pattern in ipairs {"%" .. class, "%" .. class:upper(), "[%" .. class .. "\1-\8]", "[^%" .. class .. "]"} do
                local long = "(" .. pattern .. "-)(" .. pattern .. "-)()" .. pattern
                assert.is_true(usual(subject, long, "<%1>") == patient(subject, long, "<%1>"), pattern)
            end
        end
    end)
    it("repeats as Lua's own", function()
        local usual, patient = both("string", "rep")
        for _, case in ipairs {{"ab", 3000000, "c"}, {"a", 5000001}, {"abc", 2000000, ""}, {"", 5000000, "xy"}, {("q"):rep(3000000), 4, ("r"):rep(2000000)},
            {"a", 3, ", "}, {"a", 0}, {"a", -1}, {"", 7}, {("q"):rep(5000000), 1, "r"}} do
            assert.is_true(usual(table.unpack(case)) == patient(table.unpack(case)))
        end
        assert.same(results(usual, "x", 1 << 62, "yyy"), results(patient, "x", 1 << 62, "yyy"))
        assert.equal("", patient("", 1 << 60))
        assert.is_true(usual("x", 5e6, 7) == patient("x", 5e6, 7) and usual(12, 3000000) == patient(12, 3000000))
    end)
    it("sorts, moves, inserts and removes as Lua's own", function()
        local many <const> = (1 << 22) + 100
        local a, b = {}, {}
        for i = 1, many do a[i] = i * 16807 % 2147483647 end
        local _, move = both("table", "move")
        local function same_everywhere()
            for i = 1, many + 1 do
                if a[i] ~= b[i] then return ("entry %d is %s, and %s of Lua's own"):format(i, b[i], a[i]) end
            end
            return "the same"
        end
        move(a, 1, many, 1, b)
        assert.equal("the same", same_everywhere())
        table.move(a, 1, many - 20, 11)
        assert.equal(b, move(b, 1, many - 20, 11))
        assert.equal("the same", same_everywhere())
        table.move(a, 11, many, 1)
        move(b, 11, many, 1)
        assert.equal("the same", same_everywhere())
        local _, insert = both("table", "insert")
        table.insert(a, 5, "new")
        insert(b, 5, "new")
        assert.equal("the same", same_everywhere())
        local _, remove = both("table", "remove")
        assert.equal(table.remove(a, 5), remove(b, 5))
        assert.equal("the same", same_everywhere())
        local _, sort = both("table", "sort")
        table.sort(a)
        sort(b)
        assert.equal("the same", same_everywhere())
    end)

    -- Another hook, as Ctrl-C sets it; one that is never called, so that nothing but a look for it ends what works.
    local function set_hook() debug.sethook(function() end, "", 1 << 30) end
    local function interrupted(name, f, ...)
        local ok, problem = pcall(f, ...)
        debug.sethook()
        assert.same({name, false, "interrupted"}, {name, ok, problem})
    end
    it("looks up while it moves, inserts, removes and replaces", function()
        local many <const> = (1 << 22) + (1 << 21)
        local function list()
            return setmetatable({}, {__len = function() return many end, __index = function(_, i)
                if i == 3 or i == many - 3 then set_hook() end
                return i
            end})
        end
        local _, move = both("table", "move")
        interrupted("move", move, list(), 1, many, 1, {})
        local _, insert = both("table", "insert")
        interrupted("insert", insert, list(), 1, 0)
        local _, remove = both("table", "remove")
        interrupted("remove", remove, list(), 1)
        local _, gsub = both("string", "gsub")
        interrupted("gsub", gsub, "x" .. ("a"):rep(12000), "x?a-[xb]", set_hook)
    end)
    it("compares in calls while it sorts, where hooks are called", function()
        local list = {}
        for i = 1, (1 << 22) + 1 do list[i] = -i end
        local _, sort = both("table", "sort")
        local calls = 0
        debug.sethook(function()
            calls = calls + 1
            if calls == 100 then error("heard", 0) end
        end, "c")
        local ok, problem = pcall(sort, list)
        debug.sethook()
        assert.same({false, "heard"}, {ok, problem})
    end)

    for _, entry in ipairs {'_ = ("a"):rep(300000):find(("a*"):rep(30) .. "b")', 'for w in ("a"):rep(300000):gmatch("a*a*a*b") do print(w) end',
        "table.move({}, 1, 1 << 60, 2)", "table.insert(setmetatable({}, {__len = function() return 1 << 60 end}), 1, 0)"} do
        it("hears Ctrl-C in " .. entry, function()
            if not program.has_terminal() then return pending "script makes no terminal here" end
            program.at_terminal({code = 0, columns = 200, lines = 50}, function(session)
                session:expect "> "
                session:send('kept = 42 print("be" .. "gun"); ' .. entry .. "\n")
                session:expect "begun"
                session:send "\3"
                session:expect "\ninterrupted"
                session:send "kept * 1000\n"
                session:expect "\n42000\n"
                session:send "\4"
            end)
        end)
    end
end)
