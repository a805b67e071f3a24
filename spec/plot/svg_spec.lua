-- The drawing of our own, for pages, where there is no gnuplot.
local rigid = require "rigid"
local registry = require "rigid.registry"

local function drawn(...)
    local picture
    registry.show_picture = function(svg) picture = svg end
    local ok, problem = pcall(rigid.plot, ...)
    registry.show_picture = nil
    assert(ok, problem)
    return picture
end

-- The places of the points of the first curve.
local function points_of(svg, class)
    local path, list = svg:match('<path class="' .. (class or "curve c1") .. '"[^>]* d="(M[^"]*)"'), {}
    for x, y in path:gmatch "[ML]([%d.-]+),([%d.-]+)" do list[#list + 1] = {tonumber(x), tonumber(y)} end
    return list
end

describe("a plot in a page", function()
    it("has its points where their numbers say, on one scale", function()
        local points = points_of(drawn {x = {0, 1, 2, 4}, y = {1, 3, 5, 9}})
        assert.equal(4, #points)
        local slope = (points[2][2] - points[1][2]) / (points[2][1] - points[1][1])
        assert.is_true(slope < 0) -- up is up
        for i = 2, 4 do
            local here = (points[i][2] - points[i - 1][2]) / (points[i][1] - points[i - 1][1])
            assert.is_true(math.abs(here - slope) < 0.02 * math.abs(slope))
        end
    end)

    it("has the tic of a number where the number is drawn", function()
        local svg = drawn {x = {0, 1, 2}, y = {0, 10, 20}}
        local points = points_of(svg)
        local x, y = svg:match '<text x="([%d.]+)" y="([%d.]+)" text%-anchor="end">10</text>'
        assert.is_true(math.abs(tonumber(y) - 4 - points[2][2]) < 0.02 and tonumber(x) < points[1][1])
        assert.is_true(math.abs(tonumber(svg:match '<text x="([%d.]+)" y="[%d.]+" text%-anchor="middle">1</text>') - points[2][1]) < 0.02)
    end)

    it("leaves gaps where there is no number, and shows what stands alone", function()
        local svg = drawn {y = {1, 2, 0 / 0, 3, 0 / 0, 4, 5}}
        local path = svg:match '<path class="curve c1"[^>]* d="(M[^"]*)"'
        assert.equal(3, select(2, path:gsub("M", "")))
        assert.equal(5, select(2, svg:gsub("<circle", "")))
    end)

    it("draws steps, points, and a number alone", function()
        assert.equal(5, #points_of(drawn({y = {1, 2, 3}}, {style = "steps"})))
        local svg = drawn({y = {1, 2, 3}}, {style = "points"})
        assert.is_nil(svg:find "curve c1\"[^}]* d=")
        assert.equal(3, select(2, svg:gsub("<circle", "")))
        assert.truthy(drawn {y = {7}}:find "<circle")
    end)

    it("names its curves, tells them apart, and lets no text be anything but text", function()
        local svg = drawn({{y = {1, 2}, name = "</text><script>"}, {y = {2, 1}, name = "b & c"}}, {title = "<i>", x_label = '"', y_label = "'"})
        assert.truthy(svg:find("&lt;/text&gt;&lt;script&gt;", 1, true) and svg:find("b &amp; c", 1, true) and svg:find("&lt;i&gt;", 1, true))
        assert.is_nil(svg:find "<script" or svg:find "<i>")
        local seen = {}
        local list = {}
        for i = 1, 20 do list[i] = {y = {i, i + 1}, name = "n" .. i} end
        for drawn_as in drawn(list):gmatch '<path (class="curve[^>]-) d="M[%d.]+,[%d.]+h20"' do
            assert.is_nil(seen[drawn_as])
            seen[drawn_as] = true
            seen[#seen + 1] = drawn_as
        end
        assert.equal(20, #seen)
    end)
end)
