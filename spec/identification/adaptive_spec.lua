-- Adaptive control: its Lyapunov function, estimates that stay possible, and what it is compared with.
-- One file: all of it looks at runs of one controller, which are made in one way.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local learning = require "spec.support.learning"

local FLAT, sines, resisting = learning.FLAT, learning.sines, learning.resisting
local Model, Rotation, SpatialInertia, Vec3, Vector = rigid.Model, rigid.Rotation, rigid.SpatialInertia, rigid.Vec3, rigid.Vector
local near, refuses = compare.near, compare.refuses

-- The same tree, believed to be made of balls.
local function believed(m)
    local p = {}
    for _ = 1, m:nbodies() do
        table.move(SpatialInertia.solid_sphere {mass = 3, radius = 0.6}:shift {0.1, -0.1, 0}:parameters():table(), 1, 10, #p + 1, p)
    end
    return m:copy():set_parameters(p)
end

local function possible(p)
    for at = 1, #p, 10 do
        if not SpatialInertia.from_parameters {table.unpack(p:table(), at, at + 9)}:is_physically_consistent() then return false end
    end
    return true
end

-- A run of an adaptive controller on a random tree, unless one is given: the controller, and V + what was dissipated at the beginning and at the end.
local function run(seed, count, said, duration, m)
    local d = draw.stream(seed)
    m = m or trees.random(d, count, {types = FLAT})
    local n = m:nv()
    said.model, said.reference, said.lambda, said.K = said.model or believed(m), sines(d, n), said.lambda or 3, said.K or 30
    local c = rigid.adaptive_controller(said)
    local q, v = Vector(d:list(n)), Vector(d:list(n))
    local tau = c(0, q, v)
    local before = c:lyapunov(m)
    local log = m:simulate {q = q, v = v, duration = duration, dt = 2e-3, controller = c, continuous = true}
    return c, before, c:lyapunov(m) + c:dissipated(), m, log, tau
end

-- Slotine and Li's controller by that factor, with the euclidean law: V + ∫ sᵀKs at the beginning and at the end of a run on m.
local function by_factor(factor, m, reference, q, v)
    local lambda, K, gamma, guess, size = 3, 20, 5, (1.3 * m:parameters()):table(), 10 * m:nbodies()
    local function errors(t, q_now, v_now)
        local q_d, v_d, a_d = reference(t)
        local e, rate = q_now - q_d, v_now - v_d
        return rate + lambda * e, v_d - lambda * e, a_d - lambda * rate
    end
    local ends
    local functions = {
        start = function() return Vector(table.move({0.0}, 1, 1, size + 1, table.move(guess, 1, size, 1, {}))) end,
        torque = function(_, t, q_now, v_now, z)
            local s, v_r, a_r = errors(t, q_now, v_now)
            local Y, p, rate = m:slotine_li_regressor(q_now, v_now, v_r, a_r, {factor = factor}), Vector(size), Vector(size + 1)
            for k = 1, size do p:set(k, z[k]) end
            local change = Y:transpose() * s
            for k = 1, size do rate:set(k, -change[k] / gamma) end
            rate:set(size + 1, K * s:dot(s))
            return Y * p - K * s, rate
        end,
        keep = function(_, t, q_now, v_now, z)
            local s, off = (errors(t, q_now, v_now)), 0.0
            for k = 1, size do off = off + (z[k] - m:parameters()[k]) ^ 2 end
            local V = 0.5 * s:dot(m:mass_matrix(q_now) * s) + 0.5 * gamma * off + z[size + 1]
            ends = {ends and ends[1] or V, V}
        end,
    }
    m:simulate {q = q, v = v, duration = 0.4, dt = 4e-3, controller = setmetatable({}, {__call = function() end, integrated = functions}), continuous = true}
    return ends[1], ends[2]
end

-- An arm of seven joints that are askew.
local function seven(d)
    local m, parent = Model {name = "seven"}, nil
    for i = 1, 7 do
        m:add_body {
            name = "l" .. i, parent = parent, joint = {type = "revolute", axis = Vec3(d:between(-1, 1), d:between(-1, 1), 1):unit()},
            placement = parent and {position = {0.1, 0.05, 0.3}, rpy = {0.5, 0.3 * i, 0}} or nil,
            inertia = SpatialInertia.solid_box {mass = 2, size = {0.1, 0.2, 0.3}}:shift {-0.02, 0.03, -0.15},
        }
        parent = "l" .. i
    end
    return m
end

-- Where "l7" is to be: its position, its rotation, and their rates.
local function sweeping(start)
    local axis = Vec3(0.3, -0.2, 0.5)
    return function(t)
        return start:position() + Vec3(0.1 * math.sin(t), 0.1 * math.cos(2 * t) - 0.1, 0.05 * t), Vec3(0.1 * math.cos(t), -0.2 * math.sin(2 * t), 0.05),
            Vec3(-0.1 * math.sin(t), -0.4 * math.cos(2 * t), 0), Rotation.exp(math.sin(t) * axis) * start:rotation(), math.cos(t) * axis, -math.sin(t) * axis
    end
end

describe("adaptive_controller", function()
    for _, law in ipairs {"natural", "euclidean"} do
        it("keeps V + ∫ sᵀKs as it is, by the " .. law .. " law on random trees", function()
            for seed = 1, 4 do
                local c, before, after, m, log, tau = run(seed, seed, {adaptation = law, gamma = 200}, 0.4)
                assert.is_true(math.abs(after - before) <= 1e-9 * before, ("seed %d: %g of %g"):format(seed, after - before, before))
                assert.is_true(c:dissipated() > 1e-6 * before)
                if law == "natural" then assert.is_true(possible(c:parameters())) end
                near(c:model():parameters():table(), c:parameters():table(), {tol = 1e-11})
                near(log.tau[1]:table(), tau:table()) -- the torque is logged
                local _, t, q, v = c:error()
                assert.is_true(t == log.t[#log] and q == log.q[#log] and v == log.v[#log] and m:nv() == #v)
            end
        end)
    end

    it("does so on trees of twelve joints", function()
        for seed, count in pairs {[7] = 8, [8] = 12} do
            local m = trees.random(draw.stream(seed), count, {types = {"revolute", "prismatic"}})
            local guess = m:copy():set_parameters(1.3 * m:parameters())
            local c, before, after = run(seed, count, {model = guess, gamma = 30, lambda = 2, K = 20}, 0.02, m)
            assert.is_true(math.abs(after - before) <= 1e-9 * before, ("%d joints: %g of %g"):format(count, after - before, before))
            assert.is_true(c:dissipated() > 1e-6 * before and possible(c:parameters()))
        end
    end)

    -- V is that many times gamma at the beginning: an estimate may grow e^ratio-fold.
    local function by_ratio(seed, count, ratio, far, method, dt)
        local d = draw.stream(4000 + seed)
        local m = trees.random(d, count, {types = FLAT, armature = seed % 3 == 0, springs = seed % 4 == 0, roots = seed % 5 == 0 and 2 or 1, mimics = seed % 7 == 0 and 0.3 or 0})
        local n = m:nv()
        local q, v, reference = far * Vector(d:list(n)), far * Vector(d:list(n)), sines(d, n)
        local function made(gamma)
            local c = rigid.adaptive_controller {model = m:copy():set_parameters(1.3 * m:parameters()), reference = reference, lambda = 3, K = 30, gamma = gamma}
            c(0, q, v)
            return c, c:lyapunov(m)
        end
        local c, before = made(select(2, made(1e-9)) / ratio)
        local ok, problem = pcall(m.simulate, m, {q = q, v = v, duration = 0.1, dt = dt, method = method, controller = c, continuous = true, limits = false})
        return ok, math.abs(c:lyapunov(m) + c:dissipated() - before) / before, problem, c:dissipated() / before
    end

    it("does so on trees of four to twelve joints of every kind it takes, from near and from far, by both methods", function()
        for seed = 1, 18 do
            local ok, off, problem, lost = by_ratio(seed, 4 + seed % 9, 5, seed % 2 == 0 and 0.3 or 3, nil, 2e-3)
            assert.is_true(ok and off <= 1e-9 and lost > 1e-4, ("seed %d: %g, %s"):format(seed, off, ok or problem))
        end
        for seed = 1, 3 do
            local ok, off, problem = by_ratio(seed, 4 + seed, 3, 1, "rk4", 1e-4)
            assert.is_true(ok and off <= 1e-9, ("seed %d, rk4: %g, %s"):format(seed, off, ok or problem))
        end
    end)

    it("stops in words where gamma is too small for numbers of sixteen digits", function()
        local ok, off, problem = by_ratio(2, 6, 1000, 1, nil, 2e-3)
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("a larger gamma is slower", 1, true), tostring(problem))
        assert.is_true(off <= 1e-9) -- up to there
    end)

    it("keeps bounds of parameters, and links within their ellipsoids, by the same law", function()
        local m = seven(draw.stream(3))
        local guess = m:copy():set_parameters(1.3 * m:parameters())
        local ellipsoid = {radii = {0.25, 0.3, 0.4}, placement = {position = {0.02, -0.03, 0.15}}}
        for _, said in ipairs {{}, {bounds = {l7 = {m = {1.9, 2.7}}, l5 = {mass = {1, 3}, mcx = {-1, 1}}}}, {within = {l7 = ellipsoid}, bounds = {l6 = {Izz = {0, 9}}}}} do
            said.model, said.gamma, said.lambda = guess, 0.05, 4
            local c, before, after = run(3, 7, said, 0.06, m)
            local p = c:parameters()
            assert.is_true(math.abs(after - before) <= 1e-9 * before, after - before)
            if said.bounds and said.bounds.l7 then assert.is_true(p[61] > 1.9 and p[61] < 2.7 and p[41] > 1 and p[41] < 3) end
            if not said.bounds then assert.is_true(p[61] > 2.7 and p[41] < 1, "the bounds of the second run say nothing") end
            assert.is_true(c:lyapunov(m) < before)
        end
    end)

    it("follows a point of a body, or its whole pose, with a posture where the joints leave one free", function()
        local m = seven(draw.stream(7))
        local q, v = Vector {0.35, -0.3, 0.45, 0.7, -0.35, 0.3, 0.1}, Vector {0.1, -0.1, 0.2, 0.1, -0.2, 0.1, 0.2}
        local sweep = sweeping(m:pose(Vector {0.3, -0.4, 0.5, 0.6, -0.3, 0.4, 0.2}, "l7"))
        for _, said in ipairs {{target = function(t) return table.unpack({sweep(t)}, 1, 3) end}, {target = sweep}, {target = sweep, posture = m:neutral()}} do
            said.body = "l7"
            local c = rigid.adaptive_controller {model = m:copy():set_parameters(1.3 * m:parameters()), reference = said, lambda = 3, K = 20, gamma = 30}
            c(0, q, v)
            local before = c:lyapunov(m)
            local log = m:simulate {q = q, v = v, duration = 0.06, dt = 4e-3, controller = c, continuous = true}
            assert.is_true(math.abs(c:lyapunov(m) + c:dissipated() - before) <= 1e-9 * before)
            assert.is_true(c:lyapunov(m) < before and #log > 2)
        end
        local tip, start = Vec3(0, 0, 0.1), m:pose(q, "l7") * Vec3(0.02, -0.02, 0.08)
        local point = {body = "l7", point = tip, target = function(t) return start + Vec3(0.1 * math.sin(t), 0, 0), {0.1 * math.cos(t), 0, 0}, {-0.1 * math.sin(t), 0, 0} end}
        local c = rigid.adaptive_controller {model = m, reference = point, lambda = 6, K = {80, 80, 40, 20, 10, 4, 2}, gamma = 10}
        local log = m:simulate {q = q, v = Vector(7), duration = 1.2, dt = 1e-3, method = "rk4", controller = c}
        local off = (m:pose(log.q[#log], "l7") * tip - (point.target(1.2))):norm()
        assert.is_true(off < 3e-3, off)
        refuses(function() rigid.adaptive_controller {model = m, reference = {body = "l8", target = sweep}} end, "reference.body", "l8")
        refuses(function() rigid.adaptive_controller {model = m, reference = {body = "l7"}} end, "reference.target", "function of t")
        refuses(function() rigid.adaptive_controller {model = m, reference = {body = "l7", target = sweep}, lambda = {1, 2, 3, 4, 5, 6, 7}} end, "lambda", "one number")
        refuses(function() rigid.adaptive_controller {model = m, reference = {body = "l7", target = function() return {0, 0} end}}(0, q, v) end, "position", "Vec3")
    end)

    it("has estimates that are possible at every tick, however strong it learns", function()
        local m = seven(draw.stream(4))
        local c = rigid.adaptive_controller {model = m, reference = sines(draw.stream(4), 7), lambda = 20, K = 20, gamma = 1e-6}
        local d = draw.stream(5)
        for i = 0, 2000 do
            c(i * 1e-3, d:list(7), d:list(7)) -- no plant: what is measured is noise
            assert.is_true(i % 50 > 0 or possible(c:parameters()))
        end
    end)

    it("stops in words, with the log up to there, where a step leaves what is possible", function()
        local d = draw.stream(747)
        local m = trees.random(d, 2, {types = {"revolute", "prismatic", "helical"}})
        local q, v = Vector(d:list(2)) * 3, Vector(d:list(2)) * 3
        local c = rigid.adaptive_controller {
            model = m:copy():set_parameters(1.3 * m:parameters()), reference = sines(draw.stream(3), 2), lambda = 3, K = 30, gamma = 5,
        }
        local ok, problem = pcall(m.simulate, m, {q = q, v = v, duration = 1, method = "rk4", controller = c, continuous = true, limits = false})
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("the estimate of the controller left what is possible: a larger gamma is slower", 1, true), tostring(problem))
        assert.is_true(#problem.log > 1 and problem.log.q[#problem.log]:norm() < math.huge)
    end)

    it("counts what the model says of its joints, which need not be learned", function()
        for seed = 1, 2 do
            for _, said in ipairs {{}, {adaptation = "euclidean"}, {composite = 0.5, filter = 8}, {damping = true}} do
                said.gamma = 200
                local m = resisting(draw.stream(seed), seed, false)
                local learns = said.damping
                local c, before, after = run(seed, seed, said, 0.05, m)
                if learns then before = before - c:dissipated() end -- the true dampers take more than what is counted
                assert.is_true(learns and after < before + c:dissipated() or math.abs(after - before) <= 1e-8 * before, ("seed %d: %g of %g"):format(seed, after - before, before))
            end
        end
    end)

    it("begins a second motion with filters that know nothing of the first", function()
        local c, _, _, m = run(12, 2, {gamma = 200, composite = 0.5, filter = 8}, 0.05)
        local q, v = Vector(m:nv()), Vector(m:nv())
        local now = c:lyapunov(m)
        c(0.05, q, v)
        local before = c:lyapunov(m) + c:dissipated()
        assert.is_true(math.abs(before - now) > 1e-3)
        m:simulate {t = 0.05, q = q, v = v, duration = 0.05, dt = 2e-3, controller = c, continuous = true}
        assert.is_true(math.abs(c:lyapunov(m) + c:dissipated() - before) <= 1e-8 * before)
        local late = rigid.adaptive_controller {model = believed(m), reference = sines(draw.stream(3), m:nv()), gamma = 1e-3}
        late(0, q, v)
        local learned = late:parameters()
        m:simulate {t = 9, q = q, v = v, duration = 1e-3, dt = 1e-3, controller = late} -- no tick of 9 s
        assert.is_true((late:parameters() - learned):norm() < 0.5 * learned:norm())
    end)

    it("would not, by the factor of the reference page: its power is no difference of energies", function()
        local d = draw.stream(9)
        local m = trees.random(d, 4, {types = FLAT})
        local q, v = trees.configuration(d, m), trees.velocity(d, m)
        local s, h, worst = trees.velocity(d, m), 1e-6, {}
        local H1, H0 = m:mass_matrix(m:integrate(q, v * h)), m:mass_matrix(m:integrate(q, v * -h))
        local rate = s:dot((H1 - H0) * s) / (2 * h)
        for _, factor in ipairs {"christoffel", "reference"} do
            worst[factor] = math.abs(rate - 2 * s:dot(m:coriolis_matrix(q, v, {factor = factor}) * s)) / s:dot(m:mass_matrix(q) * s)
        end
        assert.is_true(worst.christoffel < 1e-6 and worst.reference > 1e-2)
    end)

    it("would not, by that factor, keep V + ∫ sᵀKs", function()
        local d = draw.stream(9)
        local m = trees.random(d, 4, {types = {"revolute"}})
        local reference, q, v = sines(d, m:nv()), Vector(d:list(m:nv())), Vector(d:list(m:nv()))
        local off = {}
        for _, factor in ipairs {"christoffel", "reference"} do
            local before, after = by_factor(factor, m, reference, q, v)
            off[factor] = math.abs(after - before) / before
        end
        assert.is_true(off.christoffel < 1e-9 and off.reference > 1e-4, ("%g %g"):format(off.christoffel, off.reference))
    end)

    it("as a composite of what torques predict falls faster, by the filtered error", function()
        local c, before, after = run(12, 2, {gamma = 200, composite = 0.5, filter = 8}, 0.3)
        assert.is_true(math.abs(after - before) <= 1e-8 * before, after - before)
        local plain = run(12, 2, {gamma = 200}, 0.3)
        assert.is_true(c:dissipated() > plain:dissipated())
    end)

    it("tracks with a payload that it does not know of, asked at ticks", function()
        local m = Model {name = "arm"}
        local link = SpatialInertia.solid_cylinder {mass = 3, radius = 0.05, length = 0.4, axis = {1, 0, 0}}:shift {-0.2, 0, 0}
        m:add_body {name = "a", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = link}
        m:add_body {name = "b", parent = "a", joint = {type = "revolute", axis = {0, 1, 0}}, placement = {position = {0.1, 0, 0.3}}, inertia = link}
        m:add_body {name = "c", parent = "b", joint = {type = "revolute", axis = {0, 1, 0}}, placement = {position = {0.4, 0, 0}}, inertia = link}
        local loaded = m:copy()
        loaded:attach {name = "load", body = "c", inertia = SpatialInertia.solid_cube {mass = 2, length = 0.1}:shift {-0.4, 0, 0}}
        local reference = sines(draw.stream(3), 3)
        local q0, v0 = reference(0)
        local c = rigid.adaptive_controller {model = m, reference = reference, lambda = 20, K = 40, gamma = 0.3}
        local log = loaded:simulate {q = q0, v = v0, duration = 6, dt = 1e-3, method = "rk4", controller = c}
        local worst = 0.0
        for i, t in ipairs(log.t) do
            if t > 5 then worst = math.max(worst, (log.q[i] - (reference(t))):norm()) end
        end
        assert.is_true(worst < 1e-3, worst)
        assert.is_true(possible(c:parameters()))
        local fixed = loaded:simulate {
            q = q0, v = v0, duration = 6, dt = 1e-3, method = "rk4",
            controller = rigid.tracking_controller {model = m, reference = reference, law = "passive", lambda = 20, K = 40},
        }
        assert.is_true((fixed.q[#fixed] - (reference(6))):norm() > 3 * worst) -- who does not learn is off
    end)

    it("learns at ticks no faster than its gains can take, however small gamma is", function()
        local function wheel() return SpatialInertia.solid_cylinder {mass = 2, radius = 0.2, length = 0.1}:shift {-0.1, 0, 0} end
        for _, law in ipairs {"natural", "euclidean"} do
            local m = Model {name = "wheel"}
            m:add_body {name = "a", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = wheel()}
            local believes = m:copy():set_parameters(0.2 * m:parameters())
            local reference = sines(draw.stream(5), 1)
            local q, v = reference(0)
            local c = rigid.adaptive_controller {model = believes, reference = reference, lambda = 10, K = 1, gamma = 1e-9, adaptation = law}
            local log = m:simulate {q = q, v = v, duration = 2, dt = 1e-3, method = "rk4", controller = c}
            assert.is_true((log.q[#log] - (reference(2))):norm() < 2e-3, law)
        end
    end)

    it("tracks with 2 kg in the hand by the recipe of the page, whatever the arm", function()
        local folder = os.getenv "RIGID_MODELS"
        if not folder then return pending "RIGID_MODELS is not set" end
        local h = 2.5e-4
        for file, joints in pairs {["tiago_pro_description__robots__tiago_pro"] = "arm_left_%d", ["z1_description__urdf__z1"] = "joint%d"} do
            local m, kept = rigid.load(folder .. "/robots/" .. file .. ".urdf"), {}
            for _, name in ipairs(m:joint_names()) do kept[#kept + 1] = name:find(joints) and name or nil end
            m = m:lock {except = kept}
            local hand, n, limits = m:body_names()[m:nbodies()], m:nv(), m:limits()
            local function reference(t)
                local q, v, a = Vector(n), Vector(n), Vector(n)
                for i = 1, n do
                    local low, high = limits.lower[i], limits.upper[i]
                    if low == -math.huge then low, high = -1, 1 end
                    local A, w = math.min(0.3, 0.2 * (high - low)), 1 + 0.35 * i
                    q:set(i, 0.5 * (low + high) + A * math.sin(w * t + i))
                    v:set(i, A * w * math.cos(w * t + i))
                    a:set(i, -A * w ^ 2 * math.sin(w * t + i))
                end
                return q, v, a
            end
            local loaded, believes, K = m:copy(), m:copy(), {}
            loaded:attach {name = "load", body = hand, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.1}:shift {0, 0, -0.08}}
            believes:attach {name = "guess", body = hand, inertia = SpatialInertia.solid_sphere {mass = 0.5, radius = 0.2}}
            for k = 0, 19 do
                local W = believes:inverse_mass_matrix((reference(0.4 * k)))
                for j = 1, n do K[j] = math.min(K[j] or math.huge, 0.2 / (h * W(j, j))) end
            end
            local c = rigid.adaptive_controller {
                model = believes, reference = reference, lambda = 40, K = K, gamma = 1e-4, damping = true, friction = true,
                bounds = {[hand] = {m = {1e-3, 6}}}, within = {[hand] = {radii = 0.3}},
            }
            local q, v = reference(0)
            local log = loaded:simulate {q = q, v = v, duration = 5.5, dt = h, method = "rk4", controller = c, limits = false}
            for i, t in ipairs(log.t) do
                local e = loaded:difference((reference(t)), log.q[i])
                assert.is_true(t < 5 or math.max(e:max(), -e:min()) < 1e-3, file)
            end
        end
    end)

    it("estimates damping, friction and rotors too, which stay positive", function()
        local m = Model {name = "wheel"}
        m:add_body {name = "a", joint = {type = "revolute", damping = 0.4, armature = 0.2}, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.3}}
        local guess = m:copy()
        guess:joint(guess:joint_names()[1]).damping, guess:joint(guess:joint_names()[1]).armature = 0.1, 0.05
        local reference = sines(draw.stream(5), 1)
        local c = rigid.adaptive_controller {model = guess, reference = reference, damping = true, friction = true, armature = true, gamma = 0.1}
        m:simulate {q = {1}, v = {0}, duration = 1, dt = 2e-3, controller = c, continuous = true, friction = false, limits = false}
        assert.equal(13, #c:parameters())
        for k = 11, 13 do assert.is_true(c:parameters()[k] > 0) end
        assert.equal(c:parameters()[11], c:model():joint(guess:joint_names()[1]).damping)
    end)

    it("is resisted by dampers and springs, continuously as from tick to tick; by friction and limits from tick to tick", function()
        local function ends(change, said)
            local m = Model {name = "wheel"}
            m:add_body {name = "a", joint = {type = "revolute"}, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.3}}
            local believes = m:copy()
            for name, value in pairs(change) do m:joint("a")[name] = value end
            local c = rigid.adaptive_controller {model = believes, reference = function(t)
                return {math.sin(3 * t)}, {3 * math.cos(3 * t)}, {-9 * math.sin(3 * t)}
            end, lambda = 2, K = 0.5, gamma = 1}
            said.q, said.v, said.duration, said.controller = {0.4}, {0}, 0.4, c
            local log = m:simulate(said)
            return log.q[#log][1], log
        end
        local bare, log = ends({}, {dt = 2e-3, continuous = true})
        assert.is_nil(log.balance) -- which nobody keeps there
        for _, change in ipairs {{damping = 2}, {stiffness = 5, springref = 0.1}, {friction = 0.3}, {lower = -0.3, upper = 0.45}} do
            local continuous, ticks = ends(change, {dt = 2e-3, continuous = true}), ends(change, {dt = 2e-3})
            assert.near(ticks, continuous, 5e-3)
            assert.is_true(math.abs(continuous - bare) > 0.01, next(change))
        end
    end)

    it("says why it cannot go on", function()
        local m = believed(trees.random(draw.stream(1), 1, {types = {"revolute"}}))
        local function reference(t) return {math.sin(t)}, {math.cos(t)}, {-math.sin(t)} end
        local function fails(said)
            said.model, said.reference = m, reference
            local ok, problem = pcall(m.simulate, m, {v = {1}, duration = 0.01, controller = rigid.adaptive_controller(said), continuous = true})
            assert.is_false(ok)
            return problem.what
        end
        assert.matches("the steps would become too short: .*lambda and K are rates", fails {K = 1e16, adaptation = "euclidean"})
        local ends = setmetatable({}, {__call = function() return {0} end, integrated = {
            start = function() return Vector(1) end, keep = function() end,
            torque = function(_, t) if t < 0.005 then return Vector(1), Vector(1) end end,
        }})
        local _, problem = pcall(m.simulate, m, {v = {1}, duration = 0.01, dt = 2e-3, controller = ends, continuous = true})
        assert.matches("the estimate of the controller left what is possible", problem.what)
    end)

    it("refuses what it cannot work with", function()
        local m = believed(trees.random(draw.stream(1), 1, {types = FLAT}))
        local function reference() return {0}, {0}, {0} end
        refuses(function() rigid.adaptive_controller {model = m} end, "reference", "function of t")
        refuses(function() rigid.adaptive_controller {model = m, reference = reference, gamma = 0} end, "gamma", "positive")
        refuses(function() rigid.adaptive_controller {model = m, reference = reference, K = {1, -1, 1, 1, 1}} end, "K")
        refuses(function() rigid.adaptive_controller {model = m, reference = reference, adaptation = "natrual"} end, "did you mean 'natural'")
        local link = m:body_names()[1]
        refuses(function() rigid.adaptive_controller {model = m, reference = reference, bounds = {[link] = {m = {4, 5}}}} end, "within the bounds", "m above 4")
        refuses(function() rigid.adaptive_controller {model = m, reference = reference, bounds = {[link] = {m = {5, 4}}}} end, "bounds." .. link .. ".m", "below")
        refuses(function() rigid.adaptive_controller {model = m, reference = reference, within = {none = {radii = 1}}} end, "within", "none")
        refuses(function() rigid.adaptive_controller {model = m, reference = reference, within = {[link] = {radii = {1, 0, 1}}}} end, "radii", "positive")
        refuses(function()
            rigid.adaptive_controller {model = m, reference = reference, within = {[link] = {radii = 9}}, adaptation = "euclidean"}
        end, "within", "natural")
        local learns = rigid.adaptive_controller {model = m, reference = reference, friction = true}
        learns(0, {0}, {0})
        refuses(function() learns:lyapunov(m) end, "friction of v[1] expected, which is learned: the divergence from none is infinite")
        local rod = Model {}
        rod:add_body {name = "rod", joint = "revolute", inertia = SpatialInertia.thin_rod {mass = 1, length = 1}}
        refuses(function() rigid.adaptive_controller {model = rod, reference = reference} end, "some bulk", "is a rod, a plate or a point", "set_parameters", "m:lock")
        local nothing = m:copy():set_parameters(Vector(10), "rigid", link)
        refuses(function() rigid.adaptive_controller {model = nothing, reference = reference} end, "'" .. link .. "' has no mass")
        refuses(function() rigid.adaptive_controller {model = believed(rod), reference = reference}:lyapunov(rod) end, "not called yet")
        refuses(function() rigid.adaptive_controller {model = believed(rod), reference = function() return {0}, {0} end}(0, {0}, {0}) end, "the reference returned")
    end)
end)
