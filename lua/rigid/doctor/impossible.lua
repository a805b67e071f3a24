-- What is said of a link that no body can be, where no formula of its shapes makes its figures: the slip of a pen without which
-- they are a body's, if one is known. A slip is certain where the shapes then fit to the typed digits, where the link on the other side of
-- the robot is the body that it leads to, or where it is the only one, no other key makes the figures a body's, and the shapes do not contradict it.
local figures = require "rigid.doctor.figures"
local finding = require "rigid.finding"
local forensic = require "rigid.doctor.forensic"
local formulas = require "rigid.doctor.formulas"
local meant = require "rigid.doctor.meant"
local mistyped = require "rigid.doctor.mistyped"
local region = require "rigid.doctor.region"
local repairs = require "rigid.doctor.repairs"
local rules = require "rigid.doctor.rules"
local shapes = require "rigid.doctor.shapes"
local twins = require "rigid.doctor.twins"

local abs, max = math.abs, math.max
local judge = debug.getmetatable(require "rigid.core").inner.doctor.judge
local NAMES <const> = figures.TENSOR

local impossible = {}

local CAUSE_OF <const> = {power = "decimal_point", order = "tensor_order", unit = "tensor_unit", scale = "tensor_unit", point = "about_origin"}

-- The cause of a repair, in the words of the closed list; nil where it explains nothing.
local function cause_of(repair)
    if repair.kind == "sign" or repair.kind == "signs" then
        for name in pairs(repair.values) do
            if name == "ixy" or name == "ixz" or name == "iyz" then return "product_sign" end
        end
        return nil
    end
    if repair.kind == "swap" then
        local moments = 0
        for name in pairs(repair.values) do moments = moments + ((name == "ixx" or name == "iyy" or name == "izz") and 1 or 0) end
        return moments == 2 and "axes_exchanged" or "tensor_order"
    end
    return CAUSE_OF[repair.kind]
end

-- The facts with the figures of a repair in the place of those that were typed.
local function with_repair(known, repair)
    local w = {}
    for i, name in ipairs(NAMES) do
        local value, before = repair.values[name], known.w[i]
        w[i] = value and {value = value, digits = before.digits, within = 2 * abs(value) * 10 ^ -before.digits} or before
    end
    return setmetatable({w = w}, {__index = known})
end

-- The repairs of what cannot exist, and the figures that they are of.
local function repairs_of(one)
    local known = one.facts
    if not known or one.inertia:mass() <= 0 then return nil end
    if not one.repairs then
        local w = {mass = known.mass, x = known.com[1], y = known.com[2], z = known.com[3]}
        one.texts = {}
        for i, name in ipairs(NAMES) do w[name], one.texts[name] = known.w[i].value, known.w[i].text end
        one.repairs, one.written = repairs.of_figures(figures.body_of(w, "com"), w, one.texts), w
    end
    return one.repairs
end

-- The slip without which the figures are those of the link's own shapes: {repair, digits}, or nil.
function impossible.confirmed_slip(one)
    if not one.facts or #one.facts.pieces == 0 then return nil end
    for _, repair in ipairs(repairs_of(one) or {}) do
        if repair.rank and not repair.values.mass then
            local study = forensic.study(with_repair(one.facts, repair))
            if study and study.fits then return {repair = repair, digits = study.digits} end
        end
    end
    return nil
end

local FEW <const>, MANY <const>, DUST <const> = 3, 5, 1e-5 -- digits; of the trace: products that are rounding

-- Is the tensor of a shape all six figures, to the last digit that was typed of them and of the mass? Fewer digits are rounded, and not cut off.
local function is_typed(known, piece)
    local right, mass = forensic.meant(known, piece), known.mass_figure
    local of_mass, trace = mass.digits >= FEW and mass.within / known.mass or 0, right.ixx + right.iyy + right.izz
    for k, name in ipairs(NAMES) do
        local figure = known.w[k]
        local within = figure.within * (figure.digits < FEW and 0.5 or 1) + of_mass * abs(right[name]) + (k > 3 and DUST * trace or 0)
        if abs(figure.value - right[name]) > within then return false end
    end
    return true
end

-- By no more than the last digit of its moments, of which there are many, a body?
local function is_flat(one)
    local w, spread = one.facts.w, judge(one.inertia).spread
    return math.min(w[1].digits, w[2].digits, w[3].digits) >= MANY and spread.y >= 0 and -spread.x <= 0.75 * max(w[1].within, w[2].within, w[3].within)
end

-- Whether the figures of what cannot exist are only rounded: what is thin may then be what no body has. {piece = that of the link's own shapes whose
-- tensor they are, or nil}; nil where they are not.
function impossible.rounded(one)
    local known = one.facts
    if not known.place then return nil end
    for _, piece in ipairs(known.pieces) do
        if not (piece.unturned or piece.turned_again) and is_typed(known, piece) then return {piece = piece} end
    end
    return is_flat(one) and {} or nil
end

local MOST <const> = 15 -- digits that are written

-- The figures that were meant in as few digits as a body has them, six or more.
local function spelled(known, values)
    local w, fix = {mass = known.mass, x = 0, y = 0, z = 0}, {}
    for digits = 6, MOST do
        for name, value in pairs(values) do
            fix[name] = ("%%.%dg"):format(digits):format(value)
            w[name] = tonumber(fix[name])
        end
        if figures.body_of(w, "com"):is_physically_valid() then break end
    end
    return fix
end

-- What is told of such figures: that the strict answer is no, by how much, and why it is told as a suspicion all the same.
function impossible.rounded_finding(list, one)
    local piece, least, moments = one.rounded.piece, math.huge, judge(one.inertia).moments
    for k = 1, 3 do least = math.min(least, one.facts.w[k].digits) end
    local excess = moments.z - moments.x - moments.y
    local found = finding.add(list, "suspicion", "rounded", "digits that agree", least, nil, nil, "",
        "is_physically_valid() is false, by %.3g kg m², the last of its digits; simulators may refuse it, and more digits would do; %s", excess,
        piece and ("its six figures are those of its %s %s, rounded"):format(piece.role, formulas.name(piece.shape))
            or "its moments are those of something flat, rounded")
    found.certain, found.digits, found.manner = false, least, "rounded"
    found.headline = ("impossible by %.1g kg m², by its rounding alone"):format(excess)
    if not piece then return end
    found.values = forensic.meant(one.facts, piece)
    found.fix = spelled(one.facts, found.values)
end

local TELLING <const> = 4 -- digits that two links do not share by chance

local APART <const> = 10 -- times the tensor of the same mass filling the shapes

-- Are the figures of a repair far from what the link's own shapes, each role taken whole, can be?
local function is_contradicted(one, repair)
    if #one.facts.pieces == 0 then return false end
    local trace, compared = repair.inertia:central_inertia():matrix():trace(), false
    for _, role in ipairs {"collisions", "visuals"} do
        local list = shapes.whole(one.record[role])
        local r = list and region.of(list, {})
        local filled = r and #r.missing == 0 and region.filled(r, repair.inertia:mass())
        if filled then
            local ratio = trace / filled:central_inertia():matrix():trace()
            if ratio < APART and ratio > 1 / APART then return false end
            compared = true
        end
    end
    return compared
end

-- The point off without which the moments are those of the link on the other side of the robot, and no other slip or key has them so; nil where there is none.
local function twin_slip(one, all)
    local mate, found = one.mate, nil
    if not mate or one.facts.place and one.facts.place.R then return nil end
    local function is_mate(body) return twins.are_alike(mate, body) end
    for _, repair in ipairs(all) do
        if repair.kind == "power" and is_mate(repair.inertia) then
            if found then return nil end
            found = repair
        end
    end
    return found and not mistyped.explains(one.written, "com", one.texts, is_mate) and found or nil
end

-- Has a link the figure, with as many digits as tell?
local function has(link, figure)
    for _, other in ipairs(link.facts and link.facts.w or {}) do
        local within = max(other.within, figure.within)
        if other.digits >= TELLING and abs(abs(other.value) - abs(figure.value)) <= within then return true end
    end
    return false
end

-- Does a link that can exist have the figure that a repair changes, or one of those that it leaves, but not all? Then that may
-- have been taken from there. Who has all of them is the same part on the other side.
local function is_borrowed(one, repair)
    for _, link in ipairs(one.beside) do
        local left, shared = 0, 0
        for i, name in ipairs(link.impossible and {} or NAMES) do
            local figure, value = one.facts.w[i], repair.values[name]
            local changed = value and value ~= figure.value
            if figure.digits >= TELLING then
                local there = has(link, figure)
                if there and changed then return true end
                if not changed then left, shared = left + 1, shared + (there and 1 or 0) end
            end
        end
        if shared > 0 and shared < left then return true end
    end
    return false
end

-- Do the shapes of the link give the five other figures, and another one for that which a repair changes?
local function is_refuted(one, repair)
    for _, piece in ipairs(one.facts.pieces) do
        local right, agree, differ = forensic.meant(one.facts, piece), true, false
        for i, name in ipairs(NAMES) do
            local figure, changed = one.facts.w[i], repair.values[name]
            local off = abs((changed or figure.value) - right[name])
            local within = 2 * figure.within + 1e-3 * abs(right[name])
            if not changed then agree = agree and off <= within else differ = differ or off > within end
        end
        if agree and differ then return true end
    end
    return false
end

-- What one slip explains: said with the first of the errors.
function impossible.slip_finding(list, one, slip)
    local first, all = list[1], repairs_of(one)
    if not first or not all then return end
    local likeliest
    for _, repair in ipairs(all) do likeliest = likeliest or repair.rank and repair or nil end
    local of_twin = not slip and twin_slip(one, all)
    all.certain = (of_twin ~= nil and of_twin == likeliest or all.certain) and not is_contradicted(one, likeliest)
        and not is_refuted(one, likeliest) and not is_borrowed(one, likeliest)
    local chosen = slip and slip.repair or all.certain and likeliest or nil
    first.repairs = all
    first.slips, first.certain, first.digits = all.slips, chosen ~= nil, slip and slip.digits or nil
    first.cause = (chosen or likeliest) and cause_of(chosen or likeliest) or nil
    first.headline = chosen and ("%s, the one slip that explains it"):format(chosen.edit) or all.slips == 0 and "cannot exist; no single slip explains it"
        or all.slips == 1 and ("cannot exist; perhaps %s"):format(likeliest.edit)
        or ("cannot exist; not known why (%d slips fit)"):format(all.slips)
    local rule = first.cause and rules.by_code[first.cause]
    first.brief = chosen and rule and rule.headline or all.slips == 1 and "cannot exist; one slip fits" or nil
    if not chosen then return end
    first.edit, first.why = chosen.edit, chosen.why
    if slip then first.sentence = ("with that it is its %s to %d digits; %s"):format(one.facts.pieces[1].role, slip.digits, first.sentence) end
    local values = {}
    for name, value in pairs(chosen.values) do
        if value ~= one.written[name] then values[name] = value end
    end
    meant.put(first, one.facts, values, true)
end

return impossible
