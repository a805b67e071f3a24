/* The `rigid` program: a Lua interpreter with the module inside.

   It behaves as the stock interpreter does (options, `arg`, exit codes), and besides: `rigid`, its classes, `help` and the
   other words of the prompt are global; -e shows the value of an expression; standard input at a terminal gets the prompt of rigid.prompt.repl. Chunks
   are text only, so that no input can be taken for bytecode. Ctrl-C raises an error in whatever thread of Lua is
   running, and goes on raising it until the call that the program made has unwound: neither a coroutine nor a pcall in
   a loop holds it up. */
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE /* else macOS hides what is not of POSIX */

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int luaopen_rigid_core(lua_State *L);

enum { EXIT_ERROR = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

static const char usage[] =
    "usage: rigid [options] [script [arguments]]\n"
    "       rigid COMMAND [arguments]      'rigid COMMAND --help' tells of each\n"
    "  -e CODE        run CODE; without a script, an expression shows its value\n"
    "  -i             open the prompt when all else is done\n"
    "  -l MODULE      require MODULE into a global of that name; -l NAME=MODULE into NAME\n"
    "  -E             ignore LUA_INIT, LUA_PATH and LUA_CPATH\n"
    "  -W             turn warnings on\n"
    "  -v, --version  print the version\n"
    "  -h, --help     print this\n"
    "  --             the options end here\n"
    "  -              run standard input as a script\n"
    "Without a script, rigid opens its prompt at a terminal, runs a redirected file as a script, and takes\n"
    "what comes through a pipe as if it were typed: each expression shows its value.\n";

/* ---- Ctrl-C ----------------------------------------------------------------------------------------------------- */

static lua_State *volatile busy; /* the thread that runs the user's code; null while none does */
static volatile sig_atomic_t interrupted, resized, continued;

/* Where an error of Ctrl-C is caught, the code there has GRACE instructions to clean up before the next; once that was
   granted in this thread, each instruction fails, for what still runs has caught both. A thread that waited for one that
   was interrupted has as many before its own first error, to note what came of it. No more than MOST_GRACES altogether: code that
   goes on starting threads ends too. */
enum { GRACE = 1000, WAITED = GRACE + 1, MOST_GRACES = 100 };
static int graces;

static int grace(int instructions) { return graces > 0 ? graces--, instructions : 1; }

/* The hook of a thread that is to stop. Its count tells how far the thread is: it fails for the first time at once, with
   the other events, or after WAITED instructions; then after GRACE; then at each. */
static void stop(lua_State *L, lua_Debug *where) {
    (void)where;
    if (!interrupted) { /* a coroutine that was left suspended with its hook set */
        lua_sethook(L, NULL, 0, 0);
        return;
    }
    bool first = lua_gethookmask(L) != LUA_MASKCOUNT || lua_gethookcount(L) == WAITED;
    lua_sethook(L, stop, LUA_MASKCOUNT, first ? grace(GRACE) : 1);
    luaL_where(L, 0);
    lua_pushliteral(L, "interrupted");
    lua_concat(L, 2);
    lua_error(L);
}

/* lua_sethook is the one function of Lua that a signal handler may call. */
static void arm(lua_State *L) { lua_sethook(L, stop, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1); }

/* After Ctrl-C: let a thread that is about to run, or to go on, fail in its time, unless it is on its way there. */
static void arm_waiting(lua_State *L) {
    if (lua_gethook(L) != stop)
        lua_sethook(L, stop, LUA_MASKCOUNT, grace(WAITED));
}

static void on_signal(int number) {
    if (number == SIGINT) {
        interrupted = 1;
        if (busy)
            arm(busy);
    } else if (number == SIGWINCH) {
        resized = 1;
    } else {
        continued = 1;
    }
}

static void handle(int number, int flags) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void forget(int number) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* lua_pcall of the user's code, which Ctrl-C may interrupt. *stopped says whether it did. */
static int guarded_call(lua_State *L, int nargs, int nresults, int handler, bool *stopped) {
    lua_State *outer = busy; /* what a line editor completes may be typed while the user's code runs */
    interrupted = 0;
    graces = MOST_GRACES;
    busy = L;
    int status = lua_pcall(L, nargs, nresults, handler);
    busy = outer;
    *stopped = interrupted;
    interrupted = 0;
    if (*stopped)
        lua_sethook(L, NULL, 0, 0);
    return status;
}

/* Resume co with the nargs values on top of L, keeping account of which thread runs. Leaves the results on L and
   returns their number, or leaves the error and returns -1. */
static int resume(lua_State *L, lua_State *co, int nargs) {
    int count = 0;
    if (!lua_checkstack(co, nargs)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    lua_xmove(L, co, nargs);
    lua_State *outer = busy;
    if (outer)
        busy = co;
    if (outer && interrupted)
        arm_waiting(co);
    int status = lua_resume(co, L, nargs, &count);
    busy = outer;
    if (outer && interrupted)
        arm_waiting(outer);
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_xmove(co, L, 1);
        return -1;
    }
    if (!lua_checkstack(L, count + 1)) {
        lua_pop(co, count);
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(co, L, count);
    return count;
}

/* coroutine.resume */
static int tracked_resume(lua_State *L) {
    lua_State *co = lua_tothread(L, 1);
    luaL_argexpected(L, co, 1, "coroutine");
    int count = resume(L, co, lua_gettop(L) - 1);
    lua_pushboolean(L, count >= 0);
    lua_insert(L, count >= 0 ? -(count + 1) : -2);
    return count >= 0 ? count + 1 : 2;
}

/* What coroutine.wrap returns; its upvalue is the thread. What is thrown inside is thrown on, with this place put in
   front. */
static int tracked_wrapped(lua_State *L) {
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    int count = resume(L, co, lua_gettop(L));
    if (count >= 0)
        return count;
    int status = lua_status(co);
    if (status != LUA_OK && status != LUA_YIELD) { /* closing what it left open may throw another error instead */
        status = lua_resetthread(co);
        lua_xmove(co, L, 1);
    }
    if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* coroutine.wrap; its upvalue is coroutine.create. */
static int tracked_wrap(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_pushcclosure(L, tracked_wrapped, 1);
    return 1;
}

static void track_coroutines(lua_State *L) {
    lua_getglobal(L, LUA_COLIBNAME);
    lua_pushcfunction(L, tracked_resume);
    lua_setfield(L, -2, "resume");
    lua_getfield(L, -1, "create");
    lua_pushcclosure(L, tracked_wrap, 1);
    lua_setfield(L, -2, "wrap");
    lua_pop(L, 1);
}

/* ---- running code ----------------------------------------------------------------------------------------------- */

/* The message of an error as a string, with a traceback; an object that says nothing of itself is named by its type, and
   one that does is believed: it has a traceback where its metatable says __traceback, as our own errors do. */
static int add_traceback(lua_State *L) {
    const char *message = lua_tostring(L, 1);
    if (!message && luaL_callmeta(L, 1, "__tostring") && lua_type(L, -1) == LUA_TSTRING) {
        message = lua_tostring(L, -1);
        if (luaL_getmetafield(L, 1, "__traceback") == LUA_TNIL)
            return 1;
    }
    if (!message)
        message = lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    luaL_traceback(L, L, message, 1);
    return 1;
}

/* Print the error on top of the stack; the exit code that goes with it. */
static int report(lua_State *L, bool stopped) {
    size_t length = 0;
    const char *message = lua_tolstring(L, -1, &length);
    fflush(stdout);
    fputs("rigid: ", stderr);
    if (message)
        fwrite(message, 1, length, stderr);
    fputc('\n', stderr);
    lua_pop(L, 1);
    return stopped ? EXIT_INTERRUPTED : EXIT_ERROR;
}

/* Call the function under nargs arguments; 0, or the exit code once the error is printed. A second Ctrl-C ends the
   program at once, should the first find no instruction of Lua to stop at. */
static int run(lua_State *L, int nargs, int nresults) {
    bool stopped = false;
    int handler = lua_gettop(L) - nargs;
    lua_pushcfunction(L, add_traceback);
    lua_insert(L, handler);
    handle(SIGINT, (int)SA_RESETHAND);
    int status = guarded_call(L, nargs, nresults, handler, &stopped);
    forget(SIGINT);
    lua_remove(L, handler);
    return status == LUA_OK ? 0 : report(L, stopped);
}

static const char require_key = 0;

/* Push what our own modules are loaded by, whatever the user has made of the global require (rigid.environment). */
static void push_require(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &require_key); }

/* Print the values from stack index `first` up as the prompt does. */
static int show(lua_State *L, int first) {
    int count = lua_gettop(L) - first + 1;
    if (count == 0)
        return 0;
    luaL_checkstack(L, 4, "too many values to show");
    push_require(L);
    lua_pushliteral(L, "rigid.display");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "print");
    lua_replace(L, -2);
    lua_insert(L, first);
    return run(L, count, 0);
}

/* A semicolon at the end asks not to show the value. */
static bool is_silent(const char *text) {
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    return length > 0 && text[length - 1] == ';';
}

/* Run code; if showing, print the value where it is an expression. */
static int run_text(lua_State *L, const char *text, const char *name, bool showing) {
    int base = lua_gettop(L);
    if (showing) {
        const char *expression = lua_pushfstring(L, "return %s", text);
        int status = luaL_loadbufferx(L, expression, strlen(expression), name, "t");
        lua_remove(L, base + 1);
        if (status == LUA_OK) {
            int code = run(L, 0, LUA_MULTRET);
            return code || is_silent(text) ? code : show(L, base + 1);
        }
        lua_pop(L, 1);
    }
    if (luaL_loadbufferx(L, text, strlen(text), name, "t") != LUA_OK)
        return report(L, false);
    return run(L, 0, 0);
}

/* -l module, -l name=module */
static int run_library(lua_State *L, const char *argument) {
    const char *equals = strchr(argument, '=');
    const char *module = equals ? equals + 1 : argument;
    lua_getglobal(L, "require");
    lua_pushstring(L, module);
    int code = run(L, 1, 1);
    if (code)
        return code;
    lua_pushglobaltable(L);
    lua_pushlstring(L, argument, equals ? (size_t)(equals - argument) : strlen(argument));
    lua_pushvalue(L, -3);
    lua_settable(L, -3);
    lua_pop(L, 2);
    return 0;
}

/* Push the strings of `arg` from 1 on; their number. */
static int push_arguments(lua_State *L) {
    lua_getglobal(L, "arg");
    if (!lua_istable(L, -1)) {
        lua_pop(L, 1);
        return 0;
    }
    int table = lua_gettop(L), count = (int)luaL_len(L, table);
    luaL_checkstack(L, count, "too many arguments to the script");
    for (int i = 1; i <= count; i++)
        lua_rawgeti(L, table, i);
    lua_remove(L, table);
    return count;
}

/* A script by name, or standard input where there is none, with the strings of `arg` as its arguments. */
static int run_script(lua_State *L, const char *name) {
    if (luaL_loadfilex(L, name, "t") != LUA_OK)
        return report(L, false);
    return run(L, push_arguments(L), 0);
}

#define LUA_INIT "LUA_INIT_" LUA_VERSION_MAJOR "_" LUA_VERSION_MINOR

/* LUA_INIT, as the stock interpreter takes it: code, or @ and the name of a file. */
static int run_init(lua_State *L) {
    const char *name = "=" LUA_INIT, *init = getenv(LUA_INIT);
    if (!init)
        name = "=LUA_INIT", init = getenv("LUA_INIT");
    if (!init)
        return 0;
    return init[0] == '@' ? run_script(L, init + 1) : run_text(L, init, name, false);
}

/* ---- what the prompt needs of the system ------------------------------------------------------------------------- */

/* Functions of the GNU Readline that lua-readline brought in and does not offer; null without it. */
static void (*resize_terminal)(void), (*leave_terminal)(void), (*take_terminal)(void);
static int (*redraw)(void);
static FILE **editor_output;
typedef int (*key_reader)(FILE *);

enum { TRACE_TOP = 40, TRACE_LEVELS = 2000 };

/* What debug.sethook set, which is on only while the user's own code runs: a hook that fails must not fail the prompt. */
static struct {
    lua_Hook function;
    int mask, count;
} users_hook;
static bool hook_failed;

/* Push {source =, line =, name =, kind =, hook = true of what debug.sethook set} of an active function. */
static void push_frame(lua_State *L, lua_Debug *at) {
    lua_getinfo(L, "Sln", at);
    lua_createtable(L, 0, 4);
    if (strcmp(at->namewhat, "hook") == 0) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, "hook");
        hook_failed = true;
    }
    lua_pushstring(L, at->source);
    lua_setfield(L, -2, "source");
    lua_pushinteger(L, at->currentline);
    lua_setfield(L, -2, "line");
    lua_pushstring(L, at->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, at->what);
    lua_setfield(L, -2, "kind");
}

static const char trace_key = 0;

/* The message handler of call: keeps the functions that are active, the innermost first, in the registry. Of a deep
   recursion it keeps the top. Once Ctrl-C came each instruction is precious, and nobody asks. */
static int keep_trace(lua_State *L) {
    lua_Debug at;
    if (interrupted)
        return 1;
    lua_newtable(L);
    for (int level = 1, kept = 0; level < TRACE_LEVELS && kept < TRACE_TOP && lua_getstack(L, level, &at); level++) {
        push_frame(L, &at);
        lua_rawseti(L, -2, ++kept);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, &trace_key);
    return 1;
}

/* One that failed would fail every entry from now on, also the one that takes it off. */
static void put_hook_aside(lua_State *L) {
    users_hook.function = hook_failed ? NULL : lua_gethook(L);
    users_hook.mask = lua_gethookmask(L);
    users_hook.count = lua_gethookcount(L);
    lua_sethook(L, NULL, 0, 0);
}

/* Call the function at 1 with what follows it; the results and what call says of them replace all. */
static int call(lua_State *L, bool users) {
    bool stopped = false;
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &trace_key);
    lua_pushcfunction(L, keep_trace);
    lua_insert(L, 1);
    hook_failed = false;
    if (users)
        lua_sethook(L, users_hook.function, users_hook.mask, users_hook.count);
    int status = guarded_call(L, lua_gettop(L) - 2, LUA_MULTRET, 1, &stopped);
    if (users)
        put_hook_aside(L);
    lua_remove(L, 1);
    luaL_checkstack(L, 3, "too many results");
    lua_pushboolean(L, status == LUA_OK);
    lua_insert(L, 1);
    if (status == LUA_OK)
        return lua_gettop(L);
    lua_pushboolean(L, stopped);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &trace_key);
    return 4;
}

/* call(f, ...): true and the results; or false, what was thrown, whether Ctrl-C did it, and the functions that were active
   (a list of frames as push_frame makes them, the innermost first; nil where memory had run out). */
static int console_call(lua_State *L) { return call(L, false); }

/* enter(f, ...): the same for what the user entered, whose hook is on meanwhile. */
static int console_enter(lua_State *L) { return call(L, true); }

/* say(text): to standard error, whatever has become of Lua's files. */
static int console_say(lua_State *L) {
    size_t length = 0;
    const char *text = luaL_checklstring(L, 1, &length);
    fflush(stdout);
    fwrite(text, 1, length, stderr);
    return 0;
}

/* interrupted(): whether Ctrl-C came since the last call of this. */
static int console_interrupted(lua_State *L) {
    lua_pushboolean(L, interrupted);
    interrupted = 0;
    return 1;
}

/* Hold the signals back that a sleep of ours is to notice; *usual is how it was. */
static void hold_signals(sigset_t *usual) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGCONT);
    sigprocmask(SIG_BLOCK, &held, usual);
}

/* Whether the descriptor has something to read, or has ended; false when a signal came. Called with signals held. */
static bool sleep_on(int descriptor, const sigset_t *usual) {
    fd_set input;
    FD_ZERO(&input);
    FD_SET(descriptor, &input);
    return pselect(descriptor + 1, &input, NULL, NULL, NULL, usual) > 0 || errno != EINTR;
}

enum { EMPTY_READS = 10 };    /* of a terminal that is there: one may be left over from the time it had lines */
enum { KEY_INTERRUPTED = -2 }; /* Readline's READERR: the line ends at once, as it is */

/* What came while a line is edited: another size of the terminal, the terminal given back after a stop. */
static void look_at_signals(void) {
    if (resized)
        resize_terminal();
    if (continued) {
        leave_terminal();
        take_terminal();
        redraw();
    }
    resized = continued = 0;
}

/* What Readline reads keys with; the signals are let in only while asleep, so that none slips by. Ctrl-C ends the
   line for it, wherever it stands: in a search, in the midst of a paste, asking whether to list; whoever wanted the line then
   sees that Ctrl-C came. Readline's own handlers pull down what it is just working on, and stay off. */
static int read_key(FILE *stream) {
    int descriptor = fileno(stream), key = EOF;
    sigset_t usual;
    hold_signals(&usual);
    for (int empty = 0; key == EOF && !interrupted && empty < EMPTY_READS;) {
        unsigned char c = 0;
        look_at_signals();
        fflush(*editor_output);
        if (!sleep_on(descriptor, &usual))
            continue;
        ssize_t got = read(descriptor, &c, 1);
        if (got == 1)
            key = c;
        else if (got == 0)
            empty++;
        else if (errno != EINTR && errno != EAGAIN)
            break;
    }
    sigprocmask(SIG_SETMASK, &usual, NULL);
    return interrupted ? KEY_INTERRUPTED : key;
}

/* Set a variable of Readline's, of that type, if it has it. */
#define SET_VARIABLE(library, type, name, value)                                                                               \
    do {                                                                                                                       \
        type *at = (type *)dlsym(library, name);                                                                               \
        if (at)                                                                                                                \
            *at = value;                                                                                                       \
    } while (0)

/* adopt_readline(path): find what lua-readline does not offer in the GNU Readline that its loaded C module, at path,
   brought in; read its keys; and let names be words there, without the dots and brackets around them. Whether all was
   found. */
static int console_adopt_readline(lua_State *L) {
    void *library = dlopen(luaL_checkstring(L, 1), RTLD_LAZY | RTLD_NOLOAD);
    if (library) {
        *(void **)&resize_terminal = dlsym(library, "rl_resize_terminal");
        *(void **)&leave_terminal = dlsym(library, "rl_cleanup_after_signal");
        *(void **)&take_terminal = dlsym(library, "rl_reset_after_signal");
        *(void **)&redraw = dlsym(library, "rl_forced_update_display");
        SET_VARIABLE(library, int, "rl_catch_signals", 0);
        SET_VARIABLE(library, int, "rl_catch_sigwinch", 0);
        editor_output = (FILE **)dlsym(library, "rl_outstream");
        if (resize_terminal && leave_terminal && take_terminal && redraw && editor_output)
            SET_VARIABLE(library, key_reader, "rl_getc_function", read_key);
        SET_VARIABLE(library, const char *, "rl_basic_quote_characters", ""); /* the completer closes what it completes */
        SET_VARIABLE(library, const char *, "rl_completer_word_break_characters", " \t\n\"\\'`@$><=;|&{}()[]+-*/%^#~,.:?!");
        dlclose(library);
    }
    lua_pushboolean(L, resize_terminal && leave_terminal && take_terminal && redraw && editor_output);
    return 1;
}

/* make_directory(path [, mode]): with its parents, for the user alone unless told otherwise; whether it is there in the
   end. */
static int console_make_directory(lua_State *L) {
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

static int console_lock(lua_State *L) {
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

static int console_unlock(lua_State *L) {
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
static int console_files(lua_State *L) {
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
static int console_kind(lua_State *L) {
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
static int console_identity(lua_State *L) {
    struct stat state;
    if (stat(luaL_checkstring(L, 1), &state) != 0)
        return 0;
    lua_pushfstring(L, "%I:%I", (LUAI_UACINT)state.st_dev, (LUAI_UACINT)state.st_ino);
    return 1;
}

/* entries(path): a list of the names in a directory, as they come, without . and ..; nil and why, where it cannot be read. */
static int console_entries(lua_State *L) {
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

/* ---- the terminal -------------------------------------------------------------------------------------------------- */

/* is_terminal([descriptor]): whether standard input, or another of the first three descriptors, is one. */
static int terminal_is_terminal(lua_State *L) {
    lua_pushboolean(L, isatty((int)luaL_optinteger(L, 1, STDIN_FILENO)));
    return 1;
}

/* Push a size of the terminal, nil where it is none. */
static int push_size(lua_State *L, unsigned short size) {
    if (size > 0)
        lua_pushinteger(L, size);
    else
        lua_pushnil(L);
    return 1;
}

/* width([descriptor]): the columns of the terminal there, standard output by default; nil where it is none. */
static int terminal_width(lua_State *L) {
    struct winsize size = {0};
    ioctl((int)luaL_optinteger(L, 1, STDOUT_FILENO), TIOCGWINSZ, &size);
    return push_size(L, size.ws_col);
}

/* height([descriptor]): its lines. */
static int terminal_height(lua_State *L) {
    struct winsize size = {0};
    ioctl((int)luaL_optinteger(L, 1, STDOUT_FILENO), TIOCGWINSZ, &size);
    return push_size(L, size.ws_row);
}

/* seconds(): of a clock that nobody sets, from any beginning. */
static int terminal_seconds(lua_State *L) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    lua_pushnumber(L, (double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
    return 1;
}

/* What any module may ask: require "rigid.terminal", which is there in the program alone. */
static const luaL_Reg terminal[] = {{"is_terminal", terminal_is_terminal},
                                    {"width", terminal_width},
                                    {"height", terminal_height},
                                    {"seconds", terminal_seconds},
                                    {NULL, NULL}};

static int open_terminal(lua_State *L) {
    luaL_newlib(L, terminal);
    return 1;
}

static const luaL_Reg console[] = {{"call", console_call},
                                   {"enter", console_enter},
                                   {"say", console_say},
                                   {"interrupted", console_interrupted},
                                   {"adopt_readline", console_adopt_readline},
                                   {"make_directory", console_make_directory},
                                   {"lock", console_lock},
                                   {"unlock", console_unlock},
                                   {"files", console_files},
                                   {"is_terminal", terminal_is_terminal},
                                   {"width", terminal_width},
                                   {"height", terminal_height},
                                   {"kind", console_kind},
                                   {"identity", console_identity},
                                   {"entries", console_entries},
                                   {NULL, NULL}};

/* Call rigid.prompt.repl's function `name` with the console and, where given, the text at the top of the stack. It leaves
   one result. */
static int run_repl(lua_State *L, const char *name, int ntexts) {
    int base = lua_gettop(L) - ntexts;
    put_hook_aside(L); /* of a script that came before */
    lua_pushcfunction(L, add_traceback);
    push_require(L);
    lua_pushliteral(L, "rigid.prompt.repl");
    int status = lua_pcall(L, 1, 1, base + ntexts + 1);
    if (status == LUA_OK) {
        lua_getfield(L, -1, name);
        luaL_newlib(L, console);
        lua_getfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
        lua_setfield(L, -2, "isolated");
        for (int i = 1; i <= ntexts; i++)
            lua_pushvalue(L, base + i);
        status = lua_pcall(L, 1 + ntexts, 1, base + ntexts + 1);
    }
    return status == LUA_OK ? 0 : report(L, false);
}

static int run_prompt(lua_State *L) {
    handle(SIGINT, 0);
    handle(SIGWINCH, SA_RESTART);
    handle(SIGCONT, SA_RESTART);
    int code = run_repl(L, "run", 0);
    forget(SIGINT);
    forget(SIGWINCH);
    forget(SIGCONT);
    return code;
}

/* Push all there is to read. */
static const char *push_input(lua_State *L, size_t *length) {
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    size_t got = 0;
    do {
        got = fread(luaL_prepbuffer(&text), 1, LUAL_BUFFERSIZE, stdin);
        luaL_addsize(&text, got);
    } while (got == LUAL_BUFFERSIZE);
    luaL_pushresult(&text);
    return lua_tolstring(L, -1, length);
}

/* Text through a pipe: rigid.prompt.repl takes it line by line and returns an exit code, or returns nil for what is one
   script. */
static int run_pipe(lua_State *L) {
    size_t length = 0;
    const char *text = push_input(L, &length);
    handle(SIGINT, (int)SA_RESETHAND);
    int code = run_repl(L, "piped", 1);
    forget(SIGINT);
    if (code || lua_isinteger(L, -1))
        return code ? code : (int)lua_tointeger(L, -1);
    if (luaL_loadbufferx(L, text, length, "=stdin", "t") != LUA_OK)
        return report(L, false);
    return run(L, 0, 0);
}

/* A command of the program, `rigid WORD ...`: the module rigid.commands.WORD, a function of the console and the strings of
   `arg`, which returns an exit code (nil for 0), or "prompt" to go on there. Whether the word is one: only then is the code
   in *code. A script of that name is run as ./WORD. */
static bool run_command(lua_State *L, const char *word, int *code) {
    int base = lua_gettop(L);
    if (word[strspn(word, "abcdefghijklmnopqrstuvwxyz")] != '\0' || !word[0])
        return false;
    lua_getglobal(L, LUA_LOADLIBNAME);
    lua_getfield(L, -1, "searchpath");
    lua_pushfstring(L, "rigid.commands.%s", word);
    lua_getfield(L, base + 1, "path");
    if (lua_pcall(L, 2, 1, 0) != LUA_OK || !lua_isstring(L, -1)) {
        lua_settop(L, base);
        return false;
    }
    lua_settop(L, base);
    push_require(L);
    lua_pushfstring(L, "rigid.commands.%s", word);
    *code = run(L, 1, 1);
    if (*code)
        return true;
    luaL_newlib(L, console);
    int count = push_arguments(L);
    *code = run(L, 1 + count, 1);
    if (*code)
        return true;
    const char *next = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (strcmp(next, "prompt") == 0)
        *code = isatty(STDIN_FILENO) ? run_prompt(L) : 0;
    else
        *code = (int)luaL_optinteger(L, -1, 0);
    lua_settop(L, base);
    return true;
}

static int run_input(lua_State *L) {
    struct stat input;
    if (isatty(STDIN_FILENO))
        return run_prompt(L);
    if (fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode))
        return run_script(L, NULL);
    return run_pipe(L);
}

/* ---- starting --------------------------------------------------------------------------------------------------- */

/* Cut the last part off a path; false where there is none. */
static bool cut(char *path) {
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

/* Push DIRECTORY/PLACE if that holds rigid/init.lua. */
static bool push_if_library(lua_State *L, const char *directory, const char *place) {
    lua_pushfstring(L, "%s/%s", directory, place);
    const char *entry = lua_pushfstring(L, "%s/rigid/init.lua", lua_tostring(L, -1));
    bool found = access(entry, R_OK) == 0;
    lua_pop(L, found ? 1 : 2);
    return found;
}

/* Where the system tells a program its own path. */
#ifndef RIGID_SELF
#define RIGID_SELF "/proc/self/exe"
#endif

/* Write the path that a shell finds for that name, if there is one. */
static bool find_on_path(char path[PATH_MAX], const char *name) {
    char candidate[PATH_MAX];
    struct stat file;
    for (const char *at = getenv("PATH"), *end; at; at = *end ? end + 1 : NULL) {
        end = at + strcspn(at, ":");
        int size = end > at ? (int)(end - at) : 1; /* an empty place is the current directory */
        int length = snprintf(candidate, PATH_MAX, "%.*s/%s", size, end > at ? at : ".", name);
        if (length < PATH_MAX && stat(candidate, &file) == 0 && S_ISREG(file.st_mode) && access(candidate, X_OK) == 0)
            return realpath(candidate, path) != NULL;
    }
    return false;
}

/* Write the program's own path; where the system does not tell, that of what it was called by; empty where that is none. */
static void find_program(char path[PATH_MAX], const char *called) {
    ssize_t length = readlink(RIGID_SELF, path, PATH_MAX - 1);
    if (length > 0)
        path[length] = '\0';
    else if (!called || !(strchr(called, '/') ? realpath(called, path) != NULL : find_on_path(path, called)))
        path[0] = '\0';
}

/* Where an installation has what is for this version of Lua. */
#define LUA_PLACE "lua/" LUA_VERSION_MAJOR "." LUA_VERSION_MINOR

/* Push the directory of the Lua files: lua/ beside the program or one level up (a checkout), share/lua/5.4 or 5.5 one
   level up (an installation, wherever it was moved), or else where `make install` put them. */
static void push_library(lua_State *L, const char *called) {
    char path[PATH_MAX];
    find_program(path, called);
    if (cut(path) && push_if_library(L, path, "lua"))
        return;
    if (cut(path) && (push_if_library(L, path, "lua") || push_if_library(L, path, "share/" LUA_PLACE)))
        return;
    lua_pushliteral(L, RIGID_LUADIR);
}

/* Push DIRECTORY/PLACE if that holds the module for mesh files, which is loaded only when it is asked for. */
static bool push_if_modules(lua_State *L, const char *directory, const char *place) {
    lua_pushfstring(L, "%s%s", directory, place);
    const char *module = lua_pushfstring(L, "%s/rigid/meshes.so", lua_tostring(L, -1));
    bool found = access(module, R_OK) == 0;
    lua_pop(L, found ? 1 : 2);
    return found;
}

/* Push the directory of the C modules: lib/ beside the program (a build), build/lib/ (a checkout), lib/lua/5.4 one level up
   (an installation), or else where `make install` put them. */
static void push_modules(lua_State *L, const char *called) {
    char path[PATH_MAX];
    find_program(path, called);
    if (cut(path) && (push_if_modules(L, path, "/lib") || push_if_modules(L, path, "/build/lib")))
        return;
    if (cut(path) && push_if_modules(L, path, "/lib/" LUA_PLACE))
        return;
    lua_pushliteral(L, RIGID_LIBDIR);
}

/* Put the module inside: its C part preloaded, its Lua files and what else there is in C first on the paths. */
static void preload(lua_State *L, const char *called) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_rigid_core);
    lua_setfield(L, -2, "rigid.core");
    lua_pushcfunction(L, open_terminal);
    lua_setfield(L, -2, "rigid.terminal");
    lua_getglobal(L, LUA_LOADLIBNAME);
    push_library(L, called);
    const char *library = lua_tostring(L, -1);
    lua_getfield(L, -2, "path");
    lua_pushfstring(L, "%s/?.lua;%s/?/init.lua;%s", library, library, lua_tostring(L, -1));
    lua_setfield(L, -4, "path");
    lua_pop(L, 2);
    push_modules(L, called);
    lua_getfield(L, -2, "cpath");
    lua_pushfstring(L, "%s/?.so;%s", lua_tostring(L, -2), lua_tostring(L, -1));
    lua_setfield(L, -4, "cpath");
    lua_pop(L, 4);
}

/* Functions of the module that the prompt knows by their bare names. */
static bool is_word(const char *name) {
    static const char *const words[] = {"help", "lookfor", "who", "time", "bench", "history", "save_session", NULL};
    for (const char *const *word = words; *word; word++)
        if (strcmp(name, *word) == 0)
            return true;
    return false;
}

/* The globals of the program: rigid, the words of the prompt, and every class, known by its capital. */
static int open_rigid(lua_State *L) {
    lua_getglobal(L, "require");
    lua_pushliteral(L, "rigid");
    lua_call(L, 1, 1);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if ((isupper((unsigned char)name[0]) && lua_istable(L, -1)) || is_word(name)) {
            lua_pushvalue(L, -1);
            lua_setglobal(L, name);
        }
    }
    lua_setglobal(L, "rigid");
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, "rigid.environment");
    lua_getfield(L, -1, "require");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &require_key);
    return 0;
}

typedef struct options {
    int script; /* index of the script in argv; argc where there is none */
    bool code, interactive, isolated, warnings, version, help;
} options;

/* Null, or what is wrong with the command line. */
static const char *parse(lua_State *L, int argc, char **argv, options *o) {
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--") == 0) {
            i++;
            break;
        }
        if (word[1] == 'e' || word[1] == 'l') {
            o->code |= word[1] == 'e';
            if (!word[2] && ++i == argc)
                return lua_pushfstring(L, "'%s' needs an argument", word);
        } else if (strcmp(word, "-i") == 0) {
            o->interactive = true;
        } else if (strcmp(word, "-E") == 0) {
            o->isolated = true;
        } else if (strcmp(word, "-W") == 0) {
            o->warnings = true;
        } else if (strcmp(word, "-v") == 0 || strcmp(word, "--version") == 0) {
            o->version = true;
        } else if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
            o->help = true;
        } else {
            return lua_pushfstring(L, "unknown option '%s'", word);
        }
    }
    o->script = i;
    return NULL;
}

/* The global `arg`: the script at 0, its arguments from 1 on, what came before it below 0. */
static void set_arg(lua_State *L, int argc, char **argv, int script) {
    int zero = script < argc ? script : 0;
    lua_createtable(L, argc - zero, zero + 1);
    for (int i = 0; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i - zero);
    }
    lua_setglobal(L, "arg");
}

/* The -e and -l options, in their order. */
static int run_options(lua_State *L, char **argv, const options *o, bool showing) {
    for (int i = 1; i < o->script; i++) {
        char kind = argv[i][1];
        if (kind != 'e' && kind != 'l')
            continue;
        const char *value = argv[i][2] ? argv[i] + 2 : argv[++i];
        int code = kind == 'e' ? run_text(L, value, "=(command line)", showing) : run_library(L, value);
        if (code)
            return code;
    }
    return 0;
}

static int print_version(lua_State *L) {
    lua_getglobal(L, "rigid");
    lua_getfield(L, -1, "version");
    printf("rigid %s (%s)\n", lua_tostring(L, -1), LUA_RELEASE);
    lua_pop(L, 2);
    return 0;
}

/* Everything between parsing and leaving; the exit code. */
static int run_all(lua_State *L, int argc, char **argv, const options *o) {
    bool has_script = o->script < argc;
    int code = o->isolated ? 0 : run_init(L);
    if (!code)
        code = run_options(L, argv, o, !has_script);
    if (!code && has_script) {
        bool named = strcmp(argv[o->script - 1], "--") == 0, input = !named && strcmp(argv[o->script], "-") == 0;
        if (named || !run_command(L, argv[o->script], &code))
            code = run_script(L, input ? NULL : argv[o->script]);
    }
    if (!code && o->interactive)
        return run_prompt(L);
    return code || has_script || o->code ? code : run_input(L);
}

/* The whole program, under protection: argc and argv in, the exit code out. */
static int program(lua_State *L) {
    int argc = (int)lua_tointeger(L, 1);
    char **argv = lua_touserdata(L, 2);
    options o = {0};
    const char *mistake = parse(L, argc, argv, &o);
    if (mistake) {
        fprintf(stderr, "rigid: %s; 'rigid --help' lists the options\n", mistake);
        lua_pushinteger(L, EXIT_USAGE);
        return 1;
    }
    if (o.help) {
        fputs(usage, stdout);
        lua_pushinteger(L, 0);
        return 1;
    }
    if (o.isolated) {
        lua_pushboolean(L, true);
        lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
    }
    luaL_openlibs(L);
    lua_gc(L, LUA_GCGEN, 0, 0); /* as the stock interpreter */
    if (o.warnings)
        lua_warning(L, "@on", 0);
    track_coroutines(L);
    set_arg(L, argc, argv, o.script);
    preload(L, argv[0]);
    lua_pushcfunction(L, open_rigid);
    int code = run(L, 0, 0);
    if (!code)
        code = o.version ? print_version(L) : run_all(L, argc, argv, &o);
    lua_pushinteger(L, code);
    return 1;
}

int main(int argc, char **argv) {
    lua_State *L = luaL_newstate();
    if (!L) {
        fputs("rigid: not enough memory\n", stderr);
        return EXIT_ERROR;
    }
    lua_pushcfunction(L, add_traceback);
    lua_pushcfunction(L, program);
    lua_pushinteger(L, argc);
    lua_pushlightuserdata(L, argv);
    int code = lua_pcall(L, 2, 1, 1) == LUA_OK ? (int)lua_tointeger(L, -1) : report(L, false);
    lua_close(L);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("rigid: not all of the output could be written\n", stderr);
        code = code ? code : EXIT_ERROR;
    }
    return code;
}
