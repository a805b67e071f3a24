-- Small changes to a program text, each at one place: signs, comparisons, constants, indices, halves of a vector, the
-- order of a product, a term left out. Of all that are possible in a file some are drawn, by a hash of the words of the
-- line and of the change: the draw is the same on every machine and at every time, and lines that move take theirs along.

local operators = {}

-- The text with all that is comment, string or preprocessor blanked out, place by place.
local function blank(text) return (text:gsub("[^\n]", " ")) end

local function masked_c(text)
    text = text:gsub("/%*.-%*/", blank):gsub('"[^"\n]*"', blank)
    -- Of the two forms of src/core's registers the one for wider processors is held to the other by `make digits`.
    text = text:gsub("\n#if defined%(__AVX__%).-\n#else", blank):gsub("\n#if defined%(RIGID_SHUFFLES%).-\n#else", blank)
    text = text:gsub("\n#if defined%(RIGID_WALKS%).-\n#else", blank)
    -- A prototype's words are no numbers.
    text = text:gsub("\n[%a][%w_ *]*%b();", blank)
    return (text:gsub("\n#[^\n]*\\\n[^\n]*", blank):gsub("\n#[^\n]*", blank))
end

local function masked_lua(text)
    local out = text:gsub('"[^"\n]*"', blank):gsub("%-%-[^\n]*", blank)
    return out
end

-- {pattern, replacement}: the first capture, a position, is where the change begins, the last where it ends; a
-- replacement may be a text or a function of the captures between.
local numbers = {
    { "()%f[%w_.]0%.5()%f[^%w_.]", "0.25" },
    { "()%f[%w_.]2 %*()", "3 *" },
    { "()%f[%w_.]([1-9]%d*%.?%d*e%-?%d+)()%f[^%w_.]", function(n) return n .. " * 3000" end },
    { "()%f[%w_.]4 %* ()", "400 * " },
    { "()%[0%]()", "[1]" },
    { "()%[1%]()", "[0]" },
    { "()%[2%]()", "[1]" },
    { "()%[3%]()", "[2]" },
    { "() %+ 1()%f[^%w.]", "" },
    { "() %- 1()%f[^%w.]", "" },
}
local arithmetic = {
    { "%s()%+()%s", "-" },
    { "%s()%-()%s", "+" },
    { "%s()%*()%s", "+" },
    { "%s()/()%s", "*" },
    { "%s()<()%s", "<=" },
    { "%s()<=()%s", "<" },
    { "%s()>()%s", ">=" },
    { "%s()>=()%s", ">" },
    { "%s()<()%s", ">" },
    { "%s()>()%s", "<" },
    { "[=(,{?:] ?()%-()[%w(]", "" },
    { "return ()%-()[%w(]", "" },
}
local c_only = {
    { "%s()%+=()%s", "-=" },
    { "%s()%-=()%s", "+=" },
    { "%s()%*=()%s", "/=" },
    { "%s()==()%s", "!=" },
    { "%s()!=()%s", "==" },
    { "%s()&&()%s", "||" },
    { "%s()||()%s", "&&" },
    { "()!()[%w(]", "" },
    { "()%f[%w]([vwm]%d+)_add()%(", function(kind) return kind .. "_sub" end },
    { "()%f[%w]([vwm]%d+)_sub()%(", function(kind) return kind .. "_add" end },
    { "()%f[%w]sym3_add()%(", "sym3_sub" },
    { "()%f[%w]sym3_sub()%(", "sym3_add" },
    { "()%f[%w][vwm]3+_neg()%(", "" },
    { "()%f[%w]([vw]3)_yzx()%(", function(kind) return kind .. "_zxy" end },
    { "()%f[%w]([vw]3)_zxy()%(", function(kind) return kind .. "_yzx" end },
    { "()%f[%w]m3_transpose()%(", "" },
    { "()m3_mul_v3()%(", "m3_tmul_v3" },
    { "()m3_tmul_v3()%(", "m3_mul_v3" },
    { "()%.linear()%f[^%w_]", ".angular" },
    { "()%.angular()%f[^%w_]", ".linear" },
    { "()%.x()%f[^%w_]", ".y" },
    { "()%.y()%f[^%w_]", ".z" },
    { "()%.z()%f[^%w_]", ".x" },
    { "()%.xy()%f[^%w_]", ".xz" },
    { "()%.yz()%f[^%w_]", ".xy" },
    { "()%.xx()%f[^%w_]", ".yy" },
    { "()%.zz()%f[^%w_]", ".yy" },
    { "()parent()%f[^%w_]", "last" },
    { "()%f[%w_]sin()%(", "cos" },
    { "()%f[%w_]fmax()%(", "fmin" },
    { "()DBL_EPSILON()", "1e-9" },
}
local lua_only = {
    { "%s()==()%s", "~=" },
    { "%s()~=()%s", "==" },
    { "%s()and()%s", "or" },
    { "%s()or()%s", "and" },
    { "()%f[%w]not ()", "" },
    { "()%f[%w]math%.min()%(", "math.max" },
    { "()%f[%w]math%.max()%(", "math.min" },
    { "()%f[%w]math%.abs()%(", "" },
    { "()%f[%w]true()%f[^%w]", "false" },
    { "()%f[%w]false()%f[^%w]", "true" },
}

local function add(sites, text, first, last, put)
    local line_from = first
    while line_from > 1 and text:sub(line_from - 1, line_from - 1) ~= "\n" do
        line_from = line_from - 1
    end
    local line_to = text:find("\n", last, true) or #text + 1
    sites[#sites + 1] = {
        first = first, last = last, put = put, line_from = line_from,
        before = text:sub(line_from, line_to - 1):match "^%s*(.-)%s*$",
        after = (text:sub(line_from, first - 1) .. put .. text:sub(last + 1, line_to - 1)):match "^%s*(.-)%s*$",
    }
end

local function by_patterns(sites, text, mask, list)
    for _, rule in ipairs(list) do
        local at = 1
        while true do
            local found = table.pack(mask:find(rule[1], at))
            if not found[1] then break end
            local first, last, put = found[3], found[found.n] - 1, rule[2]
            if type(put) == "function" then put = put(table.unpack(found, 4, found.n - 1)) end
            add(sites, text, first, last, put)
            at = math.max(first + 1, found[1] + 1)
        end
    end
end

-- a x b -> b x a
local function crosses(sites, text, mask)
    for first, arguments, behind in mask:gmatch "cross[%w_]*()(%b())()" do
        local depth, comma = 0, nil
        for k = 2, #arguments - 1 do
            local letter = arguments:sub(k, k)
            depth = depth + (letter:find "[({]" and 1 or letter:find "[)}]" and -1 or 0)
            if letter == "," and depth == 0 then
                comma = comma and 0 or k
            end
        end
        if comma and comma > 0 then
            local a, b = text:sub(first + 1, first + comma - 2), text:sub(first + comma, behind - 2):match "^%s*(.*)$"
            if not a:find "^%s*[%w_]+ %*?[%w_]+$" then add(sites, text, first, behind - 1, "(" .. b .. ", " .. a .. ")") end
        end
    end
end

-- A statement of one line that gives a value to something that has one, left out.
local function statements(sites, text, mask, is_c)
    local pattern = is_c and "\n +()[%w_%.%->%[%]]+ [+*/-]?= [^\n]*;()\n" or "\n +()[%w_%.%[%]]+ = [^\n]*[%w)%]]()\n"
    local at = 1
    while true do
        local found, _, first, behind = mask:find(pattern, at)
        if not found then return end
        add(sites, text, first, behind - 1, is_c and ";" or "")
        at = behind
    end
end

-- FNV-1a, 64 bits.
function operators.hash(...)
    local h = 0xcbf29ce484222325
    for _, part in ipairs { ... } do
        for i = 1, #part do
            h = (h ~ part:byte(i)) * 0x100000001b3
        end
        h = (h ~ 0xff) * 0x100000001b3
    end
    h = (h ~ (h >> 31)) * 0x94d049bb133111eb
    return h ~ (h >> 29)
end

-- All changes to the text of a file of that name.
function operators.sites(name, text)
    local is_c = name:find "%.[ch]$" ~= nil
    local mask = is_c and masked_c(text) or masked_lua(text)
    local sites = {}
    by_patterns(sites, text, mask, numbers)
    by_patterns(sites, text, mask, arithmetic)
    by_patterns(sites, text, mask, is_c and c_only or lua_only)
    if is_c then crosses(sites, text, mask) end
    statements(sites, text, mask, is_c)
    local seen = {}
    for _, site in ipairs(sites) do
        local words = name .. "\n" .. site.before .. "\n" .. site.after
        seen[words] = (seen[words] or 0) + 1
        site.hash = operators.hash(words, tostring(seen[words]))
    end
    return sites
end

-- Of these the `count` of the least hash, no two on one line.
function operators.drawn(name, text, count)
    local sites = operators.sites(name, text)
    table.sort(sites, function(a, b)
        if a.hash ~= b.hash then return math.ult(a.hash, b.hash) end
        return a.first < b.first
    end)
    local taken, list = {}, {}
    for _, site in ipairs(sites) do
        if #list < count and not taken[site.line_from] then
            taken[site.line_from] = true
            list[#list + 1] = site
        end
    end
    return list
end

return operators
