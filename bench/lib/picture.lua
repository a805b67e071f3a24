-- The table as a picture: for inverse and forward dynamics of each robot, a bar for each who was measured, as long as the logarithm of its
-- nanoseconds; ours dark, others light. An SVG that asks for nothing and reads on white and on black.
local picture = {}

local SHOWN <const> = {inverse_dynamics = true, forward_dynamics = true}
local OURS <const> = {{"batch", "rigid, batches of 1024 from Lua"}, {"compiled", "rigid, compiled, from Lua"}, {"lua", "rigid, from Lua"}}

local LEFT <const>, RIGHT <const>, BAR <const>, GAP <const>, TOP <const> = 250, 860, 13, 30, 46
local LEAST <const>, DECADES <const> = 10, 4 -- from 10 ns to 100 µs

local STYLE <const> = [[
text { font: 12px sans-serif; fill: #333 } .head { font-weight: bold } .end { text-anchor: end }
.ours { fill: #1f5fa8 } .other { fill: #b9c4d0 } .line { stroke: #8884; stroke-width: 1 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .ours { fill: #5aa0f0 } .other { fill: #566473 } }
]]

local HEAD <const> = [[
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
<title>Nanoseconds a state, logarithmic: shorter is faster</title>
<style>
%s</style>
]]

local function along(ns) return LEFT + (RIGHT - 60 - LEFT) * math.log(ns / LEAST, 10) / DECADES end

local function bars(row, others)
    local list = {}
    for _, one in ipairs(OURS) do list[#list + 1] = {class = "ours", name = one[2], ns = row.ns[one[1]]} end
    for _, library in ipairs(others) do list[#list + 1] = {class = "other", name = library.version .. ", C or C++", ns = row.ns[library.name]} end
    local there = {}
    for _, bar in ipairs(list) do
        if bar.ns then there[#there + 1] = bar end
    end
    table.sort(there, function(a, b) return a.ns < b.ns end)
    return there
end

-- rows and others as bench/table.lua has them.
function picture.draw(rows, others)
    local parts, y = {}, TOP
    local function put(...) parts[#parts + 1] = select("#", ...) > 1 and string.format(...) or ... end
    for _, row in ipairs(rows) do
        if row.s.whole and SHOWN[row.algorithm.name] then
            put('<text class="head" x="8" y="%d">%s: %s</text>', y, row.algorithm.says, row.s.label)
            for _, bar in ipairs(bars(row, others)) do
                y = y + BAR + 3
                put('<text class="end" x="%d" y="%d">%s</text>', LEFT - 8, y, bar.name)
                put('<rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>', bar.class, LEFT, y - BAR + 2, along(bar.ns) - LEFT, BAR)
                put('<text x="%.1f" y="%d">%s</text>', along(bar.ns) + 5, y, (bar.ns < 99.5 and "%.1f ns" or "%.0f ns"):format(bar.ns))
            end
            y = y + GAP
        end
    end
    for k = 0, DECADES do
        local ns = LEAST * 10 ^ k
        put('<line class="line" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>', along(ns), along(ns), TOP - 18, y - 18)
        put('<text x="%.1f" y="%d">%s</text>', along(ns) - 10, TOP - 24, ns < 1000 and ("%d ns"):format(ns) or ("%d µs"):format(ns // 1000))
    end
    return HEAD:format(RIGHT, y, RIGHT, y, STYLE) .. table.concat(parts, "\n") .. "\n</svg>\n"
end

return picture
