-- Before version 1.7 of SDF a joint could have the name of its link. Which of two elements is meant by such a name is as libsdformat has it:
-- models keep theirs, then links, joints and frames, and what comes after takes its kind behind its name: arm_joint, arm_joint0, arm_joint1, ...
-- Two of one kind stay a mistake.
local Reader = require "rigid.files.sdf.scopes"

local UNIQUE <const> = 1.7 -- from here on names differ
local KINDS <const> = {"link", "joint", "frame"} -- after models

-- What an element of a model is called; of an <include>, as far as it says so.
local function name_of(element)
    if element.name ~= "include" then return element.attributes.name end
    return Reader.text_of(Reader.child(element, "name"))
end

local function free_name(name, kind, taken)
    local free, number = name .. "_" .. kind, 0
    while taken[free] do
        free, number = ("%s_%s%d"):format(name, kind, number), number + 1
    end
    return free
end

-- The name of that element where another kind has its own.
local function rename(r, element, taken)
    local name, kind = name_of(element), element.name
    local other = name and taken[name]
    if not other or other.name == kind and not r.renamed[other] then return name end
    local free = free_name(name, kind, taken)
    r.renamed[element] = free
    r:note("taken", element, {[kind] = free}, "a %s in line %d has this name, too: it is %s here, as SDF from 1.7 on wants all names of a model to differ",
        other.name == "include" and "model" or other.name, other.line, Reader.quoted(free))
    return free
end

-- Find names for those children of a model that have another's.
function Reader:part_same_names(scope, element)
    if not scope.model or scope.version >= UNIQUE then return end
    local taken, of_kind = {}, {link = {}, joint = {}, frame = {}}
    for _, child in ipairs(element) do
        local name = (child.name == "model" or child.name == "include") and name_of(child)
        if name then taken[name] = child end
        if of_kind[child.name] then table.insert(of_kind[child.name], child) end
    end
    for _, kind in ipairs(KINDS) do
        for _, child in ipairs(of_kind[kind]) do
            local name = rename(self, child, taken)
            if name then taken[name] = taken[name] or child end -- (the second of one kind is refused where it is read)
        end
    end
end

return Reader
