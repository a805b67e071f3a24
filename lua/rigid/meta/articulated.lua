---@meta rigid.articulated
-- The typed reference: articulated-body inertias. How it is written: see module.lua.

-- Articulated-body inertia --------------------------------------------------------------------------------------------

---An articulated-body inertia: the inertia that a body appears to have when it carries others on joints, a symmetric 6x6
---matrix P with f = P a + bias. It needs all 21 numbers: the apparent mass depends on the direction of the force.
---ABI(M) is the inertia of a single rigid body, ABI() is all NaN, ABI(rows) takes nested rows 6x6, linear first.
---P_AQ_E: of articulated body A about point Q in axes E; it does not know them itself. A SpatialInertia is taken where an
---ABI is. P * SpatialAcc is a Wrench, P * SpatialMotion a SpatialForce, P * Matrix (6 x n) and Matrix (n x 6) * P
---matrices. P + Q welds the bases of two articulated bodies, P - Q takes one off. == is exact; tostring prints the matrix.
---Errors: refuses matrices that are not 6x6; P * Twist is refused (P relates wrench and acceleration).
---Source: Drake ArticulatedBodyInertia; Featherstone 1983; Featherstone 2008 ch. 7; Jain 2010 §6.4.
---Example:
---```lua
---local P = ABI(SpatialInertia.solid_sphere{mass = 2, radius = 1})
---print(P * SpatialAcc{0, 0, 3, 0, 0, 0})  --> Wrench: linear (0, 0, 6) N, angular (0, 0, 0) N m
---```
---@class rigid.ABI
---@operator add(rigid.ABI): rigid.ABI
---@operator add(rigid.SpatialInertia): rigid.ABI
---@operator sub(rigid.ABI): rigid.ABI
---@operator sub(rigid.SpatialInertia): rigid.ABI
---@operator mul(rigid.SpatialAcc): rigid.Wrench
---@operator mul(rigid.SpatialMotion): rigid.SpatialForce
---@operator mul(rigid.Matrix): rigid.Matrix
---@overload fun(): rigid.ABI
---@overload fun(M: rigid.SpatialInertia): rigid.ABI
---@overload fun(rows: rigid.MatrixLike): rigid.ABI
local ABI = {}

---From a 6x6 matrix. Only its lower triangle is read. Whether a body can have it is not checked: see is_physically_valid.
---@param m rigid.MatrixLike 6x6
---@param order? rigid.Order which half comes first in m, default "linear"
---@return rigid.ABI P
---Errors: refuses a matrix that is not 6x6, and another order.
---Source: Drake ArticulatedBodyInertia(matrix).
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(ABI.from_matrix(M:matrix("angular"), "angular") == ABI(M))  --> true
---```
function ABI.from_matrix(m, order) end

---The full symmetric 6x6 matrix.
---@param order? rigid.Order which half comes first, default "linear"
---@return rigid.Matrix m 6x6
---Errors: refuses another order.
---Source: Drake ArticulatedBodyInertia::CopyToFullMatrix6.
---Example:
---```lua
---print(ABI(SpatialInertia.unitary()):matrix() == Matrix.identity(6))  --> true
---```
function ABI:matrix(order) end

---The same inertia about another point, in the same axes: Φ P Φᵀ, with Φ = [1 0; −p_PQ× 1] on forces,
---linear first.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of P
---@return rigid.ABI P_Q
---Errors: rejects anything but a 3-vector.
---Source: Drake ArticulatedBodyInertia::Shift; Jain 2010 §6.2.5.
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(ABI(M):shift{1, 2, 3}:is_near(ABI(M:shift{1, 2, 3})))  --> true
---```
function ABI:shift(p_PQ) end

---As shift, but changes the receiver and returns it; makes no garbage.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of P
---@return rigid.ABI self
---Errors: rejects anything but a 3-vector; nothing is changed then.
---Source: Drake ArticulatedBodyInertia::ShiftInPlace.
---Example:
---```lua
---local P = ABI(SpatialInertia.unitary())
---P:shift_in_place{1, 0, 0}
---print(P:matrix()(5, 5))  --> 2.0
---```
function ABI:shift_in_place(p_PQ) end

---The same articulated-body inertia in other axes, about the same point.
---@param R_AE rigid.RotationLike from the axes E of P to the axes A
---@return rigid.ABI P_A
---Errors: rejects anything but a rotation.
---Example:
---```lua
---local P = ABI(Matrix.diagonal{1, 2, 3, 4, 5, 6}:table())
---print(("%.6f"):format(P:re_express(Rotation.quaternion(1, 0, 0, 1)):matrix()(1, 1))) -- a quarter turn about z
-----> 2.000000
---```
function ABI:re_express(R_AE) end

---As re_express, but changes the receiver and returns it; makes no garbage.
---@param R_AE rigid.RotationLike from the axes E of P to the axes A
---@return rigid.ABI self
---Errors: rejects anything but a rotation; nothing is changed then.
---Example:
---```lua
---local P = ABI(Matrix.diagonal{1, 2, 3, 4, 5, 6})
---P:re_express_in_place{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} -- a quarter turn about z
---print(P:matrix()(1, 1), P:matrix()(5, 5))  --> 2.0  4.0
---```
function ABI:re_express_in_place(R_AE) end

---Add another, about the same point in the same axes. Changes the receiver and returns it; makes no garbage.
---@param Q rigid.ABI|rigid.SpatialInertia
---@return rigid.ABI self
---Errors: refuses what is neither an ABI nor a SpatialInertia; nothing is changed then.
---Source: Drake ArticulatedBodyInertia::operator+=; Featherstone 2008 example 7.1.
---Example:
---```lua
---local P = ABI(SpatialInertia.unitary())
---P:add_in_place(SpatialInertia.unitary())
---print(P:matrix()(1, 1))  --> 2.0
---```
function ABI:add_in_place(Q) end

---Subtract another, about the same point in the same axes. Changes the receiver and returns it; makes no garbage.
---@param Q rigid.ABI|rigid.SpatialInertia
---@return rigid.ABI self
---Errors: refuses what is neither an ABI nor a SpatialInertia; nothing is changed then.
---Source: Drake ArticulatedBodyInertia::operator-=.
---Example:
---```lua
---local P = ABI(SpatialInertia.unitary())
---P:subtract_in_place(P)
---print(P:matrix() == Matrix(6, 6))  --> true
---```
function ABI:subtract_in_place(Q) end

---True where P is positive semi-definite: no force makes the body accelerate against it. Judged to 16 eps of its largest
---eigenvalue; the zero matrix is valid, NaN and infinity are not.
---@return boolean valid
---Source: Drake ArticulatedBodyInertia::IsPhysicallyValid.
---Example:
---```lua
---print(ABI(SpatialInertia.unitary()):is_physically_valid(), ABI():is_physically_valid())  --> true  false
---```
function ABI:is_physically_valid() end

---Why no body can have it, and by how much; nil for a sound articulated-body inertia.
---@return string|nil message
---Example:
---```lua
---print(ABI(SpatialInertia.unitary()):criticize())  --> nil
---```
function ABI:criticize() end

---The inertia felt across a joint that is free along S: P − P S (SᵀPS)⁻¹ SᵀP. Along S nothing is felt any more:
---the result times S is zero. Shift and re-express it to the parent's frame and add it to the parent's inertia: that is
---the way of the articulated-body algorithm from the hand to the base.
---@param S rigid.SpatialMotion|number[]|rigid.MatrixLike axis at the point of P, in its axes; or 6 x k, axes as columns
---@return rigid.ABI P_a
---Errors: refuses an S along which P resists nothing, or with dependent columns (SᵀPS singular); numbers that are not
---finite; a matrix that is not 6 x 1 to 6 x 6.
---Source: Featherstone 2008 §7.2; Featherstone 1983.
---Example:
---```lua
---local P = ABI(SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}})
---    + ABI(SpatialInertia.solid_sphere{mass = 1, radius = 0.1})
---local hinge = SpatialMotion({0, 0, 0}, {0, 0, 1})
---print((P:across_joint(hinge) * hinge):is_near(SpatialForce{0, 0, 0, 0, 0, 0}))  --> true
---```
function ABI:across_joint(S) end

---The acceleration a with P a = f: what a wrench does to an articulated body that is at rest.
---The apparent mass along a unit force φ is 1/(φᵀ P⁻¹ φ).
---@param f rigid.WrenchLike about the point of P, in its axes
---@return rigid.SpatialMotion a a SpatialAcc; for the generic SpatialForce the generic SpatialMotion
---Errors: refuses a P that is not finite, or is singular, naming the motion it does not resist.
---Example:
---```lua
---local P = ABI(SpatialInertia.solid_sphere{mass = 4, radius = 1})
---print(1 / P:solve(Wrench{1, 0, 0, 0, 0, 0}):linear().x) -- kg
-----> 4.0
---```
function ABI:solve(f) end

---A new value equal to this one.
---@return rigid.ABI copy
---Example:
---```lua
---local P = ABI(SpatialInertia.unitary())
---P:copy():subtract_in_place(P)
---print(P:matrix()(1, 1))  --> 1.0
---```
function ABI:copy() end

---The 6x6 matrix as nested plain rows, linear first, which the constructor takes back.
---@return number[][] rows
---Example:
---```lua
---local P = ABI(SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}})
---print(ABI(P:table()) == P)  --> true
---```
function ABI:table() end

---Whether all entries agree with those of b, within tol.
---@param b rigid.ABI
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(ABI(SpatialInertia.unitary()):is_near(ABI(Matrix.identity(6):table())))  --> true
---```
function ABI:is_near(b, tol) end
