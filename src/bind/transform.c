/* Transform: the pose X_AB. X * y gives in A what y is in B, for a point, a pose, a spatial vector, an inertia. */
#include "class.h"
#include "matrix.h"
#include "numbers.h"
#include "options.h"
#include "print.h"
#include "quantities.h"

static rigid_transform self_of(lua_State *L) { return *(rigid_transform *)rigid_check(L, 1, ID_TRANSFORM); }

static rigid_transform from_options(lua_State *L) {
    static const char *const known[] = {"rotation", "rpy", "position", NULL};
    rigid_transform X = rigid_transform_identity();
    rigid_check_options(L, 2, known);
    bool turned = rigid_field(L, 2, "rotation");
    if (turned)
        X.R = rigid_get_rotation(L, lua_gettop(L), rigid_field_of(2, "rotation"));
    if (rigid_field(L, 2, "rpy")) {
        v3 angles = rigid_get_finite_v3(L, lua_gettop(L), rigid_field_of(2, "rpy"));
        if (turned)
            rigid_bad(L, rigid_field_of(2, "rpy"), "rotation is given as well; leave one out");
        X.R = rigid_rotation_rpy(angles.x, angles.y, angles.z);
    }
    if (rigid_field(L, 2, "position"))
        X.p = rigid_get_finite_v3(L, lua_gettop(L), rigid_field_of(2, "position"));
    return X;
}

/* Transform(R, p), Transform{rotation= or rpy=, position=} */
static int construct(lua_State *L) {
    if (lua_type(L, 2) == LUA_TTABLE && lua_isnoneornil(L, 3))
        rigid_push_transform(L, from_options(L));
    else {
        m3 R = rigid_check_rotation(L, 2);
        rigid_push_transform(L, (rigid_transform){R, rigid_get_finite_v3(L, 3, rigid_at(3))});
    }
    return 1;
}

static int identity(lua_State *L) {
    rigid_push_transform(L, rigid_transform_identity());
    return 1;
}

/* A field that is zero where it is absent. */
static double number_field(lua_State *L, const char *name) {
    return rigid_field(L, 1, name) ? rigid_get_finite(L, lua_gettop(L), rigid_field_of(1, name)) : 0;
}

static const v3 X_AXIS = {1, 0, 0}, Z_AXIS = {0, 0, 1};

/* A turn about an axis, and a way along it: they commute. */
static rigid_transform screw(v3 axis, double angle, double way) {
    return (rigid_transform){rigid_rotation_axis_angle(axis, angle), v3_scale(way, axis)};
}

typedef struct {
    rigid_transform along_x, along_z;
} links;

static links read_link(lua_State *L) {
    static const char *const known[] = {"a", "alpha", "d", "theta", NULL};
    rigid_check_options(L, 1, known);
    double a = number_field(L, "a"), alpha = number_field(L, "alpha");
    double d = number_field(L, "d"), theta = number_field(L, "theta");
    return (links){screw(X_AXIS, alpha, a), screw(Z_AXIS, theta, d)};
}

/* Denavit and Hartenberg: Rz(θ) Tz(d) Tx(a) Rx(α) */
static int dh(lua_State *L) {
    links l = read_link(L);
    rigid_push_transform(L, rigid_transform_mul(l.along_z, l.along_x));
    return 1;
}

/* The same after Craig: Rx(α) Tx(a) Rz(θ) Tz(d) */
static int mdh(lua_State *L) {
    links l = read_link(L);
    rigid_push_transform(L, rigid_transform_mul(l.along_x, l.along_z));
    return 1;
}

static void push_product(lua_State *L, rigid_transform X, rigid_id id, const void *y) {
    v3 point;
    if (id == ID_TRANSFORM)
        rigid_push_transform(L, rigid_transform_mul(X, *(const rigid_transform *)y));
    else if (rigid_test_v3(L, 2, &point))
        rigid_push_v3(L, rigid_transform_point(X, point));
    else if (rigid_is_motion(id))
        rigid_push_motion(L, id, rigid_transform_motion(X, *(const rigid_motion *)y));
    else if (rigid_is_force(id))
        rigid_push_force(L, id, rigid_transform_force(X, *(const rigid_force *)y));
    else if (id == ID_INERTIA) {
        rigid_inertia M = rigid_transform_inertia(X, *(const rigid_inertia *)y);
        rigid_push_inertia(L, &M);
    } else if (id == ID_ABI) {
        rigid_abi P = rigid_transform_abi(X, y);
        rigid_push_abi(L, &P);
    } else
        rigid_bad_operands(L, "multiply", "by",
                           "a Transform takes a Transform, a point (Vec3 or {x, y, z}), a spatial vector, a "
                           "SpatialInertia or an ABI");
}

static int multiply(lua_State *L) {
    const rigid_transform *X = rigid_test(L, 1, ID_TRANSFORM);
    if (!X)
        return rigid_bad_operands(L, "multiply", "by", "the Transform stands on the left");
    rigid_id id = rigid_id_of(L, 2);
    push_product(L, *X, id, id == ID_NONE ? NULL : rigid_test(L, 2, id));
    return 1;
}

static int inverse(lua_State *L) {
    rigid_push_transform(L, rigid_transform_inverse(self_of(L)));
    return 1;
}

static int rotation(lua_State *L) {
    rigid_push_rotation(L, self_of(L).R);
    return 1;
}

static int position(lua_State *L) {
    rigid_push_v3(L, self_of(L).p);
    return 1;
}

/* [ R p ; 0 1 ] */
static int matrix(lua_State *L) {
    rigid_transform X = self_of(L);
    const v3 rows[3] = {X.R.x, X.R.y, X.R.z};
    const double p[3] = {X.p.x, X.p.y, X.p.z};
    double *at = rigid_push_matrix(L, 4, 4)->at;
    for (int i = 0; i < 3; i++)
        at[4 * i] = rows[i].x, at[4 * i + 1] = rows[i].y, at[4 * i + 2] = rows[i].z, at[4 * i + 3] = p[i];
    at[12] = at[13] = at[14] = 0, at[15] = 1;
    return 1;
}

static int adjoint(lua_State *L) {
    rigid_transform X = self_of(L);
    rigid_transform_adjoint(X, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

static int adjoint_force(lua_State *L) {
    rigid_transform X = self_of(L);
    rigid_transform_adjoint_force(X, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

static int to_log(lua_State *L) {
    rigid_push_motion(L, ID_MOTION, rigid_transform_log(self_of(L)));
    return 1;
}

static int log_jacobian(lua_State *L) {
    rigid_transform X = self_of(L);
    rigid_transform_log_jacobian(X, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

/* X exp(s log(X⁻¹ Y)): the screw from X to Y */
static int interpolate(lua_State *L) {
    rigid_transform X = self_of(L);
    const rigid_transform *Y = rigid_check(L, 2, ID_TRANSFORM);
    double s = rigid_get_finite(L, 3, rigid_at(3));
    rigid_motion way = rigid_transform_log(rigid_transform_mul(rigid_transform_inverse(X), *Y));
    rigid_push_transform(L, rigid_transform_mul(X, rigid_motion_exp(rigid_motion_scale(s, way))));
    return 1;
}

static int table(lua_State *L) {
    rigid_transform X = self_of(L);
    lua_createtable(L, 0, 2);
    rigid_push_rows(L, &X.R.x.x, 3, 3);
    lua_setfield(L, -2, "rotation");
    rigid_push_list(L, &X.p.x, 3);
    lua_setfield(L, -2, "position");
    return 1;
}

static int to_string(lua_State *L) {
    rigid_transform X = self_of(L);
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "Transform\n");
    rigid_add_table(&b, digits, &X.R.x.x, 3, 3, "  ");
    luaL_addstring(&b, "\n  position ");
    rigid_add_v3(&b, digits, X.p);
    luaL_addstring(&b, " m");
    luaL_pushresult(&b);
    return 1;
}

#define STATICS(ROW)                                                                                                   \
    ROW("identity", identity, 0) ROW("dh", dh, 1) ROW("mdh", mdh, 1)
STATICS(RIGID_STATIC)
static const luaL_Reg statics[] = {STATICS(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("inverse", inverse, 0) ROW("rotation", rotation, 0) ROW("position", position, 0) ROW("matrix", matrix, 0)      \
    ROW("adjoint", adjoint, 0) ROW("adjoint_force", adjoint_force, 0) ROW("log", to_log, 0) ROW("table", table, 0)     \
    ROW("jlog", log_jacobian, 0) ROW("interpolate", interpolate, 2)                                                    \
    ROW("copy", rigid_value_copy, 0) ROW("is_near", rigid_value_is_near, 2)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__mul", multiply}, {"__tostring", to_string}, {"__eq", rigid_value_eq}, {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 2)
const rigid_class rigid_class_transform = {
    .construct = counted_construct,
    .statics = {statics}, .methods = {methods}, .meta = meta,
};
