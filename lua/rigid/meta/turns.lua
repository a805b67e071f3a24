---@meta rigid.turns
-- The typed reference: rotations and poses by axes and angles, between each other, and Jacobians of their charts. How it is written:
-- see module.lua.

---@class rigid.Rotation
local Rotation = {}
---@class rigid.Transform
local Transform = {}
---@class rigid.SpatialMotion
local SpatialMotion = {}
---@class rigid.Twist
local Twist = {}
---@class rigid.SpatialAcc
local SpatialAcc = {}

---@alias rigid.EulerOrder string

---The turn by an angle about x.
---@param angle number rad
---@return rigid.Rotation R
---Errors: rejects anything but a finite number.
---Example:
---```lua
---print((Rotation.x(math.pi / 2) * Vec3(0, 1, 0)):is_near(Vec3(0, 0, 1)))  --> true
---```
function Rotation.x(angle) end

---The turn by an angle about y.
---@param angle number rad
---@return rigid.Rotation R
---Errors: rejects anything but a finite number.
---Example:
---```lua
---print((Rotation.y(math.pi / 2) * Vec3(0, 0, 1)):is_near(Vec3(1, 0, 0)))  --> true
---```
function Rotation.y(angle) end

---The turn by an angle about z.
---@param angle number rad
---@return rigid.Rotation R
---Errors: rejects anything but a finite number.
---Example:
---```lua
---print((Rotation.z(math.pi / 2) * Vec3(1, 0, 0)):is_near(Vec3(0, 1, 0)))  --> true
---```
function Rotation.z(angle) end

---Three turns in turn, of any of the twelve orders. Capitals are moving axes: euler("ZYX", a, b, c) is Rz(a) Ry(b) Rx(c). Small letters are
---fixed axes: euler("xyz", a, b, c) is Rz(c) Ry(b) Rx(a), which is rpy(a, b, c). (MuJoCo's letters mean the same axes the other way round.)
---@param order rigid.EulerOrder three of X, Y, Z or of x, y, z, neighbours not alike
---@param a number rad, the first turn
---@param b number rad, the second
---@param c number rad, the third
---@return rigid.Rotation R
---Errors: refuses another order, and angles that are not finite.
---Example:
---```lua
---print(Rotation.euler("xyz", 0.1, 0.2, 0.3):is_near(Rotation.rpy(0.1, 0.2, 0.3)))  --> true
---```
function Rotation.euler(order, a, b, c) end

---The three angles of an order, as Rotation.euler takes them: the second in [−π/2, π/2], or in [0, π] where the first and the last axis are
---one. Where the second is at an end, the other two are not determined by themselves; what comes still gives R.
---@param order rigid.EulerOrder three of X, Y, Z (moving axes) or of x, y, z (fixed axes), neighbours not alike
---@return number a rad
---@return number b rad
---@return number c rad
---Errors: refuses another order.
---Example:
---```lua
---print(("%.3f %.3f %.3f"):format(Rotation.euler("ZXZ", 0.3, 0.2, 0.1):euler "ZXZ"))  --> 0.300 0.200 0.100
---```
function Rotation:euler(order) end

---From R to S by constant angular velocity, the shorter way: R at s = 0, S at s = 1, R exp(s log(Rᵀ S)).
---@param S rigid.RotationLike
---@param s number the share of the way; beyond 0 and 1 it goes on
---@return rigid.Rotation between
---Errors: rejects anything but a rotation, and an s that is not finite.
---Example:
---```lua
---print(Rotation.z(0.2):slerp(Rotation.z(1), 0.5):is_near(Rotation.z(0.6)))  --> true
---```
function Rotation:slerp(S, s) end

---The angle from one rotation to another, in [0, π].
---@param S rigid.RotationLike
---@return number angle rad
---Errors: rejects anything but a rotation.
---Example:
---```lua
---print(("%.3f"):format(Rotation.x(0.5):distance(Rotation.x(-0.2))))  --> 0.700
---```
function Rotation:distance(S) end

---The right Jacobian of the exponential, dexp: exp(w + δ) = exp(w) exp(J δ) to first order in δ.
---@param w rigid.Vec3Like rad
---@return rigid.Matrix J 3x3
---Errors: rejects anything but a 3-vector.
---Source: Barfoot 2017 §7.1.
---Example:
---```lua
---print(Rotation.jexp{0, 0, 0} == Matrix.identity(3))  --> true
---```
function Rotation.jexp(w) end

---The right Jacobian of the logarithm, the inverse of dexp: log(R exp(δ)) = log R + J δ to first order in δ.
---@return rigid.Matrix J 3x3
---Source: Barfoot 2017 §7.1.
---Example:
---```lua
---local w = {0.3, -0.2, 0.9}
---print((Rotation.exp(w):jlog() * Rotation.jexp(w)):is_near(Matrix.identity(3), 1e-14))  --> true
---```
function Rotation:jlog() end

---The pose of a link after Denavit and Hartenberg: Rz(theta) Tz(d) Tx(a) Rx(alpha). What is left out is zero.
---@param link {a?:number,alpha?:number,d?:number,theta?:number} m and rad
---@return rigid.Transform X
---Errors: refuses other fields, and what is no finite number.
---Example:
---```lua
---print(Transform.dh{a = 0.5, d = 0.2}:position())  --> Vec3(0.5, 0, 0.2)
---```
function Transform.dh(link) end

---Denavit and Hartenberg's pose of a link, as Craig has it: Rx(alpha) Tx(a) Rz(theta) Tz(d). What is left out is zero.
---@param link {a?:number,alpha?:number,d?:number,theta?:number} m and rad
---@return rigid.Transform X
---Errors: refuses other fields, and what is no finite number.
---Example:
---```lua
---print(Transform.mdh{a = 0.5, alpha = math.pi / 2, d = 0.2}:position():is_near(Vec3(0.5, -0.2, 0)))  --> true
---```
function Transform.mdh(link) end

---From X to Y along a screw: X at s = 0, Y at s = 1, X exp(s log(X⁻¹ Y)). It is the same curve whichever frame the two are seen from, and
---whichever frame moves with them (left and right invariant: C X D to C Y D goes by C (X to Y) D), but where the turn is a half one, which may be
---taken either way round. A straight line of the place with a slerp of the turn would be left invariant alone.
---@param Y rigid.Transform
---@param s number the share of the way; beyond 0 and 1 it goes on
---@return rigid.Transform between
---Errors: rejects anything but a Transform, and an s that is not finite.
---Example:
---```lua
---local X, Y = Transform.identity(), Transform(Rotation.z(1), {0, 0, 2})
---print(X:interpolate(Y, 0.5):position():is_near(Vec3(0, 0, 1)))  --> true
---```
function Transform:interpolate(Y, s) end

---The right Jacobian of the logarithm: log(X exp(δ)) = log X + J δ to first order in δ, linear first.
---@return rigid.Matrix J 6x6
---Source: Barfoot 2017 §7.1.
---Example:
---```lua
---print(Transform{position = {1, 2, 3}}:jlog():rank())  --> 6
---```
function Transform:jlog() end

---The right Jacobian of the exponential: exp(v + δ) = exp(v) exp(J δ) to first order in δ, linear first.
---@return rigid.Matrix J 6x6
---Source: Barfoot 2017 §7.1.
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 0.1, 0.2, 0.3}
---print((v:exp():jlog() * v:jexp()):is_near(Matrix.identity(6), 1e-13))  --> true
---```
function SpatialMotion:jexp() end

---The right Jacobian of the exponential: exp(v + δ) = exp(v) exp(J δ) to first order in δ, linear first.
---@return rigid.Matrix J 6x6
---Source: Barfoot 2017 §7.1.
---Example:
---```lua
---local v = Twist{1, 2, 3, 0.1, 0.2, 0.3}
---print((v:exp():jlog() * v:jexp()):is_near(Matrix.identity(6), 1e-13))  --> true
---```
function Twist:jexp() end

---The right Jacobian of the exponential: exp(v + δ) = exp(v) exp(J δ) to first order in δ, linear first.
---@return rigid.Matrix J 6x6
---Source: Barfoot 2017 §7.1.
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 0.1, 0.2, 0.3}
---print((v:exp():jlog() * v:jexp()):is_near(Matrix.identity(6), 1e-13))  --> true
---```
function SpatialAcc:jexp() end
