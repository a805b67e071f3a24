/* Records of loops, read raw: what is found is looked at before it is used, and a number of a link that the model does not have is
   refused. */
#include "loop_records.h"
#include "joint_words.h"

#include <string.h>

static int bad_loop(lua_State *L, const char *what) { return luaL_error(L, "a loop of the model has no %s of the kind it must be", what); }

/* Push a field of the table at idx; its type. */
static int push_field(lua_State *L, int idx, const char *name) {
    if (lua_type(L, idx) != LUA_TTABLE)
        bad_loop(L, name);
    lua_pushstring(L, name);
    return lua_rawget(L, idx);
}

static double number_field(lua_State *L, int idx, const char *name) {
    const int type = push_field(L, idx, name);
    if (type != LUA_TNUMBER && type != LUA_TNIL)
        bad_loop(L, name);
    const double value = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return value;
}

/* One of our values into out, which stays as it is where the field is nil. */
static void value_field(lua_State *L, int idx, const char *name, rigid_id id, void *out, size_t size) {
    const int type = push_field(L, idx, name);
    const void *value = rigid_test(L, -1, id);
    if (value)
        memcpy(out, value, size);
    else if (type != LUA_TNIL)
        bad_loop(L, name);
    lua_pop(L, 1);
}

/* Where the link is whose record stands in the field; the world where it is nil. */
static const rigid_placed_link *link_field(lua_State *L, int idx, const char *name, const rigid_model *model) {
    lua_Integer number = 0;
    if (push_field(L, idx, name) != LUA_TNIL) {
        push_field(L, lua_gettop(L), "number");
        number = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : -1;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    if (number < 0 || number > model->link_count)
        bad_loop(L, name);
    return &model->link[number];
}

static rigid_frame frame_field(lua_State *L, int idx, const char *body, const char *placement, const rigid_model *model) {
    rigid_frame F = link_field(L, idx, body, model)->frame;
    rigid_transform X = rigid_transform_identity();
    value_field(L, idx, placement, ID_TRANSFORM, &X, sizeof X);
    F.X = rigid_transform_mul(F.X, X);
    return F;
}

static rigid_joint_type type_named(lua_State *L, const char *said) {
    const rigid_joint_type type = rigid_joint_type_named(said);
    if (type == RIGID_JOINT_TYPES || type == RIGID_JOINT_FLOATING)
        bad_loop(L, "type");
    return type;
}

/* What closes without being a joint. */
static rigid_loop_kind kind_named(const char *said) {
    if (said && strcmp(said, "distance") == 0)
        return RIGID_LOOP_DISTANCE;
    if (said && strcmp(said, "line") == 0)
        return RIGID_LOOP_LINE;
    return said && strcmp(said, "plane") == 0 ? RIGID_LOOP_PLANE : RIGID_LOOP_JOINT;
}

/* What a closing joint says of itself, from the table at idx. */
static void read_joint(lua_State *L, int idx, rigid_loop *loop) {
    const char *said = push_field(L, idx, "type") == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    loop->kind = kind_named(said);
    loop->joint = loop->kind == RIGID_LOOP_JOINT ? type_named(L, said) : RIGID_JOINT_FIXED;
    lua_pop(L, 1);
    value_field(L, idx, "axis", ID_VEC3, &loop->axis, sizeof loop->axis);
    value_field(L, idx, "axis2", ID_VEC3, &loop->axis2, sizeof loop->axis2);
    value_field(L, idx, "point", ID_VEC3, &loop->point, sizeof loop->point);
    loop->pitch = number_field(L, idx, "pitch"), loop->length = number_field(L, idx, "length");
}

/* The number of q of a joint with a single freedom, and where the joint stands by it. */
static void read_freedom(lua_State *L, const rigid_placed_link *link, const rigid_model *model, int *q, int *v, double *ratio,
                         double *offset) {
    const rigid_body *b = &model->body[link->frame.body];
    if (link->frame.body == 0 || link->q < 0 || rigid_joint_nv[b->kind] != 1)
        bad_loop(L, "joint");
    *q = b->q, *v = b->v, *ratio = b->ratio, *offset = b->offset;
}

/* The coefficients of the list on top of the stack go to `at`, which has room for `count`. */
static void read_coefficients(lua_State *L, double *at, int count) {
    for (int k = 0; k < count; k++) {
        if (lua_rawgeti(L, -1, k + 1) != LUA_TNUMBER)
            bad_loop(L, "coefficient");
        at[k] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
}

static rigid_loop read_coupling(lua_State *L, int idx, const rigid_model *model, double *at, int terms) {
    rigid_loop loop = {.kind = RIGID_LOOP_COUPLING, .coefficient = at, .terms = terms};
    read_coefficients(L, at, terms);
    read_freedom(L, link_field(L, idx, "follower", model), model, &loop.q, &loop.v, &loop.ratio, &loop.offset);
    read_freedom(L, link_field(L, idx, "leader", model), model, &loop.of_q, &loop.of_v, &loop.of_ratio, &loop.of_offset);
    return loop;
}

static rigid_loop read_closure(lua_State *L, int idx, const rigid_model *model) {
    rigid_loop loop = {.a = frame_field(L, idx, "a", "placement_a", model), .b = frame_field(L, idx, "b", "placement_b", model)};
    push_field(L, idx, "joint");
    read_joint(L, lua_gettop(L), &loop);
    lua_pop(L, 1);
    return loop;
}

void rigid_read_loop(lua_State *L, int list, int names, int i, const rigid_model *model, rigid_loop *loop, double *coefficients) {
    lua_rawgeti(L, list, i);
    const int record = lua_gettop(L);
    if (push_field(L, record, "name") != LUA_TSTRING)
        bad_loop(L, "name");
    lua_rawseti(L, names, i);
    if (push_field(L, record, "coefficients") == LUA_TTABLE) {
        const lua_Unsigned terms = lua_rawlen(L, -1);
        loop[i - 1] = read_coupling(L, record, model, coefficients + (i - 1) * RIGID_MOST_TERMS, terms < RIGID_MOST_TERMS ? (int)terms : RIGID_MOST_TERMS);
    } else {
        loop[i - 1] = read_closure(L, record, model);
    }
    lua_settop(L, record - 1);
}
