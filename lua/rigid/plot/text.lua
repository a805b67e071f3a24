-- A plot in characters as gnuplot draws it, made fit to be read: no blanks at the ends of lines, none above or below; and
-- where letters beyond ASCII may be used, axes of lines, and coloured curves of dots.
local text = {}

local CURVE <const> = "•"

-- A line as cells: {escape = colours that begin here, char =, colour = whether in a colour of its own}.
local function cells_of(line)
    local cells, escape, coloured, at = {}, "", false, 1
    while at <= #line do
        local colour, rest = line:match("^(\27%[[%d;]*m)()", at)
        if colour then
            escape, coloured, at = escape .. colour, colour:find "38;5" ~= nil, rest
        else
            local char = line:match("^" .. utf8.charpattern, at)
            cells[#cells + 1] = {escape = escape, char = char, coloured = coloured and char ~= " "}
            escape, at = "", at + #char
        end
    end
    return cells, escape
end

-- The axes of the panel: the vertical one stands in the column, the other begins with a + there.
local function draw_axes(cells, column)
    local corner = cells[column]
    if not corner or corner.coloured then return end
    local after = cells[column + 1]
    if corner.char == "|" then
        corner.char = "│"
    elseif corner.char == "+" and after and after.char == "-" then
        corner.char = "└"
        for k = column + 1, #cells do
            local cell = cells[k]
            if cell.char == " " then break end
            if not cell.coloured and (cell.char == "-" or cell.char == "+") then cell.char = "─" end
        end
    elseif corner.char == "+" then
        corner.char = "│"
    end
end

local function rebuilt(cells, ending)
    local last = #cells
    while last > 0 and cells[last].char == " " do last = last - 1 end
    local parts = {}
    for k = 1, last do parts[k] = cells[k].escape .. cells[k].char end
    for k = last + 1, #cells do ending = cells[k].escape .. ending end
    return table.concat(parts) .. ending
end

-- The picture, whose vertical axes stand in that column.
function text.polish(picture, column, is_unicode)
    local lines = {}
    for line in (picture:gsub("[\f\r]", "") .. "\n"):gmatch "(.-)\n" do
        local cells, ending = cells_of(line)
        if is_unicode then
            draw_axes(cells, column)
            for _, cell in ipairs(cells) do
                if cell.coloured then cell.char = CURVE end
            end
        end
        lines[#lines + 1] = rebuilt(cells, ending)
    end
    local first, last = 1, #lines
    local function is_blank(line) return not line:gsub("\27%[[%d;]*m", ""):find "%S" end
    while first < last and is_blank(lines[first]) do first = first + 1 end
    while last > first and is_blank(lines[last]) do last = last - 1 end
    local reset = picture:find("\27", 1, true) and "\27[0m" or ""
    return table.concat(lines, "\n", first, last) .. reset .. "\n"
end

return text
