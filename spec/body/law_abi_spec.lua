-- The laws of articulated-body inertias over seeded random draws: they add, shift, re-express and transform as the dense
-- 6x6 congruences do; folding across a joint leaves nothing along the joint; solving inverts multiplying.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"

local ABI, Matrix, SpatialMotion, SpatialAcc, Twist = rigid.ABI, rigid.Matrix, rigid.SpatialMotion, rigid.SpatialAcc, rigid.Twist
local Wrench, SpatialForce = rigid.Wrench, rigid.SpatialForce

local near = compare.near

local function holds(name, first_seed, law)
    it(name, function() draw.each(60, first_seed, law) end)
end

-- P - P S (S^T P S)^-1 S^T P
local function folded(P, S)
    local PS = dense.mul(P, S)
    local D = dense.mul(dense.transpose(S), PS)
    return dense.sub(P, dense.mul(PS, dense.mul(dense.inverse(D), dense.transpose(PS))))
end

describe("an articulated-body inertia", function()
    holds("of a rigid body is that body's", 901, function(d)
        local M, pi = make.body(d)
        local P = ABI(M)
        near(P:matrix(), dense.inertia(pi), { tol = tolerance.exact })
        near(P:matrix "angular", dense.swap_both(dense.inertia(pi)), { tol = tolerance.exact })
        local a = SpatialAcc(d:six())
        near(P * a, M * a, { scale = 10 })
        local X, p, R = make.pose(d), d:vec3(), d:rotation()
        near((X * P):matrix(), (X * M):matrix())
        near(P:shift(p):matrix(), M:shift(p):matrix())
        near(P:re_express(R):matrix(), M:re_express(R):matrix())
    end)

    holds("comes from the lower triangle only, in either order", 902, function(d)
        local P, rows = make.abi(d)
        near(P:matrix(), rows, { tol = tolerance.exact })
        near(ABI.from_matrix(dense.swap_both(rows), "angular"), P, { tol = tolerance.exact })
        near(P:matrix "angular", dense.swap_both(rows), { tol = tolerance.exact })
        local garbled = {}
        for i = 1, 6 do
            garbled[i] = { table.unpack(rows[i]) }
            for j = i + 1, 6 do
                garbled[i][j] = 0 / 0
            end
        end
        assert.is_true(ABI.from_matrix(garbled) == P)
        assert.is_true(ABI.from_matrix(Matrix(garbled)) == P)
    end)

    holds("multiplies motions, and matrices from both sides", 903, function(d)
        local P, rows = make.abi(d)
        for _, pair in ipairs { { SpatialAcc, "Wrench" }, { SpatialMotion, "SpatialForce" } } do
            local v, six = make.spatial(d, pair[1])
            near(P * v, dense.mul(rows, six), { scale = rows })
            assert.equal(pair[2], rigid.type(P * v))
        end
        local right, left = d:matrix(6, 4), d:matrix(3, 6)
        near(P * Matrix(right), dense.mul(rows, right), { scale = rows })
        near(Matrix(left) * P, dense.mul(left, rows), { scale = rows })
    end)

    holds("adds and subtracts as matrices, taking a rigid body where one of its kind is", 904, function(d)
        local P, p = make.abi(d)
        local Q, q = make.abi(d)
        local M, pi = make.body(d)
        near(P + Q, dense.add(p, q), { scale = p })
        near(P - Q, dense.sub(p, q), { scale = p })
        near(P + M, dense.add(p, dense.inertia(pi)), { scale = p })
        near(M + P, dense.add(p, dense.inertia(pi)), { scale = p })
        near(P - M, dense.sub(p, dense.inertia(pi)), { scale = p })
        near(P:copy():add_in_place(Q), P + Q, { tol = tolerance.exact })
        near(P:copy():subtract_in_place(Q), P - Q, { tol = tolerance.exact })
        near(P:copy():add_in_place(M), P + M, { tol = tolerance.exact })
        near((P + Q) - Q, P, { scale = P + Q })
    end)

    holds("shifts, re-expresses and transforms by congruence with the force adjoint", 905, function(d)
        local P, rows = make.abi(d)
        local X, R, p = make.pose(d)
        near(X * P, dense.congruence(dense.adjoint_force(R, p), rows))
        near(P:shift(p), dense.congruence(dense.adjoint_force(dense.identity(3), dense.neg(p)), rows))
        near(P:re_express(R), dense.congruence(dense.adjoint_force(R, { 0, 0, 0 }), rows))
        near(P:copy():shift_in_place(p), P:shift(p), { tol = tolerance.exact })
        near(P:shift(p):shift(dense.neg(p)), P, { scale = P:shift(p) })
        near(X:inverse() * (X * P), P, { scale = X * P })
        local a = SpatialAcc(d:six())
        near(X * (P * a), (X * P) * (X * a), { scale = 1000 })
    end)

    holds("across a joint of one column is the dense formula, and nothing along the joint", 906, function(d)
        local P, rows = make.abi(d)
        local S, six = make.spatial(d, SpatialMotion)
        local column = dense.transpose { six }
        local P_a = P:across_joint(S)
        near(P_a, folded(rows, column), { scale = rows })
        near(P_a * S, { 0, 0, 0, 0, 0, 0 }, { scale = rows })
        near(P:across_joint(Twist(six)), P_a, { tol = tolerance.exact })
        near(P:across_joint(Matrix(column)), P_a, { scale = rows })
        -- How long the column is does not matter, and the result is symmetric to the last bit.
        near(P:across_joint(S * 7), P_a, { scale = rows })
        assert.is_true(P_a:matrix() == P_a:matrix():transpose())
    end)

    holds("across a joint of several columns is the dense formula", 907, function(d)
        local P, rows = make.abi(d)
        for k = 1, 6 do
            local S = d:matrix(6, k)
            -- Columns of one to six freedoms, kept well apart.
            for i = 1, k do
                S[i][i] = S[i][i] + 4
            end
            local P_a = P:across_joint(Matrix(S))
            near(P_a, folded(rows, S), { scale = rows, what = k .. " columns" })
            near(P_a * Matrix(S), dense.zeros(6, k), { scale = 10 * compare.scale(rows), what = k .. " columns" })
            -- Positive semi-definite, to the rounding of what was folded (six freedoms leave nothing but that).
            assert.is_true(P_a:matrix():eigen_symmetric()[1] >= -tolerance.figure * compare.scale(rows))
        end
    end)

    holds("across a joint is the same in every frame: X fold(P, S) = fold(X P, X S)", 908, function(d)
        local P = make.abi(d)
        local S, X = SpatialMotion(d:six()), make.pose(d)
        near(X * P:across_joint(S), (X * P):across_joint(X * S), { scale = 10 * compare.scale(X * P) })
    end)

    holds("gets lighter across a joint, never heavier: x . (P - P_a) x >= 0", 909, function(d)
        local P = make.abi(d)
        local P_a = P:across_joint(SpatialMotion(d:six()))
        local x = SpatialMotion(d:six())
        local with, without = x:dot(P * x), x:dot(P_a * x)
        assert.is_true(without >= -tolerance.figure * with)
        assert.is_true(with - without >= -tolerance.figure * with)
        compare.different(P, P_a)
    end)

    holds("is solved by the acceleration it makes a wrench of", 910, function(d)
        local P, rows = make.abi(d)
        local a, six = make.spatial(d, SpatialAcc)
        -- As well as its condition allows: against a dense inverse, and by multiplying again.
        local condition = compare.scale(rows) * compare.scale(dense.inverse(rows))
        near(P:solve(P * a), six, { scale = 10 * condition })
        local f = Wrench(d:six())
        near(P * P:solve(f), f, { scale = 10 * condition })
        near(P:solve(f), dense.mul(dense.inverse(rows), f:table()), { scale = 10 * condition * compare.scale(dense.inverse(rows)) })
        assert.equal("SpatialAcc", rigid.type(P:solve(f)))
    end)

    holds("weighs an apparent mass between those of its parts along any push", 911, function(d)
        -- A body and another on a free joint: pushed, it seems no lighter than alone, no heavier than with the other welded.
        local M1, M2 = make.body(d), make.body(d)
        local P = M1 + ABI(M2):across_joint(SpatialMotion(d:six()))
        local e = Wrench(d:direction(), { 0, 0, 0 })
        local function apparent(inertia) return 1 / inertia:solve(e):dot(e) end
        local alone, together, welded = apparent(ABI(M1)), apparent(P), apparent(ABI(M1 + M2))
        assert.is_true(alone <= together * (1 + tolerance.figure) and together <= welded * (1 + tolerance.figure))
    end)
end)

describe("what an articulated-body inertia says", function()
    it("when asked what force a generic motion makes", function()
        local P = ABI(rigid.SpatialInertia.unitary())
        assert.equal("SpatialForce", rigid.type(P * SpatialMotion { 1, 2, 3, 4, 5, 6 }))
        near(P * SpatialMotion { 1, 2, 3, 4, 5, 6 }, SpatialForce { 1, 2, 3, 4, 5, 6 })
    end)
end)
