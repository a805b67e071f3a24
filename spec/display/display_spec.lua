-- How values are shown where there is a terminal to fit them to: columns, a common factor, what is left out and said to be,
-- letters, and rigid.format. Where there is none, everything is as tostring says; that is checked too.

local display = require "rigid.display"
local grid = require "rigid.display.grid"
local letters = require "rigid.display.letters"
local settings = require "rigid.display.settings"
local draw = require "spec.support.draw"
local program = require "spec.support.program"
local rigid = require "rigid"

local AUTO <const> = {digits = "auto", unicode = "auto", width = "auto"}

local function matrix(rows, cols, f)
    local m = rigid.Matrix(rows, cols)
    for i = 1, rows do
        for j = 1, cols do m:set(i, j, f(i, j)) end
    end
    return m
end

describe("numbers in columns", function()
    local function texts(list, digits) return (grid.texts(list, digits or 6)) end

    it("have as many decimals as the largest needs, and no zeros that all end with", function()
        assert.same({"0.5", "12.0", "-3.2"}, texts {0.5, 12, -3.2})
        assert.same({"3.14159", "0.33333"}, texts {math.pi, 1 / 3})
        assert.same({"3.14", "0.33"}, texts({math.pi, 1 / 3}, 3))
    end)

    it("are whole where they are whole", function()
        assert.same({"1", "-20", "300000"}, texts {1.0, -20, 300000})
    end)

    it("keep two digits of what is small beside the largest, and tell zero from what rounds to it", function()
        assert.same({"50.12340", "0.00012", "0"}, texts {50.1234, 0.00012, 0.0})
        assert.same({"1.5", "0.0", "0", "0.0"}, texts {1.5, 1e-17, 0, -1e-17})
    end)

    it("have a common power of ten where they are large or small", function()
        local list, factor = grid.texts({0.00123, -0.0005, 0}, 6)
        assert.same({"1.23", "-0.50", "0"}, list)
        assert.equal(-3, factor)
        list, factor = grid.texts({1234567.5, 1e6}, 6)
        assert.same({"1.23457", "1.00000"}, list)
        assert.equal(6, factor)
        for _, plain in ipairs {{0.01}, {12345.5}, {0}, {}} do assert.equal(0, select(2, grid.texts(plain, 6))) end
    end)

    it("leave nan and infinities as they are", function()
        assert.same({"nan", "inf", "-inf", "0.5"}, texts {0 / 0, math.huge, -math.huge, 0.5})
    end)

    it("are the numbers, to the digits that were asked for, over seeded draws of all sizes", function()
        local d = draw.stream(51)
        for _ = 1, 300 do
            local list, digits = {}, d:integer(2, 12)
            local size = 10.0 ^ d:integer(-300, 300)
            for i = 1, d:integer(1, 12) do list[i] = size * d:between(-1, 1) end
            local shown, factor = grid.texts(list, digits)
            local largest = 0
            for _, x in ipairs(list) do largest = math.max(largest, math.abs(x)) end
            for i, x in ipairs(list) do
                local read = tonumber(shown[i] .. "e" .. factor)
                assert(math.abs(read - x) <= 0.51 * largest * 10.0 ^ (1 - digits), ("%.17g shown as %s e %d"):format(x, shown[i], factor))
            end
        end
    end)
end)

describe("a value fitted to the terminal", function()
    before_each(function() rigid.format {digits = "auto", unicode = true, width = 60} end)
    after_each(function() rigid.format(AUTO) end)

    it("is as tostring says where nothing is set and no terminal is there", function()
        rigid.format(AUTO)
        for _, value in ipairs {rigid.Matrix.identity(30), rigid.Vector(40), rigid.Vec3(1, 2, 3)} do
            assert.equal(tostring(value), display.value(value))
        end
    end)

    it("has its size, its common factor and its entries that are none in the heading", function()
        assert.equal("Matrix 2x2, 1 nan, × 1e-3\n  1.5    0\n  nan  2.0", display.value(rigid.Matrix {{0.0015, 0}, {0 / 0, 0.002}}))
    end)

    it("never is wider than it may be, and all columns are there, in order, each line under its heading", function()
        local d = draw.stream(52)
        for _, width in ipairs {20, 33, 60, 80, 200} do
            rigid.format {width = width}
            for cols = 1, 24 do
                local text = display.value(matrix(3, cols, function() return d:between(-100, 100) end))
                local headings = 0
                for _, line in ipairs(program.lines_of(text)) do
                    assert(letters.length(line) <= math.max(width, 23), text)
                    for number in line:gmatch "%[(%d+)%]" do
                        if not line:find "^  %[" then
                            headings = headings + 1
                            assert(tonumber(number) == headings or text:find "…", text)
                        end
                    end
                end
                assert(headings == 0 or headings == cols or text:find "…", text)
            end
        end
    end)

    it("shows the corners of what is too large, and every number that it shows where it belongs", function()
        local text = display.value(matrix(200, 100, function(i, j) return 1000 * i + j end))
        assert.truthy(text:find("^Matrix 200x100\n"))
        for _, number in ipairs {"1001", "1100", "200001", "200100"} do assert.truthy(text:find("%f[%d]" .. number .. "%f[%D]"), number) end
        assert.truthy(text:find "%[1%].*….*%[100%]")
        assert(#program.lines_of(text) < 70)
    end)

    it("lays long vectors out in lines that say where they begin", function()
        local v = rigid.Vector(30)
        for i = 1, 30 do v[i] = i + 0.5 end
        local lines = program.lines_of(display.value(v))
        assert.equal("Vector 30", lines[1])
        assert.equal("   [1]   1.5   2.5   3.5   4.5   5.5", lines[2]:sub(1, 36))
        local long = rigid.Vector(100000)
        long[100000] = 7
        local text = display.value(long)
        assert.truthy(text:find "^Vector 100000\n" and text:find "\n *…\n" and text:find " 7$")
        assert.equal("Vector 3: (1, 2, 3)", display.value(rigid.Vector {1, 2, 3}))
    end)

    it("counts what is nan though it is not shown", function()
        local v = rigid.Vector(3000)
        v[1500], v[1501] = 0 / 0, 0 / 0
        assert.truthy(display.value(v):find "^Vector 3000, 2 nan\n")
        assert.truthy(display.value(matrix(300, 300, function(i, j) return i == 150 and j == 150 and 0 / 0 or 1 end)):find "^Matrix 300x300, 1 nan\n")
    end)

    it("has the digits that were asked for, all of them, and tostring stays as it is", function()
        local M = rigid.SpatialInertia.solid_cube {mass = math.pi, length = 1}
        local plain = tostring(M)
        rigid.format {digits = 12}
        assert.truthy(display.value(M):find("3.14159265359", 1, true))
        assert.equal(plain, tostring(M))
        rigid.format {digits = 2}
        assert.truthy(display.value(M):find("3.1 kg", 1, true))
        assert.equal("Vector 2: (0.33, 2)", display.value(rigid.Vector {1 / 3, 2}))
        assert.equal(plain, tostring(M))
    end)

    it("is in plain letters where no others are known", function()
        rigid.format {unicode = false, width = 80}
        local m = rigid.Model {}
        for i = 1, 3 do
            m:add_body {name = "b" .. i, parent = i > 1 and "b" .. i - 1 or "world", joint = "revolute", inertia = rigid.SpatialInertia.unitary()}
        end
        for _, value in ipairs {m, rigid.SpatialInertia.unitary(), matrix(2, 2, function() return 1e-9 end), {rigid.SpatialInertia.unitary()},
            matrix(90, 90, function() return 1 end), rigid.ABI(rigid.SpatialInertia.unitary())} do
            assert.falsy(display.value(value):find "[\x80-\xFF]")
        end
        assert.truthy(display.value(rigid.Matrix {{1e-9}}):find "x 1e%-9")
    end)

    it("cuts the names of a model, not its masses, where the tree is wide", function()
        local m = rigid.Model {name = "long"}
        local name = ("part"):rep(12)
        m:add_body {name = name, joint = {type = "revolute", name = name .. "_joint"}, inertia = rigid.SpatialInertia.solid_cube {mass = 12.5, length = 1}}
        local text = display.value(m)
        assert.truthy(text:find "…_joint  revolute +z +12%.5")
        for _, line in ipairs(program.lines_of(text)) do assert(letters.length(line) <= 60, line) end
        assert.truthy(tostring(m):find(name .. "_joint", 1, true))
    end)

    it("breaks a table that is wider than the terminal, and long texts in it between words", function()
        assert.equal("{\n  a = " .. '"' .. ("word "):rep(9) .. 'word",\n  b = 1\n}', display.value {a = ("word "):rep(9) .. "word", b = 1})
        for _, line in ipairs(program.lines_of(display.value {("many words "):rep(40)})) do assert(#line <= 60, line) end
    end)

    -- What is shown of a value on a screen of so many columns and 24 rows.
    local function on_screen(columns, entries)
        local shown
        program.at_terminal({ columns = columns, environment = { "LC_ALL=C.UTF-8", "NO_COLOR=1" }, code = 0 }, function(session)
            session:expect "> "
            for i, entry in ipairs(entries) do
                if i == #entries then session:send "'from' .. ' here'\n" session:expect "from here\n> " end
                session:send(entry .. "\n")
            end
            session:expect "\n> "
            session:send "'to' .. ' here'\n"
            session:expect "to here\n> "
            shown = session:screen():match "from here\n> [^\n]*\n(.-)\n> 'to'"
            session:send "\4"
        end)
        return shown
    end

    if program.has_terminal() then
        it("shows every key of a table that is higher than the screen, a line each", function()
            local log = "log = rigid.load 'spec/models/arm7.urdf':simulate{duration = 0.1, dt = 0.001}"
            for _, columns in ipairs { 80, 40 } do
                local shown = on_screen(columns, { log, "log:table()" })
                for _, name in ipairs { "model", "q", "t", "tau", "v" } do
                    assert.truthy(shown:find("\n  " .. name .. " = [^\n]+"), name .. " is missing in " .. shown)
                end
                assert.truthy(shown:find "\n  t = {0, [%d., ]+%.%.%. %d+ more}", shown)
                for line in shown:gmatch "[^\n]+" do assert.truthy(utf8.len(line) <= columns, line) end
            end
        end)

        it("has each vector of a list on its own line, to its last number, and counts as people do", function()
            local shown = on_screen(80, { "v = Vector{-0.77057912, 2.7298312, -1.1963512, -1.3853912, -1.1920212, -1.9506212, -1.4291012}", "{v, v}" })
            assert.equal("{\n  Vector 7: (-0.77058, 2.7298, -1.1964, -1.3854, -1.192, -1.9506, -1.4291),\n"
                .. "  Vector 7: (-0.77058, 2.7298, -1.1964, -1.3854, -1.192, -1.9506, -1.4291)\n}", shown)
        end)
    end

    if program.has_terminal() then
        it("takes, printed behind others, what is left of the line", function()
            local vector = "v = Vector{-0.77057912, 2.7298312, -1.1963512, -1.3853912, -1.1920212, -1.9506212, -1.4291012}"
            for line in on_screen(80, { vector, "print('behind this text', v)" }):gmatch "[^\n]+" do
                local columns = 0
                for c in line:gmatch(utf8.charpattern) do columns = c == "\t" and columns // 8 * 8 + 8 or columns + 1 end
                assert.is_true(columns <= 80, line)
            end
        end)

        it("breaks a text that is shown between its words", function()
            local shown = on_screen(40, { "M = SpatialInertia{mass = 1, inertia = {1, 1, 3}, skip_validity_check = true}", "M:criticize()" })
            assert.truthy(shown:find("^no body can have this inertia: its\n"), shown)
            for line in shown:gmatch "[^\n]+" do assert.is_true(utf8.len(line) <= 40, line) end
        end)
    end

    it("reads as zero what is rounding beside what is left out", function()
        local A = matrix(40, 40, function(i, j) return (i == 1 or i == 40) and j == 20 and 1 or j == 1 and 2e-14 * i or 0 end)
        local lines = grid.matrix(function(i, j) return A(i, j) end, 40, 40, { digits = 6, width = 80, height = 24, unicode = true })
        for _, line in ipairs(lines) do assert.falsy(line:find "[2-9]%.%d", line) end
        local _, factor = grid.matrix(function(i, j) return A(i, j) * 1e-14 end, 40, 40, { digits = 6, width = 80, height = 24, unicode = true })
        assert.equal(-14, factor)
    end)

    it("has no sign where it is no number", function()
        assert.equal("nan", display.value(0 / 0))
        assert.equal("nan", display.value(-(0 / 0)))
        assert.equal("{nan}", display.value { 0 / 0 })
    end)

    it("sorts names as people count", function()
        assert.equal("{a = 1, joint2 = 2, joint10 = 3, joint10b = 4}", display.value { joint10 = 3, joint2 = 2, a = 1, joint10b = 4 })
    end)

    it("is never an error, whatever the numbers, the size and the width are", function()
        local d = draw.stream(53)
        local odd = {0, -0.0, 0 / 0, 1 / 0, -1 / 0, 5e-324, 1.7e308, -1e-300, 1, 1e15, 0.1}
        for _ = 1, 200 do
            rigid.format {width = d:integer(20, 150), digits = d:integer(1, 17), unicode = d:integer(0, 1) == 1}
            local m = matrix(d:integer(0, 9), d:integer(0, 30), function() return odd[d:integer(1, #odd)] end)
            assert.truthy(display.value(m):find "^Matrix")
            local v = rigid.Vector(d:integer(0, 90))
            for i = 1, #v do v[i] = odd[d:integer(1, #odd)] end
            assert.truthy(display.value(v):find "^Vector")
        end
    end)
end)

describe("rigid.format", function()
    after_each(function() rigid.format(AUTO) end)

    it("says what is in force, sets what it is given, and gives back", function()
        assert.same({digits = 6, unicode = true, width = 96}, rigid.format())
        assert.same({digits = 4, unicode = true, width = 96}, rigid.format {digits = 4})
        assert.same({digits = 4, unicode = false, width = 40}, rigid.format {unicode = false, width = 40})
        assert.same({digits = 6, unicode = true, width = 96}, rigid.format(AUTO))
    end)

    it("changes nothing when one field is refused", function()
        for _, wrong in ipairs {{digits = 3, width = 5}, {digits = 0}, {digits = 18}, {unicode = 1}, {width = 0 / 0}, {widht = 80}} do
            assert.has_error(function() rigid.format(wrong) end)
            assert.same({digits = 6, unicode = true, width = 96}, rigid.format())
        end
    end)

    it("knows UTF-8 by the environment, the first that says anything", function()
        local function is_utf8(environment) return settings.is_utf8(function(name) return environment[name] end) end
        assert.is_true(is_utf8 {LANG = "en_GB.UTF-8"})
        assert.is_true(is_utf8 {LC_CTYPE = "C.utf8", LANG = "C"})
        assert.is_false(is_utf8 {LC_ALL = "C", LANG = "en_GB.UTF-8"})
        assert.is_true(is_utf8 {LC_ALL = "", LANG = "de_DE.UTF-8"})
        assert.is_false(is_utf8 {})
    end)
end)

describe("plain letters", function()
    it("stand for every sign that our texts have", function()
        local texts = {}
        for _, entry in ipairs(require("rigid.prompt.help").entries()) do texts[#texts + 1] = require("rigid.prompt.render").entry(entry) end
        for _, topic in ipairs(require("rigid.prompt.help").topics()) do texts[#texts + 1] = require("rigid.prompt.render").topic(topic) end
        local unknown = {}
        for sign in table.concat(texts):gmatch "[\xC2-\xF4][\x80-\xBF]*" do
            if letters.ascii(sign) == "?" then unknown[sign] = true end
        end
        local list = {}
        for sign in pairs(unknown) do list[#list + 1] = sign end
        assert.same({}, list)
    end)

    it("write raised signs that stand together as one exponent", function()
        assert.equal("10^-3 kg m^2", letters.ascii "10⁻³ kg m²")
        assert.equal("x^23 A^TB^T", letters.ascii "x²³ AᵀBᵀ")
        assert.equal("m^2 m^2", letters.ascii "m² m²")
    end)

    it("cut by letters, not by bytes", function()
        assert.equal("ω²…", letters.cut("ω²ω²ω²", 3, "…"))
        assert.equal("ω²", letters.cut("ω²", 2, "…"))
        assert.equal("\xff\xff...", letters.cut(("\xff"):rep(9), 5, "..."))
    end)
end)
