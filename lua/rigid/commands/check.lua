-- rigid check FILE...: judges the inertias of robot files, and mends them with --fix. What is found goes to standard output,
-- what is wrong with the call itself to standard error; see check/manual.lua for all of it.
local errors = require "rigid.errors"
local inputs = require "rigid.check.inputs"
local progress = require "rigid.progress"

local CLEAN <const>, FOUND <const>, FAILED <const>, INTERRUPTED <const> = 0, 1, 2, 130

local function complain(text, ...)
    io.stderr:write("rigid check: ", select("#", ...) > 0 and text:format(...) or text, "\n")
    return FAILED
end

-- ---- the command line -----------------------------------------------------------------------------------------------

local function parser()
    local found, argparse = errors.try(require, "argparse")
    if not found then return nil end
    local p = argparse "rigid check":add_help(false)
    p:argument "file":args "*"
    p:flag "--explain"
    p:flag "--json"
    p:flag "--links"
    p:flag "--notes"
    p:flag "-q --quiet"
    p:flag "--strict"
    p:flag "-h --help"
    p:option "--fix":argname "OUT"
    p:option "--color":choices {"always", "never", "auto"}:default "auto"
    return p
end

local function read_options(words)
    local p = parser()
    if not p then return nil, complain "the command line needs argparse (Debian: lua-argparse; LuaRocks: argparse)" end
    local ok, options = p:pparse(words)
    if not ok then return nil, complain("%s\nTry 'rigid check --help'.", options) end
    if not options.help and #options.file == 0 then
        return nil, complain "no file is named\nTry 'rigid check --help'."
    end
    return options
end

local function print_manual(screen)
    local text = require "rigid.check.manual":gsub("%f[^\n%z]%u[%u ]+%f[\n]", function(title) return screen:paint("bold", title) end)
    io.stdout:write(text)
    return CLEAN
end

-- ---- mending --------------------------------------------------------------------------------------------------------

-- Is the mended text what it should be: every link as before but those that were mended, and these bodies?
local function is_as_meant(before, after)
    if #before.links ~= #after.links then return false end
    for i, link in ipairs(before.links) do
        local now, study = after.links[i], before.studies[link.name]
        local mended = study and study.chosen
        if now.name ~= link.name or (now.inertia == nil) ~= (link.inertia == nil) then return false end
        if mended and now.verdict == "error" then return false end
        if not mended and link.inertia and tostring(now.inertia:parameters()) ~= tostring(link.inertia:parameters()) then return false end
    end
    return true
end

local function write_file(console, path, text)
    local directory = path:match "^(.*)/[^/]*$"
    if directory and directory ~= "" and not console.make_directory(directory, 511) then -- 0777, less the umask
        return "the directory cannot be made"
    end
    local _, problem = require("rigid.files.disk").write(path, text)
    return problem
end

-- Write the mended copy of what was examined; the report on what is in it, or nil when that failed.
local function fix(console, one, input, examine)
    if not one.format or #one.links == 0 then return nil end
    local text = examine.mended(one)
    local after = text == one.text and one or examine.text(text, one.file)
    if not is_as_meant(one, after) then
        complain("%s: nothing is written, for the change would do more than it should", one.file)
        return nil
    end
    local problem = write_file(console, input.out, text)
    if problem then
        complain("%s: %s", input.out, problem)
        return nil
    end
    one.written = input.out
    return after
end

-- ---- checking -------------------------------------------------------------------------------------------------------

local function examined(input, examine, on_progress)
    if input.problem then return examine.unreadable(input.path, input.problem) end
    local one = examine.file(input.path, on_progress, input.streams)
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
    return {status = one.status, count = one.count, links = links, unseen = #one.unseen, left = after and after.count.error}
end

-- Columns of the longest of several paths, else 0.
local function widest(list)
    local columns = 0
    if #list < 2 then return 0 end
    for _, input in ipairs(list) do columns = math.max(columns, utf8.len(input.path) or #input.path) end
    return columns
end

local function check(console, options, bar)
    local examine = require "rigid.check.examine"
    local screen = require("rigid.check.terminal").new(console, options.color)
    local json
    if options.json then
        json = require "rigid.check.json"
        local library, problem = json.load()
        if not library then return complain(problem) end
    end
    local list = inputs.expand(console, options.file)
    local wrong = options.fix and inputs.plan_outputs(console, list, options.file, options.fix)
    if wrong then return complain(wrong) end
    local report = require("rigid.check.report").new(screen, {
        links = options.links or #list == 1, explain = options.explain, quiet = options.quiet, notes = options.notes,
        fixing = options.fix ~= nil, column = widest(list),
    }, function(text) io.stdout:write(text) end)
    local all, files, code = {}, {}, CLEAN
    for i, input in ipairs(list) do
        bar:update((i - 1) / #list)
        local one = examined(input, examine, function(share) bar:update((i - 1 + share) / #list) end)
        if console.interrupted() then return INTERRUPTED end -- and taken for an error of the file
        local after = options.fix and fix(console, one, input, examine)
        bar:clear()
        code = math.max(code, options.fix and one.format and not after and FAILED or code_of(after or one, options.strict))
        if json then
            files[i] = json.file(one)
        else
            report:file(one)
            if one.written and not options.quiet then report:changes(one, one.written) end
        end
        all[i] = kept(one, after)
    end
    if json then
        io.stdout:write(json.text(files, summary_of(all), code), "\n")
    elseif not options.quiet then
        report:summary(all, code)
    end
    return code
end

return function(console, ...)
    local options, failure = read_options {...}
    if not options then return failure end
    if options.help then return print_manual(require("rigid.check.terminal").new(console, options.color)) end
    local bar = progress.bar()
    local ok, code, stopped = console.call(check, console, options, bar)
    bar:clear()
    if stopped then return INTERRUPTED end
    if not ok then error(code, 0) end
    return code
end
