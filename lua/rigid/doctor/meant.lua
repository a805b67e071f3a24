-- What was meant, of a finding of the doctor's: the figures that should stand in the file, as numbers and as text, in as many digits as
-- the file uses; and where nobody knows, those of the link's own shapes.
local figures = require "rigid.doctor.figures"
local forensic = require "rigid.doctor.forensic"
local formulas = require "rigid.doctor.formulas"

local abs, max, min = math.abs, math.max, math.min
local NAMES <const> = figures.TENSOR

local meant = {}

local LEAST <const>, MOST <const> = 3, 15 -- digits that are written

-- A number in so many digits, plainly where that is short.
local function spelled(x, digits)
    if x == 0 then return "0" end
    local text = ("%%.%dg"):format(min(max(digits, LEAST), MOST)):format(x)
    return text
end

local function index_of(name)
    for i, other in ipairs(NAMES) do
        if other == name then return i end
    end
end

local FEW <const> = 3 -- digits: a figure of fewer is not another by half a unit

-- Does a typed figure say this value? One of many digits may have its last one cut off, not rounded.
local function is_same(figure, value)
    if figure.value == 0 then return value == 0 end
    return abs(figure.value - value) <= figure.within * (figure.digits < FEW and 0.5 or 1)
end

-- Put the figures that were meant to a finding. own: each in as many digits as it was typed with, else in as many as the longest.
function meant.put(found, known, values, own)
    local most = 0
    for i = 1, 6 do most = max(most, known.w[i].digits) end
    found.values, found.fix = {}, {}
    for name, value in pairs(values) do
        local i = index_of(name)
        local before = i and known.w[i] or name == "mass" and known.mass_figure or nil
        if not before or not is_same(before, value) then
            found.values[name] = value
            found.fix[name] = spelled(value, own and before and before.digits or most)
        end
    end
end

-- The figures of the link's own shapes, for one who knows no better: the first of them, filled with the mass.
function meant.offer(found, one)
    local piece = one.facts and one.facts.pieces[1]
    if not piece or found.fix then return end
    found.offer = {of = ("its %s %s"):format(piece.role, formulas.name(piece.shape)), kind = ("its %s %s"):format(piece.role, piece.shape.type), fix = {}}
    for name, value in pairs(forensic.meant(one.facts, piece)) do
        if value ~= one.facts.w[index_of(name)].value then found.offer.fix[name] = spelled(value, 4) end
    end
end

return meant
