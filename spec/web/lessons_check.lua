-- All lessons, their exercises and the quiz, taken in a headless Chromium from the disk: every step says what the text says, which the
-- suite's specs hold the program to, every answer is told what the program tells, and what was done is kept.
local browser = require "spec.support.browser"
local docs = require "spec.support.docs"
local web = require "spec.support.web"
require "rigid"
local exercises = require "rigid.lessons.exercises"
local lessons = require "rigid.lessons"
local question = require "rigid.lessons.question"
local quiz = require "rigid.lessons.quiz"

local why = browser.obstacle()

-- Numbers as a person types them, to be put into an entry.
local function typed(numbers)
    local words = {}
    for i, x in ipairs(numbers) do words[i] = ("%.4g"):format(x) end
    return #words == 1 and words[1] or "{" .. table.concat(words, ", ") .. "}"
end

-- A wrong answer that shows a known slip, then the right one.
local function answers(made, call, as)
    local truth, mistakes = question.answers(made)
    as = as or typed
    local list = {}
    if mistakes[1] then list[1] = call:format(typed(mistakes[1].list)) end
    list[#list + 1] = call:format(as(truth))
    return list
end

local function of_exercise(name)
    local as = name == "9.3" and function(truth) return tostring(truth[1] == 1) end or nil
    return answers(exercises.make(name), ('rigid.check_answer("%s", %%s)'):format(name), as)
end

local OPEN <const> = [[return rigidLive.prompt().then(live => {
    window.terminal = live.terminal;
    window.session = live.session;
    session.widen(80);
    return live.rest().then(() => { terminal.clear(); return true; });
})]]

describe("in a browser, from the disk,", function()
    if why then
        pending("lessons are not tried: " .. why)
        return
    end
    local page
    setup(function() page = browser.start() end)
    teardown(function() page:close() end)

    local function open(path)
        page:open(("%s/%s/%s"):format(os.getenv "PWD", web.folder, path))
        page:command("POST", "/timeouts", {script = 120000})
    end

    for n, name in ipairs(lessons.files) do
        it("lesson " .. n .. " is done: every step, every exercise", function()
            open(("doc/doc/lessons/%s.html"):format(name))
            assert.is_true(page:run(OPEN))
            page:run "return rigidLive.run(rigidLive.blocks - 1)"
            local said = page:run "return [...document.querySelectorAll('#rigid_live pre:not(.typed)')].map(n => n.textContent).join('')"
            said = web.plain(said)
            local at = 1
            for _, block in ipairs(docs.blocks(("doc/lessons/%s.md"):format(name))) do
                local expected = block.language == "lua" and docs.expected(block) or {}
                if block.raises or block.folded then expected = {table.concat(expected, " ")} end -- where lines end is the page's
                for _, line in ipairs(expected) do
                    local _, last = said:find(web.plain(line), at, true)
                    assert.truthy(last, ("line %d: '%s' is not in '%s'"):format(block.line, web.plain(line), said:sub(at)))
                    at = last
                end
            end
            for _, exercise in ipairs(exercises.of_lesson(n)) do
                local given = of_exercise(exercise)
                local told = {}
                for i, entry in ipairs(given) do told[i] = web.enter(page, entry) end
                assert.equal(web.plain(web.native(given)), web.plain(table.concat(told)))
                assert.matches("^Right", told[#told])
            end
            assert.same({}, page:complaints())
        end)
    end

    it("what was done is kept, and told in the list of lessons, till it is to be forgotten", function()
        open "lessons.html"
        assert.equal(#lessons.files, page:run "return document.querySelectorAll('#lessons li.done').length")
        local words = page:run "return document.querySelector('#lessons li').textContent"
        assert.matches("(%d+) of %1 steps, (%d+) of %2 exercises", words)
        page:run "document.getElementById('forget').click()"
        assert.equal(0, page:run "return document.querySelectorAll('#lessons li.done').length")
    end)

    it("a quiz asks, judges, hints and works out as the program does", function()
        assert.is_true(web.open(page, "playground.html"))
        page:run "session.widen(80)"
        local given, told = {}, {}
        for i, kind in ipairs(quiz.kinds) do
            local spot = i % 3 == 0
            local seed = 1
            while quiz.draw {seed = seed, spot = spot}.name ~= kind.name do seed = seed + 1 end
            given[#given + 1] = ("q = rigid.quiz{seed = %d, spot = %s}"):format(seed, spot)
            given[#given + 1] = "q"
            for _, entry in ipairs(answers(quiz.draw {seed = seed, spot = spot}, "q:answer(%s)")) do given[#given + 1] = entry end
            given[#given + 1] = "q:hint()"
            given[#given + 1] = "q:solution()"
        end
        for i, entry in ipairs(given) do told[i] = web.enter(page, entry) end
        assert.equal(web.plain(web.native(given)), web.plain(table.concat(told)))
        assert.equal(#quiz.kinds, select(2, table.concat(told):gsub("Right%.", "")))
    end)
end)
