---@meta rigid.batch
-- The typed reference: the algorithms over matrices with a state in each row. How it is written: see module.lua.

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
