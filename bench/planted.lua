-- How often `rigid check` names the cause of a mistake that was planted in a drawn robot, kind by kind: the table of spec/support/planted.lua.
--
--   lua5.4 bench/planted.lua [DRAWS [SEED]]

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. package.cpath

local shared = require "bench.lib.planted"

local draw, examine, planted = shared.draw, shared.examine, shared.planted
local draws, seed = shared.arguments(50, 31000)
local named, all, kinds = 0, 0, 0
for number, kind in ipairs(planted.kinds) do
    local d, count, instead = draw.stream(seed + number), 0, {}
    for _ = 1, draws do
        local text, name = planted.draw(d, kind)
        local report = examine.text(text, "drawn.urdf")
        if planted.is_named(report.findings, kind, name) then count = count + 1
        else
            local said = {}
            for _, f in ipairs(report.findings) do said[#said + 1] = not f.consequence and f.link == name and (f.cause or f.code) or nil end
            local key = table.concat(said, "+")
            instead[key] = (instead[key] or 0) + 1
            if os.getenv "SHOW" == kind[1] then print(text) for _, f in ipairs(report.findings) do print(f.link, f.code, f.cause, f.sentence) end os.exit() end
        end
    end
    local rest = {}
    for said, n in pairs(instead) do rest[#rest + 1] = ("%s %d"):format(said == "" and "nothing" or said, n) end
    table.sort(rest)
    print(("%-36s %6.1f %%   %s"):format(kind[1], 100 * count / draws, table.concat(rest, ", ")))
    named, all, kinds = named + count, all + draws, kinds + (count >= 0.9 * draws and 1 or 0)
end
print(("%d of %d kinds in 90 %% of the draws; %.1f %% of all draws"):format(kinds, #planted.kinds, 100 * named / all))
