-- Runs a model file that is a Lua script, without trusting it. The script sees only what describes a model: no files, no
-- processes, no loading of code, no metatables, nothing that catches errors. It is stopped after so many instructions, so
-- much processor time or so much memory. Single steps are bounded too: every string that is built is measured first. For
-- that, the library functions are wrapped, methods of strings go to the wrapped ones while the script runs, and each `..`
-- of its text is made to pass through a function of ours.
local sandbox = {}

-- ---- limits ---------------------------------------------------------------------------------------------------------

local INSTRUCTIONS <const> = 100e6
local SECONDS <const> = 10 -- of the processor
local KILOBYTES <const> = 256 * 1024
local LONGEST <const> = 1024 * 1024 -- bytes of a string that the script builds
local STEP <const> = 1000 -- instructions between two looks at the limits
local LARGE <const> = 16 * 1024 -- bytes that make it worth looking at the memory at once
local COLLECTIONS <const> = 20 -- full ones that a script may cost us

local clock, collect = os.clock, collectgarbage
local rep, find, sub, gsub, byte, format = string.rep, string.find, string.sub, string.gsub, string.byte, string.format
-- Nothing below calls a method of a string while a script runs: that would be the script's.

-- Account for the run that is going on: nil where none is.
local run

local function stop(what) error("SANDBOX:" .. what, 0) end

-- More memory than allowed may be garbage; it is looked at again when all of that is gone, but not for ever.
local function check_memory()
    if collect "count" - run.kilobytes <= KILOBYTES then return end
    run.collections = run.collections + 1
    if run.collections <= COLLECTIONS then
        collect "collect"
        if collect "count" - run.kilobytes <= KILOBYTES then return end
    end
    stop(format("needs more than %d MB of memory", KILOBYTES // 1024))
end

local function check_time()
    if run.left < 0 then stop(format("ran for more than %d million instructions", INSTRUCTIONS // 1000000)) end
    if clock() - run.started > SECONDS then stop(format("ran for more than %d seconds", SECONDS)) end
end

-- Take the work of a library function, in steps that each are about an instruction's worth, off what is left.
local function charge(steps)
    run.left = run.left - steps
    check_time()
end

local function check_length(bytes)
    if bytes > LONGEST then error(format("a string of more than %d bytes", LONGEST), 4) end
end

-- A string of that many bytes is about to be made.
local function charge_string(bytes)
    check_length(bytes)
    charge(bytes // 16)
    if bytes >= LARGE then check_memory() end
end

local function on_step()
    run.left = run.left - STEP
    check_time()
    check_memory()
end

-- ---- concatenation --------------------------------------------------------------------------------------------------

-- `a .. b` becomes `a << JOINER << b`, which binds as little looser than `..` as it can: `a << JOINER` is a box that holds
-- a, and box << b is the joined string. (A __concat of JOINER's own would do for `a .. JOINER .. b`, but in Lua 5.4.4
-- that frees the stack under the running instruction when it has to grow.)
local JOINER_NAME <const> = "__rigid_joiner"
local metatable = {__metatable = false}
local JOINER = setmetatable({}, metatable)
local BOX <const> = {} -- the second entry of a box, which no script can have

local function length_of(value)
    local kind = type(value)
    if kind ~= "string" and kind ~= "number" then error("attempt to concatenate a " .. kind .. " value", 3) end
    return kind == "string" and #value or 64
end

function metatable.__shl(a, b)
    if type(a) == "table" and rawequal(rawget(a, 2), BOX) then
        charge_string(length_of(a[1]) + length_of(b))
        return a[1] .. b
    end
    length_of(a)
    if not rawequal(b, JOINER) then length_of(b) end
    return setmetatable({a, BOX}, metatable)
end

-- The position after the string, comment, name or number that begins at i, where that is what begins there.
local function skip(text, i)
    local c = byte(text, i)
    if c == 34 or c == 39 then -- a string in quotes
        local quote = sub(text, i, i)
        repeat
            i = find(text, "[\\\n" .. quote .. "]", i + 1)
            if not i then return #text + 1 end
            local found = sub(text, i, i)
            if found == "\\" then i = i + 1 end
        until found ~= "\\"
        return i + 1
    end
    local from = c == 45 and i + 2 or i -- a comment, perhaps a long one
    if c == 45 and sub(text, i, i + 1) ~= "--" then return i + 1 end
    local _, opened, level = find(text, "^%[(=*)%[", from)
    if opened then
        local _, closed = find(text, "]" .. level .. "]", opened + 1, true)
        return (closed or #text) + 1
    elseif c == 45 then
        return find(text, "\n", i, true) or #text + 1
    elseif c == 91 then
        return i + 1
    end
    local _, last = find(text, "^%d[%w_.]*", i)
    if not last then
        _, last = find(text, "^[%a_][%w_]*", i)
        if last and sub(text, i, last) == JOINER_NAME then error("the name " .. JOINER_NAME .. " is reserved", 0) end
    end
    return (last or i) + 1
end

-- The text with the joiner at every concatenation, its lines where they were.
local function guard_concatenations(text)
    local pieces, start, i, shifts = {}, 1, 1, false
    while true do
        i = find(text, "[\"'%[%-%.%w_<>]", i)
        if not i then break end
        local _, last = find(text, "^%.+", i)
        if last == i + 1 then
            pieces[#pieces + 1] = sub(text, start, i - 1)
            pieces[#pieces + 1] = " << " .. JOINER_NAME .. " << "
            start, i = last + 1, last + 1
        elseif last == i then -- a number may begin with its point
            _, last = find(text, "^%.[%w_.]*", i)
            i = last + 1
        elseif last then
            i = last + 1
        elseif find(text, "^[<>]", i) then
            shifts = shifts or find(text, "^<<", i) or find(text, "^>>", i)
            i = i + 1
        else
            i = skip(text, i)
        end
    end
    if shifts and start > 1 then error("both shifts and concatenations, which a model file cannot have together", 0) end
    pieces[#pieces + 1] = sub(text, start)
    return format("local %s <const> = %s; ", JOINER_NAME, JOINER_NAME) .. table.concat(pieces)
end

-- ---- the library ----------------------------------------------------------------------------------------------------

local function text_argument(value, name, number)
    if type(value) == "number" then value = tostring(value) end
    if type(value) ~= "string" then error(format("bad argument #%d to '%s' (string expected, got %s)", number, name, type(value)), 3) end
    return value
end

-- How often matching may back up: the length of the subject to the number of things in the pattern that repeat.
local function charge_match(s, pattern)
    local _, repeating = gsub(pattern, "[*+?%-]", "")
    local _, special = gsub(pattern, "%%[bf%d]", "")
    if #pattern > 1000 then error("pattern of more than 1000 characters", 3) end
    local steps = (#s + 1.0) ^ (1 + repeating + special) * (#pattern + 1)
    if steps > INSTRUCTIONS / 10 then error("pattern that may take too long for so long a string", 3) end
    charge(steps)
end

local function plain_functions(from, names)
    local t = {}
    for name in names:gmatch "%S+" do t[name] = from[name] end
    return t
end

local strings = plain_functions(string, "len")

function strings.sub(s, ...)
    charge_string(#text_argument(s, "sub", 1))
    return string.sub(s, ...)
end

for _, name in ipairs {"lower", "upper", "reverse"} do
    local f = string[name]
    strings[name] = function(s)
        charge_string(#text_argument(s, name, 1))
        return f(s)
    end
end

function strings.byte(s, i, j)
    i, j = i or 1, j or i or 1
    charge(type(i) == "number" and type(j) == "number" and math.max(j - i, 0) or 0)
    return byte(s, i, j)
end

function strings.char(...)
    charge(select("#", ...))
    return string.char(...)
end

function strings.rep(s, n, separator)
    s, separator = text_argument(s, "rep", 1), separator and text_argument(separator, "rep", 3) or ""
    if math.type(n) ~= "integer" then n = type(n) == "number" and math.floor(n) or error("bad argument #2 to 'rep' (number expected)", 2) end
    charge_string((#s + #separator) * math.max(0.0, n))
    return rep(s, n, separator)
end

function strings.format(pattern, ...)
    pattern = text_argument(pattern, "format", 1)
    local bytes, count = #pattern, select("#", ...)
    for i = 1, count do
        local value = select(i, ...)
        bytes = bytes + (type(value) == "string" and 5 * #value or 512)
    end
    charge(count * count)
    charge_string(bytes)
    return format(pattern, ...)
end

for _, name in ipairs {"find", "match"} do
    local f = string[name]
    strings[name] = function(s, pattern, init, plain)
        s, pattern = text_argument(s, name, 1), text_argument(pattern, name, 2)
        if plain then charge((#s + 1.0) * (#pattern + 1) / 16) else charge_match(s, pattern) end
        return f(s, pattern, init, plain)
    end
end

function strings.gmatch(s, pattern)
    s, pattern = text_argument(s, "gmatch", 1), text_argument(pattern, "gmatch", 2)
    charge_match(s, pattern)
    local following = string.gmatch(s, pattern)
    return function()
        charge_match(s, pattern)
        return following()
    end
end

function strings.gsub(s, pattern, by, count)
    s, pattern = text_argument(s, "gsub", 1), text_argument(pattern, "gsub", 2)
    charge_match(s, pattern)
    if type(by) == "string" or type(by) == "number" then
        by = text_argument(by, "gsub", 3)
        local _, captures = gsub(by, "%%", "")
        charge_string(#s + (#s + 1.0) * (#by + captures * #s))
    elseif type(by) == "table" or type(by) == "function" then
        local bytes, given = #s, by
        by = function(...)
            local value = type(given) == "function" and given(...) or type(given) == "table" and given[...]
            local more = type(value) == "string" and #value or 64
            bytes = bytes + more
            check_length(bytes)
            charge_string(more)
            return value
        end
    end
    return gsub(s, pattern, by, count)
end

local function table_argument(value, name)
    if type(value) ~= "table" then error(format("bad argument #1 to '%s' (table expected, got %s)", name, type(value)), 3) end
    return value
end

local tables = plain_functions(table, "pack")

function tables.insert(t, ...)
    local shifted = select("#", ...) > 1 and #table_argument(t, "insert") or 0
    charge(shifted)
    return table.insert(t, ...)
end

function tables.remove(t, ...)
    local shifted = select("#", ...) > 0 and #table_argument(t, "remove") or 0
    charge(shifted)
    return table.remove(t, ...)
end

function tables.concat(t, separator, i, j)
    table_argument(t, "concat")
    separator = separator and text_argument(separator, "concat", 2) or ""
    i, j = i or 1, j or #t
    local bytes = 0
    for k = i, j do
        local value = t[k]
        if type(value) ~= "string" and type(value) ~= "number" then
            error(format("invalid value (at index %s) in table for 'concat'", k), 2)
        end
        bytes = bytes + #separator + (type(value) == "string" and #value or 64)
    end
    charge_string(bytes)
    return table.concat(t, separator, i, j)
end

function tables.sort(t, before)
    charge(#table_argument(t, "sort"))
    -- Always by a function of Lua's, so that what is sorted counts its instructions.
    return table.sort(t, before or function(a, b) return a < b end)
end

function tables.unpack(t, i, j)
    i, j = i or 1, j or #table_argument(t, "unpack")
    charge(type(i) == "number" and type(j) == "number" and math.max(j - i, 0) or 0)
    return table.unpack(t, i, j)
end

-- What the format's older scripts were written for, beside what Lua 5.4 has.
local maths = plain_functions(math, [[abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger
    modf pi rad sin sqrt tan tointeger type ult]])
function maths.atan2(y, x) return math.atan(y, x) end
function maths.pow(x, y) return x ^ y end

local FORBIDDEN = {}
for name in ([[os io package debug load loadstring loadfile dofile require coroutine pcall xpcall getmetatable setmetatable
    rawset collectgarbage newproxy utf8 jit ffi bit bit32 getfenv setfenv module]]):gmatch "%S+" do
    FORBIDDEN[name] = true
end

local function copy(library)
    local t = {}
    for name, f in pairs(library) do t[name] = f end
    return t
end

-- The globals of one script, which may do with them as it likes.
local function environment(on_print)
    local joiner = JOINER -- read once, by the first line
    local env = plain_functions(_G, "assert error ipairs next pairs rawequal rawget rawlen select tonumber tostring type _VERSION")
    env._G, env.string, env.table, env.math = env, copy(strings), copy(tables), copy(maths)
    env.unpack, env.print = tables.unpack, on_print
    return setmetatable(env, {
        __metatable = false,
        __index = function(_, name)
            if name == JOINER_NAME and joiner then
                joiner = nil
                return JOINER
            end
            if FORBIDDEN[name] then error(format("'%s' is not there for a model file, which may only describe a model", name), 2) end
        end,
    })
end

-- ---- running --------------------------------------------------------------------------------------------------------

local OUT_OF_MEMORY <const> = "not enough memory" -- of the machine, which says nothing about the script

local function prefixed(problem, path, line)
    if problem == OUT_OF_MEMORY or sub(problem, 1, #path) == path then return problem end
    return format("%s: %s", line or path, problem)
end

-- What went wrong at that line, in the words of a person: file:line: what.
local function explain(problem, path, line)
    if problem == OUT_OF_MEMORY then return problem end
    line = line and format("%s:%d", path, line) or path
    if type(problem) ~= "string" then return format("%s: the script raised an error that is a %s", line, type(problem)) end
    local limit = problem:match "^SANDBOX:(.*)$"
    if limit then return format("%s: the script %s; a model file is only to describe a model", line, limit) end
    return prefixed(problem, path, line)
end

-- The line of the script that the thread was stopped in.
local function line_of(thread, path)
    local level = 0
    while true do
        local info = debug.getinfo(thread, level, "Sl")
        if not info then return nil end
        if info.source == "@" .. path then return info.currentline end
        level = level + 1
    end
end

-- The function that the text is, or nil and what is wrong with it.
local function compile(text, path, env)
    local ok, guarded = true, text
    if find(text, "..", 1, true) then ok, guarded = pcall(guard_concatenations, text) end
    if not ok then return nil, prefixed(tostring(guarded), path) end
    local _, chunk, problem = pcall(load, guarded, "@" .. path, "t", env)
    if type(chunk) ~= "function" then return nil, prefixed(tostring(problem or chunk), path) end
    return chunk
end

-- Run text, found at path. Returns what went wrong, or nil, the value that the script returned, and whether it printed.
function sandbox.run(text, path)
    text = gsub(gsub(text, "^\xEF\xBB\xBF", ""), "^#[^\n]*", "")
    local printed = false
    local env = environment(function() printed = true end)
    local library = env.string
    local chunk, problem = compile(text, path, env)
    if not chunk then return problem end
    local thread, methods, outer = coroutine.create(chunk), getmetatable "", run
    debug.sethook(thread, on_step, "", STEP)
    local usual = methods.__index
    run = {left = INSTRUCTIONS, started = clock(), kilobytes = collect "count", collections = 0}
    methods.__index = library
    local finished, result = coroutine.resume(thread)
    methods.__index, run = usual, outer
    debug.sethook(thread)
    if not finished then return explain(result, path, line_of(thread, path)) end
    return nil, result, printed
end

return sandbox
