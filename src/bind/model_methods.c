/* The methods of Model that compute: each reads its arguments, calls one algorithm of the core, and returns its result. One
   file: all are of one form, a few lines each. */
#include "batch.h"
#include "class.h"
#include "contact.h"
#include "loops.h"
#include "model_arguments.h"
#include "model_refusal.h"
#include "quick.h"

#include <string.h>

/* ---- sizes and configurations --------------------------------------------------------------------------------------------- */

static int nq(lua_State *L) {
    lua_pushinteger(L, rigid_check_sizes(L).nq);
    return 1;
}

static int nv(lua_State *L) {
    lua_pushinteger(L, rigid_check_sizes(L).nv);
    return 1;
}

static int nbodies(lua_State *L) {
    lua_pushinteger(L, rigid_check_sizes(L).links);
    return 1;
}

static int neutral(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 1);
    double *out = rigid_model_vector(L, 2, c->model->nq);
    rigid_model_neutral(c->model, out);
    return 1;
}

static int integrate(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 3);
    double *out = rigid_model_vector(L, 4, c->model->nq);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_model_integrate(c->model, q, v, out);
    return 1;
}

static int difference(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 3);
    double *out = rigid_model_vector(L, 4, c->model->nv);
    const double *q0 = rigid_model_q(L, c, 2, 0), *q1 = rigid_model_q(L, c, 3, 2);
    rigid_model_difference(c->model, q0, q1, out);
    return 1;
}

/* ---- dynamics -------------------------------------------------------------------------------------------------------------- */

typedef struct {
    double *at;
    bool wrenches; /* whether wrenches may stand before it */
} dynamics_result;

static dynamics_result dynamics_out(lua_State *L, rigid_compiled *c) {
    const int nv = c->model->nv;
    rigid_vector *out = rigid_test(L, 5, ID_VECTOR);
    const int arg = out ? 5 : 6;
    double *at = out && out->size == nv ? out->at : rigid_model_vector(L, arg, nv);
    if (out)
        lua_pushvalue(L, 5);
    rigid_model_no_more(L, arg, 6);
    return (dynamics_result){at, !out};
}

static const rigid_force *dynamics_wrenches(lua_State *L, rigid_compiled *c, dynamics_result out) {
    return out.wrenches ? rigid_model_external(L, c, 5) : NULL;
}

static void find_torques(rigid_compiled *c, const double *q, const double *v, const double *a, const rigid_force *external, double *tau) {
    const bool apart = v && a && tau != q && tau != v && tau != a;
    if (c->generated.inverse_dynamics && rigid_generated_now(c) && !external && apart)
        c->generated.inverse_dynamics(q, v, a, tau);
    else
        rigid_rnea(c->model, &c->ws, q, v, a, external, tau);
}

static int inverse_dynamics(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 5);
    const dynamics_result out = dynamics_out(L, c);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_optional_v(L, c, 3);
    const double *a = rigid_model_optional_a(L, c, 4, "a");
    find_torques(c, q, v, a, dynamics_wrenches(L, c, out), out.at);
    return 1;
}

static void *quick_inverse_dynamics(lua_State *L) {
    rigid_quick_call k;
    if (!rigid_is_quick_dynamics(L, &k))
        return NULL;
    rigid_vector *tau = k.out;
    find_torques(k.c, k.q, k.v, k.a, NULL, tau->at);
    return tau;
}

static int forward_dynamics(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 5);
    int freedom = 0;
    const dynamics_result out = dynamics_out(L, c);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_optional_v(L, c, 3);
    const double *tau = rigid_model_optional_a(L, c, 4, "tau");
    const rigid_force *external = dynamics_wrenches(L, c, out);
    if (rigid_aba(c->model, &c->ws, q, v, tau, external, out.at, &freedom) != RIGID_OK)
        return rigid_bad_joint(L, c, q, freedom);
    return 1;
}

static void *quick_forward_dynamics(lua_State *L) {
    rigid_quick_call k;
    int freedom = 0;
    if (!rigid_is_quick_dynamics(L, &k))
        return NULL;
    rigid_vector *a = k.out;
    const bool apart = a->at != k.q && a->at != k.v && a->at != k.a; /* so that all can be read again where it is refused */
    if (apart && rigid_aba(k.c->model, &k.c->ws, k.q, k.v, k.a, NULL, a->at, &freedom) == RIGID_OK)
        return a;
    lua_pop(L, 1);
    return NULL;
}

static size_t square(int n) { return (size_t)n * (size_t)n; }

/* The square Matrix that a method returns, at arg. */
static double *square_out(lua_State *L, rigid_compiled *c, int arg) {
    return rigid_model_matrix(L, arg, c->model->nv, c->model->nv);
}

/* Zeros that no state changes are written once, as in batches. */
static void find_mass_matrix(rigid_compiled *c, const double *q, rigid_matrix *H) {
    const uint64_t zeros = c->model->mimics ? 0 : c->structure << 1;
    if (c->generated.mass_matrix && rigid_generated_now(c))
        c->generated.mass_matrix(q, H->at);
    else if (zeros != 0 && H->zeros == zeros)
        rigid_crba_again(c->model, &c->ws, q, H->at);
    else
        rigid_crba(c->model, &c->ws, q, H->at);
    H->zeros = zeros;
}

static int mass_matrix(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 2);
    rigid_matrix *H = rigid_model_known_matrix(L, 3, c->model->nv, c->model->nv);
    find_mass_matrix(c, rigid_model_q(L, c, 2, 0), H);
    return 1;
}

static void *quick_mass_matrix(lua_State *L) {
    rigid_quick_call k;
    if (!rigid_is_quick_call(L, 1, ID_MATRIX, &k))
        return NULL;
    find_mass_matrix(k.c, k.q, k.out);
    return k.out;
}

static int inverse_mass_matrix(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 2);
    int freedom = 0;
    const bool given = !lua_isnil(L, 3); /* what the caller gave stays as it is if this is refused */
    double *Hinv = square_out(L, c, 3), *H = given ? rigid_model_scratch(L, square(c->model->nv)) : Hinv;
    const double *q = rigid_model_q(L, c, 2, 0);
    if (rigid_inverse_mass_matrix_apart(c->model, &c->ws, q, H, Hinv, &freedom) != RIGID_OK)
        return rigid_bad_joint(L, c, q, freedom);
    return 1;
}

static int coriolis_matrix(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 4);
    const rigid_formula_options o = rigid_model_factor_options(L, 4);
    double *C = square_out(L, c, o.next);
    rigid_model_no_more(L, o.next, 5);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_coriolis_matrix_by(c->model, &c->ws, q, v, o.factor, C);
    return 1;
}

/* C v + g */
static int bias_forces(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 3);
    double *tau = rigid_model_vector(L, 4, c->model->nv);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_rnea(c->model, &c->ws, q, v, NULL, NULL, tau);
    return 1;
}

static void *quick_bias_forces(lua_State *L) {
    rigid_quick_call k;
    if (!rigid_is_quick_call(L, 2, ID_VECTOR, &k))
        return NULL;
    rigid_vector *tau = k.out;
    rigid_rnea(k.c->model, &k.c->ws, k.q, k.v, NULL, NULL, tau->at);
    return tau;
}

static int gravity_forces(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 2);
    double *tau = rigid_model_vector(L, 3, c->model->nv);
    rigid_gravity_forces(c->model, &c->ws, rigid_model_q(L, c, 2, 0), tau);
    return 1;
}

static void *quick_gravity_forces(lua_State *L) {
    rigid_quick_call k;
    if (!rigid_is_quick_call(L, 1, ID_VECTOR, &k))
        return NULL;
    rigid_vector *tau = k.out;
    rigid_gravity_forces(k.c->model, &k.c->ws, k.q, tau->at);
    return tau;
}

/* The three Matrices that the derivatives return, at arguments 5 to 7; they must be three, not one given twice. */
static void derivatives_out(lua_State *L, rigid_compiled *c, double *out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = square_out(L, c, 5 + i);
        for (int j = 0; j < i; j++)
            if (lua_rawequal(L, 5 + i, 5 + j) && !lua_isnil(L, 5 + i))
                rigid_bad(L, rigid_at(5 + i), "this Matrix is to be written into as argument #%d already", 4 + j);
    }
}

static int inverse_dynamics_derivatives(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 6);
    double *out[3];
    derivatives_out(L, c, out);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_optional_v(L, c, 3);
    const double *a = rigid_model_optional_a(L, c, 4, "a");
    rigid_rnea_derivatives(c->model, &c->ws, q, v, a, out[0], out[1], out[2]);
    return 3;
}

static bool quick_inverse_dynamics_derivatives(lua_State *L) {
    rigid_quick_call k;
    double *out[3];
    if (!rigid_is_quick_call_for_three(L, &k, out))
        return false;
    rigid_rnea_derivatives(k.c->model, &k.c->ws, k.q, k.v, k.a, out[0], out[1], out[2]);
    return true;
}

static int forward_dynamics_derivatives(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 6);
    int freedom = 0;
    size_t count = square(c->model->nv);
    double *out[3], *to[3];
    derivatives_out(L, c, out);
    bool apart = !c->ws.paths.branches && !(lua_isnil(L, 5) && lua_isnil(L, 6) && lua_isnil(L, 7));
    double *scratch = apart ? rigid_model_scratch(L, 3 * count) : NULL;
    for (int i = 0; i < 3; i++)
        to[i] = apart ? scratch + (size_t)i * count : out[i];
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_optional_v(L, c, 3);
    const double *tau = rigid_model_optional_a(L, c, 4, "tau");
    if (rigid_aba_derivatives(c->model, &c->ws, q, v, tau, c->argument[3], to[0], to[1], to[2], &freedom) != RIGID_OK)
        return rigid_bad_joint(L, c, q, freedom);
    for (int i = 0; apart && i < 3; i++)
        memcpy(out[i], to[i], count * sizeof *out[i]);
    return 3;
}

/* Where it fails, nothing has been written. */
static bool quick_forward_dynamics_derivatives(lua_State *L) {
    rigid_quick_call k;
    double *out[3];
    int freedom = 0;
    if (!rigid_is_quick_call_for_three(L, &k, out))
        return false;
    rigid_compiled *c = k.c;
    if (!c->ws.paths.branches ||
        rigid_aba_derivatives(c->model, &c->ws, k.q, k.v, k.a, c->argument[3], out[0], out[1], out[2], &freedom) != RIGID_OK) {
        lua_pop(L, 1);
        return false;
    }
    return true;
}

/* ---- kinematics ------------------------------------------------------------------------------------------------------------- */

static int pose(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 2);
    rigid_model_given(L, 2, "q", c->model->nq);
    const rigid_frame *F = rigid_model_frame(L, c, 3);
    const double *q = rigid_model_q(L, c, 2, 0);
    rigid_push_transform(L, rigid_frame_pose(c->model, &c->ws, q, *F));
    return 1;
}

static int jacobian(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 4);
    rigid_model_given(L, 2, "q", c->model->nq);
    rigid_frame F = *rigid_model_frame(L, c, 3);
    const rigid_view_options o = rigid_model_view_options(L, 4, &F);
    double *J = rigid_model_matrix(L, o.next, 6, c->model->nv);
    rigid_model_no_more(L, o.next, 5);
    rigid_jacobian(c->model, &c->ws, rigid_model_q(L, c, 2, 0), F, o.view, J);
    return 1;
}

static void *quick_jacobian(lua_State *L) {
    rigid_quick_call k;
    if (!rigid_is_quick_state(L, 1, 2, &k))
        return NULL;
    const rigid_frame *F = rigid_model_frame_again(L, k.c, 3);
    rigid_matrix *J = F ? rigid_quick_matrix(L, 4, 6, k.c->model->nv) : NULL;
    if (J)
        rigid_jacobian(k.c->model, &k.c->ws, k.q, *F, RIGID_LOCAL, J->at);
    else
        lua_pop(L, 1);
    return J;
}

static int jacobian_derivative(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 5);
    rigid_model_given(L, 2, "q", c->model->nq);
    rigid_model_given(L, 3, "v", c->model->nv);
    rigid_frame F = *rigid_model_frame(L, c, 4);
    const rigid_view_options o = rigid_model_view_options(L, 5, &F);
    double *Jdot = rigid_model_matrix(L, o.next, 6, c->model->nv);
    rigid_model_no_more(L, o.next, 6);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_jacobian_derivative(c->model, &c->ws, q, v, F, o.view, Jdot);
    return 1;
}

/* The options that are the last argument of a method which writes into nothing. */
static rigid_view_options last_view(lua_State *L, int arg, rigid_frame *F) {
    const rigid_view_options o = rigid_model_view_options(L, arg, F);
    if (o.next == arg)
        rigid_expected(L, rigid_at(arg), arg, "table with named fields (such as {frame = ...})");
    return o;
}

static int twist(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 4);
    rigid_model_given(L, 2, "q", c->model->nq);
    rigid_model_given(L, 3, "v", c->model->nv);
    rigid_frame F = *rigid_model_frame(L, c, 4);
    const rigid_view_options o = last_view(L, 5, &F);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_push_motion(L, ID_TWIST, rigid_frame_twist(c->model, &c->ws, q, v, F, o.view));
    return 1;
}

static int push_acceleration(lua_State *L, bool classical) {
    rigid_compiled *c = rigid_check_model(L, 5);
    rigid_model_given(L, 2, "q", c->model->nq);
    rigid_frame F = *rigid_model_frame(L, c, 5);
    const rigid_view_options o = last_view(L, 6, &F);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_optional_v(L, c, 3);
    const double *a = rigid_model_optional_a(L, c, 4, "a");
    rigid_push_motion(L, ID_ACC, rigid_frame_acceleration(c->model, &c->ws, q, v, a, F, o.view, classical));
    return 1;
}

static int acceleration(lua_State *L) { return push_acceleration(L, false); }
static int classical_acceleration(lua_State *L) { return push_acceleration(L, true); }

/* ---- the whole ------------------------------------------------------------------------------------------------------------- */

/* The Model at index 1, which must have some mass that moves. */
static rigid_compiled *check_massive(lua_State *L, int arguments) {
    rigid_compiled *c = rigid_check_model(L, arguments);
    if (rigid_total_mass(c->model) == 0)
        rigid_bad_mass(L);
    return c;
}

static int com(lua_State *L) {
    rigid_compiled *c = check_massive(L, 1);
    const double *q = rigid_model_q(L, c, 2, 0);
    rigid_push_v3(L, rigid_center_of_mass(c->model, &c->ws, q));
    return 1;
}

static int com_velocity(lua_State *L) {
    rigid_compiled *c = check_massive(L, 2);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    v3 momentum = rigid_centroidal_momentum(c->model, &c->ws, q, v).linear;
    rigid_push_v3(L, v3_div(momentum, rigid_total_mass(c->model)));
    return 1;
}

static int com_acceleration(lua_State *L) {
    rigid_compiled *c = check_massive(L, 3);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    const double *a = rigid_model_numbers(L, c, 4, 2, "a", c->model->nv, false);
    rigid_push_v3(L, rigid_com_acceleration(c->model, &c->ws, q, v, a));
    return 1;
}

static int com_jacobian(lua_State *L) {
    rigid_compiled *c = check_massive(L, 2);
    double *J = rigid_model_matrix(L, 3, 3, c->model->nv);
    rigid_com_jacobian(c->model, &c->ws, rigid_model_q(L, c, 2, 0), J);
    return 1;
}

static int centroidal_momentum(lua_State *L) {
    rigid_compiled *c = check_massive(L, 2);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_push_force(L, ID_MOMENTUM, rigid_centroidal_momentum(c->model, &c->ws, q, v));
    return 1;
}

static int centroidal_matrix(lua_State *L) {
    rigid_compiled *c = check_massive(L, 2);
    double *A = rigid_model_matrix(L, 3, 6, c->model->nv);
    rigid_centroidal_matrix(c->model, &c->ws, rigid_model_q(L, c, 2, 0), A);
    return 1;
}

static int kinetic_energy(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 2);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    lua_pushnumber(L, rigid_kinetic_energy(c->model, &c->ws, q, v));
    return 1;
}

static int potential_energy(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 1);
    const double *q = rigid_model_q(L, c, 2, 0);
    lua_pushnumber(L, rigid_potential_energy(c->model, &c->ws, q));
    return 1;
}

static int elastic_energy(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 1);
    lua_pushnumber(L, rigid_elastic_energy(c->model, rigid_model_q(L, c, 2, 0)));
    return 1;
}

static int passive_forces(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 3);
    double *tau = rigid_model_vector(L, 4, c->model->nv);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_passive_forces(c->model, q, v, c->argument[3]); /* tau may be q */
    memcpy(tau, c->argument[3], (size_t)c->model->nv * sizeof *tau);
    return 1;
}

static int total_mass(lua_State *L) {
    lua_pushnumber(L, rigid_total_mass(rigid_check_model(L, 0)->model));
    return 1;
}

/* ---- regressors ------------------------------------------------------------------------------------------------------------ */

/* The Matrix that a regressor returns, at arg. */
static double *regressor_out(lua_State *L, rigid_compiled *c, int arg, int rows) {
    return rigid_model_matrix(L, arg, rows, 10 * c->model->links);
}

static int regressor(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 5);
    const rigid_formula_options o = rigid_model_column_options(L, 5);
    double *Y = rigid_model_matrix(L, o.next, c->model->nv, rigid_regressor_columns(c->model, o.columns));
    rigid_model_no_more(L, o.next, 6);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_optional_v(L, c, 3);
    const double *a = rigid_model_optional_a(L, c, 4, "a");
    rigid_torque_regressor(c->model, &c->ws, q, v, a, o.columns, Y);
    return 1;
}

static void *quick_regressor(lua_State *L) {
    rigid_quick_call k;
    if (!rigid_is_quick_state(L, 3, 1, &k))
        return NULL;
    rigid_matrix *Y = rigid_quick_matrix(L, 5, k.c->model->nv, rigid_regressor_columns(k.c->model, 0));
    if (Y)
        rigid_torque_regressor(k.c->model, &k.c->ws, k.q, k.v, k.a, 0, Y->at);
    else
        lua_pop(L, 1);
    return Y;
}

static int slotine_li_regressor(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 6);
    const int n = c->model->nv;
    const rigid_formula_options o = rigid_model_regressor_options(L, 6);
    double *Y = rigid_model_matrix(L, o.next, n, rigid_regressor_columns(c->model, o.columns));
    rigid_model_no_more(L, o.next, 7);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    const double *v_ref = rigid_model_numbers(L, c, 4, 2, "v_ref", n, false);
    const double *a_ref = rigid_model_numbers(L, c, 5, 3, "a_ref", n, false);
    rigid_tree_slotine_li_regressor(c->model, &c->ws, q, v, v_ref, a_ref, o.factor, o.columns, Y);
    return 1;
}

static int momentum_regressor(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 3);
    double *Y = regressor_out(L, c, 4, 6);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_tree_momentum_regressor(c->model, &c->ws, q, v, Y);
    return 1;
}

static int momentum_rate_regressor(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 3);
    const int n = c->model->nv;
    double *Q = regressor_out(L, c, 4, n);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    double *scratch = rigid_model_scratch(L, 10 * (size_t)(n + 1) * (size_t)c->model->links + 2 * (size_t)n);
    rigid_momentum_rate_regressor(c->model, &c->ws, q, v, scratch, Q);
    return 1;
}

static int kinetic_energy_regressor(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 3);
    double *y = rigid_model_vector(L, 4, 10 * c->model->links);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_v(L, c, 3);
    rigid_kinetic_energy_regressor(c->model, &c->ws, q, v, y);
    return 1;
}

static int potential_energy_regressor(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 2);
    double *y = rigid_model_vector(L, 3, 10 * c->model->links);
    rigid_potential_energy_regressor(c->model, &c->ws, rigid_model_q(L, c, 2, 0), y);
    return 1;
}

/* Those that may write into what they are given do so in the end, and never before they could be refused. */
#define MODEL_WRITERS(ROW)                                                                                             \
    ROW("neutral", neutral, 1) ROW("integrate", integrate, 3) ROW("difference", difference, 3)                         \
    ROW("inverse_mass_matrix", inverse_mass_matrix, 2)                                                                 \
    ROW("coriolis_matrix", coriolis_matrix, 4) ROW("com_jacobian", com_jacobian, 2)                                    \
    ROW("jacobian_derivative", jacobian_derivative, 5)                                                                 \
    ROW("centroidal_matrix", centroidal_matrix, 2) ROW("passive_forces", passive_forces, 3)                            \
    ROW("slotine_li_regressor", slotine_li_regressor, 6)                                                               \
    ROW("momentum_regressor", momentum_regressor, 3) ROW("momentum_rate_regressor", momentum_rate_regressor, 3)            \
    ROW("kinetic_energy_regressor", kinetic_energy_regressor, 3)      \
    ROW("potential_energy_regressor", potential_energy_regressor, 2)
#define MODEL_QUICK_WRITERS(ROW)                                                                                       \
    ROW("inverse_dynamics", inverse_dynamics, 5) ROW("forward_dynamics", forward_dynamics, 5) ROW("mass_matrix", mass_matrix, 2) \
    ROW("bias_forces", bias_forces, 3) ROW("gravity_forces", gravity_forces, 2) ROW("jacobian", jacobian, 4)           \
    ROW("regressor", regressor, 5)
#define MODEL_QUICK_WRITERS_OF_THREE(ROW)                                                                              \
    ROW("inverse_dynamics_derivatives", inverse_dynamics_derivatives, 6)                                               \
    ROW("forward_dynamics_derivatives", forward_dynamics_derivatives, 6)
/* Those that only make something new. */
#define MODEL_MAKERS(ROW)                                                                                              \
    ROW("nq", nq, 0) ROW("nv", nv, 0) ROW("nbodies", nbodies, 0) ROW("pose", pose, 2) ROW("twist", twist, 4)           \
    ROW("acceleration", acceleration, 5) ROW("classical_acceleration", classical_acceleration, 5) ROW("com", com, 1)   \
    ROW("com_velocity", com_velocity, 2) ROW("com_acceleration", com_acceleration, 3)                                  \
    ROW("centroidal_momentum", centroidal_momentum, 2) ROW("kinetic_energy", kinetic_energy, 2)                        \
    ROW("potential_energy", potential_energy, 1) ROW("elastic_energy", elastic_energy, 1) ROW("total_mass", total_mass, 0)
MODEL_WRITERS(RIGID_WRITER)
MODEL_QUICK_WRITERS(RIGID_QUICK_WRITER)
MODEL_QUICK_WRITERS_OF_THREE(RIGID_QUICK_WRITER_OF_THREE)
MODEL_MAKERS(RIGID_METHOD)
static const luaL_Reg methods[] = {MODEL_WRITERS(RIGID_ROW) MODEL_QUICK_WRITERS(RIGID_ROW)
                                       MODEL_QUICK_WRITERS_OF_THREE(RIGID_ROW) MODEL_MAKERS(RIGID_ROW){NULL, NULL}};

static int construct(lua_State *L) { return luaL_error(L, "models are made by require \"rigid\""); }

const rigid_class rigid_class_model = {
    .construct = construct, .methods = {methods, rigid_contact_methods, rigid_loops_methods, rigid_batch_methods},
};
