---@meta rigid.plot
-- The typed reference: curves. How it is written: see module.lua.

local rigid = {}
local Log = {}

---Draw curves of a log, or of plain numbers, through gnuplot: as text in the terminal, or into a file. Panels stand above each
---other over one axis, each with its unit and a legend; NaN and infinities are gaps; what does not vary by more than 1e-7 of
---itself is drawn as a constant. Of very many samples only those are drawn that show.
---
---Of a log, quantities is a name, a function or a list of them: "q", "v", "tau" (all joints, a panel for each unit),
---"q elbow" (one joint), "energy" (kinetic, potential, total), "kinetic energy", "potential energy", "total energy",
---"momentum" (about the centre of mass), "linear momentum", "angular momentum", "com", and for a body or frame
---"position hand", "velocity hand", "angular velocity hand", all in the world's axes. A function of (t, q, v) that gives a
---number, a Vec3 or a list of numbers is {name = "height", value = f, unit = "m"}. Left out, it is {"q", "energy"}. Events of
---the log are thin upright lines, in pictures.
---
---Plain numbers: a list or a Vector (over 1, 2, 3, ...), a Matrix (a curve for each column), {x = .., y = ..}, where y may be
---several lists or a Matrix, or a list of such ({{x = .., y = .., name = ..}, ...}); name is the legend. The second argument
---is then the options.
---
---Options stand beside the quantities or the numbers ({"q", path = "q.svg"}), or in a table of their own. path: a file that
---ends in .svg, .png or .txt; the picture is the same each time. text = true gives the text instead of writing it. title,
---x_label, y_label; style "lines", "points", "both" or "steps"; legend = false leaves it out, true wants it where one curve
---would have none; from and to, times of the log; size, pixels {900, ..} or characters; unicode = false, ASCII alone, as at a terminal whose locale is not UTF-8; sixel = true, a picture in
---a terminal that knows sixels.
---@param what rigid.Log|rigid.Vector|rigid.Matrix|table a log, or numbers
---@param quantities? string|function|table of a log, what to draw; of numbers, the options
---@param options? table of a log
---@return string|nil written the path of the file, or the text where text = true; nil where it went to the terminal
---Errors: refuses unknown quantities, joints, bodies and options (with the nearest name), a log without samples, lists of
---different lengths, numbers that are none, nothing finite to draw; a file that cannot be written, with the reason; and names
---the package where gnuplot is not installed.
---Example:
---```lua
---print(rigid.plot({x = {0, 1, 2, 3, 4}, y = {0, 1, 4, 9, 16}}, {title = "squares", x_label = "n", size = {40, 12}, text = true}))
----->                  squares
----->
----->           │                        **
----->           │                     ***
----->        10 │                  ***
----->           │              ****
----->           │         *****
----->         0 └──────────────────────────
----->           0 0.5  1 1.5 2 2.5  3 3.5 4
----->                        n
---```
function rigid.plot(what, quantities, options) end

---Draw this log: rigid.plot with the log as its first argument, where all is said of quantities and options.
---@param quantities? string|function|table what to draw, and options beside it; {"q", "energy"} unless given
---@param options? table
---@return string|nil written the path of the file, or the text where text = true; nil where it went to the terminal
---Errors: as rigid.plot.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = {type = "prismatic", name = "rail"}, inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0}}}
---local log = m:simulate{v = {5}, duration = 1, dt = 0.01}
---print(log:plot{"q rail", {name = "height", value = function(t, q, v) return q[1] end, unit = "m"}, text = true, size = {50, 20}})
---```
function Log:plot(quantities, options) end
