-- In words and in causes what a tensor is that a formula makes, as forensic.lua found it: about which point, with which size, in which order of the
-- axes, with which slips, in which unit.
local explanation = {}

-- By the number of an order of the axes; the first is that of the figures.
local EXCHANGED <const> = {false, "y and z exchanged", "x and y exchanged", "x and z exchanged", "axes permuted (x y z to y z x)",
    "axes permuted (x y z to z x y)"}

explanation.POINTS = {["end x"] = "about_end", ["end y"] = "about_end", ["end z"] = "about_end", corner = "about_corner", origin = "about_origin",
    parent = "about_origin"}
local WORDS <const> = {
    ["end x"] = "about its end along x", ["end y"] = "about its end along y", ["end z"] = "about its end along z", corner = "about its corner",
    origin = "about the origin of the link, not the com", parent = "about the joint of the parent, not the com",
}

-- The causes of what was found, the weightiest first, and the words for each.
function explanation.of(found)
    local causes, words = {}, {}
    local function say(cause, text)
        causes[#causes + 1] = cause
        words[#words + 1] = text
    end
    if explanation.POINTS[found.point] then say(explanation.POINTS[found.point], WORDS[found.point] .. (found.at_origin and ", where the joint is" or "")) end
    if found.at_origin then causes[#causes + 1] = "about_origin" end
    if found.formula.slip then say(found.formula.slip, found.formula.told) end
    if found.order ~= 1 then say("axes_exchanged", EXCHANGED[found.order]) end
    if found.piece.unturned then say("axes_exchanged", "in the axes of the shape, not of the link") end
    if found.piece.turned_again then say("axes_exchanged", "in the axes of the link, and turned again by the rpy of its inertial") end
    for _, slip in ipairs(found.slips) do say(slip.slip, slip.told) end
    if found.unit then say("tensor_unit", found.unit[3] and ("the mass in %s"):format(found.unit[3]) or ("in %s"):format(found.unit[2])) end
    return causes, words
end

return explanation
