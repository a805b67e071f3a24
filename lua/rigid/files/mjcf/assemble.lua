-- <replicate> and <attach> of MJCF, as MuJoCo 4.0 resolves them, in the tree of elements before it is read: each becomes <frame>s that hold copies
-- of what is replicated or attached. Copies have names of their own, and so has what refers to them: classes, meshes, equalities, actuators,
-- keyframes. A copy of another model's element keeps that model's compiler (element.compiler); a frame that was made here has its pose (element.placed).
local core = require "rigid.core"
local Reader = require "rigid.files.mjcf.reader"

local Transform, Vec3 = core.Transform, core.Vec3
local quoted, words = Reader.quoted, Reader.words

local COPIES <const> = 100000 -- of one <replicate>
local DEEPEST <const> = 50 -- models within models

-- Attributes that are names, by what they name.
local REFERS <const> = {
    body = "body", body1 = "body", body2 = "body", target = "body", joint = "joint", joint1 = "joint", joint2 = "joint", jointinparent = "joint",
    site = "site", site1 = "site", site2 = "site", slidersite = "site", cranksite = "site", refsite = "site", sidesite = "site",
    geom = "geom", geom1 = "geom", geom2 = "geom", tendon = "tendon", tendon1 = "tendon", tendon2 = "tendon",
}
local ASSETS <const> = words "mesh material hfield texture"
local KIND <const> = {freejoint = "joint", spatial = "tendon", fixed = "tendon"} -- of elements that are called otherwise
local REFERRING <const> = {"tendon", "equality", "actuator"} -- sections; an actuator may refer to a tendon

-- ---- copies ---------------------------------------------------------------------------------------------------------

-- What an attribute is in a copy. how: {name, class, asset: functions of the name that was, or nil; compiler; twins: copies by element}.
local function attribute_of(how, name, value)
    if name == "name" or REFERS[name] and value ~= "world" then return how.name(value) end
    if how.class and (name == "class" or name == "childclass") then return how.class(value) end
    if how.asset and ASSETS[name] then return how.asset(value) end
    return value
end

local function copy(r, element, how)
    r:count_element(element.file, element.line)
    local attributes = {}
    for i, name in ipairs(element.attributes) do attributes[i], attributes[name] = name, attribute_of(how, name, element.attributes[name]) end
    local twin = {
        name = element.name, attributes = attributes, line = element.line, position = element.position, file = element.file, text = element.text,
        compiler = element.compiler or how.compiler, placed = element.placed,
    }
    for i, child in ipairs(element) do twin[i] = copy(r, child, how) end
    how.twins[element] = twin
    return twin
end

local function frame_like(element, placed, childclass)
    return {name = "frame", attributes = {childclass and "childclass", childclass = childclass}, line = element.line, position = element.position,
        file = element.file, text = "", compiler = element.compiler, placed = placed}
end

local function set(element, name, value)
    if not element.attributes[name] then table.insert(element.attributes, name) end
    element.attributes[name] = value
end

-- ---- who refers to what ---------------------------------------------------------------------------------------------

-- The names of all that is in an element, by kind.
local function collect(element, names)
    for _, child in ipairs(element) do
        local kind, name = KIND[child.name] or child.name, child.attributes.name
        if name then
            names[kind] = names[kind] or {}
            names[kind][name] = true
        end
        collect(child, names)
    end
    return names
end

local function count_references(element, names, count)
    for _, attribute in ipairs(element.attributes) do
        local kind, value = REFERS[attribute], element.attributes[attribute]
        if kind and value ~= "world" then
            local side = names[kind] and names[kind][value] and "within" or "outside"
            count[side] = count[side] + 1
        end
    end
    for _, child in ipairs(element) do count_references(child, names, count) end
    return count
end

-- Call f with each element of the sections that refers to one of the names, and whether it does so alone.
local function each_referring(sections, names, f)
    for _, section in ipairs(REFERRING) do
        for _, whole in ipairs(sections[section]) do
            for _, element in ipairs(table.move(whole, 1, #whole, 1, {})) do
                local count = count_references(element, names, {within = 0, outside = 0})
                if count.within > 0 then
                    f(section, whole, element, count.outside == 0)
                    local name = element.attributes.name
                    if section == "tendon" and name and count.outside == 0 then
                        names.tendon = names.tendon or {}
                        names.tendon[name] = true
                    end
                end
            end
        end
    end
end

-- Note it once, however often the element's model is attached.
local function note_once(r, code, element, what, ...)
    if r.family.told[element] then return end
    r.family.told[element] = true
    r:note(code, element, nil, what, ...)
end

local function note_torn(r, element, what)
    note_once(r, "left_out", element, "it refers to what is %s and to what is not: left out, as MuJoCo has it", what)
end

local function add_to_section(r, section, element)
    local whole = {name = section, attributes = {}, line = element.line, position = element.position, file = element.file, text = "", element}
    table.insert(r.sections[section], whole)
end

-- ---- replicate ------------------------------------------------------------------------------------------------------

local REPLICATE <const> = words "count offset euler sep childclass"

-- Take an element out of its section.
local function remove(whole, element)
    for i, one in ipairs(whole) do
        if one == element then return table.remove(whole, i) end
    end
end

-- Leave out the keyframes of attached models whose joints are those copies' originals: which copy should stand so is not said.
local function drop_keyframes(r, twins)
    for _, whole in ipairs(r.sections.keyframe) do
        for i = #whole, 1, -1 do
            for _, joint in ipairs(whole[i].order or {}) do
                if twins[joint.element] then
                    note_once(r, "left_out", whole[i], "its model is replicated, and it does not say which of them stands so: left out")
                    table.remove(whole, i)
                    break
                end
            end
        end
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
    local names, referring = collect(element, {}), {}
    each_referring(r.sections, names, function(section, whole, one, alone)
        remove(whole, one)
        if alone then referring[#referring + 1] = {section, one} else note_torn(r, one, "replicated") end
    end)
    local frames, next_pose = {}, row_of_poses(r, element)
    local ending = ("%s%%0%dd"):format((attributes.sep or ""):gsub("%%", "%%%%"), #tostring(count - 1))
    for k = 1, count do
        local suffix = ending:format(k - 1)
        local how = {name = function(name) return name .. suffix end, twins = {}}
        frames[k] = frame_like(element, next_pose(), attributes.childclass)
        for i, child in ipairs(element) do frames[k][i] = copy(r, child, how) end
        for _, one in ipairs(referring) do add_to_section(r, one[1], copy(r, one[2], how)) end
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

-- The model that an <attach> names: as its <model> in <asset> does, or as the file itself.
local function model_named(r, element, name)
    local names = {}
    for _, asset in ipairs(r.sections.asset) do
        for _, one in ipairs(asset) do
            if one.name == "model" then
                local file = one.attributes.file
                if not file then r:bad(one, "it has no attribute 'file'") end
                local own = one.attributes.name or open_model(r, one, file).name
                if own == name then return open_model(r, one, file) end
                names[#names + 1] = own
            end
        end
    end
    return r:bad(element, "there is no <model> %s in <asset>%s", quoted(name), r.hint(name, names))
end

-- The element of a kind and name, and the class that goes for it.
local function find(element, kind, name, childclass, names)
    for _, child in ipairs(element) do
        if child.name == kind and child.attributes.name then
            if child.attributes.name == name then return child, childclass end
            names[#names + 1] = child.attributes.name
        end
        local found, class = find(child, kind, name, child.attributes.childclass or childclass, names)
        if found then return found, class end
    end
end

-- What is attached: a list of {element whose name and children are taken, class that goes for it}, from the element of that kind and name or all.
local function parts_of(r, element, other)
    local attributes, names = element.attributes, {}
    local kind = attributes.body and "body" or attributes.frame and "frame"
    local all = {}
    for _, world in ipairs(other.sections.worldbody) do
        if kind then
            local found, class = find(world, kind, attributes[kind], world.attributes.childclass, names)
            if found then return {{holder = {found}, class = class}} end
        end
        all[#all + 1] = {holder = world, class = world.attributes.childclass}
    end
    if kind then r:bad(element, "model %s has no %s %s%s", quoted(attributes.model), kind, quoted(attributes[kind]), r.hint(attributes[kind], names)) end
    return all
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
        r.classes[prefix .. name] = class
    end
    for _, asset in ipairs(other.sections.asset) do
        for _, one in ipairs(asset) do
            if one.name == "mesh" or one.name == "material" then
                local twin = copy(r, one, how)
                set(twin, "class", how.class(one.attributes.class or "main"))
                if not one.attributes.name and one.attributes.file then set(twin, "name", prefix .. r.base_name(one.attributes.file)) end
                add_to_section(r, "asset", twin)
            end
        end
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

-- The keyframes of another model: element.order says whose numbers they are, as far as they are here.
local function take_keyframes(r, other, how)
    local all
    for _, whole in ipairs(other.sections.keyframe) do
        for _, key in ipairs(whole) do
            if key.name == "key" and not all then
                all = {}
                for _, world in ipairs(other.sections.worldbody) do joints_in_order(other, world, world.attributes.childclass, all) end
            end
            local twin = copy(r, key, how)
            twin.order = {}
            for i, joint in ipairs(key.order or all or {}) do twin.order[i] = {element = how.twins[joint.element], type = joint.type} end
            add_to_section(r, "keyframe", twin)
        end
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
    local frames, names = {}, {}
    for i, part in ipairs(parts_of(r, element, other)) do
        frames[i] = frame_like(element, Transform.identity(), prefixed(part.class or "main"))
        for k, child in ipairs(part.holder) do frames[i][k] = copy(r, child, how) end
        collect(part.holder, names)
    end
    each_referring(other.sections, names, function(section, _, one, alone)
        if not alone then return note_torn(r, one, "attached") end
        local twin = copy(r, one, how)
        if section ~= "tendon" then set(twin, "class", prefixed(one.attributes.class or "main")) end
        add_to_section(r, section, twin)
    end)
    take_keyframes(r, other, how)
    return frames
end

-- ---- all of them ----------------------------------------------------------------------------------------------------

local MAKES = {replicate = replicated, attach = attached}

-- What is innermost comes first.
local function expand(r, element)
    local i = 1
    while i <= #element do
        local child = element[i]
        local make = MAKES[child.name]
        expand(r, child)
        if make then
            local frames = r:within(child, make, child)
            table.remove(element, i)
            table.move(element, i, #element, i + #frames)
            table.move(frames, 1, #frames, i, element)
            i = i + #frames
        else
            i = i + 1
        end
    end
end

-- Put what is replicated and attached into the tree; the sections and classes have been read.
function Reader:assemble()
    self.family = self.family or {opening = {[self.path] = true}, read = {}, told = {}, first = self.path} -- shared by all models of one assembly
    self.depth, self.taken_over = self.depth or 0, {}
    for _, world in ipairs(self.sections.worldbody) do expand(self, world) end
end

return Reader
