-- What a file said beside the tree, and is kept with a model (description.kept, plain tables): keyframes, actuators, markers, the reference
-- of joints; and states as MuJoCo counts them. MuJoCo's joints come depth first; its q is ours and the joint's reference; a free joint has
-- the pose of the body in the world, its velocity in world axes and its turning in the body's, where ours has both in the body's.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local handles = require "rigid.model.handles"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local records = require "rigid.model.records"

local Rotation, Transform, Vec3, Vector = core.Rotation, core.Transform, core.Vec3, core.Vector
local open = records.open

local kept = {}

-- The records whose joints have numbers in MuJoCo's order.
local function in_order(d)
    local children, list = {}, {}
    for _, record in ipairs(d.bodies) do
        local key = record.parent or d
        children[key] = children[key] or {}
        table.insert(children[key], record)
    end
    local stack = {}
    local function push(key)
        local below = children[key] or {}
        for i = #below, 1, -1 do stack[#stack + 1] = below[i] end
    end
    push(d)
    while #stack > 0 do
        local record = table.remove(stack)
        if joints.type(record.joint).nv > 0 then list[#list + 1] = record end
        push(record)
    end
    return list
end

local function reference(d, record) return d.kept and d.kept.reference and d.kept.reference[record.joint.name] or 0 end

-- Where the frame of a free joint is in the world at q = 0; nil where another body carries it.
local function free_placement(record) return not record.parent and record.placement or nil end

local function product(a, b)
    local aw, ax, ay, az = table.unpack(a)
    local bw, bx, by, bz = table.unpack(b)
    return {
        aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw,
    }
end

local function quaternion_of(X)
    local w, x, y, z = X:rotation():quaternion()
    return {w, x, y, z}
end

local IDENTITY <const> = Transform.identity()

-- q and v of a floating joint as MuJoCo's seven and six numbers, and back.
local function free_out(record, q, v)
    local X = free_placement(record) or IDENTITY
    local p, turn = X * Vec3(q[1], q[2], q[3]), {q[4], q[5], q[6], q[7]}
    if X:rotation() ~= Rotation.identity() then turn = product(quaternion_of(X), turn) end
    local u = Rotation.quaternion(turn[1], turn[2], turn[3], turn[4]) * Vec3(v[1], v[2], v[3])
    return {p.x, p.y, p.z, table.unpack(turn)}, {u.x, u.y, u.z, v[4], v[5], v[6]}
end

local function free_in(record, q, v)
    local X = free_placement(record) or IDENTITY
    local p, turn = X:inverse() * Vec3(q[1], q[2], q[3]), {q[4], q[5], q[6], q[7]}
    local u = Rotation.quaternion(turn[1], turn[2], turn[3], turn[4]):inverse() * Vec3(v[1], v[2], v[3])
    if X:rotation() ~= Rotation.identity() then
        local back = quaternion_of(X)
        turn = product({back[1], -back[2], -back[3], -back[4]}, turn)
    end
    return {p.x, p.y, p.z, table.unpack(turn)}, {u.x, u.y, u.z, v[4], v[5], v[6]}
end

local function numbers(place, value, count, what)
    local list = core.type(value) == "Vector" and value:table() or value
    if type(list) ~= "table" then place:expected(("list of %d numbers (%s)"):format(count, what), value) end
    local n = place:list(list, "list of numbers")
    if n ~= count then place:bad("%d numbers expected (%s), got %d", count, what, n) end
    local copy = {}
    for i = 1, count do copy[i] = place:entry(i):finite(rawget(list, i)) + 0.0 end
    return copy
end

local function zeros(n)
    local list = {}
    for i = 1, n do list[i] = 0.0 end
    return list
end

local function counts(list)
    local nq, nv = 0, 0
    for _, record in ipairs(list) do
        local kind = joints.type(record.joint)
        nq, nv = nq + kind.nq, nv + kind.nv
    end
    return nq, nv
end

local function check_turn(place, q, at)
    if not (q[at] ^ 2 + q[at + 1] ^ 2 + q[at + 2] ^ 2 + q[at + 3] ^ 2 > 1e-12) then
        place:bad("numbers %d to %d are a quaternion, and it is zero", at, at + 3)
    end
end

-- m:to_mujoco(q, v) -> qpos, qvel. What follows another joint has numbers of its own there.
function kept.to_mujoco(m, q, v)
    local d, at = open(m, "to_mujoco"), layout.of(m)
    q = numbers(arguments.at("to_mujoco", 1), q, at.nq, "nq")
    v = numbers(arguments.at("to_mujoco", 2), v == nil and zeros(at.nv) or v, at.nv, "nv")
    local qpos, qvel = {}, {}
    for _, record in ipairs(in_order(d)) do
        local kind, i, j = joints.type(record.joint), at.q[record.number], at.v[record.number]
        local a, b
        if record.joint.type == "floating" then
            check_turn(arguments.at("to_mujoco", 1), q, i + 3)
            a, b = free_out(record, table.move(q, i, i + 6, 1, {}), table.move(v, j, j + 5, 1, {}))
        elseif kind.nv == 1 then
            local ratio, offset = at.ratio[record.number] or 1, at.offset[record.number] or 0
            if not record.joint.mimic then ratio, offset = 1, 0 end
            a, b = {ratio * q[i] + offset + reference(d, record)}, {ratio * v[j]}
        else
            a, b = table.move(q, i, i + kind.nq - 1, 1, {}), table.move(v, j, j + kind.nv - 1, 1, {})
        end
        table.move(a, 1, #a, #qpos + 1, qpos)
        table.move(b, 1, #b, #qvel + 1, qvel)
    end
    return qpos, qvel
end

-- m:from_mujoco(qpos, qvel) -> q, v
function kept.from_mujoco(m, qpos, qvel)
    local d, at = open(m, "from_mujoco"), layout.of(m)
    local list = in_order(d)
    local nq, nv = counts(list)
    qpos = numbers(arguments.at("from_mujoco", 1), qpos, nq, "MuJoCo's nq")
    qvel = numbers(arguments.at("from_mujoco", 2), qvel == nil and zeros(nv) or qvel, nv, "MuJoCo's nv")
    local q, v, i, j = zeros(at.nq), zeros(at.nv), 1, 1
    for _, record in ipairs(list) do
        local kind = joints.type(record.joint)
        local a, b = table.move(qpos, i, i + kind.nq - 1, 1, {}), table.move(qvel, j, j + kind.nv - 1, 1, {})
        if record.joint.type == "floating" then
            check_turn(arguments.at("from_mujoco", 1), qpos, i + 3)
            a, b = free_in(record, a, b)
        elseif kind.nq == 1 then
            a[1] = a[1] - reference(d, record)
        end
        if not record.joint.mimic then
            table.move(a, 1, #a, at.q[record.number], q)
            table.move(b, 1, #b, at.v[record.number], v)
        end
        i, j = i + kind.nq, j + kind.nv
    end
    return Vector(q), Vector(v)
end

-- ---- what is kept ---------------------------------------------------------------------------------------------------

local function normalized(list, qpos)
    local i, q = 1, table.move(qpos, 1, #qpos, 1, {})
    for _, record in ipairs(list) do
        local kind = joints.type(record.joint)
        if kind.nq > kind.nv then
            local at = i + kind.nq - 4
            local length = math.sqrt(q[at] ^ 2 + q[at + 1] ^ 2 + q[at + 2] ^ 2 + q[at + 3] ^ 2)
            if length > 1e-15 then
                for k = at, at + 3 do q[k] = q[k] / length end
            else
                q[at], q[at + 1], q[at + 2], q[at + 3] = 1.0, 0.0, 0.0, 0.0
            end
        end
        i = i + kind.nq
    end
    return q
end

function kept.keyframes(m)
    local d, keys = open(m, "keyframes"), {}
    local list = in_order(d)
    local nq, nv = counts(list)
    for i, key in ipairs(d.kept and d.kept.keys or {}) do
        if key.qpos and #key.qpos ~= nq or key.qvel and #key.qvel ~= nv then
            arguments.no_answer("keyframes", ("keyframe '%s' is of the model as it was loaded; joints were added since"):format(key.name))
        end
        local q, v = m:neutral(), Vector(zeros(layout.of(m).nv))
        if key.qpos then q = kept.from_mujoco(m, normalized(list, key.qpos)) end
        if key.qvel then
            local _
            _, v = kept.from_mujoco(m, (kept.to_mujoco(m, q, v)), key.qvel)
        end
        keys[i] = {name = key.name, q = q, v = v}
    end
    return keys
end

function kept.actuators(m)
    local d = open(m, "actuators")
    return handles.deep_copy(d.kept and d.kept.actuators or {})
end

function kept.markers(m)
    local d = open(m, "markers")
    return handles.deep_copy(d.kept and d.kept.markers or {})
end

-- The numbers of MuJoCo's q (or v) in `list` whose joints are not in the set.
local function left(order, list, count, locked)
    local some, i = {}, 1
    for _, record in ipairs(order) do
        local n = joints.type(record.joint)[count]
        if not locked[record] then table.move(list, i, i + n - 1, #some + 1, some) end
        i = i + n
    end
    return some
end

-- What is kept with a description, once the joints of a set of records no longer move; may be changed.
function kept.without(d, said, locked)
    if not said then return nil end
    local order, gone = in_order(d), {}
    for record in pairs(locked) do gone[record.joint.name] = true end
    for _, key in ipairs(said.keys or {}) do
        key.qpos = key.qpos and left(order, key.qpos, "nq", locked)
        key.qvel = key.qvel and left(order, key.qvel, "nv", locked)
    end
    for i = #(said.actuators or {}), 1, -1 do
        if gone[said.actuators[i].joint] then table.remove(said.actuators, i) end
    end
    for name in pairs(gone) do
        for _, field in ipairs {"reference", "polynomials"} do
            if said[field] then said[field][name] = nil end
        end
    end
    return said
end

-- ---- forces ---------------------------------------------------------------------------------------------------------

-- The model whose links weigh what is carried of each.
local function carried(m, d)
    local lists = layout.of(m).lists
    if lists.gravcomp then return lists.gravcomp end
    local twin = m:copy()
    for _, record in ipairs(d.bodies) do
        local share = d.kept.gravcomp[record.name] or 0
        local M = record.inertia
        if M then
            local list = M:parameters():table()
            for i, x in ipairs(list) do list[i] = x * share end
            twin:body(record.name).inertia = core.SpatialInertia.from_parameters(list)
        end
    end
    lists.gravcomp = twin
    return twin
end

function kept.add_forces(m, said, q, v, tau)
    local d, at = open(m, "passive_forces"), layout.of(m)
    for name, both in pairs(said.polynomials or {}) do
        local record = records.joint_named(d, name)
        if record and joints.type(record.joint).nv == 1 and not record.joint.mimic then
            local i, j = at.q[record.number], at.v[record.number]
            local x, u = q[i] - record.joint.springref, v[j]
            local a, b = both.stiffness or {}, both.damping or {}
            tau[j] = tau[j] - (a[2] or 0) * x * x - (a[3] or 0) * x ^ 3 - (b[2] or 0) * u * math.abs(u) - (b[3] or 0) * u ^ 3
        end
    end
    if said.gravcomp then
        local more = carried(m, d):gravity_forces(q)
        for i = 1, at.nv do tau[i] = tau[i] + more[i] end
    end
    return tau
end

return kept
