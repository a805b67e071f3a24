-- What `rigid check` finds in a file besides its inertias, all in one run, and how findings are chosen and told: codes, comments, baselines,
-- and the forms that other programs read.
local has_json, dkjson = pcall(require, "dkjson")
local examine = require "rigid.check.examine"
local files_of = require "spec.support.check"
require "rigid"
local rules = require "rigid.doctor.rules"

if not has_json or not pcall(require, "argparse") then
    describe("rigid check", function() pending "lua-argparse and lua-dkjson are not here" end)
    return
end

local in_files, urdf, SOUND, POINT, IDENTITY, has = files_of.in_files, files_of.urdf, files_of.SOUND, files_of.POINT, files_of.IDENTITY, files_of.has

local BODY <const> = '<inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>'

-- A robot of two links and a joint of these attributes and children; more: links and joints beside.
local function robot(attributes, inside, more, second)
    return ('<robot name="r">\n<link name="a">%s</link>\n<link name="b">%s</link>\n<joint name="j" %s><parent link="a"/><child link="b"/>%s</joint>\n%s</robot>\n'):format(BODY,
        second or BODY, attributes or 'type="revolute"', inside or "", more or "")
end

-- The findings and notes of a text by their codes.
local function found(text)
    local report = examine.text(text, "r.urdf")
    local by_code, all = {}, {}
    for _, list in ipairs {report.findings, report.unseen} do
        for _, finding in ipairs(list) do
            by_code[finding.code] = by_code[finding.code] or finding
            all[#all + 1] = finding.code
        end
    end
    return by_code, table.concat(all, " "), report
end

describe("the file around the inertias", function()
    it("is silent where it is right", function()
        local _, all = found(robot('type="revolute"', '<origin xyz="0 0 1" rpy="1.5708 0 -3.14159"/><axis xyz="0 0 1"/><limit lower="-3.14159" upper="6.28" effort="10" velocity="3"/>'))
        assert.equal("", all)
    end)

    local CASES <const> = {
        {"degrees", "degrees", true, 'type="revolute"', '<limit lower="-180" upper="180" effort="1" velocity="1"/>'},
        {"degrees", "degrees", false, 'type="revolute"', '<limit lower="-28.6" upper="131.2" effort="1" velocity="1"/>'},
        {"degrees", "degrees", true, 'type="fixed"', '<origin xyz="0 0 0" rpy="90 0 0"/>'},
        {"degrees", "degrees", true, 'type="revolute"', '<limit lower="-170" upper="270" effort="1" velocity="1"/>'},
        {"degrees", "degrees", false, 'type="revolute"', '<limit lower="-20" upper="20" effort="1" velocity="1"/>'}, -- a drum may
        {"degrees", "degrees", false, 'type="fixed"', '<origin xyz="0 0 0" rpy="15 0 0"/>'}, -- 1.5 without its point
        {"limits_reversed", "limits_reversed", true, 'type="prismatic"', '<limit lower="0.5" upper="-0.5" effort="1" velocity="1"/>'},
        {"limits_reversed", "limits_reversed", false, 'type="prismatic"', '<limit lower="0.5" upper="-0.7" effort="1" velocity="1"/>'}, -- or both signs
        {"zero_effort", "zero_effort", false, 'type="revolute"', '<limit lower="-1" upper="1" effort="0" velocity="0"/>'},
        {"axis_zero", nil, true, 'type="revolute"', '<axis xyz="0 0 0"/>'},
        {"axis_not_unit", nil, false, 'type="revolute"', '<axis xyz="1 1 0"/>'},
        {"start_outside", nil, false, 'type="revolute"', '<limit lower="0.5" upper="1" effort="1" velocity="1"/>'},
        {"no_room", nil, false, 'type="revolute"', '<limit lower="0" upper="0" effort="1" velocity="1"/>'},
        {"joint_type", nil, true, 'type="rotary"', ""},
        {"no_such_joint", nil, true, 'type="revolute"', '<mimic joint="k"/>'},
        {"not_a_number", nil, true, 'type="revolute"', '<limit lower="-1" upper="one" effort="1" velocity="1"/>'},
        {"not_a_number", nil, true, 'type="revolute"', '<axis xyz="0 1"/>'},
    }

    it("has mistakes, each with its code, its cause and its place", function()
        for _, case in ipairs(CASES) do
            local by_code, all = found(robot(case[4], case[5]))
            local finding = by_code[case[1]]
            assert(finding, ("%s is not among: %s"):format(case[1], all))
            assert.same({case[2], case[3], 4}, {finding.cause, finding.certain, finding.line}, case[1])
            assert(finding.column and finding.column > 1, case[1])
        end
    end)

    it("is not in degrees where a joint turns far, and limits are as good as none", function()
        for _, limits in ipairs {'lower="-10" upper="10"', 'lower="-100" upper="100"', 'lower="-1e16" upper="1e16"', 'lower="-6.28" upper="6.28"', 'lower="0" upper="12.5"', 'lower="-1000" upper="1000"'} do
            local _, all = found(robot('type="revolute"', ('<limit %s effort="1" velocity="1"/>'):format(limits)))
            assert.equal("", all)
        end
    end)

    it("is mended where that is certain: radians, limits exchanged", function()
        local _, _, report = found(robot('type="revolute"', '<limit lower="180" upper="-90" effort="1" velocity="1"/>'))
        assert.falsy(report.findings[1] == nil)
        local _, _, turned = found(robot('type="fixed"', '<origin xyz="0 0 0" rpy="90 0 -45"/>'))
        has(examine.mended(turned), 'rpy="1.5707963267949 0 -0.785398163397448"')
        local _, _, limits = found(robot('type="prismatic"', '<limit lower="0.5" upper="-0.5" effort="1" velocity="1"/>'))
        has(examine.mended(limits), 'lower="-0.5" upper="0.5"')
    end)

    it("moves what has no mass, or has none at all", function()
        local by_code = found(robot(nil, nil, nil, "<visual><geometry><box size='1 1 1'/></geometry></visual>"))
        assert.same({"massless_moving", "j", "b"}, {by_code.massless_moving.cause, by_code.massless_moving.joint, by_code.massless_moving.link})
        local _, all = found '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>'
        assert.equal("kinematics_only", all)
        local _, _, report = found '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>'
        assert.equal(0, #report.notes) -- that is said once
    end)

    it("has frames of inertials in degrees, meshes scaled twice or not at all, masses without tensors", function()
        local turned = BODY:gsub("<mass", '<origin xyz="0 0 0" rpy="0 0 90"/><mass')
        assert.equal("degrees", found(robot(nil, nil, nil, turned)).degrees.cause)
        assert.truthy(found(robot(nil, nil, nil, '<inertial><mass value="1"/></inertial>')).missing_inertia)
        local function mesh(scale) return ('<visual><geometry><mesh filename="x.stl"%s/></geometry></visual>'):format(scale and (' scale="%s %s %s"'):format(scale, scale, scale) or "") end
        assert.equal("mesh_scale", found(robot(nil, nil, nil, BODY .. mesh "1e-6")).mesh_scale.cause)
        assert.equal("mesh_scale", found(robot(nil, nil, nil, BODY .. mesh "0.001" .. mesh "0.001" .. mesh "0.001" .. mesh())).mesh_scale.cause)
        assert.is_nil(found(robot(nil, nil, nil, BODY .. mesh "0.001" .. mesh "0.001" .. mesh "0.001" .. mesh "0.001")).mesh_scale)
    end)

    it("tells all errors in one run, also where the loader stops at the first", function()
        local _, all, report = found(robot('type="revolute"', '<axis xyz="0 0 0"/><limit lower="1" upper="-1" effort="x" velocity="1"/>',
            '<link name="c"/>\n<link name="a"/>\n<joint name="j" type="rotary"><parent link="a"/><child link="d"/></joint>\n'))
        assert.equal("unreadable", report.status)
        has(" " .. all .. " ", " axis_zero ", " limits_reversed ", " not_a_number ", " duplicate_name ", " joint_type ", " no_such_link ", " unused_link ")
        assert(report.broken >= 6, report.broken)
    end)

    it("has two roots, two parents, circles", function()
        local two = robot(nil, nil, '<link name="c"/><link name="d"/><joint name="k" type="fixed"><parent link="c"/><child link="d"/></joint>')
        assert.truthy(found(two).two_roots)
        assert.truthy(found(robot(nil, nil, '<joint name="k" type="fixed"><parent link="a"/><child link="b"/></joint>')).two_parents)
        assert.truthy(found(robot(nil, nil, '<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>')).circle)
        local _, all = found(robot(nil, nil, '<joint name="k" type="fixed"><parent link="b"/></joint>'))
        has(all, "no_link")
        has(select(2, found(robot(nil, nil, '<material name="m"/><material name="m"/>'))), "duplicate_material")
        local chain = robot(nil, '<mimic joint="k"/>', '<link name="c"/><joint name="k" type="revolute"><parent link="a"/><child link="c"/><mimic joint="j"/></joint>')
        has(select(2, found(chain)), "mimic_chain")
    end)
end)

describe("a rule", function()
    it("stands behind every finding, and is explained", function()
        for _, rule in ipairs(rules.list) do
            local out, _, code = files_of.check {"--explain", rule.code}
            assert.equal(0, code)
            has(out, rule.code, rule.severity, "See: ")
            if rule ~= rules.list[1] and rule ~= rules.list[20] then goto next_rule end
            has((files_of.check {"--rules"}), rule.code .. " ", rule.headline)
            ::next_rule::
        end
        for _, cause in ipairs(rules.causes) do assert.truthy(rules.find(cause), cause) end
        local _, err, code = files_of.check {"--explain", "nonsense"}
        assert.equal(2, code)
        has(err, "'nonsense' is no code")
    end)

    it("may be selected or ignored, by code or cause, by comment, or as known before", function()
        local text = urdf {SOUND, POINT, IDENTITY}
        in_files({["a.urdf"] = text, ["b.urdf"] = text:gsub("\n(%s*<link name=\"point\")", "\n<!-- rigid: ignore triangle_inequality, negative_spread -->\n%1"),
            ["c.urdf"] = text .. "<!-- rigid: ignore-file identity -->"}, function(_, run, read)
            local function codes(...)
                local list = {}
                local document = dkjson.decode((run {"--json", ...}))
                for _, finding in ipairs(document.files[1].findings) do list[#list + 1] = finding.code end
                return table.concat(list, " "), document.exit
            end
            assert.same({"triangle_inequality negative_spread identity", 1}, {codes "a.urdf"})
            assert.same({"identity", 0}, {codes("--select", "identity,units", "a.urdf")})
            assert.same({"negative_spread identity", 1}, {codes("--ignore", "decimal_point", "a.urdf")})
            assert.same({"identity", 0}, {codes "b.urdf"})
            assert.same({"triangle_inequality negative_spread", 1}, {codes "c.urdf"})
            assert.equal(1, (select(3, run {"--write-baseline", "known", "a.urdf"})) + select(2, read "known":gsub("identity", "identity")))
            assert.same({"", 0}, {codes("--baseline", "known", "a.urdf")})
            -- the codes end where no comma follows: the rest is for people
            local function commented(comment)
                local list = {}
                local report = examine.text(text:gsub("\n(%s*<link name=\"point\")", "\n<!-- rigid: ignore " .. comment .. " -->\n%1"), "a.urdf")
                for _, finding in ipairs(report.findings) do list[#list + 1] = finding.code end
                return table.concat(list, " ")
            end
            assert.equal("identity", commented "triangle_inequality ,negative_spread: known since May")
            assert.equal("negative_spread identity", commented "triangle_inequality the negative_spread is another matter")
            assert.equal("triangle_inequality negative_spread identity", commented "this triangle_inequality, negative_spread")
            local _, err, code = run {"--ignore", "nonsense", "a.urdf"}
            assert.equal(2, code)
            has(err, "--ignore: 'nonsense' is no code")
        end)
    end)
end)

describe("the forms of a report", function()
    it("are a diff that patch takes, whatever the ends of the lines", function()
        for _, text in ipairs {urdf {POINT}, (urdf {POINT}:gsub("\n", "\r\n")), (urdf {POINT}:gsub("%s+$", "")), (urdf {POINT}:gsub("\n", ""))} do
            in_files({["a.urdf"] = text}, function(_, run)
                local out = run {"--diff", "a.urdf"}
                local before, after = "", ""
                for whole in out:match "@@[^\n]*\n(.*)$":gmatch "[^\n]*\n" do
                    local mark, line = whole:match "^([ +-])(.*)$"
                    line = line or ""
                    before, after = mark ~= "+" and before .. line or before, mark ~= "-" and after .. line or after
                end
                if out:find("\n\\ No newline at end of file", 1, true) then before, after = before:sub(1, -2), after:sub(1, -2) end
                local first, last = text:find(before, 1, true)
                assert(first, out)
                assert.equal((text:gsub("1676359e%-6", "0.001676359")), text:sub(1, first - 1) .. after .. text:sub(last + 1))
                assert.equal(text:find "\n$" == nil, out:find("No newline", 1, true) ~= nil)
            end)
        end
    end)

    it("have six digits of figures, and names as they are", function()
        local name = "part_0.123456789 12345678"
        in_files({["a.urdf"] = urdf({POINT}):gsub('"point"', '"' .. name .. '"')}, function(_, run)
            local out = run {"a.urdf"}
            has(out, name, "note: the principal moments")
            assert.falsy(out:match "note:[^\n]*[1-9]%d%d%d%d%d%d%d")
        end)
    end)

    it("ask for the names that were meant once for all, not for each misspelt", function()
        local lines = {}
        for i = 1, 300 do lines[#lines + 1] = ('<link name="l%d"/><joint name="k%d" type="fixed"><parent link="m%d"/><child link="l%d"/></joint>'):format(i, i, i, i) end
        local _, all, report = found(robot(nil, nil, table.concat(lines, "\n")))
        assert.equal(300, select(2, all:gsub("no_such_link", "")))
        local hints = 0
        for _, finding in ipairs(report.findings) do hints = hints + (finding.sentence:find("did you mean", 1, true) and 1 or 0) end
        assert(hints > 0 and hints <= 100, hints)
    end)

    it("are a diff of what --fix would write, that and nothing else", function()
        local text = urdf {SOUND, POINT, files_of.ROUGH}
        in_files({["a.urdf"] = text}, function(_, run, read)
            local out, _, code = run {"--diff", "a.urdf"}
            assert.equal(1, code)
            local removed, added = out:match "\n%-([^\n]*)\n%+([^\n]*)\n"
            assert.equal((removed:gsub("1676359e%-6", "0.001676359")), added)
            has(text, removed)
            assert.equal(1, select(2, out:gsub("\n%-", "")))
            assert.equal(text, read "a.urdf")
            assert.equal(2, select(2, (run {"--diff", "--unsafe-fixes", "a.urdf"}):gsub("\n%-", "")))
        end)
    end)

    it("are SARIF, and annotations of GitHub's", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT}}, function(_, run)
            local document = assert(dkjson.decode((run {"--format", "sarif", "a.urdf"})))
            local result = document.runs[1].results[1]
            assert.same({"2.1.0", "triangle_inequality", "error"}, {document.version, result.ruleId, result.level})
            local region = result.locations[1].physicalLocation.region
            assert.same({3, 168, 178}, {region.startLine, region.startColumn, region.endColumn})
            assert.equal("::error file=a.urdf,line=3,col=168,title=triangle_inequality::link 'point': izz × 10⁻³, the one slip that explains it\n",
                (run {"--format=github", "a.urdf"}))
        end)
    end)

    it("say a finding in four lines of 80 columns, the cause in the first", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT, IDENTITY}}, function(_, run)
            local out = run {"a.urdf", environment = {"LC_ALL=C.UTF-8", "COLUMNS=80"}}
            local blocks = 0
            for block in out:gmatch "([^\n ]+ a%.urdf:.-)\n\n" do
                blocks = blocks + 1
                assert(select(2, block:gsub("\n", "")) <= 3, block)
                for line in block:gmatch "[^\n]+" do assert(utf8.len(line) <= 80, line) end
            end
            assert.equal(2, blocks)
            has(out, "✗ a.urdf:3:168: point: izz × 10⁻³, the one slip that explains it", '^^^^^^^^^^ help: izz="0.001676359"\n')
            out = run {"a.urdf", environment = {"LC_ALL=C.UTF-8", "COLUMNS="}}
            has(out, "\n    note: the principal moments about the com are (0.00229983, 0.00266456, 1.67636) kg m²; the greatest is 1.67139 kg m² more than the two others together; Exactly")
        end)
    end)

    it("--fix without a second file mends in its place, what is certain", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT}}, function(_, run, read)
            assert.equal(0, (select(3, run {"--fix", "a.urdf"})))
            has(read "a.urdf", 'izz="0.001676359"')
        end)
    end)
end)

describe("what the documents show of rigid check", function()
    local program = require "spec.support.program"

    -- Every block of text that begins with a mark or a place of a finding, line by line; "  ..." stands for lines that are left out.
    it("is what it prints", function()
        local out = files_of.check {"two_arms.urdf", directory = "examples/data", environment = {"LC_ALL=C.UTF-8", "COLUMNS=100"}}
        local seen = 0
        for _, path in ipairs {"README.md", "doc/doctor.md"} do
            for block in program.read_file(path):gmatch "```text\n(✗.-)```" do
                for line in block:gmatch "[^\n]+" do
                    if line ~= "  ..." then
                        seen = seen + 1
                        has(out, line .. "\n")
                    end
                end
            end
        end
        assert(seen >= 12, seen)
    end)
end)
