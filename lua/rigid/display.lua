-- How the prompt shows a value: what has a tostring of its own by that, values of ours fitted to the terminal, a table by
-- its contents, with sorted keys, cut where it is deep or long, safe where it contains itself. The fields of tables are read
-- raw: showing a table runs no code but the __tostring of what is in it.
local display = {}

local core = require "rigid.core"
local letters = require "rigid.display.letters"

local DEPTH = 5 -- tables nested deeper than this are shown as {...}
local LENGTH, BRIEF = 60, 12 -- entries of one table, and of one that has a line alone
local TOTAL = 600 -- entries altogether
local LONGEST, SHOWN = 600, 200 -- characters of a text in a table, that is shown whole, and of a longer one

local getmetatable, rawget, next, tostring, type = debug.getmetatable, rawget, next, tostring, type

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true
    until while]]):gmatch "%a+" do
    KEYWORDS[word] = true
end
display.keywords = KEYWORDS

-- A control character other than line end and tab would act on the terminal; it is shown by its number.
local function is_printable(text)
    return not text:find "[%z\1-\8\11-\31\127]"
end

local ESCAPES = {['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r"}

local function quote(text)
    return '"' .. text:gsub('[%c"\\]', function(c) return ESCAPES[c] or ("\\%03d"):format(c:byte()) end) .. '"'
end

function display.printable(text)
    if is_printable(text) then return text end
    return (text:gsub("[%z\1-\8\11-\31\127]", function(c) return ("\\%03d"):format(c:byte()) end))
end

local function speaks_for_itself(value)
    local metatable = getmetatable(value)
    return type(metatable) == "table" and rawget(metatable, "__tostring") ~= nil
end

-- Names in the order in which people count: joint2 before joint10.
local function name_before(a, b)
    local stem_a, number_a = a:match "^(.-)(%d*)$"
    local stem_b, number_b = b:match "^(.-)(%d*)$"
    if stem_a ~= stem_b then return stem_a < stem_b end
    if #number_a ~= #number_b then return #number_a < #number_b end
    return number_a < number_b
end

-- Numbers, then names, then the rest by type and address.
local RANK = {number = 1, string = 2}
local function before(a, b)
    local rank_a, rank_b = RANK[type(a)] or 3, RANK[type(b)] or 3
    if rank_a ~= rank_b then return rank_a < rank_b end
    if rank_a == 2 then return name_before(a, b) end
    if rank_a == 1 then return a < b end
    if type(a) ~= type(b) then return type(a) < type(b) end
    if type(a) == "boolean" then return not a and b end
    return ("%p"):format(a) < ("%p"):format(b)
end

local function sorted_keys(t, length)
    local keys = {}
    for key in next, t do
        local listed = math.type(key) == "integer" and key >= 1 and key <= length
        if not listed then keys[#keys + 1] = key end
    end
    table.sort(keys, before)
    return keys
end

local function list_length(t)
    local n = 0
    while rawget(t, n + 1) ~= nil do n = n + 1 end
    return n
end

local render

local function render_key(key, state)
    if type(key) ~= "string" then return "[" .. render(key, state, DEPTH, "", 0) .. "] = " end
    if key:find "^[%a_][%w_]*$" and not KEYWORDS[key] then return key .. " = " end
    return "[" .. quote(key) .. "] = "
end

-- A function by its parameters: where it lies says nothing.
local function function_text(f)
    local info, names = debug.getinfo(f, "Su"), {}
    if info.what == "C" then return "function" end
    for i = 1, info.nparams do names[i] = debug.getlocal(f, i) end
    if info.isvararg then names[#names + 1] = "..." end
    return "function(" .. table.concat(names, ", ") .. ")"
end

-- The entries of a table as texts, and how many were left out.
local function entries(t, state, depth, indent)
    local texts, length = {}, list_length(t)
    local keys = sorted_keys(t, length)
    local total = length + #keys
    for i = 1, total do
        if #texts >= (state.brief and depth > 0 and BRIEF or LENGTH) or state.left <= 0 then break end
        state.left = state.left - 1
        local key = i > length and keys[i - length] or i
        local name = i > length and render_key(key, state) or ""
        local text = render(rawget(t, key), state, depth + 1, indent, #name)
        if text:find "^\n" then
            texts[i] = name == "" and text:gsub("^\n%s*", "") or name:gsub(" $", "") .. text
        else
            texts[i] = name .. text
        end
    end
    return texts, total - #texts
end

local MARGIN <const> = 4 -- lines of a screen that a table leaves

-- How many lines texts take.
local function height_of(texts)
    local lines = #texts
    for _, text in ipairs(texts) do lines = lines + select(2, text:gsub("\n", "")) end
    return lines
end

-- Texts parted by commas, as many on a line as there is room for; nil where they are no short ones.
local function filled(texts, state, inner)
    local lines, line = {}, inner
    for i, text in ipairs(texts) do
        if text:find "\n" or letters.length(text) > state.width // 4 then return nil end
        local item = text .. (i < #texts and "," or "")
        if line ~= inner and letters.length(line) + 1 + letters.length(item) > state.width then
            lines[#lines + 1], line = line, inner
        end
        line = line .. (line == inner and "" or " ") .. item
    end
    lines[#lines + 1] = line
    return table.concat(lines, "\n")
end

-- As many of the texts, one to a line or more, as the screen has room for; rest: how many are left out already.
local function within(texts, state, rest)
    local lines, kept = 0, 0
    for i, text in ipairs(texts) do
        lines = lines + 1 + select(2, text:gsub("\n", ""))
        if lines > state.height - MARGIN and i > 1 then break end
        kept = i
    end
    local list = table.move(texts, 1, kept, 1, {})
    if rest + #texts - kept > 0 then list[#list + 1] = ("... %d more"):format(rest + #texts - kept) end
    return list
end

-- A table on what is left of a line, as many of its entries as fit.
local function render_line(t, state, depth, indent, taken)
    local texts, rest = entries(t, state, depth, indent)
    local room = state.width - #indent - taken - #"{, ... 100000 more},"
    local kept, used = 0, 0
    for i, text in ipairs(texts) do
        used = used + letters.length(text) + 2
        if used > room then break end
        kept = i
    end
    local begun = kept == 0 and texts[1]:find "^{" and letters.cut(texts[1], room - #" ...}", ""):match "^(.*,)"
    if begun then texts[1], kept = begun .. " ...}", 1 end -- of a list of lists
    local list = table.move(texts, 1, kept, 1, {})
    if #texts - kept + rest > 0 then list[#list + 1] = ("... %d%s"):format(#texts - kept + rest, kept > 0 and " more" or "") end
    return "{" .. table.concat(list, ", ") .. "}"
end

-- A table by its contents. Where it would be higher than the screen it is brief: each of its entries takes one line.
local function render_table(t, state, depth, indent, taken)
    if next(t) == nil then return "{}" end
    if state.open[t] then return "{the same again}" end
    if depth >= DEPTH then return "{...}" end
    local inner = indent .. "  "
    state.open[t] = true
    if state.brief and depth > 0 then
        local line = render_line(t, state, depth, indent, taken)
        state.open[t] = nil
        return line
    end
    local texts, rest = entries(t, state, depth, inner)
    state.open[t] = nil
    local all = rest > 0 and table.move(texts, 1, #texts, 1, {}) or texts
    if rest > 0 then all[#all + 1] = ("... %d more"):format(rest) end
    local line = "{" .. table.concat(all, ", ") .. "}"
    if #indent + taken + letters.length(line) + (depth > 0 and 1 or 0) <= state.width and not line:find "\n" then return line end
    local rows = #texts > 5 and rawget(t, 1) ~= nil and filled(all, state, inner)
    if rows then return "{\n" .. rows .. "\n" .. indent .. "}" end
    if depth == 0 and not state.brief and height_of(all) > state.height - MARGIN and height_of(all) > #all then
        state.brief, state.left = true, TOTAL
        return render_table(t, state, depth, indent, taken)
    end
    texts = depth == 0 and within(texts, state, rest) or all
    return "{\n" .. inner .. table.concat(texts, ",\n" .. inner) .. "\n" .. indent .. "}"
end

-- A long text broken between its words, so that it reads in the columns there are behind a key of so many letters.
local function wrap(text, width, indent, taken)
    local lines, line = {}, ""
    for word in text:gmatch "%S+" do
        if line ~= "" and letters.length(line) + 1 + letters.length(word) > width - #indent - (#lines == 0 and taken + 1 or 2) then
            lines[#lines + 1], line = line, ""
        end
        line = line .. (line == "" and "" or " ") .. word
    end
    lines[#lines + 1] = line
    return table.concat(lines, "\n " .. indent)
end

-- Whether it is no number, which has no sign to be shown.
local function is_nan(value) return type(value) == "number" and value ~= value end

-- A value inside a table, behind a key of so many letters. Text of several lines is set off so that it keeps its columns.
function render(value, state, depth, indent, taken)
    if type(value) == "string" then
        local text = quote(value)
        if state.wraps and #value > LONGEST then
            return quote(value:sub(1, (utf8.offset(value, 1, SHOWN) or SHOWN + 1) - 1)) .. (" ... (%d characters)"):format(#value)
        end
        return state.wraps and letters.length(text) > state.width - #indent - taken - 1 and wrap(text, state.width, indent, taken) or text
    end
    if type(value) == "table" and not speaks_for_itself(value) then return render_table(value, state, depth, indent, taken) end
    if type(value) == "function" then return function_text(value) end
    if is_nan(value) then return "nan" end
    if state.brief and math.type(value) == "float" then return ("%.6g"):format(value) end
    local ok, text = pcall(state.tostring, value, #indent + taken + 1)
    if not ok then return "<" .. type(value) .. " whose tostring fails>" end
    if state.brief and text:find "\n" then return text:match "^[^\n]*" .. " ..." end
    if text:find "\n" then return "\n" .. indent .. "  " .. text:gsub("\n", "\n" .. indent .. "  ") end
    return text
end

-- How the texts of values are made: by tostring, or where there is a terminal to fit them to, fitted; in a table (taken: the
-- columns that it takes itself) a vector on one line.
local function text_maker(fitted)
    if not fitted then return tostring end
    local values = require "rigid.display.values"
    return function(value, taken)
        if type(value) ~= "userdata" and not speaks_for_itself(value) then return tostring(value) end
        if not taken then return values.text(value, fitted) end
        return values.text(value, {digits = fitted.digits, unicode = fitted.unicode, width = fitted.width - taken, height = fitted.height, inline = true})
    end
end

-- How much a text is: its lines where it has several.
local function amount(text)
    local ends = select(2, text:gsub("\n.", ""))
    return ends > 0 and ("%d lines"):format(ends + 1) or ("%d characters"):format(letters.length(text))
end

-- The beginning of a text that is longer than the screen, and how much there is more.
local function first_screen(text, room)
    local lines, used, kept, most = {}, 0, 0, math.max(4, room.height - MARGIN)
    if #text < room.width and not text:find "\n" or room.height == math.huge then return text end
    for line in (text .. "\n"):gmatch "(.-)\n" do
        local space = most - used
        local takes = math.max(1, (letters.length(line) + room.width - 1) // room.width)
        if takes > space then
            local part = space > 0 and line:sub(1, (utf8.len(line) and utf8.offset(line, space * room.width + 1) or space * room.width + 1) - 1) or nil
            lines[#lines + 1], kept = part, kept + #(part or "")
            return table.concat(lines, "\n") .. ("\n... %s more; print(_) shows all"):format(amount(text:sub(kept + 1)))
        end
        lines[#lines + 1], used, kept = line, used + takes, kept + #line + 1
    end
    return text
end

-- One value as the prompt shows it: a string as it reads, anything else as above.
function display.value(value)
    if type(value) == "string" then
        local fitted = require("rigid.display.settings").fitted()
        local text = is_printable(value) and value or quote(value)
        return fitted and first_screen(letters.fold(text, fitted.width), fitted) or text
    end
    if type(value) == "function" then return function_text(value) end
    if is_nan(value) then return "nan" end
    if type(value) ~= "table" and type(value) ~= "userdata" then return tostring(value) end
    local settings = require "rigid.display.settings"
    local make = text_maker(settings.fitted())
    if type(value) == "table" and not speaks_for_itself(value) then
        local fitted = settings.fitted()
        local state = {left = TOTAL, open = {}, width = settings.columns(), height = fitted and fitted.height or math.huge, tostring = make,
            wraps = fitted ~= nil}
        return render_table(value, state, 0, "", 0)
    end
    return make(value)
end

-- Whether print shows as much of a value as we do.
function display.prints(value) return type(value) ~= "table" or speaks_for_itself(value) end

-- Several values, each on its own line. What io.write returns is no news.
function display.print(...)
    local count = select("#", ...)
    if count == 1 and (... == io.stdout or ... == io.stderr) then return end
    for i = 1, count do
        io.stdout:write(display.value((select(i, ...))), "\n")
    end
end

-- A text in the letters that the terminal knows.
function display.spelt(text)
    local fitted = require("rigid.display.settings").fitted()
    return fitted and not fitted.unicode and letters.ascii(text) or text
end

-- print as it is at the prompt: like Lua's, but values of ours are fitted to the terminal.
function display.fitted_print(...)
    local make, words, column = text_maker(require("rigid.display.settings").fitted()), table.pack(...), 0
    for i = 1, words.n do
        words[i] = make(words[i], i > 1 and core.type(words[i]) == "Vector" and column or nil)
        column = column + letters.length(words[i]) // 8 * 8 + 8 -- a tab leads to the next of eight columns
    end
    io.stdout:write(table.concat(words, "\t"), "\n")
end

return display
