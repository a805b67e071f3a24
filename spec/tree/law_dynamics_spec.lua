-- Laws of dynamics over random trees: the dense second implementation agrees, forward dynamics inverts inverse dynamics, and
-- what the mass matrix and the Coriolis matrix are known for.
local rigid = require "rigid"
local Tree = require "spec.support.dense_tree"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"
local laws = require "spec.support.tree_laws"

local Vector, Matrix = rigid.Vector, rigid.Matrix
local near, different, flatten, scale_of = compare.near, compare.different, compare.flatten, compare.scale
local DRAWS = laws.DRAWS

local function holds(...) laws.holds(it, ...) end
local function holds_in_flight(...) laws.holds_in_flight(it, ...) end
local flying, wrenches, rate_of, onward, unit = laws.flying, laws.wrenches, laws.rate_of, laws.onward, laws.unit
local column = laws.column

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
    it("of an arm, of any length, is what its accelerations take, also where a joint follows another", function()
        draw.each(4 * DRAWS, 1530, function(d, seed)
            local m = trees.random(d, 1 + seed % 10, { chain = true, types = { "revolute", "continuous" }, armature = true })
            if seed % 3 == 0 and m:nv() > 2 then
                local follower = d:integer(2, m:nv())
                m:joint("joint" .. follower).mimic = { joint = "joint" .. d:integer(1, follower - 1), multiplier = d:between(0.5, 2), offset = d:number() }
            end
            local q = trees.state(d, m)
            local H, rest = m:mass_matrix(q), m:inverse_dynamics(q)
            local again = m:mass_matrix(q, m:mass_matrix(q * 0.5)) -- into what has its zeros, if it has any
            assert.is_true(H == again)
            for k = 1, m:nv() do
                near(column(H, k), m:inverse_dynamics(q, nil, unit(m:nv(), k)) - rest, { scale = scale_of(H) + scale_of(rest) })
            end
        end)
    end)

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
