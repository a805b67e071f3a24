-- A log as identification reads it: equally many times, configurations, velocities, torques, and accelerations, its own or those of its
-- velocities. A log that cannot be right is named in words before anything is fitted to it.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"

local Vector = core.Vector

local data = {}

-- ---- statistics -----------------------------------------------------------------------------------------------------

local function median(list)
    local sorted = table.move(list, 1, #list, 1, {})
    table.sort(sorted)
    return sorted[(#sorted + 1) // 2]
end

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

-- The factor by which b is a, in least squares.
local function ratio(a, b)
    local bb, ab = 0.0, 0.0
    for i = 1, #a do bb, ab = bb + b[i] * b[i], ab + a[i] * b[i] end
    return bb > 0 and ab / bb or 0.0
end

local function range(list)
    local low, high = math.huge, -math.huge
    for _, x in ipairs(list) do low, high = math.min(low, x), math.max(high, x) end
    return low, high
end

-- ---- what cannot be right -------------------------------------------------------------------------------------------

local FEWEST <const> = 8 -- samples

local function look_at_times(say, t)
    if #t < FEWEST then return say("%d samples are too few: at least %d are needed", #t, FEWEST) end
    local steps = {}
    for i = 2, #t do steps[i - 1] = t[i] - t[i - 1] end
    local usual, repeats, first = median(steps), 0, nil
    for i, h in ipairs(steps) do
        if h <= 0 then repeats, first = repeats + 1, first or i end
    end
    if repeats > 0 then say("times repeat or go back %d times, first at sample %d (t = %.6g s)", repeats, first + 1, t[first + 1]) end
    for i, h in ipairs(steps) do
        if usual > 0 and h > 5 * usual then
            return say("there is a gap of %.4g s after sample %d (t = %.6g s), where steps are of %.4g s: cut the log there", h, i, t[i], usual)
        end
    end
end

-- The first entry that is no finite number.
local function look_at_numbers(say, log)
    local fine = true
    for i, t in ipairs(log.t) do
        if t - t ~= 0 then
            say("t of sample %d is %s", i, t ~= t and "NaN" or "infinite")
            fine = false
            break
        end
    end
    for _, letter in ipairs {"q", "v", "tau", "a"} do
        for i, x in ipairs(log[letter] or {}) do
            for k = 1, #x do
                if x[k] - x[k] ~= 0 then
                    say("%s[%d] of sample %d is %s", letter, k, i, x[k] ~= x[k] and "NaN" or "infinite")
                    fine = false
                    goto next
                end
            end
        end
        ::next::
    end
    return fine
end

-- Of joints whose numbers simply add: {name, q = number in q, v = number in v, angle, lower, upper}.
local function plain_joints(m)
    local at, list = layout.of(m), {}
    for _, link in ipairs(at.links) do
        local kind = joints.type(link.joint)
        if kind.nv == 1 and kind.nq == 1 and not link.joint.mimic then
            list[#list + 1] = {
                name = display.printable(link.joint.name), q = at.q[link.number], v = at.v[link.number], angle = kind.numbers[1][2] == "angle",
                endless = link.joint.type == "continuous",
                lower = link.joint.lower, upper = link.joint.upper,
            }
        end
    end
    return list
end

local function column(list, k, first, last)
    local values = {}
    for i = first, last do values[#values + 1] = list[i][k] end
    return values
end

local DEGREES <const> = 180 / math.pi

-- By what factor the velocities are the rates of the configurations: 1, or what it tells.
local function look_at_rates(say, log, list)
    local t, n = log.t, #log.t
    local rates, speeds = {}, {}
    for j, joint in ipairs(list) do
        rates[j], speeds[j] = {}, column(log.v, joint.v, 2, n - 1)
        for i = 2, n - 1 do rates[j][i - 1] = (log.q[i + 1][joint.q] - log.q[i - 1][joint.q]) / (t[i + 1] - t[i - 1]) end
    end
    for j, joint in ipairs(list) do
        local low, high = range(rates[j])
        if high > low then
            local own = correlation(rates[j], speeds[j])
            local factor = ratio(rates[j], speeds[j])
            local other
            for k in ipairs(list) do
                if k ~= j and own < 0.7 and correlation(rates[j], speeds[k]) > 0.95 then other = k end
            end
            if other then
                say("v of '%s' is the rate of q of '%s', not its own: columns are exchanged", list[other].name, joint.name)
            elseif own > 0.9 and math.abs(factor / DEGREES - 1) < 0.2 then
                say("q of '%s' changes %.1f times as fast as its v says: q is in degrees, or v in turns of another unit", joint.name, factor)
            elseif own > 0.9 and math.abs(factor * DEGREES - 1) < 0.2 then
                say("v of '%s' is %.1f times the rate of its q: v is in degrees per second", joint.name, 1 / factor)
            elseif own < -0.9 then
                say("v of '%s' has the opposite sign of the rate of its q", joint.name)
            elseif own > 0.9 and (factor > 1.3 or factor < 0.7) then
                say("v of '%s' is %.3g times the rate of its q: times or units are wrong", joint.name, 1 / factor)
            end
        end
    end
end

local FAR <const>, TO_AND_FRO <const> = 30, 3 -- rad: five turns, where no limit is known; and how often it goes through all that it goes through

-- A wheel turns on, and whatever turns without end may have turned often; what swings so far, where it has no limit, was written in degrees.
local function swings(joint, values, width)
    local path = 0.0
    for i = 2, #values do path = path + math.abs(values[i] - values[i - 1]) end
    return not joint.endless and path > TO_AND_FRO * width
end

local function look_at_angles(say, log, list)
    for _, joint in ipairs(list) do
        local values = column(log.q, joint.q, 1, #log.q)
        local low, high = range(values)
        local bound = math.max(math.abs(joint.lower or 0), math.abs(joint.upper or 0))
        local most = math.max(math.abs(low), math.abs(high))
        local endless = bound == 0 or bound == math.huge
        if joint.angle and (not endless and most > 2 * bound + 1 or endless and most > FAR and swings(joint, values, high - low)) then
            say("q of '%s' goes to %.4g%s: degrees, where radians are wanted?", joint.name, most,
                endless and " rad, many turns to and fro" or (", beyond its limits of %.4g rad"):format(bound))
        end
    end
end

local function look_at_torques(say, m, log)
    local names = m:joint_names()
    for k = 1, m:nv() do
        local values = column(log.tau, k, 1, #log.tau)
        local low, high = range(values)
        local a, b = range(column(log.v, k, 1, #log.v))
        if low == high and low ~= 0 and b > a then -- nothing drives a joint whose torque is none
            say("the torque of freedom %d (of joints %s) is %.6g throughout: it was not measured", k, #names > 8 and "..." or table.concat(names, ", "), low)
        end
    end
end

-- Torques against what the model at hand would need: two that fit each other's place and not their own are exchanged.
local function look_at_order(say, m, log, list)
    if #list < 2 or #list ~= m:nv() then return end
    local predicted, measured, stride = {}, {}, math.max(1, #log.t // 400)
    for j in ipairs(list) do predicted[j], measured[j] = {}, {} end
    for i = 1, #log.t, stride do
        local tau = m:inverse_dynamics(log.q[i], log.v[i], log.a[i])
        for j, joint in ipairs(list) do
            predicted[j][#predicted[j] + 1], measured[j][#measured[j] + 1] = tau[joint.v], log.tau[i][joint.v]
        end
    end
    local function fits(a, b) return correlation(predicted[a], measured[b]) end
    for a = 1, #list do
        for b = a + 1, #list do
            if fits(a, b) > 0.9 and fits(b, a) > 0.9 and fits(a, a) < 0.5 and fits(b, b) < 0.5 then
                say("the torques of '%s' and '%s' fit each other's place: columns are exchanged", list[a].name, list[b].name)
            end
        end
    end
end

-- Sentences on what cannot be right of the lists; none for a sound log.
function data.look(m, log)
    local found = {}
    local function say(...) found[#found + 1] = arguments.format(...) end
    look_at_times(say, log.t)
    if look_at_numbers(say, log) and #found == 0 then
        local list = plain_joints(m)
        look_at_angles(say, log, list)
        look_at_rates(say, log, list)
        look_at_torques(say, m, log)
        if log.a and #log.a == #log.t then look_at_order(say, m, log, list) end
    end
    return found
end

-- ---- accelerations --------------------------------------------------------------------------------------------------

-- The rate of v at sample i by the quartic through five samples, whatever their times.
local function rate_at(log, i)
    local t, n = log.t, #log.v[i]
    local a = Vector(n)
    for p = i - 2, i + 2 do -- derivative at t_i of Lagrange's polynomial of sample p
        local weight = 0.0
        if p == i then
            for r = i - 2, i + 2 do weight = weight + (r ~= i and 1 / (t[i] - t[r]) or 0) end
        else
            weight = 1 / (t[p] - t[i])
            for r = i - 2, i + 2 do
                if r ~= p and r ~= i then weight = weight * (t[i] - t[r]) / (t[p] - t[r]) end
            end
        end
        for k = 1, n do a:set(k, a[k] + weight * log.v[p][k]) end
    end
    return a
end

-- All that has two samples on either side.
local function accelerate(log)
    local inside = {t = {}, q = {}, v = {}, a = {}, tau = {}}
    for i = 3, #log.t - 2 do
        local k = i - 2
        inside.t[k], inside.q[k], inside.v[k], inside.tau[k], inside.a[k] = log.t[i], log.q[i], log.v[i], log.tau[i], rate_at(log, i)
    end
    return inside
end

-- ---- reading --------------------------------------------------------------------------------------------------------

local function lists_of(place, m, given)
    local log, sizes = {t = {}}, {q = m:nq(), v = m:nv(), tau = m:nv(), a = m:nv()}
    if core.type(given) == "Log" then
        local model = rawget(given, "model")
        if core.type(model) == "Model" and (model:nq() ~= m:nq() or model:nv() ~= m:nv()) then
            place:bad("a log of the model's nq %d and nv %d expected, got one of nq %d and nv %d", m:nq(), m:nv(), model:nq(), model:nv())
        end
    elseif type(given) ~= "table" then
        place:expected("Log, or table with lists t, q, v, tau", given)
    end
    local function list(name)
        local value = given[name]
        if type(value) ~= "table" then place:field(name):expected("list of samples", value) end
        return value
    end
    local times = list "t"
    for i = 1, #times do
        local t = times[i]
        if type(t) ~= "number" then place:field("t"):entry(i):expected("number", t) end
        log.t[i] = t
    end
    for _, name in ipairs {"q", "v", "tau", "a"} do
        if name ~= "a" or given.a ~= nil then
            local from, to = list(name), {}
            if #from ~= #times then place:field(name):bad("%d samples expected, as many as there are times, got %d", #times, #from) end
            for i = 1, #from do
                local x = from[i]
                local size = core.type(x) == "Vector" and #x or type(x) == "table" and rawlen(x)
                if size ~= sizes[name] then
                    place:field(name):entry(i):expected(("Vector or list of %d numbers"):format(sizes[name]), x)
                end
                to[i] = core.type(x) == "Vector" and x or Vector(x)
            end
            log[name] = to
        end
    end
    return log
end

-- The log at a place as lists {t, q, v, a, tau}; raises what cannot be right of it, all at once.
function data.read(place, m, given)
    local log = lists_of(place, m, given)
    local found = data.look(m, log)
    if #found == 0 and not log.a then log = accelerate(log) end
    if #found == 0 then found = data.look(m, log) end
    if #found > 0 then place:refuse("this log cannot be right: " .. table.concat(found, "; ")) end
    return log
end

-- What joints resist by themselves as the model says, for what is not to be estimated: f(q, v, a, tau) -> the torque that is left for the
-- links; nil where there is nothing.
function data.known(m, extras)
    local bare = m:copy()
    for _, name in ipairs(m:joint_names()) do
        for _, kind in ipairs {"damping", "friction", "armature"} do
            if extras[kind] then bare:joint(name)[kind] = 0 end
        end
    end
    local armature, some = bare:armature(), 0.0
    for _, list in ipairs {armature, bare:damping(), bare:friction(), bare:stiffness()} do some = some + list:norm() end
    if some == 0 then return nil end
    return function(q, v, a, tau)
        local left = tau + bare:passive_forces(q, v)
        for j = 1, #left do left:set(j, left[j] - armature[j] * a[j]) end
        return left
    end
end

return data
