-- The exercises of lesson 5: impossible tensors.
local common = require "rigid.lessons.exercises.common"

local num, lines = common.num, common.lines
local made, exercise = common.begin()

exercise("5.1", "Izz", function(pick)
    local a, b = pick:number(0.3, 0.1, 0.5, 0.05), pick:number(0.5, 0.55, 0.9, 0.05)
    return {
        text = ("A body has Ixx = %s and Iyy = %s kg m² about its centre of mass, and no products. What is the greatest Izz "
            .. "that it can have?"):format(num(a), num(b)),
        shape = "number", answer = a + b,
        mistakes = {
            {"least", b - a, "that is the least it can have: otherwise Iyy would be more than the two others together"},
            {"largest", b, "it may well be larger than the others: how much larger?"},
        },
        hint = "A flat plate lies on the border.",
        solution = ("No moment can be more than the two others together: Izz ≤ Ixx + Iyy = %s kg m². There the body is a flat "
            .. "plate in x and y."):format(num(a + b)),
    }
end)

exercise("5.2", "sigma_z", function(pick)
    local a, b, c = pick:number(0.3, 0.3, 0.5, 0.05), pick:number(0.5, 0.52, 0.7, 0.04), pick:number(0.6, 0.4, 0.75, 0.05)
    local spread = (a + b - c) / 2
    return {
        text = ("A body has Ixx = %s, Iyy = %s and Izz = %s kg m² about its centre of mass. By how much is its mass spread "
            .. "along z, in kg m²?"):format(num(a), num(b), num(c)),
        shape = "number", answer = spread,
        mistakes = {
            {"factor", a + b - c, "Ixx + Iyy − Izz counts the spread along z twice"},
            {"moment", c, "Izz looks across z: it is the spread along x and that along y"},
            {"trace", (a + b + c) / 2, "that is the spread along all three axes together, ½ tr I: take Izz off"},
            {"other_axis", (b + c - a) / 2, "that is the spread along x"},
        },
        hint = "Ixx = σy + σz, Iyy = σx + σz, Izz = σx + σy: solve for σz.",
        solution = ("σz = ½ (Ixx + Iyy − Izz) = %s kg m². Had it been negative, no body could have these "
            .. "moments."):format(num(spread)),
    }
end)

exercise("5.3", "{Ixx, Iyy, Izz}", function(pick)
    local a, b, c = pick:number(0.02, 0.02, 0.05, 0.01), pick:number(0.03, 0.03, 0.06, 0.01), pick:number(0.03, 0.03, 0.05,
        0.01)
    return {
        text = ("A file says mass 2 kg, moments about the centre of mass `{%s, %s, %s}` kg m², and no products. Exactly one "
            .. "of the three has its decimal point in the wrong place, by one. Give the three as they must have been "
            .. "meant."):format(num(a), num(b), num(c * 10)),
        shape = "vec3", answer = {a, b, c},
        mistakes = {
            {"unchanged", {a, b, c * 10}, "that is what the file says: no body can have it"},
            {"other_entry", {a * 10, b, c * 10}, "with Ixx ten times larger it could be a body only if Ixx and Izz were "
                .. "nearly alike: check the triangle inequality, and look at Izz"},
        },
        hint = "Check the triangle inequality with each of the three moved, up and down.",
        solution = lines(("Izz = %s is more than %s + %s. Ten times smaller it is %s, and every two are more than the "
            .. "third."):format(num(c * 10),
            num(a), num(b), num(c)), "Making one of the others ten times larger does not do it: then that one is too large, "
                .. "or Izz still is."),
    }
end)

return made
