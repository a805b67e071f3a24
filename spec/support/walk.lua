-- Walking the module: what functions there are, read from the live module itself, and what a call with wrong arguments
-- may do. A call may raise an error that names the place where the wrong value stood, or it may answer; then the answer
-- must be of a kind that a good call gives, made of finite numbers, and the value that stood there must be of a kind that
-- some good call has in that place. Nothing else: no other error, no change of the receiver, no long wait.
--
-- One file, a page over the measure: what a function is and what it may do are told by the same reading of the module.
--
-- RIGID_WALK_TRAIL=file writes each call to that file before it is made, to find the one that never came back.

local rigid = require "rigid"
local errors = require "rigid.errors"

local walk = {}

local LONGEST_CALL <const> = 5 -- seconds of one call; a thousand times what the slowest takes
local LONGEST_MESSAGE <const> = 1000 -- bytes

-- ---- what there is ----------------------------------------------------------------------------------------------------

local function sorted_keys(t)
    local keys = {}
    for key in pairs(t) do
        keys[#keys + 1] = key
    end
    table.sort(keys, function(a, b)
        return tostring(a) < tostring(b)
    end)
    return keys
end
walk.sorted_keys = sorted_keys

-- The metatable of the instances of a class, or nil for what is no class.
function walk.instance(class)
    local metatable = type(class) == "table" and getmetatable(class)
    return metatable and rawget(metatable, "__instance")
end

-- Names of the classes, sorted.
function walk.classes()
    local names = {}
    for _, name in ipairs(sorted_keys(rigid)) do
        if walk.instance(rigid[name]) then
            names[#names + 1] = name
        end
    end
    return names
end

local function is_callable(value)
    return type(value) == "function" or type(value) == "table" and (getmetatable(value) or {}).__call ~= nil
end

-- Every function that a script can name: { key =, name = in messages, f =, class =, method = true? }, where key is
-- "rigid.type", "Vec3" (a constructor), "Rotation.rpy" (a static), "Vec3:dot" (a method).
function walk.functions()
    local list = {}
    for _, name in ipairs(sorted_keys(rigid)) do
        local value = rigid[name]
        local instance = walk.instance(value)
        if instance then
            list[#list + 1] = { key = name, name = name, f = value, class = name }
            for _, static in ipairs(sorted_keys(value)) do
                if is_callable(value[static]) then
                    list[#list + 1] = { key = name .. "." .. static, name = static, f = value[static], class = name }
                end
            end
            for _, method in ipairs(sorted_keys(instance.__methods)) do
                local f = instance.__methods[method]
                list[#list + 1] = { key = name .. ":" .. method, name = method, f = f, class = name, method = true }
            end
        elseif is_callable(value) then
            list[#list + 1] = { key = "rigid." .. name, name = name, f = value }
        end
    end
    return list
end

-- Every metamethod: { class =, event = "__add", f = }.
function walk.metamethods()
    local list = {}
    for _, class in ipairs(walk.classes()) do
        local instance = walk.instance(rigid[class])
        for _, event in ipairs(sorted_keys(instance)) do
            if type(instance[event]) == "function" then
                list[#list + 1] = { class = class, event = event, f = instance[event] }
            end
        end
    end
    return list
end

-- ---- looking at values --------------------------------------------------------------------------------------------------

-- The class of a value of ours, or its Lua type. Asks the value nothing.
function walk.kind(value)
    return rigid.type(value) or type(value)
end
local kind = walk.kind

local function methods_of(value)
    return walk.instance(rigid[rigid.type(value)]).__methods
end

-- A value of ours as plain tables; the rest as it is.
local function plain(value)
    if rigid.type(value) then
        return methods_of(value).table(value)
    end
    return value
end

-- Every number in it finite? Looks through values of ours and through plain tables.
local function is_finite(value)
    value = plain(value)
    if type(value) == "number" then
        return value - value == 0
    elseif type(value) == "table" then
        for _, entry in next, value do
            if not is_finite(entry) then
                return false
            end
        end
    end
    return true
end
walk.is_finite = is_finite

-- The same content? NaN is like NaN, but 0 is not like -0.
local function is_same(a, b)
    if rawequal(a, b) then
        return true
    end
    a, b = plain(a), plain(b)
    if type(a) ~= "table" or type(b) ~= "table" then
        if type(a) == "number" and a == b then
            return a ~= 0 or 1 / a == 1 / b
        end
        return rawequal(a, b) or a ~= a and b ~= b
    end
    for key, value in next, a do
        if not is_same(value, b[key]) then
            return false
        end
    end
    for key in next, b do
        if a[key] == nil then
            return false
        end
    end
    return true
end
walk.is_same = is_same

-- A value as it is now, for is_same later.
function walk.snapshot(value)
    return plain(value)
end

local function off_orthonormal(rows)
    local worst = 0
    for i = 1, 3 do
        for j = 1, 3 do
            local dot = rows[i][1] * rows[j][1] + rows[i][2] * rows[j][2] + rows[i][3] * rows[j][3]
            worst = math.max(worst, math.abs(dot - (i == j and 1 or 0)))
        end
    end
    return worst
end

-- Nil, or what is wrong with a result that ought to be finite.
local function flaw(value)
    if not is_finite(value) then
        return "a result that is not finite: " .. tostring(value):gsub("%s+", " ")
    end
    local class = rigid.type(value)
    local rows = class == "Rotation" and plain(value) or class == "Transform" and plain(value).rotation
    if rows and not (off_orthonormal(rows) < 1e-9) then
        return "a rotation that is not orthonormal: " .. tostring(value):gsub("%s+", " ")
    end
end

local function kinds_of(packed)
    local kinds = {}
    for i = 1, packed.n do
        kinds[i] = kind(packed[i])
    end
    return table.concat(kinds, ", ")
end

-- ---- calling --------------------------------------------------------------------------------------------------------------

local trail = os.getenv "RIGID_WALK_TRAIL"
trail = trail and assert(io.open(trail, "w"))

local started

local function check_clock()
    if os.clock() - started > LONGEST_CALL then
        error("this call takes too long", 0)
    end
end

-- f(...) with an eye on the clock: true and the results packed, or false and what it raised; and the seconds it took.
function walk.call(label, f, args, count)
    if trail then
        trail:seek "set"
        trail:write(label, "\n")
        trail:flush()
    end
    walk.calls = walk.calls + 1
    started = os.clock()
    local packed = table.pack(pcall(f, table.unpack(args, 1, count or args.n)))
    local seconds = os.clock() - started
    local ok = packed[1]
    if ok then
        return true, table.pack(table.unpack(packed, 2, packed.n)), seconds
    end
    return false, packed[2], seconds
end

walk.calls = 0

-- Run body() with a watch on Lua code that goes on and on.
function walk.watched(body)
    started = os.clock()
    local hook, mask, count = debug.gethook()
    debug.sethook(check_clock, "", 1000000)
    local ok, message = pcall(body)
    debug.sethook(hook, mask, count)
    if not ok then
        error(message, 0)
    end
end

-- ---- judging ----------------------------------------------------------------------------------------------------------------

-- Nil, or what is wrong with an error raised by the function called `name` over one of the arguments in `positions` (a set;
-- 0 is self; nil: any) and perhaps over a field.
function walk.judge_error(message, name, positions, field)
    if errors.is(message) then
        message = message.message
    end
    if type(message) ~= "string" then
        return "the error is a " .. type(message) .. ", not a text"
    elseif message:find("lua/rigid/", 1, true) then
        return "the error names a file of the library's own: " .. message
    elseif #message > LONGEST_MESSAGE then
        return ("the message has %d bytes: %s.."):format(#message, message:sub(1, 80))
    end
    local number, called = message:match "bad argument #(%d+) to '([^']*)'"
    if not number then
        called = message:match "calling '([^']*)' on" or message:match "'([^']*)' has no answer"
        number = called and 0
    end
    number = math.tointeger(tonumber(number))
    if not number then
        return "the error does not name its argument: " .. message
    elseif called:gsub("^rigid%.", ""):gsub("^core%.", "") ~= name then
        return ("the error names '%s': %s"):format(called, message)
    elseif positions and not positions[number] then
        return "the error names another argument: " .. message
    elseif field and not message:find(field, 1, true) then
        return ("the error does not name the field '%s': %s"):format(field, message)
    end
end

-- Nil, or what is wrong with an answer. expected: kinds (a set of lists of kinds, as good calls give), finite (whether
-- all its numbers must be finite), body (whether a SpatialInertia must be one that can exist).
function walk.judge_answer(results, expected)
    local kinds = kinds_of(results)
    if not expected.kinds[kinds] then
        return "an answer of another kind: " .. kinds
    end
    for i = 1, results.n do
        local wrong = expected.finite and flaw(results[i])
        if wrong then
            return wrong
        end
        if expected.body and rigid.type(results[i]) == "SpatialInertia" and not results[i]:is_physically_valid() then
            return "a body that cannot exist: " .. tostring(results[i]):gsub("%s+", " ")
        end
    end
end

function walk.judge_time(seconds)
    if seconds > LONGEST_CALL then
        return ("it took %.1f s"):format(seconds)
    end
end

walk.kinds_of = kinds_of

-- ---- places in the arguments of a call ---------------------------------------------------------------------------------------

local function is_plain_table(value)
    return type(value) == "table" and getmetatable(value) == nil
end

-- "1.vertices.*.*": a path with the entries of lists taken together.
local function general(path)
    local parts = {}
    for i, key in ipairs(path) do
        parts[i] = i > 1 and type(key) == "number" and "*" or tostring(key)
    end
    return table.concat(parts, ".")
end

-- "#1.vertices[2][3]", counted as the caller counts
function walk.show(path, method)
    local position = path[1] - (method and 1 or 0)
    local parts = { position == 0 and "self" or "#" .. position }
    for i = 2, #path do
        parts[i] = type(path[i]) == "number" and ("[%d]"):format(path[i]) or "." .. path[i]
    end
    return table.concat(parts)
end

local function extended(path, key)
    local longer = table.move(path, 1, #path, 1, {})
    longer[#longer + 1] = key
    return longer
end

-- Call visit(path, value) for each argument and for all that lies in tables among them.
local function each_place(args, visit)
    local function descend(path, value)
        visit(path, value)
        if is_plain_table(value) then
            for _, key in ipairs(sorted_keys(value)) do
                descend(extended(path, key), value[key])
            end
        end
    end
    for i = 1, args.n do
        descend({ i }, args[i])
    end
end

-- Put value at a place of args.
function walk.substitute(args, path, value)
    local holder = args
    for i = 1, #path - 1 do
        holder = holder[path[i]]
    end
    holder[path[#path]] = value
    if #path == 1 and path[1] > args.n then
        args.n = path[1]
    end
end

-- All places of all good calls, and what kinds of values stand in each: { places of example 1, of example 2, .. }, each a
-- list of { path =, kinds = (a set, shared by places of the same general path), own = (the kind in this example), deep =
-- (in a list), options = (the table of named fields that stands there, if it is one) }. The place past the last argument
-- is included, with past = true.
function walk.places(examples)
    local kinds, fields, most = {}, {}, 0
    for _, example in ipairs(examples) do
        local args = table.pack(example())
        most = math.max(most, args.n)
        each_place(args, function(path, value)
            local key = general(path)
            kinds[key] = kinds[key] or {}
            kinds[key][kind(value)] = true
            if is_plain_table(value) and next(value) ~= nil and #value == 0 then
                fields[key] = fields[key] or {}
                for field in pairs(value) do
                    fields[key][field] = true
                end
            end
        end)
    end
    -- What is left out in one good call may be left out in another.
    local function note_absent(example)
        local args = table.pack(example())
        for i = args.n + 1, most do
            kinds[tostring(i)]["nil"] = true
        end
        each_place(args, function(path, value)
            local key = general(path)
            for field in pairs(is_plain_table(value) and fields[key] or {}) do
                if value[field] == nil then
                    kinds[key .. "." .. field]["nil"] = true
                end
            end
        end)
    end
    local all = {}
    for e, example in ipairs(examples) do
        note_absent(example)
        local places = {}
        local args = table.pack(example())
        each_place(args, function(path, value)
            local deep = #path > 2 or #path == 2 and type(path[2]) == "number"
            local options = is_plain_table(value) and next(value) ~= nil and #value == 0 and value or nil
            places[#places + 1] = { path = path, kinds = kinds[general(path)], own = kind(value), deep = deep, options = options }
        end)
        places[#places + 1] = { path = { args.n + 1 }, kinds = {}, past = true }
        all[e] = places
    end
    return all
end

return walk
