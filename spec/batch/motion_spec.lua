-- Steps and rollouts of batches: each row moves as the single one does, by every method, whatever the threads.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local program = require "spec.support.program"
local trees = require "spec.support.trees"

local Matrix, Vector = rigid.Matrix, rigid.Vector
local rows_of, refused = trees.samples, compare.raises

local function row(M, i) return M:table()[i] end

local function cart(options)
    local m = rigid.Model {name = "cart", gravity = {0, 0, 0}}
    local joint = {type = "prismatic", name = "slide", axis = {1, 0, 0}}
    for key, value in pairs(options or {}) do joint[key] = value end
    m:add_body {name = "cart", joint = joint, inertia = rigid.SpatialInertia.solid_cube {mass = 2, length = 1}}
    return m
end

describe("step_batch", function()
    it("steps each row as step does", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 5, {armature = true, resistance = true, springs = true})
            local Q, V, _, Tau = rows_of(d, m, 9)
            for _, method in ipairs {"auto", "rk4", "implicit", "midpoint"} do
                local Qn, Vn = m:step_batch(Q, V, Tau, 1e-3, {method = method, threads = 2})
                for _, i in ipairs {1, 5, 9} do
                    local q, v = m:step(row(Q, i), row(V, i), row(Tau, i), 1e-3, {method = method})
                    compare.near(row(Qn, i), q:table(), {tol = 1e-14, scale = 1})
                    compare.near(row(Vn, i), v:table(), {tol = 1e-13, scale = 1})
                end
            end
        end)
    end)
    it("refuses what is not a step", function()
        local m = cart()
        refused("argument #4 .*positive finite number expected", m.step_batch, m, {{0}}, {{0}}, nil, 0)
        refused("argument #2 .*v: 1x1 Matrix, a row for each of q expected, got 2x1", m.step_batch, m, {{0}}, {{0}, {0}}, nil, 1)
        refused("unknown field 'thread'", m.step_batch, m, {{0}}, {{0}}, nil, 1, {thread = 1})
        refused("too large for the damping", function()
            local stiff = cart {damping = 1e4}
            stiff:step_batch({{0}}, {{1}}, nil, 1, {method = "rk4"})
        end)
    end)
end)

describe("rollout", function()
    it("moves each row as simulate does, with friction and limits", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 4, {types = {"revolute", "prismatic", "spherical"}, armature = true, resistance = true})
            local Q, V, _, Tau = rows_of(d, m, 3)
            for _, method in ipairs {"rk4", "rkmk45"} do
                local r = m:rollout {q = Q, v = V, tau = Tau, duration = 0.055, dt = 0.01, method = method, threads = 2}
                assert.equal(method, r.method)
                assert.equal(0, #r.refused)
                for i = 1, 3 do
                    local tau = row(Tau, i)
                    local log = m:simulate {q = row(Q, i), v = row(V, i), duration = 0.055, dt = 0.01, method = method, controller = function() return tau end}
                    compare.near(row(r.q, i), log.q[#log.q]:table(), {tol = 1e-9, scale = 1})
                    compare.near(row(r.v, i), log.v[#log.v]:table(), {tol = 1e-8, scale = 1})
                end
            end
        end)
    end)
    it("steps rows together where only torques, damping and springs act, as simulate steps one", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 4, {types = {"revolute", "prismatic", "universal", "helical"}, armature = true, resistance = true, springs = true})
            local Q, V, _, Tau = rows_of(d, m, 70)
            for _, method in ipairs {"rk4", "semi_implicit_euler"} do
                for _, damping in ipairs {true, false} do
                    local r = m:rollout {q = Q, v = V, tau = Tau, duration = 0.025, dt = 0.01, method = method, friction = false, damping = damping, threads = 2}
                    for _, i in ipairs {1, 64, 70} do
                        local tau = row(Tau, i)
                        local log = m:simulate {q = row(Q, i), v = row(V, i), duration = 0.025, dt = 0.01, method = method, friction = false,
                            damping = damping, controller = function() return tau end}
                        compare.near(row(r.q, i), log.q[#log.q]:table(), {tol = 1e-12, scale = 1})
                        compare.near(row(r.v, i), log.v[#log.v]:table(), {tol = 1e-11, scale = 1})
                    end
                end
            end
        end)
    end)
    it("stops at limits as one cart does", function()
        local m = cart {limits = {lower = -1, upper = 0.5}}
        for _, method in ipairs {"auto", "rk4", "semi_implicit_euler"} do
            local r = m:rollout {q = {{0}, {0}, {-0.9}}, v = {{1}, {0.1}, {-3}}, duration = 1, dt = 0.01, method = method}
            compare.near(r.q:table(), {{0.5}, {0.1}, {-1}}, {tol = 1e-9, scale = 1})
            compare.near(r.v:table(), {{0}, {0.1}, {0}}, {tol = 1e-9, scale = 1})
        end
    end)
    it("goes through dry friction together as each row does alone", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 4, {types = {"revolute", "prismatic"}, armature = true, resistance = true})
            local Q, V, _, Tau = rows_of(d, m, 70)
            local own, P = m:parameters():table(), {}
            for i = 1, 70 do P[i] = own end
            for _, method in ipairs {"semi_implicit_euler", "rk4"} do
                local run = {q = Q, v = V, tau = Tau, duration = 0.064, dt = 2e-3, method = method}
                local together = m:rollout(run)
                run.threads = 2
                local shared = m:rollout(run)
                compare.same_bits(together.q, shared.q)
                run.parameters = P -- a robot for each row goes alone
                local alone = m:rollout(run)
                compare.near(together.q, alone.q, {tol = 1e-8, scale = 1})
                compare.near(together.v, alone.v, {tol = 1e-6, scale = 1})
            end
        end)
    end)
    it("holds what stands, by friction and at limits, in rows that step together, until it takes more than there is", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 4, {types = {"revolute", "prismatic", "universal"}, armature = true, resistance = true})
            m:add_body {name = "tip", parent = m:body_names()[2], joint = {type = "prismatic", name = "reach", axis = {0, 0, 1}, friction = 0.3,
                limits = {lower = -9, upper = 0.5}}, inertia = rigid.SpatialInertia.solid_cube {mass = 1, length = 0.3}}
            local n, nv, friction, reach = 70, m:nv(), m:friction(), m:joint("reach").v
            local Q, V, _, Tau = rows_of(d, m, n)
            for i = 1, n do -- most stand, a third at the limit, and what acts is about as much as holds them
                for k = 1, nv do
                    if (i + k) % 3 > 0 then V:set(i, k, 0) end
                end
                Q:set(i, reach, i % 3 == 0 and 0.5 or d:between(-1, 0))
                V:set(i, reach, -math.abs(V(i, reach)))
            end
            local load = m:bias_forces_batch(Q, V)
            for i = 1, n do
                for k = 1, nv do Tau:set(i, k, load(i, k) + d:between(-1.1, 1.1) * friction[k] + (k == reach and d:between(-1, 1) or 0)) end
            end
            for _, method in ipairs {"semi_implicit_euler", "rk4"} do
                local run = {q = Q, v = V, tau = Tau, duration = 0.02, dt = 2e-3, method = method}
                local together = m:rollout(run)
                run.parameters = Matrix(n, 10 * m:nbodies())
                local own = m:parameters()
                for i = 1, n do for k = 1, #own do run.parameters:set(i, k, own[k]) end end
                local alone = m:rollout(run) -- a robot for each row goes alone
                compare.near(together.q, alone.q, {tol = 1e-9, scale = 1})
                compare.near(together.v, alone.v, {tol = 1e-8, scale = 1})
                local stood, went = 0, 0
                for i = 1, n do
                    for k = 1, nv do
                        if V(i, k) == 0 then
                            if together.v(i, k) == 0 then stood = stood + 1 else went = went + 1 end
                        end
                    end
                end
                assert.is_true(stood > 20 and went > 20)
            end
        end)
    end)
    it("asks a policy once a tick, with all rows, and gives what threads do not change", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 4, {armature = true})
            local Q, V = rows_of(d, m, 19)
            local function go(threads)
                local asked = 0
                local r = m:rollout {q = Q, v = V, duration = 0.01, dt = 1e-3, threads = threads, policy = function(t, q, v)
                    assert.equal("Matrix", rigid.type(q))
                    assert.equal(19, q:rows())
                    assert.is_true(math.abs(t - asked * 1e-3) < 1e-15)
                    asked = asked + 1
                    return v * -0.5
                end}
                assert.equal(10, asked)
                return r
            end
            local a, b = go(1), go(3)
            compare.same_bits(a.q, b.q)
            compare.same_bits(a.v, b.v)
        end)
    end)
    it("needs the memory of its states, however many ticks there are, and keeps samples that later ones do not touch", function()
        local m, many <const> = cart {damping = 1}, 20000
        local Q, V, Tau = Matrix(many, 1), Matrix(many, 1), Matrix.ones(many, 1)
        local function taken(f, ...) -- in numbers for each row, with what is thrown away meanwhile
            f(...)
            collectgarbage()
            collectgarbage "stop"
            local before = collectgarbage "count"
            f(...)
            local more = (collectgarbage "count" - before) * 1024 / (8 * many)
            collectgarbage "restart"
            return more
        end
        local said = {q = Q, v = V, tau = function() return Tau end, duration = 0.03, method = "rk4", progress = false}
        assert.is_true(taken(m.rollout, m, said) < 2 + 2 + 3 + 1) -- the last states, those before them, and how stiff each row is
        assert.is_true(taken(m.step_batch, m, Q, V, Tau, 1e-3) < 2 + 3 + 1 + 0.5) -- and which method each row has
        said.log = {every = 7}
        local r, known = m:rollout(said), {}
        assert.same({0, 0.007, 0.014, 0.021, 0.028, 0.03}, r.log.t)
        for i, q in ipairs(r.log.q) do known[i] = q(1, 1) end
        for i = 2, #known do assert.is_true(known[i] > known[i - 1]) end
    end)
    it("has policies in C that do what the same in Lua does", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 4, {types = {"revolute", "prismatic"}, armature = true})
            local Q, V, _, Tau = rows_of(d, m, 5)
            local R, kp, kd = rows_of(d, m, 5), {}, {}
            for k = 1, m:nv() do kp[k], kd[k] = d:between(1, 9), d:between(1, 3) end
            local function go(method, computed) -- by steps as each row asks for, or by those that all rows take together
                local r = m:rollout {q = Q, v = V, tau = Tau, duration = 0.02, dt = 2e-3, method = method,
                    policy = {kp = kp, kd = kd, q = R, computed = computed}}
                local same = m:rollout {q = Q, v = V, duration = 0.02, dt = 2e-3, method = method, policy = function(_, q, v)
                    local out = {}
                    for i = 1, 5 do
                        local a = {}
                        for k = 1, m:nv() do a[k] = kp[k] * (R(i, k) - q(i, k)) - kd[k] * v(i, k) end
                        out[i] = (Vector(row(Tau, i)) + (computed and m:inverse_dynamics(row(q, i), row(v, i), a) or Vector(a))):table()
                    end
                    return Matrix(out)
                end}
                compare.near(r.q, same.q, {tol = 1e-9, scale = 1})
                compare.near(r.v, same.v, {tol = 1e-8, scale = 1})
            end
            for _, method in ipairs {"rkmk45", "rk4", "semi_implicit_euler"} do
                go(method, false)
                go(method, true)
            end
        end)
    end)
    it("takes a function of t, and parameters of each row", function()
        local m = cart()
        local r = m:rollout {q = {{0}, {0}}, duration = 1, dt = 0.5, tau = function(t) return Matrix {{t < 0.5 and 4 or 0}, {4}} end,
            parameters = {{2, 0, 0, 0, 1, 1, 1, 0, 0, 0}, {4, 0, 0, 0, 1, 1, 1, 0, 0, 0}}}
        compare.near(r.v:table(), {{1}, {1}}, {tol = 1e-12})
        compare.near(r.q:table(), {{0.75}, {0.5}}, {tol = 1e-12})
    end)
    it("takes for each row the method that its own stiffness asks for, and refuses steps too long for any", function()
        local function block(mass) return rigid.SpatialInertia.solid_cube {mass = mass, length = 1}:parameters():table() end
        local m = cart {damping = 1000}
        local masses = {2, 1e-4, 2, 1e-4, 500, 500}
        local Q, V, P = Matrix(6, 1), Matrix(6, 1), {}
        for i, mass in ipairs(masses) do
            V:set(i, 1, i)
            P[i] = block(mass)
        end
        local r = m:rollout {q = Q, v = V, parameters = P, duration = 0.1, dt = 0.01, threads = 2}
        assert.equal("rkmk45 and implicit", r.method)
        for i, mass in ipairs(masses) do
            compare.near(r.v(i, 1), i * math.exp(-1000 * 0.1 / mass), {tol = 1e-4, scale = i})
            local alone = m:rollout {q = {{0}}, v = {{i}}, parameters = {P[i]}, duration = 0.1, dt = 0.01}
            assert.equal(mass < 500 and "implicit" or "rkmk45", alone.method)
            compare.same_bits({r.q(i, 1), r.v(i, 1)}, {alone.q(1, 1), alone.v(1, 1)})
        end
        local Qn = m:step_batch(Q, V, nil, 0.01, {parameters = P})
        assert.is_true(math.abs(Qn(2, 1)) < 1e-3)
        for _, method in ipairs {"rk4", "semi_implicit_euler"} do
            refused("row 2: 0.001 s is too large for the damping of 'slide' with " .. method, m.rollout, m,
                {q = Q, v = V, parameters = P, duration = 0.1, dt = 0.001, method = method})
        end
        assert.equal("rkmk45", cart({damping = 1000}):rollout({q = Q, v = V, parameters = P, duration = 0.1, dt = 0.01, damping = false}).method)
    end)
    it("foresees gains that overshoot while they are held, each row by its own inertia, and no others", function()
        local P = {{2, 0, 0, 0, 1, 1, 1, 0, 0, 0}, {1, 0, 0, 0, 1, 1, 1, 0, 0, 0}}
        local function run(m, kp, kd, parameters, by_hand)
            local policy = by_hand and function(_, q, v) return q * -kp - v * kd end or {kp = kp, kd = kd, q = {{0}, {0}}}
            return m:rollout {q = {{1}, {1}}, v = {{0}, {1}}, parameters = parameters and P or nil, duration = 20, dt = 0.1, policy = policy}
        end
        local m, damped = cart(), cart {damping = 100}
        for _, gains in ipairs {{1, 39.9}, {200, 38}, {1, 20}} do -- of 2 kg: calm up to 2 m / dt
            local r = run(m, gains[1], gains[2])
            assert.is_true(math.abs(r.v(1, 1)) < 1 and math.abs(r.v(2, 1)) < 1)
        end
        assert.is_true(run(m, 1, 40.4, false, true).v(1, 1) ^ 2 > 1)
        refused("field 'dt': row 1: held for 0.1 s, kd of 'slide' overshoots further at each tick: 0.089 s would do", run, m, 1, 40.4)
        refused("row 1: held for 0.1 s, kp of 'slide' overshoots", run, m, 810, 30)
        refused("row 2: held for 0.1 s, kd of 'slide' overshoots further at each tick: 0.086 s", run, m, 1, 21, true)
        assert.is_true(math.abs(run(damped, 1, 60).v(1, 1)) < 1) -- calm up to d (1 + exp(-x)) / (1 - exp(-x)), x = 5
        assert.is_true(math.abs(run(damped, 1, 103, false, true).v(2, 1)) > 1)
        refused("row 1: held for 0.1 s, kd of 'slide'", run, damped, 1, 103)
        refused("held for 0.1 s, kd%[1%] overshoots further at each tick: 0.086 s would do", m.rollout, m,
            {q = {{1}}, duration = 1, dt = 0.1, policy = {kp = 1, kd = 21, q = {{0}}, computed = true}})
    end)
    it("does not go by how a run is cut into pieces", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 4, {types = {"revolute", "prismatic", "spherical"}, armature = true, resistance = true})
            local Q, V = rows_of(d, m, 3)
            local whole = m:rollout {q = Q, v = V, duration = 0.064, dt = 1e-3}
            local pieces = m:rollout {q = Q, v = V, duration = 0.064, dt = 1e-3, log = {every = 16}}
            compare.same_bits(whole.q, pieces.q)
            compare.same_bits(whole.v, pieces.v)
        end)
    end)
    it("hears Ctrl-C within a tick that takes long, and has what was there before it", function()
        local out = program.interrupt [[
            local m = rigid.Model {gravity = {0, 0, 0}}
            m:add_body {name = "cart", joint = {type = "prismatic", damping = 1000}, inertia = rigid.SpatialInertia.solid_cube {mass = 1e-7, length = 1}}
            local function policy()
                print "ready"
                io.stdout:flush()
                return rigid.Matrix {{0}}
            end
            local ok, problem = pcall(m.rollout, m, {q = {{3}}, v = {{1}}, policy = policy, duration = 10, dt = 1, method = "rkmk45", tolerance = 1e-11})
            print(ok, problem.what, problem.result.t, problem.result.q(1, 1))
        ]]
        assert.equal("ready\nfalse\tinterrupted\t0.0\t3.0\n", out)
    end)
    it("has what was done when Ctrl-C comes, however many rows there are", function()
        local out = program.interrupt [[
            local m = rigid.Model {gravity = {0, 0, 0}}
            m:add_body {name = "cart", joint = {type = "prismatic"}, inertia = rigid.SpatialInertia.solid_cube {mass = 1, length = 1}}
            local many, asked = 20000, 0
            local function policy()
                asked = asked + 1
                if asked == 20 then print "ready" end
                io.stdout:flush()
                return rigid.Matrix.ones(many, 1)
            end
            local start = rigid.Matrix(many, 1)
            local ok, problem = pcall(m.rollout, m, {q = start, policy = policy, duration = 1e5, dt = 1, method = "rk4"})
            local r = problem.result
            print(ok, problem.what, r.t >= 19 and r.t == r.ticks, r.v(many, 1) == r.t, #r.refused)
        ]]
        assert.equal("ready\nfalse\tinterrupted\ttrue\ttrue\t0\n", out)
    end)
    it("keeps the samples that are asked for, and no others", function()
        local r = cart():rollout {q = {{0}, {1}}, v = {{1}, {1}}, duration = 1, dt = 0.1, log = {every = 4}}
        compare.near(r.log.t, {0, 0.4, 0.8, 1}, {tol = 1e-14})
        compare.near(r.log.q[2]:table(), {{0.4}, {1.4}}, {tol = 1e-12})
        assert.equal(4, #r.log.v)
        assert.is_nil(cart():rollout({q = {{0}}, duration = 1, dt = 0.1}).log)
    end)
    it("goes on without a row that cannot, and names it", function()
        local r = cart():rollout {q = {{0}, {0 / 0}, {1}}, v = {{1}, {1}, {1}}, duration = 1, dt = 0.1}
        assert.same({2}, r.refused)
        compare.near({r.q(1, 1), r.q(3, 1)}, {1, 2}, {tol = 1e-12})
    end)
    it("takes no interruption for a table of other numbers", function()
        local m, list = cart(), {{0}}
        local ok, problem = pcall(function()
            local _ <close> = setmetatable({}, {__close = function() debug.sethook() end})
            debug.sethook(function() -- as Ctrl-C has it: at the call of what makes a Matrix of the list
                local info = debug.getinfo(2, "Sf")
                if info.what == "C" and info.func ~= pcall and select(2, debug.getlocal(2, 2)) == list then error("interrupted", 0) end
            end, "c")
            return m:rollout {q = list, duration = 1}
        end)
        assert.same({false, "interrupted"}, {ok, problem})
    end)
    it("keeps what is done where a policy fails", function()
        local m, calls = cart(), 0
        local ok, problem = pcall(m.rollout, m, {q = {{0}}, v = {{1}}, duration = 1, dt = 0.1, policy = function()
            calls = calls + 1
            if calls == 4 then error "enough" end
            return Matrix(1, 1)
        end})
        assert.is_false(ok)
        assert.matches("the rollout of 'cart' stopped at t = 0.3 s: policy: .*enough", tostring(problem))
        compare.near(problem.result.q(1, 1), 0.3, {tol = 1e-12})
        local _, shape = pcall(m.rollout, m, {q = {{0}}, duration = 1, policy = function() return Matrix(2, 1) end})
        assert.matches("a 1x1 Matrix of torques expected, and it returned a 2x1 Matrix", tostring(shape))
    end)
    it("refuses what it cannot be asked for", function()
        local m = cart()
        refused("field 'duration': positive finite number expected, got nil", m.rollout, m, {q = {{0}}})
        refused("field 'q': q: Matrix of 1 columns, a state in each row expected, got a table of 2", m.rollout, m, {q = {{0}, {0, 1}}, duration = 1})
        refused("field 'q': q: Matrix of 1 columns, a state in each row expected, got 1x2", m.rollout, m, {q = {{0, 0}}, duration = 1})
        refused("field 'policy.kp': number, or a gain for each freedom expected", m.rollout, m, {q = {{0}}, duration = 1, policy = {}})
        refused("unknown field 'polciy'; did you mean 'policy'?", m.rollout, m, {q = {{0}}, duration = 1, polciy = {}})
        refused("field 'dt': .*billion times shorter", m.rollout, m, {q = {{0}}, duration = 1, dt = 1e-12})
    end)
end)
