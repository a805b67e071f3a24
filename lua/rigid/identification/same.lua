-- rigid.same_dynamics(a, b): do two models answer every motion by the same torques? Asked of the torques themselves, over random
-- motions, so that it does not matter where frames were put: a joint frame moved along its own axis, or mass moved between links
-- where no joint feels it, is the same robot. Each freedom is told against what its own torque is made of, the sum of |Y_jk| |π_k|: what
-- moves a wrist is not lost beside a shoulder's. Where loops close, their forces are taken off, by what projects on the motions that they leave;
-- and both must leave the same.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local sampled = require "rigid.identification.sampled"
local inner = debug.getmetatable(core).inner

local FAR <const> = "torques differ by up to %.3g of what they are made of; the last joint in the tree to feel it is '%s' (v[%d]), by %.3g: "
    .. "look at the link '%s' and what it carries"
local STATES <const>, SAME <const> = 24, 1e-10
local SMALL <const> = 1e-5 -- of the largest: torques of fewer are made of rounding, in ten of sixteen digits

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
    if (#a:loops() > 0) ~= (#b:loops() > 0) then return "one of them has loops, the other has none" end
    local mine, other = layout.of(a).links, layout.of(b).links
    for i, link in ipairs(mine) do
        local s, t = joints.type(link.joint), other[i] and joints.type(other[i].joint)
        if not t or s.nv ~= t.nv or s.nq ~= t.nq then return ("the joint '%s' has no twin"):format(display.printable(link.joint.name)) end
    end
    return nil
end

local CLOSED <const>, ALIKE <const> = 1e-6, 1e-7 -- m and rad, in which loops that close are not open; and of projections

-- By freedom: the largest difference, and the scale of it. In place of them, in words, how the loops differ.
local function differences(a, b)
    local off, scale, looped, closed = {}, {}, #a:loops() > 0, 0
    for j = 1, a:nv() do off[j], scale[j] = 0.0, 0.0 end
    for seed = 1, STATES do
        local q, v, acc, P = sampled.state(a, seed, looped)
        if q then
            closed = closed + 1
            if looped and (b:constraint_error(q):norm() > CLOSED or (sampled.projection(b, q) - P):norm() > ALIKE) then
                return "their loops do not leave the same motions"
            end
            local mine, other = a:inverse_dynamics(q, v, acc), b:inverse_dynamics(q, v, acc)
            local one, two = sizes(a, q, v, acc), sizes(b, q, v, acc)
            local apart = looped and P * (mine - other) or mine - other
            for j = 1, #off do
                off[j] = math.max(off[j], math.abs(apart[j]))
                scale[j] = math.max(scale[j], one[j], two[j])
            end
        end
    end
    if closed == 0 then return "no configuration was found that closes the loops of the first" end
    return off, scale
end

-- The last freedom in the tree that differs tells the link: what it carries alone is felt there first.
local function farthest(m, off, bound)
    local at, found, link = layout.of(m), nil, nil
    for _, one in ipairs(at.links) do
        local first = at.v[one.number]
        for k = first, first + (one.joint.mimic and 0 or joints.type(one.joint).nv) - 1 do
            if off[k] > bound[k] then found, link = k, one end
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
    if not scale then return false, off end
    local most, worst, bound = 0.0, 0.0, {}
    for j = 1, #scale do most = math.max(most, scale[j]) end
    for j = 1, #off do
        scale[j] = math.max(scale[j], SMALL * most)
        bound[j] = SAME * scale[j]
        worst = math.max(worst, scale[j] > 0 and off[j] / scale[j] or 0)
    end
    if worst <= SAME then
        return true, ("the same torques in %d random motions, to %.1e of what each is made of"):format(STATES, worst)
    end
    local freedom, link = farthest(a, off, bound)
    return false, FAR:format(worst, display.printable(link.joint.name), freedom, off[freedom], display.printable(link.name))
end
