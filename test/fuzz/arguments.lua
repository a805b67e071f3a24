-- Draws arguments for functions by the types that the reference writes of them: numbers, lists as long as the model at hand
-- wants them, tables of options, values of each class, from a pool of earlier results or made anew.
local rigid = require "rigid"

local arguments = {}

local SPECIAL = {0, -0.0, 1, -1, 0.5, 1e-300, 1e300, math.huge, -math.huge, 0 / 0, 2 ^ 53, math.maxinteger, math.mininteger, 1e5, 1e-9}
local JOINTS = {
    "revolute", "continuous", "prismatic", "fixed", "helical", "screw", "universal", "cardan", "cylindrical", "spherical", "planar", "floating",
}

local function pick(d, list) return list[d:integer(1, #list)] end
local function chance(d, part) return d:unit_interval() < part end
arguments.pick, arguments.chance = pick, chance

local function positive(d) return chance(d, 0.95) and d:between(0.1, 2) or pick(d, SPECIAL) end
local function positives(d) return {positive(d), positive(d), positive(d)} end

local function number(d) return chance(d, 0.9) and d:number() or pick(d, SPECIAL) end

local function numbers(d, n)
    local list = {}
    for i = 1, n do list[i] = number(d) end
    return chance(d, 0.5) and rigid.Vector(list) or list
end

-- ---- values made anew -----------------------------------------------------------------------------------------------

local function box(d) return rigid.SpatialInertia.solid_box {mass = d:between(0.5, 3), size = {d:between(0.1, 1), 0.3, 0.4}} end

local function turn(d) return rigid.Rotation.axis_angle(d:direction(), d:between(0.1, 3)) end

local function mass_matrix(d)
    return rigid.MassMatrix3 {mass = d:between(1, 3), diagonal = {0.3, 0.4, 0.5}, off_diagonal = {0.01, 0.02, 0.03}}
end

local function joint(d, model)
    local j = {type = pick(d, JOINTS)}
    if chance(d, 0.5) then j.axis = d:direction() end
    if j.type == "helical" then j.pitch = d:number() end
    if (j.type == "universal" or j.type == "cardan") and j.axis then j.axis = nil end
    if chance(d, 0.2) then j.damping, j.friction, j.armature = 0.1, 0.2, 0.3 end
    local names = model and model:joint_names() or {}
    if #names > 0 and chance(d, 0.1) then j.type, j.mimic = "revolute", {joint = pick(d, names), multiplier = d:number()} end
    return chance(d, 0.2) and j.type or j
end

local count = 0
local function new_name()
    count = count + 1
    return "b" .. count
end
function arguments.restart() count = 0 end

local function body(d, model)
    local names = model:body_names()
    return {
        name = new_name(), joint = joint(d, model), inertia = chance(d, 0.9) and box(d) or nil,
        parent = #names > 0 and chance(d, 0.7) and pick(d, names) or nil,
        placement = chance(d, 0.5) and rigid.Transform(turn(d), d:vec3()) or nil,
    }
end

local function model(d)
    local m = rigid.Model {name = new_name()}
    for _ = 1, d:integer(0, 4) do pcall(m.add_body, m, body(d, m)) end
    local names = m:body_names()
    if #names > 0 and chance(d, 0.3) then m:attach {body = pick(d, names), inertia = box(d)} end
    return m
end

local function log(d)
    local m = model(d)
    local l = rigid.Log(m)
    l:add(0, m:neutral())
    return l
end

local fresh = {
    Vec3 = function(d) return rigid.Vec3(number(d), number(d), number(d)) end,
    Vector = function(d) return rigid.Vector(d:list(d:integer(0, 7))) end,
    Matrix = function(d)
        local n = pick(d, {1, 2, 3, 3, 6, 6})
        return rigid.Matrix(d:matrix(n, chance(d, 0.7) and n or d:integer(1, 4)))
    end,
    Rotation = turn,
    Quaternion = function(d) return rigid.Quaternion(number(d), number(d), number(d), number(d)) end,
    Transform = function(d) return rigid.Transform(turn(d), d:vec3()) end,
    RotationalInertia = function(d) return box(d):rotational_inertia() end,
    SpatialInertia = function(d) return box(d):shift(d:vec3()) end,
    ABI = function(d) return rigid.ABI(box(d)) end,
    MassMatrix3 = mass_matrix,
    Inertial = function(d) return rigid.Inertial {mass_matrix = mass_matrix(d), pose = rigid.Transform(turn(d), d:vec3())} end,
    Model = model,
    Log = log,
}
for _, class in ipairs {"SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum"} do
    fresh[class] = function(d) return rigid[class](d:six()) end
end
arguments.fresh = fresh

-- One of the pool, or another.
function arguments.value(d, pool, class)
    local kept = pool[class]
    if kept and #kept > 0 and chance(d, 0.8) then return pick(d, kept) end
    local ok, made = pcall(fresh[class], d)
    return ok and made or nil
end

-- ---- by name --------------------------------------------------------------------------------------------------------

-- What the names of parameters and of options say that their types do not.
local function length_of(name, at)
    local m = at.model
    if not m then return pick(at.d, {3, 3, 6, 6, 10, 4}) end
    if name == "q" or name == "q0" or name == "q1" then return m:nq() end
    if name == "parameters" or name == "pi" then return 10 * #m:body_names() end
    return m:nv()
end

local function known_name(d, at)
    local names = at.model and at.model:body_names() or {}
    return #names > 0 and chance(d, 0.9) and pick(d, names) or pick(d, {"", "x", "world", "payload", ("n"):rep(70), "a\0b"})
end

local function path(d, at) return at.directory .. "/" .. pick(d, {"a", "b"}) .. pick(d, {".lua", ".urdf", ".obj", ".csv", ""}) end

local by_name = {
    duration = function(d) return chance(d, 0.95) and d:between(0.01, 0.05) or pick(d, SPECIAL) end,
    dt = function(d) return chance(d, 0.95) and 0.01 or pick(d, SPECIAL) end,
    t = function(d) return chance(d, 0.9) and d:between(0, 2) or pick(d, SPECIAL) end,
    tolerance = function() return 1e-4 end,
    tol = function(d) return chance(d, 0.9) and d:between(0, 1e-3) or pick(d, SPECIAL) end,
    size = positives, semi_axes = positives, axis = function(d) return d:direction() end,
    name = function(d, at)
        local names = at.model and not at.record and pick(d, {at.model:body_names(), at.model:joint_names(), {"payload"}}) or {}
        if #names > 0 then return pick(d, names) end
        return chance(d, 0.9) and new_name() or pick(d, {"", "world", "b1", ("n"):rep(70)})
    end,
    body = known_name, parent = known_name, frame = known_name,
    path = path, open = function() return false end, progress = function() return false end,
    joint = function(d, at)
        local names = at.model and at.model:joint_names() or {}
        if at.record then return joint(d, at.model) end
        return #names > 0 and pick(d, names) or "x"
    end,
    inertia = box,
    placement = function(d) return rigid.Transform(turn(d), d:vec3()) end,
    vertices = function(d)
        local s = d:between(0.5, 2)
        return {{0, 0, 0}, {s, 0, 0}, {0, s, 0}, {0, 0, s}}
    end,
    faces = function() return {{1, 3, 2}, {1, 2, 4}, {1, 4, 3}, {2, 3, 4}} end,
    events = function(_, at) return {{name = "e", watch = at.callback, act = at.callback, stop = false}} end,
    controller = function(_, at) return at.callback end,
    external = function(d, at)
        if at.record and chance(d, 0.5) then return at.callback end
        return {[known_name(d, at)] = rigid.Wrench(d:six())}
    end,
    plane = function(d) return chance(d, 0.5) and pick(d, {"xy", "xz", "yz"}) or d:direction() end,
    mesh = function() return {vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, faces = {{1, 3, 2}, {1, 2, 4}, {1, 4, 3}, {2, 3, 4}}} end,
    max_links = function(d) return d:integer(0, 20) end,
}
for _, name in ipairs {"mass", "density", "area_density", "radius", "length", "spread", "scale"} do by_name[name] = positive end

-- ---- by type --------------------------------------------------------------------------------------------------------

-- The parts of a text between separators that stand in no bracket and in no quotes.
local function split(text, separator)
    local parts, depth, quoted, from = {}, 0, false, 1
    for i = 1, #text do
        local c = text:sub(i, i)
        if c == '"' then
            quoted = not quoted
        elseif not quoted and c:find "[%({<%[]" then
            depth = depth + 1
        elseif not quoted and c:find "[%)}>%]]" then
            depth = depth - 1
        elseif c == separator and depth == 0 and not quoted then
            table.insert(parts, (text:sub(from, i - 1)))
            from = i + 1
        end
    end
    table.insert(parts, (text:sub(from)))
    return parts
end

local draw_type

local function record(d, text, at)
    local t, inside = {}, setmetatable({record = true}, {__index = at})
    for _, field in ipairs(split(text:sub(2, -2), ",")) do
        local name, optional, kind = field:match "^%s*([%w_]+)(%??):%s*(.*)$"
        if name and (optional == "" or chance(d, 0.45)) then t[name] = draw_type(d, kind, inside, name) end
    end
    if t.mass and t.density then t[chance(d, 0.5) and "mass" or "density"] = nil end
    if chance(d, 0.02) then t[pick(d, {"raduis", 1, true})] = 1 end
    return t
end

-- A matrix of the size that the text says, or one that is likely.
local function rows(d, at, text)
    local size = text:match "(%d+)%s*x%s*%d+"
    if size == "6" then return box(d):matrix():table() end
    if chance(d, 0.6) then return turn(d):matrix():table() end
    local n = at.model and at.model:nv() or 3
    return n > 0 and d:matrix(n, n) or {}
end

-- What is written into, of the size that the text says.
local function output(at, kind, text)
    local function size(word)
        local m = at.model
        if word == "nv" then return m and m:nv() or 3 end
        if word == "nq" then return m and m:nq() or 3 end
        return math.tointeger(tonumber(word)) or (m and 10 * #m:body_names() or 10)
    end
    if kind == "Vector" then return rigid.Vector(size(text:match "of (%S+)" or "3")) end
    local r, c = text:match "(%w+) x (%w+)"
    return rigid.Matrix(math.max(1, size(r or "3")), math.max(1, size(c or "3")))
end

local plain = {
    number = number,
    integer = function(d) return chance(d, 0.9) and d:integer(1, 3) or pick(d, SPECIAL) end,
    boolean = function(d) return chance(d, 0.5) end,
    string = known_name,
    ["nil"] = function() return nil end,
    any = function(d, at) return chance(d, 0.5) and at.callback or number(d) end,
    ["function"] = function(_, at) return at.callback end,
    table = function(d, at) return chance(d, 0.5) and {} or {[known_name(d, at)] = number(d)} end,
}

local function list(d, kind, at, name, text)
    if kind == "number" then return numbers(d, length_of(name, at)) end
    if kind == "number[]" then return rows(d, at, text) end
    local t = {}
    for i = 1, d:integer(1, 3) do t[i] = draw_type(d, kind, at, name) end
    return t
end

function draw_type(d, text, at, name, prose)
    prose = prose or ""
    if by_name[name] and chance(d, 0.95) then return by_name[name](d, at) end
    local kind = pick(d, split(text, "|")):match "^%s*(.-)%s*$"
    if name == "out" or prose:find "to write into" then return output(at, kind, prose) end
    if at.model and (kind == "Vec3" or kind == "Vector") then return numbers(d, length_of(name, at)) end
    if fresh[kind] then return arguments.value(d, at.pool, kind) end
    if kind:find '^"' then return kind:sub(2, -2) end
    if kind:sub(1, 1) == "{" and kind:sub(-1) == "}" then return record(d, kind, at) end
    if kind:sub(-2) == "[]" then return list(d, kind:sub(1, -3), at, name, prose) end
    return (plain[kind] or plain.table)(d, at)
end

arguments.of_type = draw_type

-- Those of one way to call it. at = {d, pool, model, directory, callback}; params as lua/rigid/prompt/reference.lua reads them.
function arguments.draw(params, at)
    local d, list_, n = at.d, {}, 0
    for i, param in ipairs(params) do
        if param.optional and chance(d, 0.4) then break end
        list_[i], n = draw_type(d, param.type, at, param.name, param.text), i
    end
    list_.n = n
    return list_
end

-- "fun(a: T, b?: U): V" as params.
function arguments.of_overload(text)
    local params = {}
    for _, part in ipairs(split((text:match "^fun(%b())" or "()"):sub(2, -2), ",")) do
        local name, optional, kind = part:match "^%s*([%w_]+)(%??):%s*(.*)$"
        if name then table.insert(params, {name = name, optional = optional ~= "", type = kind, text = ""}) end
    end
    return params
end

-- "mul(Twist): SpatialMomentum": the operator's name and the type beside it.
function arguments.of_operator(text)
    local name, operand = text:match "^(%a+)%((.-)%)"
    return name or text:match "^%a+", operand
end

return arguments
