---@meta rigid.view
-- The typed reference: seeing models. How it is written: see module.lua.

local rigid = {}

---A model as one HTML file, which any browser shows in three dimensions, without a network: bodies with their colours (boxes,
---cylinders, spheres, capsules; meshes where rigid.load_mesh reads them, else the collisions or an outline), joint axes, frames,
---centres of mass, inertia ellipsoids (the solid bodies of even density that have mass and inertia of a link; what no body can
---have is red, with what M:criticize says), a slider for every freedom. A log is played, with its energies, q, v, tau or momentum
---plotted below and the forces of its contacts as arrows. A robot that
---has nothing to be drawn is shown by sticks and ellipsoids.
---
---options: path of the file (unless given, a new one in a directory of yours in TMPDIR, or /tmp, where the 16 newest are kept); open, whether to show it in the
---browser (unless given: where standard output is a terminal and no path is given); q, the first configuration (that of the
---log's first sample, else neutral); title (the model's name); arrows, a list of {point =, force = | torque = | momentum = | vector =,
---body =, label =}, as m:contact_forces returns one, in world axes, or in those of the body. They may take the place of the log. It is opened by xdg-open or
---sensible-browser, where DISPLAY or WAYLAND_DISPLAY is set; what cannot be opened is no error.
---
---The result says what was made: path, bytes, bodies, meshes, triangles, samples (of the log, at most 4000: longer ones are
---thinned), notes, missing (of meshes that were not found: count, of how many, the first, a hint; nil where all were), opened, and
---reason, why not. tostring sums it up. `rigid view robot.urdf` does the same from a shell.
---@param model rigid.Model
---@param log? rigid.Log|{path?:string,open?:boolean,q?:rigid.VectorLike,title?:string,arrows?:table[]} a motion of it, or of another of the same nq
---@param options? {path?:string,open?:boolean,q?:rigid.VectorLike,title?:string,arrows?:table[]}
---@return table view
---Errors: refuses a log without samples or of another nq, a q that does not fit, a file that cannot be written; names the
---package that is missing where there is no three.js (libjs-three) or no dkjson (lua-dkjson).
---Example:
---```lua
---local m = Model{name = "pendulum"}
---m:add_body{name = "rod", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.thin_rod_about_end{mass = 1, length = 1}}
---local log = m:simulate{q = {1}, duration = 1, dt = 0.1}
---local path = os.tmpname()
---local view = rigid.view(m, log, {path = path, title = "a pendulum"})
---print(view.bodies, view.samples, view.bytes > 100000, view.opened)  --> 1  11  true  false
---os.remove(path)
---```
function rigid.view(model, log, options) end
