-- What a linear problem tells, by one pivoted decomposition: against singular values, and against its own rows.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local Matrix, Vector = rigid.Matrix, rigid.Vector
local near = compare.near

local problem = require "rigid.identification.problem"

-- Rows of a rank over n columns of units up to that many decades apart, with the right side last; and the left side alone.
local function drawn(d, rows, n, rank, decades)
    local A, B = Matrix(rows, rank), Matrix(rank, n)
    for i = 1, rank do
        for k = 1, rows do A:set(k, i, d:between(-1, 1)) end
        for k = 1, n do B:set(i, k, d:between(-1, 1) * 10 ^ (decades * (k / n - 0.5))) end
    end
    local left, F = A * B, Matrix(rows, n + 1)
    for i = 1, rows do
        for k = 1, n do F:set(i, k, left(i, k)) end
        F:set(i, n + 1, d:between(-1, 1))
    end
    return F, left
end

-- The same by singular values: columns of length one, how many count, and what c·y varies by.
local function by_values(left, c)
    local rows, n = left:rows(), left:cols()
    local scaled = Matrix(math.max(rows, n), n)
    for k = 1, n do
        local length = left:column(k):norm()
        for i = 1, rows do scaled:set(i, k, left(i, k) / length) end
    end
    local _, s, V = scaled:svd()
    local sum, rank = 0.0, 0
    for i = 1, n do
        if s[i] > 1e-11 * s[1] then
            rank = rank + 1
            local along = 0.0
            for k, x in pairs(c) do along = along + V(k, i) * x / left:column(k):norm() end
            sum = sum + (along / s[i]) ^ 2
        end
    end
    return rank, s, math.sqrt(sum)
end

describe("what rows tell", function()
    for _, case in ipairs {{20, 12, 12, 0}, {20, 12, 7, 4}, {8, 12, 8, 2}, {9, 14, 5, 6}, {6, 6, 6, 3}, {5, 1, 1, 0}, {1, 4, 1, 1}} do
        local rows, n, rank, decades = table.unpack(case)
        it(("is by one decomposition what it is by singular values: %d rows of %d, of rank %d"):format(rows, n, rank), function()
            for seed = 1, 5 do
                local d = draw.stream(100 * n + seed)
                local F, left = drawn(d, rows, n, rank, decades)
                local of, row = problem.spectrum(F), d:integer(1, rows)
                local c = {}
                for k = 1, n do c[k] = left(row, k) end -- what is told
                local counted, s, deviation = by_values(left, c)
                assert.equal(counted, of.rank)
                local values = problem.values(of)
                assert.equal(n, #values)
                for k = 1, n do assert.is_true(math.abs(values[k] - (k <= of.rank and s[k] or 0)) <= 1e-11 * s[1], k) end
                near(problem.spread(of, c), deviation, {tol = 1e-8})
                near(problem.way(of, c):norm(), deviation, {tol = 1e-8})
                assert.equal(rank < n and math.huge or problem.way(of, {[1] = 1.0}):norm(), problem.spread(of, {[1] = 1.0}))
                local sum = 0.0
                for k = 1, n do sum = sum + problem.told(of, k) end
                near(sum, rank, {tol = 1e-9})
            end
        end)

        it(("fits them best, and goes no farther than it must: %d rows of %d, of rank %d"):format(rows, n, rank), function()
            for seed = 1, 5 do
                local d = draw.stream(7000 + 100 * n + seed)
                local F, left = drawn(d, rows, n, rank, decades)
                local f, start = F:column(n + 1), Vector(d:list(n))
                local of = problem.spectrum(F)
                local y, fitted = problem.least_squares(F, of, start), problem.fitted(F, of, start)
                for _, one in ipairs {y, fitted} do
                    local slope = left:transpose() * (left * one - f)
                    for k = 1, n do assert.is_true(math.abs(slope[k]) <= 1e-9 * left:column(k):norm() * (f:norm() + (left * start):norm())) end
                end
                if rank < n then -- in the units of y
                    local free = left:null(1e-9)
                    assert.is_true((free:transpose() * (y - start)):norm() <= 1e-8 * (y - start):norm())
                end
            end
        end)
    end

    it("counts no more than it is allowed to, and nothing of nothing", function()
        local d = draw.stream(3)
        local F = drawn(d, 10, 6, 6, 0)
        assert.equal(4, problem.spectrum(F, 4).rank)
        local of = problem.spectrum(Matrix(5, 4))
        assert.equal(0, of.rank)
        assert.equal(Vector {1, 2, 3}, problem.least_squares(Matrix(5, 4), of, Vector {1, 2, 3}))
        assert.equal(math.huge, problem.spread(of, {1.0}))
        assert.equal(0, problem.told(of, 2))
        assert.equal(Vector {0, 0, 0}, problem.values(of))
    end)

    it("asks the singular values where pivots leave a doubt", function()
        for _, size in ipairs {1e-10, 1e-12} do
            local left = Matrix.identity(5)
            left:set(5, 4, 1)
            local F = left:hcat(Matrix {{1}, {1}, {1}, {1}, {1}})
            local tall = Matrix(5, 6)
            for i = 1, 5 do -- columns 4 and 5 are nearly one
                for k = 1, 6 do tall:set(i, k, F(i, k)) end
                tall:set(i, 5, F(i, 4) + size * (i == 5 and 1 or 0))
            end
            assert.equal(size > 1e-11 and 5 or 4, problem.spectrum(tall).rank)
        end
    end)
end)
