-- Inertial: a mass matrix at a pose in the frame F of an object, with or without the added mass of a fluid. One
-- file: making, setting, adding and reading are tried on the same few bodies.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local near, refuses = compare.near, compare.refuses
local Inertial, MassMatrix3, Matrix, Rotation, RotationalInertia, SpatialInertia, Transform, Vec3 =
    rigid.Inertial, rigid.MassMatrix3, rigid.Matrix, rigid.Rotation, rigid.RotationalInertia, rigid.SpatialInertia,
    rigid.Transform, rigid.Vec3

local cube = MassMatrix3 { mass = 8, diagonal = { 16 / 3, 16 / 3, 16 / 3 } } -- edges of 2 m
local impossible = MassMatrix3 { mass = 1, diagonal = { 1, 1, 3 } }

local function at(x, y, z, R) return Transform(R or Rotation.identity(), { x, y, z }) end

-- A general body: its mass matrix in axes of its own, at a general pose.
local function body(d)
    local spreads = { d:between(0.2, 1), d:between(0.2, 1), d:between(0.2, 1) }
    local a, b, c = spreads[1], spreads[2], spreads[3]
    local I = RotationalInertia(b + c, a + c, a + b):re_express(Rotation(d:rotation()))
    return Inertial {
        mass_matrix = { mass = d:between(0.5, 3), diagonal = I:moments(), off_diagonal = I:products() },
        pose = Transform(Rotation(d:rotation()), d:vec3()),
    }
end

local function symmetric(d)
    local m = d:matrix(6, 6)
    for i = 1, 6 do
        for j = 1, i - 1 do
            m[i][j] = m[j][i]
        end
    end
    return m
end

local function wet(d)
    local t = body(d):table()
    t.added_mass = symmetric(d)
    return Inertial(t)
end

-- x, changed by f, is what it was: nothing of it moved.
local function unchanged(x, f)
    local before = x:table()
    f()
    assert.same(before, x:table())
end

describe("Inertial", function()
    describe("making one", function()
        it("keeps mass matrix, pose and added mass as they are given", function()
            draw.each(10, 1, function(d)
                local B = wet(d)
                local C = Inertial { mass_matrix = B:mass_matrix(), pose = B:pose(), added_mass = B:fluid_added_mass() }
                assert.same(B:table(), C:table())
            end)
        end)

        it("without arguments has no mass and sits at the origin", function()
            for _, B in ipairs { Inertial(), Inertial {} } do
                assert.equal(0, B:mass_matrix():mass())
                assert.is_true(B:pose() == Transform.identity())
                assert.is_nil(B:fluid_added_mass())
            end
        end)

        it("keeps what no body has", function()
            local B = Inertial { mass_matrix = impossible }
            assert.is_false(B:mass_matrix():is_valid())
            assert.is_true(B:mass_matrix() == impossible)
        end)

        it("keeps an added mass as it was measured, symmetric or not: only the setter asks", function()
            local m = Matrix.identity(6):set(1, 6, 0.25)
            local B = Inertial { mass_matrix = cube, added_mass = m }
            assert.is_true(B:fluid_added_mass() == m)
            assert.is_false(B:set_fluid_added_mass(m))
        end)

        it("refuses what is no mass matrix, pose or added mass, and names the field", function()
            local function making(t)
                return function() return Inertial(t) end
            end
            refuses(making(3), "bad argument #1 to 'Inertial'", "got 3")
            refuses(making { mass = 1 }, "bad argument #1 to 'Inertial'", "unknown field 'mass'")
            refuses(making { mass_matrix = 5 }, "field 'mass_matrix'", "MassMatrix3", "got 5")
            refuses(making { mass_matrix = { mass = 0 / 0 } }, "field 'mass_matrix.mass'", "got nan")
            refuses(making { mass_matrix = { mass = 1, diag = {} } }, "field 'mass_matrix'", "unknown field 'diag'")
            refuses(making { pose = { 1, 2, 3 } }, "field 'pose'", "without a name")
            refuses(making { pose = { position = { 1, 2 } } }, "field 'pose.position'")
            refuses(making { pose = { position = { 1, math.huge, 2 } } }, "field 'pose'", "finite position")
            refuses(making { pose = { rotation = Matrix(3, 3) } }, "field 'pose.rotation'", "rotation matrix expected")
            refuses(making { pose = Rotation.identity() }, "field 'pose'", "Transform", "got Rotation")
            refuses(making { added_mass = Matrix(5, 6) }, "field 'added_mass'", "6x6")
            local m = Matrix.identity(6):set(2, 3, 0 / 0)
            refuses(making { added_mass = m }, "field 'added_mass'", "entry (2,3) is ")
        end)
    end)

    describe("what it amounts to in F", function()
        it("moi is the moment of inertia about the com, R I Rᵀ", function()
            draw.each(50, 100, function(d)
                local B = body(d)
                local R = B:pose():rotation():matrix()
                near(B:moi(), R * B:mass_matrix():moi() * R:transpose(), { tol = tolerance.figure })
            end)
        end)

        it("spatial_inertia is about the origin of F", function()
            local B = Inertial { mass_matrix = cube, pose = at(1, 2, 3, Rotation.rpy(0.3, -1, 2)) }
            local M = B:spatial_inertia()
            local I = 16 / 3
            near(M:com(), { 1, 2, 3 }, { tol = tolerance.exact })
            near(M:rotational_inertia(), { { I + 8 * 13, -8 * 2, -8 * 3 }, { -8 * 2, I + 8 * 10, -8 * 6 }, { -8 * 3, -8 * 6, I + 8 * 5 } })
        end)

        it("body_matrix is the reference's figure, its angular block about the com", function()
            local B = Inertial { mass_matrix = cube, pose = at(1, 2, 3) }
            local I = 16 / 3
            assert.same({
                { 8, 0, 0, 0, 24, -16 },
                { 0, 8, 0, -24, 0, 8 },
                { 0, 0, 8, 16, -8, 0 },
                { 0, -24, 16, I, 0, 0 },
                { 24, 0, -8, 0, I, 0 },
                { -16, 8, 0, 0, 0, I },
            }, B:body_matrix():table())
            assert.same(B:body_matrix():table(), B:body_matrix({ about = "com" }):table())
            assert.same(B:body_matrix():table(), B:body_matrix({}):table())
        end)

        it("body_matrix is no inertia off the origin: it has negative eigenvalues where the true one has none", function()
            draw.each(20, 200, function(d)
                local B = Inertial { mass_matrix = body(d):mass_matrix(), pose = at(2, -2, 2) }
                assert.is_true(B:body_matrix():eigen_symmetric()[1] < -0.1)
                assert.is_true(B:body_matrix({ about = "origin" }):eigen_symmetric()[1] > 0)
            end)
        end)

        it("{about = \"origin\"} gives the matrix of spatial_inertia", function()
            draw.each(20, 300, function(d)
                local B = body(d)
                near(B:body_matrix { about = "origin" }, B:spatial_inertia():matrix(), { tol = tolerance.exact })
            end)
        end)

        it("spatial_matrix adds the fluid's, body_matrix and spatial_inertia do not", function()
            draw.each(20, 400, function(d)
                local B = wet(d)
                local dry = Inertial { mass_matrix = B:mass_matrix(), pose = B:pose() }
                local fluid = B:fluid_added_mass()
                assert.is_true(B:body_matrix() == dry:body_matrix())
                assert.is_true(B:spatial_inertia() == dry:spatial_inertia())
                assert.is_true(dry:spatial_matrix() == dry:body_matrix())
                near(B:spatial_matrix(), dry:body_matrix() + fluid, { tol = tolerance.exact })
                near(B:spatial_matrix { about = "origin" }, dry:spatial_inertia():matrix() + fluid, { tol = tolerance.exact })
            end)
        end)

        it("refuses a point it does not know", function()
            local B = Inertial { mass_matrix = cube }
            for _, name in ipairs { "body_matrix", "spatial_matrix" } do
                refuses(function() return B[name](B, { about = "tip" }) end, "bad argument #1 to '" .. name, "field 'about'", "\"tip\"")
                refuses(function() return B[name](B, { abaut = "com" }) end, "unknown field 'abaut'")
                refuses(function() return B[name](B, "origin") end, "bad argument #1 to '" .. name, "got string")
            end
        end)
    end)

    describe("set_mass_matrix", function()
        it("takes a valid one and says true", function()
            local B = Inertial { pose = at(1, 2, 3) }
            assert.is_true(B:set_mass_matrix(cube))
            assert.is_true(B:mass_matrix() == cube)
            assert.same({ 1, 2, 3 }, B:pose():position():table())
            assert.is_true(B:set_mass_matrix { mass = 1, diagonal = { 1, 1, 1 } })
            assert.equal(1, B:mass_matrix():mass())
        end)

        it("says false to an invalid one and changes nothing", function()
            local B = Inertial { mass_matrix = cube, pose = at(1, 2, 3) }
            unchanged(B, function() assert.is_false(B:set_mass_matrix(impossible)) end)
        end)

        it("passes its tolerance on to is_valid", function()
            local nearly = MassMatrix3 { mass = 1, diagonal = { 1, 1, 2 + 40 * tolerance.eps } }
            local B = Inertial()
            assert.is_false(B:set_mass_matrix(nearly))
            assert.is_true(B:set_mass_matrix(nearly, 100))
            refuses(function() B:set_mass_matrix(cube, -1) end, "bad argument #2 to 'set_mass_matrix'")
        end)
    end)

    describe("set_pose", function()
        it("moves the body and says true", function()
            local B = Inertial { mass_matrix = cube }
            assert.is_true(B:set_pose(at(4, 5, 6)))
            assert.same({ 4, 5, 6 }, B:pose():position():table())
            assert.is_true(B:set_pose { position = { 1, 0, 0 } })
            assert.same({ 1, 0, 0 }, B:pose():position():table())
        end)

        it("says false of a body that cannot be, and leaves it where it is", function()
            local B = Inertial { mass_matrix = impossible, pose = at(1, 2, 3) }
            unchanged(B, function() assert.is_false(B:set_pose(at(4, 5, 6))) end)
        end)

        it("refuses what is no pose, and changes nothing", function()
            local B = Inertial { mass_matrix = cube, pose = at(1, 2, 3) }
            unchanged(B, function()
                for _, bad in ipairs { 3, "here", Vec3(1, 2, 3), { position = { 0 / 0, 1, 2 } } } do
                    refuses(function() B:set_pose(bad) end, "bad argument #1 to 'set_pose'")
                end
                refuses(function() B:set_pose() end, "bad argument #1 to 'set_pose'", "expected, got")
            end)
        end)
    end)

    describe("set_inertial_rotation", function()
        it("turns the inertial frame and keeps the moment of inertia in F", function()
            draw.each(100, 500, function(d)
                local B = body(d)
                local moi, p, R = B:moi(), B:pose():position(), Rotation(d:rotation())
                local before = B:mass_matrix()
                assert.is_true(B:set_inertial_rotation(R))
                assert.is_true(B:pose():rotation() == R)
                assert.is_true(B:pose():position() == p)
                near(B:moi(), moi, { tol = tolerance.invariant })
                compare.different(B:mass_matrix():moi(), before:moi())
            end)
        end)

        it("says false of a body that cannot be, and changes nothing", function()
            local B = Inertial { mass_matrix = impossible, pose = at(1, 2, 3) }
            unchanged(B, function() assert.is_false(B:set_inertial_rotation(Rotation.rpy(1, 0, 0))) end)
        end)
    end)

    describe("set_mass_matrix_rotation", function()
        it("lays the principal axes along the columns of R and keeps the moment of inertia in F", function()
            draw.each(100, 600, function(d)
                local B = body(d)
                local moi, L, R = B:moi(), B:mass_matrix():principal_moments(), Rotation(d:rotation())
                assert.is_true(B:set_mass_matrix_rotation(R, d:integer(0, 1) == 0 and -1e-6 or nil))
                near(B:moi(), moi, { tol = tolerance.invariant })
                local m = R:matrix()
                near(m:transpose() * B:mass_matrix():moi() * m, Matrix.diagonal(L:table()), { tol = tolerance.invariant })
            end)
        end)

        it("keeps it where moments (nearly) agree", function()
            for _, gap in ipairs { 0, 1e-13, 1e-8, 1e-6 } do
                local I = RotationalInertia(1, 1 + gap, 1.7):re_express(Rotation.rpy(0.4, -1.1, 2.3))
                local B = Inertial { mass_matrix = { mass = 2, diagonal = I:moments(), off_diagonal = I:products() } }
                local moi = B:moi()
                assert.is_true(B:set_mass_matrix_rotation(Rotation.rpy(-0.8, 0.3, 1.2)))
                near(B:moi(), moi, { tol = tolerance.invariant })
            end
        end)

        it("does not drift when repeated: the pose stays a rotation", function()
            local d = draw.stream(650)
            local B = body(d)
            for _ = 1, 2000 do
                B:set_mass_matrix_rotation(Rotation(d:rotation()))
            end
            local R = B:pose():rotation():matrix()
            near(R:transpose() * R, Matrix.identity(3), { tol = tolerance.orthonormal })
        end)

        it("says false of a body that cannot be, and changes nothing", function()
            local B = Inertial { mass_matrix = impossible, pose = at(1, 2, 3) }
            unchanged(B, function() assert.is_false(B:set_mass_matrix_rotation(Rotation.rpy(1, 0, 0))) end)
        end)

        it("refuses what is no rotation or no tolerance", function()
            local B = Inertial { mass_matrix = cube }
            refuses(function() B:set_mass_matrix_rotation(3) end, "bad argument #1 to 'set_mass_matrix_rotation'")
            refuses(function() B:set_mass_matrix_rotation(Matrix(3, 3)) end, "bad argument #1", "rotation matrix expected")
            refuses(function() B:set_mass_matrix_rotation(Rotation.identity(), 0 / 0) end, "bad argument #2", "finite number expected")
        end)
    end)

    describe("set_fluid_added_mass", function()
        it("takes a matrix symmetric to 1e-6, as it is", function()
            local m = Matrix.identity(6):set(1, 6, 0.5):set(6, 1, 0.5 + 9e-7)
            local B = Inertial { mass_matrix = cube }
            assert.is_true(B:set_fluid_added_mass(m))
            assert.is_true(B:fluid_added_mass() == m)
            assert.is_true(B:set_fluid_added_mass(Matrix.identity(6):table()))
            assert.is_true(B:fluid_added_mass() == Matrix.identity(6))
        end)

        it("says false to any other and changes nothing", function()
            local B = Inertial { mass_matrix = cube, added_mass = Matrix.identity(6) }
            unchanged(B, function()
                assert.is_false(B:set_fluid_added_mass(Matrix.identity(6):set(1, 6, 1e-5)))
                assert.is_false(B:set_fluid_added_mass(Matrix.identity(6):set(3, 3, 0 / 0)))
                assert.is_false(B:set_fluid_added_mass(Matrix.identity(6):set(3, 3, math.huge)))
            end)
        end)

        it("refuses what is no 6x6 matrix", function()
            local B = Inertial { mass_matrix = cube }
            refuses(function() B:set_fluid_added_mass(Matrix(6, 5)) end, "bad argument #1 to 'set_fluid_added_mass'", "6x6")
            refuses(function() B:set_fluid_added_mass(1) end, "bad argument #1 to 'set_fluid_added_mass'")
            assert.is_nil(B:fluid_added_mass())
        end)
    end)

    describe("a sum", function()
        it("is the sum of the spatial inertias, seen from its own com in the axes of F", function()
            draw.each(100, 700, function(d)
                local A, B = body(d), body(d)
                local sum, M = A + B, A:spatial_inertia() + B:spatial_inertia()
                near(sum:mass_matrix():mass(), M:mass(), { tol = tolerance.exact })
                near(sum:pose():position(), M:com())
                near(sum:moi(), M:central_inertia(), { scale = M:rotational_inertia() })
                assert.is_true(sum:pose():rotation() == Rotation.identity())
                assert.is_true((B + A):is_near(sum))
            end)
        end)

        it("adds the added masses, an absent one counting as zero", function()
            draw.each(20, 800, function(d)
                local A, B, dry = wet(d), wet(d), body(d)
                assert.is_true((A + B):fluid_added_mass() == A:fluid_added_mass() + B:fluid_added_mass())
                assert.is_true((A + dry):fluid_added_mass() == A:fluid_added_mass())
                assert.is_true((dry + B):fluid_added_mass() == B:fluid_added_mass())
                assert.is_nil((dry + body(d)):fluid_added_mass())
            end)
        end)

        it("takes a massless one on either side", function()
            local B = Inertial { mass_matrix = cube, pose = at(1, 2, 3) }
            assert.is_true((Inertial() + B):is_near(B, 0))
            assert.is_true((B + Inertial()):is_near(B, 0))
        end)

        it("is refused where its mass would not be positive, or it would be no body", function()
            local B = Inertial { mass_matrix = cube }
            local negative = Inertial { mass_matrix = { mass = -8, diagonal = { 1, 1, 1 } } }
            refuses(function() return B + negative end, "cannot add an Inertial and an Inertial", "mass of the sum would be 0 kg")
            refuses(function() return Inertial() + Inertial() end, "mass of the sum would be 0 kg", "not positive")
            local lopsided = Inertial { mass_matrix = { mass = 1, diagonal = { 0, 0, 20 } } }
            refuses(function() return B + lopsided end, "no body", "greatest principal moment, 25.3333 kg m²", "by 14.6667 kg m²")
            refuses(function() return B + Inertial { mass_matrix = { mass = 1, diagonal = { 0 / 0, 1, 1 } } } end, "not be finite")
            local far = Inertial { mass_matrix = cube, pose = at(1e200, 0, 0) }
            refuses(function() return B + far end, "the sum would not be finite")
            local flooded = Inertial { mass_matrix = cube, added_mass = Matrix(6, 6):set(4, 4, 1e308) }
            refuses(function() return flooded + flooded end, "the sum would not be finite")
        end)

        it("is of two Inertial only", function()
            local B = Inertial { mass_matrix = cube }
            refuses(function() return B + B:spatial_inertia() end, "cannot add", "an Inertial", "SpatialInertia")
            refuses(function() return B + 1 end, "cannot add an Inertial and a number")
            refuses(function() return {} - B end, "cannot subtract a table and an Inertial")
        end)
    end)

    describe("a difference", function()
        it("undoes a sum", function()
            draw.each(100, 900, function(d)
                local A, B = wet(d), wet(d)
                local sum = A + B
                local rest = sum - B
                local scale = sum:spatial_inertia():matrix()
                near(rest:spatial_inertia():matrix(), A:spatial_inertia():matrix(), { scale = scale })
                near(rest:moi(), A:moi(), { scale = scale })
                near(rest:fluid_added_mass(), A:fluid_added_mass(), { tol = tolerance.exact, scale = sum:fluid_added_mass() })
            end)
        end)

        it("takes a corner out of a cube", function()
            local corner = Inertial { mass_matrix = { mass = 1, diagonal = { 1 / 6, 1 / 6, 1 / 6 } }, pose = at(0.5, 0.5, 0.5) }
            local rest = Inertial { mass_matrix = cube } - corner
            assert.equal(7, rest:mass_matrix():mass())
            near(rest:pose():position(), { -1 / 14, -1 / 14, -1 / 14 })
            near(rest:mass_matrix():diagonal_moments(), { 193 / 42, 193 / 42, 193 / 42 })
            near(rest:mass_matrix():off_diagonal_moments(), { 2 / 7, 2 / 7, 2 / 7 })
        end)

        it("leaves a valid body, be it a rod, a lamina or a point, however small beside what is taken away and far out", function()
            draw.each(300, 1000, function(d)
                local place = Vec3(d:vec3()) * 10 ^ d:integer(-3, 6)
                local function thin(moments, mass, reach)
                    return Inertial {
                        mass_matrix = { mass = mass, diagonal = moments },
                        pose = Transform(Rotation(d:rotation()), place + Vec3(d:vec3()) * reach),
                    }
                end
                local a, b = d:between(0.1, 3), d:between(0.1, 3)
                local kinds = { { 0, a, a }, { a, b, a + b }, { 0, 0, 0 } }
                local A = thin(kinds[d:integer(1, 3)], d:between(0.1, 3), 10 ^ d:integer(-3, 3))
                local B = thin(kinds[d:integer(1, 3)], 10 ^ d:integer(-3, 3), 10 ^ d:integer(-3, 3))
                local sum = A + B
                assert.is_true(sum:mass_matrix():is_valid())
                local rest = sum - B
                assert.is_true(rest:mass_matrix():is_valid())
                -- and it is what was there: no spread is made up
                if place:norm() < 100 then near(rest:moi(), A:moi(), { tol = 1e-8, scale = { sum:moi():table(), B:moi():table() } }) end
            end)
        end)

        it("is refused where the remainder has no mass or is no body, by how much", function()
            local B = Inertial { mass_matrix = cube }
            local heavy = Inertial { mass_matrix = { mass = 8.5, diagonal = { 1, 1, 1 } } }
            refuses(function() return B - heavy end, "cannot subtract an Inertial from an Inertial", "mass of the remainder would be -0.5 kg")
            refuses(function() return B - B end, "mass of the remainder would be 0 kg")
            local wide = Inertial { mass_matrix = { mass = 1, diagonal = { 6, 6, 6 } } }
            refuses(function() return B - wide end, "no body", "least principal moment would be -0.666667 kg m²")
            local flat = Inertial { mass_matrix = { mass = 1, diagonal = { 4, 4, 2 } } }
            refuses(function() return B - flat end, "greatest principal moment, 3.33333 kg m²", "by 0.666667 kg m²")
            local far = Inertial { mass_matrix = { mass = 1, diagonal = { 0, 0, 0 } }, pose = at(3, 0, 0) }
            refuses(function() return B - far end, "the remainder would be no body")
        end)
    end)

    describe("in place", function()
        it("changes the receiver and returns it", function()
            draw.each(20, 1100, function(d)
                local A, B = wet(d), wet(d)
                local sum = A + B
                local given = B:table()
                assert.is_true(rawequal(A, A:add_in_place(B)))
                assert.is_true(A:is_near(sum, 0))
                local rest = A - B
                assert.is_true(rawequal(A, A:subtract_in_place(B)))
                assert.is_true(A:is_near(rest, 0))
                assert.same(given, B:table())
            end)
        end)

        it("takes itself as the other", function()
            local B = Inertial { mass_matrix = cube, pose = at(1, 2, 3) }
            B:add_in_place(B)
            assert.equal(16, B:mass_matrix():mass())
            assert.same({ 1, 2, 3 }, B:pose():position():table())
            near(B:mass_matrix():diagonal_moments(), { 32 / 3, 32 / 3, 32 / 3 }, { tol = tolerance.exact })
        end)

        it("changes nothing where it is refused", function()
            local B = Inertial { mass_matrix = cube, pose = at(1, 2, 3) }
            local wide = Inertial { mass_matrix = { mass = 1, diagonal = { 6, 6, 6 } }, pose = at(1, 2, 3) }
            local negative = Inertial { mass_matrix = { mass = -9 } }
            unchanged(B, function()
                refuses(function() B:subtract_in_place(wide) end, "bad argument #1 to 'subtract_in_place'", "no body")
                refuses(function() B:subtract_in_place(B) end, "bad argument #1 to 'subtract_in_place'", "0 kg")
                refuses(function() B:add_in_place(negative) end, "bad argument #1 to 'add_in_place'", "-1 kg")
                refuses(function() B:add_in_place(B:spatial_inertia()) end, "bad argument #1", "Inertial expected, got SpatialInertia")
                refuses(function() B:subtract_in_place() end, "bad argument #1", "expected, got")
            end)
        end)

        it("operators and queries leave their operands alone", function()
            local d = draw.stream(1150)
            local A, B = wet(d), wet(d)
            unchanged(A, function()
                unchanged(B, function()
                    assert.is_true((A + B):mass_matrix():mass() > A:mass_matrix():mass())
                    A:fluid_added_mass():set(1, 1, 1000)
                    A:copy():set_pose(at(9, 9, 9))
                end)
            end)
        end)
    end)

    describe("comparison", function()
        local d = draw.stream(1200)
        local base = wet(d):table()

        local function with(change, ...)
            local path, t = { ... }, Inertial(base):table()
            local node = t
            for i = 1, #path - 1 do
                node = node[path[i]]
            end
            node[path[#path]] = node[path[#path]] + change
            return Inertial(t)
        end

        it("== is within 1e-6 in each number, and ~= is its opposite", function()
            local A = Inertial(base)
            for _, path in ipairs {
                { "mass_matrix", "mass" },
                { "mass_matrix", "diagonal", 2 },
                { "mass_matrix", "off_diagonal", 3 },
                { "pose", "position", 1 },
                { "added_mass", 4, 5 },
            } do
                assert.is_true(A == with(9e-7, table.unpack(path)))
                assert.is_false(A ~= with(9e-7, table.unpack(path)))
                assert.is_false(A == with(1.1e-6, table.unpack(path)))
                assert.is_true(A ~= with(-1.1e-6, table.unpack(path)))
            end
        end)

        it("compares rotations as quaternions, q and -q the same", function()
            local function turned(angle)
                return Inertial { mass_matrix = cube, pose = at(1, 2, 3, Rotation.axis_angle({ 0.6, 0, 0.8 }, angle)) }
            end
            assert.is_true(turned(1) == turned(1 + 1e-6))
            assert.is_false(turned(1) == turned(1 + 4e-6))
            -- either side of half a turn the quaternion of w >= 0 jumps to its negative
            assert.is_true(turned(math.pi - 1e-7) == turned(math.pi + 1e-7))
            assert.is_false(turned(math.pi - 1e-5) == turned(math.pi + 1e-5))
        end)

        it("tells an absent added mass from one of zeros", function()
            local B = Inertial { mass_matrix = cube }
            assert.is_false(B == Inertial { mass_matrix = cube, added_mass = Matrix(6, 6) })
        end)

        it("compares how a body is given, not what it amounts to", function()
            local B = body(draw.stream(1250))
            local C = B:copy()
            assert.is_true(C:set_inertial_rotation(Rotation.identity()))
            assert.is_false(B == C)
            near(B:spatial_inertia():matrix(), C:spatial_inertia():matrix())
        end)

        it("is_near is within 1e-9 unless told otherwise", function()
            local A, B = Inertial(base), with(1e-8, "pose", "position", 2)
            assert.is_false(A:is_near(B))
            assert.is_true(A:is_near(B, 2e-8))
            refuses(function() A:is_near(cube) end, "bad argument #1 to 'is_near'", "Inertial expected, got MassMatrix3")
            refuses(function() A:is_near(B, -1) end, "bad argument #2 to 'is_near'")
        end)

        it("finds no other type equal", function() assert.is_false(Inertial() == SpatialInertia.zero()) end)
    end)

    it("makes plain tables that the constructor takes back", function()
        draw.each(20, 1300, function(d)
            for _, B in ipairs { body(d), wet(d) } do
                assert.same(B:table(), Inertial(B:table()):table())
            end
        end)
    end)

    it("prints mass, com, moments, axes and the fluid's share", function()
        local B = Inertial { mass_matrix = cube, pose = at(1, 2, 3) }
        local text = tostring(B)
        assert.matches("^Inertial\n +mass +8 kg\n +com +%(1, 2, 3%) m\n", text)
        assert.matches("(5.33333, 5.33333, 5.33333) kg m²", text, 1, true)
        assert.is_nil(text:find "added mass")
        B:set_fluid_added_mass(Matrix.diagonal { 11, 12, 13, 14, 15, 16 })
        assert.matches("added mass of the fluid\n +11 +0", tostring(B))
        assert.matches("no body", tostring(Inertial { mass_matrix = impossible }))
    end)

    it("names itself when called without a self", function()
        local B = Inertial()
        for _, name in ipairs { "moi", "set_pose", "spatial_matrix", "add_in_place", "copy", "is_near", "table" } do
            refuses(function() return B[name](cube) end, "calling '" .. name .. "' on MassMatrix3", "it is a method of Inertial")
        end
    end)
end)
