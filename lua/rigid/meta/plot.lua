---@meta rigid.plot
-- The typed reference: curves. How it is written: see module.lua.

local rigid = {}
local Log = {}

---@alias rigid.PlotStyle "lines"|"points"|"both"|"steps"|"scatter"|"bars"|"histogram"
---@alias rigid.PlotOptions {path?:string,size?:number[],title?:string,x_label?:string,y_label?:string,style?:rigid.PlotStyle,legend?:boolean,x_scale?:"linear"|"log",y_scale?:"linear"|"log",x_limits?:number[],y_limits?:number[],x_lines?:number|table,y_lines?:number|table,fill?:boolean|number,equal?:boolean,bins?:integer,theme?:"light"|"dark"|"auto",text?:boolean,unicode?:boolean,braille?:boolean,sixel?:boolean,kitty?:boolean,from?:number,to?:number,x?:string|function|table,compare?:rigid.Log|rigid.Log[],names?:string[],panels?:"unit"|"limb"|"joint",joint_limits?:boolean}

---Draw curves of a log, or of plain numbers: as text or a picture in the terminal, or into a file, through gnuplot. Panels stand above
---each other over one axis, each with its unit and a legend; NaN and infinities are gaps; what does not vary by more than 1e-7 of
---itself is drawn as a constant. Of many samples only those are drawn without which a curve would look otherwise.
---
---Of a log, quantities is a name, a function or a list of them: "q", "v", "tau" (all joints, a panel for each unit),
---"q elbow" (one joint), "energy" (kinetic, potential, total), "kinetic energy", "potential energy", "total energy",
---"momentum" (about the centre of mass), "linear momentum", "angular momentum", "com", and for a body or frame
---"position hand", "velocity hand", "angular velocity hand", all in the world's axes, and "path hand", its way through space. A function
---of (t, q, v) that gives a number, a Vec3 or a list of numbers is {name = "height", value = f, unit = "m"}. Left out, it is
---{"q", "energy"}. Events of the log are thin upright lines. A list of logs is the first, compared with the others.
---
---Plain numbers: a list or a Vector (over 1, 2, 3, ...), a Matrix (a curve for each column), {x = .., y = ..}, where y may be
---several lists or a Matrix, or a list of such ({{x = .., y = .., name = ..}, ...}); name is the legend, and fill, another list, the
---other edge of a band. {x = .., y = .., z = ..} is a curve in space; {z = Matrix} a heat map, with x and y, if given, the middles of
---its columns and rows. The second argument is then the options.
---
---Options stand beside the quantities or the numbers ({"q", path = "q.svg"}), or in a table of their own.
---
---Where it goes. path: a file that ends in .svg, .png, .pdf or .txt; the picture is the same each time. text = true gives the text
---instead of writing it. size: pixels, {900, 500}, or characters of a text. A terminal that answers that it shows sixels or kitty's
---pictures gets one, unless sixel = false or a size is given; sixel = true and kitty = true send one unasked. braille = true: dots of
---Braille instead of marks, as where colours tell curves apart; unicode = false: ASCII alone, as where the locale is not UTF-8. theme:
---"light", "dark", or of an SVG "auto", which follows who reads it.
---
---How it looks. style: "lines", "points" (or "scatter"), "both", "steps", "bars", or "histogram", with that many bins (of the width of
---Freedman and Diaconis unless given). fill: true for the area down to zero, or a number. title, x_label, y_label; legend = false leaves it
---out, true wants it where one curve would have none. x_scale, y_scale: "linear" or "log", which leaves out what is not above zero.
---x_limits, y_limits: {low, high}, where an axis ends. equal = true: one scale for both. x_lines, y_lines: lines at a number or at several,
---{1, {9.81, "g"}}.
---
---Of a log alone. from and to: times. x: a quantity to stand below instead of time ("q elbow"). compare: a Log, or several, to draw
---beside it in like colours and other dashes; names: what they are called, the first one too. panels: "unit", "limb" or "joint", which
---joints stand together (by limb, unless told, where more than 24 would). joint_limits = true: dashed lines where q, v and tau end.
---@param what rigid.Log|rigid.Log[]|rigid.Vector|rigid.Matrix|table a log, or numbers
---@param quantities? string|function|table of a log, what to draw; of numbers, the options
---@param options? rigid.PlotOptions of a log
---@return string|nil written the path of the file, or the text where text = true; nil where it went to the terminal
---Errors: refuses unknown quantities, joints, bodies and options (with the nearest name), a log without samples, lists of
---different lengths, numbers that are none, nothing finite to draw; a file that cannot be written, with the reason; and names
---the package where gnuplot is not installed.
---Example:
---```lua
---print(rigid.plot({x = {0, 1, 2, 3, 4}, y = {0, 1, 4, 9, 16}}, {title = "squares", x_label = "n", size = {40, 12}, text = true}))
----->                 squares
----->
----->       15 │                         **
----->          │                       **
----->          │                     **
----->       10 │                   **
----->          │                ***
----->        5 │            ****
----->          │       *****
----->        0 └********───────────────────
----->           0      1     2      3     4
----->                       n
---```
function rigid.plot(what, quantities, options) end

---Plot this log: rigid.plot with the log as its first argument, where all quantities and options are described.
---@param quantities? string|function|table what to draw, and options beside it; {"q", "energy"} unless given
---@param options? rigid.PlotOptions
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

---The numbers of a quantity at all samples: what rigid.plot would draw of it, as a Vector for each curve. "q elbow" is one Vector, "position hand"
---three: x, y, z; "energy" is kinetic, potential, total; "q" one for each joint. A function of (t, q, v) is one as well.
---@param quantity string|function|table as rigid.plot takes one: a name, a function, or {name =, value =}
---@return rigid.Vector ... as many as there are curves, each as long as log.t
---Errors: as rigid.plot, of quantities.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = {type = "prismatic", name = "rail"}, inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0}}}
---local log = m:simulate{v = {5}, duration = 1, dt = 0.01}
---local kinetic, _, total = log:series "energy"
---print(log:series("q rail"):max() < 1.28, kinetic[1], total:deviation() < 1e-6)  --> true  25.0  true
---```
function Log:series(quantity) end
