-- Formats: told apart by what they hold; written and read again; converted, with a proof that fails when it should.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"
local program = require "spec.support.program"
local convert = require "rigid.files.convert"
local formats = require "rigid.files.formats"

local ROBOTS <const> = { "arm7", "humanoid30", "mixed", "quadruped12" }

local function robot(name, options) return rigid.load(("spec/models/%s.urdf"):format(name), options) end

local function again(m, ending)
    return files.with("_again" .. ending, "", function(path)
        m:save(path)
        return rigid.load(path)
    end)
end

local MJCF <const> = [[<mujoco model="walker"><compiler angle="radian"/><option gravity="0 1 -9"/><worldbody>
    <body name="base" pos="0 0 1"><freejoint name="free"/><geom type="box" size=".1 .2 .05"/>
        <body name="leg" pos=".1 0 0" euler=".3 0 0"><joint name="hip" axis="0 1 0" ref=".4" range="-1 2" damping=".3" stiffness="5" springref=".1" armature=".02" actuatorfrcrange="-9 9"/>
            <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/>
            <body name="foot" pos="0 0 -.3"><joint name="a1" axis="1 0 0" pos="0 0 .05"/><joint name="a2" type="slide" axis="0 0 1" frictionloss=".2"/><geom size=".05"/><site name="sole" pos="0 0 -.05"/></body></body>
        <body name="arm" pos="0 .2 0"><joint name="shoulder" type="ball" damping=".1"/><geom type="ellipsoid" size=".05 .06 .2" pos="0 0 -.2"/></body></body></worldbody>
    <equality><joint name="follow" joint1="a2" joint2="hip" polycoef=".1 .2 0 0 0"/></equality>
    <actuator><motor name="m" joint="hip" gear="30"/><position name="p" joint="a1" kp="20" kv="2"/></actuator>
    <keyframe><key name="home" qpos="0 0 2 1 0 0 0 .5 .1 .2 1 0 0 0"/></keyframe></mujoco>]]

describe("a robot file", function()
    it("is known by its first element, whatever its name is", function()
        assert.equal("mjcf", formats.of("<?xml version=\"1.0\"?>\n<!-- <robot> -->\n<mujoco/>", "robot.urdf").name)
        assert.equal("sdf", formats.of("\xEF\xBB\xBF<sdf version=\"1.6\"/>", "robot.xml").name)
        assert.equal("urdf", formats.of("  <robot name=\"r\"/>", "robot.xml").name)
        assert.equal("lua", formats.of("return {}", "robot.txt").name)
        assert.is_nil(formats.of("one two", "robot.txt"))
    end)

    it("takes its format from the name where nothing else tells", function()
        compare.refuses(function() files.load("_r.sdf", "one two") end, "XML")
        compare.refuses(function() files.load("_r.xml", "<a/>") end, "<mujoco>")
    end)
end)

describe("a model that is saved and loaded again", function()
    for _, ending in ipairs { ".xml", ".sdf" } do
        it("is the same, as " .. ending, function()
            for _, name in ipairs(ROBOTS) do
                for _, floating in ipairs { false, true } do
                    local m = robot(name, { floating = floating, gravity = { 1, -2, 3 } })
                    local back = again(m, ending)
                    assert.is_true(back:is_near(m, 1e-14), name)
                    assert.same(m:body_names(), back:body_names())
                    assert.same(m:joint_names(), back:joint_names())
                end
            end
        end)
    end

    it("goes round through all of them, torques to 1e-12", function()
        for _, name in ipairs(ROBOTS) do
            local m = robot(name)
            local back = again(again(again(m, ".xml"), ".sdf"), ".urdf")
            assert.same(m:body_names(), back:body_names())
            local q, v = m:random_state(7)
            compare.near(back:inverse_dynamics(q, v, v), m:inverse_dynamics(q, v, v), { tol = 1e-12 })
        end
    end)

    it("keeps what MJCF says beside the tree", function()
        local m = files.load("_m.xml", MJCF)
        local back = again(m, ".xml")
        assert.is_true(back:is_near(m, 1e-13))
        assert.same(m:actuators()[2].bias, back:actuators()[2].bias)
        compare.near(back:keyframes()[1].q, m:keyframes()[1].q, { tol = 1e-14 })
        assert.equal("follow", back:loops()[1].name)
        local q, v = m:random_state(3)
        compare.near(back:passive_forces(q, v), m:passive_forces(q, v), { tol = 1e-12 })
        compare.near(back:to_mujoco(q, v), (m:to_mujoco(q, v)), { tol = 1e-13 })
        local lua = again(m, ".lua")
        assert.is_true(lua == m)
        assert.equal("home", lua:keyframes()[1].name)
        compare.near(lua:to_mujoco(q, v), (m:to_mujoco(q, v)), { tol = 0 })
    end)

    it("has joints of several freedoms as chains, where a format has no word for them", function()
        local m = rigid.Model()
        m:add_body { name = "a", joint = { type = "universal", axis = { 1, 0, 0 }, axis2 = { 0, 1, 0 } }, inertia = rigid.SpatialInertia.unitary() }
        m:add_body { name = "b", parent = "a", joint = { type = "planar", axis = { 0, 0, 1 } }, inertia = rigid.SpatialInertia.unitary() }
        m:add_body { name = "c", parent = "b", joint = { type = "cylindrical", axis = { 0, 1, 0 } }, inertia = rigid.SpatialInertia.unitary() }
        m:add_body { name = "d", parent = "c", joint = { type = "cardan", axis = { 0, 0.6, 0.8 }, axis2 = { 1, 0, 0 } }, inertia = rigid.SpatialInertia.unitary() }
        for _, ending in ipairs { ".xml", ".sdf" } do
            local back = again(m, ending)
            local q, v = m:random_state(1)
            compare.near(back:mass_matrix(q), m:mass_matrix(q))
            compare.near(back:bias_forces(q, v), m:bias_forces(q, v))
        end
    end)

    it("rounds the moments of a thin body inwards for MuJoCo", function()
        local m = rigid.Model()
        m:add_body { name = "rod", joint = "revolute", inertia = { mass = 1, inertia = { xx = 0.1, yy = 0.2, zz = 0.3 } } }
        local moments = again(m, ".xml"):body("rod").inertia:central_inertia():moments()
        assert.truthy(moments.x + moments.y > moments.z)
        compare.near(moments, { 0.1, 0.2, 0.3 }, { tol = 1e-13 })
    end)

    it("is refused by name where a format has no word", function()
        local m = rigid.Model { name = "m" }
        m:add_body { name = "a", joint = { type = "helical", name = "thread", pitch = 0.1 }, inertia = rigid.SpatialInertia.unitary() }
        local path = os.tmpname()
        finally(function() os.remove(path) end)
        compare.refuses(function() m:save(path, { format = "mjcf" }) end, "'thread'", "MJCF", ".lua")
        assert.is_true(again(m, ".sdf"):is_near(m, 1e-15))
        m = rigid.Model { name = "m" }
        m:add_body { name = "a" }
        m:add_body { name = "b", parent = "a", joint = { type = "floating", name = "free" } }
        compare.refuses(function() m:save(path, { format = "sdf" }) end, "'free'", "SDF")
    end)

    it("is not held up by a number without end that is none", function() -- which once took a time as the cube of its length
        local long = ("1"):rep(100000) .. "x"
        for ending, text in pairs {
            [".urdf"] = '<robot name="r"><link name="a"><inertial><mass value="%s"/></inertial></link></robot>',
            [".xml"] = '<mujoco><worldbody><body name="a"><joint/><inertial pos="0 0 0" mass="%s" diaginertia="1 1 1"/></body></worldbody></mujoco>',
        } do
            local path = os.tmpname()
            local file <close> = assert(io.open(path .. ending, "w"))
            file:write((text:format(long)))
            file:close()
            local ok, problem = pcall(rigid.load, path .. ending)
            os.remove(path)
            os.remove(path .. ending)
            assert.truthy(not ok and tostring(problem):find("mass", 1, true))
        end
    end)

    it("keeps a screw off its link's origin apart from the link, whatever their names", function()
        local m = rigid.Model { name = "m" }
        m:add_body { name = "screw", inertia = rigid.SpatialInertia.unitary(),
            joint = { type = "screw", name = "screw", axis = { 0, 0, 1 }, point = { 0, 0.3, 0 }, pitch = 0.1 } }
        local back = again(m, ".sdf")
        compare.near(back:pose({ 0.7 }, "screw"), m:pose({ 0.7 }, "screw"), { tol = 1e-14 })
        compare.near(back:inverse_dynamics({ 0.7 }, { 1 }, { 2 }), m:inverse_dynamics({ 0.7 }, { 1 }, { 2 }), { tol = 1e-13 })
    end)

    it("gives names that SDF cannot take others, and finds them again", function()
        local m = rigid.Model { name = "m" }
        m:add_body { name = "a::b", joint = "revolute", inertia = rigid.SpatialInertia.unitary() }
        m:add_body { name = "__c__", parent = "a::b", joint = { type = "prismatic", name = "world" }, inertia = rigid.SpatialInertia.unitary() }
        assert.is_true(again(m, ".sdf"):is_near(m, 1e-15))
        m = rigid.Model { name = "world", bodies = { { name = "a", joint = "revolute" } } }
        assert.equal("world", again(m, ".sdf"):name())
    end)

    it("has names of their own for the parts of a joint", function()
        for _, joint in ipairs { { type = "universal", name = "u" }, { type = "planar", name = "u" }, { type = "cylindrical", name = "u" } } do
            local bodies = { { name = "a", joint = joint } }
            for _, part in ipairs { "1", "2", "x", "y", "turn", "slide" } do
                bodies[#bodies + 1] = { name = "a_" .. part, parent = "a", joint = { type = "revolute", name = "u_" .. part } }
            end
            local m = rigid.Model { name = "m", bodies = bodies }
            for _, ending in ipairs { ".xml", ".sdf" } do assert.equal(m:nv(), again(m, ending):nv()) end
        end
    end)

    it("has limits that other readers of URDF ask for, and ours take for none", function()
        local m = rigid.Model { name = "m", bodies = { { name = "base" },
            { name = "a", parent = "base", joint = { type = "revolute", name = "j" } },
            { name = "b", parent = "a", joint = { type = "prismatic", name = "k", limits = { upper = 2, effort = 3 } } } } }
        assert.is_true(again(m, ".urdf") == m)
        files.with("_l.urdf", "", function(path)
            m:save(path)
            local text = io.open(path):read "a"
            assert.equal(2, select(2, text:gsub("<limit lower=\"%S+\" upper=\"%S+\" effort=\"%S+\" velocity=\"%S+\"/>", "")))
        end)
    end)

    it("may be a chain of four hundred links; MJCF takes no longer one", function()
        local function chain(count)
            local bodies = {}
            for i = 1, count do bodies[i] = { name = "l" .. i, parent = i > 1 and "l" .. i - 1 or nil, joint = "revolute" } end
            return rigid.Model { name = "m", bodies = bodies }
        end
        for _, ending in ipairs { ".xml", ".sdf", ".urdf" } do assert.equal(400, again(chain(400), ending):nv()) end
        compare.refuses(function() again(chain(500), ".xml") end, "link 'l", "nested")
    end)
end)

describe("a conversion", function()
    local function converted(from, ending, spoil, options)
        return files.with(ending, "", function(to)
            local sentence, holds = convert.files(from, to, options or { states = 20 })
            if not spoil then return sentence, holds end
            local file = assert(io.open(to))
            local text, count = file:read("a"):gsub(spoil[1], spoil[2], 1)
            file:close()
            assert.equal(1, count, "nothing to spoil")
            file = assert(io.open(to, "w"))
            file:write(text)
            file:close()
            local _, after, still = convert.prove(rigid.load(from), to, nil, {}, 20)
            return after, still
        end)
    end

    it("is proven, for every format", function()
        for _, ending in ipairs { ".xml", ".sdf", ".urdf", ".lua" } do
            local sentence, holds = converted("spec/models/arm7.urdf", "_to" .. ending)
            assert.is_true(holds, sentence)
            assert.truthy(sentence:find("agree to %d%.%de[+-]%d%d on 20 random states", 1, false))
        end
    end)

    it("is found out where a figure is changed on purpose", function()
        local sentence, holds = converted("spec/models/arm7.urdf", "_to.xml", { "(<joint.-mass=\")", "%11" })
        assert.is_false(holds)
        assert.truthy(sentence:find("DIFFER", 1, true))
        assert.is_false(select(2, converted("spec/models/arm7.urdf", "_to.sdf", { "<xyz>", "<xyz>1" })))
        assert.is_false(select(2, converted("spec/models/arm7.urdf", "_to.xml", { "(<joint.-pos=\")", "%11" })))
    end)

    -- Change one figure of the text at a time, each eleventh of those that mean something; what is not found out.
    local function unseen(m, ending, passed)
        local missed = {}
        files.with(ending, "", function(path)
            m:save(path)
            local text, number = io.open(path):read "a", 0
            for at, figure, after in text:gmatch "()%f[%d%.-](%-?%d+%.?%d*e?%-?%d*)()" do
                local line = text:sub(1, at - 1):match "[^\n]*$"
                local axis = line:find "axis[^=]*=\"[^\"]*$" or line:find "<xyz>" -- which is divided by its length
                local meant = line:find "[ \">]$" and text:sub(after, after):find "[ \"<]" and not line:find(passed) and not axis
                meant = meant and (tonumber(figure) == 0 or math.abs(tonumber(figure)) > 1e-9)
                number = number + (meant and 1 or 0)
                if meant and number % 11 == 0 then
                    local file <close> = assert(io.open(path, "w"))
                    file:write(text:sub(1, at - 1), ("%.15g"):format(figure + 0.01 * (tonumber(figure) == 0 and 1 or tonumber(figure))), text:sub(after))
                    file:close()
                    local _, sentence, holds = convert.prove(m, path, nil, {}, 5)
                    if holds then missed[#missed + 1] = text:sub(1, after):match "[^\n]*$" .. ": " .. sentence end
                end
            end
        end)
        return missed
    end

    it("is found out whatever figure is changed: of what it weighs, where it is, what resists and bounds it, what is drawn", function()
        for _, ending in ipairs { "_p.xml", "_p.sdf", "_p.urdf" } do
            assert.same({}, unseen(robot "arm7", ending, ending == "_p.xml" and "<default" or "version="))
        end
        local m = files.load("_m.xml", MJCF)
        assert.same({}, unseen(m, "_p.xml", "<default"))
    end)

    it("does not write over what it reads", function()
        files.with("_m.xml", MJCF, function(path)
            compare.refuses(function() convert.files(path, path:gsub("/([^/]*)$", "/./%1"), {}) end, "over itself")
            assert.equal(MJCF, io.open(path):read "a")
        end)
    end)

    it("names what resists otherwise, and what resists no more", function()
        local text = [[<mujoco><worldbody><body name="a" gravcomp="1"><joint name="j" axis="0 1 0" damping="1 2" stiffness="3"/><geom size=".1" pos=".2 0 0"/></body></worldbody></mujoco>]]
        local m = files.load("_m.xml", text)
        local function proven(from, to)
            return files.with("_p.xml", (text:gsub(from, to)), function(path)
                local _, sentence, holds = convert.prove(m, path, nil, {}, 3)
                return sentence, holds
            end)
        end
        local sentence, holds = proven(" gravcomp=\"1\"", "")
        assert.is_true(holds)
        assert.truthy(sentence:find("not carried: gravcomp of link 'a'", 1, true), sentence)
        sentence, holds = proven("damping=\"1 2\"", "damping=\"1\"")
        assert.is_true(holds)
        assert.truthy(sentence:find("not carried: curved spring or damper of joint 'j'", 1, true), sentence)
        sentence, holds = proven("stiffness=\"3\"", "stiffness=\"4\"")
        assert.is_false(holds)
        assert.truthy(sentence:find("DIFFERS: the stiffness of joint 'j', which is 4, was 3", 1, true), sentence)
    end)

    it("keeps what resists a free link, and loops of free links, in SDF", function()
        local m = files.load("_m.xml", [[<mujoco><worldbody><body name="a"><joint name="f" type="free" damping=".1" armature=".2" frictionloss=".3"/><geom size=".1"/></body>
            <body name="b" pos="1 0 0"><freejoint/><geom size=".1"/></body></worldbody><equality><connect name="pin" body1="b" anchor="0 0 .1"/></equality></mujoco>]])
        local back = again(m, ".sdf")
        assert.same(m:damping():table(), back:damping():table())
        assert.same(m:armature():table(), back:armature():table())
        assert.same(m:friction():table(), back:friction():table())
        assert.equal("pin", back:loops()[1].name)
        assert.equal(m:nv(), back:nv())
    end)

    it("says what is not carried", function()
        files.with("_m.xml", MJCF, function(path)
            local sentence, holds = converted(path, "_to.sdf")
            assert.is_true(holds, sentence)
            for _, words in ipairs { "2 actuators", "1 keyframe", "coupling 'follow'" } do assert.truthy(sentence:find(words, 1, true), sentence) end
        end)
    end)

    it("welds what is welded where it is to be simple", function()
        files.with("_s.urdf", "", function(path)
            local m = rigid.Model { name = "m" }
            m:add_body { name = "arm", joint = "revolute", inertia = rigid.SpatialInertia.unitary() }
            m:add_body { name = "box", parent = "arm", placement = { position = { 1, 2, 3 } }, inertia = rigid.SpatialInertia.unitary() }
            m:add_body { name = "hand", parent = "box", joint = "prismatic", placement = { position = { 1, 0, 0 } },
                inertia = rigid.SpatialInertia.unitary() }
            m:save(path)
            files.with("_to.xml", "", function(to)
                local _, holds = convert.files(path, to, { simplify = true, states = 20 })
                assert.is_true(holds)
                local simple = rigid.load(to)
                assert.same({ "arm", "hand" }, simple:body_names())
                compare.near(simple:mass_matrix { 0.3, 0.4 }, m:mass_matrix { 0.3, 0.4 })
            end)
        end)
    end)
end)

describe("rigid convert", function()
    local function run(...)
        local out, problem, code = program.run { ... }
        return out .. problem, code
    end

    it("prints the proof and tells by its exit code", function()
        files.with("_to.xml", "", function(to)
            local said, code = run("convert", "spec/models/mixed.urdf", to)
            assert.equal(0, code, said)
            assert.truthy(said:find("agree to .* on 1000 random states"), said)
            said, code = run("convert", "spec/models/nowhere.urdf", to)
            assert.equal(2, code)
            assert.truthy(said:find("nowhere.urdf", 1, true))
            said, code = run("convert", "one")
            assert.equal(2, code)
            assert.truthy(said:find("two files", 1, true))
            said, code = run("convert", "--help")
            assert.equal(0, code)
            assert.truthy(said:find("SYNOPSIS", 1, true))
        end)
    end)
end)
