-- Reads URDF: the text of a file becomes the table that rigid.Model takes. What cannot be computed with is an error that
-- names file, line, link or joint; what can is taken, with a note. Bodies stand in the order of the joints in the file,
-- parents first. An inertia that no body can have is kept as it is, and noted: robots are not refused for their physics.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local xml = require "rigid.files.xml"

local RotationalInertia, Rotation, SpatialInertia = core.RotationalInertia, core.Rotation, core.SpatialInertia
local Transform, Vec3 = core.Transform, core.Vec3

local urdf = {}

-- So much is taken, that no file needs a gigabyte of memory.
local LINKS <const> = 50000
local SHAPES <const> = 150000 -- visuals and collisions
local NOTES <const> = 10000
local KINDS <const> = 1000 -- of elements that are ignored

-- A reader holds what was read so far: links and joints (lists, and tables by name), materials by name, notes, ignored
-- (how many elements of each name).
local Reader = {}
Reader.__index = Reader

-- ---- what is said to people -----------------------------------------------------------------------------------------

-- A name as it stands in a message: short, on one line.
local function quoted(name)
    if #name > 80 then name = name:sub(1, 77) .. "..." end
    return "'" .. name:gsub("%c", "?") .. "'"
end

local function title(subject) return subject.kind .. " " .. quoted(subject.name) end

function Reader:bad(line, subject, what, ...)
    what = what:format(...)
    local text = subject and title(subject) .. ": " .. what or what
    error(errors.of_file(self.path, line, text, subject and {[subject.kind] = subject.name}), 0)
end

-- A note on what was read. code: "taken" (for what is not said), "rounded", "ignored", "left_out", "massless", ...
function Reader:note(code, line, subject, what, ...)
    self.noted = self.noted + 1
    if self.noted > NOTES then return end
    what = what:format(...)
    local text = subject and title(subject) .. ": " .. what or what
    table.insert(self.notes, {
        code = code, line = line, number = #self.notes, text = ("%s:%d: %s"):format(self.path, line, text),
        [subject and subject.kind or "file"] = subject and subject.name or self.path,
    })
end

local function joined(list)
    if #list == 1 then return list[1] end
    return table.concat(list, ", ", 1, #list - 1) .. " and " .. list[#list]
end

local HINTED <const> = 5000 -- names that are looked through for the nearest

-- "; did you mean '...'?" for the name of something in the list that is like the word, or holds it.
local function hint(word, list)
    local names = {}
    for i = 1, math.min(#list, HINTED) do names[i] = list[i].name end
    local text = arguments.hint(word, names)
    for _, name in ipairs(names) do
        if text ~= "" then break end
        if name:find(word, 1, true) then text = ("; did you mean %s?"):format(quoted(name)) end
    end
    return text
end

-- ---- attributes -----------------------------------------------------------------------------------------------------

-- The attribute, or an error where it is required and missing.
function Reader:attribute(attributes, name, element, line, subject, required)
    local text = attributes[name]
    if not text then
        if required then self:bad(line, subject, "<%s> has no attribute '%s'", element, name) end
        return nil
    end
    if text:find("$", 1, true) and text:find "%$[{(]" then
        self:bad(line, subject, "%s=\"%s\" is for xacro to fill in; run `xacro` on this file first and load what it makes", name,
            #text > 80 and text:sub(1, 77) .. "..." or text)
    end
    return text
end

local NOT_FINITE = {nan = 0 / 0, ind = 0 / 0, qnan = 0 / 0, snan = 0 / 0, inf = math.huge, infinity = math.huge}

-- The number that a word says, whatever the locale; nil where it says none.
local function number_of(word)
    if word:find "^[+-]?%d*%.?%d*[eE]?[+-]?%d*$" then
        local x = tonumber(word)
        return x and x + 0.0
    end
    word = word:lower()
    local sign, name = word:match "^([+-]?)1%.#(%a+)%d*$" -- as Windows writes it
    if not name then sign, name = word:match "^([+-]?)(%a+)%(?%w*%)?$" end
    local x = NOT_FINITE[name]
    return x and sign == "-" and -x or x
end

-- A list of `count` numbers. `wild` numbers need not be finite: "limit" lets infinities pass, "physics" NaN too.
function Reader:numbers(attributes, name, count, element, line, subject, options)
    local text = self:attribute(attributes, name, element, line, subject, options and options.required)
    if not text then return nil end
    local wild, list = options and options.wild, {}
    for word in text:gmatch "%S+" do
        local x = number_of(word)
        if not x then self:bad(line, subject, "<%s %s=\"%s\">: %s is not a number", element, name, text:sub(1, 80), quoted(word)) end
        if x - x ~= 0 and not (wild == "physics" or wild == "limit" and x == x) then
            self:bad(line, subject, "<%s %s=\"%s\">: a finite number is needed", element, name, text:sub(1, 80))
        end
        list[#list + 1] = x
        if #list > count then break end
    end
    if #list ~= count then
        self:bad(line, subject, "<%s %s=\"%s\">: %d number%s needed", element, name, text:sub(1, 80), count, count == 1 and " is" or "s are")
    end
    return list
end

function Reader:number(attributes, name, element, line, subject, options)
    local x = number_of(attributes[name] or "")
    if x and x - x == 0 then return x end -- the rest says what is wrong
    local list = self:numbers(attributes, name, 1, element, line, subject, options)
    return list and list[1]
end

local REQUIRED <const> = {required = true}
local PHYSICS <const> = {required = true, wild = "physics"}
local PHYSICS_OPTIONAL <const> = {wild = "physics"}
local LIMIT <const> = {wild = "limit"}

-- Keep what an element said, unless its kind of element came before.
function Reader:keep(subject, field, value, element, line)
    if subject[field] == nil then
        subject[field] = value
    else
        self:note("ignored", line, subject.owner or subject, "a second <%s> is ignored", element)
    end
end

-- ---- elements -------------------------------------------------------------------------------------------------------

-- For each element that has children that mean something: by the name of the child, a function of reader, subject,
-- attributes and line that returns the name of the child's own context and its subject (nil: it has no children that
-- mean anything).
local CONTEXTS = {document = {}, robot = {}, link = {}, inertial = {}, shape = {}, geometry = {}, material = {}, joint = {}}

function CONTEXTS.document.robot(r, _, attributes, line)
    r.name = r:attribute(attributes, "name", "robot", line)
    if r.name == "" then r.name = nil end
    return "robot"
end

-- A link or joint, its name settled.
function Reader:named(kind, attributes, line)
    local name = self:attribute(attributes, "name", kind, line, nil, true)
    if name == "" then self:bad(line, nil, "<%s> has an empty name", kind) end
    local subject = {kind = kind, name = name, line = line}
    local same = self[kind .. "s"][name]
    if same then self:bad(line, subject, "a %s of this name is already there, in line %d; each needs its own", kind, same.line) end
    table.insert(self[kind .. "s"], subject)
    self[kind .. "s"][name] = subject
    return subject
end

function CONTEXTS.robot.link(r, _, attributes, line)
    if #r.links >= LINKS then r:bad(line, nil, "more than %d links", LINKS) end
    return "link", r:named("link", attributes, line)
end

local TYPES = {"revolute", "continuous", "prismatic", "fixed", "floating", "planar"}
for i, name in ipairs(TYPES) do TYPES[name] = i end

function CONTEXTS.robot.joint(r, _, attributes, line)
    local joint = r:named("joint", attributes, line)
    joint.type = r:attribute(attributes, "type", "joint", line, joint, true)
    if not TYPES[joint.type] then
        r:bad(line, joint, "type %s is none of %s%s", quoted(joint.type), joined(TYPES), arguments.hint(joint.type, TYPES))
    end
    return "joint", joint
end

-- A material of the robot, or the one of a shape, which may only name it.
local function material(r, owner, attributes, line)
    local name = r:attribute(attributes, "name", "material", line, owner)
    return {kind = "material", name = name or "", owner = owner, line = line}
end

function CONTEXTS.robot.material(r, _, attributes, line)
    local subject = material(r, nil, attributes, line)
    r.materials[subject.name] = r.materials[subject.name] or subject
    return "material", subject
end

-- Our own, which others pass over: the gravity of the model.
function CONTEXTS.robot.rigid(r, _, attributes, line)
    local gravity = r:numbers(attributes, "gravity", 3, "rigid", line)
    r.gravity = r.gravity or gravity
end

local function origin(r, subject, attributes, line, options)
    local owner = subject.owner or subject
    local o = {
        xyz = r:numbers(attributes, "xyz", 3, "origin", line, owner, options),
        rpy = r:numbers(attributes, "rpy", 3, "origin", line, owner, options),
        quaternion = r:numbers(attributes, "quat_xyzw", 4, "origin", line, owner, options),
    }
    if o.rpy and o.quaternion then r:bad(line, owner, "<origin> has both rpy and quat_xyzw; only one can say how it is turned") end
    local x, y, z, w = table.unpack(o.quaternion or {0, 0, 0, 1})
    if x == 0 and y == 0 and z == 0 and w == 0 then
        r:bad(line, owner, "<origin quat_xyzw=\"0 0 0 0\"> is no rotation: a quaternion of length zero does not turn anything")
    end
    r:keep(subject, "origin", o, "origin", line)
end

function CONTEXTS.link.inertial(r, link, _, line)
    local inertial = {owner = link, line = line}
    r:keep(link, "inertial", inertial, "inertial", line)
    return "inertial", inertial
end

function CONTEXTS.inertial.origin(r, inertial, attributes, line) origin(r, inertial, attributes, line, PHYSICS_OPTIONAL) end

function CONTEXTS.inertial.mass(r, inertial, attributes, line)
    r:keep(inertial, "mass", r:number(attributes, "value", "mass", line, inertial.owner, PHYSICS), "mass", line)
end

function CONTEXTS.inertial.inertia(r, inertial, attributes, line)
    local I = {}
    for _, name in ipairs {"xx", "yy", "zz", "xy", "xz", "yz"} do
        I[name] = r:number(attributes, "i" .. name, "inertia", line, inertial.owner, PHYSICS)
    end
    r:keep(inertial, "inertia", I, "inertia", line)
end

local function shape(list)
    return function(r, link, attributes, line)
        r.shapes = r.shapes + 1
        if r.shapes > SHAPES then r:bad(line, link, "more than %d visuals and collisions", SHAPES) end
        local subject = {owner = link, line = line, list = list, name = r:attribute(attributes, "name", "visual", line, link)}
        link[list] = link[list] or {}
        table.insert(link[list], subject)
        return "shape", subject
    end
end
CONTEXTS.link.visual, CONTEXTS.link.collision = shape "visuals", shape "collisions"

CONTEXTS.shape.origin = origin

function CONTEXTS.shape.geometry(_, subject) return "geometry", subject end

function CONTEXTS.shape.material(r, subject, attributes, line)
    local own = material(r, subject.owner, attributes, line)
    r:keep(subject, "material", own, "material", line)
    return "material", own
end

function CONTEXTS.geometry.box(r, subject, attributes, line)
    local size = r:numbers(attributes, "size", 3, "box", line, subject.owner, REQUIRED)
    r:keep(subject, "geometry", {type = "box", size = size}, "box", line)
end

function CONTEXTS.geometry.sphere(r, subject, attributes, line)
    local radius = r:number(attributes, "radius", "sphere", line, subject.owner, REQUIRED)
    r:keep(subject, "geometry", {type = "sphere", radius = radius}, "sphere", line)
end

for _, round in ipairs {"cylinder", "capsule"} do
    CONTEXTS.geometry[round] = function(r, subject, attributes, line)
        local radius = r:number(attributes, "radius", round, line, subject.owner, REQUIRED)
        local length = r:number(attributes, "length", round, line, subject.owner, REQUIRED)
        r:keep(subject, "geometry", {type = round, radius = radius, length = length}, round, line)
    end
end

function CONTEXTS.geometry.mesh(r, subject, attributes, line)
    local filename = r:attribute(attributes, "filename", "mesh", line, subject.owner, true)
    local scale = r:numbers(attributes, "scale", 3, "mesh", line, subject.owner)
    r:keep(subject, "geometry", {type = "mesh", filename = filename, scale = scale}, "mesh", line)
end

function CONTEXTS.material.color(r, subject, attributes, line)
    subject.color = r:numbers(attributes, "rgba", 4, "color", line, subject.owner, REQUIRED)
end

function CONTEXTS.material.texture(r, subject, attributes, line)
    subject.texture = r:attribute(attributes, "filename", "texture", line, subject.owner)
end

CONTEXTS.joint.origin = origin

for _, end_of in ipairs {"parent", "child"} do
    CONTEXTS.joint[end_of] = function(r, joint, attributes, line)
        local link = r:attribute(attributes, "link", end_of, line, joint, true)
        if joint[end_of] then r:bad(line, joint, "a second <%s>; a joint has one", end_of) end
        joint[end_of], joint[end_of .. "_line"] = link, line
    end
end

function CONTEXTS.joint.axis(r, joint, attributes, line)
    r:keep(joint, "axis", r:numbers(attributes, "xyz", 3, "axis", line, joint, REQUIRED), "axis", line)
    joint.axis_line = joint.axis_line or line
end

function CONTEXTS.joint.limit(r, joint, attributes, line)
    local limit = {line = line}
    for _, name in ipairs {"lower", "upper", "effort", "velocity"} do
        limit[name] = r:number(attributes, name, "limit", line, joint, LIMIT)
    end
    r:keep(joint, "limit", limit, "limit", line)
end

function CONTEXTS.joint.dynamics(r, joint, attributes, line)
    local dynamics = {line = line}
    for _, name in ipairs {"damping", "friction", "armature"} do -- the last is ours
        dynamics[name] = r:number(attributes, name, "dynamics", line, joint)
    end
    r:keep(joint, "dynamics", dynamics, "dynamics", line)
end

function CONTEXTS.joint.mimic(r, joint, attributes, line)
    r:keep(joint, "mimic", {
        line = line,
        joint = r:attribute(attributes, "joint", "mimic", line, joint, true),
        multiplier = r:number(attributes, "multiplier", "mimic", line, joint),
        offset = r:number(attributes, "offset", "mimic", line, joint),
    }, "mimic", line)
end

local OTHERS = {sdf = "SDF", mujoco = "MuJoCo's MJCF", COLLADA = "Collada", Model = "another program's"}

function Reader:refuse_root(element, line)
    local other = OTHERS[element]
    if other then self:bad(line, nil, "this is %s, not URDF, which begins with <robot>", other) end
    self:bad(line, nil, "a URDF file begins with <robot>, this one with <%s>", element:sub(1, 80))
end

function Reader:ignore(element)
    if not self.ignored[element] then
        if self.kinds == KINDS then return end
        self.kinds = self.kinds + 1
    end
    self.ignored[element] = (self.ignored[element] or 0) + 1
end

-- Read all elements into the reader.
function Reader:read(text)
    local contexts, subjects, depth, skipping = {"document"}, {}, 1, 0
    xml.read(text, self.path, function(element, attributes, line)
        if skipping > 0 then
            skipping = skipping + 1
            return
        end
        local handle = CONTEXTS[contexts[depth]][element]
        if handle then
            depth = depth + 1
            contexts[depth], subjects[depth] = handle(self, subjects[depth - 1], attributes, line)
            contexts[depth] = contexts[depth] or "leaf"
        elseif element:find "^xacro:" then
            self:bad(line, nil, "<%s> is for xacro to replace; run `xacro` on this file first and load what it makes", element:sub(1, 80))
        elseif depth == 1 then
            self:refuse_root(element, line)
        else
            self:ignore(element)
            skipping = 1
        end
    end, function()
        if skipping > 0 then skipping = skipping - 1 else depth = depth - 1 end
    end)
end
CONTEXTS.leaf = {}

-- ---- the tree -------------------------------------------------------------------------------------------------------

-- The joints of a circle, from the joint above a link upward until a link comes again.
function Reader:refuse_circle(link)
    local seen, names, joint = {}, {}, link.joint
    while not seen[joint] do
        seen[joint] = true
        joint = self.links[joint.parent].joint
    end
    local first = joint
    repeat
        table.insert(names, 1, quoted(joint.name))
        joint = self.links[joint.parent].joint
    until joint == first or #names == 6
    if joint ~= first then table.insert(names, 1, "...") end
    self:bad(first.line, first, "the joints %s go round in a circle: a robot is a tree, with one link that hangs from no joint",
        joined(names))
end

-- Give every link its joint (from above), and return the one that has none.
function Reader:connect()
    for _, joint in ipairs(self.joints) do
        for _, end_of in ipairs {"parent", "child"} do
            local name = joint[end_of]
            if not name then self:bad(joint.line, joint, "<%s link=\"...\"/> is missing", end_of) end
            if not self.links[name] then
                self:bad(joint[end_of .. "_line"], joint, "%s link %s does not exist%s", end_of, quoted(name), hint(name, self.links))
            end
        end
        local child = self.links[joint.child]
        if joint.parent == joint.child then self:bad(joint.line, joint, "link %s cannot be its own parent", quoted(joint.child)) end
        if child.joint then
            self:bad(joint.line, joint, "link %s hangs from joint %s (line %d) already; a link has one parent, so a closed loop must be cut",
                quoted(joint.child), quoted(child.joint.name), child.joint.line)
        end
        child.joint = joint
    end
    local root
    for _, link in ipairs(self.links) do
        if not link.joint and root then
            self:bad(link.line, link, "a second root: neither this link nor %s (line %d) hangs from a joint; join them, or take one out",
                quoted(root.name), root.line)
        end
        root = root or not link.joint and link or nil
    end
    if not root then self:refuse_circle(self.links[1]) end
    return root
end

-- The links, the root first, the others in the order of their joints but never before their parents.
function Reader:ordered(root)
    local order, placed = {root}, {[root] = true}
    for _, joint in ipairs(self.joints) do
        local pending, link = {}, self.links[joint.child]
        while not placed[link] do
            pending[#pending + 1] = link
            if #pending > #self.links then self:refuse_circle(link) end
            link = self.links[link.joint.parent]
        end
        for i = #pending, 1, -1 do
            order[#order + 1], placed[pending[i]] = pending[i], true
        end
    end
    return order
end

-- ---- from what was read to what rigid.Model takes -------------------------------------------------------------------

local function is_zero(list) return not list or list[1] == 0 and list[2] == 0 and list[3] == 0 end

local function rotation(o)
    if o and o.quaternion then
        local x, y, z, w = table.unpack(o.quaternion)
        return Rotation.quaternion(w, x, y, z)
    end
    return o and not is_zero(o.rpy) and Rotation.rpy(table.unpack(o.rpy)) or nil
end

-- Where an origin is; nil at the identity.
local function placement(o)
    local R = rotation(o)
    if not R and (not o or is_zero(o.xyz)) then return nil end
    return Transform(R or Rotation.identity(), o.xyz or {0, 0, 0})
end

local function is_finite(list)
    for _, x in ipairs(list or {}) do
        if x - x ~= 0 then return false end
    end
    return true
end

-- The inertia of a link about its frame, in its axes; nil where it says none.
function Reader:inertia(link)
    local inertial = link.inertial
    if not inertial then return nil end
    if not inertial.mass then self:note("taken", inertial.line, link, "<inertial> has no <mass>: taken as zero") end
    if not inertial.inertia then self:note("taken", inertial.line, link, "<inertial> has no <inertia>: taken as a point mass") end
    local o, I = inertial.origin or {}, RotationalInertia(inertial.inertia or {0, 0, 0})
    if not is_finite(o.rpy) or not is_finite(o.quaternion) then
        I = I * (0 / 0)
    elseif rotation(o) then
        I = I:re_express(rotation(o))
    end
    local M = SpatialInertia {mass = inertial.mass or 0, com = o.xyz, inertia = I, skip_validity_check = true}
    local problem = M:criticize()
    if problem then self:note("impossible_inertia", inertial.line, link, "the inertia is kept as it is, but %s", problem) end
    return M
end

-- Note each moving link that has no inertia, and nothing with one welded to it.
function Reader:note_massless(order)
    local has_inertia = {}
    for i = #order, 1, -1 do
        local link = order[i]
        has_inertia[link] = has_inertia[link] or link.inertial ~= nil
        if link.joint and link.joint.type == "fixed" then
            local parent = self.links[link.joint.parent]
            has_inertia[parent] = has_inertia[parent] or has_inertia[link]
        elseif link.joint and not has_inertia[link] then
            self:note("massless", link.line, link, "moves on joint %s, but neither it nor what is welded to it has an <inertial>: taken as massless",
                quoted(link.joint.name))
        end
    end
end

local ROUNDED <const> = 1e-3 -- an axis written with few digits is no cause for a note

-- The axis of a joint as a unit vector.
function Reader:axis(joint)
    local said = joint.axis or {1, 0, 0} -- as URDF has it
    local largest = math.max(math.abs(said[1]), math.abs(said[2]), math.abs(said[3]))
    if largest == 0 then self:bad(joint.axis_line, joint, "<axis xyz=\"0 0 0\"> has no direction to turn about or slide along") end
    local axis = Vec3(said) / largest
    local length = axis:norm()
    if math.abs(largest * length - 1) > ROUNDED then
        self:note("rounded", joint.axis_line, joint, "the axis has length %.6g: divided by it", largest * length)
    end
    return largest * length == 1 and Vec3(said) or axis / length
end

-- What bounds a joint, in the words of rigid.Model.
function Reader:limits(joint)
    local said = joint.limit
    if not said then return nil end
    local limits = {}
    for _, name in ipairs {"effort", "velocity"} do
        local value = said[name]
        if value and value < 0 then
            self:note("left_out", said.line, joint, "the limit of %s is %g, below zero: left out", name, value)
        else
            limits[name] = value
        end
    end
    if joint.type == "revolute" or joint.type == "prismatic" then
        limits.lower, limits.upper = said.lower, said.upper
        if said.lower or said.upper then -- the other one is zero, as URDF has it
            limits.lower, limits.upper = said.lower or 0.0, said.upper or 0.0
        end
        if limits.lower and limits.lower > limits.upper then
            self:note("left_out", said.line, joint, "the lower limit %g is above the upper limit %g: both are left out", limits.lower, limits.upper)
            limits.lower, limits.upper = nil, nil
        end
    elseif said.lower or said.upper then
        self:note("left_out", said.line, joint, "lower and upper limits mean nothing for a %s joint: left out", joint.type)
    end
    return next(limits) and limits or nil
end

local SINGLE = {revolute = true, continuous = true, prismatic = true}

-- The joint that this one follows, checked here as far as the file shows.
function Reader:mimic(joint)
    local said = joint.mimic
    local leader = self.joints[said.joint]
    if not leader then self:bad(said.line, joint, "<mimic> of joint %s, which does not exist%s", quoted(said.joint), hint(said.joint, self.joints)) end
    if leader == joint then self:bad(said.line, joint, "<mimic> of itself; a joint can only follow another") end
    if not SINGLE[joint.type] then
        self:bad(said.line, joint, "a %s joint cannot follow another with <mimic>: only one that turns about or slides along an axis can", joint.type)
    end
    if not SINGLE[leader.type] then
        self:bad(said.line, joint, "<mimic> of joint %s, which is %s: only one that turns about or slides along an axis can be followed",
            quoted(leader.name), leader.type)
    end
    return {joint = said.joint, multiplier = said.multiplier, offset = said.offset}
end

function Reader:joint_entry(joint)
    local entry = {type = joint.type, name = joint.name}
    if joint.type == "fixed" then
        if joint.mimic then self:note("left_out", joint.mimic.line, joint, "<mimic> means nothing for a fixed joint: left out") end
        return entry
    end
    if joint.type ~= "floating" then entry.axis = self:axis(joint) end
    entry.limits = self:limits(joint)
    for _, name in ipairs {"damping", "friction", "armature"} do
        local value = joint.dynamics and joint.dynamics[name]
        if value and value < 0 then
            self:note("left_out", joint.dynamics.line, joint, "the %s is %g, below zero: left out", name, value)
        else
            entry[name] = value
        end
    end
    entry.mimic = joint.mimic and self:mimic(joint)
    return entry
end

-- Visuals or collisions, for drawing: {shape=, placement=, name=, material=}.
function Reader:shape_entries(link, list)
    local entries = {}
    for _, subject in ipairs(link[list] or {}) do
        local own = subject.material
        local shared = own and self.materials[own.name]
        if not subject.geometry then
            self:note("left_out", subject.line, link, "a %s without a geometry that is known is left out", list:sub(1, -2))
        else
            entries[#entries + 1] = {
                name = subject.name, shape = subject.geometry, placement = placement(subject.origin),
                material = own and {
                    name = own.name ~= "" and own.name or nil, color = own.color or shared and shared.color,
                    texture = own.texture or shared and shared.texture,
                },
            }
        end
    end
    return #entries > 0 and entries or nil
end

function Reader:entry(link)
    local joint = link.joint
    if joint and link.name == "world" then
        self:bad(link.line, link, "hangs from joint %s, but 'world' is the name of the world itself; give the link another name", quoted(joint.name))
    end
    return {
        name = link.name, parent = joint and joint.parent, joint = joint and self:joint_entry(joint),
        placement = joint and placement(joint.origin), inertia = self:inertia(link),
        visuals = self:shape_entries(link, "visuals"), collisions = self:shape_entries(link, "collisions"),
        source = {file = self.path, line = link.line, joint_line = joint and joint.line, inertial_line = link.inertial and link.inertial.line},
    }
end

local LISTED <const> = 20 -- names of ignored elements

function Reader:finish_notes()
    table.sort(self.notes, function(a, b)
        if a.line ~= b.line then return a.line < b.line end
        return a.number < b.number
    end)
    local notes, names = self.notes, {}
    for _, note in ipairs(notes) do note.number = nil end
    if self.noted > NOTES then
        table.insert(notes, {code = "left_out", text = ("%s: %d more notes are left out"):format(self.path, self.noted - NOTES)})
    end
    for name in pairs(self.ignored) do names[#names + 1] = name end
    table.sort(names)
    local listed = {}
    for i = 1, math.min(#names, LISTED) do listed[i] = ("<%s> (%d)"):format(names[i]:sub(1, 80), self.ignored[names[i]]) end
    if #names > LISTED then listed[LISTED + 1] = ("%d others"):format(#names - LISTED) end
    if #names > 0 then
        table.insert(notes, {code = "ignored", text = ("%s: ignored, as nothing is computed from them: %s"):format(self.path, joined(listed))})
    end
    return notes
end

local function read_all(text, path)
    local r = setmetatable({
        path = path, links = {}, joints = {}, materials = {}, shapes = 0, notes = {}, noted = 0, ignored = {}, kinds = 0,
    }, Reader)
    r:read(text)
    if #r.links == 0 then r:bad(1, nil, "the robot has no links") end
    return r
end

-- The links alone, each hanging from the world, of a file whose joints make no tree: what rigid.Model takes.
function urdf.read_links(text, path)
    local r, bodies = read_all(text, path), {}
    for i, link in ipairs(r.links) do bodies[i] = r:entry(link) end
    return {name = r.name, bodies = bodies, notes = r:finish_notes()}
end

-- The table that rigid.Model takes, from the text of the file at path.
function urdf.read(text, path)
    local r = read_all(text, path)
    local order, bodies = r:ordered(r:connect()), {}
    for i, link in ipairs(order) do bodies[i] = r:entry(link) end
    r:note_massless(order)
    return {name = r.name, gravity = r.gravity, bodies = bodies, notes = r:finish_notes()}
end

return urdf
