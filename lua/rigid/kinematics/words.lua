-- What inverse kinematics says of what it found: how far off each target is, which limits the joints rest against, and whether these
-- are what holds it back.
local core = require "rigid.core"
local targets = require "rigid.kinematics.targets"
local limits = require "rigid.kinematics.limits"

local Vector = core.Vector

local words = {}

local AT_A_LIMIT <const> = 1e-9

-- "31 mm", "2.1 m", "0.4 deg"
function words.length(x)
    if x >= 1 then return ("%.3g m"):format(x) end
    if x >= 1e-3 then return ("%.3g mm"):format(1e3 * x) end
    return ("%.2g m"):format(x)
end

local function angle(x) return x >= 1e-4 and ("%.3g deg"):format(math.deg(x)) or ("%.2g rad"):format(x) end

local function off(t)
    local parts = {}
    if (t.off or 0) > 0 then parts[#parts + 1] = words.length(t.off) end
    if (t.turned or 0) > 0 then parts[#parts + 1] = angle(t.turned) end
    return #parts > 0 and table.concat(parts, " and ") or "nothing"
end

-- The joints against a limit: {joint =, limit = "lower" or "upper", value =, pushed = whether the target lies beyond it}.
local function at_limits(problem, q, pull)
    local list = {}
    for k = 1, problem.bounds.n do
        local b = problem.bounds[k]
        local x = b and q[b.q]
        local side = b and (x <= b.lower + AT_A_LIMIT and "lower" or x >= b.upper - AT_A_LIMIT and "upper")
        if side then
            list[#list + 1] = {
                joint = b.joint, limit = side, value = x, index = b.q,
                pushed = side == "lower" and pull[k] < 0 or side == "upper" and pull[k] > 0,
                pull = math.abs(pull[k]),
            }
        end
    end
    return list
end

local function why(list, scale)
    local names = {}
    for _, at in ipairs(list) do
        if at.pushed and at.pull > 1e-6 * scale then
            names[#names + 1] = ("joint '%s' at its %s limit %.6g"):format(at.joint, at.limit, at.value)
        end
    end
    if #names == 0 then return "no limit stops it: the targets lie beyond what the links span, or against each other" end
    return table.concat(names, ", ") .. (#names == 1 and " is what stops it" or " are what stop it")
end

local function failure(problem, list, residual, worst, tried, scale)
    local others = {}
    for _, t in ipairs(problem.list) do
        if t ~= worst and math.max(t.off or 0, t.turned or 0) > problem.tolerance then
            others[#others + 1] = ("%s off by %s"):format(t.name, off(t))
        end
    end
    return ("out of reach%s: %s nearest reached, off by %s%s; %s (%d search%s)"):format(
        worst and (worst.off or 0) == residual and " by " .. words.length(residual) or "", worst and worst.name or "the target",
        worst and off(worst) or "nothing", #others > 0 and ", " .. table.concat(others, ", ") or "", why(list, scale), tried,
        tried == 1 and "" or "es")
end

function words.verdict(problem, q, tried)
    local e = targets.errors(problem.m, problem.list, q)
    local residual, worst = targets.residual(problem.list)
    local pull = targets.jacobian(problem.m, problem.list, q):transpose() * Vector(e)
    local within = limits.clamp(problem.bounds, Vector(q)) == q
    local list, of = at_limits(problem, q, pull), {}
    for i, t in ipairs(problem.list) do of[i] = {name = t.name, position = t.off, rotation = t.turned} end
    local success = within and residual <= problem.tolerance
    local scale = math.sqrt(Vector(e):dot(Vector(e)))
    return {
        success = success, residual = residual, targets = of, limits = list, searches = tried,
        sentence = success and ("reached to %s after %d search%s%s"):format(residual > 0 and ("%.2g"):format(residual) or "the last digit", tried,
            tried == 1 and "" or "es", #list > 0 and ("; joint '%s' rests at its %s limit"):format(list[1].joint, list[1].limit) or "") or
            failure(problem, list, residual, worst, tried, scale),
    }
end

return words
