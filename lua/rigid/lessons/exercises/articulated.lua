-- The exercises of lesson 6: articulated bodies.
local core = require "rigid.core"
local common = require "rigid.lessons.exercises.common"

local Matrix = core.Matrix
local num, list, lines = common.num, common.list, common.lines
local made, exercise = common.begin()

exercise("6.1", "mass", function(pick)
    local m, c, I = pick:number(0.9, 0.5, 2, 0.1), pick:number(0.55, 0.3, 0.8, 0.05), pick:number(0.045, 0.03, 0.08, 0.005)
    local felt = m * I / (I + m * c ^ 2)
    return {
        text = ("A bat of %s kg is held loosely at its handle, so that it can turn about z there. Its centre of mass is %s m "
            .. "from the handle, along x, and its moment of inertia about its centre of mass is %s kg m². With what apparent "
            .. "mass does the handle resist a jerk along y?"):format(num(m), num(c), num(I)),
        shape = "number", answer = felt,
        mistakes = {
            {"rigid", m, "that is the whole bat: but it is free to turn about the handle"},
            {"parallel_axis", m - (m * c) ^ 2 / I, "m − h²/I needs I about the handle; you took it about the centre of mass"},
            {"taken_away", (m * c) ^ 2 / (I + m * c ^ 2), "that is what the joint takes away: the mass less that is felt"},
        },
        hint = "m − h²/I, with h = m c and I about the handle, by the parallel axis.",
        solution = lines(("h = m c = %s kg m, and about the handle I = I_c + m c² = %s kg m²."):format(num(m * c),
            num(I + m * c ^ 2)),
            ("Felt: m − h²/I = %s kg, which is also m I_c / (I_c + m c²)."):format(num(felt))),
    }
end)

exercise("6.2", "mass", function(pick)
    local m, l = pick:number(2, 1, 6, 0.5), pick:number(1, 0.5, 2, 0.25)
    return {
        text = ("A uniform thin rod of %s kg and %s m floats freely. You push it at one of its ends, across the rod. With "
            .. "what apparent mass does that end resist?"):format(num(m), num(l)),
        shape = "number", answer = m / 4,
        mistakes = {
            {"rigid", m, "that is the apparent mass of its middle: pushed at its end, the rod turns away"},
            {"about_end", 1 / (1 / m + (l / 2) ^ 2 / (m * l ^ 2 / 3)), "the turn is about the centre of mass: use m l²/12, "
                .. "not m l²/3"},
            {"pivot", m / 3, "that would be with the other end on a pivot, I/l²: this rod is free"},
        },
        hint = "One newton gives the centre of mass 1/m, and a turn of (l/2)/I_c; what does the end get of both?",
        solution = lines("A push of 1 N accelerates the centre of mass by 1/m, and turns the rod by (l/2)/(m l²/12) = 6/(m "
            .. "l), which gives the end",
            ("another 3/m. Together 4/m: it resists with m/4 = %s kg. And so it is with a rod on a pin: a free rod does not "
                .. "know the difference."):format(num(m / 4))),
    }
end)

exercise("6.3", "{a1, a2}", function(pick)
    local m, l, tau = pick:number(4, 2, 8, 1), pick:number(1, 0.5, 2, 0.25), pick:number(6, 2, 9, 1)
    local unit = m * l ^ 2
    local H = Matrix {{unit * (1 / 3 + 1 + 1 / 3 + 1), unit * (1 / 3 + 1 / 2)}, {unit * (1 / 3 + 1 / 2), unit / 3}}
    local a = H:solve {0, tau}
    local other = H:solve {tau, 0}
    return {
        text = ("The pendulum of two rods, each of %s kg and %s m, at rest and straight down; the *lower* joint is driven by "
            .. "%s N m and the upper one is free. What are the two accelerations of the joints?"):format(num(m), num(l),
            num(tau)),
        shape = "vector 2", answer = a,
        mistakes = {
            {"other_joint", other, "that is with the torque in the upper joint"},
            {"locked", {0, tau / (unit / 3)}, "that is with the upper joint locked: it is free, and driven back"},
            {"absolute", {a[1], a[1] + a[2]}, "the second is that of the rod in space: the joint's is relative to the upper "
                .. "rod"},
        },
        hint = "Nothing but the two joints' inertias: H a = (0, τ), with H for both hanging straight; or the steps of the "
            .. "lesson, backwards.",
        solution = lines(("With l and m: H = m l² [8/3 5/6; 5/6 1/3] = [%s %s; %s %s] kg m²."):format(num(H(1, 1)), num(H(1,
            2)), num(H(2, 1)),
            num(H(2, 2))), ("H a = (0, τ) gives a = %s rad/s². Or: pendulum(2):forward_dynamics({0, 0}, {0, 0}, {0, "
                .. "%s})."):format(list(a, "("), num(tau))),
    }
end)

return made
