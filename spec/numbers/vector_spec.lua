-- Vector, behaviour by behaviour: making and reading, entries in place, arithmetic against plain Lua, printing, and
-- refusals by what they name.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local Vector, Vec3, Matrix = rigid.Vector, rigid.Vec3, rigid.Matrix
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge

-- f(a_1, b_1), f(a_2, b_2), ... in plain Lua.
local function map(a, b, f)
    local out = {}
    for i = 1, #a do
        out[i] = f(a[i], b[i])
    end
    return out
end

describe("making a Vector", function()
    it("takes a list of numbers, NaN and infinities among them", function()
        local v = Vector { 1, 2.5, -3, inf, nan }
        assert.equal("Vector", rigid.type(v))
        assert.equal(5, #v)
        assert.equal(2.5, v[2])
        assert.equal(inf, v[4])
        assert.is_true(v[5] ~= v[5])
    end)

    it("makes zeros of a size, which may be written as a float", function()
        assert.same({ 0, 0, 0 }, Vector(3):table())
        assert.equal(Vector(3), Vector(3.0))
        assert.equal(0, #Vector(0))
        assert.equal(Vector(0), Vector {})
    end)

    it("takes a Vec3, and copies another Vector", function()
        assert.equal(Vector { 1, 2, 3 }, Vector(Vec3(1, 2, 3)))
        local v = Vector { 1, 2 }
        for _, copied in ipairs { Vector(v), v:copy() } do
            copied[1] = 9
            assert.equal(9, copied[1])
            assert.equal(1, v[1])
        end
    end)

    it("refuses holes, names and what is no number, naming the entry", function()
        refuses(function() Vector { 1, nil, 3 } end, "#1 to 'Vector'", "number at [2]", "got nil")
        refuses(function() Vector { 1, 2, "3" } end, "#1 to 'Vector'", "number at [3]", "string")
        refuses(function() Vector { { 1 } } end, "#1 to 'Vector'", "number at [1]", "table")
        refuses(function() Vector { x = 1 } end, "#1 to 'Vector'", "other entries than 1 to n")
        local moved = { 1, 2, 3 }
        moved[2], moved[9] = nil, 2
        refuses(function() Vector(moved) end, "#1 to 'Vector'", "number at [2]", "got nil")
        local far = { 1, 2 }
        far[9] = 9
        refuses(function() Vector(far) end, "#1 to 'Vector'", "number at [3]", "got nil")
        local long = {}
        for i = 1, 1000 do
            long[i] = i
        end
        long[1000] = "end"
        refuses(function() Vector(long) end, "#1 to 'Vector'", "number at [1000]", "string")
    end)

    it("refuses sizes that are negative, broken or too large, and nothing", function()
        refuses(function() Vector(-1) end, "#1 to 'Vector'", "got -1")
        refuses(function() Vector(2.5) end, "#1 to 'Vector'", "got 2.5")
        refuses(function() Vector(2 ^ 27 + 1) end, "#1 to 'Vector'", "got 134217729")
        refuses(function() Vector(math.mininteger) end, "#1 to 'Vector'")
        refuses(function() Vector(nan) end, "#1 to 'Vector'", "got nan")
        refuses(function() Vector() end, "#1 to 'Vector'", "got no value")
        refuses(function() Vector "3" end, "#1 to 'Vector'", "got string")
        refuses(function() Vector(Matrix(3, 1)) end, "#1 to 'Vector'", "got Matrix")
    end)

    it("runs no metamethod of the table it reads", function()
        local trap = function() error "a metamethod ran" end
        assert.same({ 1, 2 }, Vector(setmetatable({ 1, 2 }, { __index = trap, __len = trap, __pairs = trap })):table())
    end)
end)

describe("entries of a Vector", function()
    it("are read and written in place, counted from 1", function()
        local v = Vector { 1, 2, 3 }
        v[2] = 20
        v[3.0] = nan
        assert.equal(20, v[2])
        assert.equal(20, v[2.0])
        assert.is_true(v[3] ~= v[3])
        assert.is_true(rawequal(v, v:set(1, 10):set(3, 30)))
        assert.same({ 10, 20, 30 }, v:table())
    end)

    it("come in order from ipairs and table.unpack", function()
        local v, seen = Vector { 5, 6, 7 }, {}
        for i, x in ipairs(v) do
            seen[i] = x
        end
        assert.same({ 5, 6, 7 }, seen)
        assert.same({ 5, 6, 7 }, { table.unpack(v) })
    end)

    it("have no index outside: the error names the index and the range", function()
        local v = Vector { 1, 2, 3 }
        for _, i in ipairs { 0, -1, 5, 1.5, inf, math.mininteger } do
            refuses(function() return v[i] end, "index " .. i .. " is outside a Vector", "1 to 3")
        end
        for _, i in ipairs { 0, -1, 4, 1.5, inf, math.mininteger } do
            refuses(function() v[i] = 1 end, "index " .. i .. " is outside a Vector", "1 to 3")
        end
        refuses(function() v:set(4, 0) end, "#1 to 'set'", "1 to 3", "got 4")
        refuses(function() v:set(1.5, 0) end, "#1 to 'set'", "got 1.5")
        assert.equal(Vector { 1, 2, 3 }, v)
    end)

    it("are numbers", function()
        local v = Vector { 1, 2, 3 }
        refuses(function() v[1] = "1" end, "number", "string")
        refuses(function() v[1] = nil end, "number", "nil")
        refuses(function() v:set(1) end, "#2 to 'set'", "got no value")
        refuses(function() v:set(1, true) end, "#2 to 'set'", "boolean")
        refuses(function() v.x = 1 end, "a Vector has numbers only", "string")
        refuses(function() v.norm = 1 end, "a Vector has numbers only", "string")
        assert.equal(Vector { 1, 2, 3 }, v)
    end)

    it("are nil by any name that is no method", function()
        local v = Vector { 1 }
        assert.is_nil(v.x)
        assert.is_nil(v["1"])
        assert.is_function(v.norm)
    end)
end)

describe("Vector arithmetic", function()
    it("goes entry by entry", function()
        draw.each(20, 1, function(d)
            for _, n in ipairs { 1, 2, 3, 6, 7, 40 } do
                local a, b, s = d:list(n), d:list(n), d:number()
                local A, B = Vector(a), Vector(b)
                local off = { tol = tolerance.exact }
                near(A + B, map(a, b, function(x, y) return x + y end), off)
                near(A - B, map(a, b, function(x, y) return x - y end), off)
                near(-A, map(a, b, function(x) return -x end), off)
                near(A * s, map(a, b, function(x) return s * x end), off)
                assert.equal(A * s, s * A)
                near(A / s, map(a, b, function(x) return x / s end), off)
                assert.same(a, A:table())
                assert.same(b, B:table())
            end
        end)
    end)

    it("divides rather than multiplies by a reciprocal", function()
        assert.equal(Vector { 5 / 49 }, Vector { 5 } / 49)
    end)

    it("takes a plain list for either operand, and one vector for both", function()
        local v = Vector { 1, 2, 3 }
        assert.equal(Vector { 11, 22, 33 }, v + { 10, 20, 30 })
        assert.equal(Vector { 9, 18, 27 }, { 10, 20, 30 } - v)
        assert.equal("Vector", rigid.type({ 10, 20, 30 } - v))
        assert.equal(Vector { 2, 4, 6 }, v + v)
        assert.equal(Vector(3), v - v)
        assert.equal(Vector(0), Vector(0) + {})
    end)

    it("leaves the list it is given a list", function()
        local list = { 1, 2 }
        local _ = Vector { 1, 1 } + list
        assert.same({ 1, 2 }, list)
        assert.equal("table", type(list))
    end)

    it("carries NaN and infinities", function()
        local v = Vector { nan, inf, 1 }
        local sum = v + v
        assert.is_true(sum[1] ~= sum[1])
        assert.equal(inf, sum[2])
        local none = v * 0
        assert.is_true(none[1] ~= none[1] and none[2] ~= none[2] and none[3] == 0)
        assert.equal(-inf, (-v)[2])
        assert.equal(inf, (v / 0)[3])
    end)

    it("refuses sizes that differ, naming both", function()
        refuses(function() return Vector(2) + Vector(3) end, "cannot add a Vector and a Vector", "2 and 3")
        refuses(function() return Vector(2) - { 1 } end, "cannot subtract a Vector and a", "2 and 1")
        refuses(function() return Vector(2):dot { 1, 2, 3 } end, "#1 to 'dot'", "size 2 expected, got size 3")
    end)

    it("refuses operands of other kinds, naming both", function()
        local v = Vector { 1, 2, 3 }
        refuses(function() return v + 1 end, "cannot add a Vector and a number")
        refuses(function() return 1 + v end, "cannot add a number and a Vector")
        refuses(function() return v - "1" end, "cannot subtract a Vector and a string")
        refuses(function() return v + { 1, "x", 3 } end, "cannot add a Vector and a table")
        refuses(function() return v + { 1, 2, 3, name = 4 } end, "cannot add a Vector and a table")
        refuses(function() return v + Vec3(1, 2, 3) end, "cannot add a Vector and a Vec3")
        refuses(function() return Vec3(1, 2, 3) + v end, "cannot add a Vec3 and a Vector")
        refuses(function() return v * v end, "cannot multiply a Vector by a Vector", "a:dot(b)")
        refuses(function() return v * { 1, 2, 3 } end, "cannot multiply a Vector by a table", "a:dot(b)")
        refuses(function() return v * "2" end, "cannot multiply a Vector by a string")
        refuses(function() return 1 / v end, "cannot divide a number by a Vector")
        refuses(function() return v / v end, "cannot divide a Vector by a Vector")
    end)

    it("refuses a foreign receiver", function()
        for _, method in ipairs { "set", "dot", "norm", "table", "copy", "is_near" } do
            local f = Vector(1)[method]
            refuses(function() f() end, "calling '" .. method .. "' on no value", "a method of Vector")
            refuses(function() f { 1 } end, "calling '" .. method .. "' on a table of 1")
            refuses(function() f(Matrix(1, 1)) end, "calling '" .. method .. "' on Matrix")
        end
    end)
end)

describe("dot and norm", function()
    it("dot sums the products, with a Vector, a list or a Vec3", function()
        local v = Vector { 1, 2, 3 }
        assert.equal(321, v:dot(Vector { 1, 10, 100 }))
        assert.equal(321, v:dot { 1, 10, 100 })
        assert.equal(321, v:dot(Vec3(1, 10, 100)))
        assert.equal(14, v:dot(v))
        assert.equal(0, Vector(0):dot {})
        refuses(function() v:dot() end, "#1 to 'dot'", "got no value")
        refuses(function() v:dot(1) end, "#1 to 'dot'", "got 1")
        refuses(function() v:dot { 1, 2, "3" } end, "#1 to 'dot'", "number at [3]")
    end)

    it("norm is the length, however large or small the entries", function()
        assert.equal(5, Vector({ 3, 4 }):norm())
        near(Vector({ 3e300, -4e300 }):norm(), 5e300)
        near(Vector({ 3e-300, 4e-300 }):norm(), 5e-300)
        assert.equal(0, Vector(0):norm())
        assert.equal(0, Vector(3):norm())
        assert.equal(inf, Vector({ 1, -inf }):norm())
        local broken = Vector({ 1, nan }):norm()
        assert.is_true(broken ~= broken)
        draw.each(20, 50, function(d)
            local list = d:list(9)
            near(Vector(list):norm() ^ 2, Vector(list):dot(list))
        end)
    end)
end)

describe("comparing Vectors", function()
    local v = Vector { 1, 2, 3 }

    it("== is exact, and false where sizes or kinds differ", function()
        assert.is_true(v == Vector { 1, 2, 3 })
        assert.is_false(v == Vector { 1, 2, 3 + 2 ^ -50 })
        assert.is_false(v == Vector { 1, 2 })
        assert.is_false(v == Vec3(1, 2, 3))
        assert.is_false(v == { 1, 2, 3 })
        assert.is_false(Vector { nan } == Vector { nan })
        assert.is_true(Vector { 0.0 } == Vector { -0.0 })
    end)

    it("is_near allows every entry a tolerance, 1e-9 unless given", function()
        assert.is_true(v:is_near { 1, 2 + 5e-10, 3 })
        assert.is_false(v:is_near { 1, 2 + 2e-9, 3 })
        assert.is_true(v:is_near(Vector { 1, 2, 3.5 }, 0.5))
        assert.is_false(v:is_near(Vector { 1, 2, 3.5 }, 0.499))
        assert.is_false(v:is_near { 1, 2 })
        assert.is_false(Vector({ nan }):is_near { nan })
        assert.is_true(Vector({ inf }):is_near { inf })
        refuses(function() v:is_near(v, -1) end, "#2 to 'is_near'", "got -1")
        refuses(function() v:is_near(3) end, "#1 to 'is_near'", "got 3")
    end)
end)

describe("printing a Vector", function()
    it("gives the size and the numbers on one line", function()
        assert.equal("Vector 3: (1, 2.5, -0.333333)", tostring(Vector { 1, 2.5, -1 / 3 }))
        assert.equal("Vector 0: ()", tostring(Vector(0)))
        assert.equal("Vector 2: (nan, 0)", tostring(Vector { nan, -0.0 }))
    end)

    it("gives a longer one line by line, aligned", function()
        local v = Vector(11)
        v[1], v[11] = 1000, -2.5
        assert.equal("Vector 11:\n  1000" .. ("\n     0"):rep(9) .. "\n  -2.5", tostring(v))
    end)

    it("leaves out the middle of more than 30", function()
        local v = Vector(100)
        v[10], v[91], v[50] = 1, 2, 1e10
        local zeros = ("\n    0"):rep(9)
        assert.equal("Vector 100:" .. zeros .. "\n    1\n  ...\n    2" .. zeros, tostring(v))
        local _, lines = tostring(Vector(30)):gsub("\n", "")
        assert.equal(30, lines)
    end)
end)

describe("a Vector as a plain table", function()
    it("comes back from its table the same, and the table is its own", function()
        local v = Vector(draw.stream(3):list(12))
        local list = v:table()
        assert.equal(v, Vector(list))
        list[1] = 99
        assert.are_not.equal(99, v[1])
    end)
end)
