-- Text that is longer than the screen: shown by a pager, as other programs do, so that nothing scrolls away and q comes back. The
-- pager is what the environment names (PAGER), else less -R where it is installed; where there is none, at a dumb terminal
-- and where standard output is no terminal, the text is printed as it is. What is typed ahead or pasted goes to the pager, which has
-- commands of its own, so less is told to run no shell, start no editor and write no file (LESSSECURE).
local letters = require "rigid.display.letters"
local settings = require "rigid.display.settings"

local pager = {}

local USUAL <const> = "LESSSECURE=1 less -R"

-- The lines that a text takes on a terminal of that width.
function pager.height(text, width)
    local count = 0
    for line in (text .. "\n"):gmatch "(.-)\n" do
        count = count + math.max(1, (letters.length((line:gsub("\27%[[%d;]*m", ""))) + width - 1) // width)
    end
    return count
end

-- The command of the pager; nil where there is none.
function pager.command(getenv, runs)
    local chosen = getenv "PAGER"
    if getenv "TERM" == "dumb" or chosen == "cat" then return nil end
    if chosen and chosen:find "%S" then return chosen end
    return runs "command -v less >/dev/null 2>&1" and USUAL or nil
end

-- The text through that command; whether that could be done. It goes through a file, for whoever leaves the pager early
-- must not end us.
local function run(command, text)
    local path = os.tmpname()
    local file = io.open(path, "w")
    if not file then return false end
    local written = file:write(text)
    file:close()
    io.stdout:flush()
    local done = written and os.execute(command .. " <" .. path)
    os.remove(path)
    return done and true or false
end

-- Print a text of ours.
function pager.print(text)
    local found, terminal = pcall(require, "rigid.terminal")
    local room = settings.fitted()
    local height = found and terminal.is_terminal(0) and terminal.is_terminal(1) and terminal.height(1)
    if height and room and room.width < math.huge and pager.height(text, room.width) >= height then
        local command = pager.command(os.getenv, os.execute)
        if command and run(command, text .. "\n") then return end
    end
    io.stdout:write(text, "\n")
end

return pager
