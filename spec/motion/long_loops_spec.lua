-- A minute of linkages: they stay closed, keep their energy, also where they pass through a singular configuration, and how far away they
-- are does not matter.
local rigid = require "rigid"
local named = require "spec.support.mechanisms_in_space"

local Transform, Rotation, SpatialInertia, Vector = rigid.Transform, rigid.Rotation, rigid.SpatialInertia, rigid.Vector

local function at(x) return Transform(Rotation.identity(), { x, 0, 0 }) end
local function rod(length) return SpatialInertia.solid_box { mass = length, size = { length, 0.02, 0.02 } }:shift { -length / 2, 0, 0 } end
local function hinge(m, name, parent, x, length)
    m:add_body { name = name, parent = parent, joint = { type = "revolute", axis = { 0, 1, 0 } }, placement = at(x), inertia = rod(length) }
end

-- Bars a, b, c between two points of the base, d apart, closed by a revolute; the base floats, or is the world.
local function four_bar(a, b, c, d, floats)
    local m = rigid.Model { name = "four-bar" }
    local base = floats and "base" or nil
    if floats then m:add_body { name = base, joint = { type = "floating" }, inertia = SpatialInertia.solid_cube { mass = 2, length = 0.3 } } end
    hinge(m, "crank", base, 0, a)
    hinge(m, "coupler", "crank", a, b)
    hinge(m, "rocker", base, d, c)
    m:add_loop {
        name = "closing", body_a = "coupler", placement_a = at(b), body_b = "rocker", placement_b = at(c), joint = { type = "revolute", axis = { 0, 1, 0 } },
    }
    return m
end

-- A run from where the crank stands at an angle and turns with a rate; how far it was open, in any sample.
local function run(m, angle, rate, options)
    local q = m:neutral()
    q[#q - 2], q[#q - 1], q[#q] = angle, -angle, angle
    q = m:assemble(q)
    local v = Vector(m:nv())
    local J, turn = m:constraint_jacobian(q), { rate, -rate, rate }
    for k = 1, 3 do v[#v - 3 + k] = turn[k] end
    v = v - J:pinv() * (J * v)
    options.q, options.v, options.progress, options.sample = q, v, false, options.sample or 0.05
    local log, open = m:simulate(options), 0
    for i = 1, #log do
        for _, x in ipairs(m:constraint_error(log.q[i]):table()) do open = math.max(open, math.abs(x)) end
    end
    return log, open
end

describe("a minute of a linkage", function()
    it("keeps the energy of a platform that falls through itself and is thrown back, by steps of rk4 that are watched", function()
        for _, stiffness in ipairs { 200, 2000 } do
            local m, q, v = named.platform(stiffness)
            local log, most, open = m:simulate { q = q, v = v, duration = 10, dt = 1e-3, method = "rk4", sample = 0.01, progress = false }, 0, 0
            for i = 1, #log do
                most = math.max(most, m:kinetic_energy(log.q[i], log.v[i]))
                for _, x in ipairs(m:constraint_error(log.q[i]):table()) do open = math.max(open, math.abs(x)) end
            end
            assert.truthy(most > 10, most)
            assert.truthy(math.abs(log.balance.drift) < 1e-7 * most, log.balance.drift)
            assert.truthy(open < 1e-12, open)
        end
    end)

    it("keeps it closed and its energy, by rk4 at a millisecond", function()
        local log, open = run(four_bar(0.3, 0.7, 0.6, 0.8), 0.5, 1, { duration = 60, method = "rk4" })
        assert.truthy(open < 1e-12, open)
        assert.truthy(math.abs(log.balance.drift) < 1e-6, log.balance.drift)
        assert.is_nil(log.notes)
    end)

    it("goes on with dry friction in every joint, driven to and fro, by every method", function()
        local function drive(t) return { 3 * math.sin(20 * t), 0, 0 } end
        for _, method in ipairs { "rk4", "auto", "implicit" } do
            for start = 1, 4 do
                local m = four_bar(0.3, 0.7, 0.6, 0.8)
                for _, name in ipairs { "crank", "coupler", "rocker" } do m:joint(name).friction = 0.3 end
                local log, open = run(m, 0.5 + 0.01 * start, 12, { duration = 5, method = method, controller = drive })
                assert.truthy(open < 1e-12, open)
                assert.truthy(math.abs(log.balance.drift) < 1e-3, log.balance.drift)
            end
        end
    end)

    it("keeps the energy of a parallelogram that turns through flat again and again, by the default method, and says so", function()
        local m = four_bar(0.4, 0.7, 0.4, 0.7)
        local log, open = run(m, -1, 12, { duration = 60 })
        local lowest, highest = math.huge, -math.huge
        for _, q in ipairs(log.q) do lowest, highest = math.min(lowest, q[1]), math.max(highest, q[1]) end
        assert.truthy(highest - lowest > 100) -- rad: it turned
        assert.truthy(open < 1e-12, open)
        assert.truthy(math.abs(log.balance.drift) < 1e-6 * m:kinetic_energy(log.q[1], log.v[1]), log.balance.drift)
        assert.truthy(log.notes[1]:find("the loops passed by a singular configuration at t = ", 1, true))
    end)

    it("keeps it closed where it has fallen 17 km", function()
        local m = four_bar(0.3, 0.7, 0.6, 0.8, true)
        local log, open = run(m, 0.5, 3, { duration = 60, dt = 1e-2, sample = 1 })
        assert.truthy(m:pose(log.q[#log], "base"):position().z < -17000)
        assert.truthy(open < 1e-14, open)
    end)
end)
