/* What is wrong with an inertia that cannot exist, in words a person can act on: what, by how much, what would mend it.
   Numbers at nine digits, so that a reader can redo the check. */
#include "criticize.h"
#include "errors.h"
#include "print.h"

static const char *const parameter_names[10] = {
    "mass",
    "com moment x", "com moment y", "com moment z",
    "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz",
};

static void add_not_finite(luaL_Buffer *b, const rigid_inertia *M) {
    double parameters[10];
    rigid_inertia_to_parameters(M, parameters);
    for (int i = 0; i < 10; i++)
        if (!isfinite(parameters[i])) {
            char text[RIGID_NUMBER_WIDTH];
            rigid_add_format(b, "%s is %s; all ten parameters of a body are finite numbers. Give it, or leave the body out.",
                             parameter_names[i], rigid_format_number(text, RIGID_DIGITS, parameters[i]));
            return;
        }
    luaL_addstring(b, "its numbers overflow; choose units in which they are smaller.");
}

static void add_three(luaL_Buffer *b, double x, double y, double z) {
    rigid_add_format(b, "(%.9g, %.9g, %.9g)", x + 0.0, y + 0.0, z + 0.0); /* -0 + 0 is 0 */
}

/* A moment, or zero where it is nothing but the rounding of the others. */
static double unless_rounding(double moment, const rigid_verdict *v) {
    return fabs(moment) <= 2 * v->tolerance ? 0 : moment;
}

static void add_negative_spread(luaL_Buffer *b, const rigid_inertia *M, const rigid_verdict *v) {
    v3 m = {unless_rounding(v->moments.x, v), unless_rounding(v->moments.y, v), v->moments.z};
    luaL_addstring(b, "its principal moments about the com, ");
    add_three(b, m.x, m.y, m.z);
    if (m.x < 0)
        rigid_add_format(b, " kg m², are not all positive: the least is %.9g kg m²", m.x);
    else
        rigid_add_format(b, " kg m², break the triangle inequality: the two smaller together are %.9g kg m² less than the greatest",
                         m.z - (m.x + m.y));
    v3 e = m3_column_x(v->axes), products = sym3_products(v->nearest), moments = sym3_moments(v->nearest);
    luaL_addstring(b, "; the spread of mass along ");
    add_three(b, e.x, e.y, e.z);
    rigid_add_format(b, " would be negative, %.9g kg m². ", v->spread.x);
    if (!v3_is_zero(rigid_inertia_com(M)))
        luaL_addstring(b, "Is the tensor given about the point it was meant for (com or origin)? ");
    luaL_addstring(b, "Lifting it to zero would make the inertia about the com possible, with moments ");
    add_three(b, moments.x, moments.y, moments.z);
    luaL_addstring(b, " and products ");
    add_three(b, products.x, products.y, products.z);
    rigid_add_format(b, " kg m², a change of %.3g %%.", 100 * v->change);
}

void rigid_push_criticism(lua_State *L, const rigid_inertia *M) {
    rigid_verdict verdict = rigid_inertia_judge(M);
    if (verdict.flaw == RIGID_SOUND) {
        lua_pushnil(L);
        return;
    }
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "no body can have this inertia: ");
    switch (verdict.flaw) {
    case RIGID_FLAW_NEGATIVE_MASS:
        rigid_add_format(&b, "mass is %.9g kg, and mass is not negative. Check its sign; what was taken away from a body "
                             "must be smaller than the body.", M->m);
        break;
    case RIGID_FLAW_MASSLESS:
        luaL_addstring(&b, "mass is 0 kg, but its com moment or rotational inertia is not zero. Give it its mass, or make "
                           "all of it zero.");
        break;
    case RIGID_FLAW_NEGATIVE_SPREAD:
        add_negative_spread(&b, M, &verdict);
        break;
    case RIGID_FLAW_NOT_FINITE:
    case RIGID_SOUND:
    default:
        add_not_finite(&b, M);
    }
    luaL_pushresult(&b);
}

/* ---- singular ones ------------------------------------------------------------------------------------------------- */

/* Entries that are only rounding beside the largest read as zero. */
static v3 without_noise(v3 a, double scale) {
    return (v3){fabs(a.x) > 1e-9 * scale ? a.x : 0, fabs(a.y) > 1e-9 * scale ? a.y : 0, fabs(a.z) > 1e-9 * scale ? a.z : 0};
}

int rigid_bad_singular(lua_State *L, rigid_motion slack) {
    double scale = fmax(v3_max_abs(slack.linear), v3_max_abs(slack.angular));
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "the inertia is singular: it does not resist the motion with linear part ");
    rigid_add_v3(&b, RIGID_DIGITS, without_noise(slack.linear, scale));
    luaL_addstring(&b, " and angular part ");
    rigid_add_v3(&b, RIGID_DIGITS, without_noise(slack.angular, scale));
    luaL_pushresult(&b);
    return rigid_bad(L, rigid_at(1), "%s", lua_tostring(L, -1));
}
