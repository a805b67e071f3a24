-- rigid quiz [--topic T] [--seed N] [--spot]: asks questions until it is left. An answer is anything in Lua, computed with
-- what is given, which is there by its name. Answers may come through a pipe.
local MANUAL <const> = [[
NAME
  rigid quiz - questions on rigid-body dynamics, until you leave

SYNOPSIS
  rigid quiz [--topic TOPIC] [--seed N] [--spot | --answer]

DESCRIPTION
  An answer is Lua: a number, {1, 2, 3}, Twist({..}, {..}), or what computes it
  from the values that are given: M:shift(p_OQ). At its prompt h hints, s shows
  the solution, n goes on to the next, q leaves. Answers may come through a
  pipe.

OPTIONS
  --topic TOPIC   only of inertia, motion, force, acceleration, momentum,
                  energy or units
  --seed NUMBER   begin with this question; the next ones follow from it
  --spot          show wrong answers, and ask which slip made them
  --answer        never do
  -h, --help      this text
]]

local function refuse(problem)
    io.stderr:write("rigid: ", problem, "; rigid quiz --help says more\n")
    return 2
end

-- The options of the command line; or nil and what is wrong with them.
local function read(words)
    local options, i = {}, 1
    while i <= #words do
        local word = words[i]
        if word == "--topic" or word == "--seed" then
            i = i + 1
            local value = words[i]
            if not value then return nil, word .. " needs a value" end
            options[word:sub(3)] = word == "--seed" and value:find "^%d+$" and math.tointeger(tonumber(value)) or value
        elseif word == "--spot" or word == "--answer" then
            options.spot = word == "--spot"
        else
            return nil, ("unknown option '%s'"):format(word)
        end
        i = i + 1
    end
    return options
end

-- What an answer in Lua sees: the values given, rigid and its classes, all else as usual.
local function environment(q)
    local rigid = require "rigid"
    local seen = {q = q}
    for name, value in pairs(q.given) do seen[name] = value end
    return setmetatable(seen, {__index = function(_, key)
        local value = _G[key]
        if value == nil and type(key) == "string" then return key == "rigid" and rigid or rigid[key] end
        return value
    end})
end

local function judged(q, line)
    local typed = require "rigid.lessons.typed"
    local chunk, problem = typed.chunk(line, "=answer", environment(q))
    local results = chunk and table.pack(pcall(chunk)) or {false, problem}
    if not results[1] then
        require "rigid.lessons.unless_stopped"()
        return nil, tostring(results[2]):gsub("^answer:%d+: ", "")
    end
    return q:answer(typed.value(results, 2))
end

local LETTERS <const> = {h = "hint", s = "solution"}

-- A line from standard input; nil at its end.
local function read_plainly()
    return io.stdin:read "l"
end

-- Ask one question until it is answered, or given up: "next", or "leave". read(prompt) gives a line, or nil.
local function ask(q, prompt, read_line)
    local text = tostring(q):gsub("\nAnswer with .*$", "")
    io.stdout:write(text, "\n")
    local dropped = 0 -- lines in a row, by Ctrl-C
    while true do
        local line, why = read_line(prompt)
        dropped = not line and why == "interrupted" and dropped + 1 or 0
        if dropped == 2 then io.stdout:write "  q leaves the quiz\n" end
        if not line and dropped == 0 or line and line:find "^%s*q%s*$" then return "leave" end
        local word = (line or ""):match "^%s*(%a?)%s*$"
        if word == "n" then
            require("rigid.lessons.quiz").passed(q)
            return "next"
        end
        if LETTERS[word] then
            io.stdout:write(tostring(q[LETTERS[word]](q)), "\n")
        elseif line and line:find "%S" then
            local verdict, problem = judged(q, line)
            local shown = verdict and tostring(verdict):gsub("q:hint%(%)", "h"):gsub("q:solution%(%)", "s") or problem
            io.stdout:write(shown, "\n")
            if verdict and verdict.correct then return "next" end
        end
    end
end

local function session(console, options)
    local quiz = require "rigid.lessons.quiz"
    local terminal = console.is_terminal(0) and console.is_terminal(1)
    local read_line = read_plainly
    if terminal then
        local lines = require "rigid.prompt.lines"
        lines.open(console)
        read_line = lines.opened()
    end
    repeat
        local q = require("rigid").quiz(options)
        options.seed = options.seed and options.seed + 1
        local what = ask(q, "(h hint, s solution, n next, q leave) > ", read_line)
        if what == "next" then io.stdout:write "\n" end
    until what == "leave"
    if quiz.asked() > 0 then io.stdout:write(quiz.standing(), "\n") end
end

return function(console, ...)
    local topics = require("rigid.lessons.quiz").topics
    if ... == "--help" or ... == "-h" then
        io.stdout:write(MANUAL)
        return 0
    end
    local options, problem = read {...}
    if not options then return refuse(problem) end
    if options.topic and not topics[options.topic] then
        return refuse(("no topic '%s': there are %s"):format(options.topic, table.concat(topics, ", ")))
    end
    local seed = options.seed
    if seed ~= nil and not (math.type(seed) == "integer" and seed <= 2 ^ 31) then return refuse "--seed wants a whole number" end
    local ok, err, stopped = console.call(session, console, options)
    if not ok and not stopped then error(err, 0) end
    if stopped then io.stdout:write "\n" end
    return 0
end
