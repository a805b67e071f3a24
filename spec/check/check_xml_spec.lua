-- rigid check on SDF and MJCF: findings with the line of their figures, and the figure alone mended in the text.
local examine = require "rigid.check.examine"
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
