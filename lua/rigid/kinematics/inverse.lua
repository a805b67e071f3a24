-- m:inverse_kinematics{...}: searches for q (src/core/kinematics/reach.h) within the limits of the joints, begun again from seeded draws
-- until all targets are reached or nothing nearer is found any more. Success is only said of a q whose errors were computed anew.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local targets = require "rigid.kinematics.targets"
local limits = require "rigid.kinematics.limits"
local words = require "rigid.kinematics.words"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local asked, reach = inner.asked, inner.reach

local OPTIONS <const> = arguments.fields "target q0 seed limits restarts tolerance iterations posture com weights"

-- ---- one search -----------------------------------------------------------------------------------------------------

-- From q down to where nothing is gained any more: q, e·e, residual, and whether it might have gone on. Now and then Lua looks for Ctrl-C.
local function search(problem, q)
    local cost, residual = reach.begin(problem.reach, q)
    local state, left = "goes on", problem.iterations
    while state == "goes on" and left > 0 do
        local steps = math.min(left, problem.stretch)
        state, cost, residual = reach.go(problem.reach, steps)
        left = left - steps
    end
    return reach.at(problem.reach), cost, residual, state == "goes on"
end

-- ---- the posture ----------------------------------------------------------------------------------------------------

local NEAR <const> = 1e-6 -- to a limit, that a joint rests against it

-- Of a way from q, what leads a joint beyond the limit that it rests against most; or nil.
local function pushed_most(bounds, q, way)
    local most, worst = 0, nil
    for k = 1, bounds.n do
        local b = bounds[k]
        local out = b and (way[k] < 0 and q[b.q] <= b.lower + NEAR or way[k] > 0 and q[b.q] >= b.upper - NEAR)
        if out and math.abs(way[k]) > most then most, worst = math.abs(way[k]), k end
    end
    return worst
end

-- The part of a way from q that neither targets nor limits are against.
local function free_part(problem, q, way)
    reach.begin(problem.reach, q)
    local J = reach.jacobian(problem.reach)
    while true do
        local N = J:null(1e-9)
        local free = N:cols() > 0 and N * (N:transpose() * way) or Vector(#way)
        local k = pushed_most(problem.bounds, q, free)
        if not k then return free end
        J = J:vcat(Matrix(1, #way):set(1, k, 1))
    end
end

-- How much of a way fits between the limits.
local function fits(bounds, q, way)
    local share = 1
    for k = 1, bounds.n do
        local b = bounds[k]
        local room = b and way[k] ~= 0 and ((way[k] > 0 and b.upper or b.lower) - q[b.q]) / way[k]
        if room and room < share then share = math.max(room, 0) end
    end
    return share
end

-- Along what the targets leave free, nearer to the posture; each step is put right again, and kept where it came nearer.
local function towards(problem, q, posture)
    local m = problem.m
    local function away(at) return asked.difference(m, at, posture):norm() end
    local distance, share = away(q), 1
    for _ = 1, 200 do
        local way = free_part(problem, q, asked.difference(m, q, posture))
        if way:norm() < 1e-9 or share < 1e-4 then break end
        local step = math.min(share, fits(problem.bounds, q, way))
        local near, _, residual = search(problem, asked.integrate(m, q, way * step))
        if residual <= problem.tolerance and away(near) < distance then
            local gained = distance - away(near)
            q, distance = near, away(near)
            if step == share and gained < 1e-14 then break end
        else
            share = share / 2
        end
    end
    return q
end

-- ---- all of it ------------------------------------------------------------------------------------------------------

-- Where the nearest was found that often, of so many searches, nothing nearer is looked for: {times, searches}.
local ENOUGH <const> = {{20, 60}, {5, 100}}

local function is_enough(hits, tried)
    for _, rule in ipairs(ENOUGH) do
        if hits >= rule[1] and tried >= rule[2] then return true end
    end
    return false
end

local function solve(problem, q0, seed, restarts)
    local best, best_cost, best_residual, unended = search(problem, q0)
    local hits, tried, far = 1, 1, words.look(problem, q0)
    while best_residual > problem.tolerance and tried <= restarts and not is_enough(hits, tried) do
        local q, cost, residual, goes_on = search(problem, limits.draw(problem.m, problem.bounds, q0, seed + tried, far))
        tried = tried + 1
        local root, least = math.sqrt(cost), math.sqrt(best_cost)
        local same = 1e-4 * math.max(least, 1e-4)
        hits = math.abs(root - least) < same and hits + 1 or hits
        if residual <= problem.tolerance or root < least - same then hits = 1 end
        if residual <= problem.tolerance or cost < best_cost then best, best_cost, best_residual, unended = q, cost, residual, goes_on end
    end
    return best, tried, unended
end

local function read_q(m, place, q)
    local from, problem = arguments.try(asked.integrate, m, q, Vector(asked.nv(m)))
    if not from then place:relay(problem) end
    local H, wrong = arguments.try(asked.mass_matrix, m, from) -- what is too large for a quaternion shows here
    if not H then place:relay(wrong) end
    return from
end

-- 1e-10, unless what is wanted is so far that its last digits are more.
local function tolerance_of(list)
    local far = 0
    for _, t in ipairs(list) do far = math.max(far, t.position and t.position:norm() or 0) end
    if not (far < 1e100) then arguments.no_answer("inverse_kinematics", "these positions are too large for floating point") end
    return math.max(1e-10, 4e-15 * far)
end

local STRETCH <const> = 2e7 -- of multiplications, between two looks

local function read(m, place, said)
    local problem, n = {m = m}, asked.nv(m)
    problem.list = targets.read(place, m, said)
    problem.bounds = limits.of(m, said.limits == nil or place:field("limits"):boolean(said.limits))
    local least = tolerance_of(problem.list)
    problem.tolerance = said.tolerance == nil and least or place:field("tolerance"):not_negative(said.tolerance)
    problem.iterations = said.iterations == nil and 200 or place:field("iterations"):integer(said.iterations, 1, 1000000)
    problem.stretch = math.max(1, math.floor(STRETCH / (n + 10) ^ 3))
    problem.reach = reach.new(m, problem.list, problem.bounds, limits.slides(m, problem.bounds), problem.tolerance)
    return problem
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("inverse_kinematics", 0):expected("Model", m) end
    local place = arguments.at("inverse_kinematics", 1)
    said = place:options(said, OPTIONS)
    local problem = read(m, place, said)
    local q0 = said.q0 == nil and asked.neutral(m) or read_q(m, place:field "q0", said.q0)
    local posture = said.posture ~= nil and read_q(m, place:field "posture", said.posture) or nil
    local seed = said.seed == nil and 1 or place:field("seed"):integer(said.seed, math.mininteger, math.maxinteger)
    local restarts = said.restarts == nil and 400 or place:field("restarts"):integer(said.restarts, 0, 1000000)
    local q, tried, unended = solve(problem, q0, seed * 0x9E3779B1, restarts)
    if posture and words.look(problem, q) <= problem.tolerance then q = towards(problem, q, posture) end
    return q, words.verdict(problem, q, tried, unended)
end
