-- Plots in characters and of plain numbers, names that reach no shell, what is refused, and that no file is left behind.
local rigid = require "rigid"
local program = require "spec.support.program"
local pictures = require "spec.support.pictures"

local read, drawn, curves, arm, moving = pictures.read, pictures.drawn, pictures.curves, pictures.arm, pictures.moving

describe("a plot in characters", function()
    local function text(what, options)
        options.text = true
        return rigid.plot(what, options)
    end

    it("has its curve where the numbers are", function()
        local rows = {}
        for line in text({ x = { 0, 1 }, y = { 0, 1 } }, { size = { 50, 20 } }):gmatch "[^\n]+" do rows[#rows + 1] = line end
        local last = 0
        for k = #rows - 3, 1, -1 do -- upwards from the axis, ever further right
            local at = rows[k]:find "%*"
            assert.is_true(at and at >= last, rows[k])
            last = at
        end
        assert.is_true(last > 40)
    end)

    it("uses ASCII alone where asked to, with names spelt", function()
        local picture = text({ { x = { 1, 2 }, y = { 1, 2 }, name = "ω, m²" } }, { unicode = false, size = { 60, 12 } })
        assert.falsy(picture:find "[\128-\255]")
        assert.truthy(picture:find("omega, m^2", 1, true))
        assert.truthy(text({ { y = { 1, 2 }, name = "ω" } }, { size = { 60, 12 } }):find "ω")
    end)

    it("fits the width it is given, without blanks at the ends of lines", function()
        local picture = rigid.plot(moving(50), { "q", "energy", text = true, size = { 64, 30 } })
        for line in picture:gmatch "[^\n]+" do
            assert.is_true(utf8.len(line) <= 64, line)
            assert.falsy(line:find "%s$")
        end
        assert.falsy(picture:find "^\n")
        assert.truthy(picture:find "energy %[J%]" and picture:find "q %[rad%]" and picture:find "kinetic")
        assert.equal(picture .. "\n", drawn(".txt", moving(50), { "q", "energy" }, { size = { 64, 30 } }))
    end)

    it("goes to standard output through pipes, as all values do the same in every locale", function()
        for _, locale in ipairs { "C", "C.UTF-8" } do
            local out, err, code = program.run { "-e", [[rigid.plot({1, 2, 3}, {y_label = "α"})]], environment = { "LC_ALL=" .. locale } }
            assert.same({ "", 0 }, { err, code })
            assert.truthy(out:find "α" and out:find "└" and not out:find "\27")
            assert.falsy(out:find "nil")
        end
        local out = program.run { "-e", [[rigid.format{unicode = false, width = 50}; rigid.plot({1, 2, 3}, {y_label = "α"})]] }
        assert.truthy(out:find "alpha" and not out:find "[\27\128-\255]")
        for line in out:gmatch "[^\n]+" do assert.is_true(#line <= 50, line) end
    end)

    it("takes the width of the terminal, and colours", function()
        if not program.has_terminal() then return pending "script of util-linux is not here" end
        local function shown(environment)
            local line = ("stty cols 120; %s TERM=xterm %s -e 'rigid.plot{1,2,3}'"):format(environment, program.quote(program.path))
            local screen = program.shell(("script -qec %s /dev/null </dev/null"):format(program.quote(line)))
            return (screen:gsub("\27_.-\27\\", ""):gsub("\27%[c", "")) -- the terminal may have been asked what it can show
        end
        local picture = shown "LC_ALL=C.UTF-8"
        assert.truthy(picture:find "\27%[38;5;%d+m" and picture:find "\xE2[\xA0-\xA3][\x80-\xBF]")
        local widest = 0
        for line in picture:gsub("\27%[[%d;]*m", ""):gmatch "[^\r\n]+" do widest = math.max(widest, utf8.len(line)) end
        assert.is_true(widest > 100 and widest < 120, tostring(widest))
        assert.falsy(shown "NO_COLOR=1 LC_ALL=C.UTF-8":find "\27%[38")
        assert.falsy(shown "LC_ALL=C":find "[\128-\255]")
    end)
end)

describe("a plot at a terminal", function()
    it("is no higher than the screen, and leaves a line for the prompt", function()
        if not program.has_terminal() then return pending "script of util-linux is not here" end
        local code = "rigid.load('spec/models/arm7.urdf'):simulate{duration = 0.02}:plot{'q', 'energy'}"
        local function count_lines(rows)
            local line = ("stty cols 80 rows %d; NO_COLOR=1 TERM=xterm LC_ALL=C.UTF-8 %s -e %s"):format(rows, program.quote(program.path), program.quote(code))
            local shown = program.shell(("script -qec %s /dev/null </dev/null"):format(program.quote(line)))
            assert.truthy(shown:find("energy [J]", 1, true) and shown:find("q [rad]", 1, true) and shown:find("joint7", 1, true), shown)
            return select(2, shown:gsub("\n", ""))
        end
        assert.is_true(count_lines(24) <= 23)
        local tall = count_lines(60)
        assert.is_true(tall > 24 and tall < 40, tall)
    end)
end)

describe("plain numbers", function()
    it("may be a list, a Vector, a Matrix, x and y, or several of them", function()
        local function count(what, options) return #curves(drawn(".svg", what, options)) end
        assert.equal(1, count { 1, 2, 3 })
        assert.equal(1, count(rigid.Vector { 1, 2, 3 }))
        assert.equal(2, count(rigid.Matrix { { 1, 2 }, { 3, 4 }, { 5, 6 } }))
        assert.equal(1, count { x = rigid.Vector { 1, 2 }, y = { 3, 4 } })
        assert.equal(2, count { x = { 1, 2 }, y = { { 3, 4 }, rigid.Vector { 4, 5 } }, name = { "a", "b" } })
        assert.equal(2, count { x = { 1, 2 }, y = rigid.Matrix { { 1, 2 }, { 3, 4 } } })
        assert.equal(3, count { { x = { 1, 2 }, y = { 3, 4 }, name = "one" }, { 5, 6 }, rigid.Vector { 7, 8 } })
        assert.equal(2, count({ { 1, 2 }, { 3, 4 } }, { name = { "a", "b" }, legend = true }))
    end)

    it("are drawn as they come where x goes to and fro", function()
        local x, y = {}, {}
        for i = 1, 5000 do
            x[i], y[i] = math.cos(i * 0.01), math.sin(i * 0.01)
        end
        local run = curves(drawn(".svg", { x = x, y = y }))[1][1]
        local left, right, top, bottom = math.huge, 0, math.huge, 0
        for _, point in ipairs(run) do
            left, right = math.min(left, point[1]), math.max(right, point[1])
            top, bottom = math.min(top, point[2]), math.max(bottom, point[2])
        end
        assert.is_true(#run > 200 and #run < 5000, #run)
        for k = 2, #run do -- half way between two points that are left, it is still a circle, to half a pixel
            local u = ((run[k][1] + run[k - 1][1]) / 2 - (left + right) / 2) / ((right - left) / 2)
            local v = ((run[k][2] + run[k - 1][2]) / 2 - (top + bottom) / 2) / ((bottom - top) / 2)
            assert.is_true(math.abs(math.sqrt(u * u + v * v) - 1) * (bottom - top) / 2 < 0.5, u .. " " .. v)
        end
    end)
end)

describe("names", function()
    local nasty = "it's `touch %s` $(touch %s) \"; system 'touch %s'\n\\@x {a}_b^c <b>&amp;\0\255"

    it("reach neither a shell nor gnuplot as commands", function()
        local mark = os.tmpname()
        os.remove(mark)
        local name = nasty:format(mark, mark, mark)
        local svg = drawn(".svg", { { y = { 1, 2 }, name = name }, { y = { 2, 3 }, name = "'" } },
            { title = name, x_label = name, y_label = name })
        assert.is_nil(io.open(mark))
        assert.truthy(svg:find("it's `touch", 1, true) and svg:find("&lt;b>", 1, true) and svg:find("{a}_b^c", 1, true))
        local path = mark .. " '\"`touch " .. mark:match "[^/]*$" .. "`;$(x).svg"
        assert.equal(path, rigid.plot({ 1, 2 }, { path = path }))
        assert.truthy(read(path):find "<svg")
        os.remove(path)
        assert.is_nil(io.open(mark))
    end)

    it("of joints and bodies may be anything", function()
        local m = rigid.Model()
        m:add_body { name = "a 'body' `x`", inertia = rigid.SpatialInertia.unitary(), joint = { type = "revolute", name = "joint \\n'q' %d" } }
        local log = m:simulate { duration = 0.1, dt = 0.05 }
        local picture = log:plot { "q joint \\n'q' %d", "position a 'body' `x`", text = true }
        assert.truthy(picture:find("q joint \\n'q' %d [rad]", 1, true) and picture:find("position a 'body' `x` [m]", 1, true))
    end)
end)

describe("what cannot be drawn", function()
    local function message(...)
        local ok, text = pcall(rigid.plot, ...)
        assert.is_false(ok)
        return text
    end

    it("is refused by name", function()
        local log, many = moving(3), {}
        for i = 1, 41 do many[i] = "q shoulder" end
        for words, call in pairs {
            ["the log has no samples: simulate"] = { rigid.Log(arm()) },
            ["no quantity 'enrgy'; did you mean 'energy'?"] = { log, "enrgy" },
            ["no joint named 'shuolder' with coordinates; did you mean 'shoulder'?"] = { log, { "q shuolder" } },
            ["no body or frame named 'hnad'; did you mean 'hand'?"] = { log, { "position hnad" } },
            ["unknown field 'pth'; did you mean 'path'?"] = { log, { "q", pth = "x.svg" } },
            ["path that ends in .svg, .png, .pdf or .txt expected, got 'x.jpg'"] = { log, "q", { path = "x.jpg" } },
            ["cannot write /nowhere/x.svg: No such file or directory"] = { log, "q", { path = "/nowhere/x.svg" } },
            ["(field '[1]': number, Vec3, Vector or list of numbers expected from the function, and it returned string)"] =
                { log, { { name = "f", value = function() return "x" end } } },
            ["samples from 0 to 1 s, none of them in what is asked for"] = { log, "q", { from = 2 } },
            ["(field 'y': as many numbers as x expected, 3, got 2)"] = { { x = { 1, 2, 3 }, y = { 1, 2 } } },
            ["(field 'y[2]': number expected, got string)"] = { { y = { 1, "2" } } },
            ["nothing to draw: no point is finite"] = { { 0 / 0, 1 / 0 } },
            ["is too large to draw"] = { { 1e301, 1 } },
            ["41 panels are too many for one picture; at most 40"] = { log, many },
            ["Log, list of numbers, Vector, Matrix, or {x = ..., y = ...} expected, got nil"] = {},
            ["bad argument #2 to 'plot' (field 'title': given twice)"] = { { 1, 2, title = "a" }, { title = "b" } },
            ["integer from 100 to 10000 expected, got 5"] = { { 1, 2 }, { path = "x.svg", size = { 5, 500 } } },
            ["not together with a path"] = { { 1, 2 }, { path = "x.svg", text = true } },
        } do
            local text = message(table.unpack(call))
            assert.truthy(text:find(words, 1, true), words .. "\n" .. text)
        end
    end)

    it("shows what a function of the caller's raised", function()
        local thrown = {}
        local ok, value = pcall(rigid.plot, moving(3), { { name = "f", value = function() error(thrown) end } })
        assert.is_false(ok)
        assert.equal(thrown, value)
    end)

    it("is a log that a script has spoilt", function()
        local log = moving(3)
        log.q[2] = "north"
        assert.truthy(message(log, "q"):find("(field 'q[2]': Vector of 2 expected, got string)", 1, true))
        log = moving(3)
        log.t[3] = -1
        assert.truthy(message(log, "q"):find("(field 't[3]': times must not decrease)", 1, true))
    end)

    it("names the package where gnuplot is not installed", function()
        program.in_directory(function(directory)
            for _, name in ipairs { "sh", "env", "rm" } do
                os.execute(("ln -s $(command -v %s) %s/%s"):format(name, directory, name))
            end
            local _, err, code = program.run { "-e", "rigid.plot({1, 2, 3}, {path = 'x.svg'})", environment = { "PATH=" .. directory } }
            assert.equal(1, code)
            assert.truthy(err:find "gnuplot, which is not installed; on Debian it is the package gnuplot%-nox", err)
        end)
    end)

    it("is told with gnuplot's reason", function()
        local gnuplot = require "rigid.plot.gnuplot"
        local ok, text = pcall(gnuplot.draw, "set terminal svg\nplot nothing\n")
        assert.is_false(ok)
        assert.truthy(text:find "gnuplot could not draw this: " and text:find "undefined variable: nothing", text)
    end)
end)

describe("no file is left behind", function()
    it("by plots, good and refused", function()
        program.in_directory(function(directory)
            local script = "rigid.plot{1, 2}; pcall(rigid.plot, {1, 2}, {path = '/nowhere/x.svg'})"
                .. "pcall(require('rigid.plot.gnuplot').draw, 'plot nothing')"
            local _, err, code = program.run { "-e", script, environment = { "TMPDIR=" .. directory } }
            assert.same({ "", 0 }, { err, code })
            assert.equal("", (program.shell("ls -A " .. directory)))
        end)
    end)

    it("when Ctrl-C comes in the midst of drawing", function()
        program.in_directory(function(directory)
            local script = ([[local y = {}
                for i = 1, 300000 do y[i] = i %% 7 end
                io.stdout:write "ready\n"; io.stdout:flush()
                while true do rigid.plot({x = y, y = y}, {path = '%s/x.svg'}) end]]):format(directory)
            os.execute("mkdir " .. directory .. "/place")
            local _, err, code = program.interrupt(script, { environment = { "TMPDIR=" .. directory .. "/place" } })
            assert.equal(130, code)
            assert.truthy(err:find "interrupted" or err:find "gnuplot", err)
            assert.equal("", (program.shell("ls -A " .. directory .. "/place")))
        end)
    end)
end)
