-- RBDL's Lua models: what is read, noted and refused.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"
local program = require "spec.support.program"

local Vec3, Transform, Rotation, SpatialInertia = rigid.Vec3, rigid.Transform, rigid.Rotation, rigid.SpatialInertia

local with_file, load_text, refuses = files.with, files.load, files.refuses

local function lua(text, options) return load_text("_model.lua", text, options) end

local function refuses_lua(text, line, ...) return refuses("_model.lua", text, line, ...) end

local notes, noted = files.notes, files.noted

-- ---- RBDL's Lua models ----------------------------------------------------------------------------------------------

local FRAME <const> = [[{name = "arm", parent = "ROOT", body = {mass = 2, com = {0.1, 0, 0.2},
    inertia = {{0.1, 0, 0}, {0, 0.2, 0.01}, {0, 0.01, 0.15}}}, joint = %s, joint_frame = {r = {1, 2, 3}, E = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}}]]

local function rbdl(joint, more)
    return "return {gravity = {0, 0, -9.81}, frames = {\n" .. FRAME:format(joint) .. "},\n" .. (more or "") .. "}"
end

describe("an RBDL model", function()
    it("gives frames with their bodies and places", function()
        local m = lua(rbdl "{{0, 0, 1, 0, 0, 0}}")
        assert.same({ "arm" }, m:body_names())
        assert.same({}, notes(m))
        assert.equal(SpatialInertia { mass = 2, com = { 0.1, 0, 0.2 }, inertia = { 0.1, 0.2, 0.15, 0, 0, 0.01 } }, m:body("arm").inertia)
        -- the rows of E are the axes of the child in the parent
        compare.near(m:body("arm").placement, Transform(Rotation.matrix { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } }, { 1, 2, 3 }))
        compare.near(m:pose({ 0 }, "arm") * Vec3(1, 0, 0), Vec3(1, 2, 3) + Vec3(0, 1, 0))
    end)

    it("turns, slides and screws as its six numbers say", function()
        assert.equal("revolute", lua(rbdl "{{0, 1, 0, 0, 0, 0}}"):joint("arm").type)
        assert.equal(Vec3(0, 0, -1), lua(rbdl "{{0, 0, 0, 0, 0, -1}}"):joint("arm").axis)
        local screw = lua(rbdl "{{0, 0, 1, 0, 0, 0.25}}"):joint "arm"
        assert.equal("helical", screw.type)
        assert.equal(0.25, screw.pitch)
        assert.equal(0, lua(rbdl "{}"):nv())
        assert.equal(0, lua(rbdl "nil"):nv())
        noted(lua(rbdl "{{0, 0, 2, 0, 0, 0}}"), "frame 'arm': joint[1]", "length 2")
    end)

    it("makes chains of several freedoms, with massless bodies between", function()
        local m = lua(rbdl "{{0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 1, 0, 0, 0}}")
        assert.same({ "arm:1", "arm:2", "arm" }, m:body_names())
        compare.near(m:pose({ 0.5, 0.7, 0 }, "arm"):position(), Vec3(1, 2, 3) + Vec3(-0.7, 0.5, 0))
        assert.equal(2.0, m:total_mass())
    end)

    it("knows the words for joints, alone or in a table", function()
        local nv = {
            JointTypeSpherical = 3, JointTypeFloatingBase = 6, JointTypeEulerZYX = 3, JointTypeEulerXYZ = 3,
            JointTypeEulerYXZ = 3, JointTypeTranslationXYZ = 3,
        }
        for word, count in pairs(nv) do
            assert.equal(count, lua(rbdl('"' .. word .. '"')):nv(), word)
            assert.equal(count, lua(rbdl('{"' .. word .. '"}')):nv(), word)
        end
        local at = Rotation.matrix { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } }
        local function turn(axis, angle) return Rotation.axis_angle(axis, angle) end
        local x, y, z = { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }
        compare.near(lua(rbdl '"JointTypeEulerZYX"'):pose({ 0.1, 0.2, 0.3 }, "arm"):rotation(),
            at * turn(z, 0.1) * turn(y, 0.2) * turn(x, 0.3))
        compare.near(lua(rbdl '"JointTypeEulerYXZ"'):pose({ 0.1, 0.2, 0.3 }, "arm"):rotation(),
            at * turn(y, 0.1) * turn(x, 0.2) * turn(z, 0.3))
        compare.near(lua(rbdl '"JointTypeTranslationXYZ"'):pose({ 0.1, 0.2, 0.3 }, "arm"):position(),
            Vec3(1, 2, 3) + at * Vec3(0.1, 0.2, 0.3))
    end)

    it("keeps points and local frames as frames, and names what is only kept", function()
        local m = lua(rbdl("{{0, 0, 1, 0, 0, 0}}", [[points = {{name = "heel", body = "arm", point = {0.1, 0, 0}}},
            local_frames = {{name = "tool", body = "arm", r = {0, 0, 1}, E = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
            constraint_sets = {stand = {}}, configuration = {}, ]]))
        compare.near(m:pose({ 0 }, "heel"):position(), { 1, 2.1, 3 })
        compare.near(m:pose({ 0 }, "tool"):position(), { 1, 2, 4 })
        noted(m, "configuration, constraint_sets")
        with_file("_m.lua", "", function(path)
            m:save(path)
            rigid.load(path):save(path)
            assert.truthy(program.read_file(path):find "constraint_sets = {%s*stand = {}")
        end)
    end)

    it("keeps what is drawn", function()
        local m = lua [[return {gravity = {0, 0, 0}, frames = {{name = "a", parent = "ROOT", visuals = {
            {src = "meshes/box.obj", color = {0.1, 0.2, 0.3}, mesh_center = {0, 0, 1}}, {geometry = {sphere = {radius = 2}}}}}}}]]
        local visuals = m:body("a").visuals
        assert.same({ type = "mesh", filename = "meshes/box.obj" }, visuals[1].shape)
        assert.same({ color = { 0.1, 0.2, 0.3, 1 } }, visuals[1].material)
        assert.equal(Transform { position = { 0, 0, 1 } }, visuals[1].placement)
        assert.same({ type = "sphere", radius = 2 }, visuals[2].shape)
    end)

    it("may compute what it says", function()
        local m = lua [[
            local function link(i) return {
                name = "link" .. i, parent = i == 1 and "ROOT" or ("link%d"):format(i - 1),
                body = {mass = 1 / i, com = {0, 0, math.pi / 10}, inertia = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                joint = {{math.cos(0), 0, 0, 0, 0, 0}},
            } end
            local frames = {}
            for i = 1, 5 do table.insert(frames, link(i)) end
            return {frames = frames, gravity = {0, -9.81, 0}}]]
        assert.equal(5, m:nv())
        assert.equal(0.2, m:body("link5").inertia:mass())
        assert.equal(Vec3(0, -9.81, 0), m:gravity())
    end)

    it("floats where that is asked for", function()
        assert.equal(6, lua(rbdl "{}", { floating = true }):nv())
        assert.equal(6, lua(rbdl '"JointTypeFloatingBase"', { floating = true }):nv())
        compare.refuses(function() lua(rbdl "{{0, 0, 1, 0, 0, 0}}", { floating = true }) end, "'arm'", "revolute", "float")
    end)

    it("is taken with a note, by frame, where RBDL passes over a slip", function()
        local m = lua [[return {frames = {{name = "arm", parent = "ROOT", joint = {{0, 0, 1, 0, 0, 0}},
            body = {mass = 2, com = {0, 0, 1}, iniertia = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
            {name = "hand", parent = "arm", joint = {{0, 0, 1, 0, 0, 0}}, boddy = {}}}}]]
        noted(m, "frame 'arm': body", "'iniertia'", "did you mean 'inertia'?")
        noted(m, "frame 'arm': body", "no inertia", "RBDL would take the identity")
        noted(m, "frame 'hand'", "'boddy'", "did you mean 'body'?")
        noted(m, "frame 'hand' moves", "massless")
        noted(m, "gravity")
        m = lua [[return {gravity = {0, 0, 0}, frames = {{name = "a", parent = "ROOT", body = {mass = 1, com = {0, 0, 0},
            inertia = {{1, 0.5, 0}, {0, 1, 0}, {0, 0, 5}}}, joint_frame = {E = {{0.7071, 0.7071, 0}, {-0.7071, 0.7071, 0}, {0, 0, 1}}}}}}]]
        noted(m, "frame 'a': body.inertia is not symmetric", "below the diagonal")
        assert.equal(0, m:body("a").inertia:central_inertia():products().x)
        noted(m, "frame 'a': body", "no body can have this inertia")
        noted(m, "frame 'a': joint_frame.E", "nearest")
        compare.near(m:body("a").placement:rotation(), Rotation.rpy(0, 0, math.pi / 4))
    end)

    it("may have a screw whose axis is anywhere: its six numbers are its twist", function()
        local m = lua(rbdl "{{0, 0, 2, 1, -3, 4}}")
        assert.equal("screw", m:joint("arm").type)
        local t = m:twist({ 0 }, { 1 }, "arm")
        compare.near(t:angular(), { 0, 0, 1 })
        compare.near(t:linear(), { 0.5, -1.5, 2 })
    end)

    it("keeps its markers", function()
        local m = lua [[return {gravity = {0, 0, 0}, frames = {{name = "a", parent = "ROOT", markers = {tip = {1, 2, 3}}}}}]]
        assert.same({ a = { tip = { 1, 2, 3 } } }, m:markers())
    end)

    it("is refused by frame and reason", function()
        local function frames(text) return "return {gravity = {0, 0, 0}, frames = {" .. text .. "}}" end
        refuses_lua(frames [[{name = "a", parent = "ROOT"}, {name = "b", parent = "aa"}]], nil, "frame 'b'", "'aa' does not exist", "did you mean 'a'?")
        refuses_lua(frames [[{name = "b", parent = "a"}, {name = "a", parent = "ROOT"}]], nil, "frame 'b'", "'a'", "only later")
        refuses_lua(frames [[{name = "a", parent = "ROOT"}, {name = "a", parent = "ROOT"}]], nil, "frame 'a'", "same name")
        refuses_lua(frames [[{parent = "ROOT"}]], nil, "frames[1]", "no name")
        refuses_lua(frames [[{name = "a"}]], nil, "frame 'a'", "no parent")
        refuses_lua(frames [[{name = "a", parent = "a"}]], nil, "frame 'a'", "its own parent")
        refuses_lua(frames [[{name = "ROOT", parent = "ROOT"}]], nil, "'ROOT'")
        refuses_lua(frames "", nil, "no frames")
        refuses_lua(frames "nil, {name = 'a', parent = 'ROOT'}", nil, "frames")
        refuses_lua(frames "3", nil, "frames[1]", "table", "3")
        refuses_lua(rbdl "{{0, 0, 0, 0, 0, 0}}", nil, "frame 'arm': joint[1]", "zero")
        refuses_lua(rbdl "{{0, 0, 1}}", nil, "frame 'arm': joint[1]", "6 numbers")
        refuses_lua(rbdl "\"JointTypeSperical\"", nil, "frame 'arm'", "did you mean 'JointTypeSpherical'?")
        refuses_lua(rbdl "3", nil, "frame 'arm'", "joint must be")
        refuses_lua(rbdl("{}", "points = {{name = 'x', body = 'leg', point = {0, 0, 0}}}"), nil, "points[1] 'x'", "'leg' does not exist")
        local singular = frames [[{name = "a", parent = "ROOT", joint_frame = {E = {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}}}]]
        refuses_lua(singular, nil, "frame 'a': joint_frame.E is no rotation", "determinant is 0")
        refuses_lua((singular:gsub("0, 0, 0", "0, 0, 2")), nil, "joint_frame.E is no rotation", "orthonormal")
        refuses_lua((singular:gsub("0, 0, 0", "0, 0, 0/0")), nil, "joint_frame.E", "finite")
        refuses_lua(frames [[{name = "a", parent = "ROOT", body = {mass = "2"}}]], nil, "frame 'a': body", "mass must be a number")
        refuses_lua("return {frames = 3}", nil, "frames must be a list")
    end)
end)
