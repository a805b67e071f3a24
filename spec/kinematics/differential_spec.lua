-- Velocities of joints for those of bodies, within limits; and what a body can be moved by.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local Matrix, SpatialInertia, Transform, Vector = rigid.Matrix, rigid.SpatialInertia, rigid.Transform, rigid.Vector
local near, refuses = compare.near, compare.refuses

-- A chain of n joints about drawn axes, with limits of velocity.
local function chain(d, n, velocity)
    local m = rigid.Model {}
    for i = 1, n do
        m:add_body { name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil, placement = Transform(rigid.Rotation.matrix(d:rotation()), { 0.3, 0.1, 0.2 }),
            joint = { type = "revolute", name = "joint" .. i, axis = d:direction(), limits = { lower = -2, upper = 2, velocity = velocity } },
            inertia = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 } }
    end
    return m
end

describe("differential_ik", function()
    it("moves the body as it is wanted to, where the limits let it, the joints no more than they need", function()
        draw.each(10, 5110, function(d)
            local m = chain(d, 8, 1000)
            local q, V = Vector(8), d:six()
            for i = 1, 8 do q[i] = d:between(-1, 1) end
            local v, verdict = m:differential_ik { q = q, target = { link8 = rigid.Twist(V) } }
            assert.is_true(verdict.success, verdict.sentence)
            local J = m:jacobian(q, "link8", { frame = "aligned" })
            near(J * v, V, { tol = 1e-4 })
            near(v, J:pinv() * V, { tol = 1e-3 })
            local w = m:differential_ik { q = q, target = { link8 = { V[1], V[2], V[3] } } }
            near(J:block(1, 1, 3, 8) * w, { V[1], V[2], V[3] }, { tol = 1e-4 })
        end)
    end)

    it("is the least within the limits: no velocity beside it comes nearer", function()
        draw.each(20, 5120, function(d)
            local m = chain(d, 7, 0.6)
            local q, V = Vector(7), d:six()
            for i = 1, 7 do q[i] = d:between(-1, 1) end
            q[3] = 2
            local v, verdict = m:differential_ik { q = q, target = { link7 = V } }
            local J = m:jacobian(q, "link7", { frame = "aligned" })
            local function cost(x) return (Vector(V) - J * x):dot(Vector(V) - J * x) + 1e-8 * x:dot(x) end
            for i = 1, 7 do assert.is_true(math.abs(v[i]) <= 0.6) end
            assert.is_true(v[3] <= 0)
            local least = cost(v)
            for _ = 1, 60 do
                local w = Vector(7)
                for i = 1, 7 do w[i] = math.min(math.max(v[i] + 0.05 * d:number(), -0.6), i == 3 and 0 or 0.6) end
                assert.is_true(cost(w) >= least * (1 - 1e-9))
            end
            near(verdict.residual, (Vector(V) - J * v):norm(), { tol = 1e-12 })
        end)
    end)

    it("steps to the limit of a joint and not beyond, and goes to a posture where it is free to", function()
        draw.each(3, 5130, function(d)
            local m = chain(d, 7, 5)
            local q = Vector(7)
            for _ = 1, 200 do
                local v = m:differential_ik { q = q, target = { link7 = { 0, 0, 3 } }, dt = 0.02 }
                q = m:integrate(q, v * 0.02)
                for i = 1, 7 do assert.is_true(math.abs(q[i]) <= 2 + 1e-12) end
            end
            local posture = Vector { 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5 }
            local v = m:differential_ik { q = Vector(7), target = { link1 = { 0, 0, 0, 0, 0, 0 } }, posture = posture }
            near(v, { 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5 }, { tol = 1e-6, scale = 1 })
        end)
    end)

    it("keeps loops closed, within the limits of the joints", function()
        local m = rigid.Model {}
        local function bar(name, parent, x, length, limits)
            m:add_body { name = name, parent = parent, joint = { type = "revolute", axis = { 0, 1, 0 }, limits = limits }, placement = Transform { position = { x, 0, 0 } },
                inertia = SpatialInertia.thin_rod_about_end { mass = 1, length = length, axis = { 1, 0, 0 } } }
        end
        bar("crank", nil, 0, 0.3, { lower = -3, upper = 3, velocity = 2 })
        bar("rod", "crank", 0.3, 1)
        bar("rocker", nil, 1, 0.6)
        m:add_loop { name = "pin", body_a = "rod", placement_a = Transform { position = { 1, 0, 0 } }, body_b = "rocker",
            placement_b = Transform { position = { 0.6, 0, 0 } }, joint = { type = "revolute", axis = { 0, 1, 0 } } }
        local q = m:assemble { -0.6, -0.2, -1.8 }
        for _, wanted in ipairs { 1, 5 } do
            local v, verdict = m:differential_ik { q = q, target = { crank = { 0, 0, 0, 0, wanted, 0 } } }
            near(v[1], math.min(wanted, 2), { tol = 1e-6 })
            assert.is_true((m:constraint_jacobian(q) * v):norm() < 1e-12)
            assert.is_true(math.abs(v[2]) > 1)
            assert.equal(wanted < 2, verdict.success)
        end
        -- what the loop does not let through is the least of what it does
        local v, verdict = m:differential_ik { q = q, target = { rod = { 0, 0, 0.1 } } }
        local C, J = m:constraint_jacobian(q), m:jacobian(q, "rod", { frame = "aligned" }):block(1, 1, 3, 3)
        local way = J * C:null():column(1)
        near(verdict.residual, (Vector { 0, 0, 0.1 } - way * (0.1 * way[3] / way:dot(way))):norm(), { tol = 1e-6 })
        assert.is_true((C * v):norm() < 1e-12)
    end)

    it("goes no faster than what follows a joint may", function()
        local m = rigid.Model {}
        for i, ratio in ipairs { 0, -4 } do
            m:add_body { name = "link" .. i, inertia = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 },
                joint = { type = "revolute", name = "joint" .. i, limits = { velocity = i }, mimic = i == 2 and { joint = "joint1", multiplier = ratio } or nil } }
        end
        local v, verdict = m:differential_ik { q = { 0 }, target = { link1 = { 0, 0, 0, 0, 0, 3 } } }
        near(v, { 0.5 }, { tol = 1e-12 })
        assert.same({ false, { "'joint1'" } }, { verdict.success, verdict.limits })
    end)

    it("judges each target by itself", function()
        local m = rigid.Model {}
        for i, name in ipairs { "left", "right" } do
            m:add_body { name = name, placement = Transform { position = { 0, i, 0 } }, joint = { type = "prismatic", axis = { 1, 0, 0 } },
                inertia = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 } }
        end
        local _, verdict = m:differential_ik { q = { 0, 0 }, target = { left = { 10, 0, 0 }, right = { 0, 0.005, 0 } } }
        assert.is_false(verdict.success)
        assert.equal("0.005 short of what is wanted ('right' by 0.005)", verdict.sentence)
        assert.same({ "left", "right" }, { verdict.targets[1].name, verdict.targets[2].name })
        near(verdict.targets[2].residual, 0.005, { tol = 1e-9 })
    end)

    it("refuses what is no velocity", function()
        draw.each(1, 5140, function(d)
            local m = chain(d, 3, 1)
            refuses(function() m:differential_ik { q = { 0, 0, 0 } } end, "target")
            refuses(function() m:differential_ik { q = { 0, 0 }, target = { link3 = { 1, 0, 0 } } } end, "q")
            refuses(function() m:differential_ik { q = { 0, 0, 0 }, target = { link4 = { 1, 0, 0 } } } end, "link4")
            refuses(function() m:differential_ik { q = { 0, 0, 0 }, target = { link3 = { 1, 0 } } } end, "link3")
            refuses(function() m:differential_ik { q = { 0, 0, 0 }, target = { link3 = { 1, 0, 0 } }, dt = 0 } end, "dt", "positive")
            local still = rigid.Model {}
            still:add_body { name = "block", joint = "fixed", inertia = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 } }
            refuses(function() still:differential_ik { q = {}, target = { block = { 1, 0, 0 } } } end, "no freedoms")
        end)
    end)
end)

describe("manipulability", function()
    it("is the root of |J Jᵀ|, with directions and motions that belong together", function()
        draw.each(10, 5150, function(d)
            local m = chain(d, 7, 1)
            local q = d:list(7)
            local J = m:jacobian(q, "link7", { frame = "aligned" })
            local answer = m:manipulability(q, "link7")
            near(answer.measure, math.sqrt((J * J:transpose()):determinant()), { tol = 1e-9 })
            near(J * answer.motions:column(2), answer.directions:column(2) * answer.singular_values[2], { tol = 1e-12, scale = 1 })
            near(answer.condition, J:condition(), { tol = 1e-9 })
            assert.same({ 6, 1 }, { answer.rank, answer.free:cols() })
            near(J * answer.free, Matrix(6, 1), { tol = 1e-12, scale = 1 })
        end)
    end)

    it("says in words which direction is lost", function()
        local m = rigid.Model {}
        for i = 1, 2 do
            m:add_body { name = "link" .. i, parent = i == 2 and "link1" or nil, placement = Transform { position = { i - 1, 0, 0 } },
                joint = { type = "revolute", axis = { 0, 0, 1 } }, inertia = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 } }
        end
        local stretched = m:manipulability({ 0, 0 }, "link2", { part = "linear", point = { 1, 0, 0 } })
        assert.equal("1 of 3 directions can be moved; lost: 1 along x; one more, for want of joints", stretched.sentence:gsub("%-1 along", "1 along"), nil)
        assert.same({ 1, 0 }, { stretched.rank, stretched.measure })
        assert.is_nil(stretched.condition)
        assert.equal(2, m:manipulability({ 0, 1 }, "link2", { part = "linear", point = { 1, 0, 0 } }).rank)
        refuses(function() m:manipulability({ 0, 0 }, "hand") end, "#2", "hand")
        refuses(function() m:manipulability({ 0 }, "link2") end, "#1")
        refuses(function() m:manipulability({ 0, 0 }, "link2", { part = "turn" }) end, "part")
    end)
end)
