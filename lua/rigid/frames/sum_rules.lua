-- Rules of sums, differences and multiples: inertias and wrenches add where they are, velocities and positions where neighbours
-- cancel.
local fits = require "rigid.frames.fits"
local tags = require "rigid.frames.tags"

local differ, misplaced, ends, multiple, keeps, direction = fits.differ, fits.misplaced, fits.ends, fits.multiple, fits.keeps, fits.direction
local of, number = tags.of, tags.number

local rules = {}

-- ---- sums -----------------------------------------------------------------------------------------------------------

local function of_sum(x, y, minus)
    local tx, ty = of(x), of(y)
    local problem = misplaced(x, y, tx, ty)
    if problem then return problem end
    local body = (minus and tags.difference_of or tags.sum_of)(tx.of, ty.of)
    return tx, ty, body
end

-- Inertias add where they are about one point in one set of axes; so do wrenches.
local function add(x, y)
    local tx, ty, body = of_sum(x, y)
    if not ty then return tx end
    return number(body, nil, tx.about or ty.about, tx.expressed or ty.expressed)
end

local function subtract(x, y)
    local tx, ty, body = of_sum(x, y, true)
    if not ty then return tx end
    return number(body, nil, tx.about or ty.about, tx.expressed or ty.expressed)
end

-- Momenta, too, if they are measured in one frame.
local function momenta(combine)
    return function(x, y)
        local tx, ty = of(x), of(y)
        if differ(tx.relative_to, ty.relative_to) then
            return ("the left L is measured in %s, the right L in %s"):format(tx.relative_to, ty.relative_to)
        end
        local _, other, body = of_sum(x, y, combine)
        if not other then return _ end
        return number(body, tx.relative_to or ty.relative_to, tx.about or ty.about, tx.expressed or ty.expressed)
    end
end

-- From A to B and from B to C is from A to C; what is left of one end when the other is taken off. Returns of, relative_to,
-- or nothing where neighbours do not cancel; nil, nil where it cannot be known.
local function chain(tx, ty)
    local A, B, C, D = tx.relative_to, tx.of, ty.relative_to, ty.of
    if not (A and B and C and D) then
        if B and B == C then return D, A end
        if D and D == A then return B, C end
        return nil, nil, true
    elseif B == C then
        return D, A, true
    elseif D == A then
        return B, C, true
    elseif A == C and B == D then
        return B, A, true
    end
    return nil, nil, false
end

local function unchain(tx, ty)
    local A, B, C, D = tx.relative_to, tx.of, ty.relative_to, ty.of
    if A and A == C then
        if B and B == D then return B, A, true end
        return B, D, true
    elseif B and B == D then
        return C, A, true
    end
    return nil, nil, not (A and B and C and D)
end

-- Velocities and positions: neighbours must cancel.
local function chained(letter, combine, example)
    return function(x, y)
        local tx, ty = of(x), of(y)
        local problem = misplaced(x, y, tx, ty)
        if problem then return problem end
        local body, base, cancels = combine(tx, ty)
        if cancels == false then
            return ("neighbours do not cancel in %s and %s: %s; x:untag() where the plain sum is meant"):format(
                ends(letter, tx), ends(letter, ty), example)
        end
        return number(body, base, tx.about or ty.about, tx.expressed or ty.expressed)
    end
end

-- Accelerations and motions in general: parts of a recursion, of which it is known where they are, and little else.
local function loose(combine)
    return function(x, y)
        local tx, ty = of(x), of(y)
        local problem = misplaced(x, y, tx, ty)
        if problem then return problem end
        local body, base = combine(tx, ty)
        return number(body, base, tx.about or ty.about, tx.expressed or ty.expressed)
    end
end

for _, class in ipairs {"SpatialInertia", "ABI", "RotationalInertia", "Wrench", "SpatialForce", "Inertial"} do
    rules[class .. ":__add"], rules[class .. ":__sub"] = add, subtract
    if class ~= "RotationalInertia" then rules[class .. ":add_in_place"] = add end
end
rules["ABI:subtract_in_place"], rules["Inertial:subtract_in_place"] = subtract, subtract
rules["SpatialInertia.combine"] = add
rules["SpatialMomentum:__add"], rules["SpatialMomentum:__sub"] = momenta(false), momenta(true)
rules["SpatialMomentum:add_in_place"] = momenta(false)
local VELOCITIES <const> = "V_AB + V_BC is V_AC, V_AC - V_AB is V_BC"
local POSITIONS <const> = "p_PQ + p_QR is p_PR, p_PR - p_PQ is p_QR"
rules["Twist:__add"], rules["Twist:__sub"] = chained("V", chain, VELOCITIES), chained("V", unchain, VELOCITIES)
rules["Twist:add_in_place"] = rules["Twist:__add"]
for _, class in ipairs {"SpatialMotion", "SpatialAcc"} do
    rules[class .. ":__add"], rules[class .. ":__sub"] = loose(chain), loose(unchain)
    rules[class .. ":add_in_place"] = loose(chain)
end
rules["Vec3:__add"], rules["Vec3:__sub"] = chained("p", chain, POSITIONS), chained("p", unchain, POSITIONS)

-- ---- multiples ------------------------------------------------------------------------------------------------------

-- What has two ends, the other way round.
local function reversed(x)
    local t = of(x)
    return number(t.relative_to, t.of, t.about, t.expressed)
end

for _, class in ipairs {"SpatialMotion", "Twist", "SpatialAcc"} do
    rules[class .. ":__mul"], rules[class .. ":__div"], rules[class .. ":scale_in_place"] = multiple, multiple, keeps
    rules[class .. ":__unm"] = reversed
end
for _, class in ipairs {"SpatialForce", "Wrench", "SpatialMomentum"} do
    rules[class .. ":__mul"], rules[class .. ":__div"], rules[class .. ":scale_in_place"] = multiple, multiple, keeps
    rules[class .. ":__unm"] = keeps
end
rules["Vec3:__unm"] = reversed
rules["Vec3:__mul"] = function(x, s) return direction(of(type(s) == "number" and x or s)) end
rules["Vec3:__div"] = rules["Vec3:__mul"]
rules["Vec3:unit"] = function(x) return direction(of(x)) end

return rules
