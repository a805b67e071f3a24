-- Linear systems: equations that what comes must solve, refusals in words; balancing in simulate.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local oracle = require "spec.support.oracle"

local Matrix, Vector = rigid.Matrix, rigid.Vector
local near, refuses = compare.near, compare.refuses

local function definite(d, n)
    local M = Matrix(d:matrix(n, n))
    return M * M:transpose() + Matrix.identity(n) * 0.5
end

describe("lyapunov", function()
    it("solves its equation, small and large, continuous and discrete", function()
        for _, n in ipairs { 1, 3, 6, 20 } do
            draw.each(3, 4010, function(d)
                local A, Q = Matrix(d:matrix(n, n)), definite(d, n)
                local stable = A - Matrix.identity(n) * (A:norm() + 0.1)
                local X = rigid.lyapunov(stable, Q)
                near(stable * X + X * stable:transpose(), -Q, { tol = 1e-11 })
                assert.equal(X, X:transpose())
                X:cholesky()
                local contraction = A * (0.9 / A:norm())
                local Y = rigid.lyapunov(contraction, Q, { discrete = true })
                near(contraction * Y * contraction:transpose() - Y, -Q, { tol = 1e-11 })
            end)
        end
    end)

    it("solves it for what grows as well, however large", function()
        for _, n in ipairs { 2, 13, 30 } do
            draw.each(3, 4012, function(d)
                local A, Q = Matrix(d:matrix(n, n)), definite(d, n)
                local X = rigid.lyapunov(A, Q)
                near(A * X + X * A:transpose(), -Q, { tol = 1e-11, scale = A:norm() * X:norm() })
                local Y = rigid.lyapunov(A, Q, { discrete = true })
                near(A * Y * A:transpose() - Y, -Q, { tol = 1e-11, scale = A:norm() ^ 2 * Y:norm() })
            end)
        end
    end)

    it("takes a Q that is not symmetric, and refuses where nothing or much solves it", function()
        local A, Q = Matrix { { -1, 2 }, { 0, -3 } }, Matrix { { 1, 2 }, { 5, 1 } }
        local X = rigid.lyapunov(A, Q)
        near(A * X + X * A:transpose(), -Q, { tol = 1e-14 })
        refuses(function() rigid.lyapunov({ { 0, 1 }, { -1, 0 } }, Matrix.identity(2)) end, "the sum zero")
        refuses(function() rigid.lyapunov({ { 1 } }, { { 1 } }, { discrete = true }) end, "the product one")
        refuses(function() rigid.lyapunov(Matrix(2, 3), Q) end, "square")
        refuses(function() rigid.lyapunov(A, Matrix.identity(3)) end, "2 x 2", "3x3")
    end)
end)

describe("lqr", function()
    it("solves Riccati's equation, is stable, and no neighbour costs less", function()
        for _, n in ipairs { 1, 2, 4, 7 } do
            draw.each(5, 4020, function(d)
                local m = math.max(1, n // 2)
                local A, B, Q, R = Matrix(d:matrix(n, n)), Matrix(d:matrix(n, m)), definite(d, n), definite(d, m)
                local K, S = rigid.lqr(A, B, Q, R)
                near(A:transpose() * S + S * A + Q, S * B * K, { tol = 1e-10, scale = S:norm() * A:norm() })
                for _, z in ipairs(rigid.poles(A, B, K)) do assert.is_true(z[1] < 0) end
                local D, P = rigid.lqr(A, B, Q, R, { discrete = true })
                near(A:transpose() * P * A - P + Q, A:transpose() * P * B * D, { tol = 1e-10, scale = P:norm() * A:norm() ^ 2 })
                for _, z in ipairs(rigid.poles(A, B, D)) do assert.is_true(z[1] ^ 2 + z[2] ^ 2 < 1) end
                -- xᵀSx is what it costs, for any K: Lyapunov's equation of the closed loop
                local other = K + Matrix(d:matrix(m, n)) * 0.01
                local function cost(gain) return rigid.lyapunov((A - B * gain):transpose(), Q + gain:transpose() * R * gain) end
                near(cost(K), S, { tol = 1e-9 })
                assert.is_true((cost(other) - S):eigen_symmetric()[1] > -1e-9 * S:norm())
            end)
        end
    end)

    it("stabilizes what grows though Q does not see it", function()
        near({ rigid.lqr({ { 1 } }, { { 1 } }, { { 0 } }, { { 1 } }) }, { { { 2 } }, { { 2 } } }, { tol = 1e-12 })
        near(rigid.lqr({ { 2 } }, { { 1 } }, { { 0 } }, { { 1 } }, { discrete = true })(1, 1), 1.5, { tol = 1e-12 })
        draw.each(8, 4025, function(d, seed)
            local n, discrete = 5, seed % 2 == 0
            local T = Matrix(d:matrix(n, n)) + Matrix.identity(n) * 3
            local poles = discrete and { 1.5, -1.2, 0.5, 0.3, -0.2 } or { 0.5, 1.2, -1, -2, -0.3 }
            local modes = Matrix(n, n)
            for i, z in ipairs(poles) do modes:set(i, i, z) end
            local A, B, R = T * modes * T:inverse(), Matrix(d:matrix(n, 2)), definite(d, 2)
            local seen = T:inverse():block(2, 1, n - 1, n) -- not the first mode
            local Q = seen:transpose() * seen
            local K, S = rigid.lqr(A, B, (Q + Q:transpose()) / 2, R, { discrete = discrete })
            local left = discrete and A:transpose() * S * (A - B * K) - S + Q or A:transpose() * S + S * A + Q - S * B * K
            near(left, Matrix(n, n), { tol = 1e-9, scale = S:norm() * A:norm() ^ 2 })
            -- what grows unseen is mirrored: what is cheapest for it
            local nearest = math.huge
            for _, z in ipairs(rigid.poles(A, B, K)) do
                assert.is_true(discrete and z[1] ^ 2 + z[2] ^ 2 < 1 or not discrete and z[1] < 0)
                nearest = math.min(nearest, math.abs(z[1] - (discrete and 1 / 1.5 or -0.5)) + math.abs(z[2]))
            end
            assert.is_true(nearest < 1e-7, tostring(nearest))
        end)
    end)

    it("is the same in whatever units x is told", function()
        draw.each(8, 4026, function(d, seed)
            local n, discrete = 4 + seed % 5, { discrete = seed % 2 == 0 }
            local A, B = Matrix(d:matrix(n, n)), Matrix(d:matrix(n, 2))
            local T, back = Matrix(n, n), Matrix(n, n)
            for i = 1, n do
                local e = d:integer(-20, 20)
                T:set(i, i, 2.0 ^ e)
                back:set(i, i, 2.0 ^ -e)
            end
            local K, S = rigid.lqr(A, B, 1, 1, discrete)
            local other, cost = rigid.lqr(T * A * back, T * B, back * back, 1, discrete)
            near({ other * T, T * cost * T }, { K, S }, { tol = 1e-9 })
        end)
    end)

    it("gives what was recorded of another system", function()
        local count = 0
        for _, case in ipairs(oracle.toolbox "control" or {}) do
            local K, S = rigid.lqr(case.A, case.B, case.Q, case.R)
            near({ K, S }, { case.K, case.S }, { tol = 1e-9 })
            local D, P = rigid.lqr(case.A, case.B, case.Q, case.R, { discrete = true })
            near({ D, P }, { case.discrete_K, case.discrete_S }, { tol = 1e-9 })
            local function upper(list) -- of a pair, whichever stands first
                local out = {}
                for i, z in ipairs(list) do out[i] = { z[1], math.abs(z[2]) } end
                return out
            end
            near(upper(rigid.poles(case.A, case.B, K)), upper(case.poles), { tol = 1e-8 })
            near(rigid.lyapunov(case.stable, case.Q), case.lyapunov, { tol = 1e-10 })
            near(rigid.lyapunov(case.contraction, case.Q, { discrete = true }), case.discrete_lyapunov, { tol = 1e-10 })
            local F, G = rigid.discretize(case.A, case.B, case.h)
            near({ F, G }, { case.discretised.A, case.discretised.B }, { tol = 1e-10 })
            count = count + 1
        end
        if count == 0 then pending(oracle.absent) end
    end)

    it("says which mode is not reached, or not seen", function()
        local I = Matrix.identity(2)
        refuses(function() rigid.lqr({ { 1, 0 }, { 0, 2 } }, { { 0 }, { 1 } }, I, { { 1 } }) end, "the mode 1 does not decay", "B does not reach it")
        refuses(function() rigid.lqr({ { 0, 1 }, { -1, 0 } }, { { 0 }, { 1 } }, Matrix(2, 2), { { 1 } }) end, "Q does not see a mode")
        refuses(function() rigid.lqr({ { 1, 0 }, { 0, 2 } }, { { 1 }, { 1 } }, -I, { { 1 } }) end, "#3", "without negative eigenvalues")
        refuses(function() rigid.lqr({ { 1, 0 }, { 0, 2 } }, { { 1 }, { 1 } }, I, { { 0 } }) end, "#4", "positive definite")
        refuses(function() rigid.lqr({ { 1, 0 }, { 0, 2 } }, { { 1 } }, I, { { 1 } }) end, "#2", "2 x at least 1")
        refuses(function() rigid.lqr({ { 1, 0 }, { 0, 2 } }, { 1 }, I, 1) end, "#2", "2 numbers")
        near({ rigid.lqr({ { 1, 1 }, { 0, 3 } }, { 1, 1 }, { 3, 4 }, 5) }, { rigid.lqr({ { 1, 1 }, { 0, 3 } }, { { 1 }, { 1 } }, { { 3, 0 }, { 0, 4 } }, { { 5 } }) }, { tol = 0 })
        local K = rigid.lqr({ { 1, 0 }, { 0, -2 } }, { { 1 }, { 0 } }, I, { { 1 } })
        near(K, { { 1 + math.sqrt(2), 0 } }, { tol = 1e-14 })
    end)
end)

describe("numbers near the end of floating point", function()
    it("are answered or refused by the function that was called, and no other", function()
        local I, refused = Matrix.identity(2), 0
        local function calls(name, ...)
            local ok, problem = pcall(rigid[name], ...)
            if ok then return problem end
            assert.is_true(tostring(problem):find("'" .. name .. "'", 1, true) ~= nil, tostring(problem))
            refused = refused + 1
        end
        draw.each(30, 4028, function(d)
            local function drawn(n, m)
                local M = Matrix(n, m)
                for i = 1, n do
                    for j = 1, m do M:set(i, j, d:integer(-1, 1) * 10 ^ d:between(-320, 308.2)) end
                end
                return M
            end
            local A, B = drawn(3, 3), drawn(3, 1)
            assert.is_string(calls("controllability", A, B).sentence)
            calls("lqr", A, B, 1, 1)
            calls("lqr", A, B, 1, 1, { discrete = true })
            calls("lqr", Matrix.identity(3), B, 1e308, 1e-308)
        end)
        assert.is_true(refused > 30)
        -- a common factor of A, and one of B, change nothing
        for _, unit in ipairs { 1e-300, 1e300 } do
            local answer = rigid.controllability({ { -unit, 0 }, { 0, -2 * unit } }, { 1 / unit, 0 })
            near(answer.modes, { { -2 * unit, 0 } }, { tol = 1e-14 })
            assert.equal(1, answer.rank)
        end
        assert.equal(2, rigid.controllability({ { 1e308, 1e308 }, { 1e308, 1e308 } }, { 1e308, 0 }).rank)
        refuses(function() rigid.lqr(I, I, 1, { 1, 1e308 }) end, "'lqr'", "too large or too small")
    end)
end)

describe("what can be controlled", function()
    it("is every mode of a drawn system, and not one that is set apart", function()
        draw.each(10, 4030, function(d)
            local A, B = Matrix(d:matrix(4, 4)), Matrix(d:matrix(4, 1))
            local all = rigid.controllability(A, B)
            assert.same({ true, true, 4, 0 }, { all.controllable, all.stabilizable, all.rank, #all.modes })
            local T = Matrix(d:matrix(5, 5)) + Matrix.identity(5) * 3
            local apart = A:hcat(Matrix(4, 1)):vcat { 0, 0, 0, 0, 0.7 }
            local turned = rigid.controllability(T * apart * T:inverse(), T * B:vcat { 0 })
            assert.same({ false, false, 4, 1 }, { turned.controllable, turned.stabilizable, turned.rank, #turned.modes })
            near(turned.modes[1], { 0.7, 0 }, { tol = 1e-9 })
        end)
    end)

    it("is the same in whatever units x and u are told", function()
        draw.each(10, 4035, function(d)
            local n = 5
            local A, B = Matrix(d:matrix(4, 4)), Matrix(d:matrix(4, 2))
            for i = 1, 4 do
                for j = 1, 4 do
                    if (i + 2 * j) % 3 == 0 then A:set(i, j, 0) end
                end
            end
            local apart = A:hcat(Matrix(4, 1)):vcat { 0.3, 0, 0, 0.1, 0.7 }:transpose() -- what no input moves, but which moves others
            local reached = B:vcat(Matrix(1, 2))
            for _, far in ipairs { 0, 2, 5 } do
                local T, S = Matrix(n, n), Matrix { { 10 ^ d:between(-far, far), 0 }, { 0, 10 ^ d:between(-far, far) } }
                for i = 1, n do T:set(i, i, 10 ^ d:between(-far, far)) end
                local said = rigid.controllability(T * apart * T:inverse(), T * reached * S)
                assert.same({ false, false, 4, 1 }, { said.controllable, said.stabilizable, said.rank, #said.modes })
                near(said.modes[1], { 0.7, 0 }, { tol = 1e-9 })
                local four = T:block(1, 1, 4, 4)
                assert.is_true(rigid.controllability(four * A * four:inverse(), four * B * S).controllable)
            end
        end)
        assert.is_true(rigid.controllability({ { 0, 1e-12 }, { 0, -1 } }, { { 0 }, { 1e-9 } }).controllable) -- an integrator, in other units
    end)

    it("counts modes as often as they are not reached, and knows what decays step by step", function()
        local twice = rigid.controllability({ { 0.5, 0 }, { 0, 0.5 } }, { { 1 }, { 1 } }, { discrete = true })
        assert.same({ false, true, 1, 1 }, { twice.controllable, twice.stabilizable, twice.rank, #twice.modes })
        assert.is_false(rigid.controllability({ { 0.5, 0 }, { 0, 0.5 } }, { { 1 }, { 1 } }).stabilizable)
        assert.is_false(rigid.controllability({ { -2, 0 }, { 0, 0.5 } }, { { 0 }, { 1 } }, { discrete = true }).stabilizable)
        local none = rigid.controllability({ { -1, 2 }, { 0, -3 } }, { { 0 }, { 0 } })
        assert.same({ 0, 2, true }, { none.rank, #none.modes, none.stabilizable })
    end)

    it("a hold of two times h is two holds of h", function()
        draw.each(10, 4040, function(d)
            local A, B = Matrix(d:matrix(3, 3)), Matrix(d:matrix(3, 2))
            local F, G = rigid.discretize(A, B, 0.3)
            local F2, G2 = rigid.discretize(A, B, 0.6)
            near(F2, F * F, { tol = 1e-13 })
            near(G2, F * G + G, { tol = 1e-13 })
            near(A * G, (F - Matrix.identity(3)) * B, { tol = 1e-13 })
        end)
    end)
end)

describe("balancing by lqr", function()
    -- Runs m from beside an equilibrium under u = −K x at the driven joints, and says how far it is from that in the end.
    local function stands(m, driven, from)
        local n = m:nv()
        local A, B = m:linearize(Vector(n))
        local K = rigid.lqr(A, B:block(1, driven, 2 * n, 1), Matrix.identity(2 * n), { { 1 } })
        local log = m:simulate { q = from, duration = 12, dt = 0.01, controller = function(_, q, v)
            local tau, u = Vector(n), 0
            for k = 1, n do u = u - K(1, k) * q[k] - K(1, n + k) * v[k] end
            tau[driven] = u
            return tau
        end }
        local last = log.q[#log.q]
        local worst = 0
        for k = 1, n do worst = math.max(worst, math.abs(last[k])) end
        return worst
    end

    -- The run that begins `off` beside q ends at most so far from it.
    local function assert_returns(most, m, q, off, controller, duration)
        local log = m:simulate { q = m:integrate(q, off), duration = duration, dt = 0.01, controller = controller }
        local left = m:difference(q, log.q[#log.q]):norm()
        assert.is_true(left < most, ("%.3g is left"):format(left))
    end

    local function acrobot()
        local m = rigid.Model {}
        for i = 1, 2 do
            m:add_body { name = "link" .. i, parent = i == 2 and "link1" or nil, joint = { type = "revolute", name = "joint" .. i, axis = { 0, 1, 0 }, damping = 0.05 },
                placement = rigid.Transform { position = { 0, 0, i - 1 } }, inertia = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = 1 } }
        end
        return m
    end

    it("is m:balance: upright, bent, flying and on loops", function()
        local m = acrobot()
        local controller, K, S = m:balance { driven = { "joint2" }, Q = { 10, 10, 1, 1 }, R = 0.5 }
        local A, B = m:linearize({ 0, 0 })
        local gain, cost = rigid.lqr(A, B:column(2), Matrix.diagonal { 10, 10, 1, 1 }, { { 0.5 } })
        near({ K, S }, { gain, cost }, { tol = 1e-12 })
        near(controller(0, { 0.01, 0.02 }, { 0.03, -0.04 }), { 0, -(K * { 0.01, 0.02, 0.03, -0.04 })[1] }, { tol = 1e-14 })
        assert_returns(1e-3, m, m:neutral(), { 0.02, -0.03 }, controller, 16)
        local bent = m:trim { q0 = { 0.3, -1 }, driven = { "joint2" }, hold = { "joint2" } }
        assert.is_true(math.abs(bent[1]) > 0.1)
        assert_returns(1e-5, m, bent, { 1e-4, 0 }, (m:balance { q = bent, driven = { "joint2" } }), 8)
        local stone = rigid.Model {}
        stone:add_body { name = "stone", joint = "floating", inertia = rigid.SpatialInertia.solid_box { mass = 2, size = { 0.3, 0.2, 0.1 } } }
        local away = stone:integrate(stone:neutral(), { 1, 2, 3, 0.5, 0.4, 1 })
        assert_returns(1e-3, stone, away, { 0.3, -0.2, 0.1, 0.4, 0.5, -0.6 }, (stone:balance { q = away, driven = { "stone" } }), 16)
        local bars = rigid.Model {}
        for i = 1, 2 do
            bars:add_body { name = "bar" .. i, joint = { type = "revolute", axis = { 0, 1, 0 } }, placement = rigid.Transform { position = { i - 1, 0, 0 } },
                inertia = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = 1 } }
        end
        bars:add_loop { name = "rod", body_a = "bar1", placement_a = rigid.Transform { position = { 0, 0, 1 } }, body_b = "bar2",
            placement_b = rigid.Transform { position = { 0, 0, 1 } }, joint = { type = "distance", length = 1 } }
        assert_returns(1e-3, bars, bars:neutral(), { 0.1, 0.1 }, (bars:balance { driven = { "bar1" } }), 8)
    end)

    it("says what it cannot balance", function()
        local m = acrobot()
        refuses(function() m:balance { q = { 0.3, -1 }, driven = { "joint2" } } end, "'balance' has no answer", "does not stand still at q: v[1]", "m:trim")
        refuses(function() m:balance {} end, "driven", "expected, got none")
        refuses(function() m:balance { driven = { "elbow" } } end, "driven[1]")
        refuses(function() m:balance { driven = { "joint2" }, R = 0 } end, "'R'", "positive definite")
        refuses(function() m:balance { driven = { "joint2" }, Q = { 1 } } end, "'Q'", "4 numbers")
        local two = rigid.Model {} -- the second pole stands for itself
        for i = 1, 2 do
            two:add_body { name = "pole" .. i, joint = { type = "revolute", axis = { 0, 1, 0 } }, inertia = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = 1 } }
        end
        refuses(function() two:balance { driven = { "pole1" } } end, "'balance' has no answer", "does not decay, and B does not reach it")
    end)

    it("holds a cart's pole and an acrobot up", function()
        local cart = rigid.Model {}
        cart:add_body { name = "cart", joint = { type = "prismatic", axis = { 1, 0, 0 } }, inertia = rigid.SpatialInertia.solid_cube { mass = 1, length = 0.2 } }
        cart:add_body { name = "pole", parent = "cart", joint = { type = "revolute", axis = { 0, 1, 0 } },
            inertia = rigid.SpatialInertia.point_mass { mass = 0.2, position = { 0, 0, 0.5 } } }
        assert.is_true(stands(cart, 1, { 0, 0.2 }) < 1e-3)
        assert.is_true(stands(acrobot(), 2, { 0.02, -0.03 }) < 1e-3)
    end)
end)
