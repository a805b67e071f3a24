-- What a model says of itself: tables, copies, comparison, printing, names; and large models.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local letters = require "rigid.display.letters"
local make = require "spec.support.make"
local trees = require "spec.support.trees"
local parts = require "spec.support.model_parts"

local near, refuses = compare.near, compare.refuses
local Model = rigid.Model

local box, at, arm = parts.box, parts.at, parts.arm

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

    it("shortens what is least needed until the lines fit, names between their words", function()
        finally(function() rigid.format {width = "auto", unicode = "auto"} end)
        local m = Model {}
        local parent
        for i = 1, 12 do
            local name = ("gripper_left_finger_number_%d_link"):format(i)
            m:add_body { name = name, parent = parent, inertia = { mass = 0.123456, inertia = { 1, 1, 1 } },
                joint = { type = "revolute", name = name:gsub("link", "joint"), axis = { 0.6, 0, 0.8 },
                    mimic = i > 1 and { joint = "gripper_left_finger_number_1_joint" } or nil } }
            parent = name
        end
        local whole = m:tree()
        assert.equal(tostring(m), whole)
        local last
        for width = 100, 78, -1 do
            rigid.format {width = width, unicode = true}
            local text = m:tree()
            for line in text:gmatch "[^\n]+" do assert(letters.length(line) <= width, text) end
            for word in text:gmatch "…%S*" do assert.truthy(word:find "^…_%w[%w_]*$", word) end
            assert.falsy(text:find "%w…")
            last = text
        end
        assert.truthy(last:find("…_2_link", 1, true) and last:find("…_joint", 1, true) and last:find("mimic", 1, true), last)
        assert.equal(whole, tostring(m))
        rigid.format {width = 78, unicode = false}
        assert.falsy(m:tree():find "[\x80-\xFF]")
        assert.truthy(m:tree():find("~_joint", 1, true))
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
