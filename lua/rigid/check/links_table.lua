-- The table of the links of a file: how heavy each is, how large, by the box of the same mass and inertia, and what was found.
-- Columns are as wide as what is in them; where the terminal is narrow, names lose their middle first.
local looks = require "rigid.check.looks"
local terminal = require "rigid.check.terminal"

local shown = looks.shown

local links_table = {}

-- Three lengths in the unit that fits the greatest.
local function size_text(lengths)
    if not lengths then return "—" end
    local unit, scale = "mm", 1e3
    if lengths[1] >= 1 then unit, scale = "m", 1 elseif lengths[1] >= 0.01 then unit, scale = "cm", 1e2 end
    local texts = {}
    for i = 1, 3 do
        local x = lengths[i] * scale
        texts[i] = x < 0.005 and "0" or x >= 99.95 and ("%.0f"):format(x) or ("%#.3g"):format(x)
    end
    return table.concat(texts, " × ") .. " " .. unit
end

local function number_text(x)
    if not x then return "—" end
    if x - x ~= 0 then return x ~= x and "nan" or tostring(x) end
    local text = ("%.4g"):format(x)
    return text:find "e" and x >= 1e4 and x < 1e9 and ("%.0f"):format(x) or text
end

-- The last column: what was found, in a word each.
local function verdict_text(link)
    if #link.findings == 0 then return looks.of_link(link).word end
    local words, seen = {}, {}
    for _, finding in ipairs(link.findings) do
        local word = finding.severity == "error" and looks.of_kind.error.word or finding.code:gsub("_", " ")
        if not seen[word] then words[#words + 1], seen[word] = word, true end
    end
    return table.concat(words, ", ")
end

local COLUMNS <const> = {
    {title = "link", text = function(link) return shown(link.name) end},
    {title = "line", right = true, text = function(link) return link.line and not link.elsewhere and tostring(link.line) or "" end},
    {title = "kg", right = true, text = function(link) return link.mass and number_text(link.mass) or "" end},
    {title = "as large as a box of", text = function(link) return link.inertia and size_text(link.lengths) or "" end},
    {title = "kg/m³", right = true, wide = true, text = function(link) return link.inertia and number_text(link.density) or "" end},
    {title = "verdict", text = verdict_text, last = true},
}
local LEAST <const> = 12 -- columns of the name, however narrow the terminal is
local WIDE <const> = 96 -- columns of a terminal that has room for all

local function columns_of(screen)
    local list = {}
    for _, column in ipairs(COLUMNS) do
        if not column.wide or screen.width >= WIDE then list[#list + 1] = column end
    end
    return list
end

-- The cells of all rows, and how wide each column is, names cut to what is left.
local function cells_of(screen, links)
    local columns, rows, widths = columns_of(screen), {}, {}
    for i, column in ipairs(columns) do widths[i] = terminal.columns(screen:letters(column.title)) end
    for r, link in ipairs(links) do
        rows[r] = {}
        for i, column in ipairs(columns) do
            rows[r][i] = screen:letters(column.text(link))
            widths[i] = math.max(widths[i], terminal.columns(rows[r][i]))
        end
    end
    local total = 2
    for i = 1, #columns do total = total + 2 + widths[i] end
    local over = total - screen.width
    if over > 0 then
        local cut = math.min(over, math.max(widths[1] - LEAST, 0))
        widths[1], widths[#widths] = widths[1] - cut, math.max(widths[#widths] - (over - cut), LEAST)
    end
    return columns, rows, widths
end

-- The lines of the table.
function links_table.lines(screen, links)
    local columns, rows, widths = cells_of(screen, links)
    local titles, lines = {}, {}
    for i, column in ipairs(columns) do titles[i] = terminal.padded(screen:letters(column.title), widths[i], column.right) end
    lines[1] = screen:paint("dim", ("    " .. table.concat(titles, "  ")):gsub("%s+$", ""))
    for r, link in ipairs(links) do
        local look, row = looks.of_link(link), {}
        for i, column in ipairs(columns) do
            local text = terminal.padded(screen:fitted(rows[r][i], widths[i]), widths[i], column.right)
            if column.last then text = text:gsub("%s+$", "") end
            row[i] = column.last and screen:paint(look.color, text) or text
        end
        lines[r + 1] = ("  %s %s"):format(screen:paint(look.color, screen:letters(look.mark)), table.concat(row, "  "))
    end
    return lines
end

return links_table
