-- The exercises of lesson 12: one motion, four libraries.
local common = require "rigid.lessons.exercises.common"

local num, list, lines = common.num, common.list, common.lines
local made, exercise = common.begin()

-- v + w × r, in the plane.
local function carried(v, w, r) return {v[1] - w * r[2], v[2] + w * r[1], 0} end

exercise("12.1", "{vx, vy, 0}", function(pick)
    local w, p = pick:number(2, 1, 4, 1), {pick:number(3, 1, 4, 1), pick:number(1, 2, 5, 1)}
    local v = {pick:number(4, 2, 6, 1), pick:number(-1, -5, -2, 1)}
    local answer = carried(v, w, {-p[1], -p[2]})
    return {
        text = ("A vehicle at p = (%s, %s, 0) m moves with the velocity (%s, %s, 0) m/s and turns at %s rad/s about z: its twist "
            .. "as `aligned` has these six numbers. Which linear half does `world` have, the spatial twist of Lynch & "
            .. "Park?"):format(num(p[1]), num(p[2]), num(v[1]), num(v[2]), num(w)),
        shape = "vector 3", answer = answer,
        mistakes = {
            {"same", {v[1], v[2], 0}, "that is the velocity of the vehicle itself; asked is the point of it, thought larger, at the "
                .. "world's origin"},
            {"sign", carried(v, w, p), "the way goes from the vehicle to the origin: by minus p"},
            {"alone", carried({0, 0}, w, {-p[1], -p[2]}), "the velocity of the vehicle is missing: v + ω × (−p)"},
        },
        hint = "v_O = v + ω × (O − p).",
        solution = lines(("v + ω × (−p) = (%s, %s, 0) + %s · (%s, %s, 0)"):format(num(v[1]), num(v[2]), num(w), num(p[2]), num(-p[1])),
            ("= %s m/s."):format(list(answer, "("))),
    }
end)

exercise("12.2", "{ax, ay, 0}", function(pick)
    local w, alpha = pick:number(2, 1, 4, 1), pick:number(3, 1, 4, 1)
    local v, a = {pick:number(4, 2, 6, 1), pick:number(-1, -5, -2, 1)}, {pick:number(1, 6, 9, 1), pick:number(5, 2, 6, 1)}
    local answer = {a[1] - w * v[2], a[2] + w * v[1], 0}
    return {
        text = ("A library gives the local twist of a link as v = (%s, %s, 0) m/s, ω = (0, 0, %s) rad/s and its spatial acceleration "
            .. "as (%s, %s, 0) m/s², (0, 0, %s) rad/s². Which linear acceleration does an accelerometer at its origin measure, without "
            .. "gravity?"):format(num(v[1]), num(v[2]), num(w), num(a[1]), num(a[2]), num(alpha)),
        shape = "vector 3", answer = answer,
        mistakes = {
            {"spatial", {a[1], a[2], 0}, "that is the spatial one: ω × v is missing"},
            {"sign", {a[1] + w * v[2], a[2] - w * v[1], 0}, "ω × v is to be added, not taken off"},
            {"angular", {a[1] - alpha * v[2], a[2] + alpha * v[1], 0}, "the cross product is with ω, not with the angular acceleration"},
        },
        hint = "Classical is spatial + ω × v.",
        solution = ("(%s, %s, 0) + %s · (%s, %s, 0) = %s m/s²."):format(num(a[1]), num(a[2]), num(w), num(-v[2]), num(v[1]),
            list(answer, "(")),
    }
end)

return made
