-- Robots with loops whose parameters are found, and logs of their motions whose torques are exact.
local rigid = require "rigid"

local Model, Rotation, SpatialInertia, Transform = rigid.Model, rigid.Rotation, rigid.SpatialInertia, rigid.Transform

local linkages = {}

local function box(mass, size, shift) return SpatialInertia.solid_box {mass = mass, size = size}:shift(shift) end

-- A crank, a coupler and a rocker, closed by a pin; and where it closes.
function linkages.four_bar()
    local m = Model {name = "four-bar", gravity = {0.3, 0.2, -9.81}}
    local parent, from = nil, 0
    for i, length in ipairs {0.3, 0.8, 0.6} do
        m:add_body {
            name = "rod" .. i, parent = parent, placement = {position = {from, 0, 0}}, joint = {type = "revolute", name = "j" .. i, axis = {0, 1, 0}},
            inertia = box(2 / i, {0.3, 0.1, 0.2}, {-0.2, 0.03, 0.05}),
        }
        parent, from = "rod" .. i, length
    end
    m:add_loop {
        name = "pin", placement_a = {position = {0.7, 0, 0}}, body_b = "rod3", placement_b = {position = {0.6, 0, 0}}, joint = {type = "revolute", axis = {0, 1, 0}},
    }
    return m, m:assemble {-1.5, 1.1, 2.0}
end

-- A plate carried by three motors, each by an arm and two rods, which keep it level.
function linkages.delta()
    local m = Model {name = "delta"}
    m:add_body {name = "plate", joint = {type = "floating", name = "free"}, inertia = box(0.5, {0.1, 0.12, 0.02}, {0.01, 0.02, -0.01})}
    for k = 1, 3 do
        local angle = math.rad(120 * k)
        local c, s = math.cos(angle), math.sin(angle)
        m:add_body {
            name = "arm" .. k, placement = {rpy = {0, 0, angle}, position = {0.2 * c, 0.2 * s, 0}}, joint = {type = "revolute", name = "motor" .. k, axis = {0, 1, 0}},
            inertia = box(0.8, {0.3, 0.04, 0.05}, {-0.15, 0.01, 0.02}),
        }
        for side = -1, 1, 2 do
            local rod = ("rod%d%s"):format(k, side < 0 and "l" or "r")
            m:add_body {
                name = rod, parent = "arm" .. k, placement = {position = {0.3, 0.05 * side, 0}},
                joint = {type = "universal", name = "u" .. rod, axis = {0, 1, 0}, axis2 = {1, 0, 0}}, inertia = box(0.1, {0.02, 0.02, 0.6}, {0.005, 0.002, 0.3}),
            }
            m:add_loop {
                name = "ball" .. rod, body_a = rod, body_b = "plate", placement_a = {position = {0, 0, -0.7}}, joint = "spherical",
                placement_b = Transform(Rotation.exp {0, 0, angle}, {0.05 * (c - side * s), 0.05 * (s + side * c), 0}),
            }
        end
    end
    local q = m:neutral()
    q:set(3, -0.6)
    return m, m:assemble(q)
end

-- A motion from q, where torques(t, q, v) drive it, as lists with the accelerations that they make.
function linkages.log(m, q, duration, dt, torques)
    local run = m:simulate {q = q, duration = duration, dt = dt, continuous = true, controller = torques}
    local log = {t = run.t, q = run.q, v = run.v, tau = run.tau, a = {}}
    for i = 1, #run.t do log.a[i] = m:constrained_dynamics(run.q[i], run.v[i], run.tau[i]) end
    return log
end

return linkages
