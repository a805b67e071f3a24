-- The report of `rigid check` for people: of each file a heading, the table of its links, what was found (check/told.lua), what would
-- mend it, and in the end a verdict. Findings of one cause are told once, what follows from a cause is not told. Lines go to `write`,
-- one at a time.
local derivation = require "rigid.check.derivation"
local links_table = require "rigid.check.links_table"
local looks = require "rigid.check.looks"
local rules = require "rigid.doctor.rules"
local terminal = require "rigid.check.terminal"
local told = require "rigid.check.told"

local LOOK <const>, many, shown = looks.of_kind, looks.many, looks.shown

local report = {}

local Report = {}
Report.__index = Report

-- options: links (the table of all links of each file), column (of the longest of several paths, else 0), derivation, quiet, notes,
-- fixing, unsafe.
function report.new(screen, options, write)
    return setmetatable({screen = screen, options = options, write = write}, Report)
end

function Report:line(text)
    self.blank = text == nil
    self.write((text or "") .. "\n")
end

function Report:prose(text, first, rest)
    for _, line in ipairs(self.screen:wrapped(text, first, rest or first)) do self:line(line) end
end

-- ---- heading --------------------------------------------------------------------------------------------------------

local function mass_of(one)
    local mass = 0
    for _, link in ipairs(one.links) do mass = mass + (link.mass or 0) end
    return mass
end

local function weighed(one)
    local count = 0
    for _, link in ipairs(one.links) do count = count + (link.inertia and 1 or 0) end
    return count
end

-- "1 link cannot exist, 9 are doubtful, 1 is suspicious"
local function verdict_of(count, broken)
    local parts = {}
    if count.error > 0 then parts[1] = many(count.error, "link") .. " cannot exist" end
    for _, kind in ipairs {"warning", "suspicion"} do
        if count[kind] > 0 then
            local noun = #parts == 0 and (count[kind] == 1 and " link" or " links") or ""
            parts[#parts + 1] = ("%d%s %s %s"):format(count[kind], noun, count[kind] == 1 and "is" or "are", LOOK[kind].word)
        end
    end
    if (broken or 0) > 0 then parts[#parts + 1] = many(broken, "error") .. " in the file" end
    return #parts > 0 and table.concat(parts, ", ") or "sound"
end

local FACTS <const> = 60 -- columns that the facts about a file may need

function Report:heading(one)
    local look, screen = looks.of_file(one), self.screen
    local facts = {}
    if one.status == "unreadable" then facts[1] = LOOK.unreadable.word end
    if #one.links > 0 then
        facts[#facts + 1] = many(#one.links, "link")
        local mass = mass_of(one)
        facts[#facts + 1] = mass == 0 and "kinematics only" or mass - mass == 0 and ("%.5g kg"):format(mass) or nil
    end
    if one.status ~= "unreadable" or #one.findings > 0 then facts[#facts + 1] = verdict_of(one.count, one.broken) end
    local mark = screen:paint("strong_" .. look.color, screen:letters(look.mark))
    local name, text = shown(one.file), table.concat(facts, ", ")
    local column = math.max(self.options.column + FACTS <= screen.width and self.options.column or 0, terminal.columns(name))
    if column + terminal.columns(text) + 4 <= screen.width then
        self:line(("%s %s  %s"):format(mark, screen:paint("bold", name) .. (" "):rep(column - terminal.columns(name)), text))
    else
        self:line(("%s %s"):format(mark, screen:paint("bold", name)))
        if text ~= "" then self:line("  " .. text) end
    end
end

-- Why a file cannot be read, by line.
function Report:refusal(one)
    local place = one.line and ("%s:%d: "):format(shown(one.file), one.line) or ""
    self:prose(place .. shown(one.reason), "  ", "    ")
    if #one.links > 0 then
        self:prose("so no model can be built from it; its links were read all the same, and each is judged by itself:", "  ")
    end
end

-- ---- a file, and all ------------------------------------------------------------------------------------------------

local NOTES <const> = 12

function Report:notes(one)
    local list = table.move(one.notes, 1, #one.notes, 1, {})
    for _, finding in ipairs(one.unseen) do
        list[#list + 1] = finding.joint and finding.sentence or finding.link ~= "" and ("link '%s': %s"):format(finding.link, finding.sentence)
            or finding.sentence
    end
    if #list == 0 then return end
    self:line(self.screen:paint("bold", "  notes from reading it"))
    for i, note in ipairs(list) do
        if i > NOTES then
            self:line(("    ... and %d more"):format(#list - NOTES))
            break
        end
        self:prose(told.rounded(shown(note)), "    ", "      ")
    end
    self:line()
end

-- The derivations of the links that cannot exist.
function Report:derivations(one)
    for _, study in ipairs(one.studies) do
        if study.figures then derivation.write(self, study, study.link.name) end
    end
end

-- A file as a whole.
function Report:file(one)
    local options = self.options
    if options.quiet then
        if one.status ~= "sound" then self:heading(one) end
        if one.reason then self:refusal(one) end
        return
    end
    self:heading(one)
    if one.reason then self:refusal(one) end
    if options.links and #one.links > 0 then
        for _, line in ipairs(links_table.lines(self.screen, one.links)) do self:line(line) end
        self:line()
    end
    for _, group in ipairs(told.grouped(one)) do
        for _, line in ipairs(told.lines(self.screen, one, group)) do self:line(line) end
        self:line()
    end
    if options.derivation then self:derivations(one) end
    if options.notes then self:notes(one) end
end

-- Why a change was made, and how sure that is.
local function reason_of(study)
    if study.found then
        return ("%s (%s)"):format(rules.headline(study.found), study.certain and "certain" or "not certain: check that this is what was meant")
    end
    local repair, slips = study.repairs[study.chosen], study.repairs.slips
    local sure = slips > 1 and ("%d slips explain these numbers: check that this is the one"):format(slips)
        or slips == 1 and "the only slip that explains these numbers" or "no slip explains these numbers"
    if study.as then sure = ("as '%s' has it on the other side"):format(shown(study.as)) end
    return ("%s (%s)"):format(repair.sentence:match "^(.-)%. With " or repair.edit, sure)
end

-- "robot.urdf:12: base: ixy 1 → 0.1"
local function change_text(study, out)
    local what = {}
    for i, change in ipairs(study.changes) do
        what[i] = ("%s %s → %s"):format(change.name, change.before:match "^%s*(.-)%s*$", change.after)
    end
    local line = study.changes[1] and study.changes[1].line or study.link.line
    return ("%s:%s: %s: %s"):format(shown(out), line or "?", shown(study.link.name), table.concat(what, ", "))
end

-- What --fix changed in a file, by the reason for it, and what it could not.
function Report:changes(one, out)
    local reasons, of, mended, open = {}, {}, 0, 0
    for _, study in ipairs(one.studies) do
        if study.taken then
            local reason = reason_of(study)
            if not of[reason] then
                reasons[#reasons + 1], of[reason] = reason, {}
            end
            table.insert(of[reason], study)
            mended = mended + 1
        elseif study.chosen then
            open = open + 1
        end
    end
    if self.options.column > 0 and mended + open == 0 then return end -- a copy, of several
    local what = mended == 0 and "a copy: there was nothing certain to change" or many(mended, "link") .. " mended"
    if #one.studies == 0 then what = "a copy: there was nothing to change" end
    self:line(self.screen:paint("bold", ("  wrote %s, %s"):format(shown(out), what)))
    for _, reason in ipairs(reasons) do
        for _, study in ipairs(of[reason]) do self:prose(change_text(study, out), "    ", "      ") end
        self:prose(reason, "      ")
    end
    for _, study in ipairs(one.studies) do
        if not study.taken and (study.figures or study.problem) then
            self:prose(("%s: %s is left as it is: %s"):format(shown(one.file), shown(study.link.name), study.problem
                or "what was meant is not certain (--unsafe-fixes takes the likeliest)"), "    ", "      ")
        end
    end
    self:line()
end

-- The verdict on all files.
function Report:summary(all, code)
    local links, count, sound, unreadable, left, unseen = 0, {error = 0, warning = 0, suspicion = 0}, 0, 0, 0, 0
    local written = false
    for _, one in ipairs(all) do
        written = written or one.written
        left, unseen = left + (one.left or 0), unseen + one.unread
        links = links + weighed(one)
        for kind, n in pairs(one.count) do count[kind] = count[kind] + n end
        sound = sound + (one.status == "sound" and 1 or 0)
        unreadable = unreadable + (one.status == "unreadable" and 1 or 0)
    end
    local screen, look = self.screen, unreadable > 0 and LOOK.unreadable or looks.of_file {count = count}
    local parts = {many(#all, "file")}
    if links > 0 then parts[1] = parts[1] .. ", " .. many(links, "link") .. " with inertia" end
    if #all > 1 then parts[1] = parts[1] .. (", %d sound"):format(sound) end
    if links > 0 then parts[#parts + 1] = verdict_of(count) == "sound" and "nothing found" or verdict_of(count) end
    if unreadable > 0 then parts[#parts + 1] = many(unreadable, "file") .. " cannot be read" end
    local hints = {}
    if count.error > 0 and not self.options.fixing and not self.options.derivation and code == 1 then
        hints[1] = "--explain CODE says what a rule means, --diff shows what --fix OUT would write, --derivation each figure"
    end
    if written then parts[#parts + 1] = "in what was written " .. many(left, "link") .. " cannot exist" end
    if not self.blank then self:line() end
    for _, line in ipairs(screen:wrapped(table.concat(parts, "; "), "", "")) do self:line(screen:paint("strong_" .. look.color, line)) end
    if unseen > 0 then hints[#hints + 1] = ("the meshes of %s could not be read, and were not compared (--notes lists them)"):format(many(unseen, "link")) end
    for _, hint in ipairs(hints) do
        for _, line in ipairs(screen:wrapped(hint, "", "")) do self:line(screen:paint("dim", line)) end
    end
end

return report
