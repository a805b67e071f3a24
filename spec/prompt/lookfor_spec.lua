-- What lookfor, ?? and the pages' search find: ordinary queries with what they must find among the first; and what there is
-- not, which says so. One file: most of it are the lists of queries.
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
    {"lock a joint", "Model:lock"},
}

-- What a student or a user of another library typed, with all answers that would do; among the first three.
local STUDENTS <const> = [[
    end effector position: Model:pose
    tool velocity: Model:twist
    singular configuration: Model:manipulability
    damped least squares: Model:inverse_kinematics|Model:differential_ik
    joint friction identification: rigid.identify|Model:friction
    payload mass estimation: rigid.identify|Model:attach
    how do I load a urdf: rigid.load
    export to mujoco: Model:save
    convert xacro: rigid.load
    ground reaction force: Model:contact_forces
    friction cone: Model:add_ground|Model:add_contact
    quadruped walking: Model:add_ground
    zero moment point: Model:contact_forces
    energy conservation drift: Log:energy
    time step too big: Model:simulate
    stiff spring: Model:stiffness
    runge kutta: rigid.ode|Model:simulate
    PD controller: Model:pd_gravity
    joint space trajectory: trajectory.through
    min jerk: trajectory.minimum_jerk
    trapezoidal velocity profile: trajectory.trapezoid
    quaternion to euler: Rotation:euler|Rotation.euler
    homogeneous matrix: Transform:matrix
    moment of inertia of a cylinder: SpatialInertia.solid_cylinder
    products of inertia sign: RotationalInertia:products
    cad inertia tensor negative eigenvalue: SpatialInertia:diagnose
    principal axes: RotationalInertia:principal
    torque from motor current: Model:actuate
    gear ratio rotor inertia: Model:armature
    plot joint angles: rigid.plot|Log:plot
    save data to csv: Log:save
    animate robot: rigid.view
    set gravity to moon: Model:set_gravity
    random configuration: Model:random_state
    operational space inertia: Model:operational_space
    coriolis and centrifugal forces: Model:bias_forces
    how many joints does it have: Model:nv
    list all links: Model:body_names
    names of the joints in order: Model:joint_names
    mirror a robot left right: SpatialInertia:mirror
    compare two robots: rigid.same_dynamics
    density of aluminium: SpatialInertia.solid_box
    body frame or world frame: Model:twist
    wrench at the flange: Wrench:shift
    double pendulum chaos: Model:simulate
    cart pole: Model:linearize|rigid.lqr
    inverted pendulum stabilisation: rigid.lqr
    state space matrices: Model:linearize
    sampling time of the controller: rigid.discretize
    random seed: rigid.random|Model:random_state
    run a script: prompt
    copy a model: Model:copy
    lock a joint: Model:lock
    fix the base: rigid.load
    attach a gripper: Model:attach
    velocity limits: Model:limits
    torque saturation: Model:simulate
    work done by the motors: Log:energy
    power consumption: Log:energy
    center of pressure: Model:contact_forces
    angular momentum of a satellite: Model:centroidal_momentum
    gyroscopic torque: Model:bias_forces
    spinning top: Model:simulate
    mass of all links together: Model:total_mass
    is my inertia matrix positive definite: SpatialInertia:is_physically_valid
    urdf warnings: Model:notes
    fix a broken urdf: Model:diagnose
    degrees instead of radians: conventions
    convert quaternion xyzw: Quaternion|conventions
    angle between two vectors: Vec3:dot
    interpolate between two poses: Transform:interpolate
    joint acceleration limits: trajectory.through
    fastest trajectory: trajectory.trapezoid
    hit the joint limit: Model:limits
    play back a log: rigid.view
    video of the motion: rigid.view
    dark mode plot: rigid.plot
    history of commands: rigid.history
    get jacobian of end effector: Model:jacobian
    how heavy is my robot: Model:total_mass
    joint torque for a given acceleration: Model:inverse_dynamics
    what torque holds the arm still: Model:gravity_forces
    simulate falling robot: Model:simulate
    time derivative of the jacobian: Model:jacobian_derivative
    Jdot qdot: Model:jacobian_derivative|Model:acceleration
    kinetic energy of the robot: Model:kinetic_energy
    plot energy: Log:plot
    move the base: Model:simulate|Model:add_body|rigid.load|Model:integrate
    load my robot: rigid.load
    gravity off: Model:set_gravity
    rotate a vector: Rotation
    inverse of a transform: Transform:inverse
    tool center point: Model:add_frame|Model:pose
    rpy to quaternion: Rotation:quaternion|Rotation.rpy|Rotation.quaternion
    joint damping coefficient: Model:damping
    initial conditions: Model:simulate
    open the browser view: rigid.view
    step response: rigid.ode|Model:simulate|rigid.poles|rigid.discretize|Log:series
    transfer function: Model:linearize|rigid.poles
    eigen frequencies: Matrix:eigen|Matrix:eigen_symmetric
    damping ratio of a mode: rigid.poles
    momentum of the whole robot: Model:centroidal_momentum|Log:momentum
    weight of a link: Model:total_mass|SpatialInertia:mass|Model:body
    center of mass jacobian: Model:com_jacobian
    change link mass: Model:set_parameters|Model:body
    mass properties from CAD: SpatialInertia.from_mesh_file|SpatialInertia
    inertia about another point: SpatialInertia:shift
    rotate inertia tensor: SpatialInertia:re_express|RotationalInertia:re_express
    combine two bodies: SpatialInertia|SpatialInertia.combine
    is my inertia valid: SpatialInertia:is_physically_valid|SpatialInertia:diagnose
    slider crank: Model:add_loop
    prismatic joint: Model:add_body
    two link planar arm: Model:add_body|Model:simulate|Model
    force at the hand: Model:simulate|Model:inverse_dynamics
    joint torque sensor data csv: rigid.read_csv
    low pass filter: rigid.low_pass
    differentiate measured positions: rigid.savitzky_golay|rigid.smooth_log
    repeat experiment with different mass: sweep|Model:rollout
    mj_step: Model:step|Model:simulate
    mj_fullM: Model:mass_matrix
    CalcJacobianSpatialVelocity: Model:jacobian
    EvalBodyPoseInWorld: Model:pose
    CalcInverseDynamics: Model:inverse_dynamics
    forwardKinematics pinocchio: Model:pose
    computeCoriolisMatrix: Model:coriolis_matrix
    ccrba: Model:centroidal_matrix
    position of the gripper: Model:pose
    speed of the tool tip: Model:twist
    joint angles for a given pose: Model:inverse_kinematics
    torque needed to lift a payload: Model:gravity_forces|Model:inverse_dynamics|Model:attach
    how many joints: Model:joint_names|Model:nv|Model:nq
    names of the links: Model:body_names
    upper and lower joint limits: Model:limits
    joint velocities from twist: Model:differential_ik|Matrix:solve|Matrix:pinv|Model:jacobian
    simulate with friction: Model:simulate|Model:friction
    pendulum with damping: Model:damping|Model:simulate
    plot a sine wave: rigid.plot
    save plot as pdf: rigid.plot
    write results to file: Log:save
    read a urdf file: rigid.load
    make a robot from scratch: Model:add_body|Model
    inertia of a hollow sphere: SpatialInertia.hollow_sphere
    add two inertias: SpatialInertia|SpatialInertia.combine|SpatialInertia:add_in_place
    product of inertia sign: conventions|RotationalInertia:products|SpatialInertia
    quaternion order: conventions|Quaternion
    which units: conventions
    time step for stiff contact: Model:simulate|Model:add_contact|Model:add_ground
    robot on the ground: Model:add_ground
    two robots holding one object: Model:add_loop
    lagrange multipliers: Model:constrained_dynamics|Model:constraint_jacobian
    constraint forces: Model:constrained_dynamics|Model:constrained_inverse_dynamics
    passive walker: Model:add_ground|Model:simulate|Model:add_contact
    swing up pendulum: Model:balance|Model:simulate|rigid.minimize
    stabilize upright: Model:balance|rigid.lqr
    follow a circle with the hand: Model:differential_ik|Model:follow|trajectory|Model:inverse_kinematics|trajectory.through
    smooth joint motion from a to b: trajectory.minimum_jerk|trajectory.quintic|trajectory.trapezoid|trajectory
    estimate mass from torque measurements: rigid.identify
    noise filter for velocities: rigid.low_pass|rigid.savitzky_golay|rigid.smooth_log
    detect a collision from torques: rigid.momentum_observer
    external force estimation: rigid.momentum_observer
    eigenvalues of the mass matrix: Matrix:eigen|Matrix:eigen_symmetric|Model:mass_matrix
    solve Ax=b: Matrix:solve
    3x3 rotation from axis and angle: Rotation.axis_angle
    compose two poses: Transform
    log map of SE3: Transform:log
    interpolate between two orientations: Rotation:slerp|Rotation.slerp|trajectory.slerp
    spatial_v2 FDab: Model:forward_dynamics
    pinocchio data.oMi: Model:pose
    mj_kinematics: Model:pose
    SetPositions drake: Model:pose|Model:simulate
    RigidBodyTree addBody: Model:add_body
    peter corke jacob0: Model:jacobian
    hand jacobian: Model:jacobian
    velocity of the centre of mass: Model:com_velocity
    coriolis forces: Model:coriolis_matrix|Model:bias_forces
    effective mass at the tip: Model:operational_space|Model:mass_matrix|Model:inverse_mass_matrix
    potential energy: Model:potential_energy
    power of the motors: Log:series|Model:actuate|Log:plot
    where are the joints: Model:pose|Model:joint|Model:joint_names
    print the tree: Model:tree
    remove a body: Model:detach|Model:lock
    change gravity to mars: Model:set_gravity
    import from solidworks: rigid.load|SpatialInertia.from_mesh_file
    obj mesh volume: SpatialInertia.from_mesh_file|rigid.load_mesh|rigid.diagnose_mesh
    mesh is not watertight: rigid.diagnose_mesh
    bad inertia in urdf: Model:diagnose|SpatialInertia:diagnose|SpatialInertia:repairs
    fix wrong inertia: SpatialInertia:repairs
    bounding box inertia: SpatialInertia:minimum_bounding_box|SpatialInertia:equivalent_box|SpatialInertia.solid_box
    mirror a leg: SpatialInertia:mirror
    roll pitch yaw: Rotation.rpy|Rotation:rpy
    skew matrix: Vec3:skew
    cross product: Vec3:cross|Twist:cross
    transform a wrench: Transform:adjoint_force|Transform|Wrench
    shift a twist: Twist:shift
    power of a wrench: Twist:dot|Wrench:dot|Wrench|SpatialMotion:dot|SpatialForce:dot
    lqr pendulum: rigid.lqr|Model:balance
    pd controller with gravity: Model:pd_gravity
    impedance controller: Model:impedance
    track a trajectory: Model:follow|Model:computed_torque|rigid.tracking_controller
    time optimal trajectory: trajectory.within|trajectory.trapezoid
    cubic spline through points: trajectory.spline|trajectory.through
    resample a log: rigid.resample
    animate the simulation: rigid.view
    energies over time: Log:energy
    stop at joint limit: Model:simulate|Model:limits
    bouncing ball: Model:add_ground
    coefficient of restitution: Model:simulate|Model:add_ground|Model:add_contact
    spring between two bodies: Model:add_loop|Model:simulate|Model:stiffness|Model:passive_forces|Model:add_coupling
    differential equation solver: rigid.ode
    minimise a function: rigid.minimize
    singular values: Matrix:svd
    rank of a matrix: Matrix:rank
    random rotation matrix: Rotation.random
    many robots at once: Model:rollout|Model:step_batch
    speed of computation: rigid.bench|rigid.time
    generate c code: Model:write_c
    identify friction: rigid.identify
    getJointJacobian: Model:jacobian
    pin.integrate: Model:integrate
    mj_differentiatePos: Model:difference
    CalcCenterOfMassPositionInWorld: Model:com
    matlab inverseDynamics(robot,q,qd,qdd): Model:inverse_dynamics
    orientation of the hand: Model:pose|Model:twist|Transform:rotation
    relative pose of two links: Model:pose|Transform:inverse
    angular velocity of a link: Model:twist
    joint space inertia: Model:mass_matrix
    generalized forces: Model:inverse_dynamics|Model:passive_forces|Model:gravity_forces
    bias force: Model:bias_forces
    free fall: Model:simulate|Model:forward_dynamics|Model:set_gravity
    throw a ball: Model:simulate|Model:add_ground
    kinetic energy regressor: Model:kinetic_energy_regressor
    inverse of the mass matrix: Model:inverse_mass_matrix
    is the arm singular here: Model:manipulability
    avoid joint limits: Model:inverse_kinematics|Model:limits|Model:differential_ik
    keep the elbow up: Model:inverse_kinematics
    gravity direction: Model:gravity|Model:set_gravity
    mount robot on the ceiling: Model:set_gravity|Model:add_body|rigid.load
    humanoid falls over: Model:simulate|Model:add_ground
    mass of one link: SpatialInertia:mass|Model:body|Model:parameters
    ten inertial parameters: SpatialInertia:parameters|Model:parameters
    pseudo inertia: SpatialInertia:is_physically_valid|SpatialInertia:log_cholesky|SpatialInertia:distance|SpatialInertia
    log cholesky: SpatialInertia:log_cholesky
    inertia units g mm2: SpatialInertia:diagnose|conventions|SpatialInertia:repairs|Model:diagnose
    principal moments: RotationalInertia:principal|MassMatrix3:principal_moments
    rotation about an arbitrary axis: Rotation.axis_angle
    quaternion multiplication: Quaternion
    normalize quaternion: Quaternion:unit|Quaternion
    matrix times vector: Matrix|Vector
    transpose a matrix: Matrix:transpose
    build a vector: Vector
    mean of a signal: Vector:mean
    derivative of a signal: rigid.savitzky_golay|rigid.smooth_log
    plot two curves: rigid.plot|Log:plot
    plot against time: Log:plot|rigid.plot
    make a movie of the robot: rigid.view
    save the log: Log:save
    read measurements: rigid.read_csv
    tune pd gains: Model:pd_gravity|rigid.lqr|Model:computed_torque|rigid.poles
    hold a position: Model:pd_gravity|Model:impedance|Model:gravity_forces
    push the robot during simulation: Model:simulate
    stop when it hits the ground: Model:simulate|Model:add_ground|rigid.ode
    torque limits: Model:limits|Model:actuate|Model:simulate|trajectory.within
    polynomial trajectory: trajectory.quintic
    circle trajectory: trajectory|trajectory.through|trajectory.spline|Model:follow
    find equilibrium: Model:trim
    estimate payload: Model:regressor|rigid.identify|Model:attach
    model from data sheet: Model:add_body|Model|SpatialInertia
    getGeneralizedGravity: Model:gravity_forces
    mj_jacSite: Model:jacobian
    pin.computeGeneralizedGravity: Model:gravity_forces
    robot.inertia(q): Model:mass_matrix|SpatialInertia
    ikunc: Model:inverse_kinematics
    how fast is the foot moving: Model:twist
    reflected inertia of the motor: Model:armature|Model:actuate
    apparent mass at the hand: Model:operational_space
    skew matrix of a vector: Vec3:skew
    move a wrench to another point: Wrench:shift|SpatialForce:shift
    adjoint of a pose: Transform:adjoint
    glue two bodies together: Model:attach|SpatialInertia.combine|Model:add_body
    solid cone inertia: SpatialInertia.solid_cone
    save robot as sdf: Model:save|formats
    joint springs: Model:stiffness
    stop simulation when something happens: Model:simulate
    callback every time step: Model:simulate
    downsample measurements: rigid.decimate|rigid.resample
    remove spikes from data: rigid.outliers
    time lag between signals: rigid.delay
    covariance of identified parameters: rigid.identify
    which parameters can be identified: Model:base_parameters
    four bar linkage: Model:add_loop
    stewart platform: Model:add_loop
    simulate many states at once: Model:rollout|Model:step_batch
    solve linear equations: Matrix:solve
    trace of a matrix: Matrix:trace
    vector product: Vec3:cross
    torques from a force at the tip: Model:jacobian
    coupled joints: Model:add_coupling
    maximum torque of a joint: Model:limits
    project into the null space: Matrix:null|Model:manipulability|Model:differential_ik|Model:inverse_kinematics
    tool offset from flange: Model:add_frame|Model:attach
    feed forward torque: Model:inverse_dynamics|Model:computed_torque|Model:follow
    sensitivity of torque to position: Model:inverse_dynamics_derivatives
    integrate a velocity into a configuration: Model:integrate
    difference between two configurations: Model:difference
    random orientation: Rotation.random
    matrix exponential of a twist: Twist:exp|SpatialMotion:exp
    how long does a call take: rigid.time|rigid.bench
    variables in my workspace: rigid.who
    save my session: rigid.save_session
    more decimals: rigid.format
    scale a link to another size: SpatialInertia:scale
    hold a joint fixed: Model:lock
    sliding block on a slope: Model:add_ground|Model:add_contact
    distance between inertias: SpatialInertia:distance
    simulation explodes: Model:simulate
    conserved quantities: Log:energy|Log:momentum
    pybullet calculateInverseDynamics: Model:inverse_dynamics
    index of a joint in q: Model:joint|Model:joint_names
    standing humanoid: Model:balance|Model:trim|Model:contact_forces|Model:add_ground
    zero gravity: Model:set_gravity
    inertia of a capsule: SpatialInertia.solid_capsule
    adaptive control: rigid.adaptive_controller
    average of quaternions: Quaternion.mean|Rotation.mean
    roll pitch yaw of the hand: Rotation:rpy|Rotation.rpy
    least norm solution: Matrix:pinv|Matrix:solve
    c code for my microcontroller: Model:write_c
    does my robot tip over: Model:contact_forces|Model:add_ground|Model:simulate|Model:com
    cosine of the angle between two axes: Vec3:dot
    length of a vector: Vec3:norm|Vector:norm
    normalize a vector: Vec3:unit
    turn a vector by a rotation: Rotation
    undo a rotation: Rotation:inverse
    yaw pitch roll: Rotation.rpy|Rotation:rpy|Rotation.euler|Rotation:euler
    matrix from a quaternion: Rotation.quaternion|Quaternion:rotation|Rotation:matrix
    pose of the camera in the world: Model:pose|Transform|Model:add_frame
    inertia seen from the shoulder: Model:subtree_inertia|SpatialInertia:shift|Model:mass_matrix
    inertia of everything beyond a joint: Model:subtree_inertia
    thin rod: SpatialInertia.thin_rod|SpatialInertia.thin_rod_about_end
    ellipsoid with the same inertia: SpatialInertia:equivalent_ellipsoid
    mirror the left arm to the right: SpatialInertia:mirror
    random robot parameters: SpatialInertia.random|Model:rollout
    tetrahedron: SpatialInertia.solid_tetrahedron
    added mass underwater: Inertial:set_fluid_added_mass|Inertial:fluid_added_mass
    bias wrench: SpatialInertia:bias_wrench
    articulated body inertia: ABI|ABI:across_joint|Model:forward_dynamics
    centroidal momentum matrix: Model:centroidal_matrix
    linear momentum of the robot: Model:centroidal_momentum
    rate of change of momentum: SpatialInertia.momentum_derivative_regressor|Model:momentum_rate_regressor|Model:centroidal_momentum
    energy lost in friction: Log:energy|Model:friction|Log:series
    spring rest position: Model:springref
    motor constants: Model:actuate
    keyframes of a mujoco file: Model:keyframes
    joint that follows another joint: Model:add_body|Model:add_coupling|Model:joint
    close the loop at the right configuration: Model:assemble
    how many base parameters: Model:base_parameters
    time optimal path under torque limits: trajectory.within
    spline through waypoints: trajectory.spline|trajectory.through
    track a trajectory with a controller: Model:computed_torque|rigid.tracking_controller|Model:follow
    stiffness in cartesian space: Model:impedance
    solve a differential equation: rigid.ode
    fit a curve to points: rigid.least_squares
    zero of a nonlinear function: rigid.find_root
    gaussian noise: rigid.random
    singular value decomposition: Matrix:svd
    print a matrix in latex: Matrix:latex
    first natural frequency of the arm: Matrix:eigen|Matrix:eigen_symmetric|Model:linearize|rigid.poles
    show the robot in the browser: rigid.view
    two curves in one picture: rigid.plot
    example robots to start with: rigid.robots
    frames mixed up: rigid.frames
    where did this inertia come from: rigid.provenance|SpatialInertia:explain
    help about a function: rigid.help
    repeat the last command: rigid.history
    write urdf: Model:save
    is this mesh closed: rigid.diagnose_mesh
    cross product matrix: Vec3:skew|Twist:cross_matrix|SpatialMotion:cross_matrix
    distance between two points: Vec3:norm|Vec3
    how far apart are two poses: Transform:log|Rotation:distance|Transform:is_near
    rotate 90 degrees about z: Rotation.z|Rotation.axis_angle
    stack of two rotations: Rotation
    translation part of a transform: Transform:position
    4x4 matrix: Transform:matrix
    velocity at another point of the body: Twist:shift|SpatialMotion:shift|Model:twist
    power of a wrench on a twist: Wrench:dot|Twist:dot|SpatialForce:dot
    angular momentum about the com: Model:centroidal_momentum|SpatialInertia
    moment of inertia about an arbitrary axis: RotationalInertia:matrix|SpatialInertia:rotational_inertia|SpatialInertia:shift|SpatialInertia:re_express|RotationalInertia
    radius and length of a cylinder: SpatialInertia.solid_cylinder
    box with the same inertia: SpatialInertia:equivalent_box
    subtract a body from another: SpatialInertia|ABI:subtract_in_place|Inertial:subtract_in_place|SpatialInertia:criticize
    impossible inertia: SpatialInertia:diagnose|SpatialInertia:criticize|Model:diagnose|SpatialInertia:repairs
    triangle inequality: RotationalInertia:is_valid|SpatialInertia:is_physically_valid|SpatialInertia:criticize|MassMatrix3:is_valid|SpatialInertia:diagnose
    load a mujoco xml: rigid.load
    robots that come with rigid: rigid.robots
    number of actuated joints: Model:nv|Model:actuators|Model:nq
    set joint damping: Model:joint|Model:damping|Model:add_body
    joint torque limits ignored in simulation: Model:simulate|Model:limits
    start from rest: Model:simulate|Model:neutral
    drop a ball: Model:add_ground|Model:simulate|Model:add_contact
    simulate one step: Model:step
    print energies of a log: Log:energy
    plot two joints against each other: Log:plot|rigid.plot
    peak torque over the motion: Log:series|Matrix:max|Vector:max|Log:sample
    inverse dynamics with external force: Model:inverse_dynamics
    acceleration without gravity: Model:acceleration|Model:classical_acceleration|Model:set_gravity|Model:forward_dynamics
    jacobian in the body frame: Model:jacobian
    workspace of the arm: Model:manipulability|Model:random_state|Model:pose
    arm stretched out singular: Model:manipulability|Model:jacobian|Model:differential_ik
    redundant robot self motion: Model:inverse_kinematics|Model:differential_ik|Matrix:null
    pick and place trajectory: trajectory.through|trajectory|trajectory.trapezoid|Model:follow
    controller gains for a pendulum: rigid.lqr|Model:balance|Model:pd_gravity
    unstable equilibrium: Model:balance|Model:trim|rigid.poles|Model:linearize
    measured torques are noisy: rigid.low_pass|rigid.smooth_log|rigid.identify|rigid.read_csv
    unknown payload in the gripper: rigid.identify
    compare model with real robot data: rigid.identify|rigid.read_csv|Log:plot|Log:add
    thousands of poses in one call: Model:poses_batch|Model:rollout
    set the number of digits: rigid.format
    stop a long computation: prompt|Model:simulate
    gradient of the torque: Model:inverse_dynamics_derivatives
    rnea: Model:inverse_dynamics
    articulated body algorithm: Model:forward_dynamics
    recursive newton euler: Model:inverse_dynamics
    lagrangian: Model:kinetic_energy|Model:potential_energy|Model:mass_matrix
    total energy: Log:energy|Model:kinetic_energy|Model:potential_energy
    joint space inertia matrix: Model:mass_matrix
    centrifugal: Model:coriolis_matrix|Model:bias_forces
    spatial acceleration: SpatialAcc|Model:acceleration
    rigid transform: Transform
    steiner theorem: SpatialInertia:shift|RotationalInertia:shift
    inertia of a sphere: SpatialInertia.solid_sphere|SpatialInertia.hollow_sphere
    stl file: SpatialInertia.from_mesh_file|rigid.load_mesh
    joint names: Model:joint_names
    urdf export: Model:save
    sdf import: rigid.load
    mimic: Model:add_body|Model:joint|Model:add_coupling
    forward simulation: Model:simulate
    impact: Model:simulate|Model:add_contact|Model:add_ground|Model:contact_forces
    bouncing: Model:add_ground|Model:add_contact|Model:simulate
    friction: Model:friction|Model:add_ground|Model:simulate
    task space: Model:operational_space
    impedance: Model:impedance
    gravity vector: Model:gravity_forces|Model:gravity|Model:set_gravity
    pid controller: Model:pd_gravity|Model:simulate
    state feedback: rigid.lqr
    observability: rigid.controllability
    eigenvector: Matrix:eigen|Matrix:eigen_symmetric
    matrix power: Matrix:expm|Matrix
    transpose: Matrix:transpose
    jacobian pseudo inverse: Matrix:pinv|Model:differential_ik|Model:jacobian
    quintic polynomial: trajectory.quintic
    waypoints: trajectory.through|trajectory
    interpolation: trajectory.spline|Rotation:slerp|Transform:interpolate|trajectory
    butterworth: rigid.low_pass
    identification of friction: rigid.identify
    inertial parameters: Model:parameters|SpatialInertia:parameters
    gif: rigid.view
    svg: rigid.plot
    dark theme: rigid.plot|rigid.view
    live view: rigid.view
    notebook: notebook|rigid.plot
    exercise: rigid.exercise
    quiz: rigid.quiz
    equations of motion: Model:bias_forces|Model:forward_dynamics|Model:inverse_dynamics|Model:mass_matrix
    manipulator equation: Model:mass_matrix|Model:bias_forces|Model:inverse_dynamics
    featherstone: Model:forward_dynamics|Model:inverse_dynamics|conventions|SpatialMotion|ABI
    plucker coordinates: SpatialMotion|SpatialForce|conventions|Twist|Transform:adjoint
    adjoint: Transform:adjoint
    se3: Transform|Twist:exp|Transform:log
    so3: Rotation|Rotation.exp|Rotation:log
    rodrigues formula: Rotation.exp|Rotation.axis_angle
    euler angle rates: Rotation.euler|Rotation:euler|Rotation.jexp|Rotation:jlog|Rotation:rpy
    skew symmetric: Vec3:skew
    dynamic parameters: Model:parameters|Model:base_parameters|SpatialInertia:parameters
    kinematic chain: Model:add_body|Model|Model:tree
    number of links: Model:nbodies|Model:body_names
    link mass: Model:body|SpatialInertia:mass|Model:total_mass|Model:parameters
    joint position limits: Model:limits
    random pose: Model:random_state|Rotation.random
    home position: Model:neutral
    tool frame: Model:add_frame|Model:attach
    end effector jacobian: Model:jacobian
    geometric jacobian: Model:jacobian
    analytic jacobian: Model:jacobian|Rotation:jlog|Rotation.jexp
    static equilibrium: Model:trim|Model:gravity_forces
    torque control: Model:simulate|Model:computed_torque|Model:impedance
    disturbance: Model:simulate|rigid.momentum_observer
    sampling time: Model:simulate|rigid.discretize
    integrator: Model:simulate|rigid.ode
    energy conservation: Log:energy
    variable step size: Model:simulate|rigid.ode
    contact force: Model:contact_forces
    foot contact: Model:add_contact|Model:contact_forces|Model:add_ground
    gripper: Model:attach|Model:add_frame|Model:add_contact
    spring damper: Model:stiffness|Model:damping|Model:add_body|Model:passive_forces
    mesh inertia: SpatialInertia.from_mesh_file|SpatialInertia.mesh
    convex hull: SpatialInertia.from_mesh_file|Model:add_contact|rigid.load_mesh
    center of gravity: Model:com|SpatialInertia:com
    principal moments of inertia: RotationalInertia:moments|RotationalInertia:principal|MassMatrix3:principal_moments
    inertia ellipsoid: SpatialInertia:equivalent_ellipsoid|rigid.view
    xacro: rigid.load
    plot velocity: Log:plot|rigid.plot
    phase plot: Log:plot
    bar chart: rigid.plot
    determinant: Matrix:determinant
    norm: Vec3:norm|Matrix:norm|Vector:norm
    hinge: Model:add_body
    degrees per second: conventions
    angular acceleration: Model:acceleration|SpatialAcc|SpatialAcc:angular|Model:forward_dynamics
    velocity of the hand: Model:twist
    twist: Twist|Model:twist
    wrench: Wrench
    momentum conservation: Model:centroidal_momentum|Log:momentum|Log:energy
    torque needed for a motion: Model:inverse_dynamics|Model:follow
    motor sizing: Model:actuate|Model:limits|Model:inverse_dynamics
    gearbox: Model:actuate|Model:armature
    payload: Model:attach
    weld: Model:add_body|Model:attach|Model:add_loop
    delete a link: Model:detach|Model:lock
    rename a link: Model:body|Model:table|Model:add_body
    scale robot: SpatialInertia:scale
    mirror: SpatialInertia:mirror
    validate inertia: SpatialInertia:is_physically_valid|SpatialInertia:diagnose|SpatialInertia:criticize
    inertia sign convention: RotationalInertia:products|conventions|RotationalInertia
    density: SpatialInertia.solid_box|SpatialInertia.from_mesh_file|SpatialInertia.mesh
    obj file: rigid.load_mesh|SpatialInertia.from_mesh_file
    quaternion conversion: Rotation.quaternion|Rotation:quaternion|Quaternion
    average orientation: Rotation.mean|Quaternion.mean
    sine trajectory: trajectory|Model:follow|Model:simulate|rigid.excitation
    joint velocity: Model:differential_ik|Model:limits|Model:twist|Log:series|Model:jacobian
    s curve: trajectory.through|trajectory.trapezoid|trajectory.minimum_jerk|trajectory.quintic
    cartesian path: Model:follow|trajectory.screw
    singular value: Matrix:svd
    damped pendulum: Model:damping|Model:simulate
    riccati: rigid.lqr
    optimization: rigid.minimize
    regression: rigid.least_squares|Matrix:solve|rigid.identify|Model:regressor
    regressor matrix: Model:regressor
    excitation: rigid.excitation
    csv file: rigid.read_csv|Log:save
    filter: rigid.low_pass
    outlier: rigid.outliers
    histogram: rigid.plot|Vector:histogram
    contour plot: rigid.plot
    export png: rigid.plot|rigid.view
    speed of the algorithm: rigid.bench|rigid.time
    pendulum: Model:simulate|Model:add_body
    mass matrix: Model:mass_matrix
    prismatic: Model:add_body
    universal joint: Model:add_body
    floating joint: Model:add_body|rigid.load
    world frame: Model:twist|Model:jacobian|Model:pose|conventions|Model:add_frame
    axis of a joint: Model:joint|Model:add_body
    parent of a link: Model:body|Model:add_body
    com of a link: SpatialInertia:com|Model:body
    potential: Model:potential_energy
    elastic energy: Model:elastic_energy
    damping coefficient: Model:damping
    dry friction: Model:friction
    effort: Model:limits
    hold still: Model:gravity_forces|Model:pd_gravity|Model:trim|Model:lock
    joint space control: Model:pd_gravity|Model:computed_torque
    null space: Matrix:null
    inverse velocity kinematics: Model:differential_ik
    orientation target: Model:inverse_kinematics
    two targets: Model:inverse_kinematics
    trajectory with velocities: trajectory.quintic|trajectory.spline|trajectory|trajectory.through
    duration of a trajectory: trajectory.trapezoid|trajectory.within|trajectory|trajectory.through
    sample a trajectory: trajectory|Model:follow
    discrete time: rigid.discretize
    continuous time: rigid.lqr|rigid.lyapunov|rigid.poles|Model:linearize|rigid.ode|Model:simulate
    equilibrium: Model:trim
    least squares fit: Matrix:solve|rigid.least_squares
    matrix inverse: Matrix:inverse
    column of a matrix: Matrix:column
    concatenate vectors: Vector:vcat
    random vector: Vector.random
    mean of a vector: Vector:mean
    seed: rigid.random|Model:random_state|rigid.quiz
    log file: Log:save|rigid.read_csv
    momentum observer: rigid.momentum_observer
    base frame: Model:add_frame|Model:add_body|rigid.load|Model:pose|Model:base_parameters|Model:twist
    contact point: Model:add_contact|Model:contact_forces
    sphere contact: Model:add_contact
    wall: Model:add_ground
    mesh volume: rigid.load_mesh|SpatialInertia.from_mesh_file|SpatialInertia.mesh|rigid.diagnose_mesh
    urdf errors: Model:diagnose|Model:notes|rigid.load
    repair: SpatialInertia:repairs
    robot mass: Model:total_mass
    inertia matrix: Model:mass_matrix|SpatialInertia:matrix|RotationalInertia:matrix|inertia|SpatialInertia
    joint angles: Model:inverse_kinematics|Model:joint_names|Model:neutral|Model:pose|Model:random_state
    link acceleration: Model:acceleration
    base velocity: Model:twist|Model:integrate
    coriolis matrix: Model:coriolis_matrix
    centrifugal force: Model:coriolis_matrix|Model:bias_forces
    gravity: Model:gravity|Model:set_gravity|Model:gravity_forces
    energy of the spring: Model:elastic_energy
    joint stiffness: Model:stiffness
    joint inertia: Model:armature|Model:mass_matrix|Model:subtree_inertia
    motor torque: Model:actuate|Model:inverse_dynamics
    simulate contact: Model:simulate|Model:add_contact|Model:add_ground
    initial velocity: Model:simulate
    simulation method: Model:simulate
    save a log: Log:save
    load a log: rigid.read_csv
    save a model: Model:save
    copy a vector: Vector:copy|Vec3:copy
    matrix of ones: Matrix.ones
    identity matrix: Matrix.identity
    diagonal matrix: Matrix.diagonal
    rotation about y: Rotation.y
    rotation vector: Rotation.exp|Rotation:log
    quaternion from axis and angle: Quaternion.axis_angle|Rotation.axis_angle
    inverse of a rotation: Rotation:inverse
    interpolate rotations: Rotation:slerp
    pose error: Transform:log|Rotation:log
    spatial inertia: SpatialInertia
    inertia of a rod: SpatialInertia.thin_rod|SpatialInertia.thin_rod_about_end
    inertia of a cube: SpatialInertia.solid_cube
    shift the inertia: SpatialInertia:shift
    sum of inertias: SpatialInertia.combine|SpatialInertia
    parameter identification: rigid.identify
    forward dynamics derivatives: Model:forward_dynamics_derivatives
    linear quadratic regulator: rigid.lqr
    stability of a system: rigid.poles|rigid.lyapunov
    nonlinear equations: rigid.find_root
    minimize a function: rigid.minimize
    plot a function: rigid.plot
    time a call: rigid.time|rigid.bench
    joint axis: Model:add_body|Model:joint
    joint offset: Model:add_body|Model:joint|Model:add_coupling
    inverse dynamics: Model:inverse_dynamics
    forward dynamics: Model:forward_dynamics
    operational space: Model:operational_space
    linear algebra: Matrix|Matrix:solve
    symmetric matrix: Matrix:eigen_symmetric|Matrix:cholesky
    rank: Matrix:rank
    trace: Matrix:trace
    dot product: Vec3:dot
    angle of a rotation: Rotation:log|Rotation:axis_angle|Rotation:distance
    rotation matrix: Rotation|Rotation.matrix|Rotation:matrix
    homogeneous transform: Transform|Transform:matrix
    change of basis: Rotation|SpatialInertia:re_express|Twist:re_express|Transform
    reference frame: Model:add_frame|Model:twist|Model:jacobian|rigid.frames
    adjoint of a twist: Twist:cross_matrix|SpatialMotion:cross_matrix|Transform:adjoint
    spatial force: SpatialForce
    spatial momentum: SpatialMomentum
    kinetic energy: Model:kinetic_energy
    rotational inertia: RotationalInertia
    hollow sphere: SpatialInertia.hollow_sphere
    triangle mesh: SpatialInertia.mesh|rigid.load_mesh
    payload mass: Model:attach|rigid.identify
    robot model: Model|rigid.load
    built in robots: rigid.robots
    joint list: Model:joint_names
    tree of links: Model:tree
    external wrench: Model:simulate|Model:inverse_dynamics|Model:forward_dynamics
    torque derivative: Model:inverse_dynamics_derivatives
    linearized model: Model:linearize
    stop at an event: Model:simulate|rigid.ode
    log of a simulation: Model:simulate|Log
    angular momentum: Model:centroidal_momentum|Log:momentum
    batch of states: Model:inverse_dynamics_batch|Model:step_batch|Model:rollout
    threads: Model:rollout|Model:inverse_dynamics_batch|Model:accumulate|Model:forward_dynamics_batch
    generate code: Model:write_c
    inertia uncertainty: rigid.identify|SpatialInertia.random
    collision shape: Model:add_contact
]]

-- Query, and words of what is said, since rigid has no such thing.
local ABSENT <const> = {{"closest points", "add_contact"}, {"undo", "no undo"}, {"breakpoint", "rigid -i"}, {"GPU", "cores of the processor"},
    {"ROS", "no interface to ROS"}, {"kalman filter", "no Kalman filter"}, {"mpc", "no trajectory optimizer"}, {"hessian", "first derivatives only"},
    {"camera", "no sensors"}, {"tendon", "no tendons"}, {"soft body", "Bodies are rigid"}, {"self collision", "Nothing measures"}, {"rrt", "no planner"}, {"python", "rigid jupyter"}}

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

    it("answers some five hundred questions in a student's words", function()
        local missed, count = {}, 0
        for query, wanted in STUDENTS:gmatch "%s*([^\n]-): ([^\n]+)" do
            local found, there = lookfor.find(query), false
            for i = 1, math.min(3, #found) do there = there or ("|" .. wanted .. "|"):find("|" .. found[i].name .. "|", 1, true) ~= nil end
            count = count + 1
            if not there then missed[#missed + 1] = query .. " -> " .. (found[1] and found[1].name or "nothing") end
        end
        assert.same({}, missed)
        assert(count >= 190, count)
    end)

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
