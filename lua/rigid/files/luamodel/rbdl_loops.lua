-- RBDL's constraint_sets: what closes a loop becomes a loop of ours, what touches is kept as a list of points with normals. RBDL says
-- of a loop which directions are closed, six-vectors (angular half first) in the loop frame of the predecessor; here the joint is
-- found that leaves the others open. What no joint of ours leaves open is noted, and kept as it was said.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local Reader = require "rigid.files.luamodel.reader"

local Vec3 = core.Vec3
local quoted, sorted_keys = Reader.quoted, Reader.sorted_keys

local SAME <const> = 1e-9

-- Orthonormal directions that span those of a list.
local function span(list)
    local found = {}
    for _, v in ipairs(list) do
        local size = v:norm()
        for _, unit in ipairs(found) do v = v - unit * unit:dot(v) end
        if v:norm() > SAME * size and size > 0 then found[#found + 1] = v:unit() end
    end
    return found
end

-- What is across two directions; what spans with one the whole.
local function third(found) return found[1]:cross(found[2]):unit() end

local function along(a, b) return a:cross(b):norm() < 1e-6 end

-- The axis as it was most likely written: with its zeros, and not backwards.
local function tidy(axis)
    local function round(x) return math.abs(x) < SAME and 0.0 or x end
    local first = math.abs(axis.x) > SAME and axis.x or math.abs(axis.y) > SAME and axis.y or axis.z
    local sign = first < 0 and -1 or 1
    return Vec3(round(axis.x * sign), round(axis.y * sign), round(axis.z * sign)):unit()
end

-- The joint that lets through what those do not: by how many slides and how many turns are closed.
local function joint_of(slides, turns)
    local closed = #slides .. " " .. #turns
    if closed == "3 3" then return {type = "fixed"} end
    if closed == "3 2" then return {type = "revolute", axis = tidy(third(turns))} end
    if closed == "2 3" then return {type = "prismatic", axis = tidy(third(slides))} end
    if closed == "3 0" then return {type = "spherical"} end
    if closed == "2 0" then return {type = "line", axis = tidy(third(slides))} end
    if closed == "1 0" then return {type = "plane", axis = tidy(slides[1])} end
    if closed == "2 2" and along(third(slides), third(turns)) then return {type = "cylindrical", axis = tidy(third(turns))} end
    if closed == "1 2" and along(slides[1], third(turns)) then return {type = "planar", axis = tidy(slides[1])} end
end

-- The value of a field that may be written in either way: predecessor_body, predecessorBody.
local function field(said, name)
    local value = said[name]
    if value ~= nil then return value end
    return said[name:gsub("_(%l)", string.upper)]
end

-- A field that is one list of `count` numbers, or under another name several.
function Reader:directions(said, one, several, count, where)
    local list = field(said, several)
    if list == nil then list = field(said, one) ~= nil and {field(said, one)} or {} end
    if type(list) ~= "table" then self:bad("%s: %s must be a list", where, several) end
    local numbers = {}
    for i, entry in ipairs(list) do numbers[i] = self:list(entry, count, ("%s: %s[%d]"):format(where, several, i)) end
    if #numbers == 0 then self:bad("%s: %s is missing", where, one) end
    return numbers
end

function Reader:constrained_body(said, name, names, where)
    local body = field(said, name)
    if body ~= "ROOT" and (body == nil or not names[body]) then
        self:bad("%s: %s %s does not exist%s", where, name, quoted(body), type(body) == "string" and arguments.hint(body, sorted_keys(names)) or "")
    end
    return body ~= "ROOT" and body or nil
end

local function same_pose(a, b)
    if a == nil or b == nil then return a == b end
    return a == b
end

-- The loop among those of a set that has the same frames, or a new one: RBDL may list its directions one by one.
function Reader:loop_of(said, names, where, groups)
    local new = {
        body_a = self:constrained_body(said, "predecessor_body", names, where), body_b = self:constrained_body(said, "successor_body", names, where),
        placement_a = self:pose(field(said, "predecessor_transform"), where .. ": predecessor_transform"),
        placement_b = self:pose(field(said, "successor_transform"), where .. ": successor_transform"),
    }
    for _, group in ipairs(groups) do
        if group.body_a == new.body_a and group.body_b == new.body_b and same_pose(group.placement_a, new.placement_a)
            and same_pose(group.placement_b, new.placement_b) then
            return group
        end
    end
    new.name, new.where, new.slides, new.turns, new.mixed = type(said.name) == "string" and said.name ~= "" and said.name or nil, where, {}, {}, false
    groups[#groups + 1] = new
    return new
end

function Reader:add_directions(group, said, where)
    for _, six in ipairs(self:directions(said, "axis", "axis_sets", 6, where)) do
        local turn, slide = Vec3(six[1], six[2], six[3]), Vec3(six[4], six[5], six[6])
        group.mixed = group.mixed or turn:norm() > 0 and slide:norm() > 0
        local list = turn:norm() > 0 and group.turns or group.slides
        list[#list + 1] = turn:norm() > 0 and turn or slide
    end
end

-- One entry of a set.
function Reader:constraint(said, set, where, names, groups, contacts)
    if type(said) ~= "table" then self:bad("%s: a table is needed, not %s", where, arguments.describe(said)) end
    local kind = field(said, "constraint_type")
    if kind == "loop" then
        self:add_directions(self:loop_of(said, names, where, groups), said, where)
    elseif kind == "contact" then
        local normals = self:directions(said, "normal", "normal_sets", 3, where)
        contacts[#contacts + 1] = {
            set = set, name = said.name, body = self:constrained_body(said, "body", names, where), normals = normals,
            point = said.point ~= nil and self:list(said.point, 3, where .. ": point") or {0, 0, 0},
        }
    else
        self:note("ignored", "%s: constraints of type %s are kept, but not computed", where, quoted(kind))
    end
end

local function is_among(loops, new)
    for _, loop in ipairs(loops) do
        if loop.body_a == new.body_a and loop.body_b == new.body_b and same_pose(loop.placement_a, new.placement_a)
            and same_pose(loop.placement_b, new.placement_b) and loop.joint.type == new.joint.type then
            return loop
        end
    end
end

-- What the directions of one set close, as loops; those of several sets that are the same once.
function Reader:add_loops(groups, set, loops, taken)
    for _, group in ipairs(groups) do
        local joint = not group.mixed and joint_of(span(group.slides), span(group.turns))
        local loop = {body_a = group.body_a, body_b = group.body_b, placement_a = group.placement_a, placement_b = group.placement_b, joint = joint}
        local known = joint and is_among(loops, loop)
        if group.body_a == group.body_b then
            self:bad("%s: predecessor_body and successor_body are both %s", group.where, quoted(group.body_a or "ROOT"))
        elseif not joint then
            self:note("left_out", "%s: no joint of ours leaves open what these directions do (%d slides and %d turns closed%s): kept, but not computed",
                group.where, #span(group.slides), #span(group.turns), group.mixed and ", some as one" or "")
        elseif known then
            self:note("taken", "%s: the same as loop %s, which is taken once", group.where, quoted(known.name))
        else
            loop.name = group.name or set
            while taken[loop.name] do loop.name = loop.name .. "'" end
            taken[loop.name] = true
            loops[#loops + 1] = loop
        end
    end
end

-- The loops that constraint_sets say, and the points that touch: lists, or nil where there is none.
function Reader:constraint_sets(sets, names)
    if type(sets) ~= "table" then return nil end
    local loops, contacts, taken = {}, {}, {}
    for _, set in ipairs(sorted_keys(sets)) do
        local list, groups = sets[set], {}
        for i, said in ipairs(type(list) == "table" and list or {}) do
            self:constraint(said, set, ("constraint_sets.%s[%d]"):format(set, i), names, groups, contacts)
        end
        self:add_loops(groups, set, loops, taken)
    end
    if #contacts > 0 then
        self:note("ignored", "constraint_sets: %d points that touch are kept in a list of contacts; m:add_contact and m:add_ground compute such", #contacts)
    end
    return #loops > 0 and loops or nil, #contacts > 0 and contacts or nil
end
