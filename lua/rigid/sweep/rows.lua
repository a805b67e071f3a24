-- The rows of a sweep as they come in: files beside the results, one for each process that computes, to which lines are added and
-- which nobody else touches. A line ends in a mark: one that was cut off, by a kill or a full disk, is none, and its point is computed
-- again. The results, a CSV file, are made of all of them, and replaced as a whole.
local digits = require "rigid.files.digits"
local disk = require "rigid.files.disk"

local rows = {}

local END <const> = "\t."

local function escape(text) return (text:gsub("[%c%%=]", function(c) return ("%%%02x"):format(c:byte()) end)) end
local function restore(text) return (text:gsub("%%(%x%x)", function(x) return string.char(tonumber(x, 16)) end)) end

local function of_number(x)
    if x ~= x then return "nan" end
    if x - x ~= 0 then return x > 0 and "inf" or "-inf" end
    return digits(x)
end

-- A row {point =, ok =, why =, fields = {name = number, text or boolean}} as a line, and back; nil of a line that is none.
function rows.line(row)
    local parts = {("%d"):format(row.point), row.ok and "ok" or "failed", escape(row.why or "")}
    for name, value in pairs(row.fields or {}) do
        local text = type(value) == "number" and "n" .. of_number(value) or type(value) == "boolean" and "b" .. tostring(value) or "s" .. escape(value)
        parts[#parts + 1] = escape(name) .. "=" .. text
    end
    return table.concat(parts, "\t") .. END .. "\n"
end

local READ <const> = {
    n = function(text) return text == "nan" and 0 / 0 or text == "inf" and math.huge or text == "-inf" and -math.huge or tonumber(text) end,
    b = function(text) return text == "true" end, s = restore,
}

function rows.parse(line)
    if line:sub(-#END) ~= END then return nil end
    local point, status, why, rest = line:sub(1, -#END - 1):match "^(%d+)\t(%l+)\t([^\t]*)(.*)$"
    if not point then return nil end
    local row = {point = math.tointeger(tonumber(point)), ok = status == "ok", why = restore(why), fields = {}}
    for name, kind, text in rest:gmatch "\t([^\t=]+)=(.)([^\t]*)" do
        if not READ[kind] then return nil end
        row.fields[restore(name)] = READ[kind](text)
    end
    return row
end

-- Of each point its row, as far as there is one: what was computed counts more than a failure before or after.
function rows.read(console, directory)
    local all, count = {}, 0
    for _, name in ipairs(console.entries(directory) or {}) do
        local file <close> = name:find "^rows%-" and io.open(directory .. "/" .. name) or nil
        for line in file and file:lines() or function() end do
            local row = rows.parse(line)
            if row and not (all[row.point] and all[row.point].ok) then all[row.point] = row end
            count = count + 1
        end
    end
    return all, count
end

-- ---- the table ------------------------------------------------------------------------------------------------------------

local function quoted(value)
    if type(value) == "number" then return of_number(value) end
    local text = tostring(value)
    return text:find '[",\r\n]' and '"' .. text:gsub('"', '""') .. '"' or text
end

-- x2 before x10.
local function before(a, b)
    local p, m = a:match "^(.-)(%d*)$"
    local q, n = b:match "^(.-)(%d*)$"
    if p == q and m ~= "" and n ~= "" and tonumber(m) ~= tonumber(n) then return tonumber(m) < tonumber(n) end
    return a < b
end

-- The text of what was computed: the point, its parameters, its results in the order of their names.
function rows.csv(sweep, all, values_of)
    local seen, results, lines = {}, {}, {}
    for n = 1, sweep.count do
        for name in pairs(all[n] and all[n].ok and all[n].fields or {}) do
            if not seen[name] then results[#results + 1], seen[name] = name, true end
        end
    end
    table.sort(results, before)
    local heading = {"point"}
    for _, parameter in ipairs(sweep.parameters) do heading[#heading + 1] = parameter.name end
    local own = #heading
    for _, name in ipairs(results) do heading[#heading + 1] = quoted(name) end
    lines[1] = table.concat(heading, ",")
    for n = 1, sweep.count do
        local row = all[n]
        if row and row.ok then
            local values, cells = values_of(sweep, n), {}
            for i = 1, own do cells[i] = quoted(values[heading[i]]) end
            for i, name in ipairs(results) do cells[own + i] = row.fields[name] ~= nil and quoted(row.fields[name]) or "" end
            lines[#lines + 1] = table.concat(cells, ",")
        end
    end
    return table.concat(lines, "\n") .. "\n"
end

-- Write the results, and again where rows have come in meanwhile: who writes last has all. The rows, or nil and what is wrong.
function rows.merge(console, sweep, values_of)
    local all, count = rows.read(console, sweep.directory)
    while true do
        local written, problem = disk.write(sweep.out, rows.csv(sweep, all, values_of))
        if not written then return nil, problem end
        local more, now = rows.read(console, sweep.directory)
        if now == count then return more end
        all, count = more, now
    end
end

return rows
