-- m:differential_ik{...}: the velocity v that moves bodies as they are wanted to, as nearly as damping, the limits of velocities and those
-- of positions over the next dt let it: the least of |J v − V|² + λ² |v − v₀|² within bounds, by an active set.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local limits = require "rigid.kinematics.limits"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local asked, methods = inner.asked, getmetatable(core.Model).__instance.__methods

local OPTIONS <const> = arguments.fields "q target dt damping limits posture"
local HUGE <const> = math.huge

-- The least of ½ xᵀHx − gᵀx for lower <= x <= upper, H positive definite: what is solved freely and passes a bound is held there, and
-- let go where the gradient draws it back; one at a time, so that it ends.
local function bounded(H, g, lower, upper)
    local n, x, held = #g, Vector(#g), {}
    for k = 1, n do x:set(k, math.min(math.max(0, lower[k]), upper[k])) end
    for _ = 1, 20 * n + 20 do
        local M, right = H:copy(), g - H * x
        for k = 1, n do
            if held[k] then
                for j = 1, n do M:set(k, j, 0):set(j, k, 0) end
                M:set(k, k, 1)
                right:set(k, 0)
            end
        end
        local step, share, hit = M:solve(right), 1.0, nil
        for k = 1, n do
            local to = x[k] + step[k]
            local over = to > upper[k] and (upper[k] - x[k]) / step[k] or to < lower[k] and (lower[k] - x[k]) / step[k]
            if not held[k] and over and over < share then share, hit = math.max(over, 0), k end
        end
        x = x + step * share
        if hit then
            held[hit] = step[hit] > 0 and "upper" or "lower"
            x:set(hit, held[hit] == "upper" and upper[hit] or lower[hit])
        else
            local pull, worst, free = g - H * x, 1e-12 * math.max(1, g:norm()), nil
            for k in pairs(held) do
                local back = held[k] == "upper" and -pull[k] or pull[k]
                if back > worst and lower[k] < upper[k] then worst, free = back, k end
            end
            if not free then break end
            held[free] = nil
        end
    end
    return x, held
end

local function read_targets(place, m, q, said)
    if type(said) ~= "table" then place:expected("table from a body to a Twist, or to the velocity of its origin", said) end
    local names, J, V = {}, nil, {}
    for name in next, said do
        if type(name) ~= "string" then place:bad("names of bodies expected, got an entry [%s]", arguments.describe_key(name)) end
        names[#names + 1] = name
    end
    table.sort(names)
    for _, name in ipairs(names) do
        local here, value = place:field(name), rawget(said, name)
        local all, problem = arguments.try(asked.jacobian, m, q, name, {frame = "aligned"})
        if not all then here:relay(problem) end
        local kind = core.type(value)
        local six = (kind == "Twist" or kind == "SpatialMotion") and Vector(value) or type(value) == "table" and rawlen(value) == 6 and
            Vector(here:numbers(value, 6, "twist"))
        if not six then
            local v = here:vec3(value)
            six, all = Vector {v.x, v.y, v.z}, all:block(1, 1, 3, all:cols())
        end
        for i = 1, #six do
            if six[i] - six[i] ~= 0 then here:bad "finite velocities expected" end
            V[#V + 1] = six[i]
        end
        J = J and J:vcat(all) or all
    end
    if not J then place:bad "at least one target expected, got none" end
    return J, Vector(V)
end

-- How fast each freedom may go: its limit of velocity, and so that in dt it does not pass its limit of position.
local function bounds_of(m, q, dt, kept)
    local n, bounds = asked.nv(m), limits.of(m, kept)
    local most = methods.limits(m).velocity
    local lower, upper = {}, {}
    for k = 1, n do
        local limit, b = kept and most[k] or HUGE, bounds[k]
        lower[k], upper[k] = -limit, limit
        if b then
            lower[k] = math.max(lower[k], math.min((b.lower - q[b.q]) / dt, 0))
            upper[k] = math.min(upper[k], math.max((b.upper - q[b.q]) / dt, 0))
        end
    end
    return lower, upper, bounds
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("differential_ik", 0):expected("Model", m) end
    local place = arguments.at("differential_ik", 1)
    said = place:options(said, OPTIONS)
    local n = asked.nv(m)
    local q, problem = arguments.try(asked.integrate, m, said.q, Vector(n))
    if not q then place:field("q"):relay(problem) end
    local J, V = read_targets(place:field "target", m, q, said.target)
    local dt = said.dt == nil and 0.01 or place:field("dt"):finite(said.dt)
    if dt <= 0 then place:field("dt"):expected("positive number", dt) end
    local damping = said.damping == nil and 1e-4 or place:field("damping"):not_negative(said.damping)
    local kept = said.limits == nil or place:field("limits"):boolean(said.limits)
    local lower, upper, bounds = bounds_of(m, q, dt, kept)
    local T, wish = J:transpose(), Vector(n)
    if said.posture ~= nil then
        local way, wrong = arguments.try(asked.difference, m, q, said.posture)
        if not way then place:field("posture"):relay(wrong) end
        wish = way
    end
    local H, g, weight = T * J, T * V, math.max(damping, 1e-6) ^ 2
    for k = 1, n do
        H:set(k, k, H(k, k) + weight)
        g:set(k, g[k] + weight * wish[k])
    end
    if not (H:norm() + g:norm() < 1e100) then
        arguments.no_answer("differential_ik", "these positions, velocities or the damping are too large for floating point")
    end
    local v, held = bounded(H, g, lower, upper)
    local left, names = (V - J * v):norm(), {}
    for k = 1, n do
        if held[k] then names[#names + 1] = bounds[k] and ("'%s'"):format(bounds[k].joint) or ("v[%d]"):format(k) end
    end
    local reached = left <= 1e-3 * math.max(V:norm(), 1e-12) or left < 1e-9
    return v, {
        success = reached, residual = left, limits = names,
        sentence = (reached and "as wanted" or ("%.3g short of what is wanted"):format(left)) ..
            (#names > 0 and ("; at its limit: %s"):format(table.concat(names, ", ")) or ""),
    }
end
