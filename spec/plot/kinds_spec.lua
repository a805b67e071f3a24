-- Kinds of plots, axes, lines, themes and where plots are shown: what the gnuplot's picture says, our own, and the text.
local rigid = require "rigid"
local options = require "rigid.plot.options"
local pictures = require "spec.support.pictures"
local program = require "spec.support.program"
local views = require "spec.support.views"

local drawn, labels, curves, moving = pictures.drawn, pictures.labels, pictures.curves, pictures.moving
local count_text, scale = pictures.count_text, pictures.scale

-- The rows of a text, without the last.
local function rows_of(text)
    local rows = {}
    for line in (text .. "\n"):gmatch "(.-)\n" do rows[#rows + 1] = line end
    return rows
end

-- Paths of our own SVG by class, each a list of runs of points.
local function own(what, said, more)
    if rigid.type(what) == "Log" then
        more = more or {}
        more.theme = "auto"
        return drawn(".svg", what, said, more)
    end
    said = said or {}
    said.theme = "auto"
    return drawn(".svg", what, said)
end

local function paths(svg, class)
    local list = {}
    for path in svg:gmatch('<path class="' .. class .. '"[^>]* d="(M[^"]*)"') do
        local points = {}
        for x, y in path:gmatch "[ML]([%d.-]+),([%d.-]+)" do points[#points + 1] = { tonumber(x), tonumber(y) } end
        list[#list + 1] = points
    end
    return list
end

local function limited()
    local m = rigid.Model { name = "limited" }
    m:add_body {
        name = "bob", inertia = rigid.SpatialInertia.solid_sphere { mass = 1, radius = 0.1 }:shift { 0, 0, 1 },
        joint = { type = "revolute", name = "hinge", axis = { 0, 1, 0 }, limits = { lower = -2.5, upper = 1.5, velocity = 9 } },
    }
    return m
end

local function swing(angle)
    return limited():simulate { q = { angle }, duration = 2, dt = 0.01 }
end

describe("axes", function()
    it("are logarithmic where asked to: equal factors, equal ways", function()
        local data = { x = { 1, 10, 100, 1000 }, y = { 1e-3, 1e-2, 1e-1, 1 } }
        for _, points in ipairs { curves(drawn(".svg", data, { x_scale = "log", y_scale = "log" }))[1][1],
            paths(own(data, { x_scale = "log", y_scale = "log" }), "curve c1")[1] } do
            assert.equal(4, #points)
            for i = 3, 4 do
                for k = 1, 2 do
                    local step, first = points[i][k] - points[i - 1][k], points[2][k] - points[1][k]
                    assert.is_true(math.abs(step) > 20 and math.abs(step - first) < 0.1)
                end
            end
        end
        local svg = drawn(".svg", data, { y_scale = "log" })
        for _, text in ipairs { "0.001", "0.01", "0.1", "1" } do assert.is_true(count_text(svg, text) >= 1, text) end
    end)

    it("leave what is not above zero out where they are logarithmic, and refuse where nothing is", function()
        local data = { y = { 1, 10, 0, 100, -5, 1000, 10 } }
        assert.equal(3, #curves(drawn(".svg", data, { y_scale = "log" }))[1])
        local ok, err = pcall(rigid.plot, { 0, -1, -2 }, { y_scale = "log", text = true })
        assert.is_false(ok)
        assert.truthy(err:find("above zero, as a logarithmic axis needs it", 1, true), err)
        assert.truthy(rigid.plot({ 1e-300, 1, 1e299 }, { y_scale = "log", text = true }):find "%*") -- whose quotient is infinite
        ok, err = pcall(rigid.plot, { 1, 2 }, { y_limits = { 0, 1e-320 }, text = true })
        assert.truthy(not ok and err:find("ends that can be told apart", 1, true), err)
        ok, err = pcall(rigid.plot, { 1, 2 }, { y_scale = "log", y_limits = { 0, 3 }, text = true })
        assert.truthy(not ok and err:find("(field 'y_limits[1]': a number above zero", 1, true), err)
    end)

    it("end where they are told to, and cut off what lies beyond", function()
        local data = { x = { 0, 1, 2, 3, 4 }, y = { 0, 10, 20, 30, 40 } }
        local svg = drawn(".svg", data, { x_limits = { 1, 3 }, y_limits = { 5, 35 } })
        local run = curves(svg)[1][1]
        assert.is_true(math.abs(run[1][1] - 88) < 1) -- x = 1 is at the left edge
        local to_y = scale(labels(svg), "y", function(label) return label.x < 88 end)
        assert.is_true(math.abs((to_y(run[#run][2]) - to_y(run[1][2])) - 20) < 0.4)
        assert.equal(0, count_text(svg, "40"))
        assert.truthy(own(data, { x_limits = { 1, 3 } }):find "<clipPath")
        local rows = rows_of(rigid.plot(data, { x_limits = { 1, 3 }, text = true, size = { 60, 14 } }))
        assert.falsy(table.concat(rows):find "40")
        -- What lies outside has no say in the other axis.
        local _, count = rigid.plot({ x = { 0, 1, 2, 9 }, y = { 1, 2, 3, 500 } }, { x_limits = { 0, 2 }, text = true }):gsub("500", "")
        assert.equal(0, count)
    end)

    it("have one scale where asked to", function()
        local x, y = {}, {}
        for i = 0, 100 do x[i + 1], y[i + 1] = math.cos(i / 50 * math.pi), math.sin(i / 50 * math.pi) end
        for _, points in ipairs { curves(drawn(".svg", { x = x, y = y }, { equal = true }))[1][1], paths(own({ x = x, y = y }, { equal = true }), "curve c1")[1] } do
            local low, high = { math.huge, math.huge }, { 0, 0 }
            for _, point in ipairs(points) do
                for k = 1, 2 do low[k], high[k] = math.min(low[k], point[k]), math.max(high[k], point[k]) end
            end
            assert.is_true(math.abs((high[1] - low[1]) / (high[2] - low[2]) - 1) < 0.01)
        end
    end)

    it("leave room around points", function()
        local svg = own({ x = { 0, 1, 2 }, y = { 5, -5, 5 } }, { style = "points" })
        local left, top, bottom, right = svg:match '<path class="axis" d="M([%d.]+),([%d.]+)V([%d.]+)H([%d.]+)"'
        for x, y in svg:gmatch '<circle class="p1" cx="([%d.]+)" cy="([%d.]+)"' do
            assert.is_true(tonumber(x) > left + 4 and tonumber(x) < right - 4 and tonumber(y) > top + 4 and tonumber(y) < bottom - 4)
        end
        local points = pictures.curves(drawn(".svg", { x = { 0, 1, 2 }, y = { 5, -5, 5 } }, { style = "both" }))[1][1]
        assert.is_true(points[1][1] > 92)
    end)
end)

describe("kinds of plots", function()
    it("count, in histograms: every number once", function()
        local y = {}
        for i = 1, 1000 do y[i] = (i * 7919 % 1000) / 100 end
        local svg = own({ y = y }, { style = "histogram", bins = 5 })
        local tops = {}
        for _, point in ipairs(paths(svg, "curve c1")[1]) do tops[#tops + 1] = point[2] end
        local base, sum = math.max(table.unpack(tops)), 0
        for i = 2, #tops, 4 do sum = sum + base - tops[i] end
        assert.equal(20, #tops)
        local to_y = scale((function()
            local list = {}
            for x_, y_, text in svg:gmatch '<text x="([%d.]+)" y="([%d.]+)" text%-anchor="end">([%d.]+)</text>' do
                list[#list + 1] = { x = tonumber(x_), y = tonumber(y_), text = text }
            end
            return list
        end)(), "y", function() return true end)
        assert.is_true(math.abs(sum * math.abs(to_y(1) - to_y(0)) - 1000) < 2)
        assert.equal(1, count_text(drawn(".svg", moving(40), "q", { style = "histogram" }), "q [rad]"))
        assert.truthy(rigid.plot({ 3, 3, 3 }, { style = "histogram", text = true }):find "count")
    end)

    it("stand on zero, as bars beside each other", function()
        local svg = own({ { y = { 1, 4, 2 }, name = "a" }, { y = { 2, -1, 3 }, name = "b" } }, { style = "bars" })
        local first, second = paths(svg, "curve c1")[1], paths(svg, "curve c2")[1]
        assert.same({ 12, 12 }, { #first, #second })
        assert.equal(first[1][2], second[1][2])
        assert.is_true(first[3][1] <= second[1][1] + 0.01 and second[3][1] < first[5][1])
        assert.is_true(second[6][2] > second[5][2]) -- below zero
        assert.equal(1, select(2, svg:gsub('class="fill p1"', "")))
    end)

    it("are filled down to zero, to a number, or to another curve", function()
        for _, said in ipairs { { fill = true }, { fill = -3 } } do
            assert.truthy(own({ y = { 1, 2, 3 } }, said):find 'class="fill p1" d="M[^"]*Z"')
        end
        local svg = own { x = { 0, 1, 2 }, y = { 3, 4, 3 }, fill = { 1, 2, 1 } }
        local polygon = paths(svg, "fill p1")[1]
        assert.equal(6, #polygon)
        assert.is_true(polygon[6][2] > polygon[1][2] and polygon[6][1] == polygon[1][1])
        assert.truthy(drawn(".svg", { x = { 0, 1, 2 }, y = { 3, 4, 3 }, fill = { 1, 2, 1 } }):find "fill")
        assert.truthy(rigid.plot({ y = { 1, 2, 3 } }, { fill = true, text = true }):find "░")
    end)

    it("show a Matrix as a heat map, its first row at the top", function()
        local z = rigid.Matrix { { 1, 2, 3 }, { 4, 5, 6 } }
        local svg = own { z = z }
        local fills = {}
        for colour, path in svg:gmatch '<path fill="(#%x+)" d="(M[^"]+)"' do fills[#fills + 1] = { colour, path:match "^M([%d.]+),([%d.]+)" } end
        assert.equal(6, #fills)
        assert.same({ "#440154", "#fde725" }, { fills[1][1], fills[6][1] })
        assert.is_true(tonumber(fills[1][2]) < tonumber(fills[6][2]) and tonumber(fills[1][3]) < tonumber(fills[6][3]))
        local upwards = own { z = z, x = { 0, 1, 2 }, y = { 10, 20 } }
        local first = { upwards:match '<path fill="#440154" d="M([%d.]+),([%d.]+)' }
        local last = { upwards:match '<path fill="#fde725" d="M([%d.]+),([%d.]+)' }
        assert.is_true(tonumber(first[2]) > tonumber(last[2]))
        assert.truthy(drawn(".svg", { z = z }):find "<polygon" and drawn(".png", { z = z }):find "^\137PNG")
        local text = rigid.plot({ z = z }, { text = true, size = { 60, 20 } })
        assert.truthy(text:find "█" and text:find "6" and not text:find "%s\n")
    end)

    it("show curves in space from a corner: up is up, and what goes away goes right", function()
        local function seen(x, y, z)
            local points = paths(own { x = x, y = y, z = z }, "curve c1")[1]
            return points[2][1] - points[1][1], points[1][2] - points[2][2]
        end
        -- Along the sides of one box, whose other corner is a point of its own.
        local function along(a)
            return seen({ 0, a[1], 0 / 0, 0, 1 }, { 0, a[2], 0 / 0, 0, 1 }, { 0, a[3], 0 / 0, 0, 1 })
        end
        local ux, vx = along { 1, 0, 0 }
        local uy, vy = along { 0, 1, 0 }
        local uz, vz = along { 0, 0, 1 }
        local cos, sin = math.cos(math.rad(60)), math.sin(math.rad(60))
        assert.is_true(math.abs(uz) < 0.02 and vz > 0 and ux > 0 and uy > 0)
        for _, pair in ipairs { { vx / ux, -0.5 * cos / sin }, { vy / uy, 0.5 * sin / cos }, { vz / ux, sin / sin } } do
            assert.is_true(math.abs(pair[1] - pair[2]) < 0.002, pair[1] .. " " .. pair[2])
        end
        local svg = drawn(".svg", moving(40), "path hand")
        assert.same({ 1, 1, 1 }, { count_text(svg, "x [m]"), count_text(svg, "z [m]"), count_text(svg, "path hand [m]") })
        assert.truthy(moving(40):plot { "path hand", text = true }:find "z %[m%]")
    end)

    it("stand over another quantity than time", function()
        local log = moving(50)
        local run = curves(drawn(".svg", log, "v shoulder", { x = "q shoulder" }))[1][1]
        assert.equal(51, #run)
        local left, right, top, bottom = math.huge, 0, math.huge, 0
        for _, point in ipairs(run) do
            left, right = math.min(left, point[1]), math.max(right, point[1])
            top, bottom = math.min(top, point[2]), math.max(bottom, point[2])
        end
        for _, point in ipairs(run) do -- sine and cosine: a circle
            local u, v = (2 * point[1] - left - right) / (right - left), (2 * point[2] - top - bottom) / (bottom - top)
            assert.is_true(math.abs(u * u + v * v - 1) < 0.03)
        end
        local ok, err = pcall(log.plot, log, "v rail", { x = "q", text = true })
        assert.truthy(not ok and err:find("one curve expected, and 'q' is 2; say one, as in \"q shoulder\"", 1, true), err)
    end)
end)

describe("several logs", function()
    it("stand in one panel: like colours, other dashes, and names", function()
        local a, b = swing(1), swing(0.5)
        local listed
        program.in_directory(function(directory)
            listed = pictures.read(rigid.plot({ a, b }, "q", { names = { "far", "near" }, theme = "auto", path = directory .. "/x.svg" }))
        end)
        for _, svg in ipairs { own(a, "q", { compare = b, names = { "far", "near" } }), listed } do
            assert.truthy(svg:find ">hinge, far<" and svg:find ">hinge, near<")
            local points = paths(svg, "curve c1")
            assert.is_true(#points >= 4 and math.abs(points[1][1][2] - points[2][1][2]) > 20) -- two curves and their samples
            assert.is_true(svg:find 'class="curve c1" stroke%-dasharray="6 4" d="M[%d.]+,[%d.]+L' ~= nil)
        end
        local text = rigid.plot({ a, b, swing(0.2) }, { "energy", text = true })
        assert.truthy(text:find "kinetic, log 3")
        for words, call in pairs {
            ["2 names expected, one for each log, got 1"] = { a, "q", { compare = b, names = { "x" } } },
            ["(field 'compare': Log or list of logs expected, got 3)"] = { a, "q", { compare = 3 } },
            ["(field '[2]': Log, as the others, expected, got 3)"] = { { a, 3 }, "q" },
        } do
            local ok, err = pcall(rigid.plot, table.unpack(call))
            assert.truthy(not ok and err:find(words, 1, true), err)
        end
    end)
end)

describe("lines across", function()
    it("stand where they are told to, with names, and are never out of sight", function()
        local svg = own({ 1, 2, 3 }, { y_lines = { 2.5, { 9, "most" } }, x_lines = 1.5 })
        local list = {}
        for y in svg:gmatch '<path class="line" d="M[%d.]+,([%d.]+)H' do list[#list + 1] = tonumber(y) end
        assert.equal(2, #list)
        assert.is_true(list[1] > list[2] and svg:find ">most<" ~= nil)
        assert.equal(1, select(2, svg:gsub('<path class="line" d="M[%d.]+,[%d.]+V', "")))
        assert.equal(1, count_text(drawn(".svg", { 1, 2, 3 }, { y_lines = { { 9, "most" } } }), "most"))
        assert.truthy(rigid.plot({ 1, 2, 3 }, { y_lines = { { 9, "most" } }, text = true }):find "┄most")
    end)

    it("are the limits of joints, in the colours of their curves", function()
        local svg = own(swing(1), { "q", "v" }, { joint_limits = true })
        local box, panels = {}, {}
        for y in svg:gmatch '<path class="line c1" d="M[%d.]+,([%d.]+)H' do box[#box + 1] = tonumber(y) end
        for top, bottom in svg:gmatch '<path class="axis" d="M[%d.]+,([%d.]+)V([%d.]+)H' do panels[#panels + 1] = { tonumber(top), tonumber(bottom) } end
        assert.equal(4, #box) -- -2.5 and 1.5, -9 and 9
        assert.is_true(box[1] > box[2] and box[3] > box[4] and box[3] < panels[2][2] and box[4] > panels[2][1])
        local start = paths(svg, "curve c1")[1][1][2]
        assert.is_true(math.abs((box[1] - start) / (box[1] - box[2]) - 3.5 / 4) < 0.002) -- q is 1
        assert.falsy(own(swing(1), "q"):find 'class="line')
    end)
end)

describe("more curves than can be told apart", function()
    local m = rigid.load "spec/models/humanoid30.urdf"
    local log = rigid.Log(m):add(0, m:neutral()):add(1, m:neutral())

    it("stand in a panel for each limb, unless told otherwise", function()
        local svg = drawn(".svg", log, "q")
        for _, limb in ipairs { "torso", "head", "left_arm", "right_arm", "left_leg", "right_leg" } do
            assert.equal(1, count_text(svg, "q " .. limb .. " [rad]"), limb)
        end
        assert.equal(2, count_text(svg, "elbow_joint"))
        assert.equal(30, #curves(svg))
        assert.equal(1, count_text(drawn(".svg", log, "q", { panels = "unit" }), "q [rad]"))
        assert.equal(30, select(2, drawn(".svg", log, "q", { panels = "joint" }):gsub("_joint %[rad%]", "")))
        assert.equal(1, count_text(drawn(".svg", moving(5), { "q", panels = "joint" }), "q shoulder [rad]"))
        assert.equal(1, count_text(drawn(".svg", moving(5), { "q", panels = "limb" }), "q shoulder to rail [m]"))
    end)

    it("differ in colour or dashes, forty of them", function()
        local list, seen = {}, {}
        for i = 1, 40 do list[i] = { y = { i, i + 1 }, name = "n" .. i } end
        for look in own(list):gmatch '<path (class="curve[^>]-) d="M[%d.]+,[%d.]+h20"' do seen[#seen + 1], seen[look] = look, true end
        assert.equal(40, #seen)
        table.sort(seen)
        for i = 2, 40 do assert.are_not.equal(seen[i - 1], seen[i]) end
    end)
end)

describe("pictures", function()
    it("of three panels of 3001 samples are smaller than 100 kB", function()
        local arm = rigid.load "spec/models/arm7.urdf"
        local log = rigid.Log(arm)
        for i = 0, 3000 do
            local t, q, v = i / 1000, {}, {}
            for k = 1, 7 do q[k], v[k] = math.sin(k * t), k * math.cos(k * t) end
            log:add(t, q, v)
        end
        for _, theme in ipairs { "light", "auto" } do
            local size = #drawn(".svg", log, { "q", "v", "energy" }, { theme = theme })
            assert.is_true(size < 100000, theme .. " " .. size)
        end
    end)

    it("may be PDF, the same each time, and as large as asked for", function()
        local a = drawn(".pdf", { 1, 4, 9 }, { size = { 960, 480 } })
        os.execute "sleep 1.1" -- cairo writes the second
        local b = drawn(".pdf", { 1, 4, 9 }, { size = { 960, 480 } })
        assert.equal(a, b)
        assert.truthy(a:find "^%%PDF%-" and a:find "%%EOF%s*$")
        assert.truthy(a:find "/MediaBox %[ 0 0 720 360 %]", a:match "/MediaBox[^\n]*")
    end)

    it("may be dark", function()
        local svg = drawn(".svg", { 1, 2, 3 }, { theme = "dark" })
        assert.truthy(svg:find "#1b1f27" and not svg:find "#ffffff")
        local ink, blue = pictures.pixels(drawn(".png", { 1, 2, 3 }, { theme = "dark", size = { 300, 200 } }))
        assert.is_true(ink > 0.99 and blue == 0)
        assert.truthy(own({ 1, 2, 3 }):find "prefers%-color%-scheme:dark")
        local ok, err = pcall(rigid.plot, { 1, 2 }, { theme = "auto", path = "x.png" })
        assert.truthy(not ok and err:find("is of .svg files alone", 1, true), err)
    end)
end)

describe("the pictures of the page of plots", function()
    it("are what their script draws", function()
        program.in_directory(function(directory)
            local _, err, code = program.run { "doc/pictures/draw.lua", directory }
            assert.same({ "", 0 }, { err, code })
            for name in program.shell("ls " .. directory):gmatch "%S+%.svg" do
                assert.equal(pictures.read("doc/pictures/" .. name), pictures.read(directory .. "/" .. name), name)
            end
        end)
    end)
end)

describe("the colours of curves", function()
    local colours = require "rigid.colours"

    it("stand out from what they are drawn on, by 3 to 1", function()
        local function light(colour)
            local sum = 0
            for k, share in ipairs { 0.2126, 0.7152, 0.0722 } do
                local c = tonumber(colour:sub(2 * k, 2 * k + 1), 16) / 255
                sum = sum + share * (c <= 0.03928 and c / 12.92 or ((c + 0.055) / 1.055) ^ 2.4)
            end
            return sum
        end
        for _, theme in ipairs { "light", "dark" } do
            for _, colour in ipairs(colours[theme]) do
                local a, b = light(colour) + 0.05, light(colours.inks[theme].ground) + 0.05
                assert.is_true(math.max(a, b) / math.min(a, b) >= 3, theme .. " " .. colour)
            end
        end
    end)

    it("are the same in plots and in the view", function()
        if views.lacking then return pending(views.lacking) end
        local page
        program.in_directory(function(directory) page = pictures.read(rigid.view(limited(), { path = directory .. "/view.html" }).path) end)
        for _, theme in ipairs { "light", "dark" } do
            for k, colour in ipairs(colours[theme]) do assert.truthy(page:find(("--curve-%d: %s;"):format(k, colour), 1, true)) end
        end
    end)
end)

describe("options", function()
    local function problem(...)
        local ok, err = pcall(rigid.plot, ...)
        assert.is_false(ok)
        return err
    end

    it("answer to what others call them", function()
        for word, ours in pairs { xlim = "x_limits", ylabel = "y_label", hist = "style", axhline = "y_lines", semilogy = "y_scale", dark = "theme",
            figsize = "size", log_x = "x_scale", fill_between = "fill", filename = "path" } do
            local err = problem({ 1, 2 }, { [word] = true })
            assert.truthy(err:find(("unknown field '%s'; it is %s here"):format(word, ours), 1, true), err)
        end
    end)

    it("are refused by name", function()
        for words, said in pairs {
            ["(field 'x_limits[2]': a number above 3 expected, got 1)"] = { x_limits = { 3, 1 } },
            ["(field 'y_scale': \"linear\" or \"log\" expected, got \"lg\"; did you mean 'log'?)"] = { y_scale = "lg" },
            ["\"lines\", \"points\", \"both\", \"steps\", \"scatter\", \"bars\" or \"histogram\" expected, got \"hist\""] = { style = "hist" },
            ["(field 'y_lines[1][2]': name expected, got 2)"] = { y_lines = { { 1, 2 } } },
            ["(field 'bins': integer from 1 to 1000 expected, got 0)"] = { style = "histogram", bins = 0 },
            ["(field 'kitty': not together with sixel)"] = { kitty = true, sixel = true },
        } do
            local err = problem({ 1, 2 }, said)
            assert.truthy(err:find(words, 1, true), words .. "\n" .. err)
        end
        for words, said in pairs {
            ["(field 'z': as many numbers as y expected, 2, got 3)"] = { x = { 1, 2 }, y = { 1, 2 }, z = { 1, 2, 3 } },
            ["(field 'z': with x and y for a curve in space, or a Matrix for a heat map)"] = { z = { 1, 2 } },
            ["(field 'x': 3 numbers expected, as z has, got 2)"] = { z = rigid.Matrix { { 1, 2, 3 } }, x = { 1, 2 } },
            ["(field 'x[2]': finite numbers that increase expected)"] = { z = rigid.Matrix { { 1, 2, 3 } }, x = { 1, 2, 2 } },
            ["(field '[2]': the others have z: a curve in space expected)"] = { { x = { 1, 2 }, y = { 1, 2 }, z = { 1, 2 } }, { 1, 2 } },
            ["(field 'fill': boolean, number or a list of as many numbers as y, 2, expected)"] = { y = { 1, 2 }, fill = { 1, 2, 3 } },
        } do
            local err = problem(said)
            assert.truthy(err:find(words, 1, true), words .. "\n" .. err)
        end
    end)

    it("are answered where a name stands alone", function()
        assert.truthy(problem(moving(2), "shoulder"):find("did you mean 'q shoulder'?", 1, true))
        assert.truthy(problem(moving(2), "hand"):find("did you mean 'position hand'?", 1, true))
    end)

    it("are told in the reference and on the page of plots, all of them", function()
        local meta, page = pictures.read "lua/rigid/meta/plot.lua", pictures.read "doc/plots.md"
        for name in options.type():gmatch "([%w_]+):" do
            assert.truthy(meta:find("[{,]" .. name .. "%?:") and meta:gsub("---@alias[^\n]*", ""):find("%f[%w]" .. name .. "%f[^%w_]"), name)
            assert.truthy(page:find("`" .. name, 1, true) or page:find(name .. " =", 1, true), name)
        end
    end)
end)

describe("a plot at a terminal", function()
    -- What a terminal is shown that answers so to what it can, by the program with those words.
    local function run(answer, words, files)
        local bytes
        program.in_directory(function(directory)
            for name, text in pairs(files or {}) do
                program.write_file(directory .. "/" .. name, text)
                os.execute("chmod +x " .. directory .. "/" .. name)
            end
            local command = ("PATH=%s:$PATH TERM=xterm LC_ALL=C.UTF-8 %s %s"):format(directory, program.quote(program.path), words)
            bytes = program.shell(([[cd %s; mkfifo keys; script -qfec %s shown <keys >/dev/null 2>&1 & exec 3>keys
                k=0; until grep -q 'AAAA' shown 2>/dev/null || [ $k -gt 20 ]; do sleep 0.05; k=$((k+1)); done
                grep -q 'AAAA' shown && printf %s >&3; wait; exec 3>&-; cat shown]]):format(directory, program.quote(command), program.quote(answer)))
        end)
        return bytes
    end

    local function shown(answer, code) return run(answer, "-e " .. program.quote(code)) end

    it("is a picture where the terminal answers that it shows them", function()
        if not program.has_terminal() then return pending "script of util-linux is not here" end
        local kitty = shown("\\033_Gi=31;OK\\033\\\\\\033[?62;c", "rigid.plot{1, 2, 3}")
        assert.truthy(kitty:find "\27_Ga=T,f=100,m=1;iVBORw0KGgo" and kitty:find "\27_Gm=0;")
        local sixel = shown("\\033[?62;4;22c", "rigid.plot{1, 2, 3}")
        assert.truthy(sixel:find "\27P" and sixel:find "\27\\")
        local neither = shown("\\033[?62;22c", "rigid.plot{1, 2, 3}; rigid.plot{1, 2, 3}")
        assert.truthy(neither:find "└" and not neither:find "\27P")
        assert.equal(1, select(2, neither:gsub("AAAA", ""))) -- asked once
    end)

    it("is followed by the pictures of lessons, where what makes pixels of them is here", function()
        if not program.has_terminal() then return pending "script of util-linux is not here" end
        local files = { ["rsvg-convert"] = "#!/bin/sh\nprintf '\\211PNG%s' \"$5\"\n", img2sixel = "#!/bin/sh\nprintf '\\033Pq'; cat; printf '\\033\\\\'\n" }
        local kitty = run("\\033_Gi=31;OK\\033\\\\\\033[?62;c", "-e " .. program.quote [[
            local render, page = require "rigid.lessons.render", require "rigid.lessons.page"
            local style = render.style {width = 78, colour = true, utf8 = true}
            print(table.concat(style:page {{kind = "picture", text = "A triangle", path = "pictures/05_triangle.svg"}}, "\n"))]], files)
        assert.truthy(kitty:find "\27_Ga=T,f=100,m=0;iVBOR" and kitty:find "A triangle" and not kitty:find "Picture:", kitty)
        local sixel = run("\\033[?62;4c", "-e " .. program.quote [[
            print("length", #require "rigid.display.graphics".of_file "a's.svg")]], files)
        assert.truthy(sixel:find("length\t" .. #"\27Pq\137PNGa's.svg\27\\", 1, true), sixel)
    end)

    it("asks for nothing where it is told what to be", function()
        if not program.has_terminal() then return pending "script of util-linux is not here" end
        local picture = shown("", "rigid.plot({1, 2, 3}, {braille = true}); rigid.plot({1, 2, 3}, {size = {60, 12}})")
        assert.truthy(not picture:find "AAAA" and picture:find "\xE2[\xA0-\xA3][\x80-\xBF]")
    end)
end)

describe("dots in Braille", function()
    it("have two by four places a character", function()
        local rows = rows_of(rigid.plot({ x = { 0, 1 }, y = { 0, 1 } }, { braille = true, text = true, size = { 60, 20 } }))
        local dots, last = 0, -1
        for k = #rows, 1, -1 do
            for _, code in utf8.codes(rows[k]) do
                for bit = 0, 7 do dots = dots + (code >= 0x2800 and code <= 0x28FF and code >> bit & 1 or 0) end
            end
            local at = rows[k]:find "\xE2[\xA0-\xA3]"
            if at and rows[k]:find "[│└]" then assert.is_true(at >= last) last = at end
        end
        assert.is_true(dots >= 90 and dots <= 110, dots) -- one for each of the columns
    end)
end)
