-- `rigid check`, through the real program: what it says of sound, impossible and doubtful links, each option, exit codes,
-- the bytes that --fix changes and those it leaves, and whatever file or argument it is given.

local has_json, dkjson = pcall(require, "dkjson")
local draw = require "spec.support.draw"
local program = require "spec.support.program"
local rigid = require "rigid"

local quote, read_file, write_file, shell = program.quote, program.read_file, program.write_file, program.shell

if not has_json or not pcall(require, "argparse") then
    describe("rigid check", function() pending "lua-argparse and lua-dkjson are not here" end)
    return
end

local UTF8 <const> = {"LC_ALL=C.UTF-8", "COLUMNS=400", "NO_COLOR="}

-- Run `rigid check` with the arguments; environment as for program.run.
local function check(arguments)
    arguments.environment = arguments.environment or UTF8
    table.insert(arguments, 1, "check")
    return program.run(arguments)
end

-- The exit code, and the files of a directory as a table from name to text, of a call in it.
local function in_files(files, body)
    program.in_directory(function(directory)
        for name, text in pairs(files) do
            local parent = name:match "^(.*)/"
            if parent then os.execute("mkdir -p " .. quote(directory .. "/" .. parent)) end
            write_file(directory .. "/" .. name, text)
        end
        body(directory, function(arguments)
            arguments.directory = directory
            return check(arguments)
        end, function(name) return read_file(directory .. "/" .. name) end)
    end)
end

-- The text of a URDF of links {name, mass, {ixx, ixy, ixz, iyy, iyz, izz}, origin = attributes}, all welded to the first.
local function urdf(links)
    local lines = {'<robot name="made">'}
    for i, link in ipairs(links) do
        local I = {}
        for k, name in ipairs {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"} do
            I[k] = ('%s="%s"'):format(name, type(link[3][k]) == "number" and ("%.17g"):format(link[3][k]) or link[3][k])
        end
        lines[#lines + 1] = ('  <link name="%s"><inertial><origin %s/><mass value="%s"/><inertia %s/></inertial></link>'):format(link[1],
            link.origin or 'xyz="0 0 0"', tostring(link[2]), table.concat(I, " "))
        if i > 1 then
            lines[#lines + 1] = ('  <joint name="j%d" type="%s"><origin xyz="%s"/><parent link="%s"/><child link="%s"/></joint>'):format(i,
                link.joint or "fixed", link.at or "0 0 0", links[1][1], link[1])
        end
    end
    return table.concat(lines, "\n") .. "\n</robot>\n"
end

local SOUND <const> = {"body", 6, {0.065, 0, 0, 0.05, 0, 0.025}}
-- Two tensors as they were published: one with a decimal point missing, one that is out by a percent or two.
local POINT <const> = {"point", 1.559, {"2661.9e-6", "-31.029e-6", "9.34e-6", "2302.5e-6", "151.466e-6", "1676359e-6"}}
local ROUGH <const> = {"rough", 0.5, {"1.15e-4", "5.2e-5", "2.5e-5", "1.53e-4", "3.4e-5", "1.9e-4"}}
local IDENTITY <const> = {"dummy", 0.2, {1, 0, 0, 1, 0, 1}}

local function has(text, ...)
    for _, part in ipairs {...} do
        if not text:find(part, 1, true) then error(("%q is not in:\n%s"):format(part, text), 2) end
    end
end

-- The text with the figures of inertials put out: what must stay as it is.
local function without_figures(text)
    return (text:gsub("(<mass%s[^>]*value%s*=%s*)([\"'])[^\"']*%2", "%1%2%2"):gsub("(i[xyz][xyz]%s*=%s*)([\"'])[^\"']*%2", "%1%2%2"))
end

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
            local out, err, code = run {"a.urdf"}
            assert.equal(1, code)
            assert.equal("", err)
            has(out, "a.urdf:3: point: cannot exist", "[triangle_inequality]", "[negative_spread]", "1.676359",
                "Exactly one slip explains these numbers: izz × 10⁻³.", "izz = 0.001676359 kg m²")
        end)
    end)

    it("says in one line of what several links have in common", function()
        in_files({["a.urdf"] = urdf {SOUND, {"one", 0.2, IDENTITY[3]}, {"two", 0.2, IDENTITY[3]}}}, function(_, run)
            local out = run {"a.urdf"}
            has(out, "a.urdf:3: one: is doubtful", "and likewise two (line 5)")
            assert.equal(1, select(2, out:gsub("%[identity%]", "")))
        end)
    end)

    it("goes on after a file that cannot be read, and exits 2", function()
        in_files({["a.urdf"] = urdf {POINT}, ["b.urdf"] = "<robot><link/></robot>", ["c.urdf"] = urdf {SOUND}}, function(_, run)
            local out, _, code = run {"b.urdf", "none.urdf", "a.urdf", "c.urdf"}
            assert.equal(2, code)
            has(out, "b.urdf:1: <link> has no attribute 'name'", "none.urdf", "No such file", "point: cannot exist", "✓ c.urdf", "2 files cannot be read")
        end)
    end)

    it("judges the links of a URDF whose joints make no tree, and still exits 2", function()
        local text = urdf {SOUND, POINT}:gsub('child link="point"', 'child link="pint"')
        in_files({["a.urdf"] = text}, function(_, run, read)
            local out, _, code = run {"a.urdf"}
            assert.equal(2, code)
            has(out, "a.urdf:4: joint 'j2': child link 'pint' does not exist", "point: cannot exist", "izz × 10⁻³")
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

    it("--explain gives the derivation so that it can be done again", function()
        in_files({["a.urdf"] = urdf {POINT}}, function(_, run)
            local out = run {"--explain", "a.urdf"}
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
        has(out, "NAME\n", "SYNOPSIS\n", "DESCRIPTION\n", "OPTIONS\n", "EXIT STATUS\n", "EXAMPLES\n", "--fix OUT", "--json", "--strict", "--quiet", "--explain", "--color")
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
                local out = run {"--explain", "a.urdf", environment = {"LC_ALL=C.UTF-8", "COLUMNS=" .. width}}
                for line in out:gmatch "[^\n]+" do assert(utf8.len(line) <= width, line) end
            end
            local out = run {"--explain", "a.urdf", environment = {"LC_ALL=C", "COLUMNS=400"}}
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

describe("rigid check --fix", function()
    it("mends the published cases: one decimal point, and 1.4 % of a tensor", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT, ROUGH}}, function(_, run, read)
            local out, _, code = run {"--fix", "b.urdf", "a.urdf"}
            assert.equal(0, code)
            has(out, "wrote b.urdf, 2 links mended", "b.urdf:3: point: izz 1676359e-6 → 0.001676359", "the only slip", "smallest repair changes the tensor by 1.42 %")
            local before, after = read "a.urdf", read "b.urdf"
            assert.equal(before:match "[^\n]*point[^\n]*":gsub("1676359e%-6", "0.001676359"), after:match "[^\n]*point[^\n]*")
            -- the change of the other, by the file alone: Frobenius norms of 3x3 tensors
            local function tensor(text)
                local I = {}
                for name, value in text:match "<link name=\"rough\".-</link>":gmatch "i([xyz][xyz])=\"([^\"]*)\"" do I[name] = tonumber(value) end
                return I
            end
            local function norm(I) return math.sqrt(I.xx ^ 2 + I.yy ^ 2 + I.zz ^ 2 + 2 * (I.xy ^ 2 + I.xz ^ 2 + I.yz ^ 2)) end
            local I, J, difference = tensor(before), tensor(after), {}
            for name in pairs(I) do difference[name] = J[name] - I[name] end
            local change = norm(difference) / norm(I)
            assert(change > 0.0135 and change < 0.0145, change)
            out, _, code = run {"b.urdf"}
            assert.equal(0, code)
            has(out, "nothing found")
        end)
    end)

    local AWKWARD <const> = "\xEF\xBB\xBF<?xml version='1.0'  encoding=\"utf-8\" ?>\r\n<!-- <inertia ixx=\"1\" izz=\"1676359e-6\"/> é -->\r\n"
        .. "<robot\tname = 'awkward'>\r\n<link name='a>b'>\r\n <visual><geometry><box size='1 1 1'/></geometry></visual>\r\n<inertial >\r\n"
        .. "\t<inertia   izz =\t'1676359e-6'\r\n iyz= \" 151.466e-6 \" iyy=\"2302.5e-6\" note=\"ixx='7' &amp; more\"\n ixz=\"9.34e-6\" ixy=\"-31.029e-6\"   ixx='2661.9e-6'></inertia>\r\n"
        .. "<mass\n value='1.559'/><inertia ixx='5' ixy='0' ixz='0' iyy='5' iyz='0' izz='500'/>\r\n</inertial>\r\n<inertial><mass value='3'/></inertial></link>\r\n</robot>"

    it("leaves all else as it is, byte for byte: comments, order, quotes, line ends, what comes twice", function()
        in_files({["a.urdf"] = AWKWARD}, function(_, run, read)
            local _, _, code = run {"--fix", "b.urdf", "a.urdf"}
            assert.equal(0, code)
            assert.equal((AWKWARD:gsub("'1676359e%-6'", "'0.001676359'")), read "b.urdf")
        end)
    end)

    it("edits UTF-16 of either kind as it is", function()
        for _, kind in ipairs {{"\xFF\xFE", "%0\0"}, {"\xFE\xFF", "\0%0"}} do
            local function wide(text) return kind[1] .. text:gsub(".", kind[2]) end
            local text = urdf {SOUND, POINT}
            in_files({["a.urdf"] = wide(text)}, function(_, run, read)
                local _, _, code = run {"--fix", "b.urdf", "a.urdf"}
                assert.equal(0, code)
                assert.equal(wide((text:gsub("1676359e%-6", "0.001676359"))), read "b.urdf")
            end)
        end
    end)

    it("writes figures in the axes that they are written in", function()
        local turned = {"turned", POINT[2], POINT[3], origin = 'xyz="0.1 -0.2 0.3" rpy="0.3 -0.7 1.1"'}
        in_files({["a.urdf"] = urdf {SOUND, turned}}, function(_, run, read)
            local _, _, code = run {"--fix", "b.urdf", "a.urdf"}
            assert.equal(0, code)
            assert.equal((read "a.urdf":gsub("1676359e%-6", "0.001676359")), read "b.urdf")
        end)
    end)

    it("keeps the digits where only the sign changes", function()
        local I = rigid.SpatialInertia.random {seed = 5}:central_inertia()
        local m, p = I:moments(), I:products()
        local body = {"body", 2, {m.x, p.x, p.y, m.y, p.z, m.z}}
        local found
        for k = 2, 5 do -- the first product whose other sign makes it impossible
            local figures = {table.unpack(body[3])}
            figures[k] = -figures[k]
            local M = rigid.SpatialInertia {mass = 2, skip_validity_check = true, inertia = {figures[1], figures[4], figures[6], figures[2], figures[3], figures[5]}}
            if (k ~= 4) and not M:is_physically_valid() then found = figures end
        end
        if not found then return end
        in_files({["a.urdf"] = urdf {SOUND, {"body", 2, found}}}, function(_, run, read)
            local _, _, code = run {"--fix", "b.urdf", "a.urdf"}
            assert.equal(0, code)
            local before, after = read "a.urdf":gsub("%-", ""), read "b.urdf":gsub("%-", "")
            assert.equal(before, after)
        end)
    end)

    it("copies a sound file as it is, and says what it cannot mend", function()
        in_files({["a.urdf"] = urdf {SOUND}, ["b.urdf"] = urdf {SOUND, {"wild", "nan", {1, 0, 0, 1, 0, 1}}, POINT}}, function(_, run, read)
            assert.equal(0, (select(3, run {"--fix", "c.urdf", "a.urdf"})))
            assert.equal(read "a.urdf", read "c.urdf")
            local out, _, code = run {"--fix", "c.urdf", "b.urdf"}
            assert.equal(1, code)
            has(out, "wild is left as it is", "1 link mended", "in what was written 1 link cannot exist")
            has(read "c.urdf", 'izz="0.001676359"', 'value="nan"')
        end)
    end)

    it("writes several files into a directory, as they lie below the one that was named", function()
        in_files({["in/a.urdf"] = urdf {POINT}, ["in/deep/b.urdf"] = urdf {ROUGH}, ["c.urdf"] = urdf {SOUND}}, function(_, run, read)
            local _, err, code = run {"--fix", "out/there", "in", "c.urdf"}
            assert.equal("", err)
            assert.equal(0, code)
            has(read "out/there/a.urdf", "0.001676359")
            assert.equal(read "c.urdf", read "out/there/c.urdf")
            assert.equal(0, (select(3, run {"out"})))
            assert.not_equal(read "in/deep/b.urdf", read "out/there/deep/b.urdf")
            _, err, code = run {"--fix", "c.urdf", "in"}
            assert.equal(2, code)
            has(err, "several files need a directory")
            _, err, code = run {"--fix", "out", "in/a.urdf", "in/a.urdf"}
            assert.equal(2, code)
            has(err, "would be written to out/a.urdf")
            _, err, code = run {"--fix", "/proc/none/x", "c.urdf"}
            assert.equal(2, code)
            has(err, "/proc/none/x: ")
        end)
    end)

    it("may write over what it read", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT}}, function(_, run, read)
            assert.equal(0, (select(3, run {"--fix", "a.urdf", "a.urdf"})))
            has(read "a.urdf", 'izz="0.001676359"')
        end)
    end)

    it("asks the link on the other side where several signs would do", function()
        local decided = 0
        for seed = 1, 60 do
            local right = rigid.SpatialInertia.random {seed = seed}
            local left = right:mirror "xz"
            local function link(name, M, turned)
                local I, c = M:central_inertia(), M:com()
                local m, p = I:moments(), I:products()
                local figures = {m.x, p.x, p.y, m.y, p.z, m.z}
                if turned then figures[turned] = -figures[turned] end
                return {name, ("%.17g"):format(M:mass()), figures, origin = ('xyz="%.17g %.17g %.17g"'):format(c.x, c.y, c.z)}
            end
            for _, k in ipairs {2, 3, 5} do
                local wrong = link("left_arm", left, k)
                local I = wrong[3]
                local M = rigid.SpatialInertia {mass = left:mass(), skip_validity_check = true, inertia = {I[1], I[4], I[6], I[2], I[3], I[5]}}
                if not M:is_physically_valid() and decided < 6 then
                    decided = decided + 1
                    in_files({["a.urdf"] = urdf {SOUND, wrong, link("right_arm", right)}, ["sound.urdf"] = urdf {SOUND, link("left_arm", left), link("right_arm", right)}}, function(_, run, read)
                        local out, _, code = run {"--fix", "b.urdf", "a.urdf"}
                        assert.equal(0, code)
                        has(out, "'left_arm' is 'right_arm' mirrored through its xz plane")
                        assert.equal(read "sound.urdf", read "b.urdf")
                    end)
                end
            end
        end
        assert.equal(6, decided)
    end)

    it("mends a seeded crowd of planted slips, each clean when it is read again", function()
        local d, links = draw.stream(11), {SOUND}
        while #links < 120 do
            local M = rigid.SpatialInertia.random {seed = 1000 + #links}
            local I = M:central_inertia()
            local m, p = I:moments(), I:products()
            local figures, k = {m.x, p.x, p.y, m.y, p.z, m.z}, d:integer(1, 6)
            figures[k] = figures[k] * (d:integer(1, 2) == 1 and -1 or 10.0 ^ d:integer(1, 3))
            local c = M:com()
            links[#links + 1] = {"link" .. #links, ("%.17g"):format(M:mass()), figures,
                origin = ('xyz="%.17g %.17g %.17g" rpy="%.3f %.3f %.3f"'):format(c.x, c.y, c.z, d:integer(-3, 3) / 2, d:integer(-3, 3) / 2, d:integer(-3, 3) / 2)}
        end
        in_files({["a.urdf"] = urdf(links)}, function(_, run, read)
            local before = dkjson.decode((run {"--json", "a.urdf"}))
            assert(before.summary.error > 60, before.summary.error)
            assert.equal(0, (select(3, run {"-q", "--fix", "b.urdf", "a.urdf"})))
            assert.equal(0, dkjson.decode((run {"--json", "b.urdf"})).summary.error)
            assert.equal(without_figures(read "a.urdf"), without_figures(read "b.urdf"))
        end)
    end)
end)

describe("rigid check on Lua models", function()
    local RBDL <const> = [[
-- an arm; "name = wrist" is only said here
local mass = 2
return {
    gravity = {0, 0, -9.81},
    frames = {
        {name = "base", parent = "ROOT", joint = {{0, 0, 1, 0, 0, 0}},
         body = {mass = mass * 2, com = {0, 0, 0.1}, inertia = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
        {name = 'wrist', parent = "base", joint = {{0, 1, 0, 0, 0, 0}}, -- its izz is wrong
         body = {mass = 1.559, com = {0, 0.2, 0},
                 inertia = {{2661.9e-6, -31.029e-6, 9.34e-6},
                            {-31.029e-6, 2302.5e-6, 151.466e-6},
                            {9.34e-6, 151.466e-6, 1676359e-6}}}},
    },
}
]]

    it("finds and mends what is written out in one of RBDL's", function()
        in_files({["a.lua"] = RBDL}, function(_, run, read)
            local out, _, code = run {"a.lua"}
            assert.equal(1, code)
            has(out, "a.lua:9: wrist: cannot exist", "izz × 10⁻³")
            assert.equal(0, (select(3, run {"--fix", "b.lua", "a.lua"})))
            assert.equal((RBDL:gsub("1676359e%-6", "0.001676359")), read "b.lua")
            assert.equal(0, (select(3, run {"b.lua"})))
        end)
    end)

    it("writes both halves of a product", function()
        local text = RBDL:gsub("1676359e%-6", "1676.359e-6"):gsub("151%.466e%-6", "15146.6e-6")
        in_files({["a.lua"] = text}, function(_, run, read)
            assert.equal(0, (select(3, run {"--fix", "b.lua", "a.lua"})))
            assert.equal(2, select(2, read "b.lua":gsub("0.00151466", "")) + select(2, read "b.lua":gsub("0.000151466", "")))
            assert.falsy(read "b.lua":find("15146.6e-6", 1, true))
        end)
    end)

    it("says so where the script computes what is wrong", function()
        local text = RBDL:gsub("1676359e%-6", "mass")
        in_files({["a.lua"] = text}, function(_, run, read)
            local out, _, code = run {"--fix", "b.lua", "a.lua"}
            assert.equal(1, code)
            has(out, "wrist is left as it is", "the text of the file does not show its figures")
            assert.equal(text, read "b.lua")
        end)
    end)

    it("leaves alone what is no number", function()
        in_files({["a.lua"] = 'return {format = "rigid", bodies = {{name = "f", inertia = {mass = 0/0, inertia = {xx = 1, yy = 1, zz = 1}}}}}'}, function(_, run, read)
            local out, _, code = run {"--fix", "b.lua", "a.lua"}
            assert.equal(1, code)
            has(out, "f is left as it is: its figures are not all finite numbers")
            assert.equal(read "a.lua", read "b.lua")
        end)
    end)

    it("mends rigid's own, about the com and about the origin", function()
        in_files({["a.urdf"] = urdf {SOUND, {"point", POINT[2], POINT[3], origin = 'xyz="0.3 0.1 -0.2"'}}}, function(directory, run, read)
            rigid.load(directory .. "/a.urdf"):save(directory .. "/a.lua")
            has(read "a.lua", 'about = "origin"')
            assert.equal(1, (select(3, run {"a.lua"})))
            assert.equal(0, (select(3, run {"--fix", "b.lua", "a.lua"})))
            local M = rigid.load(directory .. "/b.lua"):body("point").inertia
            assert(math.abs(M:central_inertia():moments().z - 0.001676359) < 1e-12)
            write_file(directory .. "/c.lua", [[return {format = "rigid", bodies = {
                {name = "point", inertia = {mass = 1.559, inertia = {xx = 2661.9e-6, yy = 2302.5e-6, zz = 1676359e-6, xy = -31.029e-6, xz = 9.34e-6, yz = 151.466e-6}}}}}]])
            assert.equal(0, (select(3, run {"--fix", "d.lua", "c.lua"})))
            assert.equal((read "c.lua":gsub("1676359e%-6", "0.001676359")), read "d.lua")
        end)
    end)
end)

describe("what rigid check is given", function()
    it("may be directories, of which it takes the models and no other file", function()
        in_files({["d/b.urdf"] = urdf {SOUND}, ["d/a/x.URDF"] = urdf {SOUND}, ["d/.hidden.urdf"] = "no", ["d/readme.txt"] = "no", ["d/tool.lua"] = "print 'not a model'", ["d/lib.lua"] = "local x = require 'y'\nx.bodies = 3\nreturn x",
            ["d/m.lua"] = 'return {format = "rigid", bodies = {}}'}, function(directory, run)
            os.execute(("ln -s .. %s/d/a/up && ln -s nowhere %s/d/gone.urdf"):format(quote(directory), quote(directory)))
            local out, _, code = run {"d"}
            assert.equal(0, code)
            local order = {}
            for name in out:gmatch "✓ (%S+)" do order[#order + 1] = name end
            assert.same({"d/a/x.URDF", "d/b.urdf", "d/m.lua"}, order)
        end)
    end)

    it("may be no file that can be read: then it says why and exits 2", function()
        in_files({["empty.urdf"] = "", ["binary.urdf"] = "\0\1\2\255", ["cut.urdf"] = '<robot name="a"><link', ["d/readme"] = "", ["x.lua"] = "return 3"}, function(directory, run)
            os.execute("mkfifo " .. quote(directory .. "/fifo"))
            for name, reason in pairs {
                ["empty.urdf"] = "the file is empty", ["binary.urdf"] = "malformed XML", ["cut.urdf"] = "cut.urdf:1: malformed XML", ["d"] = "no URDF and no Lua model",
                ["/dev/zero"] = "this is a device", ["/dev/null"] = "this is a device", ["fifo"] = "this is a pipe", ["none"] = "No such file", ["x.lua"] = "must return a table",
                ["empty.urdf/x"] = "Not a directory",
            } do
                local out, err, code = run {name}
                assert.equal(2, code)
                assert.equal("", err)
                has(out, reason, "1 file cannot be read")
            end
        end)
    end)

    it("may be larger than any robot", function()
        in_files({}, function(directory, run)
            os.execute(("truncate -s 70M %s/big.urdf"):format(quote(directory)))
            local out, _, code = run {"big.urdf"}
            assert.equal(2, code)
            has(out, "larger than 64 MB")
        end)
    end)

    it("may have names that would act on a terminal", function()
        in_files({["a\27[31m.urdf"] = urdf {SOUND, {"p&#10;oint&#9;", POINT[2], POINT[3]}}}, function(_, run)
            local out, _, code = run {"a\27[31m.urdf"}
            assert.equal(1, code)
            assert.falsy(out:find "\27")
            has(out, "a\\027[31m.urdf")
        end)
    end)

    it("may go to a reader who has seen enough, or be stopped by Ctrl-C", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT}}, function(directory)
            local path = quote(program.path)
            local err = shell(("cd %s; { for i in $(seq 300); do echo a.urdf; done | xargs env LC_ALL=C %s check --explain; } 2>&1 >/dev/full | head -n 3"):format(
                quote(directory), path))
            assert.falsy(err:find "traceback")
            local out = shell(("cd %s; (for i in $(seq 300); do echo a.urdf; done | xargs %s check --explain 2>err) | head -n 1; cat err"):format(quote(directory), path))
            assert.falsy(out:find "traceback")
            local code = shell(([[cd %s; mkfifo slow; sleep 20 >slow & writer=$!
                (ulimit -t 30; exec env -u LUA_INIT %s check - <slow >out 2>err) & pid=$!
                sleep 1; kill -INT $pid; wait $pid; echo $?; kill $writer]]):format(quote(directory), path))
            assert.equal("130", (code:gsub("%s", "")))
            assert.equal("", read_file(directory .. "/err"))
        end)
    end)
end)

-- ---- robots as they are found in the world --------------------------------------------------------------------------

local robots = os.getenv "RIGID_MODELS"

-- Can a body of that mass have that tensor about its com? By the principal minors of ½ tr(I) 1 - I, which must not be negative.
local function can_exist(mass, I)
    local half = (I.ixx + I.iyy + I.izz) / 2
    local a, b, c = half - I.ixx, half - I.iyy, half - I.izz
    local d, e, f = -I.ixy, -I.ixz, -I.iyz
    local largest = math.max(math.abs(I.ixx), math.abs(I.iyy), math.abs(I.izz), math.abs(d), math.abs(e), math.abs(f))
    if mass < 0 then return false end
    if mass == 0 then return largest == 0 end
    local tol = 1e-12 * largest
    return a >= -tol and b >= -tol and c >= -tol and a * b - d * d >= -tol * largest and a * c - e * e >= -tol * largest and b * c - f * f >= -tol * largest
        and a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e) >= -tol * largest * largest
end

-- The names of the links that cannot exist, from the text alone; and how many inertials there are.
local function impossible_links(text)
    text = text:gsub("<!%-%-.-%-%->", ""):gsub("<link%s[^>]-/>", "")
    local names, count = {}, 0
    for head, inside in text:gmatch "<link%s+([^>]-)>(.-)</link>" do
        local inertial = inside:match "<inertial.->(.-)</inertial>"
        local mass = inertial and inertial:match "<mass[^>]-value%s*=%s*\"([^\"]*)\""
        if mass then
            local I = {}
            for name, value in inertial:match "<inertia%s.->":gmatch "(i[xyz][xyz])%s*=%s*\"([^\"]*)\"" do I[name] = tonumber(value) end
            count = count + 1
            if not can_exist(tonumber(mass), I) then names[#names + 1] = head:match "name%s*=%s*\"([^\"]*)\"" end
        end
    end
    table.sort(names)
    return names, count
end

describe("rigid check on robots of the world", function()
    if not robots then return pending "RIGID_MODELS names no directory of robots" end
    local parser = select(2, shell "command -v check_urdf >/dev/null") == 0
    local KNOWN <const> = {allegro_hand_description__urdf__allegro_left_hand = 13, anymal_c_simple_description__urdf__anymal = 5, go1_description__urdf__go1 = 1,
        b1_description__urdf__b1 = 1, ["b1_description__urdf__b1-z1"] = 1, bolt_description__robots__bolt = 2}

    it("finds exactly the links that cannot exist, mends each, and the rest of the file stays", function()
        local total, links, loaded = 0, 0, 0
        for path in shell(("ls %s/robots/*.urdf %s/own/*.urdf"):format(quote(robots), quote(robots))):gmatch "[^\n]+" do
            local text = read_file(path)
            local expected, count = impossible_links(text)
            in_files({["a.urdf"] = text}, function(directory, run, read)
                local file = dkjson.decode((run {"--json", "a.urdf"})).files[1]
                local found = {}
                for _, link in ipairs(file.links) do
                    if link.verdict == "error" then found[#found + 1] = link.name end
                end
                table.sort(found)
                assert.same(expected, found, path)
                local readable = file.status ~= "unreadable"
                if readable then total, links, loaded = total + #found, links + count, loaded + 1 end
                local name = path:match "([^/]*)%.urdf$"
                if KNOWN[name] then assert.equal(KNOWN[name], #found, name) end
                local _, _, code = run {"-q", "--fix", "b.urdf", "a.urdf"}
                assert.equal(readable and 0 or 2, code, path)
                assert.equal(0, dkjson.decode((run {"--json", "b.urdf"})).summary.error)
                assert.same({}, (impossible_links(read "b.urdf")))
                assert.equal(without_figures(text), without_figures(read "b.urdf"))
                if #found == 0 then assert.equal(text, read "b.urdf") end
                if parser and readable then
                    local _, mended = program.run {program = "check_urdf", directory = directory, "b.urdf"}
                    assert.equal("", (mended:gsub("[^\n]*[Ww]arn[^\n]*\n", "")), path)
                end
            end)
        end
        assert(loaded > 0 and links > 0 and total < links, ("%d of %d links of %d robots cannot exist"):format(total, links, loaded))
    end)
end)
