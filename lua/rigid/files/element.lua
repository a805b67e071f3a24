-- XML as a tree of elements, for formats that must be seen whole before they can be understood: SDF and MJCF. An element is
-- {name, attributes, line, position, file, text, its children by number}; attributes have their names at 1, 2, ... as well. What is wrong is said
-- with the file and the line of the element; what is noted likewise.
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local errors = require "rigid.errors"
local xml = require "rigid.files.xml"

local NOTES <const> = 10000 -- so many are taken
local ELEMENTS <const> = 500000 -- of all files of one model together
local LARGEST <const> = 64 -- megabytes of one file, and of all together
local FILES <const> = 1000

-- path, notes (a list), noted (how many there were), elements (how many were read), files (how many), bytes.
local Reader = {LOOPS = 5000} -- so many loops and couplings are taken
Reader.__index = Reader

function Reader.new(path) return {path = path, notes = {}, noted = 0, elements = 0, files = 0, bytes = 0, unknown = {}} end

-- ---- what is said to people -----------------------------------------------------------------------------------------

-- A word of the file as it stands in a message: short, on one line.
local function quoted(word)
    if #word > 80 then word = word:sub(1, 77) .. "..." end
    return "'" .. word:gsub("%c", "?") .. "'"
end
Reader.quoted = quoted

-- <geom name='arm'>, as far as it has a name.
function Reader.title(element)
    local name = element.attributes.name
    return "<" .. element.name:sub(1, 80) .. ">" .. (name and " " .. quoted(name) or "")
end

function Reader:bad(element, what, ...)
    if select("#", ...) > 0 then what = what:format(...) end
    error(errors.of_file(element and element.file or self.path, element and element.line, (element and self.title(element) .. ": " or "") .. what), 0)
end

-- What f makes of the reader and more, where what it raises is wrong with that element, unless it says itself where it is wrong.
function Reader:within(element, f, ...)
    local result = table.pack(errors.try(f, self, ...))
    if result[1] then return table.unpack(result, 2, result.n) end
    local problem = result[2]
    if errors.is(problem) and problem.file or problem == self.UNREADABLE then error(problem, 0) end
    return self:bad(element, "%s", errors.is(problem) and errors.detail(problem) or tostring(problem))
end

-- code: as of URDF ("taken", "ignored", "left_out", ...); fields: link or joint it is about.
function Reader:note(code, element, fields, what, ...)
    self.noted = self.noted + 1
    if self.noted > NOTES then return end
    if select("#", ...) > 0 then what = what:format(...) end
    local note = {code = code, file = element.file, line = element.line}
    note.text = ("%s:%d: %s: %s"):format(element.file, element.line, self.title(element), what)
    for key, value in pairs(fields or {}) do note[key] = value end
    table.insert(self.notes, note)
end

-- Note, once for each kind, what means nothing to us.
function Reader:note_unknown(element, attribute)
    local key = element.name .. "\0" .. (attribute or "")
    if self.unknown[key] then return end
    self.unknown[key] = true
    if attribute then
        self:note("ignored", element, nil, "attribute %s is not known here: ignored", quoted(attribute))
    else
        self:note("ignored", element, nil, "this element is not known here: it is ignored, with all that is in it")
    end
end

function Reader:finish_notes()
    if self.noted > NOTES then
        table.insert(self.notes, {code = "left_out", text = ("%s: %d more notes are left out"):format(self.path, self.noted - NOTES)})
    end
    return self.notes
end

-- ---- files ----------------------------------------------------------------------------------------------------------

function Reader:count_element(path, line)
    self.elements = self.elements + 1
    if self.elements > ELEMENTS then xml.fail(path, line, "more than %d elements", ELEMENTS) end
end

function Reader:count_bytes(count)
    self.bytes = self.bytes + count
    if self.bytes > LARGEST * 1024 * 1024 then self:bad(nil, "larger than %d MB, with what is included", LARGEST) end
end

-- A name or a path that is put together of what the file says, and counted as if it stood there: a long one may be part of many.
function Reader:made(text)
    self:count_bytes(#text)
    return text
end

-- Give an element other children.
function Reader.set_children(element, children)
    for i = 1, math.max(#element, #children) do element[i] = children[i] end
end

-- The root element of a text.
function Reader:parse(text, path)
    self.files = self.files + 1
    self:count_bytes(#text)
    if self.files > FILES then self:bad(nil, "more than %d files are included", FILES) end
    local stack, root = {}, nil
    xml.read(text, path, function(name, attributes, line, position)
        self:count_element(path, line)
        local element = {name = name, attributes = attributes, line = line, position = position, file = path, text = ""}
        local parent = stack[#stack]
        if parent then parent[#parent + 1] = element else root = element end
        stack[#stack + 1] = element
    end, function()
        local element = table.remove(stack)
        element.text = type(element.text) == "table" and table.concat(element.text) or element.text
    end, function(piece)
        local element = stack[#stack]
        if not element then return end
        if element.text == "" then element.text = {} end
        table.insert(element.text, piece)
    end)
    return root
end

-- The folder of a path, with its slash.
function Reader.folder(path) return path:match "^(.*/)[^/]*$" or "" end

-- Refuse a path that is absolute, or leaves the folder that it begins in: what a file names may not be anywhere on the machine.
function Reader:check_inside(element, name)
    if name == "" then self:bad(element, "it names no file") end
    if name:find("\0", 1, true) or name:sub(1, 1) == "/" or name:find "^%a:[\\/]" then
        self:bad(element, "file %s: an absolute path is not followed; put the file beside the model, and name it from there", quoted(name))
    end
    local depth = 0
    for part in name:gmatch "[^/\\]+" do
        depth = depth + (part == ".." and -1 or part == "." and 0 or 1)
        if depth < 0 then
            self:bad(element, "file %s: a path that leaves the folder of the model is not followed; put the file beside the model", quoted(name))
        end
    end
end

-- The root of a file that an element names by a path relative to a folder, which it may not leave.
function Reader:include(element, name, folder)
    self:check_inside(element, name)
    return self:open(element, folder .. name, name)
end

-- The text of the file at path, which an element names.
function Reader:read_text(element, path, name)
    local text, problem = disk.read(path, LARGEST)
    if text == "" then problem = "the file is empty" end
    if problem then self:bad(element, "file %s cannot be read: %s", quoted(name), problem) end
    return text
end

-- The root of that file.
function Reader:open(element, path, name) return self:parse(self:read_text(element, path, name), path) end

-- ---- numbers --------------------------------------------------------------------------------------------------------

local NOT_FINITE <const> = {nan = 0 / 0, inf = math.huge, infinity = math.huge}

local function number_of(word)
    if word:find "^[%d.eE+-]+$" then
        local x = tonumber(word)
        return x and x + 0.0
    end
    local sign, name = word:lower():match "^([+-]?)(%a+)$"
    local x = NOT_FINITE[name]
    return x and sign == "-" and -x or x
end
Reader.number_of = number_of

-- The numbers of a text that an element says, as its attribute or within it: from `least` to `most` of them. wild: "limit" lets infinities pass,
-- "physics" all.
function Reader:numbers_in(element, what, text, least, most, wild)
    local list = {}
    for word in text:gmatch "%S+" do
        local x = number_of(word)
        if not x then self:bad(element, "%s is %s: %s is not a number", what, quoted(text), quoted(word)) end
        if x - x ~= 0 and not (wild == "physics" or wild == "limit" and x == x) then self:bad(element, "%s is %s: finite numbers are needed", what,
            quoted(text)) end
        list[#list + 1] = x
        if #list > most then break end
    end
    if #list < least or #list > most then
        local wanted = least == most and tostring(least) or ("%d to %d"):format(least, most)
        self:bad(element, "%s is %s: %s number%s needed", what, quoted(text), wanted, wanted == "1" and " is" or "s are")
    end
    return list
end

function Reader.hint(word, names) return arguments.hint(word, names) end

return Reader
