-- Is what is written down of the mutants still there: each text in its file, and once; each line that has a reason; each
-- spec? A step of `make lint`, for nothing else would notice until `make mutate` runs.
-- usage: lua5.4 test/mutate/check.lua
package.path = "./?.lua;" .. package.path

local stale = require("test.mutate.mutants").stale()
for _, complaint in ipairs(stale) do print("test/mutate: " .. complaint) end
os.exit(#stale == 0)
