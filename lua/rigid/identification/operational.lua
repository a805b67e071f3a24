-- What an adaptive controller goes after where the motion of a body is wanted instead of those of the joints: v_r = P x_r + N w, with
--   x_r = ẋ_d - λ e                   of a point of the body in the world's axes; and of how the body is turned, as E ω_d - λ φ, E = exp(φ×) = R R_dᵀ
--   P = Jᵀ(J Jᵀ + μ² 1)⁻¹, N = 1 - P J   the nearest to it that the joints can do, without great speeds where they hardly can; and what is left
--   w = -λ (q - posture)
-- and a_r its rate along the motion, exactly, so that sᵀ(Ḣ - 2C)s = 0 does its work here as there. [Slotine & Li 1987]
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local handles = require "rigid.model.handles"
local inner = debug.getmetatable(core).inner

local Matrix, Vector, Vec3 = core.Matrix, core.Vector, core.Vec3

local operational = {}

local FIELDS <const> = arguments.fields "body point target posture damping"

-- Is this a table with those fields, rather than what is called?
function operational.is(value)
    local metatable = type(value) == "table" and debug.getmetatable(value)
    return type(value) == "table" and not (type(metatable) == "table" and rawget(metatable, "__call"))
end

-- What the table at a place asks for; `lambda` one number for all freedoms, as a Vector.
function operational.new(place, m, said, lambda)
    said = place:options(said, FIELDS)
    local nv = m:nv()
    local of = {m = m, lambda = lambda[1], nv = nv, damping = 1e-3}
    for j = 2, nv do
        if lambda[j] ~= of.lambda then
            arguments.at("adaptive_controller", 1):field("lambda"):bad "one number for all expected, where a body's motion is the reference"
        end
    end
    of.body = place:field("body"):text(handles.name_of(said.body), "name of a body")
    local moved, problem = arguments.try(inner.asked.pose, m, m:neutral(), of.body)
    if not moved then place:field("body"):relay(problem) end
    of.point = said.point == nil and Vec3(0, 0, 0) or place:field("point"):vec3(said.point)
    of.view = {frame = "aligned", point = of.point}
    if type(said.target) ~= "function" then
        place:field("target"):expected("function of t that returns the point's position, velocity and acceleration", said.target)
    end
    of.target = said.target
    if said.damping ~= nil then of.damping = place:field("damping"):not_negative(said.damping) end
    if said.posture ~= nil then
        if m:nq() ~= nv then place:field("posture"):bad "only of joints whose numbers add, and this model has others" end
        of.posture = Vector(place:field("posture"):numbers(said.posture, nv, "q"))
    end
    return of
end

local NAMES <const> = {"position", "velocity", "acceleration", "rotation", "angular velocity", "angular acceleration"}

-- What is wanted at t: three Vec3, then a Rotation and two Vec3 or none of them.
local function wanted(of, t)
    local given = {of.target(t)}
    local count = given[4] == nil and 3 or 6
    for i = 1, count do
        local x = given[i]
        if type(x) == "table" then
            local made
            made, x = pcall(Vec3, table.unpack(x, 1, 3))
            x = made and x or given[i]
        end
        if core.type(x) ~= (i == 4 and "Rotation" or "Vec3") then
            arguments.raise(arguments.format("the target returned %s for %s at t = %.14g s; %s expected", arguments.describe(given[i]), NAMES[i], t,
                i == 4 and "a Rotation" or "a Vec3 or a list of three numbers"))
        end
        given[i] = x
    end
    return given, count
end

-- ω_r and its rate.
local function turning(of, R, given, rate)
    local E = R * given[4]:inverse()
    local phi, w_d = E:log(), E * given[5]
    local off = rate - w_d -- E' = off× E
    local list = E:inverse():jlog() * Vector {off.x, off.y, off.z} -- of φ, that moves on the left of E
    local change = Vec3(list[1], list[2], list[3])
    return w_d - of.lambda * phi, off:cross(w_d) + E * given[6] - of.lambda * change
end

local function put(list, at, x)
    for i, name in ipairs {"x", "y", "z"} do list:set(at + i, x[name]) end
end

-- x_r and its rate, and J and J̇ of as many rows.
local function rows_of(of, t, q, v)
    local given, count = wanted(of, t)
    local pose, J, dJ = of.m:pose(q, of.body), of.m:jacobian(q, of.body, of.view), of.m:jacobian_derivative(q, v, of.body, of.view)
    local rates, x_r, dx_r = J * v, Vector(count), Vector(count)
    local p, dp = pose * of.point, Vec3(rates[1], rates[2], rates[3])
    put(x_r, 0, given[2] - of.lambda * (p - given[1]))
    put(dx_r, 0, given[3] - of.lambda * (dp - given[2]))
    if count == 6 then
        local w_r, dw_r = turning(of, pose:rotation(), given, Vec3(rates[4], rates[5], rates[6]))
        put(x_r, 3, w_r)
        put(dx_r, 3, dw_r)
        return x_r, dx_r, J, dJ
    end
    return x_r, dx_r, J:block(1, 1, 3, of.nv), dJ:block(1, 1, 3, of.nv)
end

-- s, v_r and a_r at a state.
function operational.errors(of, t, q, v)
    q = core.type(q) == "Vector" and q or Vector(q)
    v = core.type(v) == "Vector" and v or Vector(v)
    local x_r, dx_r, J, dJ = rows_of(of, t, q, v)
    local JT, dJT = J:transpose(), dJ:transpose()
    local G = (J * JT + of.damping ^ 2 * Matrix.identity(J:rows())):inverse()
    local P = JT * G
    local dP = dJT * G - P * (dJ * JT + J * dJT) * G
    local v_r, a_r = P * x_r, dP * x_r + P * dx_r
    if of.posture then
        local w = -of.lambda * (q - of.posture)
        local dw = -of.lambda * v
        v_r, a_r = v_r + w - P * (J * w), a_r + dw - P * (J * dw) - dP * (J * w) - P * (dJ * w)
    end
    return v - v_r, v_r, a_r
end

return operational
