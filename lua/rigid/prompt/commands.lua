-- The commands of the program, `rigid WORD ...`, which are the files of rigid/commands: what each is for, by the comment that its
-- file begins with ("rigid view FILE: writes ..."), and which one a word may have meant.
local letters = require "rigid.display.letters"
local nearest = require "rigid.nearest"

local commands = {}

local COLUMN <const>, WIDTH <const>, LONGEST <const> = 24, 79, 70 -- of what each is for

-- The directory of the commands.
local function place() return package.searchpath(("rigid.commands.%s"):format "check", package.path):match "^(.*)/" end

-- The names of the commands, sorted. console: for what is in a directory.
function commands.names(console)
    local names = {}
    for _, file in ipairs(console.entries(place()) or {}) do names[#names + 1] = file:match "^(%l+)%.lua$" end
    table.sort(names)
    return names
end

-- How a command is called, and the sentence that says what it does.
function commands.about(name)
    local lines = {}
    for line in io.lines(("%s/%s.lua"):format(place(), name)) do
        local words = line:match "^%-%-%s*(.*)$"
        if not words then break end
        lines[#lines + 1] = words
    end
    local text = table.concat(lines, " ")
    local call, sentence = text:match "^(rigid [^:]*):%s+(.*)$"
    return call or "rigid " .. name, sentence or text
end

-- Print them, for --help.
function commands.print(console)
    local render = require "rigid.prompt.render"
    io.stdout:write "Commands:\n"
    for _, name in ipairs(commands.names(console)) do
        local call, sentence = commands.about(name)
        local space = #call < COLUMN and (" "):rep(COLUMN - #call) or "\n" .. (" "):rep(COLUMN + 2)
        local indent = (" "):rep(COLUMN + 2)
        local told = letters.fill(indent .. render.short(sentence, LONGEST), WIDTH, indent)
        io.stdout:write("  ", call, space, told:sub(#indent + 1), "\n")
    end
end

-- Say which command a word may have meant that is neither a command nor a file.
function commands.suggest(console, word)
    if not word:find "^%l+$" then return end
    local names = commands.names(console)
    local meant = nearest.word(word, names, math.max(1, #word // 3))
    local said = word == "help" and "'rigid --help' lists what there is"
        or meant and ("did you mean 'rigid %s'?"):format(meant) or ("the commands are %s"):format(table.concat(names, ", "))
    io.stderr:write("rigid: no command is called '", word, "'; ", said, "\n")
end

return commands
