-- The examples of the typed reference and the pages: each runs, and prints what it says it prints.
local rigid = require "rigid"
local docs = require "spec.support.docs"

local reference = docs.reference(require("rigid.prompt.reference").paths())

local classes = {} -- names, in order

for name, value in pairs(rigid) do
    if type(value) == "table" and (getmetatable(value) or {}).__instance then
        classes[#classes + 1] = name
    end
end

table.sort(classes)

local function instance_of(class) return getmetatable(rigid[class]).__instance end
local function matcher(text) return docs.matcher(text, rigid, reference.aliases) end

-- Every public function by its full name, with the table and key it lives in.
local function registered()
    local found = {}
    local function walk(owner, mark, functions)
        for name, value in pairs(functions) do
            if type(value) == "function" then
                found[owner .. mark .. name] = { functions, name }
            end
        end
    end
    walk("rigid", ".", rigid)
    walk("trajectory", ".", rigid.trajectory)
    for _, class in ipairs(classes) do
        walk(class, ".", rigid[class])
        walk(class, ":", instance_of(class).__methods)
    end
    return found
end

local function sorted_keys(t)
    local keys = {}
    for key in pairs(t) do
        keys[#keys + 1] = key
    end
    table.sort(keys)
    return keys
end

-- Fail with the list of what is wrong, if anything is.
local function none(complaints) assert(#complaints == 0, "\n" .. table.concat(complaints, "\n")) end

local function described(value) return rigid.type(value) or type(value) end

-- Examples ------------------------------------------------------------------------------------------------------------

-- Run f while every public function and constructor is watched: seen(full name, arguments, results) after each call.
local function watched(seen, f)
    local undo = {}
    local function replace(holder, key, name)
        local original = holder[key]
        undo[#undo + 1] = function() holder[key] = original end
        holder[key] = function(...)
            local results = table.pack(original(...))
            seen(name, table.pack(...), results)
            return table.unpack(results, 1, results.n)
        end
    end
    for name, place in pairs(registered()) do
        if not name:find "^rigid%." then
            replace(place[1], place[2], name)
        end
    end
    for _, class in ipairs(classes) do
        replace(getmetatable(rigid[class]), "__call", class)
    end
    local ok, message = pcall(f)
    for _, put_back in ipairs(undo) do
        put_back()
    end
    if not ok then
        error(message, 0)
    end
end

local used_overloads = {}

-- The result of the first overload that the arguments after the first few fit, noted as used; nil if none does.
local function fitting_overload(name, overloads, arguments, first)
    for _, overload in ipairs(overloads) do
        local types, result = docs.signature(overload)
        local fits = arguments.n - first == #types
        for i, kind in ipairs(types) do
            fits = fits and matcher(kind)(arguments[first + i])
        end
        if fits then
            used_overloads[name .. " " .. overload] = true
            return result
        end
    end
end

-- What is wrong with the types of one call; nil where they are as written.
local function mistyped(name, arguments, results)
    if reference.classes[name] then
        local result = fitting_overload(name, reference.classes[name].overloads, arguments, 1)
        if not result or not matcher(result)(results[1]) then
            return name .. " is made in a way that no @overload says"
        end
        return
    end
    local entry = reference.by_name[name]
    local first = entry.mark == ":" and 1 or 0
    if fitting_overload(name, entry.overloads, arguments, first) then
        return
    end
    for i, param in ipairs(entry.params) do
        local value = arguments[first + i]
        if not (param.optional and value == nil) and not matcher(param.type)(value) then
            return ("%s: argument %s is a %s, not a %s"):format(name, param.name, described(value), param.type)
        end
    end
    if arguments.n > first + #entry.params then
        return name .. " takes more arguments than are documented"
    end
    for i, result in ipairs(entry.returns) do
        if not matcher(result.type)(results[i]) then
            return ("%s: result %s is a %s, not a %s"):format(name, result.name, described(results[i]), result.type)
        end
    end
    local last = entry.returns[#entry.returns]
    if results.n > #entry.returns and not (last and last.name == "...") then
        return name .. " returns more than is documented"
    end
end

-- Compare what a block printed with what it says it prints; a block that says nothing may print anything.
local function check_output(block, printed)
    local expected = docs.expected(block)
    if #expected > 0 then
        assert.same(expected, printed)
    end
end

-- Run one example of the reference, types watched; name is what it must call, or nil.
local function check_example(block, name)
    assert.equal("lua", block.language)
    local called, complaints = false, {}
    local env = docs.environment(rigid)
    local printed
    local function run() printed = docs.run(block, block.path, env) end
    if name and name:find "^rigid%." then -- not watched: they may remember functions by identity
        called = table.concat(block.code, "\n"):find(name, 1, true)
        run()
    else
        watched(function(which, arguments, results)
            called = called or which == name
            complaints[#complaints + 1] = mistyped(which, arguments, results)
        end, run)
    end
    none(complaints)
    assert.truthy(called or not name, (name or "") .. " is not called by its own example")
    check_output(block, printed)
end

describe("the example of", function()
    for _, class in ipairs(sorted_keys(reference.classes)) do
        for _, block in ipairs(reference.classes[class].examples) do
            it(class .. " does what it says", function() check_example(block) end)
        end
    end
    for _, entry in ipairs(reference.entries) do
        for _, block in ipairs(entry.examples) do
            it(entry.full_name .. " does what it says", function() check_example(block, entry.full_name) end)
        end
    end

    teardown(function() -- each @overload is shown by some entry
        local unused = {}
        local function look(name, overloads)
            for _, overload in ipairs(overloads) do
                if not used_overloads[name .. " " .. overload] then
                    unused[#unused + 1] = name .. ": " .. overload
                end
            end
        end
        for _, class in ipairs(classes) do
            look(class, reference.classes[class].overloads)
        end
        for _, entry in ipairs(reference.entries) do
            look(entry.full_name, entry.overloads)
        end
        none(unused)
    end)
end)

-- What each Lua block of a page prints, by its number. Blocks rely on what those before them have made, so the first time
-- one is asked for, these are run too, each once and in the order of the page.
local function in_turn(page)
    local blocks, env, outcomes = docs.blocks(page), docs.environment(rigid), {}
    return function(number)
        for i = #outcomes + 1, number do
            outcomes[i] = blocks[i].language == "lua" and table.pack(pcall(docs.run, blocks[i], page, env)) or {}
        end
        local ok, result = table.unpack(outcomes[number])
        return ok and result or error(result, 0)
    end
end

describe("the page", function()
    local pages = { "README.md" }
    local listing = assert(io.popen "ls doc/*.md")
    for page in listing:lines() do
        pages[#pages + 1] = page
    end
    listing:close()
    assert(#pages >= 5, "the pages of doc/ are missing")

    for _, page in ipairs(pages) do
        local output = in_turn(page)
        for number, block in ipairs(docs.blocks(page)) do
            it(page .. " runs as written at line " .. block.line, function()
                assert.truthy(("lua sh c text"):find("%f[%w]" .. block.language .. "%f[%W]"), "a block of no known language")
                if block.language == "lua" then
                    check_output(block, output(number))
                end
            end)
        end

        it(page .. " links to files that exist", function()
            local file = assert(io.open(page))
            local text = file:read "a"
            file:close()
            for target in text:gmatch "%]%(([^)#]+)[^)]*%)" do
                if not target:find "^%a+:" then
                    local path = (page:match "^(.*/)" or "") .. target
                    local linked = io.open(path)
                    assert.truthy(linked, page .. " links to " .. path)
                    linked:close()
                end
            end
        end)
    end
end)
