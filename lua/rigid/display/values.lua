-- Values of ours as they fit a terminal: what tostring says, with matrices and long vectors laid out in the room there is,
-- their size, common factor and entries that are no numbers said in the heading; and what other rooms have registered.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local grid = require "rigid.display.grid"
local letters = require "rigid.display.letters"
local registry = require "rigid.registry"

local values = {}

local methods = {}
for _, class in ipairs {"Matrix", "Vector"} do methods[class] = getmetatable(core[class]).__instance.__methods end

local MOST_COUNTED <const> = 1e6

-- What tostring says, with other digits where it is made in C: each __tostring there takes a number of them.
local function text_of(value, digits)
    local class = core[core.type(value) or ""]
    local instance = class and getmetatable(class).__instance
    local make = instance and instance.__tostring
    if type(make) ~= "function" then return tostring(value) end
    return make(value, digits)
end

-- "3 of them nan", or nothing.
local function count_nan(at, n)
    local count = 0
    for i = 1, math.min(n, MOST_COUNTED) do
        local x = at(i)
        if x ~= x then count = count + 1 end
    end
    if count == 0 then return "" end
    return (", %d%s nan"):format(count, n > MOST_COUNTED and " or more" or "")
end

-- The heading that tostring gives, and what is to be known of all entries.
local function heading(text, factor, nan, room)
    local times = factor ~= 0 and (room.unicode and ", × 1e%d" or ", x 1e%d"):format(factor) or ""
    return text:match "^[^\n]*":gsub(":.*$", "") .. nan .. times
end

function values.Matrix(m, room)
    local rows, cols = methods.Matrix.rows(m), methods.Matrix.cols(m)
    local lines, factor = grid.matrix(m, rows, cols, room)
    local nan = count_nan(function(k) return m((k - 1) // cols + 1, (k - 1) % cols + 1) end, rows * cols)
    table.insert(lines, 1, heading(text_of(m, room.digits), factor, nan, room))
    return table.concat(lines, "\n")
end

local NOISE <const> = 1e-14 -- of the largest number beside it, where a number is the rounding of a zero

-- The numbers of a row or of what stands in parentheses, those that are rounding as 0.
local function hushed(row)
    local largest = 0
    for number in row:gmatch "%-?%d+%.?%d*e?[+-]?%d*" do largest = math.max(largest, math.abs(tonumber(number) or 0)) end
    return (row:gsub("%f[%w%-](%-?%d%.?%d*e%-%d+)", function(number) return math.abs(tonumber(number)) < NOISE * largest and "0" or nil end))
end

-- Rows of numbers, each column as wide as what it holds now.
local function aligned(rows)
    local widths, lines = {}, {}
    for _, row in ipairs(rows) do
        for j, cell in ipairs(row) do widths[j] = math.max(widths[j] or 0, #cell) end
    end
    for i, row in ipairs(rows) do
        for j, cell in ipairs(row) do row[j] = (" "):rep(widths[j] - #cell) .. cell end
        lines[i] = "  " .. table.concat(row, "  ")
    end
    return table.concat(lines, "\n")
end

local function cells_of(line)
    local cells = {}
    for cell in hushed(line):gmatch "%S+" do cells[#cells + 1] = cell end
    return cells
end

-- A text of ours in which what is nothing but rounding reads as zero.
local function without_noise(text)
    if not text:find "e%-[1-3]" then return text end
    local lines, rows = {}, {}
    for line in (text:gsub("%b()", hushed) .. "\n"):gmatch "(.-)\n" do
        local is_row = line:find "^%s+%-?%d[%d%s.e+-]*$"
        if is_row then
            rows[#rows + 1] = cells_of(line)
        else
            if rows[1] then lines[#lines + 1], rows = aligned(rows), {} end
            lines[#lines + 1] = line
        end
    end
    lines[#lines + 1] = rows[1] and aligned(rows)
    return table.concat(lines, "\n")
end

local FEW <const> = 12 -- numbers that may stand behind the heading

local FEWEST <const> = 3 -- digits that a vector in a table is shown with, that it may fit

-- A vector on one line: with fewer digits, or its beginning.
local function on_a_line(v, room)
    local text
    for digits = room.digits, FEWEST, -1 do
        text = without_noise(text_of(v, digits)):gsub("%s*\n%s*", " ")
        if #text <= room.width then return text end
    end
    return letters.cut(text, room.width, room.unicode and "…" or "...")
end

function values.Vector(v, room)
    local n, text = #v, without_noise(text_of(v, room.digits))
    if n <= FEW and not text:find "\n" and #text <= room.width then return text end
    if room.inline then return on_a_line(v, room) end
    local function at(i) return v[i] end
    local lines, factor = grid.list(at, n, room)
    table.insert(lines, 1, heading(text, factor, count_nan(at, n), room))
    return table.concat(lines, "\n")
end

-- Lines cut to the width: what is laid out in columns is no use wrapped.
local function clip(text, room)
    if room.width == math.huge then return text end
    return (text:gsub("[^\n]+", function(line) return letters.cut(line, room.width, "…") end))
end

-- The text of a value of ours in that room: {digits, unicode, width, height}.
function values.text(value, room)
    local _ <close> = inner.locale.plain()
    local class = core.type(value)
    local fitted = registry.fitted[class]
    local text = fitted and clip(fitted(value, room), room) or values[class] and values[class](value, room)
        or letters.fold(without_noise(text_of(value, room.digits)), room.width)
    return room.unicode and text or letters.ascii(text)
end

return values
