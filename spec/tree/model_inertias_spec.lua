-- The inertias of a model: payloads, parameters read and set, random states, the inertia of a subtree.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"
local parts = require "spec.support.model_parts"

local near, refuses = compare.near, compare.refuses
local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia
local Transform, Vector = rigid.Transform, rigid.Vector
local box, arm, one_joint = parts.box, parts.arm, parts.one_joint

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

    it("keeps the share of what is welded to it, too", function()
        draw.each(10, 3750, function(d)
            local m, M, W = arm(), make.body(d), make.body(d)
            m:attach { body = "tool", inertia = M }
            m:add_body { name = "lid", parent = "payload", inertia = W, placement = make.pose(d) }
            local p = Vector(d:list(20))
            m:set_parameters(p)
            near(m:parameters(), p, { scale = { M:parameters(), W:parameters() } })
        end)
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
        refuses(function() m:set_parameters { 1, 2, 3 } end, "bad argument #1 to 'set_parameters'", "list of 20 numbers expected, got a list of 3")
        refuses(function() m:set_parameters(3) end, "got 3")
        local nan = m:parameters()
        nan[7] = 0 / 0
        refuses(function() m:set_parameters(nan) end, "[7] is nan")
        refuses(function() m:set_parameters(p, "pinochio") end, "bad argument #2 to 'set_parameters'", "did you mean 'pinocchio'?")
        refuses(function() m:set_parameters(p, nil, "tool") end, "bad argument #3", "'tool' is welded to 'forearm'")
        refuses(function() m:set_parameters(p, nil, "base") end, "'base' is welded to the world")
        refuses(function() m:set_parameters(p, nil, "forearm") end, "list of 10 numbers expected, got a list of 20")
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
