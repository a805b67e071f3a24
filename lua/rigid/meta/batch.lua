---@meta rigid.batch
-- The typed reference: the algorithms over matrices with a state in each row. How it is written: see module.lua.

---@class rigid.Model
local Model = {}

---@alias rigid.Threads {threads?:integer}
---@alias rigid.Batch {threads?:integer,parameters?:rigid.Matrix|number[][]}

---inverse_dynamics of a batch: a state in each row of Q, V and A, its torques in that row of the result. In batches the core
---takes several states at once, one in each lane of a register, and so many threads as are asked for; what comes out of a row is the
---same to the last bit whatever the processor, the threads and the rows beside it. A row that the single call would refuse (a
---number that is not finite, a quaternion of length zero) comes out as NaN, and the others as ever.
---@param Q rigid.Matrix|number[][] n x nq
---@param V? rigid.Matrix|number[][] n x nv; nil stands for zeros
---@param A? rigid.Matrix|number[][] n x nv; nil stands for zeros
---@param out? rigid.Matrix n x nv to write into; may be V or A, or Q where that has as many columns
---@param options? rigid.Batch may stand in the place of out. threads: how many share the rows, 1 unless given; parameters: n x 10 nbodies, the inertial parameters of each row in the order of m:parameters()
---@return rigid.Matrix tau n x nv
---Errors: refuses matrices of other sizes, unknown options, and less than one or more than 64 threads.
---Example:
---```lua
---local m = Model()
---m:add_body{
---    name = "bob", joint = {type = "revolute", axis = {0, 1, 0}},
---    inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, -1}},
---}
---local tau = m:inverse_dynamics_batch({{0}, {0}, {0}}, nil, {{1}, {2}, {3}})
---print(tau(1, 1), tau(2, 1), tau(3, 1))  --> 2.0  4.0  6.0
---```
function Model:inverse_dynamics_batch(Q, V, A, out, options) end

---forward_dynamics of a batch: see inverse_dynamics_batch. A row in which a joint moves no inertia comes out as NaN.
---@param Q rigid.Matrix|number[][] n x nq
---@param V? rigid.Matrix|number[][] n x nv; nil stands for zeros
---@param Tau? rigid.Matrix|number[][] n x nv; nil stands for zeros
---@param out? rigid.Matrix n x nv to write into; may be an input
---@param options? rigid.Batch may stand in the place of out
---@return rigid.Matrix A n x nv
---Errors: refuses what inverse_dynamics_batch refuses.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---local A = m:forward_dynamics_batch({{0}, {0}}, nil, {{2}, {4}})
---print(A(1, 1), A(2, 1))  --> 0.5  1.0
---```
function Model:forward_dynamics_batch(Q, V, Tau, out, options) end

---bias_forces of a batch: see inverse_dynamics_batch.
---@param Q rigid.Matrix|number[][] n x nq
---@param V rigid.Matrix|number[][] n x nv
---@param out? rigid.Matrix n x nv to write into; may be an input
---@param options? rigid.Batch may stand in the place of out
---@return rigid.Matrix tau n x nv
---Errors: refuses what inverse_dynamics_batch refuses.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "lift", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 2, length = 1}}
---print(m:bias_forces_batch({{0}, {1}}, {{0}, {0}})(2, 1))  --> 19.62
---```
function Model:bias_forces_batch(Q, V, out, options) end

---mass_matrix of a batch: in each row the matrix, row by row. See inverse_dynamics_batch.
---@param Q rigid.Matrix|number[][] n x nq
---@param out? rigid.Matrix n x nv² to write into
---@param options? rigid.Batch may stand in the place of out
---@return rigid.Matrix H n x nv²
---Errors: refuses what inverse_dynamics_batch refuses.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:mass_matrix_batch{{0}, {1}}(2, 1))  --> 4.0
---```
function Model:mass_matrix_batch(Q, out, options) end

---pose of a batch: in each row the 4 x 4 matrix, row by row. See inverse_dynamics_batch.
---@param Q rigid.Matrix|number[][] n x nq
---@param body rigid.BodyName or a frame's
---@param out? rigid.Matrix n x 16 to write into
---@param options? rigid.Threads may stand in the place of out
---@return rigid.Matrix X n x 16
---Errors: refuses what inverse_dynamics_batch refuses, and a name that no body or frame has.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:poses_batch({{0}, {0.5}}, "cart")(2, 4))  --> 0.5
---```
function Model:poses_batch(Q, body, out, options) end

---jacobian of a batch, in the frame's own axes about its origin: in each row the 6 x nv matrix, row by row, linear first. See
---inverse_dynamics_batch.
---@param Q rigid.Matrix|number[][] n x nq
---@param body rigid.BodyName or a frame's
---@param out? rigid.Matrix n x 6 nv to write into
---@param options? rigid.Threads may stand in the place of out
---@return rigid.Matrix J n x 6 nv
---Errors: refuses what poses_batch refuses.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:jacobian_batch({{0}}, "cart")(1, 1))  --> 1.0
---```
function Model:jacobian_batch(Q, body, out, options) end

---com of a batch: a point in each row. See inverse_dynamics_batch.
---@param Q rigid.Matrix|number[][] n x nq
---@param out? rigid.Matrix n x 3 to write into
---@param options? rigid.Batch may stand in the place of out
---@return rigid.Matrix c n x 3
---Errors: refuses what inverse_dynamics_batch refuses; where nothing that moves has mass, an error value as com's.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:com_batch{{0}, {0.5}}(2, 1))  --> 0.5
---```
function Model:com_batch(Q, out, options) end

---kinetic_energy and potential_energy of a batch, side by side. See inverse_dynamics_batch.
---@param Q rigid.Matrix|number[][] n x nq
---@param V rigid.Matrix|number[][] n x nv
---@param out? rigid.Matrix n x 2 to write into
---@param options? rigid.Batch may stand in the place of out
---@return rigid.Matrix E n x 2, J
---Errors: refuses what inverse_dynamics_batch refuses.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "lift", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 2, length = 1}}
---local E = m:energies_batch({{1}}, {{3}})
---print(E(1, 1), E(1, 2))  --> 9.0  19.62
---```
function Model:energies_batch(Q, V, out, options) end

---regressor of a batch: the regressors of all states one below the other, nv rows each, as least squares take them. See
---inverse_dynamics_batch.
---@param Q rigid.Matrix|number[][] n x nq
---@param V? rigid.Matrix|number[][] n x nv; nil stands for zeros
---@param A? rigid.Matrix|number[][] n x nv; nil stands for zeros
---@param out? rigid.Matrix n nv x 10 nbodies to write into
---@param options? rigid.Threads may stand in the place of out
---@return rigid.Matrix Y n nv x 10 nbodies
---Errors: refuses what inverse_dynamics_batch refuses.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---local Y = m:regressor_batch({{0}, {0}}, nil, {{1}, {2}})
---print(Y:rows(), Y:cols(), (Y * m:parameters()):is_near{43.24, 47.24})  --> 2  10  true
---```
function Model:regressor_batch(Q, V, A, out, options) end

---inverse_dynamics_derivatives of a batch: three matrices, in each row of which the derivative stands row by row. See
---inverse_dynamics_batch.
---@param Q rigid.Matrix|number[][] n x nq
---@param V? rigid.Matrix|number[][] n x nv; nil stands for zeros
---@param A? rigid.Matrix|number[][] n x nv; nil stands for zeros
---@param by_q? rigid.Matrix n x nv² to write into, and so by_v, by_a
---@param by_v? rigid.Matrix
---@param by_a? rigid.Matrix
---@param options? rigid.Batch may stand in the place of by_q
---@return rigid.Matrix by_q n x nv²
---@return rigid.Matrix by_v n x nv²
---@return rigid.Matrix by_a n x nv²
---Errors: refuses what inverse_dynamics_batch refuses, and one Matrix to write two results into.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---local by_q, by_v, by_a = m:inverse_dynamics_derivatives_batch{{0}}
---print(by_q(1, 1), by_v(1, 1), by_a(1, 1))  --> 0.0  0.0  4.0
---```
function Model:inverse_dynamics_derivatives_batch(Q, V, A, by_q, by_v, by_a, options) end

---step of each row: one step of dt of as many states as there are rows, each by the method that its own stiffness asks for where it is
---"auto". A row that cannot go on comes out as NaN.
---@param Q rigid.Matrix|number[][] n x nq
---@param V rigid.Matrix|number[][] n x nv
---@param Tau? rigid.Matrix|number[][] n x nv, held during the step; nil stands for zeros
---@param dt number s
---@param options? {method?:string,tolerance?:number,damping?:boolean,friction?:boolean,limits?:boolean,restitution?:number,threads?:integer,parameters?:rigid.Matrix|number[][]} as step's; threads and parameters as inverse_dynamics_batch's
---@return rigid.Matrix Q_next n x nq
---@return rigid.Matrix V_next n x nv
---Errors: refuses what step and inverse_dynamics_batch refuse.
---Example:
---```lua
---local m = Model{gravity = {0, 0, 0}}
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---local Q, V = m:step_batch({{0}, {1}}, {{1}, {2}}, nil, 0.5)
---print(("%.6g  %.6g  %.6g"):format(Q(1, 1), Q(2, 1), V(2, 1)))  --> 0.5  2  2
---```
function Model:step_batch(Q, V, Tau, dt, options) end

---As many motions at once as q has rows, each as simulate computes it, with dry friction, limits, loops and contacts. Torques are held for a tick of dt.
---They come from one or both of
---- `tau`: torques, or a function of t that gives them.
---- `policy`: {kp =, kd =, q =, v =} for kp (q_ref - q) + kd (v_ref - v) of each row, taken as accelerations for which the model computes the torques
---where computed = true; or function(t, Q, V) that gives the torques of all rows, n x nv, and is called once a tick.
---
---Rows that cannot go on become NaN and are named in refused; the others go on. Memory is that of the states, and of the samples that `log = {every =
---n}` asks for. Where a function raises an error, or the run is interrupted, the error value has what was done so far in `result`.
---@param said {q:rigid.Matrix|number[][],v?:rigid.Matrix|number[][],tau?:rigid.Matrix|number[][]|function,policy?:function|table,duration:number,dt?:number,method?:string,threads?:integer,log?:table,tolerance?:number,damping?:boolean,friction?:boolean,limits?:boolean,restitution?:number,parameters?:rigid.Matrix|number[][],progress?:boolean}
---    q, v: the states where they begin, n x nq and n x nv (v: zeros);
---    duration, dt: s, dt 1e-3 unless given; method as simulate's, chosen for each row where it is "auto";
---    threads: how many share the rows, 1 unless given; parameters: n x 10 nbodies, of each row; not with loops or contacts;
---    damping, friction, limits, restitution, tolerance, progress: as simulate's
---@return table result q, v: the last states; t, dt, ticks, method ("rkmk45 and implicit" where rows differ); refused: the rows that did not arrive; log: t (a list), q and v (lists of Matrices)
---Errors: refuses what simulate refuses of these, and matrices of other sizes; kp and kd that are held for too long to be calm, with the first row
---whose inertia is too small for them where it begins, and the dt that would do; an error value where a function raises one.
---Example:
---```lua
---local m = Model{gravity = {0, 0, 0}}
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---local r = m:rollout{q = {{0}, {1}}, v = {{1}, {2}}, duration = 1, dt = 0.1}
---print(("%.12f %.12f"):format(r.q(1, 1), r.q(2, 1)))  --> 1.000000000000 3.000000000000
---local held = m:rollout{q = {{1}, {2}}, duration = 10, dt = 0.01, policy = {kp = 100, kd = 20, q = {{0}, {0}}, computed = true}}
---print(math.abs(held.q(1, 1)) < 1e-9, #held.refused)  --> true  0
---```
function Model:rollout(said) end

---The sums of least squares, over any number of samples: with Y the regressor of a sample, YᵀY, Yᵀτ and τᵀτ, in memory that does not
---grow. What comes out takes more samples, by being given again, and the sums of others of the same model, by merge.
---@param Q rigid.Matrix|number[][] n x nq
---@param V rigid.Matrix|number[][] n x nv
---@param A rigid.Matrix|number[][] n x nv
---@param Tau rigid.Matrix|number[][] n x nv
---@param state? table what an earlier call gave; it is changed, and returned
---@param options? {weights?:rigid.VectorLike} may stand in the place of state. weights: by which the equation of each freedom is multiplied, 1/σ
---@return table sums samples; normal() gives YᵀY, Yᵀτ and τᵀτ; merge(other) adds those of others and returns its receiver; copy()
---Errors: refuses matrices of other sizes, sums of another number of parameters, and rows that are not finite: nothing is changed then.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---local sums = m:accumulate({{0}, {0}}, {{0}, {0}}, {{1}, {2}}, {{43.24}, {47.24}})
---sums = m:accumulate({{0}}, {{0}}, {{-1}}, {{35.24}}, sums)
---local YY, Yt, tt = sums:normal()
---print(sums.samples, math.abs(Yt[1] / YY(1, 1) - 4) < 1e-12)  --> 3  true
---```
function Model:accumulate(Q, V, A, Tau, state, options) end

---Write algorithms of the model as C99, one file for a controller, NAME.c, with its header NAME.h, and a program NAME_test.c that holds
---it against numbers recorded from the model. They need nothing but sine and cosine, allocate nothing, and have no branch: the tree is
---unrolled, constants are folded, zeros and ones are gone. In double precision, or in single with -DNAME_FLOAT. Functions are named
---NAME_inverse_dynamics(q, v, a, tau) and so on; arrays are those of the model.
---@param said {functions?:string[],name?:string,dir?:string}
---    functions: of inverse_dynamics, forward_dynamics, bias_forces, gravity_forces, mass_matrix; all unless given;
---    name: of the files and before each function, "robot" unless given; dir: a directory that is there, "." unless given
---@return string[] paths of the files
---Errors: refuses other functions, a name that is none in C, a directory that is not there, a model with loops, and forward_dynamics where
---joints follow others; an error value where a file cannot be written.
---Example:
---```lua
---local m = Model{name = "pendulum"}
---m:add_body{
---    name = "bob", joint = {type = "revolute", axis = {0, 1, 0}},
---    inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, -1}},
---}
---local dir = os.tmpname()
---os.remove(dir)
---os.execute("mkdir " .. dir)
---print(#m:write_c{name = "pendulum", dir = dir, functions = {"inverse_dynamics"}})  --> 3
---os.execute("rm -r " .. dir)
---```
function Model:write_c(said) end

---Have the C compiler that is there (CC, or cc) make inverse_dynamics and mass_matrix of just this model, as write_c writes them, load them, and
---use each where it is faster than the general one: single calls without external wrenches, from then on, until a number of the model
---changes. Compiling takes a second for an arm and minutes for a humanoid; with keep = true what is compiled stays in a directory of the user's own,
---and the next time takes a moment. Results agree with the general ones to rounding, 1e-13 of the scale, not to the last bit.
---@param said? {functions?:string[],keep?:boolean} functions: of inverse_dynamics and mass_matrix; both unless given
---@return table times {general =, compiled =, used =} of each function: ns a call from Lua, and whether it is used
---Errors: refuses other functions, what write_c refuses; an error value where there is no compiler, or it fails.
---Example:
---```lua
---local m = Model{name = "pendulum"}
---m:add_body{
---    name = "bob", joint = {type = "revolute", axis = {0, 1, 0}},
---    inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, -1}},
---}
---local times = m:compile{functions = {"inverse_dynamics"}}
---print(times.inverse_dynamics.compiled > 0, ("%.2f"):format(m:inverse_dynamics({0.5}, {0}, {1})[1]))  --> true  11.41
---```
function Model:compile(said) end
