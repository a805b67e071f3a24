---@meta rigid.algebra
-- The typed reference: vectors, matrices, rotations, poses. How it is written: see module.lua.
-- One file, as long as there are functions of these classes: help prints it a class at a time.

-- Small algebra -------------------------------------------------------------------------------------------------------

---Three numbers: a position, a direction, one half of a spatial vector. Wherever a 3-vector is asked for, {x, y, z}
---does as well. The entries are v.x, v.y, v.z or v[1], v[2], v[3], and are read-only; #v is 3.
---number * Vec3 is Vec3 * number. == is exact; tostring gives "Vec3(x, y, z)". NaN and infinity are carried through.
---Errors: constructing rejects anything but three numbers; writing an entry is refused.
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
---Errors: rejects anything but a 3-vector.
---Example:
---```lua
---print(Vec3(1, 2, 3):dot{4, 5, 6})  --> 32.0
---```
function Vec3:dot(b) end

---The vector product a × b = (ay bz − az by, az bx − ax bz, ax by − ay bx).
---@param b rigid.Vec3Like in the same axes
---@return rigid.Vec3 product
---Errors: rejects anything but a 3-vector.
---Example:
---```lua
---print(Vec3(1, 0, 0):cross{0, 1, 0})  --> Vec3(0, 0, 1)
---```
function Vec3:cross(b) end

---The length |v| = √(v·v), and of b - a the distance between two points; without overflow or underflow on the way.
---@return number length
---Example:
---```lua
---print(Vec3(2, 3, 6):norm())  --> 7.0
---```
function Vec3:norm() end

---The vector normalized: of length 1 in the same direction, v / |v|.
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

---Whether all entries agree with those of b, within tol.
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
---m(i, j) reads an entry, m:set(i, j, x) writes one; m[i] is row i, a Vector copied out and only read, #m the number of rows. A matrix times a Vector, a list of numbers, a Vec3 or a spatial
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
---@operator mul(rigid.SpatialMotion): rigid.Vector
---@operator mul(rigid.SpatialForce): rigid.Vector
---@operator mul(rigid.ABI): rigid.Matrix
---@operator mul(number[]): rigid.Vector
---@operator div(number): rigid.Matrix
---@operator unm: rigid.Matrix
---@operator call(integer): number
---@operator len: integer
---@overload fun(rows: number[][]): rigid.Matrix
---@overload fun(r: integer, c: integer): rigid.Matrix
local Matrix = {}

---The n x n identity.
---@param n integer not negative
---@return rigid.Matrix identity
---Errors: rejects anything but an integer, or is negative.
---Example:
---```lua
---print(Matrix.identity(2))
-----> Matrix 2x2
----->   1  0
----->   0  1
---```
function Matrix.identity(n) end

---A diagonal matrix, with these numbers.
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

---The inverse of a square matrix, by LU with partial pivoting. To solve equations use m:solve(b).
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
---by QR with column pivoting. A Vector or list b gives a Vector, a Matrix b one column of x for each of its own.
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

---A block of the matrix: r rows and c columns from row i, column j on.
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

---Eigenvalues and eigenvectors, symmetric matrix: m = V diag(w) Vᵀ.
---@return rigid.Vector values ascending
---@return rigid.Matrix vectors n x n, orthonormal columns in the order of the values
---Errors: refuses a matrix that is not square, not finite, or not symmetric to 1e-9 of its largest entry.
---Example:
---```lua
---local w = Matrix{{2, 1}, {1, 2}}:eigen_symmetric()
---print(w)  --> Vector 2: (1, 3)
---```
function Matrix:eigen_symmetric() end

---Singular value decomposition, thin: m = U diag(s) Vᵀ, with k = min(r, c).
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

---The number of linearly independent rows, by QR with column pivoting: of the diagonal entries of R, how many are
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

---Whether all entries agree with those of b, within tol.
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

---Whether all entries agree with those of b, within tol.
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

---The rotation of a quaternion, w first. It is normalised; q and −q give the same rotation. A list {w, x, y, z} or a Quaternion does too.
---@param w number
---@param x number
---@param y number
---@param z number
---@return rigid.Rotation R
---@overload fun(q: rigid.QuaternionLike): rigid.Rotation
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
---Errors: refuses finite numbers whose length overflows. NaN and infinities are carried through.
---Source: Rodrigues' formula.
---Example:
---```lua
---print(Rotation.exp{0.1, 0.2, 0.3}:log())  --> Vec3(0.1, 0.2, 0.3)
---print(Rotation.exp{0 / 0, 0, 0}:log())  --> Vec3(nan, nan, nan)
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

---The logarithm: the shortest rotation vector w with Rotation.exp(w) = R. Good to rounding from angle 0 to π.
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

---Whether all entries agree with those of b, within tol.
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
---X*ᵀ M X*, written out in its ten parameters. Transform{rotation=, position=}, Transform{rpy=, position=} and Transform(R, p) make
---one; a missing half is the identity. == is exact; tostring prints the rotation matrix and the position.
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
---@operator mul(rigid.Twist): rigid.Twist
---@operator mul(rigid.SpatialAcc): rigid.SpatialAcc
---@operator mul(rigid.SpatialMotion): rigid.SpatialMotion
---@operator mul(rigid.Wrench): rigid.Wrench
---@operator mul(rigid.SpatialMomentum): rigid.SpatialMomentum
---@operator mul(rigid.SpatialForce): rigid.SpatialForce
---@operator mul(rigid.SpatialInertia): rigid.SpatialInertia
---@operator mul(rigid.ABI): rigid.ABI
---@operator mul(number[]): rigid.Vec3
---@overload fun(rotation: rigid.RotationLike, position: rigid.Vec3Like): rigid.Transform
---@overload fun(t: {rotation?:rigid.RotationLike,rpy?:rigid.Vec3Like,position?:rigid.Vec3Like}): rigid.Transform
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

---The position p_AB, the pose's translation: the origin of B from that of A, in the axes of A.
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

---The logarithm: the screw of smallest angle whose exponential is this pose, which says how far two poses are apart in (X:inverse() * Y):log(), (V⁻¹ p, ω), with R = exp(ω×). Good to rounding for angles
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

---Whether rotation and position agree with those of b, within tol.
---@param b rigid.Transform
---@param tol? number absolute, default 1e-9
---@return boolean near
---Errors: refuses a b of another type, and a tolerance that is negative or not finite.
---Example:
---```lua
---print(Transform.identity():is_near(Transform{position = {0, 0, 0.1}}))  --> false
---```
function Transform:is_near(b, tol) end
