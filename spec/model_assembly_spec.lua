-- Models assembled in Lua: every joint type, what is welded and what follows, names, edits and what they change, payloads,
-- parameters in every order, random states, subtrees, tables and copies, printing, and each refusal with its message.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local near, refuses = compare.near, compare.refuses
local Model, Rotation, SpatialInertia, SpatialMotion = rigid.Model, rigid.Rotation, rigid.SpatialInertia, rigid.SpatialMotion
local Transform, Vec3, Vector = rigid.Transform, rigid.Vec3, rigid.Vector

local box = SpatialInertia.solid_box { mass = 2, size = { 0.1, 0.2, 0.3 } }

local function at(x, y, z) return { position = { x, y, z } } end

-- A two-link arm with a tool: shoulder and elbow, about y.
local function arm()
    local m = Model { name = "arm" }
    m:add_body { name = "base", inertia = box }
    m:add_body {
        name = "upper_arm", parent = "base", inertia = box,
        joint = { type = "revolute", name = "shoulder", axis = { 0, 1, 0 } },
    }
    m:add_body {
        name = "forearm", parent = "upper_arm", placement = at(0, 0, 0.4), inertia = box,
        joint = {
            type = "revolute", name = "elbow", axis = { 0, 1, 0 }, damping = 0.1,
            limits = { lower = -1, upper = 2, effort = 30, velocity = 0.5 },
        },
    }
    local tip = SpatialInertia.point_mass { mass = 0.5, position = { 0, 0, 0.05 } }
    m:add_body { name = "tool", parent = "forearm", placement = at(0, 0.1, 0.3), inertia = tip }
    return m
end

local function one_joint(joint, placement)
    local m = Model {}
    m:add_body { name = "link", joint = joint, placement = placement, inertia = box }
    return m
end

describe("a model", function()
    it("begins empty, in standard gravity", function()
        local m = Model()
        assert.equal("model", m:name())
        assert.equal(Vec3(0, 0, -9.81), m:gravity())
        assert.same({ 0, 0, 0 }, { m:nq(), m:nv(), m:nbodies() })
        assert.same({}, m:body_names())
        assert.equal("Model", rigid.type(m))
        assert.equal(0, #m:neutral())
    end)

    it("takes a name and a gravity", function()
        local m = Model { name = "moon walker", gravity = { 0, 0, -1.62 } }
        assert.equal("moon walker", m:name())
        assert.equal(Vec3(0, 0, -1.62), m:gravity())
    end)

    it("is refused with fields that are not its own", function()
        refuses(function() Model { nmae = "x" } end, "bad argument #1 to 'Model'", "unknown field 'nmae'; did you mean 'name'?")
        refuses(function() Model { gravity = 9.81 } end, "field 'gravity'", "Vec3 or {x, y, z} expected, got 9.81")
        refuses(function() Model { gravity = { 0, 0, 0 / 0 } } end, "field 'gravity'", "three finite numbers")
        refuses(function() Model { name = "" } end, "field 'name'", "empty")
        refuses(function() Model "arm" end, "bad argument #1 to 'Model'", "got string")
    end)
end)

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

describe("adding a body", function()
    it("returns a handle that stands for it wherever a name does", function()
        local m = Model {}
        local first = m:add_body { name = "first", joint = "revolute", inertia = box }
        local second = m:add_body { name = "second", parent = first, joint = "revolute", placement = at(1, 0, 0), inertia = box }
        assert.equal("second", second.name)
        assert.equal(first, second.parent)
        assert.equal(Vec3(1, 0, 0), m:pose({ 0, 0 }, second):position())
        assert.equal(second, m:body "second")
        assert.equal(second, m:body(second))
        assert.truthy(first ~= second)
    end)

    it("numbers q and v in the order of adding, each joint's together", function()
        local m = Model {}
        m:add_body { name = "a", joint = "floating", inertia = box }
        m:add_body { name = "b", parent = "a", joint = "spherical", inertia = box }
        m:add_body { name = "c", parent = "b", inertia = box }
        m:add_body { name = "d", parent = "a", joint = "universal", inertia = box }
        m:add_body { name = "e", parent = "c", joint = "revolute", inertia = box }
        assert.same({ 14, 12, 4 }, { m:nq(), m:nv(), m:nbodies() })
        assert.same({ "a", "b", "d", "e" }, m:body_names())
        assert.same({ "c" }, m:frame_names())
        local places = {}
        for i, name in ipairs(m:joint_names()) do
            local joint = m:joint(name)
            places[i] = { joint.q, joint.nq, joint.v, joint.nv }
        end
        assert.same({ { 1, 7, 1, 6 }, { 8, 4, 7, 3 }, { 12, 2, 10, 2 }, { 14, 1, 12, 1 } }, places)
    end)

    it("keeps what is to be drawn, and where it was read", function()
        local m = Model {}
        local visuals = { { shape = "box", size = { 1, 2, 3 } } }
        local body = m:add_body { name = "b", visuals = visuals, collisions = {}, source = { file = "b.urdf", line = 7 } }
        visuals[1].shape = "sphere"
        assert.same({ { shape = "box", size = { 1, 2, 3 } } }, body.visuals)
        assert.same({}, body.collisions)
        assert.equal(7, body.source.line)
        visuals[1].again = visuals
        refuses(function() body.visuals = visuals end, "body 'b' (field 'visuals'", "contains itself")
    end)

    it("takes an inertia as it is then, and gives it away as a copy", function()
        local m, M = Model {}, box:copy()
        local body = m:add_body { name = "b", joint = "revolute", inertia = M }
        M:set_zero()
        body.inertia:set_zero()
        assert.equal(box, body.inertia)
        near(m:total_mass(), 2)
    end)

    it("takes an inertia that cannot exist, as measured ones do not always", function()
        local bad = SpatialInertia { mass = 1, inertia = { 1, 1, 5 }, skip_validity_check = true }
        local m = one_joint "revolute"
        m:add_body { name = "b", parent = "link", joint = "revolute", inertia = bad }
        near(m:mass_matrix({ 0, 0 })(2, 2), 5)
    end)

    it("lets a moving link be massless; forward dynamics names the joint that moves nothing", function()
        local m = Model {}
        m:add_body { name = "ghost", joint = { type = "revolute", name = "loose" } }
        assert.equal(0, m:inverse_dynamics({ 0 }, { 1 }, { 1 })[1])
        refuses(function() m:forward_dynamics({ 0 }, { 0 }, { 1 }) end, "loose")
        m:add_body { name = "hand", parent = "ghost", placement = at(1, 0, 0), inertia = box }
        assert.truthy(m:forward_dynamics({ 0 }, { 0 }, { 1 })[1] > 0)
    end)

    it("is refused with a message that names what is wrong, and changes nothing", function()
        local m = arm()
        local before = m:copy()
        local function add(t, ...)
            local words = { ... }
            return refuses(function() m:add_body(t) end, "bad argument #1 to 'add_body'", table.unpack(words))
        end
        add(nil, "table with named fields", "got nil")
        add({}, "field 'name'", "name of the link expected, got nil")
        add({ name = "" }, "field 'name'", "empty")
        add({ name = 1 }, "field 'name'", "got 1")
        add({ name = "tool" }, "field 'name'", "model 'arm' has a body named 'tool' already")
        add({ name = "x", parent = "uper_arm" }, "field 'parent'", "no body or frame named 'uper_arm'; did you mean 'upper_arm'?")
        add({ name = "x", parent = "zzzzzzzz" }, "model 'arm' has no body or frame named 'zzzzzzzz')")
        add({ name = "x", parent = 3 }, "field 'parent'", "name of a body or frame expected, got 3")
        add({ name = "x", parent = one_joint("fixed"):body "link" }, "field 'parent'", "'link' is not part of model 'arm'")
        add({ name = "x", joint = { type = "revolute", name = "elbow" } }, "field 'joint.name'", "has a joint named 'elbow' already")
        add({ name = "elbow", joint = "revolute" }, "field 'joint.name'", "has a joint named 'elbow' already")
        add({ name = "x", placement = { 0, 0, 1 } }, "field 'placement'")
        add({ name = "x", placement = { rotation = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 0 } } } }, "field 'placement.rotation'", "not orthonormal")
        add({ name = "x", placement = { rotation = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } } } }, "field 'placement.rotation'", "mirrors")
        add({ name = "x", placement = at(0, 1 / 0, 0) }, "field 'placement.position'", "finite")
        add({ name = "x", inertia = 3 }, "field 'inertia'", "SpatialInertia expected, got 3")
        add({ name = "x", inertia = { mass = -3, inertia = { 1, 1, 1 } } }, "field 'inertia'", "mass is -3 kg")
        add({ name = "x", inertia = { mass = 1, inertia = { 1, 1, 5 } } }, "field 'inertia'", "triangle")
        add({ name = "x", visuals = "box" }, "field 'visuals'", "table expected, got string")
        add({ name = "x", link = "y" }, "unknown field 'link'")
        add({ name = "world", joint = "revolute" }, "field 'name'", "'world' is the name of the world itself")
        refuses(function() m.add_body(nil, { name = "x" }) end, "calling 'add_body' on nil: it is a method of Model, called as x:add_body(...)")
        assert.equal(before, m)
    end)

    it("raises its errors at the line of the caller", function()
        local line = debug.getinfo(1, "l").currentline + 1
        local message = refuses(function() arm():add_body { name = "x", parent = "y" } end)
        assert.truthy(message:find("model_assembly_spec.lua:" .. line .. ":", 1, true), message)
    end)

    it("knows the world by its name, and lets a root link bear that name where it is the world", function()
        local m = Model {}
        m:add_body { name = "a", parent = "world", placement = at(1, 0, 0) }
        assert.is_nil(m:body("a").parent)
        assert.equal(Transform.identity(), m:pose({}, "world"))
        refuses(function() m:body "world" end, "the world is not a body")
        m:add_body { name = "world" }
        m:add_body { name = "b", parent = "world", joint = "revolute", inertia = box }
        assert.equal("world", m:body("b").parent.name)
    end)
end)

describe("what is welded", function()
    it("is folded into the link that carries it, and still known by its name", function()
        draw.each(20, 3400, function(d)
            local m = Model {}
            local R, S, T = make.pose(d), make.pose(d), make.pose(d)
            local A, B, C = make.body(d), make.body(d), make.body(d)
            local axis = Vec3(d:direction())
            m:add_body { name = "a", joint = { type = "revolute", axis = axis }, placement = R, inertia = A }
            m:add_body { name = "b", parent = "a", placement = S, inertia = B }
            m:add_body { name = "c", parent = "b", placement = T, inertia = C }
            local frame = m:add_frame { name = "f", body = "c", placement = S }
            assert.same({ { "a" }, { "b", "c", "f" } }, { m:body_names(), m:frame_names() })
            local whole = A + S * B + (S * T) * C
            near(m:parameters(), whole:parameters())
            near(m:total_mass(), whole:mass())
            local q = { d:number() }
            local X = R * Transform(Rotation.axis_angle(axis, q[1]), { 0, 0, 0 })
            near(m:pose(q, "c"), X * S * T, { scale = 10 })
            near(m:pose(q, frame), X * S * T * S, { scale = 10 })
            near(m:mass_matrix(q)(1, 1), (whole:rotational_inertia() * axis):dot(axis))
            assert.equal("a", m:body("f").carrier.name)
        end)
    end)

    it("to the world has no place among the parameters, the mass or the energy", function()
        local m = arm()
        near(m:total_mass(), 4.5)
        assert.equal(20, #m:parameters())
        assert.is_nil(m:body("base").carrier)
        assert.equal(0, m:kinetic_energy({ 0.3, 0.4 }, { 0, 0 }))
    end)

    it("can carry a joint, at the same place as the link that carries it all", function()
        draw.each(10, 3500, function(d)
            local X, Y, Z = make.pose(d), make.pose(d), make.pose(d)
            local m = Model {}
            m:add_body { name = "a", joint = trees.joint(d, "helical", nil, {}), placement = X, inertia = make.body(d) }
            m:add_body { name = "b", parent = "a", placement = Y }
            m:add_body { name = "c", parent = "b", placement = Z, joint = trees.joint(d, "universal", nil, {}), inertia = make.body(d) }
            local q = d:list(3)
            local resting = m:pose(q, "b") * Z
            near((resting:inverse() * m:pose(q, "c")):position(), { 0, 0, 0 }, { scale = 10 })
            near(m:pose(q, "b"), m:pose(q, "a") * Y, { scale = 10 })
        end)
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

describe("an edit", function()
    it("is seen by the next computation", function()
        local m = arm()
        local q = { 0.2, 0.3 }
        near(m:gravity_forces(q), m:inverse_dynamics(q))
        local before = m:mass_matrix(q)
        m:set_gravity { 0, 0, 0 }
        near(m:gravity_forces(q), { 0, 0 }, { scale = 1 })
        m:body("tool").inertia = nil
        assert.truthy(m:mass_matrix(q)(1, 1) < before(1, 1))
        near(m:total_mass(), 4)
        m:body("forearm").placement = at(0, 0, 1)
        assert.equal(Vec3(0, 0, 1), m:pose({ 0, 0 }, "forearm"):position())
        m:joint("elbow").armature = 3
        near(m:mass_matrix(q)(2, 2), 3 + box:rotational_inertia():moments().y)
        m:add_body { name = "finger", parent = "tool", joint = "prismatic", inertia = box }
        assert.equal(3, #m:neutral())
        refuses(function() m:mass_matrix(q) end, "bad argument #1 to 'mass_matrix'", "3 numbers")
    end)

    it("through a handle is checked, and names the body or joint and its field", function()
        local m = arm()
        local before = m:copy()
        local elbow, tool = m:joint "elbow", m:body "tool"
        local function set(handle, field, value, ...) refuses(function() handle[field] = value end, ...) end
        set(elbow, "damping", -1, "joint 'elbow' (field 'damping'", "got -1")
        set(elbow, "upper", -2, "joint 'elbow' (field 'upper'", "lower limit -1 is above the upper limit -2")
        set(elbow, "axis", { 1, 0, 0 }, "joint 'elbow': axis cannot be changed", "armature, damping, effort")
        set(elbow, "dampng", 1, "joint 'elbow': dampng is not one of its fields")
        set(tool, "inertia", 3, "body 'tool' (field 'inertia'", "got 3")
        set(tool, "placement", 3, "body 'tool' (field 'placement'", "got 3")
        set(m:add_frame { name = "f", body = "tool" }, "inertia", box, "'f' is a frame and has no inertia")
        before:add_frame { name = "f", body = "tool" }
        assert.equal(before, m)
        elbow.lower, elbow.upper, elbow.velocity = 0, 0.5, nil
        assert.same({ 0, 0.5 }, { m:joint("elbow").lower, m:joint("elbow").upper })
        assert.is_nil(m:joint("elbow").velocity)
    end)

    it("of one model leaves its copies alone", function()
        local m = arm()
        local twin = m:copy()
        assert.equal(m, twin)
        twin:add_frame { name = "f", body = "tool" }
        twin:joint("elbow").damping = 7
        twin:body("tool").inertia = box
        twin:set_gravity { 1, 2, 3 }
        assert.equal(arm(), m)
        assert.truthy(twin ~= m)
    end)
end)

describe("a payload", function()
    it("is added to the link that carries it, and taken off bit for bit", function()
        draw.each(20, 3600, function(d)
            local m = trees.random(d, 6, { welded = 0.3 })
            local names = m:body_names()
            local target = names[d:integer(1, #names)]
            m:set_parameters(Vector(d:list(10 * m:nbodies())))
            local q, v, a = trees.state(d, m)
            local p, tau = m:parameters(), m:inverse_dynamics(q, v, a)
            local M, X = make.body(d), make.pose(d)
            local payload = m:attach { body = target, name = "sack", inertia = M, placement = X }
            local carried = (X * M):parameters()
            for i, name in ipairs(names) do
                for k = 10 * i - 9, 10 * i do
                    near(m:parameters()[k], p[k] + (name == target and carried[k - 10 * i + 10] or 0), { scale = { p, carried } })
                end
            end
            near(m:pose(q, payload), m:pose(q, target) * X, { scale = 10 })
            m:detach(payload)
            assert.equal(p, m:parameters())
            assert.equal(tau, m:inverse_dynamics(q, v, a))
        end)
    end)

    it("hangs from a welded link as well, is called payload unless named, and shows in the tree", function()
        local m = arm()
        m:attach { body = "tool", inertia = box }
        near(m:total_mass(), 6.5)
        assert.truthy(tostring(m):find("payload%s+payload"))
        assert.same({ "base", "tool", "payload" }, m:frame_names())
        m:detach "payload"
        assert.equal(arm(), m)
    end)

    it("keeps its share when parameters are set for the whole", function()
        draw.each(10, 3700, function(d)
            local m, M = arm(), make.body(d)
            m:attach { body = "tool", inertia = M }
            local p = Vector(d:list(20))
            m:set_parameters(p)
            near(m:parameters(), p, { scale = M:parameters() })
            m:detach "payload"
            local shifted = Transform { position = { 0, 0.1, 0.3 } } * M
            near(Vector { table.unpack(m:parameters():table(), 11) },
                Vector { table.unpack(p:table(), 11) } - shifted:parameters(), { scale = M:parameters() })
        end)
    end)

    it("is refused without a body to be, or a body to be on; detached only if it was attached and carries nothing", function()
        local m = arm()
        refuses(function() m:attach { body = "tool" } end, "bad argument #1 to 'attach'", "field 'inertia'", "got nil")
        refuses(function() m:attach { inertia = box } end, "field 'body'", "got nil")
        refuses(function() m:attach { body = "tol", inertia = box } end, "field 'body'", "did you mean 'tool'?")
        refuses(function() m:attach { body = "tool", inertia = box, joint = "revolute" } end, "unknown field 'joint'")
        refuses(function() m:detach "tool" end, "bad argument #1 to 'detach'", "'tool' was not attached")
        refuses(function() m:detach "sack" end, "no payload named 'sack'")
        local sack = m:attach { body = "tool", name = "sack", inertia = box }
        m:add_frame { name = "knot", body = sack }
        refuses(function() m:detach "sack" end, "'sack' still carries 'knot'")
        refuses(function() m:detach() end, "name of a payload expected, got nil")
        local other = arm()
        local gone = other:attach { body = "tool", inertia = box }
        other:detach(gone)
        refuses(function() return gone.inertia end, "'payload' is no longer part of model 'arm'")
        refuses(function() other:detach(gone) end, "'payload' is not part of model 'arm'")
    end)
end)

describe("the parameters", function()
    it("are ten for each moving link, about its frame in its axes, exactly as they were given", function()
        draw.each(10, 3800, function(d)
            local m = Model {}
            local bodies = {}
            for i = 1, 4 do
                local kind = trees.moving_types[d:integer(1, #trees.moving_types)]
                bodies[i] = make.body(d)
                m:add_body { name = "b" .. i, joint = trees.joint(d, kind, nil, {}), placement = make.pose(d), inertia = bodies[i] }
            end
            local p = m:parameters()
            for i, M in ipairs(bodies) do
                assert.same(M:parameters():table(), { table.unpack(p:table(), 10 * i - 9, 10 * i) })
            end
        end)
    end)

    it("can be set, for all or for one, and are then read back bit for bit", function()
        draw.each(10, 3900, function(d)
            local m = trees.random(d, 8, { welded = 0.4 })
            local n = m:nbodies()
            local p = Vector(d:list(10 * n))
            assert.equal(m, m:set_parameters(p))
            assert.equal(p, m:parameters())
            assert.equal(p, m:copy():parameters())
            local q, v, a = trees.state(d, m)
            near(m:inverse_dynamics(q, v, a), m:regressor(q, v, a) * p, { scale = 100 })
            local column = d:integer(1, n)
            local ten = d:list(10)
            m:set_parameters(ten, nil, m:body_names()[column])
            for i = 1, 10 do p[10 * column - 10 + i] = ten[i] end
            assert.equal(p, m:parameters())
            near(Model(m:table()):parameters(), p, { scale = 100 })
        end)
    end)

    it("set for a link with all that is welded to it follow a later change of one part", function()
        draw.each(10, 3950, function(d)
            local m, A, B, X = Model {}, make.body(d), make.body(d), make.pose(d)
            m:add_body { name = "a", joint = "revolute", inertia = A }
            m:add_body { name = "b", parent = "a", placement = X, inertia = B }
            local p = Vector(d:list(10))
            m:set_parameters(p)
            m:body("b").inertia = nil
            near(m:parameters(), p - (X * B):parameters(), { scale = 100 })
            m:add_body { name = "c", parent = "a", inertia = A }
            near(m:parameters(), p - (X * B):parameters() + A:parameters(), { scale = 100 })
            m:set_parameters(p)
            m:body("c").placement = X
            near(m:parameters(), p - A:parameters() + (X * A):parameters(), { scale = 100 })
        end)
    end)

    it("come in the orders of other libraries, there and back", function()
        local M = SpatialInertia { mass = 2, com = { 0.1, 0.2, 0.3 }, inertia = { 0.5, 0.6, 0.7, 0.01, 0.02, 0.03 } }
        local m = Model {}
        m:add_body { name = "b", joint = "revolute", inertia = M }
        local I = M:rotational_inertia():table()
        local moment = { 2, 0.2, 0.4, 0.6 }
        local com = { 2, 0.1, 0.2, 0.3 }
        local function row(head, ...) return { head[1], head[2], head[3], head[4], ... } end
        local wanted = {
            rigid = row(moment, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz),
            idyntree = row(moment, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz),
            pinocchio = row(moment, I.xx, I.xy, I.yy, I.xz, I.yz, I.zz),
            spatial_v2 = row(moment, I.xx, I.yy, I.zz, I.yz, I.xz, I.xy),
            drake = row(com, I.xx, I.yy, I.zz, I.xy, I.xz, I.yz),
            mujoco = row(com, 0.5, 0.6, 0.7, 0.01, 0.02, 0.03),
            urdf = row(com, 0.5, 0.01, 0.02, 0.6, 0.03, 0.7),
        }
        for order, list in pairs(wanted) do
            near(m:parameters(order), list, { what = order })
            local other = Model {}
            other:add_body { name = "b", joint = "revolute" }
            near(other:set_parameters(list, order):parameters(), wanted.rigid, { what = order })
        end
    end)

    it("leave a massless link without an inertia when they are set to what they were", function()
        local m = one_joint "revolute"
        m:add_body { name = "ghost", parent = "link", joint = "revolute" }
        local before = m:copy()
        assert.equal(before, m:set_parameters(m:parameters()))
        assert.is_nil(m:body("ghost").inertia)
    end)

    it("write into the Vector they are given", function()
        local m, out = arm(), Vector(20)
        assert.equal(m:parameters():table()[1], m:parameters(out)[1])
        assert.truthy(rawequal(out, m:parameters(out)))
        assert.truthy(rawequal(out, m:parameters("pinocchio", out)))
        near(out, m:parameters "pinocchio")
        local two = Vector(2)
        assert.truthy(rawequal(two, m:damping(two)))
        near(two, { 0, 0.1 })
    end)

    it("are refused in the wrong number or order, and where they are no numbers", function()
        local m = arm()
        local p = m:parameters()
        refuses(function() m:set_parameters { 1, 2, 3 } end, "bad argument #1 to 'set_parameters'", "list of 20 numbers expected, got 3")
        refuses(function() m:set_parameters(3) end, "got 3")
        local nan = m:parameters()
        nan[7] = 0 / 0
        refuses(function() m:set_parameters(nan) end, "[7] is nan")
        refuses(function() m:set_parameters(p, "pinochio") end, "bad argument #2 to 'set_parameters'", "did you mean 'pinocchio'?")
        refuses(function() m:set_parameters(p, nil, "tool") end, "bad argument #3", "'tool' is welded to 'forearm'")
        refuses(function() m:set_parameters(p, nil, "base") end, "'base' is welded to the world")
        refuses(function() m:set_parameters(p, nil, "forearm") end, "list of 10 numbers expected, got 20")
        refuses(function() m:parameters "drak" end, "bad argument #1 to 'parameters'", "did you mean 'drake'?")
        refuses(function() m:parameters(Vector(3)) end, "bad argument #1 to 'parameters'", "Vector of 20 to write into")
        refuses(function() m:parameters("urdf", {}) end, "bad argument #2 to 'parameters'", "Vector of 20 to write into")
        assert.equal(p, m:parameters())
    end)
end)

describe("a random state", function()
    it("is the same for the same seed, and another for another", function()
        local m = trees.of_every_type(draw.stream(4000))
        local q1, v1 = m:random_state(7)
        local q2, v2 = m:random_state(7)
        assert.same({ q1, v1 }, { q2, v2 })
        assert.truthy(q1 ~= m:random_state(8))
        assert.truthy(m:random_state() ~= m:random_state())
        assert.same({ m:nq(), m:nv() }, { #q1, #v1 })
    end)

    it("keeps every limit, quaternions of length one, and the limits of what follows", function()
        local m = Model {}
        local function add(name, joint) joint.name = name; m:add_body { name = name, joint = joint, inertia = box } end
        add("a", { type = "revolute", limits = { lower = 1, upper = 1.5, velocity = 0.2 } })
        add("b", { type = "prismatic", limits = { lower = -0.4 } })
        add("c", { type = "revolute", limits = { lower = -9, upper = -8 } })
        add("d", { type = "cylindrical", limits = { lower = { -1, 0.5 }, upper = { 0, 0.6 }, velocity = { 0.1, 5 } } })
        add("e", { type = "spherical" })
        add("f", { type = "floating" })
        add("g", { type = "prismatic", limits = { lower = 5 } })
        add("h", { type = "revolute", limits = { lower = -1, upper = 1 } })
        add("i", { type = "revolute", limits = { lower = 0, upper = 0.2 }, mimic = { joint = "h", multiplier = -2, offset = 1 } })
        add("k", { type = "continuous" })
        local limits, seen = m:limits(), {}
        for seed = 1, 200 do
            local q, v = m:random_state(seed)
            for i = 1, m:nq() do
                assert.truthy(q[i] >= limits.lower[i] and q[i] <= limits.upper[i], ("q[%d] = %g"):format(i, q[i]))
                assert.truthy(math.abs(q[i]) <= 9)
            end
            for i = 1, m:nv() do assert.truthy(math.abs(v[i]) <= math.min(1, limits.velocity[i])) end
            for _, name in ipairs { "e", "f" } do
                local first = m:joint(name).q + (name == "f" and 3 or 0)
                near(q[first] ^ 2 + q[first + 1] ^ 2 + q[first + 2] ^ 2 + q[first + 3] ^ 2, 1)
            end
            local follower = -2 * q[m:joint("h").q] + 1
            assert.truthy(follower >= -tolerance.figure and follower <= 0.2 + tolerance.figure)
            seen[#seen + 1] = q[1]
        end
        table.sort(seen)
        assert.truthy(seen[1] < 1.05 and seen[200] > 1.45) -- and fills them
    end)

    it("turns to every attitude alike: the mean of a rotation is nothing, and of a quaternion's products a quarter", function()
        local m = Model {}
        m:add_body { name = "a", joint = "spherical", inertia = box }
        m:add_body { name = "b", joint = "floating", inertia = box }
        local count, R, products = 4000, { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, {}
        for seed = 1, count do
            local q = m:random_state(seed)
            local rows = rigid.Rotation.quaternion(q[1], q[2], q[3], q[4]):table()
            for i = 1, 9 do R[i] = R[i] + rows[(i - 1) // 3 + 1][(i - 1) % 3 + 1] / count end
            for i = 1, 4 do
                for j = i, 4 do
                    local k = 4 * i + j
                    products[k] = (products[k] or 0) + q[7 + i] * q[7 + j] / count
                end
            end
        end
        for i = 1, 9 do assert(math.abs(R[i]) < 0.04, R[i]) end
        for i = 1, 4 do
            for j = i, 4 do assert(math.abs(products[4 * i + j] - (i == j and 0.25 or 0)) < 0.02, products[4 * i + j]) end
        end
    end)

    it("is refused with a seed that is no integer", function()
        refuses(function() arm():random_state(0.5) end, "bad argument #1 to 'random_state'", "got 0.5")
        refuses(function() arm():random_state "7" end, "bad argument #1 to 'random_state'", "got string")
    end)
end)

describe("the inertia of a subtree", function()
    it("is that of all that hangs from a body, seen from it", function()
        draw.each(20, 4100, function(d)
            local m = trees.random(d, 9, { welded = 0.2, mimics = 0.2 })
            local q = trees.configuration(d, m)
            for _, root in ipairs { "link1", "link3", "link9" } do
                local X = m:pose(q, root):inverse()
                local sum = SpatialInertia.zero()
                local below = { [root] = true }
                for i = 1, 9 do
                    local body = m:body("link" .. i)
                    if body.parent and below[body.parent.name] then below[body.name] = true end
                    if below[body.name] then sum = sum + X * m:pose(q, body) * body.inertia end
                end
                near(m:subtree_inertia(root, q), sum, { scale = 100 })
            end
        end)
    end)

    it("of a floating root is the mass matrix of its six freedoms", function()
        draw.each(10, 4200, function(d)
            local m = trees.random(d, 6, { first = "floating" })
            local q = trees.configuration(d, m)
            near(m:subtree_inertia("link1", q):matrix(), m:mass_matrix(q):block(1, 1, 6, 6), { scale = 100 })
        end)
    end)

    it("is taken at rest unless told where, and refused where there is no such body", function()
        local m = arm()
        near(m:subtree_inertia "upper_arm", m:subtree_inertia("upper_arm", { 0, 0 }))
        refuses(function() m:subtree_inertia "hand" end, "bad argument #1 to 'subtree_inertia'", "no body or frame named 'hand'")
        refuses(function() m:subtree_inertia("tool", { 1 }) end, "bad argument #2 to 'subtree_inertia'", "list of 2 numbers")
    end)
end)

describe("the table of a model", function()
    it("makes the same model again, exactly", function()
        draw.each(20, 4300, function(d)
            local m = trees.random(d, 10, { welded = 0.3, mimics = 0.3, armature = true, resistance = true })
            m:attach { body = "link4", inertia = make.body(d), placement = make.pose(d) }
            m:add_frame { name = "eye", body = "link7", placement = make.pose(d) }
            m:joint("joint1").effort = 7
            local twin = Model(m:table())
            assert.equal(m, twin)
            assert.same(m:table(), twin:table())
            local q, v, a = trees.state(d, m)
            assert.equal(m:inverse_dynamics(q, v, a), twin:inverse_dynamics(q, v, a))
            twin:detach "payload"
            assert.truthy(m ~= twin)
        end)
    end)

    it("is plain to the bottom", function()
        local function check(value)
            assert.is_nil(rigid.type(value))
            if type(value) == "table" then
                assert.is_nil(getmetatable(value))
                for key, entry in pairs(value) do check(key); check(entry) end
            else
                assert.truthy(("string number boolean"):find(type(value)))
            end
        end
        check(arm():table())
    end)

    it("may name a joint before it comes", function()
        local m = Model { bodies = {
            { name = "a", joint = { type = "revolute", mimic = { joint = "b" } } },
            { name = "b", joint = { type = "revolute" }, inertia = { mass = 1, inertia = { 1, 1, 1 } } },
        } }
        assert.equal(1, m:nv())
        refuses(function()
            Model { bodies = { { name = "a", joint = { type = "revolute", mimic = { joint = "c" } } } } }
        end, "bad argument #1 to 'Model'", "field 'bodies[1].joint.mimic.joint'", "no joint named 'c'")
        refuses(function() Model { bodies = { { name = "a" }, { name = "b", parent = "c" } } } end, "field 'bodies[2].parent'")
        refuses(function() Model { bodies = { 3 } } end, "field 'bodies[1]'", "got 3")
        refuses(function() Model { bodies = { { name = "a", frame = true, joint = "revolute" } } } end, "field 'bodies[1].joint'", "does not move")
    end)

    it("is what == and is_near compare", function()
        local m, twin = arm(), arm()
        assert.truthy(m == twin and m:is_near(twin))
        twin:joint("elbow").damping = 0.1 + 1e-10
        assert.truthy(m ~= twin and m:is_near(twin))
        assert.falsy(m:is_near(twin, 1e-11))
        assert.falsy(m:is_near(Model {}))
        refuses(function() m:is_near(3) end, "bad argument #1 to 'is_near'", "Model expected, got 3")
        refuses(function() m:is_near(m, -1) end, "bad argument #2 to 'is_near'")
    end)
end)

describe("printing a model", function()
    it("shows its size, its mass and its tree in aligned columns", function()
        local m = arm()
        m:add_frame { name = "tcp", body = "tool", placement = at(0, 0, 0.1) }
        m:add_body { name = "gauge", parent = "base", joint = { type = "continuous", mimic = { joint = "elbow", multiplier = -2, offset = 0.5 } } }
        local wanted = [[
Model 'arm'
  size     3 moving links, 3 welded, 1 following another; nq 2, nv 2
  mass     4.5 kg moving
  gravity  (0, 0, -9.81) m/s²
  link         joint     type                         axis   kg
  base                   fixed                                2
  ├ upper_arm  shoulder  revolute                     y       2
  │ └ forearm  elbow     revolute                     y       2
  │   └ tool             fixed                              0.5
  │     └ tcp            frame
  └ gauge      gauge     continuous = -2 elbow + 0.5  z]]
        assert.equal(wanted, tostring(m))
        local empty = { "Model 'model'", "  size     0 moving links; nq 0, nv 0", "  mass     0 kg moving", "  gravity  (0, 0, -9.81) m/s²" }
        assert.equal(table.concat(empty, "\n"), tostring(Model {}))
    end)

    it("cuts a long tree and says so, and shows all of it when asked", function()
        local m = Model {}
        for i = 1, 200 do m:add_body { name = "l" .. i, parent = i > 1 and "l" .. i - 1 or nil, joint = "revolute", inertia = box } end
        local _, lines = tostring(m):gsub("\n", "")
        assert.equal(3 + 1 + 60 + 1, lines)
        assert.truthy(tostring(m):find("... and 140 more links; m:tree(200) shows all", 1, true))
        local all = m:tree(200)
        assert.truthy(all:find("(199 deep) l200", 1, true))
        assert.falsy(all:find("more links", 1, true))
        refuses(function() m:tree(0) end, "bad argument #1 to 'tree'")
    end)

    it("says in a line what a body or a joint is", function()
        local m = arm()
        assert.equal("body 'forearm' of model 'arm', on 'upper_arm' by revolute joint 'elbow', 2 kg", tostring(m:body "forearm"))
        assert.equal("body 'base' of model 'arm', welded to the world, 2 kg", tostring(m:body "base"))
        assert.equal("revolute joint 'elbow' of model 'arm', from 'upper_arm' to 'forearm'", tostring(m:joint "elbow"))
    end)

    it("shows what would act on a terminal by its number", function()
        local m = Model { name = "a\27[31m" }
        m:add_body { name = "b\7" }
        assert.falsy(tostring(m):find "[\27\7]")
    end)
end)

describe("names", function()
    it("are asked for with a hint where they are misspelt", function()
        local m = arm()
        refuses(function() m:body "forarm" end, "bad argument #1 to 'body'", "model 'arm' has no body or frame named 'forarm'; did you mean 'forearm'?")
        refuses(function() m:joint "elbwo" end, "bad argument #1 to 'joint'", "did you mean 'elbow'?")
        refuses(function() m:joint(m:body "tool") end, "name of a joint expected")
        refuses(function() m:body() end, "name of a body or frame expected, got nil")
    end)

    it("lead from a body to its joint, its parent, its children and back", function()
        local m = arm()
        local forearm = m:body "forearm"
        assert.equal("elbow", forearm.joint.name)
        assert.equal(forearm, forearm.joint.body)
        assert.equal(m, forearm.model)
        assert.equal("tool", forearm.children[1].name)
        assert.equal(1, #forearm.children)
        assert.truthy(forearm.moves and not m:body("tool").moves)
    end)
end)

describe("a large model", function()
    it("may be a chain 500 deep", function()
        local m = Model {}
        for i = 1, 500 do
            m:add_body {
                name = "l" .. i, parent = i > 1 and "l" .. i - 1 or nil, placement = at(0, 0, 0.01), inertia = box,
                joint = { type = "revolute", axis = { 0, 1, 0 } },
            }
        end
        local q = m:neutral()
        near(m:pose(q, "l500"):position(), { 0, 0, 5 })
        q[1] = math.pi / 2
        near(m:pose(q, "l500"):position(), { 4.99, 0, 0.01 }, { tol = 1e-9 })
        near(m:subtree_inertia("l1"):mass(), 1000)
        assert.equal(m, m:copy())
    end)

    it("may have 20 000 links", function()
        local m = Model {}
        for i = 1, 20000 do
            m:add_body { name = "l" .. i, parent = i > 1 and "l" .. i // 2 or nil, joint = i % 200 == 1 and "revolute" or "fixed", inertia = box }
        end
        assert.same({ 100, 100 }, { m:nv(), m:nbodies() })
        near(m:total_mass(), 40000)
        near(m:pose(m:neutral(), "l20000"):position(), { 0, 0, 0 }, { scale = 1 })
        assert.equal(20000, #m:table().bodies)
        assert.truthy(tostring(m):find "and 19940 more links")
    end)
end)

describe("an edit", function()
    -- All that a model computes of it, to the last bit.
    local function numbers(m, q, v)
        return {
            m:mass_matrix(q), m:bias_forces(q, v), m:inverse_dynamics(q, v, v), m:parameters(), m:damping(), m:friction(), m:armature(),
            m:com(q), m:gravity(), m:inverse_dynamics_derivatives(q, v, v),
        }
    end

    it("of an inertia, a resistance or gravity is seen at once, as by a model that is made anew", function()
        local weighed = 0
        draw.each(60, 3900, function(d)
            local m = trees.random(d, d:integer(2, 12), { payloads = 0.3, mimics = 0.3, fixed = 0.3, armature = true, resistance = true })
            local q, v = trees.configuration(d, m), d:list(m:nv())
            local bodies = m:table().bodies
            for _ = 1, d:integer(1, 12) do
                local name = bodies[d:integer(1, #bodies)].name
                local body, before = m:body(name), numbers(m, q, v)
                local what = d:integer(1, 4)
                if what == 1 and not tostring(body):find "frame" then
                    pcall(function() body.inertia = make.body(d) end)
                    weighed = weighed + 1
                elseif what == 2 and body.moves then
                    body.joint[({ "damping", "friction", "armature" })[d:integer(1, 3)]] = d:between(0, 1)
                elseif what == 3 then
                    m:set_gravity(d:vec3())
                elseif body.carrier and body.moves then
                    local p = m:parameters()
                    m:set_parameters(p, "rigid")
                end
                local same = true
                for i, one in ipairs(numbers(m, q, v)) do
                    same = same and one == before[i]
                    assert.is_true(one == numbers(m:copy(), q, v)[i], "number " .. i .. " after edit " .. what .. " of " .. name)
                end
                if what == 3 then assert.is_false(same) end
            end
        end)
        assert(weighed > 40)
    end)
end)
