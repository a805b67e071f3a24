-- SpatialInertia, behaviour by behaviour: every way of making one, what is refused and in which words, massless bodies,
-- verdicts and criticism, changes in place, printing. Its laws over random draws are in law_inertia_spec, its figures in
-- the oracle specs.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local S, Vec3, Matrix, Vector, Rotation = rigid.SpatialInertia, rigid.Vec3, rigid.Matrix, rigid.Vector, rigid.Rotation
local Twist, SpatialAcc, Wrench = rigid.Twist, rigid.SpatialAcc, rigid.Wrench
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge
local six = { 1, 2, 3, 4, 5, 6 }

local M = S { mass = 2, com = { 0.1, 0.2, 0.3 }, inertia = { 1, 2, 2.5, 0.1, 0.2, 0.3 } }

describe("making a SpatialInertia", function()
    it("takes the inertia about the com unless told it is about the origin", function()
        assert.equal("SpatialInertia", rigid.type(M))
        assert.equal(M, S { mass = 2, com = { 0.1, 0.2, 0.3 }, inertia = { 1, 2, 2.5, 0.1, 0.2, 0.3 }, about = "com" })
        near(M:central_inertia(), rigid.RotationalInertia { 1, 2, 2.5, 0.1, 0.2, 0.3 })
        -- m (c.c 1 - c c^T) more about the origin
        near(M:rotational_inertia():moments(), { 1 + 2 * 0.13, 2 + 2 * 0.10, 2.5 + 2 * 0.05 })
        near(S { mass = 2, com = { 0.1, 0.2, 0.3 }, inertia = M:rotational_inertia(), about = "origin" }, M)
    end)

    it("takes every form of a rotational inertia, and of a vector", function()
        local rows = { { 1, 0.1, 0.2 }, { 0.1, 2, 0.3 }, { 0.2, 0.3, 2.5 } }
        for _, inertia in ipairs { rows, Matrix(rows), rigid.RotationalInertia(rows), { xx = 1, yy = 2, zz = 2.5, xy = 0.1, xz = 0.2, yz = 0.3 } } do
            assert.equal(M, S { mass = 2, com = Vec3(0.1, 0.2, 0.3), inertia = inertia })
        end
        assert.equal(S { mass = 2, inertia = { 1, 2, 2.5 } }, S { mass = 2, com = { 0, 0, 0 }, inertia = { 1, 2, 2.5, 0, 0, 0 } })
    end)

    it("takes a unit inertia, per kilogram, about either point", function()
        near(S { mass = 2, com = { 0.1, 0.2, 0.3 }, unit_inertia = { 0.5, 1, 1.25, 0.05, 0.1, 0.15 } }, M)
        near(S { mass = 2, com = { 0.1, 0.2, 0.3 }, unit_inertia = M:unit_inertia(), about = "origin" }, M)
    end)

    it("takes the first moment in the com's place, or beside it where they agree", function()
        near(S { mass = 2, com_moment = { 0.2, 0.4, 0.6 }, inertia = { 1, 2, 2.5, 0.1, 0.2, 0.3 } }, M)
        near(S { mass = 2, com = { 0.1, 0.2, 0.3 }, com_moment = { 0.2, 0.4, 0.6 }, inertia = { 1, 2, 2.5, 0.1, 0.2, 0.3 } }, M)
        refuses(function() return S { mass = 2, com = { 0.1, 0.2, 0.3 }, com_moment = { 0.2, 0.4, 0.7 }, inertia = { 1, 2, 2.5 } } end, "#1 to 'SpatialInertia'", "com_moment")
    end)

    it("refuses an impossible body in the words of criticize, unless told not to check", function()
        local t = { mass = 1, com = { 1, 2, 3 }, inertia = { 1, 1, 3 } }
        t.skip_validity_check = true
        local impossible = S(t)
        assert.is_false(impossible:is_physically_valid())
        for _, words in ipairs { impossible:criticize(), "triangle inequality", "1 kg m² less", "along (0, 0, 1)", "21.3 %" } do
            t.skip_validity_check = nil
            refuses(function() return S(t) end, "#1 to 'SpatialInertia'", words)
            t.skip_validity_check = false
            refuses(function() return S(t) end, words)
        end
        -- Never checked: these are parameters, as an estimator finds them.
        assert.equal(impossible, S.from_parameters(impossible:parameters()))
    end)

    it("refuses a NaN or an infinity, naming the field, and takes them unchecked", function()
        for _, bad in ipairs { nan, inf, -inf } do
            refuses(function() return S { mass = bad, inertia = { 1, 1, 1 } } end, "field 'mass'")
            refuses(function() return S { mass = 1, com = { 0, bad, 0 }, inertia = { 1, 1, 1 } } end, "field 'com'")
            refuses(function() return S { mass = 1, inertia = { 1, 1, bad } } end, "field 'inertia'")
            refuses(function() return S { mass = 1, unit_inertia = { 1, 1, bad } } end, "field 'unit_inertia'")
        end
        assert.is_true(S { mass = nan, inertia = { 1, 1, 1 }, skip_validity_check = true }:is_nan())
        assert.is_false(S { mass = 1, inertia = { 1, 1, inf }, skip_validity_check = true }:is_nan())
    end)

    it("refuses what is missing, misspelt, doubled or of the wrong kind, naming it", function()
        refuses(function() return S() end, "#1 to 'SpatialInertia'")
        refuses(function() return S(5) end, "#1 to 'SpatialInertia'", "5")
        refuses(function() return S {} end, "field 'mass'", "nil")
        refuses(function() return S { mass = 1 } end, "field 'inertia'", "nil")
        refuses(function() return S { inertia = { 1, 1, 1 } } end, "field 'mass'")
        refuses(function() return S { mass = "1", inertia = { 1, 1, 1 } } end, "field 'mass'", "string")
        refuses(function() return S { mass = 1, inertia = { 1, 1 } } end, "field 'inertia'")
        refuses(function() return S { mass = 1, inertia = { 1, 1, 1 }, unit_inertia = { 1, 1, 1 } } end, "field 'unit_inertia'", "leave one out")
        refuses(function() return S { mass = 1, inertia = { 1, 1, 1 }, about = "here" } end, "field 'about'", "\"com\" or \"origin\"")
        refuses(function() return S { mass = 1, com = { 1, 2 }, inertia = { 1, 1, 1 } } end, "field 'com'")
        refuses(function() return S { mas = 1, inertia = { 1, 1, 1 } } end, "unknown field 'mas'", "did you mean 'mass'")
        refuses(function() return S { mass = 1, inertia = { 1, 1, 1 }, skip_validity_check = "yes" } end, "field 'skip_validity_check'")
    end)
end)

describe("the plain ones", function()
    it("are zero, unitary and NaN", function()
        assert.same({ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, S.zero():parameters():table())
        assert.is_true(S.zero():is_zero())
        assert.is_true(S.zero():is_physically_valid())
        assert.is_false(S.zero():is_physically_consistent())
        assert.same({ 1, 0, 0, 0, 1, 0, 0, 1, 0, 1 }, S.unitary():parameters():table())
        assert.is_true(S.unitary():is_physically_consistent())
        assert.is_true(S.nan():is_nan())
        assert.is_false(S.nan():is_physically_valid())
        for _, p in ipairs(S.nan():parameters():table()) do
            assert.is_true(p ~= p)
        end
    end)

    it("come from ten parameters, a Vector or a list, and go back", function()
        local list = { 2, 0.2, 0.4, 0.6, 1.26, 0.06, 0.08, 2.2, 0.18, 2.6 }
        assert.same(list, S.from_parameters(list):parameters():table())
        assert.equal(S.from_parameters(list), S.from_parameters(Vector(list)))
        assert.equal("Vector", rigid.type(M:parameters()))
        assert.equal(10, #M:parameters())
        refuses(function() return S.from_parameters { 1, 2, 3 } end, "#1 to 'from_parameters'", "ten")
        refuses(function() return S.from_parameters(Vector(9)) end, "#1 to 'from_parameters'")
        refuses(function() return S.from_parameters(5) end, "#1 to 'from_parameters'")
    end)
end)

describe("a body without mass", function()
    it("adds by plain sums, and its com reads zero", function()
        local moment = S.from_parameters { 0, 1, 2, 3, 0, 0, 0, 0, 0, 0 }
        assert.equal(Vec3(0, 0, 0), moment:com())
        assert.equal(Vec3(1, 2, 3), moment:com_moment())
        assert.equal(S.from_parameters { 1, 1, 2, 3, 1, 0, 0, 1, 0, 1 }, moment + S.unitary())
        assert.equal(Vec3(1, 2, 3), (moment + S.unitary()):com())
        assert.equal(S.zero(), S.zero() + S.zero())
    end)

    it("keeps its first moment when it is shifted or turned", function()
        local moment = S.from_parameters { 0, 1, 2, 3, 0, 0, 0, 0, 0, 0 }
        assert.equal(Vec3(1, 2, 3), moment:shift({ 4, 5, 6 }):com_moment())
        near(moment:re_express(Rotation.axis_angle({ 0, 0, 1 }, math.pi / 2)):com_moment(), { -2, 1, 3 })
    end)

    it("is valid only if it is nothing at all", function()
        assert.is_true(S { mass = 0, inertia = { 0, 0, 0 } }:is_physically_valid())
        refuses(function() return S { mass = 0, inertia = { 1, 1, 1 } } end, "mass is 0 kg")
        assert.is_false(S.from_parameters { 0, 1, 0, 0, 0, 0, 0, 0, 0, 0 }:is_physically_valid())
    end)
end)

describe("a SpatialInertia", function()
    it("has mass, com, first moment, and inertias about origin, com and per kilogram", function()
        assert.equal(2, M:mass())
        near(M:com(), { 0.1, 0.2, 0.3 })
        near(M:com_moment(), { 0.2, 0.4, 0.6 })
        for _, I in ipairs { M:rotational_inertia(), M:central_inertia(), M:unit_inertia() } do
            assert.equal("RotationalInertia", rigid.type(I))
        end
        near(M:unit_inertia() * 2, M:rotational_inertia())
    end)

    it("has a 6x6 matrix in either order, linear first unless asked", function()
        assert.equal("Matrix", rigid.type(M:matrix()))
        assert.equal(M:matrix(), M:matrix "linear")
        near(M:matrix():block(1, 1, 3, 3), M:matrix "angular":block(4, 4, 3, 3))
        near(M:matrix():block(4, 4, 3, 3), M:rotational_inertia())
        near(M:matrix():block(1, 1, 3, 3), { { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } })
        refuses(function() return M:matrix "first" end, "#1 to 'matrix'", "\"linear\" or \"angular\"")
        refuses(function() return M:matrix(6) end, "#1 to 'matrix'")
    end)

    it("shifts: the mass stays, the first moment moves by -m p", function()
        local shifted = M:shift { 1, 0, 0 }
        assert.equal(2, shifted:mass())
        near(shifted:com_moment(), { 0.2 - 2, 0.4, 0.6 })
        near(shifted:com(), { 0.1 - 1, 0.2, 0.3 })
        near(shifted:central_inertia(), M:central_inertia(), { scale = 10 })
        -- From the com it can only grow.
        near(S.solid_sphere { mass = 5, radius = 1 }:shift { 2, 0, 0 }:rotational_inertia():moments(), { 2, 22, 22 })
    end)

    it("re-expresses: the mass stays, the com and the axes turn", function()
        local turned = M:re_express(Rotation.axis_angle({ 0, 0, 1 }, math.pi / 2))
        assert.equal(2, turned:mass())
        near(turned:com(), { -0.2, 0.1, 0.3 })
        near(turned:central_inertia(), rigid.RotationalInertia { 2, 1, 2.5, -0.1, -0.3, 0.2 })
        near(M:re_express { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } }, turned)
    end)

    it("makes momentum of a twist, a wrench of an acceleration, a force of a generic motion", function()
        assert.equal("SpatialMomentum", rigid.type(M * Twist(six)))
        assert.equal("Wrench", rigid.type(M * SpatialAcc(six)))
        assert.equal("SpatialForce", rigid.type(M * rigid.SpatialMotion(six)))
        assert.equal("Matrix", rigid.type(M * Matrix(6, 3)))
        near(M * Twist({ 1, 0, 0 }, { 0, 0, 0 }), { 2, 0, 0, 0, 0.6, -0.4 })
    end)

    it("has no product with what is no motion, or of unknown kind", function()
        refuses(function() return M * six end, "cannot multiply a SpatialInertia by a table")
        refuses(function() return M * 2 end, "cannot multiply a SpatialInertia by a number")
        refuses(function() return 2 * M end, "cannot multiply a number by a SpatialInertia")
        refuses(function() return M * Wrench(six) end, "cannot multiply a SpatialInertia by a Wrench")
        refuses(function() return M * M end, "cannot multiply a SpatialInertia by a SpatialInertia")
        refuses(function() return M * Matrix(5, 3) end, "6")
        refuses(function() return M + 1 end, "cannot add a SpatialInertia and a number")
        refuses(function() return M - 1 end, "cannot subtract a SpatialInertia and a number")
        refuses(function() return M * Vec3(1, 2, 3) end, "Vec3")
    end)

    it("changes in place by the methods that say so, and by no other", function()
        local d = draw.stream(2200)
        local N = S.from_parameters(d:parameters())
        local p, R = d:vec3(), Rotation.matrix(d:rotation())
        for _, case in ipairs {
            { "shift_in_place", "shift", p },
            { "re_express_in_place", "re_express", R },
        } do
            local changed = N:copy()
            assert.is_true(rawequal(changed[case[1]](changed, case[3]), changed))
            assert.equal(N[case[2]](N, case[3]), changed)
            assert.is_false(changed == N)
        end
        local sum = N:copy()
        assert.is_true(rawequal(sum:add_in_place(M), sum))
        assert.equal(N + M, sum)
        local doubled = N:copy()
        doubled:add_in_place(doubled)
        assert.equal(N + N, doubled)
        local other = N:copy()
        assert.is_true(rawequal(other:set_parameters(M:parameters()), other))
        assert.equal(M, other)
        assert.is_true(rawequal(other:set_zero(), other))
        assert.is_true(other:is_zero())
        assert.is_true(rawequal(other:set_nan(), other))
        assert.is_true(other:is_nan())
        -- What returns new values left N alone through all of it.
        local before = N:copy()
        local made = { N:shift(p), N:re_express(R), N + M, S.combine(N, M), N * Twist(six), N:inverse_matrix(), N:equivalent_box() }
        assert.is_true(#made >= 7)
        assert.equal(before, N)
    end)

    it("is not changed by a call that fails", function()
        local N = M:copy()
        refuses(function() N:shift_in_place { 1, 2 } end, "#1 to 'shift_in_place'")
        refuses(function() N:re_express_in_place { { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end, "#1 to 're_express_in_place'")
        refuses(function() N:add_in_place(5) end, "#1 to 'add_in_place'")
        refuses(function() N:set_parameters { 9, 9, 9, 9, 9, 9, 9, 9, 9, "x" } end, "#1 to 'set_parameters'")
        refuses(function() N.mass = 5 end, "SpatialInertia")
        assert.equal(M, N)
    end)

    it("compares, copies, goes to a table and back exactly", function()
        assert.equal(M, M:copy())
        assert.is_false(rawequal(M, M:copy()))
        assert.is_false(M == S.unitary())
        local close = M:parameters()
        close[5] = close[5] + 1e-10
        assert.is_true(M:is_near(S.from_parameters(close)))
        assert.is_false(M:is_near(S.from_parameters(close), 1e-12))
        draw.each(100, 2201, function(d)
            local N = S.from_parameters(d:parameters())
            assert.equal(N, S(N:table()))
            assert.equal("origin", N:table().about)
            -- An impossible one says so itself, and comes back too.
            local odd = S.from_parameters(d:list(10))
            assert.equal(odd, S(odd:table()))
        end)
        assert.is_nil(M:table().skip_validity_check)
        assert.is_true(S.from_parameters { 1, 0, 0, 0, 1, 0, 0, 1, 0, 3 }:table().skip_validity_check)
        assert.equal(S.zero(), S(S.zero():table()))
        local massless = S.from_parameters { 0, 1, 2, 3, 0, 0, 0, 0, 0, 0 }
        assert.equal(massless, S(massless:table()))
    end)

    it("prints mass, com and principal moments with units, and says when it is impossible", function()
        local text = tostring(M)
        assert.matches("^SpatialInertia\n", text)
        assert.matches("mass     2 kg", text, 1, true)
        assert.matches("com      (0.1, 0.2, 0.3) m", text, 1, true)
        assert.matches("moments  (0.970051, 1.85952, 2.67043) kg m²", text, 1, true)
        assert.is_nil(text:find "criticize")
        assert.matches("M:criticize%(%)", tostring(S.from_parameters { 1, 0, 0, 0, 1, 0, 0, 1, 0, 3 }))
        assert.matches("nan", tostring(S.nan()))
    end)

    it("refuses bad arguments and bad selves, naming them", function()
        refuses(function() return M:shift() end, "#1 to 'shift'")
        refuses(function() return M:re_express(5) end, "#1 to 're_express'")
        refuses(function() return M:bias_wrench(Wrench(six)) end, "#1 to 'bias_wrench'", "Wrench")
        refuses(function() return M:bias_wrench_derivative() end, "#1 to 'bias_wrench_derivative'")
        refuses(function() return M:apply_inverse(Twist(six)) end, "#1 to 'apply_inverse'", "Twist")
        refuses(function() return M:is_near(5) end, "#1 to 'is_near'")
        refuses(function() return S.combine(M) end, "#2 to 'combine'")
        refuses(function() return S.combine(5, M) end, "#1 to 'combine'")
        refuses(function() return M.shift(nil, { 1, 2, 3 }) end, "calling 'shift' on nil", "a method of SpatialInertia")
        refuses(function() return M.mass(rigid.ABI()) end, "calling 'mass' on ABI", "a method of SpatialInertia")
    end)
end)

describe("an inverse", function()
    it("that does not exist is an error that names the direction of no resistance", function()
        local rod = S.thin_rod { mass = 1, length = 1 }
        refuses(function() return rod:inverse_matrix() end, "'inverse_matrix'", "singular", "angular part (0, 0, 1)")
        refuses(function() return rod:apply_inverse(Wrench(six)) end, "'apply_inverse'", "singular")
        refuses(function() return S.zero():inverse_matrix() end, "singular")
        refuses(function() return S.nan():inverse_matrix() end, "NaN")
        -- Turning about its own line, wherever that lies.
        refuses(function() return rod:shift { 0, 2, 0 }:inverse_matrix() end, "angular part (0, 0, 1)", "linear part (-2, 0, 0)")
    end)

    it("exists for an impossible body too, as long as its matrix is regular", function()
        local odd = S.from_parameters { 1, 0.3, 0.2, -0.1, 1, 0.1, 0, 1, 0, 3 }
        near(odd:inverse_matrix() * odd:matrix(), Matrix.identity(6), { scale = 10 })
        for _, order in ipairs { "linear", "angular" } do
            near(odd:inverse_matrix(order) * odd:matrix(order), Matrix.identity(6), { scale = 10, what = order })
        end
    end)
end)
