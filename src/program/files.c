/* Directories, locks and kinds of files, as POSIX has them, for the prompt and its history. */
#include "program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* make_directory(path [, mode]): with its parents, for the user alone unless told otherwise; whether it is there in the
   end. */
int console_make_directory(lua_State *L) {
    struct stat state;
    const char *path = luaL_checkstring(L, 1);
    mode_t mode = (mode_t)luaL_optinteger(L, 2, 0700);
    for (const char *slash = strchr(path + (path[0] == '/'), '/');; slash = strchr(slash + 1, '/')) {
        const char *part = slash ? lua_pushlstring(L, path, (size_t)(slash - path)) : path;
        mkdir(part, mode);
        if (!slash)
            break;
        lua_pop(L, 1);
    }
    lua_pushboolean(L, stat(path, &state) == 0 && S_ISDIR(state.st_mode));
    return 1;
}

/* lock(path): wait, a second at most, until no other session holds the lock of that file, and take it; true where that was
   possible. Until unlock() gives it back, files are made for the user alone. */
static int locked = -1;
static mode_t usual_mask;

int console_lock(lua_State *L) {
    const struct timespec moment = {.tv_nsec = 10000000};
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const char *path = luaL_checkstring(L, 1);
    if (locked < 0) {
        usual_mask = umask(077);
        locked = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (locked < 0)
            umask(usual_mask);
    }
    bool held = false;
    for (int tries = 0; locked >= 0 && !held && tries < 100; tries++) {
        held = fcntl(locked, F_SETLK, &whole) == 0;
        if (!held)
            nanosleep(&moment, NULL);
    }
    lua_pushboolean(L, held);
    return 1;
}

int console_unlock(lua_State *L) {
    (void)L;
    if (locked >= 0) {
        close(locked);
        umask(usual_mask);
    }
    locked = -1;
    return 0;
}

/* ---- directories ---------------------------------------------------------------------------------------------------- */

static int close_directory(lua_State *L) {
    DIR **directory = lua_touserdata(L, 1);
    if (*directory)
        closedir(*directory);
    *directory = NULL;
    return 0;
}

/* Push a directory as a value, so that it is closed whatever is thrown; null, errno set, where it cannot be read. */
static DIR **push_directory(lua_State *L, const char *path) {
    DIR **directory = lua_newuserdatauv(L, sizeof(DIR *), 0);
    *directory = NULL;
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, close_directory);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    *directory = opendir(path);
    return *directory ? directory : NULL;
}

/* The next name, . and .. aside; null at the end, when the directory is closed. */
static const char *next_name(DIR **directory) {
    const struct dirent *entry = NULL;
    while ((entry = readdir(*directory)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return entry->d_name;
    closedir(*directory);
    *directory = NULL;
    return NULL;
}

enum { MOST_FILES = 5000 };

static bool is_directory(const char *path, const char *name) {
    char full[PATH_MAX];
    struct stat state;
    int length = snprintf(full, sizeof full, "%s/%s", path, name);
    return length > 0 && (size_t)length < sizeof full && stat(full, &state) == 0 && S_ISDIR(state.st_mode);
}

/* files(directory): the names in it, directories with a slash at the end; at most so many, none where it cannot be read. */
int console_files(lua_State *L) {
    const char *path = luaL_checkstring(L, 1), *name = NULL;
    DIR **directory = push_directory(L, path);
    lua_newtable(L);
    for (int n = 0; directory && n < MOST_FILES && (name = next_name(directory));) {
        lua_pushfstring(L, "%s%s", name, is_directory(path, name) ? "/" : "");
        lua_rawseti(L, -2, ++n);
    }
    return 1;
}

/* kind(path): "file", "directory", "pipe" or "device"; nil and why, where there is nothing to be seen. */
int console_kind(lua_State *L) {
    struct stat state;
    if (stat(luaL_checkstring(L, 1), &state) != 0) {
        lua_pushnil(L);
        lua_pushstring(L, strerror(errno));
        return 2;
    }
    bool pipe = S_ISFIFO(state.st_mode) || S_ISSOCK(state.st_mode);
    lua_pushstring(L, S_ISREG(state.st_mode) ? "file" : S_ISDIR(state.st_mode) ? "directory" : pipe ? "pipe" : "device");
    return 1;
}

/* identity(path): a text that two paths have in common exactly where they are the same file; nil where there is none. */
int console_identity(lua_State *L) {
    struct stat state;
    if (stat(luaL_checkstring(L, 1), &state) != 0)
        return 0;
    lua_pushfstring(L, "%I:%I", (LUAI_UACINT)state.st_dev, (LUAI_UACINT)state.st_ino);
    return 1;
}

/* entries(path): a list of the names in a directory, as they come, without . and ..; nil and why, where it cannot be read. */
int console_entries(lua_State *L) {
    DIR **directory = push_directory(L, luaL_checkstring(L, 1));
    if (!directory) {
        lua_pushnil(L);
        lua_pushstring(L, strerror(errno));
        return 2;
    }
    lua_newtable(L);
    lua_Integer count = 0;
    for (const char *name = NULL; (name = next_name(directory));) {
        lua_pushstring(L, name);
        lua_rawseti(L, -2, ++count);
    }
    return 1;
}
