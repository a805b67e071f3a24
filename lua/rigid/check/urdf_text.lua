-- The text of a URDF as it stands, whatever the loader makes of it: every element that matters with its line and the byte where its
-- tag begins, so that all mistakes can be told at once, and figures changed and nothing else. As for the loader, the first
-- element of each kind counts. A file in UTF-16 is looked at by its code units.
local core = require "rigid.core"

local Rotation = core.Rotation

local urdf_text = {}

-- ---- characters -----------------------------------------------------------------------------------------------------

-- How many bytes a character has, and which of them is the low one.
local function encoding(text)
    if text:find "^\xFF\xFE" or text:find "^<%z" then return 2, 1 end
    if text:find "^\xFE\xFF" or text:find "^%z<" then return 2, 2 end
    return 1, 1
end

-- The text with one byte for each character; what is not ASCII is some byte above it.
local function narrow(text, bytes, low)
    if bytes == 1 then return text end
    return (text:gsub("(.)(.)", function(a, b)
        local own, other = a, b
        if low == 2 then own, other = b, a end
        return other == "\0" and own or "\xFF"
    end))
end

-- The attributes of the tag that begins at `at`: by name {first, last} of the value.
local function attributes_at(text, at)
    local places = {}
    local _, i = text:find("^<[^%s/>]+", at)
    while i do
        local _, opened, name, quote = text:find("^%s+([^%s=]+)%s*=%s*([\"'])", i + 1)
        if not opened then break end
        local closed = text:find(quote, opened + 1, true)
        places[name] = {opened + 1, closed - 1}
        i = closed
    end
    return places
end

-- ---- the document ---------------------------------------------------------------------------------------------------

local Document = {}
Document.__index = Document

-- The place in the narrow text of a byte of the text.
function Document:at(position) return (position + self.bytes - 1) // self.bytes end

-- {first, last} of an attribute's value in the narrow text, of what stands within the element where it is ""; nil where the element says none, or
-- is none of this text.
function Document:place(element, attribute)
    if not element or not element.at then return nil end
    if attribute == "" then
        local first, last = element.text_at[1] + #self.plain:match("^%s*", element.text_at[1]), element.text_at[2]
        while self.plain:find("^%s", last) do last = last - 1 end
        return {first, last}
    end
    return attributes_at(self.plain, element.at)[attribute]
end

-- The places of the words of an attribute's value, in order.
function Document:words(element, attribute)
    local place, list = self:place(element, attribute), {}
    if not place then return list end
    local value = self.plain:sub(place[1], place[2])
    for first, last in value:gmatch "()%S+()" do list[#list + 1] = {place[1] + first - 1, place[1] + last - 2} end
    return list
end

local function starts_of(document)
    if not document.starts then
        document.starts = {1}
        for start in document.plain:gmatch "\n()" do table.insert(document.starts, start) end
    end
    return document.starts
end

-- Line and column (from 1) of a place of the narrow text.
function Document:line_of(at)
    local starts = starts_of(self)
    local low, high = 1, #starts
    while low < high do
        local middle = (low + high + 1) // 2
        if starts[middle] <= at then low = middle else high = middle - 1 end
    end
    return low, at - starts[low] + 1
end

-- A line of the text.
function Document:source(line) return self.plain:match("^[^\r\n]*", starts_of(self)[line]) end

-- What is kept of an element below <link> or <joint>: by path, where it goes. A `list` has many.
local LINK <const> = {inertial = true, visual = "visuals", collision = "collisions"}
local JOINT <const> = {origin = true, parent = true, child = true, axis = true, limit = true, dynamics = true, mimic = true}
local PART <const> = {origin = true, mass = true, inertia = true, geometry = true, material = true}
local SHAPES <const> = {box = true, sphere = true, cylinder = true, capsule = true, mesh = true}

local function keep(owner, name, element)
    if not owner[name] then owner[name] = element end
    return owner[name] == element and element or nil
end

-- Where an element belongs: its own table, into which its children go; nil where it means nothing to us.
local function placed(document, parent, depth, element)
    local name = element.name
    if depth == 2 then
        if name == "link" then table.insert(document.links, element) return element end
        if name == "joint" then table.insert(document.joints, element) return element end
        if name == "material" then table.insert(document.materials, element) return element end
        return nil
    end
    if not parent then return nil end
    if depth == 3 and parent.name == "link" then
        local list = LINK[name]
        if list == true then return keep(parent, name, element) end
        if not list then return nil end
        parent[list] = parent[list] or {}
        table.insert(parent[list], element)
        return element
    end
    if depth == 3 and parent.name == "joint" and JOINT[name] then return keep(parent, name, element) end
    if depth == 4 and PART[name] then return keep(parent, name, element) end
    if depth == 5 and SHAPES[name] and parent.name == "geometry" then return keep(parent, "shape", element) end
    return nil
end

-- A document in which nothing is looked for but places.
function urdf_text.blank(text)
    local bytes, low = encoding(text)
    return setmetatable({plain = narrow(text, bytes, low), bytes = bytes, links = {}, joints = {}, materials = {}}, Document)
end

-- The document of a text whose elements were recorded: links, joints and materials, each an element {name, attributes, line, at, file} with its
-- children by their names. What xacro writes out has no place in the text (`at`), and may be of another file.
function urdf_text.document(text, recording)
    if recording.problem then error(recording.problem, 0) end
    local document, stack, depth = urdf_text.blank(text), {}, 0
    for _, element in ipairs(recording.events) do
        if not element then
            stack[depth] = nil
            depth = depth - 1
        else
            depth = depth + 1
            if depth == 2 or depth > 2 and stack[depth - 1] then
                element.at = element.position and document:at(element.position)
                stack[depth] = placed(document, stack[depth - 1], depth, element)
            end
        end
    end
    return document
end

-- ---- figures --------------------------------------------------------------------------------------------------------

local function three(text)
    local x, y, z = (text or ""):match "^%s*(%S+)%s+(%S+)%s+(%S+)%s*$"
    local a, b, c = tonumber(x), tonumber(y), tonumber(z)
    if not (a and b and c) then return nil end
    return {a, b, c}, {x, y, z}
end
urdf_text.three = three

local function rotation(attributes)
    local rpy, a = three(attributes.rpy), attributes.quat_xyzw
    if a then
        local x, y, z, w = a:match "^%s*(%S+)%s+(%S+)%s+(%S+)%s+(%S+)%s*$"
        local ok, R = pcall(Rotation.quaternion, tonumber(w), tonumber(x), tonumber(y), tonumber(z))
        return ok and R or nil
    end
    return rpy and not (rpy[1] == 0 and rpy[2] == 0 and rpy[3] == 0) and Rotation.rpy(table.unpack(rpy)) or nil
end

-- A figure knows its places in the text when it is asked.
local function figure(document, element, attribute, text, word)
    return {
        line = element.line, text = text, number = tonumber(text), element = element, attribute = attribute,
        at = function() return word and document:words(element, attribute)[word] or document:place(element, attribute) end,
    }
end

local TENSOR <const> = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}

local function figures_of(document, link)
    local inertial, list = link.inertial, {}
    local mass, inertia, origin = inertial.mass, inertial.inertia, inertial.origin
    if mass and mass.attributes.value then list.mass = figure(document, mass, "value", mass.attributes.value) end
    for _, name in ipairs(inertia and TENSOR or {}) do
        local text = inertia.attributes[name]
        if text then list[name] = figure(document, inertia, name, text) end
    end
    local numbers, words = three(origin and origin.attributes.xyz)
    for k, name in ipairs(numbers and {"x", "y", "z"} or {}) do list[name] = figure(document, origin, "xyz", words[k], k) end
    return list, numbers
end

-- By name of the link {line, R = rotation of the origin or nil, com, figures, no_mass}, where figures holds for mass, x, y, z, ixx, ...
-- izz {line, number, text, at() = {first, last}}: the bytes of the figure, without quotes.
function urdf_text.read(document)
    local links = {}
    for _, link in ipairs(document.links) do
        local place = {figures = {}, com = {0, 0, 0}}
        if link.inertial then
            local com
            place.line, place.no_mass = link.inertial.line, not link.inertial.mass
            place.figures, com = figures_of(document, link)
            place.com = com or place.com
            place.R = link.inertial.origin and rotation(link.inertial.origin.attributes)
        end
        links[link.attributes.name or ""] = place
    end
    return links
end

-- The text with other values at the places of the edits {first, last, text}, sorted by place.
function urdf_text.edited(text, edits)
    local bytes, low = encoding(text)
    local pieces, at = {}, 1
    for _, edit in ipairs(edits) do
        pieces[#pieces + 1] = text:sub(at, bytes * (edit[1] - 1))
        pieces[#pieces + 1] = bytes == 1 and edit[3] or edit[3]:gsub(".", low == 1 and "%0\0" or "\0%0")
        at = bytes * edit[2] + 1
    end
    pieces[#pieces + 1] = text:sub(at)
    return table.concat(pieces)
end

return urdf_text
