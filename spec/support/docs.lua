-- Reads what the documentation says, so that a spec can hold it against what the code does: the entries of
-- lua/rigid/meta/ (LuaCATS), the ```lua blocks of Markdown pages, and the types written in either.
-- A block is run with its print captured; the lines it must print stand behind `-->`, in order (a tab as two blanks).
local docs = {}

local function read(path)
    local file = assert(io.open(path, "rb"))
    local text = file:read("a")
    file:close()
    return text
end

-- One entry from its comment lines: text, params, returns, operators, overloads, sections and example blocks.
local function parse_comment(lines, first)
    local entry = {
        line = first, text = {}, params = {}, returns = {}, operators = {}, overloads = {}, fields = {}, examples = {},
        sections = {},
    }
    local block
    for offset, line in ipairs(lines) do
        local at = first + offset - 1
        if block then
            if line == "```" then
                block = nil
            else
                block.code[#block.code + 1] = line
            end
        elseif line:find "^```" then
            block = { line = at + 1, code = {}, language = line:match "^```(.*)$" }
            entry.examples[#entry.examples + 1] = block
        elseif line:find "^@" then
            local tag, rest = line:match "^@(%S+)%s*(.*)$"
            if tag == "param" then
                local name, optional, kind, text = rest:match "^([%w_]+)(%??)%s+(%S+)%s*(.*)$"
                entry.params[#entry.params + 1] = { name = name, optional = optional == "?", type = kind, text = text }
            elseif tag == "return" then
                local kind, name, text = rest:match "^(%S+)%s*(%S*)%s*(.*)$"
                entry.returns[#entry.returns + 1] = { type = kind, name = name, text = text }
            elseif tag == "operator" then
                local op, operand, result = rest:match "^(%a+)%(?([^%s()]*)%)?:%s*(%S+)$"
                entry.operators[#entry.operators + 1] = { op = op, operand = operand, result = result, line = at }
            elseif tag == "class" then
                entry.class = rest:match "^([%w_.]+)"
            elseif tag == "alias" then
                entry.alias, entry.alias_type = rest:match "^(%S+)%s+(.+)$"
            elseif tag == "field" then
                entry.fields[#entry.fields + 1] = rest:match "^(%S+)"
            elseif tag == "overload" then
                entry.overloads[#entry.overloads + 1] = rest
            elseif tag ~= "meta" then
                error(("line %d: unknown tag @%s"):format(at, tag))
            end
        else
            local section = line:match "^(%u%a+):"
            if section == "Errors" or section == "Source" or section == "Example" then
                entry.sections[section] = true
            elseif not next(entry.sections) then
                entry.text[#entry.text + 1] = line
            end
        end
    end
    assert(not block, ("line %d: a fence is not closed"):format(first))
    entry.text = table.concat(entry.text, "\n")
    return entry
end

-- Take what one file of the reference says into the whole.
local function read_reference(reference, path)
    local comment, first, number = {}, nil, 0
    for line in read(path):gmatch "([^\n]*)\n" do
        number = number + 1
        local text = line:match "^%-%-%-(.*)$"
        if text then
            first = first or number
            comment[#comment + 1] = text
        else
            local entry = first and parse_comment(comment, first)
            for _, block in ipairs(entry and entry.examples or {}) do block.path = path end
            local owner, mark, name, arguments = line:match "^function ([%w_]+)([.:])([%w_]+)%((.-)%) end$"
            local class = line:match "^local ([%w_]+) = {}$"
            if owner then
                entry = entry or parse_comment({}, number)
                entry.path = path
                entry.owner, entry.mark, entry.name = owner, mark, name
                entry.full_name = owner .. mark .. name
                entry.arguments = {}
                for argument in arguments:gmatch "[%w_]+" do
                    entry.arguments[#entry.arguments + 1] = argument
                end
                assert(not reference.by_name[entry.full_name], entry.full_name .. " has two entries")
                reference.by_name[entry.full_name] = entry
                reference.entries[#reference.entries + 1] = entry
            elseif class and entry and entry.text ~= "" then -- without a text: one that another file documents
                entry.name, entry.full_name, entry.path = class, class, path
                reference.classes[class] = entry
            else
                assert(line == "" or class or line:find "^%-%- " or line == "return rigid", ("%s:%d: stray %q"):format(path, number, line))
            end
            if entry and not owner and not class then
                for _, alias in ipairs(comment) do
                    local alias_name, kind = alias:match "^@alias (%S+) (.+)$"
                    if alias_name then
                        reference.aliases[alias_name] = kind
                    end
                end
            end
            comment, first = {}, nil
        end
    end
end

-- The reference: list of entries in order, entries by full name ("Vec3:dot", "Vec3.new", "rigid.type"), classes, aliases.
function docs.reference(paths)
    local reference = { entries = {}, by_name = {}, classes = {}, aliases = {} }
    for _, path in ipairs(paths) do read_reference(reference, path) end
    return reference
end

-- The fenced blocks of a Markdown page: { language=, line= of the first code line, code = lines }.
function docs.blocks(path)
    local blocks, block, number = {}, nil, 0
    for line in read(path):gmatch "([^\n]*)\n" do
        number = number + 1
        local fence = line:match "^%s*```(.*)$"
        local word = fence and fence:match "^lua (%l+)$" -- as the lessons have (rigid.lessons.page)
        if fence and block then
            block = nil
        elseif fence then
            block = { language = word and "lua" or fence, line = number + 1, code = {} }
            if word then block[word] = true end
            blocks[#blocks + 1] = block
        elseif block then
            block.code[#block.code + 1] = line
        end
    end
    assert(not block, path .. ": a fence is not closed")
    return blocks
end

-- What a block says it prints.
function docs.expected(block)
    local lines = {}
    for _, line in ipairs(block.code) do
        local text = line:match "%-%->%s?(.*)$"
        if text then
            lines[#lines + 1] = (text:gsub("%s+$", ""))
        end
    end
    return lines
end

-- A place to run blocks in: rigid and its classes by name, everything else as usual.
function docs.environment(rigid)
    local env = { rigid = rigid }
    for name, value in pairs(rigid) do
        if type(value) == "table" and name:find "^%u" then
            env[name] = value
        end
    end
    return setmetatable(env, { __index = _G })
end

-- Call f with what it prints captured, and what the module prints by itself; the lines, and f's error if any.
local function capture(f)
    local pieces, print_before, write_before, stdout_before = {}, print, io.write, io.stdout
    local own = require "rigid.environment" -- what the modules have for globals
    local function write(...)
        for _, piece in ipairs { ... } do
            pieces[#pieces + 1] = tostring(piece)
        end
        return io.stdout
    end
    local function print_line(...)
        local words = table.pack(...)
        for i = 1, words.n do
            words[i] = tostring(words[i])
        end
        write(table.concat(words, "\t"), "\n")
    end
    local stdout = { write = function(_, ...) return write(...) end }
    _G.print, io.write, io.stdout = print_line, write, stdout -- luacheck: ignore 122
    own.print, own.io.write, own.io.stdout = print_line, write, stdout
    local ok, message = pcall(f)
    _G.print, io.write, io.stdout = print_before, write_before, stdout_before -- luacheck: ignore 122
    own.print, own.io.write, own.io.stdout = print_before, write_before, stdout_before
    local lines = {}
    for line in table.concat(pieces):gmatch "([^\n]*)\n?" do
        lines[#lines + 1] = (line:gsub("\t", "  "):gsub("%s+$", ""))
    end
    if lines[#lines] == "" then -- what follows the last newline
        lines[#lines] = nil
    end
    return lines, not ok and message or nil
end

local FOLD <const> = 72

-- Lines with their words folded; a line each way stays one.
local function folded(lines)
    local result = {}
    for _, text in ipairs(lines) do
        local line = ""
        for word in text:gmatch "%S+" do
            if #line + #word > FOLD then
                result[#result + 1] = line
                line = ""
            end
            line = line .. (line == "" and "" or " ") .. word
        end
        result[#result + 1] = line
    end
    return result
end

local function load_block(block, path, env)
    return assert(load(("\n"):rep(block.line - 1) .. table.concat(block.code, "\n"), "@" .. path, "t", env))
end

-- What the errors say of a block whose every statement is to fail: without the place, a line for each part that a colon ends.
local function raised(block, path, env)
    local lines = {}
    for _, entry in ipairs(require("rigid.lessons.page").entries { lines = block.code, line = block.line }) do
        local _, message = capture(load_block({ line = entry.line, code = entry.lines }, path, env))
        if not message then error(("%s:%d: this does not fail: %s"):format(path, entry.line, entry.code), 0) end
        message = tostring(message):gsub("^%S+:%d+: ", ""):gsub("([^:]): ", "%1:\n")
        for line in message:gmatch "[^\n]+" do lines[#lines + 1] = line end
    end
    return lines
end

-- Run a block; the lines it printed. An error in it is raised with its place in the page.
function docs.run(block, path, env)
    if block.raises then return raised(block, path, env) end
    local lines, message = capture(load_block(block, path, env))
    if message then
        error(message, 0)
    end
    return block.folded and folded(lines) or lines
end

-- Types ---------------------------------------------------------------------------------------------------------------

-- Split at a separator that is not inside brackets.
local function split(text, separator)
    local parts, depth, start = {}, 0, 1
    for i = 1, #text do
        local c = text:sub(i, i)
        if c:find "[{(<]" then
            depth = depth + 1
        elseif c:find "[})>]" then
            depth = depth - 1
        elseif c == separator and depth == 0 then
            parts[#parts + 1] = text:sub(start, i - 1)
            start = i + 1
        end
    end
    parts[#parts + 1] = text:sub(start)
    return parts
end

-- Kinds of spatial vectors are spatial vectors.
local parents = {
    Twist = "SpatialMotion", SpatialAcc = "SpatialMotion", Wrench = "SpatialForce", SpatialMomentum = "SpatialForce",
}

local function is_a(kind, class)
    return kind == class or (kind ~= nil and parents[kind] == class)
end

-- A function that says whether a value has the type written as text. Raises for a type that is not understood.
-- aliases: those of the reference.
function docs.matcher(text, rigid, aliases)
    local function all(texts)
        local matchers = {}
        for i, part in ipairs(texts) do
            matchers[i] = docs.matcher(part, rigid, aliases)
        end
        return matchers
    end
    local union = split(text, "|")
    if #union > 1 then
        local parts = all(union)
        return function(value)
            for _, part in ipairs(parts) do
                if part(value) then
                    return true
                end
            end
            return false
        end
    end
    if aliases[text] then
        return docs.matcher(aliases[text], rigid, aliases)
    end
    if text == "any" then
        return function() return true end
    end
    if text == "integer" then
        return function(value) return math.type(value) == "integer" end
    end
    if text == "nil" or text == "number" or text == "string" or text == "boolean" or text == "table" or text == "function" then
        return function(value) return type(value) == text end
    end
    local word = text:match '^"(.*)"$'
    if word then
        return function(value) return value == word end
    end
    local class = text:match "^rigid%.(%w+)$"
    if class then
        assert(rigid[class], "no such class: " .. text)
        return function(value) return is_a(rigid.type(value), class) end
    end
    local element = text:match "^(.+)%[%]$"
    local key_text, value_text = text:match "^table<(%w+),(%w+)>$"
    if element or key_text then
        local key_fits, entry_fits = table.unpack(all(element and { "integer", element } or { key_text, value_text }))
        return function(value)
            if type(value) ~= "table" then
                return false
            end
            for key, entry in pairs(value) do
                if not (key_fits(key) and entry_fits(entry)) then
                    return false
                end
            end
            return true
        end
    end
    local body = text:match "^{(.+)}$"
    if body then
        local fields = {}
        for _, field in ipairs(split(body, ",")) do
            local name, optional, kind = field:match "^([%w_]+)(%??):(.+)$"
            fields[name] = docs.matcher(optional == "?" and kind .. "|nil" or kind, rigid, aliases)
        end
        return function(value)
            if type(value) ~= "table" then
                return false
            end
            for name, fits in pairs(fields) do
                if not fits(value[name]) then
                    return false
                end
            end
            for name in pairs(value) do
                if not fields[name] then
                    return false
                end
            end
            return true
        end
    end
    error("type not understood: " .. text)
end

-- The types of the parameters of `fun(a: T, b: U): R`, and R.
function docs.signature(text)
    local inside, result = text:match "^fun(%b()):%s*(%S+)$"
    local types = {}
    for _, part in ipairs(split(inside:sub(2, -2), ",")) do
        if part ~= "" then
            types[#types + 1] = part:match "^%s*[%w_]+:%s*(.+)$"
        end
    end
    return types, result
end

return docs
