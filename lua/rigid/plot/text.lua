-- A figure in characters: panels above each other, axes of lines where letters beyond ASCII may be used. A curve is a row of marks, each
-- curve with its own; or, in Braille, dots of which a character has two by four, told apart by colours alone.
local colours = require "rigid.colours"
local figures = require "rigid.plot.figure"
local thin = require "rigid.plot.thin"

local text = {}

local TALLEST <const> = 900 -- lines of all panels together
local MARKS <const> = {"*", "#", "$", "%", "@", "&", "=", "+", "x", "o"}
local LOWEST <const> = 6 -- rows of a panel, however low the screen
local LEFT <const> = 10 -- the column of the vertical axes
local BRAILLE <const> = 0x2800
local DOTS <const> = {{0x40, 0x04, 0x02, 0x01}, {0x80, 0x20, 0x10, 0x08}} -- of a character: its columns, from below
local SHADES <const>, PLAIN_SHADES <const> = {" ", "░", "▒", "▓", "█"}, {" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"}

local is_gap <const> = thin.is_gap

local function mark_of(c)
    if c <= #MARKS then return MARKS[c] end
    local k = (c - #MARKS - 1) % 52
    return string.char(k < 26 and 65 + k or 71 + k) -- A to Z, a to z
end

local function round(x) return math.floor(x + 0.5) end

-- ---- layout ---------------------------------------------------------------------------------------------------------

-- Rows above the axis of x and below it: a heading, numbers and words of an axis of one's own.
local function rows_around(figure, k)
    local below = figures.x_label(figure, k) and k < #figure.panels and (figure.panels[k].is_bare and 0 or 2) or 0
    return figures.heading(figure.panels[k], figure) ~= "" and 1 or 0, below
end

-- Where panels stand, in characters: of each its first row, the row of its axis, the last column.
local function layout_of(figure)
    local columns, panels = figure.size and figure.size[1] or figure.columns, #figure.panels
    figure.longest = math.max(6, columns // 4)
    local right, around, title = figures.widest_name(figure), 0, figure.title and 2 or 0
    for k = 1, panels do
        local above, below = rows_around(figure, k)
        around = around + above + below
    end
    local usual = 12
    for _, panel in ipairs(figure.panels) do usual = (panel.is_bare or panel.cells) and 20 or usual end
    local named = math.min(figures.longest_legend(figure) + 1, TALLEST // panels) -- rows that the names take
    local height = math.max(usual, named)
    if figure.rows then -- lower, where the screen has not so many rows, with one for the prompt
        local each = (figure.rows - 1 - around - 2 - title) // panels
        height = math.max(LOWEST, named, math.min(height, each))
    end
    local last = columns - (right > 0 and right + 9 or 3) -- how far the axes reach
    local total = figure.size and figure.size[2] or panels * height + around + 2 + title
    local each, boxes, at = math.max(3, (total - around - 2 - title) // panels), {}, title
    for k = 1, panels do
        local above, below = rows_around(figure, k)
        boxes[k] = {heading = above > 0 and at + 1, top = at + above + 1, bottom = at + above + each, left = LEFT + 1, right = last}
        at = at + above + each + below
    end
    return boxes, columns
end

-- ---- a canvas -------------------------------------------------------------------------------------------------------

-- Cells by row and column: {char =, dots =, colour =}.
local function put(canvas, row, column, char, colour)
    if row < 1 or column < 1 or column > canvas.columns then return end
    canvas[row] = canvas[row] or {}
    canvas[row][column] = {char = char, colour = colour}
    canvas.rows = math.max(canvas.rows, row)
end

-- Only where nothing is yet.
local function put_behind(canvas, row, column, char, colour)
    if not (canvas[row] and canvas[row][column]) then put(canvas, row, column, char, colour) end
end

local function put_text(canvas, row, column, said)
    for _, code in utf8.codes(said) do
        put(canvas, row, column, utf8.char(code))
        column = column + 1
    end
end

-- Above all that is still to be drawn.
local function put_later(canvas, ...) canvas.later[#canvas.later + 1] = {...} end

-- One dot of a character in Braille; x and y count dots to the right and upwards within the box.
local function put_dot(canvas, box, x, y, colour)
    local row, column = box.bottom - y // 4, box.left + x // 2
    local cell = canvas[row] and canvas[row][column]
    if not (cell and cell.dots) then
        put(canvas, row, column, nil, colour)
        cell = canvas[row][column]
        cell.dots = 0
    end
    cell.dots, cell.colour = cell.dots | DOTS[x % 2 + 1][y % 4 + 1], colour
end

local function is_blank(cell) return not cell or cell.char == " " and not cell.colour end

local BLANK <const> = {char = " "}

-- Escapes stand where the colour changes; the first lines, where all are blank, are left out.
local function lines_of(canvas)
    local lines, first = {}, nil
    for row = 1, canvas.rows do
        local parts, last = {}, 0
        for column in next, canvas[row] or {} do last = math.max(last, column) end
        while last > 0 and is_blank(canvas[row][last]) do last = last - 1 end
        local colour
        for column = 1, last do
            local cell = canvas[row][column] or BLANK
            local change = cell.colour ~= colour and (colour and "\27[0m" or "") .. (cell.colour and ("\27[%sm"):format(cell.colour) or "") or ""
            parts[column], colour = change .. (cell.dots and utf8.char(BRAILLE + cell.dots) or cell.char), cell.colour
        end
        lines[row] = table.concat(parts) .. (colour and "\27[0m" or "")
        first = first or lines[row]:find "%S" and row
    end
    return table.concat(lines, "\n", first or 1) .. "\n"
end

-- ---- lines ----------------------------------------------------------------------------------------------------------

-- The part of a line from (x1, y1) to (x2, y2) that lies in a box from 0 to (x, y) [Liang and Barsky 1984]; nil where none does.
local function clipped(x1, y1, x2, y2, x, y)
    local dx, dy, from, to = x2 - x1, y2 - y1, 0.0, 1.0
    for _, side in ipairs {{-dx, x1}, {dx, x - x1}, {-dy, y1}, {dy, y - y1}} do
        local p, q = side[1], side[2]
        if p == 0 then
            if q < 0 then return nil end
        elseif p < 0 then
            from = math.max(from, q / p)
        else
            to = math.min(to, q / p)
        end
    end
    if from <= to then return x1 + from * dx, y1 + from * dy, x1 + to * dx, y1 + to * dy end
end

-- Every place of a grid on the line between two of its points, a column and a row each.
local function trace(grid, x1, y1, x2, y2, visit)
    local ax, ay, bx, by = clipped(x1, y1, x2, y2, grid.x, grid.y)
    if not ax then return end
    local steps = math.max(1, math.ceil(math.max(math.abs(bx - ax), math.abs(by - ay))))
    for k = 0, steps do visit(round(ax + k / steps * (bx - ax)), round(ay + k / steps * (by - ay))) end
end

-- The grid of a panel's box: one place for each character, or two by four. x, y: its greatest places; at(x, y): where numbers stand.
local function grid_of(panel, box, is_braille)
    local width, height = box.right - box.left, box.bottom - box.top
    local grid = {x = is_braille and 2 * width + 1 or width, y = is_braille and 4 * height + 3 or height}
    function grid.at(x, y)
        if is_gap(x) or is_gap(y) then return end
        local at_y = figures.share(panel.y, y)
        return figures.share(panel.x, x) * grid.x, is_braille and 2 + at_y * 4 * height or at_y * height
    end
    return grid
end

local function draw_line(grid, curve, visit)
    local last_x, last_y
    for i = 1, #curve.x do
        local x, y = grid.at(curve.x[i], curve.y[i])
        if x and last_x then trace(grid, last_x, last_y, x, y, visit) end
        last_x, last_y = x, y
    end
end

local function draw_points(grid, curve, visit)
    for i = 1, #curve.x do
        local x, y = grid.at(curve.x[i], curve.y[i])
        if x and x >= -0.5 and x <= grid.x + 0.5 and y >= -0.5 and y <= grid.y + 0.5 then visit(round(x), round(y)) end
    end
end

-- The places between a curve and what it is filled to.
local function draw_fill(grid, panel, curve, visit)
    local lowest = panel.y.is_log and panel.y.low or -math.huge
    for i = 1, #curve.x - 1 do
        local function base(k) return math.max(lowest, type(curve.fill) == "table" and curve.fill[k] or curve.fill) end
        local x1, y1 = grid.at(curve.x[i], curve.y[i])
        local x2, y2 = grid.at(curve.x[i + 1], curve.y[i + 1])
        local _, b1 = grid.at(curve.x[i], base(i))
        local _, b2 = grid.at(curve.x[i + 1], base(i + 1))
        if x1 and x2 and b1 and b2 and x1 ~= x2 then
            if x1 > x2 then x1, y1, b1, x2, y2, b2 = x2, y2, b2, x1, y1, b1 end
            for x = math.max(0, math.ceil(x1)), math.min(grid.x, math.floor(x2)) do
                local s = (x - x1) / (x2 - x1)
                local y, b = y1 + s * (y2 - y1), b1 + s * (b2 - b1)
                for row = math.max(0, round(math.min(y, b))), math.min(grid.y, round(math.max(y, b))) do visit(x, row) end
            end
        end
    end
end

-- ---- curves ---------------------------------------------------------------------------------------------------------

local function ink(figure, curve, c) return figure.is_coloured and ("38;5;%d"):format(colours.terminal[figures.look(curve, c)]) or nil end

-- Whether the curves of a panel are dots: where that was asked for, or where colours tell them apart.
local function is_in_braille(figure, panel)
    if figure.braille == true then return not figure.ascii end
    if figure.braille ~= "where told apart" or #panel.curves > #colours.terminal then return false end
    for c, curve in ipairs(panel.curves) do
        if select(2, figures.look(curve, c)) > 1 then return false end
    end
    return true
end

-- The mark of a curve: where all are points and one, a ring.
local function mark_in(figure, panel, c, is_braille)
    if is_braille then return figure.is_coloured and "⠒" or "·" end
    return #panel.curves == 1 and panel.curves[1].style == "points" and "o" or mark_of(c)
end

local function draw_curves(canvas, figure, panel, box, is_braille)
    local grid, cells = grid_of(panel, box, is_braille), grid_of(panel, box, false)
    for c, curve in ipairs(panel.curves) do
        local colour, mark = ink(figure, curve, c), mark_in(figure, panel, c, is_braille)
        local function cell(x, y) put(canvas, box.bottom - y, box.left + x, is_braille and "•" or mark, colour) end
        local function dot(x, y) put_dot(canvas, box, x, y, colour) end
        if curve.fill then
            draw_fill(cells, panel, curve, function(x, y) put_behind(canvas, box.bottom - y, box.left + x, figure.ascii and "." or "░", colour) end)
        end
        if curve.style ~= "points" then draw_line(grid, curve, is_braille and dot or cell) end
        if curve.style ~= "lines" then draw_points(cells, curve, cell) end
    end
end

-- Names at the right, as many as there are rows.
local function draw_legend(canvas, figure, panel, box, is_braille)
    if not figures.has_names(panel, figure) then return end
    for c = 1, math.min(#panel.curves, figures.most_in_legend, box.bottom - box.top + 1) do
        local row, curve = box.top + c - 1, panel.curves[c]
        for k = 1, 5 do put(canvas, row, box.right + 1 + k, mark_in(figure, panel, c, is_braille), ink(figure, curve, c)) end
        put_text(canvas, row, box.right + 8, figures.clean(curve.name, figure, figure.longest))
    end
end

-- ---- axes -----------------------------------------------------------------------------------------------------------

-- A text's axis of y ends at tics or between them, so that none is lost; two tics stand two rows apart at least.
local function fit_y(axis, rows)
    if axis.is_log or axis.is_set then return math.max(2, rows / 2) end
    local step = figures.nice_step(axis.high - axis.low, math.max(1, rows / 2))
    local grain = step / 5
    axis.low, axis.high = math.floor(axis.low / grain + 1e-9) * grain, math.ceil(axis.high / grain - 1e-9) * grain
    return (axis.high - axis.low) / step * (1 + 1e-9)
end

local function draw_y_axis(canvas, figure, panel, box, most)
    local vertical, rows = figure.ascii and "|" or "│", box.bottom - box.top
    for row = box.top, box.bottom - 1 do put(canvas, row, box.left - 1, vertical) end
    local taken = {}
    for _, tic in ipairs(figures.tics(panel.y, most)) do
        local row, said = box.bottom - round(figures.share(panel.y, tic.at) * rows), tic.text
        if not taken[row] and not taken[row + 1] and not taken[row - 1] then put_text(canvas, row, math.max(1, box.left - 2 - #said), said) end
        taken[row] = true
    end
end

-- Numbers and words below the line; no number touches the one before.
local function draw_x_axis(canvas, figure, panel, box, below)
    put(canvas, box.bottom, box.left - 1, figure.ascii and "+" or "└")
    for column = box.left, box.right do put(canvas, box.bottom, column, figure.ascii and "-" or "─") end
    if not below then return end
    local width, free = box.right - box.left, 1
    for _, tic in ipairs(figures.tics(panel.x, math.max(2, width // 6))) do
        local column = box.left + round(figures.share(panel.x, tic.at) * width) - #tic.text // 2
        column = math.min(column, canvas.columns - #tic.text + 1)
        if column >= free then
            put_text(canvas, box.bottom + 1, column, tic.text)
            free = column + #tic.text + 1
        end
    end
    local said = figures.clean(below, figure)
    put_text(canvas, box.bottom + 2, math.max(1, box.left + (width - utf8.len(said)) // 2), said)
end

-- Events and lines that were asked for, where nothing else is.
local function draw_lines(canvas, figure, panel, box)
    local width, height = box.right - box.left, box.bottom - box.top
    local function upright(at, name)
        if at < panel.x.low or at > panel.x.high then return end
        local column = box.left + round(figures.share(panel.x, at) * width)
        for row = box.top, box.bottom - 1 do put_behind(canvas, row, column, figure.ascii and ":" or "┊") end
        if name then put_later(canvas, box.top, math.max(box.left, math.min(column + 1, box.right - utf8.len(name) + 1)), name) end
    end
    local function across(at, name, colour)
        if at < panel.y.low or at > panel.y.high then return end
        local row = box.bottom - round(figures.share(panel.y, at) * height)
        for column = box.left, box.right do put_behind(canvas, row, column, figure.ascii and "-" or "┄", colour) end
        put_later(canvas, row, math.max(box.left, box.right - utf8.len(name) + 1), name)
    end
    for _, at in ipairs(figures.marks(figure, panel)) do upright(at) end
    for _, one in ipairs(figure.lines.x) do upright(one.at, figures.clean(one.name, figure, width)) end
    for _, list in ipairs {figure.lines.y, panel.lines or {}} do
        for _, one in ipairs(list) do
            local colour = one.colour and figure.is_coloured and ("38;5;%d"):format(colours.terminal[one.colour]) or nil
            across(one.at, figures.clean(one.name, figure, width), colour)
        end
    end
end

-- ---- heat maps and boxes in space -----------------------------------------------------------------------------------

-- How a share 0..1 of the span of a heat map looks.
local function shade(figure, s)
    if figure.is_coloured then return " ", ("48;5;%d"):format(colours.of_256(colours.along(s))) end
    local shades = figure.ascii and PLAIN_SHADES or SHADES
    return shades[math.min(#shades, 1 + (s * #shades // 1 | 0))]
end

local function share_of(edges, at)
    for k = 1, #edges - 1 do
        if at >= edges[k] and at <= edges[k + 1] then return k end
    end
end

local function draw_cells(canvas, figure, panel, box)
    local cells, width, height = panel.cells, box.right - box.left, box.bottom - box.top
    local span = cells.high > cells.low and cells.high - cells.low or 1
    for row = 0, height do
        local s = (row + 0.5) / (height + 1)
        local i = share_of(cells.y, panel.y.low + (panel.y.is_down and 1 - s or s) * (panel.y.high - panel.y.low))
        for column = 0, width do
            local j = share_of(cells.x, panel.x.low + (column + 0.5) / (width + 1) * (panel.x.high - panel.x.low))
            local value = i and j and cells.rows[i][j]
            if value and not is_gap(value) then put(canvas, box.bottom - 1 - row, box.left + column, shade(figure, (value - cells.low) / span)) end
        end
    end
    for row = 0, height do
        for k = 0, 1 do put(canvas, box.bottom - row, box.right + 2 + k, shade(figure, row / height)) end
    end
    put_text(canvas, box.top, box.right + 5, ("%.4g"):format(cells.high))
    put_text(canvas, box.bottom, box.right + 5, ("%.4g"):format(cells.low))
end

local function draw_box(canvas, figure, panel, box)
    local grid = grid_of(panel, box, false)
    for _, guide in ipairs(panel.guides) do
        local x1, y1 = grid.at(guide[1], guide[2])
        local x2, y2 = grid.at(guide[3], guide[4])
        if guide.is_edge then
            trace(grid, x1, y1, x2, y2, function(x, y) put(canvas, box.bottom - y, box.left + x, figure.ascii and "." or "·") end)
        end
    end
    for _, note in ipairs(panel.notes) do
        if note.is_inner then goto continue end
        local x, y = grid.at(note.u, note.v)
        local said = figures.clean(note.text, figure)
        local column = box.left + round(x) - (note.align == "right" and utf8.len(said) or 0)
        put_text(canvas, box.bottom - math.max(0, math.min(grid.y, round(y))), math.max(1, math.min(column, canvas.columns - utf8.len(said) + 1)), said)
        ::continue::
    end
end

-- ---- all ------------------------------------------------------------------------------------------------------------

local function draw_panel(canvas, figure, k, box)
    local panel, is_braille = figure.panels[k], is_in_braille(figure, figure.panels[k])
    if box.heading then put_text(canvas, box.heading, LEFT, figures.heading(panel, figure)) end
    if panel.is_bare or figure.equal then figures.equalise(panel, box.right - box.left, 2 * (box.bottom - box.top)) end
    if panel.is_bare then
        draw_box(canvas, figure, panel, box)
    elseif panel.cells then
        local inner = {left = box.left, right = box.right, top = box.top, bottom = box.bottom}
        draw_y_axis(canvas, figure, panel, inner, math.max(2, (box.bottom - box.top) / 2))
        draw_x_axis(canvas, figure, panel, inner, figures.x_label(figure, k))
        inner.top = box.top + 1
        draw_cells(canvas, figure, panel, inner)
    else
        draw_y_axis(canvas, figure, panel, box, fit_y(panel.y, box.bottom - box.top))
        draw_x_axis(canvas, figure, panel, box, figures.x_label(figure, k))
        draw_lines(canvas, figure, panel, box)
    end
    draw_curves(canvas, figure, panel, box, is_braille)
    draw_legend(canvas, figure, panel, box, is_braille)
end

-- The figure as text, with its last end of line.
function text.of(figure)
    local boxes, columns = layout_of(figure)
    local canvas = {columns = columns, rows = 0, later = {}}
    if figure.title then
        local title = figures.clean(figure.title, figure, columns)
        put_text(canvas, 1, 1 + (columns - utf8.len(title)) // 2, title)
    end
    for k = 1, #figure.panels do draw_panel(canvas, figure, k, boxes[k]) end
    for _, said in ipairs(canvas.later) do put_text(canvas, table.unpack(said)) end
    return lines_of(canvas)
end

return text
