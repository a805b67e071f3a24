---@meta rigid.loops
-- The typed reference: loops that a tree cannot have, and joints coupled to each other. How it is written: see module.lua.

---@class rigid.Model
local Model = {}

---Close a loop, by a joint between two frames of the model. With X_ab the pose of the loop frame of body_b in that of
---body_a, X_ab is that of the joint for some number of its own: X_ab = X_joint(·). A closing joint has six equations less its
---freedoms: revolute 5, spherical 3, fixed 6; the numbers of the model stay as they are.
---@param said {name:string,body_a?:rigid.BodyName,placement_a?:rigid.Transform|table,body_b?:rigid.BodyName,placement_b?:rigid.Transform|table,joint?:string|table}
---    name: by which wrenches are given;
---    body_a, body_b: the world where left out; the two must move against each other;
---    placement_a, placement_b: of the loop frames in their bodies, the bodies' own where left out;
---    joint: as in add_body, "revolute" (about z) where left out, any type but floating; or of the two origins {type = "distance", length =}, {type = "line", axis =}: b's stays on the line along the axis of a's frame, {type = "plane", axis =}: in the plane across it
---@return rigid.Model self
---Errors: refuses a name that is taken, bodies that are not there or are one, a floating joint, and what joints of a tree alone have (damping, limits).
---Source: Featherstone 2008 ch. 8.
---Example:
---```lua
---local m = Model{name = "four-bar"}
---local parent, at = nil, 0
---for i, length in ipairs{0.3, 0.8, 0.6} do
---    m:add_body{
---        name = "rod" .. i, parent = parent, joint = {type = "revolute", name = "j" .. i, axis = {0, 1, 0}},
---        placement = {position = {at, 0, 0}}, inertia = SpatialInertia.point_mass{mass = 1, position = {length / 2, 0, 0}},
---    }
---    parent, at = "rod" .. i, length
---end
---m:add_loop{
---    name = "pin", placement_a = {position = {0.7, 0, 0}}, body_b = "rod3", placement_b = {position = {0.6, 0, 0}},
---    joint = {type = "revolute", axis = {0, 1, 0}},
---}
---print(m:loops((m:assemble{-1.5, 1.1, 2})).sentence)  --> 5 equations, 2 independent: of 3 freedoms 1 is left
---```
function Model:add_loop(said) end

---Couple two joints of one freedom: where one stands is a polynomial of where the other does, q_joint = c0 + c1 q_of + c2 q_of² + ...
---It is one equation among the loops. (A mimic is a coupling of first degree that takes a number away from q.)
---@param said {name:string,joint:rigid.JointName,of:rigid.JointName,coefficients:number[]}
---@return rigid.Model self
---Errors: refuses joints that are not there, have not one freedom, or share one by mimic; coefficients that are not finite.
---Example:
---```lua
---local m = Model()
---local rod = SpatialInertia.point_mass{mass = 1, position = {1, 0, 0}}
---m:add_body{name = "first", joint = {type = "revolute", name = "j1"}, inertia = rod}
---m:add_body{name = "second", joint = {type = "revolute", name = "j2"}, inertia = rod}
---m:add_coupling{name = "gear", joint = "j2", of = "j1", coefficients = {0.5, -2}}
---print(m:loops()[1].sentence, m:constraint_error{0.1, 0.3})  --> 'j2' stands at 0.5 - 2 'j1'  Vector 1: (0)
---```
function Model:add_coupling(said) end

---Take a loop or a coupling away.
---@param name string
---@return rigid.Model self
---Errors: refuses a name that no loop has.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "rod", joint = "revolute", inertia = SpatialInertia.point_mass{mass = 1, position = {1, 0, 0}}}
---m:add_loop{name = "rope", body_b = "rod", placement_a = {position = {3, 0, 0}}, joint = {type = "distance", length = 2}}
---print(#m:loops(), #m:remove_loop "rope":loops())  --> 1  0
---```
function Model:remove_loop(name) end

---The loops and couplings, in the order in which they were added: how many equations each has, how many of its own are independent at
---q, and what that means in words. The list itself has equations, rank, freedoms (nv less the rank of all) and sentence.
---@param q? rigid.VectorLike the neutral one where left out
---@return table list of {name=, type=, body_a=, body_b=, equations=, rank=, sentence=}
---Errors: rejects anything but nq finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "door", joint = {type = "revolute", name = "hinge"}, inertia = SpatialInertia.point_mass{mass = 1, position = {1, 0, 0}}}
---m:add_loop{name = "upper hinge", body_b = "door", placement_a = {position = {0, 0, 1}}, placement_b = {position = {0, 0, 1}}}
---for _, loop in ipairs(m:loops()) do print(loop.name, loop.rank, loop.sentence) end
-----> upper hinge  0  none of its 5 equations restricts anything: the loop is planar
---```
function Model:loops(q) end

---Close the loops from q on, by Newton's method, and by a damped one where that goes astray; q moves no further than it must.
---@param q rigid.VectorLike
---@param out? rigid.Vector of nq numbers to write into
---@return rigid.Vector|nil q closed to 1e-12; nil where none was found
---@return number|string error the largest that is left, m or rad; or a sentence: what cannot close, by how much
---Errors: rejects anything but nq finite numbers. What cannot close is no error.
---Source: Levenberg 1944; Marquardt 1963.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "rod", joint = {type = "revolute", name = "hinge"}, inertia = SpatialInertia.point_mass{mass = 1, position = {1, 0, 0}}}
---m:add_loop{name = "rope", body_b = "rod", placement_a = {position = {3, 0, 0}}, placement_b = {position = {1, 0, 0}}, joint = "spherical"}
---print(m:assemble{0.2})
-----> nil  cannot close from this q: nearest gap 2 m at 'rope'; start from a q that is nearer to closed, or change what the loop joins
---```
function Model:assemble(q, out) end

---How far from closed the loops are: a number for each equation, in the order of m:loops(), m and rad; of a closing joint at body_b's
---loop frame, the linear ones first.
---@param q rigid.VectorLike
---@param out? rigid.Vector to write into
---@return rigid.Vector error
---Errors: rejects anything but nq finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "rod", joint = {type = "prismatic", name = "rail", axis = {1, 0, 0}}, inertia = SpatialInertia.point_mass{mass = 1, position = {0, 0, 0}}}
---m:add_loop{name = "rope", body_b = "rod", joint = {type = "distance", length = 2}}
---print(m:constraint_error{2.5})  --> Vector 1: (0.5)
---```
function Model:constraint_error(q, out) end

---The constraint Jacobian J: where the loops are closed, J v is the rate of constraint_error. Its rows are orthonormal wrenches at
---body_b's loop frame times the motions of the freedoms there.
---@param q rigid.VectorLike
---@param out? rigid.Matrix to write into
---@return rigid.Matrix J equations x nv
---Errors: rejects anything but nq finite numbers.
---Source: Featherstone 2008 ch. 8.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "rod", joint = {type = "prismatic", name = "rail", axis = {1, 0, 0}}, inertia = SpatialInertia.point_mass{mass = 1, position = {0, 0, 0}}}
---m:add_loop{name = "rope", body_b = "rod", joint = {type = "distance", length = 2}}
---print(m:constraint_jacobian{2}(1, 1))  --> 1.0
---```
function Model:constraint_jacobian(q, out) end

---The drift of the constraints: the second derivative of constraint_error without acceleration; an a that keeps the loops closed has J a + drift = 0.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param out? rigid.Vector to write into
---@return rigid.Vector drift
---Errors: rejects anything but nq and nv finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "bead", joint = {type = "floating", name = "free"}, inertia = SpatialInertia.point_mass{mass = 1, position = {0, 0, 0}}}
---m:add_loop{name = "string", body_b = "bead", joint = {type = "distance", length = 2}}
---print(m:constraint_drift({2, 0, 0, 1, 0, 0, 0}, {0, 3, 0, 0, 0, 0})) -- it circles: v² / r
-----> Vector 1: (4.5)
---```
function Model:constraint_drift(q, v, out) end

---Forward dynamics of a looped robot: H a + h = τ + Σ (J_b − X J_a)ᵀ W, with J a + drift = 0. The acceleration is unique. Where the
---loops bear more than is determined, their wrenches are those of least Σ |f|² + |n|², N and N m at the loop frames of body_b.
---That q and v are those of closed loops is for the caller to see to: see assemble and constraint_error.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param tau? rigid.VectorLike N m, or N
---@param external? table wrenches {body name = Wrench}, each at the body's frame, in its axes
---@param out? rigid.Vector of nv numbers to write a into; may stand in the place of external
---@return rigid.Vector a
---@return table wrenches by name of the loop: the Wrench on body_b at its loop frame, in its axes (on body_a the opposite, there); of a coupling a number, the torque or force on its joint
---Errors: as forward_dynamics.
---Source: Featherstone 2008 ch. 8; Udwadia, Kalaba 1992; Golub, Van Loan §5.4.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "beam", joint = {type = "revolute", name = "left", axis = {0, 1, 0}}, inertia = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}}
---m:add_loop{name = "right", body_b = "beam", placement_a = {position = {2, 0, 0}}, placement_b = {position = {2, 0, 0}}, joint = "spherical"}
---local a, W = m:constrained_dynamics({0})
---print(a, W.right)  --> Vector 1: (0)  Wrench: linear (0, 0, 9.81) N, angular (0, 0, 0) N m
---```
function Model:constrained_dynamics(q, v, tau, external, out) end

---Inverse dynamics of a looped robot: the joint forces and torques, at the driven joints alone, that give it the acceleration a. Where
---more joints are driven than it takes, those of least Σ τ².
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike one that keeps the loops closed
---@param options? {driven?:rigid.JointName[],external?:table} driven: all joints where left out; external: wrenches, as constrained_dynamics takes them
---@return rigid.Vector|nil tau nv numbers, zero where nothing drives; nil where the driven joints cannot do it
---@return table|string wrenches as constrained_dynamics gives them; or a sentence: what is missing
---Errors: refuses an a that opens a loop, and joints that are not there, do not move or follow others.
---Source: Featherstone 2008 §8.
---Example:
---```lua
---local m = Model()
---local rod = SpatialInertia.point_mass{mass = 1, position = {1, 0, 0}}
---m:add_body{name = "first", joint = {type = "revolute", name = "j1"}, inertia = rod}
---m:add_body{name = "second", joint = {type = "revolute", name = "j2"}, inertia = rod}
---m:add_coupling{name = "gear", joint = "j2", of = "j1", coefficients = {0, 1}}
---print((m:constrained_inverse_dynamics({0, 0}, nil, {3, 3})))                     --> Vector 2: (3, 3)
---local tau, wrenches = m:constrained_inverse_dynamics({0, 0}, nil, {3, 3}, {driven = {"j1"}})
---print(tau, ("%.6g"):format(wrenches.gear))                                        --> Vector 2: (6, 0)  3
---```
function Model:constrained_inverse_dynamics(q, v, a, options) end
