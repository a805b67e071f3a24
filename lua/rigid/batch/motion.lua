-- What steps and rollouts of batches share: matrices with a state in each row, read and copied; what joints do of themselves, as
-- m:simulate has it; and the steppers of the core that go through the rows (src/bind/batch_motion.c).
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local methods = require "rigid.simulation.method"
local resistance = require "rigid.simulation.resistance"

local Matrix, Vector = core.Matrix, core.Vector
local motions, stepper = inner.motions, inner.stepper

local motion = {}

local MOST_THREADS <const> = 64

-- A Matrix of that many columns, the caller's own or made of a list of rows; of so many rows, unless nil.
function motion.rows(place, value, name, rows, columns)
    local given = value
    if type(value) == "table" then
        local ok, made = pcall(Matrix, value)
        given = ok and made or nil
    end
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

local function row(M, i)
    local out = Vector(M:cols())
    for k = 1, M:cols() do out[k] = M(i, k) end
    return out
end

-- The first row whose numbers are all finite.
local function first_sound(Q, V)
    for i = 1, Q:rows() do
        local q, v = row(Q, i), row(V, i)
        if q:norm() < math.huge and v:norm() < math.huge then return q, v end
    end
end

-- The method for steps of dt from the first state, and what is wrong with it there.
function motion.choose(m, o, Q, V, dt)
    local q, v = first_sound(Q, V)
    local name = o.method == "auto" and "rkmk45" or o.method
    if not q then return name end
    local s = resistance.stepper(m, name, o)
    stepper.set(s, q, v)
    local stiff = methods.stiffness(m, s)
    if o.method == "auto" then return (methods.choose(stiff, dt)) end
    return name, methods.foresee(name, stiff, dt)
end

-- Steppers for the rows: a function advance(Q, V, Tau, dt, from, ticks, until, policy) that changes Q and V.
function motion.steppers(m, o, name)
    local r = motions.new(m, name, o.holds, o.threads, o.parameters ~= nil)
    motions.configure(r, o.damping, o.friction, o.lower, o.upper, o.restitution)
    local tolerance = methods.tolerance(name, o.tolerance, o.method == "auto")
    return function(Q, V, Tau, dt, from, ticks, ends, policy)
        policy = policy or {}
        motions.advance(r, Q, V, Tau, o.parameters, dt, from, ticks, ends, tolerance, policy.kp, policy.kd, policy.q, policy.v, policy.computed)
    end
end

return motion
