-- Laws of closed loops over random trees: the dense second implementation agrees, the loops stay closed as the acceleration says, and
-- what is found does not go by how the loops were said.
local rigid = require "rigid"
local Tree = require "spec.support.dense_tree"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local dense_loops = require "spec.support.dense_loops"
local draw = require "spec.support.draw"
local looped = require "spec.support.looped"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local Transform, Rotation, Vec3, Vector = rigid.Transform, rigid.Rotation, rigid.Vec3, rigid.Vector
local near, different, scale_of = compare.near, compare.different, compare.scale

-- A velocity that the loops allow.
local function moving(d, m, q)
    local J = m:constraint_jacobian(q)
    return Vector(dense_loops.allowed(J:table(), trees.velocity(d, m):table()))
end

-- Compare all that the model says of its loops with the second implementation; external: wrenches by link, or none.
local function agrees(m, q, v, tau, external)
    local tree, plain = Tree.of(m:table()), {}
    local state = tree:state(q:table(), v:table())
    for name, wrench in pairs(external or {}) do plain[name] = wrench:table() end
    local J, drift, own = dense_loops.rows(tree, state, m:table().loops, q:table(), v:table())
    local a, lambda, rank = dense_loops.dynamics(tree, state, J, drift, tau:table(), plain)
    local got, wrenches = m:constrained_dynamics(q, v, tau, external)
    local forces = tree:inverse_dynamics(state, dense.scale(tau:table(), 0), plain)
    local condition = scale_of(m:mass_matrix(q)) * scale_of(m:inverse_mass_matrix(q))
    near(got, a, { tol = tolerance.through_loops, scale = math.max(scale_of(a), condition), what = "acceleration" })
    local scale = math.max(scale_of(forces), scale_of(tau), scale_of(lambda))
    for i, loop in ipairs(m:loops(q)) do
        near(wrenches[loop.name], dense_loops.wrench(own[i], lambda), { tol = tolerance.through_loops, scale = scale, what = loop.name })
    end
    local rows = m:constraint_jacobian(q):table()
    assert.equal(#J, #rows)
    assert.equal(rank, m:loops(q).rank)
    assert.equal(rank, #dense_loops.orthonormal(rows))
    -- the rows span the same, and their drift is that of the same motion
    local R = dense_loops.orthonormal(J)
    for _, row in ipairs(rows) do
        local rest = row
        for _, unit in ipairs(R) do rest = dense.sub(rest, dense.scale(unit, dense.dot(unit, rest))) end
        assert.is_true(dense.norm(rest) <= tolerance.figure * 100 * math.max(1, scale_of(rows)))
    end
    local off = m:constraint_jacobian(q) * got + m:constraint_drift(q, v)
    near(off, Vector(#off), { slack = tolerance.through_loops * math.max(1, scale_of(m:constraint_drift(q, v)), scale_of(a)) })
    return got, wrenches
end

-- A tree of some links, its configuration, and a loop of that kind from one of the first to one of the last.
local function closed_tree(d, kind, options)
    local m = trees.random(d, 9, options)
    local q = trees.configuration(d, m)
    looped.close(d, m, q, "one", kind, d:unit_interval() < 0.7 and "link" .. d:integer(1, 3) or nil, "link" .. d:integer(7, 9))
    return m, q
end

local OPTIONS <const> = { chain = true, armature = true, mimics = 0.15, welded = 0.1, payloads = 0.2, resistance = true }

describe("the dense second implementation agrees on a tree closed", function()
    for number, kind in ipairs(looped.types) do
        it("by " .. kind, function()
            draw.each(3, 70100 + 10 * number, function(d)
                local m, q = closed_tree(d, kind, OPTIONS)
                local v, tau = moving(d, m, q), trees.velocity(d, m)
                local a = agrees(m, q, v, tau, { link5 = rigid.Wrench(d:six()) })
                different(a, m:forward_dynamics(q, v, tau))
            end)
        end)
    end

    it("by several at once, with every type in the tree", function()
        local seen = {}
        draw.each(6, 70310, function(d)
            local m = trees.of_every_type(d, { armature = true })
            local q = trees.configuration(d, m)
            for i = 1, 3 do
                local kind = looped.types[d:integer(1, #looped.types)]
                looped.close(d, m, q, "loop" .. i, kind, "link" .. d:integer(1, 4), "link" .. d:integer(5, 10))
                seen[kind] = true
            end
            agrees(m, q, moving(d, m, q), trees.velocity(d, m))
        end)
        assert.is_true(#looped.types > 0 and next(seen) ~= nil)
    end)

    -- The same loop twice: every multiplier is shared, which only the one of least norm does.
    for number, kind in ipairs(looped.types) do
        it("twice by " .. kind .. ", with wrenches of least norm", function()
            draw.each(1, 70400 + number, function(d)
                local m, q = closed_tree(d, kind, { chain = true })
                local said = m:table().loops[1]
                said.name = "two"
                m:add_loop(said)
                local v, tau = moving(d, m, q), trees.velocity(d, m)
                local _, wrenches = agrees(m, q, v, tau)
                near(wrenches.one, wrenches.two, { tol = tolerance.through_loops })
                m:remove_loop "two"
                local _, alone = m:constrained_dynamics(q, v, tau)
                near(wrenches.one * 2, alone.one, { tol = tolerance.through_loops })
            end)
        end)
    end

    -- More equations than freedoms: what the loop bears is told by least norm alone, which goes by the basis of the rows.
    for number, kind in ipairs(looped.types) do
        it("of few joints by " .. kind .. ", with wrenches of least norm", function()
            draw.each(2, 70450 + 2 * number, function(d)
                local m = trees.random(d, 2, { chain = true, types = { "revolute", "helical" } })
                local q = trees.configuration(d, m)
                looped.close(d, m, q, "one", kind, nil, "link2")
                agrees(m, q, moving(d, m, q), trees.velocity(d, m))
            end)
        end)
    end

    it("by couplings, also of joints that follow others", function()
        draw.each(4, 70500, function(d)
            local m = rigid.Model { name = "hand", gravity = { 0.7, -1.3, -9.2 } }
            local singles = { "revolute", "prismatic", "helical", "screw", "continuous", "revolute", "prismatic" }
            for i, kind in ipairs(singles) do
                local joint = trees.joint(d, kind, "joint" .. i, { armature = true })
                if i == 3 then joint.mimic = { joint = "joint1", multiplier = d:number(), offset = d:number() } end
                if i == 6 then joint.mimic = { joint = "joint4", multiplier = d:number(), offset = d:number() } end
                m:add_body {
                    name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil, joint = joint,
                    placement = Transform(Rotation.matrix(d:rotation()), d:vec3()), inertia = rigid.SpatialInertia.from_parameters(d:parameters()),
                }
            end
            local q = trees.configuration(d, m)
            local stands = looped.stands(m, q)
            looped.couple(d, m, "plain", "joint2", "joint5", stands)
            looped.couple(d, m, "of a follower", "joint7", "joint3", stands)
            looped.couple(d, m, "a follower", "joint6", "joint2", stands)
            near(m:constraint_error(q), { 0, 0, 0 }, { slack = tolerance.figure })
            agrees(m, q, moving(d, m, q), trees.velocity(d, m))
        end)
    end)
end)

describe("the errors", function()
    -- of q + v h + a h²/2: what is left has h³ in it
    local function falls(m, q, v, a)
        local function left(h) return m:constraint_error(m:integrate(q, v * h + a * (h * h / 2))):norm() end
        local ratio = left(4e-3) / left(2e-3)
        assert.is_true(left(2e-3) > 1e-13, "nothing is left to compare")
        assert.is_true(ratio > 7 and ratio < 9.2, ("falls by %.3g where h is halved, not by 8"):format(ratio))
        local half = a + Vector(dense_loops.allowed({}, trees.velocity(draw.stream(3), m):table()))
        local function wrong(h) return m:constraint_error(m:integrate(q, v * h + half * (h * h / 2))):norm() end
        assert.is_true(wrong(4e-3) / wrong(2e-3) < 5, "another acceleration leaves h² as well")
    end

    for number, kind in ipairs(looped.types) do
        it("of " .. kind .. " fall as the cube of the step", function()
            draw.each(2, 70600 + 10 * number, function(d)
                local m, q = closed_tree(d, kind, { chain = true })
                local v = moving(d, m, q)
                falls(m, q, v, (m:constrained_dynamics(q, v, trees.velocity(d, m))))
            end)
        end)
    end

    it("of a coupling fall as the cube of the step", function()
        draw.each(2, 70800, function(d)
            local m = trees.random(d, 5, { chain = true, types = { "revolute", "prismatic", "helical" } })
            local q = trees.configuration(d, m)
            looped.couple(d, m, "one", "joint2", "joint4", looped.stands(m, q))
            local v = moving(d, m, q)
            falls(m, q, v, (m:constrained_dynamics(q, v, trees.velocity(d, m))))
        end)
    end)

    it("are those that the Jacobian says, near where they are none", function()
        draw.each(2, 70820, function(d)
            for _, kind in ipairs(looped.types) do
                local m, q = closed_tree(d, kind, { chain = true })
                local e, h = trees.velocity(d, m), 1e-5
                local rate = (m:constraint_error(m:integrate(q, e * h)) - m:constraint_error(m:integrate(q, e * -h))) / (2 * h)
                near(rate, m:constraint_jacobian(q) * e, { tol = 1e-6, what = kind })
            end
        end)
    end)
end)

describe("assemble", function()
    for number, kind in ipairs(looped.types) do
        it("closes by " .. kind, function()
            draw.each(3, 70900 + 10 * number, function(d)
                local m, q = closed_tree(d, kind, { chain = true })
                local off = m:integrate(q, trees.velocity(d, m) * 0.05)
                assert.is_true(m:constraint_error(off):norm() > 1e-3)
                local closed, left = m:assemble(off)
                assert.is_true(left < 1e-12 and left >= 0)
                near(m:constraint_error(closed), Vector(#m:constraint_error(q)), { slack = 1e-12 })
                assert.is_true(m:difference(off, closed):norm() < 1, "goes no further than it must")
                near(m:difference(closed, (m:assemble(closed))), Vector(m:nv()), { slack = 1e-10 })
            end)
        end)
    end
end)

describe("accelerations are the same", function()
    local function same(m, other, q, v, tau)
        near((other:constrained_dynamics(q, v, tau)), (m:constrained_dynamics(q, v, tau)), { tol = tolerance.through_loops })
    end

    it("in other axes of both loop frames", function()
        draw.each(1, 71100, function(d)
            for _, kind in ipairs(looped.types) do
                local m, q = closed_tree(d, kind, { chain = true })
                local v, tau = moving(d, m, q), trees.velocity(d, m)
                local said, R = m:table(), Rotation.matrix(d:rotation())
                local loop, turned = said.loops[1], Transform(R, { 0, 0, 0 })
                loop.placement_a, loop.placement_b = Transform(loop.placement_a) * turned, Transform(loop.placement_b) * turned
                for _, field in ipairs { "axis", "axis2", "point" } do
                    loop.joint[field] = loop.joint[field] and R:inverse() * Vec3(loop.joint[field])
                end
                same(m, rigid.Model(said), q, v, tau)
            end
        end)
    end)

    it("from another place on the axis, on the screw and in what is fixed", function()
        draw.each(2, 71200, function(d)
            for _, kind in ipairs { "revolute", "prismatic", "cylindrical", "helical", "screw", "fixed" } do
                local m, q = closed_tree(d, kind, { chain = true })
                local v, tau, said = moving(d, m, q), trees.velocity(d, m), m:table()
                local loop = said.loops[1]
                local step = kind == "screw" and Vec3(d:vec3()) or kind == "fixed" and Vec3(d:vec3()) or Vec3(loop.joint.axis) * d:number()
                local moved = Transform(Rotation.identity(), step)
                loop.placement_a, loop.placement_b = Transform(loop.placement_a) * moved, Transform(loop.placement_b) * moved
                if kind == "screw" then loop.joint.point = Vec3(loop.joint.point) - step end
                same(m, rigid.Model(said), q, v, tau)
            end
        end)
    end)

    it("with a and b exchanged where the joint is the same both ways", function()
        draw.each(2, 71300, function(d)
            for _, kind in ipairs { "revolute", "prismatic", "fixed", "cylindrical", "spherical", "planar", "distance", "helical" } do
                local m, q = closed_tree(d, kind, { chain = true })
                local v, tau, said = moving(d, m, q), trees.velocity(d, m), m:table()
                local loop = said.loops[1]
                loop.body_a, loop.body_b, loop.placement_a, loop.placement_b = loop.body_b, loop.body_a, loop.placement_b, loop.placement_a
                same(m, rigid.Model(said), q, v, tau)
            end
        end)
    end)

    it("as those of the tree that the loop cuts", function()
        -- a chain held to the world by a joint is the chain on that joint, cut elsewhere
        draw.each(3, 71400, function(d)
            local tree = trees.random(d, 2, { chain = true, first = "spherical", types = { "revolute" } })
            local m = tree:copy()
            local q = trees.configuration(d, tree)
            -- the same, floating, with its first joint as a loop
            local said = tree:table()
            said.bodies[1].joint = { type = "floating", name = "base" }
            local placement = Transform(said.bodies[1].placement)
            said.bodies[1].placement = nil
            local cut = rigid.Model(said)
            cut:add_loop { name = "ball", placement_a = placement, body_b = "link1", joint = "spherical" }
            local X = m:pose(q, "link1")
            local w, x, y, z = X:rotation():quaternion()
            local p = X:position()
            local v, tau = trees.velocity(d, tree), trees.velocity(d, tree)
            local a = tree:forward_dynamics(q, v, tau)
            local got, W = cut:constrained_dynamics({ p.x, p.y, p.z, w, x, y, z, q[5] }, { 0, 0, 0, v[1], v[2], v[3], v[4] },
                { 0, 0, 0, tau[1], tau[2], tau[3], tau[4] })
            near({ got[4], got[5], got[6], got[7] }, a, { tol = tolerance.through_loops })
            near(W.ball:angular(), { 0, 0, 0 }, { slack = tolerance.figure * scale_of(W.ball) })
            -- what the joint bears carries the robot: momentum changes by it and by gravity
            near({ got[1], got[2], got[3] }, { 0, 0, 0 }, { slack = tolerance.through_loops * scale_of(a) })
        end)
    end)
end)

describe("torques of a looped robot", function()
    it("give the acceleration that they were asked for, by the joints that are driven", function()
        draw.each(4, 71500, function(d)
            local m = trees.random(d, 8, { chain = true, types = { "revolute", "prismatic" } })
            local q = trees.configuration(d, m)
            looped.close(d, m, q, "one", "spherical", nil, "link8")
            local v, tau = moving(d, m, q), trees.velocity(d, m)
            local a = m:constrained_dynamics(q, v, tau)
            local left = m:loops(q).freedoms
            local driven = {}
            for i = 1, left do driven[i] = "joint" .. i end
            local torques, wrenches = m:constrained_inverse_dynamics(q, v, a, { driven = driven })
            for i = left + 1, m:nv() do assert.equal(0, torques[i]) end
            local again, same = m:constrained_dynamics(q, v, torques)
            near(again, a, { tol = 1e-8 })
            near(wrenches.one, same.one, { tol = 1e-8 })
            -- all joints driven: no more than that
            local least = m:constrained_inverse_dynamics(q, v, a)
            near((m:constrained_dynamics(q, v, least)), a, { tol = 1e-8 })
            assert.is_true(least:norm() < torques:norm() and least:norm() < tau:norm())
            -- of least norm: across all that changes only what the loops bear
            near(m:constraint_jacobian(q) * least, Vector(3), { slack = 1e-9 * least:norm() * m:constraint_jacobian(q):norm() })
            -- one driven joint less does not do
            driven[left] = nil
            local none, why = m:constrained_inverse_dynamics(q, v, a, { driven = driven })
            assert.is_nil(none)
            assert.truthy(why:find("move " .. left - 1, 1, true), why)
        end)
    end)
end)
