-- Reads a lesson, plain Markdown, into a list of items:
--   {kind = "heading", level, text}, {kind = "paragraph", text}, {kind = "item", mark, text} (of a list),
--   {kind = "quote", text}, {kind = "formula", tex}, {kind = "table", rows}, {kind = "picture", text, path},
--   {kind = "code", language, lines, line, helper, raises, folded} (line: the number of its first line in the file; a fence may
--   say one word more: "lua helper" is plumbing that a terminal runs without showing it; of "lua raises" each statement
--   fails, and what its error says stands behind it; what "lua folded" prints is folded on the page, and a terminal does so anyway).
-- Text keeps its marks (**, `, $): what shows it gives them a meaning.
local page = {}

local Reader = {}
Reader.__index = Reader

function Reader:flush()
    if self.open then
        self.open.text = self.open.text:gsub("%s+$", "")
        local picture, path = self.open.text:match "^!%[(.-)%]%(([^)]*)%)$"
        self.items[#self.items + 1] = picture and {kind = "picture", text = picture, path = path} or self.open
    end
    self.open = nil
end

function Reader:add(item)
    self:flush()
    self.items[#self.items + 1] = item
end

-- A line of prose: begins a paragraph (or what `begin` makes), or goes on with the one that is open.
function Reader:prose(text, begin)
    if begin or not self.open then
        self:flush()
        self.open = begin or {kind = "paragraph"}
        self.open.text = text
    else
        self.open.text = self.open.text .. " " .. text
    end
end

local function cells(line)
    local row = {}
    for cell in line:gsub("^%s*|", ""):gsub("|%s*$", ""):gsub("\\|", "\0"):gmatch "[^|]+" do
        row[#row + 1] = cell:match "^%s*(.-)%s*$":gsub("%z", "|")
    end
    return row
end

function Reader:table_row(line)
    local last = self.items[#self.items]
    if self.open or not last or last.kind ~= "table" or last.closed then
        self:add {kind = "table", rows = {}}
        last = self.items[#self.items]
    end
    if not line:find "^[%s|:%-]+$" then last.rows[#last.rows + 1] = cells(line) end
end

function Reader:line(line)
    local level, heading = line:match "^(#+)%s+(.*)$"
    local mark, item = line:match "^([-*])%s+(.*)$"
    if not mark then mark, item = line:match "^(%d+%.)%s+(.*)$" end
    local quoted = line:match "^>%s?(.*)$"
    if line:find "^%s*$" then
        self:flush()
        local last = self.items[#self.items]
        if last and last.kind == "table" then last.closed = true end
    elseif level then
        self:add {kind = "heading", level = #level, text = heading}
    elseif mark then
        self:prose(item, {kind = "item", mark = mark})
    elseif quoted then
        self:prose(quoted, not (self.open and self.open.kind == "quote") and {kind = "quote"} or nil)
    elseif line:find "^%s*|" then
        self:table_row(line)
    else
        self:prose(line:match "^%s*(.-)%s*$")
    end
end

-- A line of a fence or a formula that is open; whether there was one.
function Reader:inside(line)
    local item = self.block
    if not item then return false end
    if item.kind == "code" and line:find "^```%s*$" or item.kind == "formula" and line:find "^%$%$%s*$" then
        self.block = nil
        self:add(item)
    elseif item.kind == "code" then
        item.lines[#item.lines + 1] = line
    else
        item.tex = item.tex .. line .. "\n"
    end
    return true
end

-- The items of a text.
function page.parse(text)
    local reader, number = setmetatable({items = {}}, Reader), 0
    for line in (text:gsub("\r", "") .. "\n"):gmatch "(.-)\n" do
        number = number + 1
        local language, word = line:match "^```(%w*) ?(%l*)%s*$"
        local tex = line:match "^%$%$(.+)%$%$%s*$"
        local done = reader:inside(line)
        if not done and language then
            reader:flush()
            reader.block = {kind = "code", language = language, lines = {}, line = number + 1}
            if word ~= "" then reader.block[word] = true end
        elseif not done and tex then
            reader:add {kind = "formula", tex = tex}
        elseif not done and line:find "^%$%$%s*$" then
            reader:flush()
            reader.block = {kind = "formula", tex = ""}
        elseif not done then
            reader:line(line)
        end
    end
    reader:flush()
    return reader.items
end

-- The complete statements of a block of Lua, as one would type them: a list of {lines =, code =, expected =}, where lines
-- are shown, code is run, and expected are the lines behind `-->` that it prints.
function page.entries(block)
    local entries, open = {}, nil
    for i, line in ipairs(block.lines) do
        local code, expected = line:match "^(.-)%s*%-%->%s?(.*)$"
        code = code or line
        if not open and code:find "^%s*$" then
            local last = entries[#entries]
            if expected and last then last.expected[#last.expected + 1] = expected end
        else
            open = open or {lines = {}, expected = {}, line = block.line + i - 1}
            if not (expected and code == "") then open.lines[#open.lines + 1] = code end
            if expected then open.expected[#open.expected + 1] = expected end
            open.code = table.concat(open.lines, "\n")
            local _, problem = load(open.code, "=lesson", "t")
            local comment = not open.code:gsub("%-%-[^\n]*", ""):find "%S"
            if not comment and not (problem and problem:find "<eof>") then
                entries[#entries + 1], open = open, nil
            end
        end
    end
    entries[#entries + 1] = open
    return entries
end

return page
