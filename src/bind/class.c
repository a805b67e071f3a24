/* What the functions of all classes share: their arguments are counted, and values of plain numbers are copied and compared. */
#include "class.h"
#include "numbers.h"

#include <string.h>

void rigid_drop_surplus(lua_State *L, int most) {
    int top = lua_gettop(L), surplus = most + 1, takes = rigid_has_self(L) ? most - 1 : most;
    while (surplus <= top && lua_isnil(L, surplus))
        surplus++;
    if (surplus <= top) {
        const char *came = rigid_describe(L, surplus);
        if (takes == 0)
            rigid_bad(L, rigid_at(surplus), "no argument expected, got %s", came);
        rigid_bad(L, rigid_at(surplus), "nothing more expected after %d argument%s, got %s", takes,
                  takes == 1 ? "" : "s", came);
    }
    lua_settop(L, most);
}

static const double *numbers_of(const rigid_header *h) { return (const double *)(h + 1); }

/* self, which must be a value of any class of plain numbers */
static rigid_header *check_self(lua_State *L) {
    rigid_header *h = rigid_header_of(L, 1);
    if (!h || rigid_kinds[h->id].numbers == 0)
        rigid_expected(L, rigid_at(1), 1, "a value of rigid");
    return h;
}

int rigid_value_copy(lua_State *L) {
    const rigid_header *h = check_self(L);
    double *copy = rigid_push(L, (rigid_id)h->id);
    memcpy(copy, numbers_of(h), rigid_kinds[h->id].numbers * sizeof *copy);
    ((rigid_header *)(void *)copy)[-1].tag = h->tag;
    return 1;
}

int rigid_value_is_near(lua_State *L) {
    const rigid_header *h = check_self(L);
    const double *a = numbers_of(h), *b = rigid_check(L, 2, (rigid_id)h->id);
    double tolerance = rigid_check_tolerance(L, 3, 1e-9);
    bool near = true;
    for (size_t i = 0; i < rigid_kinds[h->id].numbers; i++)
        near = near && (a[i] == b[i] || fabs(a[i] - b[i]) <= tolerance);
    lua_pushboolean(L, near);
    return 1;
}

int rigid_value_eq(lua_State *L) {
    const rigid_header *a = rigid_header_of(L, 1), *b = rigid_header_of(L, 2);
    bool equal = a && b && a->id == b->id;
    for (size_t i = 0; equal && i < rigid_kinds[a->id].numbers; i++)
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
        return luaL_error(L, "index %s is outside a %s, which has entries 1 to %d", luaL_tolstring(L, 2, NULL), rigid_name_of(L, 1),
                          count);
    return 1;
}
