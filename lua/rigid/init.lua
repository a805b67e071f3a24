-- The one entry point: require "rigid" returns the table of classes and functions, made in C and in Lua. Nothing becomes
-- global. What begins with an underscore in rigid.core is for the modules of this folder alone.
local _ENV <const> = require "rigid.environment" -- luacheck: ignore 211

local core = require "rigid.core"
require "rigid.model" -- adds to core.Model what is written in Lua
require "rigid.doctor" -- and to core.SpatialInertia
require "rigid.simulation.log" -- makes core.Log

local rigid = {}
for name, value in pairs(core) do
    if name:sub(1, 1) ~= "_" then rigid[name] = value end
end

-- What is only loaded when it is first called.
local model = getmetatable(core.Model).__instance.__methods
function model.save(...) return require("rigid.files.save").save(...) end
function model.simulate(...) return require("rigid.simulation")(...) end
function rigid.load(...) return require("rigid.files.load").load(...) end
function rigid.load_mesh(...) return require("rigid.mesh.load").public(...) end
function rigid.diagnose_mesh(...) return require("rigid.mesh.inertia").diagnose(...) end
function core.SpatialInertia.from_mesh_file(...) return require("rigid.mesh.inertia").from_file(...) end
function rigid.resolve_mesh(...) return require("rigid.mesh.resolve").public(...) end
function rigid.plot(...) return require("rigid.plot").plot(...) end
function rigid.view(...) return require("rigid.view")(...) end
for _, name in ipairs {"lesson", "exercise", "check_answer", "solution", "quiz"} do
    rigid[name] = function(...) return require("rigid.lessons")[name](...) end
end
function rigid.help(...) return require("rigid.prompt.help").help(...) end
function rigid.lookfor(...) return require("rigid.prompt.lookfor").lookfor(...) end
function rigid.who(...) return require("rigid.prompt.who").who(...) end
function rigid.time(...) return require("rigid.prompt.timing").time(...) end
function rigid.bench(...) return require("rigid.prompt.timing").bench(...) end
function rigid.history(...) return require("rigid.prompt.history").print(...) end
function rigid.save_session(...) return require("rigid.prompt.session").save(...) end
function rigid.format(...) return require("rigid.display.settings").format(...) end
function rigid.frames(...) return require("rigid.frames").frames(...) end
function rigid.provenance(...) return require("rigid.frames.provenance").provenance(...) end
local inertia = getmetatable(core.SpatialInertia).__instance.__methods
function inertia.named(...) return require("rigid.frames.provenance").named(...) end
function inertia.explain(...) return require("rigid.frames.provenance").explain(...) end
local function tag(...) return require("rigid.frames").tag(...) end
local function untag(...) return require("rigid.frames").untag(...) end
for _, class in ipairs {
    "Vec3", "Matrix", "Vector", "Rotation", "Transform", "SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench",
    "SpatialMomentum", "RotationalInertia", "SpatialInertia", "ABI", "MassMatrix3", "Inertial",
} do
    local methods = getmetatable(core[class]).__instance.__methods
    methods.tag, methods.untag = tag, untag
end

return rigid
