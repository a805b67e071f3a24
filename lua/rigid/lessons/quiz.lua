-- The quiz: questions about bodies that are drawn at random, with the classic mistakes known beforehand, so that a wrong
-- answer is told which of them it shows. A draw in which two answers could be confused after rounding is drawn again.
local question = require "rigid.lessons.question"
local kinds = require "rigid.lessons.kinds"
local arguments = require "rigid.arguments"

local quiz = {}

-- ---- which mistake is it? -------------------------------------------------------------------------------------------

-- The same question answered wrongly by somebody else: which of its mistakes was it?
local function spotted(t, pick)
    local made = pick:one(t.mistakes)
    local choices, answer, mistakes = {}, nil, {}
    for i, mistake in ipairs(t.mistakes) do
        choices[i] = ("  %d. %s"):format(i, mistake[3])
        if rawequal(mistake, made) then
            answer = i
        else
            mistakes[#mistakes + 1] = {mistake[1], i, "that slip would have given other numbers."}
        end
    end
    return {
        text = t.text .. "\n\nSomebody answered: " .. kinds.words_of(made[2]) .. ". That is wrong. Which slip was it?\n"
            .. table.concat(choices, "\n"),
        given = t.given, shape = "choice", answer = answer, mistakes = mistakes,
        hint = "Make each slip yourself, with the library: q.given has the values.",
        solution = ("Number %d: %s\nThe right answer:\n%s"):format(answer, made[3], t.solution),
    }
end

-- ---- drawing --------------------------------------------------------------------------------------------------------

quiz.kinds = kinds.list

local DRAWS <const> = 200

-- The question of a kind for a seed: the first draw from it on that is clear.
function quiz.make(of, seed, spot)
    for attempt = 0, DRAWS do
        local pick = question.pick((seed + attempt * 104729) % 2147483629)
        local t = of.make(pick)
        t.name, t.topic = of.name, of.topic
        t.title = ("Quiz %d, %s: %s"):format(seed, of.topic, of.title)
        local made = question.new(t)
        if question.is_clear(made) then
            if not spot then
                t.text = t.text .. "\nAnswer with q:answer(" .. of.ask .. "); there are q.given, q:hint() and q:solution()."
            else
                t = spotted(t, pick)
                t.name, t.topic, t.title = of.name, of.topic, ("Quiz %d, %s: which slip?"):format(seed, of.topic)
                t.text = t.text .. "\nAnswer with q:answer(number); there are q.given, q:hint() and q:solution()."
            end
            t.answered = quiz.score
            made = question.new(t)
            made.seed, made.ask = seed, of.ask
            return made
        end
    end
    error "no clear draw"
end

local topics = arguments.fields ""
for _, of in ipairs(kinds.list) do
    if not topics[of.topic] then topics[#topics + 1], topics[of.topic] = of.topic, true end
end
quiz.topics = topics

local OPTIONS <const> = arguments.fields "seed topic spot"

local count = 0

-- A seed that nobody named.
local function fresh()
    count = count + 1
    return (os.time() * 31 + math.floor(os.clock() * 1e6) + count * 7919) % 100000
end

function quiz.draw(options)
    local place = arguments.at("quiz", 1)
    options = options == nil and {} or place:options(options, OPTIONS)
    if options.topic ~= nil then place:field("topic"):word(options.topic, topics) end
    if options.spot ~= nil then place:field("spot"):boolean(options.spot) end
    local seed = options.seed == nil and fresh() or place:field("seed"):integer(options.seed, 0, 2 ^ 31)
    local suitable = {}
    for _, of in ipairs(kinds.list) do
        if not options.topic or of.topic == options.topic then suitable[#suitable + 1] = of end
    end
    local pick = question.pick(seed + 17)
    local of, spot = pick:one(suitable), pick:uniform() < 0.25
    if options.spot ~= nil then spot = options.spot end
    return quiz.make(of, seed, spot)
end

-- ---- the score ------------------------------------------------------------------------------------------------------

local score = {right = 0, first = 0, asked = 0}
local counted = setmetatable({}, {__mode = "k"}) -- question -> true once it was tried

-- Counts an answer; what is said of it. A question counts as asked at its first answer.
function quiz.score(made, verdict)
    if not counted[made] then
        counted[made] = true
        score.asked = score.asked + 1
    end
    local done, shown = question.state(made)
    if verdict.correct and not done and not shown then
        score.right = score.right + 1
        if verdict.tries == 1 then score.first = score.first + 1 end
    end
    if verdict.correct then return quiz.standing() end
    return verdict.tries >= 2 and "q:hint() says a little more, q:solution() all of it." or nil
end

-- "2 of 3 right, 1 at the first try."
function quiz.standing()
    return ("%d of %d right, %d at the first try."):format(score.right, score.asked, score.first)
end

function quiz.asked() return score.asked end

-- A question that was gone past without an answer was asked, too.
function quiz.passed(made)
    if counted[made] then return end
    counted[made] = true
    score.asked = score.asked + 1
end

return quiz
