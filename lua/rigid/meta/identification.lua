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

---The parameters of a robot from its motions: the least of 1/(2m) |W (Y π - τ)|² + γ Σ D(J_i | J_i⁰), m rows, D the entropic divergence of each link from
---its prior, which by itself keeps every link a body that can exist; no solver is needed. With gamma = 0 it is weighted least squares, where what the
---data do not tell stays at the prior.
---
---said has model; either log (a Log, or a table with lists t, q, v, tau and perhaps a; unless it has a, accelerations are those of v by the quartic
---through five samples), or Y and tau, the regressors of the samples one above the other; and, all optional:
---prior, a Model or its ten parameters for each link (the model's own; of a link without bulk a ball of its mass takes the place); gamma (unless given, the
---largest that predicts a quarter of the samples, held out in blocks, as well as any); weights, 1/σ of each freedom (unless given, by the residuals of least
---squares, again and again); damping, friction, armature, offset, true for one column of each a freedom, to be estimated too (what the model
---says of the others is taken off the torques of a log; leave armature out where torques are measured behind the gear); fix, a list of links that are
---known; payload, the name of a link: the robot is known, and the ten parameters of what that link holds are asked for, about the link's frame.
---
---The result has gamma, weights, steps, samples, rank (how many combinations the data told, of base.count), singular_values (of the data's own
---regressor, columns of length one), path and held_out (residuals on what was held out, where gamma was chosen), and the methods parameters() (a Vector, ten a link; of a payload its ten),
---deviation() (standard deviations, infinite where a parameter is not told by itself), base_parameters() (a list of {name, value, deviation}),
---unobserved() (a list of {link, parameter, kept, sentence}), residuals() (RMS by freedom, not weighted), correlations(n) (the worst pairs),
---resistance() ({damping = {values, deviations}, ..}), model(), save(path), and of a payload verdict(), a sentence. tostring sums it up.
---@param said {model:rigid.Model,log?:rigid.Log|table,Y?:rigid.Matrix,tau?:rigid.VectorLike,prior?:rigid.Model|rigid.VectorLike,gamma?:number,weights?:rigid.VectorLike,damping?:boolean,friction?:boolean,armature?:boolean,offset?:boolean,fix?:rigid.BodyName[],payload?:rigid.BodyName}
---@return table estimate
---Errors: refuses sizes that do not fit, a log that cannot be right (gaps, repeated times, NaN, degrees, exchanged columns, torques that were
---not measured), each thing that is wrong in words, and too few samples to choose gamma by.
---Source: Lee, Wensing, Park 2020.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "rod", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.thin_rod_about_end{mass = 2, length = 1}}
---local Y, tau = Matrix(20, 10), Vector(20)
---for i = 1, 20 do
---    local row = m:regressor({0.3 * i}, {1}, {i - 5})
---    for k = 1, 10 do Y:set(i, k, row(1, k)) end
---    tau:set(i, (row * m:parameters())[1])
---end
---local E = rigid.identify{model = m, Y = Y, tau = tau, gamma = 0}
---print(E.rank, #E:unobserved(), (E:parameters() - m:parameters()):norm() < 1e-9)  --> 3  7  true
---```
function rigid.identify(said) end
