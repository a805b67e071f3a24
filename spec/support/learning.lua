-- Motions to follow and robots whose joints resist, for the specs of controllers and of what learns.
local assert = require "luassert"
local rigid = require "rigid"
local trees = require "spec.support.trees"

local Vector = rigid.Vector

local FLAT <const> = {"revolute", "prismatic", "helical", "cylindrical"} -- joints whose numbers simply add

-- q_d = A sin(w t + p), with its exact derivatives.
local function sines(d, n)
    local A, w, p = {}, {}, {}
    for i = 1, n do A[i], w[i], p[i] = d:between(0.2, 0.5), d:between(1, 3), d:between(0, 6) end
    return function(t)
        local q, v, a = Vector(n), Vector(n), Vector(n)
        for i = 1, n do
            local x = w[i] * t + p[i]
            q:set(i, A[i] * math.sin(x))
            v:set(i, A[i] * w[i] * math.cos(x))
            a:set(i, -A[i] * w[i] ^ 2 * math.sin(x))
        end
        return q, v, a
    end
end

-- A tree whose joints have dampers, springs and rotors; and friction, where it is asked for.
local function resisting(d, count, friction)
    local m = trees.random(d, count, {types = FLAT, armature = true, resistance = true, springs = true})
    for _, name in ipairs(friction and {} or m:joint_names()) do m:joint(name).friction = 0 end
    assert.is_true(m:damping():norm() > 0 and m:stiffness():norm() > 0 and m:armature():norm() > 0 and (m:friction():norm() > 0) == friction)
    return m
end

return {FLAT = FLAT, sines = sines, resisting = resisting}
