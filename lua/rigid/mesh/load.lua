-- rigid.load_mesh: the triangles of an STL, OBJ, PLY or Collada file, through assimp. Coordinates are in metres: a Collada
-- file says its own unit; what the others mean, the caller does with scale. The axes are the file's own, as RViz and Gazebo
-- take them, unless {up = "z"} turns a Collada file's up axis to z. Assimp is given bytes and opens nothing by itself.
local arguments = require "rigid.arguments"
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local disk = require "rigid.files.disk"
local errors = require "rigid.errors"
local resolve = require "rigid.mesh.resolve"

local Vec3 = core.Vec3

local load = {}

local LARGEST <const> = 512 -- megabytes of a mesh file
local MATERIALS <const>, LARGEST_MATERIAL <const> = 16, 16 -- files of materials, and megabytes of each
local HEAD <const> = 65536 -- bytes in which a file says what it is

-- ---- the mesh as a value --------------------------------------------------------------------------------------------

-- What is made when it is first asked for: lists for scripts, single precision for drawing.
local LAZY = {}

function LAZY.positions(mesh) return require("rigid.mesh.native").singles(mesh.points) end

local function unpacked(text, format, size, make)
    local list, at = {}, 1
    for i = 1, #text // size do
        local a, b, c
        a, b, c, at = format:unpack(text, at)
        list[i] = make(a, b, c)
    end
    return list
end

-- The lists that SpatialInertia.mesh takes: each place once, and no face that has lost a corner to another.
local function lists(mesh)
    local points, corners = require("rigid.mesh.native").weld(mesh.points, mesh.corners, 0)
    local all, faces = unpacked(corners, "I4I4I4", 12, function(a, b, c) return {a + 1, b + 1, c + 1} end), {}
    for _, face in ipairs(all) do
        if face[1] ~= face[2] and face[2] ~= face[3] and face[3] ~= face[1] then faces[#faces + 1] = face end
    end
    rawset(mesh, "vertices", unpacked(points, "ddd", 24, Vec3))
    rawset(mesh, "faces", faces)
end

function LAZY.vertices(mesh)
    lists(mesh)
    return rawget(mesh, "vertices")
end

function LAZY.faces(mesh)
    lists(mesh)
    return rawget(mesh, "faces")
end

local Mesh = {__name = "mesh"}

function Mesh.__index(mesh, key)
    local make = LAZY[key]
    if not make or type(rawget(mesh, "points")) ~= "string" or type(rawget(mesh, "corners")) ~= "string" then return nil end
    local made, value = errors.try(make, mesh)
    if not made and type(value) ~= "string" then error(value, 0) end
    if not made then arguments.raise(("the mesh has no '%s': a script has changed its 'points' or 'corners'"):format(key)) end
    rawset(mesh, key, value)
    return value
end

local function three(v) return ("(%.6g, %.6g, %.6g)"):format(v.x, v.y, v.z) end

Mesh.__tostring = arguments.printer("a mesh", function(mesh)
    local _ <close> = inner.locale.plain()
    return ("mesh of %d faces and %d vertices, from %s to %s m%s"):format(mesh.face_count, mesh.vertex_count, three(mesh.low), three(mesh.high),
        mesh.path and (", '%s'"):format(mesh.path) or "")
end)

-- A mesh from packed points and corners, with further fields.
function load.wrap(fields)
    local low = {require("rigid.mesh.native").bounds(fields.points, fields.corners)}
    fields.vertex_count, fields.face_count = #fields.points // 24, #fields.corners // 12
    fields.low, fields.high = Vec3(low[1], low[2], low[3]), Vec3(low[4], low[5], low[6])
    return setmetatable(fields, Mesh)
end

function load.is_mesh(value) return type(value) == "table" and debug.getmetatable(value) == Mesh end

-- A mesh that a script has had in its hands, as good as new; or an error at the place.
function load.checked(place, mesh)
    local points, corners = rawget(mesh, "points"), rawget(mesh, "corners")
    local ok = type(points) == "string" and type(corners) == "string" and #corners > 0
        and pcall(require("rigid.mesh.native").clean, points, corners, false)
    if not ok then place:bad "the points or corners of this mesh were changed, and are no mesh any more" end
    return load.wrap {points = points, corners = corners, path = rawget(mesh, "path"), format = rawget(mesh, "format")}
end

-- ---- files ----------------------------------------------------------------------------------------------------------

local function read_file(path, largest)
    local text, problem = disk.read(path, largest)
    if text == "" then problem = "the file is empty" end
    if problem then return nil, ("%s: %s"):format(path, problem) end
    return text
end

local NAMES = {stl = "STL", obj = "OBJ", ply = "PLY", dae = "Collada"}

-- What the file is: its beginning tells, else its name.
local function format_of(text, path)
    local head = text:sub(1, HEAD)
    if head:find "^ply%s" then return "ply" end
    if head:find "<COLLADA" and head:find "^[\xEF\xBB\xBF%s]*<" then return "dae" end
    local extension = (path:match "%.(%w+)$" or ""):lower()
    if NAMES[extension] then return extension end
    if head:find "^%s*solid%s" and head:find "%sfacet%s" then return "stl" end
    return nil
end

-- The unit (metres) and the up axis that a Collada file says; 1 and "y" where it says none, as its standard has it.
local function collada_asset(text)
    local head = text:sub(1, HEAD):gsub("<!%-%-.-%-%->", "")
    local asset = head:match "<asset[%s>](.-)</asset>" or ""
    local unit = asset:match "<unit[^>]-%smeter%s*=%s*[\"']%s*([^\"']-)%s*[\"']"
    local up = asset:match "<up_axis>%s*([XYZ])_UP%s*</up_axis>"
    return unit and (tonumber(unit) or 0 / 0) + 0.0 or 1.0, up and up:lower() or "y"
end

-- A PLY file as assimp can take it, or nil and what is wrong. Where the header does not end, assimp looks for its end for
-- ever; and a line feed at the beginning of binary data it takes for part of the header's last line, unless that ends in CR LF.
local function guarded_ply(text)
    local at, after = text:find "\nend_header%s*\n"
    if not at then at, after = text:find "\nend_header\r" end
    if not at then return nil, "its header does not end (with a line end_header)" end
    local header = text:sub(1, at)
    for count in header:gmatch "\nelement%s+%S+%s+(%d+)" do
        if (tonumber(count) or math.huge) > #text then return nil, ("it says it has %s entries, more than bytes"):format(count:sub(1, 40)) end
    end
    if not header:find "\nformat%s+binary" then return text end
    local line_end = text:match("^end_header\r?\n()", at + 1) or after + 1
    return header .. "end_header\r\n" .. text:sub(line_end)
end

-- An OBJ file as assimp can take it: in the lines of vertices, .5 with the nought that it looks for.
local function guarded_obj(text)
    if not text:find "%s%.%d" then return text end
    return (("\n" .. text):gsub("\nv[^\n]*", function(line) return line:find "%s%.%d" and line:gsub("(%s)%.(%d)", "%10.%2") or nil end):sub(2))
end

-- What is wrong with the counts of a Collada file: assimp makes room for as many before it looks for them.
local function overcounted(text)
    for _, name in ipairs {"count", "stride", "offset"} do
        local _, at = text:find(name, 1, true)
        while at do
            local count = text:match("^%s*=%s*[\"']%s*(%d+)", at + 1)
            if count and (tonumber(count) or math.huge) > #text then
                return ('it says %s="%s", more than it has bytes'):format(name, count:sub(1, 40))
            end
            _, at = text:find(name, at + 1, true)
        end
    end
    return nil
end

-- The same for its lists of indices: at one that is no whole number assimp stands still, and goes on making room.
local function misindexed(text)
    for _, tag in ipairs {"<p>", "<vcount>", "<v>"} do
        local _, at = text:find(tag, 1, true)
        while at do
            local other = text:find("[^%d%s-]", at + 1)
            if other and text:sub(other, other) ~= "<" then return ("%s lists what is no whole number"):format(tag) end
            _, at = text:find(tag, at + 1, true)
        end
    end
    return nil
end

-- Names and bytes of the materials that an OBJ file asks for, of those that lie beside or below it.
local function materials(text, path)
    local list, directory = {}, path:match "^(.*/)" or ""
    for name in ("\n" .. text):gmatch "\n%s*mtllib%s+([^\r\n]-)%s*%f[\r\n\0]" do
        if #list >= 2 * MATERIALS then break end
        if name:sub(1, 1) ~= "/" and not name:find("..", 1, true) then
            local bytes = read_file(directory .. name, LARGEST_MATERIAL)
            if bytes then
                list[#list + 1] = name
                list[#list + 1] = bytes
            end
        end
    end
    return list
end

-- ---- options --------------------------------------------------------------------------------------------------------

local OPTIONS = arguments.fields "scale directory up"
local LEAST <const>, GREATEST <const> = 1e-20, 1e20 -- factors of scale
local UPS = {"file", "z", file = true, z = true}

local function read_scale(place, value)
    if value == nil then return Vec3(1, 1, 1) end
    local s = type(value) == "number" and Vec3(value, value, value) or place:vec3(value)
    for k = 1, 3 do
        local size = math.abs(s[k])
        if not (size >= LEAST and size <= GREATEST) then
            place:bad("factors from %g to %g, of either sign, expected, got %s", LEAST, GREATEST, tostring(s))
        end
    end
    return s
end

-- What the options of a place say; those that are of no concern here have been taken out.
function load.options(place, options)
    if options == nil then return {scale = Vec3(1, 1, 1)} end
    options = place:options(options, OPTIONS)
    options.scale = read_scale(place:field "scale", options.scale)
    if options.directory ~= nil then place:field("directory"):file_path(options.directory, "directory") end
    if options.up ~= nil then place:field("up"):word(options.up, UPS) end
    return options
end

-- Rows of the rotation that turns that axis to z, the scale after it.
local TURNS = {x = {0, 0, -1, 0, 1, 0, 1, 0, 0}, y = {1, 0, 0, 0, 0, -1, 0, 1, 0}, z = {1, 0, 0, 0, 1, 0, 0, 0, 1}}

local function map_of(options, up)
    local turn, map = TURNS[options.up == "z" and up or "z"], {}
    for i = 1, 9 do map[i] = options.scale[(i - 1) // 3 + 1] * turn[i] end
    return ("ddddddddd"):pack(table.unpack(map))
end

-- ---- loading --------------------------------------------------------------------------------------------------------

local INSTALL <const> = "mesh files are read through assimp, and this rigid was built without it: "
    .. "apt-get install libassimp-dev, then `make build`"

-- The mesh, or nil and what to say, and where there is one a shorter word for it. options as load.options gives them.
function load.try(uri, options)
    local path, problem, short = resolve.find(uri, options.directory)
    if not path then return nil, problem, short end
    local native = require "rigid.mesh.native"
    if not native.has_reader then return nil, INSTALL end
    local text
    text, problem = read_file(path, LARGEST)
    if not text then return nil, problem end
    local format = format_of(text, path)
    if not format then return nil, ("%s: neither STL, OBJ, PLY nor Collada (.dae), by its name and its beginning; export it as one of these"):format(path) end
    local unit, up
    if format == "dae" then
        unit, up = collada_asset(text)
        if not (unit > 0 and unit < math.huge) then return nil, ("%s: its <unit> is no positive number of metres"):format(path) end
    end
    if format == "dae" then problem = overcounted(text) or misindexed(text) end
    if problem then return nil, ("%s: cannot be read as Collada: %s"):format(path, problem) end
    if format == "ply" then
        text, problem = guarded_ply(text)
        if not text then return nil, ("%s: cannot be read as PLY: %s"):format(path, problem) end
    end
    if format == "obj" then text = guarded_obj(text) end
    local others = format == "obj" and materials(text, path) or {}
    local ok, mesh, reason = pcall(native.read, unit or 0, map_of(options, up), "mesh." .. format, text, table.unpack(others))
    if not ok then mesh, reason = nil, mesh end
    if not mesh then return nil, ("%s: cannot be read as %s: %s"):format(path, NAMES[format], reason) end
    if format == "stl" then mesh.normals = nil end -- those of its faces, which it need not give
    mesh.path, mesh.format, mesh.unit, mesh.up_axis = path, format, unit, up
    return load.wrap(mesh)
end

-- rigid.load_mesh(path [, options])
function load.public(path, options)
    arguments.at("load_mesh", 1):file_path(path, "path or URI of a mesh")
    local mesh, problem = load.try(path, load.options(arguments.at("load_mesh", 2), options))
    if not mesh then arguments.raise(problem) end
    return mesh
end

return load
