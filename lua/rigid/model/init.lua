-- The methods of a model that are better written in Lua than in C: adding links and making models (assembly.lua), parameters
-- (inertias.lua), tables and copies (said.lua), and here names, limits, random states, printing. What a person said is kept as
-- the model's description (see layout.lua).
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local configuration = require "rigid.model.configuration"
local handles = require "rigid.model.handles"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local records = require "rigid.model.records"
local registry = require "rigid.registry"
local inner = debug.getmetatable(core).inner
require "rigid.model.assembly" -- adds to the methods

local Vector = core.Vector
local open, resolve_body, resolve_joint = records.open, records.resolve_body, records.resolve_joint

local LINES <const> = 60 -- of the tree that print shows

local instance = getmetatable(core.Model).__instance
local methods = instance.__methods

-- ---- names ----------------------------------------------------------------------------------------------------------

function methods.name(m) return open(m, "name").name end

function methods.body(m, name)
    local d = open(m, "body")
    return handles.body(m, resolve_body(arguments.at("body", 1), m, d, name))
end

function methods.joint(m, name)
    local d = open(m, "joint")
    return handles.joint(m, resolve_joint(arguments.at("joint", 1), m, d, name))
end

function methods.body_names(m)
    open(m, "body_names")
    local list = {}
    for i, record in ipairs(layout.of(m).links) do list[i] = record.name end
    return list
end

function methods.joint_names(m)
    open(m, "joint_names")
    local list = {}
    for _, record in ipairs(layout.of(m).links) do
        if not record.joint.mimic then list[#list + 1] = record.joint.name end
    end
    return list
end

function methods.frame_names(m)
    local list = {}
    for _, record in ipairs(open(m, "frame_names").bodies) do
        if record.joint.type == "fixed" then list[#list + 1] = record.name end
    end
    return list
end

-- ---- gravity, and what belongs to joints ----------------------------------------------------------------------------

function methods.gravity(m) return open(m, "gravity").gravity end

function methods.set_gravity(m, g)
    local d = open(m, "set_gravity")
    local gravity = arguments.at("set_gravity", 1):vec3(g)
    layout.edit(m, "gravity")
    d.gravity = gravity
    return m
end

-- For each freedom the sum over the joints that move with it: one that follows at `ratio` resists a torque of its leader by
-- ratio^2 for what grows with speed or with the way, by |ratio| for friction.
for _, name in ipairs {"damping", "armature", "friction", "stiffness", "springref"} do
    methods[name] = function(m, out)
        open(m, name)
        local lists = layout.of(m).lists
        lists[name] = lists[name] or inner.model.resistance(m, name)
        return arguments.fill(name, 1, out, lists[name])
    end
end

-- Numbers of what is said of the joints themselves, with `none` where nothing is.
local function limit_list(at, size, field, none, first, count)
    local list = {}
    for i = 1, size do list[i] = none end
    for _, record in ipairs(at.links) do
        local joint = record.joint
        if not joint.mimic and joint[field] then
            for k = 1, joints.type(joint)[count] do
                list[at[first][record.number] + k - 1] = joints.each(joint[field], k)
            end
        end
    end
    return Vector(list)
end

function methods.limits(m)
    open(m, "limits")
    local at <const>, HUGE <const> = layout.of(m), math.huge
    return {
        lower = limit_list(at, at.nq, "lower", -HUGE, "q", "nq"), upper = limit_list(at, at.nq, "upper", HUGE, "q", "nq"),
        effort = limit_list(at, at.nv, "effort", HUGE, "v", "nv"),
        velocity = limit_list(at, at.nv, "velocity", HUGE, "v", "nv"),
    }
end

-- ---- states ---------------------------------------------------------------------------------------------------------

function methods.random_state(m, seed)
    local d = open(m, "random_state")
    if seed == nil then
        seed = math.random(0)
    else
        seed = arguments.at("random_state", 1):integer(seed, math.mininteger, math.maxinteger)
    end
    local q, v = configuration.random(d.bodies, layout.of(m), seed)
    return Vector(q), Vector(v)
end

-- ---- printing -------------------------------------------------------------------------------------------------------

-- The text of a model in a room {width, unicode}; in the widest of all where there is none.
local function tree_in(m, d, lines, room)
    local text = require("rigid.model.tree_text").render(m, d, lines, room and room.width or math.huge)
    if not room or room.unicode then return text end
    return require("rigid.display.letters").ascii((text:gsub("…", "~"))) -- a sign for a sign: columns stay columns
end

function methods.tree(m, lines)
    local _ <close> = inner.locale.plain()
    local d = open(m, "tree")
    if lines ~= nil then lines = arguments.at("tree", 1):integer(lines, 1, math.maxinteger) end
    return tree_in(m, d, lines or LINES, require("rigid.display.settings").fitted())
end

local HEAD <const> = 9 -- lines of a model around its tree, and the prompt

function registry.fitted.Model(m, room)
    local lines = room.height < math.huge and math.max(5, room.height - HEAD) or LINES
    return tree_in(m, open(m, "tree"), lines, room)
end

function instance.__tostring(m)
    local _ <close> = inner.locale.plain()
    return tree_in(m, open(m, "tree"), LINES)
end

-- Springs and dampers that are no straight lines, and weight that is carried, are added to what the core computes.
local plain_forces = methods.passive_forces
function methods.passive_forces(m, ...)
    local kept = core.type(m) == "Model" and inner.model.description(m).kept
    if not (kept and (kept.polynomials or kept.gravcomp)) then return plain_forces(m, ...) end -- with the caller's line in what it raises
    local q, v = ...
    return require("rigid.model.kept").add_forces(m, kept, q, v, plain_forces(m, ...))
end

-- What is only loaded when it is first called.
for module, names in pairs {
    ["rigid.model.inertias"] = "parameters set_parameters subtree_inertia", ["rigid.model.said"] = "notes table copy is_near",
    ["rigid.model.kept"] = "to_mujoco from_mujoco keyframes actuators markers", ["rigid.model.lock"] = "lock",
} do
    for name in names:gmatch "%g+" do methods[name] = arguments.lazy(name, 1, module, name) end
end

function instance.__eq(a, b) return require("rigid.model.said").is_equal(a, b) end

arguments.count_all(methods, 1)

return core.Model
