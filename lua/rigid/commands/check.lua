-- rigid check FILE...: judges the inertias of robot files, and mends them with --fix. What is found goes to standard output,
-- what is wrong with the call itself to standard error; see check/manual.lua for all of it.
local errors = require "rigid.errors"
local inputs = require "rigid.check.inputs"
local progress = require "rigid.progress"
local settings = require "rigid.display.settings"

local CLEAN <const>, FOUND <const>, FAILED <const>, INTERRUPTED <const> = 0, 1, 2, 130

local function complain(text, ...)
    io.stderr:write(settings.folded("rigid check: " .. (select("#", ...) > 0 and text:format(...) or text), 2), "\n")
    return FAILED
end

-- ---- the command line -----------------------------------------------------------------------------------------------

local FORMATS <const> = {"text", "json", "sarif", "github"}

local function parser()
    local found, argparse = errors.try(require, "argparse")
    if not found then return nil end
    local p = argparse "rigid check":add_help(false)
    p:argument "file":args "*"
    for _, flag in ipairs {"--derivation", "--diff", "--unsafe-fixes", "--json", "--links", "--notes", "-q --quiet", "--rules", "--strict",
        "-h --help"} do p:flag(flag) end
    p:option "--explain":argname "CODE"
    p:option "--fix":argname "OUT"
    p:option "--select":argname "CODES":count "*"
    p:option "--ignore":argname "CODES":count "*"
    p:option "--baseline":argname "FILE"
    p:option "--write-baseline":argname "FILE"
    p:option "--format":choices(FORMATS):default "text"
    p:option "--color":choices {"always", "never", "auto"}:default "auto"
    return p
end

local function read_options(words)
    local p = parser()
    if not p then return nil, complain "the command line needs argparse (Debian: lua-argparse; LuaRocks: argparse)" end
    local ok, options = p:pparse(words)
    if not ok then return nil, complain("%s\nTry 'rigid check --help'.", options) end
    if options.fix and #options.file == 0 then options.file = {options.fix} end -- in its place
    if not options.help and not options.rules and not options.explain and #options.file == 0 then
        return nil, complain "no file is named\nTry 'rigid check --help'."
    end
    if options.json then options.format = "json" end
    return options
end

-- Which findings are told; nil and the exit code where that cannot be known.
local function read_sieve(options)
    local sieve, told = require "rigid.check.sieve", {}
    for _, name in ipairs {"select", "ignore"} do
        if #options[name] > 0 then
            local set, unknown = sieve.words(options[name])
            if not set then return nil, complain("--%s: '%s' is no code of a rule; --rules lists them", name, unknown) end
            told[name] = set
        end
    end
    if options.baseline then
        local text, problem = require("rigid.files.disk").read(options.baseline, 64)
        if not text then return nil, complain("%s: %s", options.baseline, problem) end
        told.known = {}
        for line in text:gmatch "[^\r\n]+" do told.known[line] = true end
    end
    return told
end

local function print_manual(screen)
    local text = require "rigid.check.manual":gsub("%f[^\n%z]%u[%u ]+%f[\n]", function(title) return screen:paint("bold", title) end)
    io.stdout:write(text)
    return CLEAN
end

local function print_rules(screen)
    for _, rule in ipairs(require("rigid.doctor.rules").list) do
        io.stdout:write(screen:letters(("%-20s %-10s %s\n"):format(rule.code, rule.severity, rule.headline)))
    end
    return CLEAN
end

-- The page of a rule.
local function explain(screen, word)
    local rules = require "rigid.doctor.rules"
    local rule = rules.find(word)
    if not rule then return complain("'%s' is no code of a rule; --rules lists them", word) end
    io.stdout:write(screen:paint("bold", rule.code), " (", rule.severity, ")\n")
    for _, part in ipairs {rule.headline, rule.meaning, rule.example and "Example: " .. rule.example or false, "See: " .. rule.reference} do
        for _, line in ipairs(part and screen:wrapped(part, "  ", "  ") or {}) do io.stdout:write(line, "\n") end
    end
    return CLEAN
end

-- ---- mending --------------------------------------------------------------------------------------------------------

-- Is the mended text what it should be: every link as before but those that were mended, and these bodies?
local function is_as_meant(before, after)
    if #before.links ~= #after.links then return false end
    for i, link in ipairs(before.links) do
        local now, study = after.links[i], before.studies[link.name]
        local mended = study and study.taken
        if now.name ~= link.name or (now.inertia == nil) ~= (link.inertia == nil) then return false end
        if mended and now.verdict == "error" then return false end
        if not mended and link.inertia and tostring(now.inertia:parameters()) ~= tostring(link.inertia:parameters()) then return false end
    end
    return true
end

-- Write a file, in a directory that is made where it is not there: said, unless it lies in the one that the user named.
local function write_file(console, path, text, named)
    local directory = path:match "^(.*)/[^/]*$"
    if directory and directory ~= "" and not console.kind(directory) then
        if not console.make_directory(directory, 511) then return "the directory cannot be made" end -- 0777, less the umask
        if path == named then io.stderr:write(("rigid check: made the directory %s\n"):format(directory)) end
    end
    local _, problem = require("rigid.files.disk").write(path, text)
    return problem
end

-- The mended text of what was examined, and the report on it; nil where it would not be what it should.
local function mended(one, examine, unsafe)
    if not one.format or #one.links == 0 then return nil end
    if one.expanded and examine.can_mend(one, unsafe) then
        complain("%s: nothing is written, for xacro makes the robot of it, and one figure here may be many there: change it where the report says, "
            .. "or mend what `xacro` writes", one.file)
        return nil
    end
    local text = examine.mended(one, unsafe)
    local after = text == one.text and one or examine.text(text, one.file)
    if is_as_meant(one, after) then return text, after end
    complain("%s: nothing is written, for the change would do more than it should", one.file)
    return nil
end

-- Write the mended copy of what was examined; the report on what is in it, or nil when that failed.
local function fix(console, one, input, examine, options)
    local text, after = mended(one, examine, options.unsafe_fixes)
    if not text then return nil end
    local problem = write_file(console, input.out, text, options.fix)
    if problem then
        complain("%s: %s", input.out, problem)
        return nil
    end
    one.written = input.out
    return after
end

-- ---- checking -------------------------------------------------------------------------------------------------------

local SMALL <const>, PATIENT <const>, THRIFTY <const> = 1 << 20, 600, 200 -- bytes of a file; pauses of the collector, per cent of what is in use

-- What is made of a file of usual size is little and soon garbage: collected seldom, it takes a fifth less time.
local function pace_collector(console, input)
    local file <close> = not input.problem and console.kind(input.path) == "file" and io.open(input.path) or nil
    collectgarbage("incremental", file and file:seek "end" <= SMALL and PATIENT or THRIFTY)
end

local function examined(input, examine, on_progress, told)
    if input.problem then return examine.unreadable(input.path, input.problem) end
    local one = examine.file(input.path, on_progress, input.streams, told)
    one.file = input.shown or one.file
    return one
end

local function code_of(one, strict)
    if one.status == "unreadable" then return FAILED end
    if one.count.error > 0 then return FOUND end
    return strict and #one.findings > 0 and FOUND or CLEAN
end

local function summary_of(all)
    local summary = {files = #all, links = 0, sound = 0, unreadable = 0, error = 0, warning = 0, suspicion = 0}
    for _, one in ipairs(all) do
        for _, link in ipairs(one.links) do summary.links = summary.links + (link.inertia and 1 or 0) end
        for kind, count in pairs(one.count) do summary[kind] = summary[kind] + count end
        if summary[one.status] then summary[one.status] = summary[one.status] + 1 end
    end
    return summary
end

-- What the end needs of a file; the rest may go.
local function kept(one, after)
    local links = {}
    for i, link in ipairs(one.links) do links[i] = {inertia = link.inertia and true or nil} end
    local unread = 0
    for _, note in ipairs(one.unseen) do unread = unread + (note.code == "geometry_missing" and 1 or 0) end
    return {status = one.status, count = one.count, links = links, unread = unread, left = after and after.count.error, written = one.written ~= nil}
end

-- Columns of the longest of several paths, else 0.
local function widest(list)
    local columns = 0
    if #list < 2 then return 0 end
    for _, input in ipairs(list) do columns = math.max(columns, utf8.len(input.path) or #input.path) end
    return columns
end

-- ---- what is printed ------------------------------------------------------------------------------------------------

-- For each format what is done with each file, and in the end: of(one, after), finish(all, code).
local PRINTERS = {}

function PRINTERS.text(screen, options, list)
    local report = require("rigid.check.report").new(screen, {
        links = options.links or #list == 1, derivation = options.derivation, quiet = options.quiet, notes = options.notes,
        fixing = options.fix ~= nil, column = widest(list),
    }, function(text) io.stdout:write(text) end)
    return function(one)
        report:file(one)
        if one.written and not options.quiet then report:changes(one, one.written) end
    end, function(all, code)
        if not options.quiet then report:summary(all, code) end
    end
end

function PRINTERS.json()
    local json, files = require "rigid.check.json", {}
    local library, problem = json.load()
    if not library then return nil, problem end
    return function(one) files[#files + 1] = json.file(one) end, function(all, code)
        io.stdout:write(json.text(files, summary_of(all), code), "\n")
    end
end

function PRINTERS.sarif()
    local library, problem = require("rigid.check.json").load()
    if not library then return nil, problem end
    local formats, results = require "rigid.check.formats", {}
    return function(one)
        for _, result in ipairs(formats.results(one)) do results[#results + 1] = result end
    end, function() io.stdout:write(formats.sarif(library, results), "\n") end
end

function PRINTERS.github()
    local formats = require "rigid.check.formats"
    return function(one)
        for _, line in ipairs(formats.annotations(one)) do io.stdout:write(line, "\n") end
    end, function() end
end

function PRINTERS.diff(_, options)
    local examine, diff = require "rigid.check.examine", require "rigid.check.diff"
    return function(one)
        local text = mended(one, examine, options.unsafe_fixes)
        for _, line in ipairs(text and diff.lines(one.file, one.text, text) or {}) do io.stdout:write(line, "\n") end
    end, function() end
end

-- ---- all of it ------------------------------------------------------------------------------------------------------

local function write_baseline(path, keys)
    table.sort(keys)
    local _, problem = require("rigid.files.disk").write(path, #keys > 0 and table.concat(keys, "\n") .. "\n" or "")
    return problem and complain("%s: %s", path, problem) or CLEAN
end

local function check(console, options, bar)
    local examine = require "rigid.check.examine"
    local screen = require("rigid.check.terminal").new(console, options.color)
    local told, failure = read_sieve(options)
    if not told then return failure end
    local list = inputs.expand(console, options.file)
    local wrong = options.fix and inputs.plan_outputs(console, list, options.file, options.fix)
    if wrong then return complain(wrong) end
    local print, finish = PRINTERS[options.diff and "diff" or options.format](screen, options, list)
    if not print then return complain(finish) end
    local all, keys, code = {}, {}, CLEAN
    for i, input in ipairs(list) do
        bar:update((i - 1) / #list)
        pace_collector(console, input)
        local one = examined(input, examine, function(share) bar:update((i - 1 + share) / #list) end, told)
        if console.interrupted() then return INTERRUPTED end -- and taken for an error of the file
        local after = options.fix and fix(console, one, input, examine, options)
        bar:clear()
        code = math.max(code, options.fix and one.format and not after and FAILED or code_of(after or one, options.strict))
        print(one)
        for _, finding in ipairs(one.findings) do keys[#keys + 1] = require("rigid.check.sieve").key(finding) end
        all[i] = kept(one, after)
    end
    finish(all, code)
    if options.write_baseline then return write_baseline(options.write_baseline, keys) end
    return code
end

return function(console, ...)
    local options, failure = read_options {...}
    if not options then return failure end
    local screen = require("rigid.check.terminal").new(console, options.color)
    if options.help then return print_manual(screen) end
    if options.rules then return print_rules(screen) end
    if options.explain then return explain(screen, options.explain) end
    local bar = progress.bar()
    local ok, code, stopped = console.call(check, console, options, bar)
    bar:clear()
    if stopped then return INTERRUPTED end
    if not ok then error(code, 0) end
    return code
end
