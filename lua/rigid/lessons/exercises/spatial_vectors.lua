-- The exercises of lesson 1: what a spatial vector is.
local core = require "rigid.core"
local common = require "rigid.lessons.exercises.common"

local Twist, Wrench = core.Twist, core.Wrench
local num, list, halves, lines = common.num, common.list, common.halves, common.lines
local made, exercise = common.begin()

local function wheel(pick)
    local r, speed = pick:number(0.3, 0.2, 0.5, 0.05), pick:number(1.5, 1, 4, 0.25)
    return r, speed, Twist({speed, 0, 0}, {0, speed / r, 0})
end

exercise("1.1", "{x, y, z}", function(pick)
    local r, speed, V = wheel(pick)
    local top = V:shift {0, 0, r}
    return {
        text = ("A wheel of radius %s m rolls along x at %s m/s without slipping; y is to the left, z up. What is the velocity of "
            .. "its topmost point? Answer with three numbers."):format(num(r), num(speed)),
        shape = "vec3", answer = top:linear(),
        mistakes = {
            {"omega_cross", V:linear(), "that is the velocity of the centre: what does ω × p add at the top?"},
            {"minus_p", V:shift {0, 0, -r}:linear(), "that is the point on the road, which stands still: p points up to the "
                .. "top"},
        },
        hint = "The point on the road stands still; that gives ω. Then ask the field at the top: v + ω × p.",
        solution = lines(
            ("The point on the road stands still: v + ω × {0, 0, -r} = 0, so ω = v/r = %s rad/s "
                .. "about y."):format(num(speed / r)),
            ("At the top: v + ω × {0, 0, r} = (%s, 0, 0) + (%s, 0, 0) = %s m/s: twice as fast as the "
                .. "centre."):format(num(speed),
                num(speed), list(top:linear(), "("))),
    }
end)

exercise("1.2", "Twist(linear, angular)", function(pick)
    local r, speed, V = wheel(pick)
    local road = V:shift {0, 0, -r}
    return {
        text = ("Give the twist of the same wheel (radius %s m, %s m/s along x) at the point where it touches the "
            .. "road."):format(num(r), num(speed)),
        shape = "twist", answer = road,
        mistakes = {
            {"omega_cross", V, "that is the twist at the centre: go on to the point on the road, by ω × p"},
            {"minus_p", V:shift {0, 0, r}, "that is the twist at the top: p goes from the old point to the new, downwards"},
            {"sign", Twist({0, 0, 0}, -V:angular()), "the wheel would roll backwards: with y to the left, a turn about +y "
                .. "carries the top forwards"},
        },
        hint = "What moves there? And which half of a twist is the same at every point?",
        solution = lines("Nothing moves there: the wheel does not slip, so v = 0. The angular half is the same at every point,",
            ("ω = v/r about y. The twist is %s: a pure turn about the point on the road, at this "
                .. "instant."):format(halves(road))),
    }
end)

exercise("1.3", "power", function(pick)
    local v = pick:numbers({0.2, 0, 0.1}, 3, -0.5, 0.5, 0.05)
    local w = pick:numbers({0, 0.5, 0}, 3, -1, 1, 0.1)
    local f = pick:numbers({4, 0, -2}, 3, -6, 6, 0.5)
    local z = pick:number(0.15, 0.1, 0.4, 0.05)
    local V, F = Twist(v, w), Wrench(f, {0, 0, 0})
    local power = V:shift({0, 0, z}):dot(F)
    return {
        text = ("A gripper turns and moves with the twist `(%s, %s)`, given at the wrist. At the point %s m further along z "
            .. "it is pushed with the force `%s` N. What power does the push put into the gripper?"):format(list(v), list(w),
            num(z), list(f)),
        shape = "number", answer = power,
        mistakes = {
            {"different_points", V:dot(F), "that multiplies a twist at the wrist with a force that acts elsewhere: bring both "
                .. "to one point"},
            {"minus_p", V:shift({0, 0, -z}):dot(F), "the twist was shifted the wrong way: p goes from the wrist to where the "
                .. "push is"},
        },
        hint = "Power is v·f + ω·τ, both about one point. Either shift the twist to where the push acts, or find the moment "
            .. "of the push about the wrist.",
        solution = lines(("Where the push acts, the gripper moves with v + ω × p = %s m/s."):format(list(V:shift({0, 0,
            z}):linear(), "(")),
            ("There the push has no moment, so the power is that times f: %s W."):format(num(power)),
            ("Or about the wrist: τ = p × f = %s N m, and v·f + ω·τ is the same."):format(list(F:shift({0, 0, -z}):angular(),
                "("))),
    }
end)

return made
