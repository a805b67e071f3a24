-- m:inverse_kinematics{...}: Levenberg and Marquardt's method on the manifold of q, within the limits of the joints, begun again from
-- seeded draws until all targets are reached or nothing nearer is found any more. A number that rests against its limit and is pushed
-- outward stays; what a step would carry beyond its limit ends there. Success is only said of a q whose errors were computed anew.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local targets = require "rigid.kinematics.targets"
local limits = require "rigid.kinematics.limits"
local words = require "rigid.kinematics.words"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local asked = inner.asked

local OPTIONS <const> = arguments.fields "target q0 seed limits restarts tolerance iterations posture com"
local HUGE <const> = math.huge

-- ---- one search -----------------------------------------------------------------------------------------------------

local function cost_of(e)
    local sum = 0
    for i = 1, #e do sum = sum + e[i] * e[i] end
    return sum == sum and sum or HUGE
end

-- (JᵀJ + μ 1) δ = Jᵀe on what is free.
local function step_of(H, g, held, damping)
    local n, M, right = #g, H:copy(), g:copy()
    for k = 1, n do
        if held[k] then
            for j = 1, n do M:set(k, j, 0):set(j, k, 0) end
            M:set(k, k, 1)
            right:set(k, 0)
        else
            M:set(k, k, H(k, k) + damping)
        end
    end
    local step = M:solve(right)
    return step
end

-- What rests against a limit and is pushed outward by g = Jᵀe, the way down.
local function held_by(problem, q, g)
    local held, free = {}, 0
    for k = 1, #g do
        held[k] = limits.holds(problem.bounds, q, k, g[k])
        if not held[k] then free = math.max(free, math.abs(g[k])) end
    end
    return held, free
end

-- From q down to where nothing is gained any more.
local function search(problem, q)
    local m, list = problem.m, problem.list
    local e = targets.errors(m, list, q)
    local cost, damping, grow, stalled = cost_of(e), 1e-3, 2, 0
    for _ = 1, problem.iterations do
        if targets.residual(list) <= problem.tolerance then break end
        local J = targets.jacobian(m, list, q)
        local T = J:transpose()
        local g, H = T * Vector(e), T * J
        local held, free = held_by(problem, q, g)
        if free <= 1e-13 * math.sqrt(cost) then break end
        local before, taken = cost, false
        for _ = 1, 12 do
            local step = step_of(H, g, held, damping * cost ^ 0.5 + 1e-12)
            local size = step:norm()
            if size > 2 then step = step * (2 / size) end
            local trial = limits.clamp(problem.bounds, asked.integrate(m, q, step))
            local e_new = targets.errors(m, list, trial)
            local cost_new = cost_of(e_new)
            if cost_new < cost then
                q, e, cost, taken, damping, grow = trial, e_new, cost_new, true, damping / 4, 2
                break
            end
            if size < 1e-15 then break end
            damping, grow = math.max(damping, 1e-6) * grow, grow * 2
        end
        if not taken then break end
        stalled = cost > 0.999 * before and stalled + 1 or 0
        if stalled >= 8 then break end
    end
    targets.errors(m, list, q)
    return q, cost, targets.residual(list)
end

-- ---- the posture ----------------------------------------------------------------------------------------------------

-- Along what the targets leave free, nearer to the posture; each step is put right again, and kept where it came nearer.
local function towards(problem, q, posture)
    local m = problem.m
    local function away(at) return asked.difference(m, at, posture):norm() end
    local distance, share = away(q), 0.5
    for _ = 1, 200 do
        local N = targets.jacobian(m, problem.list, q):null(1e-9)
        if N:cols() == 0 or share < 1e-4 then break end
        local way = N * (N:transpose() * asked.difference(m, q, posture))
        if way:norm() < 1e-9 then break end
        local near, _, residual = search(problem, limits.clamp(problem.bounds, asked.integrate(m, q, way * share)))
        if residual <= problem.tolerance and away(near) < distance - 1e-12 then
            local gained = distance - away(near)
            q, distance = near, away(near)
            if gained < 1e-10 then break end
        else
            share = share / 2
        end
    end
    return q
end

-- ---- all of it ------------------------------------------------------------------------------------------------------

-- Where the nearest was found that often, of that many searches, nothing nearer is looked for.
local ENOUGH <const>, LEAST <const> = 20, 60

local function solve(problem, q0, seed, restarts)
    local best, best_cost, best_residual = search(problem, q0)
    local hits, tried = 1, 1
    while best_residual > problem.tolerance and tried <= restarts and (hits < ENOUGH or tried < LEAST) do
        local q, cost, residual = search(problem, limits.draw(problem.m, problem.bounds, q0, seed + tried))
        tried = tried + 1
        local root, least = math.sqrt(cost), math.sqrt(best_cost)
        if residual <= problem.tolerance or root < least - 1e-5 * math.max(least, 1e-3) then
            best, best_cost, best_residual, hits = q, cost, residual, 1
        elseif root < least + 1e-5 * math.max(least, 1e-3) then
            hits = hits + 1
            if cost < best_cost then best, best_cost, best_residual = q, cost, residual end
        end
    end
    return best, tried
end

local function read_q(m, place, q)
    local from, problem = arguments.try(asked.integrate, m, q, Vector(asked.nv(m)))
    if not from then place:relay(problem) end
    local H, wrong = arguments.try(asked.mass_matrix, m, from) -- what is too large for a quaternion shows here
    if not H then place:relay(wrong) end
    return from
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("inverse_kinematics", 0):expected("Model", m) end
    local place = arguments.at("inverse_kinematics", 1)
    said = place:options(said, OPTIONS)
    local com = said.com ~= nil and place:field("com"):vec3(said.com) or nil
    local problem = {m = m}
    problem.list = targets.read(place:field "target", m, said.target, com)
    problem.bounds = limits.of(m, said.limits == nil or place:field("limits"):boolean(said.limits))
    local q0 = said.q0 == nil and asked.neutral(m) or read_q(m, place:field "q0", said.q0)
    local posture = said.posture ~= nil and read_q(m, place:field "posture", said.posture) or nil
    local seed = said.seed == nil and 1 or place:field("seed"):integer(said.seed, math.mininteger, math.maxinteger)
    local restarts = said.restarts == nil and 100 or place:field("restarts"):integer(said.restarts, 0, 1000000)
    problem.iterations = said.iterations == nil and 60 or place:field("iterations"):integer(said.iterations, 1, 1000000)
    problem.tolerance = said.tolerance == nil and 1e-10 or place:field("tolerance"):not_negative(said.tolerance)
    local q, tried = solve(problem, limits.clamp(problem.bounds, q0), seed * 0x9E3779B1, restarts)
    targets.errors(m, problem.list, q)
    if posture and targets.residual(problem.list) <= problem.tolerance then q = towards(problem, q, posture) end
    return q, words.verdict(problem, q, tried)
end
