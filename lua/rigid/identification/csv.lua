-- rigid.read_csv(path [, options]): columns of a file as lists by their names.
local readings = require "rigid.identification.readings"

return function(path, options)
    local read = readings.of(path, options)
    local result = {names = read.names}
    for _, name in ipairs(read.names) do result[name], read[name] = readings.list(read[name]), nil end
    return result
end
