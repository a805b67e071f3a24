/* usage: threads script.lua [THREADS [TIMES]]
   Several threads at once, each with Lua states of its own with rigid inside, run a script that returns a text; all texts must
   be the same. Built with ThreadSanitizer (`make threads`), which reports what the states would share: a variable of the
   module, the core or a library that two of them write. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

int luaopen_rigid_core(lua_State *L);

typedef struct job {
    pthread_t thread;
    const char *script;
    int times;
    char *text; /* what the first run returned, or why it failed */
    int failed;
} job;

/* A state that has run the script, with what it returned, or why it failed, as a string on top. */
static lua_State *state_after(const char *script, int *failed) {
    lua_State *L = luaL_newstate();
    if (!L)
        exit(1);
    luaL_openlibs(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_rigid_core);
    lua_setfield(L, -2, "rigid.core");
    lua_settop(L, 0);
    *failed = luaL_dofile(L, script) != LUA_OK || !lua_isstring(L, -1);
    luaL_tolstring(L, -1, NULL);
    return L;
}

/* The text alone, on the heap. */
static char *run(const char *script, int *failed) {
    lua_State *L = state_after(script, failed);
    const char *said = lua_tostring(L, -1);
    char *text = malloc(strlen(said) + 1);
    if (!text)
        exit(1);
    strcpy(text, said);
    lua_close(L);
    return text;
}

/* Whether they are the same; says where they part. */
static int compare(int thread, const char *text, const char *expected) {
    size_t at = 0, line = 0;
    for (; text[at] && text[at] == expected[at]; at++)
        if (text[at] == '\n')
            line = at + 1;
    if (text[at] == expected[at])
        return 1;
    fprintf(stderr, "threads: thread %d: %.120s\n  and not: %.120s\n", thread, text + line, expected + line);
    return 0;
}

static void *work(void *data) {
    job *j = data;
    j->text = run(j->script, &j->failed);
    for (int i = 1; i < j->times && !j->failed; i++) {
        char *again = run(j->script, &j->failed);
        int same = strcmp(again, j->text) == 0;
        free(again);
        if (!same) {
            fprintf(stderr, "threads: a thread got another text at its run %d\n", i + 1);
            j->failed = 1;
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s script.lua [THREADS [TIMES]]\n", argv[0]);
        return 2;
    }
    static job jobs[MOST];
    int count = argc > 2 ? atoi(argv[2]) : 4, times = argc > 3 ? atoi(argv[3]) : 2, failed = 0;
    count = count < 2 ? 2 : count > MOST ? MOST : count;
    lua_State *first = state_after(argv[1], &failed);
    const char *expected = lua_tostring(first, -1);
    if (failed)
        fprintf(stderr, "threads: %s\n", expected);
    for (int i = 0; i < count; i++) {
        jobs[i] = (job){.script = argv[1], .times = times};
        if (pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) != 0)
            return 1;
    }
    for (int i = 0; i < count; i++) {
        pthread_join(jobs[i].thread, NULL);
        failed += !compare(i + 1, jobs[i].text, expected) || jobs[i].failed;
        free(jobs[i].text);
    }
    if (!failed)
        printf("threads: %d threads, %d states each, said the same %zu bytes\n", count, times, strlen(expected));
    lua_close(first);
    return failed > 0;
}
