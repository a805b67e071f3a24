/* The records of a Model, read raw: no Lua runs, and no byte is allocated. */
#include "model_records.h"
#include "joint_words.h"

#include <string.h>

/* The names of their fields lie ready in a table: a text pushed anew could run the collector. */
#define FIELD_LIST(X)                                                                                                  \
    X(bodies) X(gravity) X(number) X(name) X(parent) X(placement) X(inertia) X(lumped) X(payload) X(joint) X(type)     \
    X(axis) X(axis2) X(point) X(pitch) X(damping) X(friction) X(armature) X(stiffness) X(springref) X(mimic)           \
    X(multiplier) X(offset)
typedef enum {
    NO_FIELD,
#define FIELD(name) F_##name,
    FIELD_LIST(FIELD)
#undef FIELD
        FIELDS
} field_name;
static const char *const field_names[FIELDS] = {
#define FIELD(name) [F_##name] = #name,
    FIELD_LIST(FIELD)
#undef FIELD
};
static const char fields_key = 0; /* its address is where the registry keeps the table */

void rigid_keep_fields(lua_State *L) {
    int type = lua_rawgetp(L, LUA_REGISTRYINDEX, &fields_key);
    lua_pop(L, 1);
    if (type == LUA_TTABLE)
        return;
    lua_createtable(L, FIELDS, 0);
    for (int i = 1; i < FIELDS; i++) {
        lua_pushstring(L, field_names[i]);
        lua_rawseti(L, -2, i);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, &fields_key);
}

int rigid_bad_record(const rigid_reader *r, const char *what) {
    return luaL_error(r->L, "record %d of the model has no %s of the kind it must be", r->number, what);
}

/* Push a field of the table on top of the stack; its type. */
static int push_field(const rigid_reader *r, field_name field) {
    lua_rawgeti(r->L, r->names, field);
    return lua_rawget(r->L, -2);
}

static void push_table(const rigid_reader *r, field_name field) {
    if (push_field(r, field) != LUA_TTABLE)
        rigid_bad_record(r, field_names[field]);
}

static double number_field(const rigid_reader *r, field_name field, double fallback) {
    int type = push_field(r, field);
    double value = type == LUA_TNUMBER ? lua_tonumber(r->L, -1) : fallback;
    if (type != LUA_TNUMBER && type != LUA_TNIL)
        rigid_bad_record(r, field_names[field]);
    lua_pop(r->L, 1);
    return value;
}

/* One of our values into out, which stays as it is where the field is nil and may be; whether it was there. */
static bool value_field(const rigid_reader *r, field_name field, rigid_id id, void *out, size_t size, bool optional) {
    int type = push_field(r, field);
    const void *value = rigid_test(r->L, -1, id);
    if (value)
        memcpy(out, value, size);
    else if (type != LUA_TNIL || !optional)
        rigid_bad_record(r, field_names[field]);
    lua_pop(r->L, 1);
    return value != NULL;
}

/* The number of the record in the field; 0 where it is nil. */
static int record_field(const rigid_reader *r, field_name field) {
    lua_Integer number = 0;
    int type = push_field(r, field);
    if (type == LUA_TTABLE) {
        push_field(r, F_number);
        number = lua_isinteger(r->L, -1) ? lua_tointeger(r->L, -1) : 0;
        lua_pop(r->L, 1);
    }
    if (type != LUA_TNIL && (number < 1 || number > RIGID_MOST_LINKS))
        rigid_bad_record(r, field_names[field]);
    lua_pop(r->L, 1);
    return (int)number;
}

static rigid_joint_type type_field(const rigid_reader *r) {
    const bool said = push_field(r, F_type) == LUA_TSTRING;
    const rigid_joint_type type = rigid_joint_type_named(said ? lua_tostring(r->L, -1) : NULL);
    if (type == RIGID_JOINT_TYPES)
        rigid_bad_record(r, "type");
    lua_pop(r->L, 1);
    return type;
}

static void read_mimic(const rigid_reader *r, rigid_joint *joint) {
    if (push_field(r, F_mimic) == LUA_TTABLE) {
        joint->leader = record_field(r, F_joint);
        joint->ratio = number_field(r, F_multiplier, 1), joint->offset = number_field(r, F_offset, 0);
    }
    lua_pop(r->L, 1);
}

/* What is said of a joint that does not move means nothing. */
static void read_joint(const rigid_reader *r, rigid_joint *joint) {
    push_table(r, F_joint);
    joint->type = type_field(r);
    if (joint->type != RIGID_JOINT_FIXED) {
        value_field(r, F_axis, ID_VEC3, &joint->axis, sizeof joint->axis, true);
        value_field(r, F_axis2, ID_VEC3, &joint->axis2, sizeof joint->axis2, true);
        value_field(r, F_point, ID_VEC3, &joint->point, sizeof joint->point, true);
        joint->pitch = number_field(r, F_pitch, 0), joint->damping = number_field(r, F_damping, 0);
        joint->friction = number_field(r, F_friction, 0), joint->armature = number_field(r, F_armature, 0);
        joint->stiffness = number_field(r, F_stiffness, 0), joint->springref = number_field(r, F_springref, 0);
        read_mimic(r, joint);
    }
    lua_pop(r->L, 1);
}

rigid_link rigid_read_record(const rigid_reader *r) {
    rigid_link link = rigid_link_default(record_field(r, F_parent));
    value_field(r, F_placement, ID_TRANSFORM, &link.placement, sizeof link.placement, false);
    value_field(r, F_inertia, ID_INERTIA, &link.inertia, sizeof link.inertia, true);
    link.lumps = value_field(r, F_lumped, ID_INERTIA, &link.lump, sizeof link.lump, true);
    push_field(r, F_payload);
    link.payload = lua_toboolean(r->L, -1);
    lua_pop(r->L, 1);
    read_joint(r, &link.joint);
    return link;
}

/* ---- the description ------------------------------------------------------------------------------------------------------ */

rigid_reader rigid_push_records(lua_State *L, int idx, int value) {
    rigid_reader r = {L, 0, lua_gettop(L) + 1};
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &fields_key) != LUA_TTABLE || lua_getiuservalue(L, idx, value) != LUA_TTABLE)
        luaL_error(L, "the description of the model was taken away");
    push_table(&r, F_bodies);
    return r;
}

void rigid_read_gravity(const rigid_reader *r, v3 *gravity) {
    lua_pushvalue(r->L, r->names + 1);
    value_field(r, F_gravity, ID_VEC3, gravity, sizeof *gravity, false);
    lua_pop(r->L, 1);
}

bool rigid_push_record_name(const rigid_reader *r) { return push_field(r, F_name) == LUA_TSTRING; }
