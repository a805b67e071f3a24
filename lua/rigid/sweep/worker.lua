-- One process of a sweep: takes points, runs the script at each in globals of its own over those of the program, and keeps each row before
-- it goes on. What it tells the one that started it stands in lines of standard output that begin with MARK; any other is the script's own.
local core = require "rigid.core"
local points = require "rigid.sweep.points"
local rows = require "rigid.sweep.rows"
local share = require "rigid.sweep.share"

local worker = {MARK = "@sweep "}

-- A name that no other process has.
function worker.name() return ("%x-%x"):format(os.time(), math.random(0) & 0xffffffffffff) end

-- ---- what a script returned ------------------------------------------------------------------------------------------------

local function is_plain(value) return type(value) == "number" or type(value) == "string" or type(value) == "boolean" end

local function put(fields, name, value)
    local list = core.type(value) and value.table and value:table() or value
    if is_plain(list) then
        fields[name] = list
        return
    end
    for i = 1, type(list) == "table" and #list or 0 do
        if type(list[i]) ~= "number" then return ("'%s[%d]' is no number"):format(name, i) end
        fields[("%s_%d"):format(name, i)] = list[i]
    end
    if type(list) ~= "table" then return ("'%s' is a %s: a number, a text, true, false or a list of numbers is wanted"):format(name, type(value)) end
end

-- Its fields, or nil and what is wrong.
local function fields_of(returned)
    if type(returned) ~= "table" or core.type(returned) then
        return nil, ("it returned %s: a table of results is wanted"):format(core.type(returned) or type(returned))
    end
    local fields = {}
    for name, value in next, returned do
        if type(name) ~= "string" then return nil, "it returned a table with entries without a name: {energy = 3} is wanted" end
        local problem = put(fields, name, value)
        if problem then return nil, problem end
    end
    return fields
end

-- The row of a point. call: console.call, which hears Ctrl-C.
function worker.compute(sweep, n, call)
    local values = points.values(sweep, n)
    local own = setmetatable({sweep = values}, {__index = _G})
    local chunk, problem = load(sweep.text, "@" .. sweep.script, "t", own)
    local row = {point = n}
    if chunk then
        local ok, returned, stopped = call(chunk)
        if not ok then
            problem = tostring(returned)
            row.stopped = stopped
        else
            row.fields, problem = fields_of(returned)
        end
    end
    row.ok, row.why = row.fields ~= nil, problem
    return row, values
end

-- ---- the process -----------------------------------------------------------------------------------------------------------

local function tell(word, ...) io.stdout:write(worker.MARK, (table.concat({word, ...}, " "):gsub("%c+", " ")), "\n") end

-- Add a line to a file that is ours; raises where it cannot.
local function keep(file, row)
    local ok, problem = file:write(rows.line(row))
    if ok then ok, problem = file:flush() end
    if not ok then error(problem, 0) end
end

local function is_to_do(sweep, all, n) return share.is_ours(sweep.own, n) and (not all[n] or sweep.retry and not all[n].ok) end

function worker.run(console, sweep, list)
    io.stdout:setvbuf "line"
    local who, all = worker.name(), rows.read(console, sweep.directory)
    local ok, problem = pcall(function()
        local file <close>, reason = io.open(("%s/rows-%s"):format(sweep.directory, who), "a")
        if not file then error(reason, 0) end
        for first, last in share.blocks(sweep.directory, list, who, sweep.count) do
            for n = first, last do
                if is_to_do(sweep, all, n) then
                    tell("begins", n)
                    local row = worker.compute(sweep, n, console.call)
                    keep(file, row)
                    tell(row.ok and "did" or "failed", n)
                end
            end
        end
    end)
    tell(ok and "ends" or "stops", ok and "" or tostring(problem))
    return ok and 0 or 2
end

return worker
