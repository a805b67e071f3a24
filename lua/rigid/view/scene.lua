-- A model as the page draws it: for each link, in the model's order (parents first), where it hangs, how its joint moves
-- and from which numbers of q, what it looks like, and its inertia with the doctor's verdict. Indices count from 0, as
-- they do where they are read.
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local inertias = require "rigid.view.inertias"
local meshes = require "rigid.view.meshes"
local shapes = require "rigid.view.shapes"
local inner = debug.getmetatable(core).inner

local scene = {}

local NOTES <const> = 200

local function triple(v) return v and {v.x, v.y, v.z} end

-- A limit, once for each number of the joint; nil where there is none, or it is no bound.
local function limits(joint, field)
    local count, list, any = joints.type(joint).nv, {}, false
    for i = 1, count do
        local value = joints.each(joint[field], i)
        local bounded = value and value - value == 0
        list[i], any = bounded and value or false, any or bounded
    end
    return any and list or nil
end

local function describe_joint(at, record)
    local joint = record.joint
    local shown = {
        type = joint.type, name = joint.name, axis = triple(joint.axis), axis2 = triple(joint.axis2), point = triple(joint.point), pitch = joint.pitch,
    }
    if joints.type(joint).nv == 0 then return shown end
    local leader, number = layout.leader(record), record.number
    shown.q = at.q[number] - 1
    if leader ~= record then shown.leader, shown.ratio, shown.offset = leader.number - 1, at.ratio[number], at.offset[number] end
    for _, piece in ipairs(joints.type(joint).pieces) do -- directions that nobody said
        local name = piece.turn or piece.slide
        if name and not shown[name] then shown[name] = triple(joints.direction(joint, name)) end
    end
    shown.lower, shown.upper = limits(joint, "lower"), limits(joint, "upper")
    return shown
end

-- What the page knows of the types of joints: of each its sign, where the poses across it come from, and for each number a
-- slider of that name, "angle" or "length", and its place in q; a quaternion has three of its own.
local function describe_types()
    local types = {}
    for name, kind in pairs(joints.types) do
        local shown = {sign = kind.sign, pieces = kind.pieces, numbers = {}, nv = kind.nv, written = kind.written}
        for i, number in ipairs(kind.numbers) do
            if number[2] == "quaternion" then
                shown.quaternion = i - 1
            else
                table.insert(shown.numbers, {number[3] or number[1], number[2], i - 1})
            end
        end
        types[name] = shown
    end
    return setmetatable(types, {__jsonorder = joints.names}) -- so that the same model makes the same page
end

-- How high the ground is, where there is one and it is level.
local function ground_of(d)
    local grounds = d.touch and d.touch.grounds or {}
    local n = #grounds == 1 and grounds[1].normal
    return n and n.x == 0 and n.y == 0 and n.z > 0 and grounds[1].offset or nil
end

-- "robot.urdf:12", where a file said it.
local function source_of(record)
    local said = record.source
    if type(said) ~= "table" or type(rawget(said, "file")) ~= "string" then return nil end
    local line = rawget(said, "line")
    return math.type(line) == "integer" and ("%s:%d"):format(said.file, line) or said.file
end

-- What a moving link carries altogether, where that is more than itself.
local function carried(column, all, record)
    local M = column and all[column]
    if not M or M:is_zero() or record.inertia and M == record.inertia then return nil end
    return inertias.describe(M)
end

-- What the doctor finds, by the name of the link.
local function findings_of(m, bodies)
    local by_name = {}
    for _, record in ipairs(bodies) do by_name[record.name] = {} end
    for _, finding in ipairs(m:diagnose()) do table.insert(by_name[finding.link], finding) end
    return by_name
end

local function describe_body(at, all, record, files, findings, note)
    local shown = {
        name = record.name, parent = record.parent and record.parent.number - 1 or -1, placement = inertias.pose(record.placement),
        kind = record.frame and "frame" or record.payload and "payload" or "link", joint = describe_joint(at, record),
        inertia = record.inertia and inertias.describe(record.inertia, findings[record.name]),
        carried = carried(at.column[record.number], all, record), source = source_of(record),
    }
    shown.visuals, shown.collisions = shapes.of(record, files, note)
    return shown
end

-- The model's part of what the page is told; with the meshes of another's where `files` is given, which come first.
function scene.describe(m, files)
    local d = inner.model.description(m)
    local at, all, notes, left_out = layout.of(m), layout.carried(m), {}, 0
    files = files or meshes.new()
    local function note(format, ...)
        if #notes < NOTES then notes[#notes + 1] = format:format(...) else left_out = left_out + 1 end
    end
    local bodies, findings = {}, findings_of(m, d.bodies)
    for i, record in ipairs(d.bodies) do bodies[i] = describe_body(at, all, record, files, findings, note) end
    for _, text in ipairs(m:notes()) do
        if type(text) == "string" then note("%s", text) end
    end
    if left_out > 0 then notes[#notes + 1] = ("and %d more notes"):format(left_out) end
    return {
        name = d.name, gravity = triple(d.gravity), nq = at.nq, nv = at.nv, types = describe_types(), bodies = bodies, meshes = files.list,
        missing = files:missing(), ground = ground_of(d), notes = notes,
    }, files
end

return scene
