-- The report of `rigid check` for people: of each file a heading, the table of its links, what was found, what would mend it, and in the
-- end a verdict. A finding is told in four lines: where and what; the figure in its line; what to write; why. Findings of one cause
-- are told once, what follows from a cause is not told. Figures have six digits. Lines go to `write`, one at a time.
local derivation = require "rigid.check.derivation"
local examine = require "rigid.check.examine"
local links_table = require "rigid.check.links_table"
local looks = require "rigid.check.looks"
local rules = require "rigid.doctor.rules"
local terminal = require "rigid.check.terminal"

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
        self:prose("so it is no robot that can be computed with; its links were read all the same, and are judged each by itself:", "  ")
    end
end

-- ---- findings -------------------------------------------------------------------------------------------------------

-- The text with its figures to six digits. What stands within a word or in quotes is no figure but part of a name.
local function rounded(text)
    return (text:gsub("(['\"]?)([%w_.+/-]+)", function(quote, word)
        local digits, rest = word:match "^(%-?%d+%.?%d*[eE]?[+-]?%d*)(%.?)$"
        local x = quote == "" and digits and #digits > 7 and tonumber(digits)
        return x and ("%.6g"):format(x) .. rest or nil
    end))
end

-- Findings of one cause together, the gravest first, then the commonest.
local function grouped(one)
    local groups, order = {}, {}
    for _, finding in ipairs(one.findings) do
        if not finding.consequence then
            local key = ("%s|%s|%s"):format(finding.severity, finding.code, finding.manner or rules.headline(finding))
            if not groups[key] then
                groups[key] = {first = finding, number = #order + 1}
                order[#order + 1] = groups[key]
            end
            table.insert(groups[key], finding)
        end
    end
    table.sort(order, function(a, b)
        local p, q = examine.worst[a.first.severity], examine.worst[b.first.severity]
        if p ~= q then return p > q end
        return a.number < b.number
    end)
    return order
end

local function place_of(one, finding)
    local file = shown(finding.elsewhere or one.file)
    if not finding.line then return file end
    return finding.column and ("%s:%d:%d"):format(file, finding.line, finding.column) or ("%s:%d"):format(file, finding.line)
end

-- "link_9.0 and 12 more links", "joint 'j' and 3 more"
local function names_of(group)
    local first = group.first
    local name = first.links and #group == 1 and ("%s and %d more"):format(first.links[1], #first.links - 1) or first.joint or first.link
    if not name or name == "" then name = "the file" end
    if #group == 1 then return shown(name) end
    return ("%s and %s"):format(shown(name), ("%d more"):format(#group - 1))
end

local ORDER <const> = {"mass", "x", "y", "z", "ixx", "ixy", "ixz", "iyy", "iyz", "izz", "lower", "upper", "rpy 1", "rpy 2", "rpy 3"}

local function assigned(fix)
    local words = {}
    for _, name in ipairs(ORDER) do
        if fix[name] then words[#words + 1] = ('%s="%s"'):format(name, fix[name]) end
    end
    return table.concat(words, " ")
end

-- What to write, and how sure that is; short: without the sizes of a shape.
local function help_of(one, finding, short)
    local study = one.studies[finding.link]
    if finding.fix and next(finding.fix) then
        return ("help: %s%s"):format(assigned(finding.fix), finding.certain and "" or " (not certain)")
    end
    if study and study.as and study.figures then
        local words = {}
        for i, change in ipairs(study.changes) do words[i] = ('%s="%s"'):format(change.name, change.after) end
        return ("help: %s, as '%s' has it on the other side"):format(table.concat(words, " "), shown(study.as))
    end
    if finding.offer then return ("help: not known; %s has %s"):format(finding.offer[short and "kind" or "of"], assigned(finding.offer.fix)) end
    local repair = study and study.chosen and finding.slips and study.repairs[study.chosen]
    if repair and finding.severity == "error" then
        local words = {}
        for i, change in ipairs(study.changes) do words[i] = ('%s="%s"'):format(change.name, change.after) end
        return ("help: %s (not certain: %s)"):format(table.concat(words, " "), repair.edit)
    end
    return nil
end

local BEFORE <const> = 10 -- columns before a figure that are shown where there is no more room
local FOUR <const> = 4 -- lines that a finding has

-- The line of the text with the figure, cut to what there is room for, and the marks under it with what to write, if that fits there.
function Report:source_lines(one, finding, help)
    local text = one.document:source(finding.line)
    local from = text:match "^%s*()"
    local first, width = finding.column, math.min(finding.width, 60)
    local room = math.max(math.min(self.screen.width, 100) - 6, 30)
    local function beside() return not help or first - from + width + 5 + terminal.columns(help) <= self.screen.width end
    if first + width - from > room then from = math.max(from, first + width - room + 8) end
    if from > first then from = first end
    if not beside() then from = math.max(from, first - BEFORE) end
    local line = text:sub(from, from + room - 1):gsub("[%c\127-\255]", "?")
    local marks = (" "):rep(first - from) .. ("^"):rep(math.max(math.min(width, room - (first - from)), 1))
    return line, marks, beside()
end

-- Where it is in the text, and what to write; room: how many lines there are for both. Returns how many it took.
function Report:show(one, finding, help, room)
    local words = help and self.screen:wrapped(help, "    ", "      ") or {}
    local used = 0
    if #words > room and finding.offer then words = self.screen:wrapped(help_of(one, finding, true), "    ", "      ") end
    if finding.column and one.document then
        local line, marks, beside = self:source_lines(one, finding, help)
        if 2 + (beside and 0 or #words) <= room then
            self:line("    " .. self.screen:paint("dim", line))
            self:line("    " .. self.screen:paint("strong_cyan", marks) .. (help and beside and " " .. self.screen:letters(help) or ""))
            used = 2
            if beside then return used end
        end
    end
    for _, line in ipairs(words) do self:line(line) end
    return used + #words
end

local LISTED <const> = 6 -- links of a group that are named

-- Why, in as many lines as are left of four; used: how many are not.
function Report:note(one, group, used)
    local first = group.first
    local parts = {}
    local sentence = rounded(shown(first.sentence))
    if sentence ~= rules.headline(first) then parts[1] = sentence end
    local names = {}
    for i = 2, math.min(#group, LISTED + 1) do
        local finding = group[i]
        names[#names + 1] = shown(finding.joint or finding.link) .. (finding.line and (" (line %d)"):format(finding.line) or "")
    end
    if #group > LISTED + 1 then names[#names + 1] = ("%d more"):format(#group - LISTED - 1) end
    local study = one.studies[first.link]
    if first.severity == "error" and study and study.figures and first.slips then parts[#parts + 1] = study.repairs.sentence:gsub("%.$", "") end
    if #names > 0 then parts[#parts + 1] = "so are " .. table.concat(names, ", ") end
    if #parts == 0 then return end
    local lines = self.screen:wrapped("note: " .. table.concat(parts, "; "), "    ", "      ")
    local room = FOUR - used
    for i = 1, math.min(room, #lines) do
        local cut = i == room and #lines > room
        if cut then
            local rest = {lines[i]}
            for k = i + 1, #lines do rest[#rest + 1] = lines[k]:match "^%s*(.*)" end
            self:line(self.screen:fitted_end(table.concat(rest, " ")))
        else
            self:line(lines[i])
        end
    end
end

-- The word in brackets: the cause where one is told.
local function cause_of(finding)
    return finding.slips and not finding.edit and finding.code or finding.cause or finding.code
end

-- Where and what, in one line if that is wide enough: the heading above has the name of the file, too.
function Report:head(one, group)
    local first, look = group.first, LOOK[group.first.severity]
    local what = ("%s: %s [%s]"):format(names_of(group), rounded(shown(rules.headline(first))), cause_of(first))
    local mark = self.screen:letters(look.mark) .. " "
    local lines = self.screen:wrapped(("%s: %s"):format(place_of(one, first), what), mark, "  ")
    if #lines > 1 and first.line then
        local place = first.column and ("%d:%d"):format(first.line, first.column) or tostring(first.line)
        lines = self.screen:wrapped(("%s: %s"):format(place, what), mark, "  ")
    end
    for i, line in ipairs(lines) do
        self:line(self.screen:paint(i == 1 and "strong_" .. look.color or look.color, line))
    end
    return #lines
end

function Report:group(one, group)
    local used = self:head(one, group)
    used = used + self:show(one, group.first, help_of(one, group.first), FOUR - used)
    self:note(one, group, used)
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
        self:prose(rounded(shown(note)), "    ", "      ")
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
    for _, group in ipairs(grouped(one)) do
        self:group(one, group)
        self:line()
    end
    if options.derivation then self:derivations(one) end
    if options.notes then self:notes(one) end
end

-- Why a change was made, and how sure that is.
local function reason_of(study)
    if study.found then
        return ("%s (%s)"):format(rules.headline(study.found), study.certain and "certain" or "not certain: look whether this is what was meant")
    end
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
    local what = mended == 0 and "a copy: nothing certain was to be changed" or many(mended, "link") .. " mended"
    if #one.studies == 0 then what = "a copy: nothing was to be changed" end
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
    for _, one in ipairs(all) do
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
    if self.options.fixing then parts[#parts + 1] = "in what was written " .. many(left, "link") .. " cannot exist" end
    if not self.blank then self:line() end
    for _, line in ipairs(screen:wrapped(table.concat(parts, "; "), "", "")) do self:line(screen:paint("strong_" .. look.color, line)) end
    if unseen > 0 then hints[#hints + 1] = ("the meshes of %s could not be read, and say nothing (--notes tells which)"):format(many(unseen, "link")) end
    for _, hint in ipairs(hints) do
        for _, line in ipairs(screen:wrapped(hint, "", "")) do self:line(screen:paint("dim", line)) end
    end
end

return report
