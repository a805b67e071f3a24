-- m:step(q, v, tau, dt [, options] [, q_out, v_out]): one step for loops of one's own, by the steppers that m:simulate takes, which
-- are kept for the next time, and so are the Vectors that what is given is read into.
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

local OPTIONS = arguments.fields "method tolerance damping friction limits restitution"

local function read_options(place, said)
    said = place:options(said, OPTIONS)
    local o = resistance.read(place, said)
    o.method = said.method == nil and "auto" or place:field("method"):word(said.method, methods.names)
    o.tolerance = said.tolerance ~= nil and place:field("tolerance"):positive(said.tolerance) or nil
    return o
end

local DEFAULT <const> = read_options(arguments.at("step", 5), {})

-- ---- what is kept -------------------------------------------------------------------------------------------------------

local kept = setmetatable({}, {__mode = "k"}) -- by model: {nq, nv, q, v, tau: Vectors; by code_of {stepper, method, restitution, ...}}

local function room_of(m, nq, nv)
    local room = kept[m]
    if not room or room.nq ~= nq or room.nv ~= nv then
        room = {nq = nq, nv = nv, q = Vector(nq), v = Vector(nv), tau = Vector(nv), zero = Vector(nv)}
        kept[m] = room
    end
    return room
end

-- A number for all that is asked for but the restitution.
local function code_of(o)
    return methods.names[o.method] * 8 + (o.damping and 4 or 0) + (o.friction and 2 or 0) + (o.limits and 1 or 0)
end

-- Made for that, by a method, at the room's state.
local function make(m, o, method, room)
    local of = resistance.of(m, o)
    local one = {of = of, stepper = resistance.stepper(m, method, of), method = method}
    stepper.set(one.stepper, room.q, room.v)
    stepper.torque(one.stepper, room.tau)
    return one
end

-- The same, or of the other method where that is what "auto" chooses: whether steps of dt are long for what is stiff there.
local function suited(m, o, one, room, dt)
    local stiff = methods.stiffness(m, one.stepper)
    local method = o.method == "auto" and methods.choose(stiff, dt) or o.method
    if method ~= one.method then one = make(m, o, method, room) end
    one.problem, one.asked = methods.foresee(o.method, stiff, dt), dt
    return one
end

-- The stepper for what was asked for, of the model as it is, at the room's state.
local function at_state(m, o, room, dt)
    local code = code_of(o)
    local one = room[code]
    local same, changed = false, true
    if one then same, changed = stepper.fresh(one.stepper, m) end
    if not same or changed then
        one = make(m, o, o.method == "auto" and "rkmk45" or o.method, room)
    else
        if one.of.restitution ~= o.restitution then
            one.of.restitution = o.restitution
            resistance.configure(one.stepper, one.of)
        end
        stepper.set(one.stepper, room.q, room.v)
        stepper.torque(one.stepper, room.tau)
    end
    if not one.asked or one.asked < dt then one = suited(m, o, one, room, dt) end
    room[code] = one
    return one
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
        if ok == nil then
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

-- Read the numbers that are argument `number` into a Vector of the room; it is done by hand where they are many, or wrong.
local function read_numbers(number, x, room, name)
    if not stepper.fill(room[name], x) then room[name] = Vector(arguments.at("step", number):numbers(x, room.nv, name)) end
end

return function(m, q, v, tau, dt, options, q_out, v_out)
    if type_of(m) ~= "Model" then arguments.at("step", 0):expected("Model", m) end
    local nq, nv = asked.nq(m), asked.nv(m)
    local room = room_of(m, nq, nv)
    local ok, problem = pcall(asked.integrate, m, q, room.zero, room.q)
    if not ok then arguments.at("step", 1):relay(errors.is(problem) and problem or error(problem, 0)) end
    read_numbers(2, v, room, "v")
    read_numbers(3, tau == nil and room.zero or tau, room, "tau")
    if type(dt) ~= "number" or not (dt > 0 and dt < math.huge) then arguments.at("step", 4):positive(dt) end
    local o = options == nil and DEFAULT or read_options(arguments.at("step", 5), options)
    q_out, v_out = out_at(6, q_out, nq), out_at(7, v_out, nv)
    local one = at_state(m, o, room, dt)
    if one.problem then arguments.at("step", 4):bad("%s", one.problem) end
    stepper.tolerate(one.stepper, methods.tolerance(one.method, o.tolerance, o.method == "auto"), dt)
    go(m, one.stepper, dt)
    stepper.state(one.stepper, q_out, v_out)
    return q_out, v_out
end
