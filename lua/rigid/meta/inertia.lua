---@meta rigid.inertia
-- The typed reference: the inertia of a rigid body, its shapes, its regressors, its doctor. How it is written: see module.lua.
-- One file, as long as there are functions of these classes: help prints it a class at a time.

-- Inertia of a rigid body ---------------------------------------------------------------------------------------------

---The rotational inertia of a body about a point: the symmetric 3x3 matrix I = ∫ρ (x·x 1 − x xᵀ), in kg m².
---Made from a 3x3 Matrix or nested rows (symmetric), {Ixx, Iyy, Izz} (products zero), {Ixx, Iyy, Izz, Ixy, Ixz, Iyz}, or
---named fields {xx=, yy=, zz=, xy=, xz=, yz=} (missing products zero). Nothing is checked but the shape: see is_valid.
---The products are the entries of the matrix (Ixy = −∫ρ x y). It does not know its point or axes: keep them by name.
---I * Vec3 (or {x, y, z}) is a Vec3, the angular momentum of ω; number * I is I * number; sums are about one point.
---== is exact; tostring prints the matrix, with units.
---Errors: refuses matrices that are not symmetric, lists that are not 3 or 6 numbers, and unknown fields.
---Source: Drake RotationalInertia; iDynTree RotationalInertia.
---Example:
---```lua
---local I = RotationalInertia{2, 3, 4, 0.1, 0.2, 0.3} -- or six numbers in this order, without the table
---print(I * {1, 0, 0}, I == RotationalInertia(2, 3, 4, 0.1, 0.2, 0.3), RotationalInertia(1, 2, 3):moments())
-----> Vec3(2, 0.1, 0.2)  true  Vec3(1, 2, 3)
---```
---@class rigid.RotationalInertia
---@operator add(rigid.RotationalInertia): rigid.RotationalInertia
---@operator sub(rigid.RotationalInertia): rigid.RotationalInertia
---@operator mul(number): rigid.RotationalInertia
---@operator mul(rigid.Vec3): rigid.Vec3
---@operator mul(number[]): rigid.Vec3
---@operator div(number): rigid.RotationalInertia
---@overload fun(I: rigid.InertiaLike): rigid.RotationalInertia
---@overload fun(Ixx: number, Iyy: number, Izz: number): rigid.RotationalInertia
---@overload fun(Ixx: number, Iyy: number, Izz: number, Ixy: number, Ixz: number, Iyz: number): rigid.RotationalInertia
local RotationalInertia = {}

---The 3x3 matrix.
---@return rigid.Matrix m 3x3, symmetric, kg m²
---Example:
---```lua
---print(RotationalInertia{2, 3, 4, 0.1, 0.2, 0.3}:matrix())
-----> Matrix 3x3
----->     2  0.1  0.2
----->   0.1    3  0.3
----->   0.2  0.3    4
---```
function RotationalInertia:matrix() end

---The moments of inertia about the three axes.
---@return rigid.Vec3 moments (Ixx, Iyy, Izz), kg m²
---Example:
---```lua
---print(RotationalInertia{2, 3, 4, 0.1, 0.2, 0.3}:moments())  --> Vec3(2, 3, 4)
---```
function RotationalInertia:moments() end

---The products of inertia, entries of the matrix.
---@return rigid.Vec3 products (Ixy, Ixz, Iyz), kg m²
---Example:
---```lua
---print(RotationalInertia{2, 3, 4, 0.1, 0.2, 0.3}:products())  --> Vec3(0.1, 0.2, 0.3)
---```
function RotationalInertia:products() end

---The principal moments and axes: I = R diag(moments) Rᵀ. By Jacobi rotations, so that the axes are orthonormal and
---right-handed, and the moments good to rounding, where moments are equal or nearly so.
---@return rigid.Vec3 moments ascending, kg m²
---@return rigid.Rotation R its columns are the principal axes, in the order of the moments
---Errors: refuses an inertia that is not finite.
---Source: Drake RotationalInertia::CalcPrincipalMomentsAndAxesOfInertia.
---Example:
---```lua
---local moments = RotationalInertia{xx = 2, yy = 2, zz = 3, xy = 1}:principal()
---print(moments)  --> Vec3(1, 3, 3)
---```
function RotationalInertia:principal() end

---Whether a body can have this inertia, about its centre of mass: no principal moment is negative, and none is more
---than the other two together. Judged relative to the size of the inertia, to rounding; NaN and infinity are false.
---@return boolean valid
---Source: Drake RotationalInertia::CouldBePhysicallyValid.
---Example:
---```lua
---print(RotationalInertia{1, 1, 2}:is_valid(), RotationalInertia{1, 1, 2.1}:is_valid())  --> true  false
---```
function RotationalInertia:is_valid() end

---The same inertia in other axes, about the same point: R I Rᵀ.
---@param R_AE rigid.RotationLike from the axes E of this inertia to the axes A
---@return rigid.RotationalInertia I_A
---Errors: rejects anything but a rotation.
---Source: Drake RotationalInertia::ReExpress.
---Example:
---```lua
---print(RotationalInertia{1, 2, 3}:re_express(Rotation.quaternion(1, 1, 0, 0)):moments()) -- a quarter turn about x
-----> Vec3(1, 3, 2)
---```
function RotationalInertia:re_express(R_AE) end

---The inertia about another point Q = P + p_PQ, in the same axes. The mass is needed, and where the centre of mass is:
---I_Q = I_P + m (q·q 1 − q qᵀ) − m (c·c 1 − c cᵀ), with c the position of the centre of mass from P and q = c − p_PQ.
---@param p_PQ rigid.Vec3Like m, from the old point to the new
---@param mass number kg
---@param com? rigid.Vec3Like m, centre of mass from P, default zero: this inertia is central
---@return rigid.RotationalInertia I_Q
---Errors: refuses a mass that is negative, and numbers that are not finite.
---Source: parallel-axis theorem; Jain 2010 §2.1.2.
---Example:
---```lua
---print(RotationalInertia{1, 1, 1}:shift({2, 0, 0}, 3):moments())  --> Vec3(1, 13, 13)
---```
function RotationalInertia:shift(p_PQ, mass, com) end

---A new value equal to this one.
---@return rigid.RotationalInertia copy
---Example:
---```lua
---print(RotationalInertia{1, 2, 3}:copy() == RotationalInertia{1, 2, 3})  --> true
---```
function RotationalInertia:copy() end

---{xx=, yy=, zz=, xy=, xz=, yz=}, which the constructor takes back.
---@return table<string,number> t kg m²
---Example:
---```lua
---print(RotationalInertia{2, 3, 4, 0.1, 0.2, 0.3}:table().xz)  --> 0.2
---```
function RotationalInertia:table() end

---Whether all entries agree with those of b, within tol.
---@param b rigid.RotationalInertia
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(RotationalInertia{1, 2, 3}:is_near(RotationalInertia{1, 2, 3.01}))  --> false
---```
function RotationalInertia:is_near(b, tol) end

---The inertia of a rigid body, or of several welded together, about the origin of a frame: M_BP_E of body B about point P
---in axes E. It is its ten parameters: mass m, first moment h = m c, and rotational inertia I about the origin, so that
---bodies add by adding numbers and a massless body needs no special case. As a matrix, linear first:
---M = [m 1  −h×; h×  I]. It does not know its point or axes: keep them by name (M_BP_E).
---SpatialInertia{mass=, com=, inertia=, about="com"|"origin"} makes one; com is the position of the centre of mass from
---the origin (default zero), inertia is about the point that about names (default "com"). unit_inertia= in place of
---inertia= is the inertia per unit mass; com_moment= gives h itself, for massless bodies.
---M * Twist is a SpatialMomentum, M * SpatialAcc a Wrench, M * SpatialMotion a SpatialForce, M * Matrix (6 x n) a Matrix.
---A + B welds two bodies given about one point in the same axes; with an ABI it is one. A - B is what is left of A without its
---part B, and refused, with by how much, where the rest is no body. == is exact; tostring shows mass, com and principal
---moments, with units.
---Errors: refuses a body that cannot exist with the text of M:criticize(), unless skip_validity_check=true (then NaN and
---infinity are taken too); inertia and unit_inertia both or neither; a com_moment that is not mass · com; unknown fields.
---M * a plain table is refused: its kind is unknown.
---Source: iDynTree SpatialInertia; Drake SpatialInertia, MakeFromCentralInertia; Featherstone 2008 §2.13.
---Example:
---```lua
---local M = SpatialInertia{mass = 2, com = {0, 0, 0.5}, inertia = {0.3, 0.4, 0.5}}
---print(M)
-----> SpatialInertia
----->   mass     2 kg
----->   com      (0, 0, 0.5) m
----->   moments  (0.3, 0.4, 0.5) kg m², principal, about the com
---print(M * Twist{1, 0, 0, 0, 0, 0})  --> SpatialMomentum: linear (2, 0, 0) kg m/s, angular (0, 1, 0) kg m²/s
---```
---@class rigid.SpatialInertia
---@operator add(rigid.SpatialInertia): rigid.SpatialInertia
---@operator add(rigid.ABI): rigid.ABI
---@operator sub(rigid.SpatialInertia): rigid.SpatialInertia
---@operator sub(rigid.ABI): rigid.ABI
---@operator mul(rigid.Twist): rigid.SpatialMomentum
---@operator mul(rigid.SpatialAcc): rigid.Wrench
---@operator mul(rigid.SpatialMotion): rigid.SpatialForce
---@operator mul(rigid.Matrix): rigid.Matrix
---@overload fun(t: {mass:number,com?:rigid.Vec3Like,com_moment?:rigid.Vec3Like,inertia?:rigid.InertiaLike,unit_inertia?:rigid.InertiaLike,about?:rigid.About,skip_validity_check?:boolean}): rigid.SpatialInertia
local SpatialInertia = {}

---The inertia with these ten parameters: m, m cx, m cy, m cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz, I about the frame origin.
---Never checks whether a body can have them: an estimate may be impossible, and M:criticize() says how.
---@param parameters rigid.VectorLike ten numbers; kg, kg m, kg m²
---@return rigid.SpatialInertia M
---Errors: rejects anything but ten numbers.
---Source: iDynTree SpatialInertia::fromVector.
---Example:
---```lua
---local M = SpatialInertia.from_parameters{2, 0, 0, 1, 0.8, 0, 0, 0.9, 0, 0.5}
---print(M:mass(), M:com())  --> 2.0  Vec3(0, 0, 0.5)
---```
function SpatialInertia.from_parameters(parameters) end

---The inertia of nothing: all ten parameters zero. The neutral element of sums.
---@return rigid.SpatialInertia M
---Source: iDynTree SpatialInertia::Zero; Drake SpatialInertia::Zero.
---Example:
---```lua
---print(SpatialInertia.zero():is_zero())  --> true
---```
function SpatialInertia.zero() end

---All ten parameters NaN, for quick detection of what was never set.
---@return rigid.SpatialInertia M
---Source: Drake SpatialInertia::NaN.
---Example:
---```lua
---print(SpatialInertia.nan():is_nan())  --> true
---```
function SpatialInertia.nan() end

---Mass 1 kg, centre of mass at the origin, moments of inertia 1 kg m², products zero.
---@return rigid.SpatialInertia M
---Source: Drake SpatialInertia::MakeUnitary.
---Example:
---```lua
---print(SpatialInertia.unitary():matrix() == Matrix.identity(6))  --> true
---```
function SpatialInertia.unitary() end

---A particle: I = m (p·p 1 − p pᵀ) about the origin.
---@param options {mass:number,position:rigid.Vec3Like} mass in kg; position from the origin, m
---@return rigid.SpatialInertia M about the origin of the frame
---Errors: refuses a mass that is not positive and finite, a position that is not finite, and unknown fields.
---Source: Drake SpatialInertia::PointMass.
---Example:
---```lua
---print(SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}:rotational_inertia():moments())
-----> Vec3(0, 2, 2)
---```
function SpatialInertia.point_mass(options) end

---A solid box about its centre, along the axes of the frame: Ixx = m (ly² + lz²)/12, and so on.
---@param options {mass?:number,density?:number,size:rigid.Vec3Like} mass kg or density kg/m³; edges {lx, ly, lz} m
---@return rigid.SpatialInertia M about the centre
---Errors: refuses mass or density both or neither, numbers that are not positive and finite, and unknown fields.
---Source: Drake SpatialInertia::SolidBoxWithMass, SolidBoxWithDensity.
---Example:
---```lua
---print(("%.6f"):format(SpatialInertia.solid_box{density = 1000, size = {0.1, 0.2, 0.3}}:mass()))  --> 6.000000
---```
function SpatialInertia.solid_box(options) end

---A solid cube about its centre: I = m l²/6 about every axis.
---@param options {mass?:number,density?:number,length:number} mass kg or density kg/m³; edge m
---@return rigid.SpatialInertia M about the centre
---Errors: refuses mass or density both or neither, numbers that are not positive and finite, and unknown fields.
---Source: Drake SpatialInertia::SolidCubeWithMass, SolidCubeWithDensity.
---Example:
---```lua
---print(SpatialInertia.solid_cube{mass = 6, length = 1}:rotational_inertia():moments())  --> Vec3(1, 1, 1)
---```
function SpatialInertia.solid_cube(options) end

---A solid ball about its centre: I = (2/5) m r² about every axis.
---@param options {mass?:number,density?:number,radius:number} mass kg or density kg/m³; radius m
---@return rigid.SpatialInertia M about the centre
---Errors: refuses mass or density both or neither, numbers that are not positive and finite, and unknown fields.
---Source: Drake SpatialInertia::SolidSphereWithMass, SolidSphereWithDensity.
---Example:
---```lua
---print(SpatialInertia.solid_sphere{mass = 5, radius = 1}:rotational_inertia():moments())  --> Vec3(2, 2, 2)
---```
function SpatialInertia.solid_sphere(options) end

---A solid ellipsoid about its centre, along the axes of the frame: Ixx = m (b² + c²)/5, and so on.
---@param options {mass?:number,density?:number,semi_axes:rigid.Vec3Like} mass kg or density kg/m³; {a, b, c} m
---@return rigid.SpatialInertia M about the centre
---Errors: refuses mass or density both or neither, numbers that are not positive and finite, and unknown fields.
---Source: Drake SpatialInertia::SolidEllipsoidWithMass, SolidEllipsoidWithDensity.
---Example:
---```lua
---print(SpatialInertia.solid_ellipsoid{mass = 5, semi_axes = {1, 2, 3}}:rotational_inertia():moments())
-----> Vec3(13, 10, 5)
---```
function SpatialInertia.solid_ellipsoid(options) end

---A solid cylinder about its centre: m r²/2 about the axis, m (3 r² + l²)/12 across it.
---@param options {mass?:number,density?:number,radius:number,length:number,axis?:rigid.Vec3Like} kg or kg/m³; m; unit axis, default z
---@return rigid.SpatialInertia M about the centre
---Errors: refuses mass or density both or neither, numbers that are not positive and finite, an axis whose length is
---further than 1e-14 from 1, and unknown fields.
---Source: Drake SpatialInertia::SolidCylinderWithMass, SolidCylinderWithDensity.
---Example:
---```lua
---print(SpatialInertia.solid_cylinder{mass = 12, radius = 1, length = 2}:rotational_inertia():moments())
-----> Vec3(7, 7, 6)
---```
function SpatialInertia.solid_cylinder(options) end

---A solid cylinder, about the centre of one end; the axis points from that end to the centre of mass, which is at
---l/2 along it: m r²/2 about the axis, m (3 r² + 4 l²)/12 across it.
---@param options {mass?:number,density?:number,radius:number,length:number,axis?:rigid.Vec3Like} kg or kg/m³; m; unit axis, default z
---@return rigid.SpatialInertia M about the end
---Errors: as solid_cylinder.
---Source: Drake SpatialInertia::SolidCylinderWithMassAboutEnd, SolidCylinderWithDensityAboutEnd.
---Example:
---```lua
---local M = SpatialInertia.solid_cylinder_about_end{mass = 12, radius = 1, length = 2}
---print(M:com(), M:rotational_inertia():moments())  --> Vec3(0, 0, 1)  Vec3(19, 19, 6)
---```
function SpatialInertia.solid_cylinder_about_end(options) end

---A solid capsule about its centre: a cylinder with half a ball on each end. length is that of the cylinder alone.
---@param options {mass?:number,density?:number,radius:number,length:number,axis?:rigid.Vec3Like} kg or kg/m³; m; unit axis, default z
---@return rigid.SpatialInertia M about the centre
---Errors: as solid_cylinder.
---Source: Drake SpatialInertia::SolidCapsuleWithMass, SolidCapsuleWithDensity.
---Example:
---```lua
---local M = SpatialInertia.solid_capsule{density = 1000, radius = 0.05, length = 0.3}
---print(string.format("%.4f", M:mass()))  --> 2.8798
---```
function SpatialInertia.solid_capsule(options) end

---A solid cone about its centre of mass, which lies on the axis a quarter of the length above the base; the axis goes from base to tip.
---@param options {mass?:number,density?:number,radius:number,length:number,axis?:rigid.Vec3Like} kg or kg/m³; m, of the base; m; unit axis, default z
---@return rigid.SpatialInertia M about the centre of mass
---Errors: as solid_cylinder.
---Source: gz-math Cone.
---Example:
---```lua
---print(SpatialInertia.solid_cone{mass = 10, radius = 1, length = 2}:rotational_inertia():moments())  --> Vec3(3, 3, 3)
---```
function SpatialInertia.solid_cone(options) end

---A thin spherical shell about its centre: I = (2/3) m r² about every axis. The density is per area.
---@param options {mass?:number,area_density?:number,radius:number} mass kg or area_density kg/m²; radius m
---@return rigid.SpatialInertia M about the centre
---Errors: refuses mass or area_density both or neither, numbers that are not positive and finite, and unknown fields.
---Source: Drake SpatialInertia::HollowSphereWithMass, HollowSphereWithDensity.
---Example:
---```lua
---print(SpatialInertia.hollow_sphere{mass = 3, radius = 1}:rotational_inertia():moments())  --> Vec3(2, 2, 2)
---```
function SpatialInertia.hollow_sphere(options) end

---A thin rod about its centre: m l²/12 across the axis, nothing about it.
---@param options {mass:number,length:number,axis?:rigid.Vec3Like} kg; m; unit axis, default z
---@return rigid.SpatialInertia M about the centre
---Errors: refuses numbers that are not positive and finite, an axis whose length is further than 1e-14 from 1, and
---unknown fields.
---Source: Drake SpatialInertia::ThinRodWithMass.
---Example:
---```lua
---print(SpatialInertia.thin_rod{mass = 12, length = 1}:rotational_inertia():moments())  --> Vec3(1, 1, 0)
---```
function SpatialInertia.thin_rod(options) end

---A thin rod about one of its ends; the axis points from that end to the other, the centre of mass is at l/2 along it:
---m l²/3 across the axis.
---@param options {mass:number,length:number,axis?:rigid.Vec3Like} kg; m; unit axis, default z
---@return rigid.SpatialInertia M about the end
---Errors: as thin_rod.
---Source: Drake SpatialInertia::ThinRodWithMassAboutEnd.
---Example:
---```lua
---print(SpatialInertia.thin_rod_about_end{mass = 3, length = 1, axis = {1, 0, 0}}:rotational_inertia():moments())
-----> Vec3(0, 1, 1)
---```
function SpatialInertia.thin_rod_about_end(options) end

---A solid tetrahedron about the origin of the frame in which its four vertices are given.
---The vertices are ordered so that (p1 − p0) · ((p2 − p0) × (p3 − p0)) is positive.
---@param options {density:number,vertices:rigid.Vec3Like[]} kg/m³; {p0, p1, p2, p3} m
---@return rigid.SpatialInertia M about the origin of the frame
---Errors: refuses a density that is not positive and finite, vertices that are not four, a flat tetrahedron, and one that
---is inside out, and says which.
---Source: Drake SpatialInertia::SolidTetrahedronAboutPointWithDensity; V = det/6, ∫x xᵀ = V/20 (Σ pᵢpᵢᵀ + s sᵀ).
---Example:
---```lua
---local M = SpatialInertia.solid_tetrahedron{
---    density = 6000, vertices = {{1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1}},
---}
---print(string.format("%.0f", M:mass()), M:com())  --> 1000  Vec3(1.25, 0.25, 0.25)
---```
function SpatialInertia.solid_tetrahedron(options) end

---A solid tetrahedron about its vertex p0, from which the three other vertices are given; p1 · (p2 × p3) is positive.
---@param options {density:number,vertices:rigid.Vec3Like[]} kg/m³; {p1, p2, p3} from p0, m
---@return rigid.SpatialInertia M about the vertex p0
---Errors: as solid_tetrahedron, with three vertices.
---Source: Drake SpatialInertia::SolidTetrahedronAboutVertexWithDensity.
---Example:
---```lua
---local M = SpatialInertia.solid_tetrahedron_about_vertex{
---    density = 6000, vertices = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
---}
---print(M:com())  --> Vec3(0.25, 0.25, 0.25)
---```
function SpatialInertia.solid_tetrahedron_about_vertex(options) end

---A solid bounded by triangles, exactly, convex or not, about the origin of the frame of its vertices. The mesh must be
---closed and wound outward: seen from outside, the vertices of each face go round counter-clockwise.
---@param options {mass?:number,density?:number,vertices:rigid.Vec3Like[],faces:integer[][]} kg or kg/m³; m; {i, j, k} from 1
---@return rigid.SpatialInertia M about the origin of the frame
---Errors: refuses a mesh that is open, wound both ways, wound inward or without volume, and a face that names a vertex
---twice or one that is not there: each is said plainly, with the face or the edge.
---Source: Drake CalcSpatialInertia of a TriangleSurfaceMesh; a sum of tetrahedra.
---Example:
---```lua
---local M = SpatialInertia.mesh{
---    mass = 1,
---    vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
---    faces = {{1, 3, 2}, {1, 2, 4}, {1, 4, 3}, {2, 3, 4}},
---}
---print(M:com())  --> Vec3(0.25, 0.25, 0.25)
---```
function SpatialInertia.mesh(options) end

---A body that can exist, drawn at random. Without around: a link as machines have them, a box of 2 to 50 cm a side and of 300
---to 8000 kg/m³, turned anyhow, its com within half its length of the origin. Around a body: that body, with each of its ten
---log-Cholesky coordinates moved by normal noise of the given spread, measured in the body itself, so that neither units nor
---frame matter: 0.1 changes mass, lengths and com by some 10 % (of its own size). A rod stays a rod.
---@param options? {around?:rigid.SpatialInertia,spread?:number,seed?:integer} spread 0 to 10, default 0.1; seed any integer, default 1
---@return rigid.SpatialInertia M the same for the same seed, on every machine
---Errors: refuses to draw around what no body can have or what has no mass, a spread that is negative or above 10, a spread
---without a body to spread around, and unknown fields.
---Source: Lee, Wensing, Park 2020; Rucker, Wensing 2022.
---Example:
---```lua
---local M = SpatialInertia.random{seed = 7}
---print(M:is_physically_consistent(), M == SpatialInertia.random{seed = 7})  --> true  true
---local N = SpatialInertia.random{around = M, spread = 0.01, seed = 8}
---print(N:is_physically_valid(), M:distance(N, "affine") < 0.1)  --> true  true
---```
function SpatialInertia.random(options) end

---The body with these log-Cholesky coordinates: any ten numbers give one that can exist, which is what estimators and
---optimisers want. M:log_cholesky() is the way back.
---@param theta rigid.VectorLike {α, d1, d2, d3, s12, s23, s13, t1, t2, t3}
---@return rigid.SpatialInertia M of mass e^2α, com t, and Σ_c = m U Uᵀ with U = [e^d1 s12 s13; 0 e^d2 s23; 0 0 e^d3]
---Errors: rejects anything but ten finite numbers, and those so large or small that the inertia overflows or is lost in rounding.
---Source: Rucker, Wensing 2022.
---Example:
---```lua
---print(SpatialInertia.from_log_cholesky{0, 0, 0, 0, 0, 0, 0, 1, 2, 3}:com())  --> Vec3(1, 2, 3)
---```
function SpatialInertia.from_log_cholesky(theta) end

---The two bodies welded together: A + B, by plain sums of their ten parameters.
---@param A rigid.SpatialInertia
---@param B rigid.SpatialInertia about the same point, in the same axes
---@return rigid.SpatialInertia M
---Errors: rejects anything but a SpatialInertia.
---Source: iDynTree SpatialInertia::combine; Featherstone 2008 §2.13.
---Example:
---```lua
---local left = SpatialInertia.point_mass{mass = 1, position = {-1, 0, 0}}
---local right = SpatialInertia.point_mass{mass = 3, position = {1, 0, 0}}
---print(SpatialInertia.combine(left, right):com())  --> Vec3(0.5, 0, 0)
---```
function SpatialInertia.combine(A, B) end

---The regressor of the momentum: the matrix Y(v) with M v = Y(v) π for the ten parameters π of any M.
---@param v rigid.TwistLike twist of the body
---@return rigid.Matrix Y 6x10, linear first
---Errors: refuses a force, a SpatialAcc, and what is not six numbers.
---Source: iDynTree SpatialInertia::momentumRegressor.
---Example:
---```lua
---local M, v = SpatialInertia.solid_box{mass = 3, size = {1, 2, 3}}, Twist{1, 2, 3, 4, 5, 6}
---local Y = SpatialInertia.momentum_regressor(v)
---print((Y * M:parameters()):is_near(Vector((M * v):table())))  --> true
---```
function SpatialInertia.momentum_regressor(v) end

---The regressor of the rate of momentum, which is the net wrench on the body: M a + v ×̄* M v = Y(v, a) π.
---@param v rigid.TwistLike twist of the body
---@param a rigid.SpatialAccLike spatial acceleration of the body; subtract that of gravity to regress what others exert
---@return rigid.Matrix Y 6x10, linear first
---Errors: refuses forces, a SpatialAcc for v, a Twist for a, and what is not six numbers.
---Source: iDynTree SpatialInertia::momentumDerivativeRegressor.
---Example:
---```lua
---local M = SpatialInertia.solid_box{mass = 3, size = {1, 2, 3}}
---local v, a = Twist{1, 2, 3, 4, 5, 6}, SpatialAcc{6, 5, 4, 3, 2, 1}
---local Y = SpatialInertia.momentum_derivative_regressor(v, a)
---print((Y * M:parameters()):is_near(Vector((M * a + M:bias_wrench(v)):table())))  --> true
---```
function SpatialInertia.momentum_derivative_regressor(v, a) end

---The non-passive Slotine-Li regressor, as the reference page has it, number for number: M a_r + (v×̄*M − M v×) v_r = Y π. It is right
---only at v_ref = v, where it is momentum_derivative_regressor. Away from that it is NOT passive, although its page says so:
---this factor is symmetric (it is Ṁ itself), so Ṁ − 2B = −Ṁ is not skew, and an adaptive law built on it can be fed energy
---by its own feedforward. Use it to compare with that page; slotine_li_regressor is the one to control with.
---@param v rigid.TwistLike twist of the body
---@param v_ref rigid.TwistLike reference twist
---@param a_ref rigid.SpatialAccLike absolute spatial reference acceleration
---@return rigid.Matrix Y 6x10, linear first
---Errors: only for arguments of the wrong kind.
---Source: iDynTree SpatialInertia::momentumDerivativeSlotineLiRegressor.
---Example:
---```lua
---local v, s, a = Twist{1, 2, 3, 4, 5, 6}, Twist{1, 0, 2, 0, 1, -1}, SpatialAcc{6, 5, 4, 3, 2, 1}
---local Y = SpatialInertia.momentum_derivative_slotine_li_regressor(v, s, a)
---print(Y == SpatialInertia.slotine_li_regressor(v, s, a, {factor = "reference"}))  --> true
---print(Y:is_near(SpatialInertia.slotine_li_regressor(v, s, a)))  --> false
---```
function SpatialInertia.momentum_derivative_slotine_li_regressor(v, v_ref, a_ref) end

---The regressor of Slotine and Li's control: M a_r + B(M, v) v_r = Y(v, v_r, a_r) π, with a_r the absolute spatial
---reference acceleration (in body axes, the rate of v_r plus v × v_r). The factor chooses B:
---
---"christoffel" (the default): B = ½(v×̄*M − M v× + (M v)×̄), where f ×̄ u means u ×̄* f. Passive for every v_ref; in trees
---it gives the Coriolis matrix of the Christoffel symbols, so Ḣ − 2C is skew. The one to use, and what a tree takes too.
---
---"body": B = v×̄*M. Passive for every v_ref; in trees C is another, equally passive, factorisation.
---
---"reference": B = v×̄*M − M v×, the formula of the reference page, which momentum_derivative_slotine_li_regressor gives. It
---is right only at v_ref = v, where every factor gives momentum_derivative_regressor. Away from that it is NOT passive.
---
---Passive means B v = v×̄*M v and B + Bᵀ = v×̄*M − M v×, for every v_ref and every M. doc/slotine-li.md shows it in numbers.
---@param v rigid.TwistLike twist of the body
---@param v_ref rigid.TwistLike reference twist
---@param a_ref rigid.SpatialAccLike absolute spatial reference acceleration
---@param options? {factor?:rigid.Factor} which factor B, default "christoffel"
---@return rigid.Matrix Y 6x10, linear first
---Errors: refuses a factor that is none of the three, and unknown fields.
---Source: iDynTree SpatialInertia::momentumDerivativeSlotineLiRegressor; Niemeyer & Slotine 1991; Garofalo, Ott,
---Albu-Schäffer 2013; Echeandia & Wensing 2021.
---Example:
---```lua
---local M = SpatialInertia.solid_box{mass = 3, size = {1, 2, 3}}
---local v, s = Twist{1, 2, 3, 4, 5, 6}, Twist{1, 0, 2, 0, 1, -1}
---local a = SpatialAcc(v:cross(s)) -- the error s held fixed in the body: a passive factor must then do no work on it
---for _, factor in ipairs{"reference", "christoffel", "body"} do
---    local Y = SpatialInertia.slotine_li_regressor(v, s, a, {factor = factor})
---    print(factor, string.format("%.3f", math.abs(s:dot(Wrench(Y * M:parameters())))))
---end
-----> reference  4.000
-----> christoffel  0.000
-----> body  0.000
---```
function SpatialInertia.slotine_li_regressor(v, v_ref, a_ref, options) end

---The mass of the body.
---@return number mass kg
---Source: iDynTree getMass; Drake get_mass.
---Example:
---```lua
---print(SpatialInertia.unitary():mass())  --> 1.0
---```
function SpatialInertia:mass() end

---The position of the centre of mass from the origin, h/m; zero for a massless body.
---@return rigid.Vec3 com m
---Source: iDynTree getCenterOfMass; Drake get_com.
---Example:
---```lua
---print(SpatialInertia.thin_rod_about_end{mass = 1, length = 2}:com())  --> Vec3(0, 0, 1)
---```
function SpatialInertia:com() end

---The first moment of mass about the origin, h = m c. It is stored, so it is exact also for a massless body.
---@return rigid.Vec3 h kg m
---Source: Drake CalcComMoment.
---Example:
---```lua
---print(SpatialInertia.thin_rod_about_end{mass = 3, length = 2}:com_moment())  --> Vec3(0, 0, 3)
---```
function SpatialInertia:com_moment() end

---The rotational inertia about the origin.
---@return rigid.RotationalInertia I kg m²
---Source: iDynTree getRotationalInertiaWrtFrameOrigin; Drake CalcRotationalInertia.
---Example:
---```lua
---print(SpatialInertia.point_mass{mass = 2, position = {0, 0, 1}}:rotational_inertia():moments())
-----> Vec3(2, 2, 0)
---```
function SpatialInertia:rotational_inertia() end

---The rotational inertia about the centre of mass, I − m (c·c 1 − c cᵀ).
---@return rigid.RotationalInertia I_c kg m²
---Source: iDynTree getRotationalInertiaWrtCenterOfMass; parallel-axis theorem.
---Example:
---```lua
---print(SpatialInertia{mass = 2, com = {0, 0, 5}, inertia = {1, 2, 3}}:central_inertia():moments())
-----> Vec3(1, 2, 3)
---```
function SpatialInertia:central_inertia() end

---The rotational inertia per unit mass, I/m, about the origin.
---@return rigid.RotationalInertia G m²
---Errors: refuses a massless body that has rotational inertia.
---Source: Drake get_unit_inertia.
---Example:
---```lua
---print(SpatialInertia.point_mass{mass = 2, position = {0, 0, 3}}:unit_inertia():moments())  --> Vec3(9, 9, 0)
---```
function SpatialInertia:unit_inertia() end

---The 6x6 matrix: linear first [m 1  −h×; h×  I], angular first [I  h×; −h×  m 1].
---@param order? rigid.Order which half comes first, default "linear"
---@return rigid.Matrix m 6x6, symmetric
---Errors: refuses another order.
---Source: iDynTree asMatrix; Drake CopyToFullMatrix6.
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(M:matrix())
-----> Matrix 6x6
----->   2  0   0  0   0  0
----->   0  2   0  0   0  2
----->   0  0   2  0  -2  0
----->   0  0   0  0   0  0
----->   0  0  -2  0   2  0
----->   0  2   0  0   0  2
---print(M:matrix("angular")(2, 2))  --> 2.0
---```
function SpatialInertia:matrix(order) end

---The inverse of the 6x6 matrix: takes forces to motions.
---@param order? rigid.Order which half comes first, default "linear"
---@return rigid.Matrix m 6x6, symmetric
---Errors: refuses an inertia that is not finite, or is singular, naming the motion it does not resist; another order.
---Source: iDynTree getInverse.
---Example:
---```lua
---print(SpatialInertia.unitary():inverse_matrix() == Matrix.identity(6))  --> true
---```
function SpatialInertia:inverse_matrix(order) end

---The motion v with M v = f: the twist that has this momentum, or the acceleration that this wrench causes at rest.
---@param f rigid.SpatialForce a SpatialMomentum, a Wrench, or the generic SpatialForce
---@return rigid.SpatialMotion v a Twist for a SpatialMomentum, a SpatialAcc for a Wrench, else a SpatialMotion
---Errors: refuses an inertia that is not finite, or is singular, naming the motion it does not resist.
---Source: iDynTree applyInverse.
---Example:
---```lua
---local M = SpatialInertia.solid_sphere{mass = 2, radius = 1}
---print(M:apply_inverse(Wrench{4, 0, 0, 0, 0, 0}))
-----> SpatialAcc: linear (2, 0, 0) m/s², angular (0, 0, 0) rad/s²
---```
function SpatialInertia:apply_inverse(f) end

---The ten parameters: m, m cx, m cy, m cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz, I about the frame origin.
---@return rigid.Vector parameters 10 numbers; kg, kg m, kg m²
---Source: iDynTree SpatialInertia::asVector.
---Example:
---```lua
---print(SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}:parameters())
-----> Vector 10: (2, 2, 0, 0, 0, 0, 0, 2, 0, 2)
---```
function SpatialInertia:parameters() end

---Become the inertia with these ten parameters. Never checks whether a body can have them. Changes the receiver.
---@param parameters rigid.VectorLike ten numbers, in the order of M:parameters()
---@return rigid.SpatialInertia self
---Errors: rejects anything but ten numbers; nothing is changed then.
---Source: iDynTree SpatialInertia::fromVector.
---Example:
---```lua
---print(SpatialInertia.zero():set_parameters{5, 0, 0, 0, 1, 0, 0, 1, 0, 1}:mass())  --> 5.0
---```
function SpatialInertia:set_parameters(parameters) end

---Become the inertia of nothing. Changes the receiver.
---@return rigid.SpatialInertia self
---Source: iDynTree SpatialInertia::zero.
---Example:
---```lua
---print(SpatialInertia.unitary():set_zero() == SpatialInertia.zero())  --> true
---```
function SpatialInertia:set_zero() end

---Set all ten parameters to NaN. Changes the receiver.
---@return rigid.SpatialInertia self
---Source: Drake SpatialInertia::SetNaN.
---Example:
---```lua
---print(SpatialInertia.unitary():set_nan():is_nan())  --> true
---```
function SpatialInertia:set_nan() end

---Weld another body to this one. Changes the receiver and returns it; makes no garbage.
---@param B rigid.SpatialInertia about the same point, in the same axes
---@return rigid.SpatialInertia self
---Errors: rejects anything but a SpatialInertia; nothing is changed then.
---Source: Drake SpatialInertia::operator+=, by plain sums also where both are massless.
---Example:
---```lua
---local M = SpatialInertia.zero()
---for i = 1, 3 do
---    M:add_in_place(SpatialInertia.point_mass{mass = 1, position = {i, 0, 0}})
---end
---print(M:mass(), M:com())  --> 3.0  Vec3(2, 0, 0)
---```
function SpatialInertia:add_in_place(B) end

---The bias wrench v ×̄* M v: what it takes to keep a body moving at a constant body twist.
---(ω × (m v − h × ω), h × (ω × v) + ω × I ω) with V = (v, ω).
---@param V rigid.TwistLike twist of the body at the point of M
---@return rigid.Wrench F
---Errors: refuses a force, a SpatialAcc, and what is not six numbers.
---Source: iDynTree SpatialInertia::biasWrench; Featherstone 2008 §2.14.
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(M:bias_wrench(Twist{0, 0, 0, 0, 0, 3})) -- the centripetal force
-----> Wrench: linear (-18, 0, 0) N, angular (0, 0, 0) N m
---```
function SpatialInertia:bias_wrench(V) end

---The derivative of the bias wrench, ∂(v ×̄* M v)/∂v, by the twist.
---@param V rigid.TwistLike twist of the body at the point of M
---@return rigid.Matrix D 6x6, linear first
---Errors: refuses a force, a SpatialAcc, and what is not six numbers.
---Source: iDynTree SpatialInertia::biasWrenchDerivative.
---Example:
---```lua
---local M, V = SpatialInertia.solid_box{mass = 3, size = {1, 2, 3}}, Twist{1, 2, 3, 4, 5, 6}
---local D = M:bias_wrench_derivative(V) -- the wrench is quadratic in V, so D V is twice the wrench
---print((D * V:table()):is_near(Vector((2 * M:bias_wrench(V)):table())))  --> true
---```
function SpatialInertia:bias_wrench_derivative(V) end

---The same inertia about another point, in the same axes: M_BQ_E = M_BP_E:shift(p_PQ_E). It leaves the mass and takes the
---first moment to h − m p; I changes by the parallel-axis theorem.
---M:shift(p) * V:shift(p) is (M * V):shift(p).
---@param p_PQ rigid.Vec3Like m, from the old point P to the new point Q, in the axes of M
---@return rigid.SpatialInertia M_BQ_E
---Errors: rejects anything but a 3-vector.
---Source: Drake SpatialInertia::Shift; parallel-axis theorem, Jain 2010 §2.1.2.
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(M:shift{1, 0, 0}:com(), M:shift{1, 0, 0}:rotational_inertia():moments())  --> Vec3(0, 0, 0)  Vec3(0, 0, 0)
---```
function SpatialInertia:shift(p_PQ) end

---As shift, but changes the receiver and returns it; makes no garbage.
---@param p_PQ rigid.Vec3Like m, from the old point P to the new point Q, in the axes of M
---@return rigid.SpatialInertia self
---Errors: rejects anything but a 3-vector; nothing is changed then.
---Source: Drake SpatialInertia::ShiftInPlace.
---Example:
---```lua
---print(SpatialInertia.unitary():shift_in_place{0, 0, -1}:com())  --> Vec3(0, 0, 1)
---```
function SpatialInertia:shift_in_place(p_PQ) end

---The same inertia in other axes, about the same point: M_BP_A = M_BP_E:re_express(R_AE); h' = R h, I' = R I Rᵀ.
---@param R_AE rigid.RotationLike from the axes E of M to the axes A
---@return rigid.SpatialInertia M_BP_A
---Errors: rejects anything but a rotation.
---Source: Drake SpatialInertia::ReExpress.
---Example:
---```lua
---local M = SpatialInertia{mass = 1, com = {0, 0, 1}, inertia = {1, 2, 3}}
---print(M:re_express(Rotation.quaternion(0, 1, 0, 0)):com()) -- a half turn about x
-----> Vec3(0, 0, -1)
---```
function SpatialInertia:re_express(R_AE) end

---As re_express, but changes the receiver and returns it; makes no garbage.
---@param R_AE rigid.RotationLike from the axes E of M to the axes A
---@return rigid.SpatialInertia self
---Errors: rejects anything but a rotation; nothing is changed then.
---Source: Drake SpatialInertia::ReExpressInPlace.
---Example:
---```lua
---local M = SpatialInertia{mass = 1, com = {0, 0, 1}, inertia = {1, 2, 3}}
---print(M:re_express_in_place(Rotation.quaternion(0, 1, 0, 0)) == M)  --> true
---```
function SpatialInertia:re_express_in_place(R_AE) end

---Whether M:is_physically_valid(), and the mass is positive.
---@return boolean consistent
---Source: iDynTree SpatialInertia::isPhysicallyConsistent, with a relative tolerance; NaN and infinity are false.
---Example:
---```lua
---print(SpatialInertia.unitary():is_physically_consistent(), SpatialInertia.zero():is_physically_consistent())
-----> true  false
---```
function SpatialInertia:is_physically_consistent() end

---True where a body can have this inertia: finite, mass not negative, and about the centre of mass no principal moment
---more than the other two together. In one condition: Σ_c = ½ tr(I_c) 1 − I_c, the spread of mass about the centre of
---mass, has no negative eigenvalue. Judged relative to the stored numbers, to their rounding: a few eps, with no absolute
---floor. Of massless inertias only the zero one is valid. Figures of few digits, as a file has them of a thin plate, may be
---what no body has by their last digit alone: that is false here, and `rigid check` and m:diagnose(), which see how many
---digits were typed, say by how much, as the suspicion `rounded`, and which figures of more digits are a body's.
---@return boolean valid
---Source: Drake SpatialInertia::IsPhysicallyValid; Wensing, Kim, Slotine 2018.
---Example:
---```lua
---print(SpatialInertia.from_parameters{1, 0, 0, 0, 1, 0, 0, 1, 0, 3}:is_physically_valid())  --> false
---```
function SpatialInertia:is_physically_valid() end

---True where any of the ten parameters is NaN.
---@return boolean nan
---Source: Drake SpatialInertia::IsNaN.
---Example:
---```lua
---print(SpatialInertia.unitary():is_nan())  --> false
---```
function SpatialInertia:is_nan() end

---True where all of the ten parameters are zero.
---@return boolean zero
---Source: Drake SpatialInertia::IsZero.
---Example:
---```lua
---print(SpatialInertia.unitary():is_zero())  --> false
---```
function SpatialInertia:is_zero() end

---Why no body can have this inertia: what is wrong, by how much, and what would mend it. nil for a sound one.
---@return string|nil message
---Source: Drake SpatialInertia::CriticizeNotPhysicallyValid.
---Example:
---```lua
---print(SpatialInertia.unitary():criticize())  --> nil
---print(SpatialInertia.from_parameters{1, 0, 0, 0, 1, 0, 0, 1, 0, 3}:criticize() ~= nil)  --> true
---```
function SpatialInertia:criticize() end

---What is wrong with the inertia, as data: a list of findings, empty for a sound body, that prints well. Each has
---code, severity ("error": no body can have it; "warning": a body can, but hardly the one that was meant), quantity, value,
---limit, margin (negative by as much as it fails), unit and sentence, whose figures have six digits. There is an error
---exactly when M:is_physically_valid() says no. doc/doctor.md lists the codes.
---With geometry, the body is held against it: a box by its size, an ellipsoid by its semi-axes, or vertices (the box around
---them), with placement the pose of its frame in that of M. density is the range that is not remarked on, default
---{20, 25000} kg/m³.
---@param options? {geometry?:{box?:rigid.Vec3Like,ellipsoid?:rigid.Vec3Like,vertices?:rigid.Vec3Like[],placement?:rigid.TransformLike},density?:number[]}
---@return table findings a list of {code=, severity=, quantity=, value=, limit=, margin=, unit=, sentence=}
---Errors: refuses a geometry that is none of the three or several, lengths that are not positive, and unknown fields.
---Source: Wensing, Kim, Slotine 2018; Traversaro et al. 2016.
---Example:
---```lua
---local M = SpatialInertia.from_parameters{1, 0, 0, 0, 1, 0, 0, 1, 0, 3}
---for _, finding in ipairs(M:diagnose()) do print(finding.code, finding.margin, finding.unit) end
-----> triangle_inequality  -1.0  kg m²
-----> negative_spread  -0.5  kg m²
---local box = SpatialInertia.solid_box{mass = 6, size = {0.1, 0.2, 0.3}}
---print(box:diagnose{geometry = {box = {0.1, 0.2, 0.3}}})  --> nothing found: a body can have this inertia
---print(#box:diagnose{geometry = {ellipsoid = {0.05, 0.1, 0.15}, placement = {position = {0, 0, 1}}}})  --> 2
---```
function SpatialInertia:diagnose(options) end

---Corrections of an inertia that no body can have: a list, the best first, that prints well; empty for a possible one. First come slips, undone one at
---a time in the figures as written: an entry times a power of ten, with the other sign, or swapped with another; the six numbers in another
---program's order; another unit; the tensor about the other point. Those that make it possible are ranked by how likely the result is to be a link of a
---machine and the slip to happen; those that the inertia alone cannot tell apart share a rank. Then come the smallest change there is (negative
---second moments raised to zero) and, of all bodies within twice that change, the one nearest to a ball in entropic divergence. The smallest
---change comes first if it is below 0.2 %, or below 2 % and no slip stands out. Each repair has
---
---- `inertia`: the corrected SpatialInertia; `values`: the figures to write instead (mass, x, y, z, ixx, ixy, ...).
---- `edit`, `sentence`: what is changed, in short and in words; `kind`: of slip, or "nearest", "entropic".
---- `change`: how much the tensor about the com changes, relatively; `rank`: nil for what is no slip.
---
---The list has `slips`, how many single slips explain the figures, and `sentence`, which says so.
---@param options? {about?:rigid.About} about which point the tensor was written, default "com" as in a URDF
---@return table repairs a list of {inertia=, edit=, sentence=, change=, ...}
---Errors: refuses another point, and unknown fields.
---Source: Wensing, Kim, Slotine 2018; Lee, Wensing, Park 2020.
---Example:
---```lua
---local M = SpatialInertia{
---    mass = 1.559, skip_validity_check = true, -- izz without its decimal point
---    inertia = {xx = 2661.9e-6, xy = -31.029e-6, xz = 9.34e-6, yy = 2302.5e-6, yz = 151.466e-6, zz = 1676359e-6},
---}
---local repairs = M:repairs()
---print(repairs.sentence)  --> Exactly one slip explains these numbers: izz × 10⁻³.
---print(repairs[1].values.izz, repairs[1].inertia:is_physically_valid())  --> 0.001676359  true
---```
function SpatialInertia:repairs(options) end

---The log-Cholesky coordinates of the body: ten numbers without any constraint, α d1 d2 d3 s12 s23 s13 t1 t2 t3, with mass e^2α,
---com t, and the spread of mass about the com Σ_c = m U Uᵀ, U = [e^d1 s12 s13; 0 e^d2 s23; 0 0 e^d3].
---@return rigid.Vector theta 10 numbers
---Errors: refuses what no body can have, and rods, plates, points and nothing, whose coordinates are infinite.
---Source: Rucker, Wensing 2022.
---Example:
---```lua
---local M = SpatialInertia{mass = 1, com = {1, 2, 3}, inertia = {2, 2, 2}} -- spreads of 1 kg m²
---local theta = M:log_cholesky()
---print(theta[8], theta[9], theta[10], SpatialInertia.from_log_cholesky(theta):is_near(M))  --> 1.0  2.0  3.0  true
---```
function SpatialInertia:log_cholesky() end

---How far the body is from N, in a sense that no choice of frame or units changes. "entropic" (the default) is the divergence
---−ln(det P/det Q) + tr(Q⁻¹P) − 4 of the pseudo-inertias P of this body and Q of N: cheap, convex in P, not symmetric.
---"affine" is √Σ ln²λ over the eigenvalues λ of Q⁻¹P, a metric. Both are zero only where the two are equal.
---@param N rigid.SpatialInertia about the same point, in the same axes
---@param kind? "entropic"|"affine" default "entropic"
---@return number distance
---Errors: refuses what no body can have, and rods, plates, points and nothing, which are infinitely far; another kind.
---Source: Lee, Park 2018; Lee, Wensing, Park 2020.
---Example:
---```lua
---local M = SpatialInertia.solid_box{mass = 1, size = {1, 2, 3}}
---local N = M:scale{mass = math.exp(1)} -- all four eigenvalues are e
---print(string.format("%.6f", M:distance(N, "affine")))  --> 2.000000
---print(M:distance(N) ~= N:distance(M), M:distance(M))  --> true  0.0
---```
function SpatialInertia:distance(N, kind) end

---The mirror image of the body in a plane through the origin: that of the left arm from the right one's.
---@param plane string|rigid.Vec3Like "xy", "xz" or "yz", or the unit normal of the plane
---@return rigid.SpatialInertia image
---Errors: refuses other planes, and normals that are not of length 1.
---Source: J' = T J Tᵀ for the pseudo-inertia J and any affine map T.
---Example:
---```lua
---local right = SpatialInertia{mass = 2, com = {0.1, -0.2, 0}, inertia = {0.3, 0.4, 0.5, 0.01, 0, 0.02}}
---print(right:mirror("xz"):com(), right:mirror("xz"):central_inertia():products())
-----> Vec3(0.1, 0.2, 0)  Vec3(-0.01, 0, -0.02)
---print(right:mirror{0, 1, 0} == right:mirror("xz"))  --> true
---```
function SpatialInertia:mirror(plane) end

---The body made heavier by a factor, larger by a factor, or both, about the origin. A factor that is left out is 1: length alone
---spreads the same mass farther. At the same density a body twice as large is SpatialInertia:scale{length = 2, mass = 8}.
---@param factors {mass?:number,length?:number} positive
---@return rigid.SpatialInertia M h times both, I times mass and the square of length
---Errors: refuses factors that are not positive and finite, or both left out, and an inertia that overflows.
---Source: J' = T J Tᵀ for the pseudo-inertia J and any affine map T.
---Example:
---```lua
---local M = SpatialInertia.solid_cube{density = 1000, length = 0.1}
---print(M:scale{length = 2, mass = 8}:is_near(SpatialInertia.solid_cube{density = 1000, length = 0.2}))  --> true
---```
function SpatialInertia:scale(factors) end

---The solid ellipsoid of uniform density that has this inertia: semi-axis √(5 σ/m) along each principal axis, σ the spread
---of mass along it (an eigenvalue of Σ_c, clipped at zero).
---@return rigid.Vec3 semi_axes m, descending
---@return rigid.Transform X_BA from the frame of the ellipsoid (centre, principal axes) to the frame of M
---Errors: refuses an inertia that is not finite, or that has no mass yet is not zero.
---Source: Drake CalcPrincipalSemiDiametersAndPoseForSolidEllipsoid.
---Example:
---```lua
---local M = SpatialInertia.solid_ellipsoid{mass = 2, semi_axes = {1, 3, 2}}:shift{0, 0, -5}
---local semi_axes, X = M:equivalent_ellipsoid()
---print(semi_axes, X:position())  --> Vec3(3, 2, 1)  Vec3(0, 0, 5)
---```
function SpatialInertia:equivalent_ellipsoid() end

---The solid box of uniform density that has the same mass and inertia: half-length √(3 σ/m) along each principal axis, σ as in
---equivalent_ellipsoid.
---@return rigid.Vec3 half_lengths m, descending
---@return rigid.Transform X_BA from the frame of the box (centre, principal axes) to the frame of M
---Errors: as equivalent_ellipsoid.
---Source: Drake CalcPrincipalHalfLengthsAndPoseForSolidBox.
---Example:
---```lua
---print((SpatialInertia.solid_box{mass = 2, size = {2, 6, 4}}:equivalent_box()))  --> Vec3(3, 2, 1)
---```
function SpatialInertia:equivalent_box() end

---The box of eight equal particles, one at each corner, that has this inertia: half-length √(σ/m) along each
---principal axis. The body itself must reach at least as far as this box.
---@return rigid.Vec3 half_lengths m, descending
---@return rigid.Transform X_BA from the frame of the box (centre, principal axes) to the frame of M
---Errors: as equivalent_ellipsoid.
---Source: Drake CalcPrincipalHalfLengthsAndPoseForMinimumBoundingBox.
---Example:
---```lua
---local ends = SpatialInertia.point_mass{mass = 1, position = {2, 0, 0}}
---    + SpatialInertia.point_mass{mass = 1, position = {-2, 0, 0}}
---print((ends:minimum_bounding_box()))  --> Vec3(2, 0, 0)
---```
function SpatialInertia:minimum_bounding_box() end

---The least length the body can have: somewhere in it are two particles this far apart. The diagonal of the minimum
---bounding box, √(2 tr(I_c)/m). Far more than the real size, it betrays a slip of units.
---@return number length m
---Errors: as equivalent_ellipsoid.
---Source: Drake CalcMinimumPhysicalLength.
---Example:
---```lua
---print(string.format("%.3f", SpatialInertia.thin_rod{mass = 1, length = 1}:minimum_length()))  --> 0.577
---```
function SpatialInertia:minimum_length() end

---A new value equal to this one.
---@return rigid.SpatialInertia copy
---Example:
---```lua
---local M = SpatialInertia.unitary()
---M:copy():set_zero()
---print(M:mass())  --> 1.0
---```
function SpatialInertia:copy() end

---{mass=, com=, com_moment=, inertia={xx=, ..}, about="origin"}, which the constructor takes back exactly; an impossible
---inertia carries skip_validity_check=true with it.
---@return table t kg, m, kg m, kg m²
---Example:
---```lua
---local M = SpatialInertia.thin_rod_about_end{mass = 3, length = 1}
---print(SpatialInertia(M:table()) == M)  --> true
---```
function SpatialInertia:table() end

---Whether all ten parameters agree with those of b, within tol.
---@param b rigid.SpatialInertia
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---local M = SpatialInertia.unitary()
---print(M:shift{1, 2, 3}:shift{-1, -2, -3}:is_near(M))  --> true
---```
function SpatialInertia:is_near(b, tol) end
