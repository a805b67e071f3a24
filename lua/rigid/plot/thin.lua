-- Fewer points that draw the same line. Where x never decreases, the plot is cut into columns as narrow as the picture can
-- show, and of the points in one column four are kept: the first, the lowest, the highest and the last. What a line through
-- them covers is what a line through all would cover [Jugel et al. 2014, M4]. Gaps stay where they were.
local thin = {}

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

-- The lists x and y with no more than about four points in each of so many columns.
function thin.columns(x, y, columns)
    local n = #x
    if n <= 4 * columns or not never_decreases(x) or x[n] == x[1] then return x, y end
    local scale, kept, i = columns / (x[n] - x[1]), {}, 1
    while i <= n do
        local gap, column, j = is_gap(y[i]), (x[i] - x[1]) * scale // 1, i
        while j < n and is_gap(y[j + 1]) == gap and (x[j + 1] - x[1]) * scale // 1 == column do j = j + 1 end
        if gap then kept[#kept + 1] = i else keep_extremes(y, i, j, kept) end
        i = j + 1
    end
    local fewer_x, fewer_y = {}, {}
    for k, index in ipairs(kept) do fewer_x[k], fewer_y[k] = x[index], y[index] end
    return fewer_x, fewer_y
end

return thin
