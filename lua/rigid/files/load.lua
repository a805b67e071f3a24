-- rigid.load: a robot from a file. What the file is shows in its name and its beginning; what it says becomes the table
-- that rigid.Model takes, so that a model is made as a whole or not at all. A mistake in the file is an error that begins
-- with its path, and the line where there is one.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local disk = require "rigid.files.disk"
local formats = require "rigid.files.formats"
local nearest = require "rigid.nearest"
local unused = require("rigid.files.words").unused
require "rigid.model"

local load = {}

local LARGEST <const> = 64 -- megabytes of a file of any format

local OPTIONS = arguments.fields "floating gravity format assemble"

-- Raise what is wrong with the file as a whole.
local function refuse(path, what, ...) error(errors.of_file(path, nil, what:format(...)), 0) end

local function extension(path) return (path:match "%.([%w]+)$" or ""):lower() end

local ENDINGS <const> = {} -- of the names of robot files
for _, format in ipairs(formats.list) do
    for _, ending in ipairs(format.endings) do ENDINGS[ending] = true end
end

-- The file beside the one that is not there whose name begins so, if it is one, or is nearest: "; did you mean 'arm.urdf'?", or nothing.
local function nearest_beside(path)
    local folder, name = path:match "^(.*/)([^/]*)$"
    folder, name = folder or "", name or path
    local names = disk.names(folder == "" and "." or folder) or {}
    local begun = {}
    for _, known in ipairs(names) do
        if name ~= "" and known:sub(1, #name + 1) == name .. "." and ENDINGS[extension(known)] then begun[#begun + 1] = known end
    end
    if #begun == 1 then return ("; did you mean '%s%s'?"):format(folder, begun[1]) end
    return (nearest.hint(name, names):gsub("'(.*)'", function(meant) return ("'%s%s'"):format(folder, meant) end))
end

-- The whole of a file that is not larger than it may be, or of a pipe that the program was handed; streams as disk.read has it.
function load.read_file(path, streams)
    local text, problem = disk.read(path, extension(path) == "lua" and formats.by_name.lua.largest or LARGEST, streams or "pipes")
    if text == "" then problem = "the file is empty" end
    if problem and not disk.kind(path) then problem = problem .. nearest_beside(path) end
    if problem then refuse(path, "%s", problem) end
    return text
end

-- The name of the format, by the beginning of the text, then by the name of the file.
function load.guess(text, path)
    local format = formats.of(text, path)
    if not format then refuse(path, "neither URDF, SDF or MJCF (which begin with <) nor a Lua model (which returns a table)") end
    return format.name
end

-- The one body that hangs from the world.
local function root_of(plan, path, parent)
    local root
    for _, body in ipairs(plan.bodies) do
        if body.parent == parent and not body.frame then
            if root then
                refuse(path, "both '%s' and '%s' hang from the world: which should float?", root.name, body.name)
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
    if not root then refuse(path, "nothing hangs from the world that could float") end
    if kind == "floating" then return end
    if kind and kind ~= "fixed" then
        refuse(path, "'%s' hangs from the world by a joint of its own (%s), and cannot float besides", root.name, kind)
    end
    if root.name == "world" then
        refuse(path, "the root is named 'world', which is the name of the world itself: to let it float, give it another name")
    end
    local taken = {}
    for _, body in ipairs(plan.bodies) do
        if type(body.joint) == "table" and body.joint.name then taken[body.joint.name] = true end
    end
    root.joint = {type = "floating", name = unused("root_joint", taken)}
end

-- A way of keys as it is written: {"joint", "axis"} as "joint.axis".
local function written(keys, from)
    local text = ""
    for i = from, #keys do
        local key = keys[i]
        text = text .. (type(key) == "number" and ("[%d]"):format(key) or (text ~= "" and "." or "") .. key)
    end
    return text
end

-- What rigid.Model found wrong with the plan, in terms of the file.
local function explain(problem, plan, path)
    local keys, what = problem.keys, problem.what
    local number = keys[1] == "bodies" and keys[2]
    local body = number and plan.bodies[number]
    if type(body) ~= "table" then
        return errors.of_file(path, nil, (#keys > 0 and written(keys, 1) .. ": " or "") .. what)
    end
    local source = type(body.source) == "table" and body.source or {}
    local line = keys[3] == "joint" and source.joint_line or keys[3] == "inertia" and source.inertial_line or source.line
    local named = type(body.name) == "string"
    local name = named and "body '" .. body.name:gsub("%c", "?") .. "'" or ("bodies[%d]"):format(number)
    return errors.of_file(type(source.file) == "string" and source.file or path, math.type(line) == "integer" and line or nil,
        ("%s: %s%s"):format(name, keys[3] and written(keys, 3) .. ": " or "", what), {link = named and body.name or nil})
end

-- One note in place of one on each link that moves.
local function note_kinematics(d, path)
    local notes = {{code = "no_masses", file = path, text = path .. ": no link that moves has a mass: the model is for kinematics only"}}
    for _, note in ipairs(d.notes) do
        if note.code ~= "massless" then notes[#notes + 1] = note end
    end
    d.notes = notes
end

function load.load(path, options)
    path = arguments.at("load", 1):file_path(path)
    local place = arguments.at("load", 2)
    options = options == nil and {} or place:options(options, OPTIONS)
    local format = options.format ~= nil and place:field("format"):word(options.format, formats.words) or nil
    local gravity = options.gravity ~= nil and place:field("gravity"):vec3(options.gravity) or nil
    local floating = options.floating ~= nil and place:field("floating"):boolean(options.floating)
    local assemble = options.assemble ~= nil and place:field("assemble"):boolean(options.assemble)

    if not path:find "[./]" and path ~= "" and not disk.kind(path) then path = require("rigid.files.robots").find(path) end
    return load.from_text(load.read_file(path), path, {format = format, gravity = gravity, floating = floating, assemble = assemble})
end

-- The same of a text that was read from path; the options are good. options.recording: what keeps the elements of an XML text, or nil.
function load.from_text(text, path, options)
    local gravity, floating = options.gravity, options.floating
    local format = formats.by_name[options.format or load.guess(text, path)]
    if #text > format.largest * 1024 * 1024 then refuse(path, "larger than %d MB", format.largest) end
    local plan, kept = format.read(text, path, options.recording, options.assemble)
    if plan.name == nil then plan.name = path:match "([^/]*)$":gsub("%.%w+$", "") end
    if plan.name == "" then plan.name = "model" end
    if gravity then plan.gravity = gravity end
    if floating then float(plan, path) end

    local m, problem = arguments.try(inner.model.make, arguments.asked("Model", 1), plan)
    if not m then error(explain(problem, plan, path), 0) end
    local d = inner.model.description(m)
    d.kept = kept
    if inner.model.is_massless(m) then note_kinematics(d, path) end
    return m
end

return load
