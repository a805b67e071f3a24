-- How wide and how exact values are shown, and in which letters: what rigid.format set, and where it set nothing, what the
-- terminal is. Where standard output is no terminal and nothing was set, nothing is fitted: values are shown as tostring
-- gives them, the same everywhere.
local arguments = require "rigid.arguments"
local letters = require "rigid.display.letters"

local settings = {}

local FIELDS <const> = arguments.fields "digits unicode width"
local DIGITS <const>, WIDTH <const>, HEIGHT <const> = 6, 80, 24
local UNFITTED <const> = 96 -- columns that a table may take where there is no terminal

local chosen = {} -- what rigid.format set

-- The terminal that the program offers; nothing in a plain Lua.
local function terminal()
    local found, system = pcall(require, "rigid.terminal")
    return found and system.is_terminal(1) and system or nil
end

-- Whether the environment asks for UTF-8: the first of these that says anything does.
function settings.is_utf8(getenv)
    for _, name in ipairs {"LC_ALL", "LC_CTYPE", "LANG"} do
        local locale = getenv(name)
        if locale and locale ~= "" then return locale:upper():find "UTF%-?8" ~= nil end
    end
    return false
end

-- What values are to be fitted to: {digits, unicode, width, height}, infinite where nothing bounds them; or nil where
-- nothing is to be fitted.
function settings.fitted()
    local screen = terminal()
    if not screen and next(chosen) == nil then return nil end
    local unicode = chosen.unicode
    if unicode == nil then unicode = not screen or settings.is_utf8(os.getenv) end
    return {
        digits = chosen.digits or DIGITS,
        unicode = unicode,
        width = chosen.width or screen and (screen.width(1) or WIDTH) or math.huge,
        height = screen and (screen.height(1) or HEIGHT) or math.huge,
    }
end

-- A text of words for standard output (1) or for standard error (2), its lines broken between words where that is a terminal.
function settings.folded(text, descriptor)
    local found, system = pcall(require, "rigid.terminal")
    local width = found and system.is_terminal(descriptor) and (system.width(descriptor) or WIDTH)
    return width and letters.fold(text, width) or text
end

-- The columns of plain text: of tables, of help.
function settings.columns()
    local fitted = settings.fitted()
    return fitted and fitted.width < math.huge and fitted.width or UNFITTED
end

local function read(place, name, value, check)
    if value == "auto" then return nil end
    return check(place:field(name), value)
end

function settings.format(...)
    local said = ...
    if select("#", ...) > 0 and said ~= nil then
        local place = arguments.at("format", 1)
        said = place:options(said, FIELDS)
        local new = {digits = chosen.digits, unicode = chosen.unicode, width = chosen.width}
        if said.digits ~= nil then
            new.digits = read(place, "digits", said.digits, function(at, x) return at:integer(x, 1, 17) end)
        end
        if said.unicode ~= nil then
            new.unicode = read(place, "unicode", said.unicode, function(at, x) return at:boolean(x) end)
        end
        if said.width ~= nil then
            new.width = read(place, "width", said.width, function(at, x) return at:integer(x, 20, 10000) end)
        end
        chosen = new
    end
    local fitted = settings.fitted() or {digits = DIGITS, unicode = true}
    return {digits = fitted.digits, unicode = fitted.unicode, width = settings.columns()}
end

return settings
