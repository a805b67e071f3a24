-- The blocks of README and of the pages, typed line by line into the playground: they give what the program gives.
local browser = require "spec.support.browser"
local docs = require "spec.support.docs"
local program = require "spec.support.program"
local web = require "spec.support.web"

local why = browser.obstacle()
local PAGES <const> = {"README.md", "doc/notation.md", "doc/validity.md", "doc/cookbook.md", "doc/errors.md"}

-- What is not there: pictures go beside the prompt, and no file is named.
local function elsewhere(line) return line:find "rigid.view" or line:find "plot{" or line:find ":plot" end

describe("typed in the playground,", function()
    if why then
        pending("nothing is tried: " .. why)
        return
    end
    local page, count = nil, 0
    setup(function() page = browser.start() end)
    teardown(function()
        page:close()
        assert(count >= 60, count .. " lines are too few")
    end)

    for _, path in ipairs(PAGES) do
        it(path .. " gives what the program gives", function()
            assert.is_true(web.open(page, "playground.html"))
            page:run("session.widen(80); return drop([{path: arguments[0], file: new File([arguments[1]], 'x')}])", "spec/models/arm7.urdf",
                program.read_file "spec/models/arm7.urdf")
            local lines, told = {}, {}
            for _, block in ipairs(docs.blocks(path)) do
                for _, line in ipairs(block.language == "lua" and block.code or {}) do
                    if not elsewhere(line) then lines[#lines + 1] = line end
                end
            end
            for i, line in ipairs(lines) do told[i] = web.enter(page, line) end
            assert.equal(web.native(lines), table.concat(told))
            count = count + #lines
            assert.same({}, page:complaints())
        end)
    end
end)
