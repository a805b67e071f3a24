-- Exercises and their answers, and formulas on a terminal.
local rigid = require "rigid"
local exercises = require "rigid.lessons.exercises"
local question = require "rigid.lessons.question"
local judge = require "rigid.lessons.judge"
local formula = require "rigid.lessons.formula"

local COLUMNS <const> = 80

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

describe("the reference", function()
    it("says how far the exercises are numbered", function()
        local last = exercises.names[#exercises.names]
        local text = assert(io.open "lua/rigid/meta/lessons.lua"):read "a"
        for first, end_ in text:gmatch '"(%d+%.%d+)" to "(%d+%.%d+)"' do assert.same({ "1.1", last }, { first, end_ }) end
        assert.truthy(text:find('"1.1" to "' .. last, 1, true))
    end)
end)

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
