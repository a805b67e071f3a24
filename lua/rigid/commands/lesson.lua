-- rigid lesson [N [STEP]]: the list of the lessons, or lesson N; at a terminal step by step, and then the prompt with what
-- the lesson made.
local MANUAL <const> = [[
NAME
  rigid lesson - rigid-body dynamics, a lesson at a time

SYNOPSIS
  rigid lesson
  rigid lesson N [STEP]

DESCRIPTION
  Without a number the lessons are listed, and which exercises are done. Lesson
  N, 1 to 14, goes step by step at a terminal, from STEP where one is given;
  its code is run in the session, and then comes the prompt with its values.
  Elsewhere the whole text is printed.

OPTIONS
  -h, --help    this text

EXAMPLES
  rigid lesson 3
  rigid lesson 3 5
]]

local function count(word, most)
    local n = word and word:find "^%d+$" and math.tointeger(tonumber(word))
    return n and n >= 1 and n <= most and n or nil
end

local function refuse(problem)
    io.stderr:write("rigid: ", problem, "\n")
    return 2
end

-- What is left to say when Ctrl-C ended a lesson.
local function interrupted(position)
    io.stdout:write "\n"
    if position then
        io.stdout:write(("The lesson is left. rigid.lesson(%d, %d) resumes it.\n"):format(position.lesson, position.step))
    end
    return "prompt"
end

return function(console, number, step, ...)
    if number == "--help" or number == "-h" then
        io.stdout:write(MANUAL)
        return 0
    end
    if select("#", ...) > 0 then return refuse "one lesson at a time: rigid lesson N [STEP]" end
    if not number then
        require("rigid").lesson()
        return 0
    end
    local n, from = count(number, #require("rigid.lessons").files), step and count(step, 1000)
    if not n then return refuse(("there is no lesson '%s': they are numbered 1 to %d"):format(number, #require("rigid.lessons").files)) end
    if step and not from then return refuse(("'%s' is no step of a lesson"):format(step)) end
    if console.is_terminal(0) and console.is_terminal(1) then require("rigid.prompt.lines").open(console) end
    local ok, err, stopped = console.call(require("rigid").lesson, n, from)
    if ok then return "prompt" end
    if not stopped then error(err, 0) end
    return interrupted(require("rigid.lessons.teach").position)
end
