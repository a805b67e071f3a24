-- RotationalInertia, behaviour by behaviour: the five ways to give one, what it says of itself, and refusals by what they
-- name.

local rigid = require "rigid"
local compare = require "spec.support.compare"

local RotationalInertia, Matrix, Rotation, Vec3 = rigid.RotationalInertia, rigid.Matrix, rigid.Rotation, rigid.Vec3
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge

local rows = { { 2, 0.1, 0.2 }, { 0.1, 3, 0.3 }, { 0.2, 0.3, 4 } }
local I = RotationalInertia { 2, 3, 4, 0.1, 0.2, 0.3 }

describe("making a RotationalInertia", function()
    it("takes six numbers, names, a nested table, a Matrix, or another", function()
        assert.equal("RotationalInertia", rigid.type(I))
        assert.equal(I, RotationalInertia { xx = 2, yy = 3, zz = 4, xy = 0.1, xz = 0.2, yz = 0.3 })
        assert.equal(I, RotationalInertia(rows))
        assert.equal(I, RotationalInertia(Matrix(rows)))
        assert.equal(I, RotationalInertia(I))
        near(I, rows)
    end)

    it("refuses a list with something beyond a hole, which its length does not say", function()
        local six = { 2, 3, 4 }
        six[6] = 0.3
        refuses(function() return RotationalInertia(six) end, "#1 to 'RotationalInertia'", "entries 1 to 3", "one at [6]")
        refuses(function() return RotationalInertia { 2, 3, 4, xy = 0.1 } end, "one at [xy]")
        refuses(function() return RotationalInertia { 2, 3, 4, 0.1, 0.2, 0.3, [1.5] = 0 } end, "entries 1 to 6", "one at [number]")
        refuses(function() return rigid.SpatialInertia { mass = 1, inertia = six } end, "field 'inertia'", "one at [6]")
    end)

    it("takes three or six numbers without a table", function()
        assert.equal(I, RotationalInertia(2, 3, 4, 0.1, 0.2, 0.3))
        assert.equal(RotationalInertia { 2, 3, 4 }, RotationalInertia(2, 3, 4))
    end)

    it("takes three moments, and missing products for zero", function()
        assert.equal(RotationalInertia { 2, 3, 4, 0, 0, 0 }, RotationalInertia { 2, 3, 4 })
        assert.equal(RotationalInertia { 2, 3, 4, 0, 0.5, 0 }, RotationalInertia { xx = 2, yy = 3, zz = 4, xz = 0.5 })
    end)

    it("refuses anything else, naming it", function()
        refuses(function() return RotationalInertia() end, "#1 to 'RotationalInertia'")
        refuses(function() return RotationalInertia { 1, 2 } end, "#1 to 'RotationalInertia'")
        refuses(function() return RotationalInertia { 1, 2, 3, 4 } end, "#1 to 'RotationalInertia'")
        refuses(function() return RotationalInertia { { 1, 0.5, 0 }, { 0.4, 1, 0 }, { 0, 0, 1 } } end, "#1 to 'RotationalInertia'", "symmetric", "(2,1)", "(1,2)")
        refuses(function() return RotationalInertia(Matrix.identity(2)) end, "#1 to 'RotationalInertia'", "2x2")
        refuses(function() return RotationalInertia(5) end, "#2 to 'RotationalInertia'", "no value")
        refuses(function() return RotationalInertia "5" end, "#1 to 'RotationalInertia'", "string")
        refuses(function() return RotationalInertia { xx = 1, yy = 2 } end, "#1 to 'RotationalInertia'")
        refuses(function() return RotationalInertia { xx = 1, yy = "2", zz = 3 } end, "#1 to 'RotationalInertia'")
    end)
end)

describe("a RotationalInertia", function()
    it("has its moments, products and matrix", function()
        assert.equal(Vec3(2, 3, 4), I:moments())
        assert.equal(Vec3(0.1, 0.2, 0.3), I:products())
        assert.same(rows, I:matrix():table())
        assert.same({ xx = 2, yy = 3, zz = 4, xy = 0.1, xz = 0.2, yz = 0.3 }, I:table())
        assert.equal(I, RotationalInertia(I:table()))
    end)

    it("has ascending principal moments, whatever the order given", function()
        local moments, R = RotationalInertia { 5, 1, 4.5 }:principal()
        assert.equal(Vec3(1, 4.5, 5), moments)
        near(RotationalInertia { 1, 4.5, 5 }:re_express(R), RotationalInertia { 5, 1, 4.5 })
        near(R:matrix():determinant(), 1)
    end)

    it("is valid if some mass could be spread so", function()
        assert.is_true(RotationalInertia { 1, 1, 1 }:is_valid())
        assert.is_true(RotationalInertia { 1, 1, 2 }:is_valid())
        assert.is_true(RotationalInertia { 0, 0, 0 }:is_valid())
        assert.is_false(RotationalInertia { 1, 1, 2.001 }:is_valid())
        assert.is_false(RotationalInertia { -1, 1, 1 }:is_valid())
        assert.is_false(RotationalInertia { 1, 1, 1, 0.9, 0, 0 }:is_valid())
        assert.is_false(RotationalInertia { nan, 1, 1 }:is_valid())
        assert.is_false(RotationalInertia { inf, inf, 1 }:is_valid())
    end)

    it("adds, subtracts, scales, and turns an angular velocity into a momentum", function()
        assert.equal(RotationalInertia { 3, 4, 5, 0.1, 0.2, 0.3 }, I + RotationalInertia { 1, 1, 1 })
        assert.equal(RotationalInertia { 1, 2, 3, 0.1, 0.2, 0.3 }, I - RotationalInertia { 1, 1, 1 })
        assert.equal(I + I, I * 2)
        assert.equal(I + I, 2 * I)
        near(I * Vec3(1, 0, 0), { 2, 0.1, 0.2 })
        near(I * { 0, 1, 0 }, { 0.1, 3, 0.3 })
    end)

    it("grows by m d^2 across the way from the com, and by nothing along it", function()
        assert.equal(RotationalInertia { 1, 9, 9 }, RotationalInertia { 1, 1, 1 }:shift({ 2, 0, 0 }, 2))
        -- And back: the com lies where we came from.
        assert.equal(RotationalInertia { 1, 1, 1 }, RotationalInertia { 1, 9, 9 }:shift({ -2, 0, 0 }, 2, { -2, 0, 0 }))
        refuses(function() return I:shift { 1, 0, 0 } end, "#2 to 'shift'")
        refuses(function() return I:shift(5, 1) end, "#1 to 'shift'")
        refuses(function() return I:shift({ 1, 0, 0 }, 1, 5) end, "#3 to 'shift'")
    end)

    it("re-expresses into other axes", function()
        near(RotationalInertia { 1, 2, 3 }:re_express(Rotation.axis_angle({ 0, 0, 1 }, math.pi / 2)), RotationalInertia { 2, 1, 3 })
        near(RotationalInertia { 1, 2, 3 }:re_express { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } }, RotationalInertia { 2, 1, 3 })
        refuses(function() return I:re_express(5) end, "#1 to 're_express'")
        refuses(function() return I:re_express { { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end, "#1 to 're_express'", "rotation matrix")
    end)

    it("compares, copies and prints its rows", function()
        assert.equal(I, I:copy())
        assert.is_false(rawequal(I, I:copy()))
        assert.is_false(I == RotationalInertia { 2, 3, 4 })
        assert.is_true(I:is_near(RotationalInertia { 2, 3, 4 + 1e-10, 0.1, 0.2, 0.3 }))
        assert.is_false(I:is_near(RotationalInertia { 2, 3, 4 + 1e-8, 0.1, 0.2, 0.3 }))
        assert.matches("^RotationalInertia, kg m²\n    2  0.1  0.2\n  0.1    3  0.3\n  0.2  0.3    4$", tostring(I))
    end)

    it("refuses what it cannot be combined with", function()
        refuses(function() return I + 1 end, "cannot add a RotationalInertia and a number")
        refuses(function() return I * I end, "cannot multiply a RotationalInertia by a RotationalInertia")
        refuses(function() return I * rigid.Twist { 1, 2, 3, 4, 5, 6 } end, "cannot multiply a RotationalInertia by a Twist")
        refuses(function() return I:is_near(5) end, "#1 to 'is_near'")
        refuses(function() return I.principal() end, "calling 'principal' on no value")
    end)
end)
