-- What the small things cost from Lua: nanoseconds per operation, each beside the same in pure Lua tables, in one run.
--
--   make bench-more                 or   lua5.4 bench/small.lua [--csv] [--repeats N]
--
-- Both sides are first checked to compute the same numbers. One file: each row is a line of one table. bench/README.md says how to read the table.

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. package.cpath

local rigid = require "rigid"
local measure = require "bench.lib.measure"
local plain = require "bench.lib.plain"

local csv, repeats = measure.options("small", 61)

-- ---- one body, one pose, some vectors, on both sides ----------------------------------------------------------------

local numbers = {
    a = { 0.3, -1.2, 0.7, 0.5, 0.9, -0.4 },
    b = { -0.8, 0.4, 1.1, -0.6, 0.2, 1.3 },
    c = { 1.7, 0.6, -0.9, 0.8, -1.1, 0.3 },
    p = { 0.1, -0.3, 0.2 },
    q = { -0.4, 0.25, 0.6 },
    M = { 2.5, 0.25, -0.125, 0.375, 0.31, 0.02, -0.03, 0.42, 0.015, 0.27 },
    N = { 1.5, -0.2, 0.1, 0.3, 0.21, 0.01, 0.02, 0.19, -0.025, 0.17 },
}

local a, b, c = rigid.Twist(numbers.a), rigid.Twist(numbers.b), rigid.SpatialAcc(numbers.c)
local p, q = rigid.Vec3(numbers.p), rigid.Vec3(numbers.q)
local M, N = rigid.SpatialInertia.from_parameters(numbers.M), rigid.SpatialInertia.from_parameters(numbers.N)
local X = rigid.Transform(rigid.Rotation.rpy(0.4, -0.7, 1.1), p)
local Y = rigid.Transform(rigid.Rotation.rpy(-0.9, 0.3, 0.5), q)
local f = rigid.Wrench(numbers.c)

local function flat_pose(pose)
    local t = pose:table()
    local r, x = t.rotation, t.position
    return { r[1][1], r[1][2], r[1][3], r[2][1], r[2][2], r[2][3], r[3][1], r[3][2], r[3][3], x[1], x[2], x[3] }
end

-- The numbers of a value of either side, in the order of the plain one.
local function flat(value)
    local kind = rigid.type(value)
    if type(value) == "number" or kind == nil and type(value[1]) == "number" then
        return type(value) == "number" and { value } or value
    elseif kind == "SpatialInertia" then
        return value:parameters():table()
    elseif kind == "Transform" then
        return flat_pose(value)
    elseif kind == "Matrix" then
        local list = {}
        for _, row in ipairs(value:table()) do
            table.move(row, 1, #row, #list + 1, list)
        end
        return list
    end
    return value:table()
end

local A, B, C, P, Q = numbers.a, numbers.b, numbers.c, numbers.p, numbers.q
local K, L, U, V = numbers.M, numbers.N, flat_pose(X), flat_pose(Y)
local body = plain.body(K)

-- ---- the operations -------------------------------------------------------------------------------------------------

-- Each with the loop written out, so that a turn is the operation and nothing else. The in-place loops change values of
-- their own.
local operations = {}

local function operation(name, on_rigid, on_plain, once)
    operations[#operations + 1] = { name = name, rigid = on_rigid, plain = on_plain, once = once }
end

operation("a + b                     (twists)", function(n)
    local x, y = a, b
    for _ = 1, n do
        local _ = x + y
    end
end, function(n)
    local x, y, add = A, B, plain.add6
    for _ = 1, n do
        local _ = add(x, y)
    end
end, function()
    return a + b, plain.add6(A, B)
end)

operation("M * v                     (inertia, twist)", function(n)
    local x, y = M, a
    for _ = 1, n do
        local _ = x * y
    end
end, function(n)
    local x, y, mul = K, A, plain.inertia_times_motion
    for _ = 1, n do
        local _ = mul(x, y)
    end
end, function()
    return M * a, plain.inertia_times_motion(K, A)
end)

operation("M:shift(p)", function(n)
    local x, y = M, p
    for _ = 1, n do
        local _ = x:shift(y)
    end
end, function(n)
    local x, y, shift = K, P, plain.inertia_shift
    for _ = 1, n do
        local _ = shift(x, y)
    end
end, function()
    return M:shift(p), plain.inertia_shift(K, P)
end)

operation("X * v                     (pose, twist)", function(n)
    local x, y = X, a
    for _ = 1, n do
        local _ = x * y
    end
end, function(n)
    local x, y, mul = U, A, plain.pose_times_motion
    for _ = 1, n do
        local _ = mul(x, y)
    end
end, function()
    return X * a, plain.pose_times_motion(U, A)
end)

operation("momentum_derivative_slotine_li_regressor", function(n)
    local x, y, z, regressor = a, b, c, rigid.SpatialInertia.momentum_derivative_slotine_li_regressor
    for _ = 1, n do
        local _ = regressor(x, y, z)
    end
end, function(n)
    local x, y, z, regressor = A, B, C, plain.slotine_li_regressor
    for _ = 1, n do
        local _ = regressor(x, y, z)
    end
end, function()
    return rigid.SpatialInertia.momentum_derivative_slotine_li_regressor(a, b, c), plain.slotine_li_regressor(A, B, C)
end)

operation("p + q                     (Vec3)", function(n)
    local x, y = p, q
    for _ = 1, n do
        local _ = x + y
    end
end, function(n)
    local x, y, add = P, Q, plain.add3
    for _ = 1, n do
        local _ = add(x, y)
    end
end, function()
    return p + q, plain.add3(P, Q)
end)

operation("a * s", function(n)
    local x = a
    for _ = 1, n do
        local _ = x * 1.5
    end
end, function(n)
    local x, scale = A, plain.scale6
    for _ = 1, n do
        local _ = scale(x, 1.5)
    end
end, function()
    return a * 1.5, plain.scale6(A, 1.5)
end)

operation("v:cross(u)", function(n)
    local x, y = a, b
    for _ = 1, n do
        local _ = x:cross(y)
    end
end, function(n)
    local x, y, cross = A, B, plain.cross
    for _ = 1, n do
        local _ = cross(x, y)
    end
end, function()
    return a:cross(b), plain.cross(A, B)
end)

operation("v:dot(f)", function(n)
    local x, y = a, f
    for _ = 1, n do
        local _ = x:dot(y)
    end
end, function(n)
    local x, y, dot = A, C, plain.dot6
    for _ = 1, n do
        local _ = dot(x, y)
    end
end, function()
    return a:dot(f), plain.dot6(A, C)
end)

operation("X * Y                     (poses)", function(n)
    local x, y = X, Y
    for _ = 1, n do
        local _ = x * y
    end
end, function(n)
    local x, y, mul = U, V, plain.pose_times_pose
    for _ = 1, n do
        local _ = mul(x, y)
    end
end, function()
    return X * Y, plain.pose_times_pose(U, V)
end)

operation("X * p                     (pose, point)", function(n)
    local x, y = X, q
    for _ = 1, n do
        local _ = x * y
    end
end, function(n)
    local x, y, mul = U, Q, plain.pose_times_point
    for _ = 1, n do
        local _ = mul(x, y)
    end
end, function()
    return X * q, plain.pose_times_point(U, Q)
end)

operation("M:mass()                  (a method call)", function(n)
    local x = M
    for _ = 1, n do
        local _ = x:mass()
    end
end, function(n)
    local x = body
    for _ = 1, n do
        local _ = x:mass()
    end
end, function()
    return M:mass(), body:mass()
end)

operation("v[4]                      (an entry)", function(n)
    local x = a
    for _ = 1, n do
        local _ = x[4]
    end
end, function(n)
    local x = A
    for _ = 1, n do
        local _ = x[4]
    end
end, function()
    return a[4], A[4]
end)

operation("a:add_in_place(b)         (twists)", function(n)
    local x, y = a:copy(), b
    for _ = 1, n do
        x:add_in_place(y)
    end
end, function(n)
    local x, y, add = { table.unpack(A) }, B, plain.add6_in_place
    for _ = 1, n do
        add(x, y)
    end
end, function()
    return a:copy():add_in_place(b), plain.add6_in_place({ table.unpack(A) }, B)
end)

operation("A:add_in_place(B)         (inertias)", function(n)
    local x, y = M:copy(), N
    for _ = 1, n do
        x:add_in_place(y)
    end
end, function(n)
    local x, y, add = { table.unpack(K) }, L, plain.inertia_add_in_place
    for _ = 1, n do
        add(x, y)
    end
end, function()
    return M:copy():add_in_place(N), plain.inertia_add_in_place({ table.unpack(K) }, L)
end)

operation("M:shift_in_place(p)", function(n)
    local x, y = M:copy(), p
    for _ = 1, n do
        x:shift_in_place(y)
    end
end, function(n)
    local x, y, shift = { table.unpack(K) }, P, plain.inertia_shift_in_place
    for _ = 1, n do
        shift(x, y)
    end
end, function()
    return M:copy():shift_in_place(p), plain.inertia_shift_in_place({ table.unpack(K) }, P)
end)

-- ---- what a call and a recognised userdata cost ---------------------------------------------------------------------

local recognising = {
    {
        name = "an empty turn of the loop",
        run = function(n)
            local x = a
            for _ = 1, n do
                local _ = x
            end
        end,
    },
    {
        name = "math.type(v): a C call that looks at nothing",
        run = function(n)
            local x, call = a, math.type
            for _ = 1, n do
                local _ = call(x)
            end
        end,
    },
    {
        name = "io.type(file): recognised by name, in the registry",
        run = function(n)
            local x, call = io.stdout, io.type
            for _ = 1, n do
                local _ = call(x)
            end
        end,
    },
    {
        name = "rigid.type(v): recognised by the address it holds",
        run = function(n)
            local x, call = a, rigid.type
            for _ = 1, n do
                local _ = call(x)
            end
        end,
    },
}

-- ---- measure and print ----------------------------------------------------------------------------------------------

-- The two sides must agree before they are compared: to 1e-12 of the largest number.
for _, op in ipairs(operations) do
    local mine, theirs = op.once()
    mine, theirs = flat(mine), flat(theirs)
    local scale, worst = 0, 0
    for i = 1, math.max(#mine, #theirs) do
        scale = math.max(scale, math.abs(theirs[i]))
        worst = math.max(worst, math.abs(mine[i] - theirs[i]))
    end
    if not (worst <= 1e-12 * scale) then
        error(("%s: rigid and pure Lua differ by %g"):format(op.name:gsub("%s+", " "), worst))
    end
end

local subjects = {}
for _, op in ipairs(operations) do
    subjects[#subjects + 1] = op.rigid
    subjects[#subjects + 1] = op.plain
end
for _, one in ipairs(recognising) do
    subjects[#subjects + 1] = one.run
end
local times = measure.times(subjects, repeats)

local rows = {}
for i, op in ipairs(operations) do
    rows[i] = {
        name = op.name,
        rigid = times[2 * i - 1],
        plain = times[2 * i],
        rigid_bytes = measure.garbage(op.rigid),
        plain_bytes = measure.garbage(op.plain),
    }
end

if csv then
    print "operation,rigid_ns,lua_ns,ratio,rigid_bytes,lua_bytes"
    for _, row in ipairs(rows) do
        local name = row.name:gsub("%s+", " ")
        local fields = { row.rigid, row.plain, row.rigid / row.plain, row.rigid_bytes, row.plain_bytes }
        print(('"%s",%.1f,%.1f,%.3f,%.0f,%.0f'):format(name, table.unpack(fields)))
    end
    for i, one in ipairs(recognising) do
        print(('"%s",%.1f,,,,'):format(one.name, times[2 * #operations + i]))
    end
    return
end

print "                                              ns per operation           garbage, bytes"
print "operation                                   rigid  pure Lua  ratio      rigid  pure Lua"
for _, row in ipairs(rows) do
    local ratio = row.rigid / row.plain
    print(
        ("%-42s %6.1f  %8.1f  %5.2f  %9.0f  %8.0f"):format(
            row.name,
            row.rigid,
            row.plain,
            ratio,
            row.rigid_bytes,
            row.plain_bytes
        )
    )
end
print "\nrecognising a userdata                                     ns"
for i, one in ipairs(recognising) do
    print(("%-54s %6.1f"):format(one.name, times[2 * #operations + i]))
end
print(
    ("\na + b takes %.2f of pure Lua's time (aim: at most 0.65); M * v takes %.2f times a + b (aim: at most 1.05)."):format(
        rows[1].rigid / rows[1].plain,
        rows[2].rigid / rows[1].rigid
    )
)
