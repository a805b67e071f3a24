-- The proof of rigid convert notices each figure of a converted file that is changed; what it cannot see is none of the robot's.
local rigid = require "rigid"
local files = require "spec.support.files"
local proof = require "rigid.files.proof"
local save = require "rigid.files.save"
local convert = require "rigid.files.convert"

local ROBOT <const> = [[<robot name="r"><link name="base"/>
    <link name="a"><inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><mass value="1.25"/><inertia ixx="1.5" iyy="1.75" izz="1.625" ixy="0.0625"/></inertial>
        <visual><origin xyz="0.11 0.12 0.13"/><geometry><box size="0.21 0.22 0.23"/></geometry><material name="m"><color rgba="0.31 0.32 0.33 0.34"/></material></visual></link>
    <link name="b"><inertial><origin xyz="0.4 0.5 0.6"/><mass value="2.25"/><inertia ixx="2.5" iyy="2.75" izz="2.625"/></inertial></link>
    <joint name="j" type="revolute"><origin xyz="0.7 0.8 0.9" rpy="0.4 0.5 0.6"/><parent link="base"/><child link="a"/><axis xyz="0.6 0 0.8"/>
        <limit lower="-1.375" upper="1.4375" effort="3.25" velocity="4.25"/><dynamics damping="5.25" friction="6.25" armature="7.25"/></joint>
    <joint name="k" type="prismatic"><origin xyz="0.15 0.25 0.35"/><parent link="a"/><child link="b"/><axis xyz="0 1 0"/>
        <limit lower="-8.375" upper="8.4375" effort="8.25" velocity="9.25"/></joint></robot>]]

-- Where figures stand in a text that are not of a version, nor part of a word.
local function figures_of(text)
    local list = {}
    for first, figure, past in text:gmatch "()(%-?%d[%d.e+-]*)()" do
        local before, line = text:sub(first - 1, first - 1), text:sub(1, first):match "[^\n]*$"
        if tonumber(figure) and tonumber(figure) ~= 0 and math.type(tonumber(figure)) and not before:find "[%w_#]" and not text:find("^[%w_]", past)
            and not line:find "version=" and not line:find "<ambient>[^<]*$" and not line:find "eulerseq" and not line:find 'group="[^"]*$' then
            list[#list + 1] = { first = first, past = past, value = tonumber(figure) }
        end
    end
    return list
end

describe("the proof of a conversion", function()
    local m = files.load("_robot.urdf", ROBOT)

    for _, format in ipairs { "urdf", "sdf", "mjcf", "rigid" } do
        it("in " .. format .. " notices each figure that is changed by a hundredth", function()
            local text, lost = save.text(m, format)
            local ending = "_copy." .. ({ urdf = "urdf", sdf = "sdf", mjcf = "xml", rigid = "lua" })[format]
            local count = 0
            for _, figure in ipairs(figures_of(text)) do
                local changed = ("%s%.17g%s"):format(text:sub(1, figure.first - 1), figure.value * 1.01, text:sub(figure.past))
                files.with(ending, changed, function(path)
                    local ok, back = pcall(rigid.load, path)
                    if not ok then return end -- refused: noticed, too
                    local worst, differing, missing = proof.compare(m, back, 3, lost)
                    local unit_axis = text:sub(1, figure.first):match "[^\n]*$":find "xyz>[%d. -]*$" or text:sub(1, figure.first):match "[^\n]*$":find 'axis[^"]*"[%d. -]*$'
                    local noticed = not worst or worst > proof.AGREE or #differing > 0 or #missing > 0
                    local is_one = figure.value == 1 or figure.value == -1 -- alone in an axis, or in a quaternion: made a unit again
                    assert.is_true(noticed or unit_axis ~= nil and is_one, text:sub(math.max(1, figure.first - 60), figure.past + 20))
                    count = count + (noticed and 1 or 0)
                end)
            end
            assert.is_true(count > 25, count)
        end)
    end

    it("counts a pose that is none as another", function()
        local text = save.text(m, "rigid")
        local broken = text:gsub("visuals = {{placement = {position = {0.11, 0.12, 0.13}", "visuals = {{placement = {position = {0.11, 0.12, 0.13}, rotation = {{1, 2, 3}, {0, 1, 0}, {0, 0, 1}}", 1)
        assert.are_not.equal(text, broken)
        files.with("_copy.lua", broken, function(path)
            local _, differing = proof.compare(m, rigid.load(path), 3)
            assert.same({ "visuals of link 'a'" }, differing)
        end)
    end)
end)

-- Links on three hinges about y, two of them held together at so much of a gap.
local function looped(joint, gap)
    local function hinge(name) return { type = "revolute", name = name, axis = { 0, 1, 0 } } end
    local M <const> = { mass = 1, inertia = { 1, 1, 1 } }
    return rigid.Model {
        bodies = {
            { name = "a", joint = hinge "ja", inertia = M }, { name = "b", parent = "a", placement = { position = { 1, 0, 0 } }, joint = hinge "jb", inertia = M },
            { name = "c", placement = { position = { 0, 0, 1 } }, joint = hinge "jc", inertia = M }, { name = "d", joint = hinge "jd", inertia = M },
        },
        loops = {
            { name = "l", body_a = "c", placement_a = { position = { 1, 0, 0 } }, body_b = "b", placement_b = { position = { 0, gap, 1 } }, joint = joint },
            { name = "k", joint = "jc", of = "jd", coefficients = { 0, 2 } },
        },
    }
end

describe("a loop that is converted", function()
    local HINGE <const> = { type = "revolute", axis = { 0, 1, 0 } }

    local function converted(joint, gap, ending)
        local base = os.tmpname()
        local from, to = base .. "_from.lua", base .. "_to." .. ending
        looped(joint, gap):save(from)
        local sentence, holds = convert.files(from, to, { states = 3 })
        local names = {}
        for _, loop in ipairs(rigid.load(to):loops() or {}) do names[loop.name] = loop.equations end
        for _, path in ipairs { base, from, to } do os.remove(path) end
        return sentence, holds, names
    end

    it("is proven where it is closed at zero, and is said not to be carried where a format would close it there", function()
        for _, case in ipairs { { "fixed", "sdf", 6 }, { "fixed", "xml", 6 }, { "spherical", "sdf", 3 }, { "spherical", "xml", 3 }, { HINGE, "sdf", 5 } } do
            local joint, ending, equations = table.unpack(case)
            local sentence, holds, names = converted(joint, 0, ending)
            assert.is_true(holds, sentence)
            assert.equal(equations, names.l)
            sentence, holds, names = converted(joint, 0.1, ending)
            assert.is_true(holds, sentence)
            local weld = joint == "fixed" and ending == "xml" -- which MJCF has whole
            assert.equal(weld and 6 or nil, names.l)
            assert.equal(not weld, sentence:find("not carried: loop 'l', which is open where all joints are at zero", 1, true) ~= nil, sentence)
        end
    end)

    it("is compared by itself, whatever else is not carried", function()
        for _, joint in ipairs { "fixed", "spherical", HINGE } do
            local _, differing = proof.compare(looped(joint, 0), looped(joint, 0.01), 3)
            assert.same({ "what closes loop 'l'" }, differing)
        end
        local _, differing, missing = proof.compare(looped("fixed", 0), looped("spherical", 0), 3)
        assert.same({}, differing)
        assert.same({ "loop 'l'" }, missing)
    end)
end)
