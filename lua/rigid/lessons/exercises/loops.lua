-- The exercises of lesson 13: loops.
local common = require "rigid.lessons.exercises.common"

local num, lines = common.num, common.lines
local made, exercise = common.begin()

exercise("13.1", "freedoms", function(pick)
    local n = pick:one {5, 6, 7}
    return {
        text = ("A closed chain of %s rods in the plane, one of them held fast, with a pin at each of its %s corners, their axes across the "
            .. "plane. How many freedoms does it have?"):format(num(n), num(n)),
        shape = "number", answer = n - 3,
        mistakes = {
            {"space", 6 * (n - 1) - 5 * n, "that is Grübler's count in space, which takes the redundant equations for independent "
                .. "ones"},
            {"open", n - 1, "that is the open chain: the last pin takes freedoms away"},
            {"one_pin", n - 2, "the last pin takes two: it holds a point in two directions"},
        },
        hint = "Open the last pin: how many joints are left, and how many independent equations does the pin put back?",
        solution = lines(("The open chain has %s joints between %s moving rods."):format(num(n - 1), num(n - 1)),
            ("The last pin holds a point of the plane, two independent equations: %s − 2 = %s."):format(num(n - 1), num(n - 3))),
    }
end)

exercise("13.2", "torque", function(pick)
    local l, m, angle = pick:number(0.5, 0.3, 0.9, 0.1), pick:number(8, 2, 12, 1), pick:one {30, 60, 45}
    local g = 10
    local s = math.sin(math.rad(angle))
    return {
        text = ("A parallelogram: two equal cranks of %s m, %s° from the horizontal, without mass, carry a platform of %s kg that stays "
            .. "level. One crank is driven. With g = %s m/s², which torque holds it?"):format(num(l), num(angle), num(m), num(g)),
        shape = "number", answer = m * g * l * math.cos(math.rad(angle)),
        mistakes = {
            {"half", m * g * l * math.cos(math.rad(angle)) / 2, "the other crank is not driven: power goes through one motor alone"},
            {"sine", m * g * l * s, "the height grows with the cosine of that angle"},
            {"whole", m * g * l, "the lever of the weight is the crank's reach along the horizontal"},
        },
        hint = "Power: τ times the crank's rate is the weight times the platform's rising speed.",
        solution = ("The platform rises by l cos θ per radian: τ = m g l cos θ = %s · %s · %s · cos %s° = %s N m."):format(num(m), num(g),
            num(l), num(angle), num(m * g * l * math.cos(math.rad(angle)))),
    }
end)

return made
