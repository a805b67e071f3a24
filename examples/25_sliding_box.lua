-- A box is pushed over a floor: it slides, stops where Coulomb's law says, and stays, without a spring or a number to tune.
-- Then the slope at which it begins to slide, found between two angles a millionth apart, and what its corners carry.

local rigid = require "rigid"
local Model, SpatialInertia, Vec3 = rigid.Model, rigid.SpatialInertia, rigid.Vec3

local g, mu, speed, mass, size = 9.81, 0.35, 3, 4, { 0.4, 0.3, 0.2 }

local function box(gravity)
    local m = Model { name = "box", gravity = gravity }
    m:add_body { name = "box", joint = "floating", inertia = SpatialInertia.solid_box { mass = mass, size = size } }
    m:add_contact { body = "box", shape = { box = size }, friction = mu }
    return m:add_ground {}
end

local start = { 0, 0, 0.1, 1, 0, 0, 0 }
local log = box { 0, 0, -g }:simulate { q = start, v = { speed, 0, 0, 0, 0, 0 }, duration = 1.2 }
print "  t, s       x, m   by formula     v, m/s   by formula"
local stop = speed / (mu * g)
for i = 1, #log, 150 do
    local t = math.min(log.t[i], stop)
    print(("%6.2f %10.6f %12.6f %10.6f %12.6f"):format(log.t[i], log.q[i][1], speed * t - mu * g * t * t / 2, log.v[i][1] + 1e-12, speed - mu * g * t))
end
local worst = 0
for i = 1, #log do worst = math.max(worst, math.abs(log.v[i][3])) end
print(("velocity away from the floor at most 1e-12 m/s: %s; all laws to 1e-12 m/s: %s"):format(worst < 1e-12, log.residual < 1e-12))

-- What its corners carry while it slides: friction acts at the bottom, the mass above it, so that those in front carry more. How left
-- and right share it is not determined by any law of rigid bodies; each pair's sum is.
local sum, pairs_of = Vec3(0, 0, 0), { [-1] = 0, [1] = 0 }
for _, touch in ipairs(log.contacts[300]) do
    local side = touch.point.x > log.q[300][1] and 1 or -1
    pairs_of[side] = pairs_of[side] + touch.force.z
    sum = sum + touch.force
end
print(("\nin front %.4f N, behind %.4f N: (m g ± mu m g h / l) / 2 = %.4f, %.4f"):format(pairs_of[1], pairs_of[-1],
    mass * g * (0.5 + mu * 0.5 * size[3] / size[1]), mass * g * (0.5 - mu * 0.5 * size[3] / size[1])))
print(("together %.4f N, rubbing %.4f N: m g and mu m g to 1e-9: %s"):format(sum.z, -sum.x, (sum - Vec3(-mu, 0, 1) * (mass * g)):norm() < 1e-9))

print "\nslope - atan mu      after a second, m"
for _, off in ipairs { -1e-2, -1e-6, 1e-6, 1e-2 } do
    local angle = math.atan(mu) + off
    local m = box { g * math.sin(angle), 0, -g * math.cos(angle) }
    local run = m:simulate { q = start, duration = 1, sample = 1 }
    print(("%15g %22.9f"):format(off, run.q[#run][1] + 1e-13))
end
