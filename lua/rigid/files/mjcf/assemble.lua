-- <replicate> and <attach> of MJCF, as MuJoCo 4.0 resolves them, in the tree of elements before it is read: each becomes <frame>s that hold copies
-- of what is replicated or attached. Copies have names of their own, and so has what refers to them: classes, meshes, equalities, actuators,
-- keyframes. A copy of another model's element keeps that model's compiler (element.compiler); a frame that was made here has its pose (element.placed).
local core = require "rigid.core"
local Reader = require "rigid.files.mjcf.reader"
local References = require "rigid.files.mjcf.references"

local Transform, Vec3 = core.Transform, core.Vec3
local quoted, words = Reader.quoted, Reader.words

local COPIES <const> = 100000 -- of one <replicate>
local DEEPEST <const> = 50 -- models within models

local ASSETS <const> = words "mesh material hfield texture"

-- ---- copies ---------------------------------------------------------------------------------------------------------

-- What an attribute is in a copy, which is counted where it is new. how: {name, class, asset: functions of the name that was, or nil; compiler;
-- twins: copies by element}.
local function attribute_of(r, how, name, value)
    local renamed = (name == "name" or References.NAMES[name] and value ~= "world") and how.name or (name == "class" or name == "childclass") and how.class
        or ASSETS[name] and how.asset
    if not renamed then return value end
    return r:made(renamed(value))
end

local function copy(r, element, how)
    r:count_element(element.file, element.line)
    local attributes = {}
    for i, name in ipairs(element.attributes) do attributes[i], attributes[name] = name, attribute_of(r, how, name, element.attributes[name]) end
    local twin = {
        name = element.name, attributes = attributes, line = element.line, position = element.position, file = element.file, text = element.text,
        compiler = element.compiler or how.compiler, placed = element.placed,
    }
    for i, child in ipairs(element) do twin[i] = copy(r, child, how) end
    how.twins[element] = twin
    return twin
end

local function frame_like(r, element, placed, childclass)
    r:count_element(element.file, element.line)
    return {name = "frame", attributes = {childclass and "childclass", childclass = childclass}, line = element.line, position = element.position,
        file = element.file, text = "", compiler = element.compiler, placed = placed}
end

local function set(element, name, value)
    if not element.attributes[name] then table.insert(element.attributes, name) end
    element.attributes[name] = value
end

-- ---- notes ----------------------------------------------------------------------------------------------------------

-- Note it once, however often the element's model is attached.
local function note_once(r, code, element, what, ...)
    if r.family.told[element] then return end
    r.family.told[element] = true
    r:note(code, element, nil, what, ...)
end

local function note_torn(r, element, what)
    note_once(r, "left_out", element, "it refers to what is %s and to what is not: left out, as MuJoCo has it", what)
end

-- ---- replicate ------------------------------------------------------------------------------------------------------

local REPLICATE <const> = words "count offset euler sep childclass"

-- Leave out the keyframes of attached models whose joints are those copies' originals: which copy should stand so is not said.
local function drop_keyframes(r, twins)
    for _, key in ipairs(r.references:take_out_keys(twins)) do
        note_once(r, "left_out", key, "its model is replicated, and it does not say which of them stands so: left out")
    end
end

-- Where the copies are: a function that goes on from one to the next. The angles add up, each by itself; the offset is in the axes of the copy before.
local function row_of_poses(r, element)
    local attributes = element.attributes
    local offset, angles = Vec3(r:numbers(element, attributes, "offset", 3) or {0, 0, 0}), r:numbers(element, attributes, "euler", 3) or {0, 0, 0}
    local place, k = Vec3(0, 0, 0), 0
    return function()
        local turn = r:euler(element, {k * angles[1], k * angles[2], k * angles[3]})
        local pose = Transform(turn, place)
        place, k = place + turn * offset, k + 1
        return pose
    end
end

-- The copies of an element, each in a frame of its own.
local function replicated(r, element)
    local attributes = element.attributes
    r:check_attributes(element, REPLICATE)
    local count = math.tointeger(r:number(element, attributes, "count"))
    if not count or count < 1 or count > COPIES then r:bad(element, "count is %s: a whole number from 1 to %d is wanted", quoted(attributes.count or ""),
        COPIES) end
    local referring = {}
    for _, one in ipairs(r.references:take_out(References.collect(element, {}))) do
        if one.alone then referring[#referring + 1] = one else note_torn(r, one.element, "replicated") end
    end
    local frames, next_pose = {}, row_of_poses(r, element)
    local ending = ("%s%%0%dd"):format((attributes.sep or ""):gsub("%%", "%%%%"), #tostring(count - 1))
    for k = 1, count do
        local suffix = ending:format(k - 1)
        local how = {name = function(name) return name .. suffix end, twins = {}}
        frames[k] = frame_like(r, element, next_pose(), attributes.childclass)
        for i, child in ipairs(element) do frames[k][i] = copy(r, child, how) end
        for _, one in ipairs(referring) do r.references:add(one.section, copy(r, one.element, how)) end
        if k == 1 then drop_keyframes(r, how.twins) end
    end
    return frames
end

-- ---- attach ---------------------------------------------------------------------------------------------------------

local ATTACH <const> = words "model body frame prefix"

-- What is counted is counted for all files together.
local function share(from, to)
    for _, name in ipairs {"elements", "files", "bytes", "noted"} do to[name] = from[name] end
end

-- The model in a file, opened once, with what it attaches itself.
local function open_model(r, element, file)
    r:check_inside(element, file)
    local path = r.folder(r.path) .. file
    if r.family.opening[path] then r:bad(element, "model %s attaches itself, in a circle", quoted(file)) end
    if r.family.read[path] then return r.family.read[path] end
    if r.depth >= DEEPEST then r:bad(element, "models are attached to models more than %d deep", DEEPEST) end
    local text = r:read_text(element, path, file)
    local other = setmetatable(Reader.new(path), Reader)
    other.notes, other.unknown, other.family, other.depth, other.assembling = r.notes, r.unknown, r.family, r.depth + 1, true
    share(r, other)
    r.family.opening[path] = true
    other:open_document(text)
    r.family.opening[path] = nil
    share(other, r)
    r.family.read[path] = other
    return other
end

-- The next <model> of the assets, by its name or that of its file.
local function next_model(r, models)
    models.at = models.at + 1
    local one = models[models.at]
    if not one then return end
    local file = one.attributes.file
    if not file then r:bad(one, "it has no attribute 'file'") end
    local name = one.attributes.name or open_model(r, one, file).name
    if name and not models.by_name[name] then models.by_name[name], models.names[#models.names + 1] = one, name end
    return one
end

-- The model that an <attach> names: as its <model> in <asset> does, or as the file itself. Models are looked at in order, and each once.
local function model_named(r, element, name)
    local models = r.models
    if not models then
        models = r:elements_of("asset", words "model")
        models.at, models.by_name, models.names = 0, {}, {}
        r.models = models
    end
    while not models.by_name[name] and next_model(r, models) do end
    local found = models.by_name[name]
    if found then return open_model(r, found, found.attributes.file) end
    return r:bad(element, "there is no <model> %s in <asset>%s", quoted(name), r.hint(name, models.names))
end

local ATTACHED <const> = words "body frame"

-- Put all bodies and frames with a name that are in an element into found, with the class that goes for each: the first of a name.
local function name_parts(element, childclass, found)
    for _, child in ipairs(element) do
        local of_kind, name = ATTACHED[child.name] and found[child.name], child.attributes.name
        if of_kind and name then
            if not of_kind[name] then of_kind[name], of_kind[#of_kind + 1] = {holder = {child}, class = childclass}, name end
        end
        name_parts(child, child.attributes.childclass or childclass, found)
    end
end

-- What is attached: a list of {element whose name and children are taken, class that goes for it}, from the element of that kind and name or all.
local function parts_of(r, element, other)
    local attributes = element.attributes
    local kind = attributes.body and "body" or attributes.frame and "frame"
    if not other.parts then
        other.parts = {body = {}, frame = {}, all = {}}
        for i, world in ipairs(other.sections.worldbody) do
            other.parts.all[i] = {holder = world, class = world.attributes.childclass}
            name_parts(world, world.attributes.childclass, other.parts)
        end
    end
    if not kind then return other.parts.all end
    local name, named = attributes[kind], other.parts[kind]
    if not named[name] then r:bad(element, "model %s has no %s %s%s", quoted(attributes.model), kind, quoted(name), r.hint(name, named)) end
    return {named[name]}
end

-- What of another model refers to those parts alone: a list as of References:to, the same for each time that they are attached. What is torn is noted.
local function referring_to(r, other, parts)
    local first = parts[1] -- one of a name, or the first of all
    if not first then return {} end
    other.referring = other.referring or {}
    if not other.referring[first] then
        local names, list = {}, {}
        for _, part in ipairs(parts) do References.collect(part.holder, names) end
        for _, one in ipairs(other.references:to(names)) do
            if one.alone then list[#list + 1] = one else note_torn(r, one.element, "attached") end
        end
        other.referring[first] = list
    end
    return other.referring[first]
end

-- The settings of another model's compiler, its folder of meshes seen from the first file.
local function compiler_seen(r, other)
    local folder = other.folder(other.path):sub(#r.folder(r.family.first) + 1)
    local own = other.compiler.meshdir
    if folder == "" or own:sub(1, 1) == "/" then return other.compiler end
    return setmetatable({meshdir = folder .. own}, {__index = other.compiler})
end

-- Take over default classes and assets of another model under a prefix, once.
local function take_over(r, element, other, prefix, how)
    local key = prefix .. "\0" .. other.path
    if r.taken_over[key] then return end
    r.taken_over[key] = true
    for name, class in pairs(other.classes) do
        if r.classes[prefix .. name] then r:bad(element, "with the prefix %s there are two default classes %s", quoted(prefix), quoted(prefix .. name)) end
        r:count_class(element)
        r.classes[r:made(prefix .. name)] = class
    end
    other.assets = other.assets or other:elements_of("asset", words "mesh material")
    for _, one in ipairs(other.assets) do
        local twin = copy(r, one, how)
        set(twin, "class", how.class(one.attributes.class or "main"))
        if not one.attributes.name and one.attributes.file then set(twin, "name", prefix .. r.base_name(one.attributes.file)) end
        r.references:add("asset", twin)
    end
    for _, section in ipairs {"option", "deformable", "extension"} do
        local one = other.sections[section][1]
        if one then
            note_once(r, section == "option" and "ignored" or "left_out", one, "it is of a model that is attached in %s: %s", element.file,
                section == "option" and "the options of the first file hold" or "not carried")
        end
    end
end

-- The joints of a model in MuJoCo's order (those of a body before those of the bodies in it), with their types.
local function joints_in_order(r, element, childclass, list, bodies)
    local own = bodies or {}
    for _, child in ipairs(element) do
        if child.name == "freejoint" then list[#list + 1] = {element = child, type = "free"} end
        if child.name == "joint" then list[#list + 1] = {element = child, type = r:attributes(child, childclass).type or "hinge"} end
        if child.name == "body" then own[#own + 1] = {child, childclass} end
        if child.name == "frame" then joints_in_order(r, child, child.attributes.childclass or childclass, list, own) end
    end
    if bodies then return list end
    for _, one in ipairs(own) do joints_in_order(r, one[1], one[1].attributes.childclass or one[2], list) end
    return list
end

-- The joints of a whole model.
local function all_joints(r)
    if not r.joint_order then
        r.joint_order = {}
        for _, world in ipairs(r.sections.worldbody) do joints_in_order(r, world, world.attributes.childclass, r.joint_order) end
    end
    return r.joint_order
end

-- The keyframes of another model: element.order says whose numbers they are, as far as they are here.
local function take_keyframes(r, other, how)
    other.keys = other.keys or other:elements_of("keyframe", words "key")
    for _, key in ipairs(other.keys) do
        local twin = copy(r, key, how)
        twin.order = {}
        for i, joint in ipairs(key.order or all_joints(other)) do
            r:count_element(key.file, key.line)
            twin.order[i] = {element = how.twins[joint.element], type = joint.type}
        end
        r.references:add_key(twin)
    end
end

local function attached(r, element)
    local attributes = element.attributes
    r:check_attributes(element, ATTACH)
    for _, name in ipairs {"model", "prefix"} do
        if not attributes[name] then r:bad(element, "it has no attribute '%s'", name) end
    end
    local prefix, other = attributes.prefix, model_named(r, element, attributes.model)
    local function prefixed(name) return prefix .. name end
    local how = {name = prefixed, class = prefixed, asset = prefixed, twins = {}, compiler = compiler_seen(r, other)}
    take_over(r, element, other, prefix, how)
    local frames, parts = {}, parts_of(r, element, other)
    for i, part in ipairs(parts) do
        frames[i] = frame_like(r, element, Transform.identity(), prefixed(part.class or "main"))
        for k, child in ipairs(part.holder) do frames[i][k] = copy(r, child, how) end
    end
    for _, one in ipairs(referring_to(r, other, parts)) do
        local twin = copy(r, one.element, how)
        if one.section ~= "tendon" then set(twin, "class", prefixed(one.element.attributes.class or "main")) end
        r.references:add(one.section, twin)
    end
    take_keyframes(r, other, how)
    return frames
end

-- ---- all of them ----------------------------------------------------------------------------------------------------

local MAKES = {replicate = replicated, attach = attached}

-- What is innermost comes first.
local function expand(r, element)
    local children = {}
    for _, child in ipairs(element) do
        local make = MAKES[child.name]
        expand(r, child)
        if make then
            local frames = r:within(child, make, child)
            table.move(frames, 1, #frames, #children + 1, children)
        else
            children[#children + 1] = child
        end
    end
    r.set_children(element, children)
end

-- Put what is replicated and attached into the tree; the sections and classes have been read.
function Reader:assemble()
    self.family = self.family or {opening = {[self.path] = true}, read = {}, told = {}, first = self.path} -- shared by all models of one assembly
    self.depth, self.taken_over = self.depth or 0, {}
    self.references = References.new(self.sections)
    for _, world in ipairs(self.sections.worldbody) do expand(self, world) end
    self.references:tidy()
end

return Reader
