-- The Fourier series of an excitation: their rows at a time, how far they go, and how they are scaled to the first of their limits. `plan` (excitation.lua) has
-- K, omega, nv, limits, fine (a grid of rows), margin and shrink.
local core = require "rigid.core"

local Vector = core.Vector

local series = {}

series.FINE = 64 -- points of the grid of limits for each harmonic

-- The rows of a series' coefficients (a, then b) for q - q0, v and a at one point.
local function rows_at(K, omega, s, c)
    local q, v, a = {}, {}, {}
    for k = 1, K do
        local w = k * omega
        q[k], q[K + k] = s[k] / w, -c[k] / w
        v[k], v[K + k] = c[k], s[k]
        a[k], a[K + k] = -w * s[k], w * c[k]
    end
    return q, v, a
end

-- The rows at `count` even times of a period.
function series.grid(K, omega, count)
    local list = {}
    for i = 1, count do
        local s, c = {}, {}
        for k = 1, K do
            local x = 2 * math.pi * k * (i - 1) / count
            s[k], c[k] = math.sin(x), math.cos(x)
        end
        list[i] = {rows_at(K, omega, s, c)}
    end
    return list
end

local function dot(a, b)
    local sum = 0.0
    for k = 1, #a do sum = sum + a[k] * b[k] end
    return sum
end

-- Rest at the ends: Σ a_k = 0 and Σ k b_k = 0, by the nearest coefficients.
local function at_rest(K, c)
    local sum, moment, squares = 0.0, 0.0, 0.0
    for k = 1, K do sum, moment, squares = sum + c[k], moment + k * c[K + k], squares + k * k end
    local out = {}
    for k = 1, K do out[k], out[K + k] = c[k] - sum / K, c[K + k] - k * moment / squares end
    return out
end

local SHARP <const> = 60 -- of the mean over limits that are nearly met, in the slope of the gauge: with the very largest alone a climb would zigzag

-- How far a series goes: the gauge, by which it must be divided to keep all limits; its middle and half of its width in q; the slopes of the gauge,
-- the middle and that half by the coefficients.
local function gauge(plan, j, c)
    local low, high, at_low, at_high, most = math.huge, -math.huge, nil, nil, 0.0
    local limit, seen = plan.limits[j], {}
    for i = 1, #plan.fine do
        local rows = plan.fine[i]
        local q = dot(rows[1], c)
        if q < low then low, at_low = q, rows[1] end
        if q > high then high, at_high = q, rows[1] end
        local v, a = dot(rows[2], c) / limit.velocity, dot(rows[3], c) / limit.acceleration
        seen[2 * i - 1], seen[2 * i] = v, a
        most = math.max(most, math.abs(v), math.abs(a))
    end
    local sharp = plan.sharp or SHARP
    local half, slope, weight, middle, width = 0.5 * (high - low), {}, 0.0, {}, {}
    most = math.max(most, half / limit.half)
    for k = 1, #c do slope[k], middle[k], width[k] = 0.0, 0.5 * (at_high[k] + at_low[k]), 0.5 * (at_high[k] - at_low[k]) end
    local function share(x, row, bound)
        local w = (math.abs(x) / most) ^ sharp
        if w < 1e-3 then return end
        weight = weight + w
        local factor = (x > 0 and w or -w) / bound
        for k = 1, #c do slope[k] = slope[k] + factor * row[k] end
    end
    if most > 0 then
        for i = 1, #plan.fine do
            share(seen[2 * i - 1], plan.fine[i][2], limit.velocity)
            share(seen[2 * i], plan.fine[i][3], limit.acceleration)
        end
        share(half / limit.half, width, limit.half)
        local along = dot(slope, c) / weight -- which is the gauge itself, along the coefficients
        for k = 1, #c do slope[k] = slope[k] / weight * most / along end
    end
    return most * plan.margin, 0.5 * (high + low), half, {gauge = slope, middle = middle, half = width}
end

-- Of all parameters x (of each joint its coefficients, then where in its range it stands): coefficients that keep the limits, and where each stands.
function series.realize(plan, x)
    local joints = {}
    for j = 1, plan.nv do
        local size, at = 2 * plan.K, (j - 1) * (2 * plan.K + 1)
        local c = at_rest(plan.K, table.move(x, at + 1, at + size, 1, {}))
        local m, middle, half, slopes = gauge(plan, j, c)
        local scaled = {}
        for k = 1, size do scaled[k] = m > 0 and c[k] / m * plan.shrink or 0.0 end
        local factor = m > 0 and plan.shrink / m or 0
        local room = math.max(0, plan.limits[j].half - half * factor * plan.margin)
        local place = math.max(-1, math.min(1, x[at + size + 1]))
        joints[j] = {
            c = c, scaled = scaled, gauge = m, factor = factor, slopes = slopes, room = room, q0 = plan.limits[j].middle - middle * factor + place * room,
            middle = middle, half = half, place = place,
        }
    end
    return joints
end

-- The slope of a function of a joint's scaled coefficients and of q0, by the coefficients themselves: f c scales with the factor f, which is 1 over the
-- gauge; and q0 keeps the whole width, which goes with both, within the range.
function series.slope(plan, joint, by_c, by_q0)
    local out, f, margin = {}, joint.factor, plan.margin
    local along = dot(by_c, joint.c)
    for k = 1, #joint.c do
        local df = joint.gauge > 0 and -f * margin * joint.slopes.gauge[k] / joint.gauge or 0
        local dq0 = -(f * joint.slopes.middle[k] + joint.middle * df)
        if joint.room > 0 then dq0 = dq0 - joint.place * margin * (f * joint.slopes.half[k] + joint.half * df) end
        out[k] = f * by_c[k] + along * df + by_q0 * dq0
    end
    return at_rest(plan.K, out)
end

function series.state_at(plan, joints, rows)
    local q, v, a = Vector(plan.nv), Vector(plan.nv), Vector(plan.nv)
    for j, joint in ipairs(joints) do
        q:set(j, joint.q0 + dot(rows[1], joint.scaled))
        v:set(j, dot(rows[2], joint.scaled))
        a:set(j, dot(rows[3], joint.scaled))
    end
    return q, v, a
end

series.rows_at, series.dot, series.at_rest = rows_at, dot, at_rest

return series
