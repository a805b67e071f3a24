-- Legs that are driven against the ground they lean on, through joints that rub: where all that touches and rubs nearly stands, or a leg is pushed
-- along the ground so that it digs in, impulses are hard to find. By the laws of a step there are some.
local rigid = require "rigid"
local draw = require "spec.support.draw"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia
local RADIUS <const> = 0.03
local SINKS <const> = {rk4 = 2e-5, auto = 2e-5, implicit = 2e-4, semi_implicit_euler = 2e-4} -- a foot, by steps of 1 ms

local function add_leg(m, d, name, at, friction)
    local parent = "base"
    for _, part in ipairs {"thigh", "shank"} do
        m:add_body {name = name .. part, parent = parent, placement = {position = at},
            joint = {type = "revolute", axis = {0, 1, 0}, friction = d:between(0, 0.6), damping = d:integer(0, 1) * 0.05,
                stiffness = d:integer(0, 1) * 20},
            inertia = SpatialInertia.solid_box {mass = 0.5, size = {0.05, 0.05, 0.3}}:shift {0, 0, -0.15}}
        parent, at = name .. part, {0, 0, -0.3}
    end
    m:add_contact {body = parent, shape = {sphere = RADIUS}, placement = {position = at}, friction = friction}
end

-- A rod beside the thigh, so that the shank stays upright.
local function tie(m, d)
    m:add_body {name = "rod", parent = "base", placement = {position = {0.1, 0, -0.1}},
        joint = {type = "revolute", axis = {0, 1, 0}, friction = d:between(0, 0.6)},
        inertia = SpatialInertia.solid_box {mass = 0.2, size = {0.03, 0.03, 0.3}}:shift {0, 0, -0.15}}
    m:add_loop {name = "knee", body_a = "rod", placement_a = {position = {0, 0, -0.3}}, body_b = "leg1shank", placement_b = {position = {0.1, 0, 0}},
        joint = {type = "revolute", axis = {0, 1, 0}}}
end

-- On one foot that a rail leads, or on three that nothing does; q, and torques that go to and fro.
local function robot(d, feet, tied)
    local m, friction = Model {name = "robot"}, d:between(0.3, 1.2)
    m:add_body {name = "base", inertia = SpatialInertia.solid_cube {mass = 3, length = 0.2},
        joint = feet == 1 and {type = "prismatic", axis = {0, 0, 1}, friction = d:between(0, 2)} or {type = "floating"}}
    for k = 1, feet do
        local turn = 2 * math.pi * k / feet
        add_leg(m, d, "leg" .. k, feet == 1 and {0, 0, -0.1} or {0.15 * math.cos(turn), 0.15 * math.sin(turn), -0.1}, friction)
    end
    m:add_ground {}
    if tied then
        tie(m, d)
        local most, rate = d:between(0, 8), d:between(3, 23)
        return m, m:assemble {0.72, 0.4, -0.4, 0.4}, function(t) return {0, most * math.sin(rate * t), most * math.cos(rate * t), 0} end
    end
    local q, lead, rate, most = m:neutral(), m:nv() - 2 * feet, d:between(3, 23), d:between(0, 3)
    q[#q - 2 * feet - (feet == 1 and 0 or 4)] = 0.72
    for k = 1, feet do q[#q - 2 * k + 1], q[#q - 2 * k + 2] = 0.4, -0.8 end
    return m, q, function(t)
        local tau = rigid.Vector(m:nv())
        for k = lead + 1, m:nv() do tau[k] = most * (k % 2 == 0 and math.sin or math.cos)(rate * t + k // 3) end
        return tau
    end
end

describe("legs that lean on the ground", function()
    for kind, of in pairs {["one foot"] = {1, 100, 24}, ["three feet"] = {3, 100, 12}, ["a foot that a loop holds upright"] = {1, 1258, 10, true}} do
        local feet, first, draws, tied = table.unpack(of)
        for _, method in ipairs {"rk4", "auto", "implicit", "semi_implicit_euler"} do
            it(("find their impulses however they are driven: %s, %s"):format(kind, method), function()
                draw.each_long(draws, first, function(d)
                    local m, q, controller = robot(d, feet, tied)
                    local log = m:simulate {q = q, duration = 2, dt = 1e-3, method = method, controller = controller, sample = 0.02}
                    assert.is_nil(log.stopped)
                    local liveliest = 0
                    for i = 1, #log do
                        liveliest = math.max(liveliest, m:kinetic_energy(log.q[i], log.v[i]))
                        for k = 1, feet do
                            local foot = m:pose(log.q[i], ("leg%dshank"):format(k)) * rigid.Vec3(0, 0, -0.3)
                            assert.is_true(foot.z > RADIUS - SINKS[method])
                        end
                    end
                    local whole = 10 + math.abs(log.balance.work) + liveliest
                    if method == "rk4" or method == "auto" then assert.is_true(log.balance.drift <= 1e-3 * whole) end
                end)
            end)
        end
    end
end)
