/* SpatialInertia's regressors: 6x10 matrices that times M:parameters() give a momentum or a wrench. */
#include "class.h"
#include "inertia_lists.h"
#include "matrix.h"
#include "options.h"
#include "quantities.h"

static int push_regressor(lua_State *L, rigid_regressor Y) {
    rigid_regressor_to_matrix(&Y, rigid_push_matrix(L, 6, 10)->at);
    return 1;
}

static rigid_motion twist_at(lua_State *L, int arg) { return rigid_get_motion(L, arg, rigid_at(arg), ID_TWIST); }
static rigid_motion acc_at(lua_State *L, int arg) { return rigid_get_motion(L, arg, rigid_at(arg), ID_ACC); }

static int momentum_regressor(lua_State *L) { return push_regressor(L, rigid_momentum_regressor(twist_at(L, 1))); }

static int momentum_derivative_regressor(lua_State *L) {
    rigid_motion v = twist_at(L, 1), a = acc_at(L, 2);
    return push_regressor(L, rigid_momentum_derivative_regressor(v, a));
}

static int momentum_derivative_slotine_li_regressor(lua_State *L) {
    rigid_motion v = twist_at(L, 1), v_ref = twist_at(L, 2), a_ref = acc_at(L, 3);
    return push_regressor(L, rigid_slotine_li_regressor(v, v_ref, a_ref, RIGID_FACTOR_REFERENCE));
}

static int slotine_li_regressor(lua_State *L) {
    static const char *const known[] = {"factor", NULL};
    rigid_motion v = twist_at(L, 1), v_ref = twist_at(L, 2), a_ref = acc_at(L, 3);
    bool has_options = !lua_isnoneornil(L, 4);
    if (has_options)
        rigid_check_options(L, 4, known);
    rigid_factor factor = has_options ? rigid_factor_field(L, 4) : RIGID_FACTOR_CHRISTOFFEL;
    return push_regressor(L, rigid_slotine_li_regressor(v, v_ref, a_ref, factor));
}

#define REGRESSOR_FUNCTIONS(ROW)                                                                                       \
    ROW("momentum_regressor", momentum_regressor, 1)                                                                   \
    ROW("momentum_derivative_regressor", momentum_derivative_regressor, 2)                                             \
    ROW("momentum_derivative_slotine_li_regressor", momentum_derivative_slotine_li_regressor, 3)                       \
    ROW("slotine_li_regressor", slotine_li_regressor, 4)
REGRESSOR_FUNCTIONS(RIGID_STATIC)
const luaL_Reg rigid_regressor_functions[] = {REGRESSOR_FUNCTIONS(RIGID_ROW){NULL, NULL}};
