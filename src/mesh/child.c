/* A fork that reads the mesh and writes its arrays into a pipe: one byte that says whether it worked, then the reason (of
   MESH_REASON bytes) or counts, arrays, parts and names. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { SECONDS = 30 }; /* of the processor, and one for each megabyte */
enum { ROOM = 1 << 29 }; /* bytes of memory, and 64 for each of the file */
enum { MOMENT = 50 };    /* ms between two looks at whether somebody asks to stop */

typedef struct head {
    mesh_counts counts;
    uint64_t names;
} head;

/* ---- in the child ----------------------------------------------------------------------------------------------- */

static void put(int to, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        ssize_t wrote = write(to, at, size);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            _exit(1);
        at += wrote;
        size -= (size_t)wrote;
    }
}

static void limit(int what, rlim_t most) {
    struct rlimit now;
    if (getrlimit(what, &now) == 0 && (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > most)) {
        now.rlim_cur = most;
        setrlimit(what, &now);
    }
}

#ifdef __SANITIZE_ADDRESS__ /* as gcc says it */
#define UNDER_ASAN
#elif defined __has_feature
#if __has_feature(address_sanitizer) /* as clang does */
#define UNDER_ASAN
#endif
#endif

#ifndef UNDER_ASAN /* which reserves more than any limit */
/* Bytes of address space in use; 0 where the system does not tell. */
static rlim_t in_use(void) {
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (!statm || fscanf(statm, "%lu", &pages) != 1)
        pages = 0;
    if (statm)
        fclose(statm);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void limit_memory(size_t bytes) {
    rlim_t used = in_use();
    if (used > 0)
        limit(RLIMIT_AS, used + ROOM + 64 * (rlim_t)bytes);
}
#else
static void limit_memory(size_t bytes) { limit(RLIMIT_CPU, 5 + (rlim_t)(bytes >> 18)); } /* time for less memory */
#endif

/* Do not outlive who wants to know. */
static void end_with(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(1);
}

/* Nothing is said but through the pipe, no core is left, and neither time nor memory is without end. */
static void confine(const mesh_file *files, int count) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++)
        bytes += files[i].size;
    int nowhere = open("/dev/null", O_RDWR);
    for (int fd = 0; nowhere >= 0 && fd < 3; fd++)
        dup2(nowhere, fd);
    static const int usual[] = {SIGINT, SIGTERM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGPIPE, SIGCHLD, SIGXCPU};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        signal(usual[i], SIG_DFL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, SECONDS + (rlim_t)(bytes >> 20));
    limit_memory(bytes);
    alarm(2 * (SECONDS + (unsigned)(bytes >> 20))); /* for what waits, as for a lock that a thread of the parent held */
}

static void refuse(int to, const char *why) {
    char reason[MESH_REASON] = "";
    snprintf(reason, sizeof reason, "%s", why);
    put(to, "\0", 1);
    put(to, reason, sizeof reason);
    _exit(0);
}

static void put_scene(int to, const void *scene, double unit, const double map[9]) {
    head h = {{0}, 0};
    const char *problem = mesh_scene_count(scene, &h.counts);
    if (problem)
        refuse(to, problem);
    size_t vertices = (size_t)h.counts.vertices, faces = (size_t)h.counts.faces, parts = (size_t)h.counts.parts;
    mesh_arrays a = {malloc(vertices * 3 * sizeof(double)), malloc(faces * 3 * sizeof(uint32_t)),
                     h.counts.has_normals ? malloc(vertices * 3 * sizeof(float)) : NULL,
                     h.counts.has_colors ? malloc(vertices * 4 * sizeof(float)) : NULL, malloc(parts * sizeof(mesh_part))};
    if (!a.points || !a.corners || !a.parts || (h.counts.has_normals && !a.normals) || (h.counts.has_colors && !a.colors))
        refuse(to, "not enough memory");
    mesh_scene_fill(scene, unit, map, &a);
    for (size_t i = 0; i < parts; i++)
        h.names += a.parts[i].name_length;
    put(to, "\1", 1);
    put(to, &h, sizeof h);
    put(to, a.points, vertices * 3 * sizeof(double));
    put(to, a.corners, faces * 3 * sizeof(uint32_t));
    if (a.normals)
        put(to, a.normals, vertices * 3 * sizeof(float));
    if (a.colors)
        put(to, a.colors, vertices * 4 * sizeof(float));
    put(to, a.parts, parts * sizeof(mesh_part));
    for (size_t i = 0; i < parts; i++)
        put(to, a.parts[i].name, a.parts[i].name_length);
}

static void read_in_child(int to, const mesh_file *files, int count, double unit, const double map[9]) {
    char reason[MESH_REASON] = "";
    confine(files, count);
    const void *scene = mesh_scene_open(files, count, reason, sizeof reason);
    if (!scene)
        refuse(to, reason);
    put_scene(to, scene, unit, map);
    _exit(0); /* nothing of the parent's is flushed or ended twice */
}

/* ---- in the parent ---------------------------------------------------------------------------------------------- */

bool mesh_child_begin(mesh_child *child, const mesh_file *files, int count, double unit, const double map[9], char *reason) {
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0) {
        snprintf(reason, MESH_REASON, "no pipe to read it through: %s", strerror(errno));
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        end_with(parent);
        close(ends[0]);
        if (ends[1] < 3) /* those are given away */
            ends[1] = fcntl(ends[1], F_DUPFD, 3);
        read_in_child(ends[1], files, count, unit, map);
    }
    close(ends[1]);
    if (pid < 0) {
        snprintf(reason, MESH_REASON, "no process to read it in: %s", strerror(errno));
        close(ends[0]);
        return false;
    }
    child->pid = pid;
    child->from = ends[0];
    return true;
}

/* Wait for it, and say how it ended where that was not by itself. */
static void tell_end(mesh_child *child, char *reason) {
    int status = 0;
    pid_t got;
    do
        got = waitpid(child->pid, &status, 0);
    while (got < 0 && errno == EINTR);
    child->pid = 0;
    if (got > 0 && WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM))
        snprintf(reason, MESH_REASON, "assimp did not come to an end in %d s or more", SECONDS);
    else if (got > 0 && WIFSIGNALED(status))
        snprintf(reason, MESH_REASON, "assimp broke down on it (%s)", strsignal(WTERMSIG(status)));
    else
        snprintf(reason, MESH_REASON, "assimp broke off");
}

/* Wait until there is something to read, or the end; false once the caller asks to stop. */
static bool wait_for(const mesh_child *child) {
    struct pollfd one = {.fd = child->from, .events = POLLIN};
    while (poll(&one, 1, MOMENT) <= 0)
        if (child->asks_to_stop(child->of))
            return false;
    return !child->asks_to_stop(child->of);
}

static bool get(mesh_child *child, void *bytes, size_t size, char *reason) {
    for (char *at = bytes; size > 0;) {
        if (!wait_for(child)) {
            snprintf(reason, MESH_REASON, "interrupted");
            return false;
        }
        ssize_t got = read(child->from, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            tell_end(child, reason);
            return false;
        }
        at += got;
        size -= (size_t)got;
    }
    return true;
}

bool mesh_child_counts(mesh_child *child, mesh_counts *counts, size_t *names, char *reason) {
    char worked;
    head h;
    if (!get(child, &worked, 1, reason))
        return false;
    if (!worked) {
        if (get(child, reason, MESH_REASON, reason))
            reason[MESH_REASON - 1] = '\0';
        return false;
    }
    if (!get(child, &h, sizeof h, reason))
        return false;
    *counts = h.counts;
    *names = (size_t)h.names;
    bool sane = counts->vertices >= 0 && counts->vertices <= MESH_MOST && counts->faces > 0 && counts->faces <= MESH_MOST &&
                counts->parts > 0 && counts->parts <= counts->faces && h.names <= (uint64_t)counts->parts * 4096;
    if (!sane)
        snprintf(reason, MESH_REASON, "what assimp makes of it cannot be");
    return sane;
}

/* The parts must follow one another, and their names fill what there is of them. */
static bool place_names(const mesh_counts *counts, mesh_part *parts, const char *names, size_t size) {
    int64_t next = 0;
    size_t at = 0;
    for (int64_t i = 0; i < counts->parts; i++) {
        mesh_part *p = &parts[i];
        if (p->first != next || p->count < 0 || p->count > counts->faces - next || p->name_length > size - at)
            return false;
        p->name = names + at;
        at += p->name_length;
        next += p->count;
    }
    return next == counts->faces && at == size;
}

bool mesh_child_arrays(mesh_child *child, const mesh_counts *counts, const mesh_arrays *arrays, char *names, size_t size,
                       char *reason) {
    size_t vertices = (size_t)counts->vertices, faces = (size_t)counts->faces;
    bool ok = get(child, arrays->points, vertices * 3 * sizeof(double), reason) &&
              get(child, arrays->corners, faces * 3 * sizeof(uint32_t), reason) &&
              (!arrays->normals || get(child, arrays->normals, vertices * 3 * sizeof(float), reason)) &&
              (!arrays->colors || get(child, arrays->colors, vertices * 4 * sizeof(float), reason)) &&
              get(child, arrays->parts, (size_t)counts->parts * sizeof(mesh_part), reason) && get(child, names, size, reason);
    if (!ok)
        return false;
    ok = place_names(counts, arrays->parts, names, size);
    for (size_t i = 0; i < 3 * faces; i++)
        ok = ok && arrays->corners[i] < (uint32_t)vertices;
    if (!ok)
        snprintf(reason, MESH_REASON, "what assimp makes of it cannot be");
    return ok;
}

void mesh_child_end(mesh_child *child) {
    char reason[MESH_REASON];
    if (child->from >= 0)
        close(child->from);
    child->from = -1;
    if (child->pid > 0) {
        kill(child->pid, SIGKILL);
        tell_end(child, reason);
    }
}
