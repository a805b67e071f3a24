-- The doctor as a detective: which formula makes the figures of a link, by the link's own shapes and the digits that were typed. Mistakes
-- planted in drawn robots, and robots that are right, of which nothing is said. Links of public files are in published_spec.
local draw = require "spec.support.draw"
local examine = require "rigid.check.examine"
local facts = require "rigid.doctor.facts"
local forensic = require "rigid.doctor.forensic"
local planted = require "spec.support.planted"
local program = require "spec.support.program"
local rigid = require "rigid"
local solids = require "spec.support.solids"
local typed = require "rigid.doctor.typed"
local valid = require "spec.support.valid"
local links_as_text = require "spec.support.links_as_text"

local text_of, report_of, told = links_as_text.text_of, links_as_text.report_of, links_as_text.told

-- ---- a rod, from the prompt too -------------------------------------------------------------------------------------

describe("a rod about its end", function()
    local function rod(end_of_it)
        local I = 1 / 12 * (1 + 0.05 ^ 2)
        return {mass = 1, com = {0.5, 0, 0}, inertia = {1 / 12 * 2 * 0.05 ^ 2, I + (end_of_it and 0.25 or 0), I + (end_of_it and 0.25 or 0)}}
    end
    local function model(end_of_it)
        local m = rigid.Model {name = "made"}
        local box = {{shape = {type = "box", size = {1, 0.05, 0.05}}, placement = {position = {0.5, 0, 0}}}}
        m:add_body {name = "rod", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = rod(end_of_it), visuals = box, collisions = box}
        return m
    end

    it("is found by the one doctor that all have", function()
        local list = model(true):diagnose()
        assert.same({"about_end", true, "rod"}, {list[1].cause, list[1].certain, list[1].link})
        assert.equal(0, #model(false):diagnose())
    end)
end)

describe("a mistake beside others that are known", function()
    -- A cylinder of 0.5 kg that lies along x.
    local ACROSS <const> = {'<cylinder radius="0.025" length="0.05"/>', '<origin rpy="0 1.5707963 0" xyz="0 0 0"/>'}

    it("is the axis of a shape that lies along x, taken for any other", function()
        for _, words in ipairs {"0.000182292 0 0 0.00015625 0 0.000182292", "0.000182292 0 0 0.000182292 0 0.00015625"} do
            local finding = told(report_of {{"drum", "0.5", words, nil, table.unpack(ACROSS)}}, "drum")
            assert.same({"axes_exchanged", "0.00015625"}, {finding.cause, finding.fix and tostring(tonumber(finding.fix.ixx))})
        end
        assert.same({}, report_of {{"drum", "0.5", "0.00015625 0 0 0.000182292 0 0.000182292", nil, table.unpack(ACROSS)}}.findings)
    end)

    it("is a point off in one figure of a ball, or of a cylinder of four digits", function()
        for _, one in ipairs {
            {'<sphere radius="0.04"/>', "3.200e-05 0 0 3.200e-05 0 3.2e-07", "0.05"},
            {'<cylinder radius="0.0325" length="0.051"/>', "0.0002272 0 0 0.0002272 0 2.495e-06", "0.472475"},
        } do
            local finding = told(report_of {{"part", one[3], one[2], nil, one[1]}}, "part")
            assert.equal("decimal_point", finding.cause)
            assert.truthy(finding.fix.izz)
        end
    end)

    local FOOT <const>, BALL <const> = "1.6854e-05 0 0 1.6854e-05 0 1.6854e-05", '<sphere radius="0.0265"/>'

    it("is a mass in grams, by the link's own ball of five digits, or by those of the same tensor", function()
        assert.equal("mass_unit", told(report_of {{"foot", "60", FOOT, nil, BALL}}, "foot").cause)
        local report = report_of {{"a", "0.06", FOOT}, {"b", "60", FOOT}, {"c", "0.06", FOOT}}
        local finding = told(report, "b")
        assert.same({"mass_unit", false, 1, "0.06"}, {finding.cause, finding.certain, #report.findings, tostring(tonumber(finding.fix.mass))})
    end)

    it("is a placeholder where several links have it, and not a copy", function()
        local equal = "0.001 0.001 0.001 0.001 0.001 0.001"
        local report = report_of {{"hatch", "0.142", equal}, {"trunk", "2.04", equal}}
        assert.same({"all_equal", "all_equal"}, {told(report, "hatch").cause, told(report, "trunk").cause})
    end)

    it("is the unit of the whole file, whatever placeholders and missing masses stand beside", function()
        local links, d = {}, draw.stream(9)
        for i = 1, 6 do
            local a, b, c = 80 + 40 * d:unit_interval(), 90 + 40 * d:unit_interval(), 100 + 40 * d:unit_interval() -- kg mm² of about a kilogram
            links[i] = {"link" .. i, ("%.4g"):format(0.5 + d:unit_interval()), ("%.6g 0 0 %.6g 0 %.6g"):format(10 * a, 10 * b, 10 * c), ("%.4g 12.5 3"):format(30 * d:unit_interval())}
        end
        for i = 7, 9 do links[i] = {"sensor" .. i, "0.05", "100 0 0 100 0 100"} end
        links[10] = {"foot", "0", "570 0 0 840 0 530"}
        local report = report_of(links)
        for i = 1, 6 do assert.equal("file_units", told(report, "link" .. i).cause) end
    end)

    it("is not the unit of the file where that is one link over again", function()
        local links = {{"cube", "0.1", "1 0 0 1 0 1"}}
        for i = 2, 5 do links[i] = {"bar" .. i, "0.01", "0.2125 -0.005 0.0225 0.205 0.045 0.0125"} end
        for i = 2, 5 do assert.is_nil((told(report_of(links), "bar" .. i).headline or ""):find "of this file") end
    end)
end)

describe("figures that no body has for their rounding", function()
    local PLATE <const>, TURNED <const> = '<box size="0.004 0.476 0.283"/>', '<origin rpy="0 1.5708 0" xyz="0 0 0"/>'

    it("are suspicious, and no more, where they are the link's own shape", function()
        for _, words in ipairs {"0.00283 0 3.68e-09 0.001 0 0.00384", "0.00283 0 0 0.001000 0 0.00383"} do
            local links = {{"plate", "0.15", words, nil, PLATE, TURNED}}
            local report = report_of(links)
            assert.equal(0, report.count.error)
            assert.equal(text_of(links), examine.mended(report))
            local after = examine.text(examine.mended(report, true), "made.urdf")
            assert.same({}, after.findings)
        end
        assert.equal("rounded", report_of({{"plate", "0.15", "0.00283 0 3.68e-09 0.001 0 0.00384", nil, PLATE, TURNED}}).findings[1].code)
    end)

    it("are so where they are flat to the last of many digits, whatever is drawn", function()
        local report = report_of {{"disc", "0.01", "8.53333333333e-07 0 0 1.70666666667e-06 0 8.53333333333e-07"}}
        assert.same({"rounded", "suspicion", 1}, {report.findings[1].code, report.findings[1].severity, #report.findings})
    end)

    it("cannot exist where it is more than the rounding", function()
        for _, link in ipairs {
            {"plate", "0.15", "0.00283 0 0 0.001 0 0.00389", nil, PLATE, TURNED}, {"made_up", "1", "1 0 0 1 0 3"}, {"disc", "0.01", "8.53e-07 0 0 1.71e-06 0 8.53e-07"},
            {"disc", "0.01", "8.53333333333e-07 0 0 1.70666666767e-06 0 8.53333333333e-07"},
        } do assert.equal(1, report_of({link}).count.error, link[3]) end
    end)
end)

describe("the rpy of an inertial", function()
    -- A box of 0.1 × 0.2 × 0.3 m and 2 kg, its figures in the axes of the link.
    local function text(rpy)
        return ([[<robot name="made"><link name="box"><inertial><origin xyz="0 0 0.1" rpy="%s"/><mass value="2"/>
<inertia ixx="0.0216667" ixy="0" ixz="0" iyy="0.0166667" iyz="0" izz="0.00833333"/></inertial>
<collision><origin xyz="0 0 0.1"/><geometry><box size="0.1 0.2 0.3"/></geometry></collision></link></robot>]]):format(rpy)
    end

    it("turns figures again that are in the axes of the link already, and is told where it does", function()
        assert.equal(0, #examine.text(text "0 0 0", "made.urdf").findings)
        for _, rpy in ipairs {"1.5708 0 0", "0 1.5708 0", "0.3 0.2 0.1"} do
            local report = examine.text(text(rpy), "made.urdf")
            local finding = told(report, "box")
            assert.same({"axes_exchanged", true}, {finding.cause, finding.certain}, rpy)
            assert.truthy(finding.sentence:find("turned again by the rpy", 1, true), rpy)
            assert.equal(0, #examine.text(examine.mended(report), "made.urdf").findings, rpy)
        end
    end)
end)

-- ---- meshes ----------------------------------------------------------------------------------------------------------

describe("a link that is drawn by a mesh", function()
    -- The findings of a link whose mesh has that body, its figures changed; drawn: how much larger the file has it; scale: as the URDF says.
    local function findings(change, drawn, scale)
        local mesh = solids.moved(solids.box(0.1, 0.2, 0.07), {0.05, 0.02, 0.1})
        mesh.vertices[4] = {0.15, 0.12, 0.035}
        mesh = solids.single(mesh)
        local M, list = rigid.SpatialInertia.mesh {density = 1000, vertices = mesh.vertices, faces = mesh.faces}, nil
        solids.with_file(solids.scaled(mesh, drawn or 1), "binary_stl", function(path)
            local I, c, O = M:central_inertia(), M:com(), M:rotational_inertia()
            local function six(J) local m, p = J:moments(), J:products() return {m.x, m.y, m.z, p.x, p.y, p.z} end
            local w = {I = six(I), about_origin = six(O), mass = M:mass(), com = {c.x, c.y, c.z}}
            change(w)
            local text = ('<robot name="made"><link name="part"><inertial><origin xyz="%.8g %.8g %.8g"/><mass value="%.8g"/><inertia ixx="%.7g" iyy="%.7g" izz="%.7g" ixy="%.7g" ixz="%.7g" iyz="%.7g"/></inertial><visual><geometry><mesh filename="%s"%s/></geometry></visual></link></robot>'):format(
                w.com[1], w.com[2], w.com[3], w.mass, w.I[1], w.I[2], w.I[3], w.I[4], w.I[5], w.I[6], path, scale and (' scale="%s %s %s"'):format(scale, scale, scale) or "")
            list = examine.text(text, path:match "^(.*/)" .. "made.urdf").findings
        end)
        return list
    end
    local function times(s) return function(w) for k = 1, 6 do w.I[k] = w.I[k] * s end end end
    local function as_it_is() end

    it("is silent where it is right, in metres and in millimetres", function()
        assert.equal(0, #findings(as_it_is))
        assert.equal(0, #findings(as_it_is, 1000, 0.001))
        assert.equal(0, #findings(function(w) for k = 1, 3 do w.I[k] = 1.1 * w.I[k] end end)) -- a part that is not quite as drawn
    end)

    it("is explained by what the mesh bounds", function()
        for _, case in ipairs {
            {"tensor_unit", times(1e9)}, {"tensor_unit", times(1e6)}, {"mass_unit", function(w) w.mass = 1000 * w.mass end},
            {"product_sign", function(w) for k = 4, 6 do w.I[k] = -w.I[k] end end}, {"about_origin", function(w) w.I = w.about_origin end},
            {"axes_exchanged", function(w) w.I[1], w.I[3] = w.I[3], w.I[1] end}, {"decimal_point", function(w) w.I[3] = 10 * w.I[3] end},
            {"length_unit", function(w) for k = 1, 3 do w.com[k] = 1000 * w.com[k] end end}, {"com_sign", function(w) w.com[3] = -w.com[3] end},
        } do
            local list = findings(case[2])
            assert.same({case[1], true}, {list[1] and list[1].cause, list[1] and list[1].certain})
        end
    end)

    it("has a mesh a thousand times too large, or too small", function()
        for _, case in ipairs {{1000, nil, "no scale 0.001"}, {1, 0.001, "twice"}} do
            local list = findings(as_it_is, case[1], case[2])
            assert.same({1, "mesh_scale", "mesh_scale"}, {#list, list[1].cause, list[1].code})
            assert.truthy(list[1].headline:find(case[3], 1, true))
        end
    end)
end)

-- ---- digits ---------------------------------------------------------------------------------------------------------

describe("a figure as typed", function()
    it("has so many digits, and may be off by one in the last", function()
        for _, case in ipairs {{"0.00120", 3, 1e-5}, {"1.7199e-05", 5, 1e-9}, {"-31.029e-6", 5, 1e-9}, {"1", 1, 1}, {"1200", 4, 1}, {" 0.5 ", 1, 0.1}, {".25", 2, 0.01}, {"0.00000", 0, 1e-5}} do
            local figure = typed.figure(case[1])
            assert.same({tonumber(case[1]) + 0.0, case[2]}, {figure.value, figure.digits}, case[1])
            assert(math.abs(figure.within / case[3] - 1) < 1e-9, case[1])
        end
        for _, nought in ipairs {"0", "0.0", "-0.00", "0e0"} do assert.same({0.0, 0}, {typed.figure(nought).value + 0.0, typed.figure(nought).within}) end
        assert.is_nil(typed.figure "nan")
        assert.is_nil(typed.figure "1e999")
        assert.is_nil(typed.figure "x")
    end)

    it("counts: what agrees in too few digits to tell is not told", function()
        local box = {{shape = {type = "box", size = {0.1, 0.2, 0.3}}}}
        -- about the corner, products left out: ixx = 0.052, iyy = 0.04, izz = 0.02 are four digits in all
        local M = rigid.SpatialInertia {mass = 1.2, inertia = {0.052, 0.04, 0.02}}
        local known = facts.of {inertia = M, record = {collisions = box}}
        assert.is_nil(forensic.study(known))
        M = rigid.SpatialInertia {mass = 1.2, inertia = {0.052, 0.04, 0.02, -0.006, -0.009, -0.018}, skip_validity_check = true}
        local study = forensic.study(facts.of {inertia = M, record = {collisions = box}})
        assert.same({"about_corner", 1}, {study.cause, #study.causes})
    end)
end)

describe("a product of nought", function()
    it("agrees with none, and is written where one was meant", function()
        -- a box of 0.1 × 0.2 × 0.3 m and 2 kg about its corner, ixy typed as 0: m/3 (y² + z²), −m/4 x z, −m/4 y z
        local link = {"box", "2", "0.0866667 0 -0.015 0.0666667 -0.03 0.0333333", "0 0 0", '<box size="0.1 0.2 0.3"/>'}
        assert.falsy(told(report_of {link}, "box").certain)
        link[3] = "0.0866667 -0.01 -0.015 0.0666667 -0.03 0.0333333"
        assert.same({"about_corner", true}, {told(report_of {link}, "box").cause, told(report_of {link}, "box").certain})
        assert.equal(0, #examine.text(examine.mended(report_of {link}), "made.urdf").findings)
    end)
end)

-- ---- drawn robots ---------------------------------------------------------------------------------------------------

describe("a mistake planted in a drawn robot", function()
    for number, kind in ipairs(planted.kinds) do
        it(("is named: %s"):format(kind[1]), function()
            local named = 0
            draw.each(4, 71000 + 100 * number, function(d)
                local text, name = planted.draw(d, kind)
                named = named + (planted.is_named(examine.text(text, "drawn.urdf").findings, kind, name) and 1 or 0)
            end)
            assert(named >= 3, ("%d of 4"):format(named))
        end)
    end

    it("is named where nothing is drawn, of what the robot and round sizes still tell", function()
        local TELLING <const> = {["mass in g"] = true, ["com in mm"] = true, ["tensor in kg mm²"] = true, ["tensor in g mm²"] = true, ["whole file in mm and g"] = true}
        for number, kind in ipairs(planted.kinds) do
            if TELLING[kind[1]] then
                draw.each(4, 78000 + 100 * number, function(d)
                    local text, name = planted.draw(d, kind)
                    text = text:gsub("    <visual>[^\n]*\n", ""):gsub("    <collision>[^\n]*\n", "")
                    assert(planted.is_named(examine.text(text, "drawn.urdf").findings, kind, name), kind[1])
                end)
            end
        end
    end)

    it("is not found where none is", function()
        draw.each(40, 79000, function(d)
            local report = examine.text(planted.text(planted.robot(d)), "drawn.urdf")
            assert.equal(0, #report.findings, report.findings[1] and report.findings[1].sentence)
        end)
    end)
end)

describe("a drawn robot that is right", function()
    it("is not condemned, and hardly doubted", function()
        local doubted, links = 0, 0
        program.in_directory(function(directory)
            draw.each(60, 80000, function(d)
                local m = valid.robot(d, directory)
                for _, finding in ipairs(m:diagnose()) do
                    assert.not_equal("error", finding.severity)
                    doubted = doubted + 1
                end
                links = links + 10
            end)
        end)
        assert(doubted <= 0.01 * links, ("%d of %d"):format(doubted, links))
    end)
end)
