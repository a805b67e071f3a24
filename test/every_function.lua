-- Calls every public function, method and operator of rigid.core at least once, with arguments that it takes; then looks
-- at what is registered and fails on any that was forgotten. It is what `make oom` and `make gc` run while allocations
-- fail and the collector is forced, so it checks no numbers: the specs do that. One file, as the two run it to its end again and
-- again in one state.
local rigid = require "rigid.core"

local called = {}
-- Names are "Class.static", "Class:method" (operators too, by their metamethod), "Class()" and "function".
local function call(name, f)
    f()
    called[name] = true
end

-- What must be refused, with these words in the message.
local function refuse(words, f)
    local ok, trouble = pcall(f)
    if ok or not trouble:find(words, 1, true) then
        error(ok and "not refused: " .. words or trouble, 0)
    end
end

local Vec3, Matrix, Vector, Rotation, Transform = rigid.Vec3, rigid.Matrix, rigid.Vector, rigid.Rotation, rigid.Transform
local SpatialMotion, Twist, SpatialAcc = rigid.SpatialMotion, rigid.Twist, rigid.SpatialAcc
local SpatialForce, Wrench, SpatialMomentum = rigid.SpatialForce, rigid.Wrench, rigid.SpatialMomentum
local Quaternion = rigid.Quaternion
local RotationalInertia, SpatialInertia, ABI = rigid.RotationalInertia, rigid.SpatialInertia, rigid.ABI
local MassMatrix3, Inertial = rigid.MassMatrix3, rigid.Inertial

-- What every class has.
local function common(class, x)
    call(class .. ":__tostring", function() tostring(x) end)
    call(class .. ":table", function() x:table() end)
    call(class .. ":copy", function() x:copy() end)
    call(class .. ":is_near", function() x:is_near(x, 1e-6) end)
    call(class .. ":__eq", function() return x == x:copy() end)
end

call("type", function() rigid.type(Vec3(1, 2, 3)) end)

-- Small algebra

local v, w = Vec3(1, 2, 3), Vec3 { 0.5, -1, 2 }
call("Vec3()", function() Vec3(1, 2, 3) end)
common("Vec3", v)
call("Vec3:__index", function() return v.x, v[2], v.norm end)
call("Vec3:__newindex", function() refuse("Vec3", function() v.x = 1 end) end)
call("Vec3:__len", function() return #v end)
call("Vec3:__add", function() return v + w end)
call("Vec3:__sub", function() return v - w end)
call("Vec3:__unm", function() return -v end)
call("Vec3:__mul", function() return v * 2, 2 * v end)
call("Vec3:__div", function() return v / 2 end)
call("Vec3:dot", function() v:dot(w) end)
call("Vec3:cross", function() v:cross { 1, 0, 0 } end)
call("Vec3:norm", function() v:norm() end)
call("Vec3:unit", function() v:unit() end)
call("Vec3:skew", function() v:skew() end)

local A = Matrix { { 4, 1, 0 }, { 1, 3, -1 }, { 0, -1, 2 } }
local tall = Matrix { { 1, 0 }, { 1, 1 }, { 1, 2 } }
call("Matrix()", function() return Matrix(2, 3), Matrix { { 1, 2 }, { 3, 4 } } end)
common("Matrix", A)
call("Matrix.identity", function() Matrix.identity(4) end)
call("Matrix.diagonal", function() Matrix.diagonal { 1, 2, 3 } end)
call("Matrix:__call", function() return A(1, 2) end)
call("Matrix:__add", function() return A + A end)
call("Matrix:__sub", function() return A - A end)
call("Matrix:__unm", function() return -A end)
call("Matrix:__mul", function() return A * A, 2 * A, A * v, A * Vector { 1, 2, 3 } end)
call("Matrix:__div", function() return A / 2 end)
call("Matrix:set", function() A:copy():set(1, 1, 5) end)
call("Matrix:rows", function() A:rows() end)
call("Matrix:cols", function() A:cols() end)
call("Matrix:transpose", function() tall:transpose() end)
call("Matrix:inverse", function() A:inverse() end)
call("Matrix:solve", function() return A:solve { 1, 2, 3 }, A:solve(tall), tall:solve { 1, 2, 4 } end)
call("Matrix:determinant", function() A:determinant() end)
call("Matrix:trace", function() A:trace() end)
call("Matrix:norm", function() A:norm() end)
call("Matrix:__index", function() return A[1], A[4], A.row end)
call("Matrix:__len", function() return #A end)
call("Matrix:__newindex", function() refuse("m:set(i, j, x)", function() A[1] = { 1, 2, 3 } end) end)
call("Matrix.zeros", function() Matrix.zeros(2, 3) end)
call("Matrix.ones", function() Matrix.ones(2, 3) end)
call("Matrix:row", function() A:row(1) end)
call("Matrix:column", function() A:column(3) end)
call("Matrix:min", function() return A:min(), A:min "rows" end)
call("Matrix:max", function() return A:max(), A:max "columns" end)
call("Matrix:sum", function() return A:sum(), A:sum "rows" end)
call("Matrix:mean", function() return A:mean(), A:mean "columns" end)
call("Matrix:kron", function() A:kron { { 1, 2 } } end)
call("Matrix:hcat", function() return A:hcat { 1, 2, 3 }, A:hcat(A) end)
call("Matrix:vcat", function() return A:vcat { 1, 2, 3 }, A:vcat(A) end)
call("Matrix:eigen", function() return A:eigen(), Matrix { { 0, 1 }, { -1, 0 } }:eigen() end)
call("Matrix:cholesky", function() A:cholesky() end)
call("Matrix:qr", function() tall:qr() end)
call("Matrix:lu", function() A:lu() end)
call("Matrix:pinv", function() tall:pinv() end)
call("Matrix:null", function() tall:transpose():null() end)
call("Matrix:orth", function() tall:orth() end)
call("Matrix:condition", function() tall:condition() end)
call("Matrix:expm", function() A:expm() end)
call("Matrix:logm", function() A:logm() end)
call("Matrix:block", function() A:block(1, 2, 2, 2) end)
call("Matrix:eigen_symmetric", function() A:eigen_symmetric() end)
call("Matrix:svd", function() tall:svd() end)
call("Matrix:rank", function() tall:rank(1e-9) end)

local x = Vector { 1, 2, 3, 4 }
call("Vector()", function() return Vector(3), Vector { 1, 2 } end)
common("Vector", x)
call("Vector:__index", function() return x[4], x.norm end)
call("Vector:__newindex", function() x:copy()[2] = 7 end)
call("Vector:__len", function() return #x end)
call("Vector:__add", function() return x + x end)
call("Vector:__sub", function() return x - { 1, 1, 1, 1 } end)
call("Vector:__unm", function() return -x end)
call("Vector:__mul", function() return x * 2, 2 * x end)
call("Vector:__div", function() return x / 2 end)
call("Vector:set", function() x:copy():set(1, 5) end)
call("Vector:dot", function() x:dot { 1, 0, 0, 0 } end)
call("Vector.zeros", function() Vector.zeros(3) end)
call("Vector.ones", function() Vector.ones(3) end)
call("Vector.linspace", function() Vector.linspace(0, 1, 3) end)
call("Vector:sum", function() x:sum() end)
call("Vector:mean", function() x:mean() end)
call("Vector:deviation", function() x:deviation() end)
call("Vector:vcat", function() x:vcat(x) end)
call("Vector:block", function() x:block(1, 1) end)
call("Vector:histogram", function() x:histogram(3) end)
call("Vector:min", function() x:min() end)
call("Vector:max", function() x:max() end)
call("Vector:norm", function() x:norm() end)

local R = Rotation.rpy(0.1, 0.2, 0.3)
call("Rotation()", function() Rotation(R:matrix()) end)
common("Rotation", R)
call("Rotation.identity", function() Rotation.identity() end)
call("Rotation.rpy", function() Rotation.rpy(1, 2, 3) end)
call("Rotation.axis_angle", function() Rotation.axis_angle({ 1, 1, 0 }, 0.5) end)
call("Rotation.quaternion", function() Rotation.quaternion(1, 0.1, 0.2, 0.3) end)
call("Rotation.matrix", function() Rotation.matrix { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end)
call("Rotation.exp", function() Rotation.exp { 0.1, 0.2, 0.3 } end)
call("Rotation:__mul", function() return R * R, R * v, R * { 1, 2, 3 } end)
call("Rotation:inverse", function() R:inverse() end)
call("Rotation:matrix", function() R:matrix() end)
call("Rotation:quaternion", function() R:quaternion() end)
call("Rotation:rpy", function() R:rpy() end)
call("Rotation:axis_angle", function() R:axis_angle() end)
for _, axis in ipairs { "x", "y", "z" } do call("Rotation." .. axis, function() Rotation[axis](1) end) end
call("Rotation.euler", function() return Rotation.euler("ZYX", 1, 2, 3), Rotation.euler("xzx", 1, 2, 3) end)
call("Rotation:euler", function() return R:euler "XYZ", R:euler "zxz" end)
call("Rotation:slerp", function() R:slerp(Rotation.identity(), 0.5) end)
call("Rotation:distance", function() R:distance(Rotation.identity()) end)
call("Rotation.jexp", function() Rotation.jexp { 1, 2, 3 } end)
call("Rotation:jlog", function() R:jlog() end)
call("Rotation:log", function() R:log() end)

local four, other = Quaternion(1, 0.1, 0.2, 0.3), Quaternion { 0, 1, 0, 0 }
call("Quaternion()", function() return Quaternion(1, 2, 3, 4), Quaternion { 1, 2, 3, 4 }, Quaternion(R) end)
common("Quaternion", four)
call("Quaternion.identity", function() Quaternion.identity() end)
call("Quaternion.axis_angle", function() Quaternion.axis_angle({ 1, 1, 0 }, 0.5) end)
call("Quaternion.exp", function() Quaternion.exp { 0.1, 0.2, 0.3 } end)
call("Quaternion:__index", function() return four.w, four[4], four.norm end)
call("Quaternion:__newindex", function() refuse("Quaternion", function() four.x = 1 end) end)
call("Quaternion:__len", function() return #four end)
call("Quaternion:__add", function() return four + other end)
call("Quaternion:__sub", function() return four - other end)
call("Quaternion:__unm", function() return -four end)
call("Quaternion:__mul", function() return four * other, 2 * four, four * v end)
call("Quaternion:__div", function() return four / 2 end)
for _, name in ipairs { "norm", "unit", "conjugate", "inverse", "log", "rotation" } do
    call("Quaternion:" .. name, function() four[name](four) end)
end
call("Quaternion:dot", function() four:dot(other) end)
call("Quaternion:distance", function() four:distance { 1, 0, 0, 0 } end)
call("Quaternion:slerp", function() four:slerp(other, 0.5) end)

local X = Transform(R, { 1, 2, 3 })
call("Transform()", function() return Transform(R, v), Transform { rotation = R, position = v } end)
common("Transform", X)
call("Transform.identity", function() Transform.identity() end)
call("Transform:inverse", function() X:inverse() end)
call("Transform:rotation", function() X:rotation() end)
call("Transform:position", function() X:position() end)
call("Transform:matrix", function() X:matrix() end)
call("Transform:adjoint", function() X:adjoint() end)
call("Transform:adjoint_force", function() X:adjoint_force() end)
call("Transform.dh", function() Transform.dh { a = 1, alpha = 2, d = 3, theta = 4 } end)
call("Transform.mdh", function() Transform.mdh { a = 1, alpha = 2, d = 3, theta = 4 } end)
call("Transform:jlog", function() X:jlog() end)
call("Transform:interpolate", function() X:interpolate(Transform { rpy = { 1, 2, 3 } }, 0.5) end)
call("Transform:log", function() X:log() end)

-- Spatial vectors

local motion = SpatialMotion { linear = { 1, 2, 3 }, angular = { 0.4, 0.5, 0.6 } }
local twist, acc = Twist { 1, 2, 3, 0.4, 0.5, 0.6 }, SpatialAcc({ 3, 1, 2 }, { 0.1, 0.2, 0.3 })
local force = SpatialForce { linear = { 1, 0, 2 }, angular = { 3, 1, 4 } }
local wrench, momentum = Wrench({ 1, 0, 2 }, { 3, 1, 4 }), SpatialMomentum { 1, 0, 2, 3, 1, 4 }

local function spatial(class, a, dual)
    call(class .. "()", function() return rigid[class](v, w), rigid[class] { linear = v }, rigid[class] { 1, 2, 3, 4, 5, 6 } end)
    common(class, a)
    call(class .. ":__index", function() return a[1], a.linear end)
    call(class .. ":__newindex", function() refuse(class, function() a[1] = 1 end) end)
    call(class .. ":__len", function() return #a end)
    call(class .. ":__add", function() return a + a end)
    call(class .. ":__sub", function() return a - a end)
    call(class .. ":__unm", function() return -a end)
    call(class .. ":__mul", function() return a * 2, 2 * a end)
    call(class .. ":__div", function() return a / 2 end)
    call(class .. ":linear", function() a:linear() end)
    call(class .. ":angular", function() a:angular() end)
    call(class .. ":dot", function() a:dot(dual) end)
    call(class .. ":shift", function() a:shift({ 1, 2, 3 }, class == "SpatialAcc" and { 0, 0, 1 } or nil) end)
    call(class .. ":re_express", function() a:re_express(R) end)
    call(class .. ":add_in_place", function() a:copy():add_in_place(a) end)
    call(class .. ":scale_in_place", function() a:copy():scale_in_place(2) end)
end
local function motions(class, a)
    spatial(class, a, force)
    call(class .. ":cross", function() return a:cross(twist), a:cross(wrench) end)
    call(class .. ":cross_matrix", function() a:cross_matrix() end)
    call(class .. ":cross_force_matrix", function() a:cross_force_matrix() end)
    call(class .. ":exp", function() a:exp() end)
    call(class .. ":jexp", function() a:jexp() end)
end
motions("SpatialMotion", motion)
motions("Twist", twist)
motions("SpatialAcc", acc)
spatial("SpatialForce", force, motion)
spatial("Wrench", wrench, motion)
spatial("SpatialMomentum", momentum, motion)

-- Inertias

local I = RotationalInertia { xx = 1, yy = 2, zz = 2.5, xy = 0.1, xz = 0.2, yz = -0.1 }
call("RotationalInertia()", function() return RotationalInertia { 1, 2, 2.5 }, RotationalInertia(I:matrix()) end)
common("RotationalInertia", I)
call("RotationalInertia:matrix", function() I:matrix() end)
call("RotationalInertia:moments", function() I:moments() end)
call("RotationalInertia:products", function() I:products() end)
call("RotationalInertia:principal", function() I:principal() end)
call("RotationalInertia:is_valid", function() I:is_valid() end)
call("RotationalInertia:re_express", function() I:re_express(R) end)
call("RotationalInertia:shift", function() I:shift({ 1, 0, 0 }, 2, { 0.1, 0, 0 }) end)
call("RotationalInertia:__add", function() return I + I end)
call("RotationalInertia:__sub", function() return I - I end)
call("RotationalInertia:__mul", function() return I * 2, 2 * I, I * v end)
call("RotationalInertia:__div", function() return I / 2 end)

local M = SpatialInertia { mass = 2, com = { 0.1, 0.2, 0.3 }, inertia = I }
local bad = SpatialInertia { mass = 1, inertia = { 1, 1, 5 }, skip_validity_check = true }
local cube = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } }
local faces = {
    { 1, 3, 2 }, { 1, 4, 3 }, { 5, 6, 7 }, { 5, 7, 8 }, { 1, 2, 6 }, { 1, 6, 5 },
    { 3, 4, 8 }, { 3, 8, 7 }, { 1, 5, 8 }, { 1, 8, 4 }, { 2, 3, 7 }, { 2, 7, 6 },
}
call("SpatialInertia()", function()
    SpatialInertia { mass = 1, com = v, unit_inertia = { 20, 20, 20 }, about = "com" }
    return SpatialInertia(M:table())
end)
common("SpatialInertia", M)
call("SpatialInertia.from_parameters", function() SpatialInertia.from_parameters(M:parameters()) end)
call("SpatialInertia.zero", function() SpatialInertia.zero() end)
call("SpatialInertia.nan", function() SpatialInertia.nan() end)
call("SpatialInertia.unitary", function() SpatialInertia.unitary() end)
call("SpatialInertia.point_mass", function() SpatialInertia.point_mass { mass = 1, position = v } end)
call("SpatialInertia.solid_box", function() SpatialInertia.solid_box { density = 1, size = { 1, 2, 3 } } end)
call("SpatialInertia.solid_cube", function() SpatialInertia.solid_cube { mass = 1, length = 2 } end)
call("SpatialInertia.solid_sphere", function() SpatialInertia.solid_sphere { mass = 1, radius = 2 } end)
call("SpatialInertia.solid_ellipsoid", function() SpatialInertia.solid_ellipsoid { mass = 1, semi_axes = { 1, 2, 3 } } end)
call("SpatialInertia.solid_cylinder", function()
    SpatialInertia.solid_cylinder { mass = 1, radius = 1, length = 2, axis = { 1, 0, 0 } }
end)
call("SpatialInertia.solid_cylinder_about_end", function()
    SpatialInertia.solid_cylinder_about_end { density = 1, radius = 1, length = 2 }
end)
call("SpatialInertia.solid_cone", function() SpatialInertia.solid_cone { mass = 1, radius = 1, length = 2 } end)
call("SpatialInertia.solid_capsule", function() SpatialInertia.solid_capsule { mass = 1, radius = 1, length = 2 } end)
call("SpatialInertia.hollow_sphere", function() SpatialInertia.hollow_sphere { area_density = 1, radius = 2 } end)
call("SpatialInertia.thin_rod", function() SpatialInertia.thin_rod { mass = 1, length = 2 } end)
call("SpatialInertia.thin_rod_about_end", function() SpatialInertia.thin_rod_about_end { mass = 1, length = 2 } end)
call("SpatialInertia.solid_tetrahedron", function()
    SpatialInertia.solid_tetrahedron { density = 1, vertices = { { 1, 1, 1 }, { 2, 1, 1 }, { 1, 2, 1 }, { 1, 1, 2 } } }
end)
call("SpatialInertia.solid_tetrahedron_about_vertex", function()
    SpatialInertia.solid_tetrahedron_about_vertex { density = 1, vertices = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }
end)
call("SpatialInertia.mesh", function() SpatialInertia.mesh { density = 1, vertices = cube, faces = faces } end)
call("SpatialInertia.combine", function() SpatialInertia.combine(M, M) end)
call("SpatialInertia.momentum_regressor", function() SpatialInertia.momentum_regressor(twist) end)
call("SpatialInertia.momentum_derivative_regressor", function()
    SpatialInertia.momentum_derivative_regressor(twist, { 1, 2, 3, 4, 5, 6 })
end)
call("SpatialInertia.momentum_derivative_slotine_li_regressor", function()
    SpatialInertia.momentum_derivative_slotine_li_regressor(twist, motion, acc)
end)
call("SpatialInertia.slotine_li_regressor", function()
    SpatialInertia.slotine_li_regressor(twist, motion, acc, { factor = "christoffel" })
end)
call("SpatialInertia:parameters", function() M:parameters() end)
call("SpatialInertia:set_parameters", function() M:copy():set_parameters(M:parameters()) end)
call("SpatialInertia:set_zero", function() M:copy():set_zero() end)
call("SpatialInertia:set_nan", function() M:copy():set_nan() end)
call("SpatialInertia:mass", function() M:mass() end)
call("SpatialInertia:com", function() M:com() end)
call("SpatialInertia:com_moment", function() M:com_moment() end)
call("SpatialInertia:rotational_inertia", function() M:rotational_inertia() end)
call("SpatialInertia:central_inertia", function() M:central_inertia() end)
call("SpatialInertia:unit_inertia", function() M:unit_inertia() end)
call("SpatialInertia:matrix", function() M:matrix "angular" end)
call("SpatialInertia:inverse_matrix", function() M:inverse_matrix() end)
call("SpatialInertia:apply_inverse", function() return M:apply_inverse(momentum), M:apply_inverse(wrench) end)
call("SpatialInertia:__add", function() return M + M end)
call("SpatialInertia:__mul", function() return M * twist, M * acc, M * motion, M * Matrix(6, 2) end)
call("SpatialInertia:__sub", function() return M + M - M end)
call("SpatialInertia.from_log_cholesky", function() SpatialInertia.from_log_cholesky(M:log_cholesky()) end)
call("SpatialInertia:log_cholesky", function() M:log_cholesky() end)
call("SpatialInertia:distance", function() return M:distance(M + M), M:distance(M + M, "affine") end)
call("SpatialInertia:mirror", function() return M:mirror "xz", M:mirror { 0, 0.6, 0.8 } end)
call("SpatialInertia:scale", function() M:scale { mass = 2, length = 0.5 } end)
call("SpatialInertia:add_in_place", function() M:copy():add_in_place(M) end)
call("SpatialInertia:bias_wrench", function() M:bias_wrench(twist) end)
call("SpatialInertia:bias_wrench_derivative", function() M:bias_wrench_derivative(twist) end)
call("SpatialInertia:shift", function() M:shift { 1, 2, 3 } end)
call("SpatialInertia:shift_in_place", function() M:copy():shift_in_place { 1, 2, 3 } end)
call("SpatialInertia:re_express", function() M:re_express(R) end)
call("SpatialInertia:re_express_in_place", function() M:copy():re_express_in_place(R) end)
call("SpatialInertia:is_physically_consistent", function() M:is_physically_consistent() end)
call("SpatialInertia:is_physically_valid", function() M:is_physically_valid() end)
call("SpatialInertia:is_nan", function() M:is_nan() end)
call("SpatialInertia:is_zero", function() M:is_zero() end)
call("SpatialInertia:criticize", function() return M:criticize(), bad:criticize() end)
call("SpatialInertia:equivalent_ellipsoid", function() M:equivalent_ellipsoid() end)
call("SpatialInertia:equivalent_box", function() M:equivalent_box() end)
call("SpatialInertia:minimum_bounding_box", function() M:minimum_bounding_box() end)
call("SpatialInertia:minimum_length", function() M:minimum_length() end)

local P = ABI(M)
call("ABI()", function() return ABI(), ABI(P:table()) end)
common("ABI", P)
call("ABI.from_matrix", function() ABI.from_matrix(P:matrix()) end)
call("ABI:matrix", function() P:matrix "angular" end)
call("ABI:shift", function() P:shift(v) end)
call("ABI:shift_in_place", function() P:copy():shift_in_place(v) end)
call("ABI:re_express", function() P:re_express(R) end)
call("ABI:re_express_in_place", function() P:copy():re_express_in_place(R) end)
call("ABI:add_in_place", function() P:copy():add_in_place(M) end)
call("ABI:subtract_in_place", function() P:copy():subtract_in_place(P) end)
call("ABI:__add", function() return P + P, P + M end)
call("ABI:__sub", function() return P - M end)
call("ABI:__mul", function() return P * acc, P * motion, P * Matrix(6, 2), Matrix(2, 6) * P end)
call("ABI:is_physically_valid", function() P:is_physically_valid() end)
call("ABI:criticize", function() return P:criticize(), (P - P - P):criticize() end)
call("ABI:across_joint", function() return P:across_joint(motion), P:across_joint(Matrix { { 0 }, { 0 }, { 0 }, { 0 }, { 0 }, { 1 } }) end)
call("ABI:solve", function() P:solve(wrench) end)
call("Transform:__mul", function() return X * X, X * v, X * motion, X * twist, X * acc, X * wrench, X * momentum, X * M, X * P end)

local mm = MassMatrix3 { mass = 1, diagonal = { 1, 2, 2.5 }, off_diagonal = { 0.1, 0.2, 0.3 } }
call("MassMatrix3()", function() return MassMatrix3(), MassMatrix3 { mass = 1, diagonal = v } end)
common("MassMatrix3", mm)
call("MassMatrix3:set_from_box", function() mm:copy():set_from_box { mass = 2, size = { 1, 2, 3 }, rotation = R } end)
call("MassMatrix3:set_from_sphere", function() mm:copy():set_from_sphere { density = 2, radius = 1 } end)
call("MassMatrix3:set_from_cylinder_z", function() mm:copy():set_from_cylinder_z { radius = 1, length = 2 } end)
call("MassMatrix3:set_from_cone_z", function() mm:copy():set_from_cone_z { radius = 1, length = 2 } end)
for _, name in ipairs { "mass", "moi", "diagonal_moments", "off_diagonal_moments", "is_valid", "is_positive", "is_near_positive",
    "principal_moments", "principal_axes_offset", "equivalent_box" } do
    call("MassMatrix3:" .. name, function() mm[name](mm) end)
end

local inertial = Inertial { mass_matrix = mm, pose = X, added_mass = Matrix.identity(6) }
call("Inertial()", function() return Inertial(), Inertial { mass_matrix = mm } end)
common("Inertial", inertial)
for _, name in ipairs { "mass_matrix", "pose", "moi", "fluid_added_mass", "spatial_inertia" } do
    call("Inertial:" .. name, function() inertial[name](inertial) end)
end
call("Inertial:body_matrix", function() inertial:body_matrix { about = "origin" } end)
call("Inertial:spatial_matrix", function() inertial:spatial_matrix() end)
call("Inertial:set_fluid_added_mass", function() inertial:copy():set_fluid_added_mass(Matrix(6, 6)) end)
call("Inertial:set_inertial_rotation", function() inertial:copy():set_inertial_rotation(R) end)
call("Inertial:set_mass_matrix", function() inertial:copy():set_mass_matrix(mm, 1e-6) end)
call("Inertial:set_mass_matrix_rotation", function() inertial:copy():set_mass_matrix_rotation(R) end)
call("Inertial:set_pose", function() inertial:copy():set_pose(X) end)
call("Inertial:__add", function() return inertial + inertial end)
call("Inertial:__sub", function() return inertial + inertial - inertial end)
call("Inertial:add_in_place", function() inertial:copy():add_in_place(inertial) end)
call("Inertial:subtract_in_place", function() (inertial + inertial):subtract_in_place(inertial) end)

-- Models, as the core sees them: a floating body, a turning one that it carries, and a sliding one on that

local inner = debug.getmetatable(rigid).inner
local records = {}
local function link(name, kind, parent)
    local record = {
        number = #records + 1, name = name, parent = parent, placement = X, inertia = M, joint = { type = kind, name = name, axis = Vec3(0, 0, 1) },
    }
    records[record.number] = record
    return record
end
link("hand", "prismatic", link("arm", "revolute", link("base", "floating")))
inner.dense.lyapunov(A, A, false)
local model = inner.model.new { bodies = records, gravity = Vec3(0, 0, -9.81) }
call("Model()", function()
    inner.model.changed(model, "structure", 1, 3)
    inner.model.places(model)
    inner.model.changed(model, "inertia", 2)
    inner.model.carried(model)
    inner.model.changed(model, "resistance", 2)
    inner.model.resistance(model, "damping")
    inner.model.is_massless(model)
    return inner.model.description(model)
end)
local q = model:neutral()
local qd, qdd = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8 }, Vector { 8, 7, 6, 5, 4, 3, 2, 1 }
local push = { hand = wrench }
for _, name in ipairs { "nq", "nv", "nbodies", "neutral", "total_mass" } do
    call("Model:" .. name, function() model[name](model) end)
end
for _, name in ipairs { "mass_matrix", "inverse_mass_matrix", "gravity_forces", "com", "com_jacobian", "centroidal_matrix",
    "potential_energy", "elastic_energy", "potential_energy_regressor" } do
    call("Model:" .. name, function() model[name](model, q) end)
end
for _, name in ipairs { "integrate", "bias_forces", "passive_forces", "com_velocity", "centroidal_momentum", "kinetic_energy",
    "kinetic_energy_regressor", "momentum_regressor", "momentum_rate_regressor" } do
    call("Model:" .. name, function() model[name](model, q, qd) end)
end
call("Model:com_acceleration", function() model:com_acceleration(q, qd, qdd) end)
call("Model:difference", function() model:difference(q, q) end)
call("Model:coriolis_matrix", function() model:coriolis_matrix(q, qd, { factor = "body" }) end)
call("Model:inverse_dynamics", function() return model:inverse_dynamics(q, qd, qdd, push), model:inverse_dynamics(q, qd, qdd, Vector(8)) end)
call("Model:forward_dynamics", function() model:forward_dynamics(q, qd, qdd, push) end)
call("Model:inverse_dynamics_derivatives", function() model:inverse_dynamics_derivatives(q, qd, qdd) end)
for name, takes in pairs { inverse_dynamics = 3, forward_dynamics = 3, bias_forces = 2, mass_matrix = 1, poses = 1, jacobian = 1, com = 1,
    energies = 2, regressor = 3, inverse_dynamics_derivatives = 3 } do
    local body = (name == "poses" or name == "jacobian") and "hand" or nil
    local rows = { { q }, { qd }, { qdd } }
    call("Model:" .. name .. "_batch", function()
        local given = { table.unpack(rows, 1, takes) }
        given[#given + 1] = body
        given[#given + 1] = { threads = 2 }
        model[name .. "_batch"](model, table.unpack(given))
    end)
end
call("Model:forward_dynamics_derivatives", function() model:forward_dynamics_derivatives(q, qd, qdd) end)
-- a tree with loops, one of which cannot close
local function looped(length)
    return inner.model.new {
        bodies = records, gravity = Vec3(0, 0, -9.81), loops = {
            { name = "rope", b = records[3], placement_a = X, placement_b = X, joint = { type = "distance", length = length } },
            { name = "axle", b = records[2], joint = { type = "universal", axis = Vec3(1, 0, 0), axis2 = Vec3(0, 1, 0) } },
            { name = "gear", follower = records[2], leader = records[3], coefficients = { 0, 1, 2 } },
        },
    }
end
local tied = looped(2)
call("Model:constraint_error", function() return tied:constraint_error(q) end)
call("Model:constraint_jacobian", function() return tied:constraint_jacobian(q) end)
call("Model:constraint_drift", function() return tied:constraint_drift(q, qd) end)
call("Model:constrained_dynamics", function() return tied:constrained_dynamics(q, qd, qdd, push) end)
call("Model:assemble", function() return tied:assemble(q), looped(-100):assemble(q) end)
call("Model:loops", function() return tied:loops(q) end)
-- a tree of which something touches the ground, and a ball
local function shape(kind, fields)
    fields.name, fields.kind, fields.radius, fields.half = fields.name or "shape", kind, 0.1, fields.half or Vec3(0, 0, 0.1)
    fields.placement, fields.friction, fields.restitution = Transform.identity(), 0.5, 0.5
    return fields
end
local touching = inner.model.new {
    bodies = records, gravity = Vec3(0, 0, -9.81), touch = {
        contacts = {
            shape(0, { body = records[2] }), shape(1, { body = records[3] }), shape(5, { body = records[2], corners = { Vec3(1, 0, 0), Vec3(0, 0, -1) } }),
            shape(3, {}),
        },
        grounds = { { name = "ground", normal = Vec3(0, 0, 1), offset = 0.5, friction = 0.5, restitution = 0.5 } },
    },
}
call("Model:contact_forces", function() return touching:contact_forces(q, nil, qdd) end)
call("Model:pose", function() model:pose(q, "hand") end)
call("Model:jacobian", function() model:jacobian(q, "hand", { frame = "world", point = { 1, 0, 0 } }) end)
call("Model:jacobian_derivative", function() model:jacobian_derivative(q, qd, "hand") end)
call("Model:twist", function() model:twist(q, qd, "hand", { frame = "aligned" }) end)
call("Model:acceleration", function() model:acceleration(q, qd, qdd, "hand") end)
call("Model:classical_acceleration", function() model:classical_acceleration(q, qd, qdd, "hand") end)
call("Model:regressor", function() model:regressor(q, qd, qdd) end)
call("Model:slotine_li_regressor", function() model:slotine_li_regressor(q, qd, qdd, qdd, { factor = "body" }) end)

-- Refusals build messages, which allocates too.

refuse("density", function() SpatialInertia.solid_box { density = -3, size = { 1, 1, 1 } } end)
refuse("radius", function() SpatialInertia.solid_sphere { mass = 1, raduis = 1 } end)
refuse("triangle", function() SpatialInertia { mass = 1, inertia = { 1, 1, 5 } } end)
refuse("Twist", function() return twist + wrench end)
refuse("singular", function() Matrix(2, 2):inverse() end)
refuse("argument #1", function() M:shift "north" end)
refuse("calling 'shift' on", function() M.shift(nil, v) end)
refuse("closed", function() SpatialInertia.mesh { density = 1, vertices = cube, faces = { faces[1], faces[2] } } end)

-- What frames and provenance need of C: tags, and twins of functions with a rule and a recorder.

do
    local frames, held = inner.frames, {}
    local function hold(value, tag) held[value] = tag end
    local function rule() return 5000, nil, 7 end
    local function recorder(token) return token == nil and 3 or nil end
    local tagged = M:copy()
    frames.set_tag(tagged, 4, hold)
    local product = frames.twin("SpatialInertia", "o", "__mul", rule, recorder, false, hold)
    local result = product(tagged, twist)
    assert(result == M * twist and held[result] == 5000)
    assert(frames.tag(result) == 5000 and frames.tag(product(M, twist)) == 0)
    local shift = frames.twin("SpatialInertia", "m", "shift_in_place", rule, nil, true, hold)
    assert(held[shift(M:copy(), v)] == 5000)
    frames.untag(tagged)
    refuse("does not fit", frames.twin("SpatialInertia", "s", "unitary", function() return "does not fit" end, nil, true, hold))
    refuse("argument #1", function() shift(M, "north") end)
end

-- What batches need of C: steppers that go through rows, and the sums of least squares.
for _, weighs in ipairs { true, false } do
    local Q, V, columns, ten = Matrix { q }, Matrix { qd }, 10 * model:nbodies(), {}
    for k = 1, columns do ten[k] = M:parameters()[(k - 1) % 10 + 1] end
    local r, own, which = inner.motions.new(model, "rk4", true, 2, weighs, 1), weighs and Matrix { ten } or nil, Matrix { { 1 } }
    inner.motions.configure(r, true, Vector(model:nv()), nil, nil, 0)
    inner.motions.stiffness(r, Q, V, own, 1, 1, Matrix(1, 3))
    inner.motions.copy(Q, Matrix(Q:rows(), Q:cols()))
    assert(#inner.motions.refused(Q) == 0)
    assert(inner.motions.advance(r, Q, V, Matrix(1, model:nv()), own, 1e-3, 0, 2, 2e-3, 0,
        Vector(model:nv()), Vector(model:nv()), Matrix { q }, nil, true, which, 1))
    assert(#inner.bodies.list(model) == 3)
    assert(not inner.generated.open "/nowhere.so")
    inner.generated.detach(model)
    local sums = { products = Matrix(columns, columns), right = Vector(columns), square = 0, samples = 0 }
    assert(not inner.sums.add(model, Matrix { q }, Matrix { qd }, Matrix { qdd }, Matrix { qd }, Vector(qd), sums) and sums.samples == 1)
    inner.sums.put(sums, Matrix(columns, columns), Vector(columns), 0, 0)
    assert(sums.samples == 0)
end
-- What simulations need of C: steppers, whose steps ask Lua for forces, and rows of samples.

for _, method in ipairs { "rk4", "implicit" } do
    local stepper, n, m = inner.stepper, model:nv(), model:nq()
    assert(#stepper.methods() == 5)
    local s = stepper.new(model, method, true)
    local friction = Vector(n)
    for k = 1, n do friction[k] = 0.1 end
    stepper.configure(s, true, friction, Vector(n), nil, 0)
    local Q, V, tau = Vector(m), Vector(n), Vector(n)
    stepper.set(s, q, Vector(n))
    stepper.act(s, function() return push end, Q, V, tau)
    assert(stepper.fill(tau, qd) and not stepper.fill(tau, { 1 }))
    stepper.torque(s, tau)
    stepper.tolerate(s, 1e-6, 1e-3)
    assert(stepper.stiffness(s))
    local rows, t, sampled = stepper.rows(s, 8), 0.0, false
    local how, tick = "event", 0
    while how == "event" do
        how, tick, t, sampled = stepper.run(s, rows, tick, 2, 2, 1, 0.0, 1e-3, 2e-3, t, sampled)
        stepper.happened(s)
        assert(stepper.lets_go(s) == false or stepper.lets_go(s))
        stepper.keep(rows)
    end
    assert(stepper.begin(s, t) and stepper.try(s, t, 1e-4) and stepper.pace(s, t, 1e-4))
    stepper.tried(s, Q, V)
    stepper.accept(s)
    stepper.state(s, Q, V)
    stepper.forget(s)
    assert(stepper.fresh(s, model) and stepper.told(s) > 0 and stepper.sample(s, rows, t, tau) ~= nil)
    local lists = { {}, {}, {}, {} }
    stepper.unfold(rows, table.unpack(lists))
    assert(#lists[1] == stepper.count(rows))
    stepper.rate(model, V, V, tau)
    stepper.velocity(model, V, V, tau)
    refuse("stepper of a model expected", function()
        debug.setuservalue(s, nil, 1)
        stepper.forget(s)
    end)
end

-- What the sandbox needs of C: a script in a state of its own.

do
    local function run(text)
        local fine, result, _, what = inner.script.run(text, 1 << 24, 1 << 16, 1000000, 10, "here")
        if result == "machine" then error("not enough memory", 0) end
        return fine and result or what
    end
    local result = run "return {1, 2.5, ('ab'):gsub('(.)', '%1%1'), t = {[3] = true}, print}"
    assert(result[2] == 2.5 and result[3] == "aabb" and result.t[3])
    assert(run "error 'on purpose'" == "on purpose")
end

-- What identification needs of C.

do
    local native = inner.identification
    local all = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }
    local t, Y, b = native.equations(1, 10, all, { all }, {}, 0, 1, 0), Matrix(3, 10), Vector(3)
    for i = 1, 3 do
        for k = 1, 10 do Y:set(i, k, math.sin(i * k)) end
    end
    native.take_rows(t, Y, b, 1, 3)
    native.join(t, t)
    assert(native.weighted(t, Vector { 2 }):cols() == 11)
    assert(native.residuals(t, Vector(10))[1] == 0 and native.parts(t, Vector(10))[1] == 0)
    local nq, nv, links = #model:neutral(), model:nv(), model:nbodies()
    local lists, turning = {}, {}
    for j = 1, nv do lists[j] = { 1, 2 } end
    local one = native.equations(nv, 10 * links + nv, { 10, 10 * links + 1 }, lists, { 1 }, 0, 1, 0)
    local rest = Matrix(2, nq)
    for k = 1, nq do rest:set(1, k, model:neutral()[k]) rest:set(2, k, model:neutral()[k]) end
    assert(native.take(model, one, rest, Matrix(2, nv), Matrix(2, nv), Matrix(2, nv), 1, 2, 2) == nil)
    assert(native.torques(model, one, rest, Matrix(2, nv), Matrix(2, nv), Vector(2)):rows() == 2)
    for j = 1, nv do lists[j] = { 1, 2, 3 } end
    local with_term = native.equations(nv, 10 * links + nv + 1, { 10, 10 * links + 1, 10 * links + nv + 1 }, lists, { 1 }, 0, 1, 1)
    assert(native.take(model, with_term, rest, Matrix(2, nv), Matrix(2, nv), Matrix(2, nv), 1, 2, 1, Matrix(2, nv)) == nil)
    assert(native.torques(model, with_term, rest, Matrix(2, nv), Matrix(2, nv), Vector(3), Matrix(2, nv)):rows() == 2)
    refuse("terms at the end of every list expected", function()
        native.equations(1, 10, all, { { 1, 2 } }, {}, 0, 1, 1)
    end)
    assert(native.resistance_numbers(1, Vector { -3, 0.1 }, Vector(2), 0.2, 1):is_near(Vector { -1, 0.5 }, 1e-15))
    for i = 1, 5 do turning[i] = Vector { i * i } end
    assert(native.rates(Vector { 1, 2, 3, 4, 5 }, (native.gather(turning, 1)))(1, 1) > 5.99)
    local p, dual = SpatialInertia.unitary():parameters(), Vector(10)
    assert(native.to_dual(p, dual) and native.from_dual(dual, dual) and dual:is_near(p, 1e-12))
    assert(#select(2, native.filtered_rates(Matrix(2, 3), Matrix(2, 3), Vector(13), 5)) == 13)
    assert(native.divergence(p, p) < 1e-12 and native.divergence(p, Vector(10)) == nil)
    assert(native.entropic(native.weighted(t, Vector { 2 }), 1, p, Vector(0), 1e-3, p:copy()) > 0)
    assert(native.entropic(native.weighted(t, Vector { 2 }), 1, Vector(10), Vector(0), 1e-3, p:copy()) == nil)
end

-- What is registered, and was it called?

local forgotten = {}
local function expect(name)
    if not called[name] then
        table.insert(forgotten, name)
    end
end
for class, statics in pairs(rigid) do
    if type(statics) == "function" then
        expect(class)
    elseif type(statics) == "table" and getmetatable(statics) and getmetatable(statics).__instance then
        expect(class .. "()")
        for name in pairs(statics) do
            expect(class .. "." .. name)
        end
        for name, value in pairs(getmetatable(statics).__instance) do
            if type(value) == "function" then
                expect(class .. ":" .. name)
            end
        end
        for name in pairs(getmetatable(statics).__instance.__methods) do
            expect(class .. ":" .. name)
        end
    end
end
table.sort(forgotten)
assert(#forgotten == 0, "never called, add a call above: " .. table.concat(forgotten, ", "))
