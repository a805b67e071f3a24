-- rigid.same_dynamics(a, b): do two models answer every motion by the same torques? Asked of the torques themselves, over random
-- motions, so that it does not matter where frames were put: a joint frame moved along its own axis, or mass moved between links
-- where no joint feels it, is the same robot. The rest is told against what the parameters could do: the sum of |Y_jk| |π_k|.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local FAR <const> = "torques differ by up to %.3g of the largest; the last joint in the tree to feel it is '%s' (v[%d]), by %.3g: "
    .. "look at the link '%s' and what it carries"
local STATES <const>, SAME <const> = 24, 1e-10

-- Σ_k |Y_jk| |π_k|, for each j.
local function sizes(m, q, v, a)
    local Y, p, list = m:regressor(q, v, a), m:parameters(), {}
    for j = 1, Y:rows() do
        list[j] = 0.0
        for k = 1, Y:cols() do list[j] = list[j] + math.abs(Y(j, k) * p[k]) end
    end
    return list
end

-- What of the structure differs, in words, or nil.
local function structure(a, b)
    if a:nv() ~= b:nv() or a:nq() ~= b:nq() then
        return ("they have different freedoms: nv %d and %d, nq %d and %d"):format(a:nv(), b:nv(), a:nq(), b:nq())
    end
    local mine, other = layout.of(a).links, layout.of(b).links
    for i, link in ipairs(mine) do
        local s, t = joints.type(link.joint), other[i] and joints.type(other[i].joint)
        if not t or s.nv ~= t.nv or s.nq ~= t.nq then return ("the joint '%s' has no twin"):format(display.printable(link.joint.name)) end
    end
    return nil
end

-- By freedom: the largest difference, and the scale of it.
local function differences(a, b)
    local off, scale = {}, {}
    for j = 1, a:nv() do off[j], scale[j] = 0.0, 0.0 end
    for seed = 1, STATES do
        local q, v = a:random_state(seed)
        local _, acc = a:random_state(seed + 7919)
        local mine, other = a:inverse_dynamics(q, v, acc), b:inverse_dynamics(q, v, acc)
        local one, two = sizes(a, q, v, acc), sizes(b, q, v, acc)
        for j = 1, #off do
            off[j] = math.max(off[j], math.abs(mine[j] - other[j]))
            scale[j] = math.max(scale[j], one[j], two[j])
        end
    end
    return off, scale
end

-- The last freedom in the tree that differs tells the link: what it carries alone is felt there first.
local function farthest(m, off, bound)
    local at, found, link = layout.of(m), nil, nil
    for _, one in ipairs(at.links) do
        local first = at.v[one.number]
        for k = first, first + (one.joint.mimic and 0 or joints.type(one.joint).nv) - 1 do
            if off[k] > bound then found, link = k, one end
        end
    end
    return found, link
end

return function(a, b)
    local _ <close> = inner.locale.plain()
    if core.type(a) ~= "Model" then arguments.at("same_dynamics", 1):expected("Model", a) end
    if core.type(b) ~= "Model" then arguments.at("same_dynamics", 2):expected("Model", b) end
    local problem = structure(a, b)
    if problem then return false, problem end
    local off, scale = differences(a, b)
    local most, worst = 0.0, 0.0
    for j = 1, #scale do most = math.max(most, scale[j]) end
    for j = 1, #off do worst = math.max(worst, off[j]) end
    if worst <= SAME * most then
        return true, ("the same torques in %d random motions, to %.1e of the largest"):format(STATES, most > 0 and worst / most or 0)
    end
    local freedom, link = farthest(a, off, SAME * most)
    return false, FAR:format(worst / most, display.printable(link.joint.name), freedom, off[freedom], display.printable(link.name))
end
