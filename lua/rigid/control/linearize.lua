-- m:linearize(q, v, tau): how a small difference from a motion goes on, d/dt (δq, δv) = A (δq, δv) + B δτ, along the motion:
-- q = q₀(t) ⊕ δq. For a joint that turns in space its own turning stands in the upper left, −ad(v); for the others 0. Springs and
-- dampers act, as in m:simulate; dry friction and limits, which no matrix has, do not.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local looped = require "rigid.control.looped"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local passive = require "rigid.passive"
local inner = debug.getmetatable(core).inner

local Matrix, SpatialMotion, Vec3 = core.Matrix, core.SpatialMotion, core.Vec3
local asked, methods = inner.asked, getmetatable(core.Model).__instance.__methods

local function put(M, row, col, block)
    for i = 1, block:rows() do
        for j = 1, block:cols() do M:set(row + i - 1, col + j - 1, block(i, j)) end
    end
end

-- −ad(v) of joints with a quaternion, at their places.
local function put_turning(A, m, v)
    local at = layout.of(m)
    for _, record in ipairs(at.links) do
        local kind, first = joints.type(record.joint), at.v[record.number]
        if not record.joint.mimic and kind.nq > kind.nv then
            local ad
            if kind.nv == 6 then
                ad = SpatialMotion {v[first], v[first + 1], v[first + 2], v[first + 3], v[first + 4], v[first + 5]}:cross_matrix()
            else
                ad = Vec3(v[first], v[first + 1], v[first + 2]):skew()
            end
            put(A, first, first, -ad)
        end
    end
end

-- Matrix times diag(list).
local function columns_times(M, list)
    local out = M:copy()
    for i = 1, M:rows() do
        for j = 1, M:cols() do out:set(i, j, M(i, j) * list[j]) end
    end
    return out
end

-- ∂a/∂q, ∂a/∂v, ∂a/∂τ where springs and dampers act beside τ; what these do more where q and v differ acts as a τ would.
local function derivatives(m, q, v, tau)
    if #asked.loops(m) > 0 then return looped(m, q, v, tau) end
    local dq, dv, dtau = asked.forward_dynamics_derivatives(m, q, v, tau + passive.forces(m, q, v))
    return dq - columns_times(dtau, methods.stiffness(m)), dv - columns_times(dtau, methods.damping(m)), dtau
end

return function(m, q, v, tau)
    if core.type(m) ~= "Model" then arguments.at("linearize", 0):expected("Model", m) end
    local n = m:nv()
    local from, problem = arguments.try(asked.integrate, m, q, core.Vector(n))
    if not from then arguments.at("linearize", 1):relay(problem) end
    v = v == nil and core.Vector(n) or core.Vector(arguments.at("linearize", 2):numbers(v, n, "v"))
    tau = tau == nil and core.Vector(n) or core.Vector(arguments.at("linearize", 3):numbers(tau, n, "tau"))
    local dq, dv, dtau = derivatives(m, from, v, tau)
    local A, B = Matrix(2 * n, 2 * n), Matrix(2 * n, n)
    put_turning(A, m, v)
    put(A, 1, n + 1, Matrix.identity(n))
    put(A, n + 1, 1, dq)
    put(A, n + 1, n + 1, dv)
    put(B, n + 1, 1, dtau)
    return A, B
end
