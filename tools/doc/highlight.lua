-- Code as HTML: comments, strings, numbers and keywords in spans of their own, and names of the reference as links to their
-- pages. Lua is read token by token; C and shell only so far as comments, strings and keywords go.
local html = require "tools.doc.html"
local tokens = require "rigid.prompt.tokens"

local highlight = {}

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
    while]]):gmatch "%a+" do
    KEYWORDS[word] = true
end

local C_KEYWORDS = {}
for word in ([[break case char const continue default do double else enum extern float for if inline int long return short
    signed sizeof static struct switch typedef union unsigned void volatile while include define]]):gmatch "%a+" do
    C_KEYWORDS[word] = true
end

local function span(class, text) return ('<span class="%s">%s</span>'):format(class, html.escape(text)) end

-- Kind and end of the token at a place: "comment", "output", "string", "number", "name" or nil for anything else.
local function token(code, at)
    if code:find("^%-%-", at) then return code:find("^%-%->", at) and "output" or "comment", tokens.comment_end(code, at) end
    local kind, last = tokens.word(code, at)
    return kind ~= "sign" and kind or nil, last
end

-- A name with what stands before it ("rigid.", "SpatialInertia.", ":"): its link, by find(owner, mark, name), or plain.
local function linked(name, before, after, find)
    local owner, mark = before:match "([%a_][%w_]*)([.:])$"
    if not owner then mark = before:match "[%)%]}\"'](:)$" end
    if mark == "." and before:find "%.%.$" then owner, mark = nil, nil end
    local address = find and find(owner, mark, name, after:find "^%s*[%({\"'%[]" ~= nil)
    if not address then return html.escape(name) end
    return ('<a class="n" href="%s">%s</a>'):format(html.escape(address), html.escape(name))
end

-- Lua as HTML; find gives the address of a name of the reference, or nil.
function highlight.lua(code, find)
    local out, at = {}, 1
    while at <= #code do
        local kind, last = token(code, at)
        local text = code:sub(at, last)
        if kind == "name" and KEYWORDS[text] then
            out[#out + 1] = span("k", text)
        elseif kind == "name" then
            out[#out + 1] = linked(text, code:sub(math.max(1, at - 60), at - 1), code:sub(last + 1, last + 4), find)
        elseif kind then
            out[#out + 1] = span(({comment = "c", output = "o", string = "s", number = "d"})[kind], text)
        else
            out[#out + 1] = html.escape(text)
        end
        at = last + 1
    end
    return table.concat(out)
end

local function c(code)
    local out, at = {}, 1
    while at <= #code do
        local last, class
        if code:find("^//", at) then
            last, class = (code:find("\n", at, true) or #code + 1) - 1, "c"
        elseif code:find("^/%*", at) then
            last, class = select(2, code:find("*/", at + 2, true)) or #code, "c"
        elseif code:find('^["\']', at) then
            last, class = tokens.string_end(code, at), "s"
        elseif code:find("^[%a_]", at) then
            last = select(2, code:find("^[%w_]+", at))
            class = C_KEYWORDS[code:sub(at, last)] and "k" or nil
        elseif code:find("^%d", at) then
            last, class = select(2, code:find("^[%w.]+", at)), "d"
        end
        last = last or at
        out[#out + 1] = class and span(class, code:sub(at, last)) or html.escape(code:sub(at, last))
        at = last + 1
    end
    return table.concat(out)
end

local function shell(code)
    return ((code .. "\n"):gsub("([^\n]*)\n", function(line)
        local command, comment = line:match "^(.-%s)(#.*)$"
        if line:find "^#" then return span("c", line) .. "\n" end
        return html.escape(command or line) .. (comment and span("c", comment) or "") .. "\n"
    end):gsub("\n$", ""))
end

-- What a person types at the prompt, marked; what the prompt answers, as it is.
local function session(code)
    return ((code .. "\n"):gsub("([^\n]*)\n", function(line)
        local prompt, typed = line:match "^(>+ )(.*)$"
        if not prompt then return html.escape(line) .. "\n" end
        return span("p", prompt) .. html.escape(typed) .. "\n"
    end):gsub("\n$", ""))
end

-- Code of a language by the name that stands at its fence.
function highlight.code(code, language, find)
    if language == "lua" then return highlight.lua(code, find) end
    if language == "c" then return c(code) end
    if language == "sh" then return shell(code) end
    return session(code)
end

return highlight
