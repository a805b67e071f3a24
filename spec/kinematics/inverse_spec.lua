-- Inverse kinematics: what it says is verified by forward kinematics, for arms with limits, several targets, floating bases and loops;
-- and where nothing reaches, that it says so, is the nearest, and names what stops it.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local Rotation, SpatialInertia, Transform, Vec3, Vector = rigid.Rotation, rigid.SpatialInertia, rigid.Transform, rigid.Vec3, rigid.Vector
local near, refuses = compare.near, compare.refuses

-- Seven joints as Franka Emika publishes them.
local function arm()
    local m, parent = rigid.Model { name = "arm" }, nil
    local half = math.pi / 2
    local rows = {
        { 0, 0, 0.333, -2.8973, 2.8973 }, { 0, -half, 0, -1.7628, 1.7628 }, { 0, half, 0.316, -2.8973, 2.8973 }, { 0.0825, half, 0, -3.0718, -0.0698 },
        { -0.0825, -half, 0.384, -2.8973, 2.8973 }, { 0, half, 0, -0.0175, 3.7525 }, { 0.088, half, 0, -2.8973, 2.8973 },
    }
    for i, row in ipairs(rows) do
        m:add_body { name = "link" .. i, parent = parent, placement = Transform.mdh { a = row[1], alpha = row[2], d = row[3] },
            joint = { type = "revolute", name = "joint" .. i, limits = { lower = row[4], upper = row[5] } },
            inertia = SpatialInertia.solid_sphere { mass = 2, radius = 0.06 } }
        parent = "link" .. i
    end
    return m
end

local function assert_within(m, q)
    local limits = m:limits()
    for i = 1, m:nq() do assert.is_true(q[i] >= limits.lower[i] and q[i] <= limits.upper[i]) end
end

describe("inverse kinematics of an arm", function()
    local m = arm()

    it("reaches what is reachable within the limits, and forward kinematics agrees", function()
        for seed = 1, 400 do
            local X = m:pose(m:random_state(seed), "link7")
            local q, verdict = m:inverse_kinematics { target = { link7 = X }, seed = seed }
            assert.is_true(verdict.success, seed .. ": " .. verdict.sentence)
            local off = (m:pose(q, "link7"):inverse() * X):log()
            assert.is_true(off:linear():norm() < 1e-9 and off:angular():norm() < 1e-9)
            assert_within(m, q)
        end
    end)

    it("never says it of what is out of reach, and says by how much", function()
        for seed = 1, 20 do
            local to = rigid.random(seed):direction() * 3
            local q, verdict = m:inverse_kinematics { target = { link7 = to }, seed = seed }
            assert.is_false(verdict.success)
            assert.equal((m:pose(q, "link7"):position() - to):norm(), verdict.residual)
            assert_within(m, q)
            assert.is_truthy(verdict.sentence:find("out of reach by ", 1, true))
            local best = math.huge
            for again = 1, 3 do
                local _, other = m:inverse_kinematics { target = { link7 = to }, seed = 1000 * seed + again }
                best = math.min(best, other.residual)
            end
            assert.is_true(verdict.residual < best + 1e-3)
        end
    end)

    it("is no false success, and the nearest of many searches, where a place is near but its turn is not to be had", function()
        local unreachable = 0
        for seed = 1, 40 do
            local d = rigid.random(seed)
            local X = Transform(d:rotation(), d:direction() * d:uniform(0, 1.2) + Vec3(0, 0, 0.333))
            local q, verdict = m:inverse_kinematics { target = { link7 = X }, seed = seed }
            local off = (m:pose(q, "link7"):inverse() * X):log()
            assert.equal(verdict.success, off:linear():norm() < 1e-9 and off:angular():norm() < 1e-9)
            assert_within(m, q)
            unreachable = unreachable + (verdict.success and 0 or 1)
            local _, other = m:inverse_kinematics { target = { link7 = X }, seed = 7777 + seed, iterations = 400 }
            assert.equal(verdict.success, other.success)
            assert.is_true(verdict.residual < other.residual + 1e-3)
        end
        assert.is_true(unreachable > 10)
    end)

    it("names the limit that stops it, and is free of it without", function()
        local one = rigid.Model {}
        one:add_body { name = "bar", joint = { type = "revolute", name = "hinge", limits = { lower = -1, upper = 0.5 } },
            inertia = SpatialInertia.thin_rod_about_end { mass = 1, length = 1, axis = { 1, 0, 0 } } }
        local target = { bar = { point = { 1, 0, 0 }, position = { math.cos(1), math.sin(1), 0 } } }
        local q, verdict = one:inverse_kinematics { target = target }
        assert.same({ false, 0.5 }, { verdict.success, q[1] })
        assert.same({ 1, "hinge", "upper", true }, { #verdict.limits, verdict.limits[1].joint, verdict.limits[1].limit, verdict.limits[1].pushed })
        near(verdict.residual, 2 * math.sin(0.25), { tol = 1e-12 })
        assert.is_truthy(verdict.sentence:find("joint 'hinge' at its upper limit 0.5 is what stops it", 1, true))
        q, verdict = one:inverse_kinematics { target = target, limits = false }
        assert.is_true(verdict.success)
        near(q[1], 1, { tol = 1e-9 })
    end)

    it("is drawn to a posture along limits, until neither targets nor limits leave a way", function()
        local limits, against = m:limits(), 0
        for seed = 1, 20 do
            local at, posture = m:pose(m:random_state(seed), "link7"):position(), m:random_state(seed + 1000) * 1.6
            local q, verdict = m:inverse_kinematics { target = { link7 = at }, posture = posture, seed = seed }
            assert.is_true(verdict.success)
            local rows, held = m:jacobian(q, "link7", { frame = "aligned" }):block(1, 1, 3, 7), {}
            repeat -- what is pushed against a limit stays
                local N = rows:null(1e-9)
                local way, pushed = N * (N:transpose() * m:difference(q, posture)), nil
                for k = 1, 7 do
                    local out = way[k] < 0 and q[k] < limits.lower[k] + 1e-5 or way[k] > 0 and q[k] > limits.upper[k] - 1e-5
                    if out and not held[k] then pushed = k end
                end
                if pushed then
                    held[pushed], rows = true, rows:vcat(rigid.Matrix(1, 7):set(1, pushed, 1))
                else
                    assert.is_true(way:norm() < 1e-3, seed .. ": " .. way:norm())
                end
            until not pushed
            against = against + (next(held) and 1 or 0)
        end
        assert.is_true(against > 5)
    end)

    it("names a joint that its limits lock, whichever way it is drawn, and limits that contradict each other", function()
        local function two(first, second)
            local two_links = rigid.Model {}
            local sphere = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 }
            two_links:add_body { name = "upper", inertia = sphere, joint = { type = "revolute", name = "first", limits = first } }
            second.type, second.name = "revolute", "second"
            two_links:add_body { name = "fore", parent = "upper", inertia = sphere, placement = Transform { position = { 1, 0, 0 } }, joint = second }
            return two_links
        end
        for _, y in ipairs { -1, 1 } do
            local _, verdict = two({ lower = 0.3, upper = 0.3 }, {}):inverse_kinematics { target = { fore = { 0, y, 0 } } }
            assert.is_truthy(verdict.sentence:find("joint 'first', locked at 0.3 by its limits, is what stops it", 1, true), verdict.sentence)
            local at = verdict.limits[1]
            assert.same({ y > 0 and "upper" or "lower", true, true }, { at.limit, at.pushed, at.locked })
        end
        local contrary = two({ lower = 0, upper = 1 }, { mimic = { joint = "first" }, limits = { lower = 3, upper = 4 } })
        local _, verdict = contrary:inverse_kinematics { target = { upper = { 0, 0, 0 } } }
        assert.is_false(verdict.success)
        assert.is_truthy(verdict.sentence:find("no q is within the limits: 'first', and what follows it, would have to stand at 3 at least and at 1 at most", 1, true))
    end)

    it("goes on looking where the nearest was found but rarely: of these, one search in forty finds it", function()
        local d = rigid.random(497)
        local X = Transform(d:rotation(), d:direction() * d:uniform(0, 1.3) + Vec3(0, 0, 0.333))
        local function left(q)
            local off = (m:pose(q, "link7"):inverse() * X):log()
            return math.sqrt((m:pose(q, "link7"):position() - X:position()):norm() ^ 2 + off:angular():norm() ^ 2)
        end
        local q, verdict = m:inverse_kinematics { target = { link7 = X }, seed = 497 }
        near(left(q), 0.1186356, { tol = 1e-4 })
        assert.is_true(verdict.searches > 101 and verdict.searches <= 401)
        local _, fewer = m:inverse_kinematics { target = { link7 = X }, seed = 497, restarts = 100 }
        assert.equal(101, fewer.searches)
    end)

    it("says when it only ended for want of steps", function()
        local _, verdict = m:inverse_kinematics { target = { link7 = m:pose(m:random_state(3), "link7") }, iterations = 1, restarts = 0 }
        assert.is_false(verdict.success)
        assert.is_truthy(verdict.sentence:find("^not reached.*still coming nearer: more iterations may bring it there %(1 search%)$"), verdict.sentence)
    end)

    it("weighs targets that contradict each other", function()
        local slide = rigid.Model {}
        for _, name in ipairs { "left", "right" } do
            slide:add_body { name = name, parent = name == "right" and "left" or nil, joint = name == "left" and { type = "prismatic", axis = { 1, 0, 0 } } or "fixed",
                inertia = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 } }
        end
        local function x_of(left, said)
            said.target, said.com = { left = left, right = { 1, 0, 0 } }, said.com
            return slide:inverse_kinematics(said)[1]
        end
        near(x_of({ 0, 0, 0 }, {}), 1 / 2, { tol = 1e-9 })
        near(x_of({ 0, 0, 0 }, { weights = { right = 3 } }), 9 / 10, { tol = 1e-9 })
        near(x_of({ position = { 0, 0, 0 }, weight = 2 }, { weights = { left = { position = 2 } } }), 1 / 17, { tol = 1e-9 })
        near(x_of({ 0, 0, 0 }, { com = { 3, 0, 0 }, weights = { com = 2 } }), 13 / 6, { tol = 1e-9 })
        refuses(function() x_of({ 0, 0, 0 }, { weights = { middle = 2 } }) end, "weights", "middle")
        refuses(function() x_of({ 0, 0, 0 }, { weights = { left = 0 } }) end, "weights.left", "positive")
        refuses(function() x_of({ 0, 0, 0 }, { weights = { left = { turn = 1 } } }) end, "weights.left", "turn")
    end)

    it("is the same again for the same seed", function()
        local X = m:pose(m:random_state(77), "link7")
        local a = m:inverse_kinematics { target = { link7 = X }, seed = 3 }
        assert.equal(a, (m:inverse_kinematics { target = { link7 = X }, seed = 3 }))
    end)

    it("points axes, and comes nearer to a posture where it is free to", function()
        local at = m:pose(m:random_state(5), "link7"):position()
        local q, verdict = m:inverse_kinematics { target = { link7 = { position = at, axis = { 0, 0, 1 }, direction = { 0, 0, -1 } } } }
        assert.is_true(verdict.success, verdict.sentence)
        near(m:pose(q, "link7"):rotation() * Vec3(0, 0, 1), { 0, 0, -1 }, { tol = 1e-9, scale = 1 })
        near(m:pose(q, "link7"):position(), at, { tol = 1e-9, scale = 1 })
        local posture = { 0.3, -0.5, 0.1, -2, 0.2, 1.5, 0.7 }
        local p, same = m:inverse_kinematics { target = { link7 = { position = at } }, q0 = q, posture = posture }
        local plain = m:inverse_kinematics { target = { link7 = { position = at } }, q0 = q }
        assert.is_true(same.success)
        assert.is_true(m:difference(p, posture):norm() < 0.7 * m:difference(plain, posture):norm())
        -- nothing is left to gain along what is free
        local N = m:jacobian(p, "link7", { frame = "aligned" }):block(1, 1, 3, 7):null()
        local limits, bound = m:limits(), false
        for i = 1, 7 do bound = bound or p[i] == limits.lower[i] or p[i] == limits.upper[i] end
        if not bound then assert.is_true((N:transpose() * m:difference(p, posture)):norm() < 1e-3) end
    end)
end)

-- What is here metres may be there kilometres: nothing in the search knows a length of its own.
describe("inverse kinematics of any size", function()
    local ball = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 }

    it("brings what floats as far as one wishes", function()
        local m = rigid.Model {}
        m:add_body { name = "ship", joint = "floating", inertia = ball }
        m:add_body { name = "mast", parent = "ship", joint = { type = "revolute", axis = { 0, 1, 0 } }, placement = Transform { position = { 0, 0, 2 } }, inertia = ball }
        for _, far in ipairs { 0.01, 1, 121, 1e3, 1e5, 1e90 } do
            local to = Transform(Rotation.euler("ZYX", 2, -1, 0.5), { far, -2 * far, far / 3 })
            local q, verdict = m:inverse_kinematics { target = { mast = to } }
            assert.is_true(verdict.success, far .. ": " .. verdict.sentence)
            assert.equal(1, verdict.searches)
            near(m:pose(q, "mast"):position(), to:position(), { tol = 1e-12 })
        end
    end)

    it("drives along a rail of 800 m, and says that its end is what stops it", function()
        local m = rigid.Model {}
        m:add_body { name = "car", joint = { type = "prismatic", name = "rail", axis = { 1, 0, 0 }, limits = { lower = 0, upper = 800 } }, inertia = ball }
        m:add_body { name = "arm", parent = "car", joint = "revolute", inertia = ball }
        m:add_body { name = "hand", parent = "arm", joint = "revolute", placement = Transform { position = { 1, 0, 0 } }, inertia = ball }
        for _, x in ipairs { 1, 130, 700, 800.5 } do
            local q, verdict = m:inverse_kinematics { target = { hand = { x, 0.5, 0 } } }
            assert.is_true(verdict.success, x .. ": " .. verdict.sentence)
            near(m:pose(q, "hand"):position(), { x, 0.5, 0 }, { tol = 1e-10 })
        end
        local _, verdict = m:inverse_kinematics { target = { hand = { 850, 0, 0 } } }
        near(verdict.residual, 49, { tol = 1e-9 })
        assert.is_truthy(verdict.sentence:find("joint 'rail' at its upper limit 800 is what stops it", 1, true))
    end)

    it("goes the same way in metres and in kilometres", function()
        local function chain(unit)
            local m = rigid.Model {}
            for i = 1, 4 do
                m:add_body { name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil, inertia = ball, placement = Transform { position = { unit / 2, unit / 8, -unit / 4 } },
                    joint = { type = i == 3 and "prismatic" or "revolute", axis = i == 2 and { 0, 1, 0 } or { 0, 0, 1 } } }
            end
            return m
        end
        local small, large = chain(1), chain(1024)
        for seed = 1, 5 do
            local to = rigid.random(seed):direction()
            local q, verdict = small:inverse_kinematics { target = { link4 = to }, tolerance = 1e-9 }
            local p, other = large:inverse_kinematics { target = { link4 = to * 1024 }, tolerance = 1024e-9 }
            p:set(3, p[3] / 1024)
            near(p, q, { tol = 1e-6 })
            assert.same({ verdict.success, verdict.searches }, { other.success, other.searches })
        end
    end)

    it("turns balls, too, where it begins again", function()
        local m = rigid.Model {}
        m:add_body { name = "ball", joint = "spherical", inertia = ball }
        local target = { ball = { point = { 0, 0, 1 }, position = { 0, 0, -1 } } }
        local q, verdict = m:inverse_kinematics { target = target } -- from neutral nothing draws it to either side
        assert.is_true(verdict.success, verdict.sentence)
        near(m:pose(q, "ball") * Vec3(0, 0, 1), { 0, 0, -1 }, { tol = 1e-9 })
        assert.equal(2, verdict.searches)
    end)

    it("begins again anywhere on a rail", function()
        local m = rigid.Model {}
        m:add_body { name = "car", joint = { type = "prismatic", axis = { 1, 0, 0 }, limits = { lower = 0, upper = 800 } }, inertia = ball }
        local limits, most = require "rigid.kinematics.limits", 0
        for seed = 1, 50 do most = math.max(most, limits.draw(m, limits.of(m, true), m:neutral(), seed, 1)[1]) end
        assert.is_true(most > 700 and most <= 800)
    end)
end)

describe("inverse kinematics of whole bodies", function()
    -- A trunk that flies, with four limbs of three joints.
    local function walker()
        local m = rigid.Model {}
        m:add_body { name = "trunk", joint = "floating", inertia = SpatialInertia.solid_box { mass = 20, size = { 0.3, 0.4, 0.6 } } }
        for i, place in ipairs { { 0, 0.2, 0.3 }, { 0, -0.2, 0.3 }, { 0, 0.1, -0.3 }, { 0, -0.1, -0.3 } } do
            local parent = "trunk"
            for k, axis in ipairs { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 1, 0 } } do
                local name = ("limb%d_%d"):format(i, k)
                m:add_body { name = name, parent = parent, placement = Transform { position = k == 1 and place or { 0, 0, (k == 4 or k == 5) and -0.4 or 0 } },
                    joint = { type = "revolute", axis = axis, limits = { lower = -2.5, upper = 2.5 } },
                    inertia = SpatialInertia.solid_box { mass = 1, size = { 0.08, 0.08, 0.3 } }:shift { 0, 0, 0.15 } }
                parent = name
            end
        end
        return m
    end

    it("brings two hands, two feet and the com into place at once", function()
        local m = walker()
        draw.each(3, 5010, function(d)
            local there = m:neutral()
            for i = 8, m:nq() do there[i] = d:between(-0.6, 0.6) end
            local target = {}
            for i = 1, 4 do target[("limb%d_6"):format(i)] = i > 2 and m:pose(there, ("limb%d_6"):format(i)) or m:pose(there, ("limb%d_6"):format(i)):position() end
            local q, verdict = m:inverse_kinematics { target = target, com = m:com(there) }
            assert.is_true(verdict.success, verdict.sentence)
            near(m:com(q), m:com(there), { tol = 1e-9, scale = 1 })
            near(m:pose(q, "limb3_6"), m:pose(there, "limb3_6"), { tol = 1e-9, scale = 1 })
            near(m:pose(q, "limb2_6"):position(), m:pose(there, "limb2_6"):position(), { tol = 1e-9, scale = 1 })
            assert.equal(5, #verdict.targets)
        end)
    end)

    it("does so with a humanoid of thirty joints, from wherever it stands", function()
        local m = rigid.load("spec/models/humanoid30.urdf", { floating = true })
        for seed = 1, 4 do
            local there, target = m:random_state(seed), {}
            for _, side in ipairs { "left_", "right_" } do
                for _, tip in ipairs { "arm_wr_roll", "leg_ank_roll" } do target[side .. tip] = m:pose(there, side .. tip) end
            end
            local q, verdict = m:inverse_kinematics { target = target, com = m:com(there), seed = seed }
            assert.is_true(verdict.success, verdict.sentence)
            for name, X in pairs(target) do
                local off = (m:pose(q, name):inverse() * X):log()
                assert.is_true(off:linear():norm() < 1e-9 and off:angular():norm() < 1e-9)
            end
            near(m:com(q), m:com(there), { tol = 1e-9, scale = 1 })
            assert_within(m, q)
        end
    end)

    it("keeps loops closed", function()
        local m = rigid.Model {}
        local function bar(name, parent, x, length)
            m:add_body { name = name, parent = parent, joint = { type = "revolute", axis = { 0, 1, 0 } }, placement = Transform { position = { x, 0, 0 } },
                inertia = SpatialInertia.thin_rod_about_end { mass = 1, length = length, axis = { 1, 0, 0 } } }
        end
        bar("crank", nil, 0, 0.3)
        bar("rod", "crank", 0.3, 1)
        bar("rocker", nil, 1, 0.6)
        m:add_loop { name = "pin", body_a = "rod", placement_a = Transform { position = { 1, 0, 0 } }, body_b = "rocker",
            placement_b = Transform { position = { 0.6, 0, 0 } }, joint = { type = "revolute", axis = { 0, 1, 0 } } }
        local there = m:assemble { -0.6, -0.2, -1.8 }
        local q0 = m:assemble { -0.9, -0.2, -1.8 }
        local q, verdict = m:inverse_kinematics { target = { rod = { position = m:pose(there, "rod") * Vec3(0.5, 0, 0), point = { 0.5, 0, 0 } } }, q0 = q0 }
        assert.is_true(verdict.success, verdict.sentence)
        assert.is_true(m:constraint_error(q):norm() < 1e-9)
        near(m:pose(q, "rod") * Vec3(0.5, 0, 0), m:pose(there, "rod") * Vec3(0.5, 0, 0), { tol = 1e-9, scale = 1 })
    end)
end)

describe("inverse kinematics", function()
    local m = arm()

    it("refuses what it cannot be asked", function()
        refuses(function() m:inverse_kinematics {} end, "target", "expected, got nil")
        refuses(function() m:inverse_kinematics { target = {} } end, "at least one target")
        refuses(function() m:inverse_kinematics { target = { link9 = { 1, 2, 3 } } } end, "link9")
        refuses(function() m:inverse_kinematics { target = { link7 = 3 } } end, "target.link7")
        refuses(function() m:inverse_kinematics { target = { link7 = { 1, 0 / 0, 3 } } } end, "finite")
        refuses(function() m:inverse_kinematics { target = { link7 = { point = { 1, 2, 3 } } } } end, "got none of these")
        refuses(function() m:inverse_kinematics { target = { link7 = { axis = { 0, 0, 1 } } } } end, "given together")
        refuses(function() m:inverse_kinematics { target = { link7 = { 1e200, 2, 3 } } } end, "too large for floating point")
        refuses(function() m:inverse_kinematics { target = { link7 = { 1, 2, 3 } }, q0 = { 1 } } end, "q0")
        refuses(function() m:inverse_kinematics { target = { link7 = { 1, 2, 3 } }, sed = 1 } end, "seed")
        refuses(function() m:inverse_kinematics { target = { link7 = { 1, 2, 3 } }, tolerance = -1 } end, "tolerance")
    end)

    it("is not fooled by a start that is turned half round, or at a singular place", function()
        local start = { 0.1, 0.2, 0.3, -1.5, 0.4, 1.5, 0.2 }
        for joint = 1, 7 do -- half a turn of any one joint is a way there
            local there = Vector(start)
            there[joint] = there[joint] + math.pi
            local X = m:pose(there, "link7")
            local q, verdict = m:inverse_kinematics { target = { link7 = X }, q0 = start, limits = false }
            assert.is_true(verdict.success, joint .. ": " .. verdict.sentence)
            near(m:pose(q, "link7"), X, { tol = 1e-9, scale = 1 })
            local p, pointed = m:inverse_kinematics { target = { link7 = { axis = { 1, 0, 0 }, direction = m:pose(start, "link7"):rotation() * Vec3(-1, 0, 0) } }, q0 = start }
            assert.is_true(pointed.success, pointed.sentence)
            near(m:pose(p, "link7"):rotation() * Vec3(1, 0, 0), m:pose(start, "link7"):rotation() * Vec3(-1, 0, 0), { tol = 1e-9 })
        end
        local reached = 0
        for seed = 1, 10 do
            local to = m:pose(m:random_state(seed), "link7")
            local _, verdict = m:inverse_kinematics { target = { link7 = to }, q0 = Vector { 0, 0, 0, -0.0698, 0, 0, 0 } }
            reached = reached + (verdict.success and 1 or 0)
        end
        assert.equal(10, reached)
    end)
end)
