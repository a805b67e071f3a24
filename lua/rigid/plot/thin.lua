-- Fewer points that draw the same line. Where x never decreases, the plot is cut into columns as narrow as the picture can
-- show, and of the points in one column four are kept: the first, the lowest, the highest and the last. What a line through
-- them covers is what a line through all would cover [Jugel et al. 2014, M4]. Of what is left, or of a line that goes to and fro,
-- points that lie a tenth of a pixel or less off the line through the others are left out [Douglas and Peucker 1973]. Gaps stay
-- where they were, and what has few points keeps them all.
local thin = {}

local FEW <const> = 500
local TOLERANCE <const> = 0.1
local PIECE <const> = 1024 -- points that are looked at together, so that no line takes long

-- Not a number to draw at: NaN or infinite.
local function is_gap(x) return x - x ~= 0 end
thin.is_gap = is_gap

-- The numbers of the points i..j to keep, all in one column, into the list kept.
local function keep_extremes(y, i, j, kept)
    local low, high = i, i
    for k = i + 1, j do
        if y[k] < y[low] then low = k end
        if y[k] > y[high] then high = k end
    end
    local order = {i, math.min(low, high), math.max(low, high), j}
    for n, k in ipairs(order) do
        if n == 1 or k ~= order[n - 1] then kept[#kept + 1] = k end
    end
end

local function never_decreases(x)
    local last = -math.huge
    for i = 1, #x do
        if is_gap(x[i]) or x[i] < last then return false end
        last = x[i]
    end
    return true
end

local function taken(list, kept)
    local fewer = {}
    for k, index in ipairs(kept) do fewer[k] = list[index] end
    return fewer
end

-- The numbers of the points to keep so that each of so many columns between the first x and the last has about four.
local function columns(x, y, count)
    local n = #x
    local scale, kept, i = count / (x[n] - x[1]), {}, 1
    while i <= n do
        local gap, column, j = is_gap(y[i]), (x[i] - x[1]) * scale // 1, i
        while j < n and is_gap(y[j + 1]) == gap and (x[j + 1] - x[1]) * scale // 1 == column do j = j + 1 end
        if gap then kept[#kept + 1] = i else keep_extremes(y, i, j, kept) end
        i = j + 1
    end
    return kept
end

-- Of the points i..j the one farthest from the line between these two, and how far it is.
local function farthest(x, y, i, j)
    local dx, dy = x[j] - x[i], y[j] - y[i]
    local length, most, where = math.sqrt(dx * dx + dy * dy), -1.0, nil
    for k = i + 1, j - 1 do
        local ex, ey = x[k] - x[i], y[k] - y[i]
        local along = length > 0 and (ex * dx + ey * dy) / (length * length) or 0
        if along < 0 then along = 0 elseif along > 1 then along = 1 end
        local off = math.sqrt((ex - along * dx) ^ 2 + (ey - along * dy) ^ 2)
        if off > most then most, where = off, k end
    end
    return most, where
end

-- Mark which points between i and j are needed.
local function mark_needed(x, y, i, j, needed)
    local stack = {i, j}
    needed[i], needed[j] = true, true
    while #stack > 0 do
        local last, first = table.remove(stack), table.remove(stack)
        local off, k = farthest(x, y, first, last)
        if off > TOLERANCE then
            needed[k] = true
            for _, end_of in ipairs {first, k, k, last} do stack[#stack + 1] = end_of end
        end
    end
end

-- The numbers of the points, in pixels, without which the line would not look the same; of a gap one.
local function needed_of(x, y)
    local needed, kept, i, n = {}, {}, 1, #x
    while i <= n do
        if is_gap(x[i]) or is_gap(y[i]) then
            needed[i], i = true, i + 1
        else
            local j = i
            while j < n and j < i + PIECE and not is_gap(x[j + 1]) and not is_gap(y[j + 1]) do j = j + 1 end
            mark_needed(x, y, i, j, needed)
            i = j > i and j < n and not (is_gap(x[j + 1]) or is_gap(y[j + 1])) and j or j + 1
        end
    end
    for k = 1, n do kept[#kept + 1] = needed[k] and k or nil end
    return kept
end

-- Lists x and y as pixels.
local function placed(list, place)
    local pixels = {}
    for i, value in ipairs(list) do pixels[i] = is_gap(value) and value or place(value) end
    return pixels
end

-- The lists x and y with fewer points where there are many. place_x and place_y take numbers to pixels; width is how many pixels x spans.
function thin.line(x, y, place_x, place_y, width)
    if #x <= FEW then return x, y end
    local kept = #x > 8 * width and never_decreases(x) and x[#x] > x[1] and columns(placed(x, place_x), y, 2 * width // 1 | 0)
    if kept then x, y = taken(x, kept), taken(y, kept) end
    kept = needed_of(placed(x, place_x), placed(y, place_y))
    return taken(x, kept), taken(y, kept)
end

return thin
