-- The exercises of lesson 3: frames that check themselves.
local core = require "rigid.core"
local common = require "rigid.lessons.exercises.common"

local Vec3, Rotation, Twist, Wrench, SpatialInertia = core.Vec3, core.Rotation, core.Twist, core.Wrench, core.SpatialInertia
local num, list, halves, lines = common.num, common.list, common.halves, common.lines
local made, exercise = common.begin()

exercise("3.1", "momentum", function(pick)
    local mass, angle = pick:number(2, 1, 5, 0.5), pick:number(0.6, 0.3, 1.2, 0.1)
    local size = {pick:number(0.1, 0.1, 0.2, 0.05), pick:number(0.4, 0.3, 0.6, 0.05), pick:number(0.8, 0.7, 1, 0.05)}
    local v, w = pick:numbers({0.3, 0, 0}, 3, -1, 1, 0.1), pick:numbers({1, 2, 0}, 3, -3, 3, 0.5)
    local M, R, V = SpatialInertia.solid_box {mass = mass, size = size}, Rotation.rpy(0, 0, angle), Twist(v, w)
    local M_W = M:re_express(R)
    return {
        text = ("A box, `M_BBo_B = SpatialInertia.solid_box{mass = %s, size = %s}`, stands turned by `R_WB = Rotation.rpy(0, "
            .. "0, %s)` and moves with `V_WB_W = Twist(%s, %s)`. What is its momentum, in the axes of W? Turn frames on, tag "
            .. "all three, and let the errors lead you."):format(num(mass),
            list(size), num(angle), list(v), list(w)),
        shape = "momentum", answer = M_W * V,
        mistakes = {
            {"axes", M * V, "that is M in B times V in W: with frames on it would have been refused"},
            {"transposed", M:re_express(R:inverse()) * V, "M was re-expressed by R_BW: to W it takes R_WB"},
            {"expressed", M * V:re_express(R:inverse()), "that is the right momentum, but in the axes of B: re_express it by "
                .. "R_WB"},
        },
        hint = "M_BBo_B:re_express(R_WB) is M_BBo_W, and that fits V_WB_W.",
        solution = lines("L = M:re_express(R_WB) * V, or: V to B, times M, and the momentum back to W.",
            ("It is %s."):format(halves(M_W * V))),
    }
end)

exercise("3.2", "power", function(pick)
    local v, w = pick:numbers({0.5, -0.2, 0.1}, 3, -1, 1, 0.1), pick:numbers({0, 1, 2}, 3, -3, 3, 0.5)
    local f, n = pick:numbers({6, 2, -4}, 3, -8, 8, 1), pick:numbers({0.5, 0, 1}, 3, -2, 2, 0.5)
    local p = pick:numbers({0.3, -0.1, 0.2}, 3, -0.5, 0.5, 0.1)
    local V, F = Twist(v, w), Wrench(f, n)
    return {
        text = ("`V_WB_W = Twist(%s, %s)` is about Bo, `F_BQ_W = Wrench(%s, %s)` about Q, and `p_BoQ_W = %s`. What is the "
            .. "power of the wrench on the body?"):format(list(v), list(w), list(f), list(n), list(p)),
        shape = "number", answer = V:shift(p):dot(F),
        mistakes = {
            {"different_points", V:dot(F), "the twist is about Bo and the wrench about Q: with frames on it would have been "
                .. "refused"},
            {"minus_p", V:shift(-Vec3(p)):dot(F), "V was shifted by −p: to Q it is p_BoQ"},
            {"linear_only", V:shift(p):linear():dot(f), "the moment does work too: τ·ω"},
        },
        hint = "Shift V to Q, by p_BoQ, or F to Bo, by its negative p_QBo.",
        solution = lines(("At Q the body moves with v + ω × p = %s m/s. v·f + ω·τ there is "
            .. "%s W."):format(list(V:shift(p):linear(), "("),
            num(V:shift(p):dot(F))), "With frames on, -p of a p_BoQ_W is a p_QBo_W: F:shift(-p) leads to the same."),
    }
end)

return made
