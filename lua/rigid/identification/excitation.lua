-- rigid.excitation{..}: a motion that shows the base parameters well. Each joint moves by a Fourier series,
--   q_j(t) = q0_j + s_j Σ_k (a_k sin kωt - b_k cos kωt) / (kω),  Σ a_k = 0, Σ k b_k = 0, ω = 2π / duration,
-- at rest at its ends [Swevers 1997]; the factor s_j takes the whole series to the first of its limits, which is always possible. Between the points
-- of a grid a trigonometric polynomial f of K harmonics cannot rise above its largest value there by more than a share (K ω Δt)² / 8 (Bernstein), so
-- limits hold at all times. The logarithm of the determinant of Y_bᵀ Y_b is climbed along its gradient, which is that of torques: with
-- G = Y_b (Y_bᵀ Y_b)⁻¹, row i of a sample changes it as 2 τ_i(q, v, a; G_i) does, G_i taken for parameters.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local hidden = require "rigid.identification.hidden"
local bases = require "rigid.identification.base"
local equations = require "rigid.identification.equations"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector

local methods = {}
local Excitation = {__name = "Excitation", __index = methods}
local secret, open = hidden "what rigid.excitation gives"

-- ---- the series -----------------------------------------------------------------------------------------------------

local FINE <const> = 64 -- points of the grid of limits for each harmonic

-- Sines and cosines of the harmonics at `count` even times of a period, and 1 / (kω), 1, kω for q, v, a.
local function waves(K, omega, count)
    local list = {}
    for i = 1, count do
        local s, c = {}, {}
        for k = 1, K do
            local x = 2 * math.pi * k * (i - 1) / count
            s[k], c[k] = math.sin(x), math.cos(x)
        end
        list[i] = {s = s, c = c}
    end
    return {K = K, omega = omega, count = count, list = list}
end

-- The rows of a series' coefficients (a, then b) for q - q0, v and a at one point.
local function rows_at(K, omega, s, c)
    local q, v, a = {}, {}, {}
    for k = 1, K do
        local w = k * omega
        q[k], q[K + k] = s[k] / w, -c[k] / w
        v[k], v[K + k] = c[k], s[k]
        a[k], a[K + k] = -w * s[k], w * c[k]
    end
    return q, v, a
end

local function dot(a, b)
    local sum = 0.0
    for k = 1, #a do sum = sum + a[k] * b[k] end
    return sum
end

-- Rest at the ends: Σ a_k = 0 and Σ k b_k = 0, by the nearest coefficients.
local function at_rest(K, c)
    local sum, moment, squares = 0.0, 0.0, 0.0
    for k = 1, K do sum, moment, squares = sum + c[k], moment + k * c[K + k], squares + k * k end
    local out = {}
    for k = 1, K do out[k], out[K + k] = c[k] - sum / K, c[K + k] - k * moment / squares end
    return out
end

local SHARP <const> = 60 -- of the mean over limits that are nearly met, in the slope of the gauge: with the very largest alone a climb would zigzag

-- How far a series goes: the gauge, by which it must be divided to keep all limits; its middle and half of its width in q; the slope of the gauge by
-- the coefficients.
local function gauge(plan, j, c)
    local low, high, at_low, at_high, most = math.huge, -math.huge, nil, nil, 0.0
    local limit, seen = plan.limits[j], {}
    for i = 1, #plan.fine do
        local rows = plan.fine[i]
        local q = dot(rows[1], c)
        if q < low then low, at_low = q, rows[1] end
        if q > high then high, at_high = q, rows[1] end
        local v, a = dot(rows[2], c) / limit.velocity, dot(rows[3], c) / limit.acceleration
        seen[2 * i - 1], seen[2 * i] = v, a
        most = math.max(most, math.abs(v), math.abs(a))
    end
    local half, slope, weight = 0.5 * (high - low), {}, 0.0
    most = math.max(most, half / limit.half)
    for k = 1, #c do slope[k] = 0.0 end
    local function share(x, row, bound)
        local w = (math.abs(x) / most) ^ SHARP
        if w < 1e-3 then return end
        weight = weight + w
        local factor = (x > 0 and w or -w) / bound
        for k = 1, #c do slope[k] = slope[k] + factor * row[k] end
    end
    if most > 0 then
        for i = 1, #plan.fine do
            share(seen[2 * i - 1], plan.fine[i][2], limit.velocity)
            share(seen[2 * i], plan.fine[i][3], limit.acceleration)
        end
        local width = {}
        for k = 1, #c do width[k] = 0.5 * (at_high[k] - at_low[k]) end
        share(half / limit.half, width, limit.half)
        local along = dot(slope, c) / weight -- which is the gauge itself, along the coefficients
        for k = 1, #c do slope[k] = slope[k] / weight * most / along end
    end
    return most * plan.margin, 0.5 * (high + low), half, slope
end

-- Of all parameters x (of each joint its coefficients, then where in its range it stands): coefficients that keep the limits, and where each stands.
local function realize(plan, x)
    local joints = {}
    for j = 1, plan.nv do
        local size, at = 2 * plan.K, (j - 1) * (2 * plan.K + 1)
        local c = at_rest(plan.K, table.move(x, at + 1, at + size, 1, {}))
        local m, middle, half, slope = gauge(plan, j, c)
        local scaled = {}
        for k = 1, size do scaled[k] = m > 0 and c[k] / m * plan.shrink or 0.0 end
        local factor = m > 0 and plan.shrink / m or 0
        local room = math.max(0, plan.limits[j].half - half * factor * plan.margin)
        local place = math.max(-1, math.min(1, x[at + size + 1]))
        joints[j] = {c = c, scaled = scaled, gauge = m, slope = slope, room = room, q0 = plan.limits[j].middle - middle * factor + place * room}
    end
    return joints
end

local function state_at(plan, joints, rows)
    local q, v, a = Vector(plan.nv), Vector(plan.nv), Vector(plan.nv)
    for j, joint in ipairs(joints) do
        q:set(j, joint.q0 + dot(rows[1], joint.scaled))
        v:set(j, dot(rows[2], joint.scaled))
        a:set(j, dot(rows[3], joint.scaled))
    end
    return q, v, a
end

-- ---- what is climbed ------------------------------------------------------------------------------------------------

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
local function value_of(plan, joints)
    local shown, states = plan.equations:fresh(), states_of(plan, joints)
    states.tau = Matrix(states.q:rows(), plan.nv)
    shown:take(plan.m, states, 1, states.q:rows())
    local R, sum = shown:triangle(plan.ones), 0.0
    for k = 1, plan.count do sum = sum + 2 * math.log(math.abs(R(k, k))) end
    return sum == sum and sum or -math.huge, R, states
end

-- The gradient of log det by x: through q, v, a of each sample, and through the gauge.
local function slope_of(plan, joints, R, states)
    local count, nv, size = plan.count, plan.nv, 2 * plan.K
    local square = R:block(1, 1, count, count)
    local inverse = (square:transpose() * square):inverse()
    local by_c, by_q0 = {}, {}
    for j = 1, nv do
        by_c[j], by_q0[j] = {}, 0.0
        for k = 1, size do by_c[j][k] = 0.0 end
    end
    local twin, p = plan.twin, plan.parameters
    for i, rows in ipairs(plan.samples) do
        local q, v, a = states.q:row(i), states.v:row(i), states.a:row(i)
        local Y = plan.m:regressor(q, v, a, plan.Y)
        for r = 1, nv do
            local y = Vector(count)
            for c, k in ipairs(plan.kept) do y:set(c, Y(r, k)) end
            local g = inverse * y
            for k = 1, #p do p[k] = 0.0 end
            for c, k in ipairs(plan.kept) do p[k] = 2 * g[c] end
            twin:set_parameters(p)
            twin:inverse_dynamics_derivatives(q, v, a, plan.dq, plan.dv, plan.da)
            for j = 1, nv do
                local x, y1, z, c = plan.dq(r, j), plan.dv(r, j), plan.da(r, j), by_c[j]
                by_q0[j] = by_q0[j] + x
                for k = 1, size do c[k] = c[k] + x * rows[1][k] + y1 * rows[2][k] + z * rows[3][k] end
            end
        end
    end
    local gradient = {}
    for j, joint in ipairs(joints) do -- d(c / m) = dc / m - c (∇m·dc) / m²
        local along, m = dot(by_c[j], joint.c), joint.gauge / plan.margin
        local c = {}
        for k = 1, size do
            c[k] = m > 0 and (by_c[j][k] / m - along * joint.slope[k] / m ^ 2) * plan.shrink / plan.margin or 0
        end
        table.move(at_rest(plan.K, c), 1, size, #gradient + 1, gradient)
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

local function climb(plan, x, steps)
    x = normalized(plan, x)
    local joints = realize(plan, x)
    local value, R, states = value_of(plan, joints)
    local memory, g = {}, slope_of(plan, joints, R, states)
    for _ = 1, steps do
        local d, t, moved, new = direction(g, memory), 1, nil, nil
        if dot(d, g) <= 0 then memory, d = {}, direction(g, {}) end
        for _ = 1, 8 do
            local trial = {}
            for k = 1, #x do trial[k] = x[k] + t * d[k] end
            trial = normalized(plan, trial)
            local there = realize(plan, trial)
            local v, R1, s1 = value_of(plan, there)
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
            local g1 = slope_of(plan, new[4], new[2], new[3])
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

-- ---- what is asked for ----------------------------------------------------------------------------------------------

local FIELDS = arguments.fields "model duration harmonics limits share samples starts steps seed"
local LIMITS = arguments.fields "lower upper velocity acceleration effort"

-- One number for each freedom, given once or as a list; `none` where nothing is said.
local function each(place, value, nv, none)
    local list = {}
    if value == nil then value = none end
    if type(value) == "number" then
        for j = 1, nv do list[j] = value end
        if value ~= value then place:expected("number", value) end
        return list
    end
    if core.type(value) == "Vector" then value = value:table() end
    if type(value) ~= "table" or rawlen(value) ~= nv then place:expected(("number, or list of %d numbers,"):format(nv), value) end
    for j = 1, nv do
        local x = rawget(value, j)
        if type(x) ~= "number" or x ~= x then place:entry(j):expected("number", x) end
        list[j] = x
    end
    return list
end

local A_SECOND <const> = 20 -- samples, of which the result is told
local SWING <const> = 1.0 -- rad or m either way, where a joint has no range
local QUICK <const> = 1.0 -- rad/s or m/s, where nothing limits its speed

local function read_limits(place, m, said, share)
    local nv, own, list = m:nv(), m:limits(), {}
    local here = place:field "limits"
    local given = said.limits == nil and {} or here:options(said.limits, LIMITS)
    local lower, upper = each(here:field "lower", given.lower, nv, own.lower), each(here:field "upper", given.upper, nv, own.upper)
    local velocity = each(here:field "velocity", given.velocity, nv, own.velocity)
    local acceleration = each(here:field "acceleration", given.acceleration, nv, math.huge)
    for j = 1, nv do
        if not (lower[j] < upper[j]) then here:field("lower"):bad("less than the upper limit expected, got %g and %g", lower[j], upper[j]) end
        local bounded = upper[j] - lower[j] < math.huge
        local middle = bounded and 0.5 * (lower[j] + upper[j]) or upper[j] < math.huge and upper[j] - SWING
            or lower[j] > -math.huge and lower[j] + SWING or 0.0
        for name, bound in pairs {velocity = velocity[j], acceleration = acceleration[j]} do
            if not (bound > 0) then here:field(name):expected("positive number", bound) end
        end
        list[j] = {
            middle = middle, half = share * (bounded and 0.5 * (upper[j] - lower[j]) or SWING), acceleration = share * acceleration[j],
            velocity = share * (velocity[j] == math.huge and acceleration[j] == math.huge and QUICK or velocity[j]),
        }
    end
    local effort = each(here:field "effort", given.effort, nv, own.effort)
    for j = 1, nv do effort[j] = share * effort[j] end
    return list, effort
end

local function plan_of(place, said)
    said = place:options(said, FIELDS)
    if core.type(said.model) ~= "Model" then place:field("model"):expected("Model", said.model) end
    local m = said.model:copy()
    if #m:loops() > 0 then place:field("model"):bad("a tree expected, and '%s' has loops, which would hold its joints back", m:name()) end
    if m:nv() == 0 or m:nq() ~= m:nv() then
        place:field("model"):bad "a model whose joints' numbers simply add expected: no ball and no free flight"
    end
    local function positive(name, fallback)
        local x = said[name] == nil and fallback or place:field(name):finite(said[name])
        if not (x > 0) then place:field(name):expected("positive number", x) end
        return x
    end
    local plan = {
        m = m, nv = m:nv(), duration = positive("duration", 10), K = said.harmonics == nil and 5 or place:field("harmonics"):integer(said.harmonics, 2, 50),
        shrink = 1.0, twin = m:copy(), parameters = {}, starts = said.starts == nil and 12 or place:field("starts"):integer(said.starts, 1, 1000),
        steps = said.steps == nil and 100 or place:field("steps"):integer(said.steps, 0, 10000),
        seed = said.seed == nil and 1 or place:field("seed"):integer(said.seed, math.mininteger, math.maxinteger),
    }
    if not (plan.duration > 1e-6 and plan.duration < 1e9) then place:field("duration"):expected("number of seconds from 1e-6 to 1e9", plan.duration) end
    local share = positive("share", 1)
    if share > 1 then place:field("share"):bad("a share of the limits, up to 1, expected, got %g", share) end
    plan.limits, plan.effort = read_limits(place, m, said, share)
    plan.omega = 2 * math.pi / plan.duration
    local count = said.samples == nil and 12 * plan.K or place:field("samples"):integer(said.samples, 4 * plan.K, 100000)
    local function grid(n)
        local list = {}
        for i, w in ipairs(waves(plan.K, plan.omega, n).list) do list[i] = {rows_at(plan.K, plan.omega, w.s, w.c)} end
        return list
    end
    plan.samples, plan.fine = grid(count), grid(FINE * plan.K)
    plan.reported = said.samples ~= nil and plan.samples or grid(math.max(count, math.ceil(A_SECOND * plan.duration)))
    plan.margin = 1 / (1 - (2 * math.pi / FINE) ^ 2 / 8)
    local base = m:base_parameters()
    plan.base, plan.count, plan.kept = base, base.count, table.move(bases.state(base).kept, 1, base.count, 1, {})
    table.sort(plan.kept) -- as equations.lua has them
    plan.equations, plan.ones, plan.Y = equations.of_model(m, {}, nil, nil, plan.kept), {}, Matrix(plan.nv, 10 * m:nbodies())
    for j = 1, plan.nv do plan.ones[j] = 1.0 end
    plan.dq, plan.dv, plan.da = Matrix(plan.nv, plan.nv), Matrix(plan.nv, plan.nv), Matrix(plan.nv, plan.nv)
    for k = 1, 10 * m:nbodies() do plan.parameters[k] = 0.0 end
    return plan
end

-- Random numbers of our own, the same on every machine. [Park & Miller 1988]
local function stream(seed)
    local x = seed % 2147483646 + 1
    return function()
        x = x * 48271 % 2147483647
        return 2 * x / 2147483647 - 1
    end
end

local function random_start(plan, draw)
    local x = {}
    for _ = 1, plan.nv do
        for _ = 1, 2 * plan.K do x[#x + 1] = draw() end
        x[#x + 1] = 0.5 * draw()
    end
    return x
end

-- The largest torque of each joint on the grid, over what it may be; 0 where there is no limit.
local function strain(plan, joints)
    local most = 0.0
    for i = 1, #plan.fine, 4 do
        local q, v, a = state_at(plan, joints, plan.fine[i])
        local tau = plan.m:inverse_dynamics(q, v, a)
        for j = 1, plan.nv do most = math.max(most, math.abs(tau[j]) / plan.effort[j]) end
    end
    return most
end

-- Smaller series until the torques are within their limits; nil where standing still already takes more.
local function within_effort(plan, x, joints)
    for _ = 1, 40 do
        if strain(plan, joints) <= 1 then return joints end
        plan.shrink = plan.shrink * 0.93
        joints = realize(plan, x)
    end
    return nil
end

-- ---- what it is -------------------------------------------------------------------------------------------------------

function Excitation.__call(motion, t)
    local plan, joints = open(motion, "call").plan, secret[motion].joints
    arguments.at("call", 1):finite(t)
    local s, c, x = {}, {}, plan.omega * math.max(0, math.min(plan.duration, t)) -- it stands before and after
    for k = 1, plan.K do s[k], c[k] = math.sin(k * x), math.cos(k * x) end
    return state_at(plan, joints, {rows_at(plan.K, plan.omega, s, c)})
end

-- The motion as a Log, with the torques that the model takes.
function methods.log(motion, dt)
    local plan = open(motion, "log").plan
    dt = dt == nil and 0.01 or arguments.at("log", 1):finite(dt)
    if not (dt > 0 and plan.duration / dt < 1e7) then arguments.at("log", 1):expected("time step, not far below the duration", dt) end
    local log, a = core.Log(plan.m), {}
    for i = 0, math.floor(plan.duration / dt + 1e-9) do
        local q, v, acc = motion(i * dt)
        log:add(i * dt, q, v, plan.m:inverse_dynamics(q, v, acc))
        a[#a + 1] = acc
    end
    log.a = a
    return log
end

function methods.save(motion, path, dt)
    open(motion, "save")
    arguments.at("save", 1):file_path(path)
    methods.log(motion, dt):save(path)
    return motion
end

-- Of each joint: its middle, and the coefficients a and b.
function methods.coefficients(motion)
    local plan, list = open(motion, "coefficients").plan, {}
    for j, joint in ipairs(secret[motion].joints) do
        list[j] = {q0 = joint.q0, a = table.move(joint.scaled, 1, plan.K, 1, {}), b = table.move(joint.scaled, plan.K + 1, 2 * plan.K, 1, {})}
    end
    return list
end

arguments.count_all(methods, 1)
Excitation.__tostring = arguments.printer("a motion", function(motion)
    local _ <close> = inner.locale.plain()
    open(motion, "tostring")
    return ("excitation of %.6g s by %d harmonics: log det %.1f of %d samples, condition %.3g; %s"):format(motion.duration, motion.harmonics, motion.log_det,
        motion.samples, motion.condition, motion.note)
end)

local function excitation(said)
    local _ <close> = inner.locale.plain()
    local place = arguments.at("excitation", 1)
    local plan = plan_of(place, said)
    local draw, best, x, _ = stream(plan.seed), -math.huge, nil, nil
    for _ = 1, plan.starts do
        local start = random_start(plan, draw)
        local value = value_of(plan, realize(plan, start))
        if value > best or not x then best, x = value, start end
    end
    if best == -math.huge then place:field("model"):bad "no motion found that shows all base parameters: more harmonics, or wider limits" end
    local joints
    x, _, joints = climb(plan, x, plan.steps)
    joints = within_effort(plan, x, joints)
    if not joints then
        place:field("limits"):field("effort"):bad "more expected: standing in the middle of the ranges already takes that torque"
    end
    plan.samples = plan.reported
    local value, R = value_of(plan, joints)
    local _, s = R:block(1, 1, plan.count, plan.count):svd()
    local motion = setmetatable({
        duration = plan.duration, harmonics = plan.K, log_det = value, condition = s[1] / s[plan.count], samples = #plan.samples,
        note = "whether links meet each other on the way was not looked at",
    }, Excitation)
    secret[motion] = {plan = plan, joints = joints}
    return motion
end

return {make = excitation, plan = plan_of, realize = realize, value = value_of, slope = slope_of}
