-- Precision where it is hard: exponentials and logarithms at every angle from 0 to pi, principal axes at (nearly) equal
-- moments, validity of rods and particles far from the origin and of bodies barely impossible, shifts there and back, and
-- joints that turn next to nothing, and robots far away.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local Rotation, SpatialMotion, SpatialInertia = rigid.Rotation, rigid.SpatialMotion, rigid.SpatialInertia
local near = compare.near

-- Angles from nothing to pi: every decade, both sides of where a series may end (1e-2), and close to pi.
local angles = { 0, 1e-300, 1e-160, 1e-100, 1e-20 }
for power = -16, -1 do
    angles[#angles + 1] = 10.0 ^ power
    angles[#angles + 1] = 3.7 * 10.0 ^ power
end
for _, angle in ipairs { 0.0099999, 0.01, 0.0100001, 0.5, 1, math.pi / 2, 2, 3, 3.14 } do
    angles[#angles + 1] = angle
end
for power = -15, -1 do
    angles[#angles + 1] = math.pi - 10.0 ^ power
end
angles[#angles + 1] = math.pi

-- General axes, and those on which a branch could trip: along and between the coordinate axes.
local axes = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, -1 } }
for _, a in ipairs { { 1, 1, 0 }, { 1, -1, 0 }, { 0, 1, 1 }, { -1, 0, 1 }, { 1, 1, 1 }, { -1, 1, -1 }, { 1e-9, 1, 0 }, { 1e-5, 1e-5, -1 } } do
    axes[#axes + 1] = dense.scale(a, 1 / dense.norm(a))
end
for seed = 1, 12 do
    axes[#axes + 1] = draw.stream(1400 + seed):direction()
end

-- The dense exponentials are slow: every third axis, the special ones among them.
local some_axes = {}
for i = 1, #axes, 3 do
    some_axes[#some_axes + 1] = axes[i]
end

local function is_half_turn(angle) return math.pi - angle < 1e-13 end

describe("exp and log", function()
    local round_trip = { tol = tolerance.round_trip, scale = 1 }

    it("of rotations undo each other at every angle, about every axis", function()
        for _, angle in ipairs(angles) do
            for _, axis in ipairs(axes) do
                local w = dense.scale(axis, angle)
                local R = Rotation.exp(w)
                near(dense.mul(dense.transpose(R:table()), R:table()), dense.identity(3), { tol = tolerance.orthonormal })
                local back = R:log()
                near(Rotation.exp(back), R, round_trip)
                assert.is_true(back:norm() <= math.pi * (1 + tolerance.exact))
                -- At pi either direction is the axis; before, only one.
                if is_half_turn(angle) and back:dot(w) < 0 then back = -back end
                near(back, w, { tol = tolerance.round_trip, scale = angle, what = "angle " .. angle })
                local got_axis, got_angle = R:axis_angle()
                near(got_angle, angle, { tol = tolerance.round_trip, scale = 1 })
                near(Rotation.axis_angle(got_axis, got_angle), R, round_trip)
            end
        end
    end)

    it("of rotations are those of the dense second implementation", function()
        for _, angle in ipairs(angles) do
            for _, axis in ipairs(some_axes) do
                local w = dense.scale(axis, angle)
                near(Rotation.exp(w), dense.exponential(dense.skew(w)), { tol = tolerance.round_trip })
            end
        end
    end)

    it("of transforms undo each other at every angle, about every axis", function()
        local d = draw.stream(1500)
        for _, angle in ipairs(angles) do
            for _, axis in ipairs(axes) do
                local v = SpatialMotion(d:vec3(), dense.scale(axis, angle))
                local X = v:exp()
                local back = X:log()
                near(back:exp(), X, round_trip)
                if is_half_turn(angle) and back:angular():dot(v:angular()) < 0 then
                    near(-back:angular(), v:angular(), round_trip)
                else
                    near(back, v, { tol = tolerance.round_trip, scale = v, what = "angle " .. angle })
                end
            end
        end
    end)

    it("of transforms are those of the dense second implementation, on both sides of every branch", function()
        local d = draw.stream(1501)
        for _, angle in ipairs(angles) do
            for _, axis in ipairs(some_axes) do
                local v = SpatialMotion(d:vec3(), dense.scale(axis, angle))
                near(v:exp(), dense.exponential(dense.pose_rate(v:table())), { tol = tolerance.round_trip })
            end
        end
    end)

    it("of tiny turns lose no digit of the turn itself", function()
        for _, angle in ipairs { 1e-300, 1e-160, 1e-12, 1e-8, 1e-4 } do
            draw.each(5, 1502, function(d)
                local w = dense.scale(d:direction(), angle)
                near(Rotation.exp(w):log(), w, { tol = tolerance.round_trip }) -- of the turn, not of one
            end)
        end
    end)
end)

describe("principal axes", function()
    -- R diag(moments) R^T, decomposed: orthonormal, right-handed, ascending, rebuilt.
    local function check(moments, R)
        local I = dense.congruence(R, dense.diagonal(moments))
        for i = 1, 3 do
            for j = 1, i - 1 do
                I[i][j] = I[j][i]
            end
        end
        local got, frame = rigid.RotationalInertia(I):principal()
        local axes_got = frame:matrix():table()
        near(dense.mul(dense.transpose(axes_got), axes_got), dense.identity(3), { tol = tolerance.orthonormal })
        near(dense.determinant3(axes_got), 1, { tol = tolerance.orthonormal })
        assert.is_true(got.x <= got.y and got.y <= got.z)
        local sorted = { table.unpack(moments) }
        table.sort(sorted)
        near(got, sorted, { tol = tolerance.eigenvalue })
        near(dense.congruence(axes_got, dense.diagonal(got:table())), I, { tol = tolerance.eigenvalue })
    end

    it("are an orthonormal right-handed frame at equal and nearly equal moments", function()
        for power = -17, 0 do
            local gap = 10.0 ^ power
            draw.each(30, 1600, function(d)
                local R = d:rotation()
                check({ 1, 1 + gap, 1 + gap / 2 }, R)
                check({ 1, 1, 1.5 + gap }, R)
                check({ 0.4, 1 + gap, 1 }, R)
            end)
        end
    end)

    it("are one at exactly equal ones, in any axes, and at every scale", function()
        for _, scale in ipairs { 1e-300, 1e-100, 1e-9, 1, 1e9, 1e100, 1e300 } do
            check({ scale, scale, scale }, dense.identity(3))
            draw.each(20, 1601, function(d)
                check({ scale, scale, scale }, d:rotation())
                check({ scale, 2 * scale, 2 * scale }, d:rotation())
                check({ 0, scale, scale }, d:rotation())
                check({ scale, 2 * scale, 2.5 * scale }, d:rotation())
            end)
        end
    end)

    it("are one where the products alone are small, or the moments", function()
        for power = -20, -1 do
            local small = 10.0 ^ power
            for _, I in ipairs {
                { 1, 1.2, 1.4, small, 0, 0 }, { 1, 1, 1, small, small, small }, { 1, 1, 1, 0, small, -small },
                { small, 1, 1, 0, 0, 0 }, { 2, 2, 2, 0, 0, small },
            } do
                local moments, frame = rigid.RotationalInertia(I):principal()
                local axes_got = frame:matrix():table()
                near(dense.determinant3(axes_got), 1, { tol = tolerance.orthonormal })
                near(dense.mul(dense.transpose(axes_got), axes_got), dense.identity(3), { tol = tolerance.orthonormal })
                near(dense.congruence(axes_got, dense.diagonal(moments:table())), rigid.RotationalInertia(I), { tol = tolerance.eigenvalue })
            end
        end
    end)
end)

describe("validity", function()
    -- A point `distance` away in a general direction.
    local function far(d, distance) return dense.scale(d:direction(), distance) end

    -- Rods, particles and laminas: bodies on the very edge of the possible.
    local function edge_bodies(d)
        local m = d:between(0.01, 50)
        local x, y = d:between(0.1, 2), d:between(0.1, 2)
        return {
            rod = SpatialInertia.thin_rod { mass = m, length = d:between(0.1, 5), axis = d:direction() },
            particle = SpatialInertia.point_mass { mass = m, position = { 0, 0, 0 } },
            lamina = SpatialInertia { mass = m, inertia = { x, y, x + y } },
        }
    end

    it("is never denied to a rod, particle or lamina up to 1 km away, in any axes", function()
        for _, distance in ipairs { 0.1, 1, 30, 1000 } do
            draw.each(1000, 1700, function(d)
                for name, M in pairs(edge_bodies(d)) do
                    local placed = M:re_express(d:rotation()):shift(far(d, distance)):re_express(d:rotation())
                    if not placed:is_physically_valid() then
                        assert(false, name .. " at " .. distance .. " m: " .. placed:criticize())
                    end
                    assert.is_true(placed:is_physically_consistent())
                    assert.is_nil(placed:criticize())
                end
            end)
        end
    end)

    it("is never denied to those made far away in the first place, nor to their sums", function()
        draw.each(2000, 1701, function(d)
            local place = far(d, 1000)
            local m, length, u = d:between(0.01, 50), d:between(0.1, 5), d:direction()
            local I = dense.scale(dense.sub(dense.identity(3), { { u[1] * u[1], u[1] * u[2], u[1] * u[3] }, { u[2] * u[1], u[2] * u[2], u[2] * u[3] }, { u[3] * u[1], u[3] * u[2], u[3] * u[3] } }), m * length * length / 12)
            local rod = SpatialInertia { mass = m, com = place, inertia = I }
            local particle = SpatialInertia.point_mass { mass = m, position = place }
            assert.is_true(rod:is_physically_valid())
            assert.is_true(particle:is_physically_valid())
            assert.is_true((rod + particle):is_physically_valid())
        end)
    end)

    it("is never given to a body whose spread of mass is negative by 1e-9 of its scale", function()
        draw.each(2000, 1702, function(d)
            -- Spreads a, b and -1e-9 of the larger: moments b - e, a - e, a + b.
            local a, b = d:between(0.1, 2), d:between(0.1, 2)
            local e = 1e-9 * math.max(a, b)
            local m = d:between(0.1, 50)
            local impossible = SpatialInertia { mass = m, inertia = { b - e, a - e, a + b }, skip_validity_check = true }
            for _, M in ipairs { impossible, impossible:re_express(d:rotation()), impossible:re_express(d:rotation()):shift(dense.scale(far(d, 0.1), math.sqrt(a / m))) } do
                assert.is_false(M:is_physically_valid())
                assert.is_false(M:is_physically_consistent())
                assert.equal("string", type(M:criticize()))
            end
        end)
    end)

    it("is the same verdict in grams and in tons, in micrometres and in kilometres", function()
        draw.each(200, 1703, function(d)
            local pi = d:parameters()
            local sound = SpatialInertia.from_parameters(pi)
            local a, b = d:between(0.1, 2), d:between(0.1, 2)
            local unsound = SpatialInertia { mass = 1, inertia = { b - 1e-6, a - 1e-6, a + b }, skip_validity_check = true }
            for _, scale in ipairs { 1e-30, 1e-12, 1e-3, 1e6, 1e20 } do
                for _, length in ipairs { 1e-9, 1e-3, 1e3 } do
                    local function scaled(M)
                        local p = M:parameters():table()
                        local out = { p[1] * scale }
                        for i = 2, 4 do
                            out[i] = p[i] * scale * length
                        end
                        for i = 5, 10 do
                            out[i] = p[i] * scale * length * length
                        end
                        return SpatialInertia.from_parameters(out)
                    end
                    assert.is_true(scaled(sound):is_physically_valid())
                    assert.is_false(scaled(unsound):is_physically_valid())
                end
            end
        end)
    end)
end)

describe("shifting there and back", function()
    it("loses less than 1e-12 of the scale, up to 1 km", function()
        for _, distance in ipairs { 1e-3, 1, 30, 1000 } do
            draw.each(200, 1800, function(d)
                local M = make.body(d)
                local p = dense.scale(d:direction(), distance)
                local there = M:shift(p)
                near(there:shift(dense.neg(p)), M, { tol = tolerance.figure, scale = there })
                local P = rigid.ABI(M)
                near(P:shift(p):shift(dense.neg(p)), P, { tol = tolerance.figure, scale = there })
            end)
        end
    end)

    it("by a thousand steps out and a thousand back loses less than 1e-12 of the scale", function()
        local d = draw.stream(1801)
        local M = make.body(d)
        local moved, step = M:copy(), dense.scale(d:direction(), 0.01)
        for _ = 1, 1000 do
            moved:shift_in_place(step)
        end
        local far_out = moved:copy()
        near(far_out, M:shift(dense.scale(step, 1000)))
        for _ = 1, 1000 do
            moved:shift_in_place(dense.neg(step))
        end
        near(moved, M, { scale = far_out })
    end)

    it("keeps mass to the last bit, and moves the com exactly as far", function()
        draw.each(100, 1802, function(d)
            local M, p = make.body(d), d:vec3()
            assert.equal(M:mass(), M:shift(p):mass())
            near(M:com() - M:shift(p):com(), p)
            near(M:central_inertia(), M:shift(p):central_inertia(), { scale = 100 })
        end)
    end)

    it("turning there and back loses less than 1e-12", function()
        draw.each(100, 1803, function(d)
            local M, R = make.body(d), Rotation.matrix(d:rotation())
            near(M:re_express(R):re_express(R:inverse()), M)
        end)
    end)
end)

describe("rotations stay rotations", function()
    it("after ten thousand products", function()
        local d = draw.stream(1900)
        local R, step = Rotation.matrix(d:rotation()), Rotation.exp(dense.scale(d:direction(), 0.1))
        for _ = 1, 10000 do
            R = R * step
        end
        near(dense.mul(R:table(), dense.transpose(R:table())), dense.identity(3), { tol = tolerance.figure })
        near(Rotation.matrix(R:matrix()), R, { tol = tolerance.figure, scale = 1 })
    end)
end)

describe("a body slender along its joint", function()
    -- A spindle on an arm: balanced about its axis, so that only its own torque turns it.
    local function drill(d, inertia)
        local m = rigid.Model{name = "drill"}
        m:add_body{name = "arm", inertia = make.body(d), joint = {type = "revolute", name = "elbow", axis = d:direction()}}
        m:add_body{name = "spindle", parent = "arm", placement = make.pose(d),
                   inertia = SpatialInertia.from_parameters{1, 0, 0, 0, 0.02, 0, 0, 0.02, 0, inertia},
                   joint = {type = "revolute", name = "chuck", axis = {0, 0, 1}}}
        return m
    end

    it("keeps its digits in forward dynamics", function()
        draw.each(100, 2000, function(d)
            local inertia = 10.0 ^ (-3 - 8 * d:unit_interval())
            local m, q, v, tau = drill(d, inertia), d:list(2), d:list(2), d:list(2)
            local a = m:forward_dynamics(q, v, tau)
            local own = tau[2] / inertia -- less what the arm turns the chuck by
            local carried = m:jacobian(q, "spindle")(6, 1) * a[1]
            near(a[2], own - carried, { tol = 1e-14, scale = math.abs(own) })
        end)
    end)

    it("keeps its digits in the mass matrix and its inverse", function()
        draw.each(100, 2100, function(d)
            local inertia = 10.0 ^ (-3 - 8 * d:unit_interval())
            local m, q = drill(d, inertia), d:list(2)
            local H, inverse = m:mass_matrix(q), m:inverse_mass_matrix(q)
            local coupling = m:jacobian(q, "spindle")(6, 1)
            near(H(2, 2), inertia, { tol = 1e-14, scale = inertia })
            near(H(1, 2), coupling * inertia, { tol = 1e-14, scale = inertia })
            near(inverse(2, 2), 1 / (inertia - H(1, 2) ^ 2 / H(1, 1)), { tol = 1e-13, scale = 1 / inertia })
        end)
    end)
end)

describe("a robot 6400 km from the world's origin", function()
    -- All that a method returns, one after the other; of what is about the world's origin, the half that does not depend on it.
    local function figures(m, q, v, a)
        local list = {
            m:mass_matrix(q), m:inverse_mass_matrix(q), m:coriolis_matrix(q, v), m:coriolis_matrix(q, v, {factor = "body"}),
            m:inverse_dynamics(q, v, a), m:forward_dynamics(q, v, a), m:regressor(q, v, a),
            m:slotine_li_regressor(q, v, a, a, {factor = "body"}), m:kinetic_energy(q, v), m:centroidal_matrix(q),
            m:centroidal_momentum(q, v), m:com_jacobian(q), m:com_velocity(q, v), m:kinetic_energy_regressor(q, v),
            {table.unpack(m:momentum_regressor(q, v):table(), 1, 3)},
        }
        for _, method in ipairs {"inverse_dynamics_derivatives", "forward_dynamics_derivatives"} do
            for _, matrix in ipairs {m[method](m, q, v, a)} do list[#list + 1] = matrix end
        end
        return list
    end

    -- Numbers on a grid, so that adding the distance to them rounds nothing, and the same robot may stand there exactly.
    local AWAY <const> = {6.4e6, -2.5e6, 5.1e6}
    local function grid(x) return math.floor(x * 0x1p20) / 0x1p20 end
    local function spot(d, away) return {grid(d:number()) + away[1], grid(d:number()) + away[2], grid(d:number()) + away[3]} end

    local function same(there, here, tol)
        for i, expected in ipairs(here) do near(there[i], expected, { tol = tol or 8 * tolerance.eps, what = "figure " .. i }) end
    end

    -- Adds links that turn to the one named, and to one another.
    local function add_arm(d, m, name)
        for i = 1, 3 do
            m:add_body{name = name .. i, parent = i > 1 and name .. d:integer(1, i - 1) or name, placement = make.pose(d),
                       inertia = make.body(d), joint = trees.joint(d, trees.moving_types[d:integer(1, #trees.moving_types)], name .. "_joint" .. i, {})}
        end
    end

    it("loses no digits where it floats", function()
        draw.each(20, 2200, function(d)
            local m = trees.random(d, 5, {first = "floating"})
            local q, v, a = trees.state(d, m)
            local here = figures(m, q, v, a)
            for i = 1, 3 do q[i] = 6.4e6 * d:number() end
            same(figures(m, q, v, a), here, 0)
        end)
    end)

    it("nor where it stands", function()
        draw.each(20, 2300, function(d)
            local base, seed = make.pose(d), d:integer(1, 1e6)
            local function arm(position)
                local e, m = draw.stream(seed), rigid.Model{name = "arm"}
                local joint = trees.joint(e, trees.moving_types[e:integer(1, #trees.moving_types)], "joint", {})
                m:add_body{name = "link", joint = joint, placement = {rotation = base:rotation(), position = position}, inertia = make.body(e)}
                add_arm(e, m, "link")
                return m
            end
            local m = arm {0, 0, 0}
            local q, v, a = trees.state(d, m)
            same(figures(arm(AWAY), q, v, a), figures(m, q, v, a))
        end)
    end)

    -- Vehicles on a map, gantries: the first joints slide, with bodies of their own or without.
    it("nor where it drives or slides", function()
        draw.each(20, 2400, function(d)
            local m = rigid.Model{name = "vehicle"}
            m:add_body{name = "base", joint = "planar", inertia = make.body(d)}
            add_arm(d, m, "base")
            local q, v, a = trees.state(d, m)
            local here = figures(m, q, v, a)
            q[1], q[2] = 6.4e6 * d:number(), 6.4e6 * d:number()
            same(figures(m, q, v, a), here, 0)
        end)
        draw.each(20, 2401, function(d)
            local seed, weigh = d:integer(1, 1e6), d:unit_interval() > 0.5
            local function gantry(away)
                local e, m = draw.stream(seed), rigid.Model{name = "gantry"}
                m:add_body{name = "rail", joint = {type = "prismatic", name = "x", axis = {1, 0, 0}}, inertia = weigh and make.body(e) or nil,
                           placement = {position = spot(e, {0, away[2], away[3]})}}
                for k = 1, 2 do -- two carriages on one rail
                    m:add_body{name = "carriage" .. k, parent = "rail", joint = {type = "prismatic", name = "y" .. k, axis = {0, 1, 0}},
                               inertia = weigh and make.body(e) or nil, placement = {position = spot(e, {0, 0, 0})}}
                    m:add_body{name = "arm" .. k, parent = "carriage" .. k, joint = {type = "revolute", name = "j" .. k, axis = {0, 0, 1}},
                               placement = make.pose(e), inertia = make.body(e)}
                    add_arm(e, m, "arm" .. k)
                end
                return m
            end
            local m = gantry {0, 0, 0}
            local q, v, a = trees.state(d, m)
            q[1] = grid(q[1])
            local here = figures(m, q, v, a)
            q[1] = q[1] + AWAY[1]
            same(figures(gantry(AWAY), q, v, a), here)
        end)
    end)

    -- A forest of what floats, drives, slides and turns: moved by its numbers q or by where it is placed, half of each.
    local function forest(seed, away)
        local e, m, shifts = draw.stream(seed), rigid.Model{name = "forest"}, {}
        for k = 1, 4 do
            local kind = ({"floating", "planar", "revolute", "prismatic"})[e:integer(1, 4)]
            local by_q = kind == "floating" and e:unit_interval() > 0.5
            m:add_body{name = "tree" .. k, joint = {type = kind, name = "root" .. k}, inertia = make.body(e),
                       placement = {position = spot(e, by_q and {0, 0, 0} or away)}}
            shifts[k] = by_q and away or {0, 0, 0}
            add_arm(e, m, "tree" .. k)
        end
        return m, shifts
    end

    it("nor do several of them", function()
        draw.each(20, 2500, function(d)
            local seed = d:integer(1, 1e6)
            local m = forest(seed, {0, 0, 0})
            local q, v, a = trees.state(d, m)
            local far, shifts = forest(seed, AWAY)
            local there = rigid.Vector(q)
            for k = 1, 4 do
                local joint = m:joint("root" .. k)
                if joint.type == "floating" then
                    for i = 1, 3 do
                        local n = joint.q + i - 1
                        q[n] = grid(q[n])
                        there[n] = q[n] + shifts[k][i]
                    end
                end
            end
            same(figures(far, there, v, a), figures(m, q, v, a))
        end)
    end)

    it("nor one of two that are so far apart, nor beside one that weighs little", function()
        draw.each(20, 2600, function(d)
            local seed, speck = d:integer(1, 1e6), 1e-9 * d:unit_interval()
            local function robot(m, name, away)
                local e = draw.stream(seed)
                m:add_body{name = name, joint = {type = "floating", name = name}, inertia = make.body(e), placement = {position = away}}
                add_arm(e, m, name)
            end
            local alone, two, beside = rigid.Model(), rigid.Model(), rigid.Model()
            robot(alone, "a", {0, 0, 0})
            robot(two, "a", {0, 0, 0})
            robot(two, "b", AWAY)
            beside:add_body{name = "speck", joint = {type = "floating", name = "speck"}, inertia = SpatialInertia.solid_sphere{mass = speck, radius = 1}}
            robot(beside, "a", {6.4e6, 0, 0})
            local q, v = trees.state(d, alone)
            local n, nq = alone:nv(), alone:nq()
            local both_q, both_v = rigid.Vector(2 * nq), rigid.Vector(2 * n)
            for i = 1, nq do both_q[i], both_q[nq + i] = q[i], q[i] end
            for i = 1, n do both_v[i], both_v[n + i] = v[i], v[i] end
            near(two:kinetic_energy(both_q, both_v), 2 * alone:kinetic_energy(q, v), { tol = 8 * tolerance.eps })
            local J, Js = alone:com_jacobian(q), two:com_jacobian(both_q)
            for r = 1, 3 do
                for c = 1, n do
                    near({Js(r, c), Js(r, n + c)}, {J(r, c) / 2, J(r, c) / 2}, { tol = 8 * tolerance.eps, scale = J })
                end
            end
            -- The speck at rest, at the origin; the com is at the robot but for a part in 1e9 of the way.
            local rest_q, rest_v = beside:neutral(), rigid.Vector(n + 6)
            for i = 1, nq do rest_q[7 + i] = q[i] end
            for i = 1, n do rest_v[6 + i] = v[i] end
            local mass = alone:total_mass()
            local p = mass * alone:com_velocity(q, v)
            local arm = (alone:com(q) + rigid.Vec3(6.4e6, 0, 0)) * (speck / (speck + mass)) -- from that com to the robot's
            local h = alone:centroidal_momentum(q, v)
            near(beside:centroidal_momentum(rest_q, rest_v):angular(), h:angular() + arm:cross(p), { tol = 64 * tolerance.eps, scale = h })
        end)
    end)
end)

describe("shapes from needles to discs", function()
    local RATIOS = {}
    for power = -8, 8 do RATIOS[#RATIOS + 1] = 10.0 ^ power end

    -- What a shape of mass 3 kg says: the moment along its axis and the one across, each to the last digits of its own.
    local function check(shape, options, along, across)
        for i, axis in ipairs {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}} do
            options.mass, options.axis = 3, axis
            local M = SpatialInertia[shape](options)
            local I, k = M:rotational_inertia():matrix(), (i - 1) % 3 + 1
            for r = 1, 3 do
                for c = 1, 3 do
                    local wanted = r ~= c and 0 or r == k and along or across
                    near(I(r, c), wanted, { tol = 8 * tolerance.eps, what = ("%s of %g to %g, I(%d, %d)"):format(shape, options.radius or 0, options.length, r, c) })
                end
            end
            assert.is_true(M:is_physically_valid())
        end
    end

    it("a cylinder keeps all digits of each moment", function()
        for _, r in ipairs(RATIOS) do
            check("solid_cylinder", {radius = r, length = 1}, 3 * r * r / 2, (3 * r * r + 1) / 4)
            check("solid_cylinder_about_end", {radius = r, length = 1}, 3 * r * r / 2, (3 * r * r + 4) / 4)
        end
    end)

    -- Volumes in units of pi r²: L of the cylinder, 4r/3 of the ball that its two halves make.
    it("a capsule too", function()
        for _, r in ipairs(RATIOS) do
            local whole = 1 + 4 * r / 3
            local along = 3 * r * r * (1 / 2 + 4 * r / 3 * 2 / 5) / whole
            local across = 3 * ((3 * r * r + 1) / 12 + 4 * r / 3 * (2 * r * r / 5 + 1 / 4 + 3 * r / 8)) / whole
            check("solid_capsule", {radius = r, length = 1}, along, across)
        end
    end)

    it("a rod has no moment about its axis", function()
        for _, length in ipairs(RATIOS) do
            check("thin_rod", {length = length}, 0, length * length / 4)
            check("thin_rod_about_end", {length = length}, 0, length * length)
        end
    end)

    it("a box and an ellipsoid keep all of theirs", function()
        for _, a in ipairs(RATIOS) do
            for shape, k in pairs {solid_box = 12, solid_ellipsoid = 5} do
                local size = {a, 2 * a, 1}
                local moments = SpatialInertia[shape]{mass = k, size = k == 12 and size or nil, semi_axes = k == 5 and size or nil}:rotational_inertia():moments()
                near(moments.x, 4 * a * a + 1, { tol = tolerance.exact })
                near(moments.y, a * a + 1, { tol = tolerance.exact })
                near(moments.z, 5 * a * a, { tol = tolerance.exact })
            end
        end
    end)

    -- A general axis leaves each moment what its rounding leaves of the largest; one that leans by 1e-6, what that turn makes.
    it("and leaning by 1e-6, what the lean leaves", function()
        for _, r in ipairs {1e-8, 1e-7, 1e-6} do
            local c, s = math.cos(1e-6), math.sin(1e-6)
            for _, shape in ipairs {"solid_cylinder", "solid_cylinder_about_end", "solid_capsule"} do
                local straight = SpatialInertia[shape]{mass = 3, radius = r, length = 1}:rotational_inertia():moments()
                local I = SpatialInertia[shape]{mass = 3, radius = r, length = 1, axis = {s, 0, c}}:rotational_inertia():matrix()
                near(I(3, 3), straight.z * c * c + straight.x * s * s, { tol = 16 * tolerance.eps })
            end
        end
    end)
end)
