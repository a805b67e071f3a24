-- The points of a sweep: what a parameter runs over, in words such as 1..100, 0..1:21, log:1e-3..1 or steel,wood; all combinations of them,
-- the last one fastest, or as many seeded draws as are asked for. A point is known by its number, from 1, and the same for everyone.
local points = {}

local MOST <const> = 1e7
local USUAL <const> = 10 -- values of a range that says no other number

local TAKEN <const> = {point = true, seed = true}

-- NAME=WHAT as a record, or nil and what is wrong.
local function range(name, what)
    local kind, from, to, steps = what:match "^(%a*):?(%S+)%.%.([^:]+):?(%d*)$"
    if not kind then return nil end
    local a, b = tonumber(from), tonumber(to)
    if not a or not b or kind ~= "" and kind ~= "log" or kind == "" and what:sub(1, 1) == ":" then
        return nil, ("'%s' is no range such as 1..100, 0..1:21 or log:1e-3..1:4"):format(what)
    end
    if kind == "log" and not (a > 0 and b > 0) then return nil, ("'%s': a range of equal ratios has positive ends"):format(what) end
    local whole = steps == "" and kind == "" and math.type(a) == "integer" and math.type(b) == "integer"
    local count = whole and math.abs(b - a) + 1 or steps == "" and USUAL or math.tointeger(tonumber(steps))
    if not count or count < 1 or count > MOST then return nil, ("'%s': 1 to %d values"):format(what, MOST) end
    if a - a ~= 0 or b - b ~= 0 then return nil, ("'%s' has no end"):format(what) end
    return {name = name, log = kind == "log", whole = whole, from = a, to = b, count = count}
end

local function list(name, what)
    local values = {}
    for word in (what .. ","):gmatch "([^,]*)," do
        if word == "" then return nil, ("'%s': a value is empty"):format(what) end
        values[#values + 1] = tonumber(word) or word
    end
    return {name = name, values = values, count = #values}
end

function points.parse(said)
    local name, what = said:match "^([%a_][%w_]*)=(.+)$"
    if not name then return nil, ("'%s' is not NAME=WHAT, such as mass=1..5:9"):format(said) end
    if TAKEN[name] then return nil, ("'%s' is what a script finds its own under: take another name"):format(name) end
    local parameter, problem = range(name, what)
    if not parameter and not problem then parameter, problem = list(name, what) end
    if parameter then parameter.said = said end
    return parameter, problem
end

-- How many there are of a grid; nil where they are too many.
function points.count(parameters)
    local count = 1
    for _, parameter in ipairs(parameters) do
        count = count * parameter.count
        if count > MOST then return nil end
    end
    return count
end
points.MOST = MOST

local function at(parameter, share)
    if parameter.log then
        local a, b = math.log(parameter.from, 10), math.log(parameter.to, 10)
        return 10 ^ (a + (b - a) * share)
    end
    return parameter.from + (parameter.to - parameter.from) * share
end

local function of_grid(parameter, k)
    if parameter.values then return parameter.values[k + 1] end
    if parameter.whole then return parameter.from + (parameter.to < parameter.from and -k or k) end
    if k == parameter.count - 1 and k > 0 then return parameter.to end
    return parameter.count == 1 and parameter.from or at(parameter, k / (parameter.count - 1))
end

local function drawn(parameter)
    if parameter.values then return parameter.values[math.random(parameter.count)] end
    if parameter.whole then return math.random(math.min(parameter.from, parameter.to), math.max(parameter.from, parameter.to)) end
    return at(parameter, math.random())
end

-- The values of point number n, by name; the draws of scripts begin with it, too.
function points.values(sweep, n)
    local values, k = {point = n, seed = sweep.seed}, n - 1
    math.randomseed(sweep.seed, n)
    for i = #sweep.parameters, 1, -1 do
        local parameter = sweep.parameters[i]
        if sweep.draws then
            values[parameter.name] = drawn(parameter)
        else
            values[parameter.name] = of_grid(parameter, k % parameter.count)
            k = k // parameter.count
        end
    end
    return values
end

return points
