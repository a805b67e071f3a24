-- What m:linearize asks of a looped model: how its acceleration changes with q, v and τ along what the loops leave free. With
--   H a + h = τ + Jᵀλ,   J a + drift = 0,
-- a neighbour (δq, δv) has, where J δq = 0 and N spans what J leaves free,
--   H δa = Jᵀδλ + f,   f = δτ − ∂(H a + h) + ∂(Jᵀλ)   of a and λ as they are,
--   J δa = −r,         r = ∂(J a + drift)             of a as it is,
--   δa = −J⁺ r + N (NᵀHN)⁻¹ Nᵀ (f + H J⁺ r).
-- λ need not be unique: what of ∂(Jᵀλ) goes by the choice lies in the span of Jᵀ, and Nᵀ takes it away. The derivatives of J and of drift by
-- q are those of smooth functions of any q, closed or not, and are taken by differences of the sixth order; drift is a square of v, whose
-- differences are exact.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local passive = require "rigid.passive"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local asked, methods = inner.asked, getmetatable(core.Model).__instance.__methods

local OFF <const> = 1e-6
local function largest(x) return math.max(x:max(), -x:min()) end

-- A motion that is none that the loops let be has no neighbours.
local function check_closed(J, off, v)
    if off > OFF then arguments.no_answer("linearize", ("q is off its loops by %.3g (m, rad); m:assemble(q) closes them"):format(off)) end
    local leaves = largest(J * v)
    if leaves > OFF * (1 + J:norm() * v:norm()) then arguments.no_answer("linearize", ("v leaves the loops at %.3g (m/s, rad/s)"):format(leaves)) end
end

-- ---- slopes ---------------------------------------------------------------------------------------------------------

local FIRST <const>, SHORTER <const>, TRIES <const> = 1e-2, 4, 6

local function central(f, h)
    return ((f(h) - f(-h)) * 45 - (f(2 * h) - f(-2 * h)) * 9 + (f(3 * h) - f(-3 * h))) / (60 * h)
end

-- The slope at 0 of f, a Vector, by ever shorter steps until rounding makes them agree worse: f's own length decides. [Ridders 1982]
local function slope(f)
    local h, found, change = FIRST, central(f, FIRST), math.huge
    for _ = 1, TRIES do
        h = h / SHORTER
        local next_found = central(f, h)
        local next_change = largest(next_found - found)
        if next_change >= change then break end
        found, change = next_found, next_change
    end
    return found
end

-- ---- the motion, and its neighbours ---------------------------------------------------------------------------------

-- What J leaves free, N, and J⁺, as constrained_dynamics sees them: a linkage of special dimensions that is not quite closed has rows
-- that seem to say something of their own.
local function rows_of(m, q, v)
    local J, off = asked.constraint_jacobian(m, q), largest(asked.constraint_error(m, q))
    check_closed(J, off, v)
    local cut = math.min(1e-4, math.max(1e-8, 100 * off))
    return J:null(cut), J:pinv(cut)
end

-- How J x for three x, λ as it bears and a and v as they are, changes along δq: ∂(Jᵀλ), ∂(J a + drift), ∂(J v).
local function along(m, q, v, a, lambda, delta)
    local n, count = #v, #lambda
    local change = slope(function(s)
        local at = asked.integrate(m, q, delta * s)
        local J = asked.constraint_jacobian(m, at)
        return (J:transpose() * lambda):vcat(J * a + asked.constraint_drift(m, at, v)):vcat(J * v)
    end)
    return change:block(1, n), change:block(n + 1, count), change:block(n + count + 1, count)
end

local function times(list, x)
    local out = Vector(#x)
    for i = 1, #x do out:set(i, list[i] * x[i]) end
    return out
end

-- ∂a/∂q, ∂a/∂v, ∂a/∂τ, n x n each: q and v change along what is free, by δq = δv = N Nᵀ x; where q does, v stays on the loops by the
-- least change, −J⁺ (∂J) v.
return function(m, q, v, tau)
    local n = asked.nv(m)
    local N, pinv = rows_of(m, q, v)
    local free, acts = N:cols(), tau + passive.forces(m, q, v)
    local a = asked.constrained_dynamics(m, q, v, acts)
    local lambda = pinv:transpose() * (asked.inverse_dynamics(m, q, v, a) - acts)
    local by_q, by_v, H = asked.inverse_dynamics_derivatives(m, q, v, a)
    local stiffness, damping = methods.stiffness(m), methods.damping(m)
    if free == 0 then return Matrix(n, n), Matrix(n, n), Matrix(n, n) end
    local dtau = N * (N:transpose() * H * N):solve(N:transpose())
    local function drift_slope(delta) -- ∂drift by v along delta
        return (asked.constraint_drift(m, q, v + delta) - asked.constraint_drift(m, q, v - delta)) / 2
    end
    local function accelerates(f, r)
        local leads = pinv * r
        return dtau * (f + H * leads) - leads
    end
    local dq, dv = Matrix(n, 0), Matrix(n, 0)
    for k = 1, free do
        local delta = N:column(k)
        local pushes, r, leaves = along(m, q, v, a, lambda, delta)
        local turned = -(pinv * leaves)
        dq = dq:hcat(accelerates(pushes - by_q * delta - by_v * turned - times(stiffness, delta) - times(damping, turned), r + drift_slope(turned)))
        dv = dv:hcat(accelerates(-(by_v * delta) - times(damping, delta), drift_slope(delta)))
    end
    return dq * N:transpose(), dv * N:transpose(), dtau
end
