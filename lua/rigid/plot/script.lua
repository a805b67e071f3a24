-- A figure as a script for gnuplot: panels above each other, each with its legend at the right. Every text of a caller's is within
-- single quotes, where gnuplot knows no escape, no command and no macro; what is no printable UTF-8 is made so before, and quotes are
-- kept out.
local colours = require "rigid.colours"
local figures = require "rigid.plot.figure"
local thin = require "rigid.plot.thin"

local script = {}

local clean <const> = figures.clean

-- Within single quotes gnuplot knows no escape but a doubled quote, and looks for commands between backquotes where it has
-- lost count of those. Neither is let in: letters that look like them go instead, and script.restore puts them back.
local STAND_IN <const> = {["'"] = "\u{2019}", ["`"] = "\u{2CB}"}

local function quoted(text) return "'" .. text:gsub("['`]", STAND_IN) .. "'" end

-- What was drawn as letters, with the quotes that were meant.
function script.restore(picture)
    for mark, letter in pairs(STAND_IN) do picture = picture:gsub(letter, mark) end
    return picture
end

-- All digits, with a point whatever the locale.
local function digits(x) return (("%.17g"):format(x):gsub("[^%d%-+e]", ".")) end

-- ---- data -----------------------------------------------------------------------------------------------------------

-- A block of points; a blank line is a gap.
local function block(lines, name, x, y)
    lines[#lines + 1] = name .. " << EOD"
    local open = false
    for i = 1, #x do
        if not thin.is_gap(x[i]) and not thin.is_gap(y[i]) then
            lines[#lines + 1] = digits(x[i]) .. " " .. digits(y[i])
            open = true
        elseif open then
            lines[#lines + 1], open = "", false
        end
    end
    lines[#lines + 1] = "EOD"
end

-- Polygons and guides, a blank line after each.
local function block_of_runs(lines, name, runs)
    lines[#lines + 1] = name .. " << EOD"
    for _, run in ipairs(runs) do
        for i = 1, #run.x do lines[#lines + 1] = digits(run.x[i]) .. " " .. digits(run.y[i]) end
        lines[#lines + 1] = ""
    end
    lines[#lines + 1] = "EOD"
end

-- The cells of a heat map: middle, half its width and height, number.
local function block_of_cells(lines, name, cells)
    lines[#lines + 1] = name .. " << EOD"
    for i, row in ipairs(cells.rows) do
        for j, value in ipairs(row) do
            local x, y = (cells.x[j] + cells.x[j + 1]) / 2, (cells.y[i] + cells.y[i + 1]) / 2
            if not thin.is_gap(value) then
                lines[#lines + 1] = ("%s %s %s %s %s"):format(digits(x), digits(y), digits(cells.x[j + 1] - x), digits(cells.y[i + 1] - y), digits(value))
            end
        end
    end
    lines[#lines + 1] = "EOD"
end

-- How numbers of a panel come to stand in its box, in pixels.
local function places_of(panel, box)
    local width, height = box.right - box.left, box.bottom - box.top
    return function(x) return figures.share(panel.x, x) * width end, function(y) return figures.share(panel.y, y) * height end, width
end

-- All that is drawn of panel k, as blocks.
local function add_blocks(lines, panel, k, box)
    local place_x, place_y, width = places_of(panel, box)
    local function fewer(x, y) return thin.line(x, y, place_x, place_y, width) end
    local low = panel.y.is_log and panel.y.low or -math.huge
    for c, curve in ipairs(panel.curves) do
        local name = ("$p%dc%d"):format(k, c)
        if curve.style == "lines" then block(lines, name, fewer(curve.x, curve.y)) else block(lines, name, curve.x, curve.y) end
        if curve.fill then block_of_runs(lines, name .. "f", figures.polygons(curve, curve.x, curve.y, low, fewer)) end
    end
    if panel.guides then
        local runs = {}
        for i, guide in ipairs(panel.guides) do runs[i] = {x = {guide[1], guide[3]}, y = {guide[2], guide[4]}} end
        block_of_runs(lines, ("$p%dg"):format(k), runs)
    end
    if panel.cells then block_of_cells(lines, ("$p%dh"):format(k), panel.cells) end
end

-- ---- the script -----------------------------------------------------------------------------------------------------

local TERMINALS <const> = {
    svg = "svg size %d,%d noenhanced font 'DejaVu Sans,Helvetica,Arial,sans-serif' fontscale 1 background '%s' rounded",
    png = "pngcairo size %d,%d noenhanced font 'sans,10' background '%s' rounded",
    pdf = "pdfcairo size %gin,%gin noenhanced font 'sans,10' background '%s' rounded",
    sixel = "sixelgd size %d,%d noenhanced truecolor font 'sans,10' background '%s'",
}
TERMINALS.kitty = TERMINALS.png
local PER_INCH <const> = 96 -- pixels: what is as large as the SVG on paper

local STYLES <const> = {lines = "lines", points = "points pt 7 ps 0.5", both = "linespoints pt 7 ps 0.5"}

local function begin(figure, layout, ink)
    local scale = figure.kind == "pdf" and PER_INCH or nil
    local width, height = scale and layout.width / scale or layout.width, scale and layout.height / scale or layout.height
    local lines = {
        "set encoding utf8", "set terminal " .. TERMINALS[figure.kind]:format(width, height, ink.ground),
        "set samples 2", "set tics nomirror out",
    }
    local function add(line, ...) lines[#lines + 1] = line:format(...) end
    add("set border 3 lc rgb '%s'", ink.axis)
    add("set grid xtics ytics lc rgb '%s' lt 1 lw 1 dt 1", ink.grid)
    add("set tics textcolor rgb '%s' scale 0.5", ink.text)
    local palette = {}
    for k = 0, colours.steps - 1 do palette[k + 1] = ("%d '%s'"):format(k, colours.along(k / (colours.steps - 1))) end
    add("set palette defined (%s)", table.concat(palette, ", "))
    return lines, add
end

local MOST_TICS <const> = 8

-- The tics of a logarithmic axis, of which gnuplot has too few where it is short.
local function tics_of(axis)
    local list = {}
    for k, tic in ipairs(figures.tics(axis, MOST_TICS)) do list[k] = ("'%s' %s"):format(tic.text, digits(tic.at)) end
    return "(" .. table.concat(list, ", ") .. ")"
end

-- The range of an axis, its scale and its tics' numbers.
local function add_axis(add, axis, letter)
    local low, high = axis.low, axis.high
    if axis.is_down then low, high = high, low end
    add(axis.is_log and "set logscale %s" or "unset logscale %s", letter)
    add("set %srange [%s:%s]", letter, digits(low), digits(high))
    add("set %stics %s", letter, axis.is_counted and digits(figures.step(axis, MOST_TICS)) or axis.is_log and tics_of(axis) or "autofreq")
end

-- Lines across: where events were, what was asked for, and what panels say; names at their ends.
local function add_lines(add, figure, panel, ink)
    local count = 0
    local function line(from, to, colour, dash)
        count = count + 1
        add("set arrow %d from %s to %s nohead back lc rgb '%s' lw 1 dt %d", count, from, to, colour, dash)
    end
    local function upright(x, colour, dash) line(digits(x) .. ", graph 0", digits(x) .. ", graph 1", colour, dash) end
    for _, at in ipairs(figures.marks(figure, panel)) do upright(at, ink.event, 3) end
    local function label(text, at, where)
        if text == "" then return end
        count = count + 1
        add("set label %d %s at %s %s front textcolor rgb '%s'", 10 + count, quoted(clean(text, figure)), at, where, ink.text)
    end
    local function within(axis, x) return x >= axis.low and x <= axis.high end
    for _, one in ipairs(figure.lines.x) do
        if within(panel.x, one.at) then
            upright(one.at, ink.text, 2)
            label(one.name, digits(one.at) .. ", graph 1", "offset character 0.5, -0.6 left")
        end
    end
    for _, list in ipairs {figure.lines.y, panel.lines or {}} do
        for _, one in ipairs(list) do
            if within(panel.y, one.at) then
                line("graph 0, first " .. digits(one.at), "graph 1, first " .. digits(one.at), one.colour and colours[figure.theme][one.colour] or ink.text, 2)
                label(one.name, "graph 1, first " .. digits(one.at), "offset character -0.5, 0.5 right")
            end
        end
    end
end

-- The numbers beside a box seen from a corner, and no axes.
local function add_notes(add, panel, figure)
    add "unset border; unset tics"
    for i, note in ipairs(panel.notes) do
        add("set label %d %s at %s,%s %s front textcolor rgb '%s'", 10 + i, quoted(clean(note.text, figure)), digits(note.u), digits(note.v), note.align,
            colours.inks[figure.theme].text)
    end
end

local function add_legend(add, figure, panel, box, layout)
    if not figures.has_names(panel, figure) then return add "unset key" end
    add("set key at screen %s, screen %s left top Left reverse noautotitle samplen 1.6 spacing 1.1 vertical maxrows %d textcolor rgb '%s'",
        digits((box.right + 8) / layout.width), digits(1 - box.top / layout.height), figures.most_in_legend, colours.inks[figure.theme].text)
end

local function add_plots(add, figure, panel, k, box, ink)
    local parts, shown = {}, figures.has_names(panel, figure) and math.min(figures.most_in_legend, (box.bottom - box.top) // 17) or 0
    local palette = colours[figure.theme]
    local function draw(line, ...) parts[#parts + 1] = line:format(...) end
    if panel.cells then draw("$p%dh using 1:2:3:4:5 with boxxyerror fs solid noborder fc palette notitle", k) end
    if panel.guides then draw("$p%dg using 1:2 with lines lc rgb '%s' lw 0.4 dt 1 notitle", k, ink.axis) end
    for c, curve in ipairs(panel.curves) do
        if curve.fill then
            local colour = palette[figures.look(curve, c)]
            draw("$p%dc%df using 1:2 with filledcurves closed fs transparent solid 0.25 noborder fc rgb '%s' notitle", k, c, colour)
        end
    end
    for c, curve in ipairs(panel.curves) do
        local colour, dash = figures.look(curve, c)
        local title = c <= shown and clean(curve.name, figure, figure.longest) or ""
        draw("$p%dc%d using 1:2 with %s lc rgb '%s' lw 1.8 dt %d title %s", k, c, STYLES[curve.style], palette[colour], dash, quoted(title))
    end
    add("plot %s", table.concat(parts, ", "))
end

-- A heat map's strip of colours.
local function add_strip(add, cells, box, layout)
    local low, high = cells.low, cells.high
    if low == high then low, high = low - 0.5, high + 0.5 end
    add("set cbrange [%s:%s]", digits(low), digits(high))
    add("set colorbox vertical user origin screen %s, screen %s size screen %s, screen %s noborder", digits((box.right + 14) / layout.width),
        digits(1 - box.bottom / layout.height), digits(14 / layout.width), digits((box.bottom - box.top) / layout.height))
end

local function add_panel(add, figure, layout, k, ink)
    local panel, box = figure.panels[k], figures.box(layout, k, #figure.panels)
    for side, share in pairs {l = box.left / layout.width, r = box.right / layout.width, b = 1 - box.bottom / layout.height, t = 1 - box.top / layout.height} do
        add("set %smargin at screen %s", side, digits(share))
    end
    add_axis(add, panel.x, "x")
    add_axis(add, panel.y, "y")
    add("set ylabel %s offset 0,0 textcolor rgb '%s'", quoted(figures.heading(panel, figure)), ink.text)
    local below = figures.x_label(figure, k)
    add("set format x '%s'", below and "%h" or "")
    if not below and panel.x.is_log then add "set xtics ('' 1)" end
    add("set xlabel %s textcolor rgb '%s'", quoted(clean(below or "", figure)), ink.text)
    add_legend(add, figure, panel, box, layout)
    if panel.cells then add_strip(add, panel.cells, box, layout) end
    if panel.is_bare then add_notes(add, panel, figure) else add_lines(add, figure, panel, ink) end
    add_plots(add, figure, panel, k, box, ink)
    add "unset label; unset arrow"
    if panel.is_bare then add("set border 3; set xtics; set ytics; set tics nomirror out textcolor rgb '%s' scale 0.5", ink.text) end
end

-- The script of a figure of a kind: "svg", "png", "pdf", "sixel" or "kitty".
function script.of(figure)
    figure.theme = figure.theme or "light"
    local layout, ink = figures.layout(figure), colours.inks[figure.theme]
    local lines, add = begin(figure, layout, ink)
    for k, panel in ipairs(figure.panels) do
        local box = figures.box(layout, k, #figure.panels)
        if panel.is_bare or figure.equal then figures.equalise(panel, box.right - box.left, box.bottom - box.top) end
        add_blocks(lines, panel, k, box)
    end
    add "set multiplot"
    if figure.title then
        add("set label 2 %s at screen 0.5, screen %s center font ',13' textcolor rgb '%s'", quoted(clean(figure.title, figure, 200)),
            digits(1 - 22 / layout.height), ink.text)
    end
    for k = 1, #figure.panels do add_panel(add, figure, layout, k, ink) end
    add "unset multiplot"
    return table.concat(lines, "\n") .. "\n"
end

return script
