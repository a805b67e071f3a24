-- Random trees and forests over all joint types, seeded, for laws: general placements, axes and bodies (see draw.lua), some
-- links welded or loaded, some joints following others, with damping, friction and rotors, and configurations and
-- velocities of general position. The same seed gives the same tree on every machine.

local rigid = require "rigid"
local make = require "spec.support.make"

local trees = {}

trees.moving_types = { "revolute", "prismatic", "continuous", "helical", "universal", "cardan", "gimbal", "cylindrical", "spherical", "planar", "floating" }

local function direction(d) return rigid.Vec3(d:direction()) end

-- What a person says of a joint of that type: general axes, a name, damping, friction, armature, springs as asked.
function trees.joint(d, kind, name, options)
    local joint = { type = kind, name = name }
    if kind ~= "spherical" and kind ~= "floating" and kind ~= "fixed" then joint.axis = direction(d) end
    if kind == "universal" or kind == "cardan" then joint.axis2 = direction(d) end
    if kind == "helical" or kind == "screw" then joint.pitch = d:number() end
    if kind == "screw" then joint.point = rigid.Vec3(d:number(), d:number(), d:number()) end
    if options.armature and kind ~= "fixed" then joint.armature = d:between(0.1, 0.5) end
    if options.resistance and kind ~= "fixed" then
        joint.damping, joint.friction = d:between(0.1, 0.5), d:between(0.1, 0.5)
    end
    if options.springs and kind ~= "fixed" and kind ~= "floating" then
        joint.stiffness = d:between(1, 5)
        if kind ~= "spherical" then joint.springref = d:number() end
    end
    return joint
end

local single = { "revolute", "prismatic", "continuous", "helical" }

local function share(d, part) return d:unit_interval() < (part or 0) end

-- Payloads and a frame: what links carry beside their own bodies.
local function burden(d, m, options)
    local names = m:body_names()
    for _, name in ipairs(names) do
        if share(d, options.payloads) then
            local body = d:parameters()
            m:attach { name = "payload of " .. name, body = name, inertia = rigid.SpatialInertia.from_parameters(body), placement = make.pose(d) }
        end
    end
    if options.payloads then
        m:add_frame { name = "tool", body = names[d:integer(1, #names)], placement = make.pose(d) }
    end
    return m
end

-- The links that hang from the world where a tree of `count` has that many roots: the first, and others spread among the
-- rest, so that the bodies of one tree do not stand side by side.
local function roots_of(count, roots)
    local hang = { true }
    for r = 2, roots or 1 do hang[1 + (r - 1) * count // roots] = r end
    return hang
end

-- A tree of `count` links, link1 to linkN with joints joint1 to jointN. options:
--   types       list of joint types drawn from (all that move, unless given); `first` the type of the first joint
--   roots       how many links hang from the world (1); `second` the type of the joint of the second
--   welded      that share of the links is welded to its parent (0)
--   mimics      that share of the joints of one freedom follows an earlier one, of any tree (0)
--   payloads    that share of the links carries a payload; with it there is a frame (0)
--   armature, resistance   true: rotors; damping and friction
--   chain       true: each link hangs from the one before
--   gravity     (general, unless given)
-- Every link has a general body, so that no joint moves nothing.
function trees.random(d, count, options)
    options = options or {}
    local types = options.types or trees.moving_types
    local m = rigid.Model { name = "tree", gravity = options.gravity or { 0.7, -1.3, -9.2 } }
    local leaders, hang = {}, roots_of(count, options.roots)
    for i = 1, count do
        local said = hang[i] and (i == 1 and options.first or hang[i] == 2 and options.second)
        local kind = said or types[d:integer(1, #types)]
        local parent = not hang[i] and "link" .. (options.chain and i - 1 or d:integer(1, i - 1)) or nil
        local follows = i > 1 and not said and #leaders > 0 and d:unit_interval() < (options.mimics or 0)
        if follows then kind = single[d:integer(1, #single)] end
        if i > 1 and not said and not follows and d:unit_interval() < (options.welded or 0) then kind = "fixed" end
        local joint = trees.joint(d, kind, "joint" .. i, options)
        if follows then
            joint.mimic = { joint = leaders[d:integer(1, #leaders)], multiplier = d:number(), offset = d:number() }
        end
        m:add_body {
            name = "link" .. i, parent = parent, joint = joint, placement = make.pose(d), inertia = make.body(d),
        }
        for _, name in ipairs(single) do
            if kind == name then leaders[#leaders + 1] = joint.name end
        end
    end
    return burden(d, m, options)
end

-- One link after another, one of each moving type, in an order that the draw gives; options: roots, payloads, armature,
-- resistance.
function trees.of_every_type(d, options)
    options = options or {}
    local rest, order = table.move(trees.moving_types, 1, #trees.moving_types, 1, {}), {}
    while #rest > 0 do
        order[#order + 1] = table.remove(rest, d:integer(1, #rest))
    end
    local m = rigid.Model { name = "every type", gravity = { 0.7, -1.3, -9.2 } }
    local hang = roots_of(#order, options.roots)
    for i, kind in ipairs(order) do
        m:add_body {
            name = "link" .. i, parent = not hang[i] and "link" .. d:integer(math.max(1, i - 2), i - 1) or nil,
            joint = trees.joint(d, kind, "joint" .. i, options), placement = make.pose(d), inertia = make.body(d),
        }
    end
    return burden(d, m, options)
end

-- q of general position: where the neutral one is carried by a general step. v, a, tau: general numbers.
function trees.configuration(d, m)
    return m:integrate(m:neutral(), d:list(m:nv()))
end

function trees.velocity(d, m) return rigid.Vector(d:list(m:nv())) end

-- All at once: q, v, a.
function trees.state(d, m)
    return trees.configuration(d, m), trees.velocity(d, m), trees.velocity(d, m)
end

-- The same of n states: a Matrix each of Q, V and A, with a state in each row.
function trees.states(d, m, n)
    local Q, V, A = rigid.Matrix(n, m:nq()), rigid.Matrix(n, m:nv()), rigid.Matrix(n, m:nv())
    for row = 1, n do
        for which, of_state in ipairs {trees.state(d, m)} do
            local rows = select(which, Q, V, A)
            for col = 1, rows:cols() do rows:set(row, col, of_state[col]) end
        end
    end
    return Q, V, A
end

-- Samples of n states: the same, and torques, drawn state by state.
function trees.samples(d, m, n)
    local Q, V, A, Tau = {}, {}, {}, {}
    for i = 1, n do
        local q, v, a = trees.state(d, m)
        Q[i], V[i], A[i], Tau[i] = q:table(), v:table(), a:table(), trees.velocity(d, m):table()
    end
    return rigid.Matrix(Q), rigid.Matrix(V), rigid.Matrix(A), rigid.Matrix(Tau)
end

return trees
