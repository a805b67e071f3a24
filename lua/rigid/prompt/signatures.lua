-- How an entry of the reference is called, a text for each way, and its operators as a script writes them. For help() and for
-- the pages alike, so that nothing is needed here but the entry.
local signatures = {}

-- "(p, tol?)", or "{mass?, size}" where there is but one table of options.
function signatures.parameters(entry)
    local names, only = {}, #entry.params == 1 and entry.params[1]
    if only and not only.optional and only.type:find "^{.*}$" then
        local own = ("," .. only.type:sub(2, -2)):gsub("%b{}", ""):gsub("%b()", "") -- without the fields of fields
        for name in own:gmatch ", ?([%w_]+%??):" do table.insert(names, name) end
        return "{" .. table.concat(names, ", ") .. "}"
    end
    for i, name in ipairs(entry.parameters) do
        names[i] = name .. (entry.params[i] and entry.params[i].optional and "?" or "")
    end
    return "(" .. table.concat(names, ", ") .. ")"
end

local LONG <const> = 74 -- letters, with the name

-- The same for a list of functions: of many options those that must be given, and "...".
function signatures.short(entry)
    local text = signatures.parameters(entry)
    if #entry.name + #text <= LONG or text:sub(1, 1) ~= "{" then return text end
    local needed = {}
    for name in text:gmatch "[%w_]+%??" do
        if name:sub(-1) ~= "?" then needed[#needed + 1] = name end
    end
    needed[#needed + 1] = "..."
    return "{" .. table.concat(needed, ", ") .. "}"
end

-- "fun(x: number): Vec3" as "Vec3(x: number)"; of options alone, "fun(t: {size: number}): Box" as "Box{size: number}".
local function called_as(overload, name)
    local inside, rest = overload:match "^fun(%b())(.*)$"
    local options = inside and inside:match "^%([%w_]+%??: (%b{})%)$"
    local returned = rest and rest:match "^: (.*)$"
    local result = returned and returned ~= name and " -> " .. returned or ""
    return inside and name .. (options or inside) .. result or overload
end

signatures.OPERATORS = {add = "+", sub = "-", mul = "*", div = "/", mod = "%", pow = "^", idiv = "//", concat = ".."}
signatures.UNARY = {unm = "-", len = "#", bnot = "~"}

-- "mul(Twist): SpatialMomentum" as "SpatialInertia * Twist -> SpatialMomentum".
function signatures.operation(operator, class)
    local name, operand, result = operator:match "^(%a+)(%b()): (.*)$"
    if not name then name, result = operator:match "^(%a+): (.*)$" end
    if not name then return operator end
    if signatures.UNARY[name] then return signatures.UNARY[name] .. class .. " -> " .. result end
    if name == "call" then return class .. operand .. " -> " .. result end
    return ("%s %s %s -> %s"):format(class, signatures.OPERATORS[name] or name, operand:sub(2, -2), result)
end

-- How it is called: a text for each way; none of a class that is not called.
function signatures.ways(entry)
    local lines = {}
    if entry.kind ~= "class" then
        local returned = {}
        for i, item in ipairs(entry.returns) do returned[i] = item.type end
        local arrow = #returned > 0 and " -> " .. table.concat(returned, ", ") or ""
        table.insert(lines, entry.name .. signatures.parameters(entry) .. arrow)
    end
    for _, overload in ipairs(entry.overloads) do table.insert(lines, called_as(overload, entry.name)) end
    return lines
end

return signatures
