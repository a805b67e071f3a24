-- Where the figures of links stand in the text of an SDF or MJCF file, in the form of urdf_text: SDF says them within elements, MJCF in
-- attributes of <inertial>. Only what the file itself says is found, not what it includes, nor what defaults or geoms make of it; what does not
-- make the inertia that was loaded is told apart by whoever asks.
local core = require "rigid.core"
local urdf_text = require "rigid.check.urdf_text"
local xml = require "rigid.files.xml"

local Rotation = core.Rotation

local xml_figures = {}

-- The elements of a text as a tree: {name, attributes, line, at, text_at = {first, last} of what stands in it before anything else, its children}.
local function tree_of(text, path, document)
    local root = {name = "", attributes = {}}
    local stack, plain = {root}, document.plain
    xml.read(text, path, function(name, attributes, line, position)
        local element = {name = name, attributes = attributes, line = line, at = document:at(position)}
        local closed = plain:find(">", element.at, true)
        if closed and plain:sub(closed - 1, closed - 1) ~= "/" then
            local last = plain:find("<", closed, true)
            if last then element.text_at = {closed + 1, last - 1} end
        end
        table.insert(stack[#stack], element)
        stack[#stack + 1] = element
    end, function() stack[#stack] = nil end)
    return root
end

local function child(element, name)
    for _, one in ipairs(element or {}) do
        if one.name == name then return one end
    end
end

local function figure(element, first, last, word)
    return {line = element.line, text = word, number = tonumber(word), element = element, at = function() return {first, last} end}
end

-- The words between two places: a figure each.
local function words_in(text, element, first, last)
    local list = {}
    for from, word, to in text:sub(first, last):gmatch "()(%S+)()" do
        list[#list + 1] = figure(element, first + from - 1, first + to - 2, word)
    end
    return list
end

local function numbers_of(list, count)
    local numbers = {}
    for i = 1, count do
        numbers[i] = list[i] and list[i].number
        if not numbers[i] then return nil end
    end
    return numbers
end

-- ---- SDF ------------------------------------------------------------------------------------------------------------

local TENSOR <const> = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}

local function of_text(text, element)
    local list = element and element.text_at and words_in(text, element, table.unpack(element.text_at)) or {}
    return #list == 1 and list[1] or nil
end

local function sdf_place(text, link)
    local place, inertial = {figures = {}, com = {0, 0, 0}}, child(link, "inertial")
    if not inertial or inertial.attributes.auto then return nil end
    local tensor, pose = child(inertial, "inertia"), child(inertial, "pose")
    place.line, place.no_mass = inertial.line, not child(inertial, "mass")
    place.figures.mass = of_text(text, child(inertial, "mass"))
    for _, name in ipairs(TENSOR) do place.figures[name] = of_text(text, child(tensor, name)) end
    if pose and pose.text_at and not next(pose.attributes) then
        local list = words_in(text, pose, table.unpack(pose.text_at))
        local p = numbers_of(list, 6)
        if p then
            place.figures.x, place.figures.y, place.figures.z = list[1], list[2], list[3]
            place.com = {p[1], p[2], p[3]}
            if p[4] ~= 0 or p[5] ~= 0 or p[6] ~= 0 then place.R = Rotation.rpy(p[4], p[5], p[6]) end
        end
    elseif pose and next(pose.attributes) then
        return nil
    end
    return place
end

local function sdf_links(places, text, element, path)
    for _, one in ipairs(element) do
        local name = one.attributes.name
        if one.name == "link" and name then places[path .. name] = sdf_place(text, one) end
        if one.name == "model" and name then sdf_links(places, text, one, path .. name .. "::") end
    end
end

local PLACES = {}

function PLACES.sdf(root, document)
    local text, places = document.plain, {}
    root = child(root, "sdf")
    local world = child(root, "world")
    if world then sdf_links(places, text, world, "") else sdf_links(places, text, child(root, "model") or {}, "") end
    return places
end

-- ---- MJCF -----------------------------------------------------------------------------------------------------------

-- The words of an attribute, each a figure.
local function of_attribute(document, text, element, name)
    local place = document:place(element, name)
    return place and words_in(text, element, place[1], place[2]) or {}
end

local FULL <const> = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"}
local TURNED <const> = {"euler", "axisangle", "xyaxes", "zaxis"}

local function mjcf_place(document, text, inertial)
    local said, place = inertial.attributes, {figures = {}, line = inertial.line, no_mass = not inertial.attributes.mass}
    for _, name in ipairs(TURNED) do
        if said[name] then return nil end -- it depends on the compiler what they mean
    end
    local pos = of_attribute(document, text, inertial, "pos")
    place.com = numbers_of(pos, 3) or {0, 0, 0}
    place.figures.x, place.figures.y, place.figures.z = pos[1], pos[2], pos[3]
    place.figures.mass = of_attribute(document, text, inertial, "mass")[1]
    for i, one in ipairs(of_attribute(document, text, inertial, said.fullinertia and "fullinertia" or "diaginertia")) do
        if FULL[i] then place.figures[FULL[i]] = one end
    end
    local q = numbers_of(of_attribute(document, text, inertial, "quat"), 4)
    if q and (q[1] ~= 0 or q[2] ~= 0 or q[3] ~= 0 or q[4] ~= 0) then place.R = Rotation.quaternion(q[1], q[2], q[3], q[4]) end
    return place
end

function PLACES.mjcf(root, document)
    local places = {}
    local function look(element)
        for _, one in ipairs(element) do
            local inertial = one.name == "body" and one.attributes.name and child(one, "inertial")
            if inertial then places[one.attributes.name] = mjcf_place(document, document.plain, inertial) end
            look(one)
        end
    end
    look(root)
    return places
end

-- A document, the places of the figures by name of the link as urdf_text.read has them, and the tree; no places and no tree where the text is
-- not XML.
function xml_figures.read(format, text, path)
    local document = urdf_text.blank(text)
    local ok, root = pcall(tree_of, text, path, document)
    if not ok then return document, {} end
    return document, PLACES[format](root, document), root
end

xml_figures.child, xml_figures.words_in = child, words_in

return xml_figures
