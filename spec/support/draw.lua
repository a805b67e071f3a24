-- Seeded random draws for laws: numbers, vectors, rotations and bodies as plain tables, the same on every machine (the
-- generator is our own, splitmix64). Draws are never special: entries lie between 0.2 and 1.5 in magnitude, rotations
-- turn by 0.3 to 2.8 about a general axis, bodies are clouds of particles with the com off every axis and all products
-- non-zero. A law runs over many draws with draw.each, which names the seed of the draw that failed.

local Draw = {}
Draw.__index = Draw

local draw = {}

local SHARE <const> = tonumber(os.getenv "RIGID_DRAW_SHARE") or 1 -- of all draws: a first look may do with few
local LONG <const> = (tonumber(os.getenv "RIGID_DRAWS") or 200) / 200 -- of those that take long: fewer where all is slow
draw.some = SHARE < 1 or LONG < 1 -- so that how often something was met is not to be asserted

function draw.stream(seed) return setmetatable({ state = seed * 0x632BE59BD9B4E019 }, Draw) end

-- Uniform in [0, 1).
function Draw:unit_interval()
    self.state = self.state + 0x9E3779B97F4A7C15
    local z = self.state
    z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ~ (z >> 27)) * 0x94D049BB133111EB
    z = z ~ (z >> 31)
    return (z >> 11) * 2.0 ^ -53
end

function Draw:between(low, high) return low + (high - low) * self:unit_interval() end

-- An integer from low to high.
function Draw:integer(low, high) return low + math.floor(self:unit_interval() * (high - low + 1)) end

-- Of magnitude 0.2 to 1.5, either sign.
function Draw:number()
    local magnitude = self:between(0.2, 1.5)
    return self:unit_interval() < 0.5 and -magnitude or magnitude
end

function Draw:list(n)
    local list = {}
    for i = 1, n do
        list[i] = self:number()
    end
    return list
end

function Draw:vec3() return self:list(3) end

function Draw:six() return self:list(6) end

function Draw:matrix(rows, cols)
    local m = {}
    for i = 1, rows do
        m[i] = self:list(cols)
    end
    return m
end

-- A unit vector, no entry near zero.
function Draw:direction()
    local v = self:vec3()
    local length = math.sqrt(v[1] * v[1] + v[2] * v[2] + v[3] * v[3])
    return { v[1] / length, v[2] / length, v[3] / length }
end

-- A rotation matrix: axis and angle by Rodrigues.
function Draw:rotation_by(axis, angle)
    local x, y, z = axis[1], axis[2], axis[3]
    local c, s = math.cos(angle), math.sin(angle)
    local t = 1 - c
    return {
        { t * x * x + c, t * x * y - s * z, t * x * z + s * y },
        { t * x * y + s * z, t * y * y + c, t * y * z - s * x },
        { t * x * z - s * y, t * y * z + s * x, t * z * z + c },
    }
end

function Draw:rotation() return self:rotation_by(self:direction(), self:between(0.3, 2.8)) end

-- Particles {mass, position} around a centre off the axes.
function Draw:particles(count)
    local centre, list = self:vec3(), {}
    for i = 1, count do
        local p = self:vec3()
        list[i] = { self:between(0.2, 2.0), { centre[1] + p[1], centre[2] + p[2], centre[3] + p[3] } }
    end
    return list
end

-- A general body: its ten parameters about the origin, summed over eight particles.
function Draw:parameters()
    local pi = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
    for _, particle in ipairs(self:particles(8)) do
        local m, p = particle[1], particle[2]
        local x, y, z = p[1], p[2], p[3]
        local terms = { m, m * x, m * y, m * z, m * (y * y + z * z), -m * x * y, -m * x * z, m * (x * x + z * z), -m * y * z, m * (x * x + y * y) }
        for i = 1, 10 do
            pi[i] = pi[i] + terms[i]
        end
    end
    return pi
end

-- Run law(d, seed) on `count` streams with seeds first, first + 1, ...; a failure names its seed.
function draw.each(count, first, law)
    for seed = first, first + math.ceil(count * SHARE) - 1 do
        local ok, err = pcall(law, draw.stream(seed), seed)
        if not ok then
            if type(err) == "table" and err.message then
                err.message = ("with seed %d: %s"):format(seed, tostring(err.message))
                error(err, 0)
            end
            error(("with seed %d: %s"):format(seed, tostring(err)), 0)
        end
    end
end

-- The same of draws that take long each.
function draw.each_long(count, first, law) draw.each(count * LONG, first, law) end

return draw
