-- Whether the columns of a log are what they are called: whether v is how q changes, whether samples are new ones, whether one sticks out or many stand
-- still. What data.lua has looked at before is taken to be right; torques are held against the model in torque_doubts.lua.
local even = require "rigid.identification.even"

local doubts = {}

-- ---- statistics -----------------------------------------------------------------------------------------------------

local function correlation(a, b)
    local n, sa, sb = #a, 0.0, 0.0
    for i = 1, n do sa, sb = sa + a[i], sb + b[i] end
    local aa, bb, ab = 0.0, 0.0, 0.0
    for i = 1, n do
        local x, y = a[i] - sa / n, b[i] - sb / n
        aa, bb, ab = aa + x * x, bb + y * y, ab + x * y
    end
    return aa > 0 and bb > 0 and ab / math.sqrt(aa * bb) or 0.0
end
doubts.correlation = correlation

local function size(list)
    local sum = 0.0
    for _, x in ipairs(list) do sum = sum + x * x end
    return #list > 0 and math.sqrt(sum / #list) or 0.0
end
doubts.size = size

-- ---- motion ---------------------------------------------------------------------------------------------------------

local SPANS <const>, LONGEST <const> = 400, 16 -- how many are looked at; samples of one

-- How far q of a joint went in spans of samples, and how far v says it went.
local function ways(log, joint, usual)
    local t, moved, said, column = log.t, {}, {}, log.q:column(joint.q)
    local begins_anew = joint.angle and column:max() - column:min() <= 2 * math.pi + 1e-3 -- after a turn, perhaps
    local step = math.max(1, math.min(LONGEST, #t // 20))
    for first = 1, #t - step, math.max(step, #t // SPANS) do
        local last, sum = first + step, 0.0
        if t[last] - t[first] < 2 * step * usual then
            for i = first, last - 1 do sum = sum + 0.5 * (log.v(i, joint.v) + log.v(i + 1, joint.v)) * (t[i + 1] - t[i]) end
            local way = log.q(last, joint.q) - log.q(first, joint.q)
            if begins_anew then way = way - 2 * math.pi * math.floor(way / (2 * math.pi) + 0.5) end
            moved[#moved + 1], said[#said + 1] = way, sum
        end
    end
    return moved, said
end

local SMALL <const> = 0.05 -- of what the joint that moves most does: less may be noise

function doubts.of_motion(say, log, list)
    local usual, all, most, said_most = even.usual(log.t), {}, 0.0, 0.0
    for j, joint in ipairs(list) do
        local moved, said = ways(log, joint, usual)
        all[j] = {moved = size(moved), said = size(said), fit = correlation(moved, said)}
        most, said_most = math.max(most, all[j].moved), math.max(said_most, all[j].said)
    end
    if most == 0 and said_most == 0 and log.v:norm() == 0 then return say "nothing moves: all joints stay where they are" end
    for j, joint in ipairs(list) do
        local one = all[j]
        if one.moved > SMALL * most and one.said == 0 then
            say("v of '%s' is 0 throughout, and its q moves", joint.name)
        elseif one.said > SMALL * most and one.moved == 0 then
            say("q of '%s' stays where it is, and its v does not", joint.name)
        elseif one.moved > SMALL * most and one.fit < 0.7 then
            say("v of '%s' is not how its q changes: they correlate by %.2f", joint.name, one.fit)
        end
    end
end

-- ---- samples --------------------------------------------------------------------------------------------------------

local ASKED <const>, HELD <const>, FEWEST <const> = 2000, 0.1, 20

-- Samples that are those before them once more, while something moves.
function doubts.of_new(say, log)
    local count, asked, first, size_of = 0, 0, nil, log.v:cols()
    for i = 2, #log.t, math.max(1, #log.t // ASKED) do
        local same, moves = true, false
        for k = 1, size_of do
            local v = log.v(i, k)
            moves = moves or v ~= 0
            same = same and v == log.v(i - 1, k) and log.tau(i, k) == log.tau(i - 1, k)
        end
        for k = 1, same and log.q:cols() or 0 do same = same and log.q(i, k) == log.q(i - 1, k) end
        asked = asked + 1
        if same and moves then count, first = count + 1, first or i end
    end
    if count > HELD * asked then
        say("%.0f %% of the samples are the one before once more, while v is not 0 (as sample %d): a reading that is held, or frozen",
            100 * count / asked, first)
    end
end

-- The longest run of one number in a list, as its first and last place.
local function longest_run(list)
    local from, to, first = 1, 1, 1
    for i = 2, #list do
        if list[i] ~= list[first] then first = i end
        if i - first > to - from then from, to = first, i end
    end
    return from, to
end

local TRAVELLED <const> = 0.02 -- of the way that q goes in all: by its v, while it stays

-- How far the velocities of column k lead from sample `first` on, at most, up to `last`.
local function way_of(log, k, first, last)
    local x, most = 0.0, 0.0
    for i = first + 1, last do
        x = x + 0.5 * (log.v(i - 1, k) + log.v(i, k)) * (log.t[i] - log.t[i - 1])
        most = math.max(most, math.abs(x))
    end
    return most
end

-- Configurations that stay for a while where they were, though their velocities lead away.
local function look_at_stuck_angle(say, log, joint, stride)
    local column, some = log.q:column(joint.q), {}
    for i = 1, #log.t, stride do some[#some + 1] = column[i] end
    local from, to = longest_run(some)
    local first, last = 1 + (from - 1) * stride, 1 + (to - 1) * stride
    if to - from <= math.max(HELD * #some, FEWEST) or to - from == #some - 1 then return end
    if way_of(log, joint.v, first, last) > TRAVELLED * (column:max() - column:min()) then
        say("q of '%s' is %.6g from sample %d to %d, while its v leads away: a reading that is stuck", joint.name, some[from], first, last)
    end
end

-- Torques that stay for a while where they were: neither at rest nor at what a motor can give at most, which is the largest of the log, nor switched off.
function doubts.of_stuck(say, log, list)
    local stride = math.max(1, #log.t // ASKED)
    for _, joint in ipairs(list) do
        look_at_stuck_angle(say, log, joint, stride)
        local column, some = log.tau:column(joint.v), {}
        for i = 1, #log.t, stride do some[#some + 1] = column[i] end
        local from, to = longest_run(some)
        local x, first, last = some[from], 1 + (from - 1) * stride, 1 + (to - 1) * stride
        local moves = log.v(first, joint.v) ~= log.v(last, joint.v)
        if to - from > math.max(HELD * #some, FEWEST) and to - from < #some - 1 and moves and x ~= 0 and x < column:max() and x > column:min() then
            say("the torque of '%s' is %.6g from sample %d to %d, while it moves: a reading that is stuck", joint.name, x, first, last)
        end
    end
end

local SOME <const> = 500

-- The numbers below and above which few of a column are, and half the way.
local function usual_range(M, k)
    local list, n = {}, M:rows()
    for i = 1, n, math.max(1, n // SOME) do list[#list + 1] = M(i, k) end
    table.sort(list)
    local aside = #list // 50
    return list[1 + aside], list[#list - aside]
end

-- The sample of column k that is `x`, if both that are two before and behind it are far from it.
local function lone(M, k, x, middle)
    local far = 0.8 * math.abs(x - middle)
    for i = 3, M:rows() - 2 do
        if M(i, k) == x then return math.abs(x - M(i - 2, k)) > far and math.abs(x - M(i + 2, k)) > far and i or nil end
    end
    return nil
end

local BEYOND <const> = {q = 0.5, v = 1, tau = 5} -- of the usual range: torques do have peaks

function doubts.of_spikes(say, log, list)
    for _, name in ipairs {"q", "v", "tau"} do
        local M = log[name]
        for _, joint in ipairs(list) do
            local k = joint[name == "tau" and "v" or name]
            local column, low, high = M:column(k), usual_range(M, k)
            local room = BEYOND[name] * (high - low)
            for _, x in ipairs {column:max(), column:min()} do
                local i = (x > high + room or x < low - room) and lone(M, k, x, 0.5 * (low + high))
                if i then
                    say("%s of '%s' is %.6g in sample %d alone, and from %.4g to %.4g otherwise: leave that sample out", name, joint.name, x, i, low, high)
                end
            end
        end
    end
end

return doubts
