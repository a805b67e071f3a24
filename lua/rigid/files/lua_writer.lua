-- A model as the text of a script that returns a table: rigid's own format.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local digits = require "rigid.files.digits"

local HUGE <const> = math.huge

local function lua_number(x)
    if x ~= x then return "0/0" end
    if x == HUGE or x == -HUGE then return x > 0 and "math.huge" or "-math.huge" end
    return digits(x)
end

local WORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
    while]]):gmatch "%S+" do
    WORDS[word] = true
end

local function cannot(value)
    error(("a %s among what is drawn cannot be saved"):format(core.type(value) or type(value)), 0)
end

local function lua_key(key)
    if type(key) == "number" then return "[" .. lua_number(key) .. "]" end
    if type(key) == "boolean" then return "[" .. tostring(key) .. "]" end
    if type(key) ~= "string" then cannot(key) end
    return key:find "^[%a_][%w_]*$" and not WORDS[key] and key or ("[%s]"):format(("%q"):format(key):gsub("\\\n", "\\n"))
end

-- The order in which fields are written; those that are not named here come after them, by the alphabet.
local RANK, ranks = {}, 0
for word in ([[format name parent joint type axis axis2 point pitch limits lower upper effort velocity damping friction armature stiffness springref
    mimic placement body_a placement_a body_b placement_b of length coefficients mass com com_moment inertia about
    skip_validity_check gravity bodies loops shape contacts grounds]]):gmatch "%S+" do
    ranks = ranks + 1
    RANK[word] = ranks
end

-- How many entries stand at 1, 2, ... without a gap; and the other keys, in their order.
local function keys_of(t)
    local keys, count = {}, 0
    while t[count + 1] ~= nil do count = count + 1 end
    for key in next, t do
        if not (math.type(key) == "integer" and key >= 1 and key <= count) then keys[#keys + 1] = key end
    end
    table.sort(keys, function(a, b)
        local i, j = RANK[a] or HUGE, RANK[b] or HUGE
        if i ~= j then return i < j end
        return tostring(a) < tostring(b)
    end)
    return count, keys
end

-- Append the text of a value. `deep` is how many tables further down still get lines of their own for their entries;
-- lists of numbers never do.
local function put(pieces, value, indent, deep)
    local kind = type(value)
    if kind == "table" and type(value[1]) == "number" then deep = 0 end
    if kind == "number" then
        pieces[#pieces + 1] = lua_number(value)
    elseif kind == "string" then
        pieces[#pieces + 1] = ("%q"):format(value):gsub("\\\n", "\\n")
    elseif kind == "boolean" then
        pieces[#pieces + 1] = tostring(value)
    elseif kind ~= "table" then
        cannot(value)
    else
        local separator = deep > 0 and ",\n" .. indent .. "    " or ", "
        local first = deep > 0 and "\n" .. indent .. "    " or ""
        local count, keys = keys_of(value)
        pieces[#pieces + 1] = "{"
        for i = 1, count do
            pieces[#pieces + 1] = i == 1 and first or separator
            put(pieces, value[i], indent .. "    ", deep - 1)
        end
        for i, key in ipairs(keys) do
            pieces[#pieces + 1] = i + count == 1 and first or separator
            pieces[#pieces + 1] = lua_key(key) .. " = "
            put(pieces, value[key], indent .. "    ", deep - 1)
        end
        if deep > 0 and next(value) ~= nil then pieces[#pieces + 1] = ",\n" .. indent end
        pieces[#pieces + 1] = "}"
    end
end

local function is_identity(rows)
    for i = 1, 3 do
        for j = 1, 3 do
            if rows[i][j] ~= (i == j and 1 or 0) then return false end
        end
    end
    return true
end

-- A pose without what goes without saying; nil where nothing is left.
local function short_pose(X)
    local p = X.position
    local position = not (p[1] == 0 and p[2] == 0 and p[3] == 0) and p or nil
    local rotation = not is_identity(X.rotation) and X.rotation or nil
    return (position or rotation) and {position = position, rotation = rotation} or nil
end

-- The poses of what is drawn likewise, where they are poses.
local function shorten(list)
    for _, one in ipairs(list or {}) do
        local X = type(one) == "table" and type(one.placement) == "table" and arguments.pose(one.placement)
        if X then one.placement = short_pose(X:table()) end
    end
end

-- The com says what the first moment says, unless rounding made it say a little less.
local function short_inertia(M)
    local exact = true
    for i = 1, 3 do exact = exact and M.mass * M.com[i] == M.com_moment[i] end
    M[exact and "com_moment" or "com"] = nil
    return M
end

-- The model as the text of a script that returns a table. Where it was loaded from, and the notes of that, stay behind.
return function(t, kept)
    t.format, t.notes, t.kept = "rigid", nil, kept
    for _, body in ipairs(t.bodies) do
        body.source, body.placement = nil, short_pose(body.placement)
        shorten(body.visuals)
        shorten(body.collisions)
        body.inertia = body.inertia and short_inertia(body.inertia)
        if body.joint.type == "fixed" and not next(body.joint, next(body.joint)) then body.joint = nil end
    end
    for _, contact in ipairs(t.contacts or {}) do contact.placement = short_pose(contact.placement) end
    for _, loop in ipairs(t.loops or {}) do
        if loop.placement_a then loop.placement_a, loop.placement_b = short_pose(loop.placement_a), short_pose(loop.placement_b) end
    end
    local pieces = {"-- A model of rigid: SI units, radians; each link about the frame of its joint.\nreturn "}
    put(pieces, t, "", 3)
    pieces[#pieces + 1] = "\n"
    return table.concat(pieces)
end
