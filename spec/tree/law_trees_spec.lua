-- The laws of trees over seeded random draws and every joint type: our algorithms against a naive dense second
-- implementation, against each other, and against central differences along the manifold of configurations. Trees have
-- welded links, rotors and joints that follow others; bodies, axes and placements are general, and so are v and v_ref.
local rigid = require "rigid"
local Tree = require "spec.support.dense_tree"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"
local laws = require "spec.support.tree_laws"

local Vector, Matrix, Wrench = rigid.Vector, rigid.Matrix, rigid.Wrench
local near, scale_of = compare.near, compare.scale
local DRAWS, families, family_names = laws.DRAWS, laws.families, laws.family_names
local function holds(...) laws.holds(it, ...) end
local function holds_in_flight(...) laws.holds_in_flight(it, ...) end

local some_link, wrenches, rate_of, onward = laws.some_link, laws.wrenches, laws.rate_of, laws.onward

-- ---- the laws -----------------------------------------------------------------------------------------------------------

describe("the trees that are drawn", function()
    -- What is in the draws of all families, counted.
    local function counted()
        local n = { types = {}, freedoms = 0, welded = 0, payloads = 0, frames = 0, roots = {}, mimics = 0, resisting_mimics = 0 }
        for _, field in ipairs { "damping", "friction", "armature" } do n[field] = 0 end
        n.flying, n.standing, n.mixed, n.apart, n.both_signs = 0, 0, 0, 0, {}
        for _, family in ipairs(family_names) do
            draw.each(DRAWS, 1501, function(d, seed)
                local m = families[family](d, seed)
                local v, roots, flies, stands, root_of = trees.velocity(d, m), 0, 0, 0, {}
                n.freedoms = n.freedoms + m:nv()
                for _, field in ipairs { "damping", "friction", "armature" } do
                    local list = m[field](m)
                    for k = 1, #list do
                        if list[k] > 0 then n[field] = n[field] + 1 end
                    end
                end
                for k = 1, m:nv() do n.both_signs[v[k] > 0] = true end
                for _, body in ipairs(m:table().bodies) do
                    local joint, type_ = body.joint, body.joint.type
                    root_of[body.name] = body.parent and root_of[body.parent] or body.name
                    root_of[joint.name or ""] = root_of[body.name]
                    n.types[type_] = (n.types[type_] or 0) + 1
                    n.payloads = n.payloads + (body.payload and 1 or 0)
                    n.frames = n.frames + (body.frame and 1 or 0)
                    if type_ == "fixed" and not body.payload and not body.frame then n.welded = n.welded + 1 end
                    if joint.mimic then
                        n.mimics = n.mimics + 1
                        if joint.friction and joint.damping and joint.armature then n.resisting_mimics = n.resisting_mimics + 1 end
                        if root_of[joint.mimic.joint] ~= root_of[body.name] then n.apart = n.apart + 1 end
                    end
                    if not body.parent and type_ ~= "fixed" then
                        roots = roots + 1
                        if type_ == "floating" then flies = flies + 1 else stands = stands + 1 end
                    end
                end
                n.roots[roots] = (n.roots[roots] or 0) + 1
                if flies > 0 and stands > 0 then n.mixed = n.mixed + 1 end
                if flies > 1 then n.flying = n.flying + 1 end
                if stands > 1 then n.standing = n.standing + 1 end
            end)
        end
        return n
    end

    it("have every joint type, welded links, payloads, frames, and joints that follow others, also of another tree", function()
        local n = counted()
        for _, kind in ipairs(trees.moving_types) do
            assert.is_true(n.types[kind] >= DRAWS, kind)
        end
        assert.is_true(n.welded > DRAWS and n.payloads > DRAWS and n.frames > DRAWS)
        assert.is_true(n.mimics > DRAWS and n.resisting_mimics == n.mimics and n.apart > DRAWS)
        assert.is_true(n.both_signs[true] and n.both_signs[false])
    end)

    it("have damping and friction at every freedom, and rotors at half of them", function()
        local n = counted()
        assert.is_true(n.freedoms > 300)
        assert.equal(n.freedoms, n.damping)
        assert.equal(n.freedoms, n.friction)
        assert.is_true(n.armature > n.freedoms / 3 and n.armature < n.freedoms)
    end)

    it("hang from the world with one, two and three roots, which stand, fly, or do both", function()
        local n = counted()
        assert.is_true(n.roots[1] > DRAWS / 2 and n.roots[2] > DRAWS / 2 and n.roots[3] > DRAWS / 2)
        assert.is_true(n.mixed > DRAWS / 2 and n.flying > 1 and n.standing > DRAWS / 2)
    end)
end)

describe("wrenches from outside", function()
    holds("push with J^T f, wherever they act", 1621, function(d, m, q, v, a)
        local external = wrenches(d, m)
        local push, scale = Vector(m:nv()), 0
        for name, wrench in pairs(external) do
            local J = m:jacobian(q, name)
            push, scale = push + J:transpose() * Vector(wrench:table()), scale + scale_of(J)
        end
        local without = m:inverse_dynamics(q, v, a)
        near(without - m:inverse_dynamics(q, v, a, external), push, { scale = { scale, without } })
    end)

    holds_in_flight("move a free robot's com as if they acted there", 1622, function(d, m, q, v)
        local name = some_link(d, m)
        local wrench = Wrench(d:six())
        local a = m:forward_dynamics(q, v, nil, { [name] = wrench })
        local com_acceleration = rate_of(function(t) return m:com_velocity(onward(m, q, v, t), v + a * t) end)
        local force = m:pose(q, name):rotation() * wrench:linear()
        local wanted = force / m:total_mass() + m:gravity()
        local scale = (1 + scale_of(a)) * scale_of(m:com_jacobian(q), m:com_velocity(q, v))
        near(com_acceleration, wanted:table(), { tol = tolerance.central_difference, scale = scale })
    end)
end)

describe("joints that follow others", function()
    -- The same tree with every joint free, A with dq_free = A dq, and q_free(q).
    local function freed(m)
        local said = m:table()
        for _, body in ipairs(said.bodies) do
            body.joint.mimic = nil
        end
        local free = rigid.Model(said)
        local bound, loose = Tree.of(m:table()).joints, Tree.of(said).joints
        local A = Matrix(free:nv(), m:nv())
        for name, joint in pairs(bound) do
            for k = 0, joint.nv - 1 do
                A:set(loose[name].v + k, joint.v + k, joint.ratio)
            end
        end
        local function q_of(q)
            local list = {}
            for name, joint in pairs(bound) do
                for k = 0, joint.nq - 1 do
                    list[loose[name].q + k] = joint.ratio * q[joint.q + k] + joint.offset
                end
            end
            return Vector(list)
        end
        return free, A, q_of
    end

    local function reduces(name, first_seed, law)
        it(name, function()
            local followers = 0
            draw.each(2 * DRAWS, first_seed, function(d)
                local m = trees.random(d, 9, { mimics = 0.6, welded = 0.1, armature = true })
                local free, A, q_of = freed(m)
                followers = followers + free:nv() - m:nv()
                local q, v, a = trees.state(d, m)
                law(m, free, A, A:transpose(), { q = q, v = v, a = a }, { q = q_of(q), v = A * v, a = A * a })
            end)
            assert.is_true(followers > DRAWS)
        end)
    end

    reduces("stand where the free ones are put", 1631, function(m, free, A, _, bound, loose)
        for _, name in ipairs(m:body_names()) do
            near(m:pose(bound.q, name), free:pose(loose.q, name), { what = name })
            local J = free:jacobian(loose.q, name)
            near(m:jacobian(bound.q, name), J * A, { scale = J, what = name })
            local dJ = free:jacobian_derivative(loose.q, loose.v, name)
            near(m:jacobian_derivative(bound.q, bound.v, name), dJ * A, { scale = dJ, what = name })
        end
    end)

    reduces("have A^T H A, A^T C A and A^T tau", 1632, function(m, free, A, At, bound, loose)
        local H, C = free:mass_matrix(loose.q), free:coriolis_matrix(loose.q, loose.v)
        near(m:mass_matrix(bound.q), At * H * A, { scale = H })
        near(m:coriolis_matrix(bound.q, bound.v), At * C * A, { scale = C })
        local tau = free:inverse_dynamics(loose.q, loose.v, loose.a)
        near(m:inverse_dynamics(bound.q, bound.v, bound.a), At * tau, { scale = tau })
        local gravity = free:gravity_forces(loose.q)
        near(m:gravity_forces(bound.q), At * gravity, { scale = gravity })
        local momentum = free:centroidal_matrix(loose.q)
        near(m:centroidal_matrix(bound.q), momentum * A, { scale = momentum })
    end)

    reduces("have A^T Y, and derivatives A^T (.) A", 1633, function(m, free, A, At, bound, loose)
        local Y = free:regressor(loose.q, loose.v, loose.a)
        near(m:regressor(bound.q, bound.v, bound.a), At * Y, { scale = Y })
        Y = free:slotine_li_regressor(loose.q, loose.v, loose.a, loose.v)
        near(m:slotine_li_regressor(bound.q, bound.v, bound.a, bound.v), At * Y, { scale = Y })
        local dq, dv = m:inverse_dynamics_derivatives(bound.q, bound.v, bound.a)
        local free_dq, free_dv = free:inverse_dynamics_derivatives(loose.q, loose.v, loose.a)
        near(dq, At * free_dq * A, { scale = free_dq })
        near(dv, At * free_dv * A, { scale = free_dv })
    end)
end)

describe("configurations", function()
    holds("a step and its difference undo each other", 1641, function(d, m, q, v)
        near(m:difference(q, m:integrate(q, v)), v)
        local other = trees.configuration(d, m)
        local reached = m:integrate(q, m:difference(q, other))
        for _, name in ipairs(m:body_names()) do
            near(m:pose(reached, name), m:pose(other, name), { what = name })
        end
        near(m:difference(q, q), Vector(m:nv()), { scale = 1 })
        near(m:difference(other, q), m:difference(q, other) * -1)
    end)

    holds("steps along one direction add up", 1642, function(_, m, q, v)
        local halfway = m:integrate(q, v * 0.3)
        near(m:integrate(halfway, v * 0.7), m:integrate(q, v))
    end)

    holds("a step moves every link by its twist", 1643, function(_, m, q, v)
        for _, name in ipairs(m:body_names()) do
            local twist = rate_of(function(t)
                return (m:pose(q, name):inverse() * m:pose(onward(m, q, v, t), name)):log():table()
            end)
            near(twist, m:twist(q, v, name):table(), { tol = tolerance.central_difference, scale = m:pose(q, name), what = name })
        end
    end)

    it("quaternions stay unit over a hundred thousand steps", function()
        local d = draw.stream(1644)
        local m = trees.random(d, 2, { types = { "spherical" }, first = "floating", chain = true })
        local q, v = m:neutral(), trees.velocity(d, m) * 0.01
        for _ = 1, 100000 do
            m:integrate(q, v, q)
        end
        for _, first in ipairs { 4, 8 } do
            local square = 0
            for k = first, first + 3 do
                square = square + q[k] * q[k]
            end
            near(square, 1, { tol = tolerance.exact })
        end
    end)

    it("q and -q of a quaternion are one attitude", function()
        draw.each(DRAWS, 1645, function(d)
            local m = trees.random(d, 3, { first = "floating", types = { "spherical" }, chain = true })
            local q, v, a = trees.state(d, m)
            local other = q:copy()
            for _, k in ipairs { 4, 5, 6, 7, 8, 9, 10, 11 } do
                other[k] = -q[k]
            end
            near(m:inverse_dynamics(other, v, a), m:inverse_dynamics(q, v, a), { tol = tolerance.exact })
            near(m:difference(q, other), Vector(m:nv()), { scale = 1 })
        end)
    end)
end)
