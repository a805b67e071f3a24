/* Files, for the modules of ours that read and write them.

   A plain file is written whole or not at all: into a new file beside it, which takes its place when all of it is on the disk.
   What is no plain file (a device, a pipe, an open descriptor) is written to as it stands. Nothing is removed but what was
   made here. Only plain files and pipes that the program was handed are read, and no more than the caller has room for.

   Between the making of a file or descriptor and its end nothing of Lua's is called that could raise an error. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "inner.h"

#include <stdbool.h>
#include <stdint.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
#ifdef __APPLE__
#include <sys/random.h>
#endif

enum { LINKS = 40, TRIES = 100, LETTERS = 8, PIECE = 512, MOMENT = 100 /* ms */, PATIENCE = 5000 /* ms */ };

/* ---- paths ------------------------------------------------------------------------------------------------------ */

static const char zero_byte[] = "a path with a zero byte";

/* The path at arg; null where it has a zero byte, which would end it early. */
static const char *path_at(lua_State *L, int arg) {
    size_t length;
    const char *path = luaL_checklstring(L, arg, &length);
    return strlen(path) == length ? path : NULL;
}

static int push_problem(lua_State *L, const char *reason) {
    lua_pushnil(L);
    lua_pushstring(L, reason);
    return 2;
}

/* The number of the open descriptor that the path names: /dev/fd/N, /proc/self/fd/N; -1 for any other. */
static int descriptor_in(const char *path) {
    static const char *const places[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        size_t length = strlen(places[i]);
        const char *digits = path + length;
        if (strncmp(path, places[i], length) == 0 && digits[0] && strlen(digits) < 8 && digits[strspn(digits, "0123456789")] == '\0')
            return (int)strtol(digits, NULL, 10);
    }
    return -1;
}

/* Push where the path leads, all links of its last part followed, though there be nothing yet; null where they are too many.
   Links of /proc are not followed: they lead to what is open, not to a name. */
static const char *push_resolved(lua_State *L, const char *path) {
    char to[PATH_MAX];
    path = lua_pushstring(L, path);
    for (int links = 0; links < LINKS; links++) {
        ssize_t length = strncmp(path, "/proc/", 6) == 0 || descriptor_in(path) >= 0 ? -1 : readlink(path, to, sizeof to);
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

/* The descriptor that the path leads to (/dev/stdin leads to 0), or -1. */
static int descriptor_of(lua_State *L, const char *path) {
    const char *resolved = push_resolved(L, path);
    int number = resolved ? descriptor_in(resolved) : -1;
    lua_pop(L, 1);
    return number;
}

static const char *kind_of(mode_t mode) {
    if (S_ISREG(mode))
        return "file";
    if (S_ISDIR(mode))
        return "directory";
    return S_ISFIFO(mode) || S_ISSOCK(mode) ? "pipe" : "device";
}

/* ---- Ctrl-C ----------------------------------------------------------------------------------------------------- */

/* A handler of Ctrl-C asks that what runs should end by setting a hook, on the thread that runs or on the main one. */
typedef struct hooks {
    lua_State *thread[2];
    lua_Hook hook[2];
    int mask[2];
} hooks;

static hooks hooks_now(lua_State *L) {
    hooks h;
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    h.thread[0] = L, h.thread[1] = lua_tothread(L, -1);
    lua_pop(L, 1);
    for (int i = 0; i < 2; i++)
        h.hook[i] = lua_gethook(h.thread[i]), h.mask[i] = lua_gethookmask(h.thread[i]);
    return h;
}

static bool are_changed(const hooks *h) {
    for (int i = 0; i < 2; i++)
        if (lua_gethook(h->thread[i]) != h->hook[i] || lua_gethookmask(h->thread[i]) != h->mask[i])
            return true;
    return false;
}

/* Wait until the descriptor is ready, or has ended; false once Ctrl-C came. */
static bool wait_for(int descriptor, short what, const hooks *h) {
    struct pollfd one = {.fd = descriptor, .events = what};
    while (poll(&one, 1, MOMENT) <= 0)
        if (are_changed(h))
            return false;
    return !are_changed(h);
}

/* ---- writing: what is done between open and close, as errno or 0 ------------------------------------------------- */

/* The text: a string, or a list of strings, at that index of the stack. */
static void check_text(lua_State *L, int arg) {
    if (lua_type(L, arg) == LUA_TSTRING)
        return;
    luaL_checktype(L, arg, LUA_TTABLE);
    for (lua_Integer i = 1, n = (lua_Integer)lua_rawlen(L, arg); i <= n; i++) {
        luaL_argcheck(L, lua_rawgeti(L, arg, i) == LUA_TSTRING, arg, "list of strings expected");
        lua_pop(L, 1);
    }
}

static int put(int to, const char *at, size_t size) {
    while (size > 0) {
        ssize_t wrote = write(to, at, size);
        if (wrote < 0 && errno != EINTR)
            return errno;
        at += wrote > 0 ? wrote : 0;
        size -= wrote > 0 ? (size_t)wrote : 0;
    }
    return 0;
}

/* The same to what may keep us waiting: in pieces that a pipe has room for once it has any. */
static int put_patiently(int to, const char *at, size_t size, const hooks *h) {
    while (size > 0) {
        if (!wait_for(to, POLLOUT, h))
            return EINTR;
        ssize_t wrote = write(to, at, size < PIECE ? size : PIECE);
        if (wrote < 0 && errno != EINTR && errno != EAGAIN)
            return errno;
        at += wrote > 0 ? wrote : 0;
        size -= wrote > 0 ? (size_t)wrote : 0;
    }
    return 0;
}

/* h: null for a plain file. */
static int put_text(lua_State *L, int arg, int to, const hooks *h) {
    bool is_list = lua_istable(L, arg);
    lua_Integer count = is_list ? (lua_Integer)lua_rawlen(L, arg) : 1;
    int problem = 0;
    for (lua_Integer i = 1; i <= count && !problem; i++) {
        size_t size = 0;
        if (is_list)
            lua_rawgeti(L, arg, i);
        else
            lua_pushvalue(L, arg);
        const char *bytes = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &size) : "";
        problem = h ? put_patiently(to, bytes, size, h) : put(to, bytes, size);
        lua_pop(L, 1);
    }
    return problem;
}

/* Where a file may be only so long, the system ends who goes beyond, unless that signal is held back; it is taken then. */
static int put_within_limits(lua_State *L, int arg, int to) {
    sigset_t held, usual, waiting;
    sigemptyset(&held);
    sigaddset(&held, SIGXFSZ);
    sigpending(&waiting);
    bool was_waiting = sigismember(&waiting, SIGXFSZ);
    sigprocmask(SIG_BLOCK, &held, &usual);
    int number, problem = put_text(L, arg, to, NULL);
    sigpending(&waiting);
    if (!was_waiting && sigismember(&waiting, SIGXFSZ))
        sigwait(&held, &number);
    sigprocmask(SIG_SETMASK, &usual, NULL);
    return problem;
}

#ifdef __linux__
/* Lists of who may do what, marks of the user's and labels: best effort, as not every disk has them. */
static void keep_attributes(const char *from, int to) {
    char names[4096], value[4096];
    ssize_t length = listxattr(from, names, sizeof names);
    for (const char *name = names; length > 0 && name < names + length; name += strlen(name) + 1) {
        bool kept = strncmp(name, "user.", 5) == 0 || strcmp(name, "system.posix_acl_access") == 0 ||
                    strcmp(name, "security.selinux") == 0;
        ssize_t size = kept ? getxattr(from, name, value, sizeof value) : -1;
        if (size >= 0 && fsetxattr(to, name, value, (size_t)size, 0) != 0)
            continue;
    }
}
#else
static void keep_attributes(const char *from, int to) { (void)from, (void)to; }
#endif

/* Give the new file the owner, group and mode of the old. Where the group cannot be kept, it may do what everyone may; who
   cannot give a file away owns it himself. */
static void keep_character(const char *path, const struct stat *old, int to) {
    struct stat now;
    mode_t mode = old->st_mode & 07777;
    bool is_same = fstat(to, &now) == 0 && old->st_uid == now.st_uid && old->st_gid == now.st_gid;
    if (!is_same && fchown(to, old->st_uid, old->st_gid) != 0) {
        mode &= 0777;
        if (fchown(to, (uid_t)-1, old->st_gid) != 0)
            mode &= 0707 | (mode << 3 & 070);
    }
    if (fchmod(to, mode) == 0)
        keep_attributes(path, to);
}

static int sync_file(int descriptor) {
    int failed;
    do
        failed = fsync(descriptor);
    while (failed && errno == EINTR);
    return failed && errno != EINVAL && errno != ENOTSUP ? errno : 0; /* some disks have no such thing */
}

/* That the new name is on the disk too; where that cannot be asked for, the file is whole all the same. */
static void sync_directory(const char *directory) {
    int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

/* ---- new files -------------------------------------------------------------------------------------------------- */

/* Letters that nobody can foresee. */
static void draw(char letters[LETTERS + 1]) {
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";
    unsigned char bytes[LETTERS];
    struct timespec now;
    if (getentropy(bytes, sizeof bytes) != 0) { /* only that two do not meet: what is there is never opened */
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t mixed = ((uint64_t)now.tv_nsec << 20 ^ (uint64_t)getpid() << 40 ^ (uint64_t)now.tv_sec) * 0x9E3779B97F4A7C15u;
        memcpy(bytes, &mixed, sizeof bytes);
    }
    for (int i = 0; i < LETTERS; i++)
        letters[i] = alphabet[bytes[i] % 32];
    letters[LETTERS] = '\0';
}

/* Make a file that was not there, BEFORE and letters and AFTER, and push its path; its descriptor, or -1 with errno. */
static int push_new_file(lua_State *L, const char *before, const char *after, mode_t mode) {
    int descriptor = -1, tries = 0;
    do {
        char letters[LETTERS + 1];
        draw(letters);
        if (tries > 0)
            lua_pop(L, 1);
        const char *path = lua_pushfstring(L, "%s%s%s", before, letters, after);
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    } while (descriptor < 0 && (errno == EEXIST || errno == EINTR) && ++tries < TRIES);
    return descriptor;
}

/* Push the directory of a path. */
static const char *push_directory(lua_State *L, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        return lua_pushliteral(L, ".");
    return lua_pushlstring(L, path, slash > path ? (size_t)(slash - path) : 1);
}

/* Push how the path of a file beside this one begins: its own name, cut where the whole would be longer than a name may be. */
static const char *push_beside(lua_State *L, const char *path) {
    static const char mark[] = ".rigid-";
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t most = NAME_MAX - (sizeof mark - 1) - LETTERS, length = strlen(name);
    for (length = length < most ? length : most; length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80;)
        length--;
    lua_pushlstring(L, path, (size_t)(name - path) + length);
    lua_pushstring(L, mark);
    lua_concat(L, 2);
    return lua_tostring(L, -1);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* nil and why no file can be made in the directory. */
static int push_no_room(lua_State *L, const char *directory, int problem, bool has_old) {
    lua_pushnil(L);
    if (problem == ENOENT)
        lua_pushfstring(L, "%s: '%s'", strerror(problem), directory);
    else if (problem == EACCES || problem == EPERM || problem == EROFS)
        lua_pushfstring(L, has_old ? "no file can be made in its directory '%s' (%s), and a file is replaced only by one that is whole"
                                   : "no file can be made in the directory '%s' (%s)",
                        directory, strerror(problem));
    else
        lua_pushstring(L, strerror(problem));
    return 2;
}

typedef struct target {
    const char *path, *directory, *beside; /* on the stack */
    struct stat old;
    bool is_there;
} target;

/* Put the text into the new file `temporary`, open at `to`, and that in the place of the old; 0 or errno. */
static int commit(lua_State *L, int arg, const target *t, const char *temporary, int to) {
    int problem = put_within_limits(L, arg, to);
    if (!problem && t->is_there)
        keep_character(t->path, &t->old, to);
    if (!problem)
        problem = sync_file(to);
    if (close(to) != 0 && errno != EINTR && !problem)
        problem = errno;
    if (!problem && rename(temporary, t->path) != 0)
        problem = errno;
    if (problem)
        unlink(temporary);
    else
        sync_directory(t->directory);
    return problem;
}

static int write_whole(lua_State *L, int arg, target *t) {
    t->directory = push_directory(L, t->path);
    t->beside = push_beside(L, t->path);
    if (t->is_there && faccessat(AT_FDCWD, t->path, W_OK, AT_EACCESS) != 0)
        return push_problem(L, strerror(errno));
    int to = push_new_file(L, t->beside, "", t->is_there ? 0600 : 0666);
    if (to < 0)
        return push_no_room(L, t->directory, errno, t->is_there);
    int problem = commit(L, arg, t, lua_tostring(L, -1), to);
    if (problem) {
        lua_pushnil(L);
        lua_pushfstring(L, t->is_there ? "%s; the old file is as it was" : "%s", strerror(problem));
        return 2;
    }
    lua_pushboolean(L, true);
    return 1;
}

/* Open what is no plain file. Nobody may be reading from a pipe yet, and is waited for a while. */
static int open_in_place(const char *path, const hooks *h) {
    int descriptor = descriptor_in(path), flags;
    const struct timespec moment = {.tv_nsec = 10000000};
    if (descriptor >= 0)
        return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    for (int waited = 0; waited < PATIENCE; waited += 10) {
        descriptor = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        if (descriptor >= 0 || errno != ENXIO || are_changed(h))
            break;
        nanosleep(&moment, NULL);
        errno = ENXIO;
    }
    if (descriptor >= 0 && (flags = fcntl(descriptor, F_GETFL)) >= 0)
        fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    return descriptor;
}

static int write_in_place(lua_State *L, int arg, const target *t) {
    hooks h = hooks_now(L);
    fflush(stdout); /* what was said before comes before */
    int to = open_in_place(t->path, &h);
    if (to < 0)
        return push_problem(L, are_changed(&h) ? "interrupted" : errno == ENXIO ? "nobody reads from this pipe" : strerror(errno));
    int problem = put_text(L, arg, to, &h);
    if (close(to) != 0 && errno != EINTR && !problem)
        problem = errno;
    if (problem)
        return push_problem(L, problem == EINTR ? "interrupted" : strerror(problem));
    lua_pushboolean(L, true);
    return 1;
}

/* write(path, text): the text, or list of texts, as the whole of that file; true, or nil and why not. */
static int write_file(lua_State *L) {
    const char *path = path_at(L, 1);
    target t = {0};
    check_text(L, 2);
    luaL_checkstack(L, 12, NULL);
    if (!path)
        return push_problem(L, zero_byte);
    t.path = push_resolved(L, path);
    if (!t.path)
        return push_problem(L, strerror(ELOOP));
    t.is_there = stat(t.path, &t.old) == 0;
    if (t.is_there && S_ISDIR(t.old.st_mode))
        return push_problem(L, strerror(EISDIR));
    bool has_name = descriptor_in(t.path) < 0 && strncmp(t.path, "/proc/", 6) != 0;
    if (has_name && (!t.is_there || S_ISREG(t.old.st_mode)))
        return write_whole(L, 2, &t);
    return write_in_place(L, 2, &t);
}

/* new(before, after, text): a new file of that text, for its owner alone, whose name is those around some letters; its path,
   or nil and why not. */
static int write_new(lua_State *L) {
    const char *before = path_at(L, 1), *after = path_at(L, 2);
    check_text(L, 3);
    luaL_checkstack(L, 12, NULL);
    if (!before || !after)
        return push_problem(L, zero_byte);
    const char *directory = push_directory(L, before);
    int to = push_new_file(L, before, after, 0600);
    if (to < 0)
        return push_no_room(L, directory, errno, false);
    int problem = put_within_limits(L, 3, to);
    if (close(to) != 0 && errno != EINTR && !problem)
        problem = errno;
    if (!problem)
        return 1;
    unlink(lua_tostring(L, -1));
    return push_problem(L, strerror(problem));
}

/* ---- a directory of our own among what is temporary ------------------------------------------------------------------ */

/* own_directory(parent): the directory in it that is this user's alone, made where there is none; or nil and why not. */
static int own_directory(lua_State *L) {
    struct stat state;
    const char *parent = path_at(L, 1);
    if (!parent)
        return push_problem(L, zero_byte);
    const char *path = lua_pushfstring(L, "%s/rigid-%I", parent, (LUAI_UACINT)geteuid());
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return push_no_room(L, parent, errno, false);
    if (lstat(path, &state) != 0)
        return push_problem(L, strerror(errno));
    if (S_ISDIR(state.st_mode) && state.st_uid == geteuid() && (state.st_mode & 0022) == 0)
        return 1;
    lua_pushnil(L);
    lua_pushfstring(L, "'%s' is no directory that only you can write to", path);
    return 2;
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
    const char *path = path_at(L, 1);
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
    const char *path = path_at(L, 1);
    if (!path || stat(path, &state) != 0)
        return push_problem(L, path ? strerror(errno) : zero_byte);
    lua_pushstring(L, kind_of(state.st_mode));
    return 1;
}

static int push_not_a_file(lua_State *L, mode_t mode) {
    lua_pushnil(L);
    if (S_ISDIR(mode))
        lua_pushstring(L, strerror(EISDIR));
    else
        lua_pushfstring(L, "this is a %s, not a file", kind_of(mode));
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
            return push_problem(L, strerror(errno));
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
    hooks h = hooks_now(L);
    luaL_Buffer text;
    size_t had = 0;
    luaL_buffinit(L, &text);
    for (;;) {
        if (!wait_for(from, POLLIN, &h))
            return push_problem(L, "interrupted");
        ssize_t got = read(from, luaL_prepbuffer(&text), LUAL_BUFFERSIZE);
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return push_problem(L, strerror(errno));
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

/* read(path, most, streams): the bytes of a plain file; with streams "pipes" also of a pipe that the program was handed
   (/dev/stdin, /dev/fd/N), with "any" of whatever that is. nil and why not, or nil and the number of bytes where they are more than
   `most`, as far as that is known. */
static int read_file(lua_State *L) {
    static const char *const words[] = {"none", "pipes", "any", NULL};
    struct stat state;
    const char *path = path_at(L, 1);
    size_t most = (size_t)luaL_checkinteger(L, 2);
    int streams = luaL_checkoption(L, 3, "none", words);
    if (!path || stat(path, &state) != 0)
        return push_problem(L, path ? strerror(errno) : zero_byte);
    if (S_ISREG(state.st_mode) && (uint64_t)state.st_size > most) {
        lua_pushnil(L);
        lua_pushinteger(L, (lua_Integer)state.st_size);
        return 2;
    }
    if (S_ISREG(state.st_mode))
        return read_file_of(L, path, (size_t)state.st_size, most);
    int descriptor = streams > 0 && !S_ISDIR(state.st_mode) ? descriptor_of(L, path) : -1;
    bool is_pipe = S_ISFIFO(state.st_mode) || S_ISSOCK(state.st_mode);
    return descriptor >= 0 && (is_pipe || streams == 2) ? read_stream(L, descriptor, most) : push_not_a_file(L, state.st_mode);
}

const luaL_Reg rigid_files_functions[] = {
    {"write", write_file},
    {"new", write_new},
    {"own_directory", own_directory},
    {"keep_newest", keep_newest},
    {"kind", push_kind},
    {"read", read_file},
    {NULL, NULL},
};
