-- What other libraries call a method that has another name here: MATLAB's toolboxes, NumPy, Pinocchio, Drake, MuJoCo. By class (or by the
-- table that holds the functions: rigid, Rotation), and by the name in small letters without underscores; %s is the value's text.
local elsewhere = {}

local METHODS <const> = {
    Model = {
        plot = "a log has one; simulate first: %s:simulate{...}:plot()", view = "it is rigid.view(%s)", show = "it is rigid.view(%s)",
        mass = "it is %s:total_mass()", dof = "it is %s:nv()", dofs = "it is %s:nv()", ndof = "it is %s:nv()",
        numpositions = "it is %s:nq()", numvelocities = "it is %s:nv()", joints = "it is %s:joint_names()", numjoints = "it is #%s:joint_names()",
        links = "it is %s:body_names()", bodies = "it is %s:body_names()", frames = "it is %s:frame_names()", njoints = "it is #%s:joint_names()",
        rnea = "it is %s:inverse_dynamics(q, v, a)", aba = "it is %s:forward_dynamics(q, v, tau)", crba = "it is %s:mass_matrix(q)",
        nle = "it is %s:bias_forces(q, v)", nonlineareffects = "it is %s:bias_forces(q, v)", velocityproduct = "it is %s:bias_forces(q, v)",
        gravitytorque = "it is %s:gravity_forces(q)", gravityload = "it is %s:gravity_forces(q)", generalizedgravity = "it is %s:gravity_forces(q)",
        inertia = "it is %s:mass_matrix(q)", coriolis = "it is %s:coriolis_matrix(q, v)", centerofmass = "it is %s:com(q)",
        computejointjacobians = "it is %s:jacobian(q, body)", computejointjacobian = "it is %s:jacobian(q, body)",
        framejacobian = "it is %s:jacobian(q, body)", jointjacobian = "it is %s:jacobian(q, body)", geometricjacobian = "it is %s:jacobian(q, body)",
        jacob0 = "it is %s:jacobian(q, body)", jacobe = 'it is %s:jacobian(q, body, {frame = "local"})', transform = "it is %s:pose(q, body)",
        fkine = "it is %s:pose(q, body)", forwardkinematics = "it is %s:pose(q, body)", framesforwardkinematics = "it is %s:pose(q, body)",
        ik = "it is %s:inverse_kinematics{target = {body = pose}}", ikine = "it is %s:inverse_kinematics{target = {body = pose}}",
        energy = "there are %s:kinetic_energy(q, v) and %s:potential_energy(q)", home = "it is %s:neutral()", zero = "it is %s:neutral()",
        homeconfiguration = "it is %s:neutral()", zeroconfiguration = "it is %s:neutral()", q0 = "it is %s:neutral()",
        defaultconfiguration = "it is %s:neutral()", randomconfiguration = "it is %s:random_state(seed)", fk = "it is %s:pose(q, body)",
        createdata = "no data is needed: the methods return their results", finalize = "nothing is finalized: use the model at once",
        addlink = "it is %s:add_body{name = ..., joint = ...}", addjoint = "a body brings its joint: %s:add_body{name = ..., joint = ...}",
        framepose = "it is %s:pose(q, body)", bodypose = "it is %s:pose(q, body)", linkpose = "it is %s:pose(q, body)",
        framevelocity = "it is %s:twist(q, v, body)", linkvelocity = "it is %s:twist(q, v, body)", bodyvelocity = "it is %s:twist(q, v, body)",
        frameacceleration = "it is %s:acceleration(q, v, a, body)", animate = "it is rigid.view(%s, log), of a log of %s:simulate{...}",
        dynamics = "there are %s:forward_dynamics(q, v, tau) and %s:inverse_dynamics(q, v, a)", momentum = "it is %s:centroidal_momentum(q, v)",
        removebody = "bodies stay; %s:detach takes off a payload, %s:lock holds joints", removelink = "bodies stay; %s:lock holds joints",
        deletebody = "bodies stay; %s:detach takes off a payload, %s:lock holds joints", rename = "names stay as they were given",
        write = "it is %s:save(path)", export = "it is %s:save(path)", load = "it is rigid.load(path)",
    },
    Matrix = {
        inv = "it is %s:inverse(), or %s:solve(b)", t = "it is %s:transpose()", det = "it is %s:determinant()", eig = "it is %s:eigen()",
        eigenvalues = "it is %s:eigen()", shape = "there are %s:rows() and %s:cols()", size = "there are %s:rows() and %s:cols()",
        chol = "it is %s:cholesky()", eye = "it is Matrix.identity(n)", rand = "it is Matrix.random(rows, cols, seed)",
        array = "it is Matrix{{1, 2}, {3, 4}}", cond = "it is %s:condition()", diag = "an entry is %s(i, i)",
        get = "an entry is %s(i, j), a row %s[i]",
        dot = "a product is %s * b", ldivide = "it is %s:solve(b)", expm1 = "it is %s:expm()", reshape = "it is %s:block(i, j, rows, columns)",
    },
    Vector = {
        shape = "it is #%s", size = "it is #%s", length = "it is #%s", len = "it is #%s", t = "it is a column; a product is a:dot(b)",
        tolist = "it is %s:table()", totable = "it is %s:table()", std = "it is %s:deviation()", get = "an entry is %s[i]",
        append = "it is a:vcat(b)", arange = "it is Vector.linspace(a, b, n)", rand = "it is Vector.random(n, seed)", array = "it is Vector{1, 2, 3}",
        sub = "it is %s:block(i, count)", slice = "it is %s:block(i, count)",
    },
    Transform = {
        inv = "it is %s:inverse()", rpy = "it is %s:rotation():rpy()", quaternion = "it is %s:rotation():quaternion()", r = "it is %s:rotation()",
        euler = "it is %s:rotation():euler(order)", translation = "it is %s:position()", p = "it is %s:position()", t = "it is %s:position()",
        homogeneous = "it is %s:matrix()", act = "it is %s * v", from = "it is Transform{position = ..., rotation = ...}",
    },
    Rotation = {
        fromeuler = 'it is Rotation.euler(order, a, b, c), as in Rotation.euler("zyx", 1, 2, 3)', fromrpy = "it is Rotation.rpy(roll, pitch, yaw)",
        fromquaternion = "it is Rotation.quaternion(w, x, y, z)", fromquat = "it is Rotation.quaternion(w, x, y, z), w first",
        fromaxisangle = "it is Rotation.axis_angle(axis, angle)", frommatrix = "it is Rotation.matrix(rows)", fromrotvec = "it is Rotation.exp(v)",
        aseuler = "it is %s:euler(order)", asquat = "it is %s:quaternion()", asmatrix = "it is %s:matrix()", asrotvec = "it is %s:log()",
        rotx = "it is Rotation.x(angle), in rad", roty = "it is Rotation.y(angle), in rad", rotz = "it is Rotation.z(angle), in rad",
        inv = "it is %s:inverse()", t = "it is %s:inverse()", transpose = "it is %s:inverse()",
    },
    SpatialInertia = {
        rotate = "in other axes it is %s:re_express(R)", rotated = "in other axes it is %s:re_express(R)",
        transform = "it is X * %s, with a Transform X", translate = "about another point it is %s:shift(p)",
        inverse = "it is %s:inverse_matrix(), or %s:apply_inverse(f)", inv = "it is %s:inverse_matrix(), or %s:apply_inverse(f)",
        inertia = "it is %s:rotational_inertia(), about the origin, or %s:central_inertia()", lever = "it is %s:com()", cog = "it is %s:com()",
        volume = "it has none; %s:equivalent_box() has", isvalid = "it is %s:is_physically_valid()", check = "it is %s:diagnose()",
        eig = "the principal moments are %s:central_inertia():moments()", add = "it is a + b", vector = "it is %s:parameters()",
    },
    Body = {
        mass = "it is %s.inertia:mass()", com = "it is %s.inertia:com()", moments = "it is %s.inertia:rotational_inertia()",
        pose = "it is m:pose(q, name)", position = "it is m:pose(q, name):position()", velocity = "it is m:twist(q, v, name)",
        twist = "it is m:twist(q, v, name)", jacobian = "it is m:jacobian(q, name)", mesh = "there are %s.visuals and %s.collisions",
        limits = "there are %s.joint.lower and %s.joint.upper", geometry = "there are %s.visuals and %s.collisions", origin = "it is %s.placement",
        transform = "it is %s.placement",
    },
    Joint = {
        limits = "there are %s.lower and %s.upper", range = "there are %s.lower and %s.upper", limit = "there are %s.lower and %s.upper",
        child = "it is %s.body", parent = "it is %s.body.parent", origin = "it is %s.body.placement", placement = "it is %s.body.placement",
        index = "its place in q is %s.q, in v %s.v", position = "its place in q is %s.q, in v %s.v",
        torque = "it is told by m:inverse_dynamics(q, v, a)",
    },
    Vec3 = {zero = "it is Vec3(0, 0, 0)", w = "it has x, y and z", length = "it is %s:norm()", normalize = "it is %s:unit()", tolist = "it is %s:table()"},
    Log = {
        at = "it is %s:sample(t)", interpolate = "it is %s:sample(t)", view = "it is rigid.view(m, %s), with its model m",
        show = "it is %s:plot(), or rigid.view(m, %s), with its model m", animate = "it is rigid.view(m, %s), with its model m",
        export = "it is %s:save(path)", write = "it is %s:save(path)", tocsv = "it is %s:save(path)", csv = "it is %s:save(path)",
        torques = "it is %s.tau", states = "there are %s.q and %s.v", time = "it is %s.t", times = "it is %s.t",
        data = "there are %s.t, %s.q and %s.v",
        positions = "it is %s.q", velocities = "it is %s.v",
    },
    rigid = {
        urdf = "it is rigid.load(path)", loadurdf = "it is rigid.load(path)", loadmodel = "it is rigid.load(path)",
        loadrobot = "it is rigid.load(path)",
        open = "it is rigid.load(path)", read = "it is rigid.load(path), or rigid.read_csv(path)", parse = "it is rigid.load(path)",
        buildmodelfromurdf = "it is rigid.load(path)", loadsdf = "it is rigid.load(path)", loadmjcf = "it is rigid.load(path)",
        quintic = "it is in rigid.trajectory", spline = "it is in rigid.trajectory", trapezoid = "it is in rigid.trajectory",
        check = "it is m:diagnose(); for files, the command rigid check", diagnose = "it is m:diagnose(), or M:diagnose()",
        sweep = "it is a command of the shell: rigid sweep --help; here rollouts are m:rollout", quit = "the prompt ends by exit, or Ctrl-D",
        convert = "it is m:save(path); for files, the command rigid convert", jupyter = "it is a command of the shell: rigid jupyter --help",
        solve = "it is A:solve(b)", integrate = "it is rigid.ode, or m:simulate{...}", fsolve = "it is rigid.find_root",
    },
}

local PREFIXES <const> = {"get", "calc", "compute", "eval", "evaluate", "set"}

local function plain(name) return (name:lower():gsub("_", "")) end

-- The name in small letters without underscores, and without a word such as compute in front.
local function forms(name)
    local all = {plain(name)}
    for _, prefix in ipairs(PREFIXES) do all[#all + 1] = all[1]:match("^" .. prefix .. "(.+)$") end
    return all
end

-- The name of a list that is the same but for capitals, underscores, and a word such as compute in front; nil where none is.
function elsewhere.same(name, names)
    local wanted = {}
    for _, form in ipairs(forms(name)) do wanted[form] = true end
    for _, known in ipairs(names) do
        if known ~= name and wanted[plain(known)] then return known end
    end
end

-- What is said of the name, looked for at a value of the class that the line calls `text`; nil where nothing is known.
function elsewhere.of(class, name, text)
    local known = METHODS[class] or {}
    for _, form in ipairs(forms(name)) do
        if known[form] then return (known[form]:gsub("%%s", function() return text end)) end
    end
end

-- All that is said, for the spec that looks whether it is there.
elsewhere.methods = METHODS

return elsewhere
