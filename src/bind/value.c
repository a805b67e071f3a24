/* The names and sizes of the classes, and making values. */
#include "value.h"
#include "large_pages.h"

const rigid_kind rigid_kinds[ID_COUNT] = {
#define KIND(ID, variable, name, article, numbers) [ID_##ID] = {name, article, numbers},
    RIGID_CLASS_LIST(KIND)
#undef KIND
};

const char *rigid_name_of(lua_State *L, int idx) {
    rigid_id id = rigid_id_of(L, idx);
    return id != ID_NONE ? rigid_kinds[id].name : luaL_typename(L, idx);
}

void *rigid_push_sized(lua_State *L, rigid_id id, size_t bytes, int user_values) {
    rigid_header *h = lua_newuserdatauv(L, sizeof *h + bytes, user_values);
    if (bytes >= RIGID_LARGE)
        rigid_prefer_large_pages(h, bytes);
    *h = (rigid_header){&rigid_kinds[id], id, 0};
    lua_rawgeti(L, lua_upvalueindex(1), id);
    lua_setmetatable(L, -2);
    return h + 1;
}

void *rigid_push(lua_State *L, rigid_id id) {
    return rigid_push_sized(L, id, rigid_kinds[id].numbers * sizeof(double), 0);
}

void rigid_push_v3(lua_State *L, v3 value) { *(v3 *)rigid_push(L, ID_VEC3) = value; }
void rigid_push_rotation(lua_State *L, m3 R) { *(m3 *)rigid_push(L, ID_ROTATION) = R; }
void rigid_push_transform(lua_State *L, rigid_transform X) { *(rigid_transform *)rigid_push(L, ID_TRANSFORM) = X; }
void rigid_push_motion(lua_State *L, rigid_id kind, rigid_motion v) { *(rigid_motion *)rigid_push(L, kind) = v; }
void rigid_push_force(lua_State *L, rigid_id kind, rigid_force f) { *(rigid_force *)rigid_push(L, kind) = f; }
void rigid_push_rotational_inertia(lua_State *L, sym3 I) { *(sym3 *)rigid_push(L, ID_ROTATIONAL_INERTIA) = I; }
void rigid_push_inertia(lua_State *L, const rigid_inertia *M) { *(rigid_inertia *)rigid_push(L, ID_INERTIA) = *M; }
void rigid_push_abi(lua_State *L, const rigid_abi *P) { *(rigid_abi *)rigid_push(L, ID_ABI) = *P; }
