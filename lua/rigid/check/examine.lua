-- What `rigid check` knows of one file, as data. A file whose joints make no tree is refused, but where its links can be
-- read, their inertias are examined all the same.
--   {file, format = "urdf", "sdf", "mjcf" or "lua", text, name, status = "sound", "findings" or "unreadable", reason, line,
--    links = list of {name, line, welded, mass, inertia, lengths, density, findings, verdict},
--    findings = list, as m:diagnose() has them, studies = by name of a link that cannot exist (see mend.lua),
--    notes = list, unseen = notes of the doctor's, such as meshes that could not be read, broken = how many errors are of the file, not of
--    a link, document = the elements of the text, expanded = whether they are what xacro writes, so that nothing of the text can be edited,
--    count = {error=, warning=, suspicion=}: links whose worst finding is of that kind}
-- What stands in another file that is included says which (`elsewhere`, of a finding and of a link); its line is of that file.
local core = require "rigid.core"
local errors = require "rigid.errors"
local findings = require "rigid.finding"
local load = require "rigid.files.load"
local Recording = require "rigid.check.recording"
local urdf_text = require "rigid.check.urdf_text"
local doctor = require "rigid.doctor.model"
local joints_of = require "rigid.doctor.joints"
local locate = require "rigid.check.locate"
local mend = require "rigid.check.mend"
local sieve = require "rigid.check.sieve"
local survey = require "rigid.check.survey"
local inner = debug.getmetatable(core).inner

local examine = {}

-- What is wrong with the file, and the line.
local function parted(problem) return errors.what(problem), errors.is(problem) and problem.line or nil end

-- The text as a model; where that is refused for its structure, the links of a URDF alone, and why.
local function model_of(text, path, format, recording)
    local ok, m = pcall(load.from_text, text, path, {recording = recording})
    if ok then return m end
    if format ~= "urdf" then return nil, m end
    local readable, plan = pcall(require("rigid.files.urdf").read_links, text, path, recording)
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

local function link_of(record, line, elsewhere)
    local link = {name = record.name, line = line, elsewhere = elsewhere, welded = record.joint.type == "fixed", findings = {}, record = record}
    local M = record.inertia
    if M then
        link.inertia, link.mass = M, M:mass()
        link.lengths, link.density = box_of(M)
    end
    return link
end

-- The file in which something stands, where that is not the one that is reported on.
local function elsewhere(report, file) return type(file) == "string" and file ~= report.file and file or nil end

local function add_links(report, m)
    for _, record in ipairs(inner.model.description(m).bodies) do
        local source = record.source or {}
        if not record.frame then
            report.links[#report.links + 1] = link_of(record, math.tointeger(source.inertial_line or source.line), elsewhere(report, source.file))
        end
    end
end

-- The places whose figures make what was loaded.
local function trusted(report, places)
    local list = {}
    for _, link in ipairs(report.links) do
        local place = places[link.name]
        list[link.name] = link.inertia and place and place.about ~= "origin" and mend.numbers(link.inertia, place) and place or nil
    end
    return list
end

-- Put a finding to the links that it is about, so far as it is about what they are.
local function assign(report, finding, by_name)
    if finding.severity == "note" then
        table.insert(report.unseen, finding)
        return
    end
    table.insert(report.findings, finding)
    if finding.element and finding.severity == "error" then
        report.broken = report.broken + 1
        return
    end
    for _, name in ipairs(finding.links or {finding.link}) do
        if by_name[name] then table.insert(by_name[name].findings, finding) end
    end
end

local function count_verdicts(report)
    for _, link in ipairs(report.links) do
        local worst = 0
        for _, one in ipairs(link.findings) do
            local gravity = findings.gravity[one.severity]
            if gravity > worst then worst, link.verdict = gravity, one.severity end
        end
        link.verdict = link.verdict or "sound"
        if worst > 0 then report.count[link.verdict] = report.count[link.verdict] + 1 end
    end
end

-- All that is found: by the doctor, and in the text.
local function add_findings(report, m, places, surveyed, told)
    local by_name, all, document = {}, {}, report.document
    for _, link in ipairs(report.links) do by_name[link.name] = link end
    if m then
        all = doctor.examine(m, {geometry = true, places = trusted(report, places), joints = surveyed.joints, frames = surveyed.frames})
    elseif surveyed.joints then
        all = joints_of.findings(surveyed.joints, surveyed.frames)
    end
    table.move(surveyed.findings, 1, #surveyed.findings, #all + 1, all)
    for _, finding in ipairs(all) do
        local link = by_name[finding.link]
        finding.elsewhere = elsewhere(report, finding.file)
        finding.line = finding.line or link and not finding.elsewhere and link.line
        finding.file = report.file
        locate.finding(finding, document, places[finding.link])
        if told(finding) then assign(report, finding, by_name) end
    end
    count_verdicts(report)
end

-- The line of each link where the model does not know it.
local function add_places(report, places)
    for _, link in ipairs(report.links) do
        local place = places[link.name]
        link.line = link.line or place and place.line
    end
end

local READ <const> = 0.2 -- share of the work that is reading the file

-- What would mend the links of which that is known.
local function add_studies(report, places, progress)
    for i, link in ipairs(report.links) do
        progress(READ + (1 - READ) * i / #report.links)
        local meant = link.verdict == "error"
        for _, finding in ipairs(link.findings) do meant = meant or finding.values ~= nil end
        if meant then
            local study = mend.study(link.inertia, places[link.name], link.findings, link.verdict == "error")
            study.link = link
            if study.problem and link.elsewhere then study.problem = ("its figures stand in %s"):format(link.elsewhere) end
            for _, finding in ipairs(study.chosen and study.changes[1] and link.findings or {}) do
                if finding.slips and not finding.fix then locate.change(finding, report.document, study.changes[1]) end
            end
            report.studies[link.name] = study
            table.insert(report.studies, study)
        end
    end
    for _, finding in ipairs(report.findings) do
        local study = finding.changes and report.document and mend.of_text(finding, report.document)
        if study then
            study.link = {name = finding.link, line = finding.line}
            table.insert(report.studies, study)
        end
    end
end

-- The notes from reading the file, but those of what the findings say better.
local function notes_of(m, unseen)
    local list, said = {}, {impossible_inertia = true}
    for _, note in ipairs(unseen) do said.no_masses = said.no_masses or note.code == "kinematics_only" end
    for _, note in ipairs(m:notes {fields = true}) do
        if type(note.text) == "string" and not said[note.code] then list[#list + 1] = note.text end
    end
    return list
end

function examine.empty(path)
    return {
        file = path, status = "unreadable", links = {}, findings = {}, studies = {}, notes = {}, unseen = {},
        count = {error = 0, warning = 0, suspicion = 0}, broken = 0,
    }
end

local function ignore() end

-- What the text shows of a file in a format: its elements, where the figures of links stand, and what there is besides links: {joints and frames as
-- typed, or nil, findings}. m: the model, or nil.
local SHOWN = {}

function SHOWN.urdf(report, _, recording)
    local ok, document = pcall(urdf_text.document, report.text, recording)
    if not ok then return nil, {}, {findings = {}} end
    return document, urdf_text.read(document),
        {joints = survey.joints(document), frames = survey.frames(document), findings = survey.findings(document, not report.reason)}
end

function SHOWN.sdf(report, m)
    local document, places, root = require("rigid.check.xml_figures").read(report.format, report.text, report.file)
    local xml_survey = require "rigid.check.xml_survey"
    local typed = xml_survey.read(report.format, root, document)
    local joints = m and joints_of.of_description(inner.model.description(m)) or {}
    return document, places, {joints = xml_survey.joints(joints, typed), frames = typed.frames, findings = survey.meshes(typed.meshes)}
end
SHOWN.mjcf = SHOWN.sdf

function SHOWN.lua(report) return nil, require("rigid.check.lua_text").read(report.text), {findings = {}} end

-- The report on the text of a file at path. progress: called with the share of the work that is done, or nil; options: what is
-- told (check/sieve.lua), or nil.
function examine.text(text, path, progress, options)
    local report = examine.empty(path)
    report.text = text
    local ok, format = pcall(load.guess, text, path)
    if not ok then
        report.reason, report.line = parted(format)
        return report
    end
    report.format = format
    local recording = Recording.new()
    local m, problem = model_of(text, path, format, recording)
    if problem then report.reason, report.line = parted(problem) end
    local document, places, surveyed = SHOWN[format](report, m, recording)
    report.document, report.expanded = document, recording.expanded
    if m then
        report.name = m:name()
        add_links(report, m)
        if format ~= "urdf" then add_places(report, places) end
    end
    add_findings(report, m, places, surveyed, sieve.of(text, options or {}))
    if m then report.notes = notes_of(m, report.unseen) end
    add_studies(report, places, progress or ignore)
    if not problem then report.status = #report.findings > 0 and "findings" or "sound" end
    return report
end

-- Is there anything to mend? unsafe: that is not certain, too.
function examine.can_mend(report, unsafe)
    for _, study in ipairs(report.studies) do
        if mend.is_taken(study, unsafe) then return true end
    end
    return false
end

-- The text of a report's file with everything mended that is certain; unsafe: with all that can be.
function examine.mended(report, unsafe)
    if report.expanded then return report.text end
    for _, study in ipairs(report.studies) do study.taken = mend.is_taken(study, unsafe) end
    local edits = mend.edits(report.studies, unsafe)
    local is_xml = require("rigid.files.formats").by_name[report.format].xml
    local editor = is_xml and urdf_text or require "rigid.check.lua_text"
    return #edits > 0 and editor.edited(report.text, edits) or report.text
end

-- A report that says why a file cannot be read.
function examine.unreadable(path, reason, line)
    local report = examine.empty(path)
    report.reason, report.line = reason, line
    return report
end

-- The report on a file, likewise.
function examine.file(path, progress, streams, options)
    local ok, text = pcall(load.read_file, path, streams)
    if ok then return examine.text(text, path, progress, options) end
    return examine.unreadable(path, parted(text))
end

return examine
