-- The bodies of MJCF and their joints, as what rigid.Model takes. The joints of one body act in order, each about its own point of it: a
-- joint that is not the last, or whose point is not the body's origin, moves a massless link of its own name, and the body is welded
-- to the last of them. q is qpos - ref, so that q = 0 is the pose of the file.
local core = require "rigid.core"
local Reader = require "rigid.files.mjcf.reader"
local unused = require("rigid.files.words").unused

local Rotation, RotationalInertia, SpatialInertia = core.Rotation, core.RotationalInertia, core.SpatialInertia
local Transform, Vec3 = core.Transform, core.Vec3
local quoted, words = Reader.quoted, Reader.words

local IDENTITY <const>, ORIGIN <const> = Transform.identity(), Vec3(0, 0, 0)

local BODY <const> = words "name childclass mocap pos quat axisangle xyaxes zaxis euler gravcomp user sleep"
local JOINT <const> = words [[name class type group pos axis springdamper solreflimit solimplimit solreffriction solimpfriction stiffness range limited
    actuatorfrcrange actuatorfrclimited actuatorgravcomp margin ref springref armature damping frictionloss user]]
local FREEJOINT <const> = words "name group align"
local INERTIAL <const> = words "pos quat axisangle xyaxes zaxis euler mass diaginertia fullinertia"
local TYPES <const> = words "free ball slide hinge"
local OURS <const> = {free = "floating", ball = "spherical", slide = "prismatic", hinge = "revolute"}
local ASIDE <const> = words "camera light"
local REFUSED <const>, COPIED <const> = words "composite flexcomp plugin", words "replicate attach" -- unless they are in the tree already
local BODIES <const> = 50000
local NONE <const> = 1e16 -- a limit that is none

Reader.unused = unused

-- ---- what stands in a body ------------------------------------------------------------------------------------------

local HANDLERS = {}
local NESTED <const> = words "body frame" -- called without a guard each, for they may be nested deeper than guards can

-- Read the children of a body or frame into the body; outer is the pose of the frame in it.
function Reader:children(body, element, childclass, outer)
    for _, child in ipairs(element) do
        local handler = HANDLERS[child.name]
        if NESTED[child.name] then
            handler(self, body, child, childclass, outer)
        elseif handler then
            self:within(child, handler, body, child, childclass, outer)
        elseif REFUSED[child.name] then
            self:bad(child,
                "<%s> makes parts that only MuJoCo's compiler knows: save the model as MuJoCo compiled it (mj_saveLastXML), and load that", child.name)
        elseif COPIED[child.name] then
            self:bad(child, "<%s> puts copies in here only where that is asked for: rigid.load(path, {assemble = true}), rigid convert --assemble", child.name)
        elseif not ASIDE[child.name] then
            self:note_unknown(child)
        end
    end
end

function HANDLERS.frame(r, body, element, childclass, outer)
    r:check_class(element)
    r:children(body, element, element.attributes.childclass or childclass, outer * (element.placed or r:within(element, r.pose, element, element.attributes)))
end

function HANDLERS.geom(r, body, element, childclass, outer)
    if body.world and element.attributes.name == nil and not element.attributes.class and #element.attributes == 0 then return end
    body.geoms[#body.geoms + 1] = r:read_geom(element, childclass, outer)
end

function HANDLERS.site(r, body, element, childclass, outer)
    local name = element.attributes.name
    if not name then return end
    local attributes = r:attributes(element, childclass)
    local pose = r:pose(element, attributes)
    local ends = r:numbers(element, attributes, "fromto", 6)
    if ends then
        local a, b = Vec3(ends[1], ends[2], ends[3]), Vec3(ends[4], ends[5], ends[6])
        if a ~= b then pose = Transform(Reader.of_z((b - a) / (b - a):norm()), (a + b) / 2) end
    end
    local site = {name = name, body = body, pose = outer * pose, element = element}
    if r.sites[name] then r:bad(element, "a site of this name is there already, in line %d", r.sites[name].element.line) end
    r.sites[name], r.sites[#r.sites + 1] = site, site
    if #r.sites > BODIES then r:bad(element, "more than %d sites", BODIES) end
end

function HANDLERS.inertial(r, body, element, _, outer)
    if body.world then r:bad(element, "the world has no inertia") end
    if body.inertial then r:bad(element, "a second <inertial>; a body has one") end
    body.inertial, body.inertial_outer = element, outer
end

local function add_joint(r, body, element, attributes, kind, outer)
    if body.world then r:bad(element, "the world has no joint: it does not move") end
    local name = element.attributes.name
    if name then
        if r.joints[name] then r:bad(element, "a joint of this name is there already, in line %d", r.joints[name].element.line) end
    end
    local joint = {element = element, attributes = attributes, type = kind, outer = outer, name = name, body = body}
    if name then r.joints[name] = joint end
    if kind == "free" and not body.parent.world then r:bad(element, "a free joint can only be in a body of the world, and %s is within %s",
        quoted(body.name), quoted(body.parent.name)) end
    if kind == "free" and #body.joints > 0 or body.joints[1] and body.joints[1].type == "free" then
        r:bad(element, "a free joint and another one in body %s: a free body has no other joint", quoted(body.name))
    end
    body.joints[#body.joints + 1] = joint
    r.joints[#r.joints + 1] = joint
    if #r.joints > BODIES then r:bad(element, "more than %d joints", BODIES) end
end

function HANDLERS.joint(r, body, element, childclass, outer)
    r:check_attributes(element, JOINT)
    local attributes = r:attributes(element, childclass)
    add_joint(r, body, element, attributes, r:choice(element, attributes, "type", TYPES, "hinge"), outer)
end

function HANDLERS.freejoint(r, body, element, _, outer)
    r:check_attributes(element, FREEJOINT)
    if element.attributes.align == "true" then
        r:note("ignored", element, nil, "align is not followed: the frame of the body stays where the file has it")
    end
    add_joint(r, body, element, element.attributes, "free", outer)
end

function HANDLERS.body(r, parent, element, childclass, outer)
    r:check_attributes(element, BODY)
    r:check_class(element)
    local attributes = element.attributes
    local name = attributes.name
    if name == "world" then r:bad(element, "'world' is the name of the world itself") end
    local body = {
        element = element, parent = parent, pose = outer * r:within(element, r.pose, element, attributes), geoms = {}, joints = {},
        gravcomp = r:number(element, attributes, "gravcomp"),
    }
    if name then
        if r.bodies[name] then r:bad(element, "a body of this name is there already, in line %d", r.bodies[name].element.line) end
        r.bodies[name] = body
    end
    body.name = name or ("body_%d"):format(#r.bodies + 1)
    r.bodies[#r.bodies + 1] = body
    if #r.bodies > BODIES then r:bad(element, "more than %d bodies", BODIES) end
    if attributes.mocap == "true" then r:note("ignored", element, {link = body.name}, "it is moved by a program (mocap): here it stands still") end
    r:children(body, element, attributes.childclass or childclass, IDENTITY)
end

-- What a file of ours says of names that MuJoCo has no place for.
local function read_custom(r)
    r.custom = {fixed = {}, mimic = {}, velocity = {}, type = {}}
    for _, section in ipairs(r.sections.custom) do
        for _, element in ipairs(section) do
            local kind, name = (element.attributes.name or ""):match "^rigid:(%a+):(.+)$"
            if kind and kind ~= "order" and r.custom[kind] then r.custom[kind][name] = element.attributes.data end
            if element.attributes.name == "rigid:order" then r.custom.order = element.attributes.data end
        end
    end
end

function Reader:read_bodies()
    read_custom(self)
    self.bodies, self.joints, self.sites = {}, {}, {}
    local world = {world = true, geoms = {}, joints = {}, pose = IDENTITY, at = IDENTITY}
    self.world = world
    for _, element in ipairs(self.sections.worldbody) do
        self:check_attributes(element, words "name childclass")
        self:children(world, element, element.attributes.childclass, IDENTITY)
    end
    for _, body in ipairs(self.bodies) do
        body.at = body.parent.at * body.pose -- in the world, in the pose of the file
        body.stands = #body.joints == 0 and (body.parent.world or body.parent.stands)
    end
end

-- ---- inertia --------------------------------------------------------------------------------------------------------

local function is_finite(numbers)
    for _, x in pairs(numbers) do
        if x - x ~= 0 then return false end
    end
    return true
end

local function said_inertia(r, body)
    local element, attributes = body.inertial, body.inertial.attributes
    r:check_attributes(element, INERTIAL)
    if not attributes.pos then r:bad(element, "it has no attribute 'pos'") end
    if not attributes.mass then r:bad(element, "it has no attribute 'mass'") end
    local full = r:numbers(element, attributes, "fullinertia", 6, 6, "physics")
    local moments = r:numbers(element, attributes, "diaginertia", 3, 3, "physics")
    local R = r:rotation(element, attributes)
    if full and moments then r:bad(element, "both diaginertia and fullinertia: one can say the moments") end
    if full and R then r:bad(element, "fullinertia is in the axes of the body: it cannot be turned by quat, euler or the like besides") end
    if not full and not moments then r:bad(element, "it has neither diaginertia nor fullinertia") end
    local I = full and RotationalInertia {xx = full[1], yy = full[2], zz = full[3], xy = full[4], xz = full[5], yz = full[6]}
        or RotationalInertia {xx = moments[1], yy = moments[2], zz = moments[3]}
    local pos = r:numbers(element, attributes, "pos", 3, 3, "physics")
    local com = body.inertial_outer * Vec3(pos)
    R = body.inertial_outer:rotation() * (R or Rotation.identity())
    if is_finite(full or moments) then I = I:re_express(R) end
    return SpatialInertia {mass = r:numbers(element, attributes, "mass", 1, 1, "physics")[1], com = com, inertia = I, skip_validity_check = true}
end

-- What a geom weighs; nothing where its mesh is not there and its body does not move, so that nothing moves otherwise.
local function weight(r, body, geom)
    r.lenient = body.stands
    local ok, M = pcall(r.geom_inertia, r, geom)
    if ok then return M end
    if M ~= r.UNREADABLE then error(M, 0) end
    r:note("left_out", geom.mesh.element, {link = body.name},
        "what geoms of this mesh weigh cannot be told, for it is not there, or they are fitted to it: body %s, which does not move, is without",
        quoted(body.name))
    return nil
end

local function geoms_inertia(r, body)
    local total
    local low, high = r:compiler_of(body.element).groups[1], r:compiler_of(body.element).groups[2]
    for _, geom in ipairs(body.geoms) do
        if geom.group >= low and geom.group <= high then
            local M = weight(r, body, geom)
            if M then
                M = geom.pose * M
                total = total and total + M or M
            end
        end
    end
    return total
end

-- Least mass and moments, then all moments the mean where they are none of a body.
local function bounded(r, body, M)
    local c = r:compiler_of(body.element)
    if c.least_mass == 0 and c.least_inertia == 0 and not c.balance then return M end
    local mass, com, I = 0, ORIGIN, RotationalInertia {0, 0, 0}
    if M then mass, com, I = M:mass(), M:com(), M:central_inertia() end
    if not is_finite(I:table()) then return M end -- of which nothing can be made
    local moments, R = I:principal()
    local list = {}
    for i = 1, 3 do list[i] = math.max(moments[i], c.least_inertia) end
    if c.balance and (list[1] + list[2] < list[3] or list[1] + list[3] < list[2] or list[2] + list[3] < list[1]) then
        local mean = (list[1] + list[2] + list[3]) / 3
        list = {mean, mean, mean}
    end
    local bound = math.max(mass, c.least_mass)
    if bound == mass and list[1] == moments[1] and list[2] == moments[2] and list[3] == moments[3] then return M end
    return SpatialInertia {mass = bound, com = com, inertia = RotationalInertia(list):re_express(R), skip_validity_check = true}
end

-- The inertia of a body: said, or that of its geoms.
local function inertia_of(r, body)
    local fromgeom, M = r:compiler_of(body.element).fromgeom, nil
    if body.inertial and fromgeom ~= "true" then M = said_inertia(r, body) elseif fromgeom ~= "false" then M = geoms_inertia(r, body) end
    if fromgeom == "true" and body.inertial and not M then M = said_inertia(r, body) end
    return bounded(r, body, M)
end

function Reader:read_inertias()
    local c, sum = self.compiler, 0
    for _, body in ipairs(self.bodies) do
        if not body.inertial and self:compiler_of(body.element).fromgeom == "false" and #body.joints > 0 and #body.geoms > 0 then
            self:note("massless", body.element, {link = body.name}, "inertiafromgeom=\"false\", and the body has no <inertial>: taken as massless")
        end
        body.inertia = self:within(body.inertial or body.element, inertia_of, body)
        sum = sum + (body.inertia and body.inertia:mass() or 0)
    end
    for _, body in ipairs(self.bodies) do
        if body.inertia and c.total and c.total > 0 and sum > 0 then
            local list = body.inertia:parameters():table()
            for i, x in ipairs(list) do list[i] = x * (c.total / sum) end
            body.inertia = SpatialInertia.from_parameters(list)
        end
        local problem = body.inertia and body.inertia:criticize()
        if problem then
            self:note("impossible_inertia", body.inertial or body.element, {link = body.name}, "the inertia of body %s is kept as it is, but %s",
                quoted(body.name), problem)
        end
    end
end

-- ---- joints ---------------------------------------------------------------------------------------------------------

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

local function point_of(r, joint)
    if joint.type == "slide" or joint.type == "free" then return joint.type == "free" and ORIGIN or nil end
    return joint.outer * Vec3(r:numbers(joint.element, joint.attributes, "pos", 3) or {0, 0, 0})
end

-- The links of a body: those that its joints move, and itself.
function Reader:links_of(body, taken)
    local list, parent, at, pose = {}, body.parent.name, ORIGIN, body.pose
    for i, joint in ipairs(body.joints) do
        local last = i == #body.joints
        local point = point_of(self, joint) or last and ORIGIN or at
        joint.name = joint.name or self.unused(#body.joints == 1 and body.name or ("%s_joint_%d"):format(body.name, i), self.joint_names)
        local own = last and point == ORIGIN
        local link = {
            name = own and body.name or self.unused(joint.name == body.name and joint.name .. "_joint" or joint.name, taken), parent = parent,
            placement = pose * Transform(Rotation.identity(), point - at), joint = self:within(joint.element, self.joint_entry, joint),
            source = {file = body.element.file, line = body.element.line, joint_line = joint.element.line},
        }
        joint.link, joint.at = link.name, link
        list[#list + 1] = link
        if own then return list, link end
        parent, at, pose = link.name, point, IDENTITY
    end
    if #body.joints > 0 then pose = Transform(Rotation.identity(), ORIGIN - at) end
    local weld = #body.joints == 0 and self.custom.fixed[body.name]
    local link = {name = body.name, parent = parent, placement = pose, joint = weld and {type = "fixed", name = weld} or nil,
        source = {file = body.element.file, line = body.element.line}}
    list[#list + 1] = link
    return list, link
end

local function draw(r, body, link)
    for _, geom in ipairs(body.geoms) do
        local entry, shown, touches = r:shape_entry(geom)
        if entry and shown then
            link.visuals = link.visuals or {}
            table.insert(link.visuals, entry)
        end
        if entry and touches then
            link.collisions = link.collisions or {}
            table.insert(link.collisions, entry)
        end
    end
end

-- The entries in the order in which a file of ours says they were; what it does not name stays before the next that it does. Where that
-- would put a body before its parent, as they are.
local function in_said_order(order, entries)
    local rank, count = {}, 0
    for word in order:gmatch "%S+" do
        count = count + 1
        rank[word:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end)] = count
    end
    local keys, next_rank = {}, count + 1
    for i = #entries, 1, -1 do
        next_rank = rank[entries[i].name] or next_rank
        keys[i] = {entry = entries[i], rank = next_rank, number = i}
    end
    table.sort(keys, function(a, b)
        if a.rank ~= b.rank then return a.rank < b.rank end
        return a.number < b.number
    end)
    local list, seen = {}, {}
    for i, key in ipairs(keys) do
        if key.entry.parent and not seen[key.entry.parent] then return entries end
        list[i], seen[key.entry.name] = key.entry, true
    end
    return list
end

-- All links, and the sites as frames where their names are free.
function Reader:body_entries()
    local taken, entries = {}, {}
    self.joint_names = {}
    for _, body in ipairs(self.bodies) do
        if body.element.attributes.name then taken[body.name] = true end
    end
    for _, joint in ipairs(self.joints) do
        if joint.name then self.joint_names[joint.name] = true end
    end
    for _, body in ipairs(self.bodies) do
        if not body.element.attributes.name then body.name = self.unused(body.name, taken) end
        if (body.gravcomp or 0) ~= 0 then
            self.kept.gravcomp[body.name] = body.gravcomp
            self:note("taken", body.element, {link = body.name}, "gravcomp=%g: m:passive_forces has the weight that is carried, gravity stays whole",
                body.gravcomp)
        end
        local links, own = self:links_of(body, taken)
        own.inertia = body.inertia or SpatialInertia.zero()
        if body.inertial then own.source.inertial_line = body.inertial.line end
        draw(self, body, own)
        table.move(links, 1, #links, #entries + 1, entries)
    end
    if self.custom.order then entries = in_said_order(self.custom.order, entries) end
    for _, site in ipairs(self.sites) do
        site.link = not taken[site.name] and site.name ~= "world" and site.name
        if site.link then
            taken[site.name] = true
            entries[#entries + 1] = {name = site.name, parent = site.body.name, placement = site.pose, frame = true,
                source = {file = site.element.file, line = site.element.line}}
        end
    end
    return entries
end

return Reader
