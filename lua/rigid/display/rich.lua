-- Values as a page or a paper shows them: value:html(), a table that can stand in any document, and value:latex(), to stand in
-- mathematics. What is text is escaped: nothing that a value says becomes markup.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"

local rich = {}

local MOST <const> = 12 -- rows, and columns, that are shown of more
local function digits(x) return ("%.6g"):format(x + 0.0 == 0 and 0 or x) end -- no zero below zero

local ENTITIES <const> = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;"}
local function escaped(text) return (text:gsub("[&<>\"']", ENTITIES)) end
rich.escaped = escaped

-- ---- what a value has -----------------------------------------------------------------------------------------------

-- Rows of numbers; nil of what is none.
local grids = {}

function grids.Matrix(m)
    local rows = {}
    for i = 1, m:rows() do
        rows[i] = {}
        for j = 1, m:cols() do rows[i][j] = m(i, j) end
    end
    return rows
end

local function column(list)
    local rows = {}
    for i = 1, #list do rows[i] = {list[i]} end
    return rows
end

grids.Vector = column
function grids.Vec3(v) return column {v.x, v.y, v.z} end
for _, class in ipairs {"Rotation", "Transform", "SpatialInertia", "ABI", "RotationalInertia"} do
    grids[class] = function(x)
        return grids.Matrix(x:matrix())
    end
end
for _, class in ipairs {"SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum"} do
    grids[class] = function(x)
        local linear, angular = x:linear(), x:angular()
        return column {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}
    end
end

-- A method of what has numbers: refuses what only looks like it.
local function method(name, make)
    return function(x)
        local ok, text = errors.try(make, x)
        if ok and grids[core.type(x) or ""] then return text end
        if not ok and type(text) ~= "string" and not errors.is(text) then error(text, 0) end
        arguments.at(name, 0):expected("a value with numbers in rows and columns", x)
    end
end

local function grid_of(value)
    local make = grids[core.type(value) or ""]
    return make and make(value)
end

-- Which of n are shown, false standing for what is left out between.
local function places(n)
    local list = {}
    if n <= MOST then
        for i = 1, n do list[i] = i end
        return list
    end
    for i = 1, MOST // 2 do list[i] = i end
    list[#list + 1] = false
    for i = n - MOST // 2 + 1, n do list[#list + 1] = i end
    return list
end

-- The entries of a grid as text(number), gap(down, across) where some are left out: rows of texts.
local function cells(grid, text, gap)
    local rows = {}
    for _, i in ipairs(places(#grid)) do
        local row = {}
        for _, j in ipairs(places(#(grid[1] or {}))) do row[#row + 1] = i and j and text(grid[i][j]) or gap(not i, not j) end
        rows[#rows + 1] = row
    end
    return rows
end

-- ---- HTML -----------------------------------------------------------------------------------------------------------

local function gap_in_html(down, across) return down and across and "⋱" or down and "⋮" or "⋯" end

local function table_of(grid)
    local rows = cells(grid, digits, gap_in_html)
    for i, row in ipairs(rows) do rows[i] = "<tr><td>" .. table.concat(row, "</td><td>") .. "</td></tr>" end
    return "<table>" .. table.concat(rows) .. "</table>"
end

-- What a value is, and its numbers as a table.
local function html(value)
    local text = tostring(value)
    local grid = grid_of(value)
    local about = core.type(value) == "SpatialInertia" and text or text:match "^[^\n:]*"
    return ("<div class=\"rigid\"><pre>%s</pre>%s</div>"):format(escaped(about), table_of(grid))
end

-- ---- LaTeX ----------------------------------------------------------------------------------------------------------

local function number(x)
    if x ~= x then return "\\mathrm{nan}" end
    if x == math.huge or x == -math.huge then return x < 0 and "-\\infty" or "\\infty" end
    local text = digits(x)
    local mantissa, exponent = text:match "^(.-)e([+-]%d+)$"
    if not mantissa then return text end
    return ("%s \\times 10^{%d}"):format(mantissa, tonumber(exponent))
end

local function gap_in_latex(down, across) return down and across and "\\ddots" or down and "\\vdots" or "\\cdots" end

-- Of what has numbers in rows and columns.
local function latex(value)
    local rows = cells(grid_of(value), number, gap_in_latex)
    for i, row in ipairs(rows) do rows[i] = table.concat(row, " & ") end
    return "\\begin{bmatrix} " .. table.concat(rows, " \\\\ ") .. " \\end{bmatrix}"
end

rich.html, rich.latex = method("html", html), method("latex", latex)

-- Of a model its tree.
function rich.tree(m)
    if core.type(m) ~= "Model" then arguments.at("html", 0):expected("Model", m) end
    return "<pre>" .. escaped(tostring(m)) .. "</pre>"
end

-- Both, for a value that is shown: nothing where plain text says as much.
function rich.of(value)
    if not grid_of(value) then return nil end
    return html(value), latex(value)
end

return rich
