-- The ten figures of an inertia as they were written: mass, com and the tensor about the com (unless told otherwise), and a
-- body made of them again.
local core = require "rigid.core"

local SpatialInertia = core.SpatialInertia

local figures = {}

-- The six figures of a tensor in the order in which they are compared: moments, then products.
figures.TENSOR = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"}

-- What the matter of robots weighs, from foam to somewhat more than osmium.
figures.LIGHTEST, figures.DENSEST = 20, 25000 -- kg/m³

local EPS <const> = 2.0 ^ -52

-- The number of fewest digits within so much of x: what was written, where storing it about the origin has rounded it.
local function as_written(x, within)
    if x - x ~= 0 then return x end
    for digits = 3, 16 do
        local short = tonumber(("%%.%dg"):format(digits):format(x))
        if math.abs(short - x) <= within then return short end
    end
    return x
end

function figures.read(M, about)
    local origin = M:rotational_inertia()
    local tensor, stored = about == "origin" and origin or M:central_inertia(), origin:moments()
    local I, P, c = tensor:moments(), tensor:products(), M:com()
    local rounding = 4 * EPS * (math.abs(stored.x) + math.abs(stored.y) + math.abs(stored.z))
    local w = {mass = M:mass()}
    for i, name in ipairs {"x", "y", "z"} do w[name] = as_written(c[i], 2 * EPS * math.abs(c[i])) end
    for i, name in ipairs {"ixx", "iyy", "izz"} do w[name] = as_written(I[i], rounding) end
    for i, name in ipairs {"ixy", "ixz", "iyz"} do w[name] = as_written(P[i], rounding) end
    return w
end

-- Of a body's numbers those that tell it from w: its tensor, and its mass where that is another.
function figures.changes_of(M, w, about)
    local new = figures.read(M, about)
    new.x, new.y, new.z = nil, nil, nil
    if new.mass == w.mass then new.mass = nil end
    return new
end

-- The fewest digits that read back as x.
function figures.exact(x)
    for digits = 6, 16 do
        local text = ("%%.%dg"):format(digits):format(x + 0.0) -- -0 + 0 is 0
        if tonumber(text) == x then return text end
    end
    return ("%.17g"):format(x)
end

function figures.is_power_of_ten(x)
    x = math.abs(x)
    return x > 0 and math.abs(x / 10.0 ^ math.floor(math.log(x, 10) + 0.5) - 1) < 1e-12
end

-- In prose: six digits; fields of findings have them all.
function figures.shown(x)
    if math.type(x) == "integer" then return tostring(x) end
    return ("%.6g"):format(x + 0.0)
end

function figures.body_of(w, about)
    return SpatialInertia {
        mass = w.mass, com = {w.x, w.y, w.z}, about = about, skip_validity_check = true,
        inertia = {w.ixx, w.iyy, w.izz, w.ixy, w.ixz, w.iyz},
    }
end

function figures.edited(w, changes)
    local copy = {}
    for name, value in pairs(w) do copy[name] = value end
    for name, value in pairs(changes) do copy[name] = value end
    return copy
end

return figures
