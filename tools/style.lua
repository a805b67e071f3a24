-- The rules of the house that a program can check, for C and Lua alike. Prints each breach as file:line: what, and fails
-- if there is any. Specs, with a case or a record to a line, and the typed reference, whose declarations cannot be broken,
-- may be as wide as they are.
-- usage: lua5.4 tools/style.lua FILE...

local WIDEST = 160
local MARKS = { "TO" .. "DO", "FIX" .. "ME", "XX" .. "X" }
local breaches = 0

local function wide(file)
    return file:find "^spec/" or file:find "^lua/rigid/meta/"
end

local function breach(file, number, what)
    breaches = breaches + 1
    io.stderr:write(("%s:%d: %s\n"):format(file, number, what))
end

local function check_line(file, number, line)
    if line:find "\r" then
        breach(file, number, "a carriage return")
    end
    if line:find "\t" then
        breach(file, number, "a tab; we indent by four spaces")
    end
    if line:find "%s$" then
        breach(file, number, "blanks at the end of the line")
    end
    if utf8.len(line) == nil then
        breach(file, number, "not UTF-8")
    elseif utf8.len(line) > WIDEST and not wide(file) then
        breach(file, number, ("%d columns; at most %d"):format(utf8.len(line), WIDEST))
    end
    for _, mark in ipairs(MARKS) do
        if line:find("%f[%w]" .. mark .. "%f[%W]") then
            breach(file, number, mark .. ": do it, or write it where it will be read")
        end
    end
end

-- Our own messages are for people: what a program is to know of an error stands in its fields (lua/rigid/errors.lua). So no
-- pattern of the library's meets a message, but in the files that show what Lua itself has said.
local MESSAGES = { "problem", "message", "trouble", "failure", "err" }
local FRAMES = { "bad argument", "bad self", "has no answer", "not enough memory", "^field '", "moves no inertia", "kept as it is" }
local OF_LUA = {
    ["lua/rigid/prompt/errors.lua"] = true, ["lua/rigid/prompt/entry.lua"] = true, -- what the compiler and the machine say
    ["lua/rigid/lessons/page.lua"] = true, ["lua/rigid/lessons/teach.lua"] = true,
    ["lua/rigid/arguments.lua"] = true, -- file_problem: what io.open says
    ["lua/rigid/files/sandbox.lua"] = true, -- what the script has raised
}

local function check_messages(file, number, line)
    if not file:find "^lua/rigid/" or file:find "^lua/rigid/meta/" then
        return
    end
    for _, name in ipairs(OF_LUA[file] and {} or MESSAGES) do
        if line:find("%f[%w_]" .. name .. "%)?:g?[mfs][aiu][tnb]") or line:find("%f[%w]string%.%w+%(" .. name .. "%f[^%w_]") then
            breach(file, number, ("takes the message in '%s' apart; errors have fields (lua/rigid/errors.lua)"):format(name))
        end
    end
    for _, frame in ipairs(FRAMES) do
        local at = line:find(frame, 1, true)
        local before = at and line:sub(1, at - 1)
        if before and (before:find "[=~]=%s*[\"']$" or before:find "%f[%w]g?[mfs][aiu][tnb]%w*%s*%(?[^%(%)]*[\"'][^\"']*$") then
            breach(file, number, ("looks for a message that says '%s'; errors have fields (lua/rigid/errors.lua)"):format(frame))
        end
    end
end

-- A file begins by saying what it is, in a comment.
local function check_beginning(file, text)
    local first = text:match "^#![^\n]*\n(%S*)" or text:match "^(%S*)"
    if not (first:find "^%-%-" or first:find "^/[*/]") then
        breach(file, 1, "does not begin with a comment that says what it is")
    end
end

-- A longer file than this says in its head why it is one file.
local LONGEST = 400

-- The comments before the first line of code, as one text.
local function head(text)
    local lines, within = {}, false
    for line in text:gmatch "([^\n]*)\n" do
        within = within or line:find "^%s*/%*" ~= nil
        if not within and line ~= "" and not line:find "^%s*%-%-" and not line:find "^%s*//" and not line:find "^#!" then
            break
        end
        lines[#lines + 1] = line:gsub("^%s*%-+", "")
        within = within and not line:find "%*/"
    end
    return table.concat(lines, " ")
end

local function check_length(file, text)
    local _, lines = text:gsub("\n", "")
    if lines > LONGEST and not head(text):gsub("%s+", " "):lower():find("one file", 1, true) then
        breach(file, LONGEST + 1, ("%d lines, and no \"One file: ...\" in its head that says why; split it by subject"):format(lines))
    end
end

local function check(file)
    local handle <close> = assert(io.open(file, "rb"))
    local text = handle:read "a"
    if text == "" then
        return breach(file, 1, "empty")
    end
    if text:sub(-1) ~= "\n" or text:sub(-2) == "\n\n" then
        breach(file, select(2, text:gsub("\n", "")), "must end with exactly one newline")
    end
    check_beginning(file, text)
    check_length(file, text)
    local number = 0
    for line in text:gmatch "([^\n]*)\n" do
        number = number + 1
        check_line(file, number, line)
        check_messages(file, number, line)
    end
end

for _, file in ipairs(arg) do
    check(file)
end
if #arg == 0 then
    io.stderr:write "style: no files\n"
    os.exit(2)
end
os.exit(breaches == 0)
