-- Transpose, trace and norm of a Matrix, and what it is factored for: determinant, inverse, solve; on matrices whose answer is
-- known exactly, and on those that have none.
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
