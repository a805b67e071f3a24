-- What a Matrix is taken apart into, on drawn matrices that are well conditioned, of less than full rank, wide and tall; what it
-- refuses; parts of matrices and what Vectors' numbers come to.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local oracle = require "spec.support.oracle"
local tolerance = require "spec.support.tolerance"

local Matrix, Vector = rigid.Matrix, rigid.Vector
local near, refuses = compare.near, compare.refuses

local function orthonormal(Q) near(Q:transpose() * Q, Matrix.identity(Q:cols()), { tol = Q:rows() * tolerance.orthonormal }) end

-- A matrix of that rank: the product of two of full rank.
local function of_rank(d, rows, cols, rank) return Matrix(d:matrix(rows, rank)) * Matrix(d:matrix(rank, cols)) end

describe("eigen", function()
    it("gives A v = z v, complex pairs together, by ascending real part", function()
        draw.each(20, 910, function(d)
            for n = 1, 7 do
                local A = Matrix(d:matrix(n, n))
                local z, V = A:eigen()
                assert.equal(n, #z)
                local last = -math.huge
                for j = 1, n do
                    local re, im, x = z[j][1], z[j][2], V:column(j)
                    local wanted
                    assert.is_true(re >= last - 1e-9)
                    last = re
                    if im > 0 then
                        assert.same({ re, -im }, z[j + 1])
                        wanted = x * re - V:column(j + 1) * im
                    elseif im < 0 then
                        wanted = x * re + V:column(j - 1) * -im
                    else
                        wanted = x * re
                    end
                    near(A * x, wanted, { tol = 1e-12, scale = A:norm() })
                end
            end
        end)
    end)

    it("sums to the trace", function()
        draw.each(10, 920, function(d)
            local A, sum = Matrix(d:matrix(5, 5)), 0
            for _, z in ipairs((A:eigen())) do sum = sum + z[1] end
            near(sum, A:trace(), { tol = 1e-12, scale = A:norm() })
        end)
    end)

    it("keeps apart a pair that is all but equal", function()
        for _, e in ipairs { 1e-23, 3e-24 } do -- 1 ± 3e-16 i
            local A = Matrix { { 1, -e }, { 1e-8, 1 } }
            local z, V = A:eigen()
            assert.is_true(z[1][2] ~= 0 and z[1][2] == -z[2][2])
            local re, im = V:column(1), V:column(2)
            near(re:dot(re) + im:dot(im), 1, { tol = 1e-15 })
            -- (A - 1) v = ±i√(1e-8 e) v
            near((A - Matrix.identity(2)) * re, im * -z[1][2], { tol = 1e-10, scale = 1e-15 })
            near((A - Matrix.identity(2)) * im, re * z[1][2], { tol = 1e-10, scale = 1e-15 })
        end
    end)

    it("loses no digits to units that are far apart", function()
        draw.each(10, 2006, function(d, seed)
            local n = 3 + seed % 7
            local A, T, back = Matrix(d:matrix(n, n)), Matrix(n, n), Matrix(n, n)
            for i = 1, n do
                local e = d:integer(-60, 60)
                T:set(i, i, 2.0 ^ e)
                back:set(i, i, 2.0 ^ -e)
            end
            local z, V = (T * A * back):eigen()
            near(z, (A:eigen()), { tol = 1e-12, scale = A:norm() })
            local own = back * V -- of A, each of a length of its own
            local j = 1
            while j <= n do
                local x, y = own:column(j), z[j][2] > 0 and own:column(j + 1) or Vector(n)
                near(A * x, x * z[j][1] - y * z[j][2], { tol = 1e-12, scale = A:norm() * (x:norm() + y:norm()) })
                j = j + (z[j][2] > 0 and 2 or 1)
            end
        end)
    end)

    it("refuses what is not square", function()
        refuses(function() Matrix(2, 3):eigen() end, "square Matrix expected, got 2x3")
        refuses(function() Matrix { { 1, 0 / 0 }, { 0, 1 } }:eigen() end, "entry (1, 2) is nan")
    end)
end)

describe("factors", function()
    it("cholesky multiplies back, and refuses what is not definite or not symmetric", function()
        draw.each(20, 930, function(d)
            local B = Matrix(d:matrix(5, 5))
            local A = B * B:transpose() + Matrix.identity(5)
            local L = A:cholesky()
            near(L * L:transpose(), A, { tol = tolerance.figure })
            for i = 1, 5 do
                for j = i + 1, 5 do assert.equal(0, L(i, j)) end
            end
            refuses(function() (-A):cholesky() end, "not positive definite")
        end)
        refuses(function() Matrix { { 1, 2 }, { 0, 1 } }:cholesky() end, "symmetric Matrix expected")
    end)

    it("qr multiplies back, R upper with a diagonal that is not negative", function()
        draw.each(20, 940, function(d)
            for _, size in ipairs { { 4, 4 }, { 6, 3 }, { 3, 6 } } do
                local A = Matrix(d:matrix(size[1], size[2]))
                local Q, R = A:qr()
                orthonormal(Q)
                near(Q * R, A, { tol = tolerance.figure })
                for i = 1, R:rows() do
                    assert.is_true(R(i, i) >= 0)
                    for j = 1, i - 1 do assert.equal(0, R(i, j)) end
                end
            end
        end)
    end)

    it("lu multiplies back, whatever the rank", function()
        draw.each(20, 950, function(d)
            for rank = 1, 4 do
                local A = of_rank(d, 4, 4, rank)
                local L, U, P = A:lu()
                near(L * U, P * A, { tol = tolerance.figure })
                for i = 1, 4 do
                    assert.equal(1, L(i, i))
                    for j = i + 1, 4 do assert.same({ 0, 0 }, { L(i, j), U(j, i) }) end
                end
            end
        end)
    end)
end)

describe("by singular values", function()
    it("pinv obeys the four laws of Penrose, null and orth are orthonormal and whole", function()
        draw.each(20, 960, function(d)
            for _, size in ipairs { { 4, 4, 4 }, { 6, 3, 2 }, { 3, 6, 3 }, { 5, 5, 2 }, { 3, 6, 1 } } do
                local A = of_rank(d, size[1], size[2], size[3])
                local P, N, Q = A:pinv(), A:null(), A:orth()
                local tol = 1e-11 * (1 + A:norm() * P:norm())
                near(A * P * A, A, { tol = tol })
                near(P * A * P, P, { tol = tol })
                near((A * P):transpose(), A * P, { tol = tol, scale = 1 })
                near((P * A):transpose(), P * A, { tol = tol, scale = 1 })
                assert.same({ size[2], size[2] - size[3] }, { N:rows(), N:cols() })
                assert.same({ size[1], size[3] }, { Q:rows(), Q:cols() })
                orthonormal(Q)
                if N:cols() > 0 then
                    orthonormal(N)
                    near(A * N, Matrix(size[1], N:cols()), { tol = 1e-12, scale = A:norm() })
                end
                near(Q * (Q:transpose() * A), A, { tol = 1e-12 })
            end
        end)
    end)

    it("keep the digits of an exponential whose matrix is far from normal", function()
        local x = Matrix { { 0, 1e12 }, { 0, -1 } }:expm() -- too many squarings made 1 into 0.99997
        assert.near(1, x(1, 1), 1e-12)
        assert.near(1, x(1, 2) / (1e12 * (1 - math.exp(-1))), 1e-12)
        assert.near(math.exp(-1), x(2, 2), 1e-14)
        local n = Matrix { { 0, 1e100, 0 }, { 0, 0, 1e100 }, { 0, 0, 0 } }:expm()
        assert.truthy(n:is_near(Matrix { { 1, 1e100, 5e199 }, { 0, 1, 1e100 }, { 0, 0, 1 } }, 1e188))
        for i = 1, 3 do assert.near(1, n(i, i), 1e-14) end
    end)

    it("condition is that of the inverse too, and infinite where there is none", function()
        draw.each(10, 970, function(d)
            local A = Matrix(d:matrix(4, 4))
            near(A:inverse():condition(), A:condition(), { tol = 1e-9 * A:condition() })
        end)
        assert.equal(math.huge, Matrix(2, 2):condition())
        assert.equal(0, Matrix(2, 2):pinv():norm())
    end)
end)

describe("expm and logm", function()
    it("undo each other, and expm of a sum of what commutes is a product", function()
        draw.each(20, 980, function(d)
            local A = Matrix(d:matrix(4, 4)) * 0.4
            near(A:expm():logm(), A, { tol = 1e-12, scale = 1 })
            near((A * 3):expm(), A:expm() * A:expm() * A:expm(), { tol = 1e-12 })
        end)
    end)

    it("logm refuses what has no real logarithm, in words", function()
        refuses(function() Matrix.diagonal({ -1, 2 }):logm() end, "an eigenvalue is negative")
        refuses(function() Matrix({ { 1, 1 }, { 1, 1 } }):logm() end, "singular")
        near(Matrix({ { 0, -1 }, { 1, 0 } }):logm(), Matrix { { 0, -math.pi / 2 }, { math.pi / 2, 0 } }, { tol = 1e-14 })
    end)

    it("logm keeps the digits of small eigenvalues, and takes as many roots as it needs", function()
        local L = Matrix { { 1e-8, 0, 0 }, { 0, 0.3, 0 }, { 0, 0, 7 } }:logm()
        for i, x in ipairs { 1e-8, 0.3, 7 } do near(L(i, i), math.log(x), { tol = 4 * tolerance.eps }) end
        near(Matrix { { 1, 1e30 }, { 0, 1 } }:logm(), { { 0, 1e30 }, { 0, 0 } }, { tol = 1e-14 })
        near(Matrix { { 1e-30, 1 }, { 0, 1e-30 } }:logm(), { { math.log(1e-30), 1e30 }, { 0, math.log(1e-30) } }, { tol = 1e-12 })
    end)

    it("logm knows units: log 2^k A = k log 2 + log A", function()
        local A = Matrix { { 2, 1 }, { 0.5, 3 } }
        near((A * 2.0 ^ 40):logm(), A:logm() + Matrix.identity(2) * (40 * math.log(2)), { tol = 1e-14 })
    end)
end)

describe("parts of a Matrix", function()
    local m = Matrix { { 1, 2, 3 }, { 4, 5, -6 } }

    it("are not lost where a row is written into: m[i] refuses, m:row(i) is a Vector of its own", function()
        local square = Matrix { { 1, 2 }, { 3, 4 } }
        refuses(function() square[2][1] = 9 end, "m[2] is a copy", "m:set(2, j, x)", "m:row(2)")
        refuses(function() square[2]:set(1, 9) end, "m[2] is a copy")
        refuses(function() square[1] = { 5, 6 } end, "m:set(i, j, x)")
        for _, own in ipairs { square:row(2), square[2]:copy(), Vector(square[2]), square[2] + square[1] * 0 } do
            own[1] = 9
            assert.equal(9, own[1])
        end
        assert.equal(Matrix { { 1, 2 }, { 3, 4 } }, square)
    end)

    it("rows and columns are copies", function()
        assert.equal(Vector { 4, 5, -6 }, m[2])
        assert.equal(m:row(2), m[2])
        assert.equal(Vector { 3, -6 }, m:column(3))
        assert.equal(2, #m)
        local count = 0
        for i, row in ipairs(m) do
            count = count + i
            row:copy()[1] = 7
            m:row(i)[1] = 7
        end
        assert.equal(3, count)
        assert.equal(1, m(1, 1))
        refuses(function() return m[4] end, "row 4 is outside a 2x3 Matrix")
        refuses(function() return m[0] end, "row 0 is outside a 2x3 Matrix")
        assert.has_error(function() m:row(3) end)
        assert.has_error(function() m:column(0) end)
    end)

    it("come to numbers, of all, by rows, by columns", function()
        assert.same({ -6, 5, 9, 1.5 }, { m:min(), m:max(), m:sum(), m:mean() })
        assert.equal(Vector { 6, 3 }, m:sum "rows")
        assert.equal(Vector { 5, 7, -3 }, m:sum "columns")
        assert.equal(Vector { 1, 2, -6 }, m:min "columns")
        assert.equal(Vector { 3, 5 }, m:max "rows")
        assert.equal(Vector { 2.5, 3.5, -1.5 }, m:mean "columns")
        refuses(function() m:sum "across" end, '"rows"')
        refuses(function() Matrix(0, 2):max() end, "at least 1x1")
        local x = Matrix({ { 1, 0 / 0 } }):max()
        assert.is_true(x ~= x)
    end)

    it("stand beside and above each other", function()
        local joined = m:hcat(m:column(1)):vcat { 1, 2, 3, 4 }
        assert.equal(Matrix { { 1, 2, 3, 1 }, { 4, 5, -6, 4 }, { 1, 2, 3, 4 } }, joined)
        assert.equal(m, Matrix(2, 0):hcat(m))
        assert.equal(m, Matrix(0, 3):vcat(m))
        refuses(function() m:hcat(Matrix(3, 1)) end, "2 rows")
        refuses(function() m:vcat(Matrix(3, 1)) end, "3 columns")
        refuses(function() m:hcat(Matrix(0, 3)) end, "2 rows expected, got 0x3")
        refuses(function() Matrix(0, 3):hcat(m) end, "0 rows expected, got 2x3")
        local tall, wide = Matrix(1 << 27, 0), Matrix(0, 1 << 27) -- without an entry, yet no taller and no wider than a Matrix may be
        refuses(function() tall:vcat(tall) end, "more than 2^27 rows")
        refuses(function() wide:hcat(wide) end, "more than 2^27 columns")
    end)

    it("kron multiplies as matrices do: (A ⊗ B)(C ⊗ D) = AC ⊗ BD", function()
        draw.each(10, 990, function(d)
            local A, B = Matrix(d:matrix(2, 3)), Matrix(d:matrix(3, 2))
            local C, D = Matrix(d:matrix(3, 2)), Matrix(d:matrix(2, 4))
            near(A:kron(B) * C:kron(D), (A * C):kron(B * D), { tol = tolerance.figure })
        end)
    end)

    it("takes six numbers of a motion or a force where a list is taken", function()
        local twist = rigid.Twist { 1, 2, 3, 4, 5, 6 }
        assert.equal(Vector { 1, 2, 3, 4, 5, 6 }, Matrix.identity(6):solve(twist))
        assert.equal(Vector { 1, 2, 3, 4, 5, 6 }, Vector(rigid.Wrench { 1, 2, 3, 4, 5, 6 }))
        refuses(function() Matrix.identity(3):solve(twist) end, "Vector of size 3 expected, got size 6")
    end)
end)

describe("the numbers of a Vector", function()
    it("have a sum, a mean, a deviation and ends", function()
        local v = Vector { 2, 4, 4, 4, 5, 5, 7, 9 }
        assert.same({ 40, 5 }, { v:sum(), v:mean() })
        near(v:deviation(), math.sqrt(32 / 7), { tol = tolerance.exact })
        assert.same({ 2, 1 }, { v:min() })
        assert.same({ 9, 8 }, { v:max() })
        assert.equal(0, Vector(0):sum())
        refuses(function() Vector(0):mean() end, "at least 1 number")
        refuses(function() Vector(1):deviation() end, "at least 2 numbers")
    end)

    it("keep their digits far from zero", function()
        near((Vector { 1, 2, 3 } + Vector.ones(3) * 1e9):deviation(), 1, { tol = 1e-15 })
    end)

    it("lie in bins, each in one, at the ends too", function()
        draw.each(5, 5060, function(d)
            local x, n = Vector(d:list(200)), 7
            local counts, edges = x:histogram(n)
            near({ edges[1], edges[n + 1], counts:sum() }, { x:min(), x:max(), 200 }, { tol = 0 })
            for k = 1, n do
                local there = 0
                for i = 1, #x do
                    if x[i] >= edges[k] and (x[i] < edges[k + 1] or k == n) then there = there + 1 end
                end
                assert.equal(there, counts[k])
            end
        end)
        local tenths = {}
        for i = 0, 10 do tenths[i + 1] = i * 0.1 end -- on the edges, but for rounding
        local counts, edges = Vector(tenths):histogram(10, 0, 1)
        assert.equal(11, counts:sum())
        assert.equal(Vector.linspace(0, 1, 11), edges)
        assert.same({ Vector { 1, 0, 1 }, Vector { 0, 1, 2, 3 } }, { Vector { -1, 0.5, 3, 3.5 }:histogram(3, 0, 3) })
        assert.same({ Vector { 0, 2 }, Vector { 1.5, 2, 2.5 } }, { Vector { 2, 2 }:histogram(2) })
        assert.same({ Vector { 1, 2 } }, { (Vector { -1.7e308, 1.7e308, 1e308 }:histogram(2)) })
        assert.equal(10, #Vector { 1, 2 }:histogram())
        refuses(function() Vector(0):histogram() end, "at least 1 number")
        refuses(function() Vector { 1, 0 / 0 }:histogram() end, "finite", "[2]")
        refuses(function() Vector { 1 }:histogram(0) end, "#1")
        refuses(function() Vector { 1 }:histogram(3, 2, 2) end, "#3", "above the lower end")
    end)

    it("stand one after the other, and in parts", function()
        draw.each(5, 2090, function(d)
            local a, b = Vector(d:list(4)), Vector(d:list(3))
            local both = a:vcat(b)
            assert.same({ a, b }, { both:block(1, 4), both:block(5, 3) })
            assert.same({ a, a, 7 }, { a:vcat(Vector(0)), Vector(0):vcat(a), #both })
            assert.equal(both, a:vcat(b:table()))
        end)
        local v = Vector { 1, 2, 3 }
        assert.same({ 0, 0 }, { #v:block(4, 0), #Vector(0):block(1, 0) })
        refuses(function() v:block(2, 3) end, "'block'", "0 to 2")
        refuses(function() v:block(0, 1) end, "'block'", "1 to 4")
        refuses(function() v:vcat "x" end, "'vcat'", "Vector")
    end)

    it("linspace ends where it is told to", function()
        local v = Vector.linspace(0.1, 0.7, 7)
        assert.same({ 7, 0.1, 0.7 }, { #v, v[1], v[7] })
        near(v[4], 0.4, { tol = 1e-15 })
        assert.has_error(function() Vector.linspace(0, 1, 1) end)
        assert.has_error(function() Vector.linspace(0, math.huge, 3) end)
    end)
end)

describe("recorded figures of other systems", function()
    -- How far the nearest eigenvalue that was not taken yet lies from each.
    local function distance(wanted, got)
        local taken, worst = {}, 0
        assert.equal(#wanted, #got)
        for _, w in ipairs(wanted) do
            local best, at = math.huge, nil
            for i, z in ipairs(got) do
                local off = math.sqrt((w[1] - z[1]) ^ 2 + (w[2] - z[2]) ^ 2)
                if not taken[i] and off < best then best, at = off, i end
            end
            taken[at], worst = true, math.max(worst, best)
        end
        return worst
    end

    it("of functions of matrices are kept", function()
        local count = 0
        for _, case in ipairs(oracle.toolbox "matrices" or {}) do
            local A, size = Matrix(case.A), math.max(1, compare.scale(case.A))
            local what, well = { what = case.note }, (not case.condition or case.condition < 1e4) and 1e-10 or 1e-7
            local function same(got, wanted, tol) near(got, wanted, { tol = tol, what = what.what, scale = compare.scale(wanted) == 0 and 1 or nil }) end
            if case.expm then same(A:expm(), case.expm, 1e-10) end
            if case.logm then same(A:logm(), case.logm, case.note == "a Jordan block" and 1e-7 or 1e-10) end
            if case.eigenvalues then
                assert.is_true(distance(case.eigenvalues, (A:eigen())) <= (case.eigenvalue_tolerance or 1e-10) * size, case.note)
            end
            same(select(2, A:svd()), case.singular_values, 1e-12)
            same(A:pinv(), case.pinv, well)
            if case.condition then same(A:condition(), case.condition, well == 1e-10 and well or 1e-6) end
            assert.equal(case.rank, A:rank())
            local N = A:null()
            assert.equal(A:cols() - case.rank, N:cols())
            near(N * N:transpose(), case.null_projector, { tol = 1e-10, scale = 1 })
            if case.cholesky then same(A:cholesky(), case.cholesky, 1e-10) end
            if case.determinant then near(A:determinant(), case.determinant, { tol = 1e-10, scale = 1e-12 }) end
            count = count + 1
        end
        if count == 0 then pending(oracle.absent) end
    end)
end)
