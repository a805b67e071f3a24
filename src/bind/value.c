/* Making values, and what all classes of plain numbers share: copy, equality, nearness. */
#include "bind.h"

#include <string.h>

const rigid_class *const rigid_classes[ID_COUNT] = {
    [ID_VEC3] = &rigid_class_vec3,
    [ID_MATRIX] = &rigid_class_matrix,
    [ID_VECTOR] = &rigid_class_vector,
    [ID_ROTATION] = &rigid_class_rotation,
    [ID_TRANSFORM] = &rigid_class_transform,
    [ID_MOTION] = &rigid_class_motion,
    [ID_TWIST] = &rigid_class_twist,
    [ID_ACC] = &rigid_class_acc,
    [ID_FORCE] = &rigid_class_force,
    [ID_WRENCH] = &rigid_class_wrench,
    [ID_MOMENTUM] = &rigid_class_momentum,
    [ID_ROTATIONAL_INERTIA] = &rigid_class_rotational_inertia,
    [ID_INERTIA] = &rigid_class_inertia,
    [ID_ABI] = &rigid_class_abi,
    [ID_MASS_MATRIX] = &rigid_class_mass_matrix,
    [ID_INERTIAL] = &rigid_class_inertial,
    [ID_MODEL] = &rigid_class_model,
};

void *rigid_push_sized(lua_State *L, rigid_id id, size_t bytes, int user_values) {
    rigid_header *h = lua_newuserdatauv(L, sizeof *h + bytes, user_values);
    *h = (rigid_header){rigid_classes[id], id, 0};
    lua_rawgeti(L, lua_upvalueindex(1), id);
    lua_setmetatable(L, -2);
    return h + 1;
}

void *rigid_push(lua_State *L, rigid_id id) {
    return rigid_push_sized(L, id, rigid_classes[id]->numbers * sizeof(double), 0);
}

void rigid_push_v3(lua_State *L, v3 value) { *(v3 *)rigid_push(L, ID_VEC3) = value; }
void rigid_push_rotation(lua_State *L, m3 R) { *(m3 *)rigid_push(L, ID_ROTATION) = R; }
void rigid_push_transform(lua_State *L, rigid_transform X) { *(rigid_transform *)rigid_push(L, ID_TRANSFORM) = X; }
void rigid_push_motion(lua_State *L, rigid_id kind, rigid_motion v) { *(rigid_motion *)rigid_push(L, kind) = v; }
void rigid_push_force(lua_State *L, rigid_id kind, rigid_force f) { *(rigid_force *)rigid_push(L, kind) = f; }
void rigid_push_rotational_inertia(lua_State *L, sym3 I) { *(sym3 *)rigid_push(L, ID_ROTATIONAL_INERTIA) = I; }
void rigid_push_inertia(lua_State *L, const rigid_inertia *M) { *(rigid_inertia *)rigid_push(L, ID_INERTIA) = *M; }
void rigid_push_abi(lua_State *L, const rigid_abi *P) { *(rigid_abi *)rigid_push(L, ID_ABI) = *P; }

/* ---- classes of plain numbers ---- */

static const double *numbers_of(const rigid_header *h) { return (const double *)(h + 1); }

/* self, which must be a value of any class of plain numbers */
static rigid_header *check_self(lua_State *L) {
    rigid_header *h = rigid_header_of(L, 1);
    if (!h || rigid_classes[h->id]->numbers == 0)
        rigid_expected(L, rigid_at(1), 1, "a value of rigid");
    return h;
}

int rigid_value_copy(lua_State *L) {
    const rigid_header *h = check_self(L);
    double *copy = rigid_push(L, (rigid_id)h->id);
    memcpy(copy, numbers_of(h), rigid_classes[h->id]->numbers * sizeof *copy);
    ((rigid_header *)(void *)copy)[-1].tag = h->tag;
    return 1;
}

int rigid_value_is_near(lua_State *L) {
    const rigid_header *h = check_self(L);
    const double *a = numbers_of(h), *b = rigid_check(L, 2, (rigid_id)h->id);
    double tolerance = rigid_check_tolerance(L, 3, 1e-9);
    bool near = true;
    for (size_t i = 0; i < rigid_classes[h->id]->numbers; i++)
        near = near && (a[i] == b[i] || fabs(a[i] - b[i]) <= tolerance);
    lua_pushboolean(L, near);
    return 1;
}

int rigid_value_eq(lua_State *L) {
    const rigid_header *a = rigid_header_of(L, 1), *b = rigid_header_of(L, 2);
    bool equal = a && b && a->id == b->id;
    for (size_t i = 0; equal && i < rigid_classes[a->id]->numbers; i++)
        equal = numbers_of(a)[i] == numbers_of(b)[i];
    lua_pushboolean(L, equal);
    return 1;
}

int rigid_value_newindex(lua_State *L) {
    const char *name = rigid_name_of(L, 1);
    return luaL_error(L, "a %s does not change in place: make a new one with %s(...)", name, name);
}

int rigid_index_method(lua_State *L) {
    lua_settop(L, 2);
    lua_rawget(L, lua_upvalueindex(3));
    return 1;
}

int rigid_index_numbers(lua_State *L, const double *at, int count) {
    if (lua_type(L, 2) != LUA_TNUMBER)
        return lua_isnone(L, 2) ? 0 : rigid_index_method(L);
    int is_integer;
    lua_Integer i = lua_tointegerx(L, 2, &is_integer);
    if (is_integer && i >= 1 && i <= count)
        lua_pushnumber(L, at[i - 1]);
    else if (is_integer && i == (lua_Integer)count + 1)
        lua_pushnil(L);
    else
        return luaL_error(L, "index %s is outside a %s, which has 1 to %d", luaL_tolstring(L, 2, NULL), rigid_name_of(L, 1),
                          count);
    return 1;
}
