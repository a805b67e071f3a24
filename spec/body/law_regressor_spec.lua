-- The laws of the regressors over seeded random draws: Y times the ten parameters is the quantity it regresses, against a
-- dense second implementation; which Coriolis factors are admissible; and which are passive, on one body and on a chain
-- of four. The reference formula is right at v_ref = v and nowhere else, and each law is asserted away from there.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local make = require "spec.support.make"

local SpatialInertia, Twist, SpatialAcc, SpatialMotion = rigid.SpatialInertia, rigid.Twist, rigid.SpatialAcc, rigid.SpatialMotion

local near = compare.near
local factors = { "reference", "christoffel", "body" }
local passive = { reference = false, christoffel = true, body = true }

local function holds(name, first_seed, law)
    it(name, function() draw.each(60, first_seed, law) end)
end

local function slotine_li(v, v_ref, a_ref, factor)
    return SpatialInertia.slotine_li_regressor(Twist(v), Twist(v_ref), SpatialAcc(a_ref), { factor = factor })
end

describe("regressors", function()
    holds("of momentum: Y pi = M v, column by column", 601, function(d)
        local M, pi = make.body(d)
        local v = d:six()
        local Y = SpatialInertia.momentum_regressor(Twist(v))
        near(Y, dense.by_parameters(function(unit) return dense.mul(unit, v) end))
        near(Y * rigid.Vector(pi), (M * Twist(v)):table(), { scale = 100 })
        near(SpatialInertia.momentum_regressor(v), Y)
        near(SpatialInertia.momentum_regressor(SpatialMotion(v)), Y)
    end)

    holds("of the momentum's derivative: Y pi = M a + v x* M v", 602, function(d)
        local M, pi = make.body(d)
        local v, a = d:six(), d:six()
        local Y = SpatialInertia.momentum_derivative_regressor(Twist(v), SpatialAcc(a))
        near(Y, dense.by_parameters(function(unit)
            return dense.add(dense.mul(unit, a), dense.mul(dense.force_cross(v), dense.mul(unit, v)))
        end))
        local wrench = M * SpatialAcc(a) + M:bias_wrench(Twist(v))
        near(Y * rigid.Vector(pi), wrench:table(), { scale = 100 })
        near(SpatialInertia.momentum_derivative_regressor(v, a), Y)
    end)

    for index, factor in ipairs(factors) do
        holds("of Slotine and Li, " .. factor .. ": Y pi = M a_ref + B v_ref", 602 + index, function(d)
            local M, pi = make.body(d)
            local v, v_ref, a_ref = d:six(), d:six(), d:six()
            local Y = slotine_li(v, v_ref, a_ref, factor)
            near(Y, dense.by_parameters(function(unit)
                return dense.add(dense.mul(unit, a_ref), dense.mul(dense.factor[factor](unit, v), v_ref))
            end))
            local B = dense.factor[factor](dense.inertia(pi), v)
            local wanted = dense.add(dense.mul(M:matrix():table(), a_ref), dense.mul(B, v_ref))
            near(Y * rigid.Vector(pi), wanted, { scale = 100 })
        end)
    end

    holds("of Slotine and Li are passive unless told, of a body as of a tree, and the page's has its own name", 606, function(d)
        local v, v_ref, a_ref = Twist(d:six()), Twist(d:six()), SpatialAcc(d:six())
        local function by(factor) return SpatialInertia.slotine_li_regressor(v, v_ref, a_ref, { factor = factor }) end
        local Y = SpatialInertia.slotine_li_regressor(v, v_ref, a_ref)
        assert.is_true(Y == by "christoffel" and Y == by(nil))
        local reference = SpatialInertia.momentum_derivative_slotine_li_regressor(v, v_ref, a_ref)
        assert.is_true(reference == by "reference")
        compare.different(Y, reference)
        -- a free body alone: its velocity is its twist, its reference acceleration the rate of v_ref in the body's axes
        local M, rate = SpatialInertia.from_parameters(d:parameters()), SpatialAcc(d:six())
        local free = rigid.Model { gravity = { 0, 0, 0 }, bodies = { { name = "body", joint = "floating", inertia = M } } }
        local absolute = SpatialAcc(rate + v:cross(v_ref))
        local of_tree = free:slotine_li_regressor(free:neutral(), rigid.Vector(v:table()), rigid.Vector(v_ref:table()), rigid.Vector(rate:table()))
        near(of_tree * M:parameters(), SpatialInertia.slotine_li_regressor(v, v_ref, absolute) * M:parameters(), { scale = 100 })
        compare.different(of_tree * M:parameters(), SpatialInertia.momentum_derivative_slotine_li_regressor(v, v_ref, absolute) * M:parameters())
    end)

    holds("of Slotine and Li, christoffel, are the closed form: only the turning of v_ref counts", 607, function(d)
        local _, pi = make.body(d)
        local v, v_ref = d:six(), d:six()
        local m, h, I = dense.parts(pi)
        local u, w, w_ref = dense.linear(v), dense.angular(v), dense.angular(v_ref)
        local half_trace = (I[1][1] + I[2][2] + I[3][3]) / 2
        local Sigma = dense.sub(dense.scale(dense.identity(3), half_trace), I)
        local phi = dense.add(dense.scale(u, m), dense.cross(w, h))
        -- linear w_r x phi ; angular -w x (Sigma w_r) - h x (u x w_r)
        local linear = dense.cross(w_ref, phi)
        local angular = dense.neg(dense.add(dense.cross(w, dense.mul(Sigma, w_ref)), dense.cross(h, dense.cross(u, w_ref))))
        local Y = slotine_li(v, v_ref, { 0, 0, 0, 0, 0, 0 }, "christoffel")
        near(Y * rigid.Vector(pi), { linear[1], linear[2], linear[3], angular[1], angular[2], angular[3] }, { scale = 100 })
    end)
end)

-- B of a body at v, by the columns of our regressor: B e_k = Y(v, e_k, 0) pi.
local function factor_matrix(v, pi, factor)
    local columns = {}
    for k = 1, 6 do
        local e = { 0, 0, 0, 0, 0, 0 }
        e[k] = 1
        columns[k] = (slotine_li(v, e, { 0, 0, 0, 0, 0, 0 }, factor) * rigid.Vector(pi)):table()
    end
    return dense.from_columns(columns)
end

describe("Coriolis factors", function()
    holds("all give the bias wrench at v_ref = v, where the reference formula is right", 701, function(d)
        local M, pi = make.body(d)
        local v, a = d:six(), d:six()
        local right = SpatialInertia.momentum_derivative_regressor(Twist(v), SpatialAcc(a))
        for _, factor in ipairs(factors) do
            near(slotine_li(v, v, a, factor), right, { what = factor })
            near(dense.mul(factor_matrix(v, pi, factor), v), M:bias_wrench(Twist(v)):table(), { scale = 100, what = factor })
        end
    end)

    holds("differ away from there", 702, function(d)
        local v, v_ref, a_ref = d:six(), d:six(), d:six()
        for i, factor in ipairs(factors) do
            local other = factors[i % 3 + 1]
            compare.different(slotine_li(v, v_ref, a_ref, factor), slotine_li(v, v_ref, a_ref, other), { what = factor .. " and " .. other })
        end
    end)

    holds("are admissible, B + B^T = v x* M - M v x, for christoffel and body, and not for the reference", 703, function(d)
        local _, pi = make.body(d)
        local v = d:six()
        local rate = dense.rate(dense.inertia(pi), v)
        near(rate, dense.transpose(rate), { scale = 100 })
        for _, factor in ipairs(factors) do
            local B = factor_matrix(v, pi, factor)
            local sum = dense.add(B, dense.transpose(B))
            if passive[factor] then
                near(sum, rate, { scale = 100, what = factor })
            else
                -- Its factor is that symmetric matrix itself: the sum is twice what it must be.
                near(sum, dense.scale(rate, 2), { scale = 100 })
                compare.different(sum, rate, { what = factor })
            end
        end
    end)

    holds("are linear in the body", 704, function(d)
        local _, a = make.body(d)
        local _, b = make.body(d)
        local v = d:six()
        for _, factor in ipairs(factors) do
            local both = factor_matrix(v, dense.add(a, b), factor)
            near(both, dense.add(factor_matrix(v, a, factor), factor_matrix(v, b, factor)), { scale = 100 })
        end
    end)

    holds("of a free body do no work on the error: w . (M (v x w) + B w) = 0 for the passive ones only", 705, function(d)
        -- With the error w = v - v_ref held in the body, its absolute rate is v x w; what B adds must take that back.
        local M, pi = make.body(d)
        local v, w = Twist(d:six()), Twist(d:six())
        for _, factor in ipairs(factors) do
            local Y = slotine_li(v:table(), w:table(), v:cross(w):table(), factor)
            local work = dense.dot(w:table(), (Y * rigid.Vector(pi)):table())
            local scale = math.abs(w:dot(M * w)) * v:angular():norm()
            if passive[factor] then
                near(work, 0, { scale = 10 * scale, what = factor })
            else
                -- It leaves half of the rate: w . B_rate w / 2.
                local left = dense.dot(w:table(), dense.mul(dense.rate(dense.inertia(pi), v:table()), w:table())) / 2
                near(work, left, { scale = 10 * scale })
            end
        end
    end)
end)

-- ---- a chain of four bodies on screw joints ---------------------------------------------------------------------------------

-- A random chain: each joint a general screw (turning and sliding at once), each body general. At q, with joint rates qd:
-- J_i and its componentwise rate Jdot_i in the axes of body i, both 6xn, by J_i = X_i J_p + S_i and
-- Jdot_i = X_i Jdot_p - (S_i qd_i) x X_i J_p.
local function chain(d, n)
    local bodies, qd = {}, d:list(n)
    local J, J_dot = dense.zeros(6, n), dense.zeros(6, n)
    for i = 1, n do
        local S = d:six()
        local fixed = dense.inverse(dense.adjoint(d:rotation(), d:vec3()))
        local joint = dense.exponential(dense.scale(dense.motion_cross(S), -d:number()))
        local X = dense.mul(joint, fixed)
        local carried = dense.mul(X, J)
        J_dot = dense.sub(dense.mul(X, J_dot), dense.mul(dense.motion_cross(dense.scale(S, qd[i])), carried))
        J = carried
        for r = 1, 6 do
            J[r][i] = S[r]
        end
        local _, pi = make.body(d)
        bodies[i] = { pi = pi, M = dense.inertia(pi), J = J, J_dot = J_dot, v = dense.mul(J, qd) }
    end
    return bodies, qd
end

-- C qd_ref by the regressors: sum of J^T Y(v, w, a) pi with w = J qd_ref, a its absolute rate Jdot qd_ref + v x w.
local function coriolis_times(bodies, qd_ref, factor)
    local sum = {}
    for i = 1, #qd_ref do
        sum[i] = 0
    end
    for _, body in ipairs(bodies) do
        local w = dense.mul(body.J, qd_ref)
        local a = dense.add(dense.mul(body.J_dot, qd_ref), dense.mul(dense.motion_cross(body.v), w))
        local wrench = slotine_li(body.v, w, a, factor) * rigid.Vector(body.pi)
        sum = dense.add(sum, dense.mul(dense.transpose(body.J), wrench:table()))
    end
    return sum
end

-- The rate of the chain's mass matrix: sum of Jdot^T M J + J^T M Jdot.
local function mass_matrix_rate(bodies, n)
    local sum = dense.zeros(n, n)
    for _, body in ipairs(bodies) do
        local half = dense.mul(dense.transpose(body.J_dot), dense.mul(body.M, body.J))
        sum = dense.add(sum, half, dense.transpose(half))
    end
    return sum
end

-- Hdot - 2C, column by column.
local function passivity_matrix(bodies, n, factor)
    local columns = {}
    for k = 1, n do
        local e = {}
        for i = 1, n do
            e[i] = i == k and 1 or 0
        end
        columns[k] = coriolis_times(bodies, e, factor)
    end
    return dense.sub(mass_matrix_rate(bodies, n), dense.scale(dense.from_columns(columns), 2))
end

describe("on a chain of four bodies", function()
    local n = 4

    local function chains(name, first_seed, law)
        it(name, function()
            draw.each(20, first_seed, function(d)
                local bodies, qd = chain(d, n)
                law(bodies, qd, d)
            end)
        end)
    end

    chains("s . (Hdot - 2C) s is zero for the passive factors, whatever s, and not for the reference", 801, function(bodies, _, d)
        local s = d:list(n)
        for _, factor in ipairs(factors) do
            local N = passivity_matrix(bodies, n, factor)
            local power = dense.dot(s, dense.mul(N, s))
            local scale = compare.scale(N, mass_matrix_rate(bodies, n))
            if passive[factor] then
                near(power, 0, { scale = 10 * scale, what = factor })
                near(dense.add(N, dense.transpose(N)), dense.zeros(n, n), { scale = 10 * scale, what = factor .. ", skew" })
            else
                compare.different(dense.add(N, dense.transpose(N)), dense.zeros(n, n), { what = factor })
                assert.is_true(math.abs(power) > 1e-6 * scale, "the reference factor did work by no chance on this s")
            end
        end
    end)

    chains("at s = qd even the reference does no work, which is where its page looked", 802, function(bodies, qd)
        for _, factor in ipairs(factors) do
            local N = passivity_matrix(bodies, n, factor)
            near(dense.dot(qd, dense.mul(N, qd)), 0, { scale = 10 * compare.scale(N), what = factor })
        end
    end)

    chains("all factors give the same Coriolis forces at qd_ref = qd", 803, function(bodies, qd)
        -- J^T (M Jdot qd + v x* M v), the v x v having gone.
        local wanted = {}
        for i = 1, n do
            wanted[i] = 0
        end
        for _, body in ipairs(bodies) do
            local f = dense.add(dense.mul(body.M, dense.mul(body.J_dot, qd)), dense.mul(dense.force_cross(body.v), dense.mul(body.M, body.v)))
            wanted = dense.add(wanted, dense.mul(dense.transpose(body.J), f))
        end
        for _, factor in ipairs(factors) do
            near(coriolis_times(bodies, qd, factor), wanted, { what = factor })
        end
    end)

    chains("the mass matrix changes as kinematics say, or none of the above means anything", 804, function(bodies, qd)
        -- Hdot qd . qd from the energy's other half: qd . Hdot qd = 2 qd . (C qd).
        local H_dot = mass_matrix_rate(bodies, n)
        local power = dense.dot(qd, dense.mul(H_dot, qd))
        near(power, 2 * dense.dot(qd, coriolis_times(bodies, qd, "christoffel")), { scale = 10 * compare.scale(H_dot) })
        assert.is_true(compare.scale(H_dot) > 1)
    end)
end)
