-- Laws of energy, of flight and of kinematics over random trees.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"
local laws = require "spec.support.tree_laws"

local Vector, Matrix = rigid.Vector, rigid.Matrix
local near, different, scale_of = compare.near, compare.different, compare.scale
local DRAWS = laws.DRAWS

local function holds(...) laws.holds(it, ...) end
local function holds_in_flight(...) laws.holds_in_flight(it, ...) end

local inner_torques, some_link, wrenches, views = laws.inner_torques, laws.some_link, laws.wrenches, laws.views
local rate_of, near_rate, onward, unit, column = laws.rate_of, laws.near_rate, laws.onward, laws.unit, laws.column

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

local fly = laws.fly

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
        near(m:com_acceleration(q, v, a), m:gravity():table(), { scale = { a, m:bias_forces(q, v), m:gravity() } })
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

    holds("com acceleration = the difference of its velocity", 1616, function(_, m, q, v)
        local a = rigid.Vector(m:nv())
        for k = 1, m:nv() do a:set(k, math.sin(3 * k)) end
        near_rate(m:com_acceleration(q, v, a), function(t) return m:com_velocity(onward(m, q, v, t), v + a * t) end)
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
