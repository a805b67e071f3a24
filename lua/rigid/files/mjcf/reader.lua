-- What a reader of MJCF is: the tree of elements with all that is included in its place, the settings of the compiler and the default
-- classes, wherever they stand; and how attributes are read, with their defaults. Angles are radians from here on.
local core = require "rigid.core"
local Elements = require "rigid.files.element"
local sorted = require "rigid.sorted"

local Rotation, Transform, Vec3 = core.Rotation, core.Transform, core.Vec3
local quoted = Elements.quoted

-- An Elements reader with: sections (lists of elements by name), compiler (its settings), classes (attributes by class and element).
local Reader = setmetatable({}, {__index = Elements})
Reader.__index = Reader

local function words(text)
    local set = {}
    for word in text:gmatch "%S+" do set[#set + 1], set[word] = word, true end
    return set
end
Reader.words = words

-- ---- what is included -----------------------------------------------------------------------------------------------

-- Put the children of each included file in the place of the <include> that names it. A file comes once, as MuJoCo has it.
local function splice(r, element, folder, seen)
    local children = {}
    for _, child in ipairs(element) do
        if child.name == "include" then
            local name = child.attributes.file
            if not name then r:bad(child, "it has no attribute 'file'") end
            local path = folder .. name
            if seen[path] then
                r:bad(child, "file %s is included already%s", quoted(name), seen[path] == "open" and ", and goes round in a circle" or "")
            end
            seen[path] = "open"
            local root = r:include(child, name, folder)
            splice(r, root, folder, seen)
            seen[path] = "read"
            table.move(root, 1, #root, #children + 1, children)
        else
            splice(r, child, folder, seen)
            children[#children + 1] = child
        end
    end
    r.set_children(element, children)
end

-- ---- sections -------------------------------------------------------------------------------------------------------

local SECTIONS <const> = words [[compiler option size visual statistic default asset worldbody contact equality tendon actuator sensor
    keyframe custom extension deformable]]

local COMPILER <const> = words [[autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb eulerseq meshdir
    texturedir assetdir discardvisual usethread fusestatic inertiafromgeom inertiagrouprange alignfree saveinertial exactmeshinertia convexhull
    conflict]]

local function read_compiler(r)
    local c = {}
    for _, element in ipairs(r.sections.compiler) do
        for _, name in ipairs(element.attributes) do
            if not COMPILER[name] then r:note_unknown(element, name) end
            c[name], c[name .. "_at"] = element.attributes[name], element
        end
    end
    local function word(name, list, default)
        if not c[name] then return default end
        if not list[c[name]] then r:bad(c[name .. "_at"], "%s=%s: %s is wanted", name, quoted(c[name]), table.concat(list, ", ")) end
        return c[name]
    end
    local function number(name) return c[name] and r:numbers_in(c[name .. "_at"], name, c[name], 1, 1)[1] end
    local YES <const> = words "true false"
    if c.coordinate and c.coordinate ~= "local" then
        r:bad(c.coordinate_at, "coordinate=%s: global coordinates were taken out of MJCF in version 2.3.4; save the file with an older MuJoCo first",
            quoted(c.coordinate))
    end
    if c.eulerseq and not c.eulerseq:find "^[xyzXYZ][xyzXYZ][xyzXYZ]$" then
        r:bad(c.eulerseq_at, "eulerseq=%s: three of the letters x, y, z, X, Y, Z are wanted", quoted(c.eulerseq))
    end
    local groups = c.inertiagrouprange and r:numbers_in(c.inertiagrouprange_at, "inertiagrouprange", c.inertiagrouprange, 2, 2) or {0, 5}
    r.compiler = {
        degrees = word("angle", words "degree radian", "degree") == "degree", eulerseq = c.eulerseq or "xyz",
        autolimits = word("autolimits", YES, "true") == "true", fromgeom = word("inertiafromgeom", words "auto true false", "auto"), groups = groups,
        balance = word("balanceinertia", YES, "false") == "true", least_mass = number "boundmass" or 0, least_inertia = number "boundinertia" or 0,
        total = number "settotalmass", meshdir = c.meshdir or c.assetdir or "", strippath = word("strippath", YES, "false") == "true",
    }
    if c.alignfree == "true" then
        r:note("ignored", c.alignfree_at, nil, "alignfree is not followed: frames of free bodies stay where the file has them")
    end
end

-- ---- default classes ------------------------------------------------------------------------------------------------

local MERGED <const> = words "size stiffness damping" -- leading numbers alone may be given anew
local ATTRIBUTES <const>, CLASSES <const> = 100, 10000 -- of one element with all of its class, and altogether: none has half as many

-- What an element says, where the class says the other numbers of a list.
local function merged(value, before)
    local list = {}
    for word in value:gmatch "%S+" do list[#list + 1] = word end
    local i = 0
    for word in before:gmatch "%S+" do
        i = i + 1
        list[i] = list[i] or word
    end
    return table.concat(list, " ")
end

-- Put the attributes of an element over those of a class, which are in `all` or behind it.
local function put_over(r, element, all)
    local merges = element.name == "geom" or element.name == "joint"
    if #element.attributes > ATTRIBUTES then r:bad(element, "more than %d attributes", ATTRIBUTES) end
    for _, name in ipairs(element.attributes) do
        local value, before = element.attributes[name], all[name]
        all[name] = before and merges and MERGED[name] and merged(value, before) or value
    end
    return all
end

local IN_CLASSES <const> = words "mesh material joint geom site camera light pair equality tendon"

-- What a class says of a kind of element, with what another said of it before.
local function put_in_class(r, class, parent, element)
    local kind = element.name
    if r.is_actuator(kind) then
        class.actuator = r:actuator_over(class.actuator, element)
    elseif not IN_CLASSES[kind] then
        r:note_unknown(element)
    else
        if class[kind] == (parent and parent[kind]) then
            class[kind] = {}
            for name, value in pairs(parent and parent[kind] or {}) do class[kind][name] = value end
        end
        put_over(r, element, class[kind])
        local count = 0
        for _ in pairs(class[kind]) do count = count + 1 end
        if count > ATTRIBUTES then r:bad(element, "its class has more than %d attributes of <%s>", ATTRIBUTES, kind) end
    end
end

function Reader:count_class(element)
    self.class_count = self.class_count + 1
    if self.class_count > CLASSES then self:bad(element, "more than %d default classes", CLASSES) end
end

local function add_class(r, element, parent, top)
    local name = element.attributes.class or top and "main"
    if not name then r:bad(element, "a class within a class must have a name: class=\"...\"") end
    local class = top and r.classes.main or {}
    if not top and r.classes[name] then r:bad(element, "class %s is there already", quoted(name)) end
    r.classes[name] = class
    r:count_class(element)
    for kind, attributes in pairs(parent or {}) do class[kind] = class[kind] or attributes end
    for _, child in ipairs(element) do
        if child.name ~= "default" then put_in_class(r, class, parent, child) end
    end
    return class
end

local function add_classes(r, element, parent, top)
    local class = add_class(r, element, parent, top)
    for _, child in ipairs(element) do
        if child.name == "default" then add_classes(r, child, class, false) end
    end
end

-- The class that goes for an element: its own, that of the nearest ancestor with childclass, or the top.
function Reader:class_of(element, childclass) return self:class(element, element.attributes.class or childclass or "main") end

-- All attributes of an element; those of its class are behind its own.
function Reader:attributes(element, childclass)
    local base, all = self:class_of(element, childclass)[element.name], {}
    if base then
        self.behind[base] = self.behind[base] or {__index = base}
        setmetatable(all, self.behind[base])
    end
    return put_over(self, element, all)
end

-- The default class of that name, which an element asks for.
function Reader:class(element, name)
    if self.classes[name] then return self.classes[name] end
    return self:bad(element, "there is no default class %s%s", quoted(name), self.hint(name, sorted(self.classes)))
end

function Reader:check_class(element)
    if element.attributes.childclass then self:class(element, element.attributes.childclass) end
end

-- The elements of a section that have one of those names, all together.
function Reader:elements_of(section, names)
    local list = {}
    for _, whole in ipairs(self.sections[section]) do
        for _, element in ipairs(whole) do
            if names[element.name] then list[#list + 1] = element end
        end
    end
    return list
end

-- Read the text into sections, settings and classes.
function Reader:open_document(text)
    local root = self:parse(text, self.path)
    if root.name ~= "mujoco" then self:bad(root, "an MJCF file begins with <mujoco>") end
    splice(self, root, self.folder(self.path), {[self.path] = "open"})
    self.name, self.sections = root.attributes.model, {}
    for _, name in ipairs(SECTIONS) do self.sections[name] = {} end
    for _, child in ipairs(root) do
        local section = self.sections[child.name]
        if section then section[#section + 1] = child else self:note_unknown(child) end
    end
    self.classes, self.class_count, self.behind = {main = {}}, 0, {}
    for _, element in ipairs(self.sections.default) do add_classes(self, element, nil, true) end
    read_compiler(self)
    if self.assembling then self:assemble() end
end

-- ---- attributes -----------------------------------------------------------------------------------------------------

-- So many numbers of an attribute; nil where it is not there.
function Reader:numbers(element, attributes, name, least, most, wild)
    local text = attributes[name]
    return text and text:find "%S" and self:numbers_in(element, name, text, least, most or least, wild) or nil
end

function Reader:number(element, attributes, name)
    local list = self:numbers(element, attributes, name, 1)
    return list and list[1]
end

function Reader:choice(element, attributes, name, list, default)
    local value = attributes[name]
    if value == nil then return default end
    if not list[value] then self:bad(element, "%s is %s: one of %s is wanted%s", name, quoted(value), table.concat(list, ", "), self.hint(value, list)) end
    return value
end

-- What stands under that name in a list; nil where no name is said.
function Reader:named(element, attribute, name, list, what)
    if name == nil then return nil end
    if list[name] then return list[name] end
    local names = {}
    for i, one in ipairs(list) do names[i] = one.name end
    return self:bad(element, "%s=%s: there is no %s of that name%s", attribute, quoted(name), what, self.hint(name, names))
end

function Reader:check_attributes(element, known)
    for _, name in ipairs(element.attributes) do
        if not known[name] then self:note_unknown(element, name) end
    end
end

-- ---- orientations ---------------------------------------------------------------------------------------------------

local AXES <const> = {x = Vec3(1, 0, 0), y = Vec3(0, 1, 0), z = Vec3(0, 0, 1)}
local TINY <const> = 1e-14

local function unit(r, element, name, list)
    local v = Vec3(list[1], list[2], list[3])
    local largest = math.max(math.abs(v.x), math.abs(v.y), math.abs(v.z))
    if largest < TINY then r:bad(element, "%s is zero: it has no direction", name) end
    v = v / largest
    return v / v:norm()
end
Reader.unit = unit

-- The compiler whose settings go for an element: that of its model.
function Reader:compiler_of(element) return element.compiler or self.compiler end

function Reader:angle(element, x) return self:compiler_of(element).degrees and math.rad(x) or x end

-- Small letters turn about axes that were turned before, capitals about those of the parent.
function Reader:euler(element, angles)
    local R, sequence = Rotation.identity(), self:compiler_of(element).eulerseq
    for i = 1, 3 do
        local letter = sequence:sub(i, i)
        local turn = Rotation.axis_angle(AXES[letter:lower()], self:angle(element, angles[i]))
        R = letter:find "%l" and R * turn or turn * R
    end
    return R
end

-- From z to a direction, the shortest way.
local function of_z(z)
    local c = z.z
    local across = Vec3(0, 0, 1):cross(z)
    local s = across:norm()
    if s < TINY then return c > 0 and Rotation.identity() or Rotation.axis_angle(AXES.x, math.pi) end
    return Rotation.axis_angle(across / s, math.atan(s, c))
end
Reader.of_z = of_z

local TURNS = {
    quat = function(r, element, q)
        local largest = math.max(math.abs(q[1]), math.abs(q[2]), math.abs(q[3]), math.abs(q[4]))
        if largest < TINY then r:bad(element, "quat is zero: it is no rotation") end
        return Rotation.quaternion(q[1] / largest, q[2] / largest, q[3] / largest, q[4] / largest)
    end,
    axisangle = function(r, element, a) return Rotation.axis_angle(unit(r, element, "axisangle", a), r:angle(element, a[4])) end,
    euler = function(r, element, a) return r:euler(element, a) end,
    xyaxes = function(r, element, a)
        local x = unit(r, element, "xyaxes", a)
        local y = Vec3(a[4], a[5], a[6])
        y = y - x * x:dot(y)
        y = unit(r, element, "xyaxes", {y.x, y.y, y.z})
        local z = x:cross(y)
        return Rotation.matrix {{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}
    end,
    zaxis = function(r, element, a) return of_z(unit(r, element, "zaxis", a)) end,
}
local COUNT <const> = {quat = 4, axisangle = 4, euler = 3, xyaxes = 6, zaxis = 3}

-- The rotation that an element says; nil where it says none.
function Reader:rotation(element, attributes)
    local found
    for name in pairs(TURNS) do
        if attributes[name] then
            if found and element.attributes[name] and element.attributes[found] then
                self:bad(element, "both %s and %s say how it is turned: one can", found < name and found or name, found < name and name or found)
            end
            if not found or element.attributes[name] then found = name end
        end
    end
    return found and TURNS[found](self, element, self:numbers(element, attributes, found, COUNT[found]))
end

function Reader:pose(element, attributes)
    return Transform(self:rotation(element, attributes) or Rotation.identity(), self:numbers(element, attributes, "pos", 3) or {0, 0, 0})
end

return Reader
