---@meta rigid.contact
-- The typed reference: what touches. How it is written: see module.lua.

---@class rigid.Model
local Model = {}

---@alias rigid.ContactShape "point"|{sphere?:number,box?:rigid.Vec3Like,capsule?:{radius:number,length:number},cylinder?:{radius:number,length:number},hull?:rigid.Vec3Like[]}

---Let a shape on a body touch, with coefficients of friction and restitution: grounds, and where it is a sphere or a capsule, other spheres and capsules whose bodies are neither the
---same nor joined to it. Capsules and cylinders lie along z of the placement, about its middle; a capsule's length is that of its
---straight part. Of a hull the corners count, so any points of a mesh will do. Contact is rigid, with Coulomb's friction, of a pair the
---smaller; of its restitutions, by Poisson's law, the greater. From then on m:simulate obeys it, and m:contact_forces knows it.
---@param t {name?:string,body?:rigid.BodyName,shape?:rigid.ContactShape,placement?:rigid.Transform|table,friction?:number,restitution?:number} name: the body's unless given; body: the world unless given, where a sphere or capsule stands fast; shape: a point unless given; placement in the body; friction 1, restitution 0 unless given
---@return rigid.Model self
---Errors: refuses a body that is not there or has no mass, a name that is taken, sizes that are not positive, a negative friction and a
---restitution outside 0 to 1. Nothing is changed then.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "floating", inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.1}}
---m:add_contact{body = "ball", shape = {sphere = 0.1}, restitution = 0.5}:add_ground{}
---local log = m:simulate{q = {0, 0, 0.6, 1, 0, 0, 0}, duration = 1}
---for i = 1, 2 do print(log.events[i].name, ("%.6f %.6f"):format(log.events[i].t, log.events[i].impulse.z)) end
-----> ball: ground  0.319275 4.698138
-----> ball: ground  0.638551 2.349069
---```
function Model:add_contact(t) end

---Add a ground: a floor, a slope or a wall, the half-space normal · p <= offset of the world, with its coefficients of friction and
---restitution. Any number of them bound the room together.
---@param t? {name?:string,normal?:rigid.Vec3Like,offset?:number,friction?:number,restitution?:number} name "ground", normal {0, 0, 1}, offset 0, friction 1, restitution 0 unless given; the normal unit, world axes
---@return rigid.Model self
---Errors: refuses a name that is taken, a normal that is not of length 1, a negative friction and a restitution outside 0 to 1.
---Example:
---```lua
---local m = Model():add_ground{}:add_ground{name = "wall", normal = {1, 0, 0}, offset = -2}
---print(#m:grounds(), m:grounds()[2].name, m:grounds()[2].offset)  --> 2  wall  -2.0
---```
function Model:add_ground(t) end

---Take a contact or a ground away.
---@param name string
---@return rigid.Model self
---Errors: refuses a name that none has.
---Example:
---```lua
---print(#Model():add_ground{name = "floor"}:remove_contact("floor"):grounds())  --> 0
---```
function Model:remove_contact(name) end

---What may touch, each as add_contact takes it.
---@return table[] contacts
---Example:
---```lua
---local m = Model()
---m:add_body{name = "foot", joint = "floating", inertia = SpatialInertia.unitary()}
---m:add_contact{body = "foot", shape = {box = {0.2, 0.1, 0.05}}, friction = 0.8}
---print(m:contacts()[1].name, m:contacts()[1].shape.box[2], m:contacts()[1].friction)  --> foot  0.1  0.8
---```
function Model:contacts() end

---The grounds, each as add_ground takes it.
---@return table[] grounds
---Example:
---```lua
---print(Model():add_ground{friction = 0.3}:grounds()[1].normal)  --> Vec3(0, 0, 1)
---```
function Model:grounds() end

---The forces at a state, of all points that touch (gaps below 1e-6 m), under torques: those that let nothing sink in, that push only, and
---of which friction is Coulomb's: against the sliding where a point slides, and else whatever it takes within the cone. Where they are not
---determined (a box on its four corners) it is one of the possible choices; their resultants are what counts. Velocities with which
---bodies approach count as zero: they ask for an impulse, not for a force.
---@param q rigid.VectorLike nq numbers
---@param v? rigid.VectorLike nv numbers; zero unless given
---@param tau? rigid.VectorLike nv numbers; zero unless given
---@return table[] list of {contact =, other =, point =, force =}: names, world axes, on the first
---Errors: has no answer where no such forces are found; with friction there may be none [Painlevé].
---Example:
---```lua
---local m = Model()
---m:add_body{name = "box", joint = "floating", inertia = SpatialInertia.solid_box{mass = 2, size = {0.4, 0.4, 0.1}}}
---m:add_contact{body = "box", shape = {box = {0.4, 0.4, 0.1}}, friction = 0.5}:add_ground{}
---local sum = Vec3(0, 0, 0)
---for _, touch in ipairs(m:contact_forces({0, 0, 0.05, 1, 0, 0, 0}, nil, {3, 0, 0, 0, 0, 0})) do sum = sum + touch.force end
---print(("%.6f %.6f"):format(sum.x, sum.z))  --> -3.000000 19.620000
---```
function Model:contact_forces(q, v, tau) end
