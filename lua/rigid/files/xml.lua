-- Reads XML that may be hostile: calls a function at the beginning and at the end of each element, in order, through
-- LuaExpat. No document type is taken, so there are no entities to expand; depth, number of elements and length of one
-- tag are bounded. What is wrong is raised as path:line: what.
local errors = require "rigid.errors"

local xml = {}

local DEEPEST <const> = 500
local ELEMENTS <const> = 2000000
local LONGEST_TAG <const> = 2 * 1024 * 1024 -- bytes
local PIECE <const> = 64 * 1024 -- bytes given to the parser at once

function xml.fail(path, line, what, ...)
    if select("#", ...) > 0 then what = what:format(...) end
    error(errors.of_file(path, line, what), 0)
end

local function expat()
    local found, lxp = errors.try(require, "lxp")
    if not found then error("reading XML (URDF, SDF, MJCF) needs LuaExpat (Debian: lua-expat; LuaRocks: luaexpat)", 0) end
    return lxp
end

-- Call on_start(name, attributes, line, position) and on_end(name) for each element of the text; position is the byte at
-- which its tag begins. on_text(text), where it is wanted, takes what stands between tags, in pieces.
function xml.read(text, path, on_start, on_end, on_text)
    local depth, count = 0, 0
    local function line_of(parser) return (parser:pos()) end
    local parser = expat().new {
        StartElement = function(parser, name, attributes)
            depth, count = depth + 1, count + 1
            if depth > DEEPEST then xml.fail(path, line_of(parser), "elements are nested more than %d deep", DEEPEST) end
            if count > ELEMENTS then xml.fail(path, line_of(parser), "more than %d elements", ELEMENTS) end
            local line, _, position = parser:pos()
            on_start(name, attributes, line, position)
        end,
        EndElement = function(_, name)
            depth = depth - 1
            on_end(name)
        end,
        CharacterData = on_text and function(_, piece) on_text(piece) end or nil,
        StartDoctypeDecl = function(parser)
            xml.fail(path, line_of(parser), "a document type (<!DOCTYPE ...>) is not taken, for it can define entities; take it out")
        end,
    }
    local function check(ok, problem, line)
        if not ok then xml.fail(path, line or line_of(parser), "malformed XML: %s", problem) end
    end
    for start = 1, #text, PIECE do
        check(parser:parse(text:sub(start, start + PIECE - 1)))
        local line, _, position = parser:pos()
        if position and start - position > LONGEST_TAG then
            xml.fail(path, line, "a tag or comment of more than %d bytes", LONGEST_TAG)
        end
    end
    check(parser:parse())
    parser:close()
end

return xml
