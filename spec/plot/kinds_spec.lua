-- Kinds of plots, several logs, many curves, themes and colours: what the picture of gnuplot says, our own, and the text.
local rigid = require "rigid"
local pictures = require "spec.support.pictures"
local program = require "spec.support.program"
local views = require "spec.support.views"
local plotted = require "spec.support.plotted"

local own, paths, limited, swing = plotted.own, plotted.paths, plotted.limited, plotted.swing
local drawn, curves, moving = pictures.drawn, pictures.curves, pictures.moving
local count_text, scale = pictures.count_text, pictures.scale

describe("a trajectory", function()
    it("is drawn over its time, a curve for each joint", function()
        local trajectory = rigid.trajectory
        local way = trajectory.minimum_jerk {q0 = {0, 1}, q1 = {1, 3}, duration = 2}
        local text = rigid.plot(way, {text = true, size = {70, 16}})
        assert.truthy(text:find("time [s]", 1, true), text)
        local samples = way:sample(401)
        assert.equal(rigid.plot({x = samples.t, y = rigid.Matrix(samples.q), x_label = "time [s]"}, {text = true, size = {70, 16}}), text)
        assert.truthy(rigid.plot(trajectory.quintic {q0 = 0, q1 = 1, duration = 1}, {text = true}):find("time [s]", 1, true))
        local poses = trajectory.screw {from = rigid.Transform {}, to = rigid.Transform {position = {1, 0, 0}}, duration = 1}
        local ok, message = pcall(rigid.plot, poses, {text = true})
        assert.is_false(ok)
        assert.truthy(message:find("a trajectory of numbers or joints expected, got one whose points are a Transform", 1, true), message)
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
