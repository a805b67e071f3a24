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

/* Push the block of the Model at 1, which stays on the stack, and alive, during the call; or what debug.setuservalue put
   in its place, and then there is none. */
static bool push_block(lua_State *L, const rigid_model_box *box) {
    lua_getiuservalue(L, 1, MODEL_BLOCK);
    const rigid_model_block *block = lua_touserdata(L, -1);
    return box->model && block == box->block && lua_rawlen(L, -1) >= sizeof *block && block->owner == box;
}

static const char compiler_key = 0; /* its address is where the registry keeps the compiler */

rigid_model_box *rigid_check_model(lua_State *L, int arguments) {
    rigid_model_box *box = check_box(L);
    lua_settop(L, arguments + 1);
    if (push_block(L, box))
        return box;
    lua_settop(L, arguments + 1);
    box->model = NULL;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &compiler_key) == LUA_TNIL)
        luaL_error(L, "models are made by require \"rigid\"");
    lua_pushvalue(L, 1);
    uint64_t edits = box->edits;
    lua_call(L, 1, 0);
    if (!push_block(L, box))
        luaL_error(L, "the model could not be compiled");
    rigid_model_unchanged(L, box, edits + 1); /* compiling is one */
    return box;
}

/* ---- compiling: from the table lua/rigid/model/init.lua makes ------------------------------------------------------------- */

/* Push the field, read raw, of the table on top of the stack. */
static int push_field(lua_State *L, const char *name) {
    lua_pushstring(L, name);
    return lua_rawget(L, -2);
}

/* An integer from `lowest` to `highest`. */
static int integer_field(lua_State *L, const char *name, lua_Integer fallback, int lowest, int highest) {
    push_field(L, name);
    lua_Integer value = lua_isnil(L, -1) ? fallback : luaL_checkinteger(L, -1);
    lua_pop(L, 1);
    if (value < lowest || value > highest)
        luaL_error(L, "'%s' of a model is to be from %d to %d, got %I", name, lowest, highest, (LUAI_UACINT)value);
    return (int)value;
}

static double number_field(lua_State *L, const char *name, double fallback) {
    push_field(L, name);
    double value = lua_isnil(L, -1) ? fallback : luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return value;
}

static bool flag_field(lua_State *L, const char *name) {
    push_field(L, name);
    bool value = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return value;
}

static const void *value_field(lua_State *L, const char *name, rigid_id id) {
    push_field(L, name);
    const void *payload = rigid_test(L, -1, id);
    if (!payload)
        luaL_error(L, "a body's '%s' must be a %s", name, rigid_classes[id]->name);
    lua_pop(L, 1); /* the table still holds it */
    return payload;
}

static rigid_joint_kind kind_field(lua_State *L) {
#define NAME(KIND, kind, nq, nv) #kind,
    static const char *const kinds[] = {RIGID_JOINT_KIND_LIST(NAME) NULL};
#undef NAME
    push_field(L, "kind");
    int i = luaL_checkoption(L, -1, NULL, kinds);
    lua_pop(L, 1);
    return (rigid_joint_kind)i;
}

/* The body described by the table on top of the stack. */
static rigid_body read_body(lua_State *L, int number, const rigid_model *model) {
    rigid_body b = {.kind = kind_field(L)};
    b.parent = integer_field(L, "parent", 0, 0, number - 1);
    b.q = integer_field(L, "q", 1, 1, model->nq - rigid_joint_nq[b.kind] + 1) - 1;
    b.v = integer_field(L, "v", 1, 1, model->nv - rigid_joint_nv[b.kind] + 1) - 1;
    b.column = integer_field(L, "column", 0, 0, model->count) - 1;
    b.ratio = number_field(L, "ratio", 1), b.offset = number_field(L, "offset", 0);
    b.pitch = number_field(L, "pitch", 0), b.armature = number_field(L, "armature", 0);
    b.tree = *(const rigid_transform *)value_field(L, "tree", ID_TRANSFORM);
    b.inertia = *(const rigid_inertia *)value_field(L, "inertia", ID_INERTIA);
    b.link = *(const m3 *)value_field(L, "link", ID_ROTATION);
    b.follows = flag_field(L, "follows");
    return b;
}

/* After its head, the block holds the model, frames, external forces, arguments and workspace; sizes are multiples of 8. */
typedef struct {
    size_t frames, external, arguments, workspace, total;
} block_layout;

static size_t round_up(size_t bytes) { return (bytes + 7) & ~(size_t)7; }

static size_t argument_size(const rigid_model *model) {
    return (size_t)(model->nq > model->nv ? model->nq : model->nv) * sizeof(double);
}

static block_layout lay_out(const rigid_model *model, int frame_count) {
    block_layout at;
    at.frames = sizeof(rigid_model_block) + round_up(rigid_model_size(model->count));
    at.external = at.frames + round_up((size_t)frame_count * sizeof(rigid_frame));
    at.arguments = at.external + round_up(((size_t)model->count + 1) * sizeof(rigid_force));
    at.workspace = at.arguments + 4 * argument_size(model);
    at.total = at.workspace + rigid_workspace_size(model);
    return at;
}

/* Push a copy of the table at idx, which nobody else can change. */
static void push_own(lua_State *L, int idx) {
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, idx);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
}

/* The frames of the table at idx, into a block left on the stack, and above it a table of name -> number. */
static rigid_frame *push_frames(lua_State *L, int idx, const rigid_model *model, int *count) {
    *count = 0;
    push_own(L, idx);
    int source = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, source); lua_pop(L, 1))
        ++*count;
    rigid_frame *frames = lua_newuserdatauv(L, (size_t)*count * sizeof *frames, 0);
    lua_createtable(L, 0, *count);
    int numbers = lua_gettop(L), n = 0;
    for (lua_pushnil(L); lua_next(L, source); lua_pop(L, 1)) {
        luaL_checktype(L, -1, LUA_TTABLE);
        frames[n].body = integer_field(L, "body", 0, 0, model->count);
        frames[n].X = *(const rigid_transform *)value_field(L, "placement", ID_TRANSFORM);
        lua_pushvalue(L, -2);
        lua_pushinteger(L, ++n);
        lua_rawset(L, numbers);
    }
    lua_remove(L, source);
    return frames;
}

/* Raise unless each number of v is that of one joint, and only what follows it has it too. */
static void check_numbers(lua_State *L, const rigid_model *model) {
    bool *taken = lua_newuserdatauv(L, (size_t)model->nv * sizeof *taken, 0);
    memset(taken, 0, (size_t)model->nv * sizeof *taken);
    int left = model->nv;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        for (int k = b->v; !b->follows && k < b->v + rigid_joint_nv[b->kind]; k++, left--) {
            if (taken[k])
                luaL_error(L, "two bodies take v[%d] of the model", k + 1);
            taken[k] = true;
        }
    }
    if (left > 0)
        luaL_error(L, "no body takes %d of the numbers of v", left);
    lua_pop(L, 1);
}

/* Push the model that the bodies in the table at idx make. nq and nv are set. */
static const rigid_model *push_model(lua_State *L, int idx, const rigid_model *head) {
    rigid_model *model = lua_newuserdatauv(L, rigid_model_size(head->count), 0);
    memcpy(model, head, sizeof *head);
    model->body[0] = (rigid_body){.parent = 0, .column = -1, .ratio = 1};
    for (int i = 1; i <= model->count; i++) {
        if (lua_rawgeti(L, idx, i) != LUA_TTABLE)
            luaL_error(L, "body %d is missing", i);
        model->body[i] = read_body(L, i, model);
        lua_pop(L, 1);
    }
    check_numbers(L, model);
    if (rigid_model_finish(model) != RIGID_OK)
        luaL_error(L, "the bodies are not in depth-first order");
    for (int i = 1; i <= model->count; i++)
        if (model->body[i].column >= model->links)
            luaL_error(L, "body %d has column %d of %d", i, model->body[i].column + 1, model->links);
    return model;
}

static bool has_quaternions(const rigid_model *model) {
    bool any = false;
    for (int i = 1; i <= model->count; i++)
        any = any || model->body[i].kind == RIGID_SPHERICAL || model->body[i].kind == RIGID_FREE;
    return any;
}

static void push_table_field(lua_State *L, int idx, const char *name) {
    lua_pushvalue(L, idx);
    if (push_field(L, name) != LUA_TTABLE)
        luaL_error(L, "'%s' of a model must be a table", name);
    lua_remove(L, -2);
}

/* What the table at 2 says of the model but its bodies, which are in the table at 3. */
static rigid_model read_head(lua_State *L) {
    enum { MOST_BODIES = 1 << 24 };
    rigid_model head = {.count = (int)lua_rawlen(L, 3)};
    if (lua_rawlen(L, 3) > MOST_BODIES)
        luaL_error(L, "a model can have 2^24 moving bodies, not more");
    lua_pushvalue(L, 2);
    head.nq = integer_field(L, "nq", 0, 0, 7 * head.count);
    head.nv = integer_field(L, "nv", 0, 0, 6 * head.count);
    head.gravity = *(const v3 *)value_field(L, "gravity", ID_VEC3);
    lua_pop(L, 1);
    return head;
}

/* compile(m, spec): each thing that spec holds is looked at once, raw, and copied before it is used. */
static int compile(lua_State *L) {
    rigid_model_box *box = check_box(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    push_table_field(L, 2, "bodies"); /* 3 */
    push_table_field(L, 2, "frames"); /* 4 */
    const rigid_model head = read_head(L), *model = push_model(L, 3, &head); /* 5 */
    int frame_count;
    const rigid_frame *frames = push_frames(L, 4, model, &frame_count); /* 6, 7 */
    block_layout at = lay_out(model, frame_count);
    unsigned char *bytes = lua_newuserdatauv(L, at.total, BLOCK_USER_VALUES); /* 8 */
    rigid_model_block *block = (rigid_model_block *)(void *)bytes;
    lua_pushvalue(L, 7);
    lua_setiuservalue(L, 1, MODEL_FRAMES);
    lua_pushvalue(L, 2);
    push_field(L, "dofs");
    lua_setiuservalue(L, 1, MODEL_DOFS);
    lua_pushvalue(L, 8);
    lua_setiuservalue(L, 1, MODEL_BLOCK);
    /* nothing below can fail */
    block->owner = box;
    box->block = block;
    box->frames = memcpy(bytes + at.frames, frames, (size_t)frame_count * sizeof *frames);
    box->frame_count = frame_count;
    box->external = (rigid_force *)(void *)(bytes + at.external);
    box->model = memcpy(block + 1, model, rigid_model_size(model->count));
    for (int i = 0; i < 4; i++)
        box->argument[i] = (double *)(void *)(bytes + at.arguments + (size_t)i * argument_size(model));
    rigid_workspace_init(&box->ws, bytes + at.workspace, box->model);
    box->has_quaternions = has_quaternions(box->model);
    box->asked_length = SIZE_MAX;
    box->edits++;
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
