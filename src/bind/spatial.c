/* Spatial vectors: SpatialMotion with its kinds Twist and SpatialAcc, SpatialForce with its kinds Wrench and
   SpatialMomentum. The six classes share this file: what any six numbers can do is written once, on the two halves; what
   only motions or only forces can do follows. Within a family an operation keeps to one kind, or to a kind and the
   generic one; motions and forces never mix. */
#include "class.h"
#include "matrix.h"
#include "numbers.h"
#include "options.h"
#include "print.h"
#include "quantities.h"

/* Both families are two v3, linear first. */
typedef struct {
    v3 *linear, *angular;
} halves;

static halves halves_of(rigid_header *h) {
    v3 *first = (v3 *)(void *)(h + 1);
    return (halves){first, first + 1};
}

static bool is_spatial(rigid_id id) { return rigid_is_motion(id) || rigid_is_force(id); }
static bool same_family(rigid_id a, rigid_id b) {
    return (rigid_is_motion(a) && rigid_is_motion(b)) || (rigid_is_force(a) && rigid_is_force(b));
}

static halves push_kind(lua_State *L, rigid_id kind) {
    return halves_of((rigid_header *)rigid_push(L, kind) - 1);
}

static rigid_header *check_spatial(lua_State *L, int arg) {
    rigid_header *h = rigid_header_of(L, arg);
    if (!h || !is_spatial((rigid_id)h->id))
        rigid_expected(L, rigid_at(arg), arg, "spatial vector");
    return h;
}

/* ---- making ------------------------------------------------------------------------------------------------------- */

static void construct_from_fields(lua_State *L, rigid_id kind) {
    static const char *const known[] = {"linear", "angular", NULL};
    v3 linear = v3_zero(), angular = v3_zero();
    rigid_check_options(L, 2, known);
    if (rigid_field(L, 2, "linear"))
        linear = rigid_get_v3(L, lua_gettop(L), rigid_field_of(2, "linear"));
    if (rigid_field(L, 2, "angular"))
        angular = rigid_get_v3(L, lua_gettop(L), rigid_field_of(2, "angular"));
    halves v = push_kind(L, kind);
    *v.linear = linear, *v.angular = angular;
}

static void construct_from_six(lua_State *L, rigid_id kind) {
    double six[6];
    rigid_get_numbers(L, 2, rigid_at(2), six, 6, "linear and angular halves, or six numbers (linear first)");
    halves v = push_kind(L, kind);
    *v.linear = (v3){six[0], six[1], six[2]}, *v.angular = (v3){six[3], six[4], six[5]};
}

static int construct_kind(lua_State *L, rigid_id kind) {
    rigid_header *h = rigid_header_of(L, 2);
    if (!lua_isnoneornil(L, 3)) {
        v3 linear = rigid_check_v3(L, 2), angular = rigid_check_v3(L, 3);
        halves v = push_kind(L, kind);
        *v.linear = linear, *v.angular = angular;
    } else if (h && same_family(kind, (rigid_id)h->id)) {
        halves v = push_kind(L, kind), from = halves_of(h);
        *v.linear = *from.linear, *v.angular = *from.angular;
    } else if (lua_type(L, 2) == LUA_TTABLE && lua_rawlen(L, 2) == 0)
        construct_from_fields(L, kind);
    else
        construct_from_six(L, kind);
    return 1;
}

static int construct_motion(lua_State *L) { return construct_kind(L, ID_MOTION); }
static int construct_twist(lua_State *L) { return construct_kind(L, ID_TWIST); }
static int construct_acc(lua_State *L) { return construct_kind(L, ID_ACC); }
static int construct_force(lua_State *L) { return construct_kind(L, ID_FORCE); }
static int construct_wrench(lua_State *L) { return construct_kind(L, ID_WRENCH); }
static int construct_momentum(lua_State *L) { return construct_kind(L, ID_MOMENTUM); }

/* ---- arithmetic --------------------------------------------------------------------------------------------------- */

/* The kind of a sum: of one kind with itself or with the generic one; ID_NONE where they do not go together. */
static rigid_id common_kind(rigid_id a, rigid_id b) {
    if (a == b)
        return a;
    if (!same_family(a, b))
        return ID_NONE;
    if (a == ID_MOTION || a == ID_FORCE)
        return b;
    return b == ID_MOTION || b == ID_FORCE ? a : ID_NONE;
}

static int cannot_sum(lua_State *L, const char *verb, const rigid_header *a, const rigid_header *b) {
    if (a && b && same_family((rigid_id)a->id, (rigid_id)b->id))
        return rigid_bad_operands(L, verb, "and",
                                  "they are different quantities; convert one by its constructor if you mean it");
    if (a && b && is_spatial((rigid_id)a->id) && is_spatial((rigid_id)b->id))
        return rigid_bad_operands(L, verb, "and", "motions and forces do not mix");
    return rigid_bad_operands(L, verb, "and", "both must be spatial vectors of one kind");
}

static int sum(lua_State *L, const char *verb, double sign) {
    rigid_header *a = rigid_header_of(L, 1), *b = rigid_header_of(L, 2);
    rigid_id kind = a && b && is_spatial((rigid_id)a->id) ? common_kind((rigid_id)a->id, (rigid_id)b->id) : ID_NONE;
    if (kind == ID_NONE)
        return cannot_sum(L, verb, a, b);
    halves x = halves_of(a), y = halves_of(b), out = push_kind(L, kind);
    *out.linear = v3_add_scaled(*x.linear, sign, *y.linear);
    *out.angular = v3_add_scaled(*x.angular, sign, *y.angular);
    return 1;
}

static int add(lua_State *L) { return sum(L, "add", 1); }
static int subtract(lua_State *L) { return sum(L, "subtract", -1); }

static int push_scaled(lua_State *L, const rigid_header *h, double s) {
    halves v = halves_of((rigid_header *)(uintptr_t)h), out = push_kind(L, (rigid_id)h->id);
    *out.linear = v3_scale(s, *v.linear), *out.angular = v3_scale(s, *v.angular);
    return 1;
}

static int multiply(lua_State *L) {
    if (lua_type(L, 2) == LUA_TNUMBER)
        return push_scaled(L, check_spatial(L, 1), lua_tonumber(L, 2));
    if (lua_type(L, 1) == LUA_TNUMBER)
        return push_scaled(L, check_spatial(L, 2), lua_tonumber(L, 1));
    return rigid_bad_operands(L, "multiply", "by",
                              "a spatial vector is multiplied by a number; use v:cross(u), v:dot(f), or M * v, X * v");
}

static int divide(lua_State *L) {
    rigid_header *h = rigid_header_of(L, 1);
    if (!h || !is_spatial((rigid_id)h->id) || lua_type(L, 2) != LUA_TNUMBER)
        return rigid_bad_operands(L, "divide", "by", "a spatial vector is divided by a number");
    double s = lua_tonumber(L, 2);
    halves v = halves_of(h), out = push_kind(L, (rigid_id)h->id);
    *out.linear = v3_div(*v.linear, s), *out.angular = v3_div(*v.angular, s);
    return 1;
}

static int negate(lua_State *L) { return push_scaled(L, check_spatial(L, 1), -1); }

static int add_in_place(lua_State *L) {
    rigid_header *a = check_spatial(L, 1), *b = rigid_header_of(L, 2);
    if (!b || common_kind((rigid_id)a->id, (rigid_id)b->id) != (rigid_id)a->id)
        return rigid_expected(L, rigid_at(2), 2, rigid_kinds[a->id].name);
    halves x = halves_of(a), y = halves_of(b);
    *x.linear = v3_add(*x.linear, *y.linear), *x.angular = v3_add(*x.angular, *y.angular);
    return rigid_return_self(L);
}

static int scale_in_place(lua_State *L) {
    halves v = halves_of(check_spatial(L, 1));
    double s = rigid_check_number(L, 2);
    *v.linear = v3_scale(s, *v.linear), *v.angular = v3_scale(s, *v.angular);
    return rigid_return_self(L);
}

/* ---- reading ------------------------------------------------------------------------------------------------------ */

static int linear(lua_State *L) {
    rigid_push_v3(L, *halves_of(check_spatial(L, 1)).linear);
    return 1;
}

static int angular(lua_State *L) {
    rigid_push_v3(L, *halves_of(check_spatial(L, 1)).angular);
    return 1;
}

static int index(lua_State *L) {
    if (lua_type(L, 2) == LUA_TSTRING)
        return rigid_index_method(L); /* the common case needs no look at self */
    return rigid_index_numbers(L, (const double *)(check_spatial(L, 1) + 1), 6);
}

static int length(lua_State *L) {
    lua_pushinteger(L, 6);
    return 1;
}

static int table(lua_State *L) {
    rigid_push_list(L, (const double *)(check_spatial(L, 1) + 1), 6);
    return 1;
}

static int to_string(lua_State *L) {
    static const char *const units[ID_COUNT][2] = {
        [ID_MOTION] = {"", ""},           [ID_TWIST] = {" m/s", " rad/s"}, [ID_ACC] = {" m/s²", " rad/s²"},
        [ID_FORCE] = {"", ""},            [ID_WRENCH] = {" N", " N m"},    [ID_MOMENTUM] = {" kg m/s", " kg m²/s"},
    };
    rigid_header *h = check_spatial(L, 1);
    halves v = halves_of(h);
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_format(&b, "%s: linear ", rigid_kinds[h->id].name);
    rigid_add_v3(&b, digits, *v.linear);
    rigid_add_format(&b, "%s, angular ", units[h->id][0]);
    rigid_add_v3(&b, digits, *v.angular);
    luaL_addstring(&b, units[h->id][1]);
    luaL_pushresult(&b);
    return 1;
}

/* ---- both families, in their own ways ----------------------------------------------------------------------------- */

static rigid_motion motion_at(rigid_header *h) { return *(rigid_motion *)(void *)(h + 1); }
static rigid_force force_at(rigid_header *h) { return *(rigid_force *)(void *)(h + 1); }

/* The receiver, of whatever kind of its family. */
typedef struct {
    rigid_id kind;
    rigid_motion v;
} motion_self;
typedef struct {
    rigid_id kind;
    rigid_force f;
} force_self;

static motion_self self_motion(lua_State *L) {
    rigid_header *h = rigid_header_of(L, 1);
    if (!h || !rigid_is_motion((rigid_id)h->id))
        rigid_expected(L, rigid_at(1), 1, "SpatialMotion, Twist or SpatialAcc");
    return (motion_self){(rigid_id)h->id, motion_at(h)};
}

static force_self self_force(lua_State *L) {
    rigid_header *h = rigid_header_of(L, 1);
    if (!h || !rigid_is_force((rigid_id)h->id))
        rigid_expected(L, rigid_at(1), 1, "SpatialForce, Wrench or SpatialMomentum");
    return (force_self){(rigid_id)h->id, force_at(h)};
}

/* Power, either way round: motion with force. */
static int dot(lua_State *L) {
    rigid_header *a = check_spatial(L, 1), *b = rigid_header_of(L, 2);
    rigid_id ia = (rigid_id)a->id, ib = b ? (rigid_id)b->id : ID_NONE;
    if (rigid_is_motion(ia) && rigid_is_force(ib))
        lua_pushnumber(L, rigid_motion_dot(motion_at(a), force_at(b)));
    else if (rigid_is_force(ia) && rigid_is_motion(ib))
        lua_pushnumber(L, rigid_motion_dot(motion_at(b), force_at(a)));
    else
        return rigid_expected(L, rigid_at(2), 2,
                              rigid_is_motion(ia) ? "a force (Wrench, SpatialMomentum, SpatialForce), for power,"
                                                  : "a motion (Twist, SpatialAcc, SpatialMotion), for power,");
    return 1;
}

static int re_express(lua_State *L) {
    rigid_header *h = check_spatial(L, 1);
    m3 R = rigid_check_rotation(L, 2);
    halves v = halves_of(h), out = push_kind(L, (rigid_id)h->id);
    *out.linear = m3_mul_v3(R, *v.linear), *out.angular = m3_mul_v3(R, *v.angular);
    return 1;
}

static int shift_motion(lua_State *L) {
    const motion_self self = self_motion(L);
    v3 p = rigid_check_v3(L, 2);
    if (self.kind != ID_ACC) {
        rigid_no_more(L, 2);
        rigid_push_motion(L, self.kind, rigid_motion_shift(self.v, p));
        return 1;
    }
    if (lua_isnoneornil(L, 3))
        return rigid_bad(L, rigid_at(3),
                         "angular velocity expected, got nothing: a point of a turning body is also accelerated by "
                         "omega x (omega x p); give {0, 0, 0} for the shift of a spatial acceleration");
    rigid_push_motion(L, ID_ACC, rigid_acceleration_shift(self.v, p, rigid_check_v3(L, 3)));
    return 1;
}

static int shift_force(lua_State *L) {
    const force_self self = self_force(L);
    rigid_push_force(L, self.kind, rigid_force_shift(self.f, rigid_check_v3(L, 2)));
    return 1;
}

/* ---- motions ------------------------------------------------------------------------------------------------------ */

static int cross(lua_State *L) {
    const rigid_motion v = self_motion(L).v;
    rigid_header *h = rigid_header_of(L, 2);
    if (h && rigid_is_motion((rigid_id)h->id))
        rigid_push_motion(L, ID_MOTION, rigid_motion_cross(v, motion_at(h)));
    else if (h && rigid_is_force((rigid_id)h->id))
        rigid_push_force(L, ID_FORCE, rigid_motion_cross_force(v, force_at(h)));
    else
        return rigid_expected(L, rigid_at(2), 2, "spatial vector (a motion or a force)");
    return 1;
}

static int cross_matrix(lua_State *L) {
    const rigid_motion v = self_motion(L).v;
    rigid_motion_cross_matrix(v, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

static int cross_force_matrix(lua_State *L) {
    const rigid_motion v = self_motion(L).v;
    rigid_motion_cross_force_matrix(v, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

static int to_exp(lua_State *L) {
    const rigid_motion v = self_motion(L).v;
    if (v3_is_finite(v.angular) && !isfinite(v3_norm(v.angular)))
        return rigid_bad(L, rigid_at(1), "the length of its angular part overflows");
    rigid_push_transform(L, rigid_motion_exp(v));
    return 1;
}

static int exp_jacobian(lua_State *L) {
    const rigid_motion v = self_motion(L).v;
    rigid_motion_exp_jacobian(v, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

/* ---- the six classes ---------------------------------------------------------------------------------------------- */

#define SHARED_METHODS(ROW)                                                                                            \
    ROW("linear", linear, 0) ROW("angular", angular, 0) ROW("dot", dot, 1) ROW("re_express", re_express, 1)            \
    ROW("scale_in_place", scale_in_place, 1) ROW("table", table, 0) ROW("copy", rigid_value_copy, 0)                   \
    ROW("is_near", rigid_value_is_near, 2)
#define SHARED_WRITERS(ROW) ROW("add_in_place", add_in_place, 1)
#define MOTION_METHODS(ROW)                                                                                            \
    ROW("shift", shift_motion, 2) ROW("cross", cross, 1) ROW("cross_matrix", cross_matrix, 0)                          \
    ROW("cross_force_matrix", cross_force_matrix, 0) ROW("exp", to_exp, 0) ROW("jexp", exp_jacobian, 0)
#define FORCE_METHODS(ROW) ROW("shift", shift_force, 1)
SHARED_METHODS(RIGID_METHOD)
SHARED_WRITERS(RIGID_WRITER)
MOTION_METHODS(RIGID_METHOD)
FORCE_METHODS(RIGID_METHOD)
static const luaL_Reg motion_methods[] = {SHARED_METHODS(RIGID_ROW) SHARED_WRITERS(RIGID_ROW) MOTION_METHODS(RIGID_ROW){NULL, NULL}};
static const luaL_Reg force_methods[] = {SHARED_METHODS(RIGID_ROW) SHARED_WRITERS(RIGID_ROW) FORCE_METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__add", add},       {"__sub", subtract}, {"__mul", multiply},
    {"__div", divide},    {"__unm", negate},   {"__len", length},
    {"__tostring", to_string}, {"__eq", rigid_value_eq}, {"__newindex", rigid_value_newindex},
    {NULL, NULL},
};

#define SPATIAL_CLASS(variable, maker, methods_of_family)                                                              \
    RIGID_CONSTRUCTOR(maker, 2)                                                                                        \
    const rigid_class variable = {.construct = counted_##maker, .methods = {methods_of_family}, .meta = meta, .index = index}

SPATIAL_CLASS(rigid_class_motion, construct_motion, motion_methods);
SPATIAL_CLASS(rigid_class_twist, construct_twist, motion_methods);
SPATIAL_CLASS(rigid_class_acc, construct_acc, motion_methods);
SPATIAL_CLASS(rigid_class_force, construct_force, force_methods);
SPATIAL_CLASS(rigid_class_wrench, construct_wrench, force_methods);
SPATIAL_CLASS(rigid_class_momentum, construct_momentum, force_methods);
