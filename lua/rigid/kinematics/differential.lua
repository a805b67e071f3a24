-- m:differential_ik{...}: the velocity v that moves bodies as they are wanted to, as nearly as damping, the limits of velocities and those
-- of positions over the next dt let it: the least of |J v − V|² + λ² |v − v₀|² within bounds, by an active set.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local limits = require "rigid.kinematics.limits"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local asked = inner.asked

local OPTIONS <const> = arguments.fields "q target dt damping limits posture"
local HUGE <const> = math.huge

-- Columns: those that are not held, and the ways that A lets them go.
local function free_ways(n, A, held)
    local free = {}
    for k = 1, n do free[#free + 1] = not held[k] and k or nil end
    local E = Matrix(n, #free)
    for column, k in ipairs(free) do E:set(k, column, 1) end
    if not A or #free == 0 then return E, E end
    return E, E * (A * E):null(1e-9)
end

-- What x is still drawn by, but for what A takes up: r − Aᵀ λ, with λ of least squares on what is free.
local function pull_of(r, A, E)
    if not A or E:cols() == 0 then return r end
    return r - A:transpose() * ((A * E):transpose():pinv() * (E:transpose() * r))
end

-- How much of a step fits, and what stops it.
local function fits(x, step, held, lower, upper)
    local share, hit = 1.0, nil
    for k = 1, #x do
        local to = x[k] + step[k]
        local over = to > upper[k] and (upper[k] - x[k]) / step[k] or to < lower[k] and (lower[k] - x[k]) / step[k]
        if not held[k] and over and over < share then share, hit = math.max(over, 0), k end
    end
    return share, hit
end

-- The held one that is drawn back most, or nil.
local function drawn_back(pull, held, lower, upper, worst)
    local free
    for k in pairs(held) do
        local back = held[k] == "upper" and -pull[k] or pull[k]
        if back > worst and lower[k] < upper[k] then worst, free = back, k end
    end
    return free
end

-- The least of ½ xᵀHx − gᵀx for lower <= x <= upper, between which zero lies, and A x = 0, H positive definite: what is solved freely and
-- passes a bound is held there, and let go where the gradient draws it back; one at a time, so that it ends.
local function bounded(H, g, A, lower, upper)
    local n, x, held = #g, Vector(#g), {}
    for _ = 1, 20 * n + 20 do
        local E, ways = free_ways(n, A, held)
        local T = ways:transpose()
        local step = ways:cols() > 0 and ways * (T * H * ways):solve(T * (g - H * x)) or Vector(n)
        local share, hit = fits(x, step, held, lower, upper)
        x = x + step * share
        if hit then
            held[hit] = step[hit] > 0 and "upper" or "lower"
            x:set(hit, held[hit] == "upper" and upper[hit] or lower[hit])
        else
            local free = drawn_back(pull_of(g - H * x, A, E), held, lower, upper, 1e-12 * math.max(1, g:norm()))
            if not free then break end
            held[free] = nil
        end
    end
    return x, held
end

-- ---- arguments ------------------------------------------------------------------------------------------------------

local function read_targets(place, m, q, said)
    if type(said) ~= "table" then place:expected("table from a body to a Twist, or to the velocity of its origin", said) end
    local names, J, V, parts = {}, nil, {}, {}
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
        parts[#parts + 1] = {name = name, first = #V + 1, count = #six}
        for i = 1, #six do
            if six[i] - six[i] ~= 0 then here:bad "finite velocities expected" end
            V[#V + 1] = six[i]
        end
        J = J and J:vcat(all) or all
    end
    if not J then place:bad "at least one target expected, got none" end
    return J, Vector(V), parts
end

-- How fast each freedom may go: its limit of velocity, and so that in dt it does not pass its limit of position.
local function bounds_of(m, q, dt, kept)
    local bounds, most, lower, upper = limits.of(m, kept), limits.speeds(m), {}, {}
    for k = 1, bounds.n do
        local limit, b = kept and most[k] or HUGE, bounds[k]
        lower[k], upper[k] = -limit, limit
        if b then
            lower[k] = math.max(lower[k], math.min((b.lower - q[b.q]) / dt, 0))
            upper[k] = math.min(upper[k], math.max((b.upper - q[b.q]) / dt, 0))
        end
    end
    return lower, upper, bounds
end

-- ---- the verdict ----------------------------------------------------------------------------------------------------

local function size_of(x, part)
    local sum = 0
    for i = part.first, part.first + part.count - 1 do sum = sum + x[i] * x[i] end
    return math.sqrt(sum)
end

-- Of each target by itself what is left of it: one that hardly moves is not made good by another that moves much.
local function judge(parts, left, V)
    local missed, all = {}, V:norm()
    for _, part in ipairs(parts) do
        part.residual = size_of(left, part)
        local reached = part.residual <= 1e-3 * math.max(size_of(V, part), 1e-3 * all) or part.residual < 1e-9
        if not reached then missed[#missed + 1] = part end
        part.first, part.count = nil, nil
    end
    return missed
end

local function words(missed, parts, residual, names)
    local text = "as wanted"
    if #missed > 0 then text = ("%.3g short of what is wanted"):format(residual) end
    if #missed > 0 and #parts > 1 then
        for i, part in ipairs(missed) do missed[i] = ("'%s' by %.3g"):format(part.name, part.residual) end
        text = ("%s (%s)"):format(text, table.concat(missed, ", "))
    end
    return #names > 0 and ("%s; at its limit: %s"):format(text, table.concat(names, ", ")) or text
end

local function names_of(m, held)
    local names, said = {}, {}
    for k = 1, asked.nv(m) do
        local joint = held[k] and layout.joint_at(m, k).joint.name
        if joint and not said[joint] then
            names[#names + 1] = ("'%s'"):format(joint)
            said[joint] = true
        end
    end
    return names
end

-- The matrix of JᵀJ + λ² and the vector that it is to give.
local function problem_of(J, V, damping, wish)
    local T, weight = J:transpose(), math.max(damping, 1e-6) ^ 2
    local H, g = T * J, T * V
    for k = 1, #wish do
        H:set(k, k, H(k, k) + weight)
        g:set(k, g[k] + weight * wish[k])
    end
    if not (H:norm() + g:norm() < 1e100) then
        arguments.no_answer("differential_ik", "these positions, velocities or the damping are too large for floating point")
    end
    return H, g
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("differential_ik", 0):expected("Model", m) end
    local place = arguments.at("differential_ik", 1)
    said = place:options(said, OPTIONS)
    local n = asked.nv(m)
    if n == 0 then arguments.no_answer("differential_ik", "the model has no freedoms") end
    local q, problem = arguments.try(asked.integrate, m, said.q, Vector(n))
    if not q then place:field("q"):relay(problem) end
    local J, V, parts = read_targets(place:field "target", m, q, said.target)
    local dt = said.dt == nil and 0.01 or place:field("dt"):positive(said.dt)
    local damping = said.damping == nil and 1e-4 or place:field("damping"):not_negative(said.damping)
    local lower, upper = bounds_of(m, q, dt, said.limits == nil or place:field("limits"):boolean(said.limits))
    local wish = Vector(n)
    if said.posture ~= nil then
        local way, wrong = arguments.try(asked.difference, m, q, said.posture)
        if not way then place:field("posture"):relay(wrong) end
        wish = way
    end
    local H, g = problem_of(J, V, damping, wish)
    local v, held = bounded(H, g, #asked.loops(m) > 0 and asked.constraint_jacobian(m, q) or nil, lower, upper)
    local left = V - J * v
    local missed, names = judge(parts, left, V), names_of(m, held)
    return v, {success = #missed == 0, residual = left:norm(), targets = parts, limits = names, sentence = words(missed, parts, left:norm(), names)}
end
