-- The lessons: every line of their code runs and prints what they say, at once and statement by statement as a session types
-- it; they fit a terminal of 80 columns; their exercises are those of the registry, whose right answers pass and whose known
-- mistakes are recognised; and a whole lesson can be taken at a terminal.

local rigid = require "rigid"
local lessons = require "rigid.lessons"
local exercises = require "rigid.lessons.exercises"
local question = require "rigid.lessons.question"
local judge = require "rigid.lessons.judge"
local page = require "rigid.lessons.page"
local render = require "rigid.lessons.render"
local formula = require "rigid.lessons.formula"
local docs = require "spec.support.docs"
local program = require "spec.support.program"

local UTF8 <const> = "LC_ALL=C.UTF-8"
local COLUMNS <const> = 80
local CODE <const> = COLUMNS - 2 -- behind the sign of the prompt

local function path_of(n) return "doc/lessons/" .. lessons.files[n] .. ".md" end

-- The blocks of Lua of a lesson.
local function blocks_of(n)
    local blocks = {}
    for _, item in ipairs(page.parse(lessons.text(n))) do
        if item.kind == "code" and item.language == "lua" then blocks[#blocks + 1] = item end
    end
    return blocks
end

local function as_block(item) return { line = item.line, code = item.lines } end

describe("lesson", function()
    it("files are ten, numbered, with a title, code and exercises each", function()
        assert.equal(10, #lessons.files)
        for n = 1, 10 do
            assert.equal(("%02d"):format(n), lessons.files[n]:sub(1, 2))
            assert.truthy(lessons.text(n):find("^# " .. n .. "%. %u"))
            assert.truthy(#blocks_of(n) >= 4, "lesson " .. n .. " has hardly anything to try")
            assert.truthy(#exercises.of_lesson(n) >= 2)
        end
    end)

    for n = 1, 10 do
        it(n .. " does what it says, block by block", function()
            local env = docs.environment(rigid)
            for _, item in ipairs(blocks_of(n)) do
                assert.same(docs.expected(as_block(item)), docs.run(as_block(item), path_of(n), env), path_of(n) .. ":" .. item.line)
            end
        end)

        it(n .. " does the same, statement by statement, as a session types it", function()
            local env = docs.environment(rigid)
            for _, item in ipairs(blocks_of(n)) do
                for _, entry in ipairs(page.entries(item)) do
                    local printed = docs.run({ line = entry.line, code = { entry.code } }, path_of(n), env)
                    for i, line in ipairs(entry.expected) do entry.expected[i] = line:gsub("%s+$", "") end
                    assert.same(entry.expected, printed, path_of(n) .. ":" .. entry.line)
                    assert.falsy(entry.code:find "^%s*local%f[^%w_]", "a local that no later statement sees: " .. entry.code)
                end
            end
        end)

        it(n .. " fits a terminal of 80 columns", function()
            for _, item in ipairs(page.parse(lessons.text(n))) do
                for i, line in ipairs(item.kind == "code" and item.lines or {}) do
                    local most = line:find "^%-%->" and COLUMNS + 5 or CODE
                    assert.truthy(utf8.len(line) <= most, ("%s:%d: %d columns"):format(path_of(n), item.line + i - 1, utf8.len(line)))
                end
            end
            for _, utf8_wanted in ipairs { true, false } do
                local style = render.style { width = COLUMNS, utf8 = utf8_wanted }
                for _, line in ipairs(style:page(page.parse(lessons.text(n)))) do
                    assert.truthy(formula.width(line) <= COLUMNS or line:find "^%s*%-%->", line)
                    assert.falsy(line:find "\1", line)
                    if not utf8_wanted then assert.falsy(line:find "[\x80-\xFF]", line) end
                    if not utf8_wanted then assert.falsy(line:find "%?%?", line) end
                end
            end
        end)

        it(n .. " has no formula that the terminal cannot show", function()
            local style = render.style { width = COLUMNS, utf8 = true }
            for _, item in ipairs(page.parse(lessons.text(n))) do
                for _, line in ipairs(item.kind ~= "code" and style:item(item) or {}) do
                    assert.falsy(line:find "[\\$]", path_of(n) .. ": " .. line)
                    assert.falsy(line:find "%*%*", path_of(n) .. ": " .. line)
                end
            end
        end)

        it(n .. " asks the exercises of the registry, in its words", function()
            local text = lessons.text(n):gsub("%s+", " ")
            for _, name in ipairs(exercises.of_lesson(n)) do
                local paragraph = exercises.paragraph(name):gsub("%s+", " ")
                assert.truthy(text:find("### Exercise " .. name .. " " .. paragraph, 1, true), "update_lessons.lua was not run for " .. name)
            end
            for name in text:gmatch "### Exercise (%S+)" do assert.truthy(exercises.known[name], name) end
        end)

        it(n .. " links to what exists", function()
            for target in lessons.text(n):gmatch "%]%(([^)#]+)[^)]*%)" do
                local file = io.open("doc/lessons/" .. target)
                assert.truthy(file, target)
                file:close()
            end
            for file in lessons.text(n):gmatch "`(examples/[%w_]+%.lua)`" do assert(io.open(file)):close() end
        end)
    end
end)

describe("the pictures of the lessons", function()
    it("are what draw.lua draws today", function()
        program.in_directory(function(directory)
            local _, err, code = program.run { "doc/lessons/pictures/draw.lua", directory }
            assert.equal("", err)
            assert.equal(0, code)
            for name in program.shell("ls " .. directory):gmatch "%S+" do
                assert.equal(program.read_file(directory .. "/" .. name), program.read_file("doc/lessons/pictures/" .. name), name)
            end
            assert.equal(program.shell("ls " .. directory), program.shell "cd doc/lessons/pictures; ls *.svg")
        end)
    end)
end)

-- ---- exercises ------------------------------------------------------------------------------------------------------

-- A list of numbers as a person types them, four digits; one number by itself.
local function typed(numbers)
    local list = {}
    for i, x in ipairs(numbers) do list[i] = tonumber(("%.4g"):format(x)) end
    return #list == 1 and (math.tointeger(list[1]) or list[1]) or list
end

-- Answers of questions of the kind yes or no are words.
local function worded(name, x)
    if name ~= "9.3" then return x end
    return x == 1
end

describe("exercise", function()
    for _, name in ipairs(exercises.names) do
        it(name .. " takes its right answer, and knows its mistakes, whatever its numbers", function()
            for seed = 0, 40 do
                local q = exercises.make(name, seed > 0 and seed or nil)
                assert.truthy(question.is_clear(q), name .. " has mistakes that look alike")
                local truth, mistakes = question.answers(q)
                assert.truthy(q:answer(worded(name, typed(truth))).correct, seed)
                for _, mistake in ipairs(mistakes) do
                    local verdict = q:answer(typed(mistake.list))
                    assert.falsy(verdict.correct)
                    assert.equal(mistake.code, verdict.mistake, ("%s, seed %d: %s"):format(name, seed, verdict.sentence))
                end
                assert.truthy(q:answer(worded(name, typed(truth))).correct)
            end
        end)

        it(name .. " does not give itself away before it is asked to", function()
            local q = exercises.make(name)
            local truth, mistakes = question.answers(q)
            local said = { tostring(q), tostring(q:hint()) }
            for _, mistake in ipairs(mistakes) do said[#said + 1] = tostring(q:answer(typed(mistake.list))) end
            local off = {}
            for i, x in ipairs(truth) do off[i] = 1.37 * x + 0.1 end
            said[#said + 1] = tostring(q:answer(typed(off)))
            q:answer(worded(name, typed(truth)))
            for _, x in ipairs(truth) do
                local shown = ("%.4g"):format(math.abs(x))
                for i, text in ipairs(#shown >= 4 and said or {}) do
                    local found = (" " .. text .. " "):find("[^%d.]" .. shown:gsub("%p", "%%%0") .. "[^%d]")
                    -- a number that is also given in the question says nothing
                    assert.falsy(found and not said[1]:find(shown, 1, true), ("%s says %s in %q"):format(name, shown, i == 1 and "its text" or text))
                end
            end
        end)

        it(name .. " has a solution with numbers", function()
            local solution = rigid.solution(name)
            assert.truthy(#solution.text > 40)
            assert.equal((solution.text:gsub("%s+", " ")), (tostring(solution):gsub("%s+", " ")))
            for line in tostring(solution):gmatch "[^\n]+" do assert.truthy(utf8.len(line) <= COLUMNS, line) end
            for line in tostring(rigid.exercise(name)):gmatch "[^\n]+" do assert.truthy(utf8.len(line) <= COLUMNS, line) end
        end)
    end

    it("prints as its text, and takes a number for a name", function()
        assert.truthy(tostring(rigid.exercise(1.1)):find("^Exercise 1%.1\nA wheel"))
        assert.truthy(tostring(rigid.exercise("1.1", { seed = 4 })):find "^Exercise 1%.1, variant 4\n")
        assert.are_not.equal(rigid.exercise("1.1", { seed = 4 }).text, rigid.exercise("1.1").text)
    end)

    it("has other numbers for a seed, the same for the same", function()
        for _, name in ipairs { "2.1", "4.2", "7.3" } do
            assert.equal(exercises.make(name, 5).text, exercises.make(name, 5).text)
            assert.are_not.equal(exercises.make(name, 5).text, exercises.make(name, 6).text)
        end
    end)

    it("refuses a name that is none, naming those that are", function()
        local ok, message = pcall(rigid.check_answer, "12.7", 1)
        assert.falsy(ok)
        assert.truthy(message:find("bad argument #1 to 'check_answer' (no exercise '12.7'; there are 1.1", 1, true), message)
    end)

    it("points to the hint after two answers that were wrong, and to nothing before", function()
        assert.truthy(rigid.check_answer("6.2", 0.5).correct)
        assert.falsy(tostring(rigid.check_answer("6.2", 0.7)):find "solution")
        assert.truthy(tostring(rigid.check_answer("6.2", 0.7)):find('rigid.solution "6.2"', 1, true))
        assert.truthy(rigid.check_answer("6.2", 0.5).correct)
    end)
end)

-- ---- judging --------------------------------------------------------------------------------------------------------

local function ask(shape, answer, mistakes) return question.new { name = "x", title = "x", text = "x", shape = shape, answer = answer, mistakes = mistakes } end

describe("an answer", function()
    local I = rigid.RotationalInertia(2, 3, 4, 0.1, 0.2, 0.3)

    it("may be whatever says the numbers", function()
        local six = { 1, 2, 3, 4, 5, 6 }
        local forms = {
            { "number", 2.5, { 2.5, { 2.5 }, rigid.Vector { 2.5 } } },
            { "vec3", { 1, 2, 3 }, { { 1, 2, 3 }, rigid.Vec3(1, 2, 3), rigid.Vector { 1, 2, 3 }, rigid.Matrix { { 1 }, { 2 }, { 3 } } } },
            { "twist", six, {
                six, rigid.Twist(six), rigid.SpatialMotion(six), rigid.SpatialAcc(six), rigid.Vector(six), { { 1, 2, 3 }, { 4, 5, 6 } },
                { linear = { 1, 2, 3 }, angular = { 4, 5, 6 } },
            } },
            { "wrench", six, { six, rigid.Wrench(six), rigid.SpatialForce(six), rigid.Vector(six) } },
            { "inertia", I, {
                I, I:matrix(), I:table(), { 2, 3, 4, 0.1, 0.2, 0.3 }, { { 2, 0.1, 0.2 }, { 0.1, 3, 0.3 }, { 0.2, 0.3, 4 } },
                rigid.SpatialInertia { mass = 1, inertia = I },
            } },
            { "body", rigid.SpatialInertia { mass = 1, inertia = I }, {
                rigid.SpatialInertia { mass = 1, inertia = I }, { 1, 0, 0, 0, 2, 0.1, 0.2, 3, 0.3, 4 },
                rigid.SpatialInertia { mass = 1, inertia = I }:parameters(),
            } },
            { "vector 4", { 1, 2, 3, 4 }, { { 1, 2, 3, 4 }, rigid.Vector { 1, 2, 3, 4 }, rigid.Matrix { { 1 }, { 2 }, { 3 }, { 4 } } } },
            { "matrix 2x2", { { 1, 2 }, { 3, 4 } }, { { { 1, 2 }, { 3, 4 } }, rigid.Matrix { { 1, 2 }, { 3, 4 } } } },
            { "yes", true, { true, "yes" } },
        }
        for _, form in ipairs(forms) do
            for i, answer in ipairs(form[3]) do assert.truthy(ask(form[1], form[2]):answer(answer).correct, form[1] .. " " .. i) end
        end
    end)

    it("of the wrong kind is told which kind is meant", function()
        local function said(shape, truth, x) return (tostring(ask(shape, truth):answer(x)):gsub("\n", " ")) end
        assert.truthy(said("number", 1, { 1, 2 }):find "asks for a number; you gave a table of 2")
        assert.truthy(said("number", 1, nil):find "you gave nil: perhaps a name is mistyped")
        assert.truthy(said("twist", { 1, 2, 3, 4, 5, 6 }, rigid.Wrench { 1, 2, 3, 4, 5, 6 }):find "that is a Wrench")
        assert.truthy(said("inertia", I, { { 1, 2, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }):find "turned from one side only")
        assert.truthy(said("vec3", { 1, 2, 3 }, "1 2 3"):find "you gave a string")
        assert.truthy(said("number", 1, 0 / 0):find "asks for a number")
        assert.truthy(said("vec3", { 1, 2, 3 }, { 1, 2, 1 / 0 }):find "not finite")
        assert.equal("kind", ask("number", 1):answer({}).mistake)
    end)

    it("may be rounded to four digits, and a nought be missing, but no more", function()
        local q = ask("vec3", { 123.4567, -0.98765, 1e-9 })
        assert.truthy(q:answer { 123.5, -0.9877, 0 }.correct)
        assert.falsy(q:answer { 123.4567, -1.1, 0 }.correct)
        assert.equal("rounding", ask("number", 3.14159):answer(3.15).mistake)
    end)

    it("is told which entries are off, and roughly how far, but not the right ones", function()
        local verdict = ask("vec3", { 1.2345, 2, 3 }):answer { 1.7, 2, 3 }
        assert.same({ "x" }, verdict.wrong)
        assert.equal("Not yet. x is off, the worst by about 20 % of the largest; the rest is right.", tostring(verdict))
        verdict = ask("twist", { 1, 2, 3, 400, 500, 600 }):answer { 1, 2.5, 3, 400, 500, 650 }
        assert.same({ "linear y", "angular z" }, verdict.wrong)
    end)

    it("shows mistakes that anything can show", function()
        local six = { 1, 2, 3, 4, 5, 6 }
        local function mistake(shape, truth, x) return ask(shape, truth):answer(x).mistake end
        assert.equal("sign", mistake("number", 3, -3))
        assert.equal("factor", mistake("number", 3, 6))
        assert.equal("units", mistake("vec3", { 1, 2, 3 }, { 1000, 2000, 3000 }))
        assert.equal("units", mistake("number", 1, 180 / math.pi))
        assert.equal("order", mistake("twist", six, { 4, 5, 6, 1, 2, 3 }))
        assert.equal("transposed", mistake("matrix 2x2", { { 1, 2 }, { 3, 4 } }, { { 1, 3 }, { 2, 4 } }))
        assert.is_nil(mistake("number", 3, 4.4))
    end)

    it("never counts as right by accident where the truth is nought", function()
        assert.falsy(ask("number", 0):answer(1e-3).correct)
        assert.truthy(ask("number", 0):answer(0).correct)
        assert.falsy(ask("twist", { 0, 0, 0, 0, 5, 0 }):answer { 1, 0, 0, 0, 5, 0 }.correct)
    end)

    it("is not confused by tables that are no lists, or bite", function()
        local biting = setmetatable({}, { __index = function() error "bitten" end, __len = function() error "bitten" end })
        for _, shape in ipairs { "number", "vec3", "twist", "inertia", "body", "vector 4", "matrix 2x2", "yes", "choice" } do
            local truths = { number = 1, vec3 = { 1, 2, 3 }, twist = { 1, 2, 3, 4, 5, 6 }, inertia = I, yes = true, choice = 2,
                body = { 1, 0, 0, 0, 2, 0.1, 0.2, 3, 0.3, 4 }, ["vector 4"] = { 1, 2, 3, 4 }, ["matrix 2x2"] = { { 1, 2 }, { 3, 4 } } }
            for _, x in ipairs { biting, {}, { {} }, { { {} } }, { a = 1 }, print, "", false, { { 1, 2 }, { 3 } }, rigid.Model {} } do
                assert.falsy(ask(shape, truths[shape]):answer(x).correct)
            end
        end
    end)

    it("compares in words that a terminal can show", function()
        local shape = judge.shape "vec3"
        assert.truthy(judge.same({ 1, 2, 3 }, { 1.0005, 2, 3 }, shape))
        assert.falsy(judge.apart({ 1, 2, 3 }, { 1.0005, 2, 3 }, shape))
    end)
end)

-- ---- formulas -------------------------------------------------------------------------------------------------------

describe("a formula on one line", function()
    for tex, text in pairs {
        [ [[X_{AC} = X_{AB} X_{BC}]] ] = "X_AC = X_AB X_BC",
        [ [[v_Q = v_P + \omega \times p_{PQ}]] ] = "v_Q = v_P + ω × p_PQ",
        [ [[\tfrac12 s^\top M s]] ] = "½ sᵀMs",
        [ [[\dot H - 2C]] ] = "H\u{307} − 2C",
        [ [[P - P S\,(S^\top P S)^{-1} S^\top P]] ] = "P − PS (SᵀPS)⁻¹SᵀP",
        [ [[v \times^* M v]] ] = "v ×* Mv",
        [ [[(0, -2;\ -1)]] ] = "(0, −2; −1)",
        [ [[\sqrt{5\sigma_i/m}]] ] = "√(5σᵢ/m)",
        [ [[J \succeq 0]] ] = "J ⪰ 0",
    } do
        it(tex .. " reads " .. text, function() assert.equal(text, formula.inline(tex)) end)
    end

    it("takes columns without its accents", function() assert.equal(2, formula.width "q\u{307}ω") end)
end)

describe("a formula over several lines", function()
    it("has matrices and fractions", function()
        assert.same({ "M = ⎡ m  0 ⎤", "    ⎣ 0  I ⎦" }, formula.display [[M = \begin{bmatrix} m & 0 \\ 0 & I \end{bmatrix}]])
        assert.same({ "     1", "a = ───", "     b" }, formula.display [[a = \frac{1}{b}]])
    end)
end)

-- ---- the program ----------------------------------------------------------------------------------------------------

describe("rigid lesson", function()
    it("lists the ten", function()
        local out, err, code = program.run { "lesson", environment = { UTF8 } }
        assert.equal("", err)
        assert.equal(0, code)
        for n = 1, 10 do
            local title = lessons.title(n)
            assert.truthy(out:find(("%4d  %s"):format(n, title), 1, true), title)
        end
        assert.truthy(out:find("1.1 -", 1, true))
    end)

    it("prints a whole lesson where nobody sits at a terminal, and runs nothing", function()
        local out, err, code = program.run { "lesson", "1", environment = { UTF8 } }
        assert.equal("", err)
        assert.equal(0, code)
        assert.truthy(out:find "^1%. What a spatial vector is\n─")
        assert.truthy(out:find("  print(V)  --> Twist: linear (0, 0, 0) m/s, angular (0, 0, 2) rad/s", 1, true))
        assert.truthy(out:find "Exercise 1%.3")
        assert.falsy(out:find "\27")
    end)

    it("keeps to ASCII where the locale does", function()
        for n = 1, 10 do
            local out, _, code = program.run { "lesson", tostring(n), environment = { "LC_ALL=C" } }
            assert.equal(0, code)
            assert.falsy(out:find "[\x80-\xFF]")
            local whole = program.run { "lesson", tostring(n), environment = { UTF8 } }
            assert.equal(select(2, whole:gsub("%?", "")), select(2, out:gsub("%?", "")), "a sign of lesson " .. n .. " has no ASCII")
        end
    end)

    it("refuses what is no lesson", function()
        for _, words in ipairs { { "0" }, { "11" }, { "one" }, { "1", "0" }, { "1", "2", "3" } } do
            local out, err, code = program.run { "lesson", table.unpack(words) }
            assert.equal(2, code)
            assert.equal("", out)
            assert.truthy(err:find "^rigid: ")
        end
        local out, _, code = program.run { "lesson", "--help" }
        assert.equal(0, code)
        assert.truthy(out:find "^usage: rigid lesson")
    end)

    it("is there at the prompt, too, and in a script", function()
        local out = program.run { "-e", "rigid.lesson(2)", environment = { UTF8 } }
        assert.truthy(out:find "^2%. Shift and re%-express\n")
    end)
end)

if not program.has_terminal() then
    pending "rigid lesson at a terminal: script of util-linux is needed"
    return
end

describe("rigid lesson at a terminal", function()
    -- Step through the rest of a lesson of so many steps.
    local function walk_through(session, first, last)
        for step = first, last do
            session:expect(("[%d/%d]"):format(step, last + 1))
            session:send "\n"
        end
    end

    local function count_steps(n)
        local teach = require "rigid.lessons.teach"
        return #teach.steps(page.parse(lessons.text(n)), render.style { width = COLUMNS, utf8 = true }, 24)
    end

    it("teaches one from beginning to end, and leaves its values at the prompt", function()
        program.at_terminal({ "lesson", "7", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "RNEA by hand"
            walk_through(session, 1, count_steps(7) - 1)
            session:expect "That was lesson 7."
            session:expect "7.1 -"
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
            session:send "V.x.y\n"
            session:expect "attempt to index"
            session:send "q\n"
            session:expect "rigid.lesson(1, 3) goes on."
            session:expect "> "
            session:send "rigid.lesson(1, 3)\n"
            session:expect "> print(V:shift{1, 0, 0}:linear(), V:shift{0, 1, 0}:linear())"
            session:expect "[3/"
            session:send "q\n\4"
        end)
    end)

    it("says so where it leaves frames on, and begins in its midst with what came before", function()
        program.at_terminal({ "lesson", "3", "3", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "> why(function() return M * V end)\ncannot multiply a SpatialInertia M_BBo_B by a Twist V_WB_W:\n"
            session:expect "[3/"
            session:send "q\n"
            session:expect "Frames are on"
            session:expect "> "
            session:send "rigid.frames()\n"
            session:expect "true"
            session:send "\4"
        end)
    end)

    it("is left by Ctrl-C and by Ctrl-D, for the prompt", function()
        for _, key in ipairs { "\3", "\4" } do
            program.at_terminal({ "lesson", "2", environment = { UTF8 }, code = 0 }, function(session)
                session:expect "[1/"
                session:send "\n"
                session:expect "[2/"
                session:send(key)
                session:expect "goes on"
                session:send "X_WB:position().x > 0\n"
                session:expect "true"
                session:send "\4"
            end)
        end
    end)

    it("stops a lesson's code that a person made endless", function()
        program.at_terminal({ "lesson", "2", environment = { UTF8 }, code = 0 }, function(session)
            session:expect "[1/"
            session:send "while true do end\n"
            os.execute "sleep 0.3"
            session:send "\3"
            session:expect "goes on"
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
        assert.truthy(raw { UTF8 }:find "\27%[1;36m")
        assert.falsy(raw { UTF8, "NO_COLOR=1" }:find "\27%[[%d;]+m")
        assert.falsy(raw { UTF8, "TERM=dumb" }:find "\27%[[%d;]+m")
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
