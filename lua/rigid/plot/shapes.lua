-- What is drawn otherwise than point by point, made into lines before any drawer sees it: steps, bars, histograms, curves in space;
-- and what has no place on a logarithmic axis, made gaps. After this a curve is lines, points or both.
local figures = require "rigid.plot.figure"
local thin = require "rigid.plot.thin"

local shapes = {}

local is_gap <const>, NONE <const> = thin.is_gap, 0 / 0

-- A curve like another, with other points.
local function redrawn(curve, x, y, fill)
    return {name = curve.name, x = x, y = y, fill = fill, colour = curve.colour, dash = curve.dash, stands = curve.stands, style = "lines"}
end

-- ---- steps and bars -------------------------------------------------------------------------------------------------

-- Level up to the next point, then up or down.
local function stepped(curve)
    local x, y, fill = {}, {}, type(curve.fill) == "table" and {} or curve.fill
    local function add(at, value, i)
        x[#x + 1], y[#y + 1] = at, value
        if type(fill) == "table" then fill[#x] = curve.fill[i] end
    end
    for i = 1, #curve.x do
        if i > 1 and not is_gap(curve.y[i - 1]) and not is_gap(curve.y[i]) then add(curve.x[i], curve.y[i - 1], i - 1) end
        add(curve.x[i], curve.y[i], i)
    end
    return redrawn(curve, x, y, fill)
end

-- Boxes from left[i] to right[i] as high as heights[i], standing on zero.
local function boxes(curve, left, right, heights)
    local x, y = {}, {}
    for i, height in ipairs(heights) do
        if not is_gap(height) and not is_gap(left[i]) then
            local n = #x
            x[n + 1], x[n + 2], x[n + 3], x[n + 4], x[n + 5] = left[i], left[i], right[i], right[i], NONE
            y[n + 1], y[n + 2], y[n + 3], y[n + 4], y[n + 5] = 0.0, height, height, 0.0, NONE
        end
    end
    curve.stands = 0.0
    return redrawn(curve, x, y, 0.0)
end

-- The least distance between two numbers of the curves.
local function least_distance(curves)
    local all, least = {}, math.huge
    for _, curve in ipairs(curves) do
        for _, x in ipairs(curve.x) do all[#all + 1] = not is_gap(x) and x or nil end
    end
    table.sort(all)
    for i = 2, #all do least = all[i] > all[i - 1] and math.min(least, all[i] - all[i - 1]) or least end
    return least < math.huge and least or 1.0
end

-- A bar at each x; those of several curves beside each other.
local function bars(panel)
    local count, width = #panel.curves, 0.8 * least_distance(panel.curves) / #panel.curves
    for c, curve in ipairs(panel.curves) do
        local left, right = {}, {}
        for i, x in ipairs(curve.x) do
            left[i] = x + (c - 1 - count / 2) * width
            right[i] = left[i] + width
        end
        panel.curves[c] = boxes(curve, left, right, curve.y)
    end
end

-- ---- histograms -----------------------------------------------------------------------------------------------------

local MOST_BINS <const> = 100

-- How many bins: of the width of Freedman and Diaconis [1981], twice the middle half over the cube root of how many there are.
local function bins_of(sorted)
    local n = #sorted
    local range, middle = sorted[n] - sorted[1], sorted[math.ceil(0.75 * n)] - sorted[math.ceil(0.25 * n)]
    local width = 2 * middle / n ^ (1 / 3)
    local count = width > 0 and math.ceil(range / width) or math.ceil(math.log(n, 2) + 1)
    return math.max(1, math.min(MOST_BINS, count))
end

local function finite_of(curves)
    local all = {}
    for _, curve in ipairs(curves) do
        for _, y in ipairs(curve.y) do all[#all + 1] = not is_gap(y) and y or nil end
    end
    table.sort(all)
    return all
end

-- How many of each curve's numbers fall between edges that all share; the last bin has its upper edge.
local function histogram(panel, figure)
    local all = finite_of(panel.curves)
    if #all == 0 then return end
    local low, high, count = all[1], all[#all], figure.bins or bins_of(all)
    if low == high then low, high, count = low - 0.5, high + 0.5, figure.bins or 1 end
    for c, curve in ipairs(panel.curves) do
        local counts, left, right = {}, {}, {}
        for k = 1, count do
            counts[k], left[k], right[k] = 0, low + (k - 1) / count * (high - low), low + k / count * (high - low)
        end
        for _, y in ipairs(curve.y) do
            local k = not is_gap(y) and math.min(count, (y - low) / (high - low) * count // 1 + 1 | 0)
            if k then counts[k] = counts[k] + 1 end
        end
        panel.curves[c] = boxes(curve, left, right, counts)
    end
    panel.x_label = figure.x_label or figures.heading(panel, figure)
    panel.label, panel.unit, panel.lines = "count", "", {}
end

-- ---- curves in space ------------------------------------------------------------------------------------------------

-- From where one looks: 60 degrees to the left of the x axis, 30 above the floor; so x goes right, y away, z up.
local AZIMUTH <const>, ELEVATION <const> = math.rad(-60), math.rad(30)
local U <const> = {-math.sin(AZIMUTH), math.cos(AZIMUTH), 0}
local V <const> = {-math.sin(ELEVATION) * math.cos(AZIMUTH), -math.sin(ELEVATION) * math.sin(AZIMUTH), math.cos(ELEVATION)}
local AXES <const> = {"x", "y", "z"}

local function seen(p) return U[1] * p[1] + U[2] * p[2] + U[3] * p[3], V[1] * p[1] + V[2] * p[2] + V[3] * p[3] end

-- The box around all points: for each axis {low, high, size =, tics =}. Sizes are alike, or, where the units are, as they are.
local function box_of(panel)
    local box, longest = {}, 0
    for k, name in ipairs(AXES) do
        local low, high = math.huge, -math.huge
        for _, curve in ipairs(panel.curves) do
            for i, value in ipairs(curve[name]) do
                if not (is_gap(curve.x[i]) or is_gap(curve.y[i]) or is_gap(curve.z[i])) then low, high = math.min(low, value), math.max(high, value) end
            end
        end
        if low > high then return nil end
        box[k] = {low, high}
        longest = math.max(longest, high - low)
    end
    if longest == 0 then longest = math.max(1.0, math.abs(box[1][1]), math.abs(box[2][1]), math.abs(box[3][1])) end
    for _, side in ipairs(box) do -- never flat, so that one sees where it lies
        local least, middle = panel.space == "equal" and 0.3 * longest or side[1] == side[2] and 1.0 or 0, 0.5 * (side[1] + side[2])
        if side[2] - side[1] < least then side[1], side[2] = middle - least / 2, middle + least / 2 end
        side.size = panel.space == "equal" and (side[2] - side[1]) / longest or 1.0
        side.tics = figures.tics({low = side[1], high = side[2]}, math.max(2, math.ceil(5 * side.size)))
    end
    return box
end

-- A point of the box, by shares of its sides; beyond 0..1 it is outside.
local function corner(box, a, b, c) return seen {a * box[1].size, b * box[2].size, c * box[3].size} end

local function share(side, value) return (value - side[1]) / (side[2] - side[1]) end

-- The lines of the floor and of the two walls behind, and the numbers along three edges.
local function furnish(panel, box, labels)
    local guides, notes = {}, {}
    local function line(a, b, is_edge)
        local u1, v1 = corner(box, a[1], a[2], a[3])
        local u2, v2 = corner(box, b[1], b[2], b[3])
        guides[#guides + 1] = {u1, v1, u2, v2, is_edge = is_edge}
    end
    local function note(at, text, align, side)
        local u, v = corner(box, at[1], at[2], at[3])
        local is_inner = side and text ~= side.tics[1].text and text ~= side.tics[#side.tics].text
        notes[#notes + 1] = {u = u, v = v, text = text, align = align, is_inner = is_inner}
    end
    for _, tic in ipairs(box[1].tics) do
        local s = share(box[1], tic.at)
        line({s, 0, 0}, {s, 1, 0})
        line({s, 1, 0}, {s, 1, 1})
        note({s, -0.07, 0}, tic.text, "right", box[1])
    end
    for _, tic in ipairs(box[2].tics) do
        local s = share(box[2], tic.at)
        line({0, s, 0}, {1, s, 0})
        line({0, s, 0}, {0, s, 1})
        note({1.05, s, 0}, tic.text, "left", box[2])
    end
    for _, tic in ipairs(box[3].tics) do
        local s = share(box[3], tic.at)
        line({0, 0, s}, {0, 1, s})
        line({0, 1, s}, {1, 1, s})
        note({-0.03, -0.03, s}, tic.text, "right", box[3])
    end
    for _, edge in ipairs {{{0, 0, 0}, {1, 0, 0}}, {{1, 0, 0}, {1, 1, 0}}, {{0, 0, 0}, {0, 0, 1}}} do line(edge[1], edge[2], true) end
    note({0.5, -0.22, 0}, labels[1], "right")
    note({1.16, 0.5, 0}, labels[2], "left")
    note({-0.04, -0.04, 1 + 0.12 / box[3].size}, labels[3], "right")
    panel.guides, panel.notes = guides, notes
end

-- How far the picture of the box reaches, with room for its numbers.
local function bounds_of(panel)
    local low, high = {math.huge, math.huge}, {-math.huge, -math.huge}
    for _, guide in ipairs(panel.guides) do
        for k = 1, 2 do
            low[k], high[k] = math.min(low[k], guide[k], guide[k + 2]), math.max(high[k], guide[k], guide[k + 2])
        end
    end
    local room_x, room_y = 0.16 * (high[1] - low[1]), 0.1 * (high[2] - low[2])
    return {low = low[1] - room_x, high = high[1] + room_x}, {low = low[2] - room_y, high = high[2] + room_y}
end

-- A panel of curves with z, as one sees them from a corner.
local function project(panel)
    local box = box_of(panel)
    if not box then return end
    for c, curve in ipairs(panel.curves) do
        local x, y = {}, {}
        for i = 1, #curve.x do
            x[i], y[i] = corner(box, share(box[1], curve.x[i]), share(box[2], curve.y[i]), share(box[3], curve.z[i]))
        end
        local style = curve.style
        panel.curves[c] = redrawn(curve, x, y)
        panel.curves[c].style = style
    end
    furnish(panel, box, panel.labels or {"x", "y", "z"})
    panel.is_bare, panel.x_label = true, ""
    panel.x_bounds, panel.y_bounds = bounds_of(panel)
end

-- ---- all ------------------------------------------------------------------------------------------------------------

-- Numbers that a logarithmic axis has no place for become gaps.
local function above_zero(curve, kind)
    local list = {}
    for i, value in ipairs(curve[kind]) do list[i] = value > 0 and value or NONE end
    curve[kind] = list
end

-- Whether some point stands alone between gaps, where a line would not show it.
local function has_lone_point(x, y)
    local run = 0
    for i = 1, #x + 1 do
        local there = i <= #x and not is_gap(x[i]) and not is_gap(y[i])
        if not there and run == 1 then return true end
        run = there and run + 1 or 0
    end
    return false
end

local AS <const> = {lines = "lines", points = "points", scatter = "points", both = "both"}

local function finish_curve(curve, figure)
    if figure.style == "steps" and not curve.z then curve = stepped(curve) end
    for _, kind in ipairs {"x", "y"} do
        if figure[kind .. "_scale"] == "log" then above_zero(curve, kind) end
    end
    curve.style = curve.style or AS[figure.style] or "lines"
    if curve.style == "lines" and has_lone_point(curve.x, curve.y) then curve.style = "both" end
    return curve
end

-- Make of the panels what is drawn; figure.lines = {x =, y =} are those of the whole figure.
function shapes.prepare(figure)
    figure.lines = {x = figure.x_lines or {}, y = figure.y_lines or {}}
    for _, panel in ipairs(figure.panels) do
        for c, curve in ipairs(panel.curves) do
            curve.fill = curve.fill or figure.fill
            panel.curves[c] = finish_curve(curve, figure)
        end
        if panel.space then
            project(panel)
        elseif not panel.cells and figure.style == "bars" then
            bars(panel)
        elseif not panel.cells and figure.style == "histogram" then
            histogram(panel, figure)
        end
    end
end

return shapes
