/* luaopen_rigid_core: registers every class. For each there are two tables: the class itself (rigid.SpatialInertia),
   callable, with the static functions; and the metatable of its instances, whose __methods are what M:name() finds. */
#include "classes.h"
#include "errors.h"
#include "inner.h"

/* Push f as a closure with the upvalues every function of ours carries: metatables, "kind:name", and what is on top. */
static void push_function(lua_State *L, int metatables, const char *kind, const char *name, lua_CFunction f) {
    lua_pushvalue(L, metatables);
    lua_pushfstring(L, "%s:%s", kind, name);
    lua_pushcclosure(L, f, 2);
}

static void add_functions(lua_State *L, int metatables, const char *kind, const luaL_Reg *functions) {
    for (const luaL_Reg *r = functions; r && r->name; r++) {
        push_function(L, metatables, kind, r->name, r->func);
        lua_setfield(L, -2, r->name);
    }
}

static void add_lists(lua_State *L, int metatables, const char *kind, const luaL_Reg *const lists[RIGID_LISTS]) {
    for (int i = 0; i < RIGID_LISTS; i++)
        add_functions(L, metatables, kind, lists[i]);
}

/* Fill the instance metatable on top of the stack. */
static void fill_metatable(lua_State *L, int metatables, rigid_id id) {
    const rigid_class *class_ = rigid_classes[id];
    lua_pushstring(L, rigid_kinds[id].name);
    lua_setfield(L, -2, "__name");
    add_functions(L, metatables, "o", class_->meta);
    lua_newtable(L);
    add_lists(L, metatables, "m", class_->methods);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__methods");
    if (class_->index) { /* fields or numbers first, then the methods, which are the third upvalue */
        lua_pushvalue(L, metatables);
        lua_pushfstring(L, "o:%s", rigid_kinds[id].name);
        lua_rotate(L, -3, -1);
        lua_pushcclosure(L, class_->index, 3);
    }
    lua_setfield(L, -2, "__index");
}

static int class_tostring(lua_State *L) {
    luaL_getmetafield(L, 1, "__name");
    lua_pushfstring(L, "class %s", lua_tostring(L, -1));
    return 1;
}

/* Push the class table: its statics, and a metatable that makes it callable. */
static void push_class(lua_State *L, int metatables, rigid_id id) {
    const rigid_class *class_ = rigid_classes[id];
    const char *name = rigid_kinds[id].name;
    lua_newtable(L);
    add_lists(L, metatables, "s", class_->statics);
    lua_newtable(L);
    push_function(L, metatables, "c", name, class_->construct);
    lua_setfield(L, -2, "__call");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
    push_function(L, metatables, "o", name, class_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_rawgeti(L, metatables, id);
    lua_setfield(L, -2, "__instance");
    lua_setmetatable(L, -2);
}

/* Push the functions that the library asks whether what it was given will do: their errors are values. */
static void push_asked(lua_State *L, int metatables) {
    static const rigid_id makers[] = {ID_VEC3, ID_TRANSFORM, ID_INERTIA, ID_MATRIX};
    lua_newtable(L);
    add_lists(L, metatables, "M", rigid_class_model.methods);
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        const char *name = rigid_kinds[makers[i]].name;
        push_function(L, metatables, "C", name, rigid_classes[makers[i]]->construct);
        lua_setfield(L, -2, name);
    }
}

/* rigid.type(x) */
static int type_of(lua_State *L) {
    if (lua_isnone(L, 1))
        return rigid_expected(L, rigid_at(1), 1, "a value");
    rigid_id id = rigid_id_of(L, 1);
    if (id == ID_NONE)
        lua_pushnil(L);
    else
        lua_pushstring(L, rigid_kinds[id].name);
    return 1;
}

#define FUNCTIONS(ROW) ROW("type", type_of, 1)
FUNCTIONS(RIGID_STATIC)
static const luaL_Reg functions[] = {FUNCTIONS(RIGID_ROW){NULL, NULL}};

/* Add to the table on top of the stack, in one of that name, what our Lua modules need of us, and nobody else. */
static void add_inner(lua_State *L, int metatables, const char *name, const luaL_Reg *list) {
    if (lua_getfield(L, -1, name) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    add_functions(L, metatables, "s", list);
    lua_setfield(L, -2, name);
}

/* Our Lua modules find it as debug.getmetatable(core).inner: no script without the debug library gets there, now or later,
   whichever module it asks for first. */
static void hide_inner(lua_State *L, int module, int metatables) {
    lua_newtable(L);
    lua_newtable(L);
    add_inner(L, metatables, "model", rigid_model_makers);
    add_inner(L, metatables, "model", rigid_model_answers);
    add_inner(L, metatables, "doctor", rigid_doctor_functions);
    add_inner(L, metatables, "frames", rigid_frames_functions);
    add_inner(L, metatables, "files", rigid_files_functions);
    add_inner(L, metatables, "locale", rigid_locale_functions);
    add_inner(L, metatables, "errors", rigid_error_functions);
    add_inner(L, metatables, "stepper", rigid_stepper_functions);
    add_inner(L, metatables, "stepper", rigid_action_functions);
    add_inner(L, metatables, "stepper", rigid_run_functions);
    add_inner(L, metatables, "stepper", rigid_step_functions);
    add_inner(L, metatables, "motions", rigid_motion_functions);
    add_inner(L, metatables, "generated", rigid_generated_functions);
    add_inner(L, metatables, "sums", rigid_sum_functions);
    add_inner(L, metatables, "bodies", rigid_body_functions);
    add_inner(L, metatables, "script", rigid_script_functions);
    add_inner(L, metatables, "patient", rigid_patient_functions);
    add_inner(L, metatables, "words", rigid_word_functions);
    add_inner(L, metatables, "dense", rigid_dense_functions);
    add_inner(L, metatables, "identification", rigid_identification_functions);
    add_inner(L, metatables, "reach", rigid_reach_functions);
    push_asked(L, metatables);
    lua_setfield(L, -2, "asked");
    lua_setfield(L, -2, "inner");
    lua_pushliteral(L, "rigid.core");
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, module);
}

int luaopen_rigid_core(lua_State *L);

int luaopen_rigid_core(lua_State *L) {
    luaL_checkversion(L); /* built for one Lua, a module does not work in another */
    lua_newtable(L);
    int module = lua_gettop(L);
    lua_createtable(L, ID_COUNT, 0);
    int metatables = lua_gettop(L);
    for (int id = 1; id < ID_COUNT; id++) {
        lua_newtable(L);
        lua_rawseti(L, metatables, id);
    }
    for (int id = 1; id < ID_COUNT; id++) {
        lua_rawgeti(L, metatables, id);
        fill_metatable(L, metatables, (rigid_id)id);
        lua_pop(L, 1);
        push_class(L, metatables, (rigid_id)id);
        lua_setfield(L, module, rigid_kinds[id].name);
    }
    lua_pushliteral(L, RIGID_VERSION);
    lua_setfield(L, module, "version");
    lua_settop(L, metatables);
    hide_inner(L, module, metatables);
    lua_pushvalue(L, module);
    add_functions(L, metatables, "s", functions);
    return 1;
}
