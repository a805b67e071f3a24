-- Shows the items of a lesson on a terminal, or as plain text: prose filled into lines of the width that there is, formulas
-- as characters, code with colours where colours are wanted. What it makes is a list of lines.
local formula = require "rigid.lessons.formula"
local letters = require "rigid.display.letters"

local render = {}

local Style = {}
Style.__index = Style

-- colour: whether escape sequences may be used; utf8: whether characters beyond ASCII may.
function render.style(options)
    return setmetatable({width = options.width, colour = options.colour, utf8 = options.utf8}, Style)
end

local CODES <const> = {bold = "1", dim = "2", italic = "3", title = "1;36", keyword = "35", text = "32", number = "33",
    name = "36"}

function Style:paint(text, how)
    if not self.colour or text == "" then return text end
    return ("\27[%sm%s\27[0m"):format(CODES[how], text)
end

function Style:plain(text) return self.utf8 and text or letters.ascii(text) end

local function width(text)
    return formula.width((text:gsub("\27%[[%d;]*m", "")))
end

-- ---- prose ----------------------------------------------------------------------------------------------------------

-- Formulas and code of a text set aside, so that no line is broken in the middle of a short one: blanks in them become
-- \1 until the lines are filled.
local function kept(text) return (text:gsub(" ", "\1")) end

function Style:span(text)
    text = text:gsub("%$([^$]+)%$", function(tex)
        local line = self:plain(formula.inline(tex)):gsub("%*", "\2")
        return width(line) <= 28 and kept(line) or line
    end)
    text = text:gsub("`([^`]+)`", function(code)
        code = self:plain(code):gsub("%*", "\2")
        if width(code) <= 60 then code = kept(code) end
        return self.colour and self:paint(code, "name") or code
    end)
    text = text:gsub("%[([^%]]+)%]%(([^)]+)%)", "%1")
    text = text:gsub("%*%*(.-)%*%*", function(words)
        return (words:gsub("%S+", function(word) return self:paint(word, "bold") end))
    end)
    text = text:gsub("%f[%w%*]%*([^%s*][^*]-)%*", function(words)
        return (words:gsub("%S+", function(word) return self:paint(word, "italic") end))
    end)
    return self:plain((text:gsub("\2", "*")))
end

-- Words filled into lines: the first begins with `first`, the others with `indent`.
function Style:fill(text, first, indent)
    local lines, line, empty = {}, first, true
    for word in self:span(text):gmatch "%S+" do
        if not empty and width(line) + 1 + width(word) > self.width then
            lines[#lines + 1] = line
            line, empty = indent, true
        end
        line, empty = line .. (empty and "" or " ") .. word, false
    end
    lines[#lines + 1] = line
    for i, filled in ipairs(lines) do lines[i] = filled:gsub("\1", " ") end
    return lines
end

-- ---- code -----------------------------------------------------------------------------------------------------------

local KEYWORDS <const> = require("rigid.display").keywords

local function piece(style, code, at)
    local word = code:match("^[%a_][%w_]*", at)
    if word then return word, KEYWORDS[word] and style:paint(word, "keyword") or word end
    local text = code:match("^\"[^\"]*\"", at) or code:match("^'[^']*'", at) or code:match("^%[%[.-%]%]", at)
    if text then return text, style:paint(text, "text") end
    local comment = code:match("^%-%-.*", at)
    if comment then return comment, style:paint(comment, "dim") end
    local number = code:match("^%d[%w.]*", at)
    if number then return number, style:paint(number, "number") end
    local other = code:match("^[\xC2-\xF4][\x80-\xBF]*", at) or code:sub(at, at)
    return other, other
end

-- A line of Lua with its colours.
function Style:code(line)
    line = self:plain(line)
    if not self.colour then return line end
    local parts, at = {}, 1
    while at <= #line do
        local taken, shown = piece(self, line, at)
        parts[#parts + 1] = shown
        at = at + #taken
    end
    return table.concat(parts)
end

-- ---- items ----------------------------------------------------------------------------------------------------------

local SHOW = {}

function SHOW.heading(style, item)
    local text = style:span(item.text)
    if item.level > 1 then return {style:paint(text, "bold")} end
    return {style:paint(text, "title"), style:paint(style:plain(("─"):rep(width(text))), "title")}
end

function SHOW.paragraph(style, item) return style:fill(item.text, "", "") end

function SHOW.item(style, item)
    local mark = item.mark:find "%d" and item.mark .. " " or style:plain "• "
    return style:fill(item.text, "  " .. mark, (" "):rep(2 + width(mark)))
end

function SHOW.quote(style, item)
    local bar = style:plain "  │ "
    return style:fill(item.text, bar, bar)
end

function SHOW.formula(style, item)
    local lines = formula.display(item.tex)
    for i, line in ipairs(lines) do lines[i] = style:plain("    " .. line) end
    return lines
end

-- A terminal has the text pictures; the others where it can show them; else it says what they show, and where they are.
function SHOW.picture(style, item)
    local path = require("rigid.lessons").beside(item.path)
    local picture = path and style.colour and require("rigid.display.graphics").of_file(path)
    if picture then return {(picture:gsub("\n$", "")), table.unpack(style:fill(item.text, "  ", "  "))} end
    local lines = style:fill("Picture: " .. item.text .. (path and " In" or ""), "  ", "  ")
    if path then lines[#lines + 1] = style:plain("  " .. path) end
    return lines
end

function SHOW.code(style, item)
    local lines = {}
    for i, line in ipairs(item.lines) do
        lines[i] = "  " .. (item.language == "lua" and style:code(line) or style:plain(line))
    end
    return lines
end

-- Columns as wide as they need be, the last one filled into what is left.
SHOW["table"] = function(style, item)
    local columns, lines = {}, {}
    for _, row in ipairs(item.rows) do
        for j = 1, #row - 1 do columns[j] = math.max(columns[j] or 0, width((style:span(row[j]):gsub("\1", " ")))) end
    end
    for i, row in ipairs(item.rows) do
        local first = "  "
        for j = 1, #row - 1 do
            local cell = style:span(row[j]):gsub("\1", " ")
            first = first .. cell .. (" "):rep(columns[j] - width(cell) + 3)
        end
        local filled = style:fill(row[#row], (first:gsub(" ", "\1")), (" "):rep(width(first)))
        table.move(filled, 1, #filled, #lines + 1, lines)
        if i == 1 then lines[#lines + 1] = style:paint(style:plain("  " .. ("─"):rep(math.min(style.width, 60) - 2)), "dim") end
    end
    return lines
end

-- The lines of an item; after an item of a list, and before another, there is no blank line.
function Style:item(item) return SHOW[item.kind](self, item) end

-- Whether a blank line belongs between the two.
function render.parted(before, item)
    return before ~= nil and not (before.kind == "item" and item.kind == "item")
end

-- All items, as one text.
function Style:page(items)
    local lines, before = {}, nil
    for _, item in ipairs(items) do
        local shown = self:item(item)
        if #shown > 0 then
            if render.parted(before, item) then lines[#lines + 1] = "" end
            table.move(shown, 1, #shown, #lines + 1, lines)
            before = item
        end
    end
    for i, line in ipairs(lines) do lines[i] = line:gsub("%s+$", "") end
    return lines
end

return render
