-- Limbs that are built alike, joint by joint, can be computed abreast: a number of each in one register. Two or four that hang from one body,
-- whose joints all turn about z or slide along it, become one limb whose constants, positions and velocities are lists, a number for each.

local LETTERS <const> = {revolute = "r", prismatic = "p"}

-- By body, 0 the world: those that hang from it.
local function children_of(bodies)
    local children = {[0] = {}}
    for i, b in ipairs(bodies) do
        children[i] = {}
        table.insert(children[b.parent], i)
    end
    return children
end

-- By body, a number for what it carries, itself included, the same for what is built alike; false where anything in it moves otherwise.
local function shapes_of(bodies, children)
    local shapes, known, count = {}, {}, 0
    for i = #bodies, 1, -1 do
        local letter, parts = LETTERS[bodies[i].kind], {}
        for k, child in ipairs(children[i]) do
            letter, parts[k] = shapes[child] and letter, shapes[child] or ""
        end
        local word = letter and letter .. table.concat(parts, ",")
        if word and not known[word] then
            count = count + 1
            known[word] = count
        end
        shapes[i] = word and known[word] or false
    end
    return shapes
end

-- Those that hang from body i, as lists of one, two or four that go abreast, in their order.
local function abreast(children, shapes, i)
    local alike, lists = {}, {}
    for _, child in ipairs(children[i]) do
        local shape = shapes[child] or -child
        local open = alike[shape]
        if not open then
            open = {}
            alike[shape] = open
            lists[#lists + 1] = open
        end
        open[#open + 1] = child
    end
    local chosen = {}
    for _, list in ipairs(lists) do
        local k = 1
        while k <= #list do
            local left = #list - k + 1
            local count = left >= 4 and 4 or left >= 2 and 2 or 1
            chosen[#chosen + 1] = table.move(list, k, k + count - 1, 1, {})
            k = k + count
        end
    end
    return chosen
end

-- One body, or several as one: of each of their numbers a list.
local function merged(bodies, members, parent)
    local first = bodies[members[1]]
    local one = setmetatable({parent = parent}, {__index = first})
    if #members == 1 then return one end
    local function each(get)
        local list = {}
        for k, i in ipairs(members) do list[k] = get(bodies[i]) end
        return list
    end
    for _, name in ipairs {"q", "v", "ratio", "offset", "armature"} do one[name] = each(function(b) return b[name] end) end
    for _, name in ipairs {"R", "p", "inertia"} do
        one[name] = {}
        for entry = 1, #first[name] do one[name][entry] = each(function(b) return b[name][entry] end) end
    end
    return one
end

-- The bodies with limbs abreast: a list of such, parents first; and which of the given ones each is made of.
return function(bodies)
    local children = children_of(bodies)
    local shapes = shapes_of(bodies, children)
    local list, members = {}, {}
    local function add(group, parent, alone)
        local here = #list + 1
        list[here], members[here] = merged(bodies, group, parent), group
        if alone and #group == 1 then
            for _, next in ipairs(abreast(children, shapes, group[1])) do add(next, here, true) end
        else
            for k = 1, #children[group[1]] do
                local next = {}
                for lane, i in ipairs(group) do next[lane] = children[i][k] end
                add(next, here, false)
            end
        end
    end
    for _, group in ipairs(abreast(children, shapes, 0)) do add(group, 0, true) end
    return list, members
end
