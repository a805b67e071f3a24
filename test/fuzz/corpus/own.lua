-- A model of rigid's own, with each type of joint.
return {
    format = "rigid",
    name = "own",
    gravity = {0.5, 0, -9.81},
    bodies = {
        {
            name = "base", joint = {type = "floating", name = "root_joint"},
            inertia = {mass = 5, com = {0, 0.1, 0}, inertia = {xx = 0.1, yy = 0.2, zz = 0.15, xy = 0.01}},
        },
        {
            name = "a", parent = "base", placement = {position = {1, 2, 3}, rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}},
            joint = {type = "revolute", axis = {0, 1, 0}, limits = {lower = -1, upper = 2, effort = 10, velocity = math.huge}, damping = 0.1},
            inertia = {mass = 1, com_moment = {0.1, 0, 0}, inertia = {0.1, 0.1, 0.1}, about = "origin"},
            visuals = {{shape = {type = "box", size = {1, 1, 1}}, material = {name = "red", color = {1, 0, 0, 1}}}},
        },
        {
            name = "b", parent = "a", joint = {type = "universal", axis = {1, 0, 0}, axis2 = {0, 0, 1}, armature = 0.1},
            inertia = {mass = 1, inertia = {1, 1, 1}},
        },
        {
            name = "c", parent = "b", joint = {type = "cylindrical", limits = {lower = {-1, -2}, upper = {1, 2}}},
            inertia = {mass = 1, inertia = {1, 1, 1}},
        },
        {name = "d", parent = "a", joint = {type = "helical", axis = {0, 0, 1}, pitch = 0.05, mimic = {joint = "a", multiplier = 2}}},
        {name = "e", parent = "base", joint = "spherical", inertia = {mass = -1, inertia = {1, 1, 5}, skip_validity_check = true}},
        {name = "f", parent = "e", joint = "planar", inertia = {mass = 0/0, inertia = {1, 1, 1}, skip_validity_check = true}},
        {name = "g", parent = "f", joint = "prismatic", inertia = {mass = 1, inertia = {1, 1, 1}}},
        {name = "tip", parent = "g", frame = true, placement = {position = {0, 0, 1}}},
        {name = "bottle", parent = "g", payload = true, inertia = {mass = 0.5, inertia = {0.01, 0.01, 0.01}}},
    },
}
