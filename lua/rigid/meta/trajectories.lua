---@meta rigid.trajectories
-- The typed reference: trajectories, of rigid.trajectory. Each is called with a time and gives q, v, a; it has a duration, rests before its
-- beginning and after its end, and x:sample(n) gives {t=, q=, v=, a=}, x:slower(factor) the same way in more time. How it is written: see
-- module.lua.

---Motions between points: rigid.trajectory.quintic{...} and its like make a trajectory x, which is called, x(t) → q, v, a, and has a
---duration in s. Before its beginning it rests at its first point, after its end at its last. x:sample(n) gives lists {t=, q=, v=, a=} of n
---times, 101 unless given (and tau= of what m:follow gives); x:slower(factor) is the same way in so many times the time. tostring says what it is and how long it takes; == is
---the same trajectory.
---Errors: a time that is no finite number is refused, fewer than two samples, and a factor that is not positive.
---Example:
---```lua
---local x = rigid.trajectory.minimum_jerk{q0 = 0, q1 = 2, duration = 1}
---print(x, x:sample(3).q[2], x:slower(2).duration)  --> Trajectory: minimum jerk, 1 s  1.0  2.0
---```
---@class rigid.trajectory
local trajectory = {}

---The polynomials of degree 5 from q0, v0, a0 to q1, v1, a1. What is left out of velocities and accelerations is zero.
---@param t {q0:number|rigid.VectorLike,q1:number|rigid.VectorLike,duration:number,v0?:number|rigid.VectorLike,v1?:number|rigid.VectorLike,a0?:number|rigid.VectorLike,a1?:number|rigid.VectorLike} duration in s
---@return table trajectory called with t, gives q, v, a: numbers where q0 is one, else Vectors
---Errors: refuses lists of other lengths, and a duration that is not positive.
---Example:
---```lua
---local x = rigid.trajectory.quintic{q0 = {0, 1}, q1 = {2, -1}, v1 = {1, 0}, duration = 2}
---local q, v = x(2)
---print(q, v)  --> Vector 2: (2, -1)  Vector 2: (1, 0)
---```
function trajectory.quintic(t) end

---From rest to rest by 10 s³ − 15 s⁴ + 6 s⁵, of least jerk.
---@param t {q0:number|rigid.VectorLike,q1:number|rigid.VectorLike,duration:number} duration in s
---@return table trajectory called with t, gives q, v, a: numbers where q0 is one, else Vectors
---Errors: refuses lists of other lengths, and a duration that is not positive.
---Source: Flash & Hogan 1985.
---Example:
---```lua
---print(rigid.trajectory.minimum_jerk{q0 = 0, q1 = 2, duration = 1}(0.5))  --> 1.0  3.75  0.0
---```
function trajectory.minimum_jerk(t) end

---The fastest motion from rest to rest, within velocity and acceleration limits: even acceleration, even speed, even braking. All joints take the time of
---the slowest, or the duration that is given, each at its full acceleration and then as slowly as that allows.
---@param t {q0:number|rigid.VectorLike,q1:number|rigid.VectorLike,velocity:number|rigid.VectorLike,acceleration:number|rigid.VectorLike,duration?:number} limits for each joint, or one for all
---@return table trajectory called with t, gives q, v, a: numbers where q0 is one, else Vectors
---Errors: refuses lists of other lengths, limits that are not positive, and a duration that these do not allow.
---Example:
---```lua
---local x = rigid.trajectory.trapezoid{q0 = 0, q1 = 3, velocity = 1, acceleration = 2}
---print(x.duration, x(1))  --> 3.5  0.75  1.0  0.0
---```
function trajectory.trapezoid(t) end

---Cubics through points at times, with accelerations that do not jump. Clamped ends rest; natural ones have no acceleration.
---@param t {times:rigid.VectorLike,points:table,ends?:"natural"|"clamped"} times that grow, from 0 or later: it rests until the first; points a list of numbers or of lists; clamped unless given
---@return table trajectory called with t, gives q, v, a: numbers where the points are, else Vectors
---Errors: refuses fewer than two points, times that do not grow or are negative, and points of different lengths.
---Source: de Boor 1978, chapter IV.
---Example:
---```lua
---print((rigid.trajectory.spline{times = {0, 1, 2}, points = {0, 1, 0}}(0.5)))  --> 0.5
---```
function trajectory.spline(t) end

---A B-spline: it begins at the first point, ends at the last, and is pulled along by those between, inside of what they span.
---@param t {points:table,duration:number,degree?:integer} points a list of numbers or of lists; s; degree 3 unless given
---@return table trajectory called with t, gives q, v, a: numbers where the points are, else Vectors
---Errors: refuses fewer points than the degree and one, points of different lengths, and a duration that is not positive.
---Source: de Boor 1978, chapter X.
---Example:
---```lua
---print((rigid.trajectory.bspline{points = {0, 0, 1, 1}, duration = 1}(0.5)))  --> 0.5
---```
function trajectory.bspline(t) end

---From one rotation to another about one axis. It gives R, ω and ω', in the axes of R. Left and right invariant.
---@param t {from:rigid.RotationLike,to:rigid.RotationLike,duration:number,timing?:"minimum_jerk"|"linear"} minimum_jerk, from rest to rest, unless given
---@return table trajectory called with t, gives a Rotation and two Vec3
---Errors: rejects anything but a rotation, and a duration that is not positive.
---Example:
---```lua
---local R, w = rigid.trajectory.slerp{from = Rotation.identity(), to = Rotation.z(1), duration = 2, timing = "linear"}(1)
---print(R:is_near(Rotation.z(0.5)), w)  --> true  Vec3(0, 0, 0.5)
---```
function trajectory.slerp(t) end

---Through rotations at times, even or not, with an angular velocity that does not jump: at each it is that of the parabola through it and
---its neighbours. It gives R, ω and ω', in the axes of R. Left and right invariant.
---@param t {rotations:rigid.RotationLike[],times:rigid.VectorLike} the first time is 0
---@return table trajectory called with t, gives a Rotation and two Vec3
---Errors: rejects anything but a rotation, fewer than two, and times that do not grow from 0.
---Source: Shoemake 1987.
---Example:
---```lua
---local x = rigid.trajectory.squad{rotations = {Rotation.x(0), Rotation.x(1), Rotation.z(1)}, times = {0, 1, 2}}
---print((x(1)):is_near(Rotation.x(1)))  --> true
---```
function trajectory.squad(t) end

---From one pose to another along a screw. It gives X, the body twist and how that changes. The same curve whichever frame it is seen from and
---whichever frame moves with it (left and right invariant; see Transform:interpolate).
---@param t {from:rigid.TransformLike,to:rigid.TransformLike,duration:number,timing?:"minimum_jerk"|"linear"} minimum_jerk, from rest to rest, unless given
---@return table trajectory called with t, gives a Transform, a Twist and a SpatialAcc
---Errors: rejects anything but a pose, and a duration that is not positive.
---Example:
---```lua
---local X, V = rigid.trajectory.screw{from = Transform.identity(), to = Transform(Rotation.z(1), {0, 0, 2}), duration = 1, timing = "linear"}(0.5)
---print(X:position():is_near(Vec3(0, 0, 1)), V:linear())  --> true  Vec3(0, 0, 2)
---```
function trajectory.screw(t) end

---The same way as slowly as limits need, and no slower: one factor for all of it. Torques are those of m:inverse_dynamics and what the
---joints' springs and dampers take. The limits are asked for at samples, at least a thousand and many between any two corners, and at the
---peaks between these; a ten-thousandth of the time is added.
---@param x table a trajectory of joints
---@param limits {velocity?:number|rigid.VectorLike,acceleration?:number|rigid.VectorLike,model?:rigid.Model,effort?:number|rigid.VectorLike} those of velocity and effort from the model where they are not given
---@return table trajectory
---@return number factor 1 where nothing was to be done
---Errors: rejects anything but a trajectory of joints, and limits that are not positive; raises as a value where standing still takes more than
---the effort, or where the velocity leaps (a B-spline of degree 1) and an acceleration or effort is to be kept.
---Example:
---```lua
---local x = rigid.trajectory.minimum_jerk{q0 = 0, q1 = 1, duration = 1}
---local slower, factor = rigid.trajectory.within(x, {velocity = 1.5})
---print(("%.3f %.3f"):format(slower.duration, factor))  --> 1.250 1.250
---```
function trajectory.within(x, limits) end

---A clamped spline through points, as fast as limits let all of it go: the times between follow the speeds that the joints have.
---@param t {points:table,velocity?:number|rigid.VectorLike,acceleration?:number|rigid.VectorLike,model?:rigid.Model,effort?:number|rigid.VectorLike} velocities from the model where they are not given
---@return table trajectory called with t, gives q, v, a: numbers where the points are, else Vectors
---Errors: as trajectory.within, and fewer than two points.
---Example:
---```lua
---local x = rigid.trajectory.through{points = {0, 1, 0.5}, velocity = 1, acceleration = 4}
---print(Vector(x:sample(200).v):max() <= 1, (x(x.duration)))  --> true  0.5
---```
function trajectory.through(t) end
