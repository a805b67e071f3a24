-- What standard output can show: whether it is a terminal, how wide, whether it knows more letters than ASCII; and text
-- spelt in ASCII where it does not.
local terminal = {}

-- Whether standard output is a terminal.
function terminal.is_terminal() return os.execute "test -t 1 2>/dev/null" == true end

-- Columns of the terminal at standard output; 80 where it is none or does not say.
function terminal.columns()
    local said = terminal.is_terminal() and io.popen "stty size 2>/dev/null </dev/tty" or nil
    local text = said and said:read "a" or ""
    if said then said:close() end
    local columns = math.tointeger(tonumber(text:match "^%d+ (%d+)") or 0)
    if columns <= 0 then columns = math.tointeger(tonumber(os.getenv "COLUMNS" or "") or 0) or 0 end
    return columns > 0 and columns or 80
end

-- Whether the locale's letters are those of UTF-8.
function terminal.is_unicode()
    for _, name in ipairs {"LC_ALL", "LC_CTYPE", "LANG"} do
        local value = os.getenv(name)
        if value and value ~= "" then return value:lower():find "utf%-?8" ~= nil end
    end
    return false
end

local SPELT = {
    ["²"] = "^2", ["³"] = "^3", ["·"] = " ", ["×"] = "x", ["°"] = " deg", ["−"] = "-", ["…"] = "...", ["α"] = "alpha",
    ["β"] = "beta", ["γ"] = "gamma", ["δ"] = "delta", ["ε"] = "epsilon", ["θ"] = "theta", ["λ"] = "lambda", ["μ"] = "mu",
    ["π"] = "pi", ["ρ"] = "rho", ["σ"] = "sigma", ["τ"] = "tau", ["φ"] = "phi", ["ψ"] = "psi", ["ω"] = "omega",
}

-- Text, which is UTF-8, in ASCII.
function terminal.ascii(text) return (text:gsub(utf8.charpattern, function(c) return #c > 1 and (SPELT[c] or "?") or nil end)) end

return terminal
