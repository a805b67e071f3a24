-- m:save: a model to a file, as URDF or as rigid's own Lua table, so that loading it again gives the same numbers. The text
-- is complete before the file is touched.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner
local disk = require "rigid.files.disk"
local to_lua = require "rigid.files.lua_writer"
local to_urdf = require "rigid.files.urdf.writer"

local save = {}

local OPTIONS = arguments.fields "format"
local FORMATS = {"urdf", "rigid", urdf = true, rigid = true}
local BY_NAME = {urdf = "urdf", xml = "urdf", lua = "rigid"}

function save.save(m, path, options)
    if core.type(m) ~= "Model" then arguments.at("save", 0):expected("Model", m) end
    path = arguments.at("save", 1):file_path(path)
    local place = arguments.at("save", 2)
    options = options == nil and {} or place:options(options, OPTIONS)
    local format = options.format ~= nil and place:field("format"):word(options.format, FORMATS) or nil
    format = format or BY_NAME[(path:match "%.(%w+)$" or ""):lower()]
    if not format then
        arguments.at("save", 1):bad("the name '%s' does not say the format: end it in .urdf or .lua, or give {format = ...}", path)
    end
    local text = format == "urdf" and to_urdf(m:table()) or to_lua(m:table(), inner.model.description(m).kept)
    local written, problem = disk.write(path, text)
    if not written then arguments.at("save", 1):bad("cannot write %s: %s", path, problem) end
end

return save
