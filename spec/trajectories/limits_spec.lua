-- Trajectories slowed until limits of velocity, acceleration and torque hold, and the controller that follows them.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local trajectory, Rotation, Transform = rigid.trajectory, rigid.Rotation, rigid.Transform
local near, refuses = compare.near, compare.refuses

describe("limits", function()
    local function arm()
        local m = rigid.Model {}
        for i = 1, 2 do
            m:add_body { name = "link" .. i, parent = i == 2 and "link1" or nil, placement = Transform { position = { 0, 0, 1 - i } },
                joint = { type = "revolute", axis = { 0, 1, 0 }, limits = { velocity = 1.5, effort = i == 1 and 25 or 10 } },
                inertia = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = 1, axis = { 0, 0, -1 } } }
        end
        return m
    end

    it("hold on a finer grid than they were taken on, and one of them is reached", function()
        draw.each(5, 3070, function(d)
            local points = {}
            for i = 1, 5 do points[i] = { d:between(-1, 1), d:between(-1, 1) } end
            local m = arm()
            local x = trajectory.through { points = points, acceleration = { 4, 3 }, model = m }
            local most = 0
            for k = 0, 3777 do
                local q, v, a = x(x.duration * k / 3777)
                local tau = m:inverse_dynamics(q, v, a)
                most = math.max(most, math.abs(v[1]) / 1.5, math.abs(v[2]) / 1.5, math.abs(a[1]) / 4, math.abs(a[2]) / 3, math.abs(tau[1]) / 25,
                    math.abs(tau[2]) / 10)
            end
            assert.is_true(most <= 1 and most > 0.999, tostring(most))
            near((x(x.duration)), points[5], { tol = 1e-13, scale = 1 })
        end)
    end)

    it("hold between many points, and near a triangle", function()
        draw.each(2, 3071, function(d)
            local points, speeds = {}, { 0.3, 4 }
            for i = 1, 200 do points[i] = { d:between(-2, 2), d:between(-2, 2) } end
            for _, x in ipairs { trajectory.through { points = points, velocity = speeds },
                (trajectory.within(trajectory.bspline { points = points, duration = 1, degree = 4 }, { velocity = speeds, acceleration = { 50, 90 } })) } do
                local most = 0
                for k = 0, 8000 do
                    local _, v, a = x(x.duration * k / 8000)
                    most = math.max(most, math.abs(v[1]) / speeds[1], math.abs(v[2]) / speeds[2])
                    if x.kind == "B-spline" then most = math.max(most, math.sqrt(math.max(math.abs(a[1]) / 50, math.abs(a[2]) / 90))) end
                end
                assert.is_true(most <= 1 and most > 0.995, tostring(most))
            end
        end)
        draw.each(20, 3072, function(d)
            local v, a = 10 ^ d:between(-2, 2), 10 ^ d:between(-2, 2)
            local x = trajectory.trapezoid { q0 = 0, q1 = v * v / a * (1 + 1e-12 * d:between(-1, 1)), velocity = v, acceleration = a }
            local passed = 0
            for k = 0, 400 do passed = math.max(passed, math.abs((select(2, x(x.duration * k / 400)))) - v) end
            assert.equal(0, passed)
        end)
    end)

    it("leave alone what keeps them, and are told where nothing keeps them", function()
        local x = trajectory.minimum_jerk { q0 = { 0, 0 }, q1 = { 0.1, 0.1 }, duration = 5 }
        local same, factor = trajectory.within(x, { velocity = 1 })
        assert.is_true(rawequal(same, x))
        assert.equal(1, factor)
        local m = arm()
        local high = trajectory.minimum_jerk { q0 = { 0, 0 }, q1 = { 1.5, 0 }, duration = 1 }
        refuses(function() trajectory.within(high, { model = m, effort = 3 }) end, "to stand still on this way takes more")
        refuses(function() trajectory.within(high, { effort = 3 }) end, "model", "missing")
        refuses(function() trajectory.within(high, { velocity = 0 }) end, "velocity", "positive")
        refuses(function() trajectory.within(3, {}) end, "#1", "trajectory")
        refuses(function() trajectory.within(trajectory.slerp { from = Rotation.x(0), to = Rotation.x(1), duration = 1 }, {}) end, "of joints")
    end)

    it("cannot hold where the velocity leaps", function()
        local x = trajectory.bspline { points = { 0, 1, 0 }, duration = 2, degree = 1 }
        refuses(function() trajectory.within(x, { acceleration = 1000 }) end, "the velocity leaps at t = 1 s")
        local _, factor = trajectory.within(x, { velocity = 0.5 })
        near(factor, 2, { tol = 1e-3 })
        assert.equal(1, select(2, trajectory.within(trajectory.bspline { points = { 0, 1, 0, 1, 0 }, duration = 2, degree = 2 }, { acceleration = 1000 })))
        assert.equal(1, select(2, trajectory.within(trajectory.trapezoid { q0 = 0, q1 = 1, velocity = 1, acceleration = 3 }, { acceleration = 4 })))
        refuses(function() trajectory.through { points = { 0, 1 }, model = 3 } end, "model", "Model expected")
        refuses(function() trajectory.through { points = { 0, 1 }, model = arm() } end, "model", "1 freedoms")
    end)

    it("of torques count what springs and dampers take", function()
        local m = arm()
        m:joint("link1").damping, m:joint("link2").stiffness = 4, 3
        local x = trajectory.minimum_jerk { q0 = { 0, 0 }, q1 = { 1.2, -1 }, duration = 0.5 }
        local slow = trajectory.within(x, { model = m, velocity = math.huge })
        local most = 0
        for k = 0, 500 do
            local q, v, a = slow(slow.duration * k / 500)
            local tau = m:inverse_dynamics(q, v, a) - m:passive_forces(q, v)
            most = math.max(most, math.abs(tau[1]) / 25, math.abs(tau[2]) / 10)
        end
        assert.is_true(most <= 1 and most > 0.99, tostring(most))
    end)

    it("follow: what it takes is told before and after, slowed and sampled, springs and dampers with it", function()
        local m = arm()
        m:joint("link1").damping, m:joint("link2").stiffness = 2, 5
        local x = m:follow(trajectory.quintic { q0 = { 0.4, 0.5 }, q1 = { 1, -0.5 }, v1 = { 1, 2 }, duration = 1 })
        for _, y in ipairs { x, x:slower(3), (trajectory.within(x, { velocity = 0.3 })) } do
            for _, t in ipairs { -1, 0, 0.3, y.duration, y.duration + 2 } do
                local q, v, a, tau = y(t)
                near(tau, m:inverse_dynamics(q, v, a) - m:passive_forces(q, v), { tol = 1e-14 })
            end
            local samples = y:sample(5)
            near(samples.tau[4], (select(4, y(0.75 * y.duration))), { tol = 1e-12 })
        end
        assert.is_nil(trajectory.minimum_jerk({ q0 = 0, q1 = 1, duration = 1 }):sample(3).tau)
        local log, y = x:slower(2):log(5), x:slower(2)
        assert.same({ "Log", 5, (y(1.5)) }, { rigid.type(log), #log, log.q[4] })
        near({ log.v[4], log.tau[4] }, { (select(2, y(1.5))), (select(4, y(1.5))) }, { tol = 1e-14 })
        assert.equal(m, log.model)
        refuses(function() trajectory.minimum_jerk({ q0 = 0, q1 = 1, duration = 1 }):log() end, "'log'", "m:follow gave")
    end)

    it("follow: a body that is to move at the ends is moved there as fast", function()
        local m = arm()
        local way = trajectory.screw { from = m:pose({ 0.1, 0.5 }, "link1"), to = m:pose({ 1, 0.5 }, "link1"), duration = 1, timing = "linear" }
        for _, samples in ipairs { 4, 51 } do
            local led = m:follow(way, { body = "link1", q0 = { 0.1, 0.5 }, samples = samples })
            for _, t in ipairs { 0, 0.02, 0.5, 0.98, 1 } do
                local q, v = led(t)
                near(m:jacobian(q, "link1") * v, (select(2, way(t))), { tol = 1e-6, scale = 1 })
            end
        end
    end)

    it("follow: torques are those of inverse dynamics, and a body is led along poses", function()
        local m = arm()
        local x = trajectory.quintic { q0 = { 0, 0.5 }, q1 = { 1, -0.5 }, duration = 1 }
        local q, v, a, tau = m:follow(x)(0.3)
        near(tau, m:inverse_dynamics(q, v, a), { tol = 1e-15 })
        near(q, (x(0.3)), { tol = 1e-15 })
        local way = trajectory.screw { from = m:pose({ 0, 0.5 }, "link1"), to = m:pose({ 1, 0 }, "link1"), duration = 1 }
        local led = m:follow(way, { body = "link1", q0 = { 0, 0.5 } })
        for _, t in ipairs { 0, 0.123, 0.5, 0.777, 1 } do near(m:pose((led(t)), "link1"), (way(t)), { tol = 1e-6, scale = 1 }) end
        local far = trajectory.screw { from = m:pose({ 0, 0.5 }, "link1"), to = Transform { position = { 5, 0, 0 } }, duration = 1 }
        refuses(function() m:follow(far, { body = "link1" }) end, "at t = ", "out of reach")
        refuses(function() m:follow(way) end, "body", "expected, got nil")
        refuses(function() m:follow(trajectory.minimum_jerk { q0 = 1, q1 = 2, duration = 1 }) end, "2 joints")
    end)
end)
