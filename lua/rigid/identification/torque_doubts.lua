-- Whether the torques of a log are those of these joints, in this order, sign and unit, as far as the model at hand tells that much; and whether they come
-- when the motions do.
local doubts = require "rigid.identification.doubts"
local even = require "rigid.identification.even"
local looped = require "rigid.identification.looped"

local correlation, size = doubts.correlation, doubts.size

local STATES <const> = 400

local function sign(x) return x > 0 and 1 or x < 0 and -1 or 0 end

-- Lists, by joint, of the torques that the model would need where joint j moves as joint order[j] does in the log; with what the model says of dampers
-- and of dry friction, if they are among `resisting`.
local function predicted_by(m, log, list, order, stride, resisting)
    local lists = {}
    local damping, friction = m:damping(), m:friction()
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
        for j, joint in ipairs(list) do
            local resisted = resisting and damping[joint.v] * v[joint.v] + friction[joint.v] * sign(v[joint.v]) or 0.0
            lists[j][#lists[j] + 1] = tau[joint.v] + resisted
        end
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

local SOME_TORQUE <const> = 1e-3 -- of the joint that has most

-- The least of the correlations, of joints with some torque.
local function worst_fit(predicted, measured, order)
    local least, most = 1.0, 0.0
    for j in ipairs(predicted) do most = math.max(most, size(measured[j])) end
    for j, list in ipairs(predicted) do
        local of = measured[order and order[j] or j]
        if size(of) > SOME_TORQUE * most then least = math.min(least, correlation(list, of)) end
    end
    return least
end

local BAD <const>, GOOD <const>, FEW <const> = 0.9, 0.97, 150

-- Where the motions of these joints fit the torques of others, in words; true if they do.
local function of_joints(say, m, log, list, resisting)
    local MORE <const> = 0.3 -- of what the log's own order leaves open
    local stride = math.max(1, #log.t // FEW)
    local measured, best = measured_of(log, list, stride), {score = GOOD}
    local own = predicted_by(m, log, list, identity(#list), stride, resisting)
    for _, one in ipairs(orders(list)) do
        local moved = predicted_by(m, log, list, one.order, stride, resisting)
        for _, way in ipairs {{"tau: %s", own, one.order}, {"q and v: %s", moved, nil}, {"q, v and tau: %s", moved, one.order}} do
            local score = fit(way[2], measured, way[3])
            if score > best.score and worst_fit(way[2], measured, way[3]) > BAD then best = {score = score, what = way[1]:format(one.what)} end
        end
    end
    if not best.what or 1 - best.score > MORE * (1 - fit(own, measured)) then return false end
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

local LONGEST_DELAY <const> = 0.15 -- of the log

-- Where torques fit the motions that were a while before, or come a while after. Whether it is so.
local function of_delay(say, log, stride, predicted, measured)
    local n, best = #predicted[1], {score = GOOD}
    if fit(predicted, measured) > BAD then return false end
    for lag = 1, math.floor(LONGEST_DELAY * n) do
        for towards = -1, 1, 2 do
            local early, late = {}, {}
            for j in ipairs(predicted) do
                early[j] = table.move(towards > 0 and predicted[j] or measured[j], 1, n - lag, 1, {})
                late[j] = table.move(towards > 0 and measured[j] or predicted[j], 1 + lag, n, 1, {})
            end
            local score = fit(early, late)
            if score > best.score then best = {score = score, lag = lag * stride, what = towards > 0 and "after" or "before"} end
        end
    end
    if not best.lag then return false end
    say("the torques come %d samples (%.3g s) %s the motions that they belong to", best.lag, best.lag * even.usual(log.t), best.what)
    return true
end

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

-- A joint whose torque is 0 throughout, and which does not swing freely: what its motion needs is not what is left where its parts make up for each
-- other, of gravity, of its own inertia and of all the rest.
local function of_silent(say, m, log, list, predicted, measured, stride)
    local ALONE <const> = 0.5 -- of its parts together
    local most, silent = 0.0, {}
    for j in ipairs(list) do
        most = math.max(most, size(predicted[j]))
        silent[#silent + 1] = size(measured[j]) == 0 and {joint = list[j], needed = predicted[j], gravity = {}, own = {}, rest = {}} or nil
    end
    if #silent == 0 or #silent == #list then return end
    for i = 1, #log.t, stride do
        local q, a = log.q:row(i), log.a:row(i)
        local g, H = m:gravity_forces(q), m:mass_matrix(q)
        for _, one in ipairs(silent) do
            local v, k = one.joint.v, #one.own + 1
            one.gravity[k], one.own[k] = g[v], H(v, v) * a[v]
            one.rest[k] = one.needed[k] - g[v] - one.own[k]
        end
    end
    for _, one in ipairs(silent) do
        local needed = size(one.needed)
        if needed > SOME_TORQUE * most and needed > ALONE * (size(one.gravity) + size(one.own) + size(one.rest)) then
            say("the torque of '%s' is 0 throughout, and its motion needs about %.3g: it was not measured", one.joint.name, needed)
        end
    end
end

-- The torques that a model needs, with what resists its joints or without it: as they fit better.
local function nearer(m, log, list, stride, measured)
    local without = predicted_by(m, log, list, identity(#list), stride)
    if m:damping():norm() == 0 and m:friction():norm() == 0 then return without, false end
    local with = predicted_by(m, log, list, identity(#list), stride, true)
    local function weight(predicted) -- with the sign open, which may be what is wrong
        local sum = 0.0
        for j in ipairs(list) do sum = sum + math.abs(correlation(predicted[j], measured[j])) end
        return sum
    end
    if weight(with) > weight(without) then return with, true end
    return without, false
end

local function of_torques(say, m, log, list)
    local loops = log.freedoms ~= nil
    if #list == 0 then return end
    local driven = false
    for _, joint in ipairs(list) do driven = driven or log.tau:column(joint.v):norm() > 0 end
    local stride = math.max(1, #log.t // STATES)
    local predicted, measured, resisting
    if loops then
        list, predicted, measured = along_loops(m, log, list, stride)
    else
        measured = measured_of(log, list, stride)
        predicted, resisting = nearer(m, log, list, stride, measured)
    end
    local needed = 0.0
    for j in ipairs(list) do needed = math.max(needed, size(predicted[j])) end
    if not driven and needed > 0 then return say "all torques are 0: they were not measured" end
    if not loops then of_silent(say, m, log, list, predicted, measured, stride) end
    if of_pairs(say, list, predicted, measured) or of_delay(say, log, stride, predicted, measured) then return end
    local doubtful = not loops and #list > 1 and #list <= MOST_JOINTS and (fit(predicted, measured) < GOOD or worst_fit(predicted, measured) < GOOD)
    if doubtful then
        if of_joints(say, m, log, list, resisting) then return end
        if (m:damping():norm() > 0 or m:friction():norm() > 0) and of_joints(say, m, log, list, not resisting) then return end
    end
    of_numbers(say, list, predicted, measured)
end

return of_torques
