-- Random draws as our own types, and the same numbers as plain tables for the dense second implementation.

local rigid = require "rigid"
local dense = require "spec.support.dense"

local make = {}

-- A general body, and its ten parameters.
function make.body(d)
    local pi = d:parameters()
    return rigid.SpatialInertia.from_parameters(pi), pi
end

-- A general pose, its rotation matrix and its position.
function make.pose(d)
    local R, p = d:rotation(), d:vec3()
    return rigid.Transform(rigid.Rotation.matrix(R), p), R, p
end

-- A spatial vector of that class, and its six numbers.
function make.spatial(d, class)
    local six = d:six()
    return class(six), six
end

-- A symmetric positive definite 6x6 that is no rigid body's, as an ABI and as rows, linear first.
function make.abi(d)
    local a = d:matrix(6, 6)
    local P = dense.add(dense.mul(a, dense.transpose(a)), dense.scale(dense.identity(6), 0.1))
    return rigid.ABI.from_matrix(P), P
end

return make
