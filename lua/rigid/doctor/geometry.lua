-- What the geometry of a link says about its inertia: findings as M:diagnose() gives them, all of severity "warning", for a
-- body may be what nothing is drawn of, but for a mesh file that is not there, which is a "note". Bounds are of the convex
-- hull of all pieces together, so that no mass inside of the geometry can break them:
--   d · c <= h(d) for every direction d, h the support of the hull                      (com_outside)
--   σ_d / m <= (h(d) − d·c)(h(−d) + d·c), the variance of what lies in an interval      (gyration) [Bhatia and Davis 2000]
--   tr(J Q) >= 0 for an ellipsoid around it                                             (ellipsoid) [Wensing, Kim, Slotine 2017]
-- What is compared with even filling says what it supposes: pieces that overlap count twice.
local core = require "rigid.core"
local finding = require "rigid.finding"
local region = require "rigid.doctor.region"
local figures = require "rigid.doctor.figures"
local units = require "rigid.doctor.units"

local Vec3 = core.Vec3
local shown, add = figures.shown, finding.add
local abs, max, sqrt = math.abs, math.max, math.sqrt

local geometry = {}

local function three(v) return ("(%s, %s, %s)"):format(shown(v.x), shown(v.y), shown(v.z)) end
local function figure(x) return ("%.3g"):format(x) end

-- ---- bounds ---------------------------------------------------------------------------------------------------------

-- How far the geometry may be from the body, over the diagonal of the box around it: the hull is taken to be that much larger
-- all round. Boxes and cylinders are stand-ins, often for a part of the link alone; a mesh is mostly the part itself.
local STAND_IN <const>, DRAWN <const> = 0.25, 0.05

local function slack_of(r)
    for _, piece in ipairs(r.pieces) do
        if not piece.mesh then return STAND_IN end
    end
    return DRAWN
end

local function com_check(list, r, com, size, what)
    local outside = region.distance(r, com, size.slack)
    if outside <= size.slack then return false end
    return add(list, "warning", "com_outside", "distance of the com from the " .. what, outside, size.slack, size.slack - outside, "m",
        "the com %s m is %s m outside of the convex hull of the %s, which is %s m across", three(com), figure(outside), what, figure(size.diagonal))
end

-- The directions along which spreads are compared: those of the frame, of each piece, and of the body itself.
local function directions(r, axes)
    local list = {}
    local function take(R)
        for k = 1, 3 do list[#list + 1] = R * Vec3(k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0) end
    end
    take(core.Rotation.identity())
    take(axes)
    for i = 1, math.min(#r.pieces, 8) do take(r.pieces[i].placement:rotation()) end
    return list
end

-- Where the com itself is out along a direction, that has been said, and nothing more follows.
local function gyration_check(list, r, M, Sigma, size, what)
    local m, com, _, axes = M:mass(), M:com(), M:central_inertia():principal()
    local worst
    for _, d in ipairs(directions(r, axes)) do
        local above = select(2, region.farthest(r, d)) - d:dot(com) + size.slack
        local below = select(2, region.farthest(r, -d)) + d:dot(com) + size.slack
        local rms, limit = sqrt(max(d:dot(Sigma * d) / m, 0)), sqrt(max(above, 0) * max(below, 0))
        if limit > 0 and rms > limit and (not worst or rms / limit > worst.rms / worst.limit) then
            worst = {d = d, rms = rms, limit = limit}
        end
    end
    if not worst then return end
    add(list, "warning", "gyration", "rms distance of the mass from the com along " .. three(worst.d), worst.rms, worst.limit, worst.limit - worst.rms,
        "m", "along %s the rms distance of the mass from its com is %s m; for mass within %s m of the %s it cannot exceed %s m", three(worst.d),
        shown(worst.rms), figure(size.slack), what, shown(worst.limit))
end

-- tr(J Q)/m = 1 − mean of (x − c)ᵀE(x − c), in the axes of the ellipsoid.
local function ellipsoid_check(list, r, M, size, what)
    local X, semi = region.ellipsoid(r)
    semi = semi + Vec3(1, 1, 1) * size.slack
    local own = X:inverse() * M
    local I, mean = own:rotational_inertia():moments(), 0
    local half = (I.x + I.y + I.z) / 2
    for k = 1, 3 do mean = mean + (half - I[k]) / M:mass() / semi[k] ^ 2 end
    if mean <= 1 then return end
    local trace = M:mass() * (1 - mean)
    add(list, "warning", "ellipsoid", "tr(J Q)", trace, 0.0, trace, "kg",
        "the mass is on average (rms) %s times as far from the centre as the surface of the ellipsoid around the %s, with semi-axes %s m: "
            .. "part of it is outside",
        shown(sqrt(mean)), what, three(semi))
end

local function length_check(list, M, size, what)
    local length, limit = M:minimum_length(), size.diagonal + 2 * size.slack
    if length <= limit then return end
    add(list, "warning", "minimum_length", "minimum length", length, limit, limit - length, "m",
        "the body must be at least %s m long, but the diagonal of the box around its %s is only %s m", shown(length), what, shown(size.diagonal))
end

-- ---- density --------------------------------------------------------------------------------------------------------

local function say_density(list, limits, mass, volume, which, what, qualified)
    local density = mass / volume
    local high = which == "high"
    add(list, "warning", "density", "density of the " .. what, density, high and limits[2] or limits[1],
        high and limits[2] - density or density - limits[1], "kg/m³", "%s kg in a %s of %s%s m³ are %s kg/m³%s; between %s and %s are expected", shown(mass),
        what, qualified and (high and "at most " or "at least ") or "", shown(volume), shown(density), qualified and (high and " or more" or " or less") or "",
        shown(limits[1]), shown(limits[2]))
end

-- The volume is between that of the largest piece and the sum of all; an open or overlapping mesh only bounds it from above.
local function density_check(list, r, mass, limits, what)
    local qualified = r.at_most or #r.pieces > 1 and region.may_overlap(r)
    if #r.missing > 0 or r.volume == 0 then return end
    if mass / r.volume > limits[2] then
        say_density(list, limits, mass, r.volume, "high", what, qualified)
    elseif not qualified and mass / r.volume < limits[1] then
        say_density(list, limits, mass, r.volume, "low", what, false)
    elseif qualified and r.largest > 0 and mass / r.largest < limits[1] then
        say_density(list, limits, mass, r.largest, "low", what, true)
    end
end

-- ---- the same mass, spread evenly -----------------------------------------------------------------------------------

local RATIO <const> = 10 -- what a shell, a motor or a coarse drawing can make of it, and then some

local function ratio_check(list, ratio, supposed, what)
    if ratio <= RATIO and ratio >= 1 / RATIO then return false end
    local unit = units.of_ratio(ratio)
    local limit = ratio > 1 and RATIO + 0.0 or 1 / RATIO
    add(list, "warning", "inertia_ratio", "trace of the tensor over that of the filled " .. what, ratio, limit,
        ratio > 1 and limit - ratio or ratio - limit, "", "the tensor about the com is %s times that of the same mass filling the %s%s%s",
        figure(ratio), what, supposed, unit and (": is it in %s?"):format(unit) or "")
    return true
end

local function entries(I)
    local m, p = I:moments(), I:products()
    return {m.x, m.y, m.z}, {p.x, p.y, p.z}
end

local ORDERS <const> = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}
local NAMES <const> = {"Ixx", "Iyy", "Izz"}

-- How far the moments, taken in an order, are from those of the geometry, over the trace.
local function distance(own, filled, order)
    local most = 0
    for k = 1, 3 do most = max(most, abs(own[order[k]] - filled[k])) end
    return most
end

local FAR <const>, NEAR <const> = 0.15, 0.05 -- of the trace

local function axes_check(list, own, filled, supposed, what)
    local as_is, best, least = distance(own, filled, ORDERS[1]), nil, math.huge
    for i = 2, #ORDERS do
        local off = distance(own, filled, ORDERS[i])
        if off < least then best, least = ORDERS[i], off end
    end
    if as_is < FAR or least > NEAR then return end
    add(list, "warning", "axes_permuted", "distance of the moments from those of the filled " .. what .. ", over the trace", as_is, FAR, FAR - as_is, "",
        "the moments (Ixx, Iyy, Izz) are those of the same mass filling the %s%s to %s of their sum when they are taken in the order (%s, %s, %s), and "
            .. "only to %s as they are: are axes exchanged?", what, supposed, figure(least), NAMES[best[1]], NAMES[best[2]], NAMES[best[3]], figure(as_is))
end

-- Signs of (Ixy, Ixz, Iyz): all, as the CAD program has them; or two, as in the mirror image.
local FLIPS <const> = {
    {{-1, -1, -1}, "the opposite signs"}, {{-1, -1, 1}, "the signs of the image in the y-z plane"},
    {{-1, 1, -1}, "the signs of the image in the x-z plane"}, {{1, -1, -1}, "the signs of the image in the x-y plane"},
}
local SKEW <const> = 0.03 -- of the trace: products that mean something

local function off_by(own, filled, signs)
    local square = 0
    for k = 1, 3 do square = square + (own[k] * signs[k] - filled[k]) ^ 2 end
    return sqrt(square)
end

local function products_check(list, own, filled, supposed, what)
    local size, as_is = off_by({0, 0, 0}, filled, {1, 1, 1}), off_by(own, filled, {1, 1, 1})
    if size < SKEW or as_is < size then return end
    local best, least, words = nil, math.huge, nil
    for _, flip in ipairs(FLIPS) do
        local off = off_by(own, filled, flip[1])
        if off < least then best, least, words = flip[1], off, flip[2] end
    end
    if not best or least > 0.35 * size then return end
    add(list, "warning", "products_flipped", "distance of the products from those of the filled " .. what .. ", over the trace", as_is, least,
        least - as_is, "", "the products (Ixy, Ixz, Iyz) have %s: they are %s of the trace away from those of the same mass filling the %s%s, and %s with "
            .. "the signs changed", words, figure(as_is), what, supposed, figure(least))
end

local function scaled(list, factor)
    for k = 1, 3 do list[k] = list[k] * factor end
    return list
end

local function compare(list, r, M, what)
    local filled = region.filled(r, M:mass())
    if not filled then return end
    local supposed = (r.by_hull and " (an open mesh by its convex hull)" or "")
        .. (region.may_overlap(r) and " (where its parts overlap, counted twice)" or "")
    local I, own_I = M:central_inertia(), filled:central_inertia()
    local trace, filled_trace = I:matrix():trace(), own_I:matrix():trace()
    if not (trace > 0 and filled_trace > 0) then return end
    if ratio_check(list, trace / filled_trace, supposed, what) then return end
    local moments, products = entries(I)
    local filled_moments, filled_products = entries(own_I)
    axes_check(list, scaled(moments, 1 / trace), scaled(filled_moments, 1 / filled_trace), supposed, what)
    products_check(list, scaled(products, 1 / trace), scaled(filled_products, 1 / filled_trace), supposed, what)
end

-- ---- all of it ------------------------------------------------------------------------------------------------------

local function note_missing(list, missing)
    if #missing == 0 then return end
    add(list, "note", "geometry_missing", "parts of the geometry that could not be taken in", #missing, 0, -#missing, "",
        "%s%s; nothing that would take them is compared", missing[1], #missing > 1 and (" (and %d more)"):format(#missing - 1) or "")
end

-- The findings of an inertia about the frame of its link, against the link's collisions or visuals as rigid.load keeps them.
-- options: role ("collision" or "visual"), directory (of the robot file, for its meshes), density ({least, greatest} kg/m³),
-- meshes (a table to keep meshes in from one call to the next).
function geometry.findings(M, geometries, options)
    options = options or {}
    local list = finding.list "nothing found: the inertia fits the geometry"
    local limits, what = options.density or {figures.LIGHTEST, figures.DENSEST}, options.role and options.role .. " geometry" or "geometry"
    local m = M:mass()
    if not (m > 0 and m < math.huge) or not M:is_physically_valid() then return list end
    local r = region.of(geometries or {}, options)
    list.region = r
    note_missing(list, r.missing)
    if #r.pieces == 0 then return list end
    density_check(list, r, m, limits, what)
    if #r.missing > 0 then return list end -- any bound would be of a part only
    local _, half = region.box(r)
    local size = {diagonal = 2 * half:norm()}
    size.slack = size.diagonal * slack_of(r)
    local I = M:central_inertia():matrix()
    local Sigma = core.Matrix.identity(3) * (I:trace() / 2) - I
    local outside = com_check(list, r, M:com(), size, what)
    gyration_check(list, r, M, Sigma, size, what)
    if not outside then ellipsoid_check(list, r, M, size, what) end -- which it is then anyhow
    length_check(list, M, size, what)
    compare(list, r, M, what)
    return list
end

local function is_whole(list) return list and not (list[1] and list[1].code == "geometry_missing") end

-- The findings of a link that has visuals, collisions, or both. Either may be a stand-in, so that those of the one that the
-- inertia fits better count, of those that could be taken in whole; a note where none could.
function geometry.of_link(M, link, options)
    local best
    for _, role in ipairs {"visual", "collision"} do
        local geometries = link[role .. "s"]
        if geometries and #geometries > 0 then
            local own = {role = role}
            for key, value in next, options or {} do own[key] = value end
            local list = geometry.findings(M, geometries, own)
            local whole = is_whole(list)
            if whole and #list == 0 then return list end
            if not best or whole and (not is_whole(best) or #list < #best) then best = list end
        end
    end
    return best or finding.list "nothing found: the link has no geometry"
end

return geometry
