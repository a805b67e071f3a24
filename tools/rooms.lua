-- The rooms of lua/rigid: which module needs which, held against the table in CONTRIBUTING.md. A room is a folder, with the
-- file of its name beside it; what stands in lua/rigid itself is shared, and needs no room. The entry point and commands/ stand
-- above all: nobody needs them, and they may need every room.
-- Of each file its strings are read, wherever they stand: the name of a module of ours is an arrow, and so is whatever
-- `require` is given, within functions as well. Prints each breach and fails if there is any: an arrow that the table does not
-- allow, one that it allows and nobody draws, a room it does not have, a circle of rooms, and a name that only a run can tell.
-- usage: lua5.4 tools/rooms.lua

local SHARED <const>, ENTRY <const>, COMMANDS <const>, REFERENCE <const> = "", "init", "commands", "meta"
local breaches = 0

local function breach(format, ...)
    io.stderr:write("layers: ", format:format(...), "\n")
    breaches = breaches + 1
end

local function read(path)
    local file <close> = assert(io.open(path))
    return file:read "a"
end

-- ---- the house ------------------------------------------------------------------------------------------------------

local files, rooms = {}, {} -- paths, sorted; rooms by name
do
    local found <close> = assert(io.popen "find lua/rigid -name '*.lua' | LC_ALL=C sort")
    for path in found:lines() do
        files[#files + 1] = path
        rooms[path:match "^lua/rigid/([%w_]+)/" or SHARED] = true
    end
end

-- The room of a module, "rigid.prompt.help" or the beginning of such a name; nil for what is no module of ours in Lua.
local function room_of(name)
    if name == "rigid" then return ENTRY end
    local first, rest = name:match "^rigid%.([%w_]+)(.*)$"
    if not first then return nil end
    if rooms[first] then return first end
    local file = rest == "" and io.open(("lua/rigid/%s.lua"):format(first))
    if file then file:close() end
    return file and SHARED or nil
end

local function room_of_file(path)
    if path == "lua/rigid/init.lua" then return ENTRY end
    return room_of((path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")))
end

-- ---- what a file needs ----------------------------------------------------------------------------------------------

-- The words and strings of a text, in order: {word =} or {string =}, each with its line; comments are passed over.
local function tokens(text)
    local list, at, line = {}, 1, 1
    while at <= #text do
        local _, last = text:find("^%s+", at)
        local found = {line = line}
        if not last then
            local level = text:match("^%-%-%[(=*)%[", at) or text:match("^%[(=*)%[", at)
            if level then
                local is_comment = text:sub(at, at) == "-"
                local _, opened = text:find("[", text:find("[", at, true) + 1, true)
                local closes, closed = text:find("]" .. level .. "]", opened, true)
                found.string, last = not is_comment and text:sub(opened + 1, closes - 1) or nil, closed
            elseif text:find("^%-%-", at) then
                last = text:find("\n", at, true) or #text
            elseif text:find("^[\"']", at) then
                local quote, to = text:sub(at, at), at + 1
                while text:sub(to, to) ~= quote do to = to + (text:sub(to, to) == "\\" and 2 or 1) end
                found.string, last = text:sub(at + 1, to - 1), to
            else
                found.word = text:match("^[%a_][%w_]*", at) or text:sub(at, at)
                last = at + #found.word - 1
            end
            if found.string or found.word then list[#list + 1] = found end
        end
        line = line + select(2, text:sub(at, last):gsub("\n", ""))
        at = last + 1
    end
    return list
end

-- What require is given where it is called or handed on: require "x", require("x"), pcall(require, "x").
local function required(list, i)
    local next_one = list[i + 1] or {}
    if next_one.string then return next_one.string end
    if next_one.word == "(" or next_one.word == "," then return (list[i + 2] or {}).string or false end
    return nil -- it is only spoken of
end

-- The modules that a file needs: a list of {name, line}.
local function needs(path)
    local list, found = tokens(read(path)), {}
    for i, token in ipairs(list) do
        local name
        if token.word == "require" and (list[i - 1] or {}).word ~= "." then
            name = required(list, i)
            if name == false and path ~= "lua/rigid/arguments.lua" and path ~= "lua/rigid/environment.lua" then
                breach("%s:%d: require of a name that only a run can tell", path, token.line)
            end
        elseif token.string and token.string:find "^rigid%.[%w_.]+$" then
            local known = token.string == "rigid.core" or token.string == "rigid.meshes" or token.string == "rigid.terminal"
            name = (known or room_of(token.string)) and token.string
        end
        if name then found[#found + 1] = {name = name, line = token.line} end
    end
    return found
end

-- ---- the table ------------------------------------------------------------------------------------------------------

-- What each room may include, by its row: {name = true}; the entry point's is written "rigid".
local allowed = {}
for line in read "CONTRIBUTING.md":gmatch "[^\n]+" do
    local room, last = line:match "^| `lua/rigid/([%w_]*)/?` |.*|([^|]*)|$"
    if room then
        allowed[room] = {}
        for name in last:gmatch "`([^`]+)`" do allowed[room][name == "rigid" and ENTRY or name] = true end
    end
end

local IN_ENTRY <const> = {[ENTRY] = true, [COMMANDS] = true}
local function is_free(from, to)
    return to == from or to == SHARED or to == "rigid.core" or IN_ENTRY[from] and rooms[to] and to ~= COMMANDS
end

-- Where an arrow leads, as the table names it: a room, or a module that is not of ours in Lua.
local function goal_of(name) return room_of(name) or name end

local drawn = {} -- drawn[from][to] = where, first
for _, path in ipairs(files) do
    local from = room_of_file(path)
    for _, need in ipairs(from ~= REFERENCE and needs(path) or {}) do
        local to = goal_of(need.name)
        drawn[from] = drawn[from] or {}
        drawn[from][to] = drawn[from][to] or ("%s:%d"):format(path, need.line)
    end
end

for from, arrows in pairs(drawn) do
    local row = allowed[from == ENTRY and SHARED or from] or {}
    for to, where in pairs(arrows) do
        if not is_free(from, to) and not row[to] then
            local name = from == SHARED and "what rooms share" or ("the room '%s'"):format(from)
            breach("%s: %s needs '%s', which the table in CONTRIBUTING.md does not allow", where, name, to == ENTRY and "rigid" or to)
        end
    end
end
for room in pairs(rooms) do
    if not allowed[room] then breach("lua/rigid/%s: the table in CONTRIBUTING.md has no row for it", room) end
end
for from, row in pairs(allowed) do
    if not rooms[from] then breach("CONTRIBUTING.md: there is no room lua/rigid/%s", from) end
    for to in pairs(row) do
        if not (drawn[from] or {})[to] then breach("CONTRIBUTING.md: 'lua/rigid/%s' may include '%s', and does not", from, to) end
    end
end

-- A circle of rooms in the table: those that are being looked at, in order.
local done = {}
local function look(room, path)
    if done[room] then return end
    for i, earlier in ipairs(path) do
        if earlier == room then return breach("CONTRIBUTING.md: a circle of rooms: %s -> %s", table.concat(path, " -> ", i), room) end
    end
    path[#path + 1] = room
    for to in pairs(allowed[room] or {}) do
        if rooms[to] then look(to, path) end
    end
    path[#path], done[room] = nil, true
end
for room in pairs(allowed) do look(room, {}) end

local count, arrows = -1, 0 -- what is shared is no room
for room, row in pairs(allowed) do
    count = count + 1
    for to in pairs(row) do
        if room ~= SHARED and rooms[to] then arrows = arrows + 1 end
    end
end
if breaches == 0 then print(("layers hold: %d rooms in Lua, %d arrows between them, none in a circle"):format(count, arrows)) end
os.exit(breaches == 0)
