-- Every slip of a pen or of a program that we know, undone on the figures of an inertia as they were written.
local figures = require "rigid.doctor.figures"

local exact = figures.exact

local slips = {}

local TENSOR <const> = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}
local MOMENTS <const> = {"ixx", "iyy", "izz"}
local PRODUCTS <const> = {"ixy", "ixz", "iyz"}
local COM <const> = {"x", "y", "z"}

-- Each is added by add(kind, edit, sentence, changes, weight, stretch): weight is the logarithm of how common such a slip
-- is, stretch that of how much the edit stretches the space of the six numbers (as a density must be told).

local POWERS <const> = 9
local SUPERSCRIPT <const> = {["-"] = "⁻", ["1"] = "¹", ["2"] = "²", ["3"] = "³"}
for i, digit in pairs {[0] = "⁰", [4] = "⁴", [5] = "⁵", [6] = "⁶", [7] = "⁷", [8] = "⁸", [9] = "⁹"} do
    SUPERSCRIPT[tostring(i)] = digit
end
local function power_of_ten(k) return "10" .. tostring(k):gsub(".", SUPERSCRIPT) end

-- A point out of place by one or three is what happens; the farther, the seldomer.
local COMMON <const> = {[1] = 0, [2] = -0.5, [3] = 0, [4] = -2.5, [5] = -3, [6] = -1.5}
local function weight_of_power(k) return COMMON[math.abs(k)] or -5 end

local LN10 <const> = math.log(10)

local function list_of(names)
    return #names == 1 and names[1] or table.concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
end

-- x with its decimal point elsewhere: what is read from its digits, so that 1.676359 gives 0.001676359 to the last bit.
local function shifted(digits, k)
    local mantissa, exponent = digits:match "^(.-)e(.*)$"
    return tonumber(("%se%d"):format(mantissa or digits, k + (tonumber(exponent) or 0)))
end

local function scaled(add, w, kind, names, base, told)
    local nonzero, digits = 0, {}
    for _, name in ipairs(names) do
        nonzero = nonzero + (w[name] ~= 0 and 1 or 0)
        digits[name] = exact(w[name])
    end
    if nonzero == 0 then return end
    for k = -POWERS, POWERS do
        if k ~= 0 then
            local changes = {}
            for _, name in ipairs(names) do changes[name] = shifted(digits[name], k) end
            add(kind, ("%s × %s"):format(list_of(names), power_of_ten(k)), told, changes, base + weight_of_power(k),
                nonzero * k * LN10)
        end
    end
end

local function negated(add, w, kind, names, weight, told)
    local changes = {}
    for _, name in ipairs(names) do
        if w[name] ~= 0 then changes[name] = -w[name] end
    end
    if next(changes) then add(kind, ("%s with the other sign"):format(list_of(names)), told, changes, weight, 0) end
end

local function swapped(add, w)
    for i = 1, #TENSOR do
        for j = i + 1, #TENSOR do
            local a, b = TENSOR[i], TENSOR[j]
            if w[a] ~= w[b] then
                add("swap", ("%s and %s swapped"):format(a, b), "two entries changed places", {[a] = w[b], [b] = w[a]}, -0.5, 0)
            end
        end
    end
end

-- The orders in which programs write the six numbers.
local ORDERS <const> = {
    {"row by row (xx xy xz yy yz zz)", "ixx", "ixy", "ixz", "iyy", "iyz", "izz"},
    {"column by column (xx xy yy xz yz zz)", "ixx", "ixy", "iyy", "ixz", "iyz", "izz"},
    {"moments first (xx yy zz xy xz yz)", "ixx", "iyy", "izz", "ixy", "ixz", "iyz"},
    {"moments first (xx yy zz xy yz xz)", "ixx", "iyy", "izz", "ixy", "iyz", "ixz"},
    {"moments first (xx yy zz yz xz xy)", "ixx", "iyy", "izz", "iyz", "ixz", "ixy"},
}

-- Written in the order a, read in the order b.
local function reordered(add, w)
    for _, a in ipairs(ORDERS) do
        for _, b in ipairs(ORDERS) do
            local changes, moved = {}, 0
            for i = 2, 7 do
                if a[i] ~= b[i] then
                    changes[a[i]] = w[b[i]]
                    moved = moved + (w[a[i]] ~= w[b[i]] and 1 or 0)
                end
            end
            if moved > 2 then -- two that changed places are a swap
                add("order", ("the six numbers read %s, written %s"):format(b[1], a[1]), "the order of one program was "
                    .. "taken for that of another", changes, -2.5, 0)
            end
        end
    end
end

-- The tensor with the parallel-axis term of the mass at the com added so many times.
local function about_another_point(add, w, times, edit, told, weight)
    local m, x, y, z = times * w.mass, w.x, w.y, w.z
    if x == 0 and y == 0 and z == 0 then return end
    add("point", edit, told, {
        ixx = w.ixx + m * (y * y + z * z), iyy = w.iyy + m * (x * x + z * z), izz = w.izz + m * (x * x + y * y),
        ixy = w.ixy - m * x * y, ixz = w.ixz - m * x * z, iyz = w.iyz - m * y * z,
    }, weight, 0)
end

function slips.every(add, w, about)
    local com = about == "com"
    for _, name in ipairs(TENSOR) do scaled(add, w, "power", {name}, 0, "a decimal point or an exponent is off") end
    for _, name in ipairs(TENSOR) do negated(add, w, "sign", {name}, 0, "a sign is wrong") end
    negated(add, w, "sign", {"mass"}, 0, "a sign is wrong")
    swapped(add, w)
    negated(add, w, "signs", PRODUCTS, 0, "the products have the sign of a CAD program's integrals ∫xy, not of a tensor's entries")
    negated(add, w, "signs", TENSOR, -2, "the whole tensor has the other sign")
    negated(add, w, "signs", {"mass", table.unpack(TENSOR)}, -2, "a body was subtracted the wrong way round")
    negated(add, w, "signs", MOMENTS, -2, "the moments have the other sign")
    reordered(add, w)
    scaled(add, w, "unit", PRODUCTS, -1, "the products are in another unit than the moments")
    scaled(add, w, "unit", MOMENTS, -1, "the moments are in another unit than the products")
    scaled(add, w, "scale", TENSOR, com and -1 or 0, "the tensor is in another unit than mass and length")
    if com then
        about_another_point(add, w, -1, "the tensor taken as about the origin", "it is given about the origin of the frame, "
            .. "not about the com", 0)
        about_another_point(add, w, 1, "the parallel-axis term added once", "it was moved to the com twice", -1)
    else
        about_another_point(add, w, 1, "the tensor taken as about the com", "it is given about the com, not about the "
            .. "origin of the frame", 0)
        for _, name in ipairs(COM) do
            scaled(add, w, "power", {name}, -0.5, "a decimal point or an exponent is off")
            negated(add, w, "sign", {name}, 0, "a sign is wrong")
        end
        scaled(add, w, "power", {"mass"}, 0, "a decimal point or an exponent is off")
        scaled(add, w, "unit", COM, 0, "the com is in another unit of length")
    end
end

return slips
