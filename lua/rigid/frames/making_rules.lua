-- Rules of what is taken out of a value and of what a value is made of.
local fits = require "rigid.frames.fits"
local tags = require "rigid.frames.tags"

local differ, rotation, position, askew, ends, placed, near = fits.differ, fits.rotation, fits.position, fits.askew, fits.ends, fits.placed, fits.near
local keeps, half, field, SPATIAL <const> = fits.keeps, fits.half, fits.field, fits.SPATIAL
local of, number, origin, center = tags.of, tags.number, tags.origin, tags.center

local rules = {}

-- ---- parts of an inertia --------------------------------------------------------------------------------------------

rules["SpatialInertia:com"] = function(M)
    local t = of(M)
    return number(center(t.of), t.about, nil, t.expressed)
end
rules["SpatialInertia:com_moment"] = half
rules["SpatialInertia:rotational_inertia"], rules["SpatialInertia:unit_inertia"] = keeps, keeps
rules["SpatialInertia:central_inertia"] = function(M)
    local t = of(M)
    return number(t.of, nil, center(t.of), t.expressed)
end
rules["RotationalInertia:principal"] = function(I) return 0, number(nil, of(I).expressed, nil, nil) end
rules["ABI:across_joint"] = function(P, S)
    local problem, tP = placed(P, S)
    return problem or tP.id
end
rules["SpatialInertia:distance"] = near
rules["SpatialInertia:scale"] = keeps

-- ---- Inertial -------------------------------------------------------------------------------------------------------

rules["Inertial:spatial_inertia"] = function(B)
    local t = of(B)
    return number(t.of, nil, t.about or origin(t.expressed), t.expressed)
end
rules["Inertial:pose"] = function(B) return number(nil, of(B).expressed, nil, nil) end
rules["Inertial:mass_matrix"] = function(B)
    local t = of(B)
    return number(t.of, nil, center(t.of), nil)
end

-- ---- making ---------------------------------------------------------------------------------------------------------

-- T(x) of what is already one of its family is the same thing.
for _, class in ipairs {"ABI", "RotationalInertia", "Inertial", "MassMatrix3", "Rotation", "Vec3", "Matrix", "Vector",
    table.unpack(SPATIAL)} do
    rules[class .. "()"] = function(_, x, y)
        if y ~= nil then return nil end
        return of(x).id
    end
end

-- The two halves of a spatial vector are in the same axes; a force is measured in no frame.
for _, class in ipairs(SPATIAL) do
    local measured = class ~= "Wrench" and class ~= "SpatialForce"
    rules[class .. "()"] = function(_, x, y)
        if y == nil and type(x) ~= "table" then
            local t = of(x)
            return number(t.of, measured and t.relative_to or nil, t.about, t.expressed)
        end
        if y == nil then x, y = field(x, "linear"), field(x, "angular") end
        local tx, ty = of(x), of(y)
        return askew(x, y, tx, ty) or number(nil, nil, nil, tx.expressed or ty.expressed)
    end
end

-- Transform(R_AB, p_AoBo_A), Transform{rotation = R_AB, position = p_AoBo_A}
rules["Transform()"] = function(_, R, p)
    if p == nil then R, p = field(R, "rotation"), field(R, "position") end
    local tR, tp = of(R), of(p)
    local A = tR.relative_to or tp.expressed
    if differ(tp.expressed, A) or differ(tp.relative_to, origin(A)) or differ(tp.of, origin(tR.of)) then
        return ("%s and %s do not belong together: wanted %s"):format(ends("R", tR), tags.name("Vec3", tp),
            position(origin(A), origin(tR.of) or "?", A))
    end
    return number(tR.of, A, nil, nil)
end

-- SpatialInertia{com = p_BoBcm_E, inertia = I_BBcm_E or, about = "origin", I_BBo_E}
rules["SpatialInertia()"] = function(_, said)
    local com, I = of(field(said, "com")), of(field(said, "inertia") or field(said, "unit_inertia"))
    local at_origin = field(said, "about") == "origin"
    local wanted
    if at_origin then wanted = com.relative_to else wanted = com.of end
    if differ(com.expressed, I.expressed) then
        return ("com is in %s, the inertia is in %s: re_express com by %s"):format(com.expressed, I.expressed,
            rotation(I.expressed, com.expressed))
    elseif differ(wanted, I.about) then
        return ("the inertia is about %s, and about = %q wants it about %s"):format(I.about, at_origin and "origin" or "com", wanted)
    end
    local about = com.relative_to
    if at_origin then about = about or I.about end
    return number(I.of, nil, about, com.expressed or I.expressed)
end

rules.untagged = {["Transform()"] = true, ["SpatialInertia()"] = true} -- have tags in the tables they are given
for _, class in ipairs(SPATIAL) do rules.untagged[class .. "()"] = true end

return rules
