-- What a reader of URDF is: it holds what was read so far, says what is wrong with it by file, line, link or joint, and reads
-- attributes. How it reads elements, makes a tree of them and what rigid.Model takes is added to it in the files beside.
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"

local NOTES <const> = 10000 -- so many are taken

-- Links and joints are lists, and tables by name; materials by name; notes, and how many there were; ignored (how many
-- elements of each name).
local Reader = {NOTES = NOTES}
Reader.__index = Reader

-- ---- what is said to people -----------------------------------------------------------------------------------------

-- A name as it stands in a message: short, on one line.
local function quoted(name)
    if #name > 80 then name = name:sub(1, 77) .. "..." end
    return "'" .. name:gsub("%c", "?") .. "'"
end

local function joined(list)
    if #list == 1 then return list[1] end
    return table.concat(list, ", ", 1, #list - 1) .. " and " .. list[#list]
end

local function title(subject) return subject.kind .. " " .. quoted(subject.name) end

-- A line of a file that another includes is a number above those of all lines, so that one number says both.
local FILE <const> = 1 << 32

function Reader:line_in(file, line)
    if not file or file == self.path then return line end
    local number = self.included[file]
    if not number then
        number = #self.included + 1
        self.included[number], self.included[file] = file, number
    end
    return number * FILE + line
end

-- The file and the line that such a number says.
function Reader:place_of(line)
    if not line or line < FILE then return self.path, line end
    return self.included[line // FILE], line % FILE
end

-- "line 7", or "line 7 of part.xacro"
function Reader:line_in_words(line)
    local file, own = self:place_of(line)
    return ("line %d%s"):format(own, file ~= self.path and " of " .. file or "")
end

function Reader:bad(line, subject, what, ...)
    what = what:format(...)
    local text = subject and title(subject) .. ": " .. what or what
    local file, own = self:place_of(line)
    error(errors.of_file(file, own, text, subject and {[subject.kind] = subject.name}), 0)
end

-- A note on what was read. code: "taken" (for what is not said), "rounded", "ignored", "left_out", "massless", ...
function Reader:note(code, line, subject, what, ...)
    self.noted = self.noted + 1
    if self.noted > NOTES then return end
    what = what:format(...)
    local text = subject and title(subject) .. ": " .. what or what
    local file, own = self:place_of(line)
    table.insert(self.notes, {
        code = code, line = own, order = line, number = #self.notes, text = ("%s:%d: %s"):format(file, own, text),
        [subject and subject.kind or "file"] = subject and subject.name or self.path,
    })
end

local HINTED <const> = 5000 -- names that are looked through for the nearest

-- "; did you mean '...'?" for the name of something in the list that is like the word, or holds it.
function Reader.hint(word, list)
    local names = {}
    for i = 1, math.min(#list, HINTED) do names[i] = list[i].name end
    local text = arguments.hint(word, names)
    for _, name in ipairs(names) do
        if text ~= "" then break end
        if name:find(word, 1, true) then text = ("; did you mean %s?"):format(quoted(name)) end
    end
    return text
end

-- ---- attributes -----------------------------------------------------------------------------------------------------

-- The attribute, or an error where it is required and missing.
function Reader:attribute(attributes, name, element, line, subject, required)
    local text = attributes[name]
    if not text then
        if required then self:bad(line, subject, "<%s> has no attribute '%s'", element, name) end
        return nil
    end
    if text:find("$", 1, true) and text:find "%$[{(]" then
        self:bad(line, subject, "%s=\"%s\" is for xacro to fill in: give the file a name that ends in .xacro, or load what `xacro` makes of it", name,
            #text > 80 and text:sub(1, 77) .. "..." or text)
    end
    return text
end

local NOT_FINITE = {nan = 0 / 0, ind = 0 / 0, qnan = 0 / 0, snan = 0 / 0, inf = math.huge, infinity = math.huge}

-- The number that a word says, whatever the locale; nil where it says none.
local function number_of(word)
    if word:find "^[%d.eE+-]+$" then
        local x = tonumber(word)
        return x and x + 0.0
    end
    word = word:lower()
    local sign, name = word:match "^([+-]?)1%.#(%a+)%d*$" -- as Windows writes it
    if not name then sign, name = word:match "^([+-]?)(%a+)%(?%w*%)?$" end
    local x = NOT_FINITE[name]
    return x and sign == "-" and -x or x
end

-- A list of `count` numbers. `wild` numbers need not be finite: "limit" lets infinities pass, "physics" NaN too.
function Reader:numbers(attributes, name, count, element, line, subject, options)
    local text = self:attribute(attributes, name, element, line, subject, options and options.required)
    if not text then return nil end
    local wild, list = options and options.wild, {}
    for word in text:gmatch "%S+" do
        local x = number_of(word)
        if not x then self:bad(line, subject, "<%s %s=\"%s\">: %s is not a number", element, name, text:sub(1, 80), quoted(word)) end
        if x - x ~= 0 and not (wild == "physics" or wild == "limit" and x == x) then
            self:bad(line, subject, "<%s %s=\"%s\">: a finite number is needed", element, name, text:sub(1, 80))
        end
        list[#list + 1] = x
        if #list > count then break end
    end
    if #list ~= count then
        self:bad(line, subject, "<%s %s=\"%s\">: %d number%s needed", element, name, text:sub(1, 80), count, count == 1 and " is" or "s are")
    end
    return list
end

function Reader:number(attributes, name, element, line, subject, options)
    local x = number_of(attributes[name] or "")
    if x and x - x == 0 then return x end -- the rest says what is wrong
    local list = self:numbers(attributes, name, 1, element, line, subject, options)
    return list and list[1]
end

-- Keep what an element said, unless its kind of element came before.
function Reader:keep(subject, field, value, element, line)
    if subject[field] == nil then
        subject[field] = value
    else
        self:note("ignored", line, subject.owner or subject, "a second <%s> is ignored", element)
    end
end

Reader.quoted, Reader.joined = quoted, joined

return Reader
