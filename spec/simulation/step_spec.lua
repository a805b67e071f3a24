-- One step for loops of one's own: that of a run, whichever way it is taken, and as it is asked for.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local mechanisms = require "spec.support.mechanisms"
local trees = require "spec.support.trees"

local SpatialInertia, Vector = rigid.SpatialInertia, rigid.Vector
local near, refuses = compare.near, compare.refuses
local wheel, double_pendulum = mechanisms.wheel, mechanisms.double_pendulum

local METHODS <const> = { "rk4", "rkmk45", "semi_implicit_euler", "implicit", "midpoint" }

describe("a single step", function()
    it("is that of a run, by every method, of drawn trees with everything", function()
        for seed = 71, 73 do
            local d = draw.stream(seed)
            local m = trees.random(d, 6, { resistance = true, springs = true, armature = true, mimics = 0.2, roots = 2 })
            local q, v, tau = trees.configuration(d, m), trees.velocity(d, m), trees.velocity(d, m)
            for _, method in ipairs { "auto", table.unpack(METHODS) } do
                local log = m:simulate { q = q, v = v, duration = 1e-3, dt = 1e-3, method = method, controller = function() return tau end }
                local q1, v1 = m:step(q, v, tau, 1e-3, { method = method })
                assert.truthy(q1 == log.q[#log] and v1 == log.v[#log], method)
            end
        end
    end)

    it("writes into what it is given, its own arguments too", function()
        local m = double_pendulum()
        local q, v = Vector { 1, 0.5 }, Vector { 0.2, -0.1 }
        local q1, v1 = m:step(q, v, nil, 0.01)
        local q2, v2 = m:step(q, v, { 0, 0 }, 0.01, nil, q, v)
        assert.truthy(rawequal(q, q2) and rawequal(v, v2) and q == q1 and v == v1)
    end)

    it("follows what is changed of the model", function()
        local m = double_pendulum()
        local q, v = { 1, 0.5 }, { 1, -0.1 }
        local before = m:step(q, v, nil, 0.01)
        m:joint("elbow").damping = 3
        local damped = m:step(q, v, nil, 0.01)
        m:joint("elbow").damping = 0
        assert.truthy(before ~= damped and m:step(q, v, nil, 0.01) == before)
        m:set_gravity { 0, 0, 0 }
        assert.truthy(m:step(q, v, nil, 0.01) ~= before)
        m:set_gravity { 0, 0, -9.81 }
        m:joint("elbow").upper = 0.5
        local held = m:step(q, { 0, 5 }, nil, 0.01)
        assert.truthy(held[2] <= 0.5 and held[2] > 0.49)
        m:joint("elbow").upper = nil
        assert.truthy(m:step(q, { 0, 5 }, nil, 0.01)[2] > 0.54)
        m:attach { body = "lower", inertia = SpatialInertia.solid_cube { mass = 4, length = 1 } }
        assert.truthy(m:step(q, v, nil, 0.01) ~= before)
    end)

    it("refuses a dt with which the method cannot be calm", function()
        local m = wheel { damping = 1e5 }
        local ok, text = pcall(m.step, m, { 0 }, { 1 }, nil, 1e-3, { method = "rk4" })
        assert.is_false(ok)
        assert.truthy(text:find("bad argument #4 to 'step' (0.001 s is too large for the damping of 'axle' with rk4", 1, true), text)
        near(select(2, m:step({ 0 }, { 1 }, nil, 1e-3)), { 0 }, { scale = 1, tol = 1e-3 })
    end)

    it("is the same the first time and later, whatever was stepped before, of Vectors and of lists", function()
        for seed = 81, 86 do
            local d = draw.stream(seed)
            local m = trees.random(d, 6, { resistance = true, springs = true, armature = true, mimics = 0.2, roots = 2 })
            local twin = m:copy()
            local q, v, tau = trees.configuration(d, m), trees.velocity(d, m), trees.velocity(d, m)
            local options = { method = "implicit", restitution = 0.5, damping = false }
            local q1, v1 = m:step(q, v, tau, 1e-3, options) -- made for it
            for _ = 1, 3 do twin:step(trees.configuration(d, m), trees.velocity(d, m), nil, 2e-3, options) end
            local q2, v2 = twin:step(q, v, tau, 1e-3, options) -- kept
            local q3, v3 = twin:step(q:table(), v:table(), tau:table(), 1e-3, options)
            assert.truthy(q1 == q2 and v1 == v2 and q1 == q3 and v1 == v3)
        end
    end)

    it("takes quaternions of any length, and is of unit ones", function()
        local m = rigid.Model()
        m:add_body { name = "box", joint = { type = "floating" }, inertia = SpatialInertia.solid_cube { mass = 1, length = 0.1 } }
        local v = { 1, 2, 3, 4, 5, 6 }
        for _ = 1, 2 do
            local q = m:step({ 0, 0, 0, 3, 0, 4, 0 }, v, nil, 1e-3)
            assert.truthy(q == m:step({ 0, 0, 0, 0.6, 0, 0.8, 0 }, v, nil, 1e-3))
            assert.truthy(math.abs(q[4] ^ 2 + q[5] ^ 2 + q[6] ^ 2 + q[7] ^ 2 - 1) < 4e-16)
        end
    end)

    it("keeps to the tolerance and the restitution that are said at each call", function()
        local m = double_pendulum()
        m:joint("elbow").upper = 0.5
        local function step(options) return select(2, m:step({ 0, 0.499 }, { 0, 5 }, nil, 1e-3, options)) end
        local stays = step {}
        local thrown = step { restitution = 0.5 }
        assert.truthy(math.abs(stays[2]) < 0.1 and thrown[2] < -1)
        assert.truthy(step {} == stays and step { restitution = 0.5 } == thrown)
        local function swing(tolerance) return (m:step({ 1, -2 }, { 9, 9 }, nil, 0.3, { tolerance = tolerance })) end
        local exact, rough = swing(1e-12), swing(1e-3)
        assert.truthy(exact ~= rough and swing(1e-12) == exact)
        near(rough, exact, { scale = 1, tol = 1e-2 })
    end)

    it("leaves nothing to the collector that writes into what it is given", function()
        local d = draw.stream(91)
        local m = trees.random(d, 5, { resistance = true })
        local q, v, tau = trees.configuration(d, m), trees.velocity(d, m), trees.velocity(d, m)
        local options, q1, v1 = { method = "semi_implicit_euler" }, q:copy(), v:copy()
        m:step(q, v, tau, 1e-4, options, q1, v1)
        collectgarbage "stop"
        local before = collectgarbage "count"
        for _ = 1, 1000 do m:step(q, v, tau, 1e-4, options, q1, v1) end
        local made = collectgarbage "count" - before
        collectgarbage "restart"
        assert.truthy(made < 1, made)
    end)

    it("says what is wrong after good ones as before them", function()
        local m = wheel { damping = 1 }
        for _ = 1, 2 do
            refuses(function() m:step({ 0 / 0 }, { 1 }, nil, 1e-3) end, "bad argument #1 to 'step'", "q[1] is")
            refuses(function() m:step({ 0 }, { 1, 2 }, nil, 1e-3) end, "bad argument #2 to 'step'", "1 number")
            refuses(function() m:step({ 0 }, { 1 }, nil, 0) end, "bad argument #4 to 'step'", "positive")
            refuses(function() m:step({ 0 }, { 1 }, nil, 1e-3, { methd = "rk4" }) end, "bad argument #5 to 'step'", "did you mean 'method'")
            refuses(function() m:step({ 0 }, { 1 }, nil, 1e-3, {}, Vector(2)) end, "bad argument #6 to 'step'", "Vector of 1 to write into")
            refuses(function() m:step({ 0 }, { 1 }, nil, 1e-3, {}, Vector(1), Vector(1), 3) end, "bad argument #8 to 'step'", "nothing more expected")
            m:step({ 0 }, { 1 }, nil, 1e-3)
        end
    end)

    it("finds a number that is none wherever it stands, in lists of any length", function()
        for n = 1, 5 do
            local m = rigid.Model { gravity = { 0, 0, 0 } }
            for i = 1, n do
                m:add_body { name = "wheel" .. i, joint = { type = "revolute", axis = { 0, 0, 1 } }, inertia = SpatialInertia.solid_cube { mass = 1, length = 1 } }
            end
            for k = 1, n do
                for _, none in ipairs { 0 / 0, 1 / 0, -1 / 0 } do
                    for argument = 1, 3 do
                        local state = { Vector(n), Vector(n), Vector(n) }
                        state[argument]:set(k, none)
                        refuses(function() m:step(state[1], state[2], state[3], 1e-3) end, ("bad argument #%d to 'step'"):format(argument), ("[%d] is"):format(k))
                    end
                end
            end
        end
    end)
end)
