-- Matrix, behaviour by behaviour: making and reading, entries in place, arithmetic against plain Lua, comparing, printing.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local Matrix, Vector, Vec3 = rigid.Matrix, rigid.Vector, rigid.Vec3
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge

describe("making a Matrix", function()
    it("takes a list of rows", function()
        local m = Matrix { { 1, 2, 3 }, { 4, 5, 6 } }
        assert.equal("Matrix", rigid.type(m))
        assert.equal(2, m:rows())
        assert.equal(3, m:cols())
        assert.same({ { 1, 2, 3 }, { 4, 5, 6 } }, m:table())
    end)

    it("takes Vectors and Vec3s as rows too", function()
        assert.equal(Matrix { { 1, 2, 3 }, { 4, 5, 6 } }, Matrix { Vector { 1, 2, 3 }, Vec3(4, 5, 6) })
    end)

    it("makes zeros of a size, which may be written as floats", function()
        assert.same({ { 0, 0, 0 }, { 0, 0, 0 } }, Matrix(2, 3):table())
        assert.equal(Matrix(2, 3), Matrix(2.0, 3.0))
    end)

    it("makes identities and diagonals", function()
        assert.same(dense.identity(4), Matrix.identity(4):table())
        assert.same({ { 2, 0, 0 }, { 0, 3, 0 }, { 0, 0, 5 } }, Matrix.diagonal({ 2, 3, 5 }):table())
        assert.equal(Matrix.diagonal { 2, 3, 5 }, Matrix.diagonal(Vector { 2, 3, 5 }))
        assert.equal(Matrix.diagonal { 2, 3, 5 }, Matrix.diagonal(Vec3(2, 3, 5)))
    end)

    it("copies another, after which each goes its own way", function()
        local m = Matrix { { 1, 2 }, { 3, 4 } }
        for _, copied in ipairs { Matrix(m), m:copy() } do
            copied:set(1, 1, 9)
            assert.equal(9, copied(1, 1))
            assert.equal(1, m(1, 1))
        end
    end)

    it("allows no rows or no columns", function()
        for _, size in ipairs { { 0, 0 }, { 0, 5 }, { 5, 0 } } do
            local m = Matrix(size[1], size[2])
            assert.same(size, { m:rows(), m:cols() })
            assert.equal(0, m:norm())
            assert.equal(m, -m + m * 2)
        end
        assert.equal(Matrix(0, 0), Matrix {})
        assert.equal(Matrix(2, 0), Matrix { {}, {} })
        assert.equal(Matrix(0, 0), Matrix.identity(0))
        assert.equal(0, Matrix(0, 0):trace())
    end)

    it("takes numbers of any kind, NaN and infinities among them", function()
        local m = Matrix { { nan, inf }, { -inf, math.maxinteger } }
        assert.is_true(m(1, 1) ~= m(1, 1))
        assert.equal(inf, m(1, 2))
        assert.equal(-inf, m(2, 1))
        assert.equal(2.0 ^ 63, m(2, 2))
    end)

    it("refuses rows of different lengths, naming the row", function()
        refuses(function() Matrix { { 1, 2 }, { 3, 4 }, { 5 } } end, "#1 to 'Matrix'", "row 1 has 2 and row 3 has 1")
        refuses(function() Matrix { {}, { 3 } } end, "#1 to 'Matrix'", "row 1 has 0 and row 2 has 1")
    end)

    it("refuses holes and what is no number, naming the entry", function()
        refuses(function() Matrix { { 1, nil, 3 }, { 4, 5, 6 } } end, "#1 to 'Matrix'", "'[1]'", "number at [2]", "got nil")
        refuses(function() Matrix { { 1, 2 }, { 3, "4" } } end, "#1 to 'Matrix'", "'[2]'", "number at [2]", "string")
        refuses(function() Matrix { { 1 }, nil, { 3 } } end, "#1 to 'Matrix'", "'[2]'", "got nil")
        refuses(function() Matrix { { { 1 } } } end, "#1 to 'Matrix'", "'[1]'", "number at [1]", "table")
        local moved = { 1, 2, 3 }
        moved[2], moved[9] = nil, 2
        refuses(function() Matrix { moved } end, "#1 to 'Matrix'", "'[1]'", "number at [2]", "got nil")
        local far = { 1, 2 }
        far[9] = 9
        refuses(function() Matrix { far } end, "#1 to 'Matrix'", "'[1]'", "number at [3]", "got nil")
    end)

    it("refuses names among the entries", function()
        refuses(function() Matrix { a = 1 } end, "#1 to 'Matrix'", "other entries than 1 to n")
        refuses(function() Matrix { { 1, 2, x = 3 } } end, "#1 to 'Matrix'", "'[1]'", "other entries than 1 to n")
    end)

    it("refuses a flat list, a string, nothing, and a table that holds itself", function()
        refuses(function() Matrix { 1, 2, 3 } end, "#1 to 'Matrix'", "'[1]'", "list of numbers", "got 1")
        refuses(function() Matrix "2x2" end, "#1 to 'Matrix'", "list of rows", "got string")
        refuses(function() Matrix() end, "#1 to 'Matrix'", "list of rows", "got no value")
        local loop = {}
        loop[1] = loop
        refuses(function() Matrix(loop) end, "#1 to 'Matrix'", "'[1]'", "number at [1]")
    end)

    it("runs no metamethod of the table it reads", function()
        local trap = function() error "a metamethod ran" end
        local traps = { __index = trap, __len = trap, __pairs = trap }
        local m = Matrix(setmetatable({ setmetatable({ 1, 2 }, traps) }, traps))
        assert.same({ { 1, 2 } }, m:table())
    end)

    it("refuses sizes that are negative, broken, too large or missing", function()
        refuses(function() Matrix(-1, 2) end, "#1 to 'Matrix'", "got -1")
        refuses(function() Matrix(2, 2.5) end, "#2 to 'Matrix'", "got 2.5")
        refuses(function() Matrix(2) end, "#2 to 'Matrix'", "got no value")
        refuses(function() Matrix(2, "3") end, "#2 to 'Matrix'", "got string")
        refuses(function() Matrix(nan, 2) end, "#1 to 'Matrix'", "got nan")
        refuses(function() Matrix(inf, 2) end, "#1 to 'Matrix'", "got inf")
        refuses(function() Matrix(math.maxinteger, 0) end, "#1 to 'Matrix'")
        refuses(function() Matrix(2 ^ 53, 0) end, "#1 to 'Matrix'")
        refuses(function() Matrix(2 ^ 14, 2 ^ 13 + 1) end, "#2 to 'Matrix'", "got 8193")
        refuses(function() Matrix.identity(11586) end, "#1 to 'identity'", "got 11586")
        refuses(function() Matrix.identity(-1) end, "#1 to 'identity'", "got -1")
        refuses(function() Matrix.diagonal(Vector(11586)) end, "#1 to 'diagonal'", "got 11586")
        refuses(function() Matrix.diagonal(3) end, "#1 to 'diagonal'", "got 3")
        refuses(function() Matrix.diagonal { 1, "x" } end, "#1 to 'diagonal'", "number at [2]")
    end)

    it("refuses a product too large to hold, whatever its operands hold", function()
        local tall = Matrix(2 ^ 20, 0)
        refuses(function() return tall * tall:transpose() end, "1048576x1048576", "too large")
    end)
end)

describe("entries of a Matrix", function()
    local m
    before_each(function() m = Matrix { { 1, 2, 3 }, { 4, 5, 6 } } end)

    it("are read by m(i, j), counted from 1", function()
        for i = 1, 2 do
            for j = 1, 3 do
                assert.equal(3 * (i - 1) + j, m(i, j))
            end
        end
        assert.equal(6, m(2.0, 3.0))
    end)

    it("are written by set, which returns the matrix itself", function()
        assert.is_true(rawequal(m, m:set(2, 3, 7):set(1, 1, nan)))
        assert.equal(7, m(2, 3))
        assert.is_true(m(1, 1) ~= m(1, 1))
    end)

    it("have no index outside: the error names the index and the size", function()
        for _, at in ipairs { { 0, 1 }, { 3, 1 }, { 1, 0 }, { 1, 4 }, { -1, -1 }, { 2, math.maxinteger } } do
            local words = ("index (%d, %d) is outside a 2x3 Matrix"):format(at[1], at[2])
            refuses(function() return m(at[1], at[2]) end, words)
        end
        refuses(function() return m(1.5, 1) end, "index (1.5, 1) is outside a 2x3 Matrix")
        refuses(function() return m(1, nan) end, "is outside a 2x3 Matrix")
        refuses(function() return m(1) end, "takes two integers, got (1, nil)")
        refuses(function() return m() end, "takes two integers, got (nil, nil)")
        refuses(function() return m("1", 2) end, "takes two integers, got (string, 2)")
        refuses(function() return Matrix(0, 3)(1, 1) end, "index (1, 1) is outside a 0x3 Matrix")
    end)

    it("are not written outside, nor with what is no number, and nothing is changed", function()
        refuses(function() m:set(3, 1, 0) end, "#1 to 'set'", "1 to 2", "got 3")
        refuses(function() m:set(1, 0, 0) end, "#2 to 'set'", "1 to 3", "got 0")
        refuses(function() m:set(1, 1, "0") end, "#3 to 'set'", "number", "string")
        refuses(function() m:set(1, 1) end, "#3 to 'set'", "got no value")
        assert.equal(Matrix { { 1, 2, 3 }, { 4, 5, 6 } }, m)
    end)

    it("form blocks, by the first entry and the size", function()
        assert.same({ { 2, 3 }, { 5, 6 } }, m:block(1, 2, 2, 2):table())
        assert.same({ { 6 } }, m:block(2, 3, 1, 1):table())
        assert.equal(m, m:block(1, 1, 2, 3))
        assert.equal(Matrix(0, 2), m:block(2, 2, 0, 2))
    end)

    it("form no block that reaches outside, the error naming which number", function()
        refuses(function() m:block(0, 1, 1, 1) end, "#1 to 'block'", "1 to 2")
        refuses(function() m:block(1, 4, 1, 1) end, "#2 to 'block'", "1 to 3")
        refuses(function() m:block(2, 1, 2, 1) end, "#3 to 'block'", "0 to 1", "got 2")
        refuses(function() m:block(1, 2, 1, 3) end, "#4 to 'block'", "0 to 2", "got 3")
        refuses(function() m:block(1, 1, 1, -1) end, "#4 to 'block'", "got -1")
        refuses(function() m:block(1, 1) end, "#3 to 'block'", "got no value")
    end)

    it("are nil by any name that is no method", function()
        assert.is_nil(m.x)
        refuses(function() m.x = 1 end)
    end)
end)

describe("Matrix arithmetic", function()
    local sizes = { { 1, 1, 1 }, { 3, 3, 3 }, { 6, 6, 6 }, { 2, 5, 3 }, { 7, 1, 4 }, { 1, 9, 1 }, { 13, 17, 11 } }

    it("multiplies as rows by columns", function()
        draw.each(20, 100, function(d)
            for _, size in ipairs(sizes) do
                local a, b = d:matrix(size[1], size[2]), d:matrix(size[2], size[3])
                local x = d:list(size[2])
                near(Matrix(a) * Matrix(b), dense.mul(a, b))
                near(Matrix(a) * Vector(x), dense.mul(a, x))
                assert.equal(Matrix(a) * Vector(x), Matrix(a) * x)
            end
        end)
    end)

    it("adds, subtracts, negates, scales and divides entry by entry", function()
        draw.each(20, 200, function(d)
            for _, size in ipairs(sizes) do
                local a, b, s = d:matrix(size[1], size[2]), d:matrix(size[1], size[2]), d:number()
                local A, B = Matrix(a), Matrix(b)
                local off = { tol = tolerance.exact }
                near(A + B, dense.add(a, b), off)
                near(A - B, dense.sub(a, b), off)
                near(-A, dense.neg(a), off)
                near(s * A, dense.scale(a, s), off)
                assert.equal(s * A, A * s)
                near(A / s, dense.scale(a, 1 / s), off)
                assert.same(a, A:table())
                assert.same(b, B:table())
            end
        end)
    end)

    it("divides rather than multiplies by a reciprocal", function()
        assert.equal(Matrix { { 1 / 49 * 49 } }, Matrix { { 1 } } / 49 * 49)
        assert.equal(Matrix { { 5 / 49 } }, Matrix { { 5 } } / 49)
    end)

    it("takes one matrix for both operands", function()
        local m = Matrix { { 1, 2 }, { 3, 4 } }
        assert.same({ { 7, 10 }, { 15, 22 } }, (m * m):table())
        assert.same({ { 2, 4 }, { 6, 8 } }, (m + m):table())
        assert.same({ { 0, 0 }, { 0, 0 } }, (m - m):table())
        assert.same({ { 1, 2 }, { 3, 4 } }, m:table())
    end)

    it("turns a Vec3 by a matrix of three columns into a Vector", function()
        local y = Matrix { { 1, 2, 3 }, { 0, 1, 0 } } * Vec3(1, 10, 100)
        assert.equal("Vector", rigid.type(y))
        assert.same({ 321, 10 }, y:table())
    end)

    it("takes spatial vectors as six numbers, linear first", function()
        local six = { 1, 2, 3, 4, 5, 6 }
        local m = draw.stream(7):matrix(2, 6)
        for _, kind in ipairs { "SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum" } do
            local y = Matrix(m) * rigid[kind](six)
            assert.equal("Vector", rigid.type(y))
            near(y, dense.mul(m, six))
        end
        refuses(function() return Matrix(6, 5) * rigid.Twist(six) end, "a Matrix by a Twist", "6x5 by 6 numbers")
    end)

    it("multiplies an ABI from the left as its matrix", function()
        local d = draw.stream(8)
        local m = d:matrix(2, 6)
        local P = rigid.ABI(rigid.SpatialInertia.from_parameters(d:parameters()))
        near(Matrix(m) * P, dense.mul(m, P:matrix():table()))
    end)

    it("sums nothing to zero", function()
        assert.equal(Matrix(2, 3), Matrix(2, 0) * Matrix(0, 3))
        assert.equal(Vector(2), Matrix(2, 0) * Vector(0))
        assert.equal(Vector(0), Matrix(0, 2) * { 1, 2 })
    end)

    it("carries NaN and infinities, even past a zero", function()
        local m = Matrix { { nan, 0 }, { 0, inf } }
        local product = m * Matrix { { 0, 0 }, { 0, 0 } }
        assert.is_true(product(1, 1) ~= product(1, 1))
        assert.is_true(product(2, 2) ~= product(2, 2))
        local sum = m + m
        assert.is_true(sum(1, 1) ~= sum(1, 1))
        assert.equal(inf, sum(2, 2))
        assert.equal(-inf, (-m)(2, 2))
        assert.equal(inf, (Matrix.identity(1) / 0)(1, 1))
    end)

    it("refuses sizes that do not fit, naming both", function()
        local a, b = Matrix(2, 3), Matrix(4, 5)
        refuses(function() return a + b end, "cannot add a Matrix and a Matrix", "2x3 and 4x5")
        refuses(function() return a - b end, "cannot subtract a Matrix and a Matrix", "2x3 and 4x5")
        refuses(function() return a * b end, "cannot multiply a Matrix by a Matrix", "2x3 by 4x5")
        refuses(function() return a * { 1, 2 } end, "cannot multiply a Matrix by a Vector", "2x3 by 2 numbers")
        refuses(function() return b * Vec3(1, 2, 3) end, "cannot multiply a Matrix by a Vec", "4x5 by 3 numbers")
    end)

    it("refuses operands of other kinds, naming both", function()
        local m = Matrix(2, 2)
        refuses(function() return m + 1 end, "cannot add a Matrix and a number")
        refuses(function() return 1 - m end, "cannot subtract a number and a Matrix")
        refuses(function() return m + Vector { 1, 2 } end, "cannot add a Matrix and a Vector")
        refuses(function() return m * "2" end, "cannot multiply a Matrix by a string")
        refuses(function() return "2" * m end, "cannot multiply a string by a Matrix")
        refuses(function() return m * nil end, "cannot multiply a Matrix by nil")
        refuses(function() return { 1, 2 } * m end, "cannot multiply a table by a Matrix")
        refuses(function() return Vector { 1, 2 } * m end, "cannot multiply a Vector by a Matrix", "transpose")
        refuses(function() return m * { 1, "x" } end, "cannot multiply a Matrix by a table")
        refuses(function() return m * { 1, 2, name = 3 } end, "other entries than 1 to n")
        refuses(function() return m * rigid.Rotation.identity() end, "cannot multiply a Matrix by a Rotation")
        refuses(function() return m / m end, "cannot divide a Matrix by a Matrix", "solve")
        refuses(function() return 1 / m end, "cannot divide a number by a Matrix")
    end)

    it("refuses a foreign receiver", function()
        for _, method in ipairs { "rows", "transpose", "trace", "norm", "table", "copy", "inverse", "svd" } do
            local f = Matrix(1, 1)[method]
            refuses(function() f() end, "calling '" .. method .. "' on no value", "a method of Matrix")
            refuses(function() f(Vector(1)) end, "calling '" .. method .. "' on Vector")
            refuses(function() f(io.stdout) end, "calling '" .. method .. "' on userdata")
        end
    end)
end)

describe("comparing matrices", function()
    local m = Matrix { { 1, 2 }, { 3, 4 } }

    it("== is exact, and false where sizes or kinds differ", function()
        assert.is_true(m == Matrix { { 1, 2 }, { 3, 4 } })
        assert.is_false(m == Matrix { { 1, 2 }, { 3, 4 + 2 ^ -50 } })
        assert.is_false(m == Matrix { { 1, 2, 3, 4 } })
        assert.is_false(Matrix(0, 2) == Matrix(2, 0))
        assert.is_false(Matrix(3, 1) == Vector(3))
        assert.is_false(m == { { 1, 2 }, { 3, 4 } })
    end)

    it("NaN equals nothing, and zero equals minus zero", function()
        local broken = Matrix { { nan } }
        assert.is_false(broken == broken:copy())
        assert.is_false(broken:is_near(broken))
        assert.is_true(Matrix { { 0.0 } } == Matrix { { -0.0 } })
    end)

    it("is_near allows every entry a tolerance, 1e-9 unless given", function()
        assert.is_true(m:is_near(m + Matrix { { 0, 0 }, { 5e-10, 0 } }))
        assert.is_false(m:is_near(m + Matrix { { 0, 0 }, { 2e-9, 0 } }))
        assert.is_true(m:is_near({ { 1.5, 2 }, { 3, 4 } }, 0.5))
        assert.is_false(m:is_near({ { 1.5, 2 }, { 3, 4 } }, 0.499))
        assert.is_true(m:is_near(m, 0))
        assert.is_false(m:is_near(Matrix(2, 3)))
        assert.is_true(Matrix({ { inf } }):is_near { { inf } })
        refuses(function() m:is_near(m, -1) end, "#2 to 'is_near'", "tolerance", "got -1")
        refuses(function() m:is_near(3) end, "#1 to 'is_near'", "got 3")
    end)
end)

describe("printing a Matrix", function()
    it("gives the size and aligned columns", function()
        assert.equal("Matrix 2x3\n     1   2  -3.5\n  1000  -4     0", tostring(Matrix { { 1, 2, -3.5 }, { 1000, -4, -0.0 } }))
    end)

    it("gives the size alone where there are no entries", function()
        assert.equal("Matrix 0x3", tostring(Matrix(0, 3)))
        assert.equal("Matrix 3x0", tostring(Matrix(3, 0)))
    end)

    it("gives all of 24 rows and 12 columns, and the corners of what is larger", function()
        local function lines_of(m)
            local lines = {}
            for line in tostring(m):gmatch "[^\n]+" do
                lines[#lines + 1] = line
            end
            return lines
        end
        local whole = lines_of(Matrix(24, 12))
        assert.equal(25, #whole)
        assert.equal(("  0"):rep(12), whole[25])
        local cut = lines_of(Matrix(100, 13):set(1, 1, 11):set(100, 13, 22):set(50, 7, 33))
        assert.equal("Matrix 100x13", cut[1])
        assert.equal(1 + 21, #cut)
        assert.equal("   11    0    0    0    0  ...    0    0    0    0    0", cut[2])
        assert.equal("  ...  ...  ...  ...  ...  ...  ...  ...  ...  ...  ...", cut[12])
        assert.equal("    0    0    0    0    0  ...    0    0    0    0   22", cut[22])
        assert.equal(2 + 12, #lines_of(Matrix(13, 40)))
    end)

    it("is quick for the largest", function()
        assert.equal("Matrix 0x134217728", tostring(Matrix(0, 2 ^ 27)):match "[^\n]+")
    end)
end)

describe("a Matrix as plain tables", function()
    it("comes back from its table the same", function()
        local m = Matrix(draw.stream(11):matrix(4, 7))
        assert.equal(m, Matrix(m:table()))
    end)

    it("gives tables of its own", function()
        local m = Matrix { { 1, 2 } }
        m:table()[1][1] = 9
        assert.equal(1, m(1, 1))
    end)
end)
