-- A lesson taken at a terminal, from beginning to end, backwards, and left in its midst.
local lessons = require "rigid.lessons"
local page = require "rigid.lessons.page"
local render = require "rigid.lessons.render"
local program = require "spec.support.program"

local UTF8 <const> = "LC_ALL=C.UTF-8"
local COLUMNS <const> = 80

describe("rigid lesson at a terminal", function()
    -- Step through the rest of a lesson of so many steps.
    local function walk_through(session, first, last)
        for step = first, last do -- past the exercises too
            session:expect(("[%d/%d]"):format(step, last + 1))
            session:send "\n"
        end
    end

    local function count_steps(n)
        local teach = require "rigid.lessons.teach"
        return #teach.steps(page.parse(lessons.text(n)), render.style { width = COLUMNS, utf8 = true }, 24)
    end

    it("has in each step more than a heading", function()
        local teach = require "rigid.lessons.teach"
        for n = 1, #lessons.files do
            for _, rows in ipairs { 24, 12, 60 } do
                local steps = teach.steps(page.parse(lessons.text(n)), render.style { width = COLUMNS, utf8 = true }, rows)
                for i, step in ipairs(steps) do
                    local bare = true
                    for _, item in ipairs(step) do bare = bare and item.kind == "heading" end
                    assert.is_false(bare, ("lesson %d, step %d at %d rows"):format(n, i, rows))
                end
            end
        end
    end)

    it("asks before the answer stands there, wherever a text says so", function()
        for n = 1, #lessons.files do
            for _, item in ipairs(page.parse(lessons.text(n))) do
                local at = (item.text or ""):find("**Predict:**", 1, true)
                assert.truthy(not at or at == 1, ("lesson %d asks in the midst of a paragraph: %s"):format(n, item.text))
            end
        end
    end)

    if not program.has_terminal() then
        pending "the rest is not tried: script of util-linux is needed"
        return
    end

    it("teaches one from beginning to end, and leaves its values at the prompt", function()
        program.at_terminal({ "lesson", "7", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "RNEA by hand"
            local last = count_steps(7)
            walk_through(session, 1, last - 1)
            session:expect(("[%d/%d] your answer"):format(last, last))
            session:send "\n"
            session:expect "That was lesson 7."
            session:expect "7.1 open"
            session:expect "> "
            session:send "arm:nv() + 40\n"
            session:expect "42"
            session:send 'rigid.check_answer("7.1", {-90, 0})\n'
            session:expect "it would fall"
            session:send 'rigid.check_answer("7.1", {90, 0}).correct\n'
            session:expect "true"
            session:send "rigid.lesson()\n"
            session:expect "7.1 ✓"
            session:send "\4"
        end)
    end)

    it("shows what the code prints, as it is typed", function()
        program.at_terminal({ "lesson", "1", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "[1/"
            session:send "\n"
            session:expect "> V = Twist({0, 0, 0}, {0, 0, 2})\n> print(V)\nTwist: linear (0, 0, 0) m/s, angular (0, 0, 2) rad/s\n"
            session:expect "[2/"
            session:send "V:shift{3, 0, 0}\n"
            session:expect "linear (0, 6, 0) m/s"
            session:send "nonsense +\n\n"
            session:expect "syntax error near"
            session:send "?Twist:shift\n"
            session:expect "Twist:shift(p"
            session:expect "[2/"
            session:send "who\n"
            session:expect "Twist"
            session:expect "[2/"
            session:send "two words\n" -- which no line can complete
            session:expect "syntax error near 'words'"
            session:expect "[2/"
            session:send "V.x.y\n"
            session:expect "attempt to index"
            session:send "q\n"
            session:expect "rigid.lesson(1, 3) resumes it."
            session:expect "> "
            session:send "rigid.lesson(1, 3)\n"
            session:expect "Predict: the plate turns"
            session:expect "your guess, then Enter"
            session:send "(0, 2, 0)\n" -- not judged: what follows shows it
            session:expect "> print(V:shift{1, 0, 0}:linear(), V:shift{0, 1, 0}:linear())"
            session:expect "[4/"
            session:send "q\n\4"
        end)
    end)

    it("keeps what the user had under its names, and says so", function()
        program.at_terminal({ environment = { UTF8 }, code = 0 }, function(session)
            session:expect "> "
            session:send "V = 'mine'; local W = 'mine too'; here = 3\n"
            session:expect "> "
            session:send "rigid.lesson(1)\n"
            session:expect "[1/"
            session:send "\n"
            session:expect "[2/"
            session:send "W = 12\n"
            session:expect "[2/"
            session:send "q\n"
            session:expect "It has values of its own for V, W; yours are in yours.V, yours.W."
            session:expect "> "
            session:send "yours.V .. ', ' .. yours.W, W, tostring(V):sub(1, 5), here\n"
            session:expect "mine, mine too"
            session:expect "12"
            session:expect "Twist"
            session:expect "3"
            session:send "rigid.lesson(1)\n" -- which takes nothing any more
            session:expect "[1/"
            session:send "\nq\n"
            session:expect "resumes it.\n> "
            session:send "\4"
        end)
    end)

    it("opens one prompt with -i, not two", function()
        program.at_terminal({ "-i", "lesson", "1", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "[1/"
            session:send "q\n"
            session:expect "resumes it."
            session:expect "> "
            session:send "20 + 3\n"
            session:expect "23"
            session:send "\4" -- a second prompt would go on waiting
        end)
    end)

    it("goes back, shows a step again, and knows where one stands", function()
        program.at_terminal({ "lesson", "6", environment = { UTF8 }, code = 0 }, function(session)
            local steps = count_steps(6)
            session:expect "[1/"
            session:send "c\n"
            session:expect ">   1  A rod on a pin"
            session:expect "A chain"
            session:expect "[1/"
            session:send "c 4\n" -- the values of what was gone past are there
            session:expect "[4/"
            session:send "P:matrix()(3, 3)\n"
            session:expect "4.0"
            session:send "c4 = 5\n" -- no command: a number stands apart
            session:send "c4\n"
            session:expect "5"
            session:expect "[4/"
            session:send "b\n"
            session:expect "[3/"
            session:send "again\n"
            session:expect "[3/"
            session:send(("contents %d\n"):format(steps))
            session:expect(("[%d/%d]"):format(steps, steps))
            session:send "b\nb\n"
            session:expect "[1"
            session:send "q\n"
            session:expect "> "
            session:send "\4"
        end)
    end)

    it("takes a bare answer at an exercise, and points at what is wrong", function()
        program.at_terminal({ "lesson", "7", tostring(count_steps(7) - 2), environment = { UTF8 }, code = 0 }, function(session)
            session:expect "Exercise 7.1"
            session:expect "Answer: {tau1, tau2}"
            session:expect "your answer; h: hint, s: solution"
            session:send "-90, 0\n"
            session:expect "it would fall"
            session:send "(0, 90)\n"
            session:expect "h says a little more, s shows the solution."
            session:send "[90, 0]\n"
            session:expect "Right."
            session:send "unheard_of\n"
            session:expect "nothing is called 'unheard_of'"
            session:send "{-90, 0}\n"
            session:expect "it would fall"
            session:send "h\n"
            session:expect "Lift the base by 10 m/s²"
            session:send "{90, 0\n}\n"
            session:expect "Right."
            session:send "s\n"
            session:expect "τ2 = 60 · 0.5 · cos(q1 + 90°) = 0, τ1"
            session:send "tau:sum_up()\n"
            session:expect "  tau:sum_up()\n      ^"
            session:send "q\n"
            session:expect(("rigid.lesson(7, %d) resumes it"):format(count_steps(7) - 2))
            session:expect "> "
            session:send "\4"
        end)
    end)

    it("runs its plumbing without showing it", function()
        program.at_terminal({ "lesson", "5", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "[1/"
            session:send "c 9\n"
            session:expect "print(link:criticize())"
            session:expect "no body can have this inertia: its principal moments about the com,\n(7.86"
            session:send "q\n"
            session:expect "> "
            session:send "rigid.lesson(1, 5)\n"
            session:expect "> draw(V)"
            session:send "q\n"
            session:expect "> "
            assert.falsy(program.read_file(session.log):find("function draw", 1, true))
            session:send "\4"
        end)
    end)

    it("says so where it leaves frames on, and begins in its midst with what came before", function()
        program.at_terminal({ "lesson", "3", "3", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "> print(M * V)\ncannot multiply a SpatialInertia M_BBo_B by a Twist V_WB_W: M is about"
            session:expect "  print(M * V)\n          ^"
            session:expect "[3/"
            session:send "q\n"
            session:expect "Frames are on"
            session:expect "> "
            session:send "rigid.frames()\n"
            session:expect "true"
            session:send "\4"
        end)
    end)

    it("is left by q and by Ctrl-D, for the prompt", function()
        for _, key in ipairs { "q\n", "\4" } do
            program.at_terminal({ "lesson", "2", environment = { UTF8 }, code = 0 }, function(session)
                session:expect "[1/"
                session:send "\n"
                session:expect "[2/"
                session:send(key)
                session:expect "resumes it"
                session:send "X_WB:position().x > 0\n"
                session:expect "true"
                session:send "\4"
            end)
        end
    end)

    it("stops a lesson's code that a person made endless", function()
        program.at_terminal({ "lesson", "2", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "[1/"
            session:send "io.write('runs\\n'); while true do end\n"
            session:expect "\nruns"
            session:send "\3"
            session:expect "interrupted"
            session:expect "[1/"
            session:send "q\n"
            session:expect "resumes it"
            session:send "\4"
        end)
    end)

    it("drops by Ctrl-C the line that is being typed, and stays", function()
        program.at_terminal({ "lesson", "2", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "[1/"
            session:send "half a li"
            session:expect "half a li"
            session:send "\3"
            session:expect "^C\n[1/"
            session:send "x = {1,\n"
            session:expect ".. "
            session:send "\3"
            session:expect "^C\n[1/"
            session:send "\3"
            session:expect "^C\n[1/"
            session:send "\3"
            session:expect "q leaves the lesson"
            session:expect "[1/"
            session:send "20 + 3, x\n"
            session:expect "23\nnil"
            session:send "q\n"
            session:expect "resumes it"
            session:send "\4"
        end)
    end)

    it("has colours, unless NO_COLOR asks for none", function()
        local function raw(environment)
            local text
            program.at_terminal({ "lesson", "1", environment = environment, code = 0 }, function(session)
                session:expect "[1/"
                text = program.read_file(session.log)
                session:send "q\n"
                session:expect "> "
                session:send "\4"
            end)
            return text
        end
        assert.truthy(raw { UTF8, "NO_COLOR=" }:find "\27%[1;36m")
        assert.falsy(raw { UTF8, "NO_COLOR=1" }:find "\27%[[%d;]+m")
        assert.falsy(raw { UTF8, "NO_COLOR=", "TERM=dumb" }:find "\27%[[%d;]+m")
    end)

    it("remembers from one session to the next what was done", function()
        program.in_directory(function(directory)
            local state = "XDG_STATE_HOME=" .. directory
            for _, expected in ipairs { "5.1 -", "5.1 ✓" } do
                program.at_terminal({ "lesson", "5", environment = { UTF8, state }, code = 0 }, function(session)
                    session:expect "[1/"
                    session:send "q\n"
                    session:expect "> "
                    session:send "rigid.lesson()\n"
                    session:expect(expected)
                    session:send 'rigid.check_answer("5.1", 0.8)\n'
                    session:expect "Right."
                    session:send "\4"
                end)
            end
            assert.equal("5.1\n", program.read_file(directory .. "/rigid/lessons"))
        end)
    end)
end)
