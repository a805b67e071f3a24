-- A finding of `rigid check` in four lines at most, whatever the width: where and what, in one line that is enough to act; the figure in
-- its line; what to write; why. Where there is less room, less is told: of the place its file, of the names their middle, of the reason
-- its last clauses, or all but a rule's general one; the code of the rule goes from the first line to a later one. Figures have six digits.
local findings = require "rigid.finding"
local looks = require "rigid.check.looks"
local rules = require "rigid.doctor.rules"
local terminal = require "rigid.check.terminal"

local LOOK <const>, shown, columns = looks.of_kind, looks.shown, terminal.columns

local told = {}

local FOUR <const> = 4 -- lines that a finding has
local FIRST <const>, REST <const> = "    ", "      " -- before what is under the first line

-- The text with its figures to six digits. What stands within a word or in quotes is no figure but part of a name.
function told.rounded(text)
    return (text:gsub("(['\"]?)([%w_.+/-]+)", function(quote, word)
        local digits, rest = word:match "^(%-?%d+%.?%d*[eE]?[+-]?%d*)(%.?)$"
        local x = quote == "" and digits and #digits > 7 and tonumber(digits)
        return x and ("%.6g"):format(x) .. rest or nil
    end))
end

-- Findings of one cause together, the gravest first, then the commonest.
function told.grouped(one)
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
        local p, q = findings.gravity[a.first.severity], findings.gravity[b.first.severity]
        if p ~= q then return p > q end
        return a.number < b.number
    end)
    return order
end

-- ---- where and what -------------------------------------------------------------------------------------------------

-- Where a finding is, with its file and without: the heading above has the name of the file, but not that of another.
local function places_of(one, finding)
    local file = shown(finding.elsewhere or one.file)
    if not finding.line then return file, file end
    local line = finding.column and ("%d:%d"):format(finding.line, finding.column) or tostring(finding.line)
    return ("%s:%s"):format(file, line), finding.elsewhere and ("%s:%s"):format(file:match "[^/]*$", line) or line
end

-- The name of what a finding is about, and how many more there are: "link_9.0", " and 12 more".
local function names_of(group)
    local first = group.first
    local name = first.links and first.links[1] or first.joint or first.link
    local more = first.links and #group == 1 and #first.links - 1 or #group - 1
    return shown(name and name ~= "" and name or "the file"), more > 0 and (" and %d more"):format(more) or ""
end

-- The word in brackets: the cause where one is told.
local function code_of(finding)
    return ("[%s]"):format(finding.slips and not finding.edit and finding.code or finding.cause or finding.code)
end

local LEAST <const> = 12 -- columns of a name

-- The first line, and whether the code stands in it.
local function head_of(screen, one, group)
    local first = group.first
    local mark, code = LOOK[first.severity].mark .. " ", code_of(first)
    local place, short = places_of(one, first)
    local name, more = names_of(group)
    local what, brief = told.rounded(shown(rules.headline(first))), first.brief and told.rounded(shown(first.brief))
    local function line(where, who, which, tail) return screen:letters(("%s%s: %s%s: %s%s"):format(mark, where, who, more, which, tail)) end
    for _, with in ipairs {{place, what, " " .. code}, {short, what, " " .. code}, {short, what, ""}} do
        local text = line(with[1], name, with[2], with[3])
        if columns(text) <= screen.width then return text, with[3] ~= "" end
    end
    for _, which in ipairs {what, brief} do
        local room = screen.width - columns(line(short, "", which, ""))
        if room >= math.min(LEAST, columns(name)) then return line(short, screen:fitted(name, room), which, ""), false end
    end
    return screen:fitted_end(line(short, screen:fitted(name, LEAST), brief or what, "")), false
end

-- ---- the figure, and what to write ----------------------------------------------------------------------------------

local ORDER <const> = {"mass", "x", "y", "z", "ixx", "ixy", "ixz", "iyy", "iyz", "izz", "lower", "upper", "rpy 1", "rpy 2", "rpy 3"}

local function assigned(fix)
    local words = {}
    for _, name in ipairs(ORDER) do
        if fix[name] then words[#words + 1] = ('%s="%s"'):format(name, fix[name]) end
    end
    return table.concat(words, " ")
end

local function changed(study)
    local words = {}
    for i, change in ipairs(study.changes) do words[i] = ('%s="%s"'):format(change.name, change.after) end
    return table.concat(words, " ")
end

-- What to write, and how sure that is, the longest first: a shape is named with its sizes, or without.
local function helps_of(one, finding)
    local study = one.studies[finding.link]
    if finding.fix and next(finding.fix) then
        return {("help: %s%s"):format(assigned(finding.fix), finding.certain and "" or " (not certain)")}
    end
    if study and study.as and study.figures then
        local text = changed(study)
        return {("help: %s, as '%s' has it on the other side"):format(text, shown(study.as)), ("help: %s, as on the other side"):format(text)}
    end
    if finding.offer then
        local text = assigned(finding.offer.fix)
        return {("help: not known; %s has %s"):format(finding.offer.of, text), ("help: not known; %s has %s"):format(finding.offer.kind, text)}
    end
    local repair = study and study.chosen and finding.slips and study.repairs[study.chosen]
    if repair and finding.severity == "error" then
        return {("help: %s (not certain: %s)"):format(changed(study), repair.edit), ("help: %s (not certain)"):format(changed(study))}
    end
    return {}
end

local BEFORE <const> = 10 -- columns before a figure that are shown where there is no more room

-- The line of the text with the figure, cut to what there is room for, and the marks under it with what to write, if that fits there.
local function source_of(screen, one, finding, help)
    local text = one.document:source(finding.line)
    local from = text:match "^%s*()"
    local first, width = finding.column, math.min(finding.width, 60)
    local room = math.max(math.min(screen.width, 100) - 6, 30)
    local function beside() return not help or first - from + width + 5 + columns(help) <= screen.width end
    if first + width - from > room then from = math.max(from, first + width - room + 8) end
    if from > first then from = first end
    if not beside() then from = math.max(from, first - BEFORE) end
    local line = text:sub(from, from + room - 1):gsub("[%c\127-\255]", "?")
    local marks = (" "):rep(first - from) .. ("^"):rep(math.max(math.min(width, room - (first - from)), 1))
    return line, marks, beside()
end

-- The lines of the figure and of what to write; room: how many there are for both where a reason is to follow; code: what must be put behind them.
-- The figure with one line of help is more than a reason.
local function shown_of(screen, one, finding, room, code)
    local helps = helps_of(one, finding)
    local has_source = finding.column and one.document
    local function source(help)
        local line, marks, beside = source_of(screen, one, finding, help)
        return {FIRST .. screen:paint("dim", line), FIRST .. screen:paint("strong_cyan", marks) .. (beside and help and " " .. screen:letters(help) or "")},
            beside
    end
    for i = 1, has_source and math.max(#helps, 1) or 0 do
        local lines, beside = source(helps[i])
        if beside then return lines end
    end
    local words = {}
    for _, help in ipairs(helps) do
        words = screen:wrapped(help, FIRST, REST)
        if #words <= room then break end
    end
    if #words > 1 or not has_source or columns(words[1] .. code) >= screen.width then return words end
    local lines = source(helps[1])
    lines[#lines + 1] = words[1]
    return lines
end

-- ---- why ------------------------------------------------------------------------------------------------------------

-- Where the last clause of a text begins that is not within brackets or quotes; nil where there is but one.
local function last_clause(text)
    local depth, quoted, at = 0, false, nil
    for i, letter in text:gmatch "()([()';:])" do
        if letter == "(" then depth = depth + 1
        elseif letter == ")" then depth = depth - 1
        elseif letter == "'" then quoted = not quoted and text:find("^[%s(]", i - 1) ~= nil
        elseif depth <= 0 and not quoted and text:sub(i + 1, i + 1) == " " then at = i end
    end
    return at
end

local LISTED <const> = 6 -- links of a group that are named

-- The other links of a group, so many of them by name.
local function others_of(group, count)
    if #group < 2 or count == 0 then return nil end
    local names = {}
    for i = 2, math.min(#group, count + 1) do
        local finding = group[i]
        names[#names + 1] = shown(finding.joint or finding.link) .. (finding.line and (" (line %d)"):format(finding.line) or "")
    end
    if #group > count + 1 then names[#names + 1] = ("%d more"):format(#group - count - 1) end
    return "likewise " .. table.concat(names, ", ")
end

-- A sentence without what the first line has said: that it is so, and of which joint.
local function without_head(finding, sentence)
    local headline, joint = rules.headline(finding), finding.joint and ("joint '%s' "):format(finding.joint)
    if sentence == headline then return "" end
    if sentence:sub(1, #headline + 2) == headline .. ": " then return sentence:sub(#headline + 3) end
    return joint and sentence:sub(1, #joint) == joint and "it " .. sentence:sub(#joint + 1) or sentence
end

-- All that is known of the reason.
local function whole_reason(one, first)
    local why, study = told.rounded(without_head(first, shown(first.sentence))), one.studies[first.link]
    if first.severity ~= "error" or not study or not study.figures or not first.slips then return why end
    return ("%s; %s"):format(why, (study.repairs.sentence:gsub("%.$", "")))
end

-- The reason, the longest first: clause by clause fewer, and in the end what is said of the rule.
local function reasons_of(one, first)
    local why = whole_reason(one, first)
    local list, at = {why}, last_clause(why)
    while at do
        why = why:sub(1, at - 1)
        list[#list + 1], at = why, last_clause(why)
    end
    if why ~= "" then list[#list + 1] = first.why or rules.by_code[first.code].why end
    return list
end

-- The reason, and the other links that have it, in no more than so many lines; code: the code of the rule where the first line had no room
-- for it, or "". The first clause is more than names, names are more than what follows it.
local function reason_of(screen, one, group, code, room)
    local reasons, text = reasons_of(one, group.first), nil
    local function fit(why, count)
        local parts = {}
        for _, part in ipairs {why, others_of(group, count) or ""} do
            if part ~= "" then parts[#parts + 1] = part end
        end
        if #parts == 0 and code == "" then return {} end
        text = screen:wrapped(("note: %s%s"):format(code ~= "" and code .. " " or "", table.concat(parts, "; ")), FIRST, REST)
        return #text <= room and text or nil
    end
    for count = #group > 1 and LISTED or 0, 0, -1 do
        for i = count < LISTED and count > 0 and #reasons or 1, #reasons do
            local lines = fit(reasons[i], count)
            if lines then return lines end
        end
    end
    local rest = {text[room]}
    for i = room + 1, #text do rest[#rest + 1] = text[i]:match "^%s*(.*)" end
    return table.move({screen:fitted_end(table.concat(rest, " "))}, 1, 1, room, table.move(text, 1, room - 1, 1, {}))
end

-- ---- all of it ------------------------------------------------------------------------------------------------------

-- Put the code of the rule behind the last of the lines, if there is room for it, and say whether there was.
local function has_put(screen, lines, code)
    local last = #lines > 0 and lines[#lines] .. " " .. code
    if not last or columns((last:gsub("\27%[[%d;]*m", ""))) > screen.width then return false end
    lines[#lines] = last
    return true
end

-- The lines of a group of findings.
function told.lines(screen, one, group)
    local first = group.first
    local look = LOOK[first.severity]
    local head, has_code = head_of(screen, one, group)
    local code = has_code and "" or code_of(first)
    local why = reason_of(screen, one, group, code, FOUR)
    local figures = shown_of(screen, one, first, FOUR - 1 - math.min(#why, 1), code)
    if not has_code and has_put(screen, figures, code) then code = "" end
    local lines = table.move(figures, 1, FOUR - 1, 2, {screen:paint("strong_" .. look.color, head)})
    if #lines < FOUR then table.move(reason_of(screen, one, group, code, FOUR - #lines), 1, FOUR, #lines + 1, lines) end
    return lines
end

return told
