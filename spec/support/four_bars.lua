-- Chains of rods, and the four-bar that is made of one by a loop, with its angles in closed form.
local rigid = require "rigid"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local function rod(length) return SpatialInertia.thin_rod { mass = 1, length = length, axis = { 1, 0, 0 } }:shift { -length / 2, 0, 0 } end

-- A chain of rods along x, each on a revolute joint about y.
local function chain(lengths, name)
    local m, parent, at = Model { name = name or "chain" }, nil, 0
    for i, length in ipairs(lengths) do
        m:add_body {
            name = "rod" .. i, parent = parent, joint = { type = "revolute", name = "j" .. i, axis = { 0, 1, 0 } },
            placement = { position = { at, 0, 0 } }, inertia = rod(length),
        }
        parent, at = "rod" .. i, length
    end
    return m
end

local FOUR_BAR <const> = { 0.3, 0.8, 0.6 }
local ABOUT_Y <const> = { type = "revolute", axis = { 0, 1, 0 } }

local function at(x, y, z) return { position = { x, y or 0, z or 0 } } end

local function four_bar()
    local m = chain(FOUR_BAR, "four-bar")
    return m:add_loop { name = "pin", placement_a = at(0.7), body_b = "rod3", placement_b = at(0.6), joint = ABOUT_Y }
end

-- The angles of a four-bar whose crank is at q1, by the law of cosines: the fourth side is 0.7 long.
local function closed_angles(q1)
    local crank, coupler, rocker, ground = 0.3, 0.8, 0.6, 0.7
    local x, z = crank * math.cos(q1), -crank * math.sin(q1) -- about y, z falls as x turns
    local dx, dz = ground - x, -z
    local d = math.sqrt(dx * dx + dz * dz)
    local bend = math.acos((coupler * coupler + d * d - rocker * rocker) / (2 * coupler * d))
    local first = math.atan(-dz, dx) - bend
    local ex, ez = x + coupler * math.cos(first), z - coupler * math.sin(first)
    local last = math.atan(-(0 - ez), ground - ex)
    return { q1, first - q1, last - first }
end

return {rod = rod, chain = chain, FOUR_BAR = FOUR_BAR, ABOUT_Y = ABOUT_Y, at = at, four_bar = four_bar, closed_angles = closed_angles}
