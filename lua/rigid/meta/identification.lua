---@meta rigid.identification
-- The typed reference: which parameters of a robot can be known, and what they are. How it is written: see module.lua.

local rigid = {}
local Model = {}

---Which combinations of the inertial parameters the torques of the model can tell, whatever the motion: its base parameters. Exact
---and without samples, by the recursive algorithm RPNA; where joints follow others, where there are loops, and where options ask
---for columns of what joints resist by, by the rank of sampled regressors, which the result says (sampled, note).
---
---options: floating, what the root stands on moves freely (its own ten parameters come in addition); gravity, another than the model's, or false
---for none; damping, friction, armature, offset: with columns of these, one for each freedom.
---
---The result has count, of (how many parameters there are) and the methods matrix() (B, count x 10 n, with torques Y π = Y_b (B π)
---where Y_b are the columns of Y whose parameters give the combinations their names), null_space() (10 n x rest: changes that move no torque), names() (the combinations, in words), and
---why(link, parameter): whether that parameter ("m", "mcx", .. "Izz") can be known, and if not, why, as a text; and the change that
---the text names, as a Vector (nil where it can be known). tostring lists the combinations.
---@param options? {floating?:boolean,gravity?:rigid.Vec3Like|false,damping?:boolean,friction?:boolean,armature?:boolean,offset?:boolean}
---@return table base
---Errors: refuses unknown options, and floating for a model that has to be sampled; no answer for a model without moving links.
---Source: Wensing, Niemeyer, Slotine, arXiv 1711.03896.
---Example:
---```lua
---local m = Model{gravity = {0, -9.81, 0}}
---local rod = SpatialInertia.thin_rod_about_end{mass = 1, length = 0.5, axis = {1, 0, 0}}
---m:add_body{name = "upper", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = rod}
---m:add_body{name = "lower", parent = "upper", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = rod, placement = {position = {0.5, 0, 0}}}
---local base = m:base_parameters()
---print(base.count, base:names()[1])
---print((base:why("lower", "mcx")))
-----> 6  Izz of 'upper' + 0.25 m of 'lower'
-----> mcx of 'lower' can be known by itself: no change of other parameters makes up for one of it
---```
function Model:base_parameters(options) end

---Whether two models answer every motion by the same torques at their joints: the same robot, up to transfers of mass that no joint
---feels, and up to where its frames were put. Asked of the torques themselves, over random motions; joint by joint in the order of the models.
---@param a rigid.Model
---@param b rigid.Model
---@return boolean same
---@return string sentence how near they are, or by how much they differ and which link to look at
---Errors: refuses what is no model.
---Example:
---```lua
---local function wheel(spread)
---    local m = Model{name = "wheel"}
---    m:add_body{name = "disc", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = SpatialInertia{mass = 2, com = {0, 0, spread}, inertia = {0.1, 0.1, 0.2}}}
---    return m
---end
---print((rigid.same_dynamics(wheel(0), wheel(0.3))))  --> true
---```
function rigid.same_dynamics(a, b) end
