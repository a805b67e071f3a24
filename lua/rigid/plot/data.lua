-- Plain numbers as curves: a list of numbers, a Vector, a Matrix (a curve for each column), {x =, y =}, {x =, y =, z =} in space, or a
-- list of such; and a heat map, {z = Matrix}.
local core = require "rigid.core"

local data = {}

local vector_table = getmetatable(core.Vector).__instance.__methods.table
local vec3_table = getmetatable(core.Vec3).__instance.__methods.table

local function is_list_of_numbers(value)
    return core.type(value) == "Vector" or core.type(value) == "Vec3"
        or type(value) == "table" and type(rawget(value, 1)) == "number"
end

-- A list of numbers or a Vector, copied. NaN and infinities are gaps.
local function numbers(place, value)
    local kind = core.type(value)
    local list = kind == "Vector" and vector_table(value) or kind == "Vec3" and vec3_table(value) or value
    local copy = {}
    for i = 1, place:list(list, "list of numbers") do
        copy[i] = rawget(list, i)
        if type(copy[i]) ~= "number" then place:entry(i):expected("number", copy[i]) end
    end
    return copy
end

local function columns_of(matrix)
    local lists = {}
    for j = 1, matrix:cols() do
        lists[j] = {}
        for i = 1, matrix:rows() do lists[j][i] = matrix(i, j) end
    end
    return lists
end

-- What y may be, as a list of lists of numbers: one curve or several.
local function lists_of(place, value)
    if core.type(value) == "Matrix" then
        local lists = columns_of(value)
        if #lists == 0 or #lists[1] == 0 then place:bad "a Matrix with entries expected, got an empty one" end
        return lists
    end
    if is_list_of_numbers(value) then return {numbers(place, value)} end
    if core.type(value) or type(value) ~= "table" then place:expected("list of numbers, Vector or Matrix", value) end
    if rawlen(value) == 0 then place:bad "numbers expected, got an empty list" end
    local lists = {}
    for i = 1, rawlen(value) do
        local inner = rawget(value, i)
        if not is_list_of_numbers(inner) then place:entry(i):expected("number, list of numbers or Vector", inner) end
        lists[i] = numbers(place:entry(i), inner)
    end
    return lists
end

local function count_up(n)
    local list = {}
    for i = 1, n do list[i] = i end
    return list
end

-- The names of the curves of one y: a text, a list of texts, or nothing.
local function names_of(place, name, count)
    if name == nil then return {} end
    if count == 1 then return {place:text(name, "name")} end
    if place:list(name, "list of names") ~= count then place:bad("list of %d names expected, got %d", count, rawlen(name)) end
    for i = 1, count do place:entry(i):text(rawget(name, i), "name") end
    return name
end

-- What a curve is filled to: zero, a number, or another curve.
local function fill_of(place, value, count)
    if value == nil or value == false then return nil end
    if value == true then return 0.0 end
    if type(value) == "number" then return place:finite(value) end
    local list = lists_of(place, value)
    if #list > 1 or #list[1] ~= count then place:bad("boolean, number or a list of as many numbers as y, %d, expected", count) end
    return list[1]
end

-- One list of numbers as long as y.
local function beside(place, value, count)
    local lists = lists_of(place, value)
    if #lists > 1 then place:bad "one list of numbers expected" end
    if #lists[1] ~= count then place:bad("as many numbers as y expected, %d, got %d", count, #lists[1]) end
    return lists[1]
end

-- {x =, y =, z =, name =, fill =} as curves; with z they stand in space.
local function add_curves(place, said, curves)
    local lists = lists_of(place:field "y", said.y)
    local x = said.x ~= nil and lists_of(place:field "x", said.x)
    if x and #x > 1 then place:field("x"):bad "one list of numbers expected" end
    local names = names_of(place:field "name", said.name, #lists)
    for k, y in ipairs(lists) do
        if x and #x[1] ~= #y then place:field("y"):bad("as many numbers as x expected, %d, got %d", #x[1], #y) end
        curves[#curves + 1] = {
            name = names[k] or "", x = x and x[1] or count_up(#y), y = y, z = said.z ~= nil and beside(place:field "z", said.z, #y) or nil,
            fill = fill_of(place:field "fill", said.fill, #y),
        }
    end
end

local function has_named_fields(value)
    if core.type(value) or type(value) ~= "table" then return false end
    for key in next, value do
        if type(key) == "string" then return true end
    end
    return false
end

-- A list whose entries are curves: lists, Vectors, Matrices or {x =, y =}.
local function add_list(place, list, fields, curves)
    for i = 1, #list do
        local entry, inner = list[i], place:entry(i)
        if has_named_fields(entry) then
            add_curves(inner, inner:options(entry, fields), curves)
        else
            for _, y in ipairs(lists_of(inner, entry)) do curves[#curves + 1] = {name = "", x = count_up(#y), y = y} end
        end
    end
end

-- Give the curves of the one panel those names.
function data.call(place, panels, name)
    local curves = panels[1].curves
    for k, text in ipairs(names_of(place, name, #curves)) do curves[k].name = text end
end

-- ---- heat maps ------------------------------------------------------------------------------------------------------

local MOST_CELLS <const> = 250000

-- Where cells begin and end whose middles are given: half way to the next.
local function edges_of(place, value, count)
    local middles = value ~= nil and lists_of(place, value)[1] or count_up(count)
    if #middles ~= count then place:bad("%d numbers expected, as z has, got %d", count, #middles) end
    local edges = {}
    for k = 1, count do
        local step = k < count and middles[k + 1] - middles[k] or count > 1 and middles[k] - middles[k - 1] or 1
        if not (step > 0) or step == math.huge then place:entry(k):bad "finite numbers that increase expected" end
        edges[k], edges[k + 1] = k == 1 and middles[1] - step / 2 or (middles[k - 1] + middles[k]) / 2, middles[k] + step / 2
    end
    return edges
end

-- z is a Matrix: a row for each y, a column for each x. Without y the first row is at the top, as it is read.
local function heat_map(place, said)
    local z = said.z
    if z:rows() == 0 or z:cols() == 0 then place:field("z"):bad "a Matrix with entries expected, got an empty one" end
    if z:rows() * z:cols() > MOST_CELLS then place:field("z"):bad("at most %d cells expected, got %d", MOST_CELLS, z:rows() * z:cols()) end
    local cells = {
        x = edges_of(place:field "x", said.x, z:cols()), y = edges_of(place:field "y", said.y, z:rows()), rows = {},
        counts_x = said.x == nil, counts_y = said.y == nil,
        low = math.huge, high = -math.huge,
    }
    for i = 1, z:rows() do
        cells.rows[i] = {}
        for j = 1, z:cols() do
            local value = z(i, j)
            cells.rows[i][j] = value
            if value - value == 0 then cells.low, cells.high = math.min(cells.low, value), math.max(cells.high, value) end
        end
    end
    if cells.low > cells.high then place:field("z"):bad "nothing to draw: no number is finite" end
    return {label = "", unit = "", curves = {}, cells = cells}
end

-- ---- all ------------------------------------------------------------------------------------------------------------

-- The one panel of what was given; said holds x, y, z, fill and name where these were named, list the entries without a name.
function data.panels(place, said, list, fields)
    local curves = {}
    local panels = {{label = "", unit = "", curves = curves}}
    if core.type(said.z) == "Matrix" then return {heat_map(place, said)} end
    if said.z ~= nil and said.y == nil then place:field("z"):bad "with x and y for a curve in space, or a Matrix for a heat map" end
    if #list > 0 and said.y ~= nil then place:bad "either y = ... or a list of curves expected, got both" end
    if #list == 0 then
        if said.y == nil then place:bad "numbers to draw expected ({x = ..., y = ...}, a list, a Vector or a Matrix)" end
        add_curves(place, said, curves)
    elseif type(list[1]) == "number" then
        add_curves(place, {x = said.x, y = list, name = said.name, fill = said.fill, z = said.z}, curves)
    else
        if said.x ~= nil then place:field("x"):bad "x = ... goes with y = ..., not with a list of curves" end
        add_list(place, list, fields, curves)
        if said.name ~= nil then data.call(place:field "name", panels, said.name) end
    end
    for _, curve in ipairs(curves) do panels[1].space = panels[1].space or curve.z and "free" end
    for i, curve in ipairs(panels[1].space and curves or {}) do
        if not curve.z then place:entry(i):bad "the others have z: a curve in space expected" end
    end
    return panels
end

return data
