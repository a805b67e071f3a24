-- Bad arguments of articulated inertias, and of the classes after gz: the good calls that are spoilt
-- (spec.support.spoil), one for each way of calling a function.

local rigid = require "rigid"
local calls = require "spec.support.calls"
local spoil = require "spec.support.spoil"
local good = require("spec.support.foreign").good

local call, also, method, nothing, word, point = calls.call, calls.also, calls.method, calls.nothing, calls.word, calls.point
local six, vector_of_six, quarter_turn, symmetric_6x6 = calls.six, calls.vector_of_six, calls.quarter_turn, calls.symmetric_6x6

calls.of_values(calls.shares.articulated)

call("ABI", "carries", nothing, good.SpatialInertia, good.ABI, symmetric_6x6, function()
    return rigid.Matrix(symmetric_6x6())
end)
call("ABI.from_matrix", "carries", symmetric_6x6, function()
    return rigid.Matrix(symmetric_6x6()), "linear"
end, function()
    return symmetric_6x6(), "angular"
end)
method("ABI", "matrix", "", nothing, word "linear", word "angular")
method("ABI", "shift shift_in_place", "overflows", good.Vec3, point)
method("ABI", "re_express re_express_in_place", "", good.Rotation, quarter_turn)
method("ABI", "add_in_place subtract_in_place", "carries", good.ABI, good.SpatialInertia)
method("ABI", "is_physically_valid criticize", "", nothing)
method("ABI", "across_joint", "", good.SpatialMotion, good.Twist, good.SpatialAcc, function()
    return rigid.Matrix { { 1, 0 }, { 0, 1 }, { 0, 0 }, { 0.5, 0 }, { 0, 0 }, { 0, 2 } }
end, function()
    return { { 1 }, { 0 }, { 0 }, { 0 }, { 0 }, { 2 } }
end, six, vector_of_six)
method("ABI", "solve", "carries", good.Wrench, good.SpatialForce, six, vector_of_six)

call("MassMatrix3", "carries=diagonal carries=off_diagonal", function()
    return { mass = 2, diagonal = { 0.5, 0.6, 0.7 }, off_diagonal = { 0.01, 0.02, 0.03 } }
end, function()
    return { mass = 2, diagonal = rigid.Vec3(0.5, 0.6, 0.7) }
end, function()
    return { off_diagonal = rigid.Vec3(0, 0, 0) }
end, good.MassMatrix3, nothing)
method("MassMatrix3", "mass moi diagonal_moments off_diagonal_moments", "carries", nothing)
method(
    "MassMatrix3",
    "is_valid is_positive is_near_positive principal_moments principal_axes_offset equivalent_box",
    "",
    nothing,
    function()
        return 1e-6
    end
)

method("MassMatrix3", "set_from_box", "says_no", function()
    return { mass = 2, size = point(), rotation = quarter_turn() }
end, function()
    return { density = 2, size = rigid.Vec3(1, 2, 3), rotation = good.Rotation() }
end, function()
    return { size = point() }
end)
method("MassMatrix3", "set_from_sphere", "says_no", function()
    return { mass = 2, radius = 1 }
end, function()
    return { density = 2, radius = 1 }
end)
method("MassMatrix3", "set_from_cylinder_z set_from_cone_z", "says_no", function()
    return { mass = 2, radius = 1, length = 3 }
end, function()
    return { density = 2, radius = 1, length = 3, rotation = good.Rotation() }
end)

call("Inertial", "carries=diagonal carries=off_diagonal", function()
    return { mass_matrix = good.MassMatrix3(), pose = good.Transform(), added_mass = symmetric_6x6() }
end, function()
    return { added_mass = rigid.Matrix(symmetric_6x6()) }
end, function()
    return {
        mass_matrix = { mass = 2, diagonal = { 0.5, 0.6, 0.7 }, off_diagonal = { 0.01, 0.02, 0.03 } },
        pose = { rotation = quarter_turn(), position = point() },
    }
end, function()
    return { mass_matrix = { mass = 2, diagonal = good.Vec3() }, pose = { rotation = good.Rotation() } }
end, function()
    return { mass_matrix = { mass = 2, off_diagonal = good.Vec3() }, pose = { position = good.Vec3() } }
end, good.Inertial, nothing)
method("Inertial", "mass_matrix pose moi fluid_added_mass spatial_inertia", "", nothing)
method("Inertial", "body_matrix spatial_matrix", "", nothing, function()
    return { about = "origin" }
end, function()
    return { about = "com" }
end, function()
    return {}
end)
method("Inertial", "set_fluid_added_mass", "says_no", symmetric_6x6, function()
    return rigid.Matrix(symmetric_6x6())
end)
method("Inertial", "set_inertial_rotation", "says_no", good.Rotation, quarter_turn)
method("Inertial", "set_mass_matrix", "says_no", good.MassMatrix3, function()
    return good.MassMatrix3(), 1
end, function()
    return { mass = 2, diagonal = { 0.5, 0.6, 0.7 }, off_diagonal = { 0.01, 0.02, 0.03 } }
end, function()
    return { mass = 2, diagonal = good.Vec3() }
end, function()
    return { mass = 2, off_diagonal = good.Vec3() }
end)
method("Inertial", "set_mass_matrix_rotation", "says_no", good.Rotation, function()
    return quarter_turn(), 1e-6
end)
method("Inertial", "set_pose", "says_no", good.Transform, function()
    return { rotation = quarter_turn(), position = point() }
end, function()
    return { rotation = good.Rotation() }
end, function()
    return { position = good.Vec3() }
end)
method("Inertial", "add_in_place", "", good.Inertial)
method("Inertial", "subtract_in_place", "", function()
    return rigid.Inertial { mass_matrix = { mass = 1, diagonal = { 0.1, 0.1, 0.1 } }, pose = good.Transform() }
end)

-- Values that bring the other kind of answer.
also("ABI:criticize", function()
    return rigid.ABI.from_matrix(rigid.Matrix.diagonal { 1, 1, 1, 1, 1, -1 })
end)
also("MassMatrix3:equivalent_box", function()
    return rigid.MassMatrix3 { mass = 1, diagonal = { 1, 1, 9 } }
end)
also("Inertial:fluid_added_mass", function()
    return rigid.Inertial { added_mass = symmetric_6x6() }
end)

describe("bad arguments", function()
    after_each(spoil.put_back)
    teardown(function() spoil.finish(50000) end)
    spoil.specify("articulated", it)
end)
