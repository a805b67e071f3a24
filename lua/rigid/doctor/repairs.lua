-- M:repairs(): what edit would mend an inertia that no body can have. Every slip of a pen or of a program that we know
-- is undone on the numbers as they were written (mass, com and the tensor about the com, unless told otherwise); what then
-- is a body is kept, with how likely that explanation is. After the slips stand the two repairs that explain nothing and
-- always exist: the smallest change, and the nearest body of some bulk.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local plausible = require "rigid.doctor.plausible"
local inner = debug.getmetatable(core).inner

local SpatialInertia, RotationalInertia = core.SpatialInertia, core.RotationalInertia
local judge = inner.doctor.judge

local repairs = {}

-- ---- the numbers as written -----------------------------------------------------------------------------------------

local TENSOR <const> = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}
local MOMENTS <const> = {"ixx", "iyy", "izz"}
local PRODUCTS <const> = {"ixy", "ixz", "iyz"}
local COM <const> = {"x", "y", "z"}

local EPS <const> = 2.0 ^ -52

-- The number of fewest digits within so much of x: what was written, where storing it about the origin has rounded it.
local function as_written(x, within)
    if x - x ~= 0 then return x end
    for digits = 3, 16 do
        local short = tonumber(("%%.%dg"):format(digits):format(x))
        if math.abs(short - x) <= within then return short end
    end
    return x
end

local function read(M, about)
    local origin = M:rotational_inertia()
    local tensor, stored = about == "origin" and origin or M:central_inertia(), origin:moments()
    local I, P, c = tensor:moments(), tensor:products(), M:com()
    local rounding = 4 * EPS * (math.abs(stored.x) + math.abs(stored.y) + math.abs(stored.z))
    local w = {mass = M:mass()}
    for i, name in ipairs {"x", "y", "z"} do w[name] = as_written(c[i], 2 * EPS * math.abs(c[i])) end
    for i, name in ipairs {"ixx", "iyy", "izz"} do w[name] = as_written(I[i], rounding) end
    for i, name in ipairs {"ixy", "ixz", "iyz"} do w[name] = as_written(P[i], rounding) end
    return w
end

repairs.written = read

-- Of a body's numbers those that tell it from w: its tensor, and its mass where that is another.
local function changes_of(M, w, about)
    local new = read(M, about)
    new.x, new.y, new.z = nil, nil, nil
    if new.mass == w.mass then new.mass = nil end
    return new
end

-- The fewest digits that read back as x.
local function exact(x)
    for digits = 6, 16 do
        local text = ("%%.%dg"):format(digits):format(x + 0.0) -- -0 + 0 is 0
        if tonumber(text) == x then return text end
    end
    return ("%.17g"):format(x)
end
repairs.exact = exact

local function body_of(w, about)
    return SpatialInertia {
        mass = w.mass, com = {w.x, w.y, w.z}, about = about, skip_validity_check = true,
        inertia = {w.ixx, w.iyy, w.izz, w.ixy, w.ixz, w.iyz},
    }
end

local function edited(w, changes)
    local copy = {}
    for name, value in pairs(w) do copy[name] = value end
    for name, value in pairs(changes) do copy[name] = value end
    return copy
end

-- ---- hypotheses -----------------------------------------------------------------------------------------------------

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

local function every_hypothesis(add, w, about)
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

-- ---- testing them ---------------------------------------------------------------------------------------------------

local function norm(I) return I:matrix():norm() end
local TIED <const> = 1e-6 -- scores nearer than this are the same but for rounding

-- How many of the numbers differ.
local function differences(a, b)
    local count = 0
    for name, value in pairs(a) do count = count + (b[name] ~= value and 1 or 0) end
    return count
end

-- The share of its spread that a body has along the way to its com: links reach from their joint to their com and beyond.
local function along(M)
    local c, I = M:com(), M:central_inertia()
    local far, moments = c:norm(), I:moments()
    local half = (moments.x + moments.y + moments.z) / 2
    return far == 0 and 0 or 1 - (c / far):dot(I * (c / far)) / half
end

-- Give those that are as likely as each other one rank: they are turned into each other by turning or mirroring the body,
-- and its inertia alone cannot tell them apart. Among them those come first that change fewer numbers, or reach to the com.
local function ranked(found)
    local rank = 0
    for i, one in ipairs(found) do
        if i == 1 or found[i - 1].score - one.score > TIED then rank = i end
        one.rank = rank
    end
    table.sort(found, function(a, b)
        if a.rank ~= b.rank then return a.rank < b.rank end
        if a.touched ~= b.touched then return a.touched < b.touched end
        if a.along ~= b.along then return a.along > b.along end
        return a.number < b.number
    end)
    return found
end

-- Those after which it is a body, the likeliest first.
local function explanations(M, w, about)
    local found, number = {}, 0
    local before = M:central_inertia()
    local scale = norm(before)
    every_hypothesis(function(kind, edit, told, changes, weight, stretch)
        number = number + 1
        local values = edited(w, changes)
        local body = body_of(values, about)
        if not body:is_physically_consistent() then return end
        local verdict = judge(body)
        if verdict.spread.z <= verdict.tolerance then return end -- nothing left but a point
        local after = body:central_inertia()
        for _, other in ipairs(found) do
            if differences(other.written, values) == 0 then return end
        end
        found[#found + 1] = {
            kind = kind, edit = edit, why = told, inertia = body, values = changes, written = values, number = number,
            touched = differences(values, w), along = along(body), change = norm(after - before) / scale,
            score = weight + stretch + plausible.log_density(values.mass, verdict.spread, body:com():norm()),
        }
    end, w, about)
    table.sort(found, function(a, b) return a.score > b.score end)
    return ranked(found)
end

-- ---- the repairs that always exist ------------------------------------------------------------------------------------

local function with_central(w, tensor)
    return SpatialInertia {mass = w.mass, com = {w.x, w.y, w.z}, inertia = tensor, skip_validity_check = true}
end

-- The spreads p that minimise Σ (p/p0 - 1 - ln(p/p0)) + ½ λ (p - d)²: each is the positive root of a quadratic. In units
-- of p0.
local function leaning(d, lambda)
    local b = 1 - lambda * d
    local root = math.sqrt(b * b + 4 * lambda)
    return b > 0 and 2 / (b + root) or (root - b) / (2 * lambda)
end

local function distance(p, d)
    return math.sqrt((p[1] - d[1]) ^ 2 + (p[2] - d[2]) ^ 2 + (p[3] - d[3]) ^ 2)
end

local ALLOWED <const> = 2 -- times the smallest change

-- Of all spreads no farther from the given ones than twice the smallest repair, those of the body that is nearest in
-- entropic divergence to the ball of the same mass, com and total spread. Nil where the smallest repair is a point.
local function full_spreads(spread)
    local ball = (math.max(spread.x, 0) + math.max(spread.y, 0) + math.max(spread.z, 0)) / 3
    if ball <= 0 then return nil end
    local d = {spread.x / ball, spread.y / ball, spread.z / ball}
    local limit = ALLOWED * distance({math.max(d[1], 0), math.max(d[2], 0), math.max(d[3], 0)}, d)
    local function at(lambda) return {leaning(d[1], lambda), leaning(d[2], lambda), leaning(d[3], lambda)} end
    local low, high = -40, 350 -- of ln λ: at the ball, at the given spreads lifted to zero
    for _ = 1, 80 do
        local middle = (low + high) / 2
        if distance(at(math.exp(middle)), d) > limit then low = middle else high = middle end
    end
    local p = at(math.exp(high))
    return {p[1] * ball, p[2] * ball, p[3] * ball}
end

local function tensor_of(spread, axes)
    local a, b, c = spread[1], spread[2], spread[3]
    return RotationalInertia {b + c, a + c, a + b}:re_express(axes)
end

local function nearest(list, M, w, about)
    local positive = w.mass < 0 and SpatialInertia {
        mass = -w.mass, com = M:com(), inertia = M:central_inertia(), skip_validity_check = true,
    } or M
    local verdict, before = judge(positive), M:central_inertia()
    local mass = w.mass < 0 and "the mass with the other sign, " or ""
    local held = edited(w, {mass = positive:mass()})
    local function add(kind, edit, why, tensor)
        local body = with_central(held, tensor)
        list[#list + 1] = {
            kind = kind, edit = mass .. edit, why = why, inertia = body, values = changes_of(body, w, about),
            change = norm(tensor - before) / norm(before),
        }
    end
    if verdict.flaw ~= "negative_spread" then return end
    add("nearest", "the negative spread of mass lifted to zero", "the smallest change of all; the body becomes flat there", verdict.nearest)
    local full = full_spreads(verdict.spread)
    if full then
        add("entropic", "the spreads of mass drawn towards those of a ball", "of all bodies within twice the smallest change "
            .. "the nearest to a ball in entropic divergence", tensor_of(full, verdict.axes))
    end
end

-- ---- what is said of them -------------------------------------------------------------------------------------------

local UNITS <const> = {mass = " kg", x = " m", y = " m", z = " m"}
local ORDER <const> = {"mass", "x", "y", "z", "ixx", "ixy", "ixz", "iyy", "iyz", "izz"}

local function percent(change) return ("%.3g %%"):format(100 * change) end

local function sentence_of(repair, w)
    local parts = {}
    for _, name in ipairs(ORDER) do
        local value = repair.values[name]
        if value and value ~= w[name] then parts[#parts + 1] = ("%s = %s%s"):format(name, exact(value), UNITS[name] or " kg m²") end
    end
    return ("%s: %s. With %s a body can have it; the tensor about the com changes by %s."):format(repair.edit, repair.why,
        table.concat(parts, ", "), percent(repair.change))
end

-- How many slips explain it, in words.
local function summary(slips)
    if #slips == 0 then return "No single slip explains these numbers." end
    if #slips == 1 then return ("Exactly one slip explains these numbers: %s."):format(slips[1].edit) end
    local tied = 0
    for _, slip in ipairs(slips) do tied = tied + (slip.rank == 1 and 1 or 0) end
    if tied > 1 then
        return ("%d slips explain these numbers; %d of them equally well, the first of which is: %s."):format(#slips, tied, slips[1].edit)
    end
    return ("%d slips explain these numbers; the likeliest is: %s."):format(#slips, slips[1].edit)
end

local Repair = {__name = "repair", __tostring = arguments.printer("a repair", function(repair) return repair.sentence end)}
local List = {__name = "repairs"}

local SHOWN <const> = 8

List.__tostring = arguments.printer("repairs", function(list)
    local lines = {list.sentence}
    for i, repair in ipairs(list) do
        if i > SHOWN and repair.rank then
            if not list[i + 1] or not list[i + 1].rank then
                lines[#lines + 1] = ("  ... and %d more"):format(i - SHOWN)
            end
        else
            lines[#lines + 1] = ("%3d. %s"):format(i, repair.sentence)
        end
    end
    return table.concat(lines, "\n")
end)

local function finished(list, slips, w, sentence)
    list.slips, list.sentence = #slips, sentence
    for i, repair in ipairs(list) do
        list[i] = setmetatable({
            inertia = repair.inertia, edit = repair.edit, change = repair.change, kind = repair.kind, rank = repair.rank,
            values = repair.values, sentence = sentence_of(repair, w),
        }, Repair)
    end
    return setmetatable(list, List)
end

-- ---- the method -----------------------------------------------------------------------------------------------------

local OPTIONS = arguments.fields "about"
local ABOUT = arguments.fields "com origin"
-- A change as small as this comes first: figures of three digits are off by as much. So does one of a percent or two where
-- several slips would explain the numbers equally well, so that there is no telling which.
local ROUNDING <const>, ROUGH <const> = 2e-3, 2e-2

-- The repairs of M, whose figures were written as w; w may be nil, where they are to be had from M.
local function search(M, w, about)
    local flaw = judge(M).flaw
    if flaw == "sound" then return finished({}, {}, {}, "There is nothing to mend: a body can have this inertia.") end
    if flaw == "not_finite" then
        return finished({}, {}, {}, "Numbers that are not finite cannot be mended; they must be given anew.")
    end
    w = w or read(M, about)
    if flaw == "massless" then
        local nothing = {kind = "nearest", edit = "all ten numbers zero", why = "a body without mass has no inertia", change = 1,
            inertia = SpatialInertia.zero(), values = changes_of(SpatialInertia.zero(), w, about)}
        return finished({nothing}, {}, w, "No single slip explains these numbers: only its mass, given, would mend it.")
    end
    local slips, list = explanations(M, w, about), {}
    nearest(list, M, w, about)
    local unclear = #slips == 0 or slips[2] and slips[2].rank == 1
    local slight = list[1] and list[1].change < (unclear and ROUGH or ROUNDING) and table.remove(list, 1)
    table.move(list, 1, #list, #slips + 1)
    table.move(slips, 1, #slips, 1, list)
    local sentence = summary(slips)
    if slight then
        table.insert(list, 1, slight)
        sentence = ("The smallest repair changes the tensor by %s only, which rough figures explain. %s"):format(percent(slight.change),
            sentence)
    end
    return finished(list, slips, w, sentence)
end

function repairs.of(M, options)
    if core.type(M) ~= "SpatialInertia" then arguments.at("repairs", 0):expected("SpatialInertia", M) end
    local about = "com"
    if options ~= nil then
        local place = arguments.at("repairs", 1)
        options = place:options(options, OPTIONS)
        if options.about ~= nil then about = place:field("about"):word(options.about, ABOUT) end
    end
    return search(M, nil, about)
end

-- The same for one who knows the figures that M was made from, to the last digit: {mass =, x =, y =, z =, ixx =, ...}, the
-- tensor about the com.
function repairs.of_figures(M, w) return search(M, w, "com") end

return repairs
