-- The elements of SDF, read into scopes: models, what they include, links, frames and joints.
local disk = require "rigid.files.disk"
local Reader = require "rigid.files.sdf.scopes"
local same_names = require "rigid.files.sdf.same_names"

local quoted = Reader.quoted

local function set(words)
    local list = {}
    for word in words:gmatch "%S+" do list[word] = true end
    return list
end

local MODEL <const> = set [[static self_collide allow_auto_disable include model enable_wind frame pose link joint plugin gripper]]
local LINK <const> = set [[gravity enable_wind self_collide kinematic must_be_base_link velocity_decay frame pose inertial collision visual sensor projector
    audio_sink audio_source battery light particle_emitter]]
local JOINT <const> = set [[parent child gearbox_ratio gearbox_reference_body thread_pitch screw_thread_pitch axis axis2 physics frame pose sensor]]
local AXIS <const> = set "initial_position xyz use_parent_model_frame dynamics limit mimic"
local INERTIAL <const> = set "mass frame pose inertia fluid_added_mass density auto_inertia_params"
local INCLUDE <const> = set "uri name static pose placement_frame plugin merge"

local DEEPEST <const> = 50 -- models within models
local LINKS <const> = 50000

-- ---- links, frames, joints ------------------------------------------------------------------------------------------

-- Where a frame is, with what its pose is relative to where that is not said.
local function place(r, frame, default, default_word)
    local scope = frame.scope
    local relative
    frame.pose, relative, frame.pose_element = r:pose_of_child(frame.element)
    if relative == "__model__" then relative = frame.root or relative end
    frame.said_relative = relative ~= nil
    frame.relative_to, frame.default_word = relative or default or frame.root, default_word or "relative_to"
    if frame.relative_to == nil then frame.relative_to = scope.model and "__model__" or "world" end
end

local function read_link(r, scope, element, root)
    r:note_children(element, LINK)
    local link = r:name_in(scope, element, "link")
    link.root = root
    place(r, link)
    local inertial = r.child(element, "inertial")
    if inertial then
        r:note_children(inertial, INERTIAL)
        local added = r.child(inertial, "fluid_added_mass")
        if added then
            r:bad(added,
                "the added mass of the fluid around link %s cannot be carried: a body's own inertia is no such 6x6", quoted(link.path))
        end
    end
    scope.links[#scope.links + 1], r.links[#r.links + 1] = link, link
    if #r.links > LINKS then r:bad(element, "more than %d links", LINKS) end
end

local function read_frame(r, scope, element, root)
    local frame = r:name_in(scope, element, "frame")
    frame.root = root
    local attached = element.attributes.attached_to
    if attached == "" then attached = nil end
    if attached == "__model__" or attached == nil then attached = root or attached end
    frame.attached_to = attached
    place(r, frame, attached, "attached_to")
    r.frames[#r.frames + 1] = frame
    if #r.frames > LINKS then r:bad(element, "more than %d frames", LINKS) end
end

local TYPES <const> = set "revolute continuous prismatic fixed ball universal screw revolute2 gearbox"
local KNOWN <const> = {"revolute", "continuous", "prismatic", "fixed", "ball", "universal", "screw", "revolute2", "gearbox"}

local function read_joint(r, scope, element, root)
    r:note_children(element, JOINT)
    local joint = r:name_in(scope, element, "joint")
    joint.root, joint.type = root, element.attributes.type
    if not TYPES[joint.type] then
        r:bad(element, "its type %s is none of %s%s", quoted(joint.type or ""), table.concat(KNOWN, ", "), r.hint(joint.type or "", KNOWN))
    end
    if joint.type == "gearbox" then
        r:bad(element, "a gearbox between links is not read: say it as <mimic> of one joint by the other")
    end
    for _, side in ipairs {"parent", "child"} do
        local child = r.child(element, side)
        local name = child and r.text_of(child)
        if not name or name == "" then
            local nested = child and r.child(child, "link") -- as SDF 1.2 had it
            name = nested and (nested.attributes.name or r.text_of(nested))
        end
        if not name or name == "" then r:bad(element, "<%s> is missing", side) end
        if name == "__model__" and root then name = root end
        joint[side], joint[side .. "_element"] = name, child
    end
    if joint.child == "world" then r:bad(joint.child_element, "the world cannot be the child of a joint: it is carried by nothing") end
    for _, name in ipairs {"axis", "axis2"} do
        local axis = r.child(element, name)
        if axis then r:note_children(axis, AXIS) end
    end
    place(r, joint, joint.child, "<child>")
    scope.joints[#scope.joints + 1], r.joints[#r.joints + 1] = joint, joint
end

-- ---- what is included -----------------------------------------------------------------------------------------------

local function listed(variable)
    local list = {}
    for directory in (os.getenv(variable) or ""):gmatch "[^:]+" do list[#list + 1] = directory:gsub("/+$", "") .. "/" end
    return list
end

-- The SDF file of a folder that holds a model: what its model.config names, else model.sdf.
local function of_folder(r, element, folder, name)
    local config = folder .. "model.config"
    if disk.kind(config) ~= "file" then return folder .. "model.sdf" end
    local root, best, version = r:open(element, config, name), nil, -1
    for _, child in ipairs(root) do
        if child.name == "sdf" then
            local own = tonumber((child.attributes.version or "0"):match "^%d+%.%d+") or 0
            local minor = tonumber((child.attributes.version or ""):match "%.(%d+)$") or own
            if minor > version then best, version = r.text_of(child), minor end
        end
    end
    if not best then r:bad(element, "%s names no <sdf>", config) end
    r:check_inside(element, best)
    return folder .. best
end

-- What Gazebo's worlds have around the robots: no link of it moves, so that without it nothing moves otherwise.
local SCENERY <const> = set "sun ground_plane"

-- The path of what a uri names; nil where it is scenery that is not there.
local function find_file(r, element, uri)
    local scheme, rest = uri:match "^(%a[%w+.-]*)://(.*)$"
    local own = r.folder(element.file)
    if scheme and scheme ~= "model" and scheme ~= "file" then r:bad(element, "%s: %s:// is not fetched; save the model, and name its path",
        quoted(uri), scheme) end
    local name = rest or uri
    r:check_inside(element, name)
    local roots = {own}
    if scheme == "model" or not scheme then
        for _, variable in ipairs {"GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH", "SDF_PATH"} do
            table.move(listed(variable), 1, 1000, #roots + 1, roots)
        end
        if scheme == "model" then
            local above = own
            for _ = 1, 8 do
                local up = above:match "^(.*/)[^/]+/$"
                if not up and above == "" then up = "../" end
                if not up then break end
                roots[#roots + 1], above = up, up
                if up == "../" then break end
            end
        end
    end
    for _, root in ipairs(roots) do
        local kind = disk.kind(root .. name)
        if kind == "directory" then return of_folder(r, element, (root .. name):gsub("/+$", "") .. "/", uri) end
        if kind == "file" then return root .. name end
        if kind then r:bad(element, "%s is a %s, not a file", quoted(uri), kind) end
    end
    if scheme == "model" and SCENERY[name:gsub("/+$", "")] then return nil end
    return r:bad(element, "%s cannot be found%s", quoted(uri),
        scheme == "model" and ": GZ_SIM_RESOURCE_PATH (or GAZEBO_MODEL_PATH) names the folders in which models are looked for" or " beside the file")
end

-- The version of an <sdf>, noted where it is none; as a number whose order is that of versions.
function Reader:version_of(root)
    local said = root.attributes.version
    local minor = said and said:match "^1%.(%d+)$"
    if not said then
        self:note("taken", root, nil, "it has no version: read as 1.12")
    elseif not minor or tonumber(minor) > 12 then
        self:note("taken", root, nil, "there is no version %s of SDF: read as 1.12", quoted(said))
    elseif tonumber(minor) < 4 then
        self:note("taken", root, nil, "version %s is older than what is known here: read as 1.4", said)
    end
    minor = math.max(4, math.min(12, tonumber(minor) or 12))
    return 1 + minor / 10 -- 1.4, ..., 1.9, 2.0 for 1.10, 2.1, 2.2
end

local function included_model(r, element)
    r:note_children(element, INCLUDE)
    local uri = r.text_of(r.child(element, "uri"))
    if not uri then r:bad(element, "it has no <uri>") end
    local path = find_file(r, element, uri)
    if not path then
        r:note("left_out", element, nil, "%s cannot be found: nothing that moves is in it, and it is left out", quoted(uri))
        return nil
    end
    if r.open_files[path] then r:bad(element, "%s is being read already: what it includes goes round in a circle", quoted(uri)) end
    local root = r:open(element, path, uri)
    if root.name ~= "sdf" then r:bad(element, "%s begins with <%s>; only SDF is included", quoted(uri), root.name:sub(1, 80)) end
    local version = r:version_of(root)
    local model
    for _, child in ipairs(root) do
        if child.name == "model" then model = model or child end
    end
    if not model then r:bad(element, "%s has no <model>", quoted(uri)) end
    return model, version, path
end

-- A model with what the <include> says over it.
local function overridden(r, element, model)
    local name, pose = r.text_of(r.child(element, "name")), r.child(element, "pose")
    local placement, static = r.text_of(r.child(element, "placement_frame")), r.child(element, "static")
    if placement and not pose then r:bad(element, "<placement_frame> wants a <pose>, which says where that frame is") end
    local attributes = {}
    for key, value in pairs(model.attributes) do attributes[key] = value end
    if name and name ~= "" then attributes.name = name end
    if placement and placement ~= "" then attributes.placement_frame = placement end
    local copy = {name = "model", attributes = attributes, line = element.line, file = element.file, text = model.text, position = element.position}
    for _, child in ipairs(model) do
        if not (pose and child.name == "pose" or static and child.name == "static") then copy[#copy + 1] = child end
    end
    copy[#copy + 1], copy[#copy + 2] = pose or static, pose and static or nil
    return copy
end

-- ---- models ---------------------------------------------------------------------------------------------------------

local read_model

local function new_scope(fields)
    fields.named, fields.links, fields.joints, fields.models = {}, {}, {}, {}
    return fields
end

local function read_included(r, scope, element, model, root, version, path, depth)
    r.open_files[path] = true
    local merge = element.attributes.merge
    if merge and r:boolean(element, merge) then
        if not scope.model then r:bad(element, "merge=\"true\" only goes into a model") end
        r:merge(scope, model, root, version, depth)
    else
        read_model(r, scope, model, root, version, depth)
    end
    r.open_files[path] = nil
end

-- Let those children of a model that have another's name go by one of their own.
local function part_same_names(r, element)
    local renamed = same_names.of(element, function(child)
        if child.name ~= "include" then return child.attributes.name end
        return r.text_of(r.child(child, "name"))
    end)
    for _, child in ipairs(renamed) do
        local one = renamed[child]
        r.renamed[child] = one.name
        r:note("taken", child, {[child.name] = one.name}, "a %s in line %d has this name, too: it is %s here, as SDF from 1.7 on wants all names of a model "
            .. "to differ", one.other.name == "include" and "model" or one.other.name, one.other.line, quoted(one.name))
    end
end

-- The children of a model (or world) into its scope. root: the frame that stands for __model__ where they were merged.
local function read_children(r, scope, element, root, depth)
    if scope.model and scope.version < same_names.UNIQUE then part_same_names(r, element) end
    for _, child in ipairs(element) do
        if child.name == "link" and scope.model then r:within(child, read_link, scope, child, root)
        elseif child.name == "frame" then r:within(child, read_frame, scope, child, root)
        elseif child.name == "joint" then r:within(child, read_joint, scope, child, root)
        elseif child.name == "model" then read_model(r, scope, child, root, scope.version, depth + 1)
        elseif child.name == "include" then
            local model, version, path = included_model(r, child)
            if model then read_included(r, scope, child, overridden(r, child, model), root, version, path, depth + 1) end
        elseif scope.model and not MODEL[child.name] and not child.name:find(":", 1, true) then
            r:note_unknown(child)
        end
    end
end

function read_model(r, scope, element, root, version, depth)
    if depth > DEEPEST then r:bad(element, "models are nested more than %d deep", DEEPEST) end
    local frame = r:name_in(scope, element, "model")
    frame.root = root
    r:within(element, place, frame)
    local placement = element.attributes.placement_frame
    if placement and placement ~= "" and placement ~= "__model__" then frame.placement_frame = placement end
    local static = r.child(element, "static")
    local inside = new_scope {
        name = frame.name, path = scope.plain and "" or r:made(frame.path .. "::"), model = true, parent = scope, version = version, element = element,
        frame = frame,
        static = scope.static or static and r:boolean(static, r.text_of(static)) or false,
    }
    frame.inside = inside
    scope.models[#scope.models + 1], r.models[#r.models + 1] = frame, frame
    read_children(r, inside, element, nil, depth)
    return frame
end

-- Put what is in a model into the scope itself; its own frame stays as a frame of the scope.
function Reader:merge(scope, element, root, version, depth)
    if depth > DEEPEST then self:bad(element, "models are nested more than %d deep", DEEPEST) end
    local name = ("_merged__%s__model__"):format(element.attributes.name or "")
    if scope.named[name] then self:bad(element, "model %s is merged twice", quoted(element.attributes.name or "")) end
    local frame = {kind = "frame", name = name, path = self:made(scope.path .. name), scope = scope, element = element, root = root, merged = true}
    scope.named[name] = frame
    place(self, frame)
    local placement = element.attributes.placement_frame
    if placement and placement ~= "" then frame.placement_frame, frame.inside = placement, scope end
    local before, first = scope.version, #scope.links
    scope.version = version
    read_children(self, scope, element, name, depth)
    scope.version = before
    -- the placement frame is seen from the merged model's own frame
    if frame.placement_frame then
        frame.inside = nil
        local seen = self:pose_in(scope, self:find(scope, frame.placement_frame, element, "placement_frame"))
        local own = self:pose_in(scope, frame)
        frame.at, frame.pose = nil, frame.pose * (own:inverse() * seen):inverse()
        for _, other in pairs(scope.named) do other.at = nil end
    end
    local canonical = element.attributes.canonical_link
    local link = canonical and canonical ~= "" and canonical or scope.links[first + 1] and scope.links[first + 1].name
    frame.attached_to = link
    self.frames[#self.frames + 1] = frame
end

function Reader:read_root(root)
    local version = self:version_of(root)
    local world, models = nil, {}
    for _, child in ipairs(root) do
        if child.name == "world" then
            if world then self:note("left_out", child, nil, "a second <world>: left out") end
            world = world or child
        elseif child.name == "model" then
            models[#models + 1] = child
        elseif child.name ~= "actor" and child.name ~= "light" then
            self:note_unknown(child)
        end
    end
    local top = new_scope {name = "world", path = "", world = true, version = version, plain = not world, element = world or root}
    self.world, self.world_element = top, world
    if world then
        read_children(self, top, world, nil, 1)
    elseif models[1] then
        read_model(self, top, models[1], nil, version, 1)
        for i = 2, #models do self:note("left_out", models[i], nil, "a second <model> without a <world> around them: left out") end
    else
        self:bad(root, "it has neither a <world> nor a <model>")
    end
    if #self.links == 0 then self:bad(world or models[1], "it has no link") end
end

return Reader
