-- What stands beside the bodies of MJCF: equalities as loops and couplings, keyframes as what is kept with the model,
-- and what nothing here computes, by its name and line.
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local Reader = require "rigid.files.mjcf.reader"
local unused = require("rigid.files.words").unused

local Rotation, Transform, Vec3 = core.Rotation, core.Transform, core.Vec3
local quoted, words = Reader.quoted, Reader.words

local IDENTITY <const> = Transform.identity()

local function named(r, element, attribute, list, what) return r:named(element, attribute, element.attributes[attribute], list, what) end

-- ---- equalities -----------------------------------------------------------------------------------------------------

local function body_named(r, element, attribute)
    if element.attributes[attribute] == "world" then return r.world end
    return named(r, element, attribute, r.bodies, "body")
end

-- The moving body that one is welded to; nil where that is the world.
local function carrier(body)
    while not body.world and #body.joints == 0 do body = body.parent end
    return body
end

local function add_closure(r, element, name, one, X_one, two, X_two, joint)
    if carrier(one) == carrier(two) then
        r:note("left_out", element, nil, "both its bodies are welded together: it holds nothing, and is left out")
        return
    end
    table.insert(r.loops, {name = name, body_a = one.name, placement_a = X_one, body_b = two.name, placement_b = X_two, joint = joint})
end

local KINDS = {}

-- The two bodies of an element, and where it holds them, if it says sites.
local function ends_of(r, element, attributes)
    local a, b = named(r, element, "site1", r.sites, "site"), named(r, element, "site2", r.sites, "site")
    if (a or b) and not (a and b) then r:bad(element, "site1 and site2 go together") end
    if a then return a.body, b.body, a.pose, b.pose end
    local one, two = body_named(r, element, "body1"), body_named(r, element, "body2") or r.world
    if not one then r:bad(element, "it has neither body1 nor site1") end
    return one, two, nil, nil, attributes
end

function KINDS.connect(r, element, attributes, name)
    local one, two, X_one, X_two = ends_of(r, element, attributes)
    if not X_one then
        local anchor = r:numbers(element, attributes, "anchor", 3)
        if not anchor then r:bad(element, "it has no attribute 'anchor'") end
        X_one = Transform(Rotation.identity(), anchor)
        X_two = Transform(Rotation.identity(), two.at:inverse() * (one.at * Vec3(anchor)))
    end
    add_closure(r, element, name, one, X_one, two, X_two, "spherical")
end

function KINDS.weld(r, element, attributes, name)
    local one, two, X_one, X_two = ends_of(r, element, attributes)
    if not X_one then
        local pose = r:numbers(element, attributes, "relpose", 7) or {0, 1, 0, 0, 0, 0, 0}
        local said = pose[4] ~= 0 or pose[5] ~= 0 or pose[6] ~= 0 or pose[7] ~= 0
        X_one = said and Transform(Rotation.quaternion(pose[4], pose[5], pose[6], pose[7]), {pose[1], pose[2], pose[3]}) or one.at:inverse() * two.at
        X_two = IDENTITY
    end
    add_closure(r, element, name, one, X_one, two, X_two, "fixed")
end

local SINGLE <const> = words "hinge slide"

function KINDS.joint(r, element, attributes, name)
    local one, two = named(r, element, "joint1", r.joints, "joint"), named(r, element, "joint2", r.joints, "joint")
    if not one then r:bad(element, "it has no attribute 'joint1'") end
    for _, joint in ipairs {one, two} do
        if not SINGLE[joint.type] then r:bad(element, "joint %s is %s: only hinges and slides can be coupled", quoted(joint.name), joint.type) end
    end
    local list = r:numbers(element, attributes, "polycoef", 1, 5) or {0, 1, 0, 0, 0}
    for i = 1, 5 do list[i] = list[i] or (i == 2 and 1 or 0) end
    if two and r.custom.mimic[one.name] == two.name and list[3] == 0 and list[4] == 0 and list[5] == 0 then
        one.at.joint.mimic = {joint = two.name, multiplier = list[2], offset = list[1]}
        return
    end
    if two then
        while #list > 2 and list[#list] == 0 do list[#list] = nil end
        table.insert(r.loops, {name = name, joint = one.name, of = two.name, coefficients = list})
        return
    end
    -- held where it is: welded to its parent at that place
    local link = one.at
    local across = joints.pose({type = link.joint.type, axis = link.joint.axis}, {list[1]}, 1)
    table.insert(r.loops, {name = name, body_a = link.parent, placement_a = link.placement * across, body_b = link.name, placement_b = IDENTITY,
        joint = "fixed"})
end

function Reader:read_equalities()
    self.loops = {}
    local taken, count = {}, 0
    for _, section in ipairs(self.sections.equality) do
        for _, element in ipairs(section) do
            if element.attributes.name then taken[element.attributes.name] = true end
        end
    end
    for _, section in ipairs(self.sections.equality) do
        for _, element in ipairs(section) do
            local kind = KINDS[element.name]
            local attributes = kind and self:attributes({name = "equality", attributes = element.attributes, file = element.file, line = element.line})
            count = count + 1
            if count > self.LOOPS then self:bad(element, "more than %d equalities", self.LOOPS) end
            if not kind then
                self:note("left_out", element, nil, "<%s> among the equalities is not carried", element.name:sub(1, 80))
            elseif self:choice(element, attributes, "active", words "true false", "true") == "false" then
                self:note("left_out", element, nil, "it is not active: left out")
            else
                self:within(element, kind, element, attributes, element.attributes.name or unused(("%s_%d"):format(element.name, count), taken))
            end
        end
    end
end

-- ---- keyframes ------------------------------------------------------------------------------------------------------

local SIZES <const> = {free = {7, 6}, ball = {4, 3}, slide = {1, 1}, hinge = {1, 1}}

-- What MuJoCo calls qpos0 of a joint.
local function at_rest(joint)
    if joint.type == "ball" then return {1, 0, 0, 0} end
    if joint.type ~= "free" then return {joint.ref} end
    local pose = joint.body.at
    local place = pose:position()
    return {place.x, place.y, place.z, pose:rotation():quaternion()}
end

-- The numbers of an attached model's keyframe among those of all joints; the others rest. which: 1 for qpos, 2 for qvel.
local function among_all(r, order, list, which)
    local own, at, all = {}, 0, {}
    for _, joint in ipairs(order) do
        local size = SIZES[joint.type][which]
        if joint.element then own[joint.element] = table.move(list, at + 1, at + size, 1, {}) end
        at = at + size
    end
    for _, joint in ipairs(r.joints) do
        local part = own[joint.element] or which == 1 and at_rest(joint) or {0, 0, 0, 0, 0, 0}
        table.move(part, 1, SIZES[joint.type][which], #all + 1, all)
    end
    return all
end

local function count_numbers(list, which)
    local count = 0
    for _, joint in ipairs(list) do count = count + SIZES[joint.type][which] end
    return count
end

local NUMBERS <const> = 1000000 -- of all keyframes together

-- Each {name, qpos, qvel} as the file has it, the length checked; made into q and v when the model is there.
function Reader:read_keyframes()
    local keys, numbers = {}, 0
    for _, section in ipairs(self.sections.keyframe) do
        for _, element in ipairs(section) do
            if element.name ~= "key" then
                self:note_unknown(element)
            else
                local key = {name = element.attributes.name or ("key_%d"):format(#keys + 1)}
                for attribute, which in pairs {qpos = 1, qvel = 2} do
                    local said = element.attributes[attribute]
                    if said then
                        local count = count_numbers(element.order or self.joints, which)
                        numbers = numbers + (element.order and #self.joints or count)
                        if numbers > NUMBERS then self:bad(element, "more than %d numbers of keyframes", NUMBERS) end
                        local list = self:numbers_in(element, ("%s of keyframe %s"):format(attribute, quoted(key.name)), said, count, count)
                        key[attribute] = element.order and among_all(self, element.order, list, which) or list
                    end
                end
                keys[#keys + 1] = key
            end
        end
    end
    return #keys > 0 and keys or nil
end

-- ---- what is not computed -------------------------------------------------------------------------------------------

local OPTION <const> = words [[timestep apirate impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity wind magnetic density
    viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations
    mpr_iterations sdf_iterations sdf_initpoints actuatorgroupdisable collision mpr_tolerance]]

function Reader:read_options()
    local gravity, off
    for _, element in ipairs(self.sections.option) do
        self:check_attributes(element, OPTION)
        gravity = self:numbers(element, element.attributes, "gravity", 3) or gravity
        for _, name in ipairs {"density", "viscosity"} do
            if (self:number(element, element.attributes, name) or 0) ~= 0 then
                self:note("left_out", element, nil, "%s=%s: the forces of a fluid on bodies that move in it are not carried", name,
                    quoted(element.attributes[name]))
            end
        end
        for _, child in ipairs(element) do
            if child.name == "flag" then
                off = child.attributes.gravity or off
                if child.attributes.passive == "disable" then self:note("ignored", child, nil,
                    "passive forces are switched off for a simulation: here they are not") end
            end
        end
    end
    if off == "disable" then return {0, 0, 0} end
    return gravity or {0, 0, -9.81}
end

local ASIDE <const> = {tendon = "tendon", deformable = "deformable body", extension = "extension"}

function Reader:note_rest()
    for section, what in pairs(ASIDE) do
        for _, whole in ipairs(self.sections[section]) do
            for _, element in ipairs(whole) do
                local name = element.attributes.name or element.attributes.plugin
                self:note("left_out", element, nil, "%s %sis not carried: the tree is as if it were not there", what == "extension" and element.name or what,
                    name and quoted(name) .. " " or "")
            end
        end
    end
end

return Reader
