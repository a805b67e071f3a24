/* Inertial: a mass matrix at a pose in the frame F of the object, and perhaps the added mass of a fluid. The setters
   answer true or false, as the reference documents, and change nothing when they answer false. */
#include "class.h"
#include "mass_matrix.h"
#include "matrix.h"
#include "numbers.h"
#include "options.h"
#include "print.h"
#include "quantities.h"

#include <string.h>

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static const rigid_inertial *check_self(lua_State *L) { return rigid_check(L, 1, ID_INERTIAL); }

/* A Transform, or the table its constructor takes; at a finite place. */
static rigid_transform get_pose(lua_State *L, int idx, rigid_place at) {
    static const char *const known[] = {"rotation", "position", NULL};
    const rigid_transform *given = rigid_test(L, idx, ID_TRANSFORM);
    rigid_transform X = given ? *given : rigid_transform_identity();
    if (!given) {
        if (lua_type(L, idx) != LUA_TTABLE)
            rigid_expected(L, at, idx, "Transform or {rotation=, position=}");
        rigid_check_fields(L, idx, at, known);
        int top = lua_gettop(L);
        rigid_place rotation = rigid_place_within(L, at, "rotation");
        if (rigid_field(L, idx, "rotation"))
            X.R = rigid_get_rotation(L, lua_gettop(L), rotation);
        rigid_place position = rigid_place_within(L, at, "position");
        if (rigid_field(L, idx, "position"))
            X.p = rigid_get_v3(L, lua_gettop(L), position);
        lua_settop(L, top);
    }
    if (!v3_is_finite(X.p))
        rigid_bad(L, at, "pose at a finite position expected, got one at (%f, %f, %f)", X.p.x, X.p.y, X.p.z);
    rigid_finite_rotation(L, at, X.R);
    return X;
}

/* Store an added mass as it is, symmetric or not: only the setter asks. */
static void read_added_mass(lua_State *L, rigid_inertial *B, const double *a, rigid_place at) {
    for (int i = 0; i < 36; i++) {
        if (!isfinite(a[i]))
            rigid_bad(L, at, "finite numbers expected, but entry (%d,%d) is %f", i / 6 + 1, i % 6 + 1, a[i]);
        B->added_mass[i] = a[i];
    }
    B->has_added_mass = true;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static void push_inertial(lua_State *L, const rigid_inertial *B) {
    *(rigid_inertial *)rigid_push_sized(L, ID_INERTIAL, sizeof *B, 0) = *B;
}

static rigid_inertial read_fields(lua_State *L, int idx) {
    static const char *const known[] = {"mass_matrix", "pose", "added_mass", NULL};
    rigid_inertial B = rigid_inertial_zero();
    rigid_check_options(L, idx, known);
    if (rigid_field(L, idx, "mass_matrix"))
        B.mass_matrix = rigid_get_mass_matrix(L, lua_gettop(L), rigid_field_of(idx, "mass_matrix"));
    if (rigid_field(L, idx, "pose"))
        B.pose = get_pose(L, lua_gettop(L), rigid_field_of(idx, "pose"));
    if (rigid_field(L, idx, "added_mass")) {
        rigid_place at = rigid_field_of(idx, "added_mass");
        read_added_mass(L, &B, rigid_get_matrix(L, lua_gettop(L), at, 6, 6)->at, at);
    }
    return B;
}

/* Inertial{mass_matrix=, pose=, added_mass=}; without arguments a massless one at the origin. */
static int construct(lua_State *L) {
    const rigid_inertial *given = rigid_test(L, 2, ID_INERTIAL);
    rigid_inertial B = given ? *given : lua_gettop(L) > 1 ? read_fields(L, 2) : rigid_inertial_zero();
    push_inertial(L, &B);
    return 1;
}

/* ---- what it is -------------------------------------------------------------------------------------------------- */

static int method_mass_matrix(lua_State *L) {
    rigid_push_mass_matrix(L, &check_self(L)->mass_matrix);
    return 1;
}

static int method_pose(lua_State *L) {
    rigid_push_transform(L, check_self(L)->pose);
    return 1;
}

static int method_moi(lua_State *L) {
    rigid_push_m3(L, m3_from_sym3(rigid_inertial_moi(check_self(L))));
    return 1;
}

static int method_spatial_inertia(lua_State *L) {
    rigid_inertia M = rigid_inertial_to_inertia(check_self(L));
    rigid_push_inertia(L, &M);
    return 1;
}

/* Push the 6x6 matrix of the body; {about="origin"} at argument 2 asks for the true one. */
static double *push_body_matrix(lua_State *L, const rigid_inertial *B) {
    static const char *const known[] = {"about", NULL}, *const words[] = {"com", "origin", NULL};
    int about = 0;
    if (!lua_isnoneornil(L, 2)) {
        rigid_check_options(L, 2, known);
        if (rigid_field(L, 2, "about"))
            about = rigid_get_word(L, -1, rigid_field_of(2, "about"), words, -1);
    }
    rigid_inertia M = about == 0 ? rigid_inertial_documented(B) : rigid_inertial_to_inertia(B);
    double *at = rigid_push_matrix(L, 6, 6)->at;
    rigid_inertia_to_matrix(&M, RIGID_LINEAR_FIRST, at);
    return at;
}

static int method_body_matrix(lua_State *L) {
    push_body_matrix(L, check_self(L));
    return 1;
}

static int method_spatial_matrix(lua_State *L) {
    const rigid_inertial *B = check_self(L);
    double *at = push_body_matrix(L, B);
    for (int i = 0; i < 36; i++)
        at[i] += B->added_mass[i];
    return 1;
}

static int method_fluid_added_mass(lua_State *L) {
    const rigid_inertial *B = check_self(L);
    if (B->has_added_mass)
        memcpy(rigid_push_matrix(L, 6, 6)->at, B->added_mass, sizeof B->added_mass);
    else
        lua_pushnil(L);
    return 1;
}

/* ---- setters ----------------------------------------------------------------------------------------------------- */

static rigid_inertial *check_receiver(lua_State *L) { return rigid_check(L, 1, ID_INERTIAL); }

static int method_set_mass_matrix(lua_State *L) {
    rigid_inertial *B = check_receiver(L);
    rigid_mass_matrix M = rigid_get_mass_matrix(L, 2, rigid_at(2));
    double tolerance = rigid_check_tolerance(L, 3, RIGID_MASS_MATRIX_TOLERANCE);
    lua_pushboolean(L, rigid_inertial_set_mass_matrix(B, &M, tolerance));
    return 1;
}

static int method_set_pose(lua_State *L) {
    rigid_inertial *B = check_receiver(L);
    lua_pushboolean(L, rigid_inertial_set_pose(B, get_pose(L, 2, rigid_at(2))));
    return 1;
}

static int method_set_inertial_rotation(lua_State *L) {
    rigid_inertial *B = check_receiver(L);
    lua_pushboolean(L, rigid_inertial_set_rotation(B, rigid_check_finite_rotation(L, 2)));
    return 1;
}

static int method_set_mass_matrix_rotation(lua_State *L) {
    rigid_inertial *B = check_receiver(L);
    m3 R = rigid_check_finite_rotation(L, 2);
    rigid_check_sorting_tolerance(L, 3);
    lua_pushboolean(L, rigid_inertial_set_mass_matrix_rotation(B, R));
    return 1;
}

static int method_set_fluid_added_mass(lua_State *L) {
    rigid_inertial *B = check_receiver(L);
    lua_settop(L, 2);
    const rigid_matrix *m = rigid_get_matrix(L, 2, rigid_at(2), 6, 6);
    lua_pushboolean(L, rigid_inertial_set_added_mass(B, m->at));
    return 1;
}

/* ---- sums and differences ---------------------------------------------------------------------------------------- */

/* Push what is wrong with "sum" or "remainder". */
static const char *push_reason(lua_State *L, rigid_inertial_verdict verdict, const char *what) {
    char a[RIGID_NUMBER_WIDTH], b[RIGID_NUMBER_WIDTH];
    v3 I = verdict.moments;
    if (verdict.flaw == RIGID_FLAW_NEGATIVE_MASS)
        return lua_pushfstring(L, "the mass of the %s would be %s kg, which is not positive", what,
                               rigid_format_number(a, RIGID_DIGITS, verdict.mass));
    if (verdict.flaw == RIGID_FLAW_NOT_FINITE)
        return lua_pushfstring(L, "the %s would not be finite", what);
    if (I.x < 0)
        return lua_pushfstring(L, "the %s would be no body: its least principal moment would be %s kg m²", what,
                               rigid_format_number(a, RIGID_DIGITS, I.x));
    return lua_pushfstring(L,
                           "the %s would be no body: its greatest principal moment, %s kg m², would exceed the sum of "
                           "the other two by %s kg m²",
                           what, rigid_format_number(a, RIGID_DIGITS, I.z), rigid_format_number(b, RIGID_DIGITS, I.z - I.x - I.y));
}

typedef rigid_inertial_verdict (*combination)(const rigid_inertial *, const rigid_inertial *, rigid_inertial *);

static int operate(lua_State *L, combination combine, const char *verb, const char *preposition, const char *what) {
    const rigid_inertial *A = rigid_test(L, 1, ID_INERTIAL), *B = rigid_test(L, 2, ID_INERTIAL);
    if (!A || !B)
        return rigid_bad_operands(L, verb, "and", "both must be Inertial, in one frame");
    rigid_inertial result;
    rigid_inertial_verdict verdict = combine(A, B, &result);
    if (verdict.flaw != RIGID_SOUND)
        return rigid_bad_operands(L, verb, preposition, push_reason(L, verdict, what));
    push_inertial(L, &result);
    return 1;
}

static int meta_add(lua_State *L) { return operate(L, rigid_inertial_add, "add", "and", "sum"); }
static int meta_sub(lua_State *L) { return operate(L, rigid_inertial_subtract, "subtract", "from", "remainder"); }

static int operate_in_place(lua_State *L, combination combine, const char *what) {
    rigid_inertial *A = check_receiver(L);
    const rigid_inertial *B = rigid_check(L, 2, ID_INERTIAL);
    rigid_inertial_verdict verdict = combine(A, B, A);
    if (verdict.flaw != RIGID_SOUND)
        return rigid_bad(L, rigid_at(2), "%s", push_reason(L, verdict, what));
    return rigid_return_self(L);
}

static int method_add_in_place(lua_State *L) { return operate_in_place(L, rigid_inertial_add, "sum"); }
static int method_subtract_in_place(lua_State *L) { return operate_in_place(L, rigid_inertial_subtract, "remainder"); }

/* ---- what every value has ---------------------------------------------------------------------------------------- */

static int method_copy(lua_State *L) {
    push_inertial(L, check_self(L));
    rigid_header_of(L, -1)->tag = rigid_header_of(L, 1)->tag;
    return 1;
}

static int method_is_near(lua_State *L) {
    const rigid_inertial *A = check_self(L), *B = rigid_check(L, 2, ID_INERTIAL);
    lua_pushboolean(L, rigid_inertial_near(A, B, rigid_check_tolerance(L, 3, 1e-9)));
    return 1;
}

static int meta_eq(lua_State *L) {
    const rigid_inertial *A = rigid_test(L, 1, ID_INERTIAL), *B = rigid_test(L, 2, ID_INERTIAL);
    lua_pushboolean(L, A && B && rigid_inertial_near(A, B, 1e-6));
    return 1;
}

static void push_pose_table(lua_State *L, const rigid_transform *X) {
    lua_createtable(L, 0, 2);
    rigid_push_rows(L, &X->R.x.x, 3, 3);
    lua_setfield(L, -2, "rotation");
    rigid_push_list(L, &X->p.x, 3);
    lua_setfield(L, -2, "position");
}

static int method_table(lua_State *L) {
    const rigid_inertial *B = check_self(L);
    lua_createtable(L, 0, 3);
    rigid_push_mass_matrix_table(L, &B->mass_matrix);
    lua_setfield(L, -2, "mass_matrix");
    push_pose_table(L, &B->pose);
    lua_setfield(L, -2, "pose");
    if (B->has_added_mass) {
        rigid_push_rows(L, B->added_mass, 6, 6);
        lua_setfield(L, -2, "added_mass");
    }
    return 1;
}

static int meta_tostring(lua_State *L) {
    const rigid_inertial *B = check_self(L);
    char mass[RIGID_NUMBER_WIDTH];
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_format(&b, "Inertial\n  mass     %s kg\n  com      ", rigid_format_number(mass, digits, B->mass_matrix.mass));
    rigid_add_v3(&b, digits, B->pose.p);
    luaL_addstring(&b, " m");
    rigid_add_moments(&b, digits, &B->mass_matrix, rigid_inertial_moi(B));
    luaL_addstring(&b, "\n  axes of the inertial frame, columns\n");
    rigid_add_table(&b, digits, &B->pose.R.x.x, 3, 3, "    ");
    if (B->has_added_mass) {
        luaL_addstring(&b, "\n  added mass of the fluid\n");
        rigid_add_table(&b, digits, B->added_mass, 6, 6, "    ");
    }
    luaL_pushresult(&b);
    return 1;
}

#define METHODS(ROW)                                                                                                   \
    ROW("add_in_place", method_add_in_place, 1) ROW("body_matrix", method_body_matrix, 1)                              \
    ROW("copy", method_copy, 0) ROW("fluid_added_mass", method_fluid_added_mass, 0)                                    \
    ROW("is_near", method_is_near, 2) ROW("mass_matrix", method_mass_matrix, 0) ROW("moi", method_moi, 0)              \
    ROW("pose", method_pose, 0) ROW("set_fluid_added_mass", method_set_fluid_added_mass, 1)                            \
    ROW("set_inertial_rotation", method_set_inertial_rotation, 1) ROW("set_mass_matrix", method_set_mass_matrix, 2)    \
    ROW("set_mass_matrix_rotation", method_set_mass_matrix_rotation, 2) ROW("set_pose", method_set_pose, 1)            \
    ROW("spatial_inertia", method_spatial_inertia, 0) ROW("spatial_matrix", method_spatial_matrix, 1)                  \
    ROW("subtract_in_place", method_subtract_in_place, 1) ROW("table", method_table, 0)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__add", meta_add}, {"__eq", meta_eq}, {"__sub", meta_sub}, {"__tostring", meta_tostring}, {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 1)
const rigid_class rigid_class_inertial = {
    .construct = counted_construct,
    .methods = {methods},
    .meta = meta,
};
