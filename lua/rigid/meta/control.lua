---@meta rigid.control
-- The typed reference: linear systems and their control. How it is written: see module.lua.

local Model = {}

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

---The feedback u = −K x that makes ∫ xᵀQx + uᵀRu least for x' = A x + B u (the sum, for x⁺ = A x + B u, where it is discrete), and S, by
---which xᵀSx is what it comes to.
---@param A rigid.MatrixLike n x n
---@param B rigid.MatrixLike n x m
---@param Q rigid.MatrixLike n x n, symmetric, no negative eigenvalue
---@param R rigid.MatrixLike m x m, symmetric, positive definite
---@param options? {discrete?:boolean}
---@return rigid.Matrix K m x n
---@return rigid.Matrix S n x n
---Errors: refuses what does not fit; raises as a value, with the modes that are not reached or not seen, where nothing stabilizes the system.
---Source: Chu, Fan, Lin 2005; Kleinman 1968.
---Example:
---```lua
---local A, B = {{0, 1}, {0, 0}}, {{0}, {1}}
---local K = rigid.lqr(A, B, Matrix.identity(2), {{1}})
---print(("%.6f %.6f"):format(K(1, 1), K(1, 2)))  --> 1.000000 1.732051
---print(pcall(rigid.lqr, {{1, 0}, {0, -2}}, B, Matrix.identity(2), {{1}}))
-----> false  'lqr' has no answer: nothing stabilizes this system: the mode 1 does not decay, and B does not reach it
---```
function rigid.lqr(A, B, Q, R, options) end

---What B reaches of x' = A x + B u: {controllable=, stabilizable=, rank=, modes=, sentence=}; modes are the eigenvalues {re, im} that it does
---not reach.
---@param A rigid.MatrixLike n x n
---@param B rigid.MatrixLike n x m
---@return table answer
---Errors: refuses what does not fit.
---Source: Hautus 1969.
---Example:
---```lua
---print(rigid.controllability({{1, 0}, {0, -2}}, {{1}, {0}}).sentence)
-----> not reached: mode -2; all of these decay by themselves
---```
function rigid.controllability(A, B) end

---x' = A x + B u with u held for h seconds at a time: x⁺ = A_d x + B_d u.
---@param A rigid.MatrixLike n x n
---@param B rigid.MatrixLike n x m
---@param h number s
---@return rigid.Matrix A_d n x n
---@return rigid.Matrix B_d n x m
---Errors: refuses what does not fit, and a time that is not positive.
---Example:
---```lua
---local A, B = rigid.discretize({{0, 1}, {0, 0}}, {{0}, {1}}, 0.5)
---print(A(1, 2), B(1, 1))  --> 0.5  0.125
---```
function rigid.discretize(A, B, h) end

---The poles of x' = A x, or of x' = (A − B K) x: a list of pairs {re, im}, by ascending real part.
---@param A rigid.MatrixLike n x n
---@param B? rigid.MatrixLike n x m
---@param K? rigid.MatrixLike m x n
---@return number[][] poles
---Errors: refuses what does not fit.
---Example:
---```lua
---print(rigid.poles({{0, 1}, {0, 0}}, {{0}, {1}}, {{2, 3}})[1][1])  --> -2.0
---```
function rigid.poles(A, B, K) end

---How a small difference (δq, δv) from a motion goes on: d/dt (δq, δv) = A (δq, δv) + B δτ, with q = q₀(t) ⊕ δq along the motion. The upper half
---of A is (−ad(v), 1): zero at the left but for floating and spherical joints that move. The lower half is forward_dynamics_derivatives;
---with loops, by differences along what these leave free.
---@param q rigid.VectorLike nq numbers
---@param v? rigid.VectorLike nv numbers; zero where absent
---@param tau? rigid.VectorLike nv numbers; zero where absent
---@return rigid.Matrix A 2nv x 2nv
---@return rigid.Matrix B 2nv x nv
---Errors: refuses arguments of other sizes, and what forward_dynamics does.
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
