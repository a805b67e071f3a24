-- The exercises of lesson 10: free bodies.
local common = require "rigid.lessons.exercises.common"

local num, list, lines = common.num, common.list, common.lines
local made, exercise = common.begin()

exercise("10.1", "joules", function(pick)
    local I = {1, pick:number(2, 1.5, 2, 0.25), pick:number(3, 2.25, 2.4, 0.05)}
    local L = pick:number(6, 2, 8, 1)
    return {
        text = ("A free body with principal moments `%s` kg m² has the angular momentum L = %s kg m²/s, and no other motion. "
            .. "What is the *least* kinetic energy it can have?"):format(list(I), num(L)),
        shape = "number", answer = L ^ 2 / (2 * I[3]),
        mistakes = {
            {"most", L ^ 2 / (2 * I[1]), "that is the most: about the axis of the least moment"},
            {"middle", L ^ 2 / (2 * I[2]), "that is about the middle axis"},
            {"factor", L ^ 2 / I[3], "the ½ is missing"},
            {"velocity", 0.5 * I[3] * L ^ 2, "that is ½ I ω² with L in place of ω: ω is L/I"},
        },
        hint = "T = L²/(2 I) about an axis: which one makes it least?",
        solution = ("T = L²/(2 I), least about the axis of the greatest moment: %s²/(2 · %s) = %s J. A satellite that loses "
            .. "energy ends in that spin."):format(num(L), num(I[3]), num(L ^ 2 / (2 * I[3]))),
    }
end)

exercise("10.2", "rate", function(pick)
    local a, b = pick:number(0.0012, 0.001, 0.003, 0.0002), pick:number(0.0164, 0.014, 0.017, 0.0005)
    local c, w = pick:number(0.0176, 0.0172, 0.0175, 0.0001), pick:number(12, 5, 15, 1)
    local squared = (b - a) * (c - b) / (a * c)
    return {
        text = ("A racket has the principal moments `{%s, %s, %s}` kg m² and is thrown with %s rad/s about its middle axis. "
            .. "By which rate, per second, do small errors grow?"):format(num(a), num(b), num(c), num(w)),
        shape = "number", answer = w * math.sqrt(squared),
        mistakes = {
            {"root", w * squared, "the root is missing"},
            {"rate", math.sqrt(squared), "it grows with the spin: times ω"},
            {"denominator", w * math.sqrt((b - a) * (c - b) / (b * c)), "the denominator is I1 I3, the two moments on either "
                .. "side"},
        },
        hint = "κ = ω √((I2 − I1)(I3 − I2)/(I1 I3)).",
        solution = ("κ = %s · √((%s)(%s)/(%s · %s)) = %s /s."):format(num(w), num(b - a), num(c - b), num(a), num(c),
            num(w * math.sqrt(squared))),
    }
end)

exercise("10.3", "joules", function(pick)
    local w, out, inside = pick:number(2, 1, 4, 0.5), pick:number(4, 3, 6, 0.5), pick:number(1.5, 1, 2.5, 0.25)
    local before, after = 0.5 * out * w ^ 2, (out * w) ^ 2 / (2 * inside)
    return {
        text = ("A skater turns with %s rad/s and has, with the arms out, %s kg m² about her axis; pulled in, %s kg m². How "
            .. "much energy do her muscles put in as she pulls them in?"):format(num(w), num(out), num(inside)),
        shape = "number", answer = after - before,
        mistakes = {
            {"final", after, "that is what she has in the end: she had some before"},
            {"same_speed", 0.5 * (inside - out) * w ^ 2, "the speed does not stay: the angular momentum does"},
            {"factor", 2 * (after - before), "the ½ is missing"},
        },
        hint = "I ω stays; T = (I ω)²/(2 I), before and after.",
        solution = lines(("L = I ω = %s kg m²/s stays. Before: L²/(2 · %s) = %s J; after: L²/(2 · %s) = "
            .. "%s J."):format(num(out * w), num(out), num(before),
            num(inside), num(after)), ("The muscles put in %s J, and she turns at %s rad/s."):format(num(after - before),
                num(out * w / inside))),
    }
end)

return made
