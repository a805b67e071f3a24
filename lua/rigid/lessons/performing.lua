-- Runs what a lesson shows and what is typed in it, in the globals of the session: a lesson's code statement by statement,
-- and between two steps the student's own, where at an exercise an expression is the answer.
local display = require "rigid.display"
local globals = require "rigid.prompt.globals"
local letters = require "rigid.display.letters"
local hints = require "rigid.prompt.hints"
local page = require "rigid.lessons.page"
local registry = require "rigid.registry"
local rigid = registry.public
local scope = require "rigid.prompt.scope"
local typed = require "rigid.lessons.typed"
local unless_stopped = require "rigid.lessons.unless_stopped"

local performing = {}

-- ---- whose values ---------------------------------------------------------------------------------------------------

local made = {} -- by name what a lesson has put there last
local taken = {} -- names that were the user's, in their order, each once, by name as well

-- A name gets a lesson's value. What the user had under it, as a local too, is kept in the global `yours`.
local function give(name, value)
    local is_local, before = scope.get(name)
    if not is_local then before = rawget(_G, name) end
    if before ~= nil and not rawequal(before, made[name]) then
        local yours = rawget(_G, "yours")
        if type(yours) ~= "table" then yours = {} end
        yours[name] = before
        rawset(_G, "yours", yours)
        if not taken[name] then taken[#taken + 1], taken[name] = name, true end
    end
    made[name] = value
    rawset(_G, name, value)
    if is_local then scope.set(name, value) end
end

-- The names that were the user's and are the lesson's now.
function performing.taken() return taken end

-- What a lesson's code sees: the globals of the session, and the classes where the session does not have them as globals.
function performing.environment()
    taken = {}
    return setmetatable({}, {
        __index = function(_, key)
            local value = globals.get(key)
            if value == nil and type(key) == "string" and (key == "rigid" or key:find "^%u") then
                return key == "rigid" and rigid or rigid[key]
            end
            return value
        end,
        __newindex = function(_, name, value) give(name, value) end,
    })
end

-- ---- running code ---------------------------------------------------------------------------------------------------

-- The calls that are open, as the prompt's errors read them, from the one that failed outwards.
local function frames()
    local list, level = {}, 3
    while true do
        local info = debug.getinfo(level, "Snl")
        if not info then return list end
        list[#list + 1] = {kind = info.what, source = info.source, line = info.currentline, name = info.name}
        level = level + 1
    end
end

-- What went wrong with a text, the line and a caret under what is to blame.
local function complain(style, make, ...)
    io.stdout:flush()
    local words = require("rigid.prompt.errors")[make](...)
    local first, place = words:match "^([^\n]*)(.*)$"
    io.stdout:write(style:paint(first, "bold"), place, "\n")
end

-- The results of a chunk of that text, packed; nil where it failed, which was said.
local function called(style, chunk, text)
    local results = table.pack(xpcall(chunk, function(err) return {err = err, frames = frames()} end))
    if results[1] then return results end
    unless_stopped()
    complain(style, "of_run", results[2].err, results[2].frames, {lesson = text}, "lesson", style.width)
end

function performing.run(style, text, env)
    local chunk, problem = load(text, "=lesson", "t", env)
    if not chunk then return complain(style, "of_compiler", text, problem, "", style.width) end
    called(style, chunk, text)
end

-- f() with print breaking its lines between words, as the page has them.
local function folding(style, f)
    local aloud = rawget(_G, "print")
    rawset(_G, "print", function(text) io.stdout:write(letters.fill(tostring(text), style.width, ""), "\n") end)
    local ok, err = pcall(f)
    rawset(_G, "print", aloud)
    if not ok then error(err, 0) end
end

-- A block of code: each statement as typed, and what it prints.
function performing.perform(style, block, env)
    if block.folded then
        return folding(style, function() performing.perform(style, {lines = block.lines, line = block.line}, env) end)
    end
    for _, entry in ipairs(page.entries(block)) do
        for i, line in ipairs(entry.lines) do
            io.stdout:write(style:paint(i == 1 and "> " or ".. ", "dim"), style:code(line), "\n")
        end
        io.stdout:flush()
        performing.run(style, entry.code, env)
    end
end

-- The code of earlier steps, for its values alone.
function performing.catch_up(steps, last, env)
    local aloud = rawget(_G, "print")
    rawset(_G, "print", function() end)
    local ok, err = pcall(function()
        for i = 1, last do
            for _, item in ipairs(steps[i]) do
                local lua = item.kind == "code" and item.language == "lua"
                local chunk = lua and load(table.concat(item.lines, "\n"), "=lesson", "t", env)
                if chunk then pcall(chunk) end
            end
        end
    end)
    rawset(_G, "print", aloud)
    if not ok then error(err, 0) end
end

-- ---- what is typed --------------------------------------------------------------------------------------------------

-- The verdict on an answer, and where a lesson is taken, its own words for more.
local function judge(exercise, value)
    local verdict = tostring(rigid.check_answer(exercise, value))
    io.stdout:write((verdict:gsub("%s*rigid%.exercise \"[%d.]+\":hint%(%).*$", "\nh says a little more, s shows the solution.")), "\n")
end

-- What is typed between two steps: an expression shows its value, as at the prompt; at an exercise it is the answer, several
-- values a list.
function performing.try_out(style, text, env, exercise)
    if text:find "^%s*rigid%." then exercise = nil end
    local expression = exercise and typed.chunk(text, "=lesson", env) or load("return " .. text, "=lesson", "t", env)
    if not expression then return performing.run(style, text, env) end
    local results = called(style, expression, text)
    if not results or results.n == 1 then return end
    if exercise and results[2] ~= nil then return judge(exercise, typed.value(results, 2)) end
    if text:find ";%s*$" then return end
    rawset(_G, "_", results[2])
    display.print(table.unpack(results, 2, results.n))
    local hint = results.n == 2 and results[2] == nil and hints.of_nil(text)
    if hint then io.stdout:write("  ", hint, "\n") end
end

return performing
