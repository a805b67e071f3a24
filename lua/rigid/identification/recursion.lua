-- Which combinations of the inertial parameters of a tree move any torque: the recursive algorithm of Wensing, Niemeyer and Slotine
-- [arXiv 1711.03896], exact, without samples. Down the tree go V, the motions that a link can have (with gravity as an
-- acceleration), and C, what of ten parameters the joints before it can see; N is what its own joint sees.
--
-- All is written at one configuration in axes of the world, so that a link's parameters and those of what carries it are simply added: X
-- and A_X are identities. What spans turn with q does not matter but where a turn of a joint turns another of its own, as of a universal
-- joint: those are split, a node each. Lengths are measured in the model's own, so that small robots are not lost in tolerances.
local core = require "rigid.core"
local rows = require "rigid.identification.rows"

local recursion = {}

-- ---- motions and parameters: six and ten numbers in a plain list ----------------------------------------------------------

local function cross(a, b, i, j) -- of the three numbers after a[i] and b[j]
    return a[i + 2] * b[j + 3] - a[i + 3] * b[j + 2], a[i + 3] * b[j + 1] - a[i + 1] * b[j + 3], a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]
end

-- s x v
local function motion_cross(s, v)
    local x1, y1, z1 = cross(s, v, 3, 0) -- of ω × u
    local x2, y2, z2 = cross(s, v, 0, 3)
    local x3, y3, z3 = cross(s, v, 3, 3)
    return {x1 + x2, y1 + y2, z1 + z2, x3, y3, z3}
end

-- The row r with r π = aᵀ M(π) b.
local function product_row(a, b)
    local x1, y1, z1 = cross(a, b, 0, 3)
    local x2, y2, z2 = cross(b, a, 0, 3)
    local p, q, r, x, y, z = a[4], a[5], a[6], b[4], b[5], b[6]
    return {
        a[1] * b[1] + a[2] * b[2] + a[3] * b[3], x1 + x2, y1 + y2, z1 + z2,
        p * x, p * y + q * x, p * z + r * x, q * y, q * z + r * y, r * z,
    }
end

local UNIT = rows.identity(6)
-- Where the ten parameters stand in the matrix of an inertia: {row, column, sign}.
local ENTRIES <const> = {{1, 1, 1}, {3, 5, -1}, {3, 4, 1}, {2, 4, -1}, {4, 4, 1}, {4, 5, 1}, {4, 6, 1}, {5, 5, 1}, {5, 6, 1}, {6, 6, 1}}

-- The rows of A with A π the parameters of the matrix M', whose entries aᵀ M' b are `row(a, b)` times π.
local function parameter_map(row)
    local map = {}
    for k, entry in ipairs(ENTRIES) do
        map[k] = row(UNIT[entry[1]], UNIT[entry[2]])
        for i = 1, 10 do map[k][i] = entry[3] * map[k][i] end
    end
    return map
end

-- A_s: the parameters of s x* M - M s x.
local function rate_map(s)
    return parameter_map(function(a, b)
        local first, second = product_row(motion_cross(s, a), b), product_row(a, motion_cross(s, b))
        for k = 1, 10 do first[k] = -first[k] - second[k] end
        return first
    end)
end

-- The parameters in world axes about the world's origin of those in the axes of a frame at that pose.
local function pose_map(X)
    local back, moved = X:inverse():adjoint(), {}
    for k = 1, 6 do
        moved[k] = {}
        for i = 1, 6 do moved[k][i] = back(i, k) end
    end
    return parameter_map(function(a, b)
        local u, w = {}, {}
        for i = 1, 6 do
            local x, y = 0.0, 0.0
            for k = 1, 6 do x, y = x + moved[k][i] * a[k], y + moved[k][i] * b[k] end
            u[i], w[i] = x, y
        end
        return product_row(u, w)
    end)
end

-- ---- the tree -------------------------------------------------------------------------------------------------------

-- Divide by the length of the model what is a length: of motions the linear part against the angular one.
local function scaled_motion(s, length) return {s[1] / length, s[2] / length, s[3] / length, s[4], s[5], s[6]} end

local SHORTEST <const> = 1e-100 -- m: what is shorter is nothing, and its square is none

-- How far the frames of the links are from the first of them, and a screw's pitch: the model's length.
local function length_of(nodes)
    local length, reach, first = 0.0, 0.0, nodes[1].pose:position()
    for _, node in ipairs(nodes) do
        reach = math.max(reach, node.pose:position():norm())
        length = math.max(length, (node.pose:position() - first):norm())
        for _, s in ipairs(node.S) do
            local turn, way = s[4] ^ 2 + s[5] ^ 2 + s[6] ^ 2, s[1] ^ 2 + s[2] ^ 2 + s[3] ^ 2
            local pitch = math.abs(s[1] * s[4] + s[2] * s[5] + s[3] * s[6])
            if turn > 0 and pitch > 1e-9 * math.sqrt(turn * way) then length = math.max(length, pitch / turn) end -- else it is rounding
        end
    end
    return length > 1e-9 * reach and length > SHORTEST and length or 1.0 -- else it is rounding
end

-- Nodes, parents first: {parent = node or nil, pose, S = its motions in the world, body = number of the link, or nil where it has no
-- mass}. A joint of turns that follow each other is as many nodes.
local function nodes_of(m, q, layout, joints)
    local nodes, by_link = {}, {}
    for i, link in ipairs(layout.links) do
        local J, first = m:jacobian(q, link.name, {frame = "world"}), layout.v[link.number]
        local pose, S = m:pose(q, link.name), {}
        for k = 1, joints.type(link.joint).nv do
            S[k] = {}
            for r = 1, 6 do S[k][r] = J(r, first + k - 1) end
        end
        local owner = link.parent and layout.owner[link.parent.number]
        local parent = owner and by_link[owner] or nil
        while joints.turns(link.joint) > 1 and #S > 1 do
            parent = {parent = parent, pose = pose, S = {table.remove(S, 1)}}
            nodes[#nodes + 1] = parent
        end
        nodes[#nodes + 1] = {parent = parent, pose = pose, S = S, body = i, link = link}
        by_link[link] = nodes[#nodes]
    end
    return nodes
end

-- node.V, node.C, node.N of each, by those of its parent, or of what all stands on.
local function descend(nodes, root)
    for _, node in ipairs(nodes) do
        local from, moves, maps = node.parent or root, {}, {}
        for k, s in ipairs(node.S) do
            moves[k] = function(v) return motion_cross(s, v) end
            local A = rate_map(s)
            maps[k] = function(row) return rows.times(row, A) end
        end
        node.V = rows.span(rows.join(rows.closure(from.V, moves), node.S))
        local seen = {}
        for _, a in ipairs(node.V) do
            for _, s in ipairs(node.S) do seen[#seen + 1] = product_row(a, s) end
        end
        for _, row in ipairs(rows.closure(from.C, maps)) do
            for _, map in ipairs(maps) do seen[#seen + 1] = map(row) end
        end
        node.N = rows.span(seen)
        node.C = rows.span(rows.join(from.C, node.N))
    end
end

local function is_below(node, other)
    while node do
        if node == other then return true end
        node = node.parent
    end
    return false
end

-- The base rows over the ten parameters of every link, and what each node knows; `floating`: what carries the tree moves freely.
-- rows, of parameters in units of the model's length (m, h / l, I / l²), as ten numbers for each link; nodes; l.
function recursion.rows(m, floating, layout, joints)
    local nodes = nodes_of(m, m:neutral(), layout, joints)
    local length, g = length_of(nodes), m:gravity()
    local first = nodes[1].pose:position() -- the origin is put there: far from it, lengths are lost
    local at = core.Transform {position = -1 * first}
    local adjoint = at:adjoint()
    for _, node in ipairs(nodes) do
        for k, s in ipairs(node.S) do
            local moved = {}
            for i = 1, 6 do
                moved[i] = 0.0
                for j = 1, 6 do moved[i] = moved[i] + adjoint(i, j) * s[j] end
            end
            moved = scaled_motion(moved, length)
            local size = math.sqrt(rows.dot(moved, moved))
            for i = 1, 6 do moved[i] = moved[i] / size end
            node.S[k] = moved
        end
        node.placed = at * node.pose
    end
    local root = {V = {}, C = {}}
    if floating then
        root = {V = rows.identity(6), C = rows.identity(10)}
    elseif g:norm() > 0 then
        local down = g:unit()
        root.V = {{down.x, down.y, down.z, 0, 0, 0}}
    end
    descend(nodes, root)
    local all, count = {}, #layout.links
    local scale = {1, 1 / length, 1 / length, 1 / length}
    for k = 5, 10 do scale[k] = 1 / length ^ 2 end
    for _, node in ipairs(nodes) do
        if node.body then node.A = pose_map(node.placed) end
    end
    for _, node in ipairs(nodes) do
        for _, row in ipairs(node.N) do
            local whole = {}
            for i = 1, 10 * count do whole[i] = 0.0 end
            local sized = {}
            for k = 1, 10 do sized[k] = row[k] * scale[k] end
            for _, other in ipairs(nodes) do
                if other.body and is_below(other, node) then
                    local there = rows.times(sized, other.A)
                    for k = 1, 10 do whole[10 * other.body - 10 + k] = there[k] / scale[k] end
                end
            end
            all[#all + 1] = whole
        end
    end
    return all, nodes, length
end

return recursion
