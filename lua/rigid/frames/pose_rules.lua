-- Rules of shift, re_express and transform, and of what is made of poses and rotations.
local core = require "rigid.core"
local fits = require "rigid.frames.fits"
local tags = require "rigid.frames.tags"

local differ, rotation, position, pose, mend, askew, ends = fits.differ, fits.rotation, fits.position, fits.pose, fits.mend, fits.askew, fits.ends
local SPATIAL <const> = fits.SPATIAL
local of, number, origin, monogram, LETTERS = tags.of, tags.number, tags.origin, tags.monogram, tags.LETTERS
local class_of = core.type

local rules = {}

-- ---- shift and re_express -------------------------------------------------------------------------------------------

-- x about P by p_PQ_E is about Q.
local function shift(x, p)
    local tx, tp = of(x), of(p)
    local a, e = LETTERS[class_of(x)], tx.expressed
    if differ(e, tp.expressed) then
        return ("%s is in %s, p is in %s: re_express p by %s"):format(a, e, tp.expressed, rotation(e, tp.expressed))
    elseif tp.of and tx.about and tp.of == tx.about and differ(tx.about, tp.relative_to) then
        return ("%s is about %s, where %s ends: shift it by %s"):format(a, tx.about, position(tp.relative_to, tp.of, tp.expressed),
            position(tp.of, tp.relative_to, tp.expressed) .. " = -" .. position(tp.relative_to, tp.of, tp.expressed))
    elseif differ(tx.about, tp.relative_to) then
        return ("%s is about %s, %s begins at %s: shift it by %s"):format(a, tx.about,
            position(tp.relative_to, tp.of or "?", tp.expressed), tp.relative_to,
            position(tx.about, tp.of or "?", e or tp.expressed))
    end
    return number(tx.of, tx.relative_to, tp.of, e or tp.expressed)
end

-- x in E by R_AE is in A.
local function re_express(x, R)
    local tx, tR = of(x), of(R)
    local E = tx.expressed
    if differ(E, tR.of) then
        local a = LETTERS[class_of(x)] or "v"
        local name = rotation(tR.relative_to or "?", tR.of)
        if tR.relative_to == E then
            return ("%s is in %s, and %s takes what is in %s: re_express it by %s = %s:inverse()"):format(a, E, name, tR.of,
                rotation(tR.of, E), name)
        end
        return ("%s is in %s, and %s takes what is in %s: re_express it by %s"):format(a, E, name, tR.of,
            rotation(tR.relative_to or "?", E))
    end
    return number(tx.of, tx.relative_to, tx.about, tR.relative_to)
end

for _, class in ipairs {"SpatialInertia", "ABI", "RotationalInertia", table.unpack(SPATIAL)} do
    rules[class .. ":shift"], rules[class .. ":re_express"] = shift, re_express
end
for _, class in ipairs {"SpatialInertia", "ABI"} do
    rules[class .. ":shift_in_place"], rules[class .. ":re_express_in_place"] = shift, re_express
end
rules["SpatialAcc:shift"] = function(A, p, omega)
    local problem = shift(A, p)
    if type(problem) == "string" then return problem end
    return askew(A, omega, of(A), of(omega)) or problem
end

-- ---- poses and rotations --------------------------------------------------------------------------------------------

-- The product of two poses or two rotations: X_AB X_BC is X_AC.
local function chain_poses(letter, tx, ty)
    local x, y = ends(letter, tx), ends(letter, ty)
    if not differ(tx.of, ty.relative_to) then return number(ty.of, tx.relative_to, nil, nil) end
    local mending = ("the right one must be of something in %s"):format(tx.of)
    if ty.of == tx.of then
        mending = ("multiply by %s = %s:inverse()"):format(monogram(letter, {ty.of, ty.relative_to}), y)
    elseif ty.relative_to == tx.relative_to then
        mending = ("%s = %s:inverse() fits before the right one"):format(monogram(letter, {tx.of, tx.relative_to}), x)
    elseif tx.relative_to and ty.of == tx.relative_to then
        mending = ("they fit the other way round, %s * %s"):format(y, x)
    end
    return ("the inner frames of %s * %s differ: %s"):format(x, y, mending)
end

-- R_AB R_BC is R_AC; R_AB v_B is v_A.
rules["Rotation:__mul"] = function(R, y)
    if class_of(y) ~= "Rotation" then return re_express(y, R) end
    return chain_poses("R", of(R), of(y))
end

-- X_AB y: y about Bo in B comes out about Ao in A.
local function transform(X, y)
    local tX, ty = of(X), of(y)
    local A, B, class = tX.relative_to, tX.of, class_of(y)
    if class == "Transform" then return chain_poses("X", tX, ty) end
    local point = class == "Vec3" or class == nil
    local start = ty.about
    if point then start = ty.relative_to end
    local wrong_axes, wrong_point = differ(ty.expressed, B), differ(start, origin(B))
    if wrong_axes or wrong_point then
        local a, X_AB = LETTERS[class] or "p", ends("X", tX)
        local text = ("%s takes what is %s %s in %s, and %s is%s%s"):format(X_AB, point and "from" or "about", origin(B), B, a,
            start and (point and " from " or " about ") .. start or "", ty.expressed and " in " .. ty.expressed or "")
        if ty.expressed == A and not differ(start, origin(A)) then
            return ("%s: %s = X:inverse() takes it to %s"):format(text, pose(B, A), B)
        elseif point then
            return ("%s: it wants %s"):format(text, position(origin(B), ty.of or "Q", B))
        end
        return ("%s: %s first"):format(text, mend(a, ty, {about = origin(B), expressed = B}))
    end
    if point then return number(ty.of, origin(A), nil, A) end
    return number(ty.of, ty.relative_to, origin(A), A)
end
rules["Transform:__mul"] = transform

local function swapped(X)
    local t = of(X)
    return number(t.relative_to, t.of, nil, nil)
end
rules["Transform:inverse"], rules["Rotation:inverse"] = swapped, swapped
rules["Transform:rotation"] = function(X) return of(X).id end
rules["Transform:position"] = function(X)
    local t = of(X)
    return number(origin(t.of), origin(t.relative_to), nil, t.relative_to)
end

-- The motion that takes A to B, seen from A (and, being its own axis, from B).
rules["Transform:log"] = function(X)
    local t = of(X)
    return number(t.of, t.relative_to, origin(t.relative_to), t.relative_to)
end
for _, class in ipairs {"SpatialMotion", "Twist", "SpatialAcc"} do
    rules[class .. ":exp"] = function(v)
        local t = of(v)
        local whole = t.of and t.relative_to and t.expressed == t.relative_to and t.about == origin(t.expressed)
        return whole and class ~= "SpatialAcc" and number(t.of, t.relative_to, nil, nil) or 0
    end
end
rules["Rotation:log"] = function(R) return number(nil, nil, nil, of(R).relative_to) end
rules["Rotation:axis_angle"] = rules["Rotation:log"]

return rules
