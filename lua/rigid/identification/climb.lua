-- What an excitation climbs: log det Y_bᵀ Y_b of its samples, along its gradient, which is that of torques: with
-- G = Y_b (Y_bᵀ Y_b)⁻¹, row i of a sample changes it as 2 τ_i(q, v, a; G_i) does, G_i taken for parameters.
local core = require "rigid.core"
local series = require "rigid.identification.series"

local Matrix = core.Matrix
local dot, at_rest = series.dot, series.at_rest

local climb = {}

-- A Matrix with a sample in each row, of the rows of q, v or a (`which`) on a grid; the last column of the first stands for q0.
local function series_rows(list, which)
    local all = {}
    for i, rows in ipairs(list) do
        all[i] = table.move(rows[which], 1, #rows[which], 1, {})
        all[i][#all[i] + 1] = which == 1 and 1.0 or 0.0
    end
    return Matrix(all)
end

-- The samples of all joints, as Matrices.
local function states_of(plan, joints)
    local list, samples = plan.samples, {}
    list.rows = list.rows or {q = series_rows(list, 1), v = series_rows(list, 2), a = series_rows(list, 3)}
    local C = Matrix(2 * plan.K + 1, plan.nv)
    for j, joint in ipairs(joints) do
        for k = 1, 2 * plan.K do C:set(k, j, joint.scaled[k]) end
        C:set(2 * plan.K + 1, j, joint.q0)
    end
    for name, rows in pairs(list.rows) do samples[name] = rows * C end
    return samples
end

-- log det Y_bᵀ Y_b and its triangle, of the samples; -∞ where they do not show all.
function climb.value(plan, joints)
    local shown, states = plan.equations:fresh(), states_of(plan, joints)
    states.tau = Matrix(states.q:rows(), plan.nv)
    shown:take(plan.m, states, 1, states.q:rows())
    local R, sum = shown:triangle(plan.ones), 0.0
    for k = 1, plan.count do sum = sum + 2 * math.log(math.abs(R(k, k))) end
    return sum == sum and sum or -math.huge, R, states
end

-- The gradient of log det by x: through q, v, a of each sample, and through the limits (series.lua).
function climb.slope(plan, joints, R, states)
    local count, nv, size = plan.count, plan.nv, 2 * plan.K
    local square = R:block(1, 1, count, count)
    local inverse = (square:transpose() * square):inverse()
    local rows, many, G = plan.samples.rows, states.q:rows(), {}
    local Y = plan.m:regressor_batch(states.q, states.v, states.a)
    local Q, V, A = {}, {}, {}
    for i = 1, many do
        local q, v, a = states.q:row(i):table(), states.v:row(i):table(), states.a:row(i):table()
        for r = 1, nv do
            local at = nv * (i - 1) + r
            Q[at], V[at], A[at], G[at] = q, v, a, {}
            for c, k in ipairs(plan.kept) do G[at][c] = Y(at, k) end
        end
    end
    local small = Matrix(G) * inverse -- the parameters of each row, those that are kept
    local P = Matrix(nv * many, Y:cols())
    for at = 1, nv * many do
        for c, k in ipairs(plan.kept) do P:set(at, k, 2 * small(at, c)) end
    end
    local by = table.pack(plan.m:inverse_dynamics_derivatives_batch(Matrix(Q), Matrix(V), Matrix(A), {parameters = P}))
    local slopes = {}
    for n, name in ipairs {"q", "v", "a"} do -- of log det by the q, v and a of each sample
        local all = Matrix(many, nv)
        for i = 1, many do
            for j = 1, nv do
                local sum = 0.0
                for r = 1, nv do sum = sum + by[n](nv * (i - 1) + r, nv * (r - 1) + j) end
                all:set(i, j, sum)
            end
        end
        slopes[n] = all:transpose() * rows[name]
    end
    local whole, by_c, by_q0 = slopes[1] + slopes[2] + slopes[3], {}, {}
    for j = 1, nv do
        by_c[j] = whole:row(j):table()
        by_q0[j] = table.remove(by_c[j])
    end
    local gradient = {}
    for j, joint in ipairs(joints) do
        table.move(series.slope(plan, joint, by_c[j], by_q0[j]), 1, size, #gradient + 1, gradient)
        gradient[#gradient + 1] = by_q0[j] * joint.room
    end
    return gradient
end

-- Climbing: the gradient, bent by what the last steps have shown of the curvature. [Liu & Nocedal 1989]
local MEMORY <const> = 12

local function direction(g, pairs_of)
    local d, alpha = table.move(g, 1, #g, 1, {}), {}
    for i = #pairs_of, 1, -1 do
        local one = pairs_of[i]
        alpha[i] = dot(one.s, d) / one.ys
        for k = 1, #d do d[k] = d[k] - alpha[i] * one.y[k] end
    end
    local last = pairs_of[#pairs_of]
    local scale = last and last.ys / dot(last.y, last.y) or 0.3 / math.sqrt(dot(g, g))
    for k = 1, #d do d[k] = d[k] * scale end
    for i = 1, #pairs_of do
        local one = pairs_of[i]
        local beta = dot(one.y, d) / one.ys
        for k = 1, #d do d[k] = d[k] + one.s[k] * (alpha[i] - beta) end
    end
    return d
end

-- x scaled so that each joint's coefficients have length one: the value does not depend on it.
local function normalized(plan, x)
    local size, out = 2 * plan.K, {}
    for j = 1, plan.nv do
        local at = (j - 1) * (size + 1)
        local c = at_rest(plan.K, table.move(x, at + 1, at + size, 1, {}))
        local length = math.sqrt(dot(c, c))
        for k = 1, size do out[at + k] = c[k] / length end
        out[at + size + 1] = math.max(-1, math.min(1, x[at + size + 1]))
    end
    return out
end

function climb.climb(plan, x, steps)
    x = normalized(plan, x)
    local joints = series.realize(plan, x)
    local value, R, states = climb.value(plan, joints)
    local memory, g = {}, climb.slope(plan, joints, R, states)
    for _ = 1, steps do
        local d, t, moved, new = direction(g, memory), 1, nil, nil
        if dot(d, g) <= 0 then memory, d = {}, direction(g, {}) end
        for _ = 1, 8 do
            local trial = {}
            for k = 1, #x do trial[k] = x[k] + t * d[k] end
            trial = normalized(plan, trial)
            local there = series.realize(plan, trial)
            local v, R1, s1 = climb.value(plan, there)
            if v > value then
                moved, new = trial, {v, R1, s1, there}
                break
            end
            t = t / 3
        end
        if not moved then
            if #memory == 0 then break end
            memory = {}
        else
            local rise = new[1] - value
            local g1 = climb.slope(plan, new[4], new[2], new[3])
            local s, y = {}, {}
            for k = 1, #x do s[k], y[k] = moved[k] - x[k], g[k] - g1[k] end
            local ys = dot(y, s)
            if ys > 1e-10 * dot(s, s) then memory[#memory + 1] = {s = s, y = y, ys = ys} end
            if #memory > MEMORY then table.remove(memory, 1) end
            x, value, g, joints = moved, new[1], g1, new[4]
            if rise < 1e-4 then break end
        end
    end
    return x, value, joints
end

return climb
