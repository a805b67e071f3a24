-- Contact where a draw of motions seldom comes: lines askew, contacts that turn, impulses that would add energy, joints that
-- friction or a limit stops while a ball stands elsewhere.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local Model, SpatialInertia, Rotation, Vec3 = rigid.Model, rigid.SpatialInertia, rigid.Rotation, rigid.Vec3
local near = compare.near
local GRAVITY <const> = 9.81

describe("two capsules askew", function()
    local HALF <const> = 0.3

    -- The least distance of c + s h and d + t k, s and t within -1 to 1: each the best for the other, in turn, from nine beginnings.
    local function least(c, h, d, k)
        local function best(p, at, along) return math.max(-1, math.min(1, (p - at):dot(along) / along:dot(along))) end
        local found, from, to = math.huge, nil, nil
        for begin = -1, 1, 0.25 do
            local s, t = begin, 0
            for _ = 1, 400 do
                t = best(c + h * s, d, k)
                s = best(d + k * t, c, h)
            end
            local way = d + k * t - (c + h * s)
            if way:norm() < found then found, from, to = way:norm(), c + h * s, d + k * t end
        end
        return found, from, to
    end

    it("touch where their middle lines are nearest, and push each other apart that way", function()
        local within = 0
        for seed = 1, 40 do
            local d = draw.stream(seed)
            local R, S = Rotation.exp(Vec3(d:vec3())), Rotation.exp(Vec3(d:vec3()))
            local p = Vec3(d:vec3()) * (seed % 2 == 0 and 0.15 or 0.6)
            local h, k = R * Vec3(0, 0, HALF), S * Vec3(0, 0, HALF)
            local far, from, to = least(Vec3(0, 0, 0), h, p, k)
            local function forces(radius)
                local m = Model {gravity = {0, 0, 0}}
                for i, one in ipairs {{R, radius}, {S, far - 0.4 * far}} do
                    local name = ("ab"):sub(i, i)
                    m:add_body {name = name, joint = "floating", inertia = SpatialInertia.unitary()}
                    m:add_contact {
                        name = name, body = name, shape = {capsule = {radius = one[2], length = 2 * HALF}}, placement = {rotation = one[1]},
                        friction = 0,
                    }
                end
                local q, push = m:neutral(), (from - to) / far
                q[8], q[9], q[10] = p.x, p.y, p.z
                return m:contact_forces(q, nil, {0, 0, 0, 0, 0, 0, push.x, push.y, push.z, 0, 0, 0}), push
            end
            local list, push = forces(0.4 * far)
            assert.equal(1, #list, "seed " .. seed)
            near(list[1].force:norm() > 0 and math.abs(list[1].force:unit():dot(push)) or 0, 1, {tol = 1e-9, what = "seed " .. seed})
            near(list[1].point, from - push * (0.4 * far), {slack = 1e-9, what = "seed " .. seed})
            assert.equal(0, #forces(0.4 * far - 1e-4), "seed " .. seed)
            local inside = (from:norm() < HALF * (1 - 1e-9)) and ((to - p):norm() < HALF * (1 - 1e-9))
            within = within + (inside and 1 or 0)
        end
        assert.truthy(within > 5 and within < 35, within .. " within both")
    end)
end)

-- A rod of 1 kg and 2 m, upright but for `angle` about y, that stands on its lower end.
local function rod(mu, restitution)
    local m = Model {gravity = {0, 0, -GRAVITY}}
    m:add_body {name = "rod", joint = "floating", inertia = SpatialInertia.solid_box {mass = 1, size = {1e-3, 1e-3, 2}}}
    m:add_contact {name = "tip", body = "rod", placement = {position = {0, 0, -1}}, friction = mu, restitution = restitution}
    return m:add_ground {friction = mu, restitution = restitution}
end

-- Its state where the tip is at that height and moves with (vx, vz), and the rod turns at w.
local function state_of(angle, height, vx, vz, w)
    local R = Rotation.axis_angle({0, 1, 0}, angle)
    local com = Vec3(vx, 0, vz) + Vec3(0, w, 0):cross(Vec3(math.sin(angle), 0, math.cos(angle)))
    local v, a, b, c, d = R:inverse() * com, R:quaternion()
    return {0, 0, math.cos(angle) + height, a, b, c, d}, {v.x, v.y, v.z, 0, w, 0}
end

describe("a rod on its tip", function()
    it("weighs less by what its turning takes up", function()
        -- The tip's normal acceleration is nought: N (1 + 3 sin² ± 3 mu sin cos) = g - w² cos.
        for _, mu in ipairs {0, 0.3} do
            for angle = -1.2, 1.2, 0.4 do
                for way = -1, 1, 2 do
                    local w = 1.5
                    local bracket = 1 + 3 * math.sin(angle) ^ 2 + way * 3 * mu * math.sin(angle) * math.cos(angle)
                    local q, v = state_of(angle, 0, way, 0, w)
                    local list = rod(mu):contact_forces(q, v)
                    assert.equal(1, #list)
                    near(list[1].force, Vec3(-way * mu, 0, 1) * ((GRAVITY - w * w * math.cos(angle)) / bracket),
                        {tol = 1e-5, what = ("mu %g, angle %g, way %d"):format(mu, angle, way)})
                end
            end
        end
    end)

    it("gains no energy where it strikes, however it rubs and is thrown back", function()
        for _, mu in ipairs {0.4, 1, 2} do
            for angle = -1.3, 1.3, 0.2 do
                local m = rod(mu, 1)
                local q, v = state_of(angle, 1e-3, 2, -1, 0)
                local log = m:simulate {q = q, v = v, duration = 4e-3, dt = 1e-3}
                local energy, struck = log:energy(), 0
                for _, event in ipairs(log.events) do struck = struck + (event.impulse and 1 or 0) end
                assert.truthy(struck > 0)
                assert.truthy(energy[#energy] - energy[1] < 1e-9 * energy[1], ("mu %g, angle %g: %.3g J gained"):format(mu, angle, energy[#energy] - energy[1]))
            end
        end
    end)
end)

describe("a ball that stands apart", function()
    -- An arm of two links between limits, with dry friction, and maybe a ball on a ground far below.
    local function arm(ball)
        local m = Model {name = "arm"}
        for i = 1, 2 do
            m:add_body {
                name = "link" .. i, parent = i > 1 and "link1" or nil,
                joint = {name = "j" .. i, type = "revolute", axis = {0, 1, 0}},
                inertia = SpatialInertia.solid_box {mass = 0.6, size = {0.4, 0.05, 0.05}}:shift {-0.2, 0, 0}, placement = {position = {i > 1 and 0.4 or 0, 0, 0}},
            }
            local joint = m:joint("j" .. i)
            joint.lower, joint.upper, joint.friction, joint.damping = -0.7, 0.9, i == 2 and 0.3 or 0.02, 0.01
        end
        if ball then
            m:add_body {name = "ball", joint = "floating", inertia = SpatialInertia.solid_sphere {mass = 2, radius = 0.1}}
            m:add_contact {body = "ball", shape = {sphere = 0.1}, friction = 0.5}:add_ground {offset = -5}
        end
        return m
    end

    local function start(m, q, v)
        local at, speed = m:neutral(), rigid.Vector(m:nv())
        for k = 1, 2 do at[k], speed[k] = q[k], v[k] end
        if m:nq() > 2 then at[5] = -4.9 end
        return at, speed
    end

    it("takes nothing from limits and friction, and their impacts are told as without it", function()
        local logs = {}
        for i, ball in ipairs {false, true} do
            local m = arm(ball)
            local q, v = start(m, {-0.3, 0.2}, {-1, 2})
            logs[i] = m:simulate {q = q, v = v, duration = 1.2, dt = 1e-3, restitution = 0.4}
        end
        local plain, beside = logs[1], logs[2]
        local function struck(log)
            local list = {}
            for _, event in ipairs(log.events) do
                if event.impulse and event.name:find "^j" then list[#list + 1] = event end
            end
            return list
        end
        local a, b = struck(plain), struck(beside)
        assert.truthy(#a > 2)
        for i = 1, 3 do
            assert.equal(a[i].name, b[i].name)
            near(b[i].t, a[i].t, {slack = 1e-4})
            near(b[i].impulse, a[i].impulse, {tol = 1e-2})
        end
        for k = 1, 2 do near(beside.q[#beside][k], plain.q[#plain][k], {slack = 1e-3}) end
        for i = 2, #beside do
            assert.equal(1, #beside.contacts[i])
            near(beside.contacts[i][1].force, Vec3(0, 0, 2 * GRAVITY), {tol = 1e-6})
        end
    end)

    it("slides, turns and rolls as it does alone, however many pendulums hang beside it", function()
        local alone
        for count = 0, 6 do
            local m = Model {}
            m:add_body {name = "ball", joint = "floating", inertia = SpatialInertia.solid_sphere {mass = 2, radius = 0.1}}
            for i = 1, count do
                m:add_body {
                    name = "pendulum" .. i, joint = {type = "revolute", axis = {0, 1, 0}}, placement = {position = {9, 9, 9}},
                    inertia = SpatialInertia.point_mass {mass = 0.2, position = {0, 0, -0.5}},
                }
            end
            m:add_contact {body = "ball", shape = {sphere = 0.1}, friction = 0.5}:add_ground {}
            local q, v = m:neutral(), rigid.Vector(m:nv())
            q[3] = 0.1
            v[1], v[2], v[4], v[6] = 1, 0.3, 2, 3
            local log = m:simulate {q = q, v = v, duration = 0.3, dt = 0.01}
            alone = alone or log
            assert.equal(#alone, #log)
            for k = 1, 7 do near(log.q[#log.q][k], alone.q[#alone.q][k], {slack = 1e-12}) end
            for k = 1, 6 do near(log.v[#log.v][k], alone.v[#alone.v][k], {slack = 1e-11}) end
        end
    end)

    it("lets what friction holds stand to the last bit", function()
        local m = arm(true)
        m:joint "j1".friction, m:joint "j2".friction = 10, 10
        local q, v = start(m, {0.3, -0.2}, {0, 0})
        local log = m:simulate {q = q, v = v, duration = 0.2, dt = 1e-3}
        for i = 1, #log do
            assert.same({0.3, -0.2, 0, 0}, {log.q[i][1], log.q[i][2], log.v[i][1], log.v[i][2]})
        end
    end)
end)
