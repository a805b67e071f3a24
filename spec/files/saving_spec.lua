-- Models that are saved and loaded again are the same; what cannot be saved is refused.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local files = require "spec.support.files"
local make = require "spec.support.make"
local program = require "spec.support.program"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local Transform, SpatialInertia = rigid.Transform, rigid.SpatialInertia

local with_file = files.with

-- ---- saving ---------------------------------------------------------------------------------------------------------

-- Save m under that name and load it again.
local function again(m, name, options)
    return with_file(name, "", function(path)
        m:save(path, options)
        return rigid.load(path)
    end)
end

-- Every number that a and b compute in a state of b's drawing is the same within tol of its scale. Returns how many.
local function same_numbers(a, b, d, tol)
    local q, v, acc = trees.state(d, a)
    local options = { tol = tol }
    local count = compare.near(b:parameters(), a:parameters(), options)
    for _, compute in ipairs {
        function(m) return m:inverse_dynamics(q, v, acc) end,
        function(m) return m:mass_matrix(q) end,
        function(m) return m:coriolis_matrix(q, v) end,
        function(m) return m:regressor(q, v, acc) end,
        function(m) return m:com(q) end,
        function(m) return m:kinetic_energy(q, v) end,
        function(m) return m:damping() end,
        function(m) return m:friction() end,
        function(m) return m:armature() end,
        function(m) return m:gravity() end,
    } do
        count = count + compare.near(compute(b), compute(a), options)
    end
    for _, body in ipairs(a:table().bodies) do
        count = count + compare.near(b:pose(q, body.name), a:pose(q, body.name), options)
    end
    assert.same(a:body_names(), b:body_names())
    assert.same(a:joint_names(), b:joint_names())
    return count
end

local OPTIONS = { welded = 0.3, mimics = 0.3, armature = true, resistance = true }

describe("a model that is saved and loaded again", function()
    it("computes exactly the same numbers as a Lua table, for every type of joint", function()
        draw.each(5, 1, function(d)
            local m = trees.random(d, 12, OPTIONS)
            local back = again(m, "_model.lua")
            assert.truthy(same_numbers(m, back, d, 0) > 500)
            assert.equal(m:table().bodies[2].joint.type, back:table().bodies[2].joint.type)
        end)
        draw.each(3, 1, function(d)
            local m = trees.of_every_type(d, OPTIONS)
            same_numbers(m, again(m, "_model.lua"), d, 0)
        end)
    end)

    it("computes the same numbers as a URDF, for the joints that URDF knows", function()
        local options = { types = { "revolute", "continuous", "prismatic", "planar", "floating" } }
        for name, value in pairs(OPTIONS) do options[name] = name ~= "mimics" and value or nil end
        draw.each(5, 1, function(d)
            local m = trees.random(d, 12, options)
            assert.truthy(same_numbers(m, again(m, "_model.urdf"), d, tolerance.figure) > 500)
        end)
    end)

    it("computes the same numbers for the robots of this project", function()
        for _, name in ipairs { "arm7", "humanoid30", "mixed", "quadruped12" } do
            for _, floating in ipairs { false, true } do
                local m = rigid.load(("spec/models/%s.urdf"):format(name), { floating = floating, gravity = { 1, -2, 3 } })
                local d = draw.stream(7)
                same_numbers(m, again(m, "_model.urdf"), d, tolerance.figure)
                same_numbers(m, again(m, "_model.lua"), d, 0)
            end
        end
    end)

    it("is equal to what it was, wherever the two were read", function()
        for _, name in ipairs { "arm7", "humanoid30", "mixed", "quadruped12" } do
            for _, floating in ipairs { false, true } do
                local m = rigid.load(("spec/models/%s.urdf"):format(name), { floating = floating })
                for _, ending in ipairs { "_model.urdf", "_model.lua" } do
                    local back = again(m, ending)
                    assert.truthy(m == back, name .. ending)
                    assert.truthy(m:is_near(back, 0))
                    assert.falsy(m == back:set_gravity { 0, 0, -9.8 })
                end
            end
        end
        draw.each(5, 1, function(d)
            local m = trees.of_every_type(d, OPTIONS)
            assert.truthy(m == again(m, "_model.lua"))
            m = rigid.Model()
            for i = 1, 5 do -- several hang from the world, which URDF gives a link
                local rpy = { d:number() * 2, d:number(), d:number() * 2 }
                for k = 1, i % 2 == 0 and 3 or 0 do rpy[k] = math.floor(rpy[k] * 1000) / 1000 end
                m:add_body {
                    name = "b" .. i, parent = i > 3 and "b1" or nil, inertia = make.body(d), joint = { type = "revolute", name = "j" .. i },
                    placement = { rotation = rigid.Rotation.rpy(table.unpack(rpy)), position = d:vec3() },
                }
            end
            local back = again(m, "_model.urdf")
            assert.truthy(m:is_near(back))
            assert.equal(m:nq(), back:nq())
        end)
    end)

    it("keeps the model as it is said", function()
        local m = rigid.Model { name = "it's \"so\" <&>\n", gravity = { 0, 0, 0 } }
        m:add_body { name = "base" }
        m:add_body {
            name = "arm & \"hand\"", parent = "base", placement = { position = { 1, 2, 3 } }, inertia = { mass = 1, inertia = { 1, 1, 1 } },
            joint = { type = "revolute", name = "<j>", axis = { 0, 1, 0 }, limits = { lower = -1, effort = 5 }, damping = 0.1 },
            visuals = { { shape = { type = "mesh", filename = "a.stl", scale = { 1, 1, 2 } }, placement = Transform { position = { 0, 0, 1 } },
                material = { name = "red", color = { 1, 0, 0, 1 } } } },
            collisions = { { shape = { type = "box", size = { 1, 2, 3 } }, name = "hull" } },
        }
        m:add_frame { name = "tip", body = "arm & \"hand\"", placement = { position = { 0, 0, 1 } } }
        m:add_body { name = "finger", parent = "tip", joint = { type = "prismatic", mimic = { joint = "<j>", multiplier = -2, offset = 0.1 } } }
        for _, name in ipairs { "_m.lua", "_m.urdf" } do
            local back = again(m, name)
            assert.equal(m:name(), back:name())
            local arm_before, arm_after = m:body "arm & \"hand\"", back:body "arm & \"hand\""
            assert.same(arm_before.visuals, arm_after.visuals)
            assert.same(arm_before.collisions, arm_after.collisions)
            local joint = back:joint "<j>"
            assert.same({ -1.0, 5.0, 0.1 }, { joint.lower, joint.effort, joint.damping })
            assert.truthy(joint.upper == nil or joint.upper == math.huge)
            assert.equal(m:pose({ 0.5 }, "tip"), back:pose({ 0.5 }, "tip"))
            compare.near(back:pose({ 0.5 }, "tip"):inverse() * back:pose({ 0.5 }, "finger"):position(), { 0, 0, -0.9 })
        end
    end)

    it("keeps inertias that no body can have", function()
        local m = rigid.Model {}
        m:add_body { name = "a", joint = "revolute", inertia = SpatialInertia { mass = -1, com = { 1, 2, 3 }, inertia = { 1, 1, 9 }, skip_validity_check = true } }
        m:add_body { name = "b", joint = "revolute", inertia = SpatialInertia.nan() }
        m:add_body { name = "c", joint = "revolute", inertia = SpatialInertia { mass = 1, inertia = { math.huge, 1, 1 }, skip_validity_check = true } }
        for _, name in ipairs { "_m.lua", "_m.urdf" } do
            local back = again(m, name)
            compare.near(back:parameters(), m:parameters())
        end
    end)

    it("keeps what a payload adds", function()
        local m = rigid.load "spec/models/arm7.urdf"
        local link = m:body_names()[7]
        m:attach { body = link, name = "bottle", inertia = SpatialInertia.point_mass { mass = 0.5, position = { 0, 0, 0.1 } } }
        for _, name in ipairs { "_m.lua", "_m.urdf" } do
            compare.near(again(m, name):parameters(), m:parameters())
        end
        assert.truthy(again(m, "_m.lua"):detach "bottle")
    end)

    it("is the same Lua file when it is saved again", function()
        local m = rigid.load "spec/models/humanoid30.urdf"
        with_file("_m.lua", "", function(path)
            m:save(path)
            local first = program.read_file(path)
            rigid.load(path):save(path)
            assert.truthy(first == program.read_file(path))
        end)
    end)
end)

describe("saving", function()
    it("is refused, by joint, for what URDF cannot say", function()
        for _, kind in ipairs { "helical", "screw", "universal", "cylindrical", "spherical" } do
            local m = rigid.Model { name = "odd" }
            m:add_body { name = "a", joint = { type = kind, name = "odd_joint", pitch = kind == "helical" and 0.1 or nil } }
            with_file("_m.urdf", "before", function(path)
                compare.refuses(function() m:save(path) end, "'odd'", "'odd_joint'", kind, ".lua")
                assert.equal("before", program.read_file(path), "a refused save touches nothing")
            end)
        end
        local m = rigid.Model {}
        m:add_body { name = "a", joint = { type = "planar", name = "p", limits = { lower = { -1, -1, -1 } } } }
        compare.refuses(function() again(m, "_m.urdf") end, "'p'", "limit", ".lua")
        m = rigid.Model {}
        m:add_body { name = "a", inertia = { mass = 0, com_moment = { 1, 0, 0 }, inertia = { 1, 1, 1 }, skip_validity_check = true } }
        compare.refuses(function() again(m, "_m.urdf") end, "'a'", "first moment", ".lua")
        m = rigid.Model { name = "bell \7" }
        compare.refuses(function() again(m, "_m.urdf") end, "XML", ".lua")
        assert.equal("bell \7", again(m, "_m.lua"):name())
    end)

    it("gives several bodies that hang from the world one link for it", function()
        local m = rigid.Model {}
        m:add_body { name = "a", joint = "revolute", inertia = { mass = 1, inertia = { 1, 1, 1 } } }
        m:add_body { name = "b", joint = "floating", inertia = { mass = 2, inertia = { 1, 1, 1 } } }
        m:add_body { name = "c", placement = { position = { 1, 0, 0 } } }
        local back = again(m, "_m.urdf")
        same_numbers(m, back, draw.stream(3), tolerance.figure)
    end)

    it("leaves out shapes without extent where MJCF is written, and says so: MuJoCo takes none", function()
        for said, lost in pairs {
            ["<cylinder><radius>0</radius><length>2</length></cylinder>"] = "a cylinder with a size of 0 1",
            ["<sphere><radius>-1</radius></sphere>"] = "a sphere with a size of -1",
            ["<box><size>1 0 2</size></box>"] = "a box with a size of 0.5 0 1",
        } do
            local m = files.load("_flat.sdf", "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"><collision name=\"c\"><geometry>" .. said
                .. "</geometry></collision><visual name=\"v\"><geometry><sphere><radius>2</radius></sphere></geometry></visual></link></model></sdf>")
            local text = with_file("_flat.xml", "", function(path)
                m:save(path)
                assert.equal(2, rigid.load(path):body("l").visuals[1].shape.radius)
                return program.read_file(path)
            end)
            assert.truthy(text:find("not carried: " .. lost, 1, true), text)
        end
    end)

    it("goes by the name of the file, or by the format that is asked for", function()
        local m = rigid.load "spec/models/mixed.urdf"
        compare.refuses(function() again(m, "_model.txt") end, "bad argument #1 to 'save'", ".urdf", ".lua")
        assert.equal(4, again(m, "_model.txt", { format = "urdf" }):nv())
        assert.equal(4, again(m, "_model.txt", { format = "rigid" }):nv())
        compare.refuses(function() m:save("/nowhere/x.lua") end, "bad argument #1 to 'save' (cannot write /nowhere/x.lua: No such file or directory: '/nowhere'; make that directory first)")
        compare.refuses(function() m:save("/dev/full", { format = "urdf" }) end, "/dev/full", "No space")
        for _, f in ipairs { rigid.load, function(path) m:save(path) end } do
            local ok, problem = pcall(f, ("x/"):rep(500000) .. ".urdf")
            assert.is_true(not ok and #problem < 250 and problem:find "File name too long%)?$" ~= nil)
        end
        compare.refuses(function() m:save() end, "bad argument #1 to 'save'", "path")
        compare.refuses(function() m:save("x.lua", { format = "obj" }) end, "#2 to 'save'", "'format'", "urdf")
        compare.refuses(function() m:save("x.lua", { fromat = "urdf" }) end, "'fromat'", "did you mean 'format'?")
        compare.refuses(function() m.save(3, "x.lua") end, "calling 'save' on 3", "a method of Model")
    end)
end)
