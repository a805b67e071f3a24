-- Contact, by law over random draws: energy, what sinks in, pulls or rubs, momentum, limits beside contacts, forces beside steps.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local grounds = require "spec.support.grounds"

local body_on_ground, block, at_height, run, sum_of, impacts = grounds.body_on_ground, grounds.block, grounds.at_height, grounds.run, grounds.sum_of, grounds.impacts
local Model, SpatialInertia, Rotation, Vec3 = rigid.Model, rigid.SpatialInertia, rigid.Rotation, rigid.Vec3
local near = compare.near

-- ---- laws over draws ------------------------------------------------------------------------------------------------

-- A tumbling box that falls on a floor beside a wall.
local function thrown(d)
    local size = {d:between(0.1, 0.4), d:between(0.1, 0.4), d:between(0.1, 0.4)}
    local m = body_on_ground {
        inertia = SpatialInertia.solid_box {mass = d:between(0.5, 3), size = size}, shape = {box = size}, friction = d:between(0, 0.8),
        restitution = d:between(0, 1),
    }
    m:add_ground {name = "wall", normal = {-1, 0, 0}, offset = -0.5, friction = d:between(0, 0.8), restitution = d:between(0, 1)}
    local w = Vec3(d:vec3())
    local R = {Rotation.exp(w):quaternion()}
    return m, {q = {0, 0, 0.6, R[1], R[2], R[3], R[4]}, v = {d:number() + 1, d:number(), d:number(), 3 * d:number(), 3 * d:number(), 3 * d:number()}}
end

-- Rows of contacts of a random tree: its lowest links stand on balls.
local function tree_on_balls(d)
    local m = trees.random(d, 5, {first = "floating", types = {"revolute", "prismatic", "spherical", "cardan"}, resistance = true})
    local q, v = trees.state(d, m)
    for i = 1, 5 do
        m:add_contact {body = "link" .. i, shape = {sphere = d:between(0.02, 0.1)}, friction = d:between(0.1, 0.9), restitution = d:between(0, 0.6)}
    end
    for _, name in ipairs(m:joint_names()) do
        local joint = m:joint(name)
        if joint.type == "revolute" or joint.type == "prismatic" then
            local x = q[joint.q]
            joint.lower, joint.upper = x - d:between(0.01, 0.3), x + d:between(0.01, 0.3)
        end
    end
    local lowest = math.huge
    for i, contact in ipairs(m:contacts()) do lowest = math.min(lowest, m:pose(q, "link" .. i):position().z - contact.shape.sphere) end
    return m:add_ground {offset = lowest - 0.05, friction = d:between(0.1, 0.9)}, q, v
end

describe("by law", function()
    it("an impact never adds energy, and a motion with friction loses some", function()
        for seed = 1, 12 do
            local m, start = thrown(draw.stream(seed))
            local log = run(m, start, {duration = 0.7, dt = 1e-3})
            local energy, struck = log:energy(), #impacts(log)
            assert.truthy(struck > 0, "seed " .. seed)
            for i = 2, #log do
                assert.truthy(energy[i] - energy[i - 1] < 1e-6 * energy[1], ("seed %d, t %.6g: %.3g J gained"):format(seed, log.t[i], energy[i] - energy[i - 1]))
            end
            assert.truthy(math.abs(log.balance.drift) < 2e-3 * energy[1], ("seed %d: drift %.3g"):format(seed, log.balance.drift))
        end
    end)

    it("nothing sinks in, pulls, or rubs more than mu allows; and what slides is rubbed against its sliding", function()
        local rubbed = 0
        for seed = 1, 6 do
            local d = draw.stream(40 + seed)
            local m, start = thrown(d)
            local log = run(m, start, {duration = 0.7, dt = 1e-3})
            local mu = {ground = m:grounds()[1].friction, wall = math.min(m:contacts()[1].friction, m:grounds()[2].friction)}
            for i = 1, #log do
                for _, touch in ipairs(log.contacts[i]) do
                    local n = touch.other == "wall" and Vec3(-1, 0, 0) or Vec3(0, 0, 1)
                    local along = touch.force:dot(n)
                    local across = touch.force - n * along
                    assert.truthy(along >= 0 and across:norm() <= mu[touch.other] * along * (1 + 1e-9) + 1e-9)
                    local twist = m:twist(log.q[i], log.v[i], "body", {frame = "world"})
                    local speed = twist:linear() + twist:angular():cross(touch.point)
                    local slip = speed - n * speed:dot(n)
                    if slip:norm() > 1e-3 and i > 1 and log.t[i] > log.t[i - 1] then
                        near(across, slip * (-mu[touch.other] * along / slip:norm()), {slack = 1e-3 * (1 + along)})
                        rubbed = rubbed + 1
                    end
                end
                local R = Rotation.quaternion(log.q[i][4], log.q[i][5], log.q[i][6], log.q[i][7]):matrix()
                local size = m:contacts()[1].shape.box
                local reach = 0.5 * (math.abs(R(3, 1)) * size[1] + math.abs(R(3, 2)) * size[2] + math.abs(R(3, 3)) * size[3])
                assert.truthy(log.q[i][3] - reach > -1e-8, ("seed %d, t %.6g: %.3g m below the ground"):format(seed, log.t[i], reach - log.q[i][3]))
            end
        end
        assert.truthy(rubbed > 200)
    end)

    it("what meets each other keeps its momentum", function()
        for seed = 1, 4 do
            local d = draw.stream(60 + seed)
            local m, q, v = Model {gravity = {0, 0, 0}}, {}, {}
            for i = 1, 3 do
                local name = "pebble" .. i
                m:add_body {name = name, joint = "floating", inertia = SpatialInertia.from_parameters(d:parameters())}
                m:add_contact {body = name, shape = i == 2 and {capsule = {radius = 0.2, length = 0.6}} or {sphere = 0.3}, friction = d:between(0, 1), restitution = d:between(0, 1)}
                table.move({1.2 * i + 0.1 * d:number(), 0.1 * d:number(), 0.1 * d:number(), 1, 0, 0, 0}, 1, 7, #q + 1, q)
                table.move({-2 * i, 0, 0, d:number(), d:number(), d:number()}, 1, 6, #v + 1, v)
            end
            local log = m:simulate {q = q, v = v, duration = 1.2, dt = 1e-3}
            assert.truthy(#impacts(log) > 0, "seed " .. seed)
            local total = {}
            for _, i in ipairs {1, #log} do
                local h = m:centroidal_momentum(log.q[i], log.v[i])
                total[#total + 1] = {h:linear(), h:angular()}
            end
            near(total[2][1], total[1][1], {tol = 1e-7, what = "linear momentum, seed " .. seed})
            near(total[2][2], total[1][2], {tol = 1e-6, what = "angular momentum, seed " .. seed})
        end
    end)

    it("trees with limits, friction and contacts at once stay within all of them", function()
        for seed = 1, 6 do
            local m, q, v = tree_on_balls(draw.stream(80 + seed))
            local log = m:simulate {q = q, v = v * 0.3, duration = 0.6, dt = 1e-3}
            local limits = m:limits()
            local energy, touched = log:energy(), 0
            for i = 1, #log do
                for k = 1, m:nq() do
                    assert.truthy(log.q[i][k] > limits.lower[k] - 1e-6 and log.q[i][k] < limits.upper[k] + 1e-6, ("seed %d, q[%d]"):format(seed, k))
                end
                touched = touched + #log.contacts[i]
                for _, contact in ipairs(m:contacts()) do
                    local at = m:pose(log.q[i], contact.body):position()
                    local gap = at.z - contact.shape.sphere - m:grounds()[1].offset
                    assert.truthy(gap > -1e-7, ("seed %d, t %.6g: %s sinks in by %.3g"):format(seed, log.t[i], contact.name, -gap))
                end
            end
            assert.truthy(touched > 0, "seed " .. seed)
            for i = 2, #log do assert.truthy(energy[i] - energy[1] < 1e-6 * math.abs(energy[1])) end
        end
    end)

    it("forces at a state agree with those of a short step", function()
        for seed = 1, 5 do
            local d = draw.stream(100 + seed)
            local m = block(d:between(0.1, 0.9))
            local start = at_height(0.05, {d:number(), d:number(), 0, 0, 0, d:number()})
            local tau = {d:number(), d:number(), d:number(), 0.1 * d:number(), 0.1 * d:number(), 0.1 * d:number()}
            local log = run(m, start, {duration = 2e-5, dt = 1e-5, controller = function() return tau end})
            local at = m:contact_forces(start.q, start.v, tau)
            near(sum_of(log.contacts[2]), sum_of(at), {tol = 1e-3, what = "seed " .. seed})
            local a = m:forward_dynamics(start.q, start.v, tau, {body = rigid.Wrench(sum_of(at), Vec3(0, 0, 0))})
            near(a[3], 0, {slack = 1e-7})
        end
    end)

    -- Of some thousand draws one where, by what is given back at each, all together would go on with more than they came with.
    it("what meets in several places at once gives back less, where it would give back more than there was", function()
        local d = draw.stream(1331)
        local m, v = Model {gravity = {0, 0, 0}}, {}
        for i = 1, d:integer(1, 3) do
            local inertia = SpatialInertia.from_parameters(d:parameters())
            local joint = i == 1 and "floating" or {type = "revolute", axis = d:direction()}
            local placement = {position = i == 1 and {0, 0, 0} or {d:number(), d:number(), d:number()}}
            m:add_body {name = "b" .. i, parent = i > 1 and "b" .. i - 1 or nil, joint = joint, placement = placement, inertia = inertia}
            for k = 1, d:integer(1, 3) do
                m:add_contact {
                    name = "c" .. i .. k, body = "b" .. i, shape = "point", placement = {position = {d:number(), d:number(), d:number()}},
                    friction = d:between(0, 3), restitution = d:between(0, 1),
                }
            end
        end
        for k = 1, d:integer(1, 3) do
            m:add_ground {name = "g" .. k, normal = d:direction(), offset = -1.5 - d:between(0, 1), friction = d:between(0, 3), restitution = d:between(0, 1)}
        end
        for k = 1, m:nv() do v[k] = 6 * d:number() end
        local log = run(m, {q = m:neutral(), v = v}, {duration = 0.6, dt = 1e-2})
        assert.equal(log.events[1].t, log.events[3].t) -- three at once
        for i = 2, #log do
            assert.truthy(m:kinetic_energy(log.q[i], log.v[i]) <= m:kinetic_energy(log.q[i - 1], log.v[i - 1]) * (1 + 1e-9))
        end
    end)
end)
