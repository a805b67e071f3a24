-- A log as the page plays it: times, configurations and energies of its samples, thinned where there are too many for a page
-- to carry. The first and the last sample, and those at events, are always kept.
local core = require "rigid.core"
local packing = require "rigid.view.packing"

local motion = {}

local SAMPLES <const> = 4000 -- a film of more than a minute at 60 frames a second
local NUMBERS <const> = 2000000 -- of all configurations together: 10 MB of page

-- The numbers of the samples that are kept, ascending.
local function kept(log, nq)
    local count, most = #log.t, math.max(2, math.min(SAMPLES, NUMBERS // math.max(1, nq)))
    local list, event_at = {}, {}
    if count <= most then
        for i = 1, count do list[i] = i end
        return list
    end
    for _, event in ipairs(log.events) do event_at[event.sample or 0] = true end
    local next_one, step = 1.0, (count - 1) / (most - 1)
    for i = 1, count do
        local due = i >= next_one - 1e-9
        if due or event_at[i] or i == count then list[#list + 1] = i end
        if due then next_one = next_one + step end
    end
    return list
end

-- What touched at the kept samples, of lists in which a script may have changed anything: entries with a name and two finite Vec3.
-- Sample k has the entries first[k] to before first[k + 1], each of six numbers (point, force; world axes) and the number of its name.
local function describe_contacts(log, numbers)
    local lists = type(log.contacts) == "table" and log.contacts or nil
    if not lists then return nil end
    local names, known, first, which, list = {}, {}, {0}, {}, {}
    for k, i in ipairs(numbers) do
        local touches = rawget(lists, i)
        for _, touch in ipairs(type(touches) == "table" and touches or {}) do
            local name, point, force = rawget(touch, "contact"), rawget(touch, "point"), rawget(touch, "force")
            if type(name) == "string" and core.type(point) == "Vec3" and core.type(force) == "Vec3" then
                if not known[name] then names[#names + 1], known[name] = name, #names end
                which[#which + 1] = known[name]
                for _, v in ipairs {point, force} do table.move({v.x, v.y, v.z}, 1, 3, #list + 1, list) end
            end
        end
        first[k + 1] = #which
    end
    if #which == 0 then return nil end
    return {names = names, first = packing.pack(first, "I4"), which = packing.pack(which, "I2"), numbers = packing.pack(list, "f")}
end

-- The Vectors of all kept samples, one after the other; nil where all are zero.
local function packed(vectors, numbers, size)
    local list, any = {}, false
    for _, i in ipairs(numbers) do
        for k = 1, size do
            local x = vectors[i][k]
            any = any or x ~= 0
            list[#list + 1] = x
        end
    end
    return any and packing.pack(list, "f") or nil
end

-- Linear and angular, about the centre of mass, in world axes: six numbers a sample.
local function describe_momentum(log, numbers)
    local m, list = log.model, {}
    if m:total_mass() == 0 then return nil end
    for _, i in ipairs(numbers) do
        local h = m:centroidal_momentum(log.q[i], log.v[i])
        for k = 1, 6 do list[#list + 1] = h[k] end
    end
    return packing.pack(list, "f")
end

-- {t, q, count}: the poses of a log alone.
function motion.poses(log)
    local nq, t, q = log.model:nq(), {}, {}
    for k, i in ipairs(kept(log, nq)) do
        t[k] = log.t[i]
        table.move(log.q[i]:table(), 1, nq, #q + 1, q)
    end
    return {count = #t, t = packing.pack(t, "d"), q = packing.pack(q, "f")}
end

-- {t, q, v, tau, kinetic, potential, momentum, contacts: packed; count, nq, events = {{name, t}}}, and a list of notes. Potential
-- energy is that of weights and of springs.
function motion.describe(log)
    local m, nq, nv = log.model, log.model:nq(), log.model:nv()
    local numbers = kept(log, nq)
    local t, q, kinetic, potential = {}, {}, {}, {}
    for k, i in ipairs(numbers) do
        t[k] = log.t[i]
        table.move(log.q[i]:table(), 1, nq, #q + 1, q)
        kinetic[k], potential[k] = m:kinetic_energy(log.q[i], log.v[i]), m:potential_energy(log.q[i]) + m:elastic_energy(log.q[i])
    end
    local events = {}
    for k, event in ipairs(log.events) do events[k] = {name = event.name, t = event.t} end
    local shown = {
        count = #numbers, nq = nq, t = packing.pack(t, "d"), q = packing.pack(q, "f"), v = packed(log.v, numbers, nv),
        tau = packed(log.tau, numbers, nv), kinetic = packing.pack(kinetic, "d"), potential = packing.pack(potential, "d"),
        momentum = describe_momentum(log, numbers), contacts = describe_contacts(log, numbers), events = events,
    }
    local notes = {}
    if #numbers < #log.t then
        notes[1] = ("of the log's %d samples, %d are in the page; between them the motion is interpolated"):format(#log.t, #numbers)
    end
    if log.stopped then notes[#notes + 1] = "the simulation ended early: " .. tostring(log.stopped) end
    return shown, notes
end

return motion
