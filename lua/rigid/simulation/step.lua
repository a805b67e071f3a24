-- m:step(q, v, tau, dt [, options] [, q_out, v_out]): one step for loops of one's own, by the steppers that m:simulate takes, which
-- are kept for the next time.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner
local methods = require "rigid.simulation.method"
local resistance = require "rigid.simulation.resistance"

local Vector = core.Vector
local stepper = inner.stepper

local OPTIONS = arguments.fields "method tolerance damping friction limits restitution"

local kept = setmetatable({}, {__mode = "k"}) -- by model: {by what was asked for: {stepper =, ...}}

local function switch(place, said, name, fallback)
    if said[name] == nil then return fallback end
    return place:field(name):boolean(said[name])
end

local function read_options(place, said)
    said = said == nil and {} or place:options(said, OPTIONS)
    local o = {method = said.method == nil and "auto" or place:field("method"):word(said.method, methods.names)}
    o.tolerance = said.tolerance ~= nil and place:field("tolerance"):finite(said.tolerance) or nil
    if o.tolerance and o.tolerance <= 0 then place:field("tolerance"):expected("positive finite number", o.tolerance) end
    o.damping = switch(place, said, "damping", true)
    o.friction = switch(place, said, "friction", o.damping)
    o.limits = switch(place, said, "limits", true)
    o.restitution = said.restitution ~= nil and place:field("restitution"):finite(said.restitution) or 0.0
    if o.restitution < 0 or o.restitution > 1 then place:field("restitution"):expected("number from 0 to 1", o.restitution) end
    return o
end

local function make(m, o, method)
    local friction = o.friction and resistance.friction(m) or nil
    local lower, upper
    if o.limits then lower, upper = resistance.limits(m, {}) end
    local s = stepper.new(m, method, friction ~= nil or lower ~= nil)
    stepper.configure(s, o.damping, friction, lower, upper, o.restitution)
    return s
end

-- The stepper for what was asked for, of the model as it is, at that state.
local function at_state(m, o, q, v, tau, dt)
    local key = ("%s %s %s %s %.17g"):format(o.method, o.damping, o.friction, o.limits, o.restitution)
    local of_model = kept[m] or {}
    kept[m] = of_model
    local one = of_model[key]
    local same, changed = false, true
    if one then same, changed = stepper.fresh(one.stepper, m) end
    if not same or changed then
        one = {stepper = make(m, o, o.method == "auto" and "rkmk45" or o.method), method = o.method}
        of_model[key] = one
    end
    stepper.set(one.stepper, q, v)
    stepper.torque(one.stepper, tau)
    if not one.asked or one.asked < dt then -- whether it is stiff for steps of that length
        local stiff = methods.stiffness(m, one.stepper)
        one.problem = methods.foresee(o.method, stiff, dt)
        if o.method == "auto" and methods.choose(stiff, dt) ~= one.method then
            one.method = methods.choose(stiff, dt)
            one.stepper = make(m, o, one.method)
            stepper.set(one.stepper, q, v)
            stepper.torque(one.stepper, tau)
        end
        one.asked = dt
    end
    return one
end

local function go(m, s, dt)
    local t = 0.0
    while t < dt do
        local taken, why, freedom = stepper.pace(s, t, dt - t)
        local ok = taken
        if taken then ok, why, freedom = stepper.accept(s) end
        if ok == nil then
            local name = methods.joint_of(m, freedom)
            arguments.no_answer("step", ("no step of %.6g s from there: %s at joint '%s' (v[%d])"):format(dt,
                why == "not finite" and "the state is no longer finite" or why == "singular" and "the mass matrix is singular" or
                "the equations have no solution near", name, freedom))
        end
        t = taken == dt - t and dt or t + taken
    end
end

local function out_at(number, out, size)
    if out == nil then return Vector(size) end
    if core.type(out) ~= "Vector" or #out ~= size then
        arguments.at("step", number):expected(("Vector of %d to write into"):format(size), out)
    end
    return out
end

return function(m, q, v, tau, dt, options, q_out, v_out)
    if core.type(m) ~= "Model" then arguments.at("step", 0):expected("Model", m) end
    local nq, nv = m:nq(), m:nv()
    local from, problem = arguments.try(inner.asked.integrate, m, q, Vector(nv))
    if not from then arguments.at("step", 1):relay(problem) end
    local speed = Vector(arguments.at("step", 2):numbers(v, nv, "v"))
    local torque = tau == nil and Vector(nv) or Vector(arguments.at("step", 3):numbers(tau, nv, "tau"))
    local place = arguments.at("step", 4)
    if type(dt) ~= "number" or not (dt > 0 and dt < math.huge) then place:expected("positive finite number", dt) end
    local o = read_options(arguments.at("step", 5), options)
    q_out, v_out = out_at(6, q_out, nq), out_at(7, v_out, nv)
    local one = at_state(m, o, from, speed, torque, dt)
    if one.problem then place:bad("%s", one.problem) end
    stepper.tolerate(one.stepper, methods.tolerance(one.method, o.tolerance, o.method == "auto"), dt)
    go(m, one.stepper, dt)
    stepper.state(one.stepper, q_out, v_out)
    return q_out, v_out
end
