-- Robots by name: what lies in the folders that variables of the environment name, and where the packages robot_descriptions keep theirs. A robot is
-- called as its file is, or as the folder where that is called model.sdf, urdf/robot.urdf or the like. So much is looked at, and no more.
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local errors = require "rigid.errors"
local formats = require "rigid.files.formats"
local packages = require "rigid.files.packages"

local robots = {}

local DEEPEST <const>, ENTRIES <const> = 6, 20000 -- folders within folders, and names that are looked at altogether
local HEAD <const> = 8 -- megabytes of an XML file, which may be anything

local VARIABLES <const> = {"RIGID_PATH", "ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH", "GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH"}

-- {folder, ...}, and in words where that is.
local function places()
    local folders, said = {}, {}
    for _, variable in ipairs(VARIABLES) do
        local list = packages.listed(variable)
        for _, folder in ipairs(list) do folders[#folders + 1] = variable == "AMENT_PREFIX_PATH" and folder .. "/share" or folder end
        said[#said + 1] = variable .. (#list == 0 and " (not set)" or "")
    end
    local home = os.getenv "HOME"
    if home and home ~= "" then folders[#folders + 1] = home .. "/.cache/robot_descriptions" end
    said[#said + 1] = "~/.cache/robot_descriptions"
    return folders, table.concat(said, ", ")
end

-- Formats by the endings of names that tell: a script or an .xml may be anything.
local KINDS <const> = {}
for _, format in ipairs(formats.list) do
    for _, ending in ipairs(format.endings) do KINDS[ending] = ending ~= "xml" and ending ~= "lua" and format.name or nil end
end
local GENERAL <const> = {model = true, robot = true, robots = true, urdf = true, sdf = true, mjcf = true, xacro = true, description = true}

-- The format of a file, by its name, and of an XML file by how it begins; nil where it is no robot's.
local function format_of(path, name)
    local ending = (name:match "%.(%w+)$" or ""):lower()
    if ending ~= "xml" then return KINDS[ending] end
    local text = disk.read(path, HEAD)
    return text and text:find("<mujoco", 1, true) and text:find("<worldbody", 1, true) and formats.of(text, path) == formats.by_name.mjcf and "mjcf" or nil
end

local function name_of(name, folder)
    local base = name:gsub("%.%w+$", ""):gsub("%.urdf$", "")
    while GENERAL[base] and folder ~= "" do folder, base = folder:match "^(.-)/?([^/]*)$" end
    return (base:gsub("_description$", ""))
end

local function look(list, folder, depth)
    for _, name in ipairs(depth <= DEEPEST and list.left > 0 and disk.names(folder) or {}) do
        local path = folder .. "/" .. name
        list.left = list.left - 1
        local kind = list.left > 0 and name:sub(1, 1) ~= "." and disk.kind(path)
        if kind == "directory" then
            look(list, path, depth + 1)
        elseif kind == "file" then
            local format = format_of(path, name)
            if format then list[#list + 1] = {name = name_of(name, folder), path = path, format = format} end
        end
    end
end

-- rigid.robots(): what is found, in the order of the places: a list of {name, path, format}; and where there is none, in words where one looked.
function robots.list()
    local list, folders, said = {left = ENTRIES}, places()
    for _, folder in ipairs(folders) do look(list, folder, 1) end
    list.left = nil
    if list[1] then return list end
    return list, "no robot is in " .. said
end

-- The path of the robot of that name; raises where one looked, where there is none.
function robots.find(name)
    local list, names = robots.list(), {}
    for _, robot in ipairs(list) do
        if robot.name:lower() == name:lower() then return robot.path end
        names[#names + 1] = robot.name
    end
    local _, said = places()
    error(errors.of_file(name, nil, ("No such file or directory, and no robot of that name is in %s%s"):format(said, arguments.hint(name, names))), 0)
end

return robots
