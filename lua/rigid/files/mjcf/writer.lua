-- A model as the text of an MJCF file: SI units, radians, quaternions. Bodies are nested as the tree is; visuals and collisions weigh
-- nothing, each inertia is said in full. What MJCF has no word for stands in <custom>, where MuJoCo passes it over and rigid.load finds it
-- again: names of fixed joints, limits of velocity, which joints follow others by mimic (for MuJoCo an equality). MuJoCo wants A + B >= C of moments to the
-- last bit: those at the bound are rounded inwards, by a part in 1e14.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local joints = require "rigid.model.joints"
local Base = require "rigid.files.element_writer"
local are_numbers = require("rigid.files.words").are_numbers

local SpatialInertia, Transform, Vec3 = core.SpatialInertia, core.Transform, core.Vec3

local Writer = setmetatable({}, {__index = Base})
Writer.__index = Writer

local function quaternion(X)
    local w, x, y, z = X:rotation():quaternion()
    return {w, x, y, z}
end

-- pos="..." quat="...", as far as they are not the identity.
function Writer:place(X)
    local p = X:position():table()
    local moved = p[1] ~= 0 or p[2] ~= 0 or p[3] ~= 0
    return self:attributes("pos", moved and p or nil, "quat", self.is_turned(X) and quaternion(X) or nil)
end

-- ---- inertia --------------------------------------------------------------------------------------------------------

local INWARDS <const>, AT_BOUND <const> = 1e-14, 1e-13

local function central(said)
    local M = SpatialInertia(said)
    local I = M:central_inertia():table()
    local list = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}
    for _, x in ipairs(list) do
        if x - x ~= 0 then return M, list end
    end
    local moments = M:central_inertia():principal()
    local largest = math.abs(moments[3])
    local room = moments[1] + moments[2] - moments[3]
    if largest > 0 and room < AT_BOUND * largest and room > -AT_BOUND * largest then
        for i = 1, 3 do list[i] = list[i] + math.max(0, -room) + INWARDS * largest end
        return M, list, true
    end
    return M, list
end

function Writer:inertial(indent, body)
    if self.is_nothing(body.inertia) then return end
    body.inertia.skip_validity_check = true
    local M, list, rounded = central(body.inertia)
    local com = M:com()
    local diagonal = list[4] == 0 and list[5] == 0 and list[6] == 0
    local moments = diagonal and self:attributes("diaginertia", {list[1], list[2], list[3]}) or self:attributes("fullinertia", list)
    if rounded then self:line(indent, "<!-- a thin body: its moments are rounded inwards, for MuJoCo takes no A + B < C -->") end
    self:line(indent, "<inertial%s%s/>", self:attributes("pos", {com.x, com.y, com.z}, "mass", M:mass()), moments)
end

-- ---- shapes ---------------------------------------------------------------------------------------------------------

local function half(list)
    local h = {}
    for i, x in ipairs(list) do h[i] = x / 2 end
    return h
end

-- The numbers of a shape's size as MJCF has them; nil where it has none.
local function size_of(shape)
    local kind, r, l = shape.type, shape.radius, shape.length
    if kind == "box" and are_numbers(3, shape.size) then return half(shape.size) end
    if kind == "sphere" and are_numbers(1, {r}) then return {r} end
    if kind == "ellipsoid" and are_numbers(3, shape.radii) then return shape.radii end
    if (kind == "cylinder" or kind == "capsule") and are_numbers(2, {r, l}) then return {r, l / 2} end
end

-- The attributes of a shape; nil where MJCF has none, or not enough is said, or it has no extent: MuJoCo takes no such size.
function Writer:shape(shape)
    if type(shape) ~= "table" then return nil end
    local kind, size = shape.type, size_of(shape)
    for _, x in ipairs(size or {}) do
        if not (x > 0 and x < math.huge) then return self:lose("a %s with a size of %s", kind, self.numbers(size)) end
    end
    if size then return self:attributes("type", kind, "size", size) end
    if kind == "mesh" and type(shape.filename) == "string" then
        local scale = are_numbers(3, shape.scale) and shape.scale or nil
        local key = shape.filename .. "\0" .. (scale and self.numbers(scale) or "")
        local mesh = self.meshes[key]
        if not mesh then
            local base = shape.filename:match "([^/\\]*)$":gsub("%.%w+$", "")
            mesh = {name = self.unused(base ~= "" and base or "mesh", self.mesh_names), file = shape.filename, scale = scale}
            self.meshes[key], self.meshes[#self.meshes + 1] = mesh, mesh
        end
        return self:attributes("type", "mesh", "mesh", mesh.name)
    end
end

function Writer:geoms(indent, list, class)
    for _, one in ipairs(list or {}) do
        local shape = type(one) == "table" and self:shape(one.shape)
        local X = shape and (one.placement == nil and Transform.identity() or arguments.pose(one.placement))
        local color = type(one) == "table" and type(one.material) == "table" and one.material.color
        local name = X and type(one.name) == "string" and not self.geom_names[one.name] and one.name or nil
        if X then
            if name then self.geom_names[name] = true end
            self:line(indent, "<geom class=\"%s\"%s%s%s/>", class, self:attributes("name", name), shape, self:place(X)
                .. self:attributes("rgba", class == "visual" and are_numbers(4, color) and color or nil))
        end
    end
end

-- ---- joints ---------------------------------------------------------------------------------------------------------

-- A range, where a side without a limit has a number that is read as none.
local function range_of(lower, upper)
    if not lower and not upper then return nil end
    local low, high = lower or -1e16, upper or 1e16
    if math.abs(low) == math.huge then low = -1e16 end
    if math.abs(high) == math.huge then high = 1e16 end
    if low == -1e16 and high == 1e16 then return nil end
    return {low, high}
end

-- One hinge or slide. k: the number of the freedom, where the joint has several.
function Writer:single(indent, joint, name, kind, axis, k)
    local limits = joint.limits or {}
    local function each(value) return joints.each(value, k) end
    local ref = self.kept.reference and self.kept.reference[joint.name]
    local lower, upper = each(limits.lower), each(limits.upper)
    local effort = each(limits.effort)
    local range = range_of(lower and lower + (ref or 0), upper and upper + (ref or 0))
    if range and not (range[1] < range[2]) then
        self:lose("lower limit and upper limit of joint '%s' (%g and %g, which MuJoCo takes for none)", name, range[1], range[2])
        range = nil
    end
    local bound = effort and effort ~= 0 and effort < math.huge and {-effort, effort} or nil
    if effort == 0 then self:lose("limit of effort of joint '%s' (0, which MuJoCo takes for none)", name) end
    local polynomial = self.kept.polynomials and self.kept.polynomials[joint.name] or {}
    local springref = (joint.springref or 0) + (ref or 0)
    local velocity = each(limits.velocity)
    if velocity and velocity < math.huge then
        if k then self:lose("limit of velocity of joint '%s'", joint.name) else self.custom[#self.custom + 1] = {"rigid:velocity:" .. name,
            self.number(velocity)} end
    end
    if joint.type == "continuous" then self.custom[#self.custom + 1] = {"rigid:type:" .. name, joint.type} end
    self:line(indent, "<joint%s/>", self:attributes("name", name, "type", kind ~= "hinge" and kind or nil, "axis", axis,
        "range", range, "ref", ref, "damping", polynomial.damping or joint.damping, "frictionloss", joint.friction, "armature", joint.armature,
        "stiffness", polynomial.stiffness or joint.stiffness, "springref", (joint.stiffness or polynomial.stiffness) and springref ~= 0 and springref or nil,
        "pos", joint.point and kind == "hinge" and joint.point or nil, "actuatorfrcrange", bound))
end

-- One of the hinges and slides of a joint that has several.
function Writer:part(indent, joint, part, ...) self:single(indent, joint, self.unused(joint.name .. "_" .. part, self.joint_names), ...) end

local function vector(v) return {v[1], v[2], v[3]} end

local JOINTS = {}

function JOINTS.revolute(w, indent, joint) w:single(indent, joint, joint.name, "hinge", vector(joint.axis)) end
JOINTS.continuous = JOINTS.revolute
function JOINTS.prismatic(w, indent, joint) w:single(indent, joint, joint.name, "slide", vector(joint.axis)) end

function JOINTS.screw(w, indent, joint)
    if joint.pitch ~= 0 then w:refuse("joint '%s' is a screw, which MJCF has no word for", joint.name) end
    w:single(indent, joint, joint.name, "hinge", vector(joint.axis))
end

function JOINTS.cylindrical(w, indent, joint)
    w:part(indent, joint, "turn", "hinge", vector(joint.axis), 1)
    w:part(indent, joint, "slide", "slide", vector(joint.axis), 2)
end

function JOINTS.spherical(w, indent, joint)
    w:line(indent, "<joint%s/>", w:attributes("name", joint.name, "type", "ball", "damping", joint.damping, "frictionloss", joint.friction,
        "armature", joint.armature,
        "stiffness", joint.stiffness))
end

function JOINTS.floating(w, indent, joint, body)
    if body.parent then w:refuse("joint '%s' lets '%s' float from '%s': MJCF has free bodies in the world alone", joint.name, body.name, body.parent) end
    if joint.damping or joint.friction or joint.armature then
        w:line(indent, "<joint%s/>", w:attributes("name", joint.name, "type", "free", "damping", joint.damping, "frictionloss", joint.friction,
            "armature", joint.armature))
    else
        w:line(indent, "<freejoint%s/>", w:attributes("name", joint.name))
    end
end

function JOINTS.fixed(w, _, joint, body)
    if joint.name then w.custom[#w.custom + 1] = {"rigid:fixed:" .. body.name, joint.name} end
end

-- All others turn and slide by one number after the other.
local function by_pieces(w, indent, joint)
    local kind = joints.type(joint)
    local own = {axis = Vec3(joint.axis), axis2 = joint.axis2 and Vec3(joint.axis2)}
    for _, piece in ipairs(kind.pieces) do
        local name = kind.numbers[piece.by][1]
        w:part(indent, joint, name == "angle" and "turn" or name, piece.turn and "hinge" or "slide",
            joints.direction(own, piece.turn or piece.slide):table(), piece.by)
    end
end
setmetatable(JOINTS, {__index = function(_, name)
    for _, piece in ipairs(joints.types[name].pieces) do
        if not piece.by or piece.times then return nil end
    end
    return by_pieces
end})

-- ---- bodies ---------------------------------------------------------------------------------------------------------

local DEEPEST <const> = 480 -- elements within elements: MuJoCo's reader of XML takes 500, and so does ours

-- Whether a frame can be a site: nothing hangs from it but sites.
local function is_site(w, body)
    if not body.frame then return false end
    for _, child in ipairs(w.children[body.name] or {}) do
        if not is_site(w, child) then return false end
    end
    return true
end

function Writer:site(indent, body, X)
    X = X * self.pose(body.placement)
    self:line(indent, "<site%s%s/>", self:attributes("name", body.name), self:place(X))
    for _, child in ipairs(self.children[body.name] or {}) do self:site(indent, child, X) end
end

function Writer:body(indent, body)
    if indent > DEEPEST then self:refuse("link '%s' is carried by more than %d others, and elements are not nested deeper", body.name, DEEPEST - 2) end
    if is_site(self, body) then return self:site(indent, body, Transform.identity()) end
    local joint = body.joint
    if not JOINTS[joint.type] then self:refuse("joint '%s' is %s, which MJCF has no word for", joint.name, joint.type) end
    local share = self.kept.gravcomp and self.kept.gravcomp[body.name]
    self:line(indent, "<body%s%s>", self:attributes("name", body.name), self:place(self.pose(body.placement)) .. self:attributes("gravcomp", share))
    self.order[#self.order + 1], self.order.written[body.name] = body.name, true
    JOINTS[joint.type](self, indent + 1, joint, body)
    if joint.mimic then self.mimics[#self.mimics + 1] = joint end
    self:inertial(indent + 1, body)
    self:geoms(indent + 1, body.visuals, "visual")
    self:geoms(indent + 1, body.collisions, "collision")
    for _, child in ipairs(self.children[body.name] or {}) do self:body(indent + 1, child) end
    self:line(indent, "</body>")
end

-- ---- what stands beside the bodies ----------------------------------------------------------------------------------

local LOOPS = {spherical = true, fixed = true, revolute = true}

function Writer:loop(loop)
    if loop.coefficients then
        if #loop.coefficients > 5 then self:refuse("coupling '%s' has %d coefficients, and MJCF takes 5", loop.name, #loop.coefficients) end
        return self:line(2, "<joint%s/>", self:attributes("name", loop.name, "joint1", loop.joint, "joint2", loop.of, "polycoef", (function()
            local list = {0, 0, 0, 0, 0}
            for i, c in ipairs(loop.coefficients) do list[i] = c end
            return list
        end)()))
    end
    local kind = loop.joint.type
    if not LOOPS[kind] then self:refuse("loop '%s' is closed by %s, which MJCF has no word for", loop.name, kind) end
    local A, B = self.pose(loop.placement_a), self.pose(loop.placement_b)
    local one, two = loop.body_a or "world", loop.body_b or "world"
    if kind == "fixed" then
        local X = A * B:inverse()
        local list = X:position():table()
        table.move(quaternion(X), 1, 4, 4, list)
        return self:line(2, "<weld%s/>", self:attributes("name", loop.name, "body1", one, "body2", two, "relpose", list))
    end
    if self:is_open(loop) then return self:lose_open(loop) end
    self:line(2, "<connect%s/>", self:attributes("name", loop.name, "body1", one, "body2", two, "anchor", A:position():table()))
    if kind == "revolute" then
        local along = A * Vec3(loop.joint.axis)
        self:line(2, "<connect%s/>", self:attributes("name", loop.name .. "_axis", "body1", one, "body2", two, "anchor", along:table()))
        self:lose("of loop '%s', a hinge, two points are held: one equation more", loop.name)
    end
end

function Writer:equalities(t)
    if not t.loops and #self.mimics == 0 then return end
    self:line(1, "<equality>")
    for _, joint in ipairs(self.mimics) do
        local mimic = joint.mimic
        self:line(2, "<joint%s/>", self:attributes("name", self.unused(joint.name .. "_mimic", self.equality_names), "joint1", joint.name, "joint2",
            mimic.joint,
            "polycoef", {mimic.offset or 0, mimic.multiplier or 1, 0, 0, 0}))
        self.custom[#self.custom + 1] = {"rigid:mimic:" .. joint.name, mimic.joint}
    end
    for _, loop in ipairs(t.loops or {}) do self:loop(loop) end
    self:line(1, "</equality>")
end

function Writer:keyframes()
    if not self.kept.keys then return end
    self:line(1, "<keyframe>")
    for _, key in ipairs(self.kept.keys) do self:line(2, "<key%s/>", self:attributes("name", key.name, "qpos", key.qpos, "qvel", key.qvel)) end
    self:line(1, "</keyframe>")
end

local function unless(value, default) return value ~= default and value or nil end

-- The attributes of <general> that say what an actuator is, where it differs from a motor.
function Writer:law(a)
    return self:attributes("dyntype", unless(a.dyntype, "none"), "gaintype", unless(a.gaintype, "fixed"), "biastype", unless(a.biastype, "none"), "dynprm",
        a.dynprm, "gainprm", a.gain, "biasprm", unless(a.biastype, "none") and a.bias or nil)
end

function Writer:ranges(a)
    local text = ""
    for _, name in ipairs {"ctrl", "force", "act"} do
        local limited, range = name .. "limited", name .. "range"
        text = text .. self:attributes(limited, a[limited] == false and "false" or nil, range, a[range])
    end
    return text
end

local LAWS <const> = {fixed = true, affine = true, none = true}

function Writer:actuators()
    local lines = {}
    for _, a in ipairs(self.kept.actuators or {}) do
        if a.joint and a.gain and LAWS[a.gaintype or "fixed"] and LAWS[a.biastype or "none"] then
            lines[#lines + 1] = ("<%s%s%s/>"):format(a.kind == "motor" and "motor" or "general",
                self:attributes("name", a.name, "joint", a.joint, "gear", a.gear), self:ranges(a) .. (a.kind == "motor" and "" or self:law(a)))
        else
            self:lose("actuator '%s' (%s)", a.name, a.kind)
        end
    end
    if #lines == 0 then return end
    self:line(1, "<actuator>")
    for _, line in ipairs(lines) do self.pieces[#self.pieces + 1] = "    " .. line end
    self:line(1, "</actuator>")
end

function Writer:assets()
    local lines = {}
    for _, mesh in ipairs(self.meshes) do lines[#lines + 1] = ("    <mesh%s/>"):format(self:attributes("name", mesh.name, "file", mesh.file, "scale",
        mesh.scale)) end
    if #lines == 0 then return nil end
    return "  <asset>\n" .. table.concat(lines, "\n") .. "\n  </asset>"
end

-- The order of the bodies, where it is not that of the file, depth first; blanks in a name as %20.
function Writer:keep_order(t)
    local names, same = {}, true
    for _, body in ipairs(t.bodies) do
        if self.order.written[body.name] then names[#names + 1] = body.name end
    end
    for i, name in ipairs(names) do same = same and name == self.order[i] end
    for i, name in ipairs(names) do names[i] = name:gsub("[%%%s]", function(c) return ("%%%02X"):format(c:byte()) end) end
    if not same then self.custom[#self.custom + 1] = {"rigid:order", table.concat(names, " ")} end
end

-- The text, and a list of what is not carried.
return function(t, kept)
    local w = setmetatable(Base.new(t.name, "MJCF"), Writer)
    w.kept, w.meshes, w.mesh_names, w.geom_names, w.custom, w.mimics, w.equality_names = kept or {}, {}, {}, {}, {}, {}, {}
    w.order, w.joint_names = {written = {}}, w.joint_names_of(t.bodies)
    for _, body in ipairs(t.bodies) do
        if body.parent == "world" then body.parent = nil end
    end
    w.children = w.children_of(t.bodies)
    w:stand(t.bodies)
    for _, loop in ipairs(t.loops or {}) do w.equality_names[loop.name] = true end
    w:line(0, "<mujoco%s>", w:attributes("model", t.name))
    w:line(1, "<compiler angle=\"radian\" autolimits=\"true\"/>")
    w:line(1, "<option%s/>", w:attributes("gravity", t.gravity))
    w:line(1, "<default>")
    w:line(2, "<default class=\"visual\"><geom contype=\"0\" conaffinity=\"0\" group=\"2\" mass=\"0\"/></default>")
    w:line(2, "<default class=\"collision\"><geom group=\"3\" mass=\"0\"/></default>")
    w:line(1, "</default>")
    local at = #w.pieces + 1
    w:line(1, "<worldbody>")
    for _, body in ipairs(w.children[""] or {}) do
        if body.name == "world" then -- a link that is no more than a name for the world
            w:geoms(2, body.visuals, "visual")
        else
            w:body(2, body)
        end
    end
    w:line(1, "</worldbody>")
    w:equalities(t)
    w:actuators()
    w:keyframes()
    w:keep_order(t)
    if #w.custom > 0 then
        w:line(1, "<custom>")
        for _, pair in ipairs(w.custom) do w:line(2, "<text%s/>", w:attributes("name", pair[1], "data", pair[2])) end
        w:line(1, "</custom>")
    end
    w:line(0, "</mujoco>")
    local assets = w:assets()
    if assets then table.insert(w.pieces, at, assets) end
    if (t.contacts and #t.contacts or 0) > 0 then w:lose("%d contacts", #t.contacts) end
    if kept and kept.markers then w:lose "markers" end
    return w:finish(1)
end
