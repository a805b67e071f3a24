-- Errors that are values. What a program may want to act on (a file that cannot be read, a question without an answer, a
-- run that stopped) is raised as a table with fields, so that nobody has to take a message apart; a mistake in a call is a
-- text, as with Lua's own functions. An error value reads as its text: tostring, .., # and the methods of strings see its
-- `message`. Its other fields are `what` is wrong, `place` (of a file or of the script), and those that belong to the case:
-- function, file, line, link, joint, freedom, code, ... They are described in lua/rigid/meta/errors.lua.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner

local errors = {}

-- Its message, whatever a script has made of that field.
local function message_of(err)
    local message = rawget(err, "message")
    return type(message) == "string" and message or "an error whose message a script has changed"
end

-- Those of string as they are now, whatever a script makes of them later.
local text_methods = {}
for name, f in next, string do
    text_methods[name] = function(err, ...) return f(message_of(err), ...) end
end

local Error = {__name = "Error", __index = text_methods, __traceback = true} -- which `rigid` shows

Error.__tostring = message_of
function Error.__concat(a, b) return tostring(a) .. tostring(b) end
function Error.__len(err) return #message_of(err) end

-- Where this module's files lie, by the last two folders: the same place may have been found under two names.
local SOURCE = debug.getinfo(1, "S").source
errors.here = SOURCE:match "([^/@]*/[^/]*/)[^/]*$" or SOURCE:match "^.*/" or "@"

inner.errors.connect(Error, errors.here)

-- try(f, ...): pcall, but that being out of memory goes on.
function errors.try(...) return inner.errors.try(...) end

function errors.is(value) return debug.getmetatable(value) == Error end

-- The table with its fields as an error value; without a message it is what is wrong, after its place.
function errors.new(fields)
    fields.message = fields.message or (fields.place and fields.place .. ": " or "") .. fields.what
    return setmetatable(fields, Error)
end

local LONGEST <const>, SHOWN <const> = 256, 64 -- bytes of a path

-- What is wrong with a file, at that line or as a whole; `fields` may hold more.
function errors.of_file(file, line, what, fields)
    fields = fields or {}
    fields.file, fields.line, fields.what = file, line, what
    local shown = #file > LONGEST and file:sub(1, SHOWN) .. "..." or file
    fields.place = line and ("%s:%d"):format(shown, line) or shown
    return errors.new(fields)
end

-- What is wrong with an argument, with the field it is wrong in.
function errors.detail(err) return err.field and ("field '%s': %s"):format(err.field, err.what) or err.what end

-- What is wrong, in words without a place, of whatever was raised: by a script it may be a value that has no words.
function errors.what(err)
    if errors.is(err) then return err.what end
    local told, text = pcall(tostring, err)
    return told and text or ("a %s was raised that tells nothing: %s"):format(type(err), text)
end

return errors
