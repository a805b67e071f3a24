/* usage: oom script.lua [EVERY [FIRST]]
   Runs the script in a fresh Lua state under an allocator whose k-th allocation, and every one after it, fails; for
   k = 1, 2, 3, ... until the script runs to its end without meeting a failure. Each failure must come out of lua_pcall as
   Lua's own "not enough memory" and nothing else; the state must then still work (the script runs once more, with memory: after each failure, or
   each EVERY-th, from one by FIRST on, since that takes twice as long as all else); and lua_close must give back every byte, and every file must
   be closed. The script has the program's console (src/program) as a global besides. Counting starts after Lua's own libraries are open:
   what follows is the module's loading, the script's compilation and its run. */
#include "../../src/program/program.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* From Lua 5.5 on it is told how to begin its hashing. */
#if LUA_VERSION_NUM >= 505
#define NEW_STATE(allocator, data) lua_newstate(allocator, data, 1)
#else
#define NEW_STATE(allocator, data) lua_newstate(allocator, data)
#endif

typedef struct purse {
    size_t bytes;     /* lent out and not yet given back */
    long left;        /* allocations that still succeed; negative: no limit */
    bool met_failure; /* some allocation was refused */
} purse;

/* What Lua asks of an allocator: shrinking and freeing never fail. */
static void *lend(void *ud, void *block, size_t old_size, size_t new_size) {
    purse *p = ud;
    size_t held = block ? old_size : 0; /* without a block, old_size is the kind of object */
    if (new_size == 0) {
        free(block);
        p->bytes -= held;
        return NULL;
    }
    if (new_size > held && p->left >= 0) {
        if (p->left == 0) {
            p->met_failure = true;
            return NULL;
        }
        p->left--;
    }
    void *moved = realloc(block, new_size);
    if (moved)
        p->bytes += new_size - held;
    return moved;
}

static int load_and_run(lua_State *L) {
    const char *script = lua_touserdata(L, 1);
    luaL_requiref(L, "rigid.core", luaopen_rigid_core, 0);
    program_push_console(L);
    lua_setglobal(L, "console");
    if (luaL_loadfile(L, script) != LUA_OK)
        return lua_error(L);
    lua_call(L, 0, 0);
    return 0;
}

static int protected_run(lua_State *L, const char *script) {
    lua_settop(L, 0);
    lua_pushcfunction(L, load_and_run); /* a light function: pushing it and the path allocates nothing */
    lua_pushlightuserdata(L, (void *)(size_t)script);
    return lua_pcall(L, 1, 0, 0);
}

static const char *message(lua_State *L) {
    const char *text = lua_tostring(L, -1);
    return text ? text : "(an error that is no string)";
}

static int complain(long k, const char *what, const char *detail) {
    fprintf(stderr, "oom: with %ld allocations granted (-1: all): %s: %s\n", k, what, detail);
    return 1;
}

/* How many files are open. */
static int open_files(void) {
    int count = 0;
    for (int descriptor = 0; descriptor < 256; descriptor++)
        count += fcntl(descriptor, F_GETFD) != -1;
    return count;
}

/* One k, and whether the script runs once more where it failed. Returns 0 and sets *finished when it met no failure; 1 when something is wrong. */
static int try_with(long k, const char *script, bool again, bool *finished) {
    purse p = {0, -1, false};
    const int files = open_files();
    lua_State *L = NEW_STATE(lend, &p);
    if (!L)
        return complain(k, "no state", "the machine itself is out of memory");
    luaL_openlibs(L);

    p.left = k;
    int status = protected_run(L, script);
    p.left = -1;

    int wrong = 0;
    *finished = status == LUA_OK && !p.met_failure;
    if (status == LUA_OK && p.met_failure)
        wrong = complain(k, "a failed allocation was swallowed", "the script ran on as if nothing had happened");
    else if (status != LUA_OK && strcmp(message(L), "not enough memory") != 0)
        wrong = complain(k, "not a memory error", message(L));
    if (!wrong && again && status != LUA_OK && protected_run(L, script) != LUA_OK)
        wrong = complain(k, "the state no longer works afterwards", message(L));

    lua_close(L);
    if (p.bytes != 0) {
        char bytes[32];
        snprintf(bytes, sizeof bytes, "%zu bytes", p.bytes);
        wrong = complain(k, "leaked", bytes);
    }
    if (open_files() != files)
        wrong = complain(k, "leaked", "a file that is open still");
    return wrong;
}

int main(int argc, char **argv) {
    const long every = argc > 2 ? strtol(argv[2], NULL, 10) : 1, first = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    if (argc < 2 || argc > 4 || every < 1) {
        fprintf(stderr, "usage: %s script.lua [EVERY [FIRST]]\n", argv[0]);
        return 2;
    }
    bool finished = false;
    if (try_with(-1, argv[1], false, &finished) != 0) /* with all the memory there is */
        return 1;
    long k = 0;
    for (finished = false; !finished; k++)
        if (try_with(k, argv[1], (k + first) % every == 0, &finished) != 0)
            return 1;
    printf("oom: %ld failing allocations, each a clean error that leaks nothing\n", k - 1);
    return 0;
}
