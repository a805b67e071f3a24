-- Bad arguments of the functions of `rigid` itself, and of logs: the good calls that are spoilt (spec.support.spoil),
-- one for each way of calling a function. One file: it is counted that every function has a row here.

local calls = require "spec.support.calls"
local spoil = require "spec.support.spoil"
local good = require("spec.support.foreign").good

local call, method, nothing, word, point, six = calls.call, calls.method, calls.nothing, calls.word, calls.point, calls.six
local vector_of_six, the_robot, seven, vector_of_seven, a_target, is_path = calls.vector_of_six, calls.the_robot, calls.seven, calls.vector_of_seven, calls.a_target, calls.is_path
local a_mesh, new_path = calls.a_mesh, calls.new_path

calls.of_values "Log"

call("rigid.type", "anything", good.Vec3, word "no value of ours")
call("rigid.help", "anything", nothing, word "Vec3.dot", good.Vec3)
call("rigid.lookfor", "prints brief", word "bias")
call("rigid.who", "prints anything", nothing)
call("rigid.history", "prints brief", nothing, word "nothing has this in it", function() return 3 end)
call("rigid.format", "", nothing, function()
    return { digits = 4, unicode = true, width = 96 }
end, function()
    return { digits = "auto", unicode = "auto", width = "auto" }
end, function()
    return {}
end)
call("rigid.frames", "", nothing, function()
    return false
end)
call("rigid.provenance", "", nothing, function()
    return false
end)

-- A file to load, written when it is first asked for.
local loaded
local function a_path()
    if not loaded then
        loaded = new_path ".lua"
        the_robot():save(loaded)
    end
    return loaded
end

call("rigid.load", "brief", a_path, function()
    return a_path(), { floating = true, gravity = point(), format = "lua", assemble = false }
end, function()
    return a_path(), { gravity = good.Vec3() }
end, function()
    return a_path(), {}
end)
calls.entries["rigid.load"].passes_over = is_path(1)
call("rigid.save_session", "brief", word(new_path()))
calls.entries["rigid.save_session"].passes_over = is_path(1)
-- What is called, and what it is given, is another's matter.
for _, name in ipairs { "rigid.time", "rigid.bench" } do
    call(name, "forwards prints brief", function() return math.abs, -3 end)
    calls.entries[name].passes_over = function(place, value)
        local made = value.make()
        return place.path[1] > 1 or type(made) == "function" or (debug.getmetatable(made) or {}).__call ~= nil
    end
end

-- A file to write views to. Its own directory is the place of many, where a path is not a good one.
do
    local view_file
    local function said(options)
        view_file = view_file or new_path()
        options.path, options.open = view_file, false
        return options
    end
    call("rigid.view", "brief", function()
        return the_robot(), said {}
    end, function()
        return the_robot(), good.Log(), said { title = "title" }
    end, function()
        return the_robot(), nil, said { q = vector_of_seven() }
    end, function()
        return the_robot(), said { q = seven() }
    end)
    -- Where to write, and whether to open it, are matters of the outside world: no options, and nobody takes the file away.
    calls.entries["rigid.view"].passes_over = function(place, value)
        local first, field = place.path[1], place.path[2]
        if not field then return first > 1 and (value.kind == "nil" or value.kind == "table" and next(value.make()) == nil) end
        return (field == "path" or field == "open") and (value.kind == "string" or value.kind == "nil")
    end
end

call("rigid.same_dynamics", "brief", function()
    return the_robot(), the_robot()
end)

do
    local rigid = require "rigid"
    local function motion()
        local m = the_robot()
        local Y, tau = rigid.Matrix(2 * m:nv(), 10 * m:nbodies()), rigid.Vector(2 * m:nv())
        local y = m:regressor(vector_of_seven(), vector_of_six(), vector_of_six())
        for i = 1, Y:rows() do
            for k = 1, Y:cols() do Y:set(i, k, y((i - 1) % m:nv() + 1, k) + 0.01 * i * k % 7) end
            tau:set(i, i)
        end
        return m, Y, tau
    end
    call("rigid.observations", "brief", function() return { model = (motion()) } end, function()
        return { model = (motion()), friction = true, stribeck = 0.1, dead_zone = 0.01, threads = 2 }
    end)
    call("rigid.identify", "brief", function()
        local m, Y, tau = motion()
        return { model = m, Y = Y, tau = tau, gamma = 0, weights = { 1, 2, 3, 4, 5, 6 } }
    end, function()
        local m, Y, tau = motion()
        return { model = m, Y = Y, tau = tau, gamma = 0, weights = rigid.Vector { 1, 2, 3, 4, 5, 6 } }
    end, function()
        local m, Y, tau = motion()
        return { model = m, Y = Y, tau = tau, gamma = 0 }
    end)
end

do
    local function still() return { 0 }, { 0 }, { 0 } end
    local function wheel()
        local m = require "rigid".Model { name = "wheel" }
        return m:add_body { name = "disc", joint = "revolute", inertia = good.SpatialInertia() } and m
    end
    call("rigid.adaptive_controller", "brief", function()
        return { model = wheel(), reference = still }
    end, function()
        return { model = wheel(), reference = still, lambda = 2, K = { 3 }, gamma = 0.5, adaptation = "natural", damping = true, friction = true, armature = true }
    end, function()
        return { model = wheel(), reference = still, adaptation = "euclidean", composite = 0.5, filter = 10, lambda = { 2 }, K = 3 }
    end)
    call("rigid.tracking_controller", "brief", function()
        return { model = wheel(), reference = still }
    end, function()
        return { model = wheel(), reference = still, lambda = 2, K = { 3 }, law = "passive" }
    end, function()
        return { model = wheel(), reference = still, lambda = { 2 }, K = 3 }
    end)
    call("rigid.momentum_observer", "brief", function()
        return { model = wheel() }
    end, function()
        return { model = wheel(), gain = 5 }
    end, function()
        return { model = wheel(), gain = { 5 } }
    end)
    call("rigid.excitation", "brief", function()
        return { model = wheel(), starts = 1, steps = 0, samples = 20, harmonics = 2 }
    end, function()
        return { model = wheel(), starts = 1, steps = 1, samples = 20, harmonics = 2, duration = 3, share = 0.5, seed = 2,
            limits = { lower = -1, upper = 1, velocity = 2, acceleration = 3, effort = 1e9 } }
    end, function()
        return { model = wheel(), starts = 1, steps = 1, samples = 20, harmonics = 2,
            limits = { lower = { -1 }, upper = { 1 }, velocity = { 2 }, acceleration = { 3 }, effort = { 1e9 } } }
    end)
    calls.entries["rigid.excitation"].passes_over = function(place, value) -- what is not said has a value; no limit is infinite
        if value.kind == "nil" then return #place.path == 2 and place.path[2] ~= "model" or place.path[2] == "limits" and #place.path == 3 end
        return place.path[2] == "limits" and value.kind == "number"
    end
    for _, name in ipairs { "adaptive_controller", "tracking_controller", "momentum_observer" } do -- a reference is anything that can be called
        calls.entries["rigid." .. name].passes_over = function(place, value)
            local made = value.make()
            return place.path[2] == "reference" and (type(made) == "function" or (debug.getmetatable(made) or {}).__call ~= nil)
        end
    end
end

do
    local function wave()
        return { 1, 2, 4, 3, 2, 1, 5, 4, 3, 2, 7, 6 }
    end
    call("rigid.low_pass", "brief lists", function()
        return wave(), { rate = 100, cutoff = 10 }
    end, function()
        return require "rigid".Vector(wave()), { rate = 100, cutoff = 10, order = 2 }
    end)
    call("rigid.savitzky_golay", "brief lists", function()
        return wave(), { window = 5 }
    end, function()
        return require "rigid".Vector(wave()), { window = 7, degree = 2, derivative = 1, dt = 0.5 }
    end)
    local function rising()
        return { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 }
    end
    call("rigid.resample", "brief lists", function()
        return rising(), wave(), 2
    end, function()
        return require "rigid".Vector(rising()), require "rigid".Vector(wave()), 0.5
    end)
    call("rigid.decimate", "brief lists", function()
        return wave(), 2
    end, function()
        return require "rigid".Vector(wave()), 3
    end)
    call("rigid.outliers", "brief lists", function()
        return wave()
    end, function()
        return require "rigid".Vector(wave()), { window = 5, deviations = 3 }
    end)
    local function log()
        local m = require "rigid".Model { name = "wheel" }
        m:add_body { name = "disc", joint = "revolute", inertia = good.SpatialInertia() }
        return m:simulate { v = { 1 }, duration = 1, dt = 0.05 }
    end
    call("rigid.smooth_log", "brief", function()
        return log(), { cutoff = 5 }
    end, function()
        return log(), { cutoff = 5, rate = 25, every = 1 }
    end)
    for _, name in ipairs { "outliers", "smooth_log" } do -- what is not said has a value
        calls.entries["rigid." .. name].passes_over = function(place, value) return value.kind == "nil" and place.path[2] ~= "cutoff" end
    end
    call("rigid.delay", "brief lists", function()
        return wave(), wave()
    end, function()
        return require "rigid".Vector(wave()), require "rigid".Vector(wave()), 2
    end)
    local csv
    call("rigid.read_csv", "brief", function()
        if not csv then
            csv = new_path()
            local file <close> = assert(io.open(csv, "w"))
            file:write "t,q\n0,1\n1,2\n"
        end
        return csv
    end, function()
        return csv, { columns = { "a", "b" }, units = { a = "ms", b = 2 }, progress = false }
    end, function()
        return csv, {}
    end)
    calls.entries["rigid.read_csv"].passes_over = function(place, value) -- of a column whose unit is not said it is ours
        return is_path(1)(place, value) or place.path[2] == "units" and (value.kind == "nil" or value.kind == "number")
    end
end

call("rigid.load_mesh", "brief", a_mesh, function()
    return a_mesh(), { scale = point(), directory = "/tmp", up = "z" }
end, function()
    return a_mesh(), { scale = 0.001, up = "file" }
end, function()
    return a_mesh(), { scale = good.Vec3() }
end, function()
    return a_mesh(), {}
end)
calls.entries["rigid.load_mesh"].passes_over = is_path(1)
call("rigid.robots", "brief", nothing)
call("rigid.resolve_mesh", "brief", a_mesh, function()
    return a_mesh(), "/tmp"
end)
calls.entries["rigid.resolve_mesh"].passes_over = is_path(1)
call("rigid.diagnose_mesh", "brief lists", a_mesh, function()
    return a_mesh(), { scale = 0.001 }
end, function()
    return a_mesh(), { scale = point(), directory = "/tmp", up = "z" }
end, function()
    return a_mesh(), { scale = good.Vec3() }
end, function()
    return a_mesh(), {}
end, function()
    return { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } } }
end)
calls.entries["rigid.diagnose_mesh"].passes_over = function(place, value) -- a face names the vertex that is gone
    return is_path(1)(place, value) or value.kind == "nil" and place.path[2] == "vertices" and place.path[3] == 4
end

do
    call("Log", "lists", the_robot, function()
        return { model = the_robot() }
    end, function()
        return { model = the_robot(), t = {}, q = {}, v = {}, tau = {} }
    end, function()
        local model = the_robot()
        return { model = model, t = { 1, 2 }, q = { seven(), vector_of_seven() }, v = { six(), vector_of_six() }, tau = { six(), six() } }
    end)
    calls.entries.Log.brief = true
    local function of_log(names, traits, ...)
        method("Log", names, traits .. " brief", ...)
    end
    of_log("energy momentum", "", nothing)
    of_log("sample", "", function()
        return 1
    end, function()
        return 1.25
    end)
    of_log("save", "", a_target)
    calls.entries["Log:save"].passes_over = is_path(2)
    of_log("add", "overflows changes", function()
        return 2, seven()
    end, function()
        return 2, vector_of_seven(), vector_of_six(), vector_of_six()
    end, function()
        return 2, seven(), six(), six()
    end)
end

-- Curves. What a file is called is looked at in plot_spec.
do
    local function in_text()
        return { text = true, size = { 40, 12 } }
    end
    local function names()
        local list = {}
        for i = 1, good.Matrix():cols() do
            list[i] = "curve " .. i
        end
        return list
    end
    local function a_function()
        return { { name = "a name", value = math.sin, unit = "m" }, { name = "another", value = math.cos } }
    end
    call("rigid.plot", "carries brief lists loud", good.Log, function()
        return good.Log(), { "q", "energy" }, in_text()
    end, function()
        return good.Log(), "v", { text = true, from = 0, to = 10, title = "a title" }
    end, function()
        return good.Log(), math.sin, {}
    end, function()
        return good.Log(), a_function()
    end, function()
        return good.Log(), { "com", text = true }
    end, good.Vector, function()
        return good.Vector(), in_text()
    end, function()
        return good.Matrix(), { title = "a title", legend = true, style = "steps", unicode = false, sixel = false }
    end, function()
        return { x = { 1, 2, 3 }, y = { 4, 5, 6 }, name = "a name", x_label = "x", y_label = "y" }, { text = true }
    end, function()
        return { 1, 2, 3 }
    end, function()
        return { x = good.Vector(), y = good.Vector() }, { name = "a name" }
    end, function()
        return { y = good.Matrix(), name = names(), text = true }
    end, function()
        return { y = good.Matrix() }, { name = names() }
    end, function()
        return { { x = { 1, 2 }, y = { 3, 4 }, name = "a name" }, good.Vector(), { 3, 4 }, text = true }
    end, function()
        return { { y = { 3, 4 } }, { 3, 4 } }
    end)
    method("Log", "series", "carries brief", function()
        return "q"
    end, function()
        return "energy"
    end, function()
        return math.sin
    end, function()
        return { name = "a name", value = math.sin }
    end)
    method("Log", "plot", "carries brief lists loud", nothing, function()
        return { "q", "energy", text = true }
    end, function()
        return { "q", "energy" }, in_text()
    end, function()
        return "energy", {}
    end, function()
        return { text = true }
    end, function()
        return { title = "a title" }
    end, function()
        return math.sin
    end, function()
        return a_function(), { from = 0, to = 10, text = true }
    end)
end
-- The lessons: an answer may be anything at all. A lesson is printed, for here is no terminal; what it is called with is
-- looked at in spec/lessons.
local function falls(_, x) return x end
local function falls_not() return 1 end
local function grows(x) return type(x) == "number" and x - 0.4 or x end
local function squares(x) return type(x) == "number" and x * x or x:dot(x) end
call("rigid.random", "", nothing, function() return 3 end)
call("rigid.ode", "brief anything", function() return falls, { 1, 2 }, { 0, 1 } end, function()
    return falls, 1, { 0, 1 }, { method = "rk4", tolerance = 1e-6, dt = 0.1, most_steps = 1000, events = { falls_not } }
end)
call("rigid.find_root", "brief anything", function() return grows, 0, 1 end, function() return grows, 0, 1, { tolerance = 1e-3 } end)
call("rigid.least_squares", "brief anything", function() return grows, { 1, 2 } end, function()
    return grows, { 1, 2 }, { lower = { 0, 0 }, upper = 3, iterations = 5, tolerance = 1e-6 }
end)
call("rigid.minimize", "brief anything", function() return squares, { 1, 2 } end, function()
    return squares, { 1, 2 }, { lower = { 0, 0 }, upper = 3, iterations = 5, tolerance = 1e-6 }
end)
local function a_system() return { { 0, 1 }, { 2, -1 } }, { { 0 }, { 1 } } end
call("rigid.lqr", "brief lists", function()
    local A, B = a_system()
    return A, B, { { 1, 0 }, { 0, 1 } }, { { 1 } }
end, function()
    local A, B = a_system()
    return A, B, { { 1, 0 }, { 0, 1 } }, { { 1 } }, { discrete = true }
end, function()
    local A, B = a_system()
    return A, B, { { 1, 0 }, { 0, 1 } }, { { 1 } }, {}
end, function()
    local A, B = a_system()
    return A, B, 2, 3
end)
call("rigid.lyapunov", "brief lists", function() return { { -1, 1 }, { 0, -2 } }, { { 1, 0 }, { 0, 1 } } end, function()
    return { { 0.3, 1 }, { 0, -0.2 } }, { { 1, 0 }, { 0, 1 } }, { discrete = true }
end, function()
    return { { -0.3, 1 }, { 0, -0.2 } }, { { 1, 0 }, { 0, 1 } }, {}
end)
call("rigid.controllability", "brief lists", a_system)
call("rigid.discretize", "brief lists", function()
    local A, B = a_system()
    return A, B, 0.1
end)
call("rigid.poles", "brief lists", function() return { { 0, 1 }, { 2, -1 } } end, function()
    local A, B = a_system()
    return A, B, { { 1, 2 } }
end)
-- With an A of another size it is the next argument that does not fit; what is nearly infinite may have no answer, or another's words.
for _, name in ipairs { "lqr", "lyapunov", "controllability", "discretize", "poles", "least_squares", "minimize" } do
    calls.entries["rigid." .. name].passes_over = function(place, value)
        return value.extreme ~= nil or value.kind == "Matrix" and #place.path == 1 and place.path[1] == 1
    end
end
call("rigid.lesson", "brief prints", nothing, function()
    return 1
end, function()
    return 1, 2
end)
local function variant()
    return "4.2", { seed = 3 }
end
local function no_variant()
    return "4.2", {}
end
call("rigid.exercise", "brief", word "1.1", variant, no_variant)
calls.entries["rigid.exercise"].passes_over = function(place, value)
    return #place.path == 1 and place.path[1] == 1 and (value.kind == "number" or value.kind == "string")
end
call("rigid.solution", "brief", word "1.1", variant, no_variant)
calls.entries["rigid.solution"].passes_over = calls.entries["rigid.exercise"].passes_over
call("rigid.check_answer", "anything brief", function()
    return "1.1", point()
end, function()
    return "4.2", good.RotationalInertia(), { seed = 3 }
end)
call("rigid.quiz", "brief", nothing, function()
    return { seed = 3, topic = "inertia", spot = false }
end, function()
    return {}
end)

describe("bad arguments", function()
    after_each(spoil.put_back)
    teardown(function() spoil.finish(12000) end)
    spoil.specify("module", it)
end)
