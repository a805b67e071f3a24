---@meta rigid.model
-- The typed reference: robots, their assembly, files and algorithms. How it is written: see module.lua.
-- One file, as long as there are functions of these classes: help prints it a class at a time.

---@alias rigid.BodyName string|table
---@alias rigid.JointName string|table
---@alias rigid.View {frame?:"local"|"world"|"aligned",point?:rigid.Vec3Like}
---@alias rigid.ParameterOrder "rigid"|"idyntree"|"pinocchio"|"spatial_v2"|"drake"|"mujoco"|"urdf"

---A robot: links on joints, a tree rooted in the world. Assemble it with add_body, or load it from a file; compute with it;
---edit it at any time, the next computation sees the change.
---
---Configurations q have nq numbers and velocities v have nv, joint after joint in the order in which they were added:
---revolute, continuous, prismatic, helical, screw one each; universal, cardan two angles; gimbal three; cylindrical angle, distance; planar x, y, angle;
---spherical q = quaternion (w first), v = angular velocity in the link; floating q = x y z and quaternion, v = the twist of
---the link, in its axes, linear first.
---
---q, v, a, tau are each a Vector or a plain list; where v, a or tau may be left out, nil
---stands for zeros. A method that returns one Vector or Matrix takes one as its last argument to write into: no garbage.
---
---A body is named by a string or by its handle. A frame's view is {frame=, point=}: "local" (the default) at the frame's
---origin in its axes, "aligned" at its origin in the world's axes, "world" at the world's origin in the world's axes; point,
---in the frame's axes, takes the place of the frame's origin.
---
---The moving links are the bodies that count: parameters, regressor columns and mass are theirs, what is welded to them
---included; what is welded to the world is only a place. == and is_near compare what models say, names and numbers;
---tostring shows the tree, up to 60 links.
---Errors: constructing refuses unknown fields, a gravity that is not finite, and whatever add_body refuses.
---Example:
---```lua
---local m = Model{name = "pendulum"}
---m:add_body{
---    name = "bob", joint = {type = "revolute", name = "hinge", axis = {0, 1, 0}},
---    inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, -1}},
---}
---print(m)
---print(m:gravity_forces{math.pi / 2})
---print(Model(m:table()) == m, Model():nv())
-----> Model 'pendulum'
----->   size     1 moving link; nq 1, nv 1
----->   mass     2 kg moving
----->   gravity  (0, 0, -9.81) m/s²
----->   link  joint  type      axis  kg
----->   bob   hinge  revolute  y      2
-----> Vector 1: (19.62)
-----> true  0
---```
---@class rigid.Model
---@overload fun(): rigid.Model
---@overload fun(t: {name?:string,gravity?:rigid.Vec3Like,bodies?:table[],notes?:table}): rigid.Model
local Model = {}

---Add a link, with the joint that carries it. The fields of the table:
---- `name`: of the link.
---- `parent`: a link or frame that is there already (the world unless given).
---- `placement`: the Transform of the joint's frame in the parent (identity). At q = 0 it is the link's frame.
---- `inertia`: a SpatialInertia about the link's frame, in its axes (none).
---- `joint`: the name of a type, or a table with the fields below. Without it the link is welded.
---- `visuals`, `collisions`, `source`: tables that are kept.
---
---The fields of a joint:
---- `type`: revolute, prismatic, continuous, fixed, helical, screw, universal, cardan, gimbal, cylindrical, spherical, planar or floating.
---- `name`: that of the link unless given.
---- `axis`: a unit vector in the joint's frame (z); the normal of a planar joint; of a gimbal, which turns about x, y and z one after the other, its z.
---- `axis2`: of a universal joint, whose axes are x and y unless given, and of a cardan, the same joint taken as one body: slower, but one body less.
---- `pitch`: in m/rad, of a helical joint and of a screw (0); `point`: which the axis of a screw passes through, in the joint's frame (0 0 0).
---- `limits`: {lower, upper, effort, velocity}.
---- `damping`, `friction`, `armature`: for each freedom (0).
---- `stiffness`, `springref`: a spring of torque -stiffness (q - springref) on each of its numbers; on a spherical joint -stiffness times its rotation
---vector; none on a floating one.
---- `mimic`: {joint, multiplier = 1, offset = 0}. The joint follows another of one freedom, at multiplier q + offset, and has no numbers of its own.
---@param t {name:string,parent?:rigid.BodyName,joint?:string|table,placement?:rigid.Transform|table,inertia?:rigid.SpatialInertia|table,visuals?:table,collisions?:table,source?:table}
---@return table body its handle: see body
---Errors: refuses an unknown parent, a name that is taken, an unknown joint type or field (naming the nearest), an axis
---that is not of length 1 (but for the rounding of its digits) or a pose whose rotation is none, a joint that follows
---itself, one that is not there, or one of several freedoms. Nothing is changed then.
---Example:
---```lua
---local m, rod = Model(), SpatialInertia.thin_rod{mass = 1, length = 0.5}
---local parent
---for i = 1, 3 do
---    parent = m:add_body{
---        name = "link" .. i, parent = parent, placement = {position = {0, 0, i > 1 and 0.5 or 0}},
---        joint = {type = "revolute", axis = {0, 1, 0}, limits = {lower = -2, upper = 2}}, inertia = rod,
---    }
---end
---print(m:nv(), m:pose({0, 0, 0}, parent):position())  --> 3  Vec3(0, 0, 1)
---```
function Model:add_body(t) end

---Add a frame: a named place on a link, without inertia, as the tip of a tool at its offset from the flange.
---@param t {name:string,body?:rigid.BodyName,placement?:rigid.Transform|table,source?:table} body: the world unless given
---@return table frame its handle: see body
---Errors: refuses what add_body refuses.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "prismatic", inertia = SpatialInertia.unitary()}
---m:add_frame{name = "tip", body = "arm", placement = {position = {0, 0, 1}}}
---print(m:pose({0.5}, "tip"):position())  --> Vec3(0, 0, 1.5)
---```
function Model:add_frame(t) end

---Weld a payload to a link or frame: its inertia counts with the link's from now on, until it is detached.
---@param t {body:rigid.BodyName,name?:string,inertia:rigid.SpatialInertia|table,placement?:rigid.Transform|table,visuals?:table,collisions?:table,source?:table} name: "payload" unless given; inertia about the payload's frame; placement of that in the body
---@return table payload its handle: see body
---Errors: refuses what add_body refuses, and a payload without inertia.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "hand", joint = "floating", inertia = SpatialInertia.unitary()}
---m:attach{body = "hand", inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0.1}}}
---print(m:total_mass(), m:detach("payload"):total_mass())  --> 3.0  1.0
---```
function Model:attach(t) end

---Take a payload off again: the link is what it was before, bit for bit.
---@param name rigid.BodyName of the payload
---@return rigid.Model self
---Errors: refuses what was not attached, and a payload that something else hangs from.
---Example:
---```lua
---local m, M = Model(), SpatialInertia.solid_box{mass = 1, size = {0.1, 0.2, 0.3}}
---m:add_body{name = "hand", joint = "floating", inertia = M}
---m:attach{body = "hand", name = "sack", inertia = M, placement = {position = {0.1, 0.2, 0.7}}}
---print(m:detach("sack"):parameters() == M:parameters())  --> true
---```
function Model:detach(name) end

---The name of the model.
---@return string name
---Example:
---```lua
---print(Model{name = "arm"}:name())  --> arm
---```
function Model:name() end

---The handle of a link, frame or payload. It stands for the body wherever its name does, and has fields, looked up as they
---are read: name, model, parent, children, joint, placement, inertia, moves (true for a moving link), carrier (the moving
---link that it is or is welded to; nil: the world), visuals, collisions, source. inertia, placement, visuals and collisions
---can be assigned; what is assigned is checked.
---@param name rigid.BodyName
---@return table body
---Errors: refuses a name the model does not have, naming the nearest.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.unitary()}
---local cart = m:body "cart"
---cart.inertia = SpatialInertia.solid_cube{mass = 5, length = 0.1}
---print(cart, m:total_mass())  --> body 'cart' of model 'model', on the world by prismatic joint 'cart', 5 kg  5.0
---```
function Model:body(name) end

---The handle of a joint, by its name. Its fields, looked up as they are read: name, type, model, body (the link it carries),
---axis, axis2, pitch, lower, upper, effort, velocity, damping, friction, armature, stiffness, springref, mimic, and q, v, nq, nv: where its numbers
---begin in q and v, and how many they are (none for a joint that follows another). lower to mimic can be assigned; what is
---assigned is checked.
---@param name rigid.JointName
---@return table joint
---Errors: refuses a name the model does not have, naming the nearest.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "base", joint = "floating", inertia = SpatialInertia.unitary()}
---m:add_body{name = "wheel", parent = "base", joint = "continuous", inertia = SpatialInertia.unitary()}
---local wheel = m:joint "wheel"
---wheel.damping = 0.5
---print(wheel.type, wheel.q, wheel.v, m:damping())  --> continuous  8  7  Vector 7: (0, 0, 0, 0, 0, 0, 0.5)
---```
function Model:joint(name) end

---The names of the moving links, in the order of their parameters and regressor columns.
---@return string[] names
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "revolute"}
---m:add_body{name = "b", parent = "a"}
---print(table.concat(m:body_names(), " "), table.concat(m:frame_names(), " "))  --> a  b
---```
function Model:body_names() end

---The names of what does not move on its own: welded links, frames and payloads. Each can be asked for its pose.
---@return string[] names
---Example:
---```lua
---local m = Model()
---m:add_frame{name = "camera"}
---print(table.concat(m:frame_names(), " "))  --> camera
---```
function Model:frame_names() end

---The names of the joints, of those with numbers of their own, in the order of q and v.
---@return string[] names
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", name = "hinge"}}
---m:add_body{name = "b", joint = {type = "prismatic", mimic = {joint = "hinge", multiplier = 0.1}}}
---print(table.concat(m:joint_names(), " "))  --> hinge
---```
function Model:joint_names() end

---What was noted when the model was loaded: what was left out, what was mended. A list of sentences; with fields = true a list
---of tables with text, code, and where they apply file, line, link or joint. code is "taken" (for what is not said), "rounded",
---"ignored", "left_out", "impossible_inertia", "massless", "defaulted" (an inertia that SDF takes where none is said), or "no_masses" (no link that moves has a mass: the model is for
---kinematics only).
---@param options? {fields?:boolean}
---@return table notes
---Errors: refuses what are no such options.
---Example:
---```lua
---print(#Model():notes())  --> 0
---local m = Model{notes = {{code = "rounded", text = "as drawn"}}}
---print(m:notes()[1], m:notes{fields = true}[1].code)  --> as drawn  rounded
---```
function Model:notes(options) end

---What is wrong with the inertias of the robot, as data. Each link is judged as its file declares it, welded links and payloads included, with its own
---geometry; then links are compared, and joints examined (degrees, zero efforts, joints that move no mass). The list prints well, and is empty for a
---sound robot. A finding has the fields of M:diagnose's, and
---
---- `link`, `file`, `line`: where, as far as known.
---- `severity`: "error", "warning", or weaker than these "suspicion": two figures contradict each other, and either may be wrong.
---- `cause`: what went wrong, if that is known, a word of a closed list (doc/doctor.md).
---- `certain`: whether nothing else can be meant; `digits`: how many typed digits the explanation reproduces.
---- `fix`: the figures to write instead, as text.
---- `links`: of copied, those with the same tensor; `other`: of mirror_sign, the link on the other side.
---- `consequence`: whether it merely follows from another finding.
---
---doc/doctor.md lists the codes. rigid check FILE prints the same for files.
---@param options? {geometry?:boolean,notes?:boolean} geometry = false leaves the shapes of the links out of it; notes = true adds, of severity "note", which meshes could not be read
---@return table findings a list of {code=, severity=, quantity=, value=, limit=, margin=, unit=, sentence=, link=, file=, line=, cause=, certain=, digits=, fix=}
---Errors: refuses unknown fields.
---Example:
---```lua
---local m = Model{name = "arm"}
---local sound = SpatialInertia.solid_box{mass = 1, size = {0.1, 0.1, 0.4}}
---m:add_body{name = "upper", joint = {type = "revolute"}, inertia = sound}
---m:add_body{name = "lower", parent = "upper", joint = {type = "revolute"},
---    inertia = {mass = 1, inertia = {1, 1, 3}, skip_validity_check = true}}
---for _, finding in ipairs(m:diagnose()) do print(finding.link, finding.severity, finding.code) end
-----> lower  error  triangle_inequality
-----> lower  error  negative_spread
---```
function Model:diagnose(options) end

---The tree as text, one link a line: its joint, the joint's type and axis, the mass of the link. At a terminal, or where
---rigid.format has set a width, what is least needed is shortened until the lines fit; tostring shows all, with 60 links at most.
---@param lines? integer links that are shown at most, default 60
---@return string text
---Errors: rejects anything but an integer from 1.
---Example:
---```lua
---local m = Model()
---for i = 1, 100 do m:add_body{name = "peg" .. i} end
---print(select(2, m:tree(100):gsub("peg", "")), m:tree():match "and (%d+) more")  --> 100  40
---```
function Model:tree(lines) end

---How many numbers a configuration q has.
---@return integer nq
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "spherical", inertia = SpatialInertia.unitary()}
---print(m:nq(), m:nv())  --> 4  3
---```
function Model:nq() end

---How many numbers a velocity v has: the freedoms of the model.
---@return integer nv
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "floating", inertia = SpatialInertia.unitary()}
---print(m:nv())  --> 6
---```
function Model:nv() end

---The number of moving links; m:parameters() has ten numbers for each.
---@return integer nbodies
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "planar"}
---m:add_body{name = "b", parent = "a"}
---print(m:nbodies())  --> 1
---```
function Model:nbodies() end

---The acceleration of gravity, in world axes.
---@return rigid.Vec3 g m/s²
---Example:
---```lua
---print(Model():gravity())  --> Vec3(0, 0, -9.81)
---```
function Model:gravity() end

---Set the acceleration of gravity, in world axes.
---@param g rigid.Vec3Like m/s²
---@return rigid.Model self
---Errors: rejects anything but three finite numbers.
---Example:
---```lua
---print(Model():set_gravity{0, 0, -1.62}:gravity())  --> Vec3(0, 0, -1.62)
---```
function Model:set_gravity(g) end

---The configuration in which every joint rests: zeros, and quaternions of no turn.
---@param out? rigid.Vector of nq numbers to write into
---@return rigid.Vector q
---Errors: refuses an out of another size.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "spherical", inertia = SpatialInertia.unitary()}
---print(m:neutral())  --> Vector 4: (1, 0, 0, 0)
---```
function Model:neutral(out) end

---A state drawn at random: positions within the limits of every joint (angles within π and distances within 1 m where there
---are none), attitudes uniform, velocities of at most 1 and within their limits. The same seed gives the same state on every
---machine.
---@param seed? integer another state each time unless given
---@return rigid.Vector q
---@return rigid.Vector v
---Errors: refuses a seed that is no integer.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = {type = "revolute", limits = {lower = 1, upper = 1.5}}, inertia = SpatialInertia.unitary()}
---local q, v = m:random_state(7)
---print(q[1] >= 1 and q[1] <= 1.5, q == m:random_state(7), #v)  --> true  true  1
---```
function Model:random_state(seed) end

---The configuration reached from q, moving along v for unit time; quaternions stay of length 1.
---@param q rigid.VectorLike
---@param v rigid.VectorLike a velocity times a time
---@param out? rigid.Vector of nq numbers to write into; may be q
---@return rigid.Vector q_next
---Errors: rejects anything but nq and nv finite numbers, and a quaternion of length zero.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "spherical", inertia = SpatialInertia.unitary()}
---print(m:integrate(m:neutral(), {0, 0, math.pi}):is_near(Vector{0, 0, 0, 1}))  --> true
---```
function Model:integrate(q, v, out) end

---The velocity that takes q0 to q1 in unit time, the shorter way round: integrate(q0, difference(q0, q1)) is q1.
---@param q0 rigid.VectorLike
---@param q1 rigid.VectorLike
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector v
---Errors: rejects anything but nq finite numbers, and a quaternion of length zero.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "spherical", inertia = SpatialInertia.unitary()}
---print(m:difference({1, 0, 0, 0}, {0, 1, 0, 0}):is_near{math.pi, 0, 0})  --> true
---```
function Model:difference(q0, q1, out) end

---Joint torques and forces for an acceleration a: H(q) a + C(q, v) v + g(q) − Σ Jᵀ external, by the
---recursive Newton-Euler algorithm. Damping and friction are not in it; rotors (armature) are.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike
---@param external? table wrenches {body name = Wrench}, each at the body's frame, in its axes
---@param out? rigid.Vector of nv numbers to write into; may stand in the place of external
---@return rigid.Vector tau N m, or N
---Errors: rejects anything but nq or nv finite numbers, and wrenches on unknown bodies.
---Source: Luh, Walker, Paul 1980; Featherstone 2008 §5.3.
---Example:
---```lua
---local m = Model()
---m:add_body{
---    name = "bob", joint = {type = "revolute", axis = {0, 1, 0}},
---    inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, -1}},
---}
---print(m:inverse_dynamics({0}, nil, {3}), m:inverse_dynamics({0}, nil, nil, {bob = Wrench{angular = {0, 1, 0}}}))
-----> Vector 1: (6)  Vector 1: (-1)
---```
function Model:inverse_dynamics(q, v, a, external, out) end

---The acceleration under given joint torques, by the articulated-body algorithm: the inverse of inverse_dynamics.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param tau? rigid.VectorLike N m, or N
---@param external? table wrenches {body name = Wrench}, each at the body's frame, in its axes
---@param out? rigid.Vector of nv numbers to write into; may stand in the place of external
---@return rigid.Vector a
---Errors: rejects anything but nq or nv finite numbers; where a joint moves no inertia, an error value with its name in joint, and in code why (see doc/errors.md).
---Source: Featherstone 1983; 2008 §7.3.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:forward_dynamics({0}, {0}, {2}))  --> Vector 1: (0.5)
---```
function Model:forward_dynamics(q, v, tau, external, out) end

---The joint-space inertia matrix H(q): symmetric, positive definite where every joint moves some inertia; rotors included.
---@param q rigid.VectorLike
---@param out? rigid.Matrix nv x nv to write into
---@return rigid.Matrix H
---Errors: rejects anything but nq finite numbers.
---Source: composite rigid bodies; Walker & Orin 1982.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:mass_matrix{0}(1, 1))  --> 4.0
---```
function Model:mass_matrix(q, out) end

---The inverse of the joint-space inertia matrix.
---@param q rigid.VectorLike
---@param out? rigid.Matrix nv x nv to write into
---@return rigid.Matrix Hinv
---Errors: rejects anything but nq finite numbers; where a joint moves no inertia, an error value with its name in joint, and in code why (see doc/errors.md).
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:inverse_mass_matrix{0}(1, 1))  --> 0.25
---```
function Model:inverse_mass_matrix(q, out) end

---The Coriolis matrix C(q, v): C v is the velocity product force, and with the Christoffel factor dH/dt − 2C is
---skew-symmetric, on which the stability of passive controllers rests.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param options? {factor?:rigid.Factor} "christoffel" unless given; "body" is passive too, "reference" is not
---@param out? rigid.Matrix nv x nv to write into; may stand in the place of options
---@return rigid.Matrix C
---Errors: rejects anything but nq or nv finite numbers, and unknown factors.
---Source: Echeandia & Wensing 2021; Niemeyer & Slotine 1991.
---Example:
---```lua
---local m = Model()
---local rod = SpatialInertia.thin_rod_about_end{mass = 1, length = 1, axis = {1, 0, 0}}
---m:add_body{name = "a", joint = "revolute", inertia = rod}
---m:add_body{name = "b", parent = "a", joint = "revolute", placement = {position = {1, 0, 0}}, inertia = rod}
---local q, v = Vector{0.1, 0.7}, Vector{1, -2}
---print((m:coriolis_matrix(q, v) * v + m:gravity_forces(q)):is_near(m:bias_forces(q, v)))  --> true
---```
function Model:coriolis_matrix(q, v, options, out) end

---What the joints must hold at zero acceleration: C(q, v) v + g(q).
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector tau N m, or N
---Errors: rejects anything but nq or nv finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "lift", joint = "prismatic", inertia = SpatialInertia.unitary()}
---print(m:bias_forces({0}, {3}))  --> Vector 1: (9.81)
---```
function Model:bias_forces(q, v, out) end

---What the joints must hold at rest: g(q), the gradient of the potential energy.
---@param q rigid.VectorLike
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector tau N m, or N
---Errors: rejects anything but nq finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "lift", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 2, length = 1}}
---print(m:gravity_forces{0})  --> Vector 1: (19.62)
---```
function Model:gravity_forces(q, out) end

---The derivatives of inverse dynamics, with respect to q (along the directions of v: see integrate), v and a.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike
---@param dq? rigid.Matrix nv x nv to write ∂τ/∂q into
---@param dv? rigid.Matrix nv x nv to write ∂τ/∂v into
---@param da? rigid.Matrix nv x nv to write ∂τ/∂a into
---@return rigid.Matrix dtau_dq
---@return rigid.Matrix dtau_dv
---@return rigid.Matrix H ∂τ/∂a, the joint-space inertia matrix
---Errors: rejects anything but nq or nv finite numbers.
---Source: Carpentier & Mansard 2018; Singh, Russell, Wensing 2022.
---Example:
---```lua
---local m = Model()
---m:add_body{
---    name = "bob", joint = {type = "revolute", axis = {0, 1, 0}},
---    inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, -1}},
---}
---local dq, dv, H = m:inverse_dynamics_derivatives{0}
---print(dq(1, 1), dv(1, 1), H(1, 1))  --> 19.62  0.0  2.0
---```
function Model:inverse_dynamics_derivatives(q, v, a, dq, dv, da) end

---The derivatives of forward dynamics, with respect to q (along the directions of v: see integrate), v and tau.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param tau? rigid.VectorLike N m, or N
---@param dq? rigid.Matrix nv x nv to write ∂a/∂q into
---@param dv? rigid.Matrix nv x nv to write ∂a/∂v into
---@param dtau? rigid.Matrix nv x nv to write ∂a/∂τ into
---@return rigid.Matrix da_dq
---@return rigid.Matrix da_dv
---@return rigid.Matrix Hinv ∂a/∂τ, the inverse of the joint-space inertia matrix
---Errors: rejects anything but nq or nv finite numbers; where a joint moves no inertia, an error value with its name in joint, and in code why (see doc/errors.md).
---Source: Carpentier & Mansard 2018.
---Example:
---```lua
---local m = Model()
---m:add_body{
---    name = "bob", joint = {type = "revolute", axis = {0, 1, 0}},
---    inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, -1}},
---}
---local dq, dv, Hinv = m:forward_dynamics_derivatives{0}
---print(dq(1, 1), Hinv(1, 1))  --> -9.81  0.5
---```
function Model:forward_dynamics_derivatives(q, v, tau, dq, dv, dtau) end

---The pose X_WB of a body or frame in the world.
---@param q rigid.VectorLike
---@param body rigid.BodyName
---@return rigid.Transform X_WB
---Errors: rejects anything but nq finite numbers, and a name the model does not have.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---m:add_frame{name = "tip", body = "arm", placement = {position = {2, 0, 0}}}
---print(m:pose({math.pi / 2}, "tip"):position():is_near(Vec3(0, 2, 0)))  --> true
---```
function Model:pose(q, body) end

---The twist of a body or frame: J v.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param body rigid.BodyName
---@param view? rigid.View local unless given
---@return rigid.Twist V
---Errors: rejects anything but nq or nv finite numbers, a name the model does not have, and unknown views.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---print(m:twist({0}, {3}, "arm", {point = {2, 0, 0}}))  --> Twist: linear (0, 6, 0) m/s, angular (0, 0, 3) rad/s
---```
function Model:twist(q, v, body, view) end

---The spatial acceleration of a body or frame: the rate of its twist's components, seen from the frame itself (local) or
---the world. Gravity does not enter. For the acceleration of a point see classical_acceleration.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike
---@param body rigid.BodyName
---@param view? rigid.View local unless given
---@return rigid.SpatialAcc A
---Errors: rejects anything but nq or nv finite numbers, a name the model does not have, and unknown views.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---print(m:acceleration({0}, {3}, {1}, "arm"))  --> SpatialAcc: linear (0, 0, 0) m/s², angular (0, 0, 1) rad/s²
---```
function Model:acceleration(q, v, a, body, view) end

---The classical acceleration of a body or frame: its linear half is that of the point at its origin, what an accelerometer there
---would show, gravity apart.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike
---@param body rigid.BodyName
---@param view? rigid.View local unless given
---@return rigid.SpatialAcc A
---Errors: rejects anything but nq or nv finite numbers, a name the model does not have, and unknown views.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---print(m:classical_acceleration({0}, {3}, nil, "arm", {point = {2, 0, 0}}):linear())  --> Vec3(-18, 0, 0)
---```
function Model:classical_acceleration(q, v, a, body, view) end

---The Jacobian of a body or frame: twist = J v.
---@param q rigid.VectorLike
---@param body rigid.BodyName
---@param view? rigid.View local unless given
---@param out? rigid.Matrix 6 x nv to write into; may stand in the place of view
---@return rigid.Matrix J 6 x nv, linear first
---Errors: rejects anything but nq finite numbers, a name the model does not have, and unknown views.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---print(m:jacobian({0}, "arm", {point = {2, 0, 0}}):transpose())
-----> Matrix 1x6
----->   0  2  0  0  0  1
---```
function Model:jacobian(q, body, view, out) end

---The time derivative of the Jacobian along v: acceleration = J a + (dJ/dt) v.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param body rigid.BodyName
---@param view? rigid.View local unless given
---@param out? rigid.Matrix 6 x nv to write into; may stand in the place of view
---@return rigid.Matrix dJ 6 x nv, linear first
---Errors: rejects anything but nq or nv finite numbers, a name the model does not have, and unknown views.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---local view = {frame = "aligned", point = {2, 0, 0}}
---print(m:jacobian_derivative({0}, {3}, "arm", view):transpose())
-----> Matrix 1x6
----->   -6  0  0  0  0  0
---```
function Model:jacobian_derivative(q, v, body, view, out) end

---The centre of mass of all that moves, in the world.
---@param q rigid.VectorLike
---@return rigid.Vec3 c m
---Errors: rejects anything but nq finite numbers, and a model without mass.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "lift", joint = "prismatic", inertia = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}}
---print(m:com{0.5})  --> Vec3(1, 0, 0.5)
---```
function Model:com(q) end

---The velocity of the centre of mass, in world axes.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@return rigid.Vec3 v_com m/s
---Errors: rejects anything but nq or nv finite numbers, and a model without mass.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "wheel", joint = "revolute", inertia = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}}
---print(m:com_velocity({0}, {3}))  --> Vec3(0, 3, 0)
---```
function Model:com_velocity(q, v) end

---The acceleration of the centre of mass, in world axes: how a point there would accelerate, without gravity's upward push. Times the
---mass it is what all forces from outside, gravity among them, add up to.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param a rigid.VectorLike the rates of v
---@return rigid.Vec3 a_com m/s²
---Errors: rejects anything but nq or nv finite numbers, and a model without mass.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "wheel", joint = "revolute", inertia = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}}
---print(m:com_acceleration({0}, {3}, {5}))  --> Vec3(-9, 5, 0)
---```
function Model:com_acceleration(q, v, a) end

---The Jacobian of the centre of mass: its velocity, in world axes, is J v.
---@param q rigid.VectorLike
---@param out? rigid.Matrix 3 x nv to write into
---@return rigid.Matrix J 3 x nv
---Errors: rejects anything but nq finite numbers, and a model without mass.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "wheel", joint = "revolute", inertia = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}}
---print(m:com_jacobian{0}:transpose())
-----> Matrix 1x3
----->   0  1  0
---```
function Model:com_jacobian(q, out) end

---The linear and angular momentum of the whole robot, of all that moves, about its centre of mass, in world axes.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@return rigid.SpatialMomentum h
---Errors: rejects anything but nq or nv finite numbers, and a model without mass.
---Source: Orin, Goswami, Lee 2013.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:centroidal_momentum({0}, {0.5}))  --> SpatialMomentum: linear (2, 0, 0) kg m/s, angular (0, 0, 0) kg m²/s
---```
function Model:centroidal_momentum(q, v) end

---The centroidal momentum matrix: momentum = A v.
---@param q rigid.VectorLike
---@param out? rigid.Matrix 6 x nv to write into
---@return rigid.Matrix A 6 x nv, linear first
---Errors: rejects anything but nq finite numbers, and a model without mass.
---Source: Orin, Goswami, Lee 2013.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:centroidal_matrix{0}:transpose())
-----> Matrix 1x6
----->   4  0  0  0  0  0
---```
function Model:centroidal_matrix(q, out) end

---The kinetic energy ½ vᵀ H v, rotors included.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@return number T J
---Errors: rejects anything but nq or nv finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:kinetic_energy({0}, {0.5}))  --> 0.5
---```
function Model:kinetic_energy(q, v) end

---The potential energy −Σ m g·c, zero at the world's origin.
---@param q rigid.VectorLike
---@return number V J
---Errors: rejects anything but nq finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "lift", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:potential_energy{0.5})  --> 19.62
---```
function Model:potential_energy(q) end

---The mass of all that moves.
---@return number mass kg
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ground", inertia = SpatialInertia.unitary()}
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:total_mass())  --> 4.0
---```
function Model:total_mass() end

---The inertia of a subtree, a body and everything beyond it that it carries, at a configuration, about the body's frame, in its axes. The body may be
---welded or a frame.
---@param body rigid.BodyName
---@param q? rigid.VectorLike at rest unless given
---@return rigid.SpatialInertia M
---Errors: refuses a name the model does not have, and what is not nq finite numbers.
---Example:
---```lua
---local m, cube = Model(), SpatialInertia.solid_cube{mass = 4, length = 1}
---m:add_body{name = "a", joint = "revolute", inertia = cube}
---m:add_body{name = "b", parent = "a", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = cube}
---print(m:subtree_inertia("a", {0, 0.5}):com(), m:subtree_inertia("b"):mass())  --> Vec3(0.25, 0, 0)  4.0
---```
function Model:subtree_inertia(body, q) end

---The damping of the joints for each number of v; what a joint that follows adds to its leader's is included.
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector damping N m s/rad, or N s/m
---Errors: refuses an out of another size.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", damping = 0.5}}
---m:add_body{name = "b", joint = {type = "revolute", damping = 1, mimic = {joint = "a", multiplier = 2}}}
---print(m:damping())  --> Vector 1: (4.5)
---```
function Model:damping(out) end

---The stiffness of the joints' springs, for each number of v; what a joint that follows adds to its leader's is included.
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector stiffness N m/rad, or N/m
---Errors: refuses an out of another size.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", stiffness = 5, springref = 0.2}}
---m:add_body{name = "b", joint = {type = "revolute", stiffness = 1, mimic = {joint = "a", multiplier = 2, offset = 1}}}
---print(m:stiffness(), m:springref())  --> Vector 1: (9)  Vector 1: (-0.111111)
---```
function Model:stiffness(out) end

---Where the springs are at rest, for each number of v: of several on one number, where their sum is; 0 where there is none.
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector rest rad, or m
---Errors: refuses an out of another size.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "prismatic", stiffness = 5, springref = 0.2}}
---print(m:springref())  --> Vector 1: (0.2)
---```
function Model:springref(out) end

---What joints do of themselves, as generalized forces: -stiffness (q - springref) - damping v - friction sign(v). The dynamics leave
---them out; m:simulate and m:step count them.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector tau
---Errors: refuses states that do not fit.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", stiffness = 5, springref = 0.2, damping = 0.5, friction = 0.1}}
---print(m:passive_forces({1}, {2}))  --> Vector 1: (-5.1)
---```
function Model:passive_forces(q, v, out) end

---The energy in the springs of the joints.
---@param q rigid.VectorLike
---@return number energy J
---Errors: refuses a q that does not fit.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "prismatic", stiffness = 50, springref = 0.2}}
---print(m:elastic_energy{0.4})  --> 1.0
---```
function Model:elastic_energy(q) end

---The Coulomb friction of the joints, for each number of v; what a joint that follows adds to its leader's is included.
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector friction N m, or N
---Errors: refuses an out of another size.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", friction = 0.5}}
---print(m:friction())  --> Vector 1: (0.5)
---```
function Model:friction(out) end

---The rotor inertia (armature) of the joints, for each number of v; what a joint that follows adds to its leader's is
---included.
---@param out? rigid.Vector of nv numbers to write into
---@return rigid.Vector armature kg m², or kg
---Errors: refuses an out of another size.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", armature = 0.25}}
---print(m:armature(), m:mass_matrix{0}(1, 1))  --> Vector 1: (0.25)  0.25
---```
function Model:armature(out) end

---The limits of the joints, from where to where they go, their maximum force or torque and their maximum speed: {lower = Vector(nq),
---upper = Vector(nq), effort = Vector(nv), velocity = Vector(nv)}, infinite where there is none. simulate and step keep q within lower
---and upper, simulate cuts a controller's torques to effort where it is asked to, inverse_kinematics and random_state keep to what they
---give; velocity is for whoever plans a motion.
---@return table limits
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", limits = {lower = -1, upper = 2}}}
---print(m:limits().lower, m:limits().upper, m:limits().effort[1] == math.huge)  --> Vector 1: (-1)  Vector 1: (2)  true
---```
function Model:limits() end

---The joint torque regressor: tau = Y π with π = m:parameters(), rotors apart. On request it has nv columns more for
---each of the joints' damping (times v), Coulomb friction (times the sign of v) and armature (times a), in this order.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike
---@param options? {damping?:boolean,friction?:boolean,armature?:boolean}
---@param out? rigid.Matrix of the size of Y, to write into; may stand in the place of options
---@return rigid.Matrix Y nv x 10 nbodies, and nv columns for each option that is true
---Errors: rejects anything but nq or nv finite numbers, and unknown options.
---Source: Atkeson, An, Hollerbach 1986.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", damping = 0.5}, inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---m:add_body{name = "b", parent = "a", joint = "universal", inertia = SpatialInertia.solid_cube{mass = 1, length = 1}}
---local q, v = m:random_state(1)
---print((m:regressor(q, v, v) * m:parameters()):is_near(m:inverse_dynamics(q, v, v)))  --> true
---print(m:regressor(q, v, v, {damping = true}):cols())  --> 23
---```
function Model:regressor(q, v, a, options, out) end

---The Slotine-Li regressor: H a_ref + C v_ref + g = Y π with the C of coriolis_matrix for the same factor, rotors apart.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param v_ref rigid.VectorLike reference velocity
---@param a_ref rigid.VectorLike reference acceleration
---@param options? {factor?:rigid.Factor,damping?:boolean,friction?:boolean,armature?:boolean} "christoffel" unless given; "body" is passive too, "reference" is not; columns for damping (times v_ref), friction (times the sign of v), armature (times a_ref)
---@param out? rigid.Matrix of the size of Y, to write into; may stand in the place of options
---@return rigid.Matrix Y nv x 10 nbodies, and nv columns for each of the last three options that is true
---Errors: rejects anything but nq or nv finite numbers, unknown factors and options.
---Source: Slotine & Li 1987; Garofalo, Ott, Albu-Schäffer 2013.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "revolute", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---m:add_body{name = "b", parent = "a", joint = "universal", inertia = SpatialInertia.solid_cube{mass = 1, length = 1}}
---local q, v = m:random_state(1)
---print(m:slotine_li_regressor(q, v, v, v):is_near(m:regressor(q, v, v)))  --> true
---```
function Model:slotine_li_regressor(q, v, v_ref, a_ref, options, out) end

---The momentum regressor: the momentum of all that moves, about the world's origin in world axes, is Y π.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param out? rigid.Matrix 6 x 10 nbodies to write into
---@return rigid.Matrix Y 6 x 10 nbodies, linear first
---Errors: rejects anything but nq or nv finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "floating", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:momentum_regressor(m:neutral(), {1, 2, 3, 0, 0, 0}) * m:parameters())  --> Vector 6: (4, 8, 12, 0, 0, 0)
---```
function Model:momentum_regressor(q, v, out) end

---The regressor of Cᵀv - g = Q π, the rate of the joints' momentum beside the torques: d(H v)/dt = τ + Cᵀv - g. It predicts filtered torques without
---accelerations.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param out? rigid.Matrix nv x 10 nbodies to write into
---@return rigid.Matrix Q nv x 10 nbodies
---Errors: refuses anything but nq and nv finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "revolute", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---m:add_body{name = "b", parent = "a", joint = "universal", inertia = SpatialInertia.solid_cube{mass = 1, length = 1}}
---local q, v = m:random_state(1)
---local wanted = m:coriolis_matrix(q, v):transpose() * v - m:gravity_forces(q)
---print((m:momentum_rate_regressor(q, v) * m:parameters()):is_near(wanted))  --> true
---```
function Model:momentum_rate_regressor(q, v, out) end

---The kinetic energy regressor: the kinetic energy, rotors apart, is y·π.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param out? rigid.Vector of 10 nbodies numbers to write into
---@return rigid.Vector y
---Errors: rejects anything but nq or nv finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:kinetic_energy_regressor({0}, {0.5}):dot(m:parameters()))  --> 0.5
---```
function Model:kinetic_energy_regressor(q, v, out) end

---The potential energy regressor: the potential energy is y·π.
---@param q rigid.VectorLike
---@param out? rigid.Vector of 10 nbodies numbers to write into
---@return rigid.Vector y
---Errors: rejects anything but nq finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "lift", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:potential_energy_regressor({0.5}):dot(m:parameters()))  --> 19.62
---```
function Model:potential_energy_regressor(q, out) end

---The ten inertial parameters of each moving link, with all that is welded to it, about its frame, in its axes; link after
---link as in body_names. In our order m, m c, Ixx Ixy Ixz Iyy Iyz Izz about the frame's origin, or in that of another library:
---"idyntree" the same; "pinocchio" m, m c, xx xy yy xz yz zz; "spatial_v2" m, m c, xx yy zz yz xz xy; "drake" m, c, xx yy zz
---xy xz yz; "mujoco" m, c, xx yy zz xy xz yz about the com; "urdf" m, c, xx xy xz yy yz zz about the com.
---@param order? rigid.ParameterOrder "rigid" unless given
---@param out? rigid.Vector of 10 nbodies numbers to write into; may stand in the place of order
---@return rigid.Vector pi
---Errors: refuses an unknown order, and an out of another size.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "revolute", inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0.5}}}
---print(m:parameters())
---print(m:parameters "urdf")
-----> Vector 10: (2, 0, 0, 1, 0.5, 0, 0, 0.5, 0, 0)
-----> Vector 10: (2, 0, 0, 0.5, 0, 0, 0, 0, 0, 0)
---```
function Model:parameters(order, out) end

---Set the inertial parameters of all moving links, or of one. What is welded to a link keeps its share, and the link's own
---inertia becomes what is left; payloads are detached as they were attached. Whether such bodies can exist is not asked:
---estimates may be far off.
---@param p rigid.VectorLike 10 nbodies numbers, or ten for one link
---@param order? rigid.ParameterOrder "rigid" unless given
---@param body? rigid.BodyName a moving link; all unless given
---@return rigid.Model self
---Errors: refuses another number of numbers, one that is not finite, an unknown order, and a body that is welded.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "revolute", inertia = SpatialInertia.unitary()}
---m:add_body{name = "b", parent = "a", joint = "revolute", inertia = SpatialInertia.unitary()}
---m:set_parameters({5, 0, 0, 0, 1, 0, 0, 1, 0, 1}, "rigid", "b")
---print(m:total_mass(), m:set_parameters(2 * m:parameters()):total_mass())  --> 6.0  12.0
---```
function Model:set_parameters(p, order, body) end

---The state as MuJoCo counts it: joints depth first; a hinge or slide at q + its ref; what follows another joint with a number of its
---own; a free joint's x y z qw qx qy qz in the world, its velocity in world axes and its turning in the body's (ours has both in
---the body's). For any model; see doc/formats.md.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike zeros unless given
---@return number[] qpos
---@return number[] qvel
---Errors: rejects anything but nq or nv finite numbers, and a quaternion of length zero.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "floating", placement = {position = {0, 0, 2}}}
---print(table.concat(m:to_mujoco(m:neutral()), " "))  --> 0.0 0.0 2.0 1.0 0.0 0.0 0.0
---```
function Model:to_mujoco(q, v) end

---The state that MuJoCo's numbers say: the inverse of to_mujoco.
---@param qpos number[]
---@param qvel? number[] zeros unless given
---@return rigid.Vector q
---@return rigid.Vector v
---Errors: as to_mujoco.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "floating", placement = {position = {0, 0, 2}}}
---print(m:from_mujoco({0, 0, 5, 1, 0, 0, 0}))  --> Vector 7: (0, 0, 3, 1, 0, 0, 0)  Vector 6: (0, 0, 0, 0, 0, 0)
---```
function Model:from_mujoco(qpos, qvel) end

---The named states that a file gave (keyframes of MJCF): a list of {name=, q=, v=}; empty where it gave none.
---@return table keyframes
---Errors: where joints were added since the model was loaded, has no answer.
---Example:
---```lua
---print(#Model():keyframes())  --> 0
---```
function Model:keyframes() end

---The actuators that a file gave (MJCF): a list of {name=, kind=, joint=, gear=, gain=, bias=, ctrlrange=, forcerange=}, as MuJoCo
---means them; where it is no joint that is driven, tendon=, site= or body= has its name. Nothing is computed from them.
---@return table actuators
---Example:
---```lua
---print(#Model():actuators())  --> 0
---```
function Model:actuators() end

---The markers that a file gave (RBDL): by the name of their link, as the file has them. Nothing is computed from them.
---@return table markers
---Example:
---```lua
---print(next(Model():markers()))  --> nil
---```
function Model:markers() end

---A new model, equal to this one; edits of either leave the other alone.
---@return rigid.Model copy
---Example:
---```lua
---local m = Model()
---local twin = m:copy()
---twin:add_frame{name = "camera"}
---print(m == twin, #m:frame_names(), #twin:frame_names())  --> false  0  1
---```
function Model:copy() end

---A copy of the model with some of its joints locked: each stands where q has it, and what it carries is welded there. This is Pinocchio's reduced
---model: fewer freedoms, and in those that are left the torques that the whole robot has with the locked joints at rest. A joint that follows another is
---locked together with it; keyframes and actuators are cut to fit; loops between links that can no longer move against each other are left out.
---
---The options:
---- `joints`: the names of those to lock; or `except`: of those to leave free.
---- `q`: the configuration of the whole robot (neutral unless given).
---@param options {joints?:rigid.JointName[],except?:rigid.JointName[],q?:rigid.VectorLike}
---@return rigid.Model locked
---@return {q:integer[],v:integer[]} left the numbers of the whole robot's q and v that are those of the locked model, in its order
---Errors: refuses names that are no joints, both lists or neither, a joint that follows another, and one of two joints that are coupled.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "upper", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.thin_rod_about_end{mass = 2, length = 1}}
---m:add_body{name = "lower", parent = "upper", placement = {position = {0, 0, 1}}, joint = {name = "elbow", type = "revolute", axis = {0, 1, 0}},
---    inertia = SpatialInertia.thin_rod_about_end{mass = 1, length = 1}}
---local stiff, left = m:lock{joints = {"elbow"}, q = {0, math.pi / 2}}
---print(stiff:nv(), left.v[1], stiff:mass_matrix{0}(1, 1) == m:mass_matrix{0, math.pi / 2}(1, 1))  --> 1  1  true
---```
function Model:lock(options) end

---All that the model says, in plain tables: {name=, gravity=, bodies={..}, notes=}, each body as add_body takes it (frame=true
---for a frame, payload=true for a payload). The constructor takes it back.
---@return table t
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", name = "rail"}, inertia = SpatialInertia.unitary()}
---local t = m:table()
---print(t.bodies[1].name, t.bodies[1].joint.name, Model(t) == m)  --> cart  rail  true
---```
function Model:table() end

---True where both models say the same, names and structure, with numbers that differ by at most tol.
---@param b rigid.Model
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Model():is_near(Model{gravity = {0, 0, -9.81 - 1e-12}}), Model():is_near(Model{name = "other"}))  --> true  false
---```
function Model:is_near(b, tol) end

-- Simulation ----------------------------------------------------------------------------------------------------------

---@alias rigid.Method "auto"|"rk4"|"rkmk45"|"semi_implicit_euler"|"implicit"|"midpoint"

---The motion of the model in time, as a Log. Time goes in ticks of dt. At each tick the controller is asked once, its torque is held until the next, as
---on a robot, and a sample is logged; between ticks the method takes one step, or as many as its tolerance asks for. Configurations stay on their
---manifold: a step is taken in the tangent space of its beginning and carried over by m:integrate, so that quaternions have unit length by construction.
---Springs and damping of the joints act. Dry friction is Coulomb's and holds what stands, exactly, until the load exceeds it. Limits hold.
---
---Where and how long:
---- `q`, `v`: the state at the start (neutral, at rest); `t`: the time there (0).
---- `duration`: in s; `dt`: the tick, in s (0.001).
---
---The method:
---- `method = "auto"` (unless given): "rkmk45", or "implicit" where damping or springs are stiff for dt; log.method says which, log.why why.
---- `"rk4"`: order 4. Where loops hold, a step that misses energy is taken in parts.
---- `"rkmk45"`: Dormand and Prince's pair of orders 5 and 4, which chooses its steps: the error of each stays below `tolerance` (1e-8) times 1 + |v_i|
---in velocities, and times 1 + the way of that step in positions.
---- `"semi_implicit_euler"`: order 1, one evaluation a step.
---- `"implicit"`: order 3, linearly implicit, calm however stiff the forces are; with a tolerance it chooses its steps.
---- `"midpoint"`: order 2; keeps the momentum of what nothing pushes to rounding, and its energy in a band.
---- `most_steps`: after so many steps the run is stopped, in words. Unless given 100000, and 200 more for each tick and 100000 for each second of
---motion: a run that asks for more is mostly fed by its controller and would go on for ever.
---
---What acts:
---- `controller`: function(t, q, v) that returns the joint torques, a Vector or a list of nv numbers. It is asked once a tick, so it may keep a state of
---its own. With `continuous = true` it is asked wherever the method evaluates forces, and must depend on t, q and v alone.
---- `external`: wrenches on bodies as in forward_dynamics, or function(t, q, v) that returns them (or nil), asked wherever forces are evaluated. The q
---and v that such functions get are theirs until they return: copy what is kept.
---- `effort`: true cuts what a controller asks for to the effort limits of the joints.
---- `damping`, `friction`, `limits`: false leaves them out (damping = false friction too).
---- `restitution`: the part of its speed that a joint keeps when it meets a limit (0).
---
---What is watched and kept:
---- `events`: a list of {name=, watch=, direction=, stop=, act=, tolerance=}. watch(t, q, v) gives a number; where its sign has changed over a step
---("rising", "falling", or "both", the default), the time is located to tolerance (1e-12 s), on the far side, and logged. stop = true ends the run
---there; act(t, q, v) may return a new q and a new v (either may be nil).
---- `log`: {every = n} keeps every n-th tick, and the last; `sample`: one about every so many seconds.
---- `progress`: false draws no bar; otherwise there is one at a terminal, for runs of more than a second.
---
---The page on motion tells what each method keeps, and how that was checked.
---@param options {duration:number,dt?:number,q?:rigid.VectorLike,v?:rigid.VectorLike,t?:number,method?:rigid.Method,tolerance?:number,controller?:any,continuous?:boolean,external?:any,damping?:boolean,friction?:boolean,limits?:boolean,restitution?:number,effort?:boolean,events?:table,log?:{every?:integer},sample?:number,progress?:boolean,most_steps?:integer}
---@return rigid.Log log
---Errors: refuses unknown fields and values that do not fit, and a dt with which the method is unstable, naming one that works. A run that cannot continue (a function raises an error or returns the wrong
---thing, the state is no longer finite) raises a value that reads as a text with the time and the joint, and has
---the fields message, t, q, v, joint, cause and log, the samples so far: local ok, stop = pcall(m.simulate, m, {...}).
---Source: Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999; Dormand and Prince 1980; Rang and Angermann 2005;
---Pfeiffer and Glocker, Multibody dynamics with unilateral contacts, 1996.
---Example:
---```lua
---local m = Model{name = "pendulum"}
---m:add_body{
---    name = "bob", joint = {type = "revolute", name = "hinge", axis = {0, 1, 0}},
---    inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, -1}},
---}
---local log = m:simulate{
---    q = {0.1}, duration = 10, dt = 0.01,
---    events = {{name = "lowest", watch = function(t, q, v) return q[1] end, stop = true}},
---}
---print(log.stopped, ("%.6f"):format(log.events[1].t))  --> event 'lowest'  0.501830
---local ok, stop = pcall(m.simulate, m, {duration = 1, dt = 0.1, controller = function(t)
---    return {t < 0.45 and 1 or 0 / 0}
---end})
---print(stop, #stop.log)
-----> the simulation of 'pendulum' stopped at t = 0.5 s: controller: it returned nan for joint 'hinge' (tau[1])  5
---```
function Model:simulate(options) end

---One step of dt from a state, under torques that are held: for loops of one's own. It steps as simulate does, springs, damping, dry
---friction and limits counted; "auto", the default method, takes as many steps within dt as its tolerance asks for. Where something touches,
---a step from the very state in which the one before ended goes on with its forces, so that a loop of steps is the motion that simulate
---finds; from any other state, and with `afresh`, forces are found anew. The two differ by less than the error of a step, but do differ:
---where a step is differentiated by differences, each wants `afresh`.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param tau rigid.VectorLike|nil zeros where nil
---@param dt number s
---@param options? {method?:rigid.Method,tolerance?:number,damping?:boolean,friction?:boolean,limits?:boolean,restitution?:number,afresh?:boolean} as of simulate; afresh: nothing is known of the step before; false unless given
---@param q_out? rigid.Vector to write into; may be q
---@param v_out? rigid.Vector to write into; may be v
---@return rigid.Vector q
---@return rigid.Vector v
---Errors: refuses states that do not fit and a dt with which the method cannot be calm; has no answer where the state is no longer
---finite. What it would write into is then as it was.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0}}}
---m:set_gravity{0, 0, 0}
---local q, v = Vector{0}, Vector{1}
---for _ = 1, 100 do m:step(q, v, {4}, 0.01, nil, q, v) end
---print(q, v)  --> Vector 1: (2)  Vector 1: (3)
---```
function Model:step(q, v, tau, dt, options, q_out, v_out) end

---Write the model to a file: as URDF where the name ends in .urdf, SDF in .sdf or .world, MJCF in .xml or .mjcf, rigid's own Lua table in
---.lua; format = "urdf", "sdf", "mjcf" or "rigid" settles it otherwise. What SDF and MJCF do not carry stands in a comment at their head. Loading it again gives a model that is == to this one; from URDF to rounding where a
---rotation is no exact roll, pitch and yaw. URDF gets its frames and payloads as links welded on, armature and a gravity of its own in the words that
---rigid.load adds to it, and a link for the world where other than one welded root hangs there. Returns nothing.
---@param path string
---@param options? {format?:"urdf"|"sdf"|"mjcf"|"rigid"}
---Errors: refuses, by joint or link, what URDF has no word for: joints of other types than its own six, limits for
---each of several freedoms, a first moment without mass; names that XML cannot hold; and a path that cannot be written. What is
---written takes the place of the old file as a whole, whose mode and owner it keeps, or leaves it as it was, here as wherever
---the library writes one; a link is followed, a device or pipe written to as it stands.
---Example:
---```lua
---local m, path = Model{name = "lift"}, os.tmpname()
---m:add_body{name = "car", joint = "prismatic", inertia = {mass = 600, inertia = {1, 1, 1}}}
---m:save(path, {format = "urdf"})
---print(rigid.load(path):gravity_forces{0})  --> Vector 1: (5886)
---m:save(path, {format = "rigid"})
---print(rigid.load(path):joint("car").type)  --> prismatic
---os.remove(path)
---```
function Model:save(path, options) end
