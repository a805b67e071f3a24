/* Files, for the modules of ours that read and write them: reading, and a directory of our own among what is temporary. Only
   plain files and pipes that the program was handed are read, and no more than the caller has room for.

   While a descriptor is open nothing of Lua's is called that could raise an error. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "files_paths.h"
#include "files_write.h"
#include "inner.h"

#include <stdint.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a directory of our own among what is temporary ------------------------------------------------------------------ */

/* own_directory(parent): the directory in it that is this user's alone, made where there is none; or nil and why not. */
static int own_directory(lua_State *L) {
    struct stat state;
    const char *parent = files_path_at(L, 1);
    if (!parent)
        return files_push_problem(L, files_zero_byte);
    const char *path = lua_pushfstring(L, "%s/rigid-%I", parent, (LUAI_UACINT)geteuid());
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return files_push_no_room(L, parent, errno, false);
    if (lstat(path, &state) != 0)
        return files_push_problem(L, strerror(errno));
    if (S_ISDIR(state.st_mode) && state.st_uid == geteuid() && (state.st_mode & 0022) == 0)
        return 1;
    lua_pushnil(L);
    lua_pushfstring(L, "'%s' is no directory that only you can write to", path);
    return 2;
}

/* new_directory(start): one whose name begins so, for whoever runs us alone and for nobody else of ours; or nil and why not. */
static int new_directory(lua_State *L) {
    char path[PATH_MAX];
    const char *start = files_path_at(L, 1);
    if (!start)
        return files_push_problem(L, files_zero_byte);
    if ((size_t)snprintf(path, sizeof path, "%sXXXXXX", start) >= sizeof path)
        return files_push_problem(L, strerror(ENAMETOOLONG));
    if (!mkdtemp(path))
        return files_push_problem(L, strerror(errno));
    lua_pushstring(L, path);
    return 1;
}

static bool is_earlier(const struct stat *a, const struct stat *b) {
    if (a->st_mtime != b->st_mtime)
        return a->st_mtime < b->st_mtime;
#ifdef __APPLE__
    return a->st_mtimespec.tv_nsec < b->st_mtimespec.tv_nsec;
#else
    return a->st_mtim.tv_nsec < b->st_mtim.tv_nsec;
#endif
}

/* How many plain files the directory has, and the oldest of them. */
static int find_oldest(DIR *directory, char oldest[NAME_MAX + 1]) {
    struct stat state, first = {0};
    int count = 0;
    rewinddir(directory);
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        if (fstatat(dirfd(directory), entry->d_name, &state, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(state.st_mode))
            continue;
        if (count++ == 0 || is_earlier(&state, &first)) {
            first = state;
            snprintf(oldest, NAME_MAX + 1, "%s", entry->d_name);
        }
    }
    return count;
}

/* keep_newest(directory, count): remove the oldest files of a directory of our own, but for so many. */
static int keep_newest(lua_State *L) {
    const char *path = files_path_at(L, 1);
    lua_Integer most = luaL_checkinteger(L, 2);
    char oldest[NAME_MAX + 1];
    DIR *directory = path ? opendir(path) : NULL;
    while (directory && find_oldest(directory, oldest) > most)
        if (unlinkat(dirfd(directory), oldest, 0) != 0 && errno != ENOENT)
            break;
    if (directory)
        closedir(directory);
    return 0;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* kind(path): "file", "directory", "pipe" or "device"; nil and why, where there is nothing to be seen. */
static int push_kind(lua_State *L) {
    struct stat state;
    const char *path = files_path_at(L, 1);
    if (!path || stat(path, &state) != 0)
        return files_push_problem(L, path ? strerror(errno) : files_zero_byte);
    lua_pushstring(L, files_kind_of(state.st_mode));
    return 1;
}

/* is_link(path): whether a symbolic link stands there, wherever it leads. */
static int is_link(lua_State *L) {
    struct stat state;
    const char *path = files_path_at(L, 1);
    lua_pushboolean(L, path && lstat(path, &state) == 0 && S_ISLNK(state.st_mode));
    return 1;
}

/* make_folder(path): true where it is there in the end, and no link; nil and why not. */
static int make_folder(lua_State *L) {
    struct stat state;
    const char *path = files_path_at(L, 1);
    if (!path || (mkdir(path, 0777) != 0 && errno != EEXIST) || lstat(path, &state) != 0)
        return files_push_problem(L, path ? strerror(errno) : files_zero_byte);
    if (!S_ISDIR(state.st_mode))
        return files_push_problem(L, S_ISLNK(state.st_mode) ? "a link stands there" : strerror(ENOTDIR));
    lua_pushboolean(L, true);
    return 1;
}

enum { NAMES_ROOM = 1 << 18 };

/* names(path): the names in a directory, each with a zero behind it, as far as there is room for them; nil and why not. */
static int push_names(lua_State *L) {
    const char *path = files_path_at(L, 1);
    char *names = lua_newuserdatauv(L, NAMES_ROOM, 0);
    size_t had = 0;
    DIR *directory = path ? opendir(path) : NULL;
    if (!directory)
        return files_push_problem(L, path ? strerror(errno) : files_zero_byte);
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        size_t length = strlen(entry->d_name) + 1;
        if (had + length > NAMES_ROOM)
            break;
        memcpy(names + had, entry->d_name, length);
        had += length;
    }
    closedir(directory);
    lua_pushlstring(L, names, had);
    return 1;
}

static int push_not_a_file(lua_State *L, mode_t mode) {
    lua_pushnil(L);
    if (S_ISDIR(mode))
        lua_pushstring(L, strerror(EISDIR));
    else
        lua_pushfstring(L, "this is a %s, not a file", files_kind_of(mode));
    return 2;
}

/* Read from the descriptor until the buffer is full or it ends: how many bytes, or -1 with errno. */
static ssize_t fill(int from, char *buffer, size_t room) {
    size_t had = 0;
    while (had < room) {
        ssize_t got = read(from, buffer + had, room - had);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        had += (size_t)got;
    }
    return (ssize_t)had;
}

/* Read up to `room` bytes of the plain file into the buffer; -1 with errno, or -2 and what it is now where it is none. */
static ssize_t read_plain(const char *path, char *buffer, size_t room, struct stat *state) {
    ssize_t got = -1;
    int from = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (from < 0)
        return -1;
    if (fstat(from, state) == 0)
        got = S_ISREG(state->st_mode) ? fill(from, buffer, room) : -2;
    int problem = errno;
    close(from);
    errno = problem;
    return got;
}

/* All of a plain file. Those that the system makes up (/proc) tell no size; they, and one that is just growing, are read
   again with more room. */
static int read_file_of(lua_State *L, const char *path, size_t size, size_t most) {
    struct stat state;
    for (size_t room = (size < 4096 ? 4096 : size) + 1;; room *= 2) {
        luaL_Buffer text;
        int top = lua_gettop(L);
        room = room > most + 1 ? most + 1 : room;
        char *buffer = luaL_buffinitsize(L, &text, room);
        ssize_t got = read_plain(path, buffer, room, &state);
        if (got == -1)
            return files_push_problem(L, strerror(errno));
        if (got == -2)
            return push_not_a_file(L, state.st_mode);
        if ((size_t)got > most) {
            lua_pushnil(L);
            lua_pushinteger(L, (lua_Integer)(state.st_size > got ? state.st_size : got));
            return 2;
        }
        if ((size_t)got < room) {
            luaL_pushresultsize(&text, (size_t)got);
            return 1;
        }
        lua_settop(L, top);
    }
}

/* All that comes through a descriptor that was open before, and stays so. */
static int read_stream(lua_State *L, int from, size_t most) {
    rigid_hooks h = rigid_hooks_now(L);
    luaL_Buffer text;
    size_t had = 0;
    luaL_buffinit(L, &text);
    for (;;) {
        if (!files_wait_for(from, POLLIN, &h))
            return files_push_problem(L, "interrupted");
        ssize_t got = read(from, luaL_prepbuffer(&text), LUAL_BUFFERSIZE);
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return files_push_problem(L, strerror(errno));
        if (got == 0)
            break;
        luaL_addsize(&text, got > 0 ? (size_t)got : 0);
        had += got > 0 ? (size_t)got : 0;
        if (had > most) {
            lua_pushnil(L);
            lua_pushinteger(L, (lua_Integer)had);
            return 2;
        }
    }
    luaL_pushresult(&text);
    return 1;
}

/* That argument as a number of bytes, one of which may still be added: where addresses have 32 bits, 4 GB is as much as there is. */
static size_t bytes_at(lua_State *L, int index) {
    const lua_Integer bytes = luaL_checkinteger(L, index);
    return (uint64_t)bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX - 1;
}

/* read(path, most, streams): the bytes of a plain file; with streams "pipes" also of a pipe that the program was handed
   (/dev/stdin, /dev/fd/N), with "any" of whatever that is. nil and why not, or nil and the number of bytes where they are more than
   `most`, as far as that is known. */
static int read_file(lua_State *L) {
    static const char *const words[] = {"none", "pipes", "any", NULL};
    struct stat state;
    const char *path = files_path_at(L, 1);
    size_t most = bytes_at(L, 2);
    int streams = luaL_checkoption(L, 3, "none", words);
    if (!path || stat(path, &state) != 0)
        return files_push_problem(L, path ? strerror(errno) : files_zero_byte);
    if (S_ISREG(state.st_mode) && (uint64_t)state.st_size > most) {
        lua_pushnil(L);
        lua_pushinteger(L, (lua_Integer)state.st_size);
        return 2;
    }
    if (S_ISREG(state.st_mode))
        return read_file_of(L, path, (size_t)state.st_size, most);
    int descriptor = streams > 0 && !S_ISDIR(state.st_mode) ? files_descriptor_of(L, path) : -1;
    bool is_pipe = S_ISFIFO(state.st_mode) || S_ISSOCK(state.st_mode);
    return descriptor >= 0 && (is_pipe || streams == 2) ? read_stream(L, descriptor, most) : push_not_a_file(L, state.st_mode);
}

/* close_on_exec(descriptor): programs that are started do not get it. */
static int close_on_exec(lua_State *L) {
    const int descriptor = (int)luaL_checkinteger(L, 1), flags = fcntl(descriptor, F_GETFD);
    lua_pushboolean(L, flags >= 0 && fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) == 0);
    return 1;
}

const luaL_Reg rigid_files_functions[] = {
    {"write", files_write},
    {"new", files_write_new},
    {"own_directory", own_directory},
    {"new_directory", new_directory},
    {"keep_newest", keep_newest},
    {"kind", push_kind},
    {"is_link", is_link},
    {"make_folder", make_folder},
    {"names", push_names},
    {"read", read_file},
    {"close_on_exec", close_on_exec},
    {NULL, NULL},
};
