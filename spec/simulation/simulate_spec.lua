-- Simulation: closed forms, the order of convergence of each method on every joint type, and how steps are paced.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local mechanisms = require "spec.support.mechanisms"

local Model, SpatialInertia, Vector, Wrench = rigid.Model, rigid.SpatialInertia, rigid.Vector, rigid.Wrench
local near = compare.near

-- Where a run is compared with what the method would do exactly: roundings of some thousand steps.
local ROUNDING <const> = 1e-12

local wheel, double_pendulum, top, ball = mechanisms.wheel, mechanisms.double_pendulum, mechanisms.top, mechanisms.ball
local floating_tree, distance, last, merged = mechanisms.floating_tree, mechanisms.distance, mechanisms.last, mechanisms.merged

describe("a simulation", function()
    local METHODS = { "semi_implicit_euler", "rk4", "rkmk45", "implicit", "midpoint" }

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

    it("turns a body about a steady axis exactly, by every method but midpoint, which is off by its order", function()
        local m = Model { gravity = { 0, 0, 0 } }
        m:add_body { name = "ball", joint = "floating", inertia = SpatialInertia.solid_sphere { mass = 2, radius = 1 } }
        local spin, speed = rigid.Vec3(1.1, -0.7, 2.3), rigid.Vec3(0.3, 0.5, -0.2)
        for _, method in ipairs(METHODS) do
            local log = m:simulate { v = { 0, 0, 0, spin.x, spin.y, spin.z }, duration = 2, dt = 0.05, method = method }
            local off = method == "midpoint" and 2 * spin:norm() ^ 3 * 0.05 ^ 2 / 12 or 0 -- 2 atan(h w / 2) for h w, 40 times
            near((m:pose(log.q[#log], "ball"):rotation():inverse() * rigid.Rotation.exp(spin * 2)):log():norm(), off, { scale = 1, tol = off > 0 and 1e-4 or ROUNDING })
            -- while it flies straight on, seen from the world
            log = m:simulate {
                v = { speed.x, speed.y, speed.z, spin.x, spin.y, spin.z }, duration = 2, dt = 0.001, method = method,
            }
            off = (m:pose(log.q[#log], "ball"):position() - speed * 2):norm()
            assert(off < (method == "semi_implicit_euler" and 1e-2 or method == "midpoint" and 1e-5 or 1e-8), method .. " is off by " .. off)
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

    local ORDER = { semi_implicit_euler = 1, rk4 = 4, rkmk45 = 5, implicit = 3, midpoint = 2 }
    local STEPS = {
        semi_implicit_euler = { 0.01, 0.005, 0.0025 }, rk4 = { 0.02, 0.01, 0.005 }, rkmk45 = { 0.05, 0.025, 0.0125 },
        implicit = { 0.005, 0.0025, 0.00125 }, midpoint = { 0.01, 0.005, 0.0025 },
    }
    local SHORT = { rk4 = { 0.005, 0.0025, 0.00125 }, rkmk45 = { 0.02, 0.01 } } -- for what is stiffer

    for _, method in ipairs(METHODS) do
        local order = ORDER[method]
        local function check(m, q, v, what, steps)
            for _, slope in ipairs(orders(m, q, v, method, steps or STEPS[method], { duration = 0.5, friction = false })) do
                -- more than the order is no fault: at these steps terms of higher order may still count
                assert(slope > order - 0.2 and slope < order + 1, ("%s on %s: order %.3f"):format(method, what, slope))
            end
        end

        it(("converges with order %d by %s"):format(order, method), function()
            check(double_pendulum(), { 1.2, -0.4 }, { 1.5, -2.5 }, "a double pendulum")
            check(top(), { 0.5, 0.5, -0.5, 0.5 }, { 2.1, -1.4, 3.1 }, "a top")
            local m, q, v = floating_tree(11, { types = { "revolute", "spherical" } })
            check(m, q, v, "a floating tree")
            local d = draw.stream(18)
            m = trees.of_every_type(d, {})
            check(m, trees.configuration(d, m), trees.velocity(d, m), "a tree of every joint type")
            m = trees.random(d, 6, { types = { "revolute", "prismatic" }, mimics = 0.5 })
            check(m, trees.configuration(d, m), trees.velocity(d, m), "joints that follow others")
            d = draw.stream(13)
            m = trees.of_every_type(d, { resistance = true, springs = true, armature = true })
            check(m, trees.configuration(d, m), trees.velocity(d, m), "one with springs, damping and rotors", SHORT[method])
        end)
    end

    -- On every joint type torques and a wrench that go by the time, the place and the velocity.
    for _, method in ipairs(METHODS) do
        local order = ORDER[method]
        it(("converges with order %d by %s where forces depend on time, place and velocity, on every joint type"):format(order, method), function()
            local d = draw.stream(21)
            local m = trees.of_every_type(d, {})
            local q, v = trees.configuration(d, m), trees.velocity(d, m)
            local tau, last_body = rigid.Vector(m:nv()), m:body_names()[m:nbodies()]
            local options = { duration = 0.5, friction = false, continuous = true }
            function options.controller(t, at, u)
                for k = 1, m:nv() do tau:set(k, math.sin(3 * t + k) - 0.3 * u[k] + 0.4 * math.cos(at[k] + at[#at])) end
                return tau
            end
            function options.external(t, at, u)
                return { [last_body] = Wrench { linear = { math.cos(2 * t), u[1] * u[2], at[1] }, angular = { 0.2 * u[#u], 0.3, math.sin(t) } } }
            end
            for _, slope in ipairs(orders(m, q, v, method, STEPS[method], options)) do
                assert(slope > order - 0.2 and slope < order + 1, ("%s: order %.3f"):format(method, slope))
            end
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
        local whole = m:simulate { q = q, v = v, duration = 1, dt = 0.125, method = "rk4" }
        local first = m:simulate { q = q, v = v, duration = 0.5, dt = 0.125, method = "rk4" }
        local second = m:simulate { q = first.q[5], v = first.v[5], t = 0.5, duration = 0.5, dt = 0.125, method = "rk4" }
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
