-- MJCF: what MuJoCo makes of each rule is what we make of it; what is kept beside the tree; what is noted and refused, by its line.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"
local recorded = require "spec.oracle.mujoco_mjcf"

local SpatialInertia = rigid.SpatialInertia

local function load(text, options) return files.load("_robot.xml", text, options) end

local function refuses(text, line, ...) return files.refuses("_robot.xml", text, line, ...) end

local noted = files.noted

-- A model of these bodies; radians.
local function world(bodies, more)
    return ("<mujoco><compiler angle=\"radian\"/>\n<worldbody>\n%s\n</worldbody>\n%s</mujoco>"):format(bodies, more or "")
end

local BALL <const> = "<geom size=\".1\"/>"
local ARM <const> = "<body name=\"arm\"><joint name=\"j\" axis=\"0 1 0\"/><geom type=\"capsule\" fromto=\"0 0 0 .3 0 0\" size=\".02\"/></body>"

local function near(expected, got, tol, scale)
    compare.near(got, expected, { tol = tol or 1e-12, scale = scale })
end

describe("MJCF, as MuJoCo reads it:", function()
    for _, case in ipairs(recorded) do
        it(case.rule, function()
            local tol = case.rule:find "shell of an" and 1e-11 or 1e-12 -- MuJoCo subtracts two ellipsoids
            local m = load(case.text)
            local q, v = m:from_mujoco(case.qpos, case.qvel)
            local mass = 0
            for _, body in ipairs(case.bodies) do
                local name, position, rotation = table.unpack(body)
                near(position, m:pose(q, name):position(), 1e-12, 1)
                near(rotation, m:pose(q, name):rotation():matrix(), 1e-12, 1)
                mass = mass + m:body(name).inertia:mass()
            end
            near(case.total, mass)
            near(case.mass_matrix, m:mass_matrix(q), tol)
            near(case.bias, m:bias_forces(q, v), tol, 1)
            near(case.passive, m:passive_forces(q, v), 1e-12, 1)
            local qpos, qvel = m:to_mujoco(q, v)
            near(case.qpos, qpos)
            near(case.qvel, qvel)
        end)
    end
end)

describe("MJCF", function()
    it("keeps the names of links; a joint that is not at its link's frame moves a link of its own name", function()
        local m = load(world([[<body name="door"><joint name="hinge" pos=".1 0 0"/>]] .. BALL .. [[</body>
            <body name="box"><joint name="x" type="slide"/><joint name="y" type="slide" axis="0 1 0"/>]] .. BALL .. "</body>"))
        assert.same({ "hinge", "door", "x", "box" }, (function()
            local list = {}
            for _, body in ipairs(m:table().bodies) do list[#list + 1] = body.name end
            return list
        end)())
        assert.same({ "hinge", "x", "y" }, m:joint_names())
        assert.equal("hinge", m:body("door").carrier.name)
    end)

    it("gives what has no name one", function()
        local m = load(world("<body><joint/>" .. BALL .. "<body><joint/><joint axis=\"1 0 0\"/>" .. BALL .. "</body></body>"))
        assert.equal(3, m:nv())
        assert.same({ "body_1", "body_2_joint_1", "body_2_joint_2" }, m:joint_names())
    end)

    it("has the pose of the file at q = 0, for what is free too", function()
        local m = load(world("<body name=\"b\" pos=\"1 2 3\" quat=\"1 1 0 0\"><freejoint name=\"f\"/><geom type=\"box\" size=\".1 .2 .3\"/></body>"))
        near({ 1, 2, 3 }, m:pose(m:neutral(), "b"):position())
        local q, v = m:from_mujoco({ 4, 5, 6, 0.5, 0.5, 0.5, 0.5 }, { 1, 2, 3, 4, 5, 6 })
        near({ 4, 5, 6 }, m:pose(q, "b"):position())
        near({ { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } }, m:pose(q, "b"):rotation():matrix())
        local t = m:twist(q, v, "b", { frame = "aligned" })
        near({ 1, 2, 3 }, t:linear()) -- in world axes
        near({ 6, 4, 5 }, t:angular()) -- in the body's: turned
        local qpos, qvel = m:to_mujoco(q, v)
        near({ 4, 5, 6, 0.5, 0.5, 0.5, 0.5 }, qpos)
        near({ 1, 2, 3, 4, 5, 6 }, qvel)
    end)

    it("counts limits as the file does: degrees, and of q, which is qpos less ref", function()
        local m = load [[<mujoco><worldbody><body name="a"><joint name="j" ref="30" range="-60 90"/><geom size=".1"/>
            <body name="b"><joint name="s" type="slide" ref=".5" range="0 2"/><geom size=".1"/>
            <body name="c"><joint name="off" limited="false" range="0 2"/><geom size=".1"/></body></body></body></worldbody></mujoco>]]
        near({ -math.pi / 2, math.pi / 3 }, { m:joint("j").lower, m:joint("j").upper })
        near({ -0.5, 1.5 }, { m:joint("s").lower, m:joint("s").upper })
        assert.is_nil(m:joint("off").lower)
    end)

    it("has no limit where autolimits is false and limited is not said, and notes it", function()
        local m = load "<mujoco><compiler autolimits=\"false\"/><worldbody><body name=\"a\">\n<joint name=\"hip\" range=\"-1 1\"/><geom size=\".1\"/></body></worldbody></mujoco>"
        assert.is_nil(m:joint("hip").lower)
        noted(m, ":2:", "hip", "autolimits")
    end)

    it("lets a freejoint ignore the defaults that a joint of type free takes", function()
        local m = load([[<mujoco><default><joint damping=".5"/></default><worldbody><body name="a"><freejoint name="f"/><geom size=".1"/></body>
            <body name="b" pos="1 0 0"><joint name="g" type="free"/><geom size=".1"/></body></worldbody></mujoco>]])
        assert.equal(0, m:joint("f").damping)
        assert.equal(0.5, m:joint("g").damping)
    end)

    it("says that the armature of a free joint acts otherwise", function()
        noted(load(world("<body name=\"a\">\n<joint name=\"f\" type=\"free\" armature=\".1\"/><geom size=\".1\"/></body>")), ":4:", "armature")
    end)

    it("closes loops where equalities say so, at the pose of the file", function()
        local m = load(world([[<body name="a"><joint name="ja" axis="0 1 0"/><geom size=".1"/></body>
            <body name="b" pos="1 0 0"><joint name="jb" axis="0 1 0"/><geom size=".1"/></body>
            <body name="c" pos="2 0 0"><freejoint/><geom size=".1"/></body>]], [[<equality><connect name="pin" body1="a" body2="b" anchor=".5 0 .2"/>
            <joint name="gear" joint1="jb" joint2="ja" polycoef=".1 -2 .3"/><weld name="glue" body1="c" body2="b"/><weld name="nail" body1="c" relpose="1 2 3 1 0 0 0"/>
            <joint name="lock" joint1="ja" polycoef=".25"/><weld name="idle" active="false" body1="a" body2="c"/></equality>]]))
        local names = {}
        for i, loop in ipairs(m:loops()) do names[i] = loop.name .. " " .. loop.equations end
        assert.same({ "pin 3", "gear 1", "glue 6", "nail 6", "lock 6" }, names)
        local error = m:constraint_error(m:neutral())
        for i = 1, 3 do assert.near(0, error[i], 1e-15) end
        for i = 5, 10 do assert.near(0, error[i], 1e-15) end
        assert.near(0.1, math.abs(error[4]), 1e-15) -- q_b - (0.1 - 2 q_a + 0.3 q_a²)
        noted(m, "idle", "not active")
        m:remove_loop "pin"
        m:remove_loop "glue"
        m:remove_loop "nail"
        local q = m:assemble(m:neutral())
        assert.near(0.25, q[m:joint("ja").q], 1e-9)
        assert.near(0.1 - 2 * 0.25 + 0.3 * 0.25 ^ 2, q[m:joint("jb").q], 1e-9)
    end)

    it("has keyframes as named states, and actuators as the file means them", function()
        local m = load(world([[<body name="a" pos="0 0 1"><joint name="j" axis="0 1 0" ref=".5"/><geom size=".1"/>
            <body name="b"><joint name="k" type="ball"/><geom size=".1"/></body></body>]], [[<keyframe><key name="home"/><key name="up" qpos="1 2 0 0 0" qvel="1 2 3 4"/></keyframe>
            <actuator><motor name="m" joint="j" gear="50"/><position name="p" joint="j" kp="20" kv="3"/><general name="g" joint="k" gainprm="2" biasprm="0 -1"/></actuator>]]))
        local home, up = table.unpack(m:keyframes())
        assert.equal("home up", home.name .. " " .. up.name)
        near({ 0, 1, 0, 0, 0 }, home.q, 1e-15, 1)
        near({ 0.5, 1, 0, 0, 0 }, up.q)
        near({ 1, 2, 3, 4 }, up.v)
        local list = m:actuators()
        assert.same({ "m", "motor", "j", 50 }, { list[1].name, list[1].kind, list[1].joint, list[1].gear[1] })
        assert.same({ { 20 }, { 0, -20, -3 } }, { list[2].gain, list[2].bias })
        assert.same({ { 2 }, { 0, -1 } }, { list[3].gain, list[3].bias })
        local twin = m:copy()
        assert.equal("up", twin:keyframes()[2].name)
        twin:add_body { name = "more", parent = "b", joint = "revolute" }
        local ok, problem = pcall(twin.keyframes, twin)
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("added since", 1, true))
    end)

    it("has actuators that go on from those of their class, whatever its kind", function()
        local m = load(([[<mujoco><default><general gainprm="7 1" biastype="affine" biasprm="1 2 3" ctrlrange="-2 2"/>
            <default class="p"><position kp="50" kv="4" forcerange="-9 9"/></default><default class="v"><velocity kv="5"/></default></default>
            <worldbody><body name="b"><joint name="j" range="-60 60" ref="30"/><geom size=".1"/></body></worldbody><actuator>
            <general name="a" joint="j" gainprm="9"/><motor name="b" joint="j"/><position name="c" class="p" joint="j" kp="9"/>
            <general name="d" class="p" joint="j" ctrllimited="false"/><velocity name="e" class="v" joint="j"/><general name="f" class="v" joint="j" biastype="none"/>
            <intvelocity name="g" joint="j" kp="4" kv="0" inheritrange="1"/><damper name="h" joint="j" kv="4"/></actuator></mujoco>]]))
        local function check(list)
            local said = {}
            for _, a in ipairs(list) do
                local function numbers(l) return l and table.concat(l, " "):gsub("%.0", "") or "-" end
                said[#said + 1] = table.concat({ a.name, a.gaintype, numbers(a.gain), a.biastype, a.biastype == "none" and "-" or numbers(a.bias), a.dyntype,
                    numbers(a.forcerange), tostring(a.ctrllimited) }, ", ")
            end
            assert.same({ "a, fixed, 9 1, affine, 1 2 3, none, -, nil", "b, fixed, 1, none, -, none, -, nil", "c, fixed, 9, affine, 0 -9 -4, none, -9 9, nil",
                "d, fixed, 50, affine, 0 -50 -4, none, -9 9, false", "e, fixed, 5, affine, 0 0 -5, none, -, nil", "f, fixed, 5, none, -, none, -, nil",
                "g, fixed, 4, affine, 0 -4 0, integrator, -, nil", "h, affine, 0 0 -4, none, -, none, -, nil" }, said)
            near({ -math.pi / 3, math.pi / 3 }, list[7].actrange)
        end
        check(m:actuators())
        files.with("_a.xml", "", function(path)
            m:save(path)
            check(rigid.load(path):actuators())
        end)
    end)

    it("has a spring about springref, also where it is no straight line", function()
        local m = load(world("<body name=\"b\"><joint name=\"j\" type=\"slide\" axis=\"1 0 0\" stiffness=\"0 5\" springref=\".5\"/><geom size=\".1\"/></body>"))
        near({ -5 * 0.3 ^ 2 }, m:passive_forces({ 0.8 }, { 0 }))
        files.with("_s.xml", "", function(path)
            m:save(path)
            near({ -5 * 0.3 ^ 2 }, rigid.load(path):passive_forces({ 0.8 }, { 0 }))
        end)
    end)

    it("carries weight by gravcomp among the passive forces", function()
        local m = load(world("<body name=\"a\" gravcomp=\".5\"><joint axis=\"0 1 0\"/><inertial pos=\".2 0 0\" mass=\"3\" diaginertia=\".1 .1 .1\"/></body>"))
        near({ -0.5 * 0.2 * 3 * 9.81 }, m:passive_forces({ 0 }, { 0 }))
        near({ -0.2 * 3 * 9.81 }, m:bias_forces({ 0 }, { 0 }))
        noted(m, "gravcomp")
    end)

    it("has sites as frames, and leaves aside what moves nothing", function()
        local m = load(world([[<light pos="0 0 3"/><camera name="eye"/><body name="a" pos="0 0 1"><joint/><site name="tip" pos=".3 0 0" euler="0 0 1"/>]] .. BALL .. "</body>",
            "<sensor><jointpos joint=\"a\"/></sensor><contact><exclude body1=\"a\" body2=\"a\"/></contact>"))
        near({ 0.3, 0, 1 }, m:pose({ 0 }, "tip"):position())
        assert.same({}, m:notes())
    end)

    it("has boxes, balls and the like to draw; hidden groups only to touch", function()
        local m = load(world([[<body name="a"><joint/><geom type="box" size=".1 .2 .3" rgba="1 0 0 1"/><geom name="hull" size=".2" group="3"/>
            <geom size=".05" contype="0" conaffinity="0"/></body>]]))
        local body = m:body "a"
        assert.same({ 2, 2 }, { #body.visuals, #body.collisions })
        assert.same({ 0.2, 0.4, 0.6 }, body.visuals[1].shape.size)
        assert.same({ 1, 0, 0, 1 }, body.visuals[1].material.color)
        assert.equal("hull", body.collisions[2].name)
    end)

    it("weighs meshes as their mode says", function()
        local TETRA <const> = "vertex=\"0 0 0 .3 0 0 0 .4 0 0 0 .5\" face=\"0 2 1 0 1 3 1 2 3 0 3 2\""
        local m = load(world([[<body name="exact"><joint/><geom type="mesh" mesh="e" pos=".1 0 0"/></body><body name="hull"><joint/><geom type="mesh" mesh="h" mass="2"/></body>
            <body name="shell"><joint/><geom type="mesh" mesh="s" mass="1"/></body>]], ("<asset><mesh name=\"e\" inertia=\"exact\" %s/><mesh name=\"h\" inertia=\"convex\" "
            .. "vertex=\"0 0 0 .3 0 0 0 .4 0 0 0 .5 .05 .05 .05\"/><mesh name=\"s\" inertia=\"shell\" %s/></asset>"):format(TETRA, TETRA)))
        local solid = SpatialInertia.solid_tetrahedron { density = 1000, vertices = { { 0, 0, 0 }, { 0.3, 0, 0 }, { 0, 0.4, 0 }, { 0, 0, 0.5 } } }
        near(10, m:body("exact").inertia:mass())
        near({ 0.175, 0.1, 0.125 }, m:body("exact").inertia:com())
        near(solid:central_inertia():matrix(), m:body("exact").inertia:central_inertia():matrix())
        near(solid:central_inertia():matrix(), m:body("hull").inertia:central_inertia():matrix() * 5, 1e-9)
        local a, b, c = 0.3 * 0.4 / 2, 0.3 * 0.5 / 2, 0.4 * 0.5 / 2 -- the three faces at the corner, and the fourth
        local d = math.sqrt(a * a + b * b + c * c)
        near((0.3 / 3) * (a + b + d) / (a + b + c + d), m:body("shell").inertia:com().x)
    end)

    it("goes on with one file in another", function()
        files.with("_part.xml", "<mujocoinclude><body name=\"tip\"><joint name=\"k\"/><geom size=\".1\"/></body></mujocoinclude>", function(path)
            local name = path:match "[^/]*$"
            local m = load(world("<body name=\"a\"><joint name=\"j\"/>" .. BALL .. "<include file=\"" .. name .. "\"/></body>"))
            assert.same({ "j", "k" }, m:joint_names())
            refuses(world("<include file=\"" .. name .. "\"/>\n<include file=\"" .. name .. "\"/>"), 4, name, "already")
        end)
    end)

    it("may be forty bodies deep", function()
        local parts = {}
        for i = 1, 40 do parts[i] = ("<body name=\"b%d\" pos=\".1 0 0\"><joint name=\"j%d\"/><geom type=\"capsule\" fromto=\"0 0 0 .1 0 0\" size=\".02\"/>"):format(i, i) end
        local m = load(world(table.concat(parts) .. ("</body>"):rep(40)))
        assert.equal(40, m:nv())
    end)

    describe("notes", function()
        it("what is not carried, by its name and line", function()
            noted(load(world(ARM, "<tendon>\n<fixed name=\"cable\"><joint joint=\"j\" coef=\"1\"/></fixed></tendon>")), "cable", ":6:")
            noted(load(world(ARM, "<extension>\n<plugin plugin=\"mujoco.elasticity\"/></extension>")), "plugin", ":6:")
            noted(load(world(ARM, "<option viscosity=\".1\"/>")), "viscosity")
        end)

        it("what is not known, once for each kind", function()
            local m = load(world("<body name=\"a\"><joint/>\n<geom size=\".1\" radius=\"3\"/><geom size=\".1\" radius=\"3\"/><wheel/></body>"))
            noted(m, ":4:", "'radius'")
            noted(m, ":4:", "<wheel>")
            assert.equal(2, #m:notes())
        end)

        it("an inertia that no body can have, and takes it", function()
            local m = load(world("<body name=\"a\"><joint/>\n<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 3\"/></body>"))
            noted(m, ":4:", "'a'", "triangle")
            assert.equal("a", m:diagnose()[1].link)
        end)
    end)

    describe("refuses", function()
        it("what only MuJoCo can make, by name and line", function()
            for _, name in ipairs { "composite", "replicate", "attach", "flexcomp", "plugin" } do
                refuses(world("<body name=\"a\"><joint/>\n<" .. name .. "/></body>"), 4, "<" .. name .. ">")
            end
        end)

        it("names that are not there, with the nearest", function()
            refuses(world("<body name=\"a\" childclass=\"lef\"/>", "<default><default class=\"left\"/></default>"), 3, "lef", "did you mean 'left'?")
            refuses(world("<body name=\"a\"><joint/>\n<geom type=\"mesh\" mesh=\"cow\"/></body>"), 4, "cow")
            refuses(world(ARM, "<equality>\n<connect body1=\"arn\" anchor=\"0 0 0\"/></equality>"), 6, "arn", "did you mean 'arm'?")
            refuses(world(ARM, "<actuator>\n<motor joint=\"jj\"/></actuator>"), 6, "jj")
        end)

        it("names that are there twice", function()
            refuses(world(ARM .. "\n" .. ARM), 4, "arm", "line 3")
            refuses(world(ARM .. "\n<body name=\"b\"><joint name=\"j\"/></body>"), 4, "<joint> 'j'", "line 3")
        end)

        it("numbers that are none, too few, or below zero", function()
            refuses(world "<body name=\"a\" pos=\"0 0 x\"/>", 3, "pos", "'x' is not a number")
            refuses(world "<body name=\"a\" pos=\"0 0\"/>", 3, "pos", "3 numbers are needed")
            refuses(world "<body name=\"a\" pos=\"0 0 nan\"/>", 3, "finite")
            refuses(world "<body name=\"a\"><geom size=\"-.1\" mass=\"1\"/></body>", 3, "below zero")
            refuses(world "<body name=\"a\"><geom type=\"cylinder\" size=\".1\"/></body>", 3, "cylinder", "size")
            refuses(world "<body name=\"a\"><joint axis=\"0 0 0\"/></body>", 3, "axis", "zero")
            refuses(world("", "<keyframe>\n<key name=\"home\" qpos=\"1\"/></keyframe>"), 6, "home")
        end)

        it("what says one thing twice", function()
            refuses(world "<body name=\"a\" euler=\"1 0 0\" quat=\"1 0 0 0\"/>", 3, "euler", "quat")
            refuses(world "<body name=\"a\"><inertial pos=\"0 0 0\" mass=\"1\" fullinertia=\"1 1 1 0 0 0\" quat=\"1 0 0 0\"/></body>", 3,
                "fullinertia", "turned")
            refuses(world "<body name=\"a\"><inertial mass=\"1\" diaginertia=\"1 1 1\"/></body>", 3, "pos")
            refuses(world "<body name=\"a\"><inertial pos=\"0 0 0\" diaginertia=\"1 1 1\"/></body>", 3, "mass")
        end)

        it("joints where none can be", function()
            refuses(world "<joint/>", 3, "world")
            refuses(world "<body name=\"a\"><freejoint/><joint/></body>", 3, "free")
            refuses(world "<body name=\"a\"><joint/><body name=\"b\"><freejoint/></body></body>", 3, "free")
        end)

        it("other letters, other coordinates, another root", function()
            refuses("<mujoco>\n<compiler eulerseq=\"xyw\"/></mujoco>", 2, "eulerseq", "xyw")
            refuses("<mujoco>\n<compiler coordinate=\"global\"/></mujoco>", 2, "global")
            refuses("<mujocoinclude/>", 1, "<mujoco>")
        end)

        it("files that are not there, not beside the model, no files, or themselves", function()
            refuses("<mujoco>\n<include file=\"nowhere.xml\"/></mujoco>", 2, "nowhere.xml")
            refuses("<mujoco>\n<include file=\"../x.xml\"/></mujoco>", 2, "leaves the folder")
            refuses("<mujoco>\n<include file=\"a/../../x.xml\"/></mujoco>", 2, "leaves the folder")
            refuses("<mujoco>\n<include file=\"/dev/zero\"/></mujoco>", 2, "absolute")
            refuses("<mujoco>\n<include file=\".\"/></mujoco>", 2, "cannot be read")
            refuses(world("<body name=\"a\"><joint/><geom type=\"mesh\" mesh=\"m\"/></body>",
                "<asset>\n<mesh name=\"m\" file=\"/dev/zero\"/></asset>"), 6, "absolute")
            files.with("_self.xml", "", function(path)
                local name = path:match "[^/]*$"
                local file = assert(io.open(path, "w"))
                file:write("<mujoco>\n<include file=\"" .. name .. "\"/></mujoco>")
                file:close()
                compare.refuses(function() rigid.load(path) end, name, "circle", ":2:")
            end)
        end)

        it("entities, and what is nested without end", function()
            refuses("<!DOCTYPE x [<!ENTITY a \"b\">]><mujoco/>", 1, "DOCTYPE")
            refuses("<mujoco><worldbody>" .. ("<body>"):rep(600), 1, "nested")
        end)
    end)
end)
