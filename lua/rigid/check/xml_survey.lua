-- What is typed at the joints, frames and meshes of an SDF or MJCF file, for the doctor (doctor/joints.lua) and the survey of meshes: figures that
-- the loader leaves out or turns into others, with the places where they stand. By the names that the loader gives; what a default class says,
-- or a file that is included, is typed elsewhere, and is not looked at.
--   {joints = by name {lower, upper, lower_text, upper_text, effort, velocity, at}, frames = list, meshes = list {mesh, attribute, owner, link, scale}}
local xml_figures = require "rigid.check.xml_figures"
local same_names = require "rigid.files.sdf.same_names"

local child, words_in = xml_figures.child, xml_figures.words_in

local xml_survey = {}

local function numbers_of(list, from, count)
    local numbers = {}
    for i = 1, count do
        numbers[i] = list[from + i - 1] and list[from + i - 1].number
        if not numbers[i] then return nil end
    end
    return numbers
end

-- ---- SDF ------------------------------------------------------------------------------------------------------------

local function words_of(document, element)
    return element and element.text_at and words_in(document.plain, element, table.unpack(element.text_at)) or {}
end

local KINDS <const> = {revolute = true, continuous = true, prismatic = true}
local NONE <const> = 1e16 -- a limit that is none

local function sdf_joint(document, element)
    local typed, axis = {at = {}}, child(element, "axis")
    local limit = KINDS[element.attributes.type] and not child(element, "axis2") and axis and child(axis, "limit")
    for _, name in ipairs {"lower", "upper", "effort", "velocity"} do
        local said = limit and child(limit, name)
        local list = words_of(document, said)
        local x = #list == 1 and list[1].number
        if x and math.abs(x) < NONE then
            typed[name], typed[name .. "_text"], typed.at[name] = x, list[1].text, {said, ""}
        end
    end
    return typed
end

-- The angles of a <pose> that says them as three numbers, in radians. joint: its name where it is one's.
local function sdf_frame(typed, document, owner, what, link, joint)
    local pose = owner and child(owner, "pose")
    local said = pose and pose.attributes
    if not pose or (said.degrees or "false") ~= "false" and said.degrees ~= "0" or (said.rotation_format or "euler_rpy") ~= "euler_rpy" then return end
    local list = words_of(document, pose)
    local rpy = #list == 6 and numbers_of(list, 4, 3)
    if rpy then
        table.insert(typed.frames, {what = what, link = link, name = joint, line = pose.line, element = pose, rpy = rpy, at = {rpy = {pose, "", 3}}})
    end
end

local function sdf_mesh(typed, document, part, link)
    local geometry = child(part, "geometry")
    local mesh = geometry and child(geometry, "mesh")
    if not mesh then return end
    local scale = child(mesh, "scale")
    table.insert(typed.meshes, {mesh = scale or mesh, attribute = scale and "" or nil, owner = ("a mesh of link '%s'"):format(link), link = link,
        scale = scale and numbers_of(words_of(document, scale), 1, 3) or {1, 1, 1}})
end

local function sdf_link(typed, document, element, name)
    sdf_frame(typed, document, element, ("link '%s'"):format(name), name)
    sdf_frame(typed, document, child(element, "inertial"), ("the inertial of link '%s'"):format(name), name)
    for _, one in ipairs(element) do
        if one.name == "visual" or one.name == "collision" then
            sdf_frame(typed, document, one, ("a %s of link '%s'"):format(one.name, name), name)
            sdf_mesh(typed, document, one, name)
        end
    end
end

-- What an element is called by its model, by element, where another has its name.
local function renamed_in(typed, element)
    return typed.version < same_names.UNIQUE and same_names.of(element, function(one) return one.name == "model" and one.attributes.name end) or {}
end

local function sdf_model(typed, document, element, path)
    local renamed = renamed_in(typed, element)
    for _, one in ipairs(element) do
        local own = renamed[one] and renamed[one].name or one.attributes.name
        local name = own and path .. own
        if name and one.name == "joint" then
            typed.joints[name] = sdf_joint(document, one)
            sdf_frame(typed, document, one, ("joint '%s'"):format(name), "", name)
        elseif name and one.name == "link" then
            sdf_link(typed, document, one, name)
        elseif name and one.name == "model" then
            sdf_frame(typed, document, one, ("model '%s'"):format(name), "")
            sdf_model(typed, document, one, name .. "::")
        end
    end
end

local READERS = {}

function READERS.sdf(typed, root, document)
    local sdf = child(root, "sdf") or {}
    typed.version = tonumber((sdf.attributes and sdf.attributes.version or ""):match "^1%.%d$") or 2
    sdf_model(typed, document, child(sdf, "world") or child(sdf, "model") or {}, "")
end

-- ---- MJCF -----------------------------------------------------------------------------------------------------------

-- Where a range stands, as two figures: unit is that of its numbers.
local function mjcf_range(document, joint, unit)
    local place = document:place(joint, "range")
    local list = place and words_in(document.plain, joint, place[1], place[2]) or {}
    local x = #list == 2 and numbers_of(list, 1, 2)
    if not x or joint.attributes.limited == "false" then return nil end
    return {
        lower = unit * x[1], upper = unit * x[2], lower_text = list[1].text, upper_text = list[2].text,
        at = {lower = {joint, "range", 1}, upper = {joint, "range", 2}},
    }
end

-- What the compiler says last.
local function compiler_says(root, name)
    local said
    for _, one in ipairs(root) do
        if one.name == "compiler" then said = one.attributes[name] or said end
    end
    return said
end

function READERS.mjcf(typed, root, document)
    local top = child(root, "mujoco") or {}
    typed.in_degrees = compiler_says(top, "angle") ~= "radian"
    local unit = typed.in_degrees and math.pi / 180 or 1
    local function look(element)
        for _, one in ipairs(element) do
            local kind = one.attributes.type
            if one.name == "joint" and one.attributes.name and (not kind or kind == "hinge" or kind == "slide") then
                typed.joints[one.attributes.name] = mjcf_range(document, one, kind == "slide" and 1 or unit)
            elseif one.name == "body" or one.name == "frame" then
                look(one)
            end
        end
    end
    look(child(top, "worldbody") or {})
    for _, one in ipairs(child(top, "asset") or {}) do
        if one.name == "mesh" and not one.attributes.class then
            local place = document:place(one, "scale")
            local said = place and numbers_of(words_in(document.plain, one, place[1], place[2]), 1, 3)
            table.insert(typed.meshes, {mesh = one, attribute = place and "scale" or nil, link = "", scale = said or {1, 1, 1},
                owner = ("mesh '%s'"):format(one.attributes.name or one.attributes.file or "")})
        end
    end
end

-- ---- both -----------------------------------------------------------------------------------------------------------

function xml_survey.read(format, root, document)
    local typed = {joints = {}, frames = {}, meshes = {}}
    if root then READERS[format](typed, root, document) end
    return typed
end

local SAME <const> = 1e-9

local function is_same(x, y) return x == y or x ~= nil and y ~= nil and math.abs(x - y) <= SAME * math.abs(x) end

-- The joints of a model's description with what was typed of them. Limits count as the model has them, in radians and from the joint's reference,
-- but where the loader left them out.
function xml_survey.joints(list, typed)
    for _, j in ipairs(list) do
        local said = typed.joints[j.name]
        if said and j.type ~= "fixed" and said.lower and said.upper and said.lower > said.upper then
            for key, value in pairs(said) do j[key] = value end
        elseif said and is_same(said.lower, j.lower) and is_same(said.upper, j.upper) then
            j.at = said.at
        end
        j.in_degrees = typed.in_degrees
    end
    return list
end

return xml_survey
