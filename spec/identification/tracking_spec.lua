-- Controllers of a robot that is known, and the observer of what pushes it.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local learning = require "spec.support.learning"

local FLAT, sines, resisting = learning.FLAT, learning.sines, learning.resisting
local Vector = rigid.Vector
local near = compare.near

describe("tracking_controller", function()
    it("follows exactly where the robot is known, by computed torque and passively; by gravity alone nearly", function()
        local d = draw.stream(21)
        local m = trees.random(d, 3, {types = FLAT})
        local reference = sines(d, m:nv())
        local q, v = reference(0)
        for law, off in pairs {computed_torque = 1e-6, passive = 1e-6, pd_gravity = 1} do
            local c = rigid.tracking_controller {model = m, reference = reference, law = law, lambda = 4, K = 200}
            local log = m:simulate {q = q, v = v, duration = 0.5, dt = 5e-3, controller = c, continuous = true}
            local worst = (log.q[#log] - (reference(0.5))):norm()
            assert.is_true(worst < off, law .. worst)
        end
    end)
    it("gives what dampers, springs, friction and rotors take", function()
        local d = draw.stream(22)
        local m = resisting(d, 3, true)
        local reference = sines(d, m:nv())
        for law, off in pairs {computed_torque = 1e-9, passive = 1e-9} do
            local c = rigid.tracking_controller {model = m, reference = reference, law = law, lambda = 4, K = 200}
            local q, v, a = reference(0.3)
            near((m:forward_dynamics(q, v, c(0.3, q, v) + m:passive_forces(q, v))):table(), a:table(), {tol = off, scale = 1})
        end
        local c = rigid.tracking_controller {model = m, reference = function() return m:neutral(), Vector(m:nv()), Vector(m:nv()) end, law = "pd_gravity"}
        local zero = Vector(m:nv())
        assert.is_true(m:forward_dynamics(m:neutral(), zero, c(0, m:neutral(), zero) + m:passive_forces(m:neutral(), zero)):norm() < 1e-9)
    end)
end)

describe("momentum_rate_regressor", function()
    it("times the parameters is Cᵀv - g", function()
        for seed = 31, 40 do
            local d = draw.stream(seed)
            local m = trees.random(d, 4)
            local q, v = trees.configuration(d, m), trees.velocity(d, m)
            local wanted = m:coriolis_matrix(q, v):transpose() * v - m:gravity_forces(q)
            local Q = rigid.Matrix(m:nv(), 10 * m:nbodies())
            assert.is_true(rawequal(m:momentum_rate_regressor(q, v, Q), Q))
            near((Q * m:parameters()):table(), wanted:table(), {tol = 1e-11, scale = 1})
        end
    end)

    it("is the same whatever was computed before it", function()
        local d = draw.stream(41)
        local m = trees.random(d, 4, {roots = 2})
        local q, v = trees.configuration(d, m), trees.velocity(d, m)
        local want = m:momentum_rate_regressor(q, v)
        for _ = 1, 3 do
            local other, rate, a = trees.state(d, m)
            m:inverse_dynamics_derivatives(other, rate, a)
            m:momentum_rate_regressor(other, 1e3 * rate)
            assert.is_true(m:momentum_rate_regressor(q, v) == want)
        end
    end)

    it("has a row for each freedom and ten columns for each link, as those of the arguments' sizes", function()
        local m = trees.random(draw.stream(47), 3)
        local q, v = m:random_state(1)
        assert.has_error(function() m:momentum_rate_regressor(q, v, rigid.Matrix(1, 1)) end)
        assert.has_error(function() m:momentum_rate_regressor(q, {}) end)
    end)
end)

describe("momentum_observer", function()
    it("finds a constant push on an arm that moves", function()
        local d = draw.stream(41)
        local m = trees.random(d, 3, {types = {"revolute"}})
        local push, r = Vector {1.5, -0.7, 0.3}, nil
        local observe = rigid.momentum_observer {model = m, gain = 30}
        local reference = sines(d, 3)
        local c = rigid.tracking_controller {model = m, reference = reference, law = "computed_torque"}
        m:simulate {
            duration = 1, dt = 1e-3, q = reference(0), v = select(2, reference(0)),
            controller = function(t, q, v)
                local tau = c(t, q, v)
                r = observe(t, q, v, tau)
                if t == 0 then r:set(1, 50) end -- what is given out is the caller's
                return tau + push
            end,
        }
        assert.is_true((r - push):norm() < 1e-2 * push:norm(), tostring(r))
    end)
end)
