-- The sums of least squares over many samples are those of the stacked regressors, at once, in parts and merged.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"

local Matrix, Vector = rigid.Matrix, rigid.Vector
local rows_of, refused = trees.samples, compare.raises

local function row(M, i) return M:table()[i] end

describe("accumulate", function()
    local function stacked(m, Q, V, A, Tau, weights)
        local columns = 10 * m:nbodies()
        local YY, Yt, tt = Matrix(columns, columns), Vector(columns), 0
        for i = 1, Q:rows() do
            local Y, t = m:regressor(row(Q, i), row(V, i), row(A, i)), Vector(row(Tau, i))
            local W = Matrix(m:nv(), m:nv())
            for k = 1, m:nv() do W:set(k, k, weights and weights[k] or 1) end
            Y, t = W * Y, W * t
            YY, Yt, tt = YY + Y:transpose() * Y, Yt + Y:transpose() * t, tt + t:dot(t)
        end
        return YY, Yt, tt
    end
    local function agrees(sums, YY, Yt, tt)
        local N, b, c = sums:normal()
        compare.near(N, YY, {tol = 1e-12})
        compare.near(b, Yt, {tol = 1e-12})
        compare.near(c, tt, {tol = 1e-12})
    end
    it("sums what the stacked regressors give, at once, in parts and merged", function()
        draw.each(4, 1, function(d)
            local m = trees.random(d, 7, {mimics = d:integer(0, 1) * 0.4, payloads = 0.3, roots = d:integer(1, 2)})
            local Q, V, A, Tau = rows_of(d, m, 70)
            local function part(first, last)
                local out = {}
                for k, M in ipairs {Q, V, A, Tau} do out[k] = Matrix {table.unpack(M:table(), first, last)} end
                return table.unpack(out)
            end
            local YY, Yt, tt = stacked(m, Q, V, A, Tau)
            agrees(m:accumulate(Q, V, A, Tau), YY, Yt, tt)
            local sums = m:accumulate(part(1, 9))
            local q, v, a, tau = part(10, 70)
            assert.is_true(rawequal(sums, (m:accumulate(q, v, a, tau, sums))))
            assert.equal(70, sums.samples)
            agrees(sums, YY, Yt, tt)
            local one, other = m:accumulate(part(1, 33)), m:accumulate(part(34, 70))
            assert.is_true(rawequal(one, one:merge(other)))
            agrees(one, YY, Yt, tt)
            assert.equal(37, other.samples)
            local weights = {}
            for k = 1, m:nv() do weights[k] = d:between(0.5, 2) end
            agrees(m:accumulate(Q, V, A, Tau, {weights = weights}), stacked(m, Q, V, A, Tau, weights))
        end)
    end)
    it("does so of trees whose links are carried by more freedoms than are taken at a time", function()
        draw.each(2, 11, function(d)
            local m = trees.random(d, 20, {chain = true, mimics = 0.1})
            local Q, V, A, Tau = rows_of(d, m, 21)
            agrees(m:accumulate(Q, V, A, Tau), stacked(m, Q, V, A, Tau))
        end)
    end)
    it("refuses a row that is not finite and leaves the sums as they were", function()
        local m = rigid.Model {gravity = {0, 0, 0}}
        m:add_body {name = "cart", joint = "prismatic", inertia = rigid.SpatialInertia.solid_cube {mass = 2, length = 1}}
        local sums = m:accumulate({{0}}, {{1}}, {{2}}, {{4}})
        refused("argument #1 .*row 2: finite numbers", m.accumulate, m, {{0}, {0}}, {{0}, {0}}, {{0}, {0}}, {{1}, {0 / 0}}, sums)
        assert.equal(1, sums.samples)
        compare.near(select(3, sums:normal()), 16)
        refused("argument #5 .*sums of m:accumulate expected", m.accumulate, m, {{0}}, {{1}}, {{2}}, {{4}}, 3)
        refused("argument #1 to 'merge' .*sums of m:accumulate expected", sums.merge, sums, {})
    end)
end)
