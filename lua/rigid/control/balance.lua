-- m:balance{...}: the controller that brings a model back to where it stands and holds it there, by the joints that are driven: the
-- regulator of its linearization, on the tangent space; of a looped model, on what its loops let move.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local equations = require "rigid.control.equations"
local freedoms = require "rigid.control.freedoms"
local linearize = require "rigid.control.linearize"
local passive = require "rigid.passive"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local asked = inner.asked

local OPTIONS <const> = arguments.fields "q driven Q R tau"
local STILL <const> = 1e-6 -- m/s², rad/s²

-- The torques that hold q: those told, or what gravity and springs pull at the driven joints.
local function holding(place, m, q, driven, said)
    local n = asked.nv(m)
    if said ~= nil then return Vector(place:numbers(said, n, "torques")) end
    local tau = asked.gravity_forces(m, q) - passive.springs(m, q)
    for k = 1, n do
        if not driven[k] then tau:set(k, 0) end
    end
    return tau
end

local function check_still(m, q, tau, looped)
    local a = (looped and asked.constrained_dynamics or asked.forward_dynamics)(m, q, Vector(asked.nv(m)), tau + passive.springs(m, q))
    for k = 1, #a do
        if not (math.abs(a[k]) <= STILL) then
            arguments.no_answer("balance", ("it does not stand still at q: v[%d] is accelerated by %.4g; m:trim finds where it stands, and what holds it")
                :format(k, a[k]))
        end
    end
end

-- [N 0; 0 N]
local function twice(N)
    local none = Matrix(N:rows(), N:cols())
    return N:hcat(none):vcat(none:hcat(N))
end

-- The columns of B that are driven, and their numbers.
local function driven_columns(B, driven)
    local out, list = Matrix(B:rows(), 0), {}
    for k = 1, B:cols() do
        if driven[k] then out, list[#list + 1] = out:hcat(B:column(k)), k end
    end
    return out, list
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("balance", 0):expected("Model", m) end
    local place = arguments.at("balance", 1)
    said = place:options(said, OPTIONS)
    local n, looped = asked.nv(m), #asked.loops(m) > 0
    local q0, problem = arguments.try(asked.integrate, m, said.q == nil and asked.neutral(m) or said.q, Vector(n))
    if not q0 then place:field("q"):relay(problem) end
    local driven = freedoms(place:field "driven", m, said.driven)
    if not next(driven) then place:field("driven"):bad "list of names of joints expected, got none" end
    local tau0 = holding(place:field "tau", m, q0, driven, said.tau)
    check_still(m, q0, tau0, looped)
    local A, B = linearize(m, q0, Vector(n), tau0)
    local drive, list = driven_columns(B, driven)
    local Q = equations.weights(place:field "Q", said.Q == nil and 1 or said.Q, 2 * n)
    local R = equations.weights(place:field "R", said.R == nil and 1 or said.R, #list)
    local W = looped and twice(m:constraint_jacobian(q0):null(1e-8)) or Matrix.identity(2 * n)
    local T = W:transpose()
    local K, S = equations.regulator("balance", T * A * W, T * drive, place:field "Q", T * Q * W, place:field "R", R)
    K = K * T
    return function(_, q, v)
        local u, tau = K * m:difference(q0, q):vcat(v), tau0:copy()
        for i, k in ipairs(list) do tau:set(k, tau[k] - u[i]) end
        return tau
    end, K, W * S * T
end
