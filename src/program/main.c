/* The `rigid` program: a Lua interpreter with the module inside.

   It behaves as the stock interpreter does (options, `arg`, exit codes), and besides: `rigid`, its classes, `help` and the
   other words of the prompt are global; -e shows the value of an expression; standard input at a terminal gets the prompt of
   rigid.prompt.repl. Chunks are text only, so that no input can be taken for bytecode. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: rigid [options] [script [arguments]]\n"
    "       rigid COMMAND [arguments]      'rigid COMMAND --help' tells of each\n"
    "  -e CODE        run CODE; without a script, an expression shows its value\n"
    "  -i             open the prompt when all is done, or has failed, with the\n"
    "                 locals of where it did\n"
    "  -l MODULE      require MODULE into a global of that name; -l NAME=MODULE into\n"
    "                 NAME\n"
    "  -E             ignore LUA_INIT, LUA_PATH and LUA_CPATH\n"
    "  -W             turn warnings on\n"
    "  --machine IN OUT\n"
    "                 the prompt for a program: requests from descriptor IN, answers\n"
    "                 to OUT, as lines of JSON\n"
    "  -v, --version  print the version\n"
    "  -h, --help     print this\n"
    "  --             the options end here\n"
    "  -              run standard input as a script\n"
    "Without a script, rigid opens its prompt at a terminal, runs a redirected file\n"
    "as a script, and takes what comes through a pipe as if it were typed: each\n"
    "expression shows its value.\n";

typedef struct options {
    int script; /* index of the script in argv; argc where there is none */
    const char *machine[2]; /* the descriptors of --machine */
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
        } else if (strcmp(word, "--machine") == 0) {
            if (argc - i < 3)
                return lua_pushfstring(L, "'%s' needs two descriptors", word);
            o->machine[0] = argv[++i];
            o->machine[1] = argv[++i];
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
        int code = kind == 'e' ? program_run_text(L, value, "=(command line)", showing) : program_run_library(L, value);
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

/* A script, or where there is none of that name, perhaps a command that was mistyped. */
static int run_file(lua_State *L, const char *name) {
    FILE *file = name ? fopen(name, "r") : NULL;
    bool there = !name || file;
    if (file)
        fclose(file);
    int code = program_run_script(L, name);
    if (!there)
        program_suggest_command(L, name);
    return code;
}

/* Everything between parsing and leaving; the exit code. */
static int run_all(lua_State *L, int argc, char **argv, const options *o) {
    bool has_script = o->script < argc;
    program_keeps_failure = o->interactive;
    int code = o->isolated ? 0 : program_run_init(L);
    if (!code && o->machine[0])
        return program_run_machine(L, o->machine[0], o->machine[1]);
    if (!code)
        code = run_options(L, argv, o, !has_script);
    if (!code && has_script) {
        bool named = strcmp(argv[o->script - 1], "--") == 0, input = !named && strcmp(argv[o->script], "-") == 0;
        if (named || !program_run_command(L, argv[o->script], &code))
            code = run_file(L, input ? NULL : argv[o->script]);
    }
    if (o->interactive && code != EXIT_INTERRUPTED && !program_has_prompted) { /* a command may have opened it */
        int after = program_run_prompt(L);
        return code ? code : after;
    }
    return code || has_script || o->code ? code : program_run_input(L);
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
    if (o.help)
        fputs(usage, stdout);
    if (o.isolated) {
        lua_pushboolean(L, true);
        lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
    }
    luaL_openlibs(L);
    lua_gc(L, LUA_GCGEN, 0, 0); /* as the stock interpreter */
    lua_warning(L, o.warnings ? "@on" : "@off", 0); /* Lua 5.5 begins with them on */
    program_track_coroutines(L);
    set_arg(L, argc, argv, o.script);
    program_preload(L, argv[0]);
    lua_pushcfunction(L, program_open_rigid);
    int code = program_run(L, 0, 0);
    if (!code)
        code = o.help ? program_print_commands(L) : o.version ? print_version(L) : run_all(L, argc, argv, &o);
    lua_pushinteger(L, code);
    return 1;
}

int main(int argc, char **argv) {
    lua_State *L = luaL_newstate();
    if (!L) {
        fputs("rigid: not enough memory\n", stderr);
        return EXIT_ERROR;
    }
    lua_pushcfunction(L, program_add_traceback);
    lua_pushcfunction(L, program);
    lua_pushinteger(L, argc);
    lua_pushlightuserdata(L, argv);
    int code = lua_pcall(L, 2, 1, 1) == LUA_OK ? (int)lua_tointeger(L, -1) : program_report(L, false);
    lua_close(L);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("rigid: not all of the output could be written\n", stderr);
        code = code ? code : EXIT_ERROR;
    }
    return code;
}
