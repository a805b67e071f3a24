-- Bad arguments of models: the good calls that are spoilt (spec.support.spoil), one for each way of calling a function.
-- One file: it is counted that every function of the class has a row here.

local rigid = require "rigid"
local calls = require "spec.support.calls"
local spoil = require "spec.support.spoil"
local good = require("spec.support.foreign").good

local call, words_of, nothing, word, point, six = calls.call, calls.words_of, calls.nothing, calls.word, calls.point, calls.six
local vector_of_six, ten, quarter_turn, the_robot, seven, vector_of_seven = calls.vector_of_six, calls.ten, calls.quarter_turn, calls.the_robot, calls.seven, calls.vector_of_seven
local a_target, is_path = calls.a_target, calls.is_path

calls.of_values(calls.shares.models)

local function a_copy()
    return the_robot():copy()
end

local function methods_of_model(self, names, traits, rests)
    for _, name in ipairs(words_of(names)) do
        local examples = {}
        for i, rest in ipairs(rests) do
            examples[i] = function()
                return self(), rest()
            end
        end
        call("Model:" .. name, traits .. " brief", table.unpack(examples))
    end
end

-- Methods of the robot; an example returns what follows self.
local function computing(names, traits, ...)
    methods_of_model(the_robot, names, traits, { ... })
end

-- The same for those that take q and up to three more lists, of which those from the number `may` on may be nil, and may
-- be left out where nothing follows them. then_one, then_other, ..: what may follow, functions; a method is called with each.
local function of_state(names, count, may, ...)
    local ends = { ... }
    local function lists(q, x)
        local values = { q() }
        for i = 2, count do
            values[i] = x()
        end
        return values
    end
    local function with_end(values, n, tail)
        local extra = tail and table.pack(tail()) or { n = 0 }
        return table.unpack(table.move(extra, 1, extra.n, n + 1, values), 1, n + extra.n)
    end
    local examples = {
        function()
            return with_end(lists(seven, six), count, ends[1])
        end,
    }
    for i = 1, math.max(1, #ends) do
        examples[#examples + 1] = function()
            return with_end(lists(vector_of_seven, vector_of_six), count, ends[i])
        end
    end
    for n = may, count do
        examples[#examples + 1] = function()
            local values = lists(vector_of_seven, vector_of_six)
            for i = n, count do
                values[i] = nil
            end
            return with_end(values, ends[1] and count or n - 1, ends[1])
        end
    end
    computing(names, "overflows", table.unpack(examples))
end

local NONE <const> = math.huge -- no list may be nil

local function new_vector(n)
    return function()
        return rigid.Vector(n)
    end
end

local function new_matrix(rows, cols)
    return function()
        return rigid.Matrix(rows, cols)
    end
end

local function tip()
    return the_robot():body "tip"
end

local function both(first, second)
    return function()
        return first(), second()
    end
end

local function view(name, point_in_it)
    return function()
        return { frame = name, point = point_in_it and point_in_it() }
    end
end

local function pushes(wrist, end_of_it)
    return function()
        return { wrist = wrist and wrist(), tip = end_of_it and end_of_it() }
    end
end
local push = pushes(good.Wrench, six)

computing("nq nv nbodies total_mass name gravity notes body_names frame_names joint_names keyframes actuators markers", "", nothing)
computing("limits", "carries", nothing)
computing("base_parameters", "", nothing, function()
    return {}
end, function()
    return { gravity = point(), floating = false }
end, function()
    return { gravity = good.Vec3(), damping = true, friction = true, armature = true, offset = true }
end)
computing("contacts grounds", "", nothing)
computing("neutral", "", nothing, new_vector(7))
computing("damping armature friction stiffness springref", "", nothing, new_vector(6))
of_state("integrate", 2, NONE, nothing, new_vector(7))
computing("difference", "overflows", function()
    return seven(), seven()
end, function()
    return vector_of_seven(), vector_of_seven(), rigid.Vector(6)
end)
of_state("inverse_dynamics forward_dynamics", 3, 2, nothing, new_vector(6), push, both(push, new_vector(6)), pushes(vector_of_six), pushes(six, good.SpatialForce),
    pushes(nil, vector_of_six), pushes(nil, good.Wrench))
of_state("mass_matrix inverse_mass_matrix", 1, NONE, nothing, new_matrix(6, 6))
of_state("gravity_forces", 1, NONE, nothing, new_vector(6))
of_state("bias_forces passive_forces", 2, NONE, nothing, new_vector(6))
of_state("coriolis_matrix", 2, NONE, nothing, new_matrix(6, 6), function()
    return { factor = "body" }
end, function()
    return { factor = "reference" }, rigid.Matrix(6, 6)
end, function()
    return {}
end)
of_state("inverse_dynamics_derivatives forward_dynamics_derivatives", 3, 2, nothing, function()
    return rigid.Matrix(6, 6), rigid.Matrix(6, 6), rigid.Matrix(6, 6)
end)
of_state("contact_forces", 3, 2, nothing)
of_state("momentum_rate_regressor", 2, NONE, nothing, new_matrix(6, 50))
of_state("to_mujoco", 2, 2, nothing)
computing("from_mujoco", "", function() return { 0, 0, 0, 1, 0, 0, 0, 0 } end, function() return { 0, 0, 0, 1, 0, 0, 0, 0 }, { 1, 2, 3, 4, 5, 6, 7 } end)
of_state("assemble", 1, NONE, nothing, new_vector(7))
of_state("constraint_error", 1, NONE, nothing, new_vector(0))
of_state("constraint_jacobian", 1, NONE, nothing, new_matrix(0, 6))
of_state("constraint_drift", 2, NONE, nothing, new_vector(0))
of_state("constrained_dynamics", 3, 2, nothing, new_vector(6), push, both(push, new_vector(6)), pushes(vector_of_six), pushes(six, good.SpatialForce),
    pushes(nil, vector_of_six), pushes(nil, good.Wrench))
local function pushing(make)
    return function()
        return { driven = { "shoulder", "rail", "wrist", "screw" }, external = make() }
    end
end
of_state("constrained_inverse_dynamics", 3, 2, nothing, function()
    return {}
end, pushing(push), pushing(pushes(vector_of_six)), pushing(pushes(six, good.SpatialForce)), pushing(pushes(nil, vector_of_six)),
    pushing(pushes(nil, good.Wrench)))
calls.entries["Model:constrained_inverse_dynamics"].passes_over = function(place)
    return place.path[2] == "driven" -- too few joints are an answer: none
end
of_state("linearize", 3, 2)
calls.entries["Model:linearize"].passes_over = function(_, value) return value.extreme ~= nil end
computing("inverse_kinematics", "overflows brief lists", function()
    return { target = { wrist = point() } }
end, function()
    return { target = { wrist = good.Transform() }, q0 = seven(), seed = 3, limits = false, restarts = 2, tolerance = 1e-6, iterations = 5, posture = vector_of_seven(),
        com = point() }
end, function()
    return { com = good.Vec3(), restarts = 0, iterations = 2 }
end, function()
    return { com = good.Vec3(), target = {}, restarts = 0, iterations = 2 }
end)
calls.entries["Model:inverse_kinematics"].passes_over = function(place, value)
    return value.kind == "nil" and place.path[3] == "wrist" -- then nothing is to be reached
end
local function linear() return { part = "linear", point = { 1, 2, 3 }, frame = "local", length = 2 } end
computing("manipulability", "overflows brief anything", function() return seven(), "wrist", linear() end, function()
    return vector_of_seven(), "wrist", linear()
end)
computing("differential_ik", "overflows brief lists", function()
    return { q = seven(), target = { wrist = point() } }
end, function()
    return { q = vector_of_seven(), target = { wrist = good.Twist() }, dt = 0.1, damping = 1e-3, limits = false, posture = seven() }
end)
calls.entries["Model:differential_ik"].passes_over = function(place, value)
    return place.path[3] == "target" and (value.kind == "nil" or #place.path > 3) -- six numbers or three
end

-- Batches: one row of the robot's, by a Matrix or a list of rows.
local function rows_of(count) return function() return rigid.Matrix { count() } end end
local Q1, V1 = rows_of(seven), rows_of(six)
local function batched(names, given, ...)
    computing(names, "carries anything brief lists", given, ...)
end
for names, count in pairs { ["inverse_dynamics_batch forward_dynamics_batch regressor_batch inverse_dynamics_derivatives_batch"] = 2,
    bias_forces_batch = 1, energies_batch = 1, mass_matrix_batch = 0, com_batch = 0 } do
    local function given()
        local list = { Q1() }
        for i = 1, count do list[i + 1] = V1() end
        return table.unpack(list)
    end
    batched(names, given)
end
batched("poses_batch jacobian_batch", function() return Q1(), "wrist" end)
batched("step_batch", function() return Q1(), V1(), V1(), 1e-3 end)
batched("rollout", function() return { q = Q1(), v = V1(), tau = V1(), duration = 0.01, dt = 1e-3 } end)
batched("accumulate", function() return Q1(), V1(), V1(), V1() end)
local there
-- What moves nothing gives rows of NaN, and so does a step that nothing survives; a script's own function is asked, whatever it is.
for _, name in ipairs(words_of "forward_dynamics_batch step_batch rollout") do
    calls.entries["Model:" .. name].passes_over = function(place, value)
        return place.path[1] == 1 or place.path[1] == 5 and value.extreme ~= nil or place.path[2] == "tau" and value.kind == "function"
            or place.path[2] == "tau" and value.label == "a class"
    end
end
calls.entries["Model:accumulate"].passes_over = function(place) return place.path[1] > 5 end -- a state, or options in its place
computing("write_c", "brief lists", function()
    there = there or calls.new_directory()
    return { functions = { "gravity_forces" }, name = "robot", dir = there }
end)
calls.entries["Model:write_c"].passes_over = function(place, value) -- where it writes is a matter of the outside world
    return place.path[2] == "dir" or place.path[2] == "name" or #place.path == 1 and (value.kind == "nil" or value.kind == "table")
end
computing("compile", "brief lists", nothing, function() return {} end, function() return { functions = { "inverse_dynamics" } } end)
calls.entries["Model:compile"].passes_over = function(place) return place.path[2] == "keep" end -- for it would be
computing("trim", "overflows brief lists", nothing, function() return {} end, function()
    return { q0 = seven(), driven = { "shoulder" }, hold = { "wrist" }, iterations = 3, tolerance = 1e-3 }
end)
computing("computed_torque", "overflows brief anything", function() return { reference = seven() } end)
computing("pd_gravity", "overflows brief anything", function() return { reference = seven(), kp = 1, kd = { 1, 2, 3, 4, 5, 6 } } end)
computing("impedance", "overflows brief anything", function()
    return { body = "wrist", reference = good.Transform(), stiffness = 1, damping = { 1, 2, 3, 4, 5, 6 }, joint_damping = 0 }
end)
computing("operational_space", "overflows brief anything", function() return { body = "wrist", reference = good.Transform() } end)
local function all_joints() return { driven = good.Model():joint_names(), q = seven() } end
computing("balance", "overflows brief lists anything", all_joints, function() return calls.with(all_joints(), { Q = 1, R = 2 }) end)
calls.entries["Model:balance"].passes_over = function(place, value) -- fewer joints, and other torques, hold it elsewhere or not at all
    return place.path[2] == "driven" or value.extreme ~= nil
end
computing("html", "", nothing)
local function stands() return { 0, 0, 0, 0, 0, 0 } end
computing("actuate", "overflows brief anything", function()
    return { controller = stands, joints = { shoulder = { gear = 2, rotor_inertia = 0.1, torque = 3, speed = 4 } } }
end)
local line = rigid.trajectory.minimum_jerk { q0 = 0, q1 = 1, duration = 1 }
call("Model:follow", "overflows brief anything", function()
    local m = rigid.Model {}
    m:add_body { name = "slide", joint = "prismatic", inertia = good.SpatialInertia() }
    return m, line
end)
of_state("loops", 1, 1)
of_state("pose", 1, NONE, word "wrist", tip, word "world")
local views = { view "local", view "world", view("aligned", point), view(nil, good.Vec3) }
for i, options in ipairs(views) do
    views[i] = both(tip, options)
end
of_state("twist", 2, NONE, word "wrist", table.unpack(views))
of_state("acceleration classical_acceleration", 3, 2, word "wrist", table.unpack(views))
views[#views + 1] = both(word "wrist", new_matrix(6, 6))
views[#views + 1] = function()
    return "tip", { frame = "world" }, rigid.Matrix(6, 6)
end
of_state("jacobian", 1, NONE, word "wrist", table.unpack(views))
of_state("jacobian_derivative", 2, NONE, word "wrist", table.unpack(views))
of_state("com potential_energy elastic_energy", 1, NONE)
of_state("com_velocity centroidal_momentum kinetic_energy", 2, NONE)
of_state("com_acceleration", 3, NONE)
of_state("com_jacobian", 1, NONE, nothing, new_matrix(3, 6))
of_state("centroidal_matrix", 1, NONE, nothing, new_matrix(6, 6))
of_state("regressor", 3, 2, nothing, new_matrix(6, 50), function()
    return { damping = true, armature = false }, rigid.Matrix(6, 56)
end, function()
    return {}
end)
of_state("slotine_li_regressor", 4, NONE, nothing, new_matrix(6, 50), function()
    return { factor = "christoffel" }
end, function()
    return { factor = "reference", friction = true }, rigid.Matrix(6, 56)
end, function()
    return {}
end)
of_state("momentum_regressor", 2, NONE, nothing, new_matrix(6, 50))
of_state("kinetic_energy_regressor", 2, NONE, nothing, new_vector(50))
of_state("potential_energy_regressor", 1, NONE, nothing, new_vector(50))
computing("random_state", "", nothing, function()
    return 7
end)
computing("body", "", word "tip", word "arm", tip)
computing("joint", "", word "shoulder", function()
    return the_robot():joint "wrist"
end)
computing("subtree_inertia", "overflows", word "wrist", function()
    return tip(), seven()
end, function()
    return "rail", vector_of_seven()
end)
computing("parameters", "", nothing, word "drake", new_vector(50), both(word "urdf", new_vector(50)))
computing("diagnose", "", nothing, function()
    return { geometry = false, notes = true }
end, function()
    return {}
end)
computing("tree", "", nothing, function()
    return 3
end)

local function drawn()
    return { { shape = "box", size = { 1, 2, 3 } } }
end

call("Model", "lists data=notes data=visuals carries=inertia carries=limits brief", nothing, function()
    return {}
end, function()
    return { name = "robot", gravity = { 0, 0, -1.62 } }
end, function()
    return { gravity = good.Vec3(), notes = { { line = 3, text = "as drawn" } }, bodies = {} }
end, function()
    return { bodies = { { name = "arm", joint = "revolute", inertia = good.SpatialInertia(), placement = good.Transform() } } }
end, function()
    local arm = { name = "arm", joint = { type = "universal", axis = good.Vec3():unit(), axis2 = { 0, 0, 1 } }, visuals = drawn() }
    arm.joint.limits = {}
    local leg = { name = "leg", joint = { type = "prismatic", mimic = { joint = "toe" } } }
    local base = { name = "base", inertia = { mass = 1, inertia = { 1, 1, 1 } }, placement = {} }
    return { bodies = { base, arm, leg, { name = "toe", joint = "revolute" } } }
end, function()
    return the_robot():table()
end)

local function changing(names, traits, ...)
    methods_of_model(a_copy, names, traits .. " changes", { ... })
end

local function placed()
    return { rotation = quarter_turn(), position = point() }
end

changing("add_body", "data=visuals data=collisions data=source carries=inertia carries=limits", function()
    return { name = "hook" }
end, function()
    return { name = "hook", parent = "wrist", joint = "revolute", placement = good.Transform(), inertia = good.SpatialInertia() }
end, function()
    local said = { type = "planar", name = "table top", axis = { 0, 0.6, 0.8 }, damping = 0.1, friction = 0.2, armature = 0.3, stiffness = 2, springref = -0.4 }
    said.limits = { lower = { -1, -2, -3 }, upper = 1, effort = { 1, 2, 3 }, velocity = 4 }
    return { name = "hook", parent = "tip", joint = said, placement = placed() }
end, function()
    local said = { type = "planar", limits = { lower = -1, upper = { 1, 2, 3 }, effort = 3, velocity = { 1, 2, 3 } } }
    return { name = "hook", joint = said, placement = {} }
end, function()
    return { name = "hook", joint = { type = "planar", limits = {} } }
end, function()
    return { name = "hook", joint = { type = "universal", axis = good.Vec3():unit(), axis2 = { 0, 0, 1 } } }
end, function()
    return { name = "hook", joint = { type = "universal", axis = { 1, 0, 0 }, axis2 = rigid.Vec3(0, 0, 1) } }
end, function()
    local said = { type = "helical", pitch = 0.2, mimic = { joint = "rail", multiplier = 2, offset = 0.5 } }
    return { name = "hook", parent = "world", joint = said }
end, function()
    return { name = "hook", joint = { type = "prismatic", mimic = { joint = "rail" } }, inertia = { mass = 1, inertia = { 1, 1, 1 } } }
end, function()
    local inertia = { mass = 2, com = point(), inertia = { 0.5, 0.6, 0.7 } }
    return { name = "hook", inertia = inertia, visuals = drawn(), collisions = drawn(), source = { file = "arm.lua", line = 3 } }
end)
changing("add_frame", "data=source", function()
    return { name = "eye" }
end, function()
    return { name = "eye", body = "wrist", placement = good.Transform(), source = { line = 3 } }
end, function()
    return { name = "eye", body = "world", placement = placed() }
end, function()
    return { name = "eye", placement = {} }
end)
changing("attach", "data=visuals data=collisions data=source carries=inertia", function()
    return { body = "tip", inertia = good.SpatialInertia() }
end, function()
    local said = { name = "jug", body = "base", inertia = { mass = 2, inertia = { 0.5, 0.6, 0.7 } }, placement = good.Transform() }
    said.visuals, said.collisions, said.source = drawn(), drawn(), { line = 3 }
    return said
end, function()
    return { body = "tip", inertia = good.SpatialInertia(), placement = placed() }
end, function()
    return { body = "tip", inertia = good.SpatialInertia(), placement = {} }
end)
changing("detach", "", word "cup")
changing("add_contact", "lists", function()
    return { body = "tip", placement = {} }
end, function()
    return { name = "toe", body = "base", shape = { sphere = 0.25 }, placement = good.Transform(), friction = 0.5, restitution = 0.25 }
end, function()
    return { body = "tip", shape = { box = { 0.25, 0.5, 1 } }, placement = placed() }
end, function()
    return { body = "tip", shape = { box = rigid.Vec3(0.25, 0.5, 1) }, friction = 0 }
end, function()
    return { shape = { capsule = { radius = 0.5, length = 2 } } }
end, function()
    return { body = "wrist", shape = { cylinder = { radius = 0.5, length = 2 } } }
end, function()
    return { body = "wrist", shape = { hull = { point(), good.Vec3() } } }
end)
changing("add_ground", "", nothing, function()
    return { offset = 1 }
end, function()
    return { normal = { 0, 0.6, 0.8 }, offset = -2, friction = 0.5, restitution = 1 }
end, function()
    return { name = "floor", normal = good.Vec3():unit() }
end)
methods_of_model(function()
    return a_copy():add_ground { name = "floor" }
end, "remove_contact", "changes", { word "floor" })
changing("add_loop", "carries=joint", function()
    return { name = "pin", body_b = "tip", placement_a = {}, placement_b = good.Transform(), joint = { axis = { 0, 0.6, 0.8 } } }
end, function()
    return { name = "pin", body_b = "tip" }
end, function()
    return { name = "pin", body_a = "base", placement_a = good.Transform(), body_b = "wrist", placement_b = placed(), joint = "spherical" }
end, function()
    return { name = "rope", body_b = "tip", placement_b = {}, joint = { type = "distance", length = 0.5 } }
end, function()
    return { name = "slot", body_b = "tip", joint = { type = "prismatic", axis = { 0, 0.6, 0.8 } } }
end)
changing("add_coupling", "lists", function()
    return { name = "gear", joint = "rail", of = "screw", coefficients = vector_of_six() }
end, function()
    return { name = "gear", joint = "rail", of = "screw", coefficients = rigid.Vector(2) }
end, function()
    return { name = "gear", joint = "rail", of = "screw", coefficients = { 0.1, 2, -0.5 } }
end)
methods_of_model(function()
    return a_copy():add_loop { name = "rope", body_b = "tip", joint = { type = "distance", length = 0.5 } }
end, "remove_loop", "changes", { word "rope" })
changing("set_gravity", "", good.Vec3, point)
changing("set_parameters", "overflows", function()
    return the_robot():parameters()
end, function()
    return the_robot():parameters "urdf", "urdf"
end, function()
    return ten(), nil, "wrist"
end, function()
    return rigid.Vector(ten()), "mujoco", "arm"
end)

local STATE <const> = { q = true, v = true, external = true }
local TIME <const> = { t = true, duration = true, dt = true, tolerance = true, log = true }

-- What runs for ages, what stops in the midst (a state that overflows, a script's own function that fails).
local function stops_or_lasts(place, value)
    local field, sample = place.path[2], value.make()
    local callable = value.kind == "Matrix" or value.disguised or value.label == "a class"
    return value.kind == "Model" or value.kind == "function" or callable and field == "controller"
        or STATE[field] and value.extreme or TIME[field] and type(sample) == "number" and (value.extreme or sample > 100)
end

computing("simulate", "overflows", function()
    return { duration = 2e-3 }
end, function()
    return { q = vector_of_seven(), v = vector_of_six(), t = 1, duration = 2e-3, dt = 1e-3, method = "semi_implicit_euler" }
end, function()
    local said = { q = seven(), v = six(), duration = 2e-3, method = "rkmk45", tolerance = 1e-6, external = push() }
    said.damping, said.progress, said.log, said.continuous = false, false, { every = 2 }, true
    said.controller = vector_of_six
    return said
end, function()
    local said = { duration = 2e-3, external = pushes(vector_of_six, good.Wrench)(), log = {} }
    said.events = { { name = "never", watch = math.cos, direction = "rising", stop = true, act = nothing, tolerance = 1e-6 } }
    return said
end, function()
    return { duration = 2e-3, external = pushes(six)(), events = { { name = "never", watch = math.cos } } }
end, function()
    return { duration = 2e-3, external = pushes(nil, good.SpatialForce)(), events = {} }
end, function()
    return { duration = 2e-3, external = pushes(good.SpatialForce, vector_of_six)() }
end, function()
    local said = { duration = 2e-3, friction = false, limits = false, restitution = 0.5, effort = true, sample = 1e-3, method = "midpoint" }
    return said
end)
calls.entries["Model:simulate"].passes_over = stops_or_lasts
computing("step", "overflows", function()
    return vector_of_seven(), vector_of_six(), six(), 1e-3
end, function()
    return seven(), six(), nil, 1e-3, { method = "rkmk45", tolerance = 1e-6, damping = false, friction = true, limits = false, restitution = 0.5 }
end, function()
    return seven(), six(), vector_of_six(), 1e-3, {}, rigid.Vector(7), rigid.Vector(6)
end)
calls.entries["Model:simulate"].lists = true

computing("lock", "lists", function()
    return { joints = { "rail" } }
end, function()
    return { except = { "rail", "screw" }, q = vector_of_seven() }
end, function()
    return { joints = {}, q = seven() }
end)
computing("save", "", a_target, function()
    return a_target(), { format = "rigid" }
end, function()
    return a_target(), {}
end)
calls.entries["Model:save"].passes_over = is_path(2)

local log_file
local function a_log_file()
    if not log_file then
        log_file = calls.new_path ".csv"
        the_robot():simulate { q = seven(), duration = 0.02, dt = 0.01 }:save(log_file)
    end
    return log_file
end
computing("read_log", "brief", a_log_file, function()
    return a_log_file(), { units = { t = "ms" }, separator = ",", progress = false }
end, function()
    return a_log_file(), {}
end)
calls.entries["Model:read_log"].passes_over = function(place, value) -- of other joints it is the file that is refused; a unit that is not said is ours
    return value.kind == "Model" or is_path(2)(place, value) or place.path[2] == "units" and (value.kind == "nil" or value.kind == "number")
end

describe("bad arguments", function()
    after_each(spoil.put_back)
    teardown(function() spoil.finish(55000) end)
    spoil.specify("models", it)
end)
