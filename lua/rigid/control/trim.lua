-- m:trim{...}: where a model stands still under gravity with torques at the driven joints alone: the gravity forces of the others, which
-- must be nothing, are brought to it by Levenberg and Marquardt's method on the manifold of q.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local freedoms = require "rigid.control.freedoms"
local passive = require "rigid.passive"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local asked, methods = inner.asked, getmetatable(core.Model).__instance.__methods

local OPTIONS <const> = arguments.fields "q0 driven hold iterations tolerance"

local function pick(list, rows)
    local out = Vector(#rows)
    for i, k in ipairs(rows) do out:set(i, list[k]) end
    return out
end

-- The rows of ∂τ/∂q where nothing drives, springs with them; what is held does not move.
local function jacobian(m, q, rows, held)
    local n = asked.nv(m)
    local all = asked.inverse_dynamics_derivatives(m, q, Vector(n), Vector(n))
    local J, springs = Matrix(#rows, n), methods.stiffness(m)
    for i, k in ipairs(rows) do
        for j = 1, n do J:set(i, j, held[j] and 0 or all(k, j) + (j == k and springs[k] or 0)) end
    end
    return J
end

local function load(m, q) return asked.gravity_forces(m, q) - passive.springs(m, q) end

local function search(m, q, rows, held, most, tolerance)
    local r = pick(load(m, q), rows)
    local damping = 1e-3
    for count = 1, most do
        if r:norm() <= tolerance then return q, r, count end
        local J = jacobian(m, q, rows, held)
        local T = J:transpose()
        local H, g, scale = T * J, T * r, math.max(J:norm() ^ 2, 1e-300)
        local taken = false
        for _ = 1, 25 do
            local M = H + Matrix.identity(H:rows()) * (damping * scale + 1e-14 * scale)
            local step = M:solve(-g)
            if step:norm() > 1 then step = step / step:norm() end
            local trial = asked.integrate(m, q, step)
            local r_new = pick(load(m, trial), rows)
            if r_new:norm() < r:norm() then
                q, r, taken, damping = trial, r_new, true, damping / 10
                break
            end
            damping = math.max(damping, 1e-12) * 10
        end
        if not taken then return q, r, count end
    end
    return q, r, most, true
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("trim", 0):expected("Model", m) end
    local place = arguments.at("trim", 1)
    said = said == nil and {} or place:options(said, OPTIONS)
    local n = asked.nv(m)
    if #asked.loops(m) > 0 then arguments.no_answer("trim", "the model has loops; what stands still there is found by m:simulate with damping") end
    local q0 = said.q0 == nil and asked.neutral(m) or said.q0
    local q, problem = arguments.try(asked.integrate, m, q0, Vector(n))
    if not q then place:field("q0"):relay(problem) end
    local H, wrong = arguments.try(asked.mass_matrix, m, q) -- what is too large for a quaternion shows here
    if not H then place:field("q0"):relay(wrong) end
    local pull = asked.inverse_dynamics_derivatives(m, q, Vector(n), Vector(n)):norm() + load(m, q):norm()
    if not (pull < 1e150) then place:field("q0"):bad "positions of which the gravity forces can be computed expected" end
    local driven, held = freedoms(place:field "driven", m, said.driven), freedoms(place:field "hold", m, said.hold)
    local rows = {}
    for k = 1, n do
        if not driven[k] then rows[#rows + 1] = k end
    end
    local most = said.iterations == nil and 200 or place:field("iterations"):integer(said.iterations, 1, 100000)
    local tolerance = said.tolerance == nil and 1e-10 * math.max(1, load(m, q):norm()) or place:field("tolerance"):not_negative(said.tolerance)
    local r, count, ended = Vector(0), 0, false
    if #rows > 0 then q, r, count, ended = search(m, q, rows, held, most, tolerance) end
    local tau, worst, where = load(m, q), 0, nil
    for i, k in ipairs(rows) do
        if not (math.abs(r[i]) <= worst) then worst, where = math.abs(r[i]), k end
        tau:set(k, 0)
    end
    local success = worst <= tolerance
    return q, tau, {
        success = success, residual = worst, iterations = count,
        sentence = success and ("stands still, to %.2g"):format(worst) or
            ("%s: v[%d] is still pulled by %.4g, and nothing drives it"):format(
                ended and "not settled after as many iterations as were allowed" or "no place near stands still", where or 0, worst),
    }
end
