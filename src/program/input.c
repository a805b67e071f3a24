/* Where what is run comes from: the prompt, a pipe, a redirected file, or a command of the program. */
#include "program.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const luaL_Reg console[] = {{"call", console_call},
                                   {"enter", console_enter},
                                   {"rest", console_rest},
                                   {"say", console_say},
                                   {"interrupted", console_interrupted},
                                   {"adopt_readline", console_adopt_readline},
                                   {"idle", console_idle},
                                   {"read_line", console_read_line},
                                   {"make_directory", console_make_directory},
                                   {"lock", console_lock},
                                   {"unlock", console_unlock},
                                   {"files", console_files},
                                   {"is_terminal", terminal_is_terminal},
                                   {"width", terminal_width},
                                   {"height", terminal_height},
                                   {"mid_line", terminal_mid_line},
                                   {"kind", console_kind},
                                   {"identity", console_identity},
                                   {"entries", console_entries},
                                   {NULL, NULL}};

void program_push_console(lua_State *L) {
    luaL_newlib(L, console);
    program_push_failure(L);
    lua_setfield(L, -2, "failure");
}

/* Call rigid.prompt.repl's function `name` with the console and, where given, the text at the top of the stack. It leaves
   one result. */
static int run_repl(lua_State *L, const char *name, int ntexts) {
    int base = lua_gettop(L) - ntexts;
    program_put_hook_aside(L); /* of a script that came before */
    lua_pushcfunction(L, program_add_traceback);
    program_push_require(L);
    lua_pushliteral(L, "rigid.prompt.repl");
    int status = lua_pcall(L, 1, 1, base + ntexts + 1);
    if (status == LUA_OK) {
        lua_getfield(L, -1, name);
        program_push_console(L);
        lua_getfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
        lua_setfield(L, -2, "isolated");
        for (int i = 1; i <= ntexts; i++)
            lua_pushvalue(L, base + i);
        status = lua_pcall(L, 1 + ntexts, 1, base + ntexts + 1);
    }
    return status == LUA_OK ? 0 : program_report(L, false);
}

bool program_has_prompted;

int program_run_prompt(lua_State *L) {
    program_has_prompted = true;
    program_handle(SIGINT, 0);
    program_handle(SIGWINCH, SA_RESTART);
    program_handle(SIGCONT, SA_RESTART);
    int code = run_repl(L, "run", 0);
    program_forget(SIGINT);
    program_forget(SIGWINCH);
    program_forget(SIGCONT);
    return code;
}

int program_run_machine(lua_State *L, const char *requests, const char *answers) {
    lua_pushstring(L, requests);
    lua_pushstring(L, answers);
    program_handle(SIGINT, 0);
    int code = run_repl(L, "machine", 2);
    program_forget(SIGINT);
    return code ? code : (int)lua_tointeger(L, -1);
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
    program_handle(SIGINT, (int)SA_RESETHAND);
    int code = run_repl(L, "piped", 1);
    program_forget(SIGINT);
    if (code || lua_isinteger(L, -1))
        return code ? code : (int)lua_tointeger(L, -1);
    if (luaL_loadbufferx(L, text, length, "=stdin", "t") != LUA_OK)
        return program_report(L, false);
    return program_run(L, 0, 0);
}

/* Push a function of rigid.prompt.commands and the console. */
static void push_of_commands(lua_State *L, const char *name) {
    program_push_function(L, "rigid.prompt.commands", name);
    program_push_console(L);
}

int program_print_commands(lua_State *L) {
    push_of_commands(L, "print");
    return program_run(L, 1, 0);
}

void program_suggest_command(lua_State *L, const char *word) {
    push_of_commands(L, "suggest");
    lua_pushstring(L, word);
    program_run(L, 2, 0);
}

/* A command of the program, `rigid WORD ...`: the module rigid.commands.WORD, a function of the console and the strings of
   `arg`, which returns an exit code (nil for 0), or "prompt" to go on there. Whether the word is one: only then is the code
   in *code. A script of that name is run as ./WORD. */
bool program_run_command(lua_State *L, const char *word, int *code) {
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
    program_push_require(L);
    lua_pushfstring(L, "rigid.commands.%s", word);
    *code = program_run(L, 1, 1);
    if (*code)
        return true;
    program_push_console(L);
    int count = program_push_arguments(L);
    *code = program_run(L, 1 + count, 1);
    if (*code)
        return true;
    const char *next = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (strcmp(next, "prompt") == 0)
        *code = isatty(STDIN_FILENO) ? program_run_prompt(L) : 0;
    else
        *code = (int)luaL_optinteger(L, -1, 0);
    lua_settop(L, base);
    return true;
}

int program_run_input(lua_State *L) {
    struct stat input;
    if (isatty(STDIN_FILENO))
        return program_run_prompt(L);
    if (fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode))
        return program_run_script(L, NULL);
    return run_pipe(L);
}
