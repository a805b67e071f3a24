-- What the exercises of several lessons share: numbers as words, and the arm of two rods.
local core = require "rigid.core"

local common = {}

-- What rounding leaves of a zero reads as zero; no number of the lessons is that small.
function common.num(x)
    return math.abs(x) < 1e-12 and "0" or ("%.6g"):format(x)
end

-- "{1, 2, 3}"; with brackets = "(" "(1, 2, 3)".
function common.list(x, brackets)
    local words = {}
    for i, entry in ipairs(type(x) == "table" and x or x:table()) do words[i] = common.num(entry) end
    local open = brackets or "{"
    return open .. table.concat(words, ", ") .. (open == "{" and "}" or ")")
end

function common.halves(v) return ("(%s, %s)"):format(common.list(v:linear()), common.list(v:angular())) end

function common.inertia_words(I)
    local t = I:table()
    return common.list({t.xx, t.yy, t.zz, t.xy, t.xz, t.yz}, "(")
end

function common.lines(...) return table.concat({...}, "\n") end

-- A list of exercises, and what adds one: its name, what follows the name in the call that answers, and what makes it.
function common.begin()
    local made = {}
    return made, function(name, ask, make) made[#made + 1] = {name = name, ask = ask, make = make} end
end

-- The arm of lesson 7.
function common.two_rods(gravity)
    local rod = core.SpatialInertia.thin_rod_about_end {mass = 6, length = 1, axis = {1, 0, 0}}
    local arm, hinge = core.Model {name = "arm", gravity = gravity}, {type = "revolute", axis = {0, 0, 1}}
    arm:add_body {name = "upper", joint = hinge, inertia = rod}
    arm:add_body {name = "lower", parent = "upper", placement = {position = {1, 0, 0}}, joint = hinge, inertia = rod}
    return arm, rod
end

return common
