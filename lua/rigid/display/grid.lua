-- Numbers in columns, as wide and high as there is room: all with the same number of decimals, as many as the digits that
-- are wanted of the largest, and enough to tell the smallest that matters from zero; with a common power of ten where they
-- are large or small; plain zero as "0", so that what was rounded away ("0.000") is told from what is not there. nan and
-- inf stand as they are. What does not fit is parted into blocks of columns, or left out, and the gap shown.
local letters = require "rigid.display.letters"

local grid = {}

local HUGE <const> = math.huge
local LARGEST <const>, SMALLEST <const> = 5, -2 -- powers of ten shown without a common factor
local WHOLE <const> = 9 -- digits of whole numbers shown as such
local FINER <const> = 3 -- decimals at most beyond what the largest asks for

local function is_finite(x) return x - x == 0 end

-- The power of ten of a number, after rounding to the digits.
local function power(x, digits)
    return tonumber(("%." .. digits - 1 .. "e"):format(x):match "e(.*)$")
end

local NOTHING <const> = 1e-10 -- of the largest number, what is rounding beside it

-- The format of a list of numbers: {factor = the common power of ten or 0, decimals}. hidden: how large the largest is of those that are left
-- out; beside it those of the list may be nothing but rounding.
local scale
function scale(list, digits, hidden)
    local largest, whole = 0, true
    for _, x in ipairs(list) do
        if is_finite(x) then
            largest = math.max(largest, math.abs(x))
            whole = whole and x == math.floor(x)
        end
    end
    if largest == 0 then return {factor = 0, decimals = 0} end
    if hidden and largest < NOTHING * hidden then return scale({hidden}, digits) end
    local top = power(largest, digits)
    if whole and top < WHOLE then return {factor = 0, decimals = 0} end
    local factor = (top >= LARGEST or top < SMALLEST) and top or 0
    local least = HUGE
    for _, x in ipairs(list) do
        local size = math.abs(x)
        if is_finite(x) and size > 0 and size >= largest * 10.0 ^ -(digits + 1) then least = math.min(least, size) end
    end
    local decimals = math.max(0, digits - 1 - (top - factor))
    return {factor = factor, decimals = math.max(decimals, math.min(decimals + FINER, 1 + factor - power(least, digits)))}
end

-- A number with the factor taken out of its digits, so that no rounding comes in between.
local function divided(x, factor)
    if factor == 0 then return x end
    local digits, exponent = ("%.17e"):format(x):match "^(.*)e(.*)$"
    return tonumber(digits .. "e" .. math.tointeger(tonumber(exponent)) - factor)
end

local function text_of(x, format)
    if x ~= x then return "nan" end
    if not is_finite(x) then return x > 0 and "inf" or "-inf" end
    if x == 0 then return "0" end
    return (("%." .. format.decimals .. "f"):format(divided(x, format.factor)):gsub("^%-(0%.?0*)$", "%1")) -- of what is rounded away no sign
end

-- Take away the zeros that all numbers of the list end with.
local function trim(texts)
    local shared = HUGE
    for _, text in ipairs(texts) do
        local zeros = text:match "^%-?%d+%.%d-(0*)$"
        if zeros then
            local decimals = #text:match "%.(%d+)$"
            shared = math.min(shared, #zeros == decimals and decimals + 1 or #zeros)
        elseif text:find "%." then
            shared = 0
        end
    end
    if shared == 0 or shared == HUGE then return end
    for i, text in ipairs(texts) do
        if text:find "%." then texts[i] = text:sub(1, #text - shared) end
    end
end

-- The numbers as texts, and the power of ten they are all to be multiplied with.
function grid.texts(list, digits, hidden)
    local format, texts = scale(list, digits, hidden), {}
    for i, x in ipairs(list) do texts[i] = text_of(x, format) end
    trim(texts)
    return texts, format.factor
end

-- ---- what is shown --------------------------------------------------------------------------------------------------

-- The indices from 1 to n, or where that is too many, the first and the last of them with a 0 between.
local function shown(n, most)
    local list, head = {}, n <= most and n or math.max(1, most // 2)
    for i = 1, head do list[i] = i end
    if n <= most then return list end
    list[#list + 1] = 0
    for i = n - math.max(0, most - 1 - head) + 1, n do list[#list + 1] = i end
    return list
end

local function pad(text, width) return (" "):rep(width - letters.length(text)) .. text end

local function mark_of(room) return room.unicode and "…" or "..." end

-- The numbers at(i, j) of those rows and columns as texts by row and column, and their common power of ten; hidden as in scale.
local function read(at, rows, columns, digits, hidden)
    local list = {}
    for _, i in ipairs(rows) do
        for _, j in ipairs(columns) do
            if i > 0 and j > 0 then list[#list + 1] = at(i, j) end
        end
    end
    local texts, factor = grid.texts(list, digits, hidden)
    local cells, k = {}, 0
    for r, i in ipairs(rows) do
        cells[r] = {}
        for _, j in ipairs(columns) do
            if i > 0 and j > 0 then
                k = k + 1
                cells[r][j] = texts[k]
            end
        end
    end
    return cells, factor
end

local function add_block(lines, cells, rows, columns, widths, labels, mark)
    local function line(label, entry)
        local words = {}
        for c, j in ipairs(columns) do words[c] = pad(entry(j), widths[j]) end
        lines[#lines + 1] = "  " .. label .. table.concat(words, "  ")
    end
    if labels[1] then
        line((" "):rep(#labels[1]), function(j) return j == 0 and mark or ("[%d]"):format(j) end)
    end
    for r, i in ipairs(rows) do
        line(labels[r] or "", function(j) return (i == 0 or j == 0) and mark or cells[r][j] end)
    end
end

-- The columns in blocks that fit into the width; each at least one.
local function blocks_of(columns, widths, room)
    local blocks, used = {{}}, 0
    for _, j in ipairs(columns) do
        local block = blocks[#blocks]
        if #block > 0 and used + widths[j] + 2 > room then
            block, used = {}, 0
            blocks[#blocks + 1] = block
        end
        block[#block + 1] = j
        used = used + widths[j] + 2
    end
    return blocks
end

-- How wide each column is, with its heading where it has one.
local function widths_of(cells, columns, headed)
    local widths = {}
    for _, j in ipairs(columns) do
        local width = j == 0 and 1 or headed and #tostring(j) + 2 or 1
        for _, row in ipairs(cells) do width = math.max(width, row[j] and #row[j] or 1) end
        widths[j] = width
    end
    return widths
end

-- "[7]  " before a row, for each of them; a gap says nothing.
local function row_labels(rows)
    local labels, widest = {}, #tostring(math.max(table.unpack(rows))) + 2
    for r, i in ipairs(rows) do
        local label = i == 0 and "" or ("[%d]"):format(i)
        labels[r] = label .. (" "):rep(widest - #label) .. "  "
    end
    return labels
end

-- How many lines there is room for, the prompt and a heading aside.
local function tall_of(room) return math.max(4, math.min(room.height - 4, 60)) end

local MOST_CELLS <const> = 200000 -- of a matrix that is shown whole

-- The columns that fit, those in the middle left out.
local function corners(at, cols, room, rows, hidden)
    local most = math.min(cols - 1, math.max(3, math.min(room.width, 200) // 5))
    local labels = row_labels(rows)
    while true do
        local columns = shown(cols, most)
        local cells, factor = read(at, rows, columns, room.digits, hidden)
        local widths, total = widths_of(cells, columns, true), #labels[1]
        for _, j in ipairs(columns) do total = total + widths[j] + 2 end
        if total <= room.width or most <= 3 then
            local lines = {}
            add_block(lines, cells, rows, columns, widths, labels, mark_of(room))
            return lines, factor, true
        end
        most = most - 1
    end
end

local MOST_COMPARED <const> = 1e6 -- numbers of a matrix that are looked at for the largest

-- How large the largest finite number is of a matrix that is not shown whole.
local function largest_of(at, rows, cols)
    local largest = 0
    if rows * cols > MOST_COMPARED then return nil end
    for i = 1, rows do
        for j = 1, cols do
            local x = math.abs(at(i, j))
            if is_finite(x) and x > largest then largest = x end
        end
    end
    return largest
end

-- The lines of a matrix of rows x cols numbers at(i, j), within {digits, width, height}; their common power of ten; and
-- whether something was left out.
function grid.matrix(at, rows, cols, room)
    local lines = {}
    if rows == 0 or cols == 0 then return lines, 0, false end
    local tall = tall_of(room)
    local all_rows = shown(rows, tall)
    if #all_rows * cols <= MOST_CELLS then
        local all_columns = shown(cols, cols)
        local hidden = #all_rows < rows and largest_of(at, rows, cols) or nil
        local cells, factor = read(at, all_rows, all_columns, room.digits, hidden)
        local widths = widths_of(cells, all_columns, false)
        local blocks = blocks_of(all_columns, widths, room.width - 2)
        if #blocks == 1 then
            add_block(lines, cells, all_rows, all_columns, widths, {}, mark_of(room))
            return lines, factor, #all_rows < rows
        end
        local labels = row_labels(all_rows)
        widths = widths_of(cells, all_columns, true)
        blocks = blocks_of(all_columns, widths, room.width - 2 - #labels[1])
        if #blocks * (#all_rows + 2) <= 2 * tall then
            for b, columns in ipairs(blocks) do
                if b > 1 then lines[#lines + 1] = "" end
                add_block(lines, cells, all_rows, columns, widths, labels, mark_of(room))
            end
            return lines, factor, #all_rows < rows
        end
    end
    return corners(at, cols, room, all_rows, largest_of(at, rows, cols))
end

local MOST_NUMBERS <const> = 4000 -- of a list whose numbers are all looked at; a longer one is always cut

-- The numbers of a list as texts by their index, the widest of them, and their common power of ten.
local function read_list(at, n, digits)
    local indices, list = shown(n, MOST_NUMBERS), {}
    for _, i in ipairs(indices) do list[#list + 1] = i > 0 and at(i) or nil end
    local texts, factor = grid.texts(list, digits)
    local by_index, widest, k = {}, 1, 0
    for _, i in ipairs(indices) do
        if i > 0 then
            k = k + 1
            by_index[i], widest = texts[k], math.max(widest, #texts[k])
        end
    end
    return by_index, widest, factor
end

-- How many numbers stand on a line: a multiple of five where there is room.
local function numbers_on_line(room, label, widest)
    local width = math.min(room.width, 200)
    local count = math.max(1, (width - 2 - label) // (widest + 2))
    return count >= 5 and count // 5 * 5 or count
end

-- The lines of n numbers at(i) in reading order, each line begun by the index of its first; the factor; whether some were
-- left out.
function grid.list(at, n, room)
    local texts, widest, factor = read_list(at, n, room.digits)
    local label, lines = #tostring(n) + 2, {}
    local count = numbers_on_line(room, label, widest)
    local rows = (n + count - 1) // count
    for _, row in ipairs(shown(rows, tall_of(room))) do
        if row == 0 then
            lines[#lines + 1] = "  " .. pad(mark_of(room), label)
        else
            local words, first = {}, (row - 1) * count + 1
            for i = first, math.min(n, first + count - 1) do words[#words + 1] = pad(texts[i], widest) end
            lines[#lines + 1] = "  " .. pad(("[%d]"):format(first), label) .. "  " .. table.concat(words, "  ")
        end
    end
    return lines, factor, rows > #lines
end

return grid
