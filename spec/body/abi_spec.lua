-- ABI, behaviour by behaviour: making, operands, folding across a joint, solving, verdicts, changes in place, printing,
-- and refusals by what they name. Its laws over random draws are in law_abi_spec.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"

local ABI, SpatialInertia, Matrix = rigid.ABI, rigid.SpatialInertia, rigid.Matrix
local SpatialMotion, SpatialAcc, Twist, Wrench = rigid.SpatialMotion, rigid.SpatialAcc, rigid.Twist, rigid.Wrench
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge
local six = { 1, 2, 3, 4, 5, 6 }

local cube = SpatialInertia.solid_cube { mass = 2, length = 1 }

describe("making an ABI", function()
    it("takes a rigid body, a 6x6 of either order, another, or nothing for NaN", function()
        local P = ABI(cube)
        assert.equal("ABI", rigid.type(P))
        near(P:matrix(), cube:matrix())
        assert.equal(P, ABI(P))
        assert.equal(P, ABI.from_matrix(P:matrix()))
        assert.equal(P, ABI.from_matrix(P:matrix "linear", "linear"))
        assert.equal(P, ABI.from_matrix(P:matrix "angular", "angular"))
        assert.equal(P, ABI.from_matrix(P:matrix():table()))
        for _, row in ipairs(ABI():table()) do
            for _, entry in ipairs(row) do
                assert.is_true(entry ~= entry)
            end
        end
    end)

    it("reads the lower triangle only", function()
        local rows = Matrix.identity(6):table()
        rows[1][6], rows[2][3] = 99, nan
        assert.equal(ABI.from_matrix(Matrix.identity(6)), ABI.from_matrix(rows))
        rows[6][1] = 0.5
        assert.equal(0.5, ABI.from_matrix(rows):matrix()(1, 6))
    end)

    it("refuses anything else, naming it", function()
        refuses(function() return ABI(5) end, "#1 to 'ABI'", "5")
        refuses(function() return ABI(Matrix(3, 3)) end, "#1 to 'ABI'", "3x3")
        refuses(function() return ABI.from_matrix() end, "#1 to 'from_matrix'", "no value")
        refuses(function() return ABI.from_matrix(Matrix(6, 5)) end, "#1 to 'from_matrix'", "6x5")
        refuses(function() return ABI.from_matrix(Matrix.identity(6), "body") end, "#2 to 'from_matrix'", "\"linear\" or \"angular\"")
        refuses(function() return ABI(rigid.MassMatrix3 { mass = 1, diagonal = { 1, 1, 1 } }) end, "#1 to 'ABI'", "MassMatrix3")
    end)
end)

describe("an ABI", function()
    local P = ABI(cube)

    it("takes a SpatialInertia where an ABI is", function()
        assert.equal("ABI", rigid.type(P + cube))
        assert.equal("ABI", rigid.type(cube + P))
        near(P + cube, ABI(cube + cube))
        near(cube - P, Matrix(6, 6), { scale = 1 })
        near(P:copy():add_in_place(cube), P + P)
    end)

    it("makes a wrench of an acceleration, a force of a generic motion, and nothing of a twist", function()
        assert.equal("Wrench", rigid.type(P * SpatialAcc(six)))
        assert.equal("SpatialForce", rigid.type(P * SpatialMotion(six)))
        assert.equal("Matrix", rigid.type(P * Matrix(6, 2)))
        assert.equal("Matrix", rigid.type(Matrix(2, 6) * P))
        refuses(function() return P * Twist(six) end, "cannot multiply an ABI by a Twist")
        refuses(function() return P * Wrench(six) end, "cannot multiply an ABI by a Wrench")
        refuses(function() return P * six end, "cannot multiply an ABI by a table")
        refuses(function() return P * 2 end, "cannot multiply an ABI by a number")
        refuses(function() return P * P end, "cannot multiply an ABI by an ABI")
        refuses(function() return P * Matrix(5, 2) end)
        refuses(function() return Matrix(2, 5) * P end)
        refuses(function() return P + 1 end, "cannot add an ABI and a number")
        refuses(function() return P - Twist(six) end, "cannot subtract", "Twist")
    end)

    it("loses across a joint what the joint lets slip: a ball in a tube pushes only across the tube", function()
        local box, ball = SpatialInertia.solid_cube { mass = 4, length = 1 }, SpatialInertia.solid_sphere { mass = 2, radius = 0.1 }
        local along_x = SpatialMotion { linear = { 1, 0, 0 } }
        local whole = box + ABI(ball):across_joint(along_x)
        near((whole * SpatialAcc { linear = { 1, 0, 0 } }):linear(), { 4, 0, 0 })
        near((whole * SpatialAcc { linear = { 0, 1, 0 } }):linear(), { 0, 6, 0 })
        near((whole * SpatialAcc { linear = { 0, 0, 1 } }):linear(), { 0, 0, 6 })
    end)

    it("takes a joint as a motion, or as a 6xk matrix of one to six columns", function()
        local S = SpatialMotion { angular = { 0, 0, 1 } }
        local column = Matrix { { 0 }, { 0 }, { 0 }, { 0 }, { 0 }, { 1 } }
        near(P:across_joint(S), P:across_joint(column))
        near(P:across_joint(Matrix.identity(6)), Matrix(6, 6), { scale = 1 })
        refuses(function() return P:across_joint() end, "#1 to 'across_joint'")
        refuses(function() return P:across_joint(Wrench(six)) end, "#1 to 'across_joint'", "Wrench")
        refuses(function() return P:across_joint(Matrix(5, 1)) end, "#1 to 'across_joint'", "5x1")
        refuses(function() return P:across_joint(Matrix(6, 7)) end, "#1 to 'across_joint'")
        refuses(function() return P:across_joint(SpatialMotion { linear = { 0, 0, 0 } }) end, "#1 to 'across_joint'", "singular")
        refuses(function() return P:across_joint(Matrix { { 1, 2 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } }) end, "#1 to 'across_joint'", "singular")
        refuses(function() return ABI(SpatialInertia.point_mass { mass = 1, position = { 0, 0, 0 } }):across_joint(S) end, "singular")
    end)

    it("solves for the acceleration, or names the direction of no resistance", function()
        near(P:solve(P * SpatialAcc(six)), six)
        assert.equal("SpatialAcc", rigid.type(P:solve(Wrench(six))))
        refuses(function() return P:across_joint(SpatialMotion { angular = { 0, 0, 1 } }):solve(Wrench(six)) end, "'solve'", "singular", "linear part (0, 0, 0) and angular part (0, 0, ")
        local function slack(S)
            local message = refuses(function() return P:across_joint(SpatialMotion(S)):solve(Wrench(six)) end, "'solve'", "singular")
            return { message:match "linear part %((%S+), (%S+), (%S+)%) and angular part %((%S+), (%S+), ([^%s)]+)%)" }
        end
        -- of length one where it turns, else where it slides
        for _, case in ipairs {
            { { 0, 3, 0, 0, 0, 0 }, { 0, 1, 0, 0, 0, 0 } }, { { 4, -2, 0, 0, 0, 2 }, { 2, -1, 0, 0, 0, 1 } }, { { 1e12, 0, 0, 0, 0, 1 }, { 1, 0, 0, 0, 0, 0 } },
        } do
            local got, sign = slack(case[1]), nil
            for k = 1, 6 do
                if case[2][k] ~= 0 then sign = sign or tonumber(got[k]) * case[2][k] < 0 and -1 or 1 end
            end
            for k = 1, 6 do got[k] = sign * tonumber(got[k]) end
            near(got, case[2], { tol = 1e-5 })
        end
        refuses(function() return ABI(SpatialInertia.zero()):solve(Wrench(six)) end, "singular")
        refuses(function() return ABI():solve(Wrench(six)) end, "NaN")
        refuses(function() return P:solve(Twist(six)) end, "#1 to 'solve'", "Twist")
        refuses(function() return P:solve() end, "#1 to 'solve'")
    end)

    it("is valid if it is positive semi-definite, and says what is wrong if not", function()
        assert.is_true(P:is_physically_valid())
        assert.is_nil(P:criticize())
        assert.is_true(ABI(SpatialInertia.zero()):is_physically_valid())
        assert.is_true(P:across_joint(SpatialMotion { angular = { 0, 0, 1 } }):is_physically_valid())
        local negative = ABI.from_matrix(Matrix.diagonal { 1, 1, -1e-3, 1, 1, 1 })
        assert.is_false(negative:is_physically_valid())
        assert.matches("positive semi%-definite", negative:criticize())
        assert.matches("linear part %(0, 0, 1%)", negative:criticize())
        assert.is_false(ABI():is_physically_valid())
        assert.matches("NaN", ABI():criticize())
        assert.is_false(ABI.from_matrix(Matrix.diagonal { inf, 1, 1, 1, 1, 1 }):is_physically_valid())
        assert.is_false((P - (P + P)):is_physically_valid())
    end)

    it("is judged alike in all units: lengths in kilometres do not make a mass negligible", function()
        for _, length in ipairs { 1e-6, 1, 1e6 } do
            local slight = ABI.from_matrix(Matrix.diagonal { 1, 1, 1, length ^ 2, length ^ 2, -1e-6 * length ^ 2 })
            assert.is_false(slight:is_physically_valid())
        end
    end)

    it("changes in place by the methods that say so, and by no other", function()
        local d = draw.stream(2300)
        local Q, p, R = make.abi(d), d:vec3(), d:rotation()
        for _, case in ipairs {
            { "shift_in_place", function(x) return x:shift(p) end, p },
            { "add_in_place", function(x) return x + P end, P },
            { "subtract_in_place", function(x) return x - P end, P },
        } do
            local changed = Q:copy()
            assert.is_true(rawequal(changed[case[1]](changed, case[3]), changed))
            assert.equal(case[2](Q), changed)
            assert.is_false(changed == Q)
        end
        local doubled = Q:copy()
        doubled:add_in_place(doubled)
        assert.equal(Q + Q, doubled)
        local before = Q:copy()
        local made = { Q:shift(p), Q:re_express(R), Q + P, Q - P, Q * SpatialAcc(six), Q:across_joint(SpatialMotion(six)), Q:solve(Wrench(six)) }
        assert.equal(7, #made)
        assert.equal(before, Q)
        refuses(function() Q:shift_in_place { 1, 2 } end, "#1 to 'shift_in_place'")
        refuses(function() Q:add_in_place(5) end, "#1 to 'add_in_place'")
        refuses(function() Q:subtract_in_place(Matrix.identity(6)) end, "#1 to 'subtract_in_place'", "Matrix")
        assert.equal(before, Q)
    end)

    it("compares, copies, goes to a table and back, and prints with its order", function()
        assert.equal(P, P:copy())
        assert.is_false(rawequal(P, P:copy()))
        assert.is_false(P == ABI(SpatialInertia.unitary()))
        assert.is_true(P:is_near(P + ABI.from_matrix(Matrix.diagonal { 1e-10, 0, 0, 0, 0, 0 })))
        assert.is_false(P:is_near(P + ABI.from_matrix(Matrix.diagonal { 1e-8, 0, 0, 0, 0, 0 })))
        local t = P:table()
        assert.equal(6, #t)
        assert.equal(6, #t[1])
        assert.equal(P, ABI(t))
        assert.matches("^ABI, linear first", tostring(P))
        assert.equal(6, select(2, tostring(P):gsub("\n", "")))
    end)

    it("refuses bad arguments and bad selves, naming them", function()
        refuses(function() return P:shift() end, "#1 to 'shift'")
        refuses(function() return P:re_express(5) end, "#1 to 're_express'")
        refuses(function() return P:matrix "first" end, "#1 to 'matrix'")
        refuses(function() return P:is_near(cube) end, "#1 to 'is_near'", "SpatialInertia")
        refuses(function() return P.solve(cube, Wrench(six)) end, "calling 'solve' on SpatialInertia", "a method of ABI")
    end)
end)
