-- Which solid a tensor was computed of, where nothing is drawn that would tell: a box, a cylinder or a ball whose sizes come out round
-- when its formula is turned round. Sizes of few digits that give figures of many are no accident.
local formulas = require "rigid.doctor.formulas"

local abs, sqrt = math.abs, math.sqrt

local sizes = {}

local SURPLUS <const> = 4 -- digits of the figures beyond those of the sizes
local EQUAL <const> = 1e-9

-- The number of at most three digits within what the figures are known to; nil where there is none; and its digits.
local function round(x, within)
    if not (x > 0) then return nil end
    for digits = 1, 3 do
        local short = tonumber(("%%.%dg"):format(digits):format(x))
        if abs(short / x - 1) < within then return short, digits end
    end
    return nil
end

-- By how much a length may be off, for its square is a difference of what is known to so much.
local function tolerance(square, greatest, known) return 2 * known * greatest / square end

local AXES <const> = {"x", "y", "z"}

-- The three lengths of a solid whose second moments are k l² each, rounded, and their digits together.
local function rounded(squares, k, known)
    local list, digits = {}, 0
    local greatest = math.max(squares[1], squares[2], squares[3])
    for i = 1, 3 do
        if not (squares[i] > 0) then return nil end
        local l, n = round(sqrt(squares[i] / k[i]), tolerance(squares[i], greatest, known))
        if not l then return nil end
        list[i] = l
        local counted = false
        for j = 1, i - 1 do counted = counted or list[j] == l end
        digits = digits + (counted and 0 or n)
    end
    return list, digits
end

local function box_of(s, known)
    local l, digits = rounded(s, {1 / 12, 1 / 12, 1 / 12}, known)
    return l and {type = "box", size = l}, digits
end

local function ball_of(s, known)
    if abs(s[1] - s[2]) > EQUAL * s[1] or abs(s[2] - s[3]) > EQUAL * s[1] then return nil end
    local l, digits = rounded(s, {1 / 5, 1 / 5, 1 / 5}, known)
    return l and {type = "sphere", radius = l[1]}, digits
end

local function cylinder_of(s, known)
    for axis = 1, 3 do
        local a, b = axis % 3 + 1, (axis + 1) % 3 + 1
        if abs(s[a] - s[b]) <= 2 * known * s[a] then
            local k = {1 / 4, 1 / 4, 1 / 4}
            k[axis] = 1 / 12
            local l, digits = rounded(s, k, known)
            if l then return {type = "cylinder", radius = l[a], length = l[axis]}, digits, AXES[axis] end
        end
    end
    return nil
end

-- {shape, words, digits = of the figures, least, longest} of a link's facts; nil where no round solid makes its tensor.
function sizes.of(known)
    local w, m = known.w, known.mass
    for i = 4, 6 do
        if w[i].value ~= 0 then return nil end
    end
    local half, least, distinct = (w[1].value + w[2].value + w[3].value) / 2, math.huge, 0
    local s, within = {}, 0
    for i = 1, 3 do
        s[i] = (half - w[i].value) / m
        if w[i].value <= 0 then return nil end
        within = math.max(within, w[i].within / w[i].value)
        local seen = false
        for j = 1, i - 1 do seen = seen or w[j].value == w[i].value end
        if not seen then distinct, least = distinct + 1, math.min(least, w[i].digits) end
    end
    for _, find in ipairs {ball_of, cylinder_of, box_of} do
        local shape, digits, axis = find(s, math.max(within, 1e-12))
        if shape and least * distinct >= digits + SURPLUS then
            local size = shape.size or {2 * shape.radius, shape.length or 0, 0}
            return {
                shape = shape, digits = least, longest = math.max(size[1], size[2], size[3]),
                words = formulas.name(shape) .. (axis and " along " .. axis or ""),
            }
        end
    end
    return nil
end

return sizes
