/* usage: kill_at DIRECTORY MICROSECONDS COMMAND ARGUMENT...
   Runs the command, watches the files of the directory, and so long after the first change to any of them ends it by SIGKILL,
   which nothing can clean up after. With "-" in the place of the time it is left alone. Prints what became of it, "killed"
   or "ended N" with its exit code (127: it could not be run), and the microseconds from the first change to the last that was
   seen. test/kill_writers.lua makes use of it. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static uint64_t mix(uint64_t h, const void *bytes, size_t size) {
    for (const unsigned char *at = bytes, *end = at + size; at < end; at++)
        h = (h ^ *at) * 0x100000001B3u;
    return h;
}

/* A number that changes when a file of the directory comes, goes, grows, shrinks, or is another one of the same name. */
static uint64_t fingerprint(DIR *directory) {
    uint64_t sum = 0;
    rewinddir(directory);
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        struct stat s;
        if (entry->d_name[0] == '.' || fstatat(dirfd(directory), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        uint64_t one = mix(0xCBF29CE484222325u, entry->d_name, strlen(entry->d_name));
        one = mix(one, &s.st_ino, sizeof s.st_ino);
        sum += mix(one, &s.st_size, sizeof s.st_size);
    }
    return sum;
}

static pid_t start(char **command) {
    pid_t pid = fork();
    if (pid == 0) {
        execvp(command[0], command);
        _exit(127);
    }
    return pid;
}

int main(int argc, char **argv) {
    DIR *directory = argc > 3 ? opendir(argv[1]) : NULL;
    if (!directory) {
        fputs("usage: kill_at DIRECTORY MICROSECONDS COMMAND ARGUMENT...\n", stderr);
        return 2;
    }
    int64_t wait_for = argv[2][0] == '-' ? INT64_MAX : strtoll(argv[2], NULL, 10);
    uint64_t before = fingerprint(directory);
    int64_t first = 0, last = 0;
    int status = 0;
    pid_t pid = start(argv + 3);
    while (pid > 0 && waitpid(pid, &status, WNOHANG) == 0) {
        uint64_t here = fingerprint(directory);
        int64_t moment = now();
        if (here != before)
            last = moment;
        if (here != before && !first)
            first = moment;
        before = here;
        if (first && moment - first >= wait_for)
            kill(pid, SIGKILL);
    }
    closedir(directory);
    if (WIFSIGNALED(status))
        printf("killed %lld\n", (long long)(last - first));
    else
        printf("ended %d %lld\n", WEXITSTATUS(status), (long long)(last - first));
    return 0;
}
