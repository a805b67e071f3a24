-- m:read_log(path [, options]): the columns of a file as the log of that robot, whatever names they have there.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local aliases = require "rigid.identification.aliases"
local columns = require "rigid.identification.columns"
local readings = require "rigid.identification.readings"

local FIELDS = arguments.fields "columns units separator progress rate"

return function(m, path, options)
    if core.type(m) ~= "Model" then arguments.at("read_log", 0):expected("Model", m) end
    local place = arguments.at("read_log", 2)
    local said = options == nil and {} or place:options(options, FIELDS)
    local rate = said.rate
    if rate ~= nil then place:field("rate"):positive(rate) end
    said.rate = nil
    local read = readings.of(path, said, place, arguments.at("read_log", 1))
    aliases.rename(m, read)
    local log, problem = columns.log(m, read, nil, rate)
    if not log then error(errors.of_file(path, nil, problem), 0) end
    return log
end
