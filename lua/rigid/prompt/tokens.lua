-- The words of a piece of Lua, as far as they can be told without understanding it: names, numbers, strings, signs. Any
-- text is read without an error; what is no word of Lua is taken letter by letter.
local tokens = {}

local SIGNS <const> = {["..."] = true, [".."] = true, ["=="] = true, ["~="] = true, ["<="] = true, [">="] = true,
    ["//"] = true, ["::"] = true, ["<<"] = true, [">>"] = true}

-- Where what opens at `at` with a long bracket ends; the end of the text where it never does.
local function long_end(text, at)
    local level = text:match("^%[(=*)%[", at)
    if not level then return nil end
    local _, stop = text:find("]" .. level .. "]", at, true)
    return stop or #text
end

-- Where the short string that begins at `at` ends; before the end of the line where it never does.
function tokens.string_end(text, at)
    local quote, i = text:sub(at, at), at + 1
    while i <= #text do
        local c = text:sub(i, i)
        if c == quote then return i end
        if c == "\n" then return i - 1 end
        i = i + (c == "\\" and 2 or 1)
    end
    return #text
end

function tokens.comment_end(text, at)
    return long_end(text, at + 2) or (text:find("\n", at, true) or #text + 1) - 1
end

-- The word that begins at `at`, which is no blank and no comment: its kind and its end.
function tokens.word(text, at)
    local c = text:sub(at, at)
    if c:find "[%a_]" then return "name", select(2, text:find("^[%w_]+", at)) end
    if c:find "%d" or text:find("^%.%d", at) then
        local _, stop = text:find("^0[xX][%x.]*[pP]?[+-]?%w*", at)
        if not stop then _, stop = text:find("^[%d.]+[eE][+-]?%w*", at) end
        return "number", stop or select(2, text:find("^[%w.]+", at))
    end
    if c == '"' or c == "'" then return "string", tokens.string_end(text, at) end
    if c == "[" and long_end(text, at) then return "string", long_end(text, at) end
    for length = 3, 2, -1 do
        local sign = text:sub(at, at + length - 1)
        if #sign == length and SIGNS[sign] then return "sign", at + length - 1 end
    end
    return "sign", at
end

-- All words of a text: a list of {kind = "name", "number", "string" or "sign", text, first, last}.
function tokens.of(text)
    local list, at = {}, 1
    while at <= #text do
        if text:find("^%s", at) then
            at = text:find("%S", at) or #text + 1
        elseif text:find("^%-%-", at) then
            at = tokens.comment_end(text, at) + 1
        else
            local kind, last = tokens.word(text, at)
            list[#list + 1] = {kind = kind, text = text:sub(at, last), first = at, last = last}
            at = last + 1
        end
    end
    return list
end

return tokens
