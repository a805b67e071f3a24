-- What standard output can show: whether it is a terminal, how wide, whether it knows more letters than ASCII; and text
-- spelt in ASCII where it does not. The program knows its terminal, and rigid.format what was asked for; a plain Lua asks
-- the system.
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

-- Rows of the terminal, to which a plot is made lower; nil where they are not known.
function terminal.rows()
    local known = system()
    return known and known.is_terminal(1) and known.height(1) or nil
end

-- Whether to use letters beyond ASCII: as rigid.format says, or as the locale of the terminal; elsewhere always, as values
-- are shown.
function terminal.is_unicode()
    local fitted = settings.fitted()
    if fitted then return fitted.unicode end
    return not terminal.is_terminal() or settings.is_utf8(os.getenv)
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
