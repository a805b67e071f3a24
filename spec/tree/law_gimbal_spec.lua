-- A gimbal is a ball joint by three angles: as three turns with massless links between, in one body whose S goes with q.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"

local near, both = compare.near, compare.same_answers

-- The same model with three revolute joints in place of each gimbal, about the directions that it takes for x and y, and its axis.
local function by_turns(m)
    local said, bodies = m:table(), {}
    for _, body in ipairs(said.bodies) do
        if body.joint and body.joint.type == "gimbal" then
            local joint = body.joint
            local X = function(q) return rigid.Model { bodies = { { name = "b", joint = { type = "gimbal", axis = joint.axis } } } }:pose(q, "b"):rotation() end
            local R = X { 0.5, 0, 0 }:log()
            local axes = { R / R:norm(), (X { 0, 0.5, 0 }:log()), joint.axis }
            axes[2] = axes[2] / axes[2]:norm()
            local parent, placement = body.parent, body.placement
            for k = 1, 2 do
                local turn = { type = "revolute", name = joint.name .. k, axis = axes[k], armature = joint.armature, damping = joint.damping, friction = joint.friction }
                bodies[#bodies + 1] = { name = body.name .. k, parent = parent, placement = placement, joint = turn }
                parent, placement = body.name .. k, nil
            end
            body.parent, body.placement = parent, placement
            joint.type = "revolute"
        end
        bodies[#bodies + 1] = body
    end
    said.bodies = bodies
    return rigid.Model(said)
end

local function over_trees(first_seed, law)
    draw.each(10, first_seed, function(d, seed)
        local said = { types = { "gimbal", "gimbal", "revolute", "screw", "spherical", "cardan" }, armature = seed % 2 == 0, payloads = 0.2, welded = 0.1 }
        said.first = seed % 3 == 0 and "floating" or "gimbal"
        local m = trees.random(d, 6, said)
        law(m, by_turns(m), trees.state(d, m))
    end)
end

describe("a gimbal", function()
    it("turns about x, about y as that has left it, and about its axis as both have", function()
        local m = rigid.Model { bodies = { { name = "a", joint = "gimbal" } } }
        assert.same({ 3, 3, 1 }, { m:nq(), m:nv(), m:nbodies() })
        local R = rigid.Rotation.axis_angle({ 1, 0, 0 }, 0.7) * rigid.Rotation.axis_angle({ 0, 1, 0 }, -0.4) * rigid.Rotation.axis_angle({ 0, 0, 1 }, 2)
        near(m:pose({ 0.7, -0.4, 2 }, "a"):rotation(), R, { tol = 1e-15 })
    end)

    it("moves, and is moved, as three turns", function()
        over_trees(8100, function(gimbal, turns, q, v, a)
            assert.equal(turns:nv(), gimbal:nv())
            both("inverse_dynamics", gimbal, turns, q, v, a)
            both("forward_dynamics", gimbal, turns, q, v, a)
            both("bias_forces", gimbal, turns, q, v)
            both("mass_matrix", gimbal, turns, q)
            both("inverse_mass_matrix", gimbal, turns, q)
            both("coriolis_matrix", gimbal, turns, q, v)
            both("inverse_dynamics_derivatives", gimbal, turns, q, v, a)
            both("forward_dynamics_derivatives", gimbal, turns, q, v, a)
            both("centroidal_matrix", gimbal, turns, q)
            both("com_jacobian", gimbal, turns, q)
            both("kinetic_energy", gimbal, turns, q, v)
            local last = gimbal:body_names()[#gimbal:body_names()]
            both("pose", gimbal, turns, q, last)
            both("jacobian", gimbal, turns, q, last, { frame = "world" })
            both("jacobian_derivative", gimbal, turns, q, v, last)
            both("acceleration", gimbal, turns, q, v, a, last)
        end)
    end)

    it("has an S whose rate and the rate of that are what differences give", function()
        local m = rigid.Model { bodies = { { name = "a", joint = { type = "gimbal", axis = { 0.6, 0, 0.8 } }, inertia = rigid.SpatialInertia.unitary() } } }
        local q, v, a, h = rigid.Vector { 0.3, -0.8, 1.1 }, rigid.Vector { 0.7, -1.2, 0.4 }, rigid.Vector { -0.5, 0.9, 2 }, 1e-4
        local function S(t) return m:jacobian(q + t * v + 0.5 * t * t * a, "a") end
        local function dS(t) return m:jacobian_derivative(q + t * v + 0.5 * t * t * a, v + t * a, "a") end
        near(dS(0), (S(h) - S(-h)) / (2 * h), { tol = 1e-7 })
        -- S'' is in the acceleration that a torque gives, differentiated: of the twist S q̇ the second derivative is S'' q̇ + 2 S' q̈
        local function twist(t) return S(t) * (v + t * a) end
        local second = (dS(h) - dS(-h)) / (2 * h)
        near(second * v + 2 * (dS(0) * a), (twist(h) - 2 * twist(0) + twist(-h)) / (h * h), { tol = 1e-5 })
        local by_q, by_v = m:inverse_dynamics_derivatives(q, v, a)
        for k = 1, 3 do
            local step = rigid.Vector(3)
            step[k] = 1e-5
            near(by_q:column(k), (m:inverse_dynamics(q + step, v, a) - m:inverse_dynamics(q - step, v, a)) / 2e-5, { tol = 1e-8, slack = 1e-8 })
            near(by_v:column(k), (m:inverse_dynamics(q, v + step, a) - m:inverse_dynamics(q, v - step, a)) / 2e-5, { tol = 1e-8, slack = 1e-8 })
        end
    end)

    it("has limits and springs in each angle, and is saved and loaded, in MJCF as three hinges", function()
        local m = rigid.Model { name = "m" }
        m:add_body { name = "a", inertia = rigid.SpatialInertia.unitary(), joint = { type = "gimbal", name = "hip", stiffness = 2, springref = 0.1,
            limits = { lower = { -1, -0.5, -2 }, upper = { 1, 0.5, 2 } } } }
        local path = os.tmpname()
        finally(function() os.remove(path) end)
        m:save(path, { format = "rigid" })
        assert.equal(m, rigid.load(path, { format = "rigid" }))
        m:save(path, { format = "mjcf" })
        local back, q, v = rigid.load(path, { format = "mjcf" }), { 0.3, -0.4, 0.5 }, { 1, 2, 3 }
        near(back:bias_forces(q, v), m:bias_forces(q, v), { tol = 1e-14 })
        near(back:passive_forces(q, v), m:passive_forces(q, v), { tol = 1e-14 })
        compare.refuses(function() m:save(path, { format = "urdf" }) end, "gimbal, which URDF has no word for")
    end)

    it("closes a loop as a ball does", function()
        local function hung(joint)
            local m = rigid.Model { name = "hung" }
            m:add_body { name = "a", joint = "floating", inertia = rigid.SpatialInertia.unitary() }
            return m:add_loop { name = "pin", body_b = "a", placement_b = { position = { 0, 0, 1 } }, placement_a = { position = { 0, 0, 1 } }, joint = joint }
        end
        local q, v, tau = { 0, 0, 0, 1, 0, 0, 0 }, { 0.5, 0, 0, 0, -0.5, 0.3 }, { 1, 2, 3, 4, 5, 6 }
        near(hung "gimbal":constrained_dynamics(q, v, tau), hung "spherical":constrained_dynamics(q, v, tau), { tol = 0 })
        assert.equal(3, #hung "gimbal":constraint_error(q))
    end)
end)
