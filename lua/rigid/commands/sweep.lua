-- rigid sweep SCRIPT --param NAME=WHAT ... --out FILE: a script over a grid of parameters, or over draws. The one that is called starts
-- processes of its own (rigid/sweep/worker.lua), listens to them, and puts the rows together; see rigid/sweep/manual.lua for all of it.
local disk = require "rigid.files.disk"
local fingerprint = require "rigid.fingerprint"
local points = require "rigid.sweep.points"
local progress = require "rigid.progress"
local rows = require "rigid.sweep.rows"
local share = require "rigid.sweep.share"
local worker = require "rigid.sweep.worker"
local sorted = require "rigid.sorted"
local settings = require "rigid.display.settings"

local DONE <const>, FAILED <const>, WRONG <const>, INTERRUPTED <const> = 0, 1, 2, 130
local MOST_JOBS <const> = 1024

local function complain(text, ...)
    io.stderr:write(settings.folded("rigid sweep: " .. (select("#", ...) > 0 and text:format(...) or text), 2), "\n")
    return WRONG
end

-- ---- the command line -----------------------------------------------------------------------------------------------

local function parser()
    local found, argparse = pcall(require, "argparse")
    if not found then return nil end
    local p = argparse "rigid sweep":add_help(false)
    p:argument "script":args "?"
    p:option "--param":argname "NAME=WHAT":count "*"
    for _, option in ipairs {"--draws", "--seed", "--jobs", "--out", "--point", "--part", "--member", "--shares"} do p:option(option) end
    for _, flag in ipairs {"--retry", "--keep", "--fresh", "-q --quiet", "-h --help"} do p:flag(flag) end
    return p
end

local function whole(said, least, most, fallback)
    if said == nil then return fallback end
    local number = math.tointeger(tonumber(said))
    return number and number >= least and number <= most and number or nil
end

-- The sweep that is asked for, or nil and what is wrong.
local function read(options)
    if not options.script then return nil, "no script is named\nTry 'rigid sweep --help'." end
    local text, problem = disk.read(options.script, 64)
    if not text then return nil, ("%s: %s"):format(options.script, problem) end
    local chunk, mistake = load(text, "@" .. options.script, "t", {})
    if not chunk then return nil, mistake end
    local sweep = {script = options.script, text = text, parameters = {}, out = options.out, retry = options.retry}
    local seen = {}
    for i, said in ipairs(options.param) do
        sweep.parameters[i], problem = points.parse(said)
        if not sweep.parameters[i] then return nil, "--param " .. problem end
        local name = sweep.parameters[i].name
        if seen[name] then return nil, ("--param %s is said twice"):format(name) end
        seen[name] = true
    end
    sweep.seed = whole(options.seed, math.mininteger, math.maxinteger, 1)
    if not sweep.seed then return nil, "--seed is a whole number" end
    sweep.draws = whole(options.draws, 1, points.MOST)
    if options.draws and not sweep.draws then return nil, ("--draws is a number from 1 to %d"):format(points.MOST) end
    sweep.count = sweep.draws or points.count(sweep.parameters)
    if not sweep.count then return nil, ("these are more than %d points"):format(points.MOST) end
    sweep.directory = sweep.out and sweep.out .. ".parts"
    return sweep
end

-- ---- what is there already ------------------------------------------------------------------------------------------

local function description(sweep)
    local lines = {}
    for i, parameter in ipairs(sweep.parameters) do lines[i] = parameter.said end
    lines[#lines + 1] = ("%s, seed %d"):format(sweep.draws and sweep.draws .. " draws" or "grid", sweep.seed)
    return table.concat(lines, "\n") .. "\n", ("script %s\n"):format(fingerprint(sweep.text))
end

local function forget(console, directory, pattern)
    for _, name in ipairs(console.entries(directory) or {}) do
        if name:find(pattern) then os.remove(directory .. "/" .. name) end
    end
end

-- Make the directory of the rows, or see that it is this sweep's; what is wrong.
local function settle(console, sweep, options)
    for _, pattern in ipairs(options.fresh and {"^rows%-", "^list%-", "^sweep$"} or {}) do forget(console, sweep.directory, pattern) end
    local above = sweep.out:match "^(.*)/[^/]*$"
    if above and above ~= "" and console.kind(above) ~= "directory" then return ("--out %s: there is no directory %s"):format(sweep.out, above) end
    if not console.make_directory(sweep.directory, 511) then return ("%s: the directory cannot be made"):format(sweep.directory) end
    local path, asked, script = sweep.directory .. "/sweep", description(sweep)
    local text = disk.read(path, 1)
    if text and text:sub(1, #asked) ~= asked then
        return ("%s is of another sweep: take another --out, or --fresh to forget it"):format(sweep.directory)
    elseif text and text ~= asked .. script and not options.keep then
        return ("%s has changed since %s was begun: --keep goes on, --fresh forgets what is there"):format(sweep.script, sweep.directory)
    end
    local written, problem = true, nil
    if text ~= asked .. script then written, problem = disk.write(path, asked .. script) end
    return not written and ("%s: %s"):format(path, problem) or nil
end

-- ---- processes ------------------------------------------------------------------------------------------------------

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

-- How this program is called, and as what part of a sweep.
local function command(sweep, options, list)
    local first = 0
    while _G.arg and _G.arg[first - 1] do first = first - 1 end
    local words = {quoted(_G.arg[first]), "sweep", quoted(options.script), "--member", quoted(list), "--out", quoted(sweep.out)}
    if options.script:sub(1, 1) == "-" then words[3] = quoted("./" .. options.script) end
    for _, said in ipairs(options.param) do words[#words + 1] = "--param " .. quoted(said) end
    words[#words + 1] = ("--seed %d"):format(sweep.seed)
    if sweep.draws then words[#words + 1] = ("--draws %d"):format(sweep.draws) end
    if sweep.retry then words[#words + 1] = "--retry" end
    if sweep.own.size then words[#words + 1] = ("--shares %d/%d"):format(sweep.own.rank + 1, sweep.own.size) end
    return table.concat(words, " ")
end

-- Start that many, and listen until they are gone, or heard(word, point, rest), which is called for each line of theirs, says that it is enough.
-- The lines of the script go on. Where we are broken off, they are ended before the pipe waits for them.
local function listen(words, jobs, state, heard)
    local parts = {}
    for k = 1, jobs do parts[k] = ("%s & echo '%spid' $!"):format(words, worker.MARK) end
    local pipe <close> = assert(io.popen(table.concat(parts, "; ") .. "; wait"))
    local _ <close> = setmetatable({}, {__close = function()
        if #state.pids > 0 then os.execute("kill " .. table.concat(state.pids, " ") .. " 2>/dev/null") end
    end})
    for line in pipe:lines() do
        local word, rest = line:match("^" .. worker.MARK .. "(%l+) ?(.*)$")
        if word then
            if heard(word, math.tointeger(tonumber(rest:match "^%d+")), rest:match "^%d+ (.*)$" or rest) then return end
        else
            io.stdout:write(line, "\n")
        end
    end
    state.pids = {}
end

-- One round; state.inside are then points that were begun and not ended, state.disk what was wrong with writing. Who was started by mpirun and its
-- kin ends when these are killed: the next run would not know that somebody still takes points.
local function round(sweep, options, state, list, jobs, left, bar)
    state.pids, state.inside = {}, {}
    listen(command(sweep, options, list), jobs, state, function(word, point, rest)
        if word == "pid" then
            state.pids[#state.pids + 1] = point
        elseif word == "begins" then
            state.inside[point] = true
        elseif word == "did" or word == "failed" then
            state.inside[point] = nil
            state.ended = state.ended + 1
            bar:update(state.ended / left)
        elseif word == "stops" then
            state.disk = rest
        end
        state.alone = state.parent and share.parent() ~= state.parent
        return state.alone
    end)
end

-- Points whose process died at them, as rows.
local function mourn(sweep, state)
    if state.disk or state.alone or not next(state.inside) then return end
    local lines = {}
    for n in pairs(state.inside) do
        lines[#lines + 1] = rows.line {point = n, ok = false, why = "its process ended there: killed, or out of memory"}
    end
    local _, problem = disk.write(("%s/rows-%s"):format(sweep.directory, worker.name()), lines)
    state.disk = problem
end

local function count_left(sweep, all)
    local left, failed, others = 0, {}, 0
    for n = 1, sweep.count do
        local ours, row = share.is_ours(sweep.own, n), all[n]
        if row and not row.ok then failed[#failed + 1] = row end
        if ours and (not row or sweep.retry and not row.ok) then left = left + 1 end
        if not ours and not row then others = others + 1 end
    end
    return left, failed, others
end

-- Rounds until nothing is left of what is ours: where a process died, others take what it left; with a list that all share, in another
-- run. What failed is tried again once.
local function compute(console, sweep, options, state, jobs)
    local bar, left = progress.bar(options.quiet), count_left(sweep, (rows.read(console, sweep.directory)))
    local whole_of_it = left
    while left > 0 do
        local before, list = left, sweep.own.list or worker.name()
        round(sweep, options, state, list, math.min(jobs, left), whole_of_it, bar)
        mourn(sweep, state)
        if not sweep.own.list then os.remove(("%s/list-%s"):format(sweep.directory, list)) end
        sweep.retry = false
        left = count_left(sweep, (rows.read(console, sweep.directory)))
        if state.disk or state.alone or sweep.own.list or left == before then break end
    end
    bar:clear()
end

-- ---- the end --------------------------------------------------------------------------------------------------------

local SHOWN <const> = 10

local function rerun(sweep, options, n)
    local words = {"rigid sweep", options.script}
    for _, said in ipairs(options.param) do words[#words + 1] = "--param " .. (said:find "[^%w=.:,_+-]" and quoted(said) or said) end
    if sweep.draws then words[#words + 1] = ("--draws %d"):format(sweep.draws) end
    if sweep.seed ~= 1 then words[#words + 1] = ("--seed %d"):format(sweep.seed) end
    return table.concat(words, " ") .. (" --point %d"):format(n)
end

local function said_of(sweep, n)
    local values, parts = points.values(sweep, n), {}
    for i, parameter in ipairs(sweep.parameters) do
        local value = values[parameter.name]
        parts[i] = ("%s = %s"):format(parameter.name, type(value) == "string" and value or ("%.6g"):format(value))
    end
    return table.concat(parts, ", ")
end

local function conclude(console, sweep, options, state)
    if state.alone then return complain("the %s that started this has ended: the same call goes on from there", sweep.own.by) end
    local all, problem = rows.merge(console, sweep, points.values)
    if state.disk or not all then
        return complain("%s: what is computed is kept; the same call goes on from there", state.disk or problem)
    end
    local left, failed, others = count_left(sweep, all)
    if left + others == 0 then forget(console, sweep.directory, "^list%-") end
    for i = 1, math.min(SHOWN, #failed) do
        local row = failed[i]
        io.stderr:write(("point %d (%s): %s\n  %s\n"):format(row.point, said_of(sweep, row.point), row.why, rerun(sweep, options, row.point)))
    end
    if #failed > SHOWN then io.stderr:write(("and %d more\n"):format(#failed - SHOWN)) end
    if not options.quiet then
        local missing = left + others > 0 and (sweep.own.by and ", %d with others or to come" or ", %d to come"):format(left + others) or ""
        io.stdout:write(("%s: %d of %d points%s%s\n"):format(sweep.out, sweep.count - #failed - left - others, sweep.count,
            #failed > 0 and (", %d failed"):format(#failed) or "", missing))
    end
    if left > 0 and not sweep.own.by then return complain "processes ended without a word: the same call goes on from there" end
    -- mpirun ends all processes when one ends with a status that is not 0: so only who comes last says that points failed
    local last = others == 0 or not sweep.own.together
    return #failed > 0 and last and FAILED or DONE
end

-- ---- one point ------------------------------------------------------------------------------------------------------

local function show_point(console, sweep, options)
    local n = whole(options.point, 1, sweep.count)
    if not n then return complain("--point is a number from 1 to %d", sweep.count) end
    io.stdout:write(("point %d: %s\n"):format(n, said_of(sweep, n)))
    local row = worker.compute(sweep, n, console.call)
    if row.stopped then return INTERRUPTED end
    if not row.ok then
        io.stderr:write(row.why, "\n")
        return FAILED
    end
    for _, name in ipairs(sorted(row.fields)) do io.stdout:write(("%s = %s\n"):format(name, tostring(row.fields[name]))) end
    return DONE
end

-- ---- all of it ------------------------------------------------------------------------------------------------------

local function own_share(options)
    local said = options.shares or options.part
    if not said then
        local own, problem = share.of(os.getenv)
        if own then own.launched = true end
        return own or not problem and {} or nil, problem
    end
    local own = share.part(said)
    return own, not own and ("--part is K/N, such as 3/8, not '%s'"):format(said) or nil
end

local function run(console, options)
    local sweep, problem = read(options)
    if not sweep then return complain("%s", problem) end
    sweep.own = {}
    if options.point then return show_point(console, sweep, options) end
    if not sweep.out then return complain "--out is missing: where do the results go?" end
    if options.member and not options.shares then return worker.run(console, sweep, options.member) end
    sweep.own, problem = own_share(options)
    if not sweep.own then return complain("%s", problem) end
    if options.member then return worker.run(console, sweep, options.member) end
    local jobs = whole(options.jobs, 1, MOST_JOBS, 1)
    if not jobs then return complain("--jobs is a number from 1 to %d", MOST_JOBS) end
    if options.fresh and sweep.own.by then
        return complain("--fresh forgets what the others of %s have done: remove %s before", sweep.own.by, sweep.directory)
    end
    problem = settle(console, sweep, options)
    if problem then return complain("%s", problem) end
    local state = {ended = 0, pids = {}, inside = {}, parent = sweep.own.launched and share.parent() or nil}
    local ok, why, stopped = console.call(compute, console, sweep, options, state, jobs)
    if not ok and not stopped then return complain("%s", tostring(why)) end
    if stopped then
        rows.merge(console, sweep, points.values)
        io.stderr:write(("rigid sweep: broken off; the same call goes on from there\n"))
        return INTERRUPTED
    end
    return conclude(console, sweep, options, state)
end

return function(console, ...)
    local p = parser()
    if not p then return complain "the command line needs argparse (Debian: lua-argparse; LuaRocks: argparse)" end
    local ok, options = p:pparse {...}
    if not ok then return complain("%s\nTry 'rigid sweep --help'.", options) end
    if options.help then
        io.stdout:write((require "rigid.sweep.manual"))
        return DONE
    end
    return run(console, options)
end
