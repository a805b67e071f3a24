-- Formulas for a terminal: the LaTeX of the lessons as text, on one line within prose, or laid out with fractions and
-- matrices over several lines. It knows what the lessons use, and passes over what it does not.
-- A box is {lines, base}: lines of one width, of which the one numbered base stands on the line of what is beside it.
local formula = {}

local WIDE <const> = "\4" -- a blank that no rule takes away

local SYMBOLS <const> = {
    alpha = "α", beta = "β", gamma = "γ", delta = "δ", epsilon = "ε", theta = "θ", lambda = "λ", mu = "μ", pi = "π",
    rho = "ρ", sigma = "σ", tau = "τ", phi = "φ", varphi = "φ", omega = "ω", xi = "ξ", eta = "η", Sigma = "Σ", Delta = "Δ",
    Omega = "Ω", Lambda = "Λ", Pi = "Π", Phi = "Φ", times = " × ", cdot = " · ", le = " ≤ ", ge = " ≥ ", leq = " ≤ ",
    geq = " ≥ ", neq = " ≠ ", approx = " ≈ ", equiv = " ≡ ", to = " → ", rightarrow = " → ", Rightarrow = " ⇒ ", Leftrightarrow = " ⇔ ",
    pm = " ± ", sum = "∑", int = "∫", partial = "∂", infty = "∞", top = "ᵀ", succeq = " ⪰ ", quad = WIDE:rep(2), qquad = WIDE:rep(3),
    ldots = "...", dots = "...", cdots = "...", ["in"] = " ∈ ", sin = "sin", cos = "cos", exp = "exp", log = "log", ln = "ln",
    max = "max", min = "min", operatorname = "", left = "", right = "", mathrm = "", mathbf = "", text = "", mid = " | ",
    kappa = "κ", Gamma = "Γ", big = "", Big = "", bigl = "", bigr = "", det = "det", prime = "′", dagger = "†", circ = "°", ast = "*", star = "*",
    [","] = " ", [";"] = " ", [":"] = " ", ["!"] = "", [" "] = " ", ["{"] = "{", ["}"] = "}", ["%"] = "%", ["|"] = "‖",
    tr = "tr", displaystyle = "", ell = "l", lVert = "‖", rVert = "‖", lvert = "|", rvert = "|", propto = " ∝ ", limits = "",
}
local ACCENTS <const> = {
    dot = "\u{307}", ddot = "\u{308}", hat = "\u{302}", tilde = "\u{303}", overline = "\u{304}", bar = "\u{304}", vec = "\u{20D7}",
}
local RAISED <const> = {
    ["0"] = "⁰", ["1"] = "¹", ["2"] = "²", ["3"] = "³", ["4"] = "⁴", ["5"] = "⁵", ["6"] = "⁶", ["7"] = "⁷", ["8"] = "⁸",
    ["9"] = "⁹", ["-"] = "⁻", ["−"] = "⁻", ["+"] = "⁺", ["n"] = "ⁿ", ["i"] = "ⁱ", ["T"] = "ᵀ", ["ᵀ"] = "ᵀ", ["*"] = "*",
    ["a"] = "ᵃ", ["′"] = "′", ["†"] = "†", ["°"] = "°", ["k"] = "ᵏ",
}
local LOWERED <const> = {
    ["0"] = "₀", ["1"] = "₁", ["2"] = "₂", ["3"] = "₃", ["4"] = "₄", ["5"] = "₅", ["6"] = "₆", ["7"] = "₇", ["8"] = "₈",
    ["9"] = "₉", ["i"] = "ᵢ", ["j"] = "ⱼ", ["k"] = "ₖ", ["n"] = "ₙ", ["r"] = "ᵣ", ["+"] = "₊",
}
local SYMBOL_LETTERS <const> = {}
for name, letter in pairs(SYMBOLS) do
    if #name > 1 and letter:find "^[\xCE\xCF]" then SYMBOL_LETTERS[letter] = true end
end
local SPACED <const> = {["="] = " = ", ["+"] = " + ", ["-"] = " − ", ["<"] = " < ", [">"] = " > ", [","] = ", ", [";"] = "; "}

-- ---- reading --------------------------------------------------------------------------------------------------------
-- Nodes: a text; {kind="group", ...}; {kind="sup"|"sub", node}; {kind="frac", above, below}; {kind="accent", mark, node};
-- {kind="root", node}; {kind="matrix", rows of cells}.

local function tokens(tex)
    local list, at = {}, 1
    while at <= #tex do
        local token = tex:match("^\\%a+", at) or tex:match("^\\.", at) or tex:match("^%d[%d.]*", at)
            or tex:match("^" .. utf8.charpattern, at)
        at = at + #token
        list[#list + 1] = token
        if token:find "^\\%a" then at = tex:find("%S", at) or #tex + 1 end
    end
    return list
end

local Reader = {}
Reader.__index = Reader

function Reader:peek() return self.list[self.at] end

function Reader:next()
    self.at = self.at + 1
    return self.list[self.at - 1]
end

-- The text in braces, as it stands.
function Reader:name()
    local words = {}
    if self:next() ~= "{" then return "" end
    while self:peek() and self:peek() ~= "}" do words[#words + 1] = self:next() end
    self:next()
    return table.concat(words)
end

-- What a command or a script stands before: of a number without braces, the first digit.
function Reader:argument()
    while self:peek() == " " do self:next() end
    local token = self:peek()
    if token and token:find "^%d." then
        self.list[self.at] = token:sub(2)
        return token:sub(1, 1)
    end
    return self:node()
end

-- The rows of cells up to \end{...}.
function Reader:matrix()
    local rows, cell = {{}}, {kind = "group"}
    local function close()
        local row = rows[#rows]
        row[#row + 1] = cell
        cell = {kind = "group"}
    end
    while self:peek() and self:peek() ~= "\\end" do
        if self:peek() == "&" then
            self:next()
            close()
        elseif self:peek() == "\\\\" then
            self:next()
            close()
            rows[#rows + 1] = {}
        else
            cell[#cell + 1] = self:node()
        end
    end
    close()
    self:next()
    self:name()
    if #rows[#rows] == 1 and #rows[#rows][1] == 0 and #rows > 1 then rows[#rows] = nil end
    return rows
end

function Reader:command(name)
    if name == "frac" or name == "tfrac" or name == "dfrac" then
        return {kind = "frac", self:argument(), self:argument(), small = name == "tfrac"}
    elseif name == "sqrt" then
        return {kind = "root", self:argument()}
    elseif ACCENTS[name] then
        return {kind = "accent", ACCENTS[name], self:argument()}
    elseif name == "begin" then
        local environment = self:name()
        return {kind = "matrix", environment = environment, rows = self:matrix()}
    elseif name == "text" or name == "mathrm" or name == "operatorname" then
        return self:peek() == "{" and self:name() or ""
    end
    return SYMBOLS[name] or "\\" .. name
end

function Reader:node()
    local token = self:next()
    if token == nil then return "" end
    if token == "{" then
        local group = {kind = "group"}
        while self:peek() and self:peek() ~= "}" do group[#group + 1] = self:node() end
        self:next()
        return group
    end
    if token == "^" or token == "_" then return {kind = token == "^" and "sup" or "sub", self:argument()} end
    if token:find "^\\" then return self:command(token:sub(2)) end
    if token == " " or token == "\n" or token == "&" then return "" end
    if token == "~" then return " " end
    return SPACED[token] or token == "'" and "′" or token
end

local function parse(tex)
    local reader, group = setmetatable({list = tokens(tex), at = 1}, Reader), {kind = "group"}
    while reader:peek() do group[#group + 1] = reader:node() end
    return group
end

-- ---- widths ---------------------------------------------------------------------------------------------------------

-- Columns that a text takes: combining marks take none.
function formula.width(text)
    local n = 0
    for _, code in utf8.codes(text) do
        if not (code >= 0x300 and code <= 0x36F or code >= 0x20D0 and code <= 0x20F0) then n = n + 1 end
    end
    return n
end
local width = formula.width

local function pad(text, columns) return text .. (" "):rep(columns - width(text)) end

-- ---- on one line ----------------------------------------------------------------------------------------------------

local inline

-- Each character of text by the table, or nil where one is not in it.
local function mapped(text, by)
    local result = {}
    for _, code in utf8.codes(text) do
        local c = by[utf8.char(code)]
        if not c then return nil end
        result[#result + 1] = c
    end
    return table.concat(result)
end

local function tight(text) return (text:gsub("^%s+", ""):gsub("%s+$", "")) end

-- A sum needs brackets beside a slash, and below it a product does.
local function bracketed(text, below)
    local one = text:find "^%([^()]*%)$" or not text:find "[%s/]" and (not below or text:find "^[%w_.]+$" or utf8.len(text) <= 2)
    return one and text or "(" .. text .. ")"
end

local function script(node, marks, sign)
    local text = tight(inline(node)):gsub(" − ", "−"):gsub(" ([+=]) ", "%1"):gsub("^− ", "−")
    local raised = mapped(text, marks)
    if raised then return raised end
    return sign .. (width(text) > 1 and text:find "[^%w]" and "(" .. text .. ")" or text)
end

local INLINE = {}

-- The blanks around signs: none between a sign and what it alone stands before, or between a cross and its end.
local function signs(text)
    text = text:gsub("^ ([+-]) ", "%1"):gsub("^ − ", "−"):gsub("^ × ", "×"):gsub("^ ≤", "≤")
    for _, before in ipairs {"(", "[", "=", ",", ";", "×", "·"} do
        text = text:gsub((before:find "^%p" and "%" or "") .. before .. " * − ", before .. (before == "("
            and "−" or before == "[" and "−" or " −"))
    end
    text = text:gsub(" × *$", "×"):gsub(" × ([%)%]])", "×%1"):gsub(" × %*", " ×* "):gsub(" × ᵀ", "×ᵀ")
    return (text:gsub("   +", "  "):gsub("([^ ])  ([^ ])", "%1 %2"))
end

function INLINE.group(node)
    local parts, before = {}, nil
    for i, child in ipairs(node) do
        parts[i] = inline(child)
        local letter = parts[i]:find "^%a" or SYMBOL_LETTERS[parts[i]]
        if before and letter and (before.kind == "sub" and inline(before):find "^_%w" or before.kind == "frac") then
            parts[i] = " " .. parts[i]
        end
        if parts[i] ~= "" then before = type(child) == "table" and child or {kind = "text"} end
    end
    return signs(table.concat(parts))
end

function INLINE.sup(node) return script(node[1], RAISED, "^") end
function INLINE.sub(node) return script(node[1], LOWERED, "_") end

local HALVES <const> = {["1/2"] = "½", ["1/4"] = "¼", ["3/4"] = "¾"}

function INLINE.frac(node)
    local text = bracketed(tight(inline(node[1]))) .. "/" .. bracketed(tight(inline(node[2])), true)
    return HALVES[text] and HALVES[text] .. " " or text
end

function INLINE.root(node) return "√" .. bracketed(tight(inline(node[1]))) end

function INLINE.accent(node)
    local text = tight(inline(node[2]))
    local last = utf8.offset(text, 2) or #text + 1
    return text:sub(1, last - 1) .. node[1] .. text:sub(last)
end

function INLINE.matrix(node)
    local rows = {}
    for i, row in ipairs(node.rows) do
        local cells = {}
        for j, cell in ipairs(row) do cells[j] = tight(inline(cell)) end
        rows[i] = table.concat(cells, "  ")
    end
    return "[" .. table.concat(rows, "; ") .. "]"
end

function inline(node)
    if type(node) == "string" then return node end
    return INLINE[node.kind](node)
end

-- The formula on one line.
function formula.inline(tex) return (tight(inline(parse(tex))):gsub(WIDE, " ")) end

-- ---- over several lines ---------------------------------------------------------------------------------------------

local layout

local function box(lines, base)
    local widest = 0
    for _, line in ipairs(lines) do widest = math.max(widest, width(line)) end
    for i, line in ipairs(lines) do lines[i] = pad(line, widest) end
    return {lines = lines, base = base, width = widest}
end

local function beside(a, b)
    local above = math.max(a.base, b.base) - 1
    local below = math.max(#a.lines - a.base, #b.lines - b.base)
    local lines = {}
    for k = -above, below do
        local left, right = a.lines[a.base + k], b.lines[b.base + k]
        lines[#lines + 1] = (left or (" "):rep(a.width)) .. (right or (" "):rep(b.width))
    end
    return box(lines, above + 1)
end

local function centred(text, columns)
    local before = (columns - width(text)) // 2
    return pad((" "):rep(before) .. text, columns)
end

local function is_tall(node)
    if type(node) == "string" then return false end
    if node.kind == "matrix" or node.kind == "frac" and not node.small then return true end
    for _, child in ipairs(node) do
        if is_tall(child) then return true end
    end
    return false
end

local LAYOUT = {}

function LAYOUT.group(node)
    local result, flat = box({""}, 1), {kind = "group"}
    local function flush()
        local text = INLINE.group(flat)
        if text ~= "" then result = beside(result, box({text}, 1)) end
        flat = {kind = "group"}
    end
    for _, child in ipairs(node) do
        if is_tall(child) then
            flush()
            result = beside(result, layout(child))
        else
            flat[#flat + 1] = child
        end
    end
    flush()
    return result
end

function LAYOUT.frac(node)
    if node.small then return box({INLINE.frac(node)}, 1) end
    local above, below = layout(node[1]), layout(node[2])
    local columns = math.max(above.width, below.width) + 2
    local lines = {}
    for _, line in ipairs(above.lines) do lines[#lines + 1] = centred(line, columns) end
    lines[#lines + 1] = ("─"):rep(columns)
    for _, line in ipairs(below.lines) do lines[#lines + 1] = centred(line, columns) end
    return box(lines, #above.lines + 1)
end

-- A root of what is tall: of brackets around it.
function LAYOUT.root(node)
    local inside = layout(node[1])
    local lines = {}
    for i, line in ipairs(inside.lines) do
        local left, right = "⎜ ", " ⎟"
        if i == 1 then left, right = "⎛ ", " ⎞" elseif i == #inside.lines then left, right = "⎝ ", " ⎠" end
        lines[i] = (i == inside.base and "√" or " ") .. left .. line .. right
    end
    return box(lines, inside.base)
end

local FENCES <const> = {bmatrix = {"⎡", "⎢", "⎣", "⎤", "⎥", "⎦", "[", "]"}, pmatrix = {"⎛", "⎜", "⎝", "⎞", "⎟", "⎠", "(", ")"}}

-- The cells of a matrix in columns; those of aligned equations without gaps.
local function grid(node)
    local boxes, columns = {}, {}
    for i, row in ipairs(node.rows) do
        boxes[i] = {}
        for j, cell in ipairs(row) do
            boxes[i][j] = layout(cell)
            columns[j] = math.max(columns[j] or 0, boxes[i][j].width)
        end
    end
    return boxes, columns
end

local function row_lines(row, columns, gap, left)
    local result = box({""}, 1)
    for j, cell in ipairs(row) do
        local lines = {}
        for k, line in ipairs(cell.lines) do
            lines[k] = (j > 1 and gap or "") .. (left and (j % 2 == 1 and (" "):rep(columns[j] - width(line)) .. line
                or pad(line, columns[j])) or centred(line, columns[j]))
        end
        result = beside(result, box(lines, cell.base))
    end
    return result.lines
end

function LAYOUT.matrix(node)
    local boxes, columns = grid(node)
    local fence = FENCES[node.environment]
    local lines = {}
    for _, row in ipairs(boxes) do
        for _, line in ipairs(row_lines(row, columns, fence and "  " or "", not fence)) do lines[#lines + 1] = line end
    end
    if fence then
        for i, line in ipairs(lines) do
            local k = #lines == 1 and 7 or i == 1 and 1 or i == #lines and 3 or 2
            local right = k == 7 and 8 or k + 3
            lines[i] = fence[k] .. " " .. line .. " " .. fence[right]
        end
    end
    return box(lines, fence and (#lines + 1) // 2 or 1)
end

function layout(node)
    if type(node) == "string" then return box({node}, 1) end
    if LAYOUT[node.kind] and (node.kind == "group" or is_tall(node)) then return LAYOUT[node.kind](node) end
    return box({inline(node)}, 1)
end

-- The formula as lines.
function formula.display(tex)
    local lines = layout(parse(tex)).lines
    for i, line in ipairs(lines) do lines[i] = line:gsub(WIDE, " "):gsub("%s+$", "") end
    return lines
end

return formula
