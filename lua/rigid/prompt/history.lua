-- What was entered at the prompt, kept from session to session in $XDG_STATE_HOME/rigid/history, or else in
-- ~/.local/state/rigid/history. An entry is a line of the file; further lines of the same entry begin with a tab. Each entry
-- is added at the end as it is made, so that two prompts at once both keep theirs; the file is cut while nobody else writes.
-- All is best effort: where the file cannot be read or written there is no history, and never an error.
local history = {}

local KEPT = 1000 -- entries given back; the file is cut to them once it has twice as many

-- Where the file is, or nil where the environment names no place. getenv is os.getenv.
function history.path(getenv)
    local state, home = getenv "XDG_STATE_HOME", getenv "HOME"
    if state and state:find "^/" then return state .. "/rigid/history" end
    return home and home:find "^/" and home .. "/.local/state/rigid/history" or nil
end

local function encode(text)
    return (text:gsub("^%s*\n", ""):gsub("^\t+", ""):gsub("\r", ""):gsub("\n+$", ""):gsub("\n", "\n\t"))
end

-- What a full disk left of an entry stays a line of its own.
local function add_line(path, text)
    local file = io.open(path, "a+")
    if not file then return false end
    local torn = file:seek("end", -1) and file:read(1) ~= "\n"
    local done = file:write((torn and "\n" or "") .. encode(text) .. "\n") -- at once, so that no other session comes between
    return file:close() and done ~= nil
end

local function write(path, entries)
    local lines = {}
    for i, text in ipairs(entries) do lines[i] = encode(text) .. "\n" end
    return require("rigid.files.disk").write(path, lines)
end

local function read(path)
    local file, entries = io.open(path, "r"), {}
    if not file then return entries end
    local text = file:read "a" or "" -- nil where it is a directory
    file:close()
    for line in text:gmatch "[^\n]+" do
        local rest = line:match "^\t(.*)$"
        if rest and #entries > 0 then
            entries[#entries] = entries[#entries] .. "\n" .. rest
        else
            entries[#entries + 1] = rest or line
        end
    end
    return entries
end

local function last_of(entries)
    return table.move(entries, math.max(1, #entries - KEPT + 1), #entries, 1, {})
end

-- The last entries of the file, the oldest first. It is cut where it has grown long, while guard (a function that calls its
-- argument when nobody else does so) keeps others out.
function history.load(path, guard)
    local entries = read(path)
    if #entries > 2 * KEPT and guard then
        guard(function() write(path, last_of(read(path))) end)
    end
    return last_of(entries)
end

-- Add an entry at the end of the file; whether that could be done.
function history.append(path, text, guard)
    local done = false
    local function add() done = add_line(path, text) end
    if guard then guard(add) else add() end
    return done
end

-- ---- history() and history "text" -----------------------------------------------------------------------------------

local SHOWN <const>, FOUND <const> = 25, 100

-- The entries with that text in them, in either case; those of the last session last, each once.
function history.search(entries, text)
    local wanted, found, seen = text:lower(), {}, {}
    for i = #entries, 1, -1 do
        local known = entries[i]
        if #found < FOUND and not seen[known] and known:lower():find(wanted, 1, true) then
            table.insert(found, 1, known)
            seen[known] = true
        end
    end
    return found
end

function history.print(...)
    local wanted = ...
    local place = require("rigid.arguments").at("history", 1)
    local path = history.path(os.getenv)
    local entries = path and read(path) or {}
    local list
    if type(wanted) == "string" then
        list = history.search(entries, wanted)
    elseif wanted == nil or math.type(wanted) == "integer" and wanted >= 1 then
        list = table.move(entries, math.max(1, #entries - (wanted or SHOWN) + 1), #entries, 1, {})
    else
        place:expected("text to search for, or a number of entries", wanted)
    end
    local display = require "rigid.display"
    local lines = {}
    for i, text in ipairs(list) do lines[i] = "  " .. display.printable(text):gsub("\n", "\n  ") end
    if #list == 0 then lines[1] = "  nothing" .. (type(wanted) == "string" and " with that in it" or " yet") end
    require("rigid.prompt.pager").print(table.concat(lines, "\n"))
end

return history
