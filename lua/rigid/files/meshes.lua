-- The meshes that a model refers to, brought next to a new file of it: into the folder NAME_meshes beside NAME.xml, in the folders that they had
-- below the one they share, with the materials and pictures that they ask for, which are found by name. All of it is looked up and weighed
-- before the first is written; nothing is written elsewhere, through a link, or over a file that is another.
local disk = require "rigid.files.disk"
local errors = require "rigid.errors"
local registry = require "rigid.registry"

local meshes = {}

local LARGEST <const>, PICTURE <const> = 512, 64 -- megabytes of a mesh, and of what it asks for
local MESHES <const> = {stl = true, obj = true, ply = true, dae = true, msh = true, glb = true}
local PICTURES <const> = {mtl = true, png = true, jpg = true, jpeg = true, tga = true, bmp = true, tif = true, tiff = true}

local function ending(path) return (path:match "%.(%w+)$" or ""):lower() end
local function folder(path) return path:match "^(.*/)[^/]*$" or "" end

-- A path without what leads nowhere: a//./b/../c is a/c.
function meshes.plain(path)
    local parts = {}
    for part in path:gmatch "[^/]+" do
        if part == ".." and #parts > 0 and parts[#parts] ~= ".." then parts[#parts] = nil elseif part ~= "." then parts[#parts + 1] = part end
    end
    return (path:find "^/" and "/" or "") .. table.concat(parts, "/")
end

-- Call f with each mesh among the shapes, and its body.
local function each_mesh(t, f)
    for _, body in ipairs(t.bodies) do
        for _, list in ipairs {"visuals", "collisions"} do
            for _, one in ipairs(body[list] or {}) do
                local shape = type(one) == "table" and one.shape
                if type(shape) == "table" and shape.type == "mesh" and type(shape.filename) == "string" then f(shape, body) end
            end
        end
    end
end

local function find(shape, body, from)
    local file = type(body.source) == "table" and body.source.file
    local ok, path = errors.try(registry.public.resolve_mesh, shape.filename, folder(type(file) == "string" and file or from))
    if not ok then error(("link '%s': %s"):format(body.name, errors.what(path)), 0) end
    if not MESHES[ending(path)] then
        error(("link '%s': '%s' is not copied: its name does not end as that of a mesh (.stl, .obj, .ply, .dae, .msh, .glb)"):format(body.name, path), 0)
    end
    return meshes.plain(path)
end

-- The names of the files that a mesh or a list of materials asks for.
local function asked_for(path, text)
    local names, kind = {}, ending(path)
    local function take(name) names[#names + 1] = name end
    if kind == "obj" then ("\n" .. text):gsub("\n%s*mtllib%s+([^\r\n]-)%s*%f[\r\n\0]", take) end
    if kind == "mtl" then ("\n" .. text):gsub("\n%s*[%a_]*[Mm]ap_?[%a_]*%s+[^\r\n]-([^%s]+)%s*%f[\r\n\0]", take) end
    if kind == "dae" then text:gsub("<init_from>%s*([^<]-)%s*</init_from>", take) end
    return names
end

local function read(path, megabytes)
    local text, problem = disk.read(path, megabytes)
    if not text then error(("'%s' cannot be copied: %s"):format(path, problem), 0) end
    return text
end

-- The mesh and what it asks for of what lies beside or below it, as far as that is there.
local function add_with_attendants(list, path, megabytes)
    if list[path] then return end
    list[path], list[#list + 1] = true, {path = path, megabytes = megabytes}
    if ending(path) ~= "obj" and ending(path) ~= "dae" and ending(path) ~= "mtl" then return end
    for _, name in ipairs(asked_for(path, read(path, megabytes))) do
        local other = meshes.plain(folder(path) .. name)
        local below = name:sub(1, 1) ~= "/" and not name:find("..", 1, true)
        if below and PICTURES[ending(other)] and disk.kind(other) == "file" then add_with_attendants(list, other, PICTURE) end
    end
end

-- The folder that they all lie in, with its slash.
local function shared_folder(list)
    local shared = folder(list[1].path)
    for _, one in ipairs(list) do
        while one.path:sub(1, #shared) ~= shared do shared = shared:match "^(.*/)[^/]*/$" or "" end
    end
    return shared
end

-- ---- writing --------------------------------------------------------------------------------------------------------

-- Whether the file may be written: nothing is there, or the very same (nil: there is nothing to do).
local function is_free(path, text)
    if disk.is_link(path) then error(("'%s' is a link, and is not written through: take it away"):format(path), 0) end
    local kind = disk.kind(path)
    if not kind then return true end
    if kind == "file" and disk.read(path, LARGEST) == text then return nil end
    error(("'%s' is there already, and is another: name the new file otherwise, or take that away"):format(path), 0)
end

-- Make the folders of a path below a root that is there.
local function make_folders(root, below)
    for at in below:gmatch "()/" do
        local ok, problem = disk.make_folder(root .. below:sub(1, at - 1))
        if not ok then error(("the folder '%s' cannot be made: %s"):format(root .. below:sub(1, at - 1), problem), 0) end
    end
end

local function place(plan, one, write)
    local path = plan.root .. one.to
    if not write and not disk.kind(plan.root .. plan.folder) then return end
    local text = read(one.path, one.megabytes)
    if not is_free(path, text) or not write then return end
    make_folders(plan.root, one.to)
    local written, problem = disk.write(path, text)
    if not written then error(("cannot write %s: %s"):format(path, problem), 0) end
end

-- Turn the meshes of a model's table, which was read from one path, into those beside another; what is to be copied, for meshes.copy.
function meshes.plan(t, from, to)
    local list, paths = {}, {}
    each_mesh(t, function(shape, body)
        paths[shape] = find(shape, body, from)
        add_with_attendants(list, paths[shape], LARGEST)
    end)
    local plan = {root = folder(to), folder = to:match "([^/]*)$":gsub("%.%w+$", "") .. "_meshes", list = list}
    if #list == 0 then return plan end
    local shared = shared_folder(list)
    local function new_name(path) return plan.folder .. "/" .. meshes.plain(("/" .. path:sub(#shared + 1)):gsub("/%.%.%f[/]", "/up")):sub(2) end
    for _, one in ipairs(list) do one.to = new_name(one.path) end
    for shape, path in pairs(paths) do shape.filename = new_name(path) end
    return plan
end

-- Copy what was planned; how many files. What stands in the way is said before anything is written.
function meshes.copy(plan)
    for _, write in ipairs {false, true} do
        for _, one in ipairs(plan.list) do place(plan, one, write) end
    end
    return #plan.list
end

return meshes
