-- Methods of simulation where loops hold: their orders are those without loops, midpoint's energy stays in a band; and a run begins where the
-- loops are closed, or says why it cannot.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense_loops = require "spec.support.dense_loops"
local draw = require "spec.support.draw"
local looped = require "spec.support.looped"
local mechanisms = require "spec.support.mechanisms"
local trees = require "spec.support.trees"

local Model, SpatialInertia, Vector = rigid.Model, rigid.SpatialInertia, rigid.Vector
local near = compare.near

local function last(log) return log.q[#log], log.v[#log] end

-- Bars of lengths 0.3, 0.7, 0.6 between two points of the ground 0.8 apart, or others, at rest where they close.
local function four_bar(crank, coupler, rocker, ground)
    crank, coupler, rocker, ground = crank or 0.3, coupler or 0.7, rocker or 0.6, ground or 0.8
    local m = Model { name = "four-bar" }
    local function bar(name, parent, x, length)
        m:add_body {
            name = name, parent = parent, placement = { position = { x, 0, 0 } }, joint = { type = "revolute", axis = { 0, 1, 0 } },
            inertia = SpatialInertia.thin_rod { mass = length, length = length, axis = { 1, 0, 0 } }:shift { -length / 2, 0, 0 },
        }
    end
    bar("crank", nil, 0, crank)
    bar("coupler", "crank", crank, coupler)
    bar("rocker", nil, ground, rocker)
    m:add_loop {
        name = "pin", body_a = "coupler", placement_a = { position = { coupler, 0, 0 } }, body_b = "rocker", placement_b = { position = { rocker, 0, 0 } },
        joint = { type = "revolute", axis = { 0, 1, 0 } },
    }
    return m, m:assemble { 0.5, -0.5, 0.5 }
end

-- ---- orders ---------------------------------------------------------------------------------------------------------

describe("a method where loops hold", function()
    local ORDER = { semi_implicit_euler = 1, rk4 = 4, rkmk45 = 5, implicit = 3, midpoint = 2 }
    local STEPS = {
        semi_implicit_euler = { 4e-3, 2e-3, 1e-3 }, rk4 = { 1e-2, 5e-3, 2.5e-3 }, rkmk45 = { 2e-2, 1e-2 }, implicit = { 5e-3, 2.5e-3, 1.25e-3 },
        midpoint = { 5e-3, 2.5e-3, 1.25e-3 },
    }
    local CLOSING = { "spherical", "revolute", "universal" }
    local function run(m, q, v, method, dt, tolerance)
        return last(m:simulate {
            q = q, v = v, method = method, dt = dt, tolerance = tolerance, duration = 0.2, friction = false, limits = false, log = { every = 1e6 },
        })
    end

    for method, order in pairs(ORDER) do
        it(("has its order, %d by %s"):format(order, method), function()
            for number, kind in ipairs(CLOSING) do
                local d = draw.stream(80200 + number)
                local resists = number == 3
                local m = trees.random(d, 6, {
                    chain = true, types = { "revolute", "prismatic", "spherical", "helical" }, resistance = resists, springs = resists, armature = resists,
                })
                local q = trees.configuration(d, m)
                looped.close(d, m, q, "one", kind, nil, "link6")
                local v = Vector(dense_loops.allowed(m:constraint_jacobian(q):table(), trees.velocity(d, m):table()))
                local wanted_q, wanted_v = run(m, q, v, "rkmk45", 1e-3, 1e-14)
                local before
                for _, dt in ipairs(STEPS[method]) do
                    local got_q, got_v = run(m, q, v, method, dt, 1e9)
                    local err = mechanisms.distance(m, wanted_q, wanted_v, got_q, got_v)
                    local slope = before and math.log(before / err, 2) or order
                    assert(slope > order - 0.25 and slope < order + 1, ("%s, closed by %s: order %.3f at %g"):format(method, kind, slope, dt))
                    before = err
                end
            end
        end)
    end

    it("loses no energy by closing them: with rk4 half the step leaves a sixteenth or less", function()
        local m, q = four_bar()
        local of_crank = Vector { 14, 0, 0 }
        local J = m:constraint_jacobian(q)
        local v, drift = of_crank - J:pinv() * (J * of_crank), {}
        for k, dt in ipairs { 8e-3, 4e-3, 2e-3 } do
            drift[k] = math.abs(m:simulate { q = q, v = v, method = "rk4", dt = dt, duration = 1.6 }.balance.drift)
        end
        for k = 1, 2 do assert.truthy(drift[k] / drift[k + 1] > 14, drift[k] .. " " .. drift[k + 1]) end
    end)

    it("keeps energy in a band, if it is midpoint", function()
        local m, q = four_bar()
        local log = m:simulate { q = q, duration = 20, method = "midpoint" }
        local least, most, kinetic = math.huge, -math.huge, 0
        for i, e in ipairs(log:energy()) do
            least, most, kinetic = math.min(least, e), math.max(most, e), math.max(kinetic, m:kinetic_energy(log.q[i], log.v[i]))
        end
        assert(most - least < 2e-4 * kinetic, most - least)
        near(m:constraint_error(log.q[#log]), Vector(5), { slack = 1e-13 })
    end)
end)

-- ---- the beginning --------------------------------------------------------------------------------------------------

describe("a run from where loops are open", function()
    it("begins where they close, and says so", function()
        local m, q = four_bar()
        local log = m:simulate { q = { q[1] + 0.2, q[2], q[3] }, duration = 0.1 }
        near(m:constraint_error(log.q[1]), Vector(5), { slack = 1e-12 })
        near(log.q[1], m:assemble { q[1] + 0.2, q[2], q[3] }, { tol = 1e-12 })
        near(log.balance.drift, 0, { slack = 1e-9 })
        assert.equal(1, #log.notes)
        assert.truthy(log.notes[1]:find("the loops were open by 0.147 (m or rad)", 1, true), log.notes[1])
    end)

    it("or would open by v, begins with what they allow of it", function()
        local m, q = four_bar()
        local log = m:simulate { q = q, v = { 1, 0, 0 }, duration = 0.1 }
        near(m:constraint_jacobian(q) * log.v[1], Vector(5), { slack = 1e-12 })
        near(log.q[1], q, { tol = 1e-15 })
        assert.truthy(log.notes[1]:find("the loops would have opened at 0.", 1, true), log.notes[1])
        -- what is lost moves nothing that is left: H (v0 - v) gives no work to what the loops allow
        local lost = m:mass_matrix(q) * (Vector { 1, 0, 0 } - log.v[1])
        near(lost:dot(log.v[1]), 0, { slack = 1e-13 })
        assert.is_true(log.v[1]:norm() > 0.1)
    end)

    it("is left as it is, to the last bit, where they are closed", function()
        local m, q = four_bar()
        local log = m:simulate { q = q, duration = 0.01 }
        assert.equal(q, log.q[1])
        assert.is_nil(log.notes)
    end)

    it("is refused, as a step is, where they cannot close", function()
        local m = four_bar()
        m:remove_loop "pin"
        m:add_loop { name = "far", placement_a = { position = { 5, 0, 0 } }, body_b = "rocker", placement_b = { position = { 0.6, 0, 0 } }, joint = "spherical" }
        local q = { 0.5, -0.5, 0.5 }
        local ok, problem = pcall(m.simulate, m, { q = q, duration = 1 })
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("field 'q': cannot close from this q: nearest gap 3.6 m at 'far'", 1, true), tostring(problem))
        ok, problem = pcall(m.step, m, q, { 0, 0, 0 }, nil, 1e-3)
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("the loops do not close behind it", 1, true), tostring(problem))
        -- a later step that fails by another cause is told by that one
        local midpoint = { method = "midpoint" }
        ok, problem = pcall(m.step, m, q, { 0, 0, 0 }, nil, 1e-3, midpoint)
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("the loops do not close behind it", 1, true), tostring(problem))
        ok, problem = pcall(m.step, m, q, { 0, 0, 0 }, nil, 1, midpoint)
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("the equations have no solution near", 1, true), tostring(problem))
    end)

    it("says when they passed by a singular configuration, which a parallelogram does as it lies flat; and of others, nothing", function()
        local m = four_bar(0.4, 0.7, 0.4, 0.7)
        for _, method in ipairs { "rk4", "midpoint", "rkmk45" } do
            local log = m:simulate { q = m:assemble { -1, 1, -1 }, v = { 5, -5, 5 }, duration = 0.4, dt = 1e-3, method = method }
            local flat
            for i = 2, #log do
                if log.q[i - 1][1] < 0 and log.q[i][1] >= 0 then flat = log.t[i] end
            end
            local t = tonumber(log.notes[1]:match "singular configuration at t = ([%d.]+) s")
            assert.truthy(flat and math.abs(t - flat) < 2e-2, ("%s, %s"):format(t, flat))
            local other, q = four_bar()
            assert.is_nil(other:simulate({ q = q, duration = 0.4, dt = 1e-3, method = method }).notes)
        end
    end)
end)
