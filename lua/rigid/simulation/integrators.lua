-- One step of the equations of motion q' = v, v' = a(t, q, v), on the manifold of configurations: stages live in the
-- tangent space at the beginning of the step (see tangent.lua), and every configuration is that beginning moved by
-- m:integrate, so that quaternions stay unit by construction. [Munthe-Kaas 1998; Dormand & Prince 1980]
--
-- A stepper holds the state as q (Vector) and v (list) and leaves the result of a trial step in new_q and new_v; the state
-- stays until commit. A step is refused (false) where a stage is not finite; which freedom it was is then in `bad`.
local core = require "rigid.core"
local tangent = require "rigid.simulation.tangent"

local Vector = core.Vector

local integrators = {}

-- ---- tableaus -------------------------------------------------------------------------------------------------------

-- a[i][j], the nodes c[i] and the weights b[j]. For an embedded pair e[j] are the weights less those of the lower order,
-- and the last stage stands at the result, so that its acceleration begins the next step.
local RK4 = {
    a = {{}, {1 / 2}, {0, 1 / 2}, {0, 0, 1}},
    b = {1 / 6, 1 / 3, 1 / 3, 1 / 6},
    c = {0, 1 / 2, 1 / 2, 1},
}

local DORMAND_PRINCE = {
    a = {
        {},
        {1 / 5},
        {3 / 40, 9 / 40},
        {44 / 45, -56 / 15, 32 / 9},
        {19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729},
        {9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656},
        {35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84},
    },
    c = {0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1},
    e = {71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40},
}

-- ---- lists of numbers -----------------------------------------------------------------------------------------------

local function zeros(n)
    local list = {}
    for i = 1, n do list[i] = 0.0 end
    return list
end

local function zero_lists(count, n)
    local lists = {}
    for i = 1, count do lists[i] = zeros(n) end
    return lists
end

-- out = base + h sum_j weights[j] lists[j]; base nil is zero.
local function combine(out, base, h, weights, lists)
    local n = #out
    local w, list = h * weights[1], lists[1]
    if base then
        for k = 1, n do out[k] = base[k] + w * list[k] end
    else
        for k = 1, n do out[k] = w * list[k] end
    end
    for j = 2, #weights do
        w, list = h * weights[j], lists[j]
        if w ~= 0 then
            for k = 1, n do out[k] = out[k] + w * list[k] end
        end
    end
end

-- The number of the first entry that is not finite, or nil.
local function first_bad(list)
    local poison = 0.0
    for k = 1, #list do poison = poison + 0 * list[k] end
    if poison == 0 then return nil end
    for k = 1, #list do
        if list[k] - list[k] ~= 0 then return k end
    end
end

-- ---- what all steppers do -------------------------------------------------------------------------------------------

local Stepper = {}
Stepper.__index = Stepper

-- out = acceleration at (t, q, v).
function Stepper:evaluate(t, q, v, out)
    self.accelerate(t, q, v, self.a)
    local a = self.a
    for k = 1, #out do out[k] = a[k] end
end

-- Try a step of size h from t; the state stays. False where it is refused.
function Stepper:step(t, h)
    self.size = h
    return self.method.step(self, t, h)
end

-- The acceleration where the step begins, computed once however often the step is tried.
function Stepper:begin(t)
    if not self.known then
        self:evaluate(t, self.q, self.v, self.acc[1])
        self.known = true
    end
end

-- out = q moved by theta; false where theta or v is not finite.
function Stepper:place(theta, v, out)
    self.bad = first_bad(v) or first_bad(theta)
    if self.bad then return false end
    self.move(self.m, self.q, theta, out)
    return true
end

-- The trial becomes the state.
function Stepper:commit()
    self.q, self.new_q = self.new_q, self.q
    self.v, self.new_v = self.new_v, self.v
    self.known = self.method.last_known
    if self.known then
        local acc = self.acc
        acc[1], acc[#acc] = acc[#acc], acc[1]
    end
end

-- The forces have changed, or the state has: what is known of the acceleration is no longer true.
function Stepper:forget() self.known = false end

-- ---- semi-implicit Euler --------------------------------------------------------------------------------------------

-- v1 = v0 + h a(q0, v0); q1 = q0 moved by h v1
local function euler_step(self, t, h)
    self:begin(t)
    local v, new, a, theta = self.v, self.new_v, self.acc[1], self.theta
    for k = 1, #v do
        new[k] = v[k] + h * a[k]
        theta[k] = h * new[k]
    end
    return self:place(theta, new, self.new_q)
end

-- ---- Runge-Kutta-Munthe-Kaas ----------------------------------------------------------------------------------------

-- Stages first to last of the tableau: theta_i = h sum a_ij rate_j, rate_i = dexp^-1 v_i.
local function stages(self, t, h, last)
    local a, c, rates, acc, theta = self.method.tableau.a, self.method.tableau.c, self.rates, self.acc, self.theta
    self:begin(t)
    for k = 1, #self.v do rates[1][k] = self.v[k] end
    for i = 2, last do
        local v = self.new_v
        combine(theta, nil, h, a[i], rates)
        combine(v, self.v, h, a[i], acc)
        if not self:place(theta, v, self.new_q) then return false end
        tangent.rate(self.blocks, theta, v, rates[i])
        self:evaluate(t + c[i] * h, self.new_q, v, acc[i])
    end
    return true
end

local function rk4_step(self, t, h)
    if not stages(self, t, h, 4) then return false end
    combine(self.theta, nil, h, RK4.b, self.rates)
    combine(self.new_v, self.v, h, RK4.b, self.acc)
    return self:place(self.theta, self.new_v, self.new_q)
end

-- The largest entry of h sum_j e_j list_j against tol (1 + |x|), and which it is.
local function largest_error(lists, h, x, tol)
    local e, largest, which = DORMAND_PRINCE.e, 0.0, 1
    for k = 1, #lists[1] do
        local sum = 0.0
        for j = 1, #e do sum = sum + e[j] * lists[j][k] end
        local off = math.abs(h * sum) / (tol * (1 + math.abs(x[k])))
        if not (off <= largest) then largest, which = off, k end
    end
    return largest, which
end

-- Leaves in `err` the error of the step in units of what is tolerated, and in `worst` the freedom that has it.
local function dormand_prince_step(self, t, h)
    if not stages(self, t, h, 7) then return false end
    local of_v, worst_v = largest_error(self.acc, h, self.new_v, self.tolerance)
    local of_q, worst_q = largest_error(self.rates, h, self.theta, self.tolerance)
    self.err, self.worst = of_v, worst_v
    if not (of_q <= of_v) then self.err, self.worst = of_q, worst_q end
    return true
end

-- ---- making one -----------------------------------------------------------------------------------------------------

-- name -> how many accelerations are kept, the step, its tableau; last_known: the last stage stands at the result;
-- adaptive: the step gives its error.
local METHODS = {
    semi_implicit_euler = {kept = 1, step = euler_step},
    rk4 = {kept = 4, step = rk4_step, tableau = RK4},
    rkmk45 = {kept = 7, step = dormand_prince_step, tableau = DORMAND_PRINCE, last_known = true, adaptive = true},
}

integrators.names = {"semi_implicit_euler", "rk4", "rkmk45"}
for i, name in ipairs(integrators.names) do integrators.names[name] = i end

-- A stepper for the model at q (Vector) and v (list). accelerate(t, q, v, out) puts v' into the Vector out.
function integrators.new(name, m, q, v, accelerate, tolerance)
    local method, nv = METHODS[name], #v
    return setmetatable({
        m = m, move = m.integrate, accelerate = accelerate, blocks = tangent.blocks(m), tolerance = tolerance,
        q = q, v = v, new_q = q:copy(), new_v = zeros(nv), theta = zeros(nv), a = Vector(nv),
        acc = zero_lists(method.kept, nv), rates = zero_lists(method.kept, nv), known = false,
        method = method, adaptive = method.adaptive,
    }, Stepper)
end

return integrators
