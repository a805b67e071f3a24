-- Which links are left and right of each other, by their names: left_arm and right_arm, l_wheel and r_wheel, FL_hip and
-- FR_hip, armL and armR, LArm and RArm. Only the spelling is looked at.
local names = {}

-- `to` in the capitals of `from`: LEFT -> RIGHT, Left -> Right, left -> right.
local function like(from, to)
    if from == from:upper() then return to:upper() end
    if from:sub(1, 1) == from:sub(1, 1):upper() then return to:sub(1, 1):upper() .. to:sub(2) end
    return to
end

-- The places in a name where it says left: {first, last, what it would be on the right}.
local function sides(name)
    local places = {}
    local lower = name:lower()
    local from, to = lower:find "left"
    while from do
        places[#places + 1] = {from, to, like(name:sub(from, to), "right")}
        from, to = lower:find("left", to + 1)
    end
    -- a word of one or two letters with an l in it: L, FL, LF, RL, l; also at the end of armL, armL2
    for at in name:gmatch "()%f[%a]%a%a?%f[%A]" do
        local word = name:sub(at):match "^%a+"
        for i = 1, #word do
            if word:sub(i, i):lower() == "l" then
                local k = at + i - 1
                places[#places + 1] = {k, k, word:sub(i, i) == "L" and "R" or "r"}
            end
        end
    end
    local k = name:match "%l()L%f[%A]"
    if k then places[#places + 1] = {k, k, "R"} end
    if name:find "^L%u%l" then places[#places + 1] = {1, 1, "R"} end -- LShoulder
    return places
end

local function replaced(name, place) return name:sub(1, place[1] - 1) .. place[3] .. name:sub(place[2] + 1) end

-- The names that the one on the other side of `name` may have, where it says left; the likeliest first: all places
-- changed, then each alone.
function names.others(name)
    local places, list = sides(name), {}
    if #places == 0 then return list end
    table.sort(places, function(a, b) return a[1] > b[1] end) -- from the end, so that the positions stay true
    local all = name
    for _, place in ipairs(places) do all = replaced(all, place) end
    list[1] = all
    if #places > 1 then
        for _, place in ipairs(places) do list[#list + 1] = replaced(name, place) end
    end
    return list
end

return names
