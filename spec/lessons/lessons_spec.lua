-- The lessons: every line of their code runs and prints what they say, at once and statement by statement as a session types
-- it; they fit a terminal of 80 columns; their exercises are those of the registry, whose right answers pass and whose known
-- mistakes are recognised. Lessons at a terminal are in lessons_terminal_spec.
local rigid = require "rigid"
local lessons = require "rigid.lessons"
local exercises = require "rigid.lessons.exercises"
local page = require "rigid.lessons.page"
local render = require "rigid.lessons.render"
local formula = require "rigid.lessons.formula"
local docs = require "spec.support.docs"
local program = require "spec.support.program"

local UTF8 <const> = "LC_ALL=C.UTF-8"
local COLUMNS <const> = 80
local CODE <const> = COLUMNS - 3 -- behind the sign of the prompt for a line that goes on

local function path_of(n) return "doc/lessons/" .. lessons.files[n] .. ".md" end

-- The blocks of Lua of a lesson.
local function blocks_of(n)
    local blocks = {}
    for _, item in ipairs(page.parse(lessons.text(n))) do
        if item.kind == "code" and item.language == "lua" then blocks[#blocks + 1] = item end
    end
    return blocks
end

local function as_block(item, entry)
    return { line = (entry or item).line, code = entry and entry.lines or item.lines, raises = item.raises, folded = item.folded }
end

describe("lesson", function()
    it("files are numbered, with a title, code and exercises each", function()
        assert.equal(14, #lessons.files)
        for n = 1, #lessons.files do
            assert.equal(("%02d"):format(n), lessons.files[n]:sub(1, 2))
            assert.truthy(lessons.text(n):find("^# " .. n .. "%. %u"))
            assert.truthy(#blocks_of(n) >= 4, "lesson " .. n .. " has hardly anything to try")
            assert.truthy(#exercises.of_lesson(n) >= 2)
        end
    end)

    for n = 1, #lessons.files do
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
                    local printed = docs.run(as_block(item, entry), path_of(n), env)
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

describe("rigid lesson", function()
    it("lists them all", function()
        local out, err, code = program.run { "lesson", environment = { UTF8 } }
        assert.equal("", err)
        assert.equal(0, code)
        for n = 1, #lessons.files do
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
        for n = 1, #lessons.files do
            local out, _, code = program.run { "lesson", tostring(n), environment = { "LC_ALL=C" } }
            assert.equal(0, code)
            assert.falsy(out:find "[\x80-\xFF]")
            local whole = program.run { "lesson", tostring(n), environment = { UTF8 } }
            assert.equal(select(2, whole:gsub("%?", "")), select(2, out:gsub("%?", "")), "a sign of lesson " .. n .. " has no ASCII")
        end
    end)

    it("refuses what is no lesson", function()
        for _, words in ipairs { { "0" }, { "15" }, { "one" }, { "1", "0" }, { "1", "2", "3" } } do
            local out, err, code = program.run { "lesson", table.unpack(words) }
            assert.equal(2, code)
            assert.equal("", out)
            assert.truthy(err:find "^rigid: ")
        end
        local out, _, code = program.run { "lesson", "--help" }
        assert.equal(0, code)
        assert.truthy(out:find "^NAME\n  rigid lesson %- ")
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
