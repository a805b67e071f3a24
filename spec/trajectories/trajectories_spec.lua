-- Trajectories: their ends, and their derivatives against differences. Limits are in limits_spec.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local oracle = require "spec.support.oracle"

local trajectory, Rotation, Transform, Vector = rigid.trajectory, rigid.Rotation, rigid.Transform, rigid.Vector
local near, refuses = compare.near, compare.refuses

-- Velocities and accelerations are what differences of the fourth order give; `smooth` excludes times where one jumps.
local function assert_derivatives(x, count, tol, excluded)
    local h = 1e-3 * x.duration
    local function slope(f, t) return (f(t - 2 * h) - f(t + 2 * h) + (f(t + h) - f(t - h)) * 8) / (12 * h) end
    local scale = 1
    for i = 1, count do
        local _, v, a = x(x.duration * i / (count + 1))
        scale = math.max(scale, math.abs(v), math.abs(a))
    end
    for i = 1, count do
        local t = x.duration * (0.01 + 0.98 * (i - 0.5) / count)
        local free = true
        for _, at in ipairs(excluded or {}) do free = free and math.abs(t - at) > 3 * h end
        if free then
            local _, v, a = x(t)
            near(slope(function(s) return (x(s)) end, t), v, { tol = tol, scale = scale })
            near(slope(function(s) return (select(2, x(s))) end, t), a, { tol = tol, scale = scale })
        end
    end
end

describe("between two points", function()
    it("a quintic meets both ends, with derivatives as differences have them", function()
        draw.each(10, 3010, function(d)
            local q0, v0, a0, q1, v1, a1, T = d:between(-2, 2), d:between(-2, 2), d:between(-2, 2), d:between(-2, 2), d:between(-2, 2), d:between(-2, 2), d:between(0.5, 3)
            local x = trajectory.quintic { q0 = q0, q1 = q1, v0 = v0, v1 = v1, a0 = a0, a1 = a1, duration = T }
            near({ x(0) }, { q0, v0, a0 }, { tol = 1e-15, scale = 1 })
            near({ x(T) }, { q1, v1, a1 }, { tol = 1e-12, scale = 10 / T ^ 3 })
            assert_derivatives(x, 8, 1e-8)
        end)
    end)

    it("a minimum jerk is the quintic from rest to rest", function()
        local x, y = trajectory.minimum_jerk { q0 = { 1, 2 }, q1 = { -1, 5 }, duration = 2 }, trajectory.quintic { q0 = { 1, 2 }, q1 = { -1, 5 }, duration = 2 }
        for i = 0, 10 do near({ x(i / 5) }, { y(i / 5) }, { tol = 1e-15, scale = 1 }) end
    end)

    it("rest before and after", function()
        local x = trajectory.quintic { q0 = { 1 }, q1 = { 2 }, v1 = { 3 }, duration = 1 }
        assert.same({ Vector { 1 }, Vector { 0 }, Vector { 0 } }, { x(-1) })
        local q, v, a = x(7)
        near(q, { 2 }, { tol = 1e-15 })
        assert.same({ Vector { 0 }, Vector { 0 } }, { v, a })
    end)
end)

describe("a trapezoid", function()
    it("never passes its limits on a fine grid, arrives, and is as fast as they allow", function()
        draw.each(8, 3020, function(d)
            local n, q0, q1, velocity, acceleration = 3, {}, {}, {}, {}
            for i = 1, n do q0[i], q1[i], velocity[i], acceleration[i] = d:between(-2, 2), d:between(-2, 2), d:between(0.2, 2), d:between(0.2, 3) end
            local x = trajectory.trapezoid { q0 = q0, q1 = q1, velocity = velocity, acceleration = acceleration }
            local fastest = 0
            for i = 1, n do
                local alone = trajectory.trapezoid { q0 = q0[i], q1 = q1[i], velocity = velocity[i], acceleration = acceleration[i] }
                fastest = math.max(fastest, alone.duration)
                local way, v, a = math.abs(q1[i] - q0[i]), velocity[i], acceleration[i]
                near(alone.duration, way < v * v / a and 2 * math.sqrt(way / a) or way / v + v / a, { tol = 1e-14 })
            end
            near(x.duration, fastest, { tol = 1e-15 })
            local last, passed = Vector(q0), 0
            for k = 0, 1000 do
                local q, v, a = x(x.duration * k / 1000)
                for i = 1, n do
                    local within = math.abs(v[i]) <= velocity[i] * (1 + 1e-14) and math.abs(a[i]) <= acceleration[i] * (1 + 1e-14)
                    passed = passed + (within and (q[i] - last[i]) * (q1[i] - q0[i]) >= -1e-12 and 0 or 1)
                end
                last = q
            end
            assert.equal(0, passed)
            near(last, q1, { tol = 1e-14, scale = 1 })
        end)
    end)

    it("has the derivatives of itself, between its corners", function()
        assert_derivatives(trajectory.trapezoid { q0 = 0, q1 = 3, velocity = 1, acceleration = 2 }, 30, 1e-9, { 0.5, 3 })
    end)

    it("takes longer where it is told to, and refuses to take less", function()
        local said = { q0 = 0, q1 = 3, velocity = 1, acceleration = 2, duration = 5 }
        local x = trajectory.trapezoid(said)
        assert.equal(5, x.duration)
        near({ (x(5)) }, { 3 }, { tol = 1e-14 })
        local _, v = x(2.5)
        near(3, v * (5 - v / 2), { tol = 1e-14 })
        said.duration = 3
        refuses(function() trajectory.trapezoid(said) end, "3 s are too short: these limits need 3.5 s")
        assert.equal(0, trajectory.trapezoid({ q0 = 1, q1 = 1, velocity = 1, acceleration = 1 }).duration)
        assert.equal(1, (trajectory.trapezoid { q0 = 1, q1 = 1, velocity = 1, acceleration = 1 }(0)))
    end)
end)

describe("splines", function()
    it("cubic ones go through their points with accelerations that do not jump", function()
        draw.each(10, 3030, function(d)
            local times, points, n = { 0 }, { d:between(-1, 1) }, 6
            for i = 2, n do times[i], points[i] = times[i - 1] + d:between(0.2, 1), d:between(-1, 1) end
            for _, ends in ipairs { "natural", "clamped" } do
                local x = trajectory.spline { times = times, points = points, ends = ends }
                for i = 1, n do
                    near((x(times[i])), points[i], { tol = 1e-13, scale = 1 })
                    if i > 1 and i < n then near({ x(times[i] - 1e-9) }, { x(times[i] + 1e-9) }, { tol = 1e-6, scale = 10 }) end
                end
                for _, t in ipairs { 0, times[n] } do
                    local _, v, a = x(t)
                    near(ends == "natural" and a or v, 0, { tol = 1e-12, scale = 10 })
                end
                assert_derivatives(x, 8, 1e-8, times)
            end
        end)
    end)

    it("rest until their first time, and keep to the times they were given", function()
        local times, shifted, points = { 1, 1.5, 3 }, { 0, 0.5, 2 }, { 2, -1, 1 }
        for _, ends in ipairs { "natural", "clamped" } do
            local x, y = trajectory.spline { times = times, points = points, ends = ends }, trajectory.spline { times = shifted, points = points, ends = ends }
            assert.equal(3, x.duration)
            for _, t in ipairs { 0, 0.4, 0.999 } do near({ x(t) }, { 2, 0, 0 }, { tol = 1e-15 }) end
            for k = 0, 10 do near({ x(1 + k / 5) }, { y(k / 5) }, { tol = 1e-12, scale = 10 }) end
            local before = { x(1.2) }
            times[2] = 2.9
            assert.same(before, { x(1.2) })
            times[2] = 1.5
        end
        refuses(function() trajectory.spline { times = { -1, 1 }, points = { 0, 1 } } end, "times", "not negative", "-1")
        local turns, when = { Rotation.x(0), Rotation.x(1), Rotation.z(1) }, { 0, 1, 2 }
        local turn = trajectory.squad { rotations = turns, times = when }
        local R = turn(1.3)
        when[2] = 1.9
        assert.equal(R, (turn(1.3)))
    end)

    it("B-splines begin and end at their points, stay inside of them, and have the derivatives of themselves", function()
        draw.each(10, 3040, function(d)
            local points = d:list(7)
            for degree = 2, 5 do
                local x = trajectory.bspline { points = points, duration = 2, degree = degree }
                near({ (x(0)), (x(2)) }, { points[1], points[7] }, { tol = 1e-13, scale = 1 })
                local knots = {}
                for i = 0, 7 - degree do knots[#knots + 1] = 2 * i / (7 - degree) end
                assert_derivatives(x, 8, 1e-7, knots)
                for k = 0, 20 do
                    local q = x(k / 10)
                    assert.is_true(q <= math.max(table.unpack(points)) + 1e-12 and q >= math.min(table.unpack(points)) - 1e-12)
                end
            end
            near((trajectory.bspline { points = { 1, 1, 1, 1, 1 }, duration = 1 }(0.3)), 1, { tol = 1e-14 })
        end)
    end)

    it("refuse what is no way through points", function()
        refuses(function() trajectory.spline { times = { 0, 1 }, points = { 1 } } end, "at least 2 points")
        refuses(function() trajectory.spline { times = { 0, 0 }, points = { 1, 2 } } end, "times that grow")
        refuses(function() trajectory.spline { times = { 0, 1 }, points = { 1, 2 }, ends = "free" } end, '"natural" or "clamped"')
        refuses(function() trajectory.spline { times = { 0, 1 }, points = { { 1, 2 }, { 1 } } } end, "points[2]")
        refuses(function() trajectory.bspline { points = { 1, 2, 3 }, duration = 1 } end, "at least 4 points")
    end)
end)

describe("rotations and poses", function()
    -- Of a trajectory of rotations: ω is the slope of the logarithm from here, ω' that of ω.
    local function assert_turns(x, tol)
        local h = 1e-4
        for i = 1, 9 do
            local t = x.duration * (0.03 + 0.94 * (i - 0.5) / 9)
            local R, w, dw = x(t)
            local ahead, behind = (R:inverse() * (x(t + h))):log(), (R:inverse() * (x(t - h))):log()
            near((ahead - behind) / (2 * h), w, { tol = tol, scale = 5 })
            near((select(2, x(t + h)) - select(2, x(t - h))) / (2 * h), dw, { tol = 10 * tol, scale = 50 })
        end
    end

    it("slerp and screw move as their velocities say", function()
        draw.each(5, 3050, function(d)
            local A, B = Rotation.matrix(d:rotation()), Rotation.matrix(d:rotation())
            for _, timing in ipairs { "linear", "minimum_jerk" } do
                local x = trajectory.slerp { from = A, to = B, duration = 1.5, timing = timing }
                assert_turns(x, 1e-6)
                near((x(1.5)), B, { tol = 1e-13, scale = 1 })
                local y = trajectory.screw { from = Transform(A, { 1, 2, 3 }), to = Transform(B, { 0, -1, 1 }), duration = 1.5, timing = timing }
                near((y(1.5)), Transform(B, { 0, -1, 1 }), { tol = 1e-12, scale = 1 })
                local X, V = y(0.7)
                local step = ((X:inverse() * (y(0.7 + 1e-5))):log() - (X:inverse() * (y(0.7 - 1e-5))):log()) / 2e-5
                near(step, { V:linear().x, V:linear().y, V:linear().z, V:angular().x, V:angular().y, V:angular().z }, { tol = 1e-7 })
                assert.equal("Twist", rigid.type(V))
            end
        end)
    end)

    it("squad goes through all, whenever, with velocities as differences have them, that do not jump", function()
        draw.each(6, 3060, function(d, seed)
            local list, times, wide = { Rotation.matrix(d:rotation()) }, { 0 }, seed % 2 == 0
            for i = 2, 5 do
                list[i] = list[i - 1] * Rotation.exp { d:between(-1, 1), d:between(-1, 1), d:between(-1, 1) }
                times[i] = times[i - 1] + (wide and d:between(0.3, 2) or 1)
            end
            local x = trajectory.squad { rotations = list, times = times }
            for i = 1, 5 do near((x(times[i])), list[i], { tol = 1e-13, scale = 1 }) end
            for i = 2, 4 do near(select(2, x(times[i] - 1e-9)), select(2, x(times[i] + 1e-9)), { tol = 1e-6, scale = 1 }) end
            for i = 2, 5 do
                local t, h = times[i] - 0.37 * (times[i] - times[i - 1]), 1e-3
                local R, w, dw = x(t)
                local function way(s) return (R:inverse() * (x(s))):log() end
                local function speed(s) return (select(2, x(s))) end
                local function slope(f) return ((f(t + h) - f(t - h)) * 8 - (f(t + 2 * h) - f(t - 2 * h))) / (12 * h) end
                near(slope(way), w, { tol = 1e-9, scale = 5 })
                near(slope(speed), dw, { tol = 1e-8, scale = 10 })
            end
        end)
    end)

    it("squad of even times has Shoemake's inner points, and does not leap where turns are far", function()
        draw.each(4, 3061, function(d)
            local list = { Rotation.matrix(d:rotation()) }
            for i = 2, 4 do list[i] = list[i - 1] * Rotation.exp { d:between(-0.6, 0.6), d:between(-0.6, 0.6), d:between(-0.6, 0.6) } end
            local x = trajectory.squad { rotations = list, times = { 0, 1, 2, 3 } }
            local function inner(i)
                local back = list[i]:inverse()
                return list[i] * Rotation.exp(((back * list[i + 1]):log() + (back * list[i - 1]):log()) / -4)
            end
            for _, u in ipairs { 0.2, 0.7 } do
                near((x(1 + u)), list[2]:slerp(list[3], u):slerp(inner(2):slerp(inner(3), u), 2 * u * (1 - u)), { tol = 1e-13, scale = 1 })
            end
            for i = 2, 4 do
                local far = d:vec3()
                local length = math.sqrt(far[1] ^ 2 + far[2] ^ 2 + far[3] ^ 2)
                list[i] = list[i - 1] * Rotation.exp { far[1] / length * 2.9, far[2] / length * 2.9, far[3] / length * 2.9 }
            end
            x = trajectory.squad { rotations = list, times = { 0, 1, 1.5, 3 } }
            local last, most = x(0), 0
            for k = 1, 3000 do
                local R, w = x(k / 1000)
                most, last = math.max(most, R:distance(last) - 1.2e-3 * w:norm()), R
            end
            assert.is_true(most < 1e-3, tostring(most))
        end)
    end)
end)

describe("a trajectory", function()
    it("is sampled to its very end, and slowed", function()
        local x = trajectory.minimum_jerk { q0 = 0, q1 = 1, duration = 0.7 }
        local samples = x:sample(11)
        assert.same({ 11, 0, 0.7, 0 }, { #samples.t, samples.t[1], samples.t[11], samples.q[1] })
        near(samples.q[11], 1, { tol = 1e-15 })
        local y = x:slower(2)
        local _, v, a = x(0.2)
        assert.equal(1.4, y.duration)
        near({ y(0.4) }, { (x(0.2)), v / 2, a / 4 }, { tol = 1e-15 })
        refuses(function() x:sample(1) end, "2 to")
        refuses(function() x:slower(0) end, "positive")
        refuses(function() x "a" end, "finite number")
        assert.equal("Trajectory: minimum jerk, 0.7 s", tostring(x))
    end)

    it("refuses what makes none", function()
        refuses(function() trajectory.quintic { q0 = 1, q1 = 2 } end, "duration")
        refuses(function() trajectory.quintic { q0 = { 1, 2 }, q1 = { 2 }, duration = 1 } end, "q1")
        refuses(function() trajectory.quintic { q0 = { 1, 2 }, q1 = 2, duration = 1 } end, "q1")
        refuses(function() trajectory.quintic { q1 = 2, duration = 1 } end, "q0", "expected, got nil")
        refuses(function() trajectory.trapezoid { q0 = 1, q1 = 2, velocity = 0, acceleration = 1 } end, "velocity", "positive")
        refuses(function() trajectory.screw { from = 1, to = 2, duration = 1 } end, "from")
        refuses(function() trajectory.minimum_jerk { q0 = 1, q1 = 2, duration = 1, v0 = 3 } end, "unknown field 'v0'")
    end)
end)

describe("recorded figures of other systems", function()
    it("of trajectories are kept", function()
        local recorded, count = oracle.toolbox "trajectories" or {}, 0
        for kind, cases in pairs(recorded) do
            for _, case in ipairs(cases) do
                local said, wanted, at = {}, { case.q, case.v, kind ~= "trapezoid" and case.a or nil }, case.at or case.times
                for key, value in pairs(case) do
                    local is_figure = key == "q" or key == "v" or key == "a" or key == "at" or key == "times" and kind ~= "spline" or key == "duration" and kind == "trapezoid"
                    if not is_figure then said[key] = value end
                end
                local x, got = trajectory[kind](said), { {}, {}, {} }
                for i, t in ipairs(at) do got[1][i], got[2][i], got[3][i] = x(t) end
                for i, list in ipairs(wanted) do near(compare.flatten(got[i]), compare.flatten(list), { tol = 1e-11, what = kind, scale = 1 }) end
                if case.duration then near(x.duration, case.duration, { tol = 1e-12 }) end
                count = count + 1
            end
        end
        if count == 0 then pending(oracle.absent) end
    end)
end)
