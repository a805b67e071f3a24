-- What all drawings of a figure share, whoever draws it: texts made fit to stand anywhere, where axes begin and end, their tics, what
-- curves look like, and where panels stand in a picture. A figure is {title =, x_label =, panels =, marks = {x, ...}, legend =, size =
-- {w, h}, ...}; a panel {label =, unit =, x_label = where its x is its own, curves = {{name =, x =, y =, fill =, colour =, dash =}, ...},
-- lines = {{at =, name =}, ...}, cells = a heat map}; shapes.lua has made all that is drawn lines and points.
local colours = require "rigid.colours"
local terminal = require "rigid.plot.terminal"
local thin = require "rigid.plot.thin"

local figures = {}

local LONGEST <const> = 48 -- letters of a name
local MOST_PANELS <const> = 40
local FLAT <const> = 1e-7 -- what varies by less than this of itself is drawn as a constant: no label could tell it apart
local LARGEST <const> = 1e300 -- beyond it gnuplot's own sums overflow
local DASHES <const> = 5

figures.most_in_legend = 40 -- as many as differ in colour or dashes

-- ---- texts ----------------------------------------------------------------------------------------------------------

local function letters(text) return utf8.len(text) end

-- Valid UTF-8 without control characters, in one line, cut where it is long; ASCII where asked for.
function figures.clean(text, figure, longest)
    if not utf8.len(text) then text = text:gsub("[\128-\255]", "?") end
    text = text:gsub("%c", " "):gsub("\xEF\xBF[\xBE\xBF]", "?") -- U+FFFE and U+FFFF are no characters, in XML either
    if figure.ascii then text = terminal.ascii(text) end
    longest = longest or LONGEST
    if letters(text) > longest then
        text = text:sub(1, utf8.offset(text, longest - 2) - 1) .. "..."
    end
    return text
end

-- What a panel is called: "energy [J]".
function figures.heading(panel, figure)
    local unit = panel.unit ~= "" and ("[%s]"):format(panel.unit) or ""
    local label = figures.clean(panel.label, figure, LONGEST)
    return figures.clean(label .. (label ~= "" and unit ~= "" and " " or "") .. unit, figure, LONGEST + 12)
end

-- What stands under the axis of x: the panel's own words, or those of the figure under the last panel.
function figures.x_label(figure, k)
    return figure.panels[k].x_label or k == #figure.panels and figure.x_label or nil
end

local MOST_MARKS <const> = 200

-- Where the events stand in a panel over the axis of all.
function figures.marks(figure, panel)
    return panel.x_label and {} or table.move(figure.marks, 1, math.min(#figure.marks, MOST_MARKS), 1, {})
end

-- ---- what there is to see -------------------------------------------------------------------------------------------

-- Whether point i of a curve is to be seen.
local function is_there(curve, i) return not thin.is_gap(curve.x[i]) and not thin.is_gap(curve.y[i]) end

-- The least and the greatest of a kind ("x", "y") in the panels, of those points whose other number lies within limits; nil
-- where there is no finite number.
local function span(panels, kind, within)
    local low, high, other = math.huge, -math.huge, kind == "x" and "y" or "x"
    local function take(value)
        if value < low then low = value end
        if value > high then high = value end
    end
    for _, panel in ipairs(panels) do
        for _, curve in ipairs(panel.curves) do
            for i, value in ipairs(curve[kind]) do
                if is_there(curve, i) and (not within or curve[other][i] >= within[1] and curve[other][i] <= within[2]) then
                    take(value)
                    local base = kind == "y" and type(curve.fill) == "table" and curve.fill[i]
                    if base and not thin.is_gap(base) then take(base) end
                end
            end
        end
        for _, side in ipairs(panel.cells and {1, 2} or {}) do take(panel.cells[kind][side == 1 and 1 or #panel.cells[kind]]) end
        for _, line in ipairs(kind == "y" and panel.lines or {}) do take(line.at) end
    end
    if low <= high then return low, high end
end

-- nil, or why this cannot be drawn.
function figures.obstacle(figure)
    local panels = figure.panels
    if #panels > MOST_PANELS then return ("%d panels are too many for one picture; at most %d"):format(#panels, MOST_PANELS) end
    local low, high = span(panels, "x", figure.y_limits)
    if not low then
        local where = figure.x_limits and figure.y_limits and " within these limits" or ""
        local kind = (figure.x_scale == "log" or figure.y_scale == "log") and "finite and above zero, as a logarithmic axis needs it" or "finite"
        return ("nothing to draw: no point is %s%s"):format(kind, where)
    end
    local y_low, y_high = span(panels, "y")
    local largest = math.max(math.abs(low), math.abs(high), math.abs(y_low), math.abs(y_high))
    if largest > LARGEST then return ("a number of size %.3g is too large to draw"):format(largest) end
end

-- ---- axes -----------------------------------------------------------------------------------------------------------

-- An axis is {low =, high =, is_log =, is_flat = whether what it shows does not vary}.
local function widened(low, high)
    if high - low > FLAT * math.max(math.abs(low), math.abs(high)) then return {low = low, high = high} end
    local middle = 0.5 * low + 0.5 * high
    local half = middle == 0 and 1 or 0.1 * math.abs(middle)
    return {low = middle - half, high = middle + half, is_flat = true}
end

-- Some room beside what is drawn, a share of its span; none on a side that holds.
local function with_room(axis, share, holds)
    if axis.is_flat then return axis end
    local room = share * (axis.high - axis.low)
    if holds ~= axis.low then axis.low = axis.low - room end
    if holds ~= axis.high then axis.high = axis.high + room end
    return axis
end

local function log_axis(low, high, share)
    local decades = math.log(high, 10) - math.log(low, 10) -- the quotient may overflow
    if decades < FLAT then low, high = low / 2, high * 2 end
    local room = 10.0 ^ (share * decades)
    return {low = math.max(low / room, 1 / LARGEST / LARGEST ^ 0.02), high = math.min(high * room, LARGEST * LARGEST ^ 0.02), is_log = true}
end

-- The axis of a kind over these panels, with a share of room beside what is drawn.
local function axis_of(figure, panels, kind, share)
    local limits, scale = figure[kind .. "_limits"], figure[kind .. "_scale"]
    if limits then
        if scale == "log" then return {low = limits[1], high = limits[2], is_log = true, is_set = true} end
        return {low = limits[1], high = limits[2], is_set = true}
    end
    local low, high = span(panels, kind, figure[(kind == "x" and "y" or "x") .. "_limits"])
    for _, line in ipairs(low and figure.lines[kind] or {}) do low, high = math.min(low, line.at), math.max(high, line.at) end
    if scale == "log" then return log_axis(low or 1, high or 10, share) end
    local base
    for _, curve in ipairs(panels[1].curves) do base = kind == "y" and curve.stands or base end
    return with_room(widened(low or -1, high or 1), share, base)
end

local function has_points(panel)
    for _, curve in ipairs(panel.curves) do
        if curve.style ~= "lines" then return true end
    end
    return false
end

local IN_PICTURE <const> = {x = 0.025, y = 0.05}

-- Give each panel its axes, panel.x and panel.y, with some room around what is drawn, unless bare.
function figures.set_axes(figure, is_text)
    local shared, with_points = {}, figure.x ~= nil
    for _, panel in ipairs(figure.panels) do
        if not panel.x_label then shared[#shared + 1], with_points = panel, with_points or has_points(panel) end
    end
    for _, panel in ipairs(figure.panels) do
        local own = panel.x_label and {panel} or shared
        local points = panel.x_label and has_points(panel) or not panel.x_label and with_points
        panel.x = panel.x_bounds or axis_of(figure, own, "x", points and not is_text and not panel.cells and IN_PICTURE.x or 0)
        panel.y = panel.y_bounds or axis_of(figure, {panel}, "y", not is_text and not panel.cells and IN_PICTURE.y or 0)
        if panel.cells then
            panel.x.is_counted, panel.y.is_counted, panel.y.is_down = panel.cells.counts_x, panel.cells.counts_y, panel.cells.counts_y
        end
    end
end

-- Where a number stands on an axis, from 0 to 1.
function figures.share(axis, value)
    if axis.is_log then return (math.log(value) - math.log(axis.low)) / (math.log(axis.high) - math.log(axis.low)) end
    local share = (value - axis.low) / (axis.high - axis.low)
    return axis.is_down and 1 - share or share
end

-- One scale for both axes, in a box so many units wide and high: the one that has room gets more.
function figures.equalise(panel, width, height)
    local x, y = panel.x, panel.y
    local unit = math.max((x.high - x.low) / width, (y.high - y.low) / height)
    for axis, size in pairs {[x] = width, [y] = height} do
        local more = (unit * size - (axis.high - axis.low)) / 2
        axis.low, axis.high = axis.low - more, axis.high + more
    end
end

-- 1, 2 or 5 times a power of ten: the least that parts the range into no more than so many.
local function nice_step(range, most)
    local power = 10.0 ^ math.floor(math.log(range / most, 10))
    for _, factor in ipairs {1, 2, 5} do
        if range / (factor * power) <= most then return factor * power end
    end
    return 10 * power
end
figures.nice_step = nice_step

-- How far its tics are apart: where rows or columns are counted, one at least.
function figures.step(axis, most) return math.max(axis.is_counted and 1 or 0, nice_step(axis.high - axis.low, most)) end

local MOST_TICS <const> = 50

local function linear_tics(axis, most)
    local step, list, scale = figures.step(axis, most), {}, axis.high - axis.low
    for k = math.ceil(axis.low / step - 1e-9), math.floor(axis.high / step + 1e-9) do
        local at = math.abs(k * step) < 1e-9 * scale and 0 or k * step
        list[#list + 1] = {at = at, text = ("%.6g"):format(at)}
        if #list > MOST_TICS then break end
    end
    return list
end

-- Powers of ten, and where these are few, twice and five times them.
local function log_tics(axis, most)
    local list, low, high = {}, math.log(axis.low, 10), math.log(axis.high, 10)
    local every, factors = math.max(1, math.ceil((high - low) / most)), high - low < 1.5 and {1, 2, 5} or {1}
    for power = math.floor(low), math.ceil(high) do
        for _, factor in ipairs(power % every == 0 and factors or {}) do
            local at = factor * 10.0 ^ power
            if at >= axis.low * (1 - 1e-9) and at <= axis.high * (1 + 1e-9) then list[#list + 1] = {at = at, text = ("%.6g"):format(at)} end
        end
    end
    return #list > 2 and list or linear_tics(axis, most)
end

-- The tics of an axis, about so many: {{at =, text =}, ...}.
function figures.tics(axis, most)
    return (axis.is_log and log_tics or linear_tics)(axis, most)
end

-- ---- curves ---------------------------------------------------------------------------------------------------------

-- The number of the colour and of the dashes of curve c of a panel, each from 1.
function figures.look(curve, c)
    return curve.colour or (c - 1) % #colours.light + 1, curve.dash or (c - 1) // #colours.light % DASHES + 1
end

-- The polygons between a curve and what it is filled to, {{x =, y =}, ...}: one for each run of points.
function figures.polygons(curve, x, y, low, fewer)
    local list, run = {}, nil
    for i = 1, #x do
        local base = type(curve.fill) == "table" and curve.fill[i] or curve.fill
        if thin.is_gap(x[i]) or thin.is_gap(y[i]) or thin.is_gap(base) then
            run = nil
        else
            run = run or {x = {}, y = {}, base = {}}
            if #run.x == 0 then list[#list + 1] = run end
            run.x[#run.x + 1], run.y[#run.y + 1], run.base[#run.base + 1] = x[i], y[i], math.max(base, low)
        end
    end
    for k, one in ipairs(list) do
        local above_x, above_y = fewer(one.x, one.y)
        local below_x, below_y = fewer(one.x, one.base)
        local all = {x = table.move(above_x, 1, #above_x, 1, {}), y = table.move(above_y, 1, #above_y, 1, {})}
        for i = #below_x, 1, -1 do all.x[#all.x + 1], all.y[#all.y + 1] = below_x[i], below_y[i] end
        list[k] = all
    end
    return list
end

-- ---- legends and layout ---------------------------------------------------------------------------------------------

function figures.has_names(panel, figure)
    if figure.legend ~= nil then return figure.legend and #panel.curves > 0 end
    local first = panel.curves[1]
    return first ~= nil and first.name ~= "" and (#panel.curves > 1 or panel.label == "")
end

function figures.widest_name(figure)
    local widest = 0
    for _, panel in ipairs(figure.panels) do
        for _, curve in ipairs(figures.has_names(panel, figure) and panel.curves or {}) do
            widest = math.max(widest, letters(figures.clean(curve.name, figure, figure.longest)))
        end
        if panel.cells then widest = math.max(widest, 8) end
    end
    return widest
end

function figures.longest_legend(figure)
    local count = 0
    for _, panel in ipairs(figure.panels) do count = math.max(count, figures.has_names(panel, figure) and #panel.curves or 0) end
    return math.min(count, figures.most_in_legend)
end

-- Whether panels have room between them for an axis of their own.
function figures.has_own_axes(figure)
    for k = 1, #figure.panels - 1 do
        if figure.panels[k].x_label then return true end
    end
    return false
end

local function is_square(figure)
    for _, panel in ipairs(figure.panels) do
        if panel.is_bare or panel.cells or figure.equal then return true end
    end
    return false
end

-- How large a picture is to be, unless its size is given, and where the panels stand in it, in pixels.
function figures.layout(figure)
    local panels, right, between = #figure.panels, figures.widest_name(figure), figures.has_own_axes(figure) and 64 or 16
    local height = math.max(is_square(figure) and 420 or 190, figures.longest_legend(figure) * 18 + 30)
    return {
        width = figure.size and figure.size[1] or 900,
        height = figure.size and figure.size[2] or panels * (height + between) + 74 + (figure.title and 28 or 0),
        left = 88, right = right > 0 and 7.5 * right + 62 or 24, top = figure.title and 42 or 14, bottom = 60, between = between,
    }
end

-- Where panel k has its edges, in pixels from the left and from the top.
function figures.box(layout, k, count)
    local inner = layout.height - layout.top - layout.bottom - layout.between * (count - 1)
    local top = layout.top + (k - 1) * (inner / count + layout.between)
    return {left = layout.left, right = layout.width - layout.right, top = top, bottom = top + inner / count}
end

return figures
