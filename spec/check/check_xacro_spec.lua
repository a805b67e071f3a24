-- rigid check on what a file does not hold itself: xacro writes links out of macros, and parts are included. What is found is said at the file and
-- line where it stands; nothing that xacro makes is written over its source.
require "rigid"
local examine = require "rigid.check.examine"
local program = require "spec.support.program"
local xml = require "rigid.files.xml"

local SLAB <const> = [[<inertial><mass value="2"/>
      <inertia ixx="0.0213" ixy="0" ixz="0" iyy="0.0187" iyz="0" izz="287"/></inertial>]]
local JOINT <const> = [[<joint name="%s_joint" type="revolute"><parent link="base"/><child link="%s"/><axis xyz="0 0 1"/>
    <limit lower="-180" upper="180" effort="1" velocity="1"/></joint>]]
local HEAD <const> = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
local MACRO <const> = HEAD .. '<link name="base"/>\n<xacro:macro name="arm" params="side">\n  <link name="${side}">' .. SLAB .. "</link>\n  "
    .. JOINT:format("${side}", "${side}") .. '\n</xacro:macro>\n<xacro:arm side="left"/>\n<xacro:arm side="right"/>\n</robot>\n'

local function write(path, text) program.write_file(path, text) end

local function found(report)
    local list = {}
    for _, finding in ipairs(report.findings) do
        local text = ("%s %s %s:%d"):format(finding.cause, finding.joint or finding.link, finding.elsewhere or "here", finding.line)
        list[#list + 1] = not finding.consequence and text or nil
    end
    return list
end

describe("rigid check of xacro", function()
    it("finds what macros make, at the lines of the macro", function()
        assert.same({
            "decimal_point left here:4", "decimal_point right here:4", "degrees left_joint here:7", "degrees right_joint here:7",
        }, found(examine.text(MACRO, "r.xacro")))
    end)

    it("writes nothing over the source, nor elsewhere, and says why", function()
        program.in_directory(function(here)
            local path = here .. "/r.xacro"
            write(path, MACRO)
            for _, words in ipairs {{"--fix", path}, {"--unsafe-fixes", "--fix", path}, {"--fix", here .. "/out.urdf", path}} do
                local _, problem, code = program.run {"check", table.unpack(words)}
                assert.equal(2, code)
                assert.truthy(problem:find("r.xacro: nothing is written, for xacro makes the robot of it", 1, true), problem)
            end
            local diff, problem = program.run {"check", "--diff", path}
            assert.equal("", diff)
            assert.truthy(problem:find("nothing is written", 1, true))
            assert.equal(MACRO, program.read_file(path))
            assert.equal("r.xacro\n", program.shell("ls " .. here))
        end)
    end)

    it("copies one in which nothing is to be mended", function()
        program.in_directory(function(here)
            local sound = MACRO:gsub("287", "0.0287"):gsub("180", "3")
            write(here .. "/r.xacro", sound)
            local _, problem, code = program.run {"check", "--fix", here .. "/out.xacro", here .. "/r.xacro"}
            assert.same({"", 0, sound}, {problem, code, program.read_file(here .. "/out.xacro")})
        end)
    end)

    it("names the file that is included, in every form of report", function()
        program.in_directory(function(here)
            write(here .. "/part.xacro", HEAD .. "\n\n\n\n<link name=\"plain\">" .. SLAB .. "</link>\n" .. JOINT:format("plain", "plain") .. "</robot>")
            write(here .. "/r.xacro", HEAD .. '<xacro:include filename="part.xacro"/>\n<link name="base"/></robot>')
            local part = here .. "/part.xacro"
            assert.same({"decimal_point plain " .. part .. ":6", "degrees plain_joint " .. part .. ":9"}, found(examine.file(here .. "/r.xacro")))
            for form, mark in pairs {text = part .. ":6: plain", github = "file=" .. part .. ",line=6", json = '"file": "' .. part .. '"', sarif = '"uri": "'
                .. part .. '"'} do
                local out = program.run {"check", "--format", form, here .. "/r.xacro"}
                assert.truthy(out:gsub('":"', '": "'):find(mark, 1, true), form .. ": " .. out)
            end
        end)
    end)
end)

describe("the text of a URDF", function()
    it("is parsed once, also where the robot is refused for its structure", function()
        local plain, calls = xml.read, 0
        finally(function() xml.read = plain end)
        xml.read = function(...)
            calls = calls + 1
            return plain(...)
        end
        for _, text in ipairs {'<robot name="r"><link name="a"/></robot>', '<robot name="r"><link name="a"/><link name="b"/></robot>'} do
            calls = 0
            examine.text(text, "r.urdf")
            assert.equal(1, calls)
        end
    end)

    it("is told as far as it goes where it breaks off", function()
        local report = examine.text('<robot name="r">\n<link name="a"/>\n<link name="a"/>\n<link', "r.urdf")
        assert.same({"unreadable", 3}, {report.status, report.line}) -- the second of a name comes before the end
        report = examine.text('<robot name="r">\n<link name="a"/>\n<link', "r.urdf")
        assert.truthy(report.reason:find("malformed XML", 1, true))
    end)
end)
