-- What a model file that is a Lua script can do: describe a model, and nothing else. It sees no files, processes or loading of
-- code, and changes nothing for others.
local files = require "spec.support.files"
local sandbox = require "rigid.files.sandbox"

-- What went wrong as text, or nil, and what came back.
local function run(...)
    local problem, model, kind, printed, left_out = sandbox.run(...)
    return problem and tostring(problem), model, kind, printed, left_out
end

local noted = files.noted

local function lua(text) return files.load("_model.lua", text) end
local function refuses_lua(text, line, ...) return files.refuses("_model.lua", text, line, ...) end

describe("a Lua model", function()
    it("must return a table that is a model", function()
        refuses_lua("local model = {}", nil, "must return a table", "nothing")
        refuses_lua("return 3", nil, "must return a table", "3")
        refuses_lua("return {}", nil, "neither bodies", "nor frames")
        refuses_lua("return {format = \"rgid\", bodies = {}}", nil, "'rgid'", "'rigid'")
    end)

    it("shows its mistakes with file and line", function()
        refuses_lua("local x = 3\nreturn {frames = }", 2, "unexpected symbol")
        refuses_lua("local x\nreturn x.frames", 2, "nil value")
        refuses_lua("\n\nerror 'nothing here'", 3, "nothing here")
        refuses_lua("return 'a' ..\nnil", nil, "concatenate a nil value")
        refuses_lua("error {}", 1, "an error that is a table")
        refuses_lua("\27Lua", nil, "binary")
        refuses_lua("return " .. ("{"):rep(500), nil, "C stack overflow")
    end)

    it("sees nothing but what describes a model", function()
        for _, name in ipairs {
            "os", "io", "package", "debug", "load", "loadstring", "loadfile", "dofile", "require", "coroutine", "pcall", "xpcall",
            "getmetatable", "setmetatable", "rawset", "collectgarbage", "utf8",
        } do
            refuses_lua(("local x = 1\nreturn %s"):format(name), 2, "'" .. name .. "'")
            refuses_lua(("return _G[\"%s\"]"):format(name), 1, "'" .. name .. "'")
        end
        refuses_lua("return string.dump(function() end)", 1, "dump")
        refuses_lua("return (\"\"):dump()", 1, "dump")
        refuses_lua("return math.random()", 1, "random")
    end)

    it("cannot change what others see", function()
        lua "string.rep = nil; math.pi = 3; table.insert = 4; tostring = 5; return {format = 'rigid', bodies = {}}"
        assert.equal("aa", ("a"):rep(2))
        assert.truthy(math.pi > 3.14)
        pcall(lua, "error 'boom'")
        assert.truthy(run("string.rep = nil while true do end", "m.lua", {instructions = 100000}))
        assert.equal("aa", ("a"):rep(2))
        assert.equal(string, getmetatable("").__index)
    end)

    it("has the parts of the library that describe", function()
        local m = lua [==[
            local words = {}
            for word in ("arm hand"):gmatch "%a+" do words[#words + 1] = word:upper() end
            table.sort(words, function(a, b) return a > b end)
            assert(table.concat(words, "-") == "HAND-ARM" and #words == 2 and select("#", table.unpack(words)) == 2)
            assert(("x=%d"):format(3) == "x=3" and ("abc"):gsub("b", "%0%0") == "abbc" and ("a"):rep(3, ",") == "a,a,a")
            assert(("abc"):find("c", 1, true) == 3 and ("k=v"):match "(%w)=" == "k" and ("abc"):sub(2, -1) == "bc" and ("abc"):byte(-1) == 99)
            assert(("a b"):gsub("%a", {a = 1}) == "1 b" and ("a b"):gsub("%a", function(c) return c .. c end) == "aa bb")
            assert(math.atan2(1, 1) == math.atan(1, 1) and math.pow(2, 3) == 8 and unpack {4} == 4)
            local s = "a" .. 1 .. 2.5 .. [[..]] .. '..' -- ..
            assert(s == "a12.5....", s)
            print "this is not shown"
            local longest = {n = 0, ...}
            return {format = "rigid", name = words[1] .. "", bodies = {{name = "a"}}}]==]
        assert.equal("HAND", m:name())
        noted(m, "prints")
    end)

    it("is stopped when it does not end", function()
        refuses_lua("\nwhile true do end", 2, "million instructions")
        refuses_lua("local function f() return f() end\nreturn f()", nil, "million instructions")
        refuses_lua("for i = 1, math.huge do end", 1, "million instructions")
        refuses_lua("local function f() return 1 + f() end\nreturn f()", nil, "stack overflow")
        refuses_lua("local t = {}\nt.t = t\nreturn {format = 'rigid', bodies = t}", nil, "holds itself")
        refuses_lua("local t = {}\nfor i = 1, 30 do t = {t, t} end\nreturn {format = 'rigid', bodies = t}", nil, "entries")
    end)

    it("may have many links, but not without end", function()
        refuses_lua("local b = {} for i = 1, 50001 do b[i] = {name = i .. ''} end return {format = 'rigid', bodies = b}", nil, "50000 links")
        refuses_lua("local f = {} for i = 1, 50001 do f[i] = {name = i .. '', parent = 'ROOT'} end return {frames = f}", nil, "50000 links")
    end)

    it("is stopped when it takes too much memory", function()
        local before = collectgarbage "count"
        refuses_lua("local t = {} for i = 1, 1e9 do t = {t} end", 1, "256 MB of memory")
        collectgarbage()
        assert.truthy(collectgarbage "count" - before < 1024)
    end)

    it("says where it is mistaken, not where we are", function()
        for text, words in pairs {
            ["('x'):rep({})"] = "bad argument #1 to 'rep' (number expected, got table)",
            ["('x'):rep(2^53)"] = "a string of more than 1048576 bytes",
            ["string.rep()"] = "bad argument #1 to 'rep' (string expected, got no value)",
            ["('x'):format(1, {})\n('%d'):format('x')"] = "bad argument #1 to 'format' (number expected, got string)",
            ["table.concat({{}})"] = "invalid value (at index 1) in table for 'concat'",
            ["table.concat({1, 2}, '', 1, 3)"] = "invalid value (at index 3) in table for 'concat'",
            ["table.concat()"] = "bad argument #1 to 'concat' (table expected, got no value)",
            ["table.sort({1, 'a'})"] = "attempt to compare",
            ["table.sort({1, 2}, 3)"] = "bad argument #2 to 'sort' (function expected, got number)",
            ["table.sort({1, 2, 3}, function() error 'never' end)"] = "never",
            ["table.insert({}, 5, 1)"] = "position out of bounds",
            ["table.remove({}, 5)"] = "position out of bounds",
            ["table.insert(nil, 1)"] = "bad argument #1 to 'insert' (table expected, got nil)",
            ["table.unpack({}, 1, 1e8)"] = "too many results to unpack",
            ["('x'):find('[')"] = "malformed pattern (missing ']')",
            ["('x'):gsub('x', '%9')"] = "invalid capture index %9",
            ["('x'):gsub('x', print, {})"] = "bad argument #3 to 'gsub' (number expected, got table)",
            ["('x'):gsub('x', true)"] = "string/function/table expected, got boolean",
            ["('a'):rep(300):match(('(a'):rep(300))"] = "too many captures",
            ["math.floor {}"] = "bad argument #1 to 'floor' (number expected, got table)",
            ["('x'):nothing()"] = "attempt to call a nil value (method 'nothing')",
            ["return 1 .. {}"] = "attempt to concatenate a table value",
            ["ipairs()"] = "bad argument #1 to 'ipairs'",
            ["assert(false, 'as it is')"] = "as it is",
            ["error('as it is', 0)"] = "as it is",
            ["goto nowhere"] = "no visible label 'nowhere'",
        } do
            local message = refuses_lua("local x -- a line before\n" .. text:gsub("\n", ";"), 2, words)
            assert.falsy(message:gsub("^[^:]*:2: ", ""):find("lua:", 1, true), message)
        end
        local message = refuses_lua("error('\27]0;title\7\27[2J' .. ('long'):rep(1000))", 1, "?]0;title??[2J", "...")
        assert.truthy(#message < 1200)
    end)
end)
