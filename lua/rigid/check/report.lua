-- The report of `rigid check` for people: of each file a heading, the table of its links, what was found, what would mend
-- it, and in the end a verdict. Lines go to `write`, one at a time.
local core = require "rigid.core"
local exact = require("rigid.doctor.repairs").exact
local examine = require "rigid.check.examine"
local terminal = require "rigid.check.terminal"

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

local LOOK <const> = {
    error = {mark = "✗", color = "red", word = "cannot exist"},
    warning = {mark = "!", color = "yellow", word = "doubtful"},
    suspicion = {mark = "?", color = "cyan", word = "suspicious"},
    sound = {mark = "✓", color = "green", word = "sound"},
    none = {mark = " ", color = "dim", word = "no inertia"},
    massless = {mark = " ", color = "dim", word = "massless"},
    unreadable = {mark = "✗", color = "red", word = "cannot be read"},
}

-- "1 link", "2 links"
local function many(count, one, more) return ("%d %s"):format(count, count == 1 and one or more or one .. "s") end
local function shown(text) return terminal.harmless(tostring(text)) end

-- ---- heading --------------------------------------------------------------------------------------------------------

local function look_of(one)
    if one.status == "unreadable" then return LOOK.unreadable end
    for _, kind in ipairs {"error", "warning", "suspicion"} do
        if one.count[kind] > 0 then return LOOK[kind] end
    end
    return LOOK.sound
end

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
    local look, screen = look_of(one), self.screen
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

-- ---- the table of links ---------------------------------------------------------------------------------------------

-- Three lengths in the unit that fits the greatest.
local function size_text(lengths)
    if not lengths then return "—" end
    local unit, scale = "mm", 1e3
    if lengths[1] >= 1 then unit, scale = "m", 1 elseif lengths[1] >= 0.01 then unit, scale = "cm", 1e2 end
    local texts = {}
    for i = 1, 3 do
        local x = lengths[i] * scale
        texts[i] = x < 0.005 and "0" or x >= 99.95 and ("%.0f"):format(x) or ("%#.3g"):format(x)
    end
    return table.concat(texts, " × ") .. " " .. unit
end

local function number_text(x)
    if not x then return "—" end
    if x - x ~= 0 then return x ~= x and "nan" or tostring(x) end
    local text = ("%.4g"):format(x)
    return text:find "e" and x >= 1e4 and x < 1e9 and ("%.0f"):format(x) or text
end

local function look_of_link(link)
    if not link.inertia then return LOOK.none end
    return link.verdict == "sound" and link.mass == 0 and LOOK.massless or LOOK[link.verdict]
end

-- The last column: what was found, in a word each.
local function verdict_text(link)
    if #link.findings == 0 then return look_of_link(link).word end
    local words, seen = {}, {}
    for _, finding in ipairs(link.findings) do
        local word = finding.severity == "error" and LOOK.error.word or finding.code:gsub("_", " ")
        if not seen[word] then words[#words + 1], seen[word] = word, true end
    end
    return table.concat(words, ", ")
end

local COLUMNS <const> = {
    {title = "link", text = function(link) return shown(link.name) end},
    {title = "line", right = true, text = function(link) return link.line and tostring(link.line) or "" end},
    {title = "kg", right = true, text = function(link) return link.mass and number_text(link.mass) or "" end},
    {title = "as large as a box of", text = function(link) return link.inertia and size_text(link.lengths) or "" end},
    {title = "kg/m³", right = true, wide = true, text = function(link) return link.inertia and number_text(link.density) or "" end},
    {title = "verdict", text = verdict_text, last = true},
}
local LEAST <const> = 12 -- columns of the name, however narrow the terminal is
local WIDE <const> = 96 -- columns of a terminal that has room for all

function Report:columns()
    local list = {}
    for _, column in ipairs(COLUMNS) do
        if not column.wide or self.screen.width >= WIDE then list[#list + 1] = column end
    end
    return list
end

-- The cells of all rows, and how wide each column is, names cut to what is left.
function Report:cells(links)
    local columns, rows, widths = self:columns(), {}, {}
    for i, column in ipairs(columns) do widths[i] = terminal.columns(self.screen:letters(column.title)) end
    for r, link in ipairs(links) do
        rows[r] = {}
        for i, column in ipairs(columns) do
            rows[r][i] = self.screen:letters(column.text(link))
            widths[i] = math.max(widths[i], terminal.columns(rows[r][i]))
        end
    end
    local total = 2
    for i = 1, #columns do total = total + 2 + widths[i] end
    local over = total - self.screen.width
    if over > 0 then
        local cut = math.min(over, math.max(widths[1] - LEAST, 0))
        widths[1], widths[#widths] = widths[1] - cut, math.max(widths[#widths] - (over - cut), LEAST)
    end
    return columns, rows, widths
end

function Report:table(links)
    local columns, rows, widths = self:cells(links)
    local screen, titles = self.screen, {}
    for i, column in ipairs(columns) do titles[i] = terminal.padded(screen:letters(column.title), widths[i], column.right) end
    self:line(screen:paint("dim", ("    " .. table.concat(titles, "  ")):gsub("%s+$", "")))
    for r, link in ipairs(links) do
        local look, row = look_of_link(link), {}
        for i, column in ipairs(columns) do
            local text = terminal.padded(screen:fitted(rows[r][i], widths[i]), widths[i], column.right)
            if column.last then text = text:gsub("%s+$", "") end
            row[i] = column.last and screen:paint(look.color, text) or text
        end
        self:line(("  %s %s"):format(screen:paint(look.color, screen:letters(look.mark)), table.concat(row, "  ")))
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

-- ---- the derivation -------------------------------------------------------------------------------------------------

local function triple(a, b, c) return ("(%s, %s, %s)"):format(exact(a), exact(b), exact(c)) end
local function column(R, i) return R * core.Vec3(i == 1 and 1 or 0, i == 2 and 1 or 0, i == 3 and 1 or 0) end

local function matrix_lines(rows)
    local texts, widths = {}, {0, 0, 0}
    for i = 1, 3 do
        texts[i] = {}
        for j = 1, 3 do
            texts[i][j] = exact(rows[i][j])
            widths[j] = math.max(widths[j], #texts[i][j])
        end
    end
    local lines = {}
    for i = 1, 3 do
        for j = 1, 3 do texts[i][j] = terminal.padded(texts[i][j], widths[j], true) end
        lines[i] = "[ " .. table.concat(texts[i], "  ") .. " ]"
    end
    return lines
end

local LISTED <const> = 10 -- slips of a derivation

-- The repairs, each with its rank: those with one rank are as likely as each other.
function Report:ranking(study)
    local left_out = 0
    for i, repair in ipairs(study.repairs) do
        if repair.rank and i > LISTED and i ~= study.chosen then
            left_out = left_out + 1
        else
            if not repair.rank and left_out > 0 then
                self:line(("        ... and %d slips that are less likely"):format(left_out))
                left_out = 0
            end
            local first = repair.rank and ("%d. "):format(repair.rank) or self.screen:letters "– "
            local taken = i == study.chosen and " (--fix takes this one)" or ""
            self:prose(repair.sentence .. taken, "        " .. terminal.padded(first, 4), "            ")
        end
    end
end

-- All figures of the test, so that it can be done again by hand.
function Report:derivation(study, name)
    local M, w = study.inertia, study.figures
    local verdict = core._doctor.judge(M)
    self:line(self.screen:paint("bold", ("    %s, step by step"):format(shown(name))))
    self:prose(("mass %s kg, com %s m; the tensor about the com, in the axes it is written in, in kg m²: "):format(exact(w.mass),
        triple(w.x, w.y, w.z)) .. ("ixx = %s, ixy = %s, ixz = %s, iyy = %s, iyz = %s, izz = %s"):format(exact(w.ixx), exact(w.ixy),
        exact(w.ixz), exact(w.iyy), exact(w.iyz), exact(w.izz)), "      ", "        ")
    if verdict.flaw == "not_finite" or M:mass() == 0 then return self:line() end
    local half = (w.ixx + w.iyy + w.izz) / 2
    self:prose("the second moment of the mass about the com, Σ = ½ tr(I) 1 − I = ∫ρ x xᵀ, which no body has negative in any "
        .. "direction:", "      ")
    for _, line in ipairs(matrix_lines {{half - w.ixx, -w.ixy, -w.ixz}, {-w.ixy, half - w.iyy, -w.iyz}, {-w.ixz, -w.iyz, half - w.izz}}) do
        self:line("        " .. line)
    end
    self:prose("its eigenvalues and their directions, each the spread of mass along it:", "      ")
    for i = 1, 3 do
        local axis, sigma = column(verdict.axes, i), verdict.spread[i]
        self:prose(("%s kg m² along %s%s"):format(exact(sigma), triple(axis.x, axis.y, axis.z), sigma < -verdict.tolerance and " — negative" or ""),
            "        ", "          ")
    end
    self:prose(("(what is above −%s kg m² is zero within rounding)"):format(exact(verdict.tolerance)), "      ")
    self:line "      what would make it a body, the likeliest first:"
    self:ranking(study)
    self:line()
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
        self:table(one.links)
        self:line()
    end
    local groups = grouped(one)
    for _, group in ipairs(groups) do
        self:group(one, group)
        if options.explain and group.study then
            for _, link in ipairs(group.links) do self:derivation(one.studies[link.name], link.name) end
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
    local screen, look = self.screen, unreadable > 0 and LOOK.unreadable or look_of {count = count}
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
