-- The exercises of the lessons, one file each in exercises/. Each is made from numbers that are picked, those of the lesson or,
-- with a seed, others; the answer, the usual mistakes and the worked solution are computed from them. The texts of the lessons
-- are written from these: spec/support/update_lessons.lua.
local question = require "rigid.lessons.question"
local progress = require "rigid.lessons.progress"

local exercises = {names = {}, known = {}}

local makers = {} -- name -> {name, ask, make}

for _, lesson in ipairs {
    "spatial_vectors", "shifting", "frames", "inertia", "impossible", "articulated", "rnea", "regressors", "slotine_li",
    "free_bodies", "jacobians", "libraries", "loops", "contact",
} do
    for _, exercise in ipairs(require("rigid.lessons.exercises." .. lesson)) do
        exercises.names[#exercises.names + 1], exercises.known[exercise.name] = exercise.name, true
        makers[exercise.name] = exercise
    end
end

-- ---- asking for them ----------------------------------------------------------------------------------------------------

-- The names of the exercises of a lesson.
function exercises.of_lesson(n)
    local names = {}
    for _, name in ipairs(exercises.names) do
        if name:match "^%d+" == tostring(n) then names[#names + 1] = name end
    end
    return names
end

-- The paragraph that a lesson prints: the text and how to answer.
function exercises.paragraph(name)
    local t = makers[name].make(question.pick(nil))
    return ("%s `rigid.check_answer(\"%s\", %s)`"):format(t.text, name, makers[name].ask)
end

local function answered(name, seed)
    return function(_, verdict)
        if verdict.correct then
            progress.finish(name)
        elseif verdict.tries >= 2 then
            return ('rigid.exercise "%s":hint() says a little more, rigid.solution "%s" all of it.'):format(name, name)
        end
    end, seed
end

local asked = {} -- name and seed -> question, so that tries are counted

local DRAWS <const> = 100

-- The question of that name; with a seed, the first draw from it on that is clear.
function exercises.make(name, seed)
    local key = name .. " " .. tostring(seed)
    if asked[key] then return asked[key] end
    for attempt = 0, DRAWS do
        local t = makers[name].make(question.pick(seed and seed + attempt * 7919))
        t.name, t.title = name, "Exercise " .. name .. (seed and (", variant %d"):format(seed) or "")
        t.text = t.text:gsub("[`*]", "") .. ("\n  rigid.check_answer(\"%s\", %s%s)"):format(name, makers[name].ask,
            seed and (", {seed = %d}"):format(seed) or "")
        t.answered = answered(name)
        local made = question.new(t)
        if not seed or question.is_clear(made) then
            asked[key] = made
            return made
        end
    end
    error "no clear draw"
end

return exercises
