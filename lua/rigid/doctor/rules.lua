-- Every rule that findings are made by: its code, how grave it is, a headline for reports, what it means, an example, and where it is written
-- down. `rigid check --rules` lists them, `--explain CODE` prints one.
local rules = {}

local WENSING <const> = "Wensing, Kim and Slotine, Linear matrix inequalities for physically consistent inertial parameter identification, RA-L 2018"
local TRAVERSARO <const> = "Traversaro et al., Identification of fully physical consistent inertial parameters, IROS 2016"
local URDF <const> = "the URDF specification, wiki.ros.org/urdf/XML"
local BHATIA <const> = "Bhatia and Davis, A better bound on the variance, American Mathematical Monthly 2000"
local TABLE <const> = "any table of moments of inertia; doc/doctor.md"

-- {code, severity, headline, meaning, example, reference}
local LIST <const> = {
    -- what no body can have
    {"not_finite", "error", "a figure is not a finite number", "One of the ten numbers of the inertia is NaN or infinite.", '<mass value="nan"/>', TRAVERSARO},
    {"negative_mass", "error", "the mass is negative", "Mass is not negative.", '<mass value="-1.2"/>', TRAVERSARO},
    {"massless", "error", "a tensor without a mass", "The mass is zero, but the com moment or the tensor is not.",
        '<mass value="0"/> <inertia ixx="1e-3" .../>', TRAVERSARO},
    {"missing_mass", "error", "there is no <mass>", "The <inertial> says a tensor but no mass, which readers take for zero.",
        "<inertial><inertia .../></inertial>", URDF},
    {"negative_moment", "error", "a moment of inertia is negative",
        "A moment of inertia about the com is below zero, as written or along a principal axis.", 'ixx="-0.02"', TRAVERSARO},
    {"triangle_inequality", "error", "no body has this tensor",
        "The greatest principal moment exceeds the sum of the other two, which no arrangement of mass allows.",
        'ixx="1" iyy="1" izz="3"', WENSING},
    {"negative_spread", "error", "no body has this tensor", "Along some direction the second moment of the mass would be negative.",
        'ixx="1" iyy="1" izz="3"', WENSING},
    {"moments_missing", "error", "one moment given, the others zero", "A body with a moment of inertia about one axis has one about others, too.",
        'ixx="0" iyy="0" izz="0.987"', TRAVERSARO},
    {"rounded", "suspicion", "impossible by its rounding alone",
        "The figures are those of the link's own shape to the last digit, but one moment of a thin body is nearly the sum of the other "
            .. "two, and rounding may make that impossible: is_physically_valid() is false. "
            .. "Write more digits.", 'a plate: ixx="0.001" iyy="0.00283" izz="0.00384"', TRAVERSARO},
    -- what the figures tell
    {"about_corner", "warning", "tensor about a corner",
        "The figures are those of the link's own shape about its corner. URDF wants them about the com.", "ixx = m/3 (b² + c²)", TABLE},
    {"about_end", "warning", "tensor about an end",
        "The figures are those of the link's own shape about its end, as of a rod m l²/3. URDF wants them about the com: m l²/12.",
        'a rod of 1 kg and 1 m: iyy="0.3333"; iyy="0.08333" is meant', TABLE},
    {"about_origin", "warning", "tensor about the origin, not the com", "The tensor still has the parallel-axis term of the mass at the com in it.",
        "ixx = I + m (y² + z²)", TABLE},
    {"half_length", "warning", "half lengths and full lengths exchanged", "The figures are those of a shape twice or half as long.",
        "m/3 (b² + c²) of full lengths", TABLE},
    {"diameter_for_radius", "warning", "diameter taken for radius", "The figures are those of a shape of twice or half the radius.", "izz = m d²/2", TABLE},
    {"axes_exchanged", "warning", "axes exchanged",
        "The figures are those of the link's own shape with axes exchanged: the cylinder's axis is z in URDF.",
        "a wheel about y whose izz is the greatest", URDF},
    {"axes_permuted", "warning", "axes exchanged?", "The moments are those of the filled geometry in another order, nearly.", "ixx and izz exchanged",
        TABLE},
    {"product_sign", "warning", "a product with the wrong sign",
        "A product of inertia has the opposite sign to that of the link's shape, or of its counterpart on the other side.",
        'ixy="0.01" for ixy="-0.01"', TABLE},
    {"products_unsigned", "warning", "products without minus sign",
        "Products are integrals ∫xy as some CAD programs print them; an entry of the tensor is −∫xy.", "ixy = ∫xy dm", TABLE},
    {"products_flipped", "warning", "products with other signs?", "The products are those of the filled geometry with other signs, nearly.",
        "ixy = ∫xy dm", TABLE},
    {"mirror_sign", "suspicion", "a product's sign unlike the other side's",
        "The link is the one on the other side mirrored, figure for figure but for the sign of a product.", "left_arm and right_arm", TABLE},
    {"entry_copied", "warning", "one figure typed in the place of another", "Two entries that cannot be equal are, digit for digit.",
        'ixy="0.000484569" izz="0.000484569"', TABLE},
    {"all_equal", "warning", "one figure six times", "All six figures are the same: typed into six boxes.", 'ixx="0.001" ixy="0.001" ...', TABLE},
    {"decimal_point", "warning", "a decimal point is off", "A figure is a power of ten too large or too small.", 'izz="71.6" for izz="0.0716"', TABLE},
    {"tensor_order", "warning", "the six figures in another order", "Written xx yy zz xy xz yz, read xx xy xz yy yz zz, or the like.", "moments first",
        TABLE},
    {"identity", "warning", "the tensor is the identity: a placeholder", "1 kg m² about each axis is a template's default, not the inertia of a small link.",
        'ixx="1" iyy="1" izz="1"', URDF},
    {"placeholder", "warning", "round figures: a placeholder",
        "All moments are round figures, all products zero, and the mass does not fit such a body, or none does.", 'ixx="0.001" iyy="0.001" izz="0.001"', TABLE},
    {"copied", "suspicion", "one tensor for several links", "Links whose masses or shapes differ have the same tensor, figure for figure.",
        "copied from the link above", TABLE},
    {"units", "warning", "figures in another unit", "Mass, com or tensor are in g, mm, kg mm², g mm², lb in² or the like. URDF is in kg, m and kg m².",
        'izz="3879" for izz="0.003879"', URDF},
    {"size", "warning", "larger than the whole robot", "The box of the same mass and inertia is longer than the robot, and lighter than foam.",
        "a wrist of 1 m and 9 kg/m³", TABLE},
    -- against the geometry
    {"com_outside", "warning", "com outside of its geometry", "No mass can have its com outside the convex hull of what it fills.", "com in mm", BHATIA},
    {"com_sign", "warning", "com with a wrong sign", "The com is the middle of the shape but for a sign.", 'xyz="0 0 0.05" for xyz="0 0 -0.05"', TABLE},
    {"gyration", "warning", "inertia larger than its geometry",
        "Along some direction the mass is on average farther from its com than its geometry allows.", "", BHATIA},
    {"ellipsoid", "warning", "inertia larger than its geometry",
        "Part of the mass must lie outside the ellipsoid around the geometry: tr(J Q) < 0.", "", WENSING},
    {"minimum_length", "warning", "inertia larger than its geometry", "The body must be longer than its geometry.", "", WENSING},
    {"inertia_ratio", "warning", "tensor far from that of its geometry",
        "The tensor is more than ten times, or less than a tenth, of that of the same mass filling the geometry.", "", TABLE},
    {"density", "warning", "density far from any material", "The mass divided by the volume of the geometry is outside 20 to 25 000 kg/m³.", "",
        "densities of foam and osmium"},
    -- the rest of the file
    {"degrees", "warning", "degrees where radians are wanted", "Angles of joints and frames are in radians.", '<limit lower="-180" upper="180"/>', URDF},
    {"limits_reversed", "warning", "lower limit above the upper", "No position satisfies both; readers drop the limits, or refuse the file.",
        '<limit lower="1" upper="-1"/>', URDF},
    {"zero_effort", "suspicion", "effort or velocity is zero",
        "A limit of zero locks the joint in simulators that enforce it. Leave it out if it is unknown.", '<limit effort="0" velocity="0"/>', URDF},
    {"massless_moving", "warning", "a joint that moves no mass",
        "Nothing below the joint has mass, so any torque accelerates it infinitely: forward dynamics is refused.",
        "a leaf without <inertial>", "Featherstone, Rigid Body Dynamics Algorithms, 2008"},
    {"missing_inertia", "suspicion", "a mass without a tensor", "The <inertial> has no <inertia>: readers take it for a point mass, or refuse.",
        "<inertial><mass .../></inertial>", URDF},
    {"mesh_scale", "warning", "a mesh scaled unlike the others", "Meshes drawn in mm need scale=\"0.001 0.001 0.001\", once.",
        '<mesh filename="x.stl"/>', URDF},
    {"axis_zero", "error", "an axis without direction", "The axis (0, 0, 0) is no direction.", '<axis xyz="0 0 0"/>', URDF},
    {"axis_not_unit", "suspicion", "an axis that is not of length one", "Readers differ on what it means.", '<axis xyz="1 1 0"/>', URDF},
    {"mimic_chain", "suspicion", "a follower of a follower", "Readers differ on mimics of mimics.", "", URDF},
    {"not_a_number", "error", "not a number", "A figure does not read as a number, or there are too few of them.", 'xyz="0 0"', URDF},
    {"no_name", "error", "an element without a name", "Links and joints have names.", "<link/>", URDF},
    {"duplicate_name", "error", "a name twice", "Links have names of their own, and so have joints.", "", URDF},
    {"no_link", "error", "a joint without parent or child", "A joint names its two links.", "", URDF},
    {"no_such_link", "error", "a link that does not exist", "A joint names a link that the file does not have.", "", URDF},
    {"no_such_joint", "error", "a joint that does not exist", "A mimic names a joint that the file does not have.", "", URDF},
    {"joint_type", "error", "a type that does not exist", "There are revolute, continuous, prismatic, fixed, floating and planar.", 'type="rotary"', URDF},
    {"two_parents", "error", "a link with two parents", "A link hangs from one joint; a closed loop must be cut.", "", URDF},
    {"two_roots", "error", "two roots", "One link hangs from no joint; here are two.", "", URDF},
    {"unused_link", "error", "a link that hangs from nothing", "No joint names the link.", "", URDF},
    {"circle", "error", "joints in a circle", "Every link hangs from a joint.", "", URDF},
    -- notes
    {"geometry_missing", "note", "a mesh could not be read", "What needs it is not compared.", "", "doc/meshes.md"},
    {"start_outside", "note", "zero is outside of the limits", "A robot that starts at zero starts outside.", '<limit lower="0.5" upper="2"/>', URDF},
    {"no_room", "note", "both limits are equal", "The joint cannot move.", '<limit lower="0" upper="0"/>', URDF},
    {"kinematics_only", "note", "no link has a mass", "Only kinematics can be computed from the file.", "", URDF},
    {"no_collision", "note", "drawn, but without <collision>", "Nothing can touch it.", "", URDF},
    {"duplicate_material", "note", "a material defined twice", "Readers take the first, or the last.", "", URDF},
}

-- Why, in few words, which fit behind the code of the rule in 80 columns: what a report says where a finding's own sentence is too long for it.
local WHY <const> = {
    not_finite = "all ten parameters of a body are finite numbers",
    negative_mass = "mass is not negative",
    massless = "a body without mass has no tensor and no com moment",
    missing_mass = "readers take it for 0 kg",
    negative_moment = "the products are too large for the moments",
    triangle_inequality = "the greatest moment exceeds the others' sum",
    negative_spread = "a second moment of the mass is negative",
    moments_missing = "a body has moments about all axes",
    rounded = "the others' sum, but for the last digit",
    about_corner = "its own shape's figures, about a corner",
    about_end = "its own shape's figures, about an end",
    about_origin = "without m r² of the com it is still possible",
    half_length = "those of its own shape, twice or half as long",
    diameter_for_radius = "its own shape's figures but for the radius",
    axes_exchanged = "its own shape's figures, about other axes",
    axes_permuted = "in another order they are nearly its shape's",
    product_sign = "its shape's, or the other side's, but for that",
    products_unsigned = "an entry of the tensor is −∫xy dm",
    products_flipped = "with other signs they are nearly its shape's",
    mirror_sign = "the other side's link has all but that sign",
    entry_copied = "one figure was typed over the other",
    all_equal = "no body has products as large as its moments",
    decimal_point = "with the point there a body can have it",
    tensor_order = "in another order a body can have them",
    identity = "a template's default, not a measurement",
    placeholder = "round moments, not those of its mass and shape",
    copied = "the same six figures for other masses or shapes",
    units = "no material is so dense, or so light",
    size = "so large it would be lighter than foam",
    com_outside = "the com is within the hull of the mass",
    com_sign = "with the other sign it is inside of its shape",
    gyration = "rms spread about the com, and the most possible",
    ellipsoid = "not all fits the ellipsoid around its shape",
    minimum_length = "the least length, and the shape's diagonal",
    inertia_ratio = "compared with the same mass filling its shape",
    density = "materials have 20 to 25 000 kg/m³",
    degrees = "angles are in radians",
    limits_reversed = "no position satisfies both",
    zero_effort = "a limit of 0 locks the joint",
    massless_moving = "forward dynamics will be refused",
    missing_inertia = "readers take it for a point mass",
    mesh_scale = "meshes drawn in mm need scale 0.001, once",
    axis_zero = "(0, 0, 0) is no direction",
    axis_not_unit = "readers differ on what it means",
    mimic_chain = "readers differ on it: name the leader",
    not_a_number = "a number, or more of them, is wanted there",
    no_name = "links and joints have names",
    duplicate_name = "links and joints have names of their own",
    no_link = "a joint names its parent and its child",
    no_such_link = "the file has no link of that name",
    no_such_joint = "the file has no joint of that name",
    joint_type = "revolute, continuous, prismatic, fixed are",
    two_parents = "a link hangs from one joint",
    two_roots = "one link hangs from no joint",
    unused_link = "no joint names it",
    circle = "every link must hang from the root in the end",
}

rules.list = {}
rules.by_code = {}
for i, row in ipairs(LIST) do
    local rule = {code = row[1], severity = row[2], headline = row[3], meaning = row[4], example = row[5] ~= "" and row[5] or nil, reference = row[6],
        why = WHY[row[1]]}
    rules.list[i], rules.by_code[rule.code] = rule, rule
end

-- Causes that have no code of their own, and the rule that says them.
rules.of_cause = {
    tensor_copied = "copied", mass_unit = "units", length_unit = "units", tensor_unit = "units", file_units = "units",
}

-- The words of causes.
rules.causes = {
    "about_origin", "about_end", "about_corner", "half_length", "diameter_for_radius", "axes_exchanged", "product_sign", "products_unsigned", "entry_copied",
    "all_equal", "identity", "placeholder", "tensor_copied", "tensor_order", "decimal_point", "mass_unit", "length_unit", "tensor_unit", "file_units",
    "missing_mass", "massless_moving", "degrees", "limits_reversed", "zero_effort", "com_sign", "mesh_scale", "density", "size",
}

function rules.find(word) return rules.by_code[word] or rules.by_code[rules.of_cause[word] or ""] end

-- The headline of a finding: its own, or that of its rule.
function rules.headline(finding)
    local rule = rules.by_code[finding.code]
    return finding.headline or rule and rule.headline or finding.code:gsub("_", " ")
end

return rules
