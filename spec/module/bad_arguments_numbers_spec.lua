-- Bad arguments of vectors, matrices, rotations and poses: the good calls that are spoilt (spec.support.spoil), one for
-- each way of calling a function.

local rigid = require "rigid"
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
method("Vector", "vcat", "carries lists", good.Vector, point, good.Vec3)

-- Six numbers may be a motion's or a force's.
for _, class in ipairs(calls.words_of(calls.MOTIONS .. " " .. calls.FORCES)) do
    calls.also("Vector", good[class])
    calls.also("Matrix.diagonal", good[class])
    calls.also("Vector:vcat", function() return rigid.Vector(3), good[class]() end)
    calls.also("Vector:is_near", function() return rigid.Vector(6), good[class](), 1e-6 end)
end
call("Vector.zeros", "", function() return 4 end)
call("Vector.ones", "", function() return 4 end)
call("Vector.linspace", "", function() return -1, 2, 4 end)
method("Vector", "sum mean deviation min max", "carries", nothing)
method("Vector", "block", "carries", function() return 1, 2 end)
method("Vector", "histogram", "", nothing, function() return 3 end, function() return 2, -1, 5 end)
call("Matrix.zeros", "", function() return 2, 3 end)
call("Matrix.ones", "", function() return 2, 3 end)
method("Matrix", "row", "carries", function() return 2 end)
method("Matrix", "column", "carries", function() return 3 end)
method("Matrix", "min max sum mean", "carries", nothing, function() return "rows" end, function() return "columns" end)
method("Matrix", "kron", "carries lists", good.Matrix, quarter_turn)
method("Matrix", "hcat vcat", "carries lists", good.Vector, point, good.Vec3, good.Matrix, quarter_turn)
method("Matrix", "eigen cholesky qr lu expm", "", nothing)
method("Matrix", "condition", "", nothing)
calls.entries["Matrix:condition"].passes_over = function(_, value) return value.label:find "of zeros" end -- infinite: spec/numbers has it
method("Matrix", "pinv null orth", "", nothing, function() return 1e-9 end)
-- The good Matrix may have no real logarithm.
call("Matrix:logm", "", function() return rigid.Matrix { { 2, 1 }, { 0, 3 } } end)

for _, axis in ipairs { "x", "y", "z" } do
    call("Rotation." .. axis, "", function() return 0.3 end)
end
call("Rotation.euler", "", function() return "ZYX", 0.1, -0.2, 0.3 end)
method("Rotation", "euler", "", function() return "zxz" end)
method("Rotation", "slerp", "carries=2", function() return good.Rotation(), 0.3 end, function() return quarter_turn(), 0.3 end)
method("Rotation", "distance", "carries", good.Rotation, quarter_turn)
call("Rotation.jexp", "carries", point, good.Vec3)
method("Rotation", "jlog", "", nothing)
for _, name in ipairs { "dh", "mdh" } do
    call("Transform." .. name, "", function() return { a = 1, alpha = 2, d = 3, theta = 4 } end, function() return {} end, function()
        return { a = 1 }
    end)
end
method("Transform", "jlog", "", nothing)
method("Transform", "interpolate", "carries=2", function() return good.Transform(), 0.3 end)

call("Matrix.random", "brief", function() return 2, 3 end, function() return 2, 3, 7 end)
call("Vector.random", "brief", function() return 3 end, function() return 3, 7 end)
call("Rotation.random", "brief", nothing, function() return 7 end)
call("Rotation.mean", "brief lists", function() return { good.Rotation(), quarter_turn() } end, function() return { good.Rotation(), quarter_turn() }, { 1, 2 } end)
calls.entries["Rotation.mean"].passes_over = function(place, value) return #place.path > 1 and value.kind == "nil" end -- then weights do not fit

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
local function four() return { 0.5, 0.5, -0.5, 0.5 } end
local function four_numbers() return rigid.Vector(four()) end
calls.also("Rotation.quaternion", good.Quaternion)
call("Quaternion", "carries", function() return 1, 2, 3, 4 end, four, four_numbers, good.Quaternion, good.Rotation)
call("Quaternion.identity", "", nothing)
call("Quaternion.axis_angle", "", function() return { 0.6, 0, 0.8 }, 0.3 end, function() return good.Vec3(), -2 end)
call("Quaternion.exp", "carries", point, good.Vec3)
call("Quaternion.mean", "brief lists", function() return { good.Quaternion(), four() } end, function() return { good.Quaternion(), four() }, { 1, 2 } end)
calls.entries["Quaternion.mean"].passes_over = calls.entries["Rotation.mean"].passes_over
method("Quaternion", "norm conjugate", "carries", nothing)
method("Quaternion", "unit inverse log rotation", "", nothing)
method("Quaternion", "dot", "carries", good.Quaternion, four, four_numbers)
method("Quaternion", "distance", "", good.Quaternion, four, four_numbers)
method("Quaternion", "slerp", "", function() return good.Quaternion(), 0.3 end, function() return four(), 0.3 end, function() return four_numbers(), 0.3 end)
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
end, function()
    return { rpy = point(), position = point() }
end, function()
    return { rpy = good.Vec3() }
end)
call("Transform.identity", "", nothing)
method("Transform", "inverse rotation position matrix adjoint adjoint_force log", "", nothing)

describe("bad arguments", function()
    after_each(spoil.put_back)
    teardown(function() spoil.finish(35000) end)
    spoil.specify("numbers", it)
end)
