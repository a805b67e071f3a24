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
    {"minimum jerk", "trajectory"}, {"slerp", "Rotation:slerp"}, {"read csv", "rigid.read_csv"}, {"collision detection", "Model:add_contact"},
    {"fminsearch", "rigid.minimize"}, {"statistics", "Vector:mean"}, {"qr decomposition", "Matrix:qr"}, {"cholesky", "Matrix:cholesky"},
    {"linearization", "Model:linearize"}, {"pseudoinverse", "Matrix:pinv"},
}

-- As people ask who come from elsewhere: names of other libraries, synonyms, slips of the fingers; among the first three.
local OTHERS <const> = {
    {"getFrameJacobian", "Model:jacobian"}, {"computeJointJacobians", "Model:jacobian"}, {"mj_forward", "Model:forward_dynamics"},
    {"mj_inverse", "Model:inverse_dynamics"}, {"updateFramePlacements", "Model:pose"}, {"centerOfMass", "Model:com"},
    {"nonLinearEffects", "Model:bias_forces"}, {"buildModelFromUrdf", "rigid.load"}, {"importrobot", "rigid.load"}, {"loadURDF", "rigid.load"},
    {"MultibodyPlant", "rigid.load"}, {"getTransform matlab", "Model:pose"}, {"geometricJacobian", "Model:jacobian"}, {"massMatrix", "Model:mass_matrix"},
    {"gravityTorque", "Model:gravity_forces"}, {"velocityProduct", "Model:bias_forces"}, {"externalForce", "Model:inverse_dynamics"},
    {"randomConfiguration", "Model:random_state"}, {"homeConfiguration", "Model:neutral"}, {"semilogy", "rigid.plot"}, {"scatter plot", "rigid.plot"},
    {"heatmap", "rigid.plot"}, {"imagesc", "rigid.plot"}, {"plot3", "rigid.plot"}, {"phase portrait", "Log:plot"},
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
}

-- Query, and words of what is said, since rigid has no such thing.
local ABSENT <const> = {{"closest points", "add_contact"}, {"undo", "no undo"}, {"breakpoint", "rigid -i"}, {"GPU", "cores of the processor"},
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
