-- From what SDF says to what rigid.Model takes: a tree of joints, with what closes loops beside it. A link whose frame is not that of its
-- joint is welded to a massless one that moves, which has the name of the joint.
local core = require "rigid.core"
local Reader = require "rigid.files.sdf.scopes"
local registry = require "rigid.registry"
local errors = require "rigid.errors"
local unused = require("rigid.files.words").unused

local RotationalInertia, SpatialInertia, Transform, Vec3 = core.RotationalInertia, core.SpatialInertia, core.Transform, core.Vec3
local quoted = Reader.quoted

local HUGE <const>, NONE <const> = math.huge, 1e16
local IDENTITY <const> = Transform.identity()

-- ---- shapes ---------------------------------------------------------------------------------------------------------

local SHAPES = {
    box = function(r, e)
        local s = r:vector_of_child(e, "size", 3) or {1, 1, 1}
        return {type = "box", size = s}, function(d) return SpatialInertia.solid_box {density = d, size = s} end
    end,
    sphere = function(r, e)
        local radius = r:number_of_child(e, "radius") or 1
        return {type = "sphere", radius = radius}, function(d) return SpatialInertia.solid_sphere {density = d, radius = radius} end
    end,
    cylinder = function(r, e)
        local radius, length = r:number_of_child(e, "radius") or 1, r:number_of_child(e, "length") or 1
        return {type = "cylinder", radius = radius, length = length}, function(d) return SpatialInertia.solid_cylinder {density = d, radius = radius,
            length = length} end
    end,
    capsule = function(r, e)
        local radius, length = r:number_of_child(e, "radius") or 0.5, r:number_of_child(e, "length") or 1
        return {type = "capsule", radius = radius, length = length}, function(d) return SpatialInertia.solid_capsule {density = d, radius = radius,
            length = length} end
    end,
    ellipsoid = function(r, e)
        local radii = r:vector_of_child(e, "radii", 3) or {1, 1, 1}
        return {type = "ellipsoid", radii = radii}, function(d) return SpatialInertia.solid_ellipsoid {density = d, semi_axes = radii} end
    end,
    cone = function(r, e) -- about the middle of its height; the com is a quarter of it from the base
        local radius, h = r:number_of_child(e, "radius") or 1, r:number_of_child(e, "length") or 1
        return {type = "cone", radius = radius, length = h}, function(d)
            local m = d * math.pi * radius ^ 2 * h / 3
            local across = 3 / 80 * m * (4 * radius ^ 2 + h ^ 2)
            return SpatialInertia {mass = m, com = {0, 0, -h / 4}, inertia = {xx = across, yy = across, zz = 0.3 * m * radius ^ 2}}
        end
    end,
    mesh = function(r, e)
        local uri = r.text_of(r.child(e, "uri"))
        local scale = r:vector_of_child(e, "scale", 3)
        if not uri then r:bad(e, "the mesh has no <uri>") end
        return {type = "mesh", filename = uri, scale = scale}, function(d)
            r:check_inside(e, uri:match "^%a[%w+.-]*://(.*)$" or uri)
            local ok, M = errors.try(registry.public.SpatialInertia.from_mesh_file, uri, {density = d, scale = scale, directory = r.folder(e.file)})
            if not ok then r:bad(e, "the inertia is to be that of mesh %s: %s", quoted(uri), errors.what(M)) end
            return M
        end
    end,
}

-- The shape of a visual or collision, its pose in the link, and a function of the density that gives its inertia.
function Reader:shape(link, element)
    local geometry = self.child(element, "geometry")
    local X, relative, at = self:pose_of_child(element)
    if relative and relative ~= link.name then
        X = self:pose_in_world(link):inverse() * self:pose_in_world(self:find(link.scope, relative, at, "relative_to")) * X
    end
    for _, child in ipairs(geometry or {}) do
        if SHAPES[child.name] then
            local shape, solid = SHAPES[child.name](self, child)
            return shape, X, solid
        end
    end
    return nil, X
end

local function color(r, element)
    local material = r.child(element, "material")
    local said = material and (r.child(material, "diffuse") or r.child(material, "ambient"))
    if not said or r.text_of(said) == "" then return nil end
    local list = r:numbers_in(said, "<" .. said.name .. ">", r.text_of(said), 3, 4)
    list[4] = list[4] or 1.0
    return {color = list}
end

function Reader:shapes(link, kind)
    local list
    for _, child in ipairs(link.element) do
        if child.name == kind then
            local shape, X = self:shape(link, child)
            if shape then
                list = list or {}
                local name = child.attributes["rigid:name"] or child.attributes.name
                list[#list + 1] = {name = name ~= "" and name or nil, shape = shape, placement = X ~= IDENTITY and X or nil,
                    material = kind == "visual" and color(self, child) or nil}
            end
        end
    end
    return list
end

-- ---- inertia --------------------------------------------------------------------------------------------------------

local function density_in(r, element)
    return element and r:number_of_child(element, "density")
end

-- What the collisions weigh altogether.
local function automatic(r, link, inertial)
    local total
    for _, child in ipairs(link.element) do
        if child.name == "collision" then
            local _, X, solid = r:shape(link, child)
            if solid then
                local ok, M = errors.try(solid, density_in(r, child) or density_in(r, inertial) or 1000)
                if not ok then r:bad(child, "it gives link %s no inertia: %s", quoted(link.path), errors.what(M)) end
                M = X * M
                total = total and total + M or M
            end
        end
    end
    if not total then r:bad(inertial, "auto=\"true\", and link %s has no collision of a shape that is known", quoted(link.path)) end
    local mass = r:number_of_child(inertial, "mass")
    if mass and mass < 0 then r:bad(inertial, "its mass is %g, below zero, and the moments are to be made of it (auto=\"true\")", mass) end
    if mass and link.scope.version >= 2.1 and total:mass() > 0 then
        local list = total:parameters():table()
        for i, x in ipairs(list) do list[i] = x * (mass / total:mass()) end
        total = SpatialInertia.from_parameters(list)
    end
    return total
end

function Reader:inertia(link)
    local inertial = self.child(link.element, "inertial")
    if not inertial then
        self:note("defaulted", link.element, {link = link.path}, "link %s has no <inertial>: SDF takes mass 1 and moments 1, 1, 1", quoted(link.path))
        return SpatialInertia {mass = 1, com = {0, 0, 0}, inertia = {1, 1, 1}}
    end
    local auto = inertial.attributes.auto
    if auto and self:boolean(inertial, auto) then return automatic(self, link, inertial), inertial.line end
    local mass, said = self:number_of_child(inertial, "mass", "physics"), self.child(inertial, "inertia")
    local I, given = {}, false
    for _, name in ipairs {"xx", "yy", "zz", "xy", "xz", "yz"} do
        local x = said and self:number_of_child(said, "i" .. name, "physics")
        I[name], given = x or (name:sub(1, 1) == name:sub(2, 2) and 1 or 0), given or x ~= nil
    end
    if not mass or not given then
        self:note("defaulted", inertial, {link = link.path}, "link %s says no %s: SDF takes %s", quoted(link.path),
            not mass and not given and "mass and no moments" or not mass
            and "mass" or "moments", not mass and not given and "1 and 1, 1, 1" or not mass and "1" or "1, 1, 1")
    end
    local X, relative, _, com = self:pose_of_child(inertial, "physics")
    if relative and relative ~= "" then self:note("ignored", inertial, {link = link.path}, "relative_to means nothing for the pose of an <inertial>") end
    local M = SpatialInertia {
        mass = mass or 1, com = com or X:position(), inertia = RotationalInertia(I):re_express(X:rotation()), skip_validity_check = true,
    }
    local problem = M:criticize()
    if problem then
        self:note("impossible_inertia", inertial, {link = link.path}, "the inertia of link %s is kept as it is, but %s", quoted(link.path), problem)
    end
    return M, inertial.line
end

-- ---- joints ---------------------------------------------------------------------------------------------------------

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

-- ---- the tree -------------------------------------------------------------------------------------------------------

local function top_of(groups, x)
    while groups[x] do x = groups[x] end
    return x
end

-- Give each link the joint that carries it; what would carry it a second time closes a loop.
local function connect(r)
    local groups, world = {}, r.world
    for _, joint in ipairs(r.joints) do
        if joint.scope.static and joint.type ~= "fixed" then
            r:note("taken", joint.element, {joint = joint.path},
                "model %s is static: what carries it is welded to the world, and its joint %s moves still", quoted(joint.scope.name),
                quoted(joint.path))
        end
        joint.parent_link = joint.parent ~= "world" and r:body_of(r:find(joint.scope, joint.parent, joint.parent_element, "<parent>")) or nil
        joint.child_link = r:body_of(r:find(joint.scope, joint.child, joint.child_element, "<child>"))
        if not joint.child_link then r:bad(joint.child_element, "the child of joint %s is on no link", quoted(joint.path)) end
        if joint.parent_link == joint.child_link then r:bad(joint.element, "joint %s goes from link %s to itself", quoted(joint.path),
            quoted(joint.child_link.path)) end
        local one, two = top_of(groups, joint.parent_link or world), top_of(groups, joint.child_link)
        if joint.child_link.joint or one == two or joint.element.attributes["rigid:loop"] == "true" then -- the last: of ours, on a link that floats
            r.closing[#r.closing + 1] = joint
            if #r.closing > r.LOOPS then r:bad(joint.element, "more than %d joints close loops", r.LOOPS) end
        else
            joint.child_link.joint = joint
            if two ~= world then groups[two] = one else groups[one] = two end
        end
    end
end

-- The links, each after the one that carries it.
local function ordered(r)
    local list, placed = {}, {}
    local function put(link)
        local pending = {}
        while link and not placed[link] do
            pending[#pending + 1], placed[link] = link, true
            link = link.joint and link.joint.parent_link
        end
        for i = #pending, 1, -1 do list[#list + 1] = pending[i] end
    end
    for _, link in ipairs(r.links) do put(link) end
    return list
end

-- A name for the frame of a joint, which no link or frame has: in files of ours a joint may be named as a link is.
local function name_between(r, joint)
    if not r.names then
        r.names = {}
        for _, list in ipairs {r.links, r.frames} do
            for _, one in ipairs(list) do r.names[one.path] = true end
        end
    end
    return unused(joint.path, r.names, "_axis")
end

-- The joint of a link that is free; what resists it is said by files of ours.
local function free_joint(r, element)
    local joint = {type = "floating", name = element.attributes["rigid:joint"]}
    for _, name in ipairs {"damping", "friction", "armature"} do
        local said = element.attributes["rigid:" .. name]
        local x = said and r:numbers_in(element, name, said, 1, 1)[1]
        if x and x >= 0 then joint[name] = x end
    end
    return joint
end

local function entries_of(r, link, bodies)
    local joint = link.joint
    local X = r:pose_in_world(link)
    local entry = {
        name = link.path, visuals = r:shapes(link, "visual"), collisions = r:shapes(link, "collision"),
        source = {file = link.element.file, line = link.element.line, joint_line = joint and joint.element.line},
    }
    entry.inertia, entry.source.inertial_line = r:inertia(link)
    local gravity = r.child(link.element, "gravity")
    if gravity and not r:boolean(gravity, r.text_of(gravity)) then
        r.kept.gravcomp[link.path] = 1
        r:note("taken", gravity, {link = link.path}, "link %s has no weight: m:passive_forces carries it, gravity stays whole", quoted(link.path))
    end
    if not joint then
        entry.placement = X
        if not link.scope.static then entry.joint = free_joint(r, link.element) end
        bodies[#bodies + 1] = entry
        return
    end
    local parent = joint.parent_link
    local X_P, X_J = parent and r:pose_in_world(parent) or IDENTITY, r:pose_in_world(joint)
    entry.parent, entry.joint = parent and parent.path, r:joint_entry(joint)
    local same = joint.pose == IDENTITY and r:find(joint.scope, joint.relative_to, joint.pose_element, "relative_to") == link
    if same or joint.type == "fixed" then
        entry.placement = parent and X_P:inverse() * X or X
    else
        local between = {
            name = name_between(r, joint), parent = entry.parent, joint = entry.joint, placement = parent and X_P:inverse() * X_J or X_J, source = entry.source,
        }
        bodies[#bodies + 1] = between
        entry.parent, entry.joint, entry.placement = between.name, nil, X_J:inverse() * X
    end
    bodies[#bodies + 1] = entry
end

local function closure(r, joint)
    local a, b, X = joint.parent_link, joint.child_link, r:pose_in_world(joint)
    local entry = r:joint_entry(joint)
    if entry.limits or entry.damping or entry.friction or entry.stiffness then
        r:note("left_out", joint.element, {joint = joint.path}, "joint %s closes a loop: its limits, damping, friction and springs are left out",
            quoted(joint.path))
    end
    return {
        name = joint.path, body_a = a and a.path, placement_a = (a and r:pose_in_world(a) or IDENTITY):inverse() * X, body_b = b.path,
        placement_b = r:pose_in_world(b):inverse() * X,
        joint = {type = entry.type, axis = entry.axis, axis2 = entry.axis2, pitch = entry.pitch},
    }
end

-- Whether two links are welded together, or to the world.
local function welded(a, b)
    local function carrier(link)
        while link and link.joint and link.joint.type == "fixed" do link = link.joint.parent_link end
        return not (link and link.scope.static and not link.joint) and link or nil
    end
    return carrier(a) == carrier(b)
end

function Reader:entries()
    connect(self)
    local bodies, loops = {}, {}
    for _, link in ipairs(ordered(self)) do self:within(link.element, entries_of, link, bodies) end
    for _, joint in ipairs(self.closing) do
        if welded(joint.parent_link, joint.child_link) then
            self:note("left_out", joint.element, {joint = joint.path},
                "joint %s is between links that are welded together: it holds nothing, and is left out", quoted(joint.path))
        else
            loops[#loops + 1] = self:within(joint.element, closure, joint)
        end
    end
    for _, frame in ipairs(self.frames) do
        local link = self:body_of(frame)
        local X = self:pose_in_world(frame)
        bodies[#bodies + 1] = {
            name = frame.path, parent = link and link.path, placement = link and self:pose_in_world(link):inverse() * X or X, frame = true,
            source = {file = frame.element.file, line = frame.element.line},
        }
    end
    return bodies, #loops > 0 and loops or nil
end

return Reader
