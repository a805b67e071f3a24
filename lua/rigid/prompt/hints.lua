-- What was meant: by a method, a field or a name that is not there, as far as the place in the line tells whose it would be.
-- Nothing of the user's is run to find out.
local habits = require "rigid.prompt.habits"
local nearest = require "rigid.nearest"
local places = require "rigid.prompt.places"
local scope = require "rigid.prompt.scope"
local tokens = require "rigid.prompt.tokens"

local core = require "rigid.core"
local module = require("rigid.registry").public

local hints = {}

-- ---- whose it would be ----------------------------------------------------------------------------------------------

-- "a Model", "Vec3", "rigid"; the names that are there; and of a value of ours its class. Nothing of what is not ours.
local function owner_of(place)
    if not place then return nil end
    local value, class = place.value, place.class or core.type(place.value)
    local owner = {value = value, class = class, names = {}}
    if class then
        owner.called = (class:find "^[AEIOU]" and class ~= "U" and "an " or "a ") .. class
        for _, field in ipairs(places.fields(place)) do owner.names[#owner.names + 1] = field.name end
    elseif value == module then
        owner.called = "rigid"
    else
        for name, known in next, core do
            if rawequal(known, value) and type(name) == "string" then owner.called, owner.static = name, name end
        end
    end
    if not owner.called then return nil end
    for _, source in ipairs(places.sources(place)) do
        for name in next, source do
            if type(name) == "string" and not name:find "^_" then owner.names[#owner.names + 1] = name end
        end
    end
    table.sort(owner.names)
    return owner
end

-- The owner in a line of the name that follows it by "." or ":", and the text of it; nil where that cannot be told.
local function owner_in(line, name)
    local list = tokens.of(line)
    for i = 3, #list do
        local mark = list[i - 1].text
        if list[i].text == name and (mark == "." or mark == ":") then
            local text = line:sub(1, list[i - 1].first - 1)
            return owner_of(places.of(text, scope.seen())), text:match "([%w_.%[%]\"']+)%s*$" or text:match "^%s*(.-)%s*$"
        end
    end
end

-- ---- the words ------------------------------------------------------------------------------------------------------

-- What people look for where it is not: by class and name, with %s for the value's text.
local ELSEWHERE <const> = {
    Model = {
        plot = "a log has one; simulate first: %s:simulate{...}:plot()", view = "it is rigid.view(%s)", mass = "it is %s:total_mass()",
        dof = "it is %s:nv()", dofs = "it is %s:nv()", joints = "it is %s:joint_names()", links = "it is %s:body_names()",
        bodies = "it is %s:body_names()", fk = "it is %s:pose(q, body)", forward_kinematics = "it is %s:pose(q, body)",
        rnea = "it is %s:inverse_dynamics(q, v, a)", aba = "it is %s:forward_dynamics(q, v, tau)", crba = "it is %s:mass_matrix(q)",
        energy = "there are %s:kinetic_energy(q, v) and %s:potential_energy(q)",
    },
    Vec3 = {zero = "it is Vec3(0, 0, 0)", w = "it has x, y and z"},
}

-- Entries of that very name that belong to others, as "Log:plot, ...".
local function others(name, class)
    local list = {}
    for _, entry in ipairs(require("rigid.prompt.help").lookup(name)) do
        if entry.short == name and entry.class ~= class and entry.kind ~= "class" then list[#list + 1] = entry.name end
    end
    if #list == 0 then return nil end
    if #list > 3 then list = {list[1], list[2], list[3], "..."} end
    return table.concat(list, ", ")
end

-- The names that have the word as a part: total_mass for mass.
local function with_part(word, names)
    local list, seen = {}, {}
    for _, name in ipairs(names) do
        if ("_" .. name .. "_"):find("_" .. word .. "_", 1, true) and not seen[name] then list[#list + 1], seen[name] = name, true end
    end
    return list[1] and #list <= 3 and table.concat(list, ", ") or nil
end

local function near(name, names)
    local hint = nearest.hint(name, names)
    return hint ~= "" and hint or nil
end

local function call_of(entry, text)
    local signatures = require "rigid.prompt.signatures"
    return text .. ":" .. entry.short .. signatures.parameters(entry)
end

-- Of an owner that has no such name.
local function of_member(owner, name, text)
    local help = require "rigid.prompt.help"
    local known = owner.class and ELSEWHERE[owner.class] or ELSEWHERE[owner.static or ""]
    if known and known[name] then return ("; %s has no '%s': %s"):format(owner.called, name, (known[name]:gsub("%%s", function() return text end))) end
    local close, off = nearest.word(name, owner.names, 1)
    if close and off <= 1 and #name > 2 then return ("; did you mean '%s'?"):format(close) end
    local method = owner.static and help.lookup(owner.static .. ":" .. name)[1]
    if method and method.short == name then return ("; it is a method: x:%s"):format(name) end
    local own = owner.called == "rigid" and help.lookup(name)
    if own and #own == 1 and own[1].kind == "method" then
        return ("; it is a method of a %s: %s"):format(own[1].class, call_of(own[1], own[1].class == "Model" and "m" or "x"))
    end
    local hint = near(name, owner.names)
    local elsewhere = others(name, owner.class or owner.static)
    if elsewhere then return ("; %s has no '%s', there is %s"):format(owner.called, name, elsewhere) end
    if hint then return hint end
    local part = with_part(name, owner.names)
    return ("; %s has no '%s'"):format(owner.called, name) .. (part and ", but " .. part or "")
end

-- Of a global that has no value; called: as a function.
local function of_global(name, called)
    local habit = habits.of_name(name)
    if habit then return "; " .. habit end
    local help = require "rigid.prompt.help"
    local list = help.lookup(name)
    local first = list[1]
    if first and first.short == name and #list == 1 and (called or first.kind == "function") then
        if first.kind == "method" then return ("; it is a method: %s"):format(call_of(first, first.class == "Model" and "m" or "x")) end
        return ("; did you mean %s?"):format(first.name)
    end
    local words = require("rigid.prompt.globals").names()
    for _, known in ipairs(scope.names()) do words[#words + 1] = known end
    table.sort(words)
    local hint = near(name, words)
    if hint then return hint end
    return called and first and others(name) and ("; there is %s"):format(others(name)) or ""
end

-- ---- what is asked --------------------------------------------------------------------------------------------------

-- The field that a line sets, of what it names so.
local function field_set(line, owner)
    return line:match("%f[%w_]" .. owner .. "%s*%.%s*([%a_][%w_]*)%s*=[^=]")
end

-- "m.gravity = 3" of a value of ours.
local function of_setting(line, name)
    local field = field_set(line .. " ", name)
    local owner = field and owner_of(places.of(name, scope.seen()))
    if not owner or not owner.class then return "" end
    for _, known in ipairs(owner.names) do
        if known == "set_" .. field then return ("; it is set by a method: %s:set_%s(...)"):format(name, field) end
    end
    return ("; the fields of %s are not set%s"):format(owner.called, near("set_" .. field, owner.names) or "")
end

-- What to add to what Lua says of a value that is not what it should be; line: the code there, if it is known.
function hints.of_run(said, line)
    line = line or ""
    local act, kind, name = said:match "attempt to (%a+) a nil value %((%a+) '([%a_][%w_]*)'%)$"
    if act and (kind == "method" or kind == "field") then
        local owner, text = owner_in(line, name)
        if owner then return of_member(owner, name, text) end
        local elsewhere = kind == "method" and others(name)
        if elsewhere then return ("; there is %s"):format(elsewhere) end
        local words = {}
        for _, entry in ipairs(require("rigid.prompt.help").entries()) do
            if entry.short ~= name then words[#words + 1] = entry.short end
        end
        return nearest.hint(name, words)
    end
    if act and kind == "global" then return of_global(name, act == "call") end
    name = said:match "attempt to perform arithmetic on a nil value %(global '([%a_][%w_]*)'%)$"
    if name then return of_global(name, false) end
    local one, other = said:match "attempt to add a '([%a_]+)' with a '([%a_]+)'"
    if one == "string" or other == "string" then return "; strings are joined by .." end
    name = said:match "attempt to index a [%w_]+ value %(%a+ '([%a_][%w_]*)'%)$"
    return name and not said:find "a nil value" and of_setting(line, name) or ""
end

-- What is said of an expression that was nil: of a name or a member that is not there. nil where nil may well be its value.
function hints.of_nil(text)
    text = text:match "^%s*(.-)%s*;?%s*$"
    local global = text:match "^[%a_][%w_]*$"
    if global and global ~= "nil" and global ~= "_" then
        if scope.get(global) then return nil end
        return ("nothing is called '%s'%s"):format(global, of_global(global, false))
    end
    local object, name = text:match "^(.*[%w_%)%]}\"'])%s*%.%s*([%a_][%w_]*)$"
    local owner = object and owner_of(places.of(object, scope.seen()))
    if not owner then return nil end
    if owner.class == "Model" and owner.value then
        local methods = debug.getmetatable(core.Model).__instance.__methods
        for _, kind in ipairs {"joint", "body"} do
            for _, known in ipairs(methods[kind .. "_names"](owner.value)) do
                if known == name then return ('it is a %s: %s:%s "%s"'):format(kind, object, kind, name) end
            end
        end
    end
    return (of_member(owner, name, object):gsub("^; ", ""))
end

return hints
