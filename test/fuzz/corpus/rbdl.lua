-- An RBDL model with each kind of joint, and all that may stand beside it.
local thin = {{0.01, 0, 0}, {0, 0.02, 0.001}, {0, 0.001, 0.015}}
local function body(mass, z) return {mass = mass, com = {0.01, -0.02, z}, inertia = thin} end
return {
    name = "rbdl",
    gravity = {0, 0, -9.81},
    configuration = {axis_front = {1, 0, 0}},
    frames = {
        {name = "pelvis", parent = "ROOT", body = body(10, 0.1), joint = {"JointTypeFloatingBase"}},
        {
            name = "thigh", parent = "pelvis", body = body(4, -0.2), joint = "JointTypeSpherical",
            joint_frame = {r = {0, 0.1, -0.05}, E = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}},
            visuals = {{src = "thigh.obj", color = {1, 0, 0}, mesh_center = {0, 0, -0.2}}},
            markers = {knee = {0, 0, -0.4}},
        },
        {name = "shank", parent = "thigh", body = body(3, -0.2), joint = {{0, 1, 0, 0, 0, 0}}, joint_frame = {r = {0, 0, -0.4}}},
        {name = "foot", parent = "shank", body = body(1, 0), joint = {{0, 1, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 1}}},
        {name = "toe", parent = "foot", joint = {}, joint_frame = {r = {0.1, 0, 0}}},
        {name = "screw", parent = "pelvis", body = body(0.5, 0), joint = {{0, 0, 1, 0, 0, 0.1}}},
        {name = "head", parent = "pelvis", body = body(2, 0.1), joint = "JointTypeEulerZYX"},
        {name = "hat", parent = "head", body = {mass = 0.1}, joint = {"JointTypeTranslationXYZ"}},
    },
    points = {{name = "heel", body = "foot", point = {-0.1, 0, 0}}},
    local_frames = {{name = "eye", body = "head", r = {0.1, 0, 0.1}, E = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    constraint_sets = {stand = {{point = "heel", normal = {0, 0, 1}}}},
}
