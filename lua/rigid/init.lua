-- The one entry point: require "rigid" returns the table of classes and functions, made in C and in Lua. Nothing becomes
-- global.
local _ENV <const> = require "rigid.environment" -- luacheck: ignore 211

local core = require "rigid.core"
local arguments = require "rigid.arguments"
local registry = require "rigid.registry"
require "rigid.model" -- adds to core.Model what is written in Lua
require "rigid.doctor" -- and to core.SpatialInertia
require "rigid.simulation.log" -- makes core.Log

local rigid = registry.public
for name, value in pairs(core) do rigid[name] = value end

-- What is only loaded when it is first called.
local model = getmetatable(core.Model).__instance.__methods
local inertia = getmetatable(core.SpatialInertia).__instance.__methods
local lazy <const>, FUNCTION <const>, METHOD <const> = arguments.lazy, 0, 1
local function later(functions, own, name, module, field, takes) functions[name] = lazy(name, own, module, field, takes) end
later(model, METHOD, "save", "rigid.files.save", "save")
later(model, METHOD, "simulate", "rigid.simulation")
model.step = debug.getmetatable(core).inner.stepper.step(lazy("step", METHOD, "rigid.simulation.step"))
later(model, METHOD, "step_batch", "rigid.batch.step")
later(model, METHOD, "rollout", "rigid.batch.rollout")
later(model, METHOD, "accumulate", "rigid.batch.accumulate")
later(model, METHOD, "base_parameters", "rigid.identification.base", "of")
later(model, METHOD, "read_log", "rigid.identification.read_log")
later(rigid, FUNCTION, "tracking_controller", "rigid.identification.tracking", "controller")
later(rigid, FUNCTION, "momentum_observer", "rigid.identification.tracking", "observer")
later(rigid, FUNCTION, "read_csv", "rigid.identification.csv")
for _, name in ipairs {"low_pass", "savitzky_golay", "delay"} do later(rigid, FUNCTION, name, "rigid.identification.signals", name) end
for _, name in ipairs {"resample", "decimate", "outliers", "smooth_log"} do later(rigid, FUNCTION, name, "rigid.identification.even", name) end
later(rigid, FUNCTION, "excitation", "rigid.identification.excitation", "make")
later(rigid, FUNCTION, "identify", "rigid.identification.identify", "make")
later(rigid, FUNCTION, "observations", "rigid.identification.observations", "make")
later(rigid, FUNCTION, "adaptive_controller", "rigid.identification.adaptive")
later(rigid, FUNCTION, "same_dynamics", "rigid.identification.same")
later(model, METHOD, "write_c", "rigid.generate.write_c")
later(model, METHOD, "compile", "rigid.generate.compile")
later(rigid, FUNCTION, "load", "rigid.files.load", "load")
later(rigid, FUNCTION, "robots", "rigid.files.robots", "list")
later(rigid, FUNCTION, "load_mesh", "rigid.mesh.load", "public")
later(rigid, FUNCTION, "diagnose_mesh", "rigid.mesh.inertia", "diagnose")
later(core.SpatialInertia, FUNCTION, "from_mesh_file", "rigid.mesh.inertia", "from_file")
later(rigid, FUNCTION, "resolve_mesh", "rigid.mesh.resolve", "public")
later(rigid, FUNCTION, "plot", "rigid.plot", "plot")
later(getmetatable(core.Log).__instance.__methods, METHOD, "plot", "rigid.plot", "of_log")
later(getmetatable(core.Log).__instance.__methods, METHOD, "series", "rigid.plot", "series")
later(rigid, FUNCTION, "view", "rigid.view")
for _, name in ipairs {"lesson", "exercise", "check_answer", "solution", "quiz"} do
    later(rigid, FUNCTION, name, "rigid.lessons", name)
end
later(rigid, FUNCTION, "help", "rigid.prompt.help", "help", 1)
later(rigid, FUNCTION, "lookfor", "rigid.prompt.lookfor", "lookfor")
later(rigid, FUNCTION, "who", "rigid.prompt.who", "who")
later(rigid, FUNCTION, "time", "rigid.prompt.timing", "time") -- this one and the next hand arguments on
later(rigid, FUNCTION, "bench", "rigid.prompt.timing", "bench")
later(rigid, FUNCTION, "history", "rigid.prompt.history", "print", 1)
later(rigid, FUNCTION, "save_session", "rigid.prompt.session", "save")
later(rigid, FUNCTION, "format", "rigid.display.settings", "format", 1)
later(rigid, FUNCTION, "frames", "rigid.frames", "frames")
later(rigid, FUNCTION, "provenance", "rigid.frames.provenance", "provenance")
later(inertia, METHOD, "named", "rigid.frames.provenance", "named")
later(inertia, METHOD, "explain", "rigid.frames.provenance", "explain")
for functions, names in pairs {
    [model] = "save", [rigid] = "load load_mesh diagnose_mesh view", [core.SpatialInertia] = "from_mesh_file", [inertia] = "explain",
} do
    for name in names:gmatch "%g+" do functions[name] = arguments.plainly(functions[name]) end
end
registry.mesh_hull = lazy("mesh_hull", FUNCTION, "rigid.mesh.hull")
for name, field in pairs {random = "source"} do later(rigid, FUNCTION, name, "rigid.solvers.random", field) end
for class, field in pairs {Matrix = "matrix", Vector = "vector", Rotation = "rotation"} do
    later(core[class], FUNCTION, "random", "rigid.solvers.random", field)
end
later(rigid, FUNCTION, "ode", "rigid.solvers.ode")
later(rigid, FUNCTION, "find_root", "rigid.solvers.roots")
later(rigid, FUNCTION, "least_squares", "rigid.solvers.least_squares")
later(rigid, FUNCTION, "minimize", "rigid.solvers.minimize")
for _, name in ipairs {"lyapunov", "lqr", "controllability", "discretize", "poles"} do
    later(rigid, FUNCTION, name, "rigid.control.equations", name)
end
later(model, METHOD, "linearize", "rigid.control.linearize")
later(model, METHOD, "inverse_kinematics", "rigid.kinematics.inverse")
later(model, METHOD, "manipulability", "rigid.kinematics.manipulability")
later(model, METHOD, "differential_ik", "rigid.kinematics.differential")
later(model, METHOD, "follow", "rigid.trajectories.follow")
for _, name in ipairs {"computed_torque", "pd_gravity", "impedance", "operational_space", "actuate"} do
    later(model, METHOD, name, "rigid.control.controllers", name)
end
later(model, METHOD, "trim", "rigid.control.trim")
for class, field in pairs {Rotation = "rotations", Quaternion = "quaternions"} do
    later(core[class], FUNCTION, "mean", "rigid.kinematics.mean", field)
end
later(model, METHOD, "balance", "rigid.control.balance")
rigid.trajectory = {}
for _, name in ipairs {"quintic", "minimum_jerk", "trapezoid", "spline", "bspline", "through", "within", "slerp", "squad", "screw"} do
    later(rigid.trajectory, FUNCTION, name, "rigid.trajectories", name)
end
local html, latex = lazy("html", METHOD, "rigid.display.rich", "html"), lazy("latex", METHOD, "rigid.display.rich", "latex")
model.html = lazy("html", METHOD, "rigid.display.rich", "tree")
local tag, untag = lazy("tag", METHOD, "rigid.frames", "tag", 2), lazy("untag", METHOD, "rigid.frames", "untag")
for _, class in ipairs {
    "Vec3", "Matrix", "Vector", "Rotation", "Transform", "SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench",
    "SpatialMomentum", "RotationalInertia", "SpatialInertia", "ABI", "MassMatrix3", "Inertial",
} do
    local methods = getmetatable(core[class]).__instance.__methods
    methods.tag, methods.untag = tag, untag
    if class ~= "MassMatrix3" and class ~= "Inertial" then methods.html, methods.latex = html, latex end
end

return rigid
