-- What fits with what, and what comes of it. A rule takes the arguments of a function and returns the numbers of the tags
-- of its results (-1: leave it), or a sentence that says what does not fit and which call mends it. What is not known
-- fits anything; a result gets what is known.
local core = require "rigid.core"
local tags = require "rigid.frames.tags"

local of, number, origin, center, monogram, LETTERS = tags.of, tags.number, tags.origin, tags.center, tags.monogram, tags.LETTERS
local class_of = core.type

local rules = {} -- key -> rule; keys are "Class:method", "Class:__operator", "Class.static", "Class()"

local function differ(a, b) return a and b and a ~= b end

-- ---- sentences ------------------------------------------------------------------------------------------------------

local function where(t)
    local text = (t.about and " about " .. t.about or "") .. (t.expressed and " in " .. t.expressed or "")
    return text == "" and " anywhere" or text
end

-- The letters by which a sentence calls two operands.
local function letters(x, y)
    local a, b = LETTERS[class_of(x)], LETTERS[class_of(y)]
    a, b = a or "the " .. tostring(class_of(x)), b or "the " .. tostring(class_of(y))
    if a == b then return "the left " .. a:gsub("^the ", ""), "the right " .. a:gsub("^the ", "") end
    return a, b
end

local function rotation(A, E) return monogram("R", {A, E}) end
local function position(P, Q, E) return monogram("p", {P, Q}, E) end
local function pose(A, B) return monogram("X", {A, B}) end

-- The call that takes a value called `a` from where it is to where the other is.
local function mend(a, ta, tb)
    local turns, moves = differ(ta.expressed, tb.expressed), differ(ta.about, tb.about)
    if turns and moves and ta.about == origin(ta.expressed) and tb.about == origin(tb.expressed) then
        return ("transform %s by %s"):format(a, pose(tb.expressed, ta.expressed))
    end
    local calls = {}
    if turns then calls[1] = ("re_express %s by %s"):format(a, rotation(tb.expressed, ta.expressed)) end
    if moves then
        calls[#calls + 1] = ("shift %s by %s"):format(turns and "it" or a, position(ta.about, tb.about, tb.expressed or ta.expressed))
    end
    return table.concat(calls, " and ")
end

-- Nil where two values are in the same axes and about the same point, else the sentence.
local function misplaced(x, y, tx, ty)
    if not differ(tx.expressed, ty.expressed) and not differ(tx.about, ty.about) then return nil end
    local a, b = letters(x, y)
    local call = LETTERS[class_of(x)] and mend(a, tx, ty) or LETTERS[class_of(y)] and mend(b, ty, tx)
        or "make one of what the other is about, in its axes"
    return ("%s is%s, %s is%s: %s"):format(a, where(tx), b, where(ty), call)
end

-- The same for the axes alone.
local function askew(x, y, tx, ty)
    if not differ(tx.expressed, ty.expressed) then return nil end
    local a, b = letters(x, y)
    return ("%s is in %s, %s is in %s: re_express %s by %s"):format(a, tx.expressed, b, ty.expressed, a,
        rotation(ty.expressed, tx.expressed))
end

-- The same for the bodies that two values are of.
local function strange(x, y, tx, ty)
    if tags.same_body(tx.of, ty.of) then return nil end
    local a, b = letters(x, y)
    return ("%s is of %s, %s is of %s: they move together only where one is fixed to the other; then tag them alike"):format(
        a, tx.of, b, ty.of)
end

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

local function ends(letter, t) return monogram(letter, {t.relative_to or "?", t.of or "?"}, nil) end

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

-- A value times a number is what it was; a multiple of a position leads to no named point.
local function multiple(x, s)
    local t = of(type(s) == "number" and x or s)
    return t.id
end

local function direction(t) return number(nil, nil, nil, t.expressed) end
local function keeps(x) return of(x).id end

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

-- ---- products of spatial vectors ------------------------------------------------------------------------------------

local function placed(x, y)
    local tx, ty = of(x), of(y)
    return misplaced(x, y, tx, ty), tx, ty
end

local function power(x, y)
    local problem, tx, ty = placed(x, y)
    return problem or strange(x, y, tx, ty)
end

local function cross(v, u)
    local problem, tv, tu = placed(v, u)
    if problem then return problem end
    return number(tu.of, nil, tv.about or tu.about, tv.expressed or tu.expressed)
end

local function near(x, y)
    if class_of(x) ~= class_of(y) then return nil end
    local tx, ty = of(x), of(y)
    return misplaced(x, y, tx, ty)
end

local function half(x) return direction(of(x)) end

local SPATIAL <const> = {"SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum"}

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
function rules.bias(M, v)
    local problem, tM, tv = placed(M, v)
    problem = problem or strange(M, v, tM, tv)
    return problem or number(tM.of or tv.of, nil, tM.about or tv.about, tM.expressed or tv.expressed)
end
rules["SpatialInertia:bias_wrench"], rules.bias = rules.bias, nil
rules["SpatialInertia:bias_wrench_derivative"] = rules["SpatialInertia:bias_wrench"]

-- I ω, an angular momentum: only the axes are known of it.
rules["RotationalInertia:__mul"] = function(I, w)
    if type(I) == "number" or type(w) == "number" then return multiple(I, w) end
    local tI, tw = of(I), of(w)
    return askew(I, w, tI, tw) or number(nil, nil, nil, tI.expressed or tw.expressed)
end
rules["RotationalInertia:__div"] = multiple

-- ---- shift, re_express, transform -----------------------------------------------------------------------------------

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

-- An entry of a table of fields, read raw.
local function field(t, name) return type(t) == "table" and rawget(t, name) or nil end

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
