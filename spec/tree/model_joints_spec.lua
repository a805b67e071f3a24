-- The joints of a model: types, axes, limits, defaults, refusals, and joints that follow others.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"
local parts = require "spec.support.model_parts"

local near, refuses = compare.near, compare.refuses
local Model, Rotation, SpatialMotion = rigid.Model, rigid.Rotation, rigid.SpatialMotion
local Transform, Vec3 = rigid.Transform, rigid.Vec3
local box, at, arm, one_joint = parts.box, parts.at, parts.arm, parts.one_joint

describe("a joint", function()
    -- type -> numbers it has in q, in v, and the pose of its link in its resting frame, as exponentials of its screws
    local function turn(axis, angle) return SpatialMotion({ 0, 0, 0 }, axis * angle):exp() end
    local function slide(axis, distance) return SpatialMotion(axis * distance, { 0, 0, 0 }):exp() end
    local expected = {
        revolute = { 1, 1, function(j, q) return turn(j.axis, q[1]) end },
        continuous = { 1, 1, function(j, q) return turn(j.axis, q[1]) end },
        prismatic = { 1, 1, function(j, q) return slide(j.axis, q[1]) end },
        helical = { 1, 1, function(j, q) return SpatialMotion(j.axis * (j.pitch * q[1]), j.axis * q[1]):exp() end },
        screw = { 1, 1, function(j, q)
            local axis, point = rigid.Vec3(j.axis), rigid.Vec3(j.point)
            return (SpatialMotion(axis * j.pitch + point:cross(axis), axis) * q[1]):exp()
        end },
        universal = { 2, 2, function(j, q) return turn(j.axis, q[1]) * turn(j.axis2, q[2]) end },
        cardan = { 2, 2, function(j, q) return turn(j.axis, q[1]) * turn(j.axis2, q[2]) end },
        cylindrical = { 2, 2, function(j, q) return SpatialMotion(j.axis * q[2], j.axis * q[1]):exp() end },
        spherical = { 4, 3, function(_, q) return Transform(Rotation.quaternion(q[1], q[2], q[3], q[4]), { 0, 0, 0 }) end },
        floating = { 7, 6, function(_, q)
            return Transform(Rotation.quaternion(q[4], q[5], q[6], q[7]), { q[1], q[2], q[3] })
        end },
    }

    for kind, row in pairs(expected) do
        it("of type " .. kind .. " has its numbers and moves its link as they say", function()
            draw.each(10, 3100, function(d)
                local joint, X = trees.joint(d, kind, "j", {}), make.pose(d)
                local m = one_joint(joint, X)
                assert.same({ row[1], row[2], 1 }, { m:nq(), m:nv(), m:nbodies() })
                near(m:pose(m:neutral(), "link"), X, { tol = tolerance.exact, scale = 4 })
                local q = trees.configuration(d, m)
                near(m:pose(q, "link"), X * row[3](joint, q), { scale = X })
            end)
        end)
    end

    it("of type screw moves as a helical one does whose frame is on the axis", function()
        draw.each(20, 3150, function(d)
            local joint, X, M = trees.joint(d, "screw", "j", {}), make.pose(d), make.body(d)
            local there = Transform { position = joint.point }
            local screw, helical = rigid.Model {}, rigid.Model {}
            screw:add_body { name = "a", joint = joint, placement = X, inertia = M }
            helical:add_body {
                name = "a", joint = { type = "helical", axis = joint.axis, pitch = joint.pitch },
                placement = X * there, inertia = there:inverse() * M,
            }
            local q, v = { d:number() }, { d:number() }
            for _, name in ipairs { "mass_matrix", "bias_forces", "kinetic_energy", "potential_energy", "com" } do
                local velocity = (name == "bias_forces" or name == "kinetic_energy") and v or nil
                near(screw[name](screw, q, velocity), helical[name](helical, q, velocity), { scale = 30 })
            end
            near(screw:subtree_inertia("a", q), M, { scale = M })
            assert.same({ 0, 0, 0 }, rigid.Model { bodies = { { name = "b", joint = "screw" } } }:joint("b").point:table())
        end)
    end)

    it("of type planar slides along x and y of its plane, then turns about its normal", function()
        local m = one_joint { type = "planar" }
        assert.same({ 3, 3 }, { m:nq(), m:nv() })
        near(m:pose({ 2, 3, 0.5 }, "link"), Transform(Rotation.rpy(0, 0, 0.5), { 2, 3, 0 }))
        draw.each(10, 3200, function(d)
            local joint = trees.joint(d, "planar", "j", {})
            local plane = one_joint(joint)
            local q = d:list(3)
            local X = plane:pose(q, "link")
            near(X:rotation(), Rotation.axis_angle(joint.axis, q[3]))
            near(X:position():dot(joint.axis), 0, { scale = 1 })
            near(X:position():norm(), math.sqrt(q[1] ^ 2 + q[2] ^ 2))
            local ex, ey = plane:pose({ 1, 0, 0 }, "link"):position(), plane:pose({ 0, 1, 0 }, "link"):position()
            near(ex:cross(ey), joint.axis)
        end)
    end)

    it("of type fixed welds its link", function()
        local m = one_joint("fixed", at(1, 2, 3))
        assert.same({ 0, 0, 0 }, { m:nq(), m:nv(), m:nbodies() })
        assert.equal(Vec3(1, 2, 3), m:pose({}, "link"):position())
    end)

    it("turns about z, and a universal one about x and y, unless told otherwise", function()
        assert.equal(Vec3(0, 0, 1), one_joint("revolute"):joint("link").axis)
        assert.equal(Vec3(0, 0, 1), one_joint("cylindrical"):joint("link").axis)
        local universal = one_joint("universal"):joint "link"
        assert.same({ Vec3(1, 0, 0), Vec3(0, 1, 0) }, { universal.axis, universal.axis2 })
    end)

    it("has the name of its link unless it has its own", function()
        assert.same({ "link" }, one_joint("revolute"):joint_names())
        assert.same({ "hinge" }, one_joint({ type = "revolute", name = "hinge" }):joint_names())
    end)

    it("takes an axis with rounded digits, and makes it exact", function()
        local axis = one_joint({ type = "revolute", axis = { 0.7071, 0, 0.7071 } }):joint("link").axis
        near(axis, { math.sqrt(0.5), 0, math.sqrt(0.5) }, { tol = tolerance.exact })
        local d = draw.stream(3300)
        local unit = Vec3(d:direction())
        assert.truthy(one_joint({ type = "revolute", axis = unit }):joint("link").axis:is_near(unit, tolerance.exact))
    end)

    it("carries limits, damping, friction and armature", function()
        local elbow = arm():joint "elbow"
        assert.same({ "revolute", -1, 2, 30, 0.5, 0.1, 0, 0 }, {
            elbow.type, elbow.lower, elbow.upper, elbow.effort, elbow.velocity, elbow.damping, elbow.friction, elbow.armature,
        })
        local m = one_joint { type = "cylindrical", limits = { lower = { -1, 0 }, upper = { 1, 0.3 }, velocity = 2 } }
        local limits = m:limits()
        assert.same({ -1, 0 }, limits.lower:table())
        assert.same({ 1, 0.3 }, limits.upper:table())
        assert.same({ 2, 2 }, limits.velocity:table())
        assert.same({ math.huge, math.huge }, limits.effort:table())
    end)

    it("resists with its armature as with an inertia of its own", function()
        local light, heavy = one_joint "revolute", one_joint { type = "revolute", armature = 0.25 }
        near(heavy:mass_matrix({ 0 })(1, 1) - light:mass_matrix({ 0 })(1, 1), 0.25)
    end)

    it("is refused where it makes no sense, each with its message", function()
        local function joint(t, ...)
            local words = { ... }
            return refuses(function() one_joint(t) end, "bad argument #1 to 'add_body'", table.unpack(words))
        end
        joint({ type = "revolut" }, "field 'joint.type'", 'got "revolut"; did you mean \'revolute\'?')
        joint({ type = 3 }, "field 'joint.type'", '"floating" expected, got 3')
        joint({ axis = { 0, 0, 1 } }, "field 'joint.type'", "got nil")
        joint(true, "field 'joint'", "table with named fields", "got boolean")
        joint({ "revolute" }, "field 'joint'", "an entry without a name")
        joint({ type = "revolute", axes = { 0, 0, 1 } }, "unknown field 'axes'; did you mean 'axis'?")
        joint({ type = "revolute", axis = { 0, 0, 0 } }, "field 'joint.axis'", "length zero")
        joint({ type = "revolute", axis = { 0, 0, 2 } }, "field 'joint.axis'", "unit vector expected", "of length 2")
        joint({ type = "revolute", axis = { 0, 0, 0 / 0 } }, "field 'joint.axis'", "finite")
        joint({ type = "revolute", axis = { 0, 1 } }, "field 'joint.axis'", "a table of 2")
        joint({ type = "revolute", axis2 = { 0, 0, 1 } }, "field 'joint.axis2'", "a revolute joint has no 'axis2'")
        joint({ type = "spherical", axis = { 0, 0, 1 } }, "field 'joint.axis'", "a spherical joint has no 'axis'")
        joint({ type = "revolute", pitch = 1 }, "field 'joint.pitch'", "a revolute joint has no 'pitch'")
        joint({ type = "helical" }, "field 'joint.pitch'", "finite number expected, got nil")
        joint({ type = "universal", axis = { 1, 0, 0 } }, "field 'joint.axis2'", "expected, got nil")
        joint({ type = "universal", axis2 = { 1, 0, 0 } }, "field 'joint.axis'", "expected, got nil")
        joint({ type = "cardan", axis = { 1, 0, 0 } }, "field 'joint.axis2'", "expected, got nil")
        joint({ type = "cardan", axis = { 1, 0, 0 }, axis2 = { 1, 0, 0 } }, "field 'joint.axis2'", "two axes of a cardan joint")
        joint({ type = "universal", axis = { 1, 0, 0 }, axis2 = { -1, 0, 0 } }, "field 'joint.axis2'", "parallel")
        joint({ type = "revolute", damping = -1 }, "field 'joint.damping'", "not negative expected, got -1")
        joint({ type = "revolute", armature = 1 / 0 }, "field 'joint.armature'", "got inf")
        joint({ type = "revolute", friction = {} }, "field 'joint.friction'", "a table of 0")
        joint({ type = "revolute", limits = { lower = 1, upper = 0 } }, "field 'joint.limits.upper'", "lower limit 1 is above the upper limit 0")
        joint({ type = "revolute", limits = { lower = 0 / 0 } }, "field 'joint.limits.lower'", "got nan")
        joint({ type = "revolute", limits = { effort = -1 } }, "field 'joint.limits.effort'", "got -1")
        joint({ type = "revolute", limits = { min = 1 } }, "field 'joint.limits'", "unknown field 'min'")
        joint({ type = "continuous", limits = { lower = 1 } }, "field 'joint.limits.lower'", "a continuous joint has no 'lower'; a revolute one has")
        joint({ type = "floating", limits = { upper = 1 } }, "a floating joint has no 'upper'")
        joint({ type = "planar", limits = { upper = { 1, 2 } } }, "field 'joint.limits.upper'", "list of 3 numbers", "a table of 2")
        joint({ type = "planar", limits = { upper = { 1, 2, "x" } } }, "field 'joint.limits.upper[3]'", "got string")
        joint({ type = "revolute", name = "" }, "field 'joint.name'", "empty")
        joint({ type = "revolute", name = 5 }, "field 'joint.name'", "got 5")
    end)
end)

describe("a joint that follows another", function()
    local function gripper()
        local m = Model { name = "gripper" }
        m:add_body { name = "left", joint = { type = "prismatic", name = "l", axis = { 1, 0, 0 } }, inertia = box }
        m:add_body {
            name = "right", inertia = box,
            joint = { type = "prismatic", name = "r", axis = { 1, 0, 0 }, mimic = { joint = "l", multiplier = -0.5, offset = 0.1 } },
        }
        m:add_body {
            name = "nail", parent = "right", inertia = box,
            joint = { type = "revolute", name = "n", mimic = { joint = m:joint "r", multiplier = 4, offset = 1 } },
        }
        return m
    end

    it("has no numbers of its own and stands at multiplier q + offset, also where that one follows a third", function()
        local m = gripper()
        assert.same({ 1, 1, 3 }, { m:nq(), m:nv(), m:nbodies() })
        assert.same({ "l" }, m:joint_names())
        assert.same({ 0, 0, 1, 1 }, { m:joint("n").nq, m:joint("n").nv, m:joint("n").q, m:joint("n").v })
        near(m:pose({ 0.4 }, "right"):position(), { -0.1, 0, 0 })
        near(m:pose({ 0.4 }, "nail"), Transform(Rotation.rpy(0, 0, 4 * -0.1 + 1), { -0.1, 0, 0 }))
        -- the kinetic energy of all three moves with the one number
        local I = box:rotational_inertia():moments().z
        near(m:mass_matrix({ 0.4 })(1, 1), 2 + 0.25 * (2 + 2) + 4 * I)
    end)

    it("makes its leader feel its damping, friction and armature through the ratio", function()
        local m = gripper()
        m:joint("l").damping, m:joint("r").damping = 0.3, 0.2
        m:joint("r").friction, m:joint("n").armature = 0.6, 0.25
        near(m:damping(), { 0.3 + 0.25 * 0.2 })
        near(m:friction(), { 0.5 * 0.6 })
        near(m:armature(), { 4 * 0.25 })
    end)

    it("can be told to, and to stop, later", function()
        local m = Model {}
        m:add_body { name = "a", joint = "revolute", inertia = box }
        m:add_body { name = "b", joint = "revolute", inertia = box }
        m:joint("a").mimic = { joint = "b", multiplier = 2 }
        assert.same({ 1, { "b" } }, { m:nv(), m:joint_names() })
        assert.same({ joint = "b", multiplier = 2, offset = 0 }, m:joint("a").mimic)
        near(m:pose({ 0.3 }, "a"):rotation(), Rotation.rpy(0, 0, 0.6))
        m:joint("a").mimic = nil
        assert.same({ 2, { "a", "b" } }, { m:nv(), m:joint_names() })
    end)

    it("is refused where there is nothing to follow", function()
        local m = gripper()
        m:add_body { name = "ball", joint = "spherical", inertia = box }
        m:add_body { name = "lid", joint = { type = "fixed", name = "glue" } }
        local function follow(mimic, ...) refuses(function() m:joint("l").mimic = mimic end, "joint 'l'", ...) end
        follow({ joint = "L1" }, "no joint named 'L1' so far; did you mean 'l'?")
        follow({ joint = "l" }, "cannot follow itself")
        follow({ joint = "r" }, "'r' follows 'l' already: the two would go round in a circle")
        follow({ joint = "n" }, "circle")
        follow({ joint = "ball" }, "field 'mimic.joint'", "joint 'ball' is spherical, with 3 freedoms")
        follow({ joint = "glue" }, "with 0 freedoms")
        follow({ joint = "r", ratio = 3 }, "unknown field 'ratio'")
        follow({ joint = "r" }, "circle")
        follow({}, "field 'mimic.joint'", "name of a joint expected, got nil")
        refuses(function() m:joint("ball").mimic = { joint = "l" } end, "a spherical joint cannot follow another")
        local function add(joint, ...) refuses(function() m:add_body { name = "x", joint = joint } end, ...) end
        add({ type = "planar", mimic = { joint = "l" } }, "field 'joint.mimic'", "a planar joint cannot follow")
        add({ type = "revolute", mimic = { joint = "l", multiplier = 1 / 0 } }, "field 'joint.mimic.multiplier'", "got inf")
        add({ type = "revolute", mimic = { joint = "y" } }, "field 'joint.mimic.joint'", "set m:joint('x').mimic then")
        assert.is_nil(m:joint("l").mimic)
    end)
end)
