-- What stands on springs: steps are no shorter for what contact balances, steps of one's own see the same forces, and the energy is accounted for.
local rigid = require "rigid"
local compare = require "spec.support.compare"

local Model, SpatialInertia, Vector = rigid.Model, rigid.SpatialInertia, rigid.Vector
local near = compare.near
local GRAVITY <const> = 9.81
local STIFFNESS <const>, FOOT <const>, TRUNK <const> = 4e3, 0.1, 2

-- A trunk above a light foot, which slide upwards, with a spring between that bears the trunk; and where it stands at rest.
local function monopod(damping)
    local m = Model {name = "monopod"}
    m:add_body {name = "foot", joint = {type = "prismatic", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_sphere {mass = FOOT, radius = 0.05}}
    m:add_body {
        name = "trunk", parent = "foot", inertia = SpatialInertia.solid_sphere {mass = TRUNK, radius = 0.1},
        joint = {type = "prismatic", axis = {0, 0, 1}, stiffness = STIFFNESS, springref = 0.5, damping = damping},
    }
    m:add_contact {body = "foot", shape = {sphere = 0.05}}
    m:add_ground {}
    return m, {0.05, 0.5 - TRUNK * GRAVITY / STIFFNESS}
end

describe("what stands on a spring", function()
    it("takes one step a tick, and stays where it is", function()
        local m, q = monopod(20)
        local log = m:simulate {q = q, duration = 0.5, dt = 1e-3}
        assert.equal("rkmk45", log.method)
        assert.truthy(log.steps <= #log)
        near(log.q[#log.q], q, {slack = 1e-9})
        near(log.contacts[#log][1].force.z, (FOOT + TRUNK) * GRAVITY, {tol = 1e-6})
    end)

    it("swings as the trunk alone would on a spring that is fixed below", function()
        local m, q = monopod(0)
        local start, rate = q[2] + 1e-3, math.sqrt(STIFFNESS / TRUNK)
        local log = m:simulate {q = {q[1], start}, duration = 0.5, dt = 1e-3}
        assert.truthy(log.steps <= #log + 2)
        for _, i in ipairs {101, 301, #log} do
            near(log.q[i][2] - q[2], 1e-3 * math.cos(rate * log.t[i]), {slack = 2e-6})
            near(log.q[i][1], 0.05, {slack = 1e-9})
        end
        near(log.balance.drift, 0, {slack = 1e-5})
        near(log.balance.lost, 0, {slack = 2e-5})
    end)

    it("goes by steps of one's own as it does in a run, but for rounding", function()
        local m, q = monopod(5)
        local start = {q[1], q[2] + 1e-3}
        for _, method in ipairs {"auto", "rk4"} do
            local log = m:simulate {q = start, duration = 0.2, dt = 1e-3, method = method}
            local at, v, none = Vector(start), Vector(2), Vector(2)
            for _ = 1, 200 do m:step(at, v, none, 1e-3, {method = method}, at, v) end
            near(at, log.q[#log.q], {slack = 1e-12})
            near(v, log.v[#log.v], {slack = 1e-11})
        end
    end)

    it("is stepped afresh from any other state than that in which a step ended, and where that is asked for", function()
        local m, q = monopod(5)
        local at, v = m:step({q[1], q[2] + 1e-3}, {0, 0}, nil, 1e-3)
        at, v = m:step(at, v, nil, 1e-3)
        local gone_q, gone_v = m:step(at, v, nil, 1e-3)
        local new_q, new_v = m:copy():step(at, v, nil, 1e-3)
        local asked_q, asked_v = m:step(at, v, nil, 1e-3, {afresh = true})
        local other_q, other_v = m:step(at, v, nil, 1e-3)
        assert.truthy(asked_q == new_q and asked_v == new_v and other_q == new_q and other_v == new_v)
        assert.truthy(gone_v ~= new_v)
        near(gone_q, new_q, {slack = 1e-8})
        near(gone_v, new_v, {slack = 1e-4})
    end)

    it("is told what energy came and went, where it jumps off and comes down", function()
        local m, q = monopod(0)
        local log = m:simulate {q = {q[1], q[2] - 0.02}, duration = 0.05, dt = 1e-3}
        near(log.balance.drift, 0, {slack = 3e-4 * STIFFNESS * 0.02 ^ 2})
    end)
end)
