/* The bodies of a compiled model as tables, for lua/rigid/generate, which writes code of them: what src/core/tree/model.h says of each,
   numbers from 1. */
#include "inner.h"
#include "model.h"

static void put_number(lua_State *L, const char *field, double x) {
    lua_pushnumber(L, x);
    lua_setfield(L, -2, field);
}

static void put_integer(lua_State *L, const char *field, int x) {
    lua_pushinteger(L, x);
    lua_setfield(L, -2, field);
}

static void push_list(lua_State *L, const double *at, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushnumber(L, at[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

static void put_list(lua_State *L, const char *field, const double *at, int count) {
    push_list(L, at, count);
    lua_setfield(L, -2, field);
}

/* What each of its freedoms moves at rest, in the axes of the body. */
static void put_freedoms(lua_State *L, const rigid_body *b) {
    lua_createtable(L, rigid_joint_nv[b->kind], 0);
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
        const rigid_motion S = rigid_freedom_motion(b, k, 1);
        const double at[6] = {S.linear.x, S.linear.y, S.linear.z, S.angular.x, S.angular.y, S.angular.z};
        push_list(L, at, 6);
        lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, "freedoms");
}

static void push_body(lua_State *L, const rigid_body *b) {
#define NAME(KIND, kind, nq, nv) #kind,
    static const char *const names[] = {RIGID_JOINT_KIND_LIST(NAME)};
#undef NAME
    const m3 R = b->tree.R;
    const double turn[9] = {R.x.x, R.x.y, R.x.z, R.y.x, R.y.y, R.y.z, R.z.x, R.z.y, R.z.z}, p[3] = {b->tree.p.x, b->tree.p.y, b->tree.p.z};
    double ten[10];
    rigid_inertia_to_parameters(&b->inertia, ten);
    lua_createtable(L, 0, 15);
    lua_pushstring(L, names[b->kind]);
    lua_setfield(L, -2, "kind");
    put_integer(L, "parent", b->parent), put_integer(L, "q", b->q + 1), put_integer(L, "v", b->v + 1);
    put_integer(L, "nv", rigid_joint_nv[b->kind]);
    put_number(L, "ratio", b->ratio), put_number(L, "offset", b->offset), put_number(L, "pitch", b->pitch);
    put_number(L, "armature", b->armature), put_freedoms(L, b);
    put_list(L, "R", turn, 9), put_list(L, "p", p, 3), put_list(L, "inertia", ten, 10);
}

/* list(m) -> the bodies, the gravity, and whether joints follow others */
static int list(lua_State *L) {
    const rigid_compiled *c = rigid_check_model(L, 0);
    lua_createtable(L, c->model->count, 0);
    for (int i = 1; i <= c->model->count; i++) {
        push_body(L, &c->model->body[i]);
        lua_rawseti(L, -2, i);
    }
    rigid_push_v3(L, c->model->gravity);
    lua_pushboolean(L, c->model->mimics);
    return 3;
}

const luaL_Reg rigid_body_functions[] = {{"list", list}, {NULL, NULL}};
