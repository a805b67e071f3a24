-- The tangent space at a configuration, in which steps are taken.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"

local Model, SpatialInertia, Vector = rigid.Model, rigid.SpatialInertia, rigid.Vector
local near = compare.near
local inner = debug.getmetatable(require "rigid.core").inner

-- ---- the tangent space ----------------------------------------------------------------------------------------------

describe("the tangent space at a configuration", function()
    local m = Model {}
    m:add_body { name = "base", joint = "floating", inertia = SpatialInertia.unitary() }
    m:add_body { name = "rail", parent = "base", joint = "prismatic", inertia = SpatialInertia.unitary() }
    m:add_body { name = "ball", parent = "rail", joint = "spherical", inertia = SpatialInertia.unitary() }
    local function mapped(name, theta, x)
        local out = Vector(m:nv())
        inner.stepper[name](m, Vector(theta), Vector(x), out)
        return out
    end
    local ANGLES <const> = { 1e-8, 1e-4, 0.01, 0.2, 0.2499, 0.2501, 0.5, 1, 2, 3 } -- 0.25 is where series give way

    -- theta whose two rotations turn by that angle.
    local function turned(d, angle)
        local theta = d:list(10)
        for _, at in ipairs { 4, 8 } do
            local size = math.sqrt(theta[at] ^ 2 + theta[at + 1] ^ 2 + theta[at + 2] ^ 2)
            for k = at, at + 2 do theta[k] = theta[k] * angle / size end
        end
        return theta
    end

    it("has its rate of change as that of m:integrate", function()
        draw.each(20, 1, function(d)
            local q = trees.configuration(d, m)
            for _, angle in ipairs(ANGLES) do
                local theta, rate, h = Vector(turned(d, angle)), Vector(d:list(10)), 1e-4
                local before, after = m:integrate(q, theta - rate * h), m:integrate(q, theta + rate * h)
                local v = mapped("velocity", theta, rate)
                near(m:difference(before, after) / (2 * h), v, { tol = 1e-6, what = "at angle " .. angle })
            end
        end)
    end)

    it("is left as it was entered", function()
        draw.each(20, 1, function(d)
            for _, angle in ipairs(ANGLES) do
                local theta, v = turned(d, angle), d:list(10)
                local rate = mapped("rate", theta, v)
                near(mapped("velocity", theta, rate), v, { tol = 1e-13, scale = rate, what = "at angle " .. angle })
                near(rate[7], v[7])
            end
        end)
    end)
end)
