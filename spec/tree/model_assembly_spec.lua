-- Models assembled in Lua: bodies, what is welded, edits, and what is refused in which words.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local trees = require "spec.support.trees"
local parts = require "spec.support.model_parts"

local near, refuses = compare.near, compare.refuses
local Model, Rotation, SpatialInertia = rigid.Model, rigid.Rotation, rigid.SpatialInertia
local Transform, Vec3 = rigid.Transform, rigid.Vec3
local box, at, arm, one_joint = parts.box, parts.at, parts.arm, parts.one_joint

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
