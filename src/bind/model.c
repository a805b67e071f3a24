/* Model: a robot. What a person said of it is a Lua table, the records (lua/rigid/model/layout.lua). The userdata keeps them
   as the core reads them, an array of rigid_link, and what is compiled from that: model, workspace and names in one block.
   All three are user values, so that Lua owns them.

   An edit in Lua says first, by `changed`, which records it changes and in what. The next call that computes reads those
   again, raw: no Lua runs. Where the structure is another, a block is made anew; another inertia, resistance or gravity is
   put into the block there is. */
#include "inner.h"
#include "model.h"
#include "model_records.h"
#include "print.h"

#include <stdatomic.h>
#include <string.h>

/* ---- the box --------------------------------------------------------------------------------------------------------- */

/* What an edit changes, as bits. */
enum { STRUCTURE = 1, INERTIA = 2, RESISTANCE = 4, GRAVITY = 8 };
static const char *const edit_words[] = {"structure", "inertia", "resistance", "gravity", NULL};

enum { MOST_WEIGHED = 8 };

typedef struct {
    rigid_model_head head;
    const void *links; /* as the block */
    int count;                   /* of links */
    v3 gravity;
    int first, last;               /* the records to be read again; none where first > last */
    int weighed, weigh[MOST_WEIGHED]; /* the links with another inertia */
    uint64_t edits;
    rigid_sizes sizes; /* of what is compiled */
} model_box;

/* The links of a description, [1..capacity]. */
typedef struct {
    const void *owner; /* where the box keeps the address of this */
    int64_t capacity;
    rigid_link link[];
} link_array;

static int least_of(int a, int b) { return a < b ? a : b; }
static int most_of(int a, int b) { return a > b ? a : b; }

static link_array *push_links(lua_State *L, int idx, const model_box *box) {
    return rigid_push_own(L, idx, MODEL_LINKS, box->links, &box->links);
}

/* Raise if an edit, or a call that computes, came in between: what allocates can run a finalizer, and that anything. */
static void check_unchanged(lua_State *L, const model_box *box, uint64_t edits) {
    if (box->edits != edits)
        rigid_bad(L, rigid_at(1), "the model was changed, by a finalizer or a hook, while it was compiled");
}

/* ---- the description follows the records --------------------------------------------------------------------------------- */

/* Push the links, with room for so many; where they were gone, all records are to be read again. */
static link_array *push_room(lua_State *L, int idx, model_box *box, int count) {
    link_array *now = push_links(L, idx, box);
    if (now && now->capacity >= count)
        return now;
    const int64_t kept = now ? least_of(box->count, (int)now->capacity) : 0, capacity = most_of(count, (int)(2 * kept));
    const uint64_t edits = box->edits;
    link_array *more = lua_newuserdatauv(L, sizeof *more + ((size_t)capacity + 1) * sizeof(rigid_link), 0);
    check_unchanged(L, box, edits);
    *more = (link_array){.owner = &box->links, .capacity = capacity};
    if (now)
        memcpy(more->link + 1, now->link + 1, (size_t)kept * sizeof(rigid_link));
    else
        box->first = 1, box->last = count, box->head.pending |= STRUCTURE;
    lua_remove(L, -2);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, idx, MODEL_LINKS);
    box->links = more;
    return more;
}

/* Read the records again that were changed, and push the links. */
static link_array *push_description(lua_State *L, int idx, model_box *box) {
    rigid_reader r = rigid_push_records(L, idx, MODEL_DESCRIPTION);
    int records = lua_gettop(L);
    if (lua_rawlen(L, records) > RIGID_MOST_LINKS)
        luaL_error(L, "a model can have 2^24 links, not more");
    const int count = (int)lua_rawlen(L, records);
    link_array *links = push_room(L, idx, box, count);
    box->count = count;
    rigid_read_gravity(&r, &box->gravity);
    for (r.number = box->first; r.number <= least_of(box->last, count); r.number++) {
        if (lua_rawgeti(L, records, r.number) != LUA_TTABLE)
            rigid_bad_record(&r, "table");
        links->link[r.number] = rigid_read_record(&r);
        lua_pop(L, 1);
    }
    lua_replace(L, records - 2);
    lua_settop(L, records - 2);
    return links;
}

static rigid_description described(const model_box *box, const link_array *links) {
    return (rigid_description){.count = box->count, .link = links->link, .gravity = box->gravity};
}

/* ---- compiling ------------------------------------------------------------------------------------------------------------ */

/* After its head, the block holds the model, external forces, arguments and workspace; sizes are multiples of 8. */
typedef struct {
    size_t model, external, arguments, workspace, total;
} block_layout;

static size_t round_up(size_t bytes) { return (bytes + 7) & ~(size_t)7; }

/* From there on, where a model is whose bodies begin lines of the cache. */
enum { LINE = 64 };
static unsigned char *on_lines(unsigned char *room) {
    return room + (LINE - ((uintptr_t)room + offsetof(rigid_model, body)) % LINE) % LINE;
}

static size_t argument_size(const rigid_model *model) { return (size_t)most_of(model->nq, model->nv) * sizeof(double); }

static block_layout lay_out(const rigid_description *d) {
    const rigid_model head = rigid_description_measure(d);
    block_layout at;
    at.model = round_up(sizeof(rigid_compiled));
    at.external = at.model + LINE + round_up(rigid_description_size(d));
    at.arguments = at.external + round_up(((size_t)head.count + 1) * sizeof(rigid_force));
    at.workspace = at.arguments + 4 * argument_size(&head);
    at.total = at.workspace + rigid_workspace_size(&head);
    return at;
}

static int last_quaternion(const rigid_model *model) {
    int i = model->count;
    while (i > 0 && rigid_joint_quaternion(model->body[i].kind) < 0)
        i--;
    return i;
}

static int bad_description(lua_State *L, int idx, int at, rigid_status status) {
    static const char *const problems[] = {
        [RIGID_BAD_LINK] = "hangs from a link, or follows one, that does not come before it or is not there",
        [RIGID_BAD_AXIS] = "has a joint with an axis that is not of length 1, or two that are parallel",
        [RIGID_BAD_LEADER] = "follows a joint, or has one that follows, with more than one freedom",
        [RIGID_CIRCLE] = "follows a joint that follows its own",
        [RIGID_NOT_FINITE] = "has numbers that are not finite",
    };
    rigid_reader r = rigid_push_records(L, idx, MODEL_DESCRIPTION);
    r.number = at;
    const bool known = (size_t)status < sizeof problems / sizeof *problems && problems[status];
    bool named = lua_rawgeti(L, -1, at) == LUA_TTABLE && rigid_push_record_name(&r);
    return luaL_error(L, "link '%s' of the model %s", named ? rigid_short_text(L, lua_gettop(L)) : "?",
                      known ? problems[status] : "is none");
}

/* Push the numbers of links by name, of so many records; that of the world is 0, unless a link has its name. */
static void push_names(lua_State *L, int idx, int count) {
    lua_createtable(L, 0, count + 1);
    int names = lua_gettop(L);
    lua_pushliteral(L, "world");
    lua_pushinteger(L, 0);
    lua_rawset(L, names);
    rigid_reader r = rigid_push_records(L, idx, MODEL_DESCRIPTION);
    int records = lua_gettop(L);
    for (int i = 1; i <= count; i++, lua_settop(L, records)) {
        if (lua_rawgeti(L, records, i) != LUA_TTABLE || !rigid_push_record_name(&r))
            continue;
        lua_pushinteger(L, i);
        lua_rawset(L, names);
    }
    lua_settop(L, names);
}

/* Push a block for a description, in which nothing is yet but the user values. */
static rigid_compiled *push_room_for_block(lua_State *L, int idx, size_t bytes, int count) {
    rigid_compiled *c = lua_newuserdatauv(L, bytes, BLOCK_USER_VALUES);
    memset(c, 0, sizeof *c);
    push_names(L, idx, count);
    lua_setiuservalue(L, -2, BLOCK_NAMES);
    if (lua_getiuservalue(L, idx, MODEL_DESCRIPTION) == LUA_TTABLE) {
        lua_pushliteral(L, "touch");
        lua_rawget(L, -2);
        lua_setiuservalue(L, -3, BLOCK_TOUCH);
        lua_pushliteral(L, "loops");
        lua_rawget(L, -2);
        lua_setiuservalue(L, -3, BLOCK_LOOPS);
    }
    lua_setiuservalue(L, -2, BLOCK_RECORDS);
    return c;
}

/* How many were compiled, in whatever Lua state. */
static _Atomic uint64_t structures;

static void fill_block(lua_State *L, int idx, rigid_compiled *c, const rigid_description *d, block_layout at) {
    unsigned char *bytes = (unsigned char *)c;
    int wrong = 0;
    c->model = (rigid_model *)(void *)on_lines(bytes + at.model);
    rigid_status status = rigid_model_describe(d, c->model, &wrong);
    if (status != RIGID_OK)
        bad_description(L, idx, wrong, status);
    c->external = (rigid_force *)(void *)(bytes + at.external);
    for (int i = 0; i < 4; i++)
        c->argument[i] = (double *)(void *)(bytes + at.arguments + (size_t)i * argument_size(c->model));
    RIGID_ASSERT(at.workspace + rigid_workspace_size(c->model) <= at.total);
    rigid_workspace_init(&c->ws, bytes + at.workspace, c->model);
    c->structure = atomic_fetch_add(&structures, 1) + 1;
    c->last_quaternion = last_quaternion(c->model);
    c->asked_length = SIZE_MAX;
}

/* Replace the links on top of the stack by a block compiled from them. */
static rigid_compiled *compile(lua_State *L, int idx, model_box *box, const link_array *links) {
    const rigid_description d = described(box, links);
    const block_layout at = lay_out(&d);
    const uint64_t edits = box->edits;
    rigid_compiled *c = push_room_for_block(L, idx, at.total, d.count);
    check_unchanged(L, box, edits);
    fill_block(L, idx, c, &d, at);
    c->owner = box;
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, idx, MODEL_BLOCK);
    lua_remove(L, -2);
    box->head.block = c;
    return c;
}

/* The same block, with other numbers in it. */
static void adjust(rigid_model *model, const model_box *box, const rigid_description *d) {
    model->gravity = d->gravity;
    for (int i = 0; i < box->weighed; i++)
        if (box->weigh[i] <= model->link_count)
            rigid_model_weigh(model, d, box->weigh[i]);
    if (box->head.pending & RESISTANCE)
        rigid_model_resist_some(model, d, most_of(box->first, 1), least_of(box->last, d->count));
}

static void settle(model_box *box) {
    box->head.pending = 0, box->weighed = 0;
    box->first = RIGID_MOST_LINKS, box->last = 0;
    box->edits++;
}

/* Push the block again, of which c is on top of the stack, as it is after all that was changed; without c, anew. */
RIGID_APART rigid_compiled *bring_up_to_date(lua_State *L, int idx, model_box *box, rigid_compiled *c) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    const link_array *links = push_description(L, idx, box); /* which may find that all are to be read */
    const rigid_description d = described(box, links);
    if (c && !(box->head.pending & STRUCTURE) && d.count == c->model->link_count) {
        adjust(c->model, box, &d);
        c->adjusted++;
        lua_pop(L, 1);
    } else {
        c = compile(L, idx, box, links);
        lua_remove(L, -2);
    }
    settle(box);
    box->sizes = (rigid_sizes){c->model->nq, c->model->nv, c->model->links};
    return c;
}

/* Push the block of the Model at idx. */
static inline rigid_compiled *push_compiled(lua_State *L, int idx, model_box *box) {
    rigid_compiled *c = rigid_push_block(L, idx, &box->head);
    return c && !box->head.pending ? c : bring_up_to_date(L, idx, box, c);
}

rigid_compiled *rigid_push_compiled(lua_State *L, int idx) { return push_compiled(L, idx, rigid_check(L, idx, ID_MODEL)); }

rigid_compiled *rigid_check_model(lua_State *L, int arguments) {
    model_box *box = rigid_check(L, 1, ID_MODEL);
    if (lua_gettop(L) != arguments + 1)
        lua_settop(L, arguments + 1);
    rigid_compiled *c = push_compiled(L, 1, box);
    lua_replace(L, 1);
    return c;
}

rigid_sizes rigid_check_sizes(lua_State *L) {
    model_box *box = rigid_check(L, 1, ID_MODEL);
    if (box->head.pending)
        push_compiled(L, 1, box);
    return box->sizes;
}

/* ---- for lua/rigid/model -------------------------------------------------------------------------------------------------- */

/* new(description) */
static int new_model(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    rigid_keep_fields(L);
    model_box *box = rigid_push_sized(L, ID_MODEL, sizeof *box, MODEL_USER_VALUES);
    memset(box, 0, sizeof *box);
    box->head.pending = STRUCTURE, box->first = 1, box->last = RIGID_MOST_LINKS;
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, MODEL_DESCRIPTION);
    return 1;
}

static int description(lua_State *L) {
    rigid_check(L, 1, ID_MODEL);
    lua_getiuservalue(L, 1, MODEL_DESCRIPTION);
    return 1;
}

/* Note the link; false where there are too many to be weighed one by one. */
static bool will_weigh(model_box *box, int link) {
    for (int i = 0; i < box->weighed; i++)
        if (box->weigh[i] == link)
            return true;
    if (box->weighed == MOST_WEIGHED)
        return false;
    box->weigh[box->weighed++] = link;
    return true;
}

/* changed(m, what, first, last): said before an edit changes "structure", "inertia", "resistance" or "gravity", of the
   records from first to last (none; one), and nothing that could run a finalizer stands between. So where memory runs out
   in an edit, records are only read once more than need be. */
static int changed(lua_State *L) {
    model_box *box = rigid_check(L, 1, ID_MODEL);
    const unsigned what = 1u << luaL_checkoption(L, 2, NULL, edit_words);
    const lua_Integer first = luaL_optinteger(L, 3, RIGID_MOST_LINKS), last = luaL_optinteger(L, 4, lua_isnoneornil(L, 3) ? 0 : first);
    luaL_argcheck(L, first >= 1 && first <= RIGID_MOST_LINKS, 3, "no number of a record");
    luaL_argcheck(L, last >= 0 && last <= RIGID_MOST_LINKS, 4, "no number of a record");
    box->head.pending |= what != INERTIA || (first == last && will_weigh(box, (int)first)) ? what : STRUCTURE;
    box->first = least_of(box->first, (int)first), box->last = most_of(box->last, (int)last);
    box->edits++;
    return 0;
}

/* carried(m): the inertias of the moving links, each with all that is welded to it, in the order of their columns. */
static int carried(lua_State *L) {
    model_box *box = rigid_check(L, 1, ID_MODEL);
    lua_settop(L, 1);
    if (!push_links(L, 1, box))
        box->head.pending |= STRUCTURE;
    int count = push_compiled(L, 1, box)->model->link_count;
    rigid_inertia *M = lua_newuserdatauv(L, 2 * ((size_t)count + 1) * sizeof *M, 0);
    const rigid_model *model = push_compiled(L, 1, box)->model; /* a finalizer may have run */
    const link_array *links = push_links(L, 1, box);
    if (!links || model->link_count != count || box->count != count)
        luaL_error(L, "the model was changed, by a finalizer or a hook, in the midst of this call");
    const rigid_description d = described(box, links);
    rigid_model_carried_all(model, &d, M, M + count + 1);
    lua_createtable(L, model->links, 0);
    for (int i = 1; i <= count; i++)
        if (model->link[i].owner == i) {
            rigid_push_inertia(L, &M[i]);
            lua_rawseti(L, -2, model->link[i].column + 1);
        }
    return 1;
}

const char rigid_handle_key = 0, rigid_handle_name = 0;

/* handle_keys(model, name): at which keys a handle holds the model that it is part of, and its name. */
static int set_handle_keys(lua_State *L) {
    luaL_checkany(L, 2);
    lua_settop(L, 2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &rigid_handle_name);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &rigid_handle_key);
    return 0;
}

const luaL_Reg rigid_model_makers[] = {
    {"new", new_model}, {"description", description}, {"changed", changed},
    {"carried", carried}, {"handle_keys", set_handle_keys}, {NULL, NULL},
};
