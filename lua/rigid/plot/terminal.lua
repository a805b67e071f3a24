-- What standard output can show: whether it is a terminal, how wide, whether it knows more letters than ASCII; and text
-- spelt in ASCII where it does not. The program knows its terminal, and rigid.format what was asked for; a plain Lua asks
-- the system.
local base64 = require "rigid.base64"
local settings = require "rigid.display.settings"

local terminal = {}

-- What the program tells of its terminal; nil in a plain Lua.
local function system()
    local found, known = pcall(require, "rigid.terminal")
    return found and known or nil
end

-- Whether standard output is a terminal.
function terminal.is_terminal()
    local known = system()
    if known then return known.is_terminal(1) end
    return os.execute "test -t 1 2>/dev/null" == true
end

-- Columns that a plot may take: 80 where there is no terminal.
function terminal.columns()
    local fitted = settings.fitted()
    if fitted and fitted.width < math.huge then return fitted.width end
    if not terminal.is_terminal() then return 80 end
    local pipe <close> = assert(io.popen("stty size 2>/dev/null </dev/tty", "r"))
    return math.tointeger(tonumber((pipe:read "a"):match "^%d+ (%d+)")) or 80
end

-- Whether to use letters beyond ASCII: as rigid.format says, or as the locale of the terminal; elsewhere always, as values
-- are shown.
function terminal.is_unicode()
    local fitted = settings.fitted()
    if fitted then return fitted.unicode end
    return not terminal.is_terminal() or settings.is_utf8(os.getenv)
end

-- ---- pictures -------------------------------------------------------------------------------------------------------

-- A kitty of one pixel, which is asked about and not shown; and what every terminal answers, with what it can.
local QUESTION <const> = "\27_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\27\\\27[c"
local PATIENCE <const> = 0.3 -- seconds

-- What an answer says: "kitty", "sixel" or false.
local function understood(answer)
    if answer:find "\27_Gi=31;OK" then return "kitty" end
    for number in (answer:match "\27%[%?([%d;]+)c" or ""):gmatch "%d+" do
        if number == "4" then return "sixel" end
    end
    return false
end

local can -- what the terminal answered, once it was asked

-- In which way pictures can be shown in the terminal: "kitty", "sixel", or false. Asked for once; not while keys wait to be read.
function terminal.graphics()
    local known = system()
    if not known or not known.ask or os.getenv "TERM" == "dumb" or os.getenv "NO_COLOR" then return false end
    if can == nil then
        local answer = known.ask(QUESTION, "c", PATIENCE)
        if not answer then return false end
        can = understood(answer)
    end
    return can
end

local CHUNK <const> = 4096

-- A PNG as kitty and others take it.
function terminal.kitty(png)
    local data, parts = base64(png), {}
    for first = 1, #data, CHUNK do
        local head = first == 1 and "a=T,f=100," or ""
        parts[#parts + 1] = ("\27_G%sm=%d;%s\27\\"):format(head, first + CHUNK <= #data and 1 or 0, data:sub(first, first + CHUNK - 1))
    end
    return table.concat(parts) .. "\n"
end

-- ---- letters --------------------------------------------------------------------------------------------------------

local SPELT = {
    ["²"] = "^2", ["³"] = "^3", ["·"] = " ", ["×"] = "x", ["°"] = " deg", ["−"] = "-", ["…"] = "...", ["α"] = "alpha",
    ["β"] = "beta", ["γ"] = "gamma", ["δ"] = "delta", ["ε"] = "epsilon", ["θ"] = "theta", ["λ"] = "lambda", ["μ"] = "mu",
    ["π"] = "pi", ["ρ"] = "rho", ["σ"] = "sigma", ["τ"] = "tau", ["φ"] = "phi", ["ψ"] = "psi", ["ω"] = "omega",
}

-- Text, which is UTF-8, in ASCII.
function terminal.ascii(text) return (text:gsub(utf8.charpattern, function(c) return #c > 1 and (SPELT[c] or "?") or nil end)) end

return terminal
