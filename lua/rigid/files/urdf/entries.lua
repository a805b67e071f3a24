-- From what was read to what rigid.Model takes: the entry of each link, with its joint, inertia and shapes; and the notes.
local core = require "rigid.core"
local Reader = require "rigid.files.urdf.reader"
local sorted = require "rigid.sorted"

local RotationalInertia, Rotation, SpatialInertia = core.RotationalInertia, core.Rotation, core.SpatialInertia
local Transform, Vec3 = core.Transform, core.Vec3
local hint, joined, quoted = Reader.hint, Reader.joined, Reader.quoted

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

-- The same of a joint, by the angles where the file has them: what was typed is looked at by the doctor.
local function joint_placement(o)
    local by_angles = o and not o.quaternion and not is_zero(o.rpy) and is_finite(o.rpy) and is_finite(o.xyz)
    return by_angles and {rpy = o.rpy, position = o.xyz} or placement(o)
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

local BETWEEN <const> = {revolute = true, prismatic = true}
local NONE <const> = 1e16 -- a limit that is none

-- What bounds a joint, in the words of rigid.Model.
function Reader:limits(joint)
    local said = joint.limit
    if BETWEEN[joint.type] and not (said and (said.lower or said.upper)) then table.insert(self.unlimited, joint) end
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
    if BETWEEN[joint.type] then
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
    for name, value in pairs(limits) do
        if value <= -NONE and value > -math.huge or value >= NONE and value < math.huge then limits[name] = nil end
    end
    return next(limits) and limits or nil
end

local SINGLE = {revolute = true, continuous = true, prismatic = true, helical = true}
local NO_REST <const> = {floating = true, spherical = true} -- whose q is not one number for each freedom

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
    if joint.type == "universal" then
        entry.axis, entry.axis2 = {1, 0, 0}, {0, 1, 0} -- as Drake has it, whatever <axis> says
        if joint.axis then self:note("ignored", joint.axis_line, joint, "<axis> means nothing for a universal joint, which turns about x, then y") end
    elseif joint.type ~= "floating" and joint.type ~= "spherical" then
        entry.axis, entry.pitch = self:axis(joint), joint.pitch
    end
    entry.limits = self:limits(joint)
    for _, name in ipairs {"damping", "friction", "armature", "stiffness", "springref"} do
        local value = joint.dynamics and joint.dynamics[name]
        if value and (joint.type == "floating" and name == "stiffness" or NO_REST[joint.type] and name == "springref") then
            self:note("left_out", joint.dynamics.line, joint, "a %s joint has no such spring: %s left out", joint.type, name)
        elseif value and value < 0 and name ~= "springref" then
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
    local file, line = self:place_of(link.line)
    local _, joint_line = self:place_of(joint and joint.line)
    local _, inertial_line = self:place_of(link.inertial and link.inertial.line)
    return {
        name = link.name, parent = joint and joint.parent, joint = joint and self:joint_entry(joint),
        placement = joint and joint_placement(joint.origin), inertia = self:inertia(link),
        visuals = self:shape_entries(link, "visuals"), collisions = self:shape_entries(link, "collisions"),
        source = {file = file, line = line, joint_line = joint_line, inertial_line = inertial_line},
    }
end

-- One note for all joints that should have limits, and say none.
function Reader:note_unlimited()
    local first, count = self.unlimited[1], #self.unlimited
    if not first then return end
    self:note("taken", first.line, first, "a %s joint has a <limit> with lower and upper in URDF, and this%s: taken as without", first.type,
        count == 1 and " has none" or (" and %d other%s have none"):format(count - 1, count == 2 and "" or "s"))
end

local LISTED <const> = 20 -- names of ignored elements

function Reader:finish_notes()
    table.sort(self.notes, function(a, b)
        if a.order ~= b.order then return a.order < b.order end
        return a.number < b.number
    end)
    local notes, names = self.notes, sorted(self.ignored)
    for _, note in ipairs(notes) do note.number, note.order = nil, nil end
    if self.noted > self.NOTES then
        table.insert(notes, {code = "left_out", text = ("%s: %d more notes are left out"):format(self.path, self.noted - self.NOTES)})
    end
    local listed = {}
    for i = 1, math.min(#names, LISTED) do listed[i] = ("<%s> (%d)"):format(names[i]:sub(1, 80), self.ignored[names[i]]) end
    if #names > LISTED then listed[LISTED + 1] = ("%d others"):format(#names - LISTED) end
    if #names > 0 then
        table.insert(notes, {code = "ignored", text = ("%s: ignored, as nothing is computed from them: %s"):format(self.path, joined(listed))})
    end
    return notes
end

return Reader
