-- Draws the pictures of the page of plots, as SVG beside this file. They follow the theme of who reads them.
-- usage: ./rigid doc/pictures/draw.lua [DIRECTORY]

local rigid = require "rigid"
local directory = (arg and arg[1] or "doc/pictures") .. "/"

local m = rigid.Model {name = "pendulum"}
m:add_body {
    name = "bob", joint = {type = "revolute", name = "hinge", axis = {0, 1, 0}, limits = {lower = -2.5, upper = 2.5, velocity = 6}},
    inertia = rigid.SpatialInertia.solid_sphere {mass = 1, radius = 0.1}:shift {0, 0, 1},
}
local log, other = m:simulate {q = {2}, duration = 4, dt = 0.01}, m:simulate {q = {1}, duration = 4, dt = 0.01}

log:plot {"q", "energy", path = directory .. "pendulum.svg", title = "A pendulum, let go", theme = "auto"}
log:plot {"q", compare = other, names = {"from 2 rad", "from 1 rad"}, joint_limits = true, path = directory .. "plot_compared.svg", theme = "auto"}
log:plot {"v", x = "q hinge", size = {520, 340}, path = directory .. "plot_phase.svg", theme = "auto"}
log:plot {"v", style = "histogram", bins = 24, size = {520, 300}, path = directory .. "plot_histogram.svg", theme = "auto"}

-- How the error of a method falls with its step.
local steps, euler, runge_kutta = {0.04, 0.02, 0.01, 0.005, 0.0025}, {}, {}
local exact = m:simulate {q = {1}, duration = 1, dt = 1 / 4096, method = "rk4"}
local function off(method, dt)
    local run = m:simulate {q = {1}, duration = 1, dt = dt, method = method}
    return math.abs(run.q[#run][1] - exact.q[#exact][1])
end
for i, dt in ipairs(steps) do euler[i], runge_kutta[i] = off("semi_implicit_euler", dt), off("rk4", dt) end
rigid.plot({{x = steps, y = euler, name = "semi-implicit Euler"}, {x = steps, y = runge_kutta, name = "Runge and Kutta"}}, {
    x_scale = "log", y_scale = "log", style = "both", x_label = "step [s]", y_label = "error of q [rad]", y_lines = {{1e-10, "wanted"}},
    path = directory .. "plot_log.svg", theme = "auto",
})

-- The mass matrix of an arm, and the way of its hand.
local arm = rigid.load "spec/models/arm7.urdf"
rigid.plot({z = arm:mass_matrix {0, 0.6, 0, -1.2, 0, 0.8, 0}}, {
    x_label = "joint", y_label = "joint", equal = true, size = {520, 420}, path = directory .. "plot_heat.svg", theme = "auto",
})
local way = rigid.Log(arm)
for i = 0, 400 do
    local t = i / 100
    way:add(t, {2 * t, 0.5 + 0.4 * math.sin(3 * t), 0, -1.2, 0, 0.8, 0})
end
local names = arm:body_names()
way:plot {"path " .. names[#names], size = {520, 420}, path = directory .. "plot_path.svg", theme = "auto"}

-- A band: how far many motions go from their mean.
local t, mean, low, high = {}, {}, {}, {}
for i = 1, 101 do
    t[i] = (i - 1) / 20
    mean[i], low[i], high[i] = math.cos(t[i]), math.cos(t[i]) - 0.05 - 0.1 * t[i], math.cos(t[i]) + 0.05 + 0.1 * t[i]
end
rigid.plot({{x = t, y = high, fill = low, name = "within"}, {x = t, y = mean, name = "mean"}}, {
    x_label = "t [s]", path = directory .. "plot_band.svg", theme = "auto",
})

-- Those of the examples that draw one for the page of the toolbox: the plot of that number, drawn as a file beside the text that it is.
local plot, print_out = rigid.plot, print
for _, said in ipairs {{"33_ways", 1, "ways.svg"}, {"35_touch", 2, "touch.svg", {520, 420}}, {"36_sampled", 1, "sampled.svg"}, {"37_turns", 2, "closed.svg", {520, 420}}} do
    local example, number, name, size = table.unpack(said)
    local count = 0
    function rigid.plot(what, options)
        count = count + 1
        if count == number then
            local drawn = {}
            for key, value in pairs(options) do drawn[key] = value end
            drawn.text, drawn.size, drawn.path, drawn.theme = nil, size or {640, 400}, directory .. name, "auto"
            plot(what, drawn)
        end
        return ""
    end
    print = function() end -- luacheck: ignore
    dofile("examples/" .. example .. ".lua")
    print, rigid.plot = print_out, plot -- luacheck: ignore
end
