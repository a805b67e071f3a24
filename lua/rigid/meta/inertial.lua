---@meta rigid.inertial
-- The typed reference: gz's MassMatrix3 and Inertial. How it is written: see module.lua.
-- One file, as long as there are functions of these classes: help prints it a class at a time.

-- Inertial and MassMatrix3 --------------------------------------------------------------------------------------------

---Mass and moments of inertia, about the centre of mass in the axes of the inertial frame Bi.
---MassMatrix3{mass=, diagonal={Ixx, Iyy, Izz}, off_diagonal={Ixy, Ixz, Iyz}} makes one; what is missing is zero, but
---moments need a mass. Impossible moments may be stored, and NaN: is_valid judges. == compares within 1e-6; tostring
---shows mass, principal moments and matrix, with units.
---Errors: refuses a mass that is not finite, moments that are infinite or no 3-vector, and unknown fields.
---Source: gz::math::MassMatrix3.
---Example:
---```lua
---local m = MassMatrix3{mass = 2, diagonal = {0.3, 0.4, 0.5}}
---print(m:is_valid(), m:moi()(2, 2), MassMatrix3():mass())  --> true  0.4  0.0
---```
---@class rigid.MassMatrix3
---@overload fun(): rigid.MassMatrix3
---@overload fun(t: rigid.MassMatrixLike): rigid.MassMatrix3
local MassMatrix3 = {}

---The mass of the body.
---@return number mass kg
---Source: gz MassMatrix3::Mass.
---Example:
---```lua
---print(MassMatrix3{mass = 2, diagonal = {1, 1, 1}}:mass())  --> 2.0
---```
function MassMatrix3:mass() end

---The moment of inertia matrix, about the centre of mass, in the axes of Bi.
---@return rigid.Matrix moi 3x3, symmetric, kg m²
---Source: gz MassMatrix3::Moi.
---Example:
---```lua
---print(MassMatrix3{mass = 2, diagonal = {2, 3, 4}, off_diagonal = {0.1, 0.2, 0.3}}:moi())
-----> Matrix 3x3
----->     2  0.1  0.2
----->   0.1    3  0.3
----->   0.2  0.3    4
---```
function MassMatrix3:moi() end

---The moments (Ixx, Iyy, Izz).
---@return rigid.Vec3 moments kg m²
---Source: gz MassMatrix3::DiagonalMoments.
---Example:
---```lua
---print(MassMatrix3{mass = 2, diagonal = {2, 3, 4}}:diagonal_moments())  --> Vec3(2, 3, 4)
---```
function MassMatrix3:diagonal_moments() end

---The products (Ixy, Ixz, Iyz), entries of the matrix.
---@return rigid.Vec3 products kg m²
---Source: gz MassMatrix3::OffDiagonalMoments.
---Example:
---```lua
---print(MassMatrix3{mass = 2, diagonal = {2, 3, 4}, off_diagonal = {0.1, 0.2, 0.3}}:off_diagonal_moments())
-----> Vec3(0.1, 0.2, 0.3)
---```
function MassMatrix3:off_diagonal_moments() end

---True where a body can have it: mass not negative, and no principal moment above the sum of the other two by more than
---the tolerance, so that none is negative either. NaN is false.
---@param tol? number not negative, in units of eps · ½ tr(MOI), default 10
---@return boolean valid
---Errors: refuses a tolerance that is negative or not finite.
---Source: gz MassMatrix3::IsValid.
---Example:
---```lua
---print(MassMatrix3{mass = 2, diagonal = {1, 1, 3}}:is_valid())  --> false
---```
function MassMatrix3:is_valid(tol) end

---True where the mass is positive, and Ixx, the leading 2x2 minor and the determinant are, each with the tolerance added.
---It is quick but no proof, as in gz: use is_valid to judge a body.
---@param tol? number not negative, in units of eps · ½ tr(MOI), default 10
---@return boolean positive
---Errors: refuses a tolerance that is negative or not finite.
---Source: gz MassMatrix3::IsPositive.
---Example:
---```lua
---print(MassMatrix3{mass = 2, diagonal = {1, 1, 1}}:is_positive(), MassMatrix3{}:is_positive())  --> true  false
---```
function MassMatrix3:is_positive(tol) end

---As is_positive, with zero allowed: mass, Ixx, the leading 2x2 minor and the determinant are not negative.
---@param tol? number not negative, in units of eps · ½ tr(MOI), default 10
---@return boolean near_positive
---Errors: refuses a tolerance that is negative or not finite.
---Source: gz MassMatrix3::IsNearPositive.
---Example:
---```lua
---print(MassMatrix3{}:is_near_positive(), MassMatrix3{mass = 2, diagonal = {-1, 1, 1}}:is_near_positive())
-----> true  false
---```
function MassMatrix3:is_near_positive(tol) end

---The principal moments of inertia, ascending. By Jacobi rotations: good to rounding also where moments repeat.
---@param tol? number taken as in gz; the answer does not depend on it
---@return rigid.Vec3 moments kg m²
---Errors: refuses a tolerance that is not finite; with moments that are NaN the answer is NaN.
---Source: gz MassMatrix3::PrincipalMoments.
---Example:
---```lua
---print(MassMatrix3{mass = 2, diagonal = {2, 2, 3}, off_diagonal = {1, 0, 0}}:principal_moments())
-----> Vec3(1, 3, 3)
---```
function MassMatrix3:principal_moments(tol) end

---The principal axes: the rotation R, columns the axes, with MOI = R L Rᵀ, L the principal moments on the diagonal.
---@param tol? number taken as in gz; the answer does not depend on it
---@return rigid.Rotation R
---Errors: refuses a tolerance that is not finite, and moments that are NaN: they have no axes.
---Source: gz MassMatrix3::PrincipalAxesOffset.
---Example:
---```lua
---local m = MassMatrix3{mass = 2, diagonal = {2, 2, 3}, off_diagonal = {1, 0, 0}}
---local R = m:principal_axes_offset():matrix()
---print((R * Matrix.diagonal(m:principal_moments()) * R:transpose()):is_near(m:moi()))  --> true
---```
function MassMatrix3:principal_axes_offset(tol) end

---The solid box, of uniform density, with this mass and these moments. There is none where the mass matrix is not valid, or
---for a point or a rod.
---@param tol? number taken as in gz; the answer does not depend on it
---@return rigid.Vec3|nil size full edge lengths, longest first, m; nil where there is none
---@return rigid.Rotation|nil R its columns are the directions of the edges in Bi
---Errors: refuses a tolerance that is not finite.
---Source: gz MassMatrix3::EquivalentBox.
---Example:
---```lua
---local size = MassMatrix3{mass = 12, diagonal = {13, 10, 5}}:equivalent_box()
---print(size)  --> Vec3(3, 2, 1)
---```
function MassMatrix3:equivalent_box(tol) end

---A new value equal to this one.
---@return rigid.MassMatrix3 copy
---Example:
---```lua
---local m = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}
---print(m:copy() == m)  --> true
---```
function MassMatrix3:copy() end

---{mass=, diagonal={..}, off_diagonal={..}}, which the constructor takes back.
---@return {mass:number,diagonal:number[],off_diagonal:number[]} t
---Example:
---```lua
---print(MassMatrix3{mass = 2, diagonal = {2, 3, 4}}:table().diagonal[3])  --> 4.0
---```
function MassMatrix3:table() end

---Whether mass, moments and products agree with those of b, within tol.
---@param b rigid.MassMatrix3
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---local a, b = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}, MassMatrix3{mass = 2, diagonal = {1, 1, 1.0000001}}
---print(a:is_near(b), a == b)  --> false  true
---```
function MassMatrix3:is_near(b, tol) end

---Mass and moments of a solid box. Changes the receiver, unless it returns false. With neither mass nor density, the mass it has.
---@param options {mass?:number,density?:number,size:rigid.Vec3Like,rotation?:rigid.RotationLike} kg, or kg/m³; m; of the box's axes, none unless given
---@return boolean possible false where a length, the mass or the density is not positive and finite; nothing is changed then
---Errors: refuses what are no numbers, a mass and a density at once, what is no rotation, and other fields.
---Source: gz MassMatrix3::SetFromBox.
---Example:
---```lua
---local m = MassMatrix3{mass = 12}
---print(m:set_from_box{size = {1, 2, 3}}, m:diagonal_moments())  --> true  Vec3(13, 10, 5)
---```
function MassMatrix3:set_from_box(options) end

---Mass and moments of a solid sphere. Changes the receiver, unless it returns false. With neither mass nor density, the mass it has.
---@param options {mass?:number,density?:number,radius:number} kg, or kg/m³; m
---@return boolean possible false where the radius, the mass or the density is not positive and finite; nothing is changed then
---Errors: refuses what are no numbers, a mass and a density at once, and other fields.
---Source: gz MassMatrix3::SetFromSphere.
---Example:
---```lua
---local m = MassMatrix3()
---print(m:set_from_sphere{mass = 5, radius = 1}, m:diagonal_moments(), m:set_from_sphere{radius = -1})  --> true  Vec3(2, 2, 2)  false
---```
function MassMatrix3:set_from_sphere(options) end

---Mass and moments of a solid cylinder about z, turned. Changes the receiver, unless it returns false. With neither mass nor density, the mass it has.
---@param options {mass?:number,density?:number,radius:number,length:number,rotation?:rigid.RotationLike} kg, or kg/m³; m; none unless given
---@return boolean possible false where a length, the mass or the density is not positive and finite; nothing is changed then
---Errors: refuses what are no numbers, a mass and a density at once, what is no rotation, and other fields.
---Source: gz MassMatrix3::SetFromCylinderZ.
---Example:
---```lua
---local m = MassMatrix3()
---print(m:set_from_cylinder_z{mass = 12, radius = 1, length = 3}, m:diagonal_moments())  --> true  Vec3(12, 12, 6)
---```
function MassMatrix3:set_from_cylinder_z(options) end

---Mass and moments of a solid cone about z, about its centre of mass, turned. Changes the receiver, unless it returns false. With neither mass nor
---density, the mass it has.
---@param options {mass?:number,density?:number,radius:number,length:number,rotation?:rigid.RotationLike} kg, or kg/m³; m; none unless given
---@return boolean possible false where a length, the mass or the density is not positive and finite; nothing is changed then
---Errors: refuses what are no numbers, a mass and a density at once, what is no rotation, and other fields.
---Source: gz MassMatrix3::SetFromConeZ.
---Example:
---```lua
---local m = MassMatrix3()
---print(m:set_from_cone_z{mass = 10, radius = 1, length = 2}, m:diagonal_moments())  --> true  Vec3(3, 3, 3)
---```
function MassMatrix3:set_from_cone_z(options) end

---A mass matrix at the pose X_FBi of its inertial frame Bi (at the centre of mass) in the frame F of the object, and, where
---it moves in a fluid, the 6x6 added mass of the fluid about the origin of F, linear first.
---Inertial{mass_matrix=MassMatrix3, pose=Transform, added_mass=Matrix} makes one; what is missing is zero, the identity,
---none. a + b and a - b weld and take off a body given in the same frame; added masses add and subtract with them.
---== compares within 1e-6, a quaternion with its negative equal; tostring shows mass, com, moments and pose, with units.
---Errors: refuses an added mass that is not 6x6 or not finite, and unknown fields. A sum or difference whose mass would not
---be positive, or that is no body, is refused, with how far it is off; nothing is changed then.
---Source: gz::math::Inertial.
---Example:
---```lua
---local m = MassMatrix3{mass = 2, diagonal = {0.3, 0.4, 0.5}}
---local a = Inertial{mass_matrix = m, pose = Transform{position = {1, 0, 0}}}
---local b = Inertial{mass_matrix = m, pose = Transform{position = {-1, 0, 0}}}
---print((a + b):pose():position(), (a + b):mass_matrix():mass(), Inertial():mass_matrix():mass())
-----> Vec3(0, 0, 0)  4.0  0.0
---```
---@class rigid.Inertial
---@operator add(rigid.Inertial): rigid.Inertial
---@operator sub(rigid.Inertial): rigid.Inertial
---@overload fun(): rigid.Inertial
---@overload fun(t: {mass_matrix?:rigid.MassMatrixLike,pose?:rigid.TransformLike,added_mass?:rigid.MatrixLike}): rigid.Inertial
local Inertial = {}

---The mass matrix: mass, and moments of inertia about the centre of mass, in the axes of Bi.
---@return rigid.MassMatrix3 m
---Source: gz Inertial::MassMatrix.
---Example:
---```lua
---print(Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}}:mass_matrix():mass())  --> 2.0
---```
function Inertial:mass_matrix() end

---The pose X_FBi of the inertial frame in the frame of the object.
---@return rigid.Transform X_FBi
---Source: gz Inertial::Pose.
---Example:
---```lua
---print(Inertial{pose = Transform{position = {1, 2, 3}}}:pose():position())  --> Vec3(1, 2, 3)
---```
function Inertial:pose() end

---The moment of inertia matrix, about the centre of mass, in the axes of F: R MOI Rᵀ.
---@return rigid.Matrix moi 3x3, kg m²
---Source: gz Inertial::Moi.
---Example:
---```lua
---local quarter = Transform{rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}} -- about z
---local m = MassMatrix3{mass = 2, diagonal = {1, 2, 3}}
---print(Inertial{mass_matrix = m, pose = quarter}:moi())
-----> Matrix 3x3
----->   2  0  0
----->   0  1  0
----->   0  0  3
---```
function Inertial:moi() end

---The 6x6 mass matrix about the origin of F, linear first, without the added mass.
---Beware: by default the angular block is the inertia about the centre of mass, as gz documents it, in a matrix about the
---origin; for most bodies that matrix is indefinite and no mass matrix at all. {about = "origin"} gives the true one,
---which is also that of a:spatial_inertia().
---@param options? {about?:rigid.About} "com" (default): the figure gz documents; "origin": the true matrix
---@return rigid.Matrix m 6x6
---Errors: refuses another word, and unknown fields.
---Source: gz Inertial::BodyMatrix.
---Example:
---```lua
---local m = MassMatrix3{mass = 2, diagonal = {0.1, 0.1, 0.1}}
---local a = Inertial{mass_matrix = m, pose = Transform{position = {1, 0, 0}}}
---print(a:body_matrix()(5, 5), a:body_matrix{about = "origin"}(5, 5))  --> 0.1  2.1
---```
function Inertial:body_matrix(options) end

---The body matrix plus the added mass of the fluid. As body_matrix, its angular block is by default about the centre of
---mass; {about = "origin"} gives the true matrix.
---@param options? {about?:rigid.About} "com" (default): the figure gz documents; "origin": the true matrix
---@return rigid.Matrix m 6x6
---Errors: refuses another word, and unknown fields.
---Source: gz Inertial::SpatialMatrix.
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}, added_mass = Matrix.identity(6)}
---print(a:spatial_matrix()(1, 1), a:body_matrix()(1, 1))  --> 3.0  2.0
---```
function Inertial:spatial_matrix(options) end

---The added mass of the fluid, or nil where none was set.
---@return rigid.Matrix|nil m 6x6, linear first
---Source: gz Inertial::FluidAddedMass.
---Example:
---```lua
---print(Inertial{}:fluid_added_mass())  --> nil
---```
function Inertial:fluid_added_mass() end

---Set the added mass of the fluid. Changes the receiver, unless it returns false.
---@param m rigid.MatrixLike 6x6, linear first, about the origin of F in its axes
---@return boolean symmetric false where m is not symmetric; nothing is changed then
---Errors: refuses a matrix that is not 6x6.
---Source: gz Inertial::SetFluidAddedMass.
---Example:
---```lua
---local a = Inertial{}
---print(a:set_fluid_added_mass(Matrix.identity(6)), a:fluid_added_mass():trace())  --> true  6.0
---```
function Inertial:set_fluid_added_mass(m) end

---Turn the inertial frame Bi to the rotation R_FBi, and re-express the moments so that the inertia in F stays what it was.
---Changes the receiver, unless it returns false.
---@param R rigid.RotationLike the new R_FBi
---@return boolean valid false where the mass matrix is not valid; nothing is changed then
---Errors: rejects anything but a rotation; nothing is changed then.
---Source: gz Inertial::SetInertialRotation.
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {1, 2, 2.5}}}
---print(a:set_inertial_rotation(Rotation.quaternion(1, 0, 0, 1)), a:mass_matrix():diagonal_moments())
-----> true  Vec3(2, 1, 2.5)
---```
function Inertial:set_inertial_rotation(R) end

---Set mass and moments. Changes the receiver, unless it returns false.
---@param m rigid.MassMatrixLike
---@param tol? number as in MassMatrix3:is_valid, default 10
---@return boolean valid false where m is not valid; nothing is changed then
---Errors: rejects anything but a MassMatrix3, and a tolerance that is negative or not finite.
---Source: gz Inertial::SetMassMatrix.
---Example:
---```lua
---local a = Inertial{}
---print(a:set_mass_matrix(MassMatrix3{mass = 2, diagonal = {1, 1, 3}}), a:mass_matrix():mass())  --> false  0.0
---```
function Inertial:set_mass_matrix(m, tol) end

---Turn the principal axes to the rotation R in Bi, and turn Bi so that the inertia in F stays what it was, to rounding.
---Changes the receiver, unless it returns false.
---@param R rigid.RotationLike the new principal axes in Bi
---@param tol? number taken as in gz; the answer does not depend on it
---@return boolean valid false where the mass matrix is not valid; nothing is changed then
---Errors: rejects anything but a rotation, and a tolerance that is not finite.
---Source: gz Inertial::SetMassMatrixRotation.
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {2, 2, 3}, off_diagonal = {0.5, 0, 0}}}
---local before = a:moi()
---print(a:set_mass_matrix_rotation(Rotation.identity()), a:moi():is_near(before, 1e-14))  --> true  true
---print(a:mass_matrix():diagonal_moments())  --> Vec3(1.5, 2.5, 3)
---```
function Inertial:set_mass_matrix_rotation(R, tol) end

---Set the pose of the inertial frame. Changes the receiver, unless it returns false.
---@param X_FBi rigid.TransformLike of finite numbers
---@return boolean valid false where the mass matrix is not valid; nothing is changed then
---Errors: rejects anything but a pose of finite numbers.
---Source: gz Inertial::SetPose.
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}}
---print(a:set_pose(Transform{position = {0, 0, 1}}), a:pose():position())  --> true  Vec3(0, 0, 1)
---```
function Inertial:set_pose(X_FBi) end

---Weld another body to this one. Changes the receiver and returns it.
---@param b rigid.Inertial in the same frame F
---@return rigid.Inertial self
---Errors: refuses a sum whose mass would not be positive or that is no body; nothing is changed then.
---Source: gz Inertial::operator+=.
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}}
---print(a:add_in_place(a):mass_matrix():mass())  --> 4.0
---```
function Inertial:add_in_place(b) end

---Take another body off this one. Changes the receiver and returns it.
---@param b rigid.Inertial in the same frame F
---@return rigid.Inertial self
---Errors: refuses a remainder whose mass would not be positive or that is no body; nothing is changed then.
---Source: gz Inertial::operator-=.
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 3, diagonal = {2, 2, 2}}}
---local b = Inertial{mass_matrix = MassMatrix3{mass = 1, diagonal = {1, 1, 1}}}
---print(a:subtract_in_place(b):mass_matrix():mass())  --> 2.0
---```
function Inertial:subtract_in_place(b) end

---The same body as a SpatialInertia, about the origin of F, in the axes of F, without the added mass. Always the true one.
---@return rigid.SpatialInertia M
---Example:
---```lua
---local m = MassMatrix3{mass = 2, diagonal = {0.1, 0.1, 0.1}}
---print(Inertial{mass_matrix = m, pose = Transform{position = {1, 0, 0}}}:spatial_inertia():com())
-----> Vec3(1, 0, 0)
---```
function Inertial:spatial_inertia() end

---A new value equal to this one.
---@return rigid.Inertial copy
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}}
---print(a:copy() == a)  --> true
---```
function Inertial:copy() end

---{mass_matrix={..}, pose={..}, added_mass={..}} in plain tables, which the constructor takes back.
---@return table t
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}}
---print(a:table().mass_matrix.mass)  --> 2.0
---```
function Inertial:table() end

---True where mass, moments, pose and added mass differ from those of b by at most tol.
---@param b rigid.Inertial
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---local a = Inertial{mass_matrix = MassMatrix3{mass = 2, diagonal = {1, 1, 1}}}
---print(a:is_near(a + Inertial{mass_matrix = MassMatrix3{mass = 1e-3, diagonal = {1e-3, 1e-3, 1e-3}}}))  --> false
---```
function Inertial:is_near(b, tol) end
