-- URDF, element by element: what is read, and what is taken with a note. What is refused is in urdf_refused_spec.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"
local urdf_texts = require "spec.support.urdf_texts"

local urdf, refuses_urdf, INERTIAL, BASE, arm = urdf_texts.urdf, urdf_texts.refuses_urdf, urdf_texts.INERTIAL, urdf_texts.BASE, urdf_texts.arm
local Vec3, Transform, Rotation, SpatialInertia = rigid.Vec3, rigid.Transform, rigid.Rotation, rigid.SpatialInertia

local with_file, load_text = files.with, files.load

local notes, noted = files.notes, files.noted

describe("a URDF", function()
    it("gives a model with its name, links and joints", function()
        local m = urdf(arm("continuous", "<axis xyz=\"0 0 1\"/>"))
        assert.equal("r", m:name())
        assert.same({ "arm" }, m:body_names())
        assert.same({ "elbow" }, m:joint_names())
        assert.equal(Vec3(0, 0, -9.81), m:gravity())
        assert.same({}, notes(m))
        assert.equal(rigid.load("spec/models/arm7.urdf"):nv(), 7)
    end)

    it("puts the inertia about the com, in turned axes, about the link", function()
        local m = urdf(arm("revolute"))
        local turned = Transform(Rotation.rpy(0.4, 0.5, -0.6), { 0.1, -0.2, 0.3 })
        local central = SpatialInertia {
            mass = 2.5, inertia = { xx = 0.02, yy = 0.03, zz = 0.025, xy = 0.001, xz = -0.002, yz = 0.0015 },
        }
        compare.near(m:body("arm").inertia, turned * central)
    end)

    it("knows every type of joint", function()
        local nq = { revolute = 1, continuous = 1, prismatic = 1, fixed = 0, floating = 7, planar = 3 }
        for kind, count in pairs(nq) do
            local m = urdf(arm(kind, "<axis xyz=\"0 1 0\"/>"))
            assert.equal(count, m:nq(), kind)
            assert.equal(kind, m:joint("elbow").type)
        end
        assert.equal(Vec3(1, 0, 0), urdf(arm "revolute"):joint("elbow").axis, "the axis of URDF where none is given")
    end)

    it("places joints by xyz and rpy, or by a quaternion", function()
        local m = urdf(arm("fixed", "<origin xyz=\"1 2 3\" rpy=\"0.1 0.2 0.3\"/>"))
        compare.near(m:body("arm").placement, Transform(Rotation.rpy(0.1, 0.2, 0.3), { 1, 2, 3 }))
        m = urdf(arm("fixed", "<origin quat_xyzw=\"0.5 0.5 0.5 0.5\"/>"))
        compare.near(m:body("arm").placement, Transform(Rotation.quaternion(0.5, 0.5, 0.5, 0.5), { 0, 0, 0 }))
    end)

    it("carries limits, damping, friction and armature", function()
        local joint = urdf(arm("prismatic", [[<axis xyz="0 0 1"/><limit lower="-0.5" upper="1.5" effort="20" velocity="3"/>
            <dynamics damping="0.7" friction="0.1" armature="0.02"/>]])):joint "elbow"
        assert.same({ -0.5, 1.5, 20.0, 3.0 }, { joint.lower, joint.upper, joint.effort, joint.velocity })
        assert.same({ 0.7, 0.1, 0.02 }, { joint.damping, joint.friction, joint.armature })
        joint = urdf(arm("revolute", "<limit upper=\"2\" effort=\"inf\"/>")):joint "elbow"
        assert.same({ 0.0, 2.0, math.huge }, { joint.lower, joint.upper, joint.effort }, "a missing bound is zero")
        joint = urdf(arm("revolute", "<limit effort=\"1\" velocity=\"1\"/>")):joint "elbow"
        assert.is_nil(joint.lower)
        assert.is_nil(joint.upper)
    end)

    it("lets a joint follow another, also one that comes later", function()
        local m = urdf(BASE .. "<link name=\"a\">" .. INERTIAL .. "</link><link name=\"b\">" .. INERTIAL .. [[</link>
            <joint name="follower" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>
            <mimic joint="leader" multiplier="-2" offset="0.5"/></joint>
            <joint name="leader" type="continuous"><parent link="base"/><child link="b"/><axis xyz="0 0 1"/></joint>]])
        assert.same({ "leader" }, m:joint_names())
        compare.near(m:pose({ 0.3 }, "a"):rotation(), Rotation.rpy(0, 0, -2 * 0.3 + 0.5))
        compare.near(m:pose({ 0.3 }, "b"):rotation(), Rotation.rpy(0, 0, 0.3))
    end)

    it("keeps the bodies in the order of the joints, parents first", function()
        local function link(name) return "<link name=\"" .. name .. "\">" .. INERTIAL .. "</link>" end
        local function joint(parent, child)
            return ([[<joint name="to_%s" type="continuous"><parent link="%s"/><child link="%s"/></joint>]]):format(child, parent, child)
        end
        local m = urdf(link "c" .. link "b" .. link "a" .. link "d" .. joint("b", "c") .. joint("a", "d") .. joint("a", "b"))
        assert.same({ "b", "c", "d" }, m:body_names())
        m = urdf(link "a" .. link "b" .. link "c" .. link "d" .. joint("a", "c") .. joint("a", "b") .. joint("b", "d"))
        assert.same({ "c", "b", "d" }, m:body_names())
    end)

    it("keeps what is drawn, with materials by name", function()
        local m = urdf([[<material name="blue"><color rgba="0 0 1 0.5"/><texture filename="sky.png"/></material>]]
            .. arm("continuous", nil, INERTIAL .. [[
            <visual name="shell"><origin xyz="0 0 1"/><geometry><mesh filename="a&amp;b.stl" scale="1 -1 2"/></geometry><material name="blue"/></visual>
            <visual><geometry><cylinder radius="0.1" length="2"/></geometry></visual>
            <collision><geometry><box size="1 2 3"/></geometry></collision>
            <collision><geometry><sphere radius="0.5"/></geometry></collision>
            <collision><geometry><capsule radius="0.5" length="4"/></geometry></collision>]]))
        local visuals, collisions = m:body("arm").visuals, m:body("arm").collisions
        assert.equal("shell", visuals[1].name)
        assert.same({ type = "mesh", filename = "a&b.stl", scale = { 1, -1, 2 } }, visuals[1].shape)
        assert.equal(Transform { position = { 0, 0, 1 } }, visuals[1].placement)
        assert.same({ name = "blue", color = { 0, 0, 1, 0.5 }, texture = "sky.png" }, visuals[1].material)
        assert.same({ type = "cylinder", radius = 0.1, length = 2 }, visuals[2].shape)
        assert.same({ type = "box", size = { 1, 2, 3 } }, collisions[1].shape)
        assert.same({ type = "sphere", radius = 0.5 }, collisions[2].shape)
        assert.same({ type = "capsule", radius = 0.5, length = 4 }, collisions[3].shape)
        assert.same({}, notes(m))
    end)

    it("says of each body which line of which file it is from", function()
        with_file("_robot.urdf", "<robot name=\"r\">\n" .. arm "revolute" .. "</robot>", function(path)
            local source = rigid.load(path):body("arm").source
            assert.same({ file = path, line = 3, joint_line = 5, inertial_line = 3 }, source)
        end)
    end)

    it("floats where that is asked for, on a joint of its own name", function()
        local m = urdf(arm "revolute", { floating = true })
        assert.same({ "root_joint", "elbow" }, m:joint_names())
        assert.equal(8, m:nq())
        assert.equal(7, m:nv())
        m = urdf((arm("continuous"):gsub("elbow", "root_joint")), { floating = true })
        assert.same({ "root_joint_2", "root_joint" }, m:joint_names())
    end)

    it("floats by the link that is welded to a root named world", function()
        local world = "<link name=\"world\"/>" .. arm "continuous"
            .. [[<joint name="stand" type="fixed"><parent link="world"/><child link="base"/><origin xyz="0 0 2"/></joint>]]
        local m = urdf(world)
        assert.equal(1, m:nv())
        compare.near(m:pose({ 0 }, "base"):position(), { 0, 0, 2 })
        m = urdf(world, { floating = true })
        assert.same({ "base", "arm" }, m:body_names())
        compare.refuses(function() urdf("<link name=\"world\"/>", { floating = true }) end, "world")
    end)

    it("takes gravity from the options, before its own", function()
        assert.equal(Vec3(0, 0, -1.62), urdf(arm "revolute" .. "<rigid gravity=\"0 0 -1.62\"/>"):gravity())
        assert.equal(Vec3(1, 2, 3), urdf(arm "revolute" .. "<rigid gravity=\"0 0 -1.62\"/>", { gravity = { 1, 2, 3 } }):gravity())
    end)

    it("is known by its beginning, whatever its name, and named by its file where it has no name", function()
        local text = "\n <!-- a robot --><robot>" .. arm "revolute" .. "</robot>"
        with_file("_arm.txt", text, function(path)
            assert.equal(path:match "([^/]*)%.txt$", rigid.load(path):name())
        end)
        assert.equal(1, load_text("_model.lua", text):nv())
        assert.equal(1, load_text("_model", text, { format = "urdf" }):nv())
    end)

    it("may be written in any encoding that XML knows", function()
        local m = load_text("_robot.urdf", "\xEF\xBB\xBF<robot name=\"caf\xC3\xA9\">" .. BASE .. "</robot>")
        assert.equal("caf\xC3\xA9", m:name())
        m = load_text("_robot.urdf", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><robot name=\"caf\xE9\">" .. BASE .. "</robot>")
        assert.equal("caf\xC3\xA9", m:name())
    end)

    it("reads numbers the same in every locale", function()
        local before = os.setlocale(nil, "numeric")
        local found
        for _, name in ipairs { "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "nl_NL.UTF-8" } do
            found = found or os.setlocale(name, "numeric")
        end
        local ok, result = pcall(function()
            local m = urdf(arm("fixed", "<origin xyz=\"1.5 2.5e-1 -.5\"/>"))
            refuses_urdf(arm("fixed", "<origin xyz=\"1,5 2 3\"/>"), 5, "'1,5'")
            return m:body("arm").placement:position()
        end)
        os.setlocale(before, "numeric")
        assert(ok, result)
        assert.equal(Vec3(1.5, 0.25, -0.5), result)
    end)
end)

describe("a URDF is taken with a note where", function()
    it("its inertia is of no possible body, which is kept", function()
        local m = urdf(arm("revolute", nil, [[<inertial><mass value="1"/>
            <inertia ixx="1" iyy="1" izz="5" ixy="0" ixz="0" iyz="0"/></inertial>]]))
        noted(m, "_robot.urdf:3: link 'arm': the inertia is kept as it is, but", "no body can have this inertia")
        assert.equal(5.0, m:body("arm").inertia:rotational_inertia():moments().z)
        compare.near(m:mass_matrix { 0 }, { { 1 } })
    end)

    it("its inertia is not a number", function()
        for _, word in ipairs { "nan", "-NaN", "inf", "-Infinity", "nan(0x1)", "1.#QNAN", "-1.#IND", "1e999" } do
            local m = urdf(arm("revolute", nil, ([[<inertial><mass value="1"/>
                <inertia ixx="%s" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>]]):format(word)))
            noted(m, "link 'arm'", "kept as it is")
            local Ixx = m:body("arm").inertia:rotational_inertia():moments().x
            assert.truthy(Ixx - Ixx ~= 0, word)
            assert.equal(1.0, m:body("arm").inertia:rotational_inertia():moments().y)
        end
        local m = urdf(arm("revolute", nil, INERTIAL:gsub("0.4 0.5", "nan 0.5")))
        noted(m, "link 'arm'", "kept as it is")
        assert.equal(2.5, m:body("arm").inertia:mass())
    end)

    it("a link that moves has no inertia, nor anything welded to it", function()
        local heavy = "<link name=\"other\">" .. INERTIAL .. [[</link>
            <joint name="wheel" type="continuous"><parent link="base"/><child link="other"/></joint>]]
        local m = urdf(arm("continuous", nil, "") .. heavy)
        noted(m, "_robot.urdf:3: link 'arm': moves on joint 'elbow'", "<inertial>", "massless")
        assert.equal("massless", m:notes({ fields = true })[1].code)
        m = urdf(arm("continuous", nil, ""))
        assert.equal(1, #m:notes())
        noted(m, "no link that moves has a mass: the model is for kinematics only")
        assert.equal("no_masses", m:notes({ fields = true })[1].code)
        assert.truthy(tostring(m):find("mass     none: for kinematics only", 1, true))
        m = urdf(arm("continuous", nil, "") .. "<link name=\"tip\">" .. INERTIAL .. [[</link>
            <joint name="weld" type="fixed"><parent link="arm"/><child link="tip"/></joint>]])
        assert.same({}, notes(m))
    end)

    it("half of an inertia is missing", function()
        local m = urdf(arm("revolute", nil, "<inertial><mass value=\"2\"/><origin xyz=\"1 0 0\"/></inertial>"))
        noted(m, "link 'arm'", "no <inertia>", "point mass")
        compare.near(m:body("arm").inertia, SpatialInertia.point_mass { mass = 2, position = { 1, 0, 0 } })
        m = urdf(arm("revolute", nil, "<inertial><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>"))
        noted(m, "link 'arm'", "no <mass>")
    end)

    it("an axis is not of length one; but not where only its digits are few", function()
        local m = urdf(arm("continuous", "\n<axis xyz=\"0 3 -4\"/>"))
        noted(m, "_robot.urdf:6: joint 'elbow'", "length 5")
        compare.near(m:joint("elbow").axis, { 0, 0.6, -0.8 })
        m = urdf(arm("continuous", "<axis xyz=\"1e300 1e300 0\"/>"))
        compare.near(m:joint("elbow").axis, { 0.5 ^ 0.5, 0.5 ^ 0.5, 0 })
        m = urdf(arm("continuous", "<axis xyz=\"0.7071 0.7071 0\"/>"))
        assert.same({}, notes(m))
        compare.near(m:joint("elbow").axis, { 0.5 ^ 0.5, 0.5 ^ 0.5, 0 })
    end)

    it("limits or resistance make no sense", function()
        local m = urdf(arm("revolute", "<limit lower=\"2\" upper=\"1\" effort=\"-1\"/><dynamics damping=\"-3\" friction=\"1\"/>"))
        noted(m, "joint 'elbow'", "lower limit 2", "upper limit 1")
        noted(m, "joint 'elbow'", "effort", "-1")
        noted(m, "joint 'elbow'", "damping", "-3")
        assert.is_nil(m:joint("elbow").lower)
        assert.equal(1.0, m:joint("elbow").friction)
        noted(urdf(arm("continuous", "<limit lower=\"0\" upper=\"1\"/>")), "joint 'elbow'", "continuous")
        noted(urdf(arm("fixed", "<mimic joint=\"elbow\"/>")), "joint 'elbow'", "fixed")
    end)

    it("joints that should have limits say none: one note for all", function()
        local more = "<link name=\"tip\"/><joint name=\"slide\" type=\"prismatic\"><parent link=\"arm\"/><child link=\"tip\"/><limit effort=\"3\" velocity=\"1\"/></joint>"
        local m = urdf(arm "revolute" .. more)
        noted(m, "joint 'elbow'", "<limit>", "1 other", "taken as without")
        assert.equal(2, #m:notes())
        assert.is_nil(m:joint("slide").upper)
        assert.same({}, notes(urdf(arm("continuous") .. (more:gsub("prismatic", "fixed")))))
    end)

    it("a limit is a number that is none", function()
        local joint = urdf(arm("revolute", "<limit lower=\"-1e16\" upper=\"2\" effort=\"1e16\" velocity=\"3\"/>")):joint "elbow"
        assert.is_nil(joint.lower)
        assert.is_nil(joint.effort)
        assert.same({ 2, 3 }, { joint.upper, joint.velocity })
    end)

    it("a material is defined twice", function()
        local m = urdf("<material name=\"m\"><color rgba=\"1 0 0 1\"/></material>\n<material name=\"m\"><color rgba=\"0 1 0 1\"/></material>" .. arm("continuous", nil,
            INERTIAL .. "<visual><geometry><sphere radius=\"1\"/></geometry><material name=\"m\"/></visual>"))
        noted(m, "material 'm'", "line 2")
        assert.same({ 1, 0, 0, 1 }, m:body("arm").visuals[1].material.color)
    end)

    it("something stands there twice", function()
        local m = urdf(arm("revolute", "<axis xyz=\"0 0 1\"/><axis xyz=\"0 1 0\"/>", INERTIAL .. INERTIAL))
        noted(m, "joint 'elbow'", "second <axis>")
        noted(m, "link 'arm'", "second <inertial>")
        assert.equal(Vec3(0, 0, 1), m:joint("elbow").axis)
    end)

    it("elements are not known, once for all of them", function()
        local m = urdf(arm("continuous", "<safety_controller k_velocity=\"1\"/>") .. [[<gazebo reference="arm"><xacro:x/><link name="no"/></gazebo>
            <transmission name="t"><joint name="elbow"/><actuator name="a"/></transmission><gazebo/>]])
        assert.equal(1, #notes(m))
        noted(m, "<gazebo> (2), <safety_controller> (1) and <transmission> (1)")
        noted(urdf(arm("revolute", nil, INERTIAL .. "<visual><geometry><torus/></geometry></visual>")), "visual without a geometry")
    end)
end)
