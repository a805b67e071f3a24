-- The laws of one body's inertia over seeded random draws: it acts as its 6x6 matrix does, in every frame and about every
-- point; sums are sums; the bias wrench has the derivative it says; the inverse inverts.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"

local SpatialInertia, Rotation, Matrix = rigid.SpatialInertia, rigid.Rotation, rigid.Matrix
local Twist, SpatialAcc, SpatialMotion = rigid.Twist, rigid.SpatialAcc, rigid.SpatialMotion
local SpatialMomentum, Wrench, SpatialForce = rigid.SpatialMomentum, rigid.Wrench, rigid.SpatialForce

local near = compare.near

local function holds(name, first_seed, law)
    it(name, function() draw.each(60, first_seed, law) end)
end

describe("an inertia", function()
    holds("is the matrix [m 1, -h^; h^, I], in either order", 401, function(d)
        local M, pi = make.body(d)
        near(M:matrix(), dense.inertia(pi))
        near(M:matrix "angular", dense.swap_both(dense.inertia(pi)))
        near(M:parameters(), pi, { tol = tolerance.exact })
        near(M:central_inertia(), dense.central(pi), { scale = M:rotational_inertia() })
        near(M:unit_inertia(), dense.scale(select(3, dense.parts(pi)), 1 / pi[1]))
    end)

    holds("multiplies motions as its matrix does", 402, function(d)
        local M, pi = make.body(d)
        for _, pair in ipairs { { Twist, "SpatialMomentum" }, { SpatialAcc, "Wrench" }, { SpatialMotion, "SpatialForce" } } do
            local v, six = make.spatial(d, pair[1])
            near(M * v, dense.mul(dense.inertia(pi), six))
            assert.equal(pair[2], rigid.type(M * v))
        end
        local columns = d:matrix(6, 5)
        near(M * Matrix(columns), dense.mul(dense.inertia(pi), columns))
    end)

    holds("acts the same in every frame: X(Mv) = (XM)(Xv)", 403, function(d)
        local M, pi = make.body(d)
        local X, R, p = make.pose(d)
        local v = Twist(d:six())
        near(X * (M * v), (X * M) * (X * v), { scale = 100 })
        near((X * M):matrix(), dense.congruence(dense.adjoint_force(R, p), dense.inertia(pi)))
        near(X:inverse() * (X * M), M, { scale = X * M })
    end)

    holds("acts the same about every point: M:shift(p) * v:shift(p) = (M v):shift(p)", 404, function(d)
        local M, pi = make.body(d)
        local p, v = d:vec3(), Twist(d:six())
        near(M:shift(p) * v:shift(p), (M * v):shift(p), { scale = 100 })
        -- Shifting the point by p is moving the frame by p: the force adjoint of -p.
        near(M:shift(p):matrix(), dense.congruence(dense.adjoint_force(dense.identity(3), dense.neg(p)), dense.inertia(pi)))
    end)

    holds("acts the same in all axes: M:re_express(R) * (R v) = R (M v)", 405, function(d)
        local M = make.body(d)
        local R, v = d:rotation(), d:six()
        local E = dense.adjoint(R, { 0, 0, 0 })
        local turned = M:re_express(R)
        near(turned * Twist(dense.mul(E, v)), dense.mul(E, (M * Twist(v)):table()), { scale = 100 })
        near(M:re_express(Rotation.matrix(R)), turned, { tol = tolerance.exact })
        near(turned:re_express(dense.transpose(R)), M, { scale = M })
    end)

    holds("transforms by turning, then shifting back by the position", 406, function(d)
        local M = make.body(d)
        local X, R, p = make.pose(d)
        near(X * M, M:re_express(R):shift(dense.neg(p)), { scale = X * M })
    end)

    holds("of two bodies together is the sum, in any order, of parameters and of matrices", 407, function(d)
        local A, a = make.body(d)
        local B, b = make.body(d)
        local C = make.body(d)
        near((A + B):parameters(), dense.add(a, b), { tol = tolerance.exact })
        near((A + B):matrix(), A:matrix() + B:matrix(), { tol = tolerance.exact })
        assert.is_true(SpatialInertia.combine(A, B) == A + B)
        assert.is_true(A + B == B + A)
        near((A + B) + C, A + (B + C), { scale = C })
        local p = d:vec3()
        near((A + B):shift(p), A:shift(p) + B:shift(p), { scale = 100 })
        local v = Twist(d:six())
        near((A + B) * v, A * v + B * v, { scale = 100 })
        -- The com of both lies between, by masses; moments about it grow by the reduced mass (parallel axes).
        local m, mA, mB = a[1] + b[1], a[1], b[1]
        near((A + B):com(), dense.scale(dense.add(dense.scale(A:com():table(), mA), dense.scale(B:com():table(), mB)), 1 / m))
        local apart = dense.sub(A:com():table(), B:com():table())
        local wanted = dense.add(dense.central(a), dense.central(b), dense.particle_inertia(mA * mB / m, apart))
        near((A + B):central_inertia(), wanted, { scale = 100 })
    end)

    holds("made from mass, com and inertia is the same about com or origin", 408, function(d)
        local M, pi = make.body(d)
        local mass, h, I = dense.parts(pi)
        local com = dense.scale(h, 1 / mass)
        local central = dense.central(pi)
        near(SpatialInertia { mass = mass, com = com, inertia = central }, M)
        near(SpatialInertia { mass = mass, com = com, inertia = central, about = "com" }, M)
        near(SpatialInertia { mass = mass, com = com, inertia = I, about = "origin" }, M)
        near(SpatialInertia { mass = mass, com = com, unit_inertia = dense.scale(I, 1 / mass), about = "origin" }, M)
        near(SpatialInertia { mass = mass, com = com, unit_inertia = dense.scale(central, 1 / mass) }, M)
        near(SpatialInertia { mass = mass, com_moment = h, inertia = central }, M)
        near(M:com(), com)
        near(M:com_moment(), h)
    end)

    holds("is inverted by its inverse", 409, function(d)
        local M, pi = make.body(d)
        near(M:inverse_matrix(), dense.inverse(dense.inertia(pi)))
        near(M:inverse_matrix() * M:matrix(), dense.identity(6), { scale = 100 })
        local v, a = Twist(d:six()), SpatialAcc(d:six())
        near(M:apply_inverse(M * v), v, { scale = 10 })
        near(M:apply_inverse(M * a), a, { scale = 10 })
        assert.equal("Twist", rigid.type(M:apply_inverse(SpatialMomentum(d:six()))))
        assert.equal("SpatialAcc", rigid.type(M:apply_inverse(Wrench(d:six()))))
        local f = d:six()
        near(M:apply_inverse(SpatialForce(f)), dense.mul(dense.inverse(dense.inertia(pi)), f))
    end)

    holds("has the bias wrench v x* M v, in every frame", 410, function(d)
        local M, pi = make.body(d)
        local v, six = make.spatial(d, Twist)
        near(M:bias_wrench(v), dense.mul(dense.force_cross(six), dense.mul(dense.inertia(pi), six)), { scale = 100 })
        near(M:bias_wrench(v), v:cross(M * v), { scale = 100 })
        local X = make.pose(d)
        near(X * M:bias_wrench(v), (X * M):bias_wrench(X * v), { scale = 1000 })
        -- It does no work on the motion it comes from.
        near(M:bias_wrench(v):dot(v), 0, { scale = 100 })
        assert.is_true(M:bias_wrench(v):angular():norm() > tolerance.clearly_different)
    end)

    holds("has the derivative of the bias wrench that central differences find", 411, function(d)
        local M = make.body(d)
        local v = d:six()
        local step, columns = 1e-3, {}
        for k = 1, 6 do
            local ahead, behind = { table.unpack(v) }, { table.unpack(v) }
            ahead[k], behind[k] = v[k] + step, v[k] - step
            local difference = M:bias_wrench(Twist(ahead)) - M:bias_wrench(Twist(behind))
            columns[k] = dense.scale(difference:table(), 1 / (2 * step))
        end
        local derivative = M:bias_wrench_derivative(Twist(v))
        near(derivative, dense.from_columns(columns), { tol = tolerance.central_difference })
        -- v x* M v is quadratic: its derivative along v is twice itself.
        near(derivative * rigid.Vector(v), (2 * M:bias_wrench(Twist(v))):table(), { scale = 100 })
    end)

    holds("weighs its kinetic energy the same in every frame and about every point", 412, function(d)
        local M, pi = make.body(d)
        local v, six = make.spatial(d, Twist)
        local energy = v:dot(M * v) / 2
        near(energy, dense.dot(six, dense.mul(dense.inertia(pi), six)) / 2, { scale = 100 })
        assert.is_true(energy > 0)
        local X, p = make.pose(d), d:vec3()
        near((X * v):dot((X * M) * (X * v)) / 2, energy, { scale = 1000 })
        near(v:shift(p):dot(M:shift(p) * v:shift(p)) / 2, energy, { scale = 1000 })
    end)
end)

describe("a rotational inertia", function()
    holds("re-expresses by congruence, keeps its moments, and shifts by the parallel axes", 501, function(d)
        local pi = d:parameters()
        local central = dense.central(pi)
        local I = rigid.RotationalInertia(central)
        local R, p, mass = d:rotation(), d:vec3(), pi[1]
        near(I:re_express(R), dense.congruence(R, central))
        near(I:re_express(R):principal(), (I:principal()), { scale = 10 })
        -- From the com to Q = P + p: what a particle of that mass at p has.
        near(I:shift(p, mass), dense.add(central, dense.particle_inertia(mass, p)))
        -- From any point P, with the com from P given.
        local com = d:vec3()
        local about_P = dense.add(central, dense.particle_inertia(mass, com))
        local about_Q = dense.add(central, dense.particle_inertia(mass, dense.sub(com, p)))
        near(rigid.RotationalInertia(about_P):shift(p, mass, com), about_Q, { scale = 100 })
        local w = d:vec3()
        near(I * rigid.Vec3(w), dense.mul(central, w), { scale = 10 })
        near(I + I, 2 * I)
        near((I * 3) - I, 2 * I, { scale = I })
    end)

    holds("has principal axes that rebuild it, right-handed, moments ascending", 502, function(d)
        local central = dense.central(d:parameters())
        local moments, R = rigid.RotationalInertia(central):principal()
        local axes = R:matrix():table()
        near(dense.congruence(axes, dense.diagonal(moments:table())), central)
        near(dense.determinant3(axes), 1)
        assert.is_true(moments.x <= moments.y and moments.y <= moments.z)
        assert.is_true(rigid.RotationalInertia(central):is_valid())
    end)
end)
