-- Every public function, every place in its arguments, every wrong kind of value. What functions there are is read from
-- the live module; for each of them the table below has good calls, one for each way of calling it, and a function
-- without one is a failure. Each good call is then spoilt in one place at a time, and by seeded draws in two, with each
-- of the values of spec.support.foreign. What may happen is said in spec.support.walk: an error that names the place,
-- or a correct answer. The operators are walked apart: every pair of values, every operator.

local rigid = require "rigid"
local walk = require "spec.support.walk"
local foreign = require "spec.support.foreign"
local draw = require "spec.support.draw"

local good = foreign.good

-- ---- good calls ---------------------------------------------------------------------------------------------------------

-- key -> examples, functions that return the arguments, and traits:
--   carries    plain arithmetic or conversion: NaN and infinities in the arguments go through, and it may overflow
--   carries=x  so it is in the field x
--   data=x     the field x is a table of anything, and kept
--   overflows  refuses what is not finite, yet is plain arithmetic with what is finite, and may overflow
--   says_no    answers false, and changes nothing, where a value of a good kind will not do
--   changes    changes its receiver, though its name does not say so
--   brief      one of many that read alike what they are given: shorter lists of values, and fewer draws
--   generic    one function for all classes that have it, whichever it is taken from
--   body       the SpatialInertia it gives must be one that can exist
--   lists      a list with its last entry gone is a good one too
--   anything   takes any value at all
--   forwards   hands what it is given on to a function of the caller's, however much it is
--   loud       writes to standard output, where nobody wants to read it
--   prints     writes to io.stdout
-- and at most one function, passes_over(place, value): true for what is a matter of the outside world, or of a script that
-- is run, which other specs look at.
local calls = {}

local function words_of(text)
    local list, set = {}, {}
    for word in text:gmatch "%S+" do
        list[#list + 1], set[word] = word, true
    end
    return list, set
end

local function call(key, traits, ...)
    assert(not calls[key], key .. " has good calls already")
    local _, entry = words_of(traits)
    entry.examples = { ... }
    calls[key] = entry
end

local function also(key, ...)
    local examples = calls[key].examples
    table.move({ ... }, 1, select("#", ...), #examples + 1, examples)
end

-- The same for several methods of several classes; an example gets the class and returns what follows self.
local function method(classes, names, traits, ...)
    local rests = { ... }
    for _, class in ipairs(words_of(classes)) do
        for _, name in ipairs(words_of(names)) do
            local examples = {}
            for i, rest in ipairs(rests) do
                examples[i] = function()
                    return good[class](), rest(class)
                end
            end
            call(class .. ":" .. name, traits, table.unpack(examples))
        end
    end
end

local function nothing() end

-- What runs gnuplot; while arguments are walked it draws nothing.
local gnuplot = require "rigid.plot.gnuplot"

local EVERY <const> = table.concat(foreign.classes, " ")
local MOTIONS <const> = "SpatialMotion Twist SpatialAcc"
local FORCES <const> = "SpatialForce Wrench SpatialMomentum"
local SPATIAL <const> = MOTIONS .. " " .. FORCES

local function point()
    return { 0.1, -0.2, 0.3 }
end

local function six()
    return { 1, -0.5, 0.25, 0.3, -0.7, 0.9 }
end

local function vector_of_six()
    return rigid.Vector(six())
end

local function ten()
    return { 2, 0.2, -0.4, 0.6, 0.76, 0.09, -0.1, 0.8, 0.15, 0.8 }
end

local function quarter_turn()
    return { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } }
end

local function symmetric_6x6()
    local rows = {}
    for i = 1, 6 do
        rows[i] = {}
        for j = 1, 6 do
            rows[i][j] = i == j and 4 + i or 0.1 * (i + j)
        end
    end
    return rows
end

local function with(fields, more)
    for key, value in pairs(more) do
        fields[key] = value
    end
    return fields
end

local function word(text)
    return function()
        return text
    end
end

-- A value of the same class, for a and b in a + b.
local function another(class)
    return good[class]()
end

-- What every value has.
method(EVERY, "table", "carries", nothing)
method(EVERY, "copy", "carries generic", nothing)
method(EVERY, "is_near", "carries generic", another, function(class)
    return good[class](), 1e-6
end)
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

-- Frames: what a value can be tagged with.
local ENDS <const>, ABOUT <const> = { of = "B", relative_to = "A" }, { of = "B", about = "Bo", expressed = "B" }
local function tagged(fields)
    return function()
        return with({}, fields)
    end
end
method("Vec3 Rotation Transform", "tag", "carries generic", nothing, tagged(ENDS), tagged {})
method(SPATIAL .. " RotationalInertia SpatialInertia ABI MassMatrix3 Inertial Matrix Vector", "tag", "carries generic", nothing, tagged(ABOUT), tagged {})
for class, text in pairs { Vec3 = "p_PQ_E", Transform = "X_AB", Twist = "V_AB_E", SpatialInertia = "M[link1, link1o]_W" } do
    also(class .. ":tag", function()
        return good[class](), text
    end)
end
method("Vec3 Rotation Transform RotationalInertia SpatialInertia ABI MassMatrix3 Inertial Matrix Vector " .. SPATIAL, "untag", "carries generic", nothing)
call("rigid.frames", "", nothing, function()
    return false
end)
call("rigid.provenance", "", nothing, function()
    return false
end)
method("SpatialInertia", "named", "carries", word "wheel")
method("SpatialInertia", "explain", "carries", nothing)

call("Vec3", "carries", function()
    return 1, 2, 3
end, point, good.Vec3)
method("Vec3", "dot cross", "carries", good.Vec3, point)
method("Vec3", "norm skew", "carries", nothing)
method("Vec3", "unit", "", nothing)

call("Matrix", "carries lists", function()
    return { { 1, 2 }, { 3, 4 }, { 5, 6 } }
end, function()
    return 2, 3
end, good.Matrix, function()
    return {}
end)
call("Matrix.identity", "", function()
    return 3
end)
call("Matrix.diagonal", "carries lists", point, good.Vector, good.Vec3)
method("Matrix", "rows cols", "carries", nothing)
method("Matrix", "set", "carries", function()
    return 2, 3, 0.5
end)
method("Matrix", "transpose trace norm", "carries", nothing)
method("Matrix", "inverse determinant eigen_symmetric svd", "", nothing)
method("Matrix", "solve", "lists", good.Vector, point, good.Matrix, quarter_turn)
method("Matrix", "block", "carries", function()
    return 1, 2, 3, 2
end)
method("Matrix", "rank", "", nothing, function()
    return 1e-9
end)

call("Vector", "carries lists", point, function()
    return 4
end, good.Vector, good.Vec3, function()
    return {}
end)
method("Vector", "set", "carries", function()
    return 2, 0.5
end)
method("Vector", "dot", "carries", good.Vector, point, good.Vec3)
method("Vector", "norm", "carries", nothing)

call("Rotation", "carries=1", quarter_turn, good.Rotation, function()
    return good.Rotation():matrix()
end)
call("Rotation.identity", "", nothing)
call("Rotation.rpy", "", function()
    return 0.1, -0.2, 0.3
end)
call("Rotation.axis_angle", "", function()
    return { 1, 2, -2 }, 0.7
end, function()
    return good.Vec3(), 0.7
end)
call("Rotation.quaternion", "", function()
    return 0.5, -0.5, 0.5, 0.5
end, function()
    return { 0.5, -0.5, 0.5, 0.5 }
end)
call("Rotation.matrix", "carries=1", quarter_turn, good.Rotation, function()
    return good.Rotation():matrix()
end)
call("Rotation.exp", "carries", point, good.Vec3)
method("Rotation", "inverse matrix quaternion rpy axis_angle log", "", nothing)

call("Transform", "carries=1 carries=rotation", function()
    return good.Rotation(), good.Vec3()
end, function()
    return quarter_turn(), point()
end, function()
    return { rotation = good.Rotation(), position = good.Vec3() }
end, function()
    return { rotation = quarter_turn() }
end, function()
    return { position = point() }
end)
call("Transform.identity", "", nothing)
method("Transform", "inverse rotation position matrix adjoint adjoint_force log", "", nothing)

local function makers_of(classes)
    local makers = {}
    for i, class in ipairs(words_of(classes)) do
        makers[i] = good[class]
    end
    return table.unpack(makers)
end

for i, class in ipairs(words_of(SPATIAL)) do
    call(class, "carries", function()
        return good.Vec3(), good.Vec3()
    end, function()
        return point(), point()
    end, six, vector_of_six, function()
        return { linear = point(), angular = point() }
    end, function()
        return { linear = good.Vec3() }
    end, function()
        return { angular = good.Vec3() }
    end, makers_of(i <= 3 and MOTIONS or FORCES))
end
method(SPATIAL, "linear angular", "carries", nothing)
method(SPATIAL, "re_express", "carries", good.Rotation, quarter_turn)
method(MOTIONS, "add_in_place", "carries", another, good.SpatialMotion)
method(FORCES, "add_in_place", "carries", another, good.SpatialForce)
method(SPATIAL, "scale_in_place", "carries", function()
    return -2.5
end)
method(MOTIONS, "dot", "carries", makers_of(FORCES))
method(FORCES, "dot", "carries", makers_of(MOTIONS))
method("SpatialMotion Twist " .. FORCES, "shift", "carries", good.Vec3, point)
method("SpatialAcc", "shift", "carries", function()
    return good.Vec3(), good.Vec3()
end, function()
    return point(), point()
end)
-- A Twist's shift has one argument: it does not look at the second.
calls["SpatialAcc:shift"].passes_over = function(place, value)
    return #place.path == 1 and place.path[1] == 1 and value.label:find "without a metatable" ~= nil
end
method(MOTIONS, "cross", "carries", makers_of(SPATIAL))
method(MOTIONS, "cross_matrix cross_force_matrix", "carries", nothing)
method(MOTIONS, "exp", "", nothing)

local function inertia_forms(fields)
    local examples = {}
    for i, form in ipairs {
        good.RotationalInertia,
        function()
            return rigid.Matrix.diagonal { 0.5, 0.6, 0.7 }
        end,
        function()
            return { { 0.5, 0.01, 0.02 }, { 0.01, 0.6, 0.03 }, { 0.02, 0.03, 0.7 } }
        end,
        function()
            return { 0.5, 0.6, 0.7 }
        end,
        function()
            return { 0.5, 0.6, 0.7, 0.01, 0.02, 0.03 }
        end,
        function()
            return { xx = 0.5, yy = 0.6, zz = 0.7 }
        end,
        function()
            return { xx = 0.5, yy = 0.6, zz = 0.7, xy = 0.01, xz = 0.02, yz = 0.03 }
        end,
    } do
        examples[i] = function()
            return fields(form())
        end
    end
    return table.unpack(examples)
end

call("RotationalInertia", "carries", function()
    return 0.5, 0.6, 0.7
end, function()
    return 0.5, 0.6, 0.7, 0.01, 0.02, 0.03
end, inertia_forms(function(form)
    return form
end))
method("RotationalInertia", "matrix moments products is_valid", "carries", nothing)
method("RotationalInertia", "principal", "", nothing)
method("RotationalInertia", "re_express", "", good.Rotation, quarter_turn)
method("RotationalInertia", "shift", "overflows", function()
    return good.Vec3(), 2
end, function()
    return point(), 2, point()
end, function()
    return good.Vec3(), 2, good.Vec3()
end)

call(
    "SpatialInertia",
    "body",
    inertia_forms(function(form)
        return { mass = 2, com = point(), inertia = form, about = "com", skip_validity_check = false }
    end)
)
also(
    "SpatialInertia",
    inertia_forms(function(form)
        return { mass = 2, com = good.Vec3(), unit_inertia = form, about = "com" }
    end)
)
also("SpatialInertia", function()
    return { mass = 2, inertia = { 0.5, 0.6, 0.7 } }
end, function()
    return { mass = 2, com_moment = point(), inertia = { 0.5, 0.6, 0.7 }, about = "origin" }
end, function()
    return { mass = 2, com_moment = good.Vec3(), com = good.Vec3() / 2, inertia = { 0.5, 0.6, 0.7 } }
end)
call("SpatialInertia.from_parameters", "carries", ten, function()
    return rigid.Vector(ten())
end)
call("SpatialInertia.zero", "", nothing)
call("SpatialInertia.unitary", "", nothing)
call("SpatialInertia.nan", "carries", nothing)
call("SpatialInertia.point_mass", "body", function()
    return { mass = 2, position = point() }
end, function()
    return { mass = 2, position = good.Vec3() }
end)

-- A shape: its fields beside its mass or its density.
local function shape(name, density, fields)
    local examples = {}
    for i, of in ipairs { "mass", density } do
        examples[i] = function()
            return with({ [of] = 2 }, fields())
        end
    end
    call("SpatialInertia." .. name, "body", table.unpack(examples))
end

shape("solid_box", "density", function()
    return { size = { 1, 2, 3 } }
end)
also("SpatialInertia.solid_box", function()
    return { mass = 2, size = rigid.Vec3(1, 2, 3) }
end)
shape("solid_cube", "density", function()
    return { length = 0.5 }
end)
shape("solid_sphere", "density", function()
    return { radius = 0.5 }
end)
shape("solid_ellipsoid", "density", function()
    return { semi_axes = { 1, 2, 3 } }
end)
also("SpatialInertia.solid_ellipsoid", function()
    return { mass = 2, semi_axes = rigid.Vec3(1, 2, 3) }
end)
for _, name in ipairs { "solid_cylinder", "solid_cylinder_about_end", "solid_capsule" } do
    shape(name, "density", function()
        return { radius = 0.25, length = 2, axis = { 0.6, 0, 0.8 } }
    end)
    also("SpatialInertia." .. name, function()
        return { mass = 2, radius = 0.25, length = 2 }
    end, function()
        return { mass = 2, radius = 0.25, length = 2, axis = rigid.Vec3(1, 0, 0) }
    end)
end
shape("hollow_sphere", "area_density", function()
    return { radius = 0.5 }
end)
for _, name in ipairs { "thin_rod", "thin_rod_about_end" } do
    call("SpatialInertia." .. name, "body", function()
        return { mass = 2, length = 3 }
    end, function()
        return { mass = 2, length = 3, axis = { 0.6, 0, 0.8 } }
    end, function()
        return { mass = 2, length = 3, axis = rigid.Vec3(0, 1, 0) }
    end)
end

local function corners()
    return { { 0.1, 0, 0 }, { 1, 0.2, 0 }, { 0, 1.5, 0.1 }, { 0.2, 0.3, 2 } }
end

call("SpatialInertia.solid_tetrahedron", "body", function()
    return { density = 3, vertices = corners() }
end, function()
    return { density = 3, vertices = { rigid.Vec3(0, 0, 0), { 1, 0, 0 }, { 0, 1, 0 }, rigid.Vec3(0, 0, 1) } }
end)
call("SpatialInertia.solid_tetrahedron_about_vertex", "body", function()
    return { density = 3, vertices = { { 1, 0.2, 0 }, { 0, 1.5, 0.1 }, { 0.2, 0.3, 2 } } }
end, function()
    return { density = 3, vertices = { rigid.Vec3(1, 0, 0), { 0, 1, 0 }, { 0, 0, 1 } } }
end)
call("SpatialInertia.mesh", "body", function()
    return { density = 3, vertices = corners(), faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 2, 3, 4 }, { 1, 4, 3 } } }
end, function()
    local vertices = corners()
    vertices[1] = rigid.Vec3(vertices[1])
    return { mass = 3, vertices = vertices, faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 2, 3, 4 }, { 1, 4, 3 } } }
end)
call("SpatialInertia.combine", "carries", function()
    return good.SpatialInertia(), good.SpatialInertia()
end)
call("SpatialInertia.momentum_regressor", "carries", good.Twist, good.SpatialMotion, six, vector_of_six)
call("SpatialInertia.momentum_derivative_regressor", "carries", function()
    return good.Twist(), good.SpatialAcc()
end, function()
    return good.SpatialMotion(), good.SpatialMotion()
end, function()
    return six(), six()
end, function()
    return vector_of_six(), vector_of_six()
end)
for _, name in ipairs { "slotine_li_regressor", "momentum_derivative_slotine_li_regressor" } do
    call("SpatialInertia." .. name, "carries", function()
        return good.Twist(), good.Twist(), good.SpatialAcc()
    end, function()
        return good.SpatialMotion(), good.SpatialMotion(), good.SpatialMotion()
    end, function()
        return six(), six(), six()
    end, function()
        return vector_of_six(), vector_of_six(), vector_of_six()
    end)
end
also("SpatialInertia.slotine_li_regressor", function()
    return good.Twist(), good.Twist(), good.SpatialAcc(), {}
end)
for _, factor in ipairs { "reference", "christoffel", "body" } do
    also("SpatialInertia.slotine_li_regressor", function()
        return good.Twist(), good.Twist(), good.SpatialAcc(), { factor = factor }
    end)
end

method(
    "SpatialInertia",
    "mass com com_moment rotational_inertia central_inertia parameters set_zero is_nan is_zero",
    "",
    nothing
)
method("SpatialInertia", "set_nan", "carries", nothing)
method("SpatialInertia", "unit_inertia", "", nothing)
method("SpatialInertia ABI", "matrix", "", nothing, word "linear", word "angular")
method("SpatialInertia", "inverse_matrix", "", nothing, word "linear", word "angular")
method("SpatialInertia", "apply_inverse", "carries", good.SpatialMomentum, good.Wrench, good.SpatialForce)
method("SpatialInertia", "set_parameters", "carries", ten, function()
    return rigid.Vector(ten())
end)
method("SpatialInertia", "add_in_place", "carries", good.SpatialInertia)
method("SpatialInertia", "bias_wrench bias_wrench_derivative", "carries", good.Twist, good.SpatialMotion, six, vector_of_six)
method("SpatialInertia ABI", "shift shift_in_place", "overflows", good.Vec3, point)
method("SpatialInertia ABI", "re_express re_express_in_place", "", good.Rotation, quarter_turn)
method(
    "SpatialInertia",
    "is_physically_consistent is_physically_valid criticize equivalent_ellipsoid equivalent_box"
        .. " minimum_bounding_box minimum_length",
    "",
    nothing
)

-- The doctor, and bodies as pseudo-inertias.
method("SpatialInertia", "diagnose", "overflows", nothing, function()
    return { geometry = { box = { 1, 2, 3 }, placement = good.Transform() }, density = { 20, 25000 } }
end, function()
    return { geometry = { ellipsoid = rigid.Vec3(1, 2, 3), placement = { position = point() } } }
end, function()
    return { geometry = { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } }
end, function()
    return { geometry = { box = { 1, 2, 3 }, placement = { rotation = quarter_turn() } } }
end, function()
    return { density = { 20, 25000 } }
end)
method("SpatialInertia", "repairs", "overflows", nothing, function()
    return { about = "origin" }
end, function()
    return { about = "com" }
end, function()
    return {}
end)
call("SpatialInertia.random", "body", nothing, function()
    return { seed = 3 }
end, function()
    return { around = good.SpatialInertia(), spread = 0.1 }
end)
method("SpatialInertia", "log_cholesky", "", nothing)
call("SpatialInertia.from_log_cholesky", "body", function()
    return { 0.1, -1, -1.2, -0.9, 0.05, -0.1, 0.02, 0.3, -0.2, 0.1 }
end, function()
    return rigid.Vector { 0.1, -1, -1.2, -0.9, 0.05, -0.1, 0.02, 0.3, -0.2, 0.1 }
end)
method("SpatialInertia", "distance", "", good.SpatialInertia, function()
    return good.SpatialInertia(), "entropic"
end, function()
    return good.SpatialInertia(), "affine"
end)
method("SpatialInertia", "mirror", "", word "xz", word "xy", function()
    return { 0, 0.6, 0.8 }
end, function()
    return rigid.Vec3(0, 0.6, 0.8)
end)
method("SpatialInertia", "scale", "", function()
    return { mass = 2, length = 0.5 }
end, function()
    return { length = 2 }
end, function()
    return { mass = 3 }
end)

call("ABI", "carries", nothing, good.SpatialInertia, good.ABI, symmetric_6x6, function()
    return rigid.Matrix(symmetric_6x6())
end)
call("ABI.from_matrix", "carries", symmetric_6x6, function()
    return rigid.Matrix(symmetric_6x6()), "linear"
end, function()
    return symmetric_6x6(), "angular"
end)
method("ABI", "add_in_place subtract_in_place", "carries", good.ABI, good.SpatialInertia)
method("ABI", "is_physically_valid criticize", "", nothing)
method("ABI", "across_joint", "", good.SpatialMotion, good.Twist, good.SpatialAcc, function()
    return rigid.Matrix { { 1, 0 }, { 0, 1 }, { 0, 0 }, { 0.5, 0 }, { 0, 0 }, { 0, 2 } }
end, function()
    return { { 1 }, { 0 }, { 0 }, { 0 }, { 0 }, { 2 } }
end, six, vector_of_six)
method("ABI", "solve", "carries", good.Wrench, good.SpatialForce, six, vector_of_six)

call("MassMatrix3", "carries=diagonal carries=off_diagonal", function()
    return { mass = 2, diagonal = { 0.5, 0.6, 0.7 }, off_diagonal = { 0.01, 0.02, 0.03 } }
end, function()
    return { mass = 2, diagonal = rigid.Vec3(0.5, 0.6, 0.7) }
end, function()
    return { off_diagonal = rigid.Vec3(0, 0, 0) }
end, good.MassMatrix3, nothing)
method("MassMatrix3", "mass moi diagonal_moments off_diagonal_moments", "carries", nothing)
method(
    "MassMatrix3",
    "is_valid is_positive is_near_positive principal_moments principal_axes_offset equivalent_box",
    "",
    nothing,
    function()
        return 1e-6
    end
)

call("Inertial", "carries=diagonal carries=off_diagonal", function()
    return { mass_matrix = good.MassMatrix3(), pose = good.Transform(), added_mass = symmetric_6x6() }
end, function()
    return { added_mass = rigid.Matrix(symmetric_6x6()) }
end, function()
    return {
        mass_matrix = { mass = 2, diagonal = { 0.5, 0.6, 0.7 }, off_diagonal = { 0.01, 0.02, 0.03 } },
        pose = { rotation = quarter_turn(), position = point() },
    }
end, function()
    return { mass_matrix = { mass = 2, diagonal = good.Vec3() }, pose = { rotation = good.Rotation() } }
end, function()
    return { mass_matrix = { mass = 2, off_diagonal = good.Vec3() }, pose = { position = good.Vec3() } }
end, good.Inertial, nothing)
method("Inertial", "mass_matrix pose moi fluid_added_mass spatial_inertia", "", nothing)
method("Inertial", "body_matrix spatial_matrix", "", nothing, function()
    return { about = "origin" }
end, function()
    return { about = "com" }
end, function()
    return {}
end)
method("Inertial", "set_fluid_added_mass", "says_no", symmetric_6x6, function()
    return rigid.Matrix(symmetric_6x6())
end)
method("Inertial", "set_inertial_rotation", "says_no", good.Rotation, quarter_turn)
method("Inertial", "set_mass_matrix", "says_no", good.MassMatrix3, function()
    return good.MassMatrix3(), 1
end, function()
    return { mass = 2, diagonal = { 0.5, 0.6, 0.7 }, off_diagonal = { 0.01, 0.02, 0.03 } }
end, function()
    return { mass = 2, diagonal = good.Vec3() }
end, function()
    return { mass = 2, off_diagonal = good.Vec3() }
end)
method("Inertial", "set_mass_matrix_rotation", "says_no", good.Rotation, function()
    return quarter_turn(), 1e-6
end)
method("Inertial", "set_pose", "says_no", good.Transform, function()
    return { rotation = quarter_turn(), position = point() }
end, function()
    return { rotation = good.Rotation() }
end, function()
    return { position = good.Vec3() }
end)
method("Inertial", "add_in_place", "", good.Inertial)
method("Inertial", "subtract_in_place", "", function()
    return rigid.Inertial { mass_matrix = { mass = 1, diagonal = { 0.1, 0.1, 0.1 } }, pose = good.Transform() }
end)

-- Models. What only computes is asked of one and the same robot, compiled once; it must come out of all this unchanged.
local robot, robot_before
local function the_robot()
    robot = robot or good.Model()
    robot_before = robot_before or walk.snapshot(robot)
    return robot
end

local function seven()
    return { 0.3, -0.2, 0.5, 0.5, -0.5, 0.5, 0.4 }
end

local function vector_of_seven()
    return rigid.Vector(seven())
end

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

computing("nq nv nbodies total_mass name gravity notes body_names frame_names joint_names", "", nothing)
computing("limits", "carries", nothing)
computing("neutral", "", nothing, new_vector(7))
computing("damping armature friction", "", nothing, new_vector(6))
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
of_state("bias_forces", 2, NONE, nothing, new_vector(6))
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
of_state("com potential_energy", 1, NONE)
of_state("com_velocity centroidal_momentum kinetic_energy", 2, NONE)
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
    local said = { type = "planar", name = "table top", axis = { 0, 0.6, 0.8 }, damping = 0.1, friction = 0.2, armature = 0.3 }
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
end)
calls["Model:simulate"].passes_over = stops_or_lasts
calls["Model:simulate"].lists = true

-- Files of our own: one to load, written when it is first asked for, and one to be written to, by whoever comes.
local loaded, written
local function a_path()
    if not loaded then
        loaded = os.tmpname() .. ".lua"
        the_robot():save(loaded)
    end
    return loaded
end
local function a_target()
    written = written or os.tmpname() .. ".lua"
    return written
end

computing("save", "", a_target, function()
    return a_target(), { format = "rigid" }
end, function()
    return a_target(), {}
end)
local function is_path(number)
    return function(place, value)
        return #place.path == 1 and place.path[1] == number and value.kind == "string"
    end
end
calls["Model:save"].passes_over = is_path(2)
call("rigid.load", "brief", a_path, function()
    return a_path(), { floating = true, gravity = point(), format = "lua" }
end, function()
    return a_path(), { gravity = good.Vec3() }
end, function()
    return a_path(), {}
end)
calls["rigid.load"].passes_over = is_path(1)
local session_file = os.tmpname()
call("rigid.save_session", "brief", word(session_file))
calls["rigid.save_session"].passes_over = is_path(1)
-- What is called, and what it is given, is another's matter.
for _, name in ipairs { "rigid.time", "rigid.bench" } do
    call(name, "forwards prints brief", function() return math.abs, -3 end)
    calls[name].passes_over = function(place, value)
        local made = value.make()
        return place.path[1] > 1 or type(made) == "function" or (debug.getmetatable(made) or {}).__call ~= nil
    end
end

-- A file to write views to. Its own directory is the place of many, where a path is not a good one.
local view_file
do
    local function said(options)
        view_file = view_file or os.tmpname()
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
    calls["rigid.view"].passes_over = function(place, value)
        local first, field = place.path[1], place.path[2]
        if not field then return first > 1 and (value.kind == "nil" or value.kind == "table" and next(value.make()) == nil) end
        return (field == "path" or field == "open") and (value.kind == "string" or value.kind == "nil")
    end
end

-- A closed tetrahedron in a file of its own.
local mesh_file
local function a_mesh()
    if not mesh_file then
        mesh_file = os.tmpname() .. ".obj"
        local handle <close> = assert(io.open(mesh_file, "w"))
        handle:write "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    end
    return mesh_file
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
calls["rigid.load_mesh"].passes_over = is_path(1)
call("rigid.resolve_mesh", "brief", a_mesh, function()
    return a_mesh(), "/tmp"
end)
calls["rigid.resolve_mesh"].passes_over = is_path(1)
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
calls["rigid.diagnose_mesh"].passes_over = function(place, value) -- a face names the vertex that is gone
    return is_path(1)(place, value) or value.kind == "nil" and place.path[2] == "vertices" and place.path[3] == 4
end
call("SpatialInertia.from_mesh_file", "brief body", function()
    return a_mesh(), { mass = 2 }
end, function()
    return a_mesh(), { density = 1000, scale = point(), directory = "/tmp", up = "z" }
end, function()
    return a_mesh(), { density = 1000, shell = 0.01, require = "box", scale = 2 }
end, function()
    return a_mesh(), { mass = 3, scale = good.Vec3() }
end)
calls["SpatialInertia.from_mesh_file"].passes_over = is_path(1)

do
    call("Log", "lists", the_robot, function()
        return { model = the_robot() }
    end, function()
        return { model = the_robot(), t = {}, q = {}, v = {}, tau = {} }
    end, function()
        local model = the_robot()
        return { model = model, t = { 1, 2 }, q = { seven(), vector_of_seven() }, v = { six(), vector_of_six() }, tau = { six(), six() } }
    end)
    calls.Log.brief = true
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
    calls["Log:save"].passes_over = is_path(2)
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
calls["rigid.exercise"].passes_over = function(place, value)
    return #place.path == 1 and place.path[1] == 1 and (value.kind == "number" or value.kind == "string")
end
call("rigid.solution", "brief", word "1.1", variant, no_variant)
calls["rigid.solution"].passes_over = calls["rigid.exercise"].passes_over
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

-- Values that bring the other kind of answer.
also("SpatialInertia:criticize", function()
    return rigid.SpatialInertia.from_parameters { -1, 0, 0, 0, 1, 0, 0, 1, 0, 1 }
end)
also("ABI:criticize", function()
    return rigid.ABI.from_matrix(rigid.Matrix.diagonal { 1, 1, 1, 1, 1, -1 })
end)
also("MassMatrix3:equivalent_box", function()
    return rigid.MassMatrix3 { mass = 1, diagonal = { 1, 1, 9 } }
end)
also("Inertial:fluid_added_mass", function()
    return rigid.Inertial { added_mass = symmetric_6x6() }
end)

-- ---- spoiling them ------------------------------------------------------------------------------------------------------

-- Where one kind is good, these are too.
local ALIKE <const> = {
    Vec3 = { "table", "Vector" },
    Vector = { "table", "Vec3" },
    Matrix = { "table" },
    Rotation = { "Matrix", "table" },
    RotationalInertia = { "Matrix", "table" },
}
local function is_self(f, place)
    return f.method and place.path[1] == 1
end

local SPATIAL_CLASSES <const>, IS_SPATIAL <const> = words_of(SPATIAL)

-- The classes whose values a method takes as self beside its own: those of spatial vectors share their methods.
local function generic_classes(f, entry)
    return entry.generic and foreign.classes or f.method and IS_SPATIAL[f.class] and SPATIAL_CLASSES or {}
end

-- A row of a matrix, a vertex of a list.
local ROW <const> = { "Vec3", "Vector" }

local function widen(f, entry)
    local function also_good(place, kinds)
        for _, kind in ipairs(kinds or {}) do
            place.kinds[kind] = true
        end
    end
    for _, places in ipairs(entry.places) do
        for _, place in ipairs(places) do
            if is_self(f, place) then
                also_good(place, generic_classes(f, entry))
            else
                for kind, others in pairs(ALIKE) do
                    also_good(place, place.kinds[kind] and others)
                end
                also_good(place, place.deep and place.kinds.table and ROW)
            end
        end
    end
end

-- Does the place lie in a table that is kept as it is, or is it that table? -> "inside", "itself", nil
local function data_at(entry, place)
    for i = 2, #place.path do
        if entry["data=" .. place.path[i]] then
            return i < #place.path and "inside" or "itself"
        end
    end
end

-- Is value good enough for that place to let the call succeed? Behind the last argument of a call may stand nil, or what
-- another good call has there: an argument too many is refused.
local function may_stand(entry, place, value)
    local data = data_at(entry, place)
    if place.past then
        local kinds = entry.kinds_at[place.path[1]]
        return value.kind == "nil" or entry.forwards or kinds ~= nil and (entry.anything or kinds[value.kind])
    elseif entry.anything or data == "inside" or data and value.kind == "table" then
        return true
    elseif value.broken then
        return false
    end
    local path = place.path
    return place.kinds[value.kind] or entry.lists and value.kind == "nil" and type(path[#path]) == "number" and #path > 1
end

-- Is what it takes an error to take, NaN where physics is asked for?
local function may_carry(f, entry, place, value)
    if value.finite or entry.carries or entry.anything or entry.says_no or place.past or is_self(f, place) then
        return true
    elseif #place.path == 1 and entry.outs[place.path[1]] and (value.kind == "Vector" or value.kind == "Matrix") then
        return true -- it is written into
    end
    for _, key in ipairs(place.path) do
        if entry["carries=" .. key] then
            return true
        end
    end
    return data_at(entry, place) ~= nil
end

-- Does the value ask for another overload, which may not look at the other arguments?
local function turns(entry, place, value)
    return value.kind ~= place.own and may_stand(entry, place, value)
end

local function judge_error(f, entry, spoilt, message)
    local positions, named = {}, nil
    for _, s in ipairs(spoilt) do
        local asks_for_another_overload = s.place.past and entry.kinds_at[s.place.path[1]]
        if asks_for_another_overload or may_stand(entry, s.place, s.value) and may_carry(f, entry, s.place, s.value) then
            positions = nil -- a value that might be good: it may be another that does not go with it
        elseif positions then
            positions[s.place.path[1] - (f.method and 1 or 0)] = true
        end
        local field = s.place.path[2]
        if #spoilt == 1 and type(field) == "string" and not may_stand(entry, s.place, s.value) then
            named = field
        end
    end
    return walk.judge_error(message, f.name, positions, named)
end

-- What is wrong with how a call went that was spoilt at these places with these values; nil if nothing is.
local function verdict(f, entry, spoilt, ok, result, receiver)
    if not ok then
        return judge_error(f, entry, spoilt, result)
    end
    local turned, other_self, finite, extreme, skips = false, false, true, false, false
    for _, s in ipairs(spoilt) do
        local turning = turns(entry, s.place, s.value)
        turned, other_self = turned or turning, other_self or turning and is_self(f, s.place)
    end
    for _, s in ipairs(spoilt) do
        if not may_stand(entry, s.place, s.value) and not (turned and #s.place.path == 1 or other_self) then
            return "it is accepted"
        elseif may_stand(entry, s.place, s.value) and not may_carry(f, entry, s.place, s.value) then
            return "it is carried through"
        end
        finite = finite and (s.value.finite or s.place.past and not other_self)
        extreme = extreme or s.value.extreme
        skips = skips or s.place.path[2] == "skip_validity_check"
    end
    local may_overflow = entry.gives_nan or extreme and (entry.carries or entry.overflows)
    local expected = { kinds = entry.kinds, finite = finite and not may_overflow, body = entry.body and not skips }
    local wrong = walk.judge_answer(result, expected)
    if not wrong and f.mutates and receiver and expected.finite then
        wrong = walk.judge_answer({ n = 1, receiver }, { kinds = { [walk.kind(receiver)] = true }, finite = true })
    end
    return wrong
end

local function label_of(f, spoilt)
    local parts = {}
    for i, s in ipairs(spoilt) do
        parts[i] = walk.show(s.place.path, f.method) .. " = " .. s.value.label
    end
    return f.key .. " with " .. table.concat(parts, " and ")
end

-- All values of ours among the arguments, which are given a tag first: number of the argument -> its content.
local tag = rigid.Vec3(1, 2, 3):tag { of = "B" }
local frames = debug.getmetatable(require "rigid.core").inner.frames
local TAG <const> = frames.tag(tag)

local function contents(args)
    local list = {}
    for i = 1, args.n do
        if rigid.type(args[i]) and not rawequal(args[i], robot) then
            if type(args[i]) == "userdata" then
                frames.set_tag(args[i], TAG, nothing)
            end
            list[i] = walk.snapshot(args[i])
        end
    end
    return list
end

-- One call of example number e, spoilt. Returns what is wrong, with the call, or nil.
local function try(f, entry, e, spoilt, count)
    for _, s in ipairs(entry.passes_over and spoilt or {}) do
        if entry.passes_over(s.place, s.value) then
            return
        end
    end
    local args = table.pack(entry.examples[e]())
    for _, s in ipairs(spoilt) do
        walk.substitute(args, s.place.path, s.value.make())
    end
    local receiver = f.method and (not count or count > 0) and rigid.type(args[1]) and args[1] or nil
    local before = robot and rawequal(receiver, robot) and robot_before or walk.snapshot(receiver)
    local all = contents(args)
    local label = label_of(f, spoilt)
    local ok, result, seconds = walk.call(label, f.f, args, count)
    local wrong = verdict(f, entry, spoilt, ok, result, receiver) or walk.judge_time(seconds)
    local may_change = ok and f.mutates and not (entry.says_no and result[1] == false)
    if not wrong and not may_change and not walk.is_same(before, walk.snapshot(receiver)) then
        wrong = "the receiver has changed"
    end
    for i, content in pairs(not ok and all or {}) do
        wrong = wrong or not walk.is_same(content, walk.snapshot(args[i])) and ("argument %d has changed"):format(i)
        wrong = wrong or type(args[i]) == "userdata" and frames.tag(args[i]) ~= TAG and ("argument %d has lost its tag"):format(i)
    end
    return wrong and label .. ": " .. wrong
end

local NIL <const> = foreign.values[1]
assert(NIL.kind == "nil")

local function one_place_at_a_time(f, entry, note)
    for e, places in ipairs(entry.places) do
        for _, place in ipairs(places) do
            local list = entry.brief and foreign.brief or foreign.values
            if place.deep or place.past then
                list = entry.brief and foreign.deep or foreign.short
            end
            for _, value in ipairs(list) do
                note(try(f, entry, e, { { place = place, value = value } }))
            end
        end
    end
end

local function too_few(f, entry, note)
    for e, example in ipairs(entry.examples) do
        local n = select("#", example())
        for count = 0, n - 1 do
            local missing = {}
            for i = count + 1, n do
                missing[#missing + 1] = { place = { path = { i }, kinds = entry.kinds_at[i] }, value = NIL }
            end
            note(try(f, entry, e, missing, count))
        end
    end
end

-- Nil behind the last argument is as nothing: a call is often handed on with what was not given.
local function surplus_nils(f, entry, note)
    for e, example in ipairs(entry.examples) do
        local args = table.pack(example())
        if args.n == #entry.kinds_at then
            local ok, result = walk.call(f.key, f.f, args, args.n + 2)
            note(not ok and ("%s, call %d, with two nils more: %s"):format(f.key, e, tostring(result)))
        end
    end
end

local function fresh_key()
    return {}
end

-- A field that is not known must be refused, whatever else is good, and a slip of the pen must be recognised.
local function unknown_fields(f, entry, note)
    local function refused(e, path, label, change, field)
        local args = table.pack(entry.examples[e]())
        local holder = args
        for _, key in ipairs(path) do
            holder = holder[key]
        end
        change(holder)
        label = ("%s with %s in %s"):format(f.key, label, walk.show(path, f.method))
        local ok, message = walk.call(label, f.f, args)
        local position = path[1] - (f.method and 1 or 0)
        local wrong = ok and "it is accepted" or walk.judge_error(message, f.name, { [position] = true }, field)
        note(wrong and label .. ": " .. wrong)
    end
    for e, places in ipairs(entry.places) do
        for _, place in ipairs(places) do
            local fields = place.options and not data_at(entry, place) and walk.sorted_keys(place.options) or {}
            for _, field in ipairs(fields) do
                refused(e, place.path, ("'%ss' for '%s'"):format(field, field), function(holder)
                    holder[field .. "s"], holder[field] = holder[field], nil
                end, #place.path == 1 and field or nil)
                refused(e, place.path, ("'%s\\0'"):format(field), function(holder)
                    holder[field .. "\0"] = holder[field]
                end)
            end
            for _, key in ipairs(#fields > 0 and { "nonsense", "", 1, 2.5, true, print, fresh_key() } or {}) do
                refused(e, place.path, "the field " .. tostring(key), function(holder)
                    holder[key] = 1
                end)
            end
        end
    end
end

local function is_within(a, b)
    for i = 1, math.min(#a, #b) do
        if a[i] ~= b[i] then
            return false
        end
    end
    return true
end

-- The same draws for a function whatever others there are.
local function seed_of(key)
    local seed = 0
    for i = 1, #key do
        seed = (seed * 31 + key:byte(i)) % 65536
    end
    return seed
end

local DRAWS <const> = tonumber(os.getenv "RIGID_DRAWS") or 200 -- fewer where each takes long

local function two_places_at_a_time(f, entry, note, seed)
    local d = draw.stream(seed)
    for _ = 1, entry.brief and DRAWS // 8 or DRAWS do
        local e = d:integer(1, #entry.places)
        local places = entry.places[e]
        local a, b = places[d:integer(1, #places)], places[d:integer(1, #places)]
        local x, y = foreign.values[d:integer(1, #foreign.values)], foreign.values[d:integer(1, #foreign.values)]
        if not is_within(a.path, b.path) then
            local wrong = try(f, entry, e, { { place = a, value = x }, { place = b, value = y } })
            note(wrong and ("with seed %d: %s"):format(seed, wrong))
        end
    end
end

-- Make the good calls; learn what kinds of values they take and give.
local function learn(f, entry)
    entry.kinds, entry.outs = {}, {}
    for e, example in ipairs(entry.examples) do
        local args = table.pack(example())
        local before = walk.snapshot(table.pack(example()))
        local ok, result = walk.call(f.key, f.f, args)
        if not ok then
            error(("the good call %d of %s raises: %s"):format(e, f.key, tostring(result)), 0)
        end
        entry.kinds[walk.kinds_of(result)] = true
        entry.gives_nan = entry.gives_nan or not walk.is_finite(result)
        assert(entry.carries or not entry.gives_nan, f.key .. " gives NaN to a good call")
        local is_result = {}
        for i = 1, result.n do
            is_result[result[i] or false] = true
        end
        for i = 2, args.n do
            entry.outs[i] = entry.outs[i] or f.method and not f.mutates and is_result[args[i]]
        end
        for i = f.mutates and 2 or 1, args.n do
            assert(entry.outs[i] or walk.is_same(before[i], args[i]), ("%s changes its argument %d"):format(f.key, i))
        end
    end
    if entry.kinds[f.class] then
        for _, class in ipairs(generic_classes(f, entry)) do
            entry.kinds[class] = true
        end
    end
    entry.places = walk.places(entry.examples)
    widen(f, entry)
    entry.kinds_at = {}
    for _, places in ipairs(entry.places) do
        for _, place in ipairs(places) do
            if #place.path == 1 and not place.past then
                entry.kinds_at[place.path[1]] = place.kinds
            end
        end
    end
end

local function gather()
    local failures, count, seen = {}, 0, {}
    local function note(failure)
        if failure then
            count = count + 1
            -- alike but for the value: say it once or twice
            local gist = failure:gsub("= [^:]*:", ":"):gsub("seed %d+", ""):gsub("[%d.]+", "")
            seen[gist] = (seen[gist] or 0) + 1
            if seen[gist] <= 2 and #failures < 15 then
                failures[#failures + 1] = failure
            end
        end
    end
    local function report()
        if count > 0 then
            error(("%d calls went wrong, such as\n  %s"):format(count, table.concat(failures, "\n  ")), 0)
        end
    end
    return note, report
end

-- Does the name say that the receiver changes?
local function says_it_mutates(f)
    return f.method and (f.name == "set" or f.name:find "^set_" or f.name:find "_in_place$") and true or false
end

-- help and lesson write to io.stdout, where nobody wants to read all this.
local function quietly(f)
    local mute, own = { write = nothing }, require "rigid.environment".io -- what the modules have for globals
    return function(...)
        local stdout = own.stdout
        own.stdout = mute
        local results = table.pack(pcall(f, ...))
        own.stdout = stdout
        if not results[1] then
            error(results[2], 0)
        end
        return table.unpack(results, 2, results.n)
    end
end

-- ---- operators ------------------------------------------------------------------------------------------------------------

local OPERATORS <const> = {
    ["+"] = function(a, b)
        return a + b
    end,
    ["-"] = function(a, b)
        return a - b
    end,
    ["*"] = function(a, b)
        return a * b
    end,
    ["/"] = function(a, b)
        return a / b
    end,
    ["//"] = function(a, b)
        return a // b
    end,
    ["%"] = function(a, b)
        return a % b
    end,
    ["^"] = function(a, b)
        return a ^ b
    end,
    ["&"] = function(a, b)
        return a & b
    end,
    ["<<"] = function(a, b)
        return a << b
    end,
    [".."] = function(a, b)
        return a .. b
    end,
    ["=="] = function(a, b)
        return a == b
    end,
    ["<"] = function(a, b)
        return a < b
    end,
    ["<="] = function(a, b)
        return a <= b
    end,
    ["unary -"] = function(a)
        return -a
    end,
    ["~"] = function(a)
        return ~a
    end,
    ["#"] = function(a)
        return #a
    end,
    ["tostring"] = function(a)
        return tostring(a)
    end,
    ["index"] = function(a, b)
        return a[b]
    end,
    ["call"] = function(a, b)
        return a(b, b)
    end,
}

-- What each operator gives, by the kinds of its operands; all that is not here must be an error.
local gives = {}
for operator in pairs(OPERATORS) do
    gives[operator] = {}
end

-- rule("*", "Rotation", "Vec3 table", "Vec3"): what is left of it times any of those; "same" is the kind on the right.
local function rule(operator, left, right, result)
    for _, l in ipairs(words_of(left)) do
        for _, r in ipairs(words_of(right)) do
            gives[operator][l .. " " .. r] = result == "same" and r or result
        end
    end
end

for _, family in ipairs { MOTIONS, FORCES } do
    local classes = words_of(family)
    for _, class in ipairs(classes) do
        for _, operator in ipairs { "+", "-" } do
            rule(operator, class, class, class)
            rule(operator, class, classes[1], class)
            rule(operator, classes[1], class, class)
        end
        rule("*", "Matrix", class, "Vector")
        rule("*", "Transform", class, class)
    end
end
for _, class in ipairs(words_of("Vec3 Matrix Vector RotationalInertia " .. SPATIAL)) do
    rule("*", class, "number", class)
    rule("*", "number", class, class)
    rule("/", class, "number", class)
    if class ~= "RotationalInertia" then
        rule("unary -", class, "nil", class)
    end
end
for _, class in ipairs(words_of "Vec3 Matrix Vector RotationalInertia ABI Inertial") do
    rule("+", class, class, class)
    rule("-", class, class, class)
end
for _, operator in ipairs { "+", "-" } do
    rule(operator, "Vector", "table", "Vector")
    rule(operator, "table", "Vector", "Vector")
    rule(operator, "Vec3", "table", "Vec3")
    rule(operator, "table", "Vec3", "Vec3")
end
rule("*", "Matrix", "Matrix ABI", "Matrix")
rule("*", "Matrix", "Vector Vec3 table", "Vector")
rule("*", "Rotation", "Rotation", "Rotation")
rule("*", "Rotation RotationalInertia", "Vec3 table", "Vec3")
rule("*", "Transform", "Transform SpatialInertia ABI", "same")
rule("*", "Transform", "Vec3 table", "Vec3")
rule("+", "SpatialInertia", "SpatialInertia", "SpatialInertia")
rule("+", "SpatialInertia", "ABI", "ABI")
rule("+", "ABI", "SpatialInertia", "ABI")
rule("-", "SpatialInertia", "SpatialInertia", "SpatialInertia")
rule("-", "SpatialInertia", "ABI", "ABI")
rule("-", "ABI", "SpatialInertia", "ABI")
rule("*", "SpatialInertia", "Twist", "SpatialMomentum")
rule("*", "SpatialInertia ABI", "SpatialAcc", "Wrench")
rule("*", "SpatialInertia ABI", "SpatialMotion", "SpatialForce")
rule("*", "SpatialInertia ABI", "Matrix", "Matrix")
rule("#", "Vec3 Vector " .. SPATIAL, "nil", "number")
rule("#", "Log", "nil", "number")
rule("tostring", EVERY, "nil", "string")
rule("call", "Matrix", "number", "number")

local IS_CLASS <const> = select(2, words_of(EVERY))

-- What may come of it: a kind, nil for an error, "any" where no more can be said.
local function outcome(operator, a, b)
    if operator == "==" then
        return "boolean"
    elseif operator == "index" and IS_CLASS[a.kind] then
        return "any"
    end
    return gives[operator][a.kind .. " " .. b.kind]
end

-- An operator may fail with our words or with those of Lua, but must say what it was given.
local function wrong_words(message, a, b)
    local function named(value)
        return message:find(value.kind, 1, true) or value.kind == "Log" and message:find("table", 1, true)
    end
    if type(message) ~= "string" then
        return "the error is a " .. type(message) .. ", not a text"
    elseif #message > 1000 then
        return ("the message has %d bytes: %s.."):format(#message, message:sub(1, 80))
    elseif message:find "attempt to " or message:find "^index " or message:find "^m%(i, j%)" or a.disguised then
        return nil
    elseif not named(a) and not named(b) then
        return "the error names neither operand: " .. message
    end
end

local succeeded = {}

local function try_operator(operator, f, a, b)
    local label = ("%s with %s and %s"):format(operator, a.label, b.label)
    local ok, result, seconds = walk.call(label, f, { a.make(), b.make(), n = 2 })
    local expected = outcome(operator, a, b)
    local wrong = walk.judge_time(seconds)
    if not ok then
        wrong = wrong or wrong_words(result, a, b)
    elseif not expected then
        wrong = "it gives a " .. walk.kind(result[1])
    elseif expected ~= "any" then
        local divides = operator == "/" and b.kind == "number"
        local finite = a.finite and b.finite and not a.extreme and not b.extreme and not divides
        wrong = wrong or walk.judge_answer(result, { kinds = { [expected] = true }, finite = finite })
        succeeded[operator .. " " .. a.kind .. " " .. b.kind] = true
    end
    return wrong and label .. ": " .. wrong
end

local function is_ours(value)
    return IS_CLASS[value.kind] ~= nil
end

-- ---- metamethods, called by hand ------------------------------------------------------------------------------------------

local OPERATOR_OF <const> = { __add = "+", __sub = "-", __mul = "*", __div = "/", __unm = "unary -" }

-- debug.getmetatable hands the metamethods to anyone, who may call them with anything. They must hold, and what they
-- answer must be made of what they were given: the same when asked again.
local function try_metamethod(m, values)
    local labels = {}
    local function arguments()
        local args = { n = #values }
        for i, value in ipairs(values) do
            args[i], labels[i] = value.make(), value.label
        end
        return args
    end
    local args = arguments()
    local label = ("%s of %s called with %s"):format(m.event, m.class, table.concat(labels, ", "))
    local ok, result, seconds = walk.call(label, m.f, args)
    local wrong = walk.judge_time(seconds)
    local a, b = values[1] or NIL, values[2] or NIL
    if not ok then
        if type(result) ~= "string" or #result > 1000 then
            wrong = wrong or "the error is no short text"
        end
    else
        local operator = OPERATOR_OF[m.event]
        local expected = operator and gives[operator][a.kind .. " " .. (operator == "unary -" and "nil" or b.kind)]
        if m.class == "ABI" and expected == "SpatialInertia" then
            expected = "ABI" -- by hand only: the sum or difference of two SpatialInertias, as ABIs
        end
        if operator and (is_ours(a) or is_ours(b)) and not (expected and walk.kinds_of(result) == expected) then
            wrong = wrong or "it gives a " .. walk.kinds_of(result)
        end
        local again_ok, again = walk.call(label, m.f, arguments())
        if not again_ok or not walk.is_same(result, again) then
            wrong = wrong or "it gives something else the second time"
        end
    end
    return wrong and label .. ": " .. wrong
end

describe("a model in use", function()
    local function message(f, ...)
        local ok, text = pcall(f, ...)
        assert.is_false(ok)
        return text
    end

    it("says which body may have been meant", function()
        local m, q = the_robot(), the_robot():neutral()
        assert.truthy(message(m.pose, m, q, "wirst"):find "no body or frame named 'wirst'; did you mean 'wrist'?")
        assert.truthy(message(m.pose, m, q, "TIP"):find "; did you mean 'tip'?")
        assert.falsy(message(m.pose, m, q, "shoulder blade"):find "did you mean")
        assert.truthy(message(m.inverse_dynamics, m, q, nil, nil, { fingr = six() }):find "; did you mean 'finger'?")
    end)

    it("writes its three results into three Matrices", function()
        local m, out = the_robot(), rigid.Matrix(6, 6)
        local text = message(m.inverse_dynamics_derivatives, m, m:neutral(), nil, nil, out, nil, out)
        assert.truthy(text:find "bad argument #6 to 'inverse_dynamics_derivatives' %(this Matrix is to be written into as argument #4")
    end)

    -- Whatever makes a value may run a finalizer, and the model be another when that is done.
    it("is as it was when a call began, whatever a finalizer does to it meanwhile", function()
        local m, q, v = good.Model(), seven(), six()
        local expected = m:inverse_dynamics(q, v, v)
        local function tune(name, percent)
            if _VERSION == "Lua 5.4" then return collectgarbage("set" .. name, percent) end
            return collectgarbage("param", name, percent)
        end
        -- Nor may `make gc` force collections here: those do not run finalizers, and begin the others anew.
        if rawget(_G, "gc_step") then _G.gc_step(0, 0) end
        local pause, speed = tune("pause", 100), tune("stepmul", 1000) -- one collection after the other, however large the heap
        finally(function() tune("pause", pause) tune("stepmul", speed) end)
        -- Calls until the finalizer has run in the midst of three of them. Few wait for it at a time: what they leave behind is
        -- not collected before all have run.
        local function meddled(finalizer)
            local metatable, inside, met, waiting = {}, false, 0, 0
            function metatable.__gc()
                met, waiting = met + (inside and 1 or 0), waiting - 1
                finalizer()
            end
            for _ = 1, 1000000 do
                if waiting < 3 then
                    setmetatable({}, metatable)
                    waiting = waiting + 1
                end
                inside = true
                local ok, result = pcall(m.inverse_dynamics, m, q, v, v)
                inside = false
                if not ok then
                    assert.truthy(result:find "'inverse_dynamics' has no answer: the model was changed, by a finalizer or a hook, while it was compiled")
                elseif result ~= expected then -- no assert: what it allocates would run the finalizers out here
                    error "another result"
                end
                if met >= 3 then
                    break
                end
            end
            assert(met >= 3, "the finalizer never ran in the midst of a call")
        end
        meddled(function()
            m:inverse_dynamics({ 0, 0, 0, 1, 0, 0, 0 }, { 9, 9, 9, 9, 9, 9 }, { 8, 8, 8, 8, 8, 8 })
        end)
        meddled(function() m:set_gravity(m:gravity()) end)
        local pending = 0
        meddled(function()
            pending = pending + 1
            local name = m:attach { name = "burden" .. pending, body = m:body_names()[1], inertia = rigid.SpatialInertia.solid_cube { mass = 1, length = 1 } }.name
            m:bias_forces(q, v)
            m:detach(name)
        end)
    end)
end)

describe("bad arguments", function()
    local functions = walk.functions()

    teardown(function()
        foreign.restore()
        os.remove(session_file)
        if view_file then os.remove(view_file) end
        for _, path in ipairs { loaded or written, written } do
            os.remove(path)
            os.remove((path:gsub("%.lua$", "")))
        end
        if mesh_file then
            os.remove(mesh_file)
            os.remove((mesh_file:gsub("%.obj$", "")))
        end
    end)

    -- What a call may have turned on is not to show in the next spec.
    after_each(function()
        rigid.frames(false)
        rigid.provenance(false)
        rigid.format { digits = "auto", unicode = "auto", width = "auto" }
    end)

    it("has good calls for every function, and for nothing that is not one", function()
        local wanting, exists = {}, {}
        for _, class in ipairs(walk.classes()) do
            wanting[#wanting + 1] = not good[class] and class .. ", a good value of it in spec.support.foreign" or nil
        end
        for _, f in ipairs(functions) do
            exists[f.key] = true
            wanting[#wanting + 1] = not calls[f.key] and f.key or nil
        end
        for _, key in ipairs(walk.sorted_keys(calls)) do
            wanting[#wanting + 1] = not exists[key] and key .. " (there is none)" or nil
        end
        assert.same({}, wanting)
    end)

    for _, f in ipairs(functions) do
        local entry = calls[f.key]
        if entry then
            it(f.key .. " names every wrong argument", function()
                f.mutates = entry.changes or says_it_mutates(f)
                f.f = (entry.anything or entry.loud or entry.prints) and quietly(f.f) or f.f
                if entry.loud then
                    local real = gnuplot.draw
                    gnuplot.draw = word "a picture"
                    finally(function()
                        gnuplot.draw = real
                    end)
                end
                learn(f, entry)
                local note, report = gather()
                walk.watched(function()
                    one_place_at_a_time(f, entry, note)
                    too_few(f, entry, note)
                    surplus_nils(f, entry, note)
                    unknown_fields(f, entry, note)
                    two_places_at_a_time(f, entry, note, seed_of(f.key))
                end)
                report()
            end)
        end
    end
    it("has an operator for every rule, and a rule for every operator", function()
        local note, report = gather()
        walk.watched(function()
            for _, operator in ipairs(walk.sorted_keys(OPERATORS)) do
                local f = OPERATORS[operator]
                local unary = operator:find "^[u~#t]"
                local left_alone = operator == "call" or operator == "index"
                for _, a in ipairs(foreign.values) do
                    for _, b in ipairs(unary and { NIL } or foreign.values) do
                        if is_ours(a) or is_ours(b) and not left_alone then
                            note(try_operator(operator, f, a, b))
                        end
                    end
                end
            end
        end)
        for operator, rules in pairs(gives) do
            for kinds in pairs(rules) do
                note(not succeeded[operator .. " " .. kinds] and ("%s never works for %s"):format(operator, kinds))
            end
        end
        report()
    end)

    it("lets nothing be written into a value but an entry of a Vector, and a Log, which is a table", function()
        local note, report = gather()
        local entries = {}
        for _, value in ipairs(foreign.short) do
            local wanted = value.kind == "nil" or value.kind == "string" or value.label == "1" or value.label == "NaN"
            entries[#entries + 1] = wanted and value or nil
        end
        for _, value in ipairs(foreign.values) do
            for _, key in ipairs(is_ours(value) and value.kind ~= "Log" and foreign.values or {}) do
                for _, entry in ipairs(key.kind ~= "nil" and key.label ~= "NaN" and entries or {}) do
                    local target = value.make()
                    local before = walk.snapshot(target)
                    local label = ("%s [%s] = %s"):format(value.label, key.label, entry.label)
                    local ok, message = walk.call(label, function()
                        target[key.make()] = entry.make()
                    end, { n = 0 })
                    if ok and not (value.kind == "Vector" and key.kind == "number" and entry.kind == "number") then
                        note(label .. ": it is accepted")
                    elseif not ok and not walk.is_same(before, walk.snapshot(target)) then
                        note(label .. ": the value has changed")
                    elseif not ok and (type(message) ~= "string" or #message > 1000) then
                        note(label .. ": the error is no short text")
                    end
                end
            end
        end
        report()
    end)

    it("holds when its metamethods are called with anything", function()
        local note, report = gather()
        local d = draw.stream(20240)
        local function any()
            return foreign.values[d:integer(1, #foreign.values)]
        end
        walk.watched(function()
            for _, m in ipairs(walk.metamethods()) do
                note(try_metamethod(m, {}))
                for _, value in ipairs(foreign.values) do
                    note(try_metamethod(m, { value }))
                    note(try_metamethod(m, { value, any() }))
                    note(try_metamethod(m, { any(), value }))
                    note(try_metamethod(m, { value, any(), any() }))
                end
            end
        end)
        report()
    end)

    teardown(function() -- all of it together
        assert.is_true(walk.calls > 200000, ("only %d calls"):format(walk.calls))
    end)
end)
