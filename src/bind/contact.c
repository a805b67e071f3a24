/* Contacts of a Model. What a person said of them is a table of two lists (lua/rigid/model/contacts.lua), which an edit replaces by another
   one, with another structure; so that with which a block was compiled is its own. The core's contacts are made of it whenever
   somebody wants some: steppers have their own, since forces are known in them from step to step.

   The lists are never changed, and what is read is looked at before it is used, whatever a finalizer did meanwhile. */
#include "contact.h"
#include "loops.h"
#include "class.h"
#include "model_arguments.h"
#include "model_refusal.h"
#include "numbers.h"

#include <string.h>

enum { MOST_CONTACTS = 1 << 12, MOST_CORNERS = 1 << 16 };

static int bad_contact(lua_State *L, const char *what) {
    return luaL_error(L, "a contact of the model has no %s of the kind it must be", what);
}

/* ---- records ------------------------------------------------------------------------------------------------------------ */

/* Push a field of the table at idx; its type. */
static int push_field(lua_State *L, int idx, const char *name) {
    if (lua_type(L, idx) != LUA_TTABLE)
        bad_contact(L, name);
    lua_pushstring(L, name);
    return lua_rawget(L, idx);
}

static double number_field(lua_State *L, int idx, const char *name) {
    if (push_field(L, idx, name) != LUA_TNUMBER)
        bad_contact(L, name);
    const double value = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return value;
}

static void value_field(lua_State *L, int idx, const char *name, rigid_id id, void *out, size_t size) {
    push_field(L, idx, name);
    const void *value = rigid_test(L, -1, id);
    if (!value)
        bad_contact(L, name);
    memcpy(out, value, size);
    lua_pop(L, 1);
}

/* The frame of the link whose record stands in the field, or of the world; and the placement in it. */
static rigid_frame frame_field(lua_State *L, int idx, const rigid_model *model) {
    lua_Integer number = 0;
    rigid_transform X;
    if (push_field(L, idx, "body") != LUA_TNIL) {
        push_field(L, lua_gettop(L), "number");
        number = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : -1;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    if (number < 0 || number > model->link_count)
        bad_contact(L, "body");
    rigid_frame F = model->link[number].frame;
    value_field(L, idx, "placement", ID_TRANSFORM, &X, sizeof X);
    F.X = rigid_transform_mul(F.X, X);
    return F;
}

/* How many corners the list in the field has; none where it is nil. The list stays on the stack. */
static int push_corners(lua_State *L, int idx) {
    const int type = push_field(L, idx, "corners");
    const lua_Unsigned count = type == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
    if ((type != LUA_TNIL && type != LUA_TTABLE) || count > MOST_CORNERS)
        bad_contact(L, "corners");
    return (int)count;
}

/* A contact from the table at idx; its corners go to `corner`. */
static rigid_contact read_contact(lua_State *L, int idx, const rigid_model *model, rigid_vec3 *corner, int room) {
    rigid_contact c = {.frame = frame_field(L, idx, model), .corner = corner};
    const double kind = number_field(L, idx, "kind");
    if (!(kind >= RIGID_CONTACT_POINT && kind <= RIGID_CONTACT_HULL))
        bad_contact(L, "kind");
    c.kind = (rigid_contact_kind)kind;
    c.radius = number_field(L, idx, "radius");
    value_field(L, idx, "half", ID_VEC3, &c.half, sizeof c.half);
    c.friction = number_field(L, idx, "friction"), c.restitution = number_field(L, idx, "restitution");
    c.count = push_corners(L, idx);
    if (c.count > room || (c.kind == RIGID_CONTACT_HULL && c.count < 1))
        bad_contact(L, "corners");
    for (int i = 0; i < c.count; i++) {
        lua_rawgeti(L, -1, i + 1);
        const rigid_vec3 *v = rigid_test(L, -1, ID_VEC3);
        if (!v)
            bad_contact(L, "corners");
        corner[i] = *v;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return c;
}

static rigid_ground read_ground(lua_State *L, int idx) {
    rigid_ground g;
    value_field(L, idx, "normal", ID_VEC3, &g.normal, sizeof g.normal);
    g.offset = number_field(L, idx, "offset");
    g.friction = number_field(L, idx, "friction"), g.restitution = number_field(L, idx, "restitution");
    return g;
}

/* ---- the core's contacts ------------------------------------------------------------------------------------------------ */

typedef struct {
    rigid_contacts *contacts;
    int count, grounds;
} box;

/* User values of it: the lists, and what the core's contacts point into. */
enum { OF_LISTS = 1, OF_ARRAY, OF_BLOCK, OF_USER_VALUES = OF_BLOCK };

static int count_corners(lua_State *L, int list, int count) {
    int sum = 0;
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, list, i);
        sum += push_corners(L, lua_gettop(L));
        lua_pop(L, 2);
        if (sum > MOST_CORNERS)
            bad_contact(L, "corners");
    }
    return sum;
}

static int length_of(lua_State *L, int list) {
    if (lua_type(L, list) != LUA_TTABLE || lua_rawlen(L, list) > MOST_CONTACTS)
        bad_contact(L, "list");
    return (int)lua_rawlen(L, list);
}

/* In one piece: contacts, grounds, corners. */
static rigid_contact *push_array(lua_State *L, int contacts, int grounds, const rigid_model *model, rigid_ground **ground) {
    const int count = length_of(L, contacts), planes = length_of(L, grounds), corners = count_corners(L, contacts, count);
    rigid_contact *c = lua_newuserdatauv(L, (size_t)count * sizeof *c + (size_t)planes * sizeof **ground + ((size_t)corners + 1) * sizeof(rigid_vec3), 0);
    *ground = (rigid_ground *)(void *)(c + count);
    rigid_vec3 *corner = (rigid_vec3 *)(void *)(*ground + planes);
    int room = corners;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, contacts, i + 1);
        c[i] = read_contact(L, lua_gettop(L), model, corner, room);
        corner += c[i].count, room -= c[i].count;
        lua_pop(L, 1);
    }
    for (int i = 0; i < planes; i++) {
        lua_rawgeti(L, grounds, i + 1);
        (*ground)[i] = read_ground(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    return c;
}

/* One problem of impulses for limits, dry friction and loops alone. */
static rigid_contacts *push_without_contacts(lua_State *L, int block, rigid_loops *loops) {
    const rigid_model *model = ((const rigid_compiled *)lua_touserdata(L, block))->model;
    box *b = lua_newuserdatauv(L, sizeof *b + rigid_contacts_size(model, NULL, 0, NULL, 0, loops), OF_USER_VALUES);
    *b = (box){rigid_contacts_make(model, NULL, 0, NULL, 0, loops, b + 1), 0, 0};
    lua_pushvalue(L, block), lua_setiuservalue(L, -2, OF_BLOCK);
    return b->contacts;
}

rigid_contacts *rigid_push_contacts(lua_State *L, int block, rigid_loops *loops, bool even_without) {
    block = lua_absindex(L, block);
    const rigid_compiled *compiled = lua_touserdata(L, block);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (lua_getiuservalue(L, block, BLOCK_TOUCH) != LUA_TTABLE) {
        lua_pop(L, 1);
        if (even_without)
            return push_without_contacts(L, block, loops);
        lua_pushnil(L);
        return NULL;
    }
    const int lists = lua_gettop(L);
    rigid_ground *ground;
    push_field(L, lists, "contacts"), push_field(L, lists, "grounds");
    const int count = length_of(L, lists + 1), grounds = length_of(L, lists + 2);
    const rigid_contact *c = push_array(L, lists + 1, lists + 2, compiled->model, &ground);
    box *b = lua_newuserdatauv(L, sizeof *b + rigid_contacts_size(compiled->model, c, count, ground, grounds, loops), OF_USER_VALUES);
    *b = (box){rigid_contacts_make(compiled->model, c, count, ground, grounds, loops, b + 1), count, grounds};
    lua_pushvalue(L, lists), lua_setiuservalue(L, -2, OF_LISTS);
    lua_pushvalue(L, lists + 3), lua_setiuservalue(L, -2, OF_ARRAY);
    lua_pushvalue(L, block), lua_setiuservalue(L, -2, OF_BLOCK);
    lua_replace(L, lists);
    lua_settop(L, lists);
    return b->contacts;
}

/* Push the name of a contact, or where negative of a ground; "?" where a script took it away. */
static void push_name(lua_State *L, int lists, int which) {
    const int top = lua_gettop(L);
    lua_pushstring(L, which < 0 ? "grounds" : "contacts");
    if (lua_rawget(L, lists) == LUA_TTABLE && lua_rawgeti(L, -1, which < 0 ? -which : which + 1) == LUA_TTABLE) {
        lua_pushliteral(L, "name");
        lua_rawget(L, -2);
    }
    if (lua_type(L, -1) != LUA_TSTRING)
        lua_pushliteral(L, "?");
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

void rigid_push_touches(lua_State *L, int contacts, const rigid_touch *list, int count, const char *what) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (lua_getiuservalue(L, contacts, OF_LISTS) != LUA_TTABLE && count > 0)
        bad_contact(L, "list");
    const int lists = lua_gettop(L);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 4);
        push_name(L, lists, list[i].contact), lua_setfield(L, -2, "contact");
        push_name(L, lists, list[i].other), lua_setfield(L, -2, "other");
        rigid_push_v3(L, list[i].point), lua_setfield(L, -2, "point");
        rigid_push_v3(L, list[i].force), lua_setfield(L, -2, what);
        lua_rawseti(L, -2, i + 1);
    }
    lua_remove(L, lists);
}

/* ---- m:contact_forces(q, v, tau) ---------------------------------------------------------------------------------------- */

static int no_forces(lua_State *L) {
    lua_createtable(L, 0, 4);
    lua_pushliteral(L, "no_contact_forces");
    lua_setfield(L, -2, "code");
    return rigid_no_answer(L, lua_gettop(L), "no forces were found that obey Coulomb's law and let nothing sink in; there may be none (Painlevé), "
                                             "and what then comes is an impact");
}

static int contact_forces(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 3);
    int count = 0, freedom = 0;
    const rigid_touch *list = NULL;
    rigid_loops *loops = rigid_push_loops(L, 1);
    rigid_contacts *contacts = rigid_push_contacts(L, 1, loops, false);
    const int at = lua_gettop(L);
    const double *q = rigid_model_q(L, c, 2, 0), *v = rigid_model_optional_v(L, c, 3);
    const double *tau = rigid_model_optional_a(L, c, 4, "tau");
    rigid_status status = RIGID_OK;
    if (contacts)
        status = rigid_contacts_forces(contacts, q, v, tau, &list, &count, &freedom);
    if (status == RIGID_SINGULAR)
        return rigid_bad_joint(L, c, q, freedom);
    if (status != RIGID_OK)
        return no_forces(L);
    if (contacts)
        rigid_push_touches(L, at, list, count, "force");
    else
        lua_newtable(L);
    return 1;
}

#define CONTACT_METHODS(ROW) ROW("contact_forces", contact_forces, 3)
CONTACT_METHODS(RIGID_METHOD)
const luaL_Reg rigid_contact_methods[] = {CONTACT_METHODS(RIGID_ROW){NULL, NULL}};
