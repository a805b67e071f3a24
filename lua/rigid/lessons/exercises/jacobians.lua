-- The exercises of lesson 11: Jacobians and singularities.
local common = require "rigid.lessons.exercises.common"

local num, list, lines = common.num, common.list, common.lines
local made, exercise = common.begin()

exercise("11.1", "{vx, vy}", function(pick)
    local a, b = pick:number(0.5, 0.3, 0.8, 0.1), pick:number(0.4, 0.9, 1.2, 0.1)
    local w1, w2 = pick:number(2, 1, 4, 1), pick:number(3, 1, 4, 1)
    return {
        text = ("The arm of the text, but with links of %s m and %s m, at q = {0, 90°}. Its joints turn at %s and %s rad/s. How "
            .. "fast does its tip move along x and y?"):format(num(a), num(b), num(w1), num(w2)),
        shape = "vector 2", answer = {-b * (w1 + w2), a * w1},
        mistakes = {
            {"shoulder_only", {-b * w1, a * w1}, "joint 2 moves the tip as well: add its column"},
            {"absolute", {-b * w2, a * w1}, "joint 2's rate is relative to link 1: about the elbow the tip turns at the sum of "
                .. "both"},
            {"lever", {-b * (w1 + w2), a * (w1 + w2)}, "joint 2 moves the tip across the lower link only: its axis is the elbow"},
            {"sign", {b * (w1 + w2), a * w1}, "about z, what is above the axis moves towards -x"},
        },
        hint = "Each column is axis × (the way from the axis to the tip), times the rate of its joint.",
        solution = lines(("The tip is at (%s, %s). Joint 1 moves it along (%s, %s), joint 2, from the elbow, along (%s, 0),"):format(num(a),
            num(b), num(-b), num(a), num(-b)),
            ("%s · (%s, %s) + %s · (%s, 0) = (%s, %s) m/s."):format(num(w1), num(-b), num(a), num(w2), num(-b), num(-b * (w1 + w2)),
                num(a * w1))),
    }
end)

exercise("11.2", "{tau1, tau2}", function(pick)
    local a, b = pick:number(0.5, 0.3, 0.8, 0.1), pick:number(0.4, 0.9, 1.2, 0.1)
    local f = {pick:number(10, 5, 20, 5), pick:number(20, 25, 40, 5)}
    local tau = {-b * f[1] + a * f[2], -b * f[1]}
    return {
        text = ("The same arm, links of %s m and %s m, q = {0, 90°}, at rest and without gravity, is to push with its tip, with "
            .. "`%s` N along x and y. Which torques of the joints do it?"):format(num(a), num(b), list(f)),
        shape = "vector 2", answer = tau,
        mistakes = {
            {"reaction", {-tau[1], -tau[2]}, "that holds against such a push; the arm is to push itself"},
            {"transpose", {-b * f[1] - b * f[2], a * f[1]}, "that is J f: forces go with the transpose"},
            {"elbow", {a * f[2], -b * f[1]}, "the shoulder feels the part along x as well, with the arm of the tip's height"},
        },
        hint = "τ = Jᵀ f: the dot product of each column with the force.",
        solution = ("τ1 = (%s, %s) · f = %s, τ2 = (%s, 0) · f = %s N m."):format(num(-b), num(a), num(tau[1]), num(-b), num(tau[2])),
    }
end)

exercise("11.3", "degrees", function(pick)
    local a, b = pick:number(0.5, 0.3, 0.6, 0.1), pick:number(0.4, 0.7, 1, 0.1)
    local half = pick:one {0.5, 0.25, 0.8}
    local answer = math.deg(math.asin(half))
    return {
        text = ("The same arm, links of %s m and %s m, is bent by 90° at the elbow and then stretched. At which q2, in degrees, "
            .. "is the determinant of its Jacobian (of the tip's x and y) %s of what it was?"):format(num(a), num(b), num(half)),
        shape = "number", answer = answer,
        mistakes = {
            {"cosine", math.deg(math.acos(half)), "the determinant goes with the sine of q2: it vanishes when stretched"},
            {"radians", math.rad(answer), "that is in radians"},
            {"linear", 90 * half, "the sine is no straight line"},
        },
        hint = "The determinant is l1 l2 sin q2.",
        solution = ("l1 l2 sin q2 = %s · l1 l2, so q2 = asin %s = %s°. The lengths do not matter."):format(num(half), num(half),
            num(answer)),
    }
end)

return made
