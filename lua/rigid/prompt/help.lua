-- help(x), help "name" and ?name: prints what the reference says of a class, a value, a function, an operator, a topic, or
-- everything of a name. The reference is read at the first question, not before.
local help = {}

local letters = require "rigid.display.letters"

local module = require("rigid.registry").public
local nearest = require "rigid.nearest"
local reference = require "rigid.prompt.reference"
local render = require "rigid.prompt.render"
local signatures = require "rigid.prompt.signatures"
local settings = require "rigid.display.settings"
local standard = require "rigid.environment"

-- ---- finding entries ------------------------------------------------------------------------------------------------

local entries, by_name, by_short, topics -- filled at the first question

local function load_reference()
    if entries then return end
    local list = reference.read()
    by_name, by_short = {}, {}
    for _, entry in ipairs(list) do
        by_name[entry.name] = entry
        by_short[entry.short] = by_short[entry.short] or {}
        table.insert(by_short[entry.short], entry)
    end
    topics = reference.topics()
    entries = list
end

-- All topics.
function help.topics()
    load_reference()
    return topics
end

-- The topic of that name, or nil.
function help.topic(name)
    load_reference()
    name = name:match "^%s*(.-)%s*$":lower()
    for _, topic in ipairs(topics) do
        for _, known in ipairs(topic.names) do
            if known == name then return topic end
        end
    end
end

-- All entries, in the order of the reference.
function help.entries()
    load_reference()
    return entries
end

-- Every name help knows, full and short, and of topics, sorted.
function help.names()
    load_reference()
    local seen, names = {}, {}
    local function add(name)
        if not seen[name] then table.insert(names, name) end
        seen[name] = true
    end
    for _, entry in ipairs(entries) do
        add(entry.name)
        add(entry.short)
    end
    for _, topic in ipairs(topics) do add(topic.name) end
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

-- The metatable of the instances of a class, or nil for any other table.
local function instance_of(class)
    local metatable = debug.getmetatable(class)
    return metatable and rawget(metatable, "__instance") or nil
end

-- Calls visit(name, value) for every class ("Vec3", table) and function ("Vec3:dot", function) of the module.
local function each_public(visit)
    for name, value in pairs(module) do
        local instance = type(value) == "table" and instance_of(value)
        if type(value) == "function" then
            visit("rigid." .. name, value)
        elseif instance then
            visit(name, value)
            for short, f in pairs(value) do visit(name .. "." .. short, f) end
            for short, f in pairs(instance.__methods or {}) do visit(name .. ":" .. short, f) end
        elseif type(value) == "table" then -- functions of one kind: rigid.trajectory
            for short, f in pairs(value) do visit(name .. "." .. short, f) end
        end
    end
end

local by_value -- from a function or class to its entries, filled at the first question about one

-- The entries of a function or a class itself, known by identity.
function help.of_function(f)
    load_reference()
    if not by_value then
        local found = {}
        each_public(function(name, value)
            found[value] = found[value] or {}
            table.insert(found[value], by_name[name])
        end)
        for _, list in pairs(found) do table.sort(list, function(a, b) return a.name < b.name end) end
        by_value = found -- all of it or, after Ctrl-C, none
    end
    return table.move(by_value[f] or {}, 1, #(by_value[f] or {}), 1, {})
end

-- ---- the nearest names ----------------------------------------------------------------------------------------------

-- The names nearest to one that is not known: a list of at most five, the nearest first.
function help.nearest(name)
    local wanted, ranked = name:lower():sub(1, 60), {}
    for _, candidate in ipairs(help.names()) do
        local known = candidate:lower()
        local far = nearest.distance(wanted, known)
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

-- ---- what is said -----------------------------------------------------------------------------------------------

-- A class with what it can do, one line each.
local function render_class(entry)
    local lines, statics, methods = {render.entry(entry)}, {}, {}
    for _, other in ipairs(entries) do
        if other.class == entry.name and other.kind == "static" then table.insert(statics, other) end
        if other.class == entry.name and other.kind == "method" then table.insert(methods, other) end
    end
    render.list(lines, "Functions", statics, function(e) return "." .. e.short .. signatures.short(e) end)
    for _, group in ipairs(require("rigid.prompt.groups").of(entry.name, methods)) do
        render.list(lines, group[1], group[2], function(e) return ":" .. e.short .. signatures.short(e) end)
    end
    return table.concat(lines, "\n")
end

-- Several entries of one name: what each does, and how to see more.
local function render_several(list)
    local texts = {}
    for i, entry in ipairs(list) do
        texts[i] = render.signatures(entry) .. (entry.text and "\n" .. render.fill(entry.text, "  ", "  ") or "")
    end
    table.insert(texts, ('help "%s" says more of the first, and so on.'):format(list[1].name))
    return table.concat(texts, "\n\n")
end

local function render_list(list)
    if #list > 1 then return render_several(list) end
    return list[1].kind == "class" and list[1].name ~= "rigid" and render_class(list[1]) or render.entry(list[1])
end

local function overview()
    local classes, functions = {}, {}
    for _, entry in ipairs(help.entries()) do
        if entry.kind == "class" and entry.name ~= "rigid" then table.insert(classes, entry) end
        if entry.kind == "function" then table.insert(functions, entry) end
    end
    local lines = {render.fill(by_name.rigid and by_name.rigid.text or "", "", "")}
    render.list(lines, "Classes", classes, function(e) return e.name end)
    render.list(lines, "Functions", functions, function(e) return e.name .. signatures.short(e) end)
    local names = {}
    for i, topic in ipairs(help.topics()) do names[i] = topic.name end
    table.insert(lines, "\nTopics\n" .. render.fill(table.concat(names, ", "), "  ", "  "))
    local more = [[help(SpatialInertia) lists what a class can do; help "shift" explains every shift there
        is; help(M) and help(M.shift) work for any value M of a class, help "*" for an operator, help "units" for a topic;
        lookfor "bias" searches all texts. At the prompt, ?shift and M.shift? ask the same.]]
    table.insert(lines, "\n" .. render.fill((more:gsub("%s+", " ")), "", ""))
    return table.concat(lines, "\n")
end

local function unknown(name)
    local absent = require("rigid.prompt.lookfor").absent(name)
    if absent then return absent end
    local names = help.nearest(name)
    if #names == 0 then return ('Nothing is known of "%s". help() lists what there is.'):format(name) end
    return ('Nothing is known of "%s". Near it: %s.'):format(name, table.concat(names, ", "))
end

-- ---- operators ------------------------------------------------------------------------------------------------------

-- What every class does with that operator, a line each; nil where it is none of ours.
local function operator_text(sign)
    local lines = {}
    for _, entry in ipairs(help.entries()) do
        for _, operator in ipairs(entry.operators) do
            local name, operand = operator:match "^(%a+)(%(?)"
            local known = operand == "" and signatures.UNARY[name] or signatures.OPERATORS[name] or name == "call" and "()"
            if known == sign then lines[#lines + 1] = "  " .. signatures.operation(operator, entry.name) end
        end
    end
    if sign == "-" then
        for _, entry in ipairs(help.entries()) do
            for _, operator in ipairs(entry.operators) do
                if operator:find "^unm" then lines[#lines + 1] = "  " .. signatures.operation(operator, entry.name) end
            end
        end
    end
    if #lines == 0 then return nil end
    return ("The operator %s of the classes\n\n%s\n\nhelp(SpatialInertia) and its like say what they mean."):format(sign,
        table.concat(lines, "\n"))
end

-- ---- what is not ours -----------------------------------------------------------------------------------------------

local STANDARD <const> = {"string", "table", "math", "io", "os", "coroutine", "utf8", "debug", "package"}

-- "string.format" for a function of Lua's own, or nil.
local function standard_name(f)
    for _, list in ipairs {_G, standard} do
        for name, value in next, list do
            if rawequal(value, f) and type(name) == "string" and name ~= "_" and debug.getinfo(f, "S").what == "C" then return name end
        end
    end
    for _, library in ipairs(STANDARD) do
        for name, value in next, standard[library] do
            if rawequal(value, f) then return library .. "." .. name end
        end
    end
end

-- The lines of a text from one to another, with the comments that stand right before.
local function lines_between(text, first, last)
    local list, begin = {}, first
    for line in (text .. "\n"):gmatch "(.-)\n" do list[#list + 1] = line end
    while begin > 1 and list[begin - 1]:find "^%s*%-%-" do begin = begin - 1 end
    return table.concat(list, "\n", math.min(begin, #list), math.min(last, #list))
end

local MOST_LINES <const> = 40

-- A function of the user's: where it is from, and how it reads.
local function own_function(f)
    local info = debug.getinfo(f, "S")
    local name = info.source:sub(2)
    local text = require("rigid.prompt.session").texts[name]
    local file = not text and info.source:find "^@" and io.open(name, "r")
    if file then
        text = file:read "a"
        file:close()
    end
    local where = ("A function, from %s, line %d"):format(name, info.linedefined)
    if not text or info.what == "C" then return where end
    local last = math.min(info.lastlinedefined, info.linedefined + MOST_LINES)
    return where .. "\n\n  " .. lines_between(text, info.linedefined, last):gsub("\n", "\n  ")
end

local function not_ours(x)
    if type(x) == "function" then
        local name = standard_name(x)
        if name then
            return ("%s is Lua's own: https://www.lua.org/manual/5.4/manual.html#pdf-%s"):format(name, name)
        end
        if debug.getinfo(x, "S").what ~= "C" then return own_function(x) end
    end
    local metatable = type(x) == "table" and debug.getmetatable(x)
    local handle = type(metatable) == "table" and rawget(metatable, "__name")
    if handle == "Body" or handle == "Joint" then return help.text("Model:" .. handle:lower()) end
    return ("This is a %s, and none of rigid's own. help() lists what there is."):format(type(x))
end

-- ---- the answers ----------------------------------------------------------------------------------------------------

-- "Log is a class as well: help "Log".", where a word that is a method's is one but for the case.
local function of_class_as_well(name, list)
    for _, entry in ipairs(#list > 0 and list[1].kind ~= "class" and ignoring_case(name:lower()) or {}) do
        if entry.kind == "class" then return ('%s is a class as well: help "%s".'):format(entry.name, entry.name) end
    end
end

local function text_of_name(name)
    local sign = name:match "^%s*(%p+)%s*$"
    local texts, topic, list = {}, help.topic(name), help.lookup(name)
    if #list > 0 then texts[1] = render_list(list) end
    if topic then texts[#texts + 1] = render.topic(topic) end
    texts[#texts + 1] = of_class_as_well(name, list)
    return #texts > 0 and table.concat(texts, "\n\n") or sign and operator_text(sign) or unknown(name)
end

-- What help(x) prints, as a text.
function help.text(x)
    if type(x) == "string" then return text_of_name(x) end
    if x == nil then return render.fill('This is nil: perhaps the name is mistyped. help "name", with quotes, searches for it.', "", "") end
    if rawequal(x, module) then return overview() end
    local list = help.of_function(x)
    if #list > 0 then return render_list(list) end
    local class = module.type(x)
    if class and by_name[class] then return render_class(by_name[class]) end
    return not_ours(x)
end

-- Print a text of ours in the letters that the terminal knows.
function help.print(text)
    local fitted = settings.fitted()
    require("rigid.prompt.pager").print(fitted and not fitted.unicode and letters.ascii(text) or text)
end

function help.help(...)
    help.print(select("#", ...) == 0 and overview() or help.text((...)))
end

-- Whether the reference has a method of that class: several classes may share one function.
local function by_class(class, method)
    load_reference()
    return by_name[class .. ":" .. method]
end

-- The answer to ?wanted: a name of the reference, or any name, field or method that has a value; nothing of the user's runs.
function help.answer(wanted)
    if wanted == "" then return overview() end
    local path = wanted:match "^[%a_][%w_.:]*$"
    local complete, seen = require "rigid.prompt.complete", require("rigid.prompt.scope").seen()
    local place = path and complete.value_of(path, seen)
    local object, method = (path or ""):match "^(.*)[.:]([%a_][%w_]*)$"
    local owner = object and complete.value_of(object, seen)
    local class = owner and module.type(owner.value)
    if class and by_class(class, method) then return help.text(class .. ":" .. method) end
    local value = place and place.value
    local ours = value ~= nil and (module.type(value) or type(value) == "table" or type(value) == "function")
    return ours and help.text(value) or help.text(wanted)
end

function help.ask(wanted) help.print(help.answer(wanted)) end

return help
