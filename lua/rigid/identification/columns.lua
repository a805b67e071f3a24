-- Columns of a file as the lists of a log, by the names that Log:save gives them: t, q.elbow, v.elbow, tau.elbow, and a.elbow where accelerations are there.
local core = require "rigid.core"
local display = require "rigid.display"
local errors = require "rigid.errors"
local joints = require "rigid.model.joints"
local even = require "rigid.identification.even"
local readings = require "rigid.identification.readings"

local Matrix = core.Matrix

local columns = {}

local PARTS <const> = {q = 1, v = 2, tau = 3, a = 2} -- which of what a joint says of its numbers

-- The names of the columns of a part that a joint has.
local function names_of_joint(m, letter, name, list)
    for _, number in ipairs(joints.type(m:joint(name)).written[PARTS[letter]]) do list[#list + 1] = ("%s.%s%s"):format(letter, name, number[1]) end
    return list
end

-- Of all joints, in the order of the model.
local function names_of(m, letter)
    local list = {}
    for _, name in ipairs(m:joint_names()) do names_of_joint(m, letter, name, list) end
    return list
end

-- The names of the joints of which there is a column.
function columns.joints(m, read)
    local list = {}
    for _, name in ipairs(m:joint_names()) do
        local there = false
        for _, letter in ipairs {"q", "v", "tau"} do
            for _, column in ipairs(names_of_joint(m, letter, name, {})) do there = there or read[column] ~= nil end
        end
        if there then list[#list + 1] = name end
    end
    return list
end

-- What else to do where a column is missing: of a joint that the file does not have at all, while it has others.
local function advice(m, read)
    local count = #columns.joints(m, read)
    if count == 0 or count == #m:joint_names() then return "" end
    return ("; if the joints that are not there stood still, lock them: --lock, or m:lock{except = {..}} (%d of %d are there)"):format(count, #m:joint_names())
end

-- Whether there is no number in a column from the second sample on.
local function is_empty(column)
    local some = false
    if column.words then return false end
    readings.each(column, function(i, x) some = some or i > 1 and x == x end)
    return not some
end

-- What stands in columns that a file need not have: of the passive joints of a linkage, where they are is told by the loops (unmeasured.lua), and no torque
-- drives them.
local function open_of(m, read)
    local open = {}
    for _, name in ipairs(#m:loops() > 0 and m:joint_names() or {}) do
        local passive = true
        for _, column in ipairs(names_of_joint(m, "q", name, {})) do passive = passive and (not read[column] or is_empty(read[column])) end
        for _, letter in ipairs(passive and {"q", "v", "a"} or {}) do
            for _, column in ipairs(names_of_joint(m, letter, name, {})) do open[column] = 0 / 0 end
        end
        for _, column in ipairs(names_of_joint(m, "tau", name, {})) do open[column] = 0.0 end
    end
    return open
end

-- The samples of a part as a Matrix; nil and the name that is missing. A column that was taken is let go of: a log may be long.
local function part(m, letter, read, count, open)
    local names, there = names_of(m, letter), false
    for _, name in ipairs(names) do
        local missing = not read[name] and not open[name]
        if missing or read[name] and read[name].words then return nil, name end
        there = there or read[name] ~= nil
    end
    if not there then return nil, names[1] end
    local M = Matrix(count, #names)
    for k, name in ipairs(names) do
        for i = 1, read[name] and 0 or count do M:set(i, k, open[name]) end
        if read[name] then readings.each(read[name], function(i, x) M:set(i, k, x) end) end
        read[name] = nil
    end
    return M
end

-- The times of what was read: its own, or so many samples a second; or nil and what is wrong.
local function times_of(read, rate)
    if read.t and not read.t.words and rate then return nil, "the log has a column 't': no rate is expected beside it" end
    if read.t and not read.t.words then return readings.list(read.t) end
    local list, first = {}, read[read.names[1]]
    if rate and not read.t and not first.words then
        readings.each(first, function(i) list[i] = (i - 1) / rate end)
        return list
    end
    return nil, ("no column 't'%s; there are %s%s"):format(read.t and " of numbers" or "", display.printable(table.concat(read.written or read.names, ", ")),
        rate and "" or "; where samples follow each other evenly, --rate HZ or rate = HZ says how fast")
end

-- Has it no velocity at all, of a robot whose configurations have rates that are velocities?
local function is_without_v(m, read)
    local some = m:nq() ~= m:nv() or #m:loops() > 0
    for _, name in ipairs(names_of(m, "v")) do some = some or read[name] ~= nil end
    return not some
end

-- What was read of a file (readings.lua), which is used up by it, as {t, q, v, tau, a}, at even times and without what is faster than
-- `cutoff` Hz where that is given; or nil and what is wrong. `rate`: of a file without times. Without velocities, v is nil.
function columns.log(m, read, cutoff, rate)
    local t, problem = times_of(read, rate)
    if not t then return nil, problem end
    local log, absent, open = {t = t}, advice(m, read), open_of(m, read)
    local without = is_without_v(m, read)
    for _, letter in ipairs {"q", "v", "tau", "a"} do
        local missing
        log[letter], missing = part(m, letter, read, #log.t, open)
        if missing and letter ~= "a" and not (letter == "v" and without) then
            return nil, ("no column '%s'%s; there are %s%s"):format(display.printable(missing), read[missing] and " of numbers" or "",
                display.printable(table.concat(read.written or read.names, ", ")), display.printable(absent))
        end
    end
    if not cutoff then return log end
    local done, smooth = errors.try(even.asked, log, {cutoff = cutoff})
    if done then return smooth end
    if not errors.is(smooth) then error(smooth, 0) end
    return nil, errors.detail(smooth)
end

return columns
