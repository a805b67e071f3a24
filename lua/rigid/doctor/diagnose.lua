-- M:diagnose(): what is wrong with an inertia, as data. A finding of severity "error" says that no body can have it, and
-- there is one exactly when M:is_physically_valid() says no; a "warning" says that a body can, but hardly the one that was
-- meant. Each has its figures at full precision, so that a reader can redo the check:
--   {code=, severity=, quantity=, value=, limit=, margin=, unit=, sentence=}; margin is negative by as much as it fails.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local finding = require "rigid.finding"
local figures = require "rigid.doctor.figures"
local units = require "rigid.doctor.units"
local inner = debug.getmetatable(core).inner

local SpatialInertia, Vec3, Transform = core.SpatialInertia, core.Vec3, core.Transform
local judge, shown, add = inner.doctor.judge, figures.shown, finding.add
local abs, max, sqrt = math.abs, math.max, math.sqrt

local diagnose = {}

local EDGE <const> = 1e-9 -- relative: a point or a spread this near the border of the geometry is on it

local SOUND <const> = "nothing found: a body can have this inertia"

local function three(v) return ("(%s, %s, %s)"):format(shown(v.x), shown(v.y), shown(v.z)) end
local function column(R, i) return R * Vec3(i == 1 and 1 or 0, i == 2 and 1 or 0, i == 3 and 1 or 0) end

-- ---- what no body can have ------------------------------------------------------------------------------------------

local PARAMETERS <const> = {
    "mass", "com moment x", "com moment y", "com moment z", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz",
}
local function unit_of(i) return i == 1 and "kg" or i <= 4 and "kg m" or "kg m²" end

local function not_finite(list, M)
    local p = M:parameters()
    for i, name in ipairs(PARAMETERS) do
        if p[i] - p[i] ~= 0 then
            add(list, "error", "not_finite", name, p[i], nil, nil, unit_of(i),
                "%s is %s; all ten parameters of a body are finite numbers", name, p[i] ~= p[i] and "nan" or tostring(p[i]))
        end
    end
    if #list == 0 then
        add(list, "error", "not_finite", "inertia", nil, nil, nil, "kg m²", "its numbers overflow on the way to the com")
    end
end

local function moments_of(list, M, verdict)
    local central, m, tolerance = M:central_inertia():moments(), verdict.moments, verdict.tolerance
    local negative = false
    for i, name in ipairs {"Ixx", "Iyy", "Izz"} do
        if central[i] < -2 * tolerance then
            negative = true
            add(list, "error", "negative_moment", name, central[i], 0.0, central[i], "kg m²",
                "%s about the com is %s kg m²; a moment of inertia is not negative", name, shown(central[i]))
        end
    end
    if m.x < -2 * tolerance and not negative then
        negative = true
        add(list, "error", "negative_moment", "least principal moment", m.x, 0.0, m.x, "kg m²",
            "the principal moments about the com are %s kg m², and the least is negative: the products are too large for the "
                .. "moments", three(m))
    end
    if not negative then
        local margin = m.x + m.y - m.z
        local function quiet(x) return math.abs(x) <= 2 * tolerance and 0.0 or x end -- what is nothing but rounding
        m = Vec3(quiet(m.x), quiet(m.y), m.z)
        add(list, "error", "triangle_inequality", "greatest principal moment", m.z, m.x + m.y, margin, "kg m²",
            "the principal moments about the com are %s kg m²; the greatest is %s kg m² more than the two others together",
            three(m), shown(-margin))
    end
end

local function spreads_of(list, verdict)
    for i = 1, 3 do
        local sigma = verdict.spread[i]
        if sigma < -verdict.tolerance then
            local axis = column(verdict.axes, i)
            local found = add(list, "error", "negative_spread", "spread of mass", sigma, 0.0, sigma, "kg m²",
                "the spread of mass along %s would be negative: %s kg m²", three(axis), shown(sigma))
            found.axis = axis
        end
    end
end

local function impossible(list, M, verdict)
    if verdict.flaw == "not_finite" then return not_finite(list, M) end
    local m = M:mass()
    if verdict.flaw == "negative_mass" then
        add(list, "error", "negative_mass", "mass", m, 0.0, m, "kg", "the mass is %s kg, and mass is not negative", shown(m))
    elseif verdict.flaw == "massless" then
        add(list, "error", "massless", "mass", m, 0.0, 0.0, "kg",
            "the mass is 0 kg, but the com moment or the rotational inertia is not zero")
        return
    end
    if verdict.spread.x < -verdict.tolerance then
        moments_of(list, M, verdict)
        spreads_of(list, verdict)
    end
end

-- ---- what is hardly meant -------------------------------------------------------------------------------------------

local LIGHTEST <const>, DENSEST <const> = figures.LIGHTEST, figures.DENSEST
local AIRY <const>, USUAL <const> = 0.1, 1000 -- kg/m³: a twelfth of air, and what bodies have
local FLAT <const> = 1e-9 -- of the greatest spread: thinner is a rod or a plate, which have no bulk

-- Of the solid ellipsoid that has this inertia: no arrangement of its mass is less dense everywhere. Nil where it is flat.
local function bulk_density(mass, spread, tolerance)
    if spread.x <= max(FLAT * spread.z, 4 * tolerance) then return nil end
    local volume = 4 / 3 * math.pi * sqrt(5 * spread.x / mass) * sqrt(5 * spread.y / mass) * sqrt(5 * spread.z / mass)
    return mass / volume
end

local function placeholder(list, M, density)
    local I, P = M:central_inertia():moments(), M:central_inertia():products()
    if I.x ~= I.y or I.y ~= I.z or P.x ~= 0 or P.y ~= 0 or P.z ~= 0 then return end
    if I.x == 1 and (not density or density < LIGHTEST) then
        add(list, "warning", "identity", "tensor about the com", 1.0, nil, nil, "kg m²",
            "the tensor is the identity, which for %s kg is a ball of %s m radius: it looks like a placeholder", shown(M:mass()),
            ("%.3g"):format(sqrt(2.5 / M:mass())))
    elseif density and (density < LIGHTEST or density > DENSEST) and figures.is_power_of_ten(I.x) then
        add(list, "warning", "placeholder", "tensor about the com", I.x, nil, nil, "kg m²",
            "all three moments are %s kg m² and all products zero, which for %s kg is a ball of %s kg/m³: it looks like a "
                .. "placeholder", shown(I.x), shown(M:mass()), ("%.3g"):format(density))
    end
end

local function bulk(list, density, limits)
    if density and density < AIRY then
        -- a tensor s times too large makes the density s^1.5 times too small
        local unit, least = nil, math.huge
        for _, candidate in ipairs(units.list) do
            local mended = density / candidate[1] ^ 1.5
            local off = abs(math.log(mended / USUAL))
            if mended > limits[1] and mended < limits[2] and off < least then unit, least = candidate[2], off end
        end
        add(list, "warning", "units", "density of the equivalent ellipsoid", density, AIRY, density - AIRY, "kg/m³",
            "spread out as its tensor says, its mass has %s kg/m³, less than air%s", ("%.3g"):format(density),
            unit and (": is the tensor in %s?"):format(unit) or ": is the tensor in kg m², the mass in kg?")
    elseif density and density > limits[2] then
        add(list, "warning", "units", "density of the equivalent ellipsoid", density, limits[2], limits[2] - density, "kg/m³",
            "however its mass is arranged, some of it is denser than %s kg/m³: the tensor is too small for the mass, or in "
                .. "another unit", ("%.6g"):format(density))
    end
end

local REACH <const> = 0.6 -- share of the spread that the mass at the com would account for

-- A tensor that still has the parallel-axis term in it: taken as about the origin it is a body's, and most of its spread
-- is that of the mass at the com.
local function about_origin(list, M)
    local m, c, I = M:mass(), M:com(), M:central_inertia()
    local moments = I:moments()
    local share = m * c:dot(c) / ((moments.x + moments.y + moments.z) / 2)
    if not (share >= REACH) then return end -- a point at the origin has 0/0
    local other = SpatialInertia {mass = m, com = c, inertia = I, about = "origin", skip_validity_check = true}
    if not other:is_physically_valid() then return end
    add(list, "warning", "about_origin", "share of the spread at the com", share, REACH, REACH - share, "",
        "the tensor looks as if it were given about the origin: the parallel-axis term of the com makes up %s of its second moment, "
            .. "and without that term it is still possible", ("%.3g %%"):format(100 * share))
end

-- ---- against the geometry -------------------------------------------------------------------------------------------

local AXES <const> = {"x", "y", "z"}

-- E |x_k|² of the mass, along each axis of the geometry, from its centre.
local function mean_squares(M, X)
    local own = X:inverse() * M
    local I, m = own:rotational_inertia():moments(), own:mass()
    local half = (I.x + I.y + I.z) / 2
    return {(half - I.x) / m, (half - I.y) / m, (half - I.z) / m}, own:com()
end

local function box_checks(list, g, squares, com)
    for k = 1, 3 do
        local a, name = g.half[k], AXES[k]
        if abs(com[k]) > a * (1 + EDGE) then
            add(list, "warning", "com_outside", "com along " .. name .. " of the geometry", abs(com[k]), a, a - abs(com[k]), "m",
                "the com is %s m from the centre of the geometry along its %s axis, which reaches to %s m", shown(abs(com[k])), name,
                shown(a))
        end
        local rms = sqrt(max(squares[k], 0))
        if rms > a * (1 + EDGE) then
            add(list, "warning", "gyration", "rms distance of the mass along " .. name .. " of the geometry", rms, a, a - rms, "m",
                "the mass is %s m (rms) from the centre of the geometry along its %s axis, which reaches to %s m", shown(rms), name,
                shown(a))
        end
    end
end

-- tr(J Q) >= 0 with Q = [-E, E c; cᵀE, 1 - cᵀE c]: the mean of (x - c)ᵀE(x - c) over the mass is at most 1.
local function ellipsoid_checks(list, g, squares, com, mass)
    local at, mean = 0, 0
    for k = 1, 3 do
        at, mean = at + (com[k] / g.half[k]) ^ 2, mean + squares[k] / g.half[k] ^ 2
    end
    if at > 1 + EDGE then
        add(list, "warning", "com_outside", "com, in semi-axes of the ellipsoid", sqrt(at), 1.0, 1 - sqrt(at), "",
            "the com is outside of the ellipsoid, at %s of its semi-axes", shown(sqrt(at)))
    end
    if mean > 1 + EDGE then
        local trace = mass * (1 - mean)
        add(list, "warning", "ellipsoid", "tr(J Q)", trace, 0.0, trace, "kg",
            "the mass is on average (rms) %s times as far from the centre as the surface of the ellipsoid: part of it is outside", shown(sqrt(mean)))
    end
end

local function size_check(list, g, M)
    local length, diagonal = M:minimum_length(), 2 * g.half:norm()
    if g.ellipsoid then diagonal = 2 * max(g.half.x, g.half.y, g.half.z) end
    if length > diagonal * (1 + EDGE) then
        add(list, "warning", "minimum_length", "minimum length", length, diagonal, diagonal - length, "m",
            "the body is at least %s m long, and its geometry only %s m", shown(length), shown(diagonal))
    end
end

local function density_check(list, g, mass, limits)
    local density = mass / g.volume
    if density > limits[2] or density < limits[1] and not g.hull then
        local high = density > limits[2]
        add(list, "warning", "density", "density of the geometry", density, high and limits[2] or limits[1],
            high and limits[2] - density or density - limits[1], "kg/m³",
            "%s kg in a geometry of %s m³ are %s kg/m³; between %s and %s are expected", shown(mass), shown(g.volume), shown(density),
            shown(limits[1]), shown(limits[2]))
    end
end

-- The tensor of the same mass filling the geometry, and how the given one compares: a unit, or another point.
local function comparison(list, g, M)
    local make, options = SpatialInertia.solid_box, {mass = M:mass(), size = 2 * g.half}
    if g.ellipsoid then make, options = SpatialInertia.solid_ellipsoid, {mass = M:mass(), semi_axes = g.half} end
    local ok, solid = errors.try(make, options)
    if not ok then return end -- so large that its inertia overflows
    local filled = g.placement * solid
    local I, own = M:central_inertia(), filled:central_inertia()
    local ratio = I:matrix():trace() / own:matrix():trace()
    if ratio > 300 or ratio < 1 / 300 then
        local unit = units.of_ratio(ratio)
        add(list, "warning", "units", "tensor over that of the filled geometry", ratio, ratio > 1 and 300.0 or 1 / 300,
            ratio > 1 and 300 - ratio or ratio - 1 / 300, "", "the tensor is %s times that of the same mass filling its geometry%s",
            ("%.6g"):format(ratio), unit and (": is it in %s?"):format(unit) or "")
        return
    end
    local far = M:mass() * M:com():dot(M:com()) / own:matrix():trace()
    local to_com = (I - own):matrix():norm()
    local to_origin = (I - filled:rotational_inertia()):matrix():norm()
    if far > 0.5 and to_origin < 0.3 * to_com then
        add(list, "warning", "about_origin", "distance to the tensor of the filled geometry", to_com, to_origin, to_origin - to_com, "kg m²",
            "the tensor is %s kg m² from that of the filled geometry about the com, and only %s kg m² from that about the origin: it "
                .. "looks as if it were given about the origin", ("%.6g"):format(to_com), ("%.6g"):format(to_origin))
    end
end

local function against(list, g, M, verdict, limits)
    local squares, com = mean_squares(M, g.placement)
    if g.ellipsoid then
        ellipsoid_checks(list, g, squares, com, M:mass())
    else
        box_checks(list, g, squares, com)
    end
    if verdict.flaw == "sound" then
        size_check(list, g, M)
        comparison(list, g, M)
    end
    density_check(list, g, M:mass(), limits)
end

-- ---- options --------------------------------------------------------------------------------------------------------

local OPTIONS = arguments.fields "geometry density"
local GEOMETRY = arguments.fields "box ellipsoid vertices placement"

local function lengths(place, value)
    local v = place:vec3(value)
    if v.x <= 0 or v.y <= 0 or v.z <= 0 then place:bad("three positive lengths expected, got %s", tostring(v)) end
    return v
end

-- The box around a list of points, in their own axes.
local function bounds(place, value)
    if type(value) ~= "table" then place:expected("list of points", value) end
    if rawlen(value) < 4 then place:bad("at least four points expected, got %d", rawlen(value)) end
    local low, high = {}, {}
    for i = 1, rawlen(value) do
        local p = place:entry(i):vec3(rawget(value, i))
        for k = 1, 3 do low[k], high[k] = math.min(low[k] or p[k], p[k]), max(high[k] or p[k], p[k]) end
    end
    low, high = Vec3(low), Vec3(high)
    local half = (high - low) / 2
    if half.x <= 0 or half.y <= 0 or half.z <= 0 then place:bad("points that span a volume expected") end
    return half, (high + low) / 2
end

local function read_geometry(place, said)
    said = place:options(said, GEOMETRY)
    local given = (said.box ~= nil and 1 or 0) + (said.ellipsoid ~= nil and 1 or 0) + (said.vertices ~= nil and 1 or 0)
    if given ~= 1 then place:bad("one of box, ellipsoid and vertices expected, got %d of them", given) end
    local X = said.placement ~= nil and place:field("placement"):transform(said.placement) or Transform.identity()
    local half, volume
    if said.box ~= nil then
        half = lengths(place:field "box", said.box) / 2
    elseif said.ellipsoid ~= nil then
        half = lengths(place:field "ellipsoid", said.ellipsoid)
    else
        local centre
        half, centre = bounds(place:field "vertices", said.vertices)
        X = X * Transform {position = centre}
    end
    volume = (said.ellipsoid ~= nil and 4 / 3 * math.pi or 8) * half.x * half.y * half.z
    if not (volume > 0 and volume < math.huge) or half:norm() == math.huge then place:bad("its volume is no finite number") end
    return {half = half, volume = volume, placement = X, ellipsoid = said.ellipsoid ~= nil, hull = said.vertices ~= nil}
end

local function read_options(options)
    local limits, geometry = {LIGHTEST, DENSEST}, nil
    if options == nil then return nil, limits end
    local place = arguments.at("diagnose", 1)
    options = place:options(options, OPTIONS)
    if options.geometry ~= nil then geometry = read_geometry(place:field "geometry", options.geometry) end
    if options.density ~= nil then
        local here = place:field "density"
        limits = here:numbers(options.density, 2, "lowest and highest density")
        if limits[1] < 0 or limits[2] <= limits[1] then here:bad("lowest and highest density expected, got %s and %s", limits[1], limits[2]) end
    end
    return geometry, limits
end

-- ---- the method -----------------------------------------------------------------------------------------------------

function diagnose.of(M, options)
    if core.type(M) ~= "SpatialInertia" then arguments.at("diagnose", 0):expected("SpatialInertia", M) end
    local geometry, limits = read_options(options)
    local list, verdict = finding.list(SOUND), judge(M)
    if verdict.flaw ~= "sound" then impossible(list, M, verdict) end
    if verdict.flaw == "not_finite" or M:mass() <= 0 then return list end
    if verdict.flaw == "sound" then
        local density = bulk_density(M:mass(), verdict.spread, verdict.tolerance)
        placeholder(list, M, density)
        if not geometry then -- which says more
            if #list == 0 then bulk(list, density, limits) end
            about_origin(list, M)
        end
    end
    if geometry then against(list, geometry, M, verdict, limits) end
    return list
end

return diagnose
