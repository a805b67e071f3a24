/* What the layout of a Model (lua/rigid/model/layout.lua) asks of what is compiled from it: where each link has its numbers, who
   carries it, and what its joints resist. */
#include "inner.h"
#include "model.h"
#include "print.h"
#include "quantities.h"

/* list[i] = value, of the list at idx; at its place, unless the number is none. */
static void put_place(lua_State *L, int list, int i, int place) {
    lua_pushinteger(L, place + 1);
    if (place >= 0)
        lua_rawseti(L, list, i);
    else
        lua_pop(L, 1);
}

static void put_number(lua_State *L, int list, int i, double x) {
    lua_pushnumber(L, x);
    lua_rawseti(L, list, i);
}

/* Push where link i is: to the lists that stand from `lists` on in the order of places_of. */
static void put_link(lua_State *L, const rigid_model *model, int i, int lists) {
    const rigid_placed_link *placed = &model->link[i];
    const rigid_body *last = &model->body[placed->frame.body];
    put_place(L, lists, i, placed->q), put_place(L, lists + 1, i, placed->v), put_place(L, lists + 2, i, placed->column);
    if (placed->owner > 0)
        put_place(L, lists + 3, i, placed->owner - 1);
    if (placed->owner == i) {
        put_number(L, lists + 5, i, last->ratio), put_number(L, lists + 6, i, last->offset);
    } else {
        rigid_push_transform(L, placed->within);
        lua_rawseti(L, lists + 4, i);
    }
}

/* places(m): nq, nv, and by the number of a record q, v, column, owner, within, ratio, offset, as layout.lua says. */
static int places(lua_State *L) {
    static const char *const names[] = {"q", "v", "column", "owner", "within", "ratio", "offset"};
    enum { LISTS = sizeof names / sizeof *names, RESULT = 2, FIRST = 3 };
    const rigid_model *model = rigid_check_model(L, 0)->model;
    lua_createtable(L, 0, LISTS + 4);
    for (int k = 0; k < LISTS; k++) {
        lua_createtable(L, k == 4 ? 0 : model->link_count, 0);
        lua_pushvalue(L, -1);
        lua_setfield(L, RESULT, names[k]);
    }
    for (int i = 1; i <= model->link_count; i++)
        put_link(L, model, i, FIRST);
    lua_settop(L, RESULT);
    lua_pushinteger(L, model->nq);
    lua_setfield(L, RESULT, "nq");
    lua_pushinteger(L, model->nv);
    lua_setfield(L, RESULT, "nv");
    return 1;
}

/* resistance(m, name): damping, friction, armature, stiffness or springref by freedom, as a list. */
static int resistance(lua_State *L) {
    static const char *const names[] = {"damping", "friction", "armature", "stiffness", "springref", NULL};
    int which = luaL_checkoption(L, 2, NULL, names);
    const rigid_model *model = rigid_check_model(L, 1)->model;
    const double *const lists[] = {model->damping, model->friction, model->armature, model->stiffness, model->springref};
    rigid_push_list(L, lists[which], model->nv);
    return 1;
}

/* is_massless(m): whether something moves, and nothing that moves has an inertia. */
static int is_massless(lua_State *L) {
    const rigid_model *model = rigid_check_model(L, 0)->model;
    bool any = false;
    for (int i = 1; i <= model->count; i++)
        any = any || !rigid_inertia_is_zero(&model->body[i].inertia);
    lua_pushboolean(L, model->links > 0 && !any);
    return 1;
}

const luaL_Reg rigid_model_answers[] = {
    {"places", places}, {"resistance", resistance}, {"is_massless", is_massless}, {NULL, NULL},
};
