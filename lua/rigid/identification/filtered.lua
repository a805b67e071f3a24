-- Torques without accelerations. With the momentum p = H v of the joints, dp/dt = τ + Cᵀv - g; through a filter of rate f,
--   f (p - p_f) - (Cᵀv - g)_f = τ_f,   x_f' = f (x - x_f),
-- so W = f (P - P_f) - Q_f, where P and Q are the regressors of p and of Cᵀv - g, gives W π = τ_f: a prediction of measured
-- torques that is linear in the parameters and needs no accelerations. [Slotine & Li 1989; Wensing in pinocchio]
-- What joints take of themselves is known: that of springs, dampers and friction comes off τ, and rotors have the momentum x = A v of their
-- own, so that W π + f (x - x_f) = τ_f. Of τ_f and f x_f the sum y is kept: y' = f (τ + f x - y), W π + f x = y.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local tracking = require "rigid.identification.tracking"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector

local filtered = {}

-- m:momentum_rate_regressor(q, v), Q: of the Christoffel factor Bᵀv is nothing, so that Cᵀv is the sum of dJ_iᵀ/dt M_i J_i v,
-- with the rate of J_i as the world sees it.
function filtered.rate_regressor(m, q, v)
    if core.type(m) ~= "Model" then arguments.at("momentum_rate_regressor", 0):expected("Model", m) end
    local moved, problem = arguments.try(inner.asked.integrate, m, q, Vector(m:nv()))
    if not moved then arguments.at("momentum_rate_regressor", 1):relay(problem) end
    q = core.type(q) == "Vector" and q or Vector(q)
    v = Vector(arguments.at("momentum_rate_regressor", 2):numbers(v, m:nv(), "v"))
    local nv, names = m:nv(), m:body_names()
    local Q = m:regressor(q, nil, nil) * -1.0
    for i, name in ipairs(names) do
        local twist = m:twist(q, v, name, {frame = "local"})
        local rate = m:jacobian_derivative(q, v, name) + twist:cross_matrix() * m:jacobian(q, name)
        local row = rate:transpose() * core.SpatialInertia.momentum_regressor(twist)
        for j = 1, nv do
            for k = 1, 10 do Q:set(j, 10 * i - 10 + k, Q(j, 10 * i - 10 + k) + row(j, k)) end
        end
    end
    return Q
end

-- The regressor of p = H v.
local function momentum(filter, q, v) return filter.weightless:regressor(q, nil, v) end

function filtered.new(m, rate)
    return {m = m, weightless = m:copy():set_gravity {0, 0, 0}, rate = rate, rows = m:nv(), columns = 10 * m:nbodies(), armature = m:armature()}
end

-- What the filters hold, as one Vector: P_f, Q_f, y, as they begin at a state: P_f at P, so that what is filtered begins at nothing.
function filtered.start(filter, q, v)
    local held, P = Vector(2 * filter.rows * filter.columns + filter.rows), momentum(filter, q, v)
    for j = 1, filter.rows do
        held:set(2 * filter.rows * filter.columns + j, filter.rate * filter.armature[j] * v[j])
        for k = 1, filter.columns do held:set((j - 1) * filter.columns + k, P(j, k)) end
    end
    return held
end

-- W, e = W p + f x - y, and the rates of what the filters hold.
function filtered.look(filter, q, v, tau, p, held)
    local P, Q, f = momentum(filter, q, v), filtered.rate_regressor(filter.m, q, v), filter.rate
    local rows, columns = filter.rows, filter.columns
    local W, rate, count = Matrix(rows, columns), Vector(#held), rows * columns
    local e, taken = Vector(rows), tracking.of_joints(filter.m, q, v, v, nil, {})
    for j = 1, rows do
        local sum = f * filter.armature[j] * v[j]
        local driven = tau[j] - taken[j] + sum
        for k = 1, columns do
            local at = (j - 1) * columns + k
            local w = f * (P(j, k) - held[at]) - held[count + at]
            W:set(j, k, w)
            sum = sum + w * p[k]
            rate:set(at, f * (P(j, k) - held[at]))
            rate:set(count + at, f * (Q(j, k) - held[count + at]))
        end
        e:set(j, sum - held[2 * count + j])
        rate:set(2 * count + j, f * (driven - held[2 * count + j]))
    end
    return W, e, rate
end

return filtered
