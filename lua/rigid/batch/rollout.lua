-- m:rollout{...}: as many motions at once as there are rows of states. Torques are held for a tick of dt: those given, what a function
-- of t gives, what a policy in C makes of each row, or what a policy in Lua makes of all rows together, asked once a tick. Memory is
-- that of the states, and of the samples that are asked for.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local motion = require "rigid.batch.motion"
local progress = require "rigid.progress"

local Vector = core.Vector

local FIELDS = arguments.fields("q v tau policy duration dt log progress " .. motion.FIELDS)
local POLICY, LOG = arguments.fields "kp kd q v computed", arguments.fields "every"
local MOST_TICKS <const> = 1e9

local function positive(place, value)
    if type(value) ~= "number" or not (value > 0 and value < math.huge) then place:expected("positive finite number", value) end
    return value + 0.0
end

local function is_callable(value)
    if core.type(value) then return false end -- a Matrix can be called, too
    local metatable = type(value) ~= "function" and debug.getmetatable(value)
    return type(value) == "function" or type(metatable) == "table" and rawget(metatable, "__call") ~= nil
end

-- A gain for each freedom, of one number or nv.
local function gains(place, value, nv)
    if type(value) ~= "number" then return Vector(place:numbers(value, nv, "gains")) end
    local out = Vector(nv)
    for k = 1, nv do out[k] = place:finite(value) end
    return out
end

-- {kp =, kd =, q =, v =, computed =}
local function read_policy(place, m, said, rows)
    said = place:options(said, POLICY)
    local nv = m:nv()
    if said.kp == nil then place:field("kp"):expected("number, or a gain for each freedom", nil) end
    if said.q == nil then place:field("q"):expected(("Matrix of %d columns, a reference for each row"):format(m:nq()), nil) end
    return {
        kp = gains(place:field "kp", said.kp, nv), kd = gains(place:field "kd", said.kd == nil and 0 or said.kd, nv),
        q = motion.rows(place:field "q", said.q, "q", rows, m:nq()),
        v = said.v ~= nil and motion.rows(place:field "v", said.v, "v", rows, nv) or nil,
        computed = said.computed ~= nil and place:field("computed"):boolean(said.computed) or false,
    }
end

local function read(m, said)
    local place = arguments.at("rollout", 1)
    said = place:options(said, FIELDS)
    local Q = motion.rows(place:field "q", said.q, "q", nil, m:nq()):copy()
    local rows, nv = Q:rows(), m:nv()
    local run = {
        m = m, q = Q, v = said.v == nil and core.Matrix(rows, nv) or motion.rows(place:field "v", said.v, "v", rows, nv):copy(),
        duration = positive(place:field "duration", said.duration), dt = positive(place:field "dt", said.dt == nil and 1e-3 or said.dt),
        t = 0.0, tick = 0, place = place,
    }
    if is_callable(said.tau) then
        run.torques = said.tau
    elseif said.tau ~= nil then
        run.tau = motion.rows(place:field "tau", said.tau, "tau", rows, nv)
    end
    if is_callable(said.policy) then
        run.asks = said.policy
    elseif said.policy ~= nil then
        run.policy = read_policy(place:field "policy", m, said.policy, rows)
    end
    if run.asks and said.tau ~= nil then place:field("tau"):bad "either this, or a policy that is a function" end
    if run.duration / run.dt > MOST_TICKS then place:field("dt"):bad("%.17g s is more than a billion times shorter than the run", run.dt) end
    run.ticks = math.max(1, math.ceil(run.duration / run.dt - 1e-9))
    run.options = motion.read(place, m, said, rows)
    if said.log ~= nil then
        local here = place:field "log"
        local every = here:options(said.log, LOG).every
        run.every = every == nil and 1 or here:field("every"):integer(every, 1, math.maxinteger)
        run.log = {t = {}, q = {}, v = {}}
    end
    run.bar = progress.bar(said.progress ~= nil and not place:field("progress"):boolean(said.progress))
    return run
end

-- What a function of the caller's gives for all rows, looked at.
local function asked(run, what, f, ...)
    run.doing = what
    local Tau = f(...)
    local rows, nv = run.q:rows(), run.m:nv()
    if core.type(Tau) ~= "Matrix" or Tau:rows() ~= rows or Tau:cols() ~= nv then
        local got = core.type(Tau) == "Matrix" and ("a %dx%d Matrix"):format(Tau:rows(), Tau:cols()) or arguments.describe(Tau)
        error(("a %dx%d Matrix of torques expected, and it returned %s"):format(rows, nv, got), 0)
    end
    run.doing = nil
    return Tau
end

local function keep(run)
    local log = run.log
    log.t[#log.t + 1], log.q[#log.q + 1], log.v[#log.v + 1] = run.t, run.q, run.v
    run.kept = true
end

local SLICE <const> = 0.1 -- seconds between two looks at the clock, where nobody is asked

-- So many ticks on: the states before them stay as they are, for a run that is broken off in between to have them. Those before these make
-- room for the new ones, unless the log has them.
local function on(run, advance, tau, ticks)
    local Q, V = motion.copy(run.q, run.old_q), motion.copy(run.v, run.old_v)
    advance(Q, V, tau, run.dt, run.tick, ticks, run.duration, run.policy, function() run.bar:update(run.tick / run.ticks) end)
    run.old_q, run.old_v = not run.kept and run.q or nil, not run.kept and run.v or nil
    run.q, run.v, run.tick, run.kept = Q, V, run.tick + ticks, false
    run.t = math.min(run.tick * run.dt, run.duration)
end

local function go(run, advance)
    local at_once = not (run.asks or run.torques)
    local most = motion.UNIT
    if run.log then keep(run) end
    while run.tick < run.ticks do
        local tau, ticks = run.tau, 1
        if run.asks then tau = asked(run, "policy", run.asks, run.t, run.q:copy(), run.v:copy()) end
        if run.torques then tau = asked(run, "tau", run.torques, run.t) end
        if at_once then
            ticks = math.min(most - run.tick % motion.UNIT, run.ticks - run.tick)
            if run.log then ticks = math.min(ticks, run.every - run.tick % run.every) end
        end
        local started = os.clock()
        on(run, advance, tau, ticks)
        if os.clock() - started < SLICE then most = math.min(2 * most, 1 << 20) end
        if run.log and (run.tick % run.every == 0 or run.tick == run.ticks) then keep(run) end
        run.bar:update(run.tick / run.ticks)
    end
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("rollout", 0):expected("Model", m) end
    local run = read(m, said)
    local name, which, problem = motion.choose(m, run.options, run.q, run.v, run.dt)
    problem = problem or run.policy and motion.foresee(m, run.options, run.q, run.v, run.dt, run.policy)
    if problem then run.place:field("dt"):bad("%s", problem) end
    local advance = motion.steppers(m, run.options, name, which, run.q:rows())
    local ok, why = errors.try(go, run, advance)
    run.bar:clear()
    local result = {q = run.q, v = run.v, t = run.t, dt = run.dt, ticks = run.tick, method = name, log = run.log, refused = motion.refused(run.q)}
    if ok then return result end
    local text = (run.doing and run.doing .. ": " or "") .. errors.what(why)
    result.stopped = ("error at t = %.14g s: %s"):format(run.t, text)
    error(errors.new {
        message = ("the rollout of '%s' stopped at t = %.14g s: %s"):format(m:name(), run.t, text), ["function"] = "rollout",
        what = text, t = run.t, result = result, cause = why,
    }, 0)
end
