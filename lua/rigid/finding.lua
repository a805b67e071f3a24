-- A finding and a list of them, as the doctor and meshes give them: a finding prints as its severity and its sentence, a list as one
-- line for each with its code, or as the words that it was given for when there is none.
local arguments = require "rigid.arguments"

local finding = {}

finding.gravity = {error = 3, warning = 2, suspicion = 1} -- of a severity: the graver, the more

local function said(f) return ("%s: %s"):format(f.severity, f.sentence) end

local Finding = {__name = "finding", __tostring = arguments.printer("a finding", said)}
local List = {__name = "findings"}
local SOUND = {} -- the key of what an empty list says

List.__tostring = arguments.printer("findings", function(list)
    if #list == 0 then return rawget(list, SOUND) or "nothing found" end
    local lines = {}
    for i, f in ipairs(list) do lines[i] = ("%s [%s]"):format(tostring(f), f.code) end
    return table.concat(lines, "\n")
end)

function finding.list(sound) return setmetatable({[SOUND] = sound}, List) end

-- Add a finding; margin is negative by as much as a limit is passed.
function finding.add(list, severity, code, quantity, value, limit, margin, unit, sentence, ...)
    list[#list + 1] = setmetatable({
        code = code, severity = severity, quantity = quantity, value = value, limit = limit, margin = margin, unit = unit,
        sentence = select("#", ...) > 0 and sentence:format(...) or sentence,
    }, Finding)
    return list[#list]
end

return finding
