-- Every rule of `rigid check` with a file that breaks it, told at 80 columns: in four lines at most, the first of them enough to act.
local has_json = pcall(require, "dkjson")
local examine = require "rigid.check.examine"
require "rigid"
local rules = require "rigid.doctor.rules"
local terminal = require "rigid.check.terminal"
local told = require "rigid.check.told"

if not has_json then
    describe("what rigid check says of a rule", function() pending "lua-dkjson is not here" end)
    return
end

-- ---- files that break a rule ----------------------------------------------------------------------------------------

local LONG <const> = "r_situational_awareness_camera_mount_link" -- as they are in the world

local function tensor(ixx, ixy, ixz, iyy, iyz, izz)
    return ('<inertia ixx="%s" ixy="%s" ixz="%s" iyy="%s" iyz="%s" izz="%s"/>'):format(ixx, ixy, ixz, iyy, iyz, izz)
end

local function inertial(mass, figures, at) return ('<inertial><origin xyz="%s"/><mass value="%s"/>%s</inertial>'):format(at or "0 0 0", mass, figures) end

local function drawn(shape, at) return ('<collision><origin xyz="%s"/><geometry>%s</geometry></collision>'):format(at or "0 0 0", shape) end

local BODY <const> = inertial("1.3", tensor("0.0123", "0.0004", "-0.0002", "0.0145", "0.0003", "0.0098"))
local BOX <const> = '<box size="0.4 0.2 0.1"/>' -- of 2.4 kg
local SIDE <const> = {0.4, 0.2, 0.1}

-- The tensor of that box: m (b² + c²) / part.
local function of_box(part, order)
    local I = {}
    for i = 1, 3 do
        local b, c = SIDE[i % 3 + 1], SIDE[(i + 1) % 3 + 1]
        I[i] = ("%.10g"):format(2.4 / part * (b * b + c * c))
    end
    order = order or {1, 2, 3}
    return I[order[1]], I[order[2]], I[order[3]]
end

local function moments(x, y, z) return tensor(x, "0", "0", y, "0", z) end

-- A robot of a sound link, a link with this inside, and a joint of this between them; more: what stands beside.
local function robot(inside, joint, more, kind)
    return ('<robot name="r">\n<link name="base">%s</link>\n<link name="%s">\n%s\n</link>\n<joint name="%s_joint" %s><parent link="base"/><child link="%s"/>%s</joint>\n%s</robot>\n')
        :format(BODY, LONG, inside or BODY, LONG, kind or 'type="continuous"', LONG, joint or "", more or "")
end

local function linked(name, inside, parent)
    return ('<link name="%s">%s</link>\n<joint name="%s_joint" type="fixed"><origin xyz="0.1 0.2 0.3"/><parent link="%s"/><child link="%s"/></joint>\n')
        :format(name, inside, name, parent or "base", name)
end

local function limited(attributes) return robot(nil, ("<limit %s/>"):format(attributes), nil, 'type="revolute"') end

local MIRRORED <const> = {"0.0136771", "0.000138159", "0.000571076", "0.0137877", "-0.00146127", "0.00246127"}

-- By code: a text.
local function broken()
    local x, y, z = of_box(12)
    local x3, y3, z3 = of_box(3)
    local corner = tensor(x3, -2.4 / 4 * 0.4 * 0.2, -2.4 / 4 * 0.4 * 0.1, y3, -2.4 / 4 * 0.2 * 0.1, z3)
    local ex, ey, ez = ("%.10g"):format(2.4 / 12 * 0.05), ("%.10g"):format(2.4 / 12 * 0.01 + 2.4 / 3 * 0.16), ("%.10g"):format(2.4 / 12 * 0.04 + 2.4 / 3 * 0.16)
    local M = MIRRORED
    local arm = inertial("1.9", tensor(M[1], M[2], M[3], M[4], M[5], M[6]), "0.02 0.03 -0.14")
    return {
        not_finite = robot(inertial("1e308", tensor("1e308", 0, 0, "1e308", 0, "1e308"), "1e10 1e10 0")),
        negative_mass = robot(inertial("-1.2", moments(0.1, 0.1, 0.1))),
        massless = robot(inertial("0", moments(0.01, 0.02, 0.02))),
        missing_mass = robot("<inertial>" .. moments(0.01, 0.02, 0.02) .. "</inertial>"),
        negative_moment = robot(inertial("1.1", tensor(0.00142, 0.0000717, 0.000179, 0.00125, 0.00798901, 0.000964684))),
        triangle_inequality = robot(inertial("1.3", tensor(0.0123, 0.0004, -0.0002, 0.0145, 0.0003, 0.0398))),
        negative_spread = nil, -- always told with what it follows from
        moments_missing = robot(inertial("2.1", moments(0, 0, 0.987))),
        rounded = robot(inertial("0.512", moments("0.00127", "0.00307", "0.00435")) .. drawn '<box size="0.2684 0.1728 0.001"/>'),
        about_corner = robot(inertial("2.4", corner) .. drawn(BOX)),
        about_end = robot(inertial("2.4", moments(ex, ey, ez)) .. drawn(BOX)),
        about_origin = robot(inertial("2.4", moments(x, ("%.10g"):format(y + 2.4 * 0.0961), ("%.10g"):format(z + 2.4 * 0.0961)), "0.31 0 0") .. drawn(BOX, "0.31 0 0")),
        half_length = robot(inertial("2.4", moments(x3, y3, z3)) .. drawn(BOX)),
        diameter_for_radius = robot(inertial("2.37", moments("0.025675", "0.025675", "0.0474")) .. drawn '<cylinder radius="0.1" length="0.1"/>'),
        axes_exchanged = robot(inertial("2.4", moments(z, y, x)) .. drawn(BOX)),
        axes_permuted = robot(inertial("2.4", moments("0.0415", "0.0345", "0.0102")) .. drawn(BOX)),
        product_sign = robot(arm, nil, nil),
        products_unsigned = nil,
        products_flipped = nil,
        mirror_sign = robot(BODY, nil, linked("left_upper_arm", arm)
            .. linked("right_upper_arm", inertial("1.9", tensor(M[1], M[2], M[3], M[4], "0.00146127", M[6]), "0.02 -0.03 -0.14"))),
        entry_copied = robot(inertial("1.3", tensor("0.0123417", "0.0123417", "-0.0002", "0.0145", "0.0003", "0.0198"))),
        all_equal = robot(inertial("1.3", tensor("0.001", "0.001", "0.001", "0.001", "0.001", "0.001"))),
        decimal_point = robot(inertial("1.559", tensor("2661.9e-6", "-31.029e-6", "9.34e-6", "2302.5e-6", "151.466e-6", "1676359e-6"))),
        tensor_order = robot(inertial("2.4", tensor(x, y, z, "0", "0", "0")) .. drawn(BOX)),
        identity = robot(inertial("0.2", moments(1, 1, 1))),
        placeholder = robot(inertial("3.2", moments("0.00001", "0.00001", "0.00001"))),
        copied = robot(inertial("1.3", tensor("0.0123", "0.0004", "-0.0002", "0.0145", "0.0003", "0.0098")), nil,
            linked("r_situational_awareness_camera_box_link", inertial("2.6", tensor("0.0123", "0.0004", "-0.0002", "0.0145", "0.0003", "0.0098")))),
        units = robot(inertial("0.85", tensor("3879.71", "0", "-90.0634", "3683.33", "0", "2991.12"))),
        size = robot(inertial("3.1", moments("0.3137", "0.3291", "0.4713")), nil, nil, 'type="fixed"'),
        com_outside = robot(inertial("2.4", moments(x, y, z), "0.35 0.12 0.9") .. drawn(BOX)),
        com_sign = robot(inertial("2.4", moments(x, y, z), "0 0 0.35") .. drawn(BOX, "0 0 -0.35")),
        gyration = robot(inertial("2.4", tensor("1.31", "0.001", "0.002", "1.33", "0.003", "1.4")) .. drawn '<box size="0.4 0.4 0.4"/>'),
        ellipsoid = robot(inertial("2.4", tensor("0.232", "0.001", "0.002", "0.233", "0.003", "0.234")) .. drawn '<sphere radius="0.2"/>'),
        minimum_length = nil,
        inertia_ratio = robot(inertial("2.4", tensor("0.00031", "0.000001", "0.000002", "0.00033", "0.000003", "0.0004")) .. drawn '<box size="0.4 0.4 0.4"/>'),
        density = robot(inertial("2.4", moments("0.00004", "0.00004", "0.00004")) .. drawn '<box size="0.01 0.01 0.01"/>'),
        degrees = limited 'lower="-180" upper="180" effort="1" velocity="1"',
        limits_reversed = limited 'lower="2.775" upper="-2.775" effort="1" velocity="1"',
        zero_effort = limited 'lower="-1" upper="1" effort="0" velocity="0"',
        massless_moving = robot "<visual><geometry><sphere radius=\"0.1\"/></geometry></visual>",
        missing_inertia = robot '<inertial><mass value="2.1"/></inertial>',
        mesh_scale = nil,
        axis_zero = robot(nil, '<axis xyz="0 0 0"/>'),
        axis_not_unit = robot(nil, '<axis xyz="1 1 0"/>'),
        mimic_chain = robot(nil, '<mimic joint="second"/>', '<link name="b2">' .. BODY .. '</link><joint name="second" type="continuous"><parent link="base"/><child link="b2"/><mimic joint="third"/></joint>'
            .. '<link name="b3">' .. BODY .. '</link><joint name="third" type="continuous"><parent link="base"/><child link="b3"/></joint>'),
        not_a_number = limited 'lower="-1" upper="one" effort="1" velocity="1"',
        no_name = robot(nil, nil, "<link/>"),
        duplicate_name = robot(nil, nil, ('<link name="%s"/>'):format(LONG)),
        no_link = robot(nil, nil, '<joint name="dangling" type="fixed"><parent link="base"/></joint>'),
        no_such_link = robot(nil, nil, '<joint name="dangling" type="fixed"><parent link="base"/><child link="r_forearm_link"/></joint>'),
        no_such_joint = robot(nil, '<mimic joint="r_forearm_joint"/>'),
        joint_type = robot(nil, nil, nil, 'type="rotary"'),
        two_parents = robot(nil, nil, ('<joint name="again" type="fixed"><parent link="base"/><child link="%s"/></joint>'):format(LONG)),
        two_roots = robot(nil, nil, '<link name="other"/><link name="its"/><joint name="more" type="fixed"><parent link="other"/><child link="its"/></joint>'),
        unused_link = robot(nil, nil, '<link name="nowhere"/>'),
        circle = robot(nil, nil, '<link name="p"/><link name="q"/><joint name="pq" type="fixed"><parent link="p"/><child link="q"/></joint><joint name="qp" type="fixed"><parent link="q"/><child link="p"/></joint>'),
    }
end


-- What only other files show, by its reason: a rule that is always told with another, that the loader says, or that needs files beside.
local ELSEWHERE <const> = {
    negative_spread = "follows from a moment that is wrong",
    circle = "is what the file is refused for",
    product_sign = "is a cause", products_unsigned = "is a cause", products_flipped = "needs products that are nearly a shape's", decimal_point = "is a cause", tensor_order = "is a cause", axes_exchanged = "is a cause",
    minimum_length = "follows from a spread that is too large",
    mesh_scale = "needs several meshes",
}

local function told_of(text, width)
    local environment = {LC_ALL = "C.UTF-8", COLUMNS = tostring(width)}
    local screen = terminal.new({is_terminal = function() return false end, width = function() return nil end}, "never", function(name) return environment[name] end)
    local report, blocks, codes = examine.text(text, "robot.urdf"), {}, {}
    for _, finding in ipairs(report.findings) do
        codes[finding.code] = true
        if finding.cause then codes[finding.cause] = true end
    end
    for _, group in ipairs(told.grouped(report)) do blocks[#blocks + 1] = told.lines(screen, report, group) end
    return blocks, codes, report
end

describe("what rigid check says of a rule", function()
    local texts = broken()

    it("is tried for every rule", function()
        for _, rule in ipairs(rules.list) do
            if rule.severity ~= "note" and not ELSEWHERE[rule.code] then
                local _, codes = told_of(assert(texts[rule.code], rule.code), 80)
                assert(codes[rule.code], rule.code)
            end
        end
    end)

    for _, width in ipairs {80, 100, 60} do
        it(("fits in four lines of %d columns"):format(width), function()
            local count = 0
            for code, text in pairs(texts) do
                for _, lines in ipairs((told_of(text, width))) do
                    local block = code .. ":\n" .. table.concat(lines, "\n")
                    count = count + 1
                    assert(#lines >= 2 and #lines <= 4, block)
                    for _, line in ipairs(lines) do assert(utf8.len(line) <= width, block) end
                end
            end
            assert(count >= 45, count)
        end)
    end

    it("is whole at 80 columns: of a name the middle may be left out, of nothing else anything", function()
        for code, text in pairs(texts) do
            for _, lines in ipairs((told_of(text, 80))) do
                local block = code .. ":\n" .. table.concat(lines, "\n")
                for i, line in ipairs(lines) do
                    if i == 1 then line = line:gsub("(%g+)…(%g+ and)", "%1%2"):gsub("(%g+)…(%g+:)", "%1%2") end
                    assert(not line:find("…", 1, true), block)
                end
                assert(table.concat(lines, "\n"):find "%[[a-z_]+%]", block) -- the code of the rule stands in one of them
            end
        end
    end)

    it("says in a few words why, which fit behind the code", function()
        for _, rule in ipairs(rules.list) do
            if rule.severity ~= "note" then assert(utf8.len(("    note: [%s] %s"):format(rule.code, rule.why)) <= 80, rule.code) end
        end
    end)

    it("is told in full where nobody says how many columns there are", function()
        for code, text in pairs(texts) do
            local _, _, report = told_of(text, 80)
                    local screen = terminal.new({is_terminal = function() return false end, width = function() return nil end}, "never", function(name) return name == "LC_ALL" and "C.UTF-8" or nil end)
            for _, group in ipairs(told.grouped(report)) do
                local lines = told.lines(screen, report, group)
                assert(lines[1]:find "%[[a-z_]+%]$", code)
                assert(not table.concat(lines):find("…", 1, true), code)
            end
        end
    end)
end)
