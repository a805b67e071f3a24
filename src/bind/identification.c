/* What lua/rigid/identification asks of C. */
#include "identification_duals.h"
#include "identification_minimum.h"
#include "identification_problem.h"
#include "identification_rows.h"
#include "identification_samples.h"
#include "inner.h"

const luaL_Reg rigid_identification_functions[] = {
    {"equations", rigid_new_equations}, {"take", rigid_equations_take}, {"take_rows", rigid_equations_take_rows}, {"torques", rigid_equations_torques},
    {"join", rigid_equations_join}, {"weighted", rigid_equations_weighted}, {"residuals", rigid_equations_residuals},
    {"parts", rigid_equations_parts}, {"resistance_numbers", rigid_resistance_numbers},
    {"gather", rigid_gather}, {"rates", rigid_rates}, {"entropic", rigid_entropic_minimum}, {"to_dual", rigid_to_dual},
    {"from_dual", rigid_from_dual}, {"divergence", rigid_divergence}, {"filtered_rates", rigid_filtered_rates},
    {"independent", rigid_independent}, {"columns", rigid_columns},
    {NULL, NULL}};
