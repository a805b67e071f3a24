-- What is conserved in a simulation, and what is lost to damping.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local mechanisms = require "spec.support.mechanisms"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia
local near = compare.near

local wheel, double_pendulum, floating_tree = mechanisms.wheel, mechanisms.double_pendulum, mechanisms.floating_tree
local merged = mechanisms.merged

-- ---- what is conserved ----------------------------------------------------------------------------------------------

describe("in a simulation", function()
    local function span(list)
        local least, most = math.huge, -math.huge
        for _, x in ipairs(list) do least, most = math.min(least, x), math.max(most, x) end
        return most - least
    end

    it("energy and momentum of a free tree stay, and the tree moves", function()
        for seed = 21, 24 do
            local m, q, v = floating_tree(seed, { gravity = { 0, 0, 0 } })
            local log = m:simulate { q = q, v = v, duration = 1, dt = 0.05, method = "rkmk45", tolerance = 1e-11 }
            local energy, momentum = log:energy(), log:momentum()
            assert.truthy(energy[1] > 0.1 and momentum[1]:linear():norm() > 0.1 and momentum[1]:angular():norm() > 0.1)
            assert.truthy(span(energy.kinetic) < 1e-8 * energy[1], "energy, seed " .. seed)
            for i = 1, #log do near(momentum[i], momentum[1], { tol = 1e-8, what = "momentum, seed " .. seed }) end
            assert.truthy((log.v[#log] - log.v[1]):norm() > 0.1)
        end
    end)

    it("a falling tree gains the momentum that gravity gives, and turns as if it did not fall", function()
        local m, q, v = floating_tree(25)
        local g = m:gravity()
        local log = m:simulate { q = q, v = v, duration = 0.8, dt = 0.01, method = "rkmk45", tolerance = 1e-11 }
        local momentum, energy = log:momentum(), log:energy()
        for i = 1, #log, 20 do
            near(momentum[i]:linear(), momentum[1]:linear() + g * (m:total_mass() * log.t[i]), { tol = 1e-9 })
            near(momentum[i]:angular(), momentum[1]:angular(), { tol = 1e-9 })
        end
        assert.truthy(span(energy) < 1e-9 * span(energy.kinetic))
        assert.truthy(span(energy.potential) > 1)
        for i = 1, #log do assert.equal(energy[i], energy.kinetic[i] + energy.potential[i]) end
    end)

    it("the energy of a double pendulum drifts as the method lets it", function()
        local start = { q = { 1.2, -0.4 }, duration = 10, dt = 0.01 }
        local function drift(method)
            local energy = double_pendulum():simulate(merged(start, { method = method })):energy()
            return span(energy) / span(energy.kinetic)
        end
        assert.truthy(drift "rk4" < 1e-6)
        assert.truthy(drift "rkmk45" < 1e-6)
        local euler = drift "semi_implicit_euler"
        assert.truthy(euler > 1e-3 and euler < 0.5)
    end)

    it("semi-implicit Euler keeps the energy of an oscillator in a band, over hundreds of swings", function()
        local m = Model { name = "pendulum" }
        m:add_body {
            name = "bob", joint = { type = "revolute", axis = { 0, 1, 0 } },
            inertia = SpatialInertia.point_mass { mass = 1, position = { 0, 0, -1 } },
        }
        local energy = m:simulate { q = { 0.5 }, duration = 400, dt = 0.01, method = "semi_implicit_euler" }:energy()
        local function band(from, to) return span { table.unpack(energy, from, to) } end
        near(band(39000, 40001), band(1, 1002), { tol = 0.02 })
        assert.truthy(band(1, 1002) < 0.05 * span(energy.kinetic))
    end)

    it("quaternions are unit to 1e-14, by every method", function()
        local m, q, v = floating_tree(26, { types = { "spherical" } })
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local log, count = m:simulate { q = q, v = v, duration = 2, dt = 0.01, method = method, tolerance = 1e-6 }, 0
            for _, name in ipairs(m:joint_names()) do
                local joint = m:joint(name)
                local at = joint.type == "floating" and joint.q + 3 or joint.q
                for i = 1, #log do
                    local w, x, y, z = log.q[i][at], log.q[i][at + 1], log.q[i][at + 2], log.q[i][at + 3]
                    assert.truthy(math.abs(math.sqrt(w * w + x * x + y * y + z * z) - 1) < 1e-14)
                    count = count + 1
                end
            end
            assert.equal(6 * 201, count)
        end
    end)

    -- The integral over the samples, by Simpson's rule.
    local function integral(log, f)
        local sum, n = 0, #log
        assert(n % 2 == 1)
        for i = 1, n do
            local weight = (i == 1 or i == n) and 1 or i % 2 == 0 and 4 or 2
            sum = sum + weight * f(log.v[i])
        end
        return sum * (log.t[2] - log.t[1]) / 3
    end

    it("a damped wheel slows down by exp(-d t / I), and not without", function()
        local m = wheel { damping = 0.3 }
        local log = m:simulate { v = { 2 }, duration = 2, dt = 0.01 }
        for i = 1, #log, 50 do near(log.v[i], { 2 * math.exp(-0.3 / 0.5 * log.t[i]) }, { tol = 1e-9 }) end
        near(m:simulate({ v = { 2 }, duration = 2, dt = 0.01, damping = false }).v[201], { 2 })
    end)

    it("friction slows a wheel evenly until it stands", function()
        local log = wheel { friction = 0.2 }:simulate { v = { 1 }, duration = 10, dt = 0.001 }
        for i = 1, 2001, 500 do near(log.v[i], { 1 - 0.2 / 0.5 * log.t[i] }, { tol = 1e-12 }) end
        assert.equal(0, log.v[#log][1])
        near(log.q[#log], { 1 / (2 * 0.2 / 0.5) }, { tol = 1e-12 })
        assert.equal("axle: stops", log.events[1].name)
        near(log.events[1].t, 2.5, { tol = 1e-12 })
        near(wheel({ friction = 0.2 }):simulate({ v = { -1 }, duration = 1 }).v[1001], { -1 + 0.4 }, { tol = 1e-12 })
        near(wheel({ friction = 0.2 }):simulate({ v = { 1 }, duration = 1, friction = false }).v[1001], { 1 })
    end)

    it("damping and friction take exactly the work that they do", function()
        for seed = 31, 33 do
            local d = draw.stream(seed)
            local m = trees.random(d, 5, { resistance = true })
            local q, v = trees.configuration(d, m), trees.velocity(d, m)
            local damping = m:damping()
            local log = m:simulate { q = q, v = v, duration = 0.5, dt = 0.5 / 2048, method = "rk4", friction = false }
            local energy = log:energy()
            local lost = integral(log, function(velocity)
                local power = 0
                for k = 1, #velocity do
                    power = power + damping[k] * velocity[k] ^ 2
                end
                return power
            end)
            assert.truthy(lost > 0.05)
            near(energy[1] - energy[#log], lost, { tol = 1e-5, what = "work, seed " .. seed })
            near(log.balance.work, -lost, { tol = 1e-8, what = "work as the log tells it" })
            log = m:simulate { q = q, v = v, duration = 0.5, dt = 0.5 / 2048 }
            assert.truthy(log.balance.work < -lost)
            near(log.balance.energy, log.balance.work, { tol = 1e-7, what = "with dry friction" })
            local free = m:simulate({ q = q, v = v, duration = 0.5, dt = 0.002, damping = false }):energy()
            near(free[#free], free[1], { tol = 1e-7, scale = span(free.kinetic) })
        end
    end)

    it("the power of the joints is the rate of energy", function()
        local m = double_pendulum()
        local log = m:simulate { q = { 0.3, 0.8 }, duration = 1, dt = 1 / 512, controller = function() return { 2, -1.5 } end }
        local energy = log:energy()
        local work = integral(log, function(v) return 2 * v[1] - 1.5 * v[2] end)
        near(energy[#energy] - energy[1], work, { tol = 1e-8 })
        assert.truthy(math.abs(work) > 0.1)
    end)
end)
