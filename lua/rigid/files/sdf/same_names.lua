-- Before version 1.7 of SDF a joint could have the name of its link. Which of two elements is meant by such a name is as libsdformat has it:
-- models keep theirs, then links, joints and frames, and what comes after takes its kind behind its name: arm_joint, arm_joint0, arm_joint1, ...
-- Two of one kind stay a mistake.
local same_names = {UNIQUE = 1.7} -- from that version on names differ

local KINDS <const> = {"link", "joint", "frame"} -- after models

local function free_name(name, kind, taken)
    local free, number = name .. "_" .. kind, 0
    while taken[free] do
        free, number = ("%s_%s%d"):format(name, kind, number), number + 1
    end
    return free
end

-- The children of a model that go by another name: by element, {name, other: the element that has the name}; and a list of them in order.
-- name_of: of a model, or of an <include>, as far as it says one.
function same_names.of(element, name_of)
    local renamed, taken, of_kind = {}, {}, {link = {}, joint = {}, frame = {}}
    for _, child in ipairs(element) do
        local name = (child.name == "model" or child.name == "include") and name_of(child)
        if name then taken[name] = child end
        if of_kind[child.name] then table.insert(of_kind[child.name], child) end
    end
    for _, kind in ipairs(KINDS) do
        for _, child in ipairs(of_kind[kind]) do
            local name = child.attributes.name
            local other = name and taken[name]
            if other and (other.name ~= kind or renamed[other]) then
                name = free_name(name, kind, taken)
                renamed[child] = {name = name, other = other}
                renamed[#renamed + 1] = child
            end
            if name then taken[name] = taken[name] or child end -- (the second of one kind is refused where it is read)
        end
    end
    return renamed
end

return same_names
