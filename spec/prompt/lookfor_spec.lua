-- What lookfor, ?? and the pages' search find: forty ordinary queries with what they must find among the first; and what there is
-- not, which says so.
local index = require "rigid.prompt.index"
local concepts = require "rigid.prompt.concepts"
local help = require "rigid.prompt.help"
local lookfor = require "rigid.prompt.lookfor"

-- Query, and what must be among the first three.
local QUERIES <const> = { -- read by spec/doc/search_spec.lua too
    {"FK", "Model:pose"}, {"forward kinematics", "Model:pose"}, {"where is the end effector", "Model:pose"}, {"CRBA", "Model:mass_matrix"},
    {"inertia matrix of the robot", "Model:mass_matrix"}, {"RNEA", "Model:inverse_dynamics"}, {"computed torque", "Model:inverse_dynamics"},
    {"ABA", "Model:forward_dynamics"}, {"gravity compensation", "Model:gravity_forces"}, {"gravity torques", "Model:gravity_forces"},
    {"center of mass", "Model:com"}, {"centre of mass", "Model:com"}, {"csv", "Log:save"}, {"export to CSV", "Log:save"}, {"ODE", "Model:simulate"},
    {"simulation", "Model:simulate"}, {"simulating a robot", "Model:simulate"}, {"runge-kutta", "Model:simulate"}, {"least squares", "Matrix:solve"},
    {"payload", "Model:attach"}, {"load urdf", "rigid.load"}, {"euler angles", "Rotation.rpy"}, {"quaternions", "Rotation.quaternion"},
    {"parallel axis theorem", "SpatialInertia:shift"}, {"jacobians", "Model:jacobian"}, {"jacobian time derivative", "Model:jacobian_derivative"},
    {"singularities", "Model:jacobian"}, {"degrees of freedom", "Model:nv"}, {"coriolis", "Model:coriolis_matrix"}, {"floating base", "rigid.load"},
    {"closed loops", "Model:add_loop"}, {"ground contact", "Model:add_ground"}, {"joint limits", "Model:limits"}, {"rotor inertia", "Model:armature"},
    {"3d viewer", "rigid.view"}, {"plot energy", "Log:plot"}, {"eigenvalues", "Matrix:eigen_symmetric"}, {"inertia of an STL mesh", "SpatialInertia.from_mesh_file"},
    {"system identification", "Model:regressor"}, {"gravty compensaton", "Model:gravity_forces"}, {"momentem", "Log:momentum"}, {"com jacobian", "Model:com_jacobian"}, {"change the gravity", "Model:set_gravity"},
    {"units", "conventions"}, {"how heavy is the robot: total mass", "Model:total_mass"},
    {"mass_matrx", "Model:mass_matrix"}, {"how do I compute the mass matrix?", "Model:mass_matrix"}, {"benchmarking", "rigid.bench"},
}

-- Query, and what must come first.
local FIRST <const> = {
    {"IK", "Model:inverse_kinematics"}, {"inverse kinematics", "Model:inverse_kinematics"}, {"LQR", "rigid.lqr"}, {"DH parameters", "Transform.dh"},
    {"minimum jerk", "trajectory.minimum_jerk"}, {"slerp", "Rotation:slerp"}, {"read csv", "rigid.read_csv"}, {"collision detection", "Model:add_contact"},
    {"fminsearch", "rigid.minimize"}, {"statistics", "Vector:mean"}, {"qr decomposition", "Matrix:qr"}, {"cholesky", "Matrix:cholesky"},
    {"linearization", "Model:linearize"}, {"pseudoinverse", "Matrix:pinv"},
}

-- What functions of the toolbox are called elsewhere and by people: each must find its own among the first four.
local TOOLBOX <const> = [[
    Model:inverse_kinematics: ik|ikine|inverse kinematics|solve for joint angles|reach a pose|levenberg marquardt ik|generalizedInverseKinematics|whole body ik|two hands|redundant arm posture
    Model:manipulability: manipulability|manipulability ellipsoid|yoshikawa|singularity|singular configuration|vellipse|dexterity|null space motion|maniplty|jsingu
    Model:differential_ik: differential ik|velocity ik|resolved rate|velocity control|resolved motion rate control|damped least squares|differential inverse kinematics
    Model:follow: follow a trajectory|trajectory torques|follow a path|cartesian path|straight line motion|inverse dynamics along a trajectory
    trajectory: trajectory|path planning|waypoints|motion profile
    trajectory.quintic: quintic|quintic polynomial|fifth order polynomial|tpoly|polynomial trajectory
    trajectory.minimum_jerk: minimum jerk|min jerk|smooth trajectory|jtraj
    trajectory.trapezoid: trapezoid|trapezoidal velocity profile|lspb|bang bang|trapveltraj|velocity profile
    trajectory.spline: spline|cubic spline|CubicSpline|interpolate points|cubicpolytraj|natural spline|clamped spline
    trajectory.bspline: bspline|B-spline|basis spline|bsplinepolytraj|control points
    trajectory.slerp: slerp|rottraj|orientation interpolation|interpolate orientations
    trajectory.squad: squad|spherical cubic|quaternion spline|smooth orientation
    trajectory.screw: screw motion|se3 interpolation|transformtraj|ctraj|pose interpolation|straight line in SE(3)|cartesian trajectory
    trajectory.within: time scaling|retime|velocity limits trajectory|torque limits trajectory|slow down trajectory|topp|toppra|time optimal
    trajectory.through: via points|waypoints|through points|mstraj|waypoint trajectory
    rigid.lyapunov: lyapunov|lyap|dlyap|solve_continuous_lyapunov|solve_discrete_lyapunov|lyapunov equation|gramian|stein equation
    rigid.lqr: lqr|dlqr|riccati|care|dare|solve_continuous_are|linear quadratic regulator|optimal control|state feedback|feedback gain
    rigid.controllability: controllability|ctrb|controllable|stabilizable|kalman rank|reachability|PBH test|obsv|observability
    rigid.discretize: discretize|c2d|zero order hold|zoh|cont2discrete|discretization|sample time
    rigid.poles: poles|pole|closed loop poles|stability|damp|eigenvalues of the closed loop
    Model:linearize: linearize|linearise|linearization|linmod|state space|A and B matrices|jacobian of the dynamics|small signal
    Model:trim: trim|equilibrium|equilibria|operating point|findop|steady state|stand still|balance point
    Model:balance: balance|stabilize|inverted pendulum|balancing controller|cart pole|acrobot|segway
    Model:computed_torque: computed torque|feedback linearization|inverse dynamics control|tracking controller|model based control
    Model:pd_gravity: pd control|pd controller|pid|gravity compensation pd|joint control|proportional derivative|position control
    Model:impedance: impedance|impedance control|compliance|cartesian stiffness|virtual spring|compliant control
    Model:operational_space: operational space|task space control|cartesian control|osc|khatib
    Model:actuate: motor|actuator|gear|gear ratio|torque speed curve|motor limits|saturation|gearbox
    rigid.random: random|random numbers|rng|seed|normal distribution|randn|uniform distribution|rand
    Matrix.random: random matrix|randn|rand
    Vector.random: random vector|randn
    Rotation.random: random rotation|random orientation|rotation random|haar
    Rotation.mean: average rotation|mean rotation|rotation averaging|karcher mean
    rigid.ode: ode45|ode|solve_ivp|integrate differential equation|differential equation|odeint|rk45|integrate my own equations|ode solver|event detection
    rigid.find_root: fzero|brentq|root finding|find root|solve equation|bisection|fsolve|zero of a function
    rigid.least_squares: lsqnonlin|least_squares|curve fit|curve_fit|levenberg marquardt|nonlinear least squares|fit parameters|lsqcurvefit
    rigid.minimize: fminsearch|minimize|fminunc|optimize|optimization|bfgs|fmincon|scipy.optimize
    Matrix:eigen: eig|eigenvalues|eigenvectors|eigen|complex eigenvalues|modes
    Matrix:cholesky: chol|cholesky
    Matrix:qr: qr|orthogonalization|gram schmidt
    Matrix:lu: lu|lu decomposition|gaussian elimination
    Matrix:pinv: pinv|pseudo inverse|moore penrose
    Matrix:null: null|null space|kernel|nullspace|null_space
    Matrix:orth: orth|range space|column space|orthonormal basis
    Matrix:condition: cond|condition number
    Matrix:expm: expm|matrix exponential
    Matrix:logm: logm|matrix logarithm
    Matrix:kron: kron|kronecker|tensor product
    Matrix:row: row|get a row
    Matrix:column: column|col
    Matrix:hcat: hcat|concatenate|hstack|horzcat|stack matrices
    Matrix:vcat: vcat|vstack|vertcat
    Matrix.zeros: zeros|matrix of zeros
    Matrix.ones: ones
    Vector.linspace: linspace|evenly spaced|range of numbers|arange
    Vector:mean: mean|average
    Vector:deviation: standard deviation|std|variance
    Vector:histogram: histogram|hist|bins
    Matrix:sum: sum of rows|column sums
    Matrix:min: minimum|smallest entry
    Matrix:max: maximum|largest entry
    Rotation.x: rotx|rotation about x|elementary rotation
    Rotation.y: roty|rotation about y
    Rotation.z: rotz|rotation about z
    Rotation.euler: euler|eul2r|eul2rotm|euler angles zyx|ZYZ
    Rotation:euler: rotm2eul|tr2eul|euler angles of a rotation
    Rotation:slerp: slerp|interpolate rotations|spherical linear interpolation
    Rotation:distance: angle between rotations|rotation distance|geodesic distance
    Rotation.jexp: dexp|right jacobian|jexp|Jexp3|left jacobian
    Rotation:jlog: jlog|Jlog3|dlog|inverse of dexp
    Transform:jlog: Jlog6|jlog se3
    SpatialMotion:jexp: Jexp6
    Transform.dh: dh|denavit hartenberg|dh parameters|standard dh
    Transform.mdh: mdh|modified dh|craig
    Transform:interpolate: trinterp|interpolate transforms|interpolate poses
    Quaternion: quaternion|unit quaternion|UnitQuaternion|hamilton product
    SpatialInertia.solid_cone: cone|inertia of a cone
]]

-- As people ask who come from elsewhere: names of other libraries, synonyms, slips of the fingers; among the first three.
local OTHERS <const> = {
    {"getFrameJacobian", "Model:jacobian"}, {"computeJointJacobians", "Model:jacobian"}, {"mj_forward", "Model:forward_dynamics"},
    {"mj_inverse", "Model:inverse_dynamics"}, {"updateFramePlacements", "Model:pose"}, {"centerOfMass", "Model:com"},
    {"nonLinearEffects", "Model:bias_forces"}, {"buildModelFromUrdf", "rigid.load"}, {"importrobot", "rigid.load"}, {"loadURDF", "rigid.load"},
    {"MultibodyPlant", "rigid.load"}, {"getTransform matlab", "Model:pose"}, {"geometricJacobian", "Model:jacobian"}, {"massMatrix", "Model:mass_matrix"},
    {"gravityTorque", "Model:gravity_forces"}, {"velocityProduct", "Model:bias_forces"}, {"externalForce", "Model:inverse_dynamics"},
    {"randomConfiguration", "Model:random_state"}, {"homeConfiguration", "Model:neutral"}, {"semilogy", "rigid.plot"}, {"scatter plot", "rigid.plot"},
    {"heatmap", "rigid.plot"}, {"imagesc", "rigid.plot"}, {"plot3", "rigid.plot"}, {"phase portrait", "Log:plot"}, {"settling time", "Log:series"}, {"time series", "Log:series"},
    {"compare two simulations", "Log:plot"}, {"log scale", "rigid.plot"}, {"histogram plot", "rigid.plot"}, {"save figure", "rigid.plot"},
    {"inerta tensor of a box", "SpatialInertia.solid_box"}, {"moment of inertia cylinder", "SpatialInertia.solid_cylinder"},
    {"principle axes", "RotationalInertia:principal"}, {"rotation matrix to quaternion", "Rotation:quaternion"}, {"axis angle", "Rotation.axis_angle"},
    {"screw axis", "Twist:exp"}, {"viscous damping", "Model:damping"}, {"remove payload", "Model:detach"}, {"list of joints", "Model:joint_names"},
    {"energy drift", "Log:energy"}, {"acceleration of the hand", "Model:acceleration"}, {"invert a matrix", "Matrix:inverse"},
    {"derivative of forward dynamics", "Model:forward_dynamics_derivatives"}, {"yoshikawa", "Model:manipulability"},
    {"damped least squares", "Model:inverse_kinematics"}, {"resolved rate", "Model:differential_ik"}, {"excitation trajectory", "rigid.excitation"},
    {"friction cone", "Model:add_ground"}, {"gimbal lock", "Rotation:rpy"}, {"jacobain", "Model:jacobian"}, {"foward kinematics", "Model:pose"},
    {"quaterion", "Quaternion"}, {"inverse dinamics", "Model:inverse_dynamics"}, {"c code generation", "Model:write_c"},
    {"parallel threads", "Model:rollout"},
    {"radius of gyration", "SpatialInertia:unit_inertia"}, {"pendulum", "Model:simulate"}, {"friction coefficient", "Model:add_ground"},
    {"zero moment point", "Model:contact_forces"}, {"mesh not found", "rigid.load_mesh"}, {"rigidBodyTree", "rigid.load"},
    {"quaternion to rotation matrix", "Rotation.quaternion"}, {"rotation matrix to quaternion", "Rotation:quaternion"},
    {"weld gripper to arm", "Model:attach"}, {"friction identification", "rigid.identify"}, {"end effector position", "Model:pose"},
    {"rotor inertia gear ratio", "Model:actuate"}, {"noise seed reproducible", "rigid.random"}, {"operational space inertia", "Model:operational_space"},
}

-- Query, and words of what is said, since rigid has no such thing.
local ABSENT <const> = {{"lock a joint", "rigid.Model(t)"}, {"closest points", "add_contact"}, {"undo", "no undo"}, {"breakpoint", "rigid -i"}, {"GPU", "cores of the processor"},
    {"ROS", "no interface to ROS"}, {"python", "rigid jupyter"}}

-- Each of forty queries at least finds what it must among the first three.
local function finds(queries)
    assert(#queries >= 40)
    for _, query in ipairs(queries) do
        local found, names = lookfor.find(query[1]), {}
        for i = 1, math.min(3, #found) do names[i] = found[i].name end
        local list = table.concat(names, ", ")
        assert((", " .. list .. ","):find(", " .. query[2] .. ",", 1, true), query[1] .. " -> " .. list)
    end
end

describe("lookfor", function()
    it("finds what forty ordinary queries mean, among its first three", function() finds(QUERIES) end)
    it("finds what people mean who use other libraries' names, other words, and slip", function() finds(OTHERS) end)

    it("puts first what a word of the field means", function()
        for _, query in ipairs(FIRST) do
            local found = lookfor.find(query[1])
            assert.equal(query[2], found[1] and found[1].name, query[1])
            assert.is_nil(lookfor.absent(query[1]), query[1])
        end
    end)

    it("knows the functions of the toolbox by what they are called elsewhere", function()
        local missed = {}
        for name, queries in TOOLBOX:gmatch "%s*([%w_.:]+): ([^\n]+)" do
            for query in queries:gmatch "[^|]+" do
                local found, there = lookfor.find(query), false
                for i = 1, math.min(4, #found) do there = there or found[i].name == name end
                if not there then missed[#missed + 1] = query .. " -> " .. name end
            end
        end
        assert.same({}, missed)
    end)

    it("says what is not there, and what to do instead", function()
        for _, query in ipairs(ABSENT) do
            local said, text = lookfor.absent(query[1]), lookfor.text(query[1]):gsub("%s+", " ")
            assert.truthy(said and said:find(query[2], 1, true), query[1])
            assert.truthy(text:find(said:sub(1, 20), 1, true), text)
        end
        assert.equal(lookfor.absent "undo", help.text "undo")
    end)

    it("says of nothing that is there that it is not", function()
        local known = {}
        for _, name in ipairs(help.names()) do known[name], known[name:gsub("^rigid%.", "")] = true, true end
        for _, concept in ipairs(concepts) do
            for name in (concept.absent and concept[2] or ""):gmatch "%S+" do
                assert(not name:find "[.:]" or not known[name], ("%s: there is %s"):format(concept[1], name))
            end
        end
    end)

    it("has no concept that leads nowhere", function()
        local known = {}
        for _, name in ipairs(help.names()) do known[name] = true end
        for _, concept in ipairs(concepts) do
            local there = 0
            for name in (concept[2] .. " " .. (concept.also or "")):gmatch "%S+" do there = there + (known[name] and 1 or 0) end
            assert(there > 0, concept[1])
            for name in (concept.also or ""):gmatch "%S+" do assert(known[name], name) end
        end
    end)

    it("falls back to what has most of the words, and says so", function()
        local found, whole = lookfor.find "passive regressor zanzibar"
        assert.is_false(whole)
        assert.truthy(found[1].name:find "regressor")
        assert.truthy(lookfor.text "passive regressor zanzibar":find "not all words")
        assert.truthy(lookfor.text "momentem":find "taking momentem for momentum")
    end)
end)

describe("a stem", function()
    it("is the same for the forms of a word, and another for another word", function()
        for _, forms in ipairs {
            {"simulate", "simulates", "simulation", "simulating", "simulated", "simulator"}, {"centre", "center"}, {"body", "bodies"},
            {"matrix", "matrixes"}, {"identity", "identities"}, {"linearize", "linearise", "linearization", "linearisation"},
            {"plot", "plots", "plotting", "plotted"}, {"model", "models", "modelling", "modeling"}, {"metre", "meter", "meters"},
        } do
            for _, form in ipairs(forms) do assert.equal(index.stem(forms[1]), index.stem(form), form) end
        end
        assert.are_not.equal(index.stem "inertia", index.stem "inert")
        assert.are_not.equal(index.stem "mass", index.stem "mas")
        assert.equal("is", index.stem "is")
    end)
end)
