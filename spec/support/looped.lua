-- Random trees with loops of every closing type, closed at the configuration that comes with them.

local rigid = require "rigid"
local make = require "spec.support.make"
local trees = require "spec.support.trees"

local Transform, Rotation = rigid.Transform, rigid.Rotation

local looped = {}

looped.types = {
    "revolute", "prismatic", "continuous", "fixed", "helical", "screw", "universal", "cardan", "gimbal", "cylindrical", "spherical", "planar", "distance", "line", "plane",
}

-- A general closing joint of that type, without a name, and its pose somewhere.
function looped.joint(d, kind)
    if kind == "distance" then return { type = kind, length = 1 }, Transform(Rotation.matrix(d:rotation()), d:vec3()) end
    if kind == "line" or kind == "plane" then
        local axis, p = d:direction(), rigid.Vec3(d:vec3())
        local along = rigid.Vec3(axis) * p:dot(rigid.Vec3(axis))
        return { type = kind, axis = axis }, Transform(Rotation.matrix(d:rotation()), kind == "line" and along or p - along)
    end
    local said = trees.joint(d, kind, nil, {})
    local m = rigid.Model()
    m:add_body { name = "b", joint = said }
    return said, m:pose(trees.configuration(d, m), "b")
end

local function pose_of(m, q, body) return body and m:pose(q, body) or Transform.identity() end

-- Close a loop of that type between two bodies (nil: the world), as q has it.
function looped.close(d, m, q, name, kind, body_a, body_b)
    local joint, across = looped.joint(d, kind)
    if kind == "distance" then joint.length = across:position():norm() end
    local placement_a = make.pose(d)
    m:add_loop {
        name = name, body_a = body_a, body_b = body_b, placement_a = placement_a,
        placement_b = pose_of(m, q, body_b):inverse() * pose_of(m, q, body_a) * placement_a * across, joint = joint,
    }
    return joint
end

-- Couple two joints of one freedom as they stand; stands(name) tells where.
function looped.couple(d, m, name, joint, of, stands)
    local x, rest, coefficients = stands(of), 0, { 0, d:number(), d:number(), d:number() }
    for k = 2, #coefficients do rest = rest + coefficients[k] * x ^ (k - 1) end
    coefficients[1] = stands(joint) - rest
    m:add_coupling { name = name, joint = joint, of = of, coefficients = coefficients }
end

-- Where a joint of one freedom stands.
function looped.stands(m, q)
    local function stand(name)
        local joint = m:joint(name)
        local mimic = joint.mimic
        if mimic then return mimic.multiplier * stand(mimic.joint) + mimic.offset end
        return q[joint.q]
    end
    return stand
end

return looped
