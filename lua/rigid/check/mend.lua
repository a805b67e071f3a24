-- How a link is mended in the text of its file: the figures that a finding says were meant, or the doctor's repairs of what cannot
-- exist, and the places of the text that change. The text between them stays byte for byte. What is certain (one slip alone
-- explains the figures, the link's own shape makes them to the last digit, or its twin decides) is told from what is not.
local core = require "rigid.core"
local figures = require "rigid.doctor.figures"
local repairs = require "rigid.doctor.repairs"
local typed = require "rigid.doctor.typed"

local RotationalInertia, SpatialInertia = core.RotationalInertia, core.SpatialInertia

local exact, as_stored = figures.exact, figures.read

local mend = {}

local TENSOR <const> = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}
local NAMES <const> = {"mass", "x", "y", "z", table.unpack(TENSOR)}

-- The numbers as they stand in the file; nil where one is missing that should be there, or is no finite number.
local function numbers(place)
    local w = {mass = place.figures.mass and place.figures.mass.number or 0.0, x = place.com[1], y = place.com[2], z = place.com[3]}
    for _, name in ipairs(TENSOR) do w[name] = place.figures[name] and place.figures[name].number or 0.0 end
    for _, figure in pairs(place.figures) do
        if not figure.number or figure.number - figure.number ~= 0 then return nil end
    end
    return w
end

-- The body that the loader makes of such numbers, about the frame of the link and in its axes.
local function loaded(w, place)
    local I = RotationalInertia {w.ixx, w.iyy, w.izz, w.ixy, w.ixz, w.iyz}
    if place.R then I = I:re_express(place.R) end
    return SpatialInertia {mass = w.mass, com = {w.x, w.y, w.z}, inertia = I, about = place.about or "com", skip_validity_check = true}
end

-- The same in the axes in which the tensor was written, so that repairs are those of its six numbers.
local function written(w, place)
    local com = place.R and place.R:inverse() * core.Vec3(w.x, w.y, w.z) or {w.x, w.y, w.z}
    return SpatialInertia {
        mass = w.mass, com = com, inertia = {w.ixx, w.iyy, w.izz, w.ixy, w.ixz, w.iyz}, about = place.about or "com",
        skip_validity_check = true,
    }
end

local ROUNDING <const> = 1e-14 -- of the trace: what moving a tensor to another point and back makes of it

-- What the six numbers become with a repair, in terms of the file: about the origin, all that the repair moves.
local function new_values(repair, w, place)
    if place.about ~= "origin" then return repair.values end
    local I = repair.inertia:rotational_inertia()
    local m, p = I:moments(), I:products()
    local values, scale = {mass = repair.values.mass}, math.abs(w.ixx) + math.abs(w.iyy) + math.abs(w.izz)
    for name, value in pairs {ixx = m.x, iyy = m.y, izz = m.z, ixy = p.x, ixz = p.y, iyz = p.z} do
        if math.abs(value - w[name]) > ROUNDING * scale then values[name] = value end
    end
    return values
end

-- The value as text; where only the sign of what was written changes, its digits stay as they were.
local function spelled(value, figure)
    local digits = figure.text:match "^%s*[+-]?(%S+)%s*$"
    if value == -figure.number and digits and not digits:find "^0[xX]" then return (value < 0 and "-" or "") .. digits end
    return exact(value)
end

-- The changes {name, line, before, after, figure} that write values (as texts, where there are such); nil and the name of one that
-- has no place.
local function changes_for(values, w, place, texts)
    local changes = {}
    for _, name in ipairs(NAMES) do
        local value = values[name]
        if value and value ~= w[name] then
            local figure = place.figures[name]
            if not figure then return nil, name end
            changes[#changes + 1] = {name = name, line = figure.line, before = figure.text, after = texts and texts[name] or spelled(value, figure),
                figure = figure}
        end
    end
    return changes
end

local function with(w, changes)
    local copy = {}
    for name, value in pairs(w) do copy[name] = value end
    for _, change in ipairs(changes) do copy[change.name] = tonumber(change.after) + 0.0 end
    return copy
end

local MOST <const> = 16 -- digits that tell any number

-- The changes of a repair that explains nothing: in as many digits as the file uses for this tensor, and where that is no body, or one as
-- thin as foil, in so many more as it takes.
local function brief(repair, w, place)
    local values, most = new_values(repair, w, place), 2
    for _, name in ipairs(TENSOR) do
        local figure = place.figures[name] and typed.figure(place.figures[name].text)
        most = math.max(most, figure and figure.digits or 0)
    end
    for digits = most, MOST do
        local texts = {}
        for name, value in pairs(values) do texts[name] = ("%%.%dg"):format(digits):format(value) end
        local changes, missing = changes_for(values, w, place, texts)
        if not changes or #loaded(with(w, changes), place):diagnose() == 0 then return changes, missing end
    end
    return changes_for(values, w, place)
end

local AS_EXPECTED <const> = 1e-2 -- relative

-- Has the body the products that the link on the other side of the robot asks for?
local function is_expected(body, expected)
    local p = body:central_inertia():products()
    for name, value in pairs(expected) do
        local own = name == "Ixy" and p.x or name == "Ixz" and p.y or p.z
        if math.abs(own - value) > AS_EXPECTED * math.abs(value) then return false end
    end
    return true
end

-- Take the first repair after which what the file says is a body; or, where the figures of the link alone cannot tell which
-- is right, the first that is as the link on the other side has it.
local function choose(study, w, place, twin, told)
    for i, repair in ipairs(study.repairs) do
        local changes, missing
        if repair.rank then changes, missing = changes_for(new_values(repair, w, place), w, place) else changes, missing = brief(repair, w, place) end
        local body = changes and loaded(with(w, changes), place)
        local sound = body and body:is_physically_valid()
        local decided = sound and twin and twin.expected and is_expected(body, twin.expected)
        if decided or sound and not study.chosen and not (told and repair.rank) then study.chosen, study.changes = i, changes end
        if decided then
            study.as, study.certain = twin.other, true
            return
        end
        study.problem = study.problem or missing and ("%s is not written in the file"):format(missing) or nil
    end
    study.certain = study.chosen ~= nil and study.repairs.certain and study.repairs[study.chosen].rank ~= nil
end

-- Take what a finding says was meant.
local function take(study, w, place, found)
    local changes = changes_for(found.values, w, place, found.fix)
    local body = changes and #changes > 0 and loaded(with(w, changes), place)
    if not body or not body:is_physically_valid() then return false end
    study.chosen, study.changes, study.found, study.certain = 0, changes, found, found.certain
    return true
end

local FAR <const> = 1e-9 -- relative: the text says something else than what was loaded

-- The numbers of that place of the text, where they make the inertia that was loaded; else nil.
function mend.numbers(M, place)
    local w = place and place.figures.ixx and numbers(place)
    return w and (loaded(w, place):parameters() - M:parameters()):norm() <= FAR * M:parameters():norm() and w or nil
end

-- What would mend a link that the file says is M, at that place of its text (or nil): {inertia = as written, figures = its mass, x, y,
-- z, ixx, ... about the com, repairs = list, chosen = number of the repair that is taken (0: what `found` says), changes = list,
-- certain, problem = why none is, as = the link whose mirror image decided}. findings: the doctor's of that link.
function mend.study(M, place, findings, impossible)
    local w = mend.numbers(M, place)
    local study = {inertia = w and written(w, place) or M, repairs = {slips = 0, sentence = ""}}
    local meant, twin, told, known
    for _, found in ipairs(findings) do
        meant = meant or found.values and next(found.values) and not found.edit and found or nil
        twin = found.code == "mirror_sign" and found or twin
        known = known or w and place.about ~= "origin" and found.repairs
        told = told or found.cause and found.severity == "error" and not found.slips
    end
    if impossible then
        study.figures = as_stored(study.inertia, "com")
        for _, name in ipairs(w and place.about ~= "origin" and TENSOR or {}) do study.figures[name] = w[name] end
        study.repairs = known or repairs.of_figures(study.inertia, study.figures)
    end
    if not w then
        study.problem = M:is_nan() and "its figures are not all finite numbers" or "the text of the file does not show its figures"
        return study
    end
    if meant and place.about ~= "origin" and take(study, w, place, meant) or not impossible then return study end
    choose(study, w, place, twin, told)
    study.problem = not study.chosen and (study.problem or study.repairs.sentence) or nil
    return study
end

-- The same for what a finding says of any other attribute.
function mend.of_text(found, document)
    local study = {found = found, certain = found.certain, chosen = 0, changes = {}, repairs = {slips = 0, sentence = ""}}
    found.fix = {}
    for i, change in ipairs(found.changes) do
        local at = change.word and document:words(change.element, change.attribute)[change.word] or not change.word and document:place(change.element,
            change.attribute)
        if not at and (not change.element or change.element.at) then return nil end -- of no text, or not said in it
        study.changes[i] = {name = change.name, line = change.element.line, before = change.before, after = change.after,
            figure = {at = function() return at end}}
        found.fix[change.label] = change.after
    end
    return study
end

-- Is it written by --fix, or with --unsafe-fixes?
function mend.is_taken(study, unsafe) return study.chosen ~= nil and (study.certain or unsafe) or false end

-- The edits of the studies that are taken, sorted, for the `edited` of the reader of that kind of text.
function mend.edits(studies, unsafe)
    local edits = {}
    for _, study in ipairs(studies) do
        for _, change in ipairs(mend.is_taken(study, unsafe) and study.changes or {}) do
            local figure = change.figure
            for _, at in ipairs(figure.places or {figure.at()}) do edits[#edits + 1] = {at[1], at[2], change.after} end
        end
    end
    table.sort(edits, function(a, b) return a[1] < b[1] end)
    return edits
end

return mend
