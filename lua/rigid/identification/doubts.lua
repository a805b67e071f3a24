-- Whether the columns of a log are what they are called: whether v is how q changes, whether samples are new ones, whether one sticks out, and whether
-- torques are those of these joints, in this order, sign and unit, as far as the model at hand tells that much. What data.lua has looked at before is
-- taken to be right.
local even = require "rigid.identification.even"
local looped = require "rigid.identification.looped"

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
    if most == 0 and said_most == 0 and #list == log.v:cols() and #list > 0 then return say "nothing moves: all joints stay where they are" end
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

local ASKED <const>, HELD <const> = 2000, 0.1

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

-- ---- torques against the model --------------------------------------------------------------------------------------

local STATES <const> = 400

-- Lists, by joint, of the torques that the model would need where joint j moves as joint order[j] does in the log.
local function predicted_by(m, log, list, order, stride)
    local lists = {}
    for j in ipairs(list) do lists[j] = {} end
    for i = 1, #log.t, stride do
        local q, v, a = log.q:row(i), log.v:row(i), log.a:row(i)
        for j, joint in ipairs(list) do
            local from = list[order[j]]
            if from ~= joint then
                q:set(joint.q, log.q(i, from.q))
                v:set(joint.v, log.v(i, from.v))
                a:set(joint.v, log.a(i, from.v))
            end
        end
        local tau = m:inverse_dynamics(q, v, a)
        for j, joint in ipairs(list) do lists[j][#lists[j] + 1] = tau[joint.v] end
    end
    return lists
end

local function measured_of(log, list, stride)
    local lists = {}
    for j, joint in ipairs(list) do
        lists[j] = {}
        for i = 1, #log.t, stride do lists[j][#lists[j] + 1] = log.tau(i, joint.v) end
    end
    return lists
end

-- Of a robot with loops: the joints by which its equations are called, and lists, by these, of the torques along the motions that the loops leave.
local function along_loops(m, log, list, stride)
    local called, predicted, measured = {}, {}, {}
    for k, freedom in ipairs(log.freedoms) do
        for _, joint in ipairs(list) do called[k] = joint.v == freedom and joint or called[k] end
        predicted[k], measured[k] = {}, {}
    end
    for i = 1, #log.t, stride do
        local q = log.q:row(i)
        local across = looped.motions(m, q, log.freedoms):transpose()
        local told, driven = across * m:inverse_dynamics(q, log.v:row(i), log.a:row(i)), across * log.tau:row(i)
        for k in ipairs(called) do predicted[k][#predicted[k] + 1], measured[k][#measured[k] + 1] = told[k], driven[k] end
    end
    return called, predicted, measured
end

local function identity(n)
    local order = {}
    for j = 1, n do order[j] = j end
    return order
end

-- The orders that people mistake for each other, and what they are called.
local function orders(list)
    local n, all = #list, {}
    for a = 1, n do
        for b = a + 1, n do
            local order = identity(n)
            order[a], order[b] = b, a
            all[#all + 1] = {order = order, what = ("'%s' and '%s' exchanged"):format(list[a].name, list[b].name)}
        end
    end
    local reversed, up, down = {}, {}, {}
    for j = 1, n do reversed[j], up[j], down[j] = n + 1 - j, j % n + 1, (j - 2) % n + 1 end
    all[#all + 1] = {order = reversed, what = "the joints in the opposite order"}
    all[#all + 1] = {order = up, what = "each joint's from the one behind it"}
    all[#all + 1] = {order = down, what = "each joint's from the one before it"}
    return all
end

-- How well torques fit: the mean of the correlations by joint, those of much torque counting more.
local function fit(predicted, measured, order)
    local sum, all = 0.0, 0.0
    for j, list in ipairs(predicted) do
        local of = measured[order and order[j] or j]
        local weight = math.sqrt(size(of))
        sum, all = sum + weight * correlation(list, of), all + weight
    end
    return all > 0 and sum / all or 1.0
end

local BAD <const>, GOOD <const>, FEW <const> = 0.9, 0.97, 150

-- Where the motions of these joints fit the torques of others, in words; true if they do.
local function of_joints(say, m, log, list)
    local stride = math.max(1, #log.t // FEW)
    local measured, own, best = measured_of(log, list, stride), predicted_by(m, log, list, identity(#list), stride), {score = GOOD}
    for _, one in ipairs(orders(list)) do
        local moved = predicted_by(m, log, list, one.order, stride)
        for _, way in ipairs {{"tau: %s", own, one.order}, {"q and v: %s", moved, nil}, {"q, v and tau: %s", moved, one.order}} do
            local score = fit(way[2], measured, way[3])
            if score > best.score then best = {score = score, what = way[1]:format(one.what)} end
        end
    end
    if not best.what then return false end
    say("the torques are not those of these motions; they would be with other columns, %s", best.what)
    return true
end

local MOST_JOINTS <const> = 10 -- whose orders are tried

local UNIT <const> = 50 -- times as much torque as the model needs: more than a guess of its masses is off

-- Two that fit each other's place, and not their own. Whether there are such.
local function of_pairs(say, list, predicted, measured)
    local found = false
    for a = 1, #list do
        for b = a + 1, #list do
            local own = math.max(correlation(predicted[a], measured[a]), correlation(predicted[b], measured[b]))
            if own < 0.5 and correlation(predicted[a], measured[b]) > 0.9 and correlation(predicted[b], measured[a]) > 0.9 then
                say("the torques of '%s' and '%s' fit each other's place: columns are exchanged", list[a].name, list[b].name)
                found = true
            end
        end
    end
    return found
end

local MUCH <const> = 0.05 -- of the joint that needs most torque

-- The largest of what is measured by what is needed, of the joints that need much.
local function weakest(predicted, measured)
    local most, largest = 0.0, nil
    for _, list in ipairs(predicted) do most = math.max(most, size(list)) end
    for a, list in ipairs(predicted) do
        local needed = size(list)
        if most > 0 and needed > MUCH * most then largest = math.max(largest or 0.0, size(measured[a]) / needed) end
    end
    return largest
end

-- Sign and unit.
local function of_numbers(say, list, predicted, measured)
    local alike, factors = 0, {}
    for a, joint in ipairs(list) do
        local own = correlation(predicted[a], measured[a])
        if own < -0.9 then
            say("the torques of '%s' have the opposite sign of what its motion needs", joint.name)
        elseif own > 0.9 then
            alike = alike + 1
            factors[alike] = size(measured[a]) / size(predicted[a])
        end
    end
    table.sort(factors)
    local low = weakest(predicted, measured)
    if alike == 0 and low and low < 1 / UNIT then
        return say("torques are %.3g times what these motions need, or less: they are in another unit, or of motors before their gears", low)
    end
    if alike > 0 and alike >= 0.5 * #list and (factors[1] > UNIT or factors[alike] < 1 / UNIT) then
        say("torques are %.3g times what these motions need: they are in another unit", factors[(alike + 1) // 2])
    end
end

function doubts.of_torques(say, m, log, list)
    local loops = log.freedoms ~= nil
    if #list == 0 or #list ~= m:nv() then return end
    local driven = false
    for _, joint in ipairs(list) do driven = driven or log.tau:column(joint.v):norm() > 0 end
    local stride = math.max(1, #log.t // STATES)
    local predicted, measured
    if loops then
        list, predicted, measured = along_loops(m, log, list, stride)
    else
        predicted, measured = predicted_by(m, log, list, identity(#list), stride), measured_of(log, list, stride)
    end
    local needed = 0.0
    for j in ipairs(list) do needed = math.max(needed, size(predicted[j])) end
    if not driven and needed > 0 then return say "all torques are 0: they were not measured" end
    if of_pairs(say, list, predicted, measured) then return end
    local doubtful = not loops and #list > 1 and #list <= MOST_JOINTS and fit(predicted, measured) < BAD
    if not (doubtful and of_joints(say, m, log, list)) then of_numbers(say, list, predicted, measured) end
end

return doubts
