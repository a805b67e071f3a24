-- The exercises of lesson 8: regressors.
local core = require "rigid.core"
local common = require "rigid.lessons.exercises.common"

local Matrix = core.Matrix
local num, lines, two_rods = common.num, common.lines, common.two_rods
local GRAVITY <const> = {0, -10, 0}
local made, exercise = common.begin()

-- The rank of the regressor over many states.
local function base_parameters(m)
    local rows = {}
    for seed = 1, 12 do
        local q, v = m:random_state(seed)
        local _, a = m:random_state(seed + 1000)
        for _, row in ipairs(m:regressor(q, v, a):table()) do rows[#rows + 1] = row end
    end
    return Matrix(rows):rank(1e-9)
end

exercise("8.1", "count", function()
    local count = base_parameters((two_rods {0, 0, -10}))
    return {
        text = "Turn the table: the same arm lies flat, with gravity along its axes, `{0, 0, -10}`. How many base parameters "
            .. "has it now?",
        shape = "number", answer = count,
        mistakes = {
            {"gravity", base_parameters((two_rods(GRAVITY))), "that is with gravity in the plane: now the joints do not "
                .. "feel it"},
            {"all", 20, "that is all of them: most do nothing, or appear only in combinations"},
        },
        hint = "Make the arm with that gravity, and ask for the rank of the stack. What did gravity tell before that nothing "
            .. "tells now?",
        solution = ("stack(arm, 20):rank(1e-9) is %d: of link 1 only its moment about the joint (with link 2's mass at the "
            .. "elbow in it), of link 2 its moment and the two first moments. The first moments of link 1 were seen by their "
            .. "weight alone."):format(count),
    }
end)

exercise("8.2", "{hx, hy, Izz}", function(pick)
    local hx, hy, I = pick:number(0.5, 0.3, 1.5, 0.1), pick:number(0.1, 0.1, 0.4, 0.1), pick:number(0.7, 0.5, 2, 0.1)
    local alpha, g = pick:number(2, 2, 5, 1), 9.81
    local at0, at90 = g * hx, -g * hy
    return {
        text = ("A door turns about a horizontal hinge along z, gravity is 9.81 m/s² along -y. Its motor holds it at q = 0 "
            .. "with %s N m, and at q = 90° with %s N m. At q = 0, accelerating by %s rad/s² from rest, it needs %s N m. Find "
            .. "the three base parameters."):format(num(at0), num(at90), num(alpha), num(at0 + I * alpha)),
        shape = "vec3", answer = {hx, hy, I},
        mistakes = {
            {"gravity", {at0, -at90, I}, "the first two are weights, N m: divide by g"},
            {"sign", {hx, -hy, I}, "hy has the other sign: at 90° the body's y axis points against x, so a positive hy pulls "
                .. "the other way"},
            {"static_part", {hx, hy, (at0 + I * alpha) / alpha}, "in the third reading there is gravity too: take the holding "
                .. "torque off first"},
        },
        hint = "τ = I α + g (hx cos q − hy sin q). Three readings, three unknowns, one at a time.",
        solution = lines(("At q = 0: τ = g hx, so hx = %s kg m. At 90°: τ = −g hy, so hy = %s kg m."):format(num(hx), num(hy)),
            ("The third: I α = %s − %s, so Izz = %s kg m². The mass itself is not among the three: a hinge cannot tell "
                .. "it."):format(num(at0 + I * alpha), num(at0), num(I))),
    }
end)

exercise("8.3", "entries", function(pick)
    local legs, joints = pick:number(4, 2, 8, 1), pick:number(3, 2, 5, 1)
    local nv, bodies = 6 + legs * joints, 1 + legs * joints
    return {
        text = ("How many entries has the regressor of a robot with a floating trunk and %s legs of %s revolute joints and %s "
            .. "links each?"):format(num(legs), num(joints), num(joints)),
        shape = "number", answer = nv * 10 * bodies, tolerance = 1e-6,
        mistakes = {
            {"floating", (nv - 6) * 10 * bodies, "the trunk floats: it has six freedoms of its own, and so six rows"},
            {"trunk", nv * 10 * (bodies - 1), "the trunk is a body as well: ten columns more"},
            {"ten", nv * bodies, "each body has ten parameters"},
            {"quaternion", (nv + 1) * 10 * bodies, "rows are as many as velocities, nv, not nq: a quaternion has four numbers "
                .. "and three freedoms"},
        },
        hint = "nv rows, ten columns for each moving body.",
        solution = ("nv = 6 + %s · %s = %s rows, 10 · (1 + %s · %s) = %s columns: %s entries. Those of a link in the "
            .. "rows of another leg's joints are zero: it loads none of them."):format(num(legs), num(joints), num(nv), num(legs), num(joints),
            num(10 * bodies), num(nv * 10 * bodies)),
    }
end)

return made
