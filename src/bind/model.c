/* Model: a robot. The userdata holds the compiled tree of the core, its workspace and its frames in one block that Lua
   owns; beside it, as user values, the description (the Lua table of everything a person said), the block, the numbers of
   the frames by name and the joints' names by freedom. An edit drops the block; the next computation has it made anew by
   the function that lua/rigid/model/init.lua gives to _model.compiler. */
#include "model.h"

#include <string.h>

/* ---- the box --------------------------------------------------------------------------------------------------------- */

static rigid_model_box *check_box(lua_State *L) { return rigid_check(L, 1, ID_MODEL); }

void rigid_model_unchanged(lua_State *L, rigid_model_box *box, uint64_t edits) {
    if (box->edits == edits)
        return;
    box->model = NULL;
    rigid_bad(L, rigid_at(1), "the model was changed, by a finalizer or a hook, in the midst of this call");
}

static const char compiler_key = 0; /* its address is where the registry keeps the compiler */

rigid_model_box *rigid_check_model(lua_State *L, int arguments) {
    rigid_model_box *box = check_box(L);
    lua_settop(L, arguments + 1);
    if (box->model)
        return box;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &compiler_key) == LUA_TNIL)
        luaL_error(L, "models are made by require \"rigid\"");
    lua_pushvalue(L, 1);
    uint64_t edits = box->edits;
    lua_call(L, 1, 0);
    if (!box->model)
        luaL_error(L, "the model could not be compiled");
    rigid_model_unchanged(L, box, edits);
    return box;
}

/* ---- compiling: from the table lua/rigid/model/init.lua makes ------------------------------------------------------------- */

static lua_Integer integer_field(lua_State *L, const char *name, lua_Integer fallback) {
    lua_getfield(L, -1, name);
    lua_Integer value = lua_isnil(L, -1) ? fallback : luaL_checkinteger(L, -1);
    lua_pop(L, 1);
    return value;
}

static double number_field(lua_State *L, const char *name, double fallback) {
    lua_getfield(L, -1, name);
    double value = lua_isnil(L, -1) ? fallback : luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return value;
}

static const void *value_field(lua_State *L, const char *name, rigid_id id) {
    lua_getfield(L, -1, name);
    const void *payload = rigid_test(L, -1, id);
    if (!payload)
        luaL_error(L, "a body's '%s' must be a %s", name, rigid_classes[id]->name);
    lua_pop(L, 1); /* the table still holds it */
    return payload;
}

static rigid_joint_kind kind_field(lua_State *L) {
    static const char *const kinds[] = {"revolute", "prismatic", "helical", "spherical", "free", NULL};
    lua_getfield(L, -1, "kind");
    int i = luaL_checkoption(L, -1, NULL, kinds);
    lua_pop(L, 1);
    return (rigid_joint_kind)i;
}

/* The body described by the table on top of the stack. */
static rigid_body read_body(lua_State *L, int number, const rigid_model *model) {
    rigid_body b = {.kind = kind_field(L)};
    lua_Integer parent = integer_field(L, "parent", 0), q = integer_field(L, "q", 1), v = integer_field(L, "v", 1);
    if (parent < 0 || parent >= number || q < 1 || q - 1 + rigid_joint_nq[b.kind] > model->nq || v < 1 ||
        v - 1 + rigid_joint_nv[b.kind] > model->nv)
        luaL_error(L, "body %d does not fit into its model", number);
    b.parent = (int)parent, b.q = (int)q - 1, b.v = (int)v - 1;
    b.column = (int)integer_field(L, "column", 0) - 1;
    b.ratio = number_field(L, "ratio", 1), b.offset = number_field(L, "offset", 0);
    b.pitch = number_field(L, "pitch", 0), b.armature = number_field(L, "armature", 0);
    b.tree = *(const rigid_transform *)value_field(L, "tree", ID_TRANSFORM);
    b.inertia = *(const rigid_inertia *)value_field(L, "inertia", ID_INERTIA);
    b.link = *(const m3 *)value_field(L, "link", ID_ROTATION);
    lua_getfield(L, -1, "follows");
    b.follows = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return b;
}

static int count_pairs(lua_State *L, int idx) {
    int count = 0;
    for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1))
        count++;
    return count;
}

/* The block: model, then frames, external forces, arguments, workspace; sizes are multiples of 8. */
typedef struct {
    size_t frames, external, arguments, workspace, total;
} block_layout;

static size_t round_up(size_t bytes) { return (bytes + 7) & ~(size_t)7; }

static size_t argument_size(const rigid_model *model) {
    return (size_t)(model->nq > model->nv ? model->nq : model->nv) * sizeof(double);
}

static block_layout lay_out(const rigid_model *bound, int frame_count) {
    block_layout at;
    at.frames = round_up(rigid_model_size(bound->count));
    at.external = at.frames + round_up((size_t)frame_count * sizeof(rigid_frame));
    at.arguments = at.external + round_up(((size_t)bound->count + 1) * sizeof(rigid_force));
    at.workspace = at.arguments + 4 * argument_size(bound);
    at.total = at.workspace + rigid_workspace_size(bound);
    return at;
}

/* Fill frames[] from spec.frames (at the top of the stack) and push a table of name -> number. */
static void read_frames(lua_State *L, const rigid_model *model, rigid_frame *frames, int frame_count) {
    int source = lua_gettop(L), n = 0;
    lua_createtable(L, 0, frame_count);
    for (lua_pushnil(L); lua_next(L, source); lua_pop(L, 1)) {
        lua_Integer body = integer_field(L, "body", 0);
        if (body < 0 || body > model->count)
            luaL_error(L, "a frame names body %I, which does not exist", (LUAI_UACINT)body);
        frames[n].body = (int)body;
        frames[n].X = *(const rigid_transform *)value_field(L, "placement", ID_TRANSFORM);
        lua_pushvalue(L, -2);
        lua_pushinteger(L, ++n);
        lua_rawset(L, source + 1);
    }
}

/* What the size of the workspace needs to know of the bodies before they are read. */
static void survey(lua_State *L, int bodies, rigid_model *bound) {
    for (int i = 1; i <= bound->count; i++) {
        if (lua_rawgeti(L, bodies, i) != LUA_TTABLE)
            luaL_error(L, "body %d is missing", i);
        bound->dofs += rigid_joint_nv[kind_field(L)];
        lua_getfield(L, -1, "follows");
        bound->mimics = bound->mimics || lua_toboolean(L, -1);
        lua_pop(L, 2);
    }
}

/* compile(m, spec) */
static int compile(lua_State *L) {
    rigid_model_box *box = check_box(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    rigid_model bound = {.nq = (int)integer_field(L, "nq", 0), .nv = (int)integer_field(L, "nv", 0)};
    bound.gravity = *(const v3 *)value_field(L, "gravity", ID_VEC3);
    lua_getfield(L, 2, "bodies"); /* 3 */
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_getfield(L, 2, "frames"); /* 4 */
    luaL_checktype(L, 4, LUA_TTABLE);
    bound.count = (int)lua_rawlen(L, 3);
    survey(L, 3, &bound);
    int frame_count = count_pairs(L, 4);
    block_layout at = lay_out(&bound, frame_count);
    unsigned char *block = lua_newuserdatauv(L, at.total, 0); /* 5 */
    rigid_model *model = (rigid_model *)(void *)block;
    memcpy(model, &bound, sizeof bound);
    model->body[0] = (rigid_body){.parent = 0, .column = -1, .ratio = 1};
    bool has_quaternions = false;
    for (int i = 1; i <= model->count; i++) {
        lua_rawgeti(L, 3, i);
        model->body[i] = read_body(L, i, model);
        has_quaternions = has_quaternions || model->body[i].kind == RIGID_SPHERICAL || model->body[i].kind == RIGID_FREE;
        lua_pop(L, 1);
    }
    if (rigid_model_finish(model) != RIGID_OK)
        luaL_error(L, "the bodies are not in depth-first order");
    for (int i = 1; i <= model->count; i++)
        if (model->body[i].column >= model->links)
            luaL_error(L, "body %d has column %d of %d", i, model->body[i].column + 1, model->links);
    rigid_frame *frames = (rigid_frame *)(void *)(block + at.frames);
    lua_pushvalue(L, 4);
    read_frames(L, model, frames, frame_count);
    lua_setiuservalue(L, 1, MODEL_FRAMES);
    lua_getfield(L, 2, "dofs");
    lua_setiuservalue(L, 1, MODEL_DOFS);
    lua_pushvalue(L, 5);
    lua_setiuservalue(L, 1, MODEL_BLOCK);
    /* nothing below can fail */
    rigid_workspace_init(&box->ws, block + at.workspace, model);
    for (int i = 0; i < 4; i++)
        box->argument[i] = (double *)(void *)(block + at.arguments + (size_t)i * argument_size(model));
    box->external = (rigid_force *)(void *)(block + at.external);
    box->frames = frames;
    box->has_quaternions = has_quaternions;
    box->asked_length = SIZE_MAX;
    box->model = model;
    return 0;
}

/* new(description) */
static int new_model(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    rigid_model_box *box = rigid_push_sized(L, ID_MODEL, sizeof *box, MODEL_USER_VALUES);
    memset(box, 0, sizeof *box);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, MODEL_DESCRIPTION);
    return 1;
}

static int description(lua_State *L) {
    rigid_check(L, 1, ID_MODEL);
    lua_getiuservalue(L, 1, MODEL_DESCRIPTION);
    return 1;
}

static int changed(lua_State *L) {
    rigid_model_box *box = rigid_check(L, 1, ID_MODEL);
    box->model = NULL;
    box->edits++;
    lua_pushnil(L);
    lua_setiuservalue(L, 1, MODEL_BLOCK);
    return 0;
}

/* compiler(f): f(m) is called when m must be compiled, and calls compile. */
static int set_compiler(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &compiler_key);
    return 0;
}

/* handle_key(key): a handle holds the model that it is part of at that key. */
static int set_handle_key(lua_State *L) {
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &rigid_handle_key);
    return 0;
}

const luaL_Reg rigid_model_makers[] = {
    {"new", new_model}, {"description", description}, {"changed", changed},
    {"compile", compile}, {"compiler", set_compiler}, {"handle_key", set_handle_key},
    {NULL, NULL},
};

static int construct(lua_State *L) { return luaL_error(L, "models are made by require \"rigid\""); }

const rigid_class rigid_class_model = {
    .name = "Model", .article = "a", .construct = construct, .methods = rigid_model_methods,
};
