-- What published URDF files do that the specification does not know: taken with a note, never refused.
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
