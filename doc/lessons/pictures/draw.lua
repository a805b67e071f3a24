-- Draws the pictures of the lessons, each from what rigid computes, as SVG beside this file.
-- usage: ./rigid doc/lessons/pictures/draw.lua [DIRECTORY]
local rigid = require "rigid"
local Model, SpatialInertia, Twist, Vector = rigid.Model, rigid.SpatialInertia, rigid.Twist, rigid.Vector

local place = arg and arg[1] or debug.getinfo(1, "S").source:match "^@(.*)/" or "."

local BLUE <const>, RED <const>, GREEN <const>, GREY <const> = "#1f5fa8", "#c0392b", "#2e8b57", "#888888"

-- ---- SVG ------------------------------------------------------------------------------------------------------------

local Picture = {}
Picture.__index = Picture

local function picture(width, height)
    return setmetatable({width = width, height = height, parts = {}}, Picture)
end

function Picture:add(format, ...) self.parts[#self.parts + 1] = format:format(...) end

function Picture:line(x1, y1, x2, y2, colour, width, dash)
    self:add('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"%s/>', x1, y1, x2, y2, colour,
        width or 1,
        dash and ' stroke-dasharray="4 4"' or "")
end

function Picture:text(x, y, text, colour, anchor)
    self:add('<text x="%.1f" y="%.1f" fill="%s" text-anchor="%s" paint-order="stroke" stroke="#ffffff" stroke-width="4">%s</text>',
        x, y, colour or "#222222", anchor or "middle", text)
end

function Picture:dot(x, y, radius, colour) self:add('<circle cx="%.1f" cy="%.1f" r="%g" fill="%s"/>', x, y, radius, colour) end

function Picture:arrow(x1, y1, x2, y2, colour)
    local dx, dy = x2 - x1, y2 - y1
    local length = math.sqrt(dx * dx + dy * dy)
    if length < 2 then return self:dot(x1, y1, 3, colour) end
    local ux, uy, head = dx / length, dy / length, math.min(6, length / 2)
    self:line(x1, y1, x2 - ux * head, y2 - uy * head, colour, 1.4)
    self:add('<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="%s"/>', x2, y2, x2 - ux * head - uy * head / 2,
        y2 - uy * head + ux * head / 2, x2 - ux * head + uy * head / 2, y2 - uy * head - ux * head / 2, colour)
end

function Picture:curve(points, colour)
    local words = {}
    for i, p in ipairs(points) do words[i] = ("%.1f,%.1f"):format(p[1], p[2]) end
    self:add('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.8"/>', table.concat(words, " "), colour)
end

function Picture:save(name, title)
    local file = assert(io.open(place .. "/" .. name, "w"))
    file:write(('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" '):format(self.width,
        self.height, self.width, self.height), ('font-family="sans-serif" font-size="13">\n<title>%s</title>\n'):format(title),
        '<rect width="100%" height="100%" fill="#ffffff"/>\n', table.concat(self.parts, "\n"), "\n</svg>\n")
    file:close()
end

-- Axes of a plot in the box (x, y, w, h), y from low to high; what takes a point of the data to the picture.
local function axes(p, at, x_range, y_range, x_label, y_label, ticks)
    local x, y, w, h = table.unpack(at)
    local function to(a, b)
        return x + (a - x_range[1]) / (x_range[2] - x_range[1]) * w, y + h - (b - y_range[1]) / (y_range[2] - y_range[1]) * h
    end
    p:line(x, y, x, y + h, "#222222")
    p:line(x, y + h, x + w, y + h, "#222222")
    for _, tick in ipairs(ticks.x) do
        local a, b = to(tick, y_range[1])
        p:line(a, b, a, b + 4, "#222222")
        p:text(a, b + 18, ("%g"):format(tick))
    end
    for _, tick in ipairs(ticks.y) do
        local a, b = to(x_range[1], tick)
        p:line(a, b, a + w, b, "#dddddd")
        p:text(a - 6, b + 4, ("%g"):format(tick), nil, "end")
    end
    p:text(x + w / 2, y + h + 36, x_label)
    p:text(x, y - 10, y_label, nil, "start")
    return to
end

-- ---- 1: fields ------------------------------------------------------------------------------------------------------

local function fields()
    local p = picture(700, 290)
    local function field(left, V, title)
        p:text(left + 165, 22, title)
        for i = -4, 4 do
            for j = -3, 3 do
                local v = V:shift({i, j, 0}):linear()
                local x, y = left + 165 + 36 * i, 155 - 36 * j
                p:arrow(x, y, x + 3.2 * v.x, y - 3.2 * v.y, v:norm() < 1e-9 and RED or BLUE)
            end
        end
    end
    field(10, Twist({0, 0, 0}, {0, 0, 2}), "turning at 2 rad/s")
    field(360, Twist({0, 4, 0}, {0, 0, 2}), "and sliding at 4 m/s along y")
    p:save("01_fields.svg", "The velocity fields of a turning plate, and of one that slides as well")
end

-- ---- 5: the triangle ------------------------------------------------------------------------------------------------

local function triangle()
    local p = picture(520, 440)
    local function to(a, b, c) -- shares of the three moments
        local sum = a + b + c
        return 260 + 200 * (c - b) / sum, 60 + 340 * (1 - a / sum)
    end
    local steps = 48
    for i = 0, steps do
        for j = 0, steps - i do
            local k = steps - i - j
            local valid = rigid.RotationalInertia(i, j, k):is_valid()
            local x, y = to(i, j, k)
            p:dot(x, y, valid and 2.6 or 1.2, valid and BLUE or "#bbbbbb")
        end
    end
    local corner = {{1, 0, 0, "Ixx", 0, -12}, {0, 1, 0, "Iyy", -22, 8}, {0, 0, 1, "Izz", 22, 8}}
    for _, c in ipairs(corner) do
        local x, y = to(c[1], c[2], c[3])
        p:text(x + c[5], y + c[6], c[4])
    end
    local marks = {
        {SpatialInertia.solid_sphere {mass = 1, radius = 1}, "ball", 0, -10},
        {SpatialInertia.thin_rod {mass = 1, length = 1, axis = {1, 0, 0}}, "rod along x", 0, 22},
        {SpatialInertia.solid_box {mass = 1, size = {1, 1, 1e-6}}, "square plate", 62, 4},
        {SpatialInertia.solid_box {mass = 1, size = {1, 2, 3}}, "box 1:2:3", 0, -10},
    }
    for _, mark in ipairs(marks) do
        local m = mark[1]:rotational_inertia():moments()
        local x, y = to(m.x, m.y, m.z)
        p:dot(x, y, 5, RED)
        p:text(x + mark[3], y + mark[4], mark[2], RED)
    end
    p:save("05_triangle.svg", "Which shares of three moments of inertia a body can have")
end

-- ---- 9: the trap ----------------------------------------------------------------------------------------------------

local function trap()
    local rod, hinge = SpatialInertia.thin_rod_about_end {mass = 4, length = 0.5, axis = {1, 0, 0}}, {type = "revolute",
        axis = {0, 0, 1}}
    local arm = Model {name = "arm", gravity = {0, 0, 0}}
    arm:add_body {name = "upper", joint = hinge, inertia = rod}
    arm:add_body {name = "lower", parent = "upper", joint = hinge, inertia = rod, placement = {position = {0.5, 0, 0}}}
    local p = picture(640, 340)
    local to = axes(p, {60, 40, 550, 240}, {0, 7}, {0, 1.6}, "time, s", "distance from the path, rad",
        {x = {0, 1, 2, 3, 4, 5, 6, 7}, y = {0, 0.4, 0.8, 1.2, 1.6}})
    for _, factor in ipairs {"christoffel", "reference"} do
        local points, k = {}, 0
        local pi = 1.001 * arm:parameters()
        arm:simulate {q = {0, 1.4}, v = {-3, 0}, duration = 7, dt = 0.002, controller = function(t, q, v)
            local q_d = Vector {-1.5 * math.sin(2 * t), 1.4 * math.cos(2 * t)}
            local v_d, a_d = Vector {-3 * math.cos(2 * t), -2.8 * math.sin(2 * t)}, Vector {6 * math.sin(2 * t),
                -5.6 * math.cos(2 * t)}
            local v_r, a_r = v_d - 2 * (q - q_d), a_d - 2 * (v - v_d)
            if k % 10 == 0 then points[#points + 1] = {to(t, math.min(1.6, (q - q_d):norm()))} end
            k = k + 1
            return arm:slotine_li_regressor(q, v, v_r, a_r, {factor = factor}) * pi - 0.3 * (v - v_r)
        end}
        p:curve(points, factor == "reference" and RED or BLUE)
    end
    p:text(250, 70, "the factor of the reference page", RED)
    p:text(450, 262, "a passive factor", BLUE)
    p:save("09_trap.svg", "The same controller with two Coriolis factors")
end

-- ---- 10: the book ---------------------------------------------------------------------------------------------------

local function racket()
    local space = Model {name = "space", gravity = {0, 0, 0}}
    space:add_body {name = "book", joint = "floating", inertia = SpatialInertia.solid_box {mass = 0.6, size = {0.20, 0.14,
        0.03}}}
    local log = space:simulate {v = {0, 0, 0, 0.01, 10, 0.01}, duration = 12, dt = 0.01}
    local p = picture(640, 340)
    local to = axes(p, {60, 40, 550, 240}, {0, 12}, {-12, 12}, "time, s", "angular velocity in the book's axes, rad/s",
        {x = {0, 2, 4, 6, 8, 10, 12}, y = {-10, -5, 0, 5, 10}})
    for axis, colour in ipairs {GREEN, BLUE, GREY} do
        local points = {}
        for k = 1, #log, 3 do points[#points + 1] = {to(log.t[k], log.v[k][3 + axis])} end
        p:curve(points, colour)
        p:text(400 + 65 * axis, 30, "about " .. ("xyz"):sub(axis, axis), colour)
    end
    p:save("10_racket.svg", "A book spun about its middle axis turns over, and back, for ever")
end

-- ---- 14: the walker -------------------------------------------------------------------------------------------------

-- Three steps of examples/26_passive_walker.lua, as sticks.
local function walks()
    local slope <const>, g <const>, p, size <const> = math.rad(3), 9.81, picture(500, 225), 165
    local leg = SpatialInertia.point_mass {mass = 5, position = {0, -0.5, 0}}
    local hip = SpatialInertia.point_mass {mass = 10, position = {0, 0, 0}}
    local function walker(stands)
        local m = Model {name = "walker", gravity = {g * math.sin(slope), -g * math.cos(slope), 0}}
        m:add_body {name = "left", joint = "planar", inertia = leg + hip}
        m:add_body {name = "right", parent = "left", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = leg}
        for _, name in ipairs {"left", "right"} do m:add_frame {name = name .. " foot", body = name, placement = {position = {0, -1, 0}}} end
        m:add_contact {body = stands, shape = "point", placement = {position = {0, -1, 0}}, friction = 2}
        return m:add_ground {normal = {0, 1, 0}}
    end
    local function at(x, y) -- of the slope's axes in the picture
        return 110 + size * (x * math.cos(slope) + y * math.sin(slope)), 190 + size * (x * math.sin(slope) - y * math.cos(slope))
    end
    local x1, y1 = at(-0.6, 0)
    local x2, y2 = at(2.2, 0)
    p:line(x1, y1, x2, y2, GREY, 2)
    local on, stance, swing = {left = walker "left", right = walker "right"}, "left", "right"
    local angle, other, rate, other_rate = 0.271046, -0.271046, -1.0912, -0.3773
    local q = {-math.sin(angle), math.cos(angle), angle, other - angle}
    local v = {-math.cos(angle) * rate, -math.sin(angle) * rate, rate, other_rate - rate}
    for _ = 1, 3 do
        local m, forward = on[stance], stance == "left" and 1 or -1
        local log = m:simulate {q = q, v = v, duration = 2, dt = 1e-3, progress = false, events = {{name = "down", direction = "falling", stop = true,
            watch = function(_, now) return forward * now[4] > 0.1 and m:pose(now, swing .. " foot"):position().y or 1 end}}}
        for k = 0, 3 do
            local now = log:sample(log.t[#log] * k / 4)
            local hx, hy = at(now[1], now[2])
            for _, name in ipairs {"left", "right"} do
                local foot = m:pose(now, name .. " foot"):position()
                local fx, fy = at(foot.x, foot.y)
                p:line(hx, hy, fx, fy, name == "left" and BLUE or RED, name == stance and 2.4 or 1.2)
            end
            p:dot(hx, hy, 4, "#222222")
        end
        q, v, stance, swing = log.q[#log], log.v[#log], swing, stance
    end
    p:save("14_walker.svg", "Three steps of a walker without motors")
end

fields()
triangle()
trap()
racket()
walks()
