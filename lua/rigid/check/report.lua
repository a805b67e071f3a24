-- The report of `rigid check` for people: of each file a heading, the table of its links, what was found, what would mend
-- it, and in the end a verdict. Lines go to `write`, one at a time.
local derivation = require "rigid.check.derivation"
local examine = require "rigid.check.examine"
local links_table = require "rigid.check.links_table"
local looks = require "rigid.check.looks"
local terminal = require "rigid.check.terminal"

local LOOK <const>, many, shown = looks.of_kind, looks.many, looks.shown

local report = {}

local Report = {}
Report.__index = Report

-- options: links (the table of all links of each file), column (of the longest of several paths, else 0), explain,
-- quiet, notes, fixing.
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
local function verdict_of(count)
    local parts = {}
    if count.error > 0 then parts[1] = many(count.error, "link") .. " cannot exist" end
    for _, kind in ipairs {"warning", "suspicion"} do
        if count[kind] > 0 then
            local noun = #parts == 0 and (count[kind] == 1 and " link" or " links") or ""
            parts[#parts + 1] = ("%d%s %s %s"):format(count[kind], noun, count[kind] == 1 and "is" or "are", LOOK[kind].word)
        end
    end
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
        facts[#facts + 1] = mass - mass == 0 and ("%.5g kg"):format(mass) or nil
    end
    if one.status ~= "unreadable" or #one.findings > 0 then facts[#facts + 1] = verdict_of(one.count) end
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
        self:prose("so it is no robot that can be computed with; its links were read all the same, and are judged each by itself:", "  ")
    end
end

-- ---- findings -------------------------------------------------------------------------------------------------------

-- The text with its figures rounded: what differs by rounding alone is the same.
local function rounded(text)
    return (text:gsub("%-?%d+%.%d+[eE]?[+-]?%d*", function(digits) return ("%.8g"):format(tonumber(digits) or 0) end))
end

-- Links of which the same is said, in the order of the first of each: {severity, links, sentences = {{text, code}..}}.
local function grouped(one)
    local groups, order = {}, {}
    for _, link in ipairs(one.links) do
        local sentences, key, named = {}, {}, true
        for _, finding in ipairs(link.findings) do
            named = named and finding.links ~= nil
            sentences[#sentences + 1] = {finding.sentence, finding.code}
            key[#key + 1] = rounded(finding.sentence)
        end
        local study = one.studies[link.name]
        key[#key + 1] = study and study.repairs.sentence
        key = table.concat(key, "\n")
        if #sentences > 0 and not groups[key] then
            groups[key] = {severity = link.verdict, links = {}, sentences = sentences, study = study, named = named}
            order[#order + 1] = groups[key]
        end
        if #sentences > 0 then table.insert(groups[key].links, link) end
    end
    local rank = {}
    for i, group in ipairs(order) do rank[group] = -examine.worst[group.severity] * #order + i / 2 end
    table.sort(order, function(a, b) return rank[a] < rank[b] end)
    return order
end

local NAMED <const> = 12 -- links of a group that are named

-- "robot.urdf:12: base: cannot exist", and of whom the same is said, unless the sentences name them.
function Report:group_heading(one, group)
    local screen, look, first = self.screen, LOOK[group.severity], group.links[1]
    local file = shown(one.file)
    local place = first.line and ("%s:%d"):format(file, first.line) or file
    local verb = group.severity == "error" and "" or "is "
    for i, line in ipairs(screen:wrapped(("%s: %s: %s%s"):format(place, shown(first.name), verb, look.word), "  ", "    ")) do
        self:line(screen:paint(i == 1 and "strong_" .. look.color or look.color, line))
    end
    if group.named or #group.links == 1 then return end
    local others = {}
    for i = 2, math.min(#group.links, NAMED) do
        local link = group.links[i]
        others[#others + 1] = shown(link.name) .. (link.line and (" (line %d)"):format(link.line) or "")
    end
    if #group.links > NAMED then others[#others + 1] = ("and %d more"):format(#group.links - NAMED) end
    self:prose("and likewise " .. table.concat(others, ", "), "    ")
end

local function sentence_case(text) return (text:gsub("^%l", string.upper)) end

-- What would mend a link, and how sure that is.
function Report:repair_lines(study)
    local chosen = study.repairs[study.chosen or 1]
    if not chosen then return self:prose("Mend: " .. study.repairs.sentence, "    ", "      ") end
    if study.repairs.slips > 0 then
        self:prose(study.repairs.sentence, "    ")
    else
        self:prose(study.repairs.sentence .. " What can be done:", "    ")
    end
    local as = study.as and (" It is what '%s' has on the other side."):format(shown(study.as)) or ""
    self:prose(chosen.sentence .. as, self.screen:letters "    → ", "      ")
end

-- Findings that are said in full without --explain: of a doubtful link, and of one kind.
local SAID <const>, SAID_ALIKE <const> = 2, 3

function Report:group(one, group)
    self:group_heading(one, group)
    local rest, seen = {}, {}
    for i, sentence in ipairs(group.sentences) do
        local code = sentence[2]
        seen[code] = (seen[code] or 0) + 1
        local said = self.options.explain or seen[code] <= SAID_ALIKE and (group.severity == "error" or i <= SAID)
        if said then
            self:prose(("%s [%s]"):format(sentence_case(shown(sentence[1])), code), "    ")
        elseif rest[#rest] ~= code then
            rest[#rest + 1] = code
        end
    end
    if #rest > 0 then self:prose(("and besides %s (--explain says all)"):format(table.concat(rest, ", ")), "    ") end
    if group.study then self:repair_lines(group.study) end
end

-- ---- a file, and all ------------------------------------------------------------------------------------------------

local NOTES <const> = 12

function Report:notes(one)
    for _, finding in ipairs(one.unseen) do table.insert(one.notes, ("link '%s': %s"):format(finding.link, finding.sentence)) end
    if #one.notes == 0 then return end

    self:line(self.screen:paint("bold", "  notes from reading it"))
    for i, note in ipairs(one.notes) do
        if i > NOTES then
            self:line(("    ... and %d more"):format(#one.notes - NOTES))
            break
        end
        self:prose(shown(note), "    ", "      ")
    end
    self:line()
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
    local groups = grouped(one)
    for _, group in ipairs(groups) do
        self:group(one, group)
        if options.explain and group.study then
            for _, link in ipairs(group.links) do derivation.write(self, one.studies[link.name], link.name) end
        else
            self:line()
        end
    end
    if options.notes then self:notes(one) end
end

-- Why a change was made, and how sure that is.
local function reason_of(study)
    local repair, slips = study.repairs[study.chosen], study.repairs.slips
    local sure = slips > 1 and ("%d slips explain these numbers: look whether this is the one"):format(slips)
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
    local reasons, of, mended = {}, {}, 0
    for _, study in ipairs(one.studies) do
        if study.chosen then
            local reason = reason_of(study)
            if not of[reason] then
                reasons[#reasons + 1], of[reason] = reason, {}
            end
            table.insert(of[reason], study)
            mended = mended + 1
        end
    end
    if self.options.column > 0 and #one.studies == 0 then return end -- a copy, of several
    local what = #one.studies == 0 and "a copy: nothing was to be changed" or many(mended, "link") .. " mended"
    self:line(self.screen:paint("bold", ("  wrote %s, %s"):format(shown(out), what)))
    for _, reason in ipairs(reasons) do
        for _, study in ipairs(of[reason]) do self:prose(change_text(study, out), "    ", "      ") end
        self:prose(reason, "      ")
    end
    for _, study in ipairs(one.studies) do
        if not study.chosen then
            self:prose(("%s: %s is left as it is: %s"):format(shown(one.file), shown(study.link.name), study.problem), "    ", "      ")
        end
    end
    self:line()
end

-- The verdict on all files.
function Report:summary(all, code)
    local links, count, sound, unreadable, left, unseen = 0, {error = 0, warning = 0, suspicion = 0}, 0, 0, 0, 0
    for _, one in ipairs(all) do
        left, unseen = left + (one.left or 0), unseen + one.unseen
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
    if count.error > 0 and not self.options.fixing and not self.options.explain and code == 1 then
        hints[1] = "--explain shows how each figure comes about, --fix OUT writes a mended copy"
    end
    if self.options.fixing then parts[#parts + 1] = "in what was written " .. many(left, "link") .. " cannot exist" end
    if not self.blank then self:line() end
    for _, line in ipairs(screen:wrapped(table.concat(parts, "; "), "", "")) do self:line(screen:paint("strong_" .. look.color, line)) end
    if unseen > 0 then hints[#hints + 1] = ("the meshes of %s could not be read, and say nothing (--notes tells which)"):format(many(unseen, "link")) end
    for _, hint in ipairs(hints) do
        for _, line in ipairs(screen:wrapped(hint, "", "")) do self:line(screen:paint("dim", line)) end
    end
end

return report
