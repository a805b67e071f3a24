-- The doctor as a detective, on links as public files have them: figures with what is really wrong with them, as read by hand.
require "rigid"
local examine = require "rigid.check.examine"
local published = require "spec.support.published"
local links_as_text = require "spec.support.links_as_text"

local text_of, report_of, told = links_as_text.text_of, links_as_text.report_of, links_as_text.told

-- Of published robots (Gepetto/example-robot-data), each with what is wrong: {link, mass, six figures, com, box, cause, certain, digits}.
-- Allegro hand, left: m/3 (y² + z²), m/4 xz, m/4 xy, m/3 (x² + y²), m/4 yz, m/3 (y² + z²) of the box's own edges x y z.
local ALLEGRO <const> = {
    {"link_9", "0.065", "7.95654166667e-05 1.7199e-05 8.75875e-06 2.47088833333e-05 2.413125e-05 7.95654166667e-05", "0.0196 0.0275 0.054"},
    {"link_10", "0.0355", "2.63979183333e-05 6.67968e-06 4.783625e-06 1.34948516667e-05 9.372e-06 2.63979183333e-05", "0.0196 0.0275 0.0384"},
    {"link_11", "0.0096", "4.701248e-06 1.255968e-06 1.2936e-06 3.649312e-06 1.7622e-06 4.701248e-06", "0.0196 0.0275 0.0267"},
}
local OTHERS <const> = {
    {"base", "1e-6", "1e-6 1e-6 1e-6 1e-6 1e-6 1e-6", "0 0 0", "all_equal"}, -- b1, b1-z1, go1
    {"hatch", "0.142", "0.001 0.001 0.001 0.001 0.001 0.001", "0.116 0.0 0.0758", "all_equal"}, -- anymal
    {"camera", "0.16043", "0.000637051 0.000484569 0.000424211 0.000929402 5.138e-06 0.000484569", "-0.021 -0.002 0.025", "entry_copied"}, -- anymal, four times
    {"foot", "0.00000000", "0.00000057 0.0 0.0 0.00000084 0.0 0.00000053", "0 0 0.00035767", "missing_mass"}, -- bolt, twice
    {"nothing", nil, "0.00000057 0.0 0.0 0.00000084 0.0 0.00000053", "0 0 0.00035767", "missing_mass"},
}
-- Alex, psyonic hands: one tensor for 0.2 and 0.4 kg.
local PSYONIC <const> = {
    {"base", "0.2", "0.00097826 0.00008734 0.00032299 0.00124478 0.00024474 0.00045622", "0.01 0.02 0.03"},
    {"thumb", "0.4", "0.00097826 0.00008734 0.00032299 0.00124478 0.00024474 0.00045622", "0 0 0.01"},
}

describe("a published link", function()
    it("is its own collision box about the corner, y and z exchanged, unsigned, izz typed as ixx: 13 links, one cause", function()
        local links = {}
        for i, link in ipairs(ALLEGRO) do links[i] = {link[1], link[2], link[3], "0 0 0", ('<box size="%s"/>'):format(link[4])} end
        local report = report_of(links)
        for _, link in ipairs(ALLEGRO) do
            local finding = told(report, link[1])
            assert.same({"about_corner", true, "error"}, {finding.cause, finding.certain, finding.severity})
            assert.same({"about_corner", "axes_exchanged", "products_unsigned", "entry_copied"}, finding.causes)
            assert(finding.digits >= 12, finding.digits)
            assert.equal(3, #finding.together)
            assert.truthy(finding.sentence:find("izz typed as ixx", 1, true))
        end
        local mended = examine.text(examine.mended(report), "made.urdf")
        assert.equal(0, #mended.findings)
        -- m/12 (y² + z²) = 0.065/12 (0.0275² + 0.054²)
        assert.truthy(examine.mended(report):find('ixx="1.98913541667e-05" ixy="0" ixz="0"', 1, true))
    end)

    it("is not that box where a figure is another: then nothing is certain", function()
        local link = ALLEGRO[1]
        local figures = link[3]:gsub("1.7199e%-05", "1.7299e-05")
        local finding = told(report_of {{link[1], link[2], figures, "0 0 0", ('<box size="%s"/>'):format(link[4])}}, link[1])
        assert.not_equal("about_corner", finding.cause)
        assert.falsy(finding.certain)
    end)

    it("has one figure six times, two figures that are one, or no mass, and is not mended for it", function()
        for _, link in ipairs(OTHERS) do
            local report = report_of {link}
            local finding = told(report, link[1])
            assert.same({link[5], false, "error"}, {finding.cause, finding.certain, finding.severity}, link[1])
            assert.equal(text_of {link}, examine.mended(report))
        end
        assert.equal(6, told(report_of {OTHERS[3]}, "camera").digits)
        assert.equal("missing_mass", told(report_of {OTHERS[5]}, "nothing").code)
        assert.equal(text_of {OTHERS[5]}, examine.mended(report_of {OTHERS[5]}))
    end)

    it("has the tensor of another of twice its mass, impossible as that is", function()
        local report = report_of(PSYONIC)
        for _, link in ipairs(PSYONIC) do assert.same({"tensor_copied", false}, {told(report, link[1]).cause, told(report, link[1]).certain}) end
        assert.equal(text_of(PSYONIC), examine.mended(report))
    end)

    it("was computed of a solid with a point off, as its round sizes tell", function() -- ur5, wrist_1_link: a cylinder of 0.6 m in place of 0.06 m
        local report = report_of {
            {"base", "4", "0.0044333 0 0 0.0044333 0 0.0072"}, {"wrist", "1.219", "0.111172755531 0.0 0.0 0.111172755531 0.0 0.21942"},
        }
        local finding = told(report, "wrist")
        assert.same({"size", "size", false}, {finding.cause, finding.code, finding.certain})
        assert.truthy(finding.headline:find("cylinder of radius 0.6 m and length 0.12 m along z", 1, true), finding.headline)
        -- the same cylinder of 0.06 m, and sizes that are not round, are nothing to tell
        for _, figures in ipairs {"0.00243008 0 0 0.00243008 0 0.0021942", "0.0117351 0 0 0.0117351 0 0.0219417"} do
            assert.equal(0, #report_of {{"base", "4", "0.0044333 0 0 0.0044333 0 0.0072"}, {"wrist", "1.219", figures}}.findings)
        end
    end)
end)

-- ---- all that public files have ------------------------------------------------------------------------------------------

describe("what is told of the impossible links of public robots", function()
    local named, silent, times = 0, 0, 0

    -- The links of a file as text_of takes them, behind a sound one that they are welded to.
    local function links_of(file)
        local links = {{"sound", "1", "0.01 0 0 0.012 0 0.014"}}
        for _, row in ipairs(file) do
            links[#links + 1] = {row[1], row[2], row[3], row[4], row[5], row[6] and ("<origin %s/>"):format(row[6]) or ""}
        end
        return links
    end

    for _, file in ipairs(published.files) do
        it(("is the cause as read by hand, or that it is not known: %s"):format(file.path), function()
            local links = links_of(file)
            local report = report_of(links)
            for _, row in ipairs(file) do
                local finding = told(report, row[1])
                if row.cause then
                    assert.same({row.cause, row.certain or false}, {finding.cause or finding.code, finding.certain}, row[1])
                    assert(not row.digits or finding.digits >= row.digits, row[1])
                    named = named + 1
                else
                    assert.falsy(finding.certain, row[1])
                    silent = silent + 1
                end
                times = times + row.times
            end
            local changed, rounded = 0, 0
            for _, row in ipairs(file) do changed, rounded = changed + (row.certain and 1 or 0), rounded + (row.cause == "rounded" and 1 or 0) end
            local mended = examine.mended(report)
            assert.equal(changed == 0, mended == text_of(links))
            assert.equal(#file - changed - rounded, examine.text(mended, "made.urdf").count.error)
        end)
    end

    teardown(function() assert.same({40, 13, 378}, {named, silent, times}) end)
end)
