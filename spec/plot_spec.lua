-- Plots: what of a log may be drawn, and plain numbers; that the points of a picture are those of the data, read back from
-- the SVG and its labels; texts, files, what is refused, and that no name reaches a shell, no file is left behind.

local rigid = require "rigid"
local program = require "spec.support.program"

local function read(path)
    local file <close> = assert(io.open(path, "rb"))
    return (file:read "a")
end

-- Draw into a file of that ending and hand back its bytes: of a log what is said and options, of numbers options alone.
local function drawn(ending, what, said, options)
    local path = os.tmpname()
    os.remove(path)
    path = path .. ending
    local ok, result
    if rigid.type(what) == "Log" then
        options = options or {}
        options.path = path
        ok, result = pcall(rigid.plot, what, said, options)
    else
        said = said or {}
        said.path = path
        ok, result = pcall(rigid.plot, what, said)
    end
    if not ok then
        os.remove(path)
        error(result, 0)
    end
    assert.equal(path, result)
    local bytes = read(path)
    os.remove(path)
    return bytes
end

-- ---- a picture, read back -------------------------------------------------------------------------------------------

-- The labels of a picture: { { x =, y =, text = }, ... }.
local function labels(svg)
    local list = {}
    for x, y, text in svg:gmatch '<g transform="translate%(([%d.]+),([%d.]+)%)[^>]*>%s*<text>(.-)</text>' do
        list[#list + 1] = { x = tonumber(x), y = tonumber(y), text = text:match "^%s*(.-)%s*$" }
    end
    return list
end

-- The runs of points of a path, each a list of { x, y }.
local function runs_of(path)
    local runs = {}
    for run in path:gmatch "M[^M]+" do
        local points = {}
        for x, y in run:gmatch "(%-?[%d.]+),(%-?[%d.]+)" do
            points[#points + 1] = { tonumber(x), tonumber(y) }
        end
        runs[#runs + 1] = points
    end
    return runs
end

local GREY <const> = "136, 136, 136"

-- Where the axes end on the right; beyond are the samples of the legend.
local function right_edge(svg)
    local right = 0
    for path in svg:gmatch("<path stroke='rgb%(" .. GREY .. "%)'%s+d='(.-)'") do
        for _, run in ipairs(runs_of(path)) do
            for _, point in ipairs(#run > 2 and run or {}) do right = math.max(right, point[1]) end
        end
    end
    return right
end

-- The curves of a picture, each a list of runs of points { x, y }, in the order of its panels.
local function curves(svg)
    local list, right = {}, right_edge(svg)
    for body in (svg .. '<g id="gnuplot_plot_'):gsub('<g id="gnuplot_plot_', "\1"):gmatch "\1([^\1]*)" do
        local all = {}
        for colour, path in body:gmatch "<path stroke='rgb%(([^)]*)%)'%s+d='(.-)'" do
            for _, run in ipairs(colour ~= GREY and runs_of(path) or {}) do
                if run[1][1] <= right + 0.01 then all[#all + 1] = run end
            end
        end
        list[#list + 1] = body:find "^%d+%a*\"" and all or nil
    end
    return list
end

-- From pixels to numbers, by two tics of an axis: along = "x" or "y" of the labels that satisfy `of`.
local function scale(list, along, of)
    local first, last
    for _, label in ipairs(list) do
        local value = tonumber((label.text:gsub("−", "-")))
        if value and of(label) then
            if not first or value < first.value then first = { at = label[along], value = value } end
            if not last or value > last.value then last = { at = label[along], value = value } end
        end
    end
    assert(first and last.value > first.value, "fewer than two tics")
    return function(at) return first.value + (at - first.at) * (last.value - first.value) / (last.at - first.at) end
end

local function count_text(svg, text)
    local count = 0
    for _, label in ipairs(labels(svg)) do count = count + (label.text == text and 1 or 0) end
    return count
end

-- Of a PNG as gnuplot writes it, 8 bits a sample and without interlacing: the share of its pixels that are not white, and how
-- many have the colour of the first curve. gzip unpacks the data; each line is then undone of its filter [PNG, 9].
local function pixels(png)
    local width, height, depth, kind = (">I4I4BB"):unpack(png, 17)
    assert.equal(8, depth)
    local size, data, at = kind == 6 and 4 or 3, {}, 9
    while at < #png do
        local length, name = (">I4c4"):unpack(png, at)
        if name == "IDAT" then data[#data + 1] = png:sub(at + 8, at + 7 + length) end
        at = at + 12 + length
    end
    local raw
    program.in_directory(function(directory)
        program.write_file(directory .. "/data", "\31\139\8\0\0\0\0\0\0\3" .. table.concat(data):sub(3))
        raw = program.shell(("gzip -dc <%s/data 2>/dev/null"):format(directory))
    end)
    local stride, above, ink, blue = width * size, {}, 0, 0
    assert.is_true(#raw >= height * (stride + 1), "the picture is cut short")
    for row = 0, height - 1 do
        local filter, line = raw:byte(row * (stride + 1) + 1), {}
        for k = 1, stride do
            local a, b, c = line[k - size] or 0, above[k] or 0, above[k - size] or 0
            local guess = filter == 1 and a or filter == 2 and b or filter == 3 and (a + b) // 2 or 0
            if filter == 4 then
                local to_a, to_b, to_c = math.abs(b - c), math.abs(a - c), math.abs(a + b - 2 * c)
                guess = to_a <= to_b and to_a <= to_c and a or to_b <= to_c and b or c
            end
            line[k] = (raw:byte(row * (stride + 1) + 1 + k) + guess) & 255
        end
        for k = 1, stride, size do
            local r, g, b = line[k], line[k + 1], line[k + 2]
            ink = ink + (r + g + b < 765 and 1 or 0)
            blue = blue + (r < 40 and math.abs(g - 0x72) < 30 and math.abs(b - 0xb2) < 30 and 1 or 0)
        end
        above = line
    end
    return ink / (width * height), blue
end

-- ---- what is drawn --------------------------------------------------------------------------------------------------

local function arm()
    local m = rigid.Model { name = "arm" }
    local rod = rigid.SpatialInertia.thin_rod { mass = 1, length = 1 }
    m:add_body { name = "upper", inertia = rod, joint = { type = "revolute", name = "shoulder", axis = { 0, 1, 0 } } }
    m:add_body {
        name = "hand", parent = "upper", placement = { position = { 0, 0, -1 } }, inertia = rod,
        joint = { type = "prismatic", name = "rail", axis = { 1, 0, 0 } },
    }
    return m
end

local function moving(samples)
    local log = rigid.Log(arm())
    for i = 0, samples do
        local t = i / samples
        log:add(t, { math.sin(5 * t), 0.2 * t }, { 5 * math.cos(5 * t), 0.2 }, { t, -t })
    end
    return log
end

-- The worst distance of the points of a run from a function, in pixels.
local function worst(points, to_x, to_y, f)
    local off, pixel = 0, math.abs(to_y(1) - to_y(0))
    for _, point in ipairs(points) do
        off = math.max(off, math.abs(to_y(point[2]) - f(to_x(point[1]))) / pixel)
    end
    return off
end

describe("a plot in a picture", function()
    it("has the points of the data, by its own labels", function()
        local x, y = {}, {}
        for i = 1, 200 do
            x[i] = -3 + i * 0.05
            y[i] = 1e3 * math.sin(x[i]) + 40
        end
        local svg = drawn(".svg", { x = x, y = y }, { x_label = "angle", y_label = "pull" })
        local list, runs = labels(svg), curves(svg)[1]
        assert.equal(1, #runs)
        assert.equal(200, #runs[1])
        local to_x = scale(list, "x", function(label) return label.y > 230 end)
        local to_y = scale(list, "y", function(label) return label.x < 88 end)
        -- A tic's label stands a little below its tic; the same for all, so that it is found from the data's ends.
        local low, high = math.huge, -math.huge
        for _, point in ipairs(runs[1]) do
            low, high = math.min(low, point[2]), math.max(high, point[2])
        end
        local shift = (to_y(low) + to_y(high)) / 2 - 40
        assert.is_true(math.abs(shift) < 6 * math.abs(to_y(1) - to_y(0)), "labels are off by " .. shift)
        assert.is_true(worst(runs[1], to_x, function(at) return to_y(at) - shift end, function(t)
            return 1e3 * math.sin(t) + 40
        end) < 1.5)
        assert.is_true(math.abs(to_x(runs[1][1][1]) - x[1]) < 0.01 and math.abs(to_x(runs[1][200][1]) - x[200]) < 0.01)
        assert.equal(1, count_text(svg, "angle"))
        assert.equal(1, count_text(svg, "pull"))
    end)

    it("has a panel for each quantity and unit, over one axis of time", function()
        local svg = drawn(".svg", moving(40), { "q", "v rail", "tau", "energy", "momentum", "position hand", "com" })
        for text, count in pairs {
            ["q [rad]"] = 1, ["q [m]"] = 1, ["v rail [m/s]"] = 1, ["tau [N m]"] = 1, ["tau [N]"] = 1, ["energy [J]"] = 1,
            ["linear momentum [kg m/s]"] = 1, ["angular momentum [kg m²/s]"] = 1, ["position hand [m]"] = 1,
            ["centre of mass [m]"] = 1, ["time [s]"] = 1, kinetic = 1, potential = 1, total = 1, x = 4, y = 4, z = 4,
        } do
            assert.equal(count, count_text(svg, text), text)
        end
        assert.equal(1 + 1 + 1 + 1 + 1 + 3 + 3 + 3 + 3 + 3, #curves(svg))
    end)

    it("shows of an arm what its kinematics say", function()
        local log = moving(100)
        local svg = drawn(".svg", log, "velocity hand")
        local list = labels(svg)
        local to_y = scale(list, "y", function(label) return label.x < 88 end)
        local left, right = 88, nil
        for _, point in ipairs(curves(svg)[1][1]) do right = point[1] end
        local z = curves(svg)[3][1]
        assert.equal(101, #z)
        for i, point in ipairs(z) do
            local q, v = log.q[i], log.v[i]
            local position = log.model:pose(q, "hand"):position()
            local expected = -v[1] * position.x - 0.2 * math.sin(q[1]) -- omega x p, and the rail's own motion
            assert.is_true(math.abs(to_y(point[2]) - expected) < 0.25, ("%d: %g, not %g"):format(i, to_y(point[2]), expected))
            assert.is_true(math.abs(point[1] - left - (right - left) * log.t[i]) < 0.02)
        end
    end)

    it("draws functions of (t, q, v), of one number or several", function()
        local log = moving(20)
        local svg = drawn(".svg", log, {
            { name = "reach", value = function(_, q) return 2 * q[2] end, unit = "m" },
            { name = "tip", value = function(_, q) return log.model:pose(q, "hand"):position() end, unit = "m" },
            function(t) return { t, t * t } end,
        })
        assert.equal(1, count_text(svg, "reach [m]"))
        assert.equal(1, count_text(svg, "tip [m]"))
        assert.equal(6, #curves(svg))
    end)

    it("leaves gaps where numbers are none", function()
        local svg = drawn(".svg", { 1, 2, 3, 0 / 0, 5, 6, 1 / 0, 0 / 0, 9, 10 })
        local runs = curves(svg)[1]
        assert.equal(3, #runs)
        assert.same({ 3, 2, 2 }, { #runs[1], #runs[2], #runs[3] })
    end)

    it("draws few of very many samples, and loses no peak", function()
        local y = {}
        for i = 1, 60000 do y[i] = math.sin(i * 1e-3) end
        y[31234] = 7
        local svg = drawn(".svg", y)
        local points, highest = 0, math.huge
        for _, run in ipairs(curves(svg)[1]) do
            for _, point in ipairs(run) do
                points, highest = points + 1, math.min(highest, point[2])
            end
        end
        assert.is_true(points > 1500 and points < 8000, tostring(points))
        local to_y = scale(labels(svg), "y", function(label) return label.x < 88 end)
        assert.is_true(math.abs(to_y(highest) - 7) < 0.3)
    end)

    it("keeps what does not vary in view", function()
        for _, value in ipairs { 0, 5, -3e7, 1e-9 } do
            local runs = curves(drawn(".svg", { value, value, value }))[1]
            assert.equal(1, #runs)
            assert.is_true(runs[1][1][2] > 40 and runs[1][1][2] < 180, tostring(value))
        end
    end)

    it("is the same each time, and speaks of no one but itself", function()
        local a, b = drawn(".svg", moving(10), "q"), drawn(".svg", moving(10), "q")
        assert.equal(a, b)
        assert.falsy(a:find "<title>" or a:find "20%d%d%-" or a:find "http[^\"]*gnuplot")
        for address in a:gmatch "https?://[^\"']+" do assert.truthy(address:find "^http://www%.w3%.org/") end
    end)

    it("marks the events of a log", function()
        local m = arm()
        local log = m:simulate {
            duration = 1, dt = 0.05, v = { 0, 1 },
            events = { { name = "half way", watch = function(_, q) return q[2] - 0.25 end } },
        }
        assert.equal(1, #log.events)
        local marked, plain = drawn(".svg", log, "q rail"), drawn(".svg", log, "q rail", { from = 0, to = log.events[1].t / 2 })
        local function dotted(svg) return select(2, svg:gsub("stroke%-dasharray", "")) end
        assert.is_true(dotted(marked) > dotted(plain))
    end)

    it("is as large as it is asked to be, as SVG and as PNG, with ink in it", function()
        local svg = drawn(".svg", { 1, 4, 9 }, { size = { 640, 240 } })
        assert.truthy(svg:find 'viewBox="0 0 640 240"')
        local png = drawn(".png", { 1, 4, 9 }, { size = { 640, 240 } })
        assert.equal("\137PNG\r\n\26\n", png:sub(1, 8))
        local width, height = (">I4I4"):unpack(png, 17)
        assert.same({ 640, 240 }, { width, height })
        local ink, blue = pixels(png)
        assert.is_true(ink > 0.005 and ink < 0.2, tostring(ink)) -- the axes, their numbers, one line
        assert.is_true(blue > 0.8 * 540 and blue < 8 * 540, tostring(blue)) -- the line, from side to side
        local wide = { (">I4I4"):unpack(drawn(".png", moving(3), { "q", "energy" }), 17) }
        assert.is_true(wide[1] == 900 and wide[2] > 400)
    end)

    it("may go to a terminal that knows sixels", function()
        local out, err, code = program.run { "-e", "rigid.plot({1, 2, 3}, {sixel = true, size = {300, 200}})" }
        assert.same({ "", 0 }, { err, code })
        assert.truthy(out:find "^%s*\27P" and out:find "300;200")
    end)

    it("has room for forty panels, and for the legend of many joints", function()
        local log, many = moving(3), {}
        for i = 1, 40 do many[i] = i % 2 == 0 and "energy" or "q shoulder" end
        assert.equal(20, count_text(drawn(".svg", log, many), "kinetic"))
        assert.truthy(drawn(".png", log, many):find "^\137PNG")
        assert.equal(20, select(2, drawn(".txt", log, many):gsub("kinetic", "")))
        local curves_of_many = {}
        for i = 1, 30 do curves_of_many[i] = { y = { i, i + 1 }, name = "curve " .. i .. "." } end
        local text = rigid.plot(curves_of_many, { text = true })
        for i = 1, 30 do assert.truthy(text:find("curve " .. i .. ".", 1, true), i) end
        assert.falsy(rigid.plot(curves_of_many, { text = true, size = { 80, 15 } }):find "curve 30%.")
    end)
end)

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
            return (program.shell(("script -qec %s /dev/null </dev/null"):format(program.quote(line))))
        end
        local picture = shown "LC_ALL=C.UTF-8"
        assert.truthy(picture:find "\27%[38;5;%d+m" and picture:find "•")
        local widest = 0
        for line in picture:gsub("\27%[[%d;]*m", ""):gmatch "[^\r\n]+" do widest = math.max(widest, utf8.len(line)) end
        assert.is_true(widest > 100 and widest < 120, tostring(widest))
        assert.falsy(shown "NO_COLOR=1 LC_ALL=C.UTF-8":find "\27%[38")
        assert.falsy(shown "LC_ALL=C":find "[\128-\255]")
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
        local points = 0
        for _, run in ipairs(curves(drawn(".svg", { x = x, y = y }))[1]) do points = points + #run end
        assert.is_true(points > 4000)
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
            ["path that ends in .svg, .png or .txt expected, got 'x.jpg'"] = { log, "q", { path = "x.jpg" } },
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
            local _, err, code = program.run { "-e", "rigid.plot{1, 2, 3}", environment = { "PATH=" .. directory } }
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
