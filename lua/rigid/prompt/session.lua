-- What was entered since the prompt opened, and what came of it; and save_session, which writes it as a script that runs
-- again: an expression is printed, with what it gave as a comment; locals are those of the script; what failed, and questions
-- to the prompt, are left out.
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local entry = require "rigid.prompt.entry"
local rigid = require("rigid.registry").public

local session = {
    entries = {}, -- in their order: {name, text, ok = it ran without error, shown = what it showed}
    texts = {}, -- by name
}

-- Note an entry that is about to run; returns its record. pasted: it came with others, and is shown with its line's number.
function session.begin(text, pasted)
    local record = {name = "entry " .. #session.entries + 1, text = text, ok = false}
    session.entries[#session.entries + 1] = record
    session.texts[record.name] = pasted and text .. "\n" or text
    return record
end

-- ---- the script -----------------------------------------------------------------------------------------------------

local MARK <const> = "-- A session of rigid"
local LINES <const> = 20 -- of what an entry showed
local LARGEST <const> = 64 -- megabytes of a session that was saved before

-- Words of the prompt that have no place in a script.
local ASKS <const> = {help = true, lookfor = true, who = true, history = true, save_session = true}

local function asks(text)
    local word, rest = text:match "^%s*([%a_]+)%s*(.?)"
    return ASKS[word] and (rest == "(" or rest == '"' or rest == "'" or rest == "")
end

local function mentions_last(text) return (" " .. text .. " "):find "[^%w_.:]_[^%w_]" ~= nil end

-- Whether the value of an entry is asked for later by the name _, before another takes it.
local function is_used(list, i)
    for k = i + 1, #list do
        if mentions_last(list[k].text) then return true end
        if entry.is_expression(list[k].text) then return false end
    end
    return false
end

-- A call with the expression in it; a comment at its end must not swallow what follows.
local function printed(expression) return "print(" .. expression .. (expression:find "%-%-" and "\n)" or ")") end

-- A statement that does in a script what the expression did as an entry.
local function of_expression(text, used, showed)
    local bare = text:gsub(";%s*$", "")
    if not bare:gsub("%-%-[^\n]*", ""):find "%S" then return text end -- a comment alone
    if used then return "_ = " .. bare .. (showed and "\nprint(_)" or "") end
    if showed then return printed(bare) end
    return load(text, "=", "t") and text or "_ = " .. bare
end

-- Statements that do in a script what the text did as an entry.
local function statement(text, used, showed)
    text = text:match "^%s*(.-)%s*$"
    if entry.is_expression(text) then return of_expression(text, used, showed) end
    local returned = text:match "^return%s+(.-);?$"
    if returned and entry.is_expression(returned) then return of_expression(returned, used, showed) end
    if entry.returns(text) then return "(function()\n" .. text .. "\nend)()" end
    local head, tail = entry.parts(text)
    if tail then return head .. (head:find "%s$" and "" or " ") .. of_expression(tail, used, showed) end
    return text:find "::" and not text:find "%f[%w_]local%f[^%w_]" and "do\n" .. text .. "\nend" or text
end

local function comment(shown)
    local lines = {}
    for line in (table.concat(shown, "\n") .. "\n"):gmatch "(.-)\n" do
        if #lines == LINES then
            lines[#lines + 1] = "--> ..."
            break
        end
        lines[#lines + 1] = ("--> " .. line):gsub("%s+$", "")
    end
    return table.concat(lines, "\n")
end

-- The entries as a script, and how many they are.
function session.script(entries, version)
    local kept, lines = {}, {}
    for _, record in ipairs(entries) do
        if record.ok and record.text:find "%S" and not asks(record.text) then kept[#kept + 1] = record end
    end
    lines[1] = ("%s %s; run it with: rigid FILE"):format(MARK, version)
    for i, record in ipairs(kept) do
        local shown = record.shown or {}
        local code = statement(record.text, is_used(kept, i), #shown > 0 and not shown.has_table)
        if code:find "^%(" then code = ";" .. code end
        lines[#lines + 1] = code .. (#shown > 0 and "\n" .. comment(shown) or "")
    end
    return table.concat(lines, "\n") .. "\n", #kept
end

-- Whether the file may be written: it is not there, or is one of ours.
local function may_write(path)
    if disk.kind(path) ~= "file" then return true end
    local text = disk.read(path, LARGEST)
    return text ~= nil and (text == "" or text:sub(1, #MARK) == MARK)
end

function session.save(path)
    local place = arguments.at("save_session", 1)
    place:file_path(path, "name of a file")
    if not may_write(path) then place:bad("'%s' is there already, and is no saved session", path) end
    local text, count = session.script(session.entries, rigid.version)
    local written, problem = disk.write(path, text)
    if not written then place:bad("cannot write %s: %s", path, problem) end
    return ("%d %s written to %s"):format(count, count == 1 and "entry" or "entries", path)
end

return session
