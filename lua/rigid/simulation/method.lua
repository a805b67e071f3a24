-- Which method a run takes, and whether it can: the stiffness of damping and springs where the run begins says what step an
-- explicit method is calm with (rigid_stepper_stiffness). What would not be is said before, with the step that would do.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local layout = require "rigid.model.layout"

local stepper = inner.stepper

local methods = {}

methods.names = {"auto", auto = 0}
local rows = {} -- by name, what the core says of each: its order, that of its estimate, its tolerance, how far it is calm
for i, row in ipairs(stepper.methods()) do
    methods.names[i + 1], methods.names[row.name] = row.name, i
    rows[row.name] = row
end

local STIFF <const> = 3 -- dt times the rate from which on "auto" takes the implicit method

-- The stiffness at a stepper's state: {rate, frequency, joint}, or nil where it has none, or cannot tell.
function methods.stiffness(m, s)
    local rate, frequency, freedom = stepper.stiffness(s)
    return rate and methods.stiff(m, rate, frequency, freedom)
end

-- The same of what the core has said.
function methods.stiff(m, rate, frequency, freedom)
    if rate == 0 and frequency == 0 then return nil end
    return {rate, frequency, joint = layout.joint_at(m, freedom).joint.name, of_damping = rate >= frequency}
end

-- Up to which rate of damping and frequency of springs a tick of dt is short: for a method that takes it in one step; for "auto", to be explicit.
function methods.short(name, dt)
    if name == "auto" then return STIFF / dt, STIFF / dt end
    return rows[name].rate / dt, rows[name].frequency / dt
end

-- Whether a method takes a tick in one step, whatever becomes of it.
function methods.takes_one_step(name) return rows[name].estimate == 0 end

-- What is wrong with a tick of dt for a method that takes it in one step: a text, the joint; nil where it is calm.
function methods.foresee(name, stiff, dt)
    local row = rows[name]
    if not row or row.estimate > 0 or not stiff then return nil end
    local longest = math.min(row.rate / stiff[1], row.frequency / stiff[2])
    if dt <= longest then return nil end
    local what = stiff.of_damping and "damping" or "spring"
    return ("%.6g s is too large for the %s of '%s' with %s: %.2g s would do, or method = 'implicit'"):format(dt, what, stiff.joint, name,
        0.9 * longest), stiff.joint
end

-- The method that "auto" stands for, and why.
function methods.choose(stiff, dt)
    if not stiff then return "rkmk45", "nothing is stiff" end
    local rate = math.max(stiff[1], stiff[2])
    local what = stiff.of_damping and "damping" or "spring"
    if dt * rate > STIFF then
        return "implicit", ("the %s of '%s' has a rate of %.3g/s, and %g s is long beside that"):format(what, stiff.joint, rate, dt)
    end
    return "rkmk45", ("the stiffest, the %s of '%s', has a rate of %.3g/s, and %g s is short beside that"):format(what, stiff.joint, rate, dt)
end

-- The tolerance that steps are taken by; 0 where they are as long as the tick: where no error is estimated, and of what is calm
-- however long they are, unless it was chosen by itself.
function methods.tolerance(name, said, by_itself)
    local row = rows[name]
    if row.tolerance == 0 then return 0 end
    return said or (row.rate < math.huge or by_itself) and row.tolerance or 0
end

return methods
