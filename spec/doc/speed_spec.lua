-- The speed that README tells is what the whole table in bench/README.md has.

local program = require "spec.support.program"

local COLUMNS <const> = { "from Lua", "batch", "Pinocchio 4%.1%.0" }
local ROBOTS <const> = { "arm", "quadruped", "humanoid" }

-- The cells of the table by algorithm, robot and column: numbers stand under the ends of their headings.
local function whole_table(text)
    local cells, ends, algorithm = {}, {}, nil
    for line in text:match("\n(ns a call.-)\n```"):gmatch "[^\n]+" do
        if line:find "^ns a call" then
            for _, heading in ipairs(COLUMNS) do ends[heading] = select(2, line:find(heading)) end
        elseif line:find "^%a" then
            algorithm = line
        elseif line:find "^  %a+, %d" then
            local robot = line:match "^  (%a+),"
            for _, heading in ipairs(COLUMNS) do
                cells[("%s/%s/%s"):format(algorithm, robot, heading)] = line:sub(1, ends[heading]):match "([%d.]+)$"
            end
        end
    end
    return cells
end

describe("the speed in README", function()
    it("is that of the table beside the benchmark", function()
        local cells, rows = whole_table(program.read_file "bench/README.md"), 0
        local section = program.read_file("README.md"):match "\n## How fast\n(.-)\n## "
        for name, rest in section:gmatch "\n| (%l[^|\n]-) |([^\n]+)" do
            local algorithm, batch = name:gsub(", per state of a .*", "")
            local column = 0
            for cell in rest:gmatch "%s*([^|]-)%s*|" do
                column = column + 1
                local at = ("%s/%s/"):format(algorithm, ROBOTS[column])
                local wanted = batch > 0 and cells[at .. "batch"] or ("%s (%s)"):format(cells[at .. "from Lua"], cells[at .. "Pinocchio 4%.1%.0"])
                assert.equal(wanted, cell, name .. ", " .. ROBOTS[column])
            end
            rows = rows + 1
        end
        assert.equal(7, rows)
    end)

    it("was measured on the day and the machine that the benchmark says", function()
        local function said(path) return program.read_file(path):match "(%d+ November 2026)" end
        assert.equal(said "bench/README.md", said "README.md")
    end)
end)
