-- What `rigid check` knows of one file, as data. A file whose joints make no tree is refused, but where its links can be
-- read, their inertias are examined all the same.
--   {file, format = "urdf" or "lua", text, name, status = "sound", "findings" or "unreadable", reason, line,
--    links = list of {name, line, welded, mass, inertia, lengths, density, findings, verdict},
--    findings = list, as m:diagnose() has them, studies = by name of a link that cannot exist (see mend.lua),
--    notes = list, unseen = findings about geometry that could not be read, count = {error=, warning=, suspicion=}: links whose worst finding is of that kind}
local core = require "rigid.core"
local errors = require "rigid.errors"
local load = require "rigid.files.load"
local mend = require "rigid.check.mend"
local inner = debug.getmetatable(core).inner

local examine = {}

local WORST <const> = {error = 3, warning = 2, suspicion = 1}
examine.worst = WORST

-- What is wrong with the file, and the line.
local function parted(problem) return errors.what(problem), errors.is(problem) and problem.line or nil end

-- The text as a model; where that is refused for its structure, the links of a URDF alone, and why.
local function model_of(text, path, format)
    local ok, m = pcall(load.from_text, text, path, {})
    if ok then return m end
    if format ~= "urdf" then return nil, m end
    local readable, plan = pcall(require("rigid.files.urdf").read_links, text, path)
    if not readable then return nil, m end
    if not plan.name or plan.name == "" then plan.name = "model" end
    local made, links = pcall(core.Model, plan)
    return made and links or nil, m
end

local FLAT <const> = 1e-9 -- of the longest: thinner has no volume

-- The box of the same inertia: its lengths, and the density it would have; nil where there is none.
local function box_of(M)
    if not (M:mass() > 0) or not M:is_physically_valid() then return nil end
    local half = M:equivalent_box()
    local lengths = {2 * half.x, 2 * half.y, 2 * half.z}
    local density = lengths[3] > FLAT * lengths[1] and M:mass() / (lengths[1] * lengths[2] * lengths[3]) or nil
    return lengths, density
end

local function link_of(record, line)
    local link = {name = record.name, line = line, welded = record.joint.type == "fixed", findings = {}, record = record}
    local M = record.inertia
    if M then
        link.inertia, link.mass = M, M:mass()
        link.lengths, link.density = box_of(M)
    end
    return link
end

local function add_links(report, m)
    for _, record in ipairs(inner.model.description(m).bodies) do
        local source = record.source or {}
        if not record.frame then
            report.links[#report.links + 1] = link_of(record, math.tointeger(source.inertial_line or source.line))
        end
    end
end

local function add_findings(report, m)
    local by_name = {}
    for _, link in ipairs(report.links) do by_name[link.name] = link end
    for _, finding in ipairs(m:diagnose {notes = true}) do
        finding.line = finding.line or by_name[finding.link].line
        if finding.severity == "note" then
            table.insert(report.unseen, finding)
        else
            table.insert(report.findings, finding)
            for _, name in ipairs(finding.links or {finding.link}) do table.insert(by_name[name].findings, finding) end
        end
    end
    for _, link in ipairs(report.links) do
        local worst = 0
        for _, finding in ipairs(link.findings) do
            if WORST[finding.severity] > worst then worst, link.verdict = WORST[finding.severity], finding.severity end
        end
        link.verdict = link.verdict or "sound"
        if worst > 0 then report.count[link.verdict] = report.count[link.verdict] + 1 end
    end
end

-- The line of each link where the model does not know it.
local function add_places(report, places)
    for _, link in ipairs(report.links) do
        local place = places[link.name]
        link.line = link.line or place and place.line
    end
end

local READ <const> = 0.2 -- share of the work that is reading the file

-- What would mend the links that cannot exist.
local function add_studies(report, places, progress)
    for i, link in ipairs(report.links) do
        progress(READ + (1 - READ) * i / #report.links)
        if link.verdict == "error" then
            local twin
            for _, finding in ipairs(link.findings) do twin = finding.code == "mirror_sign" and finding or twin end
            local study = mend.study(link.inertia, places[link.name], twin)
            study.link = link
            report.studies[link.name] = study
            table.insert(report.studies, study)
        end
    end
end

-- The notes from reading the file, but those of what the findings say better.
local function notes_of(m)
    local list = {}
    for _, note in ipairs(m:notes {fields = true}) do
        if type(note.text) == "string" and note.code ~= "impossible_inertia" then list[#list + 1] = note.text end
    end
    return list
end

function examine.empty(path)
    return {
        file = path, status = "unreadable", links = {}, findings = {}, studies = {}, notes = {}, unseen = {},
        count = {error = 0, warning = 0, suspicion = 0},
    }
end

local function ignore() end

-- The report on the text of a file at path. progress: called with the share of the work that is done, or nil.
function examine.text(text, path, progress)
    local report = examine.empty(path)
    report.text = text
    local ok, format = pcall(load.guess, text, path)
    if not ok then
        report.reason, report.line = parted(format)
        return report
    end
    report.format = format
    local m, problem = model_of(text, path, format)
    if problem then report.reason, report.line = parted(problem) end
    if not m then return report end
    report.name, report.notes = m:name(), notes_of(m)
    add_links(report, m)
    local lua = format ~= "urdf"
    local places = lua and require("rigid.check.lua_text").read(text) or nil
    if lua then add_places(report, places) end
    add_findings(report, m)
    if report.count.error > 0 then add_studies(report, places or require("rigid.check.urdf_text").read(text, path), progress or ignore) end
    if not problem then report.status = #report.findings > 0 and "findings" or "sound" end
    return report
end

-- The text of a report's file with everything mended that can be.
function examine.mended(report)
    local edits = mend.edits(report.studies)
    local editor = report.format == "urdf" and require "rigid.check.urdf_text" or require "rigid.check.lua_text"
    return #edits > 0 and editor.edited(report.text, edits) or report.text
end

-- A report that says why a file cannot be read.
function examine.unreadable(path, reason, line)
    local report = examine.empty(path)
    report.reason, report.line = reason, line
    return report
end

-- The report on a file, likewise.
function examine.file(path, progress, streams)
    local ok, text = pcall(load.read_file, path, streams)
    if ok then return examine.text(text, path, progress) end
    return examine.unreadable(path, parted(text))
end

return examine
