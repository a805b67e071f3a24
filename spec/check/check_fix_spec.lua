-- `rigid check --fix`: the bytes that it changes and those it leaves.
local has_json, dkjson = pcall(require, "dkjson")
local draw = require "spec.support.draw"
local rigid = require "rigid"
local files_of = require "spec.support.check"

if not has_json or not pcall(require, "argparse") then
    describe("rigid check", function() pending "lua-argparse and lua-dkjson are not here" end)
    return
end

local in_files, urdf, SOUND, POINT = files_of.in_files, files_of.urdf, files_of.SOUND, files_of.POINT
local ROUGH, has, without_figures = files_of.ROUGH, files_of.has, files_of.without_figures

describe("rigid check --fix", function()
    it("mends the published cases: one decimal point, and 1.4 % of a tensor", function()
        in_files({["a.urdf"] = urdf {SOUND, POINT, ROUGH}}, function(_, run, read)
            local out, _, code = run {"--fix", "b.urdf", "a.urdf"}
            assert.equal(1, code)
            has(out, "wrote b.urdf, 1 link mended", "rough is left as it is: what was meant is not certain (--unsafe-fixes takes the likeliest)")
            out, _, code = run {"--unsafe-fixes", "--fix", "b.urdf", "a.urdf", environment = {"LC_ALL=C.UTF-8", "COLUMNS="}}
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
        .. "<robot\tname = 'awkward'>\r\n<link name='a>b'>\r\n <visual><geometry><box size='.1 .1 .1'/></geometry></visual>\r\n<inertial >\r\n"
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
            local _, err, code = run {"--unsafe-fixes", "--fix", "out/there", "in", "c.urdf"}
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
            local told
            told, err, code = run {"--fix", "/proc/none/x", "c.urdf"}
            assert.equal(2, code)
            has(err, "/proc/none/x: ")
            assert.is_nil(told:find("in what was written", 1, true))
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
            assert.equal(0, (select(3, run {"-q", "--unsafe-fixes", "--fix", "b.urdf", "a.urdf"})))
            assert.equal(0, dkjson.decode((run {"--json", "b.urdf"})).summary.error)
            assert.equal(without_figures(read "a.urdf"), without_figures(read "b.urdf"))
        end)
    end)
end)
