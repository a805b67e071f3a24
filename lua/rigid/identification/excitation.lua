-- rigid.excitation{..}: a motion that shows the base parameters well. Each joint moves by a Fourier series,
--   q_j(t) = q0_j + s_j Σ_k (a_k sin kωt - b_k cos kωt) / (kω),  Σ a_k = 0, Σ k b_k = 0, ω = 2π / duration,
-- at rest at its ends [Swevers 1997]; the factor s_j takes the whole series to the first of its limits, which is always possible. Between the points
-- of a grid a trigonometric polynomial f of K harmonics cannot rise above its largest value there by more than a share (K ω Δt)² / 8 (Bernstein), so
-- limits hold at all times (series.lua). The logarithm of the determinant of Y_bᵀ Y_b is climbed along its gradient (climb.lua).
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local hidden = require "rigid.identification.hidden"
local bases = require "rigid.identification.base"
local clearance = require "rigid.identification.clearance"
local climb = require "rigid.identification.climb"
local equations = require "rigid.identification.equations"
local random = require "rigid.solvers.random"
local series = require "rigid.identification.series"
local inner = debug.getmetatable(core).inner

local Matrix = core.Matrix

local methods = {}
local Excitation = {__name = "Excitation", __index = methods}
local secret, open = hidden "what rigid.excitation gives"

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
    if m:nv() == 0 then place:field("model"):bad("a model with a joint that moves expected, and '%s' has none", m:name()) end
    if m:nq() ~= m:nv() then
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
    local function grid(n) return series.grid(plan.K, plan.omega, n) end
    plan.samples, plan.fine = grid(count), grid(series.FINE * plan.K)
    plan.reported = said.samples ~= nil and plan.samples or grid(math.max(count, math.ceil(A_SECOND * plan.duration)))
    plan.margin = 1 / (1 - (2 * math.pi / series.FINE) ^ 2 / 8)
    local base = m:base_parameters()
    plan.base, plan.count, plan.kept = base, base.count, table.move(bases.state(base).kept, 1, base.count, 1, {})
    table.sort(plan.kept) -- as equations.lua has them
    plan.equations, plan.ones, plan.Y = equations.of_model(m, {}, plan.kept), {}, Matrix(plan.nv, 10 * m:nbodies())
    for j = 1, plan.nv do plan.ones[j] = 1.0 end
    plan.dq, plan.dv, plan.da = Matrix(plan.nv, plan.nv), Matrix(plan.nv, plan.nv), Matrix(plan.nv, plan.nv)
    for k = 1, 10 * m:nbodies() do plan.parameters[k] = 0.0 end
    return plan
end

local function random_start(plan, draw)
    local x = {}
    for _ = 1, plan.nv do
        for _ = 1, 2 * plan.K do x[#x + 1] = draw() end
        x[#x + 1] = 0.5 * draw()
    end
    return x
end

local CLIMBED <const> = 4 -- of the starts: a climb ends at the nearest top, of which there are many

local LOOKS <const> = 40 -- for links that meet, in each period of the fastest harmonic

-- The state at t.
local function state_at(plan, joints, t)
    local s, c, x = {}, {}, plan.omega * math.max(0, math.min(plan.duration, t)) -- it stands before and after
    for k = 1, plan.K do s[k], c[k] = math.sin(k * x), math.cos(k * x) end
    return series.state_at(plan, joints, {series.rows_at(plan.K, plan.omega, s, c)})
end

-- The links that meet on the way.
local function met(plan, joints)
    return clearance.met(plan.clearance, function(t) return (state_at(plan, joints, t)) end, plan.duration, LOOKS * plan.K)
end

-- The largest torque of each joint on the grid, over what it may be; 0 where there is no limit.
local function strain(plan, joints)
    local most = 0.0
    for i = 1, #plan.fine, 4 do
        local q, v, a = series.state_at(plan, joints, plan.fine[i])
        local tau = plan.m:inverse_dynamics(q, v, a)
        for j = 1, plan.nv do most = math.max(most, math.abs(tau[j]) / plan.effort[j]) end
    end
    return most
end

local SMALLER <const>, FINER <const> = 0.93, 7 -- of all series, step by step; halvings of the last step

-- Series as large as the torques' limits let them be, and how much smaller than climbed; nil where standing still already takes more.
local function within_effort(plan, x, joints)
    if strain(plan, joints) <= 1 then return joints, 1 end
    local low, high = nil, 1.0
    local function at(shrink)
        plan.shrink = shrink
        local made = series.realize(plan, x)
        plan.shrink = 1.0
        return made
    end
    for k = 1, 40 do
        if strain(plan, at(SMALLER ^ k)) <= 1 then
            low, high = SMALLER ^ k, SMALLER ^ (k - 1)
            break
        end
    end
    for _ = 1, low and FINER or 0 do
        local middle = 0.5 * (low + high)
        if strain(plan, at(middle)) <= 1 then low = middle else high = middle end
    end
    return low and at(low), low
end

-- The highest that climbs from the best of random starts lead to, of those on which no links meet where there is one: {joints, value, meetings, shrink}; nil
-- where no start shows all, or none keeps the torques' limits, and plan.strained then.
local function best_of(plan)
    local source, starts, tops = random.source(plan.seed), {}, {}
    local function draw() return source:uniform(-1, 1) end
    for i = 1, plan.starts do
        local start = random_start(plan, draw)
        starts[i] = {x = start, value = climb.value(plan, series.realize(plan, start)), number = i}
    end
    table.sort(starts, function(a, b) return a.value > b.value or a.value == b.value and a.number < b.number end)
    for i = 1, math.min(CLIMBED, #starts) do
        if starts[i].value > -math.huge then
            local there, value, made = climb.climb(plan, starts[i].x, plan.steps)
            local joints, shrink = within_effort(plan, there, made)
            if joints then
                if shrink < 1 then value = climb.value(plan, joints) end
                tops[#tops + 1] = {joints = joints, value = value, meetings = met(plan, joints), shrink = shrink}
            else
                plan.strained = true
            end
        end
    end
    table.sort(tops, function(a, b)
        if (#a.meetings == 0) ~= (#b.meetings == 0) then return #a.meetings == 0 end
        return a.value > b.value
    end)
    return tops[1]
end

-- ---- what it is -------------------------------------------------------------------------------------------------------

function Excitation.__call(motion, t)
    local plan, joints = open(motion, "call").plan, secret[motion].joints
    arguments.at("call", 1):finite(t)
    return state_at(plan, joints, t)
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
    plan.clearance = clearance.of(plan.m)
    local best = best_of(plan)
    if not best and plan.strained then
        place:field("limits"):field("effort"):bad "more expected: standing in the middle of the ranges already takes that torque"
    end
    if not best then place:field("model"):bad "no motion found that shows all base parameters: more harmonics, or wider limits" end
    local joints = best.joints
    plan.shrink = best.shrink
    plan.samples = plan.reported
    local value, R = climb.value(plan, joints)
    local _, s = R:block(1, 1, plan.count, plan.count):svd()
    local motion = setmetatable({
        duration = plan.duration, harmonics = plan.K, log_det = value, condition = s[1] / s[plan.count], samples = #plan.samples,
    }, Excitation)
    secret[motion] = {plan = plan, joints = joints}
    motion.meetings = best.meetings
    motion.note = clearance.sentence(plan.clearance, motion.meetings)
    return motion
end

return {make = excitation, plan = plan_of}
