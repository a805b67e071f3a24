-- Rules of products: of spatial vectors, of inertias and motions, and of the matrices that are made of them.
local core = require "rigid.core"
local fits = require "rigid.frames.fits"
local tags = require "rigid.frames.tags"

local misplaced, askew, strange, placed, near, multiple, keeps = fits.misplaced, fits.askew, fits.strange, fits.placed, fits.near, fits.multiple, fits.keeps
local half, SPATIAL <const> = fits.half, fits.SPATIAL
local of, number = tags.of, tags.number
local class_of = core.type

local rules = {}

-- ---- products of spatial vectors ------------------------------------------------------------------------------------

local function power(x, y)
    local problem, tx, ty = placed(x, y)
    return problem or strange(x, y, tx, ty)
end

local function cross(v, u)
    local problem, tv, tu = placed(v, u)
    if problem then return problem end
    return number(tu.of, nil, tv.about or tu.about, tv.expressed or tu.expressed)
end

for _, class in ipairs(SPATIAL) do
    rules[class .. ":dot"] = power
    rules[class .. ":linear"], rules[class .. ":angular"] = half, half
end
for _, class in ipairs {"Vec3", "SpatialInertia", "ABI", "RotationalInertia", table.unpack(SPATIAL)} do
    rules[class .. ":is_near"] = near
end

for _, class in ipairs {"SpatialMotion", "Twist", "SpatialAcc"} do rules[class .. ":cross"] = cross end

rules["Vec3:dot"] = function(a, b) return askew(a, b, of(a), of(b)) end
rules["Vec3:cross"] = function(a, b)
    local ta, tb = of(a), of(b)
    return askew(a, b, ta, tb) or number(nil, nil, nil, ta.expressed or tb.expressed)
end

-- ---- inertias and motions -------------------------------------------------------------------------------------------

local IS_MOTION <const> = {SpatialMotion = true, Twist = true, SpatialAcc = true}

-- M V, M A, P A: a momentum or a wrench on the same body, about the same point, in the same axes.
local function product(M, v)
    if not IS_MOTION[class_of(v)] and class_of(v) ~= "Matrix" then return nil end
    local problem, tM, tv = placed(M, v)
    problem = problem or strange(M, v, tM, tv)
    if problem then return problem end
    local measured = class_of(v) ~= "SpatialAcc" and class_of(v) ~= "SpatialMotion" and tv.relative_to or nil
    return number(tM.of or tv.of, measured, tM.about or tv.about, tM.expressed or tv.expressed)
end

local function solution(M, f)
    local problem, tM, tf = placed(M, f)
    problem = problem or strange(M, f, tM, tf)
    if problem then return problem end
    return number(tM.of or tf.of, tf.relative_to, tM.about or tf.about, tM.expressed or tf.expressed)
end

rules["SpatialInertia:__mul"], rules["ABI:__mul"] = product, product
rules["SpatialInertia:apply_inverse"], rules["ABI:solve"] = solution, solution
rules["SpatialInertia:bias_wrench"] = function(M, v)
    local problem, tM, tv = placed(M, v)
    problem = problem or strange(M, v, tM, tv)
    return problem or number(tM.of or tv.of, nil, tM.about or tv.about, tM.expressed or tv.expressed)
end
rules["SpatialInertia:bias_wrench_derivative"] = rules["SpatialInertia:bias_wrench"]

-- I ω, an angular momentum: only the axes are known of it.
rules["RotationalInertia:__mul"] = function(I, w)
    if type(I) == "number" or type(w) == "number" then return multiple(I, w) end
    local tI, tw = of(I), of(w)
    return askew(I, w, tI, tw) or number(nil, nil, nil, tI.expressed or tw.expressed)
end
rules["RotationalInertia:__div"] = multiple

-- ---- matrices -------------------------------------------------------------------------------------------------------

-- The 6x6 of an inertia, its ten parameters, a tensor as a matrix: where the value is, they are.
for _, key in ipairs {"SpatialInertia:matrix", "SpatialInertia:inverse_matrix", "SpatialInertia:parameters", "ABI:matrix",
    "RotationalInertia:matrix", "Matrix:inverse", "Matrix:set", "Vector:set", "Matrix:__unm", "Vector:__unm"} do
    rules[key] = keeps
end
rules["SpatialInertia.from_parameters"] = function(p)
    local t = of(p)
    return number(t.of, nil, t.about, t.expressed)
end
rules["ABI.from_matrix"] = rules["SpatialInertia.from_parameters"]
rules["SpatialInertia:set_parameters"] = function(_, p) return rules["SpatialInertia.from_parameters"](p) end
for _, class in ipairs {"SpatialMotion", "Twist", "SpatialAcc"} do
    for _, name in ipairs {"cross_matrix", "cross_force_matrix"} do
        rules[class .. ":" .. name] = function(v)
            local t = of(v)
            return number(nil, nil, t.about, t.expressed)
        end
    end
end

-- The columns of a regressor are the ten parameters about the point and in the axes of the motions it is made of.
local function regressor(v, ...)
    local all = of(v)
    for _, other in ipairs {...} do
        local problem = misplaced(v, other, of(v), of(other)) or strange(v, other, of(v), of(other))
        if problem then return problem end
        local t = of(other)
        all = {of = all.of or t.of, about = all.about or t.about, expressed = all.expressed or t.expressed}
    end
    return number(all.of, nil, all.about, all.expressed)
end
rules["SpatialInertia.momentum_regressor"] = function(v) return of(v).id end
rules["SpatialInertia.momentum_derivative_regressor"] = function(v, a) return regressor(v, a) end
for _, name in ipairs {"slotine_li_regressor", "momentum_derivative_slotine_li_regressor"} do
    rules["SpatialInertia." .. name] = function(v, v_ref, a_ref) return regressor(v, v_ref, a_ref) end
end

-- A tagged matrix acts on what is where it is; of the image under any other matrix nothing is known.
local function image(A, x)
    if type(A) == "number" or type(x) == "number" then return multiple(A, x) end
    local tA, tx = of(A), of(x)
    if tA.id == 0 then return 0 end
    local problem = misplaced(A, x, tA, tx) or strange(A, x, tA, tx)
    return problem or number(tA.of or tx.of, tA.relative_to or tx.relative_to, tA.about or tx.about, tA.expressed or tx.expressed)
end

local function alike(x, y)
    local problem, tx, ty = placed(x, y)
    return problem or number(tx.of == ty.of and tx.of or nil, tx.relative_to or ty.relative_to, tx.about or ty.about,
        tx.expressed or ty.expressed)
end

rules["Matrix:__mul"], rules["Matrix:__div"], rules["Matrix:solve"] = image, multiple, image
rules["Vector:__mul"], rules["Vector:__div"] = multiple, multiple
for _, class in ipairs {"Matrix", "Vector"} do
    rules[class .. ":__add"], rules[class .. ":__sub"] = alike, alike
end
rules["Vector:dot"] = power

return rules
