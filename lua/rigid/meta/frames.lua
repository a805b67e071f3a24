---@meta rigid.frames
-- The typed reference: frames that check themselves, and explanations. How it is written: see module.lua. doc/frames.md
-- tells the whole.
-- One file, as long as there are functions of these classes: help prints it a class at a time.

---@alias rigid.Tag {of?:string,relative_to?:string,about?:string,expressed?:string}
---@alias rigid.TagLike rigid.Tag|string
---@alias rigid.Explanation {inertia:rigid.SpatialInertia,tree:table,parts:table[],recorded:boolean,monogram?:string}

---@class rigid
local rigid = {}

---Whether frames check themselves; with true or false, turn that on or off. While they are on, operators and methods look at
---the tags of values (see SpatialInertia:tag): what does not fit is an error that says which call would mend it, results
---carry what follows for them, and printing shows their names. Untagged values fit anything. Off, as it is at first, nothing
---looks at a tag and nothing is slower; copies keep theirs, other results have none, and what is changed in place loses it.
---@param on? boolean left out: only ask
---@return boolean before whether they were on before this call
---Errors: refuses what is neither true nor false.
---Source: the monogram notation of Drake's multibody documentation.
---Example:
---```lua
---rigid.frames(true)
---local M = rigid.SpatialInertia.solid_box{mass = 2, size = {1, 2, 3}}:tag "M_BBo_B"
---local V = rigid.Twist{1, 2, 3, 4, 5, 6}:tag "V_WB_W"
---print(select(2, pcall(function() return M * V end)):match "M is .*")
---local R = rigid.Rotation.rpy(0, 0, math.pi / 2):tag "R_WB"
---print((M:re_express(R) * V):tag().expressed, rigid.frames(false))
-----> M is about Bo in B, V is about Bo in W: re_express M by R_WB
-----> W  true
---```
function rigid.frames(on) end

---Whether it is recorded how inertias are made, so that each can tell where it comes from; with true or false, turn that on or off. While it is on, sums, differences,
---shifts, changes of axes and poses, scales, mirrors and copies of a SpatialInertia leave a note of what they were made of,
---for M:explain(). Notes go with their values; what is written in a loop of a million turns stays small: of a tree of more
---than 1000 steps the larger part becomes one line that says how many parts it sums up. Off, as it is at first, nothing is
---recorded, nothing is kept, and nothing is slower.
---@param on? boolean left out: only ask
---@return boolean before whether it was recorded before this call
---Errors: refuses what is neither true nor false.
---Example:
---```lua
---print(rigid.provenance(true), rigid.provenance(), rigid.provenance(false))  --> false  true  true
---```
function rigid.provenance(on) end

---@class rigid.SpatialInertia
local SpatialInertia = {}

---How this inertia was made, and what each part of it gives: the tree of sums, differences, shifts, poses and scales that
---rigid.provenance(true) recorded, and for each leaf its own inertia about its centre of mass, its parallel-axis term
---m (c² 1 − c cᵀ), and its share of each entry, all about the final point in the final axes. It prints as the tree and a table.
---.inertia is the whole; .parts the list of the leaves {name=, how=, count=, sign=, inertia=, central=, parallel_axis=, share=},
---where sign × inertia sum to the whole, and share has the fractions of mass, mcx, mcy, mcz, xx, xy, xz, yy, yz, zz, nil where
---the whole has nothing; .tree is {op=, name=, by=, sign=, inertia=, parts= | part=}, part the number of a leaf in .parts;
---.recorded is false where provenance is off.
---@return rigid.Explanation explanation
---Source: parallel-axis theorem; Jain 2010 §2.1.2.
---Example:
---```lua
---rigid.provenance(true)
---local rod = SpatialInertia.thin_rod{mass = 3, length = 2}:named "rod"
---local ball = SpatialInertia.point_mass{mass = 1, position = {0, 0, 0}}:named "ball"
---print((rod + ball:shift{0, 0, -1}):explain())
---rigid.provenance(false)
-----> sum
----->   ├ rod: 3 kg, thin_rod
----->   └ shifted by (0, 0, -1) m
----->     └ ball: 1 kg, point_mass
-----> inertia about its point, kg m²: of each part about its own com, and the parallel-axis term
----->                        m     xx     yy  zz  xy  xz  yz
----->   rod                  3      1      1   0   0   0   0
----->     parallel axis             0      0   0   0   0   0
----->     share          75.0%  50.0%  50.0%   -   -   -   -
----->   ball                 1      0      0   0   0   0   0
----->     parallel axis             1      1   0   0   0   0
----->     share          25.0%  50.0%  50.0%   -   -   -   -
----->   whole                4      2      2   0   0   0   0
---```
function SpatialInertia:explain() end

---Give it a name, for M:explain() of what is made of it. Returns the value itself; its numbers are not touched.
---The name is kept only while rigid.provenance(true).
---@param name string of at most 64 bytes, in one line
---@return rigid.SpatialInertia self
---Errors: rejects anything but such a text.
---Example:
---```lua
---rigid.provenance(true)
---local wheel = SpatialInertia.solid_cylinder{mass = 1, radius = 0.2, length = 0.03}:named "wheel"
---print(wheel:shift{0.5, 0, 0}:explain().parts[1].name)  --> wheel
---rigid.provenance(false)
---```
function SpatialInertia:named(name) end

---@class rigid.Vec3
local Vec3 = {}

---What it is tagged with, as a table; or tag it, and return it: a position p_PQ_E is of = "Q", relative_to = "P", expressed =
---"E"; any other vector has only expressed. A text such as "p_PQ_E" says the same. The numbers are not touched, and what was
---said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.Vec3|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a Vec3 has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(Vec3(1, 2, 3):tag "p_BoQ_B"):match "[^\n]*"))
---rigid.frames(false)
-----> Vec3 p_BoQ_B (1, 2, 3)
---```
function Vec3:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.Vec3 x the value itself
---Example:
---```lua
---print(next(Vec3(1, 2, 3):tag "p_BoQ_B":untag():tag()))  --> nil
---```
function Vec3:untag() end

---@class rigid.Rotation
local Rotation = {}

---What it is tagged with, as a table; or tag it, and return it: R_AB is of = "B", relative_to = "A". A text such as "R_AB"
---says the same. The numbers are not touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.Rotation|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a Rotation has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(Rotation.rpy(0, 0, 1):tag "R_WB"):match "[^\n]*"))
---rigid.frames(false)
-----> Rotation R_WB
---```
function Rotation:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.Rotation x the value itself
---Example:
---```lua
---print(next(Rotation.rpy(0, 0, 1):tag "R_WB":untag():tag()))  --> nil
---```
function Rotation:untag() end

---@class rigid.Transform
local Transform = {}

---What it is tagged with, as a table; or tag it, and return it: X_AB is of = "B", relative_to = "A". A text such as "X_AB"
---says the same. The numbers are not touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.Transform|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a Transform has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(Transform{position = {1, 2, 3}}:tag "X_WB"):match "[^\n]*"))
---rigid.frames(false)
-----> Transform X_WB
---```
function Transform:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.Transform x the value itself
---Example:
---```lua
---print(next(Transform{position = {1, 2, 3}}:tag "X_WB":untag():tag()))  --> nil
---```
function Transform:untag() end

---@class rigid.SpatialMotion
local SpatialMotion = {}

---What it is tagged with, as a table; or tag it, and return it: the motion of B in A is of = "B", relative_to = "A", about a
---point, expressed = "E"; "S_AB_E" is about Bo, "S_ABP_E" about P. A text such as "S_AB_E" says the same. The numbers are not
---touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.SpatialMotion|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a SpatialMotion has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(SpatialMotion{1, 2, 3, 4, 5, 6}:tag "S_AB_B"):match "[^\n]*"))
---rigid.frames(false)
-----> SpatialMotion S_AB_B: linear (1, 2, 3), angular (4, 5, 6)
---```
function SpatialMotion:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.SpatialMotion x the value itself
---Example:
---```lua
---print(next(SpatialMotion{1, 2, 3, 4, 5, 6}:tag "S_AB_B":untag():tag()))  --> nil
---```
function SpatialMotion:untag() end

---@class rigid.Twist
local Twist = {}

---What it is tagged with, as a table; or tag it, and return it: the velocity of B in A is of = "B", relative_to = "A", about a
---point, expressed = "E"; "V_AB_E" is about Bo, "V_ABP_E" about P. A text such as "V_AB_E" says the same. The numbers are not
---touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.Twist|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a Twist has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(Twist{1, 2, 3, 4, 5, 6}:tag "V_WB_B"):match "[^\n]*"))
---rigid.frames(false)
-----> Twist V_WB_B: linear (1, 2, 3) m/s, angular (4, 5, 6) rad/s
---```
function Twist:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.Twist x the value itself
---Example:
---```lua
---print(next(Twist{1, 2, 3, 4, 5, 6}:tag "V_WB_B":untag():tag()))  --> nil
---```
function Twist:untag() end

---@class rigid.SpatialAcc
local SpatialAcc = {}

---What it is tagged with, as a table; or tag it, and return it: the acceleration of B in A is of = "B", relative_to = "A",
---about a point, expressed = "E"; "A_AB_E" is about Bo, "A_ABP_E" about P. A text such as "A_AB_E" says the same. The numbers
---are not touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.SpatialAcc|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a SpatialAcc has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(SpatialAcc{1, 2, 3, 4, 5, 6}:tag "A_WB_B"):match "[^\n]*"))
---rigid.frames(false)
-----> SpatialAcc A_WB_B: linear (1, 2, 3) m/s², angular (4, 5, 6) rad/s²
---```
function SpatialAcc:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.SpatialAcc x the value itself
---Example:
---```lua
---print(next(SpatialAcc{1, 2, 3, 4, 5, 6}:tag "A_WB_B":untag():tag()))  --> nil
---```
function SpatialAcc:untag() end

---@class rigid.SpatialForce
local SpatialForce = {}

---What it is tagged with, as a table; or tag it, and return it: a force on B is of = "B", about a point, expressed = "E":
---"F_BP_E", or "F_P_E" where the body is not said. A text such as "F_BP_E" says the same. The numbers are not touched, and
---what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.SpatialForce|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a SpatialForce has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(SpatialForce{1, 2, 3, 4, 5, 6}:tag "F_Bo_W"):match "[^\n]*"))
---rigid.frames(false)
-----> SpatialForce F_Bo_W: linear (1, 2, 3), angular (4, 5, 6)
---```
function SpatialForce:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.SpatialForce x the value itself
---Example:
---```lua
---print(next(SpatialForce{1, 2, 3, 4, 5, 6}:tag "F_Bo_W":untag():tag()))  --> nil
---```
function SpatialForce:untag() end

---@class rigid.Wrench
local Wrench = {}

---What it is tagged with, as a table; or tag it, and return it: a wrench on B is of = "B", about a point, expressed = "E":
---"F_BP_E", or "F_P_E" where the body is not said. A text such as "F_BP_E" says the same. The numbers are not touched, and
---what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.Wrench|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a Wrench has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(Wrench{1, 2, 3, 4, 5, 6}:tag "F_BBo_W"):match "[^\n]*"))
---rigid.frames(false)
-----> Wrench F_BBo_W: linear (1, 2, 3) N, angular (4, 5, 6) N m
---```
function Wrench:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.Wrench x the value itself
---Example:
---```lua
---print(next(Wrench{1, 2, 3, 4, 5, 6}:tag "F_BBo_W":untag():tag()))  --> nil
---```
function Wrench:untag() end

---@class rigid.SpatialMomentum
local SpatialMomentum = {}

---What it is tagged with, as a table; or tag it, and return it: the momentum of B as measured in A is of = "B", relative_to =
---"A", about a point, expressed = "E": "L_ABP_E". A text such as "L_ABP_E" says the same. The numbers are not touched, and
---what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.SpatialMomentum|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a SpatialMomentum has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(SpatialMomentum{1, 2, 3, 4, 5, 6}:tag "L_WBBcm_W"):match "[^\n]*"))
---rigid.frames(false)
-----> SpatialMomentum L_WBBcm_W: linear (1, 2, 3) kg m/s, angular (4, 5, 6) kg m²/s
---```
function SpatialMomentum:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.SpatialMomentum x the value itself
---Example:
---```lua
---print(next(SpatialMomentum{1, 2, 3, 4, 5, 6}:tag "L_WBBcm_W":untag():tag()))  --> nil
---```
function SpatialMomentum:untag() end

---@class rigid.RotationalInertia
local RotationalInertia = {}

---What it is tagged with, as a table; or tag it, and return it: the inertia of B about P in the axes E is of = "B", about =
---"P", expressed = "E". A text such as "I_BP_E" says the same. The numbers are not touched, and what was said before is
---forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.RotationalInertia|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a RotationalInertia has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(RotationalInertia{1, 2, 3}:tag "I_BBcm_B"):match "[^\n]*"))
---rigid.frames(false)
-----> RotationalInertia I_BBcm_B, kg m²
---```
function RotationalInertia:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.RotationalInertia x the value itself
---Example:
---```lua
---print(next(RotationalInertia{1, 2, 3}:tag "I_BBcm_B":untag():tag()))  --> nil
---```
function RotationalInertia:untag() end

---What it is tagged with, as a table; or tag it, and return it: the inertia of B about P in the axes E is of = "B", about =
---"P", expressed = "E". A text such as "M_BP_E" says the same. The numbers are not touched, and what was said before is
---forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.SpatialInertia|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a SpatialInertia has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(SpatialInertia.unitary():tag{of = "B", about = "Bo", expressed = "B"}):match "[^\n]*"))
---rigid.frames(false)
-----> SpatialInertia M_BBo_B
---```
function SpatialInertia:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.SpatialInertia x the value itself
---Example:
---```lua
---print(next(SpatialInertia.unitary():tag{of = "B", about = "Bo", expressed = "B"}:untag():tag()))  --> nil
---```
function SpatialInertia:untag() end

---@class rigid.ABI
local ABI = {}

---What it is tagged with, as a table; or tag it, and return it: the inertia that B shows about P in the axes E is of = "B",
---about = "P", expressed = "E". A text such as "P_BP_E" says the same. The numbers are not touched, and what was said before
---is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.ABI|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a ABI has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(ABI(SpatialInertia.unitary()):tag "P_BBo_B"):match "[^\n]*"))
---rigid.frames(false)
-----> ABI P_BBo_B, linear first: kg, kg m, kg m²
---```
function ABI:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.ABI x the value itself
---Example:
---```lua
---print(next(ABI(SpatialInertia.unitary()):tag "P_BBo_B":untag():tag()))  --> nil
---```
function ABI:untag() end

---@class rigid.MassMatrix3
local MassMatrix3 = {}

---What it is tagged with, as a table; or tag it, and return it: of which body, about which point, expressed in which axes. The
---numbers are not touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.MassMatrix3|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a MassMatrix3 has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(MassMatrix3{mass = 2, diagonal = {1, 1, 1}}:tag{of = "B", about = "Bcm", expressed = "B"}):match "[^\n]*"))
---rigid.frames(false)
-----> MassMatrix3 (of B about Bcm in B)
---```
function MassMatrix3:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.MassMatrix3 x the value itself
---Example:
---```lua
---print(next(MassMatrix3{mass = 2, diagonal = {1, 1, 1}}:tag{of = "B", about = "Bcm", expressed = "B"}:untag():tag()))  --> nil
---```
function MassMatrix3:untag() end

---@class rigid.Inertial
local Inertial = {}

---What it is tagged with, as a table; or tag it, and return it: of which body, about which point, expressed in which axes. The
---numbers are not touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.Inertial|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a Inertial has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(Inertial{mass_matrix = {mass = 2, diagonal = {1, 1, 1}}}:tag{of = "B", expressed = "B"}):match "[^\n]*"))
---rigid.frames(false)
-----> Inertial (of B in B)
---```
function Inertial:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.Inertial x the value itself
---Example:
---```lua
---print(next(Inertial{mass_matrix = {mass = 2, diagonal = {1, 1, 1}}}:tag{of = "B", expressed = "B"}:untag():tag()))  --> nil
---```
function Inertial:untag() end

---@class rigid.Matrix
local Matrix = {}

---What it is tagged with, as a table; or tag it, and return it: of which body, relative to what, about which point, expressed
---in which axes. The numbers are not touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.Matrix|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a Matrix has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(Matrix.identity(6):tag{about = "Bo", expressed = "B"}):match "[^\n]*"))
---rigid.frames(false)
-----> Matrix (about Bo in B) 6x6
---```
function Matrix:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.Matrix x the value itself
---Example:
---```lua
---print(next(Matrix.identity(6):tag{about = "Bo", expressed = "B"}:untag():tag()))  --> nil
---```
function Matrix:untag() end

---@class rigid.Vector
local Vector = {}

---What it is tagged with, as a table; or tag it, and return it: of which body, relative to what, about which point, expressed
---in which axes. The numbers are not touched, and what was said before is forgotten. Looked at only while rigid.frames(true).
---@param tag? rigid.TagLike names of up to 64 bytes, without blanks; those left out are not known
---@return rigid.Vector|rigid.Tag x the value itself, or, without argument, its tag
---Errors: refuses names that are empty, long or have blanks, and fields that a Vector has not.
---Example:
---```lua
---rigid.frames(true)
---print((tostring(Vector{1, 2, 3, 4, 5, 6}:tag{about = "Bo", expressed = "B"}):match "[^\n]*"))
---rigid.frames(false)
-----> Vector (about Bo in B) 6: (1, 2, 3, 4, 5, 6)
---```
function Vector:tag(tag) end

---Take its tag off. Returns the value itself: now it fits anything.
---@return rigid.Vector x the value itself
---Example:
---```lua
---print(next(Vector{1, 2, 3, 4, 5, 6}:tag{about = "Bo", expressed = "B"}:untag():tag()))  --> nil
---```
function Vector:untag() end
