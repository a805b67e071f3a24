-- Text that came through a pipe.
local entry = require "rigid.prompt.entry"
local errors = require "rigid.prompt.errors"
local evaluate = require "rigid.prompt.evaluate"
local globals = require "rigid.prompt.globals"
local rigid = require("rigid.registry").public

-- What is wrong with the entries of a text, before any of them runs: the first message; nil where nothing is.
local function trouble_of(entries, rest)
    for _, item in ipairs(entries) do
        if item.wrong then return select(2, entry.compile(("\n"):rep(item.line - 1) .. item.text, "=stdin")) end
    end
    return rest and select(2, entry.compile(("\n"):rep(rest.line - 1) .. rest.text, "=stdin"))
end

-- Run one entry of a text through a pipe, or answer a question; as console.enter.
local function run_piped(console, item)
    if item.wanted then
        return console.call(item.how == "lookfor" and rigid.lookfor or require("rigid.prompt.help").ask, item.wanted)
    end
    local chunk, message = entry.compile(("\n"):rep(item.line - 1) .. item.text, "=stdin", true)
    if not chunk then return false, message end
    return console.enter(evaluate.show, chunk, item.text, function() end)
end

-- Text that came through a pipe, taken as if it were typed; the first error ends it, and of a text with an entry that does
-- not compile nothing is run. Returns the exit code, or nil for what is a script: with locals of its own.
return function(console, text)
    if entry.is_script(text) then return nil end
    local entries, rest = entry.split((entry.without_prompts(text)))
    local trouble = trouble_of(entries, rest)
    if trouble and load(text, "=", "t") then return nil end -- what only compiles as one
    if trouble then
        evaluate.complain("rigid: " .. errors.message(trouble, "stdin", false))
        return 1
    end
    globals.open()
    for _, item in ipairs(entries) do
        local ok, err, interrupted = run_piped(console, item)
        if not ok then
            evaluate.complain("rigid: " .. errors.message(err, "stdin", false))
            return interrupted and 130 or 1
        end
    end
    return 0
end
