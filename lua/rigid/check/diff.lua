-- Two texts that differ within lines, as `diff -u` shows them: lines are changed, never added or taken out. Their ends are kept, so that
-- `patch` takes them.
local diff = {}

local AROUND <const> = 2 -- lines

local OPEN <const> = "\n\\ No newline at end of file"

local function lines_of(text)
    local list = {}
    for line in (text .. "\n"):gmatch "(.-)\n" do list[#list + 1] = line end
    if list[#list] == "" then list[#list] = nil else list[#list] = list[#list] .. OPEN end
    return list
end

-- Runs of changed lines, those that are near each other as one: {first, last}.
local function hunks_of(old, new)
    local hunks = {}
    for i = 1, math.max(#old, #new) do
        if old[i] ~= new[i] then
            local last = hunks[#hunks]
            if last and i - last[2] <= 2 * AROUND then last[2] = i else hunks[#hunks + 1] = {i, i} end
        end
    end
    return hunks
end

-- The lines of the diff; none where the texts are the same.
function diff.lines(name, before, after)
    if before == after then return {} end
    local old, new = lines_of(before), lines_of(after)
    local list = {"--- " .. name, "+++ " .. name}
    for _, hunk in ipairs(hunks_of(old, new)) do
        local first, last = math.max(hunk[1] - AROUND, 1), math.min(hunk[2] + AROUND, #old)
        list[#list + 1] = ("@@ -%d,%d +%d,%d @@"):format(first, last - first + 1, first, last - first + 1)
        local i = first
        while i <= last do
            if old[i] == new[i] then
                list[#list + 1] = " " .. old[i]
                i = i + 1
            else
                local run = i
                while run <= last and old[run] ~= new[run] do run = run + 1 end
                for k = i, run - 1 do list[#list + 1] = "-" .. old[k] end
                for k = i, run - 1 do list[#list + 1] = "+" .. new[k] end
                i = run
            end
        end
    end
    return list
end

return diff
