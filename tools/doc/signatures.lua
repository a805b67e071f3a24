-- How an entry of the reference is called, in a line for each way, and its operators as they are written.
local signatures = {}

-- "(p, tol?)", or "{mass?, size}" where there is but one table of options.
local function parameters(entry)
    local names, only = {}, #entry.params == 1 and entry.params[1]
    if only and not only.optional and only.type:find "^{.*}$" then
        for name in only.type:gmatch "[{,] ?([%w_]+%??):" do names[#names + 1] = name end
        return "{" .. table.concat(names, ", ") .. "}"
    end
    for i, name in ipairs(entry.parameters) do
        names[i] = name .. (entry.params[i] and entry.params[i].optional and "?" or "")
    end
    return "(" .. table.concat(names, ", ") .. ")"
end
signatures.parameters = parameters

-- "fun(x: number): Vec3" as "Vec3(x: number)"; of options alone, "fun(t: {size: number}): Box" as "Box{size: number}".
local function called_as(overload, name)
    local inside, rest = overload:match "^fun(%b())(.*)$"
    if not inside then return overload end
    local options, returned = inside:match "^%([%w_]+%??: (%b{})%)$", rest:match "^: (.*)$"
    return name .. (options or inside) .. (returned and returned ~= name and " → " .. returned or "")
end

function signatures.list(entry)
    local lines = {}
    if entry.kind ~= "class" then
        local returned = {}
        for i, item in ipairs(entry.returns) do returned[i] = item.type end
        lines[1] = entry.name .. parameters(entry) .. (#returned > 0 and " → " .. table.concat(returned, ", ") or "")
    end
    for _, overload in ipairs(entry.overloads) do lines[#lines + 1] = called_as(overload, entry.name) end
    return lines
end

local BINARY <const> = {add = "+", sub = "-", mul = "*", div = "/", mod = "%", pow = "^", idiv = "//", concat = ".."}
local UNARY <const> = {unm = "-", len = "#", bnot = "~"}

-- "mul(Twist): SpatialMomentum" as "SpatialInertia * Twist → SpatialMomentum".
function signatures.operation(operator, class)
    local name, operand, result = operator:match "^(%a+)(%b()): (.*)$"
    if not name then name, result = operator:match "^(%a+): (.*)$" end
    if UNARY[name] then return UNARY[name] .. class .. " → " .. result end
    if name == "call" then return class .. operand .. " → " .. result end
    return ("%s %s %s → %s"):format(class, BINARY[name] or name, operand:sub(2, -2), result)
end

return signatures
