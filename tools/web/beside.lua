-- The speed table of the pages: what bench/trees.lua measures by the program, and by the program in WebAssembly under node.
-- usage: lua5.4 tools/web/beside.lua PROGRAM RIGID_JS [REPEATS]
local native, wasm, repeats = arg[1], assert(arg[2], "usage: beside.lua PROGRAM RIGID_JS [REPEATS]"), arg[3] or 11

-- {name, arm, quadruped, humanoid} of each algorithm, in ns.
local function measured(command)
    local pipe <close> = assert(io.popen(("%s bench/trees.lua --csv --repeats %s"):format(command, repeats)))
    local rows = {}
    for line in pipe:lines() do
        local name, arm, quadruped, humanoid = line:match '^"(.-)",([%d.]+),([%d.]+),([%d.]+),%d+$'
        if name then rows[#rows + 1] = {name, tonumber(arm), tonumber(quadruped), tonumber(humanoid)} end
    end
    assert(#rows > 0, command .. " measures nothing")
    return rows
end

local program, page = measured(native), measured("node " .. wasm)
print(("%-42s %28s %28s"):format("us per call from Lua", "arm: program, page, ratio", "humanoid: program, page, ratio"))
for i, row in ipairs(program) do
    local words = {}
    for _, k in ipairs {2, 4} do words[#words + 1] = ("%10.2f %10.2f %6.1f"):format(row[k] / 1e3, page[i][k] / 1e3, page[i][k] / row[k]) end
    print(("%-42s %s %s"):format(row[1], words[1], words[2]))
end
