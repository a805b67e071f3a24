-- help(x) and help "name": prints what the reference says of a class, a value, a function, or everything of a name. The
-- reference is read at the first question, not before.
local help = {}

local reference = require "rigid.prompt.reference"

local WIDTH = 88

-- ---- finding entries ------------------------------------------------------------------------------------------------

local entries, by_name, by_short -- filled at the first question

local function load_reference()
    if entries then return end
    local list = reference.read()
    by_name, by_short = {}, {}
    for _, entry in ipairs(list) do
        by_name[entry.name] = entry
        by_short[entry.short] = by_short[entry.short] or {}
        table.insert(by_short[entry.short], entry)
    end
    entries = list
end

-- All entries, in the order of the reference.
function help.entries()
    load_reference()
    return entries
end

-- Every name help knows, full and short, sorted.
function help.names()
    load_reference()
    local seen, names = {}, {}
    for _, entry in ipairs(entries) do
        for _, name in ipairs {entry.name, entry.short} do
            if not seen[name] then table.insert(names, name) end
            seen[name] = true
        end
    end
    table.sort(names)
    return names
end

local function swap_mark(name)
    return (name:gsub("[.:]", {["."] = ":", [":"] = "."}))
end

local function ignoring_case(name)
    local found = {}
    for _, entry in ipairs(entries) do
        if entry.name:lower() == name or entry.short:lower() == name then table.insert(found, entry) end
    end
    return found
end

-- The entries of a name, full ("SpatialInertia:shift") or short ("shift"): a list, empty where there is none.
function help.lookup(name)
    load_reference()
    name = name:match "^%s*(.-)%s*$":gsub("%s*%(%s*%)$", "")
    local bare = name:gsub("^rigid[.:]", "")
    local entry = by_name[name] or by_name[bare] or by_name[swap_mark(bare)] or by_name["rigid." .. bare]
    return entry and {entry} or by_short[bare] or ignoring_case(bare:lower())
end

local function module()
    return require "rigid"
end

-- The metatable of the instances of a class, or nil for any other table.
local function instance_of(class)
    local metatable = debug.getmetatable(class)
    return metatable and rawget(metatable, "__instance") or nil
end

-- Calls visit(name, value) for every class ("Vec3", table) and function ("Vec3:dot", function) of the module.
local function each_public(visit)
    for name, value in pairs(module()) do
        local instance = type(value) == "table" and instance_of(value)
        if type(value) == "function" then
            visit("rigid." .. name, value)
        elseif instance then
            visit(name, value)
            for short, f in pairs(value) do visit(name .. "." .. short, f) end
            for short, f in pairs(instance.__methods or {}) do visit(name .. ":" .. short, f) end
        end
    end
end

-- The entries of a function or a class itself, known by identity.
function help.of_function(f)
    load_reference()
    local found = {}
    each_public(function(name, value)
        if rawequal(value, f) and by_name[name] then table.insert(found, by_name[name]) end
    end)
    table.sort(found, function(a, b) return a.name < b.name end)
    return found
end

-- ---- the nearest names ----------------------------------------------------------------------------------------------

-- How many letters to put in, take out, change or swap with their neighbour to make a into b.
local function distance(a, b)
    local rows = {[0] = {}}
    for j = 0, #b do rows[0][j] = j end
    for i = 1, #a do
        local row, above = {[0] = i}, rows[i - 1]
        for j = 1, #b do
            local change = a:byte(i) == b:byte(j) and 0 or 1
            row[j] = math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + change)
            if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
                row[j] = math.min(row[j], rows[i - 2][j - 2] + 1)
            end
        end
        rows[i] = row
    end
    return rows[#a][#b]
end

-- The names nearest to one that is not known: a list of at most five, the nearest first.
function help.nearest(name)
    local wanted, ranked = name:lower():sub(1, 60), {}
    for _, candidate in ipairs(help.names()) do
        local known = candidate:lower()
        local far = distance(wanted, known)
        if #wanted >= 3 and known:find(wanted, 1, true) then far = math.min(far, 2) end
        if far <= math.max(2, #wanted // 3) then table.insert(ranked, {name = candidate, far = far}) end
    end
    table.sort(ranked, function(a, b)
        if a.far ~= b.far then return a.far < b.far end
        return a.name < b.name
    end)
    local names = {}
    for i = 1, math.min(5, #ranked) do names[i] = ranked[i].name end
    return names
end

-- ---- text -----------------------------------------------------------------------------------------------------------

local function length(text)
    return utf8.len(text) or #text
end

-- Words filled into lines: the first begins with `first`, the others with `indent`.
local function fill(text, first, indent)
    local lines = {}
    for paragraph in (text .. "\n\n"):gmatch "(.-)\n\n" do
        local line, has_words = first, false
        for word in paragraph:gmatch "%S+" do
            if has_words and length(line) + 1 + length(word) > WIDTH then
                table.insert(lines, line)
                line, has_words = indent, false
            end
            line, has_words = line .. (has_words and " " or "") .. word, true
        end
        table.insert(lines, has_words and line or nil)
        first = indent
    end
    return table.concat(lines, "\n")
end

-- The first sentence of a text.
local function summary(text)
    return text:match "^(.-%.)%s" or text
end

-- "  name   the first sentence of its text", cut to the width; below the name where that is too long for its column.
local function listed(name, text, column)
    local space = length(name) <= column and (" "):rep(column - length(name)) or "\n" .. (" "):rep(column + 2)
    local room, sentence = WIDTH - column - 4, summary(text)
    if length(sentence) > room then
        sentence = sentence:sub(1, utf8.offset(sentence, room - 2) - 1):gsub("%s+%S*$", "") .. " ..."
    end
    return "  " .. name .. space .. "  " .. sentence
end

local function list_entries(lines, title, list, called)
    if #list == 0 then return end
    local column = 0
    for _, entry in ipairs(list) do column = math.max(column, math.min(34, length(called(entry)))) end
    table.insert(lines, "\n" .. title)
    for _, entry in ipairs(list) do table.insert(lines, listed(called(entry), entry.text or "", column)) end
end

-- ---- entries as text ------------------------------------------------------------------------------------------------

-- "(p, tol?)", or "{mass?, size}" where there is but one table of options.
local function parameter_list(entry)
    local names, only = {}, #entry.params == 1 and entry.params[1]
    if only and not only.optional and only.type:find "^{.*}$" then
        for name in only.type:gmatch "[{,] ?([%w_]+%??):" do table.insert(names, name) end
        return "{" .. table.concat(names, ", ") .. "}"
    end
    for i, name in ipairs(entry.parameters) do
        names[i] = name .. (entry.params[i] and entry.params[i].optional and "?" or "")
    end
    return "(" .. table.concat(names, ", ") .. ")"
end

-- "fun(x: number): Vec3" as "Vec3(x: number)"; of options alone, "fun(t: {size: number}): Box" as "Box{size: number}".
local function called_as(overload, name)
    local inside, rest = overload:match "^fun(%b())(.*)$"
    local options = inside and inside:match "^%([%w_]+%??: (%b{})%)$"
    local returned = rest and rest:match "^: (.*)$"
    local result = returned and returned ~= name and " -> " .. returned or ""
    return inside and name .. (options or inside) .. result or overload
end

local OPERATORS = {add = "+", sub = "-", mul = "*", div = "/", mod = "%", pow = "^", idiv = "//", concat = ".."}
local UNARY = {unm = "-", len = "#", bnot = "~"}

-- "mul(Twist): SpatialMomentum" as "SpatialInertia * Twist -> SpatialMomentum".
local function operation(operator, class)
    local name, operand, result = operator:match "^(%a+)(%b()): (.*)$"
    if not name then name, result = operator:match "^(%a+): (.*)$" end
    if not name then return operator end
    if UNARY[name] then return UNARY[name] .. class .. " -> " .. result end
    if name == "call" then return class .. operand .. " -> " .. result end
    return ("%s %s %s -> %s"):format(class, OPERATORS[name] or name, operand:sub(2, -2), result)
end

-- How it is called: one line for each way.
local function signatures(entry)
    local lines = {}
    if entry.kind ~= "class" then
        local returned = {}
        for i, item in ipairs(entry.returns) do returned[i] = item.type end
        local arrow = #returned > 0 and " -> " .. table.concat(returned, ", ") or ""
        table.insert(lines, entry.name .. parameter_list(entry) .. arrow)
    end
    for _, overload in ipairs(entry.overloads) do table.insert(lines, called_as(overload, entry.name)) end
    if #lines == 0 then lines[1] = entry.name end
    for i, line in ipairs(lines) do lines[i] = fill(line, "", "    ") end
    return table.concat(lines, "\n")
end

-- A parameter, a result or a field.
local function describe(item, label)
    local text = label .. " (" .. item.type .. (item.optional and ", may be left out" or "") .. ")"
    return fill(text .. (item.text ~= "" and ": " .. item.text or ""), "  ", "      ")
end

-- One entry, whole.
function help.render(entry)
    local lines = {signatures(entry), ""}
    local function add(text) table.insert(lines, text) end
    if entry.text then add(fill(entry.text, "  ", "  ")) end
    if #entry.params + #entry.returns + #entry.fields > 0 then add "" end
    for _, item in ipairs(entry.params) do add(describe(item, item.name)) end
    for _, item in ipairs(entry.returns) do add(describe(item, "returns" .. (item.name and " " .. item.name or ""))) end
    for _, item in ipairs(entry.fields) do add(describe(item, item.name)) end
    if #entry.operators > 0 then add "\nOperators" end
    for _, operator in ipairs(entry.operators) do add("  " .. operation(operator, entry.name)) end
    if entry.errors then add("\nErrors\n" .. fill(entry.errors, "  ", "  ")) end
    if entry.example then add("\nExample\n  " .. entry.example:gsub("\n", "\n  ")) end
    if entry.source then add("\nSource\n" .. fill(entry.source, "  ", "  ")) end
    return table.concat(lines, "\n")
end

-- A class with what it can do, one line each.
local function render_class(entry)
    local lines, statics, methods = {help.render(entry)}, {}, {}
    for _, other in ipairs(entries) do
        if other.class == entry.name and other.kind == "static" then table.insert(statics, other) end
        if other.class == entry.name and other.kind == "method" then table.insert(methods, other) end
    end
    list_entries(lines, "Functions", statics, function(e) return "." .. e.short .. parameter_list(e) end)
    list_entries(lines, "Methods", methods, function(e) return ":" .. e.short .. parameter_list(e) end)
    return table.concat(lines, "\n")
end

-- Several entries of one name: what each does, and how to see more.
local function render_several(list)
    local texts = {}
    for i, entry in ipairs(list) do
        texts[i] = signatures(entry) .. (entry.text and "\n" .. fill(entry.text, "  ", "  ") or "")
    end
    table.insert(texts, ('help "%s" says more of the first, and so on.'):format(list[1].name))
    return table.concat(texts, "\n\n")
end

local function render_list(list)
    if #list > 1 then return render_several(list) end
    return list[1].kind == "class" and list[1].name ~= "rigid" and render_class(list[1]) or help.render(list[1])
end

local function overview()
    local classes, functions = {}, {}
    for _, entry in ipairs(help.entries()) do
        if entry.kind == "class" and entry.name ~= "rigid" then table.insert(classes, entry) end
        if entry.kind == "function" then table.insert(functions, entry) end
    end
    local lines = {fill(by_name.rigid and by_name.rigid.text or "", "", "")}
    list_entries(lines, "Classes", classes, function(e) return e.name end)
    list_entries(lines, "Functions", functions, function(e) return e.name .. parameter_list(e) end)
    table.insert(lines, '\nhelp(SpatialInertia) lists what a class can do; help "shift" explains every shift there is;')
    table.insert(lines, "help(M) and help(M.shift) work for any value M of a class.")
    return table.concat(lines, "\n")
end

local function unknown(name)
    local names = help.nearest(name)
    if #names == 0 then return ('Nothing is known of "%s". help() lists what there is.'):format(name) end
    return ('Nothing is known of "%s". Near it: %s.'):format(name, table.concat(names, ", "))
end

-- What help(x) prints, as a text.
function help.text(x)
    if type(x) == "string" then
        local list = help.lookup(x)
        return #list > 0 and render_list(list) or unknown(x)
    end
    if x == nil then return 'This is nil: perhaps the name is mistyped. help "name", with quotes, searches for it.' end
    if rawequal(x, module()) then return overview() end
    local list = help.of_function(x)
    if #list > 0 then return render_list(list) end
    local class = module().type(x)
    if class and by_name[class] then return render_class(by_name[class]) end
    return ("This is a %s, and none of rigid's own. help() lists what there is."):format(type(x))
end

function help.help(...)
    io.stdout:write(select("#", ...) == 0 and overview() or help.text((...)), "\n")
end

return help
