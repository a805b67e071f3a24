-- Simulation and its log: closed forms, the order of convergence of each method on every joint type, what is conserved and
-- what is lost to damping, controllers, wrenches, events, the samples, and how a run ends that cannot go on.
local rigid = require "rigid"
local own = require "rigid.environment" -- what the modules have for globals
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local tangent = require "rigid.simulation.tangent"
local trees = require "spec.support.trees"

local Log, Model, SpatialInertia, Vector, Wrench = rigid.Log, rigid.Model, rigid.SpatialInertia, rigid.Vector, rigid.Wrench
local near, refuses = compare.near, compare.refuses

-- Where a run is compared with what the method would do exactly: roundings of some thousand steps.
local ROUNDING <const> = 1e-12

local PUSH = Wrench { 1, 2, 3, 4, 5, 6 }

-- ---- models ---------------------------------------------------------------------------------------------------------

local function wheel(options)
    options = options or {}
    local m = Model { name = "wheel", gravity = { 0, 0, 0 } }
    m:add_body {
        name = "wheel", inertia = SpatialInertia { mass = 3, inertia = { 1, 1, options.moment or 0.5 } },
        joint = { type = "revolute", name = "axle", damping = options.damping, friction = options.friction },
    }
    return m
end

local function double_pendulum()
    local rod = SpatialInertia.thin_rod { mass = 1, length = 1, axis = { 0, 0, 1 } }:shift { 0, 0, 0.5 }
    local m = Model { name = "double pendulum" }
    m:add_body { name = "upper", joint = { type = "revolute", axis = { 0, 1, 0 }, name = "shoulder" }, inertia = rod }
    m:add_body {
        name = "lower", parent = "upper", joint = { type = "revolute", axis = { 0, 1, 0 }, name = "elbow" },
        placement = { position = { 0, 0, -1 } }, inertia = rod,
    }
    return m
end

-- A body with three different moments, its com off the joint, on a spherical joint; nothing pulls at it.
local function top()
    local m = Model { name = "top", gravity = { 0, 0, 0 } }
    m:add_body {
        name = "top", joint = { type = "spherical", name = "ball" },
        inertia = SpatialInertia { mass = 2, com = { 0.1, -0.2, 0.3 }, inertia = { 0.5, 0.7, 0.9, 0.05, -0.1, 0.02 } },
    }
    return m
end

-- A ball on a vertical rail.
local function ball()
    local m = Model { name = "ball" }
    m:add_body {
        name = "ball", joint = { type = "prismatic", name = "rail" },
        inertia = SpatialInertia.solid_sphere { mass = 2, radius = 0.1 },
    }
    return m
end

local function floating_tree(seed, options)
    options = options or {}
    options.first = "floating"
    local d = draw.stream(seed)
    local m = trees.random(d, 6, options)
    return m, trees.configuration(d, m), trees.velocity(d, m)
end

-- How far apart two states are.
local function distance(m, q1, v1, q2, v2)
    return math.max(m:difference(q1, q2):norm(), (v1 - v2):norm())
end

local function last(log) return log.q[#log], log.v[#log] end

local function merged(a, b)
    local t = {}
    for key, value in pairs(a) do t[key] = value end
    for key, value in pairs(b) do t[key] = value end
    return t
end

-- ---- the tangent space ----------------------------------------------------------------------------------------------

describe("the tangent space at a configuration", function()
    local m = Model {}
    m:add_body { name = "base", joint = "floating", inertia = SpatialInertia.unitary() }
    m:add_body { name = "rail", parent = "base", joint = "prismatic", inertia = SpatialInertia.unitary() }
    m:add_body { name = "ball", parent = "rail", joint = "spherical", inertia = SpatialInertia.unitary() }
    local blocks = tangent.blocks(m)
    local ANGLES <const> = { 1e-8, 1e-4, 0.01, 0.2, 0.2499, 0.2501, 0.5, 1, 2, 3 } -- 0.25 is where series give way

    -- theta whose two rotations turn by that angle.
    local function turned(d, angle)
        local theta = d:list(10)
        for _, at in ipairs { 4, 8 } do
            local size = math.sqrt(theta[at] ^ 2 + theta[at + 1] ^ 2 + theta[at + 2] ^ 2)
            for k = at, at + 2 do theta[k] = theta[k] * angle / size end
        end
        return theta
    end

    it("has its rate of change as that of m:integrate", function()
        draw.each(20, 1, function(d)
            local q = trees.configuration(d, m)
            for _, angle in ipairs(ANGLES) do
                local theta, rate, h = Vector(turned(d, angle)), Vector(d:list(10)), 1e-4
                local before, after = m:integrate(q, theta - rate * h), m:integrate(q, theta + rate * h)
                local v = tangent.velocity(blocks, theta:table(), rate:table(), {})
                near(m:difference(before, after) / (2 * h), v, { tol = 1e-6, what = "at angle " .. angle })
            end
        end)
    end)

    it("is left as it was entered", function()
        draw.each(20, 1, function(d)
            for _, angle in ipairs(ANGLES) do
                local theta, v = turned(d, angle), d:list(10)
                local rate = tangent.rate(blocks, theta, v, {})
                near(tangent.velocity(blocks, theta, rate, {}), v, { tol = 1e-13, scale = rate, what = "at angle " .. angle })
                near(rate[7], v[7])
            end
        end)
    end)
end)

-- ---- methods --------------------------------------------------------------------------------------------------------

describe("a simulation", function()
    local METHODS = { "semi_implicit_euler", "rk4", "rkmk45" }

    it("falls as a stone does", function()
        local log = ball():simulate { q = { 10 }, v = { 3 }, duration = 1, dt = 0.1 }
        assert.equal(11, #log)
        for i, t in ipairs(log.t) do
            near({ log.t[i], log.q[i][1], log.v[i][1] }, { (i - 1) / 10, 10 + 3 * t - 9.81 / 2 * t * t, 3 - 9.81 * t }, { tol = ROUNDING })
        end
        -- v1 = v0 - h g, z1 = z0 + h v1
        local euler = ball():simulate { q = { 10 }, v = { 3 }, duration = 1, dt = 0.1, method = "semi_implicit_euler" }
        near({ euler.q[11][1], euler.v[11][1] }, { 10 + 3 - 9.81 * 0.55, 3 - 9.81 }, { tol = ROUNDING })
    end)

    it("turns a body about a steady axis exactly, by every method", function()
        local m = Model { gravity = { 0, 0, 0 } }
        m:add_body { name = "ball", joint = "floating", inertia = SpatialInertia.solid_sphere { mass = 2, radius = 1 } }
        local spin, speed = rigid.Vec3(1.1, -0.7, 2.3), rigid.Vec3(0.3, 0.5, -0.2)
        for _, method in ipairs(METHODS) do
            local log = m:simulate { v = { 0, 0, 0, spin.x, spin.y, spin.z }, duration = 2, dt = 0.05, method = method }
            near(m:pose(log.q[#log], "ball"):rotation():matrix(), rigid.Rotation.exp(spin * 2):matrix(), { tol = ROUNDING })
            -- while it flies straight on, seen from the world
            log = m:simulate {
                v = { speed.x, speed.y, speed.z, spin.x, spin.y, spin.z }, duration = 2, dt = 0.001, method = method,
            }
            local off = (m:pose(log.q[#log], "ball"):position() - speed * 2):norm()
            assert(off < (method == "semi_implicit_euler" and 1e-2 or 1e-8), method .. " is off by " .. off)
        end
    end)

    it("nods a symmetric top as Euler's equations do", function()
        -- moments A, A, C: with n = (C - A) / A w3, w1 = a cos n t, w2 = a sin n t, w3 = c
        local A, C, a, c = 0.6, 0.9, 0.4, 2.5
        local m = Model { gravity = { 0, 0, 0 } }
        m:add_body { name = "top", joint = "spherical", inertia = SpatialInertia { mass = 1, inertia = { A, A, C } } }
        local log = m:simulate { v = { a, 0, c }, duration = 10, dt = 0.01 }
        local n = (C - A) / A * c
        for i = 1, #log, 100 do
            local t = log.t[i]
            near(log.v[i], { a * math.cos(n * t), a * math.sin(n * t), c }, { tol = 1e-8 })
        end
        -- and the angular momentum stays where it is in space
        local before, after = log:momentum()[1], log:momentum()[#log]
        near(after:angular(), before:angular(), { tol = 1e-8 })
        assert.truthy((log.v[251] - log.v[1]):norm() > 0.1)
    end)

    -- The slopes of error against step, in powers of two, at steps short enough for the leading term to rule.
    local function orders(m, q, v, method, steps, options)
        local function run(extra) return last(m:simulate(merged(merged({ q = q, v = v, log = { every = 1e6 } }, options), extra))) end
        local wanted_q, wanted_v = run { method = "rkmk45", dt = options.duration, tolerance = 1e-14 }
        local slopes, before = {}, nil
        for _, dt in ipairs(steps) do
            -- where everything is tolerated, rkmk45 takes one step each tick
            local got_q, got_v = run { method = method, dt = dt, tolerance = 1e9 }
            local err = distance(m, wanted_q, wanted_v, got_q, got_v)
            assert(err > 1e-12, "nothing left to measure")
            if before then slopes[#slopes + 1] = math.log(before / err, 2) end
            before = err
        end
        return slopes
    end

    local ORDER = { semi_implicit_euler = 1, rk4 = 4, rkmk45 = 5 }
    local STEPS = { semi_implicit_euler = { 0.01, 0.005, 0.0025 }, rk4 = { 0.02, 0.01, 0.005 }, rkmk45 = { 0.05, 0.025, 0.0125 } }

    for _, method in ipairs(METHODS) do
        local order = ORDER[method]
        local function check(m, q, v, what)
            for _, slope in ipairs(orders(m, q, v, method, STEPS[method], { duration = 0.5 })) do
                -- more than the order is no fault: at these steps terms of higher order may still count
                assert(slope > order - 0.2 and slope < order + 1, ("%s on %s: order %.3f"):format(method, what, slope))
            end
        end

        it(("converges with order %d by %s"):format(order, method), function()
            check(double_pendulum(), { 1.2, -0.4 }, { 1.5, -2.5 }, "a double pendulum")
            check(top(), { 0.5, 0.5, -0.5, 0.5 }, { 2.1, -1.4, 3.1 }, "a top")
            local m, q, v = floating_tree(11, { types = { "revolute", "spherical" } })
            check(m, q, v, "a floating tree")
            local d = draw.stream(12)
            m = trees.of_every_type(d, {})
            check(m, trees.configuration(d, m), trees.velocity(d, m), "a tree of every joint type")
            m = trees.random(d, 6, { types = { "revolute", "prismatic" }, mimics = 0.5 })
            check(m, trees.configuration(d, m), trees.velocity(d, m), "joints that follow others")
        end)
    end

    -- A mass on a spring, driven: x'' = -4 x + cos t, of which the solution from (1, 0) is (2 cos 2t + cos t) / 3. What
    -- drives is asked by the time of each stage, as a torque and as a wrench.
    for _, method in ipairs(METHODS) do
        local order = ORDER[method]
        it(("converges with order %d by %s where forces depend on time"):format(order, method), function()
            local drives = {
                { continuous = true, controller = function(t, q) return { 2 * (math.cos(t) - 4 * q[1]) } end },
                { external = function(t, q) return { ball = Wrench { linear = { 0, 0, 2 * (math.cos(t) - 4 * q[1]) } } } end },
            }
            for _, drive in ipairs(drives) do
                local m, before = ball(), nil
                m:set_gravity { 0, 0, 0 }
                for _, dt in ipairs { 0.1, 0.05, 0.025 } do
                    local q, v = last(m:simulate(merged({ q = { 1 }, duration = 1.5, dt = dt, method = method, tolerance = 1e9 }, drive)))
                    local x, rate = (2 * math.cos(3) + math.cos(1.5)) / 3, (-4 * math.sin(3) - math.sin(1.5)) / 3
                    local err = math.max(math.abs(q[1] - x), math.abs(v[1] - rate))
                    local slope = before and math.log(before / err, 2) or order
                    assert(slope > order - 0.25 and slope < order + 1.2, ("order %.3f at dt = %g"):format(slope, dt))
                    before = err
                end
            end
        end)
    end

    -- What rkmk45 tries, from the times at which it asks for forces: {from, size} each. It asks at c h with c = 1/5, 3/10, ...
    local function trials(options)
        local times, seen, list = {}, {}, {}
        local m = wheel()
        local log = m:simulate(merged({
            method = "rkmk45", dt = 4, duration = 4, continuous = true, log = { every = 1 },
            controller = function(t, q, v)
                local torque = options.torque(t, q, v)
                times[#times + 1], seen[#times + 1] = t, { q = q[1], v = v[1], a = torque[1] / 0.5 }
                return torque
            end,
        }, options.more or {}))
        -- The first is asked where the run begins, then six by six.
        for i = 2, #times - 5, 6 do
            local size = (times[i + 1] - times[i]) * 10
            list[#list + 1] = { from = times[i] - size / 5, size = size, ends = times[i + 5], stages = { nil, table.unpack(seen, i, i + 5) } }
            local before, last_one = list[#list - 1], list[#list]
            local goes_on = before and math.abs(last_one.from - before.ends) < 1e-9
            last_one.stages[1] = not before and seen[1] or goes_on and before.stages[7] or before.stages[1]
        end
        return list, log
    end

    it("does not grow its step behind one that was refused, nor ever by more than five, nor shrink it by more", function()
        -- a torque that jumps again and again, between stretches of nothing at all
        local list, log = trials { torque = function(t) return { t % 0.7 < 0.35 and 0 or 1 } end, more = { tolerance = 1e-9 } }
        assert.equal(#list, log.steps + log.rejected)
        assert.truthy(log.rejected > 10)
        local behind, grown, shrunk = 0, 0, 1
        for i = 2, #list do
            local before, now = list[i - 1], list[i]
            local refused = math.abs(now.from - before.from) < 1e-12
            local factor = now.size / before.size
            if refused then
                assert(factor < 1 and factor > 0.2 - 1e-6, ("%g after a refusal"):format(factor))
                shrunk = math.min(shrunk, factor)
            else
                assert(math.abs(now.from - before.ends) < 1e-9)
                local came_of_refusal = i > 2 and math.abs(before.from - list[i - 2].from) < 1e-12
                if came_of_refusal then
                    behind = behind + 1
                    assert(factor < 1 + 1e-6, ("grows by %g behind a refusal"):format(factor))
                end
                assert(factor < 5 + 1e-6, ("grows by %g"):format(factor))
                grown = math.max(grown, factor)
            end
        end
        assert.truthy(behind > 5 and grown > 4.9 and shrunk < 0.201, ("%d %g %g"):format(behind, grown, shrunk))
    end)

    it("takes the next step by the errors of this and of the last, as Gustafsson has it", function()
        -- Weights of the fifth order less those of the fourth. [Dormand & Prince 1980, table 2]
        local E = {
            35 / 384 - 5179 / 57600, 0, 500 / 1113 - 7571 / 16695, 125 / 192 - 393 / 640, -2187 / 6784 + 92097 / 339200,
            11 / 84 - 187 / 2100, -1 / 40,
        }
        local TOLERANCE <const> = 1e-8
        local function error_of(trial)
            local of_v, of_q, first, last_one = 0, 0, trial.stages[1], trial.stages[7]
            for j, stage in ipairs(trial.stages) do of_v, of_q = of_v + E[j] * stage.a, of_q + E[j] * stage.v end
            of_v = math.abs(trial.size * of_v) / (TOLERANCE * (1 + math.abs(last_one.v)))
            of_q = math.abs(trial.size * of_q) / (TOLERANCE * (1 + math.abs(last_one.q - first.q)))
            return math.max(of_v, of_q)
        end
        local list = trials {
            torque = function(t, q) return { 2 * math.sin(3 * t) + math.cos(0.2 * t * t) - 0.5 * q[1] } end,
            more = { q = { 1 }, dt = 30, duration = 30, tolerance = TOLERANCE },
        }
        local last_error, compared = 1e-4, 0
        for i = 1, #list - 3 do
            local now, after = list[i], list[i + 1]
            local err = error_of(now)
            if after.from > now.from + 1e-9 then
                assert(err < 1 + 1e-6, err)
                local behind = i > 1 and math.abs(list[i - 1].from - now.from) < 1e-12
                local factor = 0.9 * err ^ -0.17 * last_error ^ 0.04
                last_error = math.max(err, 1e-4)
                if not behind then
                    assert(math.abs(after.size / now.size / math.min(5, factor) - 1) < 1e-4, ("%g, %g"):format(after.size / now.size, factor))
                    compared = compared + 1
                end
            else
                assert(err > 1 - 1e-6, err)
                assert(math.abs(after.size / now.size / math.max(0.2, 0.9 * err ^ -0.2) - 1) < 1e-4)
            end
        end
        assert.truthy(compared > 50, compared)
    end)

    it("ends a tick with two equal steps, neither of them longer than the last went well", function()
        for _, dt in ipairs { 0.7, 1, 1.3 } do
            for _, tolerance in ipairs { 1e-6, 1e-9 } do
                local list, log = trials {
                    torque = function(_, q) return { -0.5 * q[1] } end, -- cos t
                    more = { q = { 1 }, dt = dt, duration = 20 * dt, tolerance = tolerance },
                }
                assert.truthy(log.rejected <= 4, log.rejected)
                local ends, equal = 0, 0
                for i = 2, #list do
                    local tick = list[i].ends / dt
                    if math.abs(tick - math.floor(tick + 0.5)) < 1e-9 and list[i].from > list[i - 1].from then
                        ends = ends + 1
                        local ratio = list[i].size / list[i - 1].size
                        assert(ratio > 0.4, ("a step %g times as long as the one before ends the tick"):format(ratio))
                        if math.abs(ratio - 1) < 1e-6 then equal = equal + 1 end
                    end
                end
                assert.truthy(ends >= 18 and equal >= ends / 2, ("%d of %d"):format(equal, ends))
            end
        end
    end)

    it("keeps the error of rkmk45 near what is tolerated, whatever the tick", function()
        local m = double_pendulum()
        local start = { q = { 1.2, -0.4 }, v = { 1.5, -2.5 }, duration = 2, method = "rkmk45" }
        local wanted_q, wanted_v = last(m:simulate(merged(start, { dt = 2, tolerance = 1e-14 })))
        local evaluations = {}
        for i, tolerance in ipairs { 1e-4, 1e-6, 1e-8, 1e-10 } do
            for _, dt in ipairs { 2, 0.3, 0.1 } do
                local log = m:simulate(merged(start, { dt = dt, tolerance = tolerance }))
                local err = distance(m, wanted_q, wanted_v, last(log))
                assert(err < 100 * tolerance, ("error %.2g for tolerance %g"):format(err, tolerance))
                if dt == 2 then evaluations[i] = log.steps end
            end
        end
        for i = 2, 4 do assert.truthy(evaluations[i] > 1.5 * evaluations[i - 1]) end
    end)

    it("tolerates more where there is more", function()
        local log = wheel { damping = 0.3 }:simulate { v = { 1e9 }, duration = 2, dt = 2, method = "rkmk45" }
        near(log.v[2], { 1e9 * math.exp(-1.2) }, { tol = 1e-6 })
        assert.truthy(log.steps < 50)
    end)

    it("takes no more steps than the tolerance asks for, and one a tick where it asks for none", function()
        local log = wheel():simulate { v = { 1 }, duration = 1, dt = 0.1, method = "rkmk45" }
        assert.equal(10, log.steps)
        assert.equal(0, log.rejected)
        local hard = double_pendulum():simulate { q = { 2, 1 }, duration = 1, dt = 1, method = "rkmk45", tolerance = 1e-12 }
        assert.truthy(hard.steps > 20)
        assert.truthy(hard.rejected > 0) -- from a first step of a whole second
    end)

    it("ends at its duration, also where that is no multiple of the tick", function()
        for _, method in ipairs(METHODS) do
            local log = wheel():simulate { v = { 1 }, duration = 1.05, dt = 0.1, method = method }
            assert.equal(12, #log)
            assert.equal(1.05, log.t[12])
            near(log.q[12], { 1.05 }, { tol = ROUNDING })
        end
        assert.equal(11, #wheel():simulate { duration = 0.1 + 0.2 + 0.7, dt = 0.1 })
        assert.equal(2, #wheel():simulate { duration = 0.1, dt = 7 })
        assert.equal(1001, #wheel():simulate { duration = 1 })
    end)

    it("can begin at any time, and go on where another ended, to the last bit", function()
        local m, q, v = floating_tree(3)
        local whole = m:simulate { q = q, v = v, duration = 1, dt = 0.125 }
        local first = m:simulate { q = q, v = v, duration = 0.5, dt = 0.125 }
        local second = m:simulate { q = first.q[5], v = first.v[5], t = 0.5, duration = 0.5, dt = 0.125 }
        assert.equal(0.625, second.t[2])
        assert.equal(whole.t[9], second.t[5])
        near(m:difference(whole.q[9], second.q[5]), Vector(m:nv()), { scale = 1, tol = ROUNDING })
        near(whole.v[9], second.v[5], { tol = ROUNDING })
    end)

    it("is the same every time, and whatever is kept of it", function()
        local m, q, v = floating_tree(4, { resistance = true })
        for _, method in ipairs(METHODS) do
            local options = { q = q, v = v, duration = 0.5, dt = 0.01, method = method }
            local log = m:simulate(options)
            assert.truthy(log == m:simulate(options))
            local coarse = m:simulate(merged(options, { log = { every = 7 } }))
            assert.equal(9, #coarse) -- ticks 0, 7, ..., 49, and the last
            for i = 1, 8 do assert.truthy(coarse.q[i] == log.q[7 * (i - 1) + 1] and coarse.t[i] == log.t[7 * (i - 1) + 1]) end
            assert.truthy(coarse.v[9] == log.v[51])
        end
    end)

    it("begins at rest, at the neutral configuration, unless told otherwise", function()
        local m, q = floating_tree(5)
        local log = m:simulate { duration = 0.01, dt = 0.01 }
        assert.truthy(log.q[1] == m:neutral() and log.v[1] == Vector(m:nv()) and log.t[1] == 0)
        local before = q:table()
        m:simulate { q = q, duration = 0.1, dt = 0.01 }
        assert.same(before, q:table())
    end)

    it("makes quaternions of the start unit, and moves a model without joints nowhere", function()
        local log = top():simulate { q = { 2, 0, 0, 2 }, duration = 0.01, dt = 0.01 }
        near(log.q[1], { math.sqrt(0.5), 0, 0, math.sqrt(0.5) })
        assert.equal(3, #Model():simulate { duration = 1, dt = 0.5 })
    end)
end)

-- ---- what is conserved ----------------------------------------------------------------------------------------------

describe("in a simulation", function()
    local function span(list)
        local least, most = math.huge, -math.huge
        for _, x in ipairs(list) do least, most = math.min(least, x), math.max(most, x) end
        return most - least
    end

    it("energy and momentum of a free tree stay, and the tree moves", function()
        for seed = 21, 24 do
            local m, q, v = floating_tree(seed, { gravity = { 0, 0, 0 } })
            local log = m:simulate { q = q, v = v, duration = 1, dt = 0.05, method = "rkmk45", tolerance = 1e-11 }
            local energy, momentum = log:energy(), log:momentum()
            assert.truthy(energy[1] > 0.1 and momentum[1]:linear():norm() > 0.1 and momentum[1]:angular():norm() > 0.1)
            assert.truthy(span(energy.kinetic) < 1e-8 * energy[1], "energy, seed " .. seed)
            for i = 1, #log do near(momentum[i], momentum[1], { tol = 1e-8, what = "momentum, seed " .. seed }) end
            assert.truthy((log.v[#log] - log.v[1]):norm() > 0.1)
        end
    end)

    it("a falling tree gains the momentum that gravity gives, and turns as if it did not fall", function()
        local m, q, v = floating_tree(25)
        local g = m:gravity()
        local log = m:simulate { q = q, v = v, duration = 0.8, dt = 0.01, method = "rkmk45", tolerance = 1e-11 }
        local momentum, energy = log:momentum(), log:energy()
        for i = 1, #log, 20 do
            near(momentum[i]:linear(), momentum[1]:linear() + g * (m:total_mass() * log.t[i]), { tol = 1e-9 })
            near(momentum[i]:angular(), momentum[1]:angular(), { tol = 1e-9 })
        end
        assert.truthy(span(energy) < 1e-9 * span(energy.kinetic))
        assert.truthy(span(energy.potential) > 1)
        for i = 1, #log do assert.equal(energy[i], energy.kinetic[i] + energy.potential[i]) end
    end)

    it("the energy of a double pendulum drifts as the method lets it", function()
        local start = { q = { 1.2, -0.4 }, duration = 10, dt = 0.01 }
        local function drift(method)
            local energy = double_pendulum():simulate(merged(start, { method = method })):energy()
            return span(energy) / span(energy.kinetic)
        end
        assert.truthy(drift "rk4" < 1e-6)
        assert.truthy(drift "rkmk45" < 1e-6)
        local euler = drift "semi_implicit_euler"
        assert.truthy(euler > 1e-3 and euler < 0.5)
    end)

    it("semi-implicit Euler keeps the energy of an oscillator in a band, over hundreds of swings", function()
        local m = Model { name = "pendulum" }
        m:add_body {
            name = "bob", joint = { type = "revolute", axis = { 0, 1, 0 } },
            inertia = SpatialInertia.point_mass { mass = 1, position = { 0, 0, -1 } },
        }
        local energy = m:simulate { q = { 0.5 }, duration = 400, dt = 0.01, method = "semi_implicit_euler" }:energy()
        local function band(from, to) return span { table.unpack(energy, from, to) } end
        near(band(39000, 40001), band(1, 1002), { tol = 0.02 })
        assert.truthy(band(1, 1002) < 0.05 * span(energy.kinetic))
    end)

    it("quaternions are unit to 1e-14, by every method", function()
        local m, q, v = floating_tree(26, { types = { "spherical" } })
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local log, count = m:simulate { q = q, v = v, duration = 2, dt = 0.01, method = method, tolerance = 1e-6 }, 0
            for _, name in ipairs(m:joint_names()) do
                local joint = m:joint(name)
                local at = joint.type == "floating" and joint.q + 3 or joint.q
                for i = 1, #log do
                    local w, x, y, z = log.q[i][at], log.q[i][at + 1], log.q[i][at + 2], log.q[i][at + 3]
                    assert.truthy(math.abs(math.sqrt(w * w + x * x + y * y + z * z) - 1) < 1e-14)
                    count = count + 1
                end
            end
            assert.equal(6 * 201, count)
        end
    end)

    -- The integral over the samples, by Simpson's rule.
    local function integral(log, f)
        local sum, n = 0, #log
        assert(n % 2 == 1)
        for i = 1, n do
            local weight = (i == 1 or i == n) and 1 or i % 2 == 0 and 4 or 2
            sum = sum + weight * f(log.v[i])
        end
        return sum * (log.t[2] - log.t[1]) / 3
    end

    it("a damped wheel slows down by exp(-d t / I), and not without", function()
        local m = wheel { damping = 0.3 }
        local log = m:simulate { v = { 2 }, duration = 2, dt = 0.01 }
        for i = 1, #log, 50 do near(log.v[i], { 2 * math.exp(-0.3 / 0.5 * log.t[i]) }, { tol = 1e-9 }) end
        near(m:simulate({ v = { 2 }, duration = 2, dt = 0.01, damping = false }).v[201], { 2 })
    end)

    it("friction slows a wheel evenly until it all but stands", function()
        -- v' = -f/I v / sqrt(v^2 + e^2), whose integral is v sqrt(..) = ..: far above e, v = v0 - f t / I but for e^2 / v
        local log = wheel { friction = 0.2 }:simulate { v = { 1 }, duration = 10, dt = 0.001 }
        for i = 1, 2001, 500 do near(log.v[i], { 1 - 0.2 / 0.5 * log.t[i] }, { slack = 5e-4 }) end
        near(log.v[#log], { 0 }, { slack = 1e-9 })
        near(log.q[#log], { 1 / (2 * 0.2 / 0.5) }, { slack = 2e-3 })
        near(wheel({ friction = 0.2 }):simulate({ v = { -1 }, duration = 1 }).v[1001], { -1 + 0.4 }, { slack = 5e-4 })
    end)

    it("damping and friction take exactly the work that they do", function()
        for seed = 31, 33 do
            local d = draw.stream(seed)
            local m = trees.random(d, 5, { resistance = true })
            local q, v = trees.configuration(d, m), trees.velocity(d, m)
            local damping, friction = m:damping(), m:friction()
            local log = m:simulate { q = q, v = v, duration = 0.5, dt = 0.5 / 2048, method = "rk4" }
            local energy = log:energy()
            local lost = integral(log, function(velocity)
                local power = 0
                for k = 1, #velocity do
                    local speed = velocity[k]
                    power = power + damping[k] * speed ^ 2 + friction[k] * speed ^ 2 / math.sqrt(speed ^ 2 + 0.01 ^ 2)
                end
                return power
            end)
            assert.truthy(lost > 0.05)
            near(energy[1] - energy[#log], lost, { tol = 1e-5, what = "work, seed " .. seed })
            local free = m:simulate({ q = q, v = v, duration = 0.5, dt = 0.002, damping = false }):energy()
            near(free[#free], free[1], { tol = 1e-7, scale = span(free.kinetic) })
        end
    end)

    it("the power of the joints is the rate of energy", function()
        local m = double_pendulum()
        local log = m:simulate { q = { 0.3, 0.8 }, duration = 1, dt = 1 / 512, controller = function() return { 2, -1.5 } end }
        local energy = log:energy()
        local work = integral(log, function(v) return 2 * v[1] - 1.5 * v[2] end)
        near(energy[#energy] - energy[1], work, { tol = 1e-8 })
        assert.truthy(math.abs(work) > 0.1)
    end)
end)

-- ---- controllers and wrenches ---------------------------------------------------------------------------------------

describe("a controller", function()
    it("is asked once a tick, and its torque is held and logged", function()
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local asked = {}
            local log = wheel():simulate {
                duration = 0.5, dt = 0.1, method = method,
                controller = function(t, q, v)
                    asked[#asked + 1] = { t, q[1], v[1] }
                    return { 0.5 * #asked }
                end,
            }
            assert.equal(5, #asked)
            local v = 0
            for k = 1, 5 do
                near(asked[k], { log.t[k], log.q[k][1], log.v[k][1] })
                near(log.tau[k], { 0.5 * k })
                near(log.v[k], { v }, { scale = 1 })
                v = v + 0.1 * k -- I = 0.5
            end
            near(log.v[6], { v })
            near(log.tau[6], { 2.5 })
        end
    end)

    it("may return a Vector, the same each time", function()
        local tau = Vector { 0 }
        local log = wheel():simulate { duration = 1, dt = 0.1, controller = function(t)
            tau[1] = t < 0.45 and 1 or -1
            return tau
        end }
        near(log.v[#log], { 0 }, { scale = 1 })
        near(log.tau[5], { 1 })
        near(log.tau[6], { -1 })
    end)

    it("that is asked continuously makes a spring as exact as the method", function()
        local function swing(options)
            local log = wheel():simulate(merged({ q = { 1 }, duration = 3, dt = 0.01, controller = function(_, q)
                return { -4.5 * q[1] } -- w = 3
            end }, options))
            return math.abs(log.q[#log][1] - math.cos(9)), log
        end
        local err, log = swing { continuous = true }
        assert.truthy(err < 1e-6)
        for i = 1, #log, 30 do near(log.tau[i], log.q[i] * -4.5) end
        assert.truthy(swing { continuous = true, method = "rkmk45", tolerance = 1e-12 } < 1e-10)
        local held = swing {}
        assert.truthy(held > 1e-3 and held < 0.1) -- half a tick late
    end)

    it("cannot disturb the run through the q and v that it gets", function()
        local plain = wheel():simulate { v = { 1 }, duration = 0.5, dt = 0.1 }
        local function vandal(_, q, v)
            q[1], v[1] = 7, -7
            return { 0 }
        end
        for _, continuous in ipairs { true, false } do
            local log = wheel():simulate { v = { 1 }, duration = 0.5, dt = 0.1, controller = vandal, continuous = continuous }
            near(log.q[6], plain.q[6])
        end
    end)

    it("can be any value that is called, and can simulate on its own", function()
        local predictor = setmetatable({}, { __call = function(_, t, q, v)
            local ahead = wheel():simulate { q = q, v = v, t = t, duration = 0.1, dt = 0.05 }
            return { -2 * ahead.q[#ahead][1] }
        end })
        local log = wheel():simulate { q = { 1 }, duration = 1, dt = 0.1, controller = predictor }
        near(log.tau[1], { -2 })
        assert.truthy(log.v[#log][1] < 0)
    end)

    it("can change the model, which is seen at once, while the log keeps what it was", function()
        local m = ball()
        m:attach { body = "ball", name = "ballast", inertia = SpatialInertia.point_mass { mass = 2, position = { 0, 0, 0 } } }
        local log = m:simulate { duration = 1, dt = 0.1, controller = function(t)
            if t > 0.45 and m:total_mass() > 3 then m:detach "ballast" end
            return { 4 * 9.81 } -- carries ball and ballast
        end }
        near(log.v[6], { 0 }, { scale = 1 })
        near(log.v[11], { 9.81 / 2 }) -- from 0.5 s on, twice what is needed: up with g
        assert.equal(2, m:total_mass())
        near(log:energy().kinetic[11], 0.5 * 4 * (9.81 / 2) ^ 2)
    end)
end)

describe("external wrenches", function()
    local function free_body()
        local m = Model { gravity = { 0, 0, 0 } }
        m:add_body {
            name = "body", joint = "floating",
            inertia = SpatialInertia { mass = 2, com = { 0.1, 0.2, -0.1 }, inertia = { 0.5, 0.6, 0.7, 0.1, 0, 0.05 } },
        }
        m:add_frame { name = "handle", body = "body", placement = { position = { 0.1, 0.2, -0.1 } } }
        return m
    end

    it("may be constant", function()
        -- through the com: it flies off without turning
        local log = free_body():simulate { duration = 1, dt = 0.1, external = { handle = Wrench { linear = { 3, 0, -1 } } } }
        near(log.v[11], { 1.5, 0, -0.5, 0, 0, 0 }, { tol = ROUNDING })
    end)

    it("may be a function of time and state, asked wherever forces are", function()
        local m, times = ball(), {}
        m:set_gravity { 0, 0, 0 }
        local log = m:simulate {
            q = { 1 }, duration = 2, dt = 0.01,
            external = function(t, q, v)
                times[#times + 1] = t
                assert(#v == 1)
                return { ball = Wrench { linear = { 0, 0, -2 * 9 * q[1] } } }
            end,
        }
        near(log.q[#log], { math.cos(6) }, { tol = 1e-6 })
        assert.equal(800, #times)
        assert.equal(0.005, times[2])
        near(log.tau[7], { 0 }, { scale = 1 })
    end)

    it("may be none for a while", function()
        local log = free_body():simulate { duration = 1, dt = 0.125, external = function(t)
            if t < 0.5 then return { handle = Wrench { linear = { 2, 0, 0 } } } end
        end, method = "semi_implicit_euler" }
        near(log.v[9], { 0.5, 0, 0, 0, 0, 0 }, { tol = ROUNDING })
    end)
end)

-- ---- events ---------------------------------------------------------------------------------------------------------

describe("an event", function()
    local function height(_, q) return q[1] end

    it("is found when it happens, to its tolerance, and logged", function()
        for _, method in ipairs { "rk4", "rkmk45" } do
            local log = ball():simulate {
                q = { 1 }, duration = 1, dt = 0.1, method = method,
                events = { { name = "floor", watch = height, stop = true } },
            }
            local t = math.sqrt(2 / 9.81)
            assert.equal("event 'floor'", log.stopped)
            assert.equal(1, #log.events)
            assert.equal("floor", log.events[1].name)
            assert.truthy(math.abs(log.events[1].t - t) < 1e-9)
            assert.equal(#log, log.events[1].sample)
            assert.equal(log.events[1].t, log.t[#log])
            assert.truthy(log.q[#log][1] <= 0 and log.q[#log][1] > -1e-8)
            near(log.v[#log], { -9.81 * t }, { tol = 1e-8 })
        end
    end)

    it("comes as late after its time as its tolerance allows", function()
        local function at(tolerance)
            local log = double_pendulum():simulate {
                q = { 1.2, -0.4 }, duration = 2, dt = 0.1, method = "rkmk45", tolerance = 1e-11,
                events = { { name = "straight", watch = function(_, q) return math.sin(q[2]) end, tolerance = tolerance, stop = true } },
            }
            return log.events[1].t, math.sin(log.q[#log][2])
        end
        local exact, at_exact = at(1e-14)
        assert.truthy(math.abs(at_exact) < 1e-12)
        for _, tolerance in ipairs { 1e-3, 1e-6, 1e-9 } do
            local t = at(tolerance)
            assert.truthy(t >= exact - 1e-13 and t - exact <= tolerance)
        end
    end)

    it("is found in few tries: fewer than halving takes where it is smooth, hardly more where it is not", function()
        local function tries(f)
            local count = 0
            local function watch(_, q)
                count = count + 1
                return f(q[1])
            end
            local log = wheel():simulate { v = { 1 }, duration = 1, dt = 1, events = { { name = "e", tolerance = 1e-12, stop = true, watch = watch } } }
            local t = log.events[1].t
            assert.truthy(f(t) == 0 or f(t) * f(1) > 0 and f(t - 1e-12) * f(1) <= 0)
            return count
        end
        -- halving takes 40 to a 1e-12th, and the beginning and the end are looked at too
        local most = {
            [8] = { function(x) return x - 0.3 end, function(x) return 2 * x - 1 end },
            [18] = {
                function(x) return math.sin(3 * x - 1) end,
                function(x) return x * x - 0.25 end, function(x) return x ^ 8 - 0.01 end, function(x) return 0.01 - (1 - x) ^ 8 end,
                function(x) return math.exp(20 * (x - 0.9)) - 0.5 end, function(x) return 0.5 - math.exp(20 * (0.1 - x)) end,
            },
            [50] = {
                function(x) return math.atan(1000 * (x - 0.123)) end, function(x) return (x - 0.37) ^ 3 end,
                function(x) return x < 0.777 and -1 or 1 end, function(x) return x < 0.4 and -1 or 1e6 * (x - 0.4) + 1e-9 end,
            },
        }
        for limit, list in pairs(most) do
            for i, f in ipairs(list) do
                local got = tries(f)
                assert(got <= limit, ("%d of %d at most: number %d"):format(got, limit, i))
            end
        end
    end)

    it("may change the state: a ball that bounces", function()
        local e = 0.8
        local log = ball():simulate {
            q = { 1 }, duration = 2.5, dt = 0.02,
            events = { { name = "bounce", watch = height, direction = "falling", act = function(t, q, v)
                assert(t > 0 and math.abs(q[1]) < 1e-7)
                return nil, { -e * v[1] }
            end } },
        }
        -- falls for T, then flies for 2 e T, 2 e^2 T, ...
        local T = math.sqrt(2 / 9.81)
        local wanted = { T, T + 2 * e * T, T + 2 * e * T + 2 * e * e * T, T + 2 * T * (e + e ^ 2 + e ^ 3) }
        assert.truthy(#log.events >= 4)
        for i, t in ipairs(wanted) do
            local event = log.events[i]
            assert.truthy(math.abs(event.t - t) < 1e-7)
            -- two samples stand at that time: before and after
            assert.equal(log.t[event.sample], log.t[event.sample + 1])
            near(log.v[event.sample + 1], log.v[event.sample] * -e)
        end
        assert.is_nil(log.stopped)
        assert.equal(2.5, log.t[#log])
        for i = 2, #log do assert.truthy(log.t[i] >= log.t[i - 1]) end
        assert.truthy(log.v[1][1] == 0 and select(2, log:sample(log.events[1].t))[1] > 0)
    end)

    it("may set the configuration, and refuses what is none", function()
        local turns = {}
        local log = wheel():simulate {
            v = { 4 }, duration = 10, dt = 0.05,
            events = { { name = "turn", watch = function(_, q) return q[1] - 2 * math.pi end, act = function(t, q)
                turns[#turns + 1] = t
                return { q[1] - 2 * math.pi }
            end } },
        }
        assert.equal(6, #turns)
        near(log.q[#log], { 40 - 12 * math.pi }, { tol = 1e-7 })
    end)

    it("has a direction", function()
        local function count(direction)
            return #wheel():simulate({
                q = { 1 }, duration = 2 * math.pi, dt = 0.01, continuous = true,
                controller = function(_, q) return { -0.5 * q[1] } end, -- cos t
                events = { { name = "zero", watch = height, direction = direction } },
            }).events
        end
        assert.same({ 1, 1, 2, 2 }, { count "rising", count "falling", count "both", count() })
    end)

    it("comes before another in the same step if it is before", function()
        local function at(limit) return { name = "at " .. limit, watch = function(_, q) return q[1] - limit end } end
        local log = wheel():simulate {
            v = { 1 }, duration = 1, dt = 1, events = { at(0.75), at(0.25), at(0.5), at(0.5) },
        }
        local found = {}
        for i, event in ipairs(log.events) do found[i] = ("%s %.6f"):format(event.name, event.t) end
        assert.same({ "at 0.25 0.250000", "at 0.5 0.500000", "at 0.5 0.500000", "at 0.75 0.750000" }, found)
        assert.equal(1, log.t[#log])
        near(log.q[#log], { 1 }, { tol = ROUNDING })
    end)

    it("may change the model, which every method sees at once", function()
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local m = ball()
            local log = m:simulate {
                duration = 1, dt = 0.5, method = method,
                events = { { name = "half", watch = function(t) return t - 0.5 end, act = function() m:set_gravity { 0, 0, 9.81 } end } },
            }
            near(log.v[#log], { 0 }, { scale = 1, slack = 1e-7 })
        end
    end)

    it("is not what stood at zero from the start", function()
        local log = wheel():simulate { v = { 1 }, duration = 1, dt = 0.1, events = { { name = "start", watch = height } } }
        assert.equal(0, #log.events)
    end)

    it("ends a long run in the middle of a tick, however far it is from the next", function()
        local log = wheel():simulate {
            v = { 1 }, duration = 1e6, dt = 1e3, method = "rkmk45",
            events = { { name = "there", watch = function(_, q) return q[1] - 12345.678 end, stop = true } },
        }
        near(log.t[#log], 12345.678, { tol = 1e-12 })
    end)
end)

-- ---- the log --------------------------------------------------------------------------------------------------------

describe("a log", function()
    local function tree_log(seed, dt)
        local m, q, v = floating_tree(seed)
        return m:simulate { q = q, v = v, duration = 0.4, dt = dt, method = "rkmk45", tolerance = 1e-12 }, m
    end

    it("has a type, a length, and a text", function()
        local log = ball():simulate {
            q = { 1 }, duration = 1, dt = 0.1, events = { { name = "floor", watch = function(_, q) return q[1] end, stop = true } },
        }
        assert.equal("Log", rigid.type(log))
        assert.equal(#log.t, #log)
        assert.equal(table.concat({
            "Log of 'ball': 6 samples, t from 0 to 0.451524 s",
            "  method   rk4, dt 0.1 s; 5 steps",
            "  energy   19.62 J at first, 19.62 J at last",
            "  event    floor at t = 0.451524 s",
            "  stopped  by event 'floor'",
        }, "\n"), tostring(log))
        assert.equal("Log of 'wheel': 0 samples", tostring(Log(wheel())))
    end)

    it("can be filled by hand", function()
        local m = top()
        local log = Log(m):add(0, { 2, 0, 0, 0 }):add(0.5, { 0, 1, 0, 0 }, { 1, 2, 3 }, Vector { 4, 5, 6 })
        assert.equal(2, #log)
        near(log.q[1], { 1, 0, 0, 0 })
        near(log.v[1], { 0, 0, 0 }, { scale = 1 })
        near(log.tau[2], { 4, 5, 6 })
        near(log:energy()[2], m:kinetic_energy({ 0, 1, 0, 0 }, { 1, 2, 3 }))
        local q = Vector { 1, 0, 0, 0 }
        log:add(0.5, q)
        q[1] = 7
        near(log.q[3], { 1, 0, 0, 0 })
        refuses(function() log:add(0.4, q) end, "bad argument #1 to 'add'", "before that of the last sample, 0.5")
        refuses(function() log:add("1", q) end, "bad argument #1 to 'add'", "finite number")
        refuses(function() log:add(1, { 1, 0, 0 }) end, "bad argument #2 to 'add'", "list of 4 numbers")
        refuses(function() log:add(1, { 0, 0, 0, 0 }) end, "bad argument #2 to 'add'", "quaternion")
        refuses(function() log:add(1, q, { 1 }) end, "bad argument #3 to 'add'", "list of 3 numbers")
        refuses(function() log:add(1, q, nil, { 1, 0 / 0, 2 }) end, "bad argument #4 to 'add'")
        assert.equal(3, #log)
        assert.equal(0, #Log(Model()):add(0, {}).q[1])
    end)

    it("keeps the model as it was", function()
        local m = ball()
        local log = m:simulate { q = { 1 }, duration = 0.5, dt = 0.1 }
        local before = log:energy()
        m:set_gravity { 0, 0, -1 }
        m:body("ball").inertia = SpatialInertia.unitary()
        assert.same(before, log:energy())
        assert.equal(2, log.model:total_mass())
    end)

    it("becomes a table, and one again", function()
        local log = tree_log(41, 0.05)
        local t = log:table()
        assert.equal(9, #t.t)
        assert.equal(log.q[3][2], t.q[3][2])
        local twin = Log(t)
        assert.truthy(log:is_near(twin, 1e-15)) -- quaternions are made unit again
        local copy = log:copy()
        assert.truthy(copy == log and not rawequal(copy, log) and copy.steps == log.steps and copy.method == "rkmk45")
        copy.q[3][1] = copy.q[3][1] + 1e-6
        assert.truthy(copy ~= log)
        assert.truthy(copy:is_near(log, 1e-5))
        assert.is_false(copy:is_near(log))
        assert.is_false(copy:is_near(copy:copy():add(9, copy.q[1])))
        assert.is_false(log:is_near(Log(wheel()), 1e9))
        t.t[2] = t.t[1] - 1
        refuses(function() Log(t) end, "bad argument #1 to 'Log'", "field 't[2]'", "must not decrease")
        t.t[2] = nil
        refuses(function() Log(t) end, "bad argument #1 to 'Log'")
        refuses(function() Log { model = 3 } end, "field 'model'", "Model expected, got 3")
        refuses(function() Log { model = wheel(), q = { { 1 } } } end, "field 'q'", "list of 0 samples expected, got 1")
        refuses(function() Log { model = wheel(), t = { 0 }, q = { { 1, 2 } } } end, "field 'q[1]'")
        refuses(function() Log(3) end, "bad argument #1 to 'Log'", "Model", "got 3")
        refuses(function() Log { modle = wheel() } end, "did you mean 'model'?")
        refuses(function() log:is_near(3) end, "Log expected, got 3")
        refuses(function() log.energy(3) end, "calling 'energy' on 3", "a method of Log")
    end)

    it("gives the state at its samples exactly, and between them smoothly, on the manifold", function()
        local log, m = tree_log(42, 0.05)
        for i = 1, #log do
            local q, v, tau = log:sample(log.t[i])
            assert.truthy(q == log.q[i] and v == log.v[i] and tau == log.tau[i] and not rawequal(q, log.q[i]))
        end
        -- from both sides a sample is approached
        for _, off in ipairs { -1e-9, 1e-9 } do
            local q, v = log:sample(log.t[4] + off)
            assert.truthy(distance(m, q, v, log.q[4], log.v[4]) < 1e-7)
        end
        -- the configuration moves with the velocity that is given
        local t, h = 0.163, 1e-5
        local q, v = log:sample(t)
        near(m:difference((log:sample(t - h)), (log:sample(t + h))) / (2 * h), v, { tol = 1e-8 })
        assert.truthy(math.abs(math.sqrt(q[4] ^ 2 + q[5] ^ 2 + q[6] ^ 2 + q[7] ^ 2) - 1) < 1e-14)
    end)

    it("errs between samples by the fourth power of their distance, in q, and the third in v", function()
        local fine, m = tree_log(43, 0.4 / 256)
        local function errors(dt)
            local log, of_q, of_v = tree_log(43, dt), 0, 0
            for i = 1, #fine do
                local q, v = log:sample(fine.t[i])
                of_q = math.max(of_q, m:difference(q, fine.q[i]):norm())
                of_v = math.max(of_v, (v - fine.v[i]):norm())
            end
            return of_q, of_v
        end
        local q1, v1 = errors(0.4 / 32)
        local q2, v2 = errors(0.4 / 64)
        assert(math.abs(math.log(q1 / q2, 2) - 4) < 0.3, math.log(q1 / q2, 2))
        assert(math.abs(math.log(v1 / v2, 2) - 3) < 0.3, math.log(v1 / v2, 2))
    end)

    it("has nothing to give outside of its time", function()
        local log = wheel():simulate { duration = 1, dt = 0.5 }
        refuses(function() log:sample(1.5) end, "bad argument #1 to 'sample'", "from 0 to 1 expected, got 1.5")
        refuses(function() log:sample(-1e-9) end, "bad argument #1 to 'sample'")
        refuses(function() log:sample(0 / 0) end, "bad argument #1 to 'sample'")
        refuses(function() log:sample "x" end, "bad argument #1 to 'sample'")
        refuses(function() Log(wheel()):sample(0) end, "no samples")
    end)

    local function lines_of(path)
        local list = {}
        for line in io.lines(path) do list[#list + 1] = line end
        os.remove(path)
        return list
    end

    it("saves every joint type with names and units, and all digits", function()
        local m = Model {}
        local types = { "revolute", "prismatic", "continuous", "helical", "universal", "cylindrical", "spherical", "planar", "floating" }
        for i, kind in ipairs(types) do
            m:add_body {
                name = "b" .. i, inertia = SpatialInertia.unitary(),
                joint = { type = kind, name = i == 1 and 'say "a,b"' or kind, pitch = kind == "helical" and 0.1 or nil },
            }
        end
        local q, v = m:random_state(5)
        local path = os.tmpname()
        local log = Log(m):add(0, q, v, v * 3):add(0.1, q)
        assert.truthy(rawequal(log, log:save(path)))
        local lines = lines_of(path)
        assert.equal(3, #lines)
        local headings = [[t [s],"q.say ""a,b"" [rad]",q.prismatic [m],q.continuous [rad],q.helical [rad],]] ..
            [[q.universal.1 [rad],q.universal.2 [rad],q.cylindrical.angle [rad],q.cylindrical.length [m],]] ..
            [[q.spherical.qw,q.spherical.qx,q.spherical.qy,q.spherical.qz,q.planar.x [m],q.planar.y [m],q.planar.angle [rad],]] ..
            [[q.floating.x [m],q.floating.y [m],q.floating.z [m],q.floating.qw,q.floating.qx,q.floating.qy,q.floating.qz,]] ..
            [["v.say ""a,b"" [rad/s]",v.prismatic [m/s],v.continuous [rad/s],v.helical [rad/s],]] ..
            [[v.universal.1 [rad/s],v.universal.2 [rad/s],v.cylindrical.angle [rad/s],v.cylindrical.length [m/s],]] ..
            [[v.spherical.wx [rad/s],v.spherical.wy [rad/s],v.spherical.wz [rad/s],]] ..
            [[v.planar.x [m/s],v.planar.y [m/s],v.planar.angle [rad/s],v.floating.vx [m/s],v.floating.vy [m/s],]] ..
            [[v.floating.vz [m/s],v.floating.wx [rad/s],v.floating.wy [rad/s],v.floating.wz [rad/s],]] ..
            [["tau.say ""a,b"" [N m]",tau.prismatic [N],tau.continuous [N m],tau.helical [N m],]] ..
            [[tau.universal.1 [N m],tau.universal.2 [N m],tau.cylindrical.angle [N m],tau.cylindrical.length [N],]] ..
            [[tau.spherical.x [N m],tau.spherical.y [N m],tau.spherical.z [N m],tau.planar.x [N],tau.planar.y [N],]] ..
            [[tau.planar.angle [N m],tau.floating.fx [N],tau.floating.fy [N],tau.floating.fz [N],]] ..
            [[tau.floating.nx [N m],tau.floating.ny [N m],tau.floating.nz ]] .. "[N m]"
        assert.equal(headings, lines[1])
        local numbers = {}
        for cell in lines[2]:gmatch "[^,]+" do numbers[#numbers + 1] = assert(tonumber(cell)) end
        assert.equal(1 + m:nq() + 2 * m:nv(), #numbers)
        for i = 1, m:nq() do assert.equal(log.q[1][i], numbers[1 + i]) end
        for i = 1, m:nv() do assert.equal(log.v[1][i], numbers[1 + m:nq() + i]) end
        for i = 1, m:nv() do assert.equal(log.tau[1][i], numbers[1 + m:nq() + m:nv() + i]) end
        assert.truthy(lines[3]:find("0.10000000000000001,", 1, true) == 1)
    end)

    it("says why it cannot be saved", function()
        local log = Log(wheel())
        refuses(function() log:save "/no/such/folder/log.csv" end, "cannot write /no/such/folder/log.csv", "No such file")
        refuses(function() log:save() end, "bad argument #1 to 'save'", "path of a file expected, got nil")
        refuses(function() log:save "" end, "empty string")
        if io.open("/dev/full", "w") then
            local long = wheel():simulate { duration = 1 }
            refuses(function() long:save "/dev/full" end, "cannot write /dev/full", "No space left")
        end
    end)
end)

-- ---- runs that cannot go on -----------------------------------------------------------------------------------------

describe("a run that cannot go on", function()
    local function stopped(m, options)
        local ok, stop = pcall(m.simulate, m, options)
        assert.is_false(ok)
        assert.equal("Log", rigid.type(stop.log))
        return stop
    end

    it("raises the message of the controller with the time, and keeps the log so far", function()
        local stop = stopped(wheel(), { v = { 2 }, duration = 1, dt = 0.1, controller = function(t)
            if t > 0.25 then error "boom" end
            return { 0 }
        end })
        assert.truthy(tostring(stop):find("^the simulation of 'wheel' stopped at t = 0%.3%d* s: controller: .*simulate_spec%.lua:%d+: boom$"))
        near(stop.t, 0.3)
        near(stop.q, { 0.6 })
        near(stop.v, { 2 })
        assert.equal(3, #stop.log)
        near(stop.log.q[3], { 0.4 })
        assert.truthy(stop.log.stopped:find("error at t = 0%.3%d* s: controller: .*boom$"))
        assert.truthy(stop.cause:find "boom$")
        assert.equal(3, #stop.log:energy())
        -- it reads as a text
        assert.truthy(stop:find "boom" and #stop == #tostring(stop) and stop .. "!" == tostring(stop) .. "!")
        assert.equal("boom", stop:match "%a+$")
    end)

    it("keeps what was raised, whatever it is", function()
        local cause = { code = 7 }
        local stop = stopped(wheel(), { duration = 1, controller = function() error(cause) end })
        assert.truthy(rawequal(cause, stop.cause))
        assert.equal(0, #stop.log)
        assert.truthy(tostring(stop):find "controller: table: ")
    end)

    it("names who raised or returned what", function()
        local m = double_pendulum()
        local function says(options, ...) return refuses(function()
            local ok, stop = pcall(m.simulate, m, merged({ duration = 1, dt = 0.1 }, options))
            assert.is_false(ok)
            error(tostring(stop), 0)
        end, "stopped at t = ", ...) end
        local function returns(...)
            local values = table.pack(...)
            return function() return table.unpack(values, 1, values.n) end
        end
        says({ controller = returns() }, "t = 0 s: controller: Vector or list of 2 numbers expected for tau, and it returned nil")
        says({ controller = returns { 1 } }, "controller:", "returned a table of 1")
        says({ controller = returns(Vector(3)) }, "controller:", "returned a Vector of 3")
        says({ controller = returns { 1, "2" } }, "controller: it returned string for joint 'elbow' (tau[2])")
        says({ controller = returns { 0 / 0, 1 } }, "controller: it returned nan for joint 'shoulder' (tau[1])")
        says({ controller = returns { 1, 1 / 0 }, continuous = true }, "controller: it returned inf for joint 'elbow'")
        says({ external = returns(3) }, "external: table of wrenches by body expected, or nil, and it returned 3")
        says({ external = returns { hand = PUSH } }, "external: what it returned is refused", "no body or frame named 'hand'")
        says({ external = returns { upper = 3 } }, "external: what it returned is refused", "field 'upper'")
        says({ external = function() error "pushed" end }, "external: ", "pushed")
        says({ events = { { name = "e", watch = returns "x" } } }, "event 'e': number expected from watch, and it returned string")
        says({ events = { { name = "e", watch = returns(0 / 0) } } }, "event 'e'", "returned nan")
        says({ events = { { name = "e", watch = function() error "blind" end } } }, "event 'e': ", "blind")
        local function half(t) return t - 0.55 end
        says({ events = { { name = "e", watch = half, act = returns(nil, { 1 }) } } }, "t = 0.55", "event 'e': ", "for v")
        says({ events = { { name = "e", watch = half, act = returns { 1 } } } }, "t = 0.55", "event 'e': q: ", "2 numbers")
        says({ events = { { name = "e", watch = half, act = function() error "acted" end } } }, "event 'e': ", "acted")
    end)

    it("names the time and the joint of a state that is no longer finite, by every method", function()
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local m = wheel()
            m:add_body {
                name = "hand", joint = { type = "revolute", name = "second" },
                inertia = SpatialInertia { mass = 1, inertia = { 1e-3, 1e-3, 1e-3 } },
            }
            -- what is asked on the way is not to blame
            local stop = stopped(m, {
                duration = 2, dt = 0.01, method = method, controller = function(t) return { 0, t < 0.495 and 1e-3 or 1e307 } end,
                external = function() end, events = { { name = "never", watch = function() return 1 end } },
            })
            assert.is_nil(tostring(stop):find("never", 1, true))
            assert.is_nil(tostring(stop):find("external", 1, true))
            assert.is_nil(tostring(stop):find("controller", 1, true))
            assert.equal("second", stop.joint)
            assert.truthy(tostring(stop):find("joint 'second' (v[2])", 1, true), tostring(stop))
            assert.truthy(stop.t >= 0.5 and stop.t < 0.51, tostring(stop))
            near(stop.v, { 0, 0.5 }, { tol = 1e-9 })
            assert.equal(51, #stop.log)
        end
    end)

    it("does not say that an event is to blame for what comes after it was asked", function()
        local m = wheel()
        m:add_body { name = "empty", joint = { type = "revolute", name = "idle" } }
        local stop = stopped(m, { duration = 1, events = { { name = "harmless", watch = function() return 1 end } } })
        assert.equal("idle", stop.joint)
        assert.is_nil(tostring(stop):find("harmless", 1, true), tostring(stop))
    end)

    it("names a joint that moves no inertia", function()
        local m = Model {}
        m:add_body { name = "ghost", joint = { type = "revolute", name = "hinge" } }
        local stop = stopped(m, { duration = 1 })
        assert.equal("hinge", stop.joint)
        assert.truthy(tostring(stop):find("t = 0 s: joint 'hinge' (v[1]) moves no inertia", 1, true))
    end)

    it("because a step would be too short says whose error it is", function()
        local m = wheel()
        -- a torque without a limit to its slope: no step is short enough for the tolerance
        local stop = stopped(m, {
            q = { 1 }, duration = 2, dt = 2, method = "rkmk45", tolerance = 1e-15, continuous = true,
            controller = function(t) return { (t * 1e15) % 1 * 1e3 } end,
        })
        assert.truthy(tostring(stop):find("without meeting the tolerance, for joint 'axle' (v[1])", 1, true))
        assert.truthy(stop.log.rejected > 10)
    end)

    it("refuses what it cannot begin with, naming the field", function()
        local m = double_pendulum()
        local function says(options, ...)
            refuses(function() m:simulate(options) end, "bad argument #1 to 'simulate'", ...)
        end
        says({}, "field 'duration': positive finite number expected, got nil")
        says({ duration = 0 }, "field 'duration'")
        says({ duration = 1 / 0 }, "field 'duration'")
        says({ duration = 1, dt = -1 }, "field 'dt'", "got -1")
        says({ duration = 1, t = 1e308 }, "field 'dt'", "t + dt is t")
        says({ duration = 1, dt = 5e-324 }, "field 'dt'", "a billion times shorter")
        says({ duration = 1e308 }, "field 'dt'", "a billion times shorter")
        says({ duration = 1, q = { 1 } }, "field 'q': Vector or list of 2 numbers")
        says({ duration = 1, q = { 1, 0 / 0 } }, "field 'q'", "q[2] is nan")
        says({ duration = 1, q = 3 }, "field 'q'")
        says({ duration = 1, v = { 1, 2, 3 } }, "field 'v'", "list of 2 numbers expected, got 3")
        says({ duration = 1, v = Vector { 1, 1 / 0 } }, "field 'v'")
        says({ duration = 1, t = "now" }, "field 't': finite number expected, got string")
        says({ duration = 1, method = "rk5" }, "field 'method'", "did you mean 'rk4'?")
        says({ duration = 1, method = 4 }, "field 'method'")
        says({ duration = 1, tolerance = 0 }, "field 'tolerance'")
        says({ duration = 1, controller = 3 }, "field 'controller': function expected, got 3")
        says({ duration = 1, continuous = 1 }, "field 'continuous': true or false expected")
        says({ duration = 1, damping = 0.1 }, "field 'damping': true or false expected")
        says({ duration = 1, external = 5 }, "field 'external'", "table of external wrenches")
        says({ duration = 1, external = { hand = PUSH } }, "field 'external", "no body or frame named 'hand'")
        says({ duration = 1, external = { upper = 3 } }, "field 'external.upper'")
        says({ duration = 1, events = 3 }, "field 'events'", "list of events")
        says({ duration = 1, events = { floor = print } }, "field 'events'", "list of events")
        says({ duration = 1, events = { {} } }, "field 'events[1].name'")
        says({ duration = 1, events = { { name = "e" } } }, "field 'events[1].watch': function expected")
        says({ duration = 1, events = { { name = "e", watch = print, direction = "down" } } }, "field 'events[1].direction'")
        says({ duration = 1, events = { { name = "e", watch = print, tolerance = 0 } } }, "field 'events[1].tolerance'")
        says({ duration = 1, events = { { name = "e", watch = print, stop = 1 } } }, "field 'events[1].stop'")
        says({ duration = 1, events = { { name = "e", watch = print, act = 1 } } }, "field 'events[1].act'")
        says({ duration = 1, events = { { name = "e", wach = print } } }, "did you mean 'watch'?")
        says({ duration = 1, log = { every = 0 } }, "field 'log.every'")
        says({ duration = 1, log = { evry = 2 } }, "did you mean 'every'?")
        says({ duration = 1, log = 3 }, "field 'log'")
        says({ duration = 1, progress = 1 }, "field 'progress'")
        says({ duratoin = 1 }, "unknown field 'duratoin'; did you mean 'duration'?")
        says(3, "table with named fields")
        says(nil, "table with named fields")
        refuses(function() m.simulate(3, { duration = 1 }) end, "calling 'simulate' on 3: it is a method of Model, called as x:simulate(...)")
    end)
end)

-- ---- what a run costs -----------------------------------------------------------------------------------------------

describe("a long run", function()
    it("makes no garbage but its samples", function()
        local m, q, v = floating_tree(51, { resistance = true })
        local tau = Vector(m:nv())
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local function bytes(ticks)
                collectgarbage()
                collectgarbage "stop"
                local before = collectgarbage "count"
                m:simulate {
                    q = q, v = v, dt = 1e-4, duration = 1e-4 * ticks, method = method, tolerance = 1e-4, log = { every = 1e9 },
                    controller = function() return tau end,
                    events = { { name = "never", watch = function() return 1 end } },
                }
                local after = collectgarbage "count"
                collectgarbage "restart"
                return (after - before) * 1024
            end
            bytes(10)
            assert.truthy(bytes(1100) - bytes(100) < 1000, method) -- less than a byte a tick
        end
    end)

    -- Run f with the clock going in whole seconds and a standard error that is or is no terminal; what was written there.
    local function watched(is_terminal, f)
        local os, io = own.os, own.io
        local time, execute, stderr, clock, written, asked = os.time, os.execute, io.stderr, 0, {}, 0
        os.time = function() return clock end
        os.execute = function()
            asked = asked + 1
            return is_terminal
        end
        io.stderr = { write = function(_, text) written[#written + 1] = text end }
        local ok, problem = pcall(f, function(seconds) clock = clock + seconds end)
        os.time, os.execute, io.stderr = time, execute, stderr
        if not ok then error(problem, 0) end
        return table.concat(written), asked
    end

    local function ticking(progress, fails)
        return function(pass)
            local ticks = 0
            wheel():simulate { duration = 1, dt = 0.1, progress = progress, controller = function()
                ticks = ticks + 1
                pass(1)
                if fails and ticks == 6 then error "boom" end
                return { 0 }
            end }
        end
    end

    it("shows a bar at a terminal, when it has gone on for more than a second, and takes it away", function()
        if os.getenv "TERM" == "dumb" then return pending "TERM is dumb: no bars are drawn here" end
        local text, asked = watched(true, ticking())
        assert.equal(1, asked)
        assert.truthy(text:find("\r[======                        ]  20 %, about 8 s left \27[K", 1, true) == 1, text)
        assert.truthy(text:find("\r[==============================] 100 %, about 0 s left \27[K", 1, true))
        assert.equal("\r\27[K", text:sub(-4))
        assert.equal("\r\27[K", watched(true, function(pass) pcall(ticking(nil, true), pass) end):sub(-4))
    end)

    it("shows none where it is no terminal, where it is not wanted, and in short runs", function()
        local text, asked = watched(nil, ticking())
        assert.equal("", text)
        assert.equal(os.getenv "TERM" == "dumb" and 0 or 1, asked)
        text, asked = watched(true, ticking(false))
        assert.same({ "", 0 }, { text, asked })
        text, asked = watched(true, function() wheel():simulate { duration = 1 } end)
        assert.same({ "", 0 }, { text, asked })
    end)
end)
