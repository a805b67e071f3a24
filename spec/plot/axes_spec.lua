-- Axes of plots: logarithms, ends, one scale, room around points; and lines across, limits of joints among them.
local rigid = require "rigid"
local pictures = require "spec.support.pictures"
local plotted = require "spec.support.plotted"

local rows_of, own, paths, swing = plotted.rows_of, plotted.own, plotted.paths, plotted.swing
local drawn, labels, curves = pictures.drawn, pictures.labels, pictures.curves
local count_text, scale = pictures.count_text, pictures.scale

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
