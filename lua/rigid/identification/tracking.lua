-- Controllers that know the robot, to compare with the adaptive one, and an observer of what pushes it.
--   computed_torque  H (a_d - λ² e - 2 λ ė) + h: the error obeys ë + 2 λ ė + λ² e = 0
--   pd_gravity       g(q) - K (ė + λ e): no model of what moves
--   passive          H a_r + C v_r + g - K s, s = ė + λ e: Slotine and Li's with the parameters known
-- What joints resist by and springs are given besides, so that they do not show in the error.
-- The observer follows the momentum p = H v, dp/dt = τ + Cᵀv - g + τ_ext: r = G (p - p_0 - ∫ (τ + Cᵀv - g + r) dt) is τ_ext through a filter of
-- rate G; no accelerations are needed. [De Luca & Mattone 2003]
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local Vector = core.Vector

local tracking = {}

local FIELDS = arguments.fields "model reference law lambda K"
local LAWS = {"computed_torque", "pd_gravity", "passive", computed_torque = true, pd_gravity = true, passive = true}

-- One positive number for each freedom.
local function diagonal(place, value, nv, fallback)
    if value == nil then value = fallback end
    if type(value) == "number" then
        local list = {}
        for j = 1, nv do list[j] = value end
        value = list
    end
    local list = place:numbers(value, nv, "a number, or one for each freedom")
    for j = 1, nv do
        if not (list[j] > 0) then place:entry(j):expected("positive number", list[j]) end
    end
    return Vector(list)
end
tracking.diagonal = diagonal

-- A function of t that returns q, v, a.
function tracking.reference(place, value)
    local metatable = type(value) ~= "function" and debug.getmetatable(value)
    if type(value) == "function" or type(metatable) == "table" and rawget(metatable, "__call") then return value end
    return place:expected("function of t that returns q, v, a", value)
end

-- What the reference returned at t, as Vectors.
function tracking.wanted(m, reference, t)
    local given = {reference(t)}
    for i, name in ipairs {"q", "v", "a"} do
        local x, size = given[i], i == 1 and m:nq() or m:nv()
        local length = core.type(x) == "Vector" and #x or type(x) == "table" and rawlen(x)
        if length ~= size then
            arguments.raise(arguments.format("the reference returned %s for %s at t = %.14g s; Vector or list of %d numbers expected",
                arguments.describe(x), name, t, size))
        end
        given[i] = core.type(x) == "Vector" and x or Vector(x)
    end
    return given[1], given[2], given[3]
end

-- The errors e and ė, and lists combined entry by entry.
local function each(n, f)
    local list = Vector(n)
    for j = 1, n do list:set(j, f(j)) end
    return list
end

-- The torque of springs.
local function springs(m, q) return m:passive_forces(q, Vector(m:nv())) * -1.0 end

local function sign(x) return x > 0 and 1 or x < 0 and -1 or 0 end

-- The torques that a model's own joints take of themselves: of springs at q, of dampers at v_ref, of dry friction where v goes, or is to go,
-- and of rotors at a_ref, unless nil; without those of the kinds in `learned`.
function tracking.of_joints(m, q, v, v_ref, a_ref, learned)
    local tau, damping, friction, armature = springs(m, q), m:damping(), m:friction(), m:armature()
    return each(#v, function(j)
        local x = tau[j]
        if not learned.damping then x = x + damping[j] * v_ref[j] end
        if not learned.friction then x = x + friction[j] * sign(v[j] ~= 0 and v[j] or v_ref[j]) end
        return a_ref and not learned.armature and x + armature[j] * a_ref[j] or x
    end)
end

local NOTHING <const> = {}

local laws = {}

function laws.computed_torque(m, q, v, e, rate, a, lambda)
    local wanted = each(#v, function(j) return a[j] - lambda[j] ^ 2 * e[j] - 2 * lambda[j] * rate[j] end)
    return m:inverse_dynamics(q, v, wanted) + tracking.of_joints(m, q, v, v, nil, NOTHING) -- rotors are in the first
end

function laws.pd_gravity(m, q, _, e, rate, _, lambda, K)
    local g = m:gravity_forces(q) + springs(m, q)
    return each(#rate, function(j) return g[j] - K[j] * (rate[j] + lambda[j] * e[j]) end)
end

function laws.passive(m, q, v, e, rate, a, lambda, K, v_d)
    local v_r = each(#v, function(j) return v_d[j] - lambda[j] * e[j] end)
    local a_r = each(#v, function(j) return a[j] - lambda[j] * rate[j] end)
    local tau = m:slotine_li_regressor(q, v, v_r, a_r) * m:parameters() + tracking.of_joints(m, q, v, v_r, a_r, NOTHING)
    return each(#v, function(j) return tau[j] - K[j] * (v[j] - v_r[j]) end)
end

function tracking.controller(said)
    local place = arguments.at("tracking_controller", 1)
    said = place:options(said, FIELDS)
    if core.type(said.model) ~= "Model" then place:field("model"):expected("Model", said.model) end
    local m, reference = said.model:copy(), tracking.reference(place:field "reference", said.reference)
    local law = laws[said.law == nil and "computed_torque" or place:field("law"):word(said.law, LAWS)]
    local lambda, K = diagonal(place:field "lambda", said.lambda, m:nv(), 5), diagonal(place:field "K", said.K, m:nv(), 10)
    return function(t, q, v)
        local q_d, v_d, a_d = tracking.wanted(m, reference, t)
        q = core.type(q) == "Vector" and q or Vector(q)
        v = core.type(v) == "Vector" and v or Vector(v)
        return law(m, q, v, m:difference(q_d, q), v - v_d, a_d, lambda, K, v_d)
    end
end

-- ---- the observer ---------------------------------------------------------------------------------------------------

local OBSERVER = arguments.fields "model gain"

-- Cᵀv - g at a state, without what joints resist by.
local function driven(m, q, v) return m:coriolis_matrix(q, v):transpose() * v - m:gravity_forces(q) end

function tracking.observer(said)
    local place = arguments.at("momentum_observer", 1)
    said = place:options(said, OBSERVER)
    if core.type(said.model) ~= "Model" then place:field("model"):expected("Model", said.model) end
    local m = said.model:copy()
    local nv = m:nv()
    local gain = diagonal(place:field "gain", said.gain, nv, 20)
    local last, sum, first, r = nil, Vector(nv), nil, Vector(nv)
    return function(t, q, v, tau)
        arguments.at("observe", 1):finite(t)
        q = Vector(arguments.at("observe", 2):numbers(q, m:nq(), "q"))
        v = Vector(arguments.at("observe", 3):numbers(v, nv, "v"))
        tau = Vector(arguments.at("observe", 4):numbers(tau, nv, "tau"))
        local p, now = m:mass_matrix(q) * v, driven(m, q, v)
        if not last or t < last.t then
            last, first, sum, r = {t = t, driven = now, tau = tau}, p, Vector(nv), Vector(nv)
            return r:copy()
        end
        -- the torque was held; the rest by the trapezoid, in which r at the end is solved for: r = G (p - p_0 - Σ - h (2 τ_0 + d_0 + d_1 + r_0 + r) / 2)
        local h = t - last.t
        local before = r
        r = each(nv, function(j)
            local known = sum[j] + 0.5 * h * (2 * last.tau[j] + last.driven[j] + now[j] + before[j])
            return gain[j] * (p[j] - first[j] - known) / (1 + 0.5 * h * gain[j])
        end)
        for j = 1, nv do sum:set(j, sum[j] + 0.5 * h * (2 * last.tau[j] + last.driven[j] + now[j] + before[j] + r[j])) end
        last = {t = t, driven = now, tau = tau}
        return r:copy()
    end
end

return tracking
