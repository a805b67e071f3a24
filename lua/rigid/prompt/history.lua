-- The lines typed at the prompt, kept from session to session in $XDG_STATE_HOME/rigid/history, or else in
-- ~/.local/state/rigid/history. Each line is added to the file as it is typed. All is best effort: where the file
-- cannot be read or written there is no history, and never an error.
local history = {}

local KEPT = 1000 -- lines given back; the file is cut to them once it has twice as many

-- Where the file is, or nil where the environment names no place. getenv is os.getenv.
function history.path(getenv)
    local state, home = getenv "XDG_STATE_HOME", getenv "HOME"
    if state and state:find "^/" then return state .. "/rigid/history" end
    return home and home:find "^/" and home .. "/.local/state/rigid/history" or nil
end

local function write(path, mode, lines)
    local file = io.open(path, mode)
    if not file then return false end
    file:write(table.concat(lines, "\n"), "\n")
    file:close()
    return true
end

-- The last lines of the file, the oldest first.
function history.load(path)
    local file, lines = io.open(path, "r"), {}
    if not file then return lines end
    local text = file:read "a" or "" -- nil where it is a directory
    file:close()
    for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
    local last = table.move(lines, math.max(1, #lines - KEPT + 1), #lines, 1, {})
    if #lines > 2 * KEPT then write(path, "w", last) end
    return last
end

-- Add a line at the end of the file; whether that could be done.
function history.append(path, line)
    return write(path, "a", {line})
end

return history
