-- MassMatrix3: mass and moment of inertia about the centre of mass, kept as given and judged when asked.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local near, refuses = compare.near, compare.refuses
local MassMatrix3, Matrix, Rotation, RotationalInertia, Vec3 =
    rigid.MassMatrix3, rigid.Matrix, rigid.Rotation, rigid.RotationalInertia, rigid.Vec3
local nan = 0 / 0
local eps = tolerance.eps

local function diagonal(mass, ...) return MassMatrix3 { mass = mass, diagonal = { ... } } end

-- Moments as given about axes turned by R.
local function turned(mass, moments, R)
    local I = RotationalInertia(moments):re_express(R)
    return MassMatrix3 { mass = mass, diagonal = I:moments(), off_diagonal = I:products() }
end

local function rebuilt(moments, R) return R:matrix() * Matrix.diagonal(moments:table()) * R:matrix():transpose() end

local function box_moments(mass, size)
    local x, y, z = size[1] ^ 2, size[2] ^ 2, size[3] ^ 2
    return { mass * (y + z) / 12, mass * (x + z) / 12, mass * (x + y) / 12 }
end

describe("MassMatrix3", function()
    describe("making one", function()
        it("keeps mass, moments and products as they are given", function()
            local m = MassMatrix3 { mass = 2.5, diagonal = { 1, 2, 2.5 }, off_diagonal = Vec3(0.1, -0.2, 0.3) }
            assert.equal(2.5, m:mass())
            assert.same({ 1, 2, 2.5 }, m:diagonal_moments():table())
            assert.same({ 0.1, -0.2, 0.3 }, m:off_diagonal_moments():table())
            assert.same({ { 1, 0.1, -0.2 }, { 0.1, 2, 0.3 }, { -0.2, 0.3, 2.5 } }, m:moi():table())
        end)

        it("is zero without arguments, and missing moments are zero", function()
            for _, m in ipairs { MassMatrix3(), MassMatrix3 {}, MassMatrix3 { mass = 0 } } do
                assert.same({ mass = 0, diagonal = { 0, 0, 0 }, off_diagonal = { 0, 0, 0 } }, m:table())
            end
            assert.same({ 0, 0, 0 }, MassMatrix3 { mass = 3, diagonal = { 1, 1, 1 } }:off_diagonal_moments():table())
        end)

        it("keeps what no body has, and says so when asked", function()
            for _, m in ipairs { diagonal(-1, 1, 1, 1), diagonal(1, -0.1, 1, 1), diagonal(1, 1, 1, 3), diagonal(1, nan, 1, 1) } do
                assert.is_false(m:is_valid())
            end
            assert.equal(-1, diagonal(-1, 1, 1, 1):mass())
            assert.equal(-0.1, diagonal(1, -0.1, 1, 1):diagonal_moments().x)
            local x = diagonal(1, nan, 1, 1):diagonal_moments().x
            assert.is_true(x ~= x)
        end)

        it("refuses what is not a mass or a moment, and names the field", function()
            local function making(t)
                return function() return MassMatrix3(t) end
            end
            refuses(making { diagonal = { 1, 1, 1 } }, "bad argument #1 to 'MassMatrix3'", "field 'mass'", "finite number expected")
            refuses(making { mass = nan }, "field 'mass'", "finite number expected, got nan")
            refuses(making { mass = math.huge }, "field 'mass'", "got inf")
            refuses(making { mass = "2" }, "field 'mass'", "got string")
            refuses(making { mass = 1, diagonal = { 1, math.huge, 1 } }, "field 'diagonal'", "not infinite")
            refuses(making { mass = 1, off_diagonal = { 0, 0 } }, "field 'off_diagonal'", "entry [3] is ")
            refuses(making { mass = 1, diagonal = 3 }, "field 'diagonal'", "Vec3 or {x, y, z} expected, got 3")
            refuses(making { mass = 1, diagnal = { 1, 1, 1 } }, "unknown field 'diagnal'", "did you mean 'diagonal'?")
            refuses(making { 1, { 1, 1, 1 } }, "bad argument #1 to 'MassMatrix3'", "named fields expected")
            refuses(making(5), "bad argument #1 to 'MassMatrix3'", "got 5")
            refuses(making(nil), "bad argument #1 to 'MassMatrix3'", "expected, got")
        end)

        it("takes one of its own and makes another", function()
            local a = diagonal(2, 1, 2, 2.5)
            local b = MassMatrix3(a)
            assert.is_false(rawequal(a, b))
            assert.is_true(b:is_near(a, 0))
        end)
    end)

    describe("is_valid", function()
        it("accepts bodies and their limits: the lamina, the rod, the point, nothing", function()
            for _, m in ipairs { diagonal(3, 2, 2.5, 3), diagonal(1, 1, 1, 2), diagonal(1, 0, 1, 1), diagonal(2, 0, 0, 0), MassMatrix3() } do
                assert.is_true(m:is_valid(0))
            end
        end)

        it("looks at the principal moments, not at the diagonal", function()
            -- eigenvalues 0.8, 2.2 and 1 beside a harmless diagonal: 2.2 > 0.8 + 1
            local m = MassMatrix3 { mass = 1, diagonal = { 1.5, 1.5, 1 }, off_diagonal = { 0.7, 0, 0 } }
            assert.is_true(diagonal(1, 1.5, 1.5, 1):is_valid())
            assert.is_false(m:is_valid())
        end)

        it("forgives as many eps of half the trace as the tolerance says", function()
            local m = diagonal(1, 1, 1, 2 + 40 * eps)
            assert.is_false(m:is_valid(0))
            assert.is_false(m:is_valid())
            assert.is_false(m:is_valid(10))
            assert.is_true(m:is_valid(100))
            assert.is_true(diagonal(1, 1, 1, 2 + 10 * eps):is_valid())
        end)

        it("judges alike at every scale", function()
            for _, scale in ipairs { 1e-300, 1e-20, 1e-8, 1, 1e8, 1e150, 5e307 } do
                assert.is_true(diagonal(1, scale, scale, scale):is_valid())
                assert.is_false(diagonal(1, scale, scale, 2.001 * scale):is_valid())
                local indefinite = MassMatrix3 { mass = 1, diagonal = { scale, scale, scale }, off_diagonal = { 1.2 * scale, 0, 0 } }
                assert.is_false(indefinite:is_valid())
            end
        end)

        it("never rejects a rod or a lamina for its attitude", function()
            draw.each(500, 100, function(d)
                local R, scale = Rotation(d:rotation()), 10 ^ d:integer(-20, 8)
                local a, b = scale * d:between(0.3, 2), scale * d:between(0.3, 2)
                assert.is_true(turned(1, { 0, a, a }, R):is_valid())
                assert.is_true(turned(1, { a, b, a + b }, R):is_valid())
            end)
        end)

        it("refuses a tolerance that is none", function()
            local m = diagonal(1, 1, 1, 1)
            for _, bad in ipairs { -1, nan, math.huge, "10", {} } do
                refuses(function() return m:is_valid(bad) end, "bad argument #1 to 'is_valid'", "tolerance")
            end
        end)
    end)

    describe("is_positive and is_near_positive", function()
        it("tell the definite from the semi-definite", function()
            local point, body = diagonal(2, 0, 0, 0), diagonal(2, 1, 2, 2)
            assert.is_true(body:is_positive())
            assert.is_true(body:is_near_positive())
            assert.is_false(point:is_positive())
            assert.is_true(point:is_near_positive())
        end)

        it("want a mass, positive or at least not negative", function()
            assert.is_false(diagonal(0, 1, 1, 1):is_positive())
            assert.is_true(diagonal(0, 1, 1, 1):is_near_positive())
            assert.is_false(diagonal(-1, 1, 1, 1):is_near_positive())
        end)

        it("are the reference's quick tests, with their two blind spots, which is_valid has not", function()
            local tiny = MassMatrix3 { mass = 1, diagonal = { 1e-20, 1e-20, 1e-20 }, off_diagonal = { 1.2e-20, 0, 0 } }
            assert.is_true(tiny:is_positive()) -- the tolerance, 3e-35 kg m², drowns the minors, 4e-41 kg² m⁴
            assert.is_false(tiny:is_positive(0))
            local hidden = diagonal(1, 0, 0, -1) -- every leading minor is zero
            assert.is_true(hidden:is_near_positive(0))
            assert.is_false(tiny:is_valid() or hidden:is_valid())
        end)

        it("do not overflow", function()
            local m = MassMatrix3 { mass = 1, diagonal = { 1e200, 1e200, 1e200 }, off_diagonal = { 5e199, 0, 0 } }
            assert.is_true(m:is_positive(0))
            local indefinite = MassMatrix3 { mass = 1, diagonal = { 1e200, 1e200, 1e200 }, off_diagonal = { 1.2e200, 0, 0 } }
            assert.is_false(indefinite:is_near_positive())
        end)

        it("are false for NaN", function()
            local m = MassMatrix3 { mass = 1, diagonal = { 1, 1, 1 }, off_diagonal = { 0, 0, nan } }
            assert.is_false(m:is_positive() or m:is_near_positive() or m:is_valid())
        end)
    end)

    describe("principal moments and axes", function()
        it("rebuild the moment of inertia as R L Rᵀ, ascending and right-handed", function()
            draw.each(200, 300, function(d)
                local moments = { d:between(1, 2), d:between(1, 2), d:between(1, 2) }
                local m = turned(d:between(0.5, 3), moments, Rotation(d:rotation()))
                table.sort(moments)
                local L, R = m:principal_moments(), m:principal_axes_offset()
                near(L, moments, { tol = tolerance.eigenvalue })
                near(rebuilt(L, R), m:moi(), { tol = tolerance.eigenvalue })
                near(R:matrix():determinant(), 1, { tol = tolerance.orthonormal })
            end)
        end)

        it("keep all digits where moments nearly agree", function()
            for _, gap in ipairs { 0, 1e-13, 1e-10, 1e-8, 1e-6, 1e-3 } do
                for _, moments in ipairs { { 1, 1 + gap, 1.7 }, { 1, 1.7, 1.7 + gap }, { 1, 1 + gap, 1 + 2 * gap } } do
                    local m = turned(1, moments, Rotation.rpy(0.4, -1.1, 2.3))
                    local L, R = m:principal_moments(), m:principal_axes_offset()
                    near(L, moments, { tol = tolerance.eigenvalue })
                    near(rebuilt(L, R), m:moi(), { tol = tolerance.eigenvalue })
                    near(R:matrix():transpose() * R:matrix(), Matrix.identity(3), { tol = tolerance.orthonormal })
                end
            end
        end)

        it("are sorted whatever the sign of the tolerance", function()
            local m = diagonal(1, 3, 1, 2.5)
            for _, tol in ipairs { 1e-6, -1e-6, 0 } do
                assert.same({ 1, 2.5, 3 }, m:principal_moments(tol):table())
                near(rebuilt(m:principal_moments(tol), m:principal_axes_offset(tol)), m:moi(), { tol = tolerance.exact })
            end
        end)

        it("do not ignore small products of inertia", function()
            local m = MassMatrix3 { mass = 1, diagonal = { 1, 1, 1 }, off_diagonal = { 1e-8, 0, 0 } }
            near(m:principal_moments(), { 1 - 1e-8, 1, 1 + 1e-8 }, { tol = tolerance.eigenvalue })
        end)

        it("carry NaN as moments, but make no rotation of it", function()
            local m = diagonal(1, nan, 1, 1)
            near(m:principal_moments(), { nan, nan, nan })
            refuses(function() return m:principal_axes_offset() end, "principal_axes_offset", "NaN")
        end)

        it("refuse a tolerance that is not a finite number", function()
            local m = diagonal(1, 1, 2, 2)
            for _, name in ipairs { "principal_moments", "principal_axes_offset", "equivalent_box" } do
                for _, bad in ipairs { nan, math.huge, "small", {} } do
                    refuses(function() return m[name](m, bad) end, "bad argument #1 to '" .. name .. "'")
                end
            end
        end)
    end)

    describe("equivalent_box", function()
        it("finds the edges of a box, longest first, and how it lies", function()
            draw.each(100, 600, function(d)
                local mass, size = d:between(0.1, 10), { d:between(0.2, 1), d:between(0.2, 1), d:between(0.2, 1) }
                local m = turned(mass, box_moments(mass, size), Rotation(d:rotation()))
                table.sort(size, function(a, b) return a > b end)
                local found, R = m:equivalent_box()
                near(found, size)
                near(rebuilt(Vec3(box_moments(mass, found)), R), m:moi(), { tol = tolerance.figure })
            end)
        end)

        it("gives a lamina no thickness at all", function()
            local size = turned(1, { 1, 1.5, 2.5 }, Rotation.rpy(1, 0.3, -2)):equivalent_box()
            assert.equal(0, size.z)
            assert.is_true(size.y > 1)
        end)

        it("is nil for what has no box: a rod, a point, nothing, no body", function()
            local rod = turned(1, { 0, 1, 1 }, Rotation.rpy(0.2, 0.7, 1.9))
            for _, m in ipairs { rod, diagonal(2, 0, 0, 0), MassMatrix3(), diagonal(0, 1, 1, 1), diagonal(1, 1, 1, 3), diagonal(1, nan, 1, 1) } do
                assert.is_nil((m:equivalent_box()))
            end
        end)

        it("stays finite for a mass that is almost none", function()
            local size = diagonal(1e-310, 1, 1, 1):equivalent_box()
            near(size.x, math.sqrt(6) / math.sqrt(1e-310))
        end)
    end)

    describe("comparison", function()
        local t = { mass = 2, diagonal = { 1, 1.5, 2 }, off_diagonal = { 0.1, 0.2, 0.3 } }

        local function with(field, i, change)
            local copy = { mass = t.mass, diagonal = { table.unpack(t.diagonal) }, off_diagonal = { table.unpack(t.off_diagonal) } }
            if i then
                copy[field][i] = copy[field][i] + change
            else
                copy[field] = copy[field] + change
            end
            return MassMatrix3(copy)
        end

        it("== is within 1e-6 in each number", function()
            local m = MassMatrix3(t)
            for _, place in ipairs { { "mass" }, { "diagonal", 1 }, { "diagonal", 3 }, { "off_diagonal", 1 }, { "off_diagonal", 3 } } do
                assert.is_true(m == with(place[1], place[2], 9e-7))
                assert.is_true(m ~= with(place[1], place[2], -1.1e-6))
            end
        end)

        it("is_near is within 1e-9 unless told otherwise", function()
            local m = MassMatrix3(t)
            assert.is_true(m:is_near(with("diagonal", 2, 9e-10)))
            assert.is_false(m:is_near(with("diagonal", 2, 2e-9)))
            assert.is_true(m:is_near(with("diagonal", 2, 2e-9), 1e-8))
            refuses(function() return m:is_near(3) end, "bad argument #1 to 'is_near'", "MassMatrix3 expected, got 3")
        end)

        it("finds NaN equal to nothing, and no other type equal", function()
            assert.is_false(diagonal(1, nan, 1, 1) == diagonal(1, nan, 1, 1))
            assert.is_false(diagonal(1, 1, 1, 1) == rigid.Inertial())
        end)
    end)

    it("makes plain tables that the constructor takes back", function()
        draw.each(20, 800, function(d)
            local m = turned(d:number(), d:vec3(), Rotation(d:rotation()))
            assert.same(m:table(), MassMatrix3(m:table()):table())
        end)
    end)

    it("copies to an equal value of its own", function()
        local m = diagonal(1, 1, 2, 2)
        assert.is_false(rawequal(m, m:copy()))
        assert.same(m:table(), m:copy():table())
    end)

    it("prints mass, principal moments and the tensor with their units, and whether it can be", function()
        local text = tostring(diagonal(2, 1.5, 1, 2))
        assert.matches("mass +2 kg", text)
        assert.matches("(1, 1.5, 2) kg m²", text, 1, true)
        assert.matches("1.5 +0 +0\n +0 +1 +0\n +0 +0 +2$", text)
        assert.is_nil(text:find "no body")
        assert.matches("no body can have these moments", tostring(diagonal(1, 1, 1, 3)))
    end)

    it("names itself when called without a self", function()
        local m = diagonal(1, 1, 1, 1)
        for _, name in ipairs { "mass", "moi", "is_valid", "equivalent_box", "principal_moments", "table" } do
            refuses(function() return m[name](nil) end, "calling '" .. name .. "' on ", "a method of MassMatrix3")
        end
    end)
end)
