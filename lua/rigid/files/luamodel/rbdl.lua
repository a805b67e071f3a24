-- RBDL's models: a table of frames, each with its parent, a body, and a joint that may be a chain of ours. A slip that RBDL's
-- own reader passes over is an error, or taken with a note, by the name of its frame.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local Reader = require "rigid.files.luamodel.reader"
require "rigid.files.luamodel.rbdl_loops" -- adds to it

local Matrix, Rotation, SpatialInertia = core.Matrix, core.Rotation, core.SpatialInertia
local Transform, Vec3 = core.Transform, core.Vec3
local joined, quoted, sorted_keys = Reader.joined, Reader.quoted, Reader.sorted_keys

-- ---- numbers, vectors, rotations ------------------------------------------------------------------------------------

-- A list of its own of exactly `count` numbers; NaN and infinities where `wild`.
function Reader:list(value, count, where, wild)
    if type(value) ~= "table" then self:bad("%s: a list of %d numbers is needed, not %s", where, count, arguments.describe(value)) end
    if #value ~= count then self:bad("%s: a list of %d numbers is needed, not of %d", where, count, #value) end
    for i = 1, count do
        local x = value[i]
        if type(x) ~= "number" then self:bad("%s: a list of %d numbers is needed, but entry %d is %s", where, count, i, arguments.describe(x)) end
        if x - x ~= 0 and not wild then self:bad("%s: entry %d is not finite", where, i) end
    end
    return {table.unpack(value, 1, count)}
end

function Reader:rows(value, where, wild)
    if type(value) ~= "table" or #value ~= 3 then self:bad("%s: 3 rows of 3 numbers are needed", where) end
    local rows = {}
    for i = 1, 3 do rows[i] = self:list(value[i], 3, ("%s[%d]"):format(where, i), wild) end
    return rows
end

local ROUNDED <const> = 1e-6 -- what rigid takes for a rotation
local MENDED <const> = 1e-2 -- what is near enough to be one written with few digits

-- The rotation whose transpose the rows are, or nil at the identity. RBDL's E takes vectors of the parent to the child.
function Reader:rotation(E, where)
    local m = Matrix(self:rows(E, where)):transpose()
    if m == Matrix.identity(3) then return nil end
    local off = (m * m:transpose() - Matrix.identity(3)):norm()
    if m:determinant() <= 0 or off > MENDED then
        self:bad("%s is no rotation: %s", where, m:determinant() <= 0 and ("its determinant is %.6g, not 1"):format(m:determinant())
            or ("its rows are not orthonormal, off by %.3g"):format(off))
    end
    if off <= ROUNDED then return Rotation(m) end
    self:note("rounded", "%s is off a rotation by %.3g: the nearest one is taken", where, off)
    local U, _, V = m:svd()
    return Rotation(U * V:transpose())
end

-- Fields that mean nothing, which are mostly slips of the pen.
function Reader:note_unknown(t, where, known)
    for _, key in ipairs(sorted_keys(t)) do
        if not known[key] then self:note("ignored", "%s: unknown field %s is ignored%s", where, quoted(key), arguments.hint(key, known)) end
    end
end

local FRAME = arguments.fields "name parent body joint joint_frame visuals markers"
local BODY = arguments.fields "mass com inertia"
local JOINT_FRAME = arguments.fields "r E"

-- {r=, E=} as a pose; nil at the identity.
function Reader:pose(said, where)
    if said == nil then return nil end
    if type(said) ~= "table" then self:bad("%s: a table {r = .., E = ..} is needed, not %s", where, arguments.describe(said)) end
    local R = said.E ~= nil and self:rotation(said.E, where .. ".E") or nil
    local r = said.r ~= nil and self:list(said.r, 3, where .. ".r") or nil
    return (R or r) and Transform(R or Rotation.identity(), r or {0, 0, 0}) or nil
end

-- ---- bodies and joints ----------------------------------------------------------------------------------------------

-- The inertia that a frame's body says, about the frame; nil where there is no body.
function Reader:body(body, where, moves)
    if body == nil then
        if moves then self:note("massless", "%s moves, but has no body: taken as massless", where) end
        return nil
    end
    where = where .. ": body"
    if type(body) ~= "table" then self:bad("%s: a table {mass = .., com = .., inertia = ..} is needed, not %s", where, arguments.describe(body)) end
    self:note_unknown(body, where, BODY)
    local mass, com, I = body.mass, body.com, body.inertia
    if mass ~= nil and type(mass) ~= "number" then self:bad("%s: mass must be a number, not %s", where, arguments.describe(mass)) end
    if mass == nil then self:note("taken", "%s has no mass: taken as zero", where) end
    if com == nil and mass ~= 0 then self:note("taken", "%s has no com: taken at the origin of the frame", where) end
    if I == nil and mass ~= 0 then self:note("taken", "%s has no inertia: taken as a point mass (RBDL would take the identity)", where) end
    com = com and self:list(com, 3, where .. ".com", true)
    I = I and self:rows(I, where .. ".inertia", true) or {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}
    return self:inertia(mass or 0, com, I, where)
end

local SYMMETRIC <const> = 1e-9

function Reader:inertia(mass, com, I, where)
    local largest, off = 0, 0
    for i = 1, 3 do
        for j = 1, 3 do
            largest, off = math.max(largest, math.abs(I[i][j])), math.max(off, math.abs(I[i][j] - I[j][i]))
        end
    end
    if off > SYMMETRIC * largest then
        self:note("rounded", "%s.inertia is not symmetric, off by %.3g: what is below the diagonal is taken, as RBDL does", where, off)
    end
    local M = SpatialInertia {
        mass = mass, com = com, skip_validity_check = true,
        inertia = {xx = I[1][1], yy = I[2][2], zz = I[3][3], xy = I[2][1], xz = I[3][1], yz = I[3][2]},
    }
    local problem = M:criticize()
    if problem then self:note("impossible_inertia", "%s: the inertia is kept as it is, but %s", where, problem) end
    return M
end

local X <const>, Y <const>, Z <const> = {1, 0, 0}, {0, 1, 0}, {0, 0, 1}
local function chain(kind, ...)
    local list = {}
    for i, axis in ipairs {...} do list[i] = {type = kind, axis = axis} end
    return list
end

-- What a word for a joint stands for: a chain of our joints.
local WORDS = {
    JointTypeSpherical = {{type = "spherical"}},
    JointTypeFloatingBase = {{type = "floating"}},
    JointTypeEulerZYX = chain("revolute", Z, Y, X),
    JointTypeEulerXYZ = chain("revolute", X, Y, Z),
    JointTypeEulerYXZ = chain("revolute", Y, X, Z),
    JointTypeTranslationXYZ = chain("prismatic", X, Y, Z),
}

local UNIT <const> = 1e-3
local ALONG <const> = 1e-9

-- The joint of one freedom that six numbers {rx, ry, rz, tx, ty, tz} stand for.
function Reader:freedom(six, where)
    six = self:list(six, 6, where)
    local turn, slide = Vec3(six[1], six[2], six[3]), Vec3(six[4], six[5], six[6])
    local kind = turn:norm() > 0 and turn or slide
    local length = kind:norm()
    if length == 0 then self:bad("%s is zero: it neither turns nor slides", where) end
    if length - length ~= 0 then self:bad("%s is too large", where) end
    if math.abs(length - 1) > UNIT then self:note("rounded", "%s is of length %.6g: divided by it", where, length) end
    local axis = length == 1 and kind or kind / length
    if kind == slide then return {type = "prismatic", axis = axis} end
    if slide:norm() == 0 then return {type = "revolute", axis = axis} end
    local pitch = axis:dot(slide) / length
    local across = slide / length - axis * pitch -- of a screw whose axis is elsewhere: S = (pitch axis + point x axis, axis)
    if across:norm() > ALONG * (slide / length):norm() then return {type = "screw", axis = axis, pitch = pitch, point = axis:cross(across)} end
    return {type = "helical", axis = axis, pitch = pitch}
end

-- The chain of joints of a frame; empty where it is welded.
function Reader:joints(said, where)
    if said == nil then return {} end
    local word = type(said) == "table" and #said == 1 and said[1] or said
    if type(word) == "string" then
        if WORDS[word] then return WORDS[word] end
        self:bad("%s: joint %s is not known%s", where, quoted(word), arguments.hint(word, sorted_keys(WORDS)))
    end
    if type(said) ~= "table" or #said > 6 or #said == 0 and next(said) ~= nil then
        self:bad("%s: joint must be a list of up to 6 lists of 6 numbers, or one of %s", where, joined(sorted_keys(WORDS)))
    end
    local list = {}
    for i, six in ipairs(said) do list[i] = self:freedom(six, ("%s: joint[%d]"):format(where, i)) end
    return list
end

-- ---- what is drawn --------------------------------------------------------------------------------------------------

-- Three finite numbers, if that is what a value is.
local function three(value)
    if type(value) ~= "table" then return nil end
    for i = 1, 3 do
        if type(value[i]) ~= "number" or value[i] - value[i] ~= 0 then return nil end
    end
    return {value[1], value[2], value[3]}
end

-- A visual as near to ours as it says, with all that was given.
local function visual(said)
    local geometry, shape = said.geometry, nil
    if type(geometry) == "table" then
        local sphere, box, round = geometry.sphere, geometry.box, geometry.capsule or geometry.cylinder
        if type(sphere) == "table" then shape = {type = "sphere", radius = sphere.radius}
        elseif type(box) == "table" then shape = {type = "box", size = three(box.dimensions)}
        elseif type(round) == "table" then
            shape = {type = geometry.capsule and "capsule" or "cylinder", radius = round.radius, length = round.length}
        end
    elseif type(said.src) == "string" then
        shape = {type = "mesh", filename = said.src, scale = three(said.scale)}
    end
    local centre, color = three(said.mesh_center) or three(said.translate), three(said.color)
    return {
        shape = shape, placement = centre and Transform(Rotation.identity(), centre), given = said,
        material = color and {color = {color[1], color[2], color[3], 1}} or nil,
    }
end

function Reader:visuals(said, where)
    if said == nil then return nil end
    if type(said) ~= "table" then self:bad("%s: visuals must be a list", where) end
    local list, unknown = {}, 0
    for i, one in ipairs(said) do
        list[i] = type(one) == "table" and visual(one) or {given = one}
        if not list[i].shape then unknown = unknown + 1 end
    end
    if unknown > 0 then self:note("ignored", "%s: %d of %d visuals are of no known shape: kept, not drawn", where, unknown, #said) end
    return list
end

-- ---- the tree -------------------------------------------------------------------------------------------------------

-- Name and parent of the i-th frame, its own name not yet taken. Returns the parent's name, nil for the world.
function Reader:check_names(frame, i, names)
    local where = ("frames[%d]"):format(i)
    if type(frame) ~= "table" then self:bad("%s: a table is needed, not %s", where, arguments.describe(frame)) end
    local name, parent = frame.name, frame.parent
    if type(name) ~= "string" or name == "" then self:bad("%s has no name", where) end
    if name == "ROOT" then self:bad("%s: 'ROOT' is the name of the world; give the frame another", where) end
    where = "frame " .. quoted(name)
    if names[name] then self:bad("%s: frames[%d] and frames[%d] have the same name", where, names[name], i) end
    if parent == nil then self:bad("%s has no parent; write parent = \"ROOT\" where it hangs from the world", where) end
    if parent == name then self:bad("%s cannot be its own parent", where) end
    if parent ~= "ROOT" and not names[parent] then
        for later = i + 1, #self.frames do
            if type(self.frames[later]) == "table" and self.frames[later].name == parent then
                self:bad("%s: its parent %s comes only later (frames[%d]); parents must come first", where, quoted(parent), later)
            end
        end
        self:bad("%s: parent %s does not exist%s (RBDL would hang it from ROOT in silence)", where, quoted(parent),
            type(parent) == "string" and arguments.hint(parent, sorted_keys(names)) or "")
    end
    names[name] = i
    return parent ~= "ROOT" and parent or nil
end

-- The bodies of one frame: the links of its chain of joints, massless but for the last, which has the name of the frame.
function Reader:frame(frame, parent, bodies)
    local name, where = frame.name, "frame " .. quoted(frame.name)
    self:note_unknown(frame, where, FRAME)
    if type(frame.joint_frame) == "table" then self:note_unknown(frame.joint_frame, where .. ": joint_frame", JOINT_FRAME) end
    local links = self:joints(frame.joint, where)
    local body = {
        name = name, parent = parent, placement = self:pose(frame.joint_frame, where .. ": joint_frame"),
        inertia = self:body(frame.body, where, #links > 0), visuals = self:visuals(frame.visuals, where),
        source = {file = self.path},
    }
    for i = 1, #links - 1 do
        local between = {name = ("%s:%d"):format(name, i), parent = body.parent, placement = body.placement, joint = links[i], source = body.source}
        body.parent, body.placement = between.name, nil
        bodies[#bodies + 1] = between
    end
    body.joint = links[#links]
    bodies[#bodies + 1] = body
    if #bodies > self.LINKS then self:bad("more than %d links", self.LINKS) end
end

-- points and local_frames become frames of ours.
function Reader:add_frames(list, field, names, bodies)
    if list == nil then return end
    if type(list) ~= "table" then self:bad("%s must be a list", field) end
    for i, said in ipairs(list) do
        local where = ("%s[%d]"):format(field, i)
        if type(said) ~= "table" or type(said.name) ~= "string" or said.name == "" then self:bad("%s has no name", where) end
        where = where .. " " .. quoted(said.name)
        if said.body ~= "ROOT" and not names[said.body or false] then
            self:bad("%s: body %s does not exist%s", where, quoted(said.body),
                type(said.body) == "string" and arguments.hint(said.body, sorted_keys(names)) or "")
        end
        local X_BF = field == "points" and {r = self:list(said.point, 3, where .. ".point")} or said
        if names[said.name] or self.taken[said.name] then
            self:note("left_out", "%s: the name is taken by a frame or point already: left out", where)
        else
            self.taken[said.name] = true
            bodies[#bodies + 1] = {
                name = said.name, parent = said.body ~= "ROOT" and said.body or nil, placement = self:pose(X_BF, where), frame = true,
                source = {file = self.path},
            }
        end
    end
end

local USED = arguments.fields "name gravity frames points local_frames"

function Reader:rbdl(model)
    local frames, names, bodies = model.frames, {}, {}
    if type(frames) ~= "table" then self:bad("frames must be a list, not %s", arguments.describe(frames)) end
    self.frames, self.taken = frames, {}
    for key in pairs(frames) do
        if math.type(key) ~= "integer" or key < 1 or key > #frames then self:bad("frames has an entry %s that is not in the list", quoted(key)) end
    end
    if #frames == 0 then self:bad("the model has no frames") end
    for i = 1, #frames do self:frame(frames[i], self:check_names(frames[i], i, names), bodies) end
    self:add_frames(model.local_frames, "local_frames", names, bodies)
    self:add_frames(model.points, "points", names, bodies)
    local loops, contacts = self:constraint_sets(model.constraint_sets, names)
    local kept = {}
    for _, key in ipairs(sorted_keys(model)) do
        if not USED[key] then kept[key] = model[key] end
    end
    local markers = {}
    for _, frame in ipairs(frames) do markers[frame.name] = frame.markers end
    if next(markers) then kept.markers = markers end
    local idle = sorted_keys(kept)
    for i = #idle, 1, -1 do
        if idle[i] == "constraint_sets" and (loops or contacts) then table.remove(idle, i) end
    end
    if #idle > 0 then self:note("ignored", "kept, but nothing is computed from it: %s", joined(idle)) end
    kept.contacts = contacts
    if model.gravity == nil then self:note("taken", "no gravity is given: (0, 0, -9.81) is taken") end
    local gravity = model.gravity ~= nil and self:list(model.gravity, 3, "gravity") or nil
    return {name = type(model.name) == "string" and model.name or nil, gravity = gravity, bodies = bodies, loops = loops, notes = self.notes}, kept
end

return Reader
