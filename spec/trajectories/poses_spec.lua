-- Ways on SO(3) and SE(3): their velocities and accelerations against differences of the sixth order, and which frames they do not know of.
-- Seen from another frame, C X(t), and of another frame that moves along, X(t) D, the way between the ends is the same one.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local trajectory, Rotation, Transform, Vector = rigid.trajectory, rigid.Rotation, rigid.Transform, rigid.Vector
local near = compare.near

local function rotation(d) return Rotation.matrix(d:rotation()) end
local function pose(d) return Transform(rotation(d), d:vec3()) end

local function slope(f, t, h)
    return ((f(t + h) - f(t - h)) * 45 - (f(t + 2 * h) - f(t - 2 * h)) * 9 + (f(t + 3 * h) - f(t - 3 * h))) / (60 * h)
end

-- A Vector of the numbers of a Vec3, or of a spatial motion, linear first.
local function numbers(x)
    if rigid.type(x) == "Vec3" then return Vector { x.x, x.y, x.z } end
    return numbers(x:linear()):vcat(numbers(x:angular()))
end

-- The velocity is the slope of the logarithm from here, the acceleration that of the velocity; scale: how fast it goes at most.
local function assert_moves(x, times, scale, tol)
    local h = 1e-3 * x.duration
    for _, t in ipairs(times) do
        local X, V, A = x(t)
        near(slope(function(s) return numbers((X:inverse() * (x(s))):log()) end, t, h), numbers(V), { tol = tol, scale = scale })
        near(slope(function(s) return numbers((select(2, x(s)))) end, t, h), numbers(A), { tol = tol, scale = scale / x.duration })
    end
end

-- Rotations at times, each a turn of at most `most` from the one before.
local function attitudes(d, most)
    local list, times = { rotation(d) }, { 0 }
    for i = 2, 5 do
        list[i] = list[i - 1] * Rotation.exp(rigid.Vec3(d:direction()) * d:between(0.1, most))
        times[i] = times[i - 1] + d:between(0.4, 1.2)
    end
    return list, times
end

describe("ways of rotations and poses", function()
    it("move as they say, to 1e-9 of how fast they go", function()
        draw.each(20, 3080, function(d, seed)
            local said = { from = rotation(d), to = rotation(d), duration = 10 ^ d:between(-1, 1), timing = seed % 2 == 0 and "linear" or nil }
            local times = {}
            for i = 1, 4 do times[i] = said.duration * d:between(0.05, 0.95) end
            assert_moves(trajectory.slerp(said), times, 10 / said.duration, 1e-9)
            said.from, said.to = Transform(said.from, d:vec3()), Transform(said.to, d:vec3())
            assert_moves(trajectory.screw(said), times, 20 / said.duration, 1e-9)
            local list, knots = attitudes(d, 2)
            local x, inside = trajectory.squad { rotations = list, times = knots }, {}
            for i = 2, #knots do inside[#inside + 1] = knots[i] - d:between(0.1, 0.9) * (knots[i] - knots[i - 1]) end
            assert_moves(x, inside, 20, 1e-9)
        end)
    end)

    it("by screws are left and right invariant, between and beyond the ends", function()
        draw.each(50, 3090, function(d)
            local X, Y, C, D = pose(d), pose(d), pose(d), pose(d)
            for _, s in ipairs { -0.4, 0, 0.3, 0.5, 0.9, 1, 1.7 } do
                near((C * X * D):interpolate(C * Y * D, s), C * X:interpolate(Y, s) * D, { tol = 1e-13, scale = 10 })
            end
            local x = trajectory.screw { from = X, to = Y, duration = 2 }
            local seen = trajectory.screw { from = C * X, to = C * Y, duration = 2 }
            local led = trajectory.screw { from = X * D, to = Y * D, duration = 2 }
            for _, t in ipairs { 0.3, 1.1 } do
                local P, V, A = x(t)
                near({ seen(t) }, { C * P, V, A }, { tol = 1e-12, scale = 10 }) -- the body's own twist does not know who looks
                local Q, W = led(t)
                near({ Q, numbers(W) }, { P * D, D:inverse():adjoint() * numbers(V) }, { tol = 1e-12, scale = 10 })
            end
        end)
    end)

    it("by slerp and squad, and the mean of rotations, are so as well", function()
        draw.each(30, 3100, function(d)
            local list, times = attitudes(d, 2)
            local C, D, turned = rotation(d), rotation(d), {}
            for i, R in ipairs(list) do turned[i] = C * R * D end
            local x, y = trajectory.squad { rotations = list, times = times }, trajectory.squad { rotations = turned, times = times }
            for _, share in ipairs { 0.1, 0.35, 0.6, 0.95 } do
                near(turned[1]:slerp(turned[2], share), C * list[1]:slerp(list[2], share) * D, { tol = 1e-13, scale = 1 })
                local R, w = x(share * x.duration)
                local S, u = y(share * y.duration)
                near({ S, u }, { C * R * D, D:inverse() * w }, { tol = 1e-11, scale = 10 })
            end
            local close, again = {}, {}
            for i = 1, 4 do
                close[i] = list[1] * Rotation.exp(rigid.Vec3(d:direction()) * d:between(0, 0.8))
                again[i] = C * close[i] * D
            end
            near(Rotation.mean(again), C * Rotation.mean(close) * D, { tol = 1e-10, scale = 1 })
        end)
    end)

    -- What is easily taken for one: the turn by slerp, the place along a straight line. It does not know who looks, but goes by which point
    -- of the body is led.
    it("by turn and place apart would be left invariant alone", function()
        local function apart(X, Y) return Transform(X:rotation():slerp(Y:rotation(), 0.5), (X:position() + Y:position()) / 2) end
        draw.each(10, 3110, function(d)
            local X, Y, C, D = pose(d), pose(d), pose(d), pose(d)
            near(apart(C * X, C * Y), C * apart(X, Y), { tol = 1e-13, scale = 10 })
            local straight = (apart(X * D, Y * D):position() - (apart(X, Y) * D):position()):norm()
            local screw = ((X * D):interpolate(Y * D, 0.5):position() - (X:interpolate(Y, 0.5) * D):position()):norm()
            assert.is_true(straight > 1e-3 and screw < 1e-13 * 100, ("%g, %g"):format(straight, screw))
        end)
    end)
end)
