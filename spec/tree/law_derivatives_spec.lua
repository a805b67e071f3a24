-- Laws of regressors and of derivatives over random trees.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local dense = require "spec.support.dense"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"
local laws = require "spec.support.tree_laws"

local Vector = rigid.Vector
local near, different, flatten, scale_of = compare.near, compare.different, compare.flatten, compare.scale

local function holds(...) laws.holds(it, ...) end

local rate_of, near_rate, onward, unit, column = laws.rate_of, laws.near_rate, laws.onward, laws.unit, laws.column
local rotor_torques = laws.rotor_torques

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

    local function differences(d, m, q, v)
        local tau = trees.velocity(d, m)
        local da_dq, da_dv, inverse = m:forward_dynamics_derivatives(q, v, tau)
        near(inverse, m:inverse_mass_matrix(q), { scale = scale_of(inverse) ^ 2 * scale_of(m:mass_matrix(q)) })
        for k = 1, m:nv() do
            local e = unit(m:nv(), k)
            near_solved(column(da_dq, k), function(t) return m:forward_dynamics(onward(m, q, e, t), v, tau) end, m, q, "along q")
            near_solved(column(da_dv, k), function(t) return m:forward_dynamics(q, v + e * t, tau) end, m, q, "along v")
            near_solved(column(inverse, k), function(t) return m:forward_dynamics(q, v, tau + e * t) end, m, q, "along tau")
        end
    end

    holds("are those of central differences, column by column", 1571, differences)

    it("are so where robots fly, with rotors and without, numbered from the root on and otherwise", function()
        local carried = 0
        draw.each(16, 1573, function(d, seed)
            local armature, chain = seed % 2 == 0, seed // 2 % 2 == 0
            local m = trees.random(d, 7, {
                first = "floating", second = "floating", roots = 1 + seed % 3, chain = chain, armature = armature, resistance = true,
            })
            local q, v = trees.state(d, m)
            differences(d, m, q, v)
            carried = carried + (armature and 0 or 1)
        end)
        assert.equal(8, carried)
    end)

    it("say that a flying robot's joints mind neither where it is, nor how it is turned, nor how fast it goes", function()
        draw.each(6, 1574, function(d, seed)
            local m = trees.random(d, 6, { first = "floating", second = "floating", roots = 1 + seed % 2, chain = true, resistance = true })
            local q, v = trees.state(d, m)
            local da_dq, da_dv = m:forward_dynamics_derivatives(q, v, trees.velocity(d, m))
            for _, first in pairs(laws.flying(m)) do
                for i = 1, m:nv() do
                    for k = 0, 5 do
                        local its_own = i >= first and i < first + 3
                        if not its_own or k < 3 then assert.equal(0, da_dq(i, first + k)) end
                        if k < 3 and not its_own then assert.equal(0, da_dv(i, first + k)) end
                    end
                end
                for i = 0, 2 do
                    for k = 0, 2 do
                        local j = 3 - i - k
                        local w = i == k and 0 or v[first + 3 + j] * ((k - i) % 3 == 1 and 1 or -1)
                        near(da_dv(first + i, first + k), w, { scale = v })
                    end
                end
            end
        end)
    end)

    holds("and those of inverse dynamics undo each other", 1572, function(_, m, q, v, a)
        local dtau_dq, dtau_dv, H = m:inverse_dynamics_derivatives(q, v, a)
        local da_dq, da_dv, inverse = m:forward_dynamics_derivatives(q, v, m:inverse_dynamics(q, v, a))
        local condition = scale_of(H) * scale_of(inverse)
        near(H * da_dq, dtau_dq * -1, { scale = condition * scale_of(dtau_dq) })
        near(H * da_dv, dtau_dv * -1, { scale = condition * scale_of(dtau_dv) })
    end)

    -- Of Vectors into Matrices that are given, as a loop asks for them, and of lists.
    holds("are the same into what is given, whatever stood there, whose zeros are then nobody's", 1575, function(d, m, q, v, tau)
        for _, name in ipairs { "inverse_dynamics_derivatives", "forward_dynamics_derivatives" } do
            local fresh, H = { m[name](m, q, v, tau) }, m:mass_matrix(q)
            for _, of in ipairs { { Vector(q), Vector(v), Vector(tau) }, { q:table(), v:table(), tau:table() } } do
                local at, given = d:integer(1, 3), {}
                for i = 1, 3 do given[i] = i == at and m:mass_matrix(q) or rigid.Matrix(m:nv(), m:nv()) + H * d:number() end
                local got = { m[name](m, of[1], of[2], of[3], given[1], given[2], given[3]) }
                for i = 1, 3 do
                    assert.is_true(rawequal(got[i], given[i]))
                    assert.is_true(got[i] == fresh[i], name .. ": result " .. i)
                end
                m:mass_matrix(q, given[at])
                assert.is_true(given[at] == H, "a mass matrix after " .. name)
            end
        end
    end)
end)
