-- Eigenvalues, singular values and rank of a Matrix, on matrices whose answer is known exactly.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local Matrix = rigid.Matrix
local near, refuses = compare.near, compare.refuses
local nan = 0 / 0

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
