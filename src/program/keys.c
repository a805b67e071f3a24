/* What is typed at a terminal, read by us so that no signal slips by: the keys of Readline, where lua-readline brought one in,
   and whole lines without it. */
#include "program.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

/* Functions of the GNU Readline that lua-readline brought in and does not offer; null without it. */
static void (*resize_terminal)(void), (*leave_terminal)(void), (*take_terminal)(void);
static int (*redraw)(void);
static FILE **editor_output;
typedef int (*key_reader)(FILE *);

/* Hold the signals back that a sleep of ours is to notice; *usual is how it was. */
static void hold_signals(sigset_t *usual) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGCONT);
    sigprocmask(SIG_BLOCK, &held, usual);
}

/* What is done every now and then while a key is awaited: a function in the registry of that state; none where it is null. */
static lua_State *idle_state;
static int idle_function = LUA_NOREF;
static bool hurried; /* it said that there is more to do soon */
static const struct timespec IDLE = {.tv_nsec = 30000000}, HURRIED = {.tv_nsec = 2000000};

/* idle(f): call f every 30 ms while a key is awaited, and 2 ms after a call that returned true; nil for nothing. */
int console_idle(lua_State *L) {
    lua_settop(L, 1);
    luaL_unref(L, LUA_REGISTRYINDEX, idle_function);
    idle_function = LUA_NOREF;
    idle_state = NULL;
    hurried = false;
    if (lua_isfunction(L, 1)) {
        idle_function = luaL_ref(L, LUA_REGISTRYINDEX);
        idle_state = L;
    }
    return 0;
}

/* Nothing is thrown through Readline: an error ends the calls. */
static void be_idle(void) {
    if (!lua_checkstack(idle_state, LUA_MINSTACK))
        return;
    lua_rawgeti(idle_state, LUA_REGISTRYINDEX, idle_function);
    const bool failed = lua_pcall(idle_state, 0, 1, 0) != LUA_OK;
    hurried = !failed && lua_toboolean(idle_state, -1);
    lua_pop(idle_state, 1);
    if (failed)
        idle_state = NULL;
}

/* Whether the descriptor has something to read, or has ended; false when a signal came or a while passed. Called with
   signals held. */
static bool sleep_on(int descriptor, const sigset_t *usual) {
    fd_set input;
    FD_ZERO(&input);
    FD_SET(descriptor, &input);
    const struct timespec *pause = !idle_state ? NULL : hurried ? &HURRIED : &IDLE;
    const int ready = pselect(descriptor + 1, &input, NULL, NULL, pause, usual);
    if (ready == 0)
        be_idle();
    return ready > 0 || (ready < 0 && errno != EINTR);
}

enum { EMPTY_READS = 10 };    /* of a terminal that is there: one may be left over from the time it had lines */
enum { KEY_INTERRUPTED = -2 }; /* Readline's READERR: the line ends at once, as it is */

/* What came while a line is edited: another size of the terminal, the terminal given back after a stop. */
static void look_at_signals(void) {
    if (program_resized)
        resize_terminal();
    if (program_continued) {
        leave_terminal();
        take_terminal();
        redraw();
    }
    program_resized = program_continued = 0;
}

/* What Readline reads keys with; the signals are let in only while asleep, so that none slips by. Ctrl-C ends the
   line for it, wherever it stands: in a search, in the midst of a paste, asking whether to list; whoever wanted the line then
   sees that Ctrl-C came. Readline's own handlers pull down what it is just working on, and stay off. */
static int read_key(FILE *stream) {
    int descriptor = fileno(stream), key = program_typed_ahead();
    sigset_t usual;
    hold_signals(&usual);
    for (int empty = 0; key == EOF && !program_interrupted && empty < EMPTY_READS;) {
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
    return program_interrupted ? KEY_INTERRUPTED : key;
}

/* The next character that is typed; EOF at the end, and where Ctrl-C came. */
static int read_character(int descriptor) {
    int c = program_typed_ahead();
    ssize_t got = c == EOF ? -1 : 1;
    sigset_t usual;
    hold_signals(&usual);
    while (!program_interrupted && got < 0) {
        unsigned char typed = 0;
        if (!sleep_on(descriptor, &usual))
            continue;
        got = read(descriptor, &typed, 1);
        if (got == 1)
            c = typed;
        else if (got < 0 && errno != EINTR && errno != EAGAIN)
            break;
    }
    sigprocmask(SIG_SETMASK, &usual, NULL);
    return c;
}

/* read_line(): a line typed at the terminal, without its end; nil at the end of all, and where Ctrl-C came. */
int console_read_line(lua_State *L) {
    luaL_Buffer line;
    int c = EOF;
    luaL_buffinit(L, &line);
    while ((c = read_character(STDIN_FILENO)) != EOF && c != '\n')
        luaL_addchar(&line, (char)c);
    luaL_pushresult(&line);
    if (program_interrupted || (c == EOF && lua_rawlen(L, -1) == 0))
        lua_pushnil(L);
    return 1;
}

/* Set a variable of Readline's, of that type, if it has it. */
#define SET_VARIABLE(library, type, name, value)                                                                               \
    do {                                                                                                                       \
        type *at = (type *)dlsym(library, name);                                                                               \
        if (at)                                                                                                                \
            *at = value;                                                                                                       \
    } while (0)

/* What Readline does unless ~/.inputrc, which it reads later, says otherwise: long lists of names scroll, for a question in
   between would eat what is typed next, and the case of a name is forgiven. */
static void choose(void *library) {
    int (*bind)(const char *, const char *) = NULL;
    *(void **)&bind = dlsym(library, "rl_variable_bind");
    if (!bind)
        return;
    bind("page-completions", "off");
    bind("completion-query-items", "400");
    bind("completion-ignore-case", "on");
}

/* adopt_readline(path): find what lua-readline does not offer in the GNU Readline that its loaded C module, at path,
   brought in; read its keys; and let names be words there, without the dots and brackets around them. Whether all was
   found. */
int console_adopt_readline(lua_State *L) {
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
        choose(library);
        program_adopt_colours(library);
        dlclose(library);
    }
    lua_pushboolean(L, resize_terminal && leave_terminal && take_terminal && redraw && editor_output);
    return 1;
}
