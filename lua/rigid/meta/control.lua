---@meta rigid.control
-- The typed reference: linear systems and their control. How it is written: see module.lua.

---@class rigid.Model
local Model = {}
---@class rigid
local rigid = {}

---The X with A X + X Aᵀ + Q = 0, or with A X Aᵀ − X + Q = 0 where it is discrete.
---@param A rigid.MatrixLike n x n
---@param Q rigid.MatrixLike n x n
---@param options? {discrete?:boolean}
---@return rigid.Matrix X n x n
---Errors: refuses what does not fit; raises as a value where there is no single X.
---Example:
---```lua
---print(rigid.lyapunov({{-1}}, {{4}})(1, 1))  --> 2.0
---```
function rigid.lyapunov(A, Q, options) end

---The optimal feedback u = −K x, which makes ∫ xᵀQx + uᵀRu least for x' = A x + B u (the sum, for x⁺ = A x + B u, where it is discrete), and S, by
---which xᵀSx is what it comes to.
---@param A rigid.MatrixLike n x n
---@param B rigid.MatrixLike|rigid.VectorLike n x m, or one column
---@param Q rigid.MatrixLike|rigid.VectorLike|number n x n, symmetric, no negative eigenvalue; or its diagonal, or one number for all of that
---@param R rigid.MatrixLike|rigid.VectorLike|number m x m, symmetric, positive definite; likewise
---@param options? {discrete?:boolean}
---@return rigid.Matrix K m x n
---@return rigid.Matrix S n x n
---Errors: refuses what does not fit; raises as a value, with the modes that are not reached, or that neither grow nor decay and are not seen,
---where nothing stabilizes the system. What grows and Q does not see is stabilized as cheaply as R lets it be.
---Source: Chu, Fan, Lin 2005; Kleinman 1968.
---Example:
---```lua
---local A, B = {{0, 1}, {0, 0}}, {0, 1}
---local K = rigid.lqr(A, B, {1, 1}, 1)
---print(("%.6f %.6f"):format(K(1, 1), K(1, 2)))  --> 1.000000 1.732051
---print(pcall(rigid.lqr, {{1, 0}, {0, -2}}, B, 1, 1))
-----> false  'lqr' has no answer: nothing stabilizes this system: the mode 1 does not decay, and B does not reach it
---```
function rigid.lqr(A, B, Q, R, options) end

---What B reaches of x' = A x + B u, or of x⁺ = A x + B u where it is discrete: {controllable=, stabilizable=, rank=, modes=, sentence=}; modes are
---the eigenvalues {re, im} that it does not reach. The units of x and u do not matter.
---@param A rigid.MatrixLike n x n
---@param B rigid.MatrixLike|rigid.VectorLike n x m, or one column
---@param options? {discrete?:boolean}
---@return table answer
---Errors: refuses what does not fit.
---Source: Rosenbrock 1970, the staircase form; Curtis & Reid 1972 for units.
---Example:
---```lua
---print(rigid.controllability({{1, 0}, {0, -2}}, {{1}, {0}}).sentence)
-----> not reached: mode -2; all of these decay by themselves
---```
function rigid.controllability(A, B, options) end

---The discrete system, x⁺ = A_d x + B_d u, of x' = A x + B u with u held for h seconds at a time.
---@param A rigid.MatrixLike n x n
---@param B rigid.MatrixLike|rigid.VectorLike n x m, or one column
---@param h number s
---@return rigid.Matrix A_d n x n
---@return rigid.Matrix B_d n x m
---Errors: refuses what does not fit, and a time that is not positive.
---Example:
---```lua
---local A, B = rigid.discretize({{0, 1}, {0, 0}}, {{0}, {1}}, 0.5)
---print(("%.6g  %.6g"):format(A(1, 2), B(1, 1)))  --> 0.5  0.125
---```
function rigid.discretize(A, B, h) end

---The poles of x' = A x, or of x' = (A − B K) x: a list of pairs {re, im}, by ascending real part.
---@param A rigid.MatrixLike n x n
---@param B? rigid.MatrixLike|rigid.VectorLike n x m, or one column
---@param K? rigid.MatrixLike m x n
---@return number[][] poles
---Errors: refuses what does not fit.
---Example:
---```lua
---print(rigid.poles({{0, 1}, {0, 0}}, {{0}, {1}}, {{2, 3}})[1][1])  --> -2.0
---```
function rigid.poles(A, B, K) end

---The linearized dynamics about a state. A small difference (δq, δv) from a motion obeys d/dt (δq, δv) = A (δq, δv) + B δτ, with q = q₀(t) ⊕ δq along the motion. The upper half
---of A is (−ad(v), 1): zero at the left but for floating and spherical joints that move. The lower half is forward_dynamics_derivatives;
---with loops, how constrained_dynamics changes along what these leave free (of δq and δv what leaves the loops is taken away). Springs and damping count, as in m:simulate; dry friction and limits have no slope and do not.
---@param q rigid.VectorLike nq numbers
---@param v? rigid.VectorLike nv numbers; zero where absent
---@param tau? rigid.VectorLike nv numbers; zero where absent
---@return rigid.Matrix A 2nv x 2nv
---@return rigid.Matrix B 2nv x nv
---Errors: refuses arguments of other sizes, and what forward_dynamics does; raises as a value where q or v do not keep the loops.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "bob", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.point_mass{mass = 1, position = {0, 0, -1}}}
---local A, B = m:linearize({0})
---print(A, B(2, 1))
-----> Matrix 2x2
----->       0  1
----->   -9.81  0  1.0
---```
function Model:linearize(q, v, tau) end

---An equilibrium under gravity, with torques at the driven joints alone: q near q0, the torques that hold it, and a verdict with
---success, residual (the greatest torque that is missing), iterations and sentence, which says how the search ended. Springs count.
---@param t? {q0?:rigid.VectorLike,driven?:string[],hold?:string[],iterations?:integer,tolerance?:number} neutral; names of joints, none; names of joints that stay where they are, none; 200; 1e-10 of the torques at q0, at least 1e-10, unless given
---@return rigid.Vector q
---@return rigid.Vector tau zero where nothing drives
---@return table verdict
---Errors: refuses names that are no joints; a model with loops has no answer.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "bob", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.point_mass{mass = 1, position = {0, 0, -1}}}
---local q, tau, verdict = m:trim{q0 = {0.5}}
---print(math.abs(q[1]) < 1e-9, verdict.success)  --> true  true
---```
function Model:trim(t) end

---A balancing controller, for m:simulate: it brings the model back to where it stands, q, and holds it there by the driven joints; the regulator
---rigid.lqr of its linearization. tau = tau₀ − K (q ⊖ q₀, v) at the driven joints, where tau₀ holds it still. Q weighs the 2nv numbers of
---(δq, δv), R the driven torques: Matrices, their diagonals, or one number for all.
---@param t {driven:string[],q?:rigid.VectorLike,Q?:rigid.MatrixLike|rigid.VectorLike|number,R?:rigid.MatrixLike|rigid.VectorLike|number,tau?:rigid.VectorLike} names of joints; neutral; 1; 1; what gravity and springs pull at the driven joints unless given
---@return function controller of t, q, v
---@return rigid.Matrix K as many rows as driven freedoms, 2nv columns
---@return rigid.Matrix S by which xᵀSx, x = (δq, δv), is what it comes to
---Errors: refuses names that are no joints, and weights that do not fit; raises as a value where the model does not stand still at q, and,
---with the modes, where nothing stabilizes it.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 1, length = 0.2}}
---m:add_body{name = "pole", parent = "cart", joint = {type = "revolute", axis = {0, 1, 0}},
---    inertia = SpatialInertia.thin_rod_about_end{mass = 0.3, length = 1}}
---local log = m:simulate{q = {0, 0.2}, duration = 8, dt = 0.01, controller = m:balance{driven = {"cart"}, Q = {10, 1, 1, 1}}}
---print(Vector(log.q[#log.q]):norm() < 1e-3)  --> true
---```
function Model:balance(t) end

---Computed torque, for m:simulate: tau = ID(q, v, a_r + kd (v_r − v) + kp (q_r ⊖ q)), by which each freedom goes its way alone; what springs and
---dampers of the joints do is made up for, dry friction is not. The reference is a q to stand at, or a function or trajectory t → q, v, a.
---@param t {reference:any,kp?:number|rigid.VectorLike,kd?:number|rigid.VectorLike} 1/s², 100, and 1/s, 2 √kp (critical), unless given
---@return function controller of t, q, v
---Errors: refuses a reference of another size, and gains that are negative.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "bob", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.point_mass{mass = 1, position = {0, 0, -1}}}
---local log = m:simulate{q = {0}, duration = 2, dt = 0.01, controller = m:computed_torque{reference = {1}}}
---print(math.abs(log.q[#log.q][1] - 1) < 1e-3)  --> true
---```
function Model:computed_torque(t) end

---Springs and dampers at the joints, and gravity held, for m:simulate: tau = kp (q_r ⊖ q) + kd (v_r − v) + g(q). The model's own springs are held
---as gravity is, its dampers add to kd.
---@param t {reference:any,kp:number|rigid.VectorLike,kd:number|rigid.VectorLike} N m/rad or N/m; N m s/rad or N s/m
---@return function controller of t, q, v
---Errors: refuses a reference of another size, and gains that are missing or negative.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "bob", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.point_mass{mass = 1, position = {0, 0, -1}}}
---local log = m:simulate{q = {0}, duration = 3, dt = 0.02, controller = m:pd_gravity{reference = {1}, kp = 25, kd = 10}}
---print(math.abs(log.q[#log.q][1] - 1) < 1e-3)  --> true
---```
function Model:pd_gravity(t) end

---Impedance control, for m:simulate: a spring and a damper at a body, in its axes, gravity held: tau = Jᵀ (stiffness e + damping (V_r − V)) + g(q) − joint_damping v, with e
---the way to the pose that is wanted, linear first; the model's own springs are held as gravity is. The reference is a pose, or a function or
---trajectory t → X, V.
---@param t {body:string,reference:any,stiffness:number|rigid.VectorLike,damping:number|rigid.VectorLike,joint_damping?:number|rigid.VectorLike} six numbers or one for all; of the joints, 0 unless given
---@return function controller of t, q, v
---Errors: refuses a body that is not there, a reference that is no pose, and gains that are missing or negative.
---Source: Hogan 1985.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "slide", joint = {type = "prismatic", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.1}}
---local held = m:impedance{body = "slide", reference = {position = {0, 0, 0.5}}, stiffness = 25, damping = 10}
---local log = m:simulate{q = {0}, duration = 3, dt = 0.02, controller = held}
---print(math.abs(log.q[#log.q][1] - 0.5) < 1e-3)  --> true
---```
function Model:impedance(t) end

---Operational-space control, for m:simulate: a body led along poses as if it were free of the rest: its acceleration is A_r + kd (V_r − V) + kp e, and what the joints have left is
---damped; their own springs and dampers are made up for. The reference is a pose, or a function or trajectory t → X, V, A as rigid.trajectory.screw gives it.
---@param t {body:string,reference:any,kp?:number|rigid.VectorLike,kd?:number|rigid.VectorLike,joint_damping?:number|rigid.VectorLike} 1/s², 100; 1/s, 2 √kp; 1/s, 5 unless given
---@return function controller of t, q, v
---Errors: refuses a body that is not there, a reference that is no pose, and gains that are negative.
---Source: Khatib 1987.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "slide", joint = {type = "prismatic", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.1}}
---local led = m:operational_space{body = "slide", reference = {position = {0, 0, 0.5}}}
---local log = m:simulate{q = {0}, duration = 2, dt = 0.01, controller = led}
---print(math.abs(log.q[#log.q][1] - 0.5) < 1e-3)  --> true
---```
function Model:operational_space(t) end

---A controller behind motors: each gives at most gear · torque at rest, and less in a straight line to nothing at its speed (of the rotor); backwards
---likewise. The second result is what the rotors add to the joints, gear² · rotor_inertia: the armature of each freedom.
---@param t {controller:function,joints:table} joints from names to {gear=, rotor_inertia=, torque=, speed=}: 1, 0 kg m², no limit N m, no limit rad/s unless given
---@return function controller of t, q, v
---@return rigid.Vector armature nv numbers
---Errors: refuses joints that are not there or have several freedoms, figures that are not positive, and a speed without a torque.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "wheel", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.1}}
---local driven, armature = m:actuate{controller = function() return {100} end,
---    joints = {wheel = {gear = 10, torque = 0.5, speed = 200, rotor_inertia = 1e-4}}}
---print(driven(0, {0}, {0})[1], driven(0, {0}, {10})[1], armature)  --> 5.0  2.5  Vector 1: (0.01)
---```
function Model:actuate(t) end
