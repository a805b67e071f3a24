-- What joints resist by, against sums written out: the forces of a state, and a joint that friction holds while others move.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"

local near = compare.near

describe("passive forces", function()
    it("are damping by the velocity, friction by its sign alone, of a freedom that stands none, and the pull of springs", function()
        local stood, backward = 0, 0
        for seed = 1, 6 do
            local d = draw.stream(seed)
            local m = trees.random(d, 7, {springs = true, resistance = true, roots = 2})
            local q, v = trees.state(d, m)
            for k = 1, m:nv(), 3 do v[k] = 0 end
            local pull, tau = m:passive_forces(q, rigid.Vector(m:nv())), m:passive_forces(q, v)
            for _, name in ipairs(m:joint_names()) do
                local joint = m:joint(name)
                if joint.v and not joint.mimic then
                    for k = joint.v, joint.v + joint.nv - 1 do
                        local sign = v[k] > 0 and 1 or v[k] < 0 and -1 or 0
                        near(tau[k], pull[k] - joint.damping * v[k] - joint.friction * sign, {slack = 1e-12, what = name .. ", seed " .. seed})
                        stood = stood + (v[k] == 0 and joint.friction > 0 and 1 or 0)
                        backward = backward + (v[k] < 0 and joint.friction > 0 and 1 or 0)
                    end
                end
            end
        end
        assert.truthy(stood > 5 and backward > 5)
    end)
end)

describe("a joint that friction holds while another swings", function()
    it("moves by no method, and the other swings as if it were fixed", function()
        local function arm(held)
            local m = rigid.Model {name = "arm"}
            for i = 1, 3 do
                m:add_body {
                    name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil,
                    joint = held and i == 2 and "fixed" or {name = "j" .. i, type = "revolute", axis = {0.6, 0.8, 0}},
                    inertia = rigid.SpatialInertia.solid_box {mass = 0.8, size = {0.4, 0.05, 0.05}}:shift {-0.2, 0.03, 0},
                    placement = {position = {i > 1 and 0.4 or 0, 0, 0}, rotation = i == 2 and rigid.Rotation.axis_angle({1, 0, 0}, 0.4) or nil},
                }
            end
            if not held then m:joint "j2".friction = 50 end
            return m
        end
        local free, fixed = arm(false), arm(true)
        for _, method in ipairs {"rk4", "rkmk45", "implicit", "midpoint"} do
            local log = free:simulate {q = {0.3, 0, -0.5}, v = {1, 0, -2}, duration = 0.4, dt = 2e-3, method = method}
            local like = fixed:simulate {q = {0.3, -0.5}, v = {1, -2}, duration = 0.4, dt = 2e-3, method = method}
            for i = 1, #log, 20 do
                assert.equal(0, log.q[i][2])
                assert.equal(0, log.v[i][2])
                near(rigid.Vector {log.v[i][1], log.v[i][3]}, like.v[i], {slack = 1e-7, what = method})
                near(rigid.Vector {log.q[i][1], log.q[i][3]}, like.q[i], {slack = 1e-7, what = method})
            end
        end
    end)
end)

-- Three axes through one point, of which the two first links have no inertia: where the second turns the first axis into the third, the mass
-- matrix is singular, and damping alone says how fast they turn.
describe("links without inertia between damped joints", function()
    local function hinges(damping)
        local m = rigid.Model {}
        for k, axis in ipairs {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}} do
            m:add_body {
                name = "b" .. k, parent = k > 1 and "b" .. k - 1 or nil, joint = {type = "revolute", axis = axis, damping = damping},
                inertia = k == 3 and rigid.SpatialInertia.solid_box {mass = 2, size = {0.1, 0.2, 0.3}}:shift {-0.01, 0.05, 0.02} or nil,
            }
        end
        return m
    end
    local function crosses(log)
        for i = 2, #log do
            if math.cos(log.q[i][2]) * math.cos(log.q[i - 1][2]) < 0 then return true end
        end
    end

    it("go through the configuration in which their axes lie in one another, losing energy alone, the same way whatever the step", function()
        local went = 0
        for _, case in ipairs {{0.3, 15}, {1, 8}, {1, 15}, {1, 24}} do
            local m = hinges(case[1])
            local q = m:random_state(case[2])
            local log, finer = m:simulate {q = q, duration = 1.5, dt = 1e-3}, m:simulate {q = q, duration = 1.5, dt = 4e-4}
            local energy = log:energy()
            for i = 1, #energy do assert.truthy(energy[i] <= energy[1] + 1e-9) end
            near(log.q[#log.q], finer.q[#finer.q], {tol = 1e-4, what = "from state " .. case[2]})
            went = went + (crosses(log) and 1 or 0)
        end
        assert.equal(4, went)
    end)

    -- A trunk with two arms and a neck of three hinges, which carries a point: of its motions the mass matrix hardly knows one, and at places none.
    local function necked(seed)
        local d, m = draw.stream(seed), rigid.Model {}
        local box = rigid.SpatialInertia.solid_box {mass = 1, size = {0.1, 0.15, 0.3}}:shift {0.02, 0.05, -0.1}
        local function link(name, parent, axis, at, inertia, wide)
            m:add_body {
                name = name, parent = parent, placement = {position = at}, inertia = inertia,
                joint = {type = "revolute", axis = axis, damping = 0.1, limits = {lower = -d:between(0.1, wide), upper = d:between(0.1, wide)}},
            }
            return name
        end
        local trunk = link("t2", link("t1", nil, {0, 1, 0}, {0, 0, 0}, box, 0.6), {1, 0, 0}, {0, 0, 0.1}, box, 0.6)
        local neck = link("n2", link("n1", trunk, {1, 0, 0}, {0, 0, 0.2}, nil, 0.8), {0, 1, 0}, {0, 0.01, 0}, nil, 0.8)
        link("n3", neck, {0, 0, 1}, {0, 0, 0}, rigid.SpatialInertia.point_mass {mass = 3, position = {0.02, 0.11, 0}}, 0.8)
        for k = 1, 2 do
            local parent = trunk
            for i = 1, 3 do parent = link(("a%d%d"):format(k, i), parent, d:direction(), {0, k * 0.2 - 0.3, 0.1}, box, 0.5) end
        end
        return m
    end

    it("go on where others meet their limits in the midst of that, and gain nothing", function()
        for _, seed in ipairs {10, 33, 37, 64, 72, 109, 163, 211, 230, 257} do -- which stopped, where they leapt by what ends in an event
            local m = necked(seed)
            local log = m:simulate {q = m:random_state(seed), duration = 1, progress = false}
            local energy, limits = log:energy(), m:limits()
            for i = 1, #energy do
                assert.truthy(energy[i] <= energy[1] + 1e-9, seed)
                for k = 1, m:nq() do
                    assert.truthy(log.q[i][k] >= limits.lower[k] - 1e-6 and log.q[i][k] <= limits.upper[k] + 1e-6, seed)
                end
            end
            -- Of 36 J; the last digit of q makes 1.4e-3 of it or 3.3e-3, in the last of them, and what a leap does not count 2e-2 and more.
            assert.truthy(math.abs(log.balance.drift) < 5e-3 and log.steps < 20000, seed)
        end
    end)

    it("stop without damping, with a word of a link that no body can be, where there is one", function()
        local m = necked(5)
        for _, name in ipairs(m:joint_names()) do m:joint(name).damping = 0 end
        local function stops()
            local ok, problem = pcall(m.simulate, m, {q = m:random_state(5), duration = 1, progress = false})
            assert.is_false(ok)
            return tostring(problem)
        end
        local plain = stops()
        assert.truthy(plain:find "for joint '[%w_]+' %(v%[%d%]%)$", plain)
        m:body "a13".inertia = rigid.SpatialInertia {mass = 0.01, com = {0, 0, 0}, inertia = {1e-6, 1e-6, 1e-3}, skip_validity_check = true}
        local told = stops()
        assert.truthy(told:find("; link 'a13' has an inertia that no body can have: m:diagnose() says more", 1, true), told)
    end)
end)
