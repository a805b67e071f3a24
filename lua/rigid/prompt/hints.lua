-- What was meant: by a method, a field or a name that is not there, as far as the place in the line tells whose it would be.
-- Nothing of the user's is run to find out.
local elsewhere = require "rigid.prompt.elsewhere"
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
    elseif places.handle(place) then
        owner.class = places.handle(place)
        owner.called = "a " .. owner.class:lower()
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

-- The method of a class that people call so, as lookfor knows it: frame_pose is Model:pose. nil where none is named outright.
local function called_elsewhere(owner, name)
    if not owner.class or #name < 4 then return nil end
    local lookfor = require "rigid.prompt.lookfor"
    local first, whole = lookfor.find((name:gsub("_", " ")))
    local best = whole and first[1] and first[1].rank == 0 and not first[1].absent and first[1].name
    return best and best:match("^" .. owner.class .. ":([%w_]+)$")
end

-- Of an owner that has no such name.
local function of_member(owner, name, text)
    local help = require "rigid.prompt.help"
    local said = elsewhere.of(owner.class or owner.static or owner.called, name, text)
    if said then return ("; %s has no '%s': %s"):format(owner.called, name, said) end
    local same = elsewhere.same(name, owner.names)
    if same then return ("; did you mean '%s'?"):format(same) end
    local close, off = nearest.word(name, owner.names, 1)
    if close and off <= 1 and #name > 2 then return ("; did you mean '%s'?"):format(close) end
    local method = owner.static and help.lookup(owner.static .. ":" .. name)[1]
    if method and method.short == name then return ("; it is a method: x:%s"):format(name) end
    local own = owner.called == "rigid" and help.lookup(name)
    if own and #own == 1 and own[1].kind == "method" then
        return ("; it is a method of a %s: %s"):format(own[1].class, call_of(own[1], own[1].class == "Model" and "m" or "x"))
    end
    local hint = near(name, owner.names)
    local meant = not hint and called_elsewhere(owner, name)
    local entry = meant and help.lookup(owner.class .. ":" .. meant)[1]
    if entry then return ("; %s has no '%s': perhaps %s"):format(owner.called, name, call_of(entry, text)) end
    local other = others(name, owner.class or owner.static)
    if other then return ("; %s has no '%s', there is %s"):format(owner.called, name, other) end
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

-- Of a call of what has no value.
local function of_missing(line, act, kind, name)
    if kind == "global" and line:find("%f[%w_]" .. name .. "[\"']") and (name == "f" or name == "b" or name == "r") then
        return '; numbers go into a text by ("%g"):format(x)'
    end
    if kind == "global" then return of_global(name, act == "call") end
    local owner, text = owner_in(line, name)
    if owner then return of_member(owner, name, text) end
    local other = kind == "method" and others(name)
    if other then return ("; there is %s"):format(other) end
    local words = {}
    for _, entry in ipairs(require("rigid.prompt.help").entries()) do
        if entry.short ~= name then words[#words + 1] = entry.short end
    end
    return nearest.hint(name, words)
end

-- Of a value of ours where Lua wanted another: by what was attempted.
local OF_CLASS <const> = {
    ["call a Vector value"] = function(what)
        return what == "for iterator" and "; a loop over it is: for i, x in ipairs(v) do ... end" or ("; an entry is %s[1]"):format(what)
    end,
    ["call a Vec3 value"] = function(what) return ("; an entry is %s[1], or %s.x"):format(what, what) end,
    ["concatenate a Vector value"] = function() return "; a:vcat(b) puts one below the other; as a text: tostring(v)" end,
    ["concatenate a Matrix value"] = function() return "; a:hcat(b) and a:vcat(b) join matrices; as a text: tostring(A)" end,
}

local function of_class(said, line)
    local attempt, class = said:match "attempt to (.- an? (%u%w*) value)"
    if not attempt or not core[class] then return nil end
    local what = said:match "'([%w_ ]+)'%)$" or "v"
    local told = OF_CLASS[attempt]
    if told then return told(what) end
    if attempt:find "^concatenate" then return "; as a text: tostring(x)" end
    if attempt:find "^perform arithmetic" and line:find "%^" then
        return ("; a %s has no ^: write the product, x * x; the power -1 is x:inverse()"):format(class)
    end
end

-- Names of options elsewhere.
local FIELDS <const> = {
    timestep = "dt", time_step = "dt", stepsize = "dt", step_size = "dt", step = "dt", h = "dt", time = "duration", tf = "duration",
    t_end = "duration", q0 = "q", v0 = "v", dq = "v", qd = "v", dq0 = "v", control = "controller", torque = "controller", m = "mass",
    xyz = "position", origin = "placement", pose = "placement", parent_link = "parent", r = "radius", l = "length", height = "length",
    from = "q0", to = "q1", goal = "target", seed = "q", tol = "tolerance", rtol = "tolerance", atol = "tolerance", integrator = "method", solver = "method",
}

-- Types of joints elsewhere.
local JOINTS <const> = {
    hinge = "revolute", rotary = "revolute", rotational = "revolute", pin = "revolute", slide = "prismatic", slider = "prismatic", linear = "prismatic",
    translational = "prismatic", ball = "spherical", free = "floating", freeflyer = "floating", weld = "fixed",
}

-- Of a function whose options stand in one table, and got them one by one.
local function of_options(name)
    for _, entry in ipairs(require("rigid.prompt.help").lookup(name)) do
        local short = entry.short == name and require("rigid.prompt.signatures").short(entry) or ""
        local needed = short:match "^{(.*)}$"
        if needed then return ("; options stand in braces, by name: %s{%s = ...}"):format(name, needed:match "^[%w_]+" or "name") end
    end
end

-- Of a function whose arguments stand in order, and got them by name.
local function in_order(name)
    for _, entry in ipairs(require("rigid.prompt.help").lookup(name)) do
        if entry.short == name and entry.kind == "method" then
            return ("; its arguments stand in order: %s"):format(call_of(entry, entry.class == "Model" and "m" or "x"))
        end
    end
end

-- Of an argument that was refused.
local function of_argument(said, line)
    local field, list = said:match "unknown field '([%w_]+)'; the fields are (.*)%)$"
    local here = field and FIELDS[field]
    if here and (", " .. list .. ","):find(", " .. here .. ",", 1, true) then return ("; it is %s here"):format(here) end
    local joint = JOINTS[said:match "field 'joint.type': .*got \"(%a+)\"%)$" or ""]
    if joint then return ('; it is "%s" here'):format(joint) end
    local name, words = said:match "argument #%d+ to '([%w_]+)' %((.*)%)$"
    if not name then return nil end
    if words:find "^finite number expected, got a table" and line:find(name .. "%s*{") then return "; its numbers stand in parentheses" end
    if words:find "^nothing more expected" and core[name] then return ("; its numbers stand in braces: %s{...}"):format(name) end
    if words:find "^nothing more expected after 1 argument" then return of_options(name) end
    if words:find "expected, but its entry %[1%] is nil$" and line:find("[.:]" .. name .. "%s*{") then return in_order(name) end
    if said:find "argument #2 to" and words:find "^name of a body or frame expected, got [Va]" and line:find(name .. "%s*%(%s*[\"']") then
        return ("; the configuration comes first: m:%s(q, body)"):format(name)
    end
    if words:find("placement': named fields expected", 1, true) then return "; a point is {position = {x, y, z}}" end
    if name == "add_body" and words:find "^unknown field 'mass'" then return "; mass belongs to inertia: SpatialInertia.solid_box{mass = ..., size = ...}" end
    if name == "check_answer" and words:find "^table with named fields" then return "; an answer of several numbers is a list: {1, 2}" end
    if name == "view" and words:find "^unknown field 'log'" then return "; a log is the second argument: rigid.view(m, log)" end
    if name == "plot" and words:find "^named fields expected" then return "; curves are given as rigid.plot{x = {...}, y = {...}}" end
    if name == "plot" and words:find "^table with named fields.*got string" then
        return "; several quantities stand in one table: log:plot{\"q\", \"energy\"}"
    end
    if words:find "^unknown field 'i[xyz][xyz]'" then return "; the six stand in one list: inertia = {ixx, iyy, izz, ixy, ixz, iyz}" end
    if name == "plot" and words:find "got function%)?$" then return "; a function is sampled first: rigid.plot{x = x, y = y} with lists of its numbers" end
    if name == "Transform" and words:find "got no value$" then return "; the identity is Transform{}" end
    if name == "Model" and words:find "got string$" then return "; a file is loaded by rigid.load(path)" end
end

-- What to add to what Lua says of a value that is not what it should be; line: the code there, if it is known.
function hints.of_run(said, line)
    line = line or ""
    local act, kind, name = said:match "attempt to (%a+) a nil value %((%a+) '([%a_][%w_]*)'%)$"
    if act then return of_missing(line, act, kind, name) end
    name = said:match "attempt to perform arithmetic on a nil value %(global '([%a_][%w_]*)'%)$"
    if name then return of_global(name, false) end
    name = said:match "attempt to call a table value %(%a+ '([%a_][%w_]*)'%)$"
    local owner = name and owner_in(line, name)
    if owner and owner.class == "Log" then return ("; it is a list of samples: log.%s[i]"):format(name) end
    if said:find "attempt to call a table value %(for iterator" then return "; a loop over it is: for i, x in ipairs(t) do ... end" end
    if said:find "attempt to perform arithmetic on a table value" then return "; of a list Vector(t) makes a vector, Matrix(t) a matrix" end
    if said:find "attempt to mod a 'string'" then return '; numbers go into a text by ("%d"):format(x)' end
    if said:find "length of a Model value" then return "; m:nbodies() moving links, m:nq() numbers in q, m:nv() in v" end
    if line:find "^%s*#%s" and said:find "attempt to get length of" then return "; a comment begins with --" end
    local one, other = said:match "attempt to add a '([%a_]+)' with a '([%a_]+)'"
    if one == "string" or other == "string" then return "; strings are joined by .." end
    name = said:match "attempt to index a [%w_]+ value %(%a+ '([%a_][%w_]*)'%)$"
    if name and not said:find "a nil value" then return of_setting(line, name) end
    return of_class(said, line) or of_argument(said, line) or ""
end

-- Of an entry that a vector or a matrix does not have.
local function of_entry(list, number)
    local place = places.of(list, scope.seen())
    local owner, value = owner_of(place), place and place.value
    if number == "0" and not owner and type(value) == "table" and rawget(value, 1) ~= nil then return "a list begins at 1" end
    if not owner or not owner.class then return nil end
    if owner.class == "Log" then return ("samples are in lists: %s.t[%s], %s.q[%s], %s.v[%s]"):format(list, number, list, number, list, number) end
    local count = core.type(owner.value) == owner.class and (owner.class == "Vector" or owner.class == "Matrix") and #owner.value
    return ("%s has no entry %s%s"):format(owner.called, number, count and (": they are 1 to %d"):format(count) or "")
end

-- What is said of an expression that was nil: of a name or a member that is not there. nil where nil may well be its value.
function hints.of_nil(text)
    text = text:match "^%s*(.-)%s*;?%s*$"
    local global = text:match "^[%a_][%w_]*$"
    if global and global ~= "nil" and global ~= "_" then
        if scope.get(global) then return nil end
        return ("nothing is called '%s'%s"):format(global, of_global(global, false))
    end
    local robot = text:match "^load%s*%(?%s*[\"'](.-)[\"']%s*%)?$"
    if robot and robot:find "%.%a+$" then return ('a robot is loaded by rigid.load "%s"'):format(robot) end
    local list, number = text:match "^(.*[%w_%)%]}\"'])%s*%[%s*(-?%d+)%s*%]$"
    if list then return of_entry(list, number) end
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
