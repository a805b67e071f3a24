-- Is what is certain also right? Mistakes of every kind are planted in drawn robots, those that have a word and those that are easily
-- taken for one, with both roles drawn, one, or nothing; what is certain is written, and compared with the robot before the mistake.
--
--   lua5.4 bench/certain.lua [DRAWS [SEED]]

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. package.cpath

local shared = require "bench.lib.planted"

local draw, examine, planted = shared.draw, shared.examine, shared.planted
local draws, seed = shared.arguments(10000, 31000)
local kinds = {}
for _, kind in ipairs(planted.kinds) do kinds[#kinds + 1] = {kind[1], function(d) local text, _, right = planted.draw(d, kind) return text, right end} end
for _, kind in ipairs(planted.others) do kinds[#kinds + 1] = {kind[1], function(d) return planted.draw_other(d, kind) end} end
local each = math.ceil(draws / (#kinds * #planted.drawings))
local total, all_written, all_wrong = 0, 0, 0
for number, kind in ipairs(kinds) do
    local words = {}
    for which, drawing in ipairs(planted.drawings) do
        local d, written, wrong = draw.stream(seed + 10 * number + which), 0, 0
        for _ = 1, each do
            local text, right = kind[2](d)
            text, right = drawing[2](text), drawing[2](right)
            local report = examine.text(text, "drawn.urdf")
            local list, changed = planted.wrongs(text, examine.mended(report), right)
            total, written, wrong = total + 1, written + (changed > 0 and 1 or 0), wrong + (#list > 0 and 1 or 0)
            if #list > 0 and os.getenv "SHOW" == kind[1] then
                print(drawing[1], table.unpack(list[1], 1, 3))
                for _, f in ipairs(report.findings) do print(f.certain, f.code, f.cause, f.sentence) end
            end
        end
        words[which] = ("%6.1f %% written %3d wrong"):format(100 * written / each, wrong)
        all_written, all_wrong = all_written + written, all_wrong + wrong
    end
    print(("%-38s %s"):format(kind[1], table.concat(words, "  |")))
end
print(("%d draws, %d written as certain, %d of them wrong"):format(total, all_written, all_wrong))
