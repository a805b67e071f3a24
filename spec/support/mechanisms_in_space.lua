-- Linkages that engineers know by name, each closed and with a velocity that its loops allow: sarrus, platform (Gough and Stewart's),
-- bennett, pantograph. Each function returns a model, q and v.
local rigid = require "rigid"

local Model, Rotation, SpatialInertia, Transform, Vector = rigid.Model, rigid.Rotation, rigid.SpatialInertia, rigid.Transform, rigid.Vector

local named = {}

local function at(x, y, z) return Transform(Rotation.identity(), {x or 0, y or 0, z or 0}) end
local function hinge(axis, name) return {type = "revolute", axis = axis, name = name} end

-- A body of that mass about x.
local function bar(mass, x, y) return SpatialInertia.solid_box {mass = mass, size = {0.05, 0.04, 0.03}}:shift {-x, -(y or 0), 0} end

-- The velocity nearest to v that keeps the loops closed.
function named.allowed(m, q, v)
    local J = m:constraint_jacobian(q)
    return v - J:pinv() * (J * v)
end

-- A plate that two pairs of hinged bars, at right angles, let go up and down alone; it lies flat where the bars lie in one another. The bars
-- stand at an angle and turn by a rate.
function named.sarrus(angle, rate)
    local m, long = Model {name = "Sarrus"}, 0.3
    m:add_body {name = "low1", placement = at(0.2), joint = hinge({0, -1, 0}, "a1"), inertia = bar(1, long / 2)}
    m:add_body {name = "high1", parent = "low1", placement = at(long), joint = hinge({0, 1, 0}, "a2"), inertia = bar(1, -long / 2)}
    m:add_body {name = "plate", parent = "high1", placement = at(-long), joint = hinge({0, -1, 0}, "a3"), inertia = bar(2, -0.2)}
    m:add_body {name = "low2", placement = at(0, 0.2), joint = hinge({1, 0, 0}, "b1"), inertia = bar(1, 0, long / 2)}
    m:add_body {name = "high2", parent = "low2", placement = at(0, long), joint = hinge({-1, 0, 0}, "b2"), inertia = bar(1, 0, -long / 2)}
    m:add_loop {
        name = "top", body_a = "high2", placement_a = at(0, -long), body_b = "plate", placement_b = at(-0.2, 0.2), joint = hinge {1, 0, 0},
    }
    local q = assert(m:assemble {angle, 2 * angle, angle, angle, 2 * angle})
    return m, q, named.allowed(m, q, Vector {rate, 2 * rate, rate, rate, 2 * rate})
end

-- A plate on six legs, each an ankle of two axes, a slide, which may have a spring, and a ball that closes it; thrown.
function named.platform(stiffness)
    local m = Model {name = "platform"}
    local plate = SpatialInertia.solid_cylinder {mass = 10, radius = 0.3, length = 0.02, axis = {0, 0, 1}}
    m:add_body {name = "plate", joint = {type = "floating", name = "free"}, inertia = plate}
    for i = 1, 6 do
        local low, high = math.rad(60 * i + 20 * (-1) ^ i), math.rad(60 * i - 20 * (-1) ^ i)
        m:add_body {
            name = "foot" .. i, placement = at(0.5 * math.cos(low), 0.5 * math.sin(low)),
            joint = {type = "universal", name = "ankle" .. i}, inertia = SpatialInertia.point_mass {mass = 0.2, position = {0, 0, 0.1}},
        }
        m:add_body {
            name = "leg" .. i, parent = "foot" .. i, inertia = SpatialInertia.point_mass {mass = 0.2, position = {0, 0, -0.1}},
            joint = {type = "prismatic", name = "slide" .. i, axis = {0, 0, 1}, stiffness = stiffness, springref = stiffness and 0.6},
        }
        m:add_loop {
            name = "ball" .. i, body_a = "leg" .. i, body_b = "plate", joint = "spherical",
            placement_b = at(0.3 * math.cos(high), 0.3 * math.sin(high)),
        }
    end
    local q, v = m:neutral(), Vector(m:nv())
    q:set(3, 0.6)
    for i = 1, 6 do q:set(m:joint("slide" .. i).q, 0.6) end
    q = assert(m:assemble(q))
    for k, x in pairs {0.3, [4] = 0.5, [5] = 0.3, [6] = 2} do v:set(k, x) end
    return m, q, named.allowed(m, q, v)
end

-- Four hinges in space, which move because opposite sides are alike and their twists go as their lengths do.
function named.bennett(rate)
    local long, twist, short = 0.5, 0.9, 0.3
    local m, sides = Model {name = "Bennett"}, {}
    local other = math.asin(math.sin(twist) * short / long)
    for i, s in ipairs {{long, twist}, {short, other}, {long, twist}, {short, other}} do
        sides[i] = Transform(Rotation.exp {s[2], 0, 0}, {s[1], 0, 0})
    end
    for i = 1, 3 do
        m:add_body {
            name = "side" .. i, parent = i > 1 and "side" .. i - 1 or nil, placement = i > 1 and sides[i - 1] or nil,
            joint = {type = "revolute", name = "j" .. i}, inertia = SpatialInertia.solid_box {mass = 1, size = {0.2, 0.1, 0.05}}:shift {-0.1, 0.02, 0.03},
        }
    end
    m:add_loop {name = "last", placement_a = sides[4]:inverse(), body_b = "side3", placement_b = sides[3]}
    local q = assert(m:assemble {0.9, -2.2, 2.2})
    return m, q, named.allowed(m, q, Vector {rate, -rate, rate})
end

-- A leg of four bars below a body that stands: thigh and shank, and a bar beside the thigh that turns a rod beside the shank.
function named.pantograph(rate)
    local m, thigh, part, shank = Model {name = "pantograph leg"}, 0.4, 0.15, 0.45
    local y = {0, 1, 0}
    m:add_body {name = "thigh", joint = hinge(y, "hip"), inertia = SpatialInertia.thin_rod {mass = 1.5, length = thigh, axis = {0, 0, 1}}:shift {0, 0, thigh / 2}}
    m:add_body {
        name = "shank", parent = "thigh", placement = at(0, 0, -thigh), joint = hinge(y, "knee"),
        inertia = SpatialInertia.thin_rod {mass = 1, length = shank, axis = {0, 0, 1}}:shift {0, 0, shank / 2 - part},
    }
    m:add_body {name = "crank", joint = hinge(y, "crank"), inertia = SpatialInertia.thin_rod {mass = 0.4, length = part, axis = {0, 0, 1}}:shift {0, 0, -part / 2}}
    m:add_body {
        name = "rod", parent = "crank", placement = at(0, 0, part), joint = hinge(y, "rod"),
        inertia = SpatialInertia.thin_rod {mass = 0.8, length = thigh, axis = {0, 0, 1}}:shift {0, 0, thigh / 2},
    }
    m:add_loop {name = "pin", body_a = "rod", placement_a = at(0, 0, -thigh), body_b = "shank", placement_b = at(0, 0, part), joint = hinge(y)}
    local q = assert(m:assemble {-0.5, 1.1, 0.6, -1.1})
    return m, q, named.allowed(m, q, Vector {rate, -0.4 * rate, 0.6 * rate, 0.4 * rate})
end

return named
