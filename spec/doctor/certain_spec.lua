-- What the doctor calls certain is right: whatever the mistake, and whatever is easily taken for another one. For each place where evidence
-- seems to say more than it does there are drawn robots, or a case by hand.
local draw = require "spec.support.draw"
local examine = require "rigid.check.examine"
local planted = require "spec.support.planted"
local rigid = require "rigid"

local SpatialInertia = rigid.SpatialInertia

describe("what is written as certain", function()
    local total, written = 0, 0

    -- The robot before the mistake, or the file as it was.
    local function holds(seed, name, draws, make)
        for which, drawing in ipairs(planted.drawings) do
            local d = draw.stream(seed + which)
            for _ = 1, draws do
                local text, right = make(d)
                text, right = drawing[2](text), drawing[2](right)
                local mended = examine.mended(examine.text(text, "drawn.urdf"))
                local list, changed = planted.wrongs(text, mended, right)
                assert(#list == 0, list[1] and ("%s, %s: %s became %s, and was %s"):format(name, drawing[1], table.unpack(list[1], 1, 3)))
                total, written = total + 1, written + (changed > 0 and 1 or 0)
            end
        end
    end

    for number, kind in ipairs(planted.kinds) do
        it("is what was meant: " .. kind[1], function()
            holds(81000 + 10 * number, kind[1], 1, function(d)
                local text, _, right = planted.draw(d, kind)
                return text, right
            end)
        end)
    end

    for number, kind in ipairs(planted.others) do
        it("is what was meant, or nothing is: " .. kind[1], function()
            holds(85000 + 10 * number, kind[1], 5, function(d) return planted.draw_other(d, kind) end)
        end)
    end

    teardown(function() assert(written > 30 and total > written, written) end) -- else nothing was tried
end)

-- A file with links {name, six figures, xyz} that hang from the first, each of 0.57151 kg.
local function file(links)
    local lines = {'<robot name="made"><link name="trunk"/>'}
    for _, link in ipairs(links) do
        local w = {}
        for word in link[2]:gmatch "%S+" do w[#w + 1] = word end
        lines[#lines + 1] = ('<link name="%s"><inertial><origin xyz="%s"/><mass value="0.57151"/><inertia ixx="%s" ixy="%s" ixz="%s" iyy="%s" iyz="%s" izz="%s"/></inertial></link>'):format(
            link[1], link[3] or "0.09367 -0.01373 0.00103", table.unpack(w))
        lines[#lines + 1] = ('<joint name="%s_joint" type="continuous"><parent link="trunk"/><child link="%s"/><axis xyz="0 0 1"/></joint>'):format(link[1], link[1])
    end
    return table.concat(lines, "\n") .. "</robot>"
end

local function mended(links)
    local text = file(links)
    local other = examine.mended(examine.text(text, "made.urdf"))
    return other ~= text and other or nil
end

describe("the only slip that is known", function()
    it("is certain where no other key explains the figures", function()
        assert.truthy(mended {{"arm", "0.000742356 0.000617202 0 0.00649989 0 6.64209", nil}}:find('izz="0.00664209"', 1, true))
        -- 0.000664209 is 0.00664209 with a place lost, or 0.00564209, 0.00764209 with a digit mistyped
        assert.is_nil(mended {{"arm", "0.000742356 0.000617202 0 0.00649989 0 0.000664209"}})
        -- the one digit that is wrong, 0.0388 for 0.0088, is as good as a point off
        assert.is_nil(mended {{"arm", "0.0048 0.0001 0.0002 0.0042 0.0003 0.0388"}})
    end)

    it("is certain where the link on the other side has what it leads to, by whatever name", function()
        for _, names in ipairs {{"LShoulder", "RShoulder"}, {"right_shoulder", "left_shoulder"}, {"arm_l", "arm_r"}} do
            local links = {
                {names[1], "0.000742818 -0.000617675 -7.28438e-05 0.00650202 -1.25157e-05 0.00664434", "0.09367 0.01373 0.00103"},
                {names[2], "0.000742356 0.000617202 5.98521e-06 0.00649989 -1.07417e-06 0.000664209"},
            }
            assert.truthy(mended(links):find('izz="0.00664209"', 1, true))
            links[1][2] = links[1][2]:gsub("0.00664434", "0.00694434") -- which has another
            assert.is_nil(mended(links))
        end
    end)

    it("is not certain where the figure is another link's", function()
        local sound = {"foot", "6.64209 0.1 0.2 7.1 0.3 8.3"}
        local bad = {"arm", "0.000742356 0.000617202 0 0.00649989 0 6.64209"}
        assert.is_nil(mended {sound, bad})
        sound[2] = sound[2]:gsub("6.64209", "6.5")
        assert.truthy(mended {sound, bad})
    end)
end)

describe("limits the wrong way round", function()
    local function mended_limits(lower, upper)
        local text = file {{"arm", "0.0065 0 0 0.0065 0 0.0065"}}:gsub('type="continuous"(.-)</joint>',
            ('type="prismatic"%%1<limit lower="%s" upper="%s" effort="1" velocity="1"/></joint>'):format(lower, upper))
        local report = examine.text(text, "made.urdf")
        assert.equal("limits_reversed", report.findings[1].cause)
        return examine.mended(report):match 'lower="(.-)" upper="(.-)"'
    end

    it("are exchanged for certain where they are as large as each other, but for those by which Bullet says that there are none", function()
        assert.same({"-2.775", "2.775"}, {mended_limits("2.775", "-2.775")})
        for _, pair in ipairs {{"1", "-1"}, {"1", "0"}, {"0", "-1"}, {"2", "-1"}} do assert.same(pair, {mended_limits(pair[1], pair[2])}) end
    end)
end)

describe("a joint of a model", function()
    local function diagnosis(joint, on_world)
        local m = rigid.Model {name = "made"}
        local ball = SpatialInertia.solid_sphere {mass = 1, radius = 0.1}
        if not on_world then m:add_body {name = "trunk", inertia = ball} end
        m:add_body {name = "arm", parent = not on_world and "trunk" or nil, joint = joint, inertia = ball}
        local words = {}
        for i, finding in ipairs(m:diagnose {notes = true}) do words[i] = ("%s %s"):format(finding.code, finding.joint) end
        return table.concat(words, ", ")
    end

    it("is looked at as one of a file is, on the world as well", function()
        for _, on_world in ipairs {false, true} do
            assert.equal("degrees hip", diagnosis({type = "revolute", name = "hip", axis = {0, 0, 1}, limits = {lower = -180, upper = 180}}, on_world))
            assert.equal("start_outside hip", diagnosis({type = "revolute", name = "hip", axis = {0, 0, 1}, limits = {lower = 1, upper = 2}}, on_world))
            assert.equal("zero_effort hip", diagnosis({type = "prismatic", name = "hip", axis = {0, 0, 1}, limits = {effort = 0}}, on_world))
            assert.equal("", diagnosis({type = "revolute", name = "hip", axis = {0, 0, 1}, limits = {lower = -1, upper = 2, effort = 3}}, on_world))
        end
    end)

    it("has a place whose angles were typed in degrees, as a frame may have, until it gets another one", function()
        local function found(m)
            local words = {}
            for i, one in ipairs(m:diagnose()) do words[i] = one.code .. " " .. one.sentence end
            return table.concat(words, "\n")
        end
        local m = rigid.Model {name = "made"}
        local body = m:add_body {name = "arm", joint = {type = "revolute"}, placement = {rpy = {0, 90, 0}},
            inertia = SpatialInertia.solid_sphere {mass = 1, radius = 0.1}}
        assert.truthy(found(m):find("degrees the rpy of the placement of 'arm' is (0, 90, 0) rad", 1, true), found(m))
        assert.equal(found(m), found(m:copy()))
        body.placement = {rpy = {0, math.rad(90), 0}}
        assert.equal("", found(m))
        body.placement = {rpy = {0, 0, 45}}
        assert.truthy(found(m):find("(0, 0, 45) rad", 1, true))
        body.placement = rigid.Transform {rpy = {0, 0, 45}} -- a pose is one, however it was made
        assert.equal("", found(m))
        m:add_frame {name = "tip", body = "arm", placement = {rpy = {-90, 0, 0}}}
        assert.truthy(found(m):find("the rpy of frame 'tip' is (-90, 0, 0) rad", 1, true), found(m))
    end)

    it("of a loaded URDF is found in degrees where the file has it so", function()
        local link = [[<link name="%s"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>]]
        local path = os.tmpname() .. ".urdf"
        finally(function() os.remove(path) os.remove((path:gsub("%.urdf$", ""))) end)
        local out = assert(io.open(path, "w"))
        out:write("<robot name='r'>", link:format "a", link:format "b", "\n<joint name='j' type='fixed'><parent link='a'/><child link='b'/>",
            "<origin xyz='1 0 0' rpy='0 90 0'/></joint></robot>")
        out:close()
        local m = rigid.load(path)
        local findings = m:diagnose()
        assert.same({1, "degrees", "j", 2}, {#findings, findings[1].code, findings[1].joint, findings[1].line})
        assert.equal(rigid.Transform(rigid.Rotation.rpy(0, 90, 0), {1, 0, 0}), m:body("b").placement) -- as the file says
    end)

    it("of an SDF and an MJCF, too", function()
        local sdf = [[<sdf version="1.9"><model name="m"><link name="a"><inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial></link>
<link name="b"><inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial></link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><limit><lower>-180</lower><upper>180</upper></limit></axis></joint></model></sdf>]]
        local mjcf = [[<mujoco model="m"><compiler angle="radian"/><worldbody><body name="b"><joint name="j" type="hinge" axis="0 0 1" limited="true" range="-180 180"/>
<inertial pos="0 0 0" mass="1" diaginertia="0.01 0.01 0.01"/></body></worldbody></mujoco>]]
        for path, text in pairs {["m.sdf"] = sdf, ["m.xml"] = mjcf} do
            local report = examine.text(text, path)
            assert.equal("findings", report.status, path)
            assert.same({"degrees", "j", path}, {report.findings[1].cause, report.findings[1].joint, report.findings[1].file})
            assert.truthy(report.findings[1].line)
        end
    end)
end)
