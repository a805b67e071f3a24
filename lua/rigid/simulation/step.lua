-- m:step(q, v, tau, dt [, options] [, q_out, v_out]): one step for loops of one's own, by the steppers that m:simulate takes. src/bind/step.c takes
-- it where a stepper is kept with the model that suits it; here that is made, and whatever is wrong is said.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local inner = debug.getmetatable(core).inner
local layout = require "rigid.model.layout"
local methods = require "rigid.simulation.method"
local resistance = require "rigid.simulation.resistance"

local Vector = core.Vector
local stepper, asked, type_of = inner.stepper, inner.asked, core.type
local length_of <const> = getmetatable(Vector).__instance.__len

local OPTIONS = arguments.fields "method tolerance damping friction limits restitution afresh"

local function read_options(place, said)
    said = place:options(said, OPTIONS)
    local o = resistance.read(place, said)
    o.method = said.method == nil and "auto" or place:field("method"):word(said.method, methods.names)
    o.tolerance = said.tolerance ~= nil and place:field("tolerance"):positive(said.tolerance) or nil
    if said.afresh ~= nil then place:field("afresh"):boolean(said.afresh) end -- by hand, every step begins so
    return o
end

-- ---- what is kept -------------------------------------------------------------------------------------------------------

-- A number for all that is asked for but the tolerance and the restitution; as in src/bind/step.c.
local function code_of(o)
    return methods.names[o.method] * 8 + (o.damping and 4 or 0) + (o.friction and 2 or 0) + (o.limits and 1 or 0)
end

local function at_state(s, o, state)
    stepper.set(s, state.q, state.v)
    stepper.torque(s, state.tau)
    stepper.restitute(s, o.restitution)
    return s
end

local function make(m, o, method, state) return at_state(resistance.stepper(m, method, resistance.of(m, o)), o, state) end

-- The stepper for what was asked for, at a state, and its method: where steps of dt are long for what is stiff there, "auto" has another.
local function suited(m, o, state, dt)
    local code = code_of(o)
    local s, longest, method = stepper.kept(m, code)
    if s then
        at_state(s, o, state)
        if dt <= longest then return s, method end
    else
        method = o.method == "auto" and "rkmk45" or o.method
        s = make(m, o, method, state)
    end
    local stiff = methods.stiffness(m, s)
    local problem = methods.foresee(o.method, stiff, dt)
    if problem then arguments.at("step", 4):bad("%s", problem) end
    local chosen = o.method == "auto" and methods.choose(stiff, dt) or o.method
    if chosen ~= method then s, method = make(m, o, chosen, state), chosen end
    stepper.retain(m, code, s, dt)
    return s, method
end

-- ---- a step -------------------------------------------------------------------------------------------------------------

local MOST <const> = 100000 -- steps of the method within one that was asked for: what is faster than that should be asked for less at a time
local WHY <const> = {["not finite"] = "the state is no longer finite", singular = "the mass matrix is singular"}

local function go(m, s, dt)
    local t, count = 0.0, 0
    while t < dt do
        count = count + 1
        if count > MOST then
            arguments.no_answer("step", ("no step of %.6g s from there: %d steps came as far as %.3g s only; ask for less, or by another method")
                :format(dt, MOST, t))
        end
        local taken, why, freedom = stepper.pace(s, t, dt - t)
        local ok = taken
        if taken then ok, why, freedom = stepper.accept(s) end
        if why == "torn" then
            arguments.no_answer("step", ("no step of %.6g s from there: the loops do not close behind it; m:assemble(q) says more"):format(dt))
        elseif ok == nil then
            local name = layout.joint_at(m, freedom).joint.name
            arguments.no_answer("step", ("no step of %.6g s from there: %s at joint '%s' (v[%d])"):format(dt,
                WHY[why] or "the equations have no solution near", name, freedom))
        end
        t = taken == dt - t and dt or t + taken
    end
end

local function out_at(number, out, size)
    if out == nil then return Vector(size) end
    if type_of(out) ~= "Vector" or length_of(out) ~= size then
        arguments.at("step", number):expected(("Vector of %d to write into"):format(size), out)
    end
    return out
end

local function by_hand(m, q, v, tau, dt, options, q_out, v_out)
    if type_of(m) ~= "Model" then arguments.at("step", 0):expected("Model", m) end
    local nq, nv = asked.nq(m), asked.nv(m)
    local ok, moved = pcall(asked.integrate, m, q, Vector(nv))
    if not ok then arguments.at("step", 1):relay(errors.is(moved) and moved or error(moved, 0)) end
    local state = {q = moved, v = Vector(arguments.at("step", 2):numbers(v, nv, "v"))}
    state.tau = tau == nil and Vector(nv) or Vector(arguments.at("step", 3):numbers(tau, nv, "tau"))
    if type(dt) ~= "number" or not (dt > 0 and dt < math.huge) then arguments.at("step", 4):positive(dt) end
    local o = read_options(arguments.at("step", 5), options == nil and {} or options)
    q_out, v_out = out_at(6, q_out, nq), out_at(7, v_out, nv)
    local s, method = suited(m, o, state, dt)
    stepper.tolerate(s, methods.tolerance(method, o.tolerance, o.method == "auto"), dt)
    go(m, s, dt)
    stepper.state(s, q_out, v_out)
    return q_out, v_out
end

return by_hand
