-- The kinds of questions that the quiz draws. Each takes what picks numbers and returns what question.new takes: what is given,
-- rounded; the right answer; and the answers that the classic mistakes give.
local core = require "rigid.core"

local Vec3, Rotation, Transform = core.Vec3, core.Rotation, core.Transform
local Twist, SpatialAcc, Wrench, SpatialMomentum = core.Twist, core.SpatialAcc, core.Wrench, core.SpatialMomentum
local SpatialInertia, RotationalInertia = core.SpatialInertia, core.RotationalInertia

-- ---- what is drawn --------------------------------------------------------------------------------------------------

local function num(x)
    local text = ("%.5g"):format(x)
    return text == "-0" and "0" or text
end

local function list(x)
    local words = {}
    for i, entry in ipairs(type(x) == "table" and x or x:table()) do words[i] = num(math.abs(entry) < 1e-12 and 0 or entry) end
    return "{" .. table.concat(words, ", ") .. "}"
end

local function spatial(v) return ("(%s, %s)"):format(list(v:linear()), list(v:angular())) end

local function six(I)
    local t = I:table()
    return list {t.xx, t.yy, t.zz, t.xy, t.xz, t.yz}
end

local function vector(pick, size, step) return Vec3(pick:numbers(nil, 3, -size, size, step)) end

local function rotation(pick)
    local rpy = pick:numbers(nil, 3, -1.4, 1.4, 0.1)
    return Rotation.rpy(rpy[1], rpy[2], rpy[3]), ("Rotation.rpy(%s, %s, %s)"):format(num(rpy[1]), num(rpy[2]), num(rpy[3]))
end

-- A body that can exist: its inertia about the com comes from spreads that are positive, in turned axes, and is rounded.
local function body(pick)
    local mass, com = pick:number(nil, 0.5, 8, 0.01), vector(pick, 0.5, 0.01)
    local s = pick:numbers(nil, 3, 0.01, 0.06, 0.001)
    local R = rotation(pick)
    local t = RotationalInertia(mass * (s[2] + s[3]), mass * (s[1] + s[3]), mass * (s[1] + s[2])):re_express(R):table()
    for key, x in pairs(t) do t[key] = tonumber(("%.4f"):format(x)) end
    local I_c = RotationalInertia(t)
    local M = SpatialInertia {mass = mass, com = com, inertia = I_c}
    local words = ("mass %s kg, com %s m, and about the com, as {Ixx, Iyy, Izz, Ixy, Ixz, Iyz}, I_c = %s "
        .. "kg m²"):format(num(mass), list(com), six(I_c))
    return {M = M, mass = mass, com = com, I_c = I_c, words = words}
end

-- The inertia with the other sign of its products.
local function flipped(I)
    local t = I:table()
    return RotationalInertia(t.xx, t.yy, t.zz, -t.xy, -t.xz, -t.yz)
end

-- m (p·p 1 − p pᵀ)
local function steiner(mass, p) return SpatialInertia.point_mass {mass = mass, position = p}:rotational_inertia() end

local SIX <const> = "{Ixx, Iyy, Izz, Ixy, Ixz, Iyz}"
local INTEGRALS <const> = "the products have the wrong sign: they are the entries of the matrix, −∫ρ x y and so on, not the "
    .. "integrals"

-- ---- the kinds ------------------------------------------------------------------------------------------------------
-- Each takes what picks, and returns what question.new takes; topic, title and ask besides.

local kinds = {list = {}}

local function kind(name, topic, title, ask, make)
    kinds.list[#kinds.list + 1] = {name = name, topic = topic, title = title, ask = ask, make = make}
end

kind("inertia about the origin", "inertia", "parallel axis", SIX, function(pick)
    local b = body(pick)
    local term = steiner(b.mass, b.com)
    local I_O = b.I_c + term
    return {
        text = "A body: " .. b.words .. ".\nWhat is its inertia about the origin?",
        given = {mass = b.mass, com = b.com, I_c = b.I_c}, shape = "inertia", answer = I_O,
        mistakes = {
            {"parallel_axis", b.I_c, "that is the inertia about the com: you forgot the parallel axis, m (c·c 1 − c cᵀ)."},
            {"toward_com", b.I_c - term, "the parallel-axis term was taken off: away from the com it is added."},
            {"product_sign", flipped(I_O), INTEGRALS .. "."},
            {"product_sign", b.I_c + flipped(term), "the products of the parallel-axis term have the wrong sign: they are −m "
                .. "cx cy and so on."},
            {"moments_only", b.I_c + RotationalInertia(term:moments():table()), "the parallel axis changes the products too: "
                .. "by −m cx cy and so on."},
            {"units", 1000 * I_O, "it is 1000 times too large: grams are not kilograms."},
        },
        hint = "About the com a body has its least inertia. Away from it, Ixx gets m (cy² + cz²), and Ixy gets −m cx cy.",
        solution = ("The parallel-axis term: m (c·c 1 − c cᵀ) = %s kg m².\nAdded to I_c: %s kg m²."):format(six(term),
            six(I_O)),
    }
end)

kind("inertia about the com", "inertia", "towards the com", SIX, function(pick)
    local b = body(pick)
    local term, I_O = steiner(b.mass, b.com), b.M:rotational_inertia()
    local t = I_O:table()
    for key, x in pairs(t) do t[key] = tonumber(("%.5f"):format(x)) end
    I_O = RotationalInertia(t)
    local I_c = I_O - term
    return {
        text = ("A body: mass %s kg, com %s m, and about the ORIGIN, as {Ixx, Iyy, Izz, Ixy, Ixz, Iyz}, I_O = %s kg "
            .. "m².\nWhat is its inertia about the com?"):format(num(b.mass), list(b.com), list {t.xx, t.yy, t.zz, t.xy, t.xz,
            t.yz}),
        given = {mass = b.mass, com = b.com, I_O = I_O}, shape = "inertia", answer = I_c,
        mistakes = {
            {"about_origin", I_O, "that is still the inertia about the origin."},
            {"away_from_com", I_O + term, "the parallel-axis term was added: towards the com it is taken off."},
            {"product_sign", flipped(I_c), INTEGRALS .. "."},
            {"moments_only", I_O - RotationalInertia(term:moments():table()), "the parallel axis changes the products too."},
            {"units", 1000 * I_c, "it is 1000 times too large: grams are not kilograms."},
        },
        hint = "Of all points the com has the least inertia: something must be taken off.",
        solution = ("The parallel-axis term: m (c·c 1 − c cᵀ) = %s kg m².\nTaken off I_O: %s kg m²."):format(six(term),
            six(I_c)),
    }
end)

kind("inertia about another point", "inertia", "from the origin to Q", SIX, function(pick)
    local b, p = body(pick), vector(pick, 0.6, 0.05)
    local I_Q, I_O = b.M:shift(p):rotational_inertia(), b.M:rotational_inertia()
    return {
        text = ("A body, given in a frame with origin O: %s.\nWhat is its inertia about the point Q, where p_OQ = "
            .. "%s m?"):format(b.words, list(p)),
        given = {M = b.M, mass = b.mass, com = b.com, I_c = b.I_c, p_OQ = p}, shape = "inertia", answer = I_Q,
        mistakes = {
            {"minus_p", b.M:shift(-p):rotational_inertia(), "that is about the point at −p: from Q the com is at c − p, not "
                .. "at c + p."},
            {"about_origin", I_O, "that is about the origin O, not about Q."},
            {"parallel_axis", b.I_c, "that is about the com: you forgot the parallel axis, m (d·d 1 − d dᵀ) with d = c − p."},
            {"not_by_com", I_O + steiner(b.mass, p), "from O to Q there is no parallel-axis theorem, unless O is the com: go "
                .. "by way of the com."},
            {"step_from_com", b.I_c + steiner(b.mass, p), "p was taken for the way from the com: that is c − p."},
            {"product_sign", flipped(I_Q), INTEGRALS .. "."},
        },
        hint = "Seen from Q, where is the com? Then the parallel axis, once, from the com to Q.",
        solution = ("From Q the com is at d = c − p = %s m.\nI_Q = I_c + m (d·d 1 − d dᵀ) = %s kg m²."):format(list(b.com - p),
            six(I_Q)),
    }
end)

kind("inertia in other axes", "inertia", "re-express", SIX, function(pick)
    local b = body(pick)
    local R, words = rotation(pick)
    local I_A = b.I_c:re_express(R)
    return {
        text = ("In the axes of B a body has the inertia I_B = %s kg m², as {Ixx, Iyy, Izz, Ixy, Ixz, Iyz}.\nR_AB = %s. Which "
            .. "is it in the axes of A?"):format(six(b.I_c), words),
        given = {I_B = b.I_c, R_AB = R}, shape = "inertia", answer = I_A,
        mistakes = {
            {"transposed", b.I_c:re_express(R:inverse()), "the rotation was transposed: from B to A it is R_AB I R_ABᵀ."},
            {"unchanged", b.I_c, "that is what it was in the axes of B."},
            {"product_sign", flipped(I_A), INTEGRALS .. "."},
            {"units", 1000 * I_A, "it is 1000 times too large: grams are not kilograms."},
        },
        hint = "I_A = R_AB I_B R_BA: the letters cancel.",
        solution = ("I_A = R_AB I_B R_ABᵀ = %s kg m².\nCheck: the trace stays, %s."):format(six(I_A),
            num(I_A:matrix():trace())),
    }
end)

kind("twist at another point", "motion", "shift a twist", "Twist(linear, angular)", function(pick)
    local V, p = Twist(vector(pick, 2, 0.1), vector(pick, 4, 0.5)), vector(pick, 0.8, 0.05)
    local V_Q = V:shift(p)
    local v, w = V:linear(), V:angular()
    return {
        text = ("At its point P a body has the twist V_P = %s.\nWhat is its twist at Q, where p_PQ = %s m in the same "
            .. "axes?"):format(spatial(V), list(p)),
        given = {V_P = V, p_PQ = p}, shape = "twist", answer = V_Q,
        mistakes = {
            {"minus_p", V:shift(-p), "shifted by −p: p × ω in place of ω × p, or the way from Q to P."},
            {"omega_cross", V, "you forgot ω × p: that is the twist at P."},
            {"force_rule", Twist(v, w - p:cross(v)), "that is the rule of forces: of a motion the linear half changes, and ω "
                .. "stays."},
            {"units", Twist(v + (w * math.pi / 180):cross(p), w), "ω is in rad/s already: it was taken for degrees."},
        },
        hint = "v_Q = v_P + ω × p_PQ, and ω is the same everywhere.",
        solution = ("ω × p = %s m/s, so V_Q = %s."):format(list(w:cross(p)), spatial(V_Q)),
    }
end)

kind("wrench about another point", "force", "shift a wrench", "Wrench(linear, angular)", function(pick)
    local F, p = Wrench(vector(pick, 20, 1), vector(pick, 6, 0.5)), vector(pick, 0.8, 0.05)
    local F_Q = F:shift(p)
    local f, t = F:linear(), F:angular()
    return {
        text = ("About the point P a wrench is F_P = %s.\nWhat is it about Q, where p_PQ = %s m in the same "
            .. "axes?"):format(spatial(F), list(p)),
        given = {F_P = F, p_PQ = p}, shape = "wrench", answer = F_Q,
        mistakes = {
            {"minus_p", F:shift(-p), "shifted by −p: the moment about Q is τ − p × f."},
            {"moment", F, "you forgot −p × f: that is the wrench about P."},
            {"motion_rule", Wrench(f + t:cross(p), t), "that is the rule of motions: of a wrench the moment changes, and f "
                .. "stays."},
            {"units", Wrench(f, t - (p * 1000):cross(f)), "p was taken in mm: the moment is in N m."},
        },
        hint = "τ_Q = τ_P − p_PQ × f, and f is the same everywhere. A force that acts in Q itself has no moment there.",
        solution = ("p × f = %s N m, so F_Q = %s."):format(list(p:cross(f)), spatial(F_Q)),
    }
end)

kind("twist in another frame", "motion", "transform a twist", "Twist(linear, angular)", function(pick)
    local V, p = Twist(vector(pick, 2, 0.1), vector(pick, 4, 0.5)), vector(pick, 0.8, 0.05)
    local R, words = rotation(pick)
    local X = Transform(R, p)
    local turned = V:re_express(R)
    return {
        text = ("A body has the twist V_B = %s, at B's origin and in B's axes.\nX_AB = Transform(%s, %s).\nWhich twist is "
            .. "that at A's origin, in A's axes?"):format(spatial(V), words, list(p)),
        given = {V_B = V, X_AB = X}, shape = "twist", answer = X * V,
        mistakes = {
            {"transposed", V:re_express(R:inverse()):shift(-p), "the rotation was transposed: from B to A it is R_AB."},
            {"minus_p", turned:shift(p), "shifted by +p: A's origin lies at −p_AB from B's."},
            {"omega_cross", turned, "you forgot the shift, p × ω: it is in A's axes, but at B's origin still."},
            {"inverse", X:inverse() * V, "that is X_AB⁻¹: it takes what is in A to B."},
            {"force_rule", Twist(turned:linear(), turned:angular() + p:cross(turned:linear())),
                "that is the rule of forces: of a motion the linear half changes."},
        },
        hint = "First the axes, by R_AB; then the point, from B's origin to A's, which is −p_AB away.",
        solution = ("In A's axes: %s. At A's origin, v + p × ω: %s."):format(spatial(turned), spatial(X * V)),
    }
end)

kind("acceleration of a point", "acceleration", "from the spatial acceleration", "{x, y, z}", function(pick)
    local V, A = Twist(vector(pick, 2, 0.1), vector(pick, 4, 0.5)), SpatialAcc(vector(pick, 5, 0.5), vector(pick, 6, 0.5))
    local p = vector(pick, 0.6, 0.05)
    local v, w, a, alpha = V:linear(), V:angular(), A:linear(), A:angular()
    local at = a + alpha:cross(p) + w:cross(v + w:cross(p))
    return {
        text = ("In its own axes a body has the twist V = %s and the spatial acceleration A = %s, at its origin.\nWhich "
            .. "acceleration has its point at p = %s m, in m/s²? (The real one, that of the material "
            .. "point.)"):format(spatial(V), spatial(A), list(p)),
        given = {V = V, A = A, p = p}, shape = "vec3", answer = at,
        mistakes = {
            {"classical", a + alpha:cross(p) + w:cross(w:cross(p)), "the spatial acceleration of the origin was taken for its "
                .. "classical one: ω × v is missing."},
            {"omega_cross", a + alpha:cross(p), "that is the spatial acceleration at p: you forgot ω × (velocity of the "
                .. "point)."},
            {"spin", a + alpha:cross(p) + w:cross(v), "you forgot ω × (ω × p): the velocity of the point is v + ω × p."},
            {"minus_p", a - alpha:cross(p) + w:cross(v - w:cross(p)), "that is the point at −p."},
            {"sign", a + alpha:cross(p) - w:cross(v + w:cross(p)), "ω × v has the wrong sign."},
        },
        hint = "Spatial acceleration at p: a + α × p. The material point's is ω × (its velocity) more, and its velocity is v "
            .. "+ ω × p.",
        solution = ("The point moves with v + ω × p = %s m/s.\na + α × p + ω × that = %s m/s²."):format(list(v + w:cross(p)),
            list(at)),
    }
end)

kind("spatial acceleration", "acceleration", "from an accelerometer", "SpatialAcc(linear, angular)", function(pick)
    local V, alpha = Twist(vector(pick, 2, 0.1), vector(pick, 4, 0.5)), vector(pick, 6, 0.5)
    local measured = vector(pick, 5, 0.5)
    local v, w = V:linear(), V:angular()
    local A = SpatialAcc(measured - w:cross(v), alpha)
    return {
        text = ("A body has the twist V = %s, in its own axes. The point at its origin accelerates with c = %s m/s² "
            .. "(classically), and the body with α = %s rad/s².\nWhat is its spatial acceleration?"):format(spatial(V),
            list(measured), list(alpha)),
        given = {V = V, c = measured, alpha = alpha}, shape = "acceleration", answer = A,
        mistakes = {
            {"classical", SpatialAcc(measured, alpha), "that is the classical acceleration: the spatial one is ω × v less."},
            {"sign", SpatialAcc(measured + w:cross(v), alpha), "ω × v was added: it is taken off."},
            {"rate", SpatialAcc(measured - w:cross(v), alpha + w:cross(v)), "α is the same in both: only the linear half "
                .. "changes."},
            {"order", SpatialAcc(alpha, measured - w:cross(v)), "the halves are swapped: here the linear half comes first."},
        },
        hint = "The linear half of a spatial acceleration is the rate of v in the body's axes: what an accelerometer feels "
            .. "has ω × v more.",
        solution = ("ω × v = %s m/s². A = (c − ω × v, α) = %s."):format(list(w:cross(v)), spatial(A)),
    }
end)

kind("momentum", "momentum", "momentum about the origin", "SpatialMomentum(linear, angular)", function(pick)
    local b, V = body(pick), Twist(vector(pick, 2, 0.1), vector(pick, 4, 0.5))
    local v, w = V:linear(), V:angular()
    local P = b.M * V
    local spin = b.I_c * w
    return {
        text = ("A body: %s.\nAt the origin it has the twist V = %s. What is its momentum about the origin?"):format(b.words,
            spatial(V)),
        given = {M = b.M, mass = b.mass, com = b.com, I_c = b.I_c, V = V}, shape = "momentum", answer = P,
        mistakes = {
            {"omega_cross", SpatialMomentum(b.mass * v, P:angular()), "you forgot ω × c: the linear momentum is m times the "
                .. "velocity of the com."},
            {"about_com", SpatialMomentum(P:linear(), spin), "the angular half is about the com: about the origin c × l comes "
                .. "to it."},
            {"parallel_axis", SpatialMomentum(P:linear(), spin + (b.mass * b.com):cross(v)),
                "I ω was taken with I about the com: you forgot the parallel axis."},
            {"minus_p", SpatialMomentum(P:linear(), spin - b.com:cross(P:linear())),
                "c × l has the wrong sign: c goes from the origin to the com."},
            {"product_sign", SpatialMomentum(P:linear(), P:angular() - spin + flipped(b.I_c) * w),
                "the products of I_c were taken with the other sign."},
        },
        hint = "The com moves with v + ω × c, and l is m times that. About the origin L = I_c ω + c × l.",
        solution = ("l = m (v + ω × c) = %s kg m/s.\nL = I_c ω + c × l = %s kg m²/s."):format(list(P:linear()),
            list(P:angular())),
    }
end)

kind("net wrench", "momentum", "the wrench that it takes", "Wrench(linear, angular)", function(pick)
    local b = body(pick)
    local V, A = Twist(vector(pick, 2, 0.1), vector(pick, 4, 0.5)), SpatialAcc(vector(pick, 5, 0.5), vector(pick, 6, 0.5))
    local v, w = V:linear(), V:angular()
    local bias, inert = b.M:bias_wrench(V), b.M * A
    local classical = b.M * (A + SpatialAcc(w:cross(v), {0, 0, 0})) + bias
    local central = SpatialInertia {mass = b.mass, com = b.com, inertia = b.I_c, about = "origin", skip_validity_check = true}
    return {
        text = ("A body: %s.\nAt the origin it has the twist V = %s and the spatial acceleration A = %s.\nWhich net wrench "
            .. "acts on it, about the origin?"):format(b.words,
            spatial(V), spatial(A)),
        given = {M = b.M, mass = b.mass, com = b.com, I_c = b.I_c, V = V, A = A}, shape = "wrench", answer = inert + bias,
        mistakes = {
            {"omega_cross", inert, "you forgot v ×* M v, the rate at which the momentum is carried around."},
            {"classical", classical, "the acceleration was taken for a spatial one although ω × v was in it: then v ×* M v "
                .. "counts it twice."},
            {"acceleration", bias, "that is v ×* M v alone: M A is missing."},
            {"sign", inert - bias, "v ×* M v has the wrong sign: it is added."},
            {"parallel_axis", central * A + central:bias_wrench(V), "I_c was taken for the inertia about the origin: you "
                .. "forgot the parallel axis."},
        },
        hint = "f = M A + v ×* (M v), with M about the origin.",
        solution = ("M A = %s.\nv ×* M v = (ω × l, v × l + ω × L) = %s.\nTogether %s."):format(spatial(inert), spatial(bias),
            spatial(inert + bias)),
    }
end)

kind("kinetic energy", "energy", "kinetic energy", "joules", function(pick)
    local b, V = body(pick), Twist(vector(pick, 2, 0.1), vector(pick, 4, 0.5))
    local v, w = V:linear(), V:angular()
    local T = 0.5 * V:dot(b.M * V)
    local spin, slide = 0.5 * w:dot(b.I_c * w), 0.5 * b.mass * v:dot(v)
    local I_O = b.M:rotational_inertia()
    return {
        text = ("A body: %s.\nAt the ORIGIN it has the twist V = %s. Which kinetic energy has it?"):format(b.words, spatial(V)),
        given = {M = b.M, mass = b.mass, com = b.com, I_c = b.I_c, V = V}, shape = "number", answer = T,
        mistakes = {
            {"omega_cross", slide + spin, "½ m v² + ½ ω·I_c ω needs v at the com: you forgot ω × c."},
            {"factor", 2 * T, "the ½ is missing."},
            {"coupling", slide + 0.5 * w:dot(I_O * w), "½ m v² + ½ ω·I_O ω leaves out the coupling, m v·(ω × c)."},
            {"parallel_axis", slide + spin + b.mass * v:dot(w:cross(b.com)), "the inertia is about the com, the velocity at "
                .. "the origin: the parallel axis is missing."},
            {"spin", 0.5 * b.mass * (v + w:cross(b.com)):dot(v + w:cross(b.com)), "the turn has energy too: ½ ω·I_c ω."},
        },
        hint = "Half of twist times momentum; or ½ m v² with v of the com, and ½ ω·I_c ω.",
        solution = ("The com moves with v + ω × c = %s m/s: %s J. The turn: ½ ω·I_c ω = %s J. Together "
            .. "%s J."):format(list(v + w:cross(b.com)), num(T - spin), num(spin),
            num(T)),
    }
end)

kind("units", "units", "from a CAD program", SIX, function(pick)
    local grams = pick:number(nil, 100, 2000, 1)
    local s = pick:numbers(nil, 3, 200, 1500, 1)
    local products = pick:numbers(nil, 3, -60, 60, 1)
    local raw = {s[2] + s[3], s[1] + s[3], s[1] + s[2]}
    for i = 1, 3 do raw[i], products[i] = raw[i] * 1000, products[i] * 1000 end
    -- the program prints the integrals ∫ρ x y
    local function inertia(scale, sign)
        return RotationalInertia(raw[1] * scale, raw[2] * scale, raw[3] * scale, sign * products[1] * scale,
            sign * products[2] * scale, sign * products[3] * scale)
    end
    return {
        text = ("A CAD program says: mass %s g; about the com, in g mm², moments Ixx %s, Iyy %s, Izz %s, and as integrals "
            .. "∫ρxy %s, ∫ρxz %s, ∫ρyz %s.\nWhich inertia is that in kg m², with the products as entries of the "
            .. "matrix?"):format(num(grams), ("%d"):format(raw[1]), ("%d"):format(raw[2]),
            ("%d"):format(raw[3]), ("%d"):format(products[1]), ("%d"):format(products[2]), ("%d"):format(products[3])),
        given = {moments = raw, integrals = products}, shape = "inertia", answer = inertia(1e-9, -1),
        mistakes = {
            {"product_sign", inertia(1e-9, 1), INTEGRALS .. "."},
            {"units", inertia(1e-6, -1), "units: mm² are 10⁻⁶ m², and the grams are still there, another 10⁻³."},
            {"units", inertia(1e-3, -1), "units: g to kg is done, mm² to m² is not, another 10⁻⁶."},
            {"units", inertia(1, -1), "units: g mm² are 10⁻⁹ kg m²."},
            {"units", inertia(1e-12, -1), "units: 10⁻¹² is too much, g mm² are 10⁻⁹ kg m²."},
        },
        hint = "1 g = 10⁻³ kg and 1 mm² = 10⁻⁶ m². And what sign has the entry of the matrix?",
        solution = ("1 g mm² = 10⁻⁹ kg m², and the entries are minus the integrals: {%.5g, %.5g, %.5g, %.5g, %.5g, %.5g} kg "
            .. "m²."):format(raw[1] * 1e-9, raw[2] * 1e-9,
            raw[3] * 1e-9, -products[1] * 1e-9, -products[2] * 1e-9, -products[3] * 1e-9),
    }
end)

-- A value of an answer in words.
function kinds.words_of(x)
    if type(x) == "number" then return num(x) end
    local class = core.type(x)
    if class == "RotationalInertia" then return six(x) end
    return class == "Vec3" and list(x) or spatial(x)
end

return kinds
