-- The one table: nanoseconds a call of our algorithms in C, from Lua, compiled for the robot (m:compile) and in batches of 1024 states,
-- beside those of other libraries called in C or C++ on the same robots, in one run and by turns; and how many that is in a second.
-- Of others there is what bench/peers/build found: KDL and MuJoCo of the system, the newest MuJoCo and Pinocchio where pip has them.
--
--   make bench                      or   lua5.4 bench/table.lua [--csv] [--repeats N] [--svg FILE]
--
-- The robots are first checked to be the same, and the algorithms against each other. bench/README.md says how to read the table.

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. root .. "/build/peers/?.so;" .. package.cpath

local rigid = require "rigid"
local measure = require "bench.lib.measure"
local picture = require "bench.lib.picture"
local robots = require "bench.lib.robots"

local Matrix, Vector = rigid.Matrix, rigid.Vector
local STATES <const> = 1024
local DT <const> = 0.001

local csv, repeats, options = measure.options("table", 15, {svg = true})

measure.pin()

-- ---- who takes part -------------------------------------------------------------------------------------------------

-- {name =, version =, robot =} of the drivers that are built; ours calls the same core as Lua does.
local libraries, absent = {}, {}
for _, name in ipairs {"ours", "pinocchio", "mujoco", "mujoco_newest", "kdl"} do
    local found, library = pcall(require, name)
    if found then
        library.name = name
        libraries[#libraries + 1] = library
    else
        absent[#absent + 1] = name
    end
end

-- A state in the numbers of MuJoCo, whose free bodies have velocities in the world's axes.
local function in_mujoco(s, order)
    local q, v, a, more = s.q, s.v, s.a, #s.q - #s.v
    local qpos, qvel, qacc = {}, {}, {}
    for i, k in ipairs(order) do qpos[i + more], qvel[i], qacc[i] = q[k + more], v[k], a[k] end
    if more == 0 then return qpos, qvel, qacc end
    for i = 1, 7 do qpos[i] = q[i] end
    local R, w = rigid.Rotation.quaternion(q[4], q[5], q[6], q[7]), rigid.Vec3(v[4], v[5], v[6])
    local u = rigid.Vec3(v[1], v[2], v[3])
    local moves, gains = R * u, R * (rigid.Vec3(a[1], a[2], a[3]) + w:cross(u))
    qvel[1], qvel[2], qvel[3] = moves.x, moves.y, moves.z
    qacc[1], qacc[2], qacc[3] = gains.x, gains.y, gains.z
    return qpos, qvel, qacc
end

local function with_mujoco(library, s)
    local path, text, order = os.tmpname(), robots.mjcf(s.m)
    local file <close> = assert(io.open(path, "w"))
    file:write(text)
    file:flush()
    local ok, robot = pcall(library.robot, path, in_mujoco(s, order))
    os.remove(path)
    return ok, robot, order
end

-- The same robot: the same torques at the joints, as far as axes of inertia agree that another finds by an iteration.
local function agree(s, library, robot, order)
    local off, scale = 0, 0
    for i = #s.q > #s.v and 7 or 1, #s.v do
        local tau = s.tau[order and order[i] or i]
        off, scale = math.max(off, math.abs(robot.tau[i] - tau)), math.max(scale, math.abs(tau))
    end
    if not (off <= 1e-6 * scale) then error(("%s has other torques of the %s: it is not the same robot"):format(library.version, s.label)) end
end

-- The robot as each library has it; some have no trees, some no chains of hundreds.
local function with_others(s)
    s.others = {}
    for _, library in ipairs(libraries) do
        local ok, robot, order
        if library.name:find "mujoco" then
            ok, robot, order = with_mujoco(library, s)
        else
            ok, robot = pcall(library.robot, robots.numbers(s.m), s.m:gravity():table(), s.q:table(), s.v:table(), s.a:table())
        end
        if ok then
            agree(s, library, robot, order)
            s.others[library.name] = robot
        end
    end
end

-- ---- a robot, and room for what is computed of it -------------------------------------------------------------------

local function check(s)
    local m, q, v, a, tau = s.m, s.q, s.v, s.a, s.tau
    local function same(what, x, y)
        if not ((x - y):norm() <= 1e-10 * y:norm()) then error(("%s: %s off by %g of %g"):format(s.label, what, (x - y):norm(), y:norm())) end
    end
    same("ABA of RNEA", m:forward_dynamics(q, v, tau), a)
    same("M a + C v + g", m:mass_matrix(q) * a + m:coriolis_matrix(q, v) * v + m:gravity_forces(q), tau)
    same("regressor times parameters", m:regressor(q, v, a) * m:parameters(), tau)
    same("Jacobian times v", m:jacobian(q, s.tip) * v, Vector(m:twist(q, v, s.tip):table()))
end

local function subject(label, m, whole)
    local names = m:body_names()
    local s = {label = ("%s, %d"):format(label, m:nv()), m = m, tip = names[#names], whole = whole, out = Vector(m:nv())}
    s.q, s.v, s.a = robots.state(m, 0)
    s.tau = m:inverse_dynamics(s.q, s.v, s.a)
    s.Q, s.V, s.A = robots.states(m, STATES)
    s.Tau = m:inverse_dynamics_batch(s.Q, s.V, s.A)
    with_others(s)
    if not whole then return s end
    check(s)
    s.twin = m:copy()
    local _, told = pcall(s.twin.compile, s.twin) -- where no compiler is, nothing is compiled
    s.compiled = type(told) == "table" and not told.what and told or {}
    return s
end

local subjects = {}
for i, one in ipairs(robots.three(root)) do subjects[i] = subject(one.label, one.m, true) end
for _, count in ipairs {10, 50, 100, 500} do subjects[#subjects + 1] = subject("chain", robots.chain(count), false) end

-- What stands on its feet, for the one row that it is there for.
local function standing()
    local s = {label = "quadruped, 18", stands = true}
    s.m, s.q, s.v = robots.standing(root)
    s.a = Vector(s.m:nv())
    s.tau = s.m:inverse_dynamics(s.q, s.v, s.a)
    with_others(s)
    return s
end
subjects[#subjects + 1] = standing()

-- ---- what is timed --------------------------------------------------------------------------------------------------

-- Each with the loop written out, so that a turn is the call and nothing else, and results in what is there already.
local algorithms = {
    {
        name = "inverse_dynamics", says = "inverse dynamics",
        single = function(m, s)
            local q, v, a, out = s.q, s.v, s.a, s.out
            return function(n) for _ = 1, n do m:inverse_dynamics(q, v, a, nil, out) end end
        end,
        batch = function(m, s)
            local Q, V, A, out = s.Q, s.V, s.A, Matrix(STATES, m:nv())
            return function(n) for _ = 1, n do m:inverse_dynamics_batch(Q, V, A, out) end end
        end,
    }, {
        name = "forward_dynamics", says = "forward dynamics",
        single = function(m, s)
            local q, v, tau, out = s.q, s.v, s.tau, s.out
            return function(n) for _ = 1, n do m:forward_dynamics(q, v, tau, nil, out) end end
        end,
        batch = function(m, s)
            local Q, V, Tau, out = s.Q, s.V, s.Tau, Matrix(STATES, m:nv())
            return function(n) for _ = 1, n do m:forward_dynamics_batch(Q, V, Tau, out) end end
        end,
    }, {
        name = "mass_matrix", says = "mass matrix", whole = true,
        single = function(m, s)
            local q, out = s.q, Matrix(m:nv(), m:nv())
            return function(n) for _ = 1, n do m:mass_matrix(q, out) end end
        end,
        batch = function(m, s)
            local Q, out = s.Q, m:mass_matrix_batch(s.Q)
            return function(n) for _ = 1, n do m:mass_matrix_batch(Q, out) end end
        end,
    }, {
        name = "jacobian", says = "Jacobian of the last link", whole = true,
        single = function(m, s)
            local q, tip, out = s.q, s.tip, Matrix(6, m:nv())
            return function(n) for _ = 1, n do m:jacobian(q, tip, out) end end
        end,
        batch = function(m, s)
            local Q, tip, out = s.Q, s.tip, m:jacobian_batch(s.Q, s.tip)
            return function(n) for _ = 1, n do m:jacobian_batch(Q, tip, out) end end
        end,
    }, {
        name = "regressor", says = "torque regressor", whole = true,
        single = function(m, s)
            local q, v, a, out = s.q, s.v, s.a, m:regressor(s.q, s.v, s.a)
            return function(n) for _ = 1, n do m:regressor(q, v, a, out) end end
        end,
        batch = function(m, s)
            local Q, V, A, out = s.Q, s.V, s.A, m:regressor_batch(s.Q, s.V, s.A)
            return function(n) for _ = 1, n do m:regressor_batch(Q, V, A, out) end end
        end,
    }, {
        name = "inverse_dynamics_derivatives", says = "derivatives of inverse dynamics", whole = true,
        single = function(m, s)
            local q, v, a, dq, dv, H = s.q, s.v, s.a, m:inverse_dynamics_derivatives(s.q, s.v, s.a)
            return function(n) for _ = 1, n do m:inverse_dynamics_derivatives(q, v, a, dq, dv, H) end end
        end,
        batch = function(m, s)
            local Q, V, A, dq, dv, H = s.Q, s.V, s.A, m:inverse_dynamics_derivatives_batch(s.Q, s.V, s.A)
            return function(n) for _ = 1, n do m:inverse_dynamics_derivatives_batch(Q, V, A, dq, dv, H) end end
        end,
    }, {
        name = "forward_dynamics_derivatives", says = "derivatives of forward dynamics", whole = true,
        single = function(m, s)
            local q, v, tau, dq, dv, H = s.q, s.v, s.tau, m:forward_dynamics_derivatives(s.q, s.v, s.tau)
            return function(n) for _ = 1, n do m:forward_dynamics_derivatives(q, v, tau, dq, dv, H) end end
        end,
    }, {
        name = "step", says = "a step, semi-implicit Euler", whole = true,
        single = function(m, s)
            local q, v, tau, how, q1, v1 = s.q, s.v, s.tau, {method = "semi_implicit_euler"}, s.q:copy(), s.v:copy()
            return function(n) for _ = 1, n do m:step(q, v, tau, DT, how, q1, v1) end end
        end,
        batch = function(m, s)
            local run = {q = s.Q, v = s.V, tau = s.Tau, dt = DT, duration = 20 * DT, method = "semi_implicit_euler", progress = false}
            return function(n) for _ = 1, n do m:rollout(run) end end
        end,
        calls = 20,
    }, {
        name = "go_on", says = "a step on four feet", stands = true,
        single = function(m, s)
            local q, v, tau, how = s.q:copy(), s.v:copy(), Vector(m:nv()), {}
            return function(n) for _ = 1, n do m:step(q, v, tau, DT, how, q, v) end end
        end,
    }, {
        name = "accumulate", says = "a sample into YᵀY and Yᵀτ", whole = true,
        batch = function(m, s)
            local Q, V, A, Tau, sums = s.Q, s.V, s.A, s.Tau, m:accumulate(s.Q, s.V, s.A, s.Tau)
            return function(n) for _ = 1, n do m:accumulate(Q, V, A, Tau, sums) end end
        end,
    },
}

-- ---- measured: rows of figures, by column ---------------------------------------------------------------------------

-- What is timed for a row: {column =, run =, calls =}; Pinocchio has two conventions for some, of which the faster one counts.
local function runs_of(algorithm, s)
    local list = {}
    local function add(column, run, calls) if run then list[#list + 1] = {column = column, run = run, calls = calls or 1} end end
    for name, robot in pairs(s.others) do
        add(name, robot[algorithm.name])
        add(name, robot[algorithm.name .. " in the world's axes"])
    end
    if algorithm.single then add("lua", algorithm.single(s.m, s)) end
    if algorithm.batch then add("batch", algorithm.batch(s.m, s), STATES * (algorithm.calls or 1)) end
    local compiled = s.compiled and s.compiled[algorithm.name]
    if compiled and compiled.used then add("compiled", algorithm.single(s.twin, s)) end
    return list
end

local rows, runs, timed = {}, {}, {}
local function concerns(algorithm, s)
    if algorithm.stands or s.stands then return algorithm.stands == s.stands end
    return s.whole or not algorithm.whole
end

for _, algorithm in ipairs(algorithms) do
    for _, s in ipairs(subjects) do
        if concerns(algorithm, s) then
            local row = {algorithm = algorithm, s = s, ns = {}}
            rows[#rows + 1] = row
            for _, run in ipairs(runs_of(algorithm, s)) do
                run.row, runs[#runs + 1], timed[#timed + 1] = row, run, run.run
            end
        end
    end
end
for i, time in ipairs(measure.times(timed, repeats)) do
    local ns, column = runs[i].row.ns, runs[i].column
    ns[column] = math.min(ns[column] or math.huge, time / runs[i].calls)
end

-- ---- said -----------------------------------------------------------------------------------------------------------

local columns = {{"ours", "in C"}, {"lua", "from Lua"}, {"compiled", "compiled"}, {"batch", "batch"}}
local others = {}
for _, library in ipairs(libraries) do
    if library.name ~= "ours" then others[#others + 1] = library end
end

-- The fastest of the others, and whose it is.
local function fastest(row)
    local best
    for _, library in ipairs(others) do
        local ns = row.ns[library.name]
        if ns and (not best or ns < best) then best = ns end
    end
    return best
end

local function cell(x) return x and (x < 99.5 and "%.1f" or "%.0f"):format(x) or "" end
local function ratio(x, y) return x and y and ("%.2f"):format(x / y) or "" end

local function print_csv()
    local heads = {"algorithm", "robot"}
    for _, column in ipairs(columns) do heads[#heads + 1] = column[1] .. "_ns" end
    for _, library in ipairs(others) do heads[#heads + 1] = library.version:gsub(" ", "_") .. "_ns" end
    print(table.concat(heads, ",") .. ",lua_over_fastest,batch_over_fastest,batch_million_per_second")
    for _, row in ipairs(rows) do
        local cells = {row.algorithm.name, (row.s.label:gsub(", ", " "))}
        for _, column in ipairs(columns) do cells[#cells + 1] = cell(row.ns[column[1]]) end
        for _, library in ipairs(others) do cells[#cells + 1] = cell(row.ns[library.name]) end
        local best, batch = fastest(row), row.ns.batch
        print(table.concat(cells, ",") .. (",%s,%s,%s"):format(ratio(row.ns.lua, best), ratio(batch, best), batch and ("%.2f"):format(1e3 / batch) or ""))
    end
end

local function print_table()
    local head = {("%-17s"):format "ns a call"}
    for _, column in ipairs(columns) do head[#head + 1] = ("%9s"):format(column[2]) end
    head[#head + 1] = ("%7s"):format "M/s"
    for _, library in ipairs(others) do head[#head + 1] = ("%15s"):format(library.version) end
    if #others > 0 then head[#head + 1] = ("%9s %6s"):format("Lua/best", "batch") end
    print(table.concat(head, " "))
    local before
    for _, row in ipairs(rows) do
        if row.algorithm ~= before then print(row.algorithm.says) end
        before = row.algorithm
        local cells, best = {("  %-15s"):format(row.s.label)}, fastest(row)
        for _, column in ipairs(columns) do cells[#cells + 1] = ("%9s"):format(cell(row.ns[column[1]])) end
        cells[#cells + 1] = ("%7s"):format(row.ns.batch and ("%.2f"):format(1e3 / row.ns.batch) or "")
        for _, library in ipairs(others) do cells[#cells + 1] = ("%15s"):format(cell(row.ns[library.name])) end
        if #others > 0 then cells[#cells + 1] = ("%9s %6s"):format(ratio(row.ns.lua, best), ratio(row.ns.batch, best)) end
        print((table.concat(cells, " "):gsub(" +$", "")))
    end
end

local function rate(name, label)
    for _, row in ipairs(rows) do
        if row.algorithm.name == name and row.s.label:find(label) then return 1e3 / row.ns.batch end
    end
end

if csv then
    print_csv()
else
    print_table()
    print(("\nOn this core, of the arm, in double precision: %.1f million inverse dynamics a second, %.1f million forward dynamics."):format(
        rate("inverse_dynamics", "^arm"), rate("forward_dynamics", "^arm")))
    print "Published of a whole GPU, of an arm of seven joints: 100 million a second (frax, arXiv:2604.04310; in single precision, JAX's default)."
    if #absent > 0 then print("Not built, and so not measured: " .. table.concat(absent, ", ") .. " (bench/peers/build says what each needs).") end
end
if options.svg then
    local file <close> = assert(io.open(options.svg, "w"))
    file:write(picture.draw(rows, others))
end
