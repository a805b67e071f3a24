-- The exercises of lesson 14: contact.
local common = require "rigid.lessons.exercises.common"

local num, lines = common.num, common.lines
local made, exercise = common.begin()

exercise("14.1", "e", function(pick)
    local high, back = pick:number(1.6, 1, 2, 0.2), pick:number(0.4, 0.2, 0.8, 0.1)
    local ratio = back / high
    return {
        text = ("A ball that falls from %s m rises to %s m again. What is its coefficient of restitution?"):format(num(high), num(back)),
        shape = "number", answer = math.sqrt(ratio),
        mistakes = {
            {"heights", ratio, "that is the ratio of the heights; e is that of the speeds"},
            {"square", ratio ^ 2, "heights go with the square of speeds: take the root, not the square"},
        },
        hint = "Speeds go with the root of the height.",
        solution = ("Speeds go with the root of the heights: e = √(%s / %s) = %s."):format(num(back), num(high), num(math.sqrt(ratio))),
    }
end)

exercise("14.2", "newtons", function(pick)
    local m, mu, g = pick:number(5, 2, 12, 1), pick:number(0.4, 0.3, 0.8, 0.05), 10
    local f = 0.6 * mu * m * g
    return {
        text = ("A box of %s kg lies on a floor with μ = %s (g = %s m/s²). You push it along the floor with %s N, and it stays. How large "
            .. "is the force of friction?"):format(num(m), num(mu), num(g), num(f)),
        shape = "number", answer = f,
        mistakes = {
            {"bound", mu * m * g, "that is the most it can be: while nothing slides, friction is what it must be"},
            {"rest", mu * m * g - f, "that is what is left until it slides"},
            {"weight", m * g, "that is the normal force"},
        },
        hint = "It stays: what must all forces along the floor add up to?",
        solution = lines(("The box stays, so the forces along the floor cancel: %s N."):format(num(f)),
            ("The bound, μ m g = %s N, is not reached."):format(num(mu * m * g))),
    }
end)

exercise("14.3", "metres", function(pick)
    local v, mu, degrees = pick:number(4, 2, 6, 1), pick:number(0.5, 0.4, 0.8, 0.1), pick:one {15, 10, 20}
    local g, slope = 10, math.rad(degrees)
    local up, down = g * (math.sin(slope) + mu * math.cos(slope)), g * (mu * math.cos(slope) - math.sin(slope))
    return {
        text = ("A box is pushed *up* a slope of %s° with %s m/s and let go; μ = %s, g = %s m/s². After how many metres does it "
            .. "stop?"):format(num(degrees), num(v), num(mu), num(g)),
        shape = "number", answer = v ^ 2 / (2 * up),
        mistakes = {
            {"down", v ^ 2 / (2 * down), "that is down the slope: going up, gravity and friction both slow it"},
            {"flat", v ^ 2 / (2 * mu * g), "that is on the flat"},
            {"half", v ^ 2 / up, "the ½ of the kinetic energy is missing"},
            {"friction_alone", v ^ 2 / (2 * g * mu * math.cos(slope)), "gravity slows it as well, by g sin of the slope"},
        },
        hint = "Deceleration g (sin θ + μ cos θ), distance v²/(2 a).",
        solution = ("a = %s (sin %s° + %s cos %s°) = %s m/s², s = %s² / (2 a) = %s m. And there it stays, as tan %s° is less than "
            .. "μ."):format(num(g), num(degrees), num(mu), num(degrees), num(up), num(v), num(v ^ 2 / (2 * up)), num(degrees)),
    }
end)

return made
