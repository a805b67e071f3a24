-- What laws over random trees have in common: which trees are drawn, what is asked of all of them, rates of change, flight.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local Vector, Wrench = rigid.Vector, rigid.Wrench
local near, flatten = compare.near, compare.flatten

-- ---- what is drawn ----------------------------------------------------------------------------------------------------

local DRAWS <const> = 9

-- Two roots or three.
local function some_roots(seed) return 2 + seed % 2 end

local families = {
    ["a forest of every joint type"] = function(d, seed)
        return trees.of_every_type(d, { roots = 1 + seed % 3, armature = seed % 2 == 0, resistance = true })
    end,
    ["three joints of one type"] = function(d, seed)
        local kind = trees.moving_types[seed % #trees.moving_types + 1]
        local three_roots = seed % 4 == 0
        local options = { types = { kind }, chain = true, roots = three_roots and 3 or 1, resistance = true }
        return trees.random(d, three_roots and 5 or 3, options)
    end,
    ["flying robots and what stands beside them"] = function(d, seed)
        return trees.random(d, 7, {
            first = "floating", second = seed % 3 == 0 and "floating" or "universal", roots = some_roots(seed), welded = 0.3,
            payloads = 0.3, resistance = true, armature = seed % 2 == 0,
        })
    end,
    ["joints that follow, rotors, welded links"] = function(d, seed)
        return trees.random(d, 8, {
            mimics = 0.6, welded = 0.2, payloads = 0.2, armature = true, resistance = true, roots = some_roots(seed // 2),
        })
    end,
}

local family_names = {}

for name in pairs(families) do
    family_names[#family_names + 1] = name
end

table.sort(family_names)

-- One case for each family, by the `it` of the spec: law(d, m, q, v, a) over DRAWS trees, each in a state of general position.
local function holds(it, name, first_seed, law)
    for _, family in ipairs(family_names) do
        it(name .. ": " .. family, function()
            draw.each(DRAWS, first_seed, function(d, seed)
                local m = families[family](d, seed)
                law(d, m, trees.state(d, m))
            end)
        end)
    end
end

-- The same over floating robots alone, one or two of them: their momentum is their own.
local function holds_in_flight(it, name, first_seed, law)
    it(name, function()
        draw.each(DRAWS, first_seed, function(d, seed)
            local second = seed % 2 == 0 and "floating" or nil
            local m = trees.random(d, 7, {
                first = "floating", second = second, roots = second and 2, welded = 0.2, mimics = 0.2, resistance = true,
            })
            law(d, m, trees.state(d, m))
        end)
    end)
end

-- The links that fly, each with the first of its six numbers in v.
local function flying(m)
    local list = {}
    for _, body in ipairs(m:table().bodies) do
        if not body.parent and body.joint.type == "floating" then list[body.name] = m:joint(body.joint.name).v end
    end
    return list
end

-- Torques of general size, none at what flies.
local function inner_torques(d, m)
    local tau = trees.velocity(d, m)
    for _, first in pairs(flying(m)) do
        for k = first, first + 5 do
            tau[k] = 0
        end
    end
    return tau
end

local function some_link(d, m)
    local names = d:unit_interval() < 0.5 and m:frame_names() or m:body_names()
    if #names == 0 then names = m:body_names() end
    return names[d:integer(1, #names)]
end

local function wrenches(d, m)
    local external = {}
    for _ = 1, 3 do
        external[some_link(d, m)] = Wrench(d:six())
    end
    return external
end

local views = { "local", "world", "aligned" }

-- ---- differences along the manifold -------------------------------------------------------------------------------------

-- The derivative at 0 of f(t), as a flat list: eight points, exact but for step^8 and rounding / step.
local STEP <const> = 2.0 ^ -10

local WEIGHTS <const> = { 4 / 5, -1 / 5, 4 / 105, -1 / 280 }

local function rate_of(f)
    local sum
    for k, weight in ipairs(WEIGHTS) do
        local step = dense.sub(flatten(f(k * STEP)), flatten(f(-k * STEP)))
        step = dense.scale(step, weight / STEP)
        sum = sum and dense.add(sum, step) or step
    end
    return sum
end

-- Fail unless got is the derivative of f at 0, relative to the scale of both and of f itself.
local function near_rate(got, f, what)
    near(flatten(got), rate_of(f), { tol = tolerance.central_difference, scale = f(0), what = what })
end

-- The configuration when time t has passed at velocity v.
local function onward(m, q, v, t) return m:integrate(q, v * t) end

-- The k-th unit velocity.
local function unit(n, k)
    local e = Vector(n)
    e[k] = 1
    return e
end

local function column(matrix, k)
    local list = {}
    for i = 1, matrix:rows() do
        list[i] = matrix(i, k)
    end
    return list
end

-- What the rotors need; they are not among the parameters.
local function rotor_torques(m, a)
    local torques, armature = Vector(m:nv()), m:armature()
    for k = 1, m:nv() do
        torques[k] = armature[k] * a[k]
    end
    return torques
end

-- Fly for `steps` steps of dt: the fourth-order method of Celledoni, Marthinsen and Owren, which needs no more of the
-- manifold than m:integrate.
local function fly(m, q, v, tau, dt, steps)
    local n = m:nv()
    local function move(at, a, b, c, e) -- at carried along a combination of stages
        local step, push = Vector(n), Vector(n)
        for stage, weight in pairs { [a] = 3, [b] = 2, [c] = 2, [e] = -1 } do
            step, push = step + stage.v * (weight * dt / 12), push + stage.a * (weight * dt / 12)
        end
        return { q = m:integrate(at.q, step), v = at.v + push }
    end
    local function stage(at)
        at.a = m:forward_dynamics(at.q, at.v, tau)
        return at
    end
    local function along(at, slope, h) return { q = m:integrate(at.q, slope.v * h), v = at.v + slope.a * h } end
    local now = { q = q, v = v }
    for _ = 1, steps do
        local k1 = stage { q = now.q, v = now.v }
        local k2 = stage(along(now, k1, dt / 2))
        local k3 = stage(along(now, k2, dt / 2))
        local k4 = stage {
            q = m:integrate(k2.q, k3.v * dt - k1.v * (dt / 2)),
            v = k2.v + k3.a * dt - k1.a * (dt / 2),
        }
        now = move(move(now, k1, k2, k3, k4), k4, k3, k2, k1)
    end
    return now.q, now.v
end

return {
    DRAWS = DRAWS,
    some_roots = some_roots,
    families = families,
    family_names = family_names,
    holds = holds,
    holds_in_flight = holds_in_flight,
    flying = flying,
    inner_torques = inner_torques,
    some_link = some_link,
    wrenches = wrenches,
    views = views,
    rate_of = rate_of,
    near_rate = near_rate,
    onward = onward,
    unit = unit,
    column = column,
    rotor_torques = rotor_torques,
    fly = fly,
}
