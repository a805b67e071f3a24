-- Controllers for m:simulate: functions of t, q and v that give torques. A reference is a function or trajectory, t → q, v, a, or a q to
-- stand at; of a body, t → X, V, A as rigid.trajectory.screw gives it, or a pose. Springs are held as gravity is; dampers are made up
-- for where an acceleration is wanted, and left to damp where a force is.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local passive = require "rigid.passive"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local asked = inner.asked

local controllers = {}

local function model(name, m)
    if core.type(m) ~= "Model" then arguments.at(name, 0):expected("Model", m) end
    return m
end

local function is_called(f)
    local meta = type(f) == "table" and getmetatable(f)
    return type(f) == "function" or type(meta) == "table" and rawget(meta, "__call") ~= nil and not rawget(meta, "__instance")
end

-- n gains from a number or a list.
local function gains(place, value, n, fallback)
    if value == nil then value = fallback end
    if value == nil then place:bad "number or list of numbers expected, got nil" end
    if type(value) == "number" then
        place:not_negative(value)
        local list = {}
        for i = 1, n do list[i] = value end
        return list
    end
    local list = table.move(place:numbers(value, n, "gains"), 1, n, 1, {})
    for i = 1, n do place:entry(i):not_negative(list[i]) end
    return list
end

-- Gains kp and kd of n errors; kp 100 and kd critical, 2 √kp, unless they are given.
local function pair_of_gains(place, said, n)
    local kp, critical = gains(place:field "kp", said.kp, n, 100), {}
    for i = 1, n do critical[i] = 2 * math.sqrt(kp[i]) end
    return kp, gains(place:field "kd", said.kd, n, critical)
end

-- What gravity and springs pull, held.
local function held(m, q) return m:gravity_forces(q) - passive.springs(m, q) end

local function scaled(list, v)
    local out = Vector(#list)
    for i = 1, #list do out:set(i, list[i] * v[i]) end
    return out
end

-- t → q, v, a, as the library takes them.
local function reference(place, m, said)
    if said == nil then place:bad "q, or a function or trajectory t -> q, v, a expected, got nil" end
    local n = asked.nv(m)
    if not is_called(said) then
        local q, problem = arguments.try(asked.integrate, m, said, Vector(n))
        if not q then place:relay(problem) end
        return function() return q, Vector(n), Vector(n) end
    end
    local function rate(x, name)
        if x == nil then return Vector(n) end
        return Vector(place:numbers(type(x) == "number" and {x} or x, n, name))
    end
    local function at(t)
        local x, dx, ddx = said(t)
        if type(x) == "number" then x = {x} end
        local q, problem = arguments.try(asked.integrate, m, x, Vector(n))
        if not q then place:relay(problem) end
        return q, rate(dx, "v"), rate(ddx, "a")
    end
    at(0.0)
    return at
end

-- τ = ID(q, v, a_r + K_d (v_r − v) + K_p (q_r ⊖ q)) − what springs and dampers do
function controllers.computed_torque(m, said)
    model("computed_torque", m)
    local place = arguments.at("computed_torque", 1)
    said = place:options(said, arguments.fields "reference kp kd")
    local wanted = reference(place:field "reference", m, said.reference)
    local kp, kd = pair_of_gains(place, said, asked.nv(m))
    return function(t, q, v)
        local q_r, v_r, a_r = wanted(t)
        local a = a_r + scaled(kd, v_r - Vector(v)) + scaled(kp, m:difference(q, q_r))
        return m:inverse_dynamics(q, v, a) - passive.forces(m, q, v)
    end
end

-- τ = K_p (q_r ⊖ q) + K_d (v_r − v) + g(q) − what springs do
function controllers.pd_gravity(m, said)
    model("pd_gravity", m)
    local place = arguments.at("pd_gravity", 1)
    said = place:options(said, arguments.fields "reference kp kd")
    local n = asked.nv(m)
    local wanted = reference(place:field "reference", m, said.reference)
    local kp, kd = gains(place:field "kp", said.kp, n), gains(place:field "kd", said.kd, n)
    return function(t, q, v)
        local q_r, v_r = wanted(t)
        return scaled(kp, m:difference(q, q_r)) + scaled(kd, v_r - Vector(v)) + held(m, q)
    end
end

-- ---- at a body ------------------------------------------------------------------------------------------------------

local function read_body(place, m, said)
    local _, problem = arguments.try(asked.pose, m, asked.neutral(m), said)
    if problem then place:relay(problem) end
    return said
end

-- t → X, V (body twist), A, from a pose or what is called.
local function pose_reference(place, said)
    if said == nil then place:bad "a pose, or a function or trajectory t -> X, V, A expected, got nil" end
    if not is_called(said) then
        local X = place:transform(said)
        return function() return X, Vector(6), Vector(6) end
    end
    local function six(x, name)
        if x == nil then return Vector(6) end
        return Vector(place:numbers(type(x) == "table" and x or Vector(x), 6, name))
    end
    local function at(t)
        local pose, V, A = said(t)
        if core.type(pose) ~= "Transform" then place:bad("a function that gives a Transform first expected, it gives %s", arguments.describe(pose)) end
        return pose, six(V, "V"), six(A, "A")
    end
    at(0.0)
    return at
end

-- What is left of the way, linear and then angular, in the body's axes; and the wanted rates brought there.
local function errors(m, q, body, X_r, V_r, A_r)
    local E = m:pose(q, body):inverse() * X_r
    local p, w = E:position(), E:rotation():log()
    local R = E:rotation()
    local function turned(six)
        local a, b = R * {six[1], six[2], six[3]}, R * {six[4], six[5], six[6]}
        return Vector {a.x, a.y, a.z, b.x, b.y, b.z}
    end
    return Vector {p.x, p.y, p.z, w.x, w.y, w.z}, turned(V_r), turned(A_r)
end

-- τ = Jᵀ(K e + D (V_r − V)) + g(q) − what springs do − d v
function controllers.impedance(m, said)
    model("impedance", m)
    local place = arguments.at("impedance", 1)
    said = place:options(said, arguments.fields "body reference stiffness damping joint_damping")
    local body = read_body(place:field "body", m, said.body)
    local wanted = pose_reference(place:field "reference", said.reference)
    local K, D = gains(place:field "stiffness", said.stiffness, 6), gains(place:field "damping", said.damping, 6)
    local d = gains(place:field "joint_damping", said.joint_damping, asked.nv(m), 0)
    return function(t, q, v)
        local e, V_r = errors(m, q, body, wanted(t))
        local J = m:jacobian(q, body)
        local f = scaled(K, e) + scaled(D, V_r - J * Vector(v))
        return J:transpose() * f + held(m, q) - scaled(d, Vector(v))
    end
end

-- a = J⁺_H (A_r + K_d (V_r − V) + K_p e − J̇ v) − the joints' own damping where nothing is asked of them,
-- τ = H a + h − what springs and dampers do, with J⁺_H = H⁻¹Jᵀ(J H⁻¹Jᵀ)⁻¹. [Khatib 1987]
function controllers.operational_space(m, said)
    model("operational_space", m)
    local place = arguments.at("operational_space", 1)
    said = place:options(said, arguments.fields "body reference kp kd joint_damping")
    local body, n = read_body(place:field "body", m, said.body), asked.nv(m)
    local wanted = pose_reference(place:field "reference", said.reference)
    local kp, kd = pair_of_gains(place, said, 6)
    local d = gains(place:field "joint_damping", said.joint_damping, n, 5)
    return function(t, q, v)
        v = Vector(v)
        local e, V_r, A_r = errors(m, q, body, wanted(t))
        local J, drift = m:jacobian(q, body), m:jacobian_derivative(q, v, body) * v
        local wish = A_r + scaled(kd, V_r - J * v) + scaled(kp, e) - drift
        local H = m:mass_matrix(q)
        local HJ = H:solve(J:transpose())
        local inverse = HJ * (J * HJ):pinv(1e-8)
        local rest = scaled(d, v) * -1
        return H * (inverse * wish + rest - inverse * (J * rest)) + m:bias_forces(q, v) - passive.forces(m, q, v)
    end
end

-- ---- actuators ------------------------------------------------------------------------------------------------------

-- The record of the joint of that name and its first number in v.
local function freedom(m, name)
    local at = layout.of(m)
    for _, record in ipairs(at.links) do
        if record.joint.name == name and not record.joint.mimic then return record, at.v[record.number] end
    end
end

local MOTOR <const> = arguments.fields "gear rotor_inertia torque speed"

local function read_motor(place, said)
    said = place:options(said, MOTOR)
    local motor = {}
    for _, name in ipairs {"gear", "rotor_inertia", "torque", "speed"} do
        local fallback = name == "gear" and 1 or name == "rotor_inertia" and 0 or math.huge
        motor[name] = said[name] == nil and fallback or place:field(name):finite(said[name])
        if not (motor[name] > 0 or name == "rotor_inertia" and motor[name] == 0) then
            place:field(name):expected("positive number", motor[name])
        end
    end
    if motor.speed < math.huge and motor.torque == math.huge then
        place:field("torque"):bad "is missing: the torque at rest, from which a motor's falls to nothing at its speed"
    end
    return motor
end

-- What the motor can give at that speed of the joint: less the nearer it comes to its own, on the line from its torque at rest.
local function bound(motor, tau, speed)
    local at = motor.gear * speed
    local most = motor.gear * motor.torque
    if most == math.huge then return tau end
    local forward, backward = most * math.min(1, math.max(0, 1 - at / motor.speed)), most * math.min(1, math.max(0, 1 + at / motor.speed))
    return math.min(math.max(tau, -backward), forward)
end

function controllers.actuate(m, said)
    model("actuate", m)
    local place = arguments.at("actuate", 1)
    said = place:options(said, arguments.fields "controller joints")
    if not is_called(said.controller) then place:field("controller"):expected("function of t, q and v", said.controller) end
    if type(said.joints) ~= "table" then place:field("joints"):expected("table from a joint to {gear=, rotor_inertia=, torque=, speed=}", said.joints) end
    local motors, armature = {}, Vector(asked.nv(m))
    for name, motor in next, said.joints do
        local here = place:field("joints"):field(tostring(name))
        if type(name) ~= "string" then place:field("joints"):bad "names of joints expected" end
        local record, k = freedom(m, name)
        if not record then here:bad("no joint of that name that moves by itself%s", arguments.hint(name, m:joint_names())) end
        if joints.type(record.joint).nv ~= 1 then here:bad("a joint of %d freedoms; a motor drives one", joints.type(record.joint).nv) end
        motors[k] = read_motor(here, motor)
        armature:set(k, motors[k].gear ^ 2 * motors[k].rotor_inertia)
    end
    local controller, n = said.controller, asked.nv(m)
    return function(t, q, v)
        local tau = Vector(place:field("controller"):numbers(controller(t, q, v), n, "torques"))
        for k, motor in pairs(motors) do tau:set(k, bound(motor, tau[k], v[k])) end
        return tau
    end, armature
end

return controllers
