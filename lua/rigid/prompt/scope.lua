-- The locals of a session. What an entry declares by `local`, outside of any block, lives on in the entries after it as it does
-- in the lines of a script: the same variable, which closures share, not a copy; declared again, it is another one. For that
-- an entry is compiled as a function that has the locals it names as upvalues, joined to those of the session, and
-- that gives, before its own values, a list of functions each of which holds one local that it declared.
-- What is closed with its block (<close>) is closed with its entry and does not live on. Of an entry that fails, what it had declared
-- till then lives on as well.
local tokens = require "rigid.prompt.tokens"
local sorted = require "rigid.sorted"

local scope = {}

local session = {} -- by name {cell = function whose upvalue 1 is the variable, constant}

-- ---- what a text declares -------------------------------------------------------------------------------------------

local OPENS <const> = {["function"] = true, ["do"] = true, ["if"] = true, ["repeat"] = true}
local CLOSES <const> = {["end"] = true, ["until"] = true}
local BRACKETS <const> = {["("] = 1, ["["] = 1, ["{"] = 1, [")"] = -1, ["]"] = -1, ["}"] = -1}

-- Calls visit(token, i, list, depth of blocks, of brackets, of functions) for each word, the depths being those before it.
function scope.walk(list, visit)
    local blocks, brackets = {}, 0
    local functions = 0
    for i, token in ipairs(list) do
        visit(token, i, #blocks, brackets, functions)
        if token.kind == "name" and OPENS[token.text] then
            blocks[#blocks + 1] = token.text
            if token.text == "function" then functions = functions + 1 end
        elseif token.kind == "name" and CLOSES[token.text] then
            if table.remove(blocks) == "function" then functions = functions - 1 end
        elseif token.kind == "sign" then
            brackets = brackets + (BRACKETS[token.text] or 0)
        end
    end
end

-- The names that the `local` at list[i] declares, into `found`: name to whether it is constant.
local function add_declared(list, i, found)
    local at = i + 1
    if list[at] and list[at].text == "function" then
        found[list[at + 1].text] = false
        return
    end
    while list[at] and list[at].kind == "name" do
        local name, attribute = list[at].text, nil
        at = at + 1
        if list[at] and list[at].text == "<" then
            attribute = list[at + 1].text
            at = at + 3
        end
        found[name] = attribute == "const"
        if attribute == "close" or name == "_ENV" or name == "_" then found[name] = nil end -- _ is the last value
        if not (list[at] and list[at].text == ",") then return end
        at = at + 1
    end
end

-- What is to be known of a text that compiles: the names of the session's locals that it may mean; those that it declares,
-- as by add_declared; and where it returns: a list of {past, bare = nothing follows, outer = at the end of it all}.
local function read(text)
    local list = tokens.of(text)
    local meant, declared, returns = {}, {}, {}
    scope.walk(list, function(token, i, blocks, _, functions)
        if token.kind ~= "name" then return end
        if session[token.text] then meant[token.text] = true end
        if token.text == "local" and blocks == 0 then add_declared(list, i, declared) end
        if token.text == "return" and functions == 0 then
            local after = list[i + 1]
            local bare = not after or after.text == ";" or after.text == "end" or after.text == "else" or after.text == "elseif"
                or after.text == "until"
            returns[#returns + 1] = {past = token.last + 1, bare = bare, outer = blocks == 0}
        end
    end)
    return meant, declared, returns
end

-- ---- compiling ------------------------------------------------------------------------------------------------------

-- The text that gives the cells of those names.
local function cells_of(names)
    local parts = {}
    for i, name in ipairs(names) do parts[i] = "function() return " .. name .. " end" end
    return "{" .. table.concat(parts, ", ") .. "}"
end

-- The text with the cells before what it returns.
local function returning(text, names, returns)
    local cells, parts, from, ended = cells_of(names), {}, 1, false
    for _, place in ipairs(returns) do
        parts[#parts + 1] = text:sub(from, place.past - 1)
        parts[#parts + 1] = " " .. (place.outer and cells or "nil") .. (place.bare and " " or ", ")
        from, ended = place.past, place.outer
    end
    return table.concat(parts) .. text:sub(from) .. "\n" .. (ended and "" or "return " .. cells)
end

local function prelude(names)
    local parts = {}
    for i, name in ipairs(names) do
        parts[i] = session[name].constant and "local " .. name .. " <const> = (function() end)() " or "local " .. name .. " "
    end
    return table.concat(parts)
end

-- Make the upvalues of a function, and of what it will make, those of the session.
local function join(f)
    local i = 1
    local name = debug.getupvalue(f, i)
    while name do
        if session[name] then debug.upvaluejoin(f, i, session[name].cell, 1) end
        i = i + 1
        name = debug.getupvalue(f, i)
    end
end

-- Take up the locals in the cells; a constant that the compiler has folded gets a variable.
local function take_up(cells, names, declared)
    for i, name in ipairs(names) do
        local cell = cells[i]
        if not debug.getupvalue(cell, 1) then
            local value = cell()
            cell = function() return value end
        end
        session[name] = {cell = cell, constant = declared[name]}
    end
end

local running -- {of = the function of the entry that runs, names, declared}

-- A cell of a value: that of a function among the locals which has the variable, so that it stays one, else a new one.
local function cell_for(name, value, locals)
    local variable = value
    local function cell() return variable end
    for _, f in next, locals do
        local i = type(f) == "function" and 1
        while i do
            local known, its = debug.getupvalue(f, i)
            if known == name and rawequal(its, value) then
                debug.upvaluejoin(cell, 1, f, i)
                return cell
            end
            i = known and i + 1
        end
    end
    return cell
end

-- The entry that ran last has failed, with these functions active (frames as console.enter has them): keep what it had declared.
function scope.failed(frames)
    for _, frame in ipairs(running and frames or {}) do
        if frame.of == running.of then
            for _, name in ipairs(running.names) do
                local value = frame.locals[name]
                if value ~= nil then
                    session[name] = {cell = cell_for(name, value, frame.locals), constant = running.declared[name]}
                end
            end
        end
    end
end

-- The function of a text that compiles, where the session's locals are seen and which adds its own to them when it has run;
-- or nil and a message, where it assigns to a constant. entry_chunk: what errors know the user's part by.
function scope.load(text, name)
    local meant, declared, returns = read(text)
    local before, names = sorted(meant), sorted(declared)
    local function compile(body) return load(prelude(before) .. "return function(...) " .. body .. "\nend", name, "t", _G) end
    local outer, message = compile(returning(text, names, returns))
    if not outer then -- a label at the end has something behind it now
        names = {}
        outer = compile(returning(text, names, returns):gsub("return {}$", ""))
    end
    if not outer then return nil, message end
    local entry_chunk = outer()
    join(entry_chunk)
    local function keep(cells, ...)
        if cells then take_up(cells, names, declared) end
        return ...
    end
    return function()
        running = {of = entry_chunk, names = sorted(declared), declared = declared}
        return keep(entry_chunk())
    end
end

-- ---- looking --------------------------------------------------------------------------------------------------------

-- Whether there is a local of that name, and its value.
function scope.get(name)
    local found = session[name]
    if not found then return false end
    return true, (select(2, debug.getupvalue(found.cell, 1)))
end

-- The names of all locals, sorted.
function scope.names() return sorted(session) end

-- What an entry sees by a name, as a table: the locals, and the globals by inheritance.
function scope.seen()
    local seen = {}
    for name in next, session do seen[name] = select(2, scope.get(name)) end
    return setmetatable(seen, {__index = _G})
end

-- Make a value a local of the session.
function scope.set(name, value)
    session[name] = {cell = function() return value end, constant = false}
end

return scope
