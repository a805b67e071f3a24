-- m:lock{..}: a copy of a model with some of its joints held, each link behind one welded where q has it. Loaded when it is first called.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local configuration = require "rigid.model.configuration"
local joints = require "rigid.model.joints"
local kept = require "rigid.model.kept"
local layout = require "rigid.model.layout"
local records = require "rigid.model.records"
local inner = debug.getmetatable(core).inner

local lock = {}

local FIELDS <const> = arguments.fields "joints except q"

-- ---- which joints ---------------------------------------------------------------------------------------------------

local function moves(record) return joints.type(record.joint).nv > 0 end

-- The records of the joints in a list, as a set.
local function named(place, m, d, list)
    local set = {}
    for i = 1, place:list(list, "list of joints") do
        local here = place:entry(i)
        local record = records.resolve_joint(here, m, d, rawget(list, i))
        if record.joint.mimic then
            here:bad("joint '%s' follows '%s', and is locked together with it: name that one", record.joint.name, layout.leader(record).joint.name)
        end
        set[record] = true
    end
    return set
end

-- The records whose joints are to be held; one that follows another goes with that one.
local function locked_of(place, m, d, said)
    if (said.joints == nil) == (said.except == nil) then place:bad "either joints, those to lock, or except, those to leave free, expected" end
    local set, wanted = {}, said.joints ~= nil
    local listed = named(place:field(wanted and "joints" or "except"), m, d, wanted and said.joints or said.except)
    for _, record in ipairs(d.bodies) do
        if moves(record) and (listed[layout.leader(record)] == true) == wanted then set[record] = true end
    end
    return set
end

-- A coupling holds its two joints at once: with one of them locked, the other could not move either.
local function check_couplings(place, d, locked)
    for _, loop in ipairs(d.loops or {}) do
        if loop.coefficients and (locked[loop.follower] or false) ~= (locked[loop.leader] or false) then
            local held, free = loop.follower, loop.leader
            if locked[free] then held, free = free, held end
            place:bad("coupling '%s' moves '%s' with '%s', which is to be locked: lock both, or take it away first: m:remove_loop('%s')",
                loop.name, free.joint.name, held.joint.name, loop.name)
        end
    end
end

-- ---- welding --------------------------------------------------------------------------------------------------------

-- Weld a record to its parent at a placement. What was summed up for links that now carry more is told by its parts again.
local function weld(record, placement)
    record.placement = placement
    record.joint = {type = "fixed", name = record.joint.name}
    for _, field in ipairs(joints.resistances) do record.joint[field] = 0 end
    record.lumped = nil
    local carrier = record.parent
    while carrier do
        carrier.lumped = nil
        carrier = carrier.joint.type == "fixed" and carrier.parent
    end
end

-- Loops between two links that no longer move against each other say nothing of the motion any more.
local function drop_loops(m, d)
    local at, list = layout.of(m), {}
    local function carrier(record) return record and at.owner[record.number] end
    for _, loop in ipairs(d.loops or {}) do
        local a, b = loop.a, loop.b
        if loop.coefficients then a, b = loop.follower, loop.leader end
        if carrier(a) ~= carrier(b) then list[#list + 1] = loop end
    end
    if #list < #(d.loops or {}) then
        layout.edit(m, "structure", 1, #d.bodies)
        d.loops = #list > 0 and list or nil
    end
end

-- The numbers of q and v of the model that are those of its twin, in the twin's order.
local function numbers_left(m, twin)
    local at, of, left = layout.of(m), layout.of(twin), {q = {}, v = {}}
    for _, record in ipairs(of.links) do
        if not record.joint.mimic then
            local kind, number = joints.type(record.joint), record.number
            for k = 0, kind.nq - 1 do left.q[of.q[number] + k] = at.q[number] + k end
            for k = 0, kind.nv - 1 do left.v[of.v[number] + k] = at.v[number] + k end
        end
    end
    return left
end

local function lock_at(place, m, said)
    local d, at = records.open(m, "lock"), layout.of(m)
    said = place:options(said, FIELDS)
    local q = said.q == nil and m:neutral():table() or place:field("q"):numbers(said.q, at.nq, "q")
    configuration.check(place:field "q", at, q)
    local locked = locked_of(place, m, d, said)
    check_couplings(place, d, locked)
    local twin = m:copy()
    local new = inner.model.description(twin)
    new.kept = kept.without(d, new.kept, locked)
    layout.edit(twin, "structure", 1, #new.bodies)
    for record in pairs(locked) do weld(new.bodies[record.number], configuration.pose_in_parent(at, record, q)) end
    for _, record in ipairs(new.bodies) do record.borne = layout.is_borne(record) end
    drop_loops(twin, new)
    return twin, numbers_left(m, twin)
end

function lock.lock(m, said) return lock_at(arguments.at("lock", 1), m, said) end

-- The same; what is wrong is raised as an error value.
function lock.asked(m, said) return lock_at(arguments.asked("lock", 1), m, said) end

return lock
