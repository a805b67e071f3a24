-- A figure as a script for gnuplot: panels above each other over one x axis, each with its legend at the right. Every text
-- of a caller's is within single quotes, where gnuplot knows no escape, no command and no macro; what is no printable UTF-8
-- is made so before, and quotes are kept out. A figure: {title =, x_label =, panels =, marks = {x, ...}, style =, legend =, size = {w, h}}.
local terminal = require "rigid.plot.terminal"
local thin = require "rigid.plot.thin"

local script = {}

local LONGEST <const> = 48 -- letters of a name
local MOST_IN_LEGEND <const> = 40
local MOST_MARKS <const> = 200
local MOST_PANELS <const> = 40
local TALLEST <const> = 900 -- lines of a text: gnuplot draws none of more than about a thousand
local FLAT <const> = 1e-7 -- what varies by less than this of itself is drawn as a constant: no label could tell it apart
local LARGEST <const> = 1e300 -- beyond it gnuplot's own sums overflow

-- After Okabe and Ito [2008]: told apart by the colour-blind, dark enough on white.
local COLOURS = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6f4fb0", "#444444"}

-- ---- texts ----------------------------------------------------------------------------------------------------------

local function letters(text) return utf8.len(text) end

-- Valid UTF-8 without control characters, in one line, cut where it is long; ASCII where asked for.
local function clean(text, figure, longest)
    if not utf8.len(text) then text = text:gsub("[\128-\255]", "?") end
    text = text:gsub("%c", " "):gsub("\xEF\xBF[\xBE\xBF]", "?") -- U+FFFE and U+FFFF are no characters, in XML either
    if figure.ascii then text = terminal.ascii(text) end
    longest = longest or LONGEST
    if letters(text) > longest then
        text = text:sub(1, utf8.offset(text, longest - 2) - 1) .. "..."
    end
    return text
end

-- Within single quotes gnuplot knows no escape but a doubled quote, and looks for commands between backquotes where it has
-- lost count of those. Neither is let in: letters that look like them go instead, and script.restore puts them back.
local STAND_IN <const> = {["'"] = "\u{2019}", ["`"] = "\u{2CB}"}

local function quoted(text) return "'" .. text:gsub("['`]", STAND_IN) .. "'" end

-- What was drawn as characters, with the quotes that were meant.
function script.restore(picture)
    for mark, letter in pairs(STAND_IN) do picture = picture:gsub(letter, mark) end
    return picture
end

-- All digits, with a point whatever the locale.
local function digits(x) return (("%.17g"):format(x):gsub("[^%d%-+e]", ".")) end

-- ---- ranges ---------------------------------------------------------------------------------------------------------

local function widen(low, high)
    if high - low > FLAT * math.max(math.abs(low), math.abs(high)) then return low, high end
    local middle = 0.5 * low + 0.5 * high
    local half = middle == 0 and 1 or 0.1 * math.abs(middle)
    return middle - half, middle + half, true
end

-- The least and the greatest of a kind ("x", "y") in the panels; nil where there is no finite number.
local function span(panels, kind)
    local low, high = math.huge, -math.huge
    for _, panel in ipairs(panels) do
        for _, curve in ipairs(panel.curves) do
            for i, value in ipairs(curve[kind]) do
                if not thin.is_gap(value) and not thin.is_gap(curve[kind == "x" and "y" or "x"][i]) then
                    low, high = math.min(low, value), math.max(high, value)
                end
            end
        end
    end
    if low <= high then return low, high end
end

-- nil, or why this cannot be drawn.
function script.obstacle(panels)
    if #panels > MOST_PANELS then return ("%d panels are too many for one picture; at most %d"):format(#panels, MOST_PANELS) end
    local low, high = span(panels, "x")
    if not low then return "nothing to draw: no point is finite" end
    local y_low, y_high = span(panels, "y")
    local largest = math.max(math.abs(low), math.abs(high), math.abs(y_low), math.abs(y_high))
    if largest > LARGEST then return ("a number of size %.3g is too large to draw"):format(largest) end
end

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

-- Whether some point stands alone between gaps, where a line would not show it.
local function has_lone_point(x, y)
    local run = 0
    for i = 1, #x + 1 do
        local there = i <= #x and not thin.is_gap(x[i]) and not thin.is_gap(y[i])
        if not there and run == 1 then return true end
        run = there and run + 1 or 0
    end
    return false
end

local STYLES = {lines = "lines", points = "points pt 7 ps 0.5", both = "linespoints pt 7 ps 0.5", steps = "steps"}
script.styles = {"lines", "points", "both", "steps", lines = 1, points = 2, both = 3, steps = 4}

local function style_of(figure, curve)
    return figure.style == "lines" and has_lone_point(curve.x, curve.y) and "both" or figure.style
end

local function drawing(figure, curve, is_text)
    local style = STYLES[style_of(figure, curve)]
    return is_text and style:gsub("pt 7 ps 0.5", "pt 'o'") or style
end

-- ---- layout ---------------------------------------------------------------------------------------------------------

-- What a panel is called: "energy [J]".
local function heading(panel, figure)
    local unit = panel.unit ~= "" and ("[%s]"):format(panel.unit) or ""
    local label = clean(panel.label, figure, LONGEST)
    return clean(label .. (label ~= "" and unit ~= "" and " " or "") .. unit, figure, LONGEST + 12)
end

local function has_names(panel, figure)
    if figure.legend ~= nil then return figure.legend end
    local first = panel.curves[1]
    return first.name ~= "" and (#panel.curves > 1 or panel.label == "")
end

local function widest_name(figure)
    local widest = 0
    for _, panel in ipairs(figure.panels) do
        for _, curve in ipairs(has_names(panel, figure) and panel.curves or {}) do
            widest = math.max(widest, letters(clean(curve.name, figure, figure.longest)))
        end
    end
    return widest
end

local function longest_legend(figure)
    local count = 0
    for _, panel in ipairs(figure.panels) do count = math.max(count, has_names(panel, figure) and #panel.curves or 0) end
    return math.min(count, MOST_IN_LEGEND)
end

-- How large the picture is to be, unless its size is given, and where the panels stand in it: pixels or characters.
local function text_layout(figure)
    local panels, columns = #figure.panels, figure.size and figure.size[1] or figure.columns
    figure.longest = math.max(6, columns // 4)
    local right, between = widest_name(figure), 1
    for _, panel in ipairs(figure.panels) do between = heading(panel, figure) ~= "" and 2 or between end
    local height = math.max(12, math.min(longest_legend(figure) + 3, TALLEST // panels - between))
    return {
        width = columns, height = figure.size and figure.size[2] or panels * (height + between) + 3 + (figure.title and 2 or 0),
        left = 10, right = right > 0 and right + 9 or 3, top = figure.title and 1 or 0, bottom = 4, between = between,
    }
end

local function picture_layout(figure)
    local panels, right = #figure.panels, widest_name(figure)
    local height = math.max(190, longest_legend(figure) * 18 + 30)
    return {
        width = figure.size and figure.size[1] or 900,
        height = figure.size and figure.size[2] or panels * (height + 16) + 70 + (figure.title and 28 or 0),
        left = 88, right = right > 0 and 7.5 * right + 62 or 24, top = figure.title and 42 or 14, bottom = 56, between = 16,
    }
end

-- Where panel k has its edges, as shares of the picture.
local function edges(layout, k, count)
    local inner = layout.height - layout.top - layout.bottom - layout.between * (count - (layout.is_text and 0 or 1))
    local height = inner / count
    local top = layout.height - layout.top - (k - 1) * (height + layout.between) - (layout.is_text and layout.between or 0)
    return layout.left / layout.width, 1 - layout.right / layout.width, (top - height) / layout.height, top / layout.height
end

-- ---- the script -----------------------------------------------------------------------------------------------------

local TERMINALS = {
    svg = "svg size %d,%d noenhanced font 'DejaVu Sans,Helvetica,Arial,sans-serif' fontscale 1 background '#ffffff' rounded",
    png = "pngcairo size %d,%d noenhanced font 'sans,10' background '#ffffff' rounded",
    sixel = "sixelgd size %d,%d noenhanced truecolor font 'sans,10'",
    text = "dumb size %d,%d noenhanced nofeed mono",
    colour = "dumb size %d,%d noenhanced nofeed ansi256",
}

local function begin(figure, layout)
    local lines = {
        "set encoding utf8", "set terminal " .. TERMINALS[figure.kind]:format(layout.width, layout.height),
        "set samples 2", "set tics nomirror out", "set border 3",
    }
    local function add(line, ...) lines[#lines + 1] = line:format(...) end
    for i = 1, MOST_IN_LEGEND do
        local colour = COLOURS[(i - 1) % #COLOURS + 1]
        add("set linetype %d lc rgb '%s' lw 1.8 dt %d", i, colour, (i - 1) // #COLOURS % 4 + 1)
    end
    add("set linetype cycle %d", MOST_IN_LEGEND)
    if layout.is_text then
        add "set tics scale 0"
    else
        add "set border 3 lc rgb '#888888'"
        add "set grid xtics ytics lc rgb '#e4e4e4' lt 1 lw 1 dt 1"
        add "set tics textcolor rgb '#333333' scale 0.5"
    end
    return lines, add
end

-- 1, 2 or 5 times a power of ten: the least that parts the range into no more than so many.
local function nice_step(range, most)
    local power = 10.0 ^ math.floor(math.log(range / most, 10))
    for _, factor in ipairs {1, 2, 5} do
        if range / (factor * power) <= most then return factor * power end
    end
    return 10 * power
end

-- The range of y and its tics. In a picture they are left to gnuplot, but for what does not vary; in a text two tics that
-- are to stand in one line would hide each other, so that they are set at least two lines apart.
local function add_y_axis(add, panel, layout, rows)
    local low, high = span({panel}, "y")
    local from, to, is_flat = widen(low or -1, high or 1)
    if layout.is_text then
        local step = nice_step(to - from, math.max(1, rows / 2))
        local grain = step / 5
        add("set yrange [%s:%s]", digits(math.floor(from / grain) * grain), digits(math.ceil(to / grain) * grain))
        add("set ytics %s", digits(step))
    elseif is_flat or not low then
        add("set yrange [%s:%s]", digits(from), digits(to))
    else
        add "set yrange [*:*]"
    end
end

-- Where events were: thin lines from bottom to top.
local function mark(add, figure)
    for i = 1, math.min(#figure.marks, MOST_MARKS) do
        add("set arrow %d from %s, graph 0 to %s, graph 1 nohead back lc rgb '#999999' lw 1 dt 3", i, digits(figure.marks[i]),
            digits(figure.marks[i]))
    end
end

local function add_panel(add, figure, layout, k)
    local panel, count = figure.panels[k], #figure.panels
    local left, right, bottom, top = edges(layout, k, count)
    for side, share in pairs {l = left, r = right, b = bottom, t = top} do
        add("set %smargin at screen %s", side, digits(share))
    end
    add_y_axis(add, panel, layout, (top - bottom) * layout.height)
    if layout.is_text then
        add("set label 1 %s at graph 0, graph 1 offset character 0, 1 left", quoted(heading(panel, figure)))
    else
        add("set ylabel %s offset 0,0", quoted(heading(panel, figure)))
    end
    if has_names(panel, figure) then
        add("set key at screen %s, screen %s left top Left reverse noautotitle samplen %s spacing 1.1 vertical maxrows %d",
            digits(right + (layout.is_text and 1 or 8) / layout.width), digits(top), layout.is_text and "2" or "1.6", MOST_IN_LEGEND)
    else
        add "unset key"
    end
    if k == count then
        add "set format x '%%h'"
        add("set xlabel %s", quoted(clean(figure.x_label, figure)))
    else
        add "set format x ''"
    end
    local parts, height = {}, (top - bottom) * layout.height
    local most = has_names(panel, figure) and math.min(MOST_IN_LEGEND, height // (layout.is_text and 1 or 17)) or 0
    for c, curve in ipairs(panel.curves) do
        local named = c <= most
        local title = named and (layout.is_text and " " or "") .. clean(curve.name, figure, figure.longest) or ""
        parts[c] = ("$p%dc%d using 1:2 with %s lt %d title %s"):format(k, c, drawing(figure, curve, layout.is_text), c, quoted(title))
    end
    add("plot %s", table.concat(parts, ", "))
end

-- The script of a figure of a kind: "svg", "png", "sixel", "text" or "colour".
function script.of(figure)
    local is_text = figure.kind == "text" or figure.kind == "colour"
    local layout = (is_text and text_layout or picture_layout)(figure)
    layout.is_text = is_text
    local lines, add = begin(figure, layout)
    for k, panel in ipairs(figure.panels) do
        for c, curve in ipairs(panel.curves) do
            block(lines, ("$p%dc%d"):format(k, c), thin.columns(curve.x, curve.y, 2 * layout.width))
        end
    end
    local low, high = widen(span(figure.panels, "x"))
    add("set multiplot")
    if figure.title then
        add("set label 2 %s at screen 0.5, screen %s center%s", quoted(clean(figure.title, figure, 200)),
            digits(1 - (is_text and 0.5 or 22) / layout.height), is_text and "" or " font ',13'")
    end
    add("set xrange [%s:%s]", digits(low), digits(high))
    mark(add, figure)
    for k = 1, #figure.panels do
        add_panel(add, figure, layout, k)
        if k == 1 then add "unset label 2" end
    end
    add "unset multiplot"
    return table.concat(lines, "\n") .. "\n", layout
end

-- What another drawing of the same figure needs (svg.lua).
script.tools = {
    colours = COLOURS, most_in_legend = MOST_IN_LEGEND, most_marks = MOST_MARKS, clean = clean, span = span, widen = widen, heading = heading,
    has_names = has_names, layout = picture_layout, edges = edges, nice_step = nice_step, style = style_of,
}

return script
