-- Bad arguments of vectors, matrices, rotations and poses: the good calls that are spoilt (spec.support.spoil), one for
-- each way of calling a function.

local calls = require "spec.support.calls"
local spoil = require "spec.support.spoil"
local good = require("spec.support.foreign").good

local call, method, nothing, point, quarter_turn = calls.call, calls.method, calls.nothing, calls.point, calls.quarter_turn

calls.of_values(calls.shares.numbers)

call("Vec3", "carries", function()
    return 1, 2, 3
end, point, good.Vec3)
method("Vec3", "dot cross", "carries", good.Vec3, point)
method("Vec3", "norm skew", "carries", nothing)
method("Vec3", "unit", "", nothing)

call("Matrix", "carries lists", function()
    return { { 1, 2 }, { 3, 4 }, { 5, 6 } }
end, function()
    return 2, 3
end, good.Matrix, function()
    return {}
end)
call("Matrix.identity", "", function()
    return 3
end)
call("Matrix.diagonal", "carries lists", point, good.Vector, good.Vec3)
method("Matrix", "rows cols", "carries", nothing)
method("Matrix", "set", "carries", function()
    return 2, 3, 0.5
end)
method("Matrix", "transpose trace norm", "carries", nothing)
method("Matrix", "inverse determinant eigen_symmetric svd", "", nothing)
method("Matrix", "solve", "lists", good.Vector, point, good.Matrix, quarter_turn)
method("Matrix", "block", "carries", function()
    return 1, 2, 3, 2
end)
method("Matrix", "rank", "", nothing, function()
    return 1e-9
end)

call("Vector", "carries lists", point, function()
    return 4
end, good.Vector, good.Vec3, function()
    return {}
end)
method("Vector", "set", "carries", function()
    return 2, 0.5
end)
method("Vector", "dot", "carries", good.Vector, point, good.Vec3)
method("Vector", "norm", "carries", nothing)

call("Rotation", "carries=1", quarter_turn, good.Rotation, function()
    return good.Rotation():matrix()
end)
call("Rotation.identity", "", nothing)
call("Rotation.rpy", "", function()
    return 0.1, -0.2, 0.3
end)
call("Rotation.axis_angle", "", function()
    return { 1, 2, -2 }, 0.7
end, function()
    return good.Vec3(), 0.7
end)
call("Rotation.quaternion", "", function()
    return 0.5, -0.5, 0.5, 0.5
end, function()
    return { 0.5, -0.5, 0.5, 0.5 }
end)
call("Rotation.matrix", "carries=1", quarter_turn, good.Rotation, function()
    return good.Rotation():matrix()
end)
call("Rotation.exp", "carries", point, good.Vec3)
method("Rotation", "inverse matrix quaternion rpy axis_angle log", "", nothing)

call("Transform", "carries=1 carries=rotation", function()
    return good.Rotation(), good.Vec3()
end, function()
    return quarter_turn(), point()
end, function()
    return { rotation = good.Rotation(), position = good.Vec3() }
end, function()
    return { rotation = quarter_turn() }
end, function()
    return { position = point() }
end)
call("Transform.identity", "", nothing)
method("Transform", "inverse rotation position matrix adjoint adjoint_force log", "", nothing)

describe("bad arguments", function()
    after_each(spoil.put_back)
    teardown(function() spoil.finish(35000) end)
    spoil.specify("numbers", it)
end)
