-- The laws of rotations, transforms and spatial vectors over seeded random draws: they form groups, actions agree with
-- their 6x6 matrices and with a dense second implementation, crosses obey Jacobi and duality, and power is the same in
-- every frame.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"

local Rotation, Transform, Vec3 = rigid.Rotation, rigid.Transform, rigid.Vec3
local SpatialMotion, Twist, SpatialAcc = rigid.SpatialMotion, rigid.Twist, rigid.SpatialAcc
local SpatialForce, Wrench, SpatialMomentum = rigid.SpatialForce, rigid.Wrench, rigid.SpatialMomentum

local motions, forces = { SpatialMotion, Twist, SpatialAcc }, { SpatialForce, Wrench, SpatialMomentum }
local near = compare.near

-- law(d, seed) over so many draws.
local function holds(name, first_seed, law)
    it(name, function() draw.each(60, first_seed, law) end)
end

local function rotation(d) return Rotation.matrix(d:rotation()) end

describe("rotations", function()
    holds("compose as their matrices do, and associate", 101, function(d)
        local A, B, C = d:rotation(), d:rotation(), d:rotation()
        local a, b, c = Rotation.matrix(A), Rotation.matrix(B), Rotation.matrix(C)
        near(a * b, dense.mul(A, B), { scale = 1 })
        near((a * b) * c, a * (b * c), { scale = 1 })
        compare.different(a * b, b * a)
    end)

    holds("have an inverse, which is the transpose", 102, function(d)
        local R = d:rotation()
        local r = Rotation.matrix(R)
        near(r:inverse(), dense.transpose(R), { scale = 1 })
        near(r * r:inverse(), dense.identity(3))
        near(r:inverse() * r, dense.identity(3))
    end)

    holds("turn vectors as their matrices do, keeping lengths, dots and crosses", 103, function(d)
        local R, a, b = d:rotation(), d:vec3(), d:vec3()
        local r = Rotation.matrix(R)
        near(r * Vec3(a), dense.mul(R, a), { scale = a })
        near(r * a, dense.mul(R, a), { scale = a })
        near((r * a):dot(r * b), dense.dot(a, b), { scale = 1 })
        near((r * a):cross(r * b), r * Vec3(a):cross(b), { scale = 1 })
    end)

    holds("come back from every description of themselves", 104, function(d)
        local r = rotation(d)
        near(Rotation.quaternion(r:quaternion()), r, { scale = 1 })
        near(Rotation.rpy(r:rpy()), r, { scale = 1 })
        near(Rotation.axis_angle(r:axis_angle()), r, { scale = 1 })
        near(Rotation.exp(r:log()), r, { scale = 1 })
        near(Rotation.matrix(r:matrix()), r, { scale = 1 })
        near(Rotation(r:table()), r, { scale = 1 })
        assert.is_true((r:quaternion()) >= 0)
    end)

    holds("are what each description says, in the dense second implementation", 105, function(d)
        local axis, angle = d:direction(), d:between(0.3, 2.8)
        local K = dense.skew(axis)
        near(Rotation.axis_angle(axis, angle), dense.exponential(dense.scale(K, angle)))
        near(Rotation.exp(dense.scale(axis, angle)), dense.exponential(dense.scale(K, angle)))
        local w, s = math.cos(angle / 2), math.sin(angle / 2)
        near(Rotation.quaternion(w, s * axis[1], s * axis[2], s * axis[3]), dense.exponential(dense.scale(K, angle)))
        -- Roll about x, then pitch about y, then yaw about z, all fixed axes.
        local roll, pitch, yaw = d:number(), d:number(), d:number()
        local function about(x, y, z, turn) return dense.exponential(dense.scale(dense.skew { x, y, z }, turn)) end
        near(Rotation.rpy(roll, pitch, yaw), dense.mul(about(0, 0, 1, yaw), dense.mul(about(0, 1, 0, pitch), about(1, 0, 0, roll))), { scale = 1 })
    end)

    holds("of an axis and angle, a quaternion or a logarithm give those back", 106, function(d)
        local axis, angle = d:direction(), d:between(0.3, 2.8)
        local got_axis, got_angle = Rotation.axis_angle(axis, angle):axis_angle()
        near(got_axis, axis)
        near(got_angle, angle)
        near(Rotation.exp(dense.scale(axis, angle)):log(), dense.scale(axis, angle))
        local q = { math.cos(angle / 2), math.sin(angle / 2) * axis[1], math.sin(angle / 2) * axis[2], math.sin(angle / 2) * axis[3] }
        near({ Rotation.quaternion(table.unpack(q)):quaternion() }, q)
        near({ Rotation.quaternion(table.unpack(dense.neg(q))):quaternion() }, q)
    end)
end)

describe("transforms", function()
    holds("compose as their 4x4 matrices do, and associate", 201, function(d)
        local a, A_R, A_p = make.pose(d)
        local b, B_R, B_p = make.pose(d)
        local c = make.pose(d)
        near(a:matrix(), dense.pose(A_R, A_p))
        near(a * b, dense.mul(dense.pose(A_R, A_p), dense.pose(B_R, B_p)))
        near((a * b) * c, a * (b * c))
        compare.different(a * b, b * a)
    end)

    holds("have an inverse", 202, function(d)
        local x, R, p = make.pose(d)
        near(x:inverse(), dense.inverse(dense.pose(R, p)))
        near(x * x:inverse(), dense.identity(4), { scale = p })
        near(x:inverse() * x, dense.identity(4), { scale = p })
    end)

    holds("act on points by turning, then moving", 203, function(d)
        local x, R, p = make.pose(d)
        local q = d:vec3()
        near(x * Vec3(q), dense.add(dense.mul(R, q), p), { scale = q })
        near(x * q, x * Vec3(q), { tol = tolerance.exact, scale = q })
        local y = make.pose(d)
        near((x * y) * q, x * (y * q), { scale = 4 })
    end)

    holds("act on motions and forces as their adjoint matrices do", 204, function(d)
        local x, R, p = make.pose(d)
        near(x:adjoint(), dense.adjoint(R, p))
        near(x:adjoint_force(), dense.adjoint_force(R, p))
        for _, class in ipairs(motions) do
            local v, six = make.spatial(d, class)
            near(x * v, dense.mul(dense.adjoint(R, p), six), { what = rigid.type(v) })
            assert.equal(rigid.type(v), rigid.type(x * v))
        end
        for _, class in ipairs(forces) do
            local f, six = make.spatial(d, class)
            near(x * f, dense.mul(dense.adjoint_force(R, p), six), { what = rigid.type(f) })
            assert.equal(rigid.type(f), rigid.type(x * f))
        end
    end)

    holds("have adjoints that compose, and are each other's inverse transpose", 205, function(d)
        local x, y = make.pose(d), make.pose(d)
        near((x * y):adjoint(), x:adjoint() * y:adjoint())
        near((x * y):adjoint_force(), x:adjoint_force() * y:adjoint_force())
        near(x:adjoint_force():transpose() * x:adjoint(), dense.identity(6), { scale = 4 })
        near(x:inverse():adjoint(), x:adjoint():inverse())
    end)

    holds("leave power as it is, whatever the frame", 206, function(d)
        local x = make.pose(d)
        for i, class in ipairs(motions) do
            local v, f = class(d:six()), forces[i](d:six())
            near((x * v):dot(x * f), v:dot(f), { scale = 10 })
            near((x * f):dot(x * v), v:dot(f), { scale = 10 })
        end
    end)

    holds("are the exponential of their logarithm, and the logarithm undoes the exponential", 207, function(d)
        local x = make.pose(d)
        near(x:log():exp(), x)
        local v = SpatialMotion(d:vec3(), dense.scale(d:direction(), d:between(0.3, 2.8)))
        near(v:exp():log(), v)
        near(v:exp(), dense.exponential(dense.pose_rate(v:table())))
        near((-v):exp(), v:exp():inverse())
        near((2 * v):exp(), v:exp() * v:exp())
    end)

    holds("move a screw into another frame: X exp(v) X^-1 = exp(X v)", 208, function(d)
        local x, v = make.pose(d), SpatialMotion(d:six())
        near(x * v:exp() * x:inverse(), (x * v):exp(), { scale = 10 })
    end)

    holds("that only move are shifts of the point the other way", 209, function(d)
        local p = d:vec3()
        local x = Transform(Rotation.identity(), p)
        for _, class in ipairs { Twist, Wrench, SpatialMomentum } do
            local v = class(d:six())
            near(x * v, v:shift { -p[1], -p[2], -p[3] }, { scale = v })
        end
    end)
end)

describe("spatial vectors", function()
    holds("cross motions as v x: [w^ u^; 0 w^], forces as its negative transpose", 301, function(d)
        local v, six = make.spatial(d, SpatialMotion)
        near(v:cross_matrix(), dense.motion_cross(six))
        near(v:cross_force_matrix(), dense.force_cross(six))
        near(v:cross_force_matrix(), -v:cross_matrix():transpose(), { tol = tolerance.exact })
        for _, class in ipairs(motions) do
            local u, u_six = make.spatial(d, class)
            near(v:cross(u), dense.mul(dense.motion_cross(six), u_six), { scale = 1 })
            assert.equal("SpatialMotion", rigid.type(v:cross(u)))
        end
        for _, class in ipairs(forces) do
            local f, f_six = make.spatial(d, class)
            near(v:cross(f), dense.mul(dense.force_cross(six), f_six), { scale = 1 })
            assert.equal("SpatialForce", rigid.type(v:cross(f)))
        end
    end)

    holds("obey Jacobi, antisymmetry and v x v = 0", 302, function(d)
        local a, b, c = SpatialMotion(d:six()), SpatialMotion(d:six()), SpatialMotion(d:six())
        near(a:cross(b:cross(c)) + b:cross(c:cross(a)) + c:cross(a:cross(b)), { 0, 0, 0, 0, 0, 0 }, { scale = 20 })
        near(a:cross(b), -b:cross(a), { scale = 1 })
        near(a:cross(a), { 0, 0, 0, 0, 0, 0 }, { scale = 1 })
        -- (a x b) x* f = a x* (b x* f) - b x* (a x* f)
        local f = SpatialForce(d:six())
        near(a:cross(b):cross(f), a:cross(b:cross(f)) - b:cross(a:cross(f)), { scale = 20 })
    end)

    holds("are dual: (v x u) . f = -u . (v x* f)", 303, function(d)
        local v, u, f = Twist(d:six()), Twist(d:six()), Wrench(d:six())
        near(v:cross(u):dot(f), -u:dot(v:cross(f)), { scale = 10 })
    end)

    holds("cross the same in every frame: X(v x u) = Xv x Xu, and on forces", 304, function(d)
        local x, v, u, f = make.pose(d), Twist(d:six()), Twist(d:six()), Wrench(d:six())
        near(x * v:cross(u), (x * v):cross(x * u), { scale = 20 })
        near(x * v:cross(f), (x * v):cross(x * f), { scale = 20 })
    end)

    holds("shift there and back, and by a sum of steps", 305, function(d)
        local p, q = d:vec3(), d:vec3()
        for _, class in ipairs { Twist, Wrench, SpatialMomentum } do
            local v = class(d:six())
            near(v:shift(p):shift(dense.neg(p)), v, { scale = 4 })
            near(v:shift(p):shift(q), v:shift(dense.add(p, q)), { scale = 4 })
        end
        local a, omega = SpatialAcc(d:six()), d:vec3()
        near(a:shift(p, omega):shift(dense.neg(p), omega), a, { scale = 8 })
        near(a:shift(p, omega):shift(q, omega), a:shift(dense.add(p, q), omega), { scale = 8 })
    end)

    holds("shift as rigid motion says", 306, function(d)
        local p, v, f = d:vec3(), d:six(), d:six()
        local u, w = dense.linear(v), dense.angular(v)
        -- u_Q = u_P + w x p ; n_Q = n_P - p x f
        near(Twist(v):shift(p), Twist(dense.add(u, dense.cross(w, p)), w))
        local phi, n = dense.linear(f), dense.angular(f)
        near(Wrench(f):shift(p), Wrench(phi, dense.sub(n, dense.cross(p, phi))))
        near(SpatialMomentum(f):shift(p), SpatialMomentum(phi, dense.sub(n, dense.cross(p, phi))))
        -- a_Q = a_P + alpha x p + omega x (omega x p)
        local omega = d:vec3()
        local a_Q = dense.add(u, dense.cross(w, p), dense.cross(omega, dense.cross(omega, p)))
        near(SpatialAcc(v):shift(p, omega), SpatialAcc(a_Q, w))
    end)

    holds("have the same power at every point", 307, function(d)
        local p, v, f = d:vec3(), Twist(d:six()), Wrench(d:six())
        near(v:shift(p):dot(f:shift(p)), v:dot(f), { scale = 10 })
        near(v:dot(f), dense.dot(v:table(), f:table()), { scale = 10 })
        near(f:dot(v), v:dot(f), { scale = 10 })
    end)

    holds("are a vector space", 308, function(d)
        local s, t = d:number(), d:number()
        for _, class in ipairs { SpatialMotion, Twist, SpatialAcc, SpatialForce, Wrench, SpatialMomentum } do
            local a, a_six = make.spatial(d, class)
            local b, b_six = make.spatial(d, class)
            near(s * a + t * b, dense.add(dense.scale(a_six, s), dense.scale(b_six, t)), { scale = 4 })
            near(a - b, dense.sub(a_six, b_six), { scale = 4 })
            near((a * s) / s, a, { scale = 4 })
            near(a + -a, { 0, 0, 0, 0, 0, 0 }, { scale = 1 })
            assert.is_true(a + b == b + a)
        end
    end)
end)
