---@meta rigid.kinematics
-- The typed reference: inverse kinematics. How it is written: see module.lua.

---@class rigid.Model
local Model = {}

---A configuration that puts bodies where they are wanted, within the limits of the joints, by the method of Levenberg and Marquardt on the
---manifold, restarted from seeded draws. Several bodies and the com can be asked for at once; floating bases and loops are kept.
---
---The options:
---- `target`: by the name of each body a Transform, a point (for the origin of the body), or a table with some of position, rotation or rpy, point (of
---the body, to be brought to position), axis (of the body) with direction (in the world), and weight.
---- `com`: where the centre of mass is wanted.
---- `posture`: a configuration that is approached as far as the targets leave freedom.
---- `weights`: by the name of a target (com for the com) a number, or {position=, rotation=}, which multiplies what the target says itself. Where
---targets contradict each other, the sum of (weight times what is left)², in m and rad, is the least.
---
---The verdict has success, residual (what is left of the worst target: m; of a pose the worse of m and rad), targets (of each name, position, rotation),
---limits (a list of {joint=, limit="lower"|"upper", value=, pushed=, locked=} at which joints rest), searches and sentence. Where the targets are out of
---reach, q is the nearest that was found, and the sentence says by how much and which limits stop it; or that the search ran out of iterations; or that
---the limits of a joint and of what follows it contradict each other.
---@param t {target?:table,q0?:rigid.VectorLike,seed?:integer,limits?:boolean,restarts?:integer,tolerance?:number,iterations?:integer,posture?:rigid.VectorLike,com?:rigid.Vec3Like,weights?:table} target from names of bodies; q0 the neutral one, seed 1, limits true, restarts 400 (fewer where the nearest has been found again and again), tolerance 1e-10 (4e-15 of the farthest position, where that is more), iterations of one search 200 unless given
---@return rigid.Vector q
---@return table verdict
---Errors: refuses bodies that are not there, targets that say nothing or too much, and other fields. Never what is only out of reach.
---Source: Levenberg 1944, Marquardt 1963; the damping goes with the error as in Fan & Yuan 2005.
---Example:
---```lua
---local m = Model()
---for i = 1, 2 do
---    m:add_body{name = "link" .. i, parent = i == 2 and "link1" or nil, placement = Transform{position = {i - 1, 0, 0}},
---        joint = {type = "revolute", name = "joint" .. i, limits = {lower = -2, upper = 2}},
---        inertia = SpatialInertia.thin_rod{mass = 1, length = 1, axis = {1, 0, 0}}}
---end
---local q, verdict = m:inverse_kinematics{target = {link2 = {position = {1, 1, 0}, point = {1, 0, 0}}}}
---print(verdict.success, (m:pose(q, "link2") * Vec3(1, 0, 0)):is_near(Vec3(1, 1, 0)))  --> true  true
---q, verdict = m:inverse_kinematics{target = {link2 = {position = {3, 0, 0}, point = {1, 0, 0}}}}
---print(verdict.success, ("%.6f"):format(verdict.residual))  --> false  1.000000
---```
function Model:inverse_kinematics(t) end

---What a body can be moved by at q: {measure = product of the singular values (Yoshikawa's), singular_values, condition (nil where a direction is lost), rank, directions (columns:
---where the body goes, easiest first), motions (columns: of the joints, that take it there), free (columns: motions of the joints that leave
---the body where it is), sentence}. Angles and lengths are compared by a length: a turn by one radian counts as so many metres.
---@param q rigid.VectorLike nq numbers
---@param body rigid.BodyName
---@param options? {part?:"all"|"linear"|"angular",point?:rigid.Vec3Like,frame?:string,length?:number} all; the body's origin; "aligned"; 1 m unless given
---@return table answer
---Errors: refuses a body that is not there, other words, and lengths that are not positive; a model without freedoms has no answer.
---Source: Yoshikawa 1985.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = {type = "revolute"}, inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.1}}
---print(m:manipulability({0}, "arm", {part = "linear", point = {2, 0, 0}}).singular_values)  --> Vector 1: (2)
---print(m:manipulability({0}, "arm", {part = "angular"}).sentence)
-----> 1 of 3 directions can be moved; lost: one more, for want of joints; one more, for want of joints
---```
function Model:manipulability(q, body, options) end

---The velocity v that moves bodies as they are wanted to move: by name a Twist or six numbers (in world axes, of the body's origin), or a Vec3 for its
---origin alone. Velocity limits hold, also those of joints that follow others; no joint passes a position limit within dt. Loops are kept in the
---velocities; what they drift apart by over many steps, m:assemble puts right. Among all v that serve equally well it is the one of least damping² |v −
---v₀|², where v₀ is the way to the posture, or nothing.
---
---The verdict has success (of each target: within a thousandth of its own velocity), residual (|J v − V|), targets (a list of {name=, residual=}),
---limits (names) and sentence.
---@param t {q:rigid.VectorLike,target:table,dt?:number,damping?:number,limits?:boolean,posture?:rigid.VectorLike} dt 0.01 s, damping 1e-4, limits true unless given
---@return rigid.Vector v nv numbers
---@return table verdict
---Errors: refuses bodies that are not there, targets that are no velocities, and other fields; a model without freedoms has no answer.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = {type = "revolute", limits = {lower = -1, upper = 1, velocity = 2}},
---    inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.1}}
---local v, verdict = m:differential_ik{q = {0}, target = {arm = {0, 0, 0, 0, 0, 3}}}
---print(v, verdict.sentence)  --> Vector 1: (2)  1 short of what is wanted; at its limit: 'arm'
---```
function Model:differential_ik(t) end

---Torques along a trajectory of the joints: a trajectory that gives q, v, a and the torques that these take, with
---what springs and dampers of the joints do; its log(n) is that way as a Log of n samples (101 unless given), to be plotted and seen.
---Along one of poses it is the motion of the joints that carries a body there, by inverse kinematics from sample to sample and a cubic spline between.
---@param x table a trajectory
---@param options? {body?:string,q0?:rigid.VectorLike,samples?:integer,seed?:integer} for one of poses: the body, needed; where to begin; 101 samples; seed 1
---@return table followed called with t, gives q, v, a, tau
---Errors: rejects anything but a trajectory, one of another number of joints, and joints that are not each one number of q; raises as a value
---where a pose is out of reach.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "slide", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_sphere{mass = 2, radius = 0.1}}
---local q, v, a, tau = m:follow(rigid.trajectory.trapezoid{q0 = 0, q1 = 3, velocity = 1, acceleration = 2})(0.25)
---print(q[1], v[1], a[1], tau[1])  --> 0.0625  0.5  2.0  4.0
---print(#m:follow(rigid.trajectory.minimum_jerk{q0 = 0, q1 = 1, duration = 1}):log(51))  --> 51
---```
function Model:follow(x, options) end
