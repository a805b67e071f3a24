-- The exercises of lesson 9: Slotine-Li.
local core = require "rigid.core"
local common = require "rigid.lessons.exercises.common"

local Matrix, Vector, Twist, SpatialInertia = core.Matrix, core.Vector, core.Twist, core.SpatialInertia
local num, list, lines = common.num, common.list, common.lines
local made, exercise = common.begin()

exercise("9.1", "watts", function(pick)
    local q = {0.4, pick:number(1.2, 0.5, 2, 0.1)}
    local v, s = {pick:number(2, 1, 4, 0.5), pick:number(-3, -4, -1, 0.5)}, {1, pick:number(0, 0.5, 1, 0.5)}
    -- Ḣ = C + Cᵀ of the passive factor; of two rods of m and l, Ḣ = −m l² sin q2 q̇2 [1 ½; ½ 0]
    local m, l = 4, 0.5
    local size = -m * l ^ 2 * math.sin(q[2]) * v[2]
    local rate = Matrix {{size, size / 2}, {size / 2, 0}}
    local hinge = {type = "revolute", axis = {0, 0, 1}}
    local rod = SpatialInertia.thin_rod_about_end {mass = m, length = l, axis = {1, 0, 0}}
    local arm = core.Model {name = "arm", gravity = {0, 0, 0}}
    arm:add_body {name = "upper", joint = hinge, inertia = rod}
    arm:add_body {name = "lower", parent = "upper", placement = {position = {l, 0, 0}}, joint = hinge, inertia = rod}
    local C = arm:coriolis_matrix(q, v, {factor = "reference"})
    local function power(matrix) return Vector(s):dot(matrix * s) end
    return {
        text = ("For the arm of this lesson at q = %s and v = %s: what is the power s'(dH/dt - 2C)s for s = %s, with the "
            .. "factor \"reference\"? You may use the function power of the lesson, or do better."):format(list(q), list(v),
            list(s)),
        shape = "number", answer = power(rate - 2 * C),
        mistakes = {
            {"sign", -power(rate - 2 * C), "the sign is turned: dH/dt comes first"},
            {"passive", 0, "so it would be with a passive factor: take \"reference\""},
            {"rate", power(-2 * C), "that is −2C alone: the rate of H is missing"},
        },
        hint = "q and v are globals of the lesson: set them and call power(\"reference\", s).",
        solution = lines(("Ḣ = −m l² sin q2 q̇2 [1 ½; ½ 0], which gives %s W, and sᵀ 2C s = %s W with the reference "
            .. "factor:"):format(num(power(rate)),
            num(power(2 * C))), ("sᵀ(Ḣ − 2C)s = %s W. A passive C would have made it "
                .. "nothing."):format(num(power(rate - 2 * C)))),
    }
end)

exercise("9.2", "entry", function(pick)
    local m, x, w = pick:number(2, 1, 4, 0.5), pick:number(0.3, 0.1, 0.5, 0.1), pick:number(4, 1, 6, 1)
    local M = SpatialInertia {mass = m, com = {x, 0, 0}, inertia = {0.008, 0.008, 0.008}}
    local V = Twist {0, 0, 0, 0, 0, w}
    local rate = V:cross_force_matrix() * M:matrix() - M:matrix() * V:cross_matrix()
    return {
        text = ("One body: a ball of %s kg whose centre is at `{%s, 0, 0}` turns about z at %s rad/s; its twist at the origin "
            .. "is `({0, 0, 0}, {0, 0, %s})`. Give the entry (1, 6) of dM/dt = v x* M - M v x: the force along x that a turn "
            .. "about z costs."):format(num(m), num(x), num(w), num(w)),
        shape = "number", answer = rate(1, 6),
        mistakes = {
            {"sign", -rate(1, 6), "the sign: h turns towards y, and the entry (1, 6) of M is −h_y"},
            {"half_rate", rate(1, 6) / w, "that is m x: the rate has ω in it"},
            {"momentum", m * x * w ^ 2, "that is the centripetal force, with ω²: this is a rate of M, with one ω"},
        },
        hint = "In M the entry (1, 6) is −h_y. The ball turns: at which rate does its h_y grow?",
        solution = lines(("h = m c = (%s, 0, 0) turns with ω: dh/dt = ω × h = (0, %s, 0). M(1, 6) = −h_y, so its rate is %s "
            .. "kg m/s."):format(num(m * x),
            num(m * x * w), num(rate(1, 6)))),
    }
end)

exercise("9.3", "is_skew", function()
    return {
        text = "Is dH/dt - 2C skew for the factor \"body\"? Try it at some states, with errors that are not along the motion. "
            .. "Answer true or false.",
        shape = "yes", answer = true, mistakes = {},
        hint = "power(\"body\", s) for some s, with other q and v.",
        solution = "True. With B = v ×* M, B + Bᵀ = v ×* M − M v × is the rate of M, so what is left of Ṁ − 2B is skew; and "
            .. "so it stays through a tree. It makes another C than \"christoffel\" does, as passive.",
    }
end)

return made
