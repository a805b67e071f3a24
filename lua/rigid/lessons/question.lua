-- A question with a right answer, the mistakes that are usually made on the way, a hint and worked steps: what the exercises
-- of the lessons and the quiz are made of. Numbers are computed from what is given when the question is made; what is given
-- is rounded first, so that what a person reads is what was computed with. It keeps its answers to itself until it is asked
-- for the solution.
local judge = require "rigid.lessons.judge"
local arguments = require "rigid.arguments"

local question = {}

local secrets = setmetatable({}, {__mode = "k"}) -- question -> what it does not show

local Question, Verdict, Text = {}, {}, {}
Question.__index = Question

-- ---- drawing --------------------------------------------------------------------------------------------------------

-- Where numbers come from. Without a seed each is its default, as printed in the lesson; with one it is drawn. The generator
-- is a plain congruence (Lehmer, as in Park and Miller 1988), so that no script's own random numbers are disturbed.
local Pick = {}
Pick.__index = Pick

function question.pick(seed)
    if not seed then return setmetatable({}, Pick) end
    local pick = setmetatable({state = (seed * 48271 + 11) % 2147483647}, Pick)
    if pick.state == 0 then pick.state = 1 end
    for _ = 1, 8 do pick:uniform() end
    return pick
end

-- From 0 to 1.
function Pick:uniform()
    self.state = self.state * 48271 % 2147483647
    return self.state / 2147483647
end

-- A multiple of step from low to high, never within a quarter of the range around zero where the range holds it.
function Pick:number(default, low, high, step)
    if not self.state then return default end
    local x
    repeat
        x = (low + (high - low) * self:uniform()) // step * step
    until low > 0 or high < 0 or math.abs(x) > 0.12 * (high - low)
    return tonumber(("%.6g"):format(x))
end

-- A list of n such numbers.
function Pick:numbers(default, n, low, high, step)
    local list = {}
    for i = 1, n do list[i] = self:number(default and default[i], low, high, step) end
    return list
end

-- One of a list.
function Pick:one(list)
    return self.state and list[1 + math.floor(self:uniform() * #list)] or list[1]
end

-- ---- words ----------------------------------------------------------------------------------------------------------

local WIDTH <const> = 78

-- Words in lines that fit a terminal; the blanks that a line begins with begin its other lines, too.
local function filled(text)
    local lines = {}
    for given in (text .. "\n"):gmatch "(.-)\n" do
        local indent = given:match "^ *"
        local line, empty = indent, true
        for word in given:gmatch "%S+" do
            if not empty and utf8.len(line) + 1 + utf8.len(word) > WIDTH then
                lines[#lines + 1] = line
                line, empty = indent, true
            end
            line, empty = line .. (empty and "" or " ") .. word, false
        end
        lines[#lines + 1] = line
    end
    return table.concat(lines, "\n")
end

-- ---- questions ------------------------------------------------------------------------------------------------------

-- Of what an author gives: name, title, text, shape, answer, mistakes ({code, value, sentence}, ...), hint, solution (a
-- text), given (what is named in the text, for use), tolerance.
function question.new(t)
    local shape = judge.shape(t.shape)
    local truth = assert(judge.read(t.answer, shape))
    local mistakes = {}
    for i, mistake in ipairs(t.mistakes or {}) do
        mistakes[i] = {code = mistake[1], list = assert(judge.read(mistake[2], shape)), sentence = mistake[3]}
    end
    local made = setmetatable({name = t.name, topic = t.topic, title = t.title, text = t.text, given = t.given}, Question)
    secrets[made] = {
        shape = shape, truth = truth, mistakes = mistakes, hint = t.hint, solution = t.solution, tolerance = t.tolerance,
        tries = 0, answered = t.answered,
    }
    return made
end

-- Whether every two of its answers, the right one and the mistaken, can be told apart although they are rounded.
function question.is_clear(made)
    local secret = secrets[made]
    local lists = {secret.truth}
    for i, mistake in ipairs(secret.mistakes) do lists[i + 1] = mistake.list end
    for i = 1, #lists do
        for j = i + 1, #lists do
            if not judge.apart(lists[i], lists[j], secret.shape, secret.tolerance) then return false end
        end
    end
    return true
end

-- For the specs: the numbers of the right answer, and the list of mistakes {code=, list=, sentence=}.
function question.answers(made)
    local secret = secrets[made]
    return secret.truth, secret.mistakes
end

local function of(self, name)
    return secrets[self] or arguments.at(name, 0):expected("question of rigid.quiz or rigid.exercise", self)
end

-- The verdict on an answer: correct, mistake (a code) where one is known, sentence, tries (since the last right one); it
-- prints as what it says.
function Question:answer(x)
    local secret = of(self, "answer")
    local list, problem = judge.read(x, secret.shape)
    local verdict
    if list then
        verdict = judge.compare(list, secret.truth, secret.shape, secret.mistakes, secret.tolerance)
    else
        verdict = {correct = false, mistake = "kind", sentence = "That cannot be compared: " .. problem .. "."}
    end
    secret.tries = secret.tries + 1
    verdict.tries = secret.tries
    if secret.answered then verdict.note = secret.answered(self, verdict) end
    if verdict.correct then secret.done, secret.tries = true, 0 end
    return setmetatable(verdict, Verdict)
end

-- Whether it was answered rightly before now, and whether the solution was looked at.
function question.state(made) return secrets[made].done or false, secrets[made].shown or false end

local function text(words) return setmetatable({text = words}, Text) end

function Question:hint() return text(of(self, "hint").hint) end

function Question:solution()
    local secret = of(self, "solution")
    secret.shown = true
    return text(secret.solution)
end

Question.__tostring = arguments.printer("a question", function(self)
    if not secrets[self] then return "question" end
    return filled(("%s\n%s"):format(self.title, self.text))
end)

Verdict.__tostring = arguments.printer("a verdict", function(self)
    return filled(tostring(self.sentence) .. (self.note and "\n" .. tostring(self.note) or ""))
end)

Text.__tostring = arguments.printer("a text", function(self) return filled(tostring(self.text)) end)

return question
