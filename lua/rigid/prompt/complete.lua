-- Completion at the prompt: globals and keywords, fields of tables, methods of every value, fields of tables of options,
-- and in strings the names that are meant there: bodies, joints, words of an option, files, names of the reference. It is
-- pure: nothing the user wrote is called, no __index function runs, so that a Tab changes nothing and never fails. What a
-- function takes and returns is looked up in the reference, so that Vec3(1, 2, 3):no<Tab> and M:shift(p):ma<Tab> work too.
local complete = {}

local core = require "rigid.core"
local keywords = require("rigid.display").keywords
local places = require "rigid.prompt.places"
local sorted = require "rigid.sorted"
local next, type = next, type

local function trimmed(text) return text:match "^.*%S" or "" end

local LONGEST <const> = 300 -- letters that are looked at for a name at the end of a text (places.lua)

local function last_part(text) return text:sub(-LONGEST) end

-- Whether a name begins so: in these letters, or where nothing does, in either case.
local forgiving = false

local function begins(name, prefix)
    name = name:sub(1, #prefix)
    return name == prefix or forgiving and name:lower() == prefix:lower()
end

local function matching(names, prefix)
    local found = {}
    for _, name in ipairs(names) do
        if begins(name, prefix) then found[name] = true end
    end
    return sorted(found)
end

-- ---- what a call takes ----------------------------------------------------------------------------------------------

-- The parts of a type between its outermost separators.
local function parts_of(text, separator)
    local parts, depth, quoted, start = {}, 0, false, 1
    for at = 1, #text do
        local c = text:sub(at, at)
        if c == '"' then
            quoted = not quoted
        elseif c:find "[%(%[{<]" then
            depth = depth + 1
        elseif c:find "[%)%]}>]" then
            depth = depth - 1
        elseif c == separator and depth == 0 and not quoted then
            parts[#parts + 1] = text:sub(start, at - 1)
            start = at + 1
        end
    end
    parts[#parts + 1] = text:sub(start)
    return parts
end

-- The named fields of a type such as {mass?: number, size: Vec3 | number[]} | string: a table from name to type.
local function fields_of(text, fields)
    for _, part in ipairs(parts_of(text, "|")) do
        local inside = part:match "^%s*{(.*)}%s*$"
        for _, field in ipairs(inside and parts_of(inside, ",") or {}) do
            local name, kind = field:match "^%s*([%a_][%w_]*)%??:%s*(.*)$"
            if name then fields[name] = (fields[name] and fields[name] .. " | " or "") .. kind end
        end
    end
    return fields
end

-- The words of a type such as "local" | "world" | number.
local function words_of(text, words)
    for _, part in ipairs(parts_of(text, "|")) do
        local word = part:match '^%s*"(.*)"%s*$'
        if word then words[#words + 1] = word end
    end
    return words
end

-- The entry of a method that one class alone has, of a value that is not known.
local function only_method(callee)
    local name, found = callee:match ":%s*([%a_][%w_]*)$", {}
    for _, entry in ipairs(name and require("rigid.prompt.help").lookup(name) or {}) do
        if entry.kind == "method" and entry.short == name then found[#found + 1] = entry end
    end
    return #found == 1 and found or nil
end

-- What the reference says of argument number n of a call: a list of {name, type, written}.
local function arguments_of(callee, n, env, partner)
    local place = places.locate(callee, env, partner)
    local help, list = require "rigid.prompt.help", {}
    local entries = place and place.value ~= nil and help.of_function(place.value) or not place and only_method(callee) or {}
    for _, entry in ipairs(entries) do
        if entry.params[n] and entry.kind ~= "class" then list[#list + 1] = entry.params[n] end
        for _, overload in ipairs(entry.overloads) do
            local inside = overload:match "^fun(%b())"
            local part = inside and parts_of(inside:sub(2, -2), ",")[n]
            local name, kind = (part or ""):match "^%s*([%w_]+)%??:%s*(.*)$"
            if name then list[#list + 1] = {name = name, type = kind, written = kind} end
        end
    end
    return list
end

-- What may stand right after `before`, which ends with a bracket or a comma of that level, or with what is called without
-- parentheses; also the callee.
local function taken_after(scanned, before, level, env)
    local callee, n
    local opening = scanned.open[level]
    if places.ends_callable(before) then
        callee, n = before, 1
    elseif opening and scanned.text:sub(opening.at, opening.at) == "(" and before:find "[%(,]$" then
        callee, n = trimmed(scanned.text:sub(1, opening.at - 1)), opening.commas + 1
        if not places.ends_callable(callee) then return {} end
    else
        return {}
    end
    return arguments_of(callee, n, env, scanned.partner), callee
end

-- The type of an argument or a field of that name, where the reference says no more than "table".
local function meant_type(name, kind, callee)
    if name == "joint" and kind:find "table" then return require("rigid.prompt.offers").joint() end
    if kind:find "table" and callee and callee:find "[.:]plot$" then return kind .. " | " .. require("rigid.prompt.offers").PLOT end
    return kind
end

-- The fields of the table that opens at that level, and the arguments it stands for.
local function fields_at(scanned, level, env)
    local opening, fields = scanned.open[level], {}
    local before = trimmed(scanned.text:sub(1, opening.at - 1))
    local name = last_part(before):match "([%a_][%w_]*)%s*=$"
    local outer = scanned.open[level - 1]
    if name and outer and scanned.text:sub(outer.at, outer.at) == "{" then
        return fields_of(meant_type(name, fields_at(scanned, level - 1, env)[name] or "", nil), fields)
    end
    local arguments, callee = taken_after(scanned, before, level - 1, env)
    for _, argument in ipairs(arguments) do fields_of(meant_type(argument.name, argument.type, callee), fields) end
    return fields
end

-- ---- in strings -----------------------------------------------------------------------------------------------------

-- A model that stands before a method, as in m:pose.
local function model_before(callee, scanned, env)
    local object = callee and callee:match "^(.*):%s*[%a_][%w_]*$"
    local place = object and places.locate(object, env, scanned.partner)
    return place and core.type(place.value) == "Model" and place.value or nil
end

local function names_of_bodies(model)
    local methods, names = debug.getmetatable(core.Model).__instance.__methods, {"world"}
    for _, list in ipairs {methods.body_names(model), methods.frame_names(model)} do
        table.move(list, 1, #list, #names + 1, names)
    end
    return names
end

local function names_of_joints(model)
    return debug.getmetatable(core.Model).__instance.__methods.joint_names(model)
end

local READS_FILES <const> = {[io.open] = true, [io.lines] = true, [dofile] = true, [loadfile] = true, [os.remove] = true,
    [os.rename] = true}

-- Files whose path begins so. files(directory) lists one.
local function names_of_files(prefix, files)
    local directory, found = prefix:match "^(.*/)" or "", {}
    local base = prefix:sub(#directory + 1)
    for _, name in ipairs(files and files(directory == "" and "." or directory) or {}) do
        if base:find "^%." or not name:find "^%." then found[directory .. name] = true end
    end
    return sorted(found)
end

-- The log before a method, as in log:plot, or the first argument of rigid.plot; what can be drawn of it.
local function drawn(callee, scanned, env)
    local object = callee and (callee:match "^(.*):%s*plot$")
    local place = object and places.locate(object, env, scanned.partner)
    local value = place and place.value
    if not callee or not callee:find "[.:]%s*plot$" then return nil end
    local model = core.type(value) == "Log" and value.model
    if core.type(model) ~= "Model" then return require("rigid.prompt.offers").quantities({}, {}) end
    return require("rigid.prompt.offers").quantities(names_of_joints(model), names_of_bodies(model))
end

-- What a string for an argument may be.
local function strings_for(argument, model, prefix, files)
    local written = argument.written
    if written == "rigid.Path" or argument.name == "path" then return names_of_files(prefix, files) end
    if written == "rigid.BodyName" and model then return names_of_bodies(model) end
    if written == "rigid.JointName" and model then return names_of_joints(model) end
    if written == "rigid.Documented" then return require("rigid.prompt.help").names() end
    return words_of(argument.type, {})
end

local function add_all(list, more) table.move(more, 1, #more, #list + 1, list) end

-- Keys of the table before a["
local function keys_before(text, scanned, env)
    local place, names = places.locate(text, env, scanned.partner), {}
    for key in next, place and type(place.value) == "table" and place.value or {} do
        if type(key) == "string" then names[#names + 1] = key end
    end
    return names
end

local function in_string(scanned, env, files)
    local prefix, before = scanned.text:sub(scanned.from), trimmed(scanned.text:sub(1, scanned.from - 2))
    local level, names = #scanned.open, {}
    local opening = scanned.open[level]
    local bracket = opening and scanned.text:sub(opening.at, opening.at)
    local field = last_part(before):match "([%a_][%w_]*)%s*=$"
    if bracket == "[" and before:sub(-1) == "[" then
        names = keys_before(before:sub(1, -2), scanned, env)
    elseif field and bracket == "{" then
        words_of(meant_type(field, fields_at(scanned, level, env)[field] or "", nil), names)
    elseif bracket == "{" and before:find "[{,;]$" then -- an entry of a list
        local outside = trimmed(scanned.text:sub(1, opening.at - 1))
        local _, callee = taken_after(scanned, outside, level - 1, env)
        names = drawn(callee, scanned, env) or names
    else
        local arguments, callee = taken_after(scanned, before, level, env)
        local model = model_before(callee, scanned, env)
        for _, argument in ipairs(arguments) do add_all(names, strings_for(argument, model, prefix, files)) end
        add_all(names, drawn(callee, scanned, env) or {})
        if callee and callee:find "%f[%w_]history$" then names = require("rigid.prompt.offers").entered(os.getenv) end
        local place = callee and places.locate(callee, env, scanned.partner)
        if place and READS_FILES[place.value] then add_all(names, names_of_files(prefix, files)) end
    end
    return matching(names, prefix), scanned.from, scanned.quote
end

-- ---- names ----------------------------------------------------------------------------------------------------------

-- The names of a place that begin with the prefix; those that begin with _ only where it does.
local function names_in(place, prefix, only_callable, found)
    for _, source in ipairs(places.sources(place)) do
        for name, value in next, source do
            if type(name) == "string" and name:find "^[%a_][%w_]*$" and begins(name, prefix)
                and (prefix ~= "" or name:sub(1, 1) ~= "_") and (not only_callable or type(value) == "function") then
                found[name] = true
            end
        end
    end
    return found
end

-- After a point: also the fields that the reference knows of the class.
local function members(place, prefix, separator)
    local found = names_in(place, prefix, separator == ":", {})
    for _, field in ipairs(separator == "." and places.fields(place) or {}) do
        if field.name:find "^[%a_]" and begins(field.name, prefix) then found[field.name] = true end
    end
    return sorted(found)
end

-- In a table of options, where a name may stand: the fields that are not there yet, as name=.
local function options(scanned, start, prefix, env)
    local level = #scanned.open
    local opening = scanned.open[level]
    if not opening or scanned.text:sub(opening.at, opening.at) ~= "{" then return {} end
    local before = trimmed(scanned.text:sub(1, start - 1))
    if not before:find "[{,;]$" then return {} end
    local found, inside = {}, scanned.text:sub(opening.at)
    for name in next, fields_at(scanned, level, env) do
        if begins(name, prefix) and not inside:find("%f[%w_]" .. name .. "%s*=") then found[name .. "="] = true end
    end
    return sorted(found)
end

local BEGINNING <const> = {["not"] = true, ["nil"] = true, ["true"] = true, ["false"] = true, ["function"] = true}

-- before: what stands before the name; behind what opens an expression, no statement begins.
local function globals(prefix, env, before)
    local found = names_in({value = env}, prefix, false, {})
    local inside = before:find "[({%[,=+%-*/^<>~#%%]$"
    for word in next, keywords do
        if begins(word, prefix) and (not inside or BEGINNING[word]) then found[word] = true end
    end
    return sorted(found)
end

-- ?Spat<Tab>: names of the reference, and of the user's.
local function asked(text, env)
    local start, prefix = text:match("()([%w_.:]*)$", -LONGEST)
    local list, found = matching(require("rigid.prompt.help").names(), prefix), {}
    for _, name in ipairs(list) do found[name] = true end
    if prefix:find "[.:]" then
        local inner, at = complete.names(prefix, env)
        for _, name in ipairs(inner) do found[prefix:sub(1, at - 1) .. name] = true end
    else
        names_in({value = env}, prefix, false, found)
    end
    return sorted(found), start
end

-- Whether what stands before a name is an operand, after which none can stand without an operator.
local function ends_operand(before)
    return before:find "[%)%]}\"']$" ~= nil or places.ends_callable(before) or last_part(before):find "%f[%w_]%d[%w.]*$" ~= nil
end

local function names_of(text, env, files)
    if text:find "^%s*%?" then return asked(text, env) end
    local scanned = places.scan(text)
    if scanned.quote == true then return {}, scanned.from end
    if scanned.quote then return in_string(scanned, env, files) end
    local start, prefix = text:match("()([%a_]?[%w_]*)$", -LONGEST)
    local before = trimmed(text:sub(1, start - 1))
    local separator = before:match "[.:]$"
    if before:find "%.%.$" then separator = nil end -- a concatenation
    if before:find "::$" or (before:find "%d%.$" and not last_part(before):find "[%a_][%w_]*%.$") then return {}, start end
    if not separator then
        local fields = options(scanned, start, prefix, env)
        if prefix == "" and #fields == 0 and ends_operand(before) and not before:find "^%s*$" then return {}, start end
        return #fields > 0 and fields or globals(prefix, env, before), start
    end
    local place = places.locate(before:sub(1, -2), env, scanned.partner)
    return place and members(place, prefix, separator) or {}, start
end

-- The names that could stand at the end of the text, sorted; where in the text the name they replace begins; and within a
-- string its quote. env is the table of globals; files(directory) gives the names in a directory. Where none begins as it
-- is written, those that do in the other case.
function complete.names(text, env, files)
    forgiving = false
    local names, start, quote = names_of(text, env, files)
    if #names == 0 then
        forgiving = true
        names, start, quote = names_of(text, env, files)
        forgiving = false
    end
    return names, start, quote
end

-- The place of a name, field or method, such as M.shift.
function complete.value_of(text, env) return places.of(text, env) end

return complete
