/* Reading what means something: rotational inertias, rotations, motions and forces, in all the forms that they are taken in.
   Tables are read raw, and a value that fits is found quietly first, as in numbers.c. */
#include "matrix.h"
#include "numbers.h"
#include "options.h"
#include "quantities.h"

/* ---- rotational inertias --------------------------------------------------------------------------------------------- */

static const char *const inertia_forms =
    "RotationalInertia, symmetric 3x3, {Ixx, Iyy, Izz}, {Ixx, Iyy, Izz, Ixy, Ixz, Iyz} or {xx=, yy=, zz=, xy=, xz=, yz=}";

/* Rounding apart, a matrix must be its own transpose. */
static sym3 symmetric(lua_State *L, rigid_place at, const double a[9]) {
    double scale = 0;
    for (int i = 0; i < 9; i++)
        scale = fmax(scale, fabs(a[i]));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            if (fabs(a[3 * i + j] - a[3 * j + i]) > 1e-12 * scale)
                rigid_bad(L, at, "symmetric 3x3 expected, but entry (%d,%d) is %f and (%d,%d) is %f", i + 1, j + 1,
                          a[3 * i + j], j + 1, i + 1, a[3 * j + i]);
    return m3_symmetric((m3){{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}});
}

/* A table that has entries, but none at 1, 2, ... */
static bool has_names(lua_State *L, int idx) {
    if (lua_rawlen(L, idx) > 0)
        return false;
    idx = lua_absindex(L, idx);
    lua_pushnil(L);
    if (!lua_next(L, idx))
        return false;
    lua_pop(L, 2);
    return true;
}

static sym3 named_inertia(lua_State *L, int idx, rigid_place at) {
    static const char *const names[] = {"xx", "yy", "zz", "xy", "xz", "yz", NULL};
    double value[6] = {0};
    idx = lua_absindex(L, idx);
    rigid_check_fields(L, idx, at, names);
    for (int i = 0; i < 6; i++) {
        lua_pushstring(L, names[i]);
        int type = lua_rawget(L, idx);
        if (type == LUA_TNIL && i < 3)
            rigid_bad(L, at, "%s expected, but '%s' is missing", inertia_forms, names[i]);
        if (type != LUA_TNIL && type != LUA_TNUMBER)
            rigid_bad(L, at, "number expected for '%s', got %s", names[i], rigid_describe(L, lua_gettop(L)));
        value[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    return (sym3){value[0], value[3], value[4], value[1], value[5], value[2]};
}

sym3 rigid_get_sym3(lua_State *L, int idx, rigid_place at) {
    const sym3 *I = rigid_test(L, idx, ID_ROTATIONAL_INERTIA);
    if (I)
        return *I;
    double a[6];
    if (rigid_read_list(L, idx, a, 3)) {
        rigid_check_whole(L, idx, at, 3);
        return sym3_diagonal(a[0], a[1], a[2]);
    }
    if (rigid_read_list(L, idx, a, 6)) {
        rigid_check_whole(L, idx, at, 6);
        return (sym3){a[0], a[3], a[4], a[1], a[5], a[2]};
    }
    if (rigid_test(L, idx, ID_MATRIX) || rigid_is_nested(L, idx)) {
        lua_pushvalue(L, idx);
        sym3 s = symmetric(L, at, rigid_get_matrix(L, lua_gettop(L), at, 3, 3)->at);
        lua_pop(L, 1);
        return s;
    }
    if (lua_type(L, idx) != LUA_TTABLE || !has_names(L, idx))
        rigid_expected(L, at, idx, inertia_forms);
    return named_inertia(L, idx, at);
}

/* ---- rotations ------------------------------------------------------------------------------------------------------- */

m3 rigid_get_rotation(lua_State *L, int idx, rigid_place at) {
    const m3 *R = rigid_test(L, idx, ID_ROTATION);
    if (R)
        return *R;
    if (!rigid_test(L, idx, ID_MATRIX) && lua_type(L, idx) != LUA_TTABLE)
        rigid_expected(L, at, idx, "Rotation or 3x3 matrix");
    lua_pushvalue(L, idx);
    const double *a = rigid_get_matrix(L, lua_gettop(L), at, 3, 3)->at;
    m3 A = {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}};
    lua_pop(L, 1);
    double error = rigid_rotation_error(A);
    if (!m3_is_finite(A))
        rigid_bad(L, at, "rotation matrix expected, got one with an entry that is not finite");
    if (m3_determinant(A) < 0)
        rigid_bad(L, at, "rotation matrix expected, got one that mirrors (its determinant is %f)", m3_determinant(A));
    if (error > 1e-6)
        rigid_bad(L, at, "rotation matrix expected, but its columns are not orthonormal: off by %f", error);
    return error > 1e-13 ? rigid_rotation_nearest(A) : A;
}

m3 rigid_finite_rotation(lua_State *L, rigid_place at, m3 R) {
    if (!m3_is_finite(R))
        rigid_bad(L, at, "rotation of finite numbers expected, got NaN");
    return R;
}

/* ---- motions and forces ---------------------------------------------------------------------------------------------- */

static const char *const kind_or_six[ID_COUNT] = {
    [ID_MOTION] = "SpatialMotion or six numbers (linear first)", [ID_TWIST] = "Twist or six numbers (linear first)",
    [ID_ACC] = "SpatialAcc or six numbers (linear first)",       [ID_FORCE] = "SpatialForce or six numbers (linear first)",
    [ID_WRENCH] = "Wrench or six numbers (linear first)",        [ID_MOMENTUM] = "SpatialMomentum or six numbers (linear first)",
};

rigid_motion rigid_get_motion(lua_State *L, int idx, rigid_place at, rigid_id kind) {
    rigid_id id = rigid_id_of(L, idx);
    if (id == kind || id == ID_MOTION || (kind == ID_MOTION && rigid_is_motion(id)))
        return *(rigid_motion *)rigid_test(L, idx, id);
    double six[6];
    rigid_get_numbers(L, idx, at, six, 6, kind_or_six[kind]);
    return rigid_motion_from_array(six, RIGID_LINEAR_FIRST);
}

rigid_force rigid_get_force(lua_State *L, int idx, rigid_place at, rigid_id kind) {
    rigid_id id = rigid_id_of(L, idx);
    if (id == kind || id == ID_FORCE || (kind == ID_FORCE && rigid_is_force(id)))
        return *(rigid_force *)rigid_test(L, idx, id);
    double six[6];
    rigid_get_numbers(L, idx, at, six, 6, kind_or_six[kind]);
    return rigid_force_from_array(six, RIGID_LINEAR_FIRST);
}
