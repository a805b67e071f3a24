-- Manual pages and completions say what the program says of itself, and shells and formatters take them.
local program = require "spec.support.program"

local COMMANDS = {}
for name in program.shell "ls lua/rigid/commands":gmatch "(%l+)%.lua" do table.insert(COMMANDS, name) end

-- Call body with the directory that tools/manual/build.lua fills.
local function built(body)
    program.in_directory(function(directory)
        local _, err, code = program.run {"tools/manual/build.lua", program.path, directory}
        assert.equal("", err)
        assert.equal(0, code)
        body(directory)
    end)
end

local function has(tool) return select(2, program.shell("command -v " .. tool .. " >/dev/null")) == 0 end

-- The options that a help names, each once.
local function options_of(...)
    local out = program.run {...}
    local list = {}
    for line in out:gmatch "[^\n]+" do
        local term = line:match "^  (%-.-)%s%s" or line:match "^  (%-.*)$"
        for word in (term or ""):gmatch "%-%-?%w[%w%-]*" do list[#list + 1] = word end
    end
    assert(#list > 0)
    return list
end

describe("the manual", function()
    it("has a page for the program and for each command, with every option that --help names", function()
        built(function(directory)
            local main = program.read_file(directory .. "/man/man1/rigid.1")
            for _, option in ipairs(options_of "--help") do
                assert.truthy(main:find("\n.B [^\n]*" .. option:gsub("%-", "\\%%-")), option)
            end
            for _, name in ipairs(COMMANDS) do
                local page = program.read_file(("%s/man/man1/rigid-%s.1"):format(directory, name))
                assert.truthy(main:find("rigid\\-" .. name, 1, true), name)
                for _, option in ipairs(options_of(name, "--help")) do
                    assert.truthy(page:find("\n.B [^\n]*" .. option:gsub("%-", "\\%%-")), name .. " " .. option)
                end
            end
        end)
    end)

    it("is taken by groff without a word", function()
        if not has "groff" then return pending "groff is not installed" end
        built(function(directory)
            local said = program.shell("groff -man -ww -z -Tutf8 " .. directory .. "/man/man1/*.1 2>&1")
            assert.equal("", said)
        end)
    end)

    it("is read in 80 columns, its commands unbroken", function()
        if not has "groff" then return pending "groff is not installed" end
        built(function(directory)
            for _, name in ipairs(COMMANDS) do
                local text = program.shell(("groff -man -P-cbou -rLL=80n -Tutf8 %s/man/man1/rigid-%s.1 2>&1"):format(directory, name))
                assert.truthy(text:find "EXAMPLES" or not program.run {name, "--help"}:find "EXAMPLES", name)
                for line in text:gmatch "[^\n]+" do assert.truthy((utf8.len(line) or #line) <= 80, name .. ": " .. line) end
            end
        end)
    end)

    it("tells the topics that the quiz has", function()
        local out = program.run {"quiz", "--help"}
        local told = out:match "only of (.-)\n  %-":gsub("%s+", " "):gsub(" or ", ", ")
        local topics = {}
        for topic in told:gmatch "%l+" do topics[#topics + 1] = topic end
        assert.same(program.run {"-e", "print(table.concat(require 'rigid.lessons.quiz'.topics, ' '))"}:gsub("%s+$", ""), table.concat(topics, " "))
    end)
end)

describe("completion", function()
    it("of bash offers commands and each one's options", function()
        if not has "bash" then return pending "bash is not installed" end
        built(function(directory)
            local function offered(...)
                local words = {...}
                for i, word in ipairs(words) do words[i] = program.quote(word) end
                local said = program.shell(("bash -c %s"):format(program.quote((
                    "source %s/bash-completion/completions/rigid; COMP_WORDS=(rigid %s); COMP_CWORD=%d; _rigid; echo \"${COMPREPLY[*]}\""
                ):format(directory, table.concat(words, " "), #words))))
                return (said:gsub("%s+$", ""))
            end
            assert.equal(table.concat(COMMANDS, " "), offered "")
            assert.equal("check convert", offered "c")
            assert.equal("--derivation --diff", offered("check", "--d"))
            assert.equal("--version", offered "--v")
            for _, name in ipairs(COMMANDS) do
                assert.same(table.concat(options_of(name, "--help"), " "), offered(name, "-"), name)
            end
        end)
    end)

    it("of zsh and fish is read by them", function()
        if not (has "zsh" or has "fish") then return pending "neither zsh nor fish is installed" end
        built(function(directory)
            if has "zsh" then assert.equal("", program.shell("zsh -n " .. directory .. "/zsh/site-functions/_rigid 2>&1")) end
            if has "fish" then
                local file = directory .. "/fish/vendor_completions.d/rigid.fish"
                local said = program.shell(("fish -c 'source %s; complete -C \"rigid check --d\"' 2>&1"):format(file))
                assert.truthy(said:find "^%-%-derivation\t.-\n%-%-diff\t", said)
            end
        end)
    end)
end)
