---@meta rigid
-- The typed reference of rigid: one entry for every public class, function, method and operator, in LuaCATS form.
-- Editors complete from it and help() prints it; nothing executes it. spec/docs_spec.lua runs each example: its output
-- must be its `-->` lines, and every argument and every result must have the type that is written here.
-- Conventions: SI units, radians, right-handed frames. Spatial vectors linear first, quaternions w first, indices from 1.
-- p_PQ: position from P to Q. X_AB: pose of frame B in frame A. R_AE: rotation that turns components in E into those in A.

---@alias rigid.Vec3Like rigid.Vec3|number[]
---@alias rigid.VectorLike rigid.Vector|rigid.Vec3|number[]
---@alias rigid.MatrixLike rigid.Matrix|number[][]
---@alias rigid.RotationLike rigid.Rotation|rigid.Matrix|number[][]
---@alias rigid.InertiaLike rigid.RotationalInertia|rigid.Matrix|number[]|number[][]|table<string,number>
---@alias rigid.TwistLike rigid.Twist|rigid.SpatialMotion|number[]
---@alias rigid.SpatialAccLike rigid.SpatialAcc|rigid.SpatialMotion|number[]
---@alias rigid.WrenchLike rigid.Wrench|rigid.SpatialForce|number[]
---@alias rigid.TransformLike rigid.Transform|{rotation?:rigid.RotationLike,position?:rigid.Vec3Like}
---@alias rigid.MassMatrixLike rigid.MassMatrix3|{mass?:number,diagonal?:rigid.Vec3Like,off_diagonal?:rigid.Vec3Like}
---@alias rigid.Order "linear"|"angular"
---@alias rigid.Factor "reference"|"christoffel"|"body"
---@alias rigid.About "com"|"origin"

---Rigid-body dynamics: spatial algebra, the inertias of rigid and articulated bodies, and their regressors.
---Values are immutable in spirit: operators and methods return new ones; what changes its receiver ends in _in_place or
---begins with set_. Bad input raises an error that names the argument, what was wanted and what came.
---Example:
---```lua
---local box = rigid.SpatialInertia.solid_box{mass = 12, size = {0.2, 0.3, 0.4}}
---print(box:rotational_inertia():moments())  --> Vec3(0.25, 0.2, 0.13)
---```
---@class rigid
---@field version string The version of the module.
---@field Vec3 rigid.Vec3 Three numbers.
---@field Matrix rigid.Matrix A dense matrix.
---@field Vector rigid.Vector A column of n numbers.
---@field Rotation rigid.Rotation A rotation R_AB.
---@field Transform rigid.Transform A pose X_AB.
---@field SpatialMotion rigid.SpatialMotion A spatial motion vector.
---@field Twist rigid.Twist A spatial velocity.
---@field SpatialAcc rigid.SpatialAcc A spatial acceleration.
---@field SpatialForce rigid.SpatialForce A spatial force vector.
---@field Wrench rigid.Wrench A force and a moment.
---@field SpatialMomentum rigid.SpatialMomentum A linear and an angular momentum.
---@field RotationalInertia rigid.RotationalInertia The inertia of a body against turning.
---@field SpatialInertia rigid.SpatialInertia The inertia of a rigid body: its ten parameters.
---@field ABI rigid.ABI An articulated-body inertia.
---@field MassMatrix3 rigid.MassMatrix3 Mass and moments of inertia about the centre of mass.
---@field Inertial rigid.Inertial A mass matrix at a pose, with added mass.
---@field Model rigid.Model A robot: links on joints.
---@field Log rigid.Log A motion of a model as samples.
local rigid = {}

---The name of the class of a value of rigid, or nil for anything else.
---@param x any any value, also nil
---@return string|nil name "Vec3", "Twist", "SpatialInertia", ...
---Errors: only a call without any argument.
---Example:
---```lua
---print(rigid.type(rigid.Vec3(1, 2, 3)), rigid.type{1, 2, 3})  --> Vec3  nil
---```
function rigid.type(x) end

---Print the documentation of a class, a value, a function, or of everything of a name; without argument, an overview.
---Names may be full: "SpatialInertia:shift" for a method, "SpatialInertia.solid_box" for a function of the class.
---Returns nothing.
---@param x? any a class, a value of one, a function or method, or a name as a string
---Errors: none; where nothing is known by that name, it says so and prints the nearest names.
---Example:
---```lua
---rigid.help "Vec3:norm"
---```
function rigid.help(x) end

-- Small algebra -------------------------------------------------------------------------------------------------------

---Three numbers: a position, a direction, one half of a spatial vector. Wherever a 3-vector is asked for, {x, y, z}
---does as well. The entries are v.x, v.y, v.z or v[1], v[2], v[3], and are read-only; #v is 3.
---number * Vec3 is Vec3 * number. == is exact; tostring gives "Vec3(x, y, z)". NaN and infinity are carried through.
---Errors: constructing refuses what is not three numbers; writing an entry is refused.
---Example:
---```lua
---local v = Vec3(1, 2, 3)
---print(v + Vec3{10, 20, 30}, 2 * v, v.z, #v)  --> Vec3(11, 22, 33)  Vec3(2, 4, 6)  3.0  3
---```
---@class rigid.Vec3
---@field x number
---@field y number
---@field z number
---@field [integer] number
---@operator add(rigid.Vec3): rigid.Vec3
---@operator add(number[]): rigid.Vec3
---@operator sub(rigid.Vec3): rigid.Vec3
---@operator sub(number[]): rigid.Vec3
---@operator mul(number): rigid.Vec3
---@operator div(number): rigid.Vec3
---@operator unm: rigid.Vec3
---@operator len: integer
---@overload fun(x: number, y: number, z: number): rigid.Vec3
---@overload fun(t: rigid.Vec3Like): rigid.Vec3
local Vec3 = {}

---The scalar product a·b = ax bx + ay by + az bz.
---@param b rigid.Vec3Like in the same axes
---@return number product
---Errors: refuses what is no 3-vector.
---Example:
---```lua
---print(Vec3(1, 2, 3):dot{4, 5, 6})  --> 32.0
---```
function Vec3:dot(b) end

---The vector product a × b = (ay bz − az by, az bx − ax bz, ax by − ay bx).
---@param b rigid.Vec3Like in the same axes
---@return rigid.Vec3 product
---Errors: refuses what is no 3-vector.
---Example:
---```lua
---print(Vec3(1, 0, 0):cross{0, 1, 0})  --> Vec3(0, 0, 1)
---```
function Vec3:cross(b) end

---The length |v| = √(v·v), without overflow or underflow on the way.
---@return number length
---Example:
---```lua
---print(Vec3(2, 3, 6):norm())  --> 7.0
---```
function Vec3:norm() end

---The vector of length 1 in the same direction, v / |v|.
---@return rigid.Vec3 direction
---Errors: a vector of length zero, or one that is not finite, has no direction.
---Example:
---```lua
---print(Vec3(0, 3, 4):unit())  --> Vec3(0, 0.6, 0.8)
---```
function Vec3:unit() end

---The skew-symmetric matrix v× with v× b = v × b.
---v× = [0 −z y; z 0 −x; −y x 0].
---@return rigid.Matrix skew 3x3
---Example:
---```lua
---print(Vec3(1, 2, 3):skew():table()[1][3])  --> 2.0
---```
function Vec3:skew() end

---A new value equal to this one.
---@return rigid.Vec3 copy
---Example:
---```lua
---print(Vec3(1, 2, 3):copy() == Vec3(1, 2, 3))  --> true
---```
function Vec3:copy() end

---The three numbers as a plain list, which the constructor takes back.
---@return number[] list {x, y, z}
---Example:
---```lua
---print(table.concat(Vec3(1, 2, 3):table(), " "))  --> 1.0 2.0 3.0
---```
function Vec3:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.Vec3
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Vec3(1, 2, 3):is_near(Vec3(1, 2, 3.001), 0.01))  --> true
---```
function Vec3:is_near(b, tol) end

---A dense matrix of numbers, r rows and c columns. Made from nested rows, or as zeros by Matrix(r, c).
---m(i, j) reads an entry, m:set(i, j, x) writes one. A matrix times a Vector, a list of numbers, a Vec3 or a spatial
---vector (linear first) is a Vector; number * Matrix is Matrix * number; 6 columns times an ABI is a Matrix. Nested rows
---are taken where a Matrix is an argument.
---== is exact; tostring prints aligned columns. NaN and infinity are carried through plain arithmetic.
---Errors: refuses rows of unequal length, entries that are not numbers, and shapes that do not fit.
---Example:
---```lua
---local m = Matrix{{1, 2}, {3, 4}}
---print(m * m)
-----> Matrix 2x2
----->    7  10
----->   15  22
---print(m * {1, 1}, m(2, 1))  --> Vector 2: (3, 7)  3.0
---```
---@class rigid.Matrix
---@operator add(rigid.Matrix): rigid.Matrix
---@operator sub(rigid.Matrix): rigid.Matrix
---@operator mul(number): rigid.Matrix
---@operator mul(rigid.Matrix): rigid.Matrix
---@operator mul(rigid.Vector): rigid.Vector
---@operator mul(rigid.Vec3): rigid.Vector
---@operator mul(number[]): rigid.Vector
---@operator mul(rigid.SpatialMotion): rigid.Vector
---@operator mul(rigid.SpatialForce): rigid.Vector
---@operator mul(rigid.ABI): rigid.Matrix
---@operator div(number): rigid.Matrix
---@operator unm: rigid.Matrix
---@operator call(integer): number
---@overload fun(rows: number[][]): rigid.Matrix
---@overload fun(r: integer, c: integer): rigid.Matrix
local Matrix = {}

---The n x n identity.
---@param n integer not negative
---@return rigid.Matrix identity
---Errors: refuses what is not an integer, or is negative.
---Example:
---```lua
---print(Matrix.identity(2))
-----> Matrix 2x2
----->   1  0
----->   0  1
---```
function Matrix.identity(n) end

---The square matrix with these numbers on its diagonal and zeros elsewhere.
---@param entries rigid.VectorLike
---@return rigid.Matrix diagonal n x n for n entries
---Errors: refuses entries that are not numbers.
---Example:
---```lua
---print(Matrix.diagonal{1, 2, 3}:trace())  --> 6.0
---```
function Matrix.diagonal(entries) end

---The number of rows.
---@return integer rows
---Example:
---```lua
---print(Matrix(2, 5):rows())  --> 2
---```
function Matrix:rows() end

---The number of columns.
---@return integer columns
---Example:
---```lua
---print(Matrix(2, 5):cols())  --> 5
---```
function Matrix:cols() end

---Write the entry of row i and column j. Changes the receiver and returns it.
---@param i integer row, from 1
---@param j integer column, from 1
---@param x number
---@return rigid.Matrix self
---Errors: refuses an index outside the matrix and an x that is not a number.
---Example:
---```lua
---print(Matrix(2, 2):set(1, 2, 7)(1, 2))  --> 7.0
---```
function Matrix:set(i, j, x) end

---The transpose: rows become columns.
---@return rigid.Matrix transpose c x r
---Example:
---```lua
---print(Matrix{{1, 2, 3}, {4, 5, 6}}:transpose())
-----> Matrix 3x2
----->   1  4
----->   2  5
----->   3  6
---```
function Matrix:transpose() end

---The inverse of a square matrix, by LU with partial pivoting (LAPACK). To solve equations use m:solve(b).
---@return rigid.Matrix inverse n x n
---Errors: refuses a matrix that is not square, is not finite, or is singular to working precision.
---Example:
---```lua
---print(Matrix{{2, 0}, {0, 4}}:inverse())
-----> Matrix 2x2
----->   0.5     0
----->     0  0.25
---```
function Matrix:inverse() end

---Solve m x = b. Square: LU with partial pivoting. Otherwise: the x of least |m x − b|, and among those the shortest,
---by QR with column pivoting (LAPACK). A Vector or list b gives a Vector, a Matrix b one column of x for each of its own.
---@param b rigid.VectorLike|rigid.Matrix as many entries (rows) as m has rows
---@return rigid.Vector|rigid.Matrix x as many entries (rows) as m has columns
---Errors: refuses a b of another height, a square m that is singular to working precision, and numbers that are not
---finite.
---Example:
---```lua
---print(Matrix{{2, 1}, {1, 3}}:solve{3, 5})  --> Vector 2: (0.8, 1.4)
---print(Matrix{{1}, {1}, {1}}:solve{1, 2, 6}) -- the mean
-----> Vector 1: (3)
---```
function Matrix:solve(b) end

---The determinant of a square matrix, by LU.
---@return number determinant
---Errors: refuses a matrix that is not square or not finite, and a determinant too large for a number.
---Example:
---```lua
---print(string.format("%.0f", Matrix{{1, 2}, {3, 4}}:determinant()))  --> -2
---```
function Matrix:determinant() end

---The sum of the diagonal of a square matrix.
---@return number trace
---Errors: refuses a matrix that is not square.
---Example:
---```lua
---print(Matrix{{1, 2}, {3, 4}}:trace())  --> 5.0
---```
function Matrix:trace() end

---The Frobenius norm: the root of the sum of the squares of all entries.
---@return number norm
---Example:
---```lua
---print(Matrix{{1, 2}, {2, 4}}:norm())  --> 5.0
---```
function Matrix:norm() end

---The block of r rows and c columns that begins at row i and column j.
---@param i integer first row, from 1
---@param j integer first column, from 1
---@param r integer rows of the block
---@param c integer columns of the block
---@return rigid.Matrix block r x c
---Errors: refuses a block that does not lie within the matrix.
---Example:
---```lua
---print(Matrix{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}:block(2, 2, 2, 2))
-----> Matrix 2x2
----->   5  6
----->   8  9
---```
function Matrix:block(i, j, r, c) end

---The eigenvalues and eigenvectors of a symmetric matrix: m = V diag(w) Vᵀ (LAPACK).
---@return rigid.Vector values ascending
---@return rigid.Matrix vectors n x n, orthonormal columns in the order of the values
---Errors: refuses a matrix that is not square, not finite, or not symmetric to 1e-9 of its largest entry.
---Example:
---```lua
---local w = Matrix{{2, 1}, {1, 2}}:eigen_symmetric()
---print(w)  --> Vector 2: (1, 3)
---```
function Matrix:eigen_symmetric() end

---The thin singular value decomposition m = U diag(s) Vᵀ, with k = min(r, c) (LAPACK).
---@return rigid.Matrix U r x k, orthonormal columns
---@return rigid.Vector s k singular values, descending, none negative
---@return rigid.Matrix V c x k, orthonormal columns
---Errors: refuses a matrix that is not finite.
---Example:
---```lua
---local U, s, V = Matrix{{3, 0}, {0, -4}, {0, 0}}:svd()
---print(s, (U * Matrix.diagonal(s) * V:transpose())(1, 1))  --> Vector 2: (4, 3)  3.0
---```
function Matrix:svd() end

---The number of linearly independent rows, by QR with column pivoting (LAPACK): of the diagonal entries of R, how many are
---above tol times the largest.
---@param tol? number relative, default max(r, c) · eps
---@return integer rank
---Errors: refuses a matrix that is not finite, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Matrix{{1, 2}, {2, 4}}:rank())  --> 1
---```
function Matrix:rank(tol) end

---A new matrix equal to this one.
---@return rigid.Matrix copy
---Example:
---```lua
---local m = Matrix.identity(2)
---m:copy():set(1, 1, 5)
---print(m(1, 1))  --> 1.0
---```
function Matrix:copy() end

---The entries as nested plain rows, which the constructor takes back.
---@return number[][] rows
---Example:
---```lua
---print(Matrix{{1, 2}, {3, 4}}:table()[2][1])  --> 3.0
---```
function Matrix:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.MatrixLike
---@param tol? number absolute, default 1e-9
---@return boolean near false where the shapes differ
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Matrix.identity(2):is_near(Matrix{{1, 1e-12}, {0, 1}}))  --> true
---```
function Matrix:is_near(b, tol) end

---A column of n numbers. Made from a list, or as zeros by Vector(n). v[i] reads, v[i] = x and v:set(i, x) write, #v is n.
---A plain list is taken where a Vector operand is. There is no product of two Vectors: v:dot(u) says what is meant.
---number * Vector is Vector * number. == is exact; tostring gives up to ten entries in one line, more in a column.
---Errors: refuses entries that are not numbers, and operands of unequal length.
---Example:
---```lua
---local v = Vector{1, 2, 3, 4}
---v[4] = 40
---print(v / 2 + {1, 1, 1, 1}, #v)  --> Vector 4: (1.5, 2, 2.5, 21)  4
---```
---@class rigid.Vector
---@field [integer] number
---@operator add(rigid.Vector): rigid.Vector
---@operator add(number[]): rigid.Vector
---@operator sub(rigid.Vector): rigid.Vector
---@operator sub(number[]): rigid.Vector
---@operator mul(number): rigid.Vector
---@operator div(number): rigid.Vector
---@operator unm: rigid.Vector
---@operator len: integer
---@overload fun(entries: rigid.VectorLike): rigid.Vector
---@overload fun(n: integer): rigid.Vector
local Vector = {}

---The scalar product: the sum of v[i] u[i].
---@param u rigid.VectorLike of the same length
---@return number product
---Errors: refuses a u of another length.
---Example:
---```lua
---print(Vector{1, 2, 3, 4}:dot{1, 1, 1, 1})  --> 10.0
---```
function Vector:dot(u) end

---The length √(v·v).
---@return number length
---Example:
---```lua
---print(Vector{1, 1, 1, 1}:norm())  --> 2.0
---```
function Vector:norm() end

---Write entry i. Changes the receiver and returns it.
---@param i integer from 1
---@param x number
---@return rigid.Vector self
---Errors: refuses an index outside the vector and an x that is not a number.
---Example:
---```lua
---print(Vector(3):set(2, 5))  --> Vector 3: (0, 5, 0)
---```
function Vector:set(i, x) end

---A new vector equal to this one.
---@return rigid.Vector copy
---Example:
---```lua
---local v = Vector{1, 2}
---v:copy()[1] = 9
---print(v[1])  --> 1.0
---```
function Vector:copy() end

---The entries as a plain list, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(#Vector(7):table())  --> 7
---```
function Vector:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.VectorLike
---@param tol? number absolute, default 1e-9
---@return boolean near false where the lengths differ
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Vector{1, 2}:is_near(Vector{1, 2 + 1e-12}))  --> true
---```
function Vector:is_near(b, tol) end

---A rotation R_AB: it turns the components of a vector in the axes of B into those in the axes of A, v_A = R_AB v_B.
---Its columns are the axes of B in A. Products chain by neighbours: R_AC = R_AB * R_BC. A Rotation times a Vec3 (or
---{x, y, z}) is a Vec3. Rotation(m) is Rotation.matrix(m). == is exact; tostring prints the matrix.
---Errors: refuses a matrix that is not a rotation (see Rotation.matrix).
---Example:
---```lua
---local quarter = Rotation{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} -- about z
---print(quarter * {1, 0, 0}, quarter:is_near(Rotation.rpy(0, 0, math.pi / 2)))  --> Vec3(0, 1, 0)  true
---```
---@class rigid.Rotation
---@operator mul(rigid.Rotation): rigid.Rotation
---@operator mul(rigid.Vec3): rigid.Vec3
---@operator mul(number[]): rigid.Vec3
---@overload fun(m: rigid.RotationLike): rigid.Rotation
local Rotation = {}

---The rotation that changes nothing.
---@return rigid.Rotation identity
---Example:
---```lua
---print(Rotation.identity() * Vec3(1, 2, 3))  --> Vec3(1, 2, 3)
---```
function Rotation.identity() end

---The rotation by roll, pitch and yaw as URDF means them: Rz(yaw) Ry(pitch) Rx(roll), turns about fixed axes x, y, z.
---@param roll number about x, rad
---@param pitch number about y, rad
---@param yaw number about z, rad
---@return rigid.Rotation R
---Errors: refuses angles that are not finite.
---Example:
---```lua
---print(string.format("%.1f %.1f %.1f", Rotation.rpy(0.1, 0.2, 0.3):rpy()))  --> 0.1 0.2 0.3
---```
function Rotation.rpy(roll, pitch, yaw) end

---The turn by an angle about an axis, right-handed. The axis need not be of length 1.
---@param axis rigid.Vec3Like
---@param angle number rad
---@return rigid.Rotation R
---Errors: refuses an axis of length zero, and numbers that are not finite.
---Example:
---```lua
---local R = Rotation.axis_angle({0, 0, 2}, math.pi)
---print((R * {1, 1, 0}):is_near(Vec3(-1, -1, 0)))  --> true
---```
function Rotation.axis_angle(axis, angle) end

---The rotation of a quaternion, w first. It is normalised; q and −q give the same rotation. A list {w, x, y, z} does too.
---@param w number
---@param x number
---@param y number
---@param z number
---@return rigid.Rotation R
---@overload fun(q: number[]): rigid.Rotation
---Errors: refuses a quaternion of length zero, and numbers that are not finite.
---Example:
---```lua
---print(Rotation.quaternion(0, 0, 0, 2) * {1, 2, 3}, Rotation.quaternion{1, 0, 0, 0} * {1, 2, 3})
-----> Vec3(-1, -2, 3)  Vec3(1, 2, 3)
---```
function Rotation.quaternion(w, x, y, z) end

---The rotation with this matrix. What is off by rounding (at most 1e-6 in an entry of RᵀR − 1) is made exactly
---orthonormal; what is further off is no rotation.
---@param m rigid.RotationLike 3x3
---@return rigid.Rotation R
---Errors: refuses a matrix that is not 3x3, not orthonormal to 1e-6, or a mirror (determinant −1).
---Example:
---```lua
---print(Rotation.matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} * {1, 0, 0})  --> Vec3(0, 1, 0)
---```
function Rotation.matrix(m) end

---The exponential of a rotation vector: the turn by |w| about w. Exact near zero and beyond π. Inverse of R:log().
---R = 1 + (sin θ/θ) w× + ((1 − cos θ)/θ²) (w×)², θ = |w|.
---@param w rigid.Vec3Like axis times angle, rad
---@return rigid.Rotation R
---Errors: refuses numbers that are not finite.
---Source: Rodrigues' formula.
---Example:
---```lua
---print(Rotation.exp{0.1, 0.2, 0.3}:log())  --> Vec3(0.1, 0.2, 0.3)
---```
function Rotation.exp(w) end

---The inverse rotation, R_BA from R_AB: the transpose.
---@return rigid.Rotation inverse
---Example:
---```lua
---local R = Rotation.rpy(0.1, 0.2, 0.3)
---print((R * R:inverse()):is_near(Rotation.identity(), 1e-15))  --> true
---```
function Rotation:inverse() end

---The 3x3 matrix of the rotation.
---@return rigid.Matrix m 3x3, orthonormal
---Example:
---```lua
---print(Rotation.identity():matrix())
-----> Matrix 3x3
----->   1  0  0
----->   0  1  0
----->   0  0  1
---```
function Rotation:matrix() end

---The unit quaternion of the rotation, w first, of the two that there are the one with w >= 0.
---@return number w
---@return number x
---@return number y
---@return number z
---Example:
---```lua
---print(string.format("%.4f %.4f %.4f %.4f", Rotation.rpy(0, 0, math.pi / 2):quaternion()))
-----> 0.7071 0.0000 0.0000 0.7071
---```
function Rotation:quaternion() end

---Roll, pitch and yaw: R = Rz(yaw) Ry(pitch) Rx(roll). At pitch = ±π/2 only roll ∓ yaw is known, and roll is taken as 0.
---@return number roll rad, in [−π, π]
---@return number pitch rad, in [−π/2, π/2]
---@return number yaw rad, in [−π, π]
---Example:
---```lua
---print(string.format("%.3f %.3f %.3f", Rotation.axis_angle({0, 1, 0}, 0.5):rpy()))  --> 0.000 0.500 0.000
---```
function Rotation:rpy() end

---The axis and the angle of the turn. For the identity the angle is 0 and the axis x.
---@return rigid.Vec3 axis of length 1
---@return number angle rad, in [0, π]
---Example:
---```lua
---local axis, angle = Rotation.exp{0, 0, -0.5}:axis_angle()
---print(axis, angle)  --> Vec3(0, 0, -1)  0.5
---```
function Rotation:axis_angle() end

---The rotation vector w of smallest length with Rotation.exp(w) = R. Good to rounding from angle 0 to π.
---@return rigid.Vec3 w axis times angle, |w| in [0, π]
---Example:
---```lua
---print(Rotation.rpy(0, 0, 0.25):log())  --> Vec3(0, 0, 0.25)
---```
function Rotation:log() end

---A new value equal to this one.
---@return rigid.Rotation copy
---Example:
---```lua
---print(Rotation.rpy(1, 0, 0):copy() == Rotation.rpy(1, 0, 0))  --> true
---```
function Rotation:copy() end

---The matrix as nested plain rows, which the constructor takes back.
---@return number[][] rows 3x3
---Example:
---```lua
---print(Rotation.identity():table()[3][3])  --> 1.0
---```
function Rotation:table() end

---True where every entry of the matrix differs from that of b by at most tol.
---@param b rigid.Rotation
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Rotation.rpy(0, 0, 1e-6):is_near(Rotation.identity(), 1e-5))  --> true
---```
function Rotation:is_near(b, tol) end

---A pose X_AB: the axes of frame B in those of A (R_AB) and the origin of B in A (p_AB, in axes A). It takes what is
---given in B to A; neighbours cancel, X_AC = X_AB * X_BC. Transform times a Vec3 (or {x, y, z}) takes a point,
---p_AQ = R_AB p_BQ + p_AB. Times a spatial vector, a SpatialInertia or an ABI it gives the same quantity about the origin
---of A in the axes of A, of the same kind: a motion (R u − (R ω) × p, R ω), a force (R f, R τ + p × R f), an inertia
---X*ᵀ M X*, written out in its ten parameters. Transform{rotation=, position=} and Transform(R, p) make one; a missing
---half is the identity. == is exact; tostring prints the rotation matrix and the position.
---Errors: refuses a rotation that is none, a position that is no finite 3-vector, and unknown fields.
---Source: Featherstone 2008 §2.8; Drake multibody notation; shift and re_express at once.
---Example:
---```lua
---local X_AB = Transform(Rotation.rpy(0, 0, math.pi / 2), {1, 0, 0})
---print((X_AB * Vec3(1, 0, 0)):is_near(Vec3(1, 1, 0)))  --> true
---```
---@class rigid.Transform
---@operator mul(rigid.Transform): rigid.Transform
---@operator mul(rigid.Vec3): rigid.Vec3
---@operator mul(number[]): rigid.Vec3
---@operator mul(rigid.SpatialMotion): rigid.SpatialMotion
---@operator mul(rigid.Twist): rigid.Twist
---@operator mul(rigid.SpatialAcc): rigid.SpatialAcc
---@operator mul(rigid.SpatialForce): rigid.SpatialForce
---@operator mul(rigid.Wrench): rigid.Wrench
---@operator mul(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator mul(rigid.SpatialInertia): rigid.SpatialInertia
---@operator mul(rigid.ABI): rigid.ABI
---@overload fun(rotation: rigid.RotationLike, position: rigid.Vec3Like): rigid.Transform
---@overload fun(t: {rotation?:rigid.RotationLike,position?:rigid.Vec3Like}): rigid.Transform
local Transform = {}

---The pose that changes nothing.
---@return rigid.Transform identity
---Example:
---```lua
---print(Transform.identity() * Vec3(1, 2, 3))  --> Vec3(1, 2, 3)
---```
function Transform.identity() end

---The inverse pose, X_BA from X_AB: (Rᵀ, −Rᵀ p).
---@return rigid.Transform inverse
---Example:
---```lua
---print((Transform(Rotation.identity(), {1, 2, 3}):inverse()):position())  --> Vec3(-1, -2, -3)
---```
function Transform:inverse() end

---The rotation R_AB.
---@return rigid.Rotation R
---Example:
---```lua
---print(Transform{position = {1, 2, 3}}:rotation() == Rotation.identity())  --> true
---```
function Transform:rotation() end

---The position p_AB of the origin of B from that of A, in the axes of A.
---@return rigid.Vec3 p m
---Example:
---```lua
---print(Transform{position = {1, 2, 3}}:position())  --> Vec3(1, 2, 3)
---```
function Transform:position() end

---The homogeneous matrix [R p; 0 1].
---@return rigid.Matrix m 4x4
---Example:
---```lua
---print(Transform{position = {1, 2, 3}}:matrix():block(1, 4, 4, 1):transpose())
-----> Matrix 1x4
----->   1  2  3  1
---```
function Transform:matrix() end

---The 6x6 matrix that takes motions from B to A, linear first: [R  p× R; 0  R].
---@return rigid.Matrix m 6x6
---Source: Featherstone 2008 §2.8.
---Example:
---```lua
---local X, v = Transform(Rotation.rpy(0.1, 0.2, 0.3), {1, 2, 3}), Twist{1, 2, 3, 4, 5, 6}
---print((X:adjoint() * v:table()):is_near(Vector((X * v):table())))  --> true
---```
function Transform:adjoint() end

---The 6x6 matrix that takes forces from B to A, linear first: [R 0; p× R  R], the inverse transpose of X:adjoint().
---@return rigid.Matrix m 6x6
---Source: Featherstone 2008 §2.8.
---Example:
---```lua
---local X = Transform(Rotation.rpy(0.1, 0.2, 0.3), {1, 2, 3})
---print((X:adjoint_force() * X:adjoint():transpose()):is_near(Matrix.identity(6)))  --> true
---```
function Transform:adjoint_force() end

---The screw of smallest angle whose exponential is this pose: (V⁻¹ p, ω), with R = exp(ω×). Good to rounding for angles
---from 0 to π. Inverse of SpatialMotion:exp().
---@return rigid.SpatialMotion screw angle in [0, π]
---Source: iDynTree SpatialMotionVector::exp, inverted; series below an angle of 1e-2, own branch near π.
---Example:
---```lua
---print(Transform{position = {1, 2, 3}}:log())  --> SpatialMotion: linear (1, 2, 3), angular (0, 0, 0)
---```
function Transform:log() end

---A new value equal to this one.
---@return rigid.Transform copy
---Example:
---```lua
---print(Transform.identity():copy() == Transform.identity())  --> true
---```
function Transform:copy() end

---{rotation = nested 3x3 rows, position = {x, y, z}}, which the constructor takes back.
---@return {rotation:number[][],position:number[]} t
---Example:
---```lua
---print(Transform{position = {1, 2, 3}}:table().position[2])  --> 2.0
---```
function Transform:table() end

---True where every entry of rotation matrix and position differs from that of b by at most tol.
---@param b rigid.Transform
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Transform.identity():is_near(Transform{position = {0, 0, 0.1}}))  --> false
---```
function Transform:is_near(b, tol) end

-- Spatial vectors -----------------------------------------------------------------------------------------------------

---A spatial motion vector (u, ω), linear first: the generic kind, of which Twist and SpatialAcc are special. It holds a
---joint axis or motion subspace, the logarithm of a pose, or any difference of motions.
---Made from two halves, from a table with fields linear and angular (a missing half is zero), from six numbers, from a
---Vector of 6, or from a Twist or SpatialAcc, which states a change of kind. v[1] to v[6] read the entries; #v is 6.
---a + b, a - b within one kind, or with the generic one: the kind wins. Motions and forces do not add.
---number * v is v * number. == is exact; tostring shows both halves. NaN and infinity are carried through.
---Errors: refuses halves that are no 3-vectors, lists that are not six numbers, unknown fields, and vectors of forces.
---Source: iDynTree SpatialMotionVector; Featherstone 2008 ch. 2.
---Example:
---```lua
---local axis = SpatialMotion({0, 0, 0}, {0, 0, 1}) -- or SpatialMotion{angular = {0, 0, 1}}
---print(2 * axis)  --> SpatialMotion: linear (0, 0, 0), angular (0, 0, 2)
---print(SpatialMotion(Twist{1, 2, 3, 4, 5, 6}))  --> SpatialMotion: linear (1, 2, 3), angular (4, 5, 6)
---```
---@class rigid.SpatialMotion
---@field [integer] number
---@operator add(rigid.SpatialMotion): rigid.SpatialMotion
---@operator add(rigid.Twist): rigid.Twist
---@operator add(rigid.SpatialAcc): rigid.SpatialAcc
---@operator sub(rigid.SpatialMotion): rigid.SpatialMotion
---@operator sub(rigid.Twist): rigid.Twist
---@operator sub(rigid.SpatialAcc): rigid.SpatialAcc
---@operator mul(number): rigid.SpatialMotion
---@operator div(number): rigid.SpatialMotion
---@operator unm: rigid.SpatialMotion
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.SpatialMotion
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.SpatialMotion
---@overload fun(six: rigid.VectorLike): rigid.SpatialMotion
---@overload fun(v: rigid.SpatialMotion): rigid.SpatialMotion
local SpatialMotion = {}

---The linear half u.
---@return rigid.Vec3 u
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function SpatialMotion:linear() end

---The angular half ω.
---@return rigid.Vec3 w
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function SpatialMotion:angular() end

---The spatial cross product, by the type of the argument: the rate of a motion, or of a force, that is carried along by
---this one. With a motion u: v × u = (ω × u_l + v_l × u_ω, ω × u_ω). With a force f: v ×̄* f = (ω × f_l, v_l × f_l + ω × f_ω).
---@param u rigid.SpatialMotion|rigid.SpatialForce of any kind, in the same frame
---@return rigid.SpatialMotion|rigid.SpatialForce product a SpatialMotion for a motion, a SpatialForce for a force
---Errors: refuses what is neither a motion nor a force; six plain numbers do not say which.
---Source: iDynTree SpatialMotionVector::cross (both); Featherstone 2008 §2.9.
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 4, 5, 6}
---print(rigid.type(v:cross(Twist{0, 0, 1, 0, 0, 0})), v:cross(Wrench{0, 0, 1, 0, 0, 0}))
-----> SpatialMotion  SpatialForce: linear (5, -4, 0), angular (2, -1, 0)
---```
function SpatialMotion:cross(u) end

---The 6x6 matrix of the cross product with motions, linear first: v× = [ω× v×; 0 ω×].
---@return rigid.Matrix m 6x6, with m * u = v:cross(u)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrix.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:cross_matrix():block(1, 4, 3, 3))
-----> Matrix 3x3
----->    0  -3   2
----->    3   0  -1
----->   -2   1   0
---```
function SpatialMotion:cross_matrix() end

---The 6x6 matrix of the cross product with forces, linear first: v×̄* = [ω× 0; v× ω×] = −(v×)ᵀ.
---@return rigid.Matrix m 6x6, with m * f = v:cross(f)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrixWrench.
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 4, 5, 6}
---print(v:cross_force_matrix() == -v:cross_matrix():transpose())  --> true
---```
function SpatialMotion:cross_force_matrix() end

---The exponential from se(3) to SE(3): R = exp(ω×), p = V u, V = 1 + ((1 − cos θ)/θ²) ω× + ((θ − sin θ)/θ³) (ω×)²,
---θ = |ω|; series below θ = 1e-2, so that it is exact near zero. Inverse of X:log() for θ up to π.
---@return rigid.Transform X
---Errors: refuses a vector that is not finite.
---Source: iDynTree SpatialMotionVector::exp.
---Example:
---```lua
---print(SpatialMotion{0, 0, 2, 0, 0, math.pi}:exp():position())  --> Vec3(0, 0, 2)
---```
function SpatialMotion:exp() end

---The power of this motion and a force: u·f + ω·τ.
---@param f rigid.SpatialForce of any kind, at the same point, in the same axes
---@return number power W for a twist and a wrench
---Errors: refuses a motion: there is no product of two motions.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:dot(Wrench{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function SpatialMotion:dot(f) end

---The same motion at another point: v_Q = v_P + ω × p_PQ, ω as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.SpatialMotion v_Q
---Errors: refuses what is no 3-vector.
---Source: Drake SpatialVelocity::Shift.
---Example:
---```lua
---print(SpatialMotion{0, 0, 0, 0, 0, 2}:shift{1, 0, 0}:linear())  --> Vec3(0, 2, 0)
---```
function SpatialMotion:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.SpatialMotion v_A
---Errors: refuses what is no rotation.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> SpatialMotion: linear (-2, 1, 3), angular (-5, 4, 6)
---```
function SpatialMotion:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialMotion of the generic kind
---@return rigid.SpatialMotion self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> SpatialMotion: linear (2, 4, 6), angular (8, 10, 12)
---```
function SpatialMotion:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.SpatialMotion self
---Errors: refuses what is not a number; nothing is changed then.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> SpatialMotion: linear (10, 20, 30), angular (40, 50, 60)
---```
function SpatialMotion:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.SpatialMotion copy
---Example:
---```lua
---local v = SpatialMotion{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function SpatialMotion:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(SpatialMotion{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function SpatialMotion:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.SpatialMotion
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:is_near(SpatialMotion{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function SpatialMotion:is_near(b, tol) end

---The spatial velocity of a body (v, ω): the velocity v of its point at the origin of the frame (or at the point the
---twist was shifted to), in m/s, and its angular velocity ω in rad/s. V_WB_E: of body B in W, expressed in E.
---Made as a SpatialMotion is. A SpatialInertia times a Twist is a SpatialMomentum. Twist + SpatialAcc is an error.
---Errors: as SpatialMotion; a SpatialAcc is no Twist unless Twist(a) says so.
---Source: iDynTree Twist; Drake SpatialVelocity; Featherstone 2008 §2.2.
---Example:
---```lua
---local V = Twist({1, 0, 0}, {0, 0, 2}) -- or Twist{linear = {1, 0, 0}, angular = {0, 0, 2}}
---print(V:shift{0, 1, 0}:linear()) -- the velocity of the point at {0, 1, 0}
-----> Vec3(-1, 0, 0)
---local screw = Transform(Rotation.rpy(0, 0, 0.5), {1, 0, 0}):log()
---print(Twist(screw):angular()) -- in unit time
-----> Vec3(0, 0, 0.5)
---```
---@class rigid.Twist: rigid.SpatialMotion
---@field [integer] number
---@operator add(rigid.Twist): rigid.Twist
---@operator add(rigid.SpatialMotion): rigid.Twist
---@operator sub(rigid.Twist): rigid.Twist
---@operator sub(rigid.SpatialMotion): rigid.Twist
---@operator mul(number): rigid.Twist
---@operator div(number): rigid.Twist
---@operator unm: rigid.Twist
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.Twist
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.Twist
---@overload fun(six: rigid.VectorLike): rigid.Twist
---@overload fun(v: rigid.SpatialMotion): rigid.Twist
local Twist = {}

---The velocity v of the point of the body at the origin.
---@return rigid.Vec3 v m/s
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function Twist:linear() end

---The angular velocity ω.
---@return rigid.Vec3 w rad/s
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function Twist:angular() end

---The spatial cross product, by the type of the argument: the rate of a motion, or of a force, that is carried along by
---this one. With a motion u: v × u = (ω × u_l + v_l × u_ω, ω × u_ω). With a force f: v ×̄* f = (ω × f_l, v_l × f_l + ω × f_ω).
---@param u rigid.SpatialMotion|rigid.SpatialForce of any kind, in the same frame
---@return rigid.SpatialMotion|rigid.SpatialForce product a SpatialMotion for a motion, a SpatialForce for a force
---Errors: refuses what is neither a motion nor a force; six plain numbers do not say which.
---Source: iDynTree SpatialMotionVector::cross (both); Featherstone 2008 §2.9.
---Example:
---```lua
---local v = Twist{1, 2, 3, 4, 5, 6}
---print(rigid.type(v:cross(Twist{0, 0, 1, 0, 0, 0})), v:cross(Wrench{0, 0, 1, 0, 0, 0}))
-----> SpatialMotion  SpatialForce: linear (5, -4, 0), angular (2, -1, 0)
---```
function Twist:cross(u) end

---The 6x6 matrix of the cross product with motions, linear first: v× = [ω× v×; 0 ω×].
---@return rigid.Matrix m 6x6, with m * u = v:cross(u)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrix.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:cross_matrix():block(1, 4, 3, 3))
-----> Matrix 3x3
----->    0  -3   2
----->    3   0  -1
----->   -2   1   0
---```
function Twist:cross_matrix() end

---The 6x6 matrix of the cross product with forces, linear first: v×̄* = [ω× 0; v× ω×] = −(v×)ᵀ.
---@return rigid.Matrix m 6x6, with m * f = v:cross(f)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrixWrench.
---Example:
---```lua
---local v = Twist{1, 2, 3, 4, 5, 6}
---print(v:cross_force_matrix() == -v:cross_matrix():transpose())  --> true
---```
function Twist:cross_force_matrix() end

---The exponential from se(3) to SE(3): R = exp(ω×), p = V u, V = 1 + ((1 − cos θ)/θ²) ω× + ((θ − sin θ)/θ³) (ω×)²,
---θ = |ω|; series below θ = 1e-2, so that it is exact near zero. Inverse of X:log() for θ up to π.
---It is the pose reached from the identity in unit time at this constant body twist.
---@return rigid.Transform X
---Errors: refuses a vector that is not finite.
---Source: iDynTree SpatialMotionVector::exp.
---Example:
---```lua
---print(Twist{0, 0, 2, 0, 0, math.pi}:exp():position())  --> Vec3(0, 0, 2)
---```
function Twist:exp() end

---The power of this motion and a force: u·f + ω·τ.
---@param f rigid.SpatialForce of any kind, at the same point, in the same axes
---@return number power W for a twist and a wrench
---Errors: refuses a motion: there is no product of two motions.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:dot(Wrench{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function Twist:dot(f) end

---The same motion at another point: v_Q = v_P + ω × p_PQ, ω as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.Twist v_Q
---Errors: refuses what is no 3-vector.
---Source: Drake SpatialVelocity::Shift.
---Example:
---```lua
---print(Twist{0, 0, 0, 0, 0, 2}:shift{1, 0, 0}:linear())  --> Vec3(0, 2, 0)
---```
function Twist:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.Twist v_A
---Errors: refuses what is no rotation.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> Twist: linear (-2, 1, 3) m/s, angular (-5, 4, 6) rad/s
---```
function Twist:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialMotion of this kind or the generic one
---@return rigid.Twist self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = Twist{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> Twist: linear (2, 4, 6) m/s, angular (8, 10, 12) rad/s
---```
function Twist:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.Twist self
---Errors: refuses what is not a number; nothing is changed then.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> Twist: linear (10, 20, 30) m/s, angular (40, 50, 60) rad/s
---```
function Twist:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.Twist copy
---Example:
---```lua
---local v = Twist{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function Twist:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(Twist{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function Twist:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.Twist
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:is_near(Twist{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function Twist:is_near(b, tol) end

---A spatial acceleration (a, α), in m/s² and rad/s². As the derivative of a twist in body axes its linear half is that of
---v, and the acceleration of the material point is a + ω × v; M * A + M:bias_wrench(V) is then the net wrench on the body.
---Made as a SpatialMotion is. A SpatialInertia or an ABI times a SpatialAcc is a Wrench. Twist + SpatialAcc is an error.
---Errors: as SpatialMotion; a Twist is no SpatialAcc unless SpatialAcc(v) says so.
---Source: iDynTree SpatialAcc; Featherstone 2008 §2.11.
---Example:
---```lua
---local gravity = SpatialAcc({0, 0, 9.81}, {0, 0, 0})
---print(SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}} * gravity)
-----> Wrench: linear (0, 0, 19.62) N, angular (0, -19.62, 0) N m
---```
---@class rigid.SpatialAcc: rigid.SpatialMotion
---@field [integer] number
---@operator add(rigid.SpatialAcc): rigid.SpatialAcc
---@operator add(rigid.SpatialMotion): rigid.SpatialAcc
---@operator sub(rigid.SpatialAcc): rigid.SpatialAcc
---@operator sub(rigid.SpatialMotion): rigid.SpatialAcc
---@operator mul(number): rigid.SpatialAcc
---@operator div(number): rigid.SpatialAcc
---@operator unm: rigid.SpatialAcc
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.SpatialAcc
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.SpatialAcc
---@overload fun(six: rigid.VectorLike): rigid.SpatialAcc
---@overload fun(v: rigid.SpatialMotion): rigid.SpatialAcc
local SpatialAcc = {}

---The linear half a.
---@return rigid.Vec3 a m/s²
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function SpatialAcc:linear() end

---The angular acceleration α.
---@return rigid.Vec3 alpha rad/s²
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function SpatialAcc:angular() end

---The spatial cross product, by the type of the argument: the rate of a motion, or of a force, that is carried along by
---this one. With a motion u: v × u = (ω × u_l + v_l × u_ω, ω × u_ω). With a force f: v ×̄* f = (ω × f_l, v_l × f_l + ω × f_ω).
---@param u rigid.SpatialMotion|rigid.SpatialForce of any kind, in the same frame
---@return rigid.SpatialMotion|rigid.SpatialForce product a SpatialMotion for a motion, a SpatialForce for a force
---Errors: refuses what is neither a motion nor a force; six plain numbers do not say which.
---Source: iDynTree SpatialMotionVector::cross (both); Featherstone 2008 §2.9.
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 4, 5, 6}
---print(rigid.type(v:cross(Twist{0, 0, 1, 0, 0, 0})), v:cross(Wrench{0, 0, 1, 0, 0, 0}))
-----> SpatialMotion  SpatialForce: linear (5, -4, 0), angular (2, -1, 0)
---```
function SpatialAcc:cross(u) end

---The 6x6 matrix of the cross product with motions, linear first: v× = [ω× v×; 0 ω×].
---@return rigid.Matrix m 6x6, with m * u = v:cross(u)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrix.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:cross_matrix():block(1, 4, 3, 3))
-----> Matrix 3x3
----->    0  -3   2
----->    3   0  -1
----->   -2   1   0
---```
function SpatialAcc:cross_matrix() end

---The 6x6 matrix of the cross product with forces, linear first: v×̄* = [ω× 0; v× ω×] = −(v×)ᵀ.
---@return rigid.Matrix m 6x6, with m * f = v:cross(f)
---Source: iDynTree SpatialMotionVector::asCrossProductMatrixWrench.
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 4, 5, 6}
---print(v:cross_force_matrix() == -v:cross_matrix():transpose())  --> true
---```
function SpatialAcc:cross_force_matrix() end

---The exponential from se(3) to SE(3): R = exp(ω×), p = V u, V = 1 + ((1 − cos θ)/θ²) ω× + ((θ − sin θ)/θ³) (ω×)²,
---θ = |ω|; series below θ = 1e-2, so that it is exact near zero. Inverse of X:log() for θ up to π.
---@return rigid.Transform X
---Errors: refuses a vector that is not finite.
---Source: iDynTree SpatialMotionVector::exp.
---Example:
---```lua
---print(SpatialAcc{0, 0, 2, 0, 0, math.pi}:exp():position())  --> Vec3(0, 0, 2)
---```
function SpatialAcc:exp() end

---The power of this motion and a force: u·f + ω·τ.
---@param f rigid.SpatialForce of any kind, at the same point, in the same axes
---@return number power W for a twist and a wrench
---Errors: refuses a motion: there is no product of two motions.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:dot(Wrench{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function SpatialAcc:dot(f) end

---The acceleration at another point of the body: a_Q = a_P + α × p_PQ + ω × (ω × p_PQ), α as it is.
---This holds where the linear half is the acceleration of the material point. For the plain shift of a spatial
---acceleration (no centripetal term), give {0, 0, 0} as ω. ω is required, so that neither is chosen in silence.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@param omega rigid.Vec3Like rad/s, angular velocity of the body
---@return rigid.SpatialAcc A_Q
---Errors: refuses a missing ω.
---Source: Drake SpatialAcceleration::Shift.
---Example:
---```lua
---local A = SpatialAcc{0, 0, 0, 0, 0, 0}
---print(A:shift({1, 0, 0}, {0, 0, 2}):linear()) -- centripetal
-----> Vec3(-4, 0, 0)
---```
function SpatialAcc:shift(p_PQ, omega) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.SpatialAcc v_A
---Errors: refuses what is no rotation.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> SpatialAcc: linear (-2, 1, 3) m/s², angular (-5, 4, 6) rad/s²
---```
function SpatialAcc:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialMotion of this kind or the generic one
---@return rigid.SpatialAcc self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> SpatialAcc: linear (2, 4, 6) m/s², angular (8, 10, 12) rad/s²
---```
function SpatialAcc:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.SpatialAcc self
---Errors: refuses what is not a number; nothing is changed then.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> SpatialAcc: linear (10, 20, 30) m/s², angular (40, 50, 60) rad/s²
---```
function SpatialAcc:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.SpatialAcc copy
---Example:
---```lua
---local v = SpatialAcc{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function SpatialAcc:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(SpatialAcc{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function SpatialAcc:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.SpatialAcc
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:is_near(SpatialAcc{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function SpatialAcc:is_near(b, tol) end

---A spatial force vector (f, τ), linear first: the generic kind, of which Wrench and SpatialMomentum are special; the dual
---of SpatialMotion. Made from two halves, from a table with fields linear and angular (a missing half is zero), from six
---numbers, from a Vector of 6, or from a Wrench or SpatialMomentum, which states a change of kind.
---f[1] to f[6] read the entries; #f is 6. a + b, a - b within one kind, or with the generic one: the kind wins.
---number * f is f * number. == is exact; tostring shows both halves. NaN and infinity are carried through.
---Errors: refuses halves that are no 3-vectors, lists that are not six numbers, unknown fields, and vectors of motions.
---Source: iDynTree SpatialForceVector; Featherstone 2008 §2.3.
---Example:
---```lua
---print(SpatialForce({0, 0, 0}, {0, 0, 1}) + Wrench{1, 0, 0, 0, 0, 0})
-----> Wrench: linear (1, 0, 0) N, angular (0, 0, 1) N m
---print(SpatialForce(SpatialMomentum{1, 2, 3, 4, 5, 6}))  --> SpatialForce: linear (1, 2, 3), angular (4, 5, 6)
---```
---@class rigid.SpatialForce
---@field [integer] number
---@operator add(rigid.SpatialForce): rigid.SpatialForce
---@operator add(rigid.Wrench): rigid.Wrench
---@operator add(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator sub(rigid.SpatialForce): rigid.SpatialForce
---@operator sub(rigid.Wrench): rigid.Wrench
---@operator sub(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator mul(number): rigid.SpatialForce
---@operator div(number): rigid.SpatialForce
---@operator unm: rigid.SpatialForce
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.SpatialForce
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.SpatialForce
---@overload fun(six: rigid.VectorLike): rigid.SpatialForce
---@overload fun(v: rigid.SpatialForce): rigid.SpatialForce
local SpatialForce = {}

---The linear half f.
---@return rigid.Vec3 f
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function SpatialForce:linear() end

---The angular half τ.
---@return rigid.Vec3 tau
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function SpatialForce:angular() end

---The power of this force and a motion: f·u + τ·ω.
---@param v rigid.SpatialMotion of any kind, at the same point, in the same axes
---@return number power W for a wrench and a twist
---Errors: refuses a force: there is no product of two forces.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:dot(Twist{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function SpatialForce:dot(v) end

---The same force about another point: τ_Q = τ_P − p_PQ × f, f as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.SpatialForce f_Q
---Errors: refuses what is no 3-vector.
---Source: Drake SpatialForce::Shift.
---Example:
---```lua
---print(SpatialForce{0, 1, 0, 0, 0, 0}:shift{1, 0, 0}:angular())  --> Vec3(0, 0, -1)
---```
function SpatialForce:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.SpatialForce f_A
---Errors: refuses what is no rotation.
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> SpatialForce: linear (-2, 1, 3), angular (-5, 4, 6)
---```
function SpatialForce:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialForce of the generic kind
---@return rigid.SpatialForce self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = SpatialForce{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> SpatialForce: linear (2, 4, 6), angular (8, 10, 12)
---```
function SpatialForce:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.SpatialForce self
---Errors: refuses what is not a number; nothing is changed then.
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> SpatialForce: linear (10, 20, 30), angular (40, 50, 60)
---```
function SpatialForce:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.SpatialForce copy
---Example:
---```lua
---local v = SpatialForce{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function SpatialForce:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(SpatialForce{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function SpatialForce:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.SpatialForce
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:is_near(SpatialForce{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function SpatialForce:is_near(b, tol) end

---A force f in N and a moment τ in N m about the origin of the frame (or about the point the wrench was shifted to).
---Made as a SpatialForce is. Wrench + SpatialMomentum is an error.
---Errors: as SpatialForce; a SpatialMomentum is no Wrench unless Wrench(h) says so.
---Source: iDynTree Wrench; Drake SpatialForce.
---Example:
---```lua
---local F = Wrench({0, 0, -10}, {0, 0, 0})
---print(F:shift{2, 0, 0}:angular()) -- the moment about the point at {2, 0, 0}
-----> Vec3(0, -20, 0)
---print(Wrench(SpatialMomentum{1, 0, 0, 0, 0, 0} / 0.01)) -- an impulse, spread over 10 ms
-----> Wrench: linear (100, 0, 0) N, angular (0, 0, 0) N m
---```
---@class rigid.Wrench: rigid.SpatialForce
---@field [integer] number
---@operator add(rigid.Wrench): rigid.Wrench
---@operator add(rigid.SpatialForce): rigid.Wrench
---@operator sub(rigid.Wrench): rigid.Wrench
---@operator sub(rigid.SpatialForce): rigid.Wrench
---@operator mul(number): rigid.Wrench
---@operator div(number): rigid.Wrench
---@operator unm: rigid.Wrench
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.Wrench
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.Wrench
---@overload fun(six: rigid.VectorLike): rigid.Wrench
---@overload fun(v: rigid.SpatialForce): rigid.Wrench
local Wrench = {}

---The force f.
---@return rigid.Vec3 f N
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function Wrench:linear() end

---The moment τ about the origin.
---@return rigid.Vec3 tau N m
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function Wrench:angular() end

---The power of this force and a motion: f·u + τ·ω.
---@param v rigid.SpatialMotion of any kind, at the same point, in the same axes
---@return number power W for a wrench and a twist
---Errors: refuses a force: there is no product of two forces.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:dot(Twist{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function Wrench:dot(v) end

---The same wrench about another point: τ_Q = τ_P − p_PQ × f, f as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.Wrench f_Q
---Errors: refuses what is no 3-vector.
---Source: Drake SpatialForce::Shift.
---Example:
---```lua
---print(Wrench{0, 1, 0, 0, 0, 0}:shift{1, 0, 0}:angular())  --> Vec3(0, 0, -1)
---```
function Wrench:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.Wrench f_A
---Errors: refuses what is no rotation.
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> Wrench: linear (-2, 1, 3) N, angular (-5, 4, 6) N m
---```
function Wrench:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialForce of this kind or the generic one
---@return rigid.Wrench self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = Wrench{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> Wrench: linear (2, 4, 6) N, angular (8, 10, 12) N m
---```
function Wrench:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.Wrench self
---Errors: refuses what is not a number; nothing is changed then.
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:scale_in_place(10))  --> Wrench: linear (10, 20, 30) N, angular (40, 50, 60) N m
---```
function Wrench:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.Wrench copy
---Example:
---```lua
---local v = Wrench{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function Wrench:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(Wrench{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function Wrench:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.Wrench
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:is_near(Wrench{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function Wrench:is_near(b, tol) end

---A linear momentum l in kg m/s and an angular momentum h in kg m²/s about the origin of the frame (or about the point it
---was shifted to): what a SpatialInertia times a Twist gives. Made as a SpatialForce is.
---SpatialMomentum + Wrench is an error.
---Errors: as SpatialForce; a Wrench is no SpatialMomentum unless SpatialMomentum(f) says so.
---Source: iDynTree SpatialMomentum; Drake SpatialMomentum; Featherstone 2008 §2.12.
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(M * Twist{0, 3, 0, 0, 0, 0})  --> SpatialMomentum: linear (0, 6, 0) kg m/s, angular (0, 0, 6) kg m²/s
---local impulse = Wrench{0, 100, 0, 0, 0, 0} * 0.01
---print(M * Twist{0, 3, 0, 0, 0, 0} + SpatialMomentum(impulse) == SpatialMomentum({0, 7, 0}, {0, 0, 6}))  --> true
---```
---@class rigid.SpatialMomentum: rigid.SpatialForce
---@field [integer] number
---@operator add(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator add(rigid.SpatialForce): rigid.SpatialMomentum
---@operator sub(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator sub(rigid.SpatialForce): rigid.SpatialMomentum
---@operator mul(number): rigid.SpatialMomentum
---@operator div(number): rigid.SpatialMomentum
---@operator unm: rigid.SpatialMomentum
---@operator len: integer
---@overload fun(linear: rigid.Vec3Like, angular: rigid.Vec3Like): rigid.SpatialMomentum
---@overload fun(t: {linear?:rigid.Vec3Like,angular?:rigid.Vec3Like}): rigid.SpatialMomentum
---@overload fun(six: rigid.VectorLike): rigid.SpatialMomentum
---@overload fun(v: rigid.SpatialForce): rigid.SpatialMomentum
local SpatialMomentum = {}

---The linear momentum l.
---@return rigid.Vec3 l kg m/s
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:linear())  --> Vec3(1, 2, 3)
---```
function SpatialMomentum:linear() end

---The angular momentum h about the origin.
---@return rigid.Vec3 h kg m²/s
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:angular())  --> Vec3(4, 5, 6)
---```
function SpatialMomentum:angular() end

---The power of this force and a motion: f·u + τ·ω.
---@param v rigid.SpatialMotion of any kind, at the same point, in the same axes
---@return number power W for a wrench and a twist
---Errors: refuses a force: there is no product of two forces.
---Source: Featherstone 2008 §2.6.
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:dot(Twist{1, 0, 0, 0, 0, 1}))  --> 7.0
---```
function SpatialMomentum:dot(v) end

---The same momentum about another point: h_Q = h_P − p_PQ × l, l as it is.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of the vector
---@return rigid.SpatialMomentum f_Q
---Errors: refuses what is no 3-vector.
---Source: Drake SpatialMomentum::Shift.
---Example:
---```lua
---print(SpatialMomentum{0, 1, 0, 0, 0, 0}:shift{1, 0, 0}:angular())  --> Vec3(0, 0, -1)
---```
function SpatialMomentum:shift(p_PQ) end

---The same vector in other axes, at the same point: both halves are turned by R.
---@param R_AE rigid.RotationLike from the axes E of this vector to the axes A
---@return rigid.SpatialMomentum f_A
---Errors: refuses what is no rotation.
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:re_express(Rotation.quaternion(1, 0, 0, 1))) -- a quarter turn about z
-----> SpatialMomentum: linear (-2, 1, 3) kg m/s, angular (-5, 4, 6) kg m²/s
---```
function SpatialMomentum:re_express(R_AE) end

---Add another of the same kind, or of the generic kind. Changes the receiver and returns it; makes no garbage.
---@param b rigid.SpatialForce of this kind or the generic one
---@return rigid.SpatialMomentum self
---Errors: refuses another kind; nothing is changed then.
---Example:
---```lua
---local v = SpatialMomentum{1, 2, 3, 4, 5, 6}
---v:add_in_place(v)
---print(v)  --> SpatialMomentum: linear (2, 4, 6) kg m/s, angular (8, 10, 12) kg m²/s
---```
function SpatialMomentum:add_in_place(b) end

---Multiply by a number. Changes the receiver and returns it; makes no garbage.
---@param s number
---@return rigid.SpatialMomentum self
---Errors: refuses what is not a number; nothing is changed then.
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:scale_in_place(10))
-----> SpatialMomentum: linear (10, 20, 30) kg m/s, angular (40, 50, 60) kg m²/s
---```
function SpatialMomentum:scale_in_place(s) end

---A new value equal to this one.
---@return rigid.SpatialMomentum copy
---Example:
---```lua
---local v = SpatialMomentum{1, 2, 3, 4, 5, 6}
---v:copy():scale_in_place(2)
---print(v[6])  --> 6.0
---```
function SpatialMomentum:copy() end

---The six numbers as a plain list, linear first, which the constructor takes back.
---@return number[] list
---Example:
---```lua
---print(table.concat(SpatialMomentum{angular = {1, 2, 3}}:table(), " "))  --> 0.0 0.0 0.0 1.0 2.0 3.0
---```
function SpatialMomentum:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.SpatialMomentum
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:is_near(SpatialMomentum{1, 2, 3, 4, 5, 6.1}))  --> false
---```
function SpatialMomentum:is_near(b, tol) end

-- Inertia of a rigid body ---------------------------------------------------------------------------------------------

---A rotational inertia: the symmetric 3x3 matrix I = ∫ρ (x·x 1 − x xᵀ) of a body about a point, in kg m².
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

---True where a body can have this inertia about its centre of mass: no principal moment is negative, and none is more
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
---Errors: refuses what is no rotation.
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

---True where every entry differs from that of b by at most tol.
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
---Errors: refuses what is not ten numbers.
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
---print(SpatialInertia.solid_box{density = 1000, size = {0.1, 0.2, 0.3}}:mass())  --> 6.0
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

---A solid cylinder about the centre of one of its ends; the axis points from that end to the centre of mass, which is at
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
---Errors: refuses what is not ten finite numbers, and those so large or small that the inertia overflows or is lost in rounding.
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
---Errors: refuses what is no SpatialInertia.
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

---The regressor of Slotine and Li's control: M a_r + B(M, v) v_r = Y(v, v_r, a_r) π, with a_r the absolute spatial
---reference acceleration (in body axes, the rate of v_r plus v × v_r). The factor chooses B:
---
---"reference" (the default): B = v×̄*M − M v×, the formula of the reference page, number for number. It is right only at
---v_ref = v, where every factor gives momentum_derivative_regressor. Away from that it is NOT passive, although its page
---says so: this B is symmetric (it is Ṁ itself), so Ṁ − 2B = −Ṁ is not skew, and an adaptive law built on it can be fed
---energy by its own feedforward. Use it to compare with that page, not to control.
---
---"christoffel": B = ½(v×̄*M − M v× + (M v)×̄), where f ×̄ u means u ×̄* f. Passive for every v_ref; in trees it gives the
---Coriolis matrix of the Christoffel symbols, so Ḣ − 2C is skew. The one to use.
---
---"body": B = v×̄*M. Passive for every v_ref; in trees C is another, equally passive, factorisation.
---
---Passive means B v = v×̄*M v and B + Bᵀ = v×̄*M − M v×, for every v_ref and every M. doc/slotine-li.md shows it in numbers.
---@param v rigid.TwistLike twist of the body
---@param v_ref rigid.TwistLike reference twist
---@param a_ref rigid.SpatialAccLike absolute spatial reference acceleration
---@param options? {factor?:rigid.Factor} which factor B, default "reference"
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

---The rotational inertia about the origin per unit mass, I/m.
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
---Errors: refuses what is not ten numbers; nothing is changed then.
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
---Errors: refuses what is no SpatialInertia; nothing is changed then.
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

---The derivative of the bias wrench with respect to the twist, ∂(v ×̄* M v)/∂v.
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
---Errors: refuses what is no 3-vector.
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
---Errors: refuses what is no 3-vector; nothing is changed then.
---Source: Drake SpatialInertia::ShiftInPlace.
---Example:
---```lua
---print(SpatialInertia.unitary():shift_in_place{0, 0, -1}:com())  --> Vec3(0, 0, 1)
---```
function SpatialInertia:shift_in_place(p_PQ) end

---The same inertia in other axes, about the same point: M_BP_A = M_BP_E:re_express(R_AE); h' = R h, I' = R I Rᵀ.
---@param R_AE rigid.RotationLike from the axes E of M to the axes A
---@return rigid.SpatialInertia M_BP_A
---Errors: refuses what is no rotation.
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
---Errors: refuses what is no rotation; nothing is changed then.
---Source: Drake SpatialInertia::ReExpressInPlace.
---Example:
---```lua
---local M = SpatialInertia{mass = 1, com = {0, 0, 1}, inertia = {1, 2, 3}}
---print(M:re_express_in_place(Rotation.quaternion(0, 1, 0, 0)) == M)  --> true
---```
function SpatialInertia:re_express_in_place(R_AE) end

---True where M:is_physically_valid() and the mass is positive.
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
---floor. Of massless inertias only the zero one is valid.
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

---What is wrong with an inertia that no body can have: what, by how much, and what would mend it. nil for a sound one.
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
---limit, margin (negative by as much as it fails), unit and sentence, with figures at full precision. There is an error
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

---What edit would mend an inertia that no body can have: a list, the best first, that prints well. Slips of a pen or of a
---program are undone one by one on the figures as they were written: each entry times a power of ten, with the other sign,
---swapped with another; the six numbers in another program's order; units; the tensor about the other point. Those after
---which it is a body stay, ranked by how likely the result is to be a link of a machine and the slip to happen. Those that
---the inertia alone cannot tell apart have the same rank. After them: the smallest change there is (negative spreads
---lifted to zero), and of all bodies within twice that change the one nearest to a ball in entropic divergence. The smallest
---change comes first where it is below 0.2 %, or below 2 % and no slip stands out.
---Each is {inertia=, edit=, sentence=, change=, kind=, rank=, values=}: change is relative, of the tensor about the com, and
---values are the figures to write instead (mass, x, y, z, ixx, ixy, ...). The list has slips, how many single slips explain
---the figures, and sentence, which says so in words. It is empty for a sound body.
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

---The solid box of uniform density that has this inertia: half-length √(3 σ/m) along each principal axis, σ as in
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

---The box with an equal particle at each of its eight corners that has this inertia: half-length √(σ/m) along each
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

---True where each of the ten parameters differs from that of b by at most tol.
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

-- Articulated-body inertia --------------------------------------------------------------------------------------------

---An articulated-body inertia: the inertia that a body appears to have when it carries others on joints, a symmetric 6x6
---matrix P with f = P a + bias. It needs all 21 numbers: the apparent mass depends on the direction of the force.
---ABI(M) is the inertia of a single rigid body, ABI() is all NaN, ABI(rows) takes nested rows 6x6, linear first.
---P_AQ_E: of articulated body A about point Q in axes E; it does not know them itself. A SpatialInertia is taken where an
---ABI is. P * SpatialAcc is a Wrench, P * SpatialMotion a SpatialForce, P * Matrix (6 x n) and Matrix (n x 6) * P
---matrices. P + Q welds the bases of two articulated bodies, P - Q takes one off. == is exact; tostring prints the matrix.
---Errors: refuses matrices that are not 6x6; P * Twist is refused (P relates wrench and acceleration).
---Source: Drake ArticulatedBodyInertia; Featherstone 1983; Featherstone 2008 ch. 7; Jain 2010 §6.4.
---Example:
---```lua
---local P = ABI(SpatialInertia.solid_sphere{mass = 2, radius = 1})
---print(P * SpatialAcc{0, 0, 3, 0, 0, 0})  --> Wrench: linear (0, 0, 6) N, angular (0, 0, 0) N m
---```
---@class rigid.ABI
---@operator add(rigid.ABI): rigid.ABI
---@operator add(rigid.SpatialInertia): rigid.ABI
---@operator sub(rigid.ABI): rigid.ABI
---@operator sub(rigid.SpatialInertia): rigid.ABI
---@operator mul(rigid.SpatialAcc): rigid.Wrench
---@operator mul(rigid.SpatialMotion): rigid.SpatialForce
---@operator mul(rigid.Matrix): rigid.Matrix
---@overload fun(): rigid.ABI
---@overload fun(M: rigid.SpatialInertia): rigid.ABI
---@overload fun(rows: rigid.MatrixLike): rigid.ABI
local ABI = {}

---From a 6x6 matrix. Only its lower triangle is read. Whether a body can have it is not checked: see is_physically_valid.
---@param m rigid.MatrixLike 6x6
---@param order? rigid.Order which half comes first in m, default "linear"
---@return rigid.ABI P
---Errors: refuses a matrix that is not 6x6, and another order.
---Source: Drake ArticulatedBodyInertia(matrix).
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(ABI.from_matrix(M:matrix("angular"), "angular") == ABI(M))  --> true
---```
function ABI.from_matrix(m, order) end

---The full symmetric 6x6 matrix.
---@param order? rigid.Order which half comes first, default "linear"
---@return rigid.Matrix m 6x6
---Errors: refuses another order.
---Source: Drake ArticulatedBodyInertia::CopyToFullMatrix6.
---Example:
---```lua
---print(ABI(SpatialInertia.unitary()):matrix() == Matrix.identity(6))  --> true
---```
function ABI:matrix(order) end

---The same articulated-body inertia about another point, in the same axes: Φ P Φᵀ, with Φ = [1 0; −p_PQ× 1] on forces,
---linear first.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of P
---@return rigid.ABI P_Q
---Errors: refuses what is no 3-vector.
---Source: Drake ArticulatedBodyInertia::Shift; Jain 2010 §6.2.5.
---Example:
---```lua
---local M = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}
---print(ABI(M):shift{1, 2, 3}:is_near(ABI(M:shift{1, 2, 3})))  --> true
---```
function ABI:shift(p_PQ) end

---As shift, but changes the receiver and returns it; makes no garbage.
---@param p_PQ rigid.Vec3Like m, from the old point to the new, in the axes of P
---@return rigid.ABI self
---Errors: refuses what is no 3-vector; nothing is changed then.
---Source: Drake ArticulatedBodyInertia::ShiftInPlace.
---Example:
---```lua
---local P = ABI(SpatialInertia.unitary())
---P:shift_in_place{1, 0, 0}
---print(P:matrix()(5, 5))  --> 2.0
---```
function ABI:shift_in_place(p_PQ) end

---The same articulated-body inertia in other axes, about the same point.
---@param R_AE rigid.RotationLike from the axes E of P to the axes A
---@return rigid.ABI P_A
---Errors: refuses what is no rotation.
---Example:
---```lua
---local P = ABI(Matrix.diagonal{1, 2, 3, 4, 5, 6}:table())
---print(P:re_express(Rotation.quaternion(1, 0, 0, 1)):matrix()(1, 1)) -- a quarter turn about z
-----> 2.0
---```
function ABI:re_express(R_AE) end

---As re_express, but changes the receiver and returns it; makes no garbage.
---@param R_AE rigid.RotationLike from the axes E of P to the axes A
---@return rigid.ABI self
---Errors: refuses what is no rotation; nothing is changed then.
---Example:
---```lua
---local P = ABI(Matrix.diagonal{1, 2, 3, 4, 5, 6})
---P:re_express_in_place{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} -- a quarter turn about z
---print(P:matrix()(1, 1), P:matrix()(5, 5))  --> 2.0  4.0
---```
function ABI:re_express_in_place(R_AE) end

---Add another, about the same point in the same axes. Changes the receiver and returns it; makes no garbage.
---@param Q rigid.ABI|rigid.SpatialInertia
---@return rigid.ABI self
---Errors: refuses what is neither an ABI nor a SpatialInertia; nothing is changed then.
---Source: Drake ArticulatedBodyInertia::operator+=; Featherstone 2008 example 7.1.
---Example:
---```lua
---local P = ABI(SpatialInertia.unitary())
---P:add_in_place(SpatialInertia.unitary())
---print(P:matrix()(1, 1))  --> 2.0
---```
function ABI:add_in_place(Q) end

---Subtract another, about the same point in the same axes. Changes the receiver and returns it; makes no garbage.
---@param Q rigid.ABI|rigid.SpatialInertia
---@return rigid.ABI self
---Errors: refuses what is neither an ABI nor a SpatialInertia; nothing is changed then.
---Source: Drake ArticulatedBodyInertia::operator-=.
---Example:
---```lua
---local P = ABI(SpatialInertia.unitary())
---P:subtract_in_place(P)
---print(P:matrix() == Matrix(6, 6))  --> true
---```
function ABI:subtract_in_place(Q) end

---True where P is positive semi-definite: no force makes the body accelerate against it. Judged to 16 eps of its largest
---eigenvalue; the zero matrix is valid, NaN and infinity are not.
---@return boolean valid
---Source: Drake ArticulatedBodyInertia::IsPhysicallyValid.
---Example:
---```lua
---print(ABI(SpatialInertia.unitary()):is_physically_valid(), ABI():is_physically_valid())  --> true  false
---```
function ABI:is_physically_valid() end

---What is wrong with an articulated-body inertia that no body can have, and by how much; nil for a sound one.
---@return string|nil message
---Example:
---```lua
---print(ABI(SpatialInertia.unitary()):criticize())  --> nil
---```
function ABI:criticize() end

---What P looks like through a joint that moves freely along S: P − P S (SᵀPS)⁻¹ SᵀP. Along S nothing is felt any more:
---the result times S is zero. Shift and re-express it to the parent's frame and add it to the parent's inertia: that is
---the way of the articulated-body algorithm from the hand to the base.
---@param S rigid.SpatialMotion|number[]|rigid.MatrixLike axis at the point of P, in its axes; or 6 x k, axes as columns
---@return rigid.ABI P_a
---Errors: refuses an S along which P resists nothing, or with dependent columns (SᵀPS singular); numbers that are not
---finite; a matrix that is not 6 x 1 to 6 x 6.
---Source: Featherstone 2008 §7.2; Featherstone 1983.
---Example:
---```lua
---local P = ABI(SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}})
---    + ABI(SpatialInertia.solid_sphere{mass = 1, radius = 0.1})
---local hinge = SpatialMotion({0, 0, 0}, {0, 0, 1})
---print((P:across_joint(hinge) * hinge):is_near(SpatialForce{0, 0, 0, 0, 0, 0}))  --> true
---```
function ABI:across_joint(S) end

---The acceleration a with P a = f: what a wrench does to an articulated body that is at rest.
---The apparent mass along a unit force φ is 1/(φᵀ P⁻¹ φ).
---@param f rigid.WrenchLike about the point of P, in its axes
---@return rigid.SpatialMotion a a SpatialAcc; for the generic SpatialForce the generic SpatialMotion
---Errors: refuses a P that is not finite, or is singular, naming the motion it does not resist.
---Example:
---```lua
---local P = ABI(SpatialInertia.solid_sphere{mass = 4, radius = 1})
---print(1 / P:solve(Wrench{1, 0, 0, 0, 0, 0}):linear().x) -- kg
-----> 4.0
---```
function ABI:solve(f) end

---A new value equal to this one.
---@return rigid.ABI copy
---Example:
---```lua
---local P = ABI(SpatialInertia.unitary())
---P:copy():subtract_in_place(P)
---print(P:matrix()(1, 1))  --> 1.0
---```
function ABI:copy() end

---The 6x6 matrix as nested plain rows, linear first, which the constructor takes back.
---@return number[][] rows
---Example:
---```lua
---local P = ABI(SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}})
---print(ABI(P:table()) == P)  --> true
---```
function ABI:table() end

---True where every entry differs from that of b by at most tol.
---@param b rigid.ABI
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(ABI(SpatialInertia.unitary()):is_near(ABI(Matrix.identity(6):table())))  --> true
---```
function ABI:is_near(b, tol) end

-- Inertial and MassMatrix3 --------------------------------------------------------------------------------------------

---Mass, and the moments of inertia about the centre of mass in the axes of the inertial frame Bi.
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

---The moment of inertia matrix about the centre of mass, in the axes of Bi.
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

---The solid box of uniform density with this mass and these moments. There is none where the mass matrix is not valid, or
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

---True where mass, moments and products differ from those of b by at most tol.
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

---The mass and the moments of inertia about the centre of mass, in the axes of Bi.
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

---The moment of inertia matrix about the centre of mass, in the axes of F: R MOI Rᵀ.
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
---Errors: refuses what is no rotation; nothing is changed then.
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
---Errors: refuses what is no MassMatrix3, and a tolerance that is negative or not finite.
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
---Errors: refuses what is no rotation, and a tolerance that is not finite.
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
---Errors: refuses what is no pose of finite numbers.
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

---The same body as a SpatialInertia about the origin of F, in the axes of F, without the added mass. Always the true one.
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

-- Models --------------------------------------------------------------------------------------------------------------

---@alias rigid.BodyName string|table
---@alias rigid.View {frame?:"local"|"world"|"aligned",point?:rigid.Vec3Like}
---@alias rigid.ParameterOrder "rigid"|"idyntree"|"pinocchio"|"spatial_v2"|"drake"|"mujoco"|"urdf"

---A robot: links on joints, a tree rooted in the world. Assemble it with add_body, or load it from a file; compute with it;
---edit it at any time, the next computation sees the change.
---
---Configurations q have nq numbers and velocities v have nv, joint after joint in the order in which they were added:
---revolute, continuous, prismatic, helical one each; universal two angles; cylindrical angle, distance; planar x, y, angle;
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

---Add a link, on a joint that carries it. Fields of the table:
---name; parent, a link or frame that is there (the world unless given); placement, the Transform of the joint's frame in the
---parent (identity); inertia, a SpatialInertia about the link's frame, in its axes (none); visuals, collisions, source:
---tables that are kept. The link's frame is the joint's frame at q = 0.
---joint is the name of a type or a table: type (revolute, prismatic, continuous, fixed, helical, universal, cylindrical,
---spherical, planar, floating); name (that of the link); axis, a unit vector in the joint's frame (z; the normal, for planar);
---axis2 (universal, whose axes are x and y unless given); pitch, m/rad (helical); limits = {lower, upper, effort,
---velocity}; damping, friction, armature, for each freedom (0); mimic = {joint, multiplier = 1, offset = 0}: it then follows
---another joint of one freedom, at multiplier q + offset, and has no numbers of its own. Without joint the link is welded.
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

---Add a frame: a named place on a link, without inertia.
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
---axis, axis2, pitch, lower, upper, effort, velocity, damping, friction, armature, mimic, and q, v, nq, nv: where its numbers
---begin in q and v, and how many they are (none for a joint that follows another). lower to mimic can be assigned; what is
---assigned is checked.
---@param name string|table
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

---The names of the joints that have numbers of their own, in the order of q and v.
---@return string[] names
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = {type = "revolute", name = "hinge"}}
---m:add_body{name = "b", joint = {type = "prismatic", mimic = {joint = "hinge", multiplier = 0.1}}}
---print(table.concat(m:joint_names(), " "))  --> hinge
---```
function Model:joint_names() end

---What was noted when the model was loaded: what was left out, what was mended.
---@return table notes
---Example:
---```lua
---print(#Model():notes())  --> 0
---```
function Model:notes() end

---The tree as text, one link a line: its joint, the joint's type and axis, the mass of the link. tostring shows the same, with
---60 links at most.
---@param lines? integer links that are shown at most, default 60
---@return string text
---Errors: refuses what is no integer from 1.
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

---How many moving links there are; m:parameters() has ten numbers for each.
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
---Errors: refuses what is not three finite numbers.
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

---The configuration that is reached from q by moving along v for unit time; quaternions stay of length 1.
---@param q rigid.VectorLike
---@param v rigid.VectorLike a velocity times a time
---@param out? rigid.Vector of nq numbers to write into; may be q
---@return rigid.Vector q_next
---Errors: refuses what is not nq and nv finite numbers, and a quaternion of length zero.
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
---Errors: refuses what is not nq finite numbers, and a quaternion of length zero.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "ball", joint = "spherical", inertia = SpatialInertia.unitary()}
---print(m:difference({1, 0, 0, 0}, {0, 1, 0, 0}):is_near{math.pi, 0, 0})  --> true
---```
function Model:difference(q0, q1, out) end

---The forces and torques at the joints that give the acceleration a: H(q) a + C(q, v) v + g(q) − Σ Jᵀ external, by the
---recursive Newton-Euler algorithm. Damping and friction are not in it; rotors (armature) are.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike
---@param external? table wrenches {body name = Wrench}, each at the body's frame, in its axes
---@param out? rigid.Vector of nv numbers to write into; may stand in the place of external
---@return rigid.Vector tau N m, or N
---Errors: refuses what is not nq or nv finite numbers, and wrenches on what is no body.
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

---The acceleration that joint forces and torques give, by the articulated-body algorithm: the inverse of inverse_dynamics.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param tau? rigid.VectorLike N m, or N
---@param external? table wrenches {body name = Wrench}, each at the body's frame, in its axes
---@param out? rigid.Vector of nv numbers to write into; may stand in the place of external
---@return rigid.Vector a
---Errors: refuses what is not nq or nv finite numbers; a joint that moves no inertia is an error that names it.
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
---Errors: refuses what is not nq finite numbers.
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
---Errors: refuses what is not nq finite numbers; a joint that moves no inertia is an error that names it.
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
---Errors: refuses what is not nq or nv finite numbers, and unknown factors.
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
---Errors: refuses what is not nq or nv finite numbers.
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
---Errors: refuses what is not nq finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "lift", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 2, length = 1}}
---print(m:gravity_forces{0})  --> Vector 1: (19.62)
---```
function Model:gravity_forces(q, out) end

---The derivatives of inverse dynamics with respect to q (along the directions of v: see integrate), v and a.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike
---@param dq? rigid.Matrix nv x nv to write ∂τ/∂q into
---@param dv? rigid.Matrix nv x nv to write ∂τ/∂v into
---@param da? rigid.Matrix nv x nv to write ∂τ/∂a into
---@return rigid.Matrix dtau_dq
---@return rigid.Matrix dtau_dv
---@return rigid.Matrix H ∂τ/∂a, the joint-space inertia matrix
---Errors: refuses what is not nq or nv finite numbers.
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

---The derivatives of forward dynamics with respect to q (along the directions of v: see integrate), v and tau.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param tau? rigid.VectorLike N m, or N
---@param dq? rigid.Matrix nv x nv to write ∂a/∂q into
---@param dv? rigid.Matrix nv x nv to write ∂a/∂v into
---@param dtau? rigid.Matrix nv x nv to write ∂a/∂τ into
---@return rigid.Matrix da_dq
---@return rigid.Matrix da_dv
---@return rigid.Matrix Hinv ∂a/∂τ, the inverse of the joint-space inertia matrix
---Errors: refuses what is not nq or nv finite numbers; a joint that moves no inertia is an error that names it.
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
---Errors: refuses what is not nq finite numbers, and a name the model does not have.
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
---Errors: refuses what is not nq or nv finite numbers, a name the model does not have, and unknown views.
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
---Errors: refuses what is not nq or nv finite numbers, a name the model does not have, and unknown views.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "arm", joint = "revolute", inertia = SpatialInertia.unitary()}
---print(m:acceleration({0}, {3}, {1}, "arm"))  --> SpatialAcc: linear (0, 0, 0) m/s², angular (0, 0, 1) rad/s²
---```
function Model:acceleration(q, v, a, body, view) end

---The acceleration of a body or frame whose linear half is that of the point at its origin: what an accelerometer there
---would show, gravity apart.
---@param q rigid.VectorLike
---@param v? rigid.VectorLike
---@param a? rigid.VectorLike
---@param body rigid.BodyName
---@param view? rigid.View local unless given
---@return rigid.SpatialAcc A
---Errors: refuses what is not nq or nv finite numbers, a name the model does not have, and unknown views.
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
---Errors: refuses what is not nq finite numbers, a name the model does not have, and unknown views.
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
---Errors: refuses what is not nq or nv finite numbers, a name the model does not have, and unknown views.
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
---Errors: refuses what is not nq finite numbers, and a model without mass.
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
---Errors: refuses what is not nq or nv finite numbers, and a model without mass.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "wheel", joint = "revolute", inertia = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}}
---print(m:com_velocity({0}, {3}))  --> Vec3(0, 3, 0)
---```
function Model:com_velocity(q, v) end

---The Jacobian of the centre of mass: its velocity, in world axes, is J v.
---@param q rigid.VectorLike
---@param out? rigid.Matrix 3 x nv to write into
---@return rigid.Matrix J 3 x nv
---Errors: refuses what is not nq finite numbers, and a model without mass.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "wheel", joint = "revolute", inertia = SpatialInertia.point_mass{mass = 2, position = {1, 0, 0}}}
---print(m:com_jacobian{0}:transpose())
-----> Matrix 1x3
----->   0  1  0
---```
function Model:com_jacobian(q, out) end

---The momentum of all that moves, about its centre of mass, in world axes.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@return rigid.SpatialMomentum h
---Errors: refuses what is not nq or nv finite numbers, and a model without mass.
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
---Errors: refuses what is not nq finite numbers, and a model without mass.
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
---Errors: refuses what is not nq or nv finite numbers.
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
---Errors: refuses what is not nq finite numbers.
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

---The inertia of a body and all that hangs from it at a configuration, about the body's frame, in its axes. The body may be
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

---The Coulomb friction of the joints for each number of v; what a joint that follows adds to its leader's is included.
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

---The armature (rotor inertia) of the joints for each number of v; what a joint that follows adds to its leader's is
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

---What limits the joints: {lower = Vector(nq), upper = Vector(nq), effort = Vector(nv), velocity = Vector(nv)}, infinite where
---there is no limit. They are carried, not enforced; random_state keeps them.
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
---Errors: refuses what is not nq or nv finite numbers, and unknown options.
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
---Errors: refuses what is not nq or nv finite numbers, unknown factors and options.
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
---Errors: refuses what is not nq or nv finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "floating", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---print(m:momentum_regressor(m:neutral(), {1, 2, 3, 0, 0, 0}) * m:parameters())  --> Vector 6: (4, 8, 12, 0, 0, 0)
---```
function Model:momentum_regressor(q, v, out) end

---The kinetic energy regressor: the kinetic energy, rotors apart, is y·π.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@param out? rigid.Vector of 10 nbodies numbers to write into
---@return rigid.Vector y
---Errors: refuses what is not nq or nv finite numbers.
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
---Errors: refuses what is not nq finite numbers.
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

---@alias rigid.Method "semi_implicit_euler"|"rk4"|"rkmk45"

---The motion of the model in time, as a Log. Time goes in ticks of dt. At each the controller is asked once and its torque
---held until the next, as on a robot, and a sample is logged; between ticks the method takes one step, or as many as its
---tolerance asks for. Configurations stay on their manifold: a step is taken in the tangent space of its beginning and
---carried over by m:integrate, so that quaternions are unit by construction.
---
---q, v: the state at the start (neutral, at rest); t: the time there (0); duration: how long, s; dt: the tick, s (0.001).
---
---method: "rk4" (the default, fourth order), "semi_implicit_euler" (first order, one evaluation a step, no drift of energy in
---oscillations) or "rkmk45", Dormand and Prince's pair of orders 5 and 4 with its own step size, whose error in each step
---stays below tolerance (1e-8) times 1 + |v_i| in velocities, and times 1 + the way of that step in positions.
---
---controller: function(t, q, v) that returns the joint torques, a Vector or a list of nv. It is asked once a tick, so it may
---keep a state of its own; with continuous=true it is asked wherever the method evaluates forces, and must depend on t, q and
---v alone. external: wrenches on bodies as in forward_dynamics, or function(t, q, v) that returns them (or nil), asked
---wherever forces are evaluated. The q and v that these functions get are theirs until they return: copy what is kept.
---
---damping: false leaves out the damping and the friction of the joints. Friction is Coulomb's, friction v / √(v² + ε²) with
---ε = 0.01 rad/s or m/s: below that speed joints creep rather than stick. Limits of joints are not enforced.
---
---events: a list of {name=, watch=, direction=, stop=, act=, tolerance=}. watch(t, q, v) gives a number; where it has changed
---its sign over a step ("rising", "falling", or "both", the default), the time is located to tolerance (1e-9 s), on the far
---side, and logged. stop=true ends the run there. act(t, q, v) may return a new q and a new v (either may be nil).
---
---log: {every=n} keeps every n-th tick, and the last. progress=false draws no bar; otherwise there is one at a terminal,
---for runs of more than a second.
---@param options {duration:number,dt?:number,q?:rigid.VectorLike,v?:rigid.VectorLike,t?:number,method?:rigid.Method,tolerance?:number,controller?:any,continuous?:boolean,external?:any,damping?:boolean,events?:table,log?:{every?:integer},progress?:boolean}
---@return rigid.Log log
---Errors: refuses unknown fields and values that do not fit. A run that cannot go on (a function that raises or returns what
---does not fit, a state that is no longer finite) raises a value that reads as a text with the time and the joint, and has
---the fields message, t, q, v, joint, cause and log, the samples so far: local ok, stop = pcall(m.simulate, m, {...}).
---Source: Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999; Dormand and Prince 1980.
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

---A motion of a model as samples: what Model:simulate gives, and what a script can fill by itself. log.t is a list of times;
---log.q[i], log.v[i], log.tau[i] are the state and the joint torques from there on, as Vectors; #log is how many there are.
---Times never decrease; two equal ones stand where an event changed the state at once. log.model is the model as it was when
---the log began; edits that come later do not touch it.
---
---A simulation adds log.events, a list of {name=, t=, sample=}; log.stopped, a text saying why it ended early; log.method,
---log.dt, log.steps and log.rejected, the steps that were taken and those that were tried in vain.
---
---Made of a model, it is empty; of a table as log:table() gives it, it has its samples. == is exact; tostring sums it up.
---Errors: constructing refuses what is no model, lists of different lengths, times that decrease, and states that do not fit.
---Example:
---```lua
---local m = Model{name = "cart"}
---m:add_body{name = "cart", joint = {type = "prismatic", axis = {1, 0, 0}}, inertia = SpatialInertia.point_mass{mass = 2, position = {0, 0, 0}}}
---local log = m:simulate{v = {3}, duration = 1, dt = 0.25}
---print(log)
---print(#log, log.t[3], log.q[3], Log(log:table()) == log, #Log(m))
-----> Log of 'cart': 5 samples, t from 0 to 1 s
----->   method   rk4, dt 0.25 s; 4 steps
----->   energy   9 J at first, 9 J at last
-----> 5  0.5  Vector 1: (1.5)  true  0
---```
---@class rigid.Log
---@field model rigid.Model
---@field t number[] times, s
---@field q rigid.Vector[] configurations
---@field v rigid.Vector[] velocities
---@field tau rigid.Vector[] joint torques
---@field events table[] what happened, in order
---@field stopped string|nil why a simulation ended early
---@operator len: integer
---@overload fun(m: rigid.Model): rigid.Log
---@overload fun(t: {model:rigid.Model,t?:number[],q?:table,v?:table,tau?:table}): rigid.Log
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

---The state at any time between the first sample and the last. Between two samples the motion is the cubic of the tangent
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

-- Files ---------------------------------------------------------------------------------------------------------------

---A model from a file: URDF, a Lua model of RBDL, or rigid's own Lua model, told apart by its beginning, its name and what it
---holds; format = "urdf", "rbdl" or "rigid" settles it ("lua": either of the two). floating = true puts a joint with six
---freedoms, root_joint, under the root, which otherwise is welded to the world; gravity takes the place of what the file says
---((0, 0, -9.81) where it says nothing).
---
---URDF: bodies in the order of the joints, parents first. What is drawn is kept (visuals and collisions of each body: a list
---of {shape, placement, name, material}), and so are file and line (source). Our own additions, which other readers pass
---over: armature as an attribute of dynamics, and an element rigid with an attribute gravity.
---
---RBDL: a frame on several freedoms is a chain of massless bodies (name:1, name:2, ..) that ends in the one with its name;
---JointTypeFloatingBase is our floating joint, its quaternion w first and its velocity the twist of the body. Points and local
---frames become frames. A Lua model runs with nothing at hand but what describes a model, and may take 100 million
---instructions, 10 s and 256 MB; what it prints is not shown.
---
---A robot is not refused for its physics. What is odd but can be computed with is taken, with a note in m:notes(): an
---inertia that no body can have, a link that moves without one, an axis not of length one, limits that exclude each other,
---elements that are not known.
---@param path string
---@param options? {floating?:boolean,gravity?:rigid.Vec3Like,format?:"urdf"|"lua"|"rbdl"|"rigid"}
---@return rigid.Model m
---Errors: file:line: what is wrong with which link or joint, for what cannot be computed: malformed XML, numbers that are none,
---missing attributes, unknown parents (with the nearest name), names that are there twice, two roots, circles, axes and
---rotations that are none; for document types (<!DOCTYPE>), files above 64 MB (32 MB for Lua) or 50 000 links, and Lua models
---that do more than they may. Nothing is half-loaded.
---Example:
---```lua
---local path = os.tmpname()
---io.open(path, "w"):write([[<robot name="pendulum">
---    <link name="base"/>
---    <link name="rod">
---        <inertial> <origin xyz="0 0 -0.5"/> <mass value="2"/>
---            <inertia ixx="0.1" iyy="0.1" izz="0" ixy="0" ixz="0" iyz="0"/> </inertial>
---    </link>
---    <joint name="hinge" type="continuous"> <parent link="base"/> <child link="rod"/> <axis xyz="0 1 0"/> </joint>
---</robot>]]):close()
---local m = rigid.load(path)
---print(m:name(), m:joint_names()[1], m:gravity_forces{math.pi / 2})  --> pendulum  hinge  Vector 1: (9.81)
---print(rigid.load(path, {floating = true, gravity = {0, 0, 0}}):nv())  --> 7
---os.remove(path)
---```
function rigid.load(path, options) end

---Write the model to a file: as URDF where the name ends in .urdf or .xml, as rigid's own Lua table where it ends in .lua;
---format = "urdf" or "rigid" settles it otherwise. Loading it again gives the same numbers, from Lua exactly, from URDF to
---rounding. URDF gets its frames and payloads as links welded on, armature and a gravity of its own in the words that
---rigid.load adds to it, and a link for the world where other than one welded root hangs there. Returns nothing.
---@param path string
---@param options? {format?:"urdf"|"rigid"}
---Errors: refuses, by joint or link, what URDF has no word for: helical, universal, cylindrical and spherical joints, limits for
---each of several freedoms, a first moment without mass; names that XML cannot hold; and a path that cannot be written. The
---file is not touched before all of it is ready.
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

return rigid
