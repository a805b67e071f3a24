-- Solvers of one's own: against closed forms, with orders of convergence, at their borders, and with functions that misbehave.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local oracle = require "spec.support.oracle"

local Matrix, Vector, Rotation = rigid.Matrix, rigid.Vector, rigid.Rotation
local near, refuses = compare.near, compare.refuses

describe("ode", function()
    local function turning(_, x) return { x[2], -x[1] } end

    it("keeps the tolerance, between steps too", function()
        for _, tolerance in ipairs { 1e-6, 1e-9, 1e-12 } do
            local x = rigid.ode(turning, { 0, 1 }, { 0, 10 }, { tolerance = tolerance })
            for i = 0, 100 do
                local t = i / 10
                near(x(t), { math.sin(t), math.cos(t) }, { tol = 50 * tolerance, scale = 1 })
            end
        end
    end)

    it("falls off with the order of the method", function()
        for method, order in pairs { euler = 1, midpoint = 2, rk4 = 4 } do
            local function error_of(dt)
                local x = rigid.ode(turning, { 0, 1 }, { 0, 1 }, { method = method, dt = dt })(1)
                return math.abs(x[1] - math.sin(1))
            end
            local found = math.log(error_of(0.02) / error_of(0.01), 2)
            assert.is_true(math.abs(found - order) < 0.1, method .. " " .. found)
        end
    end)

    it("runs backwards, over no time, and on a number", function()
        local x = rigid.ode(function(t, y) return y * t end, 1, { 1, -1 })
        near(x(0), math.exp(-0.5), { tol = 1e-8 })
        near(x(-1), 1, { tol = 1e-8 })
        assert.same({ 3, 0 }, { rigid.ode(function() return 1 end, 3, { 2, 2 })(2), rigid.ode(function() return 1 end, 3, { 2, 2 }).steps })
    end)

    it("finds events, in their direction, and ends where one says so", function()
        local function height(_, x) return x[1] end
        local x = rigid.ode(turning, { 0, 1 }, { 0, 10 }, { events = { { f = height, direction = -1, name = "down" }, height } })
        local times = {}
        for i, event in ipairs(x.events) do times[i] = event.name .. (" %.7f"):format(event.t) end
        assert.same({ "down 3.1415927", "event 2 3.1415927", "event 2 6.2831853", "down 9.4247780", "event 2 9.4247780" }, times)
        local y = rigid.ode(turning, { 0, 1 }, { 0, 10 }, { events = { { f = height, direction = 1, ends = true } } })
        near(y.t1, 2 * math.pi, { tol = 1e-8 })
        refuses(function() y(6.5) end, "time from 0 to 6.28")
        near(y(6), { math.sin(6), math.cos(6) }, { tol = 1e-7 })
    end)

    it("finds what is exactly zero where a step ends, once, rising and falling", function()
        local function ramp(sign) return rigid.ode(function() return sign end, -2 * sign, { 0, 4 }, { method = "euler", dt = 0.5, events = { function(_, x) return x end } }) end
        for _, sign in ipairs { 1, -1 } do
            local events = ramp(sign).events
            assert.same({ 1, 2 }, { #events, events[1] and events[1].t })
        end
        local ends = rigid.ode(function() return 1 end, -2, { 0, 4 }, { method = "rk4", dt = 0.5, events = { { f = function(_, x) return x end, direction = 1, ends = true } } })
        assert.equal(2, ends.t1)
        local from_zero = rigid.ode(function() return 1 end, 0, { 0, 4 }, { method = "euler", dt = 0.5, events = { function(_, x) return x end } })
        assert.equal(0, #from_zero.events)
    end)

    it("gives functions an x of their own, to spoil as they like", function()
        local function spoiling(_, x)
            local slope = { x[2], -x[1] }
            x[1], x[2] = 1e9, -1e9
            return slope
        end
        for _, method in ipairs { "dopri5", "rk4", "midpoint", "euler" } do
            local options = { method = method, events = { function(_, x)
                local height = x[1]
                x[1] = 7
                return height
            end } }
            local x, y = rigid.ode(turning, { 0, 1 }, { 0, 4 }, { method = method }), rigid.ode(spoiling, { 0, 1 }, { 0, 4 }, options)
            assert.equal(x(3.3), y(3.3))
            near(y.events[1].t, math.pi, { tol = 1e-2 })
        end
    end)

    it("goes no further than the function does", function()
        for _, method in ipairs { "rk4", "euler", "dopri5" } do
            local function ending(t, x) return t < 1 and { 1, 0 } or { x[1], 0 / 0 } end
            refuses(function() rigid.ode(ending, { 0, 0 }, { 0, 1 }, { method = method, dt = method ~= "dopri5" and 0.25 or nil }) end, "not finite there")
        end
        refuses(function() rigid.ode(turning, { 0, 1 }, { 0, 1 }, { events = { function(t) return t < 0.5 and 1 or 0 / 0 end } }) end, "event 1 is NaN at t = ")
    end)

    it("says where there is no solution", function()
        refuses(function() rigid.ode(function(_, x) return x * x end, 1, { 0, 2 }) end, "no step keeps the tolerance", "t = 1")
        refuses(function() rigid.ode(function() return 0 / 0 end, 1, { 0, 2 }) end, "not finite at the beginning")
        refuses(function() rigid.ode(turning, { 0, 1 }, { 0, 1 }, { most_steps = 2 }) end, "2 steps end at t")
        refuses(function() rigid.ode(function() return { 1, 2, 3 } end, { 0, 1 }, { 0, 1 }) end, "gives 3 numbers where 2 are wanted")
        refuses(function() rigid.ode(function() return "x" end, { 0, 1 }, { 0, 1 }) end, "gives string where a list of numbers")
    end)
end)

describe("find_root", function()
    it("finds where the sign changes, to the last digit", function()
        draw.each(20, 2010, function(d)
            local c = d:between(0.1, 3)
            local x = rigid.find_root(function(y) return math.cos(y) - c * y end, 0, 2)
            local ulp = 4e-16
            assert.is_true((math.cos(x - ulp) - c * (x - ulp)) * (math.cos(x + ulp) - c * (x + ulp)) <= 0)
        end)
        assert.equal(0, (rigid.find_root(function(x) return x ^ 9 end, -1, 1)))
        assert.equal(2, (rigid.find_root(function(x) return x < 2 and -1 or x > 2 and 1 or 0 end, 0, 4)))
        near(rigid.find_root(function(x) return x ^ 3 - 2 end, 0, 1e6), 2 ^ (1 / 3), { tol = 1e-15 })
    end)

    it("finds roots however far the ends lie apart, and says how near zero it came", function()
        near(rigid.find_root(function(x) return x - 3 end, -1e308, 1.5e308), 3, { tol = 1e-15 })
        local x, _, f = rigid.find_root(function(y) return y ^ 9 - 1e-9 end, -1, 1e300)
        near(x, 0.1, { tol = 1e-15 })
        near(f, x ^ 9 - 1e-9, { tol = 1e-15 })
        near(rigid.find_root(function(y) return 1 / y - 4 end, 0, 1), 0.25, { tol = 1e-15 }) -- infinite at one end
    end)

    it("is not fooled by a pole", function()
        refuses(function() rigid.find_root(function(x) return 1 / (x - 0.3) end, 0, 1) end, "near 0.3", "a pole, and no root")
        refuses(function() rigid.find_root(function(x) return x == 0 and math.huge or 1 / x end, -1, 3) end, "a pole, and no root")
    end)

    it("refuses what has one sign, and what is NaN", function()
        refuses(function() rigid.find_root(function(x) return x * x + 1 end, -1, 2) end, "one sign at both ends: 2 at -1, 5 at 2")
        refuses(function() rigid.find_root(function() return 0 / 0 end, -1, 2) end, "NaN at -1")
        refuses(function() rigid.find_root(function() end, -1, 2) end, "gives nil where a number is wanted")
    end)
end)

describe("least_squares", function()
    it("solves linear ones as Matrix:solve does", function()
        draw.each(10, 2020, function(d)
            local A, b = Matrix(d:matrix(8, 3)), Vector(d:list(8))
            local x, verdict = rigid.least_squares(function(x) return A * x - b end, { 0, 0, 0 })
            near(x, A:solve(b), { tol = 1e-8 })
            assert.is_true(verdict.success)
            near(verdict.residual, (A * x - b):norm(), { tol = 1e-12 })
        end)
    end)

    it("stays within bounds, where the gradient is zero or points out", function()
        draw.each(20, 2030, function(d)
            local A, b = Matrix(d:matrix(8, 4)), Vector(d:list(8)) * 3
            local x, verdict = rigid.least_squares(function(x) return A * x - b end, { 0, 0, 0, 0 }, { lower = -0.5, upper = { 0.5, 0.2, 0.5, math.huge } })
            local g, upper = A:transpose() * (A * x - b), { 0.5, 0.2, 0.5, math.huge }
            local held = 0
            for k = 1, 4 do
                assert.is_true(x[k] >= -0.5 and x[k] <= upper[k])
                if x[k] == -0.5 then
                    assert.is_true(g[k] > 0)
                    held = held + 1
                elseif x[k] == upper[k] then
                    assert.is_true(g[k] < 0)
                    held = held + 1
                else
                    near(g[k], 0, { tol = 1e-6, scale = A:norm() * b:norm() })
                end
            end
            assert.equal(held, #verdict.bounds)
        end)
    end)

    it("goes down valleys, and says what it found", function()
        local function rosenbrock(x) return { 1 - x[1], 10 * (x[2] - x[1] ^ 2) } end
        local x, verdict = rigid.least_squares(rosenbrock, { -1.2, 1 })
        near(x, { 1, 1 }, { tol = 1e-9 })
        assert.is_true(verdict.success)
        local _, early = rigid.least_squares(rosenbrock, { -1.2, 1 }, { iterations = 2 })
        assert.is_false(early.success)
        near(rigid.least_squares(rosenbrock, { -1.2, 1 }, { jacobian = function(y) return { { -1, 0 }, { -20 * y[1], 10 } } end }), { 1, 1 }, { tol = 1e-12 })
    end)

    it("does not succeed on slopes that are NaN, on none, nor where it merely cannot go on", function()
        local function verdict(f, x0, options) return (select(2, rigid.least_squares(f, x0, options))) end
        local function fails(found, words)
            assert.is_false(found.success)
            assert.is_truthy(found.sentence:find(words, 1, true), found.sentence)
        end
        fails(verdict(function(x) return { x[1] == 2 and 1 or 0 / 0 } end, 2), "its slopes are not finite there")
        fails(verdict(function(x) return { x[1] - 3 } end, 1, { jacobian = function() return { { 0 / 0 } } end }), "its slopes are not finite there")
        fails(verdict(function() return { 1, 2 } end, 1), "nothing that may move changes it")
        fails(verdict(function(x) return { math.floor(x[1]) } end, 7.5), "nothing that may move changes it")
        fails(verdict(function(x) return { x[1] - 3 } end, 1, { jacobian = function() return { { -1 } } end }), "no step lowers it")
        fails(verdict(function(x) return { 1 + math.abs(x[1]), 1 + math.abs(x[1] - 10 * x[2]) } end, { 0, 3 }), "no step lowers it")
        fails(verdict(function(x) return { 1 - x[1], 10 * (x[2] - x[1] ^ 2) } end, { -1.2, 1 }, { iterations = 2 }), "iterations lets it take more")
    end)

    it("takes small units for what they are, and goes where the function ends", function()
        local x, verdict = rigid.least_squares(function(at) return { 1e-20 * (at[1] - 3), 1e-20 * at[2] } end, { 1, 1 })
        near(x, { 3, 0 }, { tol = 1e-7 })
        assert.is_true(verdict.success, verdict.sentence)
        local y, found = rigid.least_squares(function(at) return { at[1] / 1e-15 - 3 } end, 1e-13, { jacobian = function() return { { 1e15 } } end })
        near(y[1], 3e-15, { tol = 1e-6 })
        assert.is_true(found.success, found.sentence)
        local z, edge = rigid.least_squares(function(at) return { math.sqrt(at[1]) - 2 } end, 0) -- no value below 0
        near(z[1], 4, { tol = 1e-9 })
        assert.is_true(edge.success, edge.sentence)
        local _, beside = rigid.least_squares(function(at) return { at[1] + 100 * at[1] ^ 2 } end, 0, { lower = 0 })
        near(beside.jacobian(1, 1), 1, { tol = 1e-10 }) -- by values on one side alone
        local _, idle = rigid.least_squares(function(at) return { at[1] - 1, 2 } end, { 5, 6 })
        assert.is_true(idle.success and idle.sentence:find("x[2] does not change", 1, true) ~= nil, idle.sentence)
    end)

    it("refuses functions that misbehave", function()
        refuses(function() rigid.least_squares(function() return { 0 / 0 } end, 1) end, "not finite where the search begins")
        refuses(function() rigid.least_squares(function(x) return x end, 1, { lower = 2, upper = 1 }) end, "above the upper bound")
        refuses(function() rigid.least_squares(function(x) return x end, { 1, 2 }, { jacobian = function() return { { 1 } } end }) end,
            "gives 1x1 where 2 rows of 2 numbers")
    end)
end)

describe("minimize", function()
    it("finds the bottom, with a gradient and without", function()
        local function f(x) return (1 - x[1]) ^ 2 + 100 * (x[2] - x[1] ^ 2) ^ 2 end
        local function g(x) return { -2 * (1 - x[1]) - 400 * x[1] * (x[2] - x[1] ^ 2), 200 * (x[2] - x[1] ^ 2) } end
        local x, verdict = rigid.minimize(f, { -1.2, 1 })
        near(x, { 1, 1 }, { tol = 1e-5 })
        assert.is_true(verdict.success)
        near(rigid.minimize(f, { -1.2, 1 }, { gradient = g }), { 1, 1 }, { tol = 1e-9 })
        local bounded = rigid.minimize(f, { -1.2, 1 }, { gradient = g, upper = { 0.5, 2 } })
        near(bounded, { 0.5, 0.25 }, { tol = 1e-8 })
    end)

    it("does not succeed on a gradient that is NaN, on none, nor where it merely cannot go on", function()
        local function fails(f, x0, options, words)
            local _, found = rigid.minimize(f, x0, options)
            assert.is_false(found.success)
            assert.is_truthy(found.sentence:find(words, 1, true), found.sentence)
        end
        local function bowl(x) return (x[1] - 3) ^ 2 end
        fails(bowl, 1, { gradient = function() return { 0 / 0 } end }, "its gradient is not finite there")
        fails(function(x) return x[1] == 2 and 1 or 0 / 0 end, 2, nil, "its gradient is not finite there")
        fails(bowl, 1, { gradient = function(x) return { -2 * (x[1] - 3) } end }, "no step lowers it")
        fails(function(x) return math.floor(x[1]) end, 7.5, nil, "nothing near there changes it")
        fails(function(x) return math.abs(x[1]) + 10 * math.abs(x[2] - x[1]) end, { 1, 1.2 }, nil, "no step lowers it")
        fails(bowl, 1, { iterations = 1 }, "iterations lets it take more")
        fails(function(x) return x[1] > 3 and -math.huge or -x[1] end, 1, nil, "falls without end")
    end)

    it("knows no scale of its own, and leaves hills and saddles", function()
        for _, size in ipairs { 1e-20, 1e-10, 1, 1e12 } do
            local function valley(x) return size * ((1 - x[1]) ^ 2 + 10 * (x[2] - x[1] ^ 2) ^ 2) end
            local x, verdict = rigid.minimize(valley, { -1.2, 1 })
            near(x, { 1, 1 }, { tol = 1e-5 })
            assert.is_true(verdict.success, verdict.sentence)
        end
        local far = rigid.minimize(function(x) return x[1] ^ 8 end, 100)
        assert.is_true(math.abs(far[1]) < 0.05)
        for _, f in ipairs { function(x) return math.cos(x[1]) + x[2] ^ 2 end, function(x) return (x[1] ^ 2 - 1) ^ 2 + x[2] ^ 2 end } do
            local x, verdict = rigid.minimize(f, { 0, 0 })
            assert.is_true(verdict.success, verdict.sentence)
            assert.is_true(f(x) < 0 + 1e-9)
        end
        local bottom, verdict = rigid.minimize(function(x) return 1e6 + (x[1] - 3) ^ 2 end, 3) -- begun there
        assert.same({ 3, true }, { bottom[1], verdict.success })
        local _, loose = rigid.minimize(function(x) return (x[1] - 3) ^ 4 end, 0, { tolerance = 1e-3 })
        assert.is_true(loose.success and loose.gradient <= 1e-3 and loose.gradient > 1e-8)
    end)

    it("agrees with least_squares", function()
        draw.each(10, 2040, function(d)
            local A, b = Matrix(d:matrix(6, 3)), Vector(d:list(6))
            local x = rigid.minimize(function(y)
                local r = A * y - b
                return 0.5 * r:dot(r)
            end, { 0, 0, 0 }, { gradient = function(y) return A:transpose() * (A * y - b) end })
            near(x, A:solve(b), { tol = 1e-7 })
        end)
    end)
end)

describe("random", function()
    it("gives the same for the same seed, and means and deviations as promised", function()
        local a, b = rigid.random(3), rigid.random(4)
        assert.is_true(a:uniform() ~= b:uniform())
        local sums, n = { 0, 0, 0, 0 }, 20000
        for _ = 1, n do
            local x, u = a:normal(2, 3), a:uniform(-1, 3)
            sums[1], sums[2], sums[3], sums[4] = sums[1] + x, sums[2] + (x - 2) ^ 2, sums[3] + u, sums[4] + (u - 1) ^ 2
        end
        near(sums[1] / n, 2, { tol = 0.05, scale = 1 })
        near(sums[2] / n, 9, { tol = 0.03 })
        near(sums[3] / n, 1, { tol = 0.03, scale = 1 })
        near(sums[4] / n, 16 / 12, { tol = 0.03 })
        local counts = { 0, 0, 0 }
        for _ = 1, 3000 do
            local k = a:integer(1, 3)
            counts[k] = counts[k] + 1
        end
        for k = 1, 3 do assert.is_true(math.abs(counts[k] - 1000) < 120) end
    end)

    it("is even over directions and rotations", function()
        local source, n = rigid.random(5), 4000
        local second, angle = Matrix(3, 3), 0
        for _ = 1, n do
            local u = source:direction()
            near(u:norm(), 1, { tol = 1e-15 })
            second = second + Matrix { { u.x * u.x, u.x * u.y, u.x * u.z }, { u.y * u.x, u.y * u.y, u.y * u.z }, { u.z * u.x, u.z * u.y, u.z * u.z } }
            angle = angle + source:rotation():log():norm()
        end
        near(second / n, Matrix.identity(3) / 3, { tol = 0.06 })
        near(angle / n, math.pi / 2 + 2 / math.pi, { tol = 0.02 }) -- of Haar's measure
        assert.equal(Rotation.random(9), rigid.random(9):rotation())
        assert.equal(Vector.random(4, 9), rigid.random(9):vector(4))
        assert.equal(Matrix.random(2, 3, 9), rigid.random(9):matrix(2, 3))
    end)

    it("refuses what cannot be drawn", function()
        assert.has_error(function() rigid.random(1.5) end)
        assert.has_error(function() rigid.random(1):integer(3, 2) end)
        assert.has_error(function() rigid.random(1):normal(0, -1) end)
        assert.has_error(function() Matrix.random(-1, 2) end)
    end)
end)

describe("the mean of rotations", function()
    it("leaves no first moment, and turns with what it is the mean of", function()
        draw.each(20, 2050, function(d)
            local centre, turn, list, turned, sum = Rotation.matrix(d:rotation()), Rotation.matrix(d:rotation()), {}, {}, rigid.Vec3(0, 0, 0)
            for i = 1, 5 do
                list[i] = centre * Rotation.exp { d:between(-0.8, 0.8), d:between(-0.8, 0.8), d:between(-0.8, 0.8) }
                turned[i] = turn * list[i]
            end
            local mean = Rotation.mean(list)
            for _, R in ipairs(list) do sum = sum + (mean:inverse() * R):log() end
            assert.is_true(sum:norm() < 1e-13)
            near(Rotation.mean(turned), turn * mean, { tol = 1e-13, scale = 1 })
            near(Rotation.mean({ list[1], list[2] }, { 1, 3 }), list[1]:slerp(list[2], 0.75), { tol = 1e-13, scale = 1 })
        end)
    end)

    it("refuses what has none", function()
        refuses(function() Rotation.mean {} end, "at least one rotation")
        refuses(function() Rotation.mean { 3 } end, "Rotation expected, got 3")
        refuses(function() Rotation.mean({ Rotation.identity() }, { -1 }) end, "not negative")
        refuses(function() Rotation.mean { Rotation.identity(), Rotation.x(math.pi) } end, "no single one")
    end)
end)

describe("recorded figures of other systems", function()
    it("of solvers are kept", function()
        local recorded = oracle.toolbox "solvers"
        if not recorded then pending(oracle.absent) return end
        for _, case in ipairs(recorded.ode) do
            local c, w = case.damping, case.frequency
            local x = rigid.ode(function(_, y) return { y[2], -(c * c + w * w) * y[1] - 2 * c * y[2] } end, { 1, -c }, { 0, 5 })
            for i, t in ipairs(case.times) do near(x(t)[1], case.x[i], { tol = 1e-8, scale = 1 }) end
        end
        for _, case in ipairs(recorded.roots) do
            near(rigid.find_root(function(x) return math.cos(x) - case.c * x end, case.from_, case.to), case.root, { tol = 1e-14 })
        end
        for _, case in ipairs(recorded.least_squares) do
            local x, verdict = rigid.least_squares(function(x) return Matrix(case.A) * x - Vector(case.b) end, { 0, 0, 0 })
            near(x, case.x, { tol = 1e-8 })
            assert.is_true(verdict.success)
        end
    end)
end)
