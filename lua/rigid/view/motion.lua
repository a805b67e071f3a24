-- A log as the page plays it: times, configurations and energies of its samples, thinned where there are too many for a page
-- to carry. The first and the last sample, and those at events, are always kept.
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

-- {t, q, kinetic, potential: packed; count, nq, events = {{name, t}}}, and a list of notes.
function motion.describe(log)
    local m, nq = log.model, log.model:nq()
    local numbers = kept(log, nq)
    local t, q, kinetic, potential = {}, {}, {}, {}
    for k, i in ipairs(numbers) do
        t[k] = log.t[i]
        table.move(log.q[i]:table(), 1, nq, #q + 1, q)
        kinetic[k], potential[k] = m:kinetic_energy(log.q[i], log.v[i]), m:potential_energy(log.q[i])
    end
    local events = {}
    for k, event in ipairs(log.events) do events[k] = {name = event.name, t = event.t} end
    local shown = {
        count = #numbers, nq = nq, t = packing.pack(t, "d"), q = packing.pack(q, "f"), kinetic = packing.pack(kinetic, "d"),
        potential = packing.pack(potential, "d"), events = events,
    }
    local notes = {}
    if #numbers < #log.t then
        notes[1] = ("of the log's %d samples, %d are in the page; between them the motion is interpolated"):format(#log.t, #numbers)
    end
    if log.stopped then notes[#notes + 1] = "the simulation ended early: " .. tostring(log.stopped) end
    return shown, notes
end

return motion
