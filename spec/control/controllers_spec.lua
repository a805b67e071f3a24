-- Controllers in simulate, motors before them, and where a model stands still.
local rigid = require "rigid"
local compare = require "spec.support.compare"

local SpatialInertia, Transform, Vector = rigid.SpatialInertia, rigid.Transform, rigid.Vector
local near, refuses = compare.near, compare.refuses

local function arm(joints)
    local m, axes = rigid.Model {}, { { 0, 0, 1 }, { 0, 1, 0 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } }
    for i = 1, joints do
        m:add_body { name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil, placement = Transform { position = { 0, 0, i > 1 and 0.3 or 0 } },
            joint = { type = "revolute", name = "joint" .. i, axis = axes[i] }, inertia = SpatialInertia.solid_box { mass = 2, size = { 0.1, 0.12, 0.3 } }:shift { 0, 0, -0.15 } }
    end
    return m
end

local start = { 0.2, 0.5, 0.8, -0.3, 0.9, 0.4, 0.1 }

local function run(m, controller, duration) return m:simulate { q = start, duration = duration, dt = 0.001, controller = controller, sample = 0.05 } end

describe("controllers", function()
    it("computed torque makes each freedom the same oscillator, critically damped", function()
        local m = arm(7)
        local wanted = Vector(start) + Vector.ones(7) * 0.3
        local q, v = m:random_state(3)
        local tau = m:computed_torque({ reference = wanted, kp = 36 })(0, q, v)
        near(m:forward_dynamics(q, v, tau), m:difference(q, wanted) * 36 - v * 12, { tol = 1e-9 })
        local x = rigid.trajectory.minimum_jerk { q0 = start, q1 = wanted, duration = 0.3 }
        local q_r, v_r, a_r = x(0.1)
        near(m:forward_dynamics(q_r, v_r, m:computed_torque({ reference = x })(0.1, q_r, v_r)), a_r, { tol = 1e-9 })
    end)

    it("make up for springs and dampers as simulate has them, and keep gains of their own", function()
        local m = arm(3)
        m:joint("joint2").stiffness, m:joint("joint2").springref, m:joint("joint3").damping, m:joint("joint1").damping = 40, 0.7, 3, 2
        local q, v, goal = Vector { 0.2, 0.5, 0.8 }, Vector { 1, -2, 0.5 }, Vector { 0.4, 0.2, 0.5 }
        local function acceleration(tau) return m:forward_dynamics(q, v, tau + m:passive_forces(q, v)) end
        local kp = { 36, 25, 16 }
        local computed = m:computed_torque { reference = goal, kp = kp, kd = 12 }
        kp[1] = 0
        near(acceleration(computed(0, q, v)), Vector { 36 * 0.2, 25 * -0.3, 16 * -0.3 } - v * 12, { tol = 1e-10 })
        local log = m:simulate { q = q, duration = 3, dt = 0.002, controller = m:computed_torque { reference = goal } }
        near(log.q[#log.q], goal, { tol = 1e-6, scale = 1 })
        for _, controller in ipairs { m:pd_gravity { reference = goal, kp = 30, kd = 12 },
            m:impedance { body = "link3", reference = m:pose(goal, "link3"), stiffness = { 200, 200, 200, 20, 20, 20 }, damping = 20, joint_damping = 1 } } do
            near(controller(0, goal, Vector(3)) + m:passive_forces(goal, Vector(3)), m:gravity_forces(goal), { tol = 1e-12 })
        end
        local X, J = m:pose(goal, "link3"), m:jacobian(q, "link3")
        local one, two = m:operational_space { body = "link3", reference = X }(0, q, v), m:forward_dynamics(q, v, m:operational_space { body = "link3", reference = X }(0, q, v))
        local bare = arm(3)
        near(J * acceleration(one), J * bare:forward_dynamics(q, v, bare:operational_space { body = "link3", reference = X }(0, q, v)), { tol = 1e-9, scale = 100 })
        assert.is_true((J * two - J * acceleration(one)):norm() > 1)
    end)

    it("an operational space is led as it is wanted, whatever the joints do", function()
        local m = arm(7)
        local q, v = Vector(start), Vector { 0.1, -0.2, 0.3, 0.2, 0.1, -0.1, 0.2 }
        local way = rigid.trajectory.screw { from = m:pose(q, "link7"), to = m:pose(q, "link7") * Transform { rpy = { 0.2, 0.1, 0 }, position = { 0.1, 0, -0.1 } }, duration = 1 }
        local tau = m:operational_space({ body = "link7", reference = way, kp = 25, kd = 10 })(0.4, q, v)
        local a = m:forward_dynamics(q, v, tau)
        local X, V, A = way(0.4)
        local E = m:pose(q, "link7"):inverse() * X
        local R = E:rotation()
        local function here(m6) return rigid.SpatialMotion(R * m6:linear(), R * m6:angular()) end
        local e = rigid.SpatialMotion(E:position(), E:rotation():log())
        local left = here(V) - rigid.SpatialMotion(m:twist(q, v, "link7"):table())
        near(m:jacobian(q, "link7") * a + m:jacobian_derivative(q, v, "link7") * v, here(A) + left * 10 + e * 25, { tol = 1e-8 })
        local log = run(m, m:operational_space { body = "link7", reference = way }, 1)
        near(m:pose(log.q[#log.q], "link7"), (way(1)), { tol = 2e-3, scale = 1 })
    end)

    it("springs at joints and at a body come to rest where they are set", function()
        local m = arm(3)
        local goal = { 0.4, 0.2, 0.5 }
        local log = m:simulate { q = { 0, 0, 0 }, duration = 6, dt = 0.002, controller = m:pd_gravity { reference = goal, kp = 30, kd = 12 } }
        near(log.q[#log.q], goal, { tol = 1e-3, scale = 1 })
        local held = m:impedance { body = "link3", reference = m:pose(goal, "link3"), stiffness = { 200, 200, 200, 20, 20, 20 }, damping = { 20, 20, 20, 2, 2, 2 }, joint_damping = 1 }
        local rest = m:simulate { q = { 0.3, 0.3, 0.4 }, duration = 6, dt = 0.002, controller = held }
        near(rest.q[#rest.q], goal, { tol = 1e-3, scale = 1 })
        near(held(0, goal, { 0, 0, 0 }), m:gravity_forces(goal), { tol = 1e-12 })
    end)

    it("motors give what they can, less the faster they turn, either way", function()
        local m = arm(2)
        local driven, armature = m:actuate { controller = function() return { 50, -50 } end,
            joints = { joint1 = { gear = 20, torque = 1, speed = 400, rotor_inertia = 1e-5 }, joint2 = { torque = 3 } } }
        assert.equal(Vector { 400 * 1e-5, 0 }, armature)
        assert.equal(Vector { 20, -3 }, driven(0, { 0, 0 }, { 0, 7 }))
        assert.equal(Vector { 10, -3 }, driven(0, { 0, 0 }, { 10, 0 }))
        assert.equal(0, driven(0, { 0, 0 }, { 25, 0 })[1])
        assert.equal(20, driven(0, { 0, 0 }, { -10, 0 })[1])
        refuses(function() m:actuate { controller = driven, joints = { joint3 = {} } } end, "joint3", "did you mean 'joint1'")
        refuses(function() m:actuate { controller = driven, joints = { joint1 = { gear = 0 } } } end, "gear", "positive")
        refuses(function() m:actuate { controller = 3, joints = {} } end, "controller")
        refuses(function() m:actuate { controller = driven, joints = { joint1 = { speed = 30 } } } end, "joint1.torque", "is missing", "at its speed")
        assert.equal(Vector { 50, -50 }, (m:actuate { controller = function() return { 50, -50 } end, joints = { joint1 = { gear = 3 } } })(0, { 0, 0 }, { 1e9, 0 }))
    end)

    it("refuse what does not fit", function()
        local m = arm(2)
        refuses(function() m:computed_torque {} end, "reference", "expected, got nil")
        refuses(function() m:computed_torque { reference = { 1 } } end, "reference")
        refuses(function() m:computed_torque { reference = { 1, 2 }, kp = -1 } end, "kp")
        refuses(function() m:pd_gravity { reference = { 1, 2 }, kp = 1 } end, "kd", "expected, got nil")
        refuses(function() m:impedance { body = "hand", reference = Transform.identity(), stiffness = 1, damping = 1 } end, "body")
        refuses(function() m:impedance { body = "link1", reference = 3, stiffness = 1, damping = 1 } end, "reference")
        refuses(function() m:operational_space { body = "link1" } end, "reference", "expected, got nil")
    end)
end)

describe("trim", function()
    it("finds where gravity pulls nothing that is not driven, and the torques that hold the rest", function()
        local m = arm(4)
        local q, tau, verdict = m:trim { q0 = { 0.3, 2.6, 0.4, 0.2 }, driven = { "joint2", "joint4" }, hold = { "joint4" } }
        assert.is_true(verdict.success, verdict.sentence)
        near(m:gravity_forces(q), tau, { tol = 1e-9, scale = 10 })
        assert.same({ 0, 0, 0.2 }, { tau[1], tau[3], q[4] })
        assert.is_true(math.abs(tau[2]) > 0 or math.abs(tau[4]) > 0)
        local a = m:forward_dynamics(q, Vector(4), tau)
        assert.is_true(a:norm() < 1e-8)
    end)

    it("is as sure of a heavy machine as of a light one, and says how it ended", function()
        for _, mass in ipairs { 1e-6, 1, 1e7 } do
            local m = rigid.Model {}
            for i = 1, 3 do
                m:add_body { name = "bar" .. i, parent = i > 1 and "bar" .. i - 1 or nil, joint = { type = "revolute", axis = { 0, 1, 0 } },
                    placement = Transform { position = { 0, 0, i > 1 and 1 or 0 } }, inertia = SpatialInertia.point_mass { mass = mass, position = { 0.3, 0, 1 } } }
            end
            local q, _, verdict = m:trim { q0 = { 0.5, 1, -0.4 } }
            assert.is_true(verdict.success, verdict.sentence)
            near(m:gravity_forces(q) / mass, Vector(3), { tol = 1e-4, scale = 1 })
            local _, _, early = m:trim { q0 = { 0.5, 1, -0.4 }, iterations = 1 }
            assert.is_false(early.success)
            assert.is_truthy(early.sentence:find("not settled after as many iterations", 1, true), early.sentence)
        end
    end)

    it("lets springs carry what they can", function()
        local m = rigid.Model {}
        m:add_body { name = "bar", joint = { type = "revolute", axis = { 0, 1, 0 }, stiffness = 30, springref = 0.2 },
            inertia = SpatialInertia.point_mass { mass = 1, position = { 1, 0, 0 } } }
        local q, _, verdict = m:trim {}
        assert.is_true(verdict.success)
        near(30 * (0.2 - q[1]), -9.81 * math.cos(q[1]), { tol = 1e-9 })
        local log = m:simulate { q = q, duration = 1, dt = 0.01 }
        near(log.q[#log.q], q, { tol = 1e-8 })
    end)

    it("says where nothing near stands still", function()
        local flying = rigid.Model {}
        flying:add_body { name = "stone", joint = "floating", inertia = SpatialInertia.solid_sphere { mass = 2, radius = 0.1 } }
        local _, _, verdict = flying:trim {}
        assert.is_false(verdict.success)
        near(verdict.residual, 2 * 9.81, { tol = 1e-9 })
        assert.is_truthy(verdict.sentence:find("v[3] is still pulled by 19.62", 1, true))
        refuses(function() flying:trim { driven = { "wing" } } end, "driven[1]")
    end)
end)
