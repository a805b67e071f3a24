-- Stiff springs and dampers between a ground and what it carries: energy never grows, however long the steps are, and steps that follow
-- their error agree on what an impact costs.
local rigid = require "rigid"
local compare = require "spec.support.compare"

local Model, Rotation, SpatialInertia, Transform = rigid.Model, rigid.Rotation, rigid.SpatialInertia, rigid.Transform
local near = compare.near

-- A trunk that slides upwards on a leg of two links with a ball for a foot, five centimetres above the ground.
local function leg(stiffness, damping)
    local m = Model {name = "leg"}
    m:add_body {name = "trunk", joint = {type = "prismatic", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_box {mass = 8, size = {0.3, 0.3, 0.2}}}
    local rod = SpatialInertia.solid_capsule {mass = 0.5, radius = 0.02, length = 0.2}:shift {0, 0, 0.125}
    local function link(name, parent, z, rest)
        m:add_body {
            name = name, parent = parent, placement = Transform(Rotation.identity(), {0, 0, z}), inertia = rod,
            joint = {type = "revolute", axis = {0, 1, 0}, stiffness = stiffness, damping = damping, springref = rest},
        }
    end
    link("thigh", "trunk", 0, 0.4)
    link("shank", "thigh", -0.25, -0.8)
    m:add_contact {body = "shank", shape = {sphere = 0.02}, placement = Transform(Rotation.identity(), {0, 0, -0.25})}
    m:add_ground {}
    return m
end

local function land(m, how)
    how.q, how.duration, how.progress = {0.55, 0.4, -0.8}, 0.3, false
    local log = m:simulate(how)
    local function energy(i) return m:kinetic_energy(log.q[i], log.v[i]) + m:potential_energy(log.q[i]) + m:elastic_energy(log.q[i]) end
    local most = -math.huge
    for i = 1, #log do most = math.max(most, energy(i) - energy(1)) end
    return log, most
end

describe("a leg that lands", function()
    it("never has more energy than it began with, whatever its springs, its dampers and the step", function()
        for _, of in ipairs {{200, 2000}, {2e4, 200}, {1e6, 2000}, {2e4, 2}} do
            for _, how in ipairs {{dt = 0.02, method = "implicit"}, {dt = 5e-3, method = "implicit"}, {dt = 5e-3}, {dt = 1e-3}} do
                local log, most = land(leg(of[1], of[2]), how)
                assert.truthy(most < 1e-9, ("stiffness %g, damping %g, %s, dt %g: %g J more"):format(of[1], of[2], log.method, how.dt, most))
            end
        end
    end)

    it("loses the same in its impact by all steps that follow their error", function()
        for _, dt in ipairs {5e-3, 1e-3, 3e-4, 1e-4} do
            local log = land(leg(2e4, 2), {dt = dt})
            near(log.balance.lost, 0.5705, {tol = 5e-3, what = ("dt %g, %s"):format(dt, log.method)})
        end
    end)

    it("is taken by steps as short as their error asks for, where its springs are stiff beside the tick", function()
        local log = land(leg(2e4, 200), {dt = 5e-3})
        assert.equal("implicit", log.method)
        near(log.balance.drift, 0, {slack = 5e-3})
        assert.truthy(log.steps < 3000)
    end)
end)

describe("a mass on a spring above a foot", function()
    local m, stiffness = Model {name = "hopper"}, 4e3
    m:add_body {name = "foot", joint = {type = "prismatic", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_sphere {mass = 0.1, radius = 0.05}}
    m:add_body {
        name = "mass", parent = "foot", inertia = SpatialInertia.solid_sphere {mass = 2, radius = 0.1},
        joint = {type = "prismatic", axis = {0, 0, 1}, stiffness = stiffness, springref = 0.5},
    }
    m:add_contact {body = "foot", shape = {sphere = 0.05}}
    m:add_ground {}

    it("does not swing farther for forces that lag behind", function()
        local log = m:simulate {q = {0.05, 0.5 - 2 * 9.81 / stiffness + 1e-3}, duration = 0.5, dt = 1e-3, progress = false}
        local function energy(i) return m:kinetic_energy(log.q[i], log.v[i]) + m:potential_energy(log.q[i]) + m:elastic_energy(log.q[i]) end
        for i = 2, #log do assert.truthy(energy(i) < energy(1) + 5e-7) end
        near(energy(#log), energy(1), {slack = 1e-5})
    end)
end)

describe("a cart on a spring that a ground carries", function()
    it("is told the work of a force that goes with time as Euler's step does it: with the force and the speed at its end", function()
        local m = Model {name = "cart"}
        m:add_body {name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}, stiffness = 50}, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.1}}
        m:add_body {name = "foot", parent = "cart", joint = {type = "prismatic", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_sphere {mass = 1, radius = 0.1}}
        m:add_contact {body = "foot", shape = {sphere = 0.1}, friction = 0}
        m:add_ground {friction = 0}
        local dt, work = 1e-3, 0
        local function force(t) return 3 * math.cos(40 * t) end
        local log = m:simulate {q = {0, 0.1}, duration = 0.2, dt = dt, method = "implicit", continuous = true, controller = function(t) return {force(t), 0} end}
        for i = 2, #log do work = work + dt * force(log.t[i]) * log.v[i][1] end
        near(log.balance.work, work, {tol = 1e-9})
    end)
end)
