-- A figure as an SVG of our own, where there is no gnuplot, or where it is to follow its reader's theme: the same panels, axes, colours
-- and legends as script.lua asks for. It holds no script; every text of a caller's is escaped.
local colours = require "rigid.colours"
local figures = require "rigid.plot.figure"
local thin = require "rigid.plot.thin"

local svg = {}

local DASHES <const> = {"", "6 4", "2 3", "8 3 2 3", "12 4"}

local STYLE <const> = [[
text{font:12px 'DejaVu Sans',Helvetica,Arial,sans-serif}.t{font-size:14px}.axis,.guide,.curve{fill:none}
.event{stroke-dasharray:3 3}.line{stroke-dasharray:6 4}.guide{stroke-width:.4}
.curve{stroke-width:1.8;stroke-linejoin:round}.fill{stroke:none;fill-opacity:.25}]]

-- What depends on the theme.
local function themed(theme)
    local ink, parts = colours.inks[theme], {}
    parts[1] = ("text{fill:%s}.back{fill:%s}.grid{stroke:%s}.axis,.guide{stroke:%s}.event{stroke:%s}.line{stroke:%s}")
        :format(ink.text, ink.ground, ink.grid, ink.axis, ink.event, ink.text)
    for c, colour in ipairs(colours[theme]) do parts[c + 1] = (".c%d{stroke:%s}.p%d{fill:%s}"):format(c, colour, c, colour) end
    return table.concat(parts)
end

local function styles(theme)
    if theme ~= "auto" then return STYLE .. themed(theme) end
    return ("%s%s@media(prefers-color-scheme:dark){%s}"):format(STYLE, themed "light", themed "dark")
end

local ENTITIES <const> = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;"}

local function escape(text) return (text:gsub("[&<>\"']", ENTITIES)) end

local FARTHEST <const> = 1e6 -- pixels: what lies beyond is as good as there

local function px(x) return (("%.2f"):format(math.max(-FARTHEST, math.min(FARTHEST, x))):gsub("%.?0+$", "")) end

-- A drawing of a panel: where it stands, how numbers become pixels, and what writes lines.
local function pen_of(add, figure, panel, box)
    local width, height = box.right - box.left, box.bottom - box.top
    return {
        add = add, figure = figure, panel = panel, box = box, width = width, height = height,
        x = function(x) return box.left + figures.share(panel.x, x) * width end,
        y = function(y) return box.bottom - figures.share(panel.y, y) * height end,
    }
end

local function write(pen, x, y, anchor, text)
    pen.add('<text x="%s" y="%s"%s>%s</text>', px(x), px(y), anchor and (' text-anchor="%s"'):format(anchor) or "", escape(text))
end

-- ---- curves ---------------------------------------------------------------------------------------------------------

-- The lines that one curve is, as the data of a path.
local function path_of(pen, x, y)
    local parts, open = {}, false
    for i = 1, #x do
        if thin.is_gap(x[i]) or thin.is_gap(y[i]) then
            open = false
        else
            parts[#parts + 1] = ("%s%s,%s"):format(open and "L" or "M", px(pen.x(x[i])), px(pen.y(y[i])))
            open = true
        end
    end
    return table.concat(parts)
end

-- How a curve is told from others.
local function drawn_as(curve, c)
    local colour, dash = figures.look(curve, c)
    return ('class="curve c%d"%s'):format(colour, dash > 1 and (' stroke-dasharray="%s"'):format(DASHES[dash]) or "")
end

local function fewer_of(pen)
    return function(x, y) return thin.line(x, y, pen.x, pen.y, pen.width) end
end

local function draw_fill(pen, curve, c)
    local low, parts = pen.panel.y.is_log and pen.panel.y.low or -math.huge, {}
    for k, one in ipairs(figures.polygons(curve, curve.x, curve.y, low, fewer_of(pen))) do parts[k] = path_of(pen, one.x, one.y) .. "Z" end
    pen.add('<path class="fill p%d" d="%s"/>', (figures.look(curve, c)), table.concat(parts))
end

local function draw_curve(pen, curve, c)
    if curve.style ~= "points" then
        local x, y = curve.x, curve.y
        if curve.style == "lines" then x, y = fewer_of(pen)(x, y) end
        pen.add('<path %s d="%s"/>', drawn_as(curve, c), path_of(pen, x, y))
    end
    for i = 1, curve.style ~= "lines" and #curve.x or 0 do
        if not thin.is_gap(curve.x[i]) and not thin.is_gap(curve.y[i]) then
            pen.add('<circle class="p%d" cx="%s" cy="%s" r="2.2"/>', (figures.look(curve, c)), px(pen.x(curve.x[i])), px(pen.y(curve.y[i])))
        end
    end
end

local function draw_legend(pen)
    local panel, figure, box = pen.panel, pen.figure, pen.box
    local most = figures.has_names(panel, figure) and math.min(figures.most_in_legend, pen.height // 17) or 0
    for c = 1, math.min(most, #panel.curves) do
        local at = box.top + 17 * c - 4
        pen.add('<path %s d="M%s,%sh20"/>', drawn_as(panel.curves[c], c), px(box.right + 8), px(at - 4))
        write(pen, box.right + 34, at, nil, figures.clean(panel.curves[c].name, figure, figure.longest))
    end
end

-- ---- heat maps ------------------------------------------------------------------------------------------------------

local SHADES <const> = 64

-- The cells of a like colour in one path; cells of a row that follow each other in one piece of it.
local function draw_cells(pen, cells)
    local by_shade, scale = {}, cells.high > cells.low and (SHADES - 1) / (cells.high - cells.low) or 0
    for i, row in ipairs(cells.rows) do
        local y1, y2, j = pen.y(cells.y[i]), pen.y(cells.y[i + 1]), 1
        while j <= #row do
            local shade, last = not thin.is_gap(row[j]) and math.floor((row[j] - cells.low) * scale + 0.5), j
            while shade and row[last + 1] and math.floor((row[last + 1] - cells.low) * scale + 0.5) == shade do last = last + 1 end
            if shade then
                by_shade[shade] = by_shade[shade] or {}
                local piece = ("M%s,%sH%sV%sH%sZ"):format(px(pen.x(cells.x[j])), px(y1), px(pen.x(cells.x[last + 1])), px(y2), px(pen.x(cells.x[j])))
                by_shade[shade][#by_shade[shade] + 1] = piece
            end
            j = last + 1
        end
    end
    pen.add '<g shape-rendering="crispEdges">'
    for shade = 0, SHADES - 1 do
        if by_shade[shade] then pen.add('<path fill="%s" d="%s"/>', colours.along(shade / (SHADES - 1)), table.concat(by_shade[shade])) end
    end
    pen.add "</g>"
end

local function draw_strip(pen, cells)
    local box, axis = pen.box, {low = cells.low, high = cells.high}
    if axis.low == axis.high then axis.low, axis.high = axis.low - 0.5, axis.high + 0.5 end
    local step = pen.height / SHADES
    for shade = 0, SHADES - 1 do
        pen.add('<rect x="%s" y="%s" width="14" height="%s" fill="%s"/>', px(box.right + 14), px(box.bottom - (shade + 1) * step), px(step + 0.5),
            colours.along(shade / (SHADES - 1)))
    end
    for _, tic in ipairs(figures.tics(axis, math.max(2, pen.height // 40))) do
        write(pen, box.right + 34, box.bottom - figures.share(axis, tic.at) * pen.height + 4, nil, (tic.text:gsub("^%-", "\u{2212}")))
    end
end

-- ---- panels ---------------------------------------------------------------------------------------------------------

local function draw_tics(pen, has_numbers)
    local box, panel = pen.box, pen.panel
    for _, tic in ipairs(figures.tics(panel.y, math.max(2, pen.height // (panel.y.is_counted and 20 or 32)))) do
        pen.add('<path class="grid" d="M%s,%sH%s"/>', px(box.left), px(pen.y(tic.at)), px(box.right))
        write(pen, box.left - 8, pen.y(tic.at) + 4, "end", (tic.text:gsub("^%-", "\u{2212}")))
    end
    for _, tic in ipairs(figures.tics(panel.x, math.max(2, pen.width // (panel.x.is_counted and 30 or 80)))) do
        pen.add('<path class="grid" d="M%s,%sV%s"/>', px(pen.x(tic.at)), px(box.bottom), px(box.top))
        if has_numbers then write(pen, pen.x(tic.at), box.bottom + 18, "middle", (tic.text:gsub("^%-", "\u{2212}"))) end
    end
end

-- What lies in the box behind the curves: events, lines that were asked for, limits.
local function draw_lines(pen)
    local box, figure, panel = pen.box, pen.figure, pen.panel
    for _, at in ipairs(figures.marks(figure, panel)) do
        pen.add('<path class="event" d="M%s,%sV%s"/>', px(pen.x(at)), px(box.bottom), px(box.top))
    end
    for _, one in ipairs(figure.lines.x) do
        if one.at >= panel.x.low and one.at <= panel.x.high then
            pen.add('<path class="line" d="M%s,%sV%s"/>', px(pen.x(one.at)), px(box.bottom), px(box.top))
            if one.name ~= "" then write(pen, pen.x(one.at) + 4, box.top + 12, nil, figures.clean(one.name, figure)) end
        end
    end
    for _, list in ipairs {figure.lines.y, panel.lines or {}} do
        for _, one in ipairs(list) do
            if one.at >= panel.y.low and one.at <= panel.y.high then
                pen.add('<path class="line%s" d="M%s,%sH%s"/>', one.colour and " c" .. one.colour or "", px(box.left), px(pen.y(one.at)), px(box.right))
                if one.name ~= "" then write(pen, box.right - 4, pen.y(one.at) - 4, "end", figures.clean(one.name, figure)) end
            end
        end
    end
end

-- A box seen from a corner.
local ANCHORS <const> = {left = "start", right = "end"}

local function draw_guides(pen)
    local parts = {}
    for i, guide in ipairs(pen.panel.guides) do
        parts[i] = ("M%s,%sL%s,%s"):format(px(pen.x(guide[1])), px(pen.y(guide[2])), px(pen.x(guide[3])), px(pen.y(guide[4])))
    end
    pen.add('<path class="guide" d="%s"/>', table.concat(parts))
    for _, note in ipairs(pen.panel.notes) do
        write(pen, pen.x(note.u), pen.y(note.v) + 4, ANCHORS[note.align], (figures.clean(note.text, pen.figure):gsub("^%-", "\u{2212}")))
    end
end

-- Curves, cut off at the box where the axes were given.
local function draw_curves(pen)
    local panel, box = pen.panel, pen.box
    if panel.x.is_set or panel.y.is_set then -- named by where it is: a page may hold several pictures
        local place = {px(box.left), px(box.top), px(pen.width), px(pen.height)}
        local name = "k" .. table.concat(place, "-")
        pen.add('<clipPath id="%s"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath><g clip-path="url(#%s)">', name, place[1], place[2], place[3],
            place[4], name)
    end
    for c, curve in ipairs(panel.curves) do
        if curve.fill then draw_fill(pen, curve, c) end
    end
    for c, curve in ipairs(panel.curves) do draw_curve(pen, curve, c) end
    if panel.x.is_set or panel.y.is_set then pen.add "</g>" end
end

local function draw_panel(pen, k)
    local figure, panel, box = pen.figure, pen.panel, pen.box
    local below = figures.x_label(figure, k)
    if panel.is_bare then
        draw_guides(pen)
    else
        draw_tics(pen, below ~= nil)
        if panel.cells then draw_cells(pen, panel.cells) end
        draw_lines(pen)
        pen.add('<path class="axis" d="M%s,%sV%sH%s"/>', px(box.left), px(box.top), px(box.bottom), px(box.right))
    end
    draw_curves(pen)
    local middle = px((box.top + box.bottom) / 2)
    pen.add('<text x="18" y="%s" text-anchor="middle" transform="rotate(-90 18 %s)">%s</text>', middle, middle, escape(figures.heading(panel, figure)))
    if below then write(pen, (box.left + box.right) / 2, box.bottom + 40, "middle", figures.clean(below, figure)) end
    if panel.cells then draw_strip(pen, panel.cells) else draw_legend(pen) end
end

-- The text of the picture.
function svg.of(figure)
    local layout, lines = figures.layout(figure), {}
    local function add(line, ...) lines[#lines + 1] = select("#", ...) > 0 and line:format(...) or line end
    add('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">', layout.width, layout.height, layout.width, layout.height)
    add("<style>%s</style>", styles(figure.theme or "auto"))
    add('<rect class="back" width="%d" height="%d"/>', layout.width, layout.height)
    if figure.title then
        add('<text class="t" x="%s" y="26" text-anchor="middle">%s</text>', px(layout.width / 2), escape(figures.clean(figure.title, figure, 200)))
    end
    for k, panel in ipairs(figure.panels) do
        local box = figures.box(layout, k, #figure.panels)
        if panel.is_bare or figure.equal then figures.equalise(panel, box.right - box.left, box.bottom - box.top) end
        draw_panel(pen_of(add, figure, panel, box), k)
    end
    add "</svg>"
    return table.concat(lines, "\n") .. "\n"
end

return svg
