-- What inverse kinematics says of what it found: how far off each target is, which limits the joints rest against, and whether these
-- are what holds it back.
local core = require "rigid.core"
local limits = require "rigid.kinematics.limits"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local reach = inner.reach

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

-- How far all targets are at q, in their off and turned; returns the worst, m or rad, and which that is.
function words.look(problem, q)
    local worst, of = 0, nil
    reach.begin(problem.reach, q)
    for i, t in ipairs(problem.list) do
        t.off, t.turned = reach.off(problem.reach, i)
        local far = math.max(t.off, t.turned)
        if far ~= far then far = math.huge end
        if far > worst then worst, of = far, t end
    end
    return worst, of
end

-- The joints against a limit: {joint =, limit = "lower" or "upper", value =, pushed = whether the target lies beyond it, locked = whether
-- both limits are one, contrary = {at least, at most} where they contradict each other}.
local function at_limits(problem, q, pull)
    local list = {}
    for k = 1, problem.bounds.n do
        local b = problem.bounds[k]
        local x = b and q[b.q]
        local low, high = b and x <= b.lower + AT_A_LIMIT, b and x >= b.upper - AT_A_LIMIT
        if low or high then
            local up = high and (pull[k] > 0 or not low)
            list[#list + 1] = {
                joint = b.joint, limit = up and "upper" or "lower", value = x, index = b.q, locked = b.lower == b.upper, contrary = b.contrary,
                pushed = up and pull[k] > 0 or not up and pull[k] < 0, pull = math.abs(pull[k]),
            }
        end
    end
    return list
end

local function said_of(at)
    if at.locked then return ("joint '%s', locked at %.6g by its limits,"):format(at.joint, at.value) end
    return ("joint '%s' at its %s limit %.6g"):format(at.joint, at.limit, at.value)
end

local function why(list, scale)
    local names = {}
    for _, at in ipairs(list) do
        if at.pushed and at.pull > 1e-6 * scale then names[#names + 1] = said_of(at) end
    end
    if #names == 0 then return "no limit stops it: the targets lie beyond what the links span, or against each other" end
    return table.concat(names, ", ") .. (#names == 1 and " is what stops it" or " are what stop it")
end

local function contrary(list)
    for _, at in ipairs(list) do
        if at.contrary then
            return ("no q is within the limits: '%s', and what follows it, would have to stand at %.6g at least and at %.6g at most"):format(at.joint,
                at.contrary[1], at.contrary[2])
        end
    end
end

local function failure(problem, list, found, tried)
    local others, worst, residual = {}, found.worst, found.residual
    for _, t in ipairs(problem.list) do
        if t ~= worst and math.max(t.off, t.turned) > problem.tolerance then
            others[#others + 1] = ("%s off by %s"):format(t.name, off(t))
        end
    end
    return ("%s%s: %s nearest reached, off by %s%s; %s (%d search%s)"):format(
        found.unended and "not reached" or "out of reach", worst and worst.off == residual and " by " .. words.length(residual) or "",
        worst and worst.name or "the target", worst and off(worst) or "nothing", #others > 0 and ", " .. table.concat(others, ", ") or "",
        found.unended and "it was still coming nearer: more iterations may bring it there" or why(list, found.scale), tried, tried == 1 and "" or "es")
end

local function reached(list, residual, tried)
    return ("reached to %s after %d search%s%s"):format(residual > 0 and ("%.2g"):format(residual) or "the last digit", tried, tried == 1 and "" or "es",
        #list > 0 and ("; joint '%s' rests at its %s limit"):format(list[1].joint, list[1].limit) or "")
end

function words.verdict(problem, q, tried, unended)
    local residual, worst = words.look(problem, q)
    local J, pull = reach.jacobian(problem.reach)
    local within = limits.clamp(problem.bounds, Vector(q)) == q
    local list, of = at_limits(problem, q, pull), {}
    for i, t in ipairs(problem.list) do
        of[i] = {name = t.name, position = (t.position or t.loops) and t.off, rotation = (t.rotation or t.axis) and t.turned}
    end
    local impossible = contrary(list)
    local success = within and not impossible and residual <= problem.tolerance
    local found = {worst = worst, residual = residual, unended = unended, scale = residual * J:norm()}
    return {
        success = success, residual = residual, targets = of, limits = list, searches = tried,
        sentence = success and reached(list, residual, tried) or impossible or failure(problem, list, found, tried),
    }
end

return words
