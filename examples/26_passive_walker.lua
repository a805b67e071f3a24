-- A walker without motors: two straight legs, a hip, and a slope of three degrees. Its feet hold by friction, each step ends in an
-- impact, and gravity pays for what the impacts take. A swinging foot of straight legs would scrape the ground in the midst of a step;
-- as is usual for this walker, it may pass: only the foot that stands is a contact, and where the other comes down in front, they change roles.
local rigid = require "rigid"
local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local SLOPE <const>, G <const>, LEG <const> = math.rad(3), 9.81, 1

-- The ground is y = 0, and gravity leans instead; the numbers of the left leg's planar joint are the hip's place and the leg's angle.
local leg = SpatialInertia.point_mass { mass = 5, position = { 0, -LEG / 2, 0 } }
local hip = SpatialInertia.point_mass { mass = 10, position = { 0, 0, 0 } }
local FOOT <const> = { position = { 0, -LEG, 0 } }

local function walker(stands)
    local m = Model { name = "walker", gravity = { G * math.sin(SLOPE), -G * math.cos(SLOPE), 0 } }
    m:add_body { name = "left", joint = "planar", inertia = leg + hip }
    m:add_body { name = "right", parent = "left", joint = { type = "revolute", axis = { 0, 0, 1 } }, inertia = leg }
    for _, name in ipairs { "left", "right" } do m:add_frame { name = name .. " foot", body = name, placement = FOOT } end
    m:add_contact { body = stands, shape = "point", placement = FOOT, friction = 2 }
    return m:add_ground { normal = { 0, 1, 0 } }
end

local on = { left = walker "left", right = walker "right" }

-- Near the motion that returns to itself, which attracts what begins near it [Goswami, Thuilot & Espiau 1998, whose walker this is]: angles
-- and rates of both legs after an impact.
local standing, swinging, rate, other_rate = 0.2187 + SLOPE, -0.3234 + SLOPE, -1.09, -0.38
local q = { -LEG * math.sin(standing), LEG * math.cos(standing), standing, swinging - standing }
local v = { -LEG * math.cos(standing) * rate, -LEG * math.sin(standing) * rate, rate, other_rate - rate }

local stance, swing, at = "left", "right", 0
print " step   lasts, s   length, m   impact took, J   gravity gave, J"
for step = 1, 30 do
    local m = on[stance]
    local forward = stance == "left" and 1 or -1
    local log = m:simulate {
        q = q, v = v, duration = 2, dt = 1e-3,
        events = { {
            name = "foot down", direction = "falling", stop = true,
            watch = function(_, now) -- the height of the foot, once it is in front
                return forward * now[4] > 0.1 and m:pose(now, swing .. " foot"):position().y or 1
            end,
        } },
    }
    local last = #log
    local x = m:pose(log.q[last], swing .. " foot"):position().x
    if step == 2 or step % 10 == 0 then
        print(("%5d %10.4f %11.4f %16.4f %17.4f"):format(step, log.t[last], x - at, log.balance.lost, 20 * G * math.sin(SLOPE) * (x - at)))
    end
    q, v, at = log.q[last], log.v[last], x
    stance, swing = swing, stance
end
print(("thirty steps, %.2f m down the slope, and still walking: %s"):format(at, math.abs(v[1]) > 1))
