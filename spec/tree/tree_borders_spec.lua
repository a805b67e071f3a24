-- Borders of what is said of trees: when a mass matrix has no inverse, where a joint has limits. As in spec/body/borders_spec.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"

local S, Vec3, Transform = rigid.SpatialInertia, rigid.Vec3, rigid.Transform
local near, refuses = compare.near, compare.refuses

local EPS <const> = 2.0 ^ -52

-- Whose turning resists nothing.
local function particle(mass) return S.point_mass { mass = mass, position = { 0, 0, 0 } } end

-- ---- H and its pivots -------------------------------------------------------------------------------------------------

describe("the factors of a mass matrix", function()
    -- Two slides along one direction, whose H is {{m1 + m2, m2}, {m2, m2}}: the pivot of the first is m1. The second is a
    -- general placement away, turned so that it slides the same way.
    local function two_slides(d, m1, m2)
        local m = rigid.Model { name = "slides" }
        local X, axis = make.pose(d), Vec3(d:direction())
        local turn = rigid.Rotation.matrix(d:rotation())
        m:add_body { name = "near", joint = { type = "prismatic", axis = axis }, placement = X, inertia = m1 > 0 and particle(m1) or nil }
        m:add_body {
            name = "far", parent = "near", joint = { type = "prismatic", axis = turn:inverse() * axis },
            placement = Transform(turn, d:vec3()), inertia = particle(m2),
        }
        return m
    end

    it("have pivots of 1e-10 and of 1e-13 of the diagonal as exactly as they can be, and so has what is solved with them", function()
        for _, part in ipairs { 1e-10, 1e-13 } do
            draw.each(20, 5101, function(d)
                local m1, m2 = d:between(0.5, 1.5) * part, d:between(0.5, 1.5)
                local m = two_slides(d, m1, m2)
                local inverse = m:inverse_mass_matrix { 0.3, -0.4 }
                near(inverse, { { 1 / m1, -1 / m1 }, { -1 / m1, 1 / m1 + 1 / m2 } }, { tol = 100 * EPS / part })
                local falling = m:forward_dynamics { 0.3, -0.4 }
                near(m:forward_dynamics({ 0.3, -0.4 }, nil, { 1, 0 }) - falling, { 1 / m1, -1 / m1 }, { tol = 100 * EPS / part })
            end)
        end
    end)

    it("have none where nothing is moved: an H that is singular, exactly or but for rounding, is refused", function()
        local exact = rigid.Model { name = "slides" }
        exact:add_body { name = "near", joint = { type = "prismatic", axis = { 0, 0, 1 } } }
        exact:add_body { name = "far", parent = "near", joint = { type = "prismatic", axis = { 0, 0, 1 } }, inertia = particle(1) }
        refuses(function() exact:inverse_mass_matrix { 0, 0 } end, "moves no inertia")
        local positive = 0
        draw.each(300, 5131, function(d)
            local m = two_slides(d, 0, d:between(0.5, 1.5))
            local H = m:mass_matrix { 0.3, -0.4 }
            if H(1, 1) - H(1, 2) * H(2, 1) / H(2, 2) > 0 then positive = positive + 1 end
            refuses(function() m:inverse_mass_matrix { 0.3, -0.4 } end, "moves no inertia")
            refuses(function() m:forward_dynamics { 0.3, -0.4 } end, "moves no inertia")
        end)
        assert.is_true(positive > 5, "no pivot was left by rounding")
    end)

    it("are told by what a slide moves and what a turn moves, each by itself: a mass far away is a mass", function()
        local m = rigid.Model { name = "far", gravity = { 0, 0, 0 } }
        m:add_body { name = "cart", joint = { type = "prismatic", axis = { 1, 0, 0 } }, inertia = S.point_mass { mass = 2, position = { 0, 1e9, 0 } } }
        near(m:forward_dynamics({ 0 }, nil, { 3 }), { 1.5 })
    end)

    it("are those of joints that follow others too", function()
        draw.each(10, 5201, function(d)
            local ratio, m1, m2 = d:between(0.3, 1.2), d:between(0.5, 1.5) * 1e-10, d:between(0.5, 1.5)
            local m = rigid.Model { name = "slides" }
            local axis = d:direction()
            m:add_body { name = "a", joint = { type = "prismatic", name = "a", axis = axis }, inertia = particle(m1) }
            m:add_body { name = "b", parent = "a", joint = { type = "prismatic", name = "b", axis = axis } }
            m:add_body {
                name = "c", parent = "b", inertia = particle(m2),
                joint = { type = "prismatic", name = "c", axis = axis, mimic = { joint = "b", multiplier = ratio } },
            }
            -- c moves with a + (1 + ratio) b
            local s, inverse = 1 + ratio, m:inverse_mass_matrix { 0.3, -0.4 }
            near(inverse, { { 1 / m1, -1 / (s * m1) }, { -1 / (s * m1), (1 / m1 + 1 / m2) / (s * s) } }, { tol = 200 * EPS / 1e-10 })
            local a = m:forward_dynamics({ 0.3, -0.4 }, nil, { 1, 0 })
            local g = m:gravity():dot(axis)
            near(a[1] - g, 1 / m1, { tol = 200 * EPS / 1e-10 })
        end)
    end)
end)

describe("the limits of a joint", function()
    local function joint(lower, upper)
        return rigid.Model { name = "m" }:add_body {
            name = "b", joint = { type = "revolute", limits = { lower = lower, upper = upper } }, inertia = S.unitary(),
        }
    end

    it("may be one, and not the wrong way round", function()
        assert.is_truthy(joint(0.5, 0.5))
        refuses(function() joint(0.5, 0.5 - 1e-15) end, "lower limit 0.5 is above the upper limit 0.5")
    end)
end)
