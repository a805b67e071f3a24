-- A figure as an SVG of our own, where there is no gnuplot: the same panels, ranges, colours and legends as script.lua asks for.
-- It follows the reader's theme, light or dark, and holds no script; every text of a caller's is escaped.
local script = require "rigid.plot.script"
local thin = require "rigid.plot.thin"

local svg = {}

local tools <const> = script.tools
local DASHES <const> = {"", "6 4", "2 3", "8 3 2 3"}
local DARK <const> = {"#56b4e9", "#e69f00", "#2fc99a", "#f09ccb", "#f0c75e", "#9ad4f5", "#b39cf0", "#b8b8b8"}

local STYLE <const> = [[
text{font:12px 'DejaVu Sans',Helvetica,Arial,sans-serif;fill:#333}.t{font-size:14px}.back{fill:#fff}.grid{stroke:#e4e4e4}
.axis{stroke:#888;fill:none}.event{stroke:#999;stroke-dasharray:3 3}.curve{fill:none;stroke-width:1.8;stroke-linejoin:round}
%s@media(prefers-color-scheme:dark){text{fill:#ccd2dc}.back{fill:#1b1f27}.grid{stroke:#2e3541}.axis{stroke:#7d8694}.event{stroke:#8a93a1}
%s}]]

local ENTITIES <const> = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;"}

local function escape(text) return (text:gsub("[&<>\"']", ENTITIES)) end

local function px(x) return (("%.2f"):format(x):gsub("%.?0+$", "")) end

-- The tics between two numbers, and how they are written.
local function tics(low, high, most)
    local step, list = tools.nice_step(high - low, most), {}
    for k = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) do
        if #list > 50 then break end
        list[#list + 1] = k * step
    end
    return list
end

local function written(x, step_scale)
    if math.abs(x) < 1e-9 * step_scale then x = 0 end
    return (("%.6g"):format(x):gsub("^%-", "\u{2212}"))
end

-- The lines that one curve is, as the data of a path; and the points that stand alone.
local function path_of(x, y, place_x, place_y, steps)
    local parts, open, last = {}, false, nil
    for i = 1, #x do
        if thin.is_gap(x[i]) or thin.is_gap(y[i]) then
            open = false
        else
            local at_x, at_y = px(place_x(x[i])), px(place_y(y[i]))
            if open and steps then parts[#parts + 1] = ("L%s,%s"):format(at_x, last) end
            parts[#parts + 1] = ("%s%s,%s"):format(open and "L" or "M", at_x, at_y)
            open, last = true, at_y
        end
    end
    return table.concat(parts)
end

-- How curve c is told from others.
local function drawn_as(c)
    local dash = DASHES[(c - 1) // #tools.colours % #DASHES + 1]
    return ('class="curve c%d"%s'):format((c - 1) % #tools.colours + 1, dash ~= "" and (' stroke-dasharray="%s"'):format(dash) or "")
end

local function draw_curve(add, figure, curve, c, place_x, place_y, width)
    local x, y = thin.columns(curve.x, curve.y, 2 * width)
    local style = tools.style(figure, curve)
    if style ~= "points" then
        add('<path %s d="%s"/>', drawn_as(c), path_of(x, y, place_x, place_y, style == "steps"))
    end
    if style == "points" or style == "both" then
        for i = 1, #x do
            if not thin.is_gap(x[i]) and not thin.is_gap(y[i]) then
                add('<circle class="p%d" cx="%s" cy="%s" r="2.2"/>', (c - 1) % #tools.colours + 1, px(place_x(x[i])), px(place_y(y[i])))
            end
        end
    end
end

local function draw_legend(add, figure, panel, x, y, height)
    local most = tools.has_names(panel, figure) and math.min(tools.most_in_legend, height // 17) or 0
    for c = 1, math.min(most, #panel.curves) do
        local at = y + 17 * c - 4
        add('<path %s d="M%s,%sh20"/>', drawn_as(c), px(x + 8), px(at - 4))
        add('<text x="%s" y="%s">%s</text>', px(x + 34), px(at), escape(tools.clean(panel.curves[c].name, figure, figure.longest)))
    end
end

-- One panel within its edges, in pixels.
local function draw_panel(add, figure, panel, box, range, is_last)
    local low, high = tools.span({panel}, "y")
    local from, to = tools.widen(low or -1, high or 1)
    local step = tools.nice_step(to - from, 8)
    from, to = math.floor(from / step + 1e-9) * step, math.ceil(to / step - 1e-9) * step
    local function place_x(x) return box.left + (x - range[1]) / (range[2] - range[1]) * (box.right - box.left) end
    local function place_y(y) return box.bottom - (y - from) / (to - from) * (box.bottom - box.top) end
    for _, y in ipairs(tics(from, to, math.max(2, (box.bottom - box.top) // 32))) do
        add('<path class="grid" d="M%s,%sH%s"/>', px(box.left), px(place_y(y)), px(box.right))
        add('<text x="%s" y="%s" text-anchor="end">%s</text>', px(box.left - 8), px(place_y(y) + 4), written(y, to - from))
    end
    for _, x in ipairs(tics(range[1], range[2], math.max(2, (box.right - box.left) // 80))) do
        add('<path class="grid" d="M%s,%sV%s"/>', px(place_x(x)), px(box.bottom), px(box.top))
        if is_last then add('<text x="%s" y="%s" text-anchor="middle">%s</text>', px(place_x(x)), px(box.bottom + 18), written(x, range[2] - range[1])) end
    end
    for i = 1, math.min(#figure.marks, tools.most_marks) do
        add('<path class="event" d="M%s,%sV%s"/>', px(place_x(figure.marks[i])), px(box.bottom), px(box.top))
    end
    add('<path class="axis" d="M%s,%sV%sH%s"/>', px(box.left), px(box.top), px(box.bottom), px(box.right))
    for c, curve in ipairs(panel.curves) do draw_curve(add, figure, curve, c, place_x, place_y, box.right - box.left) end
    local middle = (box.top + box.bottom) / 2
    add('<text x="18" y="%s" text-anchor="middle" transform="rotate(-90 18 %s)">%s</text>', px(middle), px(middle), escape(tools.heading(panel, figure)))
    draw_legend(add, figure, panel, box.right, box.top, box.bottom - box.top)
end

local function styles()
    local light, dark = {}, {}
    for c, colour in ipairs(tools.colours) do
        light[c] = (".c%d{stroke:%s}.p%d{fill:%s}"):format(c, colour, c, colour)
        dark[c] = (".c%d{stroke:%s}.p%d{fill:%s}"):format(c, DARK[c], c, DARK[c])
    end
    return STYLE:format(table.concat(light), table.concat(dark))
end

-- The text of the picture.
function svg.of(figure)
    local layout, lines = tools.layout(figure), {}
    local function add(line, ...) lines[#lines + 1] = line:format(...) end
    add('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">', layout.width, layout.height, layout.width, layout.height)
    add("<style>%s</style>", styles())
    add('<rect class="back" width="%d" height="%d"/>', layout.width, layout.height)
    if figure.title then
        add('<text class="t" x="%s" y="26" text-anchor="middle">%s</text>', px(layout.width / 2), escape(tools.clean(figure.title, figure, 200)))
    end
    local range = {tools.widen(tools.span(figure.panels, "x"))}
    for k, panel in ipairs(figure.panels) do
        local left, right, bottom, top = tools.edges(layout, k, #figure.panels)
        local box = {left = left * layout.width, right = right * layout.width, bottom = (1 - bottom) * layout.height, top = (1 - top) * layout.height}
        draw_panel(add, figure, panel, box, range, k == #figure.panels)
        if k == #figure.panels then
            local middle, label = px((box.left + box.right) / 2), escape(tools.clean(figure.x_label, figure))
            add('<text x="%s" y="%s" text-anchor="middle">%s</text>', middle, px(box.bottom + 40), label)
        end
    end
    add "</svg>"
    return table.concat(lines, "\n") .. "\n"
end

return svg
