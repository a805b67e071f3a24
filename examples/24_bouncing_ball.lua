-- A ball is dropped: each bounce keeps a part e of its speed, so that it rises to e² of the height before, and has bounced
-- infinitely often in finite time. The moments are found in time, the end is said in words. Then Newton's cradle, twice.

local rigid = require "rigid"
local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local g, e, radius, height = 9.81, 0.7, 0.05, 1.0
local m = Model { name = "ball", gravity = { 0, 0, -g } }
m:add_body { name = "ball", joint = "floating", inertia = SpatialInertia.solid_sphere { mass = 0.2, radius = radius } }
m:add_contact { body = "ball", shape = { sphere = radius }, friction = 0.4, restitution = e }
m:add_ground {}
local log = m:simulate { q = { 0, 0, height + radius, 1, 0, 0, 0 }, duration = 3 }

print " bounce      t, s    by formula    impulse, N s   then rises to, m   by formula"
local first, speed, t = math.sqrt(2 * height / g), math.sqrt(2 * g * height), 0
for n = 1, 6 do
    local event, next_one = log.events[n], log.events[n + 1]
    t = n == 1 and first or t + 2 * first * e ^ (n - 1)
    speed = n == 1 and speed or speed * e
    local top = log:sample((event.t + next_one.t) / 2)[3] - radius
    print(("%5d %12.8f %12.8f %12.6f %17.8f %14.8f"):format(n, event.t, t, event.impulse.z, top, height * e ^ (2 * n)))
end
local last = log.events[#log.events]
print(("...\n%s, at %.2f s; all bounces together take %.2f s"):format(last.name, last.t, first * (1 + e) / (1 - e)))
print(("at rest on the ground to 1e-12 m: %s; it lost %.4f J of its %.4f"):format(math.abs(log.q[#log][3] - radius) < 1e-12, log.balance.lost,
    0.2 * g * height))

-- Five balls in a row, the first of which comes with 1 m/s. With gaps between them, however small, they hit one after
-- another, and the last alone goes on. Where they touch it is one impact: Poisson's law gives back to each pair what its
-- compression took, which keeps energy and momentum, and sends the first one back.
local function cradle(gap)
    local row, q, v = Model { gravity = { 0, 0, 0 } }, {}, {}
    for i = 1, 5 do
        local inertia = SpatialInertia.solid_sphere { mass = 1, radius = 0.1 }
        row:add_body { name = "ball" .. i, joint = { type = "prismatic", axis = { 1, 0, 0 } }, inertia = inertia }
        row:add_contact { body = "ball" .. i, shape = { sphere = 0.1 }, friction = 0, restitution = 1 }
        q[i], v[i] = i * (0.2 + gap) - (i == 1 and 0.1 or 0), i == 1 and 1 or 0
    end
    local run = row:simulate { q = q, v = v, duration = 0.5 }
    local speeds = {}
    for i = 1, 5 do speeds[i] = ("%5.2f"):format(run.v[#run][i] + 1e-9) end
    return table.concat(speeds, " "), run.events[#run.events].t - run.events[1].t
end
print "\ncradle          speeds afterwards, m/s        from the first impact to the last, s"
for _, gap in ipairs { 1e-4, 0 } do
    local speeds, time = cradle(gap)
    print(("%-12s %s %16.6f"):format(gap > 0 and "with gaps" or "touching", speeds, time))
end
