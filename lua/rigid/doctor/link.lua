-- What is wrong with the inertia of one link, from all that the link has: its figures as typed, its own shapes and meshes, and what
-- the robot around it says of units. First it is looked at (`look`), then, when all links have been, findings are written: the cause
-- first, and what follows from a cause is marked (`consequence`) or left out. A finding may have, besides the fields of all,
--   cause, causes = words of a closed list; certain; digits = typed digits that the explanation reproduces; values, fix = the
--   figures that were meant, as numbers and as text in as many digits as the file uses; manner = equal for equal causes
-- One file, though long: what is said of a link hangs together, and who says what first is its order.
local core = require "rigid.core"
local facts = require "rigid.doctor.facts"
local figures = require "rigid.doctor.figures"
local finding = require "rigid.finding"
local forensic = require "rigid.doctor.forensic"
local formulas = require "rigid.doctor.formulas"
local geometry = require "rigid.doctor.geometry"
local region = require "rigid.doctor.region"
local repairs = require "rigid.doctor.repairs"
local shapes = require "rigid.doctor.shapes"
local symptoms = require "rigid.doctor.symptoms"

local add, exact = finding.add, figures.exact
local abs, max, min = math.abs, math.max, math.min
local NAMES <const> = forensic.NAMES

local link = {}

-- ---- looking --------------------------------------------------------------------------------------------------------

local function directory_of(source)
    local file = source and source.file
    return type(file) == "string" and (file:match "^(.*/)[^/]*$" or "./") or nil
end

-- meshes: a table that keeps what was read of meshes from link to link.
local function against_geometry(one, meshes)
    local record = one.record
    local drawn = {visuals = shapes.whole(record.visuals), collisions = shapes.whole(record.collisions)}
    if not next(drawn) then return nil end
    return geometry.of_link(one.inertia, drawn, {directory = directory_of(record.source), meshes = meshes})
end

-- Fill in what is known of a link: base and drawn (findings), facts, study, symptom, region, fits, explained, doubtful, impossible.
-- place: where its figures stand in the text, or nil; meshes: what is kept from link to link.
function link.look(one, with_geometry, place, meshes)
    local M, record = one.inertia, one.record
    one.base = M:diagnose()
    for _, found in ipairs(one.base) do
        one.impossible = one.impossible or found.severity == "error"
        one.guessed = one.guessed or found.code == "identity" or found.code == "placeholder"
    end
    if record.lumped then return end
    local known = facts.of({inertia = M, record = with_geometry and record or {placement = record.placement, parent = record.parent}}, place)
    one.facts = known
    one.study = known and #known.pieces > 0 and forensic.study(known) or nil
    one.fits = one.study and one.study.fits
    one.explained = one.study and not one.study.fits
    one.symptom = known and not one.study and symptoms.of(known.w) or nil
    if with_geometry and not one.fits then one.drawn = against_geometry(one, meshes) end
    one.region = one.drawn and one.drawn.region
    one.doubtful = #one.base > 0 or one.drawn and #one.drawn > 0
end

-- ---- what was meant, as text ----------------------------------------------------------------------------------------

local LEAST <const>, MOST <const> = 3, 15 -- digits that are written

-- A number in so many digits, plainly where that is short.
function link.spelled(x, digits)
    if x == 0 then return "0" end
    local text = ("%%.%dg"):format(min(max(digits, LEAST), MOST)):format(x)
    return text
end

local function index_of(name)
    for i, other in ipairs(NAMES) do
        if other == name then return i end
    end
end

-- Put the figures that were meant to a finding. own: each in as many digits as it was typed with, else in as many as the longest.
local function meant(found, known, values, own)
    local most = 0
    for i = 1, 6 do most = max(most, known.w[i].digits) end
    found.values, found.fix = {}, {}
    for name, value in pairs(values) do
        local i = index_of(name)
        local before = i and known.w[i] or name == "mass" and known.mass_figure or nil
        if not before or abs(before.value - value) > before.within then
            found.values[name] = value
            found.fix[name] = link.spelled(value, own and before and before.digits or most)
        end
    end
end

-- ---- findings of each kind ------------------------------------------------------------------------------------------

local function severity_of(one) return one.impossible and "error" or "warning" end

local CODES <const> = {tensor_unit = "units", mass_unit = "units", length_unit = "units", file_units = "units"}

local DENSEST <const> = 25000 -- kg/m³

-- Whether it is the mass or the tensor that is in another unit: the density of the shape tells.
local function unit_cause(one, study)
    local unit, density = study.unit, one.facts.mass / (formulas.volume(study.piece.shape) or math.huge)
    if unit[3] and (unit[3] ~= "g" and unit[3] ~= "mg" or density > DENSEST) then
        return "mass_unit", ("the mass is in %s"):format(unit[3]), {mass = one.facts.mass * study.factor}
    end
    if density > DENSEST and density / 1000 < DENSEST then
        local values = {mass = one.facts.mass / 1000}
        for i, name in ipairs(NAMES) do values[name] = one.facts.w[i].value / (1000 * study.factor) end
        return "file_units", ("mass and tensor are in g and %s"):format(study.factor == 1e6 and "g mm²" or study.factor == 1e4 and "g cm²"
            or "another unit"), values
    end
    local values = {}
    for i, name in ipairs(NAMES) do values[name] = one.facts.w[i].value / study.factor end
    local slipped = unit[2]:find("another unit, ", 1, true) == 1
    return slipped and "decimal_point" or "tensor_unit", slipped and unit[2]:gsub("another unit, ", "") or ("the tensor is in %s"):format(unit[2]), values
end

local function formula_words(study)
    local piece, formula = study.piece, study.formula
    local own = formulas.name(piece.shape)
    local kind = formula.name:gsub("^an? ", "")
    return own:find(kind, 1, true) == 1 and own or ("%s (as %s)"):format(own, formula.name)
end

-- The finding of a formula that makes the figures.
local function formula_finding(list, one)
    local study = one.study
    local cause, words, values = study.cause, study.words, study.values
    local only_unit = study.unit and #study.causes == 1
    local sentence
    if only_unit then
        local told
        cause, told, values = unit_cause(one, study)
        sentence = ("%s: divided by %s its figures are those of its %s %s (%d digits)"):format(told, exact(study.factor), study.piece.role,
            formula_words(study), study.digits)
        if cause == "mass_unit" then
            sentence = ("%s: its figures are those of %s kg in its %s %s (%d digits)"):format(told, exact(values.mass), study.piece.role,
                formula_words(study), study.digits)
        end
        words = {told}
    else
        sentence = ("its six figures are those of its %s %s %s (%d digits)"):format(study.piece.role, formula_words(study), table.concat(words, ", "),
            study.digits)
    end
    local found = add(list, severity_of(one), CODES[cause] or cause, "digits that agree", study.digits, nil, nil, "", "%s", sentence)
    found.cause, found.causes, found.digits = cause, only_unit and {cause} or study.causes, study.digits
    found.headline = (only_unit or cause == "entry_copied" or cause == "decimal_point") and table.concat(words, ", ") or "tensor "
        .. table.concat(words, ", ")
    found.certain = study.certain
    found.manner = ("%s|%s|%s|%s"):format(cause, table.concat(words, ","), study.formula.name, study.piece.role)
    meant(found, one.facts, values, only_unit)
end

local function symptom_finding(list, one)
    local s = one.symptom
    local found = add(list, severity_of(one), s.cause, "figures that agree", s.digits, nil, nil, "", "%s", s.sentence)
    found.cause, found.certain, found.digits, found.headline = s.cause, false, s.digits, s.headline
    found.manner = s.cause
end

-- Findings that all say how the mass is spread: the first of them is enough.
local SPREAD <const> = {
    identity = 1, placeholder = 1, about_origin = 1, axes_permuted = 1, products_flipped = 1, inertia_ratio = 1,
    gyration = 1, ellipsoid = 1, minimum_length = 1, units = 1,
}

-- The figures of the link's own shapes, for one who knows no better: the first of them, filled with the mass.
local function offer(found, one)
    local piece = one.facts and one.facts.pieces[1]
    if not piece or found.fix or found.severity ~= "error" and not SPREAD[found.code] then return end
    found.offer = {of = ("its %s %s"):format(piece.role, formulas.name(piece.shape)), fix = {}}
    for name, value in pairs(forensic.meant(one.facts, piece)) do found.offer.fix[name] = link.spelled(value, 4) end
end

local function scale_finding(list, one, scaled)
    local known, values = one.facts, {}
    local severity = severity_of(one)
    local many = #scaled.all > 1 and (", as of %d links of this file"):format(#scaled.all) or ""
    local found = add(list, severity, "units", "figures over what they should be", max(scaled.mass, scaled.com, scaled.tensor), nil, nil, "",
        "%s%s: divided by %s they are a link's", scaled.told, many, exact(max(scaled.mass, scaled.com, scaled.tensor)))
    found.cause, found.certain, found.manner, found.headline = scaled.cause, false, "units|" .. scaled.told, scaled.told .. many
    if not known then return end
    if scaled.mass ~= 1 then values.mass = known.mass_figure.value / scaled.mass end
    if scaled.tensor ~= 1 then
        for i, name in ipairs(NAMES) do values[name] = known.w[i].value / scaled.tensor end
    end
    if scaled.com ~= 1 then
        for k, name in ipairs {"x", "y", "z"} do values[name] = known.com_link[k] / scaled.com end
    end
    meant(found, known, values, true)
end

-- ---- the com --------------------------------------------------------------------------------------------------------

local AXES <const> = {"x", "y", "z"}
local NEAR <const> = 1e-4 -- relative: a com that was typed from the same drawing

-- A com that is the middle of the shape but for signs, or in another unit.
local function com_finding(list, one)
    local c, p = one.facts.com_link, one.study.piece.placement:position()
    local size = p:norm()
    if size == 0 or c:norm() == 0 then return end
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
            local told = factor ~= 1 and ("the com is in %s: it is the middle of its %s, %s times as far"):format(unit, one.study.piece.role, exact(factor))
                or ("%s of the com has the other sign: it is the middle of its %s but for that"):format(table.concat(signs, " and "), one.study.piece.role)
            local found = add(list, "warning", cause == "com_sign" and cause or "units", "distance of the com from the middle", (c - p):norm(), 0.0,
                -(c - p):norm(), "m", "%s", told)
            found.cause, found.certain, found.manner = cause, factor ~= 1 or one.fits, cause .. "|" .. told
            found.headline = told:match "^[^:]*"
            meant(found, one.facts, {x = p.x, y = p.y, z = p.z})
            return true
        end
    end
end

-- One cause: mass, tensor and com.
local function merge(units, com)
    units.headline = ("%s, %s"):format(units.headline, com.headline)
    units.manner = units.headline
    for name, value in pairs(com.values) do units.values[name], units.fix[name] = value, com.fix[name] end
end

-- A com that is outside as it is, and in the middle with other signs.
local function mirrored_com(found, one)
    local r, c = one.region, one.inertia:com()
    if not r or #r.pieces == 0 then return end
    local centre, half = region.box(r)
    for k = 1, 3 do
        local other = {c.x, c.y, c.z}
        other[k] = -other[k]
        local inside = true
        for i = 1, 3 do inside = inside and abs(other[i] - centre[i]) <= half[i] end
        if inside and region.distance(r, core.Vec3(other)) == 0 then
            found.cause, found.certain, found.manner = "com_sign", false, "com_sign " .. AXES[k]
            found.sentence = ("%s; with %s of the other sign it is inside"):format(found.sentence, AXES[k])
            return
        end
    end
end

-- ---- impossible, and no formula makes it ----------------------------------------------------------------------------

local CAUSE_OF <const> = {power = "decimal_point", order = "tensor_order", unit = "tensor_unit", scale = "tensor_unit", point = "about_origin"}

-- The cause of a repair, in the words of the closed list; nil where it explains nothing.
function link.cause_of(repair)
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
        for i, name in ipairs(NAMES) do w[name] = known.w[i].value end
        one.repairs, one.written = repairs.of_figures(figures.body_of(w, "com"), w), w
    end
    return one.repairs
end

-- The slip without which the figures are those of the link's own shapes: {repair, digits}, or nil.
function link.confirmed_slip(one)
    if not one.facts or #one.facts.pieces == 0 then return nil end
    for _, repair in ipairs(repairs_of(one) or {}) do
        if repair.rank and not repair.values.mass then
            local study = forensic.study(with_repair(one.facts, repair))
            if study and study.fits then return {repair = repair, digits = study.digits} end
        end
    end
    return nil
end

-- What one slip explains: said with the first of the errors.
local function slip_finding(list, one, slip)
    local first, all = list[1], repairs_of(one)
    if not first or not all then return end
    local likeliest
    for _, repair in ipairs(all) do likeliest = likeliest or repair.rank and repair or nil end
    local chosen = slip and slip.repair or all.slips == 1 and likeliest or nil
    first.repairs = all
    first.slips, first.certain, first.digits = all.slips, chosen ~= nil, slip and slip.digits or nil
    first.cause = (chosen or likeliest) and link.cause_of(chosen or likeliest) or nil
    first.headline = chosen and ("%s, the one slip that explains it"):format(chosen.edit) or all.slips == 0 and "cannot exist; no single slip explains it"
        or ("cannot exist; not known why: %d slips would explain it"):format(all.slips)
    if not chosen then return end
    first.edit, first.why = chosen.edit, chosen.why
    if slip then first.sentence = ("then it is its %s to %d digits; %s"):format(one.facts.pieces[1].role, slip.digits, first.sentence) end
    local values = {}
    for name, value in pairs(chosen.values) do
        if value ~= one.written[name] then values[name] = value end
    end
    meant(first, one.facts, values, true)
end

-- ---- all of a link --------------------------------------------------------------------------------------------------

local CAUSES <const> = {
    about_origin = "about_origin", identity = "identity", placeholder = "placeholder", density = "density",
    axes_permuted = "axes_exchanged", products_flipped = "product_sign",
}

-- What is only guessed from the inertia alone, and is refuted by a geometry that has nothing against it.
local GUESSED <const> = {about_origin = true, units = true}

local function take(list, one, found)
    found.cause = found.cause or CAUSES[found.code]
    found.certain = found.certain or false
    if found.code == "com_outside" and not found.cause then mirrored_com(found, one) end
    for _, other in ipairs(list) do
        if SPREAD[found.code] and SPREAD[other.code] and not other.consequence then found.consequence = true end
    end
    list[#list + 1] = found
end

local function missing_mass(list)
    local found = add(list, "error", "missing_mass", "mass", nil, nil, nil, "kg", "its <inertial> has a tensor, but no <mass>: a mass must be given")
    found.cause, found.certain, found.manner = "missing_mass", false, "missing_mass"
end

-- Errors of an inertia that no body has, which follow from what is said before them.
local function add_errors(list, one)
    local explained = #list > 0
    for i, found in ipairs(one.base) do
        if found.severity == "error" then
            found.consequence = (explained or i > 1) or nil
            found.certain, found.cause = false, found.code == "massless" and not explained and "missing_mass" or found.cause
            list[#list + 1] = found
        end
    end
end

local HOLLOW <const> = 50 -- kg/m³: bodies larger than their robot are no lighter

-- A body larger than all of the robot.
local function size_finding(list, one, extent)
    local M = one.inertia
    for _, found in ipairs(list) do
        if found.severity ~= "note" then return end
    end
    if one.impossible or one.fits or not (M:mass() > 0) or not (extent > 0) then return end
    local half = M:equivalent_box()
    local longest, volume = 2 * max(half.x, half.y, half.z), 8 * half.x * half.y * half.z
    if not (longest > extent) or not (volume > 0) or M:mass() / volume > HOLLOW then return end
    local found = add(list, "warning", "size", "length of the box of the same inertia", longest, extent, extent - longest, "m",
        "its inertia is that of a box %.3g m long of %.3g kg/m³, and the joints of the whole robot are within %.3g m", longest, M:mass() / volume, extent)
    found.cause, found.certain, found.manner = "size", false, "size"
end

-- The findings of a link that was looked at; scaled: what scales.find has of it, or nil.
function link.findings(one, scaled, extent)
    local list = finding.list "nothing found"
    local slip = one.impossible and not one.explained and link.confirmed_slip(one)
    if one.explained then formula_finding(list, one)
    elseif one.symptom and not slip then symptom_finding(list, one)
    elseif one.no_mass and one.base[1] and one.base[1].code == "massless" then missing_mass(list) end
    if scaled and #list == 0 and not one.impossible then scale_finding(list, one, scaled) end
    local told = #list > 0
    if one.study and one.facts and not scaled then
        local units = list[1] and list[1].cause == "file_units" and list[1]
        if com_finding(list, one) and units and list[2].cause == "length_unit" then merge(units, table.remove(list)) end
    end
    add_errors(list, one)
    if one.impossible and not told then slip_finding(list, one, slip) end
    if not told and not one.fits then -- else nothing more is to be said of how the mass is spread
        local said = {}
        local drawn = one.drawn or {}
        for _, found in ipairs(drawn) do said[found.code] = true end
        local refuting = #drawn == 0 and one.drawn ~= nil
        for _, found in ipairs(one.base) do
            if found.severity ~= "error" and not said[found.code] and not (refuting and GUESSED[found.code]) then take(list, one, found) end
        end
        for _, found in ipairs(drawn) do take(list, one, found) end
        size_finding(list, one, extent)
    end
    if list[1] and list[1].severity ~= "note" then offer(list[1], one) end
    return list
end

return link
