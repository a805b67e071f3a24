-- What stops a run: a Halt, raised with its text and the joint that is to blame, and how a step that the core refuses is told.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local layout = require "rigid.model.layout"
local methods = require "rigid.simulation.method"

local stepper = inner.stepper

local refusals = {}

function refusals.joint_of(m, freedom) return layout.joint_at(m, freedom).joint.name end

local joint_of <const> = refusals.joint_of

local Halt = {}
refusals.Halt = Halt

local function halt(text, joint) error(setmetatable({text = text, joint = joint}, Halt)) end

local is_valid <const> = getmetatable(core.SpatialInertia).__instance.__methods.is_physically_valid

-- Of a robot with a link that no body can be, what to look at first.
local function doubts(m)
    for _, record in ipairs(layout.of(m).links) do
        if record.inertia and not is_valid(record.inertia) then
            return ("; link '%s' has an inertia that no body can have: m:diagnose() says more"):format(record.name)
        end
    end
    return ""
end

-- Why a step could not be taken, by the stepper's word and the number of v at fault.
local function refused(run, why, freedom)
    local m, name = run.m, joint_of(run.m, freedom)
    stepper.state(run.stepper, run.q, run.v)
    if why == "singular" then -- of that configuration forward dynamics says more
        inner.asked.forward_dynamics(m, run.q, run.v, run.tau)
        halt(("the mass matrix is singular at joint '%s' (v[%d])%s"):format(name, freedom, doubts(m)), name)
    elseif why == "no impulses" then
        halt "no impulses were found that obey all laws of contact, friction, limits and loops at once: there may be none; steps of another length may pass it"
    elseif why == "torn" then
        halt "the loops do not close behind the step: it may be too long, or they have come to where they must part"
    elseif why == "not converged" and run.method == "midpoint" then
        halt(("the midpoint's equations have no solution near: dt = %.6g s is too large"):format(run.dt), name)
    elseif why == "not converged" then
        halt(("the step became too short to move the time without meeting the tolerance, for joint '%s' (v[%d])%s"):format(name, freedom,
            doubts(m)), name)
    end
    local text, joint = methods.foresee(run.method, methods.stiffness(m, run.stepper), run.dt)
    if text then halt("dt = " .. text, joint) end
    halt(("the state is no longer finite, at joint '%s' (v[%d])"):format(name, freedom), name)
end

local function demand(run, result, why, freedom)
    if result == nil then refused(run, why, freedom) end
    return result
end

refusals.halt, refusals.refused, refusals.demand = halt, refused, demand

return refusals
