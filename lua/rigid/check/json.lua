-- The report of `rigid check` as JSON: keys in a fixed order, numbers with the digits that give them back exactly, null
-- for what is not finite or not known.
local errors = require "rigid.errors"
local figures = require "rigid.doctor.figures"

local exact, written = figures.exact, figures.read

local json = {}

local ORDER <const> = {
    "rigid", "files", "summary", "exit", "file", "name", "link", "line", "robot", "format", "status", "reason", "written", "links",
    "findings", "column", "cause", "causes", "certain", "digits", "fix", "together", "consequence", "mended",
    "left", "notes", "unseen", "welded", "verdict", "code", "severity", "quantity", "value", "limit", "margin", "unit",
    "sentence", "axis", "other", "edit", "kind", "rank", "change", "slips", "repairs", "changes", "figure", "before", "after", "mass",
    "com", "x", "y", "z", "inertia", "ixx", "ixy", "ixz", "iyy", "iyz", "izz", "box", "density", "sound", "unreadable", "error",
    "warning", "suspicion",
}

local library
-- dkjson, or nil and which package has it.
function json.load()
    if library then return library end
    local found, loaded = errors.try(require, "dkjson")
    if found then
        library = loaded
        return library
    end
    return nil, "JSON needs dkjson (Debian: lua-dkjson; LuaRocks: dkjson)"
end

local Number = {__tojson = function(self) return self.text end}

local function number(x)
    if math.type(x) == "integer" then return x end
    if type(x) ~= "number" or x - x ~= 0 then return library.null end
    return setmetatable({text = exact(x)}, Number)
end

local function list(values) return setmetatable(values, {__jsontype = "array"}) end
local function vector(v) return list {number(v.x), number(v.y), number(v.z)} end

local function link_of(link)
    local entry = {name = link.name, line = link.line, welded = link.welded, verdict = link.inertia and link.verdict or "none"}
    local M = link.inertia
    if M then
        local w = written(M, "com")
        entry.mass, entry.com, entry.inertia = number(w.mass), list {number(w.x), number(w.y), number(w.z)}, {}
        for _, name in ipairs {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"} do entry.inertia[name] = number(w[name]) end
        if link.lengths then entry.box = list {number(link.lengths[1]), number(link.lengths[2]), number(link.lengths[3])} end
        if link.density then entry.density = number(link.density) end
    end
    return entry
end

local function finding_of(finding, one)
    return {
        file = finding.elsewhere or one.file, line = finding.line, link = finding.link, code = finding.code, severity = finding.severity,
        quantity = finding.quantity, value = number(finding.value), limit = number(finding.limit), margin = number(finding.margin),
        unit = finding.unit, sentence = finding.sentence, axis = finding.axis and vector(finding.axis) or nil, other = finding.other,
        links = finding.links and list(finding.links) or nil, column = finding.column, cause = finding.cause, certain = finding.certain or false,
        digits = finding.digits, causes = finding.causes and list(table.move(finding.causes, 1, #finding.causes, 1, {})) or nil,
        together = finding.together and list(table.move(finding.together, 1, #finding.together, 1, {})) or nil,
        consequence = finding.consequence, fix = finding.fix and next(finding.fix) and finding.fix or nil, edit = finding.edit,
    }
end

local function repair_of(repair)
    local values = {}
    for name, value in pairs(repair.values) do values[name] = number(value) end
    return {
        edit = repair.edit, kind = repair.kind, rank = repair.rank, change = number(repair.change), sentence = repair.sentence, changes = values,
    }
end

local function study_of(study)
    local ranked = {}
    for i, repair in ipairs(study.repairs) do ranked[i] = repair_of(repair) end
    return {link = study.link.name, line = study.link.line, slips = study.repairs.slips, sentence = study.repairs.sentence, repairs = list(ranked)}
end

local function mended_of(study)
    local changes = {}
    for i, change in ipairs(study.changes) do
        changes[i] = {figure = change.name, line = change.line, before = change.before, after = change.after}
    end
    return {link = study.link.name, edit = study.found and study.found.cause or study.repairs[study.chosen].edit, certain = study.certain or false,
        changes = list(changes)}
end

-- The studies that rank repairs: those of links that cannot exist.
local function impossible(studies)
    local list_of = {}
    for _, study in ipairs(studies) do list_of[#list_of + 1] = study.figures and study or nil end
    return list_of
end

local function all(values, f, ...)
    local entries = {}
    for i, value in ipairs(values) do entries[i] = f(value, ...) end
    return list(entries)
end

-- What is kept of one file: plain tables.
function json.file(one)
    local entry = {
        file = one.file, robot = one.name, format = one.format, status = one.status, reason = one.reason, line = one.line, written = one.written,
        links = all(one.links, link_of), findings = all(one.findings, finding_of, one), repairs = all(impossible(one.studies), study_of),
        notes = list(table.move(one.notes, 1, #one.notes, 1, {})), unseen = all(one.unseen, finding_of, one),
    }
    if one.written then
        local mended, left = {}, {}
        for _, study in ipairs(one.studies) do
            if study.taken then mended[#mended + 1] = mended_of(study)
            else left[#left + 1] = {link = study.link.name, reason = study.problem or "not certain"} end
        end
        entry.mended, entry.left = list(mended), list(left)
    end
    return entry
end

-- The document, as text.
function json.text(files, summary, code)
    return library.encode({rigid = 1, files = list(files), summary = summary, exit = code}, {indent = true, keyorder = ORDER})
end

return json
