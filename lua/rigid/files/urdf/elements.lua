-- The elements of URDF, read into a reader: for each that has children that mean something, what its children say.
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local Reader = require "rigid.files.urdf.reader"
local xacro = require "rigid.files.xacro"
local xml = require "rigid.files.xml"

local joined, quoted = Reader.joined, Reader.quoted

-- So much is taken, that no file needs a gigabyte of memory.
local LINKS <const> = 50000
local SHAPES <const> = 150000 -- visuals and collisions
local KINDS <const> = 1000 -- of elements that are ignored

local REQUIRED <const> = {required = true}
local PHYSICS <const> = {required = true, wild = "physics"}
local PHYSICS_OPTIONAL <const> = {wild = "physics"}
local LIMIT <const> = {wild = "limit"}

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
    if same then self:bad(line, subject, "a %s of this name is already there, in %s; each needs its own", kind, self:line_in_words(same.line)) end
    table.insert(self[kind .. "s"], subject)
    self[kind .. "s"][name] = subject
    return subject
end

function CONTEXTS.robot.link(r, _, attributes, line)
    if #r.links >= LINKS then r:bad(line, nil, "more than %d links", LINKS) end
    return "link", r:named("link", attributes, line)
end

local TYPES = {"revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"} -- the last is Bullet's
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
    local before = r.materials[subject.name]
    if before then r:note("ignored", line, nil, "material %s is there already, in %s, which is taken", quoted(subject.name), r:line_in_words(before.line)) end
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
    local missing = {}
    for _, name in ipairs {"xx", "yy", "zz", "xy", "xz", "yz"} do
        local product = name:sub(1, 1) ~= name:sub(2)
        I[name] = r:number(attributes, "i" .. name, "inertia", line, inertial.owner, product and PHYSICS_OPTIONAL or PHYSICS)
        if not I[name] then I[name], missing[#missing + 1] = 0.0, "i" .. name end
    end
    if #missing > 0 then r:note("taken", line, inertial.owner, "<inertia> has no %s: taken as zero", joined(missing)) end
    r:keep(inertial, "inertia", I, "inertia", line)
end

-- Numbers of what is only drawn: where they are none, that is noted, and nothing hangs on it.
local function drawn(r, attributes, name, count, element, line, owner)
    local ok, numbers = errors.try(r.numbers, r, attributes, name, count, element, line, owner)
    if ok then return numbers end
    if not errors.is(numbers) then error(numbers, 0) end
    r:note("left_out", line, owner, "the %s of <%s> is left out: '%s' is not what is wanted, %d numbers", name, element,
        attributes[name]:sub(1, 80):gsub("%c", "?"), count)
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
    local scale = drawn(r, attributes, "scale", 3, "mesh", line, subject.owner)
    r:keep(subject, "geometry", {type = "mesh", filename = filename, scale = scale}, "mesh", line)
end

function CONTEXTS.material.color(r, subject, attributes, line)
    subject.color = attributes.rgba and drawn(r, attributes, "rgba", 4, "color", line, subject.owner)
    if not attributes.rgba then r:attribute(attributes, "rgba", "color", line, subject.owner, true) end
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
    if joint.type == "fixed" then return end -- it means nothing, whatever it says
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
    for _, name in ipairs {"damping", "friction", "armature", "stiffness", "springref"} do -- the last three are ours
        local each = name == "damping" and joint.type == "planar" and r:damping_of_each(attributes, line, joint)
        dynamics[name] = each or r:number(attributes, name, "dynamics", line, joint)
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

-- What others mean by the children of these is told in urdf/extras.lua; those that it does not name are counted there.
local QUIET <const> = {gazebo = true, transmission = true, actuator = true}

-- Read all elements into the reader. The subject of a "text" is a function that takes it.
function Reader:read(text)
    local contexts, subjects, depth, skipping, texts = {"document"}, {}, 1, 0, nil
    local blanks, declaration = text:match "^(%s+)(<%?xml[^>]*%?>)"
    if blanks and not declaration:find "encoding" or blanks and declaration:lower():find "utf%-8" then
        text = blanks .. (" "):rep(#declaration) .. text:sub(#blanks + #declaration + 1)
        self:note("taken", 1, nil, "blanks stand before <?xml, where nothing may: passed over")
    end
    local source = self.path:lower():find "%.xacro$" and xacro.read or xml.read
    if self.recording then source = self.recording:through(source) end
    source(text, self.path, function(element, attributes, line, _, file)
        line = self:line_in(file, line)
        if skipping > 0 then
            skipping = skipping + 1
            return
        end
        local handle = CONTEXTS[contexts[depth]][element]
        if handle then
            depth = depth + 1
            contexts[depth], subjects[depth] = handle(self, subjects[depth - 1], attributes, line)
            contexts[depth] = contexts[depth] or "leaf"
            if contexts[depth] == "text" then texts = {} end
        elseif QUIET[contexts[depth]] then
            subjects[depth].others = true
            skipping = 1
        elseif element:find "^xacro:" then
            self:note("ignored", line, nil, "<%s> is for xacro to replace, and is passed over: where it matters, give the file a name that ends in .xacro",
                element:sub(1, 80))
            skipping = 1
        elseif depth == 1 then
            self:refuse_root(element, line)
        else
            self:ignore(element)
            skipping = 1
        end
    end, function()
        if skipping > 0 then
            skipping = skipping - 1
            return
        end
        if contexts[depth] == "text" then subjects[depth](table.concat(texts):match "^%s*(.-)%s*$") end
        depth = depth - 1
    end, function(piece)
        if skipping == 0 and contexts[depth] == "text" then texts[#texts + 1] = piece end
    end)
end
CONTEXTS.leaf, CONTEXTS.text = {}, {}
Reader.CONTEXTS = CONTEXTS

return Reader
