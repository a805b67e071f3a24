-- What spec/support/plain_busted.lua passes over, and why: of a file all, or the specs whose names are these. A name that is there no
-- longer is complained of.
local MESHES <const> = "meshes are read by the page there, and no convex hull is found"
local PROCESSES <const> = "a process of its own, its signals or its limits"

return {
    ["spec/files/files_spec.lua"] = "modes of files, links, pipes and full disks",
    ["spec/files/sandbox_limits_spec.lua"] = PROCESSES,
    ["spec/batch/motion_spec.lua"] = {["rollout hears Ctrl-C within a tick that takes long, and has what was there before it"] = PROCESSES},
    ["spec/files/mjcf_spec.lua"] = {["MJCF weighs meshes as their mode says"] = MESHES},
    ["spec/files/convert_spec.lua"] = {
        ["rigid convert --meshes copies them beside the new file, each below what they share, with the materials and pictures they ask for there"] = MESHES,
    },
}
