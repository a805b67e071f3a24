-- Values that a function did not ask for: of every kind Lua has, odd in every way we know, and one or more of each type
-- of ours. One list and one file: what is right for one function is wrong for the next. Each entry says what it is:
--
--   label      for messages
--   make       returns the value; what could be changed by a call is made anew each time
--   kind       the name of its class if it is one of ours, else its Lua type
--   finite     false if a NaN or an infinity is in it
--   extreme    true if it is finite but so large or small that plain arithmetic with it may overflow
--   broken     true for a table that is no list of numbers and no table of rows, so that nothing may accept it
--   disguised  true if its metatable is that of something else
--   short      true if it belongs to the short list, for places deep inside a table and past the last argument

local rigid = require "rigid"
local walk = require "spec.support.walk"

local foreign = {}

local values = {}
local undo = {} -- what must be put right again at the end

local function add(label, make, traits)
    local entry = { label = label, make = make, finite = true, extreme = false, broken = false, short = false }
    for key, value in pairs(traits or {}) do
        entry[key] = value
    end
    local sample = make()
    entry.kind = entry.kind or rigid.type(sample) or type(sample)
    values[#values + 1] = entry
end

-- A value that nothing changes: made once.
local function add_fixed(label, value, traits)
    add(label, function()
        return value
    end, traits)
end

-- ---- nothing, booleans, numbers -------------------------------------------------------------------------------------

local NAN <const> = 0.0 / 0.0
local INF <const> = math.huge
local MEGABYTE <const> = ("x"):rep(2 ^ 20)

add_fixed("nil", nil, { short = true })
add_fixed("true", true, { short = true })
add_fixed("false", false)
add_fixed("NaN", NAN, { finite = false, short = true })
add_fixed("inf", INF, { finite = false, short = true })
add_fixed("-inf", -INF, { finite = false })
add_fixed("0", 0, { short = true })
add_fixed("-0.0", -0.0)
add_fixed("1", 1, { short = true })
add_fixed("2.0", 2.0)
add_fixed("0.5", 0.5)
add_fixed("-1", -1, { short = true })
add_fixed("-2.5", -2.5)
add_fixed("7", 7)
add_fixed("1e308", 1e308, { extreme = true, short = true })
add_fixed("-1e308", -1e308, { extreme = true, short = true })
add_fixed("the largest double", 0x1.fffffffffffffp1023, { extreme = true })
add_fixed("1e200", 1e200, { extreme = true })
add_fixed("1e-200", 1e-200, { extreme = true })
add_fixed("1e-308", 1e-308, { extreme = true })
add_fixed("5e-324", 5e-324, { extreme = true, short = true })
add_fixed("-5e-324", -5e-324, { extreme = true })
add_fixed("2^31", 2 ^ 31)
add_fixed("2^32 + 1", (1 << 32) + 1)
add_fixed("2^53", 2.0 ^ 53, { short = true })
add_fixed("2^63", 2.0 ^ 63)
add_fixed("math.maxinteger", math.maxinteger, { short = true })
add_fixed("math.mininteger", math.mininteger)

-- ---- strings, functions, coroutines ---------------------------------------------------------------------------------

add_fixed("an empty string", "")
add_fixed("the string '1'", "1", { short = true })
add_fixed("the string '0x10'", "0x10")
add_fixed("the string 'nan'", "nan")
add_fixed("the string '1e3'", "1e3")
add_fixed("the string 'x'", "x", { short = true })
add_fixed("a string of format letters", "%s%n%d%99999f")
add_fixed("a known word, a NUL and more", "linear\0er")
add_fixed("a string of NULs", "\0\0\0")
add_fixed("a string that is not UTF-8", "\255\254\128")
add_fixed("a string of a megabyte", MEGABYTE)
add_fixed("a function", function()
    return 1
end, { short = true })
add_fixed("a C function", print)
add_fixed("a function that throws", function()
    error "thrown by the value itself"
end)
add_fixed(
    "a coroutine",
    coroutine.create(function()
        coroutine.yield(1)
    end),
    { short = true }
)
do
    local dead = coroutine.create(function() end)
    coroutine.resume(dead)
    add_fixed("a dead coroutine", dead)
end

-- ---- tables -----------------------------------------------------------------------------------------------------------

local function add_list(label, list, traits)
    add(label, function()
        return table.move(list, 1, #list, 1, {})
    end, traits)
end

add_list("{}", {}, { short = true })
add_list("{1}", { 1 }, { short = true })
add_list("{1, 2}", { 1, 2 })
add_list("{1, 2, 3}", { 1, 2, 3 }, { short = true })
add_list("{0, 0, 0}", { 0, 0, 0 })
add_list("{-1, -2, -3}", { -1, -2, -3 })
add_list("{1, 2, 3, 4}", { 1, 2, 3, 4 })
add_list("six numbers", { 1, 2, 3, 4, 5, 6 })
add_list("seven numbers", { 1, 2, 3, 4, 5, 6, 7 })
add_list("ten numbers", { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
add_list("{1, 2, NaN}", { 1, 2, NAN }, { finite = false })
add_list("{inf, 2, 3}", { INF, 2, 3 }, { finite = false })
add_list("{NaN, .. six}", { NAN, 2, 3, 4, 5, 6 }, { finite = false })
add_list("{1e308, 1e308, 1e308}", { 1e308, 1e308, 1e308 }, { extreme = true })
add_list("{5e-324, 0, 0}", { 5e-324, 0, 0 }, { extreme = true })
add_list("seven times 1e308", { 1e308, 1e308, 1e308, 1e308, 1e308, 1e308, 1e308 }, { extreme = true })
add_list("seven zeros", { 0, 0, 0, 0, 0, 0, 0 })
add_list("six times 1e308", { 1e308, 1e308, 1e308, 1e308, 1e308, 1e308 }, { extreme = true })
add_list("{1, 2, '3'}", { 1, 2, "3" }, { broken = true })
add_list("{true, true, true}", { true, true, true }, { broken = true })
add_list("{1, 2, {}}", { 1, 2, {} }, { broken = true })
add_list("{1, 2, print}", { 1, 2, print }, { broken = true })
add("{1, nil, 3}", function()
    return { 1, nil, 3 }
end, { broken = true, short = true })
add("{nil, 2, 3}", function()
    return { nil, 2, 3 }
end, { broken = true })
add("a list without its first", function()
    return { [2] = 2, [3] = 3 }
end, { broken = true })
add("a sparse table", function()
    return { [1] = 1, [1000000] = 2 }
end, { broken = true })
add("{[0] = 0, 1, 2, 3}", function()
    return { [0] = 0, 1, 2, 3 }
end)
add("{[2^53] = 1}", function()
    return { [2 ^ 53] = 1 }
end, { broken = true })
add("{[1.5] = 1, [true] = 2, [print] = 3}", function()
    return { [1.5] = 1, [true] = 2, [print] = 3 }
end, { broken = true })
add("{x = 1, y = 2, z = 3}", function()
    return { x = 1, y = 2, z = 3 }
end, { broken = true })
add("{nonsense = 1}", function()
    return { nonsense = 1 }
end, { broken = true, short = true })
add("a field name of a megabyte", function()
    return { [MEGABYTE] = 1 }
end, { broken = true })
add("{['mass\\0'] = 1}", function()
    return { ["mass\0"] = 1, ["linear\0"] = { 1, 2, 3 } }
end, { broken = true })
add("{{}}", function()
    return { {} }
end)
add("{{1, 2, 3}}", function()
    return { { 1, 2, 3 } }
end)
add("the 3x3 identity", function()
    return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
end)
add("a lopsided 3x3", function()
    return { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 10 } }
end)
add("a 3x3 mirror", function()
    return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } }
end)
add("a 3x3 of NaN", function()
    return { { NAN, NAN, NAN }, { NAN, NAN, NAN }, { NAN, NAN, NAN } }
end, { finite = false })
add("a 3x3 of 1e308", function()
    return { { 1e308, 1e308, 1e308 }, { 1e308, 1e308, 1e308 }, { 1e308, 1e308, 1e308 } }
end, { extreme = true })
add("ragged rows", function()
    return { { 1, 2, 3 }, { 4, 5 }, { 6 } }
end, { broken = true })
add("rows with a hole", function()
    return { { 1, 2, 3 }, { 4, nil, 6 }, { 7, 8, 9 } }
end, { broken = true })
add("rows and numbers mixed", function()
    return { { 1, 2, 3 }, 4, { 5, 6, 7 } }
end, { broken = true })
add("numbers and rows mixed", function()
    return { 4, { 1, 2, 3 }, { 5, 6, 7 } }
end, { broken = true })
add("tables two hundred deep", function()
    local t = { 1 }
    for _ = 1, 200 do
        t = { t }
    end
    return t
end, { broken = true })
add("a table that is its own entry", function()
    local t = {}
    t[1], t[2], t[3] = t, t, t
    return t
end, { broken = true, short = true })
add("a table that is its own field", function()
    local t = {}
    t.linear, t.mass, t.self = t, t, t
    return t
end, { broken = true })
do
    local long = {}
    for i = 1, 20000 do
        long[i] = i
    end
    add_fixed("twenty thousand numbers", long)
end

-- ---- tables that lie ----------------------------------------------------------------------------------------------------

local function add_odd(label, metatable, content)
    add(label, function()
        return setmetatable(content and table.move(content, 1, #content, 1, {}) or {}, metatable)
    end)
end

add_odd("a table whose __index throws", {
    __index = function()
        error "thrown by the value itself"
    end,
})
add_odd("a table whose __index throws a table", {
    __index = function()
        error { "thrown by the value itself" }
    end,
})
add_odd("a table whose __index says 1 to everything", {
    __index = function()
        return 1
    end,
})
add_odd("a table whose __index says a string to everything", {
    __index = function()
        return "x"
    end,
})
do
    local turn = 0
    add_odd("a table whose __index changes its mind", {
        __index = function()
            turn = turn + 1
            return turn % 2 == 0 and 1 or "x"
        end,
    })
    local loop = {}
    loop.__index = loop
    add_odd("a table whose __index goes round in circles", setmetatable(loop, loop))
end
add_odd("a table whose __len says 2^40", {
    __len = function()
        return 1 << 40
    end,
}, { 1, 2, 3 })
add_odd("a table whose __len says 3", {
    __len = function()
        return 3
    end,
    __index = function()
        return 1
    end,
})
add_odd("a table whose __len says -1", {
    __len = function()
        return -1
    end,
}, { 1, 2, 3 })
add_odd("a table whose __len says 'x'", {
    __len = function()
        return "x"
    end,
}, { 1, 2, 3 })
add_odd("a table whose __len throws", {
    __len = function()
        error "thrown by the value itself"
    end,
}, { 1, 2, 3 })
add_odd("a table whose __pairs and __newindex throw", {
    __pairs = function()
        error "thrown by the value itself"
    end,
    __newindex = function()
        error "thrown by the value itself"
    end,
}, { 1, 2, 3 })
add_odd("a table whose __tostring throws", {
    __tostring = function()
        error "thrown by the value itself"
    end,
})
add_odd("a table whose __tostring is no string", {
    __tostring = function()
        return {}
    end,
})
add_odd("a table called Twist", { __name = "Twist" })
add_odd("a table with a number for a name", { __name = 42 })
add_odd("a table with a hidden metatable", { __metatable = false }, { 1, 2, 3 })
add_odd("a table with a class's metatable", getmetatable(rigid.Twist).__instance, { 1, 2, 3 })
add_fixed("a class", rigid.SpatialInertia)
add_fixed("the module", rigid)

-- ---- userdata that is not ours, or not quite ------------------------------------------------------------------------------

add_fixed("io.stdout", io.stdout, { short = true })
do
    local closed = assert(io.tmpfile())
    closed:close()
    add_fixed("a closed file", closed)
end

add_fixed("a light userdata", debug.upvalueid(add_fixed, 1))

-- The metatable of files without what the collector would call: it would take our numbers for a file's.
local function harmless_file_metatable()
    local copy = {}
    for key, value in pairs(debug.getmetatable(io.stdout)) do
        copy[key] = value
    end
    copy.__gc, copy.__close = nil, nil
    return copy
end

-- A value under a metatable that is not its own, put right again by foreign.restore.
local function add_disguised(label, value, metatable, kind)
    local own = debug.getmetatable(value)
    undo[#undo + 1] = function()
        debug.setmetatable(value, own)
    end
    debug.setmetatable(value, metatable)
    add_fixed(label, value, { kind = kind, disguised = true })
end

-- The same of a value of ours, made anew each time: some functions change it. It has no finalizer to be confused.
local function add_dressed(label, make, metatable)
    add(label, function()
        return debug.setmetatable(make(), metatable)
    end, { disguised = true })
end

local function instance(class)
    return getmetatable(rigid[class]).__instance
end

add_disguised("a file dressed as a Twist", assert(io.tmpfile()), instance "Twist", "userdata")
add_disguised("a file dressed as a SpatialInertia", assert(io.tmpfile()), instance "SpatialInertia", "userdata")
add_disguised("a file dressed as a Matrix", assert(io.tmpfile()), instance "Matrix", "userdata")
local function a_vec3()
    return rigid.Vec3(1, 2, 3)
end
local function a_twist()
    return rigid.Twist { 1, 2, 3, 4, 5, 6 }
end
add_dressed("a Vec3 dressed as a SpatialInertia", a_vec3, instance "SpatialInertia")
add_dressed("a Vec3 dressed as a Matrix", a_vec3, instance "Matrix")
add_dressed("an ABI dressed as a Vector", function()
    return rigid.ABI(rigid.SpatialInertia.unitary())
end, instance "Vector")
add_dressed("a Twist dressed as a file", a_twist, harmless_file_metatable())
add_dressed("a Twist without a metatable", a_twist, nil)

-- ---- each type of ours ------------------------------------------------------------------------------------------------------

-- One good value of each class, always the same numbers; functions, since some calls change their receiver.
foreign.good = {
    Vec3 = function()
        return rigid.Vec3(0.3, -0.4, 0.5)
    end,
    Matrix = function()
        return rigid.Matrix { { 4, 1, 0.5 }, { 1, 3, -0.25 }, { 0.5, -0.25, 2 } }
    end,
    Vector = function()
        return rigid.Vector { 1.5, -2, 0.25 }
    end,
    Rotation = function()
        return rigid.Rotation.rpy(0.4, -0.7, 1.1)
    end,
    Quaternion = function()
        return rigid.Quaternion(0.5, -0.25, 0.75, 1)
    end,
    Transform = function()
        return rigid.Transform(rigid.Rotation.rpy(-0.3, 0.2, 0.9), rigid.Vec3(0.5, -0.25, 1))
    end,
    SpatialMotion = function()
        return rigid.SpatialMotion { 0.5, -1, 0.75, 0.2, 0.4, -0.6 }
    end,
    Twist = function()
        return rigid.Twist { 1, 0.5, -0.25, 0.3, -0.7, 0.9 }
    end,
    SpatialAcc = function()
        return rigid.SpatialAcc { -0.5, 0.25, 2, 1.1, 0.3, -0.2 }
    end,
    SpatialForce = function()
        return rigid.SpatialForce { 3, -2, 1, 0.5, 0.25, -0.75 }
    end,
    Wrench = function()
        return rigid.Wrench { 10, -4, 6, 1, 2, -3 }
    end,
    SpatialMomentum = function()
        return rigid.SpatialMomentum { 2, 1, -0.5, 0.1, -0.2, 0.3 }
    end,
    RotationalInertia = function()
        return rigid.RotationalInertia { 0.5, 0.6, 0.7, 0.05, -0.04, 0.03 }
    end,
    SpatialInertia = function()
        return rigid.SpatialInertia { mass = 2, com = { 0.1, -0.2, 0.3 }, inertia = { 0.5, 0.6, 0.7, 0.05, -0.04, 0.03 } }
    end,
    ABI = function()
        return rigid.ABI(foreign.good.SpatialInertia())
    end,
    MassMatrix3 = function()
        return rigid.MassMatrix3 { mass = 2, diagonal = { 0.5, 0.6, 0.7 }, off_diagonal = { 0.05, -0.04, 0.03 } }
    end,
    Inertial = function()
        return rigid.Inertial { mass_matrix = foreign.good.MassMatrix3(), pose = foreign.good.Transform() }
    end,
    -- With nq 7 and nv 6, so that there are lists of the right size among the values here.
    Model = function()
        local m = rigid.Model { name = "robot", gravity = { 0.5, -1, -9 } }
        local function body(name, parent, joint, at)
            local inertia = foreign.good.SpatialInertia()
            return m:add_body { name = name, parent = parent, joint = joint, placement = { position = at }, inertia = inertia }
        end
        body("base", nil, nil, { 0, 0, 0.5 })
        local limits = { lower = -2, upper = 2, effort = 50, velocity = 3 }
        local arm = { type = "revolute", name = "shoulder", axis = { 0, 1, 0 }, limits = limits, damping = 0.1, friction = 0.2 }
        body("arm", "base", arm, { 0.1, 0.2, 0.3 })
        body("rail", "arm", { type = "prismatic", axis = { 0.6, 0, 0.8 }, limits = limits, armature = 0.3 }, { 0.2, 0, 0.1 })
        body("wrist", "rail", "spherical", { 0, -0.1, 0.4 })
        body("screw", "wrist", { type = "helical", pitch = 0.1, limits = limits }, { 0.1, 0.1, 0 })
        body("finger", "wrist", { type = "revolute", mimic = { joint = "shoulder", multiplier = 0.5, offset = 0.1 } }, { 0, 0.1, 0 })
        body("nail", "finger", nil, { 0.02, 0, 0 })
        m:add_frame { name = "tip", body = "nail", placement = foreign.good.Transform() }
        m:attach { name = "cup", body = "tip", inertia = foreign.good.SpatialInertia() }
        return m
    end,
    Log = function()
        local m = foreign.good.Model()
        local log = rigid.Log(m)
        for i = 1, 3 do
            log:add(0.5 * i, { 0.1 * i, 0.2, 0.3, 0.5, -0.5, 0.5, 0.5 }, { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 * i }, { 1, 2, 3, 4, 5, i })
        end
        return log
    end,
}

-- The classes that have a good value above; the spec fails for one that has none.
foreign.classes = {}
for _, class in ipairs(walk.classes()) do
    foreign.classes[#foreign.classes + 1] = foreign.good[class] and class
end
for _, class in ipairs(foreign.classes) do
    add("a " .. class, foreign.good[class], { short = class == "Vec3" or class == "Twist" or class == "Matrix" })
end

add("a Vec3 of zeros", function()
    return rigid.Vec3(0, 0, 0)
end)
add("a unit Vec3", function()
    return rigid.Vec3(0, 0, 1)
end)
add("a Vec3 with a NaN", function()
    return rigid.Vec3(1, NAN, 3)
end, { finite = false })
add("an infinite Vec3", function()
    return rigid.Vec3(INF, 0, 0)
end, { finite = false })
add("a Vec3 of 1e308", function()
    return rigid.Vec3(1e308, -1e308, 1e308)
end, { extreme = true })
add("a Vec3 of 5e-324", function()
    return rigid.Vec3(5e-324, 0, 0)
end, { extreme = true })
add("a Matrix 0x0", function()
    return rigid.Matrix(0, 0)
end)
add("a Matrix 0x6", function()
    return rigid.Matrix(0, 6)
end)
add("a Matrix 1x1", function()
    return rigid.Matrix { { 2 } }
end)
add("a Matrix 2x3", function()
    return rigid.Matrix { { 1, 2, 3 }, { 4, 5, 6 } }
end)
add("a Matrix 3x3 of zeros", function()
    return rigid.Matrix(3, 3)
end)
add("a Matrix 3x3 of 1e308", function()
    return rigid.Matrix { { 1e308, 1e308, 1e308 }, { 1e308, 1e308, 1e308 }, { 1e308, 1e308, 1e308 } }
end, { extreme = true })
add("a Matrix 3x3 with a NaN", function()
    return rigid.Matrix { { 1, 2, 3 }, { 4, NAN, 6 }, { 7, 8, 9 } }
end, { finite = false })
add("a Matrix 6x2", function()
    return rigid.Matrix { { 1, 0 }, { 0, 1 }, { 0.5, 0 }, { 0, -1 }, { 2, 0 }, { 0, 1 } }
end)
add("a Matrix 6x6 of zeros", function()
    return rigid.Matrix(6, 6)
end)
add("a Matrix 6x6 with an infinity", function()
    return rigid.Matrix(6, 6):set(2, 3, INF):set(3, 2, INF)
end, { finite = false })
add("a Vector of none", function()
    return rigid.Vector(0)
end)
add("a Vector of six", function()
    return rigid.Vector { 1, 2, 3, 4, 5, 6 }
end)
add("a Vector with a NaN", function()
    return rigid.Vector { 1, NAN, 3 }
end, { finite = false })
add("a Vector of six NaNs", function()
    return rigid.Vector { NAN, NAN, NAN, NAN, NAN, NAN }
end, { finite = false })
add("a Vector of 1e308", function()
    return rigid.Vector { 1e308, 1e308, 1e308 }
end, { extreme = true })
add("a Rotation by a half turn", function()
    return rigid.Rotation.axis_angle({ 0.6, 0, 0.8 }, math.pi)
end)
add("a Rotation of NaN", function()
    return rigid.Rotation.exp { NAN, 0, 0 }
end, { finite = false })
add("a Quaternion with a NaN", function()
    return rigid.Quaternion(1, NAN, 0, 0)
end, { finite = false })
add("a Quaternion of 1e308", function()
    return rigid.Quaternion(1e308, 1e308, 1e308, 1e308)
end, { extreme = true })
add("a Quaternion of zeros", function()
    return rigid.Quaternion(0, 0, 0, 0)
end)
add("a Transform with a NaN", function()
    return rigid.SpatialMotion({ 1, NAN, 3 }, { 0.1, 0.2, 0.3 }):exp()
end, { finite = false })
add("a Transform of NaN", function()
    return rigid.Transform(rigid.Rotation.exp { NAN, 0, 0 }, { 1, 2, 3 })
end, { finite = false })
add("a Transform very far away", function()
    return rigid.Transform(rigid.Rotation.rpy(0.1, 0.2, 0.3), { 1e308, -1e308, 1e308 })
end, { extreme = true })
for _, class in ipairs { "SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum" } do
    add("a " .. class .. " of zeros", function()
        return rigid[class] { 0, 0, 0, 0, 0, 0 }
    end)
    add("a " .. class .. " with a NaN", function()
        return rigid[class] { 1, 2, 3, 4, NAN, 6 }
    end, { finite = false })
    add("a " .. class .. " of 1e308", function()
        return rigid[class] { 1e308, -1e308, 1e308, 1e308, 1e308, -1e308 }
    end, { extreme = true })
end
add("a RotationalInertia of zeros", function()
    return rigid.RotationalInertia { 0, 0, 0 }
end)
add("the zero SpatialInertia", function()
    return rigid.SpatialInertia.zero()
end)
add("the NaN SpatialInertia", function()
    return rigid.SpatialInertia.nan()
end, { finite = false })
add("an impossible SpatialInertia", function()
    return rigid.SpatialInertia.from_parameters { -1, 0.1, 0.2, 0.3, 1, 0, 0, 5, 0, -1 }
end)
add("a massless SpatialInertia with a first moment", function()
    return rigid.SpatialInertia.from_parameters { 0, 0.1, 0.2, 0.3, 1, 0, 0, 1, 0, 1 }
end)
add("a SpatialInertia of 1e308", function()
    return rigid.SpatialInertia.from_parameters { 1e308, 1e308, 0, 0, 1e308, 0, 0, 1e308, 0, 1e308 }
end, { extreme = true })
add("a SpatialInertia of 5e-324", function()
    return rigid.SpatialInertia.from_parameters { 5e-324, 0, 0, 0, 5e-324, 0, 0, 5e-324, 0, 5e-324 }
end, { extreme = true })
add("a point mass", function()
    return rigid.SpatialInertia.point_mass { mass = 3, position = { 1, 2, 3 } }
end)
add("an ABI of NaN", function()
    return rigid.ABI()
end, { finite = false })
add("an ABI of zeros", function()
    return rigid.ABI.from_matrix(rigid.Matrix(6, 6))
end)
add("a MassMatrix3 of zeros", function()
    return rigid.MassMatrix3 { mass = 0, diagonal = { 0, 0, 0 } }
end)
add("a part of the Inertial", function()
    return rigid.Inertial { mass_matrix = { mass = 1, diagonal = { 0.1, 0.1, 0.1 } }, pose = foreign.good.Transform() }
end)
add("an impossible MassMatrix3", function()
    return rigid.MassMatrix3 { mass = 1, diagonal = { 1, 1, 9 } }
end)

add("an empty Model", function()
    return rigid.Model {}
end)
add("a Model that moves nothing", function()
    local m = rigid.Model {}
    local joints = { "revolute", "prismatic", "spherical", { type = "helical", pitch = 1 } }
    for i, name in ipairs { "arm", "rail", "wrist", "screw" } do
        m:add_body { name = name, joint = joints[i] }
    end
    return m
end)

foreign.values = values
foreign.short = {}
for _, entry in ipairs(values) do
    if entry.short then
        foreign.short[#foreign.short + 1] = entry
    end
end

-- The entries with those labels.
local function labelled(labels)
    local by_label, list = {}, {}
    for _, entry in ipairs(values) do
        by_label[entry.label] = entry
    end
    for i, label in ipairs(labels) do
        list[i] = assert(by_label[label], label)
    end
    return list
end

-- For functions that are many and read what they are given alike: the short list and some more, and a few for places
-- deep inside a table.
foreign.brief = labelled {
    "an empty string", "a known word, a NUL and more", "a string of a megabyte", "a string of format letters", "{1, 2}",
    "six numbers", "seven numbers", "{NaN, .. six}", "seven zeros", "six times 1e308", "seven times 1e308", "{1, 2, {}}",
    "a sparse table", "twenty thousand numbers", "a table whose __index throws", "a class", "a table whose __len says 2^40",
    "a table whose __index says 1 to everything", "a light userdata", "a Vec3 dressed as a Matrix",
    "a Twist without a metatable", "a Vector", "a Vector of six", "a Vector of six NaNs", "a Matrix 6x6 of zeros", "a Wrench",
    "a Wrench with a NaN", "a Wrench of 1e308", "a Transform", "a SpatialInertia", "an impossible SpatialInertia",
    "the NaN SpatialInertia", "a SpatialInertia of 1e308", "a Model", "an empty Model", "a Model that moves nothing",
}
table.move(foreign.short, 1, #foreign.short, #foreign.brief + 1, foreign.brief)
foreign.deep = labelled { "nil", "true", "NaN", "inf", "0", "-1", "1e308", "the string 'x'", "{1}", "a Twist" }

-- Undress what was disguised. Call it when done with the values.
function foreign.restore()
    for _, f in ipairs(undo) do
        f()
    end
end

return foreign
