-- Motions that show parameters: within their limits at all times, at rest at their ends, better than random ones, and enough to identify by.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local refuses = compare.refuses

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local function arm()
    local m = Model {name = "arm"}
    local body = SpatialInertia.solid_box {mass = 2, size = {0.1, 0.2, 0.3}}:shift {-0.1, 0.05, -0.1}
    m:add_body {name = "a", joint = {type = "revolute", axis = {0, 0, 1}, limits = {lower = -2, upper = 2.5, velocity = 2}}, inertia = body}
    m:add_body {
        name = "b", parent = "a", joint = {type = "revolute", axis = {0, 1, 0}, limits = {lower = 0.2, upper = 1.2, velocity = 3, effort = 60}},
        placement = {position = {0, 0, 0.4}}, inertia = body,
    }
    m:add_body {name = "c", parent = "b", joint = {type = "prismatic", axis = {1, 0, 0}}, placement = {position = {0, 0, 0.4}}, inertia = body}
    return m
end

local SAID <const> = {duration = 5, harmonics = 4, limits = {acceleration = {6, 9, 4}}, share = 0.9, starts = 4, steps = 25}

local function made(changes)
    local said = {model = arm()}
    for name, value in pairs(SAID) do said[name] = value end
    for name, value in pairs(changes or {}) do said[name] = value end
    return rigid.excitation(said)
end

describe("excitation", function()
    local motion = made()

    it("keeps every limit on a grid ten times finer, and meets one of each joint", function()
        local m, most = arm(), {0, 0, 0}
        local limits = m:limits()
        for i = 0, 12800 do
            local q, v, a = motion(i * 5 / 12800)
            local tau = m:inverse_dynamics(q, v, a)
            for j = 1, 3 do
                local lower, upper = math.max(limits.lower[j], -1), math.min(limits.upper[j], 1)
                if limits.lower[j] > -math.huge then lower, upper = limits.lower[j], limits.upper[j] end
                local half = 0.5 * (upper - lower)
                local share = math.max(math.abs(q[j] - 0.5 * (lower + upper)) / half, math.abs(v[j]) / math.min(limits.velocity[j], 1e9),
                    math.abs(a[j]) / SAID.limits.acceleration[j], math.abs(tau[j]) / limits.effort[j])
                most[j] = math.max(most[j], share)
            end
        end
        for j = 1, 3 do assert.is_true(most[j] <= 0.9 and most[j] > 0.85, most[j]) end
    end)

    it("says which links meet on the way, and takes a way on which none do where it finds one", function()
        local function boxes(gap)
            local m = Model {name = "folding"}
            local function link(name, parent, at)
                local shape = {shape = {type = "box", size = {0.4, 0.06, 0.06}}, placement = {position = {0.2, 0, 0}}}
                m:add_body {name = name, parent = parent, joint = {type = "revolute", axis = {0, 0, 1}, limits = {lower = -2.9, upper = 2.9, velocity = 3}},
                    placement = {position = {at, 0, 0}}, inertia = SpatialInertia.solid_box {mass = 1, size = {0.4, 0.06, 0.06}}:shift {-0.2, 0.01, 0},
                    collisions = {shape}}
            end
            link("first", nil, 0)
            link("second", "first", gap)
            link("third", "second", gap)
            return m
        end
        local said = {model = boxes(0.45), duration = 4, harmonics = 2, steps = 5, starts = 6}
        local m, way = boxes(0.45), rigid.excitation(said)
        -- The same by points along the middles of the boxes: the capsules about these are 0.0424 wide.
        local most, radius = 0, math.sqrt(2) * 0.03
        for i = 0, 400 do
            local q = way(4 * i / 400)
            local X, Y, nearest = m:pose(q, "first"), m:pose(q, "third"), math.huge
            for a = 0, 40 do
                for b = 0, 40 do nearest = math.min(nearest, (X * rigid.Vec3(0.4 * a / 40, 0, 0) - Y * rigid.Vec3(0.4 * b / 40, 0, 0)):norm()) end
            end
            most = math.max(most, 2 * radius - nearest)
        end
        if #way.meetings == 0 then
            assert.is_true(most < 0.01)
            assert.matches("no two links meet", way.note)
        else
            assert.equal("first", way.meetings[1].first)
            assert.is_true(math.abs(way.meetings[1].depth - most) < 0.012)
            assert.matches("'first' and 'third' meet at t = ", way.note)
        end
        said.limits = {lower = -0.3, upper = 0.3}
        assert.same({}, rigid.excitation(said).meetings)
        said.model, said.limits = boxes(0.15), nil
        assert.truthy(#rigid.excitation(said).meetings <= 1)
        said.model = arm()
        assert.matches("no shapes to look at", rigid.excitation(said).note)
        local odd = boxes(0.45):table()
        odd.bodies[3].collisions = {{shape = {type = "ellipsoid", radii = {1, 2, 3}}}}
        said.model = Model(odd)
        assert.matches("as far as capsules about their shapes tell; 1 shape could not be looked at", rigid.excitation(said).note)
    end)

    it("knows how far segments are apart", function()
        local distance, d = require "rigid.identification.clearance".distance, require "spec.support.draw".stream(5)
        local function point() return rigid.Vec3(d:number(), d:number(), d:number()) end
        for round = 1, 60 do
            local a, b, c, e = point(), point(), point(), point()
            if round % 5 == 0 then b = a end
            if round % 7 == 0 then e = c end
            if round % 11 == 0 then e = c + (b - a) end
            local nearest = math.huge
            for i = 0, 60 do
                for k = 0, 60 do nearest = math.min(nearest, ((a + (b - a) * (i / 60)) - (c + (e - c) * (k / 60))):norm()) end
            end
            local found = distance(a, b, c, e)
            assert.is_true(found <= nearest + 1e-12 and found >= nearest - 0.02 * (1 + (b - a):norm() + (e - c):norm()), found .. " " .. nearest)
        end
    end)

    it("stands still at its ends, and is what its derivatives say", function()
        for _, t in ipairs {0, 5} do
            local _, v, a = motion(t)
            assert.is_true(v:norm() < 1e-12 and a:norm() < 1e-11)
        end
        local q0, v0, a0 = motion(1.3)
        local h = 1e-5
        local q1, v1 = motion(1.3 + h)
        local q2, v2 = motion(1.3 - h)
        assert.is_true(((q1 - q2) / (2 * h) - v0):norm() < 1e-8 and ((v1 - v2) / (2 * h) - a0):norm() < 1e-7 and q0:norm() > 0)
    end)

    it("shows more than where it began, by the slope of its determinant", function()
        assert.is_true(motion.log_det > made {steps = 0}.log_det + 5)
        assert.is_true(motion.condition >= 1 and motion.condition < 1e4)
        local twin = made()
        assert.equal(motion.log_det, twin.log_det) -- the same each time
    end)

    it("has the gradient of log det, through where in their ranges joints stand", function()
        local excitation, climb = require "rigid.identification.excitation", require "rigid.identification.climb"
        local series, place = require "rigid.identification.series", require("rigid.arguments").at("excitation", 1)
        for seed = 1, 2 do
            local plan = excitation.plan(place, {model = arm(), duration = 5, harmonics = 3,
                limits = {lower = -1, upper = 1.3, acceleration = {6, 9, 4}, velocity = 100}})
            plan.sharp = 1e5 -- the limit that is met alone decides; as a mean over those nearly met it has no derivative to compare with
            local x = {}
            for k = 1, 21 do x[k] = math.sin(3.7 * k * seed + seed) end
            for j = 1, 3 do x[7 * j] = 0.4 * math.sin(j + seed) end
            local joints = series.realize(plan, x)
            local _, R, states = climb.value(plan, joints)
            local slope, most = climb.slope(plan, joints, R, states), 0
            for k = 1, 21 do most = math.max(most, math.abs(slope[k])) end
            for k = 1, 21 do
                local at = {}
                for side = -1, 1, 2 do
                    local moved = table.move(x, 1, 21, 1, {})
                    moved[k] = x[k] + side * 1e-5
                    at[side] = climb.value(plan, series.realize(plan, moved))
                end
                assert.is_true(math.abs((at[1] - at[-1]) / 2e-5 - slope[k]) < 1e-6 * most, ("%d: %g"):format(k, slope[k]))
            end
        end
    end)

    it("is enough to identify by: noise leaves small deviations", function()
        local m, log = arm(), motion:log(0.02)
        for i = 1, #log do log.tau[i] = m:regressor(log.q[i], log.v[i], log.a[i]) * m:parameters() end
        local E = rigid.identify {model = m, log = log, gamma = 0}
        assert.equal(m:base_parameters().count, E.rank)
        assert.is_true((rigid.same_dynamics(m, E:model())))
    end)

    it("is written as a Log is", function()
        local path = os.tmpname()
        motion:save(path, 0.1)
        assert.equal(51, #rigid.read_csv(path).names and #rigid.read_csv(path)["t"])
        os.remove(path)
        assert.equal(3, #motion:coefficients())
        assert.is_truthy(tostring(motion):find("log det", 1, true))
    end)

    it("refuses what cannot be", function()
        refuses(function() made {harmonics = 1} end, "harmonics")
        refuses(function() made {share = 1.5} end, "share")
        refuses(function() made {limits = {velocity = -1}} end, "velocity", "positive")
        refuses(function() made {limits = {effort = 0.1}} end, "effort")
        local ball = Model {}
        ball:add_body {name = "b", joint = "spherical", inertia = SpatialInertia.unitary()}
        refuses(function() rigid.excitation {model = ball} end, "simply add")
        refuses(function() rigid.excitation {model = rigid.Model {name = "rock"}} end, "a model with a joint that moves expected, and 'rock' has none")
    end)
end)
