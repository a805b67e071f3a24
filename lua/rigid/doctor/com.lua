-- What is wrong with the com of a link alone: it is the middle of a shape but for signs, or in another unit; or it is outside, and with another
-- sign inside. Of links as link.lua looks at them.
local core = require "rigid.core"
local figures = require "rigid.doctor.figures"
local finding = require "rigid.finding"
local meant = require "rigid.doctor.meant"
local region = require "rigid.doctor.region"
local shapes = require "rigid.doctor.shapes"

local add, exact, put, abs = finding.add, figures.exact, meant.put, math.abs

local com = {}

local AXES <const> = {"x", "y", "z"}
local NEAR <const> = 1e-4 -- relative: a com that was typed from the same drawing

-- Where the shapes of a link are, its meshes left out: of one whose com is the middle of any of them nothing is to be said; and whether all that
-- are not at the link's origin are at p, none of which was typed (as where a mesh has its place within).
local function places(one, p, near)
    local at_com, elsewhere, typed = false, false, false
    for _, role in ipairs {"collisions", "visuals"} do
        for _, entry in ipairs(shapes.whole(one.record[role]) or {}) do
            local q = entry.placement and entry.placement:position()
            if q and q:norm() > 0 then
                typed = true
                at_com = at_com or (q - one.facts.com_link):norm() <= near and entry.shape.type ~= "mesh"
                elsewhere = elsewhere or (q - p):norm() > near
            end
        end
    end
    return at_com, elsewhere, typed
end

-- A com that is the middle of the shape but for signs, or in another unit. A sign is as easily wrong where the shape was placed.
function com.finding(list, one)
    local c, p = one.facts.com_link, one.study.piece.placement:position()
    local size = p:norm()
    if size == 0 or c:norm() == 0 then return end
    local at_com, elsewhere, typed = places(one, p, NEAR * size)
    if at_com then return end
    for _, factor in ipairs {1, 1e3, 1e2, 1 / 0.0254} do
        local fits, signs = true, {}
        for k = 1, 3 do
            local off = abs(abs(c[k]) - factor * abs(p[k]))
            fits = fits and off <= NEAR * factor * size
            if fits and c[k] * p[k] < 0 then signs[#signs + 1] = AXES[k] end
        end
        if fits and (factor ~= 1 or #signs > 0) then
            local cause = factor ~= 1 and "length_unit" or "com_sign"
            local unit = factor == 1e3 and "mm" or factor == 1e2 and "cm" or "inches"
            local role = one.study.piece.role
            local told = factor ~= 1 and ("the com is in %s: divided by %s it is the centre of its %s geometry"):format(unit, exact(factor), role)
                or ("%s of the com has the wrong sign: apart from that it is the centre of its %s geometry"):format(table.concat(signs, " and "), role)
            local found = add(list, "warning", cause == "com_sign" and cause or "units", "distance of the com from the middle", (c - p):norm(), 0.0,
                -(c - p):norm(), "m", "%s", told)
            found.cause, found.certain, found.manner = cause, not elsewhere and (factor ~= 1 or one.fits and not typed), cause .. "|" .. told
            found.headline = told:match "^[^:]*"
            put(found, one.facts, {x = p.x, y = p.y, z = p.z})
            return true
        end
    end
end

-- One cause: mass, tensor and com.
function com.merge(units, found)
    units.headline, units.brief = ("%s, %s"):format(units.headline, found.headline), units.headline
    units.manner = units.headline
    for name, value in pairs(found.values) do units.values[name], units.fix[name] = value, found.fix[name] end
end

-- A com that is outside as it is, and in the middle with other signs.
function com.mirrored(found, one)
    local r, c = one.region, one.inertia:com()
    if not r or #r.pieces == 0 then return end
    local centre, half = region.box(r)
    for k = 1, 3 do
        local other = {c.x, c.y, c.z}
        other[k] = -other[k]
        local inside = true
        for i = 1, 3 do inside = inside and abs(other[i] - centre[i]) <= half[i] end
        if inside and region.distance(r, core.Vec3(other)) == 0 then
            found.cause, found.certain, found.manner, found.figure = "com_sign", false, "com_sign " .. AXES[k], AXES[k]
            found.headline = ("com %.3g m outside: %s with the wrong sign?"):format(found.value, AXES[k])
            found.sentence = ("%s; with the other sign of %s it is inside"):format(found.sentence, AXES[k])
            return
        end
    end
end

return com
