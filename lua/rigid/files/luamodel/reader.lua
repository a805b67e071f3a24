-- What a reader of models that are Lua scripts is: it holds the path and the notes, and says what is wrong.
local errors = require "rigid.errors"

local NOTES <const> = 10000

local Reader = {LINKS = 50000} -- so many are taken
Reader.__index = Reader

function Reader.quoted(name)
    name = tostring(name)
    if #name > 80 then name = name:sub(1, 77) .. "..." end
    return "'" .. name:gsub("%c", "?") .. "'"
end

function Reader:bad(what, ...)
    if select("#", ...) > 0 then what = what:format(...) end
    error(errors.of_file(self.path, nil, what), 0)
end

-- A note on what was read, with a code as of URDF.
function Reader:note(code, what, ...)
    if #self.notes < NOTES then
        table.insert(self.notes, {code = code, text = self.path .. ": " .. what:format(...)})
    elseif #self.notes == NOTES then
        table.insert(self.notes, {code = "left_out", text = self.path .. ": more notes are left out"})
    end
end

function Reader.joined(list) return table.concat(list, ", ") end

function Reader.sorted_keys(t)
    local keys = {}
    for key in pairs(t) do keys[#keys + 1] = tostring(key) end
    table.sort(keys)
    return keys
end

return Reader
