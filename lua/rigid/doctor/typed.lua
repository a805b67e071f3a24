-- The figures of an inertia as somebody typed them: each number with how many digits it has and by how much it may be off
-- for that. Where the text is not at hand, the fewest digits that give the number again stand in for it.
local figures = require "rigid.doctor.figures"

local typed = {}

local MOST <const> = 15 -- digits that a double holds whatever the number

local ROUNDED <const> = 4 -- a nought of fewer places was meant as one

-- {value, digits, within}: the number of a text, its digits, and one unit in the last of them; nil where it is no number.
function typed.figure(text)
    local value = tonumber(text)
    if not value or value - value ~= 0 then return nil end
    local mantissa, exponent = text:match "^%s*[+-]?([%d.]+)[eE]?([+-]?%d*)%s*$"
    if not mantissa then return {value = value + 0.0, digits = MOST, within = 1e-15 * math.abs(value)} end
    local fraction = mantissa:match "%.(%d*)$" or ""
    local digits = mantissa:gsub("%.", ""):gsub("^0+", "")
    local unit = 10.0 ^ ((tonumber(exponent) or 0) - #fraction)
    if not mantissa:find(".", 1, true) then -- the noughts of 1200 may be digits or not
        unit = 10.0 ^ (tonumber(exponent) or 0)
    end
    if value == 0 and #fraction < ROUNDED then unit = 0 end
    return {value = value + 0.0, digits = math.min(#digits, MOST), within = math.max(unit, 1e-15 * math.abs(value)), text = text}
end

function typed.of_number(x) return typed.figure(figures.exact(x)) end

return typed
