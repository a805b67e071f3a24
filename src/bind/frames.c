/* The hands of frames that check themselves and of explanations: what lua/rigid/frames needs from C. A value's tag is a
   number in its header; what it stands for only Lua knows. While neither is on, nothing here runs and no function of ours
   looks at a tag: turning them on puts watched twins in the place of the functions in the classes' tables, turning them off
   puts the functions back.

   A watched twin asks a rule, which is given the arguments and answers with the tags of the results, or with what does not
   fit; does what the function does, on the same arguments, in its own place, so that errors name the caller's line; and
   then tags the results. A recorder is called before and after, with the token it gave in between. */
#include "classes.h"
#include "inner.h"

enum { MOST_ARGUMENTS = 8, MOST_RESULTS = 3, PERMANENT = 4096 };

/* Upvalues of a twin, after the two that every function has. */
enum { TWIN_FUNCTION = 3, TWIN_RULE, TWIN_RECORDER, TWIN_ALWAYS, TWIN_HOLD };

/* Does any of the arguments have a tag? A rule has nothing to say where none has. */
static bool any_tagged(lua_State *L, int count) {
    for (int i = 1; i <= count; i++) {
        const rigid_header *h = rigid_header_of(L, i);
        if (h && h->tag)
            return true;
    }
    return false;
}

/* Push an upvalue that is a function, and the arguments after it. */
static void push_call(lua_State *L, int upvalue, int count) {
    lua_pushvalue(L, lua_upvalueindex(upvalue));
    for (int i = 1; i <= count; i++)
        lua_pushvalue(L, i);
}

/* The rule's answer: tags of the results, -1 for one that is to stay as it is; raises where the arguments do not fit. */
static void ask_rule(lua_State *L, int count, lua_Integer tags[MOST_RESULTS]) {
    int top = lua_gettop(L);
    push_call(L, TWIN_RULE, count);
    lua_call(L, count, MOST_RESULTS);
    if (lua_type(L, top + 1) == LUA_TSTRING)
        luaL_error(L, "%s", lua_tostring(L, top + 1));
    for (int i = 0; i < MOST_RESULTS; i++)
        tags[i] = lua_isinteger(L, top + 1 + i) ? lua_tointeger(L, top + 1 + i) : -1;
    lua_settop(L, top);
}

/* Beyond the first few thousand, what a tag stands for lives only while a value that carries it is known to live. */
static void set_tag(lua_State *L, rigid_header *h, int idx, lua_Integer tag, int hold) {
    h->tag = (uint32_t)tag;
    if (tag <= PERMANENT)
        return;
    idx = lua_absindex(L, idx);
    lua_pushvalue(L, hold);
    lua_pushvalue(L, idx);
    lua_pushinteger(L, tag);
    lua_call(L, 2, 0);
}

static void tag_results(lua_State *L, int results, const lua_Integer tags[MOST_RESULTS]) {
    luaL_checkstack(L, 4, NULL);
    for (int i = 0; i < results && i < MOST_RESULTS; i++) {
        rigid_header *h = rigid_header_of(L, i - results);
        if (h && tags[i] >= 0)
            set_tag(L, h, i - results, tags[i], lua_upvalueindex(TWIN_HOLD));
    }
}

/* recorder(nil, arguments ...) gives a token; recorder(token, results ...) takes it. */
static lua_Integer record_before(lua_State *L, int count) {
    lua_pushvalue(L, lua_upvalueindex(TWIN_RECORDER));
    lua_pushnil(L);
    for (int i = 1; i <= count; i++)
        lua_pushvalue(L, i);
    lua_call(L, count + 1, 1);
    lua_Integer token = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return token;
}

static void record_after(lua_State *L, lua_Integer token) {
    luaL_checkstack(L, 4, NULL);
    lua_pushvalue(L, lua_upvalueindex(TWIN_RECORDER));
    lua_pushinteger(L, token);
    lua_pushvalue(L, -3);
    lua_call(L, 2, 0);
}

static int twin(lua_State *L) {
    lua_CFunction function = lua_tocfunction(L, lua_upvalueindex(TWIN_FUNCTION));
    int top = lua_gettop(L), count = top < MOST_ARGUMENTS ? top : MOST_ARGUMENTS;
    lua_Integer tags[MOST_RESULTS] = {-1, -1, -1}, token = 0;
    luaL_checkstack(L, MOST_ARGUMENTS + LUA_MINSTACK, NULL);
    bool ruled = lua_isfunction(L, lua_upvalueindex(TWIN_RULE)) &&
                 (lua_toboolean(L, lua_upvalueindex(TWIN_ALWAYS)) || any_tagged(L, count));
    if (ruled)
        ask_rule(L, count, tags);
    bool recorded = lua_isfunction(L, lua_upvalueindex(TWIN_RECORDER));
    if (recorded)
        token = record_before(L, count);
    int results = function(L);
    if (ruled)
        tag_results(L, results, tags);
    if (recorded && token && results > 0)
        record_after(L, token);
    return results;
}

/* ---- making twins ---------------------------------------------------------------------------------------------------- */

/* twin(class, kind, name, rule | nil, recorder | nil, always, hold) -> function, or nil where there is none of that name */
static int make_twin(lua_State *L) {
    const char *class_name = luaL_checkstring(L, 1), *kind = luaL_checkstring(L, 2), *name = luaL_checkstring(L, 3);
    lua_CFunction f = rigid_class_function(class_name, kind, name);
    luaL_checktype(L, 7, LUA_TFUNCTION);
    if (!f)
        return 0;
    lua_settop(L, 7);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushfstring(L, "%s:%s", kind, name);
    lua_pushcfunction(L, f);
    for (int i = 4; i <= 7; i++)
        lua_pushvalue(L, i);
    lua_pushcclosure(L, twin, TWIN_HOLD);
    return 1;
}

/* ---- tags of values -------------------------------------------------------------------------------------------------- */

/* tag(x) -> its number, 0 where it has none; nil for what is not ours */
static int tag_of(lua_State *L) {
    const rigid_header *h = rigid_header_of(L, 1);
    if (h)
        lua_pushinteger(L, h->tag);
    else
        lua_pushnil(L);
    return 1;
}

/* set_tag(x, number, hold) */
static int set_tag_of(lua_State *L) {
    rigid_header *h = rigid_header_of(L, 1);
    lua_Integer tag = luaL_checkinteger(L, 2);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    luaL_argcheck(L, h != NULL && tag >= 0 && tag <= UINT32_MAX, 2, "a value and a tag");
    set_tag(L, h, 1, tag, 3);
    return 0;
}

/* untag(x) */
static int untag(lua_State *L) {
    lua_settop(L, 1);
    rigid_untagged(L, 1);
    return 0;
}

const luaL_Reg rigid_frames_functions[] = {
    {"tag", tag_of}, {"set_tag", set_tag_of}, {"untag", untag}, {"twin", make_twin}, {NULL, NULL},
};
