-- The closed list of formulas that people take for the inertia of a shape, as what the tensor is made of: the spread of mass
-- E x² along each axis of the shape, per unit of mass, about its centre. A formula is {name, of = what the shape would be,
-- spread = {x, y, z}, half = {half-lengths}, slip = "half_length", "diameter_for_radius" or nil, told = in words, own = whether it
-- is a right one for this shape: the solid, or a wall of it; fixed: in this order of the axes alone}. [any table of moments of inertia, in second moments]
local formulas = {}

local MAKERS = {}

local function box_spread(a, b, c) return {a * a / 12, b * b / 12, c * c / 12} end

-- Walls of even thickness: of each pair of faces, those across x hold a²/4, the others a²/12.
local function box_walls(a, b, c)
    local A, B, C = b * c, a * c, a * b
    local all = A + B + C
    return {a * a * (A / 4 + (B + C) / 12) / all, b * b * (B / 4 + (A + C) / 12) / all, c * c * (C / 4 + (A + B) / 12) / all}
end

local function cylinder_spread(r, l) return {r * r / 4, r * r / 4, l * l / 12} end

-- Of a capsule whose cylinder has length l: [E x², E x², E z²] of cylinder and two half balls.
local function capsule_spread(r, l)
    local tube, ball = l, 4 / 3 * r -- volumes over π r²
    local all, h = tube + ball, l / 2
    local across = (tube * r * r / 4 + ball * r * r / 5) / all
    return {across, across, (tube * l * l / 12 + ball * (r * r / 5 + h * h + 3 / 4 * h * r)) / all}
end

-- The same with the long axis elsewhere.
local function along(axis, spread)
    local turned = {spread[1], spread[1], spread[1]}
    turned[axis] = spread[3]
    return turned
end

local AXES <const> = {"x", "y", "z"}

local function add(list, name, spread, half, own, slip, told)
    list[#list + 1] = {name = name, spread = spread, half = half, own = own, slip = slip, told = told}
end

local function sized(list, name, make, size, half, own)
    for _, factor in ipairs {1, 2, 0.5} do
        local words = factor == 2 and "full lengths where the formula has half ones" or factor == 0.5 and "half lengths where the formula has full ones" or nil
        local scaled, reach = {}, {}
        for k, x in ipairs(size) do scaled[k] = factor * x end
        for k = 1, 3 do reach[k] = factor * half[k] end
        add(list, name, make(table.unpack(scaled)), reach, own and factor == 1, words and "half_length", words)
    end
end

function MAKERS.box(shape)
    local a, b, c = shape.size[1], shape.size[2], shape.size[3]
    local size, half, list = {a, b, c}, {a / 2, b / 2, c / 2}, {}
    sized(list, "a box", box_spread, size, half, true)
    add(list, "a box of thin walls", box_walls(a, b, c), half, true)
    add(list, "an ellipsoid", {a * a / 20, b * b / 20, c * c / 20}, half, true)
    for k = 1, 3 do
        local p, q = size[k % 3 + 1], size[(k + 1) % 3 + 1]
        local rod = {0, 0, 0}
        rod[k] = size[k] ^ 2 / 12
        add(list, "a rod along " .. AXES[k], rod, half, size[k] >= p and size[k] >= q)
        for _, d in ipairs(p == q and {p} or {p, q}) do
            add(list, "a cylinder along " .. AXES[k], along(k, cylinder_spread(d / 2, size[k])), half, p == q)
            list[#list].fixed = p ~= q
            add(list, "a tube along " .. AXES[k], along(k, {d * d / 8, 0, size[k] ^ 2 / 12}), half, p == q)
            list[#list].fixed = p ~= q
        end
        local s = size[k] ^ 2 / 20
        add(list, "a ball", {s, s, s}, half, p == q and p == size[k])
    end
    return list
end

-- {factor of the radius, of the length, slip, in words}; the axis of a cylinder is z, and other axes are other orders of the axes.
local SIZES <const> = {
    {1, 1}, {2, 1, "diameter_for_radius", "the diameter taken for the radius"}, {0.5, 1, "diameter_for_radius", "half the radius taken for the radius"},
    {1, 2, "half_length", "twice its length"}, {1, 0.5, "half_length", "half its length"},
    {2, 2, "diameter_for_radius", "the diameter taken for the radius, and twice its length"},
}

function MAKERS.cylinder(shape)
    local r, l, list = shape.radius, shape.length, {}
    for _, size in ipairs(SIZES) do
        local R, L = size[1] * r, size[2] * l
        add(list, "a cylinder", cylinder_spread(R, L), {R, R, L / 2}, not size[3], size[3], size[4])
        add(list, "a tube", {R * R / 2, R * R / 2, L * L / 12}, {R, R, L / 2}, not size[3], size[3], size[4])
    end
    local half = {r, r, l / 2}
    add(list, "a rod", {0, 0, l * l / 12}, half, true)
    add(list, "a box", box_spread(2 * r, 2 * r, l), half, true)
    add(list, "a capsule", capsule_spread(r, l), half, true)
    add(list, "an ellipsoid", {r * r / 5, r * r / 5, l * l / 20}, half, true)
    return list
end

function MAKERS.capsule(shape)
    local r, l, list = shape.radius, shape.length, {}
    for i = 1, 3 do
        local size = SIZES[i]
        local R = size[1] * r
        add(list, "a capsule", capsule_spread(R, l), {R, R, l / 2 + R}, not size[3], size[3], size[4])
        add(list, "a cylinder", cylinder_spread(R, l), {R, R, l / 2}, not size[3], size[3], size[4])
    end
    add(list, "a cylinder as long as the whole", cylinder_spread(r, l + 2 * r), {r, r, l / 2 + r}, true)
    add(list, "a rod", {0, 0, l * l / 12}, {r, r, l / 2}, true)
    return list
end

function MAKERS.sphere(shape)
    local list = {}
    for _, f in ipairs {1, 2, 0.5} do
        local told = f == 2 and "the diameter taken for the radius" or f == 0.5 and "half the radius taken for the radius" or nil
        local r = f * shape.radius
        local half = {r, r, r}
        add(list, "a ball", {r * r / 5, r * r / 5, r * r / 5}, half, f == 1, told and "diameter_for_radius", told)
        add(list, "a hollow ball", {r * r / 3, r * r / 3, r * r / 3}, half, f == 1, told and "diameter_for_radius", told)
    end
    return list
end

-- The formulas of a shape whose sizes are positive numbers; an empty list where it has none.
function formulas.of(shape)
    local make = MAKERS[shape.type]
    return make and make(shape) or {}
end

-- What a shape is called, with its sizes.
function formulas.name(shape)
    local s = shape.size
    if shape.type == "mesh" then return (shape.name:gsub("^mesh of .*/", "mesh ")) end
    if shape.type == "box" then return ("box %.6g × %.6g × %.6g m"):format(s[1], s[2], s[3]) end
    if shape.type == "sphere" then return ("sphere of radius %.6g m"):format(shape.radius) end
    return ("%s of radius %.6g m and length %.6g m"):format(shape.type, shape.radius, shape.length)
end

local VOLUMES = {
    box = function(s) return s.size[1] * s.size[2] * s.size[3] end,
    sphere = function(s) return 4 / 3 * math.pi * s.radius ^ 3 end,
    cylinder = function(s) return math.pi * s.radius ^ 2 * s.length end,
    capsule = function(s) return math.pi * s.radius ^ 2 * (s.length + 4 / 3 * s.radius) end,
}
function formulas.volume(shape) return VOLUMES[shape.type] and VOLUMES[shape.type](shape) or nil end

return formulas
