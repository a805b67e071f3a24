-- What the program says of itself with --help, taken apart: the manual pages and the completions of the shells are made of this,
-- so that an option is written down once. A help is {summary=, sections=}; a section {title=, blocks=}; a block is an option or
-- another term {term=, words=, text=}, or a paragraph {text=}, or, in a synopsis or an example, lines as they are {lines=}.
local help = {}

local function output(command)
    local pipe = assert(io.popen(command, "r"))
    local text = pipe:read "a"
    assert(pipe:close(), command .. " fails")
    return text
end

local function quote(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

local VERBATIM <const> = {SYNOPSIS = true, EXAMPLES = true}

-- Long options and short ones that a term names, and whether it takes a word.
local function options_of(term)
    local words = {}
    for word in term:gmatch "%-%-?[%w%-]+" do words[#words + 1] = word end
    return words, term:find "%%s%%u" ~= nil
end

-- The term and the text that a line begins a block with: in two columns, or, for what is said in the lines below, alone.
local function term_in(line, title)
    local term, text = line:match "^(%S.-)%s%s+(%S.*)$"
    if term and not term:find "[.:] " then return term, text end
    local alone = line:find "^%-" or title == "ENVIRONMENT" and line:find "^%u[%u_, ]*$"
    return alone and line or nil, ""
end

-- The blocks of a section whose lines stand at the margin, but for what goes on.
local function blocks_of(title, lines)
    if VERBATIM[title] then return {{lines = lines}} end
    local blocks, last = {}, nil
    for _, line in ipairs(lines) do
        local term, text = term_in(line, title)
        local goes_on = last and (line:find "^%s" ~= nil) == (last.term ~= nil)
        if line == "" then
            last = nil
        elseif term then
            last = {term = term, text = text}
            last.words, last.takes = options_of(term)
            blocks[#blocks + 1] = last
        elseif goes_on then
            last.text = (last.text == "" and "" or last.text .. " ") .. line:match "^%s*(.*)"
        else
            last = {text = line:match "^%s*(.*)"}
            blocks[#blocks + 1] = last
        end
    end
    return blocks
end

local function sections_of(text)
    local sections, lines = {}, nil
    for line in text:gmatch "([^\n]*)\n" do
        if line:find "^%u" then
            lines = {}
            sections[#sections + 1] = {title = line, lines = lines}
        elseif lines then
            lines[#lines + 1] = line:gsub("^  ", "")
        end
    end
    for _, section in ipairs(sections) do
        while section.lines[#section.lines] == "" do table.remove(section.lines) end
        section.blocks = blocks_of(section.title, section.lines)
    end
    return sections
end

-- The help of a command; program: the path of the one that is asked.
function help.of_command(program, name)
    local text = output(quote(program) .. " " .. name .. " --help")
    local found = {name = name, summary = assert(text:match "^NAME\n  rigid %w+ %- ([^\n]*)", name), sections = {}}
    for _, section in ipairs(sections_of(text)) do
        if section.title ~= "NAME" then table.insert(found.sections, section) end
    end
    return found
end

-- The options of the program itself, as blocks.
function help.options(program)
    local lines = {}
    for line in output(quote(program) .. " --help"):gmatch "[^\n]+" do
        if line:find "^  %-" then lines[#lines + 1] = line:gsub("^  ", "") end
    end
    return blocks_of("OPTIONS", lines)
end

-- The option blocks of a command's help.
function help.options_in(found)
    local list = {}
    for _, section in ipairs(found.sections) do
        for _, block in ipairs(section.blocks) do
            if block.words and #block.words > 0 then list[#list + 1] = block end
        end
    end
    return list
end

-- The names of the commands, from the directory that holds them.
function help.commands()
    local path = package.searchpath("rigid.commands.check", package.path):match "^(.*)/"
    local names = {}
    for file in output("ls " .. quote(path)):gmatch "(%l+)%.lua\n" do names[#names + 1] = file end
    return names
end

return help
