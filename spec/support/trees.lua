-- Random trees over all joint types, seeded, for laws: general placements, axes and bodies (see draw.lua), some links
-- welded, some joints following others, and configurations and velocities of general position. The same seed gives the
-- same tree on every machine.

local rigid = require "rigid"
local make = require "spec.support.make"

local trees = {}

trees.moving_types = { "revolute", "prismatic", "continuous", "helical", "universal", "cylindrical", "spherical", "planar", "floating" }

local function direction(d) return rigid.Vec3(d:direction()) end

-- What a person says of a joint of that type: general axes, a name, damping, friction, armature as asked.
function trees.joint(d, kind, name, options)
    local joint = { type = kind, name = name }
    if kind ~= "spherical" and kind ~= "floating" and kind ~= "fixed" then joint.axis = direction(d) end
    if kind == "universal" then joint.axis2 = direction(d) end
    if kind == "helical" then joint.pitch = d:number() end
    if options.armature and kind ~= "fixed" then joint.armature = d:between(0.1, 0.5) end
    if options.resistance and kind ~= "fixed" then
        joint.damping, joint.friction = d:between(0.1, 0.5), d:between(0.1, 0.5)
    end
    return joint
end

local single = { "revolute", "prismatic", "continuous", "helical" }

-- A tree of `count` links, link1 to linkN with joints joint1 to jointN. options:
--   types       list of joint types drawn from (all that move, unless given); `first` the type of the first joint
--   welded      that share of the links is welded to its parent (0)
--   mimics      that share of the joints of one freedom follows an earlier one (0)
--   armature, resistance   true: rotors; damping and friction
--   chain       true: each link hangs from the one before
--   gravity     (general, unless given)
-- Every link has a general body, so that no joint moves nothing.
function trees.random(d, count, options)
    options = options or {}
    local types = options.types or trees.moving_types
    local m = rigid.Model { name = "tree", gravity = options.gravity or { 0.7, -1.3, -9.2 } }
    local leaders = {}
    for i = 1, count do
        local kind = i == 1 and options.first or types[d:integer(1, #types)]
        local parent = i > 1 and "link" .. (options.chain and i - 1 or d:integer(1, i - 1)) or nil
        local follows = i > 1 and #leaders > 0 and d:unit_interval() < (options.mimics or 0)
        if follows then kind = single[d:integer(1, #single)] end
        if i > 1 and not follows and d:unit_interval() < (options.welded or 0) then kind = "fixed" end
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
    return m
end

-- One link after another, one of each moving type, in an order that the draw gives.
function trees.of_every_type(d, options)
    local rest, order = table.move(trees.moving_types, 1, #trees.moving_types, 1, {}), {}
    while #rest > 0 do
        order[#order + 1] = table.remove(rest, d:integer(1, #rest))
    end
    local m = rigid.Model { name = "every type", gravity = { 0.7, -1.3, -9.2 } }
    for i, kind in ipairs(order) do
        m:add_body {
            name = "link" .. i, parent = i > 1 and "link" .. d:integer(math.max(1, i - 2), i - 1) or nil,
            joint = trees.joint(d, kind, "joint" .. i, options or {}), placement = make.pose(d), inertia = make.body(d),
        }
    end
    return m
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

return trees
