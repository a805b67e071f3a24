-- The frames of SDF: a scope is a model or the world, its frames are its links, joints, frames and models by name, each with a pose relative
-- to another of them. A scope is {name, path ("arm::hand", "" at the top), model or world, parent, version, named, links, joints, frames, models,
-- static, element}; a frame {kind, name, path, scope, element, pose, relative_to, attached_to}. Nothing is resolved before all is read.
local core = require "rigid.core"
local Elements = require "rigid.files.element"
local sorted = require "rigid.sorted"

local Rotation, Transform = core.Rotation, core.Transform
local quoted = Elements.quoted

local Reader = setmetatable({}, {__index = Elements})
Reader.__index = Reader

local IDENTITY <const> = Transform.identity()

-- ---- elements -------------------------------------------------------------------------------------------------------

-- The first child of that name.
function Reader.child(element, name)
    for _, child in ipairs(element) do
        if child.name == name then return child end
    end
end

-- What stands in an element, without the blanks around it (looked for once from each side: there may be many).
function Reader.text_of(element)
    if not element then return nil end
    local first = element.text:find "%S"
    return first and element.text:match(".*%S", first) or ""
end

-- The number that a child says; nil where there is none.
function Reader:number_of_child(element, name, wild)
    local child = element and self.child(element, name)
    if not child or self.text_of(child) == "" then return nil end
    return self:numbers_in(child, "<" .. name .. ">", self.text_of(child), 1, 1, wild)[1]
end

function Reader:vector_of_child(element, name, count)
    local child = element and self.child(element, name)
    if not child or self.text_of(child) == "" then return nil end
    return self:numbers_in(child, "<" .. name .. ">", self.text_of(child), count, count)
end

local TRUE <const>, FALSE <const> = {["true"] = true, ["1"] = true}, {["false"] = true, ["0"] = true, [""] = true}

function Reader:boolean(element, text)
    text = text:lower()
    if not TRUE[text] and not FALSE[text] then self:bad(element, "%s is neither true nor false", quoted(text)) end
    return TRUE[text] or false
end

function Reader:note_children(element, known)
    for _, child in ipairs(element) do
        if not known[child.name] and not child.name:find(":", 1, true) then self:note_unknown(child) end
    end
end

-- ---- poses ----------------------------------------------------------------------------------------------------------

-- The pose that a <pose> says, and what it is relative to (nil: not said). Six numbers x y z roll pitch yaw, about fixed axes. wild: of an
-- inertia, whose com may be no number; then its place comes as well.
function Reader:pose(element, wild)
    local attributes, text = element.attributes, self.text_of(element)
    local relative = attributes.relative_to or attributes.frame
    if relative == "" then relative = nil end
    local form = attributes.rotation_format or "euler_rpy"
    if form ~= "euler_rpy" and form ~= "quat_xyzw" then self:bad(element, "rotation_format is %s: euler_rpy or quat_xyzw is wanted", quoted(form)) end
    if text == "" then return IDENTITY, relative end
    local count = form == "quat_xyzw" and 7 or 6
    local p = self:numbers_in(element, "the pose", text, count, count, wild)
    for i = 4, count do
        if p[i] - p[i] ~= 0 then self:bad(element, "the pose is %s: finite angles are needed", quoted(text)) end
    end
    local place = {p[1], p[2], p[3]}
    for i = 1, 3 do p[i] = p[i] - p[i] == 0 and p[i] or 0 end
    if form == "quat_xyzw" then
        if p[4] == 0 and p[5] == 0 and p[6] == 0 and p[7] == 0 then self:bad(element, "the pose %s has a quaternion of length zero", quoted(text)) end
        return Transform(Rotation.quaternion(p[7], p[4], p[5], p[6]), {p[1], p[2], p[3]}), relative, place
    end
    local degrees = attributes.degrees and self:boolean(element, attributes.degrees)
    if degrees then p[4], p[5], p[6] = math.rad(p[4]), math.rad(p[5]), math.rad(p[6]) end
    return Transform(Rotation.rpy(p[4], p[5], p[6]), {p[1], p[2], p[3]}), relative, place
end

function Reader:pose_of_child(element, wild)
    local pose = self.child(element, "pose")
    if not pose then return IDENTITY, nil, element end
    local X, relative, place = self:pose(pose, wild)
    return X, relative, pose, place
end

-- ---- names ----------------------------------------------------------------------------------------------------------

-- The name of an element, which no other in the scope has.
function Reader:name_in(scope, element, kind)
    local name = self.renamed[element] or element.attributes.name
    if not name or name == "" then self:bad(element, "it has no name") end
    if name:find("::", 1, true) and not (scope.version < 1.8) then self:bad(element, "'::' is between the names of models: no name has it itself") end
    if name == "world" or name:find "^__.*__$" then self:bad(element, "the name %s is reserved: give it another", quoted(name)) end
    local same = scope.named[name]
    if same then self:bad(element, "the name %s is taken: a %s in line %d has it; links, joints, frames and models of one model need names of their own",
        quoted(name), same.kind, same.element.line) end
    local frame = {kind = kind, name = name, path = self:made(scope.path .. (element.attributes["rigid:name"] or name)), scope = scope, element = element}
    scope.named[name] = frame
    return frame
end

-- The frame of that name as a scope sees it: its own, or one of a model in it (a::b); the scope itself for __model__ and world.
function Reader:find(scope, name, element, what)
    if name == "__model__" and scope.model then return scope end
    if name == "world" and scope.world then return scope end
    local first, rest = name:match "^(.-)::(.+)$"
    local found = scope.named[name] or first and scope.named[first]
    if not found then
        return self:bad(element, "%s %s: there is no frame, link, joint or model of that name%s", what, quoted(name), self.hint(name, sorted(scope.named)))
    end
    if scope.named[name] then return found end
    if found.kind ~= "model" then return self:bad(element, "%s %s: %s is a %s, and has nothing within", what, quoted(name), quoted(first), found.kind) end
    return self:find(found.inside, rest, element, what)
end

-- ---- where things are -----------------------------------------------------------------------------------------------

-- What the pose of a frame is told from: a frame, or the scope itself.
local function base_of(r, frame)
    if not frame.relative_to then return frame.scope end
    return r:find(frame.scope, frame.relative_to, frame.pose_element, frame.said_relative and "relative_to" or frame.default_word)
end

local function place(r, frame, base)
    local X = r:pose_in(frame.scope, base) * frame.pose
    if frame.inside and frame.placement_frame then
        X = X * r:pose_in(frame.inside, r:find(frame.inside, frame.placement_frame, frame.element, "placement_frame")):inverse()
    end
    frame.at, frame.busy = X, nil
end

-- The pose of a frame in its scope: the frames of that scope from which it is told are placed before it, however many they are.
local function within(r, frame)
    local pending, bases, one = {}, {}, frame
    while one.kind and one.scope == frame.scope and not one.at do
        if one.busy then r:bad(one.pose_element or one.element, "the poses of %s and others are relative to each other, in a circle", quoted(one.name)) end
        one.busy = true
        pending[#pending + 1] = one
        local base = base_of(r, one)
        bases[one], one = base, base
    end
    for i = #pending, 1, -1 do place(r, pending[i], bases[pending[i]]) end
    return frame.at
end

-- The pose of a frame (or of a scope) as a scope that holds it sees it.
function Reader:pose_in(scope, frame)
    if frame == scope then return IDENTITY end
    if not frame.kind then -- a scope within
        return self:pose_in(scope, frame.frame)
    end
    local X = within(self, frame)
    if frame.scope == scope then return X end
    return self:pose_in(scope, frame.scope.frame) * X
end

-- The pose of a frame or scope in the world.
function Reader:pose_in_world(frame)
    if not frame.kind then
        if not frame.frame then return IDENTITY end
        return self:pose_in_world(frame.frame)
    end
    return self:pose_in_world(frame.scope) * within(self, frame)
end

-- What a frame that is no link is attached to, a frame or a link; nil where that is the world.
local function holder_of(r, frame)
    if frame.model then return r:canonical(frame) end
    if frame.kind == "model" then return r:canonical(frame.inside) end
    if frame.kind == "joint" then return r:find(frame.scope, frame.child, frame.child_element, "<child>") end
    if frame.attached_to then return r:find(frame.scope, frame.attached_to, frame.element, "attached_to") end
    return frame.scope.model and r:canonical(frame.scope) or nil
end

-- The link that a frame moves with; nil for the world. What was found is kept for all that were passed on the way.
function Reader:body_of(frame)
    local passed = {}
    while frame and frame.kind ~= "link" and not frame.world and frame.link == nil do
        if frame.following then self:bad(frame.element, "%s and others are attached to each other, in a circle", quoted(frame.name)) end
        frame.following = true
        passed[#passed + 1] = frame
        frame = holder_of(self, frame)
    end
    local link = frame and (frame.kind == "link" and frame or frame.link) or nil
    for _, one in ipairs(passed) do one.link, one.following = link or false, nil end
    return link
end

-- The link that stands for a model.
function Reader:canonical(scope)
    local said = scope.element.attributes.canonical_link
    if said and said ~= "" and not scope.merged_from then
        local link = self:find(scope, said, scope.element, "canonical_link")
        if link.kind ~= "link" then self:bad(scope.element, "canonical_link %s is a %s", quoted(said), link.kind or "model") end
        return link
    end
    if scope.links[1] then return scope.links[1] end
    for _, model in ipairs(scope.models) do
        local link = self:canonical(model.inside)
        if link then return link end
    end
    return nil
end

return Reader
