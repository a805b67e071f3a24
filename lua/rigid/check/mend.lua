-- How a link that cannot exist is mended in the text of its file: the doctor's repairs of the figures as they were written,
-- the first of them after which what the file says is a body, and the places of the text that change. The text between
-- them stays byte for byte.
local core = require "rigid.core"
local figures = require "rigid.doctor.figures"
local repairs = require "rigid.doctor.repairs"

local RotationalInertia, SpatialInertia = core.RotationalInertia, core.SpatialInertia

local exact, as_stored = figures.exact, figures.read

local mend = {}

local TENSOR <const> = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}
local NAMES <const> = {"mass", table.unpack(TENSOR)}

-- The numbers as they stand in the file; nil where one is missing that should be there, or is no finite number.
local function numbers(place)
    local w = {mass = place.figures.mass and place.figures.mass.number or 0.0}
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
    return SpatialInertia {mass = w.mass, com = place.com, inertia = I, about = place.about or "com", skip_validity_check = true}
end

-- The same in the axes in which the tensor was written, so that repairs are those of its six numbers.
local function written(w, place)
    local com = place.R and place.R:inverse() * core.Vec3(place.com) or place.com
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

-- The changes {name, line, before, after, places} that write values; nil and the name of one that has no place.
local function changes_for(values, w, place)
    local changes = {}
    for _, name in ipairs(NAMES) do
        local value = values[name]
        if value and value ~= w[name] then
            local figure = place.figures[name]
            if not figure then return nil, name end
            changes[#changes + 1] = {name = name, line = figure.line, before = figure.text, after = spelled(value, figure), places = figure.places}
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
local function choose(study, w, place, twin)
    for i, repair in ipairs(study.repairs) do
        local changes, missing = changes_for(new_values(repair, w, place), w, place)
        local body = changes and loaded(with(w, changes), place)
        local sound = body and body:is_physically_valid()
        local decided = sound and twin and twin.expected and is_expected(body, twin.expected)
        if decided or sound and not study.chosen then study.chosen, study.changes = i, changes end
        if decided then
            study.as = twin.other
            return
        end
        study.problem = study.problem or missing and ("%s is not written in the file"):format(missing) or nil
    end
end

local FAR <const> = 1e-9 -- relative: the text says something else than what was loaded

-- What the doctor has to say of a link that the file says is M, at that place of its text (or nil): {inertia = as written,
-- figures = its mass, x, y, z, ixx, ... about the com, repairs = list, chosen = number of the repair that is taken, changes =
-- list, problem = why none is, as = the link whose mirror image decided}. twin: {other =, expected =}, as a finding of
-- mirrored links has them, or nil.
function mend.study(M, place, twin)
    local w = place and place.figures.ixx and numbers(place)
    if w and not ((loaded(w, place):parameters() - M:parameters()):norm() <= FAR * M:parameters():norm()) then w = nil end
    local study = {inertia = w and written(w, place) or M}
    study.figures = as_stored(study.inertia, "com")
    for _, name in ipairs(w and place.about ~= "origin" and TENSOR or {}) do study.figures[name] = w[name] end
    study.repairs = repairs.of_figures(study.inertia, study.figures)
    if not w then
        study.problem = M:is_nan() and "its figures are not all finite numbers" or "the text of the file does not show its figures"
        return study
    end
    choose(study, w, place, twin)
    study.problem = not study.chosen and (study.problem or study.repairs.sentence) or nil
    return study
end

-- The edits of all studies, sorted, for the `edited` of the reader of that kind of text.
function mend.edits(studies)
    local edits = {}
    for _, study in ipairs(studies) do
        for _, change in ipairs(study.changes or {}) do
            for _, at in ipairs(change.places) do edits[#edits + 1] = {at[1], at[2], change.after} end
        end
    end
    table.sort(edits, function(a, b) return a[1] < b[1] end)
    return edits
end

return mend
