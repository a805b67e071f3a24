-- Errors at the prompt: what was thrown in one line, then the line of the user's code where it happened with a caret under
-- the word that is to blame, where that can be told, then the calls that led there, as far as they are the user's.
local errors = {}

local carets = require "rigid.prompt.carets"
local display = require "rigid.display"
local habits = require "rigid.prompt.habits"
local hints = require "rigid.prompt.hints"
local letters = require "rigid.display.letters"
local scope = require "rigid.prompt.scope"
local tokens = require "rigid.prompt.tokens"

local SHOWN <const> = 6 -- calls that are shown

-- ---- what was thrown ------------------------------------------------------------------------------------------------

-- What was thrown, in words.
function errors.describe(err)
    local metatable = debug.getmetatable(err)
    local speaks = type(metatable) == "table" and rawget(metatable, "__tostring") ~= nil
    if type(err) ~= "string" and type(err) ~= "number" and not speaks then
        return ("(error object is a %s value)"):format(type(err))
    end
    local ok, text = pcall(tostring, err)
    return ok and text or ("(error object is a %s value whose tostring fails)"):format(type(err))
end

-- A text as one readable line: without tracebacks, and without the list of places that were searched for a module.
local function one_line(text)
    text = text:gsub("\nstack traceback:.*", ""):gsub(":?%s*\n\t.*", "")
    return display.printable((text:gsub("%s*\n%s*", " ")))
end

-- An error as one line. Without a name in front where the entry has only one line to be wrong.
function errors.message(err, name, single)
    err = errors.describe(err)
    if single and err:sub(1, #name + 4) == name .. ":1: " then err = err:sub(#name + 5) end
    return one_line(err)
end

-- A text in lines of that width, broken between words.
function errors.filled(text, width) return letters.fill(text, width - 1, "  ") end

-- ---- a line and its caret -------------------------------------------------------------------------------------------

-- The line of that number.
local function line_of(text, number)
    for line in (text .. "\n"):gmatch "(.-)\r?\n" do
        number = number - 1
        if number == 0 then return line end
    end
end

-- The text letter by letter as one column each.
local function columns(text)
    if not utf8.len(text) then text = text:gsub("[\x80-\xFF]", "?") end
    return (text:gsub("%c", " "))
end

-- The lines that show a place: the label and the line, and where a column is known, carets from there to the column `last`.
-- Lines wider than the room are cut around it.
local function excerpt(label, line, column, width, last)
    local before = columns(line:sub(1, (column or 1) - 1))
    local text, indent = columns(line), letters.length(label)
    local lead = text:match "^ *"
    text, before = text:sub(#lead + 1), before:sub(#lead + 1)
    local at, room = letters.length(before), math.max(20, width - indent - 1)
    if at > room - 10 then
        local skip = at - room // 2
        text = "..." .. text:sub(utf8.offset(text, skip + 4) or 1)
        at = at - skip
    end
    local shown = {label .. letters.cut(text:gsub("%s+$", ""), room, "...")}
    if column then
        local under = letters.length(columns(line:sub(column, math.max(column, last or column))))
        shown[2] = (" "):rep(indent + at) .. ("^"):rep(math.max(1, math.min(under, room - at)))
    end
    return table.concat(shown, "\n")
end

-- ---- errors of the compiler -----------------------------------------------------------------------------------------

-- Where in the text the compiler stopped: the first word without which what stands before it could still be completed.
-- prefix: what was put in front of the text to compile it. Found by halving, for what is wrong once stays wrong.
local function stopped_at(text, prefix)
    local list = tokens.of(text)
    local function fails(count)
        local chunk, message = load(prefix .. text:sub(1, list[count].last), "=", "t")
        return not chunk and not message:find "near <eof>$"
    end
    if #list == 0 or not fails(#list) then return nil, list end
    local good, bad = 0, #list
    while bad - good > 1 do
        local middle = (good + bad) // 2
        if fails(middle) then bad = middle else good = middle end
    end
    return list[bad].first, list
end

-- The place of a position in a text: the number of its line, and the column there.
local function place_of(text, position)
    local _, number = text:sub(1, position - 1):gsub("\n", "")
    local start = text:sub(1, position - 1):match ".*\n()" or 1
    return number + 1, position - start + 1
end

-- What the compiler says of the text, and where.
function errors.of_compiler(text, message, prefix, width)
    local position, list = stopped_at(text, prefix)
    local last = list[#list]
    if not position and last then
        position = message:find("unfinished string", 1, true) and last.kind == "string" and last.first or last.last + 1
    end
    local habit = habits.of_text(text, position)
    local said = errors.filled(one_line((message:gsub("^.-:%d+: ", ""))) .. (habit and "; " .. habit or ""), width)
    if not position then return said end
    local number, column = place_of(text, position)
    local label = text:find("\n", 1, true) and ("  line %d:  "):format(number) or "  "
    return said .. "\n" .. excerpt(label, line_of(text, number), column, width)
end

-- ---- errors of what runs --------------------------------------------------------------------------------------------

local HERE <const> = debug.getinfo(1, "S").source:match "^(.*)/[^/]*/[^/]*$" .. "/"

-- Lines of a file of the user's, read when an error is shown.
local function line_of_file(path, number)
    local file = io.open(path, "r")
    if not file then return nil end
    local text
    for _ = 1, number do
        text = file:read "L"
        if not text then break end
    end
    file:close()
    return text and #text < 10000 and text:gsub("[\r\n]+$", "") or nil
end

-- The line of code that a frame stands at, and what its file is called; nothing for what is not the user's. entries: the
-- text of each entry by its name.
local function locate(frame, entries)
    if frame.kind == "C" or frame.line < 1 then return nil end
    local name = frame.source:sub(2)
    if entries[name] then return line_of(entries[name], frame.line), name end
    if frame.source:sub(1, 1) ~= "@" or frame.source:sub(1, #HERE) == HERE then return nil end
    return line_of_file(name, frame.line), name
end

local OPERATORS <const> = {add = "+", sub = "-", mul = "*", div = "/", unm = "-", idiv = "//", mod = "%", pow = "^",
    concat = "..", eq = "==", lt = "<", le = "<=", len = "#", band = "&", bor = "|", bxor = "~", shl = "<<", shr = ">>"}
local OPENS <const> = {["("] = true, ["{"] = true}

-- The one place in a line where a word stands; nil where there are several, or none. called: it must be called there.
local function only_place(line, word, called)
    local list, found = tokens.of(line), nil
    for i, token in ipairs(list) do
        local next_one = list[i + 1]
        local fits = token.text == word
            and (not called or next_one and (OPENS[next_one.text] or next_one.kind == "string"))
        if fits and found then return nil end
        found = fits and token.first or found
    end
    return found
end

-- The argument that a message blames, in the code where the call stands: a place in it, and the line that it is in.
local function blame_argument(code, number, message, callee)
    local count, name, rest = message:match "argument #(%d+) to '([%w_]+)'(.*)$"
    if not count then return nil end
    local path = rest:match "^ %(field '([^']*)'" or rest:match "^ %(entry (%[%d+%])"
    local names = {name, callee and callee.name ~= name and callee.name or nil}
    for _, known in ipairs(names) do
        local unknown = rest:match "unknown field '([%w_]+)'"
        local first, last = carets.find(code, known, tonumber(count), path, number, rest:find "got no value", unknown)
        if first then
            local before = code:sub(1, first - 1)
            local start = before:match ".*\n()" or 1
            local line = line_of(code, select(2, before:gsub("\n", "")) + 1)
            return {line = line, column = first - start + 1, last = math.min(last - start + 1, #line)}
        end
    end
end

-- The column of what is to blame in a line: the function that was called from there, or the name in the message.
local function blame(line, callee, message)
    local name = callee and callee.name
    if name then
        return only_place(line, name, true) or OPERATORS[name] and only_place(line, OPERATORS[name]) or nil
    end
    name = message:match "%(%a+ '([%a_][%w_]*)'%)"
    return name and only_place(line, name)
end

-- The user's places among the frames, the innermost first: {line, column, name, file, number, times}.
local function places_of(frames, entries, message)
    local places = {}
    local function place_of_frame(i, frame, line, file, main)
        local place = {line = line, file = file, number = frame.line, name = not main and frame.name or nil, times = 1, main = main}
        local code = entries[file] or line
        local argument = #places == 0 and blame_argument(code, entries[file] and frame.line, message, frames[i - 1])
        if argument then
            place.line, place.column, place.last = argument.line, argument.column, argument.last
        else
            place.column = blame(line, frames[i - 1], message)
        end
        return place
    end
    for i, frame in ipairs(frames) do
        local line, file = locate(frame, entries)
        local last = places[#places]
        local main = frame.kind == "main" or frame.name == "entry_chunk" -- as rigid.prompt.scope calls it
        if line and last and last.file == file and last.number == frame.line and last.name == frame.name then
            last.times = last.times + 1
        elseif line then
            places[#places + 1] = place_of_frame(i, frame, line, file, main)
        end
    end
    return places
end

-- The place that a message itself names, where that is an entry: an error in a coroutine has no other.
local function place_in(message, entries)
    local file, number, rest = message:match "^(entry %d+):(%d+): (.*)$"
    local line = entries[file] and line_of(entries[file], tonumber(number))
    return line and {line = line, file = file, number = tonumber(number), times = 1, main = true, column = blame(line, nil, rest)}
end

local function label_of(place, entries, current)
    local words = {}
    if not entries[place.file] then
        words[1] = ("%s:%d"):format(place.file, place.number)
    elseif entries[place.file]:find("\n", 1, true) then
        words[1] = ("line %d"):format(place.number)
    end
    if place.name then words[#words + 1] = "in " .. place.name end
    if #words == 0 and place.file ~= current then words[1] = "in an earlier entry" end
    if #words == 0 then words[1] = "from" end
    if place.times > 1 then words[#words + 1] = ("%d times"):format(place.times) end
    return "  " .. display.printable(table.concat(words, ", ")) .. ":  "
end

-- An error of the entry named `current`, with its places: frames as console.call gives them, entries: texts by name.
function errors.of_run(err, frames, entries, current, width)
    local message = errors.describe(err)
    local places = places_of(frames or {}, entries, message)
    local named = place_in(message, entries)
    if named and not (places[1] and places[1].file == named.file and places[1].number == named.number) then
        table.insert(places, 1, named)
    end
    for _, place in ipairs(places) do -- the places below say it better
        local prefix = ("%s:%d: "):format(place.file, place.number)
        while message:sub(1, #prefix) == prefix do message = message:sub(#prefix + 1) end -- twice, from a coroutine
    end
    message = one_line(message)
    message = message .. hints.of_run(message, places[1] and places[1].line)
    message = message:gsub("%(upvalue '([%w_]+)'%)", function(name) return scope.get(name) and "(local '" .. name .. "')" end)
    message = errors.filled(message, width)
    local first = places[1]
    if not first then return message end
    local alone = #places == 1 and first.main and first.file == current
    if alone and not entries[current]:find("\n", 1, true) then
        return first.column and message .. "\n" .. excerpt("  ", first.line, first.column, width, first.last) or message
    end
    local lines = {message}
    for i = 1, math.min(SHOWN, #places) do
        local place = places[i]
        lines[#lines + 1] = excerpt(label_of(place, entries, current), place.line, i == 1 and place.column or nil, width, place.last)
    end
    if #places > SHOWN then lines[#lines + 1] = ("  and %d calls more"):format(#places - SHOWN) end
    return table.concat(lines, "\n")
end

return errors
