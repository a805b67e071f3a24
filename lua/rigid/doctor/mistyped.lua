-- Figures as they may have been meant where one key was pressed wrongly: a digit in the place of another, one too few, one too many, two in
-- the wrong order. What such a slip explains as well as another is not certain.
local figures = require "rigid.doctor.figures"
local inner = debug.getmetatable(require "rigid.core").inner

local judge, abs = inner.doctor.judge, math.abs

local mistyped = {}

-- What may have been meant at the digit in place `at`, each given to visit(text); the first that visit answers with true ends it.
local function at_digit(text, at, visit)
    local before, digit, after = text:sub(1, at - 1), text:sub(at, at), text:sub(at + 1)
    if visit(before .. after) then return true end -- typed once too often
    for other = 0, 9 do
        if tostring(other) ~= digit and visit(before .. other .. after) then return true end
        if visit(before .. other .. digit .. after) then return true end -- one left out
    end
    local next_one = after:match "^%d"
    return next_one and next_one ~= digit and visit(before .. next_one .. digit .. after:sub(2)) or false
end

-- Does visit(number) say yes to any number that is one key from the text? Exponents are left as they are.
function mistyped.any(text, visit)
    local mantissa, exponent = text:match "^%s*([^eE]*)(.*)$"
    for at in mantissa:gmatch "()%d" do
        if at_digit(mantissa, at, function(other)
            local x = tonumber(other .. exponent)
            return x and visit(x + 0.0)
        end) then return true end
    end
    return false
end

local LN10 <const> = math.log(10)
local SLACK <const> = 1e-9 -- of the trace

-- Can the second moment of the mass about the com be that of a body? Its minors tell, and let hardly any through that none has.
local function may_be(w, about)
    local m, x, y, z = about == "origin" and w.mass or 0, w.x, w.y, w.z
    local half = (w.ixx + w.iyy + w.izz) / 2
    local a, b, c = half - w.ixx - m * x * x, half - w.iyy - m * y * y, half - w.izz - m * z * z
    local least = -SLACK * abs(half)
    if a < least or b < least or c < least then return false end
    local p, q, r = w.ixy + m * x * y, w.ixz + m * x * z, w.iyz + m * y * z
    least = least * abs(half)
    return a * b - p * p >= least and a * c - q * q >= least and b * c - r * r >= least
end

-- Is it the same figure, or that with its point elsewhere? That is a slip of its own (slips.lua).
local function is_shifted(x, y)
    if x == y or y == 0 or not (x / y > 0) then return x == y end
    local k = math.log(x / y) / LN10
    return abs(k - math.floor(k + 0.5)) < 1e-12
end

-- Is there a figure of the tensor of which another key makes the figures a body's? w: mass, x, y, z and the six figures, about that point;
-- texts: by name what was typed, as far as it is known; is_meant(body): whether it may be the one that was meant, or nil.
function mistyped.explains(w, about, texts, is_meant)
    for _, name in ipairs(figures.TENSOR) do
        local other = figures.edited(w, {})
        if mistyped.any(texts and texts[name] or figures.exact(w[name]), function(x)
            other[name] = x
            if not may_be(other, about) or is_shifted(x, w[name]) then return false end
            local body = figures.body_of(other, about)
            return judge(body).flaw == "sound" and (not is_meant or is_meant(body))
        end) then return true end
    end
    return false
end

return mistyped
