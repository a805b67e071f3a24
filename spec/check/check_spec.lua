-- `rigid check`, through the real program: what it says of sound, impossible and doubtful links, each option, exit codes.
local has_json, dkjson = pcall(require, "dkjson")
local rigid = require "rigid"
local files_of = require "spec.support.check"

if not has_json or not pcall(require, "argparse") then
    describe("rigid check", function() pending "lua-argparse and lua-dkjson are not here" end)
    return
end

local check, in_files, urdf, SOUND, POINT = files_of.check, files_of.in_files, files_of.urdf, files_of.SOUND, files_of.POINT
local ROUGH, IDENTITY, has, without_figures = files_of.ROUGH, files_of.IDENTITY, files_of.has, files_of.without_figures

describe("rigid check", function()
    it("exits 0 where all links are sound, and shows the table of them", function()
        in_files({["a.urdf"] = urdf {SOUND}}, function(_, run)
            local out, err, code = run {"a.urdf"}
            assert.equal(0, code)
            assert.equal("", err)
            has(out, "✓ a.urdf", "1 link, 6 kg, sound", "30.0 × 20.0 × 10.0 cm", "1000", "1 file, 1 link with inertia; nothing found")
        end)
    end)

    it("exits 1 where a link cannot exist, with file, line, figures and the slip", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT}}, function(_, run)
            local out, err, code = run {"a.urdf", environment = {"LC_ALL=C.UTF-8", "COLUMNS="}}
            assert.equal(1, code)
            assert.equal("", err)
            has(out, "a.urdf:3:168: point: izz × 10⁻³, the one slip that explains it [decimal_point]", "1.67636) kg m²",
                "Exactly one slip explains these numbers: izz × 10⁻³", 'help: izz="0.001676359"')
            assert.falsy(out:find("[negative_spread]", 1, true)) -- which follows from the other
        end)
    end)

    it("says in one line of what several links have in common", function()
        in_files({["a.urdf"] = urdf {SOUND, {"one", 0.2, IDENTITY[3]}, {"two", 0.2, IDENTITY[3]}}}, function(_, run)
            local out = run {"a.urdf"}
            has(out, "a.urdf:3:84: one and 1 more: the tensor is the identity", "note: a template's default, not a measurement; likewise two (line 5)\n")
            assert.equal(1, select(2, out:gsub("%[identity%]", "")))
        end)
    end)

    it("goes on after a file that cannot be read, and exits 2", function()
        in_files({["a.urdf"] = urdf {POINT}, ["b.urdf"] = "<robot><link/></robot>", ["c.urdf"] = urdf {SOUND}}, function(_, run)
            local out, _, code = run {"b.urdf", "none.urdf", "a.urdf", "c.urdf"}
            assert.equal(2, code)
            has(out, "b.urdf:1: <link> has no attribute 'name'", "none.urdf", "No such file", "point: izz × 10⁻³", "✓ c.urdf", "2 files cannot be read")
        end)
    end)

    it("judges the links of a URDF whose joints make no tree, and still exits 2", function()
        local text = urdf {SOUND, POINT}:gsub('child link="point"', 'child link="pint"')
        in_files({["a.urdf"] = text}, function(_, run, read)
            local out, _, code = run {"a.urdf"}
            assert.equal(2, code)
            has(out, "a.urdf:4: joint 'j2': child link 'pint' does not exist", "point: izz × 10⁻³", "[no_such_link]")
            _, _, code = run {"--fix", "b.urdf", "a.urdf"}
            assert.equal(2, code)
            assert.equal(without_figures(text), without_figures(read "b.urdf"))
            has(read "b.urdf", 'izz="0.001676359"')
        end)
    end)

    it("reads standard input for -", function()
        local out, _, code = check {"-", input = urdf {POINT}}
        assert.equal(1, code)
        has(out, "standard input")
    end)
end)

describe("the options of rigid check", function()
    it("--strict minds what is doubtful or suspicious", function()
        in_files({["a.urdf"] = urdf {SOUND, IDENTITY}, ["b.urdf"] = urdf {SOUND}}, function(_, run)
            assert.equal(0, (select(3, run {"a.urdf"})))
            assert.equal(1, (select(3, run {"--strict", "a.urdf"})))
            assert.equal(0, (select(3, run {"--strict", "b.urdf"})))
        end)
    end)

    it("--quiet says one line of each file with findings, and none of the others", function()
        in_files({["a.urdf"] = urdf {POINT}, ["b.urdf"] = urdf {SOUND}}, function(_, run)
            local out, _, code = run {"-q", "a.urdf", "b.urdf"}
            assert.equal(1, code)
            assert.equal(1, select(2, out:gsub("\n", "")))
            has(out, "a.urdf", "1 link cannot exist")
            assert.equal("", (run {"--quiet", "b.urdf"}))
        end)
    end)

    it("--derivation gives the derivation so that it can be done again", function()
        in_files({["a.urdf"] = urdf {POINT}}, function(_, run)
            local out = run {"--derivation", "a.urdf"}
            -- half the trace less the entries, from the figures of the file
            local half = (2661.9e-6 + 2302.5e-6 + 1676359e-6) / 2
            has((out:gsub("%s+", " ")), "ixx = 0.0026619", "izz = 1.676359", ("%.12g"):format(half - 2661.9e-6), "3.1029e-05", "-0.000151466", "Σ", "(--fix takes this one)",
                "the negative spread of mass lifted to zero")
            local M = rigid.SpatialInertia {mass = 1.559, skip_validity_check = true,
                inertia = {2661.9e-6, 2302.5e-6, 1676359e-6, -31.029e-6, 9.34e-6, 151.466e-6}}
            has((out:gsub("%s+", " ")), M:diagnose()[2].sentence:match "negative: (%S+)")
        end)
    end)

    it("--links shows all links of several files, which else are shown for one file alone", function()
        in_files({["a.urdf"] = urdf {SOUND}, ["b.urdf"] = urdf {SOUND}}, function(_, run)
            assert.falsy((run {"a.urdf", "b.urdf"}):find("as large as", 1, true))
            assert.equal(2, select(2, (run {"--links", "a.urdf", "b.urdf"}):gsub("as large as", "")))
        end)
    end)

    it("--notes tells what the reader remarked, but for what the findings say better", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT}:gsub("</robot>", "<gazebo/></robot>")}, function(_, run)
            local out = run {"--notes", "a.urdf"}
            has(out, "notes from reading it", "<gazebo> (1)")
            assert.falsy(out:find("kept as it is", 1, true))
        end)
    end)

    it("--color colours, and else only a terminal without NO_COLOR is", function()
        in_files({["a.urdf"] = urdf {POINT}}, function(_, run)
            assert.truthy((run {"--color=always", "a.urdf"}):find "\27%[")
            assert.falsy((run {"--color=never", "a.urdf"}):find "\27")
            assert.falsy((run {"a.urdf"}):find "\27")
        end)
    end)

    it("--help is a page of the manual", function()
        local out, err, code = check {"--help"}
        assert.equal(0, code)
        assert.equal("", err)
        has(out, "NAME\n", "SYNOPSIS\n", "DESCRIPTION\n", "OPTIONS\n", "EXIT STATUS\n", "EXAMPLES\n", "--fix OUT", "--json", "--strict", "--quiet", "--explain", "--derivation", "--select", "--baseline", "--unsafe-fixes", "--color")
        for line in out:gmatch "[^\n]+" do assert(#line <= 80, line) end
    end)

    it("are refused with words where they are wrong, with exit code 2", function()
        for _, case in ipairs {
            {{}, "no file is named"}, {{"--bogus", "x"}, "unknown option '--bogus'"}, {{"--color=blue", "x"}, "must be one of"}, {{"--fix"}, "requires an argument"},
            {{"--json=3", "x"}, "does not take arguments"}, {{"-z"}, "unknown option '-z'"},
        } do
            local out, err, code = check(case[1])
            assert.equal(2, code)
            assert.equal("", out)
            has(err, "rigid check: ", case[2], "Try 'rigid check --help'.")
        end
    end)

    it("keep to the width there is, and to ASCII where the locale has no more", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT, ROUGH, IDENTITY}}, function(_, run)
            for _, width in ipairs {60, 80, 132} do
                local out = run {"--derivation", "a.urdf", environment = {"LC_ALL=C.UTF-8", "COLUMNS=" .. width}}
                for line in out:gmatch "[^\n]+" do assert(utf8.len(line) <= width, line) end
            end
            local out = run {"--derivation", "a.urdf", environment = {"LC_ALL=C", "COLUMNS=400"}}
            assert.falsy(out:find "[\x80-\xFF]")
            has(out, "izz x 10^-3", "kg m^2")
            assert.falsy((run {"--help", environment = {"LC_ALL=C"}}):find "[\x80-\xFF]")
        end)
    end)
end)

describe("rigid check --json", function()
    it("is one document of findings, repairs and links, with figures that read back exactly", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT, IDENTITY}}, function(directory, run)
            local out, err, code = run {"--json", "a.urdf", "none.urdf"}
            assert.equal(2, code)
            assert.equal("", err)
            local document = assert(dkjson.decode(out))
            local file = document.files[1]
            assert.same({"a.urdf", "made", "urdf", "findings"}, {file.file, file.robot, file.format, file.status})
            assert.same({2, 2, 1, 1}, {document.exit, document.summary.files, document.summary.error, document.summary.warning})
            assert.same({"none.urdf", "unreadable"}, {document.files[2].file, document.files[2].status})
            local list = rigid.load(directory .. "/a.urdf"):diagnose()
            assert.equal(#list, #file.findings)
            assert(#list >= 3)
            for i, finding in ipairs(list) do
                local said = file.findings[i]
                for _, key in ipairs {"code", "severity", "quantity", "value", "limit", "margin", "unit", "sentence", "link", "line"} do
                    assert.equal(finding[key], said[key], key)
                end
            end
            assert.same({1676359e-6, 1.559, -31.029e-6}, {file.links[2].inertia.izz, file.links[2].mass, file.links[2].inertia.ixy})
            local repair = file.repairs[1].repairs[1]
            assert.same({"izz × 10⁻³", 0.001676359}, {repair.edit, repair.changes.izz})
        end)
    end)

    it("says the same in the same order each time, and null for what is no number", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT, {"wild", "nan", {1, 0, 0, 1, 0, 1}}}}, function(_, run)
            local first = run {"--json", "a.urdf"}
            assert.equal(first, (run {"--json", "a.urdf"}))
            has(first, '"mass":null')
            assert.falsy(first:find ":%s*-?nan" or first:find ":%s*-?inf")
            local at = 0
            for _, key in ipairs {"rigid", "files", "file", "robot", "format", "status", "links", "findings", "summary", "exit"} do
                local found = first:find('"' .. key .. '":', at + 1, true)
                assert(found, key)
                at = found
            end
        end)
    end)

    it("tells what --fix changed", function()
        in_files({["a.urdf"] = urdf {POINT, {"wild", "nan", {1, 0, 0, 1, 0, 1}}}}, function(_, run)
            local document = dkjson.decode((run {"--json", "--fix", "b.urdf", "a.urdf"}))
            local file = document.files[1]
            assert.same({"b.urdf", 1}, {file.written, document.exit})
            assert.same({figure = "izz", line = 2, before = "1676359e-6", after = "0.001676359"}, file.mended[1].changes[1])
            assert.equal("wild", file.left[1].link)
        end)
    end)
end)
