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
end)
