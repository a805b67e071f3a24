-- The exercises of lesson 4: inertia.
local core = require "rigid.core"
local common = require "rigid.lessons.exercises.common"

local Vec3, Twist, SpatialInertia, RotationalInertia = core.Vec3, core.Twist, core.SpatialInertia, core.RotationalInertia
local num, list, inertia_words, lines = common.num, common.list, common.inertia_words, common.lines
local made, exercise = common.begin()

exercise("4.1", "Izz", function(pick)
    local rod_mass, length = pick:number(0.4, 0.2, 1, 0.1), pick:number(0.3, 0.2, 0.6, 0.05)
    local mass, radius = pick:number(0.8, 0.5, 2, 0.1), pick:number(0.03, 0.02, 0.1, 0.01)
    local rod, ball = rod_mass * length ^ 2 / 3, 0.4 * mass * radius ^ 2
    local Izz = rod + ball + mass * length ^ 2
    return {
        text = ("A hammer: a handle, a thin rod of %s kg and %s m along x that begins at the origin, and on its end a head, a "
            .. "solid ball of %s kg and radius %s m whose centre is at `{%s, 0, 0}`. What is its moment of inertia Izz about "
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
        text = "A body " .. body_text(mass, com, moments, products) .. " What is it about the origin? Six numbers in this "
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
        text = ("A body %s It moves with the twist `(%s, %s)`, given at the origin. What is its momentum about the "
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

return made
