-- Joints of a linkage that were not measured, as passive ones seldom are: in a log their q is NaN throughout, or but for the first sample, near which the
-- loops are closed then. Where the measured ones stand and go, the loops tell the others:
--   e(q) = 0 by Newton's method over the unmeasured freedoms p, from the sample before on;  v_p = -J_p⁺ J_m v_m;  a_p = -J_p⁺ (J_m a_m + drift).
-- Where more is measured than the loops leave free, that is as near as it can be (looped.lua closes it).
local core = require "rigid.core"
local display = require "rigid.display"
local even = require "rigid.identification.even"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local asked = inner.asked

local unmeasured = {}

local function is_nan(x) return x ~= x end

-- The joints whose q is empty in a log: {name, q = numbers in q, v = freedoms} each.
local function empty_joints(m, log)
    local at, list = layout.of(m), {}
    for _, link in ipairs(at.links) do
        local kind, empty = joints.type(link.joint), not link.joint.mimic and joints.type(link.joint).nq > 0
        local one = {name = display.printable(link.joint.name), q = {}, v = {}}
        for k = 1, empty and kind.nq or 0 do
            one.q[k] = at.q[link.number] + k - 1
            empty = empty and even.is_empty(log.q, one.q[k])
        end
        for k = 1, empty and kind.nv or 0 do one.v[k] = at.v[link.number] + k - 1 end
        if empty then list[#list + 1] = one end
    end
    return list
end

-- The columns of J that are asked for, as a Matrix.
local function columns(J, list)
    local part = Matrix(J:rows(), #list)
    for c, k in ipairs(list) do
        for i = 1, J:rows() do part:set(i, c, J(i, k)) end
    end
    return part
end

local MOST <const>, FARTHEST <const>, NEAR <const>, TOLD <const> = 60, 0.3, 1e-11, 1e-6 -- steps; rad or m; of a step; of the largest singular value

-- q with the freedoms p where the loops want them, from q on; nil where they close nowhere near.
local function solved(m, q, p)
    for _ = 1, MOST do
        local e = asked.constraint_error(m, q)
        local change, step = columns(asked.constraint_jacobian(m, q), p):pinv(TOLD) * e, Vector(m:nv())
        local size = change:norm()
        for c, k in ipairs(p) do step:set(k, -change[c] * math.min(1, FARTHEST / size)) end
        if size < NEAR then return q end
        q = asked.integrate(m, q, step)
    end
    return nil
end

-- x with its freedoms p as J x = -drift has them.
local function led(J, x, drift, p)
    x = x:copy()
    for _, k in ipairs(p) do x:set(k, 0) end
    local change = columns(J, p):pinv(TOLD) * (J * x + drift)
    for c, k in ipairs(p) do x:set(k, -change[c]) end
    return x
end

local function put(M, i, x)
    for k = 1, #x do M:set(i, k, x[k]) end
end

-- Where the unmeasured joints begin: where the first sample has them, or neutral.
local function first_of(m, log, list)
    local q = m:neutral()
    for _, joint in ipairs(list) do
        for _, k in ipairs(joint.q) do
            if not is_nan(log.q(1, k)) then q:set(k, log.q(1, k)) end
        end
    end
    return q
end

-- Copies of the parts of a log without the NaN of those joints; what no joint there was asked for is 0.
local function without(log, list)
    for _, name in ipairs {"q", "v", "tau", "a"} do
        local M = log[name] and log[name]:copy()
        for _, joint in ipairs(M and list or {}) do
            for _, k in ipairs(joint[name == "q" and "q" or "v"]) do
                for i = 1, M:rows() do
                    if is_nan(M(i, k)) then M:set(i, k, 0) end
                end
            end
        end
        log[name] = M
    end
end

-- Fills what was not measured of a log of a robot with loops, and names these joints in log.unmeasured; what cannot be is said.
function unmeasured.fill(say, m, log)
    local list, p, is_led = empty_joints(m, log), {}, {}
    if #list == 0 then return end
    local q = first_of(m, log, list)
    for _, joint in ipairs(list) do
        for _, k in ipairs(joint.q) do is_led[k] = true end
        table.move(joint.v, 1, #joint.v, #p + 1, p)
    end
    without(log, list)
    log.unmeasured = {}
    for i, joint in ipairs(list) do log.unmeasured[i] = joint.name end
    for i = 1, log.q:rows() do
        for k = 1, log.q:cols() do
            if not is_led[k] then q:set(k, log.q(i, k)) end
        end
        local norm = q:norm() + log.v:row(i):norm()
        if norm - norm ~= 0 then return end -- which is said of numbers that are none
        q = solved(m, q, p)
        if not q then
            return say("q of '%s' was not measured, and the loops do not tell it at sample %d: give it in the first sample, near to where they close",
                list[1].name, i)
        end
        local J = asked.constraint_jacobian(m, q)
        if columns(J, p):null(TOLD):cols() > 0 then
            return say("q of '%s' was not measured, and the loops leave it open where the other joints stand (sample %d)",
                table.concat(log.unmeasured, "', '"), i)
        end
        local v = led(J, log.v:row(i), Vector(J:rows()), p)
        put(log.q, i, q)
        put(log.v, i, v)
        if log.a then put(log.a, i, led(J, log.a:row(i), asked.constraint_drift(m, q, v), p)) end
    end
end

return unmeasured
