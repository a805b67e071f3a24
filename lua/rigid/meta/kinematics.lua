---@meta rigid.kinematics
-- The typed reference: inverse kinematics. How it is written: see module.lua.

local Model = {}

---The q at which bodies are where they are wanted, within the limits of the joints: by Levenberg and Marquardt's method on the manifold,
---begun again from seeded draws. A target is a Transform, a point (for the origin of the body), or a table with some of position, rotation or
---rpy, point (in the body, to be brought to position), axis (in the body) with direction (in the world), and weight. Several bodies and the
---com at once; floating bases and loops are kept. A posture is approached as far as the targets leave it free.
---The verdict has success, residual (what is left of the worst target: m; of a pose, the worse of m and rad), targets (of each name, position,
---rotation), limits (a list of {joint=, limit="lower"|"upper", value=, pushed=} at which joints rest), searches and sentence. Where the targets
---are out of reach, q is the nearest that was found, and the sentence says by how much and which limits stop it.
---@param t {target?:table,q0?:rigid.VectorLike,seed?:integer,limits?:boolean,restarts?:integer,tolerance?:number,iterations?:integer,posture?:rigid.VectorLike,com?:rigid.Vec3Like} target from names of bodies; q0 the neutral one, seed 1, limits true, restarts 100, tolerance 1e-10, iterations of one search 60 unless given
---@return rigid.Vector q
---@return table verdict
---Errors: refuses bodies that are not there, targets that say nothing or too much, and other fields. Never what is only out of reach.
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
