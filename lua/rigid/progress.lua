-- A bar for runs that take longer than a moment: drawn on standard error, only where that is a terminal, first when more
-- than a second has passed, then once a second, and taken away in the end.
local progress = {}

local WIDTH <const> = 30

local function is_terminal()
    return os.getenv "TERM" ~= "dumb" and os.execute "test -t 2" == true
end

local function text(share, seconds)
    local full = math.floor(share * WIDTH)
    local left = share > 0 and seconds * (1 - share) / share or 0
    return ("\r[%s%s] %3d %%, about %d s left \27[K"):format(("="):rep(full), (" "):rep(WIDTH - full), math.floor(100 * share),
        math.ceil(left))
end

local Bar = {}
Bar.__index = Bar

-- To be called often: share of the work that is done, 0 to 1.
function Bar:update(share)
    local now = os.time()
    if now == self.last then return end
    self.last = now
    if now - self.start < 2 or self.quiet then return end -- whole seconds: two of them are more than one
    if not self.drawn then
        self.quiet = not is_terminal()
        self.drawn = not self.quiet
    end
    if self.drawn then io.stderr:write(text(share, now - self.start)) end
end

function Bar:clear()
    if self.drawn then io.stderr:write "\r\27[K" end
    self.drawn = false
end

-- A bar that is not drawn yet; never, where quiet.
function progress.bar(quiet)
    local now = os.time()
    return setmetatable({start = now, last = now, quiet = quiet}, Bar)
end

return progress
