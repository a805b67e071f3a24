-- The region that the geometry of a link can fill: a union of pieces, each known by its support (how far it reaches along
-- a direction, and the point where), its volume, and its inertia at density 1, all about the frame of the link. Of the
-- union only the convex hull is used as a bound; the sum of the volumes is an upper bound where pieces overlap.
local core = require "rigid.core"

local SpatialInertia, Transform, Vec3 = core.SpatialInertia, core.Transform, core.Vec3
local abs, max, min, sqrt = math.abs, math.max, math.min, math.sqrt

local region = {}

-- ---- pieces ---------------------------------------------------------------------------------------------------------

-- By the type of a shape: what makes its support in its own axes (from a direction to the farthest point), its inertia at
-- density 1, the semi-axes of an ellipsoid around it, and its name with sizes. Nil where a size is no positive number.
local MAKERS = {}

local function sign(x) return x < 0 and -1 or 1 end
local function positive(...)
    for _, x in ipairs {...} do
        if type(x) ~= "number" or not (x > 0 and x < math.huge) then return false end
    end
    return true
end

function MAKERS.box(shape)
    local size = type(shape.size) == "table" and shape.size or {}
    if not positive(size[1] or 0, size[2] or 0, size[3] or 0) then return nil end
    local a, b, c = size[1] / 2, size[2] / 2, size[3] / 2
    return {
        farthest = function(d) return Vec3(a * sign(d.x), b * sign(d.y), c * sign(d.z)) end,
        inertia = SpatialInertia.solid_box {density = 1, size = {2 * a, 2 * b, 2 * c}},
        ellipsoid = sqrt(3) * Vec3(a, b, c),
        name = ("box of %.6g x %.6g x %.6g m"):format(2 * a, 2 * b, 2 * c),
    }
end

function MAKERS.sphere(shape)
    local r = shape.radius
    if not positive(r or 0) then return nil end
    return {
        farthest = function(d) return d * (r / max(d:norm(), 1e-300)) end,
        inertia = SpatialInertia.solid_sphere {density = 1, radius = r},
        ellipsoid = Vec3(r, r, r),
        name = ("sphere of radius %.6g m"):format(r),
    }
end

function MAKERS.cylinder(shape)
    local r, l = shape.radius, shape.length
    if not positive(r or 0, l or 0) then return nil end
    return {
        farthest = function(d)
            local across = sqrt(d.x * d.x + d.y * d.y)
            local k = across > 0 and r / across or 0
            return Vec3(k * d.x, k * d.y, l / 2 * sign(d.z))
        end,
        inertia = SpatialInertia.solid_cylinder {density = 1, radius = r, length = l},
        ellipsoid = Vec3(sqrt(1.5) * r, sqrt(1.5) * r, sqrt(3) * l / 2), -- the least one: 2/3 + 1/3 = 1 at the rim
        name = ("cylinder of radius %.6g m and length %.6g m"):format(r, l),
    }
end

function MAKERS.capsule(shape)
    local r, l = shape.radius, shape.length
    if not positive(r or 0, l or 0) then return nil end
    return {
        farthest = function(d) return d * (r / max(d:norm(), 1e-300)) + Vec3(0, 0, l / 2 * sign(d.z)) end,
        inertia = SpatialInertia.solid_capsule {density = 1, radius = r, length = l},
        ellipsoid = Vec3(sqrt(1.5) * r, sqrt(1.5) * r, sqrt(3) * (l / 2 + r)),
        name = ("capsule of radius %.6g m and length %.6g m"):format(r, l),
    }
end

-- Visuals and collisions are kept as they were given: a placement may be a Transform, or what makes one.
local function pose_of(placement)
    if placement == nil or core.type(placement) == "Transform" then return placement or Transform.identity() end
    local ok, X = pcall(Transform, placement)
    return ok and X or nil
end

-- The piece of one entry of a link's geometry, placed; or nil and what is wrong with it (nil: nothing worth a word).
local function piece_of(entry, options)
    local shape = type(entry) == "table" and entry.shape
    if type(shape) ~= "table" then return nil end
    local made, problem
    if shape.type == "mesh" then
        made, problem = require("rigid.mesh.piece").make(shape, options)
    elseif MAKERS[shape.type] then
        local ok, result = pcall(MAKERS[shape.type], shape)
        made = ok and result or nil
        problem = not made and ("a %s whose sizes are no positive numbers"):format(shape.type) or nil
    end
    if not made then return nil, problem end
    local X = pose_of(entry.placement)
    if not X then return nil, ("a %s whose placement is no pose"):format(shape.type) end
    local back, to = X:inverse():rotation(), X
    return {
        name = made.name, mesh = made.mesh, by_hull = made.by_hull, ellipsoid = made.ellipsoid, placement = X,
        farthest = function(d) return to * made.farthest(back * d) end,
        inertia = made.inertia and X * made.inertia, shell = made.shell and X * made.shell,
        volume = made.inertia and made.inertia:mass() or 0, at_most = made.at_most, -- whether it may be less
    }
end

-- The region of a list of entries {shape=, placement=}: its pieces, the sum of their volumes, the largest volume that is
-- known; at_most: some volume may be less; by_hull: some is that of a hull; missing: what could not be taken in, in words.
function region.of(geometries, options)
    local r = {pieces = {}, missing = {}, volume = 0, largest = 0}
    for _, entry in ipairs(geometries) do
        local piece, problem = piece_of(entry, options)
        r.pieces[#r.pieces + 1] = piece
        r.missing[#r.missing + 1] = problem
        if piece then
            r.volume = r.volume + piece.volume
            if piece.at_most then r.at_most = true else r.largest = max(r.largest, piece.volume) end
            r.by_hull = r.by_hull or piece.by_hull
        end
    end
    return r
end

-- ---- its convex hull ------------------------------------------------------------------------------------------------

-- The point of the region that is farthest along d, and how far that is: d · x.
function region.farthest(r, d)
    local best, most
    for _, piece in ipairs(r.pieces) do
        local x = piece.farthest(d)
        local far = d:dot(x)
        if not most or far > most then best, most = x, far end
    end
    return best, most
end

-- The box around it in the axes of the frame: its centre and half-lengths.
function region.box(r)
    if r.half then return r.centre, r.half end -- as found before
    local low, high = {}, {}
    for k = 1, 3 do
        local d = Vec3(k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0)
        high[k] = select(2, region.farthest(r, d))
        low[k] = -select(2, region.farthest(r, -d))
    end
    low, high = Vec3(low), Vec3(high)
    r.centre, r.half = (low + high) / 2, (high - low) / 2
    return r.centre, r.half
end

local STEPS <const> = 100

-- A lower bound of the distance from a point to the convex hull, sharp to a hundredth; 0 inside, and where the distance is known to be
-- no more than `enough`. The nearest point found so far moves along the segment to the farthest one toward the point. [Frank and
-- Wolfe 1956; Gilbert 1966]
function region.distance(r, point, enough)
    local nearest, bound = region.box(r), 0
    enough = enough or 0
    nearest = region.farthest(r, point - nearest)
    for _ = 1, STEPS do
        local d = point - nearest
        local length = d:norm()
        if length <= enough then return 0 end
        local x, far = region.farthest(r, d)
        bound = max(bound, (d:dot(point) - far) / length)
        local along = x - nearest
        local square = along:dot(along)
        if bound > 0.99 * length or square == 0 then break end
        nearest = nearest + along * min(1, max(0, along:dot(d) / square))
    end
    return bound
end

-- The least box-like ellipsoid known to hold it: centre, rotation, semi-axes. That of its one piece, or that around its box.
function region.ellipsoid(r)
    local piece = #r.pieces == 1 and r.pieces[1]
    if piece and piece.ellipsoid then return piece.placement, piece.ellipsoid end
    local centre, half = region.box(r)
    return Transform {position = centre}, sqrt(3) * half
end

-- The inertia of mass spread evenly over its pieces, what they share counted twice; nil where they have no volume.
function region.filled(r, mass)
    local sum
    for _, piece in ipairs(r.pieces) do
        if piece.inertia then sum = sum and sum + piece.inertia or piece.inertia end
    end
    if not sum or not (sum:mass() > 0) then return nil end
    return SpatialInertia.from_parameters(sum:parameters() * (mass / sum:mass()))
end

local function any_boxes_meet(r)
    local boxes = {}
    for i, piece in ipairs(r.pieces) do
        local centre, half = region.box {pieces = {piece}}
        boxes[i] = {centre, half}
        for k = 1, i - 1 do
            local gap, reach = centre - boxes[k][1], half + boxes[k][2]
            if abs(gap.x) < reach.x and abs(gap.y) < reach.y and abs(gap.z) < reach.z then return true end
        end
    end
    return false
end

-- Whether two pieces may share room: their boxes do.
function region.may_overlap(r)
    if r.overlap == nil then r.overlap = any_boxes_meet(r) end
    return r.overlap
end

return region
