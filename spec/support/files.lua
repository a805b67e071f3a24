-- Files for specs of loading and saving: written for the moment, read by rigid.load, and gone again; what loading refuses,
-- with file and line; what it takes with a note.

local rigid = require "rigid"
local assert = require "luassert"
local compare = require "spec.support.compare"

local files = {}

-- Call body with the path of a file whose name ends so and that holds that text; the file is gone afterwards.
function files.with(ending, text, body)
    local path = os.tmpname()
    os.remove(path)
    path = path .. ending
    local file = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
    local result = table.pack(pcall(body, path))
    os.remove(path)
    if not result[1] then error(result[2], 0) end
    return table.unpack(result, 2, result.n)
end

-- rigid.load of that text.
function files.load(ending, text, options)
    return files.with(ending, text, function(path) return rigid.load(path, options) end)
end

-- Loading that text must be an error that names the file, and the line where one is given, and holds the words.
function files.refuses(ending, text, line, ...)
    local words = table.pack(...)
    return files.with(ending, text, function(path)
        local message = compare.refuses(function() rigid.load(path) end, table.unpack(words))
        local place = line and ("%s:%d: "):format(path, line) or path .. ":"
        assert.equal(place, message:sub(1, #place), message)
        return message
    end)
end

function files.notes(m) return m:notes() end

-- The one note that holds the words; there must be one.
function files.noted(m, ...)
    for _, note in ipairs(m:notes()) do
        local all = true
        for i = 1, select("#", ...) do all = all and note:find((select(i, ...)), 1, true) end
        if all then return note end
    end
    assert(false, ("no note says %q, but: %s"):format(table.concat({ ... }, " ... "), table.concat(m:notes(), "\n")), 2)
end

return files
