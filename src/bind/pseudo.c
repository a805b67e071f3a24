/* SpatialInertia as a pseudo-inertia: log-Cholesky coordinates, distances, mirror images, scaling, A - B with a verdict;
   and what the doctor, written in Lua, asks of the core. */
#include "class.h"
#include "inertia_lists.h"
#include "inner.h"
#include "numbers.h"
#include "options.h"
#include "print.h"
#include "vector.h"

static const rigid_inertia *self_of(lua_State *L) { return rigid_check(L, 1, ID_INERTIA); }

static int push_finite(lua_State *L, rigid_place at, rigid_inertia M) {
    if (!rigid_inertia_is_finite(&M))
        return rigid_bad(L, at, "these numbers are so large that the inertia overflows");
    rigid_push_inertia(L, &M);
    return 1;
}

/* A point, as far as its digits go. */
static int bad_beside_com(lua_State *L, rigid_place at, const rigid_inertia *M, double tolerance) {
    char mass[RIGID_NUMBER_WIDTH], lost[RIGID_NUMBER_WIDTH];
    return rigid_bad(L, at, "a body of some bulk expected: with %s kg this far from the origin, moments about its com below %s kg m^2 are lost in "
                            "rounding, and this one has no more: a smaller mass, larger moments, or M:shift to its com",
                     rigid_format_number(mass, RIGID_DIGITS, M->m), rigid_format_number(lost, 2, tolerance));
}

/* Raise what keeps an inertia from having what needs a positive definite pseudo-inertia. */
static int bad_pseudo(lua_State *L, rigid_place at, rigid_status status, const rigid_inertia *M) {
    if (status == RIGID_NOT_FINITE || !rigid_inertia_is_finite(M))
        return rigid_bad(L, at, "an inertia of finite numbers expected; M:criticize() says what it lacks");
    if (!rigid_inertia_is_valid(M))
        return rigid_bad(L, at, "no body can have this inertia; M:criticize() says why");
    const rigid_verdict verdict = rigid_inertia_judge(M);
    if (M->m > 0 && v3_norm(rigid_inertia_com(M)) > 0 && verdict.spread.z <= verdict.tolerance)
        return bad_beside_com(L, at, M, verdict.tolerance);
    return rigid_bad(L, at, "a body of some bulk expected: this one is a rod, a plate, a point or nothing, whose "
                            "coordinates and distances are infinite");
}

static int log_cholesky(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    double theta[10];
    rigid_status status = rigid_log_cholesky(M, theta);
    if (status != RIGID_OK)
        return bad_pseudo(L, rigid_at(1), status, M);
    rigid_vector *out = rigid_push_vector(L, 10);
    for (int i = 0; i < 10; i++)
        out->at[i] = theta[i];
    return 1;
}

static int from_log_cholesky(lua_State *L) {
    double theta[10];
    rigid_get_numbers(L, 1, rigid_at(1), theta, 10, "ten coordinates {alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3}");
    for (int i = 0; i < 10; i++)
        if (!isfinite(theta[i]))
            return rigid_bad(L, rigid_at(1), "ten finite coordinates expected, but [%d] is %f", i + 1, theta[i]);
    rigid_inertia M = rigid_inertia_from_log_cholesky(theta);
    if (rigid_inertia_is_finite(&M) && !rigid_inertia_is_consistent(&M))
        return rigid_bad(L, rigid_at(1), "these numbers are so small that the inertia is lost in rounding");
    return push_finite(L, rigid_at(1), M);
}

static int distance(lua_State *L) {
    static const char *const words[] = {"entropic", "affine", NULL};
    const rigid_inertia *M = self_of(L), *N = rigid_check(L, 2, ID_INERTIA);
    double theta[10], d = 0;
    for (int i = 1; i <= 2; i++) {
        const rigid_inertia *one = i == 1 ? M : N;
        rigid_status status = rigid_log_cholesky(one, theta);
        if (status != RIGID_OK)
            return bad_pseudo(L, rigid_at(i), status, one);
    }
    bool affine = rigid_get_word(L, 3, rigid_at(3), words, 0) == 1;
    rigid_status status = affine ? rigid_inertia_affine_distance(M, N, &d) : rigid_inertia_entropic(M, N, &d);
    if (status != RIGID_OK || !isfinite(d))
        return rigid_bad(L, rigid_at(2), "the two are so far apart that their distance overflows");
    lua_pushnumber(L, d);
    return 1;
}

/* By 1 - 2 n nᵀ. */
static int mirror(lua_State *L) {
    static const char *const planes[] = {"yz", "xz", "xy", NULL};
    const rigid_inertia *M = self_of(L);
    v3 n = {0, 0, 0};
    if (lua_type(L, 2) == LUA_TSTRING) {
        int i = rigid_get_word(L, 2, rigid_at(2), planes, -1);
        n = (v3){i == 0, i == 1, i == 2};
    } else if (rigid_test_v3(L, 2, &n))
        n = rigid_get_unit(L, 2, rigid_at(2));
    else
        return rigid_expected(L, rigid_at(2), 2, "\"xy\", \"xz\", \"yz\" or the unit normal of the plane");
    sym3 twice = sym3_outer(2, n);
    m3 A = m3_sub(m3_identity(), m3_from_sym3(twice));
    rigid_inertia image = {M->m, m3_mul_v3(A, M->h), sym3_re_express(M->I, A)};
    rigid_push_inertia(L, &image);
    return 1;
}

static double factor_field(lua_State *L, const char *name) {
    if (!rigid_field(L, 2, name))
        return 1;
    lua_pop(L, 1);
    return rigid_field_positive(L, 2, name);
}

static int scale(lua_State *L) {
    static const char *const known[] = {"mass", "length", NULL};
    const rigid_inertia *M = self_of(L);
    rigid_check_options(L, 2, known);
    if (!rigid_field(L, 2, "mass") && !rigid_field(L, 2, "length"))
        return rigid_missing(L, 2, "mass", "positive factor (or length, or both)");
    double s = factor_field(L, "mass"), l = factor_field(L, "length");
    rigid_inertia scaled = {s * M->m, v3_scale(s * l, M->h), sym3_scale(s * l * l, M->I)};
    if (rigid_inertia_is_finite(M) && !rigid_inertia_is_finite(&scaled))
        return rigid_bad(L, rigid_at(2), "these factors are so large that the inertia overflows");
    rigid_push_inertia(L, &scaled);
    return 1;
}

static void set_v3(lua_State *L, const char *field, v3 a) {
    rigid_push_v3(L, a);
    lua_setfield(L, -2, field);
}

/* judge(M) -> {flaw=, tolerance=, spread=, axes=, moments=, nearest=, change=}, as rigid_verdict */
static int judge(lua_State *L) {
    static const char *const flaws[] = {"sound", "not_finite", "negative_mass", "massless", "negative_spread"};
    rigid_verdict v = rigid_inertia_judge(self_of(L));
    lua_createtable(L, 0, 7);
    lua_pushstring(L, flaws[v.flaw]);
    lua_setfield(L, -2, "flaw");
    if (v.flaw == RIGID_FLAW_NOT_FINITE)
        return 1;
    lua_pushnumber(L, v.tolerance);
    lua_setfield(L, -2, "tolerance");
    lua_pushnumber(L, v.change);
    lua_setfield(L, -2, "change");
    set_v3(L, "spread", v.spread);
    set_v3(L, "moments", v.moments);
    rigid_push_rotation(L, v.axes);
    lua_setfield(L, -2, "axes");
    rigid_push_rotational_inertia(L, v.nearest);
    lua_setfield(L, -2, "nearest");
    return 1;
}

#define PSEUDO_METHODS(ROW)                                                                                            \
    ROW("log_cholesky", log_cholesky, 0) ROW("distance", distance, 2) ROW("mirror", mirror, 1)                         \
    ROW("scale", scale, 1)
PSEUDO_METHODS(RIGID_METHOD)
const luaL_Reg rigid_pseudo_methods[] = {PSEUDO_METHODS(RIGID_ROW){NULL, NULL}};
#define PSEUDO_FUNCTIONS(ROW)                                                                                          \
    ROW("from_log_cholesky", from_log_cholesky, 1)
PSEUDO_FUNCTIONS(RIGID_STATIC)
const luaL_Reg rigid_pseudo_functions[] = {PSEUDO_FUNCTIONS(RIGID_ROW){NULL, NULL}};
const luaL_Reg rigid_doctor_functions[] = {{"judge", judge}, {NULL, NULL}};
