-- What each thread of test/c/threads.c does in a Lua state of its own: dynamics, meshes, printing, checked frames. Returns a
-- text with all that came out, which must be the same in every thread.
local rigid = require "rigid"
local values = require "rigid.display.values"

local out = {}
local function say(...)
    for i = 1, select("#", ...) do table.insert(out, tostring((select(i, ...)))) end
end

local m = rigid.load("spec/models/quadruped12.urdf", {floating = true})
local q, v = m:random_state(7)
say(m, m:mass_matrix(q), m:forward_dynamics(q, v), m:inverse_dynamics(q, v, v), m:coriolis_matrix(q, v), m:regressor(q, v, v))
local da_dq, da_dv = m:forward_dynamics_derivatives(q, v, v)
say(da_dq, da_dv, m:com(q), m:kinetic_energy(q, v), m:jacobian(q, m:body_names()[3]))
say(m:simulate {q = q, v = v, duration = 0.02, dt = 0.005, method = "rkmk45", progress = false}:sample(0.02))
say(m:diagnose())

-- Threads of our own beside those: rows shared by three, a state at a time, and several in a register.
local Q, V = rigid.Matrix(40, m:nq()), rigid.Matrix(40, m:nv())
for i = 1, 40 do
    local qi, vi = m:random_state(i)
    for k = 1, m:nq() do Q:set(i, k, qi[k]) end
    for k = 1, m:nv() do V:set(i, k, vi[k]) end
end
local many = {threads = 3}
say(m:inverse_dynamics_batch(Q, V, V, many), m:forward_dynamics_batch(Q, V, V, many), m:mass_matrix_batch(Q, many), m:regressor_batch(Q, V, V, many))
say(m:poses_batch(Q, m:body_names()[3], many), m:energies_batch(Q, V, many), m:inverse_dynamics_derivatives_batch(Q, V, V, many))
for _, method in ipairs {"auto", "rk4"} do
    local r = m:rollout {q = Q, v = V, duration = 0.02, dt = 0.005, method = method, threads = 3, progress = false}
    say(method, r.q, r.v, m:step_batch(Q, V, V, 1e-3, {method = method, threads = 3}))
end
local arm = rigid.load "spec/models/arm7.urdf"
local held = arm:rollout {q = rigid.Matrix(200, 7), duration = 0.02, method = "rk4", limits = false, friction = false, threads = 3}
say(held.q, arm:accumulate(held.q, held.v, held.v, held.v):normal())

-- Calls as they follow each other, at once or after a while, of more threads and of fewer.
local forces, alike = m:inverse_dynamics_batch(Q, V, V), true
for i = 1, 200 do
    alike = alike and m:inverse_dynamics_batch(Q, V, V, {threads = 1 + i % 4}) == forces
    if i % 20 == 0 then m:diagnose() end
end
say(alike)

local corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
say(rigid.diagnose_mesh({vertices = corners, faces = {{1, 3, 2}, {1, 2, 4}, {1, 4, 3}, {2, 3, 4}}}).solid)
-- No mesh file: those are read by a process that is forked, and ThreadSanitizer may leave one that is forked beside threads waiting.

rigid.frames(true)
rigid.provenance(true)
local box = rigid.SpatialInertia.solid_box {mass = 12, size = {0.2, 0.3, 0.4}}:tag "M_BBo_B"
say(box, box:shift {1, 2, 3}, box:shift({1, 2, 3}):explain(), pcall(function() return box + box:shift {1, 2, 3} end))
rigid.frames(false)
rigid.provenance(false)

-- As the prompt shows it, with as many digits as it was asked for.
local room = {digits = 9, unicode = true, width = 100, height = 30}
for _ = 1, 50 do say(values.text(rigid.Vec3(1 / 3, 2 / 3, 1 / 7), room), values.text(m, room)) end

for i = 1, 50 do
    local A = rigid.Matrix {{4, 1, i}, {1, 3, -1}, {i, -1, 2}}
    say(A:inverse(), A:svd(), (A * A:transpose()):eigen_symmetric())
    if i % 10 == 0 then collectgarbage() end
end
return (table.concat(out, "\n"):gsub("0x%x+", "")) -- no addresses
