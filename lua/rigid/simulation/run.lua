-- A run of a simulation: forces, steps, events and samples, from the table that simulate.lua prepares. Time goes in ticks
-- of dt: at each the controller is asked once and its torque held, and a sample is logged; between ticks the method takes
-- one step, or as many as its tolerance asks for. What cannot go on is raised as a Halt, or as whatever a function of the
-- caller's raised; run.doing then says whose it was, run.now when.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local logs = require "rigid.simulation.log"

local Vector = core.Vector

local runs = {}

local FRICTION_SPEED <const> = 0.01 -- rad/s or m/s: below it friction fades to zero with the speed

-- ---- what is wrong --------------------------------------------------------------------------------------------------

local Halt = {}
runs.Halt = Halt

local function halt(text, joint) error(setmetatable({text = text, joint = joint}, Halt)) end

-- Forward dynamics, whose errors tell by fields; or the watched one, where frames are checked.
function runs.forward_dynamics()
    local watch = package.loaded["rigid.frames.watch"]
    local watched = watch and watch.is_watched "Model:forward_dynamics"
    return watched and getmetatable(core.Model).__instance.__methods.forward_dynamics or inner.asked.forward_dynamics
end

-- The name of the joint that a freedom belongs to.
local function joint_of(m, freedom)
    for _, name in ipairs(m:joint_names()) do
        local joint = m:joint(name)
        if freedom >= joint.v and freedom < joint.v + joint.nv then return name end
    end
end

local function halt_not_finite(run, freedom)
    local name = joint_of(run.m, freedom)
    halt(("the state is no longer finite, at joint '%s' (v[%d])"):format(name, freedom), name)
end

-- What forward dynamics was given is not finite: the torque, or else the state. In words, and the joint.
function runs.not_finite(run, is_torque)
    local list = is_torque and (run.damping and run.total or run.held) or run.asked_v
    for k = 1, #list do
        if list[k] - list[k] ~= 0 then
            local name = joint_of(run.m, k)
            local what = is_torque and "the torque of damping and friction is" or "the state is"
            return ("%s no longer finite, at joint '%s' (v[%d])"):format(what, name, k), name
        end
    end
    return "the state is no longer finite"
end

-- ---- forces ---------------------------------------------------------------------------------------------------------

-- The state as Vectors for a function of the caller's, which may keep or change them only until the next call.
local function show(run, q, v)
    local seen_q, seen_v = run.seen_q, run.seen_v
    for k = 1, #seen_q do seen_q[k] = q[k] end
    for k = 1, #seen_v do seen_v[k] = v[k] end
    return seen_q, seen_v
end

-- Copy the numbers that a function of the caller's returned, one for each freedom, into the list out.
local function take(run, returned, out, letter)
    local is_vector = core.type(returned) == "Vector"
    local length = is_vector and #returned or type(returned) == "table" and rawlen(returned)
    if length ~= #out then
        local got = length and (is_vector and "a Vector of %d" or "a table of %d"):format(length) or arguments.describe(returned)
        halt(("Vector or list of %d numbers expected for %s, and it returned %s"):format(#out, letter, got))
    end
    for k = 1, #out do
        local x = returned[k]
        if type(x) ~= "number" or x - x ~= 0 then
            local name = joint_of(run.m, k)
            halt(("it returned %s for joint '%s' (%s[%d])"):format(arguments.describe(x), name, letter, k), name)
        end
    end
    for k = 1, #out do out[k] = returned[k] end
end

-- What the controller wants, into run.tau (a list) and run.held (a Vector).
local function control(run, t, q, v)
    run.doing = "controller"
    take(run, run.controller(t, show(run, q, v)), run.tau, "tau")
    for k = 1, #run.tau do run.held[k] = run.tau[k] end
    run.doing = nil
end

-- The torques that act: those of the controller less those of damping and of friction.
local function resisted(run, v)
    local tau, damping, friction, total = run.tau, run.damping, run.friction, run.total
    for k = 1, #tau do
        local speed = v[k]
        total[k] = tau[k] - damping[k] * speed - friction[k] * speed / math.sqrt(speed * speed + FRICTION_SPEED ^ 2)
    end
    return total
end

-- out = acceleration at (t, q, v)
function runs.accelerate(run, t, q, v, out)
    run.now = t
    if run.continuous then control(run, t, q, v) end
    local external = run.external
    if type(external) == "function" then
        run.doing = "external"
        external = external(t, show(run, q, v))
        if external ~= nil and type(external) ~= "table" then
            halt(("table of wrenches by body expected, or nil, and it returned %s"):format(arguments.describe(external)))
        end
        run.doing = nil
    end
    run.asked_v = v
    run.forward_dynamics(run.m, q, v, run.damping and resisted(run, v) or run.held, external, out)
end

-- ---- events ---------------------------------------------------------------------------------------------------------

runs.crosses = {
    rising = function(before, after) return before < 0 and after >= 0 end,
    falling = function(before, after) return before > 0 and after <= 0 end,
    both = function(before, after) return before < 0 and after >= 0 or before > 0 and after <= 0 end,
}

local function watch(run, event, t, q, v)
    run.doing, run.now = ("event '%s'"):format(event.name), t
    local value = event.watch(t, show(run, q, v))
    if type(value) ~= "number" or value ~= value then
        halt(("number expected from watch, and it returned %s"):format(arguments.describe(value)))
    end
    run.doing = nil
    return value
end

-- Which part of the way from x to y to try next, where f has the values fx and fy, and fz at the end z that was left: the
-- root of the parabola through the three by f, where that is monotonic between them, else the middle. [Chandrupatla 1997]
local function next_part(x, y, z, fx, fy, fz)
    local xi, phi = (x - y) / (z - y), (fx - fy) / (fz - fy)
    if not (phi * phi < xi and (1 - phi) * (1 - phi) < 1 - xi) then return 0.5 end
    return fx / (fy - fx) * (fz / (fy - fz)) + (z - x) / (y - x) * (fx / (fz - fx)) * (fy / (fz - fy))
end

-- How far into a step of size h from t the event comes: where its sign has just changed, to its tolerance. The step is
-- taken anew to each time that is tried: x is the latest of them, y the nearest on the other side of the event.
local function locate(run, event, t, h, at_end)
    local stepper = run.stepper
    local x, y, fx, fy = h, 0.0, at_end, event.value
    local behind, part = true, fx / (fx - fy) -- whether x is behind the event; a secant first
    while math.abs(y - x) > event.tolerance and (behind and fx or fy) ~= 0 do
        local least = 0.5 * event.tolerance / math.abs(y - x)
        if part ~= part then part = 0.5 end
        local middle = x + math.max(least, math.min(1 - least, part)) * (y - x)
        if middle == x or middle == y then break end
        if not stepper:step(t, middle) then halt_not_finite(run, stepper.bad) end
        local value = watch(run, event, t + middle, stepper.new_q, stepper.new_v)
        local crossed = event.crosses(event.value, value)
        local z, fz = x, fx
        if crossed ~= behind then z, fz, y, fy = y, fy, x, fx end
        x, fx, behind = middle, value, crossed
        part = next_part(x, y, z, fx, fy, fz)
    end
    return behind and x or y
end

-- The size of the step just tried from t, or of a shorter one, taken instead, that ends with the first event in it.
local function first_event(run, t, h)
    local stepper, first = run.stepper, h
    for _, event in ipairs(run.events) do
        local value = watch(run, event, t + h, stepper.new_q, stepper.new_v)
        if event.crosses(event.value, value) then first = math.min(first, locate(run, event, t, h, value)) end
    end
    if stepper.size ~= first and not stepper:step(t, first) then halt_not_finite(run, stepper.bad) end
    return first
end

local function record(run)
    if run.continuous then run.stepper:begin(run.t) end -- so that tau is that of this state
    logs.append(run.log, run.t, run.stepper.q:copy(), Vector(run.stepper.v), run.held:copy())
end

-- What an event does to the state: act may return a new q and a new v.
local function act(run, event)
    local stepper = run.stepper
    run.doing = ("event '%s'"):format(event.name)
    local q, v = event.act(run.t, show(run, stepper.q, stepper.v))
    if v ~= nil then take(run, v, stepper.v, "v") end
    if q ~= nil then
        local moved, problem = arguments.try(inner.asked.integrate, run.m, q, run.no_motion)
        if not moved then halt("q: " .. problem.what) end
        stepper.q = moved
    end
    run.doing = nil
    stepper:forget() -- act may have changed what a force depends on
    if q ~= nil or v ~= nil then record(run) end
end

local function remember(run)
    for _, event in ipairs(run.events) do event.value = watch(run, event, run.t, run.stepper.q, run.stepper.v) end
end

-- After a step: fire the events whose functions have changed sign.
local function fire(run)
    local fired
    for _, event in ipairs(run.events) do
        local value = watch(run, event, run.t, run.stepper.q, run.stepper.v)
        if event.crosses(event.value, value) then
            fired = fired or {}
            fired[#fired + 1] = event
        end
        event.value = value
    end
    if not fired then return end
    for _, event in ipairs(fired) do
        record(run)
        table.insert(run.log.events, {name = event.name, t = run.t, sample = #run.log.t})
        if event.act then act(run, event) end
        if event.stop then run.log.stopped = ("event '%s'"):format(event.name) end
    end
    remember(run)
end

-- ---- steps ----------------------------------------------------------------------------------------------------------

local function fixed_step(run, t, h)
    local stepper = run.stepper
    if not stepper:step(t, h) then halt_not_finite(run, stepper.bad) end
    return h
end

local SAFETY <const>, SHRINK <const>, GROW <const> = 0.9, 0.2, 5.0
local ORDER <const>, MEMORY <const> = 0.17, 0.04 -- exponents of the error of this step and of the last [Gustafsson 1991]
local LEAST <const> = 2.0 ^ -46 -- step, in units of t or of the tick

-- A step of at most h whose error is tolerated.
local function adaptive_step(run, t, h)
    local stepper, least = run.stepper, LEAST * math.max(math.abs(t), run.dt)
    if h > run.h then h = h < 2 * run.h and 0.5 * h or run.h end -- two equal steps rather than a long and a short one
    local rejected = false
    while true do
        local finite = stepper:step(t, h)
        local err = finite and stepper.err or math.huge
        if err <= 1 then
            local factor = SAFETY * math.max(err, 1e-10) ^ -ORDER * run.last_error ^ MEMORY
            run.h = h * math.max(SHRINK, math.min(rejected and 1 or GROW, factor))
            run.last_error = math.max(err, 1e-4)
            return h
        end
        rejected = true
        run.log.rejected = run.log.rejected + 1
        h = h * math.max(SHRINK, finite and err == err and SAFETY * err ^ -0.2 or SHRINK)
        if h < least then
            local freedom = finite and stepper.worst or stepper.bad
            if not finite then halt_not_finite(run, freedom) end
            local name = joint_of(run.m, freedom)
            halt(("the step fell below %.2g s without meeting the tolerance, for joint '%s' (v[%d])"):format(least, name,
                freedom), name)
        end
    end
end

-- From run.t to the next tick, or to an event that ends the run.
local function advance(run, target)
    local stepper, step = run.stepper, run.stepper.adaptive and adaptive_step or fixed_step
    while run.t < target and not run.log.stopped do
        local h = target - run.t
        run.now = run.t
        local taken = step(run, run.t, h)
        local size = first_event(run, run.t, taken)
        stepper:commit()
        run.t = size == h and target or run.t + size
        run.log.steps = run.log.steps + 1
        if #run.events > 0 then fire(run) end
        run.bar:update((run.t - run.start) / run.duration)
    end
end

-- The whole of it.
function runs.go(run)
    local count = math.max(1, math.ceil(run.duration / run.dt - 1e-9))
    remember(run)
    for k = 0, count - 1 do
        run.now = run.t
        if run.controller and not run.continuous then
            control(run, run.t, run.stepper.q, run.stepper.v)
            run.stepper:forget()
        end
        if k % run.every == 0 then record(run) end
        advance(run, k + 1 < count and run.start + (k + 1) * run.dt or run.start + run.duration)
        if run.log.stopped then return end
    end
    record(run)
end

return runs
