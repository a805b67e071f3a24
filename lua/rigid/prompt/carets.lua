-- Where in a piece of code the argument stands that a message blames: the call by the name of the function, in it the argument
-- by its number, and in a table that is written out there the field. Positions are of letters in the text.
local tokens = require "rigid.prompt.tokens"

local carets = {}

local OPENS <const> = {["("] = ")", ["{"] = "}", ["["] = "]"}
local CLOSES <const> = {[")"] = true, ["}"] = true, ["]"] = true}
local BLOCKS <const> = {["function"] = 1, ["do"] = 1, ["if"] = 1, ["repeat"] = 1, ["end"] = -1, ["until"] = -1}

-- The index of the word that closes what list[at] opens; the last word where nothing does.
local function closing(list, at)
    local depth = 0
    for i = at, #list do
        if list[i].kind == "sign" then
            depth = depth + (OPENS[list[i].text] and 1 or CLOSES[list[i].text] and -1 or 0)
        end
        if depth == 0 then return i end
    end
    return #list
end

-- The items between the brackets at list[at] and list[stop], parted by commas: a list of {from, to}, indices of words.
local function items(list, at, stop)
    local found, from, depth = {}, at + 1, 0
    for i = at + 1, stop do
        local text = list[i].kind ~= "string" and list[i].text
        if i == stop or depth == 0 and (text == "," or text == ";") then
            if i > from then found[#found + 1] = {from, i - 1} end
            from = i + 1
        elseif OPENS[text] then
            depth = depth + 1
        elseif CLOSES[text] then
            depth = depth - 1
        elseif list[i].kind == "name" then
            depth = depth + (BLOCKS[text] or 0)
        end
    end
    return found
end

-- The value of the field `key`, a name or a number, among the items of a table that is written out; nil where it is not there.
local function field(list, at, key)
    local count = 0
    for _, item in ipairs(items(list, at, closing(list, at))) do
        local named = item[2] > item[1] and list[item[1] + 1].text == "=" and list[item[1]].kind == "name"
        if named and list[item[1]].text == key then return {item[1] + 2, item[2]} end
        if not named then
            count = count + 1
            if count == key then return item end
        end
    end
end

-- "joint.axis[2]" as {"joint", "axis", 2}.
local function keys_of(path)
    local keys = {}
    for name, number in (path or ""):gmatch "([%a_]*[%w_]*)%[?(%d*)%]?%.?" do
        if name ~= "" then keys[#keys + 1] = name end
        if number ~= "" then keys[#keys + 1] = math.tointeger(tonumber(number)) end
    end
    return keys
end

-- Where the name of the field `key` stands in the table that is written out at list[at]; nil where it is not there.
local function name_of_field(list, at, key)
    for _, item in ipairs(list[at].text == "{" and items(list, at, closing(list, at)) or {}) do
        if list[item[1]].text == key and item[2] > item[1] and list[item[1] + 1].text == "=" then return {item[1], item[1]} end
    end
end

-- The words {from, to} of that argument of the call of list[i]; nil where there is no such one.
local function argument(list, i, number, path, key)
    local at = i + 1
    local opening = list[at]
    local found
    if opening.kind == "sign" and opening.text == "(" then
        found = items(list, at, closing(list, at))[number]
    elseif number == 1 then
        found = {at, opening.text == "{" and closing(list, at) or at}
    end
    for _, step in ipairs(found and keys_of(path) or {}) do
        if list[found[1]].text ~= "{" then break end
        local inner = field(list, found[1], step)
        if not inner then return type(step) == "string" and {found[1], found[1]} or found end
        found = inner
    end
    return found and key and name_of_field(list, found[1], key) or found
end

-- The index of every word of that name that is called.
local function calls(list, name)
    local found = {}
    for i, token in ipairs(list) do
        local after = list[i + 1]
        if token.text == name and token.kind == "name" and after and (after.text == "(" or after.text == "{" or after.kind == "string") then
            found[#found + 1] = i
        end
    end
    return found
end

-- Where argument `number` of the one call of that name stands, and in it what the path leads to ("mass", "joint.axis[2]"): the
-- first and the last letter. nil where no call has such an argument, or several have. line: only calls that touch
-- that line count. missing: the argument is not there; then the end of the one call that has too few. key: the name of a field in it.
function carets.find(text, name, number, path, line, missing, key)
    local list, found = tokens.of(text), {}
    local function line_of(at) return select(2, text:sub(1, at - 1):gsub("\n", "")) + 1 end
    for _, i in ipairs(calls(list, name)) do
        local words = argument(list, i, number, path, key)
        if missing and not path then words = not words and {closing(list, i + 1), closing(list, i + 1)} or nil end
        local stop = list[i + 1].kind == "string" and i + 1 or closing(list, i + 1)
        local touched = not line or line_of(list[i].first) <= line and line <= line_of(list[stop].first)
        if words and touched then found[#found + 1] = words end
    end
    if #found == 1 then return list[found[1][1]].first, list[found[1][2]].last end
end

return carets
