-- The tangent space at a configuration q0: q = m:integrate(q0, theta), and how theta moves when the model moves with v.
-- For joints whose numbers simply add, theta' = v. For a spherical or floating joint q0 is turned (and shifted) by
-- exp(theta), and v is the velocity in moving axes:
--   v = dexp(-theta) theta',  theta' = dexp^-1(-theta) v
-- Both are polynomials of ad(theta), which satisfies ad^5 + 2 a^2 ad^3 + a^4 ad = 0 with a the angle: the coefficients are
-- those of the power series, folded by that. [Iserles et al., Lie-group methods, 2000; Selig 2005]
local joints = require "rigid.model.joints"

local tangent = {}

local sqrt, sin, cos = math.sqrt, math.sin, math.cos

-- ---- polynomials of ad ----------------------------------------------------------------------------------------------

-- out = y + c1 ad y + c2 ad^2 y + c3 ad^3 y + c4 ad^4 y for the three numbers from `at` on, ad = theta x.
local function turn(theta, at, y, out, c1, c2, c3, c4)
    local x1, x2, x3 = theta[at], theta[at + 1], theta[at + 2]
    local y1, y2, y3 = y[at], y[at + 1], y[at + 2]
    local r1, r2, r3 = c4 * y1, c4 * y2, c4 * y3
    local c, below, last, rest = c3, c2, c1, 1.0
    for _ = 1, 4 do
        r1, r2, r3 = c * y1 + (x2 * r3 - x3 * r2), c * y2 + (x3 * r1 - x1 * r3), c * y3 + (x1 * r2 - x2 * r1)
        c, below, last = below, last, rest
    end
    out[at], out[at + 1], out[at + 2] = r1, r2, r3
end

-- The same for the six numbers (linear first): ad of (u, w) takes (a, b) to (w x a + u x b, w x b).
local function screw(theta, at, y, out, c1, c2, c3, c4)
    local u1, u2, u3 = theta[at], theta[at + 1], theta[at + 2]
    local w1, w2, w3 = theta[at + 3], theta[at + 4], theta[at + 5]
    local y1, y2, y3, y4, y5, y6 = y[at], y[at + 1], y[at + 2], y[at + 3], y[at + 4], y[at + 5]
    local r1, r2, r3, r4, r5, r6 = c4 * y1, c4 * y2, c4 * y3, c4 * y4, c4 * y5, c4 * y6
    local c, below, last, rest = c3, c2, c1, 1.0
    for _ = 1, 4 do
        r1, r2, r3, r4, r5, r6 = c * y1 + (w2 * r3 - w3 * r2) + (u2 * r6 - u3 * r5),
            c * y2 + (w3 * r1 - w1 * r3) + (u3 * r4 - u1 * r6), c * y3 + (w1 * r2 - w2 * r1) + (u1 * r5 - u2 * r4),
            c * y4 + (w2 * r6 - w3 * r5), c * y5 + (w3 * r4 - w1 * r6), c * y6 + (w1 * r5 - w2 * r4)
        c, below, last = below, last, rest
    end
    out[at], out[at + 1], out[at + 2], out[at + 3], out[at + 4], out[at + 5] = r1, r2, r3, r4, r5, r6
end

-- ---- coefficients, of the square of the angle -----------------------------------------------------------------------

local SMALL <const> = 1 / 16 -- square of the angle below which the series are shorter and more exact

-- z / (1 - e^-z) = 1 + z/2 + A z^2 + B z^4: with g = a/2 cot a/2 and d = a/2 dg/da,
-- A = (d - 2 (g - 1)) / a^2, B = (d - (g - 1)) / a^4.
local function inverse_coefficients(square)
    if square < SMALL then
        local x = -square
        return 1 / 2, 1 / 12 + x * x * (-1 / 30240 + x * (2 / 1209600 - x * 3 / 47900160)), 0.0,
            -1 / 720 + x * (2 / 30240 + x * (-3 / 1209600 + x * 4 / 47900160))
    end
    local half = 0.5 * sqrt(square)
    local sine = sin(half)
    local g = half * cos(half) / sine
    local d = 0.5 * (g - half * half / (sine * sine))
    return 1 / 2, (d - 2 * (g - 1)) / square, 0.0, (d - (g - 1)) / (square * square)
end

-- (1 - e^-z) / z = 1 - c1 z + a2 z^2 - c3 z^3 + a4 z^4, from sinh z / z and (cosh z - 1) / z^2.
local function forward_coefficients(square)
    local x = -square
    if square < SMALL then
        return -(1 / 2 - x * x * (1 / 720 + x * (2 / 40320 + x * 3 / 3628800))),
            1 / 6 - x * x * (1 / 5040 + x * (2 / 362880 + x * 3 / 39916800)),
            -(1 / 24 + x * (2 / 720 + x * (3 / 40320 + x * (4 / 3628800 + x * 5 / 479001600)))),
            1 / 120 + x * (2 / 5040 + x * (3 / 362880 + x * (4 / 39916800 + x * 5 / 6227020800)))
    end
    local angle = sqrt(square)
    local sine, cosine = sin(angle), cos(angle)
    local s, xs = sine / angle - 1, -0.5 * (sine / angle - cosine) -- sinh z / z - 1, and x times its derivative by x
    local c, slope = (1 - cosine) / square, (2 * (1 - cosine) - angle * sine) / (2 * square * square)
    return -(c - x * slope), (2 * s - xs) / x, -slope, (xs - s) / square ^ 2
end

-- ---- for a whole model ----------------------------------------------------------------------------------------------

-- Where in v the numbers of joints with a quaternion (spherical: three, floating: six) begin: {first =, count =} each.
function tangent.blocks(m)
    local blocks = {}
    for _, name in ipairs(m:joint_names()) do
        local joint = m:joint(name)
        if joints.type(joint).nq > joints.type(joint).nv then
            blocks[#blocks + 1] = {first = joint.v, count = joint.nv}
        end
    end
    return blocks
end

local function map(coefficients, blocks, theta, y, out)
    for i = 1, #y do out[i] = y[i] end
    for i = 1, #blocks do
        local at, count = blocks[i].first, blocks[i].count
        local a = at + count - 3
        local square = theta[a] * theta[a] + theta[a + 1] * theta[a + 1] + theta[a + 2] * theta[a + 2];
        (count == 3 and turn or screw)(theta, at, y, out, coefficients(square))
    end
    return out
end

-- theta' where the model moves with v, into out. Lists of nv numbers; angles of theta below 2 pi.
function tangent.rate(blocks, theta, v, out) return map(inverse_coefficients, blocks, theta, v, out) end

-- v where theta changes by rate, into out.
function tangent.velocity(blocks, theta, rate, out) return map(forward_coefficients, blocks, theta, rate, out) end

return tangent
