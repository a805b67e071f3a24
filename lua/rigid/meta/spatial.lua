---@meta rigid.spatial
-- The typed reference: spatial motion and force vectors. How it is written: see module.lua.
-- One file, as long as there are functions of these classes: help prints it a class at a time.

-- Spatial vectors -----------------------------------------------------------------------------------------------------

---A spatial motion vector (u, ω), linear first: the generic kind, of which Twist and SpatialAcc are special. It holds a
---joint axis or motion subspace, the logarithm of a pose, or any difference of motions.
---Made from two halves, from a table with fields linear and angular (a missing half is zero), from six numbers, from a
---Vector of 6, or from a Twist or SpatialAcc, which states a change of kind. v[1] to v[6] read the entries; #v is 6.
---a + b, a - b within one kind, or with the generic one: the kind wins. Motions and forces do not add.
---number * v is v * number. == is exact; tostring shows both halves. NaN and infinity are carried through.
---Errors: refuses halves that are no 3-vectors, lists that are not six numbers, unknown fields, and vectors of forces.
---Source: iDynTree SpatialMotionVector; Featherstone 2008 ch. 2.
---Example:
---```lua
---local axis = SpatialMotion({0, 0, 0}, {0, 0, 1}) -- or SpatialMotion{angular = {0, 0, 1}}
---print(2 * axis)  --> SpatialMotion: linear (0, 0, 0), angular (0, 0, 2)
---print(SpatialMotion(Twist{1, 2, 3, 4, 5, 6}))  --> SpatialMotion: linear (1, 2, 3), angular (4, 5, 6)
---```
---@class rigid.SpatialMotion
---@field [integer] number
---@operator add(rigid.SpatialMotion): rigid.SpatialMotion
---@operator add(rigid.Twist): rigid.Twist
---@operator add(rigid.SpatialAcc): rigid.SpatialAcc
---@operator sub(rigid.SpatialMotion): rigid.SpatialMotion
---@operator sub(rigid.Twist): rigid.Twist
---@operator sub(rigid.SpatialAcc): rigid.SpatialAcc
---@operator mul(number): rigid.SpatialMotion
---@operator div(number): rigid.SpatialMotion
---@operator unm: rigid.SpatialMotion
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.SpatialMotion
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.SpatialMotion
---@overload fun(six: rigid.VectorLike): rigid.SpatialMotion
---@overload fun(v: rigid.SpatialMotion): rigid.SpatialMotion
local SpatialMotion = {}

---The linear half u.
---@return rigid.Vec3 u
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function SpatialMotion:linear() end

---The angular half ω.
---@return rigid.Vec3 w
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function SpatialMotion:angular() end

---The spatial cross product, by the type of the argument: the rate of a motion, or of a force, that is carried along by
---this one. With a motion u: v × u = (ω × u_l + v_l × u_ω, ω × u_ω). With a force f: v ×̄* f = (ω × f_l, v_l × f_l + ω × f_ω).
---@param u rigid.SpatialMotion|rigid.SpatialForce of any kind, in the same frame
---@return rigid.SpatialMotion|rigid.SpatialForce product a SpatialMotion for a motion, a SpatialForce for a force
---Errors: refuses what is neither a motion nor a force; six plain numbers do not say which.
---Source: iDynTree SpatialMotionVector::cross (both); Featherstone 2008 §2.9.
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 4, 5, 6}
---print(rigid.type(v:cross(Twist{0, 0, 1, 0, 0, 0})), v:cross(Wrench{0, 0, 1, 0, 0, 0}))
-----> SpatialMotion  SpatialForce: linear (5, -4, 0), angular (2, -1, 0)
---```
function SpatialMotion:cross(u) end

---The 6x6 matrix of the cross product with motions, linear first: v× = [ω× v×; 0 ω×].
---@return rigid.Matrix m 6x6, with m * u = v:cross(u)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrix.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:cross_matrix():block(1, 4, 3, 3))
-----> Matrix 3x3
----->    0  -3   2
----->    3   0  -1
----->   -2   1   0
---```
function SpatialMotion:cross_matrix() end

---The 6x6 matrix of the cross product with forces, linear first: v×̄* = [ω× 0; v× ω×] = −(v×)ᵀ.
---@return rigid.Matrix m 6x6, with m * f = v:cross(f)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrixWrench.
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 4, 5, 6}
---print(v:cross_force_matrix() == -v:cross_matrix():transpose())  --> true
---```
function SpatialMotion:cross_force_matrix() end

---The exponential from se(3) to SE(3): R = exp(ω×), p = V u, V = 1 + ((1 − cos θ)/θ²) ω× + ((θ − sin θ)/θ³) (ω×)²,
---θ = |ω|; series below θ = 1e-2, so that it is exact near zero. Inverse of X:log() for θ up to π.
---@return rigid.Transform X
---Errors: refuses an angular part of finite numbers whose length overflows. NaN and infinities are carried through.
---Source: iDynTree SpatialMotionVector::exp.
---Example:
---```lua
---print(SpatialMotion{0, 0, 2, 0, 0, math.pi}:exp():position())  --> Vec3(0, 0, 2)
---```
function SpatialMotion:exp() end

---The power of this motion and a force: u·f + ω·τ.
---@param f rigid.SpatialForce of any kind, at the same point, in the same axes
---@return number power W for a twist and a wrench
---Errors: refuses a motion: there is no product of two motions.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:dot(Wrench{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function SpatialMotion:dot(f) end

---The same motion at another point: v_Q = v_P + ω × p_PQ, ω as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.SpatialMotion v_Q
---Errors: rejects anything but a 3-vector.
---Source: Drake SpatialVelocity::Shift.
---Example:
---```lua
---print(SpatialMotion{0, 0, 0, 0, 0, 2}:shift{1, 0, 0}:linear())  --> Vec3(0, 2, 0)
---```
function SpatialMotion:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.SpatialMotion v_A
---Errors: rejects anything but a rotation.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> SpatialMotion: linear (-2, 1, 3), angular (-5, 4, 6)
---```
function SpatialMotion:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialMotion of the generic kind
---@return rigid.SpatialMotion self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> SpatialMotion: linear (2, 4, 6), angular (8, 10, 12)
---```
function SpatialMotion:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.SpatialMotion self
---Errors: rejects anything but a number; nothing is changed then.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> SpatialMotion: linear (10, 20, 30), angular (40, 50, 60)
---```
function SpatialMotion:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.SpatialMotion copy
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function SpatialMotion:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(SpatialMotion{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function SpatialMotion:table() end

---Whether all entries agree with those of b, within tol.
---@param b rigid.SpatialMotion
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:is_near(SpatialMotion{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function SpatialMotion:is_near(b, tol) end

---The spatial velocity of a body (v, ω): the velocity v of its point at the origin of the frame (or at the point the
---twist was shifted to), in m/s, and its angular velocity ω in rad/s. V_WB_E: of body B in W, expressed in E.
---Made as a SpatialMotion is. A SpatialInertia times a Twist is a SpatialMomentum. Twist + SpatialAcc is an error.
---Errors: as SpatialMotion; a SpatialAcc is no Twist unless Twist(a) says so.
---Source: iDynTree Twist; Drake SpatialVelocity; Featherstone 2008 §2.2.
---Example:
---```lua
---local V = Twist({1, 0, 0}, {0, 0, 2}) -- or Twist{linear = {1, 0, 0}, angular = {0, 0, 2}}
---print(V:shift{0, 1, 0}:linear()) -- the velocity of the point at {0, 1, 0}
-----> Vec3(-1, 0, 0)
---local screw = Transform(Rotation.rpy(0, 0, 0.5), {1, 0, 0}):log()
---print(Twist(screw):angular()) -- in unit time
-----> Vec3(0, 0, 0.5)
---```
---@class rigid.Twist: rigid.SpatialMotion
---@field [integer] number
---@operator add(rigid.Twist): rigid.Twist
---@operator add(rigid.SpatialMotion): rigid.Twist
---@operator sub(rigid.Twist): rigid.Twist
---@operator sub(rigid.SpatialMotion): rigid.Twist
---@operator mul(number): rigid.Twist
---@operator div(number): rigid.Twist
---@operator unm: rigid.Twist
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.Twist
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.Twist
---@overload fun(six: rigid.VectorLike): rigid.Twist
---@overload fun(v: rigid.SpatialMotion): rigid.Twist
local Twist = {}

---The velocity v, of the body's point at the origin.
---@return rigid.Vec3 v m/s
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function Twist:linear() end

---The angular velocity ω.
---@return rigid.Vec3 w rad/s
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function Twist:angular() end

---The spatial cross product, by the type of the argument: the rate of a motion, or of a force, that is carried along by
---this one. With a motion u: v × u = (ω × u_l + v_l × u_ω, ω × u_ω). With a force f: v ×̄* f = (ω × f_l, v_l × f_l + ω × f_ω).
---@param u rigid.SpatialMotion|rigid.SpatialForce of any kind, in the same frame
---@return rigid.SpatialMotion|rigid.SpatialForce product a SpatialMotion for a motion, a SpatialForce for a force
---Errors: refuses what is neither a motion nor a force; six plain numbers do not say which.
---Source: iDynTree SpatialMotionVector::cross (both); Featherstone 2008 §2.9.
---Example:
---```lua
---local v = Twist{1, 2, 3, 4, 5, 6}
---print(rigid.type(v:cross(Twist{0, 0, 1, 0, 0, 0})), v:cross(Wrench{0, 0, 1, 0, 0, 0}))
-----> SpatialMotion  SpatialForce: linear (5, -4, 0), angular (2, -1, 0)
---```
function Twist:cross(u) end

---The 6x6 matrix of the cross product with motions, linear first: v× = [ω× v×; 0 ω×].
---@return rigid.Matrix m 6x6, with m * u = v:cross(u)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrix.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:cross_matrix():block(1, 4, 3, 3))
-----> Matrix 3x3
----->    0  -3   2
----->    3   0  -1
----->   -2   1   0
---```
function Twist:cross_matrix() end

---The 6x6 matrix of the cross product with forces, linear first: v×̄* = [ω× 0; v× ω×] = −(v×)ᵀ.
---@return rigid.Matrix m 6x6, with m * f = v:cross(f)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrixWrench.
---Example:
---```lua
---local v = Twist{1, 2, 3, 4, 5, 6}
---print(v:cross_force_matrix() == -v:cross_matrix():transpose())  --> true
---```
function Twist:cross_force_matrix() end

---The exponential from se(3) to SE(3): R = exp(ω×), p = V u, V = 1 + ((1 − cos θ)/θ²) ω× + ((θ − sin θ)/θ³) (ω×)²,
---θ = |ω|; series below θ = 1e-2, so that it is exact near zero. Inverse of X:log() for θ up to π.
---It is the pose reached from the identity in unit time at this constant body twist.
---@return rigid.Transform X
---Errors: refuses an angular part of finite numbers whose length overflows. NaN and infinities are carried through.
---Source: iDynTree SpatialMotionVector::exp.
---Example:
---```lua
---print(Twist{0, 0, 2, 0, 0, math.pi}:exp():position())  --> Vec3(0, 0, 2)
---```
function Twist:exp() end

---The power of this motion and a force: u·f + ω·τ.
---@param f rigid.SpatialForce of any kind, at the same point, in the same axes
---@return number power W for a twist and a wrench
---Errors: refuses a motion: there is no product of two motions.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:dot(Wrench{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function Twist:dot(f) end

---The same motion at another point: v_Q = v_P + ω × p_PQ, ω as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.Twist v_Q
---Errors: rejects anything but a 3-vector.
---Source: Drake SpatialVelocity::Shift.
---Example:
---```lua
---print(Twist{0, 0, 0, 0, 0, 2}:shift{1, 0, 0}:linear())  --> Vec3(0, 2, 0)
---```
function Twist:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.Twist v_A
---Errors: rejects anything but a rotation.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> Twist: linear (-2, 1, 3) m/s, angular (-5, 4, 6) rad/s
---```
function Twist:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialMotion of this kind or the generic one
---@return rigid.Twist self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = Twist{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> Twist: linear (2, 4, 6) m/s, angular (8, 10, 12) rad/s
---```
function Twist:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.Twist self
---Errors: rejects anything but a number; nothing is changed then.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> Twist: linear (10, 20, 30) m/s, angular (40, 50, 60) rad/s
---```
function Twist:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.Twist copy
---Example:
---```lua
---local v = Twist{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function Twist:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(Twist{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function Twist:table() end

---Whether all entries agree with those of b, within tol.
---@param b rigid.Twist
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:is_near(Twist{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function Twist:is_near(b, tol) end

---A spatial acceleration (a, α), in m/s² and rad/s². As the derivative of a twist in body axes its linear half is that of
---v, and the acceleration of the material point is a + ω × v; M * A + M:bias_wrench(V) is then the net wrench on the body.
---Made as a SpatialMotion is. A SpatialInertia or an ABI times a SpatialAcc is a Wrench. Twist + SpatialAcc is an error.
---Errors: as SpatialMotion; a Twist is no SpatialAcc unless SpatialAcc(v) says so.
---Source: iDynTree SpatialAcc; Featherstone 2008 §2.11.
---Example:
---```lua
---local gravity = SpatialAcc({0, 0, 9.81}, {0, 0, 0})
---print(SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}} * gravity)
-----> Wrench: linear (0, 0, 19.62) N, angular (0, -19.62, 0) N m
---```
---@class rigid.SpatialAcc: rigid.SpatialMotion
---@field [integer] number
---@operator add(rigid.SpatialAcc): rigid.SpatialAcc
---@operator add(rigid.SpatialMotion): rigid.SpatialAcc
---@operator sub(rigid.SpatialAcc): rigid.SpatialAcc
---@operator sub(rigid.SpatialMotion): rigid.SpatialAcc
---@operator mul(number): rigid.SpatialAcc
---@operator div(number): rigid.SpatialAcc
---@operator unm: rigid.SpatialAcc
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.SpatialAcc
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.SpatialAcc
---@overload fun(six: rigid.VectorLike): rigid.SpatialAcc
---@overload fun(v: rigid.SpatialMotion): rigid.SpatialAcc
local SpatialAcc = {}

---The linear half a.
---@return rigid.Vec3 a m/s²
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function SpatialAcc:linear() end

---The angular acceleration α.
---@return rigid.Vec3 alpha rad/s²
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function SpatialAcc:angular() end

---The spatial cross product, by the type of the argument: the rate of a motion, or of a force, that is carried along by
---this one. With a motion u: v × u = (ω × u_l + v_l × u_ω, ω × u_ω). With a force f: v ×̄* f = (ω × f_l, v_l × f_l + ω × f_ω).
---@param u rigid.SpatialMotion|rigid.SpatialForce of any kind, in the same frame
---@return rigid.SpatialMotion|rigid.SpatialForce product a SpatialMotion for a motion, a SpatialForce for a force
---Errors: refuses what is neither a motion nor a force; six plain numbers do not say which.
---Source: iDynTree SpatialMotionVector::cross (both); Featherstone 2008 §2.9.
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 4, 5, 6}
---print(rigid.type(v:cross(Twist{0, 0, 1, 0, 0, 0})), v:cross(Wrench{0, 0, 1, 0, 0, 0}))
-----> SpatialMotion  SpatialForce: linear (5, -4, 0), angular (2, -1, 0)
---```
function SpatialAcc:cross(u) end

---The 6x6 matrix of the cross product with motions, linear first: v× = [ω× v×; 0 ω×].
---@return rigid.Matrix m 6x6, with m * u = v:cross(u)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrix.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:cross_matrix():block(1, 4, 3, 3))
-----> Matrix 3x3
----->    0  -3   2
----->    3   0  -1
----->   -2   1   0
---```
function SpatialAcc:cross_matrix() end

---The 6x6 matrix of the cross product with forces, linear first: v×̄* = [ω× 0; v× ω×] = −(v×)ᵀ.
---@return rigid.Matrix m 6x6, with m * f = v:cross(f)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrixWrench.
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 4, 5, 6}
---print(v:cross_force_matrix() == -v:cross_matrix():transpose())  --> true
---```
function SpatialAcc:cross_force_matrix() end

---The exponential from se(3) to SE(3): R = exp(ω×), p = V u, V = 1 + ((1 − cos θ)/θ²) ω× + ((θ − sin θ)/θ³) (ω×)²,
---θ = |ω|; series below θ = 1e-2, so that it is exact near zero. Inverse of X:log() for θ up to π.
---@return rigid.Transform X
---Errors: refuses an angular part of finite numbers whose length overflows. NaN and infinities are carried through.
---Source: iDynTree SpatialMotionVector::exp.
---Example:
---```lua
---print(SpatialAcc{0, 0, 2, 0, 0, math.pi}:exp():position())  --> Vec3(0, 0, 2)
---```
function SpatialAcc:exp() end

---The power of this motion and a force: u·f + ω·τ.
---@param f rigid.SpatialForce of any kind, at the same point, in the same axes
---@return number power W for a twist and a wrench
---Errors: refuses a motion: there is no product of two motions.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:dot(Wrench{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function SpatialAcc:dot(f) end

---The acceleration at another point of the body: a_Q = a_P + α × p_PQ + ω × (ω × p_PQ), α as it is.
---This holds where the linear half is the acceleration of the material point. For the plain shift of a spatial
---acceleration (no centripetal term), give {0, 0, 0} as ω. ω is required, so that neither is chosen in silence.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@param omega rigid.Vec3Like rad/s, angular velocity of the body
---@return rigid.SpatialAcc A_Q
---Errors: refuses a missing ω.
---Source: Drake SpatialAcceleration::Shift.
---Example:
---```lua
---local A = SpatialAcc{0, 0, 0, 0, 0, 0}
---print(A:shift({1, 0, 0}, {0, 0, 2}):linear()) -- centripetal
-----> Vec3(-4, 0, 0)
---```
function SpatialAcc:shift(p_PQ, omega) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.SpatialAcc v_A
---Errors: rejects anything but a rotation.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> SpatialAcc: linear (-2, 1, 3) m/s², angular (-5, 4, 6) rad/s²
---```
function SpatialAcc:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialMotion of this kind or the generic one
---@return rigid.SpatialAcc self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> SpatialAcc: linear (2, 4, 6) m/s², angular (8, 10, 12) rad/s²
---```
function SpatialAcc:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.SpatialAcc self
---Errors: rejects anything but a number; nothing is changed then.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> SpatialAcc: linear (10, 20, 30) m/s², angular (40, 50, 60) rad/s²
---```
function SpatialAcc:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.SpatialAcc copy
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function SpatialAcc:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(SpatialAcc{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function SpatialAcc:table() end

---Whether all entries agree with those of b, within tol.
---@param b rigid.SpatialAcc
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:is_near(SpatialAcc{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function SpatialAcc:is_near(b, tol) end

---A spatial force vector (f, τ), linear first: the generic kind, of which Wrench and SpatialMomentum are special; the dual
---of SpatialMotion. Made from two halves, from a table with fields linear and angular (a missing half is zero), from six
---numbers, from a Vector of 6, or from a Wrench or SpatialMomentum, which states a change of kind.
---f[1] to f[6] read the entries; #f is 6. a + b, a - b within one kind, or with the generic one: the kind wins.
---number * f is f * number. == is exact; tostring shows both halves. NaN and infinity are carried through.
---Errors: refuses halves that are no 3-vectors, lists that are not six numbers, unknown fields, and vectors of motions.
---Source: iDynTree SpatialForceVector; Featherstone 2008 §2.3.
---Example:
---```lua
---print(SpatialForce({0, 0, 0}, {0, 0, 1}) + Wrench{1, 0, 0, 0, 0, 0})
-----> Wrench: linear (1, 0, 0) N, angular (0, 0, 1) N m
---print(SpatialForce(SpatialMomentum{1, 2, 3, 4, 5, 6}))  --> SpatialForce: linear (1, 2, 3), angular (4, 5, 6)
---```
---@class rigid.SpatialForce
---@field [integer] number
---@operator add(rigid.SpatialForce): rigid.SpatialForce
---@operator add(rigid.Wrench): rigid.Wrench
---@operator add(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator sub(rigid.SpatialForce): rigid.SpatialForce
---@operator sub(rigid.Wrench): rigid.Wrench
---@operator sub(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator mul(number): rigid.SpatialForce
---@operator div(number): rigid.SpatialForce
---@operator unm: rigid.SpatialForce
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.SpatialForce
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.SpatialForce
---@overload fun(six: rigid.VectorLike): rigid.SpatialForce
---@overload fun(v: rigid.SpatialForce): rigid.SpatialForce
local SpatialForce = {}

---The linear half f.
---@return rigid.Vec3 f
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function SpatialForce:linear() end

---The angular half τ.
---@return rigid.Vec3 tau
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function SpatialForce:angular() end

---The power of this force and a motion: f·u + τ·ω.
---@param v rigid.SpatialMotion of any kind, at the same point, in the same axes
---@return number power W for a wrench and a twist
---Errors: refuses a force: there is no product of two forces.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:dot(Twist{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function SpatialForce:dot(v) end

---The same force about another point: τ_Q = τ_P − p_PQ × f, f as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.SpatialForce f_Q
---Errors: rejects anything but a 3-vector.
---Source: Drake SpatialForce::Shift.
---Example:
---```lua
---print(SpatialForce{0, 1, 0, 0, 0, 0}:shift{1, 0, 0}:angular())  --> Vec3(0, 0, -1)
---```
function SpatialForce:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.SpatialForce f_A
---Errors: rejects anything but a rotation.
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> SpatialForce: linear (-2, 1, 3), angular (-5, 4, 6)
---```
function SpatialForce:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialForce of the generic kind
---@return rigid.SpatialForce self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = SpatialForce{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> SpatialForce: linear (2, 4, 6), angular (8, 10, 12)
---```
function SpatialForce:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.SpatialForce self
---Errors: rejects anything but a number; nothing is changed then.
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> SpatialForce: linear (10, 20, 30), angular (40, 50, 60)
---```
function SpatialForce:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.SpatialForce copy
---Example:
---```lua
---local v = SpatialForce{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function SpatialForce:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(SpatialForce{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function SpatialForce:table() end

---Whether all entries agree with those of b, within tol.
---@param b rigid.SpatialForce
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:is_near(SpatialForce{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function SpatialForce:is_near(b, tol) end

---A force f in N and a moment τ in N m about the origin of the frame (or about the point the wrench was shifted to).
---Made as a SpatialForce is. Wrench + SpatialMomentum is an error.
---Errors: as SpatialForce; a SpatialMomentum is no Wrench unless Wrench(h) says so.
---Source: iDynTree Wrench; Drake SpatialForce.
---Example:
---```lua
---local F = Wrench({0, 0, -10}, {0, 0, 0})
---print(F:shift{2, 0, 0}:angular()) -- the moment about the point at {2, 0, 0}
-----> Vec3(0, -20, 0)
---print(Wrench(SpatialMomentum{1, 0, 0, 0, 0, 0} / 0.01)) -- an impulse, spread over 10 ms
-----> Wrench: linear (100, 0, 0) N, angular (0, 0, 0) N m
---```
---@class rigid.Wrench: rigid.SpatialForce
---@field [integer] number
---@operator add(rigid.Wrench): rigid.Wrench
---@operator add(rigid.SpatialForce): rigid.Wrench
---@operator sub(rigid.Wrench): rigid.Wrench
---@operator sub(rigid.SpatialForce): rigid.Wrench
---@operator mul(number): rigid.Wrench
---@operator div(number): rigid.Wrench
---@operator unm: rigid.Wrench
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.Wrench
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.Wrench
---@overload fun(six: rigid.VectorLike): rigid.Wrench
---@overload fun(v: rigid.SpatialForce): rigid.Wrench
local Wrench = {}

---The force f.
---@return rigid.Vec3 f N
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function Wrench:linear() end

---The moment τ about the origin.
---@return rigid.Vec3 tau N m
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function Wrench:angular() end

---The power of this force and a motion: f·u + τ·ω.
---@param v rigid.SpatialMotion of any kind, at the same point, in the same axes
---@return number power W for a wrench and a twist
---Errors: refuses a force: there is no product of two forces.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:dot(Twist{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function Wrench:dot(v) end

---The same wrench about another point: τ_Q = τ_P − p_PQ × f, f as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.Wrench f_Q
---Errors: rejects anything but a 3-vector.
---Source: Drake SpatialForce::Shift.
---Example:
---```lua
---print(Wrench{0, 1, 0, 0, 0, 0}:shift{1, 0, 0}:angular())  --> Vec3(0, 0, -1)
---```
function Wrench:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.Wrench f_A
---Errors: rejects anything but a rotation.
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> Wrench: linear (-2, 1, 3) N, angular (-5, 4, 6) N m
---```
function Wrench:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialForce of this kind or the generic one
---@return rigid.Wrench self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = Wrench{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> Wrench: linear (2, 4, 6) N, angular (8, 10, 12) N m
---```
function Wrench:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.Wrench self
---Errors: rejects anything but a number; nothing is changed then.
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:scale_in_place(10))  --> Wrench: linear (10, 20, 30) N, angular (40, 50, 60) N m
---```
function Wrench:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.Wrench copy
---Example:
---```lua
---local v = Wrench{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function Wrench:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(Wrench{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function Wrench:table() end

---Whether all entries agree with those of b, within tol.
---@param b rigid.Wrench
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:is_near(Wrench{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function Wrench:is_near(b, tol) end

---A linear momentum l in kg m/s and an angular momentum h in kg m²/s about the origin of the frame (or about the point it
---was shifted to): what a SpatialInertia times a Twist gives. Made as a SpatialForce is.
---SpatialMomentum + Wrench is an error.
---Errors: as SpatialForce; a Wrench is no SpatialMomentum unless SpatialMomentum(f) says so.
---Source: iDynTree SpatialMomentum; Drake SpatialMomentum; Featherstone 2008 §2.12.
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(M * Twist{0, 3, 0, 0, 0, 0})  --> SpatialMomentum: linear (0, 6, 0) kg m/s, angular (0, 0, 6) kg m²/s
---local impulse = Wrench{0, 100, 0, 0, 0, 0} * 0.01
---print(M * Twist{0, 3, 0, 0, 0, 0} + SpatialMomentum(impulse) == SpatialMomentum({0, 7, 0}, {0, 0, 6}))  --> true
---```
---@class rigid.SpatialMomentum: rigid.SpatialForce
---@field [integer] number
---@operator add(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator add(rigid.SpatialForce): rigid.SpatialMomentum
---@operator sub(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator sub(rigid.SpatialForce): rigid.SpatialMomentum
---@operator mul(number): rigid.SpatialMomentum
---@operator div(number): rigid.SpatialMomentum
---@operator unm: rigid.SpatialMomentum
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.SpatialMomentum
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.SpatialMomentum
---@overload fun(six: rigid.VectorLike): rigid.SpatialMomentum
---@overload fun(v: rigid.SpatialForce): rigid.SpatialMomentum
local SpatialMomentum = {}

---The linear momentum l.
---@return rigid.Vec3 l kg m/s
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function SpatialMomentum:linear() end

---The angular momentum h about the origin.
---@return rigid.Vec3 h kg m²/s
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function SpatialMomentum:angular() end

---The power of this force and a motion: f·u + τ·ω.
---@param v rigid.SpatialMotion of any kind, at the same point, in the same axes
---@return number power W for a wrench and a twist
---Errors: refuses a force: there is no product of two forces.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:dot(Twist{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function SpatialMomentum:dot(v) end

---The same momentum about another point: h_Q = h_P − p_PQ × l, l as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.SpatialMomentum f_Q
---Errors: rejects anything but a 3-vector.
---Source: Drake SpatialMomentum::Shift.
---Example:
---```lua
---print(SpatialMomentum{0, 1, 0, 0, 0, 0}:shift{1, 0, 0}:angular())  --> Vec3(0, 0, -1)
---```
function SpatialMomentum:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.SpatialMomentum f_A
---Errors: rejects anything but a rotation.
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> SpatialMomentum: linear (-2, 1, 3) kg m/s, angular (-5, 4, 6) kg m²/s
---```
function SpatialMomentum:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialForce of this kind or the generic one
---@return rigid.SpatialMomentum self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = SpatialMomentum{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> SpatialMomentum: linear (2, 4, 6) kg m/s, angular (8, 10, 12) kg m²/s
---```
function SpatialMomentum:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.SpatialMomentum self
---Errors: rejects anything but a number; nothing is changed then.
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> SpatialMomentum: linear (10, 20, 30) kg m/s, angular (40, 50, 60) kg m²/s
---```
function SpatialMomentum:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.SpatialMomentum copy
---Example:
---```lua
---local v = SpatialMomentum{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function SpatialMomentum:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(SpatialMomentum{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function SpatialMomentum:table() end

---Whether all entries agree with those of b, within tol.
---@param b rigid.SpatialMomentum
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:is_near(SpatialMomentum{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function SpatialMomentum:is_near(b, tol) end
