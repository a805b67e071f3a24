-- One joint of SDF as rigid.Model takes it, in the frame of the joint: axes, limits, dynamics, what it follows.
local core = require "rigid.core"
local Reader = require "rigid.files.sdf.scopes"

local Vec3 = core.Vec3
local quoted = Reader.quoted

local HUGE <const>, NONE <const> = math.huge, 1e16 -- a limit that is none

-- A direction in the frame of the joint.
local function axis_of(r, joint, element)
    local xyz = r.child(element, "xyz")
    local list = xyz and r.text_of(xyz) ~= "" and r:numbers_in(xyz, "the axis <xyz>", r.text_of(xyz), 3, 3) or {0, 0, 1}
    local v = Vec3(list[1], list[2], list[3])
    local largest = math.max(math.abs(v.x), math.abs(v.y), math.abs(v.z))
    if largest == 0 then r:bad(xyz, "the axis of joint %s is zero: it has no direction", quoted(joint.path)) end
    v = v / largest
    v = v / v:norm()
    local frame = xyz and xyz.attributes.expressed_in
    local own = r.child(element, "use_parent_model_frame")
    if frame == "" then frame = nil end
    if not frame and (joint.scope.version < 1.5 or own and r:boolean(own, r.text_of(own))) then frame = "__model__" end
    if frame == "__model__" and joint.root then frame = joint.root end
    if not frame then return v end
    local R = r:pose_in_world(joint):rotation():inverse() * r:pose_in_world(r:find(joint.scope, frame, xyz or element, "expressed_in")):rotation()
    v = R * v
    return v / v:norm()
end

local function limit_of(r, joint, element)
    local limit, limits = r.child(element, "limit"), {}
    for _, name in ipairs {"lower", "upper"} do
        local x = r:number_of_child(limit, name, "limit")
        if x and math.abs(x) < NONE then limits[name] = x end
    end
    for _, name in ipairs {"effort", "velocity"} do
        local x = r:number_of_child(limit, name, "limit")
        if x and x >= 0 and x < NONE then limits[name] = x end
    end
    if limits.lower and limits.upper and limits.lower > limits.upper then
        r:note("left_out", limit, {joint = joint.path}, "the lower limit %g of joint %s is above the upper limit %g: both are left out", limits.lower,
            quoted(joint.path), limits.upper)
        limits.lower, limits.upper = nil, nil
    end
    return limits
end

local DYNAMICS <const> = {armature = "rigid:armature", damping = "damping", friction = "friction", stiffness = "spring_stiffness",
    springref = "spring_reference"}

local function dynamics_of(r, joint, element)
    local dynamics, found = r.child(element, "dynamics"), {}
    for ours, theirs in pairs(DYNAMICS) do
        local x = r:number_of_child(dynamics, theirs)
        if x and x < 0 and ours ~= "springref" then
            r:note("left_out", dynamics, {joint = joint.path}, "the %s of joint %s is %g, below zero: left out", theirs, quoted(joint.path), x)
        else
            found[ours] = x
        end
    end
    if (found.stiffness or 0) == 0 then found.springref = nil end
    return found
end

local function mimic_of(r, joint, element)
    local mimic = r.child(element, "mimic")
    if not mimic then return nil end
    local name = mimic.attributes.joint
    if not name then r:bad(mimic, "it has no attribute 'joint'") end
    local leader = r:find(joint.scope, name, mimic, "joint")
    if leader.kind ~= "joint" then r:bad(mimic, "%s is a %s, and no joint", quoted(name), leader.kind or "model") end
    local ratio, offset = r:number_of_child(mimic, "multiplier") or 1, r:number_of_child(mimic, "offset") or 0
    local reference = r:number_of_child(mimic, "reference") or 0
    return {joint = leader.path, multiplier = ratio, offset = offset - ratio * reference}
end

local SINGLE <const> = {revolute = "revolute", continuous = "continuous", prismatic = "prismatic", screw = "helical"}

local function single(r, joint, entry, element)
    entry.type, entry.axis = SINGLE[joint.type], axis_of(r, joint, element)
    local limits = limit_of(r, joint, element)
    if entry.type == "continuous" then limits.lower, limits.upper = nil, nil end
    entry.limits = next(limits) and limits or nil
    for name, value in pairs(dynamics_of(r, joint, element)) do entry[name] = value end
    entry.mimic = mimic_of(r, joint, element)
end

-- Lists of one number for each of the two axes, where one of them says something.
local function double(r, joint, entry, first, second)
    entry.type, entry.axis, entry.axis2 = "universal", axis_of(r, joint, first), axis_of(r, joint, second)
    if entry.axis:cross(entry.axis2):norm() < 1e-6 then r:bad(second, "the two axes of joint %s are parallel", quoted(joint.path)) end
    local a, b, limits = limit_of(r, joint, first), limit_of(r, joint, second), {}
    for name, none in pairs {lower = -HUGE, upper = HUGE, effort = HUGE, velocity = HUGE} do
        if a[name] or b[name] then limits[name] = {a[name] or none, b[name] or none} end
    end
    entry.limits = next(limits) and limits or nil
    local x, y = dynamics_of(r, joint, first), dynamics_of(r, joint, second)
    for name in pairs(DYNAMICS) do
        if x[name] == y[name] then
            entry[name] = x[name]
        else
            r:note("left_out", joint.element, {joint = joint.path},
                "joint %s says %s %g about one axis and %g about the other; one number for both is known here: left out",
                quoted(joint.path), DYNAMICS[name], x[name] or 0, y[name] or 0)
        end
    end
    if not entry.stiffness then entry.springref = nil end
    if mimic_of(r, joint, first) or mimic_of(r, joint, second) then
        r:note("left_out", first, {joint = joint.path}, "<mimic> of a joint with two axes is left out")
    end
end

local function pitch_of(r, joint)
    local turn = r:number_of_child(joint.element, "screw_thread_pitch")
    if turn then return turn / (2 * math.pi) end
    local thread = r:number_of_child(joint.element, "thread_pitch")
    if thread == 0 then r:bad(joint.element, "thread_pitch is zero, in rad/m: it would slide without end") end
    return -1 / (thread or 1)
end

-- What rigid.Model takes as a joint, in the frame of the joint.
function Reader:joint_entry(joint)
    local entry = {name = joint.path ~= "" and joint.path or nil}
    local first, second = self.child(joint.element, "axis"), self.child(joint.element, "axis2")
    if joint.type == "fixed" then
        entry.type = "fixed"
    elseif joint.type == "ball" then
        entry.type = "spherical"
        if first and next(dynamics_of(self, joint, first)) then
            local said = dynamics_of(self, joint, first)
            entry.damping, entry.friction, entry.armature, entry.stiffness = said.damping, said.friction, said.armature, said.stiffness
        end
    else
        if not first then self:bad(joint.element, "joint %s is %s, and has no <axis>", quoted(joint.path), joint.type) end
        if SINGLE[joint.type] then
            single(self, joint, entry, first)
            if joint.type == "screw" then entry.pitch = pitch_of(self, joint) end
        else
            if not second then self:bad(joint.element, "joint %s is %s, and has no <axis2>", quoted(joint.path), joint.type) end
            double(self, joint, entry, first, second)
        end
    end
    return entry
end

return Reader
