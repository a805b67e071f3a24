-- Paths of our own SVG and rows of a text, read back; and a bob with limits that swings, whose logs are drawn.
local rigid = require "rigid"
local pictures = require "spec.support.pictures"

local drawn = pictures.drawn

-- The rows of a text, without the last.
local function rows_of(text)
    local rows = {}
    for line in (text .. "\n"):gmatch "(.-)\n" do rows[#rows + 1] = line end
    return rows
end

-- Paths of our own SVG by class, each a list of runs of points.
local function own(what, said, more)
    if rigid.type(what) == "Log" then
        more = more or {}
        more.theme = "auto"
        return drawn(".svg", what, said, more)
    end
    said = said or {}
    said.theme = "auto"
    return drawn(".svg", what, said)
end

local function paths(svg, class)
    local list = {}
    for path in svg:gmatch('<path class="' .. class .. '"[^>]* d="(M[^"]*)"') do
        local points = {}
        for x, y in path:gmatch "[ML]([%d.-]+),([%d.-]+)" do points[#points + 1] = { tonumber(x), tonumber(y) } end
        list[#list + 1] = points
    end
    return list
end

local function limited()
    local m = rigid.Model { name = "limited" }
    m:add_body {
        name = "bob", inertia = rigid.SpatialInertia.solid_sphere { mass = 1, radius = 0.1 }:shift { 0, 0, 1 },
        joint = { type = "revolute", name = "hinge", axis = { 0, 1, 0 }, limits = { lower = -2.5, upper = 1.5, velocity = 9 } },
    }
    return m
end

local function swing(angle)
    return limited():simulate { q = { angle }, duration = 2, dt = 0.01 }
end

return {rows_of = rows_of, own = own, paths = paths, limited = limited, swing = swing}
