-- Matrix, behaviour by behaviour: making and reading, arithmetic against a naive second implementation, and the dense
-- solvers by the laws their results must satisfy (residuals, orthonormality, normal equations), never by comparing with
-- another run of the same library. Refusals are checked by what they name.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local Matrix, Vector, Vec3 = rigid.Matrix, rigid.Vector, rigid.Vec3
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge

-- 1 / (i + j - 1): as badly conditioned as its size allows, with an inverse of known whole numbers.
local function hilbert(n)
    local h = dense.zeros(n, n)
    for i = 1, n do
        for j = 1, n do
            h[i][j] = 1 / (i + j - 1)
        end
    end
    return Matrix(h)
end

local function binomial(n, k)
    local b = 1
    for i = 1, k do
        b = b * (n - k + i) // i
    end
    return b
end

local function hilbert_inverse(n)
    local h = dense.zeros(n, n)
    for i = 1, n do
        for j = 1, n do
            local sign = (i + j) % 2 == 0 and 1 or -1
            local choices = binomial(n + i - 1, n - j) * binomial(n + j - 1, n - i) * binomial(i + j - 2, i - 1) ^ 2
            h[i][j] = sign * (i + j - 1) * choices
        end
    end
    return h
end

-- By minors along the first row: slow, and nothing like an elimination.
local function determinant_by_minors(m)
    if #m == 1 then return m[1][1] end
    local sum = 0
    for j = 1, #m do
        local minor = {}
        for i = 2, #m do
            minor[i - 1] = {}
            for k = 1, #m do
                if k ~= j then table.insert(minor[i - 1], m[i][k]) end
            end
        end
        sum = sum + (j % 2 == 1 and 1 or -1) * m[1][j] * determinant_by_minors(minor)
    end
    return sum
end

-- The columns of m are orthonormal: mᵀ m = 1.
local function assert_orthonormal(m)
    local t = m:table()
    near(dense.mul(dense.transpose(t), t), dense.identity(m:cols()), { tol = m:rows() * tolerance.orthonormal })
end

-- The largest entry of every column is positive; of entries that tie, the first.
local function assert_signs(m)
    for j = 1, m:cols() do
        local largest = 0
        for i = 1, m:rows() do
            largest = math.max(largest, math.abs(m(i, j)))
        end
        local i = 1
        while math.abs(m(i, j)) < 0.999 * largest do
            i = i + 1
        end
        assert.is_true(m(i, j) > 0, "column " .. j .. " points the other way")
    end
end

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
        refuses(function() Matrix { far } end, "#1 to 'Matrix'", "'[1]'", "other entries than 1 to n")
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
        assert.is_nil(m[1])
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

describe("transpose, trace and norm", function()
    it("transpose exchanges rows and columns", function()
        local m = draw.stream(1):matrix(3, 5)
        assert.same(dense.transpose(m), Matrix(m):transpose():table())
        assert.equal(Matrix(m), Matrix(m):transpose():transpose())
        assert.equal(Matrix(3, 0), Matrix(0, 3):transpose())
    end)

    it("trace sums the diagonal of a square matrix", function()
        assert.equal(15, Matrix({ { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } }):trace())
        refuses(function() Matrix(2, 3):trace() end, "'trace'", "square Matrix expected, got 2x3")
    end)

    it("norm is the root of the sum of squares, however large or small the entries", function()
        assert.equal(5, Matrix({ { 3, 0 }, { 0, 4 } }):norm())
        near(Matrix({ { 3e200, 4e200 } }):norm(), 5e200)
        near(Matrix({ { 3e-200 }, { 4e-200 } }):norm(), 5e-200)
        near(Matrix({ { 3e-320, 4e-320 } }):norm(), 5e-320, { slack = 1e-323 })
        assert.equal(inf, Matrix({ { 1, -inf } }):norm())
        local broken = Matrix({ { 1, nan } }):norm()
        assert.is_true(broken ~= broken)
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

describe("the determinant", function()
    it("is that of the expansion by minors", function()
        draw.each(20, 300, function(d)
            for n = 1, 6 do
                local m = d:matrix(n, n)
                near(Matrix(m):determinant(), determinant_by_minors(m), { scale = 1 })
            end
        end)
    end)

    it("of a product is the product", function()
        draw.each(20, 320, function(d)
            local a, b = Matrix(d:matrix(5, 5)), Matrix(d:matrix(5, 5))
            near((a * b):determinant(), a:determinant() * b:determinant(), { scale = a:norm() * b:norm() })
        end)
    end)

    it("counts exchanges of rows in its sign", function()
        assert.equal(-1, Matrix({ { 0, 1 }, { 1, 0 } }):determinant())
        assert.equal(1, Matrix({ { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } }):determinant())
        assert.equal(-24, Matrix({ { 0, 0, 0, 1 }, { 0, 2, 0, 0 }, { 0, 0, 3, 0 }, { 4, 0, 0, 0 } }):determinant())
    end)

    it("is zero for a singular matrix", function()
        assert.equal(0, Matrix(3, 3):determinant())
        assert.equal(0, Matrix({ { 1, 2 }, { 2, 4 } }):determinant())
        assert.equal(0, Matrix({ { 1, 0 }, { 5, 0 } }):determinant())
    end)

    it("does not overflow or underflow on the way", function()
        near(Matrix.diagonal({ 1e300, 1e300, 1e-300, 1e-300 }):determinant(), 1)
        near(Matrix.diagonal({ 1e-200, 1e-200, 1e200, 1e200, 3 }):determinant(), 3)
        near(Matrix({ { 1e308, 1e308 }, { 1e-308, -1e-308 } }):determinant(), -2)
        assert.equal(0, Matrix.diagonal({ 1e-200, 1e-200 }):determinant())
        refuses(function() Matrix.diagonal({ 1e200, 1e200 }):determinant() end, "'determinant'", "too large")
    end)
end)

describe("the inverse", function()
    it("times the matrix is one, from either side", function()
        draw.each(20, 400, function(d)
            for n = 1, 8 do
                local m = Matrix(d:matrix(n, n))
                local inverse = m:inverse()
                local scale = { scale = m:norm() * inverse:norm(), tol = n * tolerance.orthonormal }
                near(m * inverse, dense.identity(n), scale)
                near(inverse * m, dense.identity(n), scale)
            end
        end)
    end)

    it("of a Hilbert matrix is its whole numbers, to what its condition allows", function()
        for n = 1, 9 do
            local inverse, exact = hilbert(n):inverse(), hilbert_inverse(n)
            near(inverse, exact, { tol = n * tolerance.eps * hilbert(n):norm() * Matrix(exact):norm() })
        end
    end)

    it("does not depend on the units of rows and columns", function()
        local m = Matrix { { 4, 1, 0.5 }, { 1, 3, -1 }, { 0.25, -1, 2.5 } }
        local left, right = Matrix.diagonal { 2 ^ 400, 1, 2 ^ -400 }, Matrix.diagonal { 2 ^ -90, 2 ^ 90, 2 ^ 300 }
        local unscaled = right * (left * m * right):inverse() * left
        assert.equal(m:inverse(), unscaled)
        assert.same({ { 1e20, 0 }, { 0, 1 } }, Matrix.diagonal({ 1e-20, 1 }):inverse():table())
    end)

    it("holds near the ends of the range of numbers", function()
        near(Matrix({ { 1e308, 1e308 }, { 1e308, -1e308 } }):inverse(), { { 5e-309, 5e-309 }, { 5e-309, -5e-309 } })
        near(Matrix({ { 1e-308, 0 }, { 0, 2e-308 } }):inverse(), { { 1e308, 0 }, { 0, 5e307 } })
        refuses(function() Matrix({ { 1e-310 } }):inverse() end, "'inverse'", "too large")
    end)

    it("of a singular matrix is refused", function()
        local singular = {
            Matrix(2, 2),
            Matrix { { 1, 2 }, { 2, 4 } },
            Matrix { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } },
            Matrix { { 1, 0 }, { 5, 0 } },
            hilbert(14),
        }
        for _, m in ipairs(singular) do
            local before = m:copy()
            refuses(function() m:inverse() end, "'inverse'", "singular", "reciprocal condition number")
            refuses(function() m:solve(Vector(m:rows())) end, "'solve'", "singular", "reciprocal condition number")
            assert.equal(before, m)
        end
    end)
end)

describe("solve", function()
    it("gives the x of A x = b, a Vector for a Vector or a list", function()
        draw.each(20, 500, function(d)
            for n = 1, 8 do
                local a, b = d:matrix(n, n), d:list(n)
                local x = Matrix(a):solve(Vector(b))
                assert.equal("Vector", rigid.type(x))
                near(dense.mul(a, x:table()), b, { scale = Matrix(a):norm() * x:norm(), tol = n * tolerance.orthonormal })
                assert.equal(x, Matrix(a):solve(b))
            end
        end)
    end)

    it("gives a Matrix for a Matrix or nested table, column by column", function()
        draw.each(20, 520, function(d)
            for n = 1, 6 do
                local a, b = d:matrix(n, n), d:matrix(n, 3)
                local x = Matrix(a):solve(Matrix(b))
                assert.equal("Matrix", rigid.type(x))
                assert.equal(x, Matrix(a):solve(b))
                for j = 1, 3 do
                    near(dense.column(x:table(), j), Matrix(a):solve(dense.column(b, j)), { tol = tolerance.exact, scale = x })
                end
            end
        end)
    end)

    it("leaves a small residual where the solution itself is uncertain", function()
        for n = 2, 10 do
            local h, b = hilbert(n), Vector(draw.stream(n):list(n))
            local x = h:solve(b)
            near(h * x, b, { scale = h:norm() * x:norm(), tol = n * tolerance.orthonormal })
        end
    end)

    it("takes a Vec3 for three numbers", function()
        near(Matrix.diagonal({ 1, 2, 4 }):solve(Vec3(1, 1, 1)), { 1, 0.5, 0.25 })
    end)

    it("fits a tall system by least squares: the residual is normal to every column", function()
        draw.each(20, 540, function(d)
            for _, size in ipairs { { 2, 1 }, { 5, 3 }, { 9, 4 }, { 20, 6 } } do
                local a, b = d:matrix(size[1], size[2]), d:list(size[1])
                local x = Matrix(a):solve(b)
                assert.equal(size[2], #x)
                local residual = Matrix(a) * x - b
                assert.is_true(residual:norm() > tolerance.clearly_different)
                near(dense.mul(dense.transpose(a), residual:table()), Vector(size[2]), { scale = dense.norm(b) })
            end
        end)
    end)

    it("gives a wide system its least solution, which has no part in the null space", function()
        draw.each(20, 560, function(d)
            for _, size in ipairs { { 1, 2 }, { 3, 5 }, { 6, 9 } } do
                local a, b = d:matrix(size[1], size[2]), d:list(size[1])
                local x = Matrix(a):solve(b)
                near(Matrix(a) * x, b, { scale = Matrix(a):norm() * x:norm() })
                -- x = Aᵀ (A Aᵀ)⁻¹ b
                local at = dense.transpose(a)
                local gram = dense.mul(a, at)
                local scale = Matrix(gram):norm() * Matrix(dense.inverse(gram)):norm() * x:norm()
                near(x, dense.mul(at, dense.mul(dense.inverse(gram), b)), { scale = scale })
            end
        end)
    end)

    it("gives the least solution of a fit that is not unique", function()
        local a = Matrix { { 1, 1 }, { 2, 2 }, { 3, 3 } }
        near(a:solve { 1, 2, 4 }, { 17 / 28, 17 / 28 })
        near(a:solve { { 1, 0 }, { 2, 0 }, { 4, 0 } }, { { 17 / 28, 0 }, { 17 / 28, 0 } })
        near(Matrix(3, 2):solve { 1, 2, 3 }, { 0, 0 }, { scale = 1 })
        near(Matrix({ { 1e-20, 0 }, { 0, 1 }, { 0, 0 } }):solve { 1, 2, 5 }, { 0, 2 }) -- 1e-20 counts as zero beside 1
    end)

    it("keeps what it is given, also where it solves for itself", function()
        local a, b = Matrix { { 4, 1 }, { 1, 3 } }, Vector { 1, 2 }
        near(a:solve(a), dense.identity(2))
        a:solve(b)
        assert.equal(Matrix { { 4, 1 }, { 1, 3 } }, a)
        assert.equal(Vector { 1, 2 }, b)
        local tall = Matrix { { 4, 1 }, { 1, 3 }, { 0, 1 } }
        near(tall:solve(tall), dense.identity(2))
    end)

    it("allows right-hand sides of no columns", function()
        assert.equal(Matrix(2, 0), Matrix.identity(2):solve(Matrix(2, 0)))
        assert.equal(Matrix(2, 0), Matrix({ { 1, 2 }, { 3, 4 }, { 5, 7 } }):solve(Matrix(3, 0)))
    end)

    it("refuses a right-hand side that does not fit, or is none", function()
        local a = Matrix.identity(3)
        refuses(function() a:solve { 1, 2 } end, "#1 to 'solve'", "size 3 expected, got size 2")
        refuses(function() a:solve(Matrix(2, 3)) end, "#1 to 'solve'", "3 rows expected, got 2x3")
        refuses(function() a:solve() end, "#1 to 'solve'", "got no value")
        refuses(function() a:solve(1) end, "#1 to 'solve'", "got 1")
        refuses(function() a:solve { 1, 2, "3" } end, "#1 to 'solve'", "number at [3]")
        refuses(function() a:solve { 1, nan, 3 } end, "#1 to 'solve'", "entry 2 is nan")
        refuses(function() a:solve { { 1 }, { 2 }, { -inf } } end, "#1 to 'solve'", "entry (3, 1) is -inf")
        refuses(function() Matrix({ { 1e-200 } }):solve { 1e200 } end, "'solve'", "too large")
    end)
end)

describe("eigen_symmetric", function()
    local function assert_decomposes(m)
        local w, z = m:eigen_symmetric()
        assert.equal("Vector", rigid.type(w))
        assert.equal("Matrix", rigid.type(z))
        local n = m:rows()
        assert.same({ n, n, n }, { #w, z:rows(), z:cols() })
        for i = 2, n do
            assert.is_true(w[i - 1] <= w[i])
        end
        assert_orthonormal(z)
        assert_signs(z)
        near(z * Matrix.diagonal(w) * z:transpose(), m, { tol = n * tolerance.eigenvalue, scale = m:norm() })
        return w, z
    end

    it("gives ascending values and orthonormal columns with m = Z diag(w) Zᵀ", function()
        draw.each(20, 600, function(d)
            for n = 1, 9 do
                local a = Matrix(d:matrix(n, n))
                assert_decomposes(a + a:transpose())
            end
        end)
    end)

    it("keeps the columns orthonormal where values repeat", function()
        draw.each(20, 620, function(d)
            local R = Matrix(d:rotation())
            local w = assert_decomposes(R * Matrix.diagonal { 2, 2, 5 } * R:transpose())
            near(w, { 2, 2, 5 }, { tol = tolerance.eigenvalue })
        end)
        assert_decomposes(Matrix.identity(5))
        assert_decomposes(Matrix(4, 4))
    end)

    it("points each column so that its largest entry is positive, of equals the first", function()
        local _, z = Matrix({ { 0, 1 }, { 1, 0 } }):eigen_symmetric()
        local h = math.sqrt(0.5)
        near(z, { { h, h }, { -h, h } })
        -- the same read from either corner, so that columns read (x, y, ±y, ±x): equals, but for rounding
        draw.each(20, 640, function(d)
            local a, b, c, e, f, g = table.unpack(d:six())
            assert_decomposes(Matrix { { a, b, c, e }, { b, f, g, c }, { c, g, f, b }, { e, c, b, a } })
        end)
    end)

    it("works at any scale", function()
        for _, scale in ipairs { 1e-300, 1e300, 2 ^ -1060 } do
            local w = (Matrix { { 2, 1 }, { 1, 2 } } * scale):eigen_symmetric()
            near(w, { scale, 3 * scale })
        end
        assert.equal(5e-324, (Matrix({ { 5e-324 } }):eigen_symmetric())[1])
        assert_decomposes(Matrix { { 0, 3, -8e267, 3 }, { 3, 1e-160, 2e-132, 1 }, { -8e267, 2e-132, -1, 1 }, { 3, 1, 1, 1e-284 } })
        refuses(function() Matrix({ { 1e308, 1e308 }, { 1e308, 1e308 } }):eigen_symmetric() end, "'eigen_symmetric'", "too large")
    end)

    it("takes what is symmetric but for rounding", function()
        for _, scale in ipairs { 1, 1e9 } do
            local w = (Matrix { { 2, 1 + 1e-10 }, { 1, 2 } } * scale):eigen_symmetric()
            near(w / scale, { 1 - 5e-11, 3 + 5e-11 })
        end
    end)

    it("refuses what is not symmetric, naming the entries and by how much", function()
        refuses(
            function() Matrix({ { 1, 2, 3 }, { 2, 1, 4 }, { 3, 4.5, 1 } }):eigen_symmetric() end,
            "'eigen_symmetric'", "symmetric", "(2, 3) and (3, 2) differ by 0.5"
        )
        refuses(function() Matrix({ { 1, 1 + 1e-8 }, { 1, 1 } }):eigen_symmetric() end, "'eigen_symmetric'", "differ by 1e-08")
        refuses(function() (Matrix { { 1, 2 }, { 1, 1 } } * 1e-12):eigen_symmetric() end, "'eigen_symmetric'", "differ by 1e-12")
    end)
end)

describe("svd", function()
    local function assert_decomposes(m)
        local u, s, v = m:svd()
        local k = math.min(m:rows(), m:cols())
        assert.same({ m:rows(), k, k, m:cols(), k }, { u:rows(), u:cols(), #s, v:rows(), v:cols() })
        for i = 1, k do
            assert.is_true(s[i] >= 0 and (i == 1 or s[i] <= s[i - 1]))
        end
        assert_orthonormal(u)
        assert_orthonormal(v)
        assert_signs(u)
        near(u * Matrix.diagonal(s) * v:transpose(), m, { tol = k * tolerance.eigenvalue, scale = m:norm() })
        return s
    end

    it("gives orthonormal U and V and descending s with m = U diag(s) Vᵀ, tall, square or wide", function()
        draw.each(20, 700, function(d)
            for _, size in ipairs { { 1, 1 }, { 3, 3 }, { 6, 6 }, { 7, 2 }, { 2, 7 }, { 1, 5 }, { 5, 1 }, { 6, 10 }, { 40, 3 } } do
                assert_decomposes(Matrix(d:matrix(size[1], size[2])))
            end
        end)
    end)

    it("keeps U and V orthonormal where the rank is not full", function()
        local s = assert_decomposes(Matrix { { 1, 2 }, { 2, 4 }, { 3, 6 } })
        near(s, { math.sqrt(70), 0 }, { tol = tolerance.eigenvalue })
        assert_decomposes(Matrix(3, 2))
        assert_decomposes(Matrix { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } })
    end)

    it("has the squares of s for eigenvalues of mᵀ m", function()
        draw.each(10, 720, function(d)
            local m = Matrix(d:matrix(6, 4))
            local _, s = m:svd()
            local w = (m:transpose() * m):eigen_symmetric()
            near({ s[4] ^ 2, s[3] ^ 2, s[2] ^ 2, s[1] ^ 2 }, w)
        end)
    end)

    it("works at any scale, and says so where s is beyond it", function()
        for _, scale in ipairs { 1e-300, 1e300 } do
            local _, s = (Matrix { { 3, 0 }, { 0, -2 } } * scale):svd()
            near(s, { 3 * scale, 2 * scale })
        end
        local m = Matrix { { 1e308, 1e308, 1e308 }, { 1e308, 1e308, 1e308 }, { 1e308, 1e308, 1e308 } }
        refuses(function() m:svd() end, "'svd'", "too large")
    end)
end)

describe("rank", function()
    it("is that of the narrowest factor", function()
        draw.each(10, 800, function(d)
            for _, size in ipairs { { 4, 1, 4 }, { 5, 3, 6 }, { 6, 4, 5 }, { 8, 6, 8 }, { 3, 3, 9 } } do
                local m = Matrix(d:matrix(size[1], size[2])) * Matrix(d:matrix(size[2], size[3]))
                assert.equal(size[2], m:rank())
                assert.equal(size[2], m:transpose():rank())
            end
        end)
    end)

    it("is zero for zeros, and full for an identity of any scale", function()
        assert.equal(0, Matrix(3, 4):rank())
        for _, scale in ipairs { 1, 1e-308, 1e-320, 1e308 } do
            assert.equal(5, (Matrix.identity(5) * scale):rank())
        end
        assert.equal(1, (Matrix { { 1, 1 }, { 1, 1 } } * 1e308):rank())
    end)

    it("counts as zero what is below the tolerance, relative to the largest", function()
        local m = Matrix.diagonal { 100, 1, 1e-3, 1e-20 }
        assert.equal(3, m:rank())
        assert.equal(2, m:rank(1e-4))
        assert.equal(1, m:rank(0.1))
        assert.equal(4, m:rank(0))
        assert.equal(2, m:rank(0.009))
        refuses(function() m:rank(-1) end, "#1 to 'rank'", "tolerance", "got -1")
        refuses(function() m:rank(nan) end, "#1 to 'rank'", "tolerance", "got nan")
        refuses(function() m:rank "1" end, "#1 to 'rank'", "tolerance", "got string")
    end)
end)

describe("every dense solver", function()
    local solvers = {
        inverse = function(m) return m:inverse() end,
        solve = function(m) return m:solve(Vector(m:rows())) end,
        determinant = function(m) return m:determinant() end,
        eigen_symmetric = function(m) return m:eigen_symmetric() end,
        svd = function(m) return m:svd() end,
        rank = function(m) return m:rank() end,
    }

    for name, solver in pairs(solvers) do
        it(name .. " refuses NaN and infinities, naming the entry", function()
            for _, bad in ipairs { nan, inf, -inf } do
                local m = Matrix.identity(3):set(2, 3, bad)
                refuses(function() solver(m) end, "'" .. name .. "'", "entry (2, 3) is " .. (bad ~= bad and "nan" or bad))
            end
        end)

        it(name .. " refuses an empty matrix", function()
            for _, size in ipairs { { 0, 0 }, { 0, 3 }, { 3, 0 } } do
                local m = Matrix(size[1], size[2])
                refuses(function() solver(m) end, "'" .. name .. "'", "at least 1x1", size[1] .. "x" .. size[2])
            end
        end)

        it(name .. " leaves its receiver as it was", function()
            local m = Matrix { { 4, 1, 0.5 }, { 1, 3, -1 }, { 0.5, -1, 2.5 } }
            local before = m:table()
            solver(m)
            assert.same(before, m:table())
        end)

        it(name .. " handles a hundred rows", function()
            local d = draw.stream(900)
            local a = Matrix(d:matrix(100, 100))
            solver(a + a:transpose())
        end)
    end

    for _, name in ipairs { "inverse", "determinant", "eigen_symmetric" } do
        it(name .. " refuses a matrix that is not square", function()
            refuses(function() solvers[name](Matrix(2, 3)) end, "'" .. name .. "'", "square Matrix expected, got 2x3")
        end)
    end
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
