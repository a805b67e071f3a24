-- Bad arguments of rotational and spatial inertias: the good calls that are spoilt (spec.support.spoil), one for each
-- way of calling a function.

local rigid = require "rigid"
local calls = require "spec.support.calls"
local spoil = require "spec.support.spoil"
local good = require("spec.support.foreign").good

local call, also, method, nothing, word, with = calls.call, calls.also, calls.method, calls.nothing, calls.word, calls.with
local point, six, vector_of_six, ten, quarter_turn, is_path = calls.point, calls.six, calls.vector_of_six, calls.ten, calls.quarter_turn, calls.is_path
local a_mesh = calls.a_mesh

calls.of_values(calls.shares.inertias)

method("SpatialInertia", "named", "carries", word "wheel")
method("SpatialInertia", "explain", "carries", nothing)

local function inertia_forms(fields)
    local examples = {}
    for i, form in ipairs {
        good.RotationalInertia,
        function()
            return rigid.Matrix.diagonal { 0.5, 0.6, 0.7 }
        end,
        function()
            return { { 0.5, 0.01, 0.02 }, { 0.01, 0.6, 0.03 }, { 0.02, 0.03, 0.7 } }
        end,
        function()
            return { 0.5, 0.6, 0.7 }
        end,
        function()
            return { 0.5, 0.6, 0.7, 0.01, 0.02, 0.03 }
        end,
        function()
            return { xx = 0.5, yy = 0.6, zz = 0.7 }
        end,
        function()
            return { xx = 0.5, yy = 0.6, zz = 0.7, xy = 0.01, xz = 0.02, yz = 0.03 }
        end,
    } do
        examples[i] = function()
            return fields(form())
        end
    end
    return table.unpack(examples)
end

call("RotationalInertia", "carries", function()
    return 0.5, 0.6, 0.7
end, function()
    return 0.5, 0.6, 0.7, 0.01, 0.02, 0.03
end, inertia_forms(function(form)
    return form
end))
method("RotationalInertia", "matrix moments products is_valid", "carries", nothing)
method("RotationalInertia", "principal", "", nothing)
method("RotationalInertia", "re_express", "", good.Rotation, quarter_turn)
method("RotationalInertia", "shift", "overflows", function()
    return good.Vec3(), 2
end, function()
    return point(), 2, point()
end, function()
    return good.Vec3(), 2, good.Vec3()
end)

call(
    "SpatialInertia",
    "body",
    inertia_forms(function(form)
        return { mass = 2, com = point(), inertia = form, about = "com", skip_validity_check = false }
    end)
)
also(
    "SpatialInertia",
    inertia_forms(function(form)
        return { mass = 2, com = good.Vec3(), unit_inertia = form, about = "com" }
    end)
)
also("SpatialInertia", function()
    return { mass = 2, inertia = { 0.5, 0.6, 0.7 } }
end, function()
    return { mass = 2, com_moment = point(), inertia = { 0.5, 0.6, 0.7 }, about = "origin" }
end, function()
    return { mass = 2, com_moment = good.Vec3(), com = good.Vec3() / 2, inertia = { 0.5, 0.6, 0.7 } }
end)
call("SpatialInertia.from_parameters", "carries", ten, function()
    return rigid.Vector(ten())
end)
call("SpatialInertia.zero", "", nothing)
call("SpatialInertia.unitary", "", nothing)
call("SpatialInertia.nan", "carries", nothing)
call("SpatialInertia.point_mass", "body", function()
    return { mass = 2, position = point() }
end, function()
    return { mass = 2, position = good.Vec3() }
end)

-- A shape: its fields beside its mass or its density.
local function shape(name, density, fields)
    local examples = {}
    for i, of in ipairs { "mass", density } do
        examples[i] = function()
            return with({ [of] = 2 }, fields())
        end
    end
    call("SpatialInertia." .. name, "body", table.unpack(examples))
end

shape("solid_box", "density", function()
    return { size = { 1, 2, 3 } }
end)
also("SpatialInertia.solid_box", function()
    return { mass = 2, size = rigid.Vec3(1, 2, 3) }
end)
shape("solid_cube", "density", function()
    return { length = 0.5 }
end)
shape("solid_sphere", "density", function()
    return { radius = 0.5 }
end)
shape("solid_ellipsoid", "density", function()
    return { semi_axes = { 1, 2, 3 } }
end)
also("SpatialInertia.solid_ellipsoid", function()
    return { mass = 2, semi_axes = rigid.Vec3(1, 2, 3) }
end)
for _, name in ipairs { "solid_cylinder", "solid_cylinder_about_end", "solid_capsule", "solid_cone" } do
    shape(name, "density", function()
        return { radius = 0.25, length = 2, axis = { 0.6, 0, 0.8 } }
    end)
    also("SpatialInertia." .. name, function()
        return { mass = 2, radius = 0.25, length = 2 }
    end, function()
        return { mass = 2, radius = 0.25, length = 2, axis = rigid.Vec3(1, 0, 0) }
    end)
end
shape("hollow_sphere", "area_density", function()
    return { radius = 0.5 }
end)
for _, name in ipairs { "thin_rod", "thin_rod_about_end" } do
    call("SpatialInertia." .. name, "body", function()
        return { mass = 2, length = 3 }
    end, function()
        return { mass = 2, length = 3, axis = { 0.6, 0, 0.8 } }
    end, function()
        return { mass = 2, length = 3, axis = rigid.Vec3(0, 1, 0) }
    end)
end

local function corners()
    return { { 0.1, 0, 0 }, { 1, 0.2, 0 }, { 0, 1.5, 0.1 }, { 0.2, 0.3, 2 } }
end

call("SpatialInertia.solid_tetrahedron", "body", function()
    return { density = 3, vertices = corners() }
end, function()
    return { density = 3, vertices = { rigid.Vec3(0, 0, 0), { 1, 0, 0 }, { 0, 1, 0 }, rigid.Vec3(0, 0, 1) } }
end)
call("SpatialInertia.solid_tetrahedron_about_vertex", "body", function()
    return { density = 3, vertices = { { 1, 0.2, 0 }, { 0, 1.5, 0.1 }, { 0.2, 0.3, 2 } } }
end, function()
    return { density = 3, vertices = { rigid.Vec3(1, 0, 0), { 0, 1, 0 }, { 0, 0, 1 } } }
end)
call("SpatialInertia.mesh", "body", function()
    return { density = 3, vertices = corners(), faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 2, 3, 4 }, { 1, 4, 3 } } }
end, function()
    local vertices = corners()
    vertices[1] = rigid.Vec3(vertices[1])
    return { mass = 3, vertices = vertices, faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 2, 3, 4 }, { 1, 4, 3 } } }
end)
call("SpatialInertia.combine", "carries", function()
    return good.SpatialInertia(), good.SpatialInertia()
end)
call("SpatialInertia.momentum_regressor", "carries", good.Twist, good.SpatialMotion, six, vector_of_six)
call("SpatialInertia.momentum_derivative_regressor", "carries", function()
    return good.Twist(), good.SpatialAcc()
end, function()
    return good.SpatialMotion(), good.SpatialMotion()
end, function()
    return six(), six()
end, function()
    return vector_of_six(), vector_of_six()
end)
for _, name in ipairs { "slotine_li_regressor", "momentum_derivative_slotine_li_regressor" } do
    call("SpatialInertia." .. name, "carries", function()
        return good.Twist(), good.Twist(), good.SpatialAcc()
    end, function()
        return good.SpatialMotion(), good.SpatialMotion(), good.SpatialMotion()
    end, function()
        return six(), six(), six()
    end, function()
        return vector_of_six(), vector_of_six(), vector_of_six()
    end)
end
also("SpatialInertia.slotine_li_regressor", function()
    return good.Twist(), good.Twist(), good.SpatialAcc(), {}
end)
for _, factor in ipairs { "reference", "christoffel", "body" } do
    also("SpatialInertia.slotine_li_regressor", function()
        return good.Twist(), good.Twist(), good.SpatialAcc(), { factor = factor }
    end)
end

method(
    "SpatialInertia",
    "mass com com_moment rotational_inertia central_inertia parameters set_zero is_nan is_zero",
    "",
    nothing
)
method("SpatialInertia", "set_nan", "carries", nothing)
method("SpatialInertia", "unit_inertia", "", nothing)
method("SpatialInertia", "matrix", "", nothing, word "linear", word "angular")
method("SpatialInertia", "inverse_matrix", "", nothing, word "linear", word "angular")
method("SpatialInertia", "apply_inverse", "carries", good.SpatialMomentum, good.Wrench, good.SpatialForce)
method("SpatialInertia", "set_parameters", "carries", ten, function()
    return rigid.Vector(ten())
end)
method("SpatialInertia", "add_in_place", "carries", good.SpatialInertia)
method("SpatialInertia", "bias_wrench bias_wrench_derivative", "carries", good.Twist, good.SpatialMotion, six, vector_of_six)
method("SpatialInertia", "shift shift_in_place", "overflows", good.Vec3, point)
method("SpatialInertia", "re_express re_express_in_place", "", good.Rotation, quarter_turn)
method(
    "SpatialInertia",
    "is_physically_consistent is_physically_valid criticize equivalent_ellipsoid equivalent_box"
        .. " minimum_bounding_box minimum_length",
    "",
    nothing
)

-- The doctor, and bodies as pseudo-inertias.
method("SpatialInertia", "diagnose", "overflows", nothing, function()
    return { geometry = { box = { 1, 2, 3 }, placement = good.Transform() }, density = { 20, 25000 } }
end, function()
    return { geometry = { ellipsoid = rigid.Vec3(1, 2, 3), placement = { position = point() } } }
end, function()
    return { geometry = { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } }
end, function()
    return { geometry = { box = { 1, 2, 3 }, placement = { rotation = quarter_turn() } } }
end, function()
    return { density = { 20, 25000 } }
end)
method("SpatialInertia", "repairs", "overflows", nothing, function()
    return { about = "origin" }
end, function()
    return { about = "com" }
end, function()
    return {}
end)
call("SpatialInertia.random", "body", nothing, function()
    return { seed = 3 }
end, function()
    return { around = good.SpatialInertia(), spread = 0.1 }
end)
method("SpatialInertia", "log_cholesky", "", nothing)
call("SpatialInertia.from_log_cholesky", "body", function()
    return { 0.1, -1, -1.2, -0.9, 0.05, -0.1, 0.02, 0.3, -0.2, 0.1 }
end, function()
    return rigid.Vector { 0.1, -1, -1.2, -0.9, 0.05, -0.1, 0.02, 0.3, -0.2, 0.1 }
end)
method("SpatialInertia", "distance", "", good.SpatialInertia, function()
    return good.SpatialInertia(), "entropic"
end, function()
    return good.SpatialInertia(), "affine"
end)
method("SpatialInertia", "mirror", "", word "xz", word "xy", function()
    return { 0, 0.6, 0.8 }
end, function()
    return rigid.Vec3(0, 0.6, 0.8)
end)
method("SpatialInertia", "scale", "", function()
    return { mass = 2, length = 0.5 }
end, function()
    return { length = 2 }
end, function()
    return { mass = 3 }
end)

-- From a file: one that is bounded by a closed tetrahedron.
call("SpatialInertia.from_mesh_file", "brief body", function()
    return a_mesh(), { mass = 2 }
end, function()
    return a_mesh(), { density = 1000, scale = point(), directory = "/tmp", up = "z" }
end, function()
    return a_mesh(), { density = 1000, shell = 0.01, require = "box", scale = 2 }
end, function()
    return a_mesh(), { mass = 3, scale = good.Vec3() }
end)
calls.entries["SpatialInertia.from_mesh_file"].passes_over = is_path(1)

-- A value that brings the other kind of answer.
also("SpatialInertia:criticize", function()
    return rigid.SpatialInertia.from_parameters { -1, 0, 0, 0, 1, 0, 0, 1, 0, 1 }
end)

describe("bad arguments", function()
    after_each(spoil.put_back)
    teardown(function() spoil.finish(100000) end)
    spoil.specify("inertias", it)
end)
