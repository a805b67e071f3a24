-- The exercises of lesson 2: shift and re-express.
local core = require "rigid.core"
local common = require "rigid.lessons.exercises.common"

local Vec3, Rotation, Transform, Twist, Wrench = core.Vec3, core.Rotation, core.Transform, core.Twist, core.Wrench
local num, list, halves, lines = common.num, common.list, common.halves, common.lines
local made, exercise = common.begin()

exercise("2.1", "F_T", function(pick)
    local f, n = pick:numbers({3, 0, -5}, 3, -8, 8, 0.5), pick:numbers({0, 0.6, 0.2}, 3, -1, 1, 0.1)
    local p, angle = pick:numbers({0.1, 0, 0.25}, 3, -0.4, 0.4, 0.05), pick:number(0.5236, 0.3, 1.4, 0.1)
    local X_ST, F_S = Transform(Rotation.rpy(0, 0, angle), p), Wrench(f, n)
    local F_T = X_ST:inverse() * F_S
    local about_T = F_S:shift(p)
    return {
        text = ("A sensor S reads the wrench `(%s, %s)`. The tool T stands in it at the pose `X_ST = "
            .. "Transform(Rotation.rpy(0, 0, %s), %s)`. What is that wrench at the tool, in the tool's axes?"):format(list(f),
            list(n), num(angle), list(p)),
        shape = "wrench", answer = F_T,
        mistakes = {
            {"transposed", about_T:re_express(X_ST:rotation()), "about the tool's point, yes, but re-expressed the wrong way: "
                .. "from S to T it is R_TS, the transpose of R_ST"},
            {"inverse", X_ST * F_S, "that is X_ST * F_S: its letters do not cancel. From S to T it takes X_TS"},
            {"minus_p", F_S:shift(-Vec3(p)):re_express(X_ST:rotation():inverse()),
                "the axes are right, but it was shifted by −p: the tool is at p_ST from the sensor"},
            {"shift", F_S:re_express(X_ST:rotation():inverse()), "the axes are the tool's, but the moment is still about the "
                .. "sensor"},
            {"axes", about_T, "about the right point, but still in the sensor's axes"},
        },
        hint = "X_TS * F_S: the neighbouring letters cancel, and X_TS is X_ST:inverse().",
        solution = lines("X_TS = X_ST:inverse(), and F_T = X_TS * F_S. By steps: about the tool's point the moment is",
            ("τ − p × f = %s N m; then both halves in the tool's axes, by R_TS = R_STᵀ:"):format(list(about_T:angular(), "(")),
            ("F_T = %s."):format(halves(F_T))),
    }
end)

exercise("2.2", "{x, y, z}", function(pick)
    local angle, p = pick:number(1.2, 0.3, 1.5, 0.1), pick:numbers({2, 1, 0.5}, 3, -3, 3, 0.5)
    local to = pick:numbers({3, 1, 0.5}, 3, -3, 3, 0.5)
    local X_WC = Transform(Rotation.rpy(0, 0, angle), p)
    local p_C = X_WC:inverse() * to
    return {
        text = ("A camera C stands in the world at `X_WC = Transform(Rotation.rpy(0, 0, %s), %s)`. Where in the camera's "
            .. "frame is the point that for the world is at `%s`?"):format(num(angle), list(p), list(to)),
        shape = "vec3", answer = p_C,
        mistakes = {
            {"inverse", X_WC * to, "that is X_WC * p: it takes what the camera sees to the world. The other way it is X_CW"},
            {"transposed", X_WC:rotation() * (Vec3(to) - p), "the difference is right, but turned by R_WC: to the camera it "
                .. "takes R_CW"},
            {"shift", X_WC:rotation():inverse() * to, "re-expressed rightly, but seen from the world's origin: where does the "
                .. "camera stand?"},
            {"axes", Vec3(to) - p, "from the right point, but still in the world's axes"},
        },
        hint = "We have p_W, want p_C, and need X_CW. The inverse of a pose first goes back by p, then turns.",
        solution = lines(("From the camera to the point, in the world's axes: %s."):format(list(Vec3(to) - p, "(")),
            ("In the camera's axes, by R_CW = R_WCᵀ: %s m. It is X_WC:inverse() * p."):format(list(p_C, "("))),
    }
end)

exercise("2.3", "Twist(linear, angular)", function(pick)
    local v, w = pick:numbers({0.3, -0.2, 0.1}, 3, -1, 1, 0.1), pick:numbers({1, 2, -1}, 3, -3, 3, 0.5)
    local p = pick:numbers({0.2, 0.1, -0.3}, 3, -0.5, 0.5, 0.1)
    local V = Twist(v, w)
    local V_Q = V:shift(p)
    return {
        text = ("A body has the twist `(%s, %s)` at its point P. What is its twist at Q, where `p_PQ = %s` in the same axes? "
            .. "By hand, please."):format(list(v), list(w), list(p)),
        shape = "twist", answer = V_Q,
        mistakes = {
            {"minus_p", V:shift(-Vec3(p)), "shifted by −p, or p × ω in place of ω × p"},
            {"omega_cross", V, "that is the twist at P: ω × p is missing"},
            {"half", Twist(Vec3(w):cross(p), w), "that is ω × p alone: v at P belongs to it"},
            {"force_rule", Twist(v, Vec3(w) - Vec3(p):cross(v)), "that is the rule of forces: of a motion the linear half "
                .. "changes"},
        },
        hint = "v_Q = v_P + ω × p_PQ, and ω stays.",
        solution = lines(("ω × p = (ωy pz − ωz py, ωz px − ωx pz, ωx py − ωy px) = %s m/s,"):format(list(Vec3(w):cross(p),
            "(")),
            ("so v_Q = %s m/s, and ω stays."):format(list(V_Q:linear(), "("))),
    }
end)

return made
