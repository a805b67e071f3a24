-- Random numbers with a seed: rigid.random(seed) gives a source of its own, and the same seed the same numbers on every machine
-- (splitmix64; normal numbers by Box and Muller). Matrix.random, Vector.random and Rotation.random draw from one source each.
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local Matrix, Rotation, Vec3, Vector = core.Matrix, core.Rotation, core.Vec3, core.Vector

local random = {}

local Source = {__name = "Random"}
Source.__index = Source

-- 53 bits, in [0, 1).
local function share(source)
    source.state = source.state + 0x9E3779B97F4A7C15
    local z = source.state
    z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ~ (z >> 27)) * 0x94D049BB133111EB
    z = z ~ (z >> 31)
    return (z >> 11) * 2.0 ^ -53
end

local function normal(source)
    local r, angle = math.sqrt(-2 * math.log(1 - share(source))), 2 * math.pi * share(source)
    return r * math.cos(angle)
end

local function check(source, name)
    if getmetatable(source) ~= Source then arguments.at(name, 0):expected("a source of rigid.random", source) end
end

-- A number from low to high, 0 to 1 unless given.
function Source:uniform(low, high)
    check(self, "uniform")
    low = low == nil and 0 or arguments.at("uniform", 1):finite(low)
    high = high == nil and 1 or arguments.at("uniform", 2):finite(high)
    return low + (high - low) * share(self)
end

function Source:normal(mean, deviation)
    check(self, "normal")
    mean = mean == nil and 0 or arguments.at("normal", 1):finite(mean)
    deviation = deviation == nil and 1 or arguments.at("normal", 2):not_negative(deviation)
    return mean + deviation * normal(self)
end

function Source:integer(low, high)
    check(self, "integer")
    low = arguments.at("integer", 1):integer(low, -2 ^ 52 // 1 | 0, 2 ^ 52 // 1 | 0)
    high = arguments.at("integer", 2):integer(high, low, 2 ^ 52 // 1 | 0)
    return low + math.floor(share(self) * (high - low + 1))
end

-- n standard normal numbers; on the sphere of all directions they are even.
local function normals(source, n)
    local list = {}
    for i = 1, n do list[i] = normal(source) end
    return list
end

local function normal_vec3(source) return Vec3(normal(source), normal(source), normal(source)) end

-- A unit vector, even over the sphere.
function Source:direction()
    check(self, "direction")
    local v = normal_vec3(self)
    while v:norm() < 1e-6 do v = normal_vec3(self) end
    return v:unit()
end

-- Even over SO(3): a quaternion even over its sphere.
local function rotation(source)
    local q = normals(source, 4)
    return Rotation.quaternion(q[1], q[2], q[3], q[4])
end

function Source:rotation()
    check(self, "rotation")
    return rotation(self)
end

local MOST <const> = 1 << 24

-- n standard normal numbers.
function Source:vector(n)
    check(self, "vector")
    return Vector(normals(self, arguments.at("vector", 1):integer(n, 0, MOST)))
end

local function matrix(source, rows, cols)
    local m = Matrix(rows, cols)
    for i = 1, rows do
        for j = 1, cols do m:set(i, j, normal(source)) end
    end
    return m
end

function Source:matrix(rows, cols)
    check(self, "matrix")
    rows = arguments.at("matrix", 1):integer(rows, 0, 4096)
    return matrix(self, rows, arguments.at("matrix", 2):integer(cols, 0, 4096))
end

arguments.count_all(Source, 1)

local function source(place, seed)
    seed = seed == nil and 1 or place:integer(seed, math.mininteger, math.maxinteger)
    return setmetatable({state = seed * 0x632BE59BD9B4E019}, Source)
end

function random.source(seed) return source(arguments.at("random", 1), seed) end

function random.matrix(rows, cols, seed)
    rows = arguments.at("random", 1):integer(rows, 0, 4096)
    cols = arguments.at("random", 2):integer(cols, 0, 4096)
    return matrix(source(arguments.at("random", 3), seed), rows, cols)
end

function random.vector(n, seed)
    n = arguments.at("random", 1):integer(n, 0, MOST)
    return Vector(normals(source(arguments.at("random", 2), seed), n))
end

function random.rotation(seed) return rotation(source(arguments.at("random", 1), seed)) end

return random
