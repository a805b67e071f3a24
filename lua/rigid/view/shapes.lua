-- What a link looks like: its visuals or collisions, as a person or a file gave them, made into shapes that the page can
-- draw. They were never checked, for nothing is computed from them; what cannot be drawn is left out, with a note.
-- A shape: {kind = "box"|"sphere"|"cylinder"|"capsule"|"mesh"|"outline", pose, size | radius, length | mesh, color, name}.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inertias = require "rigid.view.inertias"

local shapes = {}

local IDENTITY = core.Transform.identity()

local function is_number(x) return type(x) == "number" and x - x == 0 end
local function is_length(x) return is_number(x) and x >= 0 end

local function three(value, fits)
    if core.type(value) == "Vec3" then value = value:table() end
    if type(value) ~= "table" then return nil end
    local list = {}
    for i = 1, 3 do
        list[i] = rawget(value, i)
        if not fits(list[i]) then return nil end
    end
    return list
end

-- A pose from a Transform or from what makes one; nil where it is neither, or not finite.
local function pose_of(value)
    local X = value == nil and IDENTITY or core.type(value) == "Transform" and value
        or type(value) == "table" and arguments.pose(value)
    if not X then return nil end
    local list = inertias.pose(X)
    for i = 1, 12 do
        if not is_number(list[i]) then return nil end
    end
    return list
end

-- {r, g, b, a}, each from 0 to 1; nil where it says no colour.
local function color_of(material)
    local said = type(material) == "table" and rawget(material, "color")
    local list = three(said, is_number)
    if not list then return nil end
    local alpha = type(said) == "table" and rawget(said, 4)
    list[4] = is_number(alpha) and alpha or 1
    for i = 1, 4 do list[i] = math.max(0, math.min(1, list[i])) end
    return list
end

local READERS = {}

function READERS.box(shape)
    local size = three(shape.size, is_length)
    return size and {kind = "box", size = size}
end

function READERS.sphere(shape)
    return is_length(shape.radius) and {kind = "sphere", radius = shape.radius}
end

local function round(kind)
    return function(shape)
        return is_length(shape.radius) and is_length(shape.length) and {kind = kind, radius = shape.radius, length = shape.length}
    end
end
READERS.cylinder, READERS.capsule = round "cylinder", round "capsule"

function READERS.mesh(shape, record, meshes)
    if type(shape.filename) ~= "string" then return nil end
    local file = type(record.source) == "table" and rawget(record.source, "file")
    local number, problem = meshes:find(shape.filename, three(shape.scale, is_number), type(file) == "string" and file or nil)
    if not number then return {kind = "missing", filename = shape.filename, problem = problem} end
    return {kind = "mesh", mesh = number}
end

-- One entry of a list of visuals: a shape, or nil and what is wrong with it.
local function read(entry, record, meshes)
    if type(entry) ~= "table" then return nil, "is no table" end
    local said = rawget(entry, "shape")
    if type(said) ~= "table" then return nil, "has no shape" end
    local reader = READERS[rawget(said, "type")]
    if not reader then return nil, "is of no known shape" end
    local pose = pose_of(rawget(entry, "placement"))
    if not pose then return nil, "has no pose" end
    local shape = reader(said, record, meshes)
    if not shape then return nil, "has a size that is none" end
    shape.pose, shape.color = pose, color_of(rawget(entry, "material"))
    shape.name = type(rawget(entry, "name")) == "string" and entry.name or nil
    return shape
end

-- The shapes of a list ("visuals" or "collisions") of a record.
local function read_all(record, list, meshes, note)
    local found = {}
    local said = record[list]
    for i, entry in ipairs(type(said) == "table" and said or {}) do
        local shape, problem = read(entry, record, meshes)
        if not shape then
            note("link '%s': entry %d of its %s %s, and is not drawn", record.name, i, list, problem)
        elseif list == "visuals" and said[i].shape.type == "mesh" then
            meshes:wanted(record.name, said[i].shape.filename, shape.problem)
        end
        found[#found + 1] = shape
    end
    return found
end

local function base_name(path) return path:match "[^/\\]+$" or path end

-- What stands where meshes could not be read: the collisions that can be drawn, or the box that has the link's inertia, or
-- a small box of the page's choosing; an outline with the name of the file on it.
local function stand_in(record, missing, collisions)
    local names = {}
    for i, shape in ipairs(missing) do names[i] = base_name(shape.filename) end
    local outline = {kind = "outline", label = table.concat(names, ", "), pose = missing[1].pose}
    for _, shape in ipairs(collisions) do
        if shape.kind ~= "missing" then return nil end
    end
    local half, pose = inertias.box(record.inertia)
    if half then outline.size, outline.pose = {2 * half[1], 2 * half[2], 2 * half[3]}, pose end
    return outline
end

local function split(list)
    local drawn, missing = {}, {}
    for _, shape in ipairs(list) do table.insert(shape.kind == "missing" and missing or drawn, shape) end
    return drawn, missing
end

-- visuals, collisions: lists of shapes, nil where there are none.
function shapes.of(record, meshes, note)
    local visuals, missing = split(read_all(record, "visuals", meshes, note))
    local collisions = split(read_all(record, "collisions", meshes, note))
    if #missing > 0 then
        local outline = stand_in(record, missing, collisions)
        if outline then
            visuals[#visuals + 1] = outline
        elseif #visuals == 0 then -- the collisions are there to be seen
            for i, shape in ipairs(collisions) do
                local twin = {stands_in = base_name(missing[1].filename)}
                for key, value in pairs(shape) do twin[key] = value end
                twin.color = missing[1].color or twin.color
                visuals[i] = twin
            end
        end
    end
    return #visuals > 0 and visuals or nil, #collisions > 0 and collisions or nil
end

return shapes
