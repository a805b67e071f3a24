-- What stands in <worldbody>: the tree of bodies as the file has it, each with its joints, geoms, sites and <inertial>, and where it is.
local core = require "rigid.core"
local Reader = require "rigid.files.mjcf.reader"

local Transform, Vec3 = core.Transform, core.Vec3
local quoted, words = Reader.quoted, Reader.words

local IDENTITY <const> = Transform.identity()

local BODY <const> = words "name childclass mocap pos quat axisangle xyaxes zaxis euler gravcomp user sleep"
local JOINT <const> = words [[name class type group pos axis springdamper solreflimit solimplimit solreffriction solimpfriction stiffness range limited
    actuatorfrcrange actuatorfrclimited actuatorgravcomp margin ref springref armature damping frictionloss user]]
local FREEJOINT <const> = words "name group align"
local TYPES <const> = words "free ball slide hinge"
local ASIDE <const> = words "camera light"
local REFUSED <const>, COPIED <const> = words "composite flexcomp plugin", words "replicate attach" -- unless they are in the tree already
local BODIES <const> = 50000

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
            self:bad(child, "it is followed only where that is asked for: rigid.load(path, {assemble = true}), rigid convert --assemble")
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

return Reader
