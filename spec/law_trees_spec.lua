-- The laws of trees over seeded random draws and every joint type: our algorithms against a naive dense second
-- implementation, against each other, and against central differences along the manifold of configurations. Trees have
-- welded links, rotors and joints that follow others; bodies, axes and placements are general, and so are v and v_ref.

local rigid = require "rigid"
local Tree = require "spec.support.dense_tree"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local Vector, Matrix, Wrench = rigid.Vector, rigid.Matrix, rigid.Wrench

local near, different, flatten, scale_of = compare.near, compare.different, compare.flatten, compare.scale

-- ---- what is drawn ----------------------------------------------------------------------------------------------------

local DRAWS <const> = 9

-- Two roots or three.
local function some_roots(seed) return 2 + seed % 2 end

local families = {
    ["a forest of every joint type"] = function(d, seed)
        return trees.of_every_type(d, { roots = 1 + seed % 3, armature = seed % 2 == 0, resistance = true })
    end,
    ["three joints of one type"] = function(d, seed)
        local kind = trees.moving_types[seed % #trees.moving_types + 1]
        local three_roots = seed % 4 == 0
        local options = { types = { kind }, chain = true, roots = three_roots and 3 or 1, resistance = true }
        return trees.random(d, three_roots and 5 or 3, options)
    end,
    ["flying robots and what stands beside them"] = function(d, seed)
        return trees.random(d, 7, {
            first = "floating", second = seed % 3 == 0 and "floating" or "universal", roots = some_roots(seed), welded = 0.3,
            payloads = 0.3, resistance = true, armature = seed % 2 == 0,
        })
    end,
    ["joints that follow, rotors, welded links"] = function(d, seed)
        return trees.random(d, 8, {
            mimics = 0.6, welded = 0.2, payloads = 0.2, armature = true, resistance = true, roots = some_roots(seed // 2),
        })
    end,
}
local family_names = {}
for name in pairs(families) do
    family_names[#family_names + 1] = name
end
table.sort(family_names)

-- One case for each family: law(d, m, q, v, a) over DRAWS trees, each in a state of general position.
local function holds(name, first_seed, law)
    for _, family in ipairs(family_names) do
        it(name .. ": " .. family, function()
            draw.each(DRAWS, first_seed, function(d, seed)
                local m = families[family](d, seed)
                law(d, m, trees.state(d, m))
            end)
        end)
    end
end

-- The same over floating robots alone, one or two of them: their momentum is their own.
local function holds_in_flight(name, first_seed, law)
    it(name, function()
        draw.each(DRAWS, first_seed, function(d, seed)
            local second = seed % 2 == 0 and "floating" or nil
            local m = trees.random(d, 7, {
                first = "floating", second = second, roots = second and 2, welded = 0.2, mimics = 0.2, resistance = true,
            })
            law(d, m, trees.state(d, m))
        end)
    end)
end

-- The links that fly, each with the first of its six numbers in v.
local function flying(m)
    local list = {}
    for _, body in ipairs(m:table().bodies) do
        if not body.parent and body.joint.type == "floating" then list[body.name] = m:joint(body.joint.name).v end
    end
    return list
end

-- Torques of general size, none at what flies.
local function inner_torques(d, m)
    local tau = trees.velocity(d, m)
    for _, first in pairs(flying(m)) do
        for k = first, first + 5 do
            tau[k] = 0
        end
    end
    return tau
end

local function some_link(d, m)
    local names = d:unit_interval() < 0.5 and m:frame_names() or m:body_names()
    if #names == 0 then names = m:body_names() end
    return names[d:integer(1, #names)]
end

local function wrenches(d, m)
    local external = {}
    for _ = 1, 3 do
        external[some_link(d, m)] = Wrench(d:six())
    end
    return external
end

local views = { "local", "world", "aligned" }

-- ---- differences along the manifold -------------------------------------------------------------------------------------

-- The derivative at 0 of f(t), as a flat list: eight points, exact but for step^8 and rounding / step.
local STEP <const> = 2.0 ^ -10
local WEIGHTS <const> = { 4 / 5, -1 / 5, 4 / 105, -1 / 280 }

local function rate_of(f)
    local sum
    for k, weight in ipairs(WEIGHTS) do
        local step = dense.sub(flatten(f(k * STEP)), flatten(f(-k * STEP)))
        step = dense.scale(step, weight / STEP)
        sum = sum and dense.add(sum, step) or step
    end
    return sum
end

-- Fail unless got is the derivative of f at 0, relative to the scale of both and of f itself.
local function near_rate(got, f, what)
    near(flatten(got), rate_of(f), { tol = tolerance.central_difference, scale = f(0), what = what })
end

-- The configuration when time t has passed at velocity v.
local function onward(m, q, v, t) return m:integrate(q, v * t) end

-- The k-th unit velocity.
local function unit(n, k)
    local e = Vector(n)
    e[k] = 1
    return e
end

local function column(matrix, k)
    local list = {}
    for i = 1, matrix:rows() do
        list[i] = matrix(i, k)
    end
    return list
end

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

describe("the dense second implementation agrees on", function()
    local function agrees(what, first_seed, law)
        holds(what, first_seed, function(d, m, q, v, a)
            local tree = Tree.of(m:table())
            law(d, m, tree, tree:state(q:table(), v:table()), q, v, a)
        end)
    end

    agrees("where every link is and how it moves", 1511, function(_, m, _, state, q, v, a)
        for name, at in pairs(state) do
            if name ~= "v" then
                near(m:pose(q, name), at.X, { what = name })
                near(m:twist(q, v, name), at.twist, { what = name })
                near(m:jacobian(q, name), at.J, { what = name })
                local acc = dense.add(dense.mul(at.J, a:table()), dense.mul(at.rate, v:table()))
                near(m:acceleration(q, v, a, name), acc, { what = name })
            end
        end
    end)

    agrees("the inverse of the mass matrix and forward dynamics, with wrenches from outside", 1516, function(d, m, tree, state, q, v)
        local tau, external, plain = trees.velocity(d, m), wrenches(d, m), {}
        for name, wrench in pairs(external) do
            plain[name] = wrench:table()
        end
        local H, inverse = tree:mass_matrix(state), m:inverse_mass_matrix(q)
        local condition = scale_of(H) * scale_of(inverse)
        near(inverse, dense.inverse(H), { scale = condition * scale_of(inverse) })
        local wanted = tree:forward_dynamics(state, tau:table(), plain)
        near(m:forward_dynamics(q, v, tau, external), wanted, { scale = condition * scale_of(wanted) })
    end)

    agrees("the mass matrix and the three Coriolis matrices", 1512, function(_, m, tree, state, q, v)
        near(m:mass_matrix(q), tree:mass_matrix(state))
        near(m:coriolis_matrix(q, v), tree:coriolis_matrix(state))
        for _, factor in ipairs { "christoffel", "body", "reference" } do
            near(m:coriolis_matrix(q, v, { factor = factor }), tree:coriolis_matrix(state, factor), { what = factor })
        end
    end)

    agrees("torques, with wrenches from outside", 1513, function(d, m, tree, state, q, v, a)
        near(m:inverse_dynamics(q, v, a), tree:inverse_dynamics(state, a:table()))
        local external, plain = wrenches(d, m), {}
        for name, wrench in pairs(external) do
            plain[name] = wrench:table()
        end
        local wanted = tree:inverse_dynamics(state, a:table(), plain)
        near(m:inverse_dynamics(q, v, a, external), wanted)
        different(m:inverse_dynamics(q, v, a) - Vector(wanted), Vector(m:nv()))
        local none = dense.scale(v:table(), 0)
        near(m:bias_forces(q, v), tree:inverse_dynamics(state, none))
        near(m:gravity_forces(q), tree:inverse_dynamics(tree:state(q:table()), none))
    end)

    agrees("the com, the momentum and the energies", 1514, function(_, m, tree, state, q, v)
        local com, mass = tree:com(state)
        local _, about_com = tree:momentum_matrices(state)
        near(m:com(q), com)
        near(m:total_mass(), mass)
        near(m:com_jacobian(q), tree:com_jacobian(state))
        near(m:centroidal_matrix(q), about_com)
        near(m:centroidal_momentum(q, v), dense.mul(about_com, v:table()), { scale = about_com })
        near(m:kinetic_energy(q, v), tree:kinetic_energy(state))
        near(m:potential_energy(q), tree:potential_energy(state), { scale = 10 * mass })
    end)

    agrees("the parameters and all regressors", 1515, function(d, m, tree, state, q, v, a)
        near(m:parameters(), tree:parameters())
        local v_ref, a_ref = d:list(m:nv()), d:list(m:nv())
        local Y, Z = tree:regressor(state, a:table()), tree:slotine_li_regressor(state, v_ref, a_ref)
        near(m:regressor(q, v, a), Y)
        near(m:slotine_li_regressor(q, v, v_ref, a_ref), Z)
        near(m:slotine_li_regressor(q, v, v_ref, a_ref, { factor = "christoffel" }), Z)
        for _, factor in ipairs { "body", "reference" } do
            local got = m:slotine_li_regressor(q, v, v_ref, a_ref, { factor = factor })
            near(got, tree:slotine_li_regressor(state, v_ref, a_ref, factor), { what = factor })
        end
        for _, columns in ipairs { { damping = true }, { friction = true }, { armature = true }, { damping = true, friction = true, armature = true } } do
            near(m:regressor(q, v, a, columns), tree:with_joint_columns(Y, state, v:table(), a:table(), columns))
            near(m:slotine_li_regressor(q, v, v_ref, a_ref, columns), tree:with_joint_columns(Z, state, v_ref, a_ref, columns))
        end
        near(m:damping(), tree:damping())
        near(m:friction(), tree:friction())
        near(m:armature(), tree:rotors(), { scale = 1 })
        near(m:momentum_regressor(q, v), tree:momentum_regressor(state))
        near(m:kinetic_energy_regressor(q, v), tree:kinetic_energy_regressor(state))
        near(m:potential_energy_regressor(q), tree:potential_energy_regressor(state))
    end)
end)

describe("forward dynamics", function()
    -- Solving loses what the condition of H says; multiplying again loses none of it.
    local function condition(m, q) return scale_of(m:mass_matrix(q)) * scale_of(m:inverse_mass_matrix(q)) end

    holds("undoes inverse dynamics, and is undone by it", 1521, function(d, m, q, v, a)
        local tau = m:inverse_dynamics(q, v, a)
        near(m:forward_dynamics(q, v, tau), a, { scale = condition(m, q) })
        local push = trees.velocity(d, m)
        local moved = m:forward_dynamics(q, v, push)
        near(m:inverse_dynamics(q, v, moved), push, { scale = scale_of(m:mass_matrix(q)) * scale_of(moved) })
    end)

    holds("does so with wrenches from outside", 1522, function(d, m, q, v, a)
        local external = wrenches(d, m)
        local tau = m:inverse_dynamics(q, v, a, external)
        near(m:forward_dynamics(q, v, tau, external), a, { scale = condition(m, q) })
        different(m:forward_dynamics(q, v, tau) - a, Vector(m:nv()))
    end)

    holds("is H^-1 (tau - bias)", 1523, function(d, m, q, v)
        local tau, H, inverse = trees.velocity(d, m), m:mass_matrix(q), m:inverse_mass_matrix(q)
        near(H * inverse, Matrix.identity(m:nv()), { scale = condition(m, q) })
        assert.is_true(inverse:is_near(inverse:transpose(), tolerance.figure * scale_of(inverse)))
        local force = tau - m:bias_forces(q, v)
        near(m:forward_dynamics(q, v, tau), inverse * force, { scale = scale_of(inverse) * scale_of(force) })
    end)

    it("knows the inverse of H in wide trees, whose branches grow by turns, flying or not", function()
        draw.each(2 * DRAWS, 1525, function(d, seed)
            local first = seed % 2 == 0 and "floating" or nil
            local m = trees.random(d, 24, { first = first, welded = 0.1, mimics = seed % 3 == 0 and 0.2 or 0, armature = true })
            local q, v = trees.state(d, m)
            local H, inverse = m:mass_matrix(q), m:inverse_mass_matrix(q)
            near(inverse * H, Matrix.identity(m:nv()), { scale = condition(m, q) })
            assert.is_true(inverse == inverse:transpose())
            local tau = trees.velocity(d, m)
            local _, _, beside = m:forward_dynamics_derivatives(q, v, tau)
            near(beside * H, Matrix.identity(m:nv()), { scale = condition(m, q) })
        end)
    end)

    it("undoes inverse dynamics along a chain of five hundred links", function()
        draw.each(2, 1524, function(d)
            local m = trees.random(d, 500, { chain = true, types = { "revolute", "prismatic", "helical", "universal", "cardan" } })
            local q, v = trees.state(d, m)
            local tau = trees.velocity(d, m)
            local a = m:forward_dynamics(q, v, tau)
            local pull = scale_of(m:inverse_dynamics(q, nil, a))
            near(m:inverse_dynamics(q, v, a), tau, { scale = { pull, scale_of(m:bias_forces(q, v)) } })
        end)
    end)
end)

describe("the mass matrix", function()
    holds("is symmetric and positive definite", 1531, function(_, m, q)
        local H = m:mass_matrix(q)
        assert.is_true(H == H:transpose())
        assert.is_true(H:eigen_symmetric()[1] > tolerance.figure * scale_of(H))
    end)

    holds("has the torques of unit accelerations for columns", 1532, function(_, m, q)
        local H, still = m:mass_matrix(q), m:gravity_forces(q)
        for k = 1, m:nv() do
            near(column(H, k), m:inverse_dynamics(q, nil, unit(m:nv(), k)) - still, { scale = { H, still } })
        end
    end)

    holds("gives the kinetic energy, half v H v", 1533, function(_, m, q, v)
        near(m:kinetic_energy(q, v), 0.5 * v:dot(m:mass_matrix(q) * v))
        assert.is_true(m:kinetic_energy(q, v) > 0)
    end)

    holds_in_flight("times v has the momentum of what each base carries, about it, in its axes", 1534, function(_, m, q, v)
        local rows = (m:mass_matrix(q) * v):table()
        local momentum = rigid.SpatialMomentum((m:momentum_regressor(q, v) * m:parameters()):table())
        local sum = rigid.SpatialMomentum({ 0, 0, 0 }, { 0, 0, 0 })
        for base, first in pairs(flying(m)) do
            local own = rigid.SpatialMomentum({ table.unpack(rows, first, first + 5) })
            sum = sum + m:pose(q, base) * own
            different(own, momentum)
        end
        near(sum, momentum, { scale = momentum })
    end)
end)

describe("the Coriolis matrix", function()
    -- dH/dt along v, row after row.
    local function rate_of_H(m, q, v)
        return rate_of(function(t) return m:mass_matrix(onward(m, q, v, t)) end)
    end

    local function entries(m) return flatten(m) end

    holds("and its transpose add to dH/dt, so that dH/dt - 2 C is skew", 1541, function(d, m, q, v)
        local rate = rate_of_H(m, q, v)
        local s = trees.velocity(d, m)
        for _, factor in ipairs { "christoffel", "body" } do
            local C = m:coriolis_matrix(q, v, { factor = factor })
            near(entries(C + C:transpose()), rate, { tol = tolerance.central_difference, scale = C, what = factor })
            -- s . (dH/dt - 2 C) s
            local power, terms = 0, 0
            for i = 1, m:nv() do
                for j = 1, m:nv() do
                    local term = s[i] * (rate[(i - 1) * m:nv() + j] - 2 * C(i, j)) * s[j]
                    power, terms = power + term, terms + math.abs(term)
                end
            end
            local allowed = tolerance.central_difference * math.max(terms, scale_of(C))
            assert.is_true(math.abs(power) <= allowed, ("%s: %.3g, allowed %.3g"):format(factor, power, allowed))
        end
    end)

    it("of the reference factor is not passive: a tree shows it", function()
        draw.each(DRAWS, 1542, function(d)
            local m = trees.of_every_type(d)
            local q, v = trees.state(d, m)
            local C = m:coriolis_matrix(q, v, { factor = "reference" })
            different(entries(C + C:transpose()), rate_of_H(m, q, v))
        end)
    end)

    holds("times v, with gravity, is the bias, whatever the factor", 1543, function(_, m, q, v)
        local bias, gravity = m:bias_forces(q, v), m:gravity_forces(q)
        for _, factor in ipairs { "christoffel", "body", "reference" } do
            local C = m:coriolis_matrix(q, v, { factor = factor })
            near(C * v + gravity, bias, { scale = { C, gravity }, what = factor })
        end
    end)

    it("is that of the Christoffel symbols of H, where q is a chart", function()
        draw.each(DRAWS, 1544, function(d)
            local charts = { "revolute", "prismatic", "helical", "screw", "universal", "cardan", "cylindrical", "planar" }
            local m = trees.random(d, 4, { types = charts, armature = true })
            local q, v = trees.state(d, m)
            local n, H = m:nv(), m:mass_matrix(q)
            local slope = {} -- slope[k][(i - 1) n + j] = dH_ij / dq_k
            for k = 1, n do
                slope[k] = rate_of(function(t) return m:mass_matrix(onward(m, q, unit(n, k), t)) end)
            end
            local C = dense.zeros(n, n)
            for i = 1, n do
                for j = 1, n do
                    for k = 1, n do
                        local twice = slope[k][(i - 1) * n + j] + slope[j][(i - 1) * n + k] - slope[i][(j - 1) * n + k]
                        C[i][j] = C[i][j] + 0.5 * twice * v[k]
                    end
                end
            end
            near(m:coriolis_matrix(q, v), C, { tol = tolerance.central_difference, scale = H })
        end)
    end)

    holds("is linear in v", 1545, function(d, m, q, v)
        local other = trees.velocity(d, m)
        local C = m:coriolis_matrix(q, v) * 2 + m:coriolis_matrix(q, other)
        near(m:coriolis_matrix(q, v * 2 + other), C)
    end)
end)

-- What the rotors need; they are not among the parameters.
local function rotor_torques(m, a)
    local torques, armature = Vector(m:nv()), m:armature()
    for k = 1, m:nv() do
        torques[k] = armature[k] * a[k]
    end
    return torques
end

describe("regressors", function()
    holds("of the torque: Y pi, and what the rotors need", 1551, function(_, m, q, v, a)
        local tau = m:inverse_dynamics(q, v, a)
        near(m:regressor(q, v, a) * m:parameters() + rotor_torques(m, a), tau, { scale = m:regressor(q, v, a) })
    end)

    holds("have columns for damping, friction and rotors on request: with them nothing is missing", 1556, function(d, m, q, v, a)
        local tau, damping, friction, armature = m:inverse_dynamics(q, v, a), m:damping(), m:friction(), m:armature()
        local v_ref, a_ref = trees.velocity(d, m), trees.velocity(d, m)
        local sum = m:mass_matrix(q) * a_ref + m:coriolis_matrix(q, v) * v_ref + m:gravity_forces(q)
        local all = m:parameters():table()
        for _, set in ipairs { damping, friction, armature } do
            for k = 1, #set do
                all[#all + 1] = set[k]
            end
        end
        local joints = { damping = true, friction = true, armature = true }
        local Y, Z = m:regressor(q, v, a, joints), m:slotine_li_regressor(q, v, v_ref, a_ref, joints)
        for k = 1, m:nv() do
            local coulomb = friction[k] * (v[k] > 0 and 1 or v[k] < 0 and -1 or 0)
            tau[k] = tau[k] + damping[k] * v[k] + coulomb
            sum[k] = sum[k] + damping[k] * v_ref[k] + coulomb
        end
        near(Y * all, tau, { scale = Y })
        near(Z * all, sum, { scale = Z })
        assert.equal(10 * m:nbodies() + m:nv(), m:regressor(q, v, a, { friction = true }):cols())
    end)

    holds("hold for any other parameters too", 1552, function(d, m, q, v, a)
        local pi = m:parameters()
        for i = 1, #pi do
            pi[i] = pi[i] * d:between(0.8, 1.2)
        end
        local Y = m:regressor(q, v, a)
        m:set_parameters(pi)
        near(Y * pi + rotor_torques(m, a), m:inverse_dynamics(q, v, a), { scale = Y })
        near(m:regressor(q, v, a), Y, { tol = tolerance.exact })
    end)

    holds("leave nothing of what was there before, in whatever order the links and freedoms are", 1557, function(d, m, q, v, a)
        local a_ref, joints = trees.velocity(d, m), { factor = "body", armature = true }
        local Y, Z = m:regressor(q, v, a), m:slotine_li_regressor(q, v, a, a_ref, joints)
        local function filled(like)
            local out = rigid.Matrix(like:rows(), like:cols())
            for i = 1, like:rows() do
                for j = 1, like:cols() do out:set(i, j, 777) end
            end
            return out
        end
        near(m:regressor(q, v, a, filled(Y)), Y, { tol = tolerance.exact })
        near(m:slotine_li_regressor(q, v, a, a_ref, joints, filled(Z)), Z, { tol = tolerance.exact })
    end)

    holds("of Slotine and Li: Y pi = H a_ref + C v_ref + g", 1553, function(d, m, q, v)
        local v_ref, a_ref, pi = trees.velocity(d, m), trees.velocity(d, m), m:parameters()
        local H, gravity = m:mass_matrix(q), m:gravity_forces(q)
        for _, factor in ipairs { "christoffel", "body", "reference" } do
            local C = m:coriolis_matrix(q, v, { factor = factor })
            local wanted = H * a_ref + C * v_ref + gravity - rotor_torques(m, a_ref)
            local Y = m:slotine_li_regressor(q, v, v_ref, a_ref, { factor = factor })
            near(Y * pi, wanted, { scale = Y, what = factor })
        end
    end)

    holds("of Slotine and Li are that of the torque where v_ref = v, and not elsewhere", 1554, function(d, m, q, v, a)
        local Y = m:regressor(q, v, a)
        for _, factor in ipairs { "christoffel", "body", "reference" } do
            near(m:slotine_li_regressor(q, v, v, a, { factor = factor }), Y, { what = factor })
        end
        -- Sliding alone, nothing turns, and no force depends on v.
        if dense.norm(flatten(m:coriolis_matrix(q, v))) > 0 then
            different(m:slotine_li_regressor(q, v, trees.velocity(d, m), a), Y)
        end
    end)

    holds("of momentum and of the energies", 1555, function(_, m, q, v)
        local pi = m:parameters()
        local Y = m:momentum_regressor(q, v)
        local about_com = m:centroidal_momentum(q, v)
        local c = m:com(q)
        near(Y * pi, rigid.Transform(rigid.Rotation.identity(), c) * about_com, { scale = Y })
        local rotors = 0.5 * v:dot(rotor_torques(m, v))
        near(m:kinetic_energy_regressor(q, v):dot(pi) + rotors, m:kinetic_energy(q, v))
        local y = m:potential_energy_regressor(q)
        near(y:dot(pi), m:potential_energy(q), { scale = y })
    end)
end)

describe("derivatives of inverse dynamics", function()
    holds("are those of central differences, column by column", 1561, function(_, m, q, v, a)
        local dtau_dq, dtau_dv, H = m:inverse_dynamics_derivatives(q, v, a)
        near(H, m:mass_matrix(q))
        for k = 1, m:nv() do
            local e = unit(m:nv(), k)
            near_rate(column(dtau_dq, k), function(t) return m:inverse_dynamics(onward(m, q, e, t), v, a) end, "along q " .. k)
            near_rate(column(dtau_dv, k), function(t) return m:inverse_dynamics(q, v + e * t, a) end, "along v " .. k)
        end
    end)

    holds("add up to the rate of the torque along any motion", 1562, function(d, m, q, v, a)
        local dtau_dq, dtau_dv, H = m:inverse_dynamics_derivatives(q, v, a)
        local dq, dv, da = trees.state(d, m)
        dq = Vector { table.unpack(dq:table(), 1, m:nv()) }
        near_rate(dtau_dq * dq + dtau_dv * dv + H * da, function(t)
            return m:inverse_dynamics(onward(m, q, dq, t), v + dv * t, a + da * t)
        end)
    end)
end)

describe("derivatives of forward dynamics", function()
    -- As well as H can be inverted.
    local function near_solved(got, f, m, q, what)
        local scale = scale_of(m:mass_matrix(q)) * scale_of(m:inverse_mass_matrix(q))
        near(flatten(got), rate_of(f), { tol = tolerance.central_difference, scale = scale * scale_of(f(0)), what = what })
    end

    holds("are those of central differences, column by column", 1571, function(d, m, q, v)
        local tau = trees.velocity(d, m)
        local da_dq, da_dv, inverse = m:forward_dynamics_derivatives(q, v, tau)
        near(inverse, m:inverse_mass_matrix(q), { scale = scale_of(inverse) ^ 2 * scale_of(m:mass_matrix(q)) })
        for k = 1, m:nv() do
            local e = unit(m:nv(), k)
            near_solved(column(da_dq, k), function(t) return m:forward_dynamics(onward(m, q, e, t), v, tau) end, m, q, "along q")
            near_solved(column(da_dv, k), function(t) return m:forward_dynamics(q, v + e * t, tau) end, m, q, "along v")
            near_solved(column(inverse, k), function(t) return m:forward_dynamics(q, v, tau + e * t) end, m, q, "along tau")
        end
    end)

    holds("and those of inverse dynamics undo each other", 1572, function(_, m, q, v, a)
        local dtau_dq, dtau_dv, H = m:inverse_dynamics_derivatives(q, v, a)
        local da_dq, da_dv, inverse = m:forward_dynamics_derivatives(q, v, m:inverse_dynamics(q, v, a))
        local condition = scale_of(H) * scale_of(inverse)
        near(H * da_dq, dtau_dq * -1, { scale = condition * scale_of(dtau_dq) })
        near(H * da_dv, dtau_dv * -1, { scale = condition * scale_of(dtau_dv) })
    end)
end)

describe("energy", function()
    local function energy(m, q, v) return m:kinetic_energy(q, v) + m:potential_energy(q) end

    local function near_power(power, m, q, v, a)
        local function along(t) return energy(m, onward(m, q, v, t), v + a * t) end
        local parts = { m:kinetic_energy(q, v), m:potential_energy(q), m:bias_forces(q, v) }
        near({ power }, rate_of(along), { tol = tolerance.central_difference, scale = parts })
    end

    holds("changes by the power of the torques, and by nothing else", 1581, function(d, m, q, v)
        local tau = trees.velocity(d, m)
        near_power(tau:dot(v), m, q, v, m:forward_dynamics(q, v, tau))
        near_power(0, m, q, v, m:forward_dynamics(q, v, Vector(m:nv())))
    end)

    holds("changes by the power of wrenches from outside", 1582, function(d, m, q, v)
        local external, power = wrenches(d, m), 0
        for name, wrench in pairs(external) do
            power = power + m:twist(q, v, name):dot(wrench)
        end
        assert.is_true(math.abs(power) > 0)
        near_power(power, m, q, v, m:forward_dynamics(q, v, nil, external))
    end)

    holds("at rest is that of the com, and its slope the forces of gravity", 1583, function(_, m, q)
        near(m:potential_energy(q), -m:total_mass() * m:gravity():dot(m:com(q)), { scale = 10 * m:total_mass() })
        local forces = m:gravity_forces(q)
        for k = 1, m:nv() do
            near_rate(forces[k], function(t) return m:potential_energy(onward(m, q, unit(m:nv(), k), t)) end)
        end
    end)
end)

-- Fly for `steps` steps of dt: the fourth-order method of Celledoni, Marthinsen and Owren, which needs no more of the
-- manifold than m:integrate.
local function fly(m, q, v, tau, dt, steps)
    local n = m:nv()
    local function move(at, a, b, c, e) -- at carried along a combination of stages
        local step, push = Vector(n), Vector(n)
        for stage, weight in pairs { [a] = 3, [b] = 2, [c] = 2, [e] = -1 } do
            step, push = step + stage.v * (weight * dt / 12), push + stage.a * (weight * dt / 12)
        end
        return { q = m:integrate(at.q, step), v = at.v + push }
    end
    local function stage(at)
        at.a = m:forward_dynamics(at.q, at.v, tau)
        return at
    end
    local function along(at, slope, h) return { q = m:integrate(at.q, slope.v * h), v = at.v + slope.a * h } end
    local now = { q = q, v = v }
    for _ = 1, steps do
        local k1 = stage { q = now.q, v = now.v }
        local k2 = stage(along(now, k1, dt / 2))
        local k3 = stage(along(now, k2, dt / 2))
        local k4 = stage {
            q = m:integrate(k2.q, k3.v * dt - k1.v * (dt / 2)),
            v = k2.v + k3.a * dt - k1.a * (dt / 2),
        }
        now = move(move(now, k1, k2, k3, k4), k4, k3, k2, k1)
    end
    return now.q, now.v
end

describe("in free flight", function()
    local DT <const>, STEPS <const> = 2.0 ^ -12, 1024

    holds_in_flight("momentum is kept, but for gravity's, and is not zero", 1621, function(d, m, q, v)
        local tau = inner_torques(d, m)
        local before = m:centroidal_momentum(q, v)
        local p, u = fly(m, q, v, tau, DT, STEPS)
        local after = m:centroidal_momentum(p, u)
        local fallen = rigid.SpatialMomentum(m:gravity() * (m:total_mass() * DT * STEPS), { 0, 0, 0 })
        near(after, before + fallen, { tol = tolerance.central_difference })
        -- The whole moved and turned meanwhile, and the momentum of its parts went from one to another.
        assert.is_true(before:angular():norm() > 0.1 and before:linear():norm() > 0.1)
        different(u, v)
        different(m:pose(p, "link1"), m:pose(q, "link1"))
        -- The com falls as a stone does.
        local t = DT * STEPS
        local thrown = m:com(q) + m:com_velocity(q, v) * t + m:gravity() * (t * t / 2)
        near(m:com(p), thrown, { tol = tolerance.central_difference, scale = 1 })
    end)

    holds_in_flight("no torque inside changes the rate of momentum, at any instant", 1592, function(d, m, q, v)
        local tau = inner_torques(d, m)
        local a = m:forward_dynamics(q, v, tau)
        local weight = rigid.SpatialForce(m:gravity() * m:total_mass(), { 0, 0, 0 })
        local rate = rate_of(function(t) return m:centroidal_momentum(onward(m, q, v, t), v + a * t) end)
        local parts = { m:centroidal_matrix(q), m:centroidal_momentum(q, v), weight }
        near(rate, weight:table(), { tol = tolerance.central_difference, scale = scale_of(parts) * (1 + scale_of(a)) })
    end)

    it("energy is kept where no torque acts, fixed to the world or not", function()
        draw.each(DRAWS, 1593, function(d, seed)
            local m = trees.random(d, 5, { first = seed % 2 == 0 and "floating" or "universal", armature = seed % 2 == 1 })
            local q, v = trees.state(d, m)
            local before = m:kinetic_energy(q, v) + m:potential_energy(q)
            local p, u = fly(m, q, v, Vector(m:nv()), DT, STEPS)
            local after = m:kinetic_energy(p, u) + m:potential_energy(p)
            near(after, before, { tol = tolerance.central_difference, scale = m:kinetic_energy(q, v) })
            different(m:kinetic_energy(p, u), m:kinetic_energy(q, v))
        end)
    end)
end)

describe("kinematics", function()
    -- The twist of the pose X(t) at t = 0 in each of the views, from differences of its entries.
    local function differences(X, view)
        local flat = rate_of(function(t) return X(t):matrix():table() end)
        local rows = { { table.unpack(flat, 1, 4) }, { table.unpack(flat, 5, 8) }, { table.unpack(flat, 9, 12) }, { 0, 0, 0, 0 } }
        local inverse = X(0):inverse():matrix():table()
        local W = view == "local" and dense.mul(inverse, rows) or dense.mul(rows, inverse)
        local linear = { W[1][4], W[2][4], W[3][4] }
        if view == "aligned" then linear = { rows[1][4], rows[2][4], rows[3][4] } end
        return { linear[1], linear[2], linear[3], W[3][2], W[1][3], W[2][1] }
    end

    holds("Jacobians are the differences of poses, in every view, at any point", 1601, function(d, m, q)
        local name, point = some_link(d, m), d:vec3()
        local offset = rigid.Transform(rigid.Rotation.identity(), point)
        for _, view in ipairs(views) do
            local J = m:jacobian(q, name, { frame = view })
            local at_point = m:jacobian(q, name, { frame = view, point = point })
            for k = 1, m:nv() do
                local function X(t) return m:pose(onward(m, q, unit(m:nv(), k), t), name) end
                local options = { tol = tolerance.central_difference, scale = X(0), what = view }
                near(column(J, k), differences(X, view), options)
                near(column(at_point, k), differences(function(t) return X(t) * offset end, view), options)
            end
        end
        near(m:jacobian(q, name), m:jacobian(q, name, { frame = "local" }), { tol = tolerance.exact, scale = 1 })
    end)

    holds("their derivative is their rate along v, in every view", 1602, function(d, m, q, v)
        local name, point = some_link(d, m), d:vec3()
        for _, view in ipairs(views) do
            for _, options in ipairs { { frame = view }, { frame = view, point = point } } do
                local dJ = m:jacobian_derivative(q, v, name, options)
                near_rate(dJ, function(t) return m:jacobian(onward(m, q, v, t), name, options) end, view)
            end
        end
    end)

    holds("twist = J v, and accelerations are J a + dJ v", 1603, function(d, m, q, v, a)
        local name, point = some_link(d, m), d:vec3()
        for _, view in ipairs(views) do
            for _, options in ipairs { { frame = view }, { frame = view, point = point } } do
                local J, dJ = m:jacobian(q, name, options), m:jacobian_derivative(q, v, name, options)
                local twist, rate = (J * v):table(), (J * a + dJ * v):table()
                local scale = { J * v, dJ * v, J * a }
                near(m:twist(q, v, name, options), twist, { scale = J * v, what = view })
                local spatial = m:acceleration(q, v, a, name, options)
                local classical = m:classical_acceleration(q, v, a, name, options)
                -- An aligned frame goes along with its point: what its Jacobian's rate gives is the point's acceleration.
                near(view == "aligned" and classical or spatial, rate, { scale = scale, what = view })
                near(spatial:angular(), classical:angular(), { scale = scale, what = view })
                local turning = rigid.Vec3(twist[4], twist[5], twist[6]):cross { twist[1], twist[2], twist[3] }
                near(classical:linear() - spatial:linear(), turning, { scale = scale, what = view })
            end
        end
    end)

    holds("the acceleration of a point is the second difference of its path", 1604, function(d, m, q, v, a)
        local name, point = some_link(d, m), d:vec3()
        local function velocity(t)
            return m:twist(onward(m, q, v, t), v + a * t, name, { frame = "aligned", point = point }):linear()
        end
        local acc = m:classical_acceleration(q, v, a, name, { frame = "aligned", point = point }):linear()
        near_rate(acc, velocity)
    end)

    holds("a spatial acceleration is the rate of the twist's components", 1605, function(d, m, q, v, a)
        local name = some_link(d, m)
        for _, view in ipairs { "local", "world" } do
            near_rate(m:acceleration(q, v, a, name, { frame = view }), function(t)
                return m:twist(onward(m, q, v, t), v + a * t, name, { frame = view })
            end, view)
        end
    end)

    holds("the views are one motion seen from three places", 1606, function(d, m, q, v, a)
        local name = some_link(d, m)
        local X = m:pose(q, name)
        local turned = rigid.Transform(X:rotation(), { 0, 0, 0 })
        local function twist(view) return m:twist(q, v, name, { frame = view }) end
        local function acceleration(view) return m:acceleration(q, v, a, name, { frame = view }) end
        for _, seen in ipairs { twist, acceleration } do
            near(seen "world", X * seen "local")
            near(seen "aligned", turned * seen "local")
        end
    end)

    holds("what is welded to the world stands still", 1607, function(d, m, q, v, a)
        m:add_body { name = "post", inertia = rigid.SpatialInertia.from_parameters(d:parameters()), placement = { position = d:vec3() } }
        local before = m:copy()
        before:body("post").inertia = nil
        near(m:jacobian(q, "post", { frame = "aligned" }), Matrix(6, m:nv()), { scale = 1 })
        near(m:twist(q, v, "post"), { 0, 0, 0, 0, 0, 0 }, { scale = 1 })
        near(m:acceleration(q, v, a, "post", { frame = "world" }), { 0, 0, 0, 0, 0, 0 }, { scale = 1 })
        -- and does not count.
        assert.is_true(m:com(q) == before:com(q) and m:total_mass() == before:total_mass())
        assert.is_true(m:inverse_dynamics(q, v, a) == before:inverse_dynamics(q, v, a))
    end)
end)

describe("the com and its momentum", function()
    holds("com velocity = its Jacobian times v = the difference of the com", 1611, function(_, m, q, v)
        local J = m:com_jacobian(q)
        near(J * v, m:com_velocity(q, v):table(), { scale = J })
        near_rate(m:com_velocity(q, v), function(t) return m:com(onward(m, q, v, t)) end)
        for k = 1, m:nv() do
            near_rate(column(J, k), function(t) return m:com(onward(m, q, unit(m:nv(), k), t)) end)
        end
    end)

    holds("momentum = centroidal matrix times v, its linear half mass times com velocity", 1612, function(_, m, q, v)
        local A, momentum = m:centroidal_matrix(q), m:centroidal_momentum(q, v)
        near(A * v, momentum:table(), { scale = A })
        near(momentum:linear(), m:com_velocity(q, v) * m:total_mass(), { scale = A })
        local J = m:com_jacobian(q)
        for i = 1, 3 do
            for k = 1, m:nv() do
                near(A(i, k), J(i, k) * m:total_mass(), { scale = A })
            end
        end
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
