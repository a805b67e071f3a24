/* Vectors of any size are made here, and read out of arguments: a plain list of numbers is taken wherever a Vector is an operand
   or an argument; as an argument, a Vec3 too. NaN and infinities are carried through. */
#include "vector.h"

#include <string.h>

rigid_vector *rigid_push_vector(lua_State *L, int size) {
    if (size > RIGID_MOST_NUMBERS)
        luaL_error(L, "a Vector of %d numbers is too large: it can hold 2^27", size);
    rigid_vector *v = rigid_push_sized(L, ID_VECTOR, sizeof(rigid_vector) + (size_t)size * sizeof(double), 0);
    v->size = size;
    v->row = 0;
    return v;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* n where the table at idx is a list of n numbers and holds nothing else, so that a hole or a name in it cannot pass
   unnoticed; else -1. */
static int list_size(lua_State *L, int idx) {
    lua_Integer size = (lua_Integer)lua_rawlen(L, idx), count = 0;
    for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
        lua_Integer key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
        if (key < 1 || key > size || lua_type(L, -1) != LUA_TNUMBER) {
            lua_pop(L, 2);
            return -1;
        }
        count++;
    }
    return count == size && size <= RIGID_MOST_NUMBERS ? (int)size : -1;
}

bool rigid_goes_on(lua_State *L, int idx, lua_Integer i) {
    bool found = false;
    for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1))
        found = found || (lua_isinteger(L, -2) && lua_tointeger(L, -2) > i);
    return found;
}

/* Raise: the table at idx is no list of numbers; say which entry is not, or that there is more than entries. */
static int bad_list(lua_State *L, int idx, rigid_place at) {
    lua_Integer i = 1;
    for (; lua_rawgeti(L, idx, i) == LUA_TNUMBER; i++)
        lua_pop(L, 1);
    if (!lua_isnil(L, -1) || rigid_goes_on(L, idx, i)) {
        lua_pushfstring(L, lua_isnil(L, -1) ? "number at [%I] of the table" : "number at [%I]", (LUAI_UACINT)i);
        return rigid_expected(L, at, -2, lua_tostring(L, -1));
    }
    return rigid_bad(L, at, "list of at most 2^27 numbers expected, got a table with other entries than 1 to n");
}

/* A list becomes a Vector in its place on the stack. It is checked once nothing more will be allocated: a finalizer of
   the caller's, run by the collector, could have changed it before. */
static rigid_vector *from_list(lua_State *L, int idx, rigid_place at) {
    lua_Unsigned size = lua_rawlen(L, idx);
    rigid_vector *v = rigid_push_vector(L, size <= RIGID_MOST_NUMBERS ? (int)size : 0);
    if (list_size(L, idx) != (int)v->size)
        bad_list(L, idx, at);
    for (int i = 0; i < (int)v->size; i++) {
        lua_rawgeti(L, idx, i + 1);
        v->at[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    lua_replace(L, idx);
    return v;
}

static rigid_vector *from_v3(lua_State *L, int idx, const v3 *a) {
    rigid_vector *v = rigid_push_vector(L, 3);
    const double at[3] = {a->x, a->y, a->z};
    memcpy(v->at, at, sizeof at);
    lua_replace(L, idx);
    return v;
}

/* A motion or a force becomes the Vector of its six numbers, linear first, in its place on the stack. */
static rigid_vector *from_six(lua_State *L, int idx, rigid_id id) {
    const void *six = rigid_test(L, idx, id);
    rigid_vector *v = rigid_push_vector(L, 6);
    if (rigid_is_motion(id))
        rigid_motion_to_array(*(const rigid_motion *)six, RIGID_LINEAR_FIRST, v->at);
    else
        rigid_force_to_array(*(const rigid_force *)six, RIGID_LINEAR_FIRST, v->at);
    lua_replace(L, idx);
    return v;
}

bool rigid_is_vector_list(lua_State *L, int idx) { return list_size(L, idx) >= 0; }

rigid_vector *rigid_get_vector(lua_State *L, int idx, rigid_place at, int size) {
    idx = lua_absindex(L, idx);
    rigid_vector *v = rigid_test(L, idx, ID_VECTOR);
    const v3 *a = rigid_test(L, idx, ID_VEC3);
    if (a)
        v = from_v3(L, idx, a);
    else if (rigid_is_motion(rigid_id_of(L, idx)) || rigid_is_force(rigid_id_of(L, idx)))
        v = from_six(L, idx, rigid_id_of(L, idx));
    else if (lua_istable(L, idx))
        v = from_list(L, idx, at);
    else if (!v)
        rigid_expected(L, at, idx, "Vector or list of numbers");
    if (size && v->size != size)
        rigid_bad(L, at, "Vector of size %d expected, got size %d", size, (int)v->size);
    return v;
}
