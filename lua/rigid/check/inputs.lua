-- Which files the arguments of `rigid check` mean, and where --fix writes each.
local disk = require "rigid.files.disk"

local inputs = {}

local DEEPEST <const> = 40

local function extension(name) return (name:match "%.(%w+)$" or ""):lower() end

local LARGEST <const>, LOOKED <const> = 32, 1 << 20 -- megabytes of a script, and bytes of it that are looked at

-- A script among other files is a model if it returns something, speaks of frames or bodies, and requires no others, which
-- no model can.
local function may_be_model(path)
    local text = (disk.read(path, LARGEST) or ""):sub(1, LOOKED)
    local returns = text:find "^return%f[^%w_]" or text:find "\nreturn%f[^%w_]"
    return returns and not text:find "%f[%w_]require%f[^%w_]" and (text:find "%f[%w_]frames%s*=" or text:find "%f[%w_]bodies%s*=") ~= nil
end

local ROBOTS <const> = {urdf = true, sdf = true, world = true, mjcf = true}

-- An XML file among others is a robot if it is MJCF, and has bodies of its own or by what it includes.
local function is_mjcf(path)
    local text = (disk.read(path, LARGEST) or ""):sub(1, LOOKED)
    return text:find "^[^<]*<mujoco[%s>]" ~= nil or text:find "%-%->%s*<mujoco[%s>]" ~= nil
end

local function joined(directory, name)
    if directory == "." then return name end
    return directory:sub(-1) == "/" and directory .. name or directory .. "/" .. name
end

local function is_robot(path, name)
    local kind = extension(name)
    return ROBOTS[kind] or kind == "lua" and may_be_model(path) or kind == "xml" and is_mjcf(path)
end

-- Add what is in a directory and below, in the order of the alphabet. Each directory is looked at once, by the shortest of its
-- names: links may lead back up, and from each of many to all others.
local function add_directory(list, console, path)
    local first, seen, found = {path = path, depth = 1}, {}, {}
    local waiting, next_one = {first}, 1
    while waiting[next_one] do
        local one = waiting[next_one]
        local identity = console.identity(one.path)
        for _, name in ipairs(not seen[identity] and console.entries(one.path) or {}) do
            local here, inside = joined(one.path, name), one.within and one.within .. "/" .. name or name
            local kind = name:sub(1, 1) ~= "." and console.kind(here)
            if kind == "directory" and one.depth < DEEPEST then
                waiting[#waiting + 1] = {path = here, within = inside, depth = one.depth + 1}
            elseif kind == "file" and is_robot(here, name) then
                found[#found + 1] = {path = here, within = inside}
            end
        end
        seen[identity or one.path], waiting[next_one], next_one = true, false, next_one + 1
    end
    table.sort(found, function(a, b) return a.within < b.within end)
    table.move(found, 1, #found, #list + 1, list)
end

-- A list of {path, within = the path below the directory that was named, or nil, problem = why it is no use}.
function inputs.expand(console, arguments)
    local list = {}
    for _, path in ipairs(arguments) do
        local kind, problem = console.kind(path)
        if path == "-" then
            list[#list + 1] = {path = "/dev/stdin", shown = "standard input", streams = "any"}
        elseif kind == "directory" then
            local before = #list
            local names, why = console.entries(path)
            if names then add_directory(list, console, path) end
            if #list == before then
                list[#list + 1] = {path = path, problem = names and "no robot file is in this directory: no URDF, SDF, MJCF or Lua model" or why}
            end
        elseif not kind then
            list[#list + 1] = {path = path, problem = problem}
        elseif kind == "device" or kind == "pipe" and not path:find "^/dev/" and not path:find "^/proc/" then
            list[#list + 1] = {path = path, problem = ("this is a %s, not a file"):format(kind)}
        else
            list[#list + 1] = {path = path}
        end
    end
    return list
end

local function base(path) return path:match "([^/]*)$" end

-- Say of each input where its mended copy goes; nil, or what is wrong with that.
function inputs.plan_outputs(console, list, arguments, out)
    local kind = console.kind(out)
    local one = #arguments == 1 and #list == 1 and not list[1].within
    if one and kind ~= "directory" and out:sub(-1) ~= "/" then
        list[1].out = out
        return nil
    end
    if kind and kind ~= "directory" then return ("%s is a %s, but several files need a directory"):format(out, kind) end
    local taken = {}
    for _, input in ipairs(list) do
        input.out = joined(out, input.within or input.shown and "model.urdf" or base(input.path))
        if taken[input.out] then
            return ("both %s and %s would be written to %s"):format(taken[input.out], input.path, input.out)
        end
        taken[input.out] = input.path
    end
    return nil
end

return inputs
