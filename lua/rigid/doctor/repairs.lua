-- M:repairs(): what edit would mend an inertia that no body can have. Every slip of a pen or of a program that we know
-- is undone on the numbers as they were written (mass, com and the tensor about the com, unless told otherwise); what then
-- is a body is kept, with how likely that explanation is. After the slips stand the two repairs that explain nothing and
-- always exist: the smallest change, and the nearest body of some bulk.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local figures = require "rigid.doctor.figures"
local mistyped = require "rigid.doctor.mistyped"
local plausible = require "rigid.doctor.plausible"
local slips_of = require "rigid.doctor.slips"
local inner = debug.getmetatable(core).inner

local SpatialInertia, RotationalInertia = core.SpatialInertia, core.RotationalInertia
local judge = inner.doctor.judge
local read, changes_of, exact, body_of, edited = figures.read, figures.changes_of, figures.exact, figures.body_of, figures.edited

local repairs = {}

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
    slips_of.every(function(kind, edit, told, changes, weight, stretch)
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

-- ---- the repairs that always exist ----------------------------------------------------------------------------------

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

-- A tensor that was moved to the com twice is an explanation, but nobody's common slip: alone it is not certain.
local function is_common(slip, w) return slip.kind ~= "point" or slip.values.ixx <= w.ixx end

-- Is the only slip that is known the only one that can be? Not where a key pressed wrongly explains the figures as well.
local function is_certain(slips, w, about, texts)
    return #slips == 1 and is_common(slips[1], w) and not mistyped.explains(w, about, texts)
end

local function finished(list, slips, w, sentence, certain)
    list.slips, list.sentence, list.certain = #slips, sentence, certain or false
    for i, repair in ipairs(list) do
        list[i] = setmetatable({
            inertia = repair.inertia, edit = repair.edit, change = repair.change, kind = repair.kind, rank = repair.rank,
            values = repair.values, why = repair.why, sentence = sentence_of(repair, w),
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

-- The repairs of M, whose figures were written as w; w may be nil, where they are to be had from M. texts: by name what was typed, or nil.
local function search(M, w, about, texts)
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
    return finished(list, slips, w, sentence, is_certain(slips, w, about, texts))
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
-- tensor about the com; texts: by name what was typed, or nil.
function repairs.of_figures(M, w, texts) return search(M, w, "com", texts) end

return repairs
