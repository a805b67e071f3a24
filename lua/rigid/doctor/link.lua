-- What is wrong with the inertia of one link, from all that the link has: its figures as typed, its own shapes and meshes, and what
-- the robot around it says of units. First it is looked at (`look`), then, when all links have been, findings are written: the cause
-- first, and what follows from a cause is marked (`consequence`) or left out. A finding may have, besides the fields of all,
--   cause, causes = words of a closed list; certain; digits = typed digits that the explanation reproduces; values, fix = the
--   figures that were meant, as numbers and as text in as many digits as the file uses; manner = equal for equal causes
local com = require "rigid.doctor.com"
local facts = require "rigid.doctor.facts"
local figures = require "rigid.doctor.figures"
local finding = require "rigid.finding"
local forensic = require "rigid.doctor.forensic"
local formulas = require "rigid.doctor.formulas"
local geometry = require "rigid.doctor.geometry"
local impossible = require "rigid.doctor.impossible"
local meant = require "rigid.doctor.meant"
local resolve = require "rigid.mesh.resolve"
local rules = require "rigid.doctor.rules"
local shapes = require "rigid.doctor.shapes"
local sizes = require "rigid.doctor.sizes"
local symptoms = require "rigid.doctor.symptoms"

local add, exact = finding.add, figures.exact
local max, Vec3 = math.max, require("rigid.core").Vec3
local NAMES <const>, put = figures.TENSOR, meant.put

local link = {}

-- ---- looking --------------------------------------------------------------------------------------------------------

-- meshes: a table that keeps what was read of meshes from link to link.
local function against_geometry(one, meshes)
    local record = one.record
    local drawn = {visuals = shapes.whole(record.visuals), collisions = shapes.whole(record.collisions)}
    if not next(drawn) then return nil end
    return geometry.of_link(one.inertia, drawn, {directory = resolve.directory_of(record.source), meshes = meshes})
end

local THOUSAND <const> = {300, 3000}
local LIGHTEST <const>, DENSEST <const> = figures.LIGHTEST, figures.DENSEST
local VAST <const>, MINUTE <const> = 10, 0.02 -- metres: larger, or smaller, than links are drawn

-- Meshes a thousand times larger or smaller than the body that the figures make: {across, size, missing = which of the two}, or nil.
local function misscaled(one)
    local M, found = one.inertia, nil
    local trace = M:central_inertia():matrix():trace()
    if one.impossible or not (M:mass() > 0 and trace > 0) then return nil end
    local size = (6 * trace / M:mass()) ^ 0.5 -- the diagonal of a box of this inertia
    for _, piece in ipairs(one.facts.pieces) do
        local ratio = piece.across and piece.across / size
        local missing = ratio and ratio > THOUSAND[1] and ratio < THOUSAND[2] and piece.across > VAST
        local doubled = ratio and 1 / ratio > THOUSAND[1] and 1 / ratio < THOUSAND[2] and piece.across < MINUTE
        if not missing and not doubled then return nil end
        found = found or {role = piece.role, across = piece.across, size = size, missing = missing}
    end
    return found
end

-- Is the com of a link whose tensor is that of a shape farther from that shape than it is large, or the shape too small for any material?
local function is_astray(one)
    local piece = one.study and one.study.piece
    if not piece or piece.shape.type == "mesh" then return false end
    local size, volume = piece.shape.size, formulas.volume(piece.shape)
    local reach = size and Vec3(size):norm() / 2 or piece.shape.radius + (piece.shape.length or 0) / 2
    return (one.inertia:com() - piece.placement:position()):norm() > reach or volume and volume > 0 and one.inertia:mass() / volume > DENSEST
end

-- Of what speaks against a link that fits its shape, that which says where it is and what it is made of.
local function of_place(drawn)
    local list = finding.list "nothing found"
    if drawn then list.region = drawn.region end
    for _, found in ipairs(drawn or {}) do
        if found.code == "com_outside" or found.code == "density" and found.value > found.limit then list[#list + 1] = found end
    end
    return drawn and list
end

-- Fill in what is known of a link: base and drawn (findings), facts, study, symptom, region, fits, explained, doubtful, impossible, rounded.
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
    one.symptom = known and not one.study and symptoms.of(known.w, one.impossible and place ~= nil) or nil
    if with_geometry and known and not one.study and facts.add_meshes(known, record, {directory = resolve.directory_of(record.source), meshes = meshes}) then
        one.misscaled = misscaled(one)
        if one.misscaled then return end
        one.study = forensic.study(known)
        one.fits, one.explained = one.study and one.study.fits, one.study and not one.study.fits
        if one.study then one.symptom = nil end
    end
    one.rounded = known and one.impossible and not one.explained and impossible.rounded(one) or nil
    if one.rounded then one.fits, one.symptom = true, nil end
    if with_geometry and (not one.fits or is_astray(one)) then one.drawn = against_geometry(one, meshes) end
    if one.fits then one.drawn = of_place(one.drawn) end
    one.region = one.drawn and one.drawn.region
    one.doubtful = #one.base > 0 or one.drawn and #one.drawn > 0
end

-- ---- findings of each kind ------------------------------------------------------------------------------------------

local function severity_of(one) return one.impossible and "error" or "warning" end

-- "about its corner, y and z exchanged", "with y and z exchanged".
local function joined(words)
    local bare = words[1]:find "^about " or words[1]:find "^in "
    return (bare and "" or "with ") .. table.concat(words, ", ")
end

-- Is it a unit, or a point off?
local function is_unit(unit) return unit[2]:find("another unit, ", 1, true) ~= 1 end

-- Whether it is the mass or the tensor that is in another unit: the density of the shape tells.
local function unit_cause(one, study)
    local unit, density = study.unit, one.facts.mass / (study.piece.volume or formulas.volume(study.piece.shape) or math.huge)
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
    local slipped = not is_unit(unit)
    return slipped and "decimal_point" or "tensor_unit", slipped and unit[2]:gsub("another unit, ", "") or ("the tensor is in %s"):format(unit[2]), values
end

local function formula_words(study)
    local piece, formula = study.piece, study.formula
    local own = formulas.name(piece.shape)
    local kind = formula.name:gsub("^an? ", "")
    return own:find(kind, 1, true) == 1 and own or ("%s (as %s)"):format(own, formula.name)
end

-- Does the mass fit the shape? Then the tensor is what is wrong.
local function fills(mass, piece)
    local volume = piece.volume or formulas.volume(piece.shape)
    local density = volume and volume > 0 and mass / volume
    return density and density >= LIGHTEST and density <= DENSEST
end

-- Is it the tensor for certain that is in another unit? A mass so many times too small would show the same.
local function is_of_tensor(one, study)
    return fills(one.facts.mass, study.piece) and not fills(one.facts.mass * study.factor, study.piece)
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
        sentence = ("its six figures are those of its %s %s%s%s (%d digits)"):format(study.piece.role, formula_words(study),
            words[1]:find "^about" and " " or ", ", joined(words), study.digits)
    end
    local found = add(list, severity_of(one), rules.of_cause[cause] or cause, "digits that agree", study.digits, nil, nil, "", "%s", sentence)
    found.cause, found.causes, found.digits = cause, only_unit and {cause} or study.causes, study.digits
    local subject = (only_unit or cause == "entry_copied" or cause == "decimal_point") and "" or "tensor "
    local said = subject == "" and words[1] or joined {words[1]}
    found.headline = table.concat({subject .. said, table.unpack(words, 2)}, ", ")
    found.brief = #words > 1 and ("%s%s, and %d more slip%s"):format(subject, said, #words - 1, #words > 2 and "s" or "") or nil
    found.certain = study.certain and (not study.unit or cause == "mass_unit" or is_unit(study.unit) and cause == "file_units" or is_of_tensor(one, study))
    found.why = #words > 1 and table.concat(words, ", ", 2) or nil
    found.manner = ("%s|%s|%s|%s"):format(cause, table.concat(words, ","), study.formula.name, study.piece.role)
    put(found, one.facts, values, only_unit)
end

local function symptom_finding(list, one)
    local s = one.symptom
    local found = add(list, severity_of(one), s.code or s.cause, "figures that agree", s.digits, nil, nil, "", "%s", s.sentence)
    found.cause, found.certain, found.digits, found.headline = s.cause, false, s.digits, s.headline
    found.manner = s.headline
end

local function scale_finding(list, one, scaled)
    local known, values = one.facts, {}
    local severity = severity_of(one)
    local many = #scaled.all > 1 and (", as of %d links of this file"):format(#scaled.all) or ""
    local factor = max(scaled.mass, scaled.com, scaled.tensor)
    if factor == 1 then factor = math.min(scaled.mass, scaled.com, scaled.tensor) end
    local found = add(list, severity, "units", "figures over what they should be", factor, nil, nil, "",
        "%s%s: divided by %s they are plausible for a link", scaled.told, many, exact(factor))
    found.cause, found.certain, found.manner, found.headline = scaled.cause, false, "units|" .. scaled.told, scaled.told .. many
    found.brief = scaled.told
    if not known then return end
    if scaled.mass ~= 1 then values.mass = known.mass_figure.value / scaled.mass end
    if scaled.tensor ~= 1 then
        for i, name in ipairs(NAMES) do values[name] = known.w[i].value / scaled.tensor end
    end
    if scaled.com ~= 1 then
        for k, name in ipairs {"x", "y", "z"} do values[name] = known.com_link[k] / scaled.com end
    end
    put(found, known, values, true)
end

local function mesh_scale_finding(list, one)
    local s = one.misscaled
    local found = add(list, "warning", "mesh_scale", "diagonal of the mesh", s.across, s.size, s.missing and s.size - s.across or s.across - s.size, "m",
        "its %s is %.3g m across, and its inertia that of a body of %.3g m: %s", s.role, s.across, s.size, s.missing
        and "a mesh drawn in mm needs scale=\"0.001 0.001 0.001\"" or "it is scaled by 0.001 twice, here and where it was drawn")
    found.cause, found.certain, found.manner = "mesh_scale", false, s.missing and "mesh_scale missing" or "mesh_scale twice"
    found.headline = s.missing and "its mesh is 1000 times too large: no scale 0.001" or "its mesh is 1000 times too small: scaled twice"
end

-- Is it round sizes, too, that the tensor has in the unit which the mass and the robot speak for?
local function is_round_in(one, factor)
    local w = {}
    for i = 1, 6 do w[i] = setmetatable({value = one.facts.w[i].value / factor, within = one.facts.w[i].within / factor}, {__index = one.facts.w[i]}) end
    return sizes.of(setmetatable({w = w}, {__index = one.facts})) ~= nil
end

-- A tensor that was computed of a solid which the mass cannot fill: a length with its point off, or the shape of another link.
local function solid_finding(list, one, scaled)
    local solid = one.facts and not one.study and not one.impossible and sizes.of(one.facts)
    local density = solid and one.facts.mass / formulas.volume(solid.shape)
    if solid and scaled and scaled.tensor ~= 1 and is_round_in(one, scaled.tensor) then return end
    if not solid or density >= LIGHTEST and density <= DENSEST then return end
    local found = add(list, "warning", "size", "density of that solid", density, density < LIGHTEST and LIGHTEST or DENSEST, density < LIGHTEST
        and density - LIGHTEST or DENSEST - density, "kg/m³", "its six figures are those of a %s (%d digits), of which %s kg would have %.3g kg/m³",
        solid.words, solid.digits, exact(one.facts.mass), density)
    found.cause, found.certain, found.manner, found.digits = "size", false, "size of a solid", solid.digits
    found.headline, found.brief = ("tensor of a %s, which has %.3g kg/m³"):format(solid.words, density), ("tensor of a solid of %.3g kg/m³"):format(density)
end

-- ---- all of a link --------------------------------------------------------------------------------------------------

local CAUSES <const> = {
    about_origin = "about_origin", identity = "identity", placeholder = "placeholder", density = "density",
    axes_permuted = "axes_exchanged", products_flipped = "product_sign",
}

-- What is only guessed from the inertia alone, and is refuted by a geometry that has nothing against it.
local GUESSED <const> = {about_origin = true, units = true}

-- Findings that all say how the mass is spread: the first of them is enough.
local SPREAD <const> = {
    identity = 1, placeholder = 1, about_origin = 1, axes_permuted = 1, products_flipped = 1, inertia_ratio = 1,
    gyration = 1, ellipsoid = 1, minimum_length = 1, units = 1,
}

-- What the first line of a report says of findings that have a figure worth it.
local HEADLINES <const> = {
    com_outside = function(f) return ("com %.3g m outside of its geometry"):format(f.value) end,
    density = function(f) return ("%.3g kg/m³ for its geometry"):format(f.value) end,
    gyration = function(f) return ("inertia too large: %.3g m, not %.3g m"):format(f.value, f.limit) end,
    inertia_ratio = function(f) return ("tensor %.3g times that of its geometry"):format(f.value) end,
    minimum_length = function(f) return ("inertia too large: %.3g m, not %.3g m"):format(f.value, f.limit) end,
    units = function(f) return f.value > f.limit and ("tensor too small: %.3g kg/m³ or more"):format(f.value)
        or ("tensor too large: %.3g kg/m³"):format(f.value) end,
    about_origin = function() return "tensor about the origin, not the com?" end,
    placeholder = function(f) return ("three moments of %.6g: a placeholder"):format(f.value) end,
}

local function take(list, one, found)
    found.cause = found.cause or CAUSES[found.code]
    if HEADLINES[found.code] then found.headline, found.manner = HEADLINES[found.code](found), found.manner or found.code end
    found.certain = found.certain or false
    if found.code == "com_outside" and not found.cause then com.mirrored(found, one) end
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
    found.headline = ("a box of %.3g m in a robot of %.3g m"):format(longest, extent)
end

local UNLIKE <const> = 1.5 -- times the least moment of a shape: it is no ball and no cube

-- Three times one power of ten, of what is drawn as no ball and no cube: typed for want of a tensor.
local function made_up_finding(list, one)
    local known = one.facts
    if one.impossible or not known or #known.pieces == 0 then return end
    local w = known.w
    for i = 2, 6 do
        if w[i].value ~= (i <= 3 and w[1].value or 0) then return end
    end
    if not figures.is_power_of_ten(w[1].value) then return end
    for _, piece in ipairs(known.pieces) do
        local right = forensic.meant(known, piece)
        if max(right.ixx, right.iyy, right.izz) < UNLIKE * math.min(right.ixx, right.iyy, right.izz) then return end
    end
    take(list, one, add(finding.list "", "warning", "placeholder", "tensor about the com", w[1].value, nil, nil, "kg m²",
        "all three moments are %s kg m² and all products zero, which is a ball's or a cube's, and its %s is neither: it looks like a placeholder",
        exact(w[1].value), formulas.name(known.pieces[1].shape)))
end

-- The findings of a link that was looked at; scaled: what scales.find has of it, or nil.
function link.findings(one, scaled, extent)
    local list = finding.list "nothing found"
    if one.misscaled then
        mesh_scale_finding(list, one)
        return list
    end
    if one.rounded then
        impossible.rounded_finding(list, one)
        return list
    end
    local slip = one.impossible and not one.explained and impossible.confirmed_slip(one)
    if one.explained then formula_finding(list, one)
    elseif one.symptom and not slip then symptom_finding(list, one)
    elseif one.no_mass and one.base[1] and one.base[1].code == "massless" then missing_mass(list) end
    if #list == 0 and not (scaled and #scaled.all > 1) then solid_finding(list, one, scaled) end
    if scaled and #list == 0 and not one.impossible then scale_finding(list, one, scaled) end
    local told = #list > 0
    if one.study and one.facts and not scaled then
        local units = list[1] and list[1].cause == "file_units" and list[1]
        if com.finding(list, one) and units and list[2].cause == "length_unit" then com.merge(units, table.remove(list)) end
    end
    add_errors(list, one)
    if one.impossible and not told then impossible.slip_finding(list, one, slip) end
    if one.fits and #list == 0 then
        for _, found in ipairs(one.drawn or {}) do take(list, one, found) end
    elseif not told and not one.fits then -- else nothing more is to be said of how the mass is spread
        local said = {}
        local drawn = one.drawn or {}
        for _, found in ipairs(drawn) do said[found.code] = true end
        local refuting = #drawn == 0 and one.drawn ~= nil
        if not said.placeholder and not scaled then made_up_finding(list, one) end
        for _, found in ipairs(one.base) do
            local repeated = said[found.code] or list[1] and list[1].code == found.code
            if found.severity ~= "error" and not repeated and not (refuting and GUESSED[found.code]) then take(list, one, found) end
        end
        for _, found in ipairs(drawn) do take(list, one, found) end
        size_finding(list, one, extent)
    end
    if list[1] and list[1].severity ~= "note" and (list[1].severity == "error" or SPREAD[list[1].code]) then meant.offer(list[1], one) end
    return list
end

return link
