-- What a model file that is a Lua script can do: describe a model, and nothing else. It sees no files, processes or loading of
-- code, changes nothing for others, and is stopped when it runs without end or takes too much memory, in each way that Lua
-- has for that.

local files = require "spec.support.files"

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
        pcall(lua, "while true do end")
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

    it("is stopped when it takes too much memory, in each way that Lua has", function()
        for _, text in ipairs {
            "local t = {} for i = 1, 1e9 do t[i] = {i} end",
            "local s = 'x' for i = 1, 50 do s = s .. s end",
            "local s = ('x'):rep(1000000) s = s .. s .. s .. s .. s .. s .. s .. s .. s .. s",
            "local s = ('x'):rep(1e9)",
            "local s = string.rep('x', 100, ('y'):rep(100000))",
            "local s = ('x'):rep(1000000) local t = {} for i = 1, 1000 do t[i] = s .. i end",
            "local s, t = ('x'):rep(1000000), {} for i = 1, 1000 do t[i] = s end return table.concat(t)",
            "local s = ('x'):rep(1000000) return ('%s%s%s%s%s%s%s%s'):format(s, s, s, s, s, s, s, s)",
            "local s = ('x'):rep(1000000) return s:gsub('x', 'yyyyyyyyyy')",
            "local s = ('x'):rep(1000000) return s:gsub('x', function() return 'yyyyyyyyyy' end)",
        } do
            local before = collectgarbage "count"
            local message = refuses_lua(text, nil, "m")
            assert.truthy(message:find "memory" or message:find "bytes", message)
            collectgarbage()
            assert.truthy(collectgarbage "count" - before < 1024, text)
        end
    end)

    it("is stopped before one call can take long", function()
        refuses_lua("return ('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(40))", nil, "too long")
        refuses_lua("return ('a'):rep(1000):find '.-.-.-.-b'", nil, "too long")
        refuses_lua("local t = {} for i = 1, 20000 do table.insert(t, 1, i) end", nil, "million instructions")
        refuses_lua("local t = {} for i = 1, 1e6 do t[i] = -i end for i = 1, 1000 do table.sort(t) end", nil, "million instructions")
    end)

    it("cannot take the guard off its concatenations", function()
        refuses_lua("local __rigid_joiner = ''\nreturn 'a' .. 'b'", nil, "__rigid_joiner", "reserved")
        refuses_lua("_G['__rigid' .. '_joiner'] = '' local s = 'x' for i = 1, 50 do s = s .. s end", nil, "bytes")
        refuses_lua("return 'a' .. _G['__rigid' .. '_joiner']", 1, "concatenate a nil value")
    end)
end)
