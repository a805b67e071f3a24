-- Teaches a lesson at a terminal: a step at a time, its code run as if it had been typed, in the globals of the session, so
-- that its values are there to play with; between two steps what is typed is run as well, and at an exercise an expression
-- is its answer. A step that asks for a guess ends with the question. Where there is no terminal, the whole text is printed
-- and nothing is run.
local lessons = require "rigid.lessons"
local display = require "rigid.display"
local entry = require "rigid.prompt.entry"
local page = require "rigid.lessons.page"
local performing = require "rigid.lessons.performing"
local render = require "rigid.lessons.render"
local registry = require "rigid.registry"
local rigid = registry.public
local settings = require "rigid.display.settings"
local progress = require "rigid.lessons.progress"

local teach = {}

local WIDEST <const>, NARROWEST <const> = 80, 30
local ROWS <const>, FEWEST <const> = 24, 8 -- where the terminal does not say; and what is no terminal

-- Where the lesson that is being taken stands: {lesson =, step =}; nil where none is.
teach.position = nil

local left = {} -- by number the step at which a lesson was left

-- ---- the terminal ---------------------------------------------------------------------------------------------------

-- What the program knows of its terminal; a plain Lua asks the shell, once.
local system
local function shell()
    local sits = os.execute "test -t 0 && test -t 1" == true
    local pipe = sits and io.popen "stty size 2>/dev/null"
    local rows, columns = (pipe and pipe:read "a" or ""):match "^(%d+) (%d+)"
    if pipe then pipe:close() end
    return {
        is_terminal = function() return sits end,
        width = function() return tonumber(columns) end, height = function() return tonumber(rows) end,
    }
end

local function the_system()
    if not system then
        local found, own = pcall(require, "rigid.terminal")
        system = found and own or shell()
    end
    return system
end

-- How it may look here. Colours and the like are for terminals, and NO_COLOR asks for none.
local function terminal()
    local screen = the_system()
    local here = {interactive = screen.is_terminal(0) and screen.is_terminal(1), rows = ROWS}
    local columns = here.interactive and screen.width(1) or 0
    here.rows = here.interactive and screen.height(1) or ROWS
    if here.rows < FEWEST then here.rows = ROWS end
    here.escapes = here.interactive and os.getenv "TERM" ~= "dumb"
    local wanted = os.getenv "NO_COLOR"
    here.style = render.style {
        width = columns > 0 and math.max(NARROWEST, math.min(columns, WIDEST)) or WIDEST,
        colour = here.escapes and (wanted == nil or wanted == ""), utf8 = settings.is_utf8(os.getenv),
    }
    return here
end

local function say(lines)
    for _, line in ipairs(lines) do io.stdout:write(line, "\n") end
end

-- ---- steps ----------------------------------------------------------------------------------------------------------

-- The name of the exercise that a heading begins.
local function exercise_of(item) return item.kind == "heading" and item.text:match "^Exercise (%d+%.%d+)$" end

-- Whether an item asks for a guess, before what follows shows it.
local function asks(item) return item.kind == "paragraph" and item.text:find "^%*%*Predict:%*%*" ~= nil end

-- The items in steps: each ends with code, with a question, or where the screen would be full; an exercise is one of its own.
-- Prose before a block stays with it. A step knows the headings in it, its exercise, and whether it asks.
function teach.steps(items, style, rows)
    local steps, step, height, before = {}, {headings = {}}, 0, nil
    local function close()
        if #step > 0 then steps[#steps + 1] = step end
        step, height, before = {headings = {}}, 0, nil
    end
    for _, item in ipairs(items) do
        local shown = not item.helper
        local lines = shown and #style:item(item) + (render.parted(before, item) and 1 or 0) or 0
        local exercise = exercise_of(item)
        local alone = before and before.kind == "heading" and #step == 1 -- nothing stands under it yet
        if height > 0 and not alone and (exercise or height + lines > rows - 3 or item.kind == "heading" and height > rows // 3) then close() end
        if item.kind == "heading" then table.insert(step.headings, item.text) end
        step[#step + 1], step.exercise = item, exercise or step.exercise
        if shown then height, before = height + lines, item end
        if asks(item) then step.asks = true end
        if step.asks or shown and item.kind == "code" and item.language == "lua" then close() end
    end
    close()
    return steps
end

local function show_step(here, step, env)
    local before
    for _, item in ipairs(step) do
        local lua = item.kind == "code" and item.language == "lua"
        local lines = here.style:item(item)
        if item.helper then
            performing.run(here.style, table.concat(item.lines, "\n"), env)
        elseif #lines > 0 then
            if render.parted(before, item) then io.stdout:write "\n" end
            if lua then performing.perform(here.style, item, env) else say(lines) end
            before = item
        end
    end
    io.stdout:write "\n"
end

-- The items as a terminal shows them, where an answer needs no call of check_answer.
local function with_bare_answers(items)
    for i, item in ipairs(items) do
        local exercise = items[i - 1] and exercise_of(items[i - 1])
        if exercise then item.text = item.text:gsub('`rigid%.check_answer%("[%d.]+", (.*)%)`$', "Answer: `%1`") end
    end
    return items
end

-- The headings with the steps that they stand in; > is where one stands.
local function contents(here, steps, at)
    local lines, current = {}, 1
    for i, step in ipairs(steps) do
        for _, heading in ipairs(step.headings) do
            lines[#lines + 1] = (" %3d  %s"):format(i, here.style:span(heading):gsub("\1", " "))
            if i <= at then current = #lines end
        end
    end
    for i, line in ipairs(lines) do say {(i == current and ">" or " ") .. line} end
    say {"", "c and a number: that step."}
end

-- A line, by the editor of the prompt where there is one; or nil and whether Ctrl-C came ("interrupted") or the input ended.
local function read_line(prompt, earlier)
    local source = require("rigid.prompt.lines").opened()
    if source then return source(prompt, earlier) end
    io.stdout:write(prompt)
    io.stdout:flush()
    local line = io.stdin:read "l"
    if not line then io.stdout:write "\n" end
    return line
end

-- Lines until they are a complete entry, or an empty one; nil where Ctrl-C drops them.
local function complete(text)
    while true do
        local chunk, _, incomplete = entry.compile(text, "=stdin")
        if chunk or not incomplete then return text end
        local line, why = read_line(".. ", text)
        if not line and why == "interrupted" then return nil end
        if not line or line == "" then return text end
        text = text .. "\n" .. line
    end
end

local WORDS <const> = {q = "leave", quit = "leave", exit = "leave", b = "back", back = "back", a = "again", again = "again",
    c = "contents", contents = "contents"}
local AT_EXERCISE <const> = {h = "hint", hint = "hint", s = "solution", solution = "solution"}

local FEW_COLUMNS <const> = 72 -- with no room for the words of what may be typed

-- What is asked for at the end of a step.
local function asked_for(step, at, count, width)
    if width < FEW_COLUMNS then
        local short = step.exercise and "answer, h, s or Enter" or step.asks and "your guess" or "Enter, b, c, q, Lua"
        return ("[%d/%d] %s > "):format(at, count, short)
    end
    local words = step.exercise and "your answer; h: hint, s: solution; Enter: next" or step.asks and "your guess, then Enter"
        or "Enter: next, b: back, c: contents, q: leave, or Lua"
    return ("[%d/%d] %s > "):format(at, count, words)
end

-- Whether a line asks the reference: ?shift, ??inertia, help.
local function asks_reference(line) return line:find "^%s*%?" or line:find "^%s*help%s*$" end

-- What is typed: of the reference, or Lua.
local function answer(style, text, env, exercise)
    if not asks_reference(text) then return performing.try_out(style, require("rigid.prompt.words").called(text), env, exercise) end
    local wanted, how = entry.question(text)
    local ask = how == "lookfor" and rigid.lookfor or require("rigid.prompt.help").ask
    ask(wanted or "")
end

-- Wait for Enter, running what is typed instead; the step to go to, or nil where the lesson is left.
local function pause(here, env, steps, at)
    local _, remember, call = require("rigid.prompt.lines").opened()
    local step, dropped = steps[at], 0 -- dropped: lines in a row, by Ctrl-C
    while true do
        local line, why
        repeat
            line, why = read_line(asked_for(step, at, #steps, here.style.width))
            if not line and why ~= "interrupted" then return nil end
            dropped = line and 0 or dropped + 1
            if dropped == 2 then say {"  q leaves the lesson"} end
        until line
        local word, number = line:match "^%s*(%a+)%s*$", line:match "^%s*%a+%s+(%d+)%s*$"
        if number then word = line:match "%a+" end
        local command = (not number or WORDS[word] == "contents") and WORDS[word]
        if line:find "^%s*$" then
            if here.escapes then io.stdout:write "\27[1A\27[2K" end
            return at + 1
        elseif command == "leave" then return nil
        elseif command == "back" then return math.max(at - 1, 1)
        elseif command == "again" then return at
        elseif command == "contents" and number then return math.max(1, math.min(tonumber(number), #steps))
        elseif command == "contents" then
            contents(here, steps, at)
        elseif step.exercise and not number and AT_EXERCISE[word] then
            local exercise = rigid.exercise(step.exercise)
            say {tostring(exercise[AT_EXERCISE[word]](exercise))}
        elseif step.asks and not asks_reference(line) and not line:find "[%a_][%w_]*%s*[=({:.]" then return at + 1 -- a guess, not Lua
        else
            local text = asks_reference(line) and line or complete(line)
            if text and remember then remember(text) end
            local ok, err, stopped = true, nil, false
            if text then ok, err, stopped = (call or pcall)(answer, here.style, text, env, step.exercise) end
            if not ok and not stopped then error(err, 0) end
            if not ok then say {"", "interrupted"} end
        end
    end
end

-- ---- exercises ------------------------------------------------------------------------------------------------------

-- "1.1 ✓  1.2 -", with another word for what is open.
local function state_of(n, style, open)
    local words = {}
    for _, name in ipairs(require("rigid.lessons.exercises").of_lesson(n)) do
        local mark = progress.is_done(name) and style:paint(style:plain "✓", "text") or open or "-"
        words[#words + 1] = name .. " " .. mark
    end
    return table.concat(words, "  ")
end

-- Of names that a lesson and the user both have.
local function say_taken(style)
    local taken = performing.taken()
    if #taken == 0 then return end
    local words = ("It has values of its own for %s; yours %s in yours.%s."):format(table.concat(taken, ", "), #taken == 1 and "is" or "are",
        table.concat(taken, ", yours."))
    say(style:fill(words, "", ""))
end

local function close_lesson(n, style)
    say {style:paint("That was lesson " .. n .. ".", "bold") .. " Exercises: " .. state_of(n, style, "open")}
    local more = n < #lessons.files and (" Next: rigid.lesson(%d)."):format(n + 1) or " rigid.quiz() asks as many more as you like."
    say(style:fill("Its values are still here, under their names." .. more, "", ""))
    say_taken(style)
end

-- In the midst of a lesson; the next step is said.
local function leave(n, step, style)
    local words = ("Its values are here, under their names; `rigid.lesson(%d, %d)` resumes it."):format(n, step)
    say(style:fill(words, "", ""))
    if rigid.frames() then say(style:fill("Frames are on; `rigid.frames(false)` turns them off.", "", "")) end
    say_taken(style)
end

-- ---- what is called -------------------------------------------------------------------------------------------------

-- The list of the lessons, with what is done.
function teach.list()
    local here = terminal()
    if here.interactive then progress.keep() end
    local style = here.style
    say {style:paint("The lessons", "title"), ""}
    for n = 1, #lessons.files do
        local title = style:span(lessons.title(n)):gsub("\1", " ")
        say {("%4d  %s%s  %s"):format(n, title, (" "):rep(46 - (utf8.len(title) or #title)), state_of(n, style))}
    end
    say {"", "rigid lesson 1, or rigid.lesson(1) at the prompt, begins. Exercises are answered by"}
    say {'rigid.check_answer("1.1", value); rigid.solution "1.1" works one out; rigid.quiz() asks more.'}
end

-- All of a page at once, its code run.
function teach.demo()
    local here = terminal()
    if here.interactive and debug.getinfo(print, "S").what == "C" then print = display.fitted_print end -- luacheck: ignore 121
    show_step(here, page.parse(lessons.demo()), performing.environment())
end

function teach.teach(n, from)
    local here = terminal()
    local items = page.parse(lessons.text(n))
    if not here.interactive then return say(here.style:page(items)) end
    with_bare_answers(items)
    progress.keep()
    if debug.getinfo(print, "S").what == "C" then print = display.fitted_print end -- luacheck: ignore 121
    registry.taught = true
    local steps, env = teach.steps(items, here.style, here.rows), performing.environment()
    local at, reached = math.min(from or 1, #steps), 0 -- reached: the step whose values are there
    if not from and left[n] then say(here.style:fill(("You left this lesson at step %d: `c %d` goes there."):format(left[n], left[n]), "", "")) end
    while at and at <= #steps do
        if at ~= reached + 1 then performing.catch_up(steps, at - 1, env) end
        teach.position = {lesson = n, step = at}
        show_step(here, steps[at], env)
        reached = at
        if at == #steps and not steps[at].exercise then break end
        at = pause(here, env, steps, at)
        if not at then
            teach.position = nil
            left[n] = steps[reached].exercise and reached or reached + 1
            return leave(n, left[n], here.style)
        end
    end
    teach.position, left[n] = nil, nil
    close_lesson(n, here.style)
end

return teach
