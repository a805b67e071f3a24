-- What each method of simulation promises beside its order: momentum and energy, calm where something is stiff, words where a
-- step is too long; which one "auto" takes; what a log tells of energy and work.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local mechanisms = require "spec.support.mechanisms"

local Model, SpatialInertia, Vector, Wrench = rigid.Model, rigid.SpatialInertia, rigid.Vector, rigid.Wrench
local near = compare.near
local wheel, double_pendulum, floating_tree = mechanisms.wheel, mechanisms.double_pendulum, mechanisms.floating_tree
local merged = mechanisms.merged

local METHODS <const> = { "rk4", "rkmk45", "semi_implicit_euler", "implicit", "midpoint" }

local function span(list)
    local least, most = math.huge, -math.huge
    for _, x in ipairs(list) do least, most = math.min(least, x), math.max(most, x) end
    return most - least
end

-- ---- momentum and energy --------------------------------------------------------------------------------------------

describe("midpoint", function()
    -- The momentum about the world's origin, in its axes.
    local function momentum(m, q, v)
        local h, com = m:centroidal_momentum(q, v), m:com(q)
        return h:linear(), h:angular() + com:cross(h:linear())
    end

    it("keeps the momentum of a tumbling body to 1e-12, and its energy to 1e-10", function()
        local m = Model { gravity = { 0, 0, 0 } }
        m:add_body { name = "body", joint = "floating", inertia = SpatialInertia { mass = 2, inertia = { 0.3, 0.5, 0.7 } } }
        local log = m:simulate { v = { 0.4, -0.3, 0.2, 0.5, 30, 0.8 }, duration = 10, method = "midpoint" }
        local l0, h0 = momentum(m, log.q[1], log.v[1])
        for i = 1, #log, 100 do
            local l, h = momentum(m, log.q[i], log.v[i])
            near(l, l0, { tol = 1e-12, scale = h0:norm() })
            near(h, h0, { tol = 1e-12, scale = h0:norm() })
        end
        near(log:energy()[#log], log:energy()[1], { tol = 1e-10 })
        assert.truthy((log.v[#log] - log.v[1]):norm() > 1)
    end)

    it("keeps the momentum of a drawn tree in the air, of every joint type", function()
        for seed = 1, 3 do
            local m, q, v = floating_tree(seed, { gravity = { 0, 0, 0 }, resistance = true, springs = true, armature = false })
            m:joint(m:joint_names()[1]).damping = 0 -- in the air
            m:joint(m:joint_names()[1]).friction = 0
            local log = m:simulate { q = q, v = v, duration = 0.5, dt = 5e-3, method = "midpoint", friction = false, limits = false }
            local l0, h0 = momentum(m, log.q[1], log.v[1])
            local l, h = momentum(m, log.q[#log], log.v[#log])
            near(l, l0, { tol = 1e-11 })
            near(h, h0, { tol = 1e-11 })
        end
    end)

    it("keeps the energy of a double pendulum in a band for thousands of swings", function()
        local energy = double_pendulum():simulate { q = { 1.2, -0.4 }, duration = 500, dt = 0.01, method = "midpoint" }:energy()
        local function band(from, to) return span { table.unpack(energy, from, to) } end
        assert.truthy(band(1, 2000) < 1e-2 * span(energy.kinetic))
        assert.truthy(span(energy) < 2 * band(1, 2000))
        assert.truthy(math.abs(energy[#energy] - energy[1]) < band(1, 2000))
    end)

    it("says when a step is so long that its equations have no solution near", function()
        for seed = 1, 3 do
            local m, q, v = floating_tree(seed, { gravity = { 0, 0, 0 } })
            local ok, stop = pcall(m.simulate, m, { q = q, v = v * 5, duration = 2, dt = 0.1, method = "midpoint" })
            assert.is_false(ok)
            assert.truthy(tostring(stop):find("the midpoint's equations have no solution near: dt = 0.1 s is too large", 1, true))
        end
    end)
end)

describe("semi-implicit Euler", function()
    it("keeps neither the energy nor the momentum of a tumbling body, as its entry says", function()
        local m = Model { gravity = { 0, 0, 0 } }
        m:add_body { name = "body", joint = "floating", inertia = SpatialInertia { mass = 2, inertia = { 0.3, 0.5, 0.7 } } }
        local energy = m:simulate({ v = { 0, 0, 0, 0.5, 30, 0.8 }, duration = 10, method = "semi_implicit_euler" }):energy()
        assert.truthy(energy[#energy] > 1.01 * energy[1])
    end)
end)

-- ---- what is stiff --------------------------------------------------------------------------------------------------

describe("stiff damping", function()
    local function stiff(damping)
        local m = double_pendulum()
        m:joint("elbow").damping = damping
        return m
    end

    it("is calm by the implicit method, at any step, and slides to where the exact motion does", function()
        -- I v' = -d v: v = exp(-d t / I) v0, and the way is v0 I / d
        local m = wheel { damping = 1e6 }
        local log = m:simulate { v = { 5 }, duration = 1, dt = 0.1, method = "implicit" }
        near(log.q[#log], { 5 * 0.5 / 1e6 }, { tol = 1e-6 })
        for i = 2, #log do assert.truthy(math.abs(log.v[i][1]) < 5 * 0.31 ^ (i - 1)) end
        for _, damping in ipairs { 1e2, 1e4, 1e6, 1e8 } do
            local energy = stiff(damping):simulate({ q = { 1.2, -0.4 }, duration = 2, dt = 0.01, method = "implicit" }):energy()
            for i = 2, #energy do assert.truthy(energy[i] <= energy[i - 1] + 1e-3, damping .. " gains energy") end
        end
    end)

    it("is said of an explicit method before the run: joint, method, and the step that would do, which does", function()
        for _, method in ipairs { "rk4", "semi_implicit_euler" } do
            local m = stiff(400)
            local ok, problem = pcall(m.simulate, m, { q = { 1, 1 }, duration = 1, dt = 0.01, method = method })
            assert.is_false(ok)
            local text = tostring(problem)
            assert.truthy(text:find("field 'dt': 0.01 s is too large for the damping of 'elbow' with " .. method, 1, true), text)
            assert.truthy(text:find("or method = 'implicit'", 1, true))
            local longest = tonumber(text:match "(%S+) s would do")
            assert.truthy(longest > 1e-5 and longest < 0.01)
            local energy = m:simulate({ q = { 1, 1 }, duration = 0.5, dt = longest, method = method }):energy()
            assert.truthy(energy[#energy] < energy[1])
            -- and the word is not said too early: twice the stable step is not calm
            m.simulate(m, { q = { 1, 1 }, duration = 10 * longest, dt = longest, method = method })
        end
    end)

    it("is foreseen no sooner than it is so: x' = -r x with rk4 blows up where r dt > 2.785", function()
        local function grows(rate_dt)
            local m = wheel { damping = 0.5 * rate_dt / 0.01 } -- I = 0.5
            local ok, log = pcall(m.simulate, m, { v = { 1 }, duration = 1, dt = 0.01, method = "rk4" })
            return not ok or math.abs(log.v[#log][1]) > 1
        end
        assert.is_false(grows(2.78))
        assert.is_true(grows(2.79))
    end)

    it("is told of springs too", function()
        local m = wheel()
        m:joint("axle").stiffness = 0.5 * 300 ^ 2
        local ok, problem = pcall(m.simulate, m, { q = { 1 }, duration = 1, dt = 0.01, method = "rk4" })
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("too large for the spring of 'axle' with rk4: 0.0085 s would do", 1, true), tostring(problem))
    end)

    it("makes auto take the implicit method, and nothing stiff rkmk45; the log says which and why", function()
        local log = stiff(1e4):simulate { q = { 1, 1 }, duration = 0.1 }
        assert.equal("implicit", log.method)
        assert.truthy(log.why:find("the damping of 'elbow' has a rate of", 1, true))
        log = stiff(0.1):simulate { q = { 1, 1 }, duration = 0.1 }
        assert.equal("rkmk45", log.method)
        assert.truthy(log.why:find("short beside that", 1, true))
        log = double_pendulum():simulate { duration = 0.1 }
        assert.equal("nothing is stiff", log.why)
        assert.is_nil(double_pendulum():simulate({ duration = 0.1, method = "rk4" }).why)
    end)

    it("is noticed by auto in the midst, where a controller makes it", function()
        local log = wheel():simulate {
            v = { 1 }, duration = 1, dt = 0.05, continuous = true, controller = function(t, _, v) return { t > 0.3 and -2e5 * v[1] or 0 } end,
        }
        assert.truthy(math.abs(log.v[#log][1]) < 1e-3)
    end)
end)

-- ---- what a log tells of energy ----------------------------------------------------------------------------------------

describe("the balance of a log", function()
    it("is energy less work plus what was lost, to the method's error, of drawn trees with everything", function()
        for seed = 61, 64 do
            local d = draw.stream(seed)
            local m = trees.random(d, 6, { resistance = true, springs = true, armature = true, mimics = 0.2, payloads = 0.3, roots = 2 })
            local q, v = trees.configuration(d, m), trees.velocity(d, m)
            local name = m:body_names()[3]
            local options = {
                q = q, v = v, duration = 0.3, external = function(t) return { [name] = Wrench { linear = { 3 * math.sin(9 * t), 1, -2 }, angular = { 0.2, 0.1 * t, 0 } } } end,
                controller = function(t) return Vector(m:nv()) + math.cos(t) end,
            }
            local tau = Vector(m:nv())
            options.controller = function(t)
                for k = 1, #tau do tau[k] = math.cos(t + k) end
                return tau
            end
            for _, method in ipairs { "rkmk45", "rk4", "implicit", "midpoint" } do
                local log = m:simulate(merged(options, { method = method, dt = method == "midpoint" and 2e-4 or 1e-3 }))
                local energy = log:energy()
                near(log.balance.energy, energy[#energy] - energy[1], { tol = 1e-10, scale = energy[1] })
                local tol = ({ rkmk45 = 1e-6, rk4 = 1e-5, implicit = 1e-4, midpoint = 1e-4 })[method]
                near(log.balance.drift, 0, { scale = math.abs(log.balance.work) + span(energy), tol = tol, what = method .. ", seed " .. seed })
                assert.truthy(math.abs(log.balance.work) > 1e-3)
            end
        end
    end)

    it("does not count what an event gives", function()
        local log = wheel():simulate {
            v = { 1 }, duration = 1, dt = 0.1, events = { { name = "kick", watch = function(t) return t - 0.55 end, act = function() return nil, { 3 } end } },
        }
        near(log.balance.energy, 0.5 * 0.5 * (9 - 1))
        near(log.balance.drift, 0, { scale = 1 })
    end)
end)

-- ---- which one "auto" takes --------------------------------------------------------------------------------------------

describe("auto", function()
    it("goes back to the explicit method where a motion is fast and not stiff, at the same step each time", function()
        local function whirl() return double_pendulum():simulate { v = { 1e4, -4e4 }, duration = 0.3 } end
        local log, again = whirl(), whirl()
        assert.are.equal("rkmk45", log.method)
        assert.truthy(log.why:find("the motion is fast rather than stiff", 1, true), log.why)
        assert.are.equal(log.steps, again.steps)
        assert.truthy(log.q[#log] == again.q[#again])
        local explicit = double_pendulum():simulate { v = { 1e4, -4e4 }, duration = 0.3, method = "rkmk45" }
        assert.truthy(log.steps < 1.5 * explicit.steps)
    end)

    it("goes over to the implicit method where the motion becomes stiff", function()
        -- A mass that slides inwards on a light arm whose axis is damped: from a rate of 0.1/s to one of 1e6/s.
        local m = Model { gravity = { 0, 0, 0 } }
        m:add_body {
            name = "arm", joint = { type = "revolute", axis = { 0, 1, 0 }, damping = 0.1 },
            inertia = SpatialInertia { mass = 1, inertia = { 1e-7, 1e-7, 1e-7 } },
        }
        m:add_body {
            name = "slider", parent = "arm", joint = { type = "prismatic", axis = { 1, 0, 0 }, limits = { lower = 0 } },
            inertia = SpatialInertia.point_mass { mass = 1, position = { 0, 0, 0 } },
        }
        local log = m:simulate { q = { 0, 1 }, v = { 0, -10 }, duration = 0.3, external = { arm = Wrench { linear = { 0, 0, 0 }, angular = { 0, 0.1, 0 } } } }
        assert.are.equal("implicit", log.method)
        assert.truthy(log.why:find("rkmk45 took more than 50 steps a tick", 1, true), log.why)
    end)
end)

describe("what a method says of itself", function()
    local stepper = debug.getmetatable(require "rigid.core").inner.stepper

    -- How much a thousand steps of h make of a state of size 1.
    local function growth(method, of, h)
        local m = wheel { moment = 1, damping = of.damping }
        m:joint("axle").stiffness = of.stiffness or 0
        local s, q, v = stepper.new(m, method, false), Vector { 0 }, Vector { 1 }
        stepper.set(s, q, v)
        for k = 1, 1000 do
            assert.truthy(stepper.try(s, k * h, h))
            stepper.accept(s)
        end
        stepper.state(s, q, v)
        return of.stiffness and math.sqrt(q[1] * q[1] + v[1] * v[1]) or math.abs(v[1])
    end

    it("is how far it is calm", function()
        for _, row in ipairs(stepper.methods()) do
            for what, of in pairs { rate = { damping = 1 }, frequency = { stiffness = 1 } } do
                local h, bound = row[what], row.order == 1 and 20 or 1 + 1e-9 -- semi-implicit Euler turns on an ellipse
                if h < math.huge then
                    assert.truthy(growth(row.name, of, 0.99 * h) < bound, row.name .. what)
                    assert.falsy(growth(row.name, of, 1.01 * h) < 1.005, row.name .. what)
                else
                    assert.truthy(growth(row.name, of, 1e3) < bound, row.name .. what)
                end
            end
        end
    end)

    it("is what there is to choose from", function()
        local names = {}
        for i, row in ipairs(stepper.methods()) do names[i] = row.name end
        assert.are.same(METHODS, names)
        local ok, text = pcall(wheel {}.simulate, wheel {}, { duration = 1, method = "euler" })
        assert.is_false(ok)
        assert.truthy(text:find('"auto", "' .. table.concat(METHODS, '", "', 1, #METHODS - 1) .. '" or "midpoint" expected, got "euler"', 1, true), text)
    end)
end)

describe("the momentum in the balance of a log", function()
    local function tumble(more)
        local m, q, v = floating_tree(2, { gravity = { 0.3, -0.2, -9.81 }, armature = false })
        local options = { q = q, v = v, duration = 0.5, dt = 2e-3, method = "rk4" }
        for key, value in pairs(more or {}) do options[key] = value end
        return m:simulate(options), m
    end

    it("is what the method added to that of a tree in the air, beyond gravity", function()
        local log = tumble()
        local scale = log:momentum()[1]:angular():norm()
        local drift = log.balance.momentum
        assert.truthy(drift.linear:norm() < 1e-5 * scale and drift.angular:norm() < 1e-5 * scale)
        local rough = tumble({ method = "semi_implicit_euler" }).balance.momentum
        assert.truthy(rough.angular:norm() > 100 * drift.angular:norm() and rough.angular:norm() > 1e-4 * scale)
        -- by hand, about the world's origin
        local rk4, m = tumble { duration = 0.5 }
        local T, mass, g = rk4.t[#rk4], m:total_mass(), m:gravity()
        local h0, h1 = m:centroidal_momentum(rk4.q[1], rk4.v[1]), m:centroidal_momentum(rk4.q[#rk4], rk4.v[#rk4])
        near(rk4.balance.momentum.linear, h1:linear() - h0:linear() - g * (mass * T), { scale = 1, tol = 1e-9 })
        near(rk4.balance.momentum.angular, h1:angular() - h0:angular(), { scale = scale, tol = 1e-4 }) -- about the com, which gravity leaves
    end)

    it("follows torques of inner joints, and is not told where the world pushes", function()
        local log, m = tumble { controller = function(_, _, v)
            local tau = {}
            for k = 1, #v do tau[k] = k <= 6 and 0 or math.sin(k) end
            return tau
        end }
        assert.truthy(log.balance.momentum.linear:norm() < 1e-4)
        local function told(options)
            options.duration, options.dt = 0.01, 1e-3
            return m:simulate(options).balance.momentum ~= nil
        end
        assert.truthy(told {})
        assert.falsy(told { controller = function(_, _, v)
            local tau = Vector(#v)
            tau[3] = 1
            return tau
        end })
        assert.falsy(told { external = {} })
        assert.falsy(told { events = { { name = "e", watch = function(t) return t - 0.005 end, act = function(_, q) return q end } } })
        m:add_ground { offset = -100 }
        assert.falsy(told {})
        assert.falsy(double_pendulum():simulate({ duration = 0.01 }).balance.momentum)
        local damped = tumble()
        assert.truthy(damped.balance.momentum)
        local m2 = floating_tree(2, { armature = false })
        m2:joint(m2:joint_names()[1]).damping = 1
        assert.falsy(m2:simulate({ duration = 0.01 }).balance.momentum)
    end)
end)

-- ---- springs ----------------------------------------------------------------------------------------------------------

describe("springs", function()
    it("pull as their potential says, of every joint type and of what follows", function()
        for seed = 81, 84 do
            local d = draw.stream(seed)
            local m = trees.random(d, 8, { springs = true, mimics = 0.4, roots = 2 })
            local q, n = trees.configuration(d, m), m:nv()
            local tau = m:passive_forces(q, Vector(n))
            for k = 1, n do
                local step = Vector(n)
                step[k] = 1e-5
                local slope = (m:elastic_energy(m:integrate(q, step)) - m:elastic_energy(m:integrate(q, -step))) / 2e-5
                near(tau[k], -slope, { scale = 1 + math.abs(slope), tol = 1e-7, what = ("v[%d], seed %d"):format(k, seed) })
            end
            assert.truthy(m:elastic_energy(q) > 0 and tau:norm() > 0.1)
        end
    end)

    it("of several joints on one number are one spring", function()
        local m = Model {}
        m:add_body { name = "a", joint = { type = "revolute", stiffness = 5, springref = 0.2 }, inertia = SpatialInertia.unitary() }
        m:add_body { name = "b", joint = { type = "revolute", stiffness = 3, springref = -1, mimic = { joint = "a", multiplier = -2, offset = 0.3 } }, inertia = SpatialInertia.unitary() }
        for _, q in ipairs { -1, 0, 0.7 } do
            near(m:passive_forces({ q }, { 0 }), { -5 * (q - 0.2) - 3 * -2 * (-2 * q + 0.3 + 1) })
        end
    end)

    it("are told again by tables, copies and files", function()
        local m = Model {}
        m:add_body { name = "a", joint = { type = "revolute", stiffness = 5, springref = 0.2 }, inertia = SpatialInertia.unitary() }
        assert.truthy(Model(m:table()) == m and m:copy() == m)
        for _, ending in ipairs { ".urdf", ".lua" } do
            local path = os.tmpname()
            m:save(path, { format = ending == ".urdf" and "urdf" or "rigid" })
            assert.truthy(rigid.load(path) == m)
            os.remove(path)
        end
        local joint = m:joint "a"
        joint.stiffness = 7
        assert.truthy(Model(m:table()):joint("a").stiffness == 7 and m:stiffness() == Vector { 7 })
    end)
end)
