-- What a state costs in a batch of 1024, from Lua on one thread: nanoseconds, beside a single call of the same run, and how many
-- millions of states that is in a second.
--
--   make bench                      or   lua5.4 bench/batches.lua [--csv] [--repeats N]

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. package.cpath

local rigid = require "rigid"
local measure = require "bench.lib.measure"

local Matrix, Vector = rigid.Matrix, rigid.Vector
local STATES <const> = 1024

local csv, repeats = measure.options("batches", 15)

measure.pin()

-- Rows of general numbers; of q, states near and far from rest.
local function states(m)
    local nq, nv = m:nq(), m:nv()
    local Q, V, A, rest, step = Matrix(STATES, nq), Matrix(STATES, nv), Matrix(STATES, nv), m:neutral(), Vector(nv)
    for s = 1, STATES do
        for k = 1, nv do
            step[k] = math.sin(1.7 * k + 0.37 * s)
            V:set(s, k, math.cos(2.3 * k + 0.11 * s))
            A:set(s, k, 2 * math.sin(0.9 * k + 0.7 * s))
        end
        local q = m:integrate(rest, step)
        for k = 1, nq do Q:set(s, k, q[k]) end
    end
    return Q, V, A
end

local function first_row(M)
    local row = Vector(M:cols())
    for k = 1, M:cols() do row[k] = M(1, k) end
    return row
end

local function subject(label, file, options)
    local m = rigid.load(root .. "/spec/models/" .. file, options)
    local s = {label = ("%s, %d"):format(label, m:nv()), m = m}
    s.Q, s.V, s.A = states(m)
    s.q, s.v, s.a = first_row(s.Q), first_row(s.V), first_row(s.A)
    return s
end

local robots = {
    subject("arm", "arm7.urdf"), subject("quadruped", "quadruped12.urdf", {floating = true}),
    subject("humanoid", "humanoid30.urdf", {floating = true}),
}

local algorithms = {
    {"inverse_dynamics", "QVA"}, {"forward_dynamics", "QVA"}, {"mass_matrix", "Q"}, {"regressor", "QVA"},
    {"inverse_dynamics_derivatives", "QVA"}, {"jacobian", "Q", true}, {"bias_forces", "QV"},
}

-- A loop of calls of each; results go where those of the call before went.
local function loops(s, name, takes, of_body)
    local m, single, batch = s.m, s.m[name], s.m[name .. "_batch"]
    local rows, numbers, body = {}, {}, of_body and m:body_names()[#m:body_names()] or nil
    for letter in takes:gmatch "." do rows[#rows + 1], numbers[#numbers + 1] = s[letter], s[letter:lower()] end
    rows[#rows + 1], numbers[#numbers + 1] = body, body
    local many, one = table.pack(batch(m, table.unpack(rows))), table.pack(single(m, table.unpack(numbers)))
    local into, from = table.move(many, 1, many.n, #rows + 1, rows), table.move(one, 1, one.n, #numbers + 1, numbers)
    local a, b, c, d, e, f = table.unpack(into)
    local p, q, r, t, u, w = table.unpack(from)
    return function(n) for _ = 1, n do batch(m, a, b, c, d, e, f) end end, function(n) for _ = 1, n do single(m, p, q, r, t, u, w) end end
end

if csv then print "algorithm,robot,single_ns,batch_ns,ratio,million_per_second" end
if not csv then print(("%-30s %-14s %10s %10s %7s %8s"):format("batches of " .. STATES, "", "single, ns", "batch, ns", "ratio", "M/s")) end
for _, algorithm in ipairs(algorithms) do
    for _, s in ipairs(robots) do
        local batch, single = loops(s, table.unpack(algorithm))
        local times = measure.times({batch, single}, repeats)
        local ns = times[1] / STATES
        print((csv and "%s,%s,%.1f,%.1f,%.3f,%.2f" or "%-30s %-14s %10.0f %10.1f %7.2f %8.2f"):format(algorithm[1],
            csv and s.label:gsub(", ", " ") or s.label, times[2], ns, ns / times[2], 1e3 / ns))
    end
end
