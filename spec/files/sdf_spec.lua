-- SDF: frames, axes and inertias as the specification resolves them, on models whose figures can be seen; what is noted and refused.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"

local SpatialInertia, Vec3 = rigid.SpatialInertia, rigid.Vec3

local function load(text, options) return files.load("_robot.sdf", text, options) end

local function refuses(text, line, ...) return files.refuses("_robot.sdf", text, line, ...) end

local noted = files.noted

local function near(expected, got, scale) compare.near(got, expected, { tol = 1e-12, scale = scale or 1 }) end

local INERTIAL <const> = "<inertial><mass>2</mass><inertia><ixx>.3</ixx><iyy>.4</iyy><izz>.5</izz></inertia></inertial>"

-- <link name="NAME">, at a pose, with what else is in it.
local function link(name, pose, more) return ("<link name=\"%s\">%s%s%s</link>\n"):format(name, pose and "<pose>" .. pose .. "</pose>" or "",
    INERTIAL, more or "") end

local function joint(name, kind, parent, child, more)
    return ("<joint name=\"%s\" type=\"%s\"><parent>%s</parent><child>%s</child>%s</joint>\n"):format(name, kind, parent, child, more or "")
end

local Z <const> = "<axis><xyz>0 0 1</xyz></axis>"
local HALF <const> = tostring(math.pi / 2)

local function model(text, version, attributes)
    return ("<sdf version=\"%s\">\n<model name=\"m\"%s>\n%s</model></sdf>"):format(version or "1.9", attributes or "", text)
end

-- How the child turns (or slides) about each freedom of a joint, in world axes.
local function axis_of(m, name, child, parent)
    local q, v, h = m:neutral(), {}, m:joint(name)
    for i = 1, m:nv() do v[i] = 0 end
    v[h.v] = 1
    local t = m:twist(q, v, child, { frame = "aligned" })
    if parent then t = t - m:twist(q, v, parent, { frame = "aligned" }) end
    return h.type == "prismatic" and t:linear() or t:angular()
end

local function position(m, name) return m:pose(m:neutral(), name):position() end
local function rotation(m, name) return m:pose(m:neutral(), name):rotation():matrix() end

local TURNED <const> = { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } } -- 90° about z

describe("SDF", function()
    it("has poses relative to other frames, in any order", function()
        local m = load(model(link("a", "1 0 0 0 0 " .. HALF) .. [[<link name="b"><pose relative_to="f">1 0 0 0 0 0</pose></link>
            <frame name="f" attached_to="a"><pose>0 0 2 0 0 0</pose></frame>]] .. joint("j", "revolute", "a", "b", Z)))
        near({ 1, 0, 2 }, position(m, "f"))
        near({ 1, 1, 2 }, position(m, "b"))
        near(TURNED, rotation(m, "b"))
    end)

    it("attaches a frame to what it says, wherever its pose is told from", function()
        local m = load(model(link "a" .. link("b", "0 0 1 0 0 0") .. joint("j", "revolute", "a", "b", Z)
            .. "<frame name=\"f\" attached_to=\"b\"><pose relative_to=\"a\">1 0 0 0 0 0</pose></frame>"))
        near({ 1, 0, 0 }, position(m, "f"))
        assert.equal("b", m:body("f").carrier.name)
    end)

    it("turns about roll, pitch and yaw of fixed axes, in degrees where it says so, or by quat_xyzw", function()
        local m = load(model("<link name=\"a\"><pose degrees=\"true\">0 0 0 90 0 90</pose></link><link name=\"b\">"
            .. "<pose rotation_format=\"quat_xyzw\">0 0 1 0 0 1 1</pose></link>" .. joint("j", "revolute", "a", "b", Z)))
        near({ { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } }, rotation(m, "a"))
        near(TURNED, rotation(m, "b"))
    end)

    it("puts a joint at its child's frame, which may be a frame of the child", function()
        local m = load(model(link "a" .. link("b", "0 0 1 0 0 0") .. "<frame name=\"f\" attached_to=\"b\"><pose>0 0 .5 0 0 0</pose></frame>"
            .. joint("at_link", "revolute", "a", "f", Z) .. link("c", "0 0 3 0 0 0") .. joint("moved", "revolute", "b", "c",
                "<pose>1 0 0 0 0 0</pose>" .. Z)))
        near({ 0, 0, 1.5 }, position(m, "at_link"))
        near({ 1, 0, 3 }, position(m, "moved"))
        near({ 0, 0, 3 }, position(m, "c"))
        local q = m:neutral():table()
        q[m:joint("moved").q] = math.pi / 2
        near({ 1, -1, 3 }, m:pose(q, "c"):position()) -- about a line through (1, 0)
    end)

    it("has axes in the joint's frame from 1.5 on, before in the model's", function()
        local text = link "a" .. link("b", "0 0 0 0 0 " .. HALF) .. joint("j", "revolute", "a", "b", "<axis><xyz>1 0 0</xyz></axis>")
        near({ 1, 0, 0 }, axis_of(load(model(text, "1.4")), "j", "b", "a"))
        near({ 0, 1, 0 }, axis_of(load(model(text, "1.5")), "j", "b", "a"))
        text = text:gsub("</xyz>", "</xyz><use_parent_model_frame>true</use_parent_model_frame>")
        near({ 1, 0, 0 }, axis_of(load(model(text, "1.5")), "j", "b", "a"))
    end)

    it("has axes expressed in any frame, of length one", function()
        local m = load(model(link("a", "0 0 0 0 0 " .. HALF) .. link("b", "1 0 0 0 0 0") .. link("c", "2 0 0 1 0 0")
            .. joint("j", "revolute", "a", "b", "<axis><xyz expressed_in=\"a\">3 0 0</xyz></axis>") .. joint("k", "prismatic", "b", "c",
                "<axis><xyz expressed_in=\"__model__\">0 0 2</xyz></axis>")))
        near({ 0, 1, 0 }, axis_of(m, "j", "b", "a"))
        near({ 0, 0, 1 }, axis_of(m, "k", "c", "b"))
    end)

    it("places a model by one of its frames", function()
        local m = load(model("<pose>10 0 0 0 0 0</pose>" .. link("a",
            "1 0 0 0 0 0") .. "<frame name=\"f\" attached_to=\"a\"><pose>0 0 2 0 0 0</pose></frame>", "1.8", " placement_frame=\"f\""))
        near({ 10, 0, 0 }, position(m, "f"))
        near({ 10, 0, -2 }, position(m, "a"))
    end)

    it("is free in the world unless a joint or static holds it", function()
        assert.equal(6, load(model(link "a")):nv())
        assert.equal(0, load(model("<static>true</static>" .. link "a")):nv())
        local m = load(model(link("a", "0 0 3 0 0 0") .. joint("foot", "fixed", "world", "a")))
        assert.equal(0, m:nv())
        near({ 0, 0, 3 }, position(m, "a"))
    end)

    it("has models in models, and their names with ::", function()
        local m = load(model(link "a" .. "<model name=\"hand\"><pose>0 0 1 0 0 " .. HALF .. "</pose>" .. link "palm" .. link("thumb", "1 0 0 0 0 0")
            .. joint("squeeze", "prismatic", "palm", "thumb", Z) .. "</model>" .. joint("wrist", "revolute", "a", "hand::palm", Z)
            .. "<frame name=\"f\" attached_to=\"hand::thumb\"/>"))
        assert.same({ "a", "hand::palm", "hand::thumb", "f" }, (function()
            local list = {}
            for i, body in ipairs(m:table().bodies) do list[i] = body.name end
            return list
        end)())
        near({ 0, 1, 1 }, position(m, "hand::thumb"))
        assert.truthy(m:joint "hand::squeeze")
    end)

    it("names what is in a world after its model, and takes the world's gravity", function()
        local m = load("<sdf version=\"1.7\"><world name=\"w\"><gravity>0 1 -3</gravity><frame name=\"table\"><pose>0 0 1 0 0 0</pose></frame><model name=\"one\"><pose relative_to=\"table\">1 0 0 0 0 0</pose>"
            .. link "a" .. "</model><model name=\"two\"><static>1</static>" .. link "a" .. "</model></world></sdf>")
        assert.equal("w", m:name())
        near({ 0, 1, -3 }, m:gravity())
        near({ 1, 0, 1 }, position(m, "one::a"))
        assert.equal(6, m:nv())
        near({ 0, 0, -9.8 }, load("<sdf version=\"1.7\"><world name=\"w\"><model name=\"one\">" .. link "a" .. "</model></world></sdf>"):gravity())
    end)

    it("reads every type of joint", function()
        local text = link "a" .. link "b" .. link "c" .. link "d" .. link "e" .. link "f" .. link "g"
            .. joint("hinge", "revolute", "a", "b",
                "<axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>2</upper><effort>3</effort><velocity>4</velocity></limit></axis>")
            .. joint("wheel", "continuous", "b", "c", Z) .. joint("rail", "prismatic", "c", "d",
                "<axis><xyz>0 1 0</xyz><limit><lower>-1</lower><effort>-1</effort></limit></axis>")
            .. joint("socket", "ball", "d", "e") .. joint("cross", "universal", "e", "f",
                "<axis><xyz>1 0 0</xyz><limit><lower>-1</lower></limit></axis><axis2><xyz>0 1 0</xyz></axis2>")
            .. joint("thread", "screw", "f", "g", "<thread_pitch>-8</thread_pitch>" .. Z)
        local m = load(model(text))
        local function kind(name) return m:joint(name).type end
        assert.same({ "revolute", "continuous", "prismatic", "spherical", "universal", "helical" },
            { kind "hinge", kind "wheel", kind "rail", kind "socket", kind "cross", kind "thread" })
        local h = m:joint "hinge"
        assert.same({ -1, 2, 3, 4 }, { h.lower, h.upper, h.effort, h.velocity })
        assert.same({ -1 }, { m:joint("rail").lower, m:joint("rail").upper, m:joint("rail").effort })
        assert.same({ { -1, -math.huge } }, { m:joint("cross").lower, m:joint("cross").upper })
        near(0.125, m:joint("thread").pitch) -- metres a radian; -8 rad/m is right-handed
    end)

    it("lets screw_thread_pitch, metres a turn, win over thread_pitch", function()
        local m = load(model(link "a" .. link "b" .. joint("t", "screw", "a", "b",
            "<thread_pitch>9</thread_pitch><screw_thread_pitch>.5</screw_thread_pitch>" .. Z), "1.10"))
        near(0.5 / (2 * math.pi), m:joint("t").pitch)
    end)

    it("has damping, friction and springs", function()
        local m = load(model(link "a" .. link "b" .. joint("j", "revolute", "a", "b",
            "<axis><xyz>0 0 1</xyz><dynamics><damping>.1</damping><friction>.2</friction>"
            .. "<spring_stiffness>3</spring_stiffness><spring_reference>.4</spring_reference></dynamics></axis>")))
        local j = m:joint "j"
        assert.same({ 0.1, 0.2, 3, 0.4 }, { j.damping, j.friction, j.stiffness, j.springref })
    end)

    it("follows by mimic: multiplier (leader - reference) + offset, in any order", function()
        local m = load(model(link "a" .. link "b" .. link "c" .. joint("follow", "revolute", "a", "b", [[<axis><xyz>0 0 1</xyz><mimic joint="lead"><multiplier>2</multiplier>
            <offset>.3</offset><reference>.1</reference></mimic></axis>]]) .. joint("lead", "revolute", "a", "c", Z), "1.11"))
        near(2, m:joint("follow").mimic.multiplier)
        near(0.1, m:joint("follow").mimic.offset)
        assert.equal(7, m:nv())
    end)

    it("closes a loop where two joints carry a link", function()
        local m = load(model(link "a" .. link("b", "1 0 0 0 0 0") .. link("c", "0 1 0 0 0 0") .. link("d", "1 1 0 0 0 0") .. joint("foot", "fixed",
            "world", "a") .. joint("ab", "revolute", "a", "b", Z)
            .. joint("ac", "revolute", "a", "c", Z) .. joint("bd", "revolute", "b", "d", Z) .. joint("cd", "revolute", "c", "d",
                "<pose>-1 0 0 0 0 0</pose>" .. Z)))
        assert.equal(3, m:nv())
        assert.equal("cd", m:loops()[1].name)
        near({ 0, 0, 0, 0, 0 }, m:constraint_error(m:neutral()))
        near({ -1, 0, 0 }, m:table().loops[1].placement_b.position)
    end)

    it("has the inertia about the com, in the axes of its pose", function()
        local M = load(model("<link name=\"a\"><inertial><pose>.1 .2 .3 0 0 " .. HALF .. "</pose><mass>2</mass><inertia><ixx>.3</ixx><iyy>.4</iyy><izz>.5</izz></inertia></inertial></link>")):body("a").inertia
        near({ 0.1, 0.2, 0.3 }, M:com())
        near({ { 0.4, 0, 0 }, { 0, 0.3, 0 }, { 0, 0, 0.5 } }, M:central_inertia():matrix())
    end)

    it("takes mass 1 and moments 1 where none are said, and notes it", function()
        local m = load(model("<link name=\"bare\"/><link name=\"heavy\"><inertial><mass>7</mass></inertial></link>"))
        near(SpatialInertia { mass = 1, inertia = { 1, 1, 1 } }, m:body("bare").inertia)
        near({ 1, 1, 1 }, m:body("heavy").inertia:central_inertia():moments())
        noted(m, "'bare'", "no <inertial>")
        noted(m, "'heavy'", "no moments")
        assert.equal("defaulted", m:notes { fields = true }[1].code)
    end)

    it("weighs collisions where the inertia is automatic", function()
        local BOX <const> = "<collision name=\"c\"><pose>1 0 0 0 0 0</pose>%s<geometry><box><size>.1 .2 .3</size></box></geometry></collision>"
        local function of(inertial, density) return load(model(("<link name=\"a\">%s%s</link>"):format(inertial, BOX:format(density or "")),
            "1.11")):body("a").inertia end
        near(6, of("<inertial auto=\"true\"/>"):mass())
        near({ 1, 0, 0 }, of("<inertial auto=\"true\"/>"):com())
        near(3, of("<inertial auto=\"true\"><density>500</density></inertial>"):mass())
        near(12, of("<inertial auto=\"true\"><density>500</density></inertial>", "<density>2000</density>"):mass())
        near(1.5, of("<inertial auto=\"true\"><mass>1.5</mass></inertial>"):mass())
    end)

    it("has what is drawn, with its colour", function()
        local m = load(model(link("a", nil, [[<visual name="v"><pose>0 0 1 0 0 0</pose><geometry><cylinder><radius>.1</radius><length>.4</length></cylinder></geometry>
            <material><diffuse>1 0 0 1</diffuse></material></visual><collision name="c"><geometry><sphere><radius>.3</radius></sphere></geometry></collision>]])))
        local body = m:body "a"
        assert.same({ type = "cylinder", radius = 0.1, length = 0.4 }, body.visuals[1].shape)
        assert.same({ 1, 0, 0, 1 }, body.visuals[1].material.color)
        near({ 0, 0, 1 }, body.visuals[1].placement:position())
        assert.equal(0.3, body.collisions[1].shape.radius)
    end)

    it("includes models: their name, pose and placement frame may be said anew", function()
        files.with("_part.sdf",
            model("<pose>5 5 5 0 0 0</pose>" .. link "block" .. "<frame name=\"grip\" attached_to=\"block\"><pose>0 0 1 0 0 0</pose></frame>",
                "1.8"), function(path)
            local name = path:match "[^/]*$"
            local m = load(model(link "a" .. ([[<include><uri>%s</uri></include><include><uri>%s</uri><name>two</name><pose>1 0 0 0 0 0</pose></include>
                <include><uri>%s</uri><name>three</name><placement_frame>grip</placement_frame><pose>0 0 0 0 0 0</pose></include>]]):format(name, name, name)))
            near({ 5, 5, 5 }, position(m, "m::block"))
            near({ 1, 0, 0 }, position(m, "two::block"))
            near({ 0, 0, -1 }, position(m, "three::block"))
            m = load(model(link "a" .. ([[<include merge="true"><uri>%s</uri><pose>0 2 0 0 0 0</pose></include>]]):format(name) .. joint("j",
                "revolute", "a", "block", Z)))
            near({ 0, 2, 0 }, position(m, "block"))
            near({ 0, 2, 1 }, position(m, "grip"))
        end)
    end)

    it("carries no weight where gravity is off", function()
        local m = load(model(link("a", nil, "<gravity>false</gravity>")))
        local force = m:passive_forces(m:neutral(), { 0, 0, 0, 0, 0, 0 })
        near({ 0, 0, 2 * 9.81, 0, 0, 0 }, force)
        noted(m, "no weight")
    end)

    it("is judged as any other", function()
        local m = load(model "<link name=\"a\"><inertial><mass>0</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>")
        assert.equal("a", m:diagnose()[1].link)
        near(Vec3(0, 0, 0), position(m, "a"))
    end)

    describe("notes", function()
        it("a version there is not, and none", function()
            noted(load "<sdf>\n<model name=\"m\"><link name=\"a\"/></model></sdf>", ":1:", "version")
            noted(load(model(link "a", "9.9")), "9.9")
        end)

        it("elements that are not known, and a second model", function()
            noted(load(model "<link name=\"a\"><wheel>3</wheel></link>"), "<wheel>", ":3:")
            noted(load("<sdf version=\"1.8\"><model name=\"m\"><link name=\"a\"/></model>\n<model name=\"n\"><link name=\"b\"/></model></sdf>"),
                ":2:", "<model> 'n'")
        end)

        it("two axes with two dampings", function()
            noted(load(model(link "a" .. link "b" .. joint("j", "universal", "a", "b",
                "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz><dynamics><damping>1</damping></dynamics></axis2>"))),
                "joint 'j'", "damping")
        end)
    end)

    describe("refuses", function()
        it("names that are not there, with the nearest", function()
            refuses(model "<link name=\"arm\"><pose relative_to=\"rm\">0 0 0 0 0 0</pose></link>", 3, "relative_to", "'rm'", "did you mean 'arm'?")
            refuses(model(link "a" .. joint("j", "revolute", "a", "b", Z)), 4, "<child>", "'b'")
            refuses(model(link "a" .. "<frame name=\"f\" attached_to=\"g\"/>"), 4, "attached_to", "'g'")
            refuses(model(link "a", "1.8", " placement_frame=\"grip\""), 2, "grip")
            refuses(model(link "a" .. "<frame name=\"f\"><pose relative_to=\"a::b\"/></frame>"), 4, "nothing within")
        end)

        it("names that are taken, reserved, or hold ::", function()
            refuses(model(link "a" .. link "a"), 4, "'a'", "line 3")
            refuses(model(link "a" .. joint("a", "fixed", "world", "a")), 4, "'a'", "link")
            refuses(model(link "__a__"), 3, "reserved")
            refuses(model(link "world"), 3, "reserved")
            refuses(model(link "a::b"), 3, "::")
        end)

        it("what goes round in a circle", function()
            refuses(model "<link name=\"a\"><pose relative_to=\"b\"/></link>\n<link name=\"b\"><pose relative_to=\"a\"/></link>", 3, "circle")
            refuses(model(link "a" .. "<frame name=\"f\" attached_to=\"g\"/><frame name=\"g\" attached_to=\"f\"/>"), 4, "circle")
            files.with("_self.sdf", "", function(path)
                local name = path:match "[^/]*$"
                local file = assert(io.open(path, "w"))
                file:write(model(link "a" .. "<include><uri>" .. name .. "</uri></include>"))
                file:close()
                compare.refuses(function() rigid.load(path) end, name, "circle", ":4:")
            end)
        end)

        it("joints that cannot be", function()
            refuses(model(link "a" .. joint("j", "hinge", "world", "a", Z)), 4, "'hinge'", "revolute")
            refuses(model(link "a" .. joint("j", "revolute", "a", "world", Z)), 4, "world")
            refuses(model(link "a" .. joint("j", "revolute", "a", "a", Z)), 4, "itself")
            refuses(model(link "a" .. joint("j", "revolute", "world", "a")), 4, "axis")
            refuses(model(link "a" .. joint("j", "revolute", "world", "a", "<axis><xyz>0 0 0</xyz></axis>")), 4, "axis", "zero")
            refuses(model(link "a" .. joint("j", "gearbox", "world", "a")), 4, "gearbox")
            refuses(model(link "a" .. "<joint name=\"j\" type=\"fixed\"><parent>a</parent></joint>"), 4, "<child>")
        end)

        it("numbers that are none, or too few", function()
            refuses(model "<link name=\"a\"><pose>0 0 x 0 0 0</pose></link>", 3, "pose", "'x'")
            refuses(model "<link name=\"a\"><pose>1,5 0 0 0 0 0</pose></link>", 3, "'1,5'")
            refuses(model "<link name=\"a\"><pose>0 0 0</pose></link>", 3, "6 numbers")
        end)

        it("added mass, which no body of ours has", function()
            refuses(model "<link name=\"a\"><inertial><mass>1</mass>\n<fluid_added_mass><xx>1</xx></fluid_added_mass></inertial></link>", 4,
                "added mass", "'a'")
        end)

        it("files that are not there, not beside the model, no files", function()
            local function include(uri) return model(link "a" .. "<include><uri>" .. uri .. "</uri></include>") end
            refuses(include "nowhere.sdf", 4, "nowhere.sdf", "cannot be found")
            refuses(include "model://nowhere_at_all", 4, "GZ_SIM_RESOURCE_PATH")
            refuses(include "https://fuel.gazebosim.org/1.0/x/models/y", 4, "not fetched")
            refuses(include "../../x.sdf", 4, "leaves the folder")
            refuses(include "/dev/zero", 4, "absolute")
            refuses(include "file:///etc/passwd", 4, "absolute")
        end)

        it("no link, no model, entities, another root", function()
            refuses("<sdf version=\"1.8\"><model name=\"m\"/></sdf>", 1, "no link")
            refuses("<sdf version=\"1.8\"/>", 1, "<model>")
            refuses("<!DOCTYPE x [<!ENTITY a \"b\">]><sdf/>", 1, "DOCTYPE")
            refuses("<sdf version=\"1.8\"><model name=\"m\">" .. ("<model name=\"n\">"):rep(90), 1)
        end)
    end)
end)
