-- Which combinations of parameters move torques, by samples: the row space of the regressors of many random states. For what the recursion does
-- not hold of: joints that follow others, loops, and what joints resist by.
local core = require "rigid.core"
local rows = require "rigid.identification.rows"

local Matrix = core.Matrix

local sampled = {}

-- The nv x nv Matrix that projects on the motions which the loops leave, at q.
function sampled.projection(m, q)
    local nv, J = m:nv(), m:constraint_jacobian(q)
    local held = rows.span(J:table())
    local P = Matrix.identity(nv)
    for _, row in ipairs(held) do
        for i = 1, nv do
            for j = 1, nv do P:set(i, j, P(i, j) - row[i] * row[j]) end
        end
    end
    return P
end

local STEPS <const>, STEP <const> = 6, 0.25 -- of a walk; rad or m, times about one

-- A configuration that is reached from q along the loops: linkages can be put together in ways that no motion leads from one to the other.
local function walked(m, q, seed)
    for k = 1, 1 + seed % STEPS do
        local _, v = m:random_state(STEPS * seed + k)
        local on = m:assemble(m:integrate(q, sampled.projection(m, q) * v * STEP))
        if not on then break end
        q = on
    end
    return q
end

-- A state of the model, the way it is accelerated, and what projects on what its loops leave (nil: it has none); nil where they do not close. near: a
-- configuration that closes them, of whose way of closing others are wanted.
function sampled.state(m, seed, looped, near)
    local q, v = m:random_state(seed)
    local _, a = m:random_state(seed + 7919)
    if not looped then return q, v, a end
    q = near and walked(m, near, seed) or not near and m:assemble(q)
    if not q then return nil end
    local P = sampled.projection(m, q)
    v = P * v
    return q, v, (m:constrained_dynamics(q, v, a)), P
end

local TRIED <const> = 100 -- states, before it is said that none closes

-- Rows that span what the torques of the model tell of its parameters and of the columns that options ask for
-- (damping, friction, armature, offset); `scale` is a factor of each column. Nil where no state was found that closes the loops.
function sampled.rows(m, options, scale, looped)
    local nv, all, width = m:nv(), {}, #scale
    local asked = {damping = options.damping, friction = options.friction, armature = options.armature}
    local seed, tried, wanted = 0, 0, 3 * width + 20
    while #all < wanted and tried < 4 * wanted do
        seed, tried = seed + 1, tried + 1
        local q, v, a, P = sampled.state(m, seed, looped, options.near)
        if not q and #all == 0 and tried == TRIED then return nil end
        local Y = q and m:regressor(q, v, a, asked):table() or {}
        for i, row in ipairs(Y) do
            if options.offset then table.move(rows.unit(nv, i), 1, nv, #row + 1, row) end
            for k = 1, width do row[k] = row[k] * scale[k] end
        end
        if P then -- torques are felt by what spans the motions that are left
            for _, z in ipairs(rows.span(P:table(), 1)) do all[#all + 1] = rows.times(z, Y) end
        else
            table.move(Y, 1, #Y, #all + 1, all)
        end
    end
    return (rows.span(all))
end

return sampled
