-- The quiz: of each kind of question two hundred are drawn; the right answer is taken, each of the classic mistakes is called by
-- its name, both as a person types them, with four digits. The numbers of the right answers are computed a second time here,
-- in plain Lua.

local rigid = require "rigid"
local quiz = require "rigid.lessons.quiz"
local question = require "rigid.lessons.question"
local program = require "spec.support.program"

local DRAWS <const> = 200
local UTF8 <const> = "LC_ALL=C.UTF-8"

local function typed(numbers)
    local list = {}
    for i, x in ipairs(numbers) do list[i] = tonumber(("%.4g"):format(x)) end
    return #list == 1 and list[1] or list
end

-- ---- a second way to each right answer --------------------------------------------------------------------------------

local function cross(a, b) return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] } end
local function plus(...)
    local sum = { 0, 0, 0 }
    for _, v in ipairs { ... } do
        for i = 1, 3 do sum[i] = sum[i] + v[i] end
    end
    return sum
end
local function times(s, v) return { s * v[1], s * v[2], s * v[3] } end
local function joined(a, b) return { a[1], a[2], a[3], b[1], b[2], b[3] } end
local function inertia(I)
    local t = I:table()
    return { { t.xx, t.xy, t.xz }, { t.xy, t.yy, t.yz }, { t.xz, t.yz, t.zz } }
end
local function product(m, v)
    local result = {}
    for i = 1, 3 do result[i] = m[i][1] * v[1] + m[i][2] * v[2] + m[i][3] * v[3] end
    return result
end
local function six(m) return { m[1][1], m[2][2], m[3][3], m[1][2], m[1][3], m[2][3] } end
-- m with sign * mass (d.d 1 - d dT) added
local function moved(m, sign, mass, d)
    local square, result = d[1] ^ 2 + d[2] ^ 2 + d[3] ^ 2, {}
    for i = 1, 3 do
        result[i] = {}
        for j = 1, 3 do result[i][j] = m[i][j] + sign * mass * ((i == j and square or 0) - d[i] * d[j]) end
    end
    return result
end
local function momentum(g)
    local v, w, c = g.V:linear(), g.V:angular(), g.com
    local l = times(g.mass, plus(v, cross(w, c)))
    return l, plus(product(inertia(g.I_c), w), cross(c, l))
end

local second = {
    ["inertia about the origin"] = function(g) return six(moved(inertia(g.I_c), 1, g.mass, g.com)) end,
    ["inertia about the com"] = function(g) return six(moved(inertia(g.I_O), -1, g.mass, g.com)) end,
    ["inertia about another point"] = function(g) return six(moved(inertia(g.I_c), 1, g.mass, plus(g.com, times(-1, g.p_OQ)))) end,
    ["inertia in other axes"] = function(g)
        local R = g.R_AB:matrix():table()
        local I, result = inertia(g.I_B), {}
        for i = 1, 3 do
            result[i] = {}
            for j = 1, 3 do
                local sum = 0
                for k = 1, 3 do
                    for l = 1, 3 do sum = sum + R[i][k] * I[k][l] * R[j][l] end
                end
                result[i][j] = sum
            end
        end
        return six(result)
    end,
    ["twist at another point"] = function(g)
        return joined(plus(g.V_P:linear(), cross(g.V_P:angular(), g.p_PQ)), g.V_P:angular())
    end,
    ["wrench about another point"] = function(g)
        return joined(g.F_P:linear(), plus(g.F_P:angular(), times(-1, cross(g.p_PQ, g.F_P:linear()))))
    end,
    ["twist in another frame"] = function(g)
        local R, p = g.X_AB:rotation():matrix():table(), g.X_AB:position()
        local v, w = product(R, g.V_B:linear()), product(R, g.V_B:angular())
        return joined(plus(v, cross(p, w)), w)
    end,
    ["acceleration of a point"] = function(g)
        local w = g.V:angular()
        return plus(g.A:linear(), cross(g.A:angular(), g.p), cross(w, g.V:linear()), cross(w, cross(w, g.p)))
    end,
    ["spatial acceleration"] = function(g)
        return joined(plus(g.c, times(-1, cross(g.V:angular(), g.V:linear()))), g.alpha)
    end,
    momentum = function(g) return joined(momentum(g)) end,
    ["net wrench"] = function(g) -- Newton and Euler at the com, then about the origin
        local v, w, c = g.V:linear(), g.V:angular(), g.com
        local a, alpha = plus(g.A:linear(), cross(w, v)), g.A:angular()
        local f = times(g.mass, plus(a, cross(alpha, c), cross(w, cross(w, c))))
        local I = inertia(g.I_c)
        local t = plus(product(I, alpha), cross(w, product(I, w)))
        return joined(f, plus(t, cross(c, f)))
    end,
    ["kinetic energy"] = function(g)
        local w, l = g.V:angular(), momentum(g)
        local spin = product(inertia(g.I_c), w)
        return { (l[1] ^ 2 + l[2] ^ 2 + l[3] ^ 2) / (2 * g.mass) + (w[1] * spin[1] + w[2] * spin[2] + w[3] * spin[3]) / 2 }
    end,
    units = function(g)
        local m, p = g.moments, g.integrals
        return { m[1] / 1e9, m[2] / 1e9, m[3] / 1e9, -p[1] / 1e9, -p[2] / 1e9, -p[3] / 1e9 }
    end,
}

describe("a question of the quiz about", function()
    for _, kind in ipairs(quiz.kinds) do
        it(kind.name .. " has the right answer right", function()
            for seed = 1, DRAWS do
                local q = quiz.make(kind, seed)
                local truth, expected = question.answers(q), second[kind.name](q.given)
                local scale = 0
                for _, x in ipairs(expected) do scale = math.max(scale, math.abs(x)) end
                for i, x in ipairs(expected) do assert.near(x, truth[i], 1e-12 * scale, ("seed %d, entry %d"):format(seed, i)) end
            end
        end)

        it(kind.name .. " takes it, and names each mistake, typed with four digits", function()
            local mistakes_seen = 0
            for seed = 1, DRAWS do
                local q = quiz.make(kind, seed)
                local truth, mistakes = question.answers(q)
                assert.truthy(q:answer(typed(truth)).correct, seed)
                for _, mistake in ipairs(mistakes) do
                    local verdict = q:answer(typed(mistake.list))
                    assert.falsy(verdict.correct)
                    assert.equal(mistake.code, verdict.mistake, ("seed %d: %s"):format(seed, verdict.sentence))
                    assert.equal("Not yet: " .. mistake.sentence, verdict.sentence)
                    mistakes_seen = mistakes_seen + 1
                end
            end
            assert.truthy(mistakes_seen >= 4 * DRAWS)
        end)

        it(kind.name .. " draws bodies that can exist, and shows all that it gives", function()
            for seed = 1, DRAWS do
                local q = quiz.make(kind, seed)
                local g = q.given
                if g.M then assert.truthy(g.M:is_physically_consistent()) end
                for _, I in ipairs { g.I_c, g.I_B } do assert.truthy(I:is_valid()) end
                for _, name in ipairs { "I_c", "I_O", "I_B" } do
                    for _, x in pairs(g[name] and g[name]:table() or {}) do
                        assert.truthy(q.text:find(("%.5g"):format(x), 1, true), name)
                        assert.equal(x, tonumber(("%.5f"):format(x)))
                    end
                end
                assert.truthy(g.mass == nil or q.text:find(("%.5g"):format(g.mass), 1, true))
            end
        end)

        it(kind.name .. " can be asked the other way round: which slip is it?", function()
            for seed = 1, 40 do
                local q = quiz.make(kind, seed, true)
                local answer = question.answers(q)[1]
                assert.truthy(q.text:find(("\n  %d. "):format(answer), 1, true))
                assert.truthy(q:answer(answer).correct)
                assert.falsy(q:answer(answer % 4 + 1 == answer and answer + 1 or answer % 4 + 1).correct)
                assert.falsy(q:answer("2").correct)
                assert.falsy(q:answer(0).correct)
            end
        end)
    end

    it("every kind and topic is drawn, and the same for the same seed", function()
        local seen, spots = {}, 0
        for seed = 1, 300 do
            local q = rigid.quiz { seed = seed }
            seen[q.name] = true
            spots = spots + (q.text:find "Which slip was it" and 1 or 0)
            assert.equal(q.text, rigid.quiz { seed = seed }.text)
        end
        for _, kind in ipairs(quiz.kinds) do assert.truthy(seen[kind.name], kind.name) end
        assert.truthy(spots > 40 and spots < 120)
        for _, topic in ipairs(quiz.topics) do assert.equal(topic, rigid.quiz { topic = topic, seed = 5 }.topic) end
    end)

    it("all of the classic mistakes is asked", function()
        local codes = {}
        for _, kind in ipairs(quiz.kinds) do
            for _, mistake in ipairs(select(2, question.answers(quiz.make(kind, 1)))) do codes[mistake.code] = true end
        end
        for code in ("parallel_axis product_sign about_origin classical transposed minus_p omega_cross units"):gmatch "%S+" do
            assert.truthy(codes[code], code)
        end
    end)
end)

describe("rigid.quiz", function()
    it("prints as a question, hints, and works it out", function()
        local q = rigid.quiz { seed = 2, spot = false }
        assert.truthy(tostring(q):find "^Quiz 2, inertia: parallel axis\nA body: mass 3.34 kg")
        assert.truthy(#tostring(q:hint()) > 30)
        local truth = question.answers(q)
        assert.truthy(tostring(q:solution()):find(("%.5g"):format(truth[1]), 1, true))
        assert.falsy(tostring(q):find(("%.4g"):format(truth[1]), 1, true))
    end)

    it("draws another one each time where no seed is given", function()
        local first = rigid.quiz()
        local other = 0
        for _ = 1, 5 do other = other + (rigid.quiz().text ~= first.text and 1 or 0) end
        assert.truthy(other >= 4)
    end)

    it("takes what the library computes from what is given", function()
        local q = rigid.quiz { seed = 1, topic = "force", spot = false }
        assert.truthy(q:answer(q.given.F_P:shift(q.given.p_PQ)).correct)
        q = quiz.make(quiz.kinds[3], 8)
        assert.truthy(q:answer(q.given.M:shift(q.given.p_OQ)).correct)
        assert.truthy(q:answer(q.given.M:shift(q.given.p_OQ):rotational_inertia():matrix()).correct)
    end)

    it("leaves a script's own random numbers alone", function()
        math.randomseed(7)
        local wanted = math.random()
        math.randomseed(7)
        rigid.quiz { seed = 3 }
        assert.equal(wanted, math.random())
    end)

    it("keeps the score: the first answer counts as asked, a solution that was shown as none", function()
        local before = quiz.asked()
        local q = rigid.quiz { seed = 21, topic = "motion", spot = false }
        local truth = typed(question.answers(q))
        assert.truthy(tostring(q:answer(truth)):find "^Right%.\n%d+ of %d+ right, %d+ at the first try%.$")
        q:answer(truth)
        assert.equal(before + 1, quiz.asked())
        local right = tonumber(quiz.standing():match "^%d+")
        q = rigid.quiz { seed = 22, topic = "motion", spot = false }
        q:solution()
        q:answer(typed(question.answers(q)))
        assert.equal(right, tonumber(quiz.standing():match "^%d+"))
    end)

    it("refuses topics and seeds that there are not", function()
        for words, options in pairs {
            ["field 'topic'"] = { topic = "cooking" }, ["did you mean 'motion'"] = { topic = "motoin" }, ["field 'seed'"] = { seed = -1 },
            ["unknown field 'sed'"] = { sed = 1 }, ["field 'spot'"] = { spot = 1 },
        } do
            local ok, message = pcall(rigid.quiz, options)
            assert.falsy(ok)
            assert.truthy(message:find(words, 1, true), message)
        end
        local ok, message = pcall(rigid.quiz().answer, {}, 1)
        assert.falsy(ok)
        assert.truthy(message:find("calling 'answer' on ", 1, true), message)
    end)
end)

describe("an answer as it is typed", function()
    local as_typed = require "rigid.lessons.typed"

    local function answer(text)
        local chunk = as_typed.chunk(text, "=answer", { x = 3, Vector = rigid.Vector })
        return chunk and as_typed.value(table.pack(chunk()), 1)
    end

    it("may be a list in any brackets, or in none", function()
        for _, text in ipairs { "{1, 2, x}", "1, 2, x", "(1, 2, x)", " [1, 2, x] " } do assert.same({ 1, 2, 3 }, answer(text), text) end
        assert.equal(3, answer "x")
        assert.equal(3, answer "(x)")
        assert.equal(rigid.Vector { 1, 2 }, answer "Vector{1, 2}")
        assert.is_nil(answer "(1, 2")
        assert.is_nil(answer "while")
    end)
end)

describe("rigid quiz", function()
    it("asks, judges and keeps the score through a pipe", function()
        local out, err, code = program.run {
            "quiz", "--seed", "2", "--answer", environment = { UTF8 }, input = "I_c\nh\nI_c:shift(-com, mass)\nn\n",
        }
        assert.equal("", err)
        assert.equal(0, code)
        assert.truthy(out:find "^Quiz 2, inertia: parallel axis\n")
        assert.truthy(out:find("you forgot the parallel axis", 1, true))
        assert.truthy(out:find("About the com a body has its least inertia", 1, true))
        assert.truthy(out:find("Right.\n1 of 1 right, 0 at the first try.\n\nQuiz 3", 1, true))
        assert.truthy(out:find "1 of 2 right, 0 at the first try%.\n$") -- what is gone past was asked, too
    end)

    it("says what is wrong with what was typed, and goes on", function()
        local out, err, code = program.run { "quiz", "--seed", "2", "--answer", input = "{1,\nfoo.bar\n1\ns\nq\n" }
        assert.equal("", err)
        assert.equal(0, code)
        assert.truthy(out:find "<eof>")
        assert.truthy(out:find "attempt to index a nil value")
        assert.truthy(out:find "cannot be compared")
        assert.truthy(out:find "Added to I_c")
    end)

    it("refuses options that are none", function()
        for _, words in ipairs { { "--topic", "cooking" }, { "--seed", "x", "--topic" }, { "--fast" }, { "--seed", "-3" } } do
            local _, err, code = program.run { "quiz", table.unpack(words) }
            assert.equal(2, code)
            assert.truthy(err:find "^rigid: ")
        end
        local out, _, code = program.run { "quiz", "--help" }
        assert.equal(0, code)
        assert.truthy(out:find "inertia, motion, force")
    end)

    if program.has_terminal() then
        it("talks to a person at a terminal, drops a line by Ctrl-C, and ends by Ctrl-D and q", function()
            for _, key in ipairs { "q\n", "\4", "half\3q\n" } do
                program.at_terminal({ "quiz", "--seed", "12", "--topic", "force", "--answer", environment = { UTF8 }, code = 0 }, function(session)
                    session:expect "Quiz 12, force"
                    session:expect "q leave) > "
                    session:send "F_P:shift(-p_PQ)\n"
                    session:expect "shifted by −p"
                    session:send "F_P:shift(p_PQ)\n"
                    session:expect "Right."
                    session:expect "Quiz 13"
                    session:send(key)
                end)
            end
        end)
    end
end)
