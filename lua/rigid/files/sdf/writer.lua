-- A model as the text of an SDF file: one model, each link where its joint is, relative to the link that carries it. What SDF has no word
-- for stands in elements and attributes of ours (rigid:...), which others pass over: gravity, armature, the name of a joint where a link has it
-- already, since SDF wants all names of a model to differ.
local arguments = require "rigid.arguments"
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local Base = require "rigid.files.element_writer"
local are_numbers = require("rigid.files.words").are_numbers

local SpatialInertia, Transform, Vec3 = core.SpatialInertia, core.Transform, core.Vec3

local Writer = setmetatable({}, {__index = Base})
Writer.__index = Writer

local IDENTITY <const> = Transform.identity()

-- <pose>: six numbers where roll, pitch and yaw make the rotation again, else a quaternion.
function Writer:place(indent, X, relative)
    if X == IDENTITY and not relative then return end
    local p, R = X:position():table(), X:rotation()
    local r, pitch, y = R:rpy()
    local attribute = self:attributes("relative_to", relative)
    if core.Rotation.rpy(r, pitch, y) == R then
        self:line(indent, "<pose%s>%s</pose>", attribute, self.numbers {p[1], p[2], p[3], r, pitch, y})
    else
        local w, x, qy, z = R:quaternion()
        self:line(indent, "<pose%s rotation_format=\"quat_xyzw\">%s</pose>", attribute, self.numbers {p[1], p[2], p[3], x, qy, z, w})
    end
end

-- ---- names ----------------------------------------------------------------------------------------------------------

-- A name that SDF takes.
local function safe_name(name)
    local safe = name:gsub("::", "."):gsub("^__(.*)__$", "%1_")
    safe = safe:gsub("^%s+", ""):gsub("%s+$", "")
    if safe == "" then return "unnamed" end
    return safe == "world" and "world_" or safe
end

-- The name that SDF takes, free in the model, and ours where it differs.
function Writer:name_of(name)
    local safe = self.unused(safe_name(name), self.taken)
    return safe, safe ~= name and name or nil
end

-- ---- links ----------------------------------------------------------------------------------------------------------

local INERTIA <const> = {"xx", "xy", "xz", "yy", "yz", "zz"}

function Writer:inertial(indent, body)
    if self.is_nothing(body.inertia) then
        self:line(indent, "<inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>")
        return
    end
    body.inertia.skip_validity_check = true
    local M = SpatialInertia(body.inertia)
    local com, I = M:com(), M:central_inertia():table()
    local words = {}
    for i, name in ipairs(INERTIA) do words[i] = ("<i%s>%s</i%s>"):format(name, self.number(I[name]), name) end
    self:line(indent, "<inertial>")
    if com ~= Vec3(0, 0, 0) then self:line(indent + 1, "<pose>%s</pose>", self.numbers {com.x, com.y, com.z, 0, 0, 0}) end
    self:line(indent + 1, "<mass>%s</mass>", self.number(M:mass()))
    self:line(indent + 1, "<inertia>%s</inertia>", table.concat(words))
    self:line(indent, "</inertial>")
end

function Writer:geometry(shape)
    if type(shape) ~= "table" then return nil end
    local kind, r, l, n = shape.type, shape.radius, shape.length, self.number
    if kind == "box" and are_numbers(3, shape.size) then return ("<box><size>%s</size></box>"):format(self.numbers(shape.size)) end
    if kind == "sphere" and type(r) == "number" then return ("<sphere><radius>%s</radius></sphere>"):format(n(r)) end
    if kind == "ellipsoid" and are_numbers(3, shape.radii) then return ("<ellipsoid><radii>%s</radii></ellipsoid>"):format(self.numbers(shape.radii)) end
    if (kind == "cylinder" or kind == "capsule" or kind == "cone") and are_numbers(2, {r, l}) then
        return ("<%s><radius>%s</radius><length>%s</length></%s>"):format(kind, n(r), n(l), kind)
    end
    if kind == "mesh" and type(shape.filename) == "string" then
        local scale = are_numbers(3, shape.scale) and ("<scale>%s</scale>"):format(self.numbers(shape.scale)) or ""
        return ("<mesh><uri>%s</uri>%s</mesh>"):format(self:escape(shape.filename), scale)
    end
end

function Writer:shapes(indent, element, list)
    local taken = {}
    for i, one in ipairs(list or {}) do
        local geometry = type(one) == "table" and self:geometry(one.shape)
        local X = geometry and (one.placement == nil and IDENTITY or arguments.pose(one.placement))
        if X then
            local said = type(one.name) == "string" and one.name ~= "" and one.name
            local name = self.unused(said or ("%s_%d"):format(element, i), taken)
            self:line(indent, "<%s%s>", element, self:attributes("name", name, "rigid:name", name ~= said and (said or "") or nil))
            self:place(indent + 1, X)
            self:line(indent + 1, "<geometry>%s</geometry>", geometry)
            local color = element == "visual" and type(one.material) == "table" and one.material.color
            if are_numbers(4, color) then
                self:line(indent + 1, "<material><ambient>%s</ambient><diffuse>%s</diffuse></material>", self.numbers(color), self.numbers(color))
            end
            self:line(indent, "</%s>", element)
        end
    end
end

function Writer:link(body, name, ours, X, relative)
    local free = body.joint.type == "floating" and not body.parent and body.joint or {}
    self:line(2, "<link%s>", self:attributes("name", name, "rigid:name", ours, "rigid:joint", free.name ~= body.name and free.name or nil, "rigid:damping",
        free.damping, "rigid:friction", free.friction, "rigid:armature", free.armature))
    self:place(3, X, relative)
    local share = self.kept.gravcomp and self.kept.gravcomp[body.name]
    if share == 1 then self:line(3, "<gravity>false</gravity>") elseif share then self:lose("gravcomp of link '%s'", body.name) end
    self:inertial(3, body)
    self:shapes(3, "visual", body.visuals)
    self:shapes(3, "collision", body.collisions)
    self:line(2, "</link>")
end

-- ---- joints ---------------------------------------------------------------------------------------------------------

local HUGE <const> = math.huge

-- <axis> or <axis2>; k: the number of the freedom, where the joint has several.
function Writer:axis(element, joint, axis, k)
    local limits = joint.limits or {}
    local function each(value) return joints.each(value, k) end
    local words = {}
    for _, name in ipairs {"lower", "upper", "effort", "velocity"} do
        local x = each(limits[name])
        if x and math.abs(x) < HUGE then words[#words + 1] = ("<%s>%s</%s>"):format(name, self.number(x), name) end
    end
    local forces = {}
    for _, pair in ipairs {{"damping", "damping"}, {"friction", "friction"}, {"spring_reference", "springref"}, {"spring_stiffness", "stiffness"},
        {"rigid:armature", "armature"}} do
        local x = each(joint[pair[2]])
        if x and x ~= 0 then forces[#forces + 1] = ("<%s>%s</%s>"):format(pair[1], self.number(x), pair[1]) end
    end
    self:line(3, "<%s>", element)
    self:line(4, "<xyz>%s</xyz>", self.numbers {axis[1], axis[2], axis[3]})
    if #words > 0 then self:line(4, "<limit>%s</limit>", table.concat(words)) end
    if #forces > 0 then self:line(4, "<dynamics>%s</dynamics>", table.concat(forces)) end
    local mimic = joint.mimic
    if mimic then
        self:line(4, "<mimic%s><multiplier>%s</multiplier><offset>%s</offset><reference>0</reference></mimic>",
            self:attributes("joint", self.joint_names[mimic.joint]),
            self.number(mimic.multiplier or 1), self.number(mimic.offset or 0))
    end
    self:line(3, "</%s>", element)
end

local TYPES <const> = {
    revolute = "revolute", continuous = "continuous", prismatic = "prismatic", fixed = "fixed", spherical = "ball", universal = "universal",
    cardan = "universal", helical = "screw", screw = "screw",
}

function Writer:inside(joint)
    local kind = joint.type
    if kind == "fixed" then return end
    if kind == "spherical" then
        if joint.damping or joint.friction or joint.armature or joint.stiffness then self:line(3,
            "<axis><xyz>0 0 1</xyz><dynamics>%s</dynamics></axis>", (function()
            local words = {}
            for _, pair in ipairs {{"damping", "damping"}, {"friction", "friction"}, {"spring_stiffness", "stiffness"}, {"rigid:armature", "armature"}} do
                local x = joint[pair[2]]
                if x then words[#words + 1] = ("<%s>%s</%s>"):format(pair[1], self.number(x), pair[1]) end
            end
            return table.concat(words)
        end)()) end
        return
    end
    if kind == "helical" or kind == "screw" then
        if joint.pitch == 0 then self:refuse("joint '%s' is a screw of pitch zero", joint.name) end
        self:line(3, "<screw_thread_pitch>%s</screw_thread_pitch>", self.number(joint.pitch * 2 * math.pi))
        self:line(3, "<thread_pitch>%s</thread_pitch>", self.number(-1 / joint.pitch))
    end
    local two = kind == "universal" or kind == "cardan"
    self:axis("axis", joint, joint.axis, two and 1 or nil)
    if two then self:axis("axis2", joint, joint.axis2, 2) end
end

function Writer:joint(name, ours, joint, parent, child, X, closes)
    self:line(2, "<joint%s>", self:attributes("name", name, "rigid:name", ours, "rigid:loop", closes and "true" or nil, "type", TYPES[joint.type]))
    if X then self:place(3, X) end
    self:line(3, "<parent>%s</parent>", self:escape(parent))
    self:line(3, "<child>%s</child>", self:escape(child))
    self:inside(joint)
    self:line(2, "</joint>")
end

-- A planar or cylindrical joint as a chain of single ones, over links that weigh nothing.
local CHAINS = {
    cylindrical = function(joint) return {{"turn", "revolute", joint.axis, 1}, {"slide", "prismatic", joint.axis, 2}} end,
    planar = function(joint)
        local own = {axis = Vec3(joint.axis)}
        return {{"x", "prismatic", joints.direction(own, "x"):table(), 1}, {"y", "prismatic", joints.direction(own, "y"):table(), 2},
            {"turn", "revolute", joint.axis, 3}}
    end,
}

local function part_of(joint, part, name)
    local limits, said = {}, joint.limits or {}
    for _, field in ipairs {"lower", "upper", "effort", "velocity"} do limits[field] = joints.each(said[field], part[4]) end
    return {
        type = part[2], name = name, axis = part[3], limits = next(limits) and limits or nil, damping = joint.damping,
        friction = joint.friction, armature = joint.armature, stiffness = joint.stiffness, springref = joint.springref,
    }
end

-- The links between, each a body of its own; the last is the body.
function Writer:unchained(bodies)
    local list, links, named = {}, {}, self.joint_names_of(bodies)
    for _, body in ipairs(bodies) do links[body.name] = true end
    for _, body in ipairs(bodies) do
        local chain = CHAINS[body.joint.type] and CHAINS[body.joint.type](body.joint)
        local parent, placement = body.parent, body.placement
        for i, part in ipairs(chain or {}) do
            local own = part_of(body.joint, part, self.unused(body.joint.name .. "_" .. part[1], named))
            if i < #chain then
                local between = self.unused(body.name .. "_" .. part[1], links)
                list[#list + 1] = {name = between, parent = parent, placement = placement, joint = own}
                parent, placement = between, nil
            else
                body.joint = own
            end
        end
        body.parent, body.placement = parent, placement
        list[#list + 1] = body
    end
    return list
end

function Writer:body(body)
    local X, joint = self.pose(body.placement), body.joint
    local name, parent = self.link_names[body.name], body.parent and self.link_names[body.parent]
    local ours = name ~= body.name and body.name or nil
    if body.frame then
        if not parent and not self.welded then return self:lose("frame '%s' of the world, which no link is welded to", body.name) end
        local attached = parent or self.welded
        self:line(2, "<frame%s>", self:attributes("name", name, "rigid:name", ours, "attached_to", attached))
        if not parent then X = self.welded_at:inverse() * X end
        self:place(3, X)
        self:line(2, "</frame>")
        return
    end
    self:link(body, name, ours, X, parent)
    if joint.type == "floating" then
        if body.parent then self:refuse("joint '%s' lets '%s' float from '%s': SDF has free models in the world alone", joint.name, body.name,
            body.parent) end
        return
    end
    if not TYPES[joint.type] then self:refuse("joint '%s' is %s, which SDF has no word for", joint.name, joint.type) end
    local own = joint.name and self.joint_names[joint.name] or self.unused(name .. "_fixed", self.taken)
    -- a fixed joint that had no name: known again by an empty one
    self:joint(own, not joint.name and "" or own ~= joint.name and joint.name or nil, joint, parent or "world", name,
        joint.type == "screw" and joint.point and Transform(core.Rotation.identity(), joint.point) or nil)
end

-- Joints that are of the same type seen from the other side.
local TURNABLE <const> = {fixed = true, spherical = true, revolute = true, continuous = true, prismatic = true, helical = true, screw = true}

function Writer:loop(loop)
    if loop.coefficients then return self:lose("coupling '%s' of joints '%s' and '%s'", loop.name, loop.joint, loop.of) end
    if not TYPES[loop.joint.type] then self:refuse("loop '%s' is closed by %s, which SDF has no word for", loop.name, loop.joint.type) end
    if self:is_open(loop) then return self:lose_open(loop) end
    local name, a, b, X = self:name_of(loop.name), loop.body_a, loop.body_b, loop.placement_b
    if not b then -- the world is no child of a joint
        if not TURNABLE[loop.joint.type] then self:refuse("loop '%s' ends in the world, which SDF does not let be the child of a joint", loop.name) end
        a, b, X = b, a, loop.placement_a
    end
    self:joint(name, name ~= loop.name and loop.name or nil, loop.joint, a and self.link_names[a] or "world", self.link_names[b], self.pose(X), true)
end

-- A link that the world carries, for the frames of the world to be attached to.
function Writer:find_welded(bodies)
    for _, body in ipairs(bodies) do
        if not body.parent and not body.frame and body.joint.type == "fixed" then
            self.welded, self.welded_at = self.link_names[body.name], self.pose(body.placement)
            return
        end
    end
end

return function(t, kept)
    local w = setmetatable(Base.new(t.name, "SDF"), Writer)
    w.kept, w.taken, w.link_names, w.joint_names = kept or {}, {}, {}, {}
    local bodies = {}
    for _, body in ipairs(t.bodies) do
        if body.name ~= "world" then bodies[#bodies + 1] = body end
        if body.parent == "world" then body.parent = nil end
    end
    bodies = w:unchained(bodies)
    if not bodies[1] then w:refuse "it has no link, and a model of SDF has one" end
    for _, body in ipairs(bodies) do w.link_names[body.name] = w:name_of(body.name) end
    w:find_welded(bodies)
    w:stand(bodies)
    for _, body in ipairs(bodies) do
        if body.joint.name and body.joint.type ~= "floating" then
            local name = body.joint.name
            w.joint_names[name] = w:name_of(w.taken[name] and name .. "_joint" or name)
        end
    end
    w:line(0, "<?xml version=\"1.0\"?>")
    w:line(0, "<sdf version=\"1.11\" xmlns:rigid=\"rigid\">")
    local safe = safe_name(t.name)
    w:line(1, "<model%s>", w:attributes("name", safe, "rigid:name", safe ~= t.name and t.name or nil))
    local g = t.gravity
    if not (g[1] == 0 and g[2] == 0 and g[3] == -9.81) then w:line(2, "<rigid:gravity>%s</rigid:gravity>", w.numbers(g)) end
    for _, body in ipairs(bodies) do w:body(body) end
    for _, loop in ipairs(t.loops or {}) do w:loop(loop) end
    w:line(1, "</model>")
    w:line(0, "</sdf>")
    if w.kept.actuators then w:lose("%d actuator%s", #w.kept.actuators, #w.kept.actuators == 1 and "" or "s") end
    if w.kept.keys then w:lose("%d keyframe%s", #w.kept.keys, #w.kept.keys == 1 and "" or "s") end
    if w.kept.polynomials then w:lose "springs and dampers that are no straight lines" end
    if (t.contacts and #t.contacts or 0) > 0 then w:lose("%d contacts", #t.contacts) end
    return w:finish(2)
end
