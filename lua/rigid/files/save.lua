-- m:save: a model to a file, in any format that is written, so that loading it again gives the same numbers. The text
-- is complete before the file is touched.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner
local disk = require "rigid.files.disk"
local formats = require "rigid.files.formats"

local save = {}

local OPTIONS = arguments.fields "format"

-- The text of a file, and a list of what the format does not carry.
function save.text(m, format)
    return formats.by_name[format].write(m:table(), inner.model.description(m).kept)
end

function save.save(m, path, options)
    if core.type(m) ~= "Model" then arguments.at("save", 0):expected("Model", m) end
    path = arguments.at("save", 1):file_path(path)
    local place = arguments.at("save", 2)
    options = options == nil and {} or place:options(options, OPTIONS)
    local format = options.format ~= nil and place:field("format"):word(options.format, formats.written) or nil
    format = format or formats.by_ending[(path:match "%.(%w+)$" or ""):lower()]
    if not format then
        arguments.at("save", 1):bad("the name '%s' does not say the format: end it in .urdf, .sdf, .xml or .lua, or give {format = ...}", path)
    end
    local text = save.text(m, format)
    local written, problem = disk.write(path, text)
    if not written then arguments.at("save", 1):bad("cannot write %s: %s", path, problem) end
end

return save
