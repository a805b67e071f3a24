-- Runs the blocks of the lessons and writes what each statement prints behind it, as `-->` lines.
-- Writes the exercises too, from lua/rigid/lessons/exercises.lua.
-- usage: lua5.4 spec/support/update_lessons.lua [NUMBER ...]
package.path = "./lua/?.lua;./lua/?/init.lua;./?.lua;" .. package.path
package.cpath = "./build/lib/?.so;" .. package.cpath

local rigid = require "rigid"
local lessons = require "rigid.lessons"
local exercises = require "rigid.lessons.exercises"
local page = require "rigid.lessons.page"
local docs = require "spec.support.docs"

local WIDEST <const> = 76 -- of a line that shows its output beside it

-- The lines of an entry with what it prints.
local function written(entry, printed)
    local lines = { table.unpack(entry.lines) }
    local last = lines[#lines]
    if #printed == 1 and utf8.len(last) + utf8.len(printed[1]) + 6 <= WIDEST then
        lines[#lines] = last .. "  --> " .. printed[1]
    else
        for _, line in ipairs(printed) do lines[#lines + 1] = ("--> " .. line):gsub("%s+$", "") end
    end
    return lines
end

-- A block, rewritten; blank lines between statements stay.
local function rewritten(block, path, env)
    local result, at = {}, 1
    for _, entry in ipairs(page.entries(block)) do
        while block.line + at - 1 < entry.line do
            if block.lines[at] == "" then result[#result + 1] = "" end
            at = at + 1
        end
        local printed = docs.run({ line = entry.line, code = { entry.code }, raises = block.raises, folded = block.folded }, path, env)
        for _, line in ipairs(written(entry, printed)) do result[#result + 1] = line end
        at = at + #entry.lines
    end
    return result
end

local WIDTH <const> = 112

-- Words in lines; a piece of code is not broken.
local function filled(text)
    local lines, line = {}, ""
    for word in text:gsub("`[^`]*`", function(code) return (code:gsub(" ", "\1")) end):gmatch "%S+" do
        if line ~= "" and utf8.len(line) + utf8.len(word) + 1 > WIDTH then
            lines[#lines + 1], line = line, ""
        end
        line = line .. (line == "" and "" or " ") .. word
    end
    lines[#lines + 1] = line
    return (table.concat(lines, "\n"):gsub("\1", " "))
end

-- The text with each exercise as it is now: the paragraph below its heading.
local function with_exercises(text)
    local lines, skipping = {}, nil
    for line in text:gmatch "([^\n]*)\n" do
        local name = line:match "^### Exercise (%d+%.%d+)$"
        if skipping and (line == "" and skipping > 1 or line:find "^#") then skipping = nil end
        if skipping then skipping = skipping + 1 else lines[#lines + 1] = line end
        if name and exercises.known[name] then
            lines[#lines + 1], lines[#lines + 2] = "", filled(exercises.paragraph(name))
            skipping = 0
        end
    end
    return table.concat(lines, "\n") .. "\n"
end

local function update(n)
    local path = "doc/lessons/" .. lessons.files[n] .. ".md"
    local lines, env, inside, block = {}, docs.environment(rigid), false, nil
    local number = 0
    for line in with_exercises(lessons.text(n)):gmatch "([^\n]*)\n" do
        number = number + 1
        if block and line:find "^```%s*$" then
            for _, new in ipairs(rewritten(block, path, env)) do lines[#lines + 1] = new end
            lines[#lines + 1], block = line, nil
        elseif block then
            block.lines[#block.lines + 1] = line
        else
            lines[#lines + 1] = line
            if line:find "^```lua ?%l*$" and not inside then
                local word = line:match "^```lua (%l+)$"
                block = { lines = {}, line = number + 1, raises = word == "raises", folded = word == "folded" }
            end
            inside = line:find "^```%w" and not line:find "^```lua ?%l*$" or inside and not line:find "^```%s*$"
        end
    end
    local file = assert(io.open(path, "w"))
    file:write(table.concat(lines, "\n"), "\n")
    file:close()
end

for n = 1, #lessons.files do
    local wanted = #arg == 0
    for _, word in ipairs(arg) do wanted = wanted or tonumber(word) == n end
    if wanted then update(n) end
end
