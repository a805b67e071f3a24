-- The second implementation of closed loops, over the dense one of trees: naive, in plain Lua, sharing nothing with the core. The
-- wrenches that a closing joint does not let through are found as the complement of the screws that it moves by; rows that depend
-- on others are left out by Gram and Schmidt, and what is asked of all of them is put back by least norm.

local dense = require "spec.support.dense"

local add, sub, mul, scale, transpose, dot = dense.add, dense.sub, dense.mul, dense.scale, dense.transpose, dense.dot

local loops = {}

local function rotation_of(X) return { { X[1][1], X[1][2], X[1][3] }, { X[2][1], X[2][2], X[2][3] }, { X[3][1], X[3][2], X[3][3] } } end
local function position_of(X) return { X[1][4], X[2][4], X[3][4] } end

-- The inverse of a pose, on motions.
local function into(X)
    local back = transpose(rotation_of(X))
    return dense.adjoint(back, dense.neg(mul(back, position_of(X))))
end

local function inverse(X)
    local back = transpose(rotation_of(X))
    return dense.pose(back, dense.neg(mul(back, position_of(X))))
end

-- ---- orthonormal rows -----------------------------------------------------------------------------------------------

local CUT <const> = 1e-8 -- of the longest row

-- Orthonormal rows that span those of A, the longest remainder first, in the numbers themselves.
function loops.orthonormal(A)
    local rest, found, longest = {}, {}, 0
    for i, row in ipairs(A) do
        rest[i] = scale(row, 1)
        longest = math.max(longest, dense.norm(row))
    end
    while #rest > 0 do
        local best = 1
        for i = 2, #rest do
            if dense.norm(rest[i]) > dense.norm(rest[best]) then best = i end
        end
        local size = dense.norm(rest[best])
        if size <= CUT * longest then break end
        local unit = scale(table.remove(rest, best), 1 / size)
        for _, other in ipairs(found) do unit = sub(unit, scale(other, dot(other, unit))) end
        unit = scale(unit, 1 / dense.norm(unit))
        found[#found + 1] = unit
        for i, row in ipairs(rest) do rest[i] = sub(row, scale(unit, dot(unit, row))) end
    end
    return found
end

-- Six-vectors orthonormal and across those.
local function complement(S)
    local own = loops.orthonormal(S)
    local rest = {}
    for i, row in ipairs(dense.identity(6)) do
        for _, s in ipairs(own) do row = sub(row, scale(s, dot(s, row))) end
        rest[i] = row
    end
    return loops.orthonormal(rest)
end

-- ---- closing joints -------------------------------------------------------------------------------------------------

local function turn(a) return { 0, 0, 0, a[1], a[2], a[3] } end
local function slide(a) return { a[1], a[2], a[3], 0, 0, 0 } end

-- The screws of a closing joint as b sees them; R: of b in a.
local screws = {
    revolute = function(j) return { turn(j.axis) } end,
    prismatic = function(j) return { slide(j.axis) } end,
    helical = function(j) return { add(turn(j.axis), scale(slide(j.axis), j.pitch)) } end,
    screw = function(j) return { add(turn(j.axis), add(scale(slide(j.axis), j.pitch), slide(dense.cross(j.point, j.axis)))) } end,
    universal = function(j, R) return { turn(mul(transpose(R), j.axis)), turn(j.axis2) } end,
    cylindrical = function(j) return { turn(j.axis), slide(j.axis) } end,
    spherical = function() return { turn { 1, 0, 0 }, turn { 0, 1, 0 }, turn { 0, 0, 1 } } end,
    planar = function(j)
        local list = { turn(j.axis) }
        for _, e in ipairs(dense.identity(3)) do list[#list + 1] = slide(sub(e, scale(j.axis, dot(e, j.axis)))) end
        return list
    end,
    fixed = function() return {} end,
}
screws.continuous, screws.cardan, screws.gimbal = screws.revolute, screws.universal, screws.spherical

-- Of one frame: pose in the world, Jacobian and acceleration without q̈, at the frame and in its axes.
local function frame(state, tree, name, placement)
    local X = dense.pose(placement.rotation, placement.position)
    local at = name and state[name]
    if not at then return { X = X, J = dense.zeros(6, tree.nv), v = { 0, 0, 0, 0, 0, 0 }, a = { 0, 0, 0, 0, 0, 0 } } end
    local back = into(X)
    return { X = mul(at.X, X), J = mul(back, at.J), v = mul(back, at.twist), a = mul(back, mul(at.rate, state.v)) }
end

-- In the world's axes the velocity and acceleration of the point at a frame.
local function point(f)
    local R = rotation_of(f.X)
    local u, w = dense.linear(f.v), dense.angular(f.v)
    return position_of(f.X), mul(R, u), mul(R, add(dense.linear(f.a), dense.cross(w, u)))
end

local function distance_rows(a, b)
    local pa, va, aa = point(a)
    local pb, vb, ab = point(b)
    local r, rate, bend = sub(pb, pa), sub(vb, va), sub(ab, aa)
    local length = dense.norm(r)
    local speed = dot(r, rate) / length
    local u = mul(transpose(rotation_of(b.X)), scale(r, 1 / length))
    return { slide(u) }, { (dot(rate, rate) + dot(r, bend) - speed * speed) / length }
end

-- Of b's place as a sees it, the directions across a line or along the normal of a plane; how it accelerates there without q̈.
local function place_rows(joint, a, b)
    local pa, va, aa = point(a)
    local pb, vb, ab = point(b)
    local R, r, rate = rotation_of(a.X), sub(pb, pa), sub(vb, va)
    local w, alpha = mul(R, dense.angular(a.v)), mul(R, dense.angular(a.a))
    local bend = add(sub(sub(sub(ab, aa), dense.cross(alpha, r)), scale(dense.cross(w, rate), 2)), dense.cross(w, dense.cross(w, r)))
    local directions = { joint.axis }
    if joint.type == "line" then
        local rest = {}
        for i, e in ipairs(dense.identity(3)) do rest[i] = sub(e, scale(joint.axis, dot(e, joint.axis))) end
        directions = loops.orthonormal(rest)
    end
    local T, drift = {}, {}
    for i, d in ipairs(directions) do
        local seen = mul(R, d)
        T[i], drift[i] = slide(mul(transpose(rotation_of(b.X)), seen)), dot(seen, bend)
    end
    return T, drift
end

-- T_b and the drift of its rows.
local function joint_rows(joint, a, b)
    local X = mul(inverse(a.X), b.X)
    local R, seen = rotation_of(X), into(X)
    local S, va = screws[joint.type](joint, R), mul(seen, a.v)
    local T, rel = complement(S), sub(b.v, va)
    local acc = add(sub(b.a, mul(seen, a.a)), mul(dense.motion_cross(rel), va))
    if joint.type == "universal" or joint.type == "cardan" then
        -- the first axis turns in b: what of the velocity is along it
        local first, second, w = dense.angular(S[1]), dense.angular(S[2]), dense.angular(rel)
        local normal = dense.cross(first, second)
        local across = dense.cross(second, normal)
        local rate = dot(w, across) / dot(first, across)
        acc = sub(acc, turn(scale(dense.cross(w, first), -rate)))
    end
    local drift = {}
    for i, t in ipairs(T) do drift[i] = dot(t, acc) end
    return T, drift
end

-- Where a joint stands: ratio q + offset, of the numbers of its leader.
local function coupling_rows(tree, said, q, v)
    local y, x = tree.joints[said.joint], tree.joints[said.of]
    local at, rate = x.ratio * q[x.q] + x.offset, x.ratio * v[x.v]
    local slope, bend = 0, 0
    for k = 2, #said.coefficients do slope = slope + (k - 1) * said.coefficients[k] * at ^ (k - 2) end
    for k = 3, #said.coefficients do bend = bend + (k - 1) * (k - 2) * said.coefficients[k] * at ^ (k - 3) end
    local row = {}
    for i = 1, tree.nv do row[i] = 0 end
    row[y.v] = row[y.v] + y.ratio
    row[x.v] = row[x.v] - slope * x.ratio
    return row, -bend * rate * rate
end

-- J, drift, and for each loop {first = its first row, T = wrenches or nil for a coupling}; q and v as plain lists.
function loops.rows(tree, state, said, q, v)
    local J, drift, list = {}, {}, {}
    for i, loop in ipairs(said) do
        list[i] = { first = #J + 1 }
        if loop.coefficients then
            J[#J + 1], drift[#drift + 1] = coupling_rows(tree, loop, q, v)
        else
            local a, b = frame(state, tree, loop.body_a, loop.placement_a), frame(state, tree, loop.body_b, loop.placement_b)
            local T, own
            local rows_of = ({ line = place_rows, plane = place_rows })[loop.joint.type] or joint_rows
            if loop.joint.type == "distance" then T, own = distance_rows(a, b) else T, own = rows_of(loop.joint, a, b) end
            local moved = sub(b.J, mul(into(mul(inverse(a.X), b.X)), a.J))
            for k, t in ipairs(T) do J[#J + 1], drift[#drift + 1] = mul(transpose(moved), t), own[k] end
            list[i].T = T
        end
    end
    return J, drift, list
end

-- v without what the rows forbid.
function loops.allowed(J, v)
    for _, row in ipairs(loops.orthonormal(J)) do v = sub(v, scale(row, dot(row, v))) end
    return v
end

-- a and the multipliers of least norm: with R the orthonormal rows, J = A R, R a = -A⁺ drift, and Aᵀ λ = μ.
function loops.dynamics(tree, state, J, drift, tau, external)
    local H = tree:mass_matrix(state)
    local free = tree:forward_dynamics(state, tau, external)
    local R = loops.orthonormal(J)
    local A, back = mul(J, transpose(R)), dense.inverse(H)
    local normal = dense.inverse(mul(transpose(A), A))
    local wanted = scale(mul(normal, mul(transpose(A), drift)), -1)
    local G = mul(R, mul(back, transpose(R)))
    local mu = mul(dense.inverse(G), sub(wanted, mul(R, free)))
    return add(free, mul(back, mul(transpose(R), mu))), mul(A, mul(normal, mu)), #R
end

-- The wrench of a loop, or the number of a coupling.
function loops.wrench(own, lambda)
    if not own.T then return lambda[own.first] end
    local sum = { 0, 0, 0, 0, 0, 0 }
    for k, t in ipairs(own.T) do sum = add(sum, scale(t, lambda[own.first + k - 1])) end
    return sum
end

return loops
