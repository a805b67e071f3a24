-- rigid.load: a robot from a file. What the file is shows in its name and its beginning; what it says becomes the table
-- that rigid.Model takes, so that a model is made as a whole or not at all. A mistake in the file is an error that begins
-- with its path, and the line where there is one.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
require "rigid.model"

local load = {}

local LARGEST = {urdf = 64, lua = 32} -- megabytes of a file

local OPTIONS = arguments.fields "floating gravity format"
local FORMATS = {"urdf", "lua", "rbdl", "rigid", urdf = true, lua = true, rbdl = true, rigid = true}

local function extension(path) return (path:match "%.([%w]+)$" or ""):lower() end

-- The whole of a file that is not larger than it may be.
function load.read_file(path)
    local file, problem = io.open(path, "rb")
    if not file then error(arguments.bad_file(path, problem), 0) end
    local largest <const> = math.max(LARGEST.urdf, LARGEST.lua) * 1024 * 1024
    local text, failure = file:read(largest + 1)
    file:close()
    if failure then error(("%s: %s"):format(path, failure), 0) end
    if not text then error(("%s: the file is empty"):format(path), 0) end
    if #text > largest then error(("%s: larger than %d MB"):format(path, largest // (1024 * 1024)), 0) end
    return text
end

local XML = {urdf = true, xml = true, xacro = true}

-- "urdf" or "lua", by the beginning of the text, then by the name of the file.
function load.guess(text, path)
    local first = text:match "^[\xEF\xBB\xBF%s]*(.)"
    if first == "<" or text:find "^\xFF\xFE" or text:find "^\xFE\xFF" or XML[extension(path)] then return "urdf" end
    if extension(path) == "lua" or text:find "%f[%w]return%f[%W]" then return "lua" end
    error(("%s: neither URDF (which begins with <) nor a Lua model (which returns a table)"):format(path), 0)
end

-- The one body that hangs from the world.
local function root_of(plan, path, parent)
    local root
    for _, body in ipairs(plan.bodies) do
        if body.parent == parent and not body.frame then
            if root then
                error(("%s: both '%s' and '%s' hang from the world: which should float?"):format(path, root.name, body.name), 0)
            end
            root = body
        end
    end
    return root
end

-- Put a base that moves freely under the one body that is welded to the world; where that is called the world, and is no
-- more than that, under the one body welded to it.
local function float(plan, path)
    local root = root_of(plan, path)
    if root and root.name == "world" and not root.inertia then root = root_of(plan, path, "world") end
    local kind = root and root.joint and (type(root.joint) == "table" and root.joint.type or root.joint)
    if not root then error(("%s: nothing hangs from the world that could float"):format(path), 0) end
    if kind == "floating" then return end
    if kind and kind ~= "fixed" then
        error(("%s: '%s' hangs from the world by a joint of its own (%s), and cannot float besides"):format(path, root.name, kind), 0)
    end
    if root.name == "world" then
        error(("%s: the root is named 'world', which is the name of the world itself: to let it float, give it another name"):format(path), 0)
    end
    local taken = {}
    for _, body in ipairs(plan.bodies) do
        if type(body.joint) == "table" and body.joint.name then taken[body.joint.name] = true end
    end
    local name, number = "root_joint", 1
    while taken[name] do
        number = number + 1
        name = "root_joint_" .. number
    end
    root.joint = {type = "floating", name = name}
end

-- Say what rigid.Model found wrong with the plan in terms of the file.
local function explain(problem, plan, path)
    local inner = type(problem) == "string" and problem:match "bad argument #1 to 'Model' %((.*)%)$"
    if not inner then return problem end
    local field, what = inner:match "^field '([^']*)': (.*)$"
    local number, rest = (field or ""):match "^bodies%[(%d+)%]%.?(.*)$"
    local body = number and plan.bodies[tonumber(number)]
    if type(body) ~= "table" then return ("%s: %s"):format(path, field and field .. ": " .. what or inner) end
    local source = type(body.source) == "table" and body.source or {}
    local line = rest:find "^joint" and source.joint_line or rest:find "^inertia" and source.inertial_line or source.line
    local place = math.type(line) == "integer" and ("%s:%d"):format(path, line) or path
    local name = type(body.name) == "string" and "body '" .. body.name:gsub("%c", "?") .. "'" or ("bodies[%s]"):format(number)
    return ("%s: %s: %s%s"):format(place, name, rest ~= "" and rest .. ": " or "", what)
end

-- rigid.load(path [, {floating=, gravity=, format=}])
function load.load(path, options)
    path = arguments.at("load", 1):text(path, "path of a file")
    local place = arguments.at("load", 2)
    options = options == nil and {} or place:options(options, OPTIONS)
    local format = options.format ~= nil and place:field("format"):word(options.format, FORMATS) or nil
    local gravity = options.gravity ~= nil and place:field("gravity"):vec3(options.gravity) or nil
    local floating = options.floating ~= nil and place:field("floating"):boolean(options.floating)

    return load.from_text(load.read_file(path), path, {format = format, gravity = gravity, floating = floating})
end

-- The same of a text that was read from path; the options are good.
function load.from_text(text, path, options)
    local format, gravity, floating = options.format or load.guess(text, path), options.gravity, options.floating
    local reader = format == "urdf" and "urdf" or "lua"
    if #text > LARGEST[reader] * 1024 * 1024 then error(("%s: larger than %d MB"):format(path, LARGEST[reader]), 0) end
    local plan, kept
    if reader == "urdf" then
        plan = require("rigid.files.urdf").read(text, path)
    else
        plan, kept = require("rigid.files.luamodel").read(text, path, format ~= "lua" and format or nil)
    end
    if plan.name == nil then plan.name = path:match "([^/]*)$":gsub("%.%w+$", "") end
    if plan.name == "" then plan.name = "model" end
    if gravity then plan.gravity = gravity end
    if floating then float(plan, path) end

    local ok, m = pcall(core.Model, plan)
    if not ok then error(explain(m, plan, path), 0) end
    debug.getmetatable(core).inner.model.description(m).kept = kept
    return m
end

return load
