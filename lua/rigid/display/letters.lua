-- Our own texts in ASCII, for terminals that know no other letters: each sign by what people type for it. What is not
-- listed becomes a question mark, so that a column stays a column.
local letters = {}

local ASCII <const> = {
    ["·"] = ".", ["×"] = "x", ["−"] = "-", ["–"] = "-", ["—"] = "-", ["…"] = "...", ["→"] = "->", ["⇒"] = "=>", ["⇔"] = "<=>",
    ["±"] = "+-", ["∓"] = "-+", ["≤"] = "<=", ["≥"] = ">=", ["⪰"] = ">=", ["≠"] = "~=", ["≈"] = "~", ["≡"] = "=", ["∝"] = "~",
    ["½"] = "1/2", ["¼"] = "1/4", ["¾"] = "3/4", ["∞"] = "inf", ["√"] = "sqrt ", ["∂"] = "d", ["∫"] = "int ", ["∑"] = "sum ",
    ["∈"] = "in", ["‖"] = "|", ["∘"] = "o", ["°"] = " deg", ["§"] = "sec. ", ["†"] = "+", ["′"] = "'", ["•"] = "*", ["✓"] = "+",
    ["└"] = "`", ["├"] = "|", ["│"] = "|", ["─"] = "-", ["⎡"] = "[", ["⎢"] = "[", ["⎣"] = "[", ["⎤"] = "]", ["⎥"] = "]",
    ["⎦"] = "]", ["⎛"] = "(", ["⎜"] = "(", ["⎝"] = "(", ["⎞"] = ")", ["⎟"] = ")", ["⎠"] = ")",
    ["α"] = "alpha", ["β"] = "beta", ["γ"] = "gamma", ["δ"] = "delta", ["ε"] = "eps", ["η"] = "eta", ["θ"] = "theta",
    ["κ"] = "kappa", ["λ"] = "lambda", ["µ"] = "u", ["μ"] = "mu", ["ξ"] = "xi", ["π"] = "pi", ["ρ"] = "rho", ["σ"] = "sigma",
    ["τ"] = "tau", ["φ"] = "phi", ["ψ"] = "psi", ["ω"] = "omega", ["Γ"] = "Gamma", ["Δ"] = "Delta", ["Λ"] = "Lambda",
    ["Π"] = "Pi", ["Σ"] = "Sigma", ["Φ"] = "Phi", ["Ω"] = "Omega",
    ["\u{302}"] = "^", ["\u{303}"] = "~", ["\u{304}"] = "", ["\u{307}"] = "'", ["\u{308}"] = "''", ["\u{20D7}"] = "",
    ["ẋ"] = "x'", ["ẍ"] = "x''", ["Ḣ"] = "H'", ["Ṁ"] = "M'", ["ḣ"] = "h'",
    ["₀"] = "0", ["₁"] = "1", ["₂"] = "2", ["₃"] = "3", ["₄"] = "4", ["₅"] = "5", ["₆"] = "6", ["₇"] = "7", ["₈"] = "8",
    ["₉"] = "9", ["₊"] = "+", ["ᵢ"] = "_i", ["ⱼ"] = "_j", ["ₖ"] = "_k", ["ₙ"] = "_n", ["ᵣ"] = "_r",
    ["é"] = "e",
    ["ø"] = "oe", ["Ĵ"] = "J^", ["⊕"] = "(+)", ["⊖"] = "(-)", ["ö"] = "oe", ["ü"] = "ue", ["ä"] = "ae", ["ß"] = "ss", ["Č"] = "C",
    ["“"] = '"', ["”"] = '"', ["‘"] = "'",
    ["’"] = "'", ["\u{A0}"] = " ",
}

-- Raised signs: several in a row are one exponent, 10⁻³ is 10^-3.
local RAISED <const> = {
    ["⁰"] = "0", ["¹"] = "1", ["²"] = "2", ["³"] = "3", ["⁴"] = "4", ["⁵"] = "5", ["⁶"] = "6", ["⁷"] = "7", ["⁸"] = "8",
    ["⁹"] = "9", ["⁻"] = "-", ["⁺"] = "+", ["ⁿ"] = "n", ["ⁱ"] = "i", ["ᵏ"] = "k", ["ᵃ"] = "a", ["ᵀ"] = "T",
}

-- The text in ASCII.
function letters.ascii(text)
    local before = 0 -- where the raised sign before this one ended
    return (text:gsub("()([\xC2-\xF4][\x80-\xBF]*)()", function(at, sign, past)
        local raised = RAISED[sign]
        if not raised then return ASCII[sign] or "?" end
        local mark = at == before and "" or "^"
        before = past
        return mark .. raised
    end))
end

-- The text as others can read it: U+FFFD in the place of each byte that is of no letter.
function letters.sound(text)
    local parts, from = {}, 1
    repeat
        local all, wrong = utf8.len(text, from)
        parts[#parts + 1] = text:sub(from, all and -1 or wrong - 1)
        if not all then parts[#parts + 1], from = "\u{FFFD}", wrong + 1 end
    until all
    return table.concat(parts)
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

-- A line in lines of that width, broken between its words, the further ones indented so.
function letters.fill(line, width, indent)
    local lines, so_far = {}, nil
    for lead, word in line:gmatch "(%s*)(%S+)" do
        if not so_far then
            so_far = lead .. word
        elseif letters.length(so_far) + #lead + letters.length(word) > width then
            lines[#lines + 1], so_far = so_far, indent .. word
        else
            so_far = so_far .. lead .. word
        end
    end
    lines[#lines + 1] = so_far
    return table.concat(lines, "\n")
end

-- A text of which every line that is too wide and no row of a table is filled so, under its own beginning.
function letters.fold(text, width)
    if width == math.huge then return text end
    return (text:gsub("[^\n]+", function(line)
        local lead, rest = line:match "^(%s*)(.*)$"
        if letters.length(line) <= width or rest:find "   " then return nil end
        return letters.fill(line, width, lead .. "  ")
    end))
end

return letters
