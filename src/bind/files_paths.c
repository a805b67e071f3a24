/* What reading and writing of files share: what a path is and leads to, and waiting that Ctrl-C ends. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "files_paths.h"

#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS = 40, MOMENT = 100 /* ms */ };

/* ---- paths ------------------------------------------------------------------------------------------------------ */

const char files_zero_byte[] = "a path with a zero byte";

const char *files_path_at(lua_State *L, int arg) {
    size_t length;
    const char *path = luaL_checklstring(L, arg, &length);
    return strlen(path) == length ? path : NULL;
}

int files_push_problem(lua_State *L, const char *reason) {
    lua_pushnil(L);
    lua_pushstring(L, reason);
    return 2;
}

int files_descriptor_in(const char *path) {
    static const char *const places[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        size_t length = strlen(places[i]);
        const char *digits = path + length;
        if (strncmp(path, places[i], length) == 0 && digits[0] && strlen(digits) < 8 && digits[strspn(digits, "0123456789")] == '\0')
            return (int)strtol(digits, NULL, 10);
    }
    return -1;
}

/* Links of /proc are not followed: they lead to what is open, not to a name. */
const char *files_push_resolved(lua_State *L, const char *path) {
    char to[PATH_MAX];
    path = lua_pushstring(L, path);
    for (int links = 0; links < LINKS; links++) {
        ssize_t length = strncmp(path, "/proc/", 6) == 0 || files_descriptor_in(path) >= 0 ? -1 : readlink(path, to, sizeof to);
        if (length < 0 || (size_t)length == sizeof to)
            return path;
        const char *slash = strrchr(path, '/');
        lua_pushlstring(L, path, to[0] == '/' || !slash ? 0 : (size_t)(slash + 1 - path));
        lua_pushlstring(L, to, (size_t)length);
        lua_concat(L, 2);
        lua_remove(L, -2);
        path = lua_tostring(L, -1);
    }
    return NULL;
}

int files_descriptor_of(lua_State *L, const char *path) {
    const char *resolved = files_push_resolved(L, path);
    int number = resolved ? files_descriptor_in(resolved) : -1;
    lua_pop(L, 1);
    return number;
}

const char *files_kind_of(mode_t mode) {
    if (S_ISREG(mode))
        return "file";
    if (S_ISDIR(mode))
        return "directory";
    return S_ISFIFO(mode) || S_ISSOCK(mode) ? "pipe" : "device";
}

/* ---- Ctrl-C ----------------------------------------------------------------------------------------------------- */

bool files_wait_for(int descriptor, short what, const rigid_hooks *h) {
    struct pollfd one = {.fd = descriptor, .events = what};
    while (poll(&one, 1, MOMENT) <= 0)
        if (rigid_is_interrupted(h))
            return false;
    return !rigid_is_interrupted(h);
}
