-- Linkages that engineers know by name: they stay closed and keep their energy by rk4 at a millisecond, also through the places where they are
-- singular, and what their loops bear is the least that will do.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local named = require "spec.support.mechanisms_in_space"

local Vector = rigid.Vector
local near = compare.near

-- A run of so many seconds; how far it was open in any sample, and the most kinetic energy.
local function run(m, q, v, duration, more)
    local options, open, most = {q = q, v = v, duration = duration, dt = 1e-3, method = "rk4", sample = 0.01, progress = false}, 0, 0
    for key, value in pairs(more or {}) do options[key] = value end
    local log = m:simulate(options)
    for i = 1, #log do
        most = math.max(most, m:kinetic_energy(log.q[i], log.v[i]))
        for _, x in ipairs(m:constraint_error(log.q[i]):table()) do open = math.max(open, math.abs(x)) end
    end
    return log, open, most
end

local function keeps(m, q, v, duration, more)
    local log, open, most = run(m, q, v, duration, more)
    assert.truthy(open <= 1e-12, open)
    assert.truthy(most > 0.1 and math.abs(log.balance.drift) <= 1e-6 * most, log.balance.drift)
    return log, most
end

-- The wrenches hold the loops as frames would that are pulled at: by them, the tree alone moves as the loops let it. And no others do that
-- are smaller, which the rows' pseudoinverse says, that shares nothing with the rows' factors in the core.
local function bears_least(m, q, v)
    local tau = Vector(m:nv())
    for k = 1, m:nv() do tau:set(k, 0.7 * math.sin(2.3 * k)) end
    local a, wrenches = m:constrained_dynamics(q, v, tau)
    local J, free = m:constraint_jacobian(q), m:inverse_dynamics(q, v, a) - tau
    local least, size = J:transpose():pinv(1e-9) * free, 0
    for _, wrench in pairs(wrenches) do size = size + wrench:linear():dot(wrench:linear()) + wrench:angular():dot(wrench:angular()) end
    near(math.sqrt(size), least:norm(), {tol = 1e-9})

    local held, external = m:copy(), {}
    for _, loop in ipairs(m:table().loops) do
        local wrench = wrenches[loop.name]
        held:add_frame {name = loop.name .. " b", body = loop.body_b, placement = loop.placement_b}
        external[loop.name .. " b"] = wrench
        if loop.body_a then -- the same force at the same place, the other way round
            held:add_frame {name = loop.name .. " a", body = loop.body_a, placement = loop.placement_a}
            local X = held:pose(q, loop.name .. " a"):inverse() * held:pose(q, loop.name .. " b")
            external[loop.name .. " a"] = X * -wrench
        end
    end
    near(held:inverse_dynamics(q, v, a, external), tau, {tol = 1e-9, scale = 1 + free:norm()})
    return m:loops(q)
end

describe("Sarrus's linkage", function()
    it("goes up and down alone: of five equations one is implied, and flat, three are", function()
        local m, q, v = named.sarrus(0.7, 1)
        assert.equal("5 equations, 4 independent: of 5 freedoms 1 is left", bears_least(m, q, v).sentence)
        assert.equal("5 equations, 2 independent: of 5 freedoms 3 are left", m:loops {0, 0, 0, 0, 0}.sentence)
        bears_least(m, m:assemble {0, 0, 0, 0, 0}, Vector(5))
    end)

    it("falls through flat and swings", function()
        local m, q, v = named.sarrus(0.7, 1)
        local log = keeps(m, q, v, 3)
        local low, high = 0, 0
        for i = 1, #log do
            local angle = log.q[i][1]
            low, high = math.min(low, angle), math.max(high, angle)
            near(log.q[i][4], angle, {tol = 1e-9}) -- both pairs alike: it went on as it came, and did not fold the other way
        end
        assert.truthy(low < -0.7 and high > 0.69)
    end)

    it("turns over and over by steps that are no shorter where its angles have grown large", function()
        local few
        for _, turns in ipairs {0, 100, 200} do -- 628 and 1257 rad, whose rounding is energy that is missed
            local m, q, v = named.sarrus(0.7 + 2 * math.pi * turns, 40)
            local log = keeps(m, q, v, 0.25)
            few = few or log.steps
            assert.truthy(log.steps < 1.2 * few and few < 6000, log.steps)
        end
    end)

    it("is driven through flat to and fro, by rk4 and by the default method", function()
        for _, method in ipairs {"rk4", "auto"} do
            local m, q, v = named.sarrus(0.7, 0)
            local function drive(t, _, u) return {6 * math.sin(3 * t) - 0.2 * u[1], 0, 0, 0, 0} end
            local log = keeps(m, q, v, 3, {method = method, continuous = true, controller = drive})
            assert.truthy(math.abs(log.balance.work) > 1)
            assert.truthy(log.notes[1]:find("the loops passed by a singular configuration at t = ", 1, true))
        end
    end)
end)

describe("Gough and Stewart's platform", function()
    it("keeps its energy with gravity and springs, and without", function()
        for _, stiffness in ipairs {0, 200, 2000} do
            local m, q, v = named.platform(stiffness > 0 and stiffness or nil)
            if stiffness == 0 then m:set_gravity {0, 0, 0} end
            keeps(m, q, v, 2)
        end
    end)

    it("has wrenches that hold it, the least where a leg is held twice", function()
        local m, q, v = named.platform(200)
        assert.equal("18 equations, 18 independent: of 24 freedoms 6 are left", bears_least(m, q, v).sentence)
        local twice = m:table().loops[2]
        twice.name = "again"
        m:add_loop(twice)
        assert.equal("21 equations, 18 independent: of 24 freedoms 6 are left", bears_least(m, q, v).sentence)
    end)
end)

describe("Bennett's linkage", function()
    it("keeps its energy, and stands in few of its equations", function()
        local m, q, v = named.bennett(3)
        keeps(m, q, v, 5)
        assert.equal(1, m:nv() - m:constraint_jacobian(q):rank(1e-9))
        bears_least(m, q, v)
    end)
end)

describe("a pantograph leg", function()
    it("keeps its energy, also where its bars lie in one another, and bears no moment in its pin", function()
        local m, q, v = named.pantograph(3)
        keeps(m, q, v, 5)
        assert.equal("5 equations, 2 independent: of 4 freedoms 2 are left", bears_least(m, q, v).sentence)
        local _, wrenches = m:constrained_dynamics(q, v)
        near(wrenches.pin:angular():norm(), 0, {slack = 1e-12})
    end)

    it("swings on where it began at rest", function()
        local m, q, v = named.pantograph(0)
        keeps(m, q, v, 3)
    end)
end)

-- As in a file that has few digits, and says one thing twice: both pins are off by half of it.
describe("a pantograph leg that has a second pin beside the first", function()
    for _, apart in ipairs {1e-9, 1e-6, 5e-6, 2e-5, 4e-4} do
        it(("of %g m moves with a limit that it never meets as it does without"):format(apart), function()
            local m, q, v = named.pantograph(3)
            m:add_loop {
                name = "second pin", body_a = "rod", placement_a = {position = {0, 0, -0.4}},
                body_b = "shank", placement_b = {position = {apart, 0, 0.15}}, joint = {type = "revolute", axis = {0, 1, 0}},
            }
            local free = m:simulate {q = q, v = v, duration = 1, dt = 1e-3, progress = false}
            m:joint("hip").lower, m:joint("hip").upper = -100, 100
            local log = m:simulate {q = q, v = v, duration = 1, dt = 1e-3, progress = false}
            assert.truthy(math.abs(free.balance.drift) <= 1e-6 + 10 * apart and math.abs(log.balance.drift) <= 1e-6 + 10 * apart, log.balance.drift)
            assert.truthy((log.q[#log] - free.q[#free]):norm() <= 1e-6 + 10 * apart)
        end)
    end
end)
