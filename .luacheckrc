-- luacheck's view of this code; `make lint` runs it.
std = "lua54"
max_line_length = false -- tools/style.lua looks at that
-- not (x <= y) is meant where x may be NaN; a method need not look at its receiver.
ignore = { "581", "582", "212/self" }
files["spec"].std = "+busted"
-- The typed reference declares functions for editors to read; nothing in it runs.
files["lua/rigid/meta/*.lua"].ignore = { "2" }
-- In the `rigid` program the classes are globals, and its scripts may make their own.
files["examples"].globals = {
    "rigid", "help", "lookfor", "who", "time", "bench", "history", "save_session",
    "Vec3", "Matrix", "Vector", "Rotation", "Quaternion", "Transform",
    "SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum",
    "RotationalInertia", "SpatialInertia", "ABI", "MassMatrix3", "Inertial", "Model", "Log",
}
files["bench"].globals = files["examples"].globals
