-- How often the doctor finds something in a link that is right: drawn solids, tubes, meshes, unions and bodies without any shape, each
-- about its com, as exporters write them. None may be condemned, and hardly one doubted.
--
--   lua5.4 bench/valid.lua [LINKS [SEED]]

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. package.cpath

local draw = require "spec.support.draw"
local valid = require "spec.support.valid"

local links = arg and math.tointeger(tonumber(arg[1] or "10000")) or 10000
local directory = io.popen "mktemp -d":read "l"
local condemned, doubted, total, by_kind = 0, 0, 0, {}
local d = draw.stream(arg and math.tointeger(tonumber(arg[2] or "52000")) or 52000)
while total < links do
    local m, kinds = valid.robot(d, directory)
    local seen = {}
    for _, finding in ipairs(m:diagnose()) do
        local key = ("%s: %s %s"):format(kinds[finding.link], finding.severity, finding.cause or finding.code)
        by_kind[key] = (by_kind[key] or 0) + 1
        if finding.severity == "error" then condemned = condemned + 1 end
        if not seen[finding.link] then seen[finding.link], doubted = true, doubted + 1 end
        if os.getenv "SHOW" == key then print(finding) os.exit() end
    end
    for _ in pairs(kinds) do total = total + 1 end
end
os.execute("rm -r " .. directory)
local keys = {}
for key in pairs(by_kind) do keys[#keys + 1] = key end
table.sort(keys)
for _, key in ipairs(keys) do print(("%6d  %s"):format(by_kind[key], key)) end
print(("%d links: %d condemned, %d doubted (%.2f %%)"):format(total, condemned, doubted, 100 * doubted / total))
