-- Where the file of a mesh is that a robot file names: package://NAME/REST, model://NAME/REST, file://PATH, or a path. The
-- places that are tried, in order: for a package, what ROS_PACKAGE_PATH, AMENT_PREFIX_PATH and Gazebo's paths list, then
-- every directory from that of the robot file upward, as the package itself, as what holds it, and at last without its
-- name; for a path, the same directories. Nothing is fetched from a network.
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"

local resolve = {}

local LISTED <const> = 12 -- tries in a message

-- Whether a plain file is there; else what is, where something is. A robot file may name what never ends, or waits for us.
local function is_file(path)
    local kind = disk.kind(path)
    return kind == "file", kind
end

local function base(directory) return directory:match "([^/]*)/*$" end
local function join(directory, rest) return directory == "" and rest or (directory:gsub("/+$", "")) .. "/" .. rest end

local function listed(variable)
    local list = {}
    for directory in (os.getenv(variable) or ""):gmatch "[^:]+" do list[#list + 1] = directory end
    return list
end

-- The directory and those above it, as far as its name tells: a relative path ends where it began.
local function upward(directory)
    local list = {}
    directory = directory:gsub("(.)/+$", "%1")
    while directory ~= "" do
        list[#list + 1] = directory
        local above = directory:match "^(.*)/[^/]+$"
        if above == "" and directory ~= "/" then above = "/" end
        if not above and directory ~= "." and directory ~= ".." then above = "." end
        if directory == "/" or directory == "." or directory == ".." then break end
        directory = above
    end
    return list
end

local function package_tries(name, rest, directory)
    local tries = {}
    for _, variable in ipairs {"ROS_PACKAGE_PATH", "GAZEBO_MODEL_PATH", "GZ_SIM_RESOURCE_PATH"} do
        for _, root in ipairs(listed(variable)) do
            tries[#tries + 1] = join(root, name .. "/" .. rest)
            if base(root) == name then tries[#tries + 1] = join(root, rest) end
        end
    end
    for _, root in ipairs(listed "AMENT_PREFIX_PATH") do tries[#tries + 1] = join(root, "share/" .. name .. "/" .. rest) end
    local above = directory and upward(directory) or {}
    for _, root in ipairs(above) do
        if base(root) == name then tries[#tries + 1] = join(root, rest) end
        tries[#tries + 1] = join(root, name .. "/" .. rest)
    end
    for _, root in ipairs(above) do tries[#tries + 1] = join(root, rest) end
    return tries
end

local function decoded(text)
    return (text:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

local function tries_of(uri, directory)
    local scheme, rest = uri:match "^(%a[%w+.-]*)://(.*)$"
    if scheme == "package" or scheme == "model" then
        local name, inner = rest:match "^([^/]+)/+(.+)$"
        if not name then return nil, ("'%s' names no file in a package: %s://NAME/PATH expected"):format(uri, scheme) end
        return package_tries(name, inner, directory)
    elseif scheme == "file" then
        return {decoded(rest:match "^localhost(/.*)$" or rest)}
    elseif scheme then
        return nil, ("'%s': %s:// is not fetched; save the file, and name its path"):format(uri, scheme)
    end
    if uri:sub(1, 1) == "/" or not directory then return {uri} end
    local tries = {}
    for _, root in ipairs(upward(directory)) do tries[#tries + 1] = join(root, uri) end
    return tries
end

-- The path of the file; or nil and what to say, and where files were tried, that without the list of them.
function resolve.find(uri, directory)
    local tries, problem = tries_of(uri, directory)
    if not tries then return nil, problem end
    local seen, names = {}, {}
    for _, path in ipairs(tries) do
        if not seen[path] then
            local found, kind = is_file(path)
            if found then return path end
            seen[path], names[#names + 1] = true, kind and ("%s (a %s)"):format(path, kind) or path
        end
    end
    local more = #names - LISTED
    local text = table.concat(names, "\n  ", 1, math.min(#names, LISTED)) .. (more > 0 and ("\n  and %d more"):format(more) or "")
    local short = ("no file for the mesh '%s'"):format(uri)
    return nil, ("%s; tried\n  %s"):format(short, text), short
end

-- The directory of the robot file that a link came from, as its source tells; nil where it came from none.
function resolve.directory_of(source)
    local file = source and source.file
    return type(file) == "string" and (file:match "^(.*/)[^/]*$" or "./") or nil
end

-- rigid.resolve_mesh(uri [, directory])
function resolve.public(uri, directory)
    arguments.at("resolve_mesh", 1):file_path(uri, "path or URI of a mesh")
    if directory ~= nil then arguments.at("resolve_mesh", 2):file_path(directory, "directory") end
    local path, problem = resolve.find(uri, directory)
    if not path then arguments.raise(problem) end
    return path
end

return resolve
