-- Which findings are told: --select and --ignore by code or cause, comments in the file (`rigid: ignore CODE, CODE` on the line or the one above,
-- `rigid: ignore-file CODE` anywhere; what follows the codes without a comma is said to people), and a baseline of what was known before.
local rules = require "rigid.doctor.rules"

local sieve = {}

-- A set of the words of comma-separated lists; nil and the first that is no code and no cause. "all" is any.
function sieve.words(lists)
    local set = {}
    for _, text in ipairs(lists) do
        for word in text:gmatch "[^,%s]+" do
            if not rules.find(word) and word ~= "all" then
                local known = false
                for _, cause in ipairs(rules.causes) do known = known or cause == word end
                if not known then return nil, word end
            end
            set[word] = true
        end
    end
    return set
end

local function is_in(set, finding) return set.all or set[finding.code] or finding.cause and set[finding.cause] end

-- By line what its comment lets pass, and what that of the file does.
local function comments_of(text)
    local lines, file, number = {}, {}, 0
    if not text:find("rigid:", 1, true) then return lines, file end
    for line in (text .. "\n"):gmatch "(.-)\n" do
        number = number + 1
        for whole, at in line:gmatch "rigid:%s*ignore(%-?f?i?l?e?)%s+()" do
            local set = whole == "" and (lines[number] or {}) or whole == "-file" and file
            while set and at do
                local word, comma = line:match("^([%w_]+)%s*,%s*()", at)
                set[word or line:match("^[%w_]+", at) or ""] = true
                at = comma
            end
            if whole == "" then lines[number] = set end
        end
    end
    return lines, file
end

-- What a finding is known by from one run to the next.
function sieve.key(finding)
    return ("%s|%s|%s|%s"):format(finding.file or "", finding.link or "", finding.joint or "", finding.code)
end

-- A function that says of each finding on a text whether it is told. options: select, ignore, known = sets, or nil.
function sieve.of(text, options)
    local lines, file = comments_of(text)
    return function(finding)
        if options.select and not is_in(options.select, finding) then return false end
        if options.ignore and is_in(options.ignore, finding) then return false end
        if is_in(file, finding) then return false end
        for _, line in ipairs(finding.line and not finding.elsewhere and {finding.line, finding.line - 1} or {}) do
            if lines[line] and is_in(lines[line], finding) then return false end
        end
        return not (options.known and options.known[sieve.key(finding)])
    end
end

return sieve
