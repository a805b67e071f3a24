-- A log as identification reads it: times, and Matrices with a sample in each row of configurations, velocities, torques, and accelerations, its
-- own or those of its velocities. A log that cannot be right is named in words before anything is fitted to it.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local doubts = require "rigid.identification.doubts"
local even = require "rigid.identification.even"
local joints = require "rigid.model.joints"
local looped = require "rigid.identification.looped"
local of_torques = require "rigid.identification.torque_doubts"
local unmeasured = require "rigid.identification.unmeasured"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local correlation = doubts.correlation
local native = inner.identification

local data = {}

-- ---- statistics -----------------------------------------------------------------------------------------------------

-- The factor by which b is a, in least squares.
local function ratio(a, b)
    local bb, ab = 0.0, 0.0
    for i = 1, #a do bb, ab = bb + b[i] * b[i], ab + a[i] * b[i] end
    return bb > 0 and ab / bb or 0.0
end

-- ---- what cannot be right -------------------------------------------------------------------------------------------

local FEWEST <const> = 8 -- samples

local function look_at_times(say, t, gaps)
    if #t < FEWEST then return say("%d samples are too few: at least %d are needed", #t, FEWEST) end
    local repeats, first = 0, nil
    for i = 2, #t do
        if t[i] <= t[i - 1] then repeats, first = repeats + 1, first or i end
    end
    if repeats > 0 then say("times repeat or go back %d times, first at sample %d (t = %.6g s)", repeats, first, t[first]) end
    local pieces, usual = even.pieces(t)
    if #pieces == 1 or gaps then return end
    local last, widest = 0, 0.0 -- the widest gap, and the sample before it
    for k = 1, #pieces - 1 do
        local i = pieces[k][2]
        if t[i + 1] - t[i] > widest then last, widest = i, t[i + 1] - t[i] end
    end
    local more = #pieces > 2 and (" and %d more"):format(#pieces - 2) or ""
    say("there is a gap of %.4g s after sample %d (t = %.6g s)%s, where steps are of %.4g s: if that is all, gaps = true takes the pieces between",
        widest, last, t[last], more, usual)
end

local function first_unsound(M)
    for i = 1, M:rows() do
        for k = 1, M:cols() do
            local x = M(i, k)
            if x - x ~= 0 then return i, k end
        end
    end
    return nil
end

-- The first entry of each that is no finite number.
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
        local M = log[letter]
        local norm = M and M:norm() or 0
        if norm - norm ~= 0 then -- one of them is none, or all of them are large
            local i, k = first_unsound(M)
            if i then
                say("%s[%d] of sample %d is %s", letter, k, i, M(i, k) ~= M(i, k) and "NaN" or "infinite")
                fine = false
            end
        end
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

local ENOUGH <const> = 5000 -- samples, by which statistics are told

-- Every so many samples, from the second to the last but one.
local function some(log)
    local list, n = {}, #log.t
    for i = 2, n - 1, math.max(1, n // ENOUGH) do list[#list + 1] = i end
    return list
end

local function picked(M, k, samples)
    local values = {}
    for p, i in ipairs(samples) do values[p] = M(i, k) end
    return values
end

local DEGREES <const> = 180 / math.pi

-- By what factor the velocities are the rates of the configurations: 1, or what it tells.
local function look_at_rates(say, log, list)
    local t, samples = log.t, some(log)
    local rates, speeds, moves = {}, {}, {}
    for j, joint in ipairs(list) do
        rates[j], speeds[j] = {}, picked(log.v, joint.v, samples)
        for p, i in ipairs(samples) do rates[j][p] = (log.q(i + 1, joint.q) - log.q(i - 1, joint.q)) / (t[i + 1] - t[i - 1]) end
        local line = Vector(rates[j])
        moves[j] = line:max() > line:min()
    end
    for j, joint in ipairs(list) do
        if moves[j] then
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
        local values = log.q:column(joint.q)
        local low, high = values:min(), values:max()
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
        local tau, v = log.tau:column(k), log.v:column(k)
        if tau:min() == tau:max() and tau[1] ~= 0 and v:max() > v:min() then -- nothing drives a joint whose torque is none
            say("the torque of freedom %d (of joints %s) is %.6g throughout: it was not measured", k, #names > 8 and "..." or table.concat(names, ", "), tau[1])
        end
    end
end

-- Sentences on what cannot be right of the samples; none for a sound log, whose samples are those of closed loops then, by these freedoms where they
-- were chosen before.
local function look(m, log, asked, freedoms)
    local found = {}
    local function say(...) found[#found + 1] = arguments.format(...) end
    look_at_times(say, log.t, asked.gaps)
    if #m:loops() > 0 then unmeasured.fill(say, m, log) end
    if look_at_numbers(say, log) and #found == 0 then
        local list = plain_joints(m)
        if not log.v then data.move(log) end
        look_at_angles(say, log, list)
        look_at_rates(say, log, list)
        look_at_torques(say, m, log)
        doubts.of_new(say, log)
        doubts.of_spikes(say, log, list)
        doubts.of_stuck(say, log, list)
        if #found == 0 then doubts.of_motion(say, log, list) end
        if #found == 0 and not log.a then data.accelerate(log) end
        if #found == 0 and #m:loops() > 0 then looped.close(say, m, log, freedoms) end
        if #found == 0 and not asked.trust then
            of_torques(say, m, log, list)
            if #found > 0 then say "if it is the model that is so far off, trust = true takes the log's word" end
        end
    end
    return found
end

-- ---- accelerations --------------------------------------------------------------------------------------------------

local ASIDE <const> = 2 -- samples on either side of one, by which its rate is told

-- Those samples of a log alone.
local function chosen(log, kept)
    local thin = {t = {}}
    for k, i in ipairs(kept) do thin.t[k] = log.t[i] end
    for _, name in ipairs {"q", "v", "tau", "a"} do
        local M, rows = log[name], {}
        for k, i in ipairs(M and kept or {}) do rows[k] = M:row(i) end
        thin[name] = M and (native.gather(rows, M:cols()))
    end
    return thin
end

-- Of all that has two samples on either side, without a gap between, `to` as the rate of `from` by the quartic through five, whatever their times.
local function differentiate(log, from, to)
    local n, pieces, kept = #log.t, even.pieces(log.t), {}
    local rates = native.rates(Vector(log.t), log[from])
    for _, name in ipairs {"q", "v", "tau", "a"} do
        log[name] = log[name] and log[name]:block(1 + ASIDE, 1, n - 2 * ASIDE, log[name]:cols())
    end
    log[to], log.t = rates, table.move(log.t, 1 + ASIDE, n - ASIDE, 1, {})
    if #pieces == 1 then return end
    for _, piece in ipairs(pieces) do
        for i = piece[1] + ASIDE, piece[2] - ASIDE do kept[#kept + 1] = i - ASIDE end
    end
    for name, value in pairs(chosen(log, kept)) do log[name] = value end
end

function data.accelerate(log) differentiate(log, "v", "a") end

-- Velocities that the log does not have.
function data.move(log)
    differentiate(log, "q", "v")
    log.derived = true
end

-- ---- reading --------------------------------------------------------------------------------------------------------

-- A Matrix with a sample in each row, from one, or from a list of Vectors or of lists.
local function rows_of(place, value, count, size)
    if core.type(value) == "Matrix" then
        if value:rows() ~= count or value:cols() ~= size then
            place:bad("%dx%d Matrix expected, a sample in each row, got %dx%d", count, size, value:rows(), value:cols())
        end
        return value
    end
    if type(value) ~= "table" then place:expected("list of samples", value) end
    if #value ~= count then place:bad("%d samples expected, as many as there are times, got %d", count, #value) end
    local list = {}
    for i = 1, count do
        local x = value[i]
        local here = core.type(x) == "Vector" and #x or type(x) == "table" and rawlen(x)
        if here ~= size then place:entry(i):expected(("Vector or list of %d numbers"):format(size), x) end
        list[i] = core.type(x) == "Vector" and x or Vector(x)
    end
    return (native.gather(list, size))
end

local function samples_of(place, m, given)
    local log = {t = {}}
    if core.type(given) == "Log" then
        local model = rawget(given, "model")
        if core.type(model) == "Model" and (model:nq() ~= m:nq() or model:nv() ~= m:nv()) then
            place:bad("a log of the model's nq %d and nv %d expected, got one of nq %d and nv %d", m:nq(), m:nv(), model:nq(), model:nv())
        end
    elseif type(given) ~= "table" then
        place:expected("Log, or table with lists t, q, v, tau", given)
    end
    local times = core.type(given.t) == "Vector" and given.t:table() or given.t
    if type(times) ~= "table" then place:field("t"):expected("list of samples", times) end
    for i = 1, #times do
        local t = times[i]
        if type(t) ~= "number" then place:field("t"):entry(i):expected("number", t) end
        log.t[i] = t
    end
    for _, name in ipairs {"q", "v", "tau", "a"} do
        if name == "v" and given.v == nil and (m:nq() ~= m:nv() or #m:loops() > 0) then
            place:field("v"):bad("velocities expected of a robot with quaternions or loops: the rates of its configurations are not the velocities")
        end
        if (name ~= "a" and name ~= "v") or given[name] ~= nil then
            log[name] = rows_of(place:field(name), given[name], #log.t, name == "q" and m:nq() or m:nv())
        end
    end
    return log
end

-- The ticks of a run that was simulated, without the moments of events between: two samples of one time each.
local function ticks(log)
    local t, kept = log.t, {}
    for i = 1, #t do
        if t[i] ~= t[i - 1] and t[i] ~= t[i + 1] then kept[#kept + 1] = i end
    end
    if #kept == #t then return log end
    return chosen({t = t, q = log.q, v = log.v, tau = log.tau, a = log.a}, kept)
end

-- The log at a place as {t, q, v, a, tau}; raises what cannot be right of it, all at once, but for gaps where these are asked for, and for what
-- the model's own figures speak against where the log is to be trusted. Of a robot with loops: brought onto them (looped.lua).
function data.read(place, m, given, asked, freedoms)
    local log = samples_of(place, m, given)
    if core.type(given) == "Log" and rawget(given, "method") then log = ticks(log) end
    local found = look(m, log, asked, freedoms)
    if #found > 0 then place:refuse("this log cannot be right: " .. table.concat(found, "; ")) end
    return log
end

-- The joints that never move in samples, while a torque is measured at them that changes.
function data.still(m, samples)
    local list = {}
    for _, joint in ipairs(plain_joints(m)) do
        local v, tau = samples.v:column(joint.v), samples.tau:column(joint.v)
        if v:max() == 0 and v:min() == 0 and tau:max() > tau:min() then list[#list + 1] = joint.name end
    end
    return list
end

-- What is left for the links of the torques of samples, less what joints resist by as the model says: by those of `extras` that are not to be
-- estimated, and by springs.
function data.left(m, extras, log)
    local bare = m:copy()
    for _, name in ipairs(m:joint_names()) do
        for _, kind in ipairs {"damping", "friction", "armature"} do
            if extras[kind] then bare:joint(name)[kind] = 0 end
        end
    end
    local armature, some_of = bare:armature(), 0.0
    for _, list in ipairs {armature, bare:damping(), bare:friction(), bare:stiffness()} do some_of = some_of + list:norm() end
    if some_of == 0 then return log.tau end
    local left = log.tau:copy()
    for i = 1, left:rows() do
        local passive = bare:passive_forces(log.q:row(i), log.v:row(i))
        for j = 1, left:cols() do left:set(i, j, left(i, j) + passive[j] - armature[j] * log.a(i, j)) end
    end
    return left
end

return data
