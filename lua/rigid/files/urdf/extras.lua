-- What others put into URDF that forces come of: Drake's joints and its rotors within <transmission>, Gazebo's springs and its links without
-- weight within <gazebo reference="...">. What steers a solver, a sensor or a picture there is passed over, and counted.
local errors = require "rigid.errors"
local Reader = require "rigid.files.urdf.reader"

local joined, quoted = Reader.joined, Reader.quoted

local CONTEXTS = Reader.CONTEXTS
CONTEXTS.gazebo, CONTEXTS.transmission, CONTEXTS.actuator = {}, {}, {}

-- ---- Drake ----------------------------------------------------------------------------------------------------------

local OURS <const> = {ball = "spherical", planar = "planar", screw = "helical", universal = "universal"}
local DRAKES <const> = {"ball", "planar", "screw", "universal"}

CONTEXTS.robot["drake:joint"] = function(r, _, attributes, line)
    local joint = r:named("joint", attributes, line)
    local kind = r:attribute(attributes, "type", "drake:joint", line, joint, true)
    joint.type = OURS[kind]
    if not joint.type then r:bad(line, joint, "<drake:joint> of type %s: %s are read", quoted(kind), joined(DRAKES)) end
    joint.screw = kind == "screw"
    r.extras[#r.extras + 1] = joint
    return "joint", joint
end

-- Metres a turn, right-handed; ours is metres a radian.
CONTEXTS.joint["drake:screw_thread_pitch"] = function(r, joint, attributes, line)
    local pitch = r:number(attributes, "value", "drake:screw_thread_pitch", line, joint, {required = true})
    r:keep(joint, "pitch", pitch / (2 * math.pi), "drake:screw_thread_pitch", line)
end

-- The one damping that Drake's planar joint has where it says three; nothing where it says one.
function Reader:damping_of_each(attributes, line, joint)
    local ok, list = errors.try(self.numbers, self, attributes, "damping", 3, "dynamics", line, joint)
    if not ok or not list then return nil end
    if list[1] == list[2] and list[2] == list[3] then return list[1] end
    self:note("left_out", line, joint, "its damping is of each freedom another (%g, %g, %g), and one is taken for all of a joint: left out", list[1],
        list[2], list[3])
    return 0.0
end

function CONTEXTS.robot.transmission(r, _, _, line)
    local transmission = {line = line, kind = "transmission", others = true}
    r.extras[#r.extras + 1] = transmission
    return "transmission", transmission
end

function CONTEXTS.transmission.joint(r, transmission, attributes, line)
    transmission.joint = transmission.joint or r:attribute(attributes, "name", "joint", line)
end

function CONTEXTS.transmission.actuator(_, transmission) return "actuator", transmission end

for element, field in pairs {["drake:rotor_inertia"] = "rotor", ["drake:gear_ratio"] = "ratio"} do
    CONTEXTS.actuator[element] = function(r, transmission, attributes, line)
        transmission[field] = r:number(attributes, "value", element, line, nil, {required = true})
    end
end

-- The rotor of an actuator, seen from the joint.
local function take_rotor(r, transmission)
    if not transmission.rotor then return r:ignore "transmission" end
    local joint = r.joints[transmission.joint or ""]
    local armature = transmission.rotor * (transmission.ratio or 1) ^ 2
    if not joint then
        return r:note("left_out", transmission.line, nil, "the rotor of the transmission of joint %s, which does not exist, is left out",
            quoted(transmission.joint or ""))
    end
    joint.dynamics = joint.dynamics or {line = transmission.line}
    if joint.dynamics.armature then
        r:note("left_out", transmission.line, joint, "it says an armature of its own: the rotor of its transmission is left out")
    else
        joint.dynamics.armature = armature
    end
end

-- ---- Gazebo ---------------------------------------------------------------------------------------------------------

function CONTEXTS.robot.gazebo(r, _, attributes, line)
    local gazebo = {line = line, kind = "gazebo", reference = r:attribute(attributes, "reference", "gazebo", line)}
    r.extras[#r.extras + 1] = gazebo
    return "gazebo", gazebo
end

-- What an element says as its text, or as its attribute 'value', as Gazebo reads it.
local function said(element, read)
    CONTEXTS.gazebo[element] = function(r, gazebo, attributes, line)
        local field = {line = line}
        gazebo[element] = gazebo[element] or field
        return "text", function(text) field.value = read(r, {value = attributes.value or text}, element, line) end
    end
end

local NOT <const> = {["false"] = true, no = true, ["0"] = true}

local function number(r, attributes, element, line) return r:number(attributes, "value", element, line) end
local function truth(_, attributes) return not NOT[attributes.value:lower()] end

said("springStiffness", number)
said("springReference", number)
said("turnGravityOff", truth)
said("gravity", truth)

-- What Gazebo makes SDF of, and forces come of it, but none here.
for _, element in ipairs {"dampingFactor", "velocity_decay", "axis", "dynamics", "limit", "inertial", "pose", "kinematic"} do
    CONTEXTS.gazebo[element] = function(r, gazebo, _, line)
        r:note("left_out", line, nil, "<%s> within <gazebo reference=%s> is left out: what moves, and how hard, is what the robot's own elements say",
            element, quoted(gazebo.reference or ""))
        gazebo.noted = true
        return "passed"
    end
end
CONTEXTS.passed = setmetatable({}, {__index = function() return function() return "passed" end end})

local function take_spring(gazebo, joint)
    joint.dynamics = joint.dynamics or {line = gazebo.line}
    for element, field in pairs {springStiffness = "stiffness", springReference = "springref"} do
        if gazebo[element] then joint.dynamics[field] = joint.dynamics[field] or gazebo[element].value end
    end
end

local function take_gazebo(r, gazebo)
    local spring, weight = gazebo.springStiffness or gazebo.springReference, gazebo.turnGravityOff or gazebo.gravity
    if gazebo.others or not (spring or weight or gazebo.noted) then r:ignore "gazebo" end
    local joint, link = r.joints[gazebo.reference or ""], r.links[gazebo.reference or ""]
    if spring and joint then take_spring(gazebo, joint) end
    local off = gazebo.turnGravityOff and gazebo.turnGravityOff.value or gazebo.gravity and not gazebo.gravity.value
    if off and link then
        r.kept.gravcomp[link.name] = 1
        r:note("taken", weight.line, link, "gravity does not act on it: m:passive_forces has the weight that is carried, gravity stays whole")
    end
    if spring and not joint or weight and not link then
        r:note("left_out", gazebo.line, nil, "<gazebo reference=%s>: there is no %s of that name: left out", quoted(gazebo.reference or ""),
            spring and not joint and "joint" or "link")
    end
end

-- Let links and joints have what was said of them elsewhere.
function Reader:take_extras()
    for _, one in ipairs(self.extras) do
        if one.kind == "gazebo" then take_gazebo(self, one)
        elseif one.kind == "transmission" then take_rotor(self, one)
        elseif one.screw and not one.pitch then self:bad(one.line, one, "<drake:screw_thread_pitch value=\"...\"/> is missing") end
    end
end

return Reader
