-- One entry of the prompt: what was typed, as something to run in the user's globals. An entry is as many lines as it takes
-- to be complete: an expression, statements, or statements and an expression whose value is shown. And texts of many entries.
local entry = {}

local scope = require "rigid.prompt.scope"
local tokens = require "rigid.prompt.tokens"

-- ---- what a text is -------------------------------------------------------------------------------------------------

-- What may be the beginning of an expression after a line end without going on with the line before.
local function begins_anew(token)
    return token.kind == "name" and token.text ~= "and" and token.text ~= "or" or token.kind == "number" or token.text == "#"
end

-- Where the expression begins that ends a text after statements, as in "x = 3; x"; nil where none does.
local function last_expression(text)
    local list, places = tokens.of(text), {}
    scope.walk(list, function(token, i, blocks, brackets)
        local before = list[i - 1]
        if not before or blocks > 0 or brackets > 0 then return end
        local parted = before.text == ";" or before.text == "end" and token.text ~= ";"
        if parted or begins_anew(token) and text:sub(before.last, token.first):find "\n" then places[#places + 1] = token.first end
    end)
    for i = #places, 1, -1 do
        local at = places[i]
        if load("return " .. text:sub(at), "=", "t") then return load(text:sub(1, at - 1), "=", "t") and at or nil end
    end
end

-- The text of a chunk that does what the entry is to do, with the same lines; or nil, the message, whether more lines could
-- complete it, and what stood in front of the text where the message came from.
local function body_of(text, name)
    local chunk, expression_message = load("return " .. text, name, "t")
    if chunk then return "return " .. text end
    local at = text:find "[;\n]" and last_expression(text) or text:find "%f[%w_]end%f[^%w_]" and last_expression(text)
    if at then return text:sub(1, at - 1) .. "return " .. text:sub(at) end
    local message
    chunk, message = load(text, name, "t")
    if chunk then return text end
    local incomplete = (message:find "<eof>$" or expression_message:find "<eof>$")
        and not expression_message:find "unfinished string" -- in quotes: no line can end it
        or text:find "\\$" and message:find "unfinished string" -- but where the line end is part of it
    -- "unexpected symbol near '1'" is about what no statement begins with: then it was meant as an expression.
    local first = text:match "^%s*(%w+)" or text:match "^%s*(%p)"
    local meant = first and message:find("unexpected symbol near '" .. first, 1, true)
    return nil, meant and expression_message or message, incomplete and true or false, meant and "return " or ""
end

-- A chunk whose call of the user's is not its last act, so that an error in there knows where it was called.
local function not_last(body, name)
    local given = body:match "^return (.*)$"
    local chunk = given and load("return nil, " .. given, name, "t", _G)
    return chunk and function() return select(2, chunk()) end or load(body, name, "t", _G)
end

-- Compile what was typed. Returns the function; or nil and what body_of says. in_session: with the locals of the session.
function entry.compile(text, name, in_session)
    local body, message, incomplete, prefix = body_of(text, name)
    if not body then return nil, message, incomplete, prefix end
    if not in_session then return not_last(body, name) end
    local chunk, problem = scope.load(body, name)
    return chunk, problem, false, ""
end

-- Whether it is an expression.
function entry.is_expression(text) return load("return " .. text, "=", "t") ~= nil end

-- The statements and the expression of an entry that has both, else nil.
function entry.parts(text)
    local at = not entry.is_expression(text) and last_expression(text)
    if at then return text:sub(1, at - 1), text:sub(at) end
end

-- True where a semicolon at the end asks not to show the value.
function entry.is_silent(text)
    return text:find ";%s*$" ~= nil
end

-- What -e is given: a function that returns what is to be shown.
function entry.command(text, name)
    local command, problem = entry.compile(text, name)
    local shows = command and not entry.is_silent(text) and (entry.is_expression(text) or entry.parts(text))
    if not command or shows then return command, problem end
    return function() command() end
end

-- ?name, name? and ? alone: what is asked for; ??text: to be looked for.
function entry.question(text)
    local wanted = text:match "^%s*%?%?%s*(.-)%s*$"
    if wanted == "" then return "lookfor", "help" end -- how one searches
    if wanted then return wanted, "lookfor" end
    wanted = text:match "^%s*%?%s*(.-)%s*$" or text:match "^%s*([%a_][%w_.:]*)%s*%?%s*$"
    return wanted, wanted and "help"
end

-- ---- texts of many entries ------------------------------------------------------------------------------------------

-- What is copied from a page along with its prompts: without these, and without the output between; and whether there were
-- any.
function entry.without_prompts(text)
    local first = text:find "^%s*> "
    if not first and not (text:find "\n> " and not load(text, "=", "t")) then return text, false end
    local lines = {}
    for line in (text .. "\n"):gmatch "(.-)\n" do
        local typed = line:match "^%s*> (.*)$" or line:match "^%s*%.%. (.*)$" or not first and #lines == 0 and line
        if typed then lines[#lines + 1] = typed end
    end
    return table.concat(lines, "\n"), true
end

local GOES_ON <const> = {}
for word in ("and or then do end else elseif until ) ] } , + * / // % ^ < > = == ~= <= >= .. & | << >> . :"):gmatch "%S+" do
    GOES_ON[word] = "always"
end
for word in ("- ( { ~"):gmatch "%S" do GOES_ON[word] = "indented" end -- which may begin an entry too

-- Whether the line that follows what is complete so far goes on with it, as one with an operator in front does.
local function goes_on(text, line)
    local first = tokens.of(line)[1]
    local how = first and (GOES_ON[first.text] or first.kind == "string" and "indented")
    if not how then return false end
    if how == "indented" and #line:match "^%s*" <= #text:match "^%s*" then return false end
    local chunk, _, incomplete = entry.compile(text .. "\n" .. line, "=")
    return chunk ~= nil or incomplete
end

local function lines_of(text)
    local list = {}
    for line in (text:gsub("^#[^\n]*", "") .. "\n"):gmatch "(.-)\n" do list[#list + 1] = line end
    return list
end

-- The next line that is neither empty nor a comment.
local function next_line(lines, number)
    for i = number + 1, #lines do
        if lines[i]:find "%S" and not lines[i]:find "^%s*%-%-[^%[]" then return lines[i] end
    end
    return ""
end

local LONG <const> = 200 -- lines: an entry of more is not tried at each of them, which would take their square
local OPENS <const> = {["("] = 1, ["["] = 1, ["{"] = 1, ["function"] = 1, ["do"] = 1, ["then"] = 1, ["repeat"] = 1, [")"] = -1, ["]"] = -1, ["}"] = -1,
    ["end"] = -1, ["until"] = -1, ["elseif"] = -1}

-- Whether an entry may end with the line that was put to it last: short ones are always tried; long ones where all is closed that its lines have
-- opened, so far as each tells by itself, and at powers of two, for text in long brackets tells nothing.
local function may_end(open, line)
    open.lines = (open.lines or 0) + 1
    for _, token in ipairs(tokens.of(line)) do
        if token.kind ~= "string" then open.depth = (open.depth or 0) + (OPENS[token.text] or 0) end
    end
    return open.lines <= LONG or open.depth <= 0 or open.lines & open.lines - 1 == 0
end

-- Split a text into entries as the prompt would: a list of {text =, line =, and one of wanted and how = a question as
-- entry.question has it, wrong = it does not compile}; and what is left at the end and not complete, {text =, line =}.
function entry.split(text)
    local list, open, lines = {}, nil, lines_of(text)
    for number, line in ipairs(lines) do
        local wanted, how
        if not open then wanted, how = entry.question(line) end
        if wanted then
            list[#list + 1] = {text = line, line = number, wanted = wanted, how = how}
        else
            open = open or {line = number}
            local tried = may_end(open, line) or number == #lines
            local text_so_far = tried and table.concat(lines, "\n", open.line, number)
            local chunk, _, incomplete = nil, nil, true
            if tried then chunk, _, incomplete = entry.compile(text_so_far, "=") end
            if not (chunk and goes_on(text_so_far, next_line(lines, number)) or not chunk and incomplete) then
                if text_so_far:find "%S" then list[#list + 1] = {text = text_so_far, line = open.line, wrong = not chunk} end
                open = nil
            end
        end
    end
    return list, open and {text = table.concat(lines, "\n", open.line), line = open.line}
end

-- Whether one of the words, a set, stands in the text outside of functions (or of any block, where the set says "outside").
local function has_outside(text, words)
    local found = false
    scope.walk(tokens.of(text), function(token, _, blocks, _, functions)
        local where = token.kind == "name" and words[token.text]
        found = found or where == "outside" and blocks == 0 or where == true and functions == 0
    end)
    return found
end

-- Whether the text may leave the entry by return.
function entry.returns(text) return has_outside(text, {["return"] = true}) end

-- Whether a text that compiles as a script is one: it has locals, or leaves by return.
function entry.is_script(text)
    text = text:gsub("^#[^\n]*", "")
    return load(text, "=", "t") ~= nil and has_outside(text, {["local"] = "outside", ["return"] = true, ["goto"] = true})
end

return entry
