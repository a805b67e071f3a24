-- The lessons: chapters in doc/lessons, plain Markdown, and what rigid.lesson, rigid.exercise, rigid.check_answer and
-- rigid.solution do with them. `make install` puts the texts beside this file.
local arguments = require "rigid.arguments"

local lessons = {}

lessons.files = {
    "01_spatial_vectors", "02_shift_and_re_express", "03_frames", "04_inertia", "05_impossible_tensors",
    "06_articulated_bodies", "07_rnea_by_hand", "08_regressors", "09_slotine_li", "10_free_bodies",
    "11_jacobians", "12_four_libraries", "13_loops", "14_contact",
}

local HERE <const> = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"

-- The path of a file that lies with the texts, where they are installed or in doc/lessons; nil where there is none.
function lessons.beside(name)
    for _, folder in ipairs {HERE, HERE .. "../../../doc/lessons/"} do
        local file = io.open(folder .. name)
        if file then
            file:close()
            return ((folder .. name):gsub("/lua/rigid/lessons/%.%./%.%./%.%./", "/"):gsub("^%./", ""))
        end
    end
end

-- The text of lesson n.
function lessons.text(n)
    local name = lessons.files[n] .. ".md"
    local path = lessons.beside(name)
    local file = path and io.open(path)
    if not file then arguments.raise(("the text of lesson %d, %s, is neither installed nor in doc/lessons"):format(n, name)) end
    local text = file:read "a"
    file:close()
    return text
end

-- What `rigid demo` shows: a page of the guide, installed with the lessons.
function lessons.demo()
    local path = lessons.beside "demo.md" or lessons.beside "../demo.md"
    local file = path and io.open(path)
    if not file then arguments.raise "the text of the demo, demo.md, is neither installed nor in doc" end
    local text = file:read "a"
    file:close()
    return text
end

-- "# 3. Frames" as "Frames".
function lessons.title(n)
    return lessons.text(n):match "^#%s*%d*%.?%s*([^\n]+)"
end

-- ---- what is public -------------------------------------------------------------------------------------------------

function lessons.lesson(number, step)
    if number == nil and step == nil then return require("rigid.lessons.teach").list() end
    local n = arguments.at("lesson", 1):integer(number, 1, #lessons.files)
    if step ~= nil then step = arguments.at("lesson", 2):integer(step, 1, 1000) end
    require("rigid.lessons.teach").teach(n, step)
end

local OPTIONS <const> = arguments.fields "seed"

-- The seed in a table of options; nil for the numbers of the lesson.
local function seed_of(place, options)
    if options == nil then return nil end
    options = place:options(options, OPTIONS)
    if options.seed == nil then return nil end
    return place:field("seed"):integer(options.seed, math.mininteger, math.maxinteger)
end

local function named(name, exercise, options)
    local exercises = require "rigid.lessons.exercises"
    local place = arguments.at(name, 1)
    if type(exercise) == "number" then exercise = ("%.1f"):format(exercise) end
    if type(exercise) ~= "string" then place:expected("the name of an exercise, such as \"1.1\"", exercise) end
    exercise = exercise:match "^%s*(.-)%s*$"
    if not exercises.known[exercise] then
        place:bad("no exercise '%s'; there are %s", exercise, table.concat(exercises.names, ", "))
    end
    return exercises.make(exercise, options)
end

function lessons.exercise(name, options)
    return named("exercise", name, seed_of(arguments.at("exercise", 2), options))
end

function lessons.check_answer(name, value, options)
    return named("check_answer", name, seed_of(arguments.at("check_answer", 3), options)):answer(value)
end

function lessons.solution(name, options)
    return named("solution", name, seed_of(arguments.at("solution", 2), options)):solution()
end

function lessons.quiz(options)
    return require("rigid.lessons.quiz").draw(options)
end

return lessons
