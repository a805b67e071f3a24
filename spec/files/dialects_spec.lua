-- What published URDF files do that the specification does not know: taken with a note, never refused.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"

local noted = files.noted

local function load(text) return files.load("_robot.urdf", text) end

local LINK <const> = "<link name=\"arm\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"%s/></inertial>%s</link>"

local function arm(products, drawn) return LINK:format(products or " ixy=\"0\" ixz=\"0\" iyz=\"0\"", drawn or "") end

describe("a URDF as robots have it", function()
    it("may hold what xacro has left behind", function()
        local m = load("<robot name=\"r\">\n<xacro:include filename=\"x\"/><xacro:macro name=\"m\"><link name=\"no\"/></xacro:macro>" .. arm() .. "</robot>")
        noted(m, ":2:", "<xacro:include>")
        assert.same({ "arm" }, { m:table().bodies[1].name, m:table().bodies[2] })
    end)

    it("may begin with blanks", function()
        local m = load("\n \n<?xml version=\"1.0\"?>\n<robot name=\"r\">\n<wheel/>" .. arm() .. "</robot>")
        noted(m, "<?xml")
        files.refuses("_r.urdf", "\n<?xml version=\"1.0\"?>\n<robot>\n<link/></robot>", 4, "name")
    end)

    it("may say products of inertia by leaving them out", function()
        local m = load("<robot name=\"r\">\n" .. arm " ixy=\"0.1\"" .. "</robot>")
        noted(m, ":2:", "'arm'", "ixz and iyz")
        assert.same({ 0.1, 0, 0 }, (function()
            local p = m:body("arm").inertia:central_inertia():products()
            return { p.x, p.y, p.z }
        end)())
    end)

    it("may have a scale or a colour that is none", function()
        local m = load("<robot name=\"r\">" .. arm(nil, [[<visual><geometry><mesh filename="a.stl" scale="1 x"/></geometry><material name="m"><color rgba="red"/></material></visual>]]) .. "</robot>")
        noted(m, "scale", "1 x")
        noted(m, "rgba", "red")
        assert.is_nil(m:body("arm").visuals[1].shape.scale)
    end)

    it("may say anything of the axis of a fixed joint", function()
        local m = load("<robot name=\"r\"><link name=\"base\"/>" .. arm() .. [[<joint name="j" type="fixed"><parent link="base"/><child link="arm"/><axis xyz="none"/></joint></robot>]])
        assert.same({}, m:notes())
    end)

    it("may hang from a world that it does not declare", function()
        local m = load("<robot name=\"r\">" .. arm() .. "\n<joint name=\"j\" type=\"revolute\"><parent link=\"world\"/><child link=\"arm\"/></joint></robot>")
        noted(m, ":2:", "'j'", "the world is meant")
        assert.equal(1, m:nv())
    end)
end)

describe("what Drake and Bullet put into URDF", function()
    local JOINT <const> = "<link name=\"base\"/>" .. arm() .. "<%s name=\"j\"><parent link=\"base\"/><child link=\"arm\"/>%s</%s>"

    local function with(element, kind, inside)
        return load("<robot name=\"r\">\n" .. JOINT:format(element .. " type=\"" .. kind .. "\"", inside or "", element) .. "</robot>")
    end

    it("is read: joints of Drake", function()
        local ball = with("drake:joint", "ball", "<axis xyz=\"0 0 0\"/><dynamics damping=\"0.5\"/>")
        assert.same({ "spherical", 0.5, 3 }, { ball:joint("j").type, ball:joint("j").damping, ball:nv() })
        local screw = with("drake:joint", "screw", "<axis xyz=\"0 1 0\"/><drake:screw_thread_pitch value=\"0.04\"/>")
        compare.near(screw:pose({ 2 * math.pi }, "arm"):position(), { 0, 0.04, 0 }, { tol = 1e-15 }) -- a turn to the right
        local universal = with("drake:joint", "universal")
        local turned = rigid.Rotation.axis_angle({ 1, 0, 0 }, 0.3) * rigid.Rotation.axis_angle({ 0, 1, 0 }, 0.4)
        compare.near(universal:pose({ 0.3, 0.4 }, "arm"):rotation(), turned)
        local planar = with("drake:joint", "planar", "<axis xyz=\"0 0 1\"/><dynamics damping=\"2 2 2\"/>")
        assert.same({ "planar", 2 }, { planar:joint("j").type, planar:joint("j").damping })
        planar = with("drake:joint", "planar", "<axis xyz=\"0 0 1\"/><dynamics damping=\"1 2 3\"/>")
        noted(planar, ":2:", "'j'", "1, 2, 3")
        assert.equal(0, planar:joint("j").damping)
    end)

    it("is refused by name where it is not", function()
        local function refused(kind, inside, ...)
            files.refuses("_r.urdf", "<robot name=\"r\">\n" .. JOINT:format("drake:joint type=\"" .. kind .. "\"", inside, "drake:joint") .. "</robot>", 2, "joint 'j'", ...)
        end
        refused("curvilinear", "", "'curvilinear'", "ball")
        refused("screw", "<axis xyz=\"0 0 1\"/>", "drake:screw_thread_pitch")
        refused("screw", "<drake:screw_thread_pitch value=\"x\"/>", "'x' is not a number")
        files.refuses("_r.urdf", "<robot name=\"r\">\n" .. JOINT:format("joint type=\"ball\"", "", "joint") .. "</robot>", 2, "'ball'")
    end)

    it("is read: Bullet's spherical joint", function()
        local m = with("joint", "spherical", "<axis xyz=\"0 0 0\"/><limit effort=\"3\" velocity=\"2\"/><dynamics damping=\"0.1\"/>")
        assert.same({ "spherical", 3, 0.1 }, { m:joint("j").type, m:joint("j").effort, m:joint("j").damping })
    end)

    it("is read: the rotors of Drake's transmissions, by the square of their gear", function()
        local function geared(inside, dynamics)
            return load("<robot name=\"r\">" .. JOINT:format("joint type=\"continuous\"", dynamics or "", "joint")
                .. "\n<transmission><type>t</type><actuator name=\"a\"><mechanicalReduction>1</mechanicalReduction>" .. inside .. "</actuator><joint name=\"j\"/></transmission></robot>")
        end
        local m = geared "<drake:gear_ratio value=\"10\"/><drake:rotor_inertia value=\"3e-4\"/>"
        compare.near(m:joint("j").armature, 0.03, { tol = 1e-15 })
        assert.same({}, m:notes())
        m = geared("<drake:rotor_inertia value=\"3e-4\"/>", "<dynamics armature=\"0.5\"/>")
        assert.equal(0.5, m:joint("j").armature)
        noted(m, ":2:", "'j'", "rotor")
        noted(geared "", "<transmission> (1)")
    end)
end)

describe("what Gazebo puts into URDF", function()
    local function gazebo(inside, com)
        return load("<robot name=\"r\"><link name=\"base\"/>" .. arm():gsub("<inertial>", "%0" .. (com or "")) .. "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/></joint>\n"
            .. inside .. "</robot>")
    end

    it("is read: springs of joints", function()
        local m = gazebo "<gazebo reference=\"j\"><springStiffness>4</springStiffness><springReference value=\"0.3\"/></gazebo>"
        assert.same({ 4, 0.3 }, { m:joint("j").stiffness, m:joint("j").springref })
        assert.same({}, m:notes())
        files.refuses("_r.urdf", "<robot><link name=\"a\"/>\n<gazebo reference=\"a\"><springStiffness>x</springStiffness></gazebo></robot>", 2, "'x' is not a number")
        noted(gazebo "<gazebo reference=\"k\"><springStiffness>4</springStiffness></gazebo>", ":2:", "no joint of that name")
    end)

    it("is read: links without weight, which are kept when they are saved", function()
        local m = gazebo "<gazebo reference=\"arm\"><turnGravityOff>true</turnGravityOff></gazebo>"
        noted(m, ":2:", "'arm'", "m:passive_forces")
        m = gazebo("<gazebo reference=\"arm\"><turnGravityOff>true</turnGravityOff></gazebo>", "<origin xyz=\"0 0.2 0\"/>")
        files.with("_g.urdf", "", function(path)
            m:save(path)
            for _, model in ipairs { m, rigid.load(path) } do
                local weight = model:inverse_dynamics({ 0.3 }, { 0 }, { 0 })[1]
                assert.truthy(math.abs(weight) > 1)
                compare.near(model:passive_forces({ 0.3 }, { 0 })[1], weight, { tol = 1e-14 })
            end
        end)
        for _, off in ipairs { "false", "no", "0", "No" } do
            assert.same({}, gazebo("<gazebo reference=\"arm\"><turnGravityOff>" .. off .. "</turnGravityOff></gazebo>"):notes())
        end
        noted(gazebo "<gazebo reference=\"arm\"><gravity>false</gravity></gazebo>", "'arm'", "m:passive_forces")
    end)

    it("is noted where forces come of it and none here, and counted where none do", function()
        noted(gazebo "<gazebo reference=\"arm\"><dampingFactor>0.01</dampingFactor></gazebo>", ":2:", "<dampingFactor>", "'arm'", "left out")
        noted(gazebo "<gazebo reference=\"j\"><axis><dynamics><damping>1</damping></dynamics></axis></gazebo>", ":2:", "<axis>", "'j'")
        local m = gazebo "<gazebo reference=\"j\"><implicitSpringDamper>1</implicitSpringDamper><preserveFixedJoint>true</preserveFixedJoint></gazebo><gazebo><plugin/></gazebo>"
        noted(m, "<gazebo> (2)")
        assert.equal(1, #m:notes())
    end)

    it("is read through xacro, too", function()
        local m = files.load("_r.urdf.xacro", [[<robot name="r" xmlns:xacro="x"><xacro:property name="k" value="2"/><link name="base"/>]] .. arm()
            .. [[<joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint><gazebo reference="j"><springStiffness>${k * 2}</springStiffness>
            </gazebo></robot>]])
        assert.equal(4, m:joint("j").stiffness)
    end)
end)
