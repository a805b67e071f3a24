/* What stands in for Ctrl-C in a page. No signal and no message reaches a worker that is busy, so it looks up by itself: each
   jump and each call of the interpreter counts down (tools/web/sources puts that into lvm.c), and where the count is out the
   page is asked. Either it knows that all is to stop: then the signal is raised here, where the interpreter looks for hooks anyway,
   and all that follows is as in the program (src/program/interrupts.c). Or it wants to be told: then what runs is left by
   yielding, from a hook, and gone on with once the page has had its messages. That is possible in the thread of the session
   alone, and where no function of C is in between; elsewhere the page has to wait, or to end the worker. */
#include "web.h"

#include <signal.h>
#include <stdio.h>

enum { PATIENCE = 20000 }; /* jumps between two looks: well below a millisecond */

int rigid_web_patience = PATIENCE;
static lua_State *session;

void rigid_web_serve(lua_State *L) { session = L; }

static void leave(lua_State *L, lua_Debug *at) {
    (void)at;
    lua_sethook(L, NULL, 0, 0);
    if (lua_isyieldable(L))
        lua_yield(L, 0);
}

void rigid_web_look(lua_State *L) {
    rigid_web_patience = PATIENCE;
    fflush(stdout);
    int wanted = rigid_web_wanted();
    if (wanted == RIGID_WEB_STOP)
        raise(SIGINT);
    else if (wanted == RIGID_WEB_LISTEN && L == session && !lua_gethook(L) && lua_isyieldable(L))
        lua_sethook(L, leave, LUA_MASKCOUNT, 1);
}
