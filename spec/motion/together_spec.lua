-- Everything at once: drawn trees with loops, limits, dry friction, damping, rotors and contacts, by every method that there is. No energy
-- comes of it, the account of energy closes, loops stay closed, limits hold, and forces obey Coulomb's law.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local looped = require "spec.support.looped"
local trees = require "spec.support.trees"

local Vector = rigid.Vector
local near = compare.near

local TYPES <const> = { "revolute", "prismatic", "spherical", "cardan", "helical", "planar", "cylindrical" }
local METHODS <const> = { "auto", "rk4", "implicit", "midpoint" }

local function shape(d, r)
    local shapes = {
        { sphere = r }, { box = { r, 2 * r, r } }, { capsule = { radius = r, length = 2 * r } }, { cylinder = { radius = r, length = r } },
        { hull = { { r, 0, 0 }, { -r, r, 0 }, { -r, -r, 0 }, { 0, 0, r } } },
    }
    return shapes[d:integer(1, #shapes)]
end

local function add_limits(d, m, q)
    for _, name in ipairs(m:joint_names()) do
        local joint = m:joint(name)
        if joint.type == "revolute" or joint.type == "prismatic" then
            joint.lower, joint.upper = q[joint.q] - d:between(0.01, 0.5), q[joint.q] + d:between(0.01, 0.5)
        end
    end
end

local function add_contacts(d, m, q, count)
    local low = math.huge
    for i = 1, count do
        local r = d:between(0.02, 0.15)
        m:add_contact { body = "link" .. i, shape = shape(d, r), friction = d:between(0, 1), restitution = d:between(0, 0.8) }
        low = math.min(low, m:pose(q, "link" .. i):position().z - 3 * r)
    end
    return low
end

local function add_grounds(d, m, low)
    m:add_ground { offset = low - 0.02, friction = d:between(0, 1) }
    m:add_ground { name = "wall", normal = { 0.6, 0, 0.8 }, offset = low - 3 }
end

-- A tree that stands or flies, closed by one loop, at rest; upright, its weight goes down, and grounds are drawn last.
local function mechanism(seed, contacts, upright)
    local d = draw.stream(seed)
    local count = 4 + seed % 4
    local m = trees.random(d, count, {
        first = seed % 2 == 0 and "floating" or nil, types = TYPES, resistance = seed % 3 > 0, armature = true,
        gravity = upright and { 0, 0, -9.81 } or nil,
    })
    local q = trees.state(d, m)
    looped.close(d, m, q, "loop", looped.types[1 + seed % #looped.types], "link" .. count - 1, seed % 2 == 0 and "link1" or nil)
    local low = contacts and add_contacts(d, m, q, count)
    if contacts and not upright then add_grounds(d, m, low) end
    if seed % 3 ~= 1 then add_limits(d, m, q) end
    if upright then add_grounds(d, m, low) end
    return m, q
end

local function judge(seed, contacts)
    local m, q = mechanism(seed, contacts)
    local method = METHODS[1 + seed % 4]
    local log = m:simulate { q = q, duration = 0.4, dt = method == "midpoint" and 2.5e-4 or 1e-3, method = method }
    local energy, limits, scale, what = log:energy(), m:limits(), 1, ("seed %d, %s"):format(seed, method)
    for i = 1, #log do scale = math.max(scale, energy.kinetic[i]) end
    for i = 2, #log do assert(energy[i] - energy[i - 1] <= 1e-5 * scale, what .. ": energy grows") end
    near(log.balance.drift, 0, { scale = scale, tol = 1e-3, what = what })
    for i = 1, #log, 20 do
        near(m:constraint_error(log.q[i]), Vector(m:loops(q).equations), { slack = 1e-11 * (1 + m:com(log.q[i]):norm()), what = what })
        for k = 1, m:nq() do
            assert(log.q[i][k] >= limits.lower[k] - 1e-9 and log.q[i][k] <= limits.upper[k] + 1e-9, ("%s: q[%d] is beyond its limit"):format(what, k))
        end
    end
    if contacts then assert(log.residual <= 1e-9, what .. ": residual") end
    return scale, contacts and log
end

describe("everything at once", function()
    it("loops with limits and dry friction keep their laws", function()
        local most = 0
        for seed = 1, 16 do most = math.max(most, (judge(seed, false))) end
        assert.truthy(most > 10)
    end)

    it("loops with contacts, limits and dry friction keep theirs", function()
        local touched = 0
        for seed = 1, 16 do
            local _, log = judge(seed, true)
            for i = 1, #log do touched = touched + #log.contacts[i] end
        end
        assert.truthy(touched > 100)
    end)

    it("a mechanism that slides while it is thrown back, whose loops leave its contact hardly a way to go, finds its impulses", function()
        local m, q = mechanism(35, true, true)
        local log = m:simulate { q = q, duration = 0.3, dt = 1e-3, method = "midpoint" }
        assert.truthy(log.residual < 1e-9 and #log.events > 0)
    end)

    it("what friction holds, and what stands at its limit, stands to the last bit on a body that rolls", function()
        local m = rigid.Model {gravity = {0, 0, -9.81}}
        local weight = rigid.SpatialInertia.solid_sphere {mass = 0.1, radius = 0.02}
        m:add_body {name = "ball", joint = "floating", inertia = rigid.SpatialInertia.solid_sphere {mass = 1, radius = 0.1}}
        m:add_body {name = "held", parent = "ball", joint = {type = "revolute", axis = {0, 1, 0}, friction = 2}, inertia = weight:shift {-0.15, 0, 0}}
        m:add_body {
            name = "stopped", parent = "ball", joint = {type = "revolute", axis = {1, 0, 0}, limits = {lower = -0.3, upper = 2}}, inertia = weight:shift {0, -0.15, 0},
        }
        m:add_contact {body = "ball", shape = {sphere = 0.1}, friction = 0.8}
        m:add_ground {friction = 0.8}
        local q = m:neutral()
        q[3], q[8], q[9] = 0.1, 0.1, -0.3
        local log = m:simulate {q = q, v = {0.3, 0.2, 0, -2, 3, 0, 0, 0}, duration = 0.5, dt = 1e-3}
        for i = 1, #log do assert.equal(0.1, log.q[i][8]) end
        for i = 1, 200 do assert.equal(-0.3, log.q[i][9]) end
        assert.truthy(log.q[#log][9] > -0.3) -- until it rolls over
    end)
end)
