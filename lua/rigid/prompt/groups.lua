-- Methods of a class that has many, by subject: for help(Class) and for its page. A spec counts that each method is in one group.
local GROUPS <const> = {
    Model = {
        {"Building", "add_body add_frame attach detach add_loop add_coupling remove_loop add_contact add_ground remove_contact set_gravity "
            .. "set_parameters copy lock"},
        {"What it is", "name tree body joint body_names frame_names joint_names nbodies nq nv total_mass gravity limits damping friction stiffness "
            .. "springref armature parameters loops contacts grounds keyframes actuators markers notes diagnose is_near table html"},
        {"States", "neutral random_state integrate difference to_mujoco from_mujoco"},
        {"Kinematics", "pose twist acceleration classical_acceleration jacobian jacobian_derivative com com_velocity com_acceleration com_jacobian "
            .. "inverse_kinematics differential_ik manipulability"},
        {"Dynamics", "inverse_dynamics forward_dynamics mass_matrix inverse_mass_matrix coriolis_matrix bias_forces gravity_forces passive_forces "
            .. "inverse_dynamics_derivatives forward_dynamics_derivatives kinetic_energy potential_energy elastic_energy centroidal_momentum "
            .. "centroidal_matrix subtree_inertia"},
        {"Loops and contact", "assemble constraint_error constraint_jacobian constraint_drift constrained_dynamics constrained_inverse_dynamics "
            .. "contact_forces"},
        {"Simulation", "simulate step rollout step_batch"},
        {"Control", "computed_torque pd_gravity impedance operational_space follow balance trim linearize actuate"},
        {"Identification", "regressor slotine_li_regressor momentum_regressor momentum_rate_regressor kinetic_energy_regressor "
            .. "potential_energy_regressor base_parameters accumulate read_log"},
        {"Batches", "inverse_dynamics_batch forward_dynamics_batch bias_forces_batch mass_matrix_batch poses_batch jacobian_batch com_batch "
            .. "energies_batch regressor_batch inverse_dynamics_derivatives_batch"},
        {"Files", "save write_c compile"},
    },
}

local groups = {}

-- The methods in groups, {title, list of entries}: one group "Methods" where the class has no others. What no group names comes last.
function groups.of(class, methods)
    if not GROUPS[class] then return {{"Methods", methods}} end
    local by_short, list = {}, {}
    for _, entry in ipairs(methods) do by_short[entry.short] = entry end
    for i, group in ipairs(GROUPS[class]) do
        list[i] = {group[1], {}}
        for name in group[2]:gmatch "%S+" do
            list[i][2][#list[i][2] + 1] = by_short[name]
            by_short[name] = nil
        end
    end
    local rest = {}
    for _, entry in ipairs(methods) do rest[#rest + 1] = by_short[entry.short] end
    if #rest > 0 then list[#list + 1] = {"Others", rest} end
    return list
end

return groups
