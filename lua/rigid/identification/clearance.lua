-- Whether links meet each other on a way. Each shape of a link stands in a capsule that holds it: all points within a radius of a segment. Links that are
-- neighbours at a joint are passed over, and so are those that overlap where the motion begins: their capsules are too wide to tell.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local doctor_shapes = require "rigid.doctor.shapes"
local layout = require "rigid.model.layout"
local mesh = require "rigid.mesh.load"
local resolve = require "rigid.mesh.resolve"
local inner = debug.getmetatable(core).inner

local Matrix, Transform, Vec3 = core.Matrix, core.Transform, core.Vec3

local clearance = {}

-- ---- capsules ---------------------------------------------------------------------------------------------------------

-- The middle of the points along an axis of each of three directions.
local function middle_of(points, directions)
    local middle = Vec3(0, 0, 0)
    for _, d in ipairs(directions) do
        local low, high = math.huge, -math.huge
        for _, p in ipairs(points) do
            local x = d:dot(p)
            low, high = math.min(low, x), math.max(high, x)
        end
        middle = middle + d * ((low + high) / 2)
    end
    return middle
end

-- The directions along which the points spread most, the widest last.
local function directions_of(points)
    local S, mean = Matrix(3, 3), Vec3(0, 0, 0)
    for _, p in ipairs(points) do mean = mean + p * (1 / #points) end
    for _, p in ipairs(points) do
        local d = {p.x - mean.x, p.y - mean.y, p.z - mean.z}
        for i = 1, 3 do
            for j = 1, 3 do S:set(i, j, S(i, j) + d[i] * d[j]) end
        end
    end
    local _, V = S:eigen()
    local list = {}
    for k = 1, 3 do list[k] = Vec3(V(1, k), V(2, k), V(3, k)) end
    return list
end

-- The capsule about points, {a, b, radius}: along the direction in which they spread most, as wide as they are across it, and as long as they need.
local function about(points)
    local directions, across = directions_of(points), {}
    local axis, middle, radius, half = directions[3], middle_of(points, directions), 0.0, 0.0
    for i, p in ipairs(points) do
        local d = p - middle
        across[i] = (d - axis * axis:dot(d)):norm()
        radius = math.max(radius, across[i])
    end
    for i, p in ipairs(points) do
        local along = math.abs(axis:dot(p - middle))
        half = math.max(half, along - math.sqrt(math.max(0, radius ^ 2 - across[i] ^ 2)))
    end
    return {middle - axis * half, middle + axis * half, radius}
end

local MAKERS <const> = {}

function MAKERS.sphere(shape) return {Vec3(0, 0, 0), Vec3(0, 0, 0), shape.radius} end
function MAKERS.capsule(shape) return {Vec3(0, 0, -shape.length / 2), Vec3(0, 0, shape.length / 2), shape.radius} end
MAKERS.cylinder = MAKERS.capsule

function MAKERS.box(shape)
    local size, longest, square = shape.size, 1, 0.0
    for k = 2, 3 do longest = size[k] > size[longest] and k or longest end
    local along = {0, 0, 0}
    for k = 1, 3 do
        if k == longest then along[k] = size[k] / 2 else square = square + size[k] ^ 2 end
    end
    return {-Vec3(along), Vec3(along), math.sqrt(square) / 2}
end

function MAKERS.mesh(shape, directory)
    local found = mesh.try(shape.filename, {scale = shape.scale and Vec3(shape.scale) or Vec3(1, 1, 1), directory = directory})
    local points = found and found.vertices or {}
    return #points >= 3 and about(points) or nil
end

local function count_of(list) return type(list) == "table" and #list or 0 end

-- The capsules of a model, {owner = record of a moving link (nil: the world), a, b, radius} each, in the frame of the owner; and how many shapes could not be
-- taken.
local function capsules_of(m)
    local d, at, list, left_out = inner.model.description(m), layout.of(m), {}, 0
    for i, record in ipairs(d.bodies) do
        local shapes = doctor_shapes.whole(record.collisions) or doctor_shapes.whole(record.visuals)
        if not shapes then left_out = left_out + math.max(count_of(record.collisions), count_of(record.visuals)) end
        for _, one in ipairs(shapes or {}) do
            local capsule = MAKERS[one.shape.type](one.shape, resolve.directory_of(record.source))
            local X = at.within[i] or Transform.identity() -- a moving link carries itself
            if capsule then
                X = one.placement and X * one.placement or X
                list[#list + 1] = {owner = at.owner[i], a = X * capsule[1], b = X * capsule[2], radius = capsule[3]}
            else
                left_out = left_out + 1
            end
        end
    end
    return list, left_out
end

-- ---- distances --------------------------------------------------------------------------------------------------------

local function clamped(x) return math.max(0, math.min(1, x)) end

-- Between the segments from a to b and from c to d [Ericson 2005, 5.1.9].
local function distance(a, b, c, d)
    local u, w, r = b - a, d - c, a - c
    local uu, ww, uw, ur, wr = u:dot(u), w:dot(w), u:dot(w), u:dot(r), w:dot(r)
    local s, t = 0.0, 0.0
    if uu > 0 and ww > 0 then
        local determinant = uu * ww - uw * uw
        s = determinant > 1e-12 * uu * ww and clamped((uw * wr - ur * ww) / determinant) or 0.0
        t = (uw * s + wr) / ww
        if t < 0 or t > 1 then
            t = clamped(t)
            s = clamped((uw * t - ur) / uu)
        end
    elseif uu > 0 then
        s = clamped(-ur / uu)
    elseif ww > 0 then
        t = clamped(wr / ww)
    end
    return ((a + u * s) - (c + w * t)):norm()
end

-- ---- on the way -------------------------------------------------------------------------------------------------------

local function name_of(record) return record and record.name or "world" end

-- Whether two carriers are the same, or neighbours at a joint.
local function near(at, one, other)
    local function above(record) return record and at.owner[record.parent and record.parent.number] end
    return one == other or above(one) == other and one ~= nil or above(other) == one and other ~= nil
end

local function pairs_of(m, list)
    local at, all = layout.of(m), {}
    for i = 1, #list do
        for k = i + 1, #list do
            if not near(at, list[i].owner, list[k].owner) then all[#all + 1] = {list[i], list[k]} end
        end
    end
    return all
end

-- Where the capsules are at q.
local function place(m, list, q)
    local poses = {}
    for _, one in ipairs(list) do
        local X = one.owner and (poses[one.owner] or m:pose(q, one.owner.name)) or Transform.identity()
        if one.owner then poses[one.owner] = X end
        one.at_a, one.at_b = X * one.a, X * one.b
    end
end

local function gap(pair)
    local one, other = pair[1], pair[2]
    return distance(one.at_a, one.at_b, other.at_a, other.at_b) - one.radius - other.radius
end

-- What is looked at of a model: {m, capsules, pairs = those that might meet, left_out = how many shapes could not be taken}.
function clearance.of(m)
    local list, left_out = capsules_of(m)
    return {m = m, capsules = list, pairs = pairs_of(m, list), left_out = left_out}
end

-- The links that meet on the way q(t) from 0 to duration, looked at `count` times: {first, second, t, depth} each, the deepest first, by names.
function clearance.met(of, way, duration, count)
    local apart, deepest = {}, {}
    for step = 0, count do
        local t = duration * step / count
        place(of.m, of.capsules, (way(t)))
        for i, pair in ipairs(of.pairs) do
            local room = gap(pair)
            if step == 0 then apart[i] = room > 0 end
            if apart[i] and room < 0 then
                local key = name_of(pair[1].owner) .. "\0" .. name_of(pair[2].owner)
                local known = deepest[key]
                if not known or -room > known.depth then
                    deepest[key] = {first = name_of(pair[1].owner), second = name_of(pair[2].owner), t = t, depth = -room}
                end
            end
        end
    end
    local met = {}
    for _, one in pairs(deepest) do met[#met + 1] = one end
    table.sort(met, function(a, b) return a.depth > b.depth or a.depth == b.depth and a.first .. a.second < b.first .. b.second end)
    return met
end

-- The same as a sentence.
function clearance.sentence(of, met)
    local some = of.left_out > 0 and ("; %d shape%s could not be looked at"):format(of.left_out, of.left_out == 1 and "" or "s") or ""
    if #of.capsules == 0 then return "whether links meet each other on the way is not known: the model has no shapes to look at" .. some end
    if #met == 0 then return "no two links meet, as far as capsules about their shapes tell" .. some end
    local one = met[1]
    return arguments.format("'%s' and '%s' meet at t = %.2f s, %.3g mm deep%s, as far as capsules about their shapes tell: narrower limits or another seed%s",
        one.first, one.second, one.t, 1000 * one.depth, #met > 1 and (", and %d more pair%s"):format(#met - 1, #met > 2 and "s" or "") or "", some)
end

clearance.distance = distance

return clearance
