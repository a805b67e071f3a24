-- Frames that check themselves: what fits passes and is tagged with what follows, what does not is refused with the call
-- that mends it, the numbers are the same on or off, and off nothing is looked at.
local rigid = require "rigid"

local Vec3, Rotation, Transform, Twist = rigid.Vec3, rigid.Rotation, rigid.Transform, rigid.Twist
local Wrench, SpatialMomentum, SpatialInertia, ABI = rigid.Wrench, rigid.SpatialMomentum, rigid.SpatialInertia, rigid.ABI
local RotationalInertia, SpatialMotion = rigid.RotationalInertia, rigid.SpatialMotion

local function body() return SpatialInertia { mass = 2, com = { 0.1, -0.2, 0.3 }, inertia = { 0.05, 0.06, 0.07, 0.01, -0.01, 0.02 } } end
local function twist() return Twist { 0.3, -0.4, 0.5, 0.6, 0.7, -0.8 } end
local function wrench() return Wrench { 1, 2, -3, 0.4, 0.5, 0.6 } end
local function turn() return Rotation.rpy(0.3, -0.5, 0.7) end
local function pose() return Transform(turn(), { 0.4, 0.5, -0.6 }) end
local function point() return Vec3(0.2, -0.3, 0.1) end

-- What is said of what does not fit.
local function refused(f, ...)
    local ok, message = pcall(f, ...)
    assert.is_false(ok, "accepted")
    return message
end

local function refuses(words, f, ...)
    local message = refused(f, ...)
    assert.truthy(message:find(words, 1, true), message)
end

-- The name by which a value prints.
local function name(x)
    return (tostring(x):match "^%w+ (%S+)"):gsub("[:,]$", "")
end

describe("frames", function()
    before_each(function() rigid.frames(true) end)
    after_each(function() rigid.frames(false) end)

    it("are off at first, and say how they were", function()
        assert.is_true(rigid.frames(false))
        assert.is_false(rigid.frames())
        assert.is_false(rigid.frames(true))
        assert.is_true(rigid.frames())
        assert.is_true(rigid.frames(true))
    end)

    it("refuse what is neither true nor false", function()
        refuses("bad argument #1 to 'frames' (true or false expected, got 1)", rigid.frames, 1)
        assert.is_true(rigid.frames())
    end)

    it("read a monogram as the names it is made of", function()
        for text, x in pairs { M_BBo_W = body(), X_WB = pose(), R_WB = turn(), p_BoQ_B = point(), V_WB_W = twist(), F_Bo_W = wrench(),
            P_BBo_B = ABI(body()), I_BBcm_B = RotationalInertia { 1, 2, 3 }, V_WBBcm_W = twist(), F_BBo_W = wrench(),
            L_WBBcm_W = SpatialMomentum { 1, 2, 3, 4, 5, 6 }, S_AB_B = SpatialMotion { 1, 2, 3, 4, 5, 6 },
            ["M[link1, link1o]_link1"] = body():copy(), ["X[W, link1]"] = pose() } do
            assert.equal(text, tostring(x:tag(text)):match(" (%a%[.-%]_?%w*)") or name(x))
        end
        assert.same({ of = "B", about = "Bo", expressed = "W" }, body():tag("M_BBo_W"):tag())
        assert.same({ of = "B", relative_to = "W" }, pose():tag("X_WB"):tag())
        assert.same({ of = "Q", relative_to = "Bo", expressed = "B" }, point():tag("p_BoQ_B"):tag())
        assert.same({ of = "B", relative_to = "W", about = "Bo", expressed = "W" }, twist():tag("V_WB_W"):tag())
        assert.same({ of = "B", relative_to = "W", about = "P", expressed = "W" }, twist():tag("V_WBP_W"):tag())
        assert.same({ about = "Bo", expressed = "W" }, wrench():tag("F_Bo_W"):tag())
    end)

    it("print a question mark for what is not known", function()
        for _, case in ipairs {
            { body(), { expressed = "B" }, "M_?_B" }, { body(), { about = "P" }, "M_P" }, { body(), { of = "B" }, "M_B?" },
            { twist(), { expressed = "B" }, "V_??_B" }, { twist(), { of = "B", about = "Bo" }, "V_?B" },
            { twist(), { about = "P" }, "V_??P" }, { point(), { expressed = "B" }, "v_B" }, { point(), { of = "Q" }, "p_?Q" },
            { wrench(), { expressed = "W" }, "F_?_W" }, { pose(), { of = "B" }, "X_?B" },
        } do
            assert.equal(case[3], name(case[1]:tag(case[2])))
        end
    end)

    it("refuse a tag that a class has not, and names that are none", function()
        refuses("unknown field 'relative_to'", function() body():tag { relative_to = "W" } end)
        refuses("field 'of': name without blanks expected", function() body():tag { of = "a b" } end)
        refuses("field 'of': name expected, got an empty string", function() body():tag { of = "" } end)
        refuses("field 'about': name of at most 64 bytes", function() body():tag { about = ("x"):rep(65) } end)
        refuses("monogram such as M_BBo_E expected", function() body():tag "V_WB_W" end)
        refuses("monogram such as X_AB expected", function() pose():tag "X_WB_W" end)
        refuses("a Matrix has no monogram", function() rigid.Matrix.identity(6):tag "M_B_W" end)
        local M = body():tag "M_BBo_B"
        pcall(M.tag, M, { of = "B", about = 3 })
        assert.same({ of = "B", about = "Bo", expressed = "B" }, M:tag())
    end)

    it("say which call mends a product of an inertia and a twist", function()
        local M = body():tag { about = "Bo", expressed = "B", of = "B" }
        local V = twist():tag { of = "B", relative_to = "W", about = "Bo", expressed = "W" }
        refuses("M is about Bo in B, V is about Bo in W: re_express M by R_WB", function() return M * V end)
        local L = M:re_express(turn():tag "R_WB") * V
        assert.equal("L_WBBo_W", name(L))
        V:tag "V_WBQ_B"
        refuses("shift M by p_BoQ_B", function() return M * V end)
        assert.equal("L_WBQ_B", name(M:shift(point():tag "p_BoQ_B") * V))
        V:tag "V_WBWo_W"
        refuses("transform M by X_WB", function() return M * V end)
        assert.equal("L_WBWo_W", name(pose():tag "X_WB" * M * V))
        V:tag "V_WA_B"
        refuses("M is about Bo in B, V is about Ao in B: shift M by p_BoAo_B", function() return M * V end)
        V:tag { of = "A", about = "Bo", expressed = "B" }
        refuses("M is of B, V is of A", function() return M * V end)
    end)

    it("name the line of the caller", function()
        local M, V = body():tag "M_BBo_B", twist():tag "V_WB_W"
        local line = debug.getinfo(1, "l").currentline + 1
        local message = refused(function() return M * V end)
        assert.truthy(message:find(("frames_spec.lua:%d: cannot multiply a SpatialInertia M_BBo_B by a Twist V_WB_W: "):format(line), 1, true), message)
        message = refused(function() return M:shift "x" end)
        assert.truthy(message:find("frames_spec.lua:%d+: bad argument #1 to 'shift'"), message)
    end)

    it("let what is not known fit anything", function()
        local M, V = body():tag "M_BBo_B", twist()
        assert.equal("L_BBo_B", name(M * V))
        assert.same({ about = "Bo", expressed = "B" }, (body() + M):tag())
        assert.same({ of = "B", expressed = "B" }, M:shift({ 0, 0, 1 }):tag())
        assert.same({ of = "B", about = "Bo" }, M:re_express(turn()):tag())
        assert.same({}, (body() * twist()):tag())
        assert.same({ of = "B" }, (pose() * M):tag())
    end)

    it("keep of a sum what either side says, whichever side it is", function()
        local cases = {
            SpatialInertia = { about = "P", expressed = "E" }, ABI = { about = "P", expressed = "E" }, Wrench = { about = "P", expressed = "E" },
            SpatialForce = { about = "P", expressed = "E" }, SpatialMomentum = { relative_to = "W", about = "P", expressed = "E" },
            RotationalInertia = { expressed = "E" }, Twist = { about = "P", expressed = "E" }, SpatialAcc = { about = "P", expressed = "E" },
            SpatialMotion = { about = "P", expressed = "E" }, Vec3 = { expressed = "E" },
        }
        local make = {
            SpatialInertia = body, ABI = function() return ABI(body()) end, Wrench = wrench, SpatialForce = function() return rigid.SpatialForce { 1, 2, 3, 4, 5, 6 } end,
            SpatialMomentum = function() return SpatialMomentum { 1, 2, 3, 4, 5, 6 } end, RotationalInertia = function() return RotationalInertia { 1, 2, 2 } end,
            Twist = twist, SpatialAcc = function() return rigid.SpatialAcc { 1, 2, 3, 4, 5, 6 } end, Vec3 = point,
            SpatialMotion = function() return SpatialMotion { 1, 2, 3, 4, 5, 6 } end,
        }
        for class, fields in pairs(cases) do
            for field, value in pairs(fields) do
                for left = 0, 1 do
                    local x, y = make[class](), make[class]();
                    (left == 1 and x or y):tag { [field] = value }
                    local what = ("%s of the %s of two of class %s"):format(field, left == 1 and "left" or "right", class)
                    assert.equal(value, (x + y):tag()[field], what)
                    assert.equal(value, (x - y):tag()[field], what .. ", less")
                    if x.add_in_place then assert.equal(value, x:add_in_place(y):tag()[field], what .. ", in place") end
                end
            end
        end
    end)

    -- From A to B, from B to C: of the four ends some are not known. What the sum then says must be so, and it says the end
    -- that it can know: where the inner ones are known to be one, the outer ones that are known.
    it("chain what is partly known, in either order, and take it apart again", function()
        local make = { Twist = twist, SpatialMotion = function() return SpatialMotion { 1, 2, 3, 4, 5, 6 } end, Vec3 = point,
            SpatialAcc = function() return rigid.SpatialAcc { 1, 2, 3, 4, 5, 6 } end }
        local function known(mask, bit, frame) return mask & bit ~= 0 and frame or nil end
        local function ends(x)
            local t = x:tag() or {}
            return { t.relative_to or false, t.of or false }
        end
        for class, new in pairs(make) do
            for mask = 0, 15 do
                local function value(base, tip) return new():tag { relative_to = base, of = tip, expressed = "E" } end
                local A, B, other, C = known(mask, 1, "A"), known(mask, 2, "B"), known(mask, 4, "B"), known(mask, 8, "C")
                local what = ("%s, %04d"):format(class, mask)
                local wanted = B and other and { A or false, C or false } or { false, false }
                assert.same(wanted, ends(value(A, B) + value(other, C)), what)
                assert.same(wanted, ends(value(other, C) + value(A, B)), what .. ", ends exchanged")
                -- A to C less A to B is B to C, less B to C is A to B
                local second, first = value(known(mask, 1, "A"), C) - value(known(mask, 4, "A"), B), value(A, C) - value(B, known(mask, 4, "C"))
                wanted = A and mask & 4 ~= 0 and { B or false, C or false } or { false, false }
                assert.same(wanted, ends(second), what .. ", the second of two")
                wanted = C and mask & 4 ~= 0 and { A or false, B or false } or { false, false }
                assert.same(wanted, ends(first), what .. ", the first of two")
            end
        end
    end)

    it("want the turning of an acceleration that is shifted in its own axes", function()
        local function acc() return rigid.SpatialAcc { 1, 2, 3, 4, 5, 6 }:tag { about = "Bo", expressed = "B" } end
        local p = point():tag "p_BoQ_B"
        assert.same({ about = "Q", expressed = "B" }, acc():shift(p, point():tag { expressed = "B" }):tag())
        refuses("cannot call 'shift'", function() return acc():shift(p, point():tag { expressed = "W" }) end)
        refuses("cannot call 'shift'", function() return acc():shift(point():tag "p_BoQ_W", point():tag { expressed = "B" }) end)
    end)

    it("keep of a regressor what either of its motions says, whichever it is", function()
        for field, value in pairs { of = "B", about = "P", expressed = "E" } do
            for k = 1, 3 do
                local motions = { twist(), twist(), rigid.SpatialAcc { 1, 2, 3, 4, 5, 6 } }
                motions[k]:tag { [field] = value }
                assert.equal(value, SpatialInertia.slotine_li_regressor(motions[1], motions[2], motions[3]):tag()[field])
                if k ~= 2 then assert.equal(value, SpatialInertia.momentum_derivative_regressor(motions[1], motions[3]):tag()[field]) end
            end
        end
    end)

    it("add inertias about one point in one set of axes, and name the sum", function()
        local A, B, C = body():tag "M_ABo_B", body():tag "M_BBo_B", body():tag "M_CBo_B"
        assert.same({ of = "A+B", about = "Bo", expressed = "B" }, (A + B):tag())
        assert.same({ of = "B", about = "Bo", expressed = "B" }, (B + B):tag())
        local all = SpatialInertia.combine(A + B, C)
        assert.equal("A+B+C", all:tag().of)
        assert.equal("A+B", (all - C:scale { mass = 0.5 }):tag().of)
        assert.equal("L_[A+B+C]", "L_[" .. (all * twist():tag "V_WB_B"):tag().of .. "]")
        refuses("M is of A+B+C, V is of D", function() return all * twist():tag { of = "D" } end)
        refuses("the left M is about Bo in B, the right M is about Co in B: shift the left M by p_BoCo_B", function()
            return A + C:copy():tag "M_CCo_B"
        end)
        refuses("the left M is about Bo in B, the right M is about Wo in W: transform the left M by X_WB", function()
            A:add_in_place(pose():tag "X_WB" * B)
        end)
        assert.same({ of = "A", about = "Bo", expressed = "B" }, A:tag())
        assert.same({ of = "A+B", about = "Bo", expressed = "B" }, A:add_in_place(B):tag())
    end)

    it("follow a value through shift, re_express and transform, in place too", function()
        local M, p, R, X = body():tag "M_BBo_B", point():tag "p_BoQ_B", turn():tag "R_WB", pose():tag "X_WB"
        assert.equal("M_BQ_B", name(M:shift(p)))
        assert.equal("M_BBo_W", name(M:re_express(R)))
        assert.equal("M_BWo_W", name(X * M))
        assert.equal("M_BBo_W", name((X * M):shift(X:position())))
        assert.equal("M_BBo_B", name(X:inverse() * (X * M)))
        for _, x in ipairs { M:copy(), ABI(M), RotationalInertia { 1, 2, 3 }:tag "I_BBo_B" } do
            refuses("takes what is in W: re_express it by R_WB = R_BW:inverse()", function() return x:re_express(R:inverse()) end)
            assert.equal("W", x:re_express(R):tag().expressed)
        end
        local N = M:copy()
        assert.equal("M_BQ_B", name(N:shift_in_place(p)))
        assert.equal("M_BQ_W", name(N:re_express_in_place(R)))
        refuses("M is in W, p is in B: re_express p by R_WB", function() N:shift_in_place(p) end)
        refuses("M is in W, and R_WB takes what is in B", function() N:re_express_in_place(R) end)
        assert.equal("M_BQ_W", name(N))
        assert.truthy(N == M:shift(p):re_express(R))
        refuses("where p_BoQ_B ends: shift it by p_QBo_B = -p_BoQ_B", function() return M:shift(p):shift(p) end)
        refuses("p_RQ_B begins at R: shift it by p_BoQ_B", function() return M:shift(point():tag "p_RQ_B") end)
        refuses("X_WB takes what is about Bo in B, and M is about Q in B: shift M by p_QBo_B first", function() return X * M:shift(p) end)
        refuses("X_BW = X:inverse() takes it to B", function() return X * (X * M) end)
        assert.equal("M_BBo_B", name(M))
    end)

    it("let neighbours cancel in poses, rotations, positions and velocities", function()
        local X_WA, X_AB = pose():tag "X_WA", pose():tag "X_AB"
        assert.equal("X_WB", name(X_WA * X_AB))
        assert.equal("X_BW", name((X_WA * X_AB):inverse()))
        refuses("they fit the other way round, X_WA * X_AB", function() return X_AB * X_WA end)
        refuses("multiply by X_BW = X_WB:inverse()", function() return X_AB * pose():tag "X_WB" end)
        refuses("X_BA = X_AB:inverse() fits before the right one", function() return X_AB * pose():tag "X_AC" end)
        assert.equal("R_WB", name(X_WA:rotation() * X_AB:rotation()))
        refuses("R_WA * R_AB", function() return X_AB:rotation() * X_WA:rotation() end)
        assert.equal("p_WoAo_W", name(X_WA:position()))
        assert.equal("p_WoBo_W", name(X_WA * X_AB:position()))
        assert.equal("p_WoBo_W", name(X_WA:position() + X_WA:rotation() * X_AB:position()))
        refuses("p is in W, the right p is in A", function() return X_WA:position() + X_AB:position() end)
        refuses("neighbours do not cancel in p_PQ and p_RS", function() return point():tag "p_PQ_W" + point():tag "p_RS_W" end)
        local V_WA, V_AB, V_WB = twist():tag "V_WAP_W", twist():tag "V_ABP_W", twist():tag "V_WBP_W"
        assert.equal("V_WBP_W", name(V_WA + V_AB))
        assert.equal("V_WBP_W", name(V_AB + V_WA))
        assert.equal("V_ABP_W", name(V_WB - V_WA))
        assert.equal("V_WAP_W", name(V_WB - V_AB))
        assert.equal("V_BAP_W", name(-V_AB))
        refuses("neighbours do not cancel in V_WA and V_WB: V_AB + V_BC is V_AC", function() return V_WA + V_WB end)
        assert.equal("V_WBP_W", name(0.5 * (V_WB + V_WB)))
        assert.equal("X_WA", name(X_WA:log():exp()))
        assert.equal("S_WAWo_W", name(X_WA:log()))
    end)

    it("make poses and vectors of parts that belong together", function()
        local R, p = turn():tag "R_WB", point():tag "p_WoBo_W"
        assert.equal("X_WB", name(Transform(R, p)))
        assert.equal("X_WB", name(Transform { rotation = R, position = p }))
        assert.equal("X_WB", name(Transform(R, { 1, 2, 3 })))
        refuses("cannot make a Transform: R_WB and p_WoQ_W do not belong together: wanted p_WoBo_W", Transform, R, point():tag "p_WoQ_W")
        assert.same({ expressed = "B" }, Twist(point():tag { expressed = "B" }, point()):tag())
        refuses("cannot make a Twist", Twist, point():tag { expressed = "B" }, point():tag { expressed = "W" })
        assert.equal("V_WB_W", name(Twist(twist():tag "V_WB_W")))
        local com, I = point():tag "p_BoBcm_B", RotationalInertia { 1, 1, 1 }:tag "I_BBcm_B"
        assert.equal("M_BBo_B", name(SpatialInertia { mass = 1, com = com, inertia = I }))
        local about_origin = rigid.RotationalInertia { 1, 1.1, 1.2 }:tag "I_BBo_B"
        assert.equal("M_BBo_B", name(SpatialInertia { mass = 1, com = rigid.Vec3(0.1, 0.2, 0.3), inertia = about_origin, about = "origin" }))
        refuses("the inertia is about Bo, and about = \"com\" wants it about Bcm", SpatialInertia,
            { mass = 1, com = com, inertia = RotationalInertia { 1, 1, 1 }:tag "I_BBo_B" })
        refuses("com is in B, the inertia is in W", SpatialInertia, { mass = 1, com = com, inertia = I:re_express(turn():tag "R_WB") })
    end)

    it("know the parts of an inertia, its matrices and its regressors", function()
        local M, V = body():tag "M_BBo_B", twist():tag "V_WB_B"
        assert.equal("p_BoBcm_B", name(M:com()))
        assert.equal("I_BBo_B", name(M:rotational_inertia()))
        assert.equal("I_BBcm_B", name(M:central_inertia()))
        assert.equal("v_B", name(V:linear()))
        local Y, parameters = SpatialInertia.momentum_regressor(V), M:parameters()
        assert.equal("L_WBBo_B", name(SpatialMomentum(Y * parameters)))
        assert.equal("M_BBo_B", name(SpatialInertia.from_parameters(parameters)))
        refuses("the Matrix is about Bo in B, the Vector is about Bo in W: make one of what the other is about", function()
            return Y * body():tag "M_BBo_W":parameters()
        end)
        local A = rigid.SpatialAcc(twist():table()):tag "A_WB_B"
        assert.same({ of = "B", about = "Bo", expressed = "B" }, SpatialInertia.slotine_li_regressor(V, V, A):tag())
        refuses("the left V is about Bo in B, the right V is about Q in B", SpatialInertia.slotine_li_regressor, V, twist():tag "V_WBQ_B", A)
        refuses("V is about Bo in B, A is about Bo in W: re_express V by R_WB", SpatialInertia.momentum_derivative_regressor, V,
            A:copy():tag "A_WB_W")
        assert.equal("P_BBo_B", name(ABI.from_matrix(M:matrix())))
        assert.equal("F_BBo_B", name(Wrench(ABI(M):matrix() * A)))
        assert.equal("A_?B_B", name(ABI(M):solve(ABI(M) * A))) -- relative to what, a wrench does not know
        refuses("P is about Bo in B, A is about Bo in W", function() return ABI(M) * A:copy():tag "A_WB_W" end)
        assert.equal("L_WBBo_B", name(M * V))
        assert.equal("V_WB_B", name(M:apply_inverse(M * V)))
        assert.same({ of = "B", about = "Bo", expressed = "B" }, M:apply_inverse(SpatialMomentum { 1, 2, 3, 4, 5, 6 }):tag())
    end)
end)
