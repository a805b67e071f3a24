-- `rigid check` on whatever it is given: Lua models, files and arguments of every kind, robots of the world.
local has_json, dkjson = pcall(require, "dkjson")
local program = require "spec.support.program"
local rigid = require "rigid"
local files_of = require "spec.support.check"

local quote, read_file, write_file, shell = program.quote, program.read_file, program.write_file, program.shell

if not has_json or not pcall(require, "argparse") then
    describe("rigid check", function() pending "lua-argparse and lua-dkjson are not here" end)
    return
end

local in_files, urdf, SOUND, POINT = files_of.in_files, files_of.urdf, files_of.SOUND, files_of.POINT
local has, without_figures = files_of.has, files_of.without_figures

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
            has(out, "a.lua:9: wrist: izz × 10⁻³")
            assert.equal(0, (select(3, run {"--fix", "b.lua", "a.lua"})))
            assert.equal((RBDL:gsub("1676359e%-6", "0.001676359")), read "b.lua")
            assert.equal(0, (select(3, run {"b.lua"})))
        end)
    end)

    it("writes both halves of a product", function()
        local text = RBDL:gsub("1676359e%-6", "1676.359e-6"):gsub("151%.466e%-6", "15146.6e-6")
        in_files({["a.lua"] = text}, function(_, run, read)
            assert.equal(1, (select(3, run {"--fix", "b.lua", "a.lua"})))
            assert.equal(text, read "b.lua")
            assert.equal(0, (select(3, run {"--unsafe-fixes", "--fix", "b.lua", "a.lua"})))
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

    it("may be directories with links to each other, each of which is looked at once, by its shortest name", function()
        local files, wanted = {}, {}
        for i = 1, 7 do files[("d/k%d/r.urdf"):format(i)], wanted[i] = urdf {SOUND}, ("d/k%d/r.urdf"):format(i) end
        in_files(files, function(directory, run)
            for i = 1, 7 do os.execute(("cd %s/d/k%d && for k in 1 2 3 4 5 6 7; do ln -s ../k$k a$k; done"):format(quote(directory), i)) end
            local out, _, code = run {"d"}
            assert.equal(0, code)
            local order = {}
            for name in out:gmatch "✓ (%S+)" do order[#order + 1] = name end
            assert.same(wanted, order)
        end)
    end)

    it("may be no file that can be read: then it says why and exits 2", function()
        in_files({["empty.urdf"] = "", ["binary.urdf"] = "\0\1\2\255", ["cut.urdf"] = '<robot name="a"><link', ["d/readme"] = "", ["x.lua"] = "return 3"}, function(directory, run)
            os.execute("mkfifo " .. quote(directory .. "/fifo"))
            for name, reason in pairs {
                ["empty.urdf"] = "the file is empty", ["binary.urdf"] = "malformed XML", ["cut.urdf"] = "cut.urdf:1: malformed XML", ["d"] = "no robot file is in this directory",
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
            local err = shell(("cd %s; { for i in $(seq 300); do echo a.urdf; done | xargs env LC_ALL=C %s check --derivation; } 2>&1 >/dev/full | head -n 3"):format(
                quote(directory), path))
            assert.falsy(err:find "traceback")
            local out = shell(("cd %s; (for i in $(seq 300); do echo a.urdf; done | xargs %s check --derivation 2>err) | head -n 1; cat err"):format(quote(directory), path))
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

    it("finds exactly the links that cannot exist, mends what is certain, or all, and the rest of the file stays", function()
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
                local open, certain = 0, false
                for _, finding in ipairs(file.findings) do
                    open = open + (finding.severity == "error" and not finding.consequence and not finding.certain and not finding.joint and finding.digits ~= 0 and 1 or 0)
                    certain = certain or finding.certain and finding.fix ~= nil
                end
                local _, _, code = run {"-q", "--fix", "c.urdf", "a.urdf"}
                assert(readable and code <= 1 or code == 2, path)
                local left = dkjson.decode((run {"--json", "c.urdf"})).summary.error
                assert.equal(open, left, path)
                if not certain then assert.equal(text, read "c.urdf", path) end
                _, _, code = run {"-q", "--unsafe-fixes", "--fix", "b.urdf", "a.urdf"}
                assert.equal(readable and 0 or 2, code, path)
                assert.equal(0, dkjson.decode((run {"--json", "b.urdf"})).summary.error)
                assert.same({}, (impossible_links(read "b.urdf")))
                assert.equal(without_figures(text), without_figures(read "b.urdf"))
                if parser and readable then
                    local _, mended = program.run {program = "check_urdf", directory = directory, "b.urdf"}
                    assert.equal("", (mended:gsub("[^\n]*[Ww]arn[^\n]*\n", "")), path)
                end
            end)
        end
        assert(loaded > 0 and links > 0 and total < links, ("%d of %d links of %d robots cannot exist"):format(total, links, loaded))
    end)
end)
