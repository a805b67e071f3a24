-- xacro: what it writes of a file, and what it refuses, with file and line; nothing of it can run for ever or make what has no end.
local rigid = require "rigid"
local files = require "spec.support.files"
local expression = require "rigid.files.xacro.expression"

local function robot(inside) return "<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n" .. inside .. "<link name=\"base\"/></robot>" end
local function load(inside) return files.load("_r.urdf.xacro", robot(inside)) end
local function refuses(inside, line, ...) return files.refuses("_r.urdf.xacro", robot(inside), line, ...) end

local ARM <const> = [[<xacro:property name="length" value="0.4"/><xacro:property name="half" value="${length / 2}"/>
    <xacro:macro name="arm" params="name parent mass:=1.5 length:=^|9 *where **more">
        <link name="${name}"><inertial><mass value="${mass}"/><inertia ixx="${mass*length**2}" iyy="1" izz="1"/></inertial><xacro:insert_block name="more"/></link>
        <joint name="${name}_joint" type="revolute"><xacro:insert_block name="where"/><parent link="${parent}"/><child link="${name}"/>
            <axis xyz="0 1 0"/><limit lower="${-radians(90)}" upper="${pi / 2}" effort="1" velocity="1"/></joint>
    </xacro:macro>
    <xacro:arm name="upper" parent="base" mass="${2 if half == 0.2 else nothing}"><origin xyz="0 0 ${half}"/><xacro:x_of_nothing/></xacro:arm>]]

describe("xacro", function()
    it("fills in properties, macros, parameters and blocks", function()
        local m = load((ARM:gsub("<xacro:x_of_nothing/>", "<more><visual><geometry><sphere radius=\"${half}\"/></geometry></visual></more>")))
        assert.equal(2, m:body("upper").inertia:mass())
        assert.near(2 * 0.16, m:body("upper").inertia:rotational_inertia():table().xx, 1e-15)
        assert.equal(0.2, m:body("upper").placement:position().z)
        assert.equal(math.pi / 2, m:joint("upper_joint").upper)
        assert.equal(-math.pi / 2, m:joint("upper_joint").lower)
        assert.equal(0.2, m:body("upper").visuals[1].shape.radius)
    end)

    it("takes what conditions let through, arguments, escapes and names that are made", function()
        local m = load([[<xacro:arg name="n" default="2"/><xacro:arg name="n" default="3"/><xacro:property name="late" value="${early + 1}"/><xacro:property name="n" value="$(arg n)"/><xacro:property name="early" value="${n * 2}"/>
            <xacro:if value="${late == 5}"><link name="five"/><joint name="a" type="fixed"><parent link="base"/><child link="five"/></joint></xacro:if>
            <xacro:unless value="true"><nonsense/></xacro:unless>
            <xacro:element xacro:name="link" name="made_${1 + 1}"><xacro:attribute name="other" value="1"/></xacro:element>
            <joint name="b" type="fixed"><parent link="base"/><child link="made_2"/></joint>]])
        assert.same({ "base", "five", "made_2" }, (function()
            local names = {}
            for i, body in ipairs(m:table().bodies) do names[i] = body.name end
            return names
        end)())
    end)

    it("reads other files beside it or in packages, and tells of each by its name and line", function()
        files.with("_part.xacro", "<robot xmlns:xacro=\"x\">\n<xacro:macro name=\"part\" params=\"n\">\n<link name=\"${n}\"/><link name=\"${n}\"/></xacro:macro></robot>", function(path)
            local folder, name = path:match "^(.*/)([^/]*)$"
            for _, said in ipairs { name, "$(find " .. folder:match "([^/]*)/$" .. ")/" .. name } do
                local ok, problem = pcall(load, "<xacro:include filename=\"" .. said .. "\"/><xacro:part n=\"x\"/>")
                assert.is_false(ok)
                assert.equal(path .. ":3: link 'x': a link of this name is already there, in line 3 of " .. path .. "; each needs its own", tostring(problem))
            end
        end)
        refuses("<xacro:include filename=\"../../secret.xacro\"/>", 2, "leaves the folder")
        refuses("<xacro:include filename=\"$(find nowhere)/../secret.xacro\"/>", 2, "leaves the folder")
        refuses("<xacro:include filename=\"/etc/passwd\"/>", 2, "absolute")
        refuses("<xacro:include filename=\"$(find nowhere)/x.xacro\"/>", 2, "ROS_PACKAGE_PATH")
    end)

    it("names meshes as packages do", function()
        local m = load [[<link name="a"><visual><geometry><mesh filename="file://$(find arm)/meshes/a.stl"/></geometry></visual></link>
            <joint name="j" type="fixed"><parent link="base"/><child link="a"/></joint>]]
        assert.equal("package://arm/meshes/a.stl", m:table().bodies[2].visuals[1].shape.filename)
    end)

    it("refuses in words, by line", function()
        for inside, words in pairs {
            ["<xacro:property name=\"a\" value=\"${b}\"/><xacro:property name=\"b\" value=\"${a}\"/><x y=\"${a}\"/>"] = "in a circle",
            ["<xacro:macro name=\"m\"><xacro:m/></xacro:macro><xacro:m/>"] = "100 deep",
            ["<xacro:property name=\"q\"><xacro:insert_block name=\"q\"/></xacro:property><xacro:insert_block name=\"q\"/>"] = "100 deep",
            ["<xacro:amr/><xacro:macro name=\"arm\"/>"] = "no macro 'amr'",
            ["<xacro:macro name=\"arm\"/><xacro:amr/>"] = "did you mean 'arm'",
            ["<xacro:macro name=\"m\" params=\"a\"/><xacro:m/>"] = "parameter 'a' is missing",
            ["<xacro:macro name=\"m\" params=\"a\"/><xacro:m a=\"1\" b=\"1\"/>"] = "'b' is no parameter",
            ["<xacro:macro name=\"m\" params=\"*a\"/><xacro:m/>"] = "block 'a' is missing",
            ["<xacro:if value=\"maybe\"/>"] = "neither true nor false",
            ["<x y=\"${xacro.load_yaml('f.yaml')}\"/>"] = "another file",
            ["<x y=\"$(arg z)\"/>"] = "no argument 'z'", ["<x y=\"$(load z)\"/>"] = "not known", ["<x y=\"${1 / 0}\"/>"] = "division by zero",
            ["<x y=\"${os.execute('x')}\"/>"] = "out of place", ["<x y=\"${__import__('os')}\"/>"] = "no function '__import__'",
            ["<x y=\"${[1, 2]}\"/>"] = "cannot stand in a text", ["<x y=\"a${1\"/>"] = "does not end",
            ["<xacro:insert_block name=\"q\"/>"] = "no block 'q'",
        } do
            refuses(inside, 2, words)
        end
    end)

    it("makes no more than a robot can have", function()
        local calls, texts = {}, { "<xacro:property name=\"p0\" value=\"xxxxxxxxxx\"/>" }
        for i = 1, 40 do
            calls[i] = ("<xacro:macro name=\"m%d\"><xacro:m%d/><xacro:m%d/></xacro:macro>"):format(i, i + 1, i + 1)
            texts[i + 1] = ("<xacro:property name=\"p%d\" value=\"${p%d}${p%d}\"/>"):format(i, i - 1, i - 1)
        end
        refuses(table.concat(calls) .. "<xacro:macro name=\"m41\"/><xacro:m1/>", 2, "100000 calls")
        refuses(table.concat(texts) .. "<x y=\"${p40}\"/>", 2, "100000 bytes")
        local blocks = "<xacro:macro name=\"d\" params=\"**b\"><q><xacro:insert_block name=\"b\"/><xacro:insert_block name=\"b\"/></q></xacro:macro>"
            .. ("<xacro:d><w>"):rep(60) .. "<z/>" .. ("</w></xacro:d>"):rep(60)
        refuses(blocks, 2, "500000 elements")
        refuses("<x y=\"${" .. ("("):rep(100) .. "1" .. (")"):rep(100) .. "}\"/>", 2, "60 deep")
    end)

    it("computes as Python does", function()
        local names = { a = 2, b = 3.5, s = "hi", l = { 1, 2, 3 }, d = { x = { y = 5 } } }
        local function lookup(name) return names[name] ~= nil, names[name] end
        for text, wanted in pairs {
            ["1+2*3"] = "7", ["2**3**2"] = "512", ["-2**2"] = "-4", ["1/2"] = "0.5", ["7//2"] = "3", ["-7%3"] = "2", ["a*b+1"] = "8.0", ["s+'x'"] = "hix",
            ["l[1]+l[-1]"] = "5", ["d['x'].y"] = "5", ["1 if a==2 else nope"] = "1", ["a if False else b if s else 3"] = "3.5", ["sin(pi/2)"] = "1.0",
            ["not s or a>1 and b<4"] = "True", ["'h' in s"] = "True", ["5 not in l"] = "True", ["round(2.5)"] = "2", ["max(l)"] = "3", ["'a' 'b'"] = "ab",
            ["str(1)+'_'+str(2.0)"] = "1_2.0", ["int('7')+int(-3.9)"] = "4", ["{'k': 1}['k']"] = "1", ["False and nope"] = "False", ["math.sqrt(16)"] = "4.0",
        } do
            assert.equal(wanted, expression.text(expression.value(text, lookup)), text)
        end
    end)

    it("is asked for by the ending of the name alone", function()
        local ok, problem = pcall(files.load, "_r.urdf", robot "<link name=\"${x}\"/>")
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("xacro", 1, true))
        assert.equal("urdf", rigid.load and require("rigid.files.formats").of("<robot/>", "a.xacro").name)
    end)
end)
