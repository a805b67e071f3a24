-- Completion as a function of what is typed: names of globals, classes and the reference; then options, bodies, joints, files and words.
local complete = require "rigid.prompt.complete"
local help = require "rigid.prompt.help"
local draw = require "spec.support.draw"
local prompted = require "spec.support.prompted"
local rigid = require "rigid"

local arm, has = prompted.arm, prompted.has

local SAMPLES = {
    Vec3 = rigid.Vec3(1, 2, 3),
    Matrix = rigid.Matrix.identity(2),
    Vector = rigid.Vector {1, 2},
    Rotation = rigid.Rotation.identity(),
    Quaternion = rigid.Quaternion.identity(),
    Transform = rigid.Transform.identity(),
    SpatialMotion = rigid.SpatialMotion {1, 2, 3, 4, 5, 6},
    Twist = rigid.Twist {1, 2, 3, 4, 5, 6},
    SpatialAcc = rigid.SpatialAcc {1, 2, 3, 4, 5, 6},
    SpatialForce = rigid.SpatialForce {1, 2, 3, 4, 5, 6},
    Wrench = rigid.Wrench {1, 2, 3, 4, 5, 6},
    SpatialMomentum = rigid.SpatialMomentum {1, 2, 3, 4, 5, 6},
    RotationalInertia = rigid.RotationalInertia {1, 2, 3},
    SpatialInertia = rigid.SpatialInertia.unitary(),
    ABI = rigid.ABI(rigid.SpatialInertia.unitary()),
    MassMatrix3 = rigid.MassMatrix3 {mass = 1, diagonal = {1, 1, 1}},
    Inertial = rigid.Inertial {},
    Model = rigid.Model {},
    Log = rigid.Log(rigid.Model {}),
}

local function classes()
    local found = {}
    for name, value in pairs(rigid) do
        local metatable = getmetatable(value)
        if type(value) == "table" and metatable and metatable.__instance then found[name] = value end
    end
    return found
end

-- The globals of the program, and some of a user.
local function globals(extra)
    local env = {rigid = rigid, string = string, math = math, print = print, help = rigid.help, io = io}
    for name, class in pairs(classes()) do env[name] = class end
    for name, value in pairs(extra or {}) do env[name] = value end
    return env
end

local function names(text, extra)
    return (complete.names(text, globals(extra)))
end

describe("completion of names", function()
    it("knows a sample of every class", function()
        for name in pairs(classes()) do assert.equal(name, rigid.type(SAMPLES[name])) end
    end)

    it("offers every method of every class from each of its beginnings", function()
        local count = 0
        for class, sample in pairs(SAMPLES) do
            for method in pairs(debug.getmetatable(sample).__methods) do
                for last = 0, #method do
                    local text = "x:" .. method:sub(1, last)
                    assert(has(names(text, {x = sample}), method), class .. ": " .. text)
                    count = count + 1
                end
            end
        end
        assert(count > 1000)
    end)

    it("offers every function of every class, and of the module", function()
        local count = 0
        for class, value in pairs(classes()) do
            for name in pairs(value) do
                assert(has(names(class .. "." .. name:sub(1, 3)), name), class .. "." .. name)
                assert(has(names("rigid." .. class .. "." .. name:sub(1, 3)), name), class .. "." .. name)
                count = count + 1
            end
        end
        assert(count > 30)
        for name in pairs(rigid) do assert(has(names("rigid." .. name:sub(1, 2)), name), name) end
    end)

    it("gives sorted names and where they begin", function()
        local list, start = complete.names("2 * M:shi", globals {M = SAMPLES.SpatialInertia})
        assert.same({"shift", "shift_in_place"}, list)
        assert.equal(7, start)
        list, start = complete.names("SpatialInertia.solid_c", globals())
        assert.same({"solid_capsule", "solid_cone", "solid_cube", "solid_cylinder", "solid_cylinder_about_end"}, list)
        assert.equal(16, start)
    end)

    it("offers globals and keywords", function()
        assert.same({"SpatialAcc", "SpatialForce", "SpatialInertia", "SpatialMomentum", "SpatialMotion"}, names "x = Spat")
        assert.same({"repeat", "return", "rigid"}, names "r")
        assert.same({"end"}, names "for i = 1, 2 do print(i) en")
        assert(has(names "", "while") and has(names "print(", "math") and has(names "a..", "print"))
    end)

    it("offers no word that begins or ends a statement where a value is wanted", function()
        for _, text in ipairs {"print(", "x = ", "f(1, ", "3 + ", "t = {", "H[", "a..b - "} do
            assert(has(names(text), "math") and has(names(text), "not"), text)
            for _, word in ipairs {"while", "end", "return", "local", "then"} do assert(not has(names(text), word), text .. word) end
        end
        assert(has(names "x = 3 ", "and") or #names "x = 3 " == 0)
        assert.same({"return"}, names "x = f() ret")
    end)

    it("offers names that begin with _ only when asked", function()
        local env = {t = {_hidden = 1, shown = 2}}
        assert.same({"shown"}, names("t.", env))
        assert.same({"_hidden"}, names("t._", env))
    end)

    it("follows fields, indices, strings, inheritance and names in parentheses", function()
        local env = {
            t = {bodies = {SAMPLES.SpatialInertia, ["left arm"] = SAMPLES.Twist}},
            object = setmetatable({own = 1}, {__index = setmetatable({}, {__index = {inherited = print}})}),
            s = "text",
        }
        for _, text in ipairs {"t.bodies[1]:critic", "x = -t.bodies[ 1 ]:critic", "(t.bodies[1]):critic"} do
            assert.same({"criticize"}, names(text, env), text)
        end
        assert.same({"cross", "cross_force_matrix", "cross_matrix"}, names('t.bodies["left arm"]:cr', env))
        assert.same({"inherited", "own"}, names("object.", env))
        assert.same({"inherited"}, names("object:", env))
        for _, text in ipairs {"s:upp", "(s):upp", "('a'):upp", '("a"):upp', "string.upp", "s..s:upp"} do
            assert.same({"upper"}, names(text, env), text)
        end
    end)

    it("offers fields after a point, functions alone after a colon", function()
        local env = {t = {f = print, x = 1}}
        assert.same({"f", "x"}, names("t.", env))
        assert.same({"f"}, names("t:", env))
        assert(has(names("M.shi", {M = SAMPLES.SpatialInertia}), "shift"))
    end)

    it("knows what a call returns from the reference, without calling", function()
        local env = {M = SAMPLES.SpatialInertia, X = SAMPLES.Transform}
        assert.same({"norm"}, names "Vec3(1, 2, 3):no")
        assert.same({"criticize"}, names 'SpatialInertia.solid_box{mass = 1, size = {1, 2, 3}}:crit')
        assert.same({"equivalent_box", "equivalent_ellipsoid"}, names("M:shift{0, 0, 1}:re_express(R):equiv", env))
        assert.same({"rpy"}, names("X:rotation():rp", env))
        assert.same({}, names("M:mass():x", env))
        assert.same({}, names("unknown(1):x", env))
    end)

    it("offers names of the reference in help \"...\", nothing in other strings and comments", function()
        assert.same({"shift", "shift_in_place"}, names 'help "shift')
        assert.same({"SpatialInertia:shift", "SpatialInertia:shift_in_place"}, names "help('SpatialInertia:sh")
        for _, text in ipairs {'print "pri', "x = 'pri", "[[pri", "[==[ ]] pri", "-- pri", "x = 1 --[[ pri", "'\\'pri"} do
            assert.same({}, names(text), text)
        end
        for _, text in ipairs {"--[[ x ]] pri", "'a' .. pri", '"\\"" .. pri', "[[a]] .. pri"} do
            assert.same({"print"}, names(text), text)
        end
    end)

    it("offers nothing where nothing fits", function()
        for _, text in ipairs {"3.", "nothing.x", "nil.x", "x.y.z", "12ab", "::", "math.pi.", "}:x", "]:", "end.x", "(M*M):s"} do
            assert.same({}, names(text, {M = SAMPLES.SpatialInertia}), text)
        end
    end)

    it("is pure: it calls nothing, whatever it meets", function()
        local calls = 0
        local function called() calls = calls + 1 end
        local hostile = {}
        for _, event in ipairs {"__index", "__call", "__pairs", "__len", "__eq", "__tostring", "__name", "__concat"} do
            hostile[event] = called
        end
        local trap = setmetatable({field = called}, hostile)
        local env = globals {trap = trap}
        setmetatable(env, {__index = called})
        for _, text in ipairs {"tr", "trap.", "trap.fi", "trap.other.x", "trap:", "trap[1].x", "trap().x", "trap.field().x", "nope.x",
            "(trap).", "trap'x':y"} do
            complete.names(text, env)
        end
        assert.equal(0, calls)
    end)

    it("survives loops of __index, and metatables that are no tables", function()
        local loop = {}
        setmetatable(loop, {__index = loop})
        assert.same({}, names("loop.x", {loop = loop}))
        assert.same({}, names("p.x", {p = setmetatable({}, {__metatable = "locked", __index = 3})}))
    end)
end)

describe("completion of what is there", function()
    local env = {rigid = rigid, m = arm(), M = rigid.SpatialInertia.unitary(), V = rigid.Vec3(1, 2, 3), q = {0, 0}, help = rigid.help,
        io = io, dofile = dofile, box = {["two words"] = 1, plain = 2}, log = rigid.Log(arm())}
    for name, value in pairs(rigid) do
        if type(value) == "table" then env[name] = value end
    end

    local function offered(text, files) return (complete.names(text, env, files)) end

    it("offers the fields of a table of options that are not there yet", function()
        assert.same({"mass="}, offered "SpatialInertia.solid_box{ma")
        assert.same({"density=", "size="}, offered "SpatialInertia.solid_box{mass = 2, ")
        assert.same({"size="}, offered "x = SpatialInertia.solid_box({density = 2, si")
        assert.same({"com=", "com_moment="}, offered "SpatialInertia{mass = 2, co")
        assert.same({"frame="}, offered "m:jacobian(q, 'upper', {fr")
        assert.same({"position="}, offered "Transform{po")
        assert(has(offered "SpatialInertia.solid_box{mass = ma", "math") == (env.math ~= nil))
        assert.falsy(has(offered "print{ma", "mass="))
    end)

    it("offers every named option of every function of the reference", function()
        local count = 0
        for _, known in ipairs(help.entries()) do
            local first = known.params[1]
            local fields = first and known.kind == "static" and first.type:match "^{(.*)}$"
            for name in (fields or ""):gmatch "%f[%w_]([%a_][%w_]*)%??:" do
                local text = (known.name:find "^%l" and "rigid." or "") .. known.name .. "{" .. name
                if fields:match("^" .. name) then assert(has(offered(text), name .. "="), text) end
                count = count + 1
            end
        end
        assert(count > 20)
    end)

    it("offers bodies, frames and joints of a model that is there", function()
        assert.same({"front"}, offered 'm:pose(q, "fr')
        assert.same({"front", "lower arm", "upper", "world"}, offered "m:pose({0, 0}, '")
        assert.same({"lower arm"}, offered 'm:body "low')
        assert.same({"elbow", "shoulder"}, offered 'm:joint("')
        assert.same({}, offered 'unknown:pose(q, "fr')
        assert.same({"front"}, offered "log.model:pose(q, 'fr")
    end)

    it("offers the fields of a body and what they are, and of what classes have", function()
        assert.same({"inertia"}, offered 'm:body("upper").in')
        assert.same({"central_inertia", "com", "com_moment", "combine"}, (function()
            local list = {}
            for _, name in ipairs(offered 'm:body("upper").inertia:c') do
                if name == "central_inertia" or name:find "^com" then list[#list + 1] = name end
            end
            list[#list + 1] = not has(list, "combine") and "combine" or nil
            return list
        end)())
        assert.same({"x", "y", "z"}, (function()
            local list = {}
            for _, name in ipairs(offered "V.") do list[#list + 1] = #name == 1 and name or nil end
            return list
        end)())
        assert(has(offered 'm:joint("elbow").', "damping"))
    end)

    it("offers the words an option may have", function()
        assert.same({"aligned", "local", "world"}, offered 'm:jacobian(q, "upper", {frame = "')
        assert.same({"local"}, offered 'm:jacobian(q, "upper", {frame="lo')
        assert.same({"angular", "linear"}, offered 'M:matrix("')
        assert.same({"com", "origin"}, offered "SpatialInertia{mass = 1, about = '")
    end)

    it("offers keys of a table in a[\"...", function()
        assert.same({"plain", "two words"}, offered 'box["')
        assert.same({"two words"}, offered "box['tw")
    end)

    it("offers files where a path is meant, hidden ones when asked, and only there", function()
        local function files(directory)
            return directory == "." and {"arm.urdf", "models/", ".hidden"} or directory == "models/" and {"leg.lua", "my arm.urdf"} or {}
        end
        assert.same({"arm.urdf"}, offered('rigid.load "a', files) or nil)
        assert.same({"arm.urdf", "models/"}, (complete.names('rigid.load "', env, files)))
        assert.same({"models/leg.lua"}, (complete.names("rigid.load('models/le", env, files)))
        assert.same({".hidden"}, (complete.names('io.open("./.h', env, function(d) return d == "./" and {".hidden"} or {} end)) and {".hidden"})
        assert.same({"models/"}, (complete.names('dofile "mo', env, files)))
        assert.same({}, (complete.names('print "a', env, files)))
    end)

    it("offers every name of the reference in help \"... and after a question mark", function()
        for _, name in ipairs(help.names()) do
            assert(has(offered('help "' .. name), name), name)
            assert(has(offered("?" .. name), name), name)
        end
        assert(has(offered "?M.shi", "M.shift"))
    end)

    it("never fails and calls nothing, over seeded pieces of lines", function()
        local pieces = {"m", ":", ".", "pose", "(", ")", "{", "}", "[", "]", '"', "'", "upper", "q", ",", "=", "frame", " ", "SpatialInertia",
            "solid_box", "--", "[[", "?", "1", "\\", "end", "\xff", "\n", "trap"}
        local called = false
        local function call() called = true end
        env.trap = setmetatable({}, {__index = call, __call = call, __len = call, __pairs = call, __tostring = call})
        local d = draw.stream(71)
        for _ = 1, 4000 do
            local text = ""
            for _ = 1, d:integer(1, 14) do text = text .. pieces[d:integer(1, #pieces)] end
            local list, start = complete.names(text, env, function() return {"f"} end)
            assert(type(list) == "table" and start >= 1 and start <= #text + 1, text)
        end
        assert.is_false(called)
    end)
end)
