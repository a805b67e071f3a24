-- What is found, for other programs: SARIF 2.1.0 [OASIS 2020], and annotations of GitHub's workflows. Findings that follow from others are
-- left out; notes are told as notes.
local rules = require "rigid.doctor.rules"

local formats = {}

local LEVEL <const> = {error = "error", warning = "warning", suspicion = "note", note = "note"}
local ANNOTATION <const> = {error = "error", warning = "warning", suspicion = "notice"}

local function told(one, call)
    for _, finding in ipairs(one.findings) do
        if not finding.consequence then call(finding) end
    end
end

local function subject(finding) return finding.joint and ("joint '%s'"):format(finding.joint) or finding.link ~= ""
    and ("link '%s'"):format(finding.link) or "file" end

local function message(finding) return ("%s: %s"):format(subject(finding), rules.headline(finding)) end

-- What SARIF says of one file, as a list of results.
function formats.results(one)
    local list = {}
    local function at(line, column, width, elsewhere)
        local region = line and {startLine = line, startColumn = column, endColumn = column and column + (width or 1)} or nil
        return {{physicalLocation = {artifactLocation = {uri = elsewhere or one.file}, region = region}}}
    end
    if one.reason then
        list[1] = {ruleId = "unreadable", level = "error", message = {text = one.reason}, locations = at(one.line)}
    end
    told(one, function(finding)
        list[#list + 1] = {
            ruleId = finding.code, level = LEVEL[finding.severity], message = {text = message(finding) .. ". " .. finding.sentence},
            locations = at(finding.line, finding.column, finding.width, finding.elsewhere),
        }
    end)
    return list
end

function formats.sarif(library, results)
    local list = {}
    for i, rule in ipairs(rules.list) do
        list[i] = {id = rule.code, shortDescription = {text = rule.headline}, fullDescription = {text = rule.meaning},
            defaultConfiguration = {level = LEVEL[rule.severity]}}
    end
    list[#list + 1] = {id = "unreadable", shortDescription = {text = "the file cannot be read"}}
    return library.encode({
        ["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json", version = "2.1.0",
        runs = {{tool = {driver = {name = "rigid check", rules = list}}, results = setmetatable(results, {__jsontype = "array"})}},
    }, {indent = true, keyorder = {"$schema", "version", "runs", "tool", "driver", "name", "rules", "id", "ruleId", "level", "message", "locations"}})
end

-- A value of an annotation, and its text, as GitHub's runner reads them.
local function escaped(text, property)
    text = text:gsub("%%", "%%25"):gsub("\r", "%%0D"):gsub("\n", "%%0A")
    return property and text:gsub(":", "%%3A"):gsub(",", "%%2C") or text
end

-- The lines of annotations on one file.
function formats.annotations(one)
    local list = {}
    local function add(kind, line, column, title, text, elsewhere)
        list[#list + 1] = ("::%s file=%s%s%s,title=%s::%s"):format(kind, escaped(elsewhere or one.file, true), line and (",line=%d"):format(line) or "",
            column and (",col=%d"):format(column) or "", escaped(title, true), escaped(text))
    end
    if one.reason then add("error", one.line, nil, "unreadable", one.reason) end
    told(one, function(finding)
        add(ANNOTATION[finding.severity] or "notice", finding.line, finding.column, finding.code, message(finding), finding.elsewhere)
    end)
    return list
end

return formats
