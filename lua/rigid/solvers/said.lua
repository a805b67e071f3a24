-- What functions of the user's are given and give: vectors as Vectors, numbers as numbers; what they give is checked, so that a
-- slip in one is told as one and not as a result.
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local Vector = core.Vector

-- By their own names: a script may have given a value of ours another metatable.
local tables = {}
for _, class in ipairs {"Vec3", "Vector"} do tables[class] = getmetatable(core[class]).__instance.__methods.table end

local said = {}

-- A function, or a table that is called as one; a class of ours makes values, and is none.
function said.callable(place, f, what)
    local meta = type(f) == "table" and getmetatable(f)
    if type(f) == "function" or type(meta) == "table" and rawget(meta, "__call") and not rawget(meta, "__instance") then return f end
    return place:expected(what, f)
end

-- The numbers of a Vector or Vec3 as a list; anything else as it is.
function said.list(value)
    local table_of = tables[core.type(value)]
    return table_of and table_of(value) or value
end

-- A Vector of finite numbers, of any length from 1 on; a number is one of one.
function said.vector(place, value, most)
    if type(value) == "number" then return Vector {place:finite(value)} end
    local list = said.list(value)
    if type(list) ~= "table" then place:expected("number, Vector or list of numbers", value) end
    if rawlen(list) > (most or math.huge) then place:bad("at most %d numbers expected, got %d", most, rawlen(list)) end
    return Vector(place:numbers(list, math.max(rawlen(list), 1), "x"))
end

-- What a function gave, as a list of `count` numbers (any where it is nil); NaN and infinities may stand in it.
function said.result(name, what, value, count)
    if type(value) == "number" then value = {value} end
    local list = said.list(value)
    if type(list) ~= "table" then
        arguments.at(name, 1):bad("%s gives %s where a list of numbers is wanted", what, arguments.describe(value))
    end
    if count and #list ~= count then
        arguments.at(name, 1):bad("%s gives %d number%s where %d %s wanted", what, #list, #list == 1 and "" or "s", count,
            count == 1 and "is" or "are")
    end
    for i = 1, #list do
        if type(list[i]) ~= "number" then
            arguments.at(name, 1):bad("%s gives %s for number %d", what, arguments.describe(list[i]), i)
        end
    end
    return list
end

function said.number(name, what, value)
    if type(value) ~= "number" then
        arguments.at(name, 1):bad("%s gives %s where a number is wanted", what, arguments.describe(value))
    end
    return value
end

function said.positive(place, value, fallback)
    if value == nil then return fallback end
    if type(value) ~= "number" or not (value > 0 and value < math.huge) then place:expected("positive finite number", value) end
    return value
end

-- Whether a number, or all of a Vector, is finite.
function said.is_finite(x)
    if type(x) == "number" then return x - x == 0 end
    for i = 1, #x do
        if x[i] - x[i] ~= 0 then return false end
    end
    return true
end

return said
