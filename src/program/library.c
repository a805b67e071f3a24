/* Where the Lua files and the module for meshes are, and the globals that the program starts with. */
#include "program.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Cut the last part off a path; false where there is none. */
static bool cut(char *path) {
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

/* Push DIRECTORY/PLACE if that holds the file. */
static bool push_if_holds(lua_State *L, const char *directory, const char *place, const char *file) {
    lua_pushfstring(L, "%s/%s", directory, place);
    const char *path = lua_pushfstring(L, "%s/%s", lua_tostring(L, -1), file);
    bool found = access(path, R_OK) == 0;
    lua_pop(L, found ? 1 : 2);
    return found;
}

/* Where the system tells a program its own path. */
#ifndef RIGID_SELF
#define RIGID_SELF "/proc/self/exe"
#endif

/* Write the path that a shell finds for that name, if there is one. */
static bool find_on_path(char path[PATH_MAX], const char *name) {
    char candidate[PATH_MAX];
    struct stat file;
    for (const char *at = getenv("PATH"), *end; at; at = *end ? end + 1 : NULL) {
        end = at + strcspn(at, ":");
        int size = end > at ? (int)(end - at) : 1; /* an empty place is the current directory */
        int length = snprintf(candidate, PATH_MAX, "%.*s/%s", size, end > at ? at : ".", name);
        if (length < PATH_MAX && stat(candidate, &file) == 0 && S_ISREG(file.st_mode) && access(candidate, X_OK) == 0)
            return realpath(candidate, path) != NULL;
    }
    return false;
}

/* Write the program's own path; where the system does not tell, that of what it was called by; empty where that is none. */
static void find_program(char path[PATH_MAX], const char *called) {
    ssize_t length = readlink(RIGID_SELF, path, PATH_MAX - 1);
    if (length > 0)
        path[length] = '\0';
    else if (!called || !(strchr(called, '/') ? realpath(called, path) != NULL : find_on_path(path, called)))
        path[0] = '\0';
}

/* Where an installation has what is for this version of Lua. */
#define LUA_PLACE "lua/" LUA_VERSION_MAJOR "." LUA_VERSION_MINOR

/* A directory of ours: a file by which it is known, where it is beside the program, where one level up, and where `make install`
   put it. A build and a checkout have lib/ and lua/ beside the program, or one level up; an installation has its own one level
   up, wherever it was moved. */
typedef struct place {
    const char *holds, *beside[2], *above[2], *installed;
} place;

static const place lua_files = {"rigid/init.lua", {"lua", NULL}, {"lua", "share/" LUA_PLACE}, RIGID_LUADIR};
/* The module for mesh files is loaded only when it is asked for. */
static const place c_modules = {"rigid/meshes.so", {"lib", "build/lib"}, {"lib/" LUA_PLACE, NULL}, RIGID_LIBDIR};

/* Push the first of two places in the directory that is there. */
static bool push_first(lua_State *L, const char *directory, const char *const places[2], const char *file) {
    return (places[0] && push_if_holds(L, directory, places[0], file)) || (places[1] && push_if_holds(L, directory, places[1], file));
}

static void push_place(lua_State *L, const char *called, const place *p) {
    char path[PATH_MAX];
    find_program(path, called);
    if (cut(path) && push_first(L, path, p->beside, p->holds))
        return;
    if (cut(path) && push_first(L, path, p->above, p->holds))
        return;
    lua_pushstring(L, p->installed);
}

static const char require_key = 0;

/* Keep the function on top of the stack as that. */
void program_keep_require(lua_State *L) { lua_rawsetp(L, LUA_REGISTRYINDEX, &require_key); }

/* Push what our own modules are loaded by, whatever the user has made of the global require (rigid.environment). */
void program_push_require(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &require_key); }

void program_push_function(lua_State *L, const char *module, const char *name) {
    program_push_require(L);
    lua_pushstring(L, module);
    lua_call(L, 1, 1);
    lua_getfield(L, -1, name);
    lua_replace(L, -2);
}

static const char library_key = 0; /* of what the sources of our Lua files begin with */

bool program_is_ours(lua_State *L, const char *source) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &library_key);
    const char *ours = lua_tostring(L, -1);
    bool is = ours && strncmp(source, ours, strlen(ours)) == 0;
    lua_pop(L, 1);
    return is;
}

/* Put the module inside: its C part preloaded, its Lua files and what else there is in C first on the paths. */
void program_preload(lua_State *L, const char *called) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_rigid_core);
    lua_setfield(L, -2, "rigid.core");
    lua_pushcfunction(L, program_open_terminal);
    lua_setfield(L, -2, "rigid.terminal");
#ifdef __EMSCRIPTEN__ /* which loads no shared libraries: src/web/xml.c stands in for LuaExpat, the module for meshes is inside */
    lua_pushcfunction(L, luaopen_lxp);
    lua_setfield(L, -2, "lxp");
    lua_pushcfunction(L, luaopen_rigid_meshes);
    lua_setfield(L, -2, "rigid.meshes");
#endif
    lua_getglobal(L, LUA_LOADLIBNAME);
    push_place(L, called, &lua_files);
    const char *library = lua_tostring(L, -1);
    lua_pushfstring(L, "@%s/rigid/", library);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &library_key);
    lua_getfield(L, -2, "path");
    lua_pushfstring(L, "%s/?.lua;%s/?/init.lua;%s", library, library, lua_tostring(L, -1));
    lua_setfield(L, -4, "path");
    lua_pop(L, 2);
    push_place(L, called, &c_modules);
    lua_getfield(L, -2, "cpath");
    lua_pushfstring(L, "%s/?.so;%s", lua_tostring(L, -2), lua_tostring(L, -1));
    lua_setfield(L, -4, "cpath");
    lua_pop(L, 4);
}

/* Functions of the module that the prompt knows by their bare names. */
static bool is_word(const char *name) {
    static const char *const words[] = {"help", "lookfor", "who", "time", "bench", "history", "save_session", NULL};
    for (const char *const *word = words; *word; word++)
        if (strcmp(name, *word) == 0)
            return true;
    return false;
}

/* The globals of the program: rigid, the words of the prompt, and every class, known by its capital. */
int program_open_rigid(lua_State *L) {
    lua_getglobal(L, "require");
    lua_pushliteral(L, "rigid");
    lua_call(L, 1, 1);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if ((isupper((unsigned char)name[0]) && lua_istable(L, -1)) || is_word(name)) {
            lua_pushvalue(L, -1);
            lua_setglobal(L, name);
        }
    }
    lua_setglobal(L, "rigid");
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, "rigid.environment");
    lua_getfield(L, -1, "require");
    program_keep_require(L);
    return 0;
}
