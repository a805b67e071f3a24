-- Precision of trees: joints that turn next to nothing, and robots far away.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local SpatialInertia = rigid.SpatialInertia
local near = compare.near

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

describe("a joint turned by any angle", function()
    -- {angle, sine, cosine}, by whole numbers of 400 bits; the fifth is the double that is nearest to a multiple of a right angle.
    local turns = {
        {0x1.86a0000000000p+16, 0.03574879797201651, -0.9993608074382124},
        {-0x1.e240c9fbe76c9p+16, 0.9986640823432246, 0.05167253271870138},
        {0x1.0f0cf064dd592p+73, -0.8522008497671888, 0.523214785395139},
        {-0x1.0007780e22b0dp+334, 0.3260415222894159, 0.9453554494174138},
        {0x1.6ac5b262ca1ffp+849, 1.0, -4.687165924254628e-19},
        {0x1.fffffffffffffp+1023, 0.004961954789184062, -0.9999876894265599},
        {0x1.65286144ada42p+51, -0.2362090532517409, 0.9717022605520254},
        {0x1.869ffffffffffp+16, 0.035748797986559125, -0.9993608074376923},
    }

    local m = rigid.Model{name = "wheel"}
    m:add_body{name = "wheel", inertia = SpatialInertia.solid_sphere{mass = 1, radius = 1}, joint = {type = "revolute", axis = {0, 0, 1}}}

    local function is_turned(R, sine, cosine)
        near({R[2][1], R[1][1]}, {sine, cosine}, { tol = 2e-16, scale = 1 })
        near(R[1][1], cosine, { tol = 5e-16, scale = math.abs(cosine) })
        near(R[2][1], sine, { tol = 5e-16, scale = math.abs(sine) })
    end

    it("has its sine and cosine, to their own last digits", function()
        for _, turn in ipairs(turns) do is_turned(m:pose({turn[1]}, "wheel"):rotation():table(), turn[2], turn[3]) end
    end)

    it("has its sine and cosine to their last digits in every part of a turn, alone and in a batch", function()
        local arm = rigid.Model{name = "pendulum", gravity = {0, -1, 0}}
        arm:add_body{name = "bob", inertia = SpatialInertia.point_mass{mass = 1, position = {1, 0, 0}},
            joint = {type = "revolute", axis = {0, 0, 1}}}
        local lying, rows = arm:copy(), {}
        lying:set_gravity{1, 0, 0}
        for i = 1, 1600 do rows[i] = {(i % 2 == 0 and 1 or 5000) * (i - 800) * math.pi / 800 + 1e-3 * math.sin(i)} end
        local Q, still = rigid.Matrix(rows), rigid.Matrix(1600, 1)
        local cosine, sine = arm:inverse_dynamics_batch(Q, still, still), lying:inverse_dynamics_batch(Q, still, still)
        for i, q in ipairs(rows) do
            is_turned(m:pose(q, "wheel"):rotation():table(), math.sin(q[1]), math.cos(q[1]))
            near({sine(i, 1), cosine(i, 1)}, {math.sin(q[1]), math.cos(q[1])}, { tol = 2e-16, scale = 1 })
        end
    end)

    it("has the same in a batch, whatever its neighbours are turned by", function()
        local rows, wanted = {}, {}
        for i = 1, 40 do
            local turn = turns[i * 5 % #turns + 1]
            rows[i], wanted[i] = {i % 3 == 0 and 0.1 * i or turn[1]}, turn
        end
        local poses = m:poses_batch(rigid.Matrix(rows), "wheel")
        for i, turn in ipairs(wanted) do
            local X, one = poses:row(i), m:pose(rows[i], "wheel"):rotation():table()
            for k = 0, 8 do assert.equal(one[k // 3 + 1][k % 3 + 1], X[k // 3 * 4 + k % 3 + 1]) end
            if i % 3 ~= 0 then is_turned(one, turn[2], turn[3]) end
        end
    end)

    local BEHIND <const> = rigid.Transform(rigid.Rotation.identity(), {0.3, 0, 0.1})

    -- A row of so many joints: between those that turn, balls, which have no angle, slides, and some that follow the first.
    local function train(count)
        local row, before = rigid.Model{name = "train"}, nil
        for k = 1, count do
            local joint = k % 7 == 3 and {type = "spherical"} or k % 5 == 4 and {type = "prismatic", axis = {0, 1, 0}}
                or k % 6 == 5 and {type = "revolute", axis = {0, 0, 1}, mimic = {joint = "joint1", multiplier = -1.5, offset = 0.25}}
                or {type = "revolute", axis = {0, 0, 1}}
            joint.name = "joint" .. k
            row:add_body{name = "link" .. k, parent = before, joint = joint, placement = BEHIND,
                         inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.2}}
            before = "link" .. k
        end
        return row
    end
    -- The middle of its links, which are balls of one kilogram: joint after joint by Transforms.
    local function middle(row, q)
        local X, sum = rigid.Transform.identity(), rigid.Vec3(0, 0, 0)
        for k = 1, row:nbodies() do
            local joint = row:joint("joint" .. k)
            local x = joint.mimic and -1.5 * q[1] + 0.25 or q[joint.q]
            local step = joint.type == "spherical" and rigid.Transform(rigid.Quaternion(table.unpack(q, joint.q, joint.q + 3)):rotation(), {0, 0, 0})
                or joint.type == "prismatic" and rigid.Transform(rigid.Rotation.identity(), {0, x, 0})
                or rigid.Transform(rigid.Rotation.axis_angle({0, 0, 1}, x), {0, 0, 0})
            X = X * BEHIND * step
            sum = sum + X:position()
            near(row:pose(q, "link" .. k), X, { tol = 1e-13, scale = row:nbodies() })
        end
        return sum / row:nbodies()
    end

    -- Several joints are turned at once, so each number of them is tried, also such as leave the last registers of any width nearly empty.
    it("is turned as if alone, whatever joints stand before and behind it", function()
        for count = 1, 36 do
            draw.each(2, 2180 + count, function(d)
                local row = train(count)
                local q = trees.configuration(d, row):table()
                near(row:com(q), middle(row, q), { tol = 1e-13, scale = count })
                local H = row:mass_matrix(q)
                for k = 2, count do -- each by many whole turns and one known angle
                    local joint = row:joint("joint" .. k)
                    if joint.type == "revolute" and not joint.mimic then
                        local was = q[joint.q]
                        q[joint.q] = math.atan(turns[3][2], turns[3][3])
                        local near_by = row:mass_matrix(q)
                        q[joint.q] = turns[3][1]
                        near(row:mass_matrix(q), near_by, { tol = 1e-13, scale = H })
                        q[joint.q] = was
                    end
                end
            end)
        end
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
