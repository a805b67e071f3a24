-- SDF before 1.7 let a joint have the name of its link: what such names mean, as libsdformat 12.3 has it (asked of the library itself).
local compare = require "spec.support.compare"
local files = require "spec.support.files"

local noted = files.noted

local INERTIAL <const> = "<inertial><mass>2</mass><inertia><ixx>.3</ixx><iyy>.4</iyy><izz>.5</izz></inertia></inertial>"

local function link(name, pose) return ("<link name=\"%s\"><pose>%s</pose>%s</link>\n"):format(name, pose or "0 0 0 0 0 0", INERTIAL) end

local function joint(name, parent, child)
    return ("<joint name=\"%s\" type=\"revolute\"><parent>%s</parent><child>%s</child><axis><xyz>0 0 1</xyz></axis></joint>\n"):format(name, parent, child)
end

local function model(text, version) return ("<sdf version=\"%s\">\n<model name=\"m\">\n%s</model></sdf>"):format(version, text) end

local function load(text, version) return files.load("_robot.sdf", model(text, version)) end

local function position(m, name) return m:pose(m:neutral(), name):position() end

describe("one name for two elements of SDF before 1.7", function()
    it("is the link's; the joint goes by another, with a note", function()
        for _, version in ipairs { "1.4", "1.5", "1.6" } do
            local m = load(joint("a", "b", "a") .. link "b" .. link("a", "0 0 1 0 0 0"), version)
            assert.equal("a", m:joint("a_joint").body.name)
            noted(m, "'a_joint'", "a link in line 5", ":3:")
        end
    end)

    it("goes on to names that are free, and those that are not any more go on in turn", function()
        local m = load(joint("a", "b", "a") .. link "b" .. link "a" .. link "a_joint" .. joint("a_joint0", "a", "a_joint"), "1.5")
        assert.equal("a", m:joint("a_joint0").body.name)
        assert.equal("a_joint", m:joint("a_joint0_joint").body.name)
    end)

    it("is the model's before the link's, and that of a frame last", function()
        local m = load(link("a", "0 0 1 0 0 0") .. "<model name=\"a\"><pose>0 0 5 0 0 0</pose>" .. link "x" .. "</model>"
            .. link("c", "0 0 2 0 0 0") .. "<frame name=\"c\"><pose frame=\"c\">0 0 3 0 0 0</pose></frame>", "1.6")
        for name, z in pairs { a_link = 1, ["a::x"] = 5, c = 2, c_frame = 5 } do compare.near(position(m, name), { 0, 0, z }, { tol = 1e-12, scale = 1 }) end
    end)

    it("stays a mistake from 1.7 on, and for two of one kind", function()
        files.refuses("_robot.sdf", model(link "a" .. link "b" .. joint("a", "b", "a"), "1.7"), 5, "'a'", "a link in line 3")
        for _, version in ipairs { "1.4", "1.7" } do
            files.refuses("_robot.sdf", model(link "a" .. link "a", version), 4, "'a'", "a link in line 3")
        end
    end)
end)
