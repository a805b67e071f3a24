-- What spec/support/plain_busted.lua passes over, and why: of a file all, or the specs whose names are these. A name that is there no
-- longer is complained of.
local MESHES <const> = "meshes are read by the page there, and no convex hull is found"
local PROCESSES <const> = "a process of its own, its signals or its limits"
local GNUPLOT <const> = "its curves are gnuplot's"
local PIPES <const> = "links, pipes and devices"
local TERMINAL <const> = "whether there is a terminal, and how wide"
local CLOCK <const> = "time there is that of the clock, not the processor's"

return {
    ["spec/files/files_spec.lua"] = "modes of files, links, pipes and full disks",
    ["spec/files/sandbox_limits_spec.lua"] = PROCESSES,
    ["spec/identification/report_spec.lua"] = GNUPLOT,
    ["spec/identification/observations_spec.lua"] = {["observations draw torques with terms in the report"] = GNUPLOT},
    ["spec/identification/terms_spec.lua"] = {
        ["rigid identify --terms finds the numbers of a file's terms, says and reports them, as rigid.identify does of the same functions"] = GNUPLOT,
    },
    ["spec/identification/looped_spec.lua"] = {
        ["a robot with loops is saved and reported as any other, by the program too, whose file need not have its passive joints"] = GNUPLOT,
    },
    ["spec/batch/motion_spec.lua"] = {
        ["rollout hears Ctrl-C within a tick that takes long, and has what was there before it"] = PROCESSES,
        ["rollout has what was done when Ctrl-C comes, however many rows there are"] = PROCESSES,
    },
    ["spec/batch/workers_spec.lua"] = "there are no threads",
    ["spec/files/assemble_spec.lua"] = MESHES,
    ["spec/files/reading_spec.lua"] = {
        ["a file that is read is a plain file, whatever else may be named"] = PIPES,
        ["a file that is read is none of what a robot file or a mesh names that is not a plain file"] = PIPES,
        ["a file that is read is not larger than its reader takes, which is known before it is read"] = PROCESSES,
        ["Ctrl-C while a mesh is read ends it at once, in the program"] = PROCESSES,
    },
    ["spec/files/format_rules_spec.lua"] = {["a rule of MJCF: meshes are in meshdir, else in assetdir; strippath leaves their folders away"] = MESHES},
    ["spec/files/mjcf_spec.lua"] = {["MJCF weighs meshes as their mode says"] = MESHES},
    ["spec/files/convert_spec.lua"] = {
        ["rigid convert --meshes copies them beside the new file, each below what they share, with the materials and pictures they ask for there"] = MESHES,
    },
    ["spec/files/saving_spec.lua"] = {["saving goes by the name of the file, or by the format that is asked for"] = "node refuses endless paths in its own words"},
    ["spec/files/sandbox_spec.lua"] = {
        ["a Lua model is stopped when it does not end"] = CLOCK,
        ["a Lua model is stopped when it takes too much memory"] = CLOCK,
    },
    ["spec/doctor/forensic_spec.lua"] = {
        ["a link that is drawn by a mesh is explained by what the mesh bounds"] = MESHES,
        ["a link that is drawn by a mesh has a mesh a thousand times too large, or too small"] = MESHES,
    },
    ["spec/doctor/geometry_spec.lua"] = {
        ["a mesh as geometry bounds a body as the shape does, but more closely, for it is mostly the part itself"] = MESHES,
        ["a mesh as geometry is placed, scaled and mirrored as the file says"] = MESHES,
        ["a mesh as geometry has the volume that it bounds, and is only bounded where it is open"] = MESHES,
        ["a mesh as geometry is read once where meshes are kept"] = MESHES,
    },
    ["spec/tree/model_text_spec.lua"] = {["printing a model shortens what is least needed until the lines fit, names between their words"] = TERMINAL},
    ["spec/display/display_spec.lua"] = {
        ["a value fitted to the terminal is as tostring says where nothing is set and no terminal is there"] = TERMINAL,
        ["a value fitted to the terminal never is wider than it may be, and all columns are there, in order, each line under its heading"] = TERMINAL,
        ["a value fitted to the terminal shows every key of a table that is higher than the screen, a line each"] = TERMINAL,
        ["a value fitted to the terminal has each vector of a list on its own line, to its last number, and counts as people do"] = TERMINAL,
        ["a value fitted to the terminal takes, printed behind others, what is left of the line"] = TERMINAL,
        ["a value fitted to the terminal breaks a text that is shown between its words"] = TERMINAL,
        ["rigid.format says what is in force, sets what it is given, and gives back"] = TERMINAL,
        ["rigid.format changes nothing when one field is refused"] = TERMINAL,
    },
}
