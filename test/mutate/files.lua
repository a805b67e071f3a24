-- Which files are changed, how many changes are drawn for each, and which specs look at each, those that see most first.
-- Files of the core are found by name, wherever under src/core they are.

local files = {}

local function words(text)
    local list = {}
    for word in text:gmatch "%S+" do list[#list + 1] = word end
    return list
end

-- ---- specs ------------------------------------------------------------------------------------------------------------

local RUNS <const> = "simulate long_runs methods holds resistance conservation tangent inputs log stops impacts step"
local LOOPS <const> = "loops loops_refused law_loops oracle_loops inner_loops rbdl_loops loop_methods together"
local CONTACT <const> = "contact contact_borders contact_said law_contact together standing stiff_legs"
local LIMITS <const> = "light_rods fast_linkages" -- of linkages
local TREE <const> = "oracle_trees tree_borders law_dynamics law_derivatives law_motion law_trees law_cardan model_assembly model_joints "
    .. "model_inertias tree_precision tree_arguments tree_options tree_results oracle_beyond conservation simulate"
local BODY <const> = "spatial_inertia spatial_inertia_uses borders law_inertia rotational_inertia law_spatial_algebra oracle_idyntree_inertia precision "
    .. "doctor repairs law_regressor oracle_drake_inertia law_doctor"
local FRAMES <const> = "frames frames_model law_frames"
local ALGEBRA <const> = "vec3 turns borders rotation_transform spatial_vectors law_spatial_algebra oracle_idyntree_motion oracle_trees "
    .. "turns_precision precision "
    .. "spatial_inertia law_inertia law_abi law_motion law_dynamics"
local GZ <const> = "borders mass_matrix inertial oracle_gz_inertial"
local SHAPES <const> = "law_shapes borders spatial_inertia spatial_inertia_uses oracle_drake_inertia precision geometry law_inertia turns"

local of_name = {
    aba = TREE .. " holds", centroidal = TREE, coriolis = TREE, crba = TREE, derivatives = TREE, kinematics = TREE .. " inverse law_loops",
    ltdl = TREE .. " contact_borders", product = TREE, rnea = TREE,
    tree = TREE, turns = TREE, tree_regressor = TREE, momentum_regressor = TREE,
    momentum_rate_regressor = "tracking " .. TREE, link_rows = TREE, joint = TREE, model = TREE, subtree = TREE, world = TREE, workspace = TREE,
    cardan = "law_cardan " .. TREE, free = TREE, helical = TREE, prismatic = TREE, revolute = TREE, screw = TREE, shared = TREE, spherical = TREE,
    joint_kinds = TREE, joint_list = TREE, euler = ALGEBRA,
    sincos = "turns_precision " .. TREE, lanes = TREE, wide = TREE, register = TREE .. " many_trees turns_precision", kernel = TREE,
    inertia = BODY .. " " .. GZ, validity = BODY .. " " .. GZ, pseudo = BODY, regressor = "law_regressor " .. BODY .. " law_derivatives",
    abi = "abi borders law_abi oracle_drake_abi oracle_trees", eigen = BODY .. " matrix_spectra " .. GZ, order = BODY .. " abi law_abi " .. TREE,
    vec3 = ALGEBRA, sym3 = BODY .. " " .. GZ, mat3 = ALGEBRA, motion = ALGEBRA, force = ALGEBRA, rotation = ALGEBRA,
    transform = ALGEBRA, shapes = SHAPES, mesh_inertia = SHAPES .. " mesh mesh_laws", gz_mass_matrix = GZ,
    gz_inertial = GZ, reach = "inverse differential", quaternion = "quaternion " .. TREE,
    explicit = RUNS .. " " .. CONTACT, implicit = RUNS .. " " .. CONTACT, midpoint = RUNS .. " " .. LOOPS, stepper = RUNS .. " " .. LOOPS .. " " .. CONTACT,
    pace = RUNS .. " jams", stiff = RUNS, passive = RUNS .. " " .. CONTACT,
    holds = RUNS .. " " .. LOOPS, holds_end = RUNS .. " " .. LOOPS, tangent = RUNS,
    run = RUNS, crossings = RUNS, momentum = RUNS, rows = RUNS .. " " .. LOOPS, cholesky = CONTACT, contact_close = CONTACT,
    contact_jams = LIMITS .. " jams " .. LOOPS,
    finite = "step motion batch", resistance = RUNS, method = RUNS .. " motion", step = RUNS .. " motion", steppers = RUNS, forces = RUNS,
    happenings = RUNS, loops = LOOPS, closed = LOOPS,
    qr = LOOPS, lu = RUNS, admm = CONTACT .. " jams", newton = CONTACT, facets = "jams " .. CONTACT,
    contacts = CONTACT, contact_foresee = CONTACT .. " " .. LIMITS,
    contact_land = CONTACT .. " " .. LOOPS .. " " .. LIMITS, contact_loops = CONTACT .. " " .. LOOPS, bounded = CONTACT .. " light_rods " .. LOOPS,
    contact_forces = CONTACT, contact_problem = CONTACT, contact_shapes = CONTACT, contact_step = CONTACT,
    contact_strike = CONTACT .. " " .. LIMITS,
    assembly = TREE, joints = TREE .. " log", layout = TREE,
    configuration = TREE, description = TREE, carried = TREE, access = TREE,
    diagnose = "doctor_borders doctor law_doctor model_doctor",
    geometry = "doctor_borders geometry model_doctor mesh fitting four_lines", repairs = "repairs doctor law_doctor",
    figures = "repairs doctor law_doctor", slips = "repairs doctor law_doctor",
    region = "doctor_borders geometry model_doctor mesh", plausible = "law_doctor doctor repairs", shapes_lua = "model_doctor geometry",
    twins = "model_doctor", random_body = "doctor law_doctor", fits = FRAMES,
    sum_rules = FRAMES, product_rules = FRAMES, pose_rules = FRAMES, making_rules = FRAMES,
    model_rules = FRAMES .. " explain",
}
-- Of rooms whose files have names that others have.
local of_room = {
    lanes = "many_trees batch zeros motion accumulate", identification = "adaptive tracking identify logs observations base excitation",
}

local paths, alike -- of all specs, by name; and pairs of those that have one name

local function find_specs()
    paths, alike = {}, {}
    local found <close> = assert(io.popen "find spec -name '*_spec.lua' | LC_ALL=C sort")
    for path in found:lines() do
        local name = path:match "([^/]*)_spec%.lua$"
        if paths[name] then alike[#alike + 1] = { paths[name], path } end
        paths[name] = path
    end
end

-- Where the spec of that name is, in whichever room; nil where there is none.
function files.spec_path(name)
    if not paths then find_specs() end
    return paths[name]
end

-- Specs that have one name, which are as good as one here: {path, other path} each.
function files.specs_alike()
    if not alike then find_specs() end
    return alike
end

-- The specs that look at a file, by their names.
function files.specs(path)
    local name, kind = path:match "([^/]*)%.(%a+)$"
    return words(of_room[path:match "^src/core/(%a+)/"] or of_name[kind == "lua" and name == "shapes" and "shapes_lua" or name]
        or BODY .. " " .. TREE)
end

-- ---- files ------------------------------------------------------------------------------------------------------------

-- Not of numbers: what only gathers, names or promises.
local NOT = {}
for _, name in ipairs(words "core.h asserts.h status.c status.h kernel.h workspace.h") do NOT[name] = true end

local LUA <const> = "simulation/run simulation/forces simulation/happenings simulation/steppers "
    .. "simulation/crossings simulation/momentum simulation/method simulation/resistance simulation/step "
    .. "model/assembly model/joints model/layout model/configuration "
    .. "doctor/diagnose doctor/geometry doctor/figures doctor/slips doctor/repairs doctor/region doctor/plausible doctor/shapes doctor/twins "
    .. "doctor/random_body frames/fits frames/sum_rules frames/product_rules frames/pose_rules frames/making_rules frames/model_rules"

-- All paths, sorted by name.
function files.list()
    local list = {}
    local found <close> = assert(io.popen "find src/core -name '*.[ch]' -not -path '*/plain/*'") -- which make twins holds
    for path in found:lines() do
        if not NOT[path:match "[^/]*$"] then list[#list + 1] = path end
    end
    for _, path in ipairs(words(LUA)) do list[#list + 1] = "lua/rigid/" .. path .. ".lua" end
    table.sort(list, function(a, b) return a:match "[^/]*$" < b:match "[^/]*$" end)
    return list
end

-- How many changes are drawn of a file in which so many are possible.
function files.share(sites) return sites == 0 and 0 or math.max(2, math.min(10, (sites + 29) // 30)) end

return files
