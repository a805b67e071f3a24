-- Shows a file to a person, where there is a browser to show it in. It is started by itself, with no terminal to hold on
-- to, and not waited for: it may outlive us, and nothing that it does or lacks can hang a script.
local browser = {}

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function succeeds(command) return os.execute(command) == true end

local function is_set(name) return (os.getenv(name) or "") ~= "" end

-- Nil, or why no window can be opened here. Over ssh there is a display only where X is forwarded.
local function obstacle()
    if is_set "DISPLAY" or is_set "WAYLAND_DISPLAY" then return nil end
    if succeeds "test \"$(uname)\" = Darwin" and not is_set "SSH_CONNECTION" then return nil end
    return "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)"
end

local OPENERS <const> = {"xdg-open", "sensible-browser", "x-www-browser", "open"}

local function opener()
    for _, name in ipairs(OPENERS) do
        if succeeds(("command -v %s >/dev/null 2>&1"):format(name)) then return name end
    end
    return nil, "there is neither xdg-open nor sensible-browser"
end

-- Whether a person sits at the other end of standard output.
function browser.is_attended() return succeeds "test -t 1" end

-- Open the file: true, or false and why not.
function browser.open(path)
    local problem = obstacle()
    if problem then return false, problem end
    local command, lacking = opener()
    if not command then return false, lacking end
    local apart = succeeds "command -v setsid >/dev/null 2>&1" and "setsid " or ""
    -- a path that begins with '-' would be an option
    local file = path:sub(1, 1) == "/" and path or "./" .. path
    local started = succeeds(("(%s%s %s </dev/null >/dev/null 2>&1 &)"):format(apart, command, quote(file)))
    return started, not started and command .. " could not be started" or nil
end

return browser
