-- What rooms know of those above them, which register it here when they are loaded: nothing below requires what is above.
local registry = {}

-- What require "rigid" returns; the entry point fills it.
registry.public = {}

-- By class, the text of a value in the room that a terminal has ({digits, unicode, width, height}), where that is more than
-- what tostring says cut to the width: for rigid.display, from the room of the class.
registry.fitted = {}

-- mesh_hull(points): vertices and faces of the convex hull of a list of points, or nil and why there is none; from the room of meshes.
registry.mesh_hull = nil

-- What is to be done now and then while the prompt waits for a key; nil for nothing.
registry.idle = nil

-- Whether there is a prompt that does it.
registry.prompted = false

-- Who watches simulations: running(m, t, read, last) is called now and then and at the end, and read(q, v) fills in two Vectors; nil for nobody.
registry.running = nil

-- Where pictures and models are shown without being asked for a file: show_picture(svg), show_scene(data, m), with data as the page of
-- the 3D view is told of it, in JSON; nil where there is no page for them.
registry.show_picture = nil
registry.show_scene = nil

-- Whether a lesson was taught at the terminal: the prompt that follows does not greet.
registry.taught = false

-- Who is told of an exercise that was answered rightly: finished(name); nil for nobody.
registry.finished = nil

-- What is to be done when the prompt is left; nil for nothing.
registry.leaving = nil

-- {is =, sample =} of trajectories, for plots; nil where none was ever loaded.
registry.trajectory = nil

return registry
