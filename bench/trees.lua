-- What the tree algorithms cost from Lua: nanoseconds per call on an arm, a quadruped and a humanoid, with Vectors as
-- arguments and results written into what the loop already has; and how the cost grows along a chain.
--
--   make bench                      or   lua5.4 bench/trees.lua [--csv] [--repeats N]
--
-- The algorithms are first checked against each other. bench/README.md says how to read the table.

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. package.cpath

local rigid = require "rigid"
local measure = require "bench.lib.measure"

local csv, repeats = measure.options("trees", 31)

measure.pin()

-- ---- a robot, a state of it, and room for every result --------------------------------------------------------------

local function vector(n, f)
    local v = rigid.Vector(n)
    for i = 1, n do
        v[i] = f(i)
    end
    return v
end

-- The state is fixed, and nowhere special.
local function subject(label, m)
    local nv, links = m:nv(), m:body_names()
    local s = { label = ("%s, %d"):format(label, nv), m = m, n = nv, tip = links[#links] }
    s.q = m:integrate(m:neutral(), vector(nv, function(i) return math.sin(1.7 * i) end))
    s.v = vector(nv, function(i) return math.cos(2.3 * i) end)
    s.a = vector(nv, function(i) return 2 * math.sin(0.9 * i + 1) end)
    s.tau = m:inverse_dynamics(s.q, s.v, s.a)
    s.vector, s.J, s.dJ = rigid.Vector(nv), rigid.Matrix(6, nv), rigid.Matrix(6, nv)
    return s
end

-- Room for the big results: only the robots need it, not the long chains.
local function with_matrices(s)
    s.H, s.dq, s.dv = rigid.Matrix(s.n, s.n), rigid.Matrix(s.n, s.n), rigid.Matrix(s.n, s.n)
    s.Y = rigid.Matrix(s.n, 10 * s.m:nbodies())
    return s
end

-- A chain of `count` equal rods, each turning about an axis of its own.
local function chain(count)
    local m = rigid.Model { name = "chain" .. count }
    local rod = rigid.SpatialInertia.solid_capsule { mass = 1, radius = 0.04, length = 0.2, axis = { 1, 0, 0 } }
    local inertia = rod:shift { -0.15, 0, 0 }
    local axes = { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } }
    for i = 1, count do
        m:add_body {
            name = "rod" .. i,
            parent = i > 1 and "rod" .. i - 1 or nil,
            joint = { type = "revolute", axis = axes[i % 3 + 1] },
            placement = rigid.Transform(rigid.Rotation.identity(), i > 1 and { 0.3, 0, 0 } or { 0, 0, 0 }),
            inertia = inertia,
        }
    end
    return subject("chain", m)
end

local function robot(label, file, options)
    return with_matrices(subject(label, rigid.load(root .. "/spec/models/" .. file, options)))
end

local robots = {
    robot("arm", "arm7.urdf"),
    robot("quadruped", "quadruped12.urdf", { floating = true }),
    robot("humanoid", "humanoid30.urdf", { floating = true }),
}

-- ---- what is timed --------------------------------------------------------------------------------------------------

-- Each with the loop written out, so that a turn is the call and nothing else.
local algorithms = {}

local function algorithm(name, make) algorithms[#algorithms + 1] = { name = name, make = make } end

algorithm("inverse_dynamics (RNEA)", function(s)
    local m, q, v, a, out = s.m, s.q, s.v, s.a, s.vector
    return function(n) for _ = 1, n do m:inverse_dynamics(q, v, a, nil, out) end end
end)
algorithm("forward_dynamics (ABA)", function(s)
    local m, q, v, tau, out = s.m, s.q, s.v, s.tau, s.vector
    return function(n) for _ = 1, n do m:forward_dynamics(q, v, tau, nil, out) end end
end)
algorithm("mass_matrix (CRBA)", function(s)
    local m, q, out = s.m, s.q, s.H
    return function(n) for _ = 1, n do m:mass_matrix(q, out) end end
end)
algorithm("inverse_mass_matrix", function(s)
    local m, q, out = s.m, s.q, s.H
    return function(n) for _ = 1, n do m:inverse_mass_matrix(q, out) end end
end)
algorithm("coriolis_matrix", function(s)
    local m, q, v, out = s.m, s.q, s.v, s.H
    return function(n) for _ = 1, n do m:coriolis_matrix(q, v, out) end end
end)
algorithm("inverse_dynamics_derivatives", function(s)
    local m, q, v, a, dq, dv, H = s.m, s.q, s.v, s.a, s.dq, s.dv, s.H
    return function(n) for _ = 1, n do m:inverse_dynamics_derivatives(q, v, a, dq, dv, H) end end
end)
algorithm("forward_dynamics_derivatives", function(s)
    local m, q, v, tau, dq, dv, H = s.m, s.q, s.v, s.tau, s.dq, s.dv, s.H
    return function(n) for _ = 1, n do m:forward_dynamics_derivatives(q, v, tau, dq, dv, H) end end
end)
algorithm("regressor", function(s)
    local m, q, v, a, out = s.m, s.q, s.v, s.a, s.Y
    return function(n) for _ = 1, n do m:regressor(q, v, a, out) end end
end)
algorithm("jacobian of the last link", function(s)
    local m, q, tip, out = s.m, s.q, s.tip, s.J
    return function(n) for _ = 1, n do m:jacobian(q, tip, out) end end
end)
algorithm("jacobian_derivative of the last link", function(s)
    local m, q, v, tip, out = s.m, s.q, s.v, s.tip, s.dJ
    return function(n) for _ = 1, n do m:jacobian_derivative(q, v, tip, out) end end
end)
algorithm("centroidal_matrix", function(s)
    local m, q, out = s.m, s.q, s.J
    return function(n) for _ = 1, n do m:centroidal_matrix(q, out) end end
end)
algorithm("bias_forces", function(s)
    local m, q, v, out = s.m, s.q, s.v, s.vector
    return function(n) for _ = 1, n do m:bias_forces(q, v, out) end end
end)
algorithm("kinetic_energy", function(s)
    local m, q, v = s.m, s.q, s.v
    return function(n) for _ = 1, n do m:kinetic_energy(q, v) end end
end)
algorithm("pose of the last link (a new Transform)", function(s)
    local m, q, tip = s.m, s.q, s.tip
    return function(n) for _ = 1, n do m:pose(q, tip) end end
end)

-- ---- the algorithms against each other ------------------------------------------------------------------------------

local function agree(s, what, x, y)
    if not ((x - y):norm() <= 1e-10 * y:norm()) then
        error(("%s: %s off by %g of %g"):format(s.label, what, (x - y):norm(), y:norm()))
    end
end

local function check(s)
    local m, q, v, a, tau = s.m, s.q, s.v, s.a, s.tau
    agree(s, "ABA of RNEA", m:forward_dynamics(q, v, tau), a)
    local rest = m:gravity_forces(q)
    agree(s, "M a + C v + g", m:mass_matrix(q) * a + m:coriolis_matrix(q, v) * v + rest, tau)
    agree(s, "M⁻¹ (tau - bias)", m:inverse_mass_matrix(q) * (tau - m:bias_forces(q, v)), a)
    agree(s, "regressor times parameters", m:regressor(q, v, a) * m:parameters(), tau)
    local twist = rigid.Vector(m:twist(q, v, s.tip):table())
    agree(s, "Jacobian times v", m:jacobian(q, s.tip) * v, twist)
end

for _, s in ipairs(robots) do check(s) end

-- ---- measure and print ----------------------------------------------------------------------------------------------

local chains = {}
for i, count in ipairs { 10, 50, 100, 500 } do chains[i] = chain(count) end

local subjects, garbage = {}, {}
for _, one in ipairs(algorithms) do
    for _, s in ipairs(robots) do subjects[#subjects + 1] = one.make(s) end
    garbage[one] = measure.garbage(subjects[#subjects])
end
local growing = { algorithms[1], algorithms[2] }
for _, one in ipairs(growing) do
    for _, s in ipairs(chains) do subjects[#subjects + 1] = one.make(s) end
end
local times = measure.times(subjects, repeats)

local at = 0
local function take(count)
    at = at + count
    return table.unpack(times, at - count + 1, at)
end

if csv then
    print "algorithm,arm_ns,quadruped_ns,humanoid_ns,bytes"
    for _, one in ipairs(algorithms) do
        local x, y, z = take(#robots)
        print(('"%s",%.1f,%.1f,%.1f,%.0f'):format(one.name, x, y, z, garbage[one]))
    end
    print "algorithm,chain10_ns,chain50_ns,chain100_ns,chain500_ns"
    for _, one in ipairs(growing) do print(('"%s",%.1f,%.1f,%.1f,%.1f'):format(one.name, take(#chains))) end
    return
end

local heading = "%-41s %9s %14s %13s %10s"
print(heading:format("ns per call from Lua", robots[1].label, robots[2].label, robots[3].label, "garbage, B"))
for _, one in ipairs(algorithms) do
    local x, y, z = take(#robots)
    print(("%-41s %9.0f %14.0f %13.0f %10.0f"):format(one.name, x, y, z, garbage[one]))
end
print(("\n%-41s %9s %9s %9s %9s %7s"):format("ns per body of a chain of", 10, 50, 100, 500, "spread"))
for _, one in ipairs(growing) do
    local cost, least, most = { take(#chains) }, math.huge, 0
    for i, s in ipairs(chains) do
        cost[i] = cost[i] / s.n
        least, most = math.min(least, cost[i]), math.max(most, cost[i])
    end
    print(("%-41s %9.1f %9.1f %9.1f %9.1f %7.2f"):format(one.name, cost[1], cost[2], cost[3], cost[4], most / least))
end
