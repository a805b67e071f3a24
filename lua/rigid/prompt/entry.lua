-- One entry of the prompt: what was typed, as something to run in the user's globals. An entry is as many lines as it takes
-- to be complete.
local entry = {}

-- An expression as a function whose call in it is not its last act, so that an error in there knows where it was called.
local function not_last(text, name)
    local chunk = load("return nil, " .. text, name, "t", _G)
    return chunk and function() return select(2, chunk()) end
end

-- Compile what was typed: an expression, or else statements. Returns the function; or nil, the message, whether more lines
-- could complete it, and what stood in front of the text where the message came from.
function entry.compile(text, name)
    local chunk, expression_message = load("return " .. text, name, "t", _G)
    if chunk then return not_last(text, name) or chunk end
    local message
    chunk, message = load(text, name, "t", _G)
    if chunk then return chunk end
    local incomplete = (message:find "<eof>$" or expression_message:find "<eof>$")
        and not expression_message:find "unfinished string" -- in quotes: no line can end it
    -- "unexpected symbol near '1'" is about what no statement begins with: then it was meant as an expression.
    local first = text:match "^%s*(%w+)" or text:match "^%s*(%p)"
    local meant = first and message:find("unexpected symbol near '" .. first, 1, true)
    return nil, meant and expression_message or message, incomplete and true or false, meant and "return " or ""
end

-- Whether it is an expression.
function entry.is_expression(text) return load("return " .. text, "=", "t") ~= nil end

-- True where a semicolon at the end asks not to show the value.
function entry.is_silent(text)
    return text:find ";%s*$" ~= nil
end

-- ?name, name? and ? alone: what is asked for; ??text: to be looked for.
function entry.question(text)
    local wanted = text:match "^%s*%?%?%s*(.-)%s*$"
    if wanted then return wanted, "lookfor" end
    wanted = text:match "^%s*%?%s*(.-)%s*$" or text:match "^%s*([%a_][%w_.:]*)%s*%?%s*$"
    return wanted, wanted and "help"
end

-- What is copied from a page along with its prompts: without these, and without the output between.
function entry.without_prompts(text)
    if not text:find "^%s*> " then return text end
    local lines = {}
    for line in (text .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line:match "^%s*> (.*)$" or line:match "^%s*%.%. (.*)$" end
    return table.concat(lines, "\n")
end

-- ---- texts of many entries ------------------------------------------------------------------------------------------

local LONGEST = 200 -- lines of an entry, and
local MOST = 2000 -- lines of the text: what is longer is a script

-- Whether an entry that begins with this line may make names that only the same chunk sees, or leave it.
local function declares(line)
    return line:find "%f[%w_]local%f[^%w_]" or line:find "^%s*return%f[^%w_]" or line:find "%f[%w_]goto%f[^%w_]"
        or line:find "^%s*::"
end

-- Split a text into entries as the prompt would: a list of {text =, line =, chunk =}; or nil where it is rather one
-- script: with locals of its own that later lines use, or with an entry that never ends.
function entry.split(text)
    local list, open, count, number = {}, nil, 0, 0
    for line in (text:gsub("^#[^\n]*", "") .. "\n"):gmatch "(.-)\n" do
        number, count = number + 1, count + 1
        if not open then
            open, count = {text = "", line = number}, 1
            if declares(line) then return nil end
        end
        open.text = open.text .. (count > 1 and "\n" or "") .. line
        -- Empty lines in front keep the numbers of the lines in messages.
        local chunk, _, incomplete = entry.compile(open.text, "=stdin")
        if chunk then
            open.chunk = entry.compile(("\n"):rep(open.line - 1) .. open.text, "=stdin")
            list[#list + 1], open = open, nil
        elseif not incomplete or count > LONGEST then
            return nil
        end
        if number > MOST then return nil end
    end
    return not open and list or nil
end

return entry
