-- SDF, MJCF and rigid's own Lua from whoever wishes harm: what is long, deep, huge or of the wrong kind is read, or refused by file and line,
-- in work that grows as the file does. Work is counted in instructions of Lua, not in time.
local rigid = require "rigid"
local bounded = require "spec.support.bounded"
local files = require "spec.support.files"

local rep = string.rep

-- What loading the text gives, or says; the work must stay below so many million instructions.
local function load(ending, text, millions)
    local ok, m = bounded(millions, files.load, ending, text)
    return ok and m, not ok and tostring(m)
end

local function refused(ending, text, ...)
    local m, problem = load(ending, text, 40)
    assert.is_false(m, text:sub(1, 200))
    for _, words in ipairs { ... } do assert.truthy(problem:find(words, 1, true), problem) end
    assert.truthy(problem:find("^/[^:]*" .. ending:gsub("%.", "%%.")), problem)
    assert.is_nil(problem:find("attempt to", 1, true) or problem:find("stack overflow", 1, true))
end

local function listed(count, format)
    local list = {}
    for i = 1, count do list[i] = format:gsub("#(%-?%+?%d?)", function(more) return ("%d"):format(i + (tonumber(more) or 0)) end) end
    return table.concat(list)
end

local function sdf(inside) return "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"/>" .. inside .. "</model></sdf>" end
local function body(inside) return "<mujoco><worldbody><body name=\"b\">" .. inside .. "</body></worldbody></mujoco>" end

describe("a hostile file", function()
    it("may tell frames from each other four thousand times", function()
        for _, first in ipairs { "<frame name=\"f0\" attached_to=\"l\"/>", "<frame name=\"f4001\" attached_to=\"l\"/>" } do
            local step = first:find "4001" and "+1" or "-1"
            local m, problem = load("_r.sdf", sdf(first .. listed(4000, "<frame name=\"f#\" attached_to=\"f#" .. step .. "\"><pose>0 0 1 0 0 0</pose></frame>")), 60)
            assert.truthy(m, problem)
            local q, last = m:neutral(), step == "+1" and "f1" or "f4000"
            assert.equal(4000, m:pose(q, last):position().z)
        end
        refused("_r.sdf", sdf(listed(4000, "<frame name=\"f#\" attached_to=\"f#+1\"/>") .. "<frame name=\"f4001\" attached_to=\"f1\"/>"), "circle")
        refused("_r.sdf", sdf(listed(4000, "<frame name=\"f#\" attached_to=\"l\"><pose relative_to=\"f#+1\"/></frame>")
            .. "<frame name=\"f4001\" attached_to=\"l\"><pose relative_to=\"f1\"/></frame>"), "circle")
    end)

    it("may have more blanks than words", function()
        refused("_r.sdf", sdf("<frame name=\"f\"><pose>1" .. rep(" ", 100000) .. "x</pose></frame>"), ":1:", "<pose>")
        local m = load("_r.sdf", sdf("<frame name=\"f\"><pose>" .. rep(" ", 100000) .. "</pose></frame>"), 5)
        assert.truthy(m)
    end)

    it("has no more attributes, classes, joints and equalities than any has", function()
        local attributes = listed(200, " a#=\"1\"")
        refused("_r.xml", body("<geom" .. attributes .. "/>"), ":1:", "<geom>", "attributes")
        refused("_r.xml", "<mujoco><default>" .. listed(2000, "<geom a#=\"1\"/>") .. "</default>" .. body(""):sub(9), ":1:", "its class", "attributes")
        refused("_r.xml", "<mujoco><default>" .. listed(10000, "<default class=\"c#\"/>") .. "</default>" .. body(""):sub(9), "default classes")
        refused("_r.xml", "<mujoco><worldbody/><equality>" .. rep("<tendon/>", 5001) .. "</equality></mujoco>", "5000 equalities")
        refused("_r.xml", body(rep("<joint/>", 50001)), "50000 joints")
    end)

    it("costs what it holds where many elements are of one class", function()
        local class = "<default class=\"c\"><geom size=\".1\"" .. listed(90, " a#=\"1\"") .. "/></default>"
        local m, problem = load("_r.xml", "<mujoco><default>" .. class .. "</default>" .. body("<joint/>" .. rep("<geom class=\"c\"/>", 5000)):sub(9), 30)
        assert.truthy(m, problem)
        assert.near(5000 * 1000 * 4 / 3 * math.pi * 1e-3, m:total_mass(), 1e-6)
    end)

    it("may be nested three hundred deep, and no deeper than five", function()
        local m, problem = load("_r.xml", "<mujoco><worldbody>" .. rep("<body><joint/><geom size=\".1\"/>", 300) .. rep("</body>", 300) .. "</worldbody></mujoco>", 40)
        assert.truthy(m, problem)
        assert.equal(300, m:nv())
        refused("_r.xml", "<mujoco><worldbody>" .. rep("<body><frame>", 300) .. rep("</frame></body>", 300) .. "</worldbody></mujoco>", "nested more than 500")
        refused("_r.sdf", "<sdf version=\"1.9\">" .. listed(60, "<model name=\"m#\">") .. "<link name=\"l\"/>" .. rep("</model>", 60) .. "</sdf>", "nested")
    end)

    it("makes no more of a long name or path than the file could hold itself", function()
        local long = rep("n", 100000)
        refused("_r.xml", "<mujoco><worldbody><body name=\"" .. long .. "\">" .. rep("<joint/>", 1000) .. "<geom size=\".1\"/></body></worldbody></mujoco>", "larger than 64 MB")
        refused("_r.xml", "<mujoco><compiler meshdir=\"" .. long .. "\"/><asset><mesh name=\"m\" file=\"m.stl\"/></asset>"
            .. body("<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>" .. rep("<geom type=\"mesh\" mesh=\"m\"/>", 1000)):sub(9), "larger than 64 MB")
        refused("_r.sdf", "<sdf version=\"1.9\"><model name=\"" .. long .. "\"><model name=\"" .. long .. "\">" .. listed(1000, "<link name=\"l#\"/>") .. "</model></model></sdf>",
            "larger than 64 MB")
    end)

    it("is refused with its line, whatever the arithmetic made of it", function()
        refused("_r.xml", body("\n<joint/><geom type=\"capsule\" size=\".1\" fromto=\"1e308 0 0 -1e308 0 0\"/>"), ":2: <geom>")
        refused("_r.sdf", "<sdf version=\"1.11\"><model name=\"m\"><link name=\"l\">\n<inertial auto=\"true\"><mass>-1</mass></inertial>"
            .. "<collision name=\"c\"><geometry><sphere/></geometry></collision></link></model></sdf>", ":2: <inertial>", "below zero")
    end)

    it("may say moments that are no numbers, also where they are to be balanced", function()
        for _, setting in ipairs { "balanceinertia=\"true\"", "boundinertia=\"1\"" } do
            local m, problem = load("_r.xml", "<mujoco><compiler " .. setting .. "/>" .. body("<joint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"nan 1 1\"/>"):sub(9), 5)
            assert.truthy(m, problem)
            assert.truthy(m:notes()[1]:find("kept as it is", 1, true))
        end
    end)

    it("says an order and then texts of that name", function()
        local m, problem = load("_r.xml", (body("<joint/>"):gsub("</mujoco>", "<custom><text name=\"rigid:order\" data=\"b\"/><text name=\"rigid:order:x\" data=\"b\"/></custom>%0")), 5)
        assert.truthy(m, problem)
    end)

    it("names no mesh outside its folder, and none that is no file", function()
        local function of(path)
            return "<mujoco><asset>\n<mesh name=\"m\" file=\"" .. path .. "\"/></asset>" .. body("<joint/><geom type=\"mesh\" mesh=\"m\"/>"):sub(9)
        end
        refused("_r.xml", of "../secret.stl", ":2: <mesh>", "leaves the folder")
        refused("_r.xml", of "a/../../secret.stl", "leaves the folder")
        refused("_r.xml", of "/etc/passwd", "absolute")
        files.with("_pipe", "", function(path)
            os.remove(path)
            assert(os.execute("mkfifo '" .. path .. "'"))
            refused("_r.xml", of(path:match "[^/]*$"), "is a pipe")
        end)
    end)

    it("names no mesh outside its folder in SDF either, where a mass is to come of it", function()
        local function of(uri, auto)
            return ([[<sdf version="1.11"><model name="m"><link name="l"><inertial auto="%s"/>
<collision name="c"><geometry><mesh><uri>%s</uri></mesh></geometry></collision></link></model></sdf>]]):format(auto or "true", uri)
        end
        for _, uri in ipairs { "/etc/passwd", "file:///etc/passwd" } do refused("_r.sdf", of(uri), ":2: <", "absolute") end
        for _, uri in ipairs { "../secret.stl", "model://a/../../secret.stl", "file://../secret.stl" } do refused("_r.sdf", of(uri), ":2: <", "leaves the folder") end
        assert.truthy(files.load("_r.sdf", of("../secret.stl", "false")))
        files.with("_pipe", "", function(path)
            os.remove(path)
            assert(os.execute("mkfifo '" .. path .. "'"))
            refused("_r.sdf", of(path:match "[^/]*$"), "pipe")
        end)
    end)

    it("keeps nothing of the wrong kind", function()
        local function own(what)
            return "return {format = \"rigid\", " .. what .. ", bodies = {{name = \"a\", joint = {type = \"revolute\", name = \"j\", axis = {0, 0, 1}}}}}"
        end
        for what, words in pairs {
            ["kept = {keys = 3}"] = "kept.keys", ["kept = {keys = {5}}"] = "kept.keys[1]", ["kept = {keys = {{qpos = \"x\"}}}"] = "kept.keys[1].qpos",
            ["kept = {keys = {{qpos = {\"x\"}}}}"] = "kept.keys[1].qpos[1]", ["kept = {actuators = {4}}"] = "kept.actuators[1]",
            ["kept = {actuators = {{name = {}}}}"] = "kept.actuators[1].name", ["kept = {reference = {j = \"x\"}}"] = "kept.reference['j']",
            ["kept = {gravcomp = {a = 0/0}}"] = "kept.gravcomp['a']", ["kept = {polynomials = {j = {stiffness = \"x\"}}}"] = "kept.polynomials['j'].stiffness",
            ["kept = {markers = 4}"] = "kept.markers", ["kept = 5"] = "kept", ["notes = {5}"] = "notes[1]", ["notes = {{text = 5}}"] = "notes[1]",
        } do
            refused("_r.lua", own(what), words)
        end
        local m = files.load("_r.lua", own "kept = {keys = {{qpos = {1}}}, other = {1}}, notes = {{text = \"\\27[31mred\"}}")
        assert.equal("key_1", m:keyframes()[1].name)
        assert.equal("?[31mred", m:notes()[2])
    end)

    it("makes no comment that ends too early", function()
        local m = files.load("_r.xml", (body("<geom size=\".1\"/>"):gsub("</mujoco>", "<actuator><adhesion name=\"-----\" body=\"b\"/></actuator>%0")))
        for _, ending in ipairs { "_o.xml", "_o.sdf" } do
            files.with(ending, "", function(path)
                m:save(path)
                assert.near(m:total_mass(), rigid.load(path):total_mass(), 1e-12)
            end)
        end
    end)
end)
