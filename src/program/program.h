/* What the files of the program share. What needs POSIX beyond signals is in files.c, keys.c, colours.c and terminal.c. */
#ifndef RIGID_PROGRAM_H
#define RIGID_PROGRAM_H

#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE /* else macOS hides what is not of POSIX */

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int luaopen_rigid_core(lua_State *L);
int luaopen_lxp(lua_State *L); /* in WebAssembly alone, as the next */
int luaopen_rigid_meshes(lua_State *L);

enum { EXIT_ERROR = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

/* ---- interrupts.c ---------------------------------------------------------------------------------------------------- */

/* What came: Ctrl-C, another size of the terminal, the program going on after a stop. */
extern volatile sig_atomic_t program_interrupted, program_resized, program_continued;
/* Let a signal be noticed so, with these flags of sigaction; and as it was before. */
void program_handle(int number, int flags);
void program_forget(int number);
/* From the one to the other Ctrl-C interrupts what runs in L; whether it came. The first returns who ran before. */
lua_State *program_guard(lua_State *L);
bool program_unguard(lua_State *L, lua_State *outer);
/* lua_pcall of the user's code, which Ctrl-C may interrupt. *stopped says whether it did. */
int program_guarded_call(lua_State *L, int nargs, int nresults, int handler, bool *stopped);
/* lua_pcall of what waits for a person in the midst of that: Ctrl-C, however often, ends nothing and is noted in program_interrupted. */
int program_resting_call(lua_State *L, int nargs);
/* Put functions of ours in the place of coroutine.resume and coroutine.wrap, which tell us which thread runs. */
void program_track_coroutines(lua_State *L);

/* ---- traceback.c ----------------------------------------------------------------------------------------------------- */

/* A message handler: the error as a string, with a traceback. */
int program_add_traceback(lua_State *L);
/* Whether a failure keeps the user's functions that were active, with their locals, for a prompt that opens after it; push
   them, nil where nothing failed. */
extern bool program_keeps_failure;
void program_push_failure(lua_State *L);
void program_push_locals(lua_State *L, lua_Debug *at);

/* ---- run.c ----------------------------------------------------------------------------------------------------------- */

/* Print the error on top of the stack; the exit code that goes with it. */
int program_report(lua_State *L, bool stopped);
/* Call the function under nargs arguments; 0, or the exit code once the error is printed. */
int program_run(lua_State *L, int nargs, int nresults);
/* Code; a module (-l); a script, or standard input; LUA_INIT. The exit code. */
int program_run_text(lua_State *L, const char *text, const char *name, bool showing);
int program_run_library(lua_State *L, const char *argument);
int program_run_script(lua_State *L, const char *name);
int program_run_init(lua_State *L);
/* Push the strings of `arg` from 1 on; their number. */
int program_push_arguments(lua_State *L);

/* ---- input.c --------------------------------------------------------------------------------------------------------- */

/* Push the table of what the prompt needs of the system. */
void program_push_console(lua_State *L);
extern bool program_has_prompted;
int program_run_prompt(lua_State *L);
int program_run_input(lua_State *L);
/* The prompt for a program, which says by numbers from which descriptor requests come and to which answers go. */
int program_run_machine(lua_State *L, const char *requests, const char *answers);
/* Print the commands there are; say which one a word may have meant that is neither a command nor a file. */
int program_print_commands(lua_State *L);
void program_suggest_command(lua_State *L, const char *word);
/* Whether the word is a command of the program; then the exit code is in *code. */
bool program_run_command(lua_State *L, const char *word, int *code);

/* ---- library.c ------------------------------------------------------------------------------------------------------- */

/* Put the module inside, for a program that was called so. */
void program_preload(lua_State *L, const char *called);
/* Keep, and push, what our own modules are loaded by, whatever the user has made of the global require. */
void program_keep_require(lua_State *L);
void program_push_require(lua_State *L);
/* Push a function of one of our Lua modules, by its name. */
void program_push_function(lua_State *L, const char *module, const char *name);
/* Whether a function is of the module's own Lua files, by its source as lua_Debug has it. */
bool program_is_ours(lua_State *L, const char *source);
/* The globals that the program starts with. */
int program_open_rigid(lua_State *L);

/* ---- colours.c ------------------------------------------------------------------------------------------------------- */

/* Colour what is typed, with what the library of GNU Readline offers for it. */
void program_adopt_colours(void *library);

/* ---- the console, for Lua: what each does stands where it is defined --------------------------------------------------- */

void program_put_hook_aside(lua_State *L);
int program_open_terminal(lua_State *L);
int console_adopt_readline(lua_State *L);
int console_idle(lua_State *L);
int console_call(lua_State *L);
int console_enter(lua_State *L);
int console_entries(lua_State *L);
int console_files(lua_State *L);
int console_identity(lua_State *L);
int console_interrupted(lua_State *L);
int console_kind(lua_State *L);
int console_lock(lua_State *L);
int console_rest(lua_State *L);
int console_make_directory(lua_State *L);
int console_read_line(lua_State *L);
int console_say(lua_State *L);
int console_unlock(lua_State *L);
/* A byte that was typed while the terminal was asked something; EOF where there is none left. */
int program_typed_ahead(void);
int terminal_ask(lua_State *L);
int terminal_height(lua_State *L);
int terminal_is_terminal(lua_State *L);
int terminal_mid_line(lua_State *L);
int terminal_seconds(lua_State *L);
int terminal_width(lua_State *L);

#endif
