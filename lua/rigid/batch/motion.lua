-- What steps and rollouts of batches share: matrices with a state in each row, read and copied; what joints do of themselves, as
-- m:simulate has it; and the steppers of the core that go through the rows (src/bind/batch_motion.c).
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner
local methods = require "rigid.simulation.method"
local resistance = require "rigid.simulation.resistance"

local Matrix = core.Matrix
local motions = inner.motions

local motion = {}

local MOST_THREADS <const> = 64

-- A Matrix of that many columns, the caller's own or made of a list of rows; of so many rows, unless nil.
function motion.rows(place, value, name, rows, columns)
    local given = value
    if type(value) == "table" then given = arguments.try(inner.asked.Matrix, nil, value) end
    local wanted = rows and ("%s: %dx%d Matrix, a row for each of q"):format(name, rows, columns) or
        ("%s: Matrix of %d columns, a state in each row"):format(name, columns)
    if core.type(given) ~= "Matrix" then place:expected(wanted, value) end
    if given:cols() ~= columns or rows and given:rows() ~= rows then
        place:bad("%s expected, got %dx%d", wanted, given:rows(), given:cols())
    end
    return given
end

-- What all of them may say; `said` has been looked through for other fields.
motion.FIELDS = "method tolerance damping friction limits restitution threads parameters"

function motion.read(place, m, said, rows)
    local o = resistance.of(m, resistance.read(place, said))
    o.method = said.method == nil and "auto" or place:field("method"):word(said.method, methods.names)
    o.tolerance = said.tolerance ~= nil and place:field("tolerance"):positive(said.tolerance) or nil
    o.holds = o.friction ~= nil or o.lower ~= nil
    o.threads = said.threads == nil and 1 or place:field("threads"):integer(said.threads, 1, MOST_THREADS)
    if said.parameters ~= nil then
        local here = place:field "parameters"
        o.parameters = motion.rows(here, said.parameters, "parameters", rows, 10 * m:nbodies())
        if #m:loops() > 0 or #m:contacts() > 0 then here:bad "rows of a model with loops or contacts all have the model's own" end
    end
    return o
end

-- ---- the method -----------------------------------------------------------------------------------------------------------

local function stepper_of(m, o, name, rows)
    local r = motions.new(m, name, o.holds, o.threads, o.parameters ~= nil, rows)
    motions.configure(r, o.damping, o.friction, o.lower, o.upper, o.restitution)
    return r
end

-- Whether there is what may be stiff.
local function resists(m, o) return o.damping and m:damping():norm() > 0 or m:stiffness():norm() > 0 end

-- For each row, one after the other, its number and {rate, frequency, joint}, or false where they are no more than these. Of gains kd and kp,
-- where there are some, in place of damping and springs.
local function survey(m, o, name, Q, V, rate, frequency, kd, kp)
    local out, row = Matrix(Q:rows(), 3), 0
    motions.stiffness(stepper_of(m, o, name, Q:rows()), Q, V, o.parameters, rate, frequency, out, kd, kp)
    return function()
        row = row + 1
        if row > out:rows() then return nil end
        return row, methods.stiff(m, out(row, 1), out(row, 2), math.tointeger(out(row, 3))) or false
    end
end

-- The same of the model itself; false where steps of dt are short for it.
local function stiffness(m, o, name, Q, V, dt) return survey(m, o, name, Q, V, methods.short(o.method, dt)) end

-- Where "auto" is asked for, each row has the method that its own stiffness asks for: a Matrix with the number of each row's, from 1, in
-- `both`.
local both <const> = {"rkmk45", "implicit"}

local function by_rows(m, o, Q, V, dt)
    if not resists(m, o) then return both[1] end
    local which, seen = Matrix(Q:rows(), 1), {}
    for i, stiff in stiffness(m, o, "rkmk45", Q, V, dt) do
        local number = stiff and methods.choose(stiff, dt) == "implicit" and 2 or 1
        which:set(i, 1, number)
        seen[number] = true
    end
    if seen[1] and seen[2] then return table.concat(both, " and "), which end
    return both[seen[2] and 2 or 1]
end

-- The method of the rows, and which has which where they differ; or what is wrong with steps of dt.
function motion.choose(m, o, Q, V, dt)
    if o.method == "auto" then return by_rows(m, o, Q, V, dt) end
    if not methods.takes_one_step(o.method) or not resists(m, o) then return o.method end
    for i, stiff in stiffness(m, o, o.method, Q, V, dt) do
        local problem = methods.foresee(o.method, stiff or nil, dt)
        if problem then return nil, nil, ("row %d: %s"):format(i, problem) end
    end
    return o.method
end

-- ---- gains that are held --------------------------------------------------------------------------------------------------

local HELD <const> = 2 -- dt times the rate of kd, and times the frequency of kp, from which on what is held for dt overshoots ever further

-- What `more` damping of the joint itself takes meanwhile: of a mass m, kd held for dt takes kd dt (1 - exp(-x)) / x of its speed, x = dt d / m, and
-- stays calm up to m (1 + exp(-x)).
local function is_damped(rate, dt, gain, more)
    local x = dt * more * rate / gain
    return x > 0 and dt * rate * (1 - math.exp(-x)) / x < 1 + math.exp(-x)
end

local function positive_parts(gains)
    local out = gains:copy()
    for k = 1, #out do out[k] = math.max(out[k], 0) end
    return out
end

-- What is wrong with a row's gains: a text.
local function overshoots(m, o, i, stiff, dt, kd)
    local k = m:joint(stiff.joint).v
    if stiff.of_damping and o.damping and kd[k] > 0 and is_damped(stiff[1], dt, kd[k], m:damping()[k]) and stiff[2] * dt < HELD then return nil end
    return ("row %d: held for %.6g s, %s of '%s' overshoots further at each tick: %.2g s would do, or a smaller one, or %s of the joint itself"):format(i,
        dt, stiff.of_damping and "kd" or "kp", stiff.joint, 0.9 * HELD / math.max(stiff[1], stiff[2]), stiff.of_damping and "damping" or "a spring")
end

-- What is wrong with a policy in C whose torques are held for ticks of dt, foreseen where each row begins.
function motion.foresee(m, o, Q, V, dt, policy)
    local kd, kp = positive_parts(policy.kd), positive_parts(policy.kp)
    if policy.computed then -- accelerations: all joints have an inertia of one
        for k = 1, m:nv() do
            if kd[k] * dt >= HELD or kp[k] * dt * dt >= HELD ^ 2 then
                local worst = math.max(kd[k], kp[k] ^ 0.5)
                return ("held for %.6g s, %s[%d] overshoots further at each tick: %.2g s would do, or a smaller one"):format(dt,
                    kd[k] == worst and "kd" or "kp", k, 0.9 * HELD / worst)
            end
        end
        return nil
    end
    for i, stiff in survey(m, o, "rkmk45", Q, V, HELD / dt, HELD / dt, kd, kp) do
        local problem = stiff and math.max(stiff[1], stiff[2]) * dt >= HELD and overshoots(m, o, i, stiff, dt, kd)
        if problem then return problem end
    end
end

-- Steppers for the rows: a function advance(Q, V, Tau, dt, from, ticks, until, policy, glance) that changes Q and V, and calls glance now
-- and then, when Ctrl-C may be heard.
function motion.steppers(m, o, name, which, rows)
    local list = {}
    for i, method in ipairs(which and both or {name}) do
        list[i] = {stepper_of(m, o, method, rows), methods.tolerance(method, o.tolerance, o.method == "auto")}
    end
    return function(Q, V, Tau, dt, from, ticks, ends, policy, glance)
        policy = policy or {}
        for i, one in ipairs(list) do
            while not motions.advance(one[1], Q, V, Tau, o.parameters, dt, from, ticks, ends, one[2], policy.kp, policy.kd, policy.q, policy.v,
                policy.computed, which, i) do
                if glance then glance() end
            end
        end
    end
end

-- A copy of a Matrix, in the place of another that nobody needs any more, if there is one.
function motion.copy(from, place)
    if not place then return from:copy() end
    return motions.copy(from, place)
end

-- The rows that did not reach the end. In C: once Ctrl-C has come few instructions are left to say what was done.
function motion.refused(Q) return motions.refused(Q) end

motion.UNIT = 16 -- ticks: calls of so many, or of any multiple, give the same (src/bind/batch_course.c)

return motion
