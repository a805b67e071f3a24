-- Plots in pictures: the points are those of the data, read back from the SVG and its labels.
local rigid = require "rigid"
local program = require "spec.support.program"
local pictures = require "spec.support.pictures"

local drawn, labels, curves, scale = pictures.drawn, pictures.labels, pictures.curves, pictures.scale
local count_text, pixels, arm, moving = pictures.count_text, pictures.pixels, pictures.arm, pictures.moving
local worst = pictures.worst

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

    it("is of the numbers that log:series gives", function()
        local log = moving(20)
        local m, names = log.model, log.model:joint_names()
        local q, v = log:series("q " .. names[1]), { log:series "v" }
        local x, _, z = log:series "position hand"
        local px, py, pz = log:series "path hand"
        local energies, height = { log:series "energy" }, log:series { name = "height", value = function(_, at) return m:pose(at, "hand"):position().z end }
        assert.same({ #log, m:nv(), 3 }, { #q, #v, #energies })
        for i = 1, #log do
            local p = m:pose(log.q[i], "hand"):position()
            assert.same({ log.q[i][1], log.v[i][2], p.x, p.z, p.x, p.y, p.z, p.z }, { q[i], v[2][i], x[i], z[i], px[i], py[i], pz[i], height[i] })
            assert.equal(log:energy()[i], energies[3][i])
        end
        local gaps = log:series(function(t) return t > 0 and t or 0 / 0 end)
        assert.is_true(gaps[1] ~= gaps[1] and gaps[2] == log.t[2])
        local ok, problem = pcall(log.series, log, "q hnad")
        assert.is_false(ok)
        assert.matches("no joint named 'hnad'", problem)
        assert.matches("is missing: name of a quantity", select(2, pcall(log.series, log)))
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
        local run, highest = curves(svg)[1][1], math.huge
        for _, point in ipairs(run) do highest = math.min(highest, point[2]) end
        assert.is_true(#run > 100 and #run < 1000, tostring(#run))
        local list = labels(svg)
        local to_y, to_x = scale(list, "y", function(label) return label.x < 88 end), scale(list, "x", function(label) return label.y > 240 end)
        assert.is_true(math.abs(to_y(highest) - 7) < 0.3)
        -- What is left out lies on the lines between the rest: half way along each, too.
        local shift, halves = to_y(run[1][2]) - y[1], {}
        for i = 2, #run do
            local low = math.abs(to_x(run[i][1]) - 31234) > 200 and math.abs(to_x(run[i - 1][1]) - 31234) > 200
            halves[#halves + 1] = low and { (run[i - 1][1] + run[i][1]) / 2, (run[i - 1][2] + run[i][2]) / 2 } or nil
        end
        local function at(pixel) return to_y(pixel) - shift end
        assert.is_true(worst(halves, to_x, at, function(x) return math.sin(x * 1e-3) end) < 0.5)
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
