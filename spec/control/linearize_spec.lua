-- The linearization of models against differences of their accelerations and of the motion itself, on trees and on loops.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local looped = require "spec.support.looped"
local oracle = require "spec.support.oracle"
local trees = require "spec.support.trees"

local Matrix, Vector = rigid.Matrix, rigid.Vector
local near, refuses = compare.near, compare.refuses

local function four_bar()
    local m = rigid.Model {}
    local function bar(name, parent, x, length)
        m:add_body { name = name, parent = parent, joint = { type = "revolute", axis = { 0, 1, 0 }, name = "at " .. name },
            placement = rigid.Transform { position = { x, 0, 0 } }, inertia = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = length, axis = { 1, 0, 0 } } }
    end
    bar("crank", nil, 0, 0.3)
    bar("rod", "crank", 0.3, 1)
    bar("rocker", nil, 1, 0.6)
    m:add_loop { name = "pin", body_a = "rod", placement_a = rigid.Transform { position = { 1, 0, 0 } }, body_b = "rocker",
        placement_b = rigid.Transform { position = { 0.6, 0, 0 } }, joint = { type = "revolute", axis = { 0, 1, 0 } } }
    return m
end

describe("linearize", function()
    -- How far apart two motions that begin a little apart are after a short time, by small steps of the equations themselves.
    local function assert_follows(m, q, v, tau, tol)
        local n, h, T, eps = m:nv(), 2e-4, 2e-3, 1e-5
        local A, B = m:linearize(q, v, tau)
        local function run(dq, dv, dtau)
            local at, speed, torque = m:integrate(q, dq), v + dv, tau + dtau
            for _ = 1, math.floor(T / h + 0.5) do at, speed = m:step(at, speed, torque, h, { method = "rk4", friction = false, limits = false, damping = true }) end
            return at, speed
        end
        local zero = Vector(n)
        local q1 = run(zero, zero, zero)
        local F, G = rigid.discretize(A, B, T)
        local worst = 0
        for k = 1, 3 * n do
            local unit = Vector(n)
            unit[(k - 1) % n + 1] = eps
            local parts = { zero, zero, zero }
            parts[(k - 1) // n + 1] = unit
            local qp, vp = run(parts[1], parts[2], parts[3])
            local qm, vm = run(-parts[1], -parts[2], -parts[3])
            local moved, faster = (m:difference(q1, qp) - m:difference(q1, qm)) / 2, (vp - vm) / 2
            for i = 1, n do
                local wanted = k <= 2 * n and F:block(1, k, 2 * n, 1) or G:block(1, k - 2 * n, 2 * n, 1)
                -- A and B change along the motion: what they do in T is right to T²
                worst = math.max(worst, math.abs(moved[i] / eps - wanted(i, 1)), T * math.abs(faster[i] / eps - wanted(n + i, 1)))
            end
        end
        assert.is_true(worst < tol, ("off by %.2e"):format(worst))
    end

    it("says how motions that begin apart stay apart, of a base that flies and turns too", function()
        local m = rigid.Model {}
        m:add_body { name = "base", joint = "floating", inertia = rigid.SpatialInertia.solid_box { mass = 3, size = { 0.3, 0.2, 0.1 } } }
        m:add_body { name = "arm", parent = "base", joint = { type = "revolute", axis = { 0, 1, 0 } }, placement = rigid.Transform { position = { 0.1, 0, 0 } },
            inertia = rigid.SpatialInertia.solid_box { mass = 1, size = { 0.1, 0.1, 0.5 } }:shift { 0, 0, 0.25 } }
        m:add_body { name = "ball", parent = "arm", joint = "spherical", placement = rigid.Transform { position = { 0, 0, -0.5 } },
            inertia = rigid.SpatialInertia.solid_box { mass = 1, size = { 0.1, 0.2, 0.3 } }:shift { 0, 0, 0.15 } }
        local q, v = m:random_state(5)
        assert_follows(m, q, v, Vector.random(m:nv(), 2), 2e-4)
        local A = m:linearize(q, v)
        near(A:block(1, 1, 6, 6), -rigid.Twist { v[1], v[2], v[3], v[4], v[5], v[6] }:cross_matrix(), { tol = 1e-15 })
        near(A:block(8, 8, 3, 3), -rigid.Vec3(v[8], v[9], v[10]):skew(), { tol = 1e-15 })
    end)

    -- The slope at 0 of f, a Vector, by differences whose error is of the sixth order.
    local function slope(f, h)
        return ((f(h) - f(-h)) * 45 - (f(2 * h) - f(-2 * h)) * 9 + (f(3 * h) - f(-3 * h))) / (60 * h)
    end

    -- The columns of A and B below, of `acceleration` along the directions that `along` gives.
    local function assert_slopes(m, q, v, tau, acceleration, along, tol)
        local A, B = m:linearize(q, v, tau)
        local n, zero = m:nv(), Vector(m:nv())
        for k = 1, n do
            local e = Vector(n)
            e[k] = 1
            local way = along(e)
            local parts = {
                { A:block(n + 1, k, n, 1), way, zero, zero }, { A:block(n + 1, n + k, n, 1), zero, way, zero }, { B:block(n + 1, k, n, 1), zero, zero, e },
            }
            for i, part in ipairs(parts) do
                local found = slope(function(h) return acceleration(part[2] * h, v + part[3] * h, tau + part[4] * h) end, 2e-3)
                near(part[1]:column(1), found, { tol = tol, scale = math.max(1, B:norm()), what = "part " .. i .. ", column " .. k })
            end
        end
    end

    it("is what differences of the acceleration say, springs and dampers with it, of random trees", function()
        local springs = 0
        draw.each(8, 4050, function(d, seed)
            local m = seed % 2 == 0 and trees.of_every_type(d, { roots = 2, armature = true })
                or trees.random(d, 6, { mimics = 0.4, welded = 0.2, payloads = 0.2, first = seed % 4 == 1 and "floating" or nil })
            for _, name in ipairs(m:joint_names()) do
                local joint = m:joint(name)
                joint.damping = d:between(0, 2)
                local ok = pcall(function() joint.stiffness, joint.springref = d:between(1, 20), d:between(-1, 1) end)
                springs = springs + (ok and 1 or 0)
            end
            local q, v, tau = trees.configuration(d, m), trees.velocity(d, m), trees.velocity(d, m)
            assert_slopes(m, q, v, tau, function(way, v_at, tau_at)
                local at = m:integrate(q, way)
                return m:forward_dynamics(at, v_at, tau_at + m:passive_forces(at, v_at))
            end, function(e) return e end, 1e-8)
        end)
        assert.is_true(springs > 10)
    end)

    it("is what was recorded of other implementations", function()
        local count = 0
        for _, case in ipairs(oracle.toolbox "linearizations" or {}) do
            local m = oracle.model(case.model)
            local n = m:nv()
            local A, B = m:linearize(case.q, case.v, case.tau)
            local scale = math.max(compare.scale(case.dq), compare.scale(case.dv))
            near(A:block(n + 1, 1, n, n), case.dq, { tol = 1e-8, scale = scale })
            near(A:block(n + 1, n + 1, n, n), case.dv, { tol = 1e-8, scale = scale })
            near(B:block(n + 1, 1, n, n), case.dtau, { tol = 1e-9 })
            near(-A:block(1, 1, n, n), case.ad, { tol = 1e-10, scale = 1 })
            count = count + 1
        end
        if count == 0 then pending(oracle.absent) end
    end)

    it("keeps a looped model on its loops", function()
        local m = four_bar()
        local q = m:assemble { -0.6, -0.2, -1.8 }
        local A, B = m:linearize(q)
        local J, eps, h = m:constraint_jacobian(q), 1e-5, 1e-4
        local way = J:null(1e-8):column(1)
        -- From rest beside q, on the loop, a short step: what the accelerations differ by.
        local function speed(sign)
            local _, v = m:step(m:assemble(m:integrate(q, way * (sign * eps))), Vector(3), nil, h, { method = "rk4" })
            return v
        end
        near(A:block(4, 1, 3, 3) * way, (speed(1) - speed(-1)) / (2 * eps * h), { tol = 1e-4 })
        near(J * B:block(4, 1, 3, 3), Matrix(J:rows(), 3), { tol = 1e-6, scale = 1 })
        assert.is_true(A:block(4, 1, 3, 3):norm() > 0.1)
    end)

    -- What springs and dampers do; friction, which has no slope, is no part of it.
    local function yields(m, q, v)
        local tau, damping = m:passive_forces(q, Vector(#v)), m:damping()
        for i = 1, #v do tau[i] = tau[i] - damping[i] * v[i] end
        return tau
    end

    -- Of a looped model, against neighbours that are put back onto the loops; v is what of `v` they let be.
    local function assert_looped_slopes(m, q, v, tau, tol)
        local function freed(at, x)
            local N = m:constraint_jacobian(at):null(1e-8)
            return N * (N:transpose() * x)
        end
        assert_slopes(m, q, freed(q, v), tau, function(delta, v_at, tau_at)
            local at = delta:norm() > 0 and m:assemble(m:integrate(q, delta)) or q
            local w = delta:norm() > 0 and freed(at, v_at) or v_at
            return (m:constrained_dynamics(at, w, tau_at + yields(m, at, w)))
        end, function(e) return freed(q, e) end, tol)
    end

    it("is what differences say of random trees closed by every type of loop, and on a base that floats", function()
        for number, kind in ipairs(looped.types) do
            draw.each(2, 4060 + 10 * number, function(d, seed)
                local m = trees.random(d, 7, { chain = true, armature = true, mimics = 0.15, welded = 0.1, payloads = 0.2, resistance = true,
                    first = seed % 2 == 0 and "floating" or nil })
                local q = trees.configuration(d, m)
                looped.close(d, m, q, "one", kind, seed % 3 > 0 and "link" .. d:integer(1, 3) or nil, "link" .. d:integer(6, 7))
                assert_looped_slopes(m, m:assemble(q), trees.velocity(d, m), trees.velocity(d, m), 1e-8)
            end)
        end
    end)

    it("is what differences say of a four-bar, with springs and dampers", function()
        local m = four_bar()
        m:joint("at rod").damping, m:joint("at crank").stiffness, m:joint("at crank").springref = 0.7, 5, 0.4
        assert_looped_slopes(m, m:assemble { -0.6, -0.2, -1.8 }, Vector { 1, 0.3, 0.5 }, Vector { 1, -2, 0.5 }, 1e-8)
    end)

    -- A linkage that only its dimensions let move: beside the loop its rows say more than on it, and what is put back onto the loop lies
    -- 1e-9 off. Its way is known: tan(q1/2) tan(q2/2) = −sin((α + β)/2) / sin((α − β)/2), q1 + q3 = 2π. [Bennett 1903]
    it("is what Bennett's own equation says of his linkage", function()
        local a, b, alpha = 0.5, 0.3, 0.9
        local beta = math.asin(math.sin(alpha) * b / a)
        local function side(length, twist) return rigid.Transform(rigid.Rotation.x(twist), { length, 0, 0 }) end
        local sides, m, parent, placement = { side(a, alpha), side(b, beta), side(a, alpha) }, rigid.Model {}, nil, nil
        for i = 1, 3 do
            m:add_body { name = "bar" .. i, parent = parent, placement = placement, joint = { type = "revolute", name = "pin" .. i },
                inertia = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = 0.5, axis = { 1, 0, 0 } } }
            parent, placement = "bar" .. i, sides[i]
        end
        m:add_loop { name = "last", body_b = "bar3", placement_a = side(b, beta):inverse(), placement_b = sides[3], joint = "revolute" }
        m:joint("pin1").damping, m:joint("pin2").stiffness, m:joint("pin2").springref = 0.7, 5, 0.4
        local K = math.sin((alpha + beta) / 2) / math.sin((alpha - beta) / 2)
        local function at(s) return Vector { s, -2 * math.atan(K, math.tan(s / 2)), 2 * math.pi - s } end
        local function way(q) -- q' and q'' by q1
            local d = -math.sin(q[2]) / math.sin(q[1])
            return Vector { 1, d, -1 }, Vector { 0, (math.sin(q[2]) * math.cos(q[1]) - math.cos(q[2]) * d * math.sin(q[1])) / math.sin(q[1]) ^ 2, 0 }
        end
        local function acceleration(q, v, tau) -- of the one freedom that is left: q'ᵀ (H a + h − τ) = 0 with a = q' s'' + q'' s'²
            local t, bend = way(q)
            local curve = bend * (t:dot(v) / t:dot(t)) ^ 2
            local H = m:mass_matrix(q)
            return t * (t:dot(tau + yields(m, q, v) - m:bias_forces(q, v) - H * curve) / t:dot(H * t)) + curve
        end
        local tau, other = Vector { 1, -2, 0.5 }, Vector { 1, 2, 3 }
        for _, s in ipairs { 1.2, -0.8, 2.5, 3 } do
            local q = at(s)
            near(m:constraint_error(q), Vector(5), { slack = 1e-14 })
            local n = way(q) / way(q):norm()
            local v, A, B = n * 0.8, m:linearize(q, n * 0.8, tau)
            local function beside(x)
                local p = at(s + x * n[1])
                local along = way(p) / way(p):norm()
                return acceleration(p, along * along:dot(v), tau)
            end
            near(A:block(4, 1, 3, 3) * n, slope(beside, 2e-3), { tol = 1e-9 })
            near(A:block(4, 4, 3, 3) * n, slope(function(x) return acceleration(q, v + n * x, tau) end, 2e-3), { tol = 1e-9 })
            near(B:block(4, 1, 3, 3) * other, slope(function(x) return acceleration(q, v, tau + other * x) end, 2e-3), { tol = 1e-9 })
        end
    end)

    it("is all zero where loops leave nothing free", function()
        local m = rigid.Model {}
        m:add_body { name = "bar", joint = { type = "revolute", axis = { 0, 1, 0 } }, inertia = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = 1 } }
        m:add_loop { name = "weld", body_b = "bar", joint = "fixed" }
        near({ m:linearize { 0 } }, { Matrix { { 0, 1 }, { 0, 0 } }, Matrix(2, 1) }, { tol = 0 })
    end)

    it("refuses what does not fit", function()
        local m = rigid.Model {}
        m:add_body { name = "a", joint = "revolute", inertia = rigid.SpatialInertia.solid_sphere { mass = 1, radius = 1 } }
        refuses(function() m:linearize { 1, 2 } end, "#1", "1")
        refuses(function() m:linearize({ 1 }, { 1, 2 }) end, "#2")
        refuses(function() m:linearize({ 1 }, { 1 }, { 0 / 0 }) end, "#3")
    end)

    it("refuses a looped model that is off its loops, or leaving them", function()
        local m = rigid.Model {}
        for i = 1, 2 do
            m:add_body { name = "bar" .. i, joint = { type = "revolute", axis = { 0, 1, 0 } }, placement = rigid.Transform { position = { i - 1, 0, 0 } },
                inertia = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = 1 } }
        end
        m:add_loop { name = "rod", body_a = "bar1", placement_a = rigid.Transform { position = { 0, 0, 1 } }, body_b = "bar2",
            placement_b = rigid.Transform { position = { 0, 0, 1 } }, joint = { type = "distance", length = 1 } }
        m:linearize({ 0.3, 0.3 }, { 1, 1 })
        refuses(function() m:linearize { 0.3, 0.9 } end, "off its loops by 0.", "m:assemble")
        refuses(function() m:linearize({ 0.3, 0.3 }, { 1, -1 }) end, "v leaves the loops")
    end)
end)
