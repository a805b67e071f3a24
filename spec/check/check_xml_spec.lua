-- rigid check on SDF and MJCF: findings with the line of their figures, and the figure alone mended in the text.
local examine = require "rigid.check.examine"
require "rigid"
local files = require "spec.support.files"
local program = require "spec.support.program"

local MJCF <const> = [[
<mujoco>
  <worldbody>
    <body name="a"><joint axis="0 1 0"/> <!-- sound -->
      <inertial pos="0 0 0" mass="3" diaginertia="0.02 0.02 0.02"/>
      <body name="slab"><joint/>
        <inertial pos="0.1 0 0"
          mass="2" diaginertia="0.0213 0.0187 0.287"/>
      </body>
    </body>
  </worldbody>
</mujoco>
]]

local SDF <const> = [[
<sdf version="1.7">
  <model name="m">
    <link name="slab">
      <inertial>
        <pose>0.1 0 0 0 0 0</pose>
        <mass>2</mass>
        <inertia><ixx>0.0213</ixx><ixy>0</ixy><ixz>0</ixz><iyy>0.0187</iyy><iyz>0</iyz>
          <izz>0.287</izz></inertia>
      </inertial>
    </link>
  </model>
</sdf>
]]

describe("rigid check", function()
    for name, case in pairs { mjcf = { MJCF, "_r.xml", 7 }, sdf = { SDF, "_r.sdf", 8 } } do
        it("finds what no body can have in " .. name .. ", at its figure, and mends that alone", function()
            local text, ending, line = table.unpack(case)
            files.with(ending, text, function(path)
                local report = examine.text(text, path)
                assert.equal(name, report.format)
                assert.same({ "slab", line }, { report.findings[1].link, report.findings[1].line })
                local mended = examine.mended(report, true)
                assert.equal(text:gsub("0%.287%f[^%d]", "0.0287"), mended)
                local _, _, code = program.run { "check", path }
                assert.equal(1, code)
            end)
        end)
    end

    it("has no place for figures that the compiler or a class makes", function()
        local text = MJCF:gsub("<mujoco>", "<mujoco><compiler settotalmass=\"9\"/>")
        local report = examine.text(text, "r.xml")
        assert.equal("slab", report.findings[1].link)
        assert.equal(text, examine.mended(report, true))
    end)

    it("takes SDF, worlds and MJCF out of a directory, and no other XML", function()
        program.in_directory(function(here)
            for name, text in pairs { ["a.xml"] = MJCF, ["b.sdf"] = SDF, ["c.xml"] = "<package/>" } do
                local file = assert(io.open(here .. "/" .. name, "w"))
                file:write(text)
                file:close()
            end
            local out = program.run { "check", here }
            assert.truthy(out:find("a.xml", 1, true) and out:find("b.sdf", 1, true))
            assert.is_nil(out:find("c.xml", 1, true))
        end)
    end)
end)

local BALL <const> = "<inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>"
local SDF_JOINTS <const> = ([[
<sdf version="1.9"><model name="m">
<link name="a">BALL</link>
<link name="b"><pose>0 0 1 90 0 45</pose>BALL<visual name="v"><pose degrees="true">0 0 0 90 0 0</pose></visual></link>
<link name="c">BALL</link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><limit>
<lower> -180 </lower><upper>180</upper></limit></axis></joint>
<joint name="k" type="revolute"><parent>b</parent><child>c</child><axis><xyz>0 0 1</xyz><limit>
<lower>1.5</lower><upper>-1.5</upper><velocity>0</velocity></limit></axis></joint>
</model></sdf>
]]):gsub("BALL", BALL)
local MJCF_JOINTS <const> = [[
<mujoco><compiler angle="radian"/><worldbody>
<body name="a"><joint name="j" limited="true"
  range="-180 180"/><inertial pos="0 0 0" mass="1" diaginertia="0.01 0.01 0.01"/>
<body name="b"><joint name="k"
  range="1.5 -1.5"/><inertial pos="0 0 0" mass="1" diaginertia="0.01 0.01 0.01"/></body>
</body></worldbody></mujoco>
]]

-- Cause, joint or link, and line of each finding.
local function told(report)
    local list = {}
    for _, finding in ipairs(report.findings) do
        list[#list + 1] = ("%s %s:%d"):format(finding.cause or finding.code, finding.joint or finding.link, finding.line)
    end
    table.sort(list)
    return list
end

describe("what is typed besides inertias", function()
    it("is found in SDF, with its place, and mended where it is certain", function()
        local report = examine.text(SDF_JOINTS, "r.sdf")
        assert.same({"degrees b:3", "degrees j:6", "limits_reversed k:8", "zero_effort k:8"}, told(report))
        local right = SDF_JOINTS:gsub(" 1 90 0 45<", " 1 1.5707963267949 0 0.785398163397448<"):gsub("> %-180 <", "> -3.14159265358979 <")
            :gsub(">180<", ">3.14159265358979<"):gsub(">1.5<", ">-1.5<", 1):gsub("</lower><upper>%-1.5", "</lower><upper>1.5")
        assert.equal(right, examine.mended(report))
    end)

    it("is found in MJCF, likewise", function()
        local report = examine.text(MJCF_JOINTS, "r.xml")
        assert.same({"degrees j:3", "limits_reversed k:5"}, told(report))
        assert.equal((MJCF_JOINTS:gsub("%-180 180", "-3.14159265358979 3.14159265358979"):gsub("1.5 %-1.5", "-1.5 1.5")), examine.mended(report))
    end)

    it("is in degrees where a file of MJCF says so, or says nothing", function()
        local text = MJCF_JOINTS:gsub(' angle="radian"', ""):gsub("180", "3600")
        local report = examine.text(text, "r.xml")
        assert.same({"limits_reversed k:5"}, told(report))
        assert.equal((text:gsub("1.5 %-1.5", "-1.5 1.5")), examine.mended(report)) -- and not 0.026
    end)

    it("is a mesh scaled unlike the others", function()
        local meshes = {}
        for i = 1, 4 do meshes[i] = ('<mesh name="m%d" file="m%d.stl"%s/>'):format(i, i, i ~= 3 and ' scale="0.001 0.001 0.001"' or "") end
        local report = examine.text(MJCF_JOINTS:gsub("<worldbody>", "<asset>\n" .. table.concat(meshes, "\n") .. "</asset>%0"), "r.xml")
        assert.truthy(table.concat(told(report), ", "):find("mesh_scale :4", 1, true))
    end)

    it("is mended in UTF-16 as well", function()
        local wide = "\xFF\xFE" .. SDF:gsub("[^\n]", "%0\0"):gsub("\n", "\n\0")
        local report = examine.text(wide, "r.sdf")
        assert.equal(8, report.findings[1].line)
        assert.equal((wide:gsub("0%z%.%z2%z8%z7%z", "0\0.\0000\0002\0008\0007\0")), examine.mended(report, true))
    end)
end)

describe("what a file includes", function()
    local function fix(here, name)
        local before = program.read_file(here .. "/" .. name)
        local out = program.run {"check", "--unsafe-fixes", "--fix", here .. "/" .. name, environment = {"LC_ALL=C.UTF-8"}}
        assert.equal(before, program.read_file(here .. "/" .. name))
        return out
    end

    it("is told where it stands, and not mended from outside", function()
        program.in_directory(function(here)
            program.shell("mkdir " .. here .. "/slab")
            program.write_file(here .. "/slab/model.sdf", SDF)
            program.write_file(here .. "/w.sdf", '<sdf version="1.9"><world name="w"><include><uri>slab/model.sdf</uri></include></world></sdf>')
            program.write_file(here .. "/part.xml", "<mujocoinclude>" .. MJCF:match "<worldbody>.*</worldbody>" .. "</mujocoinclude>")
            program.write_file(here .. "/m.xml", '<mujoco><include file="part.xml"/></mujoco>')
            for name, part in pairs {["w.sdf"] = "/slab/model.sdf", ["m.xml"] = "/part.xml"} do
                local out = fix(here, name)
                assert.truthy(out:find("its figures stand in " .. here .. part, 1, true), out)
                assert.truthy(out:find("✗ " .. here .. part .. ":", 1, true), out)
            end
        end)
    end)
end)
