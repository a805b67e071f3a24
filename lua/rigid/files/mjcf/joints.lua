-- One joint of MJCF as rigid.Model takes it, in the frame of its body: axis, limits, springs and dampers. q is qpos - ref, so that q = 0 is
-- the pose of the file.
local Reader = require "rigid.files.mjcf.reader"

local quoted, words = Reader.quoted, Reader.words

local OURS <const> = {free = "floating", ball = "spherical", slide = "prismatic", hinge = "revolute"}
local NONE <const> = 1e16 -- a limit that is none

local function range_of(r, joint, name, limited)
    local range = r:numbers(joint.element, joint.attributes, name, 2)
    local said = r:choice(joint.element, joint.attributes, limited, words "true false auto", "auto")
    if said == "false" then return nil end
    if said == "auto" then
        if not range or range[1] == 0 and range[2] == 0 then return nil end
        if not r:compiler_of(joint.element).autolimits then
            r:note("left_out", joint.element, {joint = joint.name}, "joint %s has a %s, but autolimits is false and %s is not said: left out",
                quoted(joint.name), name, limited)
            return nil
        end
    end
    if not range then r:bad(joint.element, "%s is true, and there is no %s", limited, name) end
    if range[1] <= -NONE and range[2] >= NONE then return nil end
    if not (range[1] < range[2]) then
        r:note("left_out", joint.element, {joint = joint.name}, "the %s of joint %s goes from %g to %g: left out", name, quoted(joint.name), range[1],
            range[2])
        return nil
    end
    return range
end

-- A coefficient that may be a polynomial: its linear part, and the list where there is more.
local function polynomial(r, joint, name)
    local list = r:numbers(joint.element, joint.attributes, name, 1, 3)
    if not list then return nil end
    if (list[2] or 0) == 0 and (list[3] or 0) == 0 then list = {list[1]} end
    if list[1] < 0 then
        r:note("left_out", joint.element, {joint = joint.name}, "the %s of joint %s is %g, below zero: left out", name, quoted(joint.name), list[1])
        return nil
    end
    return list[1], list[2] and list or nil
end

local function not_negative(r, joint, name)
    local x = r:number(joint.element, joint.attributes, name)
    if x and x < 0 then
        r:note("left_out", joint.element, {joint = joint.name}, "the %s of joint %s is %g, below zero: left out", name, quoted(joint.name), x)
        return nil
    end
    return x
end

local function spring_and_damper(r, joint, entry)
    local stiff, damp
    entry.damping, damp = polynomial(r, joint, "damping")
    entry.stiffness, stiff = polynomial(r, joint, "stiffness")
    local pair = r:numbers(joint.element, joint.attributes, "springdamper", 2)
    if pair and pair[1] > 0 and pair[2] > 0 then
        r:note("left_out", joint.element, {joint = joint.name},
            "springdamper of joint %s is left out: MuJoCo makes stiffness and damping of it from the mass behind the joint",
            quoted(joint.name))
    end
    if stiff or damp then
        r.kept.polynomials[joint.name] = {stiffness = stiff, damping = damp}
        r:note("taken", joint.element, {joint = joint.name},
            "joint %s has a spring or damper that is no straight line: m:passive_forces has the whole, a simulation its linear part",
            quoted(joint.name))
    end
    if joint.type == "free" and entry.stiffness then
        if entry.stiffness ~= 0 then
            r:note("left_out", joint.element, {joint = joint.name}, "the spring of the free joint %s is left out: stiffness %g", quoted(joint.name),
                entry.stiffness)
        end
        entry.stiffness = nil
    end
end

-- A joint as rigid.Model takes it; its point and axis are in the frame of the body.
function Reader:joint_entry(joint)
    local element, attributes = joint.element, joint.attributes
    local entry = {type = OURS[joint.type], name = joint.name}
    spring_and_damper(self, joint, entry)
    entry.armature, entry.friction = not_negative(self, joint, "armature"), not_negative(self, joint, "frictionloss")
    joint.ref = 0
    if joint.type == "hinge" or joint.type == "slide" then
        local function said(x) return joint.type == "hinge" and self:angle(element, x) or x end
        joint.ref = said(self:number(element, attributes, "ref") or 0)
        local springref = said(self:number(element, attributes, "springref") or 0) - joint.ref
        local curved = self.kept.polynomials[joint.name]
        if ((entry.stiffness or 0) ~= 0 or curved and curved.stiffness) and springref ~= 0 then entry.springref = springref end
        entry.axis = joint.outer:rotation() * self.unit(self, element, "axis", self:numbers(element, attributes, "axis", 3) or {0, 0, 1})
        entry.axis = entry.axis / entry.axis:norm()
        local range, effort = range_of(self, joint, "range", "limited"), range_of(self, joint, "actuatorfrcrange", "actuatorfrclimited")
        entry.limits = (range or effort) and {
            lower = range and range[1] > -NONE and said(range[1]) - joint.ref or nil, upper = range and range[2] < NONE and said(range[2]) - joint.ref or nil,
            effort = effort and math.max(math.abs(effort[1]), math.abs(effort[2])),
        }
        local velocity = tonumber(self.custom.velocity[joint.name])
        if velocity and velocity >= 0 then
            entry.limits = entry.limits or {}
            entry.limits.velocity = velocity
        end
        if self.custom.type[joint.name] == "continuous" and joint.type == "hinge" and not range then entry.type = "continuous" end
        if joint.ref ~= 0 then self.kept.reference[joint.name] = joint.ref end
    elseif joint.type == "ball" and range_of(self, joint, "range", "limited") then
        self:note("left_out", element, {joint = joint.name}, "the range of the ball joint %s is left out: a limit of its whole angle", quoted(joint.name))
    end
    if joint.type == "free" and (entry.armature or 0) ~= 0 then
        self:note("taken", element, {joint = joint.name},
            "the armature of the free joint %s resists the acceleration of the body in its own axes; MuJoCo's resists that in the "
            .. "world's", quoted(joint.name))
    end
    return entry
end

return Reader
