-- Values for pages and papers: value:html() and value:latex().
local rigid = require "rigid"

-- The numbers of a table of HTML, or of a matrix of LaTeX, in their order.
local function of_html(text)
    local list = {}
    for cell in text:gmatch "<td>(.-)</td>" do list[#list + 1] = tonumber(cell) or cell end
    return list
end

local function of_latex(text)
    local list = {}
    for shown in text:gsub("^\\begin{bmatrix} ", ""):gsub(" \\end{bmatrix}$", ""):gsub(" \\\\ ", " & "):gmatch "[^&]+" do
        local cell = shown:gsub("%s*\\times 10%^{(%-?%d+)}", "e%1")
        list[#list + 1] = tonumber(cell) or cell:match "^%s*(.-)%s*$"
    end
    return list
end

local M = rigid.SpatialInertia.solid_box{mass = 2, size = {0.4, 0.3, 0.2}}:shift{0.1, -0.2, 0.3}

local function flat(matrix)
    local list = {}
    for i = 1, matrix:rows() do
        for j = 1, matrix:cols() do list[#list + 1] = matrix(i, j) end
    end
    return list
end

-- A value, and its numbers.
local VALUES = {
    Vec3 = {rigid.Vec3(1, -2, 3.5), {1, -2, 3.5}},
    Matrix = {rigid.Matrix{{1, 2e-9}, {-3e12, 4}}, {1, 2e-9, -3e12, 4}},
    Vector = {rigid.Vector{5, 6, 7}, {5, 6, 7}},
    Rotation = {rigid.Rotation.rpy(0.3, 0.2, 0.1), flat(rigid.Rotation.rpy(0.3, 0.2, 0.1):matrix())},
    Transform = {rigid.Transform{rpy = {0, 0, 1}, position = {1, 2, 3}}, flat(rigid.Transform{rpy = {0, 0, 1}, position = {1, 2, 3}}:matrix())},
    RotationalInertia = {M:rotational_inertia(), flat(M:rotational_inertia():matrix())},
    SpatialInertia = {M, flat(M:matrix())},
    ABI = {rigid.ABI(M), flat(rigid.ABI(M):matrix())},
}
for _, class in ipairs {"SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum"} do
    VALUES[class] = {rigid[class]{1, 2, 3, 4, 5, -6}, {1, 2, 3, 4, 5, -6}}
end

describe("a value for a page and for a paper", function()
    for class, case in pairs(VALUES) do
        it("has the numbers of a " .. class, function()
            for _, told in ipairs {of_html(case[1]:html()), of_latex(case[1]:latex())} do
                assert.equal(#case[2], #told)
                for i, x in ipairs(case[2]) do assert.truthy(math.abs(told[i] - x) <= 1e-5 * math.max(math.abs(x), 1e-12), ("%s %d: %s"):format(class, i, told[i])) end
            end
        end)
    end

    it("leaves out the middle of what is large, in both directions", function()
        local m = rigid.Matrix(40, 20)
        for i = 1, 40 do
            for j = 1, 20 do m:set(i, j, 100 * i + j) end
        end
        local told = of_latex(m:latex())
        assert.equal(13 * 13, #told)
        assert.equal(13 * 13, #of_html(m:html()))
        assert.same({101, 106, "\\cdots", 115, 120, "\\ddots", 4020}, {told[1], told[6], told[7], told[8], told[13], told[6 * 13 + 7], told[169]})
    end)

    it("writes what is no number in words", function()
        assert.same({"\\mathrm{nan}", "\\infty", "-\\infty"}, of_latex(rigid.Vec3(0 / 0, 1 / 0, -1 / 0):latex()))
        assert.falsy(rigid.Vec3(-0.0, 0, 0):latex():find "-")
    end)

    it("keeps names text", function()
        local m = rigid.Model{name = "<script>alert(1)</script>"}
        m:add_body{name = "\"&'<b>", joint = "revolute", inertia = M}
        local html = m:html()
        assert.falsy(html:gsub("^<pre>", ""):gsub("</pre>$", ""):find "[<>\"']")
        assert.truthy(html:find("&lt;script&gt;", 1, true))
    end)

    it("takes nothing more", function()
        assert.has_error(function() M:html(1) end)
        assert.has_error(function() M:latex(1) end)
    end)
end)
