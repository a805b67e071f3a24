-- Our own texts in ASCII, for terminals that know no other letters: each sign by what people type for it. What is not
-- listed becomes a question mark, so that a column stays a column.
local letters = {}

local ASCII <const> = {
    ["·"] = ".", ["×"] = "x", ["−"] = "-", ["–"] = "-", ["—"] = "-", ["…"] = "...", ["→"] = "->", ["±"] = "+-",
    ["²"] = "^2", ["³"] = "^3", ["⁴"] = "^4", ["⁵"] = "^5", ["⁶"] = "^6", ["⁻"] = "^-", ["¹"] = "1", ["ᵀ"] = "^T", ["½"] = "1/2",
    ["≤"] = "<=", ["≥"] = ">=", ["≠"] = "~=", ["≈"] = "~", ["∞"] = "inf", ["√"] = "sqrt", ["∂"] = "d", ["∫"] = "integral",
    ["Σ"] = "sum", ["∑"] = "sum", ["∈"] = "in", ["‖"] = "|", ["∘"] = "o", ["°"] = " deg", ["§"] = "sec. ", ["∓"] = "-+", ["µ"] = "u", ["μ"] = "mu",
    ["└"] = "`", ["├"] = "|", ["│"] = "|", ["─"] = "-",
    ["α"] = "alpha", ["β"] = "beta", ["γ"] = "gamma", ["δ"] = "delta", ["ε"] = "eps", ["θ"] = "theta", ["λ"] = "lambda",
    ["π"] = "pi", ["ρ"] = "rho", ["σ"] = "sigma", ["τ"] = "tau", ["φ"] = "phi", ["ψ"] = "psi", ["ω"] = "omega",
    ["Δ"] = "Delta", ["Φ"] = "Phi", ["Ω"] = "Omega", ["̄"] = "", ["̇"] = "'", ["̈"] = "''", ["̂"] = "^", ["̃"] = "~", ["ᵢ"] = "_i",
    ["₀"] = "0", ["₁"] = "1", ["₂"] = "2", ["₃"] = "3", ["ẋ"] = "x'", ["ẍ"] = "x''", ["Ḣ"] = "H'", ["Ṁ"] = "M'", ["ḣ"] = "h'",
    ["é"] = "e", ["ö"] = "o", ["ü"] = "u", ["ä"] = "a", ["“"] = '"', ["”"] = '"', ["‘"] = "'", ["’"] = "'",
}

-- The text in ASCII.
function letters.ascii(text)
    return (text:gsub("[\xC2-\xF4][\x80-\xBF]*", function(c) return ASCII[c] or "?" end))
end

-- How many columns the text takes: its letters, or its bytes where it is no UTF-8.
function letters.length(text) return utf8.len(text) or #text end

-- At most so many letters of the text, the last of them the mark where some are left out.
function letters.cut(text, most, mark)
    if letters.length(text) <= most then return text end
    local keep = math.max(0, most - letters.length(mark))
    local past = utf8.len(text) and utf8.offset(text, keep + 1) or keep + 1
    return text:sub(1, past - 1) .. mark
end

return letters
