-- Torques without accelerations. With the momentum p = H v of the joints, dp/dt = τ + Cᵀv - g; through a filter of rate f,
--   f (p - p_f) - (Cᵀv - g)_f = τ_f,   x_f' = f (x - x_f),
-- so W = f (P - P_f) - Q_f, where P and Q are the regressors of p and of Cᵀv - g, gives W π = τ_f: a prediction of measured
-- torques that is linear in the parameters and needs no accelerations. [Slotine & Li 1989; Wensing in pinocchio]
-- What joints take of themselves is known: that of springs, dampers and friction comes off τ, and rotors have the momentum x = A v of their
-- own, so that W π + f (x - x_f) = τ_f. Of τ_f and f x_f the sum y is kept: y' = f (τ + f x - y), W π + f x = y.
local core = require "rigid.core"
local tracking = require "rigid.identification.tracking"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local filtered_rates = inner.identification.filtered_rates

local filtered = {}

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
    local f, rows = filter.rate, filter.rows
    local W, rate = filtered_rates(momentum(filter, q, v), filter.m:momentum_rate_regressor(q, v), held, f)
    local e, taken, last = W * p, tracking.of_joints(filter.m, q, v, v, nil, {}), #held - rows
    for j = 1, rows do
        local y, turning = held[last + j], f * filter.armature[j] * v[j]
        e:set(j, e[j] + turning - y)
        rate:set(last + j, f * (tau[j] - taken[j] + turning - y))
    end
    return W, e, rate
end

return filtered
