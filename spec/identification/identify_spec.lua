-- Parameters from motions: least squares against what made the torques, the consistent estimate against its own optimality, deviations against
-- many draws, payloads. Logs that cannot be right are in logs_spec.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local identified = require "spec.support.identified"

local body, arm = identified.body, identified.arm
local Matrix, Model, SpatialInertia, Vector = rigid.Matrix, rigid.Model, rigid.SpatialInertia, rigid.Vector
local near, refuses, largest = compare.near, compare.refuses, compare.largest

-- Regressors of random states one above the other, and the torques of p with that noise on each freedom.
local function measured(m, p, d, count, noise)
    local nv = m:nv()
    local Y, tau = Matrix(count * nv, 10 * m:nbodies()), Vector(count * nv)
    for s = 1, count do
        local y = m:regressor(trees.state(d, m))
        local clean = y * p
        for i = 1, nv do
            for k = 1, y:cols() do Y:set((s - 1) * nv + i, k, y(i, k)) end
            local sum = 0
            for _ = 1, 12 do sum = sum + d:between(-0.5, 0.5) end -- of variance one
            tau:set((s - 1) * nv + i, clean[i] + (noise and noise[i] * sum or 0))
        end
    end
    return Y, tau
end

-- The pseudo-inertia of ten parameters from `at` on.
local function pseudo(p, at)
    local m, x, y, z, xx, xy, xz, yy, yz, zz = table.unpack(p:table(), at, at + 9)
    local half = (xx + yy + zz) / 2
    return Matrix {{half - xx, -xy, -xz, x}, {-xy, half - yy, -yz, y}, {-xz, -yz, half - zz, z}, {x, y, z, m}}
end

local function objective(Y, tau, weights, prior, gamma, p)
    local e, sum, nv = Y * p - tau, 0.0, #weights
    for i = 1, #e do sum = sum + (weights[(i - 1) % nv + 1] * e[i]) ^ 2 end
    local value = sum / (2 * #e)
    for at = 1, #p, 10 do
        local J, J0 = pseudo(p, at), pseudo(prior, at)
        value = value + gamma * (-math.log(J:determinant()) + math.log(J0:determinant()) + (J0:inverse() * J):trace() - 4)
    end
    return value
end

describe("identify", function()
    it("finds the base parameters of random trees from exact torques, and keeps the rest at the prior", function()
        for seed = 1, 8 do
            local d = draw.stream(seed)
            local m = trees.random(d, d:integer(1, 3))
            local p, prior = m:parameters(), m:parameters() * 0.5
            local Y, tau = measured(m, p, d, 60)
            local E = rigid.identify {model = m, Y = Y, tau = tau, prior = prior, gamma = 0}
            local base = m:base_parameters()
            assert.equal(base.count, E.rank)
            local B, truth = base:matrix(), base:matrix() * p
            assert.is_true((B * E:parameters()):is_near(truth, 1e-9 * largest(truth)))
            if base.count < base.of then -- what changed from the prior is orthogonal to what cannot be told
                local null = base:null_space()
                local along = null:transpose() * (E:parameters() - prior)
                assert.is_true(largest(along) <= 1e-8 * null:norm() * prior:norm())
            end
            assert.is_true((rigid.same_dynamics(m, E:model())))
        end
    end)

    it("under a divergence from a prior is at the minimum of what it minimises, with bodies that can exist", function()
        for seed = 1, 6 do
            local d = draw.stream(40 + seed)
            local m = trees.random(d, d:integer(1, 3))
            local weights, prior = {}, {}
            for j = 1, m:nv() do weights[j] = d:between(0.5, 3) end
            for _ = 1, m:nbodies() do
                table.move(SpatialInertia.solid_sphere {mass = d:between(1, 3), radius = 0.3}:shift {0.1, 0, d:number()}:parameters():table(), 1, 10, #prior + 1, prior)
            end
            prior = Vector(prior)
            local Y, tau = measured(m, m:parameters(), d, 40)
            local gamma = ({1e-2, 1e-5, 3})[seed % 3 + 1]
            local E = rigid.identify {model = m, Y = Y, tau = tau, prior = prior, gamma = gamma, weights = weights}
            local p = E:parameters()
            assert.is_true(E.steps < 60, E.steps)
            local least = objective(Y, tau, weights, prior, gamma, p)
            for i, link in ipairs(m:body_names()) do
                assert.is_true(SpatialInertia.from_parameters {table.unpack(p:table(), 10 * i - 9, 10 * i)}:is_physically_consistent(), link)
            end
            for k = 1, #p do -- no coordinate leads down, by more than a second difference has of the first
                for _, step in ipairs {1e-4, -1e-4} do
                    local moved = p:copy()
                    moved:set(k, p[k] * (1 + step) + step * 1e-3)
                    local value = objective(Y, tau, weights, prior, gamma, moved)
                    assert.is_true(value ~= value or value >= least - 1e-12 * math.abs(least) - 1e-14, ("%d of seed %d: %g"):format(k, seed, value - least))
                end
            end
        end
    end)

    it("keeps bounds, and links within ellipsoids, by a divergence from each that is part of what it minimises", function()
        local d = draw.stream(77)
        local m = arm()
        local Y, tau = measured(m, m:parameters(), d, 20, {0.5, 0.5, 0.5})
        local prior, weights, gamma = 1.25 * m:parameters(), {2, 2, 2}, 3e-4
        local free = rigid.identify {model = m, Y = Y, tau = tau, prior = prior, gamma = gamma, weights = weights}:parameters()
        local low, high = prior[21] * 0.99, prior[21] * 1.2
        assert.is_true(free[21] < low) -- or this says nothing
        local R, c, radii = rigid.Rotation.rpy(0.2, -0.3, 0.4), rigid.Vec3(0.1, -0.05, 0.1), {0.12, 0.16, 0.2}
        local ellipsoid = {radii = radii, placement = {rotation = R, position = c}}
        local function room(p) -- of all the mass of link b within it: m - tr(A Σ) + 2 cᵀA h - m cᵀA c
            local A = R:matrix() * Matrix {{1 / radii[1] ^ 2, 0, 0}, {0, 1 / radii[2] ^ 2, 0}, {0, 0, 1 / radii[3] ^ 2}} * R:matrix():transpose()
            local J, Ac = pseudo(p, 11), A * Vector {c.x, c.y, c.z}
            return p[11] - (A * J:block(1, 1, 3, 3)):trace() + 2 * Ac:dot(Vector {p[12], p[13], p[14]}) - p[11] * Ac:dot(Vector {c.x, c.y, c.z})
        end
        local function value(p)
            local sum = objective(Y, tau, weights, prior, gamma, p)
            for _, pair in ipairs {{p[21] - low, prior[21] - low}, {high - p[21], high - prior[21]}, {room(p), room(prior)}} do
                local ratio = pair[1] / pair[2]
                sum = sum + gamma * (ratio > 0 and ratio - 1 - math.log(ratio) or math.huge)
            end
            return sum
        end
        local E = rigid.identify {model = m, Y = Y, tau = tau, prior = prior, gamma = gamma, weights = weights, bounds = {c = {m = {low, high}}}, within = {b = ellipsoid}}
        local p = E:parameters()
        local least = value(p)
        assert.is_true(p[21] > low and room(p) > 0 and least < math.huge and E.steps < 60)
        for k = 1, #p do
            for _, step in ipairs {1e-4, -1e-4} do
                local moved = p:copy()
                moved:set(k, p[k] * (1 + step) + step * 1e-3)
                local there = value(moved)
                assert.is_true(there ~= there or there >= least - 1e-12 * math.abs(least), ("%d: %g"):format(k, there - least))
            end
        end
        assert.is_true(rigid.identify {model = m, Y = Y, tau = tau, prior = prior, fix = {"a"}, bounds = {c = {mass = {low, high}}}, gamma = gamma}:parameters()[21] > low)
    end)

    it("takes a ball to be within one, as far as its mass tells", function()
        local m = Model {}
        m:add_body {name = "ball", joint = "floating", inertia = SpatialInertia.solid_sphere {mass = 2, radius = 0.1}:shift {-0.3, 0, 0}}
        local Y, tau = measured(m, m:parameters(), draw.stream(6), 10)
        local reach = math.sqrt(0.6 * 0.1 ^ 2 + 0.3 ^ 2) -- where m (R² - 3/5 r² - d²) is nothing
        local function asked(radius) return rigid.identify {model = m, Y = Y, tau = tau, gamma = 1, within = {ball = {radii = radius}}} end
        assert.is_true(asked(reach + 1e-9).steps >= 0)
        refuses(function() asked(reach - 1e-9) end, "prior", "'ball'", "ellipsoid")
    end)

    it("tells how far it may be off: nine of ten hundred draws are within two deviations", function()
        local d, m = draw.stream(7), arm()
        local noise = {0.3, 0.1, 0.05}
        local truth, inside, all = m:base_parameters():matrix() * m:parameters(), 0, 0
        local Y, clean = measured(m, m:parameters(), d, 60)
        for _ = 1, 60 do
            local tau = clean:copy()
            for i = 1, #tau do
                local sum = 0
                for _ = 1, 12 do sum = sum + d:between(-0.5, 0.5) end
                tau:set(i, clean[i] + noise[(i - 1) % 3 + 1] * sum)
            end
            local E = rigid.identify {model = m, Y = Y, tau = tau, gamma = 0, weights = {1 / 0.3, 1 / 0.1, 1 / 0.05}}
            for i, one in ipairs(E:base_parameters()) do
                all = all + 1
                if math.abs(one.value - truth[i]) <= 1.96 * one.deviation then inside = inside + 1 end
            end
        end
        assert.is_true(inside / all > 0.92 and inside / all < 0.98, ("%.3f"):format(inside / all))
    end)

    it("is not led astray by columns of which rounding alone is left", function()
        local d, m = draw.stream(8), Model {name = "crossed"} -- two joints at right angles: Ixy of the second link moves nothing, but for rounding
        m:add_body {name = "a", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = body(1)}
        m:add_body {name = "b", parent = "a", joint = {type = "revolute", axis = {0, 1, 0}}, placement = {position = {0.1, 0, 0.4}}, inertia = body(2)}
        local truth, inside, all = m:base_parameters():matrix() * m:parameters(), 0, 0
        local Y, clean = measured(m, m:parameters(), d, 60)
        for k = 1, 20 do -- whatever this processor's rounding leaves
            if Y:column(k):norm() < 1e-12 then Y:set(5, k, 1e-17) end
        end
        for _ = 1, 125 do
            local tau = clean:copy()
            for i = 1, #tau do
                local sum = 0
                for _ = 1, 12 do sum = sum + d:between(-0.5, 0.5) end
                tau:set(i, clean[i] + (i % 2 == 1 and 0.4 or 0.1) * sum)
            end
            local E = rigid.identify {model = m, Y = Y, tau = tau, gamma = 0, weights = {1 / 0.4, 1 / 0.1}}
            for i, one in ipairs(E:base_parameters()) do
                assert.is_true(one.deviation < 10)
                all = all + 1
                if math.abs(one.value - truth[i]) <= 1.96 * one.deviation then inside = inside + 1 end
            end
        end
        assert.equal(1000, all)
        assert.is_true(inside / all > 0.93 and inside / all < 0.97, ("%.3f"):format(inside / all))
    end)

    it("weighs joints by their own noise, and chooses gamma by what was held out", function()
        local d, m = draw.stream(11), arm()
        local Y, tau = measured(m, m:parameters(), d, 400, {2, 0.01, 0.1})
        local E = rigid.identify {model = m, Y = Y, tau = tau, prior = m:parameters() * 1.5}
        for j, sigma in ipairs {2, 0.01, 0.1} do assert.is_true(math.abs(E.weights[j] * sigma - 1) < 0.15, ("%d: %g"):format(j, E.weights[j] * sigma)) end
        local r = E:residuals()
        for j, sigma in ipairs {2, 0.01, 0.1} do assert.is_true(r[j] < 1.15 * sigma and E.held_out[j] < 1.25 * sigma) end
        assert.is_true(E.gamma > 0 and #E.path > 5)
        assert.is_true(tostring(E):find("every link possible", 1, true) ~= nil)
    end)

    it("weighs freedoms that nothing drives by what their equations are made of", function()
        local m, d = Model {name = "flying"}, draw.stream(21)
        m:add_body {name = "base", joint = {type = "floating", name = "free"}, inertia = SpatialInertia.solid_box {mass = 5, size = {0.3, 0.2, 0.1}}}
        m:add_body {name = "a", parent = "base", joint = {type = "revolute", name = "j", axis = {0, 1, 0}},
            inertia = SpatialInertia.solid_box {mass = 2, size = {0.1, 0.1, 0.3}}:shift {0, 0, -0.15}}
        local Y, tau = Matrix(7 * 200, 20), Vector(7 * 200)
        for s = 1, 200 do
            local q, v = trees.state(d, m)
            local torque = Vector {0, 0, 0, 0, 0, 0, d:between(-3, 3)}
            local y = m:regressor(q, v, m:forward_dynamics(q, v, torque))
            for i = 1, 7 do
                for k = 1, 20 do Y:set(7 * s - 7 + i, k, y(i, k)) end
            end
            tau:set(7 * s, torque[7] + d:between(-0.1, 0.1))
        end
        local rank = Y:rank(1e-9)
        local E = rigid.identify {model = m, Y = Y, tau = tau, gamma = 0}
        assert.equal(rank, E.rank)
        for j = 1, 6 do assert.is_true(E.weights[j] < 1e8 and E.weights[j] > E.weights[7]) end
        assert.is_true((E:parameters() - m:parameters()):norm() < 2e-3 * m:parameters():norm())
    end)

    it("says what it did not observe", function()
        local d, m = draw.stream(12), arm()
        local Y, tau = measured(m, m:parameters(), d, 50)
        local prior = m:parameters() * 1.3
        local E = rigid.identify {model = m, Y = Y, tau = tau, prior = prior, gamma = 0}
        local kept, deviation = 0, E:deviation()
        for _, one in ipairs(E:unobserved()) do
            local k = ({a = 0, b = 10, c = 20})[one.link] + ({m = 1, mcx = 2, mcy = 3, mcz = 4, Ixx = 5, Ixy = 6, Ixz = 7, Iyy = 8, Iyz = 9, Izz = 10})[one.parameter]
            assert.equal(math.huge, deviation[k])
            if one.kept then
                kept = kept + 1
                near(E:parameters()[k], prior[k], {tol = 1e-9, scale = 1})
                assert.is_truthy(one.sentence:find("not observed: prior kept", 1, true))
            end
        end
        assert.equal(11, kept)
        assert.is_true(deviation[22] < math.huge) -- mcx of c is known by itself
        assert.is_true(math.abs(E:correlations(1)[1].correlation) <= 1)
    end)

    it("leaves links alone that are said to be known", function()
        local d, m = draw.stream(13), arm()
        local Y, tau = measured(m, m:parameters(), d, 50)
        local wrong = m:copy():set_parameters(body(1):parameters(), "rigid", "c")
        local E = rigid.identify {model = wrong, Y = Y, tau = tau, gamma = 0, fix = {"a", "b"}}
        assert.is_true((rigid.same_dynamics(m, E:model())))
        assert.is_true(E:parameters():is_near(m:parameters(), 0.5) and E:parameters():table()[1] == m:parameters()[1])
    end)

    it("finds damping, friction, rotors and offsets beside the links", function()
        local m = arm()
        local function set(model, damping, friction, rotor)
            for i, name in ipairs(model:joint_names()) do
                local j = model:joint(name)
                j.damping, j.friction, j.armature = damping * i, friction * i, rotor
            end
            return model
        end
        set(m, 0.3, 0.2, 0.05)
        local log, d = {t = {}, q = {}, v = {}, a = {}, tau = {}}, draw.stream(14)
        local phases = {}
        for k = 1, 9 do phases[k] = d:between(0, 6) end
        for i = 1, 400 do
            local t = i * 0.01
            local q, v, a = Vector(3), Vector(3), Vector(3)
            for j = 1, 3 do
                for h = 1, 3 do
                    local w, p = 1.7 * h + 0.3 * j, phases[3 * j + h - 3]
                    q:set(j, q[j] + 0.4 * math.sin(w * t + p))
                    v:set(j, v[j] + 0.4 * w * math.cos(w * t + p))
                    a:set(j, a[j] - 0.4 * w * w * math.sin(w * t + p))
                end
            end
            log.t[i], log.q[i], log.v[i], log.a[i] = t, q, v, a
        end
        local full = m:parameters():table()
        for j = 1, 3 do full[30 + j], full[33 + j], full[36 + j] = 0.3 * j, 0.2 * j, 0.05 end
        full = Vector(full)
        for i = 1, 400 do
            log.tau[i] = m:regressor(log.q[i], log.v[i], log.a[i], {damping = true, friction = true, armature = true}) * full + Vector {0.1, 0, -0.2}
        end
        local E = rigid.identify {model = set(arm(), 0, 0, 0), log = log, gamma = 0, damping = true, friction = true, armature = true, offset = true}
        near(E:resistance().damping.values:table(), {0.3, 0.6, 0.9}, {tol = 1e-7})
        near(E:resistance().friction.values:table(), {0.2, 0.4, 0.6}, {tol = 1e-7})
        near(E:resistance().offset.values:table(), {0.1, 0, -0.2}, {tol = 1e-7, scale = 1})
        near(E:resistance().armature.values[3], 0.05, {tol = 1e-7})
        assert.is_true(math.abs(E:model():joint("j2").damping - 0.6) < 1e-6)
        -- known ones are taken off the torques
        for i = 1, 400 do log.tau[i] = log.tau[i] - Vector {0.1, 0, -0.2} end
        local known = rigid.identify {model = m, log = log, gamma = 0}
        assert.is_true(largest(known:residuals()) < 1e-9 * 10)
    end)

    it("weighs what a hand holds, and says what it can be", function()
        local d, m = draw.stream(15), arm()
        local load = SpatialInertia.solid_box {mass = 0.8, size = {0.1, 0.1, 0.2}}:shift {0, 0.05, -0.3}
        local loaded = m:copy()
        loaded:attach {name = "load", body = "c", inertia = load}
        local Y, tau = measured(m, loaded:parameters(), d, 60)
        -- three parallel and vertical axes tell of a payload only what the base parameters do
        local E = rigid.identify {model = m, Y = Y, tau = tau, payload = "c"}
        assert.is_true((rigid.same_dynamics(loaded, E:model())))
        local noisy = select(2, measured(m, loaded:parameters(), draw.stream(15), 60, {0.01, 0.01, 0.01}))
        local F = rigid.identify {model = m, Y = Y, tau = noisy, payload = "c", gamma = 1e-6}
        assert.is_truthy(F:verdict():find("can exist", 1, true))
        local empty = rigid.identify {model = m, Y = Y, tau = Y * m:parameters(), payload = m:body "c", gamma = 0}
        assert.is_truthy(empty:verdict():find("empty", 1, true), empty:verdict())
    end)

    it("says that a mass is not told, where no motion moves a torque by it", function()
        local m = Model {gravity = {0, 0, 0}} -- what turns about its own axis only
        m:add_body {name = "a", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.3}}
        local Y, tau = measured(m, m:parameters(), draw.stream(17), 20)
        local E = rigid.identify {model = m, Y = Y, tau = tau, payload = "a", gamma = 0}
        assert.equal("these motions do not tell the mass of what the hand holds", E:verdict())
    end)

    it("leaves links that are given as they are, thin as they may be", function()
        local m = Model {}
        m:add_body {name = "a", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.3}}
        m:add_body {name = "rod", parent = "a", joint = {type = "revolute", axis = {0, 1, 0}}, placement = {position = {0.4, 0, 0}},
            inertia = SpatialInertia.thin_rod_about_end {mass = 1, length = 0.4, axis = {1, 0, 0}}}
        local Y, tau = measured(m, m:parameters(), draw.stream(18), 40)
        local E = rigid.identify {model = m, Y = Y, tau = tau, gamma = 1e-6, fix = {"rod"}}
        assert.is_true(E:model():body("rod").inertia:is_near(m:body("rod").inertia, 0))
    end)

    it("leaves no link that cannot exist beside what is welded to it", function()
        local function handed(grip)
            local m = Model {name = "hand"}
            m:add_body {name = "wrist", joint = {type = "revolute", name = "j", axis = {0, 1, 0}}, inertia = body(1)}
            m:add_body {name = "palm", parent = "wrist", joint = "fixed", placement = {position = {0, 0, 0.3}}, inertia = grip}
            m:attach {name = "tool", body = "palm", inertia = body(40)}
            return m
        end
        local whole = SpatialInertia.solid_box {mass = 1.5, size = {0.2, 0.1, 0.6}}:shift {0, 0.01, -0.1}:parameters()
        local truth = handed(body(1)):set_parameters(whole)
        local log = {t = {}, q = {}, v = {}, a = {}, tau = {}}
        for i = 1, 200 do
            local t = 0.01 * i
            log.t[i], log.q[i], log.v[i], log.a[i] = t, {math.sin(3 * t)}, {3 * math.cos(3 * t)}, {-9 * math.sin(3 * t)}
            log.tau[i] = truth:inverse_dynamics(log.q[i], log.v[i], log.a[i])
        end
        for mass, share in pairs {[0.1] = 1, [3] = 0.125} do
            local grip = SpatialInertia.solid_box {mass = mass, size = {0.1, 0.1, 0.3}}
            local m = handed(grip)
            local found = rigid.identify {model = m, log = log, trust = true, prior = whole, gamma = 1}:model()
            near(found:parameters(), whole, {tol = 1e-9})
            near(found:body "palm".inertia:mass(), share * mass, {tol = 1e-15})
            for _, name in ipairs {"wrist", "palm", "tool"} do assert.is_true(found:body(name).inertia:is_physically_consistent(), name) end
            assert.equal(share < 1, table.concat(found:notes()):find("'wrist': what is welded to it was taken at 0.125 of", 1, true) ~= nil)
            assert.is_true(m:body "palm".inertia:is_near(grip))
        end
    end)

    it("refuses what does not fit", function()
        local m = arm()
        local Y, tau = measured(m, m:parameters(), draw.stream(16), 10)
        refuses(function() rigid.identify {model = m} end, "either log, or Y and tau, or observations")
        refuses(function() rigid.identify {model = m, Y = Matrix(30, 29), tau = tau} end, "30 columns")
        refuses(function() rigid.identify {model = m, Y = Y, tau = Vector(29)} end, "30 numbers")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau} end, "gamma", "held out")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = -1} end, "gamma")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 0, weights = {1, 0, 1}} end, "weights[2]", "positive")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 0, payload = "hand"} end, "no body or frame named 'hand'")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gama = 0} end, "did you mean 'gamma'")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, samples = 3} end, "unknown field 'samples'")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 0, fix = {"a", "b", "c"}} end, "fix", "at least one link")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, payload = "c", fix = {"c"}} end, "fix", "not with payload")
        local bounds = {c = {m = {0.1, 9}}}
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 0, bounds = bounds} end, "bounds", "gamma above 0")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 1, bounds = bounds, fix = {"c"}} end, "bounds", "'c' is none of them")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 1, bounds = {c = {mas = {1, 2}}}} end, "bounds.c", "did you mean")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 1, bounds = {c = {m = 3}}} end, "bounds.c.m", "least and greatest")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 1, bounds = {c = {m = {5, 9}}}} end, "prior", "'c'", "m above 5")
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 1, within = {c = {radius = 1}}} end, "within.c", "did you mean 'radii'")
        Y:set(3, 3, 0 / 0)
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 0} end, "field 'Y'", "finite")
        m:add_loop {name = "hold", body_b = "c", joint = "revolute"}
        refuses(function() rigid.identify {model = m, Y = Y, tau = tau, gamma = 0} end, "a log expected of a model with loops, as 'arm' has")
        refuses(function() rigid.excitation {model = m} end, "'arm' has loops")
    end)
end)
