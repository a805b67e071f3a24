-- How often M:repairs() finds a slip that was planted: of random links, one entry of the tensor off by a power of ten, with
-- the other sign, or swapped with another, whenever no body can have the result. First: the slip stands first in the list.
-- Tied: it is in the first rank, with others that the inertia alone cannot tell from it. Listed: it is there at all.
--
--   make bench-more                 or   lua5.4 bench/doctor.lua [DRAWS]

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. package.cpath

local draw = require "spec.support.draw"
local slips = require "spec.support.slips"

local SEED <const> = 20260

local draws = 1000
if arg and arg[1] then
    draws = math.tointeger(tonumber(arg[1]))
    if not draws or draws < 1 then
        io.stderr:write "usage: lua5.4 bench/doctor.lua [DRAWS]\n"
        os.exit(2)
    end
end

local function line(name, count, first, tied, listed)
    print(("%-24s %7d %7.1f %% %7.1f %% %7.1f %%"):format(name, count, 100 * first / count, 100 * tied / count,
        100 * listed / count))
end

print(("slips planted in         %7s %9s %9s %9s"):format("draws", "first", "tied", "listed"))
local started, sum = os.clock(), { first = 0, tied = 0, listed = 0 }
for number, population in ipairs(slips.populations) do
    local d = draw.stream(SEED + number)
    local first, tied, listed = 0, 0, 0
    for _ = 1, draws do
        local M, bad = slips.draw(d, population)
        local place, rank = slips.found(M, bad:repairs())
        first = first + (place == 1 and 1 or 0)
        tied = tied + ((place == 1 or rank == 1) and 1 or 0)
        listed = listed + (place and 1 or 0)
    end
    line(population, draws, first, tied, listed)
    sum.first, sum.tied, sum.listed = sum.first + first, sum.tied + tied, sum.listed + listed
end
local all = draws * #slips.populations
line("all of them", all, sum.first, sum.tied, sum.listed)
print(("%.2f ms a diagnosis with repairs"):format(1e3 * (os.clock() - started) / all))
