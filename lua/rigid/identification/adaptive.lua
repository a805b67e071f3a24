-- rigid.adaptive_controller{..}: Slotine and Li's control of a robot whose parameters are not known, tau = Y(q, v, v_r, a_r) π̂ - K s, on any tree, with
-- the Christoffel factor, for which sᵀ(Ḣ - 2C)s = 0; and the correction of π̂ as it goes:
--   natural    d(Ĵ⁻¹)/dt = B / γ, tr(B E_k) = (Yᵀs)_k: V = ½ sᵀHs + γ Σ D(J | Ĵ), every estimate a possible body [Lee, Kwon, Park 2018]
--   euclidean  dπ̂/dt = -Yᵀs / γ: V = ½ sᵀHs + ½ γ |π̂ - π|²
-- and dV/dt = -sᵀKs for both. What the model says of its joints and is not learned is given besides, and its dampers D help: -sᵀ(K + D)s then.
-- In the dual numbers z_k = tr(Ĵ⁻¹ E_k) the natural law is linear: dz/dt = Yᵀs / γ; so they are the state that is integrated. A damping,
-- a friction or a rotor that is estimated has z = 1 / x̂ likewise; and bounds of a link's parameters, c·p > d, have their c / (c·p - d) in z and
-- their divergence in V, so that the estimate never passes them (src/core/identification/bounds.h).
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local bounds = require "rigid.identification.bounds"
local filtered = require "rigid.identification.filtered"
local hidden = require "rigid.identification.hidden"
local operational = require "rigid.identification.operational"
local tracking = require "rigid.identification.tracking"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local native = inner.identification

local methods = {}
local Controller = {__name = "AdaptiveController", __index = methods}
local secret, open = hidden "what rigid.adaptive_controller gives"

-- ---- what is asked for ----------------------------------------------------------------------------------------------

local FIELDS = arguments.fields "model reference lambda K gamma adaptation composite filter friction damping armature bounds within"
local LAWS = {"natural", "euclidean", natural = true, euclidean = true}

local EXTRA <const> = {"damping", "friction", "armature"}
local LEAST <const> = 1e-3 -- of what joints resist by, to begin with

-- The estimate to begin with: the model's own parameters, then what joints resist by.
local function first_estimate(state)
    local list = state.m:parameters():table()
    for _, kind in ipairs(EXTRA) do
        if state.options[kind] then
            for _, x in ipairs(state.m[kind](state.m):table()) do list[#list + 1] = math.max(x, LEAST) end
        end
    end
    return Vector(list)
end

-- Of the numbers of an estimate, those of the links.
local function of_links(state, p) return p:block(1, state.links) end

-- Numbers of links, and one over what joints resist by, of p or of z, from that of the other.
local function with_inverses(own, all)
    if #own == #all then return own end
    local list = {}
    for k = #own + 1, #all do
        if not (all[k] > 0) then return nil end
        list[#list + 1] = 1 / all[k]
    end
    return own:vcat(Vector(list))
end

-- z of an estimate, and back; nil where that is not possible. state.near: parameters within the bounds, from which others are looked for.
local function to_state(state, p)
    if not state.natural then return p:copy() end
    local own = of_links(state, p)
    state.near = own:copy()
    return native.to_dual(own, own, state.bounds) and with_inverses(own, p) or nil
end

local function from_state(state, z)
    if not state.natural then return z end
    local own = of_links(state, z)
    return native.from_dual(own, own, state.bounds, state.near) and with_inverses(own, z) or nil
end

-- ---- the law --------------------------------------------------------------------------------------------------------

-- s, v_r and a_r at a state.
local function errors_at(state, t, q, v)
    if state.operational then return operational.errors(state.operational, t, q, v) end
    local q_d, v_d, a_d = tracking.wanted(state.m, state.reference, t)
    local e, rate = state.m:difference(q_d, q), v - v_d
    local s, v_r, a_r = Vector(#v), Vector(#v), Vector(#v)
    for j = 1, #v do
        local l = state.lambda[j]
        s:set(j, rate[j] + l * e[j])
        v_r:set(j, v_d[j] - l * e[j])
        a_r:set(j, a_d[j] - l * rate[j])
    end
    return s, v_r, a_r
end

-- The torque for an estimate; b with dz/dt = b / γ (natural) or -b / γ; and sᵀ(K + D)s.
local function law(state, t, q, v, p)
    local s, v_r, a_r = errors_at(state, t, q, v)
    local Y = state.m:slotine_li_regressor(q, v, v_r, a_r, state.options, state.Y)
    local tau, lost = Y * p + tracking.of_joints(state.m, q, v, v_r, a_r, state.options), 0.0
    for j = 1, #tau do
        tau:set(j, tau[j] - state.K[j] * s[j])
        lost = lost + (state.K[j] + state.dampers[j]) * s[j] ^ 2
    end
    return tau, Y:transpose() * s, lost
end

-- The state of the whole: z, what has been dissipated, and of a composite controller what its filters hold.
local integrated = {}
Controller.integrated = integrated

local function whole_of(z, lost, held)
    local all = z:vcat(Vector {lost})
    return held and all:vcat(held) or all
end

local function parts_of(state, all)
    local size = state.size
    return all:block(1, size), all[size + 1], state.filter and all:block(size + 2, #all - size - 1) or nil
end

function integrated.start(controller, q, v)
    local state = secret[controller]
    if state.filter then state.held = filtered.start(state.filter, q, v) end
    return whole_of(state.z, state.lost, state.held)
end

-- Another motion begins, whose estimate goes on from the last; filters, and what goes from tick to tick, do not.
function integrated.restart(controller)
    local state = secret[controller]
    state.held, state.rate = nil, nil
end

function integrated.torque(controller, t, q, v, all)
    local state = secret[controller]
    local z, _, held = parts_of(state, all)
    local p = from_state(state, z)
    if not p then return nil end
    local tau, b, lost = law(state, t, q, v, p)
    local held_rate
    if state.filter then
        local W, e
        W, e, held_rate = filtered.look(state.filter, q, v, tau, p, held)
        b, lost = b + (W:transpose() * e) * state.composite, lost + state.composite * e:dot(e)
    end
    return tau, whole_of(b * ((state.natural and 1 or -1) / state.gamma), lost, held_rate)
end

function integrated.keep(controller, t, q, v, all)
    local state = secret[controller]
    state.t, state.q, state.v, state.rate = t, q, v, nil
    state.z, state.lost, state.held = parts_of(state, all)
    if state.bounds then state.near = of_links(state, from_state(state, state.z)) end
end

local HALVINGS <const> = 40
local FARTHEST <const> = 0.05 -- that an estimate moves in a tick, as a divergence: where a step is too long, its end means nothing

local SHARE <const> = 0.5 -- of what K takes of V, twice that which a tick may add

-- Whether the estimate may go from z at that rate for h seconds: the estimate's numbers then, or nil. A step of Euler's along b / γ adds some
-- γ D = ½ h b·Δp to V, while K takes h sᵀKs of it: where the one is a share of the other, V falls at ticks as it does in between, however small γ is.
local function ahead(state, z, rate, h)
    local along, lost = parts_of(state, rate)
    local moved = z + along * h
    local p = from_state(state, moved)
    if not p then return nil end
    local before = from_state(state, z)
    if math.abs(along:dot(p - before)) * state.gamma > SHARE * lost then return nil end
    if not state.natural then return moved end
    local divergence = native.divergence(of_links(state, p), of_links(state, before), state.bounds)
    return divergence and divergence < FARTHEST and moved or nil
end

-- The state of the whole after h seconds at the rate of the last tick: the estimate goes as far as it may, the rest all the way.
local function after(state, all, h)
    local _, lost, held = parts_of(state, all + state.rate * h)
    local z
    for _ = 1, HALVINGS do
        z = ahead(state, state.z, state.rate, h)
        if z then break end
        h = h / 2
    end
    return whole_of(z or state.z, lost, held)
end

-- Called at ticks: the estimate goes on from the last one by what was found there, as far as it stays possible.
local function tick(controller, t, q, v)
    local state = open(controller, "call")
    local z = state.held and whole_of(state.z, state.lost, state.held) or integrated.start(controller, q, v)
    if state.rate and state.t and t > state.t then z = after(state, z, t - state.t) end
    local tau, rate = integrated.torque(controller, t, q, v, z)
    integrated.keep(controller, t, core.type(q) == "Vector" and q:copy() or Vector(q), core.type(v) == "Vector" and v:copy() or Vector(v), z)
    state.rate = rate
    return tau
end

function Controller.__call(controller, t, q, v)
    local state = open(controller, "call")
    arguments.at("call", 1):finite(t)
    q = core.type(q) == "Vector" and q or Vector(arguments.at("call", 2):numbers(q, state.m:nq(), "q"))
    v = core.type(v) == "Vector" and v or Vector(arguments.at("call", 3):numbers(v, state.m:nv(), "v"))
    return tick(controller, t, q, v)
end

-- ---- what it says ---------------------------------------------------------------------------------------------------

-- The estimate now: ten for each link, then what joints resist by, in the order damping, friction, armature.
function methods.parameters(controller)
    local state = open(controller, "parameters")
    return from_state(state, state.z):copy()
end

function methods.model(controller)
    local state = open(controller, "model")
    local p = methods.parameters(controller)
    local m, at = state.m:copy():set_parameters(of_links(state, p)), state.links
    for _, kind in ipairs(EXTRA) do
        if state.options[kind] then
            local i = 0
            for _, name in ipairs(m:joint_names()) do
                local joint = m:joint(name)
                if joint.nv == 1 then joint[kind] = math.max(0, p[at + i + 1]) end
                i = i + joint.nv
            end
            at = at + state.m:nv()
        end
    end
    return m
end

-- The last s, as a Vector, and t, q, v where it was called; nil before that.
function methods.error(controller)
    local state = open(controller, "error")
    if not state.t then return nil end
    return (errors_at(state, state.t, state.q, state.v)), state.t, state.q:copy(), state.v:copy()
end

-- ∫ sᵀ(K + D)s dt so far; of a composite controller with c |W π̂ - τ_f|². V + this stays as it is, where nothing else acts.
function methods.dissipated(controller) return open(controller, "dissipated").lost end

-- What a truth has nothing of that is learned, by its number among them.
local function without(state, number)
    local nv = state.m:nv()
    for _, kind in ipairs(EXTRA) do
        if state.options[kind] and number <= nv then
            return ("%s of v[%d] expected, which is learned: the divergence from none is infinite"):format(kind, number)
        end
        number = state.options[kind] and number - nv or number
    end
end

-- V at the state where it was called last, for a robot that is in truth that model.
function methods.lyapunov(controller, truth)
    local state = open(controller, "lyapunov")
    if core.type(truth) ~= "Model" then arguments.at("lyapunov", 1):expected("Model", truth) end
    if truth:nbodies() ~= state.m:nbodies() or truth:nv() ~= state.m:nv() then
        arguments.at("lyapunov", 1):bad("a model with the same links expected, got one of %d with nv %d", truth:nbodies(), truth:nv())
    end
    if not state.t then arguments.no_answer("lyapunov", "the controller was not called yet, so that there is no state") end
    local s = (errors_at(state, state.t, state.q, state.v))
    local V, p = 0.5 * s:dot(truth:mass_matrix(state.q) * s), methods.parameters(controller)
    local target = truth:parameters():table()
    for _, kind in ipairs(EXTRA) do
        if state.options[kind] then
            for _, x in ipairs(truth[kind](truth):table()) do target[#target + 1] = x end
        end
    end
    target = Vector(target)
    if not state.natural then return V + 0.5 * state.gamma * (p - target):dot(p - target) end
    local divergence = native.divergence(of_links(state, target), of_links(state, p), state.bounds)
    if not divergence then
        arguments.at("lyapunov", 1):bad("a model whose links have some bulk%s expected: the divergence from a rod, a plate or nothing is infinite",
            state.bounds and ", within the bounds," or "")
    end
    for k = state.links + 1, #p do
        if not (target[k] > 0) then arguments.at("lyapunov", 1):bad("%s", without(state, k - state.links)) end
        divergence = divergence + target[k] / p[k] - 1 - math.log(target[k] / p[k])
    end
    return V + state.gamma * divergence
end

arguments.count_all(methods, 1)
Controller.__tostring = arguments.printer("an adaptive controller", function(controller)
    local _ <close> = inner.locale.plain()
    local state = open(controller, "tostring")
    return ("adaptive controller of '%s', %s law, gamma %.4g%s"):format(state.m:name(), state.natural and "natural" or "euclidean", state.gamma,
        state.filter and ", composite" or "")
end)

-- Says which link no first estimate can be of: one outside its bounds, or one that no body of some bulk can be.
local function refuse_first(place, m, first, limits)
    for i, name in ipairs(m:body_names()) do
        local ten = table.move(first:table(), 10 * i - 9, 10 * i, 1, {})
        local broken = bounds.broken(limits, i, ten)
        if broken then place:bad("a first estimate within the bounds expected, and of '%s' it is not so: %s", name, broken) end
        local body = Vector(ten)
        if not native.to_dual(body, body) then
            local what = ten[1] == 0 and "has no mass" or core.SpatialInertia.from_parameters(ten):is_physically_valid() and "is a rod, a plate or a point"
                or "cannot exist (m:diagnose() says why)"
            place:bad("bodies of some bulk expected, as the natural law divides by how far they spread, and '%s' %s: give it a guess by m:set_parameters(p, " ..
                "\"rigid\", \"%s\"), such as a ball's, or lock its joint by m:lock", name, what, name)
        end
    end
    place:bad "bodies of some bulk expected: the natural law needs a first estimate that can exist"
end

return function(said)
    local place = arguments.at("adaptive_controller", 1)
    said = place:options(said, FIELDS)
    if core.type(said.model) ~= "Model" then place:field("model"):expected("Model", said.model) end
    local m = said.model:copy()
    local nv = m:nv()
    if nv == 0 then place:field("model"):bad "a model with joints that move expected" end
    local state = {
        m = m, lambda = tracking.diagonal(place:field "lambda", said.lambda, nv, 5),
        K = tracking.diagonal(place:field "K", said.K, nv, 10), gamma = 1, lost = 0.0, options = {}, links = 10 * m:nbodies(),
    }
    if operational.is(said.reference) then
        state.operational = operational.new(place:field "reference", m, said.reference, state.lambda)
    else
        state.reference = tracking.reference(place:field "reference", said.reference)
    end
    if said.gamma ~= nil then
        state.gamma = place:field("gamma"):finite(said.gamma)
        if not (state.gamma > 0) then place:field("gamma"):expected("positive number", said.gamma) end
    end
    local word = said.adaptation == nil and "natural" or place:field("adaptation"):word(said.adaptation, LAWS)
    state.natural = word == "natural"
    local limits = bounds.read(place, "adaptive_controller", m, said)
    if limits and not state.natural then place:field(said.bounds ~= nil and "bounds" or "within"):bad "adaptation = \"natural\" expected with bounds" end
    state.bounds = bounds.matrix(limits)
    for _, kind in ipairs(EXTRA) do
        if said[kind] ~= nil and place:field(kind):boolean(said[kind]) then state.options[kind] = true end
    end
    state.dampers = state.options.damping and Vector(nv) or m:damping()
    local first = first_estimate(state)
    state.size = #first
    state.z = to_state(state, first)
    if not state.z then refuse_first(place:field "model", m, first, limits) end
    state.Y = Matrix(nv, #first)
    if said.composite ~= nil then
        state.composite = place:field("composite"):not_negative(said.composite)
        if next(state.options) then place:field("composite"):bad "without damping, friction and armature: its filters know the links alone" end
        local rate = said.filter == nil and 20 or place:field("filter"):finite(said.filter)
        if not (rate > 0) then place:field("filter"):expected("positive number", said.filter) end
        if state.composite > 0 then state.filter = filtered.new(m, rate) end
    end
    local controller = setmetatable({}, Controller)
    secret[controller] = state
    return controller
end
