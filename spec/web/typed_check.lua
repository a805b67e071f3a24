-- The blocks of README and of the pages, typed line by line into the playground: they give what the pages say, which the suite's specs
-- hold the program to.
local browser = require "spec.support.browser"
local docs = require "spec.support.docs"
local program = require "spec.support.program"
local web = require "spec.support.web"

local why = browser.obstacle()
local PAGES <const> = {"README.md", "doc/notation.md", "doc/validity.md", "doc/cookbook.md", "doc/errors.md", "doc/models.md", "doc/frames.md"}

local ROBOTS <const> = {"arm7.urdf", "quadruped12.urdf"}

describe("typed in the playground,", function()
    if why then
        pending("nothing is tried: " .. why)
        return
    end
    local page, count = nil, 0
    setup(function() page = browser.start() end)
    teardown(function()
        page:close()
        assert(count >= 60, count .. " lines of answers are too few")
    end)

    for _, path in ipairs(PAGES) do
        it(path .. " gives what the program gives", function()
            assert.is_true(web.open(page, "playground.html"))
            for _, name in ipairs(ROBOTS) do
                page:run("return drop([{path: arguments[0], file: new File([arguments[1]], 'x')}])", "spec/models/" .. name,
                    program.read_file("spec/models/" .. name))
            end
            for _, block in ipairs(docs.blocks(path)) do
                local told, at = {}, 1
                for i, line in ipairs(block.language == "lua" and block.code or {}) do told[i] = web.enter(page, line) end
                local said = web.plain(table.concat(told))
                for _, line in ipairs(#told > 0 and docs.expected(block) or {}) do
                    local _, last = said:find(web.plain(line), at, true)
                    assert.truthy(last, ("%s:%d: '%s' is not in '%s'"):format(path, block.line, line, said))
                    at, count = last, count + 1
                end
            end
            assert.same({}, page:complaints())
        end)
    end
end)
