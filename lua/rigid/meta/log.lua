---@meta rigid.log
-- The typed reference: motions as samples. How it is written: see module.lua.

---A motion of a model as samples, from Model:simulate or filled by a script. Times never decrease; two equal ones stand where an event changed the
---state at once. #log is the number of samples. Made of a model it is empty; of a table as log:table() gives it, it has its samples. == is exact;
---tostring summarizes it.
---Errors: constructing rejects anything but a model, lists of different lengths, times that decrease, and states that do not fit.
---Example:
---```lua
---local m = Model{name = "cart"}
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0}}}
---local log = m:simulate{v = {3}, duration = 1, dt = 0.25}
---print(log)
---print(#log, log.t[3], log.q[3], Log(log:table()) == log, #Log(m))
-----> Log of 'cart': 5 samples, t from 0 to 1 s
----->   method   rkmk45, dt 0.25 s; 4 steps
----->   energy   9 J at first, 9 J at last
-----> 5  0.5  Vector 1: (1.5)  true  0
---```
---@class rigid.Log
---@field model rigid.Model as it was when the log began
---@field t number[] times, s
---@field q rigid.Vector[] configurations
---@field v rigid.Vector[] velocities
---@field tau rigid.Vector[] joint torques
---@field events table[] of a simulation: {name=, t=, sample=}, with joint= if a joint met a limit, stopped or slipped, and impulse= if it took one
---@field stopped? string why a simulation ended early; nil if it did not
---@field method? string the method of a simulation
---@field why? string why that one was chosen
---@field dt? number its step, s
---@field steps? integer how many steps were taken
---@field rejected? integer how many were tried in vain
---@field notes? string[] on what it began with, and on singular configurations that its loops passed
---@field balance? {energy:number,work:number,lost:number,drift:number|nil,momentum:table|nil} energy: the gain of it (kinetic, potential, elastic), J; work: of torques, wrenches, damping and friction; lost: at limits; drift: energy - work + lost, the error of the method (nil if the state of an adaptive controller is integrated too). If the model is free (floating roots, no damping, grounds or external wrenches, no torques on the roots), momentum = {linear=, angular=} is the momentum about the world's origin that came beyond what gravity gave.
---@field contacts? table[] with grounds: for each sample a list of what touches, as Model:contact_forces gives it
---@field residual? number with grounds: how far the laws of contact were missed at most, m/s
---@field iterations? integer with grounds: how many iterations the impulses of one step took at most
---@operator len: integer
---@overload fun(m: rigid.Model): rigid.Log
---@overload fun(t: {model:rigid.Model,t?:number[],q?:table|rigid.Matrix,v?:table|rigid.Matrix,tau?:table|rigid.Matrix}): rigid.Log
local Log = {}

---Add a sample, copied. Changes the receiver and returns it.
---@param t number its time, s: not before that of the last sample
---@param q rigid.VectorLike nq numbers; quaternions are made unit
---@param v? rigid.VectorLike nv numbers; zero unless given
---@param tau? rigid.VectorLike nv numbers; zero unless given
---@return rigid.Log self
---Errors: refuses a time before the last one, and what is no state of the model.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "wheel", joint = "revolute", inertia = SpatialInertia.unitary()}
---print(#Log(m):add(0, {0}):add(0.1, {0.2}, {2}, {0.5}))  --> 2
---```
function Log:add(t, q, v, tau) end

---The energies at each sample: a list of the totals, with the lists kinetic, potential and total as fields.
---@return table energy J
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = {type = "prismatic"}, inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0}}}
---local energy = m:simulate{q = {1}, duration = 0.5, dt = 0.1}:energy()
---print(("%.3f %.3f %.3f"):format(energy[1], energy.kinetic[6], energy.potential[6]))  --> 19.620 24.059 -4.439
---```
function Log:energy() end

---The momenta at each sample: centroidal_momentum, about the centre of mass, in the world's axes.
---@return rigid.SpatialMomentum[] momenta
---Example:
---```lua
---local m = Model{gravity = {0, 0, 0}}
---m:add_body{name = "ball", joint = "floating", inertia = SpatialInertia.solid_sphere{mass = 2, radius = 1}}
---local list = m:simulate{v = {0, 3, 0, 0, 0, 1}, duration = 1, dt = 0.1}:momentum()
---print(list[1]:angular(), list[11]:linear():is_near(list[1]:linear(), 1e-5))  --> Vec3(0, 0, 0.8)  true
---```
function Log:momentum() end

---The state at any time, from the first sample to the last. Between two samples the motion is the cubic of the tangent
---space that has the configurations and the velocities of both, so that its error falls with the fourth power of their
---distance (that of v with the third); the torque is that of the sample before.
---@param t number s
---@return rigid.Vector q
---@return rigid.Vector v
---@return rigid.Vector tau
---Errors: refuses a time outside of the log, and a log without samples.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0}}}
---local log = Log(m):add(0, {0}, {0}):add(2, {4}, {4})
---print(log:sample(1))  --> Vector 1: (1)  Vector 1: (2)  Vector 1: (0)
---```
function Log:sample(t) end

---Write the samples as comma-separated values: a line of headings with units (t [s], q.joint [rad], v.joint [rad/s],
---tau.joint [N m], joints of several numbers with .x, .qw, ...), then a line for each sample, all digits.
---@param path string
---@return rigid.Log self
---Errors: where the file cannot be written, with the reason.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = {type = "revolute", name = "elbow"}, inertia = SpatialInertia.unitary()}
---local path = os.tmpname()
---Log(m):add(0, {0.5}, {-1}):save(path)
---for line in io.lines(path) do print(line) end
---os.remove(path)
-----> t [s],q.elbow [rad],v.elbow [rad/s],tau.elbow [N m]
-----> 0,0.5,-1,0
---```
function Log:save(path) end

---The model and the samples, in plain lists but for the model: {model=, t=, q=, v=, tau=}. The constructor takes it back.
---@return table t
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---print(Log(m):add(0, {0.5}):table().q[1][1])  --> 0.5
---```
function Log:table() end

---A new log, equal to this one.
---@return rigid.Log copy
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---local log = Log(m):add(0, {0.5})
---local twin = log:copy():add(1, {0.6})
---print(#log, #twin, log == twin)  --> 1  2  false
---```
function Log:copy() end

---True where both have equal models (to tol) and as many samples, with numbers that differ by at most tol.
---@param b rigid.Log
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---print(Log(m):add(0, {0.5}):is_near(Log(m):add(0, {0.501}), 0.01))  --> true
---```
function Log:is_near(b, tol) end
