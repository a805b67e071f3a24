-- How text reaches the reader of `rigid check`: coloured or not, in UTF-8 or ASCII, in lines of so many columns.
local terminal = {}

local Terminal = {}
Terminal.__index = Terminal

local CODES <const> = {
    red = "31", green = "32", yellow = "33", cyan = "36", bold = "1", dim = "2", strong_red = "1;31", strong_yellow = "1;33",
    strong_green = "1;32", strong_cyan = "1;36",
}

local function is_utf8(getenv)
    for _, name in ipairs {"LC_ALL", "LC_CTYPE", "LANG"} do
        local value = getenv(name)
        if value and value ~= "" then return value:lower():find "utf%-?8" ~= nil end
    end
    return false
end

local ENDLESS <const> = 100000 -- columns where nobody says how many: what goes through a pipe is not wrapped
local NARROWEST <const> = 40

-- What colours, width and letters are used: color is "always", "never" or "auto".
function terminal.new(console, color, getenv)
    getenv = getenv or os.getenv
    local colored = color == "always"
    if color == "auto" then
        colored = console.is_terminal(1) and (getenv "NO_COLOR" or "") == "" and getenv "TERM" ~= "dumb"
    end
    local width = console.width(1) or math.tointeger(tonumber(getenv "COLUMNS" or "")) or ENDLESS
    return setmetatable({colored = colored, utf8 = is_utf8(getenv), width = math.max(width, NARROWEST)}, Terminal)
end

-- ---- letters --------------------------------------------------------------------------------------------------------

local ASCII <const> = {
    ["²"] = "^2", ["³"] = "^3", ["×"] = "x", ["—"] = "-", ["–"] = "-", ["−"] = "-", ["→"] = "->", ["…"] = "...", ["·"] = "*",
    ["✓"] = "+", ["✗"] = "x", ["•"] = "*", ["Σ"] = "S", ["σ"] = "s", ["½"] = "1/2", ["≤"] = "<=", ["≥"] = ">=", ["∫"] = "int ",
    ["ρ"] = "rho ", ["ᵀ"] = "^T", ["─"] = "-", ["│"] = "|", ["λ"] = "l",
}
local RAISED <const> = {
    ["⁻"] = "-", ["⁰"] = "0", ["¹"] = "1", ["²"] = "2", ["³"] = "3", ["⁴"] = "4", ["⁵"] = "5", ["⁶"] = "6", ["⁷"] = "7",
    ["⁸"] = "8", ["⁹"] = "9",
}

-- Our own letters in ASCII, where the reader has no others; names and paths are left as they are.
function Terminal:letters(text)
    if self.utf8 or not text:find "[\x80-\xFF]" then return text end
    text = text:gsub("10(%-?[\x80-\xFF]+)", function(raised)
        local plain, strange = "", false
        for letter in raised:gmatch(utf8.charpattern) do
            plain, strange = plain .. (RAISED[letter] or letter), strange or not RAISED[letter]
        end
        return not strange and "10^" .. plain or nil
    end)
    return (text:gsub(utf8.charpattern, ASCII))
end

-- A letter that would act on the terminal is shown by its number.
function terminal.harmless(text)
    return (text:gsub("[%c\127]", function(c) return ("\\%03d"):format(c:byte()) end))
end

function Terminal:paint(color, text)
    if not self.colored or not color then return text end
    return ("\27[%sm%s\27[0m"):format(CODES[color], text)
end

-- ---- columns --------------------------------------------------------------------------------------------------------

function terminal.columns(text) return utf8.len(text) or #text end

-- The text with blanks up to so many columns, before it where `right`.
function terminal.padded(text, columns, right)
    local blanks = (" "):rep(columns - terminal.columns(text))
    return right and blanks .. text or text .. blanks
end

-- The text in so many columns; what is cut out of its middle is marked.
function Terminal:fitted(text, columns)
    local length = terminal.columns(text)
    if length <= columns then return text end
    local mark = self:letters "…"
    local head = (columns - #(self.utf8 and "." or mark)) // 2
    local tail = columns - head - (self.utf8 and 1 or #mark)
    if not utf8.len(text) then return text:sub(1, head) .. mark .. text:sub(-tail) end
    return text:sub(1, utf8.offset(text, head + 1) - 1) .. mark .. text:sub(utf8.offset(text, -tail))
end

local WIDEST <const> = 110 -- columns of prose that are read with ease

-- The text in one line; what is too long loses its end.
function Terminal:fitted_end(text)
    local width = self.width
    if terminal.columns(text) <= width then return text end
    local mark = self:letters "…"
    return text:sub(1, (utf8.offset(text, width - terminal.columns(mark) + 1) or #text + 1) - 1) .. mark
end


-- The lines of a text, each but the first behind `rest`, in the width there is. No colours may be in it.
function Terminal:wrapped(text, first, rest)
    local width, lines, line = self.width == ENDLESS and ENDLESS or math.min(self.width, WIDEST), {}, first
    local empty = true
    for word in self:letters(text):gmatch "%S+" do
        if not empty and terminal.columns(line) + 1 + terminal.columns(word) > width then
            lines[#lines + 1] = line
            line, empty = rest, true
        end
        line = line .. (empty and "" or " ") .. word
        empty = false
    end
    lines[#lines + 1] = line
    return lines
end

return terminal
