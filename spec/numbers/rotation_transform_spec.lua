-- Rotation and Transform, behaviour by behaviour: every way of making one, what comes back out, printing, and refusals by
-- what they name. Their laws over random draws are in the law specs, their precision in precision_spec.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local Rotation, Transform, Vec3, Matrix = rigid.Rotation, rigid.Transform, rigid.Vec3, rigid.Matrix
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge
local identity = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
local quarter = math.pi / 2

describe("making a Rotation", function()
    it("by rpy turns about fixed x, then y, then z, as URDF does", function()
        near(Rotation.rpy(quarter, 0, 0) * { 0, 1, 0 }, { 0, 0, 1 })
        near(Rotation.rpy(0, quarter, 0) * { 0, 0, 1 }, { 1, 0, 0 })
        near(Rotation.rpy(0, 0, quarter) * { 1, 0, 0 }, { 0, 1, 0 })
        near(Rotation.rpy(0.1, 0.2, 0.3), (Rotation.rpy(0, 0, 0.3) * Rotation.rpy(0, 0.2, 0) * Rotation.rpy(0.1, 0, 0)))
        near({ Rotation.rpy(0.1, -0.2, 0.3):rpy() }, { 0.1, -0.2, 0.3 })
    end)

    it("by axis and angle takes an axis of any length", function()
        near(Rotation.axis_angle({ 0, 0, 5 }, quarter) * { 1, 0, 0 }, { 0, 1, 0 })
        near(Rotation.axis_angle(Vec3(1, 1, 1), 2 * math.pi / 3) * { 1, 0, 0 }, { 0, 1, 0 })
        local axis, angle = Rotation.axis_angle({ 0, 0, 1 }, -quarter):axis_angle()
        near(axis, { 0, 0, -1 })
        near(angle, quarter)
        refuses(function() return Rotation.axis_angle({ 0, 0, 0 }, 1) end, "#1 to 'axis_angle'", "length")
        refuses(function() return Rotation.axis_angle({ 0, 0, 1 }) end, "#2 to 'axis_angle'", "number")
    end)

    it("by quaternion takes w first, of any length, and gives one back with w >= 0", function()
        local s = math.sqrt(0.5)
        near(Rotation.quaternion(s, 0, 0, s) * { 1, 0, 0 }, { 0, 1, 0 })
        near(Rotation.quaternion(10 * s, 0, 0, 10 * s) * { 1, 0, 0 }, { 0, 1, 0 })
        near({ Rotation.quaternion(-s, 0, 0, -s):quaternion() }, { s, 0, 0, s })
        for _, length in ipairs { 1e-300, 1e-160, 1e-100, 1e100, 1e160, 1e300 } do
            near(Rotation.quaternion(0.1 * length, -0.5 * length, 0.7 * length, 0.3 * length), Rotation.quaternion(0.1, -0.5, 0.7, 0.3))
        end
        near({ Rotation.identity():quaternion() }, { 1, 0, 0, 0 })
        refuses(function() return Rotation.quaternion(0, 0, 0, 0) end, "'quaternion'")
        refuses(function() return Rotation.quaternion(1, 0, 0) end, "#4 to 'quaternion'")
        refuses(function() return Rotation.quaternion(1, 0, nan, 0) end, "#3 to 'quaternion'", "nan")
        refuses(function() return Rotation.quaternion(inf, 0, 0, 0) end, "#1 to 'quaternion'", "inf")
    end)

    it("by matrix takes what is one to 1e-6, and makes it exactly orthonormal", function()
        local R = Rotation.rpy(0.4, 0.5, 0.6)
        assert.equal(R, Rotation(R))
        near(Rotation.matrix(R:matrix()), R, { tol = tolerance.exact, scale = 1 })
        near(Rotation(R:table()), R, { tol = tolerance.exact, scale = 1 })
        local rough = R:table()
        rough[1][1], rough[2][3] = rough[1][1] + 4e-7, rough[2][3] - 3e-7
        local made = Rotation.matrix(rough)
        near(made, R, { tol = 1e-6, scale = 1 })
        near(made:matrix() * made:matrix():transpose(), identity, { tol = tolerance.orthonormal })
    end)

    it("by matrix refuses what stretches, mirrors, or is no 3x3", function()
        refuses(function() return Rotation.matrix { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1.00001 } } end, "#1 to 'matrix'", "rotation matrix expected")
        refuses(function() return Rotation.matrix { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } } end, "#1 to 'matrix'", "mirrors")
        refuses(function() return Rotation.matrix(Matrix(3, 3)) end, "#1 to 'matrix'")
        refuses(function() return Rotation.matrix(Matrix.identity(4)) end, "#1 to 'matrix'", "4x4")
        refuses(function() return Rotation.matrix { { 1, 0 }, { 0, 1 } } end, "#1 to 'matrix'")
        refuses(function() return Rotation(5) end, "#1 to 'Rotation'", "5")
        refuses(function() return Rotation.matrix { { nan, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end, "#1 to 'matrix'")
    end)

    it("by exp turns about w by its length", function()
        near(Rotation.exp { 0, 0, quarter } * { 1, 0, 0 }, { 0, 1, 0 })
        assert.equal(Rotation.identity(), Rotation.exp { 0, 0, 0 })
        near(Rotation.exp { 0.1, 0.2, 0.3 }:log(), { 0.1, 0.2, 0.3 })
        refuses(function() return Rotation.exp(1) end, "#1 to 'exp'")
        refuses(function() return Rotation.exp { 1.7e308, 1.7e308, 0 } end, "#1 to 'exp'", "overflows")
    end)
end)

describe("a Rotation", function()
    local R = Rotation.rpy(0.1, 0.2, 0.3)

    it("keeps rpy in range, and answers at the poles", function()
        for _, pitch in ipairs { quarter, -quarter } do
            local r, p, y = Rotation.rpy(0.3, pitch, 0.4):rpy()
            near(p, pitch, { tol = tolerance.length_from_spread })
            near(Rotation.rpy(r, p, y), Rotation.rpy(0.3, pitch, 0.4), { tol = tolerance.length_from_spread })
        end
    end)

    it("has an axis even where it turns by nothing or by pi", function()
        local axis, angle = Rotation.identity():axis_angle()
        assert.equal(0, angle)
        near(axis:norm(), 1)
        axis, angle = Rotation.axis_angle({ 1, 2, -2 }, math.pi):axis_angle()
        near(angle, math.pi)
        near(math.abs(axis:dot { 1 / 3, 2 / 3, -2 / 3 }), 1)
    end)

    it("carries NaN through exp and log, and through what reads a rotation; a placement refuses it", function()
        for _, w in ipairs { { nan, 0, 0 }, { 0, nan, 1 }, { inf, 0, 0 }, { 0, -inf, nan } } do
            local turn = Rotation.exp(w)
            for _, row in ipairs(turn:table()) do
                for _, x in ipairs(row) do assert.is_true(x ~= x) end
            end
            local q, roll, axis, angle = turn:quaternion(), turn:rpy(), turn:axis_angle()
            for _, x in ipairs { q, roll, axis.x, angle, turn:log().y, turn:inverse():log().z, (turn * { 1, 2, 3 }).x } do
                assert.is_true(x ~= x)
            end
            for _, v in ipairs { rigid.Twist({ 1, 2, 3 }, w), rigid.SpatialMotion(w, { 0.1, 0.2, 0.3 }) } do
                local u = v:exp():log():linear()
                assert.is_true(u.x ~= u.x)
            end
            local X = rigid.Transform(turn, { 1, 2, 3 })
            for _, placement in ipairs { X, { rotation = turn } } do
                refuses(function() rigid.Model { bodies = { { name = "b", placement = placement } } } end, "field 'bodies[1].placement'", "rotation of finite numbers expected")
            end
            local M = rigid.SpatialInertia.unitary()
            for _, body in ipairs { M, rigid.ABI(M), M:central_inertia() } do
                refuses(function() body:re_express(turn) end, "#1 to 're_express'", "rotation of finite numbers expected")
            end
            refuses(function() rigid.Inertial():set_pose(X) end, "#1 to 'set_pose'", "rotation of finite numbers expected")
            refuses(function() rigid.Inertial():set_inertial_rotation(turn) end, "#1 to 'set_inertial_rotation'", "rotation of finite numbers expected")
        end
        local far = rigid.Twist({ 1, 0, 0 }, { 1.7e308, -1.7e308, 0 })
        refuses(function() far:exp() end, "'exp' has no answer", "overflows")
    end)

    it("re-expresses nothing but rotations and points: the rest have re_express", function()
        refuses(function() return R * rigid.Twist { 1, 2, 3, 4, 5, 6 } end, "cannot multiply a Rotation by a Twist")
        refuses(function() return R * 2 end, "cannot multiply a Rotation by a number")
        refuses(function() return 2 * R end, "cannot multiply a number by a Rotation")
        refuses(function() return R * { 1, 2 } end)
        refuses(function() return R + R end)
    end)

    it("compares, copies, goes to a table and back, and prints its rows", function()
        assert.equal(R, R:copy())
        assert.is_false(rawequal(R, R:copy()))
        assert.is_false(R == Rotation.identity())
        assert.is_true(R:is_near(Rotation.rpy(0.1, 0.2, 0.3 + 1e-11)))
        assert.is_false(R:is_near(Rotation.rpy(0.1, 0.2, 0.3 + 1e-6)))
        near(Rotation(R:table()), R, { tol = tolerance.exact, scale = 1 })
        assert.equal(3, #R:table())
        local rows = select(2, tostring(R):gsub("\n", ""))
        assert.equal(3, rows)
        assert.matches("^Rotation", tostring(R))
        refuses(function() return R:is_near(R:matrix()) end, "#1 to 'is_near'", "Matrix")
        refuses(function() return R.inverse() end, "calling 'inverse' on no value")
    end)
end)

describe("making a Transform", function()
    it("takes a rotation and a position, or the two by name", function()
        local R, p = Rotation.rpy(0.1, 0.2, 0.3), Vec3(1, 2, 3)
        local X = Transform(R, p)
        assert.equal("Transform", rigid.type(X))
        assert.equal(X, Transform { rotation = R, position = p })
        near(Transform(R:table(), { 1, 2, 3 }), X, { tol = tolerance.exact })
        assert.equal(R, X:rotation())
        assert.equal(p, X:position())
        assert.equal(Transform(Rotation.identity(), { 0, 0, 0 }), Transform.identity())
        assert.equal(Transform(R, { 0, 0, 0 }), Transform { rotation = R })
        assert.equal(Transform(Rotation.identity(), p), Transform { position = p })
    end)

    it("refuses anything else, naming it", function()
        refuses(function() return Transform() end, "#1 to 'Transform'")
        refuses(function() return Transform(Rotation.identity(), { 1, 2 }) end, "#2 to 'Transform'", "[3]")
        refuses(function() return Transform(Rotation.identity(), 5) end, "#2 to 'Transform'", "5")
        refuses(function() return Transform { rotation = Rotation.identity(), positon = { 1, 2, 3 } } end, "#1 to 'Transform'", "positon", "did you mean 'position'")
        refuses(function() return Transform { rotation = { { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } end, "#1 to 'Transform'", "field 'rotation'")
        refuses(function() return Transform { position = "here" } end, "#1 to 'Transform'", "field 'position'")
    end)
end)

describe("a Transform", function()
    local X = Transform(Rotation.axis_angle({ 0, 0, 1 }, quarter), { 1, 0, 0 })

    it("turns, then moves", function()
        near(X * Vec3(1, 0, 0), { 1, 1, 0 })
        near(X * { 1, 0, 0 }, { 1, 1, 0 })
        near(X:inverse() * { 1, 1, 0 }, { 1, 0, 0 })
        near(X:matrix(), { { 0, -1, 0, 1 }, { 1, 0, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } })
    end)

    it("carries everything that lives in a frame, each keeping its kind", function()
        local d = draw.stream(2100)
        local M = rigid.SpatialInertia.from_parameters(d:parameters())
        for _, value in ipairs {
            X, Vec3(1, 2, 3), rigid.SpatialMotion(d:six()), rigid.Twist(d:six()), rigid.SpatialAcc(d:six()),
            rigid.SpatialForce(d:six()), rigid.Wrench(d:six()), rigid.SpatialMomentum(d:six()), M, rigid.ABI(M),
        } do
            assert.equal(rigid.type(value), rigid.type(X * value))
            near(X:inverse() * (X * value), value, { scale = X * value })
        end
    end)

    it("moves a force's moment and a motion's velocity by where it puts them", function()
        -- A pure force along y at the old origin, seen from 1 m away: a moment of r x f.
        near(Transform(Rotation.identity(), { 1, 0, 0 }) * rigid.Wrench({ 0, 2, 0 }, { 0, 0, 0 }), rigid.Wrench({ 0, 2, 0 }, { 0, 0, 2 }))
        -- A turn about z through (1, 0, 0): the new origin moves along -y.
        near(Transform(Rotation.identity(), { 1, 0, 0 }) * rigid.Twist({ 0, 0, 0 }, { 0, 0, 2 }), rigid.Twist({ 0, -2, 0 }, { 0, 0, 2 }))
    end)

    it("has a logarithm whose exponential it is", function()
        assert.equal("SpatialMotion", rigid.type(X:log()))
        near(X:log():exp(), X, { scale = 1 })
        near(Transform.identity():log(), { 0, 0, 0, 0, 0, 0 })
    end)

    it("compares, copies, goes to a table and back, and prints", function()
        assert.equal(X, X:copy())
        assert.is_false(rawequal(X, X:copy()))
        assert.is_false(X == Transform.identity())
        assert.is_true(X:is_near(Transform(X:rotation(), { 1 + 1e-10, 0, 0 })))
        assert.is_false(X:is_near(Transform(X:rotation(), { 1 + 1e-8, 0, 0 })))
        local t = X:table()
        assert.same({ 1, 0, 0 }, t.position)
        assert.equal(3, #t.rotation)
        near(Transform(t), X, { tol = tolerance.exact })
        assert.matches("^Transform", tostring(X))
        assert.matches("position %(1, 0, 0%) m", tostring(X))
    end)

    it("refuses what does not live in a frame", function()
        refuses(function() return X * 2 end, "cannot multiply a Transform by a number")
        refuses(function() return 2 * X end, "cannot multiply a number by a Transform")
        refuses(function() return X * Rotation.identity() end, "cannot multiply a Transform by a Rotation")
        refuses(function() return X * rigid.RotationalInertia { 1, 1, 1 } end, "cannot multiply a Transform by a RotationalInertia")
        refuses(function() return X * { 1, 2 } end)
        refuses(function() return X + X end)
        refuses(function() return X.inverse() end, "calling 'inverse' on no value")
        refuses(function() return X:is_near(5) end, "#1 to 'is_near'")
    end)
end)
