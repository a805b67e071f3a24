-- A model as the text of a URDF file. What URDF has no word for is refused by name, but for what other readers of URDF pass over: armature,
-- stiffness and springref as attributes of <dynamics>, a gravity of one's own as <rigid gravity="..."/>, and no weight as Gazebo says it.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local digits = require "rigid.files.digits"
local Elements = require "rigid.files.element_writer"
local shared = require "rigid.files.words"

local Rotation, SpatialInertia, Transform = core.Rotation, core.SpatialInertia, core.Transform
local are_numbers, unused = shared.are_numbers, shared.unused

local HUGE <const> = math.huge

-- A writer holds the name of the model, the pieces of the text and the names of joints and links that are taken.
local Writer = {}
Writer.__index = Writer

function Writer:refuse(what, ...)
    error(("model '%s' cannot be saved as URDF: %s; save it as .lua instead"):format(self.name, what:format(...)), 0)
end

local ESCAPES = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["\n"] = "&#10;", ["\t"] = "&#9;", ["\r"] = "&#13;"}

function Writer:escape(text)
    if not utf8.len(text) or text:find "[%z\1-\8\11\12\14-\31]" then self:refuse("%q is no text that XML can hold", text) end
    if text:find("$", 1, true) and text:find "%$[{(]" then self:refuse("xacro would fill in %q", text) end
    return (text:gsub("[&<>\"\n\t\r]", ESCAPES))
end

local function number(x)
    if x ~= x then return "nan" end
    if x == HUGE or x == -HUGE then return x > 0 and "inf" or "-inf" end
    return digits(x)
end

local function numbers(list)
    local words = {}
    for i, x in ipairs(list) do words[i] = number(x) end
    return table.concat(words, " ")
end

function Writer:line(text, ...)
    self.pieces[#self.pieces + 1] = select("#", ...) > 0 and text:format(...) or text
end

-- name="value" for each of a list of pairs that has a value.
function Writer:attributes(...)
    local words = {}
    for i = 1, select("#", ...), 2 do
        local name, value = select(i, ...)
        if type(value) == "number" then value = number(value) elseif value ~= nil then value = self:escape(value) end
        if value ~= nil then words[#words + 1] = (" %s=\"%s\""):format(name, value) end
    end
    return table.concat(words)
end

local IDENTITY = Transform.identity()
local ULP <const>, NEAR <const> = 2.0 ^ -53, 3 -- of the last place, how many are tried

-- Angles rounded as people write them; then those some units in the last place away.
local function near_angles(try, r, p, y)
    for places = 1, 15 do
        local function round(x) return tonumber((("%%.%df"):format(places):format(x):gsub(",", "."))) end
        if try(round(r), round(p), round(y)) then return end
    end
    local function near(x, k) return x + 2 * k * ULP * math.max(math.abs(x), ULP) end
    for i = -NEAR, NEAR do
        for j = -NEAR, NEAR do
            for k = -NEAR, NEAR do
                if try(near(r, i), near(p, j), near(y, k)) then return end
            end
        end
    end
end

-- Roll, pitch and yaw that make R again, to the last bit where there are such: mostly R was made of three.
local function angles(R)
    local r, p, y = R:rpy()
    local found = {r, p, y}
    local function try(...)
        if Rotation.rpy(...) ~= R then return false end
        found = {...}
        return true
    end
    if not try(r, p, y) then
        near_angles(try, r, p, y)
        if found[1] == r and found[2] == p and found[3] == y then
            near_angles(try, r > 0 and r - math.pi or r + math.pi, (p < 0 and -math.pi or math.pi) - p, y > 0 and y - math.pi or y + math.pi)
        end
    end
    return found
end

-- Where a pose in plain tables is not the identity.
function Writer:origin(indent, said)
    local X = said and Transform(said) or IDENTITY
    if X == IDENTITY then return end
    self:line("%s<origin xyz=\"%s\" rpy=\"%s\"/>", indent, numbers(X:position():table()), numbers(angles(X:rotation())))
end

function Writer:inertia(body)
    if Elements.is_nothing(body.inertia) then return end
    local M = SpatialInertia(body.inertia)
    local mass, com, I = M:mass(), M:com(), M:central_inertia():table()
    local h = M:com_moment()
    if mass == 0 and (h.x ~= 0 or h.y ~= 0 or h.z ~= 0) then
        self:refuse("link '%s' has no mass, but a first moment", body.name)
    end
    self:line "    <inertial>"
    self:line("      <origin xyz=\"%s\"/>", numbers {com.x, com.y, com.z})
    self:line("      <mass value=\"%s\"/>", number(mass))
    self:line("      <inertia%s/>", self:attributes("ixx", I.xx, "ixy", I.xy, "ixz", I.xz, "iyy", I.yy, "iyz", I.yz, "izz", I.zz))
    self:line "    </inertial>"
end

-- The element of a shape; nil where URDF has none, or not enough is said.
function Writer:geometry(shape)
    if type(shape) ~= "table" then return nil end
    local kind, radius, length, size, scale = shape.type, shape.radius, shape.length, shape.size, shape.scale
    if kind == "box" and are_numbers(3, size) then return ("<box size=\"%s\"/>"):format(numbers(size)) end
    if kind == "sphere" and are_numbers(1, {radius}) then return ("<sphere%s/>"):format(self:attributes("radius", radius)) end
    if (kind == "cylinder" or kind == "capsule") and are_numbers(2, {radius, length}) then
        return ("<%s%s/>"):format(kind, self:attributes("radius", radius, "length", length))
    end
    if kind == "mesh" and type(shape.filename) == "string" then
        scale = are_numbers(3, scale) and numbers(scale) or nil
        return ("<mesh%s/>"):format(self:attributes("filename", shape.filename, "scale", scale))
    end
end

local function text_or_nil(value) return type(value) == "string" and value or nil end

function Writer:material(material)
    if type(material) ~= "table" then return end
    local color = are_numbers(4, material.color) and ("<color rgba=\"%s\"/>"):format(numbers(material.color)) or ""
    local texture = text_or_nil(material.texture)
    texture = texture and ("<texture%s/>"):format(self:attributes("filename", texture)) or ""
    self:line("      <material%s>%s%s</material>", self:attributes("name", text_or_nil(material.name) or ""), color, texture)
end

-- What is drawn, as far as URDF can say it.
function Writer:shapes(element, list)
    for _, one in ipairs(list or {}) do
        local geometry = type(one) == "table" and self:geometry(one.shape)
        if geometry and (one.placement == nil or arguments.pose(one.placement)) then
            self:line("    <%s%s>", element, self:attributes("name", text_or_nil(one.name)))
            self:origin("      ", one.placement)
            self:line("      <geometry>%s</geometry>", geometry)
            if element == "visual" then self:material(one.material) end
            self:line("    </%s>", element)
        end
    end
end

function Writer:link(body)
    if not (body.inertia or body.visuals or body.collisions) then
        self:line("  <link%s/>", self:attributes("name", body.name))
        return
    end
    self:line("  <link%s>", self:attributes("name", body.name))
    self:inertia(body)
    self:shapes("visual", body.visuals)
    self:shapes("collision", body.collisions)
    self:line "  </link>"
end

local SAYABLE = {revolute = true, continuous = true, prismatic = true, fixed = true, floating = true, planar = true}

local NONE <const> = 1e16 -- a limit that is none

-- Other readers want a <limit> of what turns or slides between limits, with effort and velocity: what has none says so in a number.
function Writer:limits(joint)
    local limits = joint.limits or {}
    if joint.type == "fixed" or joint.type == "floating" and not joint.limits then return end
    for _, field in ipairs {"lower", "upper", "effort", "velocity"} do
        if type(limits[field]) == "table" then self:refuse("joint '%s' has a %s limit for each of its freedoms", joint.name, field) end
    end
    local lower, upper = limits.lower, limits.upper
    local between = joint.type == "revolute" or joint.type == "prismatic"
    if (lower or upper) and not between then
        self:refuse("joint '%s' has limits, which URDF does not know for a %s joint", joint.name, joint.type)
    end
    if not between and not next(limits) then return end
    if between then lower, upper = lower or -NONE, upper or NONE end
    self:line("    <limit%s/>", self:attributes("lower", lower, "upper", upper, "effort", limits.effort or NONE, "velocity", limits.velocity or NONE))
end

function Writer:joint(body, parent)
    local joint = body.joint
    if not SAYABLE[joint.type] then
        self:refuse("joint '%s' is %s, which URDF has no word for", joint.name, joint.type)
    end
    self:line("  <joint%s>", self:attributes("name", joint.name or unused(body.name .. "_fixed", self.joints), "type", joint.type))
    self:line("    <parent%s/>", self:attributes("link", parent))
    self:line("    <child%s/>", self:attributes("link", body.name))
    self:origin("    ", body.placement)
    if joint.axis and joint.type ~= "fixed" then self:line("    <axis xyz=\"%s\"/>", numbers(joint.axis)) end
    self:limits(joint)
    if joint.damping or joint.friction or joint.armature or joint.stiffness then
        self:line("    <dynamics%s/>", self:attributes("damping", joint.damping, "friction", joint.friction,
            "armature", joint.armature, "stiffness", joint.stiffness, "springref", joint.springref))
    end
    local mimic = joint.mimic
    if mimic then
        self:line("    <mimic%s/>", self:attributes("joint", mimic.joint, "multiplier", mimic.multiplier, "offset", mimic.offset))
    end
    self:line "  </joint>"
end

-- The name of the link from which all hangs, and the body that is that link: the one body that hangs from the world, if
-- it is simply welded there, or the one named so; else a link for the world (and no body).
function Writer:root(bodies)
    local root, several
    for _, body in ipairs(bodies) do
        if body.name == "world" then return "world", body end
        if not body.parent then root, several = body, root ~= nil end
        if several then break end
    end
    local welded = root and root.joint.type == "fixed" and not root.joint.name and Transform(root.placement) == IDENTITY
    if not several and welded then return root.name, root end
    return "world", nil
end

return function(t, kept)
    local w = setmetatable({name = t.name, pieces = {}, joints = Elements.joint_names_of(t.bodies)}, Writer)
    local touching = t.contacts and t.contacts[1] or t.grounds and t.grounds[1]
    if touching then w:refuse("it has the contact '%s', which URDF has no word for", touching.name) end
    if t.loops then w:refuse("it has the loop '%s', which URDF has no word for", t.loops[1].name) end
    local root, root_body = w:root(t.bodies)
    w:line "<?xml version=\"1.0\"?>"
    w:line("<robot%s>", w:attributes("name", t.name))
    local g = t.gravity
    if not (g[1] == 0 and g[2] == 0 and g[3] == -9.81) then w:line("  <rigid gravity=\"%s\"/>", numbers(g)) end
    if not root_body then w:line("  <link%s/>", w:attributes("name", root)) end
    for _, body in ipairs(t.bodies) do
        w:link(body)
        if body ~= root_body then w:joint(body, body.parent or root) end
    end
    local weightless = kept and kept.gravcomp or {}
    for _, body in ipairs(t.bodies) do
        if weightless[body.name] == 1 then w:line("  <gazebo%s><turnGravityOff>true</turnGravityOff></gazebo>", w:attributes("reference", body.name)) end
    end
    w:line "</robot>\n"
    return table.concat(w.pieces, "\n")
end
