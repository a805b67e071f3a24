-- Rules of SDF and MJCF that are easily taken otherwise, each with its figure, where sdf_spec and mjcf_spec (and what was recorded of MuJoCo) have it not.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"

local noted = files.noted

local function near(expected, got) compare.near(got, expected, { tol = 1e-13, scale = 1 }) end

local function position(m, name) return m:pose(m:neutral(), name):position() end

describe("a rule of SDF:", function()
    local INERTIAL <const> = "<inertial><mass>2</mass><inertia><ixx>.3</ixx><iyy>.4</iyy><izz>.5</izz></inertia></inertial>"
    local Z <const> = "<axis><xyz>0 0 1</xyz></axis>"

    local function load(text, version) return files.load("_r.sdf", ("<sdf version=\"%s\">\n<model name=\"m\">%s</model></sdf>"):format(version or "1.9", text)) end
    local function link(name, pose, more) return ("<link name=\"%s\"><pose>%s</pose>%s%s</link>"):format(name, pose or "0 0 0 0 0 0", INERTIAL, more or "") end

    it("what is drawn has its pose in the link, or in the frame that it names", function()
        local m = load("<frame name=\"f\"><pose>1 2 3 0 0 0</pose></frame>" .. link("a", "0 0 1 0 0 0",
            [[<visual name="v"><pose relative_to="f">0 0 0 0 0 0</pose><geometry><box><size>1 1 1</size></box></geometry></visual>
            <collision name="c"><pose>0 0 2 0 0 0</pose><geometry><box><size>1 1 1</size></box></geometry></collision>]]))
        near({ 1, 2, 2 }, m:body("a").visuals[1].placement:position())
        near({ 0, 0, 2 }, m:body("a").collisions[1].placement:position())
    end)

    it("the pose of an inertial is the link's, whatever it names", function()
        local m = load("<frame name=\"f\"><pose>1 2 3 0 0 0</pose></frame><link name=\"a\">"
            .. INERTIAL:gsub("<inertial>", "%0<pose relative_to=\"f\">.1 0 0 0 0 0</pose>") .. "</link>")
        near({ 0.1, 0, 0 }, m:body("a").inertia:com())
        noted(m, "relative_to means nothing")
    end)

    it("a model stands for its canonical link, which is the first unless it says another", function()
        local function of(attribute)
            return load(link "a" .. "<model name=\"hand\"" .. attribute .. ">" .. link("x", "0 0 1 0 0 0") .. link("y", "0 0 2 0 0 0")
                .. "</model><joint name=\"j\" type=\"revolute\"><parent>a</parent><child>hand</child>" .. Z .. "</joint>")
        end
        for attribute, names in pairs { [""] = { "x", "y" }, [" canonical_link=\"y\""] = { "y", "x" } } do
            local m = of(attribute)
            local mover = m:joint("j").body
            assert.equal(mover.name, m:body("hand::" .. names[1]).carrier.name)
            assert.not_equal(mover.name, m:body("hand::" .. names[2]).name)
            near({ 0, 0, 0 }, position(m, mover.name)) -- the joint is at the model's frame
        end
    end)

    it("limits of 1e16 are none, and a hinge without limits turns without end", function()
        local m = load(link "a" .. link "b" .. "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child>"
            .. "<axis><xyz>0 0 1</xyz><limit><lower>-1e16</lower><upper>1e16</upper><effort>-1</effort><velocity>-1</velocity></limit></axis></joint>", "1.7")
        local j = m:joint "j"
        assert.same({}, { j.lower, j.upper, j.effort, j.velocity })
        assert.same({}, m:notes())
    end)

    it("revolute2 turns about two axes, the first one first", function()
        local m = load(link "a" .. link "b" .. "<joint name=\"j\" type=\"revolute2\"><parent>a</parent><child>b</child>"
            .. "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2></joint>")
        local q = m:neutral():table()
        q[m:joint("j").q], q[m:joint("j").q + 1] = 0.3, 0.4
        local turn = rigid.Rotation.axis_angle({ 0, 0, 1 }, 0.3) * rigid.Rotation.axis_angle({ 1, 0, 0 }, 0.4)
        compare.near((m:pose(q, "a"):inverse() * m:pose(q, "b")):rotation(), turn)
    end)

    it("what an <include> says of static, it says over the model; a placement frame wants a pose", function()
        files.with("_part.sdf", "<sdf version=\"1.8\"><model name=\"part\"><static>true</static>" .. link "p" .. "</model></sdf>", function(path)
            local function include(more)
                return "<sdf version=\"1.9\"><world name=\"w\">\n<include><uri>" .. path:match "[^/]*$" .. "</uri>" .. more .. "</include></world></sdf>"
            end
            assert.equal(0, files.load("_w.sdf", include ""):nv())
            assert.equal(6, files.load("_w.sdf", include "<static>false</static>"):nv())
            files.refuses("_w.sdf", include "<placement_frame>p</placement_frame>", 2, "<placement_frame> wants a <pose>")
        end)
    end)

    it("limits that are infinite are none, and what is finite stays, velocities and efforts too", function()
        local function of(limit)
            return load(link "a" .. link "b" .. "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><limit>"
                .. limit .. "</limit></axis></joint>", "1.10"):joint "j"
        end
        local j = of "<lower>-inf</lower><upper>inf</upper><effort>inf</effort><velocity>inf</velocity>"
        assert.same({}, { j.lower, j.upper, j.effort, j.velocity })
        j = of "<lower>-1.5</lower><upper>2.5</upper><effort>3.5</effort><velocity>4.5</velocity>"
        assert.same({ -1.5, 2.5, 3.5, 4.5 }, { j.lower, j.upper, j.effort, j.velocity })
    end)

    it("moments that no body can have are kept, noted, and found", function()
        local m = load("<link name=\"a\"><inertial><mass>2</mass><inertia><ixx>.3</ixx><iyy>.4</iyy><izz>5</izz></inertia></inertial></link>")
        near({ 0.3, 0.4, 5 }, m:body("a").inertia:central_inertia():moments())
        noted(m, ":2:", "'a'", "triangle")
        assert.equal("a", m:diagnose()[1].link)
    end)
end)

describe("a rule of MJCF:", function()
    local function load(text) return files.load("_r.xml", "<mujoco>" .. text .. "</mujoco>") end
    local function body(name, inside) return ("<body name=\"%s\">%s</body>"):format(name, inside) end
    local CUBE <const> = "<geom type=\"box\" size=\".5 .5 .5\" %s/>" -- a cubic metre

    it("defaults count wherever they stand", function()
        local m = load("<worldbody>" .. body("a", "<joint name=\"j\"/>" .. CUBE:format "") .. "</worldbody><default><geom density=\"3\"/><joint damping=\".5\"/></default>")
        near(3, m:body("a").inertia:mass())
        near(0.5, m:joint("j").damping)
    end)

    it("a capsule is a cylinder and two half balls, its fromto the length of the cylinder", function() -- 35.6047 kg in MuJoCo
        local m = load("<worldbody>" .. body("a", "<joint/><geom type=\"capsule\" fromto=\"0 0 0 1 0 0\" size=\".1\"/>") .. "</worldbody>")
        near(1000 * math.pi * (0.1 ^ 2 + 4 / 3 * 0.1 ^ 3), m:total_mass())
        near(35.604716740684323, m:total_mass())
        near({ 0.5, 0, 0 }, m:body("a").inertia:com())
    end)

    it("a geom that says no type is a ball, one that says no mass has water's density, and sizes are half lengths", function()
        local m = load("<worldbody>" .. body("a", "<joint/><geom size=\".3\"/>") .. body("b", "<joint/><geom type=\"box\" size=\".1 .2 .3\"/>")
            .. body("c", "<joint/><geom type=\"cylinder\" size=\".1 .2\"/>") .. body("d", "<joint/><geom type=\"ellipsoid\" size=\".1 .2 .3\"/>") .. "</worldbody>")
        local PI <const> = math.pi
        for name, volume in pairs { a = 4 / 3 * PI * 0.3 ^ 3, b = 8 * 0.1 * 0.2 * 0.3, c = PI * 0.1 ^ 2 * 0.4, d = 4 / 3 * PI * 0.1 * 0.2 * 0.3 } do
            near(1000 * volume, m:body(name).inertia:mass())
        end
    end)

    it("where geoms are not to weigh, a body without an <inertial> weighs nothing, and a note says so", function()
        local m = load("<compiler inertiafromgeom=\"false\"/><worldbody>" .. body("a", "<joint/>" .. CUBE:format "")
            .. body("b", "<joint/><inertial pos=\"0 0 0\" mass=\"2\" diaginertia=\"1 1 1\"/>" .. CUBE:format "") .. "</worldbody>")
        near({ 0, 2 }, { m:body("a").inertia:mass(), m:body("b").inertia:mass() })
        noted(m, "inertiafromgeom", "massless")
    end)

    it("a body that moves may weigh nothing where what is welded to it does", function()
        local m = load("<worldbody>" .. body("a", "<joint name=\"j\" axis=\"0 0 1\"/>" .. "<body name=\"b\" pos=\"2 0 0\">" .. CUBE:format "mass=\"3\"" .. "</body>") .. "</worldbody>")
        near(3 * (2 ^ 2 + 2 / 12), m:mass_matrix { 0 }(1, 1))
        assert.same({}, m:notes())
        assert.same({}, m:diagnose())
    end)

    it("an axis is made a unit, whatever its length", function()
        for axis, wanted in pairs { ["0 0 2"] = { 0, 0, 1 }, ["0 -1e-3 0"] = { 0, -1, 0 }, ["3 0 4"] = { 0.6, 0, 0.8 } } do
            near(wanted, load("<worldbody>" .. body("a", "<joint name=\"j\" axis=\"" .. axis .. "\"/>" .. CUBE:format "") .. "</worldbody>"):joint("j").axis)
        end
    end)

    it("meshes are in meshdir, else in assetdir; strippath leaves their folders away", function()
        local TETRA <const> = "v 0 0 0\nv 0.3 0 0\nv 0 0.4 0\nv 0 0 0.5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
        local folder = os.tmpname()
        os.remove(folder)
        assert(os.execute(("mkdir -p '%s/here' '%s/there/deep'"):format(folder, folder)))
        for _, name in ipairs { "here/t.obj", "there/t.obj", "there/deep/t.obj" } do -- each twice as large as the one before
            local file <close> = assert(io.open(folder .. "/" .. name, "w"))
            file:write((TETRA:gsub("0%.%d", function(x) return ({ ["here/t.obj"] = 1, ["there/t.obj"] = 2, ["there/deep/t.obj"] = 4 })[name] * x end)))
        end
        for compiler, mass in pairs {
            ["meshdir=\"here\""] = { "t.obj", 10 }, ["assetdir=\"there\""] = { "t.obj", 80 }, ["meshdir=\"here/\" assetdir=\"there\""] = { "t.obj", 10 },
            ["meshdir=\"there\""] = { "deep/t.obj", 640 }, ["meshdir=\"there\" strippath=\"true\""] = { "deep/t.obj", 80 },
        } do
            local path = folder .. "/r.xml"
            local file = assert(io.open(path, "w"))
            file:write("<mujoco><compiler " .. compiler .. "/><asset><mesh name=\"m\" file=\"" .. mass[1] .. "\"/></asset><worldbody>"
                .. body("a", "<joint/><geom type=\"mesh\" mesh=\"m\"/>") .. "</worldbody></mujoco>")
            file:close()
            compare.near(rigid.load(path):total_mass(), mass[2], { tol = 1e-6 }) -- vertices are single
        end
        os.execute(("rm -r '%s'"):format(folder))
    end)

    it("an equality without a second body holds to the world, and how hard a weld turns is not asked", function()
        local m = load("<worldbody><body name=\"a\" pos=\"1 2 3\"><joint name=\"j\" axis=\"0 1 0\" pos=\"0 0 1\"/><geom size=\".1\"/></body></worldbody><equality>"
            .. "<connect name=\"c\" body1=\"a\" anchor=\"0 0 .5\"/><weld name=\"w\" body1=\"a\" torquescale=\".1\"/></equality>")
        near(0, m:constraint_error({ 0 }):norm())
        local error_of_c = m:constraint_error({ 0.2 }):table()
        near(2 * 0.5 * math.sin(0.1), math.sqrt(error_of_c[1] ^ 2 + error_of_c[2] ^ 2 + error_of_c[3] ^ 2)) -- half a metre from the axis
        assert.same({}, m:notes())
    end)

    it("a body that a program moves stands still, and a note says so", function()
        local m = load("<worldbody><body name=\"a\" mocap=\"true\" pos=\"1 0 0\">" .. CUBE:format "" .. "</body><body name=\"b\"><joint/>" .. CUBE:format "" .. "</body></worldbody>")
        assert.equal(1, m:nv())
        noted(m, "'a'", "mocap")
    end)

    it("a geom may weigh nothing, a plane never does, and neither do the world's", function()
        local m = load("<worldbody>" .. CUBE:format "mass=\"7\"" .. body("a",
            "<joint/>" .. CUBE:format "mass=\"0\"" .. CUBE:format "mass=\"2\"" .. "<geom type=\"plane\" size=\"1 1 1\" mass=\"5\"/>") .. "</worldbody>")
        near(2, m:total_mass())
    end)

    it("a ball joint has its armature on all three freedoms", function()
        local m = load("<worldbody>" .. body("a", "<joint type=\"ball\" armature=\".25\"/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1.1 1.2\"/>") .. "</worldbody>")
        near({ { 1.25, 0, 0 }, { 0, 1.35, 0 }, { 0, 0, 1.45 } }, m:mass_matrix(m:neutral()))
    end)

    it("moments are checked to the last bit, kept and found", function()
        local function of(moments) return load("<worldbody>" .. body("a", "<joint/>\n<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"" .. moments .. "\"/>") .. "</worldbody>") end
        assert.same({}, of("1 1 2"):notes())
        noted(of "1 1 2.000002", ":2:", "'a'", "triangle")
        assert.equal("a", of("1 1 2.000002"):diagnose()[1].link)
    end)

    it("an inertial wants moments, and is not filled in from geoms", function()
        files.refuses("_r.xml", "<mujoco><worldbody><body name=\"a\"><joint/>\n<inertial pos=\"0 0 0\" mass=\"1\"/><geom size=\".1\"/></body></worldbody></mujoco>", 2,
            "neither diaginertia nor fullinertia")
    end)

    it("a mesh with a dent, counted as MuJoCo counts, weighs what its geom says", function() -- figures of MuJoCo 4.0.0, whose vertices are single
        local m = load([[<asset><mesh name="d" vertex="0 0 0 .3 0 0 0 .4 0 0 0 .5 .03 .03 .03" face="0 2 1 0 1 3 0 3 2 1 2 4 2 3 4 3 1 4"/></asset><worldbody>]]
            .. body("a", "<joint/><geom type=\"mesh\" mesh=\"d\" mass=\"3\"/>") .. "</worldbody>")
        local M = m:body("a").inertia
        near(3, M:mass())
        compare.near(M:com(), { 0.07206992597589228, 0.09277253398424992, 0.11350025960719602 }, { tol = 1e-6 })
        local moments = M:central_inertia():principal()
        compare.near(rigid.Vec3(moments[1], moments[2], moments[3]), { 0.022458492073033853, 0.0362740182721557, 0.05100738962299602 }, { tol = 1e-6 })
    end)

    it("a weld without a relpose holds what the file's pose is, at sites where they are, and an anchor is in the second body", function()
        local function of(weld)
            return load("<worldbody>" .. "<body name=\"a\" pos=\"1 0 0\"><joint name=\"ja\" axis=\"0 1 0\"/><geom size=\".1\"/><site name=\"s\" pos=\"0 0 .5\"/></body>"
                .. "<body name=\"b\" pos=\"0 2 0\"><joint name=\"jb\" axis=\"0 1 0\"/><geom size=\".1\"/><site name=\"t\" pos=\".3 0 0\"/></body></worldbody><equality><weld name=\"w\" "
                .. weld .. "/></equality>")
        end
        for _, weld in ipairs { "body1=\"a\" body2=\"b\"", "body1=\"a\" body2=\"b\" anchor=\".1 .2 .3\"", "body1=\"a\" body2=\"b\" relpose=\"9 9 9 0 0 0 0\"" } do
            near(0, of(weld):constraint_error({ 0, 0 }):norm())
        end
        near(math.sqrt((1 - 0.3) ^ 2 + 2 ^ 2 + 0.5 ^ 2), of("site1=\"s\" site2=\"t\""):constraint_error({ 0, 0 }):norm())
        near(1, of("body1=\"a\" body2=\"b\" relpose=\"-1 2 1 1 0 0 0\""):constraint_error({ 0, 0 }):norm())
    end)

    it("a lamina that is saved keeps clear of the exact triangle, by less than a part in 1e12", function()
        local m = rigid.Model { name = "m", bodies = { { name = "a", joint = "revolute", inertia = rigid.SpatialInertia { mass = 1, com = { 0.1, 0.2, 0.3 },
            inertia = rigid.RotationalInertia { 0.1, 0.2, 0.3 }:re_express(rigid.Rotation.rpy(1, 2, 3)) } } } }
        files.with("_l.xml", "", function(path)
            m:save(path)
            local moments = rigid.load(path):body("a").inertia:central_inertia():principal()
            local list = { moments[1], moments[2], moments[3] }
            table.sort(list)
            near({ 0.1, 0.2, 0.3 }, rigid.Vec3(list))
            local over = list[1] + list[2] - list[3]
            assert.truthy(over > 0 and over < 1e-12, over)
            assert.same({}, rigid.load(path):notes())
        end)
    end)
end)
