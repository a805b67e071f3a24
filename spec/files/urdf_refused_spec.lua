-- What is refused of URDF, by file, line and reason.
local files = require "spec.support.files"
local urdf_texts = require "spec.support.urdf_texts"

local refuses_urdf, INERTIAL, BASE, arm = urdf_texts.refuses_urdf, urdf_texts.INERTIAL, urdf_texts.BASE, urdf_texts.arm
local refuses = files.refuses

describe("a URDF is refused, by file, line and reason, for", function()
    it("XML that is malformed", function()
        refuses("_r.urdf", "<robot name=\"r\">\n<link name=\"a\">\n</robot>", 3, "malformed XML", "mismatched tag")
        refuses("_r.urdf", "<robot name=\"r\"><link name=\"a\"/>", 1, "malformed XML")
        refuses("_r.urdf", "<robot name=\"r\"><link name=\"a\" name=\"b\"/></robot>", 1, "duplicate attribute")
        refuses("_r.urdf", "<robot name=\"r\">\n<link name=\"\0\"/></robot>", 2, "malformed XML")
        refuses("_r.urdf", "<robot name=\"r\">\n<link name=\"&unknown;\"/></robot>", 2, "entity")
        refuses("_r.urdf", "hello", 1, "malformed XML")
    end)

    it("a document type, and with it every bomb of entities", function()
        refuses("_r.urdf", [[<?xml version="1.0"?>
<!DOCTYPE bomb [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>
<robot name="&c;"/>]], 2, "DOCTYPE")
        refuses("_r.urdf", "<!DOCTYPE r SYSTEM \"file:///etc/passwd\"><robot name=\"r\"/>", 1, "DOCTYPE")
    end)

    it("elements that are nested without end", function()
        refuses("_r.urdf", "<robot>" .. ("<a>"):rep(600), 1, "nested", "500")
        refuses("_r.urdf", "<robot " .. ("a"):rep(3000000), 1, "2097152 bytes")
    end)

    it("another language", function()
        refuses("_r.urdf", "<COLLADA version=\"1.4.1\"><asset/></COLLADA>", 1, "Collada")
        refuses("_r.urdf", "<Model/>", 1, "another program")
        refuses("_r.urdf", "\n<html/>", 2, "<robot>", "<html>")
    end)

    it("what xacro was to fill in", function()
        refuses_urdf("<link name=\"${prefix}arm\"/>", 2, "xacro", "${prefix}arm")
        refuses_urdf(arm("revolute", "<origin xyz=\"0 0 $(arg height)\"/>"), 5, "joint 'elbow'", "xacro")
    end)

    it("numbers that are none", function()
        refuses_urdf(arm("revolute", "<origin xyz=\"1 two 3\"/>"), 5, "joint 'elbow'", "<origin xyz=\"1 two 3\">", "'two' is not a number")
        refuses_urdf(arm("revolute", "<origin xyz=\"1 2\"/>"), 5, "joint 'elbow'", "3 numbers")
        refuses_urdf(arm("revolute", "<origin xyz=\"1 2 3 4\"/>"), 5, "3 numbers")
        refuses_urdf(arm("revolute", "<origin rpy=\"\"/>"), 5, "3 numbers")
        refuses_urdf(arm("revolute", "<origin xyz=\"0 0 nan\"/>"), 5, "joint 'elbow'", "finite")
        refuses_urdf(arm("revolute", "<axis xyz=\"0 0 1e999\"/>"), 5, "finite")
        refuses_urdf(arm("revolute", "<limit effort=\"nan\"/>"), 5, "<limit effort=\"nan\">")
        refuses_urdf(arm("revolute", nil, "<inertial><mass value=\"heavy\"/></inertial>"), 3, "link 'arm'", "'heavy'")
        refuses_urdf(arm("revolute", nil, "<inertial><mass value=\"0x10\"/></inertial>"), 3, "'0x10'")
        for _, word in ipairs { "1.2.3", "1e", "--1", "1e5e5", "0x1p4", "1,5", "1_000", "1f", ".", "e5" } do
            refuses_urdf(arm("revolute", ("<origin xyz=\"0 0 %s\"/>"):format(word)), 5, "'" .. word .. "' is not a number")
        end
    end)

    it("attributes that are missing", function()
        refuses_urdf("<link/>", 2, "<link>", "'name'")
        refuses_urdf("<link name=\"\"/>", 2, "empty name")
        refuses_urdf(BASE .. "<joint name=\"j\"/>", 3, "joint 'j'", "'type'")
        refuses_urdf(BASE .. "<joint type=\"fixed\"/>", 3, "<joint>", "'name'")
        refuses_urdf(arm("revolute", nil, "<inertial><mass/></inertial>"), 3, "link 'arm'", "<mass>", "'value'")
        refuses_urdf(arm("revolute", nil, "<inertial><inertia ixx=\"1\"/></inertial>"), 3, "link 'arm'", "<inertia>", "'iyy'")
        refuses_urdf(arm("revolute", "<axis/>"), 5, "joint 'elbow'", "<axis>", "'xyz'")
        refuses_urdf(arm("revolute", "<mimic/>"), 5, "joint 'elbow'", "<mimic>", "'joint'")
        refuses_urdf(arm("revolute", nil, "<visual><geometry><sphere/></geometry></visual>"), 3, "link 'arm'", "<sphere>", "'radius'")
        refuses_urdf(BASE .. "<joint name=\"j\" type=\"fixed\"><parent link=\"base\"/></joint>", 3, "joint 'j'", "<child")
        refuses_urdf(BASE .. "<joint name=\"j\" type=\"fixed\"><child link=\"base\"/></joint>", 3, "joint 'j'", "<parent")
    end)

    it("types and rotations that are none", function()
        refuses_urdf((arm "revolut"), 5, "joint 'elbow'", "'revolut'", "did you mean 'revolute'?")
        refuses_urdf(arm("revolute", "<axis xyz=\"0 0 0\"/>"), 5, "joint 'elbow'", "axis", "no direction")
        refuses_urdf(arm("fixed", "<origin quat_xyzw=\"0 0 0 0\"/>"), 5, "joint 'elbow'", "no rotation")
        refuses_urdf(arm("fixed", "<origin quat_xyzw=\"0 0 0 1\" rpy=\"0 0 0\"/>"), 5, "joint 'elbow'", "both")
    end)

    it("links that do not exist, with the nearest that does", function()
        local message = refuses_urdf("<link name=\"upper_arm\"/>\n<link name=\"hand\"/>\n"
            .. "<joint name=\"elbow\" type=\"fixed\">\n<parent link=\"uper_arm\"/><child link=\"hand\"/></joint>", 5,
            "joint 'elbow': parent link 'uper_arm' does not exist; did you mean 'upper_arm'?")
        assert.truthy(message:find "^/[^:]*:5: ")
        refuses_urdf(BASE .. "<joint name=\"j\" type=\"fixed\"><parent link=\"base\"/><child link=\"x\"/></joint>", 3,
            "joint 'j'", "child link 'x' does not exist")
    end)

    it("names that are there twice", function()
        refuses_urdf("<link name=\"a\"/>\n<link name=\"a\"/>", 3, "link 'a'", "line 2")
        refuses_urdf(arm "revolute" .. "\n<joint name=\"elbow\" type=\"fixed\"/>", 6, "joint 'elbow'", "line 5")
        refuses_urdf(arm("revolute", "<child link=\"base\"/>"), 5, "joint 'elbow'", "second <child>")
    end)

    local function joint(name, parent, child)
        return ("<joint name=\"%s\" type=\"fixed\"><parent link=\"%s\"/><child link=\"%s\"/></joint>\n"):format(name, parent, child)
    end
    local LINKS = "<link name=\"a\"/>\n<link name=\"b\"/>\n<link name=\"c\"/>\n"

    it("two roots", function()
        refuses_urdf(LINKS .. joint("j", "a", "b"), 4, "link 'c'", "second root", "'a' (line 2)")
    end)

    it("a circle", function()
        refuses_urdf(LINKS .. joint("ab", "a", "b") .. joint("bc", "b", "c") .. joint("ca", "c", "a"), nil,
            "'ab'", "'bc'", "'ca'", "circle")
        refuses_urdf(LINKS .. joint("bc", "b", "c") .. joint("cb", "c", "b"), nil, "'bc' and 'cb'", "circle")
        refuses_urdf(LINKS .. joint("j", "a", "a"), 5, "joint 'j'", "its own parent")
    end)

    it("a link with two parents", function()
        refuses_urdf(LINKS .. joint("ac", "a", "c") .. joint("bc", "b", "c"), 6, "joint 'bc'", "link 'c'", "'ac' (line 5)")
    end)

    it("a joint that follows none, itself, or what cannot be followed", function()
        refuses_urdf(arm("revolute", "<mimic joint=\"elbo\"/>"), 5, "joint 'elbow'", "'elbo'", "does not exist")
        refuses_urdf(arm("revolute", "<mimic joint=\"elbow\"/>"), 5, "joint 'elbow'", "itself")
        local other = "<link name=\"c\">" .. INERTIAL .. "</link>\n<joint name=\"wrist\" type=\"%s\"><parent link=\"arm\"/><child link=\"c\"/>%s</joint>"
        refuses_urdf(arm("revolute", "<mimic joint=\"wrist\"/>") .. other:format("planar", ""), 5, "joint 'elbow'", "'wrist'", "planar")
        refuses_urdf(arm("planar", "<mimic joint=\"wrist\"/>") .. other:format("revolute", ""), 5, "joint 'elbow'", "planar")
        refuses_urdf(arm("revolute", "<mimic joint=\"wrist\"/>") .. other:format("revolute", "<mimic joint=\"elbow\"/>"), nil, "circle")
    end)

    it("a link that is called the world, but moves", function()
        refuses_urdf((arm("revolute"):gsub("\"arm\"", "\"world\"")), 3, "link 'world'", "'elbow'")
    end)

    it("no links, and no text", function()
        refuses_urdf("", 1, "no links")
        refuses("_r.urdf", "", nil, "empty")
    end)
end)
