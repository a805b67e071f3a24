/* What stands in for Ctrl-C in a page. No signal and no message reaches a worker that is busy, so it looks up by itself: each
   jump and each call of the interpreter counts down (tools/web/sources puts that into lvm.c), and where the count is out the
   page is asked. Then the signal is raised here, at a place where the interpreter looks for hooks anyway, so that all that
   follows is as in the program (src/program/interrupts.c). */
#include "web.h"

#include <signal.h>
#include <stdio.h>

enum { PATIENCE = 20000 }; /* jumps between two looks: well below a millisecond */

int rigid_web_patience = PATIENCE;

void rigid_web_look(void) {
    rigid_web_patience = PATIENCE;
    fflush(stdout);
    if (rigid_web_stopped())
        raise(SIGINT);
}
