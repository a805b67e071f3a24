-- Where the figures of each link's <inertial> stand in the text of a URDF, so that they can be changed and nothing else is:
-- by name of the link {line, R = rotation of the origin or nil, com, figures}, where figures holds for mass, ixx, ... izz
-- {line, number, text, places = {{first, last}}}: the bytes of the attribute's value, without its quotes.
-- As for the loader, the first element of each kind counts. A file in UTF-16 is looked at by its code units.
local core = require "rigid.core"
local xml = require "rigid.files.xml"

local Rotation = core.Rotation

local urdf_text = {}

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

local function three(text)
    local x, y, z = (text or ""):match "^%s*(%S+)%s+(%S+)%s+(%S+)%s*$"
    x, y, z = tonumber(x), tonumber(y), tonumber(z)
    return x and y and z and {x, y, z} or nil
end

local function rotation(attributes)
    local rpy, a = three(attributes.rpy), attributes.quat_xyzw
    if a then
        local x, y, z, w = a:match "^%s*(%S+)%s+(%S+)%s+(%S+)%s+(%S+)%s*$"
        return Rotation.quaternion(tonumber(w), tonumber(x), tonumber(y), tonumber(z))
    end
    return rpy and not (rpy[1] == 0 and rpy[2] == 0 and rpy[3] == 0) and Rotation.rpy(table.unpack(rpy)) or nil
end

local WANTED <const> = {mass = {mass = "value"}, inertia = {ixx = "ixx", ixy = "ixy", ixz = "ixz", iyy = "iyy", iyz = "iyz", izz = "izz"}}

-- Take down what one element in <inertial> says.
local function take(link, element, attributes, line, places)
    if link.seen[element] then return end
    link.seen[element] = true
    if element == "origin" then
        link.R, link.com = rotation(attributes), three(attributes.xyz) or {0, 0, 0}
    end
    for name, attribute in pairs(WANTED[element] or {}) do
        local place = places()[attribute]
        if place then
            local text = attributes[attribute]
            link.figures[name] = {line = line, text = text, number = tonumber(text), places = {place}}
        end
    end
end

-- The text must be one that the loader can read.
function urdf_text.read(text, path)
    local bytes, low = encoding(text)
    local plain = narrow(text, bytes, low)
    local links, path_to, link = {}, {}, nil
    xml.read(text, path, function(element, attributes, line, position)
        local depth = #path_to + 1
        path_to[depth] = element
        if depth == 2 and element == "link" then
            link = {seen = {}, figures = {}, com = {0, 0, 0}}
            links[attributes.name or ""] = link
        elseif depth == 3 and path_to[2] == "link" and element == "inertial" then
            link.seen.inertial = (link.seen.inertial or 0) + 1
            link.line = link.line or line
        elseif depth == 4 and path_to[2] == "link" and path_to[3] == "inertial" and link.seen.inertial == 1 then
            take(link, element, attributes, line, function() return attributes_at(plain, (position + bytes - 1) // bytes) end)
        end
    end, function() path_to[#path_to] = nil end)
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
