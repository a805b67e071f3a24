-- The speed table of the pages: what bench/table.lua measures of calls from Lua and of batches by the program, and by the program in
-- WebAssembly under node.
-- usage: lua5.4 tools/web/beside.lua PROGRAM RIGID_JS [REPEATS]
local native, wasm, repeats = arg[1], assert(arg[2], "usage: beside.lua PROGRAM RIGID_JS [REPEATS]"), arg[3] or 11

local ROBOTS <const> = {"arm", "humanoid"}
local COLUMNS <const> = {{"lua_ns", ""}, {"batch_ns", ", in a batch"}}

local function fields(line)
    local list = {}
    for field in (line .. ","):gmatch "([^,]*)," do list[#list + 1] = field end
    return list
end

-- ns by the name of the row, then by robot; and the names in order.
local function measured(command)
    local pipe <close> = assert(io.popen(("%s bench/table.lua --csv --repeats %s"):format(command, repeats)))
    local heads, times, names = {}, {}, {}
    for i, head in ipairs(fields(pipe:read "l" or "")) do heads[head] = i end
    for line in pipe:lines() do
        local row = fields(line)
        for _, column in ipairs(COLUMNS) do
            local name, ns = row[heads.algorithm]:gsub("_", " ") .. column[2], tonumber(row[heads[column[1]]])
            if ns and not times[name] then times[name], names[#names + 1] = {}, name end
            if ns then times[name][row[heads.robot]:match "^%a+"] = ns end
        end
    end
    assert(#names > 0, command .. " measures nothing")
    return times, names
end

local program, names = measured(native)
local page = measured("node " .. wasm)
print(("%-46s %28s %28s"):format("us per call from Lua", "arm: program, page, ratio", "humanoid: program, page, ratio"))
for _, name in ipairs(names) do
    local words = {}
    for _, robot in ipairs(ROBOTS) do
        local here, there = program[name][robot], page[name] and page[name][robot]
        words[#words + 1] = here and there and ("%10.2f %10.2f %6.1f"):format(here / 1e3, there / 1e3, there / here) or (" "):rep(28)
    end
    print((("%-46s %s"):format(name, table.concat(words, " ")):gsub(" +$", "")))
end
