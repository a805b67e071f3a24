-- The search of the pages finds what lookfor finds: the same queries (spec/prompt/lookfor_spec.lua), asked in JavaScript.
local help = require "rigid.prompt.help"
local lookfor = require "rigid.prompt.lookfor"
local program = require "spec.support.program"
local words = require "tools.doc.words"

local function json(text) return '"' .. text:gsub('[%c"\\<\127]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"' end

-- The index as tools/doc/build.lua writes it, of the reference alone.
local function written_index()
    local lines = {}
    for _, entry in ipairs(help.entries()) do
        lines[#lines + 1] = ('[%s,"",%s,%s,%s]'):format(json(entry.name), json(entry.name), json(entry.kind), json(entry.text or ""))
    end
    for _, topic in ipairs(help.topics()) do
        lines[#lines + 1] = ('[%s,"",%s,"topic",%s]'):format(json(topic.name), json(topic.name), json(topic.title .. " " .. table.concat(topic.lines, " ")))
    end
    return "globalThis.window = globalThis;\nwindow.RIGID_INDEX=[\n" .. table.concat(lines, ",\n") .. "];\n" .. words.text()
end

local ASK <const> = [[
const made = RigidFind.make(window.RIGID_INDEX, window.RIGID_WORDS);
for (const query of QUERIES) {
    const found = RigidFind.find(made, query);
    console.log([query, ...found.list.slice(0, 3).map((entry) => entry.title)].join("\t") + "\t" + found.absent.join(" ") + "\t" + found.whole);
}
]]

describe("the search of the pages", function()
    it("finds what lookfor finds, and says what is not there", function()
        if select(2, program.shell "command -v node") ~= 0 then return pending "node is not installed" end
        local part = program.read_file "spec/prompt/lookfor_spec.lua":match "QUERIES <const> = (.-)\nlocal ABSENT"
        local wanted, queries = {}, {}
        for query, name in part:gmatch '{"([^"]+)", "([^"]+)"}' do
            queries[#queries + 1], wanted[query] = json(query), name
        end
        for query, names in part:match "STUDENTS <const> = %[%[(.-)%]%]":gmatch "%s*([^\n]-): ([^\n]+)" do
            queries[#queries + 1], wanted[query] = json(query), names
        end
        assert(#queries >= 200)
        queries[#queries + 1], queries[#queries + 2] = json "no collision detection", json "passive regressor zanzibar"
        program.in_directory(function(directory)
            program.write_file(directory .. "/ask.js", written_index() .. program.read_file "tools/doc/assets/find.js"
                .. "const QUERIES = [" .. table.concat(queries, ",") .. "];\n" .. ASK)
            local answer = program.shell("node " .. directory .. "/ask.js 2>&1")
            local count, missed = 0, {}
            for line in answer:gmatch "[^\n]+" do
                local query, rest = line:match "^(.-)(\t.*)$"
                count = count + (wanted[query] and 1 or 0)
                local there = not wanted[query]
                for name in (wanted[query] or ""):gmatch "[^|]+" do there = there or rest:find("\t" .. name .. "\t", 1, true) end
                if not there then missed[#missed + 1] = line end
                if query == "no collision detection" and lookfor.absent(query) then assert(rest:find(lookfor.absent(query), 1, true), line) end
                if query and query:find "zanzibar" then assert(rest:find "regressor" and rest:find "false$", line) end
            end
            assert.same({}, missed)
            assert.equal(#queries - 2, count, answer)
        end)
    end)
end)
