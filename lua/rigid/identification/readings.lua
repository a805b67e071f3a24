-- Columns of numbers from a file of comma-separated values, or with tabs, semicolons or blanks between them, with a line of names or
-- without, as rigid.read_csv takes them. What is no number is told with its line and column. Numbers are kept in Vectors of some
-- thousands each, for a list in Lua takes several times the room.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local errors = require "rigid.errors"
local inner = debug.getmetatable(core).inner
local progress = require "rigid.progress"

local readings = {}

local FIELDS = arguments.fields "columns units separator progress"
local MEGABYTES <const> = 4096

-- What a unit is in ours.
local UNITS <const> = {
    deg = math.pi / 180, degree = math.pi / 180, degrees = math.pi / 180, ["\u{b0}"] = math.pi / 180, rev = 2 * math.pi, turns = 2 * math.pi,
    rpm = math.pi / 30,
    s = 1, ms = 1e-3, us = 1e-6, ["\u{b5}s"] = 1e-6, ns = 1e-9, min = 60, m = 1, mm = 1e-3, cm = 1e-2, rad = 1, mrad = 1e-3,
    N = 1, mN = 1e-3, kN = 1e3, Nm = 1, mNm = 1e-3, kNm = 1e3, Nmm = 1e-3, Ncm = 1e-2, kg = 1, g = 1e-3, A = 1, mA = 1e-3, V = 1, mV = 1e-3, ["-"] = 1,
}

-- The factor of a unit as people write it: "deg/s", "N m", "N*m", "rad/s^2"; nil of one that is not known.
local function factor_of(unit)
    local text = unit:gsub("[%s*]", ""):gsub("\u{b7}", ""):gsub("\u{b2}", "^2"):gsub("s2$", "s^2")
    local above, below = text:match "^(.-)/(.+)$"
    if not above then return UNITS[text] end
    local time = ({s = 1, ["s^2"] = 1, ms = 1e-3, ["ms^2"] = 1e-6, min = 60})[below]
    return time and UNITS[above] and UNITS[above] / time
end

-- ---- lines ----------------------------------------------------------------------------------------------------------

local function trimmed(text) return text:match "^%s*(.-)%s*$" end

-- The cells of a line; a separator of nothing is blanks.
local function cells_of(line, separator)
    local list = {}
    if separator == "" then
        for cell in line:gmatch "%S+" do list[#list + 1] = cell end
        return list
    end
    local at = 1
    while true do
        local quote = line:match("^%s*\"()", at)
        if quote then -- "" within stands for one
            local text, finish = "", quote
            while true do
                local last = line:find('"', finish, true) or #line + 1
                text = text .. line:sub(finish, last - 1)
                if line:sub(last + 1, last + 1) ~= '"' then
                    at = line:find(separator, last + 1, true)
                    break
                end
                text, finish = text .. '"', last + 2
            end
            list[#list + 1] = text
        else
            local stop = line:find(separator, at, true)
            list[#list + 1] = trimmed(line:sub(at, (stop or #line + 1) - 1))
            at = stop
        end
        if not at then return list end
        at = at + 1
    end
end

local function separator_of(line)
    for _, mark in ipairs {"\t", ";", ","} do
        if line:find(mark, 1, true) then return mark end
    end
    return ""
end

local WORDS <const> = {nan = 0 / 0, na = 0 / 0, ["n/a"] = 0 / 0, null = 0 / 0, none = 0 / 0, inf = math.huge, infinity = math.huge} -- small letters

local function word_of(cell)
    local sign, word = cell:match "^([+-]?)(%a[%a/]*)$"
    local x = word and WORDS[word:lower()]
    return x and (sign == "-" and -x or x)
end

local function number_of(cell, comma)
    local x = tonumber(cell)
    if x and not cell:find "[xX]" then return x + 0.0 end
    if comma and cell:find "," then return tonumber((cell:gsub(",", "."))) end
    return word_of(cell)
end

local function some_number(cells, comma)
    for _, cell in ipairs(cells) do
        if cell ~= "" and number_of(cell, comma) then return true end
    end
    return false
end

local function is_heading(cells, comma)
    for _, cell in ipairs(cells) do
        if cell ~= "" and not number_of(cell, comma) then return true end
    end
    return false
end

-- ---- columns --------------------------------------------------------------------------------------------------------

-- "q.elbow [deg]" as a name and a unit; also "q.elbow (deg)", if that is a unit.
local function name_and_unit(text)
    local name, unit = trimmed(text):match "^(.-)%s*%[([^%[%]]+)%]$"
    if name and name ~= "" and not unit:find "^%d+$" then return name, unit end
    name, unit = trimmed(text):match "^(.-)%s*%(([^()]+)%)$"
    if name and name ~= "" and factor_of(unit) then return name, unit end
    return trimmed(text), nil
end

-- Are the cells of the line below the heading units, "s", "rad" and so on?
local function is_units(cells)
    local some = false
    for _, cell in ipairs(cells) do
        local unit = cell:match "^[%[(](.*)[%])]$" or cell
        if unit ~= "" and not factor_of(unit) then return false end
        some = some or unit ~= "" and unit ~= "-"
    end
    return some
end

-- The names in a comment, "# t q1 tau1", that stands right above numbers, as many as there are columns; nil of any other.
local function commented(line, separator, count)
    local cells = line and cells_of(trimmed(line:match "^%s*[#%%]+(.*)$"), separator) or {}
    if #cells ~= count or count < 2 then return nil end
    for _, cell in ipairs(cells) do
        if cell == "" or number_of(cell) then return nil end
    end
    return cells
end

local function names_of(cells)
    local names, units = {}, {}
    for k, cell in ipairs(cells) do
        names[k], units[k] = name_and_unit(cell)
        if names[k] == "" then names[k] = ("column %d"):format(k) end
    end
    return names, units
end

-- What is wrong with names of columns, in words, and at which; nil of names that can be told apart.
local function wrong_names(names)
    local seen = {names = 0}
    for k, name in ipairs(names) do
        if seen[name] == 0 then return "no column can have the name 'names', under which the list of names is given", k end
        if seen[name] then return ("columns %d and %d have the same name, '%s'"):format(seen[name], k, name), k end
        seen[name] = k
    end
    return nil
end

-- A factor for each column: as the caller says, else by the unit in its heading, which must then be known.
local function factors_of(place, said, names, units, refuse)
    local list, given = {}, said.units or {}
    if type(given) ~= "table" then place:field("units"):expected("table of units or factors by the name of a column", given) end
    local known = {}
    for k, name in ipairs(names) do known[name] = k end
    for name, unit in next, given do
        local here = place:field "units"
        if type(name) ~= "string" or not known[name] then here:bad("names of columns expected, got %s", arguments.describe_key(name)) end
        local factor = type(unit) == "string" and factor_of(unit) or type(unit) == "number" and unit ~= 0 and math.abs(unit) <= 1e100 and unit or nil
        if not factor then here:field(name):bad("a factor or a unit (deg, ms, mm, ...) expected, got %s", arguments.describe(unit)) end
        list[known[name]] = factor
    end
    for k, name in ipairs(names) do
        list[k] = list[k] or factor_of(units[k] or "m")
        if not list[k] then
            refuse(k, ("column %d, '%s': no unit '%s' is known; units = {[%q] = factor} says what it is"):format(k, name, units[k]:sub(1, 40), name))
        end
    end
    return list
end

local function read_names(place, said)
    if said.columns == nil then return nil end
    local here, list = place:field "columns", {}
    here:list(said.columns, "list of names")
    for k = 1, rawlen(said.columns) do list[k] = here:entry(k):text(rawget(said.columns, k), "name of a column") end
    local problem = wrong_names(list)
    if problem then here:refuse(problem) end
    return list
end

-- ---- what was read --------------------------------------------------------------------------------------------------

local PIECE <const> = 4096 -- numbers

-- A column: pieces that are full, and numbers that follow; or words, of which it has a list.
local function put(column, x)
    local n = column.count + 1
    column.last[n], column.count = x, n
    if n == PIECE then
        column.pieces[#column.pieces + 1] = core.Vector(column.last)
        column.count = 0
    end
end

-- f(i, x) for each number of a column, in its order.
function readings.each(column, f)
    local i = 0
    for _, piece in ipairs(column.pieces) do
        for k = 1, PIECE do f(i + k, piece[k]) end
        i = i + PIECE
    end
    for k = 1, column.count do f(i + k, column.last[k]) end
end

-- A column as a list.
function readings.list(column)
    if column.words then return column.words end
    local list = {}
    readings.each(column, function(i, x) list[i] = x end)
    return list
end

-- ---- a file, line by line -------------------------------------------------------------------------------------------

-- What is being read: path, place (of the options), said (the options), given (names by the caller), separator, number (of the line), comma
-- (whether 1,5 is 1.5), comment (the last line of one); once a line has told them names, units, factors, columns; rows (how many), and texts:
-- of each column that has words its first.
local Reading = {}
Reading.__index = Reading

function Reading:refuse(k, what) error(errors.of_file(self.path, self.number, what, {column = k}), 0) end

-- Take the columns from the first line with cells: whether it is a heading.
function Reading:begin(cells)
    self.comma = self.separator == ";"
    local above = some_number(cells, self.comma) and commented(self.comment, self.separator, #cells)
    local heading = not above and is_heading(cells, self.comma)
    local names, units = names_of(heading and cells or above or {})
    local given = self.given
    if given and #given ~= #cells then
        self.place:field("columns"):bad("%d names expected, as the file has columns, got %d", #cells, #given)
    end
    for k = 1, #cells do
        names[k] = given and given[k] or names[k] or ("column %d"):format(k)
        self.columns[k] = {pieces = {}, last = {}, count = 0}
    end
    local wrong, column = wrong_names(names)
    if wrong then self:refuse(column, wrong .. "; columns = {..} gives others") end
    self.names, self.units = names, units
    if next(units) then self:scale() end
    return heading
end

function Reading:scale()
    self.factors = factors_of(self.place, self.said, self.names, self.units, function(k, what) self:refuse(k, what) end)
end

-- Take the units from the line below the heading, if it has them: whether it has.
function Reading:below(cells)
    local units = #cells == #self.names and is_units(cells)
    for k, cell in ipairs(units and cells or {}) do self.units[k] = cell ~= "" and (cell:match "^[%[(](.*)[%])]$" or cell) or nil end
    self:scale()
    return units
end

function Reading:cell(k, cell)
    local x, column, first = cell == "" and 0 / 0 or number_of(cell, self.comma), self.columns[k], self.texts[k]
    if not x and self.rows == 1 then first, self.texts[k], column.words = cell, cell, {} end
    if first and (not x or cell == "") then
        column.words[self.rows] = cell
    elseif not x or first then
        self:refuse(k, ("column %d, '%s': a number expected, got '%s'"):format(k, self.names[k], (first or cell):sub(1, 40)))
    else
        put(column, self.factors[k] == 1 and x or x * self.factors[k])
    end
end

function Reading:row(cells)
    if #cells ~= #self.names then
        error(errors.of_file(self.path, self.number, ("%d cell%s, where there are %d columns"):format(#cells, #cells == 1 and "" or "s", #self.names)), 0)
    end
    self.rows = self.rows + 1
    for k, cell in ipairs(cells) do self:cell(k, cell) end
end

function Reading:line(line)
    self.number = self.number + 1
    if line:find "^%s*[#%%]" then
        self.comment = line
        return
    end
    if not line:find "%S" then return end
    self.separator = self.separator or separator_of(line)
    local cells, names = cells_of(line, self.separator), self.names
    if names and #cells == #names + 1 and cells[#cells] == "" then cells[#cells] = nil end -- a separator at the end
    if not names and self:begin(cells) then return end
    if not self.factors and self:below(cells) then return end
    self:row(cells)
end

-- {names =, and by each name its column}. place: of the options, and where: of the path, unless they are read_csv's.
function readings.of(path, options, place, where)
    local _ <close> = inner.locale.plain();
    (where or arguments.at("read_csv", 1)):file_path(path)
    place = place or arguments.at("read_csv", 2)
    local said = options == nil and {} or place:options(options, FIELDS)
    local separator = said.separator
    if separator ~= nil and #place:field("separator"):text(separator, "one character") ~= 1 then
        place:field("separator"):bad("one character expected, got %d", #separator)
    end
    local given = read_names(place, said)
    local text, problem = disk.read(path, MEGABYTES)
    if not text then error(errors.of_file(path, nil, problem), 0) end
    local bar = progress.bar(said.progress ~= nil and not place:field("progress"):boolean(said.progress))
    if text:sub(1, 3) == "\239\187\191" then text = text:sub(4) end
    local reading = setmetatable({
        path = path, place = place, said = said, given = given, separator = separator, number = 0, columns = {}, rows = 0, texts = {},
    }, Reading)
    for line in text:gmatch "([^\r\n]*)\r?\n?" do
        reading:line(line)
        if reading.number % 4096 == 0 then bar:update(reading.number * #line / #text) end
    end
    bar:clear()
    if reading.rows == 0 then error(errors.of_file(path, nil, "no line with numbers"), 0) end
    local result = {names = reading.names}
    for k, name in ipairs(reading.names) do result[name] = reading.columns[k] end
    return result
end

return readings
