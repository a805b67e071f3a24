/* The terminal, as POSIX has it: its size, and a clock. */
#include "program.h"

#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* is_terminal([descriptor]): whether standard input, or another of the first three descriptors, is one. */
int terminal_is_terminal(lua_State *L) {
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
int terminal_width(lua_State *L) {
    struct winsize size = {0};
    ioctl((int)luaL_optinteger(L, 1, STDOUT_FILENO), TIOCGWINSZ, &size);
    return push_size(L, size.ws_col);
}

/* height([descriptor]): its lines. */
int terminal_height(lua_State *L) {
    struct winsize size = {0};
    ioctl((int)luaL_optinteger(L, 1, STDOUT_FILENO), TIOCGWINSZ, &size);
    return push_size(L, size.ws_row);
}

/* seconds(): of a clock that nobody sets, from any beginning. */
int terminal_seconds(lua_State *L) {
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

int program_open_terminal(lua_State *L) {
    luaL_newlib(L, terminal);
    return 1;
}
