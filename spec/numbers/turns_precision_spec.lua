-- Exponentials and logarithms at every angle from 0 to pi, and rotations that stay rotations.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local Rotation, SpatialMotion = rigid.Rotation, rigid.SpatialMotion
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
