-- Runs under a controller that has a state of its own, such as an estimate that it corrects: its numbers z are integrated together with q
-- and v, by the same stages. Explicit Runge-Kutta-Munthe-Kaas in Lua: theta is the way from q in its tangent space, theta' its rate.
-- What stops and sticks is not for this: run.lua takes it where nothing can.
--
-- Such a controller has a metatable with the field `integrated`: a table of functions start(c, q, v) -> z, a Vector; torque(c, t, q, v, z) -> tau, z', both
-- Vectors, or nil where z is none that can be; keep(c, t, q, v, z), called at each state that is reached; restart(c), called where a run
-- begins that is not for this.
local core = require "rigid.core"
local passive = require "rigid.passive"
local runge_kutta = require "rigid.runge_kutta"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local rate_of = inner.stepper.rate
local combine = runge_kutta.combine

local with_state = {}

-- What a controller has for this, or nil.
function with_state.of(controller)
    local metatable = type(controller) == "table" and debug.getmetatable(controller)
    return type(metatable) == "table" and rawget(metatable, "integrated") or nil
end

-- The accelerations and rates at a stage; nil where z cannot be. Springs pull, and dampers resist where they count.
local function evaluate(run, functions, t, q, v, z, k, i)
    local tau, rate = functions.torque(run.controller, t, q, v, z)
    if not tau then return nil end
    local acting, wrenches = tau, run.external
    if run.passive then
        acting = tau + passive.springs(run.m, q)
        for j = 1, #acting do acting:set(j, acting[j] - run.dampers[j] * v[j]) end
    end
    if type(wrenches) == "function" then wrenches = wrenches(t, q, v) end
    k.acc[i], k.z[i], k.tau[i] = run.m:forward_dynamics(q, v, acting, wrenches), rate, tau
    return true
end

local function largest(x, size)
    local most = 0.0
    for j = 1, #x do most = math.max(most, math.abs(x[j]) / (1 + math.abs(size[j]))) end
    return most
end

-- One step of h from y = {t, q, v, z}: the new one and its error; nil where a stage cannot be.
local function step(run, functions, by, y, h)
    local n, k = #y.v, {rate = {y.v}, acc = {}, z = {}, tau = {}}
    if not evaluate(run, functions, y.t, y.q, y.v, y.z, k, 1) then return nil end
    local zero = Vector(n)
    for i = 2, #by.a do
        local theta, v, z = combine(zero, h, by.a[i], k.rate), combine(y.v, h, by.a[i], k.acc), combine(y.z, h, by.a[i], k.z)
        k.rate[i] = Vector(n)
        rate_of(run.m, theta, v, k.rate[i])
        if not evaluate(run, functions, y.t + by.c[i] * h, run.m:integrate(y.q, theta), v, z, k, i) then return nil end
    end
    local theta = combine(zero, h, by.b, k.rate)
    local new = {t = y.t + h, q = run.m:integrate(y.q, theta), v = combine(y.v, h, by.b, k.acc), z = combine(y.z, h, by.b, k.z), tau = k.tau[1]}
    local off = 0.0
    if by.off then
        off = math.max(largest(combine(zero, h, by.off, k.acc), new.v), largest(combine(zero, h, by.off, k.rate), theta),
            largest(combine(Vector(#y.z), h, by.off, k.z), new.z))
    end
    return new, off
end

local SHORTEST <const>, MOST <const> = 1e-9, 100000 -- of a tick; steps in one
local IMPOSSIBLE <const> = "the estimate of the controller left what is possible: a larger gamma is slower"
local TOO_FAST <const> = "the steps would become too short: what drives it is too fast for this method (lambda and K are rates and gains, and a larger gamma "
    .. "is slower)"

-- From y to the time t, in steps that the tolerance allows; or nil and why not.
local function advance(run, functions, by, y, t)
    local whole, before = t - y.t, run.taken
    local h = whole
    while y.t < t do
        if y.t + h > t - 1e-12 * whole then h = t - y.t end
        local new, off = step(run, functions, by, y, h)
        if new and (not by.off or off <= run.tolerance) then
            if h == t - y.t then new.t = t end
            run.taken, y = run.taken + 1, new
            if run.taken - before > MOST then return nil, TOO_FAST end
            h = h * (by.off and math.min(4, 0.9 * (run.tolerance / math.max(off, 1e-30)) ^ 0.2) or 1)
        else
            h, run.refused = h / 2, run.refused + 1
            if h < SHORTEST * whole then return nil, new and TOO_FAST or IMPOSSIBLE end
        end
    end
    return y
end

-- Whether a run can be taken here, by one of the two methods that this file has; else its controller is called as any other.
function with_state.takes(run)
    local resists = run.resists
    return run.continuous and with_state.of(run.controller) and not resists.friction and not resists.lower and #run.events == 0
        and not run.effort and #run.m:contacts() == 0 and #run.m:loops() == 0 and (run.method == "rk4" or run.method == "rkmk45")
end

-- A run that is not taken here begins.
function with_state.restart(controller)
    local functions = with_state.of(controller)
    if functions and functions.restart then functions.restart(controller) end
end

-- All of a run: at(y, tick) is called at each tick with what was reached; returns nil where it could not go on.
function with_state.go(run, at)
    local functions = with_state.of(run.controller)
    local by = run.method == "rk4" and runge_kutta.rk4 or runge_kutta.dopri5
    run.taken, run.refused = 0, 0
    run.dampers = run.resists.damping and run.m:damping() or Vector(run.m:nv())
    run.passive = run.dampers:norm() > 0 or run.m:stiffness():norm() > 0
    run.tolerance = run.said_tolerance or 1e-11
    local y = {t = run.start, q = run.q, v = run.v, z = functions.start(run.controller, run.q, run.v)}
    for tick = 0, run.ticks do
        y.tau = (functions.torque(run.controller, y.t, y.q, y.v, y.z))
        if not y.tau then return nil, IMPOSSIBLE end
        functions.keep(run.controller, y.t, y.q, y.v, y.z)
        at(y, tick)
        if tick < run.ticks then
            run.now = y.t
            local next_one, problem = advance(run, functions, by, y, tick + 1 < run.ticks and run.start + (tick + 1) * run.dt or run.ends)
            if not next_one then return nil, problem end
            y = next_one
        end
    end
    return true
end

return with_state
