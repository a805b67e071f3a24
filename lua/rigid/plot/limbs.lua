-- The limbs of a robot: chains of joints that begin where the tree branches. Curves of more joints than can be told apart in one
-- panel stand in a panel for each.
local limbs = {}

local MOST <const> = 12 -- joints of a part, where a limb is long

-- What all names begin with, without what stands between words at its end; nil where that is too little to say anything.
local function beginning(names)
    local first, length = names[1], #names[1]
    for _, name in ipairs(names) do
        while length > 0 and name:sub(1, length) ~= first:sub(1, length) do length = length - 1 end
    end
    local word = #names > 1 and first:sub(1, length):gsub("[_%-%. ]+$", "") or ""
    return #word >= 2 and utf8.len(word) and word
end

local function called(names)
    if #names == 1 then return names[1] end
    return beginning(names) or names[1] .. " to " .. names[#names]
end

-- The moving link that carries a joint's link, by name; "" for the world.
local function carrier_of(body)
    local carrier = body.parent and body.parent.carrier
    return carrier and carrier.name or ""
end

-- The joints that move, in the model's order, in lists: one for each limb, or a part of one that is long.
local function chains(m)
    local bodies, children, limb_of, lists, by_limb = {}, {}, {}, {}, {}
    for i, name in ipairs(m:joint_names()) do
        local body = m:joint(name).body
        bodies[i] = {name = body.name, carrier = carrier_of(body), joint = name}
        children[bodies[i].carrier] = (children[bodies[i].carrier] or 0) + 1
    end
    for _, body in ipairs(bodies) do
        local limb = children[body.carrier] == 1 and limb_of[body.carrier] or body.name
        limb_of[body.name] = limb
        local list = by_limb[limb]
        if not list or #list == MOST then
            list = {}
            lists[#lists + 1], by_limb[limb] = list, list
        end
        list[#list + 1] = body.joint
    end
    return lists
end

-- By joint, the name of its limb.
function limbs.of(m)
    local names = {}
    for _, list in ipairs(chains(m)) do
        local name = called(list)
        for _, joint in ipairs(list) do names[joint] = name end
    end
    return names
end

return limbs
