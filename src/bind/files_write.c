/* Writing files. A plain file is written whole or not at all: into a new file beside it, which takes its place when all of it is on
   the disk. What is no plain file (a device, a pipe, an open descriptor) is written to as it stands. Nothing is removed but
   what was made here.

   Between the making of a file or descriptor and its end nothing of Lua's is called that could raise an error. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "files_paths.h"
#include "files_write.h"

#include <stdint.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
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

enum { TRIES = 100, LETTERS = 8, PIECE = 512, PATIENCE = 5000 /* ms */ };

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
static int put_patiently(int to, const char *at, size_t size, const rigid_hooks *h) {
    while (size > 0) {
        if (!files_wait_for(to, POLLOUT, h))
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
static int put_text(lua_State *L, int arg, int to, const rigid_hooks *h) {
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

int files_push_no_room(lua_State *L, const char *directory, int problem, bool has_old) {
    lua_pushnil(L);
    if (problem == ENOENT)
        lua_pushfstring(L, "%s: '%s'; make that directory first", strerror(problem), directory);
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
        return files_push_problem(L, strerror(errno));
    int to = push_new_file(L, t->beside, "", t->is_there ? 0600 : 0666);
    if (to < 0)
        return files_push_no_room(L, t->directory, errno, t->is_there);
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
static int open_in_place(const char *path, const rigid_hooks *h) {
    int descriptor = files_descriptor_in(path), flags;
    const struct timespec moment = {.tv_nsec = 10000000};
    if (descriptor >= 0)
        return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    for (int waited = 0; waited < PATIENCE; waited += 10) {
        descriptor = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        if (descriptor >= 0 || errno != ENXIO || rigid_is_interrupted(h))
            break;
        nanosleep(&moment, NULL);
        errno = ENXIO;
    }
    if (descriptor >= 0 && (flags = fcntl(descriptor, F_GETFL)) >= 0)
        fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    return descriptor;
}

static int write_in_place(lua_State *L, int arg, const target *t) {
    rigid_hooks h = rigid_hooks_now(L);
    fflush(stdout); /* what was said before comes before */
    int to = open_in_place(t->path, &h);
    if (to < 0)
        return files_push_problem(L, rigid_is_interrupted(&h) ? "interrupted" : errno == ENXIO ? "nobody reads from this pipe" : strerror(errno));
    int problem = put_text(L, arg, to, &h);
    if (close(to) != 0 && errno != EINTR && !problem)
        problem = errno;
    if (problem)
        return files_push_problem(L, problem == EINTR ? "interrupted" : strerror(problem));
    lua_pushboolean(L, true);
    return 1;
}

/* write(path, text): the text, or list of texts, as the whole of that file; true, or nil and why not. */
int files_write(lua_State *L) {
    const char *path = files_path_at(L, 1);
    target t = {0};
    check_text(L, 2);
    luaL_checkstack(L, 12, NULL);
    if (!path)
        return files_push_problem(L, files_zero_byte);
    t.path = files_push_resolved(L, path);
    if (!t.path)
        return files_push_problem(L, strerror(ELOOP));
    t.is_there = stat(t.path, &t.old) == 0;
    if (t.is_there && S_ISDIR(t.old.st_mode))
        return files_push_problem(L, strerror(EISDIR));
    bool has_name = files_descriptor_in(t.path) < 0 && strncmp(t.path, "/proc/", 6) != 0;
    if (has_name && (!t.is_there || S_ISREG(t.old.st_mode)))
        return write_whole(L, 2, &t);
    return write_in_place(L, 2, &t);
}

/* new(before, after, text): a new file of that text, for its owner alone, whose name is those around some letters; its path,
   or nil and why not. */
int files_write_new(lua_State *L) {
    const char *before = files_path_at(L, 1), *after = files_path_at(L, 2);
    check_text(L, 3);
    luaL_checkstack(L, 12, NULL);
    if (!before || !after)
        return files_push_problem(L, files_zero_byte);
    const char *directory = push_directory(L, before);
    int to = push_new_file(L, before, after, 0600);
    if (to < 0)
        return files_push_no_room(L, directory, errno, false);
    int problem = put_within_limits(L, 3, to);
    if (close(to) != 0 && errno != EINTR && !problem)
        problem = errno;
    if (!problem)
        return 1;
    unlink(lua_tostring(L, -1));
    return files_push_problem(L, strerror(problem));
}
