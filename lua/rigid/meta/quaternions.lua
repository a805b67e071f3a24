---@meta rigid.quaternions
-- The typed reference: quaternions. How it is written: see module.lua.

---Four numbers w + x i + y j + z k, w first, of any length. Products are Hamilton's, and those of unit ones chain as rotations do: q_AC = q_AB *
---q_BC; q and −q are the same turn. A Quaternion times a Vec3 (or {x, y, z}) turns it, by the unit one. The entries are q.w, q.x, q.y, q.z or q[1] to
---q[4], and are read-only; #q is 4. Quaternion(R) is the unit one of a Rotation with w >= 0; wherever a quaternion is asked for, {w, x, y, z} does
---as well. == is exact and tells q from −q: ask q:distance(p); tostring gives "Quaternion(w, x, y, z)". NaN and infinity
---are carried through. Frames' tags are not kept: a Rotation has them.
---Errors: constructing refuses what is neither four numbers nor a Rotation; writing an entry is refused.
---Example:
---```lua
---local q = Quaternion(1, 2, 3, 4)
---print(q * Quaternion{0, 1, 0, 0}, 2 * q, q.z, #q)
-----> Quaternion(-2, 1, 4, -3)  Quaternion(2, 4, 6, 8)  4.0  4
---print((Quaternion.axis_angle({0, 0, 1}, math.pi / 2) * Vec3(1, 0, 0)):is_near(Vec3(0, 1, 0)))  --> true
---```
---@class rigid.Quaternion
---@field w number
---@field x number
---@field y number
---@field z number
---@field [integer] number
---@operator add(rigid.Quaternion): rigid.Quaternion
---@operator sub(rigid.Quaternion): rigid.Quaternion
---@operator mul(rigid.Quaternion): rigid.Quaternion
---@operator mul(number): rigid.Quaternion
---@operator mul(rigid.Vec3): rigid.Vec3
---@operator mul(number[]): rigid.Vec3
---@operator div(number): rigid.Quaternion
---@operator unm: rigid.Quaternion
---@operator len: integer
---@overload fun(w: number, x: number, y: number, z: number): rigid.Quaternion
---@overload fun(q: rigid.QuaternionLike): rigid.Quaternion
---@overload fun(R: rigid.Rotation): rigid.Quaternion
local Quaternion = {}

---The quaternion of no turn, (1, 0, 0, 0).
---@return rigid.Quaternion identity
---Example:
---```lua
---print(Quaternion.identity())  --> Quaternion(1, 0, 0, 0)
---```
function Quaternion.identity() end

---The unit quaternion of the turn by an angle about an axis, right-handed: (cos ½ angle, sin ½ angle n). The axis need not be of length 1.
---@param axis rigid.Vec3Like
---@param angle number rad; from π on, w is negative
---@return rigid.Quaternion q
---Errors: refuses an axis of length zero, and numbers that are not finite.
---Example:
---```lua
---print(Quaternion.axis_angle({0, 2, 0}, math.pi):is_near(Quaternion(0, 0, 1, 0)))  --> true
---```
function Quaternion.axis_angle(axis, angle) end

---The unit quaternion of a rotation vector, which turns by |w| about w as Rotation.exp(w) does: the exponential of half of it.
---@param w rigid.Vec3Like rad
---@return rigid.Quaternion q
---Errors: rejects anything but a 3-vector, and one whose length overflows.
---Example:
---```lua
---local w = Vec3(0.3, -0.2, 0.9)
---print(Quaternion.exp(w):rotation():is_near(Rotation.exp(w)), Quaternion.exp(w):log():is_near(w))  --> true  true
---```
function Quaternion.exp(w) end

---The turn of least squared angles from several, with w >= 0: that of Rotation.mean. Of q and −q it makes no difference.
---@param list rigid.QuaternionLike[]
---@param weights? number[] one for each, not negative; alike unless given
---@return rigid.Quaternion mean
---Errors: refuses an empty list, what is no turn, and weights that do not fit; raises as a value where turns lie so evenly about that none is nearest.
---Source: Moakher 2002, Manton 2004.
---Example:
---```lua
---local a, b = Quaternion.axis_angle({0, 0, 1}, 0.2), -Quaternion.axis_angle({0, 0, 1}, 0.6)
---print(Quaternion.mean{a, b}:log():is_near(Vec3(0, 0, 0.4)))  --> true
---```
function Quaternion.mean(list, weights) end

---The length √(w² + x² + y² + z²), without overflow or underflow on the way.
---@return number length
---Example:
---```lua
---print(Quaternion(1, 3, 1, 5):norm())  --> 6.0
---```
function Quaternion:norm() end

---The scalar product of the four numbers.
---@param p rigid.QuaternionLike
---@return number product
---Errors: rejects anything but a quaternion.
---Example:
---```lua
---print(Quaternion(1, 2, 3, 4):dot{1, 1, 1, 1})  --> 10.0
---```
function Quaternion:dot(p) end

---The unit quaternion q / |q|, in the same direction.
---@return rigid.Quaternion q
---Errors: a quaternion of length zero, or one that is not finite, is no turn.
---Example:
---```lua
---print(Quaternion(0, 3, 0, 4):unit())  --> Quaternion(0, 0.6, 0, 0.8)
---```
function Quaternion:unit() end

---w − x i − y j − z k: of a unit one the turn back.
---@return rigid.Quaternion q
---Example:
---```lua
---print(Quaternion(1, 2, 3, 4):conjugate())  --> Quaternion(1, -2, -3, -4)
---```
function Quaternion:conjugate() end

---The quaternion whose product with q is 1: the conjugate over |q|².
---@return rigid.Quaternion q
---Errors: a quaternion of length zero, or one that is not finite, has none.
---Example:
---```lua
---print(Quaternion(0, 2, 0, 0):inverse())  --> Quaternion(0, -0.5, 0, 0)
---```
function Quaternion:inverse() end

---The rotation vector of the turn, of the smallest angle, in [0, π], as Rotation:log gives it; that of q and of −q is the same.
---@return rigid.Vec3 w rad
---Errors: a quaternion of length zero, or one that is not finite, is no turn.
---Example:
---```lua
---print(Quaternion(0, 0, -2, 0):log():is_near(Vec3(0, -math.pi, 0)))  --> true
---```
function Quaternion:log() end

---The rotation that the unit one is: q and −q give the same.
---@return rigid.Rotation R
---Errors: a quaternion of length zero, or one that is not finite, is no turn.
---Example:
---```lua
---print(Quaternion(1, 0, 0, 1):rotation():is_near(Rotation.z(math.pi / 2)))  --> true
---```
function Quaternion:rotation() end

---The angle from one turn to another, in [0, π].
---@param p rigid.QuaternionLike
---@return number angle rad
---Errors: rejects anything but a turn.
---Example:
---```lua
---print(Quaternion(1, 0, 0, 0):distance(Quaternion(-1, 0, 0, 0)))  --> 0.0
---```
function Quaternion:distance(p) end

---Interpolation from q to p at constant angular velocity, the shorter way: the unit q at s = 0, the unit p or −p at s = 1.
---@param p rigid.QuaternionLike
---@param s number the share of the way; beyond 0 and 1 it goes on
---@return rigid.Quaternion between
---Errors: rejects anything but a turn, and an s that is not finite.
---Source: Shoemake 1985.
---Example:
---```lua
---local a, b = Quaternion.identity(), Quaternion.axis_angle({1, 0, 0}, 1)
---print(a:slerp(b, 0.25):log():is_near(Vec3(0.25, 0, 0)))  --> true
---```
function Quaternion:slerp(p, s) end

---The four numbers as a list, w first.
---@return number[] numbers
---Example:
---```lua
---print(Quaternion(1, 2, 3, 4):table()[4])  --> 4.0
---```
function Quaternion:table() end

---A new value equal to this one.
---@return rigid.Quaternion copy
---Example:
---```lua
---local q = Quaternion(1, 2, 3, 4)
---print(q:copy() == q)  --> true
---```
function Quaternion:copy() end

---Whether all four numbers agree with those of p, within tol; q and −q are not near.
---@param p rigid.Quaternion
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a p of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Quaternion(1, 0, 0, 0):is_near(Quaternion(1, 1e-12, 0, 0)))  --> true
---```
function Quaternion:is_near(p, tol) end
