/* The terminal, as POSIX has it: its size, what it answers, and a clock. */
#include "program.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#if defined __has_include
#if __has_include(<stdio_ext.h>)
#include <stdio_ext.h>
#define HAS_PENDING 1
#endif
#endif

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

/* mid_line(): whether what was written to standard output ends within a line, as far as it is known: a terminal's stream writes whole
   lines, and keeps the beginning of one. Never, where the C library does not say what it keeps. */
int terminal_mid_line(lua_State *L) {
#ifdef HAS_PENDING
    lua_pushboolean(L, isatty(STDOUT_FILENO) && __fpending(stdout) > 0);
#else
    lua_pushboolean(L, false);
#endif
    return 1;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* seconds(): of a clock that nobody sets, from any beginning. */
int terminal_seconds(lua_State *L) {
    lua_pushnumber(L, seconds_now());
    return 1;
}

/* Whether the terminal has something to read within so many seconds; false where a signal comes first. */
static bool answers_within(int descriptor, double seconds) {
    struct timeval wait = {.tv_sec = (time_t)seconds, .tv_usec = (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds))};
    fd_set input;
    FD_ZERO(&input);
    FD_SET(descriptor, &input);
    return select(descriptor + 1, &input, NULL, NULL, &wait) > 0;
}

enum { LONGEST_ANSWER = 256, ESCAPE = 27 };

/* What was typed while an answer was awaited: the readers of keys take it first. */
static unsigned char typed[LONGEST_ANSWER];
static int typed_count, typed_taken;

int program_typed_ahead(void) { return typed_taken < typed_count ? typed[typed_taken++] : EOF; }

static void keep_typed(unsigned char c) {
    if (typed_taken == typed_count)
        typed_taken = typed_count = 0;
    if (typed_count < LONGEST_ANSWER)
        typed[typed_count++] = c;
}

/* Where in an escape sequence a byte stands: "ESC [ ... letter" is a control sequence, "ESC _ ... ESC \" a string. */
typedef enum { OUTSIDE, BEGUN, CONTROL, STRING, STRING_ENDING } escape_state;

static escape_state after(escape_state state, unsigned char c) {
    switch (state) {
    case OUTSIDE:
        return c == ESCAPE ? BEGUN : OUTSIDE;
    case BEGUN:
        return c == '[' ? CONTROL : c == '_' || c == 'P' || c == ']' ? STRING : OUTSIDE;
    case CONTROL:
        return c >= '@' && c <= '~' ? OUTSIDE : CONTROL;
    case STRING:
        return c == ESCAPE ? STRING_ENDING : STRING;
    default:
        return c == '\\' ? OUTSIDE : STRING;
    }
}

/* Write the question and read what comes, byte by byte, up to the end of the answer that ends with `last`, or until the time is
   over; how much the answers are, -1 where keys were there before and wait for somebody else. Answers are escape sequences: what
   stands outside of them was typed. */
static int exchange(int descriptor, const char *question, size_t length, char last, double seconds, char *answer) {
    const double end = seconds_now() + seconds;
    escape_state state = OUTSIDE;
    int count = 0;
    unsigned char c = 0;
    if (answers_within(descriptor, 0) || write(descriptor, question, length) != (ssize_t)length)
        return -1;
    for (double left = seconds; left > 0 && count < LONGEST_ANSWER && answers_within(descriptor, left) && read(descriptor, &c, 1) == 1;
         left = end - seconds_now()) {
        const escape_state before = state;
        state = after(before, c);
        if (before == OUTSIDE && state == OUTSIDE)
            keep_typed(c);
        else
            answer[count++] = (char)c;
        if (before == CONTROL && state == OUTSIDE && c == (unsigned char)last)
            break;
    }
    return count;
}

/* The exchange while the terminal hands on each key as it comes and shows none; -1 where it is none, or others are before it. */
static int exchange_quietly(int descriptor, const char *question, size_t length, char last, double seconds, char *answer) {
    struct termios usual, quiet;
    if (descriptor < 0 || tcgetpgrp(descriptor) != getpgrp() || tcgetattr(descriptor, &usual) != 0)
        return -1;
    quiet = usual;
    quiet.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    quiet.c_cc[VMIN] = 1;
    quiet.c_cc[VTIME] = 0;
    if (tcsetattr(descriptor, TCSANOW, &quiet) != 0)
        return -1;
    const int count = exchange(descriptor, question, length, last, seconds, answer);
    tcsetattr(descriptor, TCSANOW, &usual);
    return count;
}

/* ask(question, last, seconds): what the terminal answers to a question written to it, up to the byte that ends the answer; less
   where it says no more for so many seconds. nil without a terminal, and while keys wait to be read. */
int terminal_ask(lua_State *L) {
    size_t length;
    const char *question = luaL_checklstring(L, 1, &length);
    const char last = *luaL_checkstring(L, 2);
    const double seconds = luaL_checknumber(L, 3);
    char answer[LONGEST_ANSWER];
    const int descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    const int count = exchange_quietly(descriptor, question, length, last, seconds, answer);
    if (descriptor >= 0)
        close(descriptor);
    if (count >= 0)
        lua_pushlstring(L, answer, (size_t)count);
    else
        lua_pushnil(L);
    return 1;
}

/* What any module may ask: require "rigid.terminal", which is there in the program alone. */
static const luaL_Reg terminal[] = {{"ask", terminal_ask},
                                    {"is_terminal", terminal_is_terminal},
                                    {"width", terminal_width},
                                    {"height", terminal_height},
                                    {"mid_line", terminal_mid_line},
                                    {"seconds", terminal_seconds},
                                    {NULL, NULL}};

int program_open_terminal(lua_State *L) {
    luaL_newlib(L, terminal);
    return 1;
}
