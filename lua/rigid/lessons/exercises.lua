-- The exercises of the lessons. Each is made from numbers that are picked, those of the lesson or, with a seed, others; the
-- answer, the usual mistakes and the worked solution are computed from them. The texts of the lessons are written from
-- these: spec/support/update_lessons.lua.
local core = require "rigid.core"
local question = require "rigid.lessons.question"
local progress = require "rigid.lessons.progress"

local Vec3, Matrix, Vector, Rotation, Transform = core.Vec3, core.Matrix, core.Vector, core.Rotation, core.Transform
local Twist, SpatialAcc, Wrench = core.Twist, core.SpatialAcc, core.Wrench
local SpatialInertia, RotationalInertia = core.SpatialInertia, core.RotationalInertia

local exercises = {names = {}, known = {}}

-- ---- words ----------------------------------------------------------------------------------------------------------

local function num(x)
    local text = ("%.6g"):format(x)
    return text == "-0" and "0" or text
end

-- "{1, 2, 3}"; with brackets = "(" "(1, 2, 3)".
local function list(x, brackets)
    local words = {}
    for i, entry in ipairs(type(x) == "table" and x or x:table()) do words[i] = num(math.abs(entry) < 1e-12 and 0 or entry) end
    local open = brackets or "{"
    return open .. table.concat(words, ", ") .. (open == "{" and "}" or ")")
end

local function halves(v) return ("(%s, %s)"):format(list(v:linear()), list(v:angular())) end

local function inertia_words(I)
    local t = I:table()
    return list({t.xx, t.yy, t.zz, t.xy, t.xz, t.yz}, "(")
end

local function lines(...) return table.concat({...}, "\n") end

-- ---- the list -------------------------------------------------------------------------------------------------------

local makers = {}

-- ask: what follows the name in the call that answers.
local function exercise(name, ask, make)
    exercises.names[#exercises.names + 1] = name
    exercises.known[name] = true
    makers[name] = {ask = ask, make = make}
end

-- ---- 1: what a spatial vector is --------------------------------------------------------------------------------------

local function wheel(pick)
    local r, speed = pick:number(0.3, 0.2, 0.5, 0.05), pick:number(1.5, 1, 4, 0.25)
    return r, speed, Twist({speed, 0, 0}, {0, speed / r, 0})
end

exercise("1.1", "{x, y, z}", function(pick)
    local r, speed, V = wheel(pick)
    local top = V:shift {0, 0, r}
    return {
        text = ("A wheel of radius %s m rolls along x at %s m/s without slipping; y is to the left, z up. Which velocity has "
            .. "the topmost point of the wheel? Answer with three numbers."):format(num(r), num(speed)),
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

-- ---- 2: shift and re-express ------------------------------------------------------------------------------------------

exercise("2.1", "F_T", function(pick)
    local f, n = pick:numbers({3, 0, -5}, 3, -8, 8, 0.5), pick:numbers({0, 0.6, 0.2}, 3, -1, 1, 0.1)
    local p, angle = pick:numbers({0.1, 0, 0.25}, 3, -0.4, 0.4, 0.05), pick:number(0.5236, 0.3, 1.4, 0.1)
    local X_ST, F_S = Transform(Rotation.rpy(0, 0, angle), p), Wrench(f, n)
    local F_T = X_ST:inverse() * F_S
    local about_T = F_S:shift(p)
    return {
        text = ("A sensor S reads the wrench `(%s, %s)`. The tool T stands in it at the pose `X_ST = "
            .. "Transform(Rotation.rpy(0, 0, %s), %s)`. Which wrench is that at the tool, in the tool's axes?"):format(list(f),
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
        text = ("A body has the twist `(%s, %s)` at its point P. Which twist has it at Q, where `p_PQ = %s` in the same axes? "
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

-- ---- 3: frames that check themselves ----------------------------------------------------------------------------------

exercise("3.1", "momentum", function(pick)
    local mass, angle = pick:number(2, 1, 5, 0.5), pick:number(0.6, 0.3, 1.2, 0.1)
    local size = {pick:number(0.1, 0.1, 0.2, 0.05), pick:number(0.4, 0.3, 0.6, 0.05), pick:number(0.8, 0.7, 1, 0.05)}
    local v, w = pick:numbers({0.3, 0, 0}, 3, -1, 1, 0.1), pick:numbers({1, 2, 0}, 3, -3, 3, 0.5)
    local M, R, V = SpatialInertia.solid_box {mass = mass, size = size}, Rotation.rpy(0, 0, angle), Twist(v, w)
    local M_W = M:re_express(R)
    return {
        text = ("A box, `M_BBo_B = SpatialInertia.solid_box{mass = %s, size = %s}`, stands turned by `R_WB = Rotation.rpy(0, "
            .. "0, %s)` and moves with `V_WB_W = Twist(%s, %s)`. Which momentum has it, in the axes of W? Turn frames on, tag "
            .. "all three, and let the errors lead you."):format(num(mass),
            list(size), num(angle), list(v), list(w)),
        shape = "momentum", answer = M_W * V,
        mistakes = {
            {"axes", M * V, "that is M in B times V in W: with frames on it would have been refused"},
            {"transposed", M:re_express(R:inverse()) * V, "M was re-expressed by R_BW: to W it takes R_WB"},
            {"expressed", M * V:re_express(R:inverse()), "that is the right momentum, but in the axes of B: re_express it by "
                .. "R_WB"},
        },
        hint = "M_BBo_B:re_express(R_WB) is M_BBo_W, and that fits V_WB_W.",
        solution = lines("L = M:re_express(R_WB) * V, or: V to B, times M, and the momentum back to W.",
            ("It is %s."):format(halves(M_W * V))),
    }
end)

exercise("3.2", "power", function(pick)
    local v, w = pick:numbers({0.5, -0.2, 0.1}, 3, -1, 1, 0.1), pick:numbers({0, 1, 2}, 3, -3, 3, 0.5)
    local f, n = pick:numbers({6, 2, -4}, 3, -8, 8, 1), pick:numbers({0.5, 0, 1}, 3, -2, 2, 0.5)
    local p = pick:numbers({0.3, -0.1, 0.2}, 3, -0.5, 0.5, 0.1)
    local V, F = Twist(v, w), Wrench(f, n)
    return {
        text = ("`V_WB_W = Twist(%s, %s)` is about Bo, `F_BQ_W = Wrench(%s, %s)` about Q, and `p_BoQ_W = %s`. What power has "
            .. "the wrench on the body?"):format(list(v), list(w), list(f), list(n), list(p)),
        shape = "number", answer = V:shift(p):dot(F),
        mistakes = {
            {"different_points", V:dot(F), "the twist is about Bo and the wrench about Q: with frames on it would have been "
                .. "refused"},
            {"minus_p", V:shift(-Vec3(p)):dot(F), "V was shifted by −p: to Q it is p_BoQ"},
            {"linear_only", V:shift(p):linear():dot(f), "the moment does work too: τ·ω"},
        },
        hint = "Shift V to Q, by p_BoQ, or F to Bo, by its negative p_QBo.",
        solution = lines(("At Q the body moves with v + ω × p = %s m/s. v·f + ω·τ there is "
            .. "%s W."):format(list(V:shift(p):linear(), "("),
            num(V:shift(p):dot(F))), "With frames on, -p of a p_BoQ_W is a p_QBo_W: F:shift(-p) leads to the same."),
    }
end)

-- ---- 4: inertia -------------------------------------------------------------------------------------------------------

exercise("4.1", "Izz", function(pick)
    local rod_mass, length = pick:number(0.4, 0.2, 1, 0.1), pick:number(0.3, 0.2, 0.6, 0.05)
    local mass, radius = pick:number(0.8, 0.5, 2, 0.1), pick:number(0.03, 0.02, 0.1, 0.01)
    local rod, ball = rod_mass * length ^ 2 / 3, 0.4 * mass * radius ^ 2
    local Izz = rod + ball + mass * length ^ 2
    return {
        text = ("A hammer: a handle, a thin rod of %s kg and %s m along x that begins at the origin, and on its end a head, a "
            .. "solid ball of %s kg and radius %s m whose centre is at `{%s, 0, 0}`. Which moment of inertia Izz has it about "
            .. "the origin?"):format(num(rod_mass), num(length), num(mass), num(radius), num(length)),
        shape = "number", answer = Izz,
        mistakes = {
            {"parallel_axis", rod + ball, "the head is added as if its centre were at the origin: its parallel-axis term is "
                .. "missing"},
            {"about_com", rod / 4 + ball + mass * length ^ 2, "the rod's m l²/12 is about its middle: about its end it is m "
                .. "l²/3"},
            {"about_com", rod / 4 + ball, "both are about their own centres of mass, and added: no parallel axes at all"},
        },
        hint = "Each part about the origin first, by the parallel axis; then add. A rod about its end has m l²/3.",
        solution = lines(("The rod about its end: m l²/3 = %s kg m². The head about its centre: (2/5) m r² = %s kg "
            .. "m²,"):format(num(rod),
            num(ball)), ("and m l² = %s kg m² more about the origin. Together %s kg m²."):format(num(mass * length ^ 2),
                num(Izz))),
    }
end)

-- A body by its mass, its com, and its inertia about that: possible, and not special.
local function a_body(pick)
    local mass, com = pick:number(3, 1, 6, 0.5), pick:numbers({0.1, -0.2, 0.05}, 3, -0.4, 0.4, 0.05)
    local moments = pick:numbers({0.04, 0.05, 0.03}, 3, 0.03, 0.05, 0.005)
    local products = pick:numbers({0.005, -0.002, 0.001}, 3, -0.006, 0.006, 0.001)
    local I = RotationalInertia(moments[1], moments[2], moments[3], products[1], products[2], products[3])
    return SpatialInertia {mass = mass, com = com, inertia = I}, mass, com, moments, products
end

local function body_text(mass, com, moments, products)
    return ("of %s kg has its centre of mass at `%s`. About the centre of mass its inertia is `{Ixx = %s, Iyy = %s, Izz = %s, "
        .. "Ixy = %s, Ixz = %s, Iyz = %s}`."):format(num(mass), list(com), num(moments[1]), num(moments[2]), num(moments[3]),
        num(products[1]),
        num(products[2]), num(products[3]))
end

exercise("4.2", "{Ixx, Iyy, Izz, Ixy, Ixz, Iyz}", function(pick)
    local M, mass, com, moments, products = a_body(pick)
    local I_O, I_c = M:rotational_inertia(), M:central_inertia()
    local term = I_O - I_c
    local plus = RotationalInertia(term:moments().x, term:moments().y, term:moments().z, -term:products().x, -term:products().y,
        -term:products().z)
    return {
        text = "A body " .. body_text(mass, com, moments, products) .. " Which is it about the origin? Six numbers in this "
            .. "order, or a RotationalInertia.",
        shape = "inertia", answer = I_O,
        mistakes = {
            {"parallel_axis", I_c, "that is about the centre of mass still: the parallel-axis term is missing"},
            {"toward_com", I_c - term, "the parallel-axis term was taken off: away from the centre of mass it is added"},
            {"product_sign", I_c + plus, "the products of the parallel-axis term have the wrong sign: they are −m cx cy, and "
                .. "so on"},
            {"moments_only", I_c + RotationalInertia(term:moments().x, term:moments().y, term:moments().z),
                "the moments are right, but the parallel axis has products too: −m cx cy, and so on"},
        },
        hint = "I_O = I_c + m (c·c 1 − c cᵀ): Ixx gets m (cy² + cz²), Ixy gets −m cx cy.",
        solution = lines(("m (c·c 1 − c cᵀ) = %s (Ixx, Iyy, Izz, Ixy, Ixz, Iyz);"):format(inertia_words(term)),
            ("added to I_c: %s kg m²."):format(inertia_words(I_O))),
    }
end)

exercise("4.3", "momentum", function(pick)
    local M, mass, com, moments, products = a_body(pick)
    local v, w = pick:numbers({0.5, 0, 0}, 3, -1, 1, 0.25), pick:numbers({0, 0, 2}, 3, -3, 3, 0.5)
    local V = Twist(v, w)
    local p = M * V
    local I_c = M:central_inertia()
    return {
        text = ("A body %s It moves with the twist `(%s, %s)`, given at the origin. Which momentum has it, about the "
            .. "origin?"):format(body_text(mass, com, moments, products), list(v), list(w)),
        shape = "momentum", answer = p,
        mistakes = {
            {"omega_cross", core.SpatialMomentum(Vec3(v) * mass, p:angular()), "the linear half is m v of the origin: what "
                .. "moves with m is the centre of mass, at v + ω × c"},
            {"about_com", core.SpatialMomentum(p:linear(), I_c * w), "the angular half is I_c ω, the spin about the centre of "
                .. "mass: about the origin c × l comes to it"},
            {"parallel_axis", core.SpatialMomentum(p:linear(), I_c * w + Vec3(com):cross(v) * mass),
                "h × v + I ω is right, but I must be about the origin: the parallel axis is missing"},
            {"both_com", core.SpatialMomentum(Vec3(v) * mass, I_c * w), "m v and I_c ω: both as if the centre of mass were at "
                .. "the origin"},
        },
        hint = "The centre of mass moves with v + ω × c; l is m times that. About the origin L = I_c ω + c × l.",
        solution = lines(("The centre of mass moves with v + ω × c = %s m/s, so l = %s kg "
            .. "m/s."):format(list(V:shift(com):linear(), "("),
            list(p:linear(), "(")), ("L = I_c ω + c × l = %s kg m²/s. It is M * V, and also h × v + "
                .. "I_O ω."):format(list(p:angular(), "("))),
    }
end)

-- ---- 5: impossible tensors --------------------------------------------------------------------------------------------

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

-- ---- 6: articulated bodies ----------------------------------------------------------------------------------------------

exercise("6.1", "mass", function(pick)
    local m, c, I = pick:number(0.9, 0.5, 2, 0.1), pick:number(0.55, 0.3, 0.8, 0.05), pick:number(0.045, 0.03, 0.08, 0.005)
    local felt = m * I / (I + m * c ^ 2)
    return {
        text = ("A bat of %s kg is held loosely at its handle, so that it can turn about z there. Its centre of mass is %s m "
            .. "from the handle, along x, and its moment of inertia about its centre of mass is %s kg m². With which mass "
            .. "does the handle resist a jerk along y?"):format(num(m), num(c), num(I)),
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
            .. "which mass does that end resist?"):format(num(m), num(l)),
        shape = "number", answer = m / 4,
        mistakes = {
            {"rigid", m, "that is what its middle would resist with: pushed at its end, the rod turns away"},
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

-- ---- 7: RNEA by hand ----------------------------------------------------------------------------------------------------

local function two_rods(gravity)
    local rod = SpatialInertia.thin_rod_about_end {mass = 6, length = 1, axis = {1, 0, 0}}
    local arm, hinge = core.Model {name = "arm", gravity = gravity}, {type = "revolute", axis = {0, 0, 1}}
    arm:add_body {name = "upper", joint = hinge, inertia = rod}
    arm:add_body {name = "lower", parent = "upper", placement = {position = {1, 0, 0}}, joint = hinge, inertia = rod}
    return arm, rod
end

local GRAVITY <const>, BENT <const> = {0, -10, 0}, {0, math.pi / 2}

exercise("7.1", "{tau1, tau2}", function(pick)
    local q1 = pick:one {0, 30, -30, 60, 90}
    local arm = two_rods(GRAVITY)
    local q = {math.rad(q1), math.pi / 2}
    local tau = arm:gravity_forces(q)
    local one = 60 * math.cos(q[1])
    return {
        text = ("The same arm stands still, with q1 = %s° and q2 = 90°: v = {0, 0}, a = {0, 0}. Which torques hold "
            .. "it?"):format(num(q1)),
        shape = "vector 2", answer = tau,
        mistakes = {
            {"gravity_sign", -1 * tau, "it would fall: the motors hold the arm up against gravity"},
            {"carry", {0.5 * one + tau[2], tau[2]}, "the shoulder carries what the elbow hands on too, and about the shoulder "
                .. "its force has the arm of link 1"},
        },
        hint = "Lift the base by 10 m/s²; nothing else moves. Each link then has f = M a with a = (0, 10) in the world's axes.",
        solution = lines("Each link needs a force of 60 N upwards at its middle. About the elbow, and then about the shoulder:",
            ("τ2 = 60 · 0.5 · cos(q1 + 90°) = %s, τ1 = 60 · 0.5 · cos q1 + 60 · (cos q1 + 0.5 cos(q1 + 90°)) = %s "
                .. "N m."):format(num(tau[2]),
                num(tau[1]))),
    }
end)

local function moving(pick)
    local v = {pick:number(1, 1, 4, 1), pick:number(2, 1, 4, 1)}
    local w1, w2 = v[1], v[1] + v[2]
    local v2 = Twist({w1, 0, 0}, {0, 0, w2})
    local a2 = SpatialAcc({10, 0, 0}, {0, 0, 0}) + SpatialAcc(v2:cross(core.SpatialMotion {angular = {0, 0, v[2]}}))
    return v, v2, a2
end

exercise("7.2", "SpatialAcc({ax, ay, 0}, {0, 0, alpha})", function(pick)
    local v, v2, a2 = moving(pick)
    local w1 = v[1]
    return {
        text = ("The same arm, now with v = {%s, %s} and a = {0, 0}, at q = {0, 90°}. Give the spatial acceleration of link 2 "
            .. "with gravity's lift, in its own axes, as in the text."):format(num(v[1]), num(v[2])),
        shape = "acceleration", answer = a2,
        mistakes = {
            {"joint_rate", SpatialAcc({10, 0, 0}, {0, 0, 0}), "v × S q̇ is missing: the joint's axis is carried along"},
            {"classical", a2 + SpatialAcc(v2:angular():cross(v2:linear()), {0, 0, 0}),
                "that is the classical acceleration of the elbow, with ω × v in it: the spatial one is without"},
            {"gravity", a2 - SpatialAcc({10, 0, 0}, {0, 0, 0}), "gravity's lift is missing: the base accelerates upwards, "
                .. "which is along x of link 2"},
            {"sign", SpatialAcc({10, w1 * v[2], 0}, {0, 0, 0}), "v × S q̇ has the wrong sign: it is (v_y, −v_x) times the "
                .. "joint's rate"},
            {"absolute_rate", SpatialAcc({10, -w1 * (v[1] + v[2]), 0}, {0, 0, 0}),
                "in v × S q̇ stands the rate of the joint, relative to link 1, not the link's own ω"},
            {"axes", SpatialAcc({w1 * v[2], 10, 0}, {0, 0, 0}), "that is in the axes of link 1: those of link 2 are a quarter "
                .. "turn further"},
        },
        hint = "X a1 + S a + v2 × S v: the first is the lift, (10, 0) in the axes of link 2; the second is nothing.",
        solution = lines(("v2 = (%s, 0; %s). a1 = (0, 10; 0), at the elbow in the axes of link 2 (10, 0; 0). The joint adds "
            .. "no acceleration,"):format(num(w1), num(v[1] + v[2])), ("but v2 × S q̇2 = (v_y, −v_x) q̇2 = (0, %s). Together "
            .. "(10, %s; 0)."):format(num(-w1 * v[2]), num(-w1 * v[2]))),
    }
end)

exercise("7.3", "{tau1, tau2}", function(pick)
    local v, v2, a2 = moving(pick)
    local arm, rod = two_rods(GRAVITY)
    local tau = arm:inverse_dynamics(BENT, v, {0, 0})
    local held = arm:gravity_forces(BENT)
    local X_12 = Transform(Rotation.quaternion(1, 0, 0, 1), {1, 0, 0})
    local first = rod * SpatialAcc {0, 10, 0, 0, 0, 0} + rod:bias_wrench(Twist {0, 0, 0, 0, 0, v[1]})
    local function torques(f2) return {(first + X_12 * f2):angular().z, f2:angular().z} end
    local plain = rod * a2
    local classical = rod * (a2 + SpatialAcc(v2:angular():cross(v2:linear()), {0, 0, 0})) + rod:bias_wrench(v2)
    return {
        text = ("And which two torques does it take then, with v = {%s, %s} and a = {0, 0} at q = {0, 90°}?"):format(num(v[1]),
            num(v[2])),
        shape = "vector 2", answer = tau,
        mistakes = {
            {"bias", torques(plain), "the wrench of link 2 is M a alone: v ×* M v is missing"},
            {"velocity", held, "that is what it takes at rest: the velocities are missing"},
            {"joint_rate", torques(rod * SpatialAcc {10, 0, 0, 0, 0, 0} + rod:bias_wrench(v2)),
                "v × S q̇ is missing in the acceleration of link 2"},
            {"classical", torques(classical), "the acceleration of link 2 is the classical one, with ω × v in it: then v ×* M "
                .. "v counts it twice"},
            {"gravity", tau - held, "gravity is missing"},
        },
        hint = "f2 = M a2 + v2 ×* M v2, τ2 is its moment; turn it, carry it to the shoulder, add f1.",
        solution = lines(("f2 = M a2 + v2 ×* M v2 = %s."):format(halves(rod * a2 + rod:bias_wrench(v2))),
            ("In the axes of link 1, about the shoulder: %s; of link 1 itself: "
                .. "%s."):format(halves(X_12 * (rod * a2 + rod:bias_wrench(v2))), halves(first)),
            ("τ1 = %s, τ2 = %s N m."):format(num(tau[1]), num(tau[2]))),
    }
end)

-- ---- 8: regressors ------------------------------------------------------------------------------------------------------

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
        solution = lines(("stack(arm, 20):rank() is %d: of link 1 only its moment about the joint (with link 2's mass at the "
            .. "elbow in it), of link 2 its"):format(count), "moment and the two first moments. The first moments of link 1 "
            .. "were seen by their weight alone."),
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
        solution = ("nv = 6 + %s · %s = %s rows, 10 · (1 + %s · %s) = %s columns: %s entries, nearly all of them needed at "
            .. "every tick."):format(num(legs),
            num(joints), num(nv), num(legs), num(joints), num(10 * bodies), num(nv * 10 * bodies)),
    }
end)

-- ---- 9: Slotine-Li ------------------------------------------------------------------------------------------------------

exercise("9.1", "watts", function(pick)
    local q = {0.4, pick:number(1.2, 0.5, 2, 0.1)}
    local v, s = {pick:number(2, 1, 4, 0.5), pick:number(-3, -4, -1, 0.5)}, {1, pick:number(0, 0.5, 1, 0.5)}
    -- Ḣ = C + Cᵀ of the passive factor; of two rods of m and l, Ḣ = −m l² sin q2 q̇2 [1 ½; ½ 0]
    local m, l = 4, 0.5
    local size = -m * l ^ 2 * math.sin(q[2]) * v[2]
    local rate = Matrix {{size, size / 2}, {size / 2, 0}}
    local hinge = {type = "revolute", axis = {0, 0, 1}}
    local rod = SpatialInertia.thin_rod_about_end {mass = m, length = l, axis = {1, 0, 0}}
    local arm = core.Model {name = "arm", gravity = {0, 0, 0}}
    arm:add_body {name = "upper", joint = hinge, inertia = rod}
    arm:add_body {name = "lower", parent = "upper", placement = {position = {l, 0, 0}}, joint = hinge, inertia = rod}
    local C = arm:coriolis_matrix(q, v, {factor = "reference"})
    local function power(matrix) return Vector(s):dot(matrix * s) end
    return {
        text = ("For the arm of this lesson at q = %s and v = %s: what is the power s'(dH/dt - 2C)s for s = %s, with the "
            .. "factor \"reference\"? You may use the function power of the lesson, or do better."):format(list(q), list(v),
            list(s)),
        shape = "number", answer = power(rate - 2 * C),
        mistakes = {
            {"sign", -power(rate - 2 * C), "the sign is turned: dH/dt comes first"},
            {"passive", 0, "so it would be with a passive factor: take \"reference\""},
            {"rate", power(-2 * C), "that is −2C alone: the rate of H is missing"},
        },
        hint = "q and v are globals of the lesson: set them and call power(\"reference\", s).",
        solution = lines(("Ḣ = −m l² sin q2 q̇2 [1 ½; ½ 0], which gives %s W, and sᵀ 2C s = %s W with the reference "
            .. "factor:"):format(num(power(rate)),
            num(power(2 * C))), ("sᵀ(Ḣ − 2C)s = %s W. A passive C would have made it "
                .. "nothing."):format(num(power(rate - 2 * C)))),
    }
end)

exercise("9.2", "entry", function(pick)
    local m, x, w = pick:number(2, 1, 4, 0.5), pick:number(0.3, 0.1, 0.5, 0.1), pick:number(4, 1, 6, 1)
    local M = SpatialInertia {mass = m, com = {x, 0, 0}, inertia = {0.008, 0.008, 0.008}}
    local V = Twist {0, 0, 0, 0, 0, w}
    local rate = V:cross_force_matrix() * M:matrix() - M:matrix() * V:cross_matrix()
    return {
        text = ("One body: a ball of %s kg whose centre is at `{%s, 0, 0}` turns about z at %s rad/s; its twist at the origin "
            .. "is `({0, 0, 0}, {0, 0, %s})`. Give the entry (1, 6) of dM/dt = v x* M - M v x: the force along x that a turn "
            .. "about z costs."):format(num(m), num(x), num(w), num(w)),
        shape = "number", answer = rate(1, 6),
        mistakes = {
            {"sign", -rate(1, 6), "the sign: h turns towards y, and the entry (1, 6) of M is −h_y"},
            {"half_rate", rate(1, 6) / w, "that is m x: the rate has ω in it"},
            {"momentum", m * x * w ^ 2, "that is the centripetal force, with ω²: this is a rate of M, with one ω"},
        },
        hint = "In M the entry (1, 6) is −h_y. The ball turns: at which rate does its h_y grow?",
        solution = lines(("h = m c = (%s, 0, 0) turns with ω: dh/dt = ω × h = (0, %s, 0). M(1, 6) = −h_y, so its rate is %s "
            .. "kg m/s."):format(num(m * x),
            num(m * x * w), num(rate(1, 6)))),
    }
end)

exercise("9.3", "is_skew", function()
    return {
        text = "Is dH/dt - 2C skew for the factor \"body\"? Try it at some states, with errors that are not along the motion. "
            .. "Answer true or false.",
        shape = "yes", answer = true, mistakes = {},
        hint = "power(\"body\", s) for some s, with other q and v.",
        solution = "True. With B = v ×* M, B + Bᵀ = v ×* M − M v × is the rate of M, so what is left of Ṁ − 2B is skew; and "
            .. "so it stays through a tree. It makes another C than \"christoffel\" does, as passive.",
    }
end)

-- ---- 10: free bodies ----------------------------------------------------------------------------------------------------

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

-- ---- asking for them ----------------------------------------------------------------------------------------------------

-- The names of the exercises of a lesson.
function exercises.of_lesson(n)
    local names = {}
    for _, name in ipairs(exercises.names) do
        if name:match "^%d+" == tostring(n) then names[#names + 1] = name end
    end
    return names
end

-- The paragraph that a lesson prints: the text and how to answer.
function exercises.paragraph(name)
    local t = makers[name].make(question.pick(nil))
    return ("%s `rigid.check_answer(\"%s\", %s)`"):format(t.text, name, makers[name].ask)
end

local function answered(name, seed)
    return function(_, verdict)
        if verdict.correct then
            progress.finish(name)
        elseif verdict.tries >= 2 then
            return ('rigid.exercise "%s":hint() says a little more, rigid.solution "%s" all of it.'):format(name, name)
        end
    end, seed
end

local asked = {} -- name and seed -> question, so that tries are counted

local DRAWS <const> = 100

-- The question of that name; with a seed, the first draw from it on that is clear.
function exercises.make(name, seed)
    local key = name .. " " .. tostring(seed)
    if asked[key] then return asked[key] end
    for attempt = 0, DRAWS do
        local t = makers[name].make(question.pick(seed and seed + attempt * 7919))
        t.name, t.title = name, "Exercise " .. name .. (seed and (", variant %d"):format(seed) or "")
        t.text = t.text:gsub("[`*]", "") .. ("\n  rigid.check_answer(\"%s\", %s%s)"):format(name, makers[name].ask,
            seed and (", {seed = %d}"):format(seed) or "")
        t.answered = answered(name)
        local made = question.new(t)
        if not seed or question.is_clear(made) then
            asked[key] = made
            return made
        end
    end
    error "no clear draw"
end

return exercises
