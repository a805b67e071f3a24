/* A fork that runs a script and writes its report into a pipe. The system ends it when its time is over, whatever it is in
   the middle of. It shares one number with us: the line that the script is in. */
#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#define RIGID_PROCESSES 1
#elif defined(__APPLE__) && defined(__MACH__)
#define RIGID_PROCESSES 1
#else
#define RIGID_PROCESSES 0
#endif

#if RIGID_PROCESSES
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "script_child.h"
#include "script_state.h"

const bool script_child_possible = true;

enum { PATIENCE = 20 }; /* milliseconds to wait before looking up */
#define GRACE 1.03      /* of its seconds, until the system ends what should have ended by itself */

/* ---- in the child ----------------------------------------------------------------------------------------------- */

/* The caller's own allocator may count on what is only there in the parent. */
static void *lend(void *ud, void *block, size_t old, size_t size) {
    (void)ud;
    (void)old;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

static bool never(void *by) {
    (void)by;
    return false;
}

/* Nothing is said but through the pipe, no core is left, and time is not without end. Ctrl-C is for the parent to judge. */
static void confine(double seconds) {
    struct rlimit none = {0, 0};
    double most = seconds * GRACE;
    time_t whole = (time_t)most;
    struct itimerval alarm = {{0, 0}, {whole, (suseconds_t)((most - (double)whole) * 1e6) + 1}};
    int nowhere = open("/dev/null", O_RDWR);
    for (int fd = 0; nowhere >= 0 && fd < 3; fd++)
        dup2(nowhere, fd);
    static const int usual[] = {SIGTERM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGPIPE, SIGPROF};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        signal(usual[i], SIG_DFL);
    signal(SIGINT, SIG_IGN);
    sigset_t all;
    sigemptyset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setrlimit(RLIMIT_CORE, &none);
    setitimer(ITIMER_PROF, &alarm, NULL);
}

/* The sink's way to the parent. The script is over by then, and what is left to do has an end. */
static void send(script_sink *to) {
    static const struct itimerval off = {{0, 0}, {0, 0}};
    setitimer(ITIMER_PROF, &off, NULL);
    for (size_t done = 0; !to->failed && done < to->full;) {
        ssize_t wrote = write(to->descriptor, to->block + done, to->full - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        to->failed = wrote <= 0;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    to->full = 0;
}

static void run_in_child(int to, volatile int *line, script_account *a, const char *text, size_t length) {
    confine(a->most.seconds);
    script_account own = {.lend = lend, .called_off = never, .line = line};
    script_sink sink = {.account = &own, .send = send, .descriptor = to};
    script_begin(&own, a->most, false);
    script_perform(&own, text, length, &sink);
    _exit(sink.failed); /* nothing of the parent's is flushed or ended twice */
}

/* ---- in the parent ---------------------------------------------------------------------------------------------- */

bool script_child_begin(script_child *child, script_account *a, const char *text, size_t length) {
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    void *shared = mmap(NULL, sizeof *child->line, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    child->line = shared != MAP_FAILED ? shared : NULL;
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        if (ends[1] < 3) /* those are given away */
            ends[1] = fcntl(ends[1], F_DUPFD, 3);
        run_in_child(ends[1], child->line, a, text, length);
    }
    close(ends[1]);
    child->pid = pid > 0 ? (int)pid : 0;
    child->from = ends[0];
    return pid > 0;
}

long script_child_read(script_child *child, void *bytes, size_t size) {
    struct pollfd pipe_end = {.fd = child->from, .events = POLLIN};
    if (poll(&pipe_end, 1, PATIENCE) <= 0)
        return -1;
    ssize_t got = read(child->from, bytes, size);
    return got < 0 && errno != EINTR ? 0 : (long)got;
}

void script_child_post_mortem(script_child *child, script_report *report) {
    int status = 0;
    pid_t got;
    do
        got = waitpid(child->pid, &status, 0);
    while (got < 0 && errno == EINTR);
    child->pid = 0;
    bool timed_out = got > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    report->end = timed_out ? SCRIPT_SECONDS : SCRIPT_BROKEN;
    report->line = child->line ? *child->line : 0;
    const char *how = got <= 0              ? "its end was not seen"
                      : WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                            : "it gave up";
    report->length = snprintf(report->what, SCRIPT_WHAT, "%.200s", how);
}

void script_child_end(script_child *child) {
    if (child->from >= 0)
        close(child->from);
    if (child->line)
        munmap((void *)(size_t)child->line, sizeof *child->line);
    if (child->pid > 0) {
        kill(child->pid, SIGKILL);
        while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    *child = (script_child){0, -1, NULL};
}

#else

#include "script_child.h"

const bool script_child_possible = false;

bool script_child_begin(script_child *child, script_account *a, const char *text, size_t length) {
    (void)child, (void)a, (void)text, (void)length;
    return false;
}

long script_child_read(script_child *child, void *bytes, size_t size) {
    (void)child, (void)bytes, (void)size;
    return 0;
}

void script_child_post_mortem(script_child *child, script_report *report) {
    (void)child;
    report->end = SCRIPT_BROKEN;
}

void script_child_end(script_child *child) { (void)child; }

#endif
