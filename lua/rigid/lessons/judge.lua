-- Judges an answer: reads whatever a person gives (a number, a list, any value of ours) as the numbers that were asked for,
-- compares them with the right ones and with those of known mistakes, and says in words what it sees. It never says the
-- right numbers. Typed answers of four digits are right: the tolerance is 1e-3 of each entry, and SLACK of the largest one
-- of its group (the linear half, the angular half, the mass, the first moment, the inertia), so that zeros may be rounded.
local core = require "rigid.core"

local judge = {}

local RELATIVE <const>, SLACK <const> = 1e-3, 3e-4
local LONGEST <const> = 200 -- entries that are looked at

-- ---- reading --------------------------------------------------------------------------------------------------------

local function methods_of(class) return getmetatable(core[class]).__instance.__methods end

local MOTION <const> = {SpatialMotion = true, Twist = true, SpatialAcc = true}
local FORCE <const> = {SpatialForce = true, Wrench = true, SpatialMomentum = true}

-- make(x), or nil where it refuses.
local function try(make, x)
    local ok, value = pcall(make, x)
    return ok and value or nil
end

local function is_number(x) return type(x) == "number" and x - x == 0 end

-- The numbers of a plain list, or nil where it is none.
local function of_list(x)
    if type(x) ~= "table" or rawlen(x) == 0 or rawlen(x) > LONGEST then return nil end
    local list = {}
    for i = 1, rawlen(x) do
        list[i] = rawget(x, i)
        if not is_number(list[i]) then return nil end
    end
    return list
end

local function of_rows(rows)
    local list = {}
    for i = 1, #rows do table.move(rows[i], 1, #rows[i], #list + 1, list) end
    return list
end

-- A matrix of that shape as its numbers, row by row. A column, or a row, may be given as a list.
local function of_matrix(x, rows, cols)
    if (rows == 1 or cols == 1) and core.type(x) ~= "Matrix" then
        local v = try(core.Vector, x)
        return v and #v == rows * cols and methods_of "Vector".table(v) or nil
    end
    if core.type(x) == "Rotation" then return of_rows(methods_of "Rotation".table(x)) end
    local m = core.type(x) == "Matrix" and x or type(x) == "table" and rawlen(x) > 0 and try(core.Matrix, x)
    if not m or methods_of "Matrix".rows(m) ~= rows or methods_of "Matrix".cols(m) ~= cols then return nil end
    return of_rows(methods_of "Matrix".table(m))
end

local function of_vec3(x)
    local v = (type(x) == "table" or core.type(x)) and try(core.Vec3, x)
    if v then return {v.x, v.y, v.z} end
    return core.type(x) == "Matrix" and of_matrix(x, 3, 1) or nil
end

-- Six numbers, and what is wrong with their kind.
local function of_spatial(x, kinds, family, other)
    local class = core.type(x)
    if class and other[class] then
        return nil, ("that is a %s, and this asks for a %s: one describes motion, the other what is dual to it"):format(class,
            family)
    end
    local v = kinds[class] and x or try(core[family], x)
    if not v and type(x) == "table" and rawlen(x) == 2 then v = try(function(t) return core[family](t[1], t[2]) end, x) end
    return v and methods_of(family).table(v) or of_matrix(x, 6, 1)
end

local ASYMMETRIC <const> = "an inertia tensor is symmetric, and yours is not: was it turned from one side only, R I in place "
    .. "of R I Rᵀ?"

local function of_inertia(x)
    local class = core.type(x)
    if class == "SpatialInertia" then x = methods_of "SpatialInertia".rotational_inertia(x) end
    local I = (type(x) == "table" or class) and try(core.RotationalInertia, x)
    if I then
        local t = methods_of "RotationalInertia".table(I)
        return {t.xx, t.yy, t.zz, t.xy, t.xz, t.yz}
    end
    local square = of_matrix(x, 3, 3)
    return nil, square and ASYMMETRIC
end

local function of_number(x)
    if is_number(x) then return {x} end
    local list = core.type(x) == "Vector" and methods_of "Vector".table(x) or of_list(x)
    return list and #list == 1 and list or nil
end

-- One of a list of choices, by its number.
local function of_choice(x)
    local n = type(x) == "number" and math.tointeger(x)
    return n and n >= 1 and {n} or nil
end

local WORDS <const> = {[true] = {1}, [false] = {0}, yes = {1}, no = {0}}

-- What can be asked for: how it is called, its entries and their groups, and how it is read.
local SHAPES <const> = {
    number = {what = "a number", labels = {""}, read = of_number},
    yes = {what = "true or false", labels = {""}, read = function(x) return WORDS[x] end},
    choice = {what = "the number of one of the choices", labels = {""}, read = of_choice},
    vec3 = {what = "three numbers, {x, y, z}", labels = {"x", "y", "z"}, read = of_vec3},
    inertia = {
        what = "a rotational inertia: {Ixx, Iyy, Izz, Ixy, Ixz, Iyz}, a 3x3 matrix or a RotationalInertia",
        labels = {"Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"}, read = of_inertia,
    },
    body = {
        what = "a SpatialInertia, or its ten parameters",
        labels = {"m", "m cx", "m cy", "m cz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"},
        groups = {1, 2, 2, 2, 3, 3, 3, 3, 3, 3},
        read = function(x)
            if core.type(x) == "SpatialInertia" then return methods_of "SpatialInertia".parameters(x):table() end
            return of_matrix(x, 10, 1)
        end,
    },
}

local HALVES <const> = {"linear x", "linear y", "linear z", "angular x", "angular y", "angular z"}
for name, class in pairs {twist = "Twist", acceleration = "SpatialAcc", motion = "SpatialMotion"} do
    SHAPES[name] = {
        what = ("a %s, or six numbers, linear first"):format(class), labels = HALVES, groups = {1, 1, 1, 2, 2, 2},
        read = function(x) return of_spatial(x, MOTION, "SpatialMotion", FORCE) end,
    }
end
for name, class in pairs {wrench = "Wrench", momentum = "SpatialMomentum"} do
    SHAPES[name] = {
        what = ("a %s, or six numbers, linear first"):format(class), labels = HALVES, groups = {1, 1, 1, 2, 2, 2},
        read = function(x) return of_spatial(x, FORCE, "SpatialForce", MOTION) end,
    }
end

-- A column of n numbers, or a matrix.
local function sized(rows, cols)
    local labels = {}
    for i = 1, rows do
        for j = 1, cols do labels[#labels + 1] = cols == 1 and ("[%d]"):format(i) or ("(%d, %d)"):format(i, j) end
    end
    return {
        what = cols == 1 and ("%d numbers, a Vector or a list"):format(rows) or ("a %dx%d matrix"):format(rows, cols),
        labels = labels, read = function(x) return of_matrix(x, rows, cols) end,
    }
end

-- The shape of that name: one of the above, "vector 4" or "matrix 2x3".
function judge.shape(name)
    local n = name:match "^vector (%d+)$"
    local rows, cols = name:match "^matrix (%d+)x(%d+)$"
    return SHAPES[name] or sized(math.tointeger(n or rows), math.tointeger(cols or 1))
end

-- What a value is, for a person who gave the wrong kind.
local function described(x)
    if core.type(x) then return "a " .. core.type(x) end
    if type(x) == "table" then return ("a table of %d"):format(rawlen(x)) end
    if type(x) == "number" then return ("the number %.6g"):format(x) end
    return x == nil and "nil: perhaps a name is mistyped" or "a " .. type(x)
end

-- The numbers of x in that shape; or nil and what is wrong with it.
function judge.read(x, shape)
    local list, problem = shape.read(x)
    if not list then return nil, problem or ("this asks for %s; you gave %s"):format(shape.what, described(x)) end
    for i = 1, #list do
        if not is_number(list[i]) then return nil, "there is a number among yours that is not finite" end
    end
    return list
end

-- ---- comparing ------------------------------------------------------------------------------------------------------

-- The largest entry of each group of the right numbers, and of all.
local function scales(truth, groups)
    local scale, all = {}, 0
    for i, x in ipairs(truth) do
        local group = groups and groups[i] or 1
        scale[group] = math.max(scale[group] or 0, math.abs(x))
        all = math.max(all, math.abs(x))
    end
    return scale, all
end

-- How far a list of numbers is from another in units of what a rounded answer may be off by, at each entry: above 1 is wrong.
function judge.excess(list, truth, shape, tolerance)
    local scale, all = scales(truth, shape.groups)
    local relative, excess = tolerance or RELATIVE, {}
    for i, x in ipairs(truth) do
        local size = scale[shape.groups and shape.groups[i] or 1]
        local slack = SLACK * (size > 0 and size or all)
        excess[i] = math.abs(list[i] - x) / (relative * math.abs(x) + slack + 1e-12)
    end
    return excess
end

local function worst(excess)
    local most = 0
    for _, x in ipairs(excess) do most = math.max(most, x) end
    return most
end

-- Whether the lists are the same, but for rounding.
function judge.same(list, truth, shape, tolerance)
    return worst(judge.excess(list, truth, shape, tolerance)) <= 1
end

-- Whether the two differ by much more than rounding, seen from either: such that no rounded answer could be both.
function judge.apart(a, b, shape, tolerance)
    return worst(judge.excess(a, b, shape, tolerance)) > 4 and worst(judge.excess(b, a, shape, tolerance)) > 4
end

-- ---- mistakes that anything can show ----------------------------------------------------------------------------------

local FACTORS <const> = {
    {-1, "sign", "every number has the other sign"},
    {2, "factor", "it is twice what it should be: is there a ½ somewhere?"},
    {0.5, "factor", "it is half of what it should be: is there a ½ too many?"},
    {1000, "units", "it is 1000 times too large: look at the units (g or kg, mm or m)"},
    {1e-3, "units", "it is 1000 times too small: look at the units (g or kg, mm or m)"},
    {1e6, "units", "it is 10⁶ times too large: look at the units (mm² or m²)"},
    {1e-6, "units", "it is 10⁶ times too small: look at the units (mm² or m²)"},
    {1e9, "units", "it is 10⁹ times too large: g mm² are 10⁻⁹ kg m²"},
    {180 / math.pi, "units", "it is 180/π times too large: degrees where radians belong?"},
    {math.pi / 180, "units", "it is 180/π times too small: radians taken for degrees?"},
    {9.81, "units", "it is 9.81 times too large: a weight in place of a mass?"},
    {1 / 9.81, "units", "it is 9.81 times too small: a mass in place of a weight?"},
}

local function scaled(list, factor)
    local result = {}
    for i, x in ipairs(list) do result[i] = factor * x end
    return result
end

local function swapped(list) return {list[4], list[5], list[6], list[1], list[2], list[3]} end

local function transposed(list)
    local n, result = math.tointeger((#list) ^ 0.5), {}
    for i = 1, n do
        for j = 1, n do result[(i - 1) * n + j] = list[(j - 1) * n + i] end
    end
    return result
end

-- The general mistake that turns the right numbers into these: its code and sentence; nil where there is none.
local function general(list, truth, shape)
    local all = select(2, scales(truth, shape.groups))
    if all == 0 then return nil end
    for _, factor in ipairs(FACTORS) do
        if judge.same(list, scaled(truth, factor[1]), shape) then return factor[2], factor[3] end
    end
    if shape.labels == HALVES and judge.same(swapped(list), truth, shape) then
        return "order", "the halves are swapped: here the linear half comes first"
    end
    if shape.labels[2] == "(1, 2)" and ((#truth) ^ 0.5) % 1 == 0 and judge.same(transposed(list), truth, shape) then
        return "transposed", "it is the transpose of what it should be"
    end
end

-- ---- words ----------------------------------------------------------------------------------------------------------

-- "20 %", of one digit only, so that the right number cannot be read off.
local function roughly(fraction)
    if fraction >= 9.5 then return "by more than 10 times" end
    if fraction >= 1.5 then return ("by about %.0f times"):format(fraction) end
    if fraction < 0.01 then return "by less than 1 %" end
    return ("by about %.1g %%"):format(100 * fraction):gsub("(%d)e%+(%d+)", function(d,
        e) return ("%d"):format(d * 10 ^ tonumber(e)) end)
end

local function joined(words)
    if #words < 2 then return words[1] end
    return table.concat(words, ", ", 1, #words - 1) .. " and " .. words[#words]
end

-- Which entries are wrong, and by how much of the largest one that is asked for.
local function where(list, truth, shape, excess)
    local scale, all = scales(truth, shape.groups)
    local wrong, right, off = {}, {}, 0
    for i, x in ipairs(excess) do
        local size = scale[shape.groups and shape.groups[i] or 1]
        if x > 1 then
            wrong[#wrong + 1] = shape.labels[i]
            off = math.max(off, math.abs(list[i] - truth[i]) / (size > 0 and size or all > 0 and all or 1))
        else
            right[#right + 1] = shape.labels[i]
        end
    end
    local far = roughly(off)
    if #truth == 1 then return "It is off " .. far .. "." end
    if #right == 0 then return ("No entry is right; the worst is off %s of the largest."):format(far) end
    if #wrong > 8 then return ("%d of %d entries are wrong, the worst %s of the largest."):format(#wrong, #truth, far) end
    return ("%s %s off, the worst %s of the largest; the rest is right."):format(joined(wrong), #wrong == 1 and "is" or "are",
        far)
end

local CLOSE <const> = 10 -- times what a rounded answer may be off by

-- The verdict on the numbers of an answer: {correct=, mistake=, sentence=, wrong=}. mistakes: a list of {code=, list=,
-- sentence=}.
function judge.compare(list, truth, shape, mistakes, tolerance)
    local excess = judge.excess(list, truth, shape, tolerance)
    local most = worst(excess)
    if most <= 1 then return {correct = true, sentence = "Right."} end
    for _, mistake in ipairs(mistakes) do
        if judge.same(list, mistake.list, shape, tolerance) then
            return {correct = false, mistake = mistake.code, sentence = "Not yet: " .. mistake.sentence}
        end
    end
    local wrong = {}
    for i, x in ipairs(excess) do wrong[#wrong + 1] = x > 1 and shape.labels[i] or nil end
    local code, sentence = general(list, truth, shape)
    if code and shape ~= SHAPES.yes and shape ~= SHAPES.choice then return {correct = false, mistake = code,
        sentence = "Not yet: " .. sentence .. ".", wrong = wrong} end
    if shape == SHAPES.yes or shape == SHAPES.choice then return {correct = false, sentence = "No.", wrong = wrong} end
    local place = where(list, truth, shape, excess)
    if most <= CLOSE then
        return {correct = false, mistake = "rounding", wrong = wrong, sentence = "Close, but rounded too early: keep four "
            .. "digits. " .. place}
    end
    return {correct = false, sentence = "Not yet. " .. place, wrong = wrong}
end

return judge
