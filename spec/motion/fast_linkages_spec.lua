-- A five-bar linkage whose crank is pressed against its limit while the other links turn by hundreds of rad/s: rows at the end of a step are not those
-- by which its velocities were found, and what closes the loop again must take the crank neither through the limit nor off it.
local rigid = require "rigid"

local SpatialInertia, Vector = rigid.SpatialInertia, rigid.Vector

local function bar(m, name, parent, x, mass, length, friction, limits)
    m:add_body {
        name = name, parent = parent, placement = { position = { x, 0, 0 } },
        joint = { type = "revolute", axis = { 0, 0, 1 }, friction = friction, limits = limits },
        inertia = SpatialInertia.solid_box { mass = mass, size = { length, 0.02, 0.02 } }:shift { length / 2, 0, 0 },
    }
end

local function five_bar(mass, friction, lower)
    local m = rigid.Model { name = "five-bar", gravity = { 0, 0, 0 } }
    bar(m, "crank", nil, 0, 1, 0.3, 0, { lower = lower or 0, upper = 3 })
    bar(m, "coupler", "crank", 0.3, mass, 0.4, friction)
    bar(m, "spinner", nil, 0.5, mass, 0.1, friction)
    bar(m, "rod", "spinner", 0.1, mass, 0.5, friction)
    m:add_loop {
        name = "tip", joint = { type = "revolute", axis = { 0, 0, 1 } },
        body_a = "coupler", placement_a = { position = { 0.4, 0, 0 } }, body_b = "rod", placement_b = { position = { 0.5, 0, 0 } },
    }
    return m
end

-- The velocity of a state as near as loops allow to that of the spinner alone; the crank's is nought where it stands.
local function spun(m, q, rate, stands)
    local J, v = m:constraint_jacobian(q), Vector { 0, 0, rate, 0 }
    if not stands then return v - J:pinv() * (J * v) end
    local free = rigid.Matrix(#J, 3)
    for i = 1, #J do for k = 1, 3 do free:set(i, k, J[i][k + 1]) end end
    local w = Vector { 0, rate, 0 }
    w = w - free:pinv() * (free * w)
    return Vector { 0, w[1], w[2], w[3] }
end

local function pressed(m, q, v, press)
    return m:simulate { q = q, v = v, duration = 0.1, dt = 1e-3, controller = function() return { -press, 0, 0, 0 } end, progress = false }
end

describe("a fast linkage whose crank is pressed against its limit", function()
    it("meets it once or a few times, and stays there to the last digits", function()
        for _, case in ipairs { { 0.1, 300, 2000 }, { 0.01, 500, 1000 }, { 0.1, 100, 500 }, { 0.001, 500, 200 } } do
            local mass, rate, press = table.unpack(case) -- kg, rad/s, N m
            local m = five_bar(mass)
            local q = m:assemble { -0.45, 1.5, 1, 1.2 }
            local log = pressed(m, q, spun(m, q, rate), press)
            assert.truthy(#log.events >= 1 and #log.events <= 8, #log.events) -- of which most are where it was struck a little off
            for i = 1, #log do assert.truthy(log.q[i][1] > -1e-11, log.q[i][1]) end
            assert.truthy(math.abs(log.q[#log][1]) < 1e-8, log.q[#log][1])
        end
    end)

    it("is slowed by dry friction, and by nothing else, while the crank stands", function()
        for friction, tolerance in pairs { [0] = 1e-6, [0.02] = 1e-3 } do
            local q = five_bar(0.1):assemble { 0.3, 1.9, 1, 1.4 }
            local m = five_bar(0.1, friction, q[1])
            local log = pressed(m, q, spun(m, q, 20, true), 50)
            local rubbed, energy = 0, log:energy()
            for i = 2, #log do
                for k = 2, 4 do
                    rubbed = rubbed + friction * (math.abs(log.v[i][k]) + math.abs(log.v[i - 1][k])) / 2 * (log.t[i] - log.t[i - 1])
                end
            end
            local lost = energy[1] - energy[#energy]
            assert.truthy(math.abs(lost - rubbed) < tolerance * (friction > 0 and rubbed or energy[1]), lost - rubbed)
            assert.truthy(math.abs(log.q[#log][1] - q[1]) < 1e-12)
        end
    end)
end)
