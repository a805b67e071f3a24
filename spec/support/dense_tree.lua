-- The second implementation of a tree of bodies: naive, dense, in plain Lua, sharing not one line with the core. It reads
-- what m:table() says, cuts every joint into pieces whose screws stand still in their own moving frame, poses each piece
-- by the 4x4 matrix exponential of its screw, and writes down the Jacobian of every link and its rate. Everything else is
-- a sum over links of J^T times something 6x6. Nothing is folded: a welded link, or a payload, is summed as it is, and how
-- many links hang from the world makes no difference. One file: none of its parts says anything without the others.

local dense = require "spec.support.dense"

local add, sub, mul, scale, transpose = dense.add, dense.sub, dense.mul, dense.scale, dense.transpose

local Tree = {}
Tree.__index = Tree

-- ---- joints -----------------------------------------------------------------------------------------------------------

local function turn(axis) return { 0, 0, 0, axis[1], axis[2], axis[3] } end
local function slide(axis) return { axis[1], axis[2], axis[3], 0, 0, 0 } end

-- A piece of one screw, of which exp(screw q) is the pose.
local function one(screw) return { nq = 1, screws = { screw } } end

-- Two axes in the plane of a planar joint: y is the normal crossed with the unit vector that it is least along.
local function in_plane(normal)
    local least = 1
    for k = 2, 3 do
        if math.abs(normal[k]) < math.abs(normal[least]) then least = k end
    end
    local e = { 0, 0, 0 }
    e[least] = 1
    local y = dense.cross(normal, e)
    y = scale(y, 1 / dense.norm(y))
    return dense.cross(y, normal), y
end

local function quaternion_matrix(w, x, y, z)
    local n = w * w + x * x + y * y + z * z
    local s = 2 / n
    return {
        { 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y) },
        { s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x) },
        { s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y) },
    }
end

local every_screw = dense.identity(6)

-- The pieces of a joint, root to leaf.
local pieces = {
    revolute = function(j) return { one(turn(j.axis)) } end,
    prismatic = function(j) return { one(slide(j.axis)) } end,
    helical = function(j) return { one(add(turn(j.axis), scale(slide(j.axis), j.pitch))) } end,
    screw = function(j)
        local p, a = j.point, j.axis
        local moment = { p[2] * a[3] - p[3] * a[2], p[3] * a[1] - p[1] * a[3], p[1] * a[2] - p[2] * a[1] }
        return { one(add(turn(a), add(scale(slide(a), j.pitch), slide(moment)))) }
    end,
    universal = function(j) return { one(turn(j.axis)), one(turn(j.axis2)) } end,
    cylindrical = function(j) return { one(turn(j.axis)), one(slide(j.axis)) } end,
    planar = function(j)
        local x, y = in_plane(j.axis)
        return { one(slide(x)), one(slide(y)), one(turn(j.axis)) }
    end,
    gimbal = function(j)
        local x, y = in_plane(j.axis)
        return { one(turn(x)), one(turn(y)), one(turn(j.axis)) }
    end,
    spherical = function()
        return { {
            nq = 4, screws = { every_screw[4], every_screw[5], every_screw[6] },
            pose = function(q) return dense.pose(quaternion_matrix(table.unpack(q)), { 0, 0, 0 }) end,
        } }
    end,
    floating = function()
        return { {
            nq = 7, screws = every_screw,
            pose = function(q) return dense.pose(quaternion_matrix(table.unpack(q, 4)), q) end,
        } }
    end,
    fixed = function() return {} end,
}
pieces.continuous, pieces.cardan = pieces.revolute, pieces.universal

-- ---- reading the table ------------------------------------------------------------------------------------------------

local function ten_of(t)
    local I = t.inertia
    return { t.mass, t.com_moment[1], t.com_moment[2], t.com_moment[3], I.xx, I.xy, I.xz, I.yy, I.yz, I.zz }
end

-- First numbers in q and v of every joint by name, in the order of addition; what follows another has none.
local function number_joints(tree, bodies)
    tree.nq, tree.nv, tree.joints = 0, 0, {}
    for _, body in ipairs(bodies) do
        local joint = body.joint
        local cut = pieces[joint.type](joint)
        if #cut > 0 then
            local numbers = { q = tree.nq + 1, v = tree.nv + 1, nq = 0, nv = 0, ratio = 1, offset = 0, mimic = joint.mimic }
            tree.joints[joint.name] = numbers
            for _, piece in ipairs(cut) do
                numbers.nq, numbers.nv = numbers.nq + piece.nq, numbers.nv + #piece.screws
            end
            if not joint.mimic then tree.nq, tree.nv = tree.nq + numbers.nq, tree.nv + numbers.nv end
        end
    end
    for _, numbers in pairs(tree.joints) do
        local mimic = numbers.mimic
        while mimic do
            local leader = tree.joints[mimic.joint]
            numbers.ratio, numbers.offset = numbers.ratio * mimic.multiplier, numbers.ratio * mimic.offset + numbers.offset
            numbers.q, numbers.v, mimic = leader.q, leader.v, leader.mimic
        end
    end
end

-- The tree that m:table() describes.
function Tree.of(said)
    local tree = setmetatable({ gravity = said.gravity, pieces = {}, links = {}, by_name = {}, moving = {} }, Tree)
    number_joints(tree, said.bodies)
    for _, body in ipairs(said.bodies) do
        local parent = tree.by_name[body.parent] or { piece = 0, within = dense.identity(4) }
        local placement = mul(parent.within, dense.pose(body.placement.rotation, body.placement.position))
        local link = { name = body.name, piece = parent.piece, within = placement, ten = body.inertia and ten_of(body.inertia) }
        local joint = body.joint
        local numbers = tree.joints[joint.name]
        local q, v = numbers and numbers.q, numbers and numbers.v
        for _, piece in ipairs(pieces[joint.type](joint)) do
            piece.parent, piece.placement, piece.joint = link.piece, link.within, joint
            piece.q, piece.v, piece.ratio, piece.offset = q, v, numbers.ratio, numbers.offset
            q, v = q + piece.nq, v + #piece.screws
            table.insert(tree.pieces, piece)
            link.piece, link.within, link.moves = #tree.pieces, dense.identity(4), true
        end
        table.insert(tree.links, link)
        tree.by_name[body.name] = link
        if link.moves then table.insert(tree.moving, link) end
        link.carrier = link.moves and link or parent.carrier
    end
    return tree
end

-- ---- where everything is and how it moves -----------------------------------------------------------------------------

local function rotation_of(X) return { { X[1][1], X[1][2], X[1][3] }, { X[2][1], X[2][2], X[2][3] }, { X[3][1], X[3][2], X[3][3] } } end
local function position_of(X) return { X[1][4], X[2][4], X[3][4] } end

-- How the inverse of a pose acts on motions.
local function into(X)
    local back = transpose(rotation_of(X))
    return dense.adjoint(back, dense.neg(mul(back, position_of(X))))
end

local function motion(piece, q)
    if piece.pose then return piece.pose { table.unpack(q, piece.q, piece.q + piece.nq - 1) } end
    local turned = piece.ratio * q[piece.q] + piece.offset
    return dense.exponential(scale(dense.pose_rate(piece.screws[1]), turned))
end

-- One piece on its parent's seat: X its pose in the world, J with twist = J v in its own axes, dJ the rate of J.
local function seat_of(piece, parent, q, v)
    local step = mul(piece.placement, motion(piece, q))
    local back = into(step)
    local carried = mul(back, parent.J)
    local J = scale(carried, 1)
    local across = { 0, 0, 0, 0, 0, 0 }
    for k, screw in ipairs(piece.screws) do
        local column = piece.v + k - 1
        across = add(across, scale(screw, piece.ratio * v[column]))
        for row = 1, 6 do
            J[row][column] = J[row][column] + piece.ratio * screw[row]
        end
    end
    local dJ = sub(mul(back, parent.dJ), mul(dense.motion_cross(across), carried))
    return { X = mul(parent.X, step), J = J, dJ = dJ }
end

-- X, J, the rate of J, the twist and the 6x6 inertia of every link by name, at q and v (zeros unless given). The rate is
-- as the world sees it, in the axes of the link: dJ + v x J. (J v is not changed by the second term: v x v = 0.)
function Tree:state(q, v)
    v = v or scale(q, 0)
    v = { table.unpack(v, 1, self.nv) }
    local still = { X = dense.identity(4), J = dense.zeros(6, self.nv), dJ = dense.zeros(6, self.nv) }
    local seats, state = { [0] = still }, { v = v }
    for i, piece in ipairs(self.pieces) do
        seats[i] = seat_of(piece, seats[piece.parent], q, v)
    end
    for _, link in ipairs(self.links) do
        local seat, back = seats[link.piece], into(link.within)
        local J = mul(back, seat.J)
        local twist = mul(J, v)
        state[link.name] = {
            X = mul(seat.X, link.within), J = J, twist = twist, M = link.ten and dense.inertia(link.ten),
            rate = add(mul(back, seat.dJ), mul(dense.motion_cross(twist), J)),
        }
    end
    return state
end

-- The acceleration of a link in its own axes; with gravity, as felt: standing still is accelerating against it.
local function acceleration(at, v, a, gravity)
    local acc = add(mul(at.J, a), mul(at.rate, v))
    if not gravity then return acc end
    local g = mul(transpose(rotation_of(at.X)), gravity)
    return sub(acc, { g[1], g[2], g[3], 0, 0, 0 })
end

-- The links that have a body and move.
function Tree:bodies(state)
    local i = 0
    return function()
        repeat
            i = i + 1
        until not self.links[i] or self.links[i].ten and self.links[i].carrier
        local link = self.links[i]
        if link then return link, state[link.name] end
    end
end

-- ---- dynamics ----------------------------------------------------------------------------------------------------------

-- By freedom the sum over the joints that move with it: what is said of each times power(its ratio).
local function by_freedom(tree, field, power)
    local list = {}
    for k = 1, tree.nv do
        list[k] = 0
    end
    for _, piece in ipairs(tree.pieces) do
        for k = 1, #piece.screws do
            local column = piece.v + k - 1
            list[column] = list[column] + power(piece.ratio) * (piece.joint[field] or 0)
        end
    end
    return list
end

local function square(ratio) return ratio * ratio end

-- What the rotors add to the mass matrix; what resists speed, and what resists motion however slow: a joint that turns
-- ratio times as fast resists with ratio times the torque, and so do those that it passes on.
function Tree:rotors() return by_freedom(self, "armature", square) end
function Tree:damping() return by_freedom(self, "damping", square) end
function Tree:friction() return by_freedom(self, "friction", math.abs) end

-- sum J^T M J
function Tree:mass_matrix(state)
    local H = dense.diagonal(self:rotors())
    for _, at in self:bodies(state) do
        H = add(H, mul(transpose(at.J), mul(at.M, at.J)))
    end
    return H
end

-- sum J^T (M rate + B(M, v) J)
function Tree:coriolis_matrix(state, factor)
    local C = dense.zeros(self.nv, self.nv)
    for _, at in self:bodies(state) do
        local B = dense.factor[factor or "christoffel"](at.M, at.twist)
        C = add(C, mul(transpose(at.J), add(mul(at.M, at.rate), mul(B, at.J))))
    end
    return C
end

-- sum J^T (M a + v x* M v - f); external wrenches by name of link.
function Tree:inverse_dynamics(state, a, external)
    local tau = {}
    for k, rotor in ipairs(self:rotors()) do
        tau[k] = rotor * a[k]
    end
    for _, at in self:bodies(state) do
        local momentum = mul(at.M, at.twist)
        local acc = acceleration(at, state.v, a, self.gravity)
        tau = add(tau, mul(transpose(at.J), add(mul(at.M, acc), mul(dense.force_cross(at.twist), momentum))))
    end
    for name, wrench in pairs(external or {}) do
        tau = sub(tau, mul(transpose(state[name].J), wrench))
    end
    return tau
end

-- H^-1 (tau - bias)
function Tree:forward_dynamics(state, tau, external)
    local bias = self:inverse_dynamics(state, scale(tau, 0), external)
    return mul(dense.inverse(self:mass_matrix(state)), sub(tau, bias))
end

-- ---- the whole ------------------------------------------------------------------------------------------------------------

function Tree:com(state)
    local mass, moment = 0, { 0, 0, 0 }
    for link, at in self:bodies(state) do
        local m, h = dense.parts(link.ten)
        mass = mass + m
        moment = add(moment, scale(position_of(at.X), m), mul(rotation_of(at.X), h))
    end
    return scale(moment, 1 / mass), mass
end

-- 6 x nv: momentum about the world's origin = matrix times v; about the com, of the second.
function Tree:momentum_matrices(state)
    local A = dense.zeros(6, self.nv)
    for _, at in self:bodies(state) do
        A = add(A, mul(dense.adjoint_force(rotation_of(at.X), position_of(at.X)), mul(at.M, at.J)))
    end
    return A, mul(dense.adjoint_force(dense.identity(3), dense.neg((self:com(state)))), A)
end

-- 3 x nv, and that times v: momentum is mass times the velocity of the com.
function Tree:com_jacobian(state)
    local _, mass = self:com(state)
    local A = self:momentum_matrices(state)
    return scale({ A[1], A[2], A[3] }, 1 / mass)
end

function Tree:kinetic_energy(state) return 0.5 * dense.dot(state.v, mul(self:mass_matrix(state), state.v)) end

function Tree:potential_energy(state)
    local c, mass = self:com(state)
    return -mass * dense.dot(self.gravity, c)
end

-- ---- parameters -----------------------------------------------------------------------------------------------------------

-- Ten for each moving link, what is welded to it included, about its frame and in its axes.
function Tree:parameters()
    local sums, list = {}, {}
    for link in self:bodies {} do
        local name = link.carrier.name
        local M = dense.congruence(dense.adjoint_force(rotation_of(link.within), position_of(link.within)), dense.inertia(link.ten))
        if link.moves then M = dense.inertia(link.ten) end
        sums[name] = add(sums[name] or dense.zeros(6, 6), M)
    end
    for i, link in ipairs(self.moving) do
        local M = sums[link.name] or dense.zeros(6, 6)
        local ten = { M[1][1], M[6][2], M[4][3], M[5][1], M[4][4], M[4][5], M[4][6], M[5][5], M[5][6], M[6][6] }
        table.move(ten, 1, 10, 10 * i - 9, list)
    end
    return list
end

-- The columns of f(M, at), linear in M, for each moving link, side by side.
local function by_links(tree, state, f)
    local rows
    for _, link in ipairs(tree.moving) do
        local at = state[link.name]
        local block = dense.by_parameters(function(M) return f(M, at) end)
        rows = rows or {}
        for i, row in ipairs(block) do
            rows[i] = rows[i] or {}
            table.move(row, 1, 10, #rows[i] + 1, rows[i])
        end
    end
    return rows
end

function Tree:regressor(state, a)
    return by_links(self, state, function(M, at)
        local bias = mul(dense.force_cross(at.twist), mul(M, at.twist))
        return mul(transpose(at.J), add(mul(M, acceleration(at, state.v, a, self.gravity)), bias))
    end)
end

function Tree:slotine_li_regressor(state, v_ref, a_ref, factor)
    return by_links(self, state, function(M, at)
        local B = dense.factor[factor or "christoffel"](M, at.twist)
        return mul(transpose(at.J), add(mul(M, acceleration(at, v_ref, a_ref, self.gravity)), mul(B, mul(at.J, v_ref))))
    end)
end

-- Y with columns behind it for damping, friction and rotors, a diagonal block each: what one of them costs the joint that
-- has it, at the velocity that is wanted (friction: at that which is).
function Tree:with_joint_columns(Y, state, v_ref, a_ref, columns)
    local wide = {}
    for i, row in ipairs(Y) do
        wide[i] = { table.unpack(row) }
        local speed = state.v[i]
        local values = { damping = v_ref[i], friction = speed > 0 and 1 or speed < 0 and -1 or 0, armature = a_ref[i] }
        for _, name in ipairs { "damping", "friction", "armature" } do
            for k = 1, columns[name] and self.nv or 0 do table.insert(wide[i], k == i and values[name] or 0) end
        end
    end
    return wide
end

function Tree:momentum_regressor(state)
    return by_links(self, state, function(M, at)
        return mul(dense.adjoint_force(rotation_of(at.X), position_of(at.X)), mul(M, at.twist))
    end)
end

-- Energies as rows of one: kinetic without the rotors.
function Tree:kinetic_energy_regressor(state)
    return by_links(self, state, function(M, at) return { 0.5 * dense.dot(at.twist, mul(M, at.twist)) } end)[1]
end

function Tree:potential_energy_regressor(state)
    return by_links(self, state, function(M, at)
        local moment = add(scale(position_of(at.X), M[1][1]), mul(rotation_of(at.X), { M[6][2], M[4][3], M[5][1] }))
        return { -dense.dot(self.gravity, moment) }
    end)[1]
end

return Tree
