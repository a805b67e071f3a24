-- Contact: motions known in closed form, stacks and rows of bodies, and every shape that carries its weight.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local grounds = require "spec.support.grounds"

local body_on_ground, SIZE, block, at_height = grounds.body_on_ground, grounds.SIZE, grounds.block, grounds.at_height
local run, sum_of, impacts = grounds.run, grounds.sum_of, grounds.impacts
local Model, SpatialInertia, Rotation, Vec3 = rigid.Model, rigid.SpatialInertia, rigid.Rotation, rigid.Vec3
local near = compare.near
local GRAVITY <const> = 9.81

local function ball(radius, friction, restitution, gravity)
    return body_on_ground {
        inertia = SpatialInertia.solid_sphere {mass = 1.7, radius = radius}, shape = {sphere = radius}, friction = friction,
        restitution = restitution, gravity = gravity,
    }
end

-- ---- closed forms ---------------------------------------------------------------------------------------------------

describe("a bouncing ball", function()
    local e, radius, height, g = 0.6, 0.15, 0.8, GRAVITY
    local log
    setup(function()
        log = run(ball(radius, 0, e), at_height(height + radius), {duration = 3, dt = 1e-3})
    end)

    it("meets the ground when it must, with the impulse that throws it back", function()
        local first, speed = math.sqrt(2 * height / g), math.sqrt(2 * g * height)
        local list, t = impacts(log), first
        for n = 0, 8 do
            near(list[n + 1].t, t, {slack = 1e-9, what = "impact " .. n + 1})
            near(list[n + 1].impulse, Vec3(0, 0, 1.7 * (1 + e) * speed * e ^ n), {tol = 1e-9})
            t = t + 2 * first * e ^ (n + 1)
        end
    end)

    it("rises to e^2 of the height before", function()
        local list = impacts(log)
        for n = 1, 5 do
            local t = 0.5 * (list[n].t + list[n + 1].t)
            near(log:sample(t)[3] - radius, height * e ^ (2 * n), {slack = 1e-7, what = "height " .. n})
        end
    end)

    it("comes to rest, which an event says, and stays", function()
        local last = log.events[#log.events]
        assert.equal("touch: ground: bounces no more", last.name)
        near(last.t, math.sqrt(2 * height / g) * (1 + e) / (1 - e), {slack = 1e-3})
        near(log.q[#log.q][3], radius, {slack = 1e-12})
        assert.truthy(math.abs(log.v[#log.v][3]) < 1e-12)
        assert.truthy(#impacts(log) < 40)
    end)

    it("keeps account of its energy", function()
        near(log.balance.lost, 1.7 * g * height, {tol = 1e-6})
        assert.truthy(math.abs(log.balance.drift) < 1e-6 * 1.7 * g * height)
    end)
end)

describe("a block", function()
    it("slides with mu g, without leaving the ground, stops where it must, and stays", function()
        local mu, speed = 0.3, 2
        local log = run(block(mu), at_height(0.05, {speed, 0, 0, 0, 0, 0}), {duration = 1, dt = 1e-3})
        local stop = speed / (mu * GRAVITY)
        for i = 1, #log, 50 do
            local t = math.min(log.t[i], stop)
            near(log.q[i][1], speed * t - 0.5 * mu * GRAVITY * t * t, {slack = 1e-6})
            if log.t[i] < stop - 2e-3 then near(log.v[i][1], speed - mu * GRAVITY * t, {slack = 1e-11}) end
            assert.truthy(math.abs(log.v[i][3]) < 1e-12)
        end
        near(log.q[#log.q][1], speed * speed / (2 * mu * GRAVITY), {slack = 1e-5})
        assert.truthy(log.v[#log.v]:norm() < 1e-13)
        assert.truthy(log.residual < 1e-12)
    end)

    it("sticks and slips on the right side of atan mu", function()
        for _, mu in ipairs {0.2, 0.7, 1.1} do
            for side = -1, 1, 2 do
                local angle = math.atan(mu) + side * 1e-6
                local down, across = GRAVITY * math.sin(angle), GRAVITY * math.cos(angle)
                local log = run(block(mu, {0.6 * down, 0.8 * down, -across}), at_height(0.05), {duration = 0.2, dt = 1e-3})
                local q = log.q[#log.q]
                local gone = side < 0 and 0 or 0.5 * (down - mu * across) * 0.04
                near(Vec3(q[1], q[2], q[3]), Vec3(0.6 * gone, 0.8 * gone, 0.05), {slack = 1e-13, what = ("mu %g, side %d"):format(mu, side)})
            end
        end
    end)

    it("needs in the log the forces that act, at its corners", function()
        local log = run(block(0.4), at_height(0.05, {1, 0, 0, 0, 0, 0}), {duration = 0.05, dt = 1e-3})
        for _, i in ipairs {3, 20, #log} do
            assert.equal(4, #log.contacts[i])
            near(sum_of(log.contacts[i]), Vec3(-0.4 * 2.5 * GRAVITY, 0, 2.5 * GRAVITY), {tol = 1e-9})
            assert.equal("touch", log.contacts[i][1].contact)
            assert.equal("ground", log.contacts[i][1].other)
            near(log.contacts[i][1].point.z, 0, {slack = 1e-12})
        end
    end)

    it("does not move in a minute on a slope that holds it", function()
        local angle = math.atan(0.5) - 1e-3
        local m = block(0.5, {GRAVITY * math.sin(angle), 0, -GRAVITY * math.cos(angle)})
        local log = run(m, at_height(0.05), {duration = 60, dt = 5e-3, sample = 10})
        near(log.q[#log.q], log.q[1], {slack = 1e-12})
    end)
end)

describe("a ball on a plane", function()
    it("rolls on a slope, or slips where friction is too small", function()
        for _, mu in ipairs {0.3, 0.05} do
            local angle, radius = 0.5, 0.2
            local m = ball(radius, mu, 0, {GRAVITY * math.sin(angle), 0, -GRAVITY * math.cos(angle)})
            local log = run(m, at_height(radius), {duration = 0.5, dt = 1e-3})
            local a = GRAVITY * math.sin(angle) * 5 / 7
            local turning = a / radius
            if 2 / 7 * math.tan(angle) > mu then
                a = GRAVITY * (math.sin(angle) - mu * math.cos(angle))
                turning = 2.5 * mu * GRAVITY * math.cos(angle) / radius
            end
            local q, v = log.q[#log.q], log.v[#log.v]
            near(q[1], 0.5 * a * 0.25, {tol = 1e-6})
            near(v[5], 0.5 * turning, {tol = 1e-6})
        end
    end)

    -- While it rolls, rkmk45 takes three of its seven evaluations where the error of two is tolerated; what that leaves is less than is tolerated.
    it("rolls on by itself and gains nothing, but for what a step is tolerated to err", function()
        for _, case in ipairs {{nil, "auto", 3e-8}, {1e-9, "auto", 1e-10}, {nil, "rk4", 1e-11}} do
            local radius, speed = 0.2, 1
            local log = run(ball(radius, 0.5, 0), at_height(radius, {speed, 0, 0, 0, speed / radius, 0}), {
                duration = 2, dt = 1e-3, tolerance = case[1], method = case[2],
            })
            local energy = log:energy()
            for i = 1, #energy do assert.truthy(energy[i] - energy[1] < 1e-9) end
            assert.truthy(math.abs(log.balance.drift) < case[3], log.balance.drift)
            near(log.q[#log][1], 2 * speed, {slack = 1e-6})
        end
    end)

    it("slips until it rolls, with 5/7 of its speed", function()
        local mu, speed, radius = 0.3, 3, 0.2
        local from = 2 * speed / (7 * mu * GRAVITY)
        local log = run(ball(radius, mu, 0), at_height(radius, {speed, 0, 0, 0, 0, 0}), {duration = from + 0.2, dt = 1e-3})
        local q, v = log.q[#log.q], log.v[#log.v]
        local R = Rotation.quaternion(q[4], q[5], q[6], q[7])
        near((R * Vec3(v[1], v[2], v[3])).x, 5 / 7 * speed, {tol = 1e-6})
        near((R * Vec3(v[4], v[5], v[6])).y, 5 / 7 * speed / radius, {tol = 1e-6})
        near(log:sample(from)[1], speed * from - 0.5 * mu * GRAVITY * from * from, {tol = 1e-4})
    end)
end)

-- ---- several bodies -------------------------------------------------------------------------------------------------

local function balls_in_a_row(count, gap, restitution)
    local m, q, v = Model {gravity = {0, 0, 0}}, {}, {}
    for i = 1, count do
        m:add_body {name = "ball" .. i, joint = "floating", inertia = SpatialInertia.solid_sphere {mass = 1, radius = 0.1}}
        m:add_contact {body = "ball" .. i, shape = {sphere = 0.1}, restitution = restitution}
        table.move({i * (0.2 + gap) - (i == 1 and 0.1 or 0), 0, 0, 1, 0, 0, 0}, 1, 7, #q + 1, q)
        table.move({i == 1 and 1 or 0, 0, 0, 0, 0, 0}, 1, 6, #v + 1, v)
    end
    return m, {q = q, v = v}
end

describe("a row of balls", function()
    it("hands the speed to the last where there is a gap between them, however small", function()
        local m, start = balls_in_a_row(4, 1e-5, 1)
        local v = run(m, start, {duration = 0.3}).v
        for i = 1, 4 do near(v[#v][6 * i - 5], i == 4 and 1 or 0, {slack = 1e-10}) end
    end)

    it("that touch take one impulse together, by which energy and momentum are kept", function()
        local m, start = balls_in_a_row(3, 0, 1)
        local v = run(m, start, {duration = 0.3}).v
        for i, speed in ipairs {-1 / 3, 2 / 3, 2 / 3} do near(v[#v][6 * i - 5], speed, {slack = 1e-10}) end
    end)
end)

describe("a stack", function()
    -- A light box on the ground under a heavy one, on eight balls: more forces than determined.
    local function stack(heavy)
        local m = Model {name = "stack"}
        for i, mass in ipairs {1, heavy} do
            local name = i == 1 and "light" or "heavy"
            m:add_body {name = name, joint = "floating", inertia = SpatialInertia.solid_box {mass = mass, size = {0.4, 0.4, 0.2}}}
            for k = 0, 7 do
                local at = {k & 1 == 0 and -0.2 or 0.2, k & 2 == 0 and -0.2 or 0.2, k & 4 == 0 and -0.05 or 0.05}
                if i == 1 or k < 4 then
                    m:add_contact {name = name .. k, body = name, shape = {sphere = 0.05}, placement = {position = at}, friction = 0.5}
                end
            end
        end
        return m:add_ground {}
    end

    for _, heavy in ipairs {1, 1000} do
        it(("of 1 : %d stands, and all forces are those of its weight"):format(heavy), function()
            local m = stack(heavy)
            local q = {0, 0, 0.1, 1, 0, 0, 0, 0, 0, 0.3, 1, 0, 0, 0}
            local log = m:simulate {q = q, duration = 0.2, dt = 1e-3}
            near(log.q[#log.q], rigid.Vector(q), {slack = 1e-12})
            assert.truthy(log.residual < 1e-12 and log.iterations >= 1 and log.iterations <= 100)
            local ground = 0
            for _, touch in ipairs(log.contacts[#log]) do
                if touch.other == "ground" then ground = ground + touch.force.z end
                assert.truthy(touch.force:norm() > 0)
            end
            near(ground, (1 + heavy) * GRAVITY, {tol = 1e-9})
            local again = 0
            for _, touch in ipairs(m:contact_forces(q)) do
                if touch.other == "ground" then again = again + touch.force.z end
            end
            near(again, ground, {tol = 1e-9})
        end)

        it(("of 1 : %d comes to stand after a fall, within a hundred iterations a step"):format(heavy), function()
            local log = stack(heavy):simulate {q = {0, 0, 0.11, 1, 0, 0, 0, 3e-5, 0, 0.32, 1, 0, 0, 0}, duration = 0.3, dt = 1e-3}
            assert.truthy(log.residual < 1e-8)
            assert.truthy(log.iterations > 1 and log.iterations <= 100)
        end)
    end
end)

it("what slides so slowly that it stands is rubbed by nothing, whichever way it slides", function()
    local m = block(0.5)
    for _, way in ipairs {{1, 0}, {0, 1}, {-1, 1}, {1, -1}} do
        for _, speed in ipairs {1e-12, 5e-10} do
            local v = {speed * way[1], speed * way[2], 0, 0, 0, 0}
            near(sum_of(m:contact_forces(at_height(0.05).q, v)), Vec3(0, 0, 2.5 * GRAVITY), {tol = 1e-9})
        end
    end
end)

it("what touches without pressing is not told of as a force", function()
    for _, m in ipairs {ball(0.05, 0.5, 0, {0, 0, 0}), block(0.5, {0, 0, 0})} do
        local log = run(m, at_height(0.05), {duration = 0.02, dt = 1e-3})
        for i = 1, #log do assert.equal(0, #log.contacts[i]) end
    end
end)

-- ---- shapes ---------------------------------------------------------------------------------------------------------

describe("every shape", function()
    local RESTING <const> = {
        {shape = "point", height = 0, points = 1}, {shape = {sphere = 0.2}, height = 0.2, points = 1}, {shape = {box = SIZE}, height = 0.05, points = 4},
        {shape = {capsule = {radius = 0.1, length = 0.3}}, height = 0.1, points = 2, lying = true},
        {shape = {cylinder = {radius = 0.1, length = 0.3}}, height = 0.1, points = 2, lying = true},
        {shape = {cylinder = {radius = 0.1, length = 0.3}}, height = 0.15, points = 4},
        {shape = {hull = {{0.1, 0, -0.2}, {-0.1, 0.1, -0.2}, {-0.1, -0.1, -0.2}, {0, 0, 0.3}, {0, 0, 0}}}, height = 0.2, points = 3},
    }
    for i, case in ipairs(RESTING) do
        it(("carries its weight on its lowest points: %d"):format(i), function()
            local m = body_on_ground {inertia = SpatialInertia.solid_cube {mass = 2, length = 0.1}, shape = case.shape, friction = 0.5}
            local q = at_height(case.height).q
            if case.lying then q[4], q[5] = math.sqrt(0.5), math.sqrt(0.5) end
            local forces = m:contact_forces(q)
            assert.equal(case.points, #forces)
            near(sum_of(forces), Vec3(0, 0, 2 * GRAVITY), {tol = 1e-9})
            q[3] = q[3] + 1e-3
            assert.equal(0, #m:contact_forces(q))
        end)
    end

    it("a hull of many corners stands on eight of them", function()
        local points = {}
        for k = 1, 60 do points[k] = {0.2 * math.cos(k * math.pi / 30), 0.2 * math.sin(k * math.pi / 30), k % 2 == 0 and 0.1 or -0.1} end
        local m = body_on_ground {inertia = SpatialInertia.solid_cube {mass = 2, length = 0.1}, shape = {hull = points}, friction = 0.5}
        local forces = m:contact_forces(at_height(0.1).q)
        assert.equal(8, #forces)
        near(sum_of(forces), Vec3(0, 0, 2 * GRAVITY), {tol = 1e-9})
    end)

    it("two capsules, crossed, parallel and end to end, keep each other apart", function()
        local function gap_when(placement_b, position)
            local m = Model()
            m:add_body {name = "below", joint = "floating", inertia = SpatialInertia.unitary()}
            m:add_body {name = "above", joint = "floating", inertia = SpatialInertia.unitary()}
            m:add_contact {body = "below", shape = {capsule = {radius = 0.1, length = 0.4}}, placement = {rotation = Rotation.axis_angle({0, 1, 0}, math.pi / 2)}}
            m:add_contact {body = "above", shape = {capsule = {radius = 0.1, length = 0.4}}, placement = placement_b}
            local q = m:neutral()
            q[8], q[10] = position[1], position[3]
            return #m:contact_forces(q, nil, {0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0})
        end
        local lying, across = Rotation.axis_angle({0, 1, 0}, math.pi / 2), Rotation.axis_angle({1, 0, 0}, math.pi / 2)
        assert.equal(1, gap_when({rotation = across}, {0.1, 0, 0.2}))
        assert.equal(0, gap_when({rotation = across}, {0.1, 0, 0.201}))
        assert.equal(2, gap_when({rotation = lying}, {0.1, 0, 0.2}))
        assert.equal(1, gap_when({rotation = lying}, {0.6, 0, 0}))
        assert.equal(1, gap_when(nil, {0, 0, 0.4}))
    end)

    it("neighbours in the tree do not meet each other, others do", function()
        local m = Model()
        for i = 1, 3 do
            m:add_body {
                name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil, joint = {type = "revolute", axis = {0, 1, 0}},
                inertia = SpatialInertia.solid_sphere {mass = 1, radius = 0.1}, placement = {position = {i > 1 and 0.15 or 0, 0, 0}},
            }
            m:add_contact {body = "link" .. i, shape = {sphere = 0.1}}
        end
        assert.equal(0, #m:contact_forces {0, 0, 0})
        local bend = math.pi - 2 * math.asin(0.1 / 0.15) -- the third is 0.2 from the first
        local list = m:contact_forces({0, bend, 0}, nil, {0, 5, 0})
        assert.equal(1, #list)
        assert.equal("link1: link3", list[1].contact .. ": " .. list[1].other)
        assert.equal(0, #m:contact_forces({0, bend - 1e-3, 0}, nil, {0, 5, 0}))
    end)
end)

describe("a stiff spring that presses on a ground", function()
    -- An arm of 1 kg, whose tip begins 1 mm inside the ground.
    local function arm(kind, stiffness)
        local m = Model {}
        m:add_body {
            name = "arm", joint = { type = kind, axis = kind == "revolute" and { 0, 1, 0 } or nil, stiffness = stiffness },
            inertia = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 }:shift { -1, 0, 0 },
        }
        m:add_contact { body = "arm", shape = { sphere = 0.1 }, placement = { position = { 1, 0, 0 } } }
        m:add_ground { offset = -0.1 + 1e-3 }
        return m:simulate { duration = 0.2, dt = 1e-2, method = "implicit" }
    end

    it("is counted in what contact asks of a spherical joint as of a revolute one", function()
        local on_ball, hinge = arm("spherical", 1e5), arm("revolute", 1e5)
        for i = 2, #on_ball do
            near(on_ball.contacts[i][1].force.z, hinge.contacts[i][1].force.z, { tol = 1e-6 })
        end
    end)

    it("and the weight are what the ground carries, however stiff it is", function()
        for _, stiffness in ipairs { 1e2, 1e4, 1e6 } do
            local log = arm("revolute", stiffness)
            local angle, touch = log.q[#log.q][1], log.contacts[#log][1]
            local moment = touch.point.x * touch.force.z - touch.point.z * touch.force.x
            near(moment, GRAVITY * math.cos(angle) - stiffness * angle, { tol = 1e-9 })
        end
    end)

    it("goes on where what stands inside leaves fast", function()
        for _, kind in ipairs { "spherical", "revolute" } do
            local log = arm(kind, 1e6)
            assert.truthy(log.steps < 100)
        end
    end)
end)
